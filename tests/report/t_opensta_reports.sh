# Reports and values that OpenSTA's scripts ask for: slews, worst slacks, parasitics that are missing; compared
# with Debian's OpenSTA where it has them.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

open="read_liberty $data/domains.lib
read_verilog $tmp/d.v
link_design d
create_clock -name c -period 1 clk
set_input_transition 0.05 {a clk}
set_input_delay 0.1 -clock c a
set_output_delay 0.9 -clock c y"
cat >"$tmp/d.v" <<'END'
module d (input clk, input a, output y);
  wire n, q;
  INV u1 (.A(a), .Y(n));
  DFF r1 (.CK(clk), .D(n), .Q(q));
  BUF u2 (.A(q), .Y(y));
  INV idle (.A(q));
endmodule
END
# The parasitics of n, and of q without u2's pin.
cat >"$tmp/d.spef" <<'END'
*SPEF "IEEE 1481-1998"
*DESIGN "d"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 NS
*C_UNIT 1 PF
*R_UNIT 1 KOHM
*L_UNIT 1 HENRY
*D_NET n 0.002
*CONN
*I u1:Y O
*I r1:D I
*CAP
1 u1:Y 0.001
2 r1:D 0.001
*RES
1 u1:Y r1:D 0.1
*END
*D_NET q 0.002
*CONN
*I r1:Q O
*I idle:A I
*CAP
1 r1:Q 0.001
2 idle:A 0.001
*RES
1 r1:Q idle:A 0.1
*END
END
ours() {
	"$warpscope" -b -d cpu --no-init -e "$open" -e "$1" 2>"$tmp/err" </dev/null
}

cat >"$tmp/sta.tcl" <<END
$open
foreach pin {a u1/Y u2/A clk y} {report_slews \$pin}
foreach split {-max -min} {puts [format "%.6f %.6f %.6f" [worst_slack \$split] [worst_negative_slack \$split] [total_negative_slack \$split]]}
END
ours 'foreach pin {a u1/Y u2/A clk y} {report_slews $pin}
	foreach split {-max -min} {puts [format "%.6f %.6f %.6f" [worst_slack $split] [worst_negative_slack $split] [total_negative_slack $split]]}' >"$tmp/ours"
is "$(sed -n 1p "$tmp/ours")" "a ^ 0.05:0.05 v 0.05:0.05" "slews"
is "$(ours 'report_worst_slack -digits 6; report_wns -digits 6; report_tns -digits 6' | sed 's/.* //' | tr '\n' ' ')" \
	"$(sed -n 6p "$tmp/ours") " "worst slacks are those that are reported"
if command -v sta >/dev/null 2>&1; then
	sta -no_init -no_splash -exit "$tmp/sta.tcl" 2>&1 </dev/null | grep -v '^Warning\|^Error: .*thresh' >"$tmp/theirs"
	is "$(head -6 "$tmp/ours")" "$(head -6 "$tmp/theirs")" "OpenSTA's"
else
	skip "OpenSTA's" "not installed"
fi
is "$(ours 'report_slews r1/X'; tail -1 "$tmp/err")" 'warpscope: report_slews: no pin "r1/X"; nearest "r1/D"' "a pin that isn't there"
is "$("$warpscope" -b -d cpu --no-init -e "read_liberty $data/domains.lib; read_verilog $tmp/d.v; link_design d; puts [worst_slack]" 2>/dev/null)" \
	"INF" "nothing is constrained"

# By hand: without parasitics all drivers (the two inputs and the outputs of cells); then n has them, q partly.
is "$(ours 'report_parasitic_annotation')" "Found 6 unannotated drivers.
Found 0 partially unannotated drivers." "no parasitics"
is "$(ours "read_spef $tmp/d.spef; report_parasitic_annotation -report_unannotated")" "Found 4 unannotated drivers.
 clk
 a
 u2/Y
 idle/Y
Found 1 partially unannotated drivers.
 r1/Q
  u2/A" "parasitics of two nets"
is "$(ours 'report_net -connections -verbose n' | head -1) $(ours 'report_instance -connections -verbose u1' | head -1)" \
	"Net n Instance u1" "options of old scripts"
plan
