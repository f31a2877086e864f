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
	Let each net be a spring between its cells, and pads and fixed blocks hold on. Where all pulls cancel, the sum of
	squared lengths is least: that is a linear system, A x = b, with the same A for x and y, so both are solved at
	once. A net of two or three pins is springs between all of them; a larger one is a star, whose centre is a row of its own.

	The design gives [lab_property rows] rows with [lab_property nonzeros] nonzeros, [lab_property mean] a row.
} {
	A net of 100 pins as springs between all would be 4950 of them, two nonzeros each. How many are they as a star?
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
	[lab_property residual]. Each iteration is a product with A, the step along a direction, and the next direction; sums over all
	rows say how far to go.
} {
	Wires are half perimeters, um: before and now they are [lab_property wires], less than a good placement's, as cells are on
	top of each other. Four times as many iterations: by what factor does the residual of x fall?
} {
	by $factor. Nothing here asks for room: a placer pushes cells apart and solves again.
} -answer {
	factor 10 40
} -tolerance 5

lesson_step "Further" {
	set factor [factor 10 40]
} {
	After [lab_property iterations] iterations the residuals are [lab_property residual]. What is near to pads moves first, and what it means for cells
	far away comes an arc of the matrix further with each iteration: that is why it needs many. A preconditioner
	shortens it: the diagonal (jacobi) makes rows alike, one step of a Neumann series (polynomial) looks two arcs far for the price of a second product.
} {
	Table 8 credits the GPU with 7.33 GFLOPS for new_blue7. How many GB/s of A are that, at 8 bytes a nonzero and 2 operations?
} {
	7.33 / 2 * 8 = [expr {7.33 / 2 * 8}] GB/s, a fifth of what that GPU's memory has.
} -answer {
	expr {7.33 / 2 * 8}
} -tolerance 0.5

lesson_step "Back" {
	springs 40
	goto first -of cg
} {
	The beginning of the timeline is where the cells were; every place on it can be gone to, and the density map and the layout window
	show the cells there. lab_cg -from places begins from where they are.
}
