# Retaining delays of Liberty: early data comes when an output ceases to keep its value. And path margins in reports and files.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data
cat >"$tmp/ram.lib" <<'END'
library (ram) {
  delay_model : table_lookup; time_unit : "1ns"; capacitive_load_unit (1, pf);
  cell (RAM) {
    pin (CK) { direction : input; capacitance : 0; clock : true; }
    pin (Q) {
      direction : output;
      timing () {
        related_pin : "CK"; timing_type : rising_edge;
        cell_rise (scalar) { values ("4.0"); } cell_fall (scalar) { values ("4.5"); }
        retaining_rise (scalar) { values ("1.0"); } retaining_fall (scalar) { values ("1.5"); }
        rise_transition (scalar) { values ("0.1"); } fall_transition (scalar) { values ("0.1"); }
        retain_rise_slew (scalar) { values ("0.3"); } retain_fall_slew (scalar) { values ("0.4"); }
      }
    }
  }
}
END
cat >"$tmp/top.v" <<'END'
module top (clk, y);
  input clk; output y; wire q;
  RAM m (.CK(clk), .Q(q));
  DFF r (.D(q), .CK(clk), .Q(y));
endmodule
END
# run COMMANDS
run() {
	printf 'read_liberty %s\nread_liberty %s\nread_verilog %s\nlink_design top\n' "$data/duo.lib" "$tmp/ram.lib" "$tmp/top.v" >"$tmp/script.tcl"
	printf 'create_clock -name clk -period 10 clk\nset load_includes_driver_pin false\n%s\n' "$1" >>"$tmp/script.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err" </dev/null
}
slack() {
	awk '/slack \(/ { print $1 }'
}
is "$(run 'report_checks -to r/D -path_delay min -digits 3' | slack)" 0.980 "hold by the retaining delay: 1.0 - 0.02"
is "$(run 'report_checks -to r/D -path_delay max -digits 3' | slack)" 5.380 "setup by the delay: 10 - 0.12 - 4.5"
is "$(run 'report_checks -to r/D -path_delay min -digits 3 -fields slew' | awk '/m\/Q/ { print $1 }')" 0.300 "with its slew"
grep -q retain "$tmp/err"
is "$?" 1 "without a warning"
run "write_liberty -library ram $tmp/written.lib" >/dev/null
is "$(grep -c 'retain' "$tmp/written.lib")" 4 "write_liberty writes retaining delays and slews"

is "$(run 'set_path_margin 0.5 -to r/D; report_checks -to r/D -digits 3' | grep -c '^ *-0.500 *9.500   path margin')" 1 "a line of its own in reports"
run "set_path_margin 0.5 -to r/D
set_path_margin -hold -0.25 -from [get_clocks clk]
write_sdc $tmp/written.sdc" >/dev/null
grep set_path_margin "$tmp/written.sdc" >"$tmp/margins"
is "$(cat "$tmp/margins")" "set_path_margin 0.5 -to [get_pins {r/D}]
set_path_margin -hold -0.25 -from [get_clocks {clk}]" "write_sdc writes path margins"
is "$(run 'set_path_margin 0.5 -to r/D; reset_path -to r/D; report_checks -to r/D -digits 3' | slack)" 5.380 "reset_path takes it back"
is "$(run 'set_path_margin 0.5; report_checks -to r/D -digits 3' | slack)" 4.880 "without points it is of all paths"
plan
