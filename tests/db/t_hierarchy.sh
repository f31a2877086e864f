# Names of the hierarchy beside the flat netlist: blocks, their pins and the nets within, in queries, exceptions, constraints
# and reports; numbers by hand, and as OpenSTA 2.0 has them where that is installed.
. "${srcdir:-.}/tests/lib/tap.sh"

# Pins have no capacitance, so a delay is the first entry of its table.
sed 's/capacitance : 0[.0-9]*/capacitance : 0/' "$srcdir/tests/data/duo.lib" >"$tmp/duo.lib"
cat >"$tmp/h.v" <<'END'
module leaf (i, ck, o, p);
  input i, ck; output o, p; wire q;
  BUF b (.A(i), .Y(q));
  DFF r (.D(q), .CK(ck), .Q(o));
  BUF c (.A(i), .Y(p));
endmodule
module mid (i, ck, o, p);
  input i, ck; output o, p;
  leaf l (.i(i), .ck(ck), .o(o), .p(p));
endmodule
module h (a, clk, y, z);
  input a, clk; output y, z; wire n, m, d;
  DFF r0 (.D(a), .CK(clk), .Q(n));
  mid s (.i(n), .ck(clk), .o(m), .p(d));
  DFF r1 (.D(n), .CK(clk), .Q(y));
  DFF r2 (.D(d), .CK(clk), .Q(z));
endmodule
END
cat >"$tmp/open.tcl" <<END
read_liberty $tmp/duo.lib
read_verilog $tmp/h.v
link_design h
create_clock -name clk -period 10 [get_ports clk]
set_input_delay 1 -clock clk [get_ports a]
proc names l { set r {}; foreach x \$l { lappend r [get_property \$x full_name] }; return [lsort \$r] }
proc to {end {d max}} { report_checks -path_delay \$d -to \$end -format full -digits 3 }
END
# ours COMMANDS, theirs COMMANDS
ours() {
	printf 'source %s\n%s\n' "$tmp/open.tcl" "$1" >"$tmp/script.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err" </dev/null
}
theirs() {
	printf 'source %s\n%s\n' "$tmp/open.tcl" "$1" >"$tmp/script.tcl"
	sta -no_splash -exit "$tmp/script.tcl" 2>&1 </dev/null
}
# same COMMANDS WANTED NAME: ours as wanted, OpenSTA's as ours
same() {
	is "$(ours "$1")" "$2" "$3"
	if command -v sta >/dev/null 2>&1; then
		is "$(ours "$1")" "$(theirs "$1")" "$3, as OpenSTA"
	else
		skip "$3, as OpenSTA" "no sta"
	fi
}
slacks() {
	ours "$1" | awk '/slack \(/ { print $1 } /No paths/ { print "none" }' | tr '\n' ' '
}

same 'puts [names [get_cells s]]; puts [names [get_cells *]]; puts [names [get_cells s/*]]' "s
r0 r1 r2 s
s/l" "blocks are cells"
same 'puts [names [get_pins s/i]]; puts [names [get_pins s/*]]; puts [names [get_pins */i]]' "s/i
s/ck s/i s/o s/p
s/i" "with pins"
same 'puts [names [get_cells -hierarchical *]]' "r0 r1 r2 s s/l s/l/b s/l/c s/l/r" "on all levels"
is "$(ours 'puts [get_property [get_cells s] ref_name]')" "mid" "an instance of a module"
same 'puts [names [get_nets s/*]]; puts [names [get_nets s/l/q]]; puts [names [get_nets s/l/*]]' "s/ck s/i s/o s/p
s/l/q
s/l/ck s/l/i s/l/o s/l/p s/l/q" "nets have a name on each level"
same 'puts [names [get_nets -of_objects [get_pins s/i]]]; puts [names [get_nets -of_objects [get_cells s]]]
puts [names [get_pins -of_objects [get_cells s]]]' "n
clk d m n
s/ck s/i s/o s/p" "what belongs to blocks and their pins"
same 'puts [names [get_cells -of_objects [get_pins s/l/i]]]; puts [names [get_pins -of_objects [get_nets s/i]]]
puts [names [get_cells -of_objects [get_nets n]]]; puts [names [get_pins -of_objects [get_nets n]]]
puts [names [get_pins -of_objects [get_nets s/l/i]]]; puts [names [get_nets -of_objects [get_pins s/l/r/Q]]]' "s/l
s/l/i
r0 r1 s
r0/Q r1/D s/i
s/l/b/A s/l/c/A
s/l/o" "the block of a pin; pins and cells on a net's own level"
is "$(ours 'puts [names [get_pins -leaf -of_objects [get_nets s/i]]]; puts [names [get_cells -leaf -of_objects [get_nets n]]]
puts [get_property [get_nets s/i] full_name],[get_property [get_nets s/i] name],[get_property [get_nets s/i] fanout]')" \
	"r0/Q r1/D s/l/b/A s/l/c/A
r0 r1 s/l/b s/l/c
s/i,i,3" "-leaf: of the flat net"
is "$(ours 'create_clock -name a -period 3 [get_ports clk]; puts [get_property [get_ports a] object_class]
puts [get_property [get_nets a] object_class],[get_property [get_clocks a] object_class]
puts [get_pins -leaf -of_objects [get_nets a]],[get_pins -of_objects [get_ports a]]
set_false_path -from [get_ports a]; set_multicycle_path 3 -to [get_clocks a]; write_sdc '"$tmp/kinds.sdc"; grep '^create_clock\|_path' "$tmp/kinds.sdc")" \
	"port
net,clock
r0/D,
create_clock -name a -period 3 -waveform {0 1.5} [get_ports {clk}]
set_false_path -from [get_ports {a}]
set_multicycle_path -setup 3 -to [get_clocks {a}]
set_multicycle_path -hold -end 0 -to [get_clocks {a}]" "a clock, a port and a net of one name are kept apart"
is "$(ours 'puts [get_property [get_pins s/o] direction]; puts [get_property [get_clocks clk] period]
puts [get_property [get_lib_cells duo/BUF] full_name]')" "output
10.000000
duo/BUF" "properties"

# By hand: r0/Q falls at 0.25; 10 - 0.12 - 0.25 = 9.630 at r1/D, 0.104 less after a buffer.
is "$(slacks 'to r1/D; to r2/D; to s/l/r/D')" "9.630 9.526 9.526 " "without exceptions"
for said in "set_false_path -through [get_pins s/i]" "set_false_path -through [get_pins s/l/i]"; do
	is "$(slacks "$said; to r1/D; to r2/D; to s/l/r/D")" "9.630 none none " "$said"
done
is "$(slacks "set_false_path -through [get_pins s/p]; to r1/D; to r2/D; to s/l/r/D")" "9.630 none 9.526 " "an output of a block"
is "$(slacks "set_multicycle_path 2 -setup -through [get_cells s]; to r1/D; to r2/D")" "9.630 19.526 " "through a block"
is "$(slacks "set_max_delay 2 -from r0/CK -through s/i; to r1/D; to r2/D")" "9.630 1.526 " "by its name as text"
is "$(slacks "set_false_path -through [get_nets s/i]; to r1/D; to r2/D")" "9.630 none " "a net inside is what comes by it"
is "$(slacks "set_false_path -through [get_nets n]; to r1/D; to r2/D")" "none none " "one outside all that is downstream of it"
is "$(ours 'report_checks -through [get_nets s/i] -format end -group_count 9' | grep -c 'r[12]*/D')" 2 "a report through a net inside"
is "$(slacks "set_false_path -hold -through [get_pins s/i]; to r1/D min; to r2/D min")" "0.180 none " "for hold"
if command -v sta >/dev/null 2>&1; then
	for said in "set_false_path -through [get_pins s/i]" "set_false_path -through [get_nets s/i]" \
		"set_false_path -through [get_nets s/l/p]" "set_max_delay 2 -through [get_nets s/l/i]" "set_false_path -through [get_pins s/l/i]" \
		"set_false_path -through [get_pins s/p]" "set_max_delay 2 -through [get_pins s/i]" \
		"set_multicycle_path 2 -hold -through [get_pins s/l/p]" "set_false_path -through [get_cells s]" "set_false_path -through s/l" \
		"set_false_path -from [get_cells s]" "set_false_path -to [get_cells s/l]" "set_false_path -through [get_pins s/ck]" \
		"set_disable_timing s/i" "set_disable_timing s/p" "set_disable_timing {s/l/i s/ck}" "set_disable_timing s/p; unset_disable_timing s/p" \
		"set_false_path -through [get_pins s/*]" "set_max_delay 2 -through [get_cells s] -to [get_clocks clk]"; do
		for split in max min; do
			commands="$said; to r1/D $split; to r2/D $split; to s/l/r/D $split"
			is "$(ours "$commands")" "$(theirs "$commands")" "$said, $split, as OpenSTA"
		done
	done
else
	skip "exceptions through blocks as OpenSTA" "no sta"
fi
# No path begins or ends at a block or a pin of one, and no data passes the pin of a clock.
for said in "-from s" "-from s/ck" "-to s/i" "-to s/l" "-from {s s/l/ck}"; do
	is "$(slacks "set_false_path $said; to r1/D; to r2/D; to s/l/r/D")" "9.630 9.526 9.526 " "$said"
	case $said in *{*) n=2 ;; *) n=1 ;; esac
	is "$(grep -c 'where no path begins or ends: ignored' "$tmp/err")" "$n" "$said: with warnings"
done
ours "set_disable_timing s" >"$tmp/out"
is "$(grep -c "set_disable_timing: blocks aren't supported, only cells" "$tmp/err")" 1 "blocks aren't disabled"
is "$(ours 'report_checks -through [get_pins s/p] -format end -digits 3' | grep -c 'r2/D')" 1 "a report through a pin of a block"
is "$(ours 'report_checks -through s/i -format end -digits 3 -group_count 9 -endpoint_count 9' | grep -c 'r/D.*MET')" 2 \
	"and as text"
is "$(slacks "set_case_analysis 0 [get_pins s/i]; to r1/D; to r2/D")" "9.630 none " "case analysis at a pin of a block"
is "$(slacks "create_clock -name k -period 5 [get_pins s/ck]; set_clock_latency 1 k; to s/l/r/D")" "5.526 " "a clock that begins there"

# What is written is read as the same.
ours "set_false_path -through [get_pins s/i]; set_max_delay 2 -to [get_pins s/l/r/D]; write_sdc $tmp/out.sdc" >/dev/null
ours "read_sdc $tmp/out.sdc; write_sdc $tmp/again.sdc" >/dev/null
is "$(grep -c 's/l/b/A s/l/c/A' "$tmp/out.sdc")" 1 "written by leaf pins"
is "$(slacks "read_sdc $tmp/out.sdc; to r1/D; to r2/D")" "9.630 none " "which means the same"

# unset_path_exceptions takes points away, one by one; reset_path all that is about no other paths.
take_away() {
	commands="set_$1; unset_path_exceptions $2; to r1/D; to r2/D; to s/l/r/D; to r1/D min; to r2/D min; to s/l/r/D min"
	wanted=$3
	is "$(slacks "$commands")" "$wanted" "$1, unset $2"
	if command -v sta >/dev/null 2>&1; then
		is "$(theirs "$commands" | awk '/slack \(/ { print $1 } /No paths/ { print "none" }' | tr '\n' ' ')" "$wanted" "$1, unset $2: OpenSTA"
	else
		skip "$1, unset $2: OpenSTA" "no sta"
	fi
}
all="9.630 9.526 9.526 0.180 0.286 0.286 "
take_away "false_path -from [get_clocks clk] -to r1/D" "-from [get_clocks clk]" "$all"
take_away "false_path -to {r1/D r2/D}" "-to r1/D" "9.630 none 9.526 0.180 none 0.286 "
take_away "false_path -to {r1/D r2/D}" "-to {r2/D y}" "none 9.526 9.526 none 0.286 0.286 "
take_away "false_path -setup -to {r1/D r2/D}" "-to r1/D" "9.630 none 9.526 0.180 0.286 0.286 "
take_away "false_path -to r1/D" "-from r0/CK -to r1/D" "none 9.526 9.526 none 0.286 0.286 "
take_away "false_path -from {r0/CK r1/CK} -to {r1/D r2/D}" "-from r0/CK -to r1/D" "9.630 none 9.526 0.180 none 0.286 "
take_away "false_path -through {s/l/b/A s/l/c/A}" "-through s/l/b/A" "9.630 none 9.526 0.180 none 0.286 "
take_away "false_path -through s/l/b/A -through s/l/b/Y" "-through s/l/b/A" "$all"
take_away "false_path -to r1" "-to r1/D" "none 9.526 9.526 none 0.286 0.286 "
take_away "false_path -to {r1 r2}" "-to r1" "9.630 none 9.526 0.180 none 0.286 "
take_away "max_delay 2 -from r0/CK -to {r1/D r2/D}" "-hold -to r1/D" "1.630 1.526 9.526 0.180 0.286 0.286 "
take_away "max_delay 2 -from r0/CK -to {r1/D r2/D}" "-setup -to r1/D" "9.630 1.526 9.526 0.180 0.286 0.286 "
take_away "multicycle_path 2 -to {r1/D r2/D}" "-to r1/D" "9.630 19.526 9.526 0.180 -9.714 0.286 "
said="set_false_path -rise_from [get_clocks clk] -to r1/D"
is "$(slacks "$said; unset_path_exceptions -from [get_clocks clk] -to r1/D; to r1/D")" "none " "not exactly what was set"
is "$(grep -c 'no exception has these points' "$tmp/err")" 1 "and says so"
is "$(slacks "$said; unset_path_exceptions -rise_from [get_clocks clk] -to r1/D; to r1/D")" "9.630 " "exactly what was set"
is "$(slacks "$said; reset_path -from [get_clocks clk]; to r1/D")" "9.630 " "reset_path takes more"
plan
