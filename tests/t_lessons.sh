# Lessons: each is played to its end and back, its numbers are those of the search, and a lesson that means
# harm can do none.
. "${srcdir:-.}/tests/lib/tap.sh"
here=$(pwd)
case $srcdir in /*) ;; *) srcdir=$here/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets

run() {
	"$warpscope" -d cpu "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

# ---- the list ----

run --lesson
is "$code $(cut -d' ' -f1 "$tmp/out" | tr '\n' ' ')" "0 bfs cap cg cppr density expansion forest labels levels lookahead spmv ssta " \
	"--lesson lists them"
is "$(sed -n 's/^cap  *//p' "$tmp/out")" \
	"Why a level cap isn't exactness: paths with many cheap deviations" "with their titles"
cp "$tmp/out" "$tmp/list"
run -b -e "help lessons"
is "$code $(head -n -1 "$tmp/out")" "0 $(cat "$tmp/list")" "so does help lessons"
# elsewhere than where it was built
cp "$warpscope" "$tmp/alone"
(warpscope=$tmp/alone WARPSCOPE_DATADIR=$tmp run --lesson; exit "$code")
code=$?
is "$code" 3 "without their folder that fails"

# ---- each of them ----

for lesson in $(cut -d' ' -f1 "$tmp/list"); do
	run -b --lesson "$lesson"
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
			printf ':expect {%d of %d: }\n.\n' $i "$steps"
			i=$((i + 1))
		done
		printf ':expect {this is the last step}\n'
		while [ $i -gt 2 ]; do
			i=$((i - 1))
			printf ',\n:expect {%d of %d: }\n' $((i - 1)) "$steps"
		done
	} >"$tmp/keys"
	(cd "$tmp" && "$warpscope" -d cpu --keys keys --size 80x24 --lesson "$lesson" >out 2>err </dev/null)
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
run -b -e "source [list $srcdir/assets/loom/loom.tcl]
	find_paths -max_paths 1000 -mdl 1; report_paths -count 1000 -format slack_only > $tmp/capped
	find_paths -max_paths 1000; report_paths -count 1000 -format slack_only > $tmp/exact"
sort "$tmp/capped" >"$tmp/a" && sort "$tmp/exact" >"$tmp/b"
is "$(sed -n 's/^The answer: \([0-9]*\) of 1000\./\1/p' "$tmp/cap.out")" "$(comm -13 "$tmp/a" "$tmp/b" | wc -l | tr -d ' ')" \
	"cap: how many paths a cap loses on loom"

# What is said of single parents adds up to what is said of levels.
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
	"a lesson of one's own, with a graph beside it"

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
		"1 warpscope: bad.tcl:2: error: $file: a lesson reads only what lies beside it, by its name, and what comes with warpscope" \
		"nor read $file"
done
[ ! -e "$mark" ] && [ -e "$tmp/own/own.dag" ]
ok $? "and nothing was written or lost"
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
plan
