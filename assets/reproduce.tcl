# reproduce.tcl - tables and figures of the five papers, computed again: "paper | here". See doc/papers.md.
#
#	warpscope --reproduce LIST
#
# LIST has names, parted by commas. A name may be followed by designs and a number of gates, for machines that are
# too small for all of it: cpg-table4:vga_lcd+des_perf_ispd:20000. "list" lists the names, "all" is all of them.
#
# Designs are stand-ins (generate_design -profile): made to the printed numbers of gates, pins and arcs, not the
# benchmarks themselves, which may not be redistributed. So absolute times are of another design on another machine.
# Ratios between methods are what can be compared. A cell is measured for what its head says, or is "-", with the reason below.
# Times are medians of three runs after one that doesn't count; "+-" is half of the range of a line's runs by their median, the largest of the line.

namespace eval reproduce {
	variable runs 3
	variable spread 0
	variable items {
		cpg-table2 "run time at MDL 10, 15 and 20 (conference table II)"
		cpg-table3 "run time with path constraints"
		cpg-table4 "sorted on the host against fused kernels"
		cpg-constraints-fused "the same with path constraints (section VII-E)"
		cpg-fig11 "largest error by level (conference figure 5)"
		cpg-fig12 "speed-up over the baseline's cores (conference figure 6)"
		cpg-fig13 "run time over the size of the constrained subgraph"
		cpg-fig14 "shares of the first levels"
		density-table2 "boxes of nets"
		density-table3 "boxes of cells"
		density-fig9 "CPU methods over threads"
		density-fig10 "methods over the rounds of a placement"
		spmv-table1 "sizes of matrices of set 1"
		spmv-table2 "sizes of matrices of set 2"
		spmv-table3 "products with matrices of set 1"
		spmv-table4 "products with matrices of set 2"
		spmv-table5 "sizes of matrices of paths"
		spmv-table6 "timing of paths as products"
		spmv-table7 "sizes of matrices of placements"
		spmv-table8 "conjugate gradients"
		spmv-table9 "breadth-first searches by products"
		ssta-table1 "dies of 30 circuits"
	}
	# What has no numbers to compute, or can't be.
	variable left_out {
		"CPG table I, Density table I" "fields and notations"
		"CPG figures 1 to 10, Density figures 1 to 8, SpMV figures 1 to 6" "drawings and listings; open_figure opens those with a graph"
		"CPG figures 11 to 13, Density figures 9 and 10" "printed as curves: the paper's side is what its text says of them"
	}
	# Names that an item may be followed by.
	variable names
}

foreach part {cpg density lab} { source [asset reproduce/$part.tcl] }

# ---- machine and time ----

proc reproduce::report {command} {
	set file [file tempfile path]
	close $file
	uplevel #0 [list eval "$command > $path"]
	set file [open $path]
	set text [read $file]
	close $file
	file delete $path
	return $text
}

# The device, as report_device names it.
proc reproduce::device {} {
	if {[regexp -line {^device +(.*)$} [report report_device] - name]} { return $name }
	return unknown
}

proc reproduce::on_cpu {} {
	return [string match CPU* [device]]
}

proc reproduce::cores {} {
	if {[regexp {cpu: (\d+) processors?} [report report_device] - n]} { return $n }
	return 1
}

# The median; the line's spread is noted.
proc reproduce::median {times} {
	variable spread
	set times [lsort -real $times]
	set median [lindex $times [expr {[llength $times] / 2}]]
	if {$median > 0} {
		set spread [expr {max($spread, ([lindex $times end] - [lindex $times 0]) / 2.0 / $median)}]
	}
	return $median
}

# "+-12%" of the line, which ends.
proc reproduce::spread {} {
	variable spread
	set text [format "+-%.0f%%" [expr {100 * $spread}]]
	set spread 0
	return $text
}

# Times of the runs of a script, ms, after one that doesn't count.
proc reproduce::times {script} {
	variable runs
	set times {}
	uplevel 1 $script
	for {set i 0} {$i < $runs} {incr i} {
		set begin [clock microseconds]
		uplevel 1 $script
		lappend times [expr {([clock microseconds] - $begin) / 1000.0}]
	}
	return $times
}

proc reproduce::ms {script} {
	return [median [uplevel 1 [list reproduce::times $script]]]
}

# The value of a script in a process of its own: on a number of threads of the processor or, without one, on this device.
proc reproduce::elsewhere {threads script} {
	variable runs
	set options [expr {$threads eq {} ? [list -d [expr {[on_cpu] ? {cpu} : {cuda}}]] : [list -d cpu --threads $threads]}]
	set out [exec [info nameofexecutable] -b --no-init {*}$options -e "source \[asset reproduce.tcl\]; set reproduce::runs $runs; $script" 2>@1]
	if {![regexp -line {^value (.*)$} $out - value]} { error "no value in \"$out\"" }
	return $value
}

# Of kernels whose names match, ms, in the accounts of the runs of a script, after one that doesn't count.
proc reproduce::kernel_times {script pattern} {
	variable runs
	set times {}
	uplevel 1 $script
	for {set i 0} {$i < $runs} {incr i} {
		lappend times [sum_of [uplevel 1 [list reproduce::accounts $script]] $pattern]
	}
	return $times
}

# Of each kernel, ms in the accounts that a script leaves.
proc reproduce::accounts {script} {
	profile reset
	profile on
	uplevel 1 $script
	set text [report "report_kernels -times"]
	profile off
	set all {}
	foreach line [split $text \n] {
		if {[regexp {^(\S+) +(\d+) +\S+ +\S+ +\S+ +([0-9.]+) } $line - name n time]} {
			dict set all $name $time
		}
	}
	return $all
}

proc reproduce::sum_of {times pattern} {
	set sum 0
	dict for {kernel time} $times {
		if {[regexp $pattern $kernel]} { set sum [expr {$sum + $time}] }
	}
	return $sum
}

proc reproduce::head {title machine} {
	puts "\n$title"
	puts "  paper  $machine"
	variable runs
	puts "  here   [device]; designs are stand-ins made to the printed sizes; medians of $runs runs"
}

# "12.3" or "-", in that many columns.
proc reproduce::number {value {width 10}} {
	if {$value eq "" || $value eq "-"} { return [format %${width}s -] }
	if {abs($value) >= 100} { return [format %${width}.0f $value] }
	return [format %${width}.4g $value]
}

proc reproduce::pair {paper here {width 10}} {
	return "[number $paper $width] |[number $here $width]"
}

proc reproduce::ratio {a b} {
	return [expr {$a ne {-} && $b ne {-} && $b > 0 ? double($a) / $b : {-}}]
}

# ---- designs ----

# The command that makes a design, without credit, as the papers' path search has none.
proc reproduce::opening {name gates} {
	return "generate_design -profile $name[expr {$gates eq {} ? {} : " -gates $gates"}]; set_cppr off"
}

proc reproduce::make {name gates} {
	close_design
	eval [opening $name $gates]
}

proc reproduce::size {} {
	set text [report report_design]
	foreach what {pins instances arcs} {
		set $what -
		regexp -line "^$what +(\\d+)" $text - $what
	}
	return [list $pins $instances $arcs]
}

# ---- what is asked for ----

proc reproduce {list} {
	set items $reproduce::items
	if {$list eq "list"} {
		dict for {name what} $items { puts "[format %-22s $name] $what" }
		dict for {name why} $reproduce::left_out { puts "not here: $name: $why" }
		return
	}
	foreach item [split $list ,] {
		lassign [split [string trim $item] :] name designs gates
		if {$name eq "all"} {
			foreach each [dict keys $items] { reproduce [join [list $each $designs $gates] :] }
			continue
		}
		if {![dict exists $items $name]} {
			error "--reproduce: no table or figure is called \"$name\"; there are [join [dict keys $items] {, }], all and list"
		}
		set known [dict get $reproduce::names $name]
		set designs [expr {$designs eq {} ? $known : [split $designs +]}]
		foreach design $designs {
			if {$design ni $known} {
				error "--reproduce: no design of $name is called \"$design\"; there are [join $known {, }]"
			}
		}
		if {$gates ne "" && (![string is integer -strict $gates] || $gates < 1)} {
			error "--reproduce: expected a number of gates, not \"$gates\""
		}
		reproduce::$name $designs $gates
	}
}
