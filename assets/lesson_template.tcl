# A lesson to begin with: change it, run it by "lesson check FILE", read it by "lesson FILE" in the explorer or by
# "warpscope --lesson FILE". The manual says under "Lessons" what it may do.

lesson_title "My lesson: the worst paths of a small graph"

# A procedure gives numbers to the text, so that none is typed: they are those of what is on the screen.
proc slacks {n} {
	set list {}
	for {set rank 1} {$rank <= $n} {incr rank} {
		lappend list [path_property $rank slack]
	}
	return $list
}

# A step has a title, a script that reaches its place from anywhere (steps are also taken back), a text, and perhaps a
# question with its answer, which the next step begins with. A graph of your own may be beside this file.
lesson_step "The worst path" {
	lesson_use lessons/levels.dag -max_paths 8
	goto 0
	lesson_select 1
} {
	This graph has twelve vertices. Its worst path has a slack of [path_property 1 slack]:

	    [path_property 1 points]

	Paragraphs are filled; one that begins with four blanks stays as it is.
} {
	How many paths are there in all at this level?
} {
	[level_property 0 kept], one for each start.
}

lesson_step "All that were asked for" {
	lesson_use lessons/levels.dag -max_paths 8
	goto last
} {
	The slacks of the first five are [slacks 5]. The search has gone through [search_property levels] levels.
}
