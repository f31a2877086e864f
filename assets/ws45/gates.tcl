# gates.tcl - gates of transistors: widths, capacitances, delays through chains of them; sourced by
# make_library.tcl.
#
# A net of transistors is the node at the gate of one (a name, but not s or p), {s NET ...}: in series,
# from the output to the rail, or {p NET ...}: side by side. A gate is {output n-net p-net scale
# ?p-scale?}; a circuit is a list of gates, each after those that drive it.

set width_n 0.36 ;# um, of a gate of scale 1
set width_p 0.54
set wire_cap 0.12 ;# fF, of a node within a cell

# Transistors in series are made wider, but not so much as to make up for it.
array set wider {1 1.0 2 1.25 3 1.40 4 1.50}

proc net_dual {net} {
	if {[llength $net] == 1} {
		return $net
	}
	set dual [list [expr {[lindex $net 0] eq "s" ? "p" : "s"}]]
	foreach part [lrange $net 1 end] {
		lappend dual [net_dual $part]
	}
	return $dual
}

# The most transistors in series on a way through a net.
proc net_depth {net} {
	if {[llength $net] == 1} {
		return 1
	}
	set sum 0
	set most 0
	foreach part [lrange $net 1 end] {
		set depth [net_depth $part]
		incr sum $depth
		set most [expr {max($most, $depth)}]
	}
	return [expr {[lindex $net 0] eq "s" ? $sum : $most}]
}

# A net with {name width} in the place of names; `beside` are in series with it.
proc net_sized {net unit {beside 0}} {
	global wider
	if {[llength $net] == 1} {
		return [list $net [expr {$unit * $wider([expr {$beside + 1}])}]]
	}
	set sized [list [lindex $net 0]]
	set depth [net_depth $net]
	foreach part [lrange $net 1 end] {
		set others $beside
		if {[lindex $net 0] eq "s"} {
			set others [expr {$beside + $depth - [net_depth $part]}]
		}
		lappend sized [net_sized $part $unit $others]
	}
	return $sized
}

proc is_leaf {net} {
	return [expr {[lindex $net 0] ne "s" && [lindex $net 0] ne "p"}]
}

# The {name width} of all transistors, and of those at the output only.
proc net_leaves {net} {
	if {[is_leaf $net]} {
		return [list $net]
	}
	set leaves {}
	foreach part [lrange $net 1 end] {
		lappend leaves {*}[net_leaves $part]
	}
	return $leaves
}

proc net_top {net} {
	if {[is_leaf $net]} {
		return [list $net]
	}
	if {[lindex $net 0] eq "s"} {
		return [net_top [lindex $net 1]]
	}
	set leaves {}
	foreach part [lrange $net 1 end] {
		lappend leaves {*}[net_top $part]
	}
	return $leaves
}

proc leaves_width {leaves} {
	set sum 0.0
	foreach leaf $leaves {
		set sum [expr {$sum + [lindex $leaf 1]}]
	}
	return $sum
}

# What a net conducts, as the width of one transistor; on: a dictionary by node.
proc net_conducts {net on} {
	global stack_loss
	if {[is_leaf $net]} {
		return [expr {[dict get $on [lindex $net 0]] ? [lindex $net 1] : 0.0}]
	}
	set sum 0.0
	set most 0.0
	foreach part [lrange $net 1 end] {
		set g [net_conducts $part $on]
		if {[lindex $net 0] eq "p"} {
			set sum [expr {$sum + $g}]
		} elseif {$g == 0} {
			return 0.0
		} else {
			set sum [expr {$sum + 1 / $g}]
			set most [expr {1 / $g > $most ? 1 / $g : $most}]
		}
	}
	if {[lindex $net 0] eq "p"} {
		return $sum
	}
	return [expr {1 / ($stack_loss * $sum + (1 - $stack_loss) * $most)}]
}

# The way through the transistor of a node: {width of all on it, capacitance of the nodes above that
# it discharges too, transistors below}; empty when it isn't there.
proc net_way {net node on} {
	global junction_cap
	if {[is_leaf $net]} {
		return [expr {[lindex $net 0] eq $node ? [list [lindex $net 1] 0.0 0] : {}}]
	}
	set parts [lrange $net 1 end]
	set above 0.0
	for {set k 0} {$k < [llength $parts]} {incr k} {
		set way [net_way [lindex $parts $k] $node $on]
		if {$way ne ""} {
			break
		}
		# half the charge of a node within: it doesn't swing by all of vdd
		set width [leaves_width [net_leaves [lindex $parts $k]]]
		set above [expr {$above + 0.5 * $junction_cap * $width}]
	}
	if {$way eq "" || [lindex $net 0] eq "p"} {
		return $way
	}
	lassign $way width cap below
	foreach part [lreplace $parts $k $k] {
		set width [expr {$width + [net_conducts $part $on]}]
	}
	return [list $width [expr {$cap + $above}] [expr {$below + [llength $parts] - 1 - $k}]]
}

# ---- circuits ----

# Gates by output: {n-net p-net} with widths. A gate may say its p-net; else it is the dual.
proc circuit_size {gates} {
	global width_n width_p
	set sized {}
	foreach gate $gates {
		lassign $gate output n p scale scale_p
		set scale_p [expr {$scale_p eq "" ? $scale : $scale_p}]
		if {$p eq "-"} {
			set p [net_dual $n]
		}
		dict set sized $output [list [net_sized $n [expr {$width_n * $scale}]] \
			[net_sized $p [expr {$width_p * $scale_p}]]]
	}
	return $sized
}

proc circuit_widths {sized} {
	set n 0.0
	set p 0.0
	dict for {output nets} $sized {
		set n [expr {$n + [leaves_width [net_leaves [lindex $nets 0]]]}]
		set p [expr {$p + [leaves_width [net_leaves [lindex $nets 1]]]}]
	}
	return [list $n $p]
}

# The widths of the gates of transistors at a node: {n p}.
proc node_gates {sized node} {
	set n 0.0
	set p 0.0
	dict for {output nets} $sized {
		foreach leaf [net_leaves [lindex $nets 0]] {
			set n [expr {$n + ([lindex $leaf 0] eq $node ? [lindex $leaf 1] : 0)}]
		}
		foreach leaf [net_leaves [lindex $nets 1]] {
			set p [expr {$p + ([lindex $leaf 0] eq $node ? [lindex $leaf 1] : 0)}]
		}
	}
	return [list $n $p]
}

# The capacitance at a node, without what drives it: {rise fall}. While it passes the first half of the
# swing, the gates of one kind are open all the time, those of the other only at the end.
proc node_cap {sized node} {
	global gate_cap closed_gate wire_cap vdd device
	lassign [node_gates $sized $node] n p
	foreach type {n p} {
		set closed [expr {$device($type,vth) / ($vdd / 2)}]
		set less($type) [expr {1 - $closed * (1 - $closed_gate)}]
	}
	return [list [expr {$wire_cap + $gate_cap * ($n * $less(n) + $p)}] \
		[expr {$wire_cap + $gate_cap * ($n + $p * $less(p))}]]
}

# A stage of a chain: input `node` of the gate at `output` switches, `before` and `after` are the values
# of all nodes around that. A dictionary: type, width (of what opens), cap (all but the external load),
# against, miller, body (shift of threshold), area (whose variation counts).
proc stage_make {sized output node before after extra} {
	global junction_cap overlap_cap body_vth gate_length
	lassign [dict get $sized $output] n p
	set falls [dict get $after $node]
	lassign [expr {$falls ? [list $n $p n] : [list $p $n p]}] opens closes type
	# what conducts: of the opening ones now, of the closing ones before
	lassign [list $after $before] on off
	if {$falls} {
		set off [dict map {k v} $before {expr {!$v}}]
	} else {
		set on [dict map {k v} $after {expr {!$v}}]
	}
	lassign [net_way $opens $node $on] path_width above below
	set width [net_conducts $opens $on]
	set against [net_conducts $closes $off]
	set load [lindex [node_cap $sized $output] [expr {$falls ? 1 : 0}]]
	set drains [expr {[leaves_width [net_top $n]] + [leaves_width [net_top $p]]}]
	if {$width == 0} {
		error "gate $output does not conduct when $node is [dict get $after $node]"
	}
	return [dict create type $type width $width against [expr {$against / $width}] \
		cap [expr {$load + $junction_cap * $drains + $above + $extra}] \
		miller [expr {$overlap_cap * ($width + $against) / $width}] \
		body [expr {$body_vth * $below}] area [expr {$path_width * $gate_length}]]
}

# ---- chains ----

# {delay slew} after all stages; `load` is what the last one drives besides its own. Stage number
# `moved` has its thresholds higher by the probe; -1: none has.
proc chain_delay {chain corner slew load {moved -1}} {
	global probe
	set delay 0.0
	set last [expr {[llength $chain] - 1}]
	set k 0
	foreach stage $chain {
		dict with stage {
			set c [expr {$k == $last ? $cap + $load : $cap}]
			set shift [expr {$k == $moved ? $body + $probe : $body}]
			lassign [stage_switch $type $corner $slew [expr {$c / $width}] \
				$against $miller $shift] d slew
		}
		set delay [expr {$delay + $d}]
		incr k
	}
	return [list $delay $slew]
}

# {delay slew sigma-of-delay sigma-of-slew}: the thresholds of all stages vary on their own.
proc chain_spread {chain corner slew load} {
	global probe vth_area
	lassign [chain_delay $chain $corner $slew $load] delay out
	set delay_2 0.0
	set out_2 0.0
	for {set k 0} {$k < [llength $chain]} {incr k} {
		set area [dict get [lindex $chain $k] area]
		set sigma [expr {$vth_area * 0.001 / sqrt($area)}]
		lassign [chain_delay $chain $corner $slew $load $k] d s
		set dd [expr {($d - $delay) / $probe * $sigma}]
		set ds [expr {($s - $out) / $probe * $sigma}]
		set delay_2 [expr {$delay_2 + $dd * $dd}]
		set out_2 [expr {$out_2 + $ds * $ds}]
	}
	return [list $delay $out [expr {sqrt($delay_2)}] [expr {sqrt($out_2)}]]
}
