# lab.tcl - tables of [SpMV] and [SSTA].

namespace eval reproduce {
	# SpMV, tables 1, 2, 5: rows, columns, nonzeros, nonzeros a row. Table 7: cells, nets, then the same.
	variable sizes_1 {
		ns3Da {20414 20414 1679599 82.3} raefsky3 {21200 21200 1488768 70.2} venkat01 {62424 62424 1717792 27.5}
		b18_100K {100000 333740 14327592 143.3} Yangliu {235620 235620 17563926 74.5}
	}
	variable sizes_2 {
		Lin {256000 256000 1766400 6.9} t2em {921632 921632 4590832 5.0} ecology1 {1000000 1000000 4996000 5.0}
		cont11 {1468599 1961394 5382999 3.7} sls {1748122 62729 6804304 3.9} G3_circuit {1585478 1585478 7660826 4.8}
		thermal2 {1228045 1228045 8580313 7.0} kkt_power {2063494 2063494 12771361 6.2} Freescale1 {3428755 3428755 17052626 5.0}
	}
	variable sizes_5 {
		b18_50K {50000 333740 7057712 141.2} b18_100K {100000 333740 14327592 143.3} b19_50K {50000 673144 5562170 111.2}
		b19_100K {100000 673144 11332042 113.3}
	}
	variable sizes_7 {
		new_blue1 {330474 228901 398096 398096 1595758 4.0}
		new_blue2 {441516 465219 529672 529672 2340198 4.4}
		new_blue3 {494011 552199 561819 561819 1875296 3.3}
		new_blue4 {646139 637051 784321 784321 3152532 4.0}
		new_blue5 {1233058 1284251 1447872 1447872 6287726 4.3}
		new_blue6 {1255039 1288443 1521703 1521703 6287132 4.1}
		new_blue7 {2507954 2636820 3068717 3068717 15120230 4.9}
	}
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
	# SpMV, table 8: GFLOPS, in the order of table 3.
	variable solved {
		new_blue1 {0.26 1.27 4.84 1.35}
		new_blue2 {0.28 1.40 5.63 1.50}
		new_blue3 {0.27 1.08 5.84 1.12}
		new_blue4 {0.28 1.30 5.08 1.39}
		new_blue5 {0.25 1.39 6.02 1.51}
		new_blue6 {0.26 1.33 6.44 1.43}
		new_blue7 {0.25 1.57 7.33 1.71}
	}
	# SSTA, table I: inputs, outputs, gates; s of one GPU, of four (a projection), of the CPU.
	variable dies {
		b14 {276 299 9496 4.734 1.404 1303.63} b15_1 {483 518 13781 6.952 2.121 1891.884} b17 {1450 1511 41174 20.736 6.3 5652.45}
		b18 {3305 3293 6599 6.326 4.013 905.924} b21 {521 512 20977 10.311 2.956 2879.765} b22_1 {734 725 25253 12.519 3.665 3466.783}
		s832 {23 24 587 0.298 0.092 80.585} s8381 {66 33 562 0.295 0.098 77.153} s1238 {32 32 857 0.432 0.132 117.651}
		s1196 {32 32 762 0.388 0.121 104.609} s1423 {91 79 949 0.521 0.189 130.281} s1494 {14 25 1033 0.508 0.145 141.812}
		s1488 {14 25 1016 0.5 0.143 139.479} s5378 {199 213 2033 1.16 0.447 279.094} s92341 {247 250 3642 1.949 0.672 499.981}
		s13207 {700 790 5849 3.512 1.461 802.963} s15850 {611 684 6421 3.675 1.424 881.488} s35932 {1763 2048 19898 11.318 4.341 2731.638}
		s38584 {1464 1730 21051 11.544 4.163 2889.924} s38417 {1664 1742 18451 10.341 3.871 2532.991} C1355 {41 32 715 0.366 0.115 98.157}
		C1908 {33 25 902 0.446 0.13 123.828} C2670 {233 140 1411 0.797 0.303 193.705} C3540 {50 22 1755 0.842 0.227 240.93}
		C432 {36 7 317 0.155 0.044 43.518} C499 {41 32 675 0.347 0.11 92.665} C5315 {178 123 2867 1.461 0.456 393.588}
		C6288 {32 32 2494 1.197 0.323 342.381} C7552 {207 108 3835 1.899 0.555 526.477} C880 {60 26 486 0.253 0.082 66.719}
	}
	foreach {item table} {spmv-table1 sizes_1 spmv-table2 sizes_2 spmv-table3 products_1 spmv-table4 products_2 spmv-table5 sizes_5
			spmv-table6 timed_paths spmv-table7 sizes_7 spmv-table8 solved spmv-table9 searched ssta-table1 dies} {
		dict set names $item [dict keys [set $table]]
	}
}

# ---- sparse products ----

proc reproduce::sizes {title table names} {
	head $title "matrices of the University of Florida's collection and of circuits"
	puts "[format %-12s matrix] [format %21s {rows  paper | here}] [format %21s {columns}] [format %21s {nonzeros}] [format %21s {a row}]"
	foreach name $names {
		lab_spmv $name -method thread -runs 1 > /dev/null
		set line [format %-12s $name]
		foreach paper [lrange [dict get $table $name] end-3 end] what {rows columns nonzeros mean} {
			append line " [pair $paper [lab_property $what]]"
		}
		puts $line
	}
}

proc reproduce::spmv-table1 {names gates} {
	variable sizes_1
	sizes "SpMV table 1: matrices of set 1" $sizes_1 $names
}

proc reproduce::spmv-table2 {names gates} {
	variable sizes_2
	sizes "SpMV table 2: matrices of set 2" $sizes_2 $names
}

proc reproduce::spmv-table5 {names gates} {
	variable sizes_5
	sizes "SpMV table 5: matrices of paths" $sizes_5 $names
}

proc reproduce::spmv-table7 {names gates} {
	variable sizes_7
	sizes "SpMV table 7: matrices of placements" $sizes_7 $names
	puts "Its cells and nets aren't here: stand-ins are matrices, not circuits. lab_cg without a matrix makes that of a placement."
}

# ms of each column, of some runs of lab_spmv: a core; a warp a row, without the cache that texture reads have; product and summation, and
# product and warped summation, both with the vector expanded before, which isn't counted, as in print; and warpscope's one kernel likewise.
proc reproduce::product_times {name} {
	variable runs
	for {set i 0} {$i < $runs} {incr i} {
		lab_spmv $name > /dev/null
		foreach {column method} {cpu serial product product-expanded warped warped-expanded fused fused-expanded} {
			lappend all($column) [lab_property ms $method]
		}
		if {![regexp {([0-9.]+) ms with x past} [lab_property note warp] - ms]} { error "lab_spmv has no time without texture reads" }
		lappend all(B&G) $ms
	}
	return [array get all]
}

# A row a method: its rate, and how much faster than the processor it is. `factor`: the work of a product, for a rate of 1 a ms.
proc reproduce::products {title unit table names factor} {
	head $title "GTX 280 (141.7 GB/s), and one core of a Core 2 Duo, 3.33 GHz"
	puts "[format %-12s matrix] [format %-26s method] [format %21s "$unit paper | here"] [format %21s {speed-up}]"
	foreach name $names {
		array set times [product_times $name]
		set work [expr $factor]
		set core [median $times(cpu)]
		lassign [dict get $table $name] cpu
		foreach {what column at} {CPU cpu 0 B&G B&G 1 {product + summation} product 2 {product + warped summation} warped 3 {warpscope: fused} fused -} {
			set paper [expr {$at eq {-} ? {-} : [lindex [dict get $table $name] $at]}]
			set ms [median $times($column)]
			puts "[format %-12s $name] [format %-26s $what] [pair $paper [ratio $work $ms]] [pair [ratio $paper $cpu] [ratio $core $ms]]  [spread]"
		}
	}
	puts "Expanding the vector isn't counted, as in print; B&G without texture reads, as there. A run is the mean of as many products as take 0.1 s (in print 1000)."
}

proc reproduce::spmv-table3 {names gates} {
	variable products_1
	products "SpMV table 3: products with matrices of set 1, 2 operations a nonzero" GFLOPS $products_1 $names {2e-6 * [lab_property nonzeros]}
}

proc reproduce::spmv-table4 {names gates} {
	variable products_2
	products "SpMV table 4: products with matrices of set 2, 2 operations a nonzero" GFLOPS $products_2 $names {2e-6 * [lab_property nonzeros]}
}

proc reproduce::spmv-table6 {names gates} {
	variable timed_paths
	products "SpMV table 6: timing of paths as products, a row is a path" "M paths/s" $timed_paths $names {1e-3 * [lab_property rows]}
}

# GFLOPS of an iteration, by 2 operations a nonzero and 10 a row: [SpMV] doesn't say what it counts.
proc reproduce::solving_rates {name} {
	variable runs
	for {set i 0} {$i < $runs} {incr i} {
		lab_cg $name -iterations 1 > /dev/null
		lappend all [expr {(2.0 * [lab_property nonzeros] + 10 * [lab_property rows]) / [lab_property ms jacobi] * 1e-6}]
	}
	return $all
}

proc reproduce::spmv-table8 {names gates} {
	variable solved
	head "SpMV table 8: conjugate gradients, GFLOPS" "GTX 280, and one core of a Core 2 Duo, 3.33 GHz"
	puts "[format %-12s matrix] [format %-26s method] [format %21s {GFLOPS paper | here}] [format %21s {speed-up}]"
	foreach name $names {
		lassign [dict get $solved $name] cpu bg product warped
		set core [median [elsewhere 1 "puts \"value \[reproduce::solving_rates $name\]\""]]
		set here [median [solving_rates $name]]
		foreach {what paper rate} [list CPU $cpu $core B&G $bg - {product + summation} $product - {product + warped summation} $warped - {warpscope: tiles} - $here] {
			puts "[format %-12s $name] [format %-26s $what] [pair $paper $rate] [pair [ratio $paper $cpu] [ratio $rate $core]]"
		}
		puts "[format %-12s $name] [spread]"
	}
	puts "CPU here: the same kernels on one thread. lab_cg has one product, by tiles of rows, so the paper's three aren't measured."
}

# Times of searches, ms, a list a method.
proc reproduce::search_times {name methods} {
	variable runs
	foreach method $methods {
		for {set i 0} {$i < $runs} {incr i} {
			lab_bfs $name -method $method > /dev/null
			lappend all($method) [lab_property ms $method]
		}
	}
	return [array get all]
}

proc reproduce::spmv-table9 {names gates} {
	variable searched
	head "SpMV table 9: breadth-first searches, ms" "GTX 280, and one core of a Core 2 Duo, 3.33 GHz; both by products"
	puts "[format %-8s matrix] [format %-34s method] [format %21s {ms  paper | here}] [format %21s {speed-up}]"
	foreach name $names {
		lassign [dict get $searched $name] cpu gpu
		array set core [elsewhere 1 "puts \"value \[reproduce::search_times $name printed\]\""]
		set base [median $core(printed)]
		array set here [search_times $name {printed product top-down switching queue}]
		foreach {what method paper} [list {product + summation, as printed} printed $gpu {warpscope: products in one kernel} product -\
				{warpscope: frontiers, top-down} top-down - {warpscope: frontiers, switching} switching - {queue on the host} queue -] {
			lappend lines [list $what $paper [median $here($method)]]
		}
		puts "[format %-8s $name] [format %-34s {CPU: printed, on one thread}] [pair $cpu $base] [pair - -]"
		foreach line $lines {
			lassign $line what paper ms
			puts "[format %-8s $name] [format %-34s $what] [pair $paper $ms] [pair [ratio $cpu $paper] [ratio $base $ms]]"
		}
		unset lines
		puts "[format %-8s $name] [spread]"
	}
	puts "printed runs as many products as the depth of the search; its counts of paths overflow, and vertices can be lost (report_lab says where)."
	puts "Throughputs aren't here: those in print are 100 times what its vertices and times give (333,740 in 869 ms are 3.8E+05 a second, not 3.84E+07)."
}

# ---- dies ----

proc reproduce::die_times {gates n} {
	make common $gates
	set_variation 0.05
	return [times "run_ssta -n $n -method paper"]
}

proc reproduce::ssta-table1 {names gates} {
	variable dies
	set n [expr {$gates eq {} ? 65536 : 4096}]
	head "SSTA table I: $n dies ([expr {$n == 65536 ? {as in print} : {of 65,536 in print, so only speed-ups compare}}]), s" "GeForce 8800 GTX, and a CPU that isn't named"
	puts "[format %-8s circuit] [format %21s {gates  paper | here}] [format %21s {GPU paper | this device}] [format %21s {CPU paper | one thread}] [format %21s {speed-up}]"
	foreach name $names {
		lassign [dict get $dies $name] inputs outputs printed gpu quad cpu
		set size [expr {max(500, $gates eq {} ? $printed : $gates)}] ;# generate_design makes no fewer
		set here [expr {[median [die_times $size $n]] / 1000}]
		lassign [size] pins made
		set core [expr {[median [elsewhere 1 "set reproduce::runs 1; puts \"value \[reproduce::die_times $size $n\]\""]] / 1000}]
		puts "[format %-8s $name] [pair $printed $made] [pair $gpu $here] [pair $cpu $core] [pair [ratio $cpu $gpu] [ratio $core $here]]  [spread]"
	}
	puts "Here -method paper with its twisters, on one thread a single run; designs have 500 gates at least. Not here: inputs and outputs, which stand-ins"
	puts "have of profile common; four cards, which are a projection in print."
}
