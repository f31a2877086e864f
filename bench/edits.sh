#!/bin/sh
# edits.sh - how long the first reports after an edit of exceptions take, as commands: with credit, and all that reports need
# of other states (bench_edits measures the update and the search alone).
#
#	bench/edits.sh [-d DEVICE] [-t THREADS] [-g GATES] [-n EDITS] WARPSCOPE
#
# The leon2 profile, with GATES gates (without -g as it is). Lines of RESULTS.tsv: the median of EDITS (5) edits of each
# kind, and the same reports once when the design was made.
device=cpu edits=5 threads='' gates=''
while getopts d:g:n:t: option; do
	case $option in
	d) device=$OPTARG ;;
	g) gates=$OPTARG ;;
	n) edits=$OPTARG ;;
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
script=$(mktemp) || exit 1
trap 'rm -f "$script"' EXIT
cat >"$script" <<'END'
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
proc register {i} { get_pins [lindex $::registers [expr {$i * 97 + 11}]] }
eval generate_design -profile leon2 $gates
take {the design as it was made} {}
set registers [get_object_name [all_registers -clock_pins]]
take {set_multicycle_path -from a register, the first exception} {set_multicycle_path 2 -from [register 0]}
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
	-e "set edits $edits; set gates {${gates:+-gates $gates}}; source $script" 2>/dev/null |
	sed -n 's/^figure	//p' | while IFS='	' read -r what value; do
	printf '%s\t%s\tbench/edits.sh%s\t%s, median\t%s\tms\n' "${BENCH_COMMIT:--}" "$machine" \
		"${gates:+ -g $gates}" "$what" "$value"
done
