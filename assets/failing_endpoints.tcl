# report_failing_endpoints: how many endpoints fail, and by how much, by clocks or modules; write_report has the same tables.

namespace eval warpscope_failing {
	variable most 100000 ;# endpoints of a path group that are looked at
	variable most_rows 100 ;# of a list on the screen
}

proc warpscope_failing::clocks_of {path} {
	set names {}
	foreach clock [list [get_property $path startpoint_clock] [get_property $path endpoint_clock]] {
		lappend names [expr {$clock in {{} NULL} ? "no clock" : $clock}]
	}
	join $names " to "
}

# The first level of the hierarchy, or of a flat name the part before its last "_".
proc warpscope_failing::modules_of {path} {
	set parts [file split [get_property $path endpoint]]
	if {[llength $parts] > 2} {return [lindex $parts 0]}
	regsub {_[^_]*$} [regsub {_\d+_$} [lindex $parts 0] {}] {}
}

# Of times: "ns".
proc warpscope_failing::unit {} {
	set unit ""
	regexp {time (?:1(?=\D))?(\S+)} [with_output_to_string report_units] - unit
	return $unit
}

# What fails by clocks or modules, of max or min: {{key endpoints worst sum pins} ...}, the largest sum first, pins by slack. Each
# endpoint counts once, by its worst path.
proc warpscope_failing::rows {by delay} {
	variable most
	variable cut
	set paths [find_timing_paths -path_delay $delay -sort_by_slack -group_count $most -slack_max -1e-15]
	set cut [expr {[llength $paths] >= $most}]
	foreach path $paths {
		set pin [get_property $path endpoint]
		if {[info exists seen($pin)]} continue
		set seen($pin) 1
		set key [${by}_of $path]
		set slack [get_property $path slack]
		if {![info exists worst($key)]} {
			set worst($key) $slack
			set sum($key) 0
		}
		set sum($key) [expr {$sum($key) + $slack}]
		lappend pins($key) $pin
	}
	set rows {}
	foreach key [lsort -dictionary [array names worst]] {
		lappend rows [list $key [llength $pins($key)] $worst($key) [format %.6f $sum($key)] $pins($key)]
	}
	lsort -real -index 3 $rows
}

# As lines: the head first.
proc warpscope_failing::lines {by rows} {
	set width 24
	foreach row $rows {set width [expr {min(60, max($width, [string length [lindex $row 0]]))}]}
	set unit [unit]
	set lines [list [format "%-*s %9s %12s %14s" $width $by endpoints "worst $unit" "sum $unit"]]
	foreach row $rows {
		lassign $row key n worst sum
		lappend lines [format "%-*s %9d %12.6f %14s" $width $key $n $worst $sum]
	}
	return $lines
}

proc warpscope_failing::find {delay pins} {
	set n [expr {min(10000, max(100, 10 * [llength $pins]))}]
	return "[list find_paths -max_paths $n {*}[expr {$delay eq "min" ? {-path_delay min} : {}}] -slack_max -1e-15 -to $pins]; view paths"
}

# On the screen: Enter finds the paths of a row; the last rows list by the other, and the other split.
proc warpscope_failing::list_rows {by delay rows} {
	variable most_rows
	set hold [expr {$delay eq "min"}]
	set n 0
	foreach row $rows {incr n [lindex $row 1]}
	set lines [lines $by $rows]
	set words {}
	foreach row [lrange $rows 0 $most_rows-1] line [lrange $lines 1 $most_rows] {
		lappend words $line [find $delay [lindex $row 4]]
	}
	set other [expr {$by eq "clocks" ? "modules" : "clocks"}]
	lappend words "list them by $other" "report_failing_endpoints -list -by $other[expr {$hold ? " -hold" : ""}]"
	lappend words "list those of [expr {$hold ? "setup" : "hold"}]" "report_failing_endpoints -list -by $by[expr {$hold ? "" : " -hold"}]"
	set title "failing endpoints by $by, [expr {$hold ? "hold" : "setup"}]: $n"
	if {[llength $rows] > $most_rows} {append title ", the worst $most_rows rows of [llength $rows]"}
	if {[set_lens] ne "none"} {append title "; under a lens: [set_lens]"}
	list_choices $title [lindex $lines 0] {*}$words
}

# Into a file, if the words end with "> FILE" or ">> FILE".
proc warpscope_failing::redirected {procedure words} {
	if {[lindex $words end-1] ni {> >>}} {return [$procedure {*}$words]}
	[expr {[lindex $words end-1] eq ">" ? "redirect_file_begin" : "redirect_file_append_begin"}] [lindex $words end]
	try {$procedure {*}[lrange $words 0 end-2]} finally {redirect_file_end}
}

proc warpscope_failing::report {args} {redirected warpscope_failing::report_rows $args}

proc warpscope_failing::report_rows {args} {
	variable most
	variable cut
	set by clocks
	set delay max
	set lists 0
	for {set i 0} {$i < [llength $args]} {incr i} {
		switch -- [lindex $args $i] {
			-hold {set delay min}
			-list {set lists 1}
			-by {
				set by [lindex $args [incr i]]
				if {$by ni {clocks modules}} {error "report_failing_endpoints: expected -by clocks|modules, not \"$by\""}
			}
			default {error "report_failing_endpoints: unknown word \"[lindex $args $i]\"; known are -by, -hold, -list"}
		}
	}
	set rows [rows $by $delay]
	if {$lists} {return [list_rows $by $delay $rows]}
	set n 0
	set sum 0
	foreach row $rows {
		incr n [lindex $row 1]
		set sum [expr {$sum + [lindex $row 3]}]
	}
	if {[set_lens] ne "none"} {puts "under a lens: [set_lens]"}
	foreach line [lines $by $rows] {puts $line}
	puts "$n endpoints, sum [format %.6f $sum]"
	if {$cut} {puts "of the worst $most endpoints of a path group alone"}
}
