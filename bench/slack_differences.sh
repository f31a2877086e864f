#!/bin/sh
# slack_differences.sh - setup slacks of endpoints beside those of OpenSTA 3.1 by dmp_ceff_elmore, which is its default: of each of
# five designs the worst and how far all are apart, as a table, and of one design a picture.
#
#	bench/slack_differences.sh ./warpscope [DESIGN PICTURE.svg]
#
# The reference data is found through $WARPSCOPE_REFERENCE.
srcdir=$(dirname "$0")/..
warpscope=${1:-./warpscope} drawn=${2:-} picture=${3:-}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
skip() { echo "$2: $1" >&2; }
. "$srcdir/tests/lib/opensta.sh"

# Ours, their pins, then endpoints with both slacks in ps
cat >"$tmp/join.awk" <<'END'
function worse(a, b) { return a !~ /^-?[0-9]/ ? b : b !~ /^-?[0-9]/ || a + 0 < b + 0 ? a : b }
BEGIN { FS = OFS = "\t" }
FNR == 1 && file < 3 { for (i = 1; i <= NF; i++) column[file, $i] = i; next }
file == 1 { sub(/:/, "/", $1); ours[$1] = worse($column[1, "slack_LR"], $column[1, "slack_LF"]) }
file == 2 { theirs[$1] = worse($column[2, "slack_max_rise"], $column[2, "slack_max_fall"]) }
file == 3 { theirs[$1] = worse(theirs[$1], $2) } # ports, which are no pins there
file == 4 && ours[$1] ~ /^-?[0-9]/ && theirs[$1] ~ /^-?[0-9]/ { print $1, theirs[$1] * scale, ours[$1] }
END
# The worst of each, and of what is between them, from the least on, the median, most and the largest
cat >"$tmp/sums.awk" <<'END'
{ apart[NR] = $4; if (NR == 1 || $2 < theirs) theirs = $2; if (NR == 1 || $3 < ours) ours = $3 }
END {
	printf "%-20s %-16s %6d %12.3f %12.3f %9.3f %9.3f %9.3f\n", design, how, NR, theirs, ours,
		apart[int((NR + 1) / 2)], apart[int(NR * 0.99 + 0.5)], apart[NR]
}
END
# A point an endpoint: their slack to the right, the difference upwards
cat >"$tmp/draw.awk" <<'END'
FNR == 1 { file++ }
{ n++; of[n] = file; x[n] = $2; y[n] = $3 - $2 }
n == 1 { x0 = x1 = $2; y0 = y1 = 0 }
{ if ($2 < x0) x0 = $2; if ($2 > x1) x1 = $2; if (y[n] < y0) y0 = y[n]; if (y[n] > y1) y1 = y[n] }
function text(x, y, anchor, s) { printf "<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>\n", x, y, anchor, s }
function at_x(v) { return 70 + (v - x0) / (x1 - x0) * 700 }
function at_y(v) { return 370 - (v - y0) / (y1 - y0) * 330 }
function step(range, s) { s = 10 ^ int(log(range) / log(10)); while (range / s < 4) s /= 2; while (range / s > 9) s *= 2; return s }
END {
	split("#d08030 #4080d0 #209050", colour, " "); split("elmore lumped_cap dmp_ceff_elmore", name, " ")
	print "<svg xmlns='http://www.w3.org/2000/svg' width='800' height='430' font-family='sans-serif' font-size='12'>"
	print "<rect width='800' height='430' fill='white'/>"
	for (v = int(y0 / (s = step(y1 - y0))) * s; v <= y1; v += s) {
		printf "<path d='M70 %.1fH770' stroke='%s'/>\n", at_y(v), v == 0 ? "#888" : "#ddd"
		text(64, at_y(v) + 4, "end", v)
	}
	for (v = int(x0 / (s = step(x1 - x0))) * s; v <= x1; v += s) {
		printf "<path d='M%.1f 40V370' stroke='#ddd'/>\n", at_x(v)
		text(at_x(v), 386, "middle", v)
	}
	for (i = 1; i <= n; i++) {
		if (of[i] != of[i - 1])
			printf "%s<path fill='none' stroke-width='3' stroke-linecap='round' stroke='%s' d='", (i == 1 ? "" : "'/>"), colour[of[i]]
		printf "M%.1f %.1fh0", at_x(x[i]), at_y(y[i])
	}
	print "'/>"
	text(420, 412, "middle", "setup slack of an endpoint by OpenSTA 3.1, dmp_ceff_elmore (ps)")
	text(70, 24, "start", design ": slack here less OpenSTA's (ps), by")
	for (i = 1; i <= 3; i++)
		printf "<text x='%d' y='24' fill='%s'>%s</text>\n", 300 + 110 * i, colour[i], name[i]
	print "</svg>"
}
END

printf '%-20s %-16s %6s %12s %12s %9s %9s %9s\n' design "calculator" ends "OpenSTA" ours median "99 %" largest
for design in $opensta_designs; do
	opensta_design "slacks" || continue
	scale=1000
	case $design in *_asap7) scale=1 ;; esac
	{
		opensta_open
		echo "set_cppr off"
		for how in elmore lumped_cap dmp_ceff_elmore; do
			echo "set_delay_calculator $how; write_timing_pins $tmp/$how"
		done
		# shellcheck disable=SC2016
		echo 'foreach p [concat [all_registers -data_pins] [all_outputs]] { puts "end [get_full_name $p]" }'
	} >"$tmp/script.tcl"
	"$warpscope" -b -d cpu --ignore-unsupported -e "source $tmp/script.tcl" 2>/dev/null | sed -n 's/^end //p' >"$tmp/ends"
	gzip -dc "$golden/$design.dmp_ceff_elmore.pins.tsv.gz" >"$tmp/theirs"
	gzip -dc "$golden/$design.dmp_ceff_elmore.max.end.gz" | awk '$2 == "(output)" { print $1 "\t" $5 }' >"$tmp/ports"
	for how in elmore lumped_cap dmp_ceff_elmore; do
		awk -v scale=$scale -f "$tmp/join.awk" file=1 "$tmp/$how" file=2 "$tmp/theirs" file=3 "$tmp/ports" file=4 "$tmp/ends" >"$tmp/$how.both"
		awk '{ d = $3 - $2; print $0, d < 0 ? -d : d }' "$tmp/$how.both" | sort -gk 4 |
			awk -v design="$design" -v how=$how -f "$tmp/sums.awk"
	done
	[ "$design" != "$drawn" ] ||
		awk -v design="$design" -f "$tmp/draw.awk" "$tmp/elmore.both" "$tmp/lumped_cap.both" "$tmp/dmp_ceff_elmore.both" >"$picture"
done
