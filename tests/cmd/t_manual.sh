# The manual pages have the tables of this program, and groff finds nothing wrong with it.
. "${srcdir:-.}/tests/lib/tap.sh"
{ cat "$srcdir/man/head.roff" && "$warpscope" --manual-tables && cat "$srcdir/man/tail.roff"; } \
	>"$tmp/warpscope.1"
is "$("$warpscope" --list-keys | cut -c1-12 | sed 's/ .*//' | grep -c .)" \
	"$(grep -c '^\\fB\\&' "$tmp/warpscope.1")" "every key is in it"
{ cat "$srcdir/man/tcl-head.roff" && "$warpscope" --command-tables && cat "$srcdir/man/tcl-tail.roff"; } \
	>"$tmp/warpscope-tcl.n"
"$warpscope" --opensta-tables | cmp -s - "$srcdir/doc/opensta.md"
ok $? "doc/opensta.md is up to date (make manual)"
is "$("$warpscope" -b -d cpu --no-init -e help | grep -vc '^help COMMAND')" \
	"$(grep -c -e '^For example:$' -e '^Of the example graph:$' -e '^In the explorer:$' "$tmp/warpscope-tcl.n")" \
	"it has every command, with an example"
if command -v groff >/dev/null 2>&1; then
	is "$(groff -man -Tutf8 -ww "$tmp/warpscope.1" 2>&1 >/dev/null)" "" "groff is content"
	is "$(groff -man -Tutf8 -ww "$tmp/warpscope-tcl.n" 2>&1 >/dev/null)" "" "with both"
else
	skip "groff is content" "no groff"
fi
plan
