# Libraries that measure between different thresholds: slews are converted from one to another, and delays of wires shift. Right
# values by hand beside each; OpenSTA 3.1 has the same.
. "${srcdir:-.}/tests/lib/tap.sh"

# library NAME IN-AND-OUTPUT-THRESHOLD LOWER UPPER DERATE: a delay is 0.1 ns and the slew; slews are 0.6 ns
library() {
	cat <<-END
		library ($1) {
		  delay_model : table_lookup; time_unit : "1ns"; capacitive_load_unit (1, pf);
		  input_threshold_pct_rise : $2; input_threshold_pct_fall : $2; output_threshold_pct_rise : $2; output_threshold_pct_fall : $2;
		  slew_lower_threshold_pct_rise : $3; slew_lower_threshold_pct_fall : $3; slew_upper_threshold_pct_rise : $4; slew_upper_threshold_pct_fall : $4;
		  slew_derate_from_library : $5;
		  lu_table_template (slew) { variable_1 : input_net_transition; index_1 ("0, 1"); }
		  lu_table_template (con) { variable_1 : constrained_pin_transition; index_1 ("0, 1"); }
		  cell ($1_BUF) {
		    pin (A) { direction : input; capacitance : 0; }
		    pin (Y) { direction : output; function : "A";
		      timing () { related_pin : "A"; timing_sense : positive_unate;
		        cell_rise (slew) { values ("0.1, 1.1"); } cell_fall (slew) { values ("0.1, 1.1"); }
		        rise_transition (scalar) { values ("0.6"); } fall_transition (scalar) { values ("0.6"); } } } }
		  cell ($1_DFF) {
		    ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; }
		    pin (CK) { direction : input; clock : true; capacitance : 0; }
		    pin (D) { direction : input; capacitance : 0;
		      timing () { related_pin : "CK"; timing_type : setup_rising; rise_constraint (con) { values ("0.1, 1.1"); } fall_constraint (con) { values ("0.1, 1.1"); } } }
		    pin (Q) { direction : output; function : "IQ";
		      timing () { related_pin : "CK"; timing_type : rising_edge; cell_rise (scalar) { values ("0.2"); } cell_fall (scalar) { values ("0.2"); }
		        rise_transition (scalar) { values ("0.6"); } fall_transition (scalar) { values ("0.6"); } } } }
		}
	END
}
library a 50 20 80 1 >"$tmp/a.lib"
library b 50 10 90 1 >"$tmp/b.lib"
library c 40 20 80 1 >"$tmp/c.lib"
library e 50 30 70 0.5 >"$tmp/e.lib"
cat >"$tmp/d.v" <<'END'
module top (clk, i, z);
  input clk, i; output [7:0] z; wire n, m;
  a_BUF u0 (.A(i), .Y(n));
  a_BUF ua (.A(n), .Y(z[0]));
  b_BUF ub (.A(n), .Y(m));
  b_DFF rb (.D(n), .CK(clk), .Q(z[1]));
  c_BUF uc (.A(n), .Y(z[2]));
  e_BUF ux (.A(n), .Y(z[3]));
  a_BUF ab (.A(m), .Y(z[4]));
  b_BUF bb (.A(m), .Y(z[5]));
endmodule
END
{
	for l in a b c e; do echo "read_liberty $tmp/$l.lib"; done
	cat <<-END
		read_verilog $tmp/d.v
		link_design top
		create_clock -name clk -period 10 clk
		set_input_delay 0 -clock clk i
		set_output_delay 0 -clock clk [all_outputs]
	END
} >"$tmp/open.tcl"

# slack CALCULATOR PIN EDGE, at the end of the only path there
slack() {
	"$warpscope" -b -d cpu --no-init -e "source $tmp/open.tcl; set_delay_calculator $1
		report_checks -${3}_to $2 -digits 4 -format end" 2>"$tmp/err" | awk '$NF == "(MET)" { print $(NF - 1) }'
}
# By lumped_cap, elmore and, without wires, dmp_ceff_elmore alike
for calculator in lumped_cap elmore dmp_ceff_elmore; do
	is "$(slack $calculator 'z[0]' rise)" "9.2000" "$calculator: a to a: 0.1 + 0.1 + 0.6 of 10"
	is "$(slack $calculator rb/D rise)" "9.0000" "a to b: 0.6 of 20-80 is 0.8 of 10-90; 0.1, setup 0.1 + 0.8"
	is "$(slack $calculator 'z[2]' rise)" "9.2000" "a to c and back: the wire is 0.1 earlier, then 0.1 later"
	is "$(slack $calculator 'z[2]' fall)" "9.2000" "falling: later, then earlier"
	is "$(slack $calculator 'z[3]' rise)" "9.0000" "a to e: 0.6/60 × 40/0.5 = 0.8; 0.1 + 0.1 + 0.8"
	is "$(slack $calculator 'z[4]' rise)" "8.4500" "b to a: 0.6 is 0.45; 0.1 + 0.1 + 0.8 + 0.1 + 0.45"
	is "$(slack $calculator 'z[5]' rise)" "8.3000" "b to b: 0.1 + 0.1 + 0.8 + 0.1 + 0.6"
done
is "$("$warpscope" -b -d cpu --no-init -e "source $tmp/open.tcl
	report_checks -rise_to {z[2]} -digits 4 -fields {slew input_pin}" 2>&1 | awk '/^ *[0-9].*(c_BUF|\(out\))/ { print $1, $2, $3 }' | paste -sd ';')" \
	"0.6000 -0.1000 0.0000;0.6000 0.7000 0.7000;0.6000 0.1000 0.8000" "points of the path to c"

# asap7's gates measure slews at 10-90, its memories at 20-80: a slew is 0.75 of itself there, and 4/3 on the way back. A port
# without a driving cell has after a wire of t = 2 kohm x (20 + 0.577) fF a delay of t ln 2, and a slew of t ln 9.
lib=$WARPSCOPE_REFERENCE/data/lib/asap7
cat >"$tmp/m.v" <<'END'
module top (clk, i, z);
  input clk, i; output z; wire n; wire [15:0] q;
  BUFx2_ASAP7_75t_R u0 (.A(i), .Y(n));
  sram_asap7_16x256_1rw m (.clk(clk), .we_in(n), .rd_out(q));
  BUFx2_ASAP7_75t_R u1 (.A(q[0]), .Y(z));
endmodule
END
cat >"$tmp/m.spef" <<'END'
*SPEF "IEEE 1481-1998"
*DESIGN "top"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 PS
*C_UNIT 1 FF
*R_UNIT 1 KOHM
*L_UNIT 1 HENRY
*D_NET i 20
*CONN
*P i I
*I u0:A I
*CAP
1 u0:A 20
*RES
1 i u0:A 2
*END
END
# memory CALCULATOR: slews at the buffer before the memory, at the memory and after it, as shares of those that drive them; delay
# and slew at the first buffer
memory() {
	"$warpscope" -b -d cpu --no-init -e "read_liberty $lib/asap7sc7p5t_INVBUF_RVT_FF_nldm_220122.lib.gz
		read_liberty $lib/sram_asap7_16x256_1rw.lib; read_verilog $tmp/m.v; link_design top
		create_clock -name clk -period 1000 clk; set_input_delay 0 -clock clk i; set_output_delay 0 -clock clk z
		read_spef $tmp/m.spef; set_delay_calculator $1
		report_checks -rise_from i -to m/we_in -digits 3 -fields {slew input_pin}
		report_checks -from m/clk -rise_to z -digits 3 -fields {slew input_pin}" 2>"$tmp/err" |
		awk '$5 ~ "^(u0/Y|m/rd)" { slew = $1 } $5 == "m/we_in" || $5 == "u1/A" { printf "%.3f ", $1 / slew }
			$5 == "u0/A" { printf "%s %s ", $2, $1 }'
}
if [ -n "$WARPSCOPE_REFERENCE" ] && [ -f "$lib/sram_asap7_16x256_1rw.lib" ]; then
	is "$(memory lumped_cap)" "0.000 0.000 0.750 1.333 " "lumped_cap: asap7's gates and memories"
	is "$(memory elmore)" "41.154 41.154 0.750 1.333 " "elmore: the same"
	is "$(memory dmp_ceff_elmore)" "28.526 90.425 0.750 1.333 " "dmp_ceff_elmore: the same, and a port"
else
	skip "asap7's gates and memories" "no reference"
fi
plan
