# The manual page has the tables of this program, and groff finds nothing wrong with it.
. "${srcdir:-.}/tests/tap.sh"
{ cat "$srcdir/man/head.roff" && "$warpscope" --manual-tables && cat "$srcdir/man/tail.roff"; } \
	>"$tmp/warpscope.1"
cmp -s "$tmp/warpscope.1" "$srcdir/man/warpscope.1"
ok $? "man/warpscope.1 is up to date (make manual)"
is "$("$warpscope" --list-keys | cut -c1-12 | sed 's/ .*//' | grep -c .)" \
	"$(grep -c '^\\fB\\&' "$tmp/warpscope.1")" "every key is in it"
if command -v groff >/dev/null 2>&1; then
	is "$(groff -man -Tutf8 -ww "$tmp/warpscope.1" 2>&1 >/dev/null)" "" "groff is content"
else
	skip "groff is content" "no groff"
fi
plan
