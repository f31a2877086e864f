# Path segmentation: set_max_delay and set_min_delay from pins that are no startpoints, and to pins that are
# no endpoints, byte by byte as OpenSTA 2.0 reports them where that is installed; what it does otherwise is
# said where it is left out.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

cat >"$tmp/d.v" <<'END'
module seg (input clk, input a, input b, output y);
  wire q1, n1, n2, n3, q2, ck;
  CLKBUF_X2 cb (.A(clk), .Z(ck));
  DFFQ_X1 r1 (.CK(ck), .D(a), .Q(q1));
  BUF_X1 g1 (.A(q1), .Z(n1));
  NAND2_X1 g2 (.A1(n1), .A2(b), .ZN(n2));
  BUF_X1 g3 (.A(n2), .Z(n3));
  DFFQ_X1 r2 (.CK(ck), .D(n3), .Q(q2));
  BUF_X1 g4 (.A(q2), .Z(y));
endmodule
END
cat >"$tmp/d.sdc" <<'END'
create_clock -name c -period 10 [get_ports clk]
set_propagated_clock c
set_input_delay 1 -clock c {a b}
set_output_delay 1 -clock c y
END
gzip -dc "$srcdir/assets/ws45/ws45_late.lib.gz" >"$tmp/late.lib"

# ends: of a report the lines of endpoints, in any order; the group of what has no clock has two names
ends() {
	grep -E '(MET|VIOLATED)\)|group' | sed 's/group \*\*default\*\*/group path delay/' | sort
}

# ours SDC, theirs SDC: all endpoints, setup and hold
ours() {
	cat >"$tmp/ours.tcl" <<END
read_liberty $tmp/late.lib
read_verilog $tmp/d.v
link_design seg
read_sdc $tmp/d.sdc
set sta_crpr_enabled 0
$1
foreach d {max min} {
	report_checks -path_delay \$d -format end -digits 3 -group_path_count 20 -endpoint_path_count 20
}
END
	"$warpscope" -b -d cpu "$tmp/ours.tcl" 2>"$tmp/err" | ends
}
theirs() {
	cat >"$tmp/theirs.tcl" <<END
read_liberty $tmp/late.lib
read_verilog $tmp/d.v
link_design seg
source $tmp/d.sdc
set sta_crpr_enabled 0
$1
foreach d {max min} {
	report_checks -path_delay \$d -format end -digits 3 -group_count 20 -endpoint_count 20
}
END
	sta -no_splash -exit "$tmp/theirs.tcl" 2>&1 | ends
}

has_sta=$(command -v sta)
while read -r line; do
	if [ -n "$has_sta" ]; then
		is "$(ours "$line")" "$(theirs "$line")" "$line"
	else
		skip "$line" "no OpenSTA"
	fi
done <<'END'
set_max_delay 3 -from g1/Z
set_max_delay 3 -from r1/Q
set_max_delay 3 -to g2/ZN
set_max_delay 3 -from g1/Z -to g3/A
set_max_delay 3 -from g1/A -to r2/D
set_max_delay 3 -from r1/Q -ignore_clock_latency
set_max_delay 3 -rise_from g2/ZN
set_max_delay 1 -from g2/ZN -through g3/Z
set_min_delay .02 -from g2/ZN
set_max_delay 3 -from {g1/A g3/Z}; set_min_delay .1 -to g2/A1
set_max_delay 3 -from r1
set_max_delay 3 -from g2
set_max_delay 3 -to g2
set_max_delay 3 -from r2/D
set_false_path -from g1/Z; set_max_delay 1 -from g1/Z
END

# Exceptions of pins that are no startpoints or endpoints don't apply, and a warning names the pins
while read -r line; do
	if [ -n "$has_sta" ]; then
		is "$(ours "$line")" "$(theirs "$line")" "$line"
	else
		skip "$line" "no OpenSTA"
	fi
done <<'END'
set_false_path -from r1/Q
set_false_path -from r1/CK
set_false_path -from r1
set_false_path -fall_from r1
set_false_path -rise_from r1
set_false_path -from g1/Z
set_false_path -from {r1/CK r1/Q}
set_false_path -from {r1/Q g1/Z} -through g2/ZN
set_false_path -from r1/Q -to r2/D
set_false_path -from r1/D
set_false_path -from y
set_false_path -from [get_pins r1/*]
set_false_path -to [get_pins r2/*]
set_false_path -to r2/Q
set_false_path -to r2/CK
set_false_path -to g2/A1
set_false_path -to g3
set_false_path -to a
set_false_path -through r1/Q
set_multicycle_path 2 -from r1/Q
set_multicycle_path 2 -fall_from r1
set_multicycle_path 2 -hold -from r1/Q
set_multicycle_path 2 -setup -from {r1/Q r1/CK} -to r2/D
set_multicycle_path 2 -to g3/A
group_path -name g -from r1/Q
set_max_delay 3 -from r1/Q; set_false_path -from r1/Q
set_false_path -from r1/Q; set_max_delay 3 -from r1/Q
set_max_delay 3 -to g2/ZN; set_false_path -to g2/ZN
set_max_delay 3 -from r1/Q; set_multicycle_path 2 -from r1/CK
END
is "$(ours "set_false_path -from r1/Q" | grep -c r2/D)" 8 "a false path from an output of a register takes none away"
warned() {
	printf '%s\n' "create_clock -name c -period 10 clk" "$1" >"$tmp/warned.sdc"
	cat >"$tmp/warned.tcl" <<END
read_liberty $tmp/late.lib
read_verilog $tmp/d.v
link_design seg
read_sdc $tmp/warned.sdc
END
	"$warpscope" -b -d cpu "$tmp/warned.tcl" 2>&1 | sed "s|$tmp/||"
}
is "$(warned "set_false_path -from r1/Q")" \
	"warned.sdc:2: warning: set_false_path: \"r1/Q\" is no startpoint, ignored" "with the place"
is "$(warned "set_multicycle_path 2 -from {r1/CK r1/Q g1/Z} -to {r2/D r2/Q}")" \
	"warned.sdc:2: warning: set_multicycle_path: \"r1/Q\" and 1 more pins of -from are no startpoints, ignored
warned.sdc:2: warning: set_multicycle_path: \"r2/Q\" is no endpoint, ignored" "of several, and at the end"
is "$(warned "set_false_path -from g1/A; set_input_delay 2 -clock c g1/A; set_false_path -to g2/ZN; set_max_delay 1 -to g2/ZN
set_max_delay 2 -from g3/Z; set_false_path -from {clk a r1 c} -to {y r2 r2/D c}" | grep -v 'paths are cut')" "" \
	"what delays make startpoints and endpoints is none of those, whichever comes first"
# A warning at the command says what a path delay cuts, also where others cut there already; not of what begins or ends paths by
# itself, of whole cells, and with -probe. A register's clock ends none, an output port begins none.
cut="warning: set_max_delay: paths are cut at"
lost="have no setup and hold checks (-probe keeps them)"
is "$(warned "set_max_delay 3 -from {r1/Q g1/Z} -to r2/D
set_max_delay 2 -from r1/CK -to {y g2/ZN}; set_max_delay 1 -to g2/ZN
set_max_delay 3 -from {a r1 r1/CK} -to {y r2/D r2 g3}
set_max_delay 3 -probe -from r1/Q -to g2/ZN")" "\
warned.sdc:2: $cut \"r1/Q\" and 1 more pins of -from: other paths through these $lost
warned.sdc:3: $cut \"g2/ZN\": other paths through it $lost
warned.sdc:3: $cut \"g2/ZN\": other paths through it $lost" "cuts"
is "$(warned "set_min_delay 3 -from y -to r1/CK")" \
	"warned.sdc:2: warning: set_min_delay: \"y\" is no startpoint, ignored
warned.sdc:2: warning: set_min_delay: \"r1/CK\" is no endpoint, ignored" "path delays of what is no end"
warned "set_max_delay 3 -from r1/Q -to g2/ZN" >"$tmp/out"
printf '1\n:report_wns\n<Esc>\n:expect {pins cut paths}\n:save_screen %s\n' "$tmp/summary.txt" >"$tmp/summary.keys"
"$warpscope" -d cpu --no-init --keys "$tmp/summary.keys" --size 120x36 -f "$tmp/warned.tcl" >"$tmp/out" 2>&1 </dev/null
is "$(grep -c 'pins cut paths *2' "$tmp/summary.txt")" 1 "Summary counts them"

is "$(ours "set_max_delay 3 -from g1/Z" | grep 'r2/D' | awk '{ print $3, $4 }' | tr '\n' ' ')" \
	"0.013 1.025 0.027 1.022 2.982 0.027 2.996 0.024 9.982 1.025 9.996 1.022 " \
	"paths begin at g1/Z, and those through it are gone from setup and hold"
is "$(ours "set_max_delay 3 -probe -from g1/Z" | grep -c 'r2/D.* 0\.1')" 4 "-probe leaves them"
is "$(ours "set_max_delay 3 -from g1/Z; set_max_delay 2 -to g1/Z" | awk '/g1\/Z|r2\/D/ && $3 < 4 { print $1, $3 }' | sort -u | tr '\n' ' ')" \
	"g1/Z 2.000 r2/D 0.013 r2/D 0.027 r2/D 2.982 r2/D 2.996 " "one ends where another begins"
ours "set_max_delay 3 -from g1/Z; write_sdc $tmp/again.sdc" >"$tmp/one"
is "$(ours "read_sdc $tmp/again.sdc")" "$(cat "$tmp/one")" "written and read again"

# More exceptions begun by one path than there was room for once
many="for {set i 0} {\$i < 1500} {incr i} { set_multicycle_path 2 -setup -from r1/CK -through g1/A -to r2/D }"
is "$(ours "$many; set_false_path -from r1/CK -through g1/A -through g2/ZN" | grep 'r2/D' | awk '{ print $4 }' | tr '\n' ' ')" \
	"1.025 1.022 1.025 1.022 " "1501 exceptions begun by one path, of which the last takes it away"
plan
