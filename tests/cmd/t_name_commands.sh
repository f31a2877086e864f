# Names are data: ports, nets, instances, cells, pins, clocks and vertices whose names are made of what Tcl, patterns,
# JSON and the file formats use for themselves go through commands at the prompt and in SDC, the explorer's clipboard
# and records, and files; what a format can't say is refused. tests/write/t_names.c has random ones.
. "${srcdir:-.}/tests/lib/tap.sh"
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
case $WARPSCOPE_DATADIR in /*) ;; *) WARPSCOPE_DATADIR=$(pwd)/$WARPSCOPE_DATADIR ;; esac
cd "$tmp" || exit 1

# batch SCRIPT: its exit status and what it printed, less what is always said (no path passes the clock's net)
batch() {
	timeout 60 "$warpscope" -b -d cpu "$1" >out 2>err </dev/null
	printf '%d %s' $? "$(cat out; grep -v -e 'no parasitics: wires have no delay' -e 'without CUDA' \
		-e 'no startpoint leads to -through clk$' err)"
}

# ---- a design ----

cat >names <<'NAMES'
\
{
}
[
]
$
;
"
#
*
?
~
/
:
-
>
>>
a\b
ab
{x}
[3]
$v
#h
*s
?q
~t
/u
:w
-x
-from
--
a;b
q"r
a[3]
a[2]
x{y
\\z
ü1
a\
{a\b}
%d
(p)
,
\{
\}
true
@!&|^+=<.'`
NAMES
awk '{ name[NR] = $0 }
END {
	printf "module \\t{op (clk"
	for (i = 1; i <= NR; i++) printf ", \\i%s , \\%s ", name[i], name[i]
	print ");\ninput clk;"
	for (i = 1; i <= NR; i++) {
		n = name[i]
		print "input \\i" n " ; output \\" n " ; wire \\n" n " ; wire \\m" n " ;"
		print "\\BUF{\"x} \\u" n " (.A(\\i" n " ), .Y(\\n" n " ));"
		print "DFF \\" n " (.\\d[0] (\\n" n " ), .\\{C$K\\ (clk), .Q(\\m" n " ));"
		print "\\BUF{\"x} \\v" n " (.A(\\m" n " ), .Y(\\" n " ));"
	}
	print "endmodule"
}' names >n.v
cat >n.lib <<'LIB'
library ("li \"b") {
	time_unit : "1ns"; capacitive_load_unit (1, ff);
	cell ("BUF{\"x}") {
		pin ("A") { direction : input; capacitance : 1; }
		pin ("Y") { direction : output; function : "A"; timing () {
			related_pin : "A"; timing_sense : positive_unate;
			cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }
			rise_transition (scalar) { values ("0.1"); } fall_transition (scalar) { values ("0.1"); } } }
	}
	cell ("DFF") {
		ff (IQ, IQN) { clocked_on : "{C$K"; next_state : "d[0]"; }
		pin ("d[0]") { direction : input; capacitance : 1; timing () {
			related_pin : "{C$K"; timing_type : setup_rising;
			rise_constraint (scalar) { values ("0.1"); } fall_constraint (scalar) { values ("0.1"); } } }
		pin ("{C$K") { direction : input; clock : true; capacitance : 1; }
		pin ("Q") { direction : output; function : "IQ"; timing () {
			related_pin : "{C$K"; timing_type : rising_edge;
			cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }
			rise_transition (scalar) { values ("0.1"); } fall_transition (scalar) { values ("0.1"); } } }
	}
}
LIB
sed -i 's/\.\\{C$K\\ (/.\\{C$K (/' n.v
cat >open.tcl <<'TCL'
read_liberty n.lib
read_verilog n.v
link_design
TCL
cat >check.tcl <<'TCL'
set bad 0
set n 0
proc same {what want script} {
	incr ::n
	if {[catch {uplevel #0 $script} got]} {
		puts "$what <$want>: $got"
	} elseif {$want ne $got} {
		puts "$what <$want>: <$got>"
	} else {
		return
	}
	incr ::bad
}
proc runs {what script} {
	incr ::n
	if {[catch {uplevel #0 $script} got]} {
		puts "$what: $got"
		incr ::bad
	}
}
TCL

# ---- at the prompt ----

cat open.tcl check.tcl - >prompt.tcl <<'TCL'
create_clock -name {c k*\[1]} -period 10 [get_ports clk]
create_clock -name c -period 10 -add [get_ports clk]
create_clock -name {k*\[1]} -period 10 -add [get_ports clk]
same clocks 3 {llength [all_clocks]}
runs delays {set_input_delay 1 -clock {c k*\[1]} [all_inputs -no_clocks]}
runs delays {set_output_delay 1 -clock [get_clocks {c\ k\\*\\\\[1]}] [all_outputs]}
foreach c [all_clocks] {
	same clock [list $c] {get_clocks $c}
	runs report_clock_properties {report_clock_properties $c > /dev/null}
	runs from-clock {report_checks -from $c > /dev/null}
	runs from-clocks {report_checks -from [list $c] > /dev/null}
}
foreach kind {port net cell pin} {
	foreach p [get_${kind}s *] {
		same get [list $p] {get_${kind}s $p}
		same get-list [list $p] {get_${kind}s [list $p]}
		same property $p {get_property -object_type $kind $p full_name}
		same property-of-list $p {get_property -object_type $kind [get_${kind}s $p] full_name}
		same lindex $p {get_property -object_type $kind [lindex [get_${kind}s $p] 0] full_name}
		# a string of the same characters that isn't a name value
		set text [string range "x$p" 1 end]
		if {$text ni {> >>}} { # which after a command are a file's
			same text $p {get_property -object_type $kind -- $text full_name}
		}
	}
}
foreach p [get_ports *] {
	runs report_slack {report_slack $p > /dev/null}
	runs set_load {set_load 1 $p}
	runs set_loads {set_load 1 [list $p]}
	runs report_cone {report_cone $p > /dev/null}
	same net 1 {llength [get_nets -of_objects $p]}
}
foreach p [get_nets *] {
	runs report_net {report_net $p > /dev/null}
	runs through {report_checks -through $p > /dev/null}
}
foreach p [get_cells *] {
	runs report_instance {report_instance $p > /dev/null}
	same of [list $p] {get_cells -of_objects [get_pins -of_objects $p]}
	if {[get_property $p ref_name] ne "DFF"} {
		runs set_disable_timing {set_disable_timing -from A -to Y [get_cells $p]; unset_disable_timing -from A -to Y $p}
	}
}
foreach p [all_inputs -no_clocks] {
	runs from {report_checks -from $p > /dev/null}
	runs search {find_paths -max_paths 3 -from $p}
	runs explain {explain_path $p > /dev/null}
}
foreach p [all_outputs] {
	runs to {report_checks -to $p -format json > /dev/null}
	runs group {group_path -name $p -to $p}
	runs groups {report_checks -path_group [list $p] > /dev/null}
	runs group-of-name {report_checks -path_group $p > /dev/null}
}
same many [llength [all_outputs]] {llength [get_ports [all_outputs]]}
puts "[expr {$n > 3000}] $bad"
TCL
is "$(batch prompt.tcl)" "0 1 0" "each name is itself in all commands at the prompt"

# ---- in SDC ----

cat >n.sdc <<'SDC'
create_clock -name {c k*\[1]} -period 10 [get_ports clk]
create_clock -name c -period 10 -add [get_ports clk]
create_clock -name {k*\[1]} -period 10 -add [get_ports clk]
set_clock_groups -asynchronous -group {c k*\[1]} -group [get_clocks c]
set_input_delay 1 -clock {c k*\[1]} [all_inputs -no_clocks]
foreach p [all_outputs] {
	set_output_delay 2 -clock {c k*\[1]} $p
	set_load 2 [get_object_name $p]
	set_load 2 [list [get_object_name $p]]
	group_path -name "g [get_object_name $p]" -to $p
}
proc one {what got name} {
	if {[llength $got] != 1 || [get_object_name $got] ne $name} {
		puts "$what <$name>: $got"
	}
}
foreach kind {port cell net pin} {
	foreach o [get_${kind}s *] {
		set name [get_object_name $o]
		one get [get_${kind}s $name] $name
		one get-list [get_${kind}s [list $name]] $name
		set quoted [string map {\" \\\" \\ \\\\} $name]
		one filter [get_${kind}s -filter "full_name == \"$quoted\""] $name
		one collection [filter_collection [get_${kind}s *] "@full_name == \"$quoted\""] $name
	}
}
set_false_path -through [get_pins {u\\\\/A}]
foreach c [get_cells u*] {
	set_disable_timing -from A -to Y [filter_collection $c {ref_name == {BUF{"x}}}]
}
set_driving_cell -lib_cell [get_lib_cells {*/BUF\{"x\}}] -pin Y [all_inputs -no_clocks]
set_dont_touch [get_lib_cells {li\ "b/DFF}]
SDC
cat open.tcl - >sdc.tcl <<'TCL'
read_sdc n.sdc
TCL
is "$(batch sdc.tcl)" "0 " "each name is itself in an SDC file"

# ---- written and read back ----

cat sdc.tcl - >first.tcl <<'TCL'
write_sdc 1.sdc; write_verilog 1.v; write_liberty 1.lib
foreach kind {port cell net pin} { foreach p [get_${kind}s *] { puts "$kind $p" } }
TCL
cat >second.tcl <<'TCL'
read_liberty 1.lib
read_verilog 1.v
link_design
read_sdc 1.sdc
write_sdc 2.sdc; write_verilog 2.v; write_liberty 2.lib
foreach kind {port cell net pin} { foreach p [get_${kind}s *] { puts "$kind $p" } }
TCL
names=$(batch first.tcl | sort)
is "$(printf '%s\n' "$names" | wc -l)" 848 "the number of names"
is "$(batch second.tcl | sort)" "$names" "Verilog, Liberty and SDC read back have the same names"
cmp 1.v 2.v && cmp 1.sdc 2.sdc && cmp 1.lib 2.lib
ok $? "and are written the same"

# ---- JSON ----

if command -v python3 >/dev/null; then
	printf 'module t (i, o); input i; output o; BUF \\u"\\\377\303\251\177 (.A(i), .Y(o)); endmodule\n' >bytes.v
	sed 's/BUF{.*x}/BUF/' n.lib >bytes.lib
	cat >bytes.tcl <<'TCL'
read_liberty bytes.lib; read_verilog bytes.v; link_design
create_clock -name c -period 1; set_input_delay 0 -clock c i; set_output_delay 0 -clock c o
report_checks -format json > bytes.json
TCL
	batch bytes.tcl >/dev/null
	is "$(python3 -c '
import json, os
path = json.load(open("bytes.json", encoding="utf-8"))["checks"][0]["source_path"]
print({os.fsencode(p["instance"]) for p in path if p["instance"]})' 2>&1)" \
		"{b'u\"\\\\\\xff\\xc3\\xa9\\x7f'}" "JSON has any bytes, as UTF-8"
else
	skip "JSON has any bytes, as UTF-8" "no python3"
fi

# ---- graphs ----

cat check.tcl - >graph.tcl <<'TCL'
read_graph 1.dag
foreach line [lrange [split [read [set f [open 1.dag]]] \n] 1 40] {
	if {![regexp {^"(.*)";$} $line - name]} continue
	runs cone {report_cone -- $name > /dev/null}
	runs cones {report_cone -- [list $name] > /dev/null}
}
find_paths
write_graph 2.dag
puts "[expr {$n > 50}] $bad"
TCL
{
	grep -v '"' names >vertices
	printf 'a b\n{a b}\n a\na \n#x\n' >>vertices
	wc -l <vertices
	sed 's/.*/"&";/' vertices
	awk 'NR > 1 { print "\"" last "\" -> \"" $0 "\", " NR ";" } { last = $0 }' vertices
	printf 'source "\\", 0;\nsink "#x", 9999;\n'
} >1.dag
is "$(batch graph.tcl)" "0 1 0" "vertices of all names"
is "$(grep -c '^"' 2.dag) $(sed -n '2,30p' 2.dag | cmp - - 2>&1; grep '";$' 2.dag)" \
	"$(grep -c '^"' 1.dag) $(grep '";$' 1.dag)" "are written as they were read"

# ---- what a format can't say ----

cat >blank.lib <<'LIB'
library (l) {
	cell ("B C") { pin ("A") { direction : input; capacitance : 1; } }
}
LIB
cat >blank.tcl <<'TCL'
read_liberty blank.lib
write_liberty 3.lib
read_liberty 3.lib
TCL
is "$(batch blank.tcl)" "0 " "a cell with a blank in Liberty"
cat >two.tcl <<'TCL'
read_liberty n.lib; read_verilog two.v; link_design
create_clock -name c -period 1 [get_ports clk]
foreach p {u/A} { puts [get_pins $p]; puts [get_ports $p] }
set_input_delay 0 -clock c [get_ports {u/A}]
set_output_delay 0 -clock c [get_ports o]
find_paths
puts [catch {write_graph two.dag} why]
puts $why
write_sdc two.sdc
TCL
printf 'module t (clk, \\u/A , o); input clk, \\u/A ; output o; \\BUF{"x} u (.A(\\u/A ), .Y(o)); endmodule\n' >two.v
is "$(batch two.tcl)" "0 u/A
u/A
1
two.dag: error: \"u/A\" can't be written: two pins are called so" \
	"a pin and a port of the same name: both are found, a graph can't have them"
[ ! -e two.dag ]
ok $? "and there is no file"
printf 'module t (\\q"r , o); input \\q"r ; output o; \\BUF{"x} u (.A(\\q"r ), .Y(o)); endmodule\n' >quote.v
cat >quote.tcl <<'TCL'
read_liberty n.lib; read_verilog quote.v; link_design
create_clock -name c -period 1; set_input_delay 0 -clock c [all_inputs]; set_output_delay 0 -clock c [all_outputs]
find_paths
puts [catch {write_graph quote.dag} why]
puts $why
TCL
is "$(batch quote.tcl)" "0 1
quote.dag: error: \"q\"r rise\" can't be written: names of a graph have neither quotes nor ends of lines" \
	"a quote in a graph"

# ---- bits of buses and names that look so ----

printf 'module t (a, \\a[5] , o); input [4:3] a; input \\a[5] ; output [2:0] o; wire \\w[1] ; wire [1:0] x;
\\BUF{"x} \\x[1] (.A(a[3]), .Y(\\w[1] )); \\BUF{"x} u (.A(\\a[5] ), .Y(x[1])); assign o = {\\w[1] , x[1], a[4]};
endmodule\n' >bits.v
cat >bits.tcl <<'TCL'
read_liberty n.lib; read_verilog bits.v; link_design
puts [get_ports]; puts [get_ports a]; puts [get_ports {a\[5\]}]; puts [get_property x\[1\]/A net]
puts [get_property u/A net]
write_verilog bits2.v
TCL
is "$(batch bits.tcl)" '0 {a[4]} {a[3]} {a[5]} {o[2]} {o[1]} {o[0]}
{a[4]} {a[3]} {a[5]}
{a[5]}
a[3]
a[5]' "an escaped name that looks like a bit is one in lists, and itself"

# ---- the explorer ----

# play KEYS OPTIONS…: with the design and its constraints open
play() {
	keys=$1
	shift
	timeout 60 "$warpscope" -d cpu --keys "$keys" --size 80x24 -f sdc.tcl "$@" </dev/null >out 2>err
	echo "$? $(grep -v -e 'no parasitics' -e 'without CUDA' \
		-e 'no startpoint leads to -through clk$' err)"
}

i=0
: >copy.keys
for name in '\' '{' '}' '[' ']' '$' ';' '"' '#' '*' 'a\b' '{x}' '[3]' '$v' 'a\' '-x' '>' '\{' '{a\b}'; do
	i=$((i + 1))
	printf '%s\n' "$name" >"name$i"
	cat >>copy.keys <<KEYS
:find_paths -max_paths 3 -to [lindex [all_outputs] [lsearch -exact [all_outputs] [string trimright [read [open name$i]] \n]]]
:save_screen $i.1
:copy
:find_paths -max_paths 7
:paste
<Enter>
:save_screen $i.2
KEYS
done
is "$(play copy.keys --record copy.rec)" "0 " "names in a replay"
wrong=
j=0
while [ "$j" -lt "$i" ]; do
	j=$((j + 1))
	sed -n '/slack/,/──/p' "$j.1" >list
	sed -n '2,20p' "$j.1" >a
	sed -n '2,20p' "$j.2" >b
	cmp -s a b && grep -q 'paths' "$j.1" || wrong="$wrong $j"
	mv "$j.2" "$j.recorded"
done
is "$wrong" "" "what copy gives shows the same when it is pasted"
is "$(play copy.rec)" "0 " "the record is replayed"
j=0
while [ "$j" -lt "$i" ]; do
	j=$((j + 1))
	cmp -s "$j.2" "$j.recorded" || wrong="$wrong $j"
done
is "$wrong" "" "and shows the same"

plan
