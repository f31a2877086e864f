# report_best_changes: which sizes of a path's cells would help most, each tried by timing the whole design with it.

namespace eval warpscope_changes {}

# The cells of a path, those with most delay first: each once.
proc warpscope_changes::cells_of {path} {
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
	if {![info exists delay]} {return {}}
	set sorted {}
	foreach {cell d} $delay {lappend sorted [list $cell $d]}
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

proc warpscope_changes::report {args} {
	set n 8
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
			default {error "report_best_changes: unknown word \"[lindex $args $i]\"; known are -hold, -cells N"}
		}
	}
	set path [lindex [find_timing_paths -path_delay $delay -sort_by_slack] 0]
	if {$path eq ""} {error "report_best_changes: there is no path"}
	puts "worst path: [get_property $path startpoint] to [get_property $path endpoint], slack [get_property $path slack]"
	set rows {}
	foreach cell [warpscope_changes::cells_of $path] {
		set sizes [warpscope_changes::sizes_of $cell $column]
		lappend rows {*}$sizes
		if {[llength $sizes] && [incr n -1] == 0} break
	}
	set rows [lsort -real -decreasing -index 0 [lsort -real -decreasing -index 1 $rows]]
	puts [format "%-28s %-24s %12s %12s %12s" cell size WNS gains TNS]
	foreach row [lrange $rows 0 2] {
		lassign $row wns tns cell size gain
		puts [format "%-28s %-24s %12s %12.6f %12s" $cell $size $wns $gain $tns]
	}
	puts "[llength $rows] changes tried, each by timing the design with it"
}
