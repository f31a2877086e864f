# Why a path is late: the lines at the top of a trace add up to its arrival, femtosecond by femtosecond, as do
# the delays of its points, with input pins and without; for setup and hold, with CPPR, and for graphs.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
data=$srcdir/tests/data

# sums SCREEN: what the head's sums, the points' delays and the points' last time are, in fs; and the largest delays
sums() {
	awk '
		function fs(t) { return sprintf("%.0f", t * 1000) + 0 }
		/ (clock|start|input delay|cells|wires|arcs) +[0-9.-]+ %/ { head += fs($1); last = fs($2); n++; next }
		/ (most|then) (in|on|to) / { named = named (named ? " " : "") fs($1); next }
		/data arrival time|^[─-]+ level / { exit }
		n && NF >= 2 {
			# fan-out, load, slew, delay, time, bar, "*", edge, pin: the two numbers before the rest
			i = 0
			while (i < NF && $(i + 1) ~ /^-?[0-9.]+$/) i++
			time = fs($i)
			if (points++) { sum += fs($(i - 1)); delay[points] = fs($(i - 1)) } else first = time
		}
		END {
			for (k = 0; k < 3; k++) {
				best = 0
				for (p in delay) if (delay[p] > (best ? delay[best] : 0)) best = p
				if (best) { largest = largest (largest ? " " : "") delay[best]; delete delay[best] }
			}
			printf "%d %d %d %d|%s|%s\n", last, head, first + sum, time, named, largest
		}' "$1"
}

# adds_up NAME EDGE SCREEN: the numbers are one but for the time of the launching edge, which the sums begin with
adds_up() {
	numbers=$(sums "$3")
	last=$(echo "${numbers%%|*}" | cut -d ' ' -f 1)
	is "${numbers%%|*}" "$last $((last - $2)) $last $last" "$1: the sums are the arrival"
	[ "${last:-0}" -ne 0 ]
	ok $? "$1: which isn't 0"
}

# trace NAME EDGE SCRIPT KEYS: of the worst path as high as it takes, without the columns of the list
trace() {
	mkdir "$tmp/$1"
	(cd "$tmp/$1" && "$warpscope" -d cpu --keys "../$4" --size 120x400 -e "$3" >out 2>err </dev/null)
	is "$? $(cat "$tmp/$1/err")" "0 " "$1: on the screen"
	for screen in "$tmp/$1"/*.txt; do
		[ -f "$screen" ] || continue
		shown=$(basename "$screen" .txt)
		awk '/^── path [0-9]/ { on = 1 } on' "$screen" >"$tmp/trace"
		adds_up "$1, $shown" "$2" "$tmp/trace"
		[ "$shown" = folded ] && continue
		numbers=$(sums "$tmp/trace")
		numbers=${numbers#*|}
		is "${numbers%|*}" "${numbers#*|}" "$1: the largest delays"
	done
}

cat >"$tmp/pins" <<-'KEYS'
	:view paths
	<Enter>
	:save_screen all.txt
	:fold on
	:save_screen folded.txt
KEYS
printf ':view paths\n<Enter>\n:save_screen all.txt\n' >"$tmp/points"
loom="source [asset loom/loom.tcl]"
domains="read_liberty $data/domains.lib; read_verilog $data/domains.v; link_design domains
	read_sdc $data/domains.sdc"
trace setup 0 "$loom; find_paths -max_paths 3" pins
trace hold 0 "$loom; find_paths -max_paths 3 -path_delay min" pins
trace input 0 "$loom; find_paths -from [all_inputs -no_clocks]" pins
trace fall 5000000 "$domains; find_paths -from in_fall" pins
trace graph 0 "read_graph [asset example.dag.gz]; find_paths" points
printf '3\n"a";\n"b";\n"c";\n"a" -> "b", 3;\n"b" -> "c", 4.5;\n"a" -> "c", 9;\n' >"$tmp/cost.dag"
trace cost 0 "read_graph $tmp/cost.dag; find_paths" points
plan
