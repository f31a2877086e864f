# A design that was saved and opened again gives the bytes of the one that was read; what is no snapshot, or a damaged
# one, is refused with what was open untouched.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

# What commands say of a netlist with timing.
reports='
proc try {args} { if {[catch {uplevel #0 $args} why]} { puts "$args: $why" } }
try report_design
try report_design_statistics
try check_setup
try report_clock_properties
try find_paths -max_paths 300
try report_paths
try report_wns
try report_tns
try report_worst_slack -min
foreach split {max min} {
	try report_checks -path_delay $split -format full_clock_expanded -fields {slew cap input_pins nets fanout} -group_count 20
	try find_paths -path_delay $split -max_paths 200
	try report_paths
}
foreach mode {off opensta tau} {
	try set_cppr $mode
	try report_worst_slack
	try find_paths -max_paths 50
	try report_paths
}
try all_registers
try get_ports *
try explain_path -to [lindex [all_outputs] 0]
foreach x {verilog spef sdc def liberty} {
	try write_$x $out.$x
}
'

# reports_of NAME SCRIPT OPTIONS...: all that they say and write, in $tmp/NAME.*
reports_of() {
	name=$1 script=$2
	shift 2
	"$warpscope" -b -d cpu "$@" -e "set out $tmp/$name; $script; $reports" >"$tmp/$name.out" 2>"$tmp/$name.err"
	# the first line of what is written names nothing but the design
	sed -i "s|$tmp/$name|OUT|g" "$tmp/$name.out"
}

# same NAME SCRIPT: before it is saved and after it is opened again, with other numbers of threads
same() {
	reports_of read "$2" --threads 2
	"$warpscope" -b -d cpu -e "$2; save_design $tmp/one.wsd" 2>"$tmp/err"
	ok $? "$1 is saved"
	reports_of opened "read_design $tmp/one.wsd" --threads 3
	for file in "$tmp"/read.*; do
		end=${file##*.}
		[ "$end" = err ] && continue
		cmp -s "$file" "$tmp/opened.$end"
		ok $? "$1: .$end is the same"
	done
	# saved again it is the same file: nothing was lost, and nothing is in it but the design
	"$warpscope" -b -d cpu --threads 1 -e "read_design $tmp/one.wsd; save_design $tmp/two.wsd" 2>"$tmp/err"
	cmp -s "$tmp/one.wsd" "$tmp/two.wsd"
	ok $? "$1: the same file again"
	rm -f "$tmp"/read.* "$tmp"/opened.* "$tmp"/*.wsd
}

same stage "source $data/stage.tcl"
same domains "read_liberty $data/domains.lib; read_verilog $data/domains.v; link_design; read_sdc $data/domains.sdc"
same hand "read_liberty -max $data/hand_Late.lib; read_liberty -min $data/hand_Early.lib
	read_verilog $data/hand.v; link_design; read_timing $data/hand.timing; read_spef $data/hand.spef"
same duo "read_liberty $data/duo.lib; read_verilog $data/duo.v; link_design
	read_timing $data/duo.timing; read_spef $data/duo.spef"
same loom 'source [asset loom/loom.tcl]'
same "a netlist without constraints" "read_liberty $data/duo.lib; read_verilog $data/duo.v; link_design"
same "a design from DEF" "read_lef $data/small.lef; read_def $data/small.def"
same "Bookshelf" "read_bookshelf $data/shelf.aux"
same "a graph" 'read_graph [asset example.dag.gz]'
same "early paths of a graph" "read_graph -path_delay min $data/ladder.dag"
same "copies of a graph" "read_graph -tile 3 $data/ladder.dag"

# Settings of pins and clocks keep states apart; settings go with the design.
same "exceptions and latencies" 'source [asset loom/loom.tcl]
	set_false_path -through [lindex [all_registers -output_pins] 40] -to [lindex [all_registers -data_pins] 7]
	set_multicycle_path 2 -setup -from [lindex [all_registers -clock_pins] 3]
	set_clock_latency 0.1 [lindex [all_registers -clock_pins] 9]
	set_timing_derate -late 1.05
	set_input_delay 0.2 -clock [lindex [all_clocks] 0] [lindex [all_inputs] 4]
	set load_includes_driver_pin 0
	set check_unclocked_paths 1
	set_cmd_units -time ns -capacitance pF
	set_cppr off'

# ---- opening ----

script='source [asset loom/loom.tcl]'
"$warpscope" -b -d cpu -e "$script; save_design $tmp/loom.wsd" 2>"$tmp/err"
"$warpscope" -b -d cpu -e "$script; find_paths -max_paths 1000; report_paths" >"$tmp/wanted" 2>/dev/null
"$warpscope" -b -d cpu "$tmp/loom.wsd" -e report_paths >"$tmp/got" 2>"$tmp/err"
cmp -s "$tmp/wanted" "$tmp/got"
ok $? "warpscope FILE.wsd opens it and finds paths"

# An edit after it is one of the design: the timing is made again of what is there.
edit='set_false_path -to [lindex [all_registers -data_pins] 7]; report_worst_slack; find_paths -max_paths 100; report_paths'
"$warpscope" -b -d cpu -e "$script; $edit" >"$tmp/wanted" 2>/dev/null
"$warpscope" -b -d cpu -e "read_design $tmp/loom.wsd; $edit" >"$tmp/got" 2>/dev/null
cmp -s "$tmp/wanted" "$tmp/got"
ok $? "constraints are added as to one that was read"
place='report_placement; density -map cells; report_density; buffer_nets -fanout 12; report_placement; report_design'
"$warpscope" -b -d cpu -e "$script; $place" >"$tmp/wanted" 2>/dev/null
"$warpscope" -b -d cpu -e "read_design $tmp/loom.wsd; $place" >"$tmp/got" 2>/dev/null
cmp -s "$tmp/wanted" "$tmp/got"
ok $? "the placement is the design's: density, and nets are buffered"
"$warpscope" -b -d cpu -e "$script; density -map slack -grid 64x64; save_image $tmp/wanted.png" 2>"$tmp/err"
"$warpscope" -b -d cpu -e "read_design $tmp/loom.wsd; density -map slack -grid 64x64; save_image $tmp/got.png" 2>>"$tmp/err"
cmp -s "$tmp/wanted.png" "$tmp/got.png"
ok $? "its picture too"

# ---- what is refused ----

# refused FILE NAME WHY: what is open stays
refused() {
	"$warpscope" -b -d cpu -e "read_graph $data/ladder.dag
		catch {read_design $1} why; puts \$why; report_design" >"$tmp/out" 2>/dev/null
	is "$(head -1 "$tmp/out" | sed 's|^[^ ]*/||')" "$3" "$2"
	is "$(grep -c 'design .*ladder' "$tmp/out")" 1 "$2: what was open stays"
}

# patch FILE OFFSET BYTES: in place
patch() {
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

"$warpscope" -b -d cpu -e "source $data/stage.tcl; save_design $tmp/good.wsd" 2>/dev/null
size=$(wc -c <"$tmp/good.wsd")
cp "$data/stage.v" "$tmp/text.wsd"
refused "$tmp/text.wsd" "a text" "text.wsd: error: it is no snapshot of a design"
: >"$tmp/empty.wsd"
refused "$tmp/empty.wsd" "an empty file" "empty.wsd: error: it is no snapshot of a design"
refused "$tmp/none.wsd" "no file" "none.wsd: error: No such file or directory"
cp "$tmp/good.wsd" "$tmp/version.wsd"
version=$(od -An -tu1 -j8 -N1 "$tmp/good.wsd" | tr -d ' ')
patch "$tmp/version.wsd" 8 '\001'
refused "$tmp/version.wsd" "another version" "version.wsd: error: a snapshot of version 1, and this warpscope reads version $version: save it again from the files that the design was read from"
cp "$tmp/good.wsd" "$tmp/order.wsd"
patch "$tmp/order.wsd" 12 '\001\002\003\004'
refused "$tmp/order.wsd" "another order of bytes" "order.wsd: error: a snapshot of a machine with another order of bytes"
head -c $((size - 1)) "$tmp/good.wsd" >"$tmp/short.wsd"
refused "$tmp/short.wsd" "cut" "short.wsd: error: the snapshot is damaged: it ends too early"
head -c 40 "$tmp/good.wsd" >"$tmp/head.wsd"
refused "$tmp/head.wsd" "cut in its header" "head.wsd: error: the snapshot is damaged: its header"
(cat "$tmp/good.wsd"; printf x) >"$tmp/long.wsd"
refused "$tmp/long.wsd" "longer" "long.wsd: error: the snapshot is damaged: there is more after its end"
cp "$tmp/good.wsd" "$tmp/index.wsd"
patch "$tmp/index.wsd" 100 '\377'
refused "$tmp/index.wsd" "a changed index" "index.wsd: error: the snapshot is damaged: the checksum of its index"
cp "$tmp/good.wsd" "$tmp/block.wsd"
patch "$tmp/block.wsd" $((size - 1)) '\377'
refused "$tmp/block.wsd" "a changed block" "block.wsd: error: the snapshot is damaged: the checksum of a block"
gzip -c "$tmp/good.wsd" >"$tmp/good.wsd.gz"
refused "$tmp/good.wsd.gz" "packed" "good.wsd.gz: error: it is packed; a snapshot is read as it was saved"
mkfifo "$tmp/pipe.wsd"
refused "$tmp/pipe.wsd" "a pipe" "pipe.wsd: error: a snapshot is read from a plain file"

got=$("$warpscope" -b -d cpu -e "save_design $tmp/x.wsd" 2>&1)
is "$got" "warpscope: nothing is open that could be saved; read a design or a graph" "nothing is open"
got=$("$warpscope" -b -d cpu -e "source $data/stage.tcl; save_design $tmp/x.wsd.gz" 2>&1 | tail -1 | sed "s|$tmp/||")
is "$got" "warpscope: x.wsd.gz: error: a snapshot isn't packed: a name without .gz" "saved as .gz"
[ ! -e "$tmp/x.wsd.gz" ]
ok $? "and there is no such file"
got=$("$warpscope" -b -d cpu "$tmp/good.wsd" "$data/stage.v" -e '' 2>&1 | tail -1)
is "$got" "warpscope: error: a snapshot is a design by itself: name it alone, or the files of the design without it" \
	"a snapshot and a netlist"

# ---- real designs ----

tau=$WARPSCOPE_REFERENCE/data/tau15
for design in s27 c432 s1494 c3_slack; do
	if [ -z "$WARPSCOPE_REFERENCE" ] || [ ! -d "$tau/$design" ]; then
		skip "$design" "no WARPSCOPE_REFERENCE with it"
		continue
	fi
	d=$tau/$design
	same $design "read_liberty -max $(ls $tau/_lib/*ate*.lib* $d/*ate*.lib* 2>/dev/null | head -1)
		read_liberty -min $(ls $tau/_lib/*arly*.lib* $d/*arly*.lib* 2>/dev/null | head -1)
		read_verilog $(ls $d/*.v* | head -1); link_design; read_spef $(ls $d/$design.spef*)
		read_timing $(ls $d/*.timing* | head -1)"
done
plan
