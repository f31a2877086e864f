# The tours of doc/tour.md: their keys are replayed in the explorer; t_readme.sh runs their commands.
. "${srcdir:-.}/tests/lib/tap.sh"

# A file of keys for each tour that has some.
awk -v out="$tmp/keys" '
	/^## / { n++ }
	/^```keys/ { inside = 1; next }
	/^```/ { inside = 0 }
	inside { print > (out n) }' "$srcdir/doc/tour.md"
for keys in "$tmp"/keys*; do
	timeout 100 "$warpscope" -d cpu --no-init --no-window --size 120x36 --keys "$keys" >"$tmp/out" 2>"$tmp/err" </dev/null
	ok $? "tour ${keys##*keys}, which looks at the screen $(grep -c '^:expect' "$keys") times"
	sed 's/^/# /' "$tmp/err" | head -3
done
is "$(ls "$tmp" | grep -c '^keys')" 2 "those of designers and students have keys"
plan
