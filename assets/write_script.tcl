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
		fconfigure $in -encoding utf-8 -translation lf -eofchar {}
		set text [string trimright [read $in] \n]
		close $in
	} finally {
		file delete -- $name
	}
	if {[regexp {[\x01-\x09\x0b-\x1f\x7f]} $text]} {error "write_script: a name has a control character"}
	return $text
}

# Words as a command: control characters, which could end the line or the file, as escapes.
proc warpscope_script::quoted {words} {
	join [lmap word $words {
		if {![regexp {[\x01-\x1f\x7f]} $word]} {
			list $word
		} else {
			join [lmap char [split $word {}] {
				if {[regexp {[\x01-\x1f\x7f]} $char]} {
					format {\u%04x} [scan $char %c]
				} else {
					string cat [expr {[string is alnum $char] ? "" : "\\"}] $char
				}
			}] {}
		}
	}]
}

# OpenSTA takes no backslashes in the lists of names that write_sdc writes: such names alone, as both take them.
proc warpscope_script::shared_names {text} {
	variable lost
	set out ""
	set at 0
	while {[regexp -indices -start $at {\[get_(clocks|ports|pins|cells|nets) \{((?:[^{}\\]|\\.)*\\(?:[^{}\\]|\\.)*)\}\]} $text all kind names]} {
		set kind [string range $text {*}$kind]
		lassign {} plain calls
		foreach name [string range $text {*}$names] {
			regsub -all {\\(.)} $name {\1} name
			if {[regexp {^[^\s{}\\"#*?-][^\s{}\\*?]*$} $name]} {
				lappend plain $name
				continue
			}
			set word [expr {[regexp {\s} $name] ? [list $name] : $name}]
			if {([string match {*\\*} $word] && ($kind ne "clocks" || $word ne $name)) || ($word eq $name && [regexp {^[\{"]} $name])} {
				lappend lost $name
			}
			lappend calls "\[get_$kind [list $word]\]"
		}
		if {[llength $plain]} {set calls [linsert $calls 0 "\[get_$kind {[join $plain]}\]"]}
		append out [string range $text $at [lindex $all 0]-1] [expr {[llength $calls] == 1 ? [lindex $calls 0] : "\[list [join $calls]\]"}]
		set at [expr {[lindex $all 1] + 1}]
	}
	append out [string range $text $at end]
}

# With files' names from the root on; what went into a file is shown.
proc warpscope_script::cleaned {words} {
	if {[lindex $words end-1] in {> >>}} {set words [lrange $words 0 end-2]}
	if {![string match read_* [lindex $words 0]]} {return $words}
	set valued {-path -coupling_reduction_factor -coupling_factor -reduce_to -analysis_type -type -min_type -max_type -cond_use}
	set before ""
	lmap word $words {
		set is_file [expr {$before ni $valued && [file exists $word]}]
		set before $word
		expr {$is_file ? [file normalize $word] : $word}
	}
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

# The values given by commands alone, as the session has them: replace_cell drops those of its cell here, but not there.
proc warpscope_script::replaced {values cell cells} {
	set kept {}
	foreach words $values {
		if {![string match set_a* $words] || [lsearch -glob $words [string map {\\ \\\\ * \\* ? \\? \[ \\\[} $cell]/*] < 0} {lappend kept $words}
	}
	if {[lsearch -glob $kept read_sdf*] >= 0 && [dict exists $cells $cell]} {
		lappend kept [list replace_cell $cell [dict get $cells $cell]]
		puts stderr "warning: write_script: $cell was replaced after read_sdf, whose values of it OpenSTA keeps"
	}
	return $kept
}

proc warpscope_script::write {log args} {
	variable out ""
	variable file
	variable foreign
	variable lost {}
	if {[llength $args] != 1} {error "write_script: expected one file"}
	set file [file normalize [lindex $args 0]]
	if {[file isdirectory $file]} {error "write_script: $file is a folder"}
	if {[set_lens] ne "none"} {error "write_script: timing is under a lens; \"set_lens none\" comes back to the design's own"}
	if {[llength $log] >= 10000} {error "write_script: there were more commands since close_design than are kept, 10000"}
	lassign {} design values rest maker
	set crpr $::sta_crpr_enabled
	set cells {}
	foreach words $log {
		if {[lindex $words 0] in $foreign} {set maker [lindex $words 0]}
		if {[lindex $words 0] eq "link_design"} {set maker ""}
	}
	if {$maker ne ""} {error "write_script: the design is of $maker, which OpenSTA lacks"}
	if {[lsearch -index 0 $log link_design] < 0} {error "write_script: no design was read from Liberty and Verilog"}
	foreach words [split [written write_changes] \n] {dict set cells [lindex $words 1] [lindex $words 2]}
	foreach words $log {
		set words [cleaned $words]
		set name [lindex $words 0]
		switch -glob -- $name {
			read_liberty - read_verilog {lappend design $words}
			link_design {
				if {[lsearch -not [lrange $words 1 end] -*] < 0} {lappend words [current_design]} ;# its name isn't left out there
				lappend design $words
			}
			read_parasitics {lappend values [lreplace $words 0 0 read_spef]}
			read_spef - set_pi_model - set_elmore - read_sdf - set_annotated_* - set_assigned_* - set_delay_calculator - set_cmd_units {
				lappend values $words
			}
			replace_cell {set values [replaced $values [lindex $words 1] $cells]}
			set_cppr {set crpr [expr {[lindex $words 1] ne "off"}]}
			open_design - read_sdc - undo - redo - write_script - asset - write_changes - write_sdc {}
			default {
				if {$name in $foreign || [is_constraint $name]} continue
				lappend rest "[expr {[is_shared $words] ? "" : "# "}][quoted $words]"
			}
		}
	}
	set constraints ""
	if {![catch {written write_sdc} why]} {
		set constraints [shared_names $why]
	} elseif {![string match "no constraints are open*" $why]} {
		error "write_script: $why"
	}
	add "# The session of warpscope as a script: also sta -exit FILE, OpenSTA. What OpenSTA lacks is a comment."
	add "# WNS [worst_slack -max] setup, [worst_slack -min] hold, TNS [total_negative_slack -max] setup, in [lindex [with_output_to_string report_units] 1]"
	if {[llength $lost]} {
		set lost [lsort -unique $lost]
		add "# OpenSTA can't find these, so that their constraints are lost there: [quoted [lrange $lost 0 19]][expr {[llength $lost] > 20 ? " ..." : ""}]"
		puts stderr "warning: write_script: OpenSTA can't find [llength $lost] names, which the file's head has"
	}
	add_all "Files" [lmap words $design {quoted $words}]
	add "set_operating_conditions -analysis_type on_chip_variation"
	add "set sta_crpr_enabled $crpr"
	# before constraints, which may be of their library cells
	add_all "Cells replaced" [lmap {cell of} $cells {quoted [list replace_cell $cell $of]}]
	if {$constraints ne ""} {
		add ""
		add $constraints
	}
	add_all "Wires, annotated values and their units" [lmap words $values {quoted $words}]
	add_all "What was looked at" $rest
	add_all "Slacks" [list "report_worst_slack -digits 6" "report_tns -digits 6"]
	set part $file.[pid].part
	set to [open $part w]
	fconfigure $to -encoding utf-8
	if {[catch {puts -nonewline $to $out} why] | [catch {close $to} why2]} {
		file delete -- $part
		error "write_script: $file: $why$why2"
	}
	if {[catch {file rename -force -- $part $file} why]} {
		file delete -- $part
		error "write_script: $why"
	}
	set out ""
}
