# kernel_try.tcl - the commands kernel_template, kernel_try and kernel_property: kernels that the reader writes.
#
# kernel_try compiles the reader's file with the installed headers: for the CPU, for recorded warps, and for a GPU. This program once
# more then runs it (warpscope_kernel::child, by kernel_run) on random numbers and on a copy of the open design, and leaves a list of what came of
# it in a file. No shell reads any word, and the folder of all these files is removed.

namespace eval warpscope_kernel {
	variable last {}
	variable folder "" ;# removed after each command (shell_tcl.c)
	variable compiler_seconds 120
}

proc warpscope_kernel::fail {command text {code 1}} {
	throw [list WARPSCOPE $code] "$command: $text"
}

# ---- kernel_template ----

proc warpscope_kernel::kernel_template {args} {
	if {[llength $args] > 2} {
		warpscope_kernel::fail kernel_template "wrong usage: kernel_template ?NAME? ?FILE?" 2
	}
	lassign $args name file
	if {$name eq ""} {
		kernel_run
		return
	}
	kernel_run $name ;# is there such a kernel?
	set text [warpscope_kernel::read [asset kernels/$name.cu]]
	if {$file eq ""} {
		puts -nonewline $text
		return
	}
	if {[catch {open $file {WRONLY CREAT EXCL}} channel]} {
		warpscope_kernel::fail kernel_template [expr {[file exists $file] ? "$file is there already, and nothing is overwritten" : $channel}] 4
	}
	warpscope_kernel::write $channel $text
}

proc warpscope_kernel::read {path} {
	set channel [open $path]
	fconfigure $channel -encoding utf-8
	set text [::read $channel]
	close $channel
	return $text
}

proc warpscope_kernel::write {channel text} {
	fconfigure $channel -encoding utf-8
	puts -nonewline $channel $text
	close $channel
}

# ---- kernel_try ----

proc warpscope_kernel::kernel_try {args} {
	set options [dict create -seconds 5 -memory 1024 -gpu ""]
	while {[string match -* [lindex $args 0]]} {
		set args [lassign $args option value]
		if {![dict exists $options $option]} {
			warpscope_kernel::fail kernel_try "unknown option $option; there are -seconds, -memory and -gpu" 2
		}
		if {![regexp {^\d{1,6}$} $value] || ($option ne "-gpu" && $value == 0)} {
			warpscope_kernel::fail kernel_try "$option expects a number, not \"$value\"" 2
		}
		dict set options $option $value
	}
	if {[llength $args] != 2} {
		warpscope_kernel::fail kernel_try "wrong usage: kernel_try ?-seconds S? ?-memory MIB? ?-gpu N? NAME FILE" 2
	}
	lassign $args name file
	kernel_run $name
	if {![file isfile $file] || ![file readable $file]} {
		warpscope_kernel::fail kernel_try "$file can't be read" 4
	}
	if {[dict get $options -gpu] eq "" && ![string match "CPU*" [warpscope_kernel::device]]} {
		dict set options -gpu 0
	}
	set warpscope_kernel::folder [exec mktemp -d -t warpscope-try-XXXXXX]
	set warpscope_kernel::last [dict create kernel $name]
	warpscope_kernel::try_in $warpscope_kernel::folder $name [file normalize $file] $options
	return [dict get $warpscope_kernel::last verdict]
}

proc warpscope_kernel::device {} {
	set name ""
	regexp -line {^device *(.*)$} [with_output_to_string report_device] - name
	return [string trim $name]
}

proc warpscope_kernel::variable_or {name otherwise} {
	return [expr {[info exists ::env($name)] && $::env($name) ne "" ? $::env($name) : $otherwise}]
}

# The folder that gpu/kernel/kernel.h is in: with the files that come with warpscope, or in the source tree beside them.
proc warpscope_kernel::headers {} {
	if {[catch {asset src/gpu/kernel/kernel.h} path]} {
		set path [asset ../src/gpu/kernel/kernel.h]
	}
	return [file dirname [file dirname [file dirname [file normalize $path]]]]
}

# Run a program in a process of its own: its exit status, and what it printed, as far as that is looked at.
proc warpscope_kernel::printed {folder seconds args} {
	set end [process $seconds $folder/printed {*}[auto_execok env] TMPDIR=$folder {*}$args]
	set said ""
	catch {
		set in [open $folder/printed]
		set said [string trimright [::read $in 100000]]
		if {![eof $in]} {append said "\n(it printed more)"}
		close $in
	}
	return [list $end $said]
}

# Run a compiler; what it says is shown, and no output is left when it fails.
proc warpscope_kernel::compile {folder package compiler args} {
	if {[auto_execok $compiler] eq ""} {
		warpscope_kernel::fail kernel_try "there is no compiler \"$compiler\": $package brings one"
	}
	lassign [warpscope_kernel::printed $folder $warpscope_kernel::compiler_seconds {*}[auto_execok $compiler] {*}$args] end said
	if {$end} {
		puts $said
		dict set warpscope_kernel::last verdict "doesn't compile"
		warpscope_kernel::fail kernel_try "it doesn't compile" 3
	}
	return $said
}

proc warpscope_kernel::bits {name} {
	return [expr {$name in {propagate_distance count_edges expand_edges} ? 64 : 32}]
}

proc warpscope_kernel::compile_all {folder name file gpu} {
	set cc [warpscope_kernel::variable_or WARPSCOPE_CC cc]
	set package "the package gcc (apt install gcc, dnf install gcc)"
	set common [list -DFS_BITS=[warpscope_kernel::bits $name] -I[warpscope_kernel::headers]]
	set c [list -x c -std=gnu11 -fPIC -ffp-contract=off -D_GNU_SOURCE {*}$common]
	set said [warpscope_kernel::compile $folder $package $cc {*}$c -O2 -shared -fopenmp -Wall -Wno-unused -o $folder/cpu.so $file]
	if {$said ne ""} {
		puts $said
	}
	# As src/local.mk compiles ours, by GCC's flags, else by clang's; linked without them, as the recorder has what they call.
	set warp [list {*}$c -O1 -w -DKERNEL_WARP -D__CUDACC__ -fsanitize=thread -fsanitize-coverage=trace-pc -c -o $folder/warp.o $file]
	foreach flags {{-fno-reorder-blocks -fno-tree-vectorize}
		{-fno-vectorize -fno-slp-vectorize -mllvm -sanitizer-coverage-prune-blocks=0}} {
		if {[lindex [warpscope_kernel::printed $folder $warpscope_kernel::compiler_seconds {*}[auto_execok $cc] {*}$flags {*}$warp] 0] == 0} {
			warpscope_kernel::compile $folder $package $cc -shared -o $folder/warp.so $folder/warp.o
			break
		}
	}
	if {![file exists $folder/warp.so]} {
		puts "lanes of warps aren't looked at: this compiler can't say where memory is used"
	}
	if {$gpu ne ""} {
		# nvcc gives names to a shell
		foreach path [list $file $folder [warpscope_kernel::headers]] {
			if {![regexp {^[A-Za-z0-9_./+-]*$} $path]} {
				warpscope_kernel::fail kernel_try "nvcc takes no names with other characters than letters, digits and _./+-: $path"
			}
		}
		warpscope_kernel::compile $folder "CUDA's toolkit (apt install nvidia-cuda-toolkit, or NVIDIA's own)" \
			[warpscope_kernel::variable_or WARPSCOPE_NVCC [warpscope_kernel::nvcc]] -x cu -std=c++17 -O3 -arch=native -fmad=false -shared -Xcompiler \
			-fPIC {*}$common -o $folder/gpu.so $file
	}
}

proc warpscope_kernel::nvcc {} {
	return [expr {[auto_execok nvcc] eq "" && [file executable /usr/local/cuda/bin/nvcc] ? "/usr/local/cuda/bin/nvcc" : "nvcc"}]
}

proc warpscope_kernel::try_in {folder name file options} {
	set gpu [dict get $options -gpu]
	warpscope_kernel::compile_all $folder $name $file $gpu
	if {[catch {save_design $folder/design.wsd} why] && [catch {write_graph $folder/design.dag}]} {
		file delete $folder/design.wsd $folder/design.dag
		if {[set_lens] ne "none"} {puts "not on the open design, which is under a lens"}
	}
	set seconds [expr {60 + 20 * [dict get $options -seconds]}]
	foreach device [expr {$gpu eq "" ? "cpu" : [list cpu cuda:$gpu]}] {
		set script "source \[asset kernel_try.tcl\]; [list warpscope_kernel::child $folder $name $device $options]"
		lassign [warpscope_kernel::printed $folder $seconds [file readlink /proc/self/exe] -b --no-init -d $device -e $script] end said
		if {$said ne ""} {
			puts $said
		}
		if {$end || ![file exists $folder/result]} {
			dict set warpscope_kernel::last verdict "crashes"
			warpscope_kernel::fail kernel_try "its process failed, or took more than $seconds s"
		}
		warpscope_kernel::report $name $device [warpscope_kernel::read $folder/result]
		file delete $folder/result
		if {[dict get $warpscope_kernel::last verdict] ne "passes"} {
			break
		}
	}
}

# ---- in the process that runs it ----

# What kernel_run says, as a dictionary. `call` are its words, without options.
proc warpscope_kernel::run {call args} {
	set result {}
	foreach line [split [{*}$call {*}$args] \n] {
		regexp {^(\S+) ?(.*)$} $line - key value
		dict set result $key $value
	}
	return $result
}

# Random numbers, always the same.
proc warpscope_kernel::draw {below} {
	variable seed
	set seed [expr {($seed * 6364136223846793005 + 1442695040888963407) & 0xffffffffffffffff}]
	return [expr {($seed >> 33) % $below}]
}

# Write a graph of n vertices, each with at most seven arcs to those before it.
proc warpscope_kernel::random {path n} {
	variable seed $n
	set names {}
	set arcs {}
	set sinks {}
	for {set v 0} {$v < $n} {incr v} {
		lappend names "\"v$v\";"
		set fan [expr {$v == 0 ? 0 : [warpscope_kernel::draw 8]}]
		for {set j 0} {$j < $fan} {incr j} {
			lappend arcs "\"v$v\" -> \"v[warpscope_kernel::draw $v]\", [warpscope_kernel::draw 100];"
		}
		if {$fan == 0} {
			lappend sinks "sink \"v$v\", [warpscope_kernel::draw 100];"
		}
	}
	warpscope_kernel::write [open $path w] [join [list $n {*}$names {*}$arcs "source \"v[expr {$n - 1}]\", 0;" {*}$sinks] \n]\n
}

proc warpscope_kernel::child {folder name device options} {
	set library [expr {[string match cuda* $device] ? "gpu" : "cpu"}]
	set call [list kernel_run {*}[dict remove $options -gpu]]
	set warps [expr {[file exists $folder/warp.so] && $library eq "cpu" ? [list -warps $folder/warp.so] : ""}]
	set results {}
	if {$library eq "cpu"} {
		foreach n {8 64 300} {
			warpscope_kernel::random $folder/random.dag $n
			read_graph $folder/random.dag
			set result [warpscope_kernel::run $call -random $n {*}[expr {$n < 300 ? $warps : ""}] $name $folder/cpu.so]
			lappend results "random numbers" $result
			if {[dict get $result verdict] ne "passes"} {
				warpscope_kernel::write [open $folder/result w] $results
				return
			}
		}
	}
	warpscope_kernel::open_copy $folder
	set result [warpscope_kernel::child_large $call $name $folder/$library.so $warps]
	if {[dict get $result n] > 0} {
		lappend results "the open design" $result
	} else {
		if {[glob -nocomplain $folder/design.*] ne ""} {
			lappend results "the open design" $result
		}
		warpscope_kernel::random $folder/random.dag 20000
		read_graph $folder/random.dag
		lappend results "random numbers" [warpscope_kernel::child_large [list {*}$call -random 20000] $name $folder/$library.so $warps]
	}
	warpscope_kernel::write [open $folder/result w] $results
}

proc warpscope_kernel::open_copy {folder} {
	close_design
	foreach file [glob -nocomplain $folder/design.*] {
		if {[string match *.dag $file]} {
			read_graph $file
		} else {
			open_design $file
			catch {find_paths -max_paths 1}
		}
	}
}

# Checked, then on the device with all its threads, compared and measured.
proc warpscope_kernel::child_large {call name library warps} {
	set result [dict create n 1 verdict passes]
	if {$warps ne "" || [string match */cpu.so $library]} {
		set result [warpscope_kernel::run $call $name $library]
	}
	if {[dict get $result n] == 0 || [dict get $result verdict] ne "passes"} {
		return $result
	}
	set result [warpscope_kernel::run $call -launch both $name $library]
	if {[dict get $result n] == 0 || [dict get $result verdict] ne "passes"} {
		return $result
	}
	profile on
	for {set run 0} {$run < 7} {incr run} {
		foreach whose {yours ours} {
			lappend ms($whose) [warpscope_kernel::time_of $name [list {*}$call -launch $whose $name $library] result]
		}
	}
	profile off
	dict set result ms [lmap whose {yours ours} {lindex [lsort -real $ms($whose)] 3}]
	if {$warps ne ""} {
		foreach place {0 1} whose {yours ours} {
			warpscope_kernel::record $name [list {*}$call -launch $whose {*}$warps $name $library] $place result
		}
	}
	return $result
}

# Of one launch the milliseconds, and of all the bytes.
proc warpscope_kernel::time_of {name command resultName} {
	upvar 1 $resultName result
	profile reset
	{*}$command
	set report [with_output_to_string {report_kernels -times}]
	regexp -line "^$name +1 +\\d+ +(\\S+) +(\\S+) +(\\S+)" $report - streamed gathered ms
	regexp {writes ([0-9.]+) GB/s} $report - rate
	dict set result gigabytes $rate
	if {$streamed ne "-"} {
		dict set result bytes [expr {[string trim $streamed >] + [string trim $gathered >]}]
		dict set result at_least [string match >* $streamed]
	}
	return $ms
}

# The busiest of three warps, by report_warp; of yours (place 0) and ours, so numbers are lists of two.
proc warpscope_kernel::record {name command place resultName} {
	upvar 1 $resultName result
	with_output_to_string {report_warp -steps 1 -of $command $name}
	set warps [warp_property warps]
	set most -1
	foreach quarter {1 2 3} {
		set report [with_output_to_string {report_warp -warp [expr {$quarter * $warps / 4}] -steps 1 -of $command $name}]
		if {[warp_property steps] > $most} {
			set most [warp_property steps]
			set busiest $report
			set numbers [lmap number {steps used slots sectors least wanted moved} {list $number [warp_property $number]}]
		}
	}
	set items 1
	if {[regexp {this warp: (\d+) to (\d+)} $busiest - first last]} {
		set items [expr {$last - $first + 1}]
	}
	lappend numbers [list items $items]
	foreach {- array sectors least} [regexp -all -inline -line {^(\S+) +\d+ +\d+ +(\d+) +(\d+) +\d+ +\d+ +[0-9.]+%$} $busiest] {
		lappend numbers [list sectors:$array $sectors] [list least:$array $least]
	}
	foreach pair $numbers {
		lassign $pair number value
		set both [expr {[dict exists $result $number] ? [dict get $result $number] : {0 0}}]
		dict set result $number [lreplace $both $place $place $value]
	}
}

# ---- what came of it ----

proc warpscope_kernel::report {name device results} {
	variable last
	puts "$name on $device: [dict get [lindex $results end] verdict]"
	foreach {what result} $results {
		if {[dict get $result n] == 0} {
			puts "$what: nothing for [dict get $last kernel]"
			continue
		}
		set last [dict merge $last $result]
		set verdict [dict get $result verdict]
		puts "$what, [dict get $result n] items ([dict get $result item]): [expr {$verdict eq "passes" ? "as ours" : [dict get $result where]}]"
		if {[dict exists $result ms]} {
			warpscope_kernel::show_time $device $result
		}
		if {[dict exists $result steps]} {
			warpscope_kernel::show_warp $result
		}
	}
}

proc warpscope_kernel::line {text yours ours} {
	puts [format "  %-34s %16s %16s" $text $yours $ours]
}

proc warpscope_kernel::show_time {device r} {
	lassign [dict get $r ms] yours ours
	warpscope_kernel::line "" yours ours
	warpscope_kernel::line "time of a launch, median of 7" "$yours ms" "$ours ms"
	if {![dict exists $r bytes]} {
		warpscope_kernel::line "bytes, floor" "not known" "not known"
		return
	}
	set bytes [dict get $r bytes]
	set least [expr {[dict get $r at_least] ? "at least " : ""}]
	set floor [format "%.3f ms" [expr {1e-6 * $bytes / [dict get $r gigabytes]}]]
	set kilobytes [format "%.0f kB" [expr {$bytes / 1e3}]]
	warpscope_kernel::line "bytes that it has to move" "$least$kilobytes" "$least$kilobytes"
	warpscope_kernel::line "floor: a copy of as many" $floor $floor
}

proc warpscope_kernel::show_warp {r} {
	warpscope_kernel::line "a warp (the busiest of three)" yours ours
	foreach {key text} {items "its items" steps "steps"} {
		warpscope_kernel::line $text {*}[dict get $r $key]
	}
	foreach {part all text} {used slots "lane-steps used" wanted moved "bytes wanted of those moved"} {
		warpscope_kernel::line $text {*}[lmap p [dict get $r $part] a [dict get $r $all] {format "%.1f %%" [expr {$a ? 100.0 * $p / $a : 0}]}]
	}
	warpscope_kernel::line "sectors of 32 bytes" {*}[dict get $r sectors]
	warpscope_kernel::line "sectors that would do" {*}[dict get $r least]
	foreach key [dict keys $r sectors:*] {
		warpscope_kernel::line "sectors of [string range $key 8 end]" {*}[dict get $r $key]
	}
}

# Of numbers that ours has too, yours.
proc warpscope_kernel::kernel_property {name} {
	if {![dict exists $warpscope_kernel::last $name]} {
		warpscope_kernel::fail kernel_property [expr {$warpscope_kernel::last eq "" ? "nothing was tried yet" : "the last kernel_try has no \"$name\""}]
	}
	set value [dict get $warpscope_kernel::last $name]
	return [expr {$name in {verdict where kernel item} ? $value : [lindex $value 0]}]
}
