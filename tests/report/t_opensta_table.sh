# doc/opensta.md is made of the table of OpenSTA's commands, which the tables of commands agree with.
. "${srcdir:-.}/tests/lib/tap.sh"

"$warpscope" --opensta-tables >"$tmp/opensta.md"
cmp -s "$tmp/opensta.md" "$srcdir/doc/opensta.md"
ok $? "doc/opensta.md is up to date (make manual)"
"$warpscope" -b -d cpu --no-init -e help 2>/dev/null | sed '/^help COMMAND/d; s/ .*//' | sort >"$tmp/here"
echo source | sort -o "$tmp/here" - "$tmp/here"

# column FROM TO NUMBER: that cell of the rows between two headings
column() {
	awk -F ' [|] ' -v from="$1" -v to="$2" -v n="$3" '
		/^## / { on = index($0, from); if (to && index($0, to)) exit }
		on && /^[|] `/ { sub(/^[|] /, ""); print $n }' "$tmp/opensta.md" | tr -d '`'
}
column 'that are here' 'nowhere' 1 >"$tmp/said"
column "that aren't here" '' 1 >"$tmp/declined"
is "$(sort "$tmp/said" | comm -23 - "$tmp/here" | tr '\n' ' ')" "" "what the table has as supported is supported"
# Constraints that are known and skipped aren't there either.
column "that aren't here" '' 2 | paste "$tmp/declined" - | awk -F '\t' '$2 ~ /^skipped with a warning/ { print $1 }' >"$tmp/skipped"
is "$(sort "$tmp/declined" | comm -12 - "$tmp/here" | tr '\n' ' ')" "$(tr '\n' ' ' <"$tmp/skipped")" "what isn't is not"
while read -r name; do
	"$warpscope" -b -d cpu --no-init -e "help $name" 2>&1
done <"$tmp/skipped" >"$tmp/help"
is "$(grep -c 'Not supported: skipped' "$tmp/help")" "$(wc -l <"$tmp/skipped")" "what is skipped says so"
is "$(cat "$tmp/said" "$tmp/declined" | sort | uniq -d)" "" "each command once"
is "$(sort -c "$tmp/said" 2>&1; sort -c "$tmp/declined" 2>&1)" "" "in alphabetical order"
is "$(expr "$(cat "$tmp/said" "$tmp/declined" | wc -l)" '>' 190)" 1 "all commands of its manual"
is "$(column "that aren't here" '' 2 | sed 's/ [|]$//' | grep -c '^ *$')" 0 "a reason for each that isn't here"

# Every refusal says what its row says, and none names an unrelated command.
while read -r name; do
	"$warpscope" -b -d cpu --no-init -e "$name" 2>&1
done <<END >"$tmp/refused"
$(grep -vxFf "$tmp/skipped" "$tmp/declined")
END
is "$(grep -cv "^warpscope: [a-z_]* of OpenSTA isn't supported: " "$tmp/refused")" 0 "each is refused by name"
is "$(wc -l <"$tmp/refused")" "$(grep -vcxFf "$tmp/skipped" "$tmp/declined")" "with a line each"

# Commands that a note recommends are there.
sed -n 's/^| `[^|]*| //p' "$tmp/opensta.md" | tr -c 'a-z_-' '\n' |
	grep -E '^(report|get|set|read|write|check|buffer|build|run|delete|unset|remove|merge)_[a-z_]*$' | sort -u >"$tmp/named"
comm -23 "$tmp/named" "$tmp/here" >"$tmp/unknown"
is "$(cat "$tmp/unknown")" "" "commands that are recommended are there"

# Debian's OpenSTA has no other commands.
if command -v sta >/dev/null 2>&1; then
	echo help >"$tmp/help.tcl"
	sta -no_init -no_splash -exit "$tmp/help.tcl" 2>/dev/null | sed -n '/^[a-z]/s/ .*//p' | grep -v ^show_ | sort >"$tmp/theirs"
	is "$(cat "$tmp/said" "$tmp/declined" | sort | comm -13 - "$tmp/theirs")" "" "OpenSTA's own list"
else
	skip "OpenSTA's own list" "not installed"
fi
plan
