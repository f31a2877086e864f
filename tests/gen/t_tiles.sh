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

# Instances that are inserted later are in no block of the hierarchy, and of copy 0
cat >"$tmp/sub.v" <<'EOF'
module sub (input a, output y);
  wire n;
  INV_X1 i0 (.A(a), .ZN(n));
  INV_X1 i1 (.A(n), .ZN(y));
endmodule
module top (input a, output [5:0] y);
  wire x;
  sub s (.a(a), .y(x));
  sub t0 (.a(x), .y(y[0]));
  sub t1 (.a(x), .y(y[1]));
  sub t2 (.a(x), .y(y[2]));
  sub t3 (.a(y[2]), .y(y[3]));
  sub t4 (.a(y[2]), .y(y[4]));
  sub t5 (.a(y[2]), .y(y[5]));
endmodule
EOF
"$warpscope" -b -d cpu --no-init -e "read_liberty -max [asset ws45/ws45_late.lib.gz]
	read_liberty -min [asset ws45/ws45_early.lib.gz]; read_lef [asset ws45/ws45.lef.gz]
	read_verilog $tmp/sub.v; link_design top; place_design -utilization 0.2; buffer_nets -fanout 2 -nets x
	report_instance buf_x_0_0; replace_cell t0/i0 INV_X2; tile_design 2; report_instance t1/t0
	buffer_nets -fanout 2; replace_cell t1/t0/i1 INV_X2; tile_design 2
	puts [lsort [get_full_name [get_cells -hierarchical -filter ref_name==INV_X2]]]" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$(sed -n '/Children/,$p; / buffers/p; /Path/p' "$tmp/out" | uniq)" "3 buffers for 1 nets, on 2 levels at most
 Path cells: BUF_X1
 Path cells: sub
 Children:
  i0 (INV_X2)
  i1 (INV_X1)
6 buffers for 2 nets, on 2 levels at most
t0/t0/i0 t1/t0/i0 t1/t0/i1 t2/t0/i0 t3/t0/i0 t3/t0/i1" \
	"buffers, another cell and copies of copies in turns"
plan
