# TAU designs with credit for common clock paths, by that contest's definition: the worst 1000 late paths, their
# slacks and all of their pins, as another timer has them.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$WARPSCOPE_REFERENCE/data/tau15
tab=$(printf '\t')

# file NAME: it, or what it is packed in
file() {
	[ -f "$1" ] && echo "$1" || echo "$1.gz"
}

# traces TABLE: slack and pins with transitions of each path, in order
traces() {
	gzip -dcf "$1" | awk -F '\t' '!/^#/ { gsub(/@[^ ]*/, "", $NF); print $2 "\t" $NF }' |
		sort -t "$tab" -k 1,1n -k 2,2
}

# compare WANTED OURS: slacks rank by rank, paths as sets but for those that the last slack may cut
compare() {
	awk -F '\t' -v tolerance=0.02 '
		NR == FNR { slack[++n] = $1; path[n] = $2; next }
		{
			d = $1 - slack[++m]
			if (m <= n && (d > tolerance || d < -tolerance) && !wrong)
				wrong = "rank " m ": slack " $1 ", wanted " slack[m]
			ours[$2]++
		}
		END {
			if (n != m) wrong = n + 0 " paths wanted, " m + 0 " found"
			for (i = 1; i <= n && !wrong; i++)
				if ((n < 1000 || slack[i] < slack[n] - tolerance) && ours[path[i]]-- <= 0)
					wrong = "missing: " path[i]
			print wrong ? wrong : "same"
		}' "$1" "$2"
}

for design in s27 s1494 wb_dma; do
	golden=$WARPSCOPE_REFERENCE/golden/opentimer/${design}_cppr.paths.tsv.gz
	if [ -z "$WARPSCOPE_REFERENCE" ] || [ ! -f "$golden" ]; then
		skip "paths of $design with credit" "no reference"
		continue
	fi
	cat >"$tmp/run.tcl" <<-TCL
		read_liberty -min $(file "$data/_lib/tau15_Early.lib")
		read_liberty -max $(file "$data/_lib/tau15_Late.lib")
		read_verilog $(file "$data/$design/$design.v")
		link_design
		read_spef $(file "$data/$design/$design.spef")
		read_timing $data/$design/$design.timing
		set_cppr tau
		find_paths -max_paths 1000
		write_timing_paths $tmp/paths.tsv
	TCL
	rm -f "$tmp/paths.tsv"
	"$warpscope" -b -d cpu -e "source $tmp/run.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
	is "$? $(sed -n 's/^warpscope: //p' "$tmp/err" | grep -v '^wire')" "0 " "$design"
	traces "$golden" >"$tmp/wanted"
	traces "$tmp/paths.tsv" >"$tmp/ours"
	is "$(compare "$tmp/wanted" "$tmp/ours")" same \
		"$design: $(($(wc -l <"$tmp/wanted"))) paths with credit"
done
plan
