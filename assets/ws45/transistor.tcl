# transistor.tcl - the transistors of ws45, and how long a stage takes; sourced by make_library.tcl.
#
# Units: V, um, fF, mA, ps; so a current over a capacitance is V/ps.
#
# Currents are those of the alpha-power law (T. Sakurai and A. R. Newton, "Alpha-power law MOSFET
# model and its applications to CMOS inverter delay and other formulas", IEEE J. Solid-State Circuits
# 25(2), 1990):
#
#	x = (Vgs - Vth) / (Vdd - Vth)           how far the gate is open
#	Idsat = W Id0 x^alpha                   saturated: Vds >= Vdsat
#	Vdsat = Vd0 x^(alpha / 2)
#	Id = Idsat (2 - Vds/Vdsat) Vds/Vdsat    else
#
# alpha is 5/4 for electrons and 3/2 for holes, so that square roots are all that is needed: IEEE 754
# says what those give to the last bit, and says nothing of pow().

set vdd 1.1
set gate_length 0.045
array set device {
	n,id0 0.66 n,vth 0.40 n,vd0 0.42
	p,id0 0.41 p,vth 0.39 p,vd0 0.50
}
set gate_cap 1.03     ;# fF/um: of an open gate, overlaps included
set closed_gate 0.70  ;# a closed gate's, of that
set junction_cap 0.60 ;# fF/um: a drain
set overlap_cap 0.20  ;# fF/um: gate to drain
set stack_loss 0.70   ;# how much of the resistance of what is in series counts, besides the largest
set body_vth 0.015    ;# V: threshold for each transistor between a source and its rail
set vth_area 2.8      ;# mV um: sigma of a threshold times sqrt(W L); Pelgrom et al., JSSC 24(5), 1989
set off_current 9.0   ;# nA/um
set probe 0.020       ;# V: the step that derivatives by a threshold are taken with

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

# Idsat of 1 um and Vdsat, as two lists by the gate's voltage, 0 ... vdd in $gate_steps steps.
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
# by Heun's method, in steps of a 32nd of cap vdd / Id0; of the ramp, if that is shorter. Before u
# passes the threshold nothing happens.
proc stage_switch {type corner slew cap against miller shift} {
	global switched
	set key $type,$corner,[format %.6g,%.6g,%.6g,%.6g,%.6g $slew $cap $against $miller $shift]
	if {![info exists switched($key)]} {
		scan $key {%c,%[a-z],%g,%g,%g,%g,%g} - - slew cap against miller shift
		set switched($key) \
			[stage_integrate $type $corner $slew $cap $against $miller $shift]
	}
	return $switched($key)
}

# The current of 1 um: `at` is the gate's voltage in steps of the table.
proc current {idsat vdsat at v} {
	set k [expr {int($at)}]
	set part [expr {$at - $k}]
	set a [lindex $idsat $k]
	set b [lindex $vdsat $k]
	set i [expr {$a + $part * ([lindex $idsat $k+1] - $a)}]
	set y [expr {$v / ($b + $part * ([lindex $vdsat $k+1] - $b))}]
	return [expr {$y < 1 ? $i * (2 - $y) * $y : $i}]
}

# When v, that falls from `v` by slopes `from` and then `to`, is at a level: along a parabola.
proc time_to_fall {v level from to dt} {
	set down [expr {$v - $level}]
	return [expr {2 * $down / (sqrt($from * $from - 2 * $down * ($to - $from) / $dt) - $from)}]
}

proc stage_integrate {type corner slew cap against miller shift} {
	global device vdd gate_steps corner_vth
	lassign [gate_table $type $corner $shift] opens opens_sat
	lassign [gate_table [expr {$type eq "n" ? "p" : "n"}] $corner 0] closes closes_sat
	set ramp [expr {$slew / 0.6}]
	set total [expr {$cap + $miller}]
	set coarse [expr {$total * $vdd / $device($type,id0) / 32}]
	set dt [expr {$coarse < $ramp / 32 ? $coarse : $ramp / 32}]
	set rate [expr {$vdd / $ramp}]
	set couple [expr {$miller * $rate}]
	set t [expr {($device($type,vth) + $corner_vth($corner) + $shift) / $rate}]
	set v $vdd
	set slope [expr {$couple / $total}]
	set levels [list [expr {0.8 * $vdd}] [expr {0.5 * $vdd}] [expr {0.2 * $vdd}]]
	set crossed {}
	while {1} {
		if {$t >= $ramp} {
			set dt $coarse
			set slope [expr {$slope - $couple / $total}]
			set couple 0.0
		} elseif {$t + $dt > $ramp} {
			set dt [expr {$ramp - $t + 1e-9}]
		}
		set guess [expr {$v + $dt * $slope}]
		set u [expr {$t + $dt < $ramp ? ($t + $dt) * $rate : $vdd}]
		set at [expr {$u * $gate_steps / $vdd}]
		set i [current $opens $opens_sat $at $guess]
		set at [expr {$gate_steps - $at}]
		set j [current $closes $closes_sat $at [expr {$vdd - $guess}]]
		set end [expr {($couple + $against * $j - $i) / $total}]
		set next [expr {$v + $dt * 0.5 * ($slope + $end)}]
		while {$next < [lindex $levels [llength $crossed]]} {
			set level [lindex $levels [llength $crossed]]
			lappend crossed [expr {$t + [time_to_fall $v $level $slope $end $dt]}]
			if {[llength $crossed] == 3} {
				lassign $crossed first middle last
				return [list [expr {$middle - 0.5 * $ramp}] [expr {$last - $first}]]
			}
		}
		set t [expr {$t + $dt}]
		set v $next
		set slope $end
	}
}
