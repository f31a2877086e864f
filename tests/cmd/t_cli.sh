# The command line in batch: what goes to which stream, exit codes, messages.
. "${srcdir:-.}/tests/lib/tap.sh"

run() {
	"$warpscope" -d cpu "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

run --version
is "$code $(cat "$tmp/out")" "0 warpscope 0.2.0" "--version"
run --help
ok "$(grep -q '^usage: warpscope' "$tmp/out"; echo $?)" "--help"
run --list-keys
ok "$(grep -q '^\. .*a level or stage forward' "$tmp/out"; echo $?)" "--list-keys"

run
is "$code" 5 "no terminal: exit 5"
ok "$(grep -q -- --batch "$tmp/err"; echo $?)" "and a hint"
run --batch
is "$code $(head -2 "$tmp/out" | tail -1)" "0 instances  12667" "--batch alone: the bundled design's summary"
ok "$(grep -q '1000 of 1000 paths, exact$' "$tmp/out"; echo $?)" "its paths are exact"
run -no_init -no_splash -exit "$srcdir/assets/example.dag.gz"
is "$code" 0 "a graph may be given, and options of other timers"

run --nonsense
is "$code $(cat "$tmp/err")" '2 warpscope: unknown option "--nonsense"; see --help' "unknown option"
run --devise cpu
is "$code $(cat "$tmp/err")" '2 warpscope: unknown option "--devise"; nearest "--device"; see --help' "and the nearest"
run --theme=drak
is "$code $(cat "$tmp/err")" '2 warpscope: --theme expects dark|light|mono, not "drak"; nearest "dark"' \
	"a value too"
run -e "find_paths -maxpaths 1"
is "$code $(cat "$tmp/err")" '2 warpscope: find_paths: unknown option "-maxpaths"; nearest "-max_paths"' \
	"options of commands"
run -e "find_paths -method papr"
is "$code $(cat "$tmp/err")" \
	'2 warpscope: find_paths: -method: unknown "papr"; nearest "paper"' "and their values"
run -e "help report_tn*; help worst_*; help sta_crpr_mode; help sta_report_default_digits"
is "$code $(grep -v '^ ' "$tmp/out" | cut -c1-40 | tr '\n' ';')" "0 report_tns ?-min? ?-max? ?-digits N?;worst_negative_slack Return the worst ne;worst_slack          Return the worst sl;variable sta_crpr_mode;variable sta_report_default_digits;" \
	"help of patterns and variables"
run -e "help zz*"
is "$code $(cat "$tmp/err")" '1 warpscope: help: no command matches "zz*"' "a pattern of nothing"
run -e "help report_power"
is "$code $(cut -c1-64 "$tmp/err")" "1 warpscope: help: report_power, known from OpenSTA, isn't here: p" "what isn't here"
run -e "help find_path"
is "$code $(cat "$tmp/err")" '1 warpscope: help: unknown command "find_path"; nearest "find_paths"' "help too"
run --lesson levles
is "$code $(head -1 "$tmp/err")" '3 warpscope: no lesson "levles"; there are: slack, wires, forest, levels, lookahead, expansion, cap, cppr, pba, labels, density, ssta, spmv, kernels, scans, bfs, cg, forces, misprint' "an unknown lesson: those that there are"
for bad in 'bind <Entr> quit:unknown key "<Entr>"; nearest "<Enter>"' 'bind F01 quit:unknown key "F01"; nearest "<F1>"' \
	'bind path j quit:unknown view "path"; nearest "paths"' 'unbind %:unbind: nothing is bound to %' \
	'bind j { }:bind: no command; unbind takes a key'"'"'s away'; do
	run -e "${bad%%:*}"
	is "$(cat "$tmp/err")" "warpscope: ${bad#*:}" "${bad%%:*}"
done
run -e
is "$code $(cat "$tmp/err")" "2 warpscope: --eval needs a value: CMD" "missing value"
run --device tpu
is "$code $(cat "$tmp/err")" '2 warpscope: --device expects auto, cpu, cuda, cuda:N or a list as cuda:0,1, not "tpu"' \
	"unknown device"
"$warpscope" -b -d cuda:99 -e "set x 1" >"$tmp/out" 2>"$tmp/err"
is "$?" 4 "a device that isn't there: exit 4"

run -e "set x 1"
is "$code $(cat "$tmp/out" "$tmp/err")" "0 " "a script without a word to say says nothing"
run -e "read_graph $tmp/none.dag"
is "$code $(cat "$tmp/err")" "3 warpscope: $tmp/none.dag: error: No such file or directory" "no such file"
printf '1\n"a";\n"a" -> "b", 1;\n' >"$tmp/bad.dag"
run "$tmp/bad.dag"
is "$code $(cat "$tmp/err")" "3 warpscope: $tmp/bad.dag:3:8: error: unknown vertex \"b\"" \
	"bad input: file, line, column; exit 3"
printf 'read_graph %s\nfind_path -max_paths 3\n' "$srcdir/tests/data/ladder.dag" >"$tmp/script.tcl"
run "$tmp/script.tcl"
is "$code $(cat "$tmp/err")" "1 warpscope: unknown command \"find_path\"; nearest \"find_paths\"
    in $tmp/script.tcl:2" "an unknown command: the nearest, and where"
run -e "report_paths"
is "$code $(cat "$tmp/err")" "1 warpscope: no graph is open; read one with read_graph FILE" "nothing open"
run -e "read_graph $srcdir/tests/data/ladder.dag" -e "step"
is "$code $(cat "$tmp/err")" "1 warpscope: no paths yet; find some with find_paths -max_paths K" \
	"nothing found"
run -e "find_paths -max_paths many"
is "$code $(cat "$tmp/err")" \
	'2 warpscope: find_paths: -max_paths expects a whole number from 1, not "many"' "no number"
run -e "view paths"
is "$code $(cat "$tmp/err")" "1 warpscope: view needs the screen, and there is none in a batch run" \
	"commands of the screen say that there is none"
run -e "exit 7" -e "puts never"
is "$code $(cat "$tmp/out")" "7 " "exit ends the batch with its code"
run -e "error oops" -e "puts never"
is "$code $(cat "$tmp/out" "$tmp/err")" "1 warpscope: oops" "the first error ends the batch"

run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 100
	write_timing_paths $tmp/paths.tsv; report_paths -format slack_only > $tmp/slacks
	report_paths -format slack_only -count 2 >> $tmp/slacks"
cmp -s "$tmp/paths.tsv" "$srcdir/tests/data/ladder.paths.tsv"
ok $? "write_timing_paths writes the table made by hand"
is "$(wc -l <"$tmp/slacks" | tr -d ' ') $(tail -1 "$tmp/slacks")" "18 -0.500" "> and >> redirect"
# ---- the device's accounts ----

run -e "report_kernels; read_graph $srcdir/tests/data/ladder.dag; profile on; find_paths -max_paths 100
	puts [profile]; report_kernels > $tmp/kernels; report_kernels -times > $tmp/times
	profile off; profile reset; puts [profile]; report_kernels"
is "$code $(cat "$tmp/out")" "0 no kernel has run while the profile was on; profile on turns it on
on
off
no kernel has run while the profile was on; profile on turns it on" "kernels are profiled from profile on to profile off"
is "$(sed -n 1p "$tmp/kernels" | tr -s ' ') $(grep -c '%' "$tmp/kernels")" \
	"kernel launches items streamed gathered 0" "without what was measured"
states=$(sed -n 's/^forest_sweep *1 *\([0-9]*\) .*/\1/p' "$tmp/kernels")
arcs=$((($(sed -n 's/^forest_sweep *1 *[0-9]* *>\([0-9]*\) .*/\1/p' "$tmp/kernels") - 24 * states) / 12))
is "$(sed -n 's/^forest_sweep *//p' "$tmp/kernels" | tr -s ' ')" \
	"1 $states >$((24 * states + 12 * arcs)) >$((12 * states + 4 * arcs))" "the forest's floor by its size"
grep -q '^forest_sweep.* [0-9.]* *>[0-9.]* *>[0-9.]*%$' "$tmp/times"
ok $? "-times: also time, rate and share"
grep -q '^share is of a large copy, which reads and writes [0-9.]* GB/s; ' "$tmp/times"
ok $? "and what there is a share of"
awk 'NR > 1 && /%$|-$/ {if ($6 + 0 > last + 0 && last != "") bad = 1; last = $6} END {exit bad}' "$tmp/times"
ok $? "the longest first"
run -e "read_graph $srcdir/assets/example.dag.gz; find_paths -max_paths 3000; write_timing_paths $tmp/off.tsv
	profile on; find_paths -max_paths 3000; write_timing_paths $tmp/on.tsv"
cmp -s "$tmp/off.tsv" "$tmp/on.tsv"
ok $? "keeping accounts changes nothing that is found"
run -e "read_graph $srcdir/tests/data/ladder.dag; profile on; find_paths -max_paths 100; report_cone m
	report_kernels > $tmp/kernels"
is "$code $(grep -c ^forest_sweep "$tmp/kernels") $(grep -c prefix_sweep "$tmp/kernels")" "0 1 0" \
	"what a cone is read from isn't in them"
run -e "profile maybe"
is "$code" 2 "profile is on or off"
run -e "read_graph $srcdir/tests/data/ladder.dag; report_memory > $tmp/memory; report_device > $tmp/device"
grep -q '^  graph rows *[0-9]' "$tmp/memory" && grep -q '^there is   cpu: [0-9]* processor' "$tmp/device"
ok $? "memory by name, and what devices there are"

run -e "report_device > /nonexistent/x"
is "$code $(cat "$tmp/err")" "3 warpscope: /nonexistent/x: error: No such file or directory" \
	"a file that can't be written"
if [ -w /dev/full ]; then
	run -e "report_device > /dev/full"
	is "$code" 3 "a full disk is noticed"
	"$warpscope" -b -d cpu >/dev/full 2>"$tmp/err"
	is "$?" 3 "also on standard output"
else
	skip "a full disk is noticed" "no /dev/full"
	skip "also on standard output" "no /dev/full"
fi


# A limit on the size of files: no signal, but an error with the file's name, and no file left
limited() { # COMMAND: its output, and the exit code
	(ulimit -f 1
	"$warpscope" -b -d cpu -e "source [asset loom/loom.tcl]; density" -e "$1"
	echo "$?") 2>&1 | tail -n 2
}
mkdir "$tmp/limited"
for command in 'write_verilog x.v' 'write_verilog x.v.gz' 'write_spef x.spef' 'write_sdc x.sdc' \
	'write_liberty -library ws45_late x.lib' 'write_def x.def' 'write_graph x.dag' \
	'write_graph -cost x.dag' 'write_density x.csv' 'write_density x.npy' 'write_density x.pgm' \
	'save_image x.png' 'save_image -window x.png'; do
	file=$tmp/limited/${command##* }
	is "$(limited "${command% *} $file")" "warpscope: $file: error: File too large
3" "a limit on files: $command"
done
is "$(ls "$tmp/limited")" "" "none of them leaves a part"
is "$(limited "report_checks -group_count 1000 > $tmp/limited/x.rep" | tail -n 1)" 3 "a report that is redirected"
is "$(limited "exec head -c 9999 /dev/zero > $tmp/limited/x")" "warpscope: child killed: exceeded file size limit
1" "a program that a script starts is ended by it as ever"

run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 4 -paused
	puts [search_property ranked]/[search_property state]
	step; puts [search_property level]; step -fine; step -fine; back; puts [search_property level]
	goto last; step 100; puts [search_property state]; goto 0; puts [search_property ranked]
	goto first; puts [search_property level]; report_paths -format slack_only; goto 1
	puts [path_property 2 points]"
is "$code $(tr '\n' ' ' <"$tmp/out")" "0 0/incomplete 0 0 exact 2 -1 s2 m o e1 " "the timeline in a script"
run -e "read_graph $srcdir/tests/data/ladder.dag; levelize_graph -paused; step; report_levelization
	step 100; goto 1; back; step -fine; report_levelization"
is "$code $(sed 's/  */ /g' "$tmp/out")" "0 level vertices arcs fan-in least largest
 0 2 0 0 - -
1 levels, 2 of 7 vertices, 0 of 8 arcs
widest: level 0 with 2 vertices
swept: 0 levels, 0 vertices with a latest arrival
level vertices arcs fan-in least largest
 0 2 0 0 0.500 1.000
 1 1 2 2 12.500 12.500
 2 1 2 2 21.500 21.500
 3 1 2 2 27.500 27.500
 4 2 2 1 30.500 32.750
5 levels, 7 of 7 vertices, 8 of 8 arcs
widest: level 0 with 2 vertices
swept: 5 levels, 7 vertices with a latest arrival" "levels and arrivals of a graph"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 4; levelize_graph; back 3
	puts [search_property level]; back -of search; puts [search_property level]"
is "$code $(tr '\n' ' ' <"$tmp/out")" "0 2 1 " "each timeline has a place of its own"
run -e "read_graph $srcdir/tests/data/ladder.dag; report_levelization"
is "$code $(cat "$tmp/err")" "1 warpscope: there are no levels yet; levelize_graph makes them" "no levels"
run -e "read_graph $srcdir/tests/data/ladder.dag; levelize_graph -path_delay min"
is "$code $(cat "$tmp/err")" \
	"2 warpscope: -path_delay min: the graph is open for latest paths; read_graph -path_delay min opens it for earliest ones" \
	"the earliest arrivals of a graph"
run -e "read_graph $srcdir/tests/data/ladder.dag
	find_paths -max_paths 100 -slack_max 1.5 -slack_min -0.4; report_paths -format slack_only"
is "$(tr '\n' ' ' <"$tmp/out")" "-0.250 0.250 1.000 1.500 " "slack limits"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -slack_max 1 -slack_min 2"
is "$code $(cat "$tmp/err")" "2 warpscope: find_paths: -slack_min is above -slack_max" "limits that exclude all"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -method paper-fused -slack_max 1"
is "$code $(cat "$tmp/err")" "2 warpscope: find_paths: slack limits need -method bounded: the papers' \
pipelines have none" "limits without a bound"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 100 -method paper-fused
	write_timing_paths $tmp/fused.tsv; puts [search_property method]"
cmp -s "$tmp/fused.tsv" "$srcdir/tests/data/ladder.paths.tsv"
ok $? "paper-fused finds those of the table made by hand"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 100
	report_paths -filter {dev=1} -sort points -invert -format slack_only
	puts --; report_paths -filter {dev=1} -first 2 -count 1"
is "$code $(tr '\n' ' ' <"$tmp/out")" "0 0.250 1.750 2.250 3.750 -0.500 1.000 -- 16 of 100 paths, all there are, exact 6 of 16 match dev=1    rank         slack  dev  parent  points  path       4         0.250    1       1       5  s2 -> e2 " "report_paths -filter -sort"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 100; report_paths -filter slack<x"
is "$code $(cat "$tmp/err")" \
	'2 warpscope: pattern: slack wants a number of picoseconds, not "x"' "an invalid pattern"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 100 -mdl 0; report_paths -count 1"
is "$(head -1 "$tmp/out")" "2 of 100 paths, inexact (level cap)" "a level cap is called inexact"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 2 -mdl 3; report_paths -count 1"
is "$(head -1 "$tmp/out")" "2 of 2 paths, exact" "unless nothing was capped"

mkdir "$tmp/folder"
run "$tmp/folder"
is "$code $(cat "$tmp/err")" \
	"2 warpscope: $tmp/folder: error: no design here, nor below: neither *.wsd, *.dag, *.v, *.sv, *.def, *.aux nor edge lists *.txt (also packed)" "an empty folder"
cp "$srcdir/tests/data/ladder.dag" "$tmp/folder/a.dag"
run "$tmp/folder"
is "$code $(cat "$tmp/err")" "0 warpscope: read_graph $tmp/folder/a.dag
warpscope: find_paths -max_paths 1000" "a folder with one graph"
cp "$srcdir/tests/data/ladder.dag" "$tmp/folder/b.dag"
run "$tmp/folder"
is "$code $(head -n 1 "$tmp/err")" "3 warpscope: $tmp/folder/a.dag: error: which graph? a.dag b.dag; open_design -files and --files choose" "with two"
mkdir "$tmp/netlist"
for suffix in lib v spef timing; do
	cp "$srcdir/tests/data/stage.$suffix" "$tmp/netlist/"
done
gzip "$tmp/netlist/stage.v"
cp "$srcdir/tests/data/small.lef" "$tmp/netlist/cells.lef"
printf 'VERSION 5.8 ;\nEND LIBRARY\n' >"$tmp/netlist/the_tech.lef"
run "$tmp/netlist" -e "report_wns -digits 6"
is "$code $(grep '^warpscope: [rlf][ei]' "$tmp/err" | sed "s|$tmp/||g" | tr '\n' ' ')$(cat "$tmp/out")" \
	"0 warpscope: read_lef netlist/the_tech.lef \
warpscope: read_lef netlist/cells.lef warpscope: read_liberty netlist/stage.lib warpscope: read_verilog netlist/stage.v.gz warpscope: link_design \
warpscope: read_timing netlist/stage.timing warpscope: read_spef netlist/stage.spef \
warpscope: find_paths -max_paths 1000 wns max 0.000" "a folder with a netlist: the commands are named"
cp "$srcdir/tests/data/stage.v" "$tmp/netlist/"
run "$tmp/netlist"
is "$code $(sed -n 's/.*error: \(which netlist? [^;]*\);.*, as/\1:/p' "$tmp/err")" "3 which netlist? module stage is in several: stage.v or stage.v.gz" \
	"and what could be either"
rm "$tmp/netlist/stage.v"
printf 'set_units\n' >"$tmp/netlist/a.sdc"
run "$tmp/netlist"
is "$code $(grep -c 'left out: stage.timing; ' "$tmp/err")" "0 1" \
	"constraints of two kinds"
mkdir "$tmp/pair"
cp "$srcdir/tests/data/hand_Early.lib" "$srcdir/tests/data/hand_Late.lib" "$srcdir/tests/data/hand.v" \
	"$srcdir/tests/data/hand.timing" "$srcdir/tests/data/hand.spef" "$tmp/pair"
run "$tmp/pair"
is "$code $(grep -c 'read_liberty -m' "$tmp/err")" "0 2" "a library of early and one of late delays"
run -e report_power
is "$code $(cut -d: -f1-3 "$tmp/err")" "1 warpscope: report_power of OpenSTA isn't supported: power isn't computed" \
	"a command of another timer"
cp "$srcdir/tests/data/cells.lib" "$tmp/pair"
run "$tmp/pair"
is "$code $(grep -c 'which library? Cell .* is in .*cells.lib too' "$tmp/err")" "3 1" "but not three"
mkdir "$tmp/layout"
cp "$srcdir/tests/data/small.lef" "$srcdir/tests/data/small.def" "$tmp/layout"
run "$tmp/layout" -e "report_placement"
ok "$(test "$code" = 0 && grep -q '^components' "$tmp/out"; echo $?)" "a folder with a layout"

run -times -e "read_graph $srcdir/tests/data/ladder.dag"
ok "$(grep -qE '^read_graph: [0-9.]+ ms$' "$tmp/err"; echo $?)" "-times tells times, on standard error"
run --lesson levels
is "$code $(grep -c '^[1-5]\. ' "$tmp/out")" "0 5" "a lesson in batch prints its five steps"
run -e "help find_paths"
ok "$(grep -q '^    -mdl ' "$tmp/out"; echo $?)" "help of a command lists its options"

# ---- the user's own ----

mkdir -p "$XDG_CONFIG_HOME/warpscope"
init=$XDG_CONFIG_HOME/warpscope/init.tcl
printf 'set theme light\nproc mine {} { return mine }\nbind X "view paths"\nbind levels F7 {goto first; play}\nunbind q\n' >"$init"
run -e 'puts [mine]'
is "$code $(cat "$tmp/out")" "0 mine" "init.tcl runs first"
run --list-keys
is "$code $(grep -c '\* yours$' "$tmp/out") $(grep '^<F7>' "$tmp/out")" \
	"0 2 <F7>         levels   goto first; play                 * yours" "the keys that it binds are listed"
is "$(grep '^q ' "$tmp/out" | tr -s ' ')" "q all * unbound" "and those it takes away"
run --no-init -e 'puts [mine]'
is "$code $(cat "$tmp/err")" '1 warpscope: unknown command "mine"; see help' "--no-init runs without" 2>/dev/null
printf '\nset x 1\nfind_path\n' >"$init"
run -e 'puts on'
is "$code $(cat "$tmp/out" "$tmp/err")" "0 on
warpscope: $init:3: error: unknown command \"find_path\"; nearest \"find_paths\"" \
	"a failing line is reported, and what was asked for is done"
rm "$init"

run --doctor
ok "$(test "$code" = 0 && grep -q '^computes   on CPU' "$tmp/out" && grep -q '^nothing is missing' "$tmp/out"
	echo $?)" "--doctor"
for line in 'type       xterm' 'characters UTF-8' 'Tcl        8.6' 'ncurses    ' 'zlib       ' \
	'layout     SDL 2' \
	"assets     $srcdir/assets" "config     $init, not there yet" "history    $XDG_STATE_HOME/warpscope/history"; do
	ok "$(grep -q "^$line" "$tmp/out"; echo $?)" "--doctor: ${line%% *}"
done
(TERM=nonsense && run --doctor && exit "$code")
is "$? $(sed -n '/^missing/,$p' "$tmp/out" | tail -1)" \
	"1 a terminal that can show a picture: set TERM to what it is" "--doctor: what is missing"

# ---- signals ----

# A shell that runs this in the background may have ignored SIGINT for all its children.
if env --default-signal=INT true 2>/dev/null; then
	default="timeout 100 env --default-signal=INT,HUP,TERM"
else
	default="timeout 100 env"
fi
run() {
	$default "$warpscope" -d cpu "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

run -e 'exec kill -INT [pid]; while 1 {catch {while 1 {}}}'
is "$code $(cat "$tmp/err")" "130 warpscope: cancelled" "^C ends an endless script"
run -e 'exec kill -INT [pid]' -e 'while 1 {}' -e 'puts never'
is "$code $(cat "$tmp/out" "$tmp/err")" "130 warpscope: cancelled" "^C between two scripts ends both"
run -e 'exec kill -INT [pid]; exec kill -INT [pid]; exec sleep 1000'
is "$code" 130 "a second ^C ends what can't be cancelled"
run -e 'exec kill -TERM [pid]; while 1 {}'
is "$code" 143 "SIGTERM ends a batch"
run -e 'exec kill -WINCH [pid]; exec kill -CONT [pid]; puts on'
is "$code $(cat "$tmp/out")" "0 on" "a new size of the window doesn't"
(trap '' HUP INT
	exec "$warpscope" -b -d cpu -e 'exec kill -HUP [pid]; exec kill -INT [pid]; puts on') >"$tmp/out"
is "$? $(cat "$tmp/out")" "0 on" "signals that were ignored stay ignored, as nohup wants it"
run -e 'exec sh -c {kill -INT $$; echo on}'
ok "$(test "$code" = 1 && grep -q 'killed' "$tmp/err"; echo $?)" "programs of a script can be interrupted"

# ---- Tcl ----

run -e "set f [open $tmp/tcl w]; puts \$f x; close \$f; puts [file size $tmp/tcl]"
is "$code $(cat "$tmp/out")" "0 2" "Tcl's own commands are all there"
run -e 'puts [llength [info commands ::tcl_wordBreakAfter]]; puts [tcl_wordBreakAfter "a b" 0]'
is "$code $(cat "$tmp/out")" "0 0
1" "and those that its library loads when they are called"
run -e "::read_graph $srcdir/tests/data/ladder.dag; rename report_device rd; rd > $tmp/device"
is "$code $(head -c 6 "$tmp/device")" "0 device" "commands may be called by their full name, or renamed"
for number in 99999999 -1 0 11111111111111111111; do
	run -e "throw {WARPSCOPE $number} oops"
	is "$code" 1 "an error code that isn't one of ours: $number"
done
printf 'old\n' >"$tmp/kept"
run -e "report_device -nonsense > $tmp/kept"
is "$code $(cat "$tmp/kept")" "2 old" "a command that isn't understood leaves the file after > alone"
mkdir "$tmp/a b{c}\$d [e];"
cp "$srcdir/tests/data/ladder.dag" "$tmp/a b{c}\$d [e];/-x.dag"
run "$tmp/a b{c}\$d [e];/-x.dag"
is "$code $(cat "$tmp/err")" "0 " "names of files are words, whatever is in them"
(program=$(realpath "$warpscope") && cd "$tmp/a b{c}\$d [e];" && "$program" -d cpu -b -- -x.dag) >"$tmp/out" 2>"$tmp/err"
is "$? $(cat "$tmp/err")" "0 " "-- ends the options"
run --lesson 'x}; puts injected; set y {'
is "$code $(cat "$tmp/out")" "3 " "names of lessons too"
name=$(printf 'a\303\244\377')
printf '1\n"%s";\n' "$name" >"$tmp/bytes.dag"
LC_ALL=C run -e "read_graph $tmp/bytes.dag; find_paths -max_paths 1; report_paths; report_paths > $tmp/file"
cmp -s "$tmp/out" "$tmp/file"
ok $? "standard output gets the bytes that a file gets"

# ---- mistakes ----

# After an edit recompute finds what was asked for before it, by names.
run -b -d cpu --no-init -e "source $srcdir/assets/loom/loom.tcl; find_paths -max_paths 3 -through lane3_mac_U2/A" \
	-e 'replace_cell lane3_mac_U2 INV_X1; puts [catch step why]$why; recompute; report_paths -format slack_only' \
	-e 'recompute -path_delay min; set_timing_derate -early 0.9; recompute; report_paths -format slack_only; close_design' \
	-e 'puts [catch recompute why]$why'
mv "$tmp/out" "$tmp/edited"
run -b -d cpu --no-init -e "source $srcdir/assets/loom/loom.tcl; replace_cell lane3_mac_U2 INV_X1" \
	-e 'puts "1the paths went with an edit; recompute finds them again"' \
	-e 'find_paths -max_paths 3 -through lane3_mac_U2/A; report_paths -format slack_only' \
	-e 'set_timing_derate -early 0.9; find_paths -max_paths 3 -through lane3_mac_U2/A -path_delay min' \
	-e 'report_paths -format slack_only; puts "1no graph is open; read one with read_graph FILE"'
is "$(cat "$tmp/edited")" "$(cat "$tmp/out")" "recompute after edits"

run -b --keys x
is "$code $(cat "$tmp/err")" "2 warpscope: --keys is for the screen, and --batch has none" "options that would do nothing"
run --memory 0
is "$code $(cat "$tmp/err")" '2 warpscope: --memory expects a whole number from 1 to 16777216, not "0"' "no memory"
run -b -d cpu --no-init --memory 1 -e "source $srcdir/assets/loom/loom.tcl; find_paths -max_paths 1000"
is "$code $(grep -c 'out of device memory: .* of 1048576 are in use' "$tmp/err")" "1 1" "--memory: what needs more fails and says so"
run -b -d cpu --no-init --memory 64 -e "source $srcdir/assets/loom/loom.tcl; find_paths -max_paths 1000"
is "$code" 0 "--memory: what fits is computed"
run --threads 1000000
is "$code $(cat "$tmp/err")" '2 warpscope: --threads expects a whole number from 1 to 1024, not "1000000"' \
	"too many threads"
run -e "generate_design -gates 10"
is "$code $(cat "$tmp/err")" "2 warpscope: generate_design: at least 500 gates" "a made design too small"
run -e "generate_design -gates 2000000000"
is "$code $(cat "$tmp/err")" "2 warpscope: generate_design: at most 801031868 gates of this profile" \
	"one with more pins than numbers"
run -e "generate_design -gates 800000000"
ok "$(test "$code" = 1 && grep -q "this takes about 280 GB" "$tmp/err"; echo $?)" "one for which there is no memory"
run -e "generate_design -gates 800 -clocks 30"
is "$code $(cat "$tmp/err")" "1 warpscope: 800 instances are too few for 30 clocks" "one with too many clocks"
run -e "read_liberty $srcdir/tests/data/duo.lib; generate_design -gates 1000"
is "$code $(cat "$tmp/err")" "1 warpscope: library \"duo\" has no gate of 3 inputs" "one of a library that lacks gates"
if (ulimit -v 1000000 && "$warpscope" --version) >"$tmp/out" 2>&1; then
	(ulimit -v 1000000
		run --threads 1 -e "read_graph $srcdir/assets/example.dag.gz; find_paths -max_paths 2147483646"
		exit "$code")
	ok "$(test $? = 1 && grep -q 'out of device memory' "$tmp/err"; echo $?)" "more paths than memory: an error"
else
	skip "more paths than memory: an error" "the limit leaves no room for the program itself"
fi

# What lies around a pin, as a report.
run -e "source $srcdir/tests/data/stage.tcl" -e "report_cone mix_0/ZN -digits 3"
is "$code $(cat "$tmp/out")" "0 $(cat "$srcdir/tests/data/stage.cone")" "report_cone: a pin, its fan-in and its fan-out"
run -e "source $srcdir/tests/data/stage.tcl" -e "report_cone mix_0/ZN -fanout -digits 3" \
	-e "foreach q {arrival required slack slew} {puts [format %.3f [get_property mix_0/ZN \${q}_max_fall]]}"
is "$(awk '$1 == "v" { print $2 "\n" $3 "\n" $4 "\n" $5 }' "$tmp/out")" "$(tail -4 "$tmp/out")" \
	"its numbers are the pin's properties"
run -e "source $srcdir/tests/data/stage.tcl" \
	-e "report_cone ripple_0/ZN -fanin -slack_max 7.7 -depth 3 -digits 3"
is "$code $(awk '/->/ { print $1, $5, $7, $8 }' "$tmp/out")" "0 1 7.699 * ripple_0/A
2 7.699 * mix_0/ZN
3 7.699 * mix_0/B" "along the worst way, arc by arc"
run -e "read_graph $srcdir/tests/data/ladder.dag" -e "report_cone nothing"
is "$code $(cat "$tmp/err")" '1 warpscope: report_cone: no vertex "nothing"' "no such vertex"
run -e "read_graph $srcdir/tests/data/ladder.dag" -e "cone a"
is "$code $(cat "$tmp/err")" "1 warpscope: cone needs the screen, and there is none in a batch run; \
report_cone writes the same" "cone is for the screen"

# Constraints that aren't supported and could make slack worse: a batch says so and fails, however it ends.
cat >"$tmp/left.sdc" <<'END'
create_clock -name c -period 10
set_clock_exclusivity -type mux
set_ideal_latency 1 [get_pins r/D]
set_drive 1 [all_inputs]
END
cat >"$tmp/left.tcl" <<'END'
read_liberty $::env(DATA)/duo.lib
read_verilog $::env(DATA)/duo.v
link_design
END
DATA=$srcdir/tests/data
export DATA
# left WANTED NAME OPTION...: exit code, and the message about slack
left() {
	wanted=$1
	name=$2
	shift 2
	run --no-init "$@"
	is "$code $(grep -c 'slack may look better than it is' "$tmp/err")" "$wanted" "$name"
}
left "0 0" "nothing is left out" "$tmp/left.tcl" -e "create_clock -name c -period 10"
left "1 1" "commands of a file are left out: the batch fails" "$tmp/left.tcl" -e "read_sdc $tmp/left.sdc"
is "$(sed -n 's/.*left out: \([0-9]*, first .*\) (read_sdc.*/\1/p' "$tmp/err")" \
	"2, first $tmp/left.sdc:3: set_ideal_latency" "it counts those that matter and names the first"
left "1 1" "also when the script ends by exit" "$tmp/left.tcl" -e "read_sdc $tmp/left.sdc" -e "exit 0"
left "7 0" "a code of its own stays" "$tmp/left.tcl" -e "read_sdc $tmp/left.sdc" -e "exit 7"
left "0 0" "read_sdc -ignore_unsupported" "$tmp/left.tcl" -e "read_sdc -ignore_unsupported $tmp/left.sdc"
left "0 0" "--ignore-unsupported" --ignore-unsupported "$tmp/left.tcl" -e "read_sdc $tmp/left.sdc"
left "1 1" "a command at the prompt" "$tmp/left.tcl" -e "set_clock_jitter 1 -clock c"
# What changes nothing, and what could only make slack worse, fails none.
left "0 0" "resistances and jitter of 0" "$tmp/left.tcl" -e "set_drive 0 a; set_resistance 0.0 ckb; set_clock_jitter 0"
left "0 0" "set_sense -type data" "$tmp/left.tcl" -e "set_sense -type data -positive [get_pins u1/A]"
left "0 0" "set_driving_cell -multiply_by 1" "$tmp/left.tcl" -e "set_driving_cell -lib_cell BUF -multiply_by 1 a"
clocks="create_clock -name c -period 10; create_clock -name d -period 9"
left "0 0" "set_input_transition -clock" "$tmp/left.tcl" \
	-e "$clocks; set_input_transition 0.2 -clock c a; set_input_transition 0.2 -clock d a; set_input_transition -min 0.1 clk -clock c"
left "1 1" "another one of another clock" "$tmp/left.tcl" \
	-e "$clocks; set_input_transition 0.2 -clock c a; set_input_transition -max 0.1 -clock d a"
left "0 0" "what is gone with the netlist doesn't count" "$tmp/left.tcl" -e "read_sdc $tmp/left.sdc" -e "link_design"
run -e "read_liberty $srcdir/tests/data/duo.lib; read_verilog $srcdir/tests/data/duo.v; link_design; create_clock -period 1e9 [get_ports clk]" \
	-e 'set_multicycle_path 5000 -setup -to [get_pins */D]; puts [worst_slack]'
is "$code $(tail -n 1 "$tmp/err")" "3 warpscope: duo: times of clocks and constraints add up to 2^60 fs or more" \
	"times beyond what can be said are an error"
plan
