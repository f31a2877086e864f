# forces.tcl - global placement by two forces (ePlace, equation (1) of [Density]), on eight cells.

lesson_title "Two forces: cells that move until they fit"

# Eight cells between two ports, as quadratic wires have them, and an iteration of their placement.
proc eight {iteration} {
	close_design
	read_lef forces.lef
	read_def forces.def
	place_design -paused -density 1
	if {$iteration eq "end"} {
		step 20 -of place
	} elseif {$iteration > 0} {
		step $iteration -fine -of place
	}
	lesson_screen view place
}

proc force {cell which} {
	return [lindex [place_property force $cell] $which]
}

lesson_step "Pull" {
	eight 0
} {
	Eight cells of 2 by 2 um, a chain from the port at the left edge (cell a) to the one at the right (cell d), and two branches. All
	nets together have a half perimeter of [place_property wires] um, but cells overlap: [place_property overflow] of their area is above the target density, the overflow.

	Each net pulls its outermost pins together. By how much its length grows when a cell moves is the cell's first force; for a it is
	[force a 0] along x and [force a 1] along y. A step goes against it.
} {
	Where do nets alone move the cells?
} {
	together: nothing but the ports and other cells holds them, and the shortest nets have no length.
} -choices {together apart nowhere} -answer {
	list together
}

lesson_step "Push" {
	eight 280
} {
	Cells are charges too. Where more of them is than the target density, the field of all charges leads away from it: the second force. It is
	weighted by lambda, which began so low that nets alone moved the cells, and grows by up to 5 % an iteration.

	At iteration 280 lambda is [place_property lambda], the nets are [place_property wires] um long, and the overflow is [place_property overflow].
	Cell b, the second of the chain: its nets grow by [force b 0] along x, lambda times the push is [force b 2]. place_show field draws
	the field as arrows, place_select b both forces of the cell.
} {
	By which factor would lambda have to grow, so that both forces on b along x are equal?
} {
	$factor: then this cell would stay where it is, along x.
} -answer {
	expr {double([force b 0]) / [force b 2]}
} -tolerance 0.01

lesson_step "Balance" {
	eight 280
	set factor [format %.3g [expr {double([force b 0]) / [force b 2]}]]
	eight 360
} {
	At iteration 360 the overflow is [place_property overflow]: the cells lie nearly side by side. Both forces are large now, and nearly cancel: b has [force b 0] by
	nets and [force b 2] by density along x. Nesterov's method goes on from where the last steps led, so few iterations are lost to zigzags.
} {
	The last step brings cells onto sites of rows 2 um high. Do the nets become longer by that?
} {
	yes: places between rows aren't legal, however good they are.
} -choices {yes no} -answer {
	list yes
}

lesson_step "On sites" {
	eight end
} {
	Legalised and improved by exchanges the nets are [place_property wires] um long, on sites and without overlaps.

	The bundled design goes the same way with 12,665 cells: place_design in view Place shows each iteration, and takes it back with the keys of the timeline.
	With -timing_driven nets pull by their slack. place_show next colours cells by slack, then by how far they have moved.
}
