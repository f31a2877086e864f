# Pulse widths and periods of clocks: byte by byte as OpenSTA 2.0 has them where that is installed (propagated
# clocks, attributes at registers' clock pins), and what it doesn't check: tables, groups, other pins.
. "${srcdir:-.}/tests/lib/tap.sh"
case $warpscope in /*) ;; *) warpscope=$PWD/$warpscope ;; esac
grep -v 'min_pulse_width_high : 0.3' "$srcdir/tests/data/pulses.lib" |
	sed '/timing_type : min_pulse_width/d; /timing_type : minimum_period/d' >"$tmp/plain.lib"
cat >"$tmp/p.v" <<'END'
module p (clk, d, q, r);
  input clk, d; output q, r;
  wire c1, c2, c3, n, g;
  BUF b1 (.A(clk), .Y(c1));
  BUF b2 (.A(c1), .Y(c2));
  INV i1 (.A(c1), .Y(c3));
  DFF r1 (.D(d), .CK(c2), .Q(n));
  DFF r2 (.D(n), .CK(c2), .Q(q));
  DFF r3_with_a_name_that_is_longer_than_its_column (.D(n), .CK(c3), .Q(g));
  DFF r4 (.D(n), .CK(g), .Q(r));
endmodule
END
# script LIBRARY COMMANDS
script() {
	printf 'read_liberty %s\nread_verilog %s\nlink_design p\n%s\n' "$1" "$tmp/p.v" "$2" >"$tmp/script.tcl"
}
ours() {
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" >"$tmp/ours" 2>"$tmp/err" </dev/null
}
reports='report_pulse_width_checks
report_pulse_width_checks -verbose -digits 4
report_pulse_width_checks [get_pins {r2/CK r4/CK}] -digits 3
report_check_types -min_pulse_width
report_check_types -min_period -digits 4
report_check_types -min_pulse_width -min_period -all_violators -digits 5
report_check_types -min_pulse_width -min_period -all_violators -verbose -digits 3'
same() {
	name=$1
	if ! command -v sta >/dev/null 2>&1; then
		skip "$name: as OpenSTA" "no sta"
		return
	fi
	ours
	sta -no_splash -exit "$tmp/script.tcl" >"$tmp/theirs" 2>&1 </dev/null
	cmp -s "$tmp/ours" "$tmp/theirs" && [ -s "$tmp/ours" ]
	result=$?
	ok $result "$name: as OpenSTA"
	[ $result = 0 ] || diff "$tmp/ours" "$tmp/theirs" | head -20 | sed 's/^/# /'
}
clock='create_clock -name c -period 1 -waveform {0 0.45} clk
set_propagated_clock c'
divided='create_generated_clock -name g -source clk -divide_by 2 r3_with_a_name_that_is_longer_than_its_column/Q
set_propagated_clock g'
for more in '' 'set_clock_uncertainty 0.1 c' 'set_timing_derate -early 0.9; set_timing_derate -late 1.1' \
	'set_clock_latency -source -early 0.1 c; set_clock_latency -source -late 0.15 c' "$divided" \
	'set_min_pulse_width 0.5 c' 'set_min_pulse_width 0.5 c; set_min_pulse_width -high 0.7 [get_pins r2/CK]' \
	'set_min_pulse_width 0.8; set_min_pulse_width 0.9 [get_cells r1]' \
	"$divided
set_timing_derate -early 0.8; set_timing_derate -late 1.2
set_min_pulse_width -low 0.55; set_min_pulse_width -high 1.2 g"; do
	script "$tmp/plain.lib" "$clock
$more
$reports"
	same "$more"
done

# By hand: high from 0.4 to 0.65, less than the 0.45 of r1's table; low from 0.65 to 1.4; period 1 of 1.3. At b2/A
# (arrivals 0.2 and 0.55) 0.35 of 0.3; b1/A has all of the waveform's 0.45.
sed 's/DFF r[12]/DFT r0/; /DFF r3/d; /DFF r4/d' "$tmp/p.v" | awk '/DFT r0/ && n++ { sub("r0", "r1") } { print }' >"$tmp/t.v"
mv "$tmp/t.v" "$tmp/p.v"
script "$srcdir/tests/data/pulses.lib" "$clock
report_pulse_width_checks
report_check_types -min_period"
ours
cat >"$tmp/wanted" <<'END'
                                     Required  Actual
Pin                                    Width   Width   Slack
------------------------------------------------------------
r0/CK (high)                            0.45    0.25   -0.20 (VIOLATED)
r1/CK (high)                            0.45    0.25   -0.20 (VIOLATED)
b2/A (high)                             0.30    0.35    0.05 (MET)
r0/CK (low)                             0.65    0.75    0.10 (MET)
r1/CK (low)                             0.65    0.75    0.10 (MET)
b1/A (high)                             0.30    0.45    0.15 (MET)

                                                 Min        
Pin                                   Period  Period   Slack
------------------------------------------------------------
r0/CK                                   1.00    1.30   -0.30 (VIOLATED)

END
is "$(cat "$tmp/ours")" "$(cat "$tmp/wanted")" "tables, and pins that are no register's clock"

# By hand: pulses and periods go by the slews of an ideal clock, at the fall of 0.5 and at the rise of 0.2, at
# registers and at a buffer: high 0.45 + 0.2, low 0.65 + 0.5, the period 1.3 + 0.5 of the fall, at A high 0.3 + 0.2.
sed 's/^  slew_lower/  lu_table_template (s) { variable_1 : constrained_pin_transition; index_1 ("0, 1"); }\n&/
	s/rise_constraint (scalar) { values ("0.45"/rise_constraint (s) { values ("0.45, 1.45"/
	s/fall_constraint (scalar) { values ("0.65"/fall_constraint (s) { values ("0.65, 1.65"/
	s/fall_constraint (scalar) { values ("1.3"/fall_constraint (s) { values ("1.3, 2.3"/
	s/min_pulse_width_high : 0.3;/timing () { related_pin : "A"; timing_type : min_pulse_width; rise_constraint (s) { values ("0.3, 1.3"); } }/' \
	"$srcdir/tests/data/pulses.lib" >"$tmp/slews.lib"
script "$tmp/slews.lib" 'create_clock -name c -period 2 clk
set_clock_transition -rise 0.2 c; set_clock_transition -fall 0.5 c
report_pulse_width_checks [get_pins {r0/CK b2/A}]
report_check_types -min_period'
ours
is "$(grep / "$tmp/ours" | tr -s ' ')" "r0/CK (low) 1.15 1.00 -0.15 (VIOLATED)
r0/CK (high) 0.65 1.00 0.35 (MET)
b2/A (high) 0.50 1.00 0.50 (MET)
r0/CK 2.00 1.80 0.20 (MET)" "an ideal clock's slews at both edges"

# Groups: the largest of those with conditions.
sed 's/min_pulse_width_high : 0.3;/min_pulse_width () { when : "A"; constraint_high : 0.2; constraint_low : 0.7; } min_pulse_width () { constraint_high : 0.4; } minimum_period () { constraint : 1.05; }/' \
	"$srcdir/tests/data/pulses.lib" >"$tmp/groups.lib"
script "$tmp/groups.lib" "$clock
report_pulse_width_checks [get_pins b1/A]
report_check_types -min_period -violators"
ours
is "$(grep '^b' "$tmp/ours" | tr -s ' ')" "b1/A (low) 0.70 0.55 -0.15 (VIOLATED)
b1/A (high) 0.40 0.45 0.05 (MET)
b1/A 1.00 1.05 -0.05 (VIOLATED)
b2/A 1.00 1.05 -0.05 (VIOLATED)" "groups of pulses and periods"

# Written and read again: libraries, constraints, snapshots.
cp "$tmp/ours" "$tmp/before"
"$warpscope" -b -d cpu --no-init -e "read_liberty $tmp/groups.lib; read_verilog $tmp/p.v; link_design p; $clock
set_min_pulse_width 0.6 [get_pins b1/A]; set_min_pulse_width -low 0.5; set_min_pulse_width -high 0.3 c
set_min_pulse_width 0.4 [get_cells r0]
report_pulse_width_checks; report_check_types -min_period -violators
write_liberty $tmp/again.lib; write_sdc $tmp/again.sdc; save_design $tmp/again.wsd" >"$tmp/before" 2>"$tmp/err"
"$warpscope" -b -d cpu --no-init -e "read_liberty $tmp/again.lib; read_verilog $tmp/p.v; link_design p; read_sdc $tmp/again.sdc
report_pulse_width_checks; report_check_types -min_period -violators" >"$tmp/after" 2>>"$tmp/err"
is "$(cat "$tmp/after")" "$(cat "$tmp/before")" "from files that were written"
"$warpscope" -b -d cpu --no-init -e "read_design $tmp/again.wsd
report_pulse_width_checks; report_check_types -min_period -violators" >"$tmp/after" 2>>"$tmp/err"
is "$(cat "$tmp/after")" "$(cat "$tmp/before")" "from a snapshot"
is "$(grep -c set_min_pulse_width "$tmp/again.sdc")" 4 "constraints that are written"

# A clock that comes in at a port of both directions passes a pad by its driving side.
cat >"$tmp/pad.v" <<'END'
module p (io, a, d, q, en);
  inout io; input a, d, en; output q; wire y;
  IOPAD p (.A(a), .EN(en), .PAD(io), .Y(y));
  DFF r (.D(d), .CK(y), .Q(q));
endmodule
END
is "$("$warpscope" -b -d cpu --no-init -e "read_liberty $srcdir/tests/data/duo.lib; read_liberty $srcdir/tests/data/pads.lib
read_verilog $tmp/pad.v; link_design p; create_clock -name c -period 2 -waveform {0 0.8} io; set_propagated_clock c
set_min_pulse_width 0.7; set_min_pulse_width 0.9 [get_pins p/PAD]
report_pulse_width_checks" 2>"$tmp/err" | grep / | tr -s ' ')" "p/PAD (high) 0.90 0.80 -0.10 (VIOLATED)
r/CK (high) 0.70 0.81 0.11 (MET)
p/PAD (low) 0.90 1.20 0.30 (MET)
r/CK (low) 0.70 1.19 0.49 (MET)" "pulses at a pad"

# check_setup by its flags, but for loops, which are counted by the arcs that are left out.
cat >"$tmp/p.v" <<'END'
module p (clk, ck2, d, x, q, r, y);
  input clk, ck2, d, x; output q, r, y;
  wire n, m, nc;
  BUF b1 (.A(clk), .Y(m));
  DFF r1 (.D(d), .CK(m), .Q(n));
  DFF r2 (.D(n), .CK(nc), .Q(q));
  DFF r3 (.D(x), .CK(ck2), .Q(r));
  INV i1 (.A(x), .Y(y));
endmodule
END
script "$tmp/plain.lib" 'create_clock -name c -period 1 clk
create_clock -name c2 -add -period 2 clk
set_input_delay 0.1 -clock c d
foreach flag {-no_input_delay -no_output_delay -multiple_clock -no_clock -unconstrained_endpoints -loops -generated_clocks} {
	puts "$flag [check_setup $flag]"
	check_setup $flag -verbose
}
check_setup -no_clock -multiple_clock -no_input_delay'
same "check_setup"

# Summary counts them: high pulses have 0.35 of 0.4 after b1, and 1 is less than 1.1.
sed 's/ck2/c2/; s/nc)/m)/; /r3/d' "$tmp/p.v" >"$tmp/s.v"
cat >"$tmp/summary.tcl" <<END
read_liberty $tmp/plain.lib
read_verilog $tmp/s.v
link_design p
$clock
END
printf '1\n:find_paths -max_paths 10\n<Esc>\n:expect {short pulses}\n:save_screen summary.txt\n' >"$tmp/summary.keys"
(cd "$tmp" && "$warpscope" -d cpu --no-init --keys summary.keys --size 120x36 -e "source summary.tcl" >out 2>err </dev/null)
is "$? $(cat "$tmp/err")" "0 " "Summary: replayed"
is "$(sed -n 's/.*\(short p[a-z]*\) *\([0-9]*\).*/\1 \2/p' "$tmp/summary.txt")" "short pulses 2
short period 2" "Summary counts what is too short"

script "$tmp/plain.lib" "set_min_pulse_width -1"
ours
is "$(grep -c 'the width is negative' "$tmp/err")" 1 "a negative width"
plan
