# find_timing_paths and report_timing: paths as objects of scripts and their properties, against OpenSTA 2.0 where
# it is installed and against report_checks; PrimeTime's options against those of report_checks.
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/opensta.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
data=$srcdir/tests/data loom=$srcdir/assets/loom ws45=$srcdir/assets/ws45

# ---- beside OpenSTA ----

# A line a path: what it passes, then its numbers. Names are objects there and names here.
cat >"$tmp/show.tcl" <<'TCL'
proc named {object} {
	if {$object eq "NULL"} { return "" }
	expr {$object ne "" && [info commands get_full_name] ne "" ? [get_full_name $object] : $object}
}
proc show {file args} {
	set f [open $file w]
	foreach path [eval find_timing_paths $args] {
		set key {}
		foreach property {startpoint startpoint_clock endpoint endpoint_clock} {
			lappend key [named [get_property $path $property]]
		}
		set numbers [get_property $path slack]
		foreach point [get_property $path points] {
			lappend key [named [get_property $point pin]]
			lappend numbers [get_property $point arrival]
		}
		puts $f "$key\t$numbers"
	}
	close $f
}
TCL

# same NAME TOLERANCE: the same paths with numbers within the tolerance; in the same order if requested
same() {
	for tool in sta ours; do
		sort -t "$tab" -k 1,1 -k 2,2g "$tmp/$tool/$1" >"$tmp/$tool.sorted"
	done
	paste "$tmp/sta.sorted" "$tmp/ours.sorted" | awk -F '\t' -v tolerance="$2" '
		$1 != $3 { bad++; if (bad == 1) first = "at " NR ": " $1 " / " $3; next }
		{
			n = split($2, a, " "); split($4, b, " ")
			for (i = 1; i <= n; i++)
				if (a[i] - b[i] > tolerance || b[i] - a[i] > tolerance) {
					bad++
					if (bad == 1) first = "at " NR ": " $0
				}
		}
		END { print (NR > 0 ? "some" : "no"), "paths,", bad + 0, "differ", first }'
}

# beside OPEN LIST TOLERANCE: both timers list paths by each line NAME OPTIONS of a list
beside() {
	rm -rf "$tmp/sta" "$tmp/ours"
	mkdir "$tmp/sta" "$tmp/ours"
	for tool in sta ours; do
		{
			cat "$tmp/show.tcl" "$1"
			[ $tool = sta ] && echo "set_delay_calculator lumped_cap"
			while read -r name options; do
				echo "show $tmp/$tool/$name $options"
			done <"$2"
		} >"$tmp/$tool.tcl"
	done
	sed -i '/^set_delay_model\|^set load_includes/d; s/read_sdc -env [^ ]*/read_sdc/' "$tmp/sta.tcl"
	is "$(sta -no_splash -no_init -exit "$tmp/sta.tcl" 2>&1 </dev/null | grep -v 'Creating black box')" "" "$4: OpenSTA"
	"$warpscope" -b -d cpu --no-init "$tmp/ours.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
	is "$? $(cat "$tmp/out")" "0 " "$4: find_timing_paths"
	while read -r name options; do
		is "$(same "$name" "$3")" "some paths, 0 differ " "$4: $options"
	done <"$2"
}

case $(sta -version 2>/dev/null) in
2.0.*)
	cat >"$tmp/domains.tcl" <<-TCL
		read_liberty $data/domains.lib
		read_verilog $data/domains.v
		link_design domains
		read_sdc $data/domains.sdc
	TCL
	cat >"$tmp/list" <<-'TEXT'
		all -group_count 100 -endpoint_count 100 -path_delay max
		hold -group_count 100 -endpoint_count 100 -path_delay min
		both -path_delay min_max -group_count 5
		sorted -sort_by_slack -group_count 100
		sorted_both -sort_by_slack -group_count 100 -path_delay min_max
		limits -slack_max 1 -slack_min -0.5 -group_count 20
		from -from r4/CK -group_count 10 -endpoint_count 2
		falling -fall_from in_fall -group_count 10
		through -through g1/B -rise_to r2/D
		groups -path_group {A back} -group_count 3
		rising -path_delay max_rise -group_count 100
		to_clock -to B -group_count 10 -endpoint_count 10
	TEXT
	beside "$tmp/domains.tcl" "$tmp/list" 0.0005 "every kind of path"

	for file in $ws45/ws45_late.lib $ws45/ws45_early.lib $loom/loom.v $loom/loom.spef; do
		gzip -dc "$file.gz" >"$tmp/$(basename "$file")"
	done
	cat >"$tmp/loom.tcl" <<-TCL
		read_liberty -max $tmp/ws45_late.lib
		read_liberty -min $tmp/ws45_early.lib
		read_verilog $tmp/loom.v
		link_design loom
		read_sdc $loom/loom.sdc
		read_spef $tmp/loom.spef
		set_delay_model lumped
		set sta_crpr_enabled 0
	TCL
	cat >"$tmp/list" <<-'TEXT'
		clock -path_group clk_sys -group_count 400
		hold -path_group clk_io -path_delay min -group_count 50
		through -through lane3_mac_U8/A2 -through lane3_mac_U310/ZN -group_count 50 -endpoint_count 1
		net -through lane3_mac_n1 -to lane3_mac_acc_reg_39_/D -endpoint_count 5 -group_count 5
		to -rise_to {lane3_mac_acc_reg_0_/D lane3_mac_acc_reg_1_/D} -group_count 4
	TEXT
	beside "$tmp/loom.tcl" "$tmp/list" 0.001 "the bundled design"

	design=gcd_sky130hd
	if opensta_design "find_timing_paths"; then
		for file in $verilog $spef $libs; do
			gzip -dc "$file" >"$tmp/$(basename "$file" .gz)"
		done
		libs=$tmp/$(basename "$libs" .gz) verilog=$tmp/$(basename "$verilog" .gz) spef=$tmp/$(basename "$spef" .gz)
		{
			opensta_open
			echo "set sta_crpr_enabled 0"
		} >"$tmp/gcd.tcl"
		cat >"$tmp/list" <<-'TEXT'
			all -group_count 300
			hold -group_count 300 -path_delay min
			outputs -to [all_outputs] -group_count 30
			inputs -from [all_inputs] -group_count 30 -path_delay min
		TEXT
		beside "$tmp/gcd.tcl" "$tmp/list" 0.001 "$design"
	fi
	;;
*) skip "paths beside OpenSTA's" "no OpenSTA 2.0" ;;
esac

# ---- properties, beside report_checks ----

open="source [asset loom/loom.tcl]"
run() {
	"$warpscope" -b -d cpu --no-init -e "$1" 2>"$tmp/err" </dev/null
	code=$?
}

# the JSON of report_checks has what properties say, of the same paths: with credit, of registers and ports
run "$open
	set options {-path_delay min_max -group_count 40 -endpoint_count 2}
	report_checks {*}\$options -format json -digits 6 > $tmp/checks.json
	foreach path [find_timing_paths {*}\$options] {
		set line {}
		foreach property {path_group path_delay startpoint endpoint arrival required slack} {
			lappend line [get_property \$path \$property]
		}
		foreach point [get_property \$path points] {
			lappend line [get_property \$point pin]
		}
		puts [join \$line \t]
		set last [lindex [get_property \$path points] end]
		set worst [get_property \$last slack]
		if {\$worst > [get_property \$path slack] + 1e-9} { puts \"\$path ends with \$worst\" }
	}" >"$tmp/ours.paths"
is "$code" 0 "properties of many paths"
if command -v python3 >/dev/null 2>&1; then
	is "$(python3 - "$tmp/checks.json" "$tmp/ours.paths" 2>&1 <<'PYTHON'
import json, sys
checks = json.load(open(sys.argv[1]))['checks']
lines = [line.rstrip('\n').split('\t') for line in open(sys.argv[2])]
near = lambda text, seconds: abs(float(text) * 1e-9 - seconds) <= 1e-6 * abs(seconds) + 1e-15
assert len(checks) == len(lines), (len(checks), len(lines))
for check, line in zip(checks, lines):
    assert line[0] == check['path_group'] and line[1] == check['path_type'], line
    assert line[2] == check['startpoint'] and line[3] == check['endpoint'], line
    assert near(line[4], check['data_arrival_time']), line
    assert near(line[5], check['required_time']), line
    assert near(line[6], check['slack']), line
    assert line[7:] == [point['pin'] for point in check['source_path']], line
print(len({c['path_group'] for c in checks}), 'groups', sum(c['crpr'] != 0 for c in checks) > 20)
PYTHON
)" "6 groups True" "the same as JSON of report_checks, path by path"
else
	skip "the same as JSON of report_checks" "no python3"
fi

is "$(run "$open
	set path [lindex [find_timing_paths -path_group clk_sys] 0]
	puts [get_property \$path endpoint_clock_pin]
	puts [get_property [get_property \$path startpoint] direction]
	puts [get_property [lindex [find_timing_paths -from in_data\[0\]] 0] startpoint]
	puts [get_property [get_property [lindex [get_property \$path points] 1] pin] ref_name]
	puts \"<[get_property [lindex [find_timing_paths -to [all_outputs]] 0] endpoint_clock_pin]>\"
	puts [llength [find_timing_paths -through lane3_mac_U1/Z -exclude lane3_mac_U1/Z]]
	puts [expr {[get_property [find_timing_paths -path_group clk_sys] slack] == [get_property \$path slack]}]")" \
	"lane3_mac_acc_reg_39_/CK
output
in_data[0]
BUF_X4
<>
0
1" "what properties give are objects"
cat >"$tmp/free.v" <<'V'
module free (clk, q); input clk; output q; wire n;
DFFQ_X1 r (.CK(clk), .D(n), .Q(q)); INV_X1 u (.A(q), .ZN(n)); endmodule
V
is "$(run "read_liberty $ws45/ws45_late.lib.gz
	read_verilog $tmp/free.v
	link_design free
	create_clock -period 1 clk
	puts <[find_timing_paths -to q]>
	set path [lindex [find_timing_paths -to [all_outputs] -unconstrained] 0]
	puts [get_property \$path slack]
	puts [get_property \$path required]
	puts [get_property \$path path_group]
	puts [get_property [lindex [get_property \$path points] end] slack]")" \
	"<>
INF
INF
unconstrained
INF" "of which nothing is demanded"

says() {
	run "$open
		set path [lindex [find_timing_paths] 0]
		$2" >"$tmp/out"
	is "$code $(tail -n 1 "$tmp/err")" "$1" "$3"
}
says '1 warpscope: get_property: there is no path "timing_path:99"; find_timing_paths finds some' \
	"get_property timing_path:99 slack" "a path that was never found"
says '1 warpscope: get_property: there is no point "timing_path:1.99"' "get_property timing_path:1.99 slack" \
	"a point after the last"
says '1 warpscope: get_property: timing paths have no property "fanout"; known are startpoint startpoint_clock endpoint endpoint_clock endpoint_clock_pin slack points arrival required path_group path_delay' \
	'get_property $path fanout' "a property that paths don't have"
says '1 warpscope: get_property: points of timing paths have no property "endpoint"; known are pin arrival required slack' \
	'get_property [lindex [get_property $path points] 0] endpoint' "nor points"
stale='1 warpscope: get_property: timing_path:1 was found before the timing changed; run find_timing_paths again'
says "$stale" 'set_clock_uncertainty 0.01 [all_clocks]; get_property $path slack' "a path of constraints that have changed"
says "$stale" 'set sta_crpr_enabled 0; get_property $path slack' "a path with credit, without"
says "$stale" 'set_delay_model lumped; find_timing_paths; get_property $path slack' "a path of another delay model"
says '1 warpscope: find_timing_paths: nothing is called "nono_U1/Z"' \
	'find_timing_paths -through nono_U1/Z' "a name that means nothing"
says '2 warpscope: find_timing_paths: -slack_min is above -slack_max' 'find_timing_paths -slack_max 0 -slack_min 1' \
	"limits that cross"

# ---- report_timing ----

# alike CHECKS TIMING: two reports of the same options
alike() {
	run "$open
		report_checks $1 > $tmp/checks
		report_timing $2 > $tmp/timing"
	is "$code $(diff "$tmp/checks" "$tmp/timing" 2>&1 | head -5) $(test -s "$tmp/timing" && echo some)" "0  some" \
		"report_timing $2"
}
alike "" ""
alike "-path_delay min_max -format end -group_count 5 -endpoint_count 3" \
	"-delay_type min_max -path_type end -max_paths 5 -nworst 3"
alike "-fields {capacitance slew net fanout input_pin} -digits 4 -no_line_splits -format full_clock_expanded" \
	"-capacitance -transition_time -nets -input_pins -significant_digits 4 -nosplit -path_type full_clock_expanded"
alike "-rise_through lane3_mac_U1/Z -to clk_sys -exclude lane3_mac_U35 -path_group clk_sys -format summary" \
	"-rise_through lane3_mac_U1/Z -to clk_sys -exclude lane3_mac_U35 -group clk_sys -path_type summary"
alike "-sort_by_slack -group_count 20 -format end" "-sort_by slack -max_paths 20 -path_type end"
alike "-unique_paths_to_endpoint -endpoint_count 4 -group_count 8 -format short" \
	"-unique_pins -nworst 4 -max_paths 8 -path_type short"
alike "-slack_max 0.2 -slack_min -0.06 -group_count 100 -format end" \
	"-slack_lesser_than 0.2000005 -slack_greater_than -0.0600005 -max_paths 100 -path_type end"
alike "-filter paper-repaired -through lane3_mac_U8/A2 -format end" "-filter paper-repaired -through lane3_mac_U8/A2 -path_type end"

# limits are outside: the worst path isn't less than its own slack
is "$(run "$open
	set slack [get_property [find_timing_paths -path_group clk_sys] slack]
	report_timing -group clk_sys -slack_lesser_than \$slack
	report_timing -group clk_sys -slack_greater_than \$slack -path_type end -significant_digits 6" |
	awk 'NR == 1 { print } END { print $(NF - 1) }' RS='\n+')" "No paths found.
-0.057780" "paths with just that slack are outside of both limits"
# by slack: the paths that are there without it, the worst first (OpenSTA 2 cuts them to K)
data=$srcdir/tests/data # opensta_design has another
domains="read_liberty $data/domains.lib; read_verilog $data/domains.v; link_design domains; read_sdc $data/domains.sdc"
for k in 1 3; do
	is "$("$warpscope" -b -d cpu --no-init -e "$domains
		report_checks -sort_by_slack -group_path_count $k -format end -digits 6 -path_delay min_max" 2>/dev/null |
		grep '(MET)\|(VIOLATED)')" \
		"$("$warpscope" -b -d cpu --no-init -e "$domains
		report_checks -group_path_count $k -format end -digits 6 -path_delay min_max" 2>/dev/null |
		grep '(MET)\|(VIOLATED)' | awk '{ print $(NF - 1) "\t" $0 }' | sort -s -t "$tab" -k 1,1g | cut -f 2-)" \
		"-sort_by_slack: the paths of all groups, $k of each"
done
is "$(run "$open
	report_checks -sort_by_slack -group_count 30 -format end -digits 6 -path_delay min_max" |
	awk '/(MET|VIOLATED)/ { n++; if (n > 1 && $(NF - 1) < last) bad++; last = $(NF - 1) } END { print (n > 30), bad + 0 }')" "1 0" \
	"report_checks -sort_by_slack"
# -endpoint_path_count alone lists as many, as in OpenSTA 3; -nworst as well
for options in "report_checks -path_group A -endpoint_path_count 3 -format end" "report_checks -path_group A -endpoint_count 3 -group_count 2 -format end" \
	"report_timing -group A -nworst 3 -path_type end"; do
	"$warpscope" -b -d cpu --no-init -e "$domains; $options; puts [llength [find_timing_paths -path_group A -endpoint_path_count 3]]" 2>/dev/null |
		awk '/MET|VIOL/ { n++ } END { printf "%d %s ", n, $0 }'
done >"$tmp/counts"
is "$(cat "$tmp/counts")" "3 3 2 3 3 3 " "paths of an endpoint without a number of paths"

# a path of several group_paths is in each of them, and once in Summary and in sums
cat >"$tmp/groups.tcl" <<END
read_liberty $data/duo.lib; read_verilog $tmp/groups.v; link_design d
create_clock -name clk -period 10 clk
set_input_delay 1 -clock clk a
set_output_delay 9.9 -clock clk y
group_path -name B -from r/CK
group_path -name C -to r/D
group_path -name A -to y
report_checks -digits 3 -format end
report_checks -path_group B -format end
report_checks -sort_by_slack -group_path_count 9 -digits 3 -format end
foreach p [find_timing_paths -sort_by_slack -group_path_count 9] { puts [get_property \$p path_group] }
puts [path_group_names]
report_tns
END
printf 'module d (a, clk, y); input a, clk; output y; wire n; BUF b (.A(a), .Y(n)); DFF r (.D(n), .CK(clk), .Q(y)); endmodule\n' >"$tmp/groups.v"
"$warpscope" -b -d cpu --no-init "$tmp/groups.tcl" 2>/dev/null >"$tmp/groups"
is "$(awk '/group/ { printf "%s: ", $3 } /MET|VIOL/ { printf "%s ", $1 }' "$tmp/groups")" "A: y B: y C: r/D B: y A: y B: y C: r/D " "each of its groups"
is "$(tail -5 "$tmp/groups" | tr '\n' ' ')" "A B C A B C tns max -0.15 " "and the objects' groups"

# a port that a path names as its pin has no net, as in OpenSTA
echo 'foreach t [get_property [find_timing_paths -to r/D] points] { set p [get_property $t pin]; puts "[get_full_name $p] [get_nets -of_objects $p]" }
	puts "[get_nets -of_objects [get_property [find_timing_paths -to r/D] startpoint]] [get_nets -of_objects [get_ports a]]"' >>"$tmp/groups.tcl"
"$warpscope" -b -d cpu --no-init "$tmp/groups.tcl" 2>/dev/null | tail -5 >"$tmp/nets"
is "$(cat "$tmp/nets" | tr '\n' ' ')" "a NULL b/A a b/Y n r/D n NULL a " "nets of a path's pins"
plan
