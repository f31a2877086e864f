#!/bin/sh
# screen.sh - how quick the explorer is: its start, keys while nothing runs and while a search of a million
# paths does on two threads, what a large screen costs, and that an idle one does nothing.
#
#	bench/screen.sh ./warpscope
#
# $PROFILE is the made design (leon2: 1.6 million gates, some minutes and 8 GB), $GATES another size of it,
# $PATHS how many are found. Lines of RESULTS.tsv on standard output. WARPSCOPE_DATADIR must be set where
# warpscope isn't run from its source tree.
program=${1:-./warpscope}
dir=$(dirname "$0")
: "${PROFILE:=leon2}" "${PATHS:=1000000}"
assets=${WARPSCOPE_DATADIR:-assets}/ws45
make="read_liberty -max $assets/ws45_late.lib.gz; read_liberty -min $assets/ws45_early.lib.gz"
make="$make; generate_design -profile $PROFILE ${GATES:+-gates $GATES}"
make="$make; find_paths -max_paths $PATHS"

"$dir/bench_keys" -start -wait 83.001 -- "$program" -d cpu || exit
"$dir/bench_keys" -n 1000 -- "$program" -d cpu || exit
"$dir/bench_keys" -n 300 -size 200x60 -redraw -- "$program" -d cpu || exit
# what the design lacks is reported when its paths were found
"$dir/bench_keys" -n 1000 -busy -wait parasitics -- "$program" -d cpu --threads 2 \
	-e "$make" -e "while 1 {find_paths -max_paths $PATHS}" || exit
"$dir/idle.sh" "$program"
