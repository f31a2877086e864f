# lesson_exercises.tcl - the exercises of lessons: answers, scores, and what is kept from session to session. lesson.tcl reads it.

proc lesson::exercise_of {n} {
	return [lindex $lesson::steps [expr {$n - 1}] 6]
}

# What follows a question.
proc lesson::invitation {n} {
	set exercise [lesson::exercise_of $n]
	if {$exercise eq ""} {
		return " Press . to see."
	}
	set choices {}
	if {[dict exists $exercise -choices]} {
		set choices [dict get $exercise -choices]
	}
	if {$lesson::on_screen && $choices ne ""} {
		set i 0
		return " [join [lmap word $choices {format "%d: %s" [incr i] $word}] {, }]; or press . to see."
	}
	set within ""
	if {[dict exists $exercise -tolerance] && [dict get $exercise -tolerance] > 0} {
		set within " (right within [dict get $exercise -tolerance])"
	}
	if {$lesson::on_screen} {
		return " Type a number$within and Enter, or press . to see."
	}
	set value [expr {$choices eq "" ? "VALUE" : [join $choices |]}]
	return " Type :lesson answer $value$within, or press . to see."
}

# How keys of the screen answer it, as options of show_lesson.
proc lesson::keys {n} {
	set exercise [lesson::exercise_of $n]
	if {[dict exists $exercise -choices]} {
		return [list -choices [dict get $exercise -choices]]
	}
	return [expr {$exercise eq "" ? "" : "-number"}]
}

proc lesson::record_of {n} {
	if {[dict exists $lesson::score $lesson::key $n]} {
		return [dict get $lesson::score $lesson::key $n]
	}
	return [list 0 0 0 0 [lesson::checksum $n] ""]
}

proc lesson::record {n record} {
	if {![dict exists $lesson::score $lesson::key $n] || [dict get $lesson::score $lesson::key $n] ne $record} {
		dict set lesson::score $lesson::key $n $record
		dict set lesson::touched [list $lesson::key $n] 1
		return 1
	}
	return 0
}

# Step n is shown: its exercise is asked, and the answer to that of the step before is known.
proc lesson::note_shown {n} {
	set changed 0
	if {[lesson::exercise_of $n] ne ""} {
		incr changed [lesson::record $n [lesson::record_of $n]]
	}
	set before [expr {$n - 1}]
	if {$n > 1 && [lesson::exercise_of $before] ne ""} {
		incr changed [lesson::record $before [lreplace [lesson::record_of $before] 3 3 1]]
	}
	if {$changed} {
		lesson::keep
	}
}

# ---- from session to session ----

# A line for each exercise: key, step and its record, separated by tabs; older ones have no answer. What is no such line is left out.
proc lesson::read_kept {path} {
	set kept [dict create]
	if {$path eq "" || ![file isfile $path] || [file size $path] > 1000000 || [catch {open $path} channel]} {
		return $kept
	}
	fconfigure $channel -encoding utf-8
	foreach line [split [::read $channel] \n] {
		if {[regexp {^([^\t]+)\t(\d{1,9})\t(\d{1,9})\t([01])\t([01])\t([01])\t(\d{1,10})(?:\t([^\t]*))?$} $line - key n tries first right shown sum answer]} {
			dict set kept $key $n [list $tries $first $right $shown $sum $answer]
		}
	}
	close $channel
	return $kept
}

proc lesson::need_kept {} {
	if {$lesson::kept} {
		return
	}
	set lesson::kept 1
	dict for {key steps} [lesson::read_kept [state_file lessons]] {
		dict for {n record} $steps {
			if {![dict exists $lesson::score $key $n]} {
				dict set lesson::score $key $n $record
			}
		}
	}
}

# What other sessions have kept meanwhile stays, but for what this one has touched.
proc lesson::keep {} {
	set path [state_file lessons]
	if {$path eq ""} {
		return
	}
	lesson::need_kept
	set all [lesson::read_kept $path]
	foreach entry [dict keys $lesson::touched] {
		lassign $entry key n
		if {![string match "*\[\t\n\]*" $key]} {
			dict set all $key $n [dict get $lesson::score $key $n]
		}
	}
	lesson::write_kept $path $all
}

# Beside it first, so that nothing is lost when there is no room.
proc lesson::write_kept {path all} {
	set beside $path.[pid]
	set failed [catch {
		file delete $beside
		set channel [open $beside {WRONLY CREAT EXCL} 0600]
		fconfigure $channel -encoding utf-8
		dict for {key steps} $all {
			dict for {n record} $steps {
				puts $channel [join [list $key $n {*}$record] \t]
			}
		}
		close $channel
		file rename -force $beside $path
	} why]
	if {$failed} {
		catch {close $channel}
		catch {file delete $beside}
		puts stderr "warning: the score of lessons isn't kept: $why"
	}
}

# What a step's exercise is: one that was kept of another doesn't count.
proc lesson::checksum {n} {
	lassign [lindex $lesson::steps [expr {$n - 1}]] - script - question - - exercise
	return [zlib crc32 [encoding convertto utf-8 [list $script $question $exercise]]]
}

proc lesson::forget_others {} {
	lesson::need_kept
	if {![dict exists $lesson::score $lesson::key]} {
		return
	}
	dict for {n record} [dict get $lesson::score $lesson::key] {
		if {[lindex $record 4] != [lesson::checksum $n]} {
			dict unset lesson::score $lesson::key $n
		}
	}
}

# The answer to the exercise of step n, computed at its place.
proc lesson::compute {n} {
	lassign [lindex $lesson::steps [expr {$n - 1}]] - script - - - lines exercise
	set line [lindex $lines 4]
	lesson::eval_lines $script [lindex $lines 0] "script of step $n: "
	set computed [lesson::eval [dict get $exercise -answer] $line "-answer of step $n: "]
	if {$computed ne "" && [dict exists $exercise -choices] && ![lesson::among $computed [dict get $exercise -choices]]} {
		error "$lesson::file:$line: error: -answer of step $n: \"$computed\" is none of the choices"
	}
	return $computed
}

proc lesson::among {word words} {
	return [expr {[lsearch -exact -nocase $words $word] >= 0}]
}

# Check a prediction for the exercise of the step that is shown; says right or wrong, and what was computed.
proc lesson_answer {value} {
	set n $lesson::at
	if {$n == 0} {
		throw {WARPSCOPE 1} "lesson answer: no lesson is open; help lessons lists them"
	}
	set exercise [lesson::exercise_of $n]
	if {$exercise eq ""} {
		throw {WARPSCOPE 1} "lesson answer: step $n has no exercise"
	}
	set value [join [regexp -all -inline {\S+} $value]]
	if {[dict exists $exercise -choices] && ![lesson::among $value [dict get $exercise -choices]]} {
		throw {WARPSCOPE 2} "lesson answer: \"$value\" is none of: [join [dict get $exercise -choices] {, }]"
	}
	set computed [lesson::compute $n]
	if {$computed eq ""} {
		throw {WARPSCOPE 1} "lesson answer: there is no answer yet; do first what the step asks for"
	}
	set within ""
	if {![dict exists $exercise -choices] && [lesson::is_number $computed]} {
		if {![lesson::is_number $value]} {
			throw {WARPSCOPE 2} "lesson answer: \"$value\" is not a number"
		}
		set tolerance [expr {[dict exists $exercise -tolerance] ? [dict get $exercise -tolerance] : 0}]
		set right [expr {abs($value - $computed) <= $tolerance}]
		set within [expr {$tolerance > 0 ? ", within $tolerance" : ""}]
	} else {
		set right [string equal -nocase $value $computed]
	}
	lassign [lesson::record_of $n] tries first was_right shown sum
	set first [expr {$first || ($right && $tries == 0 && !$shown)}]
	lesson::record $n [list [incr tries] $first [expr {$was_right || $right}] $shown $sum $value]
	lesson::keep
	set verdict [expr {$right ? "right: $computed$within" : "wrong: the answer is $computed$within"}]
	puts $verdict
	lesson::show_verdict $n $verdict
}

# On a screen it is shown below the question; the script of the step runs again.
proc lesson::show_verdict {n verdict} {
	if {$lesson::on_screen} {
		lassign [lesson::run $n] title text question
		show_lesson $n [llength $lesson::steps] $title $text "$question\n\n$verdict"
	}
}

# A line for each lesson with an exercise that was asked, in the order of the course, then one's own; and the total.
proc lesson_score {{what ""}} {
	if {$what ni {"" csv forget}} {
		throw {WARPSCOPE 2} "lesson score: expected csv, forget or nothing, not \"$what\""
	}
	if {$what eq "forget"} {
		lesson::forget_all
		return
	}
	lesson::need_kept
	set keys [lmap key [lesson::names] {expr {[dict exists $lesson::score $key] ? $key : [continue]}}]
	foreach key [lsort [dict keys $lesson::score]] {
		if {$key ni $keys} {
			lappend keys $key
		}
	}
	if {$what eq "csv"} {
		lesson::write_csv $keys
		return
	}
	set form "%-20s %6s %10s %6s %6s"
	set total {0 0 0 0}
	set lines {}
	foreach key $keys {
		set steps [dict get $lesson::score $key]
		set counts [list [dict size $steps] 0 0 0]
		dict for {n record} $steps {
			lassign $record - first right
			set counts [lmap count $counts add [list 0 $first $right [expr {!$right}]] {expr {$count + $add}}]
		}
		if {[dict size $steps] > 0} {
			lappend lines [format $form [file rootname [file tail $key]] {*}$counts]
		}
		set total [lmap a $total b $counts {expr {$a + $b}}]
	}
	if {$lines eq ""} {
		puts "no exercise was asked"
		return
	}
	puts [format $form lesson asked "first try" right open]
	puts [join $lines \n]
	puts [format $form total {*}$total]
}

# As RFC 4180 has it; a word that a spreadsheet would take for a formula begins with an apostrophe.
proc lesson::csv_word {word} {
	if {[regexp {^[=+@\t]} $word] || ([string match -* $word] && ![string is double -strict $word])} {
		set word '$word
	}
	return [expr {[regexp {[",\n\r]} $word] ? "\"[string map {\" \"\"} $word]\"" : $word}]
}

# A line for each exercise that was asked: what was answered last, and how it went.
proc lesson::write_csv {keys} {
	puts "lesson,step,answer,tries,right,first_try,answer_shown"
	foreach key $keys {
		foreach n [lsort -integer [dict keys [dict get $lesson::score $key]]] {
			lassign [dict get $lesson::score $key $n] tries first right shown - answer
			puts [join [lmap word [list [file rootname [file tail $key]] $n $answer $tries $right $first $shown] {lesson::csv_word $word}] ,]
		}
	}
}

proc lesson::forget_all {} {
	set lesson::score [dict create]
	set lesson::touched [dict create]
	set lesson::kept 1
	set path [state_file lessons]
	if {$path ne ""} {
		file delete $path
	}
	puts "forgotten"
}
