# arcs.tcl - the timing of cells: which arcs there are and the chain of stages of each; sourced by
# make_library.tcl.
#
# An arc is a dictionary:
#	from, to; type (of Liberty), sense ("" = not said); when, sdf ("" = always)
#	rise, fall: by corner, the chain to that edge of the output; not there = no such edge
# A check has data and clock instead: by edge of the data, two chains, and which comes first.

set slews {2 6 14 30 60 110 200}      ;# ps
set loads {0.4 1.2 3 7 15 30 60}      ;# fF, for drive 1
set check_slews {2 14 40 90 200}

# ---- gates ----

# The values of all nodes of a circuit, from those of its inputs.
proc circuit_values {sized values} {
	dict for {output nets} $sized {
		dict set values $output [expr {[net_conducts [lindex $nets 0] $values] == 0}]
	}
	return $values
}

# The stages through which a change of one input reaches an output, in order; `from` and `to`: all values.
proc circuit_chain {sized input output from to} {
	set order [concat $input [dict keys $sized]]
	set chain {}
	while {$output ne $input} {
		lassign [dict get $sized $output] n
		set names [lmap leaf [net_leaves $n] {lindex $leaf 0}]
		set now $from
		foreach node $order {
			if {$node ni $names || [dict get $from $node] == [dict get $to $node]} {
				continue
			}
			set before $now
			dict set now $node [dict get $to $node]
			if {[expr {[net_conducts $n $now] == 0}] == [dict get $to $output]} {
				break
			}
		}
		set chain [linsert $chain 0 [stage_make $sized $output $node $before $now 0]]
		set output $node
	}
	return $chain
}

# All values of the inputs but one, as lists of name and bit.
proc side_states {inputs but} {
	set states {{}}
	foreach name $inputs {
		if {$name ne $but} {
			set states [concat [lmap state $states {concat $state $name 0}] \
				[lmap state $states {concat $state $name 1}]]
		}
	}
	return $states
}

# What an input does to an output in each state of the others in which it does anything: a list of
# {sense state chain-to-rise chain-to-fall}.
proc gate_responses {cell input output} {
	set sized [dict get $cell circuit]
	set responses {}
	foreach state [side_states [dict get $cell inputs] $input] {
		set low [circuit_values $sized [concat $state $input 0]]
		set high [circuit_values $sized [concat $state $input 1]]
		set chain_up [expr {[dict get $low $output] == [dict get $high $output] ? "" :
			[circuit_chain $sized $input $output $low $high]}]
		if {$chain_up eq ""} {
			continue
		}
		set chain_down [circuit_chain $sized $input $output $high $low]
		if {[dict get $high $output]} {
			lappend responses [list positive_unate $state $chain_up $chain_down]
		} else {
			lappend responses [list negative_unate $state $chain_down $chain_up]
		}
	}
	return $responses
}

# Of the chains that an arc may represent the slowest when it is late, the fastest when early.
proc chain_extreme {chains corner drive} {
	set best ""
	foreach chain $chains {
		set delay [lindex [chain_delay $chain $corner 30 [expr {7 * $drive}]] 0]
		if {$best eq "" || ($corner eq "late" ? $delay > $extreme : $delay < $extreme)} {
			set best $chain
			set extreme $delay
		}
	}
	return $best
}

proc arc_make {from to sense responses drive} {
	set arc [dict create from $from to $to type combinational sense $sense when "" sdf ""]
	foreach corner {late early} {
		foreach {edge k} {rise 2 fall 3} {
			set chains [lmap response $responses {lindex $response $k}]
			dict set arc $edge $corner [chain_extreme $chains $corner $drive]
		}
	}
	return $arc
}

# One arc of a unate input, for the worst state; of another one for each state, with `when`.
proc input_arcs {cell input output} {
	set responses [gate_responses $cell $input $output]
	set drive [dict get $cell drive]
	set senses [lsort -unique [lmap response $responses {lindex $response 0}]]
	if {[llength $senses] == 1} {
		return [list [arc_make $input $output [lindex $senses 0] $responses $drive]]
	}
	set arcs {}
	foreach response $responses {
		lassign $response sense state
		set arc [arc_make $input $output $sense [list $response] $drive]
		set when [lmap {name bit} $state {expr {$bit ? $name : "!$name"}}]
		set sdf [lmap {name bit} $state {expr {"$name == 1'b$bit"}}]
		lappend arcs [dict replace $arc when [join $when " & "] sdf [join $sdf " && "]]
	}
	return $arcs
}

proc gate_arcs {cell} {
	set arcs {}
	foreach output [dict get $cell outputs] {
		foreach input [dict get $cell inputs] {
			lappend arcs {*}[input_arcs $cell $input $output]
		}
	}
	return $arcs
}

# ---- chains that are spelled out ----

# The chain through {node gate gate ...}, its input rising or falling; all that the gates have besides
# lets them switch, but for the nodes in `fixed`. `wires` of a cell: more capacitance by node.
proc spelled_chain {cell path rises {fixed {}}} {
	set sized [dict get $cell circuit]
	set wires [expr {[dict exists $cell wires] ? [dict get $cell wires] : {}}]
	set chain {}
	set node [lindex $path 0]
	foreach gate [lrange $path 1 end] {
		set values {}
		foreach net [dict get $sized $gate] {
			foreach leaf [net_leaves $net] {
				dict set values [lindex $leaf 0] $rises
			}
		}
		set values [dict merge $values $fixed]
		set extra [expr {[dict exists $wires $gate] ? [dict get $wires $gate] : 0}]
		set before [dict replace $values $node [expr {!$rises}]]
		lappend chain [stage_make $sized $gate $node $before \
			[dict replace $values $node $rises] $extra]
		set node $gate
		set rises [expr {!$rises}]
	}
	return $chain
}

# An arc from a clock or an asynchronous input; `edges`: a chain each.
proc spelled_arc {from to type sense edges} {
	set arc [dict create from $from to $to type $type sense $sense when "" sdf ""]
	dict for {edge chain} $edges {
		dict set arc $edge [dict create late $chain early $chain]
	}
	return $arc
}

proc ff_arcs {cell} {
	set on {RN 1}
	set inverse [expr {"QN" in [dict get $cell outputs]}]
	set arcs [list [spelled_arc CK Q rising_edge non_unate [list \
		rise [spelled_chain $cell {CK ckn h t Q} 1 $on] \
		fall [spelled_chain $cell {CK ckn ckp h t Q} 1 $on]]]]
	if {$inverse} {
		lappend arcs [spelled_arc CK QN rising_edge non_unate [list \
			rise [spelled_chain $cell {CK ckn ckp h QN} 1 $on] \
			fall [spelled_chain $cell {CK ckn h QN} 1 $on]]]
	}
	if {[dict get $cell reset]} {
		lappend arcs [spelled_arc RN Q clear positive_unate \
			[list fall [spelled_chain $cell {RN t Q} 0 {h 1}]]]
		if {$inverse} {
			lappend arcs [spelled_arc RN QN preset negative_unate \
				[list rise [spelled_chain $cell {RN m h QN} 0 {a 1}]]]
		}
	}
	return $arcs
}

# A check is the difference of two chains, of data and clock, and a margin: data - clock for setup and
# recovery.
proc check_make {from to type margin edges} {
	return [dict create from $from to $to type $type margin $margin {*}$edges]
}

# Data must have come through the master before its input shuts; and not come in before that. The
# input lets a low level of dn in until ckp is high, a high one until ckn is low.
proc ff_checks {cell} {
	set on {RN 1}
	set shut_high [spelled_chain $cell {CK ckn ckp} 1]
	set shut_low [spelled_chain $cell {CK ckn} 1]
	set checks {}
	foreach {type margin path} {setup_rising 18 {D dn a m} hold_rising 2 {D dn a}} {
		lappend checks [check_make CK D $type $margin [list \
			rise [list [spelled_chain $cell $path 1 $on] $shut_high] \
			fall [list [spelled_chain $cell $path 0 $on] $shut_low]]]
	}
	if {[dict get $cell reset]} {
		foreach {type margin shut} [list recovery_rising 18 $shut_low \
			removal_rising 2 $shut_high] {
			lappend checks [check_make CK RN $type $margin \
				[list rise [list [spelled_chain $cell {RN m} 1 {a 1}] $shut]]]
		}
	}
	return $checks
}

# How long the clock must be high and low, ps: the slave and the master take over.
proc ff_pulses {cell} {
	return [lmap {path rises} {{CK ckn ckp h t} 1 {CK ckn ckp a m} 0} {
		lindex [chain_delay [spelled_chain $cell $path $rises {RN 1}] late 40 0] 0
	}]
}

proc ram_arcs {cell} {
	return [list [spelled_arc CLK Q rising_edge non_unate [list \
		rise [spelled_chain $cell {CLK c1 c2 w wl b sa l Q} 1 {i 0}] \
		fall [spelled_chain $cell {CLK c1 c2 w wl b sa i l Q} 1]]]]
}

# The bit line falls, and is charged again.
proc ram_pulses {cell} {
	set delay [lindex [chain_delay [spelled_chain $cell {CLK c1 c2 w wl b sa} 1] late 40 0] 0]
	return [list $delay $delay]
}

# All inputs are decoded alike.
proc ram_checks {cell} {
	set shut [spelled_chain $cell {CLK c1 c2} 1]
	set checks {}
	foreach pin {WE A D} {
		set path [expr {$pin eq "A" ? {in n d row} : {in n d}}]
		foreach {type margin through} [list setup_rising 40 $path hold_rising 8 {in n}] {
			lappend checks [check_make CLK $pin $type $margin [list \
				rise [list [spelled_chain $cell $through 1] $shut] \
				fall [list [spelled_chain $cell $through 0] $shut]]]
		}
	}
	return $checks
}

# The value of a check and its sigma.
proc check_value {check edge corner data_slew clock_slew} {
	lassign [dict get $check $edge] data clock
	lassign [chain_spread $data $corner $data_slew 0] d - d_sigma
	lassign [chain_spread $clock $corner $clock_slew 0] c - c_sigma
	set data_first [expr {[dict get $check type] in {setup_rising recovery_rising}}]
	set difference [expr {$data_first ? $d - $c : $c - $d}]
	return [list [expr {$difference + [dict get $check margin]}] \
		[expr {sqrt($d_sigma * $d_sigma + $c_sigma * $c_sigma)}]]
}

# The load that makes the slower edge of the arcs' last stages as slow as the longest slew allowed.
proc arcs_max_load {arcs most drive} {
	set low 0.0
	set high [expr {60.0 * $drive}]
	for {set n 0} {$n < 20} {incr n} {
		set middle [expr {($low + $high) / 2}]
		set slew 0
		foreach arc $arcs {
			foreach edge {rise fall} {
				if {[dict exists $arc $edge]} {
					set chain [dict get $arc $edge late]
					lassign [chain_delay $chain late 30 $middle] - out
					set slew [expr {max($slew, $out)}]
				}
			}
		}
		if {$slew <= $most} {
			set low $middle
		} else {
			set high $middle
		}
	}
	return $high
}
