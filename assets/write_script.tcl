# write_script: the session as a script that OpenSTA runs too, so that a discussion of timing has one file.

namespace eval warpscope_script {
	variable out ""
	# Commands that OpenSTA has with these options (of 2.0.17 on), as reports run again.
	variable shared {
		check_setup {-verbose -no_input_delay -no_output_delay -multiple_clock -no_clock -unconstrained_endpoints -loops -generated_clocks}
		report_annotated_check {-setup -hold -recovery -removal -nochange -width -period -max_skew}
		report_annotated_delay {-cell -net -from_in_ports -to_out_ports}
		report_checks {-from -rise_from -fall_from -through -rise_through -fall_through -to -rise_to -fall_to -unconstrained -path_delay -group_count -endpoint_count -unique_paths_to_endpoint -slack_max -slack_min -sort_by_slack -path_group -format -fields -digits -no_line_splits}
		report_clock_properties {}
		report_clock_skew {-setup -hold -clock -digits}
		report_dcalc {-from -to -min -max -digits}
		report_disabled_edges {}
		report_pulse_width_checks {-verbose -digits}
		report_tns {-digits}
		report_units {}
		report_wns {-digits}
		report_worst_slack {-digits}
	}
	variable foreign {generate_design read_bookshelf read_design read_graph open_figure buffer_nets build_clock_tree}
}

proc warpscope_script::add {line} {
	variable out
	append out $line \n
}

# The lines that a command writes into a file.
proc warpscope_script::written {command} {
	variable file
	set name $file.[pid].part
	try {
		{*}$command $name
		set in [open $name]
		set text [string trimright [read $in]]
		close $in
	} finally {
		file delete $name
	}
	return $text
}

# With files' names from the root on; what went into a file is shown.
proc warpscope_script::cleaned {words} {
	if {[lindex $words end-1] in {> >>}} {set words [lrange $words 0 end-2]}
	if {![string match read_* [lindex $words 0]]} {return $words}
	lmap word $words {expr {[file exists $word] ? [file normalize $word] : $word}}
}

proc warpscope_script::is_shared {words} {
	variable shared
	if {![dict exists $shared [lindex $words 0]]} {return 0}
	foreach word [lrange $words 1 end] {
		if {[regexp {^-[a-z]} $word] && $word ni [dict get $shared [lindex $words 0]]} {return 0}
		if {$word in {json csv tcl}} {return 0}
	}
	return 1
}

# write_sdc has what these give.
proc warpscope_script::is_constraint {name} {
	if {[regexp {^set_(lens|aocv|variation|arc_delay)} $name]} {return 0}
	regexp {^(create_|set_|unset_|delete_|group_path|reset_path|current_design|current_instance)} $name
}

proc warpscope_script::head {title} {
	add ""
	add "# $title"
}

proc warpscope_script::add_all {title lines} {
	if {![llength $lines]} return
	head $title
	foreach line $lines {add $line}
}

proc warpscope_script::write {args} {
	variable out ""
	variable file
	variable foreign
	if {[llength $args] != 1} {error "write_script: expected one file"}
	set file [lindex $args 0]
	if {[set_lens] ne "none"} {error "write_script: timing is under a lens; \"set_lens none\" comes back to the design's own"}
	set log {}
	if {[info exists ::warpscope::log]} {set log $::warpscope::log}
	if {[llength $log] >= 10000} {error "write_script: there were more commands since close_design than are kept, 10000"}
	lassign {} design wires delays settings rest
	set crpr $::sta_crpr_enabled
	foreach words $log {
		set words [cleaned $words]
		set name [lindex $words 0]
		switch -glob -- $name {
			read_liberty - read_verilog {lappend design $words}
			link_design {
				if {[lsearch -not [lrange $words 1 end] -*] < 0} {lappend words [current_design]} ;# its name isn't left out there
				lappend design $words
			}
			read_spef - set_pi_model - set_elmore {lappend wires $words}
			read_sdf - set_annotated_* - set_assigned_* {lappend delays $words}
			set_delay_calculator - set_cmd_units {lappend settings $words}
			set_cppr {set crpr [expr {[lindex $words 1] ne "off"}]}
			open_design - read_sdc - replace_cell - undo - redo - write_script - asset - write_changes - write_sdc {}
			default {
				if {$name in $foreign} {error "write_script: the design is of $name, which OpenSTA lacks"}
				if {[is_constraint $name]} continue
				lappend rest [expr {[is_shared $words] ? $words : "# [string map {\n { }} $words]"}]
			}
		}
	}
	if {![llength $design]} {error "write_script: no design was read from Liberty and Verilog"}
	add "# The session of warpscope as a script: also sta -exit FILE, OpenSTA. What OpenSTA lacks is a comment."
	add "# WNS [worst_slack -max] setup, [worst_slack -min] hold, TNS [total_negative_slack -max] setup, in [lindex [with_output_to_string report_units] 1]"
	add_all "Files" $design
	add "set_operating_conditions -analysis_type on_chip_variation"
	add "set sta_crpr_enabled $crpr"
	foreach line $settings {add $line}
	add_all "Wires" $wires
	if {![catch {written {write_sdc}} text]} {
		add ""
		add $text
	}
	add_all "Annotated values" $delays
	set cells [written write_changes]
	if {$cells ne ""} {add_all "Cells replaced" [list $cells]}
	add_all "What was looked at" $rest
	add_all "Slacks" [list "report_worst_slack -digits 6" "report_tns -digits 6"]
	set part $file.[pid].part
	set to [open $part w]
	fconfigure $to -encoding utf-8
	if {[catch {puts -nonewline $to $out} why] | [catch {close $to} why2]} {
		file delete $part
		error "write_script: $file: $why$why2"
	}
	file rename -force $part $file
	set out ""
}
