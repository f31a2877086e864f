# lookahead.tcl - where children are written, on twelve vertices and on the bundled design.

lesson_title "Look-ahead offsets: a place for every child before it is written"

set small {levels.dag -max_paths 8}
set large {loom -max_paths 1000}

# "4 + 3 = 7"
proc sum {level first last} {
	set counts {}
	for {set parent $first} {$parent <= $last} {incr parent} {
		lappend counts [parent_property $level $parent children]
	}
	return "[join $counts { + }] = [expr [join $counts +]]"
}

lesson_step "Two parents" {
	lesson_use {*}$small
	goto 0
	lesson_select 1
} {
	Level 0 has [level_property 0 kept] paths. Each is a parent of level 1: its children leave it by
	a light arc and then follow the forest.

	A GPU has a thread for each parent. All write at once into one buffer. How does a thread know where to
	write, so that no two write to the same place, and none is left empty?

	At first every thread only counts.
} {
	Path 1 is selected. How many children will path 2 of this list have?
} {
	[parent_property 1 2 children].
} -answer {parent_property 1 2 children}

lesson_step "Count" {
	lesson_use {*}$small
	goto 0
	step -fine
	lesson_select 2
} {
	Each thread has walked along its parent, from the head of the last deviation to the end, and counted what
	leaves there. Parent 1 counts [parent_property 1 1 children], parent 2 counts
	[parent_property 1 2 children].

	Only these numbers are written.
} {
	The children of parent 1 come first. At which place will those of parent 2 begin?
} {
	at place [parent_property 1 2 place], after the [parent_property 1 1 children] of parent 1.
} -answer {parent_property 1 2 place}

lesson_step "Scan" {
	lesson_use {*}$small
	goto 0
	step -fine 2
	lesson_select 2
} {
	The places are a prefix sum: a parent's place is one more than the sum of all counts before it.

	    parent 1: place [parent_property 1 1 place]
	    parent 2: place [parent_property 1 2 place]
	    in all:   [sum 1 1 2]

	A GPU computes it in parallel: pairs, then pairs of pairs, and so on. The total is the memory that the
	level needs, known before any of it is written.
} {
	The threads walk once more and write. What is at place [parent_property 1 2 place]?
} {
	the first child of parent 2: it leaves by the arc from [lindex [parent_property 1 2 arcs] 0 0] to
	[lindex [parent_property 1 2 arcs] 0 1], and its slack is [lindex [parent_property 1 2 arcs] 0 4].
}

lesson_step "Expand" {
	lesson_use {*}$small
	goto 0
	step -fine 3
	lesson_select 2
} {
	[level_property 1 candidates] children are written, without locks and without gaps. The order
	is always the same: parents in their order, and within a parent in the order of the walk. So the result
	is the same in every run, with any number of threads.

	Press x for the code of this step, with these numbers.
} {
	Now the bundled design, with 1000 paths: do the children of the 500th parent begin near place 500?
} {
	no, at place [parent_property 1 500 place]: the parents before it have many each. It has [parent_property 1 500 children] of its own.
}

lesson_step "On a design" {
	lesson_use {*}$large
	goto 0
	step -fine 2
	lesson_select 1
} {
	[level_property 1 parents] parents pass [level_property 1 candidates] deviations. Parent 1
	walks over [parent_property 1 1 vertices] vertices and passes [parent_property 1 1 candidates], and
	[parent_property 1 1 children] of these are below the bound. Parent [level_property 1 parents], the last,
	has [parent_property 1 [level_property 1 parents] children].

	So threads have very different work, and one walk may be much longer than another. That is why a walk here
	stops as soon as nothing ahead is cheap enough.

	Those that are counted here are written in the next step; the lesson "expansion" goes on there.
}
