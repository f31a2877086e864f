# report_check_types: paths of each type, slews and skews as OpenSTA 2.0 has them where that is installed, loads and
# fan-outs by hand in OpenSTA 3's layout; set_max_…, limits of libraries, files and snapshots, Summary.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$PWD/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$PWD/$warpscope ;; esac
data=$srcdir/tests/data

ours() {
	"$warpscope" -b -d cpu --no-init "$@" >"$tmp/ours" 2>"$tmp/err" </dev/null
}
# same NAME FILTER: script.tcl by both, theirs through a filter
same() {
	ours "$tmp/script.tcl"
	is "$? $(test -s "$tmp/ours" && echo printed)" "0 printed" "$1: ends"
	if ! command -v sta >/dev/null 2>&1; then
		skip "$1: as OpenSTA" "no sta"
		return
	fi
	sta -no_splash -exit "$tmp/script.tcl" 2>&1 </dev/null | sed "$2" >"$tmp/theirs"
	sed '/^No paths found\.$/d' "$tmp/ours" >"$tmp/ours.sed" # as 3 says where a table is empty
	cmp -s "$tmp/ours.sed" "$tmp/theirs"
	result=$?
	ok $result "$1: as OpenSTA"
	[ $result = 0 ] || diff "$tmp/ours.sed" "$tmp/theirs" | head -20 | sed 's/^/# /'
}

# ---- paths by type: every kind there is ----

# group NAME OPTIONS…: two groups are called otherwise since OpenSTA 2
cat >"$tmp/script.tcl" <<END
read_liberty $data/domains.lib
read_verilog $data/domains.v
link_design domains
source $data/domains.sdc
foreach types {-max_delay -min_delay -recovery -removal {-min_delay -max_delay} {-recovery -removal} {-max_delay -recovery}
	{-clock_gating_setup -clock_gating_hold}} {
	foreach how {{} -all_violators {-verbose -digits 3} {-format end} {-format full_clock -all_violators -fields {slew}} {-format short}} {
		puts "== \$types \$how"
		eval report_check_types \$types \$how
	}
}
END
same "types of paths" '/^No paths found\.$/d; s/\*\*default\*\*  /path delay   /; s/\*\*default\*\*/path delay/; s/\*\*async_default\*\*  /asynchronous       /; s/\*\*async_default\*\*/asynchronous/'

{
	sed '/^foreach/,$d' "$tmp/script.tcl"
	echo 'report_check_types -clock_gating_setup; report_check_types -clock_gating_hold -format end'
	echo 'report_checks -slack_max -20 -format summary'
} >"$tmp/none.tcl"
ours "$tmp/none.tcl"
is "$(cat "$tmp/ours")" "Group                                  Slack
--------------------------------------------
No paths found.

No paths found.

Startpoint                           Endpoint                               Slack
--------------------------------------------------------------------------------
No paths found." "tables without paths, as OpenSTA 3 has them"

# ---- slews ----

cat >"$tmp/script.tcl" <<END
read_liberty $data/domains.lib
read_verilog $data/domains.v
link_design domains
source $data/domains.sdc
set_propagated_clock [get_clocks {A B}]
report_checks > /dev/null
proc all {} {
	foreach how {{} -verbose {-all_violators -digits 4} {-all_violators -verbose}} { eval report_check_types -max_transition -min_transition \$how }
}
all
set_max_transition 0.15 [current_design]
all
set_max_transition 0.12 [get_clocks A]
all
set_max_transition 0.11 -clock_path [get_clocks B]
set_max_transition 0.1 -data_path -rise [get_clocks B]
all
END
same "slews" ''
is "$(grep -c VIOLATED "$tmp/ours" | sed 's/^[0-9][0-9]*$/some/')" some "slews: some are violated"

# ---- skews between clock pins of a cell ----

{
	sed -n '/^library/,/nom_voltage/p; /^  slew_lower/p; /^  input_threshold/p; /cell (BUF)/,/^  cell (INV)/p' "$data/pulses.lib" |
		sed '/^  cell (INV)/d; /min_pulse_width_high : 0.3/d'
	cat <<'END'
  cell (DUAL) { area : 1; ff (IQ,IQN) { clocked_on : "C1"; next_state : "D"; }
    pin (D) { direction : input; capacitance : 0; timing () { related_pin : "C1"; timing_type : setup_rising; rise_constraint (scalar) { values ("0.1"); } fall_constraint (scalar) { values ("0.1"); } } }
    pin (C1) { direction : input; clock : true; capacitance : 0; }
    pin (C2) { direction : input; clock : true; capacitance : 0;
      timing () { related_pin : "C1"; timing_type : skew_rising; rise_constraint (scalar) { values ("0.15"); } } }
    pin (Q) { direction : output; function : "IQ"; timing () { related_pin : "C1"; timing_type : rising_edge; timing_sense : non_unate;
      cell_rise (scalar) { values ("0.3"); } cell_fall (scalar) { values ("0.25"); } rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } } } }
}
END
} >"$tmp/skew.lib"
cat >"$tmp/skew.v" <<'END'
module p (clk, d, q, r);
  input clk, d; output q, r;
  wire c1, c2;
  BUF b1 (.A(clk), .Y(c1));
  BUF b2 (.A(c1), .Y(c2));
  DUAL r1 (.D(d), .C1(c1), .C2(c2), .Q(q));
  DUAL r2 (.D(d), .C1(c2), .C2(c1), .Q(r));
endmodule
END
cat >"$tmp/script.tcl" <<END
read_liberty $tmp/skew.lib
read_verilog $tmp/skew.v
link_design p
create_clock -name c -period 1 -waveform {0 0.45} clk
set_propagated_clock c
foreach more {{} {set_timing_derate -early 0.9; set_timing_derate -late 1.1} {set_clock_uncertainty 0.1 c}} {
	eval \$more
	foreach how {{} -verbose -all_violators {-all_violators -verbose -digits 3}} { eval report_check_types -max_skew \$how }
}
END
same "skews" ''
is "$(grep -c 'r1/C2 (^->^)  *0.15  *0.20  *-0.05 (VIOLATED)' "$tmp/ours")" 2 "skews: by hand"

# ---- loads and fan-outs by hand ----

# Y of BUF drives 0.05 pF and 4 (the library's); of BIG 0.2 pF, at least 0.03, and 2; pins are 0.01 pF and count 1.5.
cat >"$tmp/limits.lib" <<'END'
library (l) {
  delay_model : table_lookup; time_unit : "1ns"; capacitive_load_unit (1,pf); voltage_unit : "1V"; current_unit : "1mA"; pulling_resistance_unit : "1kohm"; leakage_power_unit : "1nW"; nom_voltage : 1; nom_process : 1; nom_temperature : 25;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50; output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  default_max_transition : 0.3; default_max_fanout : 4; default_max_capacitance : 0.05; default_fanout_load : 1.5;
  cell (BUF) { area : 1;
    pin (A) { direction : input; capacitance : 0.01; }
    pin (Y) { direction : output; function : "A"; timing () { related_pin : "A"; timing_sense : positive_unate;
      cell_rise (scalar) { values ("0.2"); } cell_fall (scalar) { values ("0.1"); } rise_transition (scalar) { values ("0.31"); } fall_transition (scalar) { values ("0.1"); } } } }
  cell (BIG) { area : 1;
    pin (A) { direction : input; capacitance : 0.02; fanout_load : 3; max_transition : 0.25; min_transition : 0.2; }
    pin (Y) { direction : output; function : "A"; max_capacitance : 0.2; min_capacitance : 0.03; max_fanout : 2; min_fanout : 2; max_transition : 0.5; timing () { related_pin : "A"; timing_sense : positive_unate;
      cell_rise (scalar) { values ("0.2"); } cell_fall (scalar) { values ("0.1"); } rise_transition (scalar) { values ("0.2"); } fall_transition (scalar) { values ("0.1"); } } } }
}
END
cat >"$tmp/l.v" <<'END'
module l (a, b, y, z);
  input a, b; output y, z;
  wire n, m;
  BUF b1 (.A(a), .Y(n));
  BIG g1 (.A(n), .Y(y));
  BIG g2 (.A(n), .Y(m));
  BUF b2 (.A(n), .Y(z));
  BUF b3 (.A(m), .Y());
endmodule
END
open="read_liberty $tmp/limits.lib
read_verilog $tmp/l.v
link_design l
set_load 0.06 y
set_load 0.01 z"
cat >"$tmp/script.tcl" <<END
$open
report_check_types -max_slew -max_fanout -max_capacitance -min_slew -min_fanout -min_capacitance -violators
report_check_types -max_capacitance -max_fanout -verbose
END
ours "$tmp/script.tcl"
# n has 0.02 + 0.02 + 0.01 pF = 0.05 and 3 + 3 + 1.5; m 0.01 and 1.5; y 0.06 and none, as ports don't count.
cat >"$tmp/wanted" <<'END'
max slew

Pin                                    Limit    Slew   Slack
------------------------------------------------------------
g1/A                                    0.25    0.31   -0.06 (VIOLATED)
g2/A                                    0.25    0.31   -0.06 (VIOLATED)
b1/Y                                    0.30    0.31   -0.01 (VIOLATED)
b2/Y                                    0.30    0.31   -0.01 (VIOLATED)
b3/Y                                    0.30    0.31   -0.01 (VIOLATED)

min slew

Pin                                    Limit    Slew   Slack
------------------------------------------------------------
g1/A                                    0.20    0.10   -0.10 (VIOLATED)
g2/A                                    0.20    0.10   -0.10 (VIOLATED)

max fanout

Pin                                   Limit Fanout  Slack
---------------------------------------------------------
b1/Y                                      4      8     -4 (VIOLATED)

min fanout

Pin                                   Limit Fanout  Slack
---------------------------------------------------------
g1/Y                                      2      0     -2 (VIOLATED)
g2/Y                                      2      2     -0 (VIOLATED)

min capacitance

Pin                                    Limit     Cap   Slack
------------------------------------------------------------
g2/Y                                    0.03    0.01   -0.02 (VIOLATED)

max fanout

Pin b1/Y  
max fanout      4
fanout          8
-----------------
Slack          -4 (VIOLATED)

max capacitance

Pin b1/Y ^
max capacitance    0.05
capacitance        0.05
-----------------------
Slack              0.00 (MET)

END
is "$(cat "$tmp/ours")" "$(cat "$tmp/wanted")" "limits of libraries"

# row NAME TYPE: one of the list of violators
row() {
	awk -v title="$2" -v pin="$1" '
		/^m[ai][xn] / { on = $0 == title }
		on && $1 == pin { print $2, $3, $4; exit }' "$tmp/ours"
}
cat >"$tmp/script.tcl" <<END
$open
set_max_capacitance 0.045 [current_design]
set_max_capacitance 0.055 [get_ports y]
set_max_capacitance 0.04 [get_pins b1/Y]
set_max_capacitance 0.05 [get_cells g1]
set_max_capacitance 0.005 [get_lib_cells l/BIG]
set_max_fanout 3 [get_ports {a b}]
set_max_fanout 1 [get_cells g2]
set_min_fanout 5 [get_ports a]
set_max_transition 0.28 l
set_driving_cell -lib_cell BIG -pin Y [get_ports a]
set_case_analysis 1 b
report_check_types -violators -max_capacitance -max_fanout -min_fanout -max_slew -digits 3
END
ours "$tmp/script.tcl"
is "$? $(row b1/Y 'max capacitance'),$(row g1/Y 'max capacitance'),$(row g2/Y 'max capacitance'),$(row b2/Y 'max capacitance')" \
	"0 0.040 0.050 -0.010,0.005 0.060 -0.055,0.005 0.010 -0.005," "limits of the design, pins, cells and library cells: the tightest"
is "$(row g2/Y 'max fanout'),$(row a 'max fanout'),$(row a 'min fanout'),$(row b1/Y 'max slew')" "1 2 -0,,5 2 -4,0.280 0.310 -0.030" \
	"limits of ports and cells"
cat >>"$tmp/script.tcl" <<END
report_check_types -max_slew -net n -max_count 3
set_disable_timing [get_pins b1/Y]
puts next
report_check_types -max_capacitance -net n
END
ours "$tmp/script.tcl"
is "$(sed '/^next/,$d' "$tmp/ours" | tail -4 | sed 's/ .*//' | tr '\n' ' ')" "g1/A g2/A b1/Y  " "those of a net"
is "$(sed '1,/^next/d' "$tmp/ours")" "" "pins that are disabled aren't checked"

# ---- constraints that are written, snapshots, libraries ----

constraints='set_max_transition 0.2 [current_design]
set_max_transition -data_path 0.15 [get_clocks c]
set_max_transition -clock_path -fall 0.1 [get_clocks c]
set_min_transition 0.01 [get_ports a]
set_max_capacitance 0.05 [get_pins b1/Y]
set_min_capacitance 0.01 [get_cells g2]
set_max_fanout 3 [get_ports b]
set_min_fanout 1 [get_lib_cells l/BIG]'
report='report_check_types -max_slew -min_slew -max_fanout -min_fanout -max_capacitance -min_capacitance -violators -digits 4'
ours -e "$open" -e "create_clock -name c -period 1 a" -e "$constraints" -e "write_sdc $tmp/a.sdc; write_liberty $tmp/a.lib; save_design $tmp/a.wsd; $report"
is "$(sed -n '/^# Design rules/,$p' "$tmp/a.sdc" | sed 's/{\([^}]*\)}/\1/' | sed 1d)" "$constraints" "constraints that are written"
cp "$tmp/ours" "$tmp/before"
ours -e "read_liberty $tmp/a.lib; read_verilog $tmp/l.v; link_design l; read_sdc $tmp/a.sdc; write_sdc $tmp/b.sdc; $report"
is "$(cat "$tmp/ours")" "$(cat "$tmp/before")" "from files"
is "$(cat "$tmp/b.sdc")" "$(cat "$tmp/a.sdc")" "written again"
ours -e "read_design $tmp/a.wsd; $report"
is "$(cat "$tmp/ours")" "$(cat "$tmp/before")" "from a snapshot"

# ---- what is refused ----

for bad in 'set_max_transition -1 a:set_max_transition: the limit is negative' \
	'set_max_fanout x a:set_max_fanout: the limit: "x" is not a number' \
	'set_max_transition -rise 1 [get_ports a]:warning: set_max_transition: -rise is for clocks only: ignored' \
	'set_max_fanout -rise 1 a:set_max_fanout: unknown option "-rise"' \
	'report_check_types -corner x:report_check_types: -corner x: there is one corner, "default"' \
	'report_check_types -net nothing:report_check_types: no net "nothing"' \
	'report_check_types -max_count 0:report_check_types: -max_count expects a whole number from 1'; do
	ours -e "$open" -e "${bad%%:*}"
	is "$(grep -v parasitics "$tmp/err" | sed 's/^warpscope: //' | grep -cF "${bad#*:}")" 1 "${bad%%:*}"
done
ours -e "$open" -e "create_clock -name c -period 1 a; set_max_transition 1 [get_clocks nothing]"
is "$(grep -c 'no clock "nothing"' "$tmp/err")" 1 "a clock that isn't there"

# ---- Summary ----

printf '%s\n' "$open" 'create_clock -name c -period 1' 'set_input_delay 0 -clock c a' 'set_output_delay 0 -clock c {y z}' >"$tmp/summary.tcl"
printf '1\n:find_paths -max_paths 10\n<Esc>\n:expect {bad slews}\n:save_screen summary.txt\n' >"$tmp/summary.keys"
(cd "$tmp" && "$warpscope" -d cpu --no-init --keys summary.keys --size 120x36 -e "source summary.tcl" >out 2>err </dev/null)
is "$(sed -n 's/.*\(bad [a-z-]*\) *\([0-9]*\).*/\1 \2/p' "$tmp/summary.txt")" "bad slews 5
bad loads 1
bad fan-outs 3" "Summary counts pins beyond their limits"
plan
