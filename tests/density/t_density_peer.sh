# Maps and counts of placements beside an independent reading of their files: KLayout says where components
# and the die are, tests/lib/density_peer.py what covers each of 256 x 256 bins and where nets are, awk how many
# there are of what.
. "${srcdir:-.}/tests/lib/tap.sh"

data=$WARPSCOPE_REFERENCE/data
peer=$srcdir/tests/lib/density_peer.py

# without_wires DEF: only components, pins and the die; wires take KLayout longest
without_wires() {
	awk '
		/^[ \t]*(SPECIAL)?NETS[ \t]/ { wires = 1 }
		!wires { print }
		/^[ \t]*END (SPECIAL)?NETS/ { wires = 0 }' "$1"
}

# counted DEF: the statements of each section, what components are, and rows
counted() {
	awk '
		/^[ \t]*(COMPONENTS|PINS|NETS)[ \t]+[0-9]/ { section = $1; next }
		/^[ \t]*(SPECIALNETS|BLOCKAGES|REGIONS|GROUPS|FILLS|VIAS)[ \t]+[0-9]/ { section = ""; next }
		/^[ \t]*END / { section = "" }
		/^[ \t]*ROW / { rows++ }
		section != "" && $1 == "-" { n[section]++ }
		section == "COMPONENTS" && / \+ PLACED/ { placed++ }
		section == "COMPONENTS" && / \+ FIXED/ { fixed++ }
		END { print n["COMPONENTS"] + 0, placed + 0, fixed + 0, n["PINS"] + 0, n["NETS"] + 0, rows + 0 }' "$1"
}

# counts NAME READ DEF: ours are those that the text of the file has
counts() {
	name=$1 read=$2 def=$3
	"$warpscope" -b -d cpu -e "$read; report_placement > $tmp/report
		puts \"nets [llength [get_nets *]]\"" >"$tmp/out" 2>"$tmp/err"
	awk '
		$1 == "components" { components = $2 " " $3 " " $4 }
		$1 == "ports" { ports = $2 }
		$1 == "rows" { rows = $2 + 0 }
		$1 == "nets" { nets = $2 }
		END { print components, ports, nets, rows }' "$tmp/report" "$tmp/out" >"$tmp/ours"
	is "$(cat "$tmp/ours")" "$(counted "$def")" \
		"$name: components, placed and fixed ones, pins, nets and rows as in its text"
}

# compare NAME READ LEFS DEF: by name, the commands that open it, unpacked files
compare() {
	name=$1 read=$2 lefs=$3 def=$4
	without_wires "$def" >"$tmp/places.def"
	QT_QPA_PLATFORM=offscreen HOME=$tmp klayout -b -r "$srcdir/tests/lib/klayout_boxes.py" \
		-rd def="$tmp/places.def" -rd lef="$lefs" -rd out="$tmp/boxes" -rd die="$tmp/die" \
		>/dev/null 2>&1
	# shellcheck disable=SC2086 # several files
	cat $lefs >"$tmp/all.lef"
	"$warpscope" -b -d cpu -e "$read; density -map cells -grid 256x256; write_density $tmp/map.csv
		report_placement -components > $tmp/components" >"$tmp/out" 2>"$tmp/err"
	is "$(sed -n '1s/.*die (um) //p' "$tmp/map.csv")" \
		"$(awk '{ printf "%.4f %.4f %.4f %.4f", $1, $2, $3, $4 }' "$tmp/die")" "$name: the die"
	is "$(awk '$3 != "unplaced" { n++ } END { print n + 0 }' "$tmp/components")" \
		"$(wc -l <"$tmp/boxes" | tr -d ' ')" "$name: the number of components with a place"
	is "$(python3 "$peer" cells "$tmp/map.csv" "$tmp/all.lef" "$tmp/boxes" "$tmp/die" 2>&1)" \
		"65536 bins, 0 wrong, some filled" "$name: what covers each bin"
}

# nets NAME READ DEF MAP…: after compare(), whose LEF and die these are too
nets() {
	name=$1 read=$2 def=$3
	shift 3
	for map; do
		"$warpscope" -b -d cpu -e "$read; density -map $map -grid 64x64
			write_density $tmp/$map.csv" >"$tmp/out" 2>"$tmp/err"
		is "$(python3 "$peer" "$map" "$tmp/$map.csv" "$tmp/all.lef" "$def" "$tmp/die" 2>&1)" \
			"4096 bins, 0 wrong, some filled" "$name: boxes of nets in each bin: $map"
	done
}

have_klayout() {
	command -v klayout >/dev/null && command -v python3 >/dev/null
}

# ---- the bundled design ----

open="source $srcdir/assets/loom/loom.tcl"
gzip -dc "$srcdir/assets/ws45/ws45.lef.gz" >"$tmp/ws45.lef"
gzip -dc "$srcdir/assets/loom/loom.def.gz" >"$tmp/loom.def"
counts loom "$open" "$tmp/loom.def"
if have_klayout; then
	compare loom "$open" "$tmp/ws45.lef" "$tmp/loom.def"
	nets loom "$open" "$tmp/loom.def" nets rudy
	awk -F , -v OFS=, '$1 == 128 && $2 == 100 { $7 += 0.01 } { print }' "$tmp/map.csv" >"$tmp/wrong.csv"
	is "$(python3 "$peer" cells "$tmp/wrong.csv" "$tmp/ws45.lef" "$tmp/boxes" "$tmp/die" | tail -n 1)" \
		"65536 bins, 1 wrong, some filled" "and a bin that is wrong would be found"
else
	skip "loom's maps as KLayout's boxes have them" "no klayout or python3"
fi

# ---- real ones ----

# real NAME DEF LEF…: unpacked first, as KLayout wants them
real() {
	name=$1
	gzip -dcf "$data/$2" >"$tmp/real.def"
	shift 2
	lefs= read=
	for lef; do
		gzip -dcf "$data/$lef" >"$tmp/real_$#.lef"
		lefs="$lefs${lefs:+ }$tmp/real_$#.lef" read="${read}read_lef $tmp/real_$#.lef; "
		shift
	done
	read="${read}read_def $tmp/real.def"
	counts "$name" "$read" "$tmp/real.def"
	if [ -z "$lefs" ]; then
		return
	elif have_klayout; then
		compare "$name" "$read" "$lefs" "$tmp/real.def"
		case $name in
		riscv32i | jpeg_encoder) nets "$name" "$read" "$tmp/real.def" rudy ;;
		esac
	else
		skip "$name: its map" "no klayout or python3"
	fi
}

# What a Bookshelf folder's own text has: nodes, nets, their pins.
bookshelf() {
	folder=$data/bookshelf/acc64
	"$warpscope" -b -d cpu -e "read_bookshelf $folder/acc64.aux; report_placement > $tmp/report
		puts \"nets [llength [get_nets *]] [llength [get_pins -hierarchical *]]\"" >"$tmp/out" \
		2>"$tmp/err"
	nodes=$(gzip -dc "$folder/acc64.nodes.gz" | awk 'NF >= 3 && $2 + 0 == $2 { n++ } END { print n }')
	nets=$(gzip -dc "$folder/acc64.nets.gz" | awk '
		$1 == "NetDegree" { n++ }
		/^[ \t]/ && / : / { pins++ }
		END { print n, pins }')
	is "$(awk '$1 == "components" { print $2 }' "$tmp/report") $(sed -n 's/^nets //p' "$tmp/out")" \
		"$nodes $nets" "acc64: nodes, nets and pins as in its text"
}

if [ -n "$WARPSCOPE_REFERENCE" ] && [ -d "$data" ]; then
	sky130=lib/sky130hd/sky130_fd_sc_hd_merged.lef.gz
	nangate=lib/nangate45/Nangate45.lef.gz
	real riscv32i circuitops/riscv32i_sky130hd/6_final.def.gz $sky130
	real spi_master sky130_tapeout/yifive_spi_master/spi_master.def.gz $sky130
	real aes circuitops/aes_nangate45/6_final.def.gz $nangate
	real jpeg_encoder rdf_ng45/jpeg_encoder_area_comm/jpeg_encoder.def.gz $nangate
	real ct_ariane macroplacement/ct_ariane_placed/ariane.def.gz macroplacement/ct_ariane_placed/ariane.lef.gz
	real adaptec1 rosettastone/adaptec1_sky130hd/adaptec1.def.gz $sky130 \
		rosettastone/adaptec1_sky130hd/adaptec1_macro.lef.gz
	real NVDLA_p mlcad25/NV_NVDLA_partition_p/NV_NVDLA_partition_p_fp.def.gz
	bookshelf
else
	skip "real placements" "no reference"
fi
plan
