# A made design as files: read back by ourselves and by other tools, it is the same design.
. "${srcdir:-.}/tests/lib/tap.sh"
. "${srcdir:-.}/tests/lib/klayout.sh"

cat >"$tmp/reports.tcl" <<'TCL'
proc reports {out} {
	foreach way {max min} {
		report_checks -path_delay $way -format end -group_count 2000 -digits 4 > $out.$way
	}
	report_wns > $out.sums
	report_tns >> $out.sums
	report_placement -check > $out.places
	report_design_statistics > $out.statistics
}
set_delay_model lumped
TCL
cat >"$tmp/write.tcl" <<TCL
source $tmp/reports.tcl
generate_design -gates 6000 -clocks 2 -wires
reports $tmp/made
write_liberty -library ws45_late $tmp/late.lib
write_liberty -library ws45_early $tmp/early.lib
write_verilog $tmp/made.v
write_sdc $tmp/made.sdc
write_spef $tmp/made.spef
write_def $tmp/made.def
write_graph $tmp/made.dag
write_graph -cost $tmp/cost.dag
set_cppr off
find_paths -max_paths 500
report_paths -count 500 -format slack_only > $tmp/made.slacks
TCL
cat >"$tmp/read.tcl" <<TCL
source $tmp/reports.tcl
read_liberty -max $tmp/late.lib
read_liberty -min $tmp/early.lib
read_lef $srcdir/assets/ws45/ws45.lef.gz
read_verilog $tmp/made.v
link_design common
read_def $tmp/made.def
read_sdc $tmp/made.sdc
read_spef $tmp/made.spef
reports $tmp/read
TCL
for script in write read; do
	"$warpscope" -b -d cpu -f "$tmp/$script.tcl" >"$tmp/$script.out" 2>"$tmp/$script.err" </dev/null
	is "$? $(grep -v '^warpscope: wires are lumped' "$tmp/$script.err")" "0 " "$script"
done
for what in max min sums places statistics; do
	cmp -s "$tmp/made.$what" "$tmp/read.$what" && test -s "$tmp/made.$what"
	ok $? "$what: the same after all files"
done
is "$(grep -c VIOLATED "$tmp/made.max" | grep -v '^0$' | wc -l)" 1 "some endpoints are violated"
is "$(grep -c MET "$tmp/made.max" | grep -v '^0$' | wc -l)" 1 "some meet timing"

"$warpscope" -b -d cpu -e "read_graph $tmp/made.dag; find_paths -max_paths 500
	report_paths -count 500 -format slack_only" >"$tmp/dag.slacks" 2>/dev/null </dev/null
cmp -s "$tmp/made.slacks" "$tmp/dag.slacks" && test -s "$tmp/dag.slacks"
ok $? "its graph has the same slacks"
constant=$(sed -n 's/^# constant //p' "$tmp/cost.dag")
"$warpscope" -b -d cpu -e "read_graph $tmp/cost.dag; find_paths -max_paths 500
	report_paths -count 500 -format slack_only" 2>/dev/null </dev/null |
	awk -v c="$constant" '{ printf "%.3f\n", $NF + c }' >"$tmp/cost.slacks"
awk '{ printf "%.3f\n", $NF }' "$tmp/made.slacks" >"$tmp/wanted"
cmp -s "$tmp/wanted" "$tmp/cost.slacks" && test -n "$constant"
ok $? "as a graph of costs the same, but for the constant $constant"

# ends REPORT: endpoint and slack, by endpoint
ends() {
	awk '/\((MET|VIOLATED)\)$/ { print $1, $(NF - 1) }' "$1" | sort
}

if command -v sta >/dev/null; then
	cat >"$tmp/sta.tcl" <<-TCL
		read_liberty -max $tmp/late.lib
		read_liberty -min $tmp/early.lib
		read_verilog $tmp/made.v
		link_design common
		read_sdc $tmp/made.sdc
		read_spef $tmp/made.spef
		set_delay_calculator lumped_cap
		set sta_crpr_enabled 0
		report_checks -path_delay max -format end -group_count 2000 -digits 4 > $tmp/sta.max
		report_checks -path_delay min -format end -group_count 2000 -digits 4 > $tmp/sta.min
	TCL
	is "$(sta -no_splash -exit "$tmp/sta.tcl" 2>&1 </dev/null)" "" "OpenSTA reads it without a word"
	"$warpscope" -b -d cpu -e "source $tmp/read.tcl; set_cppr off; reports $tmp/plain" \
		>/dev/null 2>&1 </dev/null
	for way in max min; do
		ends "$tmp/plain.$way" >"$tmp/ours"
		ends "$tmp/sta.$way" >"$tmp/theirs"
		is "$(join "$tmp/ours" "$tmp/theirs" | awk '
			{ d = $2 - $3; n++; bad += d > 0.001 || d < -0.001 }
			END { print n, bad + 0 }')" "$(wc -l <"$tmp/ours" | tr -d ' ') 0" \
			"OpenSTA, $way: all endpoints within 1 ps"
	done
else
	skip "OpenSTA reads it" "no sta"
fi

if command -v klayout >/dev/null; then
	is "$(klayout_die "$srcdir/assets/ws45/ws45.lef.gz" "$tmp/made.def" | cut -d " " -f 1)" 6000 \
		"KLayout places its 6000 instances"
else
	skip "KLayout reads its DEF" "no klayout"
fi
plan
