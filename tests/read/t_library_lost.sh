# What libraries say and timing must not drop silently: wire loads have their effect; what has none here is an error of the
# designs that use the cell, where it could make slack worse.
. "${srcdir:-.}/tests/lib/tap.sh"
have=$(command -v sta)

# library ATTRIBUTES GROUPS: of the library, and of the timing group from A to Y
library() {
	cat >"$tmp/gate.lib" <<END
library (gate) {
  $(case $1 in *delay_model*) ;; *) echo "delay_model : table_lookup;" ;; esac) time_unit : "1ns"; capacitive_load_unit (1, pf); pulling_resistance_unit : "1kohm"; nom_process : 1; nom_temperature : 25; nom_voltage : 1;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50; output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  operating_conditions (hot) { process : 2; voltage : 1; temperature : 25; }
  operating_conditions (worst) { process : 1; voltage : 1; temperature : 25; tree_type : "worst_case_tree"; }
  operating_conditions (best) { process : 1; voltage : 1; temperature : 25; tree_type : best_case_tree; }
  $1
  lu_table_template (load) { variable_1 : total_output_net_capacitance; index_1 ("0, 10"); }
  lu_table_template (three) { variable_1 : total_output_net_capacitance; variable_2 : input_net_transition; variable_3 : related_out_total_output_net_capacitance;
    index_1 ("0, 1"); index_2 ("0, 1"); index_3 ("0, 1"); }
  cell (BUF) {
    pin (A) { direction : input; capacitance : 0.1; }
    pin (Y) { direction : output; function : "A";
      timing () { related_pin : "A"; timing_sense : positive_unate;
        cell_rise (load) { values ("1, 11"); } cell_fall (load) { values ("1, 11"); }
        rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } }
      $2
    }
  }
}
END
}
cat >"$tmp/top.v" <<'END'
module top (a, y, z, w);
  input a; output y, z, w; wire n;
  BUF u1 (.A(a), .Y(n));
  BUF u2 (.A(n), .Y(y));
  BUF u3 (.A(n), .Y(z));
  BUF u4 (.A(y), .Y(w));
endmodule
END
# script COMMANDS
script() {
	printf 'read_liberty %s\nread_verilog %s\nlink_design top\n' "$tmp/gate.lib" "$tmp/top.v"
	printf 'set_delay_calculator elmore\ncreate_clock -name v -period 100\nset_input_delay 0 -clock v a\nset_output_delay 0 -clock v {y z w}\n%s\n' "$1"
}
run() {
	script "$1" >"$tmp/script.tcl"
	"$warpscope" -b -d cpu --no-init ${flags-} "$tmp/script.tcl" 2>"$tmp/err" </dev/null
	code=$?
}
report='report_checks -to w -digits 2; report_checks -path_delay min -to w -digits 2'
slacks() {
	awk '/slack \(/ { printf "%s ", $1 }'
}
# both COMMANDS SLACKS NAME: ours and OpenSTA's
both() {
	is "$(run "$1
$report" | slacks)" "$2" "$3"
	if [ -n "$have" ]; then
		is "$(sta -no_splash -exit "$tmp/script.tcl" 2>&1 </dev/null | slacks)" "$2" "$3: OpenSTA"
	else
		skip "$3: OpenSTA" "no sta"
	fi
}

# ---- wire loads ----
# A net of n loads has length(n); R/n and C/n before each: by hand 4.2 + (1 + 4.2) + 4.2 + (1 + 4.1) + 4.2 + (1 + 2) + 4
loads='wire_load ("w") { resistance : 1; capacitance : 1; area : 1; slope : 0.5; fanout_length (1, 2); fanout_length (2, 4); }
wire_load ("v") { resistance : 2; capacitance : 1; slope : 0.25; fanout_length (6, 9); fanout_length (3, 3); }'
library "$loads"
w="set_wire_load_model -name w;"
both "$w" "70.10 29.90 " "a wire load"
is "$(grep -c 'no parasitics: wires are guessed by wire load "w" of library "gate"' "$tmp/err")" 1 "a message says so"
both "set_wire_load_model -name v" "55.09 44.91 " "set_wire_load_model; below the listed fan-outs the slope counts"
both "$w set_load 1 y" "69.10 30.90 " "what is outside a port comes on top"
is "$(run "$w set_load 1 y; report_checks -to y -digits 2" | slacks)" "76.30 " "OpenSTA leaves it out of the port's wire delay: 4.2 + (1 + 4.2) + 4.2 + (1 + 5.1) + 4"
is "$(run "$w set_load 1 y; set_delay_calculator dmp_ceff_elmore; report_dcalc -from u2/A -to u2/Y -digits 3" |
	awk -F '[=, ]' '/Pi model/ { printf "%.3f ", $4 + $8; exit }')" "5.100 " "its driver sees it: 4 of the wire, 0.1 of a pin, 1 outside"
is "$(run "$w set_load 1 y; set_delay_calculator dmp_ceff_elmore; report_dcalc -from u2/A -to u2/Y -digits 3" |
	sed -n 's/^Total=\([0-9.]*\),.*/\1/p' | tr '\n' ' ')" "5.100 5.100 " "the total capacitance, at both edges"
is "$(run "$w set_wire_load_model -name v; report_checks -to w -digits 2
set_wire_load_model -name v
report_checks -to w -digits 2
set_wire_load_model -library gate -name w
report_checks -to w -digits 2
write_sdc $tmp/written.sdc" | slacks)" "55.09 55.09 70.10 " "it can be changed"
is "$(grep wire_load "$tmp/written.sdc")" "set_wire_load_model -name w -library gate" "and is written"
run "set_wire_load_model -name v; save_design $tmp/top.wsd; write_liberty -library gate $tmp/written.lib" >"$tmp/out"
echo "read_design $tmp/top.wsd; $report" >"$tmp/script.tcl"
is "$("$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>/dev/null | slacks)" "55.09 44.91 " "snapshots have it"
cp "$tmp/written.lib" "$tmp/gate.lib"
is "$(run "$w $report" | slacks)" "70.10 29.90 " "write_liberty writes the same"
library "$loads default_wire_load : w;"
is "$(run "$report" | slacks)" "96.70 3.30 " "the library's default isn't applied (OpenSTA 2.0 did, 3 doesn't)"
library "$loads"
run "set_wire_load_model -name x" >"$tmp/out"
is "$code $(grep -c 'no library has that wire load' "$tmp/err")" "1 2" "an unknown one is an error"
both "set_wire_load_model -name v -max; set_wire_load_model -name w -min" "55.09 29.90 " "late and early apart"
sed 's/^library (duo) {/& wire_load ("w") { resistance : 1; capacitance : 1; slope : 1; fanout_length (1, 1); }/' \
	"$srcdir/tests/data/duo.lib" >"$tmp/wires.lib"
echo 'module m (io, z); inout io; output z; BUF b (.A(io), .Y(z)); endmodule' >"$tmp/m.v"
is "$("$warpscope" -b -d cpu --no-init -e "read_liberty $tmp/wires.lib; read_verilog $tmp/m.v; link_design m
create_clock -name c -period 10; set_input_delay 1 -clock c io; set_output_delay 0 -clock c z
set_wire_load_model -name w; report_checks -to z -fields cap" 2>/dev/null | awk '/io \(inout\)/ { print $1 }')" 1.01 "a port of both directions drives one, too"
both "set_wire_load_model -name v -min" "96.70 44.91 " "early alone"
run "set_wire_load_model -name v -min; write_sdc $tmp/written.sdc" >"$tmp/out"
is "$(grep wire_load "$tmp/written.sdc")" "set_wire_load_model -name v -library gate -min" "which is written"
run "set_wire_load_selection_group some" >"$tmp/out"
is "$code $(grep -c 'set_wire_load_selection_group: not supported, skipped' "$tmp/err")" "1 1" "a group is an error"
# y has 3 more loads, so length(5) = 5.5, and 1.1 for each: 4.2 + (1 + 4.2) + 4.2 + (1 + 2.3) + 1.1 * 1.2 + (1 + 2) + 4; to y 1.1 * 1.1
run "set_port_fanout_number 3 y; $w $report; report_checks -to y -digits 2
write_sdc $tmp/written.sdc" >"$tmp/out"
is "$code $(slacks <"$tmp/out")" "0 74.78 25.22 81.89 " "loads outside a port lengthen its wire"
is "$(grep fanout "$tmp/written.sdc")" "set_port_fanout_number 3 [get_ports {y}]" "which is written"
run "set_port_fanout_number 3.5 y" >"$tmp/out"
is "$code $(grep -c "the number isn't a whole one" "$tmp/err")" "2 1" "not a part of one"
cat >"$tmp/top.spef" <<'END'
*SPEF "IEEE 1481-1998"
*DESIGN "top"
*DATE "x"
*VENDOR "x"
*PROGRAM "x"
*VERSION "x"
*DESIGN_FLOW "x"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 NS
*C_UNIT 1 PF
*R_UNIT 1 KOHM
*L_UNIT 1 HENRY
*D_NET n 0.5
*CONN
*I u1:Y O
*I u2:A I
*I u3:A I
*CAP
1 u1:Y 0.5
*RES
1 u1:Y u2:A 0.001
2 u1:Y u3:A 0.001
*END
END
both "$w read_spef $tmp/top.spef" "77.80 22.20 " "nets without parasitics have it beside others"
is "$(grep -c 'not all nets have parasitics: wires are guessed' "$tmp/err")" 1 "a message says so"

# ---- operating conditions ----
# Worst: 4.2 + (1 + 4.2) + 4 * 4.2 + (1 + 4.1) + 4 * 4.1 + (1 + 2) + 4; best: without the wires' delays
both "$w set_operating_conditions worst" "45.30 54.70 " "worst_case_tree"
both "$w set_operating_conditions best" "86.70 13.30 " "best_case_tree"
both "$w set_operating_conditions -min best -max worst" "45.30 13.30 " "early and late apart"
library "$loads default_operating_conditions : worst;"
both "$w" "70.10 29.90 " "default conditions say nothing of wires"
# Factors that OpenSTA 2.0 doesn't read; 13.3 with doubled pins (0.2, 0.1), wires (4, 4, 2), 4.2 and more of delay by resistances
library "$loads k_process_pin_cap : 1;"
is "$(run "$w set_operating_conditions hot
$report" | slacks)" "69.20 30.80 " "capacitances of pins: by hand 4.4 + 5.4 + 4.4 + 5.2 + 4.4 + 3 + 4"
library "$loads k_process_wire_cap : 1; default_operating_conditions : hot;"
is "$(run "$w $report" | slacks)" "44.10 55.90 " "of wires: 8.2 + 9.2 + 8.2 + 9.1 + 8.2 + 5 + 8"
library "$loads k_process_wire_res : 1;"
is "$(run "$w set_operating_conditions -max hot
$report" | slacks)" "53.50 29.90 " "resistances, late only: 8.4 + 5.2 + 8.4 + 5.1 + 8.4 + 3 + 8"
library "scaling_factors (f) { k_process_cell_rise : 2; } default_operating_conditions : hot; k_process_cell_fall : 1; k_temp_hold_rise : 0.1; k_process_min_period : 1; k_volt_rise_transition : 0.5; $loads"
sed -i 's/cell (BUF) {/& scaling_factors : f;/' "$tmp/gate.lib"
both "" "90.10 3.30 " "factors of a group: rise three times"
run "set_operating_conditions -min best -max hot; write_sdc $tmp/written.sdc; save_design $tmp/top.wsd; write_liberty -library gate $tmp/written.lib" >"$tmp/out"
is "$(grep operating "$tmp/written.sdc")" "set_operating_conditions -min best -min_library gate -max hot -max_library gate" "write_sdc has the conditions"
echo "read_design $tmp/top.wsd; $report; set_operating_conditions worst; $report" >"$tmp/script.tcl"
is "$("$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>/dev/null | slacks)" "90.10 3.30 96.70 3.30 " "snapshots have them"
cp "$tmp/gate.lib" "$tmp/before.lib"
cp "$tmp/written.lib" "$tmp/gate.lib"
both "" "90.10 3.30 " "write_liberty writes the same"
is "$(grep -c 'k_\|_conditions\|nom_\|scaling' "$tmp/written.lib")" 14 "all of it"
cp "$tmp/before.lib" "$tmp/gate.lib"
run "report_dcalc -from u1/A -to u1/Y" >"$tmp/out"
is "$(grep -c 'PVT scale factor = 3' "$tmp/out") $(grep -c 'P = 2.*V = 1.*T = 25' "$tmp/out")" "1 2" "report_dcalc shows them"
run "set_operating_conditions nowhere" >"$tmp/out"
is "$code $(grep -c 'no library has these operating conditions' "$tmp/err")" "1 2" "unknown ones are an error where libraries scale"
library 'scaling_factors (f) { k_process_cell_rise : 2; }' ""
sed -i 's/cell (BUF) {/& scaling_factors : g;/' "$tmp/gate.lib"
run "" >"$tmp/out"
is "$code $(grep -c 'undefined scaling_factors "g": the library.s are used' "$tmp/err")" "0 1" "an undefined group"
library 'k_process_cell_rise : 2; operating_conditions (odd) { voltage : 1; temperature : 25; }' ""
both "set_operating_conditions odd" "96.70 -3.30 " "what conditions don't say is 0"
is "$(grep -c 'operating conditions "odd" without process, which is taken as 0' "$tmp/err")" 1 "with a warning"
library 'default_operating_conditions : none; k_process_cell_rise : 2;' ""
both "" "96.70 3.30 " "undefined default conditions"
is "$(grep -c 'undefined default operating conditions "none"' "$tmp/err")" 1 "with a warning"
run "set_operating_conditions none" >"$tmp/out"
is "$code" 1 "nor can they be set"
library 'scaled_cell (BUF, hot) { area : 1; }' ""
run "set_operating_conditions hot" >"$tmp/out"
is "$code $(grep -c 'what scaled_cell groups say of these conditions is not supported' "$tmp/err")" "1 2" "cells described for conditions"

# Of widths of pulses and periods the larger of early and late: 0.6 * 2 of 50 and 3 * 1.5 of 100
cat >"$tmp/pulse.lib" <<'END'
library (pulse) {
  delay_model : table_lookup; time_unit : "1ns"; nom_process : 1;
  operating_conditions (hot) { process : 2; }
  k_process_min_pulse_width_low : 1; k_process_min_period : 0.5;
  cell (DFF) {
    ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; }
    pin (D) { direction : input; }
    pin (CK) { direction : input; clock : true; min_pulse_width_high : 0.4; min_pulse_width_low : 0.6; min_period : 3; }
  }
}
END
printf 'module top (a, clk); input a, clk; DFF r (.D(a), .CK(clk)); endmodule\n' >"$tmp/pulse.v"
cat >"$tmp/script.tcl" <<END
read_liberty $tmp/pulse.lib; read_verilog $tmp/pulse.v; link_design top
create_clock -name clk -period 100 clk
set_operating_conditions -max hot
report_check_types -min_pulse_width -verbose; report_check_types -min_period -verbose
END
is "$("$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err" </dev/null | slacks)" "48.80 95.50 " "widths and periods"

# ---- what is left out ----
# lost NAME LIBRARY GROUPS MESSAGE
lost() {
	library "$2" "$3"
	run "" >"$tmp/out"
	is "$code $(grep -c "warning: .*$4" "$tmp/err") $(grep -c "some of the netlist is not timed or in part: 1 place, first cell \"BUF\" of 4 instances: .*$4" "$tmp/err")" "1 ${5-1} 1" "$1"
}
scaled='default_operating_conditions : hot; k_process_intrinsic_rise : 0.5;'
lost "an unknown timing type" "" 'timing () { related_pin : "A"; timing_type : odd; rise_constraint (scalar) { values ("1"); } }' 'unknown timing_type "odd": not used'
lost "nochange checks" "" 'timing () { related_pin : "A"; timing_type : nochange_high_high; rise_constraint (scalar) { values ("1"); } }' 'timing_type "nochange_high_high" isn.t checked' 0
lost "an unknown related pin" "" 'timing () { related_pin : "B"; cell_rise (scalar) { values ("1"); } }' 'unknown related pin "B"'
lost "no related pin" "" 'timing () { cell_rise (scalar) { values ("1"); } }' 'timing group without related_pin left out'
lost "tables of three axes" "" 'timing () { related_pin : "A"; cell_rise (three) { values ("1, 1", "1, 1", "1, 1", "1, 1"); } }' 'more than two axes'
lost "propagation without a transition" "" 'timing () { related_pin : "A"; rise_propagation (scalar) { values ("1"); } }' 'table "rise_propagation" left out: there is no rise_transition'
lost "bits of unequal buses" 'type (three) { base_type : array; data_type : bit; bit_width : 3; bit_from : 2; bit_to : 0; } type (two) { base_type : array; data_type : bit; bit_width : 2; bit_from : 1; bit_to : 0; }' '} bus (D) { bus_type : three; direction : input; } bus (Q) { bus_type : two; direction : output; timing () { related_pin : "D"; cell_rise (scalar) { values ("1"); } }' 'buses of 3 and 2 bits: their last bits belong together, D.2. has no arcs'
lost "slopes of the linear model" "" 'timing () { related_pin : "A"; intrinsic_rise : 1; slope_rise : 0.5; }' 'slope_rise left out'
lost "other delay models" 'delay_model : "piecewise_cmos";' "" 'delay_model is neither table_lookup nor generic_cmos'
lost "factors of the linear model" "$scaled" "" 'a k_ factor left out'
flags=--ignore-unsupported
run "" >"$tmp/out"
is "$code" 0 "which --ignore-unsupported accepts"
unset flags
library "default_operating_conditions : hot; k_process_leakage_power : 0.5; k_temp_intrinsic_rise : 1;"
run "" >"$tmp/out"
is "$code $(grep -c left "$tmp/err")" "0 0" "not of powers, nor where the conditions are nominal"
run "set_operating_conditions hot" >"$tmp/out"
is "$code $(grep -c 'scaling by some of a library.s k_ factors is not supported' "$tmp/err")" "1 2" "set_operating_conditions, where it would scale"
library "" ""
run "set_operating_conditions hot" >"$tmp/out"
is "$code" 0 "elsewhere it says nothing"
library "" 'timing () { related_pin : "A"; timing_type : odd; rise_constraint (scalar) { values ("1"); } }'
printf 'module top (a, y); input a; output y; assign y = a; endmodule\n' >"$tmp/top.v"
printf 'read_liberty %s\nread_verilog %s\nlink_design top\ncreate_clock -name v -period 100\n' "$tmp/gate.lib" "$tmp/top.v" >"$tmp/script.tcl"
"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >"$tmp/out" 2>&1 </dev/null
is "$?" 0 "cells that a design doesn't use don't count"
plan
