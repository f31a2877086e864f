# run_ssta -grid -length: slacks of gates that are alone on their paths, in many dies, are correlated as the formula says of the
# gates' distances, also across the borders of the 6 x 6 cells; parts, dies and Clark's rule know of it; what is not possible has its reason.
. "${srcdir:-.}/tests/lib/tap.sh"
WARPSCOPE_DATADIR=${srcdir:-.}/assets
data=${srcdir:-.}/tests/data

# Buffers at places of a die of 1 mm x 1 mm, um, with a port on either side.
awk -v v="$tmp/field.v" -v d="$tmp/field.def" 'BEGIN { n = 0 } { x[n] = $1; y[n++] = $2 }
END {
	printf "module field (" >v
	for (i = 0; i < n; i++) printf "%sa%d, z%d", i ? ", " : "", i, i >v
	print ");" >v
	for (i = 0; i < n; i++) printf "input a%d; output z%d; BUF g%d (.A(a%d), .Z(z%d));\n", i, i, i, i, i >v
	print "endmodule" >v
	print "VERSION 5.8 ;\nDESIGN field ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 1000000 1000000 ) ;" >d
	printf "COMPONENTS %d ;\n", n >d
	for (i = 0; i < n; i++) printf "- g%d BUF + PLACED ( %d %d ) N ;\n", i, x[i] * 1000, y[i] * 1000 >d
	print "END COMPONENTS\nEND DESIGN" >d
}' <<'E2'
162 500
172 500
172 558
272 500
472 500
162.5 500
0 0
999 998
E2
open="read_liberty $data/stage.lib; read_verilog $tmp/field.v; link_design field; read_lef $data/stage.lef; read_def $tmp/field.def
	set_max_delay 100 -to [all_outputs]; set_variation 0.01"
run() {
	"$warpscope" -b -d "${WARPSCOPE_SCREEN_DEVICE:-cpu}" --no-init -e "$open" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

# Of 20,000 dies a correlation of 0.49 is known to 0.0053 (one sigma), one of 0.97 to 0.0004. 0.99 of sigma is of the grid.
cat >"$tmp/pairs.tcl" <<'E2'
foreach {i j d} {0 5 0.5 0 1 10 1 2 58 1 3 100 1 4 300 6 7 1412} {
	set found [ssta_property correlation -endpoint z$i -with z$j]
	set wanted [expr {0.9801 / (1 + ($d / 100.0) ** 2)}]
	puts "$d [expr {abs($found - $wanted) < 0.027 ? "as the formula" : "$found, not $wanted"}]"
}
E2
run -e 'run_ssta -n 20000 -grid 0.99 -length 100' -f "$tmp/pairs.tcl"
is "$code $(tail -n 6 "$tmp/out")" "0 0.5 as the formula
10 as the formula
58 as the formula
100 as the formula
300 as the formula
1412 as the formula" "correlations of pairs in 20,000 dies"
is "$(sed -n 's/by 0\.0[01][0-9]* at most, 0\.00[0-9]* rms$/small/p' "$tmp/out")" \
	"-length 100: over 28 pairs of gates the correlation differs from 1 / (1 + (distance / 100 um)^2) small" "the error is printed"
run -e 'run_ssta -n 20000 -grid 0.99; puts [expr {[ssta_property correlation -endpoint z0 -with z1] < 0.3}]' \
	-e 'puts [expr {[ssta_property correlation -endpoint z1 -with z3] > 0.97}]'
is "$code $(tail -n 2 "$tmp/out" | tr '\n' ' ')" "0 1 1 " "without -length that of the centers of 6 x 6 cells"

# A die that is opened has the slack that it had among the others; parts add up; Clark's rule has the sum of a mean.
run -e 'run_ssta -n 600 -grid 0.8 -die 0.4 -length 150 -endpoints z3; write_ssta -part '"$tmp"'/whole.part; write_ssta '"$tmp"'/dies.csv
	open_sample 17; puts [report_worst_slack -digits 6]; close_sample
	run_ssta -samples 0:256 -grid 0.8 -die 0.4 -length 150 -endpoints z3; write_ssta -part '"$tmp"'/a.part
	run_ssta -samples 256:600 -grid 0.8 -die 0.4 -length 150 -endpoints z3; write_ssta -part '"$tmp"'/b.part
	merge_ssta {'"$tmp/a.part $tmp/b.part"'}; write_ssta -part '"$tmp"'/merged.part
	run_ssta -samples 256:600 -grid 0.8 -die 0.4 -endpoints z3; write_ssta -part '"$tmp"'/c.part
	puts [catch {merge_ssta {'"$tmp/a.part $tmp/c.part"'}} m]:$m'
is "$code $(cmp "$tmp/whole.part" "$tmp/merged.part")" "0 " "parts add up to the run"
is "$(grep -c 'are of another run' "$tmp/out")" 1 "a part without -length is of another run"
is "$(awk -F, '$1 == 17 { printf "%.3f", $2 }' "$tmp/dies.csv")" "$(awk '/worst slack/ { printf "%.3f", $NF }' "$tmp/out")" \
	"a die that is opened"
for more in "-sampling sobol" "-sampling antithetic" "-sampling stratified -strata 64"; do
	run -e "run_ssta -n 2048 -grid 0.9 -length 300 $more; puts [report_ssta -control -analytic]"
	is "$code $(grep -c ' rms$' "$tmp/out")" "0 2" "with $more"
done

# ---- what isn't possible ----

run -e 'run_ssta -grid 0.9 -length 5'
is "$code $(cat "$tmp/err")" "1 warpscope: no parasitics: wires have no delay
warpscope: -length 5 is too short for a die of 1000 x 1000 um, where it takes more than 3000 places to draw values at; -length 59 is long enough" \
	"a length that is too short"
run -e 'run_ssta -grid 0.9 -length 59 -n 16'
is "$code" 0 "the least length"
run -e 'run_ssta -grid 0.9 -length 0'
is "$code $(tail -n 1 "$tmp/err")" "3 warpscope: -length must be above 0" "no length"
run -e 'run_ssta -length 80'
is "$code $(tail -n 1 "$tmp/err")" "2 warpscope: -length is of -grid, which is 0" "a length of nothing"
plan
