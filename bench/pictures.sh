#!/bin/sh
# pictures.sh - keys while a search runs on two threads, in view Density at 200x60: from a key to the end of the first
# frame that began after it, as half-blocks and as pictures by each way.
#
#	bench/pictures.sh ./warpscope
#
# $PROFILE and $GATES are the made design, which is placed first, $PATHS how many paths are searched again and again,
# $KEYS how many keys are typed. Needs tests/pixel_terminal (make check builds it). "without waits" leaves out the
# time for which the explorer's first thread, or the terminal, waited for a processor. Lines of RESULTS.tsv.
program=${1:-./warpscope}
terminal=$(dirname "$0")/../tests/pixel_terminal
[ -x tests/pixel_terminal ] && terminal=tests/pixel_terminal
: "${PROFILE:=leon2}" "${GATES:=400000}" "${PATHS:=300000}" "${KEYS:=500}"
assets=${WARPSCOPE_DATADIR:-assets}/ws45
TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8
export TERM COLORTERM LC_ALL
unset TMUX
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
machine="$(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"

"$program" -b -d cpu -e "read_liberty -max $assets/ws45_late.lib.gz; read_liberty -min $assets/ws45_early.lib.gz
	read_lef $assets/ws45.lef.gz; generate_design -profile $PROFILE -gates $GATES; place_design
	save_design $tmp/made.wsd" >/dev/null 2>&1 || exit
for kind in "" "--kitty --shared" --kitty --sixel; do
	# what ends the first script is waited for, then the second searches
	# shellcheck disable=SC2086
	printf 'sees begun\nsees begun\nsees begun\nkeys :view density\\r\nquiet\npace %d jkjkhl\n' "$KEYS" |
		"$terminal" --size 200x60 $kind -- "$program" -d cpu --no-init --threads 2 --view console \
			-e "read_design $tmp/made.wsd; find_paths -max_paths $PATHS; density -map cells -grid 256x256; puts begun" \
			-e "while 1 {find_paths -max_paths $PATHS}" | tail -1 >"$tmp/out"
	read -r p50 p99 most own50 own99 own computed50 computed99 computed <"$tmp/out"
	row() {
		printf '%s\t%s\t%s\t%s\t%s\tms\n' "${BENCH_COMMIT:--}" "$machine" \
			"bench/pictures.sh ${program##*/} (PROFILE=$PROFILE GATES=$GATES PATHS=$PATHS KEYS=$KEYS)" \
			"${kind:-half-blocks}, $1" "$2"
	}
	row "key to frame, median" "$p50"
	row "key to frame, p99" "$p99"
	row "key to frame, most" "$most"
	row "without waits, median" "$own50"
	row "without waits, p99" "$own99"
	row "without waits, most" "$own"
	row "computed by the first thread a key, median" "$computed50"
	row "computed by the first thread a key, p99" "$computed99"
	row "computed by the first thread a key, most" "$computed"
done
