# cppr.tcl - common path pessimism, on three registers and on the bundled design.

lesson_title "CPPR: what launch and capture share can't be late and early at once"

proc three_registers {} {
	close_design
	read_liberty -max ws45/ws45_late.lib.gz
	read_liberty -min ws45/ws45_early.lib.gz
	read_verilog cppr.v
	link_design cppr
	create_clock -name clk -period 0.2 [get_ports clk]
	set_propagated_clock [all_clocks]
	set_cppr opensta
}

set small {three_registers -max_paths 20}
set large {loom -max_paths 1000}

# The rank of the worst path between two registers.
proc worst {from to} {
	set rank 1
	while {![string match $from/* [path_property $rank startpoint]] ||
		![string match $to/* [path_property $rank endpoint]]} {
		incr rank
	}
	return $rank
}

# Slack before credit, of a rank.
proc before {rank} {
	return [format %.3f [expr {[path_property $rank slack] - [path_property $rank credit]}]]
}

# The ranks as they would be in the order of slack before credit.
proc order_before {n} {
	set list {}
	for {set rank 1} {$rank <= $n} {incr rank} {
		lappend list [list [before $rank] $rank]
	}
	return [lmap pair [lsort -real -index 0 $list] {lindex $pair 1}]
}

# How many have another rank with credit.
proc moved {n} {
	set moved 0
	set rank 0
	foreach other [order_before $n] {
		incr moved [expr {[incr rank] != $other}]
	}
	return $moved
}

proc largest_credit {n} {
	set largest 0
	for {set rank 1} {$rank <= $n} {incr rank} {
		set credit [path_property $rank credit]
		set largest [expr {$credit > $largest ? $credit : $largest}]
	}
	return $largest
}

lesson_step "Late and early" {
	lesson_use {*}$small
	goto last
	lesson_select 1
} {
	Three registers and their clock tree of buffers:

	    clk - c0 - c1 - c2 - r1, r3
	             - c3 - c4 - r2

	r1 and r2 launch data into r3. Chips differ: each buffer may be slow or fast. A setup check assumes the
	worst: data and its launching clock as late as possible, and the capturing clock as early as possible.

	But c0 feeds both. It can't be late for the launch and early for the capture of one path. That
	is pessimism, and a credit removes it: the late less the early arrival at the last pin that
	both clock paths share.
} {
	Which path gets the larger credit, from r1 to r3 or from r2 to r3?
} {
	from r1, [path_property [worst r1 r3] credit] ps, as they part after c2. From r2 it is
	[path_property [worst r2 r3] credit] ps: only c0 is shared.
} -answer {
	expr {[path_property [worst r1 r3] credit] > [path_property [worst r2 r3] credit] ? "r1" : "r2"}
} -choices {r1 r2}

lesson_step "Credit" {
	lesson_use {*}$small
	goto last
	lesson_select [worst r1 r3]
} {
	    from        r1       r2
	    before  [format "%6s   %6s" [before [worst r1 r3]] [before [worst r2 r3]]]
	    credit  [format "%6s   %6s" [path_property [worst r1 r3] credit] [path_property [worst r2 r3] credit]]
	    slack   [format "%6s   %6s" [path_property [worst r1 r3] slack] [path_property [worst r2 r3] slack]]

	The credit depends on both ends of a path, not on what is between them. It is never negative.
} {
	Before credit, r1 had the worst path of all. And with it?
} {
	now it is the one from [lindex [split [path_property 1 startpoint] /] 0]. The order before credit was
	[join [order_before [search_property ranked]] {, }], in the ranks that paths have with it.
} -answer {lindex [split [path_property 1 startpoint] /] 0} -choices {r1 r2 r3}

lesson_step "Two orders" {
	lesson_use {*}$small
	goto last
	lesson_select 1
} {
	[moved [search_property ranked]] of [search_property ranked] paths have another rank with credit than before.
	So the k worst before credit need not be the k worst with it: finding k paths by slack
	before credit and giving credit afterwards would be wrong.

	The search is by slack before credit, as its levels need: only there a child never has less slack than
	its parent. The list is by slack with credit.
} {
	A path has 5 ps more than the bound before credit. Can it still enter the list?
} {
	no. Credit only increases slack, so the slack before credit is a lower bound.
}

lesson_step "Why it is exact" {
	lesson_use {*}$small
	goto last
	lesson_select 1
} {
	The bound is the k-th slack with credit. A path that isn't below it before credit isn't
	below it with credit, and nor are its children. So nothing is lost by leaving them out.

	A parent that is below the bound before credit, but not with it, stays as a parent: its children may
	end elsewhere and have less credit. That is why a level may keep more paths than the list has room for.
} {
	Now the bundled design, 1000 paths. What is the largest credit among them?
} {
	[largest_credit 1000] ps.
}

lesson_step "On a design" {
	lesson_use {*}$large
	goto last
	lesson_select 1
} {
	The worst path of loom has [path_property 1 slack] ps; before credit it had [before 1].

	Ordered by slack before credit, [moved 1000] of the 1000 would have another rank. Level 0 kept
	[level_property 0 kept] paths, [expr {[level_property 0 kept] - 1000}] more than there is room for in the list:
	parents whose children may enter it.

	Press Enter on a path, and G: its last lines show the credit, and the pin at which the clock paths part.
}
