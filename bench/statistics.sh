#!/bin/sh
# statistics.sh - what designs are like, side by side: report_design_statistics of each script, a column each.
#
#	bench/statistics.sh WARPSCOPE SCRIPT.tcl …	a script opens a design; its name heads the column
warpscope=$1
shift
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
head=
for script; do
	"$warpscope" -b -d cpu -e "source $script; report_design_statistics -tsv" >"$tmp/one" 2>/dev/null || exit
	if [ -z "$head" ]; then
		cp "$tmp/one" "$tmp/all"
	else
		cut -f 2 "$tmp/one" | paste "$tmp/all" - >"$tmp/more" && mv "$tmp/more" "$tmp/all"
	fi
	head="$head	$(basename "$script" .tcl)"
done
{ echo "$head"; cat "$tmp/all"; } | awk -F '\t' '{ printf "%-32s", $1; for (i = 2; i <= NF; i++) printf " %16s", $i; print "" }'
