# Delays, slews and slacks by dmp_ceff_elmore, pin by pin beside those of OpenSTA 3.1: at least 99 % of the pins within 0.1 ps or
# 0.1 %, worst slacks within 1 ps.
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/opensta.sh"

# Of a file of ours and one of theirs: per quantity and edge how many per thousand are near
cat >"$tmp/near.awk" <<'END'
BEGIN { FS = "\t" }
FNR == 1 { for (i = 1; i <= NF; i++) column[NR == FNR ? $i : "their " $i] = i; next }
NR == FNR { sub(/:/, "/", $1); for (q in of) ours[$1, q] = $column[of[q]]; next }
{
	for (q in of) {
		theirs = $column["their " q]
		mine = ours[$1, q]
		if (theirs == "nan" || theirs + 0 != theirs || mine == "" || mine == "nan")
			continue
		theirs *= scale
		off = mine > theirs ? mine - theirs : theirs - mine
		n[q]++
		near[q] += off <= 0.1 || off <= 0.001 * (theirs < 0 ? -theirs : theirs)
	}
}
END
cat >"$tmp/of.awk" <<'END'
BEGIN {
	of["slew_max_rise"] = "slew_LR"; of["slew_max_fall"] = "slew_LF"
	of["slack_max_rise"] = "slack_LR"; of["slack_max_fall"] = "slack_LF"
	of["slack_min_rise"] = "slack_ER"; of["slack_min_fall"] = "slack_EF"
}
END
cat >"$tmp/end.awk" <<'END'
END {
	for (q in of) {
		few += n[q] < 900
		far += near[q] < 0.99 * n[q]
	}
	print few + 0, far + 0
}
END
for design in $opensta_designs; do
	opensta_design "dmp_ceff_elmore" || continue
	scale=1000
	case $design in *_asap7) scale=1 ;; esac
	{
		opensta_open
		echo "set_cppr off; set_delay_calculator dmp_ceff_elmore; write_timing_pins $tmp/pins"
		echo "puts \"worst [worst_slack -max] [worst_slack -min]\""
	} >"$tmp/script.tcl"
	opensta_run "$tmp/script.tcl" >/dev/null
	gzip -dc "$golden/$design.dmp_ceff_elmore.pins.tsv.gz" >"$tmp/theirs"
	is "$(awk -v scale=$scale -f "$tmp/of.awk" -f "$tmp/near.awk" -f "$tmp/end.awk" "$tmp/pins" "$tmp/theirs")" "0 0" \
		"$design: slews and slacks of pins"
	{
		sed -n 's/^worst //p' "$tmp/out"
		gzip -dc "$golden/$design.dmp_ceff_elmore.summary.gz" | awk '/^worst slack/ { printf "%s ", $NF }'
	} | paste -sd ' ' | awk -v tolerance=$tolerance '{
		for (i = 1; i <= 2; i++) { d = $i - $(i + 2); bad += !(d < tolerance && d > -tolerance) }
		exit bad }'
	ok $? "$design: worst slacks"
done
plan
