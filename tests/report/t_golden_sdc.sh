# Real designs with their own constraints (several and generated clocks, derates, case analysis, path delays,
# recovery checks): the worst 10,000 setup and hold paths of each path group, and every pin's arrivals, slews
# and slacks, as another timer has them, within 1 ps.
. "${srcdir:-.}/tests/lib/tap.sh"
. "${srcdir:-.}/tests/lib/opensta.sh"

quantities="arrival_max_rise arrival_max_fall arrival_min_rise arrival_min_fall slew_max_rise slew_max_fall
	slack_max_rise slack_max_fall slack_min_rise slack_min_fall"

# reports TAG: of the worst paths
reports() {
	for m in max min; do
		echo "report_checks -path_delay $m -format end -digits 6 -group_path_count $most" \
			"-endpoint_path_count $most > $tmp/$1.$m.end"
	done
}

# That timer's pins have arrivals from inputs too without constraints: as these have from a delay without a clock.
run() {
	opensta_open
	reports credit
	echo "set sta_crpr_enabled 0"
	reports plain
	cat <<-TCL
		report_worst_slack -max -digits 6 > $tmp/summary
		report_worst_slack -min -digits 6 >> $tmp/summary
		report_tns -digits 6 >> $tmp/summary
		foreach p [all_inputs -no_clocks] {
			if {abs([get_property \$p arrival_max_rise]) == Inf} { set_input_delay 0 \$p }
		}
		set f [open $tmp/pins w]
		foreach p [get_pins -hierarchical *] {
			set line \$p
			foreach q {$quantities} { append line "\t[get_property \$p \$q]" }
			puts \$f \$line
		}
		close \$f
	TCL
}

# compare_summaries WANTED OURS: worst slacks and their sums
compare_summaries() {
	awk -v tolerance=$tolerance '
		!/^(worst slack|tns) / { next }
		NR == FNR { wanted[$1, $(NF - 1)] = $NF; n++; next }
		{
			d = $NF - wanted[$1, $(NF - 1)]
			if (!(($1, $(NF - 1)) in wanted) || d > tolerance || d < -tolerance) print
			m++
		}
		END { print n == m ? "same" : n " lines wanted, " m " found" }' "$1" "$2"
}

# compare_pins WANTED OURS: every number is there in both, within the tolerance; INF means none. Supply
# pins aren't timed here.
compare_pins() {
	awk -F '\t' -v tolerance=$tolerance '
		function is_time(x) { return x + 0 == x && x < 1e20 && x > -1e20 }
		/^#/ { next }
		NR == FNR { line[$1] = $0; n++; next }
		{
			m++
			if (!($1 in line)) { if (!wrong) wrong = "unknown pin " $1; next }
			if ($1 ~ /\/(VGND|VPWR|VNB|VPB)$/) next
			split(line[$1], wanted)
			for (i = 2; i <= NF; i++) {
				ok = is_time($i) == is_time(wanted[i])
				if (ok && is_time($i)) {
					d = $i - wanted[i]
					ok = d <= tolerance && d >= -tolerance
					compared++
				}
				if (!ok && !wrong) wrong = $1 ": " $i " in column " i ", wanted " wanted[i]
			}
		}
		END {
			if (n != m) wrong = n " pins wanted, " m + 0 " found"
			if (!wrong && compared < 5 * n) wrong = "only " compared " values"
			print wrong ? wrong : "same"
		}' "$1" "$2"
}

# With credit for common clock paths that timer loses paths: it keeps those of the worst arrivals, and
# another may be the worst with its credit. So what it has must be here, with the same required and actual times,
# as far as ours go. A second line counts ours that aren't there, within what it lists.
#
# compare_credited WANTED OURS
compare_credited() {
	awk -F '\t' -v tolerance=$tolerance -v most="$most" '
		function distance(a, b) { return a < b ? b - a : a - b }
		NR == FNR {
			key = $1 SUBSEP $3
			i = n[key]++
			slack[key, i] = $2; required[key, i] = $4; actual[key, i] = $5
			size[$1]++; last[$1] = $2
			next
		}
		{ there[$1]++; there_last[$1] = $2 }
		size[$1] == most && $2 >= last[$1] - tolerance { next }
		{
			key = $1 SUBSEP $3
			best = -1
			at = first[key] + 0
			while (at < n[key] && slack[key, at] < $2 - tolerance) at++
			first[key] = at
			for (i = at; i < n[key] && slack[key, i] <= $2 + tolerance; i++)
				if (!taken[key, i] && distance(required[key, i], $4) <= tolerance &&
				    distance(actual[key, i], $5) <= tolerance &&
				    (best < 0 || distance(slack[key, i], $2) < distance(slack[key, best], $2)))
					best = i
			if (best < 0 && !wrong) wrong = "missing: " $3 ", slack " $2 " in " $1
			if (best >= 0) taken[key, best] = 1
			found++
		}
		END {
			for (key in n) {
				split(key, part, SUBSEP)
				g = part[1]
				for (i = 0; i < n[key]; i++)
					lost += !taken[key, i] && (there[g] < most ||
						slack[key, i] < there_last[g] - tolerance)
			}
			print wrong ? wrong : found ? "same" : "nothing to compare"
			print lost + 0
		}' "$2" "$1"
}

# Ours with credit are paths that it lists without: at the same endpoint, with the same actual time, and a required
# one that isn't looser. There it loses none, so all are known below its last slack.
#
# compare_known WANTED OURS max|min
compare_known() {
	awk -F '\t' -v tolerance=$tolerance -v most="$most" -v sign="$([ "$3" = max ] && echo 1 || echo -1)" '
		function distance(a, b) { return a < b ? b - a : a - b }
		BEGIN { near = tolerance / 100 }
		{ bin = int($5 / near) }
		NR == FNR {
			key = $1 SUBSEP $3 SUBSEP bin
			i = n[key]++
			required[key, i] = $4; actual[key, i] = $5
			size[$1]++; last[$1] = $2
			next
		}
		size[$1] == most && $2 >= last[$1] - tolerance { next }
		{
			best = ""
			for (b = bin - 1; b <= bin + 1; b++) {
				key = $1 SUBSEP $3 SUBSEP b
				for (i = 0; i < n[key]; i++) {
					d = distance(actual[key, i], $5)
					if (taken[key, i] || d > near || sign * (required[key, i] - $4) > near)
						continue
					if (best == "" || d < least) { best = key SUBSEP i; least = d }
				}
			}
			if (best == "" && !wrong) wrong = "unknown: " $3 ", slack " $2 ", actual " $5
			taken[best] = 1
			found++
		}
		END { print wrong ? wrong : found ? "same" : "nothing to compare" }' "$1" "$2"
}

for design in $opensta_designs; do
	opensta_design "paths and pins" || continue
	rm -f "$tmp"/*.end "$tmp/pins" "$tmp/summary"
	run >"$tmp/run.tcl"
	is "$(opensta_run "$tmp/run.tcl")" "0 " "$design"
	for m in max min; do
		ends "$golden/$design.lumped_cap.$m.end.gz" >"$tmp/wanted"
		ends "$tmp/plain.$m.end" >"$tmp/ours"
		is "$(compare "$tmp/wanted" "$tmp/ours" $tolerance)" same \
			"$design: $m, $(($(wc -l <"$tmp/wanted"))) paths"
	done
	gzip -dc "$golden/$design.lumped_cap.summary.gz" >"$tmp/wanted"
	is "$(compare_summaries "$tmp/wanted" "$tmp/summary")" same "$design: worst slacks"
	gzip -dc "$golden/$design.lumped_cap.pins.tsv.gz" >"$tmp/wanted"
	is "$(compare_pins "$tmp/wanted" "$tmp/pins")" same \
		"$design: arrivals, slews and slacks of $(($(wc -l <"$tmp/wanted") - 1)) pins"
	for m in max min; do
		ends "$tmp/credit.$m.end" >"$tmp/ours"
		ends "$golden/$design.lumped_cap.crpr.$m.end.gz" >"$tmp/wanted"
		compare_credited "$tmp/wanted" "$tmp/ours" >"$tmp/got"
		is "$(head -n 1 "$tmp/got")" same \
			"$design: $m with credit ($(tail -n 1 "$tmp/got") more than there)"
		ends "$golden/$design.lumped_cap.$m.end.gz" >"$tmp/wanted"
		is "$(compare_known "$tmp/wanted" "$tmp/ours" $m)" same \
			"$design: $m, paths with credit are known without"
	done
done
plan
