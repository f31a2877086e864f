# lesson.tcl - what lessons are written with.
#
#	lesson_title TITLE
#	lesson_step TITLE SCRIPT TEXT ?QUESTION ANSWER? ?-answer SCRIPT ?-tolerance X? ?-choices WORDS??
#	lesson_use FILE|loom|PROCEDURE ?OPTIONS of find_paths?
#	lesson_select RANK
#	lesson_map loom|PROCEDURE ?OPTIONS of density?
#	lesson_bin COLUMN ROW
#	lesson_labels FILE OPTIONS of label_query
#	lesson_dies VARIATION ?-of PROCEDURE? ?OPTIONS of run_ssta?
#	lesson_screen COMMAND ?ARG...?
#	lesson_wait SECONDS
#
# A step runs its script and shows its text, in which [commands] and $variables are replaced after the
# script has run, so that the numbers are those of what is on the screen. Paragraphs are separated by
# blank lines and filled; one whose lines begin with four blanks is kept as it is. A step may end with
# a question; the next one begins with the answer, replaced likewise after its own script has run. A
# script must reach its place from anywhere, because steps are also taken back.
#
# With -answer the question is an exercise: `lesson answer VALUE` compares VALUE with the result of SCRIPT, which
# runs after the script of its own step and may go elsewhere. Numbers are equal within X (0 unless given), words without
# regard to case; an empty result says that there is no answer yet. With -choices VALUE is one of WORDS, at most nine. On a screen keys answer it: a digit for one of WORDS, else a
# number and Enter. `lesson score` counts the answers, those of earlier sessions too:
# they are kept in the user's state folder, but not in replays, and not for an exercise that is another now.
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
# A step without text is a scene of a demonstration: on a screen its title is shown before its script runs, below the
# view, and the next one follows after seven seconds. lesson_screen runs a command of the screen there (view, play,
# cursor, ...); lesson_wait waits until all is drawn, and then for that time, but not with motion off or in replays.
#
# A lesson needs no trust: its script runs in a safe interpreter, with the commands below and no others
# of ours, whose words are checked (lesson::checked). They write no files, and read only those beside the lesson and those of
# warpscope.

namespace eval lesson {
	variable steps {}
	variable at 0
	variable title ""
	variable folder ""
	variable file ""
	variable line 1
	variable command ""
	variable used ""
	variable asked ""
	variable words ""
	variable placed ""
	variable serial ""
	variable on_screen 0
	variable key "" ;# of the lesson that is open in what follows: its name, or the path of the user's
	# key, step -> {tries, right at the first, right, answer was shown, checksum of the exercise}; survives a second
	# reading of this file
	variable score
	variable touched ;# {key step} -> 1 of this session, for what other sessions keep meanwhile
	variable kept ;# what was kept is read
	if {![info exists score]} {
		set score [dict create]
		set touched [dict create]
		set kept 0
	}
	variable allowed {} ;# what that names
	variable usages {}
	variable ours "" ;# the folder of the files that come with warpscope
	variable commands {
		all_* back check_* close_design create_* density density_flip density_property
		find_paths find_timing_paths get_* goto group_path kernel_property lab_property place_property
		link_design
		label_property label_query level_property parent_property path_property recompute report_* run_ssta search_property set_*
		read_aocv read_def read_graph read_lef read_liberty read_sdc read_spef read_verilog
		ssta_keep ssta_plot ssta_property ssta_show step unset_* warp_property
	}
	variable of_screen {
		cursor density_scale density_view density_zoom map_relief pane play plot plot_scale replay_search select_path
		speed view
	}
}

source [asset lesson_exercises.tcl]

proc lesson_title {title} {
	set lesson::title $title
}

proc lesson_step {title script text args} {
	set question ""
	set answer ""
	if {[llength $args] > 0 && [lindex $args 0] ni {-answer -tolerance -choices}} {
		set args [lassign $args question answer]
	}
	set exercise [lesson::exercise $question $args]
	set computed [expr {[dict exists $exercise -answer] ? [dict get $exercise -answer] : ""}]
	set lines {}
	set from 0
	foreach part [list $script $text $question $answer $computed] {
		lappend lines [lesson::line_of $part from]
	}
	lappend lesson::steps [list $title $script $text $question $answer $lines $exercise]
}

# The options of a step's exercise, checked; empty without one.
proc lesson::exercise {question options} {
	if {[llength $options] % 2 != 0} {
		error "lesson_step: [lindex $options end] needs a value"
	}
	foreach {option value} $options {
		if {$option ni {-answer -tolerance -choices}} {
			error "lesson_step: unknown option \"$option\"; there are -answer, -tolerance and -choices"
		}
	}
	if {$options ne "" && (![dict exists $options -answer] || $question eq "")} {
		error "lesson_step: an exercise needs a question and -answer SCRIPT"
	}
	if {[dict exists $options -tolerance]} {
		set tolerance [dict get $options -tolerance]
		if {![lesson::is_number $tolerance] || $tolerance < 0} {
			error "lesson_step: -tolerance \"$tolerance\" is not a number of at least 0"
		}
	}
	return $options
}

proc lesson::is_number {word} {
	return [expr {[string is double -strict $word] && ![string match -nocase *n* $word]}]
}

# The line of the file where a word of the command that is read begins; one that isn't there as it stands has the
# command's. Words are looked for from a place on, which moves on.
proc lesson::line_of {word name} {
	upvar 1 $name from
	set at [string first $word $lesson::command $from]
	if {$word eq "" || $at < 0} {
		return $lesson::line
	}
	set from [expr {$at + [string length $word]}]
	return [expr {$lesson::line + [regexp -all \n [string range $lesson::command 0 [expr {$at - 1}]]]}]
}

# ---- the interpreter of a lesson ----

# What the usage of a command says: whether its arguments are files, then each option and what its value is ("" = it is a flag).
proc lesson::usage {name} {
	if {![dict exists $lesson::usages $name]} {
		set usage [lindex [split [with_output_to_string {help $name}] \n] 0]
		set options {}
		foreach {all option value} [regexp -all -inline {\?(-\w+) ?([^?]*)\?} $usage] {
			lappend options $option $value
		}
		regsub -all {\?-\w+ ?[^?]*\?} $usage {} arguments
		dict set lesson::usages $name [list [regexp {FILE|MATRIX} $arguments] $options]
	}
	return [dict get $lesson::usages $name]
}

# The options of a usage that a word may mean; an exact name is one.
proc lesson::options_like {options word} {
	if {[dict exists $options $word] || ![regexp {^-[^0-9.]} $word]} {
		return [expr {[dict exists $options $word] ? [list $word] : {}}]
	}
	return [lmap {option value} $options {
		if {![string equal -length [string length $word] $word $option]} continue
		set option
	}]
}

# A command of ours from a lesson with its words: the name is of those allowed, none of the words makes it write a file or run
# anything, and what it reads is found. Where a word may be a file none is an object, as that would be no option whatever it
# begins with.
proc lesson::checked {name words} {
	if {$name ni $lesson::allowed} {
		error "$name: no command of a lesson"
	}
	lassign [lesson::usage $name] files options
	set checked [list $name]
	set value "" ;# of which option the word is, with its name
	set ended 0
	foreach word $words {
		if {$word in {> >>}} {
			error "$name: a lesson writes no files"
		}
		if {$files || $name eq "report_warp"} {
			set word [string range "x$word" 1 end]
		}
		set like [lesson::options_like $options $word]
		foreach option $like {
			if {[regexp {FILE|SCRIPT} [dict get $options $option]]} {
				error "$name: a lesson has no $option"
			}
		}
		if {$value eq "-of COMMAND"} {
			set word [lesson::checked [lindex $word 0] [lrange $word 1 end]]
		}
		if {$value ne ""} {
			set value ""
		} elseif {$word eq "--"} {
			set ended 1
		} elseif {!$ended && [regexp {^-[^0-9.]} $word]} {
			if {[llength $like] == 1 && [dict get $options $like] ne ""} {
				set value "$like [dict get $options $like]"
			}
		} elseif {$files} {
			set word [lesson::find $word]
		}
		lappend checked $word
	}
	return $checked
}

# Steps are those of the search, whatever view the reader has gone to, where a lesson doesn't name others.
proc lesson::call {name args} {
	if {$name in {goto step back} && "-of" ni $args} {
		lappend args -of search
	}
	return [uplevel #0 [lesson::checked $name $args]]
}

proc lesson::real {path} {
	return [file dirname [file normalize [file join $path x]]]
}

# The file of a lesson that has this name: beside it, through no link that leads elsewhere, or one of those that come with
# warpscope; a name that is no path may be that of a matrix.
proc lesson::find {name} {
	set beside [lesson::real [file join $lesson::folder $name]]
	if {[file pathtype $name] eq "relative" && ".." ni [file split $name]} {
		if {[file isfile $beside]} {
			if {[string match $lesson::ours/* $beside] ||
			    [string equal -length [string length $lesson::folder/] $lesson::folder/ $beside]} {
				return $beside
			}
		} elseif {![catch {asset $name} path]} {
			return $path
		} elseif {[regexp {^[[:alnum:]_-]+$} $name] && ![file exists $name]} {
			return $name
		} else {
			error $path
		}
	}
	error "$name: a lesson reads only files beside it, by name, and files that come with warpscope"
}

proc lesson::lab {name args} {
	return [uplevel #0 [list {*}[lesson::checked $name $args] > /dev/null]]
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
	set lesson::allowed {}
	foreach pattern $lesson::commands {
		foreach name [info commands ::$pattern] {
			set name [string range $name 2 end]
			if {[info procs ::$name] eq ""} { # a script of the user's
				lappend lesson::allowed $name
				interp alias lesson::safe $name {} lesson::call $name
			}
		}
	}
	foreach name {lab_spmv lab_bfs lab_cg lab_sta place_design report_warp} {
		lappend lesson::allowed $name
		interp alias lesson::safe $name {} lesson::lab $name
	}
	foreach name {lesson_title lesson_step lesson_use lesson_select lesson_map lesson_bin lesson_labels lesson_dies lesson_screen lesson_wait} {
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

# Evaluate there; an error says where: a line of the file, and which part of it.
proc lesson::eval {script line part} {
	if {[catch {interp eval lesson::safe $script} result options]} {
		return -code error -errorcode [dict get $options -errorcode] "$lesson::file:$line: error: $part$result"
	}
	return $result
}

# Command by command, as an error has no line. A command prefix may print each first.
proc lesson::eval_lines {script first part {tell ""}} {
	set command ""
	set begin $first
	set line $first
	foreach text [split $script \n] {
		append command $text \n
		incr line
		if {[string trim $command] eq ""} {
			set command ""
			set begin $line
		} elseif {[info complete $command]} {
			lesson::eval_one $command $begin $part $tell
			set command ""
			set begin $line
		}
	}
	lesson::eval_one $command $begin $part $tell
}

proc lesson::eval_one {command line part tell} {
	if {$tell ne ""} {
		{*}$tell $command $line
	}
	lesson::eval $command $line $part
}

# Of a file: what lesson_step goes by.
proc lesson::note {command line} {
	set lesson::command $command
	set lesson::line $line
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

proc lesson::replace {text line part} {
	if {[catch {lesson::eval [list subst $text] $line $part} result options]} {
		lesson::eval_lines_of_text $text $line $part
		return -options $options $result
	}
	return [lesson::fill $result]
}

# It fails: replace it by as few lines as are whole, so that the error has the line.
proc lesson::eval_lines_of_text {text first part} {
	set piece ""
	set begin $first
	set line $first
	foreach row [split $text \n] {
		append piece $row \n
		incr line
		if {[info complete "set {} \"$piece\""] || [regexp -all {\[} $piece] == [regexp -all {\]} $piece]} {
			lesson::eval [list subst $piece] $begin $part
			set piece ""
			set begin $line
		}
	}
}

# Run step n and give its title, text and question.
proc lesson::run {n} {
	lassign [lindex $lesson::steps [expr {$n - 1}]] title script text question - lines
	lassign [lindex $lesson::steps [expr {$n - 2}]] - - - - answer before
	lesson::eval_lines $script [lindex $lines 0] "script of step $n: "
	set text [lesson::replace $text [lindex $lines 1] "text of step $n: "]
	if {$n > 1 && $answer ne ""} {
		set part "answer of step [expr {$n - 1}]: "
		set text "The answer: [lesson::replace $answer [lindex $before 3] $part]\n\n$text"
	}
	if {$question ne ""} {
		set question "? [lesson::replace $question [lindex $lines 2] "question of step $n: "]"
		append question [lesson::invitation $n]
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
		uplevel #0 [list {*}[lesson::checked find_paths $args] > /dev/null]
		set lesson::serial [search_property serial]
		set lesson::used $key
	}
	goto first -of search
}

proc lesson_screen {name args} {
	if {$name ni $lesson::of_screen} {
		error "lesson_screen: \"$name\" is none of: [join $lesson::of_screen {, }]"
	}
	if {$lesson::on_screen} {
		$name {*}$args
	}
}

proc lesson_wait {seconds} {
	if {$lesson::on_screen} {
		wait_idle $seconds
	}
}

proc lesson_select {rank} {
	if {$lesson::on_screen && [string is integer -strict $rank]} {
		select_path $rank
	}
}

# The density map that the lesson is about; one that was just opened has none.
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
	{*}[lesson::checked density $args] > /dev/null
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
		lesson::call label_query {*}$args
		set lesson::asked $key
		set lesson::words [label_property query]
	}
	if {$lesson::on_screen} {
		plot drawing
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
	lesson::call set_variation {*}$variation
	lesson::call run_ssta {*}$args
	if {$lesson::on_screen} {
		ssta_show
		ssta_plot histogram
		view ssta
	}
}

proc lesson_bin {column row} {
	if {$lesson::on_screen && [string is integer -strict $column] && [string is integer -strict $row]} {
		density_cursor $column $row
	}
}

# ---- lessons ----

proc lesson::names {} {
	set channel [open [asset lessons/order.txt]]
	set names [split [string trim [::read $channel]] \n]
	close $channel
	return $names
}

# By its name or number, or a file of the user's.
proc lesson::load {name} {
	if {[file extension $name] eq ".tcl"} {
		set lesson::file [file normalize $name]
	} else {
		set names [lesson::names]
		if {[string is digit -strict $name]} {
			set found [lindex $names [expr {[scan $name %d] - 1}]]
			set name [expr {$found eq "" ? $name : $found}]
		}
		if {$name ni [concat demo $names]} {
			throw {WARPSCOPE 3} "no lesson \"$name\"; there are: [join $names {, }]"
		}
		set lesson::file [asset [expr {$name eq "demo" ? "demo.tcl" : "lessons/$name.tcl"}]]
	}
	if {[catch {open $lesson::file} channel]} {
		throw {WARPSCOPE 3} "$lesson::file: error: it can't be read"
	}
	set script [::read $channel]
	close $channel
	set lesson::folder [lesson::real [file dirname $lesson::file]]
	set lesson::ours [file dirname [lesson::real [file dirname [asset lessons/order.txt]]]]
	set lesson::key [expr {[file extension $name] eq ".tcl" ? $lesson::file : $name}]
	set lesson::title [file rootname [file tail $name]]
	set lesson::steps {}
	set lesson::at 0
	set lesson::used ""
	set lesson::placed ""
	lesson::begin
	lesson::eval_lines $script 1 "" lesson::note
	if {[llength $lesson::steps] == 0} {
		error "$lesson::file: error: this lesson has no steps"
	}
	lesson::forget_others
}

proc lesson_go {n} {
	if {$n < 1 || $n > [llength $lesson::steps]} {
		return
	}
	lassign [lindex $lesson::steps [expr {$n - 1}]] title - text
	if {$lesson::on_screen && [string trim $text] eq ""} {
		set lesson::at $n
		show_lesson $n [llength $lesson::steps] $title ""
		lesson::run $n
		return
	}
	lassign [lesson::run $n] title text question
	set lesson::at $n
	lesson::note_shown $n
	lesson::show $n $title $text $question
}

proc lesson::show {n title text question} {
	if {$lesson::on_screen} {
		if {$text in {> >>}} {
			append text " " ;# it is no redirection
		}
		show_lesson {*}[lesson::keys $n] $n [llength $lesson::steps] $title $text $question
		return
	}
	puts "$n. $title\n\n$text\n"
	if {$question ne ""} {
		puts "$question\n"
	}
}

proc lesson_next {} {
	lesson_go [expr {$lesson::at + 1}]
}

proc lesson_back {} {
	lesson_go [expr {$lesson::at - 1}]
}

# From its first step, on the screen unless there is none.
proc lesson_open {name {on_screen 1}} {
	lesson::load $name
	set lesson::on_screen $on_screen
	lesson_go 1
}

# Without a screen: all of it as text.
proc lesson_print {name} {
	lesson::load $name
	set lesson::on_screen 0
	puts "$lesson::title\n"
	for {set n 1} {$n <= [llength $lesson::steps]} {incr n} {
		lassign [lesson::run $n] title text question
		lesson::show $n $title $text $question
	}
}

# ---- lessons that users write ----

# What fails of step n: each part is tried, whatever became of those before it.
proc lesson::failures {n} {
	lassign [lindex $lesson::steps [expr {$n - 1}]] title script text question answer lines exercise
	set failures {}
	if {[catch {lesson::eval_lines $script [lindex $lines 0] "script of step $n: "} why]} {
		lappend failures $why
	}
	foreach {part words line} [list text $text 1 question $question 2] {
		if {[catch {lesson::replace $words [lindex $lines $line] "$part of step $n: "} why]} {
			lappend failures $why
		}
	}
	lassign [lindex $lesson::steps [expr {$n - 2}]] - - - - answer before
	if {$n > 1 && [catch {lesson::replace $answer [lindex $before 3] "answer of step [expr {$n - 1}]: "} why]} {
		lappend failures $why
	}
	if {$exercise ne "" && [catch {lesson::compute $n} why]} {
		lappend failures $why
	}
	return $failures
}

# Run a user's lesson without showing it, forward and backward as a reader may go, and report everything that fails.
proc lesson_check {file} {
	if {[file extension $file] ne ".tcl"} {
		throw {WARPSCOPE 2} "lesson check: \"$file\" isn't the name of a .tcl file"
	}
	lesson::load $file
	set lesson::on_screen 0
	set failures {}
	set n [llength $lesson::steps]
	for {set i 1} {$i <= 2 * $n - 1} {incr i} {
		set step [expr {$i <= $n ? $i : 2 * $n - $i}]
		foreach why [lesson::failures $step] {
			if {$why ni $failures} {
				lappend failures $why
			}
		}
	}
	if {[lindex $lesson::steps end 3] ne ""} {
		lappend failures "$lesson::file:[lindex $lesson::steps end 5 2]: error: question of step $n: there is no step for its answer"
	}
	if {[llength $failures] > 0} {
		error [join $failures \n]
	}
	puts "$lesson::title: all $n steps run, forth and back"
}

# A file to begin with.
proc lesson_new {file} {
	if {[file extension $file] ne ".tcl"} {
		throw {WARPSCOPE 2} "lesson new: \"$file\" isn't the name of a .tcl file"
	}
	if {[catch {open $file {WRONLY CREAT EXCL}} channel]} {
		throw {WARPSCOPE 3} "$file: error: [expr {[file exists $file] ? "there is such a file" : "it can't be written"}]"
	}
	set template [open [asset lesson_template.tcl]]
	puts -nonewline $channel [::read $template]
	close $template
	close $channel
	puts "$file: a lesson of two steps; lesson check $file runs it, lesson $file opens it"
}

# The command `lesson` without a screen.
proc lesson_batch {args} {
	lassign $args what value
	set n [llength $args]
	if {$n == 2 && $what in {check new answer score}} {
		lesson_$what $value
	} elseif {$n == 1 && $what eq "score"} {
		lesson_score
	} elseif {$n == 1 && $what in {next back} && $lesson::at > 0} {
		lesson_$what
	} elseif {$n == 1 && $what ni {check new answer next back selected ""} && [string index $what 0] ne "-"} {
		lesson_open $what 0
	} else {
		throw {WARPSCOPE 2} "lesson: expected \"check FILE\", \"new FILE\", \"answer VALUE\", \"score ?forget?\", a number or a name; \"next\" and \"back\" go on in an open lesson"
	}
}
