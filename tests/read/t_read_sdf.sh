# read_sdf, set_assigned_… and what reports say of annotations: numbers by hand, OpenSTA 2.0's where that is installed
# (byte by byte), what a file may be wrong in, and that write_sdf's file gives the same slacks.
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/opensta.sh"
data=$srcdir/tests/data

cat >"$tmp/open.tcl" <<END
read_liberty $data/annotated.lib
read_verilog $data/annotated.v
link_design annotated
create_clock -name c -period 1 clk
set_input_delay -clock c 0.1 {rn a[0] a[1] en}
set_output_delay -clock c 0.1 {y z}
END
ours() { # SCRIPT: after those commands, from a file
	{ cat "$tmp/open.tcl"; printf '%s\n' "$1"; } >"$tmp/script.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/script.tcl" 2>"$tmp/err" </dev/null >"$tmp/out"
	code=$?
	cat "$tmp/out"
}
told() { grep -v '^warpscope: no parasitics' "$tmp/err"; }
sdf() { # the body of a file, after its head
	printf '(DELAYFILE (SDFVERSION "3.0") (DIVIDER /) (TIMESCALE 1ns)\n%s\n)\n' "$1" >"$tmp/t.sdf"
}
cell() { # CELLTYPE INSTANCE SECTIONS
	printf '(CELL (CELLTYPE "%s") (INSTANCE %s) %s)\n' "$1" "$2" "$3"
}
# slack of a pin, late and early, to the picosecond
slacks() { ours "$1
report_slack $2 -digits 3"; }

# ---- by hand ----
# r1/Q falls 0.351 after the clock (0.35 and 1 ns for each pF of b1/A), b1 takes 0.2.

sdf "$(cell annotated "" "(DELAY (ABSOLUTE (INTERCONNECT r1/Q b1/A (0.1:0.15:0.2) (0.3))))")
$(cell DFF r1 "(DELAY (ABSOLUTE (IOPATH CK Q (0.4::0.5) (0.6::0.7))))")"
is "$(ours "read_sdf $tmp/t.sdf
report_arrivals b1/A -digits 3")" "(c ^) r 0.500:0.700 f 0.900:1.000" "a wire and an arc, early and late"
is "$(told)" "" "nothing to be said of it"
is "$(ours "read_sdf -analysis_type single $tmp/t.sdf
report_arrivals b1/A -digits 3")" "(c ^) r 0.700:0.700 f 1.000:1.000" "-analysis_type single"
is "$(ours "read_sdf -analysis_type single -type sdf_min $tmp/t.sdf
report_arrivals b1/A -digits 3")" "(c ^) r 0.500:0.500 f 0.900:0.900" "-type sdf_min"
is "$(ours "set_timing_derate -late 1.1
set_timing_derate -early 0.9
read_sdf $tmp/t.sdf
report_arrivals b1/A -digits 3")" "(c ^) r 0.450:0.770 f 0.810:1.100" "derates multiply what is annotated"

sdf "$(cell annotated "" "(DELAY (INCREMENT (INTERCONNECT r1/Q b1/A (0.1))) (ABSOLUTE (NETDELAY q (0.2)) (PORT h/x1/A (0.3))))")
$(cell DFF "*" "(DELAY (ABSOLUTE (IOPATH CK Q (RETAIN (0.1) (0.15)) (0.4::0.5) (0.6::0.7)) (PATHPULSE CK Q (1)))) (LABEL (x 1))")
$(cell DFF r1 "(DELAY (INCREMENT (IOPATH CK Q (0.01) (0.02))))")"
is "$(ours "read_sdf $tmp/t.sdf
report_arrivals b1/A -digits 3")" "(c ^) r 0.310:0.710 f 0.370:0.920" "all DFF, RETAIN, INCREMENT on top; NETDELAY of a net"
is "$(told | sed "s|$tmp/||" | sort -u)" "t.sdf:3: warning: LABEL is skipped
t.sdf:3: warning: PATHPULSE is skipped" "what is skipped is named"

# six values: EN to Y by 0Z Z1 1Z Z0; a condition in other words; the rest; an edge
sdf "$(cell TBUF b1 "(DELAY (ABSOLUTE (IOPATH EN Y () () (0.31) (0.32) (0.33) (0.34))))")
$(cell XOR2 h/x1 "(DELAY (ABSOLUTE (COND ~B || 0 (IOPATH A Y (0.7))) (COND B===1'b1 && 1 (IOPATH A Y (0.8)))
  (CONDELSE (IOPATH A Y (0.9))) (IOPATH (negedge B) Y (0.95) (0.96))))")"
is "$(ours "read_sdf $tmp/t.sdf
report_arrivals b1/Y -digits 3
report_arrivals h/x1/Y -digits 3")" "(c ^) r 0.352:0.420 f 0.430:0.552
(c ^) r 0.601:1.050 f 0.701:1.060" "three states, conditions, edges"
is "$(told)" "" "all are found"

sdf "$(cell DFF r1 "(TIMINGCHECK (SETUP D (posedge CK) (0.2::0.3)) (HOLD (negedge D) (posedge CK) (0.04::0.05))
  (RECREM (posedge RN) (posedge CK) (0.6) (0.07)) (WIDTH (posedge CK) (0.45)) (PERIOD CK (0.9)))")"
is "$(ours "read_sdf $tmp/t.sdf
report_checks -to r1/D -format end -digits 3
report_checks -fall_to r1/D -format end -digits 3 -path_delay min
report_check_types -min_pulse_width -min_period -digits 3" | grep r1 | tr -s ' ')" \
	"r1/D (DFF) 0.700 0.701 -0.001 (VIOLATED)
r1/D (DFF) 0.050 0.301 0.251 (MET)
r1/CK (high) 0.450 0.500 0.050 (MET)
r1/CK 1.000 0.900 0.100 (MET)" "checks: setup and hold by the maximum, widths and periods"
is "$(ours "read_sdf -analysis_type bc_wc $tmp/t.sdf
report_checks -fall_to r1/D -format end -digits 3 -path_delay min" | grep r1 | tr -s ' ')" "r1/D (DFF) 0.040 0.301 0.261 (MET)" \
	"bc_wc: hold by the minimum"

# ---- names ----

cat >"$tmp/block.sdf" <<'END'
(DELAYFILE (SDFVERSION "2.1") (DIVIDER .) (TIMESCALE 10 ps) // of the block h alone
 (CELL (CELLTYPE "half") (INSTANCE) (DELAY (ABSOLUTE (PORT x1.A (5)) (INTERCONNECT x1.Y y (1)))))
 (CELL (CELLTYPE "XOR2") (INSTANCE x1) (DELAY (ABSOLUTE (IOPATH A Y (70))))))
END
is "$(ours "read_sdf -path h $tmp/block.sdf
report_arrivals h/x1/Y -digits 3")" "(c ^) r 0.601:0.850 f 0.701:0.850" "-path"
is "$(told | sed "s|$tmp/||")" "block.sdf:2: warning: \"y\" is a pin of a block: the wire isn't annotated" "pins of blocks"
ours "read_sdf -path g $tmp/block.sdf" >/dev/null
is "$(told | head -n 1)" "warpscope: no block \"g\" in the netlist" "no such block"
sdf "$(cell annotated "" "(DELAY (ABSOLUTE (INTERCONNECT r1/Q b1/Z (1)) (INTERCONNECT r1/Q l1/D (1)) (INTERCONNECT nowhere b1/A (1))))")
$(cell DFF r9 "(DELAY (ABSOLUTE (IOPATH CK Q (1))))")
$(cell LAT r1 "(DELAY (ABSOLUTE (IOPATH D Q (1)) (IOPATH CK Z (1)) (COND RN (IOPATH CK Q (1)))) ) (TIMINGCHECK (SETUP Q CK (1)) (SKEW CK D (1)))")
$(cell DFF r1 "(DELAY (ABSOLUTE (IOPATH CK Q (:1:))))")
$(cell annotated "" "(DELAY (ABSOLUTE (IOPATH CK Q (1))))")"
ours "read_sdf $tmp/t.sdf" >/dev/null
is "$(told | sed "s|$tmp/||")" "t.sdf:2: warning: no pin \"b1/Z\" in the netlist
t.sdf:2: warning: no wire leads from \"r1/Q\" to \"l1/D\"
t.sdf:2: warning: no pin \"nowhere\" in the netlist
t.sdf:3: warning: no instance \"r9\" in the netlist
t.sdf:4: warning: instance \"r1\" is a \"DFF\", not a \"LAT\"
t.sdf:4: warning: cell \"DFF\" has no such arc: D to Q
t.sdf:4: warning: cell \"DFF\" has no pin \"Z\"
t.sdf:4: warning: cell \"DFF\" has no such arc: CK to Q when RN 
t.sdf:4: warning: cell \"DFF\" has no such check: SETUP of Q by CK
t.sdf:4: warning: cell \"DFF\" has no such check: SKEW of D by CK
t.sdf:5: warning: a triple without its minimum: early delays aren't annotated
t.sdf:6: warning: a delay or check of no instance with a library isn't annotated" "what matches nothing is named"

# ---- what is wrong ----

wrong() { # TEXT MESSAGE NAME: and what was annotated stays
	printf '%s' "$1" >"$tmp/bad.sdf"
	sdf "$(cell DFF r1 "(DELAY (ABSOLUTE (IOPATH CK Q (1.5))))")"
	is "$(ours "read_sdf $tmp/t.sdf
catch {read_sdf $tmp/bad.sdf} message
puts \$message
report_arrivals r1/Q -digits 3" | sed "s|$tmp/||")" "$2
(c ^) r 1.500:1.500 f 1.500:1.500" "$3"
}
head='(DELAYFILE (TIMESCALE 1ns) (CELL (CELLTYPE "DFF") (INSTANCE r1) '
wrong '' 'bad.sdf:1:1: error: expected "(", the file ends' "an empty file"
wrong "${head}(DELAY (ABSOLUTE (IOPATH CK Q (1.2" 'bad.sdf:1:99: error: expected ")", the file ends' "a file that ends early"
wrong "${head}(DELAY (ABSOLUTE (IOPATH CK Q (1.2:3)" 'bad.sdf:1:101: error: expected a third number, found ")"' "half a triple"
wrong "${head}(DELAY (ABSOLUTE (IOPATH CK Q (x)" 'bad.sdf:1:96: error: expected a number, found "x"' "no number"
wrong "${head}(DELAY (ABSOLUTE (IOPATH CK Q (1e9)" 'bad.sdf:1:96: error: time out of range: more than 2.1 us' "a long time"
wrong "${head}(DELAY (INCREMENT (IOPATH CK Q (2000) (2000)) (IOPATH CK Q (2000))" \
	'bad.sdf:1:112: error: delays add up to more than 2.1 us' "a long sum"
wrong "${head}(DELAY (ABSOLUTE (IOPATH (side CK) Q (1)" 'bad.sdf:1:91: error: expected posedge or negedge, found "side"' "no edge"
wrong "${head}(DELAY (ABSOLUTE (IOPATH CK Q" 'bad.sdf:1:94: error: expected a value in parentheses, the file ends' "no value"
wrong '(DELAYFILE (TIMESCALE 3ns))' 'bad.sdf:1:23: error: expected a time scale (1, 10 or 100 with us, ns or ps), found "3ns"' "a time scale"
wrong '(DELAYFILE (DIVIDER x))' 'bad.sdf:1:21: error: expected a divider (/ or .), found "x"' "a divider"
wrong "${head}/* " 'bad.sdf:1:65: error: comment without end' "a comment without end"
printf '%s' "${head}(DELAY (ABSOLUTE (IOPATH CK Q (1.25))))))" | gzip >"$tmp/packed.sdf.gz"
is "$(ours "read_sdf $tmp/packed.sdf.gz
report_arrivals r1/Q -digits 3")" "(c ^) r 1.250:1.250 f 1.250:1.250" "a packed file"

# ---- commands and scripts ----

cat >"$tmp/a.sdc" <<'END'
set_annotated_delay -cell 0.5 -from r1/CK -to r1/Q
set_annotated_delay -cell 0.1 -increment -max -fall -from r1/CK -to r1/Q
set_annotated_check -hold 0.3 -from [get_pins r1/CK] -to r1/D
set_annotated_transition 0.2 r1/Q
set_annotated_delay -net 1 -from r1/Q -to r1/D
END
is "$(ours "read_sdc $tmp/a.sdc
report_arrivals r1/Q -digits 3
report_slews r1/Q
report_slack r1/D -digits 3
remove_annotations -checks
report_slack r1/D -digits 3
remove_annotations
report_arrivals r1/Q -digits 3")" "(c ^) r 0.500:0.500 f 0.500:0.600
r1/Q ^ 0.20:0.20 v 0.20:0.20
(c ^) r -0.099:0.349 f 0.001:0.239
(c ^) r 0.211:0.349 f 0.281:0.239
(c ^) r 0.251:0.251 f 0.351:0.351" "as constraints, and taken back"
is "$(told | sed "s|$tmp/||")" "a.sdc:5: warning: set_annotated_delay: skipped, no net leads from there to there
a.sdc: warning: 1 command skipped, what they are about isn't there" "what isn't there is skipped with a warning"
ours 'catch {set_assigned_delay 1 -from r1/CK -to r1/Q} m; puts $m
catch {set_assigned_delay -cell -net 1 -from r1/CK -to r1/Q} m; puts $m
catch {set_assigned_check 1 -from r1/CK -to r1/D} m; puts $m
catch {set_assigned_check -setup 1 -from r1/CK} m; puts $m
catch {set_assigned_transition -1 r1/Q} m; puts $m
catch {set_assigned_delay -cell 1e9 -from r1/CK -to r1/Q} m; puts $m' >"$tmp/messages"
is "$(cat "$tmp/messages")" "set_assigned_delay: one of -cell and -net is needed
set_assigned_delay: one of -cell and -net is needed
set_assigned_check: one of -setup, -hold, -recovery and -removal is needed
set_assigned_check: -to is missing
set_assigned_transition: the transition is negative
set_assigned_delay: the delay is more than 2.1 us" "what commands refuse"

# ---- everything sees it ----

is "$(ours "read_sdf $data/annotated.sdf
save_design $tmp/a.wsd
report_checks -digits 4
report_annotated_delay -list_annotated
report_annotated_check -list_annotated
close_design
read_design $tmp/a.wsd
report_checks -digits 4
report_annotated_delay -list_annotated
report_annotated_check -list_annotated
write_sdf -no_version $tmp/of_snapshot.sdf" >"$tmp/both"; n=$(wc -l <"$tmp/both")
	head -n $((n / 2)) "$tmp/both" >"$tmp/first"; tail -n $((n / 2)) "$tmp/both" | cmp - "$tmp/first")" "" "a snapshot keeps them"
ours "read_sdf $data/annotated.sdf
write_sdf -no_version $tmp/first.sdf
tile_design 2
report_annotated_delay" >"$tmp/out2"
is "$(cmp "$tmp/first.sdf" "$tmp/of_snapshot.sdf")$(grep 'cell arcs' "$tmp/out2" | tr -s ' ')" "cell arcs 34 28 6" "copies have them too"
is "$(ours "read_sdf $data/annotated.sdf
link_design annotated
report_annotated_delay -cell" | grep 'cell arcs' | tr -s ' ')$(told)" "cell arcs 17 0 17warning: parasitics and constraints went with the netlist that they were read for
warning: so did annotated delays, checks and slews" \
	"they go with the netlist"
is "$(ours "set_disable_timing l1
read_sdf $data/annotated.sdf
report_checks -to y -digits 4
report_worst_slack -max -digits 4
run_ssta -samples 16 -seed 1
report_ssta" >"$tmp/ssta"; grep -c '^ *Delay' "$tmp/ssta")" 1 "dies of annotated delays"

# ---- as OpenSTA ----

reports='report_annotated_delay
report_annotated_check
report_annotated_delay -list_annotated -list_not_annotated -constant_arcs
report_annotated_check -list_annotated -list_not_annotated -constant_arcs
report_annotated_delay -cell -list_annotated -max_line 3
report_annotated_delay -list_not_annotated -max_line 3
report_annotated_check -setup -period -list_not_annotated
report_annotated_check -width -list_not_annotated -list_annotated
report_annotated_check -nochange -max_skew
report_annotated_delay -net -to_out_ports -list_annotated'
paths='report_checks -digits 4 -to r1/D
report_checks -digits 4 -to r1/D -path_delay min
report_checks -digits 4 -to r[2]/x/D
report_checks -digits 4 -to r[2]/x/D -path_delay min
report_checks -digits 4 -to z
report_checks -digits 4 -to z -path_delay min
report_checks -digits 4 -to l1/D
report_checks -digits 4 -to l1/D -path_delay min
report_checks -digits 4 -to r1/RN
report_checks -digits 4 -to r1/RN -path_delay min
report_checks -digits 4 -fields {slew input_pins} -through b1/Y'
as_opensta() { # SCRIPT NAME
	if ! command -v sta >/dev/null 2>&1; then
		skip "$2" "OpenSTA isn't installed"
		return
	fi
	ours "$1" >"$tmp/ours"
	sta -no_init -no_splash -exit "$tmp/script.tcl" </dev/null 2>&1 |
		sed 's/\*\*async_default\*\*/asynchronous/' >"$tmp/theirs"
	is "$(diff "$tmp/theirs" "$tmp/ours")" "" "$2"
}
as_opensta "$reports" "counts of nothing"
as_opensta "read_sdf -analysis_type on_chip_variation $data/annotated.sdf
set_case_analysis 1 rn
set_logic_one en
$reports" "counts and lists"
for how in "single" "single -type sdf_min" "bc_wc" "on_chip_variation" "bc_wc -max_type sdf_min"; do
	as_opensta "read_sdf -analysis_type $how $data/annotated.sdf
$paths" "paths with $how"
done
as_opensta "set_operating_conditions -analysis_type on_chip_variation
set_timing_derate -late 1.1
set_timing_derate -early 0.9
set_propagated_clock c
report_checks -digits 4
read_sdf $data/annotated.sdf
set_assigned_delay -cell 0.77 -from r1/CK -to r1/Q
set_assigned_delay -net 0.11 -min -fall -from r1/Q -to b1/A
set_assigned_delay -cell 0.4 -from b1/A -to b1/Y
set_assigned_check -hold 0.3 -rise -from r1/CK -to r1/D
set_assigned_check -setup 0.2 -clock rise -from r1/CK -to r1/D
set_assigned_transition 0.3 -rise r1/Q
$paths
$reports" "paths with derates and commands on top"
sdf "$(cell annotated "" "(DELAY (INCREMENT (INTERCONNECT r1/Q b1/A (0.05)) (PORT x2/A (0.1::0.2))))")
$(cell TBUF b1 "(DELAY (INCREMENT (IOPATH A Y (0.1::0.2) (0.2::0.3))))")"
as_opensta "set_operating_conditions -analysis_type on_chip_variation
report_checks -digits 4
read_sdf $tmp/t.sdf
read_sdf $tmp/t.sdf
$paths" "increments, twice"

sdf "$(cell TBUF b1 "(DELAY (ABSOLUTE (IOPATH EN Y (0.426) (0.152) (0.245) (0.177::0.226) (0.289::0.375) (0.38::0.383))))")"
for edge in rise fall; do
	as_opensta "report_checks -path_delay max -${edge}_from en -rise_to l1/D -digits 4
report_checks -path_delay min -${edge}_from en -fall_to l1/D -digits 4
read_sdf -analysis_type on_chip_variation $tmp/t.sdf
report_checks -path_delay max -${edge}_from en -fall_to l1/D -digits 4
report_checks -path_delay max -${edge}_from en -rise_to l1/D -digits 4
report_checks -path_delay min -${edge}_from en -to l1/D -digits 4" "the edge that enables a driver, or disables it: $edge"
done

# ---- what write_sdf writes ----

back() { # OPEN NAME: slacks of all pins before and after the file
	{ cat "$1"; echo "write_sdf $tmp/back.sdf; write_timing_pins $tmp/before"; } >"$tmp/1.tcl"
	{ cat "$1"; echo "read_sdf $tmp/back.sdf; write_timing_pins $tmp/after; write_sdf $tmp/again.sdf"; } >"$tmp/2.tcl"
	"$warpscope" -b -d cpu --no-init "$tmp/1.tcl" >/dev/null 2>&1 </dev/null
	"$warpscope" -b -d cpu --no-init "$tmp/2.tcl" >/dev/null 2>"$tmp/err" </dev/null
	is "$(grep -c 'back.sdf.*warning' "$tmp/err") $(cmp "$tmp/before" "$tmp/after") $(cmp "$tmp/back.sdf" "$tmp/again.sdf")" \
		"0  " "$2: the same slacks, slews and loads, and the same file again"
}
back "$tmp/open.tcl" "the small design"
sed '$a set_propagated_clock c' "$tmp/open.tcl" >"$tmp/propagated.tcl"
back "$tmp/propagated.tcl" "with a propagated clock"
for design in gcd_sky130hd gcd_asap7 riscv32i_sky130hd; do
	opensta_design "read_sdf" || continue
	opensta_open | grep -v set_delay_model >"$tmp/real.tcl"
	back "$tmp/real.tcl" "$design"
done
plan
