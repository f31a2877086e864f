# LEF and DEF: a small design, and real ones with the numbers that were counted in their files; what is
# written is read back and written the same; KLayout finds every component where we do.
. "${srcdir:-.}/tests/lib/tap.sh"

data=$WARPSCOPE_REFERENCE/data
small_lef=$srcdir/tests/data/small.lef
small_def=$srcdir/tests/data/small.def

# run COMMANDS: what they print, warnings too
run() {
	"$warpscope" -b -d cpu -e "$1" 2>&1 </dev/null
}

# ---- the small one ----

is "$(run "read_lef $small_lef; read_def $small_def; report_placement -check" | grep -v slanted)" \
	"design       small
die          16.000 x 11.200 um, (0.000 0.000) to (16.000 11.200)
die area     6 corners, 168.000 um^2
core         12.000 x 4.200 um, (1.000 1.400) to (13.000 5.600)
rows         3, 140 sites
utilization  9.29 % of 39.200 um^2 of rows
nets         34.3 um of half perimeters

                  total     placed      fixed   unplaced      area (um^2)
cells                 3          3          0          0            3.080
taps                  1          0          1          0            0.560
fillers               1          1          0          0            0.280
blocks                1          0          1          0           33.600
components            6          4          2          0
ports                 7          3          2          2

off the die           0
blockages             6
regions               1

checked                 6
off the die             0
overlapping             0
off the rows            0
off the sites           0
upside down             0
in a blockage           0" "the results of a placement"

is "$(run "report_placement")" "warpscope: no placement is open; read_def, read_bookshelf or place_design open one" "nothing open"
is "$(run "read_lef $small_lef; read_def $small_def; write_def $tmp/before.def; read_lef $small_lef
		write_def $tmp/after.def" >/dev/null; cmp "$tmp/before.def" "$tmp/after.def")" "" \
	"LEF that is read after a placement doesn't change it"
is "$(run "read_lef $small_lef; read_def $small_def; puts [llength [get_nets -hierarchical *]]; read_def $small_def; \
	puts [llength [get_cells -hierarchical *]]" | grep -v slanted)" "9
6" "a DEF is a netlist, and read again is one of it"
sed 's/( 3200 2800 ) FN/( 3300 2800 ) FN/; s/( 2000 8400 ) N/( 2000 8400 ) FS/' "$small_def" \
	>"$tmp/wrong.def"
is "$(run "read_lef $small_lef; read_def $tmp/wrong.def; puts [check_placement -verbose]" |
	grep -v slanted)" "checked                 6
off the die             0
overlapping             2
off the rows            0
off the sites           1
upside down             1
in a blockage           0
  h/u2 (INV) at 1.650 1.400 FN: overlapping, off the sites
  fill_0 (FILL1) at 2.000 1.400 N: overlapping
  tap_0 (TAP) at 1.000 4.200 FS: upside down
0" "check_placement"
# Sites of rows without steps abut, also where they run up (W: the site is 1.0 wide and 0.2 high there), 20.2 + 2 um^2 by
# hand. A CLASS BLOCK macro of a row's height on the core's site is a filler, with signals a cell. Properties of blockages
# are written again.
cat >"$tmp/r.lef" <<'END'
LAYER M1 TYPE ROUTING ; DIRECTION HORIZONTAL ; PITCH 0.2 ; WIDTH 0.1 ; END M1
SITE core CLASS CORE ; SIZE 0.2 BY 1.0 ; END core
MACRO BUF CLASS CORE ; SIZE 0.6 BY 1.0 ; SITE core ; END BUF
MACRO DECAP CLASS BLOCK ; SIZE 0.4 BY 1.0 ; SITE core ; PIN VDD USE POWER ; END VDD END DECAP
MACRO LOGIC CLASS BLOCK ; SIZE 0.4 BY 1.0 ; SITE core ; PIN A USE SIGNAL ; END A END LOGIC
MACRO RAM CLASS BLOCK ; SIZE 2.0 BY 3.0 ; SITE core ; END RAM
END LIBRARY
END
cat >"$tmp/r.def" <<'END'
VERSION 5.8 ; DESIGN top ; UNITS DISTANCE MICRONS 1000 ; DIEAREA ( 0 0 ) ( 20000 8000 ) ;
ROW r0 core 0 0 N DO 50 BY 1 STEP 200 0 ;
ROW r1 core 0 1000 FS DO 50 BY 1 ;
ROW r2 core 0 2000 N ;
ROW up core 12000 0 W DO 1 BY 10 ;
COMPONENTS 5 ; - b BUF + PLACED ( 1000 1000 ) FS ; - c BUF + PLACED ( 0 1000 ) FS ; - d DECAP + PLACED ( 2000 0 ) N ;
 - l LOGIC + PLACED ( 3000 0 ) N ; - m RAM + FIXED ( 15000 0 ) N ; END COMPONENTS
BLOCKAGES 8 ;
- LAYER M1 + SPACING 50 RECT ( 100 0 ) ( 200 100 ) ;
- LAYER M1 + EXCEPTPGNET RECT ( 200 0 ) ( 300 100 ) ;
- LAYER M1 + DESIGNRULEWIDTH 40 RECT ( 300 0 ) ( 400 100 ) ;
- LAYER M1 + SLOTS RECT ( 400 0 ) ( 500 100 ) ;
- LAYER M1 + FILLS + PUSHDOWN RECT ( 500 0 ) ( 600 100 ) ;
- LAYER M1 RECT ( 600 0 ) ( 700 100 ) ;
- PLACEMENT + SOFT RECT ( 8000 0 ) ( 8200 100 ) ;
- PLACEMENT + PUSHDOWN + COMPONENT b RECT ( 9000 0 ) ( 9200 100 ) ;
END BLOCKAGES
END DESIGN
END
is "$(run "read_lef $tmp/r.lef; read_def $tmp/r.def; report_placement -check; save_design $tmp/r.wsd; write_def $tmp/r1.def" |
	grep -E '^(rows|utili|fillers|cells|blocks|off|over|upside)' | tr -s ' ')" "rows 4, 111 sites
utilization 7.21 % of 22.200 um^2 of rows
cells 3 3 0 0 1.600
fillers 1 1 0 0 0.400
blocks 1 0 1 0 6.000
off the die 0
off the die 0
overlapping 0
off the rows 0
off the sites 0
upside down 0" "rows without steps, and fillers that are called blocks"
is "$(sed -n '/^BLOCK/,/^END BL/p' "$tmp/r1.def")" "$(sed -n '/^BLOCK/,/^END BL/p' "$tmp/r.def")" "properties of blockages"
run "read_design $tmp/r.wsd; write_def $tmp/r2.def" >/dev/null
is "$(cmp "$tmp/r1.def" "$tmp/r2.def" 2>&1)" "" "and from a snapshot"
head -c 2004 "$small_def" >"$tmp/cut.def"
run "read_def $tmp/cut.def" >"$tmp/err"
is "$(sed 's|.*/||' "$tmp/err")" "cut.def:45:18: error: expected a coordinate, the file ends" \
	"a file that is cut"
run "read_lef $small_lef; read_def $small_def; write_def $tmp/none/x.def" >"$tmp/err"
is "$(grep -c 'error: No such' "$tmp/err")" 1 "where nothing can be written"

# ---- what is written ----

# again NAME LEFS DEF: written, read back, written again
again() {
	commands=
	for lef in $2; do
		commands="$commands read_lef $lef;"
	done
	run "$commands read_def $3; write_def $tmp/1.def" >/dev/null
	run "$commands read_def $tmp/1.def; write_def $tmp/2.def.gz" >/dev/null
	gzip -dc "$tmp/2.def.gz" | cmp -s "$tmp/1.def" -
	ok $? "$1: written, read back and written the same"
}

# klayout_agrees NAME LEF DEF: the components that it finds in what we write
klayout_agrees() {
	if ! command -v klayout >/dev/null; then
		skip "$1: components are where KLayout finds them" "no klayout"
		return
	fi
	run "read_lef $2; read_def $3; write_def $tmp/1.def; report_placement -components > $tmp/ours" \
		>/dev/null
	awk '$3 != "unplaced" { print $1, $2, $5, $6, $7, $8 }' "$tmp/ours" | LC_ALL=C sort >"$tmp/sorted"
	QT_QPA_PLATFORM=offscreen HOME=$tmp klayout -b -r "$srcdir/tests/lib/klayout_boxes.py" \
		-rd def="$tmp/1.def" -rd lef="$2" -rd out="$tmp/theirs" >/dev/null 2>&1
	n=$(wc -l <"$tmp/sorted")
	cmp -s "$tmp/theirs" "$tmp/sorted" && [ "$n" -gt 0 ]
	ok $? "$1: $n components are where KLayout finds them"
}

again small "$small_lef" "$small_def"

# Components that come later are in no region; copies of those that are stay in theirs.
run "read_lef $small_lef; read_def $small_def; place_fillers; write_def $tmp/filled.def; tile_design 3
	write_def $tmp/tiled.def; place_fillers; save_design $tmp/tiled.wsd; read_design $tmp/tiled.wsd
	write_def $tmp/stored.def" >/dev/null
members() { # FILE: members of its groups
	sed -n '/^GROUPS/,/^END GROUPS/p' "$1" | grep '^  [^+]' | tr -d ' ' | tr '\n' ' '
}
is "$(members "$tmp/filled.def")" 'u1 h/u2 h/r$\[3\] fill_0 ' "members of a group, after place_fillers"
is "$(members "$tmp/stored.def") $(members "$tmp/tiled.def" | wc -w)" \
	"$(members "$tmp/tiled.def") 12" "members of its copies, after place_fillers and in a snapshot"
cp "$small_lef" "$tmp/small.lef"
klayout_agrees small "$tmp/small.lef" "$small_def"

# ---- real ones ----

sky130=$data/lib/sky130hd/sky130_fd_sc_hd_merged.lef.gz
nangate=$data/lib/nangate45/Nangate45.lef.gz
asap7="$data/lib/asap7_27/asap7_tech_1x_201209_tech.lef
	$data/lib/asap7_27/asap7sc7p5t_27_R_1x_201211.lef.gz"

# lefs FOLDER/DESIGN: those that describe its cells
lefs() {
	case $1 in
	*_sky130hd | */yifive_*) echo "$sky130" ;;
	*_asap7) echo "$asap7" ;;
	openroad/gpl_simple10 | */NV_*) ;;
	openroad/gpl_*) echo "$data/openroad/gpl_nangate45/NangateOpenCellLibrary.lef.gz" ;;
	macroplacement/*) echo "$data/$1/ariane.lef.gz" ;;
	iccad15_simple/*) echo "$data/$1/simple.lef.gz" ;;
	*) echo "$nangate" ;;
	esac
	case $1 in
	rosettastone/*) echo "$data/$1/adaptec1_macro.lef.gz" ;;
	esac
}

# counted NOTE WORD: the number after "word=", 0 without
counted() {
	n=$(printf '%s\n' "$1" | sed -n "s/.*\b$2=\([0-9]*\).*/\1/p")
	echo "${n:-0}"
}

# die_of DEF: its corners in µm
die_of() {
	gzip -dcf "$1" | awk '
		/^ *UNITS/ { units = $4 }
		/^ *DIEAREA/ {
			printf "(%.3f %.3f) to (%.3f %.3f)\n", $3 / units, $4 / units, $7 / units, $8 / units
			exit
		}'
}

# real FOLDER FILE CELLS NETS NOTE: a line of the list of reference data
real() {
	def=$data/$1/$2
	commands=
	for lef in $(lefs "$1"); do
		commands="$commands read_lef $lef;"
	done
	run "$commands read_def $def; report_placement > $tmp/report
		puts \"nets [llength [get_nets *]]\"" >"$tmp/out"
	got=$(awk '
		$1 == "components" { print "cells=" $2 " placed=" $3 " fixed=" $4 }
		$1 == "ports" { print "pins=" $2 }
		$1 == "rows" { print "rows=" ($2 == "none" ? 0 : $2 + 0) }' "$tmp/report" | sort)
	is "$got $(sed -n 's/^nets /nets=/p' "$tmp/out")" "$(printf '%s\n' \
		"cells=$3 placed=$(counted "$5" placed) fixed=$(counted "$5" fixed)" \
		"pins=$(counted "$5" pins)" "rows=$(counted "$5" rows)") nets=$4" "$1: counts"
	is "$(sed -n 's/^die .*um, //p' "$tmp/report")" "$(die_of "$def")" "$1: the die"
	again "$1" "$(lefs "$1")" "$def"
}

if [ -n "$WARPSCOPE_REFERENCE" ] && [ -f "$data/MANIFEST.tsv" ]; then
	awk -F '\t' '$3 ~ /\.def(\.gz)?$/ && $3 != "final.def" {
		print $1 "/" $2 "\t" $3 "\t" $9 + 0 "\t" $10 + 0 "\t" $NF }' "$data/MANIFEST.tsv" \
		>"$tmp/list"
	while IFS="$(printf '\t')" read -r folder file cells nets note; do
		real "$folder" "$file" "$cells" "$nets" "$note"
	done <"$tmp/list"
	gzip -dc "$sky130" >"$tmp/cells.lef"
	klayout_agrees gcd_sky130hd "$tmp/cells.lef" "$data/circuitops/gcd_sky130hd/6_final.def.gz"
else
	skip "real designs" "no reference"
fi
plan
