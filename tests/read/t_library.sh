# The library ws45: that it says what a library should, and the same in all files, and that other tools
# take it. What needs tclsh, sta, yosys, iverilog or klayout is skipped without.
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/opensta.sh"
made=$(cd "$srcdir/assets/ws45" && pwd)
for name in ws45_late.lib ws45_early.lib ws45.lef; do
	gzip -dc "$made/$name.gz" >"$tmp/$name"
done
cp "$made/ws45.v" "$tmp"

there() {
	command -v "$1" >/dev/null 2>&1 && return 0
	skip "$2" "no $1"
	return 1
}

# ---- what is in the files ----

# The tables of both libraries, one by one: their count and what is wrong with them.
tables='
	function wrong(what) { print FILENAME ": " cell " " $1 " " what }
	function look(k, x, before) {
		if (x !~ /^-?[0-9.]+$/)
			wrong("has the number " x)
		if (sigma && x + 0 <= 0)
			wrong("of no width")
		if (delay && (x + 0 <= 0 || (k % 7 != 1 && x + 0 <= before)))
			wrong("does not grow with the load")
		if (NR == FNR)
			late[key, k] = x + 0
		else if (!((key, k) in late))
			wrong("is not in the late library")
		else if (delay && x + 0 > late[key, k])
			wrong("is earlier when late")
	}
	/^  cell \(/ { cell = $2 }
	/related_pin :/ { n_groups[FILENAME]++ }
	/^        [a-z_]+ \(.*values/ {
		n_tables[FILENAME]++
		key = cell $1 n_tables[FILENAME]
		sigma = $1 ~ /^ocv/
		delay = !sigma && $1 !~ /constraint/
		list = $0
		sub(/.*values \("/, "", list)
		sub(/"\);.*/, "", list)
		n = split(list, number, /[",]+/)
		if (n != ($1 ~ /constraint/ ? 25 : 49))
			wrong("has " n " values")
		for (k = 1; k <= n; k++)
			look(k, number[k] "", k > 1 ? number[k - 1] + 0 : 0)
	}
	END { for (k = 1; k <= 2; k++) print n_groups[ARGV[k]], n_tables[ARGV[k]] }'
(cd "$tmp" && awk "$tables" ws45_late.lib ws45_early.lib) >"$tmp/out"
is "$(head -20 "$tmp/out")" "166 1168
166 1168" "tables: delays grow with loads, early is before late, sigmas are above 0"

# Cell, area and signal pins: of Liberty, buses as in the LEF bit by bit.
awk '
	function finish() { if (cell != "") print cell, area pins }
	function pin(name) { pins = pins " " name }
	/^  cell \(/ { finish(); cell = substr($2, 2, length($2) - 2); pins = "" }
	/^    area :/ { area = sprintf("%.4f", $3) }
	/^    pin \(/ { pin(substr($2, 2, length($2) - 2)) }
	/^    bus \(/ {
		name = substr($2, 2, length($2) - 2)
		for (k = name == "A" ? 5 : 15; k >= 0; k--)
			pin(name "[" k "]")
	}
	END { finish() }' "$tmp/ws45_late.lib" >"$tmp/lib.cells"
awk '
	/^MACRO/ { cell = $2; pins = "" }
	/^  SIZE/ && cell != "" {
		area = sprintf("%.4f", $2 * $4)
		sites = $2 / 0.2 - int($2 / 0.2 + 0.5)
		rows = $4 / 1.8 - int($4 / 1.8 + 0.5)
		if (sites * sites > 1e-12 || rows * rows > 1e-12)
			print cell, "is not of whole sites"
	}
	/^  PIN/ && $2 != "VDD" && $2 != "VSS" { pins = pins " " $2 }
	/^END/ && $2 == cell { print cell, area pins; cell = "" }' "$tmp/ws45.lef" >"$tmp/lef.cells"
cmp -s "$tmp/lib.cells" "$tmp/lef.cells"
ok $? "LEF: the cells of the library with their areas and pins, of whole sites"
is "$(wc -l <"$tmp/lef.cells" | tr -d ' ')" 56 "as many as there should be"

# ---- made again, and against what it is made of ----

remade="what make_library.tcl makes is what is here"
functions="functions are those of the transistors"
if there tclsh "$remade"; then
	mkdir "$tmp/remade"
	tclsh "$made/make_library.tcl" "$tmp/remade" ws45_early.lib ws45.lef ws45.v
	bad=0
	for name in ws45_early.lib ws45.lef ws45.v; do
		cmp -s "$tmp/remade/$name" "$tmp/$name" || bad=1
	done
	ok $bad "$remade"
fi
if there tclsh "$functions"; then
	cat >"$tmp/functions.tcl" <<-'TCL'
		foreach part {transistor gates cells arcs} {
			source [file join [lindex $argv 0] $part.tcl]
		}
		set n 0
		foreach cell $cells {
			if {[dict get $cell kind] ne "gate"} {
				continue
			}
			foreach state [side_states [dict get $cell inputs] ""] {
				set values [circuit_values [dict get $cell circuit] $state]
				dict for {output function} [dict get $cell function] {
					set wanted [expr [string map $state $function]]
					if {[dict get $values $output] != $wanted} {
						puts "[dict get $cell name] $output $state"
					}
					incr n
				}
			}
		}
		puts $n
	TCL
	is "$(tclsh "$tmp/functions.tcl" "$made")" 288 "$functions"
fi

# ---- a design with every cell in it ----

awk '
	function declare(line, direction, width, name, m, i) {
		sub(/^ *(input|output)( reg)? */, "", line)
		sub(/;.*/, "", line)
		if (match(line, /^\[[0-9:]*\]/)) {
			width = substr(line, 1, RLENGTH) " "
			line = substr(line, RLENGTH + 2)
		}
		m = split(line, name, /, /)
		for (i = 1; i <= m; i++) {
			ports = ports (ports == "" ? "" : ", ") cell "_" name[i]
			text = text direction " " width cell "_" name[i] ";\n"
			pins = pins (pins == "" ? "" : ", ") "." name[i] "(" cell "_" name[i] ")"
		}
	}
	/^module/ { cell = $2; pins = "" }
	/^  input/ { declare($0, "input") }
	/^  output/ { declare($0, "output") }
	/^endmodule/ { instances = instances cell " i_" cell " (" pins ");\n" }
	END { print "module every (" ports ");\n" text instances "endmodule" }' "$tmp/ws45.v" \
	>"$tmp/every.v"
data=$(sed -n 's/^input \(\[[0-9:]*\] \)\{0,1\}\(.*\);/\2/p' "$tmp/every.v" |
	grep -v -e '_CK$' -e '_CLK$' | tr '\n' ' ')
cat >"$tmp/every.sdc" <<TEXT
create_clock -name clk -period 2 [get_ports {*_CK *_CLK}]
set_clock_transition 0.05 [get_clocks clk]
set_input_delay 0.1 -clock clk [get_ports {$data}]
set_output_delay 0.1 -clock clk [all_outputs]
set_input_transition 0.042 [all_inputs]
set_load 9.3 [all_outputs]
TEXT
{
	echo "read_liberty -max $tmp/ws45_late.lib"
	echo "read_liberty -min $tmp/ws45_early.lib"
} >"$tmp/libraries.tcl"
{
	cat "$tmp/libraries.tcl"
	echo "read_verilog $tmp/every.v"
	echo "link_design every"
	echo "read_sdc $tmp/every.sdc"
	for split in max min; do
		echo "report_checks -path_delay $split -format end -digits 5" \
			"-group_count 10000 -endpoint_count 1000"
	done
} >"$tmp/every.tcl"

run() {
	"$warpscope" -b -d cpu -e "$1" >"$2" 2>"$tmp/err" </dev/null
}

run "source $tmp/libraries.tcl; report_libraries" "$tmp/out"
is "$? $(cut -d , -f 1 "$tmp/out") $(cat "$tmp/err")" "0 max ws45_late: 56 cells
min ws45_early: 56 cells " "both are read without a warning"
run "source $tmp/every.tcl; report_design" "$tmp/ours"
is "$? $(awk '/^(instances|pins|arcs) / { print $1, $2 }' "$tmp/ours")" "0 instances 56
pins 442
arcs 716" "every cell linked: pins and arcs"
is "$(cat "$tmp/err")" "warpscope: no parasitics: wires have no delay" "and nothing to say about it"

quiet="OpenSTA reads both without a word"
same="OpenSTA has the same paths through every cell"
if there sta "$quiet"; then
	sta -no_splash -exit "$tmp/libraries.tcl" >"$tmp/out" 2>&1 </dev/null
	is "$? $(grep -v '^Saving command' "$tmp/out")" "0 " "$quiet"
fi
if there sta "$same"; then
	sta -no_splash -exit "$tmp/every.tcl" 2>&1 </dev/null |
		sed 's/\*\*async_default\*\*/asynchronous/' >"$tmp/theirs"
	for what in ours theirs; do
		ends "$tmp/$what" >"$tmp/$what.ends"
	done
	is "$(compare "$tmp/theirs.ends" "$tmp/ours.ends" 0.00002)" same "$same"
	is "$(wc -l <"$tmp/ours.ends" | tr -d ' ')" 712 "and there are as many as there should be"
fi

# ---- other tools ----

cat >"$tmp/block.v" <<'TEXT'
module block (clk, rst_n, we, sel, a, b, addr, y, z);
  input clk, rst_n, we, sel;
  input [7:0] a, b;
  input [5:0] addr;
  output reg [15:0] y;
  output [15:0] z;
  reg [7:0] ra, rb;
  always @(posedge clk) begin
    ra <= a;
    rb <= sel ? b : ~a ^ b;
  end
  always @(posedge clk or negedge rst_n)
    if (!rst_n) y <= 0;
    else y <= sel ? {8'h5a, ra + rb} : ra * rb;
  RAM64X16 ram (.CLK(clk), .WE(we), .A(addr), .D(y), .Q(z));
endmodule
TEXT
cat >"$tmp/bench.v" <<'TEXT'
module bench;
  reg clk = 0, rst_n = 0, we = 0, sel = 0;
  reg [7:0] a, b;
  reg [5:0] addr;
  wire [15:0] y, z, y_wanted, z_wanted;
  integer k, wrong = 0, seen = 0;
  block gates (clk, rst_n, we, sel, a, b, addr, y, z);
  block_wanted wanted (clk, rst_n, we, sel, a, b, addr, y_wanted, z_wanted);
  initial begin
    for (k = 0; k < 1000; k = k + 1) begin
      a = $random; b = $random; we = $random; sel = $random; addr = $random & 7; rst_n = k > 3;
      #1 clk = 1;
      #1 if (k > 6 && y !== y_wanted || k > 200 && z !== z_wanted) wrong = wrong + 1;
      if (k > 200 && ^z_wanted !== 1'bx) seen = seen + 1;
      clk = 0;
      #1 ;
    end
    $display("%0d wrong of %0d", wrong, seen);
  end
endmodule
TEXT
map="yosys maps a block"
if there yosys "$map"; then
	cat >"$tmp/map.ys" <<-YOSYS
		read_liberty -lib $tmp/ws45_late.lib
		read_verilog $tmp/block.v
		synth -flatten -top block
		dfflibmap -liberty $tmp/ws45_late.lib
		abc -liberty $tmp/ws45_late.lib -D 1000
		hilomap -hicell TIE1_X1 Z -locell TIE0_X1 Z
		clean
		check -assert -mapped
		write_verilog -noattr $tmp/mapped.v
	YOSYS
	yosys -q "$tmp/map.ys" >"$tmp/out" 2>&1
	is "$? $(cat "$tmp/out")" "0 " "$map"
	is "$(awk '/^  (DFF|RAM)/ { print $1 }' "$tmp/mapped.v" | sort | uniq -c | tr -s ' \n' ' ')" \
		" 16 DFFQ_X1 16 DFFRQ_X1 1 RAM64X16 " "to registers with reset, without, and the memory"
fi
models="the models compile"
simulated="the mapped block does what it should"
if there iverilog "$models"; then
	iverilog -Wall -o "$tmp/every.vvp" "$tmp/ws45.v" "$tmp/every.v" >"$tmp/out" 2>&1
	is "$? $(cat "$tmp/out")" "0 " "$models"
fi
if there iverilog "$simulated" && there yosys "$simulated"; then
	sed 's/^module block/&_wanted/' "$tmp/block.v" >"$tmp/wanted.v"
	iverilog -o "$tmp/bench.vvp" "$tmp/bench.v" "$tmp/mapped.v" "$tmp/wanted.v" "$tmp/ws45.v"
	is "$(vvp -n "$tmp/bench.vvp")" "0 wrong of 799" "$simulated"
fi

shapes="KLayout reads the LEF"
if there klayout "$shapes"; then
	cat >"$tmp/shapes.py" <<-'PYTHON'
		import pya
		layout = pya.Layout()
		options = pya.LoadLayoutOptions()
		options.lefdef_config.dbu = 0.001
		layout.read(lef, options)
		names = [(i, layout.get_info(i).name) for i in layout.layer_indexes()]
		pins = [i for i, name in names if name.endswith(".PIN")]
		outline = [i for i, name in names if name == "OUTLINE"]
		n_cells = n_pins = 0
		area = 0
		for cell in layout.each_cell():
		    n_cells += 1
		    n_pins += sum(cell.shapes(i).size() for i in pins)
		    area += pya.Region(cell.begin_shapes_rec(outline[0])).area()
		print(n_cells, "cells,", n_pins, "shapes of pins,", round(area * 1e-6, 2), "um2")
	PYTHON
	klayout -b -rd lef="$tmp/ws45.lef" -r "$tmp/shapes.py" >"$tmp/out" 2>&1
	area=$(awk '{ sum += $2 } END { printf "%.2f", sum }' "$tmp/lib.cells")
	is "$? $(cat "$tmp/out")" "0 56 cells, 330 shapes of pins, $area um2" "$shapes"
fi
plan
