# wires.tcl - one net by three calculators: its capacitance alone, Elmore's delay, an effective capacitance.

lesson_title "Wires: from lumped to Elmore to Ceff on one net"

# A buffer u1 drives r2 nearby and r3 at the end of a long wire, by a calculator.
proc wires {calculator} {
	if {[catch {search_property graph} open] || $open ne "wires"} {
		close_design
		read_liberty -max ws45/ws45_late.lib.gz
		read_liberty -min ws45/ws45_early.lib.gz
		read_verilog wires.v
		link_design wires
		read_spef wires.spef
		create_clock -name clk -period 0.5 [get_ports clk]
	}
	set_delay_calculator $calculator
}

proc by_lumped {} { wires lumped_cap }
proc by_elmore {} { wires elmore }
proc by_ceff {} { wires dmp_ceff_elmore }

# How the delays of the worst path to a register come about: a part for each point, that of one pin.
proc arithmetic {register pin} {
	for {set rank 1} {![string match $register/* [path_property $rank endpoint]]} {incr rank} {}
	set parts [split [string map [list "\n\n" \0] [path_property $rank arithmetic]] \0]
	return [lindex $parts [expr {[lsearch [lmap {name edge} [path_property $rank points] {set name}] $pin]}]]
}

# Without its first line, as the lines of a table.
proc table {part {first 1} {last end}} {
	return "    [join [lrange [split [string trim $part] \n] $first $last] "\n    "]"
}

proc number {part pattern} {
	regexp "$pattern (-?\[0-9.\]+)" $part all number
	return $number
}

# What is after the last resistor of the way to r2, fF.
proc pin_capacitance {} {
	return [lindex [split [arithmetic r2 r2/D] \n] 3 1]
}

proc gate {} {
	return [number [arithmetic r3 u1/Z] "\ndelay"]
}

proc wire {register} {
	return [number [arithmetic $register $register/D] "\ndelay"]
}

proc slack {} {
	for {set rank 1} {![string match r3/* [path_property $rank endpoint]]} {incr rank} {}
	return [path_property $rank slack]
}

lesson_step "A net is a capacitance" {
	lesson_use by_lumped -max_paths 8
	goto last
	lesson_select 1
	set lumped [gate]
	set lumped_slack [slack]
} {
	The buffer u1 drives one net with two registers on it. From u1 there are 0.1 kOhm to a branch; from there
	0.1 kOhm to r2, and twice 0.3 kOhm to r3. The wire has 10 fF at the branch, 25 fF halfway to r3 and
	25 fF at r3. Each D pin has some too.

	The simplest model leaves the resistors out: the gate drives all capacitance, and at each load the edge is there at once.
	set_delay_calculator lumped_cap does that. The gate's delay is then between four corners of a table of the
	library:

[table [arithmetic r3 u1/Z]]
} {
	The wire's delay to r3 is [wire r3] ps here, and to r2?
} {
	the same, 0 ps: a capacitance alone has no ends.
} -answer {
	wire r2
}

lesson_step "Elmore's delay" {
	lesson_use by_elmore -max_paths 8
	goto last
	lesson_select 1
	set elmore [wire r3]
	set elmore_slack [slack]
} {
	Each resistor delays what has to flow through it: Elmore's delay is the sum, from the driver to the load, of each
	resistance times all capacitance after it. kOhm times fF is ps. To r3:

[table [arithmetic r3 r3/D]]

	The first line has all of the capacitance but none at u1, the last one that at r3 alone. That is [wire r3] ps.
} {
	What is it to r2, in ps? 0.1 kOhm with the same capacitance after it as above, then 0.1 kOhm with r2's pin of
	[pin_capacitance] fF.
} {
	$near ps, a fraction of that to r3, on the same net.
} -answer {
	wire r2
} -tolerance 0.02

lesson_step "What the gate sees" {
	lesson_use by_elmore -max_paths 8
	goto last
	lesson_select 1
	set near [wire r2]
} {
	With Elmore's delay the wire to r3 takes [wire r3] ps and that to r2 [wire r2] ps. The slack at r3 was $lumped_slack ps by
	capacitance alone; now it is [slack] ps.
} {
	The gate's own delay was $lumped ps by capacitance alone. Is it more, less or the same now?
} {
	the same, [gate] ps: its table is still asked with all of the capacitance.
} -answer {
	expr {[gate] > $lumped ? "more" : [gate] < $lumped ? "less" : "same"}
} -choices {more less same}

lesson_step "Resistance hides capacitance" {
	lesson_use by_elmore -max_paths 8
	goto last
	lesson_select 1
} {
	But resistance hides capacitance: while the output of u1 rises, r3's end of the wire is still low, and has taken little
	of its charge. So the gate works on less than all of it, and is faster.

	The effective capacitance, Ceff, is what would take the same charge meanwhile. set_delay_calculator
	dmp_ceff_elmore finds it for each arc of a gate, and looks up the table by it. First the wire becomes a pi: C2 at
	the driver, R, and C1 after it, which have the same first three moments.
} {
	All of the capacitance gave $lumped ps. Is the gate's delay by Ceff more, less or the same?
} {
	less: [gate] ps.
} -answer {
	lesson_use by_ceff -max_paths 8
	goto last
	expr {[gate] > $lumped ? "more" : [gate] < $lumped ? "less" : "same"}
} -choices {more less same}

lesson_step "Round by round" {
	lesson_use by_ceff -max_paths 8
	goto last
	lesson_select 1
	set part [arithmetic r3 u1/Z]
} {
	Ceff depends on the edge, and the edge on Ceff: it is found in rounds. The gate is a ramp that begins at t0 and takes dt,
	with a resistance. The first round takes all of the capacitance, and the one whose step is below 1 % is the last:

[table $part]
} {
	How much of the capacitance, in percent, does the gate see?
} {
	[format %.1f [expr {100 * [number $part Ceff] / [number $part all]}]] %: Ceff over C1 + C2.
} -answer {
	set seen [arithmetic r3 u1/Z]
	expr {100 * [number $seen Ceff] / [number $seen all]}
} -tolerance 1

lesson_step "At the load" {
	lesson_use by_ceff -max_paths 8
	goto last
	lesson_select 1
} {
	The same wave goes on through the wire: with one more exponential, whose time constant is Elmore's delay, it crosses the
	threshold at r3:

[table [arithmetic r3 r3/D] end-2 end]

	Elmore's delay alone was $elmore ps. The slack at r3 by the three calculators:

	    capacitance alone    $lumped_slack ps
	    Elmore               $elmore_slack ps
	    Ceff                 [slack] ps

	In a path press x: the panel shows these numbers for the point that is selected. In a batch
	explain_path -rank 1 -arithmetic prints them for all points of a path.
}
