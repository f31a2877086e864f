# report_checks in all its formats: on a small design with every kind of path against texts that are kept in
# tests/reports, the same against OpenSTA 2.0 where that is installed, and the paths of real designs against
# those of OpenSTA 3, point by point. WARPSCOPE_UPDATE_REPORTS=1 writes tests/reports again.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data
kept=$srcdir/tests/reports

# ---- every kind of path ----

all="-group_count 100 -endpoint_count 100"
ends="-group_count 100"
some="-group_count 2"
# NAME COMMAND: those that OpenSTA 2.0 has too
cat >"$tmp/common" <<TEXT
end_max report_checks -path_delay max -format end -digits 3 $all
end_min report_checks -path_delay min -format end -digits 3 $all
full report_checks -path_delay max -format full -digits 3 $ends
full_min report_checks -path_delay min -format full -digits 3 $some -fields {slew}
full_clock report_checks -path_delay max -format full_clock -digits 3 $some -fields {capacitance}
full_clock_min report_checks -path_delay min -format full_clock $some -fields {input_pin}
expanded report_checks -path_delay max -format full_clock_expanded -digits 4 $ends
expanded_min report_checks -path_delay min -format full_clock_expanded $some
fields report_checks -path_delay min_max -format full_clock_expanded -fields {capacitance slew input_pin}
short report_checks -path_delay min_max -format short $some
end report_checks -path_delay min_max -format end $some
summary report_checks -path_delay min_max -format summary $some -digits 3
groups report_checks -path_group {A back} -format end -group_count 3
from report_checks -from r4/CK -format full -digits 3 -group_count 10 -endpoint_count 2
rising report_checks -path_delay max_rise -format end -digits 3 $ends
falling report_checks -path_delay min_fall -format end -digits 3 $some
through report_checks -through g1/B -rise_to r2/D -format full -digits 3
to_clock report_checks -to B -format end -group_count 10 -endpoint_count 10
late_only report_checks -slack_min 4 -slack_max 4.5 -format end $all
whole_lines report_checks -from [get_clocks HALF] -format full -digits 3 -no_line_splits
nothing report_checks -slack_max -20
TEXT
# Those that only later ones have, or have otherwise: the fan-out has a column, and the capacitance stands
# at the driver; -unique leaves out nothing but paths of the same pins.
cat >"$tmp/ours_alone" <<TEXT
columns report_checks -path_delay max -format full_clock_expanded -digits 4 -fields {capacitance slew fanout input_pin net}
slack_only report_checks -path_delay min_max -format slack_only -group_count 2
unique report_checks -format end -digits 3 $all -unique_paths_to_endpoint
json report_checks -path_delay min_max -format json -digits 6
TEXT
cat >"$tmp/derates.sdc" <<'TEXT'
set_timing_derate -early 0.9
set_timing_derate -late 1.1
set_driving_cell -lib_cell BUF -pin Y [get_ports in_d]
set_clock_uncertainty -setup 0.4 -from [get_clocks A] -to [get_clocks A]
set_max_delay 2 -ignore_clock_latency -from [get_clocks A] -to [get_pins r6/D]
set_min_delay 0.5 -ignore_clock_latency -from [get_ports in_a]
TEXT

# and every path of all, with digits that no delay of these is rounded to from a half
sed 's/ -digits [0-9]//; s/$/ -digits 3/' "$tmp/common" >"$tmp/every"
for split in min max; do
	for format in full full_clock full_clock_expanded; do
		echo "$format-$split report_checks -path_delay $split -format $format $all -digits 3"
	done
done >>"$tmp/every"

# commands LIST DIRECTORY: as Tcl, each into a file of its name
commands() {
	while read -r name command; do
		echo "if {[catch {$command > $2/$name} why]} {puts \"$name: \$why\"}"
	done <"$1"
}

design() {
	cat <<-TCL
		read_liberty $data/domains.lib
		read_verilog $data/domains.v
		link_design domains
		read_sdc $data/domains.sdc
	TCL
}

mkdir "$tmp/ours" "$tmp/every_ours" "$tmp/derated"
{
	design
	cat "$tmp/common" "$tmp/ours_alone" >"$tmp/list"
	commands "$tmp/list" "$tmp/ours"
	echo "set sta_crpr_enabled 0"
	echo "report_checks -format full_clock > $tmp/ours/no_crpr"
	echo "set sta_crpr_enabled 1"
	commands "$tmp/every" "$tmp/every_ours"
	echo "read_sdc $tmp/derates.sdc"
	commands "$tmp/every" "$tmp/derated"
} >"$tmp/ours.tcl"
"$warpscope" -b -d cpu "$tmp/ours.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$? $(cat "$tmp/out")" "0 " "all formats"
if [ -n "$WARPSCOPE_UPDATE_REPORTS" ]; then
	rm -f "$kept"/*
	cp "$tmp"/ours/* "$kept"
fi
for report in "$kept"/*; do
	name=${report##*/}
	diff "$report" "$tmp/ours/$name" >"$tmp/diff" 2>&1
	is "$(head -n 40 "$tmp/diff")" "" "$name"
done
is "$(ls "$tmp/ours" | tr '\n' ' ')" "$(ls "$kept" | tr '\n' ' ')" "these are all"

# ---- places in the RTL ----

# as OpenSTA 3 prints them: after the description of each pin and net of an instance that has one
sed 's/^  \(DFF\|NAND2\) /  (* src = "domains.v:1.2-3.4|other.v:5", keep *) \1 /' "$data/domains.v" >"$tmp/attributes.v"
cat >"$tmp/attributes.tcl" <<TCL
read_liberty $data/domains.lib
read_verilog $tmp/attributes.v
link_design domains
read_sdc $data/domains.sdc
report_checks -from r3 -format full_clock -fields {src_attr capacitance net} > $tmp/src_attr
report_checks -from r3 -format full_clock -fields {capacitance net} > $tmp/no_src_attr
report_checks -from r3 -format json > $tmp/src.json
save_design $tmp/attributes.wsd
TCL
cat >"$tmp/again.tcl" <<TCL
read_design $tmp/attributes.wsd
report_checks -from r3 -format full_clock -fields {src_attr capacitance net} > $tmp/src_attr_again
report_checks -from r3 -format json > $tmp/src_again.json
TCL
"$warpscope" -b -d cpu "$tmp/attributes.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$? $(cat "$tmp/out")" "0 " "netlists with attributes"
"$warpscope" -b -d cpu "$tmp/again.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$? $(cat "$tmp/out")" "0 " "and a snapshot of one"
is "$(grep -E 'Src Attr|domains.v' "$tmp/src_attr")" "\
    Cap   Delay    Time   Description                          Src Attr
           0.00    6.14 v r4/D (DFF)                           domains.v:1.2-3.4|other.v:5
           0.00   10.62 ^ r4/CK (DFF)                          domains.v:1.2-3.4|other.v:5" "lines with a place"
is "$(sed -e 's/ *domains.v:.*//; s/ *Src Attr//' -e 's/^\(-*\)-\{40\}$/\1/' "$tmp/src_attr")" "$(cat "$tmp/no_src_attr")" \
	"all else is as without them"
is "$(grep -c '"verilog_src": "domains.v:1.2-3.4|other.v:5",' "$tmp/src.json")" "2" "in JSON"
is "$(cat "$tmp/src_attr_again" "$tmp/src_again.json")" "$(cat "$tmp/src_attr" "$tmp/src.json")" "the snapshot has them"

# ---- checks that no clock reaches ----

cat >"$tmp/unclocked.tcl" <<TCL
read_liberty $data/annotated.lib
read_verilog $data/annotated.v
link_design annotated
create_clock -name c -period 1 clk
set_input_delay -clock c 0.1 {rn a[0] a[1] en}
set_sense -type clock -stop_propagation r1/CK
set_min_delay 0.2 -from [get_clocks c] -to {r1/RN r1/D}
report_checks -path_delay min -format full -to r1/RN
report_checks -path_delay min -format full -to r1/D
report_checks -path_delay min -format json -to r1/RN > $tmp/unclocked.json
TCL
"$warpscope" -b -d cpu --no-init "$tmp/unclocked.tcl" 2>"$tmp/err" </dev/null >"$tmp/out"
is "$? $(grep -E 'Endpoint|slack' "$tmp/out" | tr -s ' ' | tr '\n' ';')" \
	"0 Endpoint: r1 (rising edge-triggered flip-flop); -0.13 slack (VIOLATED);Endpoint: r1 (rising edge-triggered flip-flop); 0.01 slack (MET);" \
	"a path delay to a removal check without a clock, and to one of hold"

# ---- JSON ----

if command -v python3 >/dev/null 2>&1; then
	is "$(python3 - "$tmp/ours/json" 2>&1 <<'PYTHON'
import json, sys

always = {'type', 'path_group', 'path_type', 'startpoint', 'endpoint', 'source_path', 'data_arrival_time',
          'uncertainty', 'crpr', 'margin', 'required_time', 'slack'}
sometimes = {'source_clock', 'source_clock_edge', 'source_clock_path', 'target_clock', 'target_clock_edge', 'target_clock_time',
             'target_clock_path', 'multi_cycle_path', 'path_delay', 'exception', 'exception_line',
             'crpr_common_pin'}
near = lambda a, b: abs(a - b) <= 1e-13  # of times up to 100 ns, in seven digits
checks = json.load(open(sys.argv[1]))['checks']
for check in checks:
    keys = set(check)
    assert always <= keys <= always | sometimes, keys ^ always
    path, late = check['source_path'], check['path_type'] == 'max'
    assert path[0]['pin'] == check['startpoint'] and path[-1]['pin'] == check['endpoint'], check
    assert near(path[-1]['arrival'], check['data_arrival_time']), check
    slack = check['required_time'] - check['data_arrival_time']
    assert near(check['slack'], slack if late else -slack), check
    for point in path:
        assert {'instance', 'cell', 'pin', 'arrival', 'slew'} <= set(point), point
    # a check's required time, from the clock that it is against
    if 'target_clock_path' in check:
        time = check['target_clock_time'] + check['target_clock_path'][-1]['arrival'] + check['uncertainty'] + check['crpr']
        time += -check['margin'] if late else check['margin']
        assert near(check['required_time'], time), (check, time)
kinds = {(c['type'], c.get('exception')) for c in checks}
print(len(checks), sorted(map(str, kinds)))
PYTHON
)" "20 [\"('check', 'set_multicycle_path')\", \"('check', None)\", \"('output_delay', None)\", \"('path_delay', 'set_max_delay')\", \"('path_delay', 'set_min_delay')\"]" \
		"JSON is what it says it is"
else
	skip "JSON is what it says it is" "no python3"
fi

# Where a register captures: the edge's time and the last arrival of the clock's path add up to what a report in text has
# before credit. By hand 2.000 and 0.300 + 0.200, or 0.200 + 0.1 and (0.1 + 0.2 * 0.05) times a derate.
cat >"$tmp/target.v" <<'END'
module target (a, clk, y);
  input a, clk; output y; wire k0, k1, k2, q, n;
  BUF c0 (.A(clk), .Y(k0));
  BUF c1 (.A(k0), .Y(k1));
  BUF c2 (.A(k1), .Y(k2));
  DFF r1 (.D(a), .CK(k2), .Q(q));
  BUF b (.A(q), .Y(n));
  DFF r2 (.D(n), .CK(k1), .Q(y));
endmodule
END
sed 's/capacitance : 0[.0-9]*/capacitance : 0/' "$srcdir/tests/data/duo.lib" >"$tmp/target.lib"
# target COMMANDS FORMAT SPLIT
target() {
	cat >"$tmp/target.tcl" <<-END
		read_liberty $tmp/target.lib
		read_verilog $tmp/target.v
		link_design target
		create_clock -name clk -period 2 [get_ports clk]
		set_timing_derate -late 1.1
		set_timing_derate -early 0.9
		set_clock_latency 0.3 clk
		set_clock_latency -source 0.2 clk
		set_input_delay 0.1 -clock clk [get_ports a]
		$1
		report_checks -path_delay $3 -to r2/D -format $2 -digits 3
	END
}
in_json() {
	target "$1" json "$2"
	"$warpscope" -b -d cpu --no-init "$tmp/target.tcl" 2>"$tmp/err" </dev/null | awk -F '[ ,:]+' '
		/"target_clock_path"/ { inside = 1 }
		/^  \]/ { inside = 0 }
		inside && /"arrival"/ { last = $3 }
		/"target_clock_time"/ { time = $3 }
		END { printf "%.3f\n", (time + last) * 1e9 }'
}
in_text() {
	target "$1" full_clock "$2"
	sta -no_splash -exit "$tmp/target.tcl" 2>"$tmp/err" </dev/null | awk '/reconvergence/ { print before } { before = $2 }'
}
for case in "|max|2.500" "|min|0.500" "set_propagated_clock clk|max|2.389" "set_propagated_clock clk|min|0.431" \
	"set_multicycle_path 2 -to r2/D|max|4.500" "set_multicycle_path 2 -to r2/D|min|2.500"; do
	said=${case%%|*} rest=${case#*|}
	is "$(in_json "$said" "${rest%|*}")" "${rest#*|}" "JSON, ${rest%|*}, ${said:-ideal}: when the clock captures"
	if command -v sta >/dev/null 2>&1; then
		is "$(in_text "$said" "${rest%|*}")" "${rest#*|}" "JSON, ${rest%|*}, ${said:-ideal}: as OpenSTA"
	else
		skip "JSON, ${rest%|*}, ${said:-ideal}: as OpenSTA" "no sta"
	fi
done

# ---- beside OpenSTA 2.0 ----

# What later versions call otherwise, or don't do: two groups' names, a blank line after the head of a
# summary, and the cell of the endpoint in the name of the startpoint.
as_later() {
	sed 's/\*\*async_default\*\*/asynchronous/; s/\*\*default\*\*/path delay/' "$1" |
		if [ "${1##*/}" = summary ]; then
			sed '3{/^$/d;}; 3,$s/^\([^ ]* *\)([^)]*) */\1/'
		else
			cat
		fi
}

# beside FIRST SECOND LIST NAME: what differs between two directories of reports
beside() {
	while read -r name command; do
		as_later "$tmp/$1/$name" >"$tmp/wanted"
		as_later "$tmp/$2/$name" >"$tmp/got"
		diff "$tmp/wanted" "$tmp/got" >"$tmp/diff" || { echo "$name"; head -n 20 "$tmp/diff"; }
	done <"$tmp/$3" >"$tmp/all_diff"
	is "$(cat "$tmp/all_diff")" "" "$4"
}

case $(sta -version 2>/dev/null) in
2.0.*)
	mkdir "$tmp/sta" "$tmp/sta_every" "$tmp/sta_derated"
	{
		design
		echo "set_delay_calculator lumped_cap"
		commands "$tmp/common" "$tmp/sta"
		commands "$tmp/every" "$tmp/sta_every"
		echo "read_sdc $tmp/derates.sdc"
		commands "$tmp/every" "$tmp/sta_derated"
	} >"$tmp/sta.tcl"
	sta -no_splash -no_init -exit "$tmp/sta.tcl" >"$tmp/out" 2>&1 </dev/null
	is "$(cat "$tmp/out")" "" "OpenSTA does the same commands"
	beside sta ours common "and writes the same texts"
	beside sta_every every_ours every "of every path"
	beside sta_derated derated every "also with derates, a driving cell and an uncertainty between edges"
	;;
*) skip "texts beside OpenSTA's" "no OpenSTA 2.0" ;;
esac

# ---- the reference: OpenSTA 3's texts of real designs ----

. "$srcdir/tests/lib/opensta.sh"

# run: the two reports that the reference has of the design
run() {
	opensta_open
	columns="-format full_clock_expanded -fields {slew capacitance input_pin net fanout} -digits 6"
	cat <<-TCL
		set sta_crpr_enabled 0
		report_checks -path_delay max $columns -group_count 100 -endpoint_count 100 > $tmp/max.rpt
		report_checks -path_delay min $columns -group_count 20 -endpoint_count 20 > $tmp/min.rpt
	TCL
}

for design in $opensta_designs; do
	opensta_design "the paths" || continue
	if ! command -v python3 >/dev/null 2>&1; then
		skip "the paths of $design" "no python3"
		continue
	fi
	case $design in
	*_asap7) fs=1e-3 ;;
	*) fs=1e-6 ;;
	esac
	run >"$tmp/run.tcl"
	"$warpscope" -b -d cpu "$tmp/run.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
	ok $? "$design"
	for split in max min; do
		python3 "$srcdir/tests/lib/compare_reports.py" -u $fs "$golden/$design.lumped_cap.$split.rpt.gz" \
			"$tmp/$split.rpt" >"$tmp/out" 2>&1
		ok $? "its $split paths"
		tail -n 60 "$tmp/out" | sed 's/^/# /'
	done
done
plan
