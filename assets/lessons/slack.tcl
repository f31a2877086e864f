# slack.tcl - what slack is: arrival, required time, setup and hold, on four registers.

lesson_title "Slack: when data arrives, and when it is required"

# Four registers, unless they are open, and a clock of a period in ns.
proc registers {period} {
	if {[catch {search_property graph} open] || $open ne "slack"} {
		read_registers
	}
	create_clock -name clk -period $period [get_ports clk]
}

proc read_registers {} {
	close_design
	read_liberty -max ws45/ws45_late.lib.gz
	read_liberty -min ws45/ws45_early.lib.gz
	read_verilog slack.v
	link_design slack
}

proc of_200_ps {} {
	registers 0.2
}

proc of_110_ps {} {
	registers 0.11
}

# The rank of the worst path between two registers; 0 = there is none.
proc worst {from to} {
	for {set rank 1} {$rank <= [search_property ranked]} {incr rank} {
		if {[string match $from/* [path_property $rank startpoint]] &&
		    [string match $to/* [path_property $rank endpoint]]} {
			return $rank
		}
	}
	return 0
}

proc slack {from to} {
	return [path_property [worst $from $to] slack]
}

# A point of a path and when data is there, ps.
proc points {rank} {
	return [join [lmap {point edge} [path_property $rank points] {format "    %s %s" $point $edge}] \n]
}

# The worst slack to each endpoint, from the paths that were found.
proc endpoint_slacks {} {
	set slack [dict create]
	for {set rank [search_property ranked]} {$rank >= 1} {incr rank -1} {
		dict set slack [lindex [path_property $rank endpoint] 0] [path_property $rank slack]
	}
	return $slack
}

proc negative {list} {
	return [lmap s $list {expr {$s < 0 ? $s : [continue]}}]
}

proc ps {value} {
	return [format %.3f $value]
}

lesson_step "A path in time" {
	lesson_use of_200_ps -max_paths 20
	goto last
	lesson_select [worst r1 r3]
} {
	At a clock edge each register samples D, and a little later Q has this value. From r1 it passes three gates on its
	way to r3:

[points [worst r1 r3]]

	The time at which the last change reaches D is the arrival. The next edge comes 200 ps later, and
	the register needs its data some time before: that is the required time, the period less the setup time.

	Slack = required - arrival: the time that is left. The trace beside this adds up the delays, stage by stage.
} {
	The slack is [slack r1 r3] ps. Now the clock has a period of 110 ps instead of 200. What is the slack then, in ps?
} {
	$late ps, 90 ps less: delays don't depend on the period, the required time does.
} -answer {
	lesson_use of_110_ps -max_paths 20
	goto last
	slack r1 r3
} -tolerance 0.01

lesson_step "Below zero" {
	lesson_use of_110_ps -max_paths 20
	goto last
	lesson_select 1
	set late [slack r1 r3]
	set tns [ps [tcl::mathop::+ {*}[negative [dict values [endpoint_slacks]]]]]
} {
	With 110 ps the paths have

	    r1 to r3  [slack r1 r3] ps
	    r2 to r3  [slack r2 r3] ps
	    r2 to r4  [slack r2 r4] ps

	Where slack is below 0 the register samples the old value: the circuit fails although its logic is correct. A
	register's slack is that of the worst path to it, as one late change is enough.
} {
	WNS is the worst slack of all endpoints, TNS the sum of their negative slacks. What is the TNS here, in ps?
} {
	$tns ps: r3 counts once, by its worst path.
} -answer {
	tcl::mathop::+ 0 {*}[negative [dict values [endpoint_slacks]]]
} -tolerance 0.01

lesson_step "Too early" {
	lesson_use of_110_ps -max_paths 20 -path_delay min
	goto last
	lesson_select [worst r2 r4]
	set hold [slack r2 r4]
} {
	Data may also arrive too early: the new value must not be there before a register has safely sampled the old one.
	That is a hold check: it compares the earliest arrival with the edge that launched the data.

	From r2 to r4 there is no gate: [slack r2 r4] ps of hold slack.
} {
	The period is made longer, 200 ps again. Is that hold slack then more, less, or the same?
} {
	it stays the same, $hold ps: launch and capture are the same edge, so the period doesn't matter. A chip with a
	setup problem can be sold with a slower clock; one with a hold problem can't be sold.
} -answer {
	set before [slack r2 r4]
	lesson_use of_200_ps -max_paths 20 -path_delay min
	goto last
	set after [slack r2 r4]
	expr {$after > $before ? "more" : $after < $before ? "less" : "same"}
} -choices {more less same}

lesson_step "Which path is worst?" {
	lesson_use of_200_ps -max_paths 20
	goto last
	lesson_select 1
} {
	Few paths can be listed by hand: here there are [search_property ranked]. In a design of a million gates there are more
	paths than atoms, and almost all of them don't matter.

	find_paths lists the worst, in order. How it does that without visiting the others is the
	subject of the next lessons: forest, levels, lookahead and expansion.
}
