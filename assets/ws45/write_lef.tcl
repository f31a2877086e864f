# write_lef.tcl - sizes of cells, and their shapes as LEF; sourced by make_library.tcl.
#
# All of it is on one grid: sites are 0.2 um wide, vertical tracks run through their middle (so they
# stay where they are when a cell is mirrored), horizontal ones at whole multiples of 0.2 um, the rails
# on those at 0 and at the height of a row, 1.8 um. A signal pin is a bar of M1 on a vertical track of
# its own.

set site_width 0.2
set row_height 1.8
set most_n 0.55 ;# um, the widest finger of a transistor
set most_p 0.82

# ---- sizes ----

proc fingers {leaves most} {
	set n 0
	foreach leaf $leaves {
		incr n [expr {int(ceil([lindex $leaf 1] / $most - 1e-9))}]
	}
	return $n
}

# Sites: a column for each finger, or pair of them, one between gates and one at the edge.
proc cell_sites {cell} {
	global most_n most_p
	switch [dict get $cell kind] {
		fill { return [dict get $cell drive] }
		tie { return 2 }
		ram { return 180 }
	}
	set columns 1
	set n_gates 0
	dict for {output nets} [dict get $cell circuit] {
		set n [fingers [net_leaves [lindex $nets 0]] $most_n]
		set p [fingers [net_leaves [lindex $nets 1]] $most_p]
		incr columns [expr {max($n, $p)}]
		incr n_gates
	}
	set sites [expr {$columns + ($n_gates - 1) / 3}]
	set pins [llength [concat [dict get $cell inputs] [dict get $cell outputs]]]
	return [expr {max($sites, $pins)}]
}

proc cell_rows {cell} {
	return [expr {[dict get $cell kind] eq "ram" ? 15 : 1}]
}

proc cell_area {cell} {
	global site_width row_height
	return [expr {[cell_sites $cell] * $site_width * [cell_rows $cell] * $row_height}]
}

# nW: half of the transistors are off, and those in series leak less than one alone.
proc cell_leakage {cell} {
	global off_current vdd
	lassign [circuit_widths [dict get $cell circuit]] n p
	set copies [expr {[dict get $cell kind] eq "ram" ? 64 * 16 / 32 : 1}]
	return [expr {($n + $p) / 2 * 0.7 * $off_current * $vdd * $copies}]
}

# ---- shapes ----

proc um {x} {
	return [number $x 3]
}

proc rect {x1 y1 x2 y2} {
	return "RECT [um $x1] [um $y1] [um $x2] [um $y2] ;"
}

# From y - half to y + half.
proc band {x1 x2 y half} {
	return [rect $x1 [expr {$y - $half}] $x2 [expr {$y + $half}]]
}

# A bar of M1 on a vertical track.
proc bar {track low high} {
	global site_width
	set x [expr {($track + 0.5) * $site_width}]
	return [rect [expr {$x - 0.05}] $low [expr {$x + 0.05}] $high]
}

proc pin_text {name direction use shapes {extra ""}} {
	return "  PIN $name
    DIRECTION $direction ;
    USE $use ;
$extra    PORT
$shapes    END
  END $name\n"
}

proc rails_text {width height} {
	set text ""
	foreach {name use y} [list VDD POWER $height VSS GROUND 0] {
		append text [pin_text $name INOUT $use \
			"      LAYER M1 ;\n        [band 0 $width $y 0.07]\n" \
			"    SHAPE ABUTMENT ;\n"]
	}
	return $text
}

# Which vertical tracks the pins of a cell have: spread over its width, outputs to the right.
proc pin_tracks {cell} {
	set pins [concat [dict get $cell inputs] [dict get $cell outputs]]
	set sites [cell_sites $cell]
	set tracks {}
	set k 0
	foreach pin $pins {
		dict set tracks $pin [expr {(2 * $k + 1) * $sites / (2 * [llength $pins])}]
		incr k
	}
	return $tracks
}

# Wires of the cell itself, on the tracks between the pins.
proc obstructions_text {cell tracks} {
	set shapes ""
	for {set k 0} {$k < [cell_sites $cell]} {incr k} {
		if {$k ni [dict values $tracks]} {
			append shapes "      [bar $k 0.35 1.45]\n"
		}
	}
	return [expr {$shapes eq "" ? "" : "  OBS\n    LAYER M1 ;\n$shapes  END\n"}]
}

proc macro_head {cell class width height} {
	set name [dict get $cell name]
	return "MACRO $name
  CLASS $class ;
  ORIGIN 0 0 ;
  FOREIGN $name 0 0 ;
  SIZE [um $width] BY [um $height] ;
  SYMMETRY X Y ;\n"
}

proc core_text {cell} {
	global site_width row_height
	set kinds {gate CORE ff CORE tie "CORE TIEHIGH" fill "CORE SPACER"}
	set class [dict get $kinds [dict get $cell kind]]
	if {[dict get $cell name] eq "TIE0_X1"} {
		set class "CORE TIELOW"
	}
	set width [expr {[cell_sites $cell] * $site_width}]
	set text "[macro_head $cell $class $width $row_height]  SITE core ;\n"
	set tracks [pin_tracks $cell]
	dict for {pin track} $tracks {
		set shape {INPUT 0.55 1.05}
		if {$pin in [dict get $cell outputs]} {
			set shape {OUTPUT 0.35 1.45}
		}
		lassign $shape direction low high
		append text [pin_text $pin $direction [expr {$pin eq "CK" ? "CLOCK" : "SIGNAL"}] \
			"      LAYER M1 ;\n        [bar $track $low $high]\n"]
	}
	append text [rails_text $width $row_height]
	if {[dict get $cell kind] ne "fill"} {
		append text [obstructions_text $cell $tracks]
	}
	return "${text}END [dict get $cell name]\n\n"
}

# ---- the memory: pins of M3 on its left and right edges, and rails across it on M5 ----

proc bus_pins {name bits} {
	set pins {}
	for {set k [expr {$bits - 1}]} {$k >= 0} {incr k -1} {
		lappend pins "$name\[$k\]"
	}
	return $pins
}

proc ram_pins {pins direction x1 x2 y pitch} {
	set text ""
	foreach pin $pins {
		append text [pin_text $pin $direction [expr {$pin eq "CLK" ? "CLOCK" : "SIGNAL"}] \
			"      LAYER M3 ;\n        [band $x1 $x2 $y 0.05]\n"]
		set y [expr {$y + $pitch}]
	}
	return $text
}

proc block_text {cell} {
	global site_width row_height
	set width [expr {[cell_sites $cell] * $site_width}]
	set height [expr {[cell_rows $cell] * $row_height}]
	set words [dict get $cell data]
	set inputs [concat CLK WE [bus_pins A [dict get $cell address]] [bus_pins D $words]]
	set text [macro_head $cell BLOCK $width $height]
	append text [ram_pins $inputs INPUT 0 0.3 1 1]
	append text [ram_pins [bus_pins Q $words] OUTPUT [expr {$width - 0.3}] $width 1 1.6]
	foreach {name use first} {VDD POWER 1.8 VSS GROUND 5.4} {
		set shapes "      LAYER M5 ;\n"
		for {set y $first} {$y < $height} {set y [expr {$y + 7.2}]} {
			append shapes "        [band 0 $width $y 0.4]\n"
		}
		append text [pin_text $name INOUT $use $shapes]
	}
	append text "  OBS\n"
	foreach {layer inset} {M1 0 M2 0 M3 0.4 M4 0} {
		set shape [rect $inset 0 [expr {$width - $inset}] $height]
		append text "    LAYER $layer ;\n      $shape\n"
	}
	return "$text  END\nEND [dict get $cell name]\n\n"
}

# ---- the process ----

# Wires: name, direction, pitch, width, spacing, thickness; um. Resistance is that of copper with
# its barrier, 0.035 ohm um, over the thickness; capacitance that of plates, and along the edges, in a
# dielectric of 2.9.
set metals {
	M1 HORIZONTAL 0.2 0.10 0.09 0.13
	M2 VERTICAL 0.2 0.10 0.10 0.14
	M3 HORIZONTAL 0.2 0.10 0.10 0.14
	M4 VERTICAL 0.4 0.20 0.20 0.28
	M5 HORIZONTAL 0.4 0.20 0.20 0.28
	M6 VERTICAL 0.8 0.40 0.40 0.80
}
set resistivity 0.035 ;# ohm um
set permittivity 2.567e-5 ;# pF/um: 2.9 times that of nothing

proc metal_text {name direction pitch width spacing thickness} {
	global resistivity permittivity
	set gap [expr {0.9 * $thickness}] ;# to the layers above and below
	# half of a track's width is open to each side; what neighbours hold counts as edges
	set area [expr {2 * $permittivity / $gap}]
	set edge [expr {$permittivity * ($thickness / $spacing + 0.6)}]
	set offset [expr {$direction eq "VERTICAL" ? $pitch / 2 : 0}]
	return "LAYER $name
  TYPE ROUTING ;
  DIRECTION $direction ;
  PITCH [um $pitch] ;
  OFFSET [um $offset] ;
  WIDTH [um $width] ;
  SPACING [um $spacing] ;
  AREA [um [expr {4 * $width * $width}]] ;
  THICKNESS [um $thickness] ;
  RESISTANCE RPERSQ [number [expr {$resistivity / $thickness}] 4] ;
  CAPACITANCE CPERSQDIST [number $area 8] ;
  EDGECAPACITANCE [number $edge 8] ;
END $name\n\n"
}

# The cut layer between two metals, and the via through it.
proc cut_text {k lower upper} {
	set size [lindex $lower 3]
	return "LAYER V$k
  TYPE CUT ;
  SPACING [um [expr {1.2 * $size}]] ;
  WIDTH [um $size] ;
  RESISTANCE [number [expr {0.04 / ($size * $size)}] 2] ;
END V$k\n\n"
}

proc via_text {k lower upper} {
	set size [lindex $lower 3]
	set half [expr {$size / 2}]
	set text "VIA VIA$k DEFAULT\n"
	foreach {layer metal} [list [lindex $lower 0] $lower V$k "" [lindex $upper 0] $upper] {
		set x $half
		set y $half
		if {$metal ne ""} {
			set y [expr {max($half, [lindex $metal 3] / 2)}]
			set x [expr {$y + 0.03}]
			# along the wire; on M1 along the pins, that stand side by side
			if {[lindex $metal 1] eq "VERTICAL" || $layer eq "M1"} {
				lassign [list $x $y] y x
			}
		}
		append text "  LAYER $layer ;\n    [rect [expr {-$x}] [expr {-$y}] $x $y]\n"
	}
	return "${text}END VIA$k\n\n"
}

proc technology_text {} {
	global metals site_width row_height
	set text "VERSION 5.8 ;
BUSBITCHARS \"\[\]\" ;
DIVIDERCHAR \"/\" ;

UNITS
  TIME NANOSECONDS 1 ;
  CAPACITANCE PICOFARADS 1 ;
  RESISTANCE OHMS 1 ;
  DATABASE MICRONS 1000 ;
END UNITS

MANUFACTURINGGRID 0.005 ;

"
	set vias ""
	set lower ""
	set k 0
	foreach {name direction pitch width spacing thickness} $metals {
		set upper [list $name $direction $pitch $width]
		if {$lower ne ""} {
			append text [cut_text [incr k] $lower $upper]
			append vias [via_text $k $lower $upper]
		}
		append text [metal_text $name $direction $pitch $width $spacing $thickness]
		set lower $upper
	}
	append text $vias
	append text "SITE core
  CLASS CORE ;
  SYMMETRY Y ;
  SIZE [um $site_width] BY [um $row_height] ;
END core\n\n"
	return $text
}

proc write_lef {channel} {
	global cells
	puts -nonewline $channel [technology_text]
	foreach cell $cells {
		set write [expr {[dict get $cell kind] eq "ram" ? "block_text" : "core_text"}]
		puts -nonewline $channel [$write $cell]
	}
	puts $channel "END LIBRARY"
}
