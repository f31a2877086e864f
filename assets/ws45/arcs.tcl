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

# The stages by which a change of one input comes to an output, in order; `from` and `to` are all values.
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
			set states [concat {*}[lmap state $states {list [concat $state $name 0] [concat $state $name 1]}]]
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

# Of the chains that an arc may stand for the slowest when it is late, the fastest when early.
proc chain_extreme {chains corner drive} {
	set best ""
	foreach chain $chains {
		set delay [lindex [chain_delay $chain $corner 30 [expr {7 * $drive}]] 0]
		if {$best eq "" || ($corner eq "late" ? $delay > $best_delay : $delay < $best_delay)} {
			set best $chain
			set best_delay $delay
		}
	}
	return $best
}

proc arc_make {from to sense responses drive} {
	set arc [dict create from $from to $to type combinational sense $sense when "" sdf ""]
	foreach corner {late early} {
		dict set arc rise $corner [chain_extreme [lmap r $responses {lindex $r 2}] $corner $drive]
		dict set arc fall $corner [chain_extreme [lmap r $responses {lindex $r 3}] $corner $drive]
	}
	return $arc
}

# One arc of a unate input, for the worst state; of another one for each state, with `when`.
proc gate_arcs {cell} {
	set arcs {}
	set drive [dict get $cell drive]
	foreach output [dict get $cell outputs] {
		foreach input [dict get $cell inputs] {
			set responses [gate_responses $cell $input $output]
			set senses [lsort -unique [lmap r $responses {lindex $r 0}]]
			if {[llength $senses] == 1} {
				lappend arcs [arc_make $input $output [lindex $senses 0] $responses $drive]
				continue
			}
			foreach response $responses {
				set arc [arc_make $input $output [lindex $response 0] [list $response] $drive]
				set state [lindex $response 1]
				dict set arc when [join [lmap {name bit} $state {expr {$bit ? $name : "!$name"}}] " & "]
				dict set arc sdf [join [lmap {name bit} $state {expr {"$name == 1'b$bit"}}] " && "]
				lappend arcs $arc
			}
		}
	}
	return $arcs
}

# ---- chains that are spelled out ----

# The chain through {node gate gate ...}, its input rising or falling; all that the gates have besides lets
# them switch, but for the nodes in `fixed`. `wires`: more capacitance by node.
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
		lappend chain [stage_make $sized $gate $node [dict replace $values $node [expr {!$rises}]] \
			[dict replace $values $node $rises] $extra]
		set node $gate
		set rises [expr {!$rises}]
	}
	return $chain
}

proc both {chain} {
	return [dict create late $chain early $chain]
}

proc ff_arcs {cell} {
	set fixed {R 0}
	set arcs [list [dict create from CK to Q type rising_edge sense non_unate when "" sdf "" \
		rise [both [spelled_chain $cell {CK ckn ckp h Q} 1 $fixed]] \
		fall [both [spelled_chain $cell {CK ckn h Q} 1 $fixed]]]]
	set inverse [expr {"QN" in [dict get $cell outputs]}]
	if {$inverse} {
		lappend arcs [dict create from CK to QN type rising_edge sense non_unate when "" sdf "" \
			rise [both [spelled_chain $cell {CK ckn h t QN} 1 $fixed]] \
			fall [both [spelled_chain $cell {CK ckn ckp h t QN} 1 $fixed]]]
	}
	if {[dict get $cell reset]} {
		lappend arcs [dict create from RN to Q type clear sense positive_unate when "" sdf "" \
			fall [both [spelled_chain $cell {RN R m h Q} 0 {a 0}]]]
		if {$inverse} {
			lappend arcs [dict create from RN to QN type preset sense negative_unate when "" sdf "" \
				rise [both [spelled_chain $cell {RN R t QN} 0 {h 0}]]]
		}
	}
	return $arcs
}

# A check is late chain - early chain + margin, of data and clock: setup when the data's is the late one.
proc check_make {from to type margin edges} {
	return [dict create from $from to $to type $type margin $margin {*}$edges]
}

# Data must have come through the master before its input shuts; and not come in before that.
proc ff_checks {cell} {
	set fixed {R 0}
	set shut_n [spelled_chain $cell {CK ckn} 1]
	set shut_p [spelled_chain $cell {CK ckn ckp} 1]
	set checks [list \
		[check_make CK D setup_rising 6 [list \
			rise [list [spelled_chain $cell {D a m} 1 $fixed] $shut_n] \
			fall [list [spelled_chain $cell {D a m} 0 $fixed] $shut_p]]] \
		[check_make CK D hold_rising 2 [list \
			rise [list [spelled_chain $cell {D a} 1 $fixed] $shut_n] \
			fall [list [spelled_chain $cell {D a} 0 $fixed] $shut_p]]]]
	if {[dict get $cell reset]} {
		lappend checks [check_make CK RN recovery_rising 6 [list \
			rise [list [spelled_chain $cell {RN R m} 1 {a 0}] $shut_n]]] \
			[check_make CK RN removal_rising 2 [list \
			rise [list [spelled_chain $cell {RN R} 1] $shut_p]]]
	}
	return $checks
}

proc ram_arcs {cell} {
	return [list [dict create from CLK to Q type rising_edge sense non_unate when "" sdf "" \
		rise [both [spelled_chain $cell {CLK c1 c2 w wl b sa l Q} 1 {i 0}]] \
		fall [both [spelled_chain $cell {CLK c1 c2 w wl b sa i l Q} 1]]]]
}

# All inputs are decoded alike.
proc ram_checks {cell} {
	set shut [spelled_chain $cell {CLK c1 c2} 1]
	set checks {}
	foreach pin {WE A D} {
		set path [expr {$pin eq "A" ? {in n d row} : {in n d}}]
		foreach {type margin through} [list setup_rising 10 $path hold_rising 8 {in n}] {
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
	set difference [expr {[string match {[sr]e[tc]*} [dict get $check type]] ? $d - $c : $c - $d}]
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
					set out [lindex [chain_delay [dict get $arc $edge late] late 30 $middle] 1]
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
