# The bundled design: it is legal, its netlist does what the RTL does, other tools read it and time it alike, and what
# made it makes it again.
. "${srcdir:-.}/tests/lib/tap.sh"
. "${srcdir:-.}/tests/lib/klayout.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
loom=$srcdir/assets/loom ws45=$srcdir/assets/ws45

# ---- what it is ----

"$warpscope" -b -d cpu -e "source $loom/loom.tcl; set_delay_model lumped
	report_placement -check > $tmp/places
	report_design_statistics -tsv > $tmp/statistics
	set_cppr off
	report_checks -format end -group_count 10000 -digits 6 > $tmp/ours.max
	report_checks -format end -group_count 10000 -digits 6 -path_delay min > $tmp/ours.min
	set_cppr opensta
	report_checks -format end -group_count 10000 -digits 6 > $tmp/credit.max
	report_checks -format end -group_count 10000 -digits 6 -path_delay min > $tmp/credit.min" \
	>"$tmp/out" 2>"$tmp/err" </dev/null
is "$? $(cat "$tmp/err")" "0 warpscope: wires are lumped: a capacitance without delay" "it opens without a warning"
is "$(awk '/^checked/ { c = 1; next } c && $NF { print }' "$tmp/places")" "" "all components are placed legally"

is "$("$warpscope" -b -d cpu -e "generate_design -gates 1000; source $loom/loom.tcl
	source $loom/loom.tcl; puts [llength [get_cells *]]" 2>&1 </dev/null)" 12667 "it opens after others, and again"

# ends REPORT: endpoint, group and slack
ends() {
	awk '/ group / { group = $0; sub(/^.* group /, "", group); gsub(/ /, "_", group); next }
		/\((MET|VIOLATED)\)$/ { print $1 ":" group, $(NF - 1) }' "$1" | sort
}
for way in max min; do
	ends "$tmp/ours.$way" >"$tmp/off"
	ends "$tmp/credit.$way" >"$tmp/on"
	ok "$(join "$tmp/off" "$tmp/on" | awk '{ if ($3 > $2) more++; if ($3 < $2) less++ }
		END { exit !(more > 500 && !less) }'; echo $?)" "$way: hundreds of endpoints get credit, none loses"
done
ok "$(awk '{ if ($2 < 0) bad++; else good++ } END { exit !(bad >= 5 && good > 1000) }' "$tmp/off"; echo $?)" \
	"some hold checks are violated without credit, most meet timing"
ends "$tmp/credit.max" | awk '{ if ($2 < 0) bad++; else good++ } END { exit !(bad >= 5 && good > 1000) }'
ok $? "some setup checks are violated, most meet timing"
value() {
	awk -F '\t' -v what="$1" '$1 == what { print $2 }' "$tmp/statistics"
}
ok "$(awk -v r="$(value 'gates that reconverge')" -v l="$(value 'logic levels')" 'BEGIN { exit !(r > 25 && l > 30) }'; echo $?)" \
	"a quarter of the gates reconverge, the logic is deep"

# ---- other timers and layout viewers ----

if command -v sta >/dev/null; then
	for file in $ws45/ws45_late.lib $ws45/ws45_early.lib $loom/loom.v $loom/loom.spef; do
		gzip -dc "$file.gz" >"$tmp/$(basename "$file")"
	done
	cat >"$tmp/sta.tcl" <<-TCL
		read_liberty -max $tmp/ws45_late.lib
		read_liberty -min $tmp/ws45_early.lib
		read_verilog $tmp/loom.v
		link_design loom
		read_sdc $loom/loom.sdc
		read_spef $tmp/loom.spef
		set_delay_calculator lumped_cap
		set sta_crpr_enabled 0
		report_checks -path_delay max -format end -group_count 10000 -digits 6 > $tmp/sta.max
		report_checks -path_delay min -format end -group_count 10000 -digits 6 > $tmp/sta.min
	TCL
	is "$(sta -no_splash -exit "$tmp/sta.tcl" 2>&1 </dev/null)" "" "OpenSTA reads all of it without a word"
	for way in max min; do
		sed -i 's/\*\*async_default\*\*/asynchronous/; s/\*\*default\*\*/path delay/' "$tmp/sta.$way"
		ends "$tmp/ours.$way" >"$tmp/ours.ends"
		ends "$tmp/sta.$way" >"$tmp/sta.ends"
		# Among paths to which clock latency doesn't count OpenSTA keeps those that are latest with it,
		# and so misses some that are worse: doc/inside/constraints.md, "How constraints become a graph"
		is "$(join "$tmp/ours.ends" "$tmp/sta.ends" | awk '
			{ n++; d = $2 - $3 }
			d > 0.001 || (d < -0.001 && $1 !~ /:path_delay$/) { bad++; if (bad == 1) first = $0 }
			END { print n, bad + 0, first }')" "$(wc -l <"$tmp/sta.ends" | tr -d ' ') 0 " \
			"OpenSTA, $way: the same slack at each endpoint of each group within 1 ps"
	done
else
	skip "OpenSTA" "no sta"
fi

if command -v klayout >/dev/null; then
	is "$(klayout_die "$ws45/ws45.lef.gz" "$loom/loom.def.gz")" \
		"$(awk '/^components/ { n = $2 } /^die/ { w = $2 + 0; h = $4 + 0 } END { print n, w, h }' "$tmp/places")" \
		"KLayout has as many components on the same die"
else
	skip "KLayout" "no klayout"
fi

# ---- RTL and netlist ----

if command -v iverilog >/dev/null; then
	# the netlist as placed, beside the RTL, compared at every edge for 10,000 cycles
	gzip -dc "$loom/loom.v.gz" | sed 's/^module loom\>/module loom_mapped/' >"$tmp/netlist.v"
	(cd "$loom" && iverilog -g2005 -DMAPPED -o "$tmp/loom.vvp" loom_tb.v loom.v loom_control.v loom_fifo.v \
		loom_io.v loom_lane.v loom_round.v "$tmp/netlist.v" "$ws45/ws45.v") >"$tmp/log" 2>&1
	vvp "$tmp/loom.vvp" +commands=26 >>"$tmp/log" 2>&1
	cycles=$(sed -n 's/^passed: \([0-9]*\) cycles.*/\1/p' "$tmp/log")
	ok "$([ "${cycles:-0}" -ge 10000 ]; echo $?)" "$cycles cycles: the netlist does what the RTL does"
	[ "${cycles:-0}" -ge 10000 ] || sed 's/^/# /' "$tmp/log" | head
else
	skip "the netlist does what the RTL does" "no iverilog"
fi

# ---- made again ----

case $(yosys -V 2>/dev/null) in
"Yosys 0.23 "*)
	sh "$loom/map.sh" "$srcdir/assets" >"$tmp/mapped.v" 2>"$tmp/err"
	gzip -dc "$loom/loom_mapped.v.gz" | cmp -s - "$tmp/mapped.v"
	ok $? "Yosys maps it to the same netlist"
	gzip -dc "$ws45/ws45_late.lib.gz" >"$tmp/late.lib"
	yosys -p "read_liberty -lib -ignore_miss_dir $tmp/late.lib; read_verilog $tmp/mapped.v
		hierarchy -top loom; stat" >"$tmp/stat" 2>&1
	"$warpscope" -b -d cpu -e "read_liberty $ws45/ws45_late.lib.gz; read_verilog $tmp/mapped.v; link_design
		report_design_statistics -tsv" >"$tmp/mapped.statistics" 2>/dev/null </dev/null
	is "$(awk -F '\t' '$1 == "instances" { print $2 }' "$tmp/mapped.statistics")" \
		"$(awk '/Number of cells:/ { print $NF }' "$tmp/stat")" "as many cells as Yosys counts"
	is "$(grep -cE '^  (DFF|RAM)' "$tmp/mapped.v")" "$(($(value registers) + 2))" "registers and memories stay what they are"
	;;
*)
	skip "Yosys maps it to the same netlist" "no Yosys 0.23"
	skip "as many cells as Yosys counts" "no Yosys 0.23"
	skip "registers and memories stay what they are" "no Yosys 0.23"
	;;
esac
mkdir "$tmp/loom" && ln -s "$ws45" "$tmp/ws45"
cp "$loom/build.tcl" "$loom/loom_mapped.v.gz" "$loom/loom.sdc" "$tmp/loom/"
for threads in 1 3; do
	(cd "$tmp/loom" && "$warpscope" -b -d cpu --threads $threads -f build.tcl) >"$tmp/out.$threads" 2>&1 </dev/null
	ok $? "build.tcl makes a legal layout with $threads threads"
	(cd "$tmp/loom" && gzip -dc loom.v.gz loom.def.gz loom.spef.gz) >"$tmp/made.$threads"
done
cmp -s "$tmp/made.1" "$tmp/made.3" && [ -s "$tmp/made.1" ]
ok $? "netlist, places and wires have the same bytes"
plan
