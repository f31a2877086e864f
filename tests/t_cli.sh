# The command line in batch: what goes to which stream, exit codes, messages.
. "${srcdir:-.}/tests/tap.sh"

run() {
	"$warpscope" -d cpu "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

run --version
is "$code $(cat "$tmp/out")" "0 warpscope 0.1.0" "--version"
run --help
ok "$(grep -q '^usage: warpscope' "$tmp/out"; echo $?)" "--help"
run --list-keys
ok "$(grep -q '^\. .*a level forward' "$tmp/out"; echo $?)" "--list-keys"

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
run -e
is "$code $(cat "$tmp/err")" "2 warpscope: --eval needs a value: CMD" "missing value"
run --device tpu
is "$code $(cat "$tmp/err")" '2 warpscope: --device expects auto, cpu, cuda or cuda:N, not "tpu"' \
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

run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 4 -paused
	puts [search_property ranked]/[search_property state]
	step; puts [search_property level]; step -kernel; step -kernel; back; puts [search_property level]
	goto last; step 100; puts [search_property state]; goto 0; puts [search_property ranked]
	goto first; puts [search_property level]; report_paths -format slack_only; goto 1
	puts [path_property 2 points]"
is "$code $(tr '\n' ' ' <"$tmp/out")" "0 0/incomplete 0 0 exact 2 -1 s2 m o e1 " "the timeline in a script"
run -e "read_graph $srcdir/tests/data/ladder.dag
	find_paths -max_paths 100 -slack_max 1.5 -slack_min -0.4; report_paths -format slack_only"
is "$(tr '\n' ' ' <"$tmp/out")" "-0.250 0.250 1.000 1.500 " "slack limits"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -slack_max 1 -slack_min 2"
is "$code $(cat "$tmp/err")" "2 warpscope: find_paths: -slack_min is above -slack_max" "limits that exclude all"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 100 -mdl 0; report_paths -count 1"
is "$(head -1 "$tmp/out")" "2 of 100 paths, inexact (level cap)" "a level cap is called inexact"
run -e "read_graph $srcdir/tests/data/ladder.dag; find_paths -max_paths 2 -mdl 3; report_paths -count 1"
is "$(head -1 "$tmp/out")" "2 of 2 paths, exact" "unless nothing was capped"

mkdir "$tmp/folder"
run "$tmp/folder"
is "$code $(cat "$tmp/err")" "3 warpscope: $tmp/folder: error: no *.dag or *.dag.gz here" "an empty folder"
cp "$srcdir/tests/data/ladder.dag" "$tmp/folder/a.dag"
run "$tmp/folder"
is "$code $(cat "$tmp/err")" "0 warpscope: read_graph $tmp/folder/a.dag" "a folder with one graph"
cp "$srcdir/tests/data/ladder.dag" "$tmp/folder/b.dag"
run "$tmp/folder"
is "$code $(cat "$tmp/err")" "3 warpscope: $tmp/folder: error: which one? a.dag b.dag" "with two"

run -times -e "read_graph $srcdir/tests/data/ladder.dag"
ok "$(grep -qE '^read_graph: [0-9.]+ ms$' "$tmp/err"; echo $?)" "-times tells times, on standard error"
run --lesson levels
is "$code $(grep -c '^[1-5]\. ' "$tmp/out")" "0 5" "a lesson in batch prints its five steps"
run -e "help find_paths"
ok "$(grep -q '^    -mdl ' "$tmp/out"; echo $?)" "help of a command lists its options"

# ---- signals ----

# Who runs this in the background may have ignored SIGINT for all of us.
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
is "$code $(cat "$tmp/kept")" "2 old" "a command that isn't understood leaves the file behind > alone"
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

run -b --keys x
is "$code $(cat "$tmp/err")" "2 warpscope: --keys is for the screen, and --batch has none" "options that would do nothing"
run --threads 1000000
is "$code $(cat "$tmp/err")" '2 warpscope: --threads expects a whole number from 1 to 1024, not "1000000"' \
	"too many threads"
run -e "generate_design -gates 10"
is "$code $(cat "$tmp/err")" "2 warpscope: generate_design: at least 500 gates" "a made design too small"
run -e "generate_design -gates 2000000000"
is "$code $(cat "$tmp/err")" "2 warpscope: generate_design: at most 801031868 gates of this profile" \
	"one with more pins than numbers"
run -e "generate_design -gates 800000000"
ok "$(test "$code" = 1 && grep -q "take about 280.0 GB" "$tmp/err"; echo $?)" "one for which there is no memory"
run -e "generate_design -gates 800 -clocks 30"
is "$code $(cat "$tmp/err")" "1 warpscope: 800 instances are too few for 30 clocks" "one with too many clocks"
run -e "read_liberty $srcdir/tests/data/duo.lib; generate_design -gates 1000"
is "$code $(cat "$tmp/err")" "1 warpscope: library \"duo\" has no gate of 3 inputs" "one of a library that lacks gates"
if (ulimit -v 2000000 && "$warpscope" --version) >"$tmp/out" 2>&1; then
	(ulimit -v 2000000
		run --threads 1 -e "read_graph $srcdir/assets/example.dag.gz; find_paths -max_paths 2147483646"
		exit "$code")
	ok "$(test $? = 1 && grep -q 'out of device memory' "$tmp/err"; echo $?)" "more paths than memory: an error"
else
	skip "more paths than memory: an error" "the limit leaves no room for the program itself"
fi

# What lies around a pin, as a report.
run -e "source $srcdir/tests/data/stage.tcl" -e "report_cone mix_0/ZN -digits 3"
is "$code $(cat "$tmp/out")" "0 $(cat "$srcdir/tests/reports/cone")" "report_cone: a pin, its fan-in and its fan-out"
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
plan
