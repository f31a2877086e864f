# SDC in the shell: files with their environment, what they say and on which side, commands at the
# prompt, and what stays when they fail.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

# run FILE: the design of tests/data, then a script; standard output, and messages in $tmp/messages
run() {
	"$warpscope" -b -d cpu -e "read_liberty $data/duo.lib
		read_verilog $data/duo.v
		link_design
		source $1" 2>"$tmp/messages"
	code=$?
	grep -v '^warpscope: \(no GPU\|this build\)' "$tmp/messages" >"$tmp/said"
}

# gives WANTED NAME: the script in standard input ends well and puts that out
gives() {
	cat >"$tmp/script.tcl"
	is "$(run "$tmp/script.tcl")" "$1" "$2"
}

gives "<>" "without constraints no clock reaches a pin" <<END
puts <[get_property [lindex [get_pins *] 0] clocks]>
END
cat >"$tmp/a.sdc" <<'END'
create_clock -name c -period 10 [get_ports {clk}]
set_input_delay 1 -clock c [all_inputs -no_clocks]
puts "in $::env(T_WHERE) [sizeof_collection [get_ports nono]]"
set_clock_exclusivity -type mux -output m/Y
END
T_WHERE=here
export T_WHERE
gives "in here 0
c
clk" "read_sdc -env: what it puts out is standard output" <<END
read_sdc -env {T_* X} $tmp/a.sdc
puts [get_clocks *]
puts [get_ports -quiet clk]
END
run "$tmp/script.tcl" >/dev/null
is "$code $(sed "s|$tmp/||" "$tmp/said")" "0 a.sdc:3: warning: no port \"nono\"
a.sdc:4: warning: set_clock_exclusivity: not supported, skipped
a.sdc: warning: 1 command of SDC not supported, in whole or in part" "warnings are messages"

echo "read_sdc $tmp/a.sdc" >"$tmp/script.tcl"
run "$tmp/script.tcl" >/dev/null
is "$code $(grep -c 'a.sdc:3: error: can.t read "::env(T_WHERE)"' "$tmp/said")" "3 1" \
	"no environment without -env; exit code 3"

gzip -c "$tmp/a.sdc" >"$tmp/b.sdc.gz"
printf 'set_load 1 [all_outputs]\nnonsense\n' >"$tmp/bad.sdc"
gives "in here 0
2 c d
1 c d
0 {}" "commands at the prompt add; a file that fails leaves everything as it was" <<END
read_sdc -env T_WHERE $tmp/b.sdc.gz
create_clock -name d -period 3
puts "[llength [all_clocks]] [get_clocks c] [get_clocks d*]"
catch {read_sdc $tmp/bad.sdc} why
puts "[string match {*bad.sdc:2: error: unknown command "nonsense"} \$why] [all_clocks]"
delete_clock {c d}
puts "[llength [all_clocks]] {[get_clocks -quiet *]}"
END
gives "1 set_load: the load is negative
1 set_load: unknown option \"-x\"; known are -pin_load, -wire_load, -min, -max, -rise, -fall, -subtract_pin_load" \
	"what is wrong at the prompt" <<'END'
puts "[catch {set_load -1 [get_ports clk]} why] $why"
puts "[catch {set_load -x 1 [get_ports clk]} why] $why"
END
gives "puts {[a b]}
[a b]" "-echo" <<END
set f [open $tmp/echo.sdc w]
puts \$f {puts {[a b]}}
close \$f
read_sdc -echo $tmp/echo.sdc
END
is "$("$warpscope" -b -d cpu -e 'help set_case_analysis')" "set_case_analysis VALUE PINS
    Set pins to a constant, or to one edge only
    for example
        set_case_analysis 1 [get_ports rst_n]
        report_wns" "help"

# Exceptions between named registers keep paths apart only between their lists: a thousand of them add less than a
# fiftieth to the states of the bundled design, where each of their startpoints had a copy of its cone.
cat >"$tmp/exceptions.tcl" <<END
source [asset loom/loom.tcl]
proc items {} {
	profile on
	report_wns
	report_kernels > $tmp/kernels
	set f [open $tmp/kernels]
	regexp -line {^arrival_sweep +\\d+ +(\\d+)} [read \$f] all n
	close \$f
	return \$n
}
set before [items]
set f [open $tmp/exceptions.sdc w]
set from [all_registers -clock_pins]
set to [all_registers -data_pins]
for {set i 0} {\$i < 1000} {incr i} {
	set command [lindex {set_false_path {set_multicycle_path 2}} [expr {\$i % 2}]]
	set a [lindex \$from [expr {7919 * \$i % [llength \$from]}]]
	set b [lindex \$to [expr {104729 * \$i % [llength \$to]}]]
	puts \$f "\$command -from [list \$a] -to [list \$b]"
}
close \$f
read_sdc $tmp/exceptions.sdc
set after [expr {[items] - \$before}] ;# accounts add up
puts "[expr {\$before > 400000}] [expr {\$after >= \$before && \$after < 1.02 * \$before}]"
END
is "$("$warpscope" -b -d cpu --no-init "$tmp/exceptions.tcl" 2>/dev/null </dev/null | tail -1)" "1 1" \
	"a thousand exceptions between registers make few states"

# ---- clock groups by name and kind ----

# groups COMMANDS: the sets of four clocks that are left
groups() {
	cat >"$tmp/script.tcl" <<END
foreach c {a b c d} { create_clock -name \$c -period 10 }
set_clock_groups -name ab -asynchronous -group a -group b
set_clock_groups -name cd -logically_exclusive -group c -group d
set_clock_groups -physically_exclusive -group a -group c
$1
write_sdc $tmp/left.sdc
END
	run "$tmp/script.tcl"
	sed -n 's/^set_clock_groups //p' "$tmp/left.sdc" | tr '\n' ';'
}
ab="-name ab -asynchronous -group \[get_clocks {a}\] -group \[get_clocks {b}\];"
cd="-name cd -logically_exclusive -group \[get_clocks {c}\] -group \[get_clocks {d}\];"
ac="-physically_exclusive -group \[get_clocks {a}\] -group \[get_clocks {c}\];"
ab=$(printf %s "$ab" | tr -d '\\')
cd=$(printf %s "$cd" | tr -d '\\')
ac=$(printf %s "$ac" | tr -d '\\')
is "$(groups "")" "$ab$cd$ac" "sets are written with their names"
is "$(groups "unset_clock_groups -asynchronous -name ab")" "$cd$ac" "unset_clock_groups: one by its name"
is "$(groups "unset_clock_groups -asynchronous -name cd")" "$ab$cd$ac" "but of its kind alone"
is "$(groups "unset_clock_groups -name {cd ab}")" "$ac" "a list of names"
is "$(groups "unset_clock_groups -physically_exclusive -asynchronous -all")" "$cd" "all of two kinds"
is "$(groups "unset_clock_groups -all")" "" "all"
is "$(groups "set_clock_groups -name ab -asynchronous -group a -group {c d}")" \
	"$cd$ac$(printf %s "-name ab -asynchronous -group [get_clocks {a}] -group [get_clocks {c d}];")" \
	"the same name again replaces"
is "$(groups "unset_clock_groups -name nono"; sed -n 's/^warning: //p' "$tmp/said")" \
	"$ab$cd${ac}unset_clock_groups: no clock groups are called \"nono\"" "a name that isn't there"
cp "$tmp/left.sdc" "$tmp/first.sdc"
is "$(groups "unset_clock_groups -all; read_sdc $tmp/first.sdc")" "$ab$cd$ac" "what is written reads back"

# ---- an edit of a clock's uncertainty leaves those of pins ----

# edited REPORT: after reports in between; all is as without them. Both pins have at first what the clock has.
edited() {
	run /dev/stdin <<END
create_clock -name c -period 2 [get_ports clk]
set_propagated_clock c
set_input_delay 0.2 -clock c [get_ports a]
set_clock_uncertainty 0.1 [get_clocks c]
set_clock_uncertainty 0.1 [get_pins r1/CK]
set_clock_uncertainty -hold 0.3 [get_pins r2/CK]
$1
set_clock_uncertainty 0.2 [get_clocks c]
report_checks -path_delay max -format end -digits 3 -group_count 9
report_checks -path_delay min -format end -digits 3 -group_count 9
END
}
is "$(edited "redirect_string_begin; report_wns; redirect_string_end")" "$(edited)" "as if it had been said at once"
is "$(edited "redirect_string_begin; report_wns; redirect_string_end" | awk '/^r[12]/ { print $1, $(NF - 1) }' | sort | tr '\n' ' ')" "r1/D -0.050 r1/D 1.700 r2/D 0.050 r2/D 1.250 " \
	"by hand: the clock is 0.120 late, 0.1 and 0.3 are those of the pins, 0.2 is that of the clock"

# ---- TAU's .timing: a whole period between any edges ----

# The second register's clock is inverted, so it captures what the clock's falling edge at 0.5 ns brings. By hand, ns:
# data leaves r1 at 0.20 (rise) or 0.25 (fall, D of r2); r2/CK rises 0.08 after the falling edge, at 0.58; setup takes
# 0.12 and hold 0.03. setup 0.58 + 1 - 0.12 - 0.25 = 1.21; hold 0.20 - (0.58 + 0.02) = -0.40. SDC compares with the
# falling edge half a period on for setup, and half a period back for hold: 0.21 and 0.60.
cat >"$tmp/half.v" <<'END'
module half (a, clk, y);
  input a, clk; output y; wire q, ckn;
  DFF r1 (.D(a), .CK(clk), .Q(q));
  INV i (.A(clk), .Y(ckn));
  DFF r2 (.D(q), .CK(ckn), .Q(y));
endmodule
END
sed 's/capacitance : 0[.0-9]*/capacitance : 0/' "$data/duo.lib" >"$tmp/half.lib"
printf 'clock clk 1 50\nat clk 0 0.5 0 0.5\nslew clk 0 0 0 0\n' >"$tmp/half.timing"
printf 'create_clock -name clk -period 1 clk\nset_propagated_clock clk\n' >"$tmp/half.sdc"
# half READ: the worst setup and hold slack of r2, and the exit code of write_sdc
half() {
	"$warpscope" -b -d cpu --no-init -e "read_liberty $tmp/half.lib; read_verilog $tmp/half.v; link_design; $1" \
		-e 'foreach q {max_rise max_fall min_rise min_fall} {puts -nonewline [format "%.2f " [get_property r2/D slack_$q]]}' \
		-e "puts [catch {write_sdc $tmp/half.out} why]; puts \$why" 2>"$tmp/messages"
}
is "$(half "read_timing $tmp/half.timing")" "1.28 1.21 -0.40 -0.36 1
write_sdc: paths lead from one edge of clock \"clk\" to the other, a whole period apart as .timing says, which SDC can't say" \
	".timing: setup a period on, hold at the same edge; SDC can't say that"
is "$(half "read_sdc $tmp/half.sdc")" "0.28 0.21 0.60 0.64 0" "SDC: the nearest edges"
# An input without a time has its data at 0, whether or not -unconstrained was asked for before.
printf 'clock clk 2 50\nat clk 0 1 0 1\nslew clk 0 0 0 0\nrat y 0.05 0.05 0.1 0.1\n' >"$tmp/rat.timing"
cat >"$tmp/through.v" <<'END'
module through (a, clk, y, z);
  input a, clk; output y, z;
  INV i (.A(a), .Y(y));
  DFF r (.D(a), .CK(clk), .Q(z));
endmodule
END
# slacks COMMAND: of the worst path to y in both splits
slacks() {
	"$warpscope" -b -d cpu --no-init -e "read_liberty $tmp/half.lib; read_verilog $tmp/through.v; link_design" \
		-e "read_timing $tmp/rat.timing; $1" -e "report_checks -to y -path_delay max; report_checks -to y -path_delay min" \
		2>"$tmp/messages" | awk '/slack/ { printf "%s ", $1 }'
}
is "$(slacks "")" "0.02 0.01 " ".timing: data of an input without a time: 0.1 - 0.08 and 0.06 - 0.05"
is "$(slacks "redirect_string_begin; report_checks -unconstrained; redirect_string_end")" "0.02 0.01 " "and after -unconstrained"
# With wires the loads of ports and nets change the wires' delays too, which are then computed from new trees.
# loads COMMAND: the slacks of paths to ports after changes of loads, and COMMAND before each
loads() {
	"$warpscope" -b -d cpu --no-init -e "proc ends {} {
			redirect_string_begin
			report_checks -to [all_outputs] -format end -group_count 9 -digits 6
			puts [string map {\\n { }} [redirect_string_end]]
		}
		read_liberty -max [asset ws45/ws45_late.lib.gz]; read_liberty -min [asset ws45/ws45_early.lib.gz]
		read_lef [asset ws45/ws45.lef.gz]
		generate_design -profile leon2 -gates 500 -wires" \
		-e "$1; set_load 60 [all_outputs]; $1; set_load 30 [lindex [all_outputs] 0]; $1" \
		-e 'set_load 90 [get_nets n5]; ends; report_tns -digits 6' 2>"$tmp/messages"
}
loads ends >"$tmp/edited"
loads "" >"$tmp/at_once"
is "$(tail -2 "$tmp/edited")" "$(cat "$tmp/at_once")" \
	"loads of ports and nets with wires: edits are as if made from the start"
is "$(sort -u "$tmp/edited" | wc -l) $(grep -c MET "$tmp/at_once")" "5 1" "each change of loads changes slacks"
plan
