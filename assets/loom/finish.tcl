# The last step of mapping loom: tclsh finish.tcl ws45_late.lib loom_yosys.v >loom_mapped.v
#
# Of what yosys wrote it makes a netlist with plain names, one instance to a line, tie cells for constants, at most 16
# sinks to a net but clocks, and drives by load. Names: a register is NAME_reg_BIT_, other cells are U1, U2 … of their
# module. No gate changes but in its drive; buffers are added, none is taken away.

set most 16 ;# sinks of a net
set wire 1.5 ;# fF, a guess for the wire to a sink
set full 10.0 ;# fF for each X of drive

# Liberty: capacitance(CELL/PIN), direction(CELL/PIN), drives(FAMILY)
proc read_cells {name} {
	global capacitance direction drives
	set cell ""
	set pin ""
	set in [open $name]
	while {[gets $in line] >= 0} {
		if {[regexp {^ *cell \((\w+)\)} $line - cell]} {
			if {[regexp {^(.*)_X(\d+)$} $cell - family x]} {
				lappend drives($family) $x
			}
		} elseif {[regexp {^    (?:pin|bus) \((\w+)\)} $line - pin]} {
			set capacitance($cell/$pin) 0.0
		} elseif {[regexp {^      .*\mdirection : (\w+)} $line - d]} {
			set direction($cell/$pin) $d
		}
		if {[regexp {^      (?:.* )?capacitance : ([0-9.]+)} $line - c]} {
			set capacitance($cell/$pin) $c
		}
	}
	close $in
	foreach family [array names drives] {
		set drives($family) [lsort -integer $drives($family)]
	}
}

# plain NAME: without what needs an escape; generated blocks keep their number
proc plain {name} {
	regsub -all {(\d)\[(\d+)\]\.} $name {\1_\2.} name
	regsub -all {\[(\d+)\]\.} $name {\1.} name
	regsub {\.fa(\.genblk\d+)+\.ha$} $name {.ha} name
	regsub -all {\[(\d+)\]} $name {_\1_} name
	regsub -all {[^A-Za-z0-9_]} $name _ name
	return [regsub -all {__+} $name _]
}

# module_of NAME: the plain path of the module that a private name was made in, with its "_"
proc module_of {name} {
	if {[regexp {^\$flatten(.*?)\.\$} $name - path]} {
		return [plain [string map {\\ {}} $path]]_
	}
	return ""
}

# unique NAME, numbered MODULE LETTER: names that are not in use
proc unique {name} {
	global taken
	while {[info exists taken($name)]} {
		append name _
	}
	set taken($name) 1
	return $name
}
proc numbered {module letter} {
	global counts
	return [unique $module$letter[incr counts($module$letter)]]
}

# The netlist: cells (in order), type(CELL), pins(CELL) as a dictionary of pin and bits, from the top one down; ports
# (in order), width(PORT), way(PORT)
proc read_netlist {name} {
	global cells type pins ports width way
	set in [open $name]
	while {[gets $in line] >= 0} {
		if {[regexp {^ *assign } $line]} {
			error "$name: an assign"
		} elseif {[regexp {^module loom\(([^)]*)\);} $line - list]} {
			set ports [split [string map {" " ""} $list] ,]
		} elseif {[regexp {^  (input|output) (?:\[(\d+):0\] )?(\w+);} $line - d high port]} {
			set width($port) [expr {$high eq "" ? 0 : $high + 1}]
			set way($port) $d
		} elseif {[regexp {^  ([A-Z]\w*) (\S+) +\($} $line - t cell]} {
			set cell [bit_name $cell]
			lappend cells $cell
			set type($cell) $t
			set pins($cell) {}
		} elseif {[regexp {^    \.(\w+)\((.*)\),?$} $line - pin net] && $net ne ""} {
			set bits {}
			foreach bit [split [string trim $net "{} "] ,] {
				lappend bits [bit_name $bit]
			}
			dict set pins($cell) $pin $bits
		}
	}
	close $in
}
proc bit_name {text} {
	return [string trimleft [string trim $text] \\]
}

# is_output CELL PIN
proc is_output {cell pin} {
	global type direction
	return [expr {$direction($type($cell)/$pin) eq "output"}]
}

# Names of nets, and of cells; ports keep theirs
proc name_nets {} {
	global cells pins net ports width taken
	foreach port $ports {
		set taken($port) 1
		for {set i 0} {$i < $width($port)} {incr i} {
			set net($port\[$i\]) $port\[$i\]
		}
		set net($port) $port
	}
	foreach cell $cells {
		dict for {pin bits} $pins($cell) {
			foreach bit $bits {
				if {[info exists net($bit)] || [regexp {^1'h} $bit]} {
					continue
				}
				if {[string index $bit 0] eq "\$"} {
					set net($bit) [numbered [module_of $bit] n]
				} else {
					set net($bit) [unique [plain $bit]]
				}
			}
		}
	}
}
proc name_cells {} {
	global cells type pins name
	foreach cell $cells {
		if {[string match INV_* $type($cell)]} {
			set inverse([dict get $pins($cell) A]) [dict get $pins($cell) ZN]
		}
	}
	foreach cell $cells {
		if {[string match DFF* $type($cell)] && [string index $cell 0] eq "\$"} {
			# Reset to one: a cell that is reset to zero, after an inverter and before one, if that is left
			set q [dict get $pins($cell) Q]
			if {[info exists inverse($q)] && ![regexp {\$} $inverse($q)]} {
				set name($cell) [unique [plain [register $inverse($q)]]]
			} else {
				set name($cell) [numbered [module_of $cell] reg]
			}
		} elseif {[string match DFF* $type($cell)]} {
			set name($cell) [unique [plain [register [regsub {_reg$} $cell {}]]]]
		} elseif {[string index $cell 0] eq "\$"} {
			set name($cell) [numbered [module_of $cell] U]
		} else {
			set name($cell) [unique [plain $cell]]
		}
	}
}
proc register {wire} {
	regsub {^\$flatten} $wire {} wire
	if {![regsub {(\[\d+\])$} $wire {_reg\1} wire]} {
		append wire _reg
	}
	return $wire
}

# From now on cells go by their names: order, type, pins (with plain nets)
proc rename_all {} {
	global cells type pins name net
	foreach cell $cells {
		set t $type($cell)
		set p {}
		dict for {pin bits} $pins($cell) {
			set plain {}
			foreach bit $bits {
				if {[regexp {^1'h([01])$} $bit - value]} {
					lappend plain [tie $value]
				} else {
					lappend plain $net($bit)
				}
			}
			dict set p $pin $plain
		}
		lappend new [list $name($cell) $t $p]
	}
	unset type pins
	set cells {}
	foreach entry $new {
		add_cell {*}$entry
	}
}
proc add_cell {cell t p} {
	global cells type pins
	lappend cells $cell
	set type($cell) $t
	set pins($cell) $p
}

# tie VALUE: a net with a tie cell of its own
proc tie {value} {
	global ties
	set cell [numbered "" tie]
	lappend ties [list $cell TIE${value}_X1 [list Z ${cell}_z]]
	return ${cell}_z
}

# sinks(NET): {cell pin index} …, in order; driver(NET): {cell pin}
proc connect {} {
	global cells pins sinks driver ports way width
	unset -nocomplain sinks driver
	foreach cell $cells {
		dict for {pin bits} $pins($cell) {
			set i 0
			foreach bit $bits {
				if {[is_output $cell $pin]} {
					set driver($bit) [list $cell $pin]
				} else {
					lappend sinks($bit) [list $cell $pin $i]
				}
				incr i
			}
		}
	}
}

proc is_clock {net} {
	global sinks
	foreach sink $sinks($net) {
		if {[lindex $sink 1] in {CK CLK}} {
			return 1
		}
	}
	return 0
}

# load NET: fF
proc load {net} {
	global sinks type capacitance wire way
	set sum 0.0
	if {[info exists sinks($net)]} {
		foreach sink $sinks($net) {
			lassign $sink cell pin
			set sum [expr {$sum + $capacitance($type($cell)/$pin) + $wire}]
		}
	}
	if {[info exists way([regsub {\[.*} $net {}])]} {
		set sum [expr {$sum + 4 + $wire}]
	}
	return $sum
}

# largest CELL: the drive that it could have
proc largest {cell} {
	global type drives
	regexp {^(.*)_X(\d+)$} $type($cell) - family
	return [lindex $drives($family) end]
}

# split NET: buffers for its sinks, in groups of neighbours
proc split_net {net limit} {
	global sinks pins most
	set all $sinks($net)
	set n [llength $all]
	set groups [expr {int(ceil(max($n / double($most), [load $net] / $limit)))}]
	set groups [expr {min($n, max(2, $groups))}]
	set sinks($net) {}
	for {set g 0} {$g < $groups} {incr g} {
		set cell [unique [plain $net]_fan$g]
		set to ${cell}_z
		add_cell $cell BUF_X2 [list A $net Z $to]
		set sinks($to) [lrange $all [expr {$g * $n / $groups}] [expr {($g + 1) * $n / $groups - 1}]]
		foreach sink $sinks($to) {
			lassign $sink which pin i
			set bits [dict get $pins($which) $pin]
			lset bits $i $to
			dict set pins($which) $pin $bits
		}
		lappend sinks($net) [list $cell A 0]
	}
}

# Until no net has more than it may: a level of buffers each time
proc buffer_nets {} {
	global cells pins sinks driver most full
	for {set again 1} {$again} {} {
		set again 0
		connect
		foreach net [lsort -dictionary [array names driver]] {
			if {![info exists sinks($net)] || [is_clock $net]} {
				continue
			}
			set cell [lindex $driver($net) 0]
			set limit [expr {[string match {RAM*} $cell] ? 40.0 : $full * min(8, [best $cell])}]
			set n [llength $sinks($net)]
			if {$n > 1 && ($n > $most || [load $net] > $limit)} {
				split_net $net $limit
				set again 1
			}
		}
	}
}
proc best {cell} {
	global type
	return [expr {[regexp {_X\d+$} $type($cell)] ? [largest $cell] : 4}]
}

# Drives by load, from what was found before; three times, as inputs of larger cells are larger
proc size_cells {} {
	global cells type pins sinks driver drives full
	for {set i 0} {$i < 3} {incr i} {
		connect
		foreach net [lsort -dictionary [array names driver]] {
			set cell [lindex $driver($net) 0]
			if {![regexp {^(.*)_X(\d+)$} $type($cell) - family x] || [dict size $pins($cell)] == 0} {
				continue
			}
			if {[info exists sinks($net)] && [is_clock $net]} {
				set want [largest $cell]
			} else {
				set want [expr {[load $net] / $full}]
			}
			set larger [lindex $drives($family) end]
			foreach x [lreverse $drives($family)] {
				if {$x >= $want} {
					set larger $x
				}
			}
			set type($cell) ${family}_X$larger
		}
	}
}

proc write_netlist {} {
	global cells type pins ports width way driver
	puts "// loom, mapped onto ws45: made by `make loom` of loom.v and what belongs to it. Before placement; clocks"
	puts "// and resets come as they are in the source."
	puts "module loom ([join $ports {, }]);"
	foreach port $ports {
		set range [expr {$width($port) ? "\[[expr {$width($port) - 1}]:0\] " : ""}]
		puts "  $way($port) $range$port;"
	}
	foreach net [lsort -dictionary [array names driver]] {
		if {![info exists way([regsub {\[.*} $net {}])]} {
			puts "  wire $net;"
		}
	}
	foreach cell $cells {
		set list {}
		dict for {pin bits} $pins($cell) {
			set bits [join $bits {, }]
			lappend list ".$pin\([expr {[string match *,* $bits] ? "{$bits}" : $bits}]\)"
		}
		puts "  $type($cell) $cell ([join $list {, }]);"
	}
	puts "endmodule"
}

lassign $argv liberty netlist
set ties {}
read_cells $liberty
read_netlist $netlist
name_nets
name_cells
rename_all
foreach tie $ties {
	add_cell {*}$tie
}
buffer_nets
size_cells
connect
write_netlist
