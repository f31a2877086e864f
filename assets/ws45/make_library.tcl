# make_library.tcl - the cell library ws45: tclsh make_library.tcl FOLDER ?FILE ...? writes
# ws45_late.lib, ws45_early.lib, ws45.lef and ws45.v into the folder, or some of them. README says what
# they are and what model they come from.
#
#	transistor.tcl     currents, and how long a stage takes
#	gates.tcl          nets of transistors, chains of stages
#	cells.tcl          the table of the cells
#	arcs.tcl           their timing arcs and checks
#	write_*.tcl        the files
#
# Only + - * / and sqrt are used, which IEEE 754 says to the last bit, so the bytes are the same
# everywhere.
foreach part {transistor gates cells arcs write_liberty write_lef write_verilog} {
	source [file join [file dirname [info script]] $part.tcl]
}

set files [dict create ws45_late.lib {write_liberty late} ws45_early.lib {write_liberty early} \
	ws45.lef write_lef ws45.v write_verilog]

proc write_file {name} {
	set arguments [lassign [dict get $::files $name] command]
	set channel [open [file join [lindex $::argv 0] $name] w]
	fconfigure $channel -translation lf -encoding utf-8
	$command $channel {*}$arguments
	close $channel
}

foreach name [expr {[llength $argv] > 1 ? [lrange $argv 1 end] : [dict keys $files]}] {
	write_file $name
}
