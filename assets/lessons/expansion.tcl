# expansion.tcl - expansion and compression, on twelve vertices and on the bundled design.

lesson_title "Expansion and compression: a level is written, sorted and cut"

set small {levels.dag -max_paths 8}
set large {loom -max_paths 1000}
set record 12 ;# bytes: slack, parent, arc

proc slacks {n} {
	set list {}
	for {set rank 1} {$rank <= $n} {incr rank} {
		lappend list [path_property $rank slack]
	}
	return $list
}

# Of all parents of a level, in the order of their places.
proc written {level} {
	set list {}
	for {set parent 1} {$parent <= [level_property $level parents]} {incr parent} {
		foreach arc [parent_property $level $parent arcs] {
			if {[lindex $arc 5] > 0} {
				lappend list [lindex $arc 4]
			}
		}
	}
	return $list
}

lesson_step "What a child is" {
	lesson_use {*}$small
	goto 0
	step -fine 3
	lesson_select 1
} {
	The children of level 1 are written, each at its place:

	    place  slack
	    [set place 0; join [lmap slack [written 1] {format "%5d  %6s" [incr place] $slack}] "\n    "]

	Beside the slack a record has its parent and its arc: $record bytes in all, however long the path is.
} {
	Eight paths are wanted and two are there. How many of these [llength [written 1]] can stay?
} {
	[level_property 1 kept]. The list has room for eight, and the [level_property 0 kept] of
	level 0 keep their places.
} -answer {level_property 1 kept}

lesson_step "Compression" {
	lesson_use {*}$small
	goto 1
	lesson_select 4
} {
	The children were sorted by slack and merged with level 0. The first eight stay:

	    [slacks 8]

	The last of them is the bound: [level_property 1 bound]. From now on a child of at least this slack is
	not even counted.

	Can the others be dropped? Their children would have no less slack than they have, and they
	are already outside.
} {
	Level 2 has [level_property 2 parents] parents with [level_property 2 candidates] deviations in all. How many
	of these are below the bound?
} {
	[llength [written 2]]. Each of them costs less than the difference between the bound and its parent's slack.
} -answer {llength [written 2]}

lesson_step "The next level" {
	lesson_use {*}$small
	goto 2
	lesson_select 4
} {
	[level_property 2 kept] of [llength [written 2]] entered the list, and as many had to leave
	it at its end. The bound fell from [level_property 1 bound] to [level_property 2 bound].

	With a lower bound fewer children enter, and with no children left the search ends: after level
	[expr {[search_property levels] - 1}] nothing was left below it.
} {
	Now the bundled design, for 1000 paths. What share of all deviations of level 1 stays?
} {
	[level_property 1 kept] of [level_property 1 candidates] deviations.
}

lesson_step "On a design" {
	lesson_use {*}$large
	goto 1
	lesson_select 1
} {
	What compression saves, level by level:

	    level  deviations  kept     bound
	    [set lines {}
	    for {set l 1} {$l < [search_property levels]} {incr l} {
	        lappend lines [format "%5d %11d %5d %9s" $l [level_property $l candidates] \
	            [level_property $l kept] [level_property $l bound]]
	    }
	    join $lines "\n    "]

	Without it a level would have some [expr {[level_property 1 candidates] / [level_property 1 parents]}] times
	as many paths as the one before. The records of levels 0 to 3 take
	[expr ($record + 4) * ([join [lmap l {0 1 2 3} {level_property $l kept}] +])] bytes: 4 more each, for the source,
	which a netlist's credit for common clocks needs.

	Find more with \#, or give -method paper to find_paths: the published pipeline, which writes all children
	and compresses afterwards.
}
