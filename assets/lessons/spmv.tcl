# spmv.tcl - sparse matrix-vector products ([SpMV], section 3), on a chain with one full row.

lesson_title "Sparse products: threads that wait for the longest row"

# Unless that is what the lab has.
proc chain {} {
	if {[catch {lab_property rows} rows] || $rows != 64} {
		lab_spmv -runs 3 spmv.mtx
	}
}

# "1, 2, 3" of rows from FIRST to LAST.
proc lengths {first last} {
	set list {}
	for {set row $first} {$row <= $last} {incr row} {
		lappend list [lab_property length $row]
	}
	return $list
}

proc turns {first last} {
	return [tcl::mathfunc::max {*}[lengths $first $last]]
}

proc sum {list} {
	return [tcl::mathop::+ {*}$list]
}

# A row for each eight threads: how long they work, by #, and wait, by dots.
proc lanes {first last} {
	set most [turns $first $last]
	set lines {}
	foreach row {1 20 21 22 32} {
		set n [lab_property length $row]
		lappend lines [format "    thread %2d  %s%s" [expr {$row - 1}] [string repeat # [expr {($n + 3) / 4}]] \
			[string repeat . [expr {($most - $n) / 4}]]]
	}
	return [join $lines \n]
}

lesson_step "A thread for each row" {
	chain
} {
	The matrix has [lab_property rows] rows and [lab_property nonzeros] nonzeros: a chain, in which each row
	has three, and row 21, which is full, with [lab_property length 21]. The simplest kernel gives each row to a
	thread.

	32 threads are a warp and run in step. For rows 1 to 32 it takes as many turns as the longest row has nonzeros.
} {
	How many turns does that warp take?
} {
	[turns 1 32], the number of nonzeros of row 21.
} -answer {
	turns 1 32
}

lesson_step "Idle lanes" {
	chain
} {
	A # is four busy turns, a dot four idle ones:

[lanes 1 32]

	The warp has 32 times [turns 1 32] places for [sum [lengths 1 32]] products. Over both warps
	[format %.0f [expr {100 * [lab_property idle thread]}]] % of the places are idle. With a
	hundred long rows in a million, each warp that has one mostly waits for it.
} {
	A warp for each row has 32 lanes for three nonzeros. How many percent of its places are idle here?
} {
	[format %.0f [expr {100 * [lab_property idle warp]}]] %: no better. It suits long rows, and these are short.
} -answer {
	format %.1f [expr {100 * [lab_property idle warp]}]
} -tolerance 5

# Where the rows begin decides which sectors of 32 bytes the first loads of columns touch: 8 entries of 4 bytes each.
proc first_sectors {} {
	set begin 0
	set sectors {}
	for {set row 1} {$row <= 32} {incr row} {
		lappend sectors [expr {$begin / 8}]
		incr begin [lab_property length $row]
	}
	return [llength [lsort -unique $sectors]]
}

# Of the warp that the CPU has recorded, where it can: a GPU runs it, but doesn't say what each lane does.
proc recorded {text} {
	if {[catch {report_warp spmv_rows -of {lab_spmv -runs 3 spmv.mtx} -steps 1}]} {
		return "(report_warp draws it on the CPU: --device cpu.)"
	}
	return [subst $text]
}

lesson_step "What one load moves" {
	chain
} {
	Memory moves sectors of 32 bytes. Where 32 lanes load 4 bytes each that follow one another, 4 sectors do. Here lane r loads the
	first column of row r + 1, and rows of three begin 12 bytes apart.

	[recorded {All steps of this warp touch [warp_property sectors a.column] sectors of columns where [warp_property least a.column]
	would do; [warp_property wanted] of [warp_property moved] bytes moved are wanted, and [warp_property used] of
	[warp_property slots] lane-steps used. View Warp (Y) draws it, a row for each step, a column for each lane.}]
} {
	How many sectors does the warp touch when its lanes load their first columns?
} {
	[first_sectors], three times as many as 32 columns fill. The next two turns find the same sectors in the cache; a warp for each row
	has them side by side.
} -answer {
	first_sectors
} -tolerance 1

lesson_step "Product and summation" {
	chain
} {
	The paper's method: one kernel computes all products, a thread each, however they are distributed
	over the rows; another adds them up, from shared memory where possible: here
	[format %.0f [expr {100 * [lab_property hits]}]] % of them.

	Products are written and read again. A method with one kernel moves [lab_property bytes fused] bytes here, this one
	[lab_property bytes product]: 8 more for each nonzero.
} {
	Product + warped summation moves 16 bytes a nonzero or more: column and value, the product written, the product read. Table 3 says 27.42
	GFLOPS for it, 2 operations a nonzero. A GTX 280 has 141.7 GB/s. Is that possible?
} {
	no: 27.42 / 2 * 16 = [expr {27.42 / 2 * 16}] GB/s. Nor are 20.20, which need [expr {20.20 / 2 * 16}] GB/s, and 18.08,
	which need [expr {18.08 / 2 * 16}].
} -answer {
	expr {27.42 / 2 * 16 <= 141.7 ? "yes" : "no"}
} -choices {yes no}

lesson_step "The same sums?" {
	chain
} {
	Sums of numbers in floating point depend on the order. A thread adds a row from its beginning to its end, and so
	does the serial loop; 32 lanes make 32 sums first, which are then added pair by pair. Each order is fixed, so each
	method gives the same bits on every device and any number of threads: serial [lab_property digest serial], thread
	[lab_property digest thread].
} {
	Section 2 of the paper says that a GTX 280 has 240 processors "evenly distributed into 10 streaming multiprocessors" of 8 each.
	What is wrong?
} {
	10 * 8 = [expr {10 * 8}]. There are 30 multiprocessors of 8, [expr {30 * 8}]; the 10 are clusters of three.
}

lesson_step "What to believe" {
	chain
} {
	Section 4.1 of the paper credits product + summation with more than 100 million paths a second; in its table 6 that is the
	column of product + warped summation, and the other one is at 18 to 24 million. And it says that a serial product of 14 million nonzeros takes 72 ms, where
	table 3 has 0.55 GFLOPS for it.
} {
	How many GFLOPS are 14.3 million nonzeros in 72 ms?
} {
	2 * 14.3 / 72 = [format %.2f [expr {2 * 14.3 / 72}]], not 0.55.
} -answer {
	format %.3f [expr {2 * 14.3 / 72}]
} -tolerance 0.01

lesson_step "Next" {
	chain
} {
	View Lab (7) measures all of it on this machine: lab_spmv with a matrix of the paper's tables, or with a file. There x explains
	the method that is selected, with the numbers of its threads.
}
