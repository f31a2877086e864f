# report_best_changes: which sizes of a path's cells would help most, each tried by timing the whole design with it.

source [asset failing_endpoints.tcl]

namespace eval warpscope_changes {}

# The cells of a path, each followed by its delay.
proc warpscope_changes::delays_of {path} {
	set before ""
	foreach point [get_property $path points] {
		set pin [get_property $point pin]
		set now [get_property $point arrival]
		set cell [join [lrange [split $pin /] 0 end-1] /]
		if {$before ne "" && $cell ne "" && $cell eq $of} {
			dict set delay $cell [expr {$now - $before}]
		}
		set before $now
		set of $cell
	}
	expr {[info exists delay] ? $delay : {}}
}

proc warpscope_changes::check {delay_of} {
	if {[catch {llength $delay_of} n] || $n % 2} {
		error "report_best_changes: -of expects a list of cells, each followed by its delay, not \"$delay_of\""
	}
	foreach {cell delay} $delay_of {
		if {![string is double -strict $delay]} {error "report_best_changes: the delay of $cell isn't a number: \"$delay\""}
		if {![llength [get_cells -quiet $cell]]} {error "report_best_changes: no cell \"$cell\""}
	}
}

# Those with most delay first: each once.
proc warpscope_changes::sorted {delay_of} {
	set sorted {}
	foreach {cell d} [dict create {*}$delay_of] {lappend sorted [list $cell $d]}
	lmap pair [lsort -real -decreasing -index 1 $sorted] {lindex $pair 0}
}

# What each other size gives: {WNS TNS cell size gain}, of setup or hold.
proc warpscope_changes::sizes_of {cell column} {
	set rows {}
	if {[catch {with_output_to_string [list report_cell_sizes $cell -digits 6]} text]} {return {}}
	foreach line [split $text \n] {
		if {[regexp {^\* \S+ +\S+ (.*)} $line - numbers]} {
			set now [lindex $numbers $column]
		} elseif {[regexp {^  (\S+) +\S+ (.*\d.*)} $line - size numbers] && [info exists now]} {
			set wns [lindex $numbers $column]
			set tns [lindex $numbers $column+1]
			if {![string is double -strict $wns]} continue
			lappend rows [list $wns $tns $cell $size [expr {$wns - $now}]]
		}
	}
	return $rows
}

proc warpscope_changes::report {args} {warpscope_failing::redirected warpscope_changes::report_changes $args}

proc warpscope_changes::report_changes {args} {
	set n 8
	set lists 0
	set delay_of {}
	set delay max
	set column 0
	for {set i 0} {$i < [llength $args]} {incr i} {
		switch -- [lindex $args $i] {
			-hold {
				set delay min
				set column 3
			}
			-cells {
				set n [lindex $args [incr i]]
				if {![string is integer -strict $n] || $n < 1 || $n > 1000} {
					error "report_best_changes: expected a number of cells from 1 to 1000, not \"$n\""
				}
			}
			-of {
				if {[incr i] >= [llength $args]} {error "report_best_changes: -of expects a list of cells, each followed by its delay"}
				set delay_of [lindex $args $i]
				check $delay_of
			}
			-list {set lists 1}
			default {error "report_best_changes: unknown word \"[lindex $args $i]\"; known are -hold, -cells N, -of CELLS, -list"}
		}
	}
	if {[set_lens] ne "none"} {error "report_best_changes: sizes are compared in the design's own timing; set_lens none"}
	if {[llength $delay_of]} {
		set which path
	} else {
		set path [lindex [find_timing_paths -path_delay $delay -sort_by_slack] 0]
		if {$path eq ""} {error "report_best_changes: there is no path"}
		set which "worst path: [get_property $path startpoint] to [get_property $path endpoint], slack [get_property $path slack]"
		set delay_of [warpscope_changes::delays_of $path]
	}
	set rows {}
	foreach cell [warpscope_changes::sorted $delay_of] {
		set sizes [warpscope_changes::sizes_of $cell $column]
		lappend rows {*}$sizes
		if {[llength $sizes] && [incr n -1] == 0} break
	}
	set rows [lsort -real -decreasing -index 0 [lsort -real -decreasing -index 1 $rows]]
	set width 20
	set wide 12
	foreach row $rows {
		set width [expr {max($width, [string length [lindex $row 2]])}]
		set wide [expr {max($wide, [string length [lindex $row 3]])}]
	}
	set head "[format "%-*s %-*s %10s %10s %12s" $width cell $wide size WNS gains TNS], [warpscope_failing::unit]"
	set lines [lmap row $rows {
		lassign $row wns tns cell size gain
		format "%-*s %-*s %10s %10.6f %12s" $width $cell $wide $size $wns $gain $tns
	}]
	if {$lists} {
		set words {}
		foreach row [lrange $rows 0 99] line [lrange $lines 0 99] {
			lappend words $line "save_slacks before; [list replace_cell [lindex $row 2] [lindex $row 3]]"
		}
		return [list_choices "other sizes of its cells: the best changes of the $which" $head {*}$words]
	}
	puts $which
	puts $head
	foreach line [lrange $lines 0 2] {puts $line}
	puts "[llength $rows] changes tried, each by timing the design with it"
}
