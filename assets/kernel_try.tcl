# kernel_try.tcl - the commands kernel_template, kernel_try and kernel_property: kernels that the reader writes.
#
# kernel_try compiles the reader's file with the installed headers: for the CPU, for recorded warps, and for a GPU. This program once
# more then runs it (kernel::child, by kernel_run) on random numbers and on a copy of the open design, and leaves a list of what came of
# it in a file. No shell reads any word, and the folder of all these files is removed.

namespace eval kernel {
	variable last {}
	variable folder "" ;# removed after each command (shell_tcl.c)
	variable compiler_seconds 120
}

proc kernel::fail {command text {code 1}} {
	throw [list WARPSCOPE $code] "$command: $text"
}

# ---- kernel_template ----

proc kernel::kernel_template {args} {
	if {[llength $args] > 2} {
		kernel::fail kernel_template "wrong usage: kernel_template ?NAME? ?FILE?" 2
	}
	lassign $args name file
	if {$name eq ""} {
		kernel_run
		return
	}
	kernel_run $name ;# is there such a kernel?
	set text [kernel::read [asset kernels/$name.cu]]
	if {$file eq ""} {
		puts -nonewline $text
		return
	}
	if {[catch {open $file {WRONLY CREAT EXCL}} channel]} {
		kernel::fail kernel_template [expr {[file exists $file] ? "$file is there already, and nothing is overwritten" : $channel}] 4
	}
	kernel::write $channel $text
}

proc kernel::read {path} {
	set channel [open $path]
	fconfigure $channel -encoding utf-8
	set text [::read $channel]
	close $channel
	return $text
}

proc kernel::write {channel text} {
	fconfigure $channel -encoding utf-8
	puts -nonewline $channel $text
	close $channel
}

# ---- kernel_try ----

proc kernel::kernel_try {args} {
	set options [dict create -seconds 5 -memory 1024 -gpu ""]
	while {[string match -* [lindex $args 0]]} {
		set args [lassign $args option value]
		if {![dict exists $options $option]} {
			kernel::fail kernel_try "unknown option $option; there are -seconds, -memory and -gpu" 2
		}
		if {![regexp {^\d{1,6}$} $value] || ($option ne "-gpu" && $value == 0)} {
			kernel::fail kernel_try "$option expects a number, not \"$value\"" 2
		}
		dict set options $option $value
	}
	if {[llength $args] != 2} {
		kernel::fail kernel_try "wrong usage: kernel_try ?-seconds S? ?-memory MIB? ?-gpu N? NAME FILE" 2
	}
	lassign $args name file
	kernel_run $name
	if {![file isfile $file] || ![file readable $file]} {
		kernel::fail kernel_try "$file can't be read" 4
	}
	if {[dict get $options -gpu] eq "" && ![string match "CPU*" [kernel::device]]} {
		dict set options -gpu 0
	}
	set kernel::folder [exec mktemp -d -t warpscope-try-XXXXXX]
	set kernel::last [dict create kernel $name]
	kernel::try_in $kernel::folder $name [file normalize $file] $options
	return [dict get $kernel::last verdict]
}

proc kernel::device {} {
	return [string trim [regsub {^device *} [lindex [split [with_output_to_string report_device] \n] 0] ""]]
}

proc kernel::variable_or {name otherwise} {
	return [expr {[info exists ::env($name)] && $::env($name) ne "" ? $::env($name) : $otherwise}]
}

# The folder that gpu/kernel/kernel.h is in: with the files that come with warpscope, or in the source tree beside them.
proc kernel::headers {} {
	if {[catch {asset src/gpu/kernel/kernel.h} path]} {
		set path [asset ../src/gpu/kernel/kernel.h]
	}
	return [file dirname [file dirname [file dirname [file normalize $path]]]]
}

# Run a compiler; what it says is shown, and no output is left when it fails.
proc kernel::compile {folder package compiler args} {
	if {[auto_execok $compiler] eq ""} {
		kernel::fail kernel_try "there is no compiler \"$compiler\": $package brings one"
	}
	set words [list timeout --foreground $kernel::compiler_seconds env TMPDIR=$folder {*}[auto_execok $compiler] {*}$args]
	if {[catch {exec {*}$words < /dev/null 2>@1} said]} {
		puts [regsub {\n?child process exited abnormally$} $said ""]
		dict set kernel::last verdict "doesn't compile"
		kernel::fail kernel_try "it doesn't compile" 3
	}
	return $said
}

proc kernel::bits {name} {
	return [expr {$name in {propagate_distance count_edges expand_edges} ? 64 : 32}]
}

proc kernel::compile_all {folder name file gpu} {
	set cc [kernel::variable_or WARPSCOPE_CC cc]
	set package "the package gcc (apt install gcc, dnf install gcc)"
	set common [list -DFS_BITS=[kernel::bits $name] -I[kernel::headers]]
	set c [list -x c -std=gnu11 -fPIC -ffp-contract=off -D_GNU_SOURCE {*}$common]
	set said [kernel::compile $folder $package $cc {*}$c -O2 -shared -fopenmp -Wall -Wno-unused -o $folder/cpu.so $file]
	if {$said ne ""} {
		puts $said
	}
	# As src/local.mk compiles ours, by GCC's flags, else by clang's; linked without them, as the recorder has what they call.
	set warp [list {*}$c -O1 -w -DKERNEL_WARP -D__CUDACC__ -fsanitize=thread -fsanitize-coverage=trace-pc -c -o $folder/warp.o $file]
	foreach flags {{-fno-reorder-blocks -fno-tree-vectorize}
		{-fno-vectorize -fno-slp-vectorize -mllvm -sanitizer-coverage-prune-blocks=0}} {
		if {![catch {exec timeout --foreground $kernel::compiler_seconds $cc {*}$flags {*}$warp < /dev/null 2>@1}]} {
			kernel::compile $folder $package $cc -shared -o $folder/warp.so $folder/warp.o
			break
		}
	}
	if {![file exists $folder/warp.so]} {
		puts "lanes of warps aren't looked at: this compiler can't say where memory is used"
	}
	if {$gpu ne ""} {
		kernel::compile $folder "CUDA's toolkit (apt install nvidia-cuda-toolkit, or NVIDIA's own)" \
			[kernel::variable_or WARPSCOPE_NVCC [kernel::nvcc]] -std=c++17 -O3 -arch=native -fmad=false -shared -Xcompiler \
			-fPIC {*}$common -o $folder/gpu.so $file
	}
}

proc kernel::nvcc {} {
	return [expr {[auto_execok nvcc] eq "" && [file executable /usr/local/cuda/bin/nvcc] ? "/usr/local/cuda/bin/nvcc" : "nvcc"}]
}

proc kernel::try_in {folder name file options} {
	set gpu [dict get $options -gpu]
	kernel::compile_all $folder $name $file $gpu
	if {[catch {save_design $folder/design.wsd}] && [catch {write_graph $folder/design.dag}]} {
		file delete $folder/design.wsd $folder/design.dag
	}
	set seconds [expr {60 + 20 * [dict get $options -seconds]}]
	foreach device [expr {$gpu eq "" ? "cpu" : [list cpu cuda:$gpu]}] {
		set script "source \[asset kernel_try.tcl\]; [list kernel::child $folder $name $device $options]"
		set words [list timeout --foreground -s KILL $seconds [file readlink /proc/self/exe] -b --no-init -d $device -e $script]
		set failed [catch {exec {*}$words < /dev/null 2>@1} said]
		if {$said ne ""} {
			puts $said
		}
		if {$failed || ![file exists $folder/result]} {
			kernel::fail kernel_try "its process failed, or took more than $seconds s"
		}
		kernel::report $name $device [kernel::read $folder/result]
		file delete $folder/result
		if {[dict get $kernel::last verdict] ne "passes"} {
			break
		}
	}
}

# ---- in the process that runs it ----

# What kernel_run says, as a dictionary. `call` are its words, without options.
proc kernel::run {call args} {
	set result {}
	foreach line [split [{*}$call {*}$args] \n] {
		regexp {^(\S+) ?(.*)$} $line - key value
		dict set result $key $value
	}
	return $result
}

# Random numbers, always the same.
proc kernel::draw {below} {
	variable seed
	set seed [expr {($seed * 6364136223846793005 + 1442695040888963407) & 0xffffffffffffffff}]
	return [expr {($seed >> 33) % $below}]
}

# Write a graph of n vertices, each with at most seven arcs to those before it.
proc kernel::random {path n} {
	variable seed $n
	set names {}
	set arcs {}
	set sinks {}
	for {set v 0} {$v < $n} {incr v} {
		lappend names "\"v$v\";"
		set fan [expr {$v == 0 ? 0 : [kernel::draw 8]}]
		for {set j 0} {$j < $fan} {incr j} {
			lappend arcs "\"v$v\" -> \"v[kernel::draw $v]\", [kernel::draw 100];"
		}
		if {$fan == 0} {
			lappend sinks "sink \"v$v\", [kernel::draw 100];"
		}
	}
	kernel::write [open $path w] [join [list $n {*}$names {*}$arcs "source \"v[expr {$n - 1}]\", 0;" {*}$sinks] \n]\n
}

proc kernel::child {folder name device options} {
	set library [expr {[string match cuda* $device] ? "gpu" : "cpu"}]
	set call [list kernel_run {*}[dict remove $options -gpu]]
	set warps [expr {[file exists $folder/warp.so] && $library eq "cpu" ? [list -warps $folder/warp.so] : ""}]
	set results {}
	if {$library eq "cpu"} {
		foreach n {8 64 300} {
			kernel::random $folder/random.dag $n
			read_graph $folder/random.dag
			set result [kernel::run $call -random $n {*}[expr {$n < 300 ? $warps : ""}] $name $folder/cpu.so]
			lappend results "random numbers" $result
			if {[dict get $result verdict] ne "passes"} {
				kernel::write [open $folder/result w] $results
				return
			}
		}
	}
	kernel::open_copy $folder
	set result [kernel::child_large $call $name $folder/$library.so $warps]
	if {[dict get $result n] > 0} {
		lappend results "the open design" $result
	} else {
		if {[glob -nocomplain $folder/design.*] ne ""} {
			lappend results "the open design" $result
		}
		kernel::random $folder/random.dag 20000
		read_graph $folder/random.dag
		lappend results "random numbers" [kernel::child_large [list {*}$call -random 20000] $name $folder/$library.so $warps]
	}
	kernel::write [open $folder/result w] $results
}

proc kernel::open_copy {folder} {
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
proc kernel::child_large {call name library warps} {
	set result [dict create n 1 verdict passes]
	if {$warps ne "" || [string match */cpu.so $library]} {
		set result [kernel::run $call $name $library]
	}
	if {[dict get $result n] == 0 || [dict get $result verdict] ne "passes"} {
		return $result
	}
	set result [kernel::run $call -launch both $name $library]
	if {[dict get $result n] == 0 || [dict get $result verdict] ne "passes"} {
		return $result
	}
	profile on
	for {set run 0} {$run < 7} {incr run} {
		foreach whose {yours ours} {
			lappend ms($whose) [kernel::time_of $name [list {*}$call -launch $whose $name $library] result]
		}
	}
	profile off
	dict set result ms [lmap whose {yours ours} {lindex [lsort -real $ms($whose)] 3}]
	if {$warps ne ""} {
		foreach place {0 1} whose {yours ours} {
			kernel::record $name [list {*}$call -launch $whose {*}$warps $name $library] $place result
		}
	}
	return $result
}

# Of one launch the milliseconds, and of all the bytes.
proc kernel::time_of {name command resultName} {
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
proc kernel::record {name command place resultName} {
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

proc kernel::report {name device results} {
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
			kernel::show_time $device $result
		}
		if {[dict exists $result steps]} {
			kernel::show_warp $result
		}
	}
}

proc kernel::line {text yours ours} {
	puts [format "  %-34s %16s %16s" $text $yours $ours]
}

proc kernel::show_time {device r} {
	lassign [dict get $r ms] yours ours
	kernel::line "" yours ours
	kernel::line "time of a launch, median of 7" "$yours ms" "$ours ms"
	if {![dict exists $r bytes]} {
		kernel::line "bytes, floor" "not known" "not known"
		return
	}
	set bytes [dict get $r bytes]
	set least [expr {[dict get $r at_least] ? "at least " : ""}]
	set floor [format "%.3f ms" [expr {1e-6 * $bytes / [dict get $r gigabytes]}]]
	set kilobytes [format "%.0f kB" [expr {$bytes / 1e3}]]
	kernel::line "bytes that it has to move" "$least$kilobytes" "$least$kilobytes"
	kernel::line "floor: a copy of as many" $floor $floor
}

proc kernel::show_warp {r} {
	kernel::line "a warp (the busiest of three)" yours ours
	foreach {key text} {items "its items" steps "steps"} {
		kernel::line $text {*}[dict get $r $key]
	}
	foreach {part all text} {used slots "lane-steps used" wanted moved "bytes wanted of those moved"} {
		kernel::line $text {*}[lmap p [dict get $r $part] a [dict get $r $all] {format "%.1f %%" [expr {$a ? 100.0 * $p / $a : 0}]}]
	}
	kernel::line "sectors of 32 bytes" {*}[dict get $r sectors]
	kernel::line "sectors that would do" {*}[dict get $r least]
	foreach key [dict keys $r sectors:*] {
		kernel::line "sectors of [string range $key 8 end]" {*}[dict get $r $key]
	}
}

# Of numbers that ours has too, yours.
proc kernel::kernel_property {name} {
	if {![dict exists $kernel::last $name]} {
		kernel::fail kernel_property [expr {$kernel::last eq "" ? "nothing was tried yet" : "the last kernel_try has no \"$name\""}]
	}
	set value [dict get $kernel::last $name]
	return [expr {$name in {verdict where kernel item} ? $value : [lindex $value 0]}]
}
