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

# Amid a phase, on a screen: iterations that were complete stay, and the end is the same, also with timing in between.
cat >"$tmp/cancel.keys" <<KEYS
# record of warpscope
:place_design -utilization 0.6 -timing_driven -paused
:step -of place 20
<Break>
:save_screen $tmp/cancelled.txt
:step -of place 20
:write_def $tmp/on.def
KEYS
timed="$open; create_clock -name c -period 0.3 [get_ports clk]"
"$warpscope" -d cpu --no-init --size 80x24 --keys "$tmp/cancel.keys" -e "$timed" >"$tmp/out" 2>&1 </dev/null
"$warpscope" -b -d cpu -e "$timed; place_design -utilization 0.6 -timing_driven > /dev/null; write_def $tmp/whole.def" >"$tmp/out" 2>&1
cmp -s "$tmp/on.def" "$tmp/whole.def"
is "$? $(grep -c '^cancelled' "$tmp/cancelled.txt")" "0 1" "a phase that is cancelled goes on to the same places"

# Blockages that leave some room: cells in a square of 25 um, of 700 on a core of 58 um.
run "place_design -utilization 0.35 > /dev/null; write_def $tmp/once.def" >"$tmp/out"
blocked() {
	sed "/^PINS/i BLOCKAGES 1 ;\\
- PLACEMENT + $1 RECT ( 20000 20000 ) ( 45000 45000 ) ;\\
END BLOCKAGES" "$tmp/once.def" >"$tmp/blocked.def"
	run "read_def $tmp/blocked.def; place_design > /dev/null; write_def $tmp/out.def" >"$tmp/out"
	awk '$1 == "-" && $5 == "PLACED" && $7 >= 20000 && $7 < 45000 && $8 >= 20000 && $8 < 45000 { n++ }
		END { print n + 0 }' "$tmp/out.def"
}
all=$(blocked "PARTIAL 100")
some=$(blocked "PARTIAL 20")
none=$(blocked SOFT)
is "$((all > 200)) $((some < all / 2)) $((some > all / 6)) $((none < all / 8))" "1 1 1 1" \
	"a partial blockage leaves its share, a soft one little: $all, $some, $none cells"
sed -i 's/RECT.*;/RECT ( 0 0 ) ( 70000 70000 ) ;/' "$tmp/blocked.def"

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
refused "blockages leave global placement no room" "read_def $tmp/blocked.def; place_design"
plan
