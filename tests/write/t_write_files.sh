# What write_verilog, write_sdc, write_spef and write_liberty write is read in a new process: the reports are the
# same byte for byte, and it is written the same again. OpenSTA 2.0, where that is installed, reads it without a
# warning and reports the same as of the files it came from. Graphs have the same paths, also as costs.
# Errors leave no file and the session as it was.
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/opensta.sh"
own=$srcdir/tests/data

# reports DIRECTORY: commands that write reports there
reports() {
	for m in max min; do
		echo "report_checks -path_delay $m -format full_clock_expanded -group_path_count 1000" \
			"-endpoint_path_count 3 -digits 6 -fields {slew capacitance net} > $1/$m"
		echo "report_wns -$m > $1/wns_$m"
		echo "report_tns -$m > $1/tns_$m"
	done
}

# writes DIRECTORY: commands that write all that is open; $libs are the libraries, each with its flag before it
writes() {
	echo "write_verilog $1/n.v; write_spef $1/n.spef.gz; write_sdc $1/n.sdc"
	i=0
	for lib in $libs; do
		case $lib in -*) continue ;; esac
		i=$((i + 1))
		echo "write_liberty -library $lib $1/$i.lib"
	done
}

# written_libs DIRECTORY: as $libs, what that wrote
written_libs() {
	i=0
	for lib in $libs; do
		case $lib in
		-*) echo "$lib" ;;
		*) i=$((i + 1)) && echo "$1/$i.lib" ;;
		esac
	done
}

# reads DIRECTORY: commands that open what was written there
reads() {
	written_libs "$1" | sed '/^-/{N;s/\n/ /;}; s/^/read_liberty /'
	echo "read_verilog $1/n.v; link_design; read_spef $1/n.spef.gz; read_sdc $1/n.sdc"
}

# batch SCRIPT: its exit status, and messages but for those on what was read
batch() {
	"$warpscope" -b -d cpu "$1" >"$tmp/out" 2>"$tmp/err" </dev/null
	echo "$? $(grep -v -e warning -e '^warpscope: w' -e '^warpscope: no para' "$tmp/err")"
}

# there_and_back NAME SETTINGS: open_it opens the design; without wires where $spef is empty
there_and_back() {
	rm -rf "$tmp/a" "$tmp/b"
	mkdir "$tmp/a" "$tmp/b"
	{ open_it; echo "set_delay_calculator elmore; $2"; reports "$tmp/a"; writes "$tmp/a"; } >"$tmp/a.tcl"
	{
		reads "$tmp/a"; echo "set_delay_calculator elmore; $2"; reports "$tmp/b"
		(libs=$(written_libs "$tmp/a") && writes "$tmp/b")
	} >"$tmp/b.tcl"
	[ -n "$spef" ] || sed -i 's/write_spef [^;]*;//; s/read_spef [^;]*;//' "$tmp/a.tcl" "$tmp/b.tcl"
	is "$(batch "$tmp/a.tcl")" "0 " "$1 is written"
	is "$(batch "$tmp/b.tcl")" "0 " "$1 is read back"
	different=
	for f in "$tmp"/a/*; do
		cmp -s "$f" "$tmp/b/${f##*/}" || different="$different ${f##*/}"
	done
	is "$different" "" "$1: the same reports, written the same again"
	ok "$(test "$(wc -l <"$tmp/a/max")" -gt 20; echo $?)" "$1: there are paths"
}

# ---- small ones ----

open_it() { echo "source $own/stage.tcl"; }
libs=$own/stage.lib spef=yes
for model in elmore lumped; do
	there_and_back "stage, $model" "set_delay_model $model; set_cppr tau"
done
open_it() {
	echo "read_liberty $own/domains.lib; read_verilog $own/domains.v; link_design domains
		read_sdc $own/domains.sdc"
}
libs=$own/domains.lib spef=
there_and_back domains
open_it() {
	echo "read_liberty -min $own/hand_Early.lib; read_liberty -max $own/hand_Late.lib
		read_verilog $own/hand.v; link_design; read_spef $own/hand.spef; read_timing $own/hand.timing"
}
libs="-min $own/hand_Early.lib -max $own/hand_Late.lib" spef=yes
there_and_back hand

# ---- options of OpenSTA ----

cat >"$tmp/options.tcl" <<END
read_liberty $own/domains.lib
read_verilog $own/domains.v
link_design domains
read_sdc $own/domains.sdc
write_verilog $tmp/all.v
write_verilog -sort $tmp/sorted.v
write_verilog -remove_cells {DFF domains/NAND?} $tmp/fewer.v
write_verilog -remove_cells [get_lib_cells domains/BUF] $tmp/unbuffered.v
write_verilog -remove_cells NONE $tmp/same.v
write_sdc $tmp/plain.sdc
write_sdc -gzip -no_timestamp -map_hpins $tmp/packed.sdc
write_sdc -digits 3 $tmp/rounded.sdc
END
"$warpscope" -b -d cpu --no-init "$tmp/options.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$?" 0 "options of write_verilog and write_sdc"
# cells FILE CELLS: the names of instances
cells() {
	sed -nE "s/^ ($2) ([^ ]*) \\(.*/\\2/p" "$1"
}
is "$(cells "$tmp/sorted.v" '[A-Z0-9]+')" "$(cells "$tmp/all.v" '[A-Z0-9]+' | LC_ALL=C sort)" "-sort: by name"
is "$(cells "$tmp/fewer.v" '[A-Z0-9]+')" "$(cells "$tmp/all.v" '[A-Z0-9]+' | grep -vxF "$(cells "$tmp/all.v" 'DFF|NAND.')")" "-remove_cells: names and patterns"
is "$(cells "$tmp/unbuffered.v" BUF)" "" "-remove_cells: objects"
is "$(expr "$(cells "$tmp/all.v" 'DFF|NAND.' | wc -l)" '>' 10)" 1 "there were some"
is "$(cmp "$tmp/same.v" "$tmp/all.v")$(grep -c 'no instance is of a cell "NONE"' "$tmp/err")" 1 "-remove_cells: none"
is "$(gzip -dc <"$tmp/packed.sdc" | cmp - "$tmp/plain.sdc")" "" "-gzip"
is "$(grep -m 1 create_clock "$tmp/rounded.sdc" | grep -oE -- '-period [0-9.]*')" "-period $(printf '%.3f' "$(grep -m 1 create_clock "$tmp/plain.sdc" | sed 's/.*-period \([0-9.]*\).*/\1/')")" "-digits"

# ---- supplies ----

# what pg_pins are connected to, in the library's order, through modules, on ports, on supply nets and constants
sed -E 's/^  cell \((BUF|DFF)\) \{/&\n    pg_pin (VDD) { pg_type : primary_power; } pg_pin (VSS) { pg_type : primary_ground; }/' \
	"$own/domains.lib" >"$tmp/supplied.lib"
cat >"$tmp/supplied.v" <<'END'
module pair (a, y, p, g);
  input a; output y; inout p, g; wire n;
  BUF u1 (.VSS(g), .A(a), .VDD(p), .Y(n));
  BUF u2 (.A(n), .Y(y), .VDD(1'b1), .VSS(1'b0));
endmodule
module top (a, c, y, VP);
  input a, c; output y; inout VP; wire n, \m[0]/x ; supply0 gnd;
  pair x (.a(a), .y(n), .p(VP), .g(gnd));
  DFF r (.VSS(gnd), .CK(c), .D(n), .Q(\m[0]/x ), .VDD());
  NAND2 g (.A(\m[0]/x ), .B(n), .Y(y));
endmodule
END
cat >"$tmp/supplied.tcl" <<END
read_liberty $tmp/supplied.lib
read_verilog $tmp/supplied.v
link_design top
write_verilog $tmp/unsupplied.v
write_verilog -include_pwr_gnd $tmp/supplied1.v
save_design $tmp/supplied.wsd
read_verilog $tmp/supplied1.v
link_design top
write_verilog -include_pwr_gnd $tmp/supplied2.v
read_design $tmp/supplied.wsd
write_verilog -include_pwr_gnd $tmp/supplied3.v
tile_design 2
write_verilog -include_pwr_gnd $tmp/supplied_twice.v
write_verilog -include_pwr_gnd -remove_cells [get_lib_cells */*] $tmp/supplied_none.v
END
is "$("$warpscope" -b -d cpu --no-init "$tmp/supplied.tcl" 2>&1 </dev/null | grep -vE 'without CUDA|took their place')" "" "-include_pwr_gnd"
is "$(sed -n '/^ [A-Z]/,$p' "$tmp/supplied1.v")" " BUF \\x/u1  (.VDD(VP),
    .VSS(gnd),
    .A(a),
    .Y(\\x/n ));
 BUF \\x/u2  (.VDD(1'b1),
    .VSS(1'b0),
    .A(\\x/n ),
    .Y(n));
 DFF r (.VSS(gnd),
    .CK(c),
    .D(n),
    .Q(\\m[0]/x ));
 NAND2 g (.A(\\m[0]/x ),
    .B(n),
    .Y(y));
endmodule" "supplies first, those that are connected"
is "$(grep -vE '\.V(DD|SS)' "$tmp/supplied1.v" | grep -c '\.')" 10 "beside the pins of cells with supplies"
is "$(grep -c 'V[DS][DS]' "$tmp/unsupplied.v")" 0 "without the option there are none"
is "$(cmp "$tmp/supplied1.v" "$tmp/supplied2.v" && cmp "$tmp/supplied1.v" "$tmp/supplied3.v")" "" "there and back, and of a snapshot"
is "$(grep -c '(.VDD(\\t[01]/VP )\|\.VSS(\\t[01]/gnd )' "$tmp/supplied_twice.v")" 6 "copies have supplies of their own"
is "$(grep -c '^ [A-Z]' "$tmp/supplied_none.v")" 0 "-remove_cells: all cells of the libraries"

# ---- real ones ----

for design in gcd_sky130hd spi_master uart_asap7; do
	opensta_design "there and back" || continue
	open_it() { opensta_open; }
	there_and_back "$design" "set_delay_model lumped; set load_includes_driver_pin true"
done
tau=$WARPSCOPE_REFERENCE/data/tau15
for design in s27 aes_core; do
	if [ ! -f "$tau/$design/$design.timing" ]; then
		skip "there and back of $design" "no reference"
		continue
	fi
	libs="-min $(ls "$tau"/_lib/*Early*.lib* | head -n 1) -max $(ls "$tau"/_lib/*Late*.lib* | head -n 1)"
	spef=$(ls "$tau/$design/$design".spef* 2>/dev/null)
	open_it() {
		set -- $libs
		echo "read_liberty $1 $2; read_liberty $3 $4; read_verilog $(ls "$tau/$design"/*.v*); link_design"
		[ -z "$spef" ] || echo "read_spef $spef"
		echo "read_timing $tau/$design/$design.timing"
	}
	there_and_back "$design" "set_cppr tau"
done

# ---- other readers of Verilog ----

cat >"$tmp/names.v" <<'TEXT'
module \top[1] (a, \b[0] , c, \assign , z, io);
input [3:0] a; input \b[0] ; input c; output \assign ; output [0:1] z; inout io;
wire \c[7] , \x/y[2] , w; supply1 one; wire [1:0] \v.w ;
assign z[0] = 1'b1; assign z[1] = \v.w [1];
BOX \u/1 (.p({a[0], 1'b0, \c[7] }), .\q+ (one), .r(\v.w [0]), .s());
BOX u2 (.p({a[1], w, c}), .\q+ (1'b1), .\t[5] (\x/y[2] ));
sub s (.i(a[3:2]), .o(\assign ));
endmodule
module sub (i, o); input [1:0] i; output o; BOX k (.r(i[1]), .p({i[0], o})); endmodule
TEXT
printf '%s\n' 'module BOX (input [2:0] p, input \q+ , input r, input s, input \t[5] ); endmodule' >"$tmp/box.v"
"$warpscope" -b -d cpu -e "read_verilog $tmp/names.v; link_design; write_verilog $tmp/flat.v
	write_verilog -aliases $tmp/aliases.v" 2>/dev/null
for f in flat aliases; do
	if command -v iverilog >/dev/null 2>&1; then
		is "$(iverilog -t null "$tmp/$f.v" "$tmp/box.v" 2>&1)" "" "Icarus Verilog takes $f.v"
	else
		skip "Icarus Verilog takes $f.v" "not installed"
	fi
	if command -v yosys >/dev/null 2>&1; then
		is "$(yosys -q -p "read_verilog $tmp/$f.v $tmp/box.v; hierarchy -check" 2>&1 | grep -v tri-state)" "" \
			"Yosys takes $f.v"
	else
		skip "Yosys takes $f.v" "not installed"
	fi
done

# ---- OpenSTA ----

# other NAME READS: what OpenSTA reports and says of a design that these commands open; into $tmp/NAME
other() {
	{
		echo "$2"
		for m in max min; do
			echo "report_checks -path_delay $m -format full_clock_expanded -group_count 100 -digits 4 > $tmp/$1.$m"
		done
	} >"$tmp/$1.tcl"
	sta -no_splash -no_init -exit "$tmp/$1.tcl" </dev/null 2>&1 | grep -v 'Creating black box'
}

# beside NAME: what it makes of $original and of $written
beside() {
	other original "$original" >/dev/null
	is "$(other written "$written")" "" "OpenSTA reads $1 without a warning"
	for m in max min; do
		cmp -s "$tmp/original.$m" "$tmp/written.$m"
		ok "$(test $? = 0 && test "$(wc -l <"$tmp/original.$m")" -gt 50; echo $?)" "and reports the same ($m)"
	done
}

case $(sta -version 2>/dev/null) in
2.0.*)
	original="read_liberty $own/domains.lib; read_verilog $own/domains.v; link_design domains
		read_sdc $own/domains.sdc"
	written="read_liberty $tmp/o/1.lib; read_verilog $tmp/o/n.v; link_design domains; read_sdc $tmp/o/n.sdc"
	mkdir "$tmp/o"
	libs=$own/domains.lib
	{ echo "$original"; writes "$tmp/o" | sed 's/write_spef [^;]*;//'; } >"$tmp/o.tcl"
	is "$(batch "$tmp/o.tcl")" "0 " "domains is written for it"
	beside domains

	# levels, which are names in what is flat
	cat >"$tmp/o/h.v" <<'TEXT'
module sub (a, ck, z);
input a, ck; output z; wire w; wire [1:0] v;
BUF f (.A(a), .Y(w));
DFF \r[1] (.CK(ck), .D(w), .Q(v[1]));
BUF g (.A(v[1]), .Y(z));
endmodule
module top (ck, a, y);
input ck; input [1:0] a; output y; wire n; wire [1:0] q;
BUF cb (.A(ck), .Y(n));
sub s (.a(a[1]), .ck(n), .z(q[0]));
BUF \o[2] (.A(q[0]), .Y(y));
endmodule
TEXT
	cat >"$tmp/o/h.spef" <<'TEXT'
*SPEF "IEEE 1481-1998"
*DESIGN "top"
*DATE ""
*VENDOR ""
*PROGRAM ""
*VERSION ""
*DESIGN_FLOW ""
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER []
*T_UNIT 1 NS
*C_UNIT 1 PF
*R_UNIT 1 KOHM
*L_UNIT 1 HENRY
*D_NET s/w 0.05
*CONN
*I s/f:Y O
*I s/r\[1\]:D I
*CAP
1 s/f:Y 0.02
2 s/w:1 0.01
3 s/r\[1\]:D 0.02
*RES
1 s/f:Y s/w:1 0.5
2 s/w:1 s/r\[1\]:D 0.7
*END
*D_NET a[1] 0.02
*CONN
*P a[1] I
*I s/f:A I
*CAP
1 a[1] 0.02
*RES
1 a[1] s/f:A 0.5
*END
TEXT
	cat >"$tmp/o/h.sdc" <<'TEXT'
create_clock -name c -period 3 [get_ports ck]
set_propagated_clock [get_clocks c]
set_input_delay 0.1 -clock c [get_ports a]
set_output_delay 0.1 -clock c [get_ports y]
set_multicycle_path 2 -from [get_pins {s/r[1]/CK}] -through [get_pins s/g/Y]
TEXT
	original="read_liberty $own/domains.lib; read_verilog $tmp/o/h.v; link_design top; read_sdc $tmp/o/h.sdc
		read_spef $tmp/o/h.spef"
	{
		echo "$original"
		writes "$tmp/o"
		echo "write_spef -hierarchical $tmp/o/l.spef"
	} >"$tmp/o.tcl"
	is "$(batch "$tmp/o.tcl")" "0 " "a hierarchy is written flat for it"
	gzip -df "$tmp/o/n.spef.gz"
	written="read_liberty $own/domains.lib; read_verilog $tmp/o/n.v; link_design top; read_sdc $tmp/o/n.sdc
		read_spef $tmp/o/n.spef"
	beside "what was a hierarchy"
	written="read_liberty $own/domains.lib; read_verilog $tmp/o/h.v; link_design top; read_sdc $tmp/o/h.sdc
		read_spef $tmp/o/l.spef"
	beside "a hierarchy's wires"
	design=gcd_sky130hd
	if opensta_design "OpenSTA's reports"; then
		for file in "$verilog" "$spef" $libs; do
			gzip -dcf "$file" >"$tmp/o/$(basename "$file" .gz)"
		done
		{ opensta_open | grep -v '^set'; writes "$tmp/o"; } >"$tmp/o.tcl"
		is "$(batch "$tmp/o.tcl")" "0 " "$design is written for it"
		gzip -df "$tmp/o/n.spef.gz"
		cd_lib=$(basename "$libs" .gz)
		original="read_liberty $tmp/o/$cd_lib; read_verilog $tmp/o/6_final.v; link_design gcd
			read_sdc $sdc; read_spef $tmp/o/6_final.spef"
		written="read_liberty $tmp/o/1.lib; read_verilog $tmp/o/n.v; link_design gcd
			read_sdc $tmp/o/n.sdc; read_spef $tmp/o/n.spef"
		beside $design
		written="read_liberty $tmp/o/$cd_lib; read_verilog $tmp/o/6_final.v; link_design gcd
			read_sdc $tmp/o/n.sdc; read_spef $tmp/o/n.spef"
		beside "$design's constraints and wires with its own netlist"
	fi
	;;
*)
	skip "OpenSTA reads what is written" "no OpenSTA 2.0"
	;;
esac

# ---- graphs ----

# paths TABLE: slack and points of each path, without times and tags
paths() {
	awk -F '\t' -v OFS='\t' '!/^#/ {
		trace = $NF
		gsub(/@[-0-9.]+/, "", trace)
		gsub(/\\ #[0-9]+/, "", trace)
		gsub(/\\ rise/, "/R", trace)
		gsub(/\\ fall/, "/F", trace)
		gsub(/:/, "/", trace)
		sub(/^source\\ [0-9]+ /, "", trace)
		sub(/ sink\\ [0-9]+$/, "", trace)
		printf "%.3f\t%s\n", $2 + '"${2:-0}"', trace
	}' "$1"
}

# graph NAME SPLIT: of what open_it opens, as it is and as costs
graph() {
	delay="-path_delay $2"
	[ "$2" ] || delay=
	{
		open_it
		echo "set sta_crpr_enabled 0
			find_paths -max_paths 500 $delay
			puts [write_graph -cost $delay $tmp/cost.dag.gz]
			write_graph $delay $tmp/same.dag
			write_graph -cost -no_comment $delay $tmp/bare.dag
			write_timing_paths $tmp/paths.original"
	} >"$tmp/g.tcl"
	is "$(batch "$tmp/g.tcl")" "0 " "$1 is written as a graph"
	constant=$(tail -n 1 "$tmp/out")
	is "$(gzip -dc "$tmp/cost.dag.gz" | sed -n 's/^# constant //p') $(gzip -dc "$tmp/cost.dag.gz" | tail -n +3 |
		cmp - "$tmp/bare.dag")" "$constant " "$1: the constant"
	ok "$(grep -q -- ', -' "$tmp/bare.dag"; test $? = 1; echo $?)" "$1: no cost is negative"
	for kind in same cost; do
		"$warpscope" -b -d cpu -e "read_graph $(ls "$tmp/$kind".dag*); find_paths -max_paths 500
			write_timing_paths $tmp/paths.$kind; write_graph $tmp/again.dag" 2>/dev/null
	done
	"$warpscope" -b -d cpu -e "read_graph $tmp/same.dag; write_graph $tmp/again.dag" 2>/dev/null
	cmp "$tmp/same.dag" "$tmp/again.dag"
	ok $? "$1: written the same again"
	paths "$tmp/paths.original" >"$tmp/original"
	paths "$tmp/paths.same" >"$tmp/same"
	paths "$tmp/paths.cost" "$constant" >"$tmp/cost"
	cmp "$tmp/original" "$tmp/same" && cmp "$tmp/original" "$tmp/cost"
	ok "$(test $? = 0 && test "$(wc -l <"$tmp/original")" -gt 10; echo $?)" \
		"$1: the same paths in the same order, $(wc -l <"$tmp/original")"
}

open_it() { echo "read_graph $own/ladder.dag"; }
graph ladder ""
open_it() { echo "read_graph $srcdir/assets/example.dag.gz"; }
graph "the example" ""
cat >"$tmp/odd.dag" <<'TEXT'
7
"source 1";
"a";
"b b";
"c";
"sink 2";
"dead";
"alone";
"source 1" -> "a", -3.5;
"a" -> "b b", 2;
"a" -> "b b", 2;
"b b" -> "c", -7.25;
"a" -> "dead", 1;
"source 1" -> "c", 1;
"c" -> "sink 2", 0;
TEXT
sed 's/^\(.*\)$/\1/' "$tmp/odd.dag" >"$tmp/cost_only.dag"
cat >>"$tmp/odd.dag" <<'TEXT'
source "source 1", 1;
source "a", 2;
source "a", 3;
source "alone", 0;
sink "b b", 10;
sink "c", 4;
sink "sink 2", 5;
sink "sink 2", 4.5;
TEXT
open_it() { echo "read_graph $tmp/odd.dag"; }
graph "sources and sinks in the middle, several at one vertex" "" | sed 's/^not ok.*/&/' >"$tmp/graph"
"$warpscope" -b -d cpu -e "read_graph $tmp/odd.dag; find_paths -max_paths 500; write_timing_paths $tmp/p.odd
	write_graph -cost $tmp/odd_cost.dag; read_graph $tmp/odd_cost.dag; find_paths -max_paths 500
	write_timing_paths $tmp/p.cost" 2>"$tmp/err"
constant=$(sed -n 's/^# constant //p' "$tmp/odd_cost.dag")
awk -F '\t' -v c="$constant" '!/^#/ { t = $NF; gsub(/@[-0-9.]+/, "", t); sub(/^source_\\ [0-9]+ /, "", t)
	sub(/ sink_\\ [0-9]+$/, "", t); printf "%.3f %s\n", $2 + c, t }' "$tmp/p.cost" >"$tmp/cost"
awk -F '\t' '!/^#/ { t = $NF; gsub(/@[-0-9.]+/, "", t); printf "%.3f %s\n", $2, t }' "$tmp/p.odd" >"$tmp/odd"
is "$(cat "$tmp/cost")" "$(cat "$tmp/odd")" \
	"sources and sinks in the middle, several at one vertex, called as those that are added"
ok "$(test "$(wc -l <"$tmp/odd")" -gt 20; echo $?)" "and there are many: $(wc -l <"$tmp/odd")"
open_it() { echo "source $own/stage.tcl"; }
graph "stage, max" max
graph "stage, min" min
open_it() {
	echo "read_liberty $own/domains.lib; read_verilog $own/domains.v; link_design domains
		read_sdc $own/domains.sdc"
}
graph "domains, max" max
graph "domains, min" min

# A search goes on where it was when the other split is written.
cat >"$tmp/between.tcl" <<TCL
source $own/stage.tcl
find_paths -max_paths 30 -path_delay max
write_timing_paths $tmp/before
write_graph -path_delay min $tmp/min.dag
write_timing_paths $tmp/after
TCL
is "$(batch "$tmp/between.tcl") $(cmp "$tmp/before" "$tmp/after")" "0  " "a search isn't disturbed by the other split"

# ---- errors ----

cat >"$tmp/errors.tcl" <<TCL
proc try {args} { catch {uplevel #0 \$args} why; puts \$why }
foreach what {verilog sdc spef graph liberty} { try write_\$what $tmp/not }
read_graph $own/ladder.dag
try write_verilog $tmp/not
try write_graph -path_delay min $tmp/not
source $own/stage.tcl
foreach what {verilog sdc spef graph liberty} {
	try write_\$what $tmp/no/such/file
	try write_\$what /dev/full
	try write_\$what $tmp
}
try write_liberty -library other $tmp/not
read_liberty $own/domains.lib
try write_liberty $tmp/not
try write_liberty -library $own/domains.lib $tmp/is
try write_verilog $tmp/is.v
TCL
is "$(batch "$tmp/errors.tcl")" "0 " "errors leave the session"
is "$(sed "s|$tmp|TMP|g; s|^.*/no/such|TMP/no/such|" "$tmp/out" | sort | uniq -c | sed 's/^ *//')" \
	"$(cat <<'TEXT'
2 
1 -path_delay min: the graph is open for latest paths; read_graph -path_delay min opens it for earliest ones
5 /dev/full: error: No space left on device
5 TMP/no/such/file: error: No such file or directory
5 TMP: error: Is a directory
1 no graph is open; read one with read_graph FILE
1 no library "other" is open
1 no library is open; read one with read_liberty FILE
4 no netlist is open; read_liberty, read_verilog and link_design open one
1 write_liberty: several are open; -library names one
TEXT
)" "each in a sentence"

# a disk that is full in the middle
mkdir "$tmp/full"
echo old >"$tmp/full/g.dag"
(
	trap '' XFSZ
	ulimit -f 40
	"$warpscope" -b -d cpu -e "read_graph $srcdir/assets/example.dag.gz; write_graph $tmp/full/g.dag" 2>"$tmp/full.err"
)
is "$(sed "s|$tmp|TMP|" "$tmp/full.err" | head -n 1) $(ls "$tmp/full") $(cat "$tmp/full/g.dag")" \
	"warpscope: TMP/full/g.dag: error: File too large g.dag old" "a file that doesn't fit leaves the old one"

is "$(ls "$tmp" | grep -e not -e part) $(test -s "$tmp/is" && test -s "$tmp/is.v"; echo $?)" " 0" "no file is left of them"
plan
