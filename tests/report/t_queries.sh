# Paths by -from, -through and -to on real designs: endpoints and slacks of another timer's reports
# (queries from the worst path of each design: in order, out of order, a group, one transition), up to
# 10,000 paths a query.
. "${srcdir:-.}/tests/lib/tap.sh"
. "${srcdir:-.}/tests/lib/opensta.sh"

# either QUERY QUERY BOTH BOTH: of the reports of two lists of pins and of both, one after the other and the
# reverse, those of one list that has the pins of the two
either() {
	{ ends "$3"; ends "$4"; } >"$tmp/both"
	{ ends "$1"; ends "$2"; } | awk '
		NR == FNR { both[$0]++; next }
		both[$0]-- > 0 { next }
		{ print }' "$tmp/both" - | sort -t "$tab" -k 1,1 -k 2,2n -k 3,3 |
		awk -F '\t' -v most="$most" '++n[$1] <= most'
}

# query N: its options, as they were given there
query() {
	gzip -dc "$golden/$design.queries.gz" | awk -F '\t' -v n="$1" '$1 == n { print $2 }'
}

# run: all queries of the design in one batch
run() {
	opensta_open
	echo "set sta_crpr_enabled 0"
	for n in 1 2 3 4 5 6 7 8 9 10; do
		echo "report_checks $(query $n) -path_delay max -format end -digits 6" \
			"-group_path_count $most -endpoint_path_count $most > $tmp/$n.end"
	done
}

for design in $opensta_designs; do
	opensta_design "ten queries" || continue
	rm -f "$tmp"/*.end
	run >"$tmp/run.tcl"
	is "$(opensta_run "$tmp/run.tcl")" "0 " "$design"
	for n in 1 2 3 4 5 6 7 8 9 10; do
		ends "$golden/$design.query$n.end.gz" >"$tmp/wanted"
		# That timer loses paths of a list with two pins: where one after the other is met, it goes
		# back by the arc of the worst path for paths that have met the first already only. So this
		# is made of its other reports: the first, the second, and both.
		[ $n -eq 6 ] && either "$golden/$design.query2.end.gz" "$golden/$design.query3.end.gz" \
			"$golden/$design.query4.end.gz" "$golden/$design.query5.end.gz" >"$tmp/wanted"
		if [ -f "$tmp/$n.end" ]; then
			ends "$tmp/$n.end" >"$tmp/ours"
			got=$(compare "$tmp/wanted" "$tmp/ours" $tolerance)
		else
			got="no report"
		fi
		is "$got" same "$design: $(query $n)"
	done
done
plan
