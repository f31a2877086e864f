# The bundled design: made anew it is the same, legal, and OpenSTA and the simulator agree with it.
. "${srcdir:-.}/tests/tap.sh"

loom=$srcdir/assets/loom
made="loom.v loom.def loom.spef"
for file in $made; do
	[ -f "$loom/$file.gz" ] && continue
	skip "the bundled design" "not made yet"
	plan
done

# make_anew NAME THREADS: into a copy of the assets
make_anew() {
	mkdir -p "$tmp/$1/loom"
	cp -r "$srcdir/assets/ws45" "$tmp/$1/"
	cp "$loom"/build.tcl "$loom"/loom_mapped.v* "$loom"/loom.sdc "$tmp/$1/loom/"
	program=$(cd "$(dirname "$warpscope")" && pwd)/$(basename "$warpscope")
	(cd "$tmp/$1/loom" && OMP_NUM_THREADS=$2 "$program" -b -d cpu -f build.tcl) \
		>"$tmp/$1.out" 2>"$tmp/$1.err" </dev/null
	ok $? "it is made with $2 threads"
	for file in $made; do
		gzip -dc "$tmp/$1/loom/$file.gz" >"$tmp/$1/$file"
		gzip -dc "$loom/$file.gz" | cmp -s - "$tmp/$1/$file"
		ok $? "the same $file"
	done
}
make_anew one 1
make_anew four 4
is "$(grep -A 6 '^checked' "$tmp/one.out" | awk 'NR > 1 && $NF != 0')" "" "legal"

# Slacks of all endpoints, wires as capacitances.
if command -v sta >/dev/null; then
	for split in late early; do
		gzip -dc "$srcdir/assets/ws45/ws45_$split.lib.gz" >"$tmp/$split.lib"
	done
	cat >"$tmp/slacks.tcl" <<TCL
set wires {set_delay_model lumped; set_cppr opensta}
if {[info commands set_delay_calculator] ne ""} {
	set wires {set_delay_calculator lumped_cap}
}
read_liberty -max $tmp/late.lib
read_liberty -min $tmp/early.lib
read_verilog $tmp/one/loom.v
link_design loom
read_sdc $loom/loom.sdc
read_spef $tmp/one/loom.spef
eval \$wires
report_checks -path_delay max -format end -group_count 10000 -digits 5 > $tmp/slacks.max
report_checks -path_delay min -format end -group_count 10000 -digits 5 > $tmp/slacks.min
TCL
	for timer in sta ours; do
		if [ $timer = sta ]; then
			sta -no_splash -exit "$tmp/slacks.tcl" >"$tmp/sta.said" 2>&1 </dev/null
		else
			"$warpscope" -b -d cpu -f "$tmp/slacks.tcl" >/dev/null 2>&1 </dev/null
		fi
		for m in max min; do
			awk '/ group / { group = $NF == "**async_default**" ? "asynchronous" : $NF }
				/\((MET|VIOLATED)\)$/ { print $1 "@" group, $(NF - 1) }' "$tmp/slacks.$m" |
				sort >"$tmp/$timer.$m"
		done
	done
	is "$(cat "$tmp/sta.said")" "" "OpenSTA reads it without a word"
	for m in max min; do
		is "$(join "$tmp/sta.$m" "$tmp/ours.$m" | awk -v wanted="$(wc -l <"$tmp/sta.$m")" '
			{ d = $2 - $3; n++; if (d > 0.001 || d < -0.001) print }
			END { if (n != wanted || n < 2000) print n, "of", wanted }')" "" \
			"and has the same slack at each endpoint: $m"
	done
	is "$(cut -d ' ' -f 2 "$tmp/ours.max" | awk '
		$1 < 0 { violated = 1 } $1 >= 0 { met = 1 } END { print met, violated }')" "1 1" \
		"some paths are met and some aren't"
else
	skip "OpenSTA has the same slacks" "no sta"
fi

# The netlist with its buffers does what the source does.
if command -v iverilog >/dev/null; then
	sed 's/^module loom\>/module loom_mapped/' "$tmp/one/loom.v" >"$tmp/placed.v"
	iverilog -g2005 -DMAPPED -o "$tmp/sim" "$loom/loom_tb.v" "$loom/loom.v" "$loom"/loom_[cfilr]*.v \
		"$tmp/placed.v" "$srcdir/assets/ws45/ws45.v" && vvp "$tmp/sim" +commands=2 >"$tmp/sim.out"
	is "$(tail -n 1 "$tmp/sim.out" | cut -d : -f 1)" passed "it does what its source does"
else
	skip "it does what its source does" "no iverilog"
fi
plan
