#!/bin/sh
# all.sh - each kind of work on a GPU beside the floor of what it must move and compute, in minutes.
#
#	bench/all.sh [-d DEVICE] [-b FOLDER] [-l LIBRARIES] [-g GRAPH] [-o FILE] [-q] WARPSCOPE
#
# A line for each: the work, its median, the floor, how many times that it takes, and what is aimed at. Floors are of an H200:
# what the bytes and draws that are counted at the kernels take there. FOLDER has the programs of `make bench`
# (default bench), LIBRARIES ws45_late.lib.gz and ws45_early.lib.gz (default assets/ws45), GRAPH is a .dag for the search of
# a small graph; FILE gets all figures as lines of RESULTS.tsv. -q: designs of 20,000 gates and few runs, to try it.
device=cuda folder=bench libraries=assets/ws45 graph='' out='' quick=''
while getopts b:d:g:l:o:q option; do
	case $option in
	b) folder=$OPTARG ;;
	d) device=$OPTARG ;;
	g) graph=$OPTARG ;;
	l) libraries=$OPTARG ;;
	o) out=$OPTARG ;;
	q) quick=1 ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
warpscope=${1:?a program}
lines=$(mktemp) || exit 1
trap 'rm -f "$lines" "$lines.tcl" "$lines.wsd"' EXIT
size=${quick:+:20000} runs=${quick:+2} runs=${runs:-15}
made="-max $libraries/ws45_late.lib.gz -min $libraries/ws45_early.lib.gz -profile"

# of PROGRAM ARGUMENTS...: its figures
of() {
	program=$1
	shift
	"$folder/$program" -d "$device" "$@" >"$lines" 2>"$lines.tcl" || {
		echo "$program $*: $(tail -1 "$lines.tcl")" >&2
		return 1
	}
	[ -z "$out" ] || cat "$lines" >>"$out"
}

# row WORK FIGURE FLOOR AIM: a figure's line of the program that ran last, in ms unless it says otherwise
row() {
	value=$(awk -F'\t' -v figure="$2" '$4 == figure { value = $5 } END { print value }' "$lines")
	awk -v work="$1" -v value="$value" -v least="$3" -v aim="$4" 'BEGIN {
		ratio = least > 0 && value != "" ? sprintf("%.1f", value / least) : "-"
		printf "%-58s %9s %9s %7s %9s\n", work, value == "" ? "-" : sprintf("%.3f", value),
			least == "" ? "-" : least, ratio, aim == "" ? "-" : aim }'
}

printf '%-58s %9s %9s %7s %9s\n' "work, ms" median floor times aim
of bench_ssta $made "common${size:-:41000}" -runs "$runs" && {
	row "SSTA, 41K gates, 64K dies" run 8 12
}
of bench_ssta $made "leon2$size" -runs 3 && {
	row "SSTA, leon2's profile, 64K dies" run 320 500
	row "  made" make - 200
}
of bench_density -method prefix -runs "$runs" ${quick:+-n 20000} && {
	row "density under 2.2M nets, 1024 x 1024, forward" "forward, prefix" 0.11 0.22
	row "  backward" "backward, prefix" 0.08 0.12
}
of bench_density -boxes cells -method prefix -runs "$runs" ${quick:+-n 20000} && {
	row "density of 5M cells, forward" "forward, prefix" 0.18 0.2
	row "  backward" "backward, prefix" 0.13 0.2
}
of bench_timing $made "leon2$size" -runs "$runs" && {
	row "delays and arrivals, leon2's profile, lumped" "update, median" 1.5 2.5
	row "  required times" "required times, median" - -
}
of bench_labels -k 10000 -queries "${quick:-100}" $made "leon2$size" && {
	row "labels there, k = 10,000, a query" "queries, median" 1 2
	row "  the longest" "queries, longest" - -
	row "  typed" "typed, median" - 1.2
}
if [ -z "$quick" ] && of bench_lab -runs "$runs" -of cg; then
	sed 's/^\(x [a-z ]*[a-z]\) *\([0-9.]*\) ms an iteration.*/-\t-\tbench_lab\t\1\t\2\tms/' "$lines" >"$lines.tcl"
	mv "$lines.tcl" "$lines"
	row "CG, 3M rows, an iteration" "x alone" 0.094 0.11
	row "  x and y at once" "x and y at once" 0.13 0.14
fi
for k in 100000 1000000; do
	if [ -n "$graph" ] && of bench_search -k $k -runs "$runs" "$graph"; then
		row "$k worst paths of a small graph" "search, median" 0.4 "$([ $k = 100000 ] && echo 0.7 || echo 1.2)"
	fi
	of bench_search $made "leon2$size" -k $k -runs "$runs" &&
		row "$k worst paths of leon2's profile" "search, median" - -
done
of bench_frame && {
	row "relief frame, 1M cells, 1280 x 800" "relief, median" - 1
	row "  99 % of them" "relief, 99 %" - 1.5
	row "all of the die" "all of the die, median" - -
}

# As commands and whole processes.
ms='proc ms {script} { set begin [clock microseconds]; uplevel #0 $script; expr {([clock microseconds] - $begin) / 1000.0} }'
design="read_liberty -max $libraries/ws45_late.lib.gz; read_liberty -min $libraries/ws45_early.lib.gz"
cat >"$lines.tcl" <<END
$ms
$design
generate_design -profile leon2$([ -z "$quick" ] || echo " -gates 20000")
find_paths -max_paths 1000
puts "-\t-\tcommands\treport_checks\t[ms {report_checks > $lines.wsd}]\tms"
report_wns
puts "-\t-\tcommands\tall paths\t[ms {report_all_paths -num_bins 8 > $lines.wsd}]\tms"
set cell [get_object_name [lindex [get_cells *] 1000]]
puts "-\t-\tcommands\tsizes\t[ms {report_cell_sizes \$cell}]\tms"
puts "-\t-\tcommands\tlenses\t[ms {report_lenses}]\tms"
save_design $lines.wsd
END
"$warpscope" -d "$device" -b "$lines.tcl" >"$lines" 2>&1 || tail -1 "$lines" >&2
row "report_checks after find_paths, one path" report_checks - 10
row "report_all_paths" "all paths" - -
row "report_cell_sizes" sizes - -
row "report_lenses, each timed from nothing" lenses - -
begin=$(date +%s%N)
"$warpscope" -d "$device" -b -e "read_design $lines.wsd; find_paths -max_paths 1" >/dev/null 2>"$lines.tcl" || tail -1 "$lines.tcl" >&2
printf -- '-\t-\tprocess\tsnapshot\t%s\tms\n' $((($(date +%s%N) - begin) / 1000000)) >"$lines"
row "snapshot of 1.6M gates to the first path, whole process" snapshot - 450
