#!/bin/sh
# edits.sh - how long the first reports after an edit of exceptions take, as commands: with credit, and all that reports need
# of other states (bench_edits measures the update and the search alone).
#
#	bench/edits.sh [-d DEVICE] [-t THREADS] [-g GATES] [-n EDITS] [-p] [-s] WARPSCOPE
#
# The leon2 profile, with GATES gates (without -g as it is); -s: saved as a snapshot and opened again before the first
# exception, and with it before the others; -p: with a port of both directions, as Verilog. Lines of RESULTS.tsv: the median of EDITS (5) edits of each kind, and the same
# reports once when the design was made.
device=cpu edits=5 threads='' gates='' snapshot='' port=''
while getopts d:g:n:pst: option; do
	case $option in
	d) device=$OPTARG ;;
	g) gates=$OPTARG ;;
	n) edits=$OPTARG ;;
	p) port=1 ;;
	s) snapshot=1 ;;
	t) threads=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
warpscope=${1:?a program}
machine="$(nproc) x $(sed -n 's/^model name[^:]*: //p; /^model name/q' /proc/cpuinfo | head -1)"
case $device in
cpu) machine="$machine; CPU, ${threads:-$(nproc)} threads" ;;
*) machine="$machine; $("$warpscope" --doctor 2>/dev/null | sed -n 's/^.*\(NVIDIA [^,]*\).*/\1/p' | head -1)" ;;
esac
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cat >"$folder/script.tcl" <<'END'
read_liberty -max [asset ws45/ws45_late.lib.gz]
read_liberty -min [asset ws45/ws45_early.lib.gz]
proc ms {script} {
	set begin [clock microseconds]
	uplevel #0 $script
	expr {([clock microseconds] - $begin) / 1000.0}
}
# One edit, then the reports
proc take {kind edit} {
	global times
	set command [ms $edit]
	lappend "times($kind: report_wns)" [expr {$command + [ms report_wns]}]
	lappend "times($kind: report_checks)" [ms report_checks]
}
proc reopen {} {
	if {$::snapshot eq ""} return
	save_design $::snapshot
	read_design $::snapshot
	report_wns
}
# One gate drives the port, another takes what comes there.
proc add_port {} {
	write_verilog $::folder/design.v
	write_sdc $::folder/design.sdc
	set file [open $::folder/design.v]
	set text [read $file]
	close $file
	regsub {\n    out\);} $text "\n    out, bus);" text
	regsub {\n output} $text "\n inout bus;\n output" text
	regsub {\nendmodule} $text "\n BUF_X1 to_bus (.A(n100), .Z(bus));\n BUF_X1 of_bus (.A(bus), .Z(bus_in));\nendmodule" text
	set file [open $::folder/design.v w]
	puts -nonewline $file $text
	close $file
	read_verilog $::folder/design.v
	link_design leon2
	read_sdc $::folder/design.sdc
	set_input_delay 0.3 -clock clk0 [get_ports bus]
	set_output_delay 0.3 -clock clk0 [get_ports bus]
}
proc register {i} { get_pins [lindex $::registers [expr {int($i * 97) + 11}]] }
eval generate_design -profile leon2 $gates
if {$port ne ""} add_port
take {the design as it was made} {}
set registers [get_object_name [all_registers -clock_pins]]
reopen
take {set_multicycle_path -from a register, the first exception} {set_multicycle_path 2 -from [register 0]}
reopen
if {$snapshot ne ""} {
	take {set_multicycle_path -from another register, the first after opening} {set_multicycle_path 2 -from [register 0.5]}
}
for {set i 1} {$i <= $edits} {incr i} {
	take {set_multicycle_path -from another register} {set_multicycle_path 2 -from [register $i]}
}
for {set i 1} {$i <= $edits} {incr i} {
	take {set_false_path -to a register} {set_false_path -to [register $i]}
}
for {set i 1} {$i <= $edits} {incr i} {
	take {reset_path -from a register} {reset_path -from [register $i]}
}
foreach name [lsort [array names times]] {
	set median [lindex [lsort -real $times($name)] [expr {[llength $times($name)] / 2}]]
	puts "figure\t$name\t[format %.5g $median]"
}
END
"$warpscope" -b -d "$device" ${threads:+--threads $threads} --no-init \
	-e "set edits $edits; set gates {${gates:+-gates $gates}}
		set port {$port}; set folder $folder; set snapshot {${snapshot:+$folder/design.wsd}}; source $folder/script.tcl" 2>/dev/null |
	sed -n 's/^figure	//p' | while IFS='	' read -r what value; do
	printf '%s\t%s\tbench/edits.sh%s\t%s, median\t%s\tms\n' "${BENCH_COMMIT:--}" "$machine" \
		"${gates:+ -g $gates}${port:+ -p}${snapshot:+ -s}" "$what" "$value"
done
