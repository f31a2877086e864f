# cg.tcl - conjugate gradients and quadratic placement ([SpMV], section 4.2), on the bundled design.

lesson_title "Springs: a placement as a linear system"

# What the residual of x falls by from one number of iterations to another.
proc factor {few many} {
	springs $few
	set before [lindex [lab_property residual] 0]
	springs $many
	return [format %.3g [expr {$before / [lindex [lab_property residual] 0]}]]
}

# The bundled design, and a number of iterations.
proc springs {n} {
	lesson_map loom
	lab_cg -paused
	step $n -of cg
}

lesson_step "Springs" {
	springs 1
} {
	Let each net be a spring between its cells, while pads and fixed blocks stay in place. The sum of squared lengths is least
	where all forces cancel: that is a linear system, A x = b, with the same A for x and y, so both are solved at once. A net
	of two or three pins becomes springs between all of them; a larger one a star, whose centre is a row of its own.

	The design gives [lab_property rows] rows with [lab_property nonzeros] nonzeros, [lab_property mean] a row.
} {
	Springs between all pins of a net with 100 pins would be 4950, with two nonzeros each. How many nonzeros does a star have?
} {
	100 springs, so [expr {2 * 100}] nonzeros in place of [expr {2 * 4950}].
} -answer {
	set pins 100
	expr {2 * $pins}
}

lesson_step "Iterations" {
	springs 10
} {
	All cells began in the centre of the die. After [lab_property iterations] iterations the residuals of x and y, as shares of b, are
	[lab_property residual]. Each iteration is a product with A, the step along a direction, and the next direction; sums
	over all rows give the step's length.
} {
	The wire lengths (half perimeters, um) before and now are [lab_property wires], less than in a good placement, as cells
	overlap. By what factor do four times as many iterations reduce the residual of x?
} {
	by $factor. Nothing here keeps cells from overlapping: a placer pushes them apart and solves again.
} -answer {
	factor 10 40
} -tolerance 5

lesson_step "Further" {
	set factor [factor 10 40]
} {
	After [lab_property iterations] iterations the residuals are [lab_property residual]. Cells near pads move first, and their effect on cells far away
	advances by one arc of the matrix with each iteration: that is why many are needed. A preconditioner reduces their number: the diagonal (jacobi)
	makes rows alike, one step of a Neumann series (polynomial) reaches two arcs at the cost of a second product.
} {
	Table 8 credits the GPU with 7.33 GFLOPS for new_blue7. How many GB/s of A is that, at 8 bytes and 2 operations a nonzero?
} {
	7.33 / 2 * 8 = [expr {7.33 / 2 * 8}] GB/s, a fifth of that GPU's memory bandwidth.
} -answer {
	expr {7.33 / 2 * 8}
} -tolerance 0.5

lesson_step "Back" {
	springs 40
	goto first -of cg
} {
	The timeline begins before the first iteration. At any of its steps the density map and the layout window show the cells as they
	are then. lab_cg -from places begins with the cells' current places.
}
