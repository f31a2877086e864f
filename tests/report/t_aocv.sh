# AOCV: the example of doc/aocv.md by hand, distances, which tables count, and that reading, removing and editing give what a
# fresh start gives.
. "${srcdir:-.}/tests/lib/tap.sh"
doc=$srcdir/doc/aocv.md data=$srcdir/tests/data loom=$srcdir/assets/loom

run() {
	"$warpscope" -b -d cpu --no-init -e "$1" 2>"$tmp/err" </dev/null
}
# without what every run says
errors() {
	grep -v 'wire delays\|without CUDA\|no parasitics' "$tmp/err"
}

# ---- the document's example ----

awk -v dir="$tmp" '
	/^```verilog/ { file = dir "/chain.v"; next }
	/^```aocv/ { file = dir "/chain.aocv"; next }
	/^```/ { file = ""; next }
	file { print > file }' "$doc"
chain="read_liberty $data/aocv.lib; read_verilog $tmp/chain.v; link_design chain
	create_clock -name clk -period 1 [get_ports clk]; set_propagated_clock clk"
awk -F ' *[|] *' '/^[|] r[0-9]\/D/ { print $2, $3, $4, $5; print $6 }' "$doc" >"$tmp/rows"
[ -s "$tmp/rows" ] || { echo "not ok 1 - rows in $doc"; exit 1; }
while read -r end check analysis slack && read -r hand; do
	pba=
	[ "$analysis" = path ] && pba=-pba
	is "$(run "$chain; read_aocv $tmp/chain.aocv; report_checks $pba -path_delay $check -to $end -digits 3" |
		awk '/slack \(/ { print $1; exit }')" "$slack" "$end, $check, by $analysis"
	is "$(awk "BEGIN { printf \"%.3f\", $hand }")" "$slack" "and by hand: $hand"
done <"$tmp/rows"
is "$(run "$chain; foreach end {r2 r3} { report_checks -to \$end/D -digits 3 }" | awk '/slack \(/ { printf "%s ", $1 }')" \
	"0.650 0.750 " "without tables"
is "$(run "$chain; read_aocv $tmp/chain.aocv; report_checks -pba -to r2/D" | grep AOCV)" \
	"AOCV: depth 4 (cells), 5 (nets)" "a report has the depths"
is "$(run "$chain; set_cppr off; read_aocv $tmp/chain.aocv; report_checks -pba -to r2/D -digits 3" | grep 'AOCV\|slack (' | tr -s ' ')" \
	"AOCV: depth 3 (cells), 3 (nets)
 0.531 slack (MET)" "without credit the clock isn't in the depth: 1 + 0.16 - 0.05 - (0.24 + 3 * 0.113)"

# ---- distances ----

cat >"$tmp/chain.lef" <<'END'
VERSION 5.8 ;
UNITS DATABASE MICRONS 1000 ; END UNITS
SITE s CLASS CORE ; SIZE 1 BY 2 ; END s
MACRO BUF CLASS CORE ; SIZE 2 BY 2 ; SITE s ; PIN A DIRECTION INPUT ; END A PIN Y DIRECTION OUTPUT ; END Y END BUF
MACRO DFF CLASS CORE ; SIZE 4 BY 2 ; SITE s ; PIN D DIRECTION INPUT ; END D PIN CK DIRECTION INPUT ; END CK PIN Q DIRECTION OUTPUT ; END Q END DFF
END LIBRARY
END
# Centres: r1 and its clock within 9 × 12 µm of r2; c2, which clocks r2, is 30 × 40 µm from r1.
place() {
	printf 'VERSION 5.8 ;\nDESIGN chain ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 200000 200000 ) ;\nCOMPONENTS 8 ;\n'
	printf -- '- %s %s + PLACED ( %s %s ) N ;\n' c0 BUF 11000 10000 c1 BUF 11000 10000 c2 BUF "$1" "$2" \
		r1 DFF 10000 10000 b1 BUF 12000 12000 b2 BUF 12000 12000 r2 DFF 19000 22000 r3 DFF 10000 10000
	printf 'END COMPONENTS\nPINS 4 ;\n'
	for p in a clk y z; do
		printf -- '- %s + NET %s + LAYER m1 ( 0 0 ) ( 100 100 ) + PLACED ( 12000 11000 ) N ;\n' $p $p
	done
	printf 'END PINS\nEND DESIGN\n'
}
place 11000 10000 >"$tmp/near.def"
place 41000 50000 >"$tmp/far.def"
cat >"$tmp/far.aocv" <<'END'
object_type: design
delay_type: cell
derate_type: late
path_type: data
distance: 0 50000
table: 1.0 1.5
END
distance() {
	run "$chain; read_lef $tmp/chain.lef; $1; read_aocv $tmp/far.aocv $2; report_checks -pba -to r2/D -digits 3" |
		awk '/AOCV/ { sub(/.*nets[)](, )?/, ""); print } /slack \(/ { print $1 }' | paste -s -d ' '
}
# 1 + 0.2 - 0.2 - 0.05 - 0.3 × (1 + distance / 100)
is "$(distance "read_def $tmp/near.def")" "distance 15.000 um 0.605" "the diagonal of a path's cells"
is "$(distance "read_def $tmp/far.def")" "distance 50.000 um 0.500" "with the capturing clock's from the common pin on"
is "$(distance "read_def $tmp/near.def" "-distance_unit um")" "distance 15.000 um 0.650" "in µm"
is "$(distance "")" "distance not known 0.500" "without a placement the worst of all"
is "$(run "$chain; read_aocv $tmp/far.aocv; report_checks -to r2/D; read_lef $tmp/chain.lef; read_def $tmp/near.def
	report_checks -pba -to r2/D -digits 3" | awk '/AOCV/ { sub(/.*nets[)](, )?/, ""); print } /slack \(/ { slack = $1 } END { print slack }' |
	paste -s -d ' ')" "distance 15.000 um 0.605" "a placement that comes later"

# What explain_path unfolds: where the path is between the points of a table, and the factor.
unfolded() {
	run "$chain; read_lef $tmp/chain.lef; $1; find_paths -pba -to r2/D; explain_path -rank 1 -arithmetic" |
		sed -n '/^AOCV of cells/,/^delay/p' | sed '/^delay/q' | paste -s -d '|'
}
is "$(unfolded "read_def $tmp/near.def; read_aocv $tmp/far.aocv")" \
	"AOCV of cells, distance (um) 15.000000: 0.000000 to 50.000000, 0.300000 of the way|1.000000|1.500000|the path's AOCV: 100.000000 x 1.150000 = 115.000000|delay 115.000" \
	"a factor between two distances"
is "$(unfolded "read_aocv $tmp/far.aocv")" \
	"AOCV of cells, the worst of all distances|the path's AOCV: 100.000000 x 1.500000 = 150.000000|delay 150.000" "where nothing is placed"
printf 'object_type: design\ndelay_type: cell\nderate_type: late\npath_type: data\ndepth: 2 6\ndistance: 0 50000\ntable: 1.4 1.2\n1.8 1.4\n' >"$tmp/both.aocv"
# depth 4 is half the way: 1.3 and 1.6, and 0.3 of the way between these 1.39
is "$(unfolded "read_def $tmp/near.def; read_aocv $tmp/both.aocv")" \
	"AOCV of cells, depth 4.000000: 2.000000 to 6.000000, 0.500000 of the way, distance (um) 15.000000: 0.000000 to 50.000000, 0.300000 of the way|1.400000 1.200000|1.800000 1.400000|the path's AOCV: 100.000000 x 1.390000 = 139.000000|delay 139.000" \
	"and between two depths"

# ---- which tables count ----

cat >"$tmp/many.aocv" <<'END'
version: 4.0
object_type: cell
object_spec: b2
derate_type: late
table: 1.5
object_type: lib_cell
object_spec: */BUF
derate_type: late
path_type: data
table: 1.3
object_type: design
derate_type: late
path_type: data
table: 1.1
object_type: cell
object_spec: nothing
derate_type: late
table: 9
version: 4.0
group_name: hot
object_type: lib_cell
object_spec: DFF
derate_type: late
table: 2
END
slack() {
	run "$chain; $1; report_checks -to r2/D -digits 3" | awk '/slack \(/ { print $1; exit }'
}
is "$(slack "read_aocv $tmp/many.aocv")" 0.560 "a cell goes before its library cell, that before the design: 0.95 - (0.11 + 0.13 + 0.15)"
is "$(errors)" 'warning: AOCV table 4: no cell is called "nothing"' "what names nothing is warned of"
is "$(slack "read_aocv $tmp/many.aocv; set_aocv_table_group hot")" 0.470 "with a group: 0.95 - (0.2 + 0.13 + 0.15)"
is "$(slack "read_aocv $tmp/many.aocv; set_aocv_table_group hot; set_aocv_table_group")" 0.560 "without it again"
is "$(slack "set_timing_derate -late -data 2; read_aocv $tmp/far.aocv; remove_aocv")" 0.350 "set_timing_derate again after remove_aocv"
is "$(slack "set_timing_derate -late -cell_delay 2; read_aocv $tmp/many.aocv")" 0.460 "it counts where no table does: 0.2 more in c0 and c1, less 0.1 of credit"
is "$(run "$chain; read_aocv $tmp/many.aocv; report_aocv" | awk 'NR > 1 && $1 ~ /^[0-9]+$/ { print $1, $2, $(NF - 2 - 2 * (NF > 11)), $(NF - 1 - 2 * (NF > 11)), $(NF - 2 * (NF > 11)) }')" "1 late 1 cell b2
2 late 1 lib_cell */BUF
3 late 1 design *
4 late 0 cell nothing
5 late 0 lib_cell DFF" "report_aocv"
run "$chain; report_aocv" >/dev/null
is "$(errors)" "warpscope: there are no AOCV tables; read_aocv reads them" "report_aocv without tables"
run "$chain; read_aocv $tmp/many.aocv; set_aocv_table_group cold" >/dev/null
is "$(errors | tail -1)" 'warpscope: no AOCV table is of group "cold"' "an unknown group"
printf 'object_type: design\nderate_type: late\ntable: x\n' >"$tmp/bad.aocv"
is "$(run "$chain; read_aocv $tmp/chain.aocv; catch {read_aocv $tmp/bad.aocv} why; puts \$why; report_checks -to r2/D -digits 3" |
	awk '/error/ { sub(/.*\//, ""); print } /slack \(/ { print $1 }')" 'bad.aocv:3:8: error: expected a number, found "x"
0.565' "a bad file leaves the tables that were there"
run "$chain; read_aocv $tmp/chain.aocv; read_verilog $tmp/chain.v; link_design chain; catch {report_aocv} why; puts \$why" >"$tmp/out"
is "$(cat "$tmp/out"; errors | grep -c 'AOCV tables went')" "there are no AOCV tables; read_aocv reads them
1" "another netlist has none"

# ---- the same as from the start ----

cat >"$tmp/loom.aocv" <<'END'
object_type: design
derate_type: late
depth: 1 2 4 8 16
distance: 50000 200000
table: 1.20 1.15 1.10 1.06 1.04
       1.25 1.20 1.15 1.11 1.09
object_type: design
derate_type: early
delay_type: cell
depth: 1 2 4 8 16
table: 0.80 0.85 0.90 0.94 0.96
END
sed 's/1\.2/1.3/' "$tmp/loom.aocv" >"$tmp/other.aocv"
reports="report_checks -pba -group_count 5 -digits 6; report_checks -path_delay min -group_count 5 -digits 6; find_paths -max_paths 200 -pba; report_paths; report_tns; report_worst_slack"
edit="set_clock_uncertainty 0.02 [all_clocks]; set_false_path -from [get_pins in_push_reg/CK]"
run "source $loom/loom.tcl; read_aocv $tmp/loom.aocv; $edit; $reports" >"$tmp/fresh"
[ -s "$tmp/fresh" ] || { echo "not ok 1 - reports"; exit 1; }
run "source $loom/loom.tcl; report_worst_slack; read_aocv $tmp/loom.aocv; report_worst_slack; $edit; $reports" | tail -n +3 >"$tmp/edited"
cmp -s "$tmp/fresh" "$tmp/edited"
ok $? "edits of constraints"
run "source $loom/loom.tcl; report_worst_slack; $edit; report_worst_slack; read_aocv $tmp/loom.aocv; $reports" | tail -n +3 >"$tmp/later"
cmp -s "$tmp/fresh" "$tmp/later"
ok $? "tables after edits"
run "source $loom/loom.tcl; read_aocv $tmp/other.aocv; $edit; find_paths -max_paths 10 -pba; remove_aocv; read_aocv $tmp/loom.aocv; $reports" |
	tail -n "$(awk 'END { print NR }' "$tmp/fresh")" >"$tmp/again"
cmp -s "$tmp/fresh" "$tmp/again"
ok $? "other tables before"
run "source $loom/loom.tcl; $edit; $reports" >"$tmp/plain"
run "source $loom/loom.tcl; read_aocv $tmp/loom.aocv; $edit; report_worst_slack; remove_aocv; $reports" | tail -n +2 >"$tmp/removed"
cmp -s "$tmp/plain" "$tmp/removed"
ok $? "none after remove_aocv"
run "source $loom/loom.tcl; read_aocv $tmp/loom.aocv; $edit; save_design $tmp/one.wsd" >/dev/null
run "read_design $tmp/one.wsd; $reports" >"$tmp/snapshot"
cmp -s "$tmp/fresh" "$tmp/snapshot"
ok $? "a snapshot has them"

# Tables without points are set_timing_derate.
cat >"$tmp/flat.aocv" <<'END'
object_type: design
derate_type: late
path_type: data
table: 1.1
object_type: design
derate_type: early
delay_type: cell
table: 0.9
END
run "source $loom/loom.tcl; read_aocv $tmp/flat.aocv; $reports" | grep -v AOCV >"$tmp/flat"
run "source $loom/loom.tcl; set_timing_derate -late -data -cell_delay -net_delay 1.1; set_timing_derate -early -cell_delay 0.9; $reports" >"$tmp/derated"
cmp -s "$tmp/flat" "$tmp/derated"
ok $? "tables of one factor are set_timing_derate"

# Own factors are never worse than the graph's, where slews don't count.
is "$(run "$chain; read_aocv $tmp/chain.aocv; find_paths -max_paths 100 -pba; report_paths" | awk '/^ *[0-9]+ / && $2 < $3 - 1e-6' | wc -l)" 0 "no path is worse than by the graph"

# The format has no unit of distances.
warnings() {
	"$warpscope" -b -e "$chain; $1" 2>&1 >/dev/null | grep -c "distances are taken to be in nm"
}
is "$(warnings "read_aocv $tmp/far.aocv; read_aocv $tmp/far.aocv") $(warnings "read_aocv -distance_unit nm $tmp/far.aocv") \
$(warnings "read_aocv -distance_unit um $tmp/far.aocv") $(warnings "read_aocv $tmp/chain.aocv")" "1 0 0 0" \
	"a file with distances and no unit is warned of once"
is "$("$warpscope" -b -e "$chain; read_aocv $tmp/chain.aocv; report_aocv" 2>/dev/null | tail -1)" \
	"pessimistic, as clock paths of several stages deserve less." "report_aocv says what clock networks have"
plan
