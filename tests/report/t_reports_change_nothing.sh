# A report changes nothing: each command that reports, returns objects, checks or writes a file, with each of its options,
# stands between two series of reports, and these are the same.
# It writes some thousand small files, each of which goes to the disk: into memory where that is possible.
[ -d /dev/shm ] && [ -w /dev/shm ] && export TMPDIR=/dev/shm
. "${srcdir:-.}/tests/lib/tap.sh"

here=$(pwd)
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
case $WARPSCOPE_DATADIR in /*) ;; *) WARPSCOPE_DATADIR=$here/$WARPSCOPE_DATADIR ;; esac
DATA=$(cd "$srcdir/tests/data" && pwd)

cat >"$tmp/all.tcl" <<'END'
set files 0
proc write {name text} {
	set to [open $name w]
	puts $to $text
	close $to
}

# What reports say, and what a snapshot has, as text.
proc series {} {
	set said ""
	foreach command $::series {
		if {[catch {uplevel #0 "$command > $::env(TMP)/said"} message]} { append said "error: $message\n" }
		set from [open $::env(TMP)/said]
		append said "---- $command\n" [read $from]
		close $from
	}
	save_design $::env(TMP)/said.wsd
	set from [open $::env(TMP)/said.wsd rb]
	append said [binary encode hex [read $from]]
	close $from
	return $said
}

# The options of a command, from its help: flags, choices, and those with a value.
proc options {name} {
	help $name > $::env(TMP)/help
	set from [open $::env(TMP)/help]
	set line [gets $from]
	close $from
	set out {{}}
	foreach {all option value} [regexp -all -inline {\?(-[a-z_]+)(?: ([^?]+))?\?} $line] {
		if {$value eq ""} {
			lappend out [list $option]
		} elseif {[regexp {^[a-z_]+(\|[a-z_]+)+$} $value]} {
			foreach word [split $value |] { lappend out [list $option $word] }
		} elseif {[string match {{*}} $value]} {
			lappend out [list $option [lindex $value 0]]
		} else {
			foreach word $::words { lappend out [list $option $word] }
		}
	}
	return $out
}

proc run_all {} {
	set before [series]
	set again [series]
	puts stderr "RAN series [expr {$before eq $again}]"
	help > $::env(TMP)/help
	set from [open $::env(TMP)/help]
	set names [regexp -all -inline -line {^(?:report|get|all|check|write|explain|find_timing)\w+} [read $from]]
	close $from
	foreach name $names {
		set n 0
		foreach options [options $name] {
			foreach word $::words {
				incr n [expr {![catch {uplevel #0 "$name $options $word > $::env(TMP)/out"}]}]
			}
			incr n [expr {![catch {uplevel #0 "$name $options > $::env(TMP)/out"}]}]
		}
		set after [series]
		if {$after ne $before} {
			write $::env(TMP)/before $before
			write $::env(TMP)/after.$name $after
			puts stderr "CHANGED $name"
		}
		set before $after
		puts stderr "RAN $name $n"
	}
}
END

cat >"$tmp/netlist.tcl" <<'END'
set data $::env(DATA)
read_liberty -max $data/hand_Late.lib
read_liberty -min $data/hand_Early.lib
read_verilog $data/hand.v
link_design
read_timing $data/hand.timing
read_spef $data/hand.spef
set_sense -stop_propagation r1/CK
set_variation 0.05
run_ssta -n 20
find_paths -max_paths 10
save_slacks first
set kept [find_timing_paths -group_count 3]
set words "r1/D {r1/D rise} {r1/D full_name} r1 clk y * 1 DFF $::env(TMP)/file [lindex $kept 0]"
set series {
	{report_checks -path_delay min_max -group_count 30 -format full_clock_expanded -fields {capacitance slew net} -digits 6}
	{report_checks -unconstrained -format end} {report_design} {report_arrivals r1/Q} {report_slacks y} {report_slacks r1/Q}
	{report_wns -digits 6} {report_tns -digits 6} {report_clocks} {report_clock_skew} {report_disabled_edges} {report_paths}
	{report_ssta} {report_dies} {report_saved_slacks} {report_check_types} {report_units} {write_sdc} {check_setup}
	{report_path_histogram} {report_all_paths} {puts [get_property [lindex $kept 0] slack]} {puts [get_property [lindex $kept 0] points]}
}
source $::env(TMP)/all.tcl
run_all
END

cat >"$tmp/placed.tcl" <<'END'
read_lef $::env(DATA)/small.lef
read_def $::env(DATA)/small.def
density -map cells
set words "u1 h/u2 a INV * 1 n1 $::env(TMP)/file"
set series {{report_placement -check -components} {report_density} {report_instance u1} {report_net n1} {write_def} {check_setup}}
source $::env(TMP)/all.tcl
run_all
END

# nothing NAME: the script of that name, and that no command of it changed anything
nothing() {
	TMP=$tmp/$1
	mkdir "$TMP" "$TMP/work"
	cp "$tmp/all.tcl" "$TMP"
	cd "$TMP/work" || exit 1
	export TMP DATA
	timeout 300 "$warpscope" -b -d cpu --no-init --ignore-unsupported "$tmp/$1.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
	is "$? $(grep '^CHANGED' "$tmp/err")" "0 " "$1: no command changes what is reported"
	is "$(grep -c '^RAN series 1' "$tmp/err")" 1 "$1: the same twice"
	n=$(sed -n 's/^RAN [a-z_]* //p' "$tmp/err" | awk '$1 > 1 { n++ } END { print n + 0 }')
	ok "$(test "$n" -ge "$2"; echo $?)" "$1: $n commands ran, $2 at least"
}

nothing netlist 60
nothing placed 20
plan
