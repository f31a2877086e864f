# bfs.tcl - breadth-first search as a product ([SpMV], section 5), on ten vertices.

lesson_title "Search by matrix products: path counts that overflow"

# Unless that is what the lab has.
proc circuit {} {
	if {[catch {lab_property rows} rows] || $rows != 10} {
		lab_bfs -runs 3 bfs.mtx
	}
}

proc note {method} {
	return [lab_property note $method]
}

# The arcs of the matrix, and what the n-th product says of a vertex: it is made here, arc by arc.
set arcs {1 4  2 4  2 5  3 5  4 6  5 6  4 7  6 7  7 8  9 10  10 9}

proc product {n vertex} {
	if {2 * [lab_property nonzeros] != [llength $::arcs]} {
		error "these aren't the arcs of the matrix"
	}
	foreach v {1 2 3 4 5 6 7 8 9 10} {
		dict set x $v [expr {$v <= 3}]
	}
	for {set i 0} {$i < $n} {incr i} {
		set y [dict map {v count} $x {expr 0}]
		foreach {from to} $::arcs {
			dict incr y $to [dict get $x $from]
		}
		set x $y
	}
	return [dict get $x $vertex]
}

lesson_step "A product is a step" {
	circuit
} {
	The graph has [lab_property rows] vertices and [lab_property nonzeros] arcs: 1, 2 and 3 drive 4 and 5, and so on up to 8; 9
	and 10 drive each other. Put 1 at vertices 1, 2 and 3 of a vector x, 0 elsewhere. With A, which has a 1 for each arc,
	the product of A transposed and x is not 0 where an arc leads from one of them: at 4 and 5.

	Vertex 4 has two arcs from there, and so the product is 2: it counts paths.
} {
	What is the next product at 6, which 4 and 5 drive?
} {
	2 + 2 = [product 2 6]: the number of paths of two arcs that lead there.
} -answer {
	product 2 6
}

lesson_step "Paths of exactly that length" {
	circuit
} {
	Vertex 7 is driven by 4 and by 6. The second product is 2 there, for the paths through 4; the third is 4, for those through
	6. Each counts paths of exactly that length. "the value of an entry in the product vector reflects how many paths lead to the
	corresponding graph node", says the paper: for all paths, add up the products.
} {
	How many paths lead to 7 in all?
} {
	[product 2 7] + [product 3 7] = [expr {[product 2 7] + [product 3 7]}].
} -answer {
	set sum 0
	for {set n 0} {$n <= 8} {incr n} {
		incr sum [product $n 7]
	}
	set sum
}

lesson_step "When does the search end?" {
	circuit
} {
	A second kernel marks the vertices that have been reached, and a third ands these marks: the search ends when all
	are 1. Here that never happens: [note printed].

	If a vertex can't be reached it never ends; an empty frontier shows at once that the search is complete.
} {
	Counts are in single precision, which ends at 2^128. In a chain of diamonds, where each doubles the number of paths, how
	many diamonds reach that limit?
} {
	128, which isn't a deep circuit. 64-bit integers reach their limit after 64, and can stay at the largest value to show it.
}

lesson_step "Frontiers" {
	circuit
} {
	A product visits all arcs in each step. A frontier is the list of vertices that were reached last; only their arcs are
	visited, so each arc once in all. Here: [note top-down]; all methods agree: [lab_property digest queue],
	[lab_property digest top-down].
} {
	Table 9 says 67.22 ms for 333740 vertices, and 496 million vertices a second. Do these agree?
} {
	no: 333740 / 0.06722 s = [format %.3g [expr {333740 / 0.06722}]] a second: the printed figure is a hundred times that, as if 100
	searches had been run.
} -answer {
	expr {abs(333740 / 0.06722 / 496e6 - 1) < 0.1 ? "yes" : "no"}
} -choices {yes no}

lesson_step "Next" {
	circuit
} {
	lab_bfs b19 searches a graph as large as the paper's by all methods, lab_bfs without a file the open graph. Levels and shortest
	paths are products too: with max or min in place of the sum, and the sum in place of the product.
}
