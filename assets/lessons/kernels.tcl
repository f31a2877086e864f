# kernels.tcl - readers write kernels: a thread an item, a warp an item, and the sectors that lanes load.

lesson_title "Your own kernel: lanes, and what they load"

# A number of the reader's kernel; "" unless the last one that was tried is this one, passes, and has as many items in a warp as
# MOST or fewer.
proc mine {kernel what {most 32}} {
	if {[catch {kernel_property kernel} last] || $last ne $kernel || [catch {kernel_property verdict} verdict] ||
	    $verdict ne "passes" || [catch {kernel_property items} items] || $items > $most} {
		return ""
	}
	return [kernel_property $what]
}

proc percent {kernel {most 32}} {
	set used [mine $kernel used $most]
	return [expr {$used eq "" ? "" : round(100.0 * $used / [kernel_property slots])}]
}

# What an answer says of it.
proc said {number text} {
	return [expr {$number eq "" ? "that of your kernel, when kernel_try says that it passes." : "$number $text"}]
}

lesson_step "A body of your own" {} {
	A kernel is a body that runs for each of many items, on a GPU by thousands of threads at once. Here you write some. The prompt (:) has two commands for
	that:

	    kernel_template spmv_rows mine.cu
	    kernel_try spmv_rows mine.cu

	The first writes a start into a new file, with comments on what an item is and which arrays there are. Fill in the body in an editor. The second
	compiles it, runs it in a process of its own on random numbers and on a copy of what is open, and compares with ours. The first item that
	differs, or reaches out of an array, is named. Nothing that you write there changes what warpscope computes.

	Write spmv_rows by a thread a row: y(i) is the sum of value times x(column) over the entries of row i.
} {
	When it passes, the report has a warp, the busiest of three. How many sectors of 32 bytes do its loads of a.column touch?
} {
	[said [mine spmv_rows sectors:a.column] "sectors, for 32 rows."] Neighbouring lanes have neighbouring rows, so their loads are apart by a row's entries: of each sector that comes
	one entry is used, and the others when the same lanes come back for them, if the cache still has it.
} -answer {
	mine spmv_rows sectors:a.column
}

lesson_step "A warp a row" {} {
	Loads are coalesced when the lanes of a warp read what lies side by side: 32 entries of 4 bytes are 4 sectors. For that a warp has to have the row:

	    TEAM_KERNEL(spmv_rows, k, i, t)

	Lane t.lane of t.width takes every t.width-th entry. team_sum_f64(t, sum) adds up what the lanes have; all of them have to reach it. One lane writes y(i). The
	trial also runs small inputs lane by lane, as a GPU does, so a sum that leaves lanes out is found.
} {
	Change mine.cu so, and try it again. How many percent of the lane-steps does the warp use?
} {
	[said [percent spmv_rows 1] "% of them."] Rows of a few entries leave most of 32 lanes idle; the sectors are fewer for each row all the same. Compare both
	times: which of the two is faster depends on the lengths of the rows.
} -answer {
	percent spmv_rows 1
} -tolerance 1

lesson_step "A warp a vertex" {} {
	Algorithm 1 of CPG-J goes through the arcs into a state whose distance has changed, and offers their tails a new one. By a thread, a state of
	many arcs keeps its warp waiting. Write it by a warp:

	    kernel_template propagate_distance round.cu

	The warp clears the bit of its state, and no lane may look at it after that: team_barrier(t) waits for all lanes. Offers to one state come from several
	warps at once, so the least is kept by atomic_min_fs.
} {
	How many sectors of in_from does your warp touch?
} {
	[said [mine propagate_distance sectors:in_from 1] "of one state."] As printed, a thread has the state: the report has the sectors of its 32 states beside yours.
} -answer {
	mine propagate_distance sectors:in_from 1
}

lesson_step "Next" {} {
	kernel_template lists all that can be tried. A GPU runs your file too: by nvcc, where the device is one or with -gpu 0. The lesson scans has three more
	exercises: counting, prefix sums by a block, and writing where they say.
}
