# write_report: the design's timing as one page of HTML, without scripts, with its pictures inside. What is in names stays text.

source [asset failing_endpoints.tcl]

namespace eval warpscope_report {
	variable out ""
	variable most_rows 30 ;# of a table by clocks or modules
}

proc warpscope_report::escape {text} {
	string map {& &amp; < &lt; > &gt; \" &quot; ' &#39;} $text
}

proc warpscope_report::add {args} {
	variable out
	append out {*}$args \n
}

proc warpscope_report::cells {tag values} {
	set row <tr>
	foreach value $values {
		set class [expr {[string is double -strict $value] ? ($value < 0 ? " class='n bad'" : " class=n") : ""}]
		append row "<$tag$class>[escape $value]</$tag>"
	}
	add $row </tr>
}

proc warpscope_report::table {head rows} {
	add <table>
	cells th $head
	foreach row $rows {cells td $row}
	add </table>
}

# PICTURE: save_image's options. Not there where nothing is placed.
proc warpscope_report::picture {about args} {
	set name [file join [file dirname $::warpscope_report::file] .[file tail $::warpscope_report::file].[pid].png]
	if {![catch {save_image {*}$args $name}]} {
		set in [open $name rb]
		set data [binary encode base64 [read $in]]
		close $in
		add "<figure><img alt='[escape $about]' src='data:image/png;base64,$data'><figcaption>[escape $about]</figcaption></figure>"
	}
	file delete $name
}

proc warpscope_report::totals {} {
	set rows {}
	foreach {split which} {setup -max hold -min} {
		lappend rows [list $split [worst_slack $which] [total_negative_slack $which]]
	}
	table {{} WNS TNS} $rows
}

# The text of a command, as it is.
proc warpscope_report::verbatim {title script} {
	if {![catch {with_output_to_string $script} text]} {
		add "<h2>[escape $title]</h2><pre>[escape [string trimright $text]]</pre>"
	}
}

# Delays between a path's points, as widths: cells dark, wires light.
proc warpscope_report::bar {points} {
	set first [get_property [lindex $points 0] arrival]
	set last [get_property [lindex $points end] arrival]
	set whole [expr {$last - $first}]
	set bar "<span class=bar>"
	set before $first
	set instance ""
	foreach point $points {
		set now [get_property $point arrival]
		set pin [get_property $point pin]
		set of [file dirname $pin]
		if {$whole > 0 && $now > $before} {
			append bar [format "<i class=%s style='width:%.3f%%' title='%s %s'></i>" \
				[expr {$of eq $instance ? "cell" : "wire"}] [expr {100.0 * ($now - $before) / $whole}] \
				[escape $pin] [format %.6f [expr {$now - $before}]]]
		}
		set before $now
		set instance $of
	}
	return $bar</span>
}

proc warpscope_report::path {path number} {
	set points [get_property $path points]
	set ends "[get_property $path startpoint] &rarr; [get_property $path endpoint]"
	add "<details><summary>$number. <b>[get_property $path slack]</b> [string map {&amp;rarr; &rarr;} [escape $ends]][bar $points]</summary>"
	add "<p>from [escape [get_property $path startpoint_clock]] to [escape [get_property $path endpoint_clock]], group [escape [get_property $path path_group]]</p>"
	set rows {}
	set before ""
	foreach point $points {
		set pin [get_property $point pin]
		set now [get_property $point arrival]
		set cell ""
		catch {set cell [get_property [get_cells [file dirname $pin]] ref_name]}
		set delay ""
		if {$before ne ""} {set delay [format %.6f [expr {$now - $before}]]}
		lappend rows [list $pin $cell $delay $now]
		set before $now
	}
	table {pin cell delay arrival} $rows
	add </details>
}

# Failing endpoints by clocks or modules, as report_failing_endpoints has them.
proc warpscope_report::stacked {by split delay} {
	variable most_rows
	set rows [warpscope_failing::rows $by $delay]
	if {![llength $rows]} return
	add "<h2>Failing endpoints by $by, $split</h2>"
	if {[llength $rows] > $most_rows} {add "<p>the $most_rows with the largest sums of [llength $rows]</p>"}
	table [list $by endpoints worst sum] [lmap row [lrange $rows 0 $most_rows-1] {lrange $row 0 3}]
}

set warpscope_report::style {
body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em;color:#1c2530}
h1{font-size:1.6em;margin-bottom:0}h2{font-size:1.15em;margin-top:2em}
table{border-collapse:collapse;margin:.5em 0}th,td{padding:.15em .7em;text-align:left;border-bottom:1px solid #dde3ea}
td.n{text-align:right;font-variant-numeric:tabular-nums}.bad{color:#b3261e}
pre{background:#f4f6f8;padding:.8em;overflow:auto;font-size:12px;line-height:1.25}
details{margin:.4em 0;border-left:3px solid #c8d2dd;padding-left:.8em}summary{cursor:pointer}
.bar{display:flex;height:1.1em;background:#eef1f4;margin:.4em 0}.bar i{display:block;box-shadow:inset -1px 0 #fff}
.bar .cell{background:#355c8a}.bar .wire{background:#e0a030}
figure{margin:1em 0}img{max-width:100%}figcaption{color:#5a6673}
.lens{background:#b3261e;color:#fff;padding:.4em .8em}
@media(prefers-color-scheme:dark){body{background:#12171d;color:#dce3ea}pre,.bar{background:#1c232b}th,td{border-color:#2c3540}.bad{color:#ff8a80}}
}

proc warpscope_report::page {name n lenses} {
	variable out
	variable file $name
	variable style
	set out ""
	set lens [set_lens]
	set design [escape [current_design]]
	set unit [escape [warpscope_failing::unit]]
	add "<!doctype html><html lang=en><head><meta charset=utf-8><title>$design: timing</title>"
	add "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">"
	add "<style>$style</style></head><body><h1>$design</h1><p>timing by warpscope; times in $unit</p>"
	if {$lens ne "none"} {add "<p class=lens>under a lens: [escape $lens]</p>"}
	totals
	if {$lenses} {verbatim "What costs the slack" {report_lenses -digits 3}}
	picture "endpoints that fail, and the worst path to each" -window -types -failing setup -failing_paths -pixels 1280x800
	verbatim "Slacks of endpoints, setup" {report_timing_histogram -num_bins 20}
	foreach {split delay} {setup max hold min} {
		stacked clocks $split $delay
		stacked modules $split $delay
	}
	add "<h2>Worst paths, setup</h2><p>dark: cells, light: wires; delays from the first point on</p>"
	set i 0
	foreach path [lrange [find_timing_paths -sort_by_slack -group_count $n] 0 $n-1] {path $path [incr i]}
	verbatim "Clocks" {report_clocks}
	add </body></html>
	set part $name.[pid].part ;# the old file stays until the new one is whole
	set to [open $part w]
	fconfigure $to -encoding utf-8
	if {[catch {puts -nonewline $to $out} why] | [catch {close $to} why2]} {
		file delete $part
		error "write_report: $name: $why$why2"
	}
	file rename -force $part $name
	set out ""
}

# write_report FILE ?-paths N? ?-lenses?
proc warpscope_report::write {args} {
	set n 10
	set lenses 0
	set names {}
	for {set i 0} {$i < [llength $args]} {incr i} {
		set word [lindex $args $i]
		switch -glob -- $word {
			-lenses {set lenses 1}
			-paths {
				set n [lindex $args [incr i]]
				if {![string is integer -strict $n] || $n < 1 || $n > 1000} {
					error "write_report: expected a number of paths from 1 to 1000, not \"$n\""
				}
			}
			-* {error "write_report: unknown option \"$word\"; known are -paths, -lenses"}
			default {lappend names $word}
		}
	}
	if {[llength $names] != 1} {error "write_report: expected one file"}
	page [lindex $names 0] $n $lenses
}
