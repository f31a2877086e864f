# Every batch example of the README does what it says, word for word (on the CPU where there's no GPU).
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
	END { print n }' "$srcdir/README.md" >"$tmp/n"
n=$(cat "$tmp/n")
ok "$(test "$n" -ge 8; echo $?)" "the README has examples"
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
plan
