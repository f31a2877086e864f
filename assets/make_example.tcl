# make_example.tcl - the timing graph of the bundled example: tclsh make_example.tcl > example.dag
#
# An array multiplier, 16 by 16 bits between registers, as a timing graph: a vertex for each pin and
# transition, arcs through cells and along wires, sources at the clock pins of the operand registers,
# sinks at the data pins of the product register. Everything is ours, and made up to be of the
# right size: the delays are those of no technology.
#
#	partial product p(i,j) = a(j) and b(i)
#	row i adds p(i,*) to the sum and carry of the row above; the last row ripples.
#
# A cell is at row i, column i + j of a square grid, so wires have lengths; a wire's delay grows with
# its length and a cell's with the load it drives. All arithmetic is in whole femtoseconds.

set bits 16
set period 2800000 ;# fs

set names {}
set arcs {}
set ends {}

proc vertex {name} {
	global names
	lappend names $name/R $name/F
}

proc ps {fs} {
	return [format %d.%03d [expr {$fs / 1000}] [expr {$fs % 1000}]]
}

proc arc {from to fs} {
	global arcs
	lappend arcs "\"$from\" -> \"$to\", [ps $fs];"
}

# A number in 0 ... below - 1 that depends on the name alone: no two cells are quite alike.
proc spread {name below} {
	set h 5381
	foreach c [split $name ""] {
		set h [expr {($h * 33 + [scan $c %c]) & 0xffffffff}]
	}
	foreach shift {16 13 16} {
		set h [expr {(($h ^ ($h >> $shift)) * 0x45d9f3b) & 0xffffffff}]
	}
	return [expr {($h >> 8) % $below}]
}

# Arcs through a cell. Senses: p = same transition, n = the opposite, x = either.
proc through {cell from to sense fs load} {
	set fs [expr {$fs + 9000 * $load}]
	foreach {in out extra} {R R 0 F F 2500 R F 1500 F R 3500} {
		set same [string equal $in $out]
		if {$sense eq "x" || ($sense eq "p") == $same} {
			arc $cell/$from/$in $cell/$to/$out \
				[expr {$fs + $extra + [spread $cell$from$in$to$out 14000]}]
		}
	}
}

proc wire {from to length} {
	set fs [expr {1200 + 700 * $length + [spread $from$to 600]}]
	foreach edge {R F} {
		arc $from/$edge $to/$edge $fs
	}
}

proc distance {r1 c1 r2 c2} {
	return [expr {abs($r1 - $r2) + abs($c1 - $c2)}]
}

# Operand registers: launched by the clock, whose arrival differs from one to the next.
proc launch {reg} {
	global ends
	foreach pin {CK Q} {
		vertex $reg/$pin
	}
	set at [expr {180000 + [spread $reg 60000]}]
	lappend ends "source \"$reg/CK/R\", [ps $at];"
	arc $reg/CK/R $reg/Q/R [expr {95000 + [spread $reg.r 5000]}]
	arc $reg/CK/R $reg/Q/F [expr {99000 + [spread $reg.f 5000]}]
}

# Product register: captured a period later, less the setup time.
set sinks {}
proc capture {reg from length} {
	global sinks period
	vertex $reg/D
	wire $from $reg/D $length
	foreach {edge setup} {R 31000 F 36000} {
		set required [expr {$period + 180000 + [spread $reg 60000] - $setup}]
		lappend sinks "sink \"$reg/D/$edge\", [ps $required];"
	}
}

for {set i 0} {$i < $bits} {incr i} {
	launch a_reg_$i
	launch b_reg_$i
}

# An adder cell with two or three inputs, each the pin that drives it and the wire's length; its sum
# and carry are the pins S and CO.
proc adder {cell inputs load} {
	set pins [lrange {A B CI} 0 [expr {[llength $inputs] - 1}]]
	foreach pin [concat $pins {S CO}] {
		vertex $cell/$pin
	}
	foreach pin $pins input $inputs {
		wire [lindex $input 0] $cell/$pin [lindex $input 1]
	}
	set slower 0
	foreach pin $pins {
		through $cell $pin S x [expr {88000 - $slower}] $load
		through $cell $pin CO p [expr {71000 - $slower}] $load
		incr slower 4000
	}
}

# Carry-save rows. sum(c) and carry(c) drive column c at the row done last.
for {set i 0} {$i < $bits} {incr i} {
	array unset next
	for {set j 0} {$j < $bits} {incr j} {
		set c [expr {$i + $j}]
		set and u_and_${i}_$j
		foreach pin {A B Z} {
			vertex $and/$pin
		}
		wire a_reg_$j/Q $and/A [distance 0 $j $i $c]
		wire b_reg_$i/Q $and/B [distance $i 0 $i $c]
		through $and A Z p 42000 1
		through $and B Z p 45000 1
		set inputs [list [list $and/Z 0]]
		foreach from {sum carry} {
			if {[info exists ${from}($c)]} {
				lappend inputs [list [set ${from}($c)] 1]
			}
		}
		if {[llength $inputs] == 1} {
			set sum($c) $and/Z
			continue
		}
		set add u_add_${i}_$j
		adder $add $inputs 1
		set sum($c) $add/S
		set next([expr {$c + 1}]) $add/CO
	}
	array unset carry
	array set carry [array get next]
}

# The last carries ripple; every column ends in the product register.
set ripple {}
for {set c 0} {$c < 2 * $bits} {incr c} {
	set inputs {}
	foreach from {sum carry} {
		if {[info exists ${from}($c)]} {
			lappend inputs [list [set ${from}($c)] 1]
		}
	}
	if {$ripple ne ""} {
		lappend inputs [list $ripple 2]
	}
	set ripple {}
	if {[llength $inputs] == 1} {
		capture p_reg_$c [lindex $inputs 0 0] 3
	} else {
		adder u_final_$c $inputs 2
		capture p_reg_$c u_final_$c/S 2
		set ripple u_final_$c/CO
	}
}

puts [llength $names]
foreach name $names {
	puts "\"$name\";"
}
puts [join $arcs \n]
puts [join $ends \n]
puts [join $sinks \n]
