# set_sense -type clock: which edges of clocks pass a pin. An XOR makes both of each; slacks by hand, and as OpenSTA 2.0
# has them where that is installed. Senses count from the clock's source; there from the arc's input.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data
sed 's/capacitance : 0[.0-9]*/capacitance : 0/' "$data/duo.lib" >"$tmp/duo.lib"
{
	echo 'library (more) { delay_model : table_lookup; time_unit : "1ns"; capacitive_load_unit (1, pf);'
	sed -n '/threshold/p' "$data/duo.lib"
	printf 'cell (XOR) { pin (A) { direction : input; capacitance : 0; } pin (B) { direction : input; capacitance : 0; }\n'
	printf 'pin (Y) { direction : output; function : "A ^ B";\n'
	for pin in A B; do
		printf 'timing () { related_pin : "%s"; timing_sense : non_unate; cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }\n' $pin
		printf 'rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } }\n'
	done
	printf '} } }\n'
} >"$tmp/more.lib"
cat >"$tmp/d.v" <<'E2'
module d (a, en, clk, y, z);
  input a, en, clk; output y, z; wire k, q;
  XOR x (.A(clk), .B(en), .Y(k));
  DFF r1 (.D(a), .CK(k), .Q(q));
  DFF r2 (.D(q), .CK(clk), .Q(y));
endmodule
E2
script() {
	printf 'read_liberty %s\nread_liberty %s\nread_verilog %s\nlink_design d\n' "$tmp/duo.lib" "$tmp/more.lib" "$tmp/d.v"
	printf 'create_clock -name clk -period 10 [get_ports clk]; create_clock -name fast -add -period 4 [get_ports clk]\n'
	printf 'set_clock_groups -asynchronous -group clk -group fast; set_propagated_clock [all_clocks]\n%s\n' "$1"
	echo "report_checks -path_delay max -to r2/D -digits 3 -format full -group_count 9 -endpoint_count 9"
}
slacks() {
	script "$1" >"$tmp/script.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err" </dev/null | awk '/slack \(/ { print $1 }' | sort -n | tr '\n' ' '
}
# r1 launches at 0.1 (rise) or 5.1 (fall, seen as a rise at r1/CK): q falls 0.25 and rises 0.20 later; r2 captures at 10
# (fast: 0.1 or 2.1, captured at 4); setup 0.12 and 0.10.
is "$(slacks "")" "1.530 1.600 3.530 3.600 4.530 4.600 9.530 9.600 " "both edges of both clocks"
is "$(slacks "set_sense -type clock -positive x/Y")" "3.530 3.600 9.530 9.600 " "-positive"
is "$(slacks "set_clock_sense -negative [get_pins x/Y]")" "1.530 1.600 4.530 4.600 " "-negative, by the old name"
is "$(slacks "set_sense -type clock -stop_propagation x/Y")" "" "-stop_propagation"
is "$(slacks "set_sense -type clock -stop_propagation -clocks fast x/Y")" "4.530 4.600 9.530 9.600 " "of one clock"
is "$(slacks "set_sense -type clock -positive x/Y; set_sense -type clock -negative -clocks fast x/Y")" "1.530 1.600 9.530 9.600 " \
	"a clock's own goes before that of all"
is "$(slacks "set_sense -type clock -pulse rise_triggered_high_pulse x/Y")" "3.530 3.600 9.530 9.600 " "pulses of the rising edge"
is "$(slacks "set_sense -type clock -pulse fall_triggered_low_pulse x/Y")" "1.530 1.600 4.530 4.600 " "and of the falling edge"
if command -v sta >/dev/null 2>&1; then
	for said in '-positive [get_pins x/Y]' '-negative [get_pins x/Y]' '-stop_propagation [get_pins x/Y]' \
		'-stop_propagation -clocks [get_clocks fast] [get_pins x/Y]'; do
		script "set_sense -type clock $said" >"$tmp/script.tcl"
		"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >"$tmp/ours" 2>"$tmp/err" </dev/null
		sta -no_splash -exit "$tmp/script.tcl" >"$tmp/theirs" 2>&1 </dev/null
		is "$(cat "$tmp/ours")" "$(cat "$tmp/theirs")" "$said: as OpenSTA"
	done
else
	skip "as OpenSTA" "no sta"
fi
script "set_sense -type clock -positive x/Y; set_sense -type clock -stop_propagation -clocks fast x/Y
set_sense -type clock -pulse fall_triggered_low_pulse x/A; write_sdc $tmp/a.sdc; read_sdc $tmp/a.sdc; write_sdc $tmp/b.sdc" >"$tmp/script.tcl"
"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >/dev/null 2>"$tmp/err" </dev/null
sort "$tmp/a.sdc" >"$tmp/a" # a clock that is defined once more takes its senses with it, so they come last
sort "$tmp/b.sdc" | cmp -s "$tmp/a" - && [ "$(grep -c set_sense "$tmp/a.sdc")" -eq 3 ]
ok $? "written and read again"
plan
