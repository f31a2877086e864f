# write_sdf: what it writes of a small design, and of real ones the same values as OpenSTA 2.0, where that is installed;
# OpenSTA reads ours and reports the same slacks as of the libraries.
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/opensta.sh"

cat >"$tmp/s.lib" <<'END'
library (s) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  cell (XOR2) {
    pin (A) { direction : input; capacitance : 0.001; }
    pin (B) { direction : input; capacitance : 0.001; }
    pin (Y) { direction : output; function : "A^B";
      timing () { related_pin : "A"; timing_sense : positive_unate; when : "!B";
        cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.2"); }
        rise_transition (scalar) { values ("0.01"); } fall_transition (scalar) { values ("0.01"); } }
      timing () { related_pin : "A"; timing_sense : negative_unate; when : "B";
        cell_rise (scalar) { values ("0.3"); } cell_fall (scalar) { values ("0.4"); }
        rise_transition (scalar) { values ("0.01"); } fall_transition (scalar) { values ("0.01"); } }
      timing () { related_pin : "B"; timing_sense : positive_unate;
        cell_rise (scalar) { values ("0.5"); } cell_fall (scalar) { values ("0.5"); }
        rise_transition (scalar) { values ("0.01"); } fall_transition (scalar) { values ("0.01"); } }
      timing () { related_pin : "B"; timing_sense : negative_unate;
        cell_rise (scalar) { values ("0.6"); } cell_fall (scalar) { values ("0.5"); }
        rise_transition (scalar) { values ("0.01"); } fall_transition (scalar) { values ("0.01"); } }
    }
  }
  cell (DFF) {
    ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; clear : "!RN"; }
    pin (CK) { direction : input; clock : true; capacitance : 0.001; min_pulse_width_high : 0.11; min_period : 0.3; }
    pin (RN) { direction : input; capacitance : 0.001; }
    pin (D) { direction : input; capacitance : 0.001;
      timing () { related_pin : "CK"; timing_type : setup_rising;
        rise_constraint (scalar) { values ("0.05"); } fall_constraint (scalar) { values ("0.06"); } }
      timing () { related_pin : "CK"; timing_type : setup_rising; when : "!D"; sdf_cond : "ne";
        rise_constraint (scalar) { values ("0.055"); } fall_constraint (scalar) { values ("0.01"); } }
      timing () { related_pin : "CK"; timing_type : hold_rising;
        rise_constraint (scalar) { values ("-0.01"); } fall_constraint (scalar) { values ("0.02"); } } }
    pin (Q) { direction : output; function : "IQ";
      timing () { related_pin : "CK"; timing_type : rising_edge;
        cell_rise (scalar) { values ("0.25"); } cell_fall (scalar) { values ("0.35"); }
        rise_transition (scalar) { values ("0.01"); } fall_transition (scalar) { values ("0.01"); } }
      timing () { related_pin : "RN"; timing_type : clear; timing_sense : positive_unate;
        cell_fall (scalar) { values ("0.33"); } fall_transition (scalar) { values ("0.01"); } } }
  }
}
END
cat >"$tmp/s.v" <<'END'
module s (input clk, input [1:0] a, output y);
  wire n;
  top_half h (.a(a), .y(n));
  DFF \r[0]/x  (.CK(clk), .D(n), .Q(y));
endmodule
module top_half (input [1:0] a, output y);
  XOR2 x1 (.A(a[0]), .B(a[1]), .Y(y));
endmodule
END
open="read_liberty $tmp/s.lib
read_verilog $tmp/s.v
link_design s
create_clock -name c -period 1 clk"
ours() {
	"$warpscope" -b -d cpu --no-init -e "$open" -e "$1" 2>"$tmp/err" </dev/null
}

ours "write_sdf -no_version $tmp/s.sdf"
cat >"$tmp/expected" <<'END'
(DELAYFILE
 (SDFVERSION "3.0")
 (DESIGN "s")
 (PROGRAM "warpscope")
 (DIVIDER /)
 (TIMESCALE 1ns)
 (CELL
  (CELLTYPE "s")
  (INSTANCE)
  (DELAY
   (ABSOLUTE
    (INTERCONNECT clk r\[0\]\/x/CK (0.000000::0.000000))
    (INTERCONNECT a[0] h/x1/A (0.000000::0.000000))
    (INTERCONNECT a[1] h/x1/B (0.000000::0.000000))
    (INTERCONNECT h/x1/Y r\[0\]\/x/D (0.000000::0.000000))
    (INTERCONNECT r\[0\]\/x/Q y (0.000000::0.000000))
   )
  )
 )
 (CELL
  (CELLTYPE "XOR2")
  (INSTANCE h/x1)
  (DELAY
   (ABSOLUTE
    (COND !B (IOPATH A Y (0.100000::0.100000) (0.200000::0.200000)))
    (COND B (IOPATH A Y (0.300000::0.300000) (0.400000::0.400000)))
    (IOPATH (posedge B) Y (0.500000::0.500000))
    (IOPATH (negedge B) Y (0.600000::0.600000) (0.500000::0.500000))
   )
  )
 )
END
sort "$tmp/expected" >"$tmp/expected.sorted"
sort "$tmp/s.sdf" >"$tmp/s.sorted"
is "$(comm -23 "$tmp/expected.sorted" "$tmp/s.sorted")" "" "what a small design has"
is "$(grep -A20 TIMINGCHECK "$tmp/s.sdf" | sed -n 's/^   \((.*\)/\1/p')" "(SETUP (posedge D) (posedge CK) (0.050000::0.050000))
(SETUP (COND ne (posedge D)) (COND ne (posedge CK)) (0.055000::0.055000))
(SETUP (negedge D) (posedge CK) (0.060000::0.060000))
(SETUP (COND ne (negedge D)) (COND ne (posedge CK)) (0.010000::0.010000))
(HOLD (posedge D) (posedge CK) (-0.010000::-0.010000))
(HOLD (negedge D) (posedge CK) (0.020000::0.020000))
(WIDTH (posedge CK) (0.110000::0.110000))
(PERIOD CK (0.300000::0.300000))" "checks: one for each condition, those without come first"
is "$(grep 'IOPATH RN' "$tmp/s.sdf" | sed 's/^ *//')" "(IOPATH RN Q () (0.330000::0.330000))" "a clear arc"
ours "write_sdf -divider . -digits 2 -include_typ -gzip -no_timestamp $tmp/packed"
is "$(gzip -dc <"$tmp/packed" | grep -e VERSION -e DIVIDER -e 'COND !B' -e 'h.x1.A' | grep -v SDFVERSION)" " (VERSION \"$("$warpscope" --version | head -n 1 | sed 's/warpscope //')\")
 (DIVIDER .)
    (INTERCONNECT a[0] h.x1.A (0.00:0.00:0.00))
    (COND !B (IOPATH A Y (0.10:0.10:0.10) (0.20:0.20:0.20)))" "its options"
ours "set_timing_derate -late 1.1; write_sdf -no_version $tmp/d.sdf; report_worst_slack"
is "$(cmp "$tmp/d.sdf" "$tmp/s.sdf" 2>&1)" "" "delays are those before derates"
ours "write_sdf $tmp/none/s.sdf"
is "$(grep -c "$tmp/none" "$tmp/err")" 1 "a file that can't be made"

# ---- real ones beside OpenSTA ----

report() { # to 1 ps, or a tenth of it
	digits=3
	case $design in *_asap7) digits=1 ;; esac
	echo "report_checks -digits $digits"
	echo "report_checks -path_delay min -digits $digits"
}
# The library without what 2.0 adds of wires when there are no parasitics.
for design in gcd_sky130hd gcd_asap7; do
	opensta_design "write_sdf" || continue
	if ! command -v sta >/dev/null 2>&1; then
		skip "write_sdf of $design" "OpenSTA isn't installed"
		continue
	fi
	rm -rf "$tmp/lib" && mkdir "$tmp/lib"
	for lib in $libs; do
		name=$tmp/lib/$(basename "$lib" .gz)
		gzip -dc "$lib" | sed 's/default_wire_load/left_&/; s/wire_load_selection/left_&/' >"$name"
		echo "read_liberty $name"
	done >"$tmp/open.tcl"
	gzip -dc "$verilog" | grep -viE '^ *[a-z0-9_]*(fill_|tap|decap|fill)[a-z0-9_]* ' >"$tmp/n.v"
	printf '%s\n' "read_verilog $tmp/n.v" "link_design $top" "read_sdc $sdc" >>"$tmp/open.tcl"
	{ cat "$tmp/open.tcl"; echo "write_sdf -digits 6 $tmp/theirs.sdf"; report; } >"$tmp/theirs.tcl"
	{ cat "$tmp/open.tcl"; echo "write_sdf -digits 6 $tmp/ours.sdf"; } >"$tmp/ours.tcl"
	sta -no_init -no_splash -exit "$tmp/theirs.tcl" >"$tmp/theirs" 2>&1
	"$warpscope" -b -d cpu --no-init "$tmp/ours.tcl" >/dev/null 2>&1 </dev/null
	python3 "$srcdir/tests/lib/compare_sdf.py" "$tmp/ours.sdf" "$tmp/theirs.sdf" 0.02 >"$tmp/compared"
	is "$(grep -c ' 0 outside, 0 inside' "$tmp/compared")" 1 "$design: OpenSTA's values"
	is "$(expr "$(sed -n 's/ values.*//p' "$tmp/compared")" '>' 9000)" 1 "$design: all of them"
	is "$(grep 'only theirs' "$tmp/compared")" "only theirs: none and 0 wires" "$design: all entries"
	{ cat "$tmp/open.tcl"; echo "read_sdf $tmp/ours.sdf"; report; } >"$tmp/back.tcl"
	sta -no_init -no_splash -exit "$tmp/back.tcl" >"$tmp/back" 2>&1
	is "$(grep -c '^Error' "$tmp/back")" 0 "$design: OpenSTA reads it"
	is "$(grep slack "$tmp/back")" "$(grep slack "$tmp/theirs")" "$design: and finds the same slacks"
done

# A driving cell's delay by its load is in the port's INTERCONNECT, derated as a net's. Reading our SDF back changes no slack,
# with parasitics or without; an SDF of one of two loads improves none. By hand: the load is 0.1 (two pins of 0.05), so the
# cell adds 0.2 rising and 0.1 falling.
cat >"$tmp/d.lib" <<'END'
library (d) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50; output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  lu_table_template (l) { variable_1 : total_output_net_capacitance; index_1 ("0, 1"); }
  lu_table_template (s) { variable_1 : input_net_transition; index_1 ("0, 1"); }
  cell (DRV) { pin (A) { direction : input; capacitance : 0.05; } pin (Y) { direction : output; function : "A";
    timing () { related_pin : "A"; timing_sense : positive_unate; cell_rise (l) { values ("0.3, 2.3"); } cell_fall (l) { values ("0.2, 1.2"); }
      rise_transition (l) { values ("0, 1"); } fall_transition (l) { values ("0, 0.5"); } } } }
  cell (BUF) { pin (A) { direction : input; capacitance : 0.05; } pin (Y) { direction : output; function : "A";
    timing () { related_pin : "A"; timing_sense : positive_unate; cell_rise (s) { values ("0.1, 1.1"); } cell_fall (s) { values ("0.1, 1.1"); }
      rise_transition (s) { values ("0, 0"); } fall_transition (s) { values ("0, 0"); } } } }
}
END
cat >"$tmp/d.v" <<'END'
module d (a, y, z); input a; output y, z; BUF u (.A(a), .Y(y)); BUF v (.A(a), .Y(z)); endmodule
END
cat >"$tmp/d.spef" <<'END'
*SPEF "IEEE 1481-1998"
*T_UNIT 1 NS
*C_UNIT 1 PF
*R_UNIT 1 OHM
*D_NET a 0.2
*CONN
*P a I
*I u:A I
*I v:A I
*CAP
1 u:A 0.1
2 v:A 0.1
*RES
1 a u:A 100
2 u:A v:A 100
*END
END
drive="read_liberty $tmp/d.lib; read_verilog $tmp/d.v; link_design d; create_clock -name c -period 3
set_input_delay 0 -clock c a; set_output_delay 0 -clock c {y z}; set_driving_cell -lib_cell DRV a"
slacks() {
	"$warpscope" -b -d cpu --no-init -e "$drive; $1
foreach way {max min} { foreach end {y z} { report_checks -path_delay \$way -to \$end -digits 4 } }" 2>&1 </dev/null |
		sed -n 's/ *\(-*[0-9.]*\) *slack.*/\1/p' | tr '\n' ' '
}
is "$(slacks 'set_timing_derate -late -cell_delay 2')" "2.4000 2.4000 0.2500 0.2500 " "a driving cell's delay isn't derated as a cell's"
for wires in '' "read_spef $tmp/d.spef;" 'set_timing_derate -late 1.2;' "read_spef $tmp/d.spef; set_timing_derate -early -net_delay 0.8;"; do
	wanted=$(slacks "$wires write_sdf -digits 6 $tmp/d.sdf")
	is "$(slacks "$wires read_sdf $tmp/d.sdf")" "$wanted" "its own SDF back: $wires"
	case $wires in read*) ;; *) continue ;; esac
	is "$(slacks "${wires#*;} read_sdf $tmp/d.sdf")" "$wanted" "without wires: $wires"
done
slacks "write_sdf -digits 6 $tmp/d.sdf" >"$tmp/whole"
is "$(grep -o 'a u/A.*' "$tmp/d.sdf")" "a u/A (0.200000::0.200000) (0.100000::0.100000))" "INTERCONNECT of a driven port"
grep -v 'a v/A' "$tmp/d.sdf" >"$tmp/one.sdf"
is "$(slacks "read_sdf $tmp/one.sdf" | awk '{ getline was <"'"$tmp/whole"'"; split(was, w, " "); for (i = 1; i <= NF; i++) if ($i > w[i]) n++; print NF, n + 0 }')" \
	"4 0" "one of two loads: no slack is better"
plan
