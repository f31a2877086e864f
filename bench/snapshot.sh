#!/bin/sh
# snapshot.sh - how long a first path takes from files, and from a snapshot of the design, with the page cache warm.
#
#	bench/snapshot.sh WARPSCOPE [PROFILE [GATES [DEVICE]]]
#
# A made design is written as Verilog and SDC, read back and saved; each run of both ways is a process of its own, three
# times. Prints what commands took in ms by the program's clock, the whole process (wall and processor), and its memory.
warpscope=$1 profile=${2:-leon2} gates=$3 device=${4:-cpu}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
ws45='[asset ws45/ws45'
libraries="read_liberty -max ${ws45}_late.lib.gz]; read_liberty -min ${ws45}_early.lib.gz]"
files="$libraries; read_verilog $tmp/d.v; link_design; read_sdc $tmp/d.sdc"
"$warpscope" -b -d cpu -e "$libraries; generate_design -profile $profile ${gates:+-gates $gates}
	write_verilog $tmp/d.v; write_sdc $tmp/d.sdc" 2>"$tmp/err" || { cat "$tmp/err"; exit 1; }
"$warpscope" -b -d cpu -e "$files; save_design $tmp/d.wsd" 2>"$tmp/err" || { cat "$tmp/err"; exit 1; }
wc -c "$tmp/d.v" "$tmp/d.sdc" "$tmp/d.wsd" | sed "s|$tmp/||"
for run in 1 2 3; do
	for way in "$files" "read_design $tmp/d.wsd"; do
		echo "-- $(echo "$way" | sed 's/.*read_liberty.*/files/; s/read_design.*/snapshot/'), run $run"
		/usr/bin/time -f '%e s wall, %U s user, %S s system, %M KB' "$warpscope" -b -d "$device" -times \
			-e "$way; find_paths -max_paths 1; report_paths -format slack_only" 2>&1 |
			grep -v 'warning\|no parasitics\|^$'
	done
done
