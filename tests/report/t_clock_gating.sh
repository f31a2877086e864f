# Clock gating checks that are inferred: slacks by hand; those of an AND path by path, byte by byte, as OpenSTA 2.0
# reports them where that is installed. (The hold of an OR it compares with a rise half a period earlier.)
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

sed 's/capacitance : 0[.0-9]*/capacitance : 0/' "$data/duo.lib" >"$tmp/duo.lib"
# gate NAME FUNCTION: of A, B and C, all delays 0.1
gate() {
	printf 'cell (%s) { pin (A) { direction : input; capacitance : 0; } pin (B) { direction : input; capacitance : 0; }\n' "$1"
	printf 'pin (C) { direction : input; capacitance : 0; } pin (Y) { direction : output; function : "%s";\n' "$2"
	for pin in A B C; do
		printf 'timing () { related_pin : "%s"; cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }\n' $pin
		printf 'rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } }\n'
	done
	printf '} }\n'
}
{
	echo 'library (more) { delay_model : table_lookup; time_unit : "1ns"; capacitive_load_unit (1, pf);'
	sed -n '/threshold/p' "$data/duo.lib"
	gate AND3 "A B C"
	gate OR3 "A + B + C"
	gate NOR3 "!(A + B + C)"
	gate ANDN "A !B C"
	gate AOI "!((A B) + C)"
	gate XOR3 "A ^ B ^ C"
	gate MUX "(A C) + (B !C)"
	echo '}'
} >"$tmp/more.lib"

# design CELL [CLOCK PIN] [OTHER]: q, of a register at clk, and n, of one at its falling edge, at a gate that clocks
# a register. The clock is at the pin named, q at the first of the others, n at the second.
design() {
	case ${2:-B} in
	A) pins=".A(clk), .B(q), .C(n)" ;;
	B) pins=".A(q), .B(clk), .C(n)" ;;
	C) pins=".A(q), .B(n), .C(clk)" ;;
	esac
	cat >"$tmp/d.v" <<END
module d (a, en, clk, fast, y, z);
  input a, en, clk, fast; output y, z; wire q, n, ckn, g;
  DFF r1 (.D(en), .CK(clk), .Q(q));
  INV i (.A(clk), .Y(ckn));
  DFF r2 (.D(en), .CK(ckn), .Q(n));
  $1 gate ($pins, .Y(g));
  ${3:-DFF r3 (.D(a), .CK(g), .Q(y));}
endmodule
END
}
# script FORMAT COMMANDS ENDS
script() {
	printf 'read_liberty %s\nread_liberty %s\nread_verilog %s\nlink_design d\n' "$tmp/duo.lib" "$tmp/more.lib" "$tmp/d.v"
	echo 'create_clock -name clk -period 10 [get_ports clk]; create_clock -name fast -period 6 [get_ports fast]'
	echo 'set_input_delay 1 -clock clk [get_ports {a en}]'
	printf '%s\n' "$2"
	for split in max min; do
		for end in $3; do
			echo "report_checks -path_delay $split -to $end -digits 3 -format $1 -group_count 9 -endpoint_count 9"
		done
	done
}
ours() {
	script "$@" >"$tmp/script.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err"
}
theirs() {
	script "$@" >"$tmp/script.tcl"
	sta -no_splash -exit "$tmp/script.tcl" 2>&1 | sed 's/\*\*clock_gating_default\*\*/gated clock/'
}
# slacks END [COMMANDS]: setup and hold, in ns
slacks() {
	ours full "$2" "gate/$1" | awk '/slack/ { print $1 }' | tr '\n' ' '
}

# By hand, ns: q rises at 0.20 and falls at 0.25, n at 5.20 and 5.25, as the clock is ideal. An AND opens with the
# clock's rise at 10 and closes with its fall at 5. A setup multicycle moves hold as well.
design AND3
is "$(slacks A)" "9.750 9.800 -4.800 -4.750 " "AND: setup against the rise, hold against the fall before it"
is "$(slacks C)" "4.750 4.800 0.200 0.250 " "of what the falling edge launches"
design ANDN
is "$(slacks A)" "4.750 4.800 0.200 0.250 " "an AND of the clock's complement: the other edges"
design OR3
is "$(slacks A)" "4.750 4.800 0.200 0.250 " "OR: setup against the fall, hold against the rise before it"
is "$(slacks C)" "9.750 9.800 -4.800 -4.750 " "of what the falling edge launches"
design NOR3
is "$(slacks A)" "4.750 4.800 0.200 0.250 " "NOR as OR"
design AOI C
is "$(slacks A)" "4.750 4.800 0.200 0.250 " "AND and OR: the clock at the OR opens while it is low"
design AOI B
is "$(slacks A)" "" "but at the AND inside it holds nothing still"
is "$(slacks A "set_case_analysis 0 gate/C")" "9.750 9.800 -4.800 -4.750 " "unless the OR's other input is constant"
for cells in '[get_lib_cells */AND3]' '[get_lib_pins AND3/A]' '{gate other}'; do
	is "$(slacks A "set_disable_clock_gating_check $cells")$(slacks A "set_disable_inferred_clock_gating $cells")" "" \
		"nor where $cells are"
	is "$(slacks A "set_disable_clock_gating_check $cells; unset_disable_inferred_clock_gating $cells")" \
		"$(slacks A "")" "taken back for $cells"
done
is "$(slacks A "set_disable_clock_gating_check [get_lib_pins AND3/C]; set_disable_clock_gating_check [get_ports *]")" \
	"$(slacks A "")" "other pins and ports are no gates"
design XOR3
is "$(slacks A)" "" "none of an XOR"
design MUX
is "$(slacks A)" "" "nor of a multiplexer"
design AND3 B "BUF b (.A(g), .Y(z));"
is "$(slacks A)" "" "none where the output reaches no register's clock"
design AND3
is "$(slacks A "set_false_path -to gate/A")" "" "false paths"
is "$(slacks A "set_multicycle_path 2 -setup -to gate/A")" "19.750 19.800 -14.800 -14.750 " "multicycle paths move both"
is "$(slacks A "set_clock_uncertainty 0.5 clk")" "9.250 9.300 -5.300 -5.250 " "uncertainty"
is "$(slacks A "set_max_delay 1 -to gate/A; set_min_delay 1 -to gate/A" | cut -c1-11)" "9.750 9.800" \
	"path delays don't take its place"
design AND3 B "DFF r3 (.D(a), .CK(g), .Q(y)); AND3 g2 (.A(q), .B(fast), .C(n), .Y(ckn2)); DFF r4 (.D(a), .CK(ckn2), .Q(z));"
ours full "" g2/A >"$tmp/out"
is "$(awk '/slack/ { print $1 }' "$tmp/out" | tr '\n' ' ')" "1.750 1.800 -2.800 -2.750 " \
	"two clocks: setup from 10 to 12, hold from 0 to 3"
is "$(ours full "" g2/A | grep -c 'Path Group: gated clock')" 4 "a path group of their own"

if command -v sta >/dev/null 2>&1; then
	for format in full full_clock full_clock_expanded; do
		for more in "" "set_clock_latency 0.5 clk" "set_propagated_clock clk; set_timing_derate -late 1.1; set_timing_derate -early 0.9"; do
			is "$(ours "$format" "$more" "gate/A gate/C g2/A")" "$(theirs "$format" "$more" "gate/A gate/C g2/A")" \
				"$format ${more:-ideal}, as OpenSTA"
		done
	done
else
	skip "path by path as OpenSTA" "no sta"
fi

# set_clock_gating_check: margins by enable pin, instance, clock pin, clock, all; levels for any function
design AND3
is "$(slacks A "set_clock_gating_check -setup 0.5 -hold 0.3")" "9.250 9.300 -5.100 -5.050 " "margins of all gates"
is "$(slacks A "set_clock_gating_check -setup 0.5; set_clock_gating_check -setup 0.4 clk; set_clock_gating_check -setup 0.3 gate/B
set_clock_gating_check -setup 0.2 gate; set_clock_gating_check -setup 0.1 gate/A" | cut -c1-12)" "9.650 9.700 " "an enable's pin goes before its cell, that before the clock's pin"
is "$(slacks A "set_clock_gating_check -setup 0.5; set_clock_gating_check -setup 0.4 clk; set_clock_gating_check -setup 0.3 gate/B" |
	cut -c1-12)" "9.450 9.500 " "that before the clock"
is "$(slacks A "set_clock_gating_check -setup 0.5; set_clock_gating_check -setup 0.4 clk" | cut -c1-12)" "9.350 9.400 " "and that before all"
is "$(slacks A "set_clock_gating_check -setup 0.5 -fall" | cut -c1-12)" "9.250 9.800 " "of one edge of the enable"
is "$(slacks A "set_disable_clock_gating_check gate")$(slacks A "set_disable_clock_gating_check gate/A")" "" "none where they are disabled"
design XOR3
is "$(slacks A "set_clock_gating_check -high gate")" "9.750 9.800 -4.800 -4.750 " "an XOR by -high"
is "$(slacks A "set_clock_gating_check -low gate")" "4.750 4.800 0.200 0.250 " "and by -low"
design AND3
script full "set_clock_gating_check -setup 0.5 -hold 0.25 -rise gate; set_clock_gating_check -setup 0.1 -high gate/A
set_disable_clock_gating_check gate/C; set_clock_gating_check -hold 0.125 clk
write_sdc $tmp/a.sdc; read_sdc $tmp/a.sdc; write_sdc $tmp/b.sdc" "" >"$tmp/script.tcl"
"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >/dev/null 2>"$tmp/err"
cmp "$tmp/a.sdc" "$tmp/b.sdc" >/dev/null && [ "$(grep -c clock_gating_check "$tmp/a.sdc")" -gt 3 ]
ok $? "written and read again"
if command -v sta >/dev/null 2>&1; then
	for said in 'set_clock_gating_check -setup 0.5 -hold 0.3' 'set_clock_gating_check -setup 0.4 -hold 0.2 [get_clocks clk]' \
		'set_clock_gating_check -setup 0.3 [get_cells gate]' 'set_clock_gating_check -hold 0.1 -rise [get_pins gate/A]'; do
		is "$(ours full "$said" "gate/A gate/C")" "$(theirs full "$said" "gate/A gate/C")" "$said: as OpenSTA"
	done
else
	skip "set_clock_gating_check: as OpenSTA" "no sta"
fi
plan
