# write_liberty.tcl - the cells as Liberty, one corner; sourced by make_library.tcl.

# ---- numbers ----

# With this many decimals at most, without trailing zeros.
proc number {x decimals} {
	set text [format %.${decimals}f $x]
	if {[string first . $text] >= 0} {
		set text [string trimright [string trimright $text 0] .]
	}
	if {$text eq "-0"} {
		return 0
	}
	return $text
}

# Times in the file are ns, of tables to the femtosecond.
proc ns {ps {decimals 6}} {
	return [number [expr {$ps / 1000.0}] $decimals]
}

proc values_text {rows} {
	return "values (\"[join [lmap row $rows {join $row ,}] {","}]\");"
}

# ---- tables ----

# The 8 tables of an edge of an arc: delay, slew and their sigmas.
proc edge_tables {chain corner drive edge} {
	global slews loads
	foreach slew $slews {
		foreach row {d s dd ds} {
			set $row {}
		}
		foreach load $loads {
			lassign [chain_spread $chain $corner $slew [expr {$load * $drive}]] \
				delay out delay_sigma out_sigma
			lappend d [ns $delay]
			lappend s [ns $out]
			lappend dd [ns [at_least 0.001 $delay_sigma]]
			lappend ds [ns [at_least 0.001 $out_sigma]]
		}
		foreach row {d s dd ds} {
			lappend rows($row) [set $row]
		}
	}
	set text ""
	foreach {name row} [list cell_$edge d ${edge}_transition s \
		ocv_sigma_cell_$edge dd ocv_sigma_${edge}_transition ds] {
		set type [expr {[string match ocv_* $name] ? "sigma_type : early_and_late; " : ""}]
		append text "        $name (delay_X$drive) { $type[values_text $rows($row)] }\n"
	}
	return $text
}

proc arc_text {arc corner drive} {
	dict with arc {
		set text "      timing () \{\n        related_pin : \"$from\"; timing_type : $type;"
		append text " timing_sense : $sense;\n"
		if {$when ne ""} {
			append text "        when : \"$when\"; sdf_cond : \"$sdf\";\n"
		}
	}
	foreach edge {rise fall} {
		if {[dict exists $arc $edge]} {
			append text [edge_tables [dict get $arc $edge $corner] $corner $drive $edge]
		}
	}
	return "$text      \}\n"
}

proc check_text {check corner} {
	global check_slews
	set text "      timing () {\n        related_pin : \"[dict get $check from]\";"
	append text " timing_type : [dict get $check type];\n"
	foreach edge {rise fall} {
		if {![dict exists $check $edge]} {
			continue
		}
		set rows {}
		set sigma_rows {}
		foreach data $check_slews {
			set row {}
			set sigma_row {}
			foreach clock $check_slews {
				lassign [check_value $check $edge $corner $data $clock] value sigma
				lappend row [ns $value]
				lappend sigma_row [ns [at_least 0.001 $sigma]]
			}
			lappend rows $row
			lappend sigma_rows $sigma_row
		}
		append text "        ${edge}_constraint (check) { [values_text $rows] }\n" \
			"        ocv_sigma_${edge}_constraint (check)" \
			" { sigma_type : early_and_late; [values_text $sigma_rows] }\n"
	}
	return "$text      }\n"
}

# ---- pins ----

proc input_text {cell pin node checks corner} {
	global slews
	lassign [node_cap [dict get $cell circuit] $node] rise fall
	set text "      direction : input; related_power_pin : VDD; related_ground_pin : VSS;\n"
	append text "      capacitance : [number [expr {max($rise, $fall)}] 3];" \
		" rise_capacitance : [number $rise 3]; fall_capacitance : [number $fall 3];" \
		" max_transition : [ns [lindex $slews end] 3];\n"
	if {$pin in {CK CLK}} {
		lassign [[dict get $cell kind]_pulses $cell] high low
		append text "      clock : true; min_pulse_width_high : [ns $high 3];" \
			" min_pulse_width_low : [ns $low 3];" \
			" min_period : [ns [expr {1.2 * ($high + $low)}] 3];\n"
	}
	foreach check $checks {
		if {[dict get $check to] eq $pin} {
			append text [check_text $check $corner]
		}
	}
	return $text
}

proc output_text {cell pin arcs corner} {
	global slews
	set drive [dict get $cell drive]
	set text "      direction : output; related_power_pin : VDD; related_ground_pin : VSS;\n"
	if {[dict get $cell function $pin] ne ""} {
		append text "      function : \"[dict get $cell function $pin]\";\n"
	}
	set own [lmap arc $arcs {expr {[dict get $arc to] eq $pin ? $arc : [continue]}}]
	set most [expr {60.0 * $drive}]
	if {$own ne ""} {
		set most [arcs_max_load $own [lindex $slews end] $drive]
	}
	append text "      max_capacitance : [expr {floor($most * 2) / 2}];" \
		" max_transition : [ns [lindex $slews end] 3];\n"
	foreach arc $own {
		append text [arc_text $arc $corner $drive]
	}
	return $text
}

# ---- cells ----

proc supplies_text {} {
	return "    pg_pin (VDD) { pg_type : primary_power; voltage_name : VDD; }
    pg_pin (VSS) { pg_type : primary_ground; voltage_name : VSS; }\n"
}

proc ff_text {cell} {
	set clear [expr {[dict get $cell reset] ? " clear : \"!RN\";" : ""}]
	return "    ff (IQ, IQN) { clocked_on : \"CK\"; next_state : \"D\";$clear }\n"
}

proc ram_text {cell corner} {
	set arcs [ram_arcs $cell]
	set checks [ram_checks $cell]
	set address [dict get $cell address]
	set word [dict get $cell data]
	return "    is_macro_cell : true; interface_timing : true;
    memory () { type : ram; address_width : $address; word_width : $word; }
    pin (CLK) {
[input_text $cell CLK CLK $checks $corner]    }
    pin (WE) {
[input_text $cell WE in $checks $corner]    }
    bus (A) {
      bus_type : address;
[input_text $cell A in $checks $corner]    }
    bus (D) {
      bus_type : word;
      memory_write () { address : A; clocked_on : \"CLK\"; enable : \"WE\"; }
[input_text $cell D in $checks $corner]    }
    bus (Q) {
      bus_type : word;
      memory_read () { address : A; }
[output_text $cell Q $arcs $corner]    }\n"
}

proc cell_text {cell corner} {
	set kind [dict get $cell kind]
	set text "  cell ([dict get $cell name]) \{\n"
	append text "    area : [number [cell_area $cell] 4];" \
		" cell_leakage_power : [number [cell_leakage $cell] 3];\n"
	if {$kind eq "fill"} {
		append text "    dont_touch : true; dont_use : true;\n"
	}
	append text [supplies_text]
	set arcs {}
	set checks {}
	if {$kind eq "ram"} {
		return "$text[ram_text $cell $corner]  \}\n"
	} elseif {$kind eq "gate"} {
		set arcs [gate_arcs $cell]
	} elseif {$kind eq "ff"} {
		set arcs [ff_arcs $cell]
		set checks [ff_checks $cell]
		append text [ff_text $cell]
	}
	foreach pin [dict get $cell inputs] {
		append text "    pin ($pin) {\n[input_text $cell $pin $pin $checks $corner]    }\n"
	}
	foreach pin [dict get $cell outputs] {
		append text "    pin ($pin) {\n[output_text $cell $pin $arcs $corner]    }\n"
	}
	return "$text  \}\n"
}

# ---- the library ----

proc list_ns {list} {
	return [join [lmap x $list {ns $x 3}] ", "]
}

proc templates_text {} {
	global slews loads check_slews
	set text ""
	foreach drive {1 2 4 8 16} {
		set caps [lmap x $loads {number [expr {$x * $drive}] 1}]
		append text "  lu_table_template (delay_X$drive) {
    variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
    index_1 (\"[list_ns $slews]\"); index_2 (\"[join $caps {, }]\");
  }\n"
	}
	append text "  lu_table_template (check) {
    variable_1 : constrained_pin_transition; variable_2 : related_pin_transition;
    index_1 (\"[list_ns $check_slews]\"); index_2 (\"[list_ns $check_slews]\");
  }\n"
	foreach {name bits} {address 6 word 16} {
		append text "  type ($name) {
    base_type : array; data_type : bit; bit_width : $bits;
    bit_from : [expr {$bits - 1}]; bit_to : 0; downto : true;
  }\n"
	}
	return $text
}

proc head_text {corner} {
	global vdd slews
	return "/* ws45, $corner: invented cells of an invented process, made by make_library.tcl of
 * warpscope. */
library (ws45_$corner) \{
  technology (cmos);
  delay_model : table_lookup;
  bus_naming_style : \"%s\[%d\]\";
  time_unit : \"1ns\";
  voltage_unit : \"1V\";
  current_unit : \"1mA\";
  pulling_resistance_unit : \"1kohm\";
  leakage_power_unit : \"1nW\";
  capacitive_load_unit (1, ff);
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  slew_derate_from_library : 1;
  nom_process : 1; nom_temperature : 25; nom_voltage : $vdd;
  voltage_map (VDD, $vdd);
  voltage_map (VSS, 0);
  operating_conditions (typical) { process : 1; temperature : 25; voltage : $vdd; }
  default_operating_conditions : typical;
  default_cell_leakage_power : 0;
  default_fanout_load : 1;
  default_input_pin_cap : 1; default_output_pin_cap : 0; default_inout_pin_cap : 1;
  default_max_transition : [ns [lindex $slews end] 3];
"
}

proc write_liberty {channel corner} {
	global cells
	puts -nonewline $channel [head_text $corner][templates_text]
	foreach cell $cells {
		puts -nonewline $channel [cell_text $cell $corner]
	}
	puts $channel "\}"
}
