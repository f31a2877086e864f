# report_timing_histogram and report_path_histogram against counts of what other reports list one by one.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data

# bins FILE COLUMN...: "from below count" of each bin, or the columns of a histogram's table that are named
bins() {
	awk -v columns="$2" '
		/ from .* below / { inside = 1; next }
		!NF { inside = 0 }
		inside { n = split(columns, c, " "); s = ""
			for (i = 1; i <= n; i++) s = s (i > 1 ? " " : "") $c[i]
			print s }' "$1"
}

# count VALUES BINS: the same bins with the values counted that a file lists
count() {
	awk '
		NR == FNR { value[++n] = $1; next }
		{ c = 0; for (i = 1; i <= n; i++) c += value[i] >= $1 - 1e-9 && value[i] < $2 - 1e-9
			print $1, $2, c; all += c }
		END { if (all != n) print n " values, but " all + 0 " in bins" }' "$1" "$2"
}

# same HISTOGRAM VALUES NAME: the counts of a report are those of the values
same() {
	bins "$1" "1 2 3" >"$tmp/bins"
	is "$(cat "$tmp/bins")" "$(count "$2" "$tmp/bins")" "$3"
}

run() {
	"$warpscope" -b -d cpu "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
}

# ---- the paths of a graph ----

run -e "read_graph [asset example.dag.gz]; find_paths -max_paths 1000
	report_timing_histogram -paths -num_bins 40 > $tmp/slack
	report_path_histogram -quantity depth > $tmp/depth
	report_path_histogram -quantity deviations -scale log > $tmp/deviations
	report_timing_histogram -paths -bin_size 1000 > $tmp/wide
	report_paths > $tmp/paths
	goto 1
	report_path_histogram -num_bins 7 >> $tmp/early
	report_paths > $tmp/early_paths"
is "$?" 0 "histograms of a graph's paths"
# column FILE N: of a list of paths
column() {
	awk -v n="$2" 'NR > 2 { print $n }' "$1"
}
column "$tmp/paths" 2 >"$tmp/values"
is "$(wc -l <"$tmp/values")" 1000 "all paths are listed"
same "$tmp/slack" "$tmp/values" "slacks of paths"
same "$tmp/wide" "$tmp/values" "in bins of a given width"
column "$tmp/paths" 5 >"$tmp/values"
same "$tmp/depth" "$tmp/values" "points of paths"
column "$tmp/paths" 3 >"$tmp/values"
same "$tmp/deviations" "$tmp/values" "deviations of paths"
column "$tmp/early_paths" 2 >"$tmp/values"
same "$tmp/early" "$tmp/values" "at another place of the timeline"

# Between limits, of which the lower leaves a part of the ranking out; and as the papers' pipeline has it.
run -e "read_graph [asset example.dag.gz]; find_paths -max_paths 300 -slack_min -490 -slack_max -474
	report_path_histogram -num_bins 9 > $tmp/slack; report_paths > $tmp/paths
	find_paths -max_paths 100 -method paper -mdl 4
	report_path_histogram -quantity deviations > $tmp/deviations; report_paths > $tmp/paper"
column "$tmp/paths" 2 >"$tmp/values"
same "$tmp/slack" "$tmp/values" "slacks between limits"
column "$tmp/paper" 3 >"$tmp/values"
same "$tmp/deviations" "$tmp/values" "deviations of the papers' paths"

# ---- the endpoints of a netlist ----

# worst ENDS: of each endpoint the worst slack and its group, from report_checks -format end; lines of a group
# are in its order
worst() {
	awk '
		/ group / { group = $0; sub(/^.* group /, "", group); next }
		/\((MET|VIOLATED)\)$/ {
			if (!($1 in slack) || $(NF - 1) + 0 < slack[$1] + 0) {
				slack[$1] = $(NF - 1)
				of[$1] = group
			}
		}
		END { for (e in slack) print slack[e] "\t" of[e] }' "$1"
}

# endpoints NAME COMMANDS...: both splits of a design against the worst paths of its endpoints
endpoints() {
	name=$1
	shift
	run "$@" -e "foreach {flag split} {-setup max -hold min} {
		report_timing_histogram \$flag -num_bins 15 -digits 6 > $tmp/\$split
		report_checks -path_delay \$split -format end -digits 6 -group_count 10000 > $tmp/\$split.ends
	}"
	is "$?" 0 "$name: histograms of its endpoints"
	for split in max min; do
		worst "$tmp/$split.ends" >"$tmp/worst"
		same "$tmp/$split" "$tmp/worst" "$name: slacks of endpoints, $split"
		# each group's share: "A NAME N" of the legend, whose names may have blanks
		awk '/ from .* below / { exit } /^[A-H#] / { n = $NF; $1 = $NF = ""
			gsub(/^ +| +$/, ""); print $0 "\t" n }' "$tmp/$split" | sort >"$tmp/legend"
		cut -f 2 "$tmp/worst" | sort | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)$/\2\t\1/' |
			awk -F '\t' 'NR == FNR { own[$1] = 1; next }
				$1 in own { print; next } { others += $2 }
				END { if (others) print "others\t" others }' "$tmp/legend" - |
			sort >"$tmp/groups"
		is "$(cat "$tmp/legend")" "$(cat "$tmp/groups")" "$name: groups, $split"
	done
}

endpoints stage -f "$data/stage.tcl"
domains="read_liberty $data/domains.lib; read_verilog $data/domains.v; link_design domains
	read_sdc $data/domains.sdc"
endpoints domains -e "$domains"
endpoints "domains without CPPR" -e "$domains; set sta_crpr_enabled 0"

# One group alone, the sums of the columns, and a script's file.
run -e "$domains; report_timing_histogram -group A > $tmp/a
	report_checks -path_group A -format end -digits 6 -group_count 10000 > $tmp/a.ends
	report_timing_histogram -num_bins 6 > $tmp/all; report_timing_histogram -num_bins 6 >> $tmp/all"
worst "$tmp/a.ends" >"$tmp/worst"
same "$tmp/a" "$tmp/worst" "one group alone"
is "$(grep -c '^setup slack of' "$tmp/all")" 2 "> and >> write to a file"
is "$(awk '/ from .* below / { n = NF - 6; next } !NF { n = 0 }
	n > 0 { s = 0; for (i = 4; i < 4 + n; i++) s += $i; if (s != $3) print }' "$tmp/all")" "" \
	"columns of groups add up"

# The paths found belong to a group by their end.
run -e "$domains; find_paths -max_paths 100000; report_timing_histogram -paths -digits 6 > $tmp/found
	report_checks -format end -digits 6 -group_count 100000 -endpoint_count 100000 > $tmp/found.ends"
awk '/\((MET|VIOLATED)\)$/ { print $(NF - 1) }' "$tmp/found.ends" >"$tmp/values"
same "$tmp/found" "$tmp/values" "all paths of a netlist"
run -e "$domains; find_paths -max_paths 100000 -to r2; report_timing_histogram -paths -digits 6 > $tmp/found
	report_checks -to r2 -format end -digits 6 -group_count 100000 -endpoint_count 100000 > $tmp/found.ends"
awk '/\((MET|VIOLATED)\)$/ { print $(NF - 1) }' "$tmp/found.ends" >"$tmp/values"
same "$tmp/found" "$tmp/values" "of those through a filter"

# ---- all paths, counted ----

# The delays of a graph of levels.dag are whole ps: bins of 1 ps are exact, and hold what a search lists.
run -e "read_graph [asset lessons/levels.dag]; find_paths -max_paths 100000; report_all_paths -bin_size 1 > $tmp/counted
	report_paths > $tmp/paths"
column "$tmp/paths" 2 >"$tmp/values"
same "$tmp/counted" "$tmp/values" "numbers of all paths, exact"
is "$(bins "$tmp/counted" 3)" "$(bins "$tmp/counted" 5)" "and of those found beside them"
is "$(grep '^error' "$tmp/counted")" \
	"error: a path's slack is at most 0.000 below its bin and 0.000 above; counts are exact" "without an error"

# Those of the bundled design, of hold and setup, that fail: by as narrow bins as need be, and each has its bounds.
run -e "source [asset loom/loom.tcl]; set_cppr off
	foreach way {max min} flag {-setup -hold} {
		find_paths -max_paths 100000 -path_delay \$way -slack_max -0.001; puts \"found [search_property ranked]\"
		report_all_paths \$flag -slack_lesser_than 0 -fine_bins 100000
		report_all_paths -found -slack_lesser_than 0 -num_bins 5
	}"
# "below zero: N" or "N to M" of each has the number found before it
is "$(awk '/^found / { n = $2 } sub(/.*below zero: /, "") { print ($1 <= n && n <= $NF && n > 0) " " ($NF - $1 <= 5) }' "$tmp/out")" \
	"1 1
1 1
1 1
1 1" "failing paths of the bundled design"

# ---- what can't be done says so ----

# fails MESSAGE SCRIPT
fails() {
	run -e "$2"
	is "$? $(grep '^warpscope: report' "$tmp/err")" "$3 warpscope: $1" "$2"
}
graph="read_graph [asset example.dag.gz]; find_paths"
fails "report_timing_histogram: -setup and -hold exclude each other" \
	"$graph; report_timing_histogram -setup -hold" 2
fails "report_timing_histogram: -num_bins and -bin_size exclude each other" \
	"$graph; report_timing_histogram -paths -num_bins 4 -bin_size 4" 2
fails "report_all_paths: -setup, -hold and -found exclude each other" "$graph; report_all_paths -hold -found" 2
fails "report_all_paths: -num_bins and -bin_size exclude each other" "$graph; report_all_paths -num_bins 4 -bin_size 4" 2
fails "report_timing_histogram: the paths found are those of setup" \
	"$graph; report_timing_histogram -paths -hold" 1

# ---- and OpenSTA's slacks ----

if command -v sta >/dev/null; then
	{
		echo "$domains" | tr ';' '\n'
		echo "report_checks -format end -digits 6 -group_count 10000 > $tmp/sta.ends"
	} >"$tmp/sta.tcl"
	sta -exit -no_splash "$tmp/sta.tcl" >"$tmp/out" 2>&1 </dev/null
	worst "$tmp/sta.ends" >"$tmp/worst"
	run -e "$domains; report_timing_histogram -num_bins 15 -digits 6 > $tmp/ours"
	same "$tmp/ours" "$tmp/worst" "OpenSTA 2.0's endpoints in the same bins"
else
	skip "OpenSTA's endpoints" "no sta"
fi
plan
