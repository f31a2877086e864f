# Spelling (codespell, with the words of tests/data/style/words.txt) and plain English: the phrases of
# tests/data/style/riddles.txt stand nowhere. `sh tests/tree/t_style.sh -l` lists the places.
. "${srcdir:-.}/tests/lib/tap.sh"
style=$(cd "$srcdir/tests/data/style" && pwd)
# Lines with riddles that are left; never raise this.
hacking_left=0 src_left=0 tests_left=0

cd "$srcdir" || exit 1
if ! git rev-parse >/dev/null 2>&1; then
	skip "spelling and plain English" "not a git checkout"
	plan
fi
git ls-files README.md NEWS SECURITY.md doc man assets examples debian bootstrap |
	grep -vE '\.(png|gz|v|lef|def|lib|spef|txt|mtx|dag)$|/completions/' >"$tmp/texts"
echo HACKING.md >"$tmp/hacking"
git ls-files src | grep -v '\.mk$' >"$tmp/src"
git ls-files tests bench | grep -E '\.(c|h|sh|py|cu|tcl|mk)$' | grep -v t_style.sh >"$tmp/tests"

if ! command -v codespell >/dev/null; then
	skip "words are spelled as codespell has them" "no codespell"
else
	is "$(cat "$tmp/texts" "$tmp/hacking" "$tmp/src" "$tmp/tests" | xargs codespell -I "$style/words.txt" 2>&1)" "" \
		"words are spelled as codespell has them"
fi

pattern=$(sed '/^#/d; s/	#.*//' "$style/riddles.txt" | paste -sd '|')
riddles() { # LIST: the lines of these files that have one
	xargs perl -CSD -ne 'BEGIN { $p = shift } print "$ARGV:$.: $_" if /$p/; close ARGV if eof' "$pattern" <"$1"
}
if [ "${1:-}" = -l ]; then
	riddles "$tmp/texts" && riddles "$tmp/hacking" && riddles "$tmp/src" && riddles "$tmp/tests"
	exit
fi
is "$(riddles "$tmp/texts")" "" "texts are plain"
# Functions take six parameters at most; those with more are listed with a reason.
list="$style/parameters.txt"
grep -E '\.(c|cu|h)$' "$tmp/src" | xargs perl tests/lib/parameters.pl | sort -u >"$tmp/parameters"
grep -v '^#' "$list" | cut -f 1,2 | sort -u >"$tmp/listed"
is "$(diff "$tmp/listed" "$tmp/parameters")" "" "functions with more than six parameters are those of parameters.txt"
is "$(grep -v '^#' "$list" | awk -F '\t' 'length($3) < 10')" "" "each of them has a reason"

# Names that go to Tcl and back are bytes; the others have text of Tcl's own.
is "$(cd "$srcdir" && grep -rlE 'Tcl_(NewStringObj|GetString)' src --include='*.c' | sort | xargs)" \
	"src/base/tcl_text.c src/read/sdc/sdc_script.c src/session/shell_source.c src/session/shell_tcl.c" \
	"values of Tcl are made and read by base/tcl_text.h"

# Files have 700 lines at most; examples.tcl is a table. Never raise this.
long_left=0
grep -E '\.(c|cu|h|tcl)$' "$tmp/src" "$tmp/tests" "$tmp/texts" -h | grep -v 'assets/examples.tcl' |
	xargs wc -l | awk '$1 > 700 && $2 != "total"' >"$tmp/long"
[ "$(wc -l <"$tmp/long")" -le "$long_left" ]
ok $? "files have 700 lines at most, but for $long_left"
sed 's/^/# /' "$tmp/long"

# Files that HACKING.md and doc/inside name are there; NAME in a name stands for any.
git ls-files | sed 's/^/\//' >"$tmp/tree"
grep -ohE '`[A-Za-z0-9_/.]+\.(c|h|cu|sh|tcl|md|def|py|mk|txt)`' HACKING.md doc/inside/*.md | tr -d '`' | grep -v NAME |
	sort -u | while read -r name; do
	grep -q "/$name\$" "$tmp/tree" || echo "$name"
done >"$tmp/gone"
is "$(cat "$tmp/gone")" "" "the files that HACKING.md and doc/inside name are there"

# Commands are words (session/script.h): a format makes one word at most, and Tcl as text is what the user wrote or what is fixed.
composed() {
	grep -E '^src/((ui|cmd|session|report)/.*|cli|main)\.[ch]$' "$tmp/src" >"$tmp/composing"
	xargs grep -nE '"[^"]*\{%[^"]*s' <"$tmp/composing"
	xargs grep -nE '(->eval|ui_submit_text|shell_submit[a-z_]*|Tcl_(Global|Var)?Eval(Ex|File)?)\(' <"$tmp/composing" |
		grep -vE '^src/(ui/(loop\.c|ui\.h|run\.c)|session/(batch\.c|shell[a-z_]*\.[ch])):|script\.c:.*->eval\(' |
		grep -vE 'ui_submit_text\(ui, (back \? "|"|jobs\[)'
	xargs grep -nE '[a-z](\.|->)tcl[;,)]' <"$tmp/composing" | grep -v '^src/session/script\.c:'
	xargs grep -nE 'text_v?printf\(.*script_string\(' <"$tmp/composing"
}
is "$(composed)" "" "no script is made by a format"

for room in hacking src tests; do
	riddles "$tmp/$room" >"$tmp/lines"
	n=$(wc -l <"$tmp/lines")
	eval "left=\$${room}_left"
	[ "$n" -le "$left" ]
	ok $? "$room: $n lines with riddles, $left at most"
	[ "$n" -le "$left" ] || tail -n 5 "$tmp/lines" | sed 's/^/# /'
done
plan
