# Folders in the shapes that flows leave: one design is opened, at one corner, and the others are listed.
. "${srcdir:-.}/tests/lib/tap.sh"

data=$srcdir/tests/data

# lay PATH...: a small file of the kind that its ending says; RTL where the folder is src or rtl
lay() {
	for path; do
		mkdir -p "$tmp/$(dirname "$path")"
		module=$(basename "$path" | sed 's/^[0-9].*/stage/; s/[._].*//')
		case $path in
		*src/*.v | */rtl/*.v) printf 'module %s (input clk, output reg q);\nalways @(posedge clk) q <= 1;\nendmodule\n' "$module" ;;
		*.v) sed "s/^module stage/module $module/" "$data/stage.v" ;;
		*.sdc) printf 'create_clock -name c -period 1 [get_ports clk]\n' ;;
		*.spef | *.spef.gz) sed "s/\"stage\"/\"$module\"/" "$data/stage.spef" ;;
		*.sdf) printf '(DELAYFILE (SDFVERSION "3.0") (DESIGN "stage") (TIMESCALE 1ns))\n' ;;
		*.def) sed "s/^DESIGN stage/DESIGN $module/" "$data/stage.def" ;;
		*.lef | *.tlef) cat "$data/stage.lef" ;;
		*.lib) cat "$data/stage.lib" ;;
		*.timing) cat "$data/stage.timing" ;;
		esac >"$tmp/$path"
		case $path in *.gz) gzip <"$tmp/$path" >"$tmp/packed" && mv "$tmp/packed" "$tmp/$path" ;; esac
	done
}
# opens NAME WORD... : what is read of the folder of that name in $tmp, in $tmp/out, and the exit code
opens() {
	folder=$1
	shift
	"$warpscope" -d cpu -b "$tmp/$folder" "$@" >"$tmp/stdout" 2>"$tmp/err" </dev/null
	code=$?
	sed -n "s|$tmp/$folder/||g; s/^warpscope: read_[a-z]* \(-disjoint -- \)\{0,1\}//p" "$tmp/err" | tr '\n' ' ' >"$tmp/out"
}
said() {
	grep -c "$1" "$tmp/err"
}

# OpenLane: steps beside the results, corners of parasitics, a library of the design itself
run=openlane/spm/runs
lay openlane/spm/src/spm.v openlane/spm/src/spm.sdc $run/RUN_1/results/final/verilog/gl/spm.v \
	$run/RUN_2/results/final/verilog/gl/spm.v $run/RUN_2/results/synthesis/spm.v $run/RUN_2/tmp/cts/spm.v \
	$run/RUN_2/results/final/def/spm.def $run/RUN_2/tmp/floorplan/spm.def $run/RUN_2/results/final/sdc/spm.sdc \
	$run/RUN_2/results/final/spef/multicorner/spm.max.spef $run/RUN_2/results/final/spef/multicorner/spm.min.spef \
	$run/RUN_2/results/final/spef/multicorner/spm.nom.spef $run/RUN_2/results/final/lib/spm.lib \
	$run/RUN_2/results/final/lef/spm.lef openlane/pdk/cells__ss_1v60.lib openlane/pdk/cells__tt_1v80.lib
opens openlane
final=spm/runs/RUN_2/results/final
is "$code $(cat "$tmp/out")" "0 pdk/cells__tt_1v80.lib $final/verilog/gl/spm.v $final/sdc/spm.sdc \
$final/spef/multicorner/spm.nom.spef $final/def/spm.def " "OpenLane: the last run's results, at one corner"
is "$(said "^warpscope: left out: .*cells__ss_1v60.lib .*/spm.max.spef .*/spm.min.spef .*src/spm.v (RTL); open_design -files")" 1 \
	"other corners are listed"
opens openlane -e 'report_wns'
is "$code $(wc -l <"$tmp/stdout")" "0 1" "and it has slacks"
opens openlane --files '*/RUN_1/*' 
is "$code $(grep -c 'RUN_1/results/final/verilog/gl/spm.v' "$tmp/out")" "0 1" "--files names folders below"

# LibreLane: nl and pnl, folders for corners
final=librelane/runs/RUN_9/final
lay librelane/src/spm.v $final/nl/spm.nl.v $final/pnl/spm.pnl.v $final/def/spm.def $final/sdc/spm.sdc $final/lef/spm.lef \
	$final/lib/nom_tt_025C_1v80/spm__nom_tt_025C_1v80.lib $final/spef/nom/spm.nom.spef $final/spef/max/spm.max.spef \
	$final/sdf/nom_tt_025C_1v80/spm__nom_tt_025C_1v80.sdf $final/sdf/max_ss_100C_1v60/spm__max_ss_100C_1v60.sdf \
	librelane/runs/RUN_9/06-yosys-synthesis/spm.nl.v librelane/lib/cells.lib
opens librelane
is "$code $(cat "$tmp/out")" "0 lib/cells.lib runs/RUN_9/final/nl/spm.nl.v runs/RUN_9/final/sdc/spm.sdc \
runs/RUN_9/final/spef/nom/spm.nom.spef runs/RUN_9/final/def/spm.def " "LibreLane: no delays beside parasitics"

# OpenROAD-flow-scripts: steps of a flow beside each other
base=orfs/results/nangate45/gcd/base
lay $base/1_synth.v $base/1_synth.sdc $base/6_final.v $base/6_final.sdc $base/6_final.spef $base/6_final.def orfs/platforms/cells.lib \
	orfs/platforms/cells.lef
opens orfs
base=results/nangate45/gcd/base
is "$code $(cat "$tmp/out")" "0 platforms/cells.lef platforms/cells.lib $base/6_final.v $base/6_final.sdc $base/6_final.spef \
$base/6_final.def " "OpenROAD-flow-scripts"
opens orfs/$base
is "$code $(cat "$tmp/out")" "0 6_final.v 6_final.sdc 6_final.spef 6_final.def " "or the folder of the results itself"

# TinyTapeout: RTL and a testbench, and one run
lay tinytapeout/src/tt.v
printf 'module tb;\ninitial begin end\ntt_um u ();\nendmodule\n' >"$tmp/tinytapeout/tb.v"
opens tinytapeout
is "$code $(said 'no design here: .* is RTL')" "2 1" "nothing but RTL is no design"
lay tinytapeout/runs/wokwi/final/nl/tt.nl.v tinytapeout/runs/wokwi/final/spef/nom/tt.nom.spef tinytapeout/cells.lib
opens tinytapeout
is "$code $(cat "$tmp/out")" "0 cells.lib runs/wokwi/final/nl/tt.nl.v runs/wokwi/final/spef/nom/tt.nom.spef " "TinyTapeout"

# caravel: several designs lie together, one is a module of the other; a third is by itself
lay caravel/verilog/gl/adder.v caravel/verilog/gl/other.v caravel/verilog/rtl/wrapper.v caravel/def/adder.def caravel/def/wrapper.def \
	caravel/spef/adder.spef caravel/spef/wrapper.spef caravel/sdc/adder.sdc caravel/sdc/wrapper.sdc caravel/lib/cells.lib
printf 'module wrapper (clk, reset_n, enable);\ninput clk, reset_n, enable;\nadder mprj (.clk(clk), .reset_n(reset_n), .enable(enable));\nendmodule\n' \
	>"$tmp/caravel/verilog/gl/wrapper.v"
printf '*SPEF "IEEE 1481-1998"\n*DESIGN "wrapper"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 OHM\n*L_UNIT 1 HENRY\n*D_NET clk 1\n*END\n' >"$tmp/caravel/spef/wrapper.spef"
printf 'VERSION 5.8 ;\nDESIGN wrapper ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 9000 9000 ) ;\nEND DESIGN\n' \
	>"$tmp/caravel/def/wrapper.def"
opens caravel -e 'puts [get_name [current_design]]'
is "$code $(cat "$tmp/stdout") $(grep -o '[^ ]*\.\(sdc\|def\|spef\)' "$tmp/out" | tr '\n' ' ')" \
	"0 wrapper sdc/wrapper.sdc spef/wrapper.spef def/wrapper.def " "caravel: what others are modules of"
is "$(said 'read_verilog -disjoint -- .*/adder.v .*gl/wrapper.v$') $(said 'left out: .*verilog/gl/other.v .*rtl/wrapper.v (RTL)')" "1 1" "with these, without another design"
opens caravel --files adder.v -e 'puts [get_name [current_design]]'
is "$(cat "$tmp/stdout") $(cat "$tmp/out")" "adder lib/cells.lib verilog/gl/adder.v sdc/adder.sdc spef/adder.spef def/adder.def " \
	"--files chooses another, and its files follow by name"

# Innovus: everything packed in one folder, libraries beside; TAU: flat, with an early and a late library
lay innovus/DBS/chip.v innovus/DBS/chip.sdc innovus/DBS/chip.spef.gz innovus/DBS/chip.def innovus/libs/mmmc/cells_slow.lib \
	innovus/libs/mmmc/cells_typ.lib innovus/libs/lef/cells.lef
opens innovus
is "$code $(cat "$tmp/out")" "0 libs/lef/cells.lef libs/mmmc/cells_typ.lib DBS/chip.v DBS/chip.sdc DBS/chip.spef.gz DBS/chip.def " "Innovus"
lay tau/stage.v tau/stage.timing tau/stage.sdc tau/stage_Early.lib tau/stage_Late.lib tau/stage.spef
opens tau
is "$code $(cat "$tmp/out")" "0 -min stage_Early.lib -max stage_Late.lib stage.v stage.sdc stage.spef " "TAU"

# Repositories seldom hold their libraries: an installed kit's is offered, and read by the user alone.
cells=pdk/ciel/sky130/versions/0123abcd/sky130A/libs.ref/sky130_fd_sc_hd
lay mpw/sdc/chip.sdc $cells/lib/sky130_fd_sc_hd__ff_n40C_1v95.lib $cells/lib/sky130_fd_sc_hd__tt_025C_1v80.lib $cells/techlef/sky130_fd_sc_hd__nom.tlef
mkdir -p "$tmp/mpw/gl"
sed 's/^module stage/module chip/; s/^  INV /  sky130_fd_sc_hd__inv_1 /' "$data/stage.v" >"$tmp/mpw/gl/chip.v"
sed -i 's/(INV)/(sky130_fd_sc_hd__inv_1)/' "$tmp/$cells"/lib/*.lib
offered=$tmp/$cells/lib/sky130_fd_sc_hd__tt_025C_1v80.lib
HOME=$tmp/empty PDK_ROOT=
export HOME PDK_ROOT
opens mpw -e 'puts [llength [get_libs -quiet *]]'
is "$code $(cat "$tmp/stdout") $(said 'no library: cells are of sky130_fd_sc_hd: name its .lib, or say by PDK_ROOT where it is')" "0 0 1" \
	"a kit that isn't installed"
PDK_ROOT=$tmp/pdk
opens mpw -e 'puts [llength [get_libs -quiet *]]'
is "$code $(cat "$tmp/stdout") $(said "^warpscope: to read it: open_design $tmp/mpw .*__nom.tlef $offered$")" "0 0 1" \
	"one that is: offered with its corner, not taken"
printf ':expect {Enter helps}\n<Enter>\n:expect {__nom.tlef}\n<Enter>\n:expect {✓ liberty}\n' >"$tmp/keys"
"$warpscope" -d cpu --keys "$tmp/keys" --size 160x40 "$tmp/mpw" >"$tmp/stdout" 2>&1 </dev/null
is "$? $(head -n 1 "$tmp/stdout")" "0 " "in Summary, which is shown first, Enter"

# Constraints that need the environment, or files beside them: Summary has the command that would read them.
mkdir "$tmp/asks"
cp "$data/stage.v" "$data/stage.lib" "$tmp/asks"
printf 'create_clock -name c -period 100 [get_ports clk]\nsource ./more.tcl\nset_input_delay $::env(WAIT) -clock c [get_ports in*]\n' \
	>"$tmp/asks/stage.sdc"
printf 'set_clock_uncertainty 3 c\n' >"$tmp/asks/more.tcl"
cat >"$tmp/keys" <<-KEYS
	:expect {source isn't available}
	<Enter>
	:expect {read_sdc -source more.tcl $tmp/asks/stage.sdc}
	<C-u>catch<Space>{read_sdc<Space>-source<Space>more.tcl<Space>$tmp/asks/stage.sdc}<Enter>
	:expect {read "::env(WAIT)"}
	<Enter>
	:expect {set ::env(WAIT) {}; read_sdc -env WAIT -source more.tcl $tmp/asks/stage.sdc}
	<C-u>set<Space>::env(WAIT)<Space>5;<Space>read_sdc<Space>-env<Space>WAIT<Space>-source<Space>more.tcl<Space>$tmp/asks/stage.sdc<Enter>
	:expect {✓ sdc}
KEYS
"$warpscope" -d cpu --keys "$tmp/keys" --size 180x40 -e "catch {open_design $tmp/asks}; view summary" >"$tmp/stdout" 2>&1 </dev/null
is "$? $(head -n 1 "$tmp/stdout")" "0 " "source and the environment, step by step"
reads() {
	(cd "$tmp/asks" && PATH=$PATH "$program" -d cpu -b stage.v stage.lib -e "$1") >"$tmp/stdout" 2>"$tmp/err" </dev/null
	code=$?
}
program=$(command -v "$(cd "$(dirname "$warpscope")" && pwd)/$(basename "$warpscope")")
reads 'read_sdc -source more.tcl -until 3 stage.sdc; puts [expr {[get_property [get_clocks c] period] == 100}]'
is "$code $(cat "$tmp/stdout") $(said 'stage.sdc:3: warning: commands from here on are left out') $(said 'slack may look better than it is')" \
	"1 1 1 1" "-until keeps what comes before, and a batch fails for it"
printf 'nonsense\n' >"$tmp/asks/more.tcl"
reads 'read_sdc -source more.tcl stage.sdc'
is "$code $(said '^warpscope: stage.sdc:2: error: more.tcl:1: unknown command')" "3 1" "a file that is sourced has its lines"
reads 'read_sdc -source ../asks/more.tcl stage.sdc'
is "$code $(said 'without folders')" "2 1" "and none of another folder"

# bounds
mkdir -p "$tmp/linked/deep" "$tmp/many"
ln -s .. "$tmp/linked/deep/up"
lay linked/deep/stage.v linked/cells.lib
ln -s "$tmp/linked/deep/stage.v" "$tmp/linked/again.v"
ln -s nowhere "$tmp/linked/gone.v"
opens linked
is "$code $(cat "$tmp/out")" "0 cells.lib again.v " "links are followed once"
seq 50100 | (cd "$tmp/many" && xargs touch)
lay many/zz/stage.v
opens many
is "$code $(said 'not all was searched')" "2 1" "the search has bounds"
rm -r "$tmp/many"

# Without paths, or without sizes, a batch goes on and says why.
lay macros/stage.v macros/stage.def macros/stage.lib
printf 'set_false_path -from [get_ports enable]\n' >"$tmp/macros/stage.sdc"
opens macros -e "density; save_image -window -types $tmp/macros.png; puts after"
is "$code $(said 'nothing is constrained: there are no startpoints') $(grep -o 'cells without sizes: LEF lacks [0-9]* masters\|after' "$tmp/stdout" | tr '\n' ' ')" \
	"0 1 cells without sizes: LEF lacks 5 masters after " "unconstrained, and without LEF"

# text is a graph where it reads as an edge list, and of folders with a design nothing
mkdir -p "$tmp/edges/more"
printf '# u v\n1 2\n2 3\n' >"$tmp/edges/more/graph.txt"
printf 'see the graph\n' >"$tmp/edges/README.txt"
printf 'wns -5.0\ntns -9.0\n' >"$tmp/edges/report.txt"
opens edges -e "report_paths -format full"
is "$code $(cat "$tmp/out")$(said 'graph.txt: 2 of 2 arcs have no weight: it is 1 ps')$(grep -c '2.000  cost' "$tmp/stdout")" \
	"0 more/graph.txt 11" "an edge list is a graph"
lay edges/stage.v edges/stage.lib
opens edges
is "$code $(cat "$tmp/out")" "0 stage.lib stage.v " "but not beside a netlist"

# what can't be used
lay empty/readme.txt cells/tt.lib
opens empty "$tmp/cells/tt.lib"
is "$code $(said 'no design here, nor below')" "2 1" "a folder without a design, beside a library"

plan
