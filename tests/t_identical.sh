# The same command gives the same bytes on every device, with any number of threads, by both methods.
. "${srcdir:-.}/tests/tap.sh"
graphs="$srcdir/assets/example.dag.gz $srcdir/tests/data/ladder.dag"
if [ -n "$WARPSCOPE_REFERENCE" ] && [ -d "$WARPSCOPE_REFERENCE/data/dag" ]; then
	graphs="$graphs $(ls "$WARPSCOPE_REFERENCE"/data/dag/*.dag.gz)"
fi

# outputs NAME OPTIONS...: all reports of one run
outputs() {
	name=$1
	shift
	"$warpscope" -b "$@" -e "read_graph $graph
		foreach k {1 77 20000} {
			find_paths -max_paths \$k -method $method
			write_timing_paths $tmp/$name.\$k.tsv
			report_levels -errors > $tmp/$name.\$k.levels
			report_paths > $tmp/$name.\$k.paths
			back 2
			report_paths >> $tmp/$name.\$k.paths
		}" 2>"$tmp/err" || return
	cat "$tmp/$name".* | cksum
	rm -f "$tmp/$name".*
}

for graph in $graphs; do
	design=$(basename "$graph" .gz)
	for method in bounded paper; do
		wanted=$(outputs one -d cpu --threads 1)
		for n in 2 3 16; do
			is "$(outputs many -d cpu --threads $n)" "$wanted" "$design, $method, $n threads"
		done
		got=$(outputs gpu -d cuda)
		if grep -q "no usable GPU\|built without CUDA" "$tmp/err"; then
			skip "$design, $method, GPU" "no GPU"
		else
			is "$got" "$wanted" "$design, $method, GPU"
		fi
	done
	# both methods find the same paths
	for method in bounded paper; do
		"$warpscope" -b -d cpu -e "read_graph $graph; find_paths -max_paths 5000 -method $method
			write_timing_paths $tmp/$method.tsv"
	done
	cmp -s "$tmp/bounded.tsv" "$tmp/paper.tsv"
	ok $? "$design: both methods find the same"
done
plan
