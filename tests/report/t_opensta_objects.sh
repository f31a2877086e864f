# Objects and queries as OpenSTA has them: names, -filter, fan-in and fan-out, edges of timing, libraries
# without a netlist; compared with Debian's OpenSTA where that is installed.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

# both SCRIPT: what it writes here ($tmp/ours) and there ($tmp/theirs; empty without OpenSTA)
both() {
	printf '%s\n' "$1" >"$tmp/script.tcl"
	"$warpscope" -b -d cpu --no-init -f "$tmp/script.tcl" >"$tmp/ours" 2>"$tmp/err" </dev/null
	code=$?
	if command -v sta >/dev/null 2>&1; then
		sta -no_init -no_splash -exit "$tmp/script.tcl" 2>&1 </dev/null | grep -v '^Warning\|^Error: .*thresh' >"$tmp/theirs"
	fi
}
# same NAME: ours is theirs, line by line in any order
same() {
	if command -v sta >/dev/null 2>&1; then
		sort "$tmp/theirs" >"$tmp/theirs.sorted"
		is "$(sort "$tmp/ours" | diff "$tmp/theirs.sorted" -)" "" "$1: OpenSTA"
	else
		skip "$1: OpenSTA" "not installed"
	fi
}

# Libraries alone.
both "read_liberty $data/stage.lib
report_object_names [get_lib_cells */*]
report_object_full_names [get_lib_cells */*]
puts [get_full_name [get_libs *]]
foreach cell [get_lib_cells */*] {report_lib_cell \$cell}
read_liberty $data/domains.lib
foreach cell [get_lib_cells domains/*] {report_lib_cell \$cell}"
is "$code $(sed -n 1,13p "$tmp/ours" | tr '\n' ' ')" \
	"0 BUF DFFR INV NAND2 stage/BUF stage/DFFR stage/INV stage/NAND2 stage Cell BUF Library stage File $data/stage.lib  A input 1.50 " \
	"libraries without a netlist"
same "cells of libraries"
is "$("$warpscope" -b -d cpu --no-init -e "read_liberty $data/stage.lib
	puts [get_lib_cells -filter is_buffer],[get_lib_cells -filter {is_sequential || is_inverter==1}]
	puts [get_property [get_lib_pins stage/BUF/A] capacitance],[get_property [get_libs] filename]
	report_units" 2>&1 | tr '\n' ';')" \
	"stage/BUF,stage/DFFR stage/INV;1.500000,$data/stage.lib; time 1ps; capacitance 1fF; resistance 1kohm;" "and their properties and units"
is "$("$warpscope" -b -d cpu --no-init -e 'set_cmd_units -time 1e308ns; report_units' 2>&1 | tail -1)" \
	'warpscope: set_cmd_units: -time expects a unit, not "1e308ns"' "no unit beyond range"
is "$("$warpscope" -b -d cpu --no-init -e 'report_lib_cell BUF' 2>&1)" \
	"warpscope: neither a netlist nor a library is open; read_liberty reads libraries" "nothing is open"
is "$("$warpscope" -b -d cpu --no-init -e "read_liberty $data/stage.lib; get_cells" 2>&1)" \
	"warpscope: no netlist is open; read_liberty, read_verilog and link_design open one" "cells need a netlist"
is "$("$warpscope" -b -d cpu --no-init -e "read_liberty $data/stage.lib; report_lib_cell NAND3" 2>&1)" \
	'warpscope: report_lib_cell: no library cell "NAND3"; nearest "NAND2"' "the nearest library cell"

# Pins of libraries: by LIB/CELL/PIN in both; by CELL/PIN and all of them as in OpenSTA 3.
both "read_liberty $data/stage.lib
read_liberty $data/domains.lib
foreach patterns {stage/*/* domains/*/* stage/*/A stage/BUF/A {stage/BUF/A domains/BUF/Y} stage/*/QQ nothing/*/* *} {
	report_object_names [get_lib_pins \$patterns]
}"
is "$code $(wc -l <"$tmp/ours") $(sed -n 's/^warning: //p' "$tmp/err" | tr '\n' ';')" \
	"0 $(wc -l <"$tmp/ours") no lib_pin \"stage/*/QQ\";no lib_pin \"nothing/*/*\";no lib_pin \"*\";" "pins of libraries"
same "pins of libraries"
is "$("$warpscope" -b -d cpu --no-init -e "read_liberty $data/stage.lib; read_liberty $data/domains.lib
	puts [llength [get_lib_pins]],[expr {[get_lib_pins] eq [get_lib_pins */*/*]}],[expr {[get_lib_pins] eq [get_lib_pins */*]}]
	puts [get_lib_pins BUF/*]" 2>&1 | tr '\n' ';')" \
	"46,1,1;stage/BUF/A stage/BUF/Z domains/BUF/A domains/BUF/Y;" "without patterns all of them"

open="read_liberty $data/stage.lib
read_verilog $data/stage.v
link_design stage
read_sdc $data/stage.sdc
proc names {list} {set names {}; foreach o \$list {lappend names [get_full_name \$o]}; lsort \$names}"

# Names, and lists of objects.
both "$open
foreach get {get_ports get_nets get_cells} {report_object_full_names [\$get *]; report_object_names [\$get *]}
foreach p [get_ports in*] {puts [get_full_name \$p]}
puts [llength [get_pins */D]]
puts [names [get_pins -of_objects [get_cells gate_0]]]"
is "$code $(tail -1 "$tmp/ours")" "0 gate_0/A gate_0/B gate_0/ZN" "names of objects"
same "names of objects"

ours() {
	"$warpscope" -b -d cpu --no-init -e "$open" -e "$1" 2>"$tmp/err" </dev/null | sed 1d
}
is "$(ours 'puts [names [get_pins -filter {direction==output} state_*/*]]
	puts [names [get_cells -filter ref_name=~D*]]
	puts [names [get_cells -filter {is_sequential && !(name=~*_1 || name==state_2)}]]
	puts [get_clocks -filter is_generated]
	puts [get_clocks -filter {period>100 && !is_generated}]
	puts [get_ports -filter {direction==input && name!=clk} -quiet {clk in*}]')" \
	"state_0/Q state_1/Q state_2/Q state_3/Q
state_0 state_1 state_2 state_3
state_0 state_3
half
clk
{in[3]} {in[2]} {in[1]} {in[0]}" "filters"
is "$(ours 'get_cells -filter {name ~= *r1*} *'; cat "$tmp/err" | tail -1)" \
	'warpscope: get_cells: "name ~= *r1*" is not a -filter, at "~= *r1*"' "what is no filter"
is "$(ours 'get_cells -filter {colour==red}'; tail -1 "$tmp/err")" \
	'warpscope: get_cells: a cell has no property "colour"' "an unknown property"
is "$(ours 'set c [add_to_collection [get_cells state_0] [get_nets {q[*]}]]
	puts "[sizeof_collection $c] [index_collection $c 0] [remove_from_collection $c [get_cells]]"
	puts [filter_collection $c {object_class==cell}]
	puts [get_object_name [get_cells state_*]]
	puts [get_name [get_pins state_0/D]]')" "5 state_0 {q[0]} {q[1]} {q[2]} {q[3]}
state_0
state_0 state_1 state_2 state_3
D" "collections"

# Names with slashes of their own: a '/' of a pattern is a level, and where that finds nothing a character.
cat >"$tmp/slashes.v" <<'END'
module slashes (clk, in, out, \p/q );
  input clk, in; output out, \p/q ;
  wire \a/b , \x[3] , plain;
  BUF \u/1 (.A(in), .Y(\a/b ));
  BUF u2 (.A(\a/b ), .Y(\x[3] ));
  INV u3 (.A(\x[3] ), .Y(plain));
  inner s (.i(plain), .o(out));
  inner \t/2 (.i(plain), .o());
  BUF u5 (.A(plain), .Y(\p/q ));
endmodule
module inner (i, o);
  input i; output o; wire \m/n , k;
  BUF \w/1 (.A(i), .Y(\m/n ));
  BUF v (.A(\m/n ), .Y(k));
  BUF v2 (.A(k), .Y(o));
endmodule
END
both "read_liberty $data/domains.lib
read_verilog $tmp/slashes.v
link_design slashes
foreach get {get_nets get_cells get_pins} {
	foreach pattern {* a/b {a\\/b} s/* s/m/n s/m* *a* *b a* *n x* {x\[3\]} u/1 u* */A u/1/A p* *q */* t/2/* t* {t\\/2/*} s/v2/* */v/A s/w/1/A} {
		set names {}
		foreach object [\$get -quiet \$pattern] {lappend names [get_full_name \$object]}
		puts \"\$get \$pattern: [lsort \$names]\"
	}
}"
is "$code $(grep -F 'get_nets *:' "$tmp/ours") $(grep -F 'get_cells */*:' "$tmp/ours")" \
	"0 get_nets *: a/b clk in out p/q plain {x[3]} get_cells */*: s/v s/v2 s/w/1 t/2/v t/2/v2 t/2/w/1" "names with slashes"
same "names with slashes"
is "$("$warpscope" -b -d cpu --no-init -e "read_liberty $data/domains.lib; read_verilog $tmp/slashes.v; link_design slashes
	puts [lsort [get_cells -hierarchical w*]],[lsort [get_nets -hierarchical m*]],[lsort [get_cells -hierarchical 1]]" 2>/dev/null)" \
	"s/w/1 t/2/w/1,s/m/n t/2/m/n,s/w/1 t/2/w/1 u/1" "and on any level"

# Fan-in and fan-out of every pin, in all ways. The pins of both directions of a black box are not asked, as they
# are two there.
both "$open
foreach options {{} -flat -only_cells ENDS {-levels 1} {-levels 2} {-pin_levels 2} {-pin_levels 3} {-trace_arcs all}} {
	foreach pin [concat [get_ports *] [get_pins *]] {
		set name [get_full_name \$pin]
		if {[string match */IQ* \$name] || [string match watch/* \$name]} continue
		set in [string map {ENDS -startpoints_only} \$options]
		set out [string map {ENDS -endpoints_only} \$options]
		puts \"fan-in \$name \$in: [names [get_fanin -to \$pin {*}\$in]]\"
		puts \"fan-out \$name \$out: [names [get_fanout -from \$pin {*}\$out]]\"
	}
}"
is "$code $(grep -c '^fan-' "$tmp/ours")" "0 1476" "fans of all pins"
is "$(grep -F 'fan-in state_0/D -startpoints_only' "$tmp/ours")" \
	"fan-in state_0/D -startpoints_only: enable {in[0]} state_3/CK watch/probe" "startpoints"
sed -i 's/: {} /: /; s/: {}$/: /' "$tmp/theirs" 2>/dev/null # ports there are of an instance without a name
same "fans"
is "$(ours 'get_fanin'; tail -1 "$tmp/err")" "warpscope: get_fanin: -to is needed" "a fan of nothing"
is "$(ours 'get_fanin -to state_0/E'; tail -1 "$tmp/err")" \
	'warpscope: get_fanin: no pin, port or net "state_0/E"; nearest "state_0/D"' "a pin that isn't there"

# Pins of both directions are two: a load of their net and a driver.
both "read_liberty $data/pads.lib
read_liberty $data/domains.lib
read_verilog $data/pads.v
link_design pads
proc names {list} {set names {}; foreach o \$list {lappend names [get_full_name \$o]}; lsort \$names}
foreach pin [concat [get_ports *] [get_pins *]] {
	foreach options {{} -flat -only_cells {-levels 1} {-pin_levels 1} {-pin_levels 2} {-trace_arcs all}} {
		puts \"fan-in [get_full_name \$pin] \$options: [names [get_fanin -to \$pin {*}\$options]]\"
		puts \"fan-out [get_full_name \$pin] \$options: [names [get_fanout -from \$pin {*}\$options]]\"
	}
	puts \"ends [get_full_name \$pin]: [names [get_fanin -to \$pin -startpoints_only]], [names [get_fanout -from \$pin -endpoints_only]]\"
}"
is "$code $(grep -c . "$tmp/ours") $(grep -e '^fan-in p/PAD :' -e '^fan-out io :' -e '^ends p/PAD' "$tmp/ours" | tr '\n' ';')" \
	"0 465 fan-out io : io p/PAD p/Y r2/D;fan-in p/PAD : io p/PAD;ends p/PAD: io, io r2/D;" "fans of pads"
sed -i 's/: {} /: /; s/: {}$/: /' "$tmp/theirs" 2>/dev/null
same "fans of pads"

# Paths in and out of them: the same as there, point by point.
both "read_liberty $data/pads.lib
read_liberty $data/domains.lib
read_verilog $data/pads.v
link_design pads
create_clock -name clk -period 10 [get_ports clk]
set_input_delay 1 -clock clk [get_ports {io in en}]
set_output_delay 2 -clock clk [get_ports io]
foreach to {io r2/D} {
	foreach check {max min} {
		report_checks -path_delay \$check -to \$to -digits 3
	}
}"
is "$code $(grep -c 'io (inout)' "$tmp/ours")" "0 4" "paths of a pad"
same "paths of a pad"

# What another pad drives on the net comes in, too.
cat >"$tmp/bus.v" <<'END'
module bus (clk, a, b, en, out);
  input clk, a, b, en; output out; wire shared, y;
  IOPAD p1 (.A(a), .EN(en), .PAD(shared), .Y());
  IOPAD p2 (.A(b), .EN(en), .PAD(shared), .Y(y));
  DFF r (.D(y), .CK(clk), .Q(out));
endmodule
END
"$warpscope" -b -d cpu --no-init -e "read_liberty $data/pads.lib; read_liberty $data/domains.lib; read_verilog $tmp/bus.v; link_design bus
	create_clock -name clk -period 10 clk; set_input_delay 0 -clock clk {a b en}; report_checks -to r/D -format summary" >"$tmp/out" 2>"$tmp/err"
is "$? $(awk '/r\/D/ { print $1 }' "$tmp/out")" '0 en' "a bus between pads"

# Edges.
is "$(ours 'foreach edge [get_timing_edges -of_objects [get_cells {gate_0 state_0}]] {
		puts "[get_property $edge full_name] [get_property $edge sense] [get_property $edge role]"
	}')" "gate_0/A -> gate_0/ZN negative_unate combinational
gate_0/B -> gate_0/ZN negative_unate combinational
state_0/CK -> state_0/D non_unate setup
state_0/CK -> state_0/D non_unate hold
state_0/CK -> state_0/RN non_unate recovery
state_0/CK -> state_0/RN non_unate removal
state_0/CK -> state_0/Q non_unate launch
state_0/RN -> state_0/Q positive_unate set_reset" "edges within cells"
is "$(ours 'set edge [get_timing_edges -from [get_pins clock_root/Z] -to [get_pins clock_left/A]]
	puts "[llength $edge] [expr {$edge eq [get_timing_edges -to clock_left/A]}] [get_property $edge to_pin]"
	puts [llength [get_timing_edges -from clock_root/Z]]
	puts [llength [get_timing_edges -to state_0/D -filter role==setup]]
	set edge [get_timing_edges -of_objects drive_0]
	puts "[get_property $edge delay_max_rise] [get_property $edge delay_max_fall]"
	foreach to {rise_to fall_to} {report_checks -$to {out[0]} -digits 3}' | sed -n '1,4p
	s|^ *\([0-9.]*\) .*drive_0/ZN.*|\1|p' | tr '\n' ' ')" "1 1 clock_left/A 2 1 10.591 8.765 10.591 8.765 " "edges between pins"
is "$(ours 'get_property timing_edge:1.2.w from_pin' 2>&1; tail -1 "$tmp/err")" \
	'warpscope: get_property: there is no pin, cell, net or port "timing_edge:1.2.w"' "an edge that isn't there"

# Registers by their clocks, and the order of what patterns find.
both "read_liberty $data/domains.lib
read_verilog $data/domains.v
link_design domains
source $data/domains.sdc
proc show {what list} {
	set names {}
	foreach object \$list {lappend names [get_full_name \$object]}
	puts \"\$what: [expr {[string match -* \$what] ? [lsort \$names] : \$names}]\"
}
foreach what {-cells -clock_pins -data_pins -async_pins -output_pins} {
	foreach which {{} {-clock A} {-clock {A B}} {-rise_clock A} {-fall_clock A} {-rise_clock HALF} {-clock NEG -edge_triggered}
		-level_sensitive} {
		show \"\$what \$which\" [eval all_registers \$what \$which]
	}
}
foreach what {{get_cells *} {get_cells {r* g*}} {get_pins */D} {get_pins r1/*} {get_nets *} {get_nets {q* a?}} {get_ports *}
	{get_lib_cells domains/*} {get_clocks *} all_inputs all_outputs all_registers} {
	show \$what [eval \$what]
}"
is "$code $(grep -c . "$tmp/ours")" "0 52" "registers and orders"
if command -v sta >/dev/null 2>&1; then
	is "$(diff "$tmp/theirs" "$tmp/ours")" "" "registers and orders: OpenSTA"
else
	skip "registers and orders: OpenSTA" "not installed"
fi
is "$(sed -n 's/^-clock_pins -rise_clock A: //p' "$tmp/ours")" \
	"divide/CK r1/CK r10/CK r11/CK r13/CK r2/CK r4/CK r5/CK r8/CK r9/CK" "those that a rising edge triggers"
# a multiplexer with a constant select lets one clock through
cat >"$tmp/mux.v" <<END
module mux (ca, cb, sel, d, q);
  input ca, cb, sel, d;
  output q;
  wire c;
  MUX2 m (.A(ca), .B(cb), .S(sel), .Y(c));
  DFF r (.CK(c), .D(d), .Q(q));
endmodule
END
is "$("$warpscope" -b -d cpu --no-init -e "read_liberty $data/domains.lib; read_verilog $tmp/mux.v; link_design mux
	create_clock -name A -period 1 ca; create_clock -name B -period 1 cb
	puts [all_registers -clock A][all_registers -clock B]
	set_case_analysis 0 sel
	puts [all_registers -clock A],[all_registers -clock B]
	set_disable_timing m -from A -to Y
	puts [all_registers -clock A]," 2>&1 | tr '\n' ' ')" "rr r, , " "clocks downstream of a constant select"

# What is nearest is alike.
for name in report_powr write_sdd get_widgets; do
	"$warpscope" -b -d cpu --no-init -e "$name" >"$tmp/out" 2>&1
	is "$(cat "$tmp/out")" "warpscope: unknown command \"$name\"; see help" "$name is like nothing"
done
"$warpscope" -b -d cpu --no-init -e "reprot_checks" >"$tmp/out" 2>&1
is "$(cat "$tmp/out")" 'warpscope: unknown command "reprot_checks"; nearest "report_checks"' "reprot_checks"
plan
