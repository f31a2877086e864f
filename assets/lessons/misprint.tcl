# misprint.tcl - places of the five papers that are misprints, leave something out, or say more when they are computed.

lesson_title "Find the misprint: compute what is printed"

# Arcs of the graph of figures 7 to 9, as labels.dag has them; each is asked for, so that the lesson fails if it isn't there.
set arcs {A D B D B G D C D I D F C F C E F E F I E H E I G J}

# What a pin is led to from, itself included.
proc fan_in {pins} {
	set there $pins
	set more 1
	while {$more} {
		set more 0
		foreach {from to} $::arcs {
			label_property arc $from $to
			if {$to in $there && $from ni $there} {
				lappend there $from
				set more 1
			}
		}
	}
	return [lsort $there]
}

# The pins with a label that a scan of the fan-in of some pins doesn't reach.
proc unreached {pins} {
	set cone [fan_in $pins]
	return [lmap pin {A B C D E F G H I J} {
		expr {[label_property label $pin] ne "-" && $pin ni $cone ? $pin : [continue]}
	}]
}

# Algorithm 1 of the journal paper on these arcs, all of weight 1, from the ends back. Which vertices take part in a round:
# those whose distance has changed (bitmap), or as printed all that have one. Rounds, offers that were made, and distances.
proc relax {by} {
	foreach v {A B C D E F G H I J} {
		dict set dist $v [expr {$v in {H I J} ? 0 : 1000}]
		dict set changed $v [expr {$v in {H I J}}]
	}
	set rounds 0
	set offers 0
	while {1} {
		set new $dist
		foreach {from to} $::arcs {
			if {$by eq "bitmap" ? ![dict get $changed $to] : [dict get $dist $to] == 1000} {
				continue
			}
			incr offers
			dict set new $from [expr {min([dict get $new $from], [dict get $dist $to] + 1)}]
		}
		incr rounds
		if {$new eq $dist} {
			return [list $rounds $offers $dist]
		}
		dict for {v d} $new {
			dict set changed $v [expr {$d != [dict get $dist $v]}]
		}
		set dist $new
	}
}

proc mean {list} {
	return [expr {double([tcl::mathop::+ {*}$list]) / [llength $list]}]
}

proc geometric {list} {
	return [expr {exp([mean [lmap x $list {expr {log($x)}}]])}]
}

proc harmonic {list} {
	return [expr {1 / [mean [lmap x $list {expr {1.0 / $x}}]]}]
}

# Which mean of the speed-ups of one card rounds to a number of three decimals.
proc which_mean {printed} {
	foreach {name value} [list arithmetic [mean $::cards] geometric [geometric $::cards] harmonic [harmonic $::cards]] {
		if {abs($value - $printed) <= 0.0005} {
			return $name
		}
	}
	return none
}

# Table II of the density paper: GPU forward on nets, naive and the paper's, ms.
set naive {440.57 204.10 674.42 2076.18 539.80 463.97 463.68 120.51}
set ours {1.73 2.22 4.99 7.81 4.22 2.34 2.66 1.53}

# Table IV of the journal paper: three times of the previous framework and three of the optimised one, ms; gates by table II.
set table4 {
	leon2 1616399 {4708.36 5295.49 5413.84} {942.69 1033.62 1090.70}
	leon3mp 1247725 {5520.85 7091.79 8182.84} {944.09 1202.89 1395.31}
	netcard 1496719 {2050.60 2475.90 2484.08} {674.15 731.786 753.58}
	b19_iccad 255278 {2144.67 2948.94 3483.05} {509.28 627.398 740.65}
}

# How many of its twelve speed-ups aren't between 3 and 5, and the designs with less than a million gates.
proc outside {} {
	set n 0
	foreach {name gates before after} $::table4 {
		foreach a $before b $after {
			incr n [expr {$a / $b < 3 || $a / $b > 5}]
		}
	}
	return $n
}

proc small {} {
	return [lmap {name gates before after} $::table4 {expr {$gates < 1000000 ? $name : [continue]}}]
}

# Table I of the SSTA paper: speed-ups of one card.
set cards {275.394 272.116 272.589 143.197 279.298 276.913 270.376 261.341 272.248 269.796 249.858 279.414 279.187 240.58
	256.57 228.633 239.855 241.349 250.335 244.958 268.363 277.46 242.906 286.1 280.605 267 269.323 285.927 277.214 263.923}

# What bounds of instance v add to column c in Algorithm 2, lines 3 to 6, for a box that begins at x: {column weight} pairs.
proc columns {x} {
	set up [expr {int(ceil($x))}]
	set part [expr {$up - $x}]
	return [list [expr {$up - 1}] $part $up [expr {1 - $part}]]
}

lesson_step "A scan in one direction" {
	lesson_labels labels.dag -through C -through E
	goto last -of labels
	set missing [join [unreached {C E}] { and }]
} {
	Five papers describe what this program computes. Pseudocode in print is rarely run, and numbers are copied by hand: each
	step here quotes a passage that is a misprint, leaves something out, or needs a computation to be understood. Find out
	which before you go on; your answer is checked by computing it.

	Section V-B of the journal paper labels the pins of figure 7 for -through C -through E. Algorithm 5 begins at the two pins
	and goes on to the fan-in: "We propagate labels to the fan-in neighbors". In figure 8 these pins have a label:

	    [join [lmap pin {A B C D E F G H I J} {expr {[label_property label $pin] ne "-" ? "$pin [label_property label $pin]" : [continue]}}] "  "]
} {
	Which of them can Algorithm 5 never reach?
} {
	$missing: they are downstream of E, not upstream. The text says "All the fanout pins of E (not including) get labels of the rank of
	last through pin", and no algorithm in the paper goes that way: a gap. (exercise 7; label_scan_forward in k_labels.cu)
} -answer {
	join [unreached {C E}] { and }
} -choices {{A and B} {E and F} {H and I} {G and J}}

lesson_step "A test of the wrong array" {
	lesson_labels labels.dag -through C -through E
	goto first -of labels
	lassign [relax bitmap] rounds_mended offers_mended mended
	lassign [relax printed] rounds_printed offers_printed printed
} {
	Algorithm 1 relaxes distances in rounds, a thread a vertex. Its inputs are a distance buffer and a "bitmap for recently
	updated vertices". Line 5 is

	    if distanceBuffer at threadid is false then return

	but the text says "If the assigned vertex has received a recent update (line 5)", and line 8 clears the bitmap, which nothing
	reads. The conference paper tests distanceUpdated. As the journal prints it, taking false for no distance yet, each vertex
	that has one makes its offers in every round. Run both ways on the ten pins, with arcs of weight 1, the bitmap makes $offers_mended offers in
	$rounds_mended rounds.
} {
	How many offers are made as it is printed?
} {
	$offers_printed, in $rounds_printed rounds, and the distances are [expr {$mended eq $printed ? "the same" : "others"}]: offering
	a minimum again changes nothing. It is only slow. (exercise 13; propagate_distance in k_paper.cu)
} -answer {
	lindex [relax printed] 1
} -tolerance 10

lesson_step "Over a million gates" {
	lesson_labels labels.dag -through C -through E
} {
	Section VII-E: "our framework can achieve 3x-5x speed-up on large designs with over 1 million gates, such as leon2, leon3mp,
	netcard, and b19_iccad". Tables II and IV have

[join [lmap {name gates before after} $table4 {format "    %-10s %8d gates  %s ms, then %s ms" $name $gates [join $before {, }] [join $after {, }]}] \n]
} {
	Which of the four isn't a design with over a million gates?
} {
	[join [small]]: [lindex $table4 end-2] gates.
} -answer {
	small
} -choices {leon2 leon3mp netcard b19_iccad}

lesson_step "Three to five times" {
	lesson_labels labels.dag -through C -through E
} {
	The same sentence and the abstract say 3 to 5 times. Each row above has three speed-ups, one for each level cap.
} {
	Divide: how many of the twelve aren't between 3 and 5?
} {
	[outside]: leon3mp has [join [lmap a [lindex $table4 6] b [lindex $table4 7] {format %.2f [expr {$a / $b}]}] {, }], and leon2
	[format %.2f [expr {5295.49 / 1033.62}]] with a cap of 15. On a current GPU fusing gains far
	more over a sort on the host, and nothing over a good sort on the device: warpscope
	--reproduce cpg-table4.
} -answer {
	outside
}

lesson_step "A mean of ratios" {
	lesson_labels labels.dag -through C -through E
} {
	Table II of the density paper ends with "Avg. Ratio": its GPU columns for nets say 181.19 for Naive, where Ours is 1.00.
	Section IV: "On average, our CPU kernel for forward density accumulation is faster than Naive and Gessler by 51.90x and 22.95x,
	respectively. Our GPU kernel achieves 8.62x speedup compared to our CPU kernel, and 181.19x, 64.83x compared to GPU kernels
	of Naive and MTPerInst, respectively." The eight rows are, in ms,

	    Naive  [join $naive]
	    Ours   [join $ours]
} {
	Is 181.19 the mean of the eight ratios, or the ratio of the two means?
} {
	the ratio of the means, [format %.2f [expr {[mean $naive] / [mean $ours]}]]; the mean of the ratios is
	[format %.2f [mean [lmap a $naive b $ours {expr {$a / $b}}]]]. So bigblue4, which takes longest, counts for more than the other seven.
	(exercise 29)
} -answer {
	set ratios [mean [lmap a $naive b $ours {expr {$a / $b}}]]
	set means [expr {[mean $naive] / [mean $ours]}]
	expr {abs($ratios - 181.19) < abs($means - 181.19) ? "ratios" : "means"}
} -choices {ratios means}

lesson_step "An average" {
	lesson_labels labels.dag -through C -through E
} {
	Table I of the SSTA paper has thirty circuits. The speed-ups of one card are

	    [join [lrange $cards 0 9]]
	    [join [lrange $cards 10 19]]
	    [join [lrange $cards 20 29]]

	and the last line says "Avg 258.994". Their sum over their number is [format %.1f [mean $cards]].
} {
	Which mean is the printed one: arithmetic, geometric, harmonic, or none of these?
} {
	[which_mean 258.994]: the arithmetic one is [format %.3f [mean $cards]], the geometric one [format %.3f [geometric $cards]], the harmonic one
	[format %.3f [harmonic $cards]]. So it isn't a misprint, but the paper doesn't say which mean it
	is, and the density paper uses another kind. For ratios the geometric mean is a good choice: the
	mean of the inverses is the inverse of the mean. (exercise 20)
} -answer {
	which_mean 258.994
} -choices {arithmetic geometric harmonic none}

lesson_step "Before the first column" {
	lesson_map loom -grid 16x16 -method printed
} {
	Algorithm 2 of the density paper adds a box's corner at x to two columns of a matrix: up to ceil(x) - 1 goes what the box covers of a
	grid in part, and to ceil(x) the rest. For a corner at 3.4 these are

	    column [lindex [columns 3.4] 0] gets [format %.1f [lindex [columns 3.4] 1]] of the weight, column [lindex [columns 3.4] 2] gets [format %.1f [lindex [columns 3.4] 3]]

	There are cells at the left edge of the die, too: their boxes begin at x = 0, in the first column, which is number 0 here.
} {
	To which column does a box that begins at 0 add a part of its weight first?
} {
	column [lindex [columns 0.0] 0], which doesn't exist; what is added there is [format %.0f [lindex [columns 0.0] 1]]. The same happens after the last column
	for boxes that end at the right edge. Here such additions are left out, and the map is that of the other methods, bit by bit.
	(exercise 24; add_to_rect in k_density.cu)
} -answer {
	lindex [columns 0.0] 0
}

lesson_step "The others" {
	lesson_map loom -grid 16x16 -method printed
} {
	doc/papers.md lists thirty-three such passages, each marked as misprint, gap or question, with the kernels concerned. Some
	misprints give wrong results, as the delay of the wrong pin (lesson ssta); some only cost time. A gap can be filled in
	more than one way: where paths begin under constraints (lesson labels) decides whether false ones are found.

	A paper's idea can be right although some of its lines are not, and a reader can be wrong, too: read the sentence again
	before you blame it. Implementing it shows all three.
}
