# Clocks as data: a clock's edge that reaches a register's data pin or to an output without passing a register. Slacks
# by hand; each path, byte by byte, as OpenSTA 2.0 reports it where that is installed; what 3 writes otherwise by its texts.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

# Pins have no capacitance, so a delay is the first entry of its table.
sed 's/capacitance : 0[.0-9]*/capacitance : 0/' "$data/duo.lib" >"$tmp/duo.lib"
cat >"$tmp/plain.v" <<'END'
module plain (a, clk, clk2, y, z);
  input a, clk, clk2; output y, z; wire q, n1, ckb;
  BUF cb (.A(clk), .Y(ckb));
  DFF r1 (.D(a), .CK(ckb), .Q(q));
  BUF u1 (.A(ckb), .Y(n1));
  DFF r2 (.D(n1), .CK(clk2), .Q(y));
  NAND2 u2 (.A(q), .B(n1), .Y(z));
endmodule
END
cat >"$tmp/plain.sdc" <<'END'
create_clock -name clk -period 10 [get_ports clk]
create_clock -name clk2 -period 8 [get_ports clk2]
set_input_delay 1 -clock clk [get_ports a]
set_output_delay 1 -clock clk2 [get_ports {y z}]
END
cat >"$tmp/divider.v" <<'END'
module divider (a, clk, y, z, w);
  input a, clk; output y, z, w; wire q, n1, n2, ckb;
  BUF cb (.A(clk), .Y(ckb));
  INV i1 (.A(q), .Y(n1));
  DFF div (.D(n1), .CK(ckb), .Q(q));
  INV i2 (.A(q), .Y(n2));
  DFF r2 (.D(n2), .CK(ckb), .Q(y));
  DFF r3 (.D(a), .CK(q), .Q(z));
  BUF b3 (.A(q), .Y(w));
endmodule
END
cat >"$tmp/divider.sdc" <<'END'
create_clock -name clk -period 10 [get_ports clk]
create_generated_clock -name half -source [get_ports clk] -divide_by 2 [get_pins div/Q]
set_input_delay 1 -clock clk [get_ports a]
set_output_delay 1 -clock clk [get_ports {y z w}]
END

# script DESIGN FORMAT COMMANDS ENDS: all paths to these ends, setup and hold
script() {
	printf 'read_liberty %s\nread_verilog %s\nlink_design %s\n' "$tmp/duo.lib" "$tmp/$1.v" "$1"
	printf 'read_sdc %s\n%s\n' "$tmp/$1.sdc" "$3"
	for split in max min; do
		for end in $4; do
			echo "report_checks -path_delay $split -to $end -digits 3 -format $2 -group_count 9 -endpoint_count 9"
		done
	done
}
# ours DESIGN FORMAT COMMANDS ENDS
ours() {
	script "$@" >"$tmp/script.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err"
}
theirs() {
	script "$@" >"$tmp/script.tcl"
	sta -no_splash -exit "$tmp/script.tcl" 2>&1
}
# slacks DESIGN COMMANDS END: of its worst paths, setup and hold, in ns
slacks() {
	ours "$1" full "$2" "$3" | awk '/slack/ { print $1 }' | tr '\n' ' '
}

# By hand, ns. Buffers take 0.10 + 0.2 of their input's slew, 0 and 0.05: clk arrives at r2/D 0.21 after its edges.
# Setup: the falling edge at 15 before 16 - 0.12, the rising one at 30 before 32 - 0.10. Hold: the rising edge at 0
# after 0.02, the falling one at 25 after 24.03. The hold multiplier counts periods of clk, which launches.
is "$(slacks plain "" r2/D)" "0.670 1.690 0.190 1.180 " "a clock at a register: both edges, setup and hold"
is "$(slacks plain "set_clock_latency 0.5 clk" r2/D)" "0.670 1.690 0.190 1.180 " \
	"latency of an ideal clock's network doesn't count"
is "$(slacks plain "set_clock_latency -source 0.25 clk" r2/D)" "0.420 1.440 0.440 1.430 " "that of its source does"
is "$(slacks plain "set_false_path -from clk -to r2/D" r2/D)" "" "exceptions from the clock hold"
is "$(slacks plain "set_multicycle_path 2 -setup -from clk -to r2/D; set_multicycle_path 1 -hold -from clk -to r2/D" r2/D)" \
	"8.670 9.690 2.190 3.180 " "and multicycle paths"
is "$(slacks plain "set_clock_groups -asynchronous -group clk -group clk2" r2/D)" "" "clocks that exclude each other"
# The divider's output is the generated clock: it rises at 0 and falls at 10. The inverters take 0.08 to a rise.
is "$(slacks divider "" div/D)" "9.820 9.820 0.030 0.060 " "a divider's output that comes back to it"
# The divided clock at w, ideal, after its master's 0.10 + 0.25 or 0.20; or after the latency that is given, in one split
# or in both; or after none, if the master doesn't reach it.
far="set_propagated_clock clk"
is "$(slacks divider "$far" w)" "8.546 8.594 1.406 1.454 " "an ideal generated clock as data comes with its master"
is "$(slacks divider "$far; set_clock_latency -source -early 0.3 half" w)" "8.546 8.594 1.404 1.406 " "early by its own latency"
is "$(slacks divider "$far; set_clock_latency -source -late 0.3 half" w)" "8.594 8.596 1.406 1.454 " "late by its own latency"
is "$(slacks divider "$far; set_disable_timing cb" w)" "8.894 8.896 1.104 1.106 " "its master doesn't reach it"
is "$(sed -n 's/^warning: //p' "$tmp/err")" \
	"no path leads from clock clk to generated clock half at div/Q; its source latency is 0" "and a warning says so"
sed 's/BUF cb/INV cb/; s/module divider/module turned/' "$tmp/divider.v" >"$tmp/turned.v"
cp "$tmp/divider.sdc" "$tmp/turned.sdc"
ours turned end "$far" w >"$tmp/out"
is "$(grep -c 'edge of generated clock half comes from the falling edge of clock clk, not' "$tmp/err")" 2 \
	"a divider that moves with the other edge than its clock's definition says"
ours turned end "$far; create_generated_clock -name half -source [get_ports clk] -edges {2 4 6} [get_pins div/Q]" w >"$tmp/out"
is "$(grep -c 'generated clock' "$tmp/err")" 0 "as it says"
ours plain full "" z >"$tmp/out"
is "$(grep -c "clock source 'clk'" "$tmp/out")" 4 "a clock at an output"
is "$(ours plain full "check_setup" "" | grep -c 'data endpoint')" 0 "check_setup has nothing to say of it"

# In -format full the clock's way is one line, as in OpenSTA 3; of a clock generated by a propagated master all pins.
# In full_clock_expanded an ideal clock's way up to its source is shown.
points() {
	ours "$@" | awk '/^---/ && !n++ { on = 1; next } /data arrival/ { exit } on' | sed 's/^ *//'
}
is "$(points plain full "set_clock_latency -source 0.3 clk" r2/D)" "\
15.000   15.000   clock clk (fall edge)
0.300   15.300   clock source latency
0.210   15.510   clock network delay
15.510 v r2/D (DFF)" "a clock's way in one line"
is "$(points plain full "set_propagated_clock clk; set_max_delay 3 -to r2/D" r2/D)" "\
0.000    0.000   clock clk (fall edge)
0.210    0.210   clock network delay
0.210 v r2/D (DFF)" "also before a path delay, of a propagated clock"
is "$(points divider full "$far" w | head -3)" "\
10.000   10.000   clock half (fall edge)
0.000   10.350 v div/Q (DFF)
0.104   10.454 v b3/Y (BUF)" "of a propagated master"
is "$(points divider full_clock_expanded "$far; set_clock_latency -source 0.3 clk; set_clock_latency 0.5 half" z)" "\
0.000    0.000   clock half (rise edge)
0.300    0.300   clock source latency
0.000    0.300 ^ clk (in)
0.100    0.400 ^ cb/Y (BUF)
0.000    0.400 ^ div/CK (DFF)
0.200    0.600 ^ div/Q (DFF)
0.000    0.600   clock network delay (ideal)
0.000    1.100 ^ r3/CK (DFF)
0.250    1.350 v r3/Q (DFF)
0.000    1.350 v z (out)" "the way of an ideal generated clock"

if command -v sta >/dev/null 2>&1; then
	for format in full_clock full_clock_expanded; do
		for more in "" "set_clock_latency 0.5 clk" "set_clock_latency -source 0.3 clk" "set_propagated_clock clk" \
			"set_propagated_clock clk; set_timing_derate -late 1.1; set_timing_derate -early 0.9"; do
			is "$(ours plain "$format" "$more" "r2/D z")" "$(theirs plain "$format" "$more" "r2/D z")" \
				"$format ${more:-ideal}, as OpenSTA"
		done
		for more in "" "set_clock_latency 0.5 half" "set_propagated_clock [all_clocks]" \
			"set_propagated_clock [all_clocks]; set_clock_latency -source 0.3 clk" \
			"set_propagated_clock [all_clocks]; set_timing_derate -late 1.1; set_timing_derate -early 0.9"; do
			is "$(ours divider "$format" "$more" "div/D r2/D w z")" \
				"$(theirs divider "$format" "$more" "div/D r2/D w z")" "divider, $format ${more:-ideal}, as OpenSTA"
		done
	done
	# Full reports differ in a line: of an ideal clock OpenSTA doesn't show the latency up to its source, which is in the sum.
	for more in "$far" "$far; set_clock_latency -source -early 0.3 half" "$far; set_clock_latency -source -late 0.3 half" \
		"$far; set_disable_timing cb" "set_propagated_clock [all_clocks]; set_clock_latency 0.3 [get_pins div/Q]"; do
		is "$(ours divider end "$more" "div/D r2/D w z")" "$(theirs divider end "$more" "div/D r2/D w z" |
			sed '/^Warning/d; s/^No paths found\.$/&\n/')" \
			"divider, end, $more, as OpenSTA"
	done
else
	skip "path by path as OpenSTA" "no sta"
fi
plan
