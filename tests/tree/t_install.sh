# What `make install` puts in place: it runs without the sources, and where it was moved to.
. "${srcdir:-.}/tests/lib/tap.sh"
unset WARPSCOPE_DATADIR

${MAKE:-make} -s install DESTDIR="$tmp/stage" >"$tmp/log" 2>&1 </dev/null
code=$?
program=$(cd "$tmp/stage" 2>/dev/null && find . -type f -name warpscope -path '*/bin/*')
is "$code $(echo "$program" | wc -l)" "0 1" "make install into a staging folder"
[ "$code" -eq 0 ] || sed 's/^/# /' "$tmp/log"
prefix=$(dirname "$(dirname "$tmp/stage/$program")")
for file in share/man/man1/warpscope.1 share/warpscope/loom/loom.tcl share/warpscope/lessons/forest.tcl; do
	ok "$(test -s "$prefix/$file"; echo $?)" "it has $file"
done

# Nothing but the prefix is left, somewhere else, and the program runs from a third folder.
mv "$prefix" "$tmp/moved"
rm -rf "$tmp/stage"
mkdir "$tmp/empty"
summary() { # PROGRAM: the summary of the bundled design
	(cd "$tmp/empty" && "$1" -b -d cpu </dev/null 2>&1)
}
case $warpscope in /*) here=$warpscope ;; *) here=$(pwd)/$warpscope ;; esac
is "$(summary "$tmp/moved/bin/warpscope")" "$(summary "$here")" "a moved tree opens the bundled design"
ln -s "$tmp/moved/bin/warpscope" "$tmp/link"
is "$("$tmp/link" -b --lesson forest 2>&1 </dev/null | head -n 3)" "$("$here" -b --lesson forest 2>&1 </dev/null | head -n 3)" \
	"by a link too"

# A program beside a copy of assets/.
mkdir "$tmp/copied"
cp "$tmp/moved/bin/warpscope" "$tmp/copied"
cp -R "$srcdir/assets" "$tmp/copied/assets"
rm -rf "$tmp/moved"
is "$(summary "$tmp/copied/warpscope")" "$(summary "$here")" "a program beside its assets"
plan
