# forest.tcl - the suffix forest, on twelve vertices and on the bundled design.

lesson_title "The suffix forest: one arc to follow from every vertex"

set small {levels.dag -max_paths 8}
set large {loom -max_paths 1000}

# What a startpoint can choose from, a line for each of its arcs.
proc choices {source} {
	set lines {}
	foreach arc [parent_property 0 $source arcs] {
		lassign $arc from to delay cost
		set best [expr {$cost == 0 ? "the best" : "$cost worse to follow"}]
		lappend lines "    to $to: delay $delay, $best"
	}
	return [join $lines \n]
}

proc costs {level parent} {
	return [lsort -real [lmap arc [parent_property $level $parent arcs] {lindex $arc 3}]]
}

lesson_step "Which way is the worst?" {
	lesson_use {*}$small
} {
	Signals start at a and b and run to the right; where lines join, there is a >. They must be at y by 70 ps
	and at z by 75. Slack is what is left of that time: the worst path is the one of least slack.

	Trying all paths takes too long, as their number grows exponentially. But the possible suffixes after c
	are the same for all paths through c. So a vertex needs only two things: the least slack of the suffixes
	that begin there, and the arc that this suffix follows.
} {
	Two arcs leave b: to c with a delay of 13, to d with 9. Which one is on the worst path?
} {
	the one to [lindex [lsearch -inline -index 3 [parent_property 0 2 arcs] 0.000] 1], though it is the faster
	one. What follows counts too:

	[choices 2]
} -answer {
	goto 0
	lindex [lsearch -inline -index 3 [parent_property 0 2 arcs] 0.000] 1
} -choices {c d}

lesson_step "The forest" {
	lesson_use {*}$small
	step -fine
} {
	Heavy lines are the chosen arcs, one for each vertex. They form a forest with roots at y and z.

	The number below a vertex, its dist, is the latest time at which a signal may be there. It is the least of
	dist(head) - delay over the arcs that leave. Ends come first, then what leads to them: so each vertex is
	visited once, and all of a level at the same time.
} {
	A signal is at b at 3 ps. What is the slack of the worst path from b?
} {
	[parent_property 0 2 slack] ps: dist(b) less the arrival.
} -answer {parent_property 0 2 slack}

lesson_step "Leaving it has a cost" {
	lesson_use {*}$small
	goto 0
	lesson_select 1
} {
	Path 1, in brackets, is [path_property 1 points]. It follows the forest all the way.

	Another path from b leaves the forest somewhere by a light arc: a deviation. That increases its slack by

	    cost = dist(head) - delay - dist(tail)

	which is never negative, because dist(tail) is the least of all.
} {
	How many light arcs leave path 1?
} {
	[parent_property 1 1 candidates] leave it, and the cheapest costs [lindex [costs 1 1] 0] ps. All of them:
	[join [costs 1 1] {, }].
} -answer {parent_property 1 1 candidates}

lesson_step "A path is its deviations" {
	lesson_use {*}$small
	goto 1
	lesson_select 2
} {
	Path 2 is [path_property 2 points]. The star is its deviation, from path [path_property 2 parent]. Slack
	[path_property 1 slack] plus the cost is [path_property 2 slack].

	Only that arc and the number of its parent are stored: the forest supplies the rest. The number of
	deviations is the level of a path.
} {
	The bundled design is searched the same way, for its 1000 worst paths. How many startpoints does it have,
	and how many paths without deviations enter the list?
} {
	[level_property 0 parents] sources, of which [level_property 0 candidates] reach an endpoint.
	[level_property 0 new] paths are in the list after level 0.
}

lesson_step "On a design" {
	lesson_use {*}$large
	goto 0
	lesson_select 1
} {
	This is loom, which comes with warpscope. A vertex is now a pin and an edge, and there are
	too many to draw.

	The worst path without deviations passes [parent_property 1 1 vertices] of them. Its slack is
	[parent_property 1 1 slack] ps, before the clock network that launch and capture share is credited.

	It has [parent_property 1 1 candidates] deviations: press x, then ) to see how the next level makes
	paths of them. The lesson "lookahead" goes on there.
}
