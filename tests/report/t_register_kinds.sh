# Cells with flip-flops and latches are both: lists of registers, and words of reports by the clock pin that a path begins
# or ends at; ends at integrated clock gates, which are no registers.
. "${srcdir:-.}/tests/lib/tap.sh"
cat >"$tmp/m.lib" <<'END'
library (m) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  cell (RET) {
    latch (S2,SN2) { enable : "B1"; data_in : "Q1"; }
    ff (Q1,QN1) { clocked_on : "CK"; next_state : "D"; }
    pin (B1) { direction : input; capacitance : 0; }
    pin (CK) { clock : true; direction : input; capacitance : 0; }
    pin (D) { direction : input; capacitance : 0;
      timing () { related_pin : "CK"; timing_type : setup_rising; rise_constraint (scalar) { values ("0.1"); } fall_constraint (scalar) { values ("0.1"); } } }
    pin (Q) { direction : output; function : "Q1";
      timing () { related_pin : "CK"; timing_type : rising_edge; cell_rise (scalar) { values ("0.3"); } cell_fall (scalar) { values ("0.3"); }
        rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } } }
    pin (L) { direction : output; function : "S2";
      timing () { related_pin : "B1"; timing_type : rising_edge; cell_rise (scalar) { values ("0.4"); } cell_fall (scalar) { values ("0.4"); }
        rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } } }
  }
  cell (ICG) { clock_gating_integrated_cell : latch_posedge;
    statetable ("CK E", "IQ") { table : "L H : - : H, L L : - : L, H - : - : N"; }
    pin (CK) { clock : true; clock_gate_clock_pin : true; direction : input; capacitance : 0; }
    pin (E) { clock_gate_enable_pin : true; direction : input; capacitance : 0;
      timing () { related_pin : "CK"; timing_type : setup_rising; rise_constraint (scalar) { values ("0.2"); } fall_constraint (scalar) { values ("0.2"); } }
      timing () { related_pin : "CK"; timing_type : hold_rising; rise_constraint (scalar) { values ("0"); } fall_constraint (scalar) { values ("0"); } } }
    pin (GCK) { clock_gate_out_pin : true; direction : output; state_function : "IQ * CK";
      timing () { related_pin : "CK"; timing_sense : positive_unate; cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }
        rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } } }
  }
}
END
cat >"$tmp/m.v" <<'END'
module top (clk, b, d, q, l); input clk, b, d; output q, l; wire n, c;
  RET r1 (.D(d), .CK(clk), .B1(b), .Q(n));
  ICG g (.CK(clk), .E(n), .GCK(c));
  RET r2 (.D(n), .CK(c), .B1(b), .Q(q), .L(l));
endmodule
END
run() {
	"$warpscope" -b -d cpu --no-init -e "read_liberty $tmp/m.lib; read_verilog $tmp/m.v; link_design top
create_clock -name clk -period 10 clk; create_clock -name b -period 10 -waveform {6 8} b
set_input_delay 1 -clock clk d; set_output_delay 0 -clock clk {q l}
$1" 2>"$tmp/err" </dev/null
}
run 'foreach way {"" -edge_triggered -level_sensitive} { set r {}
foreach c [eval all_registers -cells $way] { lappend r [get_full_name $c] }; puts [lsort $r] }' >"$tmp/out"
is "$(cat "$tmp/out")" "r1 r2
r1 r2
r1 r2" "both lists of registers"
ends() {
	run "report_checks $1" | sed -n 's/^\(Start\|End\)point: //p'
}
is "$(ends '-to r2/D')" "r1 (rising edge-triggered flip-flop clocked by clk)
r2 (rising edge-triggered flip-flop clocked by clk)" "by the flip-flop's clock"
is "$(ends '-to l')" "r2 (positive level-sensitive latch clocked by b)
l (output port clocked by clk)" "by the latch's enable"
is "$(ends '-to g/E'; ends '-to g/E -path_delay min')" "r1 (rising edge-triggered flip-flop clocked by clk)
g (rising clock gating-check end-point clocked by clk)
r1 (rising edge-triggered flip-flop clocked by clk)
g (rising clock gating-check end-point clocked by clk)" "at a clock gate"
is "$(run 'report_edges -from r2/CK -to r2/Q; report_edges -from r2/B1 -to r2/L' | grep -oE 'Reg Clk to Q|Latch En to Q')" "Reg Clk to Q
Latch En to Q" "kinds of arcs"
plan
