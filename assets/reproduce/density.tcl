# density.tcl - tables and figures of [Density]. "Ours" is the paper's method everywhere (-method printed); warpscope's is prefix.

namespace eval reproduce {
	# Tables II (nets) and III (cells): boxes, bins a box on average and at most, then ms: SEQ; CPU Naive, Gessler, Ours; GPU Naive,
	# MTPerInst, Ours; backward: SEQ; CPU Naive, Ours; GPU Naive, Ours.
	variable boxes_nets {
		bigblue1 {284K 1.78K 1048K 2018.75 626.62 295.21 11.59 440.57 92.46 1.73 527.74 142.69 2.25 433.89 1.72}
		bigblue2 {577K 2.23K 1027K 2533.84 466.57 232.12 17.53 204.10 96.85 2.22 661.85 111.99 3.37 329.87 2.05}
		bigblue3 {1123K 5.10K 4018K 9875.79 3559.61 1528.88 56.76 674.42 266.86 4.99 2103.98 435.18 10.39 1005.33 5.64}
		bigblue4 {2229K 6.95K 4158K 26362.47 4499.48 1895.84 93.01 2076.18 731.44 7.81 6654.99 771.46 14.57 2113.05 7.87}
		superblue12 {1293K 0.75K 1495K 3972.19 964.49 451.10 24.29 539.80 199.46 4.22 1400.83 153.78 6.55 693.03 4.16}
		superblue14 {619K 2.01K 580K 3938.26 1258.69 584.47 10.86 463.97 168.80 2.34 1056.26 130.15 3.31 470.23 2.16}
		superblue16 {697K 2.43K 316K 4370.09 717.17 321.55 15.88 463.68 187.66 2.66 1294.14 154.46 3.95 630.35 2.37}
		superblue19 {511K 0.78K 300K 843.77 211.32 132.84 7.21 120.51 39.44 1.53 245.39 33.83 2.12 121.97 1.72}
	}
	variable boxes_cells {
		bigblue1 {636K 2.40 10K 45.91 15.78 22.43 17.55 3.85 2.13 1.73 26.70 1.78 2.80 3.74 2.12}
		bigblue2 {1496K 2.27 5K 104.37 32.05 32.22 29.95 2.67 2.82 2.61 64.78 4.17 5.35 1.80 2.89}
		bigblue3 {2042K 3.42 329K 198.63 78.75 108.52 78.13 63.10 26.66 5.54 122.13 10.17 15.50 59.01 5.25}
		bigblue4 {5062K 2.33 125K 456.73 98.66 144.74 108.37 32.45 13.20 10.13 317.28 20.75 27.75 28.32 7.49}
		superblue12 {1463K 2.03 20K 81.57 87.74 57.50 93.21 5.31 4.29 2.74 49.41 3.41 3.80 5.02 1.85}
		superblue14 {682K 2.12 3K 39.60 27.16 54.13 28.69 2.85 1.84 1.29 23.76 1.88 2.13 2.78 1.34}
		superblue16 {734K 2.13 3K 42.34 41.08 54.82 44.59 2.61 2.38 1.41 25.67 2.04 2.14 2.48 1.35}
		superblue19 {601K 2.21 42K 35.24 21.80 53.40 23.73 7.00 3.93 1.21 21.06 1.60 1.85 8.45 1.21}
	}
	# "Avg. Ratio" of the eight: forward over the GPU's Ours, backward likewise.
	variable ratio_nets {1960.40 447.38 197.88 8.62 181.19 64.83 1.00 503.54 69.82 1.68 209.35 1.00}
	variable ratio_cells {37.67 15.11 19.79 15.91 4.49 2.15 1.00 27.70 1.95 2.61 4.75 1.00}
	foreach item {density-table2 density-table3} { dict set names $item [dict keys $boxes_nets] }
	foreach item {density-fig9 density-fig10} { dict set names $item bigblue3 }

	# Kernels of a map, and of a backward pass.
	variable forward {^density_|^row|^col|^join|^scale_boxes}
	variable backward {^under_}
	# The columns of the tables: where, what the paper calls it, -method, backward too.
	variable columns {
		seq SEQ naive 1 cpu Naive naive 1 cpu Gessler copies 0 cpu Ours printed 1
		gpu Naive naive 1 gpu MTPerInst threads 0 gpu Ours printed 1
	}
}

# As many boxes as printed, in a made design: "1123K".
proc reproduce::boxes_of {printed gates} {
	if {$gates ne ""} { return $gates }
	return [expr {[string trimright $printed K] * 1000}]
}

proc reproduce::map_times {which method} {
	variable forward
	return [kernel_times "density -map $which -grid 512x512 -method $method -precision double > /dev/null" $forward]
}

proc reproduce::under_times {which method} {
	variable backward
	return [kernel_times "density -backward -field $which -under $which -grid 512x512 -method $method -precision double -count 1 > /dev/null" $backward]
}

# Of each method, the times of the kernels forward and, where the paper has it, backward.
proc reproduce::box_times {gates which methods} {
	make common $gates
	set all {}
	foreach {method backward} $methods {
		dict set all $method [list [map_times $which $method] [expr {$backward ? [under_times $which $method] : {}}]]
	}
	return $all
}

# The same where a column is: on one thread, on the paper's 20 or all that there are, or on the GPU, if there is one.
proc reproduce::box_times_at {where gates which methods} {
	if {$where eq "gpu"} { return [expr {[on_cpu] ? {} : [box_times $gates $which $methods]}] }
	set threads [expr {$where eq "seq" ? 1 : min(20, [cores])}]
	return [elsewhere $threads "puts \"value \[reproduce::box_times $gates $which [list $methods]\]\""]
}

proc reproduce::mean_of {values} {
	if {"-" in $values || ![llength $values]} { return - }
	return [expr {([join $values +]) / double([llength $values])}]
}

# ms of each column, forward and backward, of a benchmark; "-" where it isn't measured.
proc reproduce::box_line {gates which} {
	variable columns
	foreach {where methods} {seq {naive 1} cpu {naive 1 copies 0 printed 1 prefix 1} gpu {naive 1 threads 0 printed 1 prefix 1}} {
		set at($where) [box_times_at $where $gates $which $methods]
	}
	set line {}
	foreach {where name method backward} "$columns cpu warpscope prefix 1 gpu warpscope prefix 1" {
		foreach pass {0 1} {
			set ms -
			if {[dict exists $at($where) $method] && [llength [lindex [dict get $at($where) $method] $pass]]} {
				set ms [median [lindex [dict get $at($where) $method] $pass]]
			}
			dict set line $where,$name,$pass $ms
		}
	}
	return $line
}

# "CPU Naive"; SEQ is on a processor too.
proc reproduce::column_name {where method} {
	return [format %-14s [expr {$where eq "seq" ? "SEQ" : "[string toupper $where] $method"}]]
}

proc reproduce::boxes {title which table ratios designs gates} {
	variable columns
	head $title "GeForce RTX 2080, and 20 cores of a Xeon at 2.1 GHz; the bins of DREAMPlace's grids aren't printed (here 512 x 512)"
	puts "here: SEQ on one thread, CPU on [expr {min(20, [cores])}] of the processor, GPU [expr {[on_cpu] ? {not at all: this device is the processor} : {on the device}}]; times of kernels, in double precision"
	puts "[format %-12s benchmark] [format %-14s method] [format %21s {forward ms paper | here}] [format %21s {over the GPU's Ours}]\
 [format %21s {backward ms}] [format %21s {over the GPU's Ours}]"
	foreach name $designs {
		set printed [dict get $table $name]
		set n [boxes_of [lindex $printed 0] $gates]
		set line [box_line $n $which]
		set times [lrange $printed 3 end]
		set forward_at 0
		set backward_at 7
		foreach {where method key backward} "$columns cpu warpscope prefix 1 gpu warpscope prefix 1" {
			set known [expr {$method ne "warpscope"}]
			set paper [expr {$known ? [lindex $times $forward_at] : {-}}]
			set under [expr {$known && $backward ? [lindex $times $backward_at] : {-}}]
			if {$known} {
				incr forward_at
				incr backward_at $backward
			}
			set here [dict get $line $where,$method,0]
			set back [dict get $line $where,$method,1]
			set gain [ratio $here [dict get $line gpu,Ours,0]]
			set back_gain [ratio $back [dict get $line gpu,Ours,1]]
			lappend all($where,$method,0) $gain
			lappend all($where,$method,1) $back_gain
			puts "[format %-12s $name] [column_name $where $method] [pair $paper $here] [pair [ratio $paper [lindex $times 6]] $gain]\
 [pair $under $back] [pair [ratio $under [lindex $times 11]] $back_gain]"
		}
		puts "[format %-12s $name] boxes [pair [boxes_of [lindex $printed 0] {}] $n]; bins a box in print [lindex $printed 1] on average, [lindex $printed 2] at most; [spread]"
	}
	set forward_at 0
	set backward_at 7
	foreach {where method key backward} $columns {
		set under [expr {$backward ? [lindex $ratios $backward_at] : {-}}]
		puts "[format %-12s {Avg. Ratio}] [column_name $where $method] [format %22s {}] [pair [lindex $ratios $forward_at] [mean_of $all($where,$method,0)]]\
 [format %22s {}] [pair $under [mean_of $all($where,$method,1)]]"
		incr forward_at
		incr backward_at $backward
	}
	puts "Ours: the paper's (algorithms 1 to 6); Gessler: -method copies; MTPerInst: threads; warpscope: prefix, 16 updates to one array, which isn't in print."
	puts "Stand-ins have the printed numbers of boxes; how many bins a box covers is theirs."
}

proc reproduce::density-table2 {designs gates} {
	variable boxes_nets
	variable ratio_nets
	boxes "Density table II: boxes of nets" nets $boxes_nets $ratio_nets $designs $gates
}

proc reproduce::density-table3 {designs gates} {
	variable boxes_cells
	variable ratio_cells
	boxes "Density table III: boxes of cells" cells $boxes_cells $ratio_cells $designs $gates
}

proc reproduce::density-fig9 {designs gates} {
	variable boxes_cells
	head "Density figure 9: CPU methods over threads, ms" "20 cores of a Xeon at 2.1 GHz, bigblue3: curves; methods saturate at 16 to 20 threads, Gessler slows down on cells at 20"
	puts "[format %-12s benchmark] [format %7s threads] [format %-8s pass] [format %-6s boxes] [format %10s Naive] [format %10s Gessler] [format %10s Ours] [format %10s warpscope]"
	foreach name $designs {
		set n [boxes_of [lindex [dict get $boxes_cells $name] 0] $gates]
		foreach threads {1 2 4 8 16 20} {
			if {$threads > [cores]} break
			foreach which {nets cells} {
				set times [elsewhere $threads "puts \"value \[reproduce::box_times $n $which {naive 1 copies 0 printed 1 prefix 1}\]\""]
				foreach pass {forward backward} at {0 1} {
					set line "[format %-12s $name] [format %7d $threads] [format %-8s $pass] [format %-6s $which]"
					foreach method {naive copies printed prefix} {
						set runs [lindex [dict get $times $method] $at]
						append line " [number [expr {[llength $runs] ? [median $runs] : {-}}]]"
					}
					puts "$line  [spread]"
				}
			}
		}
	}
	puts "Gessler is forward only, as in print. Times are of kernels."
}

proc reproduce::density-fig10 {designs gates} {
	variable boxes_cells
	head "Density figure 10: methods over the rounds of a placement, ms" "bigblue3 in DREAMPlace, 0 to 800 iterations: curves; slow in the first ones, when cells overlap"
	puts "here: iterations of global placement of place_design; then the finished placement"
	puts "[format %-12s benchmark] [format %9s iteration] [format %-6s boxes] [format %10s Naive] [format %10s [expr {[on_cpu] ? {Gessler} : {MTPerInst}}]] [format %10s Ours] [format %10s warpscope]"
	foreach name $designs {
		make common [boxes_of [lindex [dict get $boxes_cells $name] 0] $gates]
		foreach iteration {1 100 200 300 400 end} {
			if {$iteration eq "end"} { place_design > /dev/null } else { place_design -iterations $iteration > /dev/null }
			foreach which {nets cells} {
				set line "[format %-12s $name] [format %9s $iteration] [format %-6s $which]"
				foreach method [expr {[on_cpu] ? {naive copies printed prefix} : {naive threads printed prefix}}] {
					append line " [number [median [map_times $which $method]]]"
				}
				puts "$line  [spread]"
			}
		}
	}
	puts "On the processor with Gessler's method, on a GPU with MTPerInst, as in print."
}
