# make_library.tcl - the cell library ws45: tclsh make_library.tcl FOLDER writes ws45_late.lib,
# ws45_early.lib, ws45.lef and ws45.v into it.
foreach part {transistor gates cells arcs write_liberty write_lef write_verilog} {
	source [file join [file dirname [info script]] $part.tcl]
}

proc write_file {name command args} {
	set channel [open [file join [lindex $::argv 0] $name] w]
	fconfigure $channel -translation lf -encoding utf-8
	$command $channel {*}$args
	close $channel
}

write_file ws45_late.lib write_liberty late
write_file ws45_early.lib write_liberty early
write_file ws45.lef write_lef
write_file ws45.v write_verilog
