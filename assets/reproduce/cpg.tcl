# cpg.tcl - tables and figures of [CPG-J] and [CPG]: path search.

namespace eval reproduce {
	variable designs {leon2 leon3mp netcard vga_lcd vga_lcd_iccad b19_iccad des_perf_ispd edit_dist_ispd
		mgc_edit_dist mgc_matric_mult}
	foreach item {cpg-table2 cpg-table3 cpg-table4 cpg-constraints-fused cpg-fig11} { dict set names $item $designs }
	dict set names cpg-fig12 {leon2 leon3mp netcard b19_iccad}
	dict set names cpg-fig13 {leon2 leon3mp netcard b19_iccad vga_lcd vga_lcd_iccad des_perf_ispd edit_dist_ispd}
	dict set names cpg-fig14 $designs

	# CPG, table II: pins, gates, arcs, OpenTimer's ms, and ms at MDL 10, 15, 20.
	variable table2 {
		leon2 {4328255 1616399 7984262 2875783 4708.36 5295.49 5413.84}
		leon3mp {3376821 1247725 6277562 1217886 5520.85 7091.79 8182.84}
		netcard {3999174 1496719 7404006 752188 2050.60 2475.90 2484.08}
		vga_lcd {397809 139529 756631 53204 682.94 683.04 706.16}
		vga_lcd_iccad {679258 259067 1243041 66582 720.40 754.35 766.29}
		b19_iccad {782914 255278 1576198 402645 2144.67 2948.94 3483.05}
		des_perf_ispd {371587 138878 697145 24120 763.79 766.31 780.56}
		edit_dist_ispd {416609 147650 799167 614043 1818.49 2475.12 2900.14}
		mgc_edit_dist {450354 161692 852615 694014 1463.61 1485.65 1493.90}
		mgc_matric_mult {492568 171282 948154 214980 994.67 1075.90 1113.26}
	}
	# CPG, table III: k, OpenTimer's ms, CUDA's ms.
	variable table3 {
		leon2 {10000 2460000 45839} leon3mp {10000 2390000 23498} netcard {5000 133000 31254}
		b19_iccad {5000 180000 6993} vga_lcd {1000 40000 1997} vga_lcd_iccad {1000 45000 3701}
		des_perf_ispd {1000 53000 2073} edit_dist_ispd {1000 63000 3271} mgc_edit_dist {1000 104000 3766}
		mgc_matric_mult {1000 14000 3311}
	}
	# CPG, table IV: optimized ms at MDL 10, 15, 20, and MiB; "Previous" is table II.
	variable table4 {
		leon2 {942.69 1033.62 1090.70 658} leon3mp {944.09 1202.89 1395.31 590}
		netcard {674.15 731.786 753.58 644} vga_lcd {382.12 385.849 360.36 320}
		vga_lcd_iccad {382.19 385.186 384.89 348} b19_iccad {509.28 627.398 740.65 360}
		des_perf_ispd {332.11 346.358 332.97 330} edit_dist_ispd {473.13 566.569 674.51 338}
		mgc_edit_dist {410.69 401.359 405.44 336} mgc_matric_mult {376.99 415.331 462.76 340}
	}
}

# The pin of the worst path at this share of its points.
proc reproduce::point_at {share} {
	set points [path_property 1 points] ;# pins, each with its edge
	return [lindex $points [expr {int([llength $points] / 2 * $share) * 2}]]
}

# A pin that the worst paths pass, in their midst: constraints aren't printed.
proc reproduce::a_pin {} {
	find_paths -max_paths 1
	return [point_at 0.5]
}

# OpenTimer isn't here: its side is the exact search on processors of this machine. Times of its runs, ms.
proc reproduce::baseline {name gates threads k {filter {}}} {
	return [median [elsewhere $threads "[opening $name $gates]; puts \"value \[reproduce::times {find_paths -max_paths $k $filter}\]\""]]
}

proc reproduce::tell_baseline {} {
	puts "OpenTimer isn't run: its column here, and what speed-ups are over, is the exact search (find_paths) on one processor."
}

proc reproduce::cpg-table2 {designs gates} {
	variable table2
	head "CPG table II: 100,000 paths, ms" "GeForce RTX 2080; OpenTimer on a core of a Xeon Gold 6138, 2 GHz"
	puts "[format %-16s design] [format %21s {pins    paper | here}] [format %21s {gates   paper | here}]\
 [format %21s {arcs    paper | here}]"
	foreach name $designs {
		lassign [dict get $table2 $name] pins n arcs
		make $name $gates
		lassign [size] here_pins here_gates here_arcs
		puts "[format %-16s $name] [pair $pins $here_pins] [pair $n $here_gates] [pair $arcs $here_arcs]"
	}
	puts "\n[format %-16s design] MDL [format %21s {OpenTimer paper | here}] [format %21s {GPU paper | this device}] [format %21s {speed-up}]"
	foreach name $designs {
		lassign [dict get $table2 $name] pins n arcs timer m10 m15 m20
		make $name $gates
		set base [baseline $name $gates 1 100000]
		foreach mdl {10 15 20} paper [list $m10 $m15 $m20] {
			set here [ms {find_paths -max_paths 100000 -method paper-host -mdl $mdl}]
			puts "[format %-16s $name] $mdl  [pair $timer $base] [pair $paper $here] [pair [ratio $timer $paper] [ratio $base $here]]  [spread]"
		}
	}
	puts "This device: -method paper-host, as the conference has it."
	tell_baseline
}

proc reproduce::cpg-table4 {designs gates {through 0}} {
	variable table2
	variable table4
	set what [expr {$through ? "section VII-E: with -through a pin of the worst path" : "table IV"}]
	head "CPG $what: previous (paper-host) and optimized (paper-fused), ms, 100,000 paths" "GeForce RTX 2080"
	puts "[format %-16s design] MDL  [format %21s {previous paper | here}] [format %21s {optimized}] [format %21s {speed-up}]"
	foreach name $designs {
		make $name $gates
		set filter [expr {$through ? [list -through [a_pin]] : {}}]
		for {set i 0} {$i < 3} {incr i} {
			set mdl [lindex {10 15 20} $i]
			set host [ms {find_paths -max_paths 100000 -method paper-host -mdl $mdl {*}$filter}]
			set fused [ms {find_paths -max_paths 100000 -method paper-fused -mdl $mdl {*}$filter}]
			set previous -
			set optimized -
			if {!$through} {
				set previous [lindex [dict get $table2 $name] [expr {4 + $i}]]
				set optimized [lindex [dict get $table4 $name] $i]
			}
			puts "[format %-16s $name] $mdl   [pair $previous $host] [pair $optimized $fused] [pair [ratio $previous $optimized] [ratio $host $fused]]  [spread]"
		}
	}
	if {!$through} { peaks $designs $gates }
	if {$through} {
		puts "The paper says 3 to 5 with relaxed constraints of leon2 and leon3mp, less with strict ones; it has no table."
	}
}

# The last column of table IV. Here it is all that the process has on the device, netlist and timing included.
proc reproduce::peaks {designs gates} {
	variable table4
	puts "\n[format %-16s design]      [format %21s {peak MiB  paper | here}]"
	foreach name $designs {
		set here -
		set script "[opening $name $gates]; find_paths -max_paths 100000 -method paper-fused -mdl 20"
		set out [elsewhere {} "$script; regexp -line {^ *total +\\d+ +(\\d+)$} \[reproduce::report report_memory\] - bytes; puts \"value \$bytes\""]
		set here [expr {$out / 1048576.0}]
		puts "[format %-16s $name]      [pair [lindex [dict get $table4 $name] 3] $here]"
	}
	puts "Here: everything of one process on the device, at MDL 20, the netlist's timing included."
}

proc reproduce::cpg-constraints-fused {designs gates} {
	cpg-table4 $designs $gates 1
}

proc reproduce::cpg-table3 {designs gates} {
	variable table3
	head "CPG table III: with path constraints, ms" "GeForce RTX 2080; OpenTimer on a core of a Xeon Gold 6138, 2 GHz"
	puts "[format %-16s design] [format %7s k] [format %21s {OpenTimer paper | here}] [format %21s {GPU paper | this device}] [format %21s {speed-up}]"
	foreach name $designs {
		lassign [dict get $table3 $name] k timer cuda
		make $name $gates
		set pin [a_pin]
		set base [baseline $name $gates 1 $k "-through $pin"]
		set here [ms {find_paths -max_paths $k -method paper-host -mdl 15 -through $pin}]
		puts "[format %-16s $name] [format %7d $k] [pair $timer $base] [pair $cuda $here] [pair [ratio $timer $cuda] [ratio $base $here]]  [spread]"
	}
	puts "Which pins the paper chose isn't printed: here one in the midst of the worst path. This device: -method paper-host -mdl 15."
	tell_baseline
}

proc reproduce::cpg-fig11 {designs gates} {
	head "CPG figure 11: largest error of slack by level, -method paper" "against OpenTimer's report; here against the exact ranking"
	puts "paper: nearly none at level 10 on all designs; from level 2 to 3 it falls by over 1000 ps in most large ones"
	foreach name $designs {
		make $name $gates
		foreach k {10000 100000 1000000} {
			puts "$name, $k paths"
			if {[catch {
				find_paths -max_paths $k -method paper -mdl 10
				report_levels -errors
			} why]} { puts "not computed: $why" }
		}
	}
}

proc reproduce::cpg-fig12 {designs gates} {
	set paper {leon2 {543 44.88} leon3mp {172 24.90} netcard {304 45.68} b19_iccad {137 35.27}}
	head "CPG figure 12: speed-up over a baseline's cores, MDL 15, 100,000 paths" "GeForce RTX 2080 against OpenTimer on 1 to 40 cores"
	puts "[format %-16s design] cores [format %23s {over   paper | paper-host}] [format %12s {exact here}]"
	foreach name $designs {
		lassign [dict get $paper $name] one forty
		make $name $gates
		set host [ms {find_paths -max_paths 100000 -method paper-host -mdl 15}]
		set exact [ms {find_paths -max_paths 100000}]
		set there 0
		foreach n {1 2 4 8 16 32 40} {
			if {$n > [cores]} break
			set there $n
			set base [baseline $name $gates $n 100000]
			set printed [expr {$n == 1 ? $one : $n == 40 ? $forty : {-}}]
			puts "[format %-16s $name] [format %5d $n]   [pair $printed [ratio $base $host]] [number [ratio $base $exact] 12]  [spread]"
		}
		if {$there < 40} { puts "[format %-16s $name] [format %5d 40]   [pair $forty -]  this machine has [cores] processors" }
	}
	puts "The baseline here is the exact search on N processors. exact here: over the exact search on the device, which finds the same paths."
}

# Pins on the worst paths of endpoints, whose subgraphs are of sizes as different as there are: {states pin} by size, at most n.
proc reproduce::subgraphs {n} {
	set found {}
	find_paths -max_paths 400
	set all [search_property ranked]
	for {set rank 1} {$rank <= $all} {incr rank [expr {max($all / 8, 1)}]} {
		set points [path_property $rank points]
		foreach part {0 0.1 0.3 0.5 0.7 0.9} {
			set pin [lindex $points [expr {int([llength $points] / 2 * $part) * 2}]]
			if {$pin in [dict values $found]} continue
			label_query -through $pin -filter exact
			dict set found [label_property exact] $pin
		}
	}
	set sizes [lsort -integer [dict keys $found]]
	set some {}
	for {set i 0} {$i < $n} {incr i} {
		set size [lindex $sizes [expr {([llength $sizes] - 1) * $i / max($n - 1, 1)}]]
		if {$size > 0 && $size ni $some} { lappend some $size }
	}
	return [lmap size $some { list $size [dict get $found $size] }]
}

proc reproduce::cpg-fig13 {designs gates} {
	head "CPG figure 13: run time over the size of the constrained subgraph, 1000 paths, ms" "GeForce RTX 2080 and OpenTimer on a core; curves, from 4.3 K to 2.3 M pins; in the text 100.5 x at 2.3 M, little at 5.3 K to 7.2 K"
	puts "[format %-16s design] [format %10s states] [format %12s {one core}] [format %12s paper-host] [format %23s {speed-up paper | here}]"
	foreach name $designs {
		make $name $gates
		foreach one [subgraphs 5] {
			lassign $one left pin
			set base [baseline $name $gates 1 1000 "-through $pin"]
			set host [ms {find_paths -max_paths 1000 -method paper-host -mdl 15 -through $pin}]
			puts "[format %-16s $name] [format %10d $left] [number $base 12] [number $host 12]   [pair - [ratio $base $host]]  [spread]"
		}
	}
	puts "The paper's points are printed as curves only, its constraints and numbers of paths not at all. states: pins and edges with a path."
	puts "one core: the exact search on a processor, for OpenTimer."
}

# The first three levels of a search that is stepped: what kernels and the rest took, ms.
proc reproduce::first_levels {method} {
	find_paths -max_paths 100000 -method $method -mdl 15 -paused
	step ;# the forest
	profile reset
	profile on
	set begin [clock microseconds]
	step 3
	set whole [expr {([clock microseconds] - $begin) / 1000.0}]
	set text [report "report_kernels -times"]
	profile off
	set merging 0
	set copies 0
	set expanding 0
	foreach line [split $text \n] {
		if {![regexp {^(\S+) +(\d+) +\S+ +\S+ +\S+ +([0-9.]+) } $line - kernel n time]} continue
		if {[regexp {^(merge_|partition_ranking)} $kernel]} {
			set merging [expr {$merging + $time}]
		} elseif {$kernel in {download upload copy fill}} {
			set copies [expr {$copies + $time}]
		} elseif {[regexp {expand|allocate|_blocks$|^count_|^offset_} $kernel]} {
			set expanding [expr {$expanding + $time}]
		}
	}
	return [list $whole $expanding $merging $copies]
}

proc reproduce::cpg-fig14 {designs gates} {
	variable runs
	head "CPG figure 14: where a search's time goes, 100,000 paths" "GeForce RTX 2080, leon2"
	puts "Shares of the run time of the first levels (section VII-E: \"the initial iterations\"; here three levels), %."
	puts "[format %-16s design] [format %-28s {optimized (paper-fused)}] [format %21s {paper | here}]  [format %21s {before (paper-host)}]"
	foreach name $designs {
		make $name $gates
		foreach method {paper-fused paper-host} {
			set all {}
			for {set i 0} {$i <= $runs} {incr i} { lappend all [first_levels $method] }
			set all [lrange $all 1 end]
			foreach part {expanding merging copies} at {1 2 3} {
				set share($method,$part) [median [lmap one $all { expr {100.0 * [lindex $one $at] / [lindex $one 0]} }]]
			}
			set share($method,rest) [expr {100 - $share($method,expanding) - $share($method,merging)}]
		}
		foreach {what part paper} {{block-specific step} expanding 42.75 {merging blocks} merging 30.82 {the rest: API, host, others} rest 26.43} {
			puts "[format %-16s $name] [format %-28s $what] [pair $paper $share(paper-fused,$part)]  [pair - $share(paper-host,$part)]"
		}
		puts "[format %-16s $name] [format %-28s {of that on the device: copies}] [pair - $share(paper-fused,copies)]  [pair - $share(paper-host,copies)]  [spread]"
	}
	puts "Not here: the shares of the time in CUDA's API (59 and 27 % in cudaMemcpy, 82 % of it to the host): calls of the API aren't timed, and"
	puts "the time that copies take on the device is another number."
}
