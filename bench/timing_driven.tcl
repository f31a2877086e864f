# timing_driven.tcl - place what is open twice, without and with -timing_driven, and print half perimeters, WNS and TNS of both. The period of a
# clock at PORT is chosen so that WNS of the first is -10 % of it; without a port constraints stay as they are. Used by placements.sh -timing.
proc printed {command} {
	close [file tempfile path]
	uplevel #0 [list eval "$command > $path"]
	set file [open $path]
	set text [read $file]
	close $file
	file delete $path
	return $text
}
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
