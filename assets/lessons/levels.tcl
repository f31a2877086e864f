# levels.tcl - deviation levels on twelve vertices, in five steps.

lesson_title "Deviation levels: the eight worst paths of a small graph"

# What a cap at level 1 would have reported, for the last step.
lesson_use levels.dag -max_paths 8 -mdl 1
goto last
set capped {}
for {set rank 1} {$rank <= 8} {incr rank} {
	lappend capped [path_property $rank slack]
}
set capped_state [search_property state]

lesson_step "The suffix forest" {
	lesson_use levels.dag -max_paths 8
	step -fine
} {
	Arrivals are a 5, b 3; y is required at 70, z at 75. Delays are beside the arcs:

	    a-10-c-20-e-15-h-11-j-12-y
	    b-13-c-17-f-19-h    j-14-z
	    b--9-d-22-f-18-i--8-j
	         d-14-g-24-i-21-z

	Each vertex now has the least slack of all paths from it to an endpoint, and the first arc of
	that path. Together these arcs are a forest with its roots at y and z. From d, for example, it goes
	d f h j y.

	A path is its start and the arcs where it leaves the forest: its deviations. Each has a
	cost, never negative, by which it increases the slack.
}

lesson_step "Level 0: no deviation" {
	lesson_use levels.dag -max_paths 8
	goto 0
} {
	Follow the forest from each start: [level_property 0 kept] paths without any deviation.

	    [path_property 1 points]    slack [path_property 1 slack]
	    [path_property 2 points]    slack [path_property 2 slack]

	The worst path of all is always among them: nothing is worse than following the forest from the
	worst start. Eight are requested and [search_property ranked] are here, so there is no bound yet.
} {
	How many arcs leave the forest along these paths, in all?
} {
	[level_property 1 candidates].
} -answer {level_property 1 candidates}

lesson_step "Level 1: count, scan, expand" {
	lesson_use levels.dag -max_paths 8
	goto 0
	step -fine 3
} {
	Each path of level 0 is a parent. It walks along its suffix, and every arc that leaves there is a
	child. The [level_property 1 parents] parents count [level_property 1 candidates] of them. The
	running sum of the counts gives each parent a place of its own to write to: that is the look-ahead.

	Then they walk again and write. A child is three numbers: its slack, its parent, its arc. No
	vertex is copied.

	The list still shows level 0: what was written isn't sorted yet. Step once more, or press ) for a
	kernel.
}

lesson_step "Level 1: compress, and the bound" {
	lesson_use levels.dag -max_paths 8
	goto 1
} {
	Sorted, merged, cut at eight: [level_property 1 kept] of [level_property 1 candidates] stay, and
	the list is full. The slack of its last path is the bound: [level_property 1 bound].

	From now on a child that isn't below the bound is not even written. Nothing is lost:
	descendants of a path never have less slack.

	Rank 2 is now [path_property 2 points], a deviation from rank [path_property 2 parent]. To see where
	it leaves, and which paths leave it, close the lesson by Esc and press Enter on it in Paths; :lesson_go 4
	comes back here.
} {
	How many paths of level 2 will enter the list?
} {
	[level_property 2 kept], and as many leave it at its end.
} -answer {
	goto last
	level_property 2 kept
}

lesson_step "When is it exact?" {
	lesson_use levels.dag -max_paths 8
	goto last
} {
	Level 2 had [level_property 2 candidates] candidates, of which [level_property 2 kept]
	entered the list: the bound fell to [level_property 2 bound]. Level 3 had [level_property 3 candidates], and
	[level_property 3 kept] below the bound. So nothing can follow: the list is
	[search_property state].

	A cap on the level proves nothing. Stopped after level 1 the list would have been $capped_state:

	    level 1   $capped
	    exact     [set exact {}; for {set r 1} {$r <= 8} {incr r} {lappend exact [path_property $r slack]}; set exact]

	Rank by rank they differ: two of the eight worst paths deviate twice. View 3 plots this error
	over the levels. Try it on a design: # asks for a number of paths, \{ goes to the beginning, and
	. steps.
}
