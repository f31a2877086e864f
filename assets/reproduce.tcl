# reproduce.tcl - tables and figures of the papers, computed again: "paper | here". See doc/papers.md.
#
#	warpscope --reproduce LIST
#
# LIST has names, parted by commas. A name may be followed by designs and a number of gates, for machines that are
# too small for all of it: cpg-table4:vga_lcd+des_perf_ispd:20000. "list" lists the names.
#
# Designs are stand-ins (generate_design -profile): made to the printed numbers of gates, pins and arcs, not the
# benchmarks themselves, which may not be redistributed. So absolute times are of another design on another machine.
# Ratios between methods are what can be compared.

namespace eval reproduce {
	variable designs {leon2 leon3mp netcard vga_lcd vga_lcd_iccad b19_iccad des_perf_ispd edit_dist_ispd
		mgc_edit_dist mgc_matric_mult}
	variable runs 3

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
	# Density, table II (nets) and III (cells), of bigblue3: ms of SEQ; CPU Naive, Gessler, Ours; GPU Naive,
	# MTPerInst, Ours; then backward: SEQ; CPU Naive, Ours; GPU Naive, Ours.
	variable bigblue3_nets {9875.79 3559.61 1528.88 56.76 674.42 266.86 4.99 2103.98 435.18 10.39 1005.33 5.64}
	variable bigblue3_cells {198.63 78.75 108.52 78.13 63.10 26.66 5.54 122.13 10.17 15.50 59.01 5.25}
	# "Avg. Ratio" of eight designs, in the same order: forward over the GPU's Ours, backward likewise.
	variable ratio_nets {1960.40 447.38 197.88 8.62 181.19 64.83 1.00 503.54 69.82 1.68 209.35 1.00}
	variable ratio_cells {37.67 15.11 19.79 15.91 4.49 2.15 1.00 27.70 1.95 2.61 4.75 1.00}

	# SpMV, tables 3 and 4: GFLOPS of the CPU, B&G, product + summation, product + warped summation.
	variable products_1 {
		ns3Da {0.51 5.02 3.79 18.08} raefsky3 {0.53 12.29 5.41 14.54} venkat01 {0.53 8.13 5.71 8.63}
		Yangliu {0.49 9.08 5.67 20.20} b18_100K {0.55 5.14 5.12 27.42}
	}
	variable products_2 {
		Lin {0.26 1.23 9.23 1.28} t2em {0.29 1.54 12.41 1.68} ecology1 {0.24 0.93 9.03 1.01}
		cont11 {0.31 1.14 10.66 1.25} sls {0.28 1.18 10.10 1.32} G3_circuit {0.21 0.91 8.86 0.99}
		thermal2 {0.21 1.24 8.97 1.35} kkt_power {0.26 1.23 5.70 1.34} Freescale1 {0.29 1.65 11.56 1.88}
	}
	# SpMV, table 6: million paths a second, in the same order.
	variable timed_paths {
		b18_50K {1.95 17.8 18.0 102} b18_100K {1.92 17.9 17.9 95.7} b19_50K {2.46 19.8 23.4 110} b19_100K {2.42 20.1 23.7 114}
	}
	# SpMV, table 9: ms of the CPU and of product + summation on the GPU.
	variable searched {b18 {869.45 67.22} b18_1 {802.28 63.02} b19 {1795.15 130.43} b19_1 {1685.31 120.83}}
	# Names that an item may be followed by, where they aren't the designs above.
	variable matrices {
		spmv-table3 products_1 spmv-table4 products_2 spmv-table6 timed_paths spmv-table9 searched
	}

	variable items {
		cpg-table2 "run time at MDL 10, 15 and 20 (conference table II)"
		cpg-table3 "run time with path constraints"
		cpg-table4 "sorted on the host against fused kernels"
		cpg-constraints-fused "the same with path constraints (section VII-E)"
		cpg-fig11 "largest error by level (conference figure 5)"
		cpg-fig12 "speed-up over the baseline's cores (conference figure 6)"
		cpg-fig13 "run time over the size of the constrained subgraph"
		cpg-fig14 "share of copies and kernels"
		density-table2 "boxes of nets"
		density-table3 "boxes of cells"
		density-fig9 "CPU methods over threads"
		density-fig10 "methods over the rounds of a placement"
		spmv-table3 "products with matrices of set 1"
		spmv-table4 "products with matrices of set 2"
		spmv-table6 "timing of paths as products"
		spmv-table9 "breadth-first searches by products"
	}
}

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

# Median of the runs, ms.
proc reproduce::ms {script} {
	variable runs
	set times {}
	for {set i 0} {$i < $runs} {incr i} {
		set begin [clock microseconds]
		uplevel 1 $script
		lappend times [expr {([clock microseconds] - $begin) / 1000.0}]
	}
	return [lindex [lsort -real $times] [expr {$runs / 2}]]
}

# Of kernels whose names match, ms in the accounts that script leaves.
proc reproduce::accounts {script} {
	profile reset
	profile on
	uplevel 1 $script
	set text [report "report_kernels -times"]
	profile off
	return [times_of $text]
}

# Of each kernel in a report of them, ms.
proc reproduce::times_of {text} {
	set all {}
	foreach line [split $text \n] {
		if {[regexp {^(\S+) +(\d+) +\S+ +\S+ +\S+ +([0-9.]+) } $line - name n time]} {
			dict set all $name $time
		}
	}
	return $all
}

proc reproduce::head {title machine} {
	puts "\n$title"
	puts "  paper  $machine"
	puts "  here   [device]; designs are stand-ins made to the printed sizes"
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

proc reproduce::times {a b} {
	return [expr {$b > 0 ? double($a) / $b : "-"}]
}

# ---- designs ----

proc reproduce::make {name gates} {
	close_design
	if {$gates eq ""} {
		generate_design -profile $name
	} else {
		generate_design -profile $name -gates $gates
	}
	set_cppr off ;# as in the papers' path search
}

proc reproduce::size {} {
	set text [report report_design]
	foreach what {pins instances arcs} {
		set $what -
		regexp -line "^$what +(\\d+)" $text - $what
	}
	return [list $pins $instances $arcs]
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

# The output of a command on a new copy of the design, in a process of its own on the same device.
proc reproduce::alone {name gates script} {
	set open "generate_design -profile $name[expr {$gates eq {} ? {} : " -gates $gates"}]; set_cppr off"
	return [exec [info nameofexecutable] -b --no-init -d [expr {[on_cpu] ? {cpu} : {cuda}}] -e "$open; $script" 2>@1]
}

# Of OpenSTA, when it is there: ms of its report of k paths, which is no search by deviations.
proc reproduce::opensta {k} {
	if {[auto_execok sta] eq ""} { return - }
	set folder [file tempfile path]
	close $folder
	file delete $path
	file mkdir $path
	write_verilog $path/design.v
	write_sdc $path/design.sdc
	set script [open $path/run.tcl w]
	puts $script "read_liberty -max [asset ws45/ws45_late.lib.gz]
read_liberty -min [asset ws45/ws45_early.lib.gz]
read_verilog $path/design.v
link_design [current_design]
read_sdc $path/design.sdc
report_wns
set begin \[clock microseconds\]
report_checks -group_count $k -endpoint_count $k -format slack_only > /dev/null
puts \"ms \[expr {(\[clock microseconds\] - \$begin) / 1000.0}\]\""
	close $script
	set ms -
	if {![catch {exec sta -no_splash -exit $path/run.tcl 2>@1} out]} { regexp {ms ([0-9.]+)} $out - ms }
	file delete -force $path
	return $ms
}

# Which of the programs that columns are of are here.
proc reproduce::tell_programs {} {
	puts "sta: OpenSTA's report_checks of 1000 paths with their endpoints, which is another algorithm\
[expr {[auto_execok sta] eq {} ? {; not run: program "sta" not found} : {}}]."
	puts "OpenTimer: [expr {[auto_execok ot-shell] eq {} ? {not run: program "ot-shell" not found}
		: {not run: "ot-shell" is here, but reads no SDC of this kind}}]."
}

# ---- path analysis ----

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
	puts "\n[format %-16s design] [format %21s {MDL 10  paper | here}] [format %21s {MDL 15}] [format %21s {MDL 20}]\
 [format %10s exact]  OpenTimer (paper)  speed-ups (paper)  sta (here)"
	foreach name $designs {
		lassign [dict get $table2 $name] pins n arcs timer m10 m15 m20
		make $name $gates
		set here {}
		foreach mdl {10 15 20} {
			lappend here [ms {find_paths -max_paths 100000 -method paper-host -mdl $mdl}]
		}
		set exact [ms {find_paths -max_paths 100000}]
		set gains {}
		foreach m [list $m10 $m15 $m20] { lappend gains [string trim [number [times $timer $m]]] }
		puts "[format %-16s $name] [pair $m10 [lindex $here 0]] [pair $m15 [lindex $here 1]] [pair $m20 [lindex $here 2]]\
 [number $exact]  [number $timer 17]  [format %17s [join $gains { }]]  [number [opensta 1000]]"
	}
	puts "MDL columns: paper-host, as the conference has it; exact: the default method, whose result needs no MDL."
	tell_programs
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
			set gain -
			if {!$through} {
				set previous [lindex [dict get $table2 $name] [expr {4 + $i}]]
				set optimized [lindex [dict get $table4 $name] $i]
				set gain [times $previous $optimized]
			}
			puts "[format %-16s $name] $mdl   [pair $previous $host] [pair $optimized $fused] [pair $gain [times $host $fused]]"
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
		set out [alone $name $gates {find_paths -max_paths 100000 -method paper-fused -mdl 20; report_memory}]
		if {[regexp -line {^ *total +\d+ +(\d+)$} $out - bytes]} { set here [expr {$bytes / 1048576.0}] }
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
	puts "[format %-16s design] [format %7s k]  CUDA paper | paper-host here  [format %10s exact]\
  OpenTimer (paper)  speed-up (paper)"
	foreach name $designs {
		lassign [dict get $table3 $name] k timer cuda
		make $name $gates
		set pin [a_pin]
		set host [ms {find_paths -max_paths $k -method paper-host -mdl 15 -through $pin}]
		set exact [ms {find_paths -max_paths $k -through $pin}]
		puts "[format %-16s $name] [format %7d $k]  [number $cuda] |[number $host 16]  [number $exact]  [number $timer 17]  [number [times $timer $cuda] 16]"
	}
	puts "Which pins the paper chose isn't printed: here one in the midst of the worst path."
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

# The same program on other numbers of processors.
proc reproduce::elsewhere {threads script} {
	set out [exec [info nameofexecutable] -b --no-init -d cpu --threads $threads -e $script 2>@1]
	if {![regexp {ms ([0-9.]+)} $out - ms]} { error "no time in \"$out\"" }
	return $ms
}

proc reproduce::cores {} {
	if {[regexp {cpu: (\d+) processors?} [report report_device] - n]} { return $n }
	return 1
}

proc reproduce::cpg-fig12 {designs gates} {
	set paper {leon2 {543 44.88} leon3mp {172 24.90} netcard {304 45.68} b19_iccad {137 35.27}}
	head "CPG figure 12: speed-up over a baseline's cores, MDL 15" "GeForce RTX 2080 against OpenTimer on 1 to 40 cores"
	puts "Here the baseline is the exact search on N processors: OpenTimer isn't there. So on a CPU the last line is 1."
	foreach name $designs {
		if {![dict exists $paper $name]} continue
		lassign [dict get $paper $name] one forty
		make $name $gates
		set here [ms {find_paths -max_paths 100000}]
		set open "generate_design -profile $name[expr {$gates eq {} ? {} : " -gates $gates"}]; set_cppr off"
		set there 0
		foreach n {1 2 4 8 16 32 40} {
			if {$n > [cores]} break
			set there $n
			set base [elsewhere $n "$open; find_paths -max_paths 100000; set b \[clock microseconds\]; find_paths -max_paths 100000; puts \"ms \[expr {(\[clock microseconds\] - \$b) / 1000.0}\]\""]
			set printed [expr {$n == 1 ? $one : $n == 40 ? $forty : {-}}]
			puts "[format %-16s $name] [format %2d $n] cores [pair $printed [times $base $here]]"
		}
		if {$there < 40} { puts "[format %-16s $name] 40 cores [pair $forty -]" }
	}
}

proc reproduce::cpg-fig13 {designs gates} {
	head "CPG figure 13: run time over the pins of the constrained subgraph" "4.3 K to 2.3 M pins; 100.5 x at 2.3 M, little below 10 K"
	puts "[format %-16s design] [format %10s states] [format %12s {paper-host ms}] [format %12s {exact ms}]"
	foreach name $designs {
		make $name $gates
		foreach part {0.1 0.3 0.5 0.7 0.9} {
			find_paths -max_paths 1
			set pin [point_at $part]
			label_query -through $pin -filter exact
			set left [label_property exact]
			set host [ms {find_paths -max_paths 1000 -method paper-host -mdl 15 -through $pin}]
			set exact [ms {find_paths -max_paths 1000 -through $pin}]
			puts "[format %-16s $name] [format %10d $left]  [number $host 12] [number $exact 12]"
		}
	}
}

proc reproduce::cpg-fig14 {designs gates} {
	head "CPG figure 14: where a search's time goes, 100,000 paths" "GeForce RTX 2080, leon2"
	puts "The paper's shares are of the time in CUDA's API (copies, allocation, waiting; over 90 % of all before, 26.43 %"
	puts "in the first levels after); here they are of the time that copies and kernels take on the device."
	foreach name $designs {
		make $name $gates
		foreach {method what} {paper-host before paper-fused after} {
			find_paths -max_paths 100000 -method $method -mdl 15
			set all [accounts {find_paths -max_paths 100000 -method $method -mdl 15}]
			set sum 0
			set merging 0
			set copies 0
			set down 0
			dict for {kernel time} $all {
				set sum [expr {$sum + $time}]
				if {$kernel in {merge_blocks partition_ranking merge_ranking}} { set merging [expr {$merging + $time}] }
				if {$kernel in {download upload copy}} { set copies [expr {$copies + $time}] }
				if {$kernel eq "download"} { set down $time }
			}
			set whole [ms {find_paths -max_paths 100000 -method $method -mdl 15}]
			set lead [format "%-16s %-6s %-11s" $name $what $method]
			puts "$lead [format %-24s {copies, %}] [pair [expr {$what eq {before} ? 59 : 27}] [expr {100 * $copies / max($sum, 1e-9)}]]"
			puts "$lead [format %-24s {of these to the host, %}] [pair [expr {$what eq {before} ? 82 : {-}}] [expr {100 * $down / max($copies, 1e-9)}]]"
			puts "$lead [format %-24s {merging blocks, %}] [pair [expr {$what eq {before} ? {-} : 30.82}] [expr {100 * $merging / max($sum, 1e-9)}]]"
			puts "$lead device [string trim [number $sum]] of [string trim [number $whole]] ms"
		}
	}
}

# ---- density ----

# Kernels of a map, and of a backward pass.
set reproduce::forward {^density_|^row|^col|^strip|^join|^scale_boxes}
set reproduce::backward {^under_}

proc reproduce::sum_of {times pattern} {
	set sum 0
	dict for {kernel time} $times {
		if {[regexp $pattern $kernel]} { set sum [expr {$sum + $time}] }
	}
	return $sum
}

# The paper's SEQ: naive, on one thread of the CPU, whatever the device here is.
proc reproduce::sequential {name gates command pattern} {
	set open "generate_design -profile $name[expr {$gates eq {} ? {} : " -gates $gates"}]"
	set out [exec [info nameofexecutable] -b --no-init -d cpu --threads 1 -e "$open; profile on; $command -method naive > /dev/null; report_kernels -times" 2>@1]
	return [sum_of [times_of $out] $pattern]
}

proc reproduce::boxes {title which paper ratio designs gates} {
	variable forward
	variable backward
	head $title "GeForce RTX 2080, and 20 cores of a Xeon at 2.1 GHz; bigblue3 ([expr {$which eq {nets} ? {1123 K nets of 5100 bins on average} : {2042 K cells of 3.42 bins on average}}])"
	puts "[format %-16s design] [format %-10s method] [format %21s {forward paper | here}] [format %21s {ours is faster by}]\
 [format %21s {backward}]"
	set base [expr {[on_cpu] ? 1 : 4}]
	foreach name $designs {
		make $name $gates
		foreach {method at under} {naive 0 0 copies 1 - threads 1 - printed 2 1 prefix - -} {
			if {$method eq "copies" && ![on_cpu]} continue
			if {$method eq "threads" && [on_cpu]} { set at - }
			set printed [expr {$at eq {-} ? {-} : [lindex $paper [expr {$base + $at}]]}]
			set of_ours [expr {$at eq {-} ? {-} : [times $printed [lindex $paper [expr {$base + 2}]]]}]
			set below [expr {$under eq {-} ? {-} : [lindex $paper [expr {([on_cpu] ? 8 : 10) + $under}]]}]
			set sum [sum_of [accounts {density -map $which -grid 512x512 -method $method -precision double > /dev/null}] $forward]
			set here($method) $sum
			set back -
			if {$method ne "copies"} {
				set back [sum_of [accounts {density -backward -field $which -under $which -grid 512x512 -method $method -precision double -count 1 > /dev/null}] $backward]
			}
			set line($method) "[format %-16s $name] [format %-10s $method] [pair $printed $sum]"
			set gain($method) $of_ours
			set under_line($method) "[pair $below $back]"
		}
		foreach method {naive copies threads printed prefix} {
			if {![info exists line($method)]} continue
			puts "$line($method) [pair $gain($method) [times $here($method) $here(printed)]] $under_line($method)"
			unset line($method)
		}
		set sum [sequential $name $gates "density -map $which -grid 512x512 -precision double" $forward]
		set back [sequential $name $gates "density -backward -field $which -under $which -grid 512x512 -precision double -count 1" $backward]
		set ours [lindex $paper [expr {$base + 2}]]
		puts "[format %-16s $name] [format %-10s {seq (CPU)}] [pair [lindex $paper 0] $sum] [pair [times [lindex $paper 0] $ours] [times $sum $here(printed)]] [pair [lindex $paper 7] $back]"
	}
	puts "paper, average over eight designs of time over the GPU's Ours: forward SEQ [lindex $ratio 0]; CPU Naive [lindex $ratio 1],\
Gessler [lindex $ratio 2], Ours [lindex $ratio 3]; GPU Naive [lindex $ratio 4], MTPerInst [lindex $ratio 5]"
	puts "  backward SEQ [lindex $ratio 7]; CPU Naive [lindex $ratio 8], Ours [lindex $ratio 9]; GPU Naive [lindex $ratio 10]"
	puts "copies: Gessler; threads: MTPerInst; printed: algorithms 1 to 6; prefix: ours, with 16 updates to one array. Times are of kernels, in double precision."
}

proc reproduce::density-table2 {designs gates} {
	variable bigblue3_nets
	variable ratio_nets
	boxes "Density table II: boxes of nets, ms" nets $bigblue3_nets $ratio_nets $designs $gates
}

proc reproduce::density-table3 {designs gates} {
	variable bigblue3_cells
	variable ratio_cells
	boxes "Density table III: boxes of cells, ms" cells $bigblue3_cells $ratio_cells $designs $gates
}

# Of a density command on numbers of threads, "1: 2.3, 2: 1.4", ms.
proc reproduce::over_threads {name gates command} {
	set open "generate_design -profile $name[expr {$gates eq {} ? {} : " -gates $gates"}]; set_cppr off"
	set times {}
	foreach n {1 2 4 8 16 20} {
		if {$n > [cores]} break
		lappend times "$n: [elsewhere $n "$open; $command > /dev/null; set b \[clock microseconds\]; $command > /dev/null; puts \"ms \[expr {(\[clock microseconds\] - \$b) / 1000.0}\]\""]"
	}
	return [join $times {, }]
}

proc reproduce::density-fig9 {designs gates} {
	head "Density figure 9: CPU methods over threads, ms" "20 cores of a Xeon at 2.1 GHz, bigblue3: methods saturate at 16 to 20 threads, Gessler slows down on cells at 20"
	foreach name $designs {
		foreach which {nets cells} {
			foreach method {naive copies printed prefix} {
				puts "[format %-16s $name] forward  [format %-5s $which] [format %-8s $method] threads: ms  [over_threads $name $gates "density -map $which -grid 512x512 -method $method -precision double"]"
			}
		}
		foreach method {naive printed prefix} {
			puts "[format %-16s $name] backward cells [format %-8s $method] threads: ms  [over_threads $name $gates "density -backward -field cells -count 1 -grid 512x512 -method $method -precision double"]"
		}
	}
	puts "Times are of the whole command, boxes (and of backward passes the map and the list) included; backward under nets isn't"
	puts "measured here. copies: Gessler; printed: the paper's; prefix: ours."
}

proc reproduce::density-fig10 {designs gates} {
	variable forward
	head "Density figure 10: methods over the rounds of a placement, ms" "bigblue3 in DREAMPlace, 0 to 800 iterations: slow in the first ones, when cells overlap"
	puts "here: rounds of global placement of place_design, before cells are spread; then the finished placement"
	foreach name $designs {
		make $name $gates
		foreach round {1 2 4 8 16 end} {
			if {$round eq "end"} { place_design > /dev/null } else { place_design -rounds $round > /dev/null }
			foreach which {nets cells} {
				set line "[format %-16s $name] round [format %-4s $round] [format %-6s $which]"
				foreach method [expr {[on_cpu] ? {naive copies printed prefix} : {naive threads printed prefix}}] {
					set sum [sum_of [accounts {density -map $which -grid 512x512 -method $method -precision double > /dev/null}] $forward]
					append line " $method [number $sum 8]"
				}
				puts $line
			}
		}
	}
}

# ---- sparse products ----

# Paper and here by a factor over the ms of each method: the processor's, a warp a row, product and summation, the same by warps;
# and one kernel for both, which the paper doesn't have.
proc reproduce::products {title unit table names factor} {
	head $title "GTX 280 (141.7 GB/s), and one core of a Core 2 Duo, 3.33 GHz"
	puts "[format %-12s matrix] [format %21s {CPU  paper | here}] [format %21s {B&G | warp}] [format %21s {product}] [format %21s {warped}]\
 [format %10s {fused here}]  $unit"
	foreach name $names {
		lab_spmv $name > /dev/null
		set line "[format %-12s $name]"
		foreach paper [dict get $table $name] method {serial warp product warped} {
			append line " [pair $paper [expr {[uplevel 1 [list expr $factor]] / [lab_property ms $method]}]]"
		}
		puts "$line [number [expr {[uplevel 1 [list expr $factor]] / [lab_property ms fused]}]]"
	}
}

proc reproduce::spmv-table3 {names gates} {
	variable products_1
	products "SpMV table 3: products with matrices of set 1, GFLOPS" "2 operations a nonzero" $products_1 $names {2e-6 * [lab_property nonzeros]}
}

proc reproduce::spmv-table4 {names gates} {
	variable products_2
	products "SpMV table 4: products with matrices of set 2, GFLOPS" "2 operations a nonzero" $products_2 $names {2e-6 * [lab_property nonzeros]}
}

proc reproduce::spmv-table6 {names gates} {
	variable timed_paths
	products "SpMV table 6: timing of paths as products, million paths a second" "a row is a path" $timed_paths $names {1e-3 * [lab_property rows]}
}

proc reproduce::spmv-table9 {names gates} {
	variable searched
	head "SpMV table 9: breadth-first searches, ms" "GTX 280, and one core of a Core 2 Duo, 3.33 GHz; the CPU's searches are by products too"
	puts "[format %-8s matrix] [format %21s {CPU  paper | here}] [format %21s {product | repaired}] [format %10s top-down] [format %10s switching]"
	foreach name $names {
		lab_bfs $name > /dev/null
		lassign [dict get $searched $name] cpu gpu
		puts "[format %-8s $name] [pair $cpu [lab_property ms queue]] [pair $gpu [lab_property ms product]]\
 [number [lab_property ms top-down]] [number [lab_property ms switching]]"
	}
	puts "CPU here: a queue on one thread. product: repaired, as what is printed loses vertices where counts of paths overflow."
}

# ---- what is asked for ----

proc reproduce {list} {
	set items $reproduce::items
	if {$list eq "list"} {
		dict for {name what} $items { puts "[format %-22s $name] $what" }
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
		set known $reproduce::designs
		if {[dict exists $reproduce::matrices $name]} {
			set known [dict keys [set reproduce::[dict get $reproduce::matrices $name]]]
		}
		set designs [expr {$designs eq {} ? $known : [split $designs +]}]
		foreach design $designs {
			if {$design ni $known} {
				error "--reproduce: no design is called \"$design\"; there are [join $known {, }]"
			}
		}
		if {$gates ne "" && (![string is integer -strict $gates] || $gates < 1)} {
			error "--reproduce: expected a number of gates, not \"$gates\""
		}
		reproduce::$name $designs $gates
	}
}
