# Path-based analysis: report_checks -pba. Its reports add up; and with all that isn't on a path
# disabled, graph-based analysis, ours and OpenSTA's, has the slack that the path has by its own slews.
. "${srcdir:-.}/tests/lib/tap.sh"
loom=$srcdir/assets/loom ws45=$srcdir/assets/ws45

run() {
	"$warpscope" -b -d cpu --no-init -e "$1" 2>"$tmp/err" </dev/null
}

# ---- reports ----

run "source $loom/loom.tcl
	report_checks -pba -group_count 40 -endpoint_count 40 -digits 6 > $tmp/max
	report_checks -pba -group_count 40 -endpoint_count 3 -digits 6 -path_delay min -fields {slew input_pins} > $tmp/min
	report_checks -pba -group_count 40 -endpoint_count 40 -digits 6 -format summary > $tmp/summary
	report_checks -pba -group_count 40 -endpoint_count 40 -digits 6 -format slack_only > $tmp/slacks
	report_checks -pba -group_count 40 -endpoint_count 40 -digits 6 -format end > $tmp/end
	report_checks -pba -group_count 40 -endpoint_count 40 -digits 6 -sort_by_slack -format slack_only > $tmp/sorted
	report_checks -pba -path_group clk_sys -group_count 40 -endpoint_count 40 -digits 6 -format json > $tmp/max.json
	report_checks -pba -path_group clk_sys -group_count 40 -endpoint_count 40 -digits 6 -path_delay min -format json > $tmp/min.json"
is "$? $(grep -v 'wire delays\|without CUDA' "$tmp/err")" "0 " "reports of all formats"

# Of each path: what stages were pessimistic by, and what the slacks differ by; in 1e-6 of the library's unit.
for way in max min; do
	awk -v fields="$([ $way = min ] && echo 1 || echo 0)" '
		/^ *(Slew +)?Pess/ { at = index($0, "Pess") - 4; sum = 0 }
		at && /^ *-?[0-9]/ && !/slack/ { sum += substr($0, at, 9) }
		/slack \(/ { slack = $1 }
		/slack, graph-based/ {
			n++; d = slack - $1 - sum
			if (slack > $1 + 1e-9) more++; if (slack < $1 - 1e-9) less++
			if (d > 1e-5 || d < -1e-5) { bad++; if (bad == 1) first = slack " " $1 " " sum }
		}
		END { print n, bad + 0, (more > 20), first }' "$tmp/$way" >"$tmp/sums"
	is "$(awk '{ print ($1 > 100), $2, $3, $4 }' "$tmp/sums")" "1 0 1 " \
		"$way: what stages were pessimistic by adds up to what slacks differ by, of $(cut -d ' ' -f 1 "$tmp/sums") paths"
done
for format in summary slacks end; do
	is "$(awk '/^ .*Slack|^(Group|Startpoint|Endpoint) / { on = 1; next } on && NF > 2 { sub(/ \((MET|VIOLATED)\)$/, ""); print $(NF - 1), $NF }' "$tmp/$format" | grep -c '^-*[0-9.]* -*[0-9.]*$')" \
		"$(grep -c 'slack, graph' "$tmp/max")" "$format has the paths of the full report, each with both slacks"
done
is "$(awk 'NR > 2 && NF > 2 { print $(NF - 1) }' "$tmp/sorted" | grep '[0-9]')" \
	"$(awk 'NR > 2 && NF > 2 { print $(NF - 1) }' "$tmp/slacks" | grep '[0-9]' | sort -n)" "-sort_by_slack: the paths of all groups"

# ---- one path alone ----

# cuts JSON N: of the n-th path whose slacks differ by half a picosecond and whose gates have one edge at their input for each at the output: slack, endpoint, and
# Tcl that disables the other arcs of these gates.
cuts() {
	awk -v wanted="$2" '
		/"endpoint":/ { endpoint = $2; gsub(/[",]/, "", endpoint) }
		/"source_path":/ { inside = 1; n = 0; mixed = 0; next }
		inside && /^  \]/ { inside = 0 }
		inside && /"instance":/ { instance = $2; gsub(/[",]/, "", instance) }
		inside && /"cell":/ { if ($2 ~ /XOR|XNOR|MUX|HA_|FA_/) mixed = 1 }
		inside && /"pin":/ {
			pin = $2; gsub(/[",]/, "", pin); sub(/.*\//, "", pin)
			if (n && of[n] == instance) to[n] = pin
			else { of[++n] = instance; from[n] = pin; to[n] = "" }
		}
		/"slack":/ { slack = $2 + 0 }
		/"graph_slack":/ {
			graph = $2 + 0
			d = slack - graph
			if (mixed || (d < 5e-13 && d > -5e-13) || ++found != wanted) next
			printf "%.2f %.2f %s\n", slack * 1e15, graph * 1e15, endpoint
			for (i = 1; i <= n; i++)
				if (to[i] != "") print "cut " of[i], from[i], to[i]
			exit
		}' "$1"
}
cat >"$tmp/cut.tcl" <<-'TCL'
	proc cut {instance from to} {
		foreach pin [get_pins $instance/*] {
			set name [lindex [split [get_property $pin full_name] /] end]
			if {[get_property $pin direction] eq "input" && $name ne $from} {
				set_disable_timing -from $name -to $to [get_cells $instance]
			}
		}
	}
TCL
# fs of the slacks of -format slack_only
slacks() {
	awk '/^clk_sys / { printf "%.2f\n", $2 * 1e6 }' "$1"
}

have=$(command -v sta)
if [ -n "$have" ]; then
	for file in $ws45/ws45_late.lib $ws45/ws45_early.lib $loom/loom.v $loom/loom.spef; do
		gzip -dc "$file.gz" >"$tmp/$(basename "$file")"
	done
fi
# Lumped wires as OpenSTA has them, then without credit.
settings() {
	echo "set_delay_model $1"
	[ "$1" = elmore ] || echo "set_cppr off"
}
# alone WAY MODEL N: the n-th path by itself
alone() {
	cuts "$tmp/$2.$1.json" "$3" >"$tmp/cuts"
	read -r slack graph endpoint <"$tmp/cuts"
	name="$1, $2: path $3, to $endpoint, $slack fs where the graph has $graph,"
	{
		cat "$tmp/cut.tcl"
		sed 1d "$tmp/cuts"
		echo "report_checks -path_delay $1 -path_group clk_sys -to $endpoint -endpoint_count 4 -group_count 4 -format slack_only -digits 7 > $tmp/alone"
	} >"$tmp/one.tcl"
	run "source $loom/loom.tcl; $(settings "$2"); source $tmp/one.tcl"
	ok "$(slacks "$tmp/alone" | grep -qxe "$slack"; echo $?)" "$name has it alone by the graph"
	if [ -z "$have" ] || [ "$2" != lumped ]; then
		return
	fi
	cat >"$tmp/sta.tcl" <<-TCL
		read_liberty -max $tmp/ws45_late.lib
		read_liberty -min $tmp/ws45_early.lib
		read_verilog $tmp/loom.v
		link_design loom
		read_sdc $loom/loom.sdc
		read_spef $tmp/loom.spef
		set_delay_calculator lumped_cap
		set sta_crpr_enabled 0
		source $tmp/one.tcl
	TCL
	sta -no_splash -exit "$tmp/sta.tcl" >"$tmp/sta.out" 2>&1 </dev/null
	ok "$(slacks "$tmp/alone" | awk -v slack="$slack" '{ d = $1 - slack; if (d < 500 && d > -500) found = 1 } END { exit !found }'; echo $?)" \
		"$name and by OpenSTA"
}
for model in lumped elmore; do
	run "source $loom/loom.tcl; $(settings $model)
		foreach way {max min} {
			report_checks -pba -path_group clk_sys -group_count 800 -digits 9 -path_delay \$way -format json > $tmp/$model.\$way.json
		}"
	for way in max min; do
		for n in 1 3 8; do
			alone $way $model $n
		done
	done
done

# ---- limits and errors ----

run "source $loom/loom.tcl
	report_checks -pba -path_group clk_sys -group_count 30 -endpoint_count 30 -pba_limit 30 -format slack_only -digits 4" >"$tmp/limited"
ok "$(grep -q '^inexact: paths with a slack from -*[0-9.]* on may be missing, up to [0-9.]* below the last one listed' "$tmp/limited"; echo $?)" \
	"-pba_limit: what isn't known is reported"
is "$(grep -c inexact "$tmp/max" "$tmp/min" "$tmp/end" | sed 's/.*://' | tr '\n' ' ')" "0 0 0 " "else the result is exact"
run "source $loom/loom.tcl; report_checks -pba -unique_paths_to_endpoint" >"$tmp/out"
is "$? $(sed -n 's/.*\(-pba and\)/\1/p' "$tmp/err")" "2 -pba and -unique_paths_to_endpoint exclude each other" "-unique_paths_to_endpoint"

# ---- report_timing -pba and find_timing_paths -pba ----

run "source $loom/loom.tcl
	report_checks -pba -group_count 5 -endpoint_count 5 -format slack_only -digits 6 > $tmp/checks
	report_timing -pba -max_paths 5 -nworst 5 -path_type summary -significant_digits 6 > $tmp/timing
	set graph [find_timing_paths -group_count 5 -endpoint_count 5]
	set own [find_timing_paths -pba -group_count 5 -endpoint_count 5]
	foreach path \$own {
		puts \"slack [get_property \$path slack]\"
		foreach point [get_property \$path points] {
			if {[get_property \$point slack] ne [get_property \$path slack]} { puts \"other [get_property \$point slack]\" }
		}
		if {[get_property \$point required] - [get_property \$point arrival] - [get_property \$path slack] > 5e-7} { puts sum }
	}
	foreach path \$graph { puts \"graph [get_property \$path slack]\" }" >"$tmp/out"
slacks=$(awk 'NF >= 3 && $NF ~ /^-?[0-9.]+$/ { print $(NF - 1) }' "$tmp/checks")
is "$? $(echo "$slacks" | wc -l)" "0 30" "slacks of report_checks -pba"
is "$(awk 'NF >= 4 && $NF ~ /^-?[0-9.]+$/ { print $(NF - 1) }' "$tmp/timing")" "$slacks" "report_timing -pba has the same"
is "$(sed -n 's/^slack //p' "$tmp/out")" "$slacks" "so has find_timing_paths -pba"
is "$(grep -c '^other\|^sum' "$tmp/out")" 0 "points of a path that is re-timed have its slack"
is "$(sed -n 's/^graph //p' "$tmp/out" | sort -n | head -1)" "$(awk '$NF ~ /^-?[0-9.]+$/ { print $NF }' "$tmp/checks" | sort -n | head -1)" \
	"paths by the graph that were found before stay as they are"
for command in "report_timing -pba -unique_pins" "find_timing_paths -pba -unique_paths_to_endpoint" "find_timing_paths -pba_limit 3"; do
	run "source $loom/loom.tcl; $command" >"$tmp/out"
	is "$? $(grep -c "${command%% *}: -pba.*\(exclude each other\|goes with\)" "$tmp/err")" "2 1" "$command"
done

echo "module latch (c, d, q); input c, d; output q; LAT l (.D(d), .EN(c), .Q(q)); endmodule" >"$tmp/latch.v"

# ---- find_paths -pba ----

run "source $loom/loom.tcl
	find_paths -max_paths 300 -pba -pba_chart - > $tmp/found
	find_paths -max_paths 300 -pba -path_delay min -pba_chart $tmp/chart.png
	report_checks -pba -group_count 300 -endpoint_count 300 -sort_by_slack -format slack_only -digits 6 > $tmp/all
	find_paths -max_paths 40
	for {set i 1} {\$i <= 40} {incr i} { puts [path_property \$i pba_slack] }" >"$tmp/out"
is "$? $(head -1 "$tmp/found" | sed 's/; .*//')" "0 300 paths by own slews, exact" "find_paths -pba"
is "$(awk '/^least|^largest/ { printf "%.3f ", $2 }' "$tmp/found")" 	"$(awk 'NF == 3 && $2 ~ /[0-9]/ { n++; if (n == 1 || n == 300) printf "%.3f ", $2 * 1000 }' "$tmp/all")" 	"it finds what report_checks -pba lists, of all path groups together"
ok "$(grep -q '^- path-based, . graph-based$' "$tmp/found" && [ "$(head -c 4 "$tmp/chart.png" | tail -c 3)" = PNG ]; echo $?)" 	"both slacks as text and as a picture"
is "$(sed -n '/^-*[0-9.]*$/p' "$tmp/out" | sort -n | head -1)" 	"$(awk 'NF == 3 && $2 ~ /[0-9]/ { printf "%.3f\n", $2 * 1000; exit }' "$tmp/all")" 	"path_property pba_slack: the worst of the 40 worst by the graph"
run "source $loom/loom.tcl; find_paths -pba -paused"
is "$? $(sed -n 's/.*find_paths: //p' "$tmp/err")" "0 " "-paused"
run "source $loom/loom.tcl
	find_paths -max_paths 40 -pba -paused
	step -fine; puts \"state [search_property state], level [search_property level]\"
	while {[search_property state] eq \"incomplete\"} { step }
	report_paths -format slack_only > $tmp/stepped
	back; report_paths -count 1 > $tmp/bounds; step
	report_paths -format slack_only > $tmp/again
	report_paths -count 3 -format full > $tmp/full
	report_paths -sort pessimism -invert > $tmp/sorted
	report_paths -filter graph<-50 > $tmp/filtered
	report_levels -errors > $tmp/levels
	puts \"path 1: [path_property 1 slack] [path_property 1 pba_slack] [path_property 1 graph_slack]\"
	write_timing_paths $tmp/traces
	explain_path -to lane3_mac_acc_reg_39_/D > $tmp/explained
	puts \"refused [catch {lab_sta}][catch {find_paths -pba -mdl 3}][catch {find_paths -pba -method paper}]\"
	find_paths -max_paths 40 -pba
	report_paths -format slack_only > $tmp/at_once
	recompute -pba off; report_paths -format slack_only > $tmp/graph
	recompute -pba flip -path_delay min; report_paths -format slack_only > $tmp/early
	find_paths -max_paths 40 -slack_min -30 -pba; report_paths -format slack_only > $tmp/above
	find_paths -max_paths 4000 -slack_max -30 -pba; report_paths -format slack_only > $tmp/below
	find_paths -max_paths 40 -pba -pba_limit 40 > $tmp/limited; puts \"[search_property state]\"" >"$tmp/out"
is "$? $(grep '^state' "$tmp/out")" "0 state incomplete, level -1" "a path-based search in steps"
slacks=$(awk 'NF == 3 && $2 ~ /[0-9]/ { printf "%.3f\n", $2 * 1000 }' "$tmp/all")
is "$(cat "$tmp/at_once")" "$(echo "$slacks" | head -40)" "its ranking is that of report_checks -pba"
is "$(cat "$tmp/stepped" "$tmp/again")" "$(cat "$tmp/at_once" "$tmp/at_once")" "step by step, back and forth: the same"
is "$(sed -n 2p "$tmp/bounds" | awk '{ print $2 }') $(awk 'NR == 3 { print ($2 < -73) }' "$tmp/bounds")" "bound 1" "before paths are re-timed the list is by bounds"
is "$(awk '/^path /{ sum = pess = 0 } $NF ~ /^(rise|fall)$/ && NF == 6 { pess += $3; sum += $1 } NF == 2 && $2 == "slack" { own = $1 }
	/slack by the graph/ { d = own - $1 - pess; n++; if (d > 0.6 || d < -0.6) bad++ } END { print n, bad + 0 }' "$tmp/full")" "3 0" \
	"report_paths -format full: what stages were pessimistic by adds up, but for the check at the end"
is "$(awk 'NR > 2 { if (last != "" && $4 > last) bad++; last = $4; n++ } END { print n, bad + 0 }' "$tmp/sorted")" "40 0" "-sort pessimism"
is "$(awk 'NR > 3 { if ($3 >= -50) bad++; n++ } END { print (n > 5), bad + 0 }' "$tmp/filtered")" "1 0" "-filter graph<-50"
is "$(tail -1 "$tmp/levels" | awk '{ print $5, $7 == $7, $8 + 0, $NF }')" "40 1 0 re-timed" "report_levels -errors ends with the paths re-timed"
is "$(sed -n 's/^path 1: //p' "$tmp/out")" "$(head -1 "$tmp/at_once") $(head -1 "$tmp/at_once") $(sort -n "$tmp/graph" | head -1)" "properties"
is "$(awk 'NR > 1 { printf "%.3f\n", $2 }' "$tmp/traces")" "$(cat "$tmp/at_once")" "write_timing_paths"
ok "$(grep -q "slack $(head -1 "$tmp/at_once") = required" "$tmp/explained"; echo $?)" "explain_path goes by own slacks too"
is "$(grep '^refused' "$tmp/out")" "refused 111" "what goes by arcs' delays, and other methods, are refused"
is "$(awk '$1 < -30' "$tmp/above" | wc -l) $(head -1 "$tmp/above")" "0 $(echo "$slacks" | awk '$1 >= -30' | head -1)" "-slack_min"
is "$(cat "$tmp/below")" "$(echo "$slacks" | awk '$1 <= -30')" "-slack_max"
is "$(tail -1 "$tmp/out") $(grep -c inexact "$tmp/limited")" "inexact (-pba_limit) 1" "-pba_limit"
run "read_graph [asset example.dag.gz]; find_paths -pba"
is "$? $(sed -n 's/.*find_paths: //p' "$tmp/err")" "2 -pba is for netlists: a timing graph has one delay per arc" "a graph"
run "read_liberty $srcdir/tests/data/latches.lib; read_verilog $tmp/latch.v; link_design latch
	create_clock -name c -period 1 [get_ports c]; set_input_delay 0.2 -clock c [get_ports d]; set_output_delay 0.1 -clock c [get_ports q]
	report_checks -pba -group_count 9 -endpoint_count 9 -digits 3" >"$tmp/latches"
is "$? $(grep -c 'slack (' "$tmp/latches")" "0 6" "paths to, through and from a latch"
is "$(awk '/slack \(/ { own = $1 } /slack, graph/ && own != $1' "$tmp/latches" | wc -l)" 0 "of which each has its pins for itself"
is "$(grep -c "^Launch: the latch's data, as late as in graph-based analysis" "$tmp/latches")" 2 "paths of data through it say where their launch is from"

# ---- threads ----

for threads in 1 3; do
	"$warpscope" -b -d cpu --threads $threads --no-init -e "source $loom/loom.tcl
		report_checks -pba -group_count 300 -endpoint_count 3 -digits 6" >"$tmp/threads.$threads" 2>"$tmp/err" </dev/null
done
ok "$(cmp -s "$tmp/threads.1" "$tmp/threads.3"; echo $?)" "the same bytes by one thread and by three"
plan
