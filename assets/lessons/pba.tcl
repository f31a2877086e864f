# pba.tcl - path-based analysis, on two paths that meet and on the bundled design.

lesson_title "PBA: each path with its own slews"

proc three_registers {} {
	close_design
	read_liberty -max ws45/ws45_late.lib.gz
	read_liberty -min ws45/ws45_early.lib.gz
	read_verilog pba.v
	link_design pba
	create_clock -name clk -period 0.4 [get_ports clk]
}

proc derated_registers {} {
	three_registers
	read_aocv pba.aocv
}

set small {three_registers -max_paths 20}
set large {loom -max_paths 100}
set own {loom -max_paths 100 -pba}
set derated {derated_registers -max_paths 20 -pba}

# The rank of the worst path between two registers.
proc worst {from to} {
	set rank 1
	while {![string match $from/* [path_property $rank startpoint]] ||
		![string match $to/* [path_property $rank endpoint]]} {
		incr rank
	}
	return $rank
}

proc slack {from} {
	return [path_property [worst $from r3] slack]
}

proc own {from} {
	return [path_property [worst $from r3] pba_slack]
}

proc gain {from} {
	return [format %.3f [expr {[own $from] - [slack $from]}]]
}

# The slew at a pin along the path, in ps.
proc slew_at {from pin} {
	set rank [worst $from r3]
	foreach {point edge} [path_property $rank points] slew [path_property $rank pba_slews] {
		if {[string match $pin* $point]} {
			return $slew
		}
	}
}

# Of the ranks up to n: how many paths have more slack by their own slews, less, and the largest difference.
proc compared {n} {
	set more 0
	set less 0
	set largest 0
	for {set rank 1} {$rank <= $n} {incr rank} {
		set gain [expr {[path_property $rank pba_slack] - [path_property $rank slack]}]
		incr more [expr {$gain > 0}]
		incr less [expr {$gain < 0}]
		set largest [expr {$gain > $largest ? $gain : $largest}]
	}
	return [list $more $less [format %.3f $largest]]
}

# How many of the ranks up to n are others by own slews.
proc moved {n} {
	set list {}
	for {set rank 1} {$rank <= $n} {incr rank} {
		lappend list [list [path_property $rank pba_slack] $rank]
	}
	set moved 0
	set rank 0
	foreach pair [lsort -real -index 0 $list] {
		incr moved [expr {[incr rank] != [lindex $pair 1]}]
	}
	return $moved
}

# The rank that has the least slack by its own slews.
proc own_worst {n} {
	set least 1
	for {set rank 2} {$rank <= $n} {incr rank} {
		if {[path_property $rank pba_slack] < [path_property $least pba_slack]} {
			set least $rank
		}
	}
	return $least
}

# The paths that are found, as lists of points.
proc found {} {
	set list {}
	for {set rank 1} {$rank <= [search_property ranked]} {incr rank} {
		lappend list [list [path_property $rank points] [path_property $rank endpoint]]
	}
	return $list
}

# How many of the second list aren't in the first.
proc outside {first second} {
	set there [dict create]
	foreach path $first {
		dict set there $path 1
	}
	set n 0
	foreach path $second {
		incr n [expr {![dict exists $there $path]}]
	}
	return $n
}

lesson_step "Two edges meet" {
	lesson_use {*}$small
	goto last
	lesson_select [worst r2 r3]
} {
	Two registers launch into a third. Their paths meet at the gate u1:

	    r1 - weak -------- u1 - u2 - u3 - r3
	    r2 - b0 - … - b6 -

	weak also drives three large gates, so its edge is slow: [slew_at r1 u1] ps at u1. Data from r2 arrives later, but
	its edge takes only [slew_at r2 u1] ps.

	A slow edge makes a gate slow, and its output edge too. Graph-based analysis keeps one slew at each pin: to be
	safe, the worst that arrives there.
} {
	By graph-based analysis the path from r2 has a slack of [slack r2] ps. Is it less or more with its own slews?
} {
	more: [own r2] ps. From u1 on the graph uses the slow edge of r1, which this path doesn't have.
} -answer {
	expr {[own r2] > [slack r2] ? "more" : "less"}
} -choices {less more}

lesson_step "Slews of its own" {
	lesson_use {*}$small
	goto last
	lesson_select [worst r2 r3]
} {
	Slews along the path, ps:

	    [path_property [worst r2 r3] points]
	    [path_property [worst r2 r3] pba_slews]

	Path-based analysis uses these: every delay from the register's clock pin on, and the setup time at the end,
	is looked up again with them. The difference of [gain r2] ps was pessimism.

	The path from r1 brings the slow edge itself: [slack r1] ps by the graph, [own r1] ps with its own slews.
} {
	Now the hundred worst paths of the bundled design. How many of them have more slack by their own slews?
} {
	[lindex [compared 100] 0].
} -answer {
	lesson_use {*}$large
	goto last
	lindex [compared 100] 0
} -tolerance 10

lesson_step "The order changes" {
	lesson_use {*}$large
	goto last
	lesson_select 1
} {
	The bundled design, 100 paths. [lindex [compared 100] 0] have more slack by their own slews, up to
	[lindex [compared 100] 2] ps, [lindex [compared 100] 1] have less. That may happen, as a table may fall where the
	slew rises: the graph's slack is no bound.

	By their own slacks [moved 100] of them have another rank. The one with the least of all is at rank
	[own_worst 100] here.
} {
	How many of the hundred worst by their own slacks are among these hundred?
} {
	[expr {100 - $outside}]. This list can't show which: a path outside has more slack by the
	graph, but may have gained less.
} -answer {
	set graph [found]
	lesson_use {*}$own
	goto last
	expr {100 - [outside $graph [found]]}
} -tolerance 5

lesson_step "Ranked by their own slacks" {
	lesson_use {*}$large
	goto last
	set graph [found]
	lesson_use {*}$own
	goto last
	lesson_select 1
	set outside [outside $graph [found]]
} {
	Now the list is by own slacks: find_paths -pba. Beside them it shows the graph's slacks of
	the same paths, and the trace shows the pessimism of each stage. [search_property ranked] paths, [search_property state].

	The worst has [path_property 1 slack] ps, where the graph has [path_property 1 graph_slack]. $outside of the hundred weren't
	among the hundred worst by the graph. v plots both slacks over the rank, which is figure 2 of the journal paper.

	The steps of the timeline say how it was found: , goes back to the list by bounds.
} {
	A search for the hundred worst re-times more than a hundred paths. Why can't it stop at a hundred?
} {
	the order by bounds isn't that by own slacks: each path whose bound isn't above the hundredth own slack may be one of the
	hundred.
}

lesson_step "Why it can be exact" {
	lesson_use {*}$own
	goto last
	lesson_select 1
} {
	A sweep computes the least and the largest slew that any path can bring to each pin. The worst delay over such a
	range is at one of its ends, or at a point of the table in between. With these delays no path has more slack
	than with its own.

	So paths are searched by these bounds. Once the k-th of those re-timed has less slack than
	the next bound, no other path can enter the list.

	Run report_checks -pba: the column Pess is the pessimism of each stage, and the last line the graph's slack.
}

lesson_step "Derates by depth" {
	lesson_use {*}$derated
	goto last
	lesson_select [worst r2 r3]
} {
	Gates of one chip differ. Along a long path that averages out, so an AOCV table (read_aocv) derates a delay by the number of
	stages of its path: here by 1.15 for one stage, 1.08 for four, 1.05 for sixteen.

	Both paths pass u1, u2 and u3, and the one from r2 has more stages before them. Graph-based
	analysis has one delay for each of the three gates, so it takes the factor of the shorter path. With its own
	factors the path from r2 has a slack of [slack r2] ps, by the graph [path_property [worst r2 r3] graph_slack] ps.
	Slews and depths both contribute to the difference.

	report_checks -pba says by which depth each path is derated.
}
