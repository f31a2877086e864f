# lesson.tcl - what lessons are written with.
#
#	lesson_title TITLE
#	lesson_step TITLE SCRIPT TEXT ?QUESTION ANSWER?
#	lesson_use FILE|loom|PROCEDURE ?OPTIONS of find_paths?
#	lesson_select RANK
#	lesson_map loom|PROCEDURE ?OPTIONS of density?
#	lesson_bin COLUMN ROW
#	lesson_labels FILE OPTIONS of label_query
#	lesson_dies VARIATION ?-of PROCEDURE? ?OPTIONS of run_ssta?
#
# A step runs its script and shows its text, in which [commands] and $variables are replaced after the
# script has run, so that the numbers are those of what is on the screen. Paragraphs are separated by
# blank lines and filled; one whose lines begin with four blanks is kept as it is. A step may end with
# a question; the next one begins with the answer, replaced likewise after its own script has run. A
# script must reach its place from anywhere, because steps are also taken back.
#
# lesson_use opens a graph that is beside the lesson (or comes with warpscope), the bundled design, or
# what a procedure of the lesson opens, and finds paths, unless that is what is open; then it goes to the
# beginning of the timeline.
# lesson_select selects a path of the list, when there is a screen.
#
# lesson_map opens the bundled design, or what a procedure of the lesson opens, and makes a density map;
# on a screen it shows that. lesson_bin goes to a bin of it there.
#
# lesson_labels opens a graph beside the lesson and asks for its constrained subgraph; on a
# screen it shows that.
#
# lesson_dies opens the bundled design, or what a procedure of the lesson opens, says how its delays vary (the
# words of set_variation) and makes dies (OPTIONS of run_ssta); on a screen it shows them.
#
# A lesson needs no trust: its script runs in a safe interpreter, with the commands below and no others
# of ours. They write no files, and read only those beside the lesson and those of warpscope.

namespace eval lesson {
	variable steps {}
	variable at 0
	variable title ""
	variable folder ""
	variable file ""
	variable line 1
	variable used ""
	variable asked ""
	variable words ""
	variable placed ""
	variable serial ""
	variable on_screen 0
	variable readers {read_graph read_liberty read_verilog read_spef read_sdc read_lef read_def}
	variable commands {
		all_* back check_* create_* density density_flip density_property
		find_paths find_timing_paths get_* goto group_path lab_property
		link_design
		label_property label_query level_property parent_property path_property recompute report_* run_ssta search_property set_*
		ssta_keep ssta_plot ssta_property ssta_show step
	}
}

proc lesson_title {title} {
	set lesson::title $title
}

proc lesson_step {title script text {question ""} {answer ""}} {
	lappend lesson::steps [list $title $script $text $question $answer $lesson::line]
}

# ---- the interpreter of a lesson ----

# A command of ours from a lesson: none of its words makes it write a file.
proc lesson::call {name args} {
	if {[lindex $args end-1] in {> >>}} {
		error "$name: a lesson writes no files"
	}
	return [uplevel #0 [list $name {*}$args]]
}

# The file of a lesson that has this name: beside it, or one of those that come with warpscope.
proc lesson::find {name} {
	set beside [file normalize [file join $lesson::folder $name]]
	if {[file pathtype $name] eq "relative" && ".." ni [file split $name]} {
		if {[file isfile $beside]} {
			return $beside
		}
		return [asset $name]
	}
	error "$name: a lesson reads only what lies beside it, by its name, and what comes with warpscope"
}

proc lesson::read {name args} {
	return [lesson::call $name {*}[lrange $args 0 end-1] [lesson::find [lindex $args end]]]
}

# Matrices: by their names in seed 001, or files as above.
proc lesson::lab {name args} {
	set words {}
	foreach word $args {
		if {[regexp {[./]} $word] && ![string is double $word]} {
			set word [lesson::find $word]
		}
		lappend words $word
	}
	return [lesson::call $name {*}$words]
}

proc lesson::begin {} {
	if {[interp exists lesson::safe]} {
		interp delete lesson::safe
	}
	interp create -safe lesson::safe
	# what would wait for events that never come
	foreach name {after vwait update} {
		interp hide lesson::safe $name
	}
	foreach pattern $lesson::commands {
		foreach name [info commands ::$pattern] {
			set name [string range $name 2 end]
			interp alias lesson::safe $name {} lesson::call $name
		}
	}
	foreach name $lesson::readers {
		interp alias lesson::safe $name {} lesson::read $name
	}
	foreach name {lab_spmv lab_bfs lab_cg lab_sta} {
		interp alias lesson::safe $name {} lesson::lab $name
	}
	foreach name {lesson_title lesson_step lesson_use lesson_select lesson_map lesson_bin lesson_labels lesson_dies} {
		interp alias lesson::safe $name {} $name
	}
	interp alias lesson::safe unknown {} lesson::unknown
}

proc lesson::unknown {name args} {
	if {$args eq "" && [regexp {^[0-9:*]+$} $name]} {
		return "\[$name\]" ;# the bits of a bus
	}
	error "unknown command \"$name\" in a lesson; it has plain Tcl, the commands of the timeline and of reports"
}

# Evaluate there; an error says which part of the file it is in.
proc lesson::eval {script where} {
	if {[catch {interp eval lesson::safe $script} result options]} {
		return -code error -errorcode [dict get $options -errorcode] "$lesson::file$where: $result"
	}
	return $result
}

# The whole file, command by command, as an error doesn't tell the line.
proc lesson::eval_file {script} {
	set command ""
	set line 0
	set begin 1
	foreach text [split $script \n] {
		incr line
		append command $text \n
		if {[info complete $command]} {
			set lesson::line $begin
			lesson::eval $command ":$begin: error"
			set command ""
			set begin [expr {$line + 1}]
		}
	}
	set lesson::line $begin
	lesson::eval $command ":$begin: error"
}

# ---- text ----

# Lines to paragraphs.
proc lesson::fill {text} {
	set paragraphs {}
	set lines {}
	foreach line [concat [split [string trim $text \n] \n] {{}}] {
		set line [string trimleft $line \t]
		if {[string trim $line] ne ""} {
			lappend lines $line
		} elseif {[llength $lines] > 0} {
			set keep [string match "    *" [lindex $lines 0]]
			lappend paragraphs [join $lines [expr {$keep ? "\n" : " "}]]
			set lines {}
		}
	}
	return [join $paragraphs \n\n]
}

proc lesson::replace {text where} {
	return [lesson::fill [lesson::eval [list subst $text] $where]]
}

# Where a part of step n is, as it stands before an error.
proc lesson::where {n part} {
	return ":[lindex $lesson::steps [expr {$n - 1}] 5]: error: $part step $n"
}

# Run step n and give its title, text and question.
proc lesson::run {n} {
	lassign [lindex $lesson::steps [expr {$n - 1}]] title script text question
	set answer [expr {$n > 1 ? [lindex $lesson::steps [expr {$n - 2}] 4] : ""}]
	lesson::eval $script [lesson::where $n "script of"]
	set text [lesson::replace $text [lesson::where $n "text of"]]
	if {$answer ne ""} {
		set where [lesson::where [expr {$n - 1}] "answer of"]
		set text "The answer: [lesson::replace $answer $where]\n\n$text"
	}
	if {$question ne ""} {
		set question "? [lesson::replace $question [lesson::where $n "question of"]] Press . to see."
	}
	return [list $title $text $question]
}

# ---- what is open ----

# The graph or design that the lesson is about, and its paths.
proc lesson_use {what args} {
	set key [list $lesson::file $what $args]
	if {$key ne $lesson::used || [catch {search_property serial} serial] || $serial ne $lesson::serial} {
		set lesson::used ""
		if {[interp eval lesson::safe [list info procs $what]] ne ""} {
			interp eval lesson::safe $what
		} elseif {$what ne "loom"} {
			read_graph [lesson::find $what]
		} elseif {[catch {search_property graph} open] || $open ne "loom"} {
			uplevel #0 {source [asset loom/loom.tcl]}
		}
		lesson::call find_paths {*}$args
		set lesson::serial [search_property serial]
		set lesson::used $key
	}
	goto first
}

proc lesson_select {rank} {
	if {$lesson::on_screen} {
		select_path $rank
	}
}

# The density map that the lesson is about; what is opened anew has none.
proc lesson_map {what args} {
	if {$what ne $lesson::placed || [catch {density_property map}]} {
		set lesson::placed ""
		if {[interp eval lesson::safe [list info procs $what]] ne ""} {
			close_design
			interp eval lesson::safe $what
		} else {
			uplevel #0 {source [asset loom/loom.tcl]}
		}
		set lesson::placed $what
	}
	density {*}$args > /dev/null
	if {$lesson::on_screen} {
		view density
		density_zoom fit
	}
}

proc lesson_labels {file args} {
	set key [list $lesson::file $file $args]
	if {$key ne $lesson::asked || [catch {label_property query} query] || $query ne $lesson::words} {
		set lesson::asked ""
		set lesson::used ""
		read_graph [lesson::find $file]
		label_query {*}$args
		set lesson::asked $key
		set lesson::words [label_property query]
	}
	if {$lesson::on_screen} {
		view labels
	}
	goto last -of labels
}

proc lesson_dies {variation args} {
	set of loom
	if {[lindex $args 0] eq "-of"} {
		set args [lassign $args - of]
	}
	if {$lesson::placed ne "dies $of" || [catch {report_wns > /dev/null}]} {
		set lesson::placed ""
		if {$of eq "loom"} {
			uplevel #0 {source [asset loom/loom.tcl]}
		} else {
			close_design
			interp eval lesson::safe $of
		}
		set lesson::placed "dies $of"
	}
	set_variation -reset
	uplevel #0 [list set_variation {*}$variation]
	uplevel #0 [list run_ssta {*}$args]
	if {$lesson::on_screen} {
		ssta_show
		ssta_plot histogram
		view ssta
	}
}

proc lesson_bin {column row} {
	if {$lesson::on_screen} {
		density_cursor $column $row
	}
}

# ---- lessons ----

proc lesson::names {} {
	set files [glob -nocomplain -tails -directory [asset lessons] *.tcl]
	return [lsort [lmap file $files {file rootname $file}]]
}

# By its name, or a file of one's own.
proc lesson::load {name} {
	if {[file extension $name] eq ".tcl"} {
		set lesson::file [file normalize $name]
	} else {
		if {$name ni [lesson::names]} {
			throw {WARPSCOPE 3} "no lesson \"$name\"; there are: [join [lesson::names] {, }]"
		}
		set lesson::file [asset lessons/$name.tcl]
	}
	set channel [open $lesson::file]
	set script [::read $channel]
	close $channel
	set lesson::folder [file dirname $lesson::file]
	set lesson::title [file rootname [file tail $name]]
	set lesson::steps {}
	set lesson::at 0
	set lesson::used ""
	set lesson::placed ""
	lesson::begin
	lesson::eval_file $script
	if {[llength $lesson::steps] == 0} {
		error "$lesson::file: error: this lesson has no steps"
	}
}

proc lesson_go {n} {
	if {$n < 1 || $n > [llength $lesson::steps]} {
		return
	}
	lassign [lesson::run $n] title text question
	set lesson::at $n
	show_lesson $n [llength $lesson::steps] $title $text $question
}

proc lesson_next {} {
	lesson_go [expr {$lesson::at + 1}]
}

proc lesson_back {} {
	lesson_go [expr {$lesson::at - 1}]
}

# On the screen, from its first step.
proc lesson_open {name} {
	lesson::load $name
	set lesson::on_screen 1
	lesson_go 1
}

# Without a screen: all of it as text.
proc lesson_print {name} {
	lesson::load $name
	set lesson::on_screen 0
	puts "$lesson::title\n"
	for {set n 1} {$n <= [llength $lesson::steps]} {incr n} {
		lassign [lesson::run $n] title text question
		puts "$n. $title\n\n$text\n"
		if {$question ne ""} {
			puts "$question\n"
		}
	}
}
