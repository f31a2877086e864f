# report_warp: each kernel that -list names is recorded, the same with any number of threads, and nothing that is found changes.
. "${srcdir:-.}/tests/lib/tap.sh"
export srcdir
if "$warpscope" -b -d cpu -e "read_graph $srcdir/assets/example.dag.gz; report_warp forest_sweep" 2>&1 |
	grep -q "doesn't record warps"; then
	skip "report_warp" "this compiler can't say where memory is used"
	plan
fi

# kernels DESIGN KERNEL...: the reports of these kernels, those that say why there is none too
kernels() {
	design=$1
	shift
	for kernel in "$@"; do
		echo "if {[catch {report_warp $kernel -steps 1000000} why]} {puts \"$kernel: \$why\"}"
	done >"$tmp/kernels.tcl"
	for threads in 1 3; do
		"$warpscope" -b -d cpu --threads $threads -e "$design; source $tmp/kernels.tcl" >"$tmp/$threads.out" 2>"$tmp/err"
	done
	grep '^kernel ' "$tmp/1.out" | sed 's/kernel *//; s/,.*//' | tr '\n' ' '
}

graph="read_graph $srcdir/assets/example.dag.gz"
loom="source $srcdir/assets/loom/loom.tcl"
searches="forest_sweep count_children expand_children count_paths expand_paths count_edges expand_edges level_arrivals"
products="spmv_rows spmv_warps spmv_fused spmv_merge spmv_products spmv_sums spmv_warped_sums"
timing="arrival_sweep required_sweep"
others="density_naive density_quads density_team density_differences density_printed row_sums column_sums
	bfs_frontier bfs_product cg_multiply_pair cg_update"
dies="ssta_level paper_ssta" # on a small design: the paper's arrays have 65536 dies of each gate
is "$(kernels "$graph" $searches)" "$searches " "searches"
cmp -s "$tmp/1.out" "$tmp/3.out"
ok $? "searches, the same with three threads"
is "$(kernels "$graph" $products)" "$products " "products"
is "$(kernels "$loom" $timing)" "$timing " "sweeps of timing"
is "$(kernels "$loom" $others)" "$(echo $others) " "density, graphs, conjugate gradients"
is "$(kernels "generate_design -profile common -gates 500; set_variation 0.05" $dies)" "$dies " "dies"
is "$("$warpscope" -b -e 'report_warp -list' | sed '1d; $d' | awk '{print $1}' | sort | tr '\n' ' ')" \
	"$(echo $searches $products $timing $others $dies | tr ' ' '\n' | sort | tr '\n' ' ')" "these are all of -list"

# What lanes find is undone, so that a search finds the same.
for kernel in forest_sweep count_children expand_children small_level merge_ranking; do
	"$warpscope" -b -d cpu -e "$graph; catch {report_warp $kernel -of {find_paths -max_paths 300}}
		write_timing_paths $tmp/recorded.tsv" >/dev/null 2>&1
	"$warpscope" -b -d cpu -e "$graph; find_paths -max_paths 300; write_timing_paths $tmp/plain.tsv" >/dev/null 2>&1
	cmp -s "$tmp/recorded.tsv" "$tmp/plain.tsv"
	ok $? "the paths are the same after $kernel"
done

# The open search is what is recorded, and stays also where the kernel is another method's.
for kernel in count_children count_paths; do
	is "$("$warpscope" -b -d cpu -e "$graph; find_paths -max_paths 70 -slack_max -400; report_warp $kernel -steps 1
		puts \"[search_property method] [search_property ranked]\"" 2>&1 | tail -1)" "$("$warpscope" -b -d cpu -e "$graph
		find_paths -max_paths 70 -slack_max -400; puts \"[search_property method] [search_property ranked]\"" 2>&1)" "$kernel: the search stays"
done

# fails CODE TEXT COMMAND
fails() {
	"$warpscope" -b -d cpu -e "$graph; $3" >"$tmp/out" 2>"$tmp/err"
	code=$?
	[ $code -eq "$1" ] && grep -q -e "$2" "$tmp/err"
	ok $? "$3: $2"
}
fails 2 'there is no kernel "forest_swep"' 'report_warp forest_swep'
fails 2 'nothing is recorded yet' 'report_warp'
fails 2 'which command launches copy_words' 'report_warp copy_words'
fails 1 'have .* warps, from 0 on' 'report_warp forest_sweep -warp 100000'
fails 1 'none with items at level 5000' 'report_warp forest_sweep -level 5000'
fails 1 'launched forest_sweep 1 times' 'report_warp forest_sweep -launch 5'
fails 1 'launched no spmv_rows' 'report_warp spmv_rows -of {find_paths -max_paths 3}'
fails 2 'expects a whole number' 'report_warp forest_sweep -warp -3'
fails 2 'steps, from 0 on' 'report_warp forest_sweep -step 100000'
plan
