# Every batch example of README and doc/ does what it says, word for word (on the CPU where there's no GPU).
. "${srcdir:-.}/tests/lib/tap.sh"

program=$(realpath "$warpscope")
printf '#!/bin/sh\nexec "%s" "$@"\n' "$program" >"$tmp/warpscope"
chmod +x "$tmp/warpscope"
cp -r "$srcdir/assets" "$tmp/assets"
mkdir "$tmp/tests"
cp -r "$srcdir/tests/data" "$tmp/tests/data"
device=cuda
"$warpscope" -b -d cuda -e 'set x 1' >/dev/null 2>&1 || device=cpu

# An example is indented by four blanks; lines indented further belong to it.
awk -v out="$tmp/example" '
	/^    \.\/warpscope / { n++; at = 1 }
	!/^    / { at = 0 }
	at { print > (out n) }
	END { print n }' "$srcdir/README.md" "$srcdir/doc/features.md" "$srcdir/doc/tour.md" >"$tmp/n"
n=$(cat "$tmp/n")
ok "$(test "$n" -ge 30; echo $?)" "there are examples"
i=1
while [ "$i" -le "$n" ]; do
	line=$(sed "s/^ *//; s/-d cuda/-d $device/" "$tmp/example$i")
	name=$(printf '%s\n' "$line" | head -1 | tr '#' ' ')
	case $line in
	*" -b "*)
		(cd "$tmp" && timeout 100 sh -c "$line" >out 2>err </dev/null)
		ok $? "$name"
		sed 's/^/# /' "$tmp/err" | head -3
		;;
	esac
	i=$((i + 1))
done
ok "$(test -s "$tmp/paths.tsv" && test -s "$tmp/paths.txt"; echo $?)" "the files they write are there"
# Those of the README's table of features, one after the other, on the bundled design.
grep '^| .* | `.*|$' "$srcdir/README.md" | sed 's/.*| `//; s/`.*//' | grep -v '^\./' >"$tmp/table.tcl"
ok "$(test "$(wc -l <"$tmp/table.tcl")" -ge 9; echo $?)" "the table has commands"
(cd "$tmp" && timeout 200 "$program" -b -d "$device" --no-init -f assets/loom/loom.tcl -f table.tcl >out 2>err </dev/null)
ok $? "and they run"
sed 's/^/# /' "$tmp/err" | tail -2
plan
