# Reports of a netlist, against texts that were worked out by hand from the tables of duo.lib, and the
# paths of real designs against those of another timer.
. "${srcdir:-.}/tests/tap.sh"
data=$srcdir/tests/data

# duo COMMANDS: on the design whose delays can be added up by hand
duo() {
	"$warpscope" -b -d cpu -e "read_liberty $data/duo.lib; read_verilog $data/duo.v
		link_design duo; read_spef $data/duo.spef; read_timing $data/duo.timing
		$1" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

# fails STATUS MESSAGE NAME: what the last run said, but for the reading of its files
fails() {
	is "$code $(grep -v '^[^ ]*duo\.[a-z]*: warning' "$tmp/err")" "$1 warpscope: $2" "$3"
}

# ---- report_checks ----

duo "report_checks -digits 3"
cat >"$tmp/wanted" <<'TEXT'
Startpoint: r2 (rising edge-triggered flip-flop clocked by clk)
Endpoint: y (output port clocked by clk)
Path Group: clk
Path Type: max

   Delay     Time   Description
-----------------------------------------------------------
   0.000    0.000   clock clk (rise edge)
   0.140    0.140   clock network delay (propagated)
   0.000    0.140 ^ r2/CK (DFF)
   0.270    0.410 v r2/Q (DFF)
   0.126    0.536 v u3/Y (BUF)
   0.000    0.536 v y (out)
            0.536   data arrival time

   1.000    1.000   clock clk (rise edge)
   0.000    1.000   clock network delay (propagated)
  -0.500    0.500   output external delay
            0.500   data required time
-----------------------------------------------------------
            0.500   data required time
           -0.536   data arrival time
-----------------------------------------------------------
           -0.036   slack (VIOLATED)


TEXT
is "$(cat "$tmp/out")" "$(cat "$tmp/wanted")" "report_checks: the worst path, by OpenSTA's layout"

# The slew behind the wire: impulse 2·0.0029 − 0.05² of n3's tree, sqrt(0.065² + 0.0033) = 0.0867
duo "report_checks -slack_min 0.36 -slack_max 0.38 -format full_clock -digits 4 \
	-fields {capacitance slew fanout input_pin net}"
cat >"$tmp/wanted" <<'TEXT'
Startpoint: r2 (rising edge-triggered flip-flop clocked by clk)
Endpoint: r2 (rising edge-triggered flip-flop clocked by clk)
Path Group: clk
Path Type: max

Fanout       Cap      Slew     Delay      Time   Description
-------------------------------------------------------------------------------------
                              0.0000    0.0000   clock clk (rise edge)
                              0.0000    0.0000   clock source latency
     1    0.0100    0.0000    0.0000    0.0000 ^ clk (in)
                                                 clk (net)
                    0.0000    0.0000    0.0000 ^ cb/A (BUF)
     2    0.0400    0.0700    0.1400    0.1400 ^ cb/Y (BUF)
                                                 ckb (net)
                    0.0700    0.0000    0.1400 ^ r2/CK (DFF)
     2    0.0200    0.0300    0.2700    0.4100 v r2/Q (DFF)
                                                 n2 (net)
                    0.0300    0.0000    0.4100 v u1/B (NAND2)
     2    0.0500    0.0650    0.1100    0.5200 ^ u1/Y (NAND2)
                                                 n3 (net)
                    0.0867    0.0500    0.5700 ^ u2/A (INV)
     2    0.0200    0.0300    0.0800    0.6500 v u2/Y (INV)
                                                 n4 (net)
                    0.0300    0.0000    0.6500 v r2/D (DFF)
                                        0.6500   data arrival time

                              1.0000    1.0000   clock clk (rise edge)
                              0.0000    1.0000   clock source latency
     1    0.0100    0.0000    0.0000    1.0000 ^ clk (in)
                                                 clk (net)
                    0.0000    0.0000    1.0000 ^ cb/A (BUF)
     2    0.0400    0.0700    0.1400    1.1400 ^ cb/Y (BUF)
                                                 ckb (net)
                    0.0700    0.0000    1.1400 ^ r2/CK (DFF)
                             -0.1200    1.0200   library setup time
                                        1.0200   data required time
-------------------------------------------------------------------------------------
                                        1.0200   data required time
                                       -0.6500   data arrival time
-------------------------------------------------------------------------------------
                                        0.3700   slack (MET)


TEXT
is "$(cat "$tmp/out")" "$(cat "$tmp/wanted")" "all columns, with the clock's pins"

duo "report_checks -path_delay min"
cat >"$tmp/wanted" <<'TEXT'
Startpoint: a (input port clocked by clk)
Endpoint: r1 (rising edge-triggered flip-flop clocked by clk)
Path Group: clk
Path Type: min

  Delay    Time   Description
---------------------------------------------------------
   0.00    0.00   clock clk (rise edge)
   0.00    0.00   clock network delay (propagated)
   0.10    0.10 v input external delay
   0.00    0.10 v a (in)
   0.00    0.10 v r1/D (DFF)
           0.10   data arrival time

   0.00    0.00   clock clk (rise edge)
   0.14    0.14   clock network delay (propagated)
           0.14 ^ r1/CK (DFF)
   0.03    0.17   library hold time
           0.17   data required time
---------------------------------------------------------
           0.17   data required time
          -0.10   data arrival time
---------------------------------------------------------
          -0.07   slack (VIOLATED)


TEXT
is "$(cat "$tmp/out")" "$(cat "$tmp/wanted")" "a hold check from an input"

duo "report_checks -format end -path_delay min_max -group_count 100 -endpoint_count 100 -digits 3"
cat >"$tmp/wanted" <<'TEXT'
min_delay/hold group clk

                                     Required   Actual
Endpoint                                Delay    Delay    Slack
---------------------------------------------------------------
r1/D (DFF)                              0.170    0.100   -0.070 (VIOLATED)
r1/D (DFF)                              0.160    0.100   -0.060 (VIOLATED)
r2/D (DFF)                              0.160    0.590    0.430 (MET)
y (output)                              0.050    0.488    0.438 (MET)
r2/D (DFF)                              0.160    0.610    0.450 (MET)
r2/D (DFF)                              0.170    0.630    0.460 (MET)
r2/D (DFF)                              0.170    0.650    0.480 (MET)
y (output)                              0.050    0.536    0.486 (MET)

max_delay/setup group clk

                                     Required   Actual
Endpoint                                Delay    Delay    Slack
---------------------------------------------------------------
y (output)                              0.500    0.536   -0.036 (VIOLATED)
y (output)                              0.500    0.488    0.012 (MET)
r2/D (DFF)                              1.020    0.650    0.370 (MET)
r2/D (DFF)                              1.020    0.630    0.390 (MET)
r2/D (DFF)                              1.040    0.610    0.430 (MET)
r2/D (DFF)                              1.040    0.590    0.450 (MET)
r1/D (DFF)                              1.020    0.200    0.820 (MET)
r1/D (DFF)                              1.040    0.200    0.840 (MET)

TEXT
is "$(cat "$tmp/out")" "$(cat "$tmp/wanted")" "every path of both splits, one line each"

duo "report_checks -format slack_only -group_path_count 2; report_checks -format summary -group_count 3"
cat >"$tmp/wanted" <<'TEXT'
Group                                  Slack
--------------------------------------------
clk                                    -0.04
clk                                     0.01

Startpoint                           Endpoint                               Slack
--------------------------------------------------------------------------------
r2/Q (DFF)                           y (output)                             -0.04
r2/Q (DFF)                           y (output)                              0.01
r2/Q (DFF)                           r2/D (DFF)                              0.37

TEXT
is "$(cat "$tmp/out")" "$(cat "$tmp/wanted")" "slacks alone, and a summary"

duo "report_checks -format json -path_delay min"
is "$(tr -d ' \n' <"$tmp/out")" "$(tr -d ' \n' <<'TEXT'
{"checks": [{
"type": "check", "path_group": "clk", "path_type": "min", "startpoint": "a", "endpoint": "r1/D",
"source_path": [
{"instance": "", "cell": "duo", "pin": "a", "arrival": 1.000e-10, "capacitance": 1.000e-14, "slew": 1.000e-11},
{"instance": "r1", "cell": "DFF", "pin": "r1/D", "net": "a", "arrival": 1.000e-10, "slew": 1.000e-11}],
"target_clock": "clk", "target_clock_edge": "rise",
"target_clock_path": [
{"instance": "", "cell": "duo", "pin": "clk", "arrival": 0.000e+00, "capacitance": 1.000e-14, "slew": 0.000e+00},
{"instance": "cb", "cell": "BUF", "pin": "cb/A", "net": "clk", "arrival": 0.000e+00, "slew": 0.000e+00},
{"instance": "cb", "cell": "BUF", "pin": "cb/Y", "net": "ckb", "arrival": 1.400e-10, "capacitance": 4.000e-14, "slew": 7.000e-11},
{"instance": "r1", "cell": "DFF", "pin": "r1/CK", "net": "ckb", "arrival": 1.400e-10, "slew": 7.000e-11}],
"data_arrival_time": 1.000e-10, "margin": 3.000e-11, "required_time": 1.700e-10, "slack": -7.000e-11
}]}
TEXT
)" "JSON"
duo "report_checks -slack_max -1; report_checks -format json -slack_max -1"
is "$(cat "$tmp/out")" 'No paths found.
{"checks": [
]
}' "no paths"

duo "find_paths -max_paths 100; report_checks; report_checks -slack_max 0.4 -group_count 9
	report_checks -format end -group_count 3; puts [search_property k]
	report_checks -path_delay min; puts [search_property k]"
is "$(grep -x '[0-9][0-9]*' "$tmp/out" | tr '\n' ' ')$(grep -c '^Endpoint:' "$tmp/out")" "100 1 6" \
	"a search that holds the paths is left alone"

duo "report_wns; report_tns; report_worst_slack; report_wns -min -digits 4; report_tns -min -digits 3
	report_worst_slack -max -digits 1; report_worst_slack -min"
is "$(cat "$tmp/out")" "wns max -0.04
tns max -0.04
worst slack max -0.04
wns min -0.0700
tns min -0.070
worst slack max -0.0
worst slack min -0.07" "the worst and the sum"

duo "report_checks -from a"
fails 1 "report_checks: -from is not supported yet" "-from is named as what isn't there yet"
duo "report_checks -unique_paths_to_endpoint"
fails 1 "report_checks: -unique_paths_to_endpoint is not supported yet" "so is another"
duo "report_checks -group_count 3 -endpoint_count 1"
fails 1 "report_checks: fewer paths an endpoint than -group_count are not supported yet" \
	"a limit that would be passed is refused"
duo "report_checks -fields {slew colour}"
fails 2 'report_checks: unknown field "colour"; known are capacitance, slew, fanout, input_pin, net' \
	"an unknown field"
duo "report_checks -digits 99"
fails 2 'report_checks: -digits expects a number from 0 to 15, not "99"' "too many digits"
duo "report_checks -slack_max soon"
fails 2 'report_checks: -slack_max expects a time, not "soon"' "a limit that is no time"
duo "report_wns -min -max"
fails 2 "report_wns: -min and -max exclude each other" "one of two"
"$warpscope" -b -d cpu -e report_checks >"$tmp/out" 2>"$tmp/err"
is "$? $(cat "$tmp/err")" "1 warpscope: no netlist is open; read_liberty, read_verilog and link_design open one" \
	"nothing open"

# ---- write_timing_paths ----

duo "find_paths -max_paths 3; write_timing_paths $tmp/paths.tsv"
cat >"$tmp/wanted" <<'TEXT'
#rank	slack	endpoint_kind	endpoint_rf	src_at	rat	npoints	trace(pin/rf@at ...)
1	-36.000000	PO	F	140.000000	500.000000	5	r2:CK/R@140.000000 r2:Q/F@410.000000 u3:A/F@410.000000 u3:Y/F@536.000000 y/F@536.000000
2	12.000000	PO	R	140.000000	500.000000	5	r2:CK/R@140.000000 r2:Q/R@360.000000 u3:A/R@360.000000 u3:Y/R@488.000000 y/R@488.000000
3	370.000000	setup	F	140.000000	1020.000000	7	r2:CK/R@140.000000 r2:Q/F@410.000000 u1:B/F@410.000000 u1:Y/R@520.000000 u2:A/R@570.000000 u2:Y/F@650.000000 r2:D/F@650.000000
TEXT
is "$(cat "$tmp/paths.tsv")" "$(cat "$tmp/wanted")" "write_timing_paths of a netlist"

# ---- the reference: slacks rank by rank, traces as sets ----

# compare REFERENCE OURS: the columns with the slack and, of points, pin and edge. Equal slacks come in
# any order, and the last stretch within the tolerance may be cut differently: it counts for slacks only.
compare() {
	{ zcat "$1" | cut -f 2,9; echo; cut -f 2,8 "$2"; } | awk -F'\t' -v tolerance=0.02 '
		BEGIN { half = 0 }
		/^#|^slack/ { next }
		/^$/ { half = 1; next }
		{ gsub(/@[^ ]*/, "", $2); n[half]++; slack[half, n[half]] = $1; trace[half, n[half]] = $2 }
		END {
			if (n[0] != n[1]) { print n[0] + 0 " paths wanted, " n[1] + 0 " found"; exit }
			for (i = 1; i <= n[0]; i++) {
				d = slack[0, i] - slack[1, i]
				if (d > tolerance || d < -tolerance) { print "rank " i ": slack off by " d; exit }
				ours[trace[1, i]]++
			}
			for (i = 1; i <= n[0]; i++)
				if (slack[0, i] < slack[0, n[0]] - tolerance && !ours[trace[0, i]]--) {
					print "missing: " trace[0, i]; exit
				}
			print "same"
		}'
}

golden=$WARPSCOPE_REFERENCE/golden/opentimer
designs=$WARPSCOPE_REFERENCE/data/tau15
for design in simple c17 c432 c7552 s27 s1494 wb_dma aes_core_nospef; do
	if [ -z "$WARPSCOPE_REFERENCE" ] || [ ! -f "$golden/$design.paths.tsv.gz" ]; then
		skip "the paths of $design" "no reference"
		continue
	fi
	base=${design%_nospef}
	dir=$designs/$base
	early=$designs/_lib/tau15_Early.lib.gz
	late=$designs/_lib/tau15_Late.lib.gz
	[ -f "$dir/${base}_Early.lib.gz" ] && early=$dir/${base}_Early.lib.gz && late=$dir/${base}_Late.lib.gz
	spef=
	[ "$design" = "$base" ] && [ -n "$(ls "$dir/$base".spef* 2>/dev/null)" ] &&
		spef="read_spef $(ls "$dir/$base".spef*)"
	"$warpscope" -b -d cpu -e "read_liberty -min $early; read_liberty -max $late
		read_verilog $(ls "$dir/$base".v*); link_design; $spef; read_timing $dir/$base.timing
		find_paths -max_paths 1000; write_timing_paths $tmp/ours.tsv" >"$tmp/out" 2>"$tmp/err"
	is "$(compare "$golden/$design.paths.tsv.gz" "$tmp/ours.tsv")" same "the paths of $design"
done
plan
