# ssta.tcl - what variation does to a chip, on dies of the bundled design.

lesson_title "Dies: why the worst slack of a chip isn't normal, and how correlation changes yield"

set worst lane3_mac_acc_reg_39_/D

# The NAND2 of [SSTA] between ports.
proc nand2 {} {
	read_liberty -max ws45/ws45_late.lib.gz
	read_liberty -min ws45/ws45_early.lib.gz
	read_verilog ssta.v
	link_design nand2
	create_clock -name clk -period 0.2
	set_input_delay 0.05 -clock clk [get_ports a]
	set_input_delay 0.0496 -clock clk [get_ports b]
	set_output_delay 0.05 -clock clk [get_ports c]
}

# Of an arc of the gate in a die.
proc arc {die i what} {
	return [dict get [lindex [get_die_arcs $die -gate u/ZN] $i] $what]
}

# "u/A1 fall: 50.00 + 12.34 = 62.34"
proc sum {die i} {
	set a [lindex [get_die_arcs $die -gate u/ZN] $i]
	return "[dict get $a from]: [short [dict get $a source]] + ([short [dict get $a nominal]] + [short\
		[dict get $a z] 3] x [short [dict get $a sigma] 3]) = [short [dict get $a sum]]"
}

proc percent {share} {
	return [short [expr {100 * $share}]]
}

# The shares of dies whose worst path passes each input.
proc share {pin} {
	return [percent [ssta_property criticality -pin $pin]]
}

# Dies of which this share of each sigma is common to the die. The same again are the same, so their sigma is kept.
proc dies {share} {
	lesson_dies 0.05 -n 4096 -die $share
	set ::sigma($share) [ssta_property sigma]
}

proc sigma {share} {
	if {![info exists ::sigma($share)]} {
		dies $share
	}
	return $::sigma($share)
}

proc beside_independent {share} {
	if {"independent" ni [ssta_keep]} {
		dies 0
		ssta_keep independent
	}
	dies $share
	ssta_show -over independent
}

# Where the sigma with half of the variance in common is, between none and nearly all.
proc where_common {} {
	return [expr {[sigma 0.7] > ([sigma 0] + [sigma 0.99]) / 2 ? "above" : "below"}]
}

proc short {value {digits 2}} {
	return [format %.${digits}f $value]
}

lesson_step "One gate: a MAX of SUMs" {
	lesson_dies 0.1 -of nand2 -n 4096
	set skew [short [ssta_property skew] 3]
	set spread [short [expr {sqrt(6.0 / [ssta_property dies])}] 3]
} {
	The example of the SSTA paper is a NAND2 with inputs a and b, whose output c rises at

	    MAX(AT_a + MAX(D11->00, D11->01), AT_b + MAX(D11->00, D11->10))

	where each D is the delay of a change of both inputs, AT_a and AT_b are when these fall. The paper prints
	D11->01 in the second term too; it means D11->10, as the next sentence says: the change of b only.

	Here is such a gate between ports. Die 0, in ps, each input with its nominal delay and z times sigma:

	    [sum 0 0]
	    [sum 0 1]

	The larger one is when the output rises. Die 1 draws other numbers:

	    [sum 1 0]
	    [sum 1 1]

	In [share u/A1] % of [ssta_property dies] dies the worst path comes through A1, in [share u/A2] % through A2.
} "Both inputs' arrivals plus delays are normal here. Is the output's arrival?" {
	No. Clark's formulas of 1961 give the mean and sigma of the larger of two normal variables, which are right,
	and call it normal, which it isn't: the next gate's sums begin with that. (The skewness over these dies is
	$skew; of a normal variable it would be 0, give or take $spread.)
} -answer {
	expr {abs([ssta_property skew]) > 3 * sqrt(6.0 / [ssta_property dies]) ? "no" : "yes"}
} -choices {yes no}

lesson_step "Four thousand dies" {
	dies 0
} {
	Each delay of each die differs from the nominal one by a random number of its own, with a sigma of 5 %. In
	each die the latest arrival at a gate is the maximum of sums, as usual.

	The chip's nominal worst slack is [short [ssta_property nominal]] ps. Over [ssta_property dies] dies its
	mean is [short [ssta_property mean]] ps, and its sigma is [short [ssta_property sigma]] ps.
} "Each delay is as often longer as it is shorter. Why is the mean worse than the nominal slack?" {
	Because of the maximum: where several paths are nearly as long, the longest one counts in each die, and
	which one that is varies from die to die.
}

lesson_step "The maximum of normal variables isn't normal" {
	lesson_dies 0.05 -n 16384 -endpoints $worst
} {
	A single endpoint that one path dominates is nearly normal: the slack of $worst has a skewness of
	[short [ssta_property skew -endpoint $worst] 3]. That of the chip, the least of all endpoints' slacks, has
	one of [short [ssta_property skew] 3]: its tail towards bad slacks is the longer one.

	Clark's formulas, gate by gate, give a mean of [short [ssta_property clark_mean]] ps and a sigma of
	[short [ssta_property clark_sigma]] ps; sigmas in quadrature along the worst path, which is what POCV does,
	[short [ssta_property quadrature_mean]] and [short [ssta_property quadrature_sigma]] ps. The dies say
	[short [ssta_property mean]] and [short [ssta_property sigma]] ps.

	So mean and sigma don't determine the yield. The slack that 99.865 % of the dies reach is
	[short [ssta_property q0.135]] ps; three sigma below the mean would be
	[short [expr {[ssta_property mean] - 3 * [ssta_property sigma]}]] ps.

	With [ssta_property dies] dies the standard error of the mean is [short [ssta_property mean_error] 3] ps.
} "How many dies are needed for a tenth of the standard error?" {
	A hundred times as many: the standard error falls as one over the root of their number.
}

lesson_step "A quarter of the dies, twice the error" {
	dies 0
} {
	With [ssta_property dies] dies the standard error of the mean is [short [ssta_property mean_error] 3] ps: a
	quarter of the dies, twice the error. On a screen the lines at the ends of the bars are 95 % intervals: they get
	shorter with each batch, as the root of the number of dies.

	Counting dies is robust: its only assumption is that they are independent of each other.
} "What if all gates of a die are slow together: is the sigma of the chip's slack larger or smaller?" {
	Larger: then nothing averages out along a path any more.
} -answer {
	expr {[sigma 0.99] > [sigma 0] ? "larger" : "smaller"}
} -choices {larger smaller}

lesson_step "Corners: all gates together" {
	beside_independent 0.99
} {
	Now nearly all of each sigma is common to the die. No sigma of any gate has changed, but that of the chip's
	slack is [short [ssta_property sigma]] ps, and the slack that 99.865 % of the dies reach is
	[short [ssta_property q0.135]] ps.

	A corner assumes exactly that: all gates at their slowest at once. Where variation is random from gate to
	gate, such slow dies don't exist, and the effort to make them work is wasted.
} "Half of the variance is common (-die 0.7). Is the sigma of the chip's slack above the middle of both, or below?" {
	$where: variances add up, not sigmas; the common part adds up along each path, the rest
	averages out.
} -answer {
	where_common
} -choices {above below}

lesson_step "A mix of both" {
	set where [where_common]
	beside_independent 0.7
	ssta_plot yield
} {
	With a share of 0.7 about half of the variance is common to the die. The sigma of the chip's slack is
	[short [ssta_property sigma]] ps, and 99.865 % of the dies reach [short [ssta_property q0.135]] ps.

	Endpoints of different lanes are now correlated: the slacks of $worst and lane0_mac_acc_reg_39_/D have
	a coefficient of [short [ssta_property correlation -endpoint $worst -with lane0_mac_acc_reg_39_/D]]. So where one
	fails the other mostly does too, and the yield of both is more than the product of theirs.

	With a period that is 110 ps longer [percent [ssta_property yield -later 110]] % of these dies work, and
	[percent [ssta_property yield -kept independent -later 110]] % of those whose gates vary
	independently: the same sigmas, another yield. The curve with o is theirs.

	Dies are numbers: the same seed and number give the same die again, on any machine. Where there is a
	screen, Enter on a bar lists its dies, and Enter on one makes it the design's timing; close_sample goes back.
}
