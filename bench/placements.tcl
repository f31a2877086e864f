# placements.tcl - what placements.sh measures of a design that is open.

source [asset reproduce.tcl]
interp alias {} printed {} reproduce::report

proc worst {} {
	regexp {wns max (\S+)} [printed {report_wns -digits 4}] - wns
	regexp {tns max (\S+)} [printed {report_tns -digits 4}] - tns
	return [list $wns $tns]
}
proc wires {} {
	regexp -line {^nets +([0-9.]+)} [printed report_placement] - wires
	return $wires
}
proc slack {} {
	regexp {worst slack max (\S+)} [printed {report_worst_slack -max -digits 6}] - slack
	return $slack
}

# Half perimeters, the most pins and the highest RUDY in a bin.
proc measured {} {
	regexp {to ([0-9.]+),} [printed "density -map pins -grid 32x32"] - pins
	regexp {to ([0-9.]+),} [printed "density -map rudy -grid 32x32"] - rudy
	return [list [wires] $pins $rudy]
}

# As it is, and placed again: cells, iterations, both measured, ms.
proc compare {} {
	set shipped [measured]
	set ms [lindex [time {set text [printed place_design]} 1] 0]
	regexp {([0-9]+) iterations} $text - iterations
	regexp {placed ([0-9]+) cells} $text - cells
	if {[regexp -all -line { [1-9][0-9]*$} [join [lrange [split [printed check_placement] \n] 1 end] \n]]} { error "not legal" }
	puts "$cells $iterations $shipped [measured] [expr {$ms / 1000}]"
}

# Half perimeters, WNS and TNS without and with -timing_driven. The period of a clock at PORT is chosen so that WNS of the first is -10 % of
# it; without a port constraints stay as they are.
proc compare_timing {port period} {
	printed place_design
	printed estimate_parasitics
	for {set i 0} {$i < 3 && $port ne ""} {incr i} {
		create_clock -name tight -period $period [get_ports $port]
		set period [expr {($period - [slack]) / 1.1}] ;# data takes as long with any period
	}
	if {$port ne ""} { create_clock -name tight -period $period [get_ports $port] }
	set before [concat [wires] [worst]]
	printed {place_design -timing_driven}
	set after [concat [wires] [worst]]
	puts "$before $after"
}
