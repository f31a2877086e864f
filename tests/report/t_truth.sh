# One truth: the same worst slacks, sums and counts of endpoints in view Summary, the line at the top, report_wns and
# report_tns, the histogram of endpoints and report_checks, which lists the paths of a search; with CPPR and without.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
data=$srcdir/tests/data

# ends FILE: endpoints, violated, WNS and TNS in fs, of report_checks -format end
ends() {
	awk '/\((MET|VIOLATED)\)$/ { s = $(NF - 1); if (!($1 in worst) || s + 0 < worst[$1]) worst[$1] = s + 0 }
		END {
			for (e in worst) {
				n++
				if (n == 1 || worst[e] < wns) wns = worst[e]
				if (worst[e] < 0) { bad++; tns += worst[e] }
			}
			printf "%d %d %.0f %.0f\n", n, bad, wns * 1e6, tns * 1e6
		}' "$1"
}

# values FILE: the second numbers of "wns max -0.083001" and such as fs
values() {
	awk '{ printf "%s%.0f", (NR > 1 ? " " : ""), $NF * 1e6 } END { print "" }' "$1"
}

# truths NAME SCRIPT: in library units of 1 ns
truths() {
	name=$1
	mkdir "$tmp/$name"
	cat >"$tmp/$name/keys" <<-KEYS
		:find_paths -max_paths 10
		:view summary
		:save_screen late.txt
		:find_paths -max_paths 10 -path_delay min
		:view summary
		:save_screen early.txt
		:view endpoints
		:save_screen endpoints.txt
	KEYS
	(cd "$tmp/$name" && "$warpscope" -d cpu --keys keys --size 200x60 -e "$2" >out 2>err </dev/null)
	is "$? $(cat "$tmp/$name/err")" "0 " "$name: on the screen"
	"$warpscope" -b -d cpu -e "$2; foreach {flag split way} {-setup max -max -hold min -min} {
		report_checks -path_delay \$split -format end -digits 6 -group_count 1000000 > $tmp/$name/\$split.ends
		report_worst_slack \$way -digits 6 > $tmp/$name/\$split.worst
		report_tns \$way -digits 6 >> $tmp/$name/\$split.worst
		report_timing_histogram \$flag -digits 6 > $tmp/$name/\$split.histogram
	}" >"$tmp/out" 2>"$tmp/err" </dev/null
	is "$?" 0 "$name: reports"
	for pair in max:late min:early; do
		split=${pair%:*} side=${pair#*:}
		wanted=$(ends "$tmp/$name/$split.ends")
		is "$(values "$tmp/$name/$split.worst")" "$(echo "$wanted" | cut -d ' ' -f 3-4)" \
			"$name: report_worst_slack and report_tns, $split"
		is "$(awk -v n="$(echo "$wanted" | cut -d ' ' -f 1)" '/ slack of / { c = $4; bad = $NF }
			/^ *-?[0-9.]+ +-?[0-9.]+ / && !least { least = 1; printf "%d %d %.0f\n", c, bad, $1 * 1e6 }' \
			"$tmp/$name/$split.histogram")" "$(echo "$wanted" | cut -d ' ' -f 1-3)" \
			"$name: report_timing_histogram, $split"
		# "late  all  2758  17  -76.559  -578.401", of one group alone that one
		is "$(awk -v side="$side" '{ sub(/^>/, " ") } $1 == side && NF >= 6 { n = $3; bad = $4; wns = $5; tns = $6 }
			END { printf "%d %d %.0f %.0f\n", n, bad, wns * 1e3, tns * 1e3 }' "$tmp/$name/$side.txt")" \
			"$wanted" "$name: view Summary, $side"
		is "$(awk '/design WNS/ { sub(/.*design WNS /, ""); printf "%.0f %.0f\n", $1 * 1e3, $3 * 1e3 }' \
			"$tmp/$name/$side.txt")" "$(echo "$wanted" | cut -d ' ' -f 3-4)" \
			"$name: the line at the top, $side"
	done
}

truths loom 'source [asset loom/loom.tcl]'
is "$(ends "$tmp/loom/min.ends")" "2738 1 -1752 -1752" "of loom's hold checks one is violated"
truths without 'source [asset loom/loom.tcl]; set_cppr off'
is "$(ends "$tmp/without/min.ends")" "2738 73 -15266 -145623" "and 73 before CPPR"
is "$(sed '/^? help/d' "$tmp/loom/endpoints.txt" | grep -c CPPR) $(sed '/^? help/d' "$tmp/without/endpoints.txt" | grep -c CPPR)" "1 0" \
	"view Endpoints says CPPR only where there is any"
truths tau 'source [asset loom/loom.tcl]; set_cppr tau'
truths domains "read_liberty $data/domains.lib; read_verilog $data/domains.v; link_design domains
	read_sdc $data/domains.sdc"

# A pin's slack after CPPR is that of the worst path through it, which a search finds; the map of slacks has the worst
# of all.
"$warpscope" -b -d cpu -e 'source [asset loom/loom.tcl]
	set_propagated_clock [all_clocks]
	compute_pin_slacks -path_delay both
	set n 0
	foreach way {max min} {
		foreach pin [get_pins *] {
			if {[incr n] % 997 != 0} continue
			set found [find_timing_paths -sort_by_slack -path_delay $way -through $pin]
			if {[llength $found] == 0} continue
			puts "$way $pin [format %.6f [get_property [lindex $found 0] slack]]"
			report_cone -after_cppr -fanin -path_delay $way -digits 6 $pin
		}
	}' >"$tmp/pins" 2>"$tmp/err" </dev/null
is "$?" 0 "slacks of pins: reported"
awk '$1 == "max" || $1 == "min" { if (name) print name, wanted, got; name = $1 " " $2; wanted = $3; got = "none"; rows = 0 }
	/^ +[v^] / && rows++ < 2 && NF >= 4 && $4 != "-" { if (got == "none" || $4 + 0 < got + 0) got = $4 }
	END { print name, wanted, got }' "$tmp/pins" >"$tmp/slacks"
ok "$([ "$(wc -l <"$tmp/slacks")" -gt 20 ]; echo $?)" "slacks of $(wc -l <"$tmp/slacks") pins"
is "$(awk '$3 != $4' "$tmp/slacks" | head -n 5)" "" "each is that of the worst path through the pin"
"$warpscope" -b -d cpu -e 'source [asset loom/loom.tcl]; compute_pin_slacks -path_delay both
	density -map slack; report_density -top 1; density -map slack -path_delay min; report_density -top 1' \
	>"$tmp/map" 2>"$tmp/err" </dev/null
is "$(grep -E '^(map|minimum) ' "$tmp/map" | tr -s ' ' | tr '\n' ';')" \
	'map slack, after CPPR;minimum -76.559 ps;map slack, hold, after CPPR;minimum -1.752 ps;' "maps of slack after CPPR"
plan
