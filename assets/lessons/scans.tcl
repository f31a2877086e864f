# scans.tcl - readers write kernels: count, add up, write, the three steps by which a GPU fills a list of unknown length.

lesson_title "Your own kernel: count, add up, write"

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

proc times_least {} {
	set sectors [mine expand_edges sectors:next]
	return [expr {$sectors eq "" ? "" : [format %.1f [expr {1.0 * $sectors / [kernel_property least:next]}]]}]
}

lesson_step "Count" {} {
	Each path has an unknown number of children: the arcs that leave its way to the end. Thousands of threads can't append them to one list one after another.
	So a first kernel only counts. It is algorithm 2 of CPG-J:

	    kernel_template count_edges count.cu
	    kernel_try count_edges count.cu

	Follow the suffix from the parent's state to the end, and count the arcs that aren't the forest's and reach an end.
} {
	How many percent of the lane-steps does that warp use?
} {
	[said [percent count_edges] "% of them."] Each lane walks along another suffix, and the warp takes as long as the longest. No two lanes read from the same place
	either.
} -answer {
	percent count_edges
} -tolerance 1

lesson_step "Add up" {} {
	Where the children of a parent begin is how many all parents before it have: a prefix sum. Here it is of rows of a density map, for each entry
	the sum of those up to it:

	    kernel_template row_sums sums.cu

	By a thread, a row takes as many steps as it has entries, and lanes read a row apart. By a block its 256 threads each have an entry:

	    BLOCK_KERNEL(row_sums, k, i, b, shared)

	team_scan_u64 gives the sums within a warp. The last lane of each warp writes its sum to shared memory; after block_barrier(b) each thread adds those of
	the warps before its own. A row of more than 256 entries takes several turns, each of which begins with the sum of those before.
} {
	How many sectors of the map does your warp touch?
} {
	[said [mine row_sums sectors:map 1] "sectors."] 32 entries of 8 bytes are 8 sectors, written once in each turn. Ours gives each thread four entries, 32 apart, so that
	those of a warp are side by side and a row takes fewer turns.
} -answer {
	mine row_sums sectors:map 1
}

lesson_step "Write" {} {
	Now each parent knows where its children go, and no two threads write to the same place. That is algorithm 3:

	    kernel_template expand_edges expand.cu

	The walk is that of the first exercise. The order counts: of the walk, and of the arcs of a state.
} {
	How many times the sectors that would do does the warp touch when it writes to next?
} {
	[said [times_least] "times as many."] Its 32 lanes write to 32 places, and a record has 32 bytes. Columns in place of records, as the default method has them,
	touch fewer.
} -answer {
	times_least
} -tolerance 0.1

lesson_step "Next" {} {
	find_paths -method paper-host -paused, then step -fine, goes through these three steps on a design; report_warp count_edges draws a warp of it.
}
