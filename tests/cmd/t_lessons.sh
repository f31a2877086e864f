# Lessons: each is played to its end and back, its numbers are those of the search, and a lesson that means
# harm can do none.
. "${srcdir:-.}/tests/lib/tap.sh"
here=$(pwd)
case $srcdir in /*) ;; *) srcdir=$here/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets

run() {
	[ -n "$keep_score" ] || rm -rf "$XDG_STATE_HOME"
	"$warpscope" -d cpu "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

# ---- the list ----

run --lesson
is "$code $(awk '{ printf "%s %s ", $1, $2 }' "$tmp/out")" \
	"0 1 slack 2 wires 3 forest 4 levels 5 lookahead 6 expansion 7 cap 8 cppr 9 pba 10 labels 11 density 12 ssta 13 spmv 14 kernels 15 scans 16 bfs 17 cg 18 forces 19 misprint " \
	"--lesson lists them with their numbers"
is "$(cd "$srcdir/assets/lessons" && ls ./*.tcl | wc -l | tr -d ' ')" 19 "none is left out"
is "$(sed -n 's/^ 7 cap  *//p' "$tmp/out")" \
	"Why a level cap isn't exact: paths with many cheap deviations" "with their titles"
cp "$tmp/out" "$tmp/list"
run -b -e "help lessons"
is "$code $(head -n -2 "$tmp/out")" "0 $(cat "$tmp/list")" "so does help lessons"
# elsewhere than where it was built
cp "$warpscope" "$tmp/alone"
(warpscope=$tmp/alone WARPSCOPE_DATADIR=$tmp run --lesson; exit "$code")
code=$?
is "$code" 3 "without their folder that fails"

# ---- each of them ----

# Dies take long: the lesson about them has a sixteenth. The demonstration makes as many as it does.
mkdir "$tmp/few"
cp "$srcdir/assets/lessons/ssta.v" "$tmp/few"
sed 's/0\.05 -n 4096/0.05 -n 256/; s/-n 16384/-n 1024/' "$srcdir/assets/lessons/ssta.tcl" >"$tmp/few/ssta.tcl"
is "$(diff "$tmp/few/ssta.tcl" "$srcdir/assets/lessons/ssta.tcl" | grep -c '^<')" 2 "a lesson with fewer dies"

# lesson_of LESSON: what is opened
lesson_of() {
	[ "$1" = ssta ] && echo "$tmp/few/ssta.tcl" || echo "$1"
}

# answer_keys LESSON STEP: those that answer its exercise; only of a lesson that takes long, others are answered below
answer_keys() {
	case $1.$2 in
	ssta.1) printf ':lesson answer no\n:expect {right: no}\n' ;;
	ssta.4) printf ':lesson answer larger\n:expect {right: larger}\n' ;;
	ssta.5) printf ':lesson answer below\n:expect {wrong: the answer is above}\n' ;;
	ssta.score) printf ':lesson score\n:view console\n:expect {total                     3          2      2      1}\n' ;;
	esac
}

for lesson in $(awk '{ print $2 }' "$tmp/list"); do
	run -b --lesson "$(lesson_of "$lesson")"
	steps=$(grep -c '^[0-9][0-9]*\. ' "$tmp/out")
	is "$code" 0 "$lesson: all $steps steps as text"
	[ "$code" -eq 0 ] || sed 's/^/# /' "$tmp/err"
	cp "$tmp/out" "$tmp/$lesson.out"
	# every question has its answer, and nothing is left unreplaced
	is "$(grep -c '^? ' "$tmp/out") $(grep -c '[][]' "$tmp/out")" "$(grep -c '^The answer: ' "$tmp/out") 0" \
		"$lesson: its questions are answered"
	{
		i=1
		while [ $i -le "$steps" ]; do
			printf ':expect {%d of %d: }\n' $i "$steps"
			answer_keys "$lesson" $i
			echo .
			i=$((i + 1))
		done
		printf ':expect {this is the last step}\n'
		answer_keys "$lesson" score
		while [ $i -gt 2 ]; do
			i=$((i - 1))
			printf ',\n:expect {%d of %d: }\n' $((i - 1)) "$steps"
		done
	} >"$tmp/keys"
	(cd "$tmp" && "$warpscope" -d cpu --keys keys --size 80x24 --lesson "$(lesson_of "$lesson")" >out 2>err </dev/null)
	code=$?
	is "$code $(cat "$tmp/err")" "0 " "$lesson: to its end and back on a screen"
done

# ---- a question that is answered by a query ----

typed() {
	printf '%s\n' . . . . . . ':expect {7 of 8: }' ":label_query $1" . ":expect {8 of 8: }" ":expect {$2}" \
		, ':expect {7 of 8: }' ':expect {For -through D -to H there are 7}' >"$tmp/keys"
	(cd "$tmp" && "$warpscope" -d cpu --keys keys --size 120x40 --lesson labels >out 2>err </dev/null)
	code=$?
	is "$code $(cat "$tmp/err")" "0 " "labels: the student types $1"
}
typed "-through G" "answer: -through G does: B, G and J are all its states."
typed "-to J" "answer: -to J does: B, G and J are all its states."
typed "-through {G J} -filter exact" "does: B, G and J are all its states."
typed "-from A -to I" "you asked -from A -to I, of 6 states."
typed "-from A -through D -to I" "you asked -from A -through D -to I, of 6 states."

# ---- their numbers ----

is "$(sed -n 's/^The answer: \(.*\) ps: dist(b) less the arrival\./\1/p' "$tmp/forest.out")" "-6.000" \
	"forest: the slack of the worst path"
is "$(sed -n 's/^The answer: \([0-9]*\)\.$/\1/p' "$tmp/lookahead.out")" "3" "lookahead: children of parent 2"
is "$(sed -n 's/^    in all: *//p' "$tmp/lookahead.out")" "4 + 3 = 7" "lookahead: their sum"
is "$(sed -n 's/^    exact *//p' "$tmp/cap.out")" "-2 -1 0 1 2" "cap: the exact list"
is "$(sed -n 's/^The answer: \([0-9.]*[0-9]\).*/\1/p' "$tmp/density.out" | tr '\n' ' ')" "0.25 4 0.5 1 1 " \
	"density: a quarter, four corners, a half in its row, and full"
is "$(grep -c '^    row [0-9]: [+-]' "$tmp/density.out")" 5 "density: corners of two boxes"
is "$(sed -n 's/^The answer: \([0-9][0-9a-z ]*\)[:.].*/\1/p' "$tmp/labels.out" | tr '\n' ' ')" "2 0 and 0 " \
	"labels: two false paths, then none, and none lost"
# 0.1 (60 fF and 2 pins), then 0.1 and one pin of 0.524 fF; 0.3 (50.524 fF) and 0.3 (25.524 fF) to r3
is "$(grep -o '28\.919 ps\|6\.157 ps' "$tmp/wires.out" | sort -u | tr '\n' ' ')" "28.919 ps 6.157 ps " "wires: Elmore's delays by hand"
run -b -e "source [list $srcdir/assets/loom/loom.tcl]
	find_paths -max_paths 1000 -mdl 1; report_paths -count 1000 -format slack_only > $tmp/capped
	find_paths -max_paths 1000; report_paths -count 1000 -format slack_only > $tmp/exact"
sort "$tmp/capped" >"$tmp/a" && sort "$tmp/exact" >"$tmp/b"
is "$(sed -n 's/^The answer: \([0-9]*\) of 1000\./\1/p' "$tmp/cap.out")" "$(comm -13 "$tmp/a" "$tmp/b" | wc -l | tr -d ' ')" \
	"cap: how many paths a cap loses on loom"

# The numbers of single parents add up to those of levels.
cat >"$tmp/sums.tcl" <<'EOT'
proc check {what} {
	for {set level 1} {$level < [search_property levels]} {incr level} {
		set place 1
		set candidates 0
		set slack -1e9
		for {set parent 1} {$parent <= [level_property $level parents]} {incr parent} {
			incr candidates [parent_property $level $parent candidates]
			if {[parent_property $level $parent place] != $place} {
				error "$what: place of parent $parent of level $level"
			}
			if {[parent_property $level $parent slack] < $slack} {
				error "$what: slack of parent $parent of level $level"
			}
			set slack [parent_property $level $parent slack]
			incr place [parent_property $level $parent children]
		}
		if {$candidates != [level_property $level candidates]} {
			error "$what: level $level"
		}
	}
	puts "$what [expr {$level > 2}]"
}
read_graph [asset example.dag.gz]
find_paths -max_paths 100
check bounded
find_paths -max_paths 100 -method paper -mdl 3
check paper
source [asset loom/loom.tcl]
find_paths -max_paths 50
check loom
EOT
run -b -f "$tmp/sums.tcl"
is "$code $(tr '\n' ' ' <"$tmp/out")" "0 bounded 1 paper 1 loom 1 " "parents add up to levels"
[ "$code" -eq 0 ] || sed 's/^/# /' "$tmp/err"
run -b -e "read_graph [list $srcdir/assets/lessons/levels.dag]; find_paths -max_paths 8
	puts [parent_property 1 3 place]"
is "$code $(tail -1 "$tmp/err")" "1 warpscope: level 1 has no parent 3" "no such parent"

# ---- one's own ----

mkdir "$tmp/own"
printf '2\n"p";\n"q";\n"p" -> "q", 3;\nsource "p", 0;\nsink "q", 5;\n' >"$tmp/own/own.dag"
cat >"$tmp/own/mine.tcl" <<'EOT'
lesson_title "Mine"
set k 4
lesson_step "First" {
	lesson_use own.dag -max_paths $k
	goto last
} {
	Slack [path_property 1 slack] of [search_property k].
} {And more?} {no, [search_property ranked] path}
lesson_step "Second" {lesson_use own.dag -max_paths $k; goto last} {The end.}
EOT
run -b --lesson "$tmp/own/mine.tcl"
is "$code $(tr '\n' ' ' <"$tmp/out")" \
	"0 Mine  1. First  Slack 2.000 of 4.  ? And more? Press . to see.  2. Second  The answer: no, 1 path  The end.  " \
	"a user's lesson, with a graph beside it"

# try SCRIPT: what a lesson with it says at its end
try() {
	printf 'lesson_title T\n%s\nlesson_step S {} {done}\n' "$1" >"$tmp/own/bad.tcl"
	run -b --lesson "$tmp/own/bad.tcl"
	printf '%s %s' "$code" "$(tail -1 "$tmp/err" | sed "s|$tmp/own/||g")"
}

mark=$tmp/own/mark
for script in "exec touch $mark" "open $mark w" "close [open $mark w]" "source $tmp/own/mine.tcl" \
	"file delete $tmp/own/own.dag" "socket localhost 1" "write_graph $mark" "exit 7" "cd /" \
	"load libc.so" "save_screen $mark" "vwait forever" "after 100000" "interp invokehidden {} exec true"; do
	case $(try "$script") in
	"1 warpscope: bad.tcl:"*) ok 0 "a lesson can't: ${script%% *}" ;;
	*) ok 1 "a lesson can't: ${script%% *}" && sed 's/^/# /' "$tmp/err" ;;
	esac
done
is "$(try "lesson_use own.dag
report_paths > $mark")" "1 warpscope: bad.tcl:3: error: report_paths: a lesson writes no files" "nor redirect"
is "$(try "lesson_use own.dag > $mark")" "1 warpscope: bad.tcl:2: error: find_paths: a lesson writes no files" \
	"also not on its way"
for file in /etc/passwd ../own/own.dag; do
	is "$(try "read_graph $file")" \
		"1 warpscope: bad.tcl:2: error: $file: a lesson reads only files beside it, by name, and files that come with warpscope" \
		"nor read $file"
done
[ ! -e "$mark" ] && [ -e "$tmp/own/own.dag" ]
ok $? "and nothing was written or lost"

# Each word is checked, wherever it stands: one lesson that tries all of this.
mkdir "$tmp/own/sub" "$tmp/elsewhere"
cp "$tmp/own/own.dag" "$tmp/own/sub"
ln -s own.dag "$tmp/own/beside.dag"
ln -s "$tmp/own/own.dag" "$tmp/elsewhere/secret"
ln -s "$tmp/elsewhere/secret2" "$tmp/own/away.dag"
cp "$tmp/own/own.dag" "$tmp/elsewhere/secret2"
ln -s "$tmp/elsewhere" "$tmp/own/folder"
cp "$srcdir/tests/data/duo.v" "$tmp/own/duo.v"
cat >"$tmp/own/hostile.tcl" <<'EOT'
lesson_title T
set done {}
foreach script {
	{lesson_dies {0.05 > pwned}}
	{lesson_dies 0.05 -n 8 > pwned}
	{lesson_dies 0.05 -n 8 >> pwned}
	{lesson_labels own.dag -through p > pwned}
	{lesson_map loom -map cells > pwned}
	{lesson_use own.dag > pwned -max_paths 2}
	{lesson_use own.dag -pba_c pwned}
	{find_paths -pba_chart pwned}
	{find_paths -from -pba_chart -to pwned}
	{report_paths > pwned -count 2}
	{report_warp spmv_rows -of {exec touch pwned}}
	{report_warp spmv_rows -o {exec touch pwned}}
	{report_warp spmv_rows -of {find_paths > pwned}}
	{report_warp spmv_rows -of {lab_spmv secret}}
	{report_warp spmv_rows -of {report_warp spmv_rows -of {exec touch pwned}}}
	{read_verilog /etc/passwd duo.v}
	{read_verilog duo.v /etc/passwd}
	{read_verilog -disjoint -- /etc/passwd duo.v}
	{read_verilog -rep secret}
	{read_graph secret}
	{read_graph away.dag}
	{read_graph folder/secret2}
	{read_graph sub/../../elsewhere/secret}
	{read_sdc -env /etc/passwd secret}
	{read_liberty -only /etc/passwd /etc/passwd}
	{lab_spmv secret}
	{lab_spmv ./secret}
	{lab_spmv -runs 1 /etc/passwd}
} {
	if {[catch $script why]} {
		if {![regexp {writes no files|reads only files beside|has no -pba_chart|no command of a lesson|no file "} $why]} {
			error "$script: $why"
		}
		continue
	}
	error "it can: $script"
}
read_graph beside.dag
read_graph sub/own.dag
lesson_step S {} {done}
EOT
(cd "$tmp/elsewhere" && "$warpscope" -d cpu -b --lesson "$tmp/own/hostile.tcl" >"$tmp/out" 2>&1)
is "$? $(tail -1 "$tmp/out") $(ls "$tmp/elsewhere" | tr '\n' ' ')" "0  secret secret2 " \
	"no word makes a lesson write, read elsewhere or run anything"
is "$(try "nonsense 1")" \
	"1 warpscope: bad.tcl:2: error: unknown command \"nonsense\" in a lesson; it has plain Tcl, the commands of the timeline and of reports" \
	"an unknown command, and where"
printf 'lesson_title T\nlesson_step S {goto 5} {text}\n' >"$tmp/own/bad.tcl"
run -b --lesson "$tmp/own/bad.tcl"
is "$code $(tail -1 "$tmp/err" | sed "s|$tmp/own/||")" \
	"1 warpscope: bad.tcl:2: error: script of step 1: no graph is open; read one with read_graph FILE" "an error in a step"
printf 'lesson_title T\n\nlesson_step A {} {text} {why?} {[nothing]}\nlesson_step B {} {more}\n' >"$tmp/own/bad.tcl"
run -b --lesson "$tmp/own/bad.tcl"
is "$code $(tail -1 "$tmp/err" | sed "s|$tmp/own/||; s/; it has.*//")" \
	"1 warpscope: bad.tcl:3: error: answer of step 1: unknown command \"nothing\" in a lesson" \
	"an answer's command is that of its own step"
printf 'lesson_title T\n' >"$tmp/own/bad.tcl"
run -b --lesson "$tmp/own/bad.tcl"
is "$code $(tail -1 "$tmp/err" | sed "s|$tmp/own/||")" "1 warpscope: bad.tcl: error: this lesson has no steps" \
	"a lesson without steps"
run -b --lesson none
is "$code" 3 "a lesson that isn't there"

# ---- exercises ----

# answers LESSON VALUE...: the answer to each, a step after the other; - leaves a step out
answers() {
	printf 'lesson %s\n' "$1" >"$tmp/answers.tcl"
	shift
	for value; do
		[ "$value" = - ] || printf 'lesson answer {%s}\n' "$value" >>"$tmp/answers.tcl"
		echo 'lesson next' >>"$tmp/answers.tcl"
	done
	echo 'lesson score' >>"$tmp/answers.tcl"
	run -b -f "$tmp/answers.tcl"
	printf '%s ' "$code"
	sed -n 's/^\(right\|wrong\): /\1 /p; s/^total */total /p' "$tmp/out" | tr -s ' ' | tr '\n' ';'
}
is "$(answers forest c -6 4)" "0 wrong the answer is d;right -6.000;right 4;total 3 2 2 1;" "forest: three predictions"
is "$(answers levels - 7 - 2)" "0 right 7;right 2;total 2 2 2 0;" "levels: counts"
is "$(answers lookahead 3 5)" "0 right 3;right 5;total 2 2 2 0;" "lookahead: three children from place 5"
is "$(answers expansion 6 3)" "0 right 6;right 3;total 2 2 2 0;" "expansion: how many stay"
lost=$(comm -13 "$tmp/a" "$tmp/b" | wc -l | tr -d ' ')
is "$(answers cap NO - $((lost + 50)))" "0 right no;right $lost, within 50;total 2 2 2 0;" "cap: within the tolerance"
is "$(answers cap yes - $((lost + 51)))" "0 wrong the answer is no;wrong the answer is $lost, within 50;total 2 0 0 2;" \
	"cap: and just outside it"
is "$(answers cppr r1 r2)" "0 right r1;right r2;total 2 2 2 0;" "cppr: credit and the worst path with it"
is "$(answers density .25 4 .5 1)" "0 right 0.25;right 4;right 0.5;right 1;total 4 4 4 0;" "density: bins"
is "$(answers labels no - - 2 - no)" "0 right no;right 2;right no;total 3 3 3 0;" "labels: false paths and states"
is "$(answers slack -14.78 -14.78 same)" "0 right -14.783, within 0.01;right -14.783, within 0.01;right same;total 3 3 3 0;" \
	"slack: another period, the sum below 0, and hold"
is "$(answers pba more 95 80)" "0 right more;right 100, within 10;wrong the answer is 89, within 5;total 3 2 2 1;" "pba: own slews"
is "$(answers spmv 64 50 12 no - 0.4)" "0 right 64;wrong the answer is 87.9, within 5;right 13, within 1;right no;right 0.397, within 0.01;total 5 4 4 1;" \
	"spmv: turns, lanes and bandwidth"
is "$(answers bfs 4 6 - no)" "0 right 4;right 6;right no;total 3 3 3 0;" "bfs: counts of paths"
is "$(answers cg 200 7 29)" "0 right 200;right 8.42, within 5;right 29.32, within 0.5;total 3 3 3 0;" "cg: springs and residuals"
is "$(answers misprint 'H and I' 25 netcard 4 means geometric -1)" \
	"0 right H and I;right 30, within 10;wrong the answer is b19_iccad;right 4;right means;right geometric;right -1;total 7 6 6 1;" \
	"misprint: seven places"
# each lesson asks something that is computed
for lesson in $(awk '{ print $2 }' "$tmp/list"); do
	is "$(grep -c 'Type :lesson answer' "$tmp/$lesson.out" | sed 's/^[1-9][0-9]*$/some/')" some "$lesson has an exercise"
done
run -b -e "lesson forest; lesson answer c; lesson answer d; lesson next; lesson next; lesson back; lesson answer -6; lesson score"
is "$code $(tail -1 "$tmp/out" | tr -s ' ')" "0 total 3 0 2 1" "a second try, or one after the answer was shown, is no first"
run -b -e "lesson forest; catch {lesson answer e} why; puts \$why; lesson next; catch {lesson answer six} why; puts \$why; lesson score"
is "$code $(grep '^lesson answer' "$tmp/out" | tr '\n' ';') $(tail -1 "$tmp/out" | tr -s ' ')" \
	"0 lesson answer: \"e\" is none of: c, d;lesson answer: \"six\" is not a number; total 2 0 0 2" \
	"what can't be an answer is no try"
run -b -e "lesson answer 1"
is "$code $(tail -1 "$tmp/err")" "1 warpscope: lesson answer: no lesson is open; help lessons lists them" "no lesson to answer in"
run -b -e "lesson levels; lesson answer 1"
is "$code $(tail -1 "$tmp/err")" "1 warpscope: lesson answer: step 1 has no exercise" "no exercise in a step"
run -b -e "lesson score"
is "$code $(cat "$tmp/out")" "0 no exercise was asked" "nothing to score"
for options in '-answer' '-tolerance 1' '-answer {} -tolerance x' '-answer {} -tolerence 1'; do
	printf 'lesson_title T\nlesson_step A {} {a} {why?} {so} %s\nlesson_step B {} {b}\n' "$options" >"$tmp/own/bad.tcl"
	run -b -e "lesson check $tmp/own/bad.tcl"
	is "$code $(grep -c 'bad.tcl:2: error: lesson_step: ' "$tmp/err")" "1 1" "refused: $options"
done
printf 'lesson_title T\nlesson_step A {} {a} {why?} {so} \\\n\t-answer {expr 1 + 1} -choices {1 3}\nlesson_step B {} {b}\n' >"$tmp/own/bad.tcl"
run -b -e "lesson check $tmp/own/bad.tcl"
is "$code $(grep -o 'bad.tcl:.*' "$tmp/err")" "1 bad.tcl:3: error: -answer of step 1: \"2\" is none of the choices" \
	"an answer that can't be chosen"

# ---- the score is kept ----

keep_score=1
rm -rf "$XDG_STATE_HOME"
kept=$XDG_STATE_HOME/warpscope/lessons
run -b -e "lesson forest; lesson answer d; lesson next; lesson answer 5"
run -b -e "lesson levels; lesson next; lesson answer 7"
run -b -e "lesson score"
is "$code $(tr -s ' ' <"$tmp/out" | tr '\n' ';')" "0 lesson asked first try right open;forest 2 1 1 1;levels 1 1 1 0;total 3 2 2 1;" \
	"lesson score counts what earlier runs have asked"
is "$(stat -c %a "$kept") $(wc -l <"$kept" | tr -d ' ')" "600 3" "in a file of the user's alone"
run -b -e "lesson forest; lesson next; lesson answer -6; lesson score"
is "$(tail -1 "$tmp/out" | tr -s ' ')" "total 3 2 3 0" "a second try in another run is no first"
run -b -e "lesson score csv"
is "$code $(cat "$tmp/out")" "0 lesson,step,answer,tries,right,first_try,answer_shown
forest,1,d,1,1,1,1
forest,2,-6,2,1,0,0
levels,2,7,1,1,1,0" "as CSV with the last answers"
WARPSCOPE_BIN=$warpscope sh -c 'ln -s "$1/victim" "$2.$$"; exec "$WARPSCOPE_BIN" -d cpu --no-init -b -e "lesson forest; lesson next; lesson answer 6"' sh "$tmp" "$kept" >/dev/null 2>&1
ok "$(test ! -e "$tmp/victim" && ! ls "$kept".* >/dev/null 2>&1; echo $?)" "not through a link that has the name it is first written by"
printf 'nonsense\nforest\t9\n\tx\t1\nforest\t1\t1\t1\t1\t0\t99999999999\n' >>"$kept"
run -b -e "lesson score"
is "$code $(tail -1 "$tmp/out" | tr -s ' ')" "0 total 3 2 3 0" "lines that aren't of it are left out"
sed 's/^\(levels.*\t\)[0-9]*\(\t[^\t]*\)$/\142\2/' "$kept" >"$tmp/other" && cp "$tmp/other" "$kept"
run -b -e "lesson levels; lesson score"
is "$(tail -1 "$tmp/out" | tr -s ' ')" "total 2 1 2 0" "an answer to an exercise that is another now doesn't count"
cp "$kept" "$tmp/before"
printf '%s\n' ':lesson answer c' ':expect {wrong: the answer is d}' ':lesson score' ':view console' ':expect {total                     1          0      0      1}' >"$tmp/keys"
(cd "$tmp" && "$warpscope" -d cpu --keys keys --size 120x40 --lesson forest >out 2>err </dev/null)
code=$?
is "$code $(cat "$tmp/err")" "0 " "a replay knows nothing of it"
ok "$(cmp -s "$kept" "$tmp/before"; echo $?)" "nor does it keep anything"
run -b -e "lesson score forget; lesson score"
is "$code $(tr '\n' ';' <"$tmp/out") $([ -e "$kept" ] && echo there)" "0 forgotten;no exercise was asked; " "lesson score forget"
rm -rf "$XDG_STATE_HOME" && : >"$XDG_STATE_HOME"
run -b -e "lesson forest; lesson answer d"
is "$code $(grep -c "the score of lessons isn't kept" "$tmp/err")" "0 2" "where it can't be kept the lesson goes on, with a warning"
rm -f "$XDG_STATE_HOME"
keep_score=
run -b -e "lesson kernels; lesson answer 54"
is "$code $(grep -c 'there is no answer yet; do first what the step asks for' "$tmp/err")" "1 1" "an answer before there is one"

cat >"$tmp/keys" <<'EOT'
:expect {lesson, 1 of 5: Which way}
:expect {1: c, 2: d; or press .}
:expect -not {worst found}
3
:expect {the question has 2 answers}
1
:expect {wrong: the answer is d}
:expect {lesson, 1 of 5: Which way}
.
:expect {lesson, 2 of 5: The forest}
-6<Enter>
:expect {right: -6.000}
1
:expect {Summary}
:view paths
:lesson score
:view console
:expect {total                     2          1      1      1}
EOT
(cd "$tmp" && "$warpscope" -d cpu --keys keys --size 120x40 --lesson forest >out 2>err </dev/null)
code=$?
is "$code $(cat "$tmp/err")" "0 " "answers and score in the explorer"

# ---- by number, from the template, checked ----

run -b --lesson 7
is "$code $(head -1 "$tmp/out")" "0 $(head -1 "$tmp/cap.out")" "a lesson by its number"
run -b --lesson 20
is "$code" 3 "a number that none has"
run -b -e "lesson new $tmp/own/new.tcl; lesson check $tmp/own/new.tcl"
is "$code $(tail -1 "$tmp/out")" "0 My lesson: the worst paths of a small graph: all 2 steps run, forth and back" \
	"the template runs"
run -b -e "lesson new $tmp/own/new.tcl"
is "$code $(tail -1 "$tmp/err" | sed "s|$tmp/own/||")" "3 warpscope: new.tcl: error: there is such a file" "and nothing is lost"
sed 's/slacks 5/slakcs 5/; s/goto last/goto 99/; s/0 kept/0 kpet/' "$tmp/own/new.tcl" >"$tmp/own/bad.tcl"
run -b -e "lesson check $tmp/own/bad.tcl"
is "$code $(grep -o 'bad.tcl:[0-9]*: error: [a-z]* of step [0-9]' "$tmp/err" | tr '\n' ' ')" \
	"1 $(for words in 'goto 99:script of step 2' 'slakcs 5:text of step 2' '0 kpet:answer of step 1'; do
		printf 'bad.tcl:%s: error: %s ' "$(grep -n "${words%:*}" "$tmp/own/bad.tcl" | cut -d: -f1)" "${words#*:}"
	done)" "lesson check names file, line and part of all that fails"
for lesson in "$srcdir"/assets/lessons/*.tcl; do
	name=$(basename "$lesson" .tcl)
	[ "$name" != ssta ] || lesson=$(lesson_of ssta)
	run -b -e "lesson check $lesson"
	is "$code $(tail -1 "$tmp/out" | grep -c ' steps run, forth and back$')" "0 1" "$name: also backward"
done
run -b -e "lesson next"
is "$code" 2 "without a screen there is no next step"
cat >"$tmp/keys" <<'EOT'
H
:expect {>  1 slack}
:expect {Enter open}
jjj
:expect {[lessons] 4/19}
<Esc>
:expect -not {[lessons]}
H<Enter>
:expect {: The suffix forest}
EOT
(cd "$tmp" && "$warpscope" -d cpu --keys keys --size 80x24 --lesson levels >out 2>err </dev/null)
code=$?
is "$code $(cat "$tmp/err")" "0 " "the menu in the explorer"
plan
