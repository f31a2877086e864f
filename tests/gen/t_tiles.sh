# Copies side by side: every path of the one is there once a copy, with the same slack, however many of
# them are asked for.
. "${srcdir:-.}/tests/lib/tap.sh"

# slacks COMMANDS K: the K least slacks, one a line
slacks() {
	"$warpscope" -b -d cpu -e "$1; find_paths -max_paths $2; report_paths -count $2 -format slack_only" \
		2>/dev/null </dev/null
}

# repeated N: each line N times
repeated() {
	awk -v n="$1" '{ for (i = 0; i < n; i++) print }'
}

# same_ties WHAT OPEN OPEN_TILED N K
same_ties() {
	slacks "$2" "$5" >"$tmp/one"
	slacks "$3" $(($4 * $5)) >"$tmp/tiled"
	repeated "$4" <"$tmp/one" >"$tmp/wanted"
	ok "$(cmp -s "$tmp/wanted" "$tmp/tiled" && test -s "$tmp/one"; echo $?)" \
		"$1: the $5 least slacks, $4 times each"
	slacks "$3" $(($4 * $5 - $4 / 2)) >"$tmp/cut"
	is "$(wc -l <"$tmp/cut")" "$(($4 * $5 - $4 / 2))" "$1: the cut may lie inside a tie"
}

same_ties "a graph" "read_graph $srcdir/assets/example.dag.gz" \
	"read_graph -tile 7 $srcdir/assets/example.dag.gz" 7 1000
made="generate_design -gates 3000 -clocks 2"
same_ties "a netlist" "$made" "$made; tile_design 9" 9 500
same_ties "copies of copies" "$made; tile_design 3" "$made; tile_design 3; tile_design 3" 3 900

# Places too: as many cells on as much of the rows, legal, and the same when DEF has carried them
faults() {
	"$warpscope" -b -d cpu -e "$1; report_placement -check" 2>/dev/null </dev/null |
		awk '/^(utilization|cells|checked|off|overlapping|upside|in a)/ { print $1, $(NF > 4 ? 2 : NF) }'
}
faults "$made" | sed 's/3000$/15000/' >"$tmp/wanted"
faults "$made; tile_design 5" >"$tmp/tiled"
ok "$(cmp -s "$tmp/wanted" "$tmp/tiled" && grep -q "^checked 15000" "$tmp/tiled"; echo $?)" \
	"places: five copies are as legal as one"
"$warpscope" -b -d cpu -e "$made; tile_design 2; tile_design 3; write_def $tmp/six.def
	read_def $tmp/six.def; write_def $tmp/again.def" 2>/dev/null </dev/null
ok "$(cmp -s "$tmp/six.def" "$tmp/again.def" && grep -q "^COMPONENTS 18000 " "$tmp/six.def"; echo $?)" \
	"places: copies of copies go through DEF"
plan
