# Placing step by step: forth and back, the same on any number of threads and as all at once; by slack; and what is refused.
. "${srcdir:-.}/tests/lib/tap.sh"

ws45=$srcdir/assets/ws45
open="read_liberty -max $ws45/ws45_late.lib.gz; read_liberty -min $ws45/ws45_early.lib.gz; read_lef $ws45/ws45.lef.gz
	generate_design -gates 700 -seed 5 -profile common"

# run SCRIPT [OPTION...]: its output, also what it says on standard error
run() {
	script=$1
	shift
	"$warpscope" -b -d cpu "$@" -e "$open
		$script" 2>&1 </dev/null
}

wires() {
	sed -n 's/^nets *\([0-9.]*\) um.*/\1/p' | tr '\n' ' '
}

run "place_design -utilization 0.6 > /dev/null; write_def $tmp/once.def; report_placement" >"$tmp/out"
once=$(wires <"$tmp/out")
run "place_design -utilization 0.6 -paused > /dev/null; step -of place 20 > /dev/null; write_def $tmp/steps.def; report_placement" --threads 3 >"$tmp/out"
is "$(wires <"$tmp/out")" "$once" "phase by phase with 3 threads nets are as long as all at once"
cmp -s "$tmp/once.def" "$tmp/steps.def"
is "$?${once:+ }" "0 " "and all has the same place"

run "place_design -utilization 0.6 -paused > /dev/null; report_placement
	step -of place -fine 40 > /dev/null; report_placement
	step -of place -fine 3 > /dev/null; back -of place -fine 3; report_placement
	goto -of place first; step -of place -fine 40; report_placement
	step -of place 20 > /dev/null; back -of place -fine; report_placement; step -of place -fine; report_placement" >"$tmp/out"
set -- $(wires <"$tmp/out")
is "$2 $3 $4" "$2 $2 $2" "back and forth an iteration has the same places"
is "$6 $(awk -v a="$1" -v b="$5" 'BEGIN { print (b > a) }')" "${once% } 1" "the last iteration is spread, the end is on sites"

run "place_design -utilization 0.6 > /dev/null; create_clock -name c -period 0.3 [get_ports clk]
	estimate_parasitics > /dev/null; report_tns -digits 4
	place_design -timing_driven; report_tns -digits 4; check_placement" >"$tmp/out"
is "$(awk '$1 == "tns" { t[++n] = $3 } END { print (n == 2 && t[1] < 0 && t[2] > 0.9 * t[1]) }' "$tmp/out")" 1 \
	"by slack TNS is less: $(awk '$1 == "tns" { printf "%s ", $3 }' "$tmp/out")"
is "$(awk 'NR > 1 && /^(off|overlap|upside|in a)/ { n += $NF } END { print n + 0 }' "$tmp/out")" 0 "and it is legal"

run "place_design -utilization 0.6 -iterations 7" >"$tmp/out"
is "$(grep -o '7 iterations, overflow 0\.[89]' "$tmp/out" | sed 's/\.[89]$//')" "7 iterations, overflow 0" "-iterations stops early"
run "place_design -utilization 0.6 > /dev/null; place_design -init current -density 0.8; place_design -init centre" >"$tmp/out"
is "$(grep -c '^placed 7.. cells .* utilization 0.[56]' "$tmp/out")" 2 "from where cells are, and from the centre"

refused() {
	run "$2" >"$tmp/out"
	is "$(grep -cF "$1" "$tmp/out")" 1 "refused: $1"
}
run "place_design -utilization 0.6 -paused > /dev/null; step -of place -fine 30 > /dev/null; report_forces [get_object_name [lindex [get_cells *] 5]]" >"$tmp/out"
is "$(awk '/^growth/ { x = $(NF - 1); y = $NF } /^lambda/ { u = $(NF - 1); v = $NF } /^gradient/ {
	print (x - u - $2 < 1e-3 && u + $2 - x < 1e-3), (x != 0 || y != 0), (u != 0 || v != 0) }' "$tmp/out")" "1 1 1" "the two forces of a cell"
refused "nothing is being placed; place_design -paused begins" "step -of place"
refused "isn't between the utilization, 0.6, and 1" "place_design -utilization 0.6 -density 0.5"
refused "isn't above 0 and at most 1" "place_design -utilization 0.6 -density 1.5"
refused "on sites, where nothing moves them" "place_design -utilization 0.6 -paused; step -of place 20; report_forces [get_object_name [lindex [get_cells *] 5]]"
refused "no endpoint has a setup slack" "delete_clock [all_clocks]; place_design -utilization 0.6 -timing_driven"
refused "the placement has changed since" "place_design -utilization 0.6 -paused; place_fillers; step -of place"
plan
