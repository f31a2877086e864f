# lesson.tcl - what lessons are written with.
#
#	lesson_title TITLE
#	lesson_step TITLE SCRIPT TEXT
#
# A step runs its script and shows its text, in which [commands] and $variables are replaced after the
# script has run, so that the numbers are those of what is on the screen. Paragraphs are separated by
# blank lines and filled; one whose lines begin with four blanks is kept as it is. A script must reach
# its place from anywhere, because steps are also taken back.

namespace eval lesson {
	variable steps {}
	variable at 0
}

proc lesson_title {title} {
	set lesson::title $title
}

proc lesson_step {title script text} {
	lappend lesson::steps [list $title $script $text]
}

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

# Run step n and give its title and text.
proc lesson::run {n} {
	lassign [lindex $lesson::steps [expr {$n - 1}]] title script text
	uplevel #0 $script
	return [list $title [lesson::fill [uplevel #0 [list subst $text]]]]
}

proc lesson::names {} {
	set files [glob -nocomplain -tails -directory [asset lessons] *.tcl]
	return [lsort [lmap file $files {file rootname $file}]]
}

proc lesson::load {name} {
	if {$name ni [lesson::names]} {
		throw {WARPSCOPE 3} "no lesson \"$name\"; there are: [join [lesson::names] {, }]"
	}
	set lesson::steps {}
	set lesson::at 0
	uplevel #0 [list source [asset lessons/$name.tcl]]
}

proc lesson_go {n} {
	if {$n < 1 || $n > [llength $lesson::steps]} {
		return
	}
	set lesson::at $n
	lassign [lesson::run $n] title text
	show_lesson $n [llength $lesson::steps] $title $text
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
	lesson_go 1
}

# Without a screen: all of it as text.
proc lesson_print {name} {
	lesson::load $name
	puts "$lesson::title\n"
	for {set n 1} {$n <= [llength $lesson::steps]} {incr n} {
		lassign [lesson::run $n] title text
		puts "$n. $title\n\n$text\n"
	}
}
