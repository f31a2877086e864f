#!/bin/sh
# curves.sh - time over size: searches of a graph and the timing of a netlist, in more and more copies,
# in which every slack is tied.
#
#	bench/curves.sh search [-d cpu|cuda] … GRAPH	bench_search for each number of copies and paths
#	bench/curves.sh timing [-d cpu|cuda] … NETLIST	bench_timing for each number of copies
#
# $COPIES and $PATHS are the numbers; lines of RESULTS.tsv on standard output.
what=$1
shift
: "${COPIES:=1 2 4 8 16 32 65}" "${PATHS:=100000 1000000}"
dir=$(dirname "$0")
for n in $COPIES; do
	case $what in
	search)
		for k in $PATHS; do
			"$dir/bench_search" -tile "$n" -k "$k" "$@" || exit
		done
		;;
	timing) "$dir/bench_timing" -tile "$n" "$@" || exit ;;
	*)
		sed -n 's/^#//p' "$0" >&2
		exit 2
		;;
	esac
done
