# cap.tcl - why a cap on the level isn't exact, on ten vertices and on the bundled design.

lesson_title "Why a level cap isn't exact: paths with many cheap deviations"

set small {cap.dag -max_paths 5}
set large {loom -max_paths 1000}

proc slacks {n} {
	set list {}
	for {set rank 1} {$rank <= $n} {incr rank} {
		lappend list [path_property $rank slack]
	}
	return $list
}

proc short {slacks} {
	return [lmap slack $slacks {format %g $slack}]
}

# How many of these slacks are not among those.
proc missing {wanted found} {
	set n 0
	foreach slack $wanted {
		set at [lsearch -exact $found $slack]
		if {$at < 0} {
			incr n
		} else {
			set found [lreplace $found $at $at]
		}
	}
	return $n
}

# How many paths of the list have more deviations than that.
proc deeper {n level} {
	set deeper 0
	for {set rank 1} {$rank <= $n} {incr rank} {
		incr deeper [expr {[path_property $rank deviations] > $level}]
	}
	return $deeper
}

# The list with a cap at level 1, found once; its state too.
proc find_capped {what options n} {
	if {![info exists ::capped($what)]} {
		lesson_use {*}$options -mdl 1
		goto last
		set ::capped($what) [slacks $n]
		set ::state($what) [search_property state]
	}
	lesson_use {*}$options
	goto last
}

lesson_step "Five paths, at most one deviation" {
	lesson_use {*}$small -mdl 1
	goto last
	lesson_select 1
} {
	At s, m and n this graph has a choice: the slower way through a, c or e, or the faster one
	through b, d or f. There is also an arc from s straight to z, much faster than all other
	paths.

	The papers' method stops at a maximum deviation level (MDL). Here it was 1:

	    [short [slacks 5]]

	warpscope calls this "[search_property state]".
} {
	Is the fifth of them, with a slack of [path_property 5 slack], really the fifth worst path?
} {
	no. The fifth worst has a slack of [path_property 5 slack].
} -answer {
	set fifth [path_property 5 slack]
	lesson_use {*}$small
	goto last
	expr {$fifth == [path_property 5 slack] ? "yes" : "no"}
} -choices {yes no}

lesson_step "The same without a cap" {
	find_capped small $small 5
	lesson_select 4
} {
	    MDL 1  [short $capped(small)]
	    exact  [short [slacks 5]]

	Path 4 deviates [path_property 4 deviations] times. Each of its deviations is cheap, so together they
	still cost less than the third choice alone.

	Slacks grow along level 1; but a path of level 2 may have less slack than many of level 1, though never
	less than its own parent.
} {
	How can a list be proved complete without finding all paths?
} {
	by the bound. The last path of a full list has a slack of [path_property 5 slack], and a child never has
	less slack than its parent.
}

lesson_step "When a search may stop" {
	lesson_use {*}$small
	goto last
	lesson_select 1
} {
	The last level counted its children below the bound and found none. All other paths are
	descendants of these children, so they aren't below the bound either. That is a proof: the
	list is
	[search_property state].

	It needed levels 0 to [expr {[search_property levels] - 1}], a number that can't be known in advance.
} {
	The bundled design, 1000 paths, MDL 1: how many of the 1000 worst are missing? Within 50.
} {
	[missing [slacks 1000] $capped(large)] of 1000.
} -answer {
	find_capped large $large 1000
	missing [slacks 1000] $capped(large)
} -tolerance 50

lesson_step "On a design" {
	find_capped large $large 1000
	lesson_select 1
} {
	With MDL 1 the list of loom is "$state(large)". The 1000th slack is then [lindex $capped(large) end] ps
	instead of [path_property 1000 slack] ps.

	Of the exact list [deeper 1000 1] paths have more than one deviation, [deeper 1000 2] more than two, and
	[deeper 1000 3] more than three.

	View 3 shows how the error falls, level by level. The papers use an MDL of 10, which is
	enough for many designs but not for all.
}
