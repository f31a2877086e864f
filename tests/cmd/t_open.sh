# What is named on the command line: design files are read and never run, several open together, and
# only scripts run commands.
. "${srcdir:-.}/tests/lib/tap.sh"

data=$srcdir/tests/data
ran=$tmp/ran

# run WORD...: the exit code in $code, output in $tmp/out and $tmp/err
run() {
	"$warpscope" -d cpu -b "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

# Every kind of design file, with Tcl in it that would leave a trace.
for suffix in lib v sv sdc spef lef tlef def timing dag aux lib.gz v.gz sdc.gz spef.gz def.gz dag.gz txt tcl.gz gz ''; do
	file=$tmp/code${suffix:+.}$suffix
	rm -f "$ran"
	printf '[exec touch %s]\nexec touch %s\n' "$ran" "$ran" >"$file"
	case $suffix in
	*.gz) gzip <"$file" >"$file.packed" && mv "$file.packed" "$file" ;;
	esac
	run "$file"
	ok "$(test "$code" != 0 && test ! -e "$ran"; echo $?)" "a file named code${suffix:+.}$suffix isn't run"
	mkdir "$tmp/folder"
	cp "$file" "$tmp/folder"
	run "$tmp/folder"
	ok "$(test ! -e "$ran"; echo $?)" "nor in a folder"
	rm -r "$tmp/folder"
done
echo >"$tmp/code.log"
run "$tmp/code.log"
is "$code $(cat "$tmp/err")" "2 warpscope: $tmp/code.log: error: its name says no kind of design file \
(those that do end in .wsd .dag .lib .lef .tlef .aux .v .sv .sdc .timing .spef .aocv .def .sdf .mtx .txt, also with .gz, .bz2, .xz or .zst); to run it as a Tcl \
script, say -f FILE" "a kind that isn't known: exit 2, and what to say"
run .tcl
is "$code" 3 "a name that is nothing but an ending"
printf 'puts "script ran"\n' >"$tmp/script.tcl"
cp "$tmp/script.tcl" "$tmp/script"
run "$tmp/script.tcl"
is "$code $(cat "$tmp/out")" "0 script ran" "a name that ends in .tcl is a script's"
run -f "$tmp/script"
is "$code $(cat "$tmp/out")" "0 script ran" "and what -f names, whatever its name"
mkdir "$tmp/dir.tcl"
run "$tmp/dir.tcl"
is "$code $(cat "$tmp/err")" \
	"2 warpscope: $tmp/dir.tcl: error: no design here, nor below: neither *.wsd, *.dag, *.v, *.sv, *.def, *.aux nor edge lists *.txt (also packed)" \
	"a folder is a folder"

# Several open as those of a folder would, in whatever order they are named.
run "$data/stage.spef" "$data/stage.timing" "$data/stage.v" "$data/stage.lib" -e "report_wns -digits 6"
is "$code $(sed "s|$data/||g" "$tmp/err" | grep '^warpscope: [rlf][ei]' | tr '\n' ' ')$(cat "$tmp/out")" \
	"0 warpscope: read_liberty stage.lib warpscope: read_verilog stage.v warpscope: link_design \
warpscope: read_timing stage.timing warpscope: read_spef stage.spef warpscope: find_paths -max_paths 1000 \
wns max 0.000" "several open together"
run -e 'puts before' "$data/stage.v" -e 'puts [llength [get_ports]]' "$data/stage.lib" -e 'puts after'
is "$code $(head -1 "$tmp/out") $(tail -1 "$tmp/out")" "0 before after" "where the first of them is named"
cp "$data/stage.v" "$tmp/stage.sv"
cp "$data/small.lef" "$tmp/small.tlef"
run "$tmp/small.tlef" "$data/small.def" -e "report_placement"
ok "$(test "$code" = 0 && grep -q '^components' "$tmp/out"; echo $?)" ".tlef and .def"
run "$data/shelf.aux" -e "report_placement"
ok "$(test "$code" = 0 && grep -q '^components' "$tmp/out"; echo $?)" ".aux"
mkdir "$tmp/shelf"
cp "$data"/shelf.* "$tmp/shelf"
run "$tmp/shelf" -e "report_placement"
ok "$(test "$code" = 0 && grep -q '^components' "$tmp/out"; echo $?)" "also in a folder"
run "$tmp/stage.sv" "$data/stage.lib" -e "puts [expr 1+1]"
is "$code $(tail -1 "$tmp/out")" "0 2" ".sv"
run "$data/stage.lib"
is "$code $(cat "$tmp/err")" "0 " "a library alone"

# Several of a kind: read one after another where they add up, when each is named.
printf 'module low (a, y); input a; output y; assign y = a; endmodule\n' >"$tmp/low.v"
printf 'module high (a, y); input a; output y; low u (.a(a), .y(y)); endmodule\n' >"$tmp/high.v"
run "$tmp/high.v" "$tmp/low.v" -e "puts [llength [get_ports *]]"
is "$code $(grep -c read_verilog "$tmp/err")" "0 2" "two netlists that are named are one design's"
mkdir "$tmp/two"
cp "$tmp/high.v" "$tmp/low.v" "$tmp/two"
run "$tmp/two" -e "puts [get_name [current_design]]"
is "$code $(cat "$tmp/out")" "0 high" "in a folder too, if one is above the other"
sed 's/high/higher/' "$tmp/high.v" >"$tmp/two/higher.v"
cp "$data/stage.lib" "$tmp/two"
run "$tmp/two"
is "$code $(sed -n 's/.*error: //p' "$tmp/err")" "3 which netlist? none is above modules high, higher; \
open_design -files and --files choose, as high.v or higher.v" "two that none is above are a question"
is "$(tail -n 1 "$tmp/err")" "warpscope: ✓ liberty  – lef  ✗ verilog high.v  – sdc  – spef  – def" "beside what opens"
run --files 'high.v low.v' "$tmp/two" -e "puts [get_name [current_design]]"
is "$code $(cat "$tmp/out")" "0 high" "which --files answers"
cat >"$tmp/keys" <<-KEYS
	1
	:catch "open_design $tmp/two"
	<Esc>
	:expect {Enter chooses: high.v or higher.v}
	<Enter>
	:expect {open_design -files high.v}
	<Enter>
	<Esc>
	:expect {1 instance}
	:expect -not {Enter chooses}
KEYS
"$warpscope" -d cpu --keys "$tmp/keys" --size 120x36 -e "set x 1" >"$tmp/out" 2>&1 </dev/null
is "$? $(head -n 1 "$tmp/out")" "0 " "and the explorer"
cp "$tmp/high.v" "$tmp/two/higher.v"
run "$tmp/two"
is "$code $(sed -n 's/.*error: \(which netlist? [^;]*\);.*/\1/p' "$tmp/err")" "3 which netlist? module high is in several" \
	"one module in two files"
printf 'module code (a); input a; always @(a) b = a; endmodule\n' >"$tmp/two/higher.v"
run "$tmp/two" -e "puts [get_name [current_design]]"
is "$code $(grep -c 'higher.v:1:.*behavioural' "$tmp/err") $(tail -n 1 "$tmp/err")" \
	"3 1 warpscope: ✓ liberty  – lef  ✗ verilog higher.v:1  – sdc  – spef  – def" "what is no netlist leaves the rest"
rm "$tmp/two/higher.v"
run --files '*.v'
is "$code $(cat "$tmp/err")" "2 warpscope: --files needs design files or a folder" "--files alone"
run "$data/stage.spef" "$data/hand.spef" "$data/stage.v" "$data/stage.lib"
is "$code $(cat "$tmp/err")" "3 warpscope: error: which parasitics? $data/stage.spef $data/hand.spef; name one of them" \
	"a second one that would take the first one's place"
run "$data/ladder.dag" "$data/stage.v"
is "$code" 3 "a graph and a netlist"
run "$data/shelf.aux" "$data/stage.v"
is "$code" 3 "Bookshelf and a netlist"
mkdir "$tmp/libs"
cp "$data/stage.lib" "$data/stage.v" "$data/stage.timing" "$tmp/libs"
printf 'library (more) { cell (OTHER) { pin (A) { direction : input; } } }\n' >"$tmp/libs/more.lib"
run "$tmp/libs" -e "puts [llength [get_lib_cells */OTHER]]; report_wns -digits 6"
is "$code $(tail -2 "$tmp/out" | tr '\n' ' ')" "0 1 wns max 0.000000 " "libraries of a folder that have no cell in common"
sed 's/library *(/library (second_/' "$data/stage.lib" >"$tmp/libs/second.lib"
run "$tmp/libs"
is "$code $(grep -c 'which library? Cell .* is in .*second.lib too' "$tmp/err")" "3 1" "which one, where they have"
ok "$(grep -q 'read_verilog' "$tmp/err" && ! grep -q 'link_design' "$tmp/err"; echo $?)" \
	"nothing is linked before the choice"
ok "$(grep -q 'warpscope: ✗ liberty [a-z]*.lib  – lef  ✓ verilog  – sdc' "$tmp/err"; echo $?)" "what there is and what isn't"
rm "$tmp/libs/second.lib"
cp "$data/stage.lib" "$tmp/libs/cells_tt_v1.lib"
mv "$tmp/libs/stage.lib" "$tmp/libs/cells_ff_v1.lib"
run "$tmp/libs"
ok "$(test "$code" = 3 && grep -q 'choose, as \*ff\* or \*tt\*$\|choose, as \*tt\* or \*ff\*$' "$tmp/err"; echo $?)" \
	"with words that would tell"
run --libraries '*ff*' "$tmp/libs" -e "puts [llength [get_lib_cells */OTHER]]; report_wns -digits 6"
is "$code $(tail -2 "$tmp/out" | tr '\n' ' ')" "0 1 wns max 0.000 " "which --libraries takes; what has no cell in common stays"
run --libraries '*ss*' "$tmp/libs"
ok "$(test "$code" = 3 && grep -q 'which library? None .* name like "\*ss\*"' "$tmp/err"; echo $?)" "a glob that none matches"
run --libraries '*ff*'
is "$code $(cat "$tmp/err")" "2 warpscope: --libraries needs design files or a folder" "--libraries alone"
cp "$data/stage.lib" "$tmp/libs/stage.lib"
rm "$tmp"/libs/cells_*
sed 's/library *(/library (second_/' "$data/stage.lib" >"$tmp/libs/second.lib"
run "$tmp/libs"/*.lib "$tmp/libs/stage.v"
is "$code" 0 "but not of files that are named"
printf 'create_clock -name c -period [exec touch %s]\n' "$ran" >"$tmp/evil.sdc"
rm -f "$ran"
run "$data/stage.v" "$data/stage.lib" "$tmp/evil.sdc"
ok "$(test "$code" = 3 && test ! -e "$ran" && grep -q 'evil.sdc:1' "$tmp/err"; echo $?)" \
	"constraints that are named run in the sandbox"

# One that can't be read leaves the rest, and a batch fails all the same.
mkdir "$tmp/broken"
cp "$data/stage.v" "$data/stage.lib" "$data/stage.spef" "$tmp/broken"
printf 'create_clock -name c -period 1 [get_ports clk]\nset_clock_uncertainty nonsense [get_clocks c]\n' >"$tmp/broken/stage.sdc"
run "$tmp/broken" -e 'puts after'
is "$code $(cat "$tmp/out")$(grep '^warpscope: ' "$tmp/err" | sed "s|$tmp/broken/||" | grep -v error | tail -2 | tr '\n' ' ')" \
	"3 warpscope: read_spef stage.spef warpscope: ✓ liberty  – lef  ✓ verilog  ✗ sdc stage.sdc:2  ✓ spef  – def " \
	"parasitics are read after constraints that fail"
printf 'catch {open_design %s}\nputs [llength [get_nets *]]\nfind_paths\n' "$tmp/broken" >"$tmp/goes_on.tcl"
run "$tmp/goes_on.tcl"
ok "$(test "$code" = 1 && grep -q '^[1-9]' "$tmp/out"; echo $?)" "a script that goes on has the netlist"
printf 'library (bad) { cell (X) { pin' >"$tmp/broken/bad.lib"
run "$tmp/broken"
ok "$(grep -q '✗ liberty bad.lib:1  – lef  ✓ verilog  ✗ sdc' "$tmp/err"; echo $?)" "a library too"
rm "$tmp/broken/bad.lib"
printf 'create_clock -name c -period 1 [get_ports clk]\n' >"$tmp/broken/stage.sdc"
run -e "catch {open_design $tmp/broken/stage.sdc}; open_design $tmp/broken; open_design; report_wns"
is "$code" 0 "it opens in place of what it opened before; without a path the same again"
run -e "open_design"
is "$code $(cat "$tmp/err")" "2 warpscope: open_design: nothing was opened yet: name files or a folder" "or nothing"

# Fillers are no black boxes where LEF has them.
mkdir "$tmp/filled"
cp "$data/stage.lib" "$data/stage.timing" "$tmp/filled"
sed 's/^endmodule/FILL1 f1 (); FILL1 f2 (); ODD o1 (); endmodule/' "$data/stage.v" >"$tmp/filled/stage.v"
run "$tmp/filled"
is "$(grep 'black box' "$tmp/err" | tr '\n' ' ')" "warning: 3 cells with 4 instances in no library, taken as black boxes \
warning: black box \"MONITOR\": 1 instance warning: black box \"FILL1\": 2 instances warning: black box \"ODD\": 1 instance " "unknown fillers"
cat >"$tmp/filled/cells.tlef" <<'END'
MACRO FILL1
 CLASS CORE SPACER ; SIZE 1 BY 1 ;
 PIN VDD DIRECTION INOUT ; USE POWER ; END VDD
END FILL1
MACRO ODD
 CLASS CORE SPACER ; SIZE 1 BY 1 ;
 PIN A DIRECTION INPUT ; END A
END ODD
END LIBRARY
END
run "$tmp/filled" -e "check_setup"
is "$(grep 'black box' "$tmp/err" | tr '\n' ' ')" "warning: 2 cells with 2 instances in no library, taken as black boxes \
warning: black box \"MONITOR\": 1 instance warning: black box \"ODD\": 1 instance " "fillers that LEF has, and what only looks like one"
is "$(grep -c '2 black boxes' "$tmp/out")" 1 "nor for check_setup"
# ---- files of a folder that exclude each other ----

mkdir "$tmp/excluding"
cp "$data/stage.v" "$data/stage.lib" "$tmp/excluding"
cp "$data/stage.spef" "$tmp/excluding/a.spef"
cp "$data/stage.spef" "$tmp/excluding/b.spef"
echo 'create_clock -name c -period 1 [get_ports clk]' >"$tmp/excluding/fast.sdc"
echo 'create_clock -name c -period 2 [get_ports clk]' >"$tmp/excluding/slow.sdc"
"$warpscope" -b -d cpu "$tmp/excluding" >/dev/null 2>"$tmp/err" </dev/null
is "$? $(tail -n 1 "$tmp/err")" "3 warpscope: ✓ liberty  – lef  ✓ verilog  ✗ sdc fast.sdc  ✗ spef a.spef  – def" \
	"two constraints and two parasitics: the rest opens"
is "$(grep -c 'error: which constraints? fast.sdc slow.sdc; \|error: which parasitics? a.spef b.spef; ' "$tmp/err")" 2 "with a question each"
"$warpscope" -b -d cpu -e "open_design -files {slow.sdc b*} $tmp/excluding" >/dev/null 2>"$tmp/err" </dev/null
is "$? $(grep -c 'read_sdc.*/slow.sdc$\|read_spef.*/b.spef$' "$tmp/err") $(grep -c 'fast.sdc\|a.spef' "$tmp/err")" "0 2 0" "-files chooses"
"$warpscope" -b -d cpu -e "open_design -files slow.sdc $tmp/excluding" >/dev/null 2>"$tmp/err" </dev/null
is "$? $(cat "$tmp/err")" "3 warpscope: $tmp/excluding: error: which parasitics? a.spef b.spef; name the files of the design, not the folder" "all of them or none"
cp "$tmp/excluding/b.spef" "$tmp/excluding/stage.spef"
cp "$data/stage.timing" "$tmp/excluding"
mv "$tmp/excluding/fast.sdc" "$tmp/excluding/stage.sdc"
run "$tmp/excluding"
is "$code $(grep 'left out\|read_s' "$tmp/err" | sed "s|$tmp/excluding/||" | tr '\n' ' ')" "0 warpscope: left out: a.spef b.spef \
slow.sdc stage.timing; open_design -files and --files choose warpscope: read_sdc stage.sdc warpscope: read_spef stage.spef " \
	"those that are called as the netlist is, and SDC"
run --files '*.timing a.spef' "$tmp/excluding"
is "$code $(grep 'left out\|read_[st]' "$tmp/err" | sed "s|$tmp/excluding/||" | tr '\n' ' ')" "0 warpscope: read_timing stage.timing warpscope: read_spef a.spef " "or others"
mv "$tmp/excluding/stage.sdc" "$tmp/excluding/fast.sdc"
rm "$tmp/excluding/stage.timing" "$tmp/excluding/stage.spef"
cat >"$tmp/keys" <<-KEYS
	1
	:catch "open_design $tmp/excluding"
	<Esc>
	:expect {Enter chooses: fast.sdc or slow.sdc}
	<Enter>
	:expect {open_design -files {fast.sdc a.spef}}
	<Enter>
	<Esc>
	:expect {period 1.000 ps}
	:expect -not {Enter chooses}
KEYS
"$warpscope" -d cpu --keys "$tmp/keys" --size 120x36 -e "set x 1" >"$tmp/out" 2>&1 </dev/null
is "$? $(head -n 1 "$tmp/out")" "0 " "and in the checklist Enter asks"
# ---- designs of a folder that exclude each other ----

mkdir "$tmp/graphs" "$tmp/places" "$tmp/shelves" "$tmp/mixed" "$tmp/drawn"
cp "$data/ladder.dag" "$tmp/graphs/a.dag"
cp "$data/ladder.dag" "$tmp/graphs/b.dag"
run "$tmp/graphs"
is "$code $(sed "s|$tmp/||g" "$tmp/err" | tr '\n' ' ')" "3 warpscope: graphs/a.dag: error: which graph? a.dag b.dag; \
open_design -files and --files choose warpscope: – liberty  – lef  – verilog  – sdc  – spef  – def  ✗ graph a.dag " "two graphs are a question"
run --files b.dag "$tmp/graphs"
is "$code $(grep -c 'read_graph .*b.dag' "$tmp/err") $(grep -c 'left out' "$tmp/err")" "0 1 0" "which --files answers"
cp "$data"/small.def "$data"/small.lef "$data"/stage.def "$tmp/places"
run "$tmp/places"
is "$code $(tail -n 1 "$tmp/err")" "3 warpscope: – liberty  ✓ lef  – verilog  – sdc  – spef  ✗ def small.def" "two placements: LEF opens"
run --files 'small.*' "$tmp/places" -e "report_placement"
is "$code $(grep -c 'read_def .*small.def' "$tmp/err")" "0 1" "or one of them"
cp "$data"/shelf.* "$tmp/shelves"
cp "$data/shelf.aux" "$tmp/shelves/other.aux"
run "$tmp/shelves"
is "$code $(grep -c 'which Bookshelf design? other.aux shelf.aux; ' "$tmp/err")" "3 1" "two Bookshelf designs"
cp "$data"/ladder.dag "$data"/stage.v "$data"/stage.lib "$data"/stage.aocv "$data"/shelf.* "$tmp/mixed"
run "$tmp/mixed/stage.v" "$tmp/mixed/stage.lib" -e "save_design $tmp/mixed/old.wsd"
run "$tmp/mixed" -e "puts [get_name [current_design]]"
is "$code $(cat "$tmp/out") $(grep 'left out' "$tmp/err")" \
	"0 stage warpscope: left out: ladder.dag old.wsd shelf.aux; open_design -files and --files choose" "a netlist comes before other designs"
is "$(grep -c 'read_aocv .*stage.aocv$' "$tmp/err")" 1 "AOCV tables are read with it"
echo '(DELAYFILE (SDFVERSION "3.0") (DESIGN "stage") (TIMESCALE 1ns))' >"$tmp/mixed/stage.sdf"
run "$tmp/mixed"
is "$code $(grep -c 'read_sdf .*stage.sdf$' "$tmp/err")" "0 1" "delays of a folder"
run "$tmp/mixed/stage.v" "$tmp/mixed/stage.lib" "$tmp/mixed/stage.sdf"
is "$code $(grep -c 'read_sdf .*stage.sdf$' "$tmp/err")" "0 1" "delays that are named"
rm "$tmp/mixed/stage.sdf"
run --files '*.dag' "$tmp/mixed"
is "$code $(grep -o 'read_[a-z]*\|left out' "$tmp/err" | tr '\n' ' ')" "0 read_graph " "--files chooses another design"
run --files old.wsd "$tmp/mixed"
is "$code $(grep -o 'read_[a-z]*\|left out' "$tmp/err" | tr '\n' ' ')" "0 read_design " "and a snapshot"
cp "$data/stage.aocv" "$tmp/mixed/fast.aocv"
mv "$tmp/mixed/stage.aocv" "$tmp/mixed/slow.aocv"
run "$tmp/mixed"
is "$code $(tail -n 1 "$tmp/err")" "3 warpscope: ✓ liberty  – lef  ✓ verilog  – sdc  – spef  – def  ✗ aocv fast.aocv" "two sets of tables are a question"
mv "$tmp/mixed/fast.aocv" "$tmp/mixed/late.aocv"
mv "$tmp/mixed/slow.aocv" "$tmp/mixed/early.aocv"
run "$tmp/mixed"
is "$code $(grep -c 'read_aocv .*\.aocv$' "$tmp/err")" "0 2" "early and late ones are not"
cp "$data"/ladder.dag "$data"/small.def "$data"/small.lef "$tmp/drawn"
run "$tmp/drawn"
is "$code $(sed -n 's/.*left out: //p' "$tmp/err")" "0 small.def small.lef; open_design -files and --files choose" "a graph beside a placement"

# ---- several modules that may be the top ----

{
	printf 'module tiny (a, y); input a; output y; assign y = a; endmodule\n'
	sed 's/^module stage/module other/' "$data/stage.v"
	printf 'module big (a); input a; other u (); other v (); endmodule\n'
} >"$tmp/tops.v"
run "$tmp/tops.v" "$data/stage.lib" -e "puts [get_name [current_design]]"
is "$code $(cat "$tmp/out") $(sed -n 's/^warpscope: \(.*may be the top.*\)/\1/p' "$tmp/err")" \
	"0 big 2 modules may be the top: this is big, with 52 cells the largest; link_design opens another: tiny (0)" "the largest is opened"
is "$(grep -c 'warpscope: link_design big' "$tmp/err")" 1 "by name"

# ---- nothing of the design before ----

# shows COMMAND WANTED: the header and the files of Summary, after it replaced a design with a file that failed
shows() {
	printf ':\nreport_wns<Enter>\n:\n%s<Enter>\n1:\nsave_view<Space>%s/view.txt<Enter>\n' \
		"$(echo "$1" | sed 's/ /<Space>/g')" "$tmp" >"$tmp/keys"
	rm -f "$tmp/view.txt"
	timeout 60 "$warpscope" -d cpu --no-init --keys "$tmp/keys" --size 100x50 \
		-e "source $data/stage.tcl; save_design $tmp/stage.wsd; catch {read_sdc $tmp/none.sdc}" </dev/null >/dev/null 2>&1
	is "$(sed -n 's/^ files  *//p' "$tmp/view.txt" | tr -s ' ') $(grep -c 'WNS 7.892' "$tmp/view.txt")" "$2" "$1"
}
shows "open_figure cpg-4" " 0"
shows "open_figure density-2" " 0"
shows "open_figure spmv-2" " 0"
shows "read_graph $data/ladder.dag" " 0"
shows "read_bookshelf $data/shelf.aux" " 0"
shows "close_design; catch {read_sdc $tmp/none.sdc}; generate_design -gates 500" " 0"
shows "open_design $data/ladder.dag" " 0"
shows "close_design; read_graph $data/ladder.dag" " 0"

# ---- a matrix ----

printf '%s\n' '%%MatrixMarket matrix coordinate real general' '3 4 3' '1 1 2' '1 4 1' '3 3 0.5' >"$tmp/m.mtx"
"$warpscope" -b -d cpu "$tmp/m.mtx" >"$tmp/out" 2>"$tmp/err"
is "$? $(sed -n 1p "$tmp/out") $(grep -c '^merge ' "$tmp/out")" "0 $tmp/m.mtx: 3 x 4, 3 nonzeros 1" "products of a matrix that is named"
printf ':expect {m.mtx: 3 x 4, 3 nonzeros}\n:expect {to run}\n' >"$tmp/keys"
"$warpscope" -d cpu --no-init --keys "$tmp/keys" --size 120x36 "$tmp/m.mtx" >"$tmp/out" 2>&1 </dev/null
is "$? $(cat "$tmp/out")" "0 " "in view Lab"
mkdir "$tmp/matrices"
cp "$tmp/m.mtx" "$tmp/matrices"
"$warpscope" -b -d cpu "$tmp/matrices" >"$tmp/out" 2>"$tmp/err"
is "$? $(grep -c 'no design here' "$tmp/err")" "2 1" "a folder of matrices has no design"
plan
