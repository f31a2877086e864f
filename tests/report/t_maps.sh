# Maps of the bundled design by commands: the same from every method, in every format, and errors.
. "${srcdir:-.}/tests/lib/tap.sh"

# run NAME SCRIPT [OPTION…]: in a batch on the open design, with that variable `out`
run() {
	name=$1 script=$2
	shift 2
	"$warpscope" -b -d cpu "$@" -e "source $srcdir/assets/loom/loom.tcl; set out $tmp/$name; $script" \
		>"$tmp/$name.out" 2>"$tmp/$name.err"
}

# ---- the same everywhere ----

# maps OPTIONS: checksums of all quantities
maps='foreach map {cells movable fixed macros pins rudy pin_rudy nets slack} {
	eval density -map $map -grid 50x70 OPTIONS
	report_density -top 5
	write_density $out.csv
	puts [exec cksum < $out.csv]
}'
same() {
	name=$1 options=$2
	shift 2
	run "$name" "$(printf '%s\n' "$maps" | sed "s/OPTIONS/$options/")" "$@"
	grep -v '^computed' "$tmp/$name.out" >"$tmp/$name.maps"
	cmp -s "$tmp/prefix.maps" "$tmp/$name.maps"
	ok $? "$name"
}
same prefix "" --threads 1
is "$(grep -c '^[0-9]* [0-9]*$' "$tmp/prefix.maps")" 9 "nine maps"
same prefix-3 "" --threads 3
same at-once "-threshold 100000"
same naive "-method naive" --threads 2
same threads "-method threads"
same copies "-method copies" --threads 3
run gpu "$(printf '%s\n' "$maps" | sed "s/OPTIONS//")" -d cuda
if grep -q "no usable GPU\|built without CUDA" "$tmp/gpu.err"; then
	skip prefix-gpu "no GPU"
else
	same prefix-gpu "" -d cuda
fi

# ---- what they say ----

run areas 'density -map movable
	report_density
	density -map pins
	report_density
	report_placement
	density -map slack -grid 40x40
	report_density -top 1
	write_timing_pins $out.pins
	density -map cells -grid 30x30 -minus movable
	report_density -top 1
	density -map fixed -grid 30x30
	report_density -top 1 -target 0.5 -cells 4'
areas=$(awk '$1 == "total" && $3 == "um^2" && !a { a = $2 }
	$1 == "cells" && NF == 6 { c = $6 }
	END { print (a > 0.999 * c && a < 1.001 * c) ? "same" : a " " c }' "$tmp/areas.out")
is "$areas" same "movable area is that of report_placement's cells"
worst=$(awk '/^map *slack/ { s = 1 } s && $1 == "minimum" { print $2; exit }' "$tmp/areas.out")
wanted=$(awk -F "\t" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^slack_L/) column[i] }
	NR > 1 && $2 !~ /^</ { for (i in column) if ($i != "nan" && $i + 0 < least) least = $i + 0 }
	END { printf "%g", least }' "$tmp/areas.pins")
is "$worst" "$wanted" "the least slack of any bin is that of any pin of a cell"
cell=$(awk '/^map *slack/ { s = 1 } s && / cells*: / { sub(/,.*/, "", $NF); sub(/.*cells*: /, ""); print $1; exit }' \
	"$tmp/areas.out" | tr -d ,)
least=$(grep "^$cell:" "$tmp/areas.pins" | awk -F "\t" -v head="$(head -1 "$tmp/areas.pins")" '
	BEGIN { n = split(head, h, "\t"); for (i = 1; i <= n; i++) if (h[i] ~ /^slack_L/) column[i] }
	{ for (i in column) if ($i != "nan" && $i + 0 < least) least = $i + 0 }
	END { printf "%g", least }')
is "$least" "$wanted" "and of the cell named first there"
is "$(awk '/^map/ { m = $0 } $1 == "maximum" && (m ~ /movable$/ || m ~ /fixed$/) { v[n++] = $2 }
	END { print v[n - 2], v[n - 1] }' "$tmp/areas.out")" "1 1" "cells - movable are the fixed ones"
ok "$(grep -q '^overflow .* % of all' "$tmp/areas.out"; echo $?)" "overflow"
is "$(awk '$2 == "d/dx" { cells = 1; next } cells { print $4 }' "$tmp/areas.out" | head -2 | sort | xargs)" \
	"samples taps" "the cells on most of the macros are the macros"

# ---- how they are made ----

# Each step by its definition, in Tcl: sums of what the corners say, sums along rows, along columns.
cat >"$tmp/steps.tcl" <<'EOT'
proc all {} {
	set values {}
	for {set y 0} {$y < 20} {incr y} {
		for {set x 0} {$x < 30} {incr x} {
			lappend values [density_property bin $x $y]
		}
	}
	return $values
}
proc same {what a b} {
	foreach x $a y $b {
		if {abs($x - $y) > 1e-4} {
			puts "$what: $x is not $y"
			return
		}
	}
	puts $what
}
proc sums {values by n} {
	set i 0
	set out {}
	foreach value $values {
		set at [expr {$by == 1 ? $i % $n : $i / 30}]
		lappend out [expr {$value + ($at ? [lindex $out [expr {$i - $by}]] : 0)}]
		incr i
	}
	return $out
}
density -map macros -grid 30x20 > /dev/null
set map [all]
goto -of density first
same begin [all] [lrepeat 600 0]
step -of density
set differences [all]
set wanted [lrepeat 600 0]
foreach cell {samples taps} {
	foreach corner [density_property corners $cell] {
		lassign $corner x y amount
		set i [expr {30 * $y + $x}]
		lset wanted $i [expr {[lindex $wanted $i] + $amount}]
	}
}
same differences $differences $wanted
step -of density
set rows [all]
same rows $rows [sums $differences 1 30]
step -of density
same columns [all] [sums $rows 30 20]
if {[all] eq $map} {
	puts identical
}
step -of density
back -of density -fine
back -of density -fine
back -of density -fine
puts "[density_property step] of [density_property steps], [density_property stage]"
goto -of density -fine 2
puts "[density_property added] of [density_property boxes]"
back -of density
puts [density_property added]
goto -of density last
density -map cells -grid 30x20 > /dev/null
puts [lsort [lrange [density_property cells 1 1] 0 0]]
density_flip
puts "[density_property map] [density_property top] [density_property max]"
EOT
"$warpscope" -b -d cpu -e "source $srcdir/assets/loom/loom.tcl" -f "$tmp/steps.tcl" >"$tmp/steps.out" 2>"$tmp/steps.err"
is "$(tr '\n' ';' <"$tmp/steps.out")" "begin;differences;rows;columns;identical;\
7 of 10, boxes;5584 of 22335;0;samples;\
macros on 30x20 bins: 0 to 1, mean 0.0322291;macros 1 1 1;" "a map, step by step, is as defined"
run no-steps 'density -map slack -grid 20x20; step -of density'
is "$(tail -1 "$tmp/no-steps.err")" "warpscope: maps that add up are made in steps, not slacks or differences" \
	"slacks aren't summed"
run no-flip 'density -map cells; density_flip'
is "$(tail -1 "$tmp/no-flip.err")" "warpscope: there is one map only; density -map makes another" "one map can't be flipped"
run no-bin 'density -map cells -grid 8x8; density_property bin 8 0'
is "$(tail -1 "$tmp/no-bin.err")" "warpscope: density_property: there is no bin 8 0" "bins are those of the grid"
run replaced 'density -map cells -grid 8x8; place_fillers; density_property map'
is "$(tail -1 "$tmp/replaced.err")" "warpscope: there is no map; density makes one" "a map goes with its placement"

# ---- slacks follow the timing ----

# The least slack that the map says, then that of all endpoints.
cat >"$tmp/follow.tcl" <<'EOT'
proc both {what {delay max}} {
	puts "$what [density_property min]"
	report_worst_slack -$delay -digits 6
}
set_cppr off
density -map slack -grid 30x30 > /dev/null
both read
set_clock_uncertainty -setup 0.2 [get_clocks *]
both uncertainty
read_spef [asset loom/loom.spef.gz]
both spef
set_delay_model lumped
both lumped
set_delay_model elmore
create_clock -name clk_sys -period 1.5 [get_ports clk_sys]
both clock
find_paths -max_paths 5 -path_delay min > /dev/null
both hold min
density -map slack -grid 30x30 -path_delay max > /dev/null
both asked
density -map cells -grid 30x30 -minus cells > /dev/null
set_clock_uncertainty -setup 0.1 [get_clocks *]
density_flip > /dev/null
both flipped
EOT
run follow "source $tmp/follow.tcl"
is "$(awk 'NF == 2 { what = $1; least = $2 }
	/^worst slack/ && sprintf("%g", 1000 * $4) == least { print what }' "$tmp/follow.out" | xargs)" \
	"read uncertainty spef lumped clock hold asked flipped" "a map of slacks is of the timing as it is"
is "$(awk 'NF == 2 { print $2 }' "$tmp/follow.out" | sort -u | wc -l | tr -d " ")" 6 "which changed"
run hold 'density -map slack -path_delay min -grid 8x8; report_density; density -map slack -grid 8x8; report_density'
is "$(grep '^map' "$tmp/hold.out" | xargs)" "map slack, hold, before CPPR map slack, before CPPR" "and it says which split"
run follow-file 'density -map slack -grid 30x30; write_density $out.1.csv
	set_clock_uncertainty -setup 0.2 [get_clocks *]; write_density $out.2.csv
	density -map slack -grid 30x30; write_density $out.3.csv'
is "$(cd "$tmp" && cksum follow-file.?.csv | awk '!s[$1]++ { printf "%s", "x" } { printf "-" }')" "x-x--" \
	"what is written too"

# ---- files ----

run files 'density -map rudy -grid 20x10
	write_density $out.csv
	write_density $out.npy
	write_density $out.pgm
	save_image $out.png
	density -map rudy -minus rudy -grid 20x10
	save_image $out.difference.png -colours turbo -min -1 -max 1 -size 200'
is "$(wc -l <"$tmp/files.csv") $(sed -n 2p "$tmp/files.csv")" "202 column,row,x1_um,y1_um,x2_um,y2_um,rudy" "csv"
is "$(($(wc -c <"$tmp/files.npy") % 64)) $(head -c 64 "$tmp/files.npy" | tail -c +11 | head -c 15)" \
	"0 {'descr': '<f8'" "npy"
is "$(head -1 "$tmp/files.pgm") $(sed -n 4p "$tmp/files.pgm") $(tail -c 400 "$tmp/files.pgm" | wc -c)" \
	"P5 20 10 400" "pgm"
is "$(for f in files files.difference; do head -c 8 "$tmp/$f.png" | od -An -tx1; done | uniq)" \
	" 89 50 4e 47 0d 0a 1a 0a" "png"
if python3 -c 'import numpy' 2>/dev/null; then
	is "$(python3 -c "
import csv, numpy
a = numpy.load('$tmp/files.npy')
rows = list(csv.DictReader(line for line in open('$tmp/files.csv') if line[0] != '#'))
print(a.shape, all(a[int(r['row'])][int(r['column'])] == float(r['rudy']) for r in rows))")" \
		"(10, 20) True" "NumPy reads what is in the text"
else
	skip "NumPy reads what is in the text" "no NumPy"
fi
if command -v pngtopnm >/dev/null 2>&1; then
	ok "$(pngtopnm "$tmp/files.png" >/dev/null 2>&1; echo $?)" "the picture can be read"
else
	skip "the picture can be read" "no netpbm"
fi

# ---- errors ----

# fails SCRIPT MESSAGE
fails() {
	run bad "$1"
	ok "$(grep -qF "$2" "$tmp/bad.err"; echo $?)" "$2"
}
fails "report_density" "there is no map; density makes one"
fails "density -grid 7" 'expected bins as in 64x64, not "7"'
fails "density -grid 7x7x" 'expected bins as in 64x64, not "7x7x"'
fails "density -grid 7x9999" "from 1 to 8192 bins"
fails "density -map cells -minus rudy" "different grids or units"
fails "density -map slack; report_density -cells 3" "not for slacks"
fails "density; write_density $tmp/map.txt" "ends in .csv, .npy or .pgm"
fails "density; save_image $tmp/none/map.png" "$tmp/none/map.png"
fails "density; report_density -target x" 'expected a number, not "x"'
fails "close_design; density" "no placement is open"
fails "density; close_design; report_density" "there is no map"
plan
