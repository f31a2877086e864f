# Warnings name what they are about, each once: arcs at which loops are broken, names of SPEF's map, libraries that are
# read again; check_setup leaves out what is constant; an error says what would check data without a clock.
. "${srcdir:-.}/tests/lib/tap.sh"

# run COMMANDS: what it prints on both, without the note on wires
run() {
	printf '%s\n' "$1" >"$tmp/run.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/run.tcl" 2>&1 </dev/null | sed "s|$tmp/||g; /parasitics: wires/d"
}

# A loop through two arcs between the same pins, apart by their conditions
cat >"$tmp/loop.lib" <<'END'
library (loop) {
  delay_model : table_lookup; time_unit : "1ns"; capacitive_load_unit (1, pf);
  cell (OR2) {
    pin (A) { direction : input; capacitance : 0; }
    pin (B) { direction : input; capacitance : 0; }
    pin (Y) { direction : output; function : "A + B";
      timing () { related_pin : "A"; timing_sense : positive_unate; when : "B";
        cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); } }
      timing () { related_pin : "A"; timing_sense : positive_unate; when : "!B";
        cell_rise (scalar) { values ("0.2"); } cell_fall (scalar) { values ("0.2"); } }
      timing () { related_pin : "B"; timing_sense : positive_unate;
        cell_rise (scalar) { values ("0.3"); } cell_fall (scalar) { values ("0.3"); } } } }
}
END
cat >"$tmp/loop.v" <<'END'
module top (input b, input t, output y, output z, output w);
  wire n;
  OR2 u (.A(n), .B(b), .Y(n));
  OR2 v (.A(n), .B(b), .Y(y));
  OR2 c (.A(1'b1), .B(b), .Y(z));
  OR2 d (.A(t), .B(b), .Y(w));
endmodule
END
open="read_liberty $tmp/loop.lib
read_verilog $tmp/loop.v
link_design top
create_clock -name c -period 10"
is "$(run "$open
report_worst_slack" | sed '/^worst/d; /clock/d')" 'top: warning: loop "u/Y rise" -> "u/A rise" -> "u/Y rise"
top: warning: loop broken at arc "u/A rise" -> "u/Y rise"
top: warning: loop broken at arc "u/A fall" -> "u/Y fall"' "each arc at which loops are broken once"

# check_setup: inputs and outputs that are constant need no constraint, as in OpenSTA 3
is "$(run "$open
set_case_analysis 1 t
set_input_delay 0 -clock c b
check_setup -verbose -no_input_delay -no_output_delay -unconstrained_endpoints" | grep -v loop)" "\
Warning: There is 1 output port missing set_output_delay.
  y
Warning: There is 1 unconstrained endpoint.
  y" "check_setup without constants"

# what is demanded of data without a clock
is "$(run "$open
set_input_delay 1 b
set_output_delay 1 -clock c y
catch {find_paths} why
puts \$why" | grep -v loop)" "top: nothing is constrained: there are no endpoints; inputs have delays without a clock, whose paths \
check_unclocked_paths 1 checks" "the variable that checks data without a clock"
is "$(run "$open
catch {find_paths} why
puts \$why" | sed -n 's/.*; //p')" "read constraints" "without such delays it isn't named"

# a library that is read again
sed 's/A + B/A + C/' "$tmp/loop.lib" >"$tmp/odd.lib"
is "$(run "foreach i {1 2 3} { read_liberty $tmp/odd.lib }
read_verilog $tmp/loop.v
link_design top" | sed 's/:.*warning: /: /')" 'odd.lib: function "A + C" left out: no such pin' "a library read three times"

# names of the map of SPEF
cat >"$tmp/map.spef" <<'END'
*SPEF "IEEE 1481-1998"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 NS
*C_UNIT 1 PF
*R_UNIT 1 KOHM
*NAME_MAP
*1 y
*2 gone
*3 v
*9 lost
*D_NET *2 0.1
*CONN
*END
*D_NET *1 0.1
*CONN
*I *3:Y O
*I *9:A I
*I *3:B I
*CAP
1 *1:1 0.1
2 *2:1 *2:2 0.1
*END
END
is "$(run "$open
read_spef $tmp/map.spef")" 'map.spef:13: warning: no net "gone" in the netlist
map.spef:19: warning: no pin "lost:A" in the netlist; taken as an inner node of net "y"
map.spef:20: warning: pin "v:B" isn'"'"'t on net "y" in the netlist; taken as an inner node
map.spef:23: warning: capacitance between "gone:1" and "gone:2", neither of net "y", ignored' "names of SPEF's map"
plan
