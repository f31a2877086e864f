# A layout from a netlist, by commands: placed, buffered, filled, wired, written, and read back as it was.
. "${srcdir:-.}/tests/lib/tap.sh"

ws45=$srcdir/assets/ws45

# Eight counters of sixteen bits that add up, two clocks, a reset with 280 loads.
awk 'BEGIN {
	print "module many (input ck, input ck2, input rn, input [7:0] en, output [7:0] out);"
	for (c = 0; c < 8; c++) {
		clock = c < 6 ? "ck" : "ck2"
		printf "wire [16:0] q%d, s%d, k%d;\n", c, c, c
		for (b = 0; b < 17; b++) {
			first = b ? sprintf("k%d[%d]", c, b - 1) : sprintf("en[%d]", c)
			other = c ? sprintf("q%d[%d]", c - 1, b) : first
			printf "XOR2_X1 x%d_%d (.A(q%d[%d]), .B(%s), .Z(s%d[%d]));\n", c, b, c, b, first, c, b
			printf "AND2_X1 a%d_%d (.A1(q%d[%d]), .A2(%s), .Z(k%d[%d]));\n", c, b, c, b, first, c, b
			printf "DFFRQ_X1 r%d_%d (.CK(%s), .D(s%d[%d]), .RN(rn), .Q(q%d[%d]));\n", \
				c, b, clock, c, b, c, b
			printf "DFFRQ_X1 t%d_%d (.CK(%s), .D(%s), .RN(rn));\n", c, b, clock, other
		}
		printf "BUF_X2 o%d (.A(q%d[16]), .Z(out[%d]));\n", c, c, c
	}
	print "endmodule"
}' >"$tmp/many.v"
cat >"$tmp/many.sdc" <<'SDC'
create_clock -name ck -period 1.0 [get_ports ck]
create_clock -name ck2 -period 1.2 [get_ports ck2]
set_clock_groups -asynchronous -group ck -group ck2
set_propagated_clock [all_clocks]
set_input_delay 0.1 -clock ck [get_ports {en rn}]
SDC
cat >"$tmp/open.tcl" <<TCL
read_liberty -max $ws45/ws45_late.lib.gz
read_liberty -min $ws45/ws45_early.lib.gz
TCL
cat >"$tmp/make.tcl" <<TCL
source $tmp/open.tcl
read_lef $ws45/ws45.lef.gz
read_verilog $tmp/many.v
link_design many
read_sdc $tmp/many.sdc
place_design -utilization 0.6 -aspect 0.7
buffer_nets -fanout 10
read_sdc $tmp/many.sdc
build_clock_tree -fanout 12
place_fillers
puts "legal [check_placement]"
estimate_parasitics -layer {M3 M4}
read_sdc $tmp/many.sdc
report_checks -path_delay min_max -format end -group_count 100 > \$out.ends
write_verilog \$out.v
write_def \$out.def
write_spef \$out.spef
TCL

# run NAME SCRIPT [OPTION…]: in a batch with that variable `out`
run() {
	name=$1 script=$2
	shift 2
	"$warpscope" -b -d cpu "$@" -e "set out $tmp/$name; source $script" >"$tmp/$name.out" \
		2>"$tmp/$name.err" </dev/null
}

run first "$tmp/make.tcl"
ok $? "a layout is made"
is "$(grep -c '^legal 1$' "$tmp/first.out")" 1 "and is legal"
is "$(grep -cE '^placed|buffers for|um of wire' "$tmp/first.out")" 5 "each step says what it did"
is "$(grep -c 'went with the netlist' "$tmp/first.err")" 2 "that constraints are lost is reported"
is "$(grep -v 'went with the netlist\|using the CPU\|wire delays' "$tmp/first.err")" "" "and nothing else"
is "$(grep -cE '^ *CLKBUF_X[0-9]+ clkbuf_ck_0_0 |^ *CLKBUF_X[0-9]+ clkbuf_ck2_0_0 ' "$tmp/first.v")" 2 \
	"each clock has a root buffer"
is "$(grep -cE '^ *BUF_X[0-9]+ buf_rn_0_0 ' "$tmp/first.v")" 1 "and the reset"
is "$(awk '/^- / { n++ } /^COMPONENTS/ { total = $2 } /^END COMPONENTS/ { print n - total; exit }' \
	"$tmp/first.def")" 0 "DEF counts its components"

OMP_NUM_THREADS=1 run second "$tmp/make.tcl"
for kind in v def spef ends; do
	cmp -s "$tmp/first.$kind" "$tmp/second.$kind"
	ok $? "the same bytes with one thread: $kind"
done

cat >"$tmp/back.tcl" <<TCL
source $tmp/open.tcl
read_lef $ws45/ws45.lef.gz
read_verilog $tmp/first.v
link_design many
read_def $tmp/first.def
read_spef $tmp/first.spef
read_sdc $tmp/many.sdc
puts "legal [check_placement]"
report_checks -path_delay min_max -format end -group_count 100 > \$out.ends
TCL
run back "$tmp/back.tcl"
is "$?$(grep -c '^legal 1$' "$tmp/back.out")" 01 "read back it is legal"
cmp -s "$tmp/first.ends" "$tmp/back.ends"
ok $? "and as fast"

# refused MESSAGE COMMAND SETUP: fails with that sentence
refused() {
	cat >"$tmp/refused.tcl" <<-TCL
		source $tmp/open.tcl
		$3
		set failed [catch {$2} message]
		puts "\$failed \$message"
	TCL
	run refused "$tmp/refused.tcl"
	case $(tail -n 1 "$tmp/refused.out") in
	"1 "*"$1"*) ok 0 "refused: $2: $1" ;;
	*) is "$(tail -n 1 "$tmp/refused.out")" "1 … $1" "refused: $2" ;;
	esac
}
linked="read_verilog $tmp/many.v; link_design many"
lef="read_lef $ws45/ws45.lef.gz"
refused "no netlist" "place_design"
refused "read_lef opens one" "place_design" "$linked"
refused "isn't above 0 and at most 1" "place_design -utilization 1.2" "$linked; $lef"
refused "is not a number" "place_design -aspect wide" "$linked; $lef"
refused "isn't placed" "estimate_parasitics" "$linked; $lef"
refused "isn't placed" "build_clock_tree" "$linked; $lef"
refused "isn't placed" "place_fillers" "$linked; $lef"
refused "no clock has a source" "build_clock_tree" "$linked; $lef; place_design"
refused "no net \"ckk\"" "build_clock_tree -nets ckk" "$linked; $lef; place_design"
refused "is no buffer" "build_clock_tree -nets ck -buffers INV_X1" "$linked; $lef; place_design"
refused "2 or more" "build_clock_tree -nets ck -fanout 1" "$linked; $lef; place_design"
refused "no layer \"M99\"" "estimate_parasitics -layer M99" "$linked; $lef; place_design"
refused "CLASS CORE SPACER" "place_fillers INV_X1" "$linked; $lef; place_design"

# OpenSTA has the same slacks, with wires as capacitances.
if command -v sta >/dev/null; then
	cat >"$tmp/slacks.tcl" <<TCL
set wires {set_delay_model lumped; set_cppr opensta}
if {[info commands set_delay_calculator] ne ""} {
	set wires {set_delay_calculator lumped_cap}
}
read_liberty -max $tmp/late.lib
read_liberty -min $tmp/early.lib
read_verilog $tmp/first.v
link_design many
read_sdc $tmp/many.sdc
read_spef $tmp/first.spef
eval \$wires
report_checks -path_delay max -format end -group_count 1000 -digits 5 > $tmp/slacks.max
report_checks -path_delay min -format end -group_count 1000 -digits 5 > $tmp/slacks.min
TCL
	for split in late early; do
		gzip -dc "$ws45/ws45_$split.lib.gz" >"$tmp/$split.lib"
	done
	for timer in sta ours; do
		if [ $timer = sta ]; then
			sta -no_splash -exit "$tmp/slacks.tcl" >"$tmp/sta.said" 2>&1 </dev/null
		else
			run ours "$tmp/slacks.tcl"
		fi
		for m in max min; do
			awk '/\((MET|VIOLATED)\)$/ { print $1, $(NF - 1) }' "$tmp/slacks.$m" | sort >"$tmp/$timer.$m"
		done
	done
	is "$(cat "$tmp/sta.said")" "" "OpenSTA reads it without a word"
	for m in max min; do
		is "$(join "$tmp/sta.$m" "$tmp/ours.$m" | awk -v wanted="$(wc -l <"$tmp/sta.$m")" '
			{ d = $2 - $3; n++; if (d > 0.001 || d < -0.001) print }
			END { if (n != wanted || n < 200) print n, "of", wanted }')" "" \
			"and has the same slacks within a ps: $m"
	done
else
	skip "OpenSTA has the same slacks" "no sta"
fi

cat >"$tmp/keys" <<'EOT'
:source [asset loom/loom.tcl]
:density -map pins
5
:place_design -iterations 1
:expect {pins: pins in each bin}
EOT
"$warpscope" -d cpu --no-init --keys "$tmp/keys" --size 80x24 >"$tmp/out" 2>&1 </dev/null
is "$? $(cat "$tmp/out")" "0 " "place_design keeps the map that was chosen"
plan
