# transistor.tcl - the transistors of ws45, and how long a stage takes; sourced by make_library.tcl.
#
# Units: V, um, fF, mA, ps; so a current over a capacitance is V/ps.
#
# Currents are those of the alpha-power law (T. Sakurai and A. R. Newton, "Alpha-power law MOSFET model
# and its applications to CMOS inverter delay and other formulas", IEEE J. Solid-State Circuits 25(2), 1990):
#
#	x = (Vgs - Vth) / (Vdd - Vth)           how far the gate is open
#	Idsat = W Id0 x^alpha                   saturated: Vds >= Vdsat
#	Vdsat = Vd0 x^(alpha / 2)
#	Id = Idsat (2 - Vds/Vdsat) Vds/Vdsat    else
#
# alpha is 5/4 for electrons and 3/2 for holes, so that square roots are all that is needed: IEEE 754 says
# what those give to the last bit, and says nothing of pow().

set vdd 1.1
set gate_length 0.045
array set device {
	n,id0 0.60 n,vth 0.40 n,vd0 0.42
	p,id0 0.37 p,vth 0.39 p,vd0 0.50
}
set gate_cap 0.93     ;# fF/um: of an open gate, overlaps included
set closed_gate 0.70  ;# a closed gate's, of that
set junction_cap 0.55 ;# fF/um: a drain
set overlap_cap 0.18  ;# fF/um: gate to drain
set stack_loss 0.70   ;# how much of the resistance of what is in series counts, besides the largest
set body_vth 0.015    ;# V: threshold for each transistor between a source and its rail
set vth_area 2.8      ;# mV um: sigma of a threshold times sqrt(W L) (Pelgrom et al., JSSC 24(5), 1989)
set off_current 9.0   ;# nA/um
set probe 0.010       ;# V: the step that derivatives by a threshold are taken with

# The two ends of the variation between transistors of one die: drive and threshold.
array set corner_drive {late 0.95 early 1.05}
array set corner_vth {late 0.004 early -0.004}

# x^alpha and x^(alpha / 2)
proc open_n {x} {
	set q [expr {sqrt(sqrt($x))}]
	return [list [expr {$x * $q}] [expr {$q * $q * sqrt($q)}]]
}

proc open_p {x} {
	set h [expr {sqrt($x)}]
	return [list [expr {$x * $h}] [expr {$h * sqrt($h)}]]
}

# The currents by the gate's voltage, 0 ... vdd in $gate_steps steps, as two lists: Idsat for 1 um, Vdsat.
set gate_steps 440

proc gate_table {type corner shift} {
	global device vdd gate_steps corner_drive corner_vth gate_tables
	if {![info exists gate_tables($type,$corner,$shift)]} {
		set vth [expr {$device($type,vth) + $corner_vth($corner) + $shift}]
		set id0 [expr {$device($type,id0) * $corner_drive($corner)}]
		set range [expr {$vdd - $device($type,vth)}]
		set i {}
		set v {}
		for {set k 0} {$k <= $gate_steps + 1} {incr k} {
			set x [expr {($vdd * $k / $gate_steps - $vth) / $range}]
			lassign [open_$type [expr {$x > 0 ? $x : 0.0}]] a b
			lappend i [expr {$id0 * $a}]
			lappend v [expr {$device($type,vd0) * $b + 1e-9}]
		}
		set gate_tables($type,$corner,$shift) [list $i $v]
	}
	return $gate_tables($type,$corner,$shift)
}

# A stage switches: {delay slew}, 50 % to 50 % and 20 % to 80 %.
#
#	type	n: its output falls, p: it rises
#	slew	of its input, 20 % to 80 % of a straight ramp
#	cap	what it drives, for 1 um of the transistors that open
#	against	the width of those that close, for 1 um of these
#	miller	from gate to drain, for 1 um
#	shift	of the threshold of the transistors that open
#
# v is the voltage over the transistors that open, from vdd down, u that of their gates, from 0 up:
#
#	(cap + miller) dv/dt = -Id(u, v) + against Id'(vdd - u, vdd - v) + miller du/dt
#
# by Heun's method, in steps of a 24th of cap vdd / Id0; of the ramp, if that is shorter. Before u
# passes the threshold nothing happens.
proc stage_switch {type corner slew cap against miller shift} {
	global switched
	set key $type,$corner,[format %.6g,%.6g,%.6g,%.6g,%.6g $slew $cap $against $miller $shift]
	if {![info exists switched($key)]} {
		scan $key {%c,%[a-z],%g,%g,%g,%g,%g} - - slew cap against miller shift
		set switched($key) [stage_integrate $type $corner $slew $cap $against $miller $shift]
	}
	return $switched($key)
}

proc stage_integrate {type corner slew cap against miller shift} {
	global device vdd gate_steps corner_vth
	lassign [gate_table $type $corner $shift] opens opens_sat
	lassign [gate_table [expr {$type eq "n" ? "p" : "n"}] $corner 0] closes closes_sat
	set ramp [expr {$slew / 0.6}]
	set total [expr {$cap + $miller}]
	set coarse [expr {$total * $vdd / $device($type,id0) / 24}]
	set fine [expr {$coarse < $ramp / 24 ? $coarse : $ramp / 24}]
	set rate [expr {$vdd / $ramp}]
	set t [expr {($device($type,vth) + $corner_vth($corner) + $shift) / $rate}]
	set v $vdd
	set scale [expr {$gate_steps / $vdd}]
	set next [expr {0.8 * $vdd}]
	set crossed {}
	set dt $fine
	set slope 0.0
	while {1} {
		# the end of the step, and half a step's tolerance behind the ramp's end
		set step [expr {$t + $dt}]
		if {$step > $ramp} {
			if {$t < $ramp} {
				set step $ramp
			} else {
				set dt $coarse
				set step [expr {$t + $dt}]
			}
		}
		set dt [expr {$step - $t}]
		set guess [expr {$v + $dt * $slope}]
		if {$step < $ramp} {
			set u [expr {$step * $rate}]
			set couple [expr {$miller * $rate}]
		} else {
			set u $vdd
			set couple 0.0
		}
		set at [expr {$u * $scale}]
		set k [expr {int($at)}]
		set part [expr {$at - $k}]
		set a [lindex $opens $k]
		set i [expr {$a + $part * ([lindex $opens $k+1] - $a)}]
		set a [lindex $opens_sat $k]
		set y [expr {$guess / ($a + $part * ([lindex $opens_sat $k+1] - $a))}]
		if {$y < 1} {
			set i [expr {$i * (2 - $y) * $y}]
		}
		set at [expr {$gate_steps - $at}]
		set k [expr {int($at)}]
		set part [expr {$at - $k}]
		set a [lindex $closes $k]
		set j [expr {$a + $part * ([lindex $closes $k+1] - $a)}]
		set a [lindex $closes_sat $k]
		set y [expr {($vdd - $guess) / ($a + $part * ([lindex $closes_sat $k+1] - $a))}]
		if {$y < 1} {
			set j [expr {$j * (2 - $y) * $y}]
		}
		set end [expr {($couple + $against * $j - $i) / $total}]
		set w [expr {$v + $dt * 0.5 * ($slope + $end)}]
		while {$w < $next} {
			# along the parabola with these slopes at the ends of the step
			set down [expr {$v - $next}]
			lappend crossed [expr {$t + 2 * $down / (sqrt($slope * $slope -
				2 * $down * ($end - $slope) / $dt) - $slope)}]
			if {[llength $crossed] == 3} {
				lassign $crossed first middle last
				return [list [expr {$middle - 0.5 * $ramp}] [expr {$last - $first}]]
			}
			set next [expr {$next - 0.3 * $vdd}]
		}
		set v $w
		set t $step
		set slope $end
	}
}
