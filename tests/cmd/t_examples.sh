# The example of each command does what it says, and each command has one; so do the scripts in examples/.
. "${srcdir:-.}/tests/lib/tap.sh"

here=$(pwd)
case $srcdir in /*) ;; *) srcdir=$here/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
case $WARPSCOPE_DATADIR in /*) ;; *) WARPSCOPE_DATADIR=$here/$WARPSCOPE_DATADIR ;; esac
mkdir "$tmp/work" "$tmp/by"
cd "$tmp/work" || exit 1

# One file an example, named WHERE.COMMAND.
awk -v to="$tmp/by/" '
	/^## / { file = to $3 "." $2; print $2 >"'"$tmp/named"'"; next }
	file { print >file }' "$srcdir/assets/examples.tcl"
"$warpscope" -b -d cpu --no-init -e help 2>/dev/null | sed '/^help COMMAND/d; s/ .*//' | sort >"$tmp/commands"
is "$(sort "$tmp/named" | comm -13 - "$tmp/commands" | tr '\n' ' ')" "" "every command has an example"
is "$(sort "$tmp/named" | comm -23 - "$tmp/commands" | tr '\n' ' ')" "" "and nothing else has"
is "$(cat "$srcdir/assets/examples.tcl" | sed -n 's/^## //p' | sort -c 2>&1)" "" "in alphabetical order"
for file in "$tmp"/by/*; do
	name=${file##*/}
	name=${name#*.}
	grep -q "\\<$name\\>" "$file" || echo "$name"
done >"$tmp/other"
is "$(tr '\n' ' ' <"$tmp/other")" "" "an example is of its command"

loom='source [asset loom/loom.tcl]; find_paths -max_paths 100'
graph='read_graph [asset example.dag.gz]; find_paths -max_paths 100'

# runs WHERE OPEN: each example of that place, in a process of its own
runs() {
	for file in "$tmp/by/$1".*; do
		timeout 100 "$warpscope" -b -d cpu --no-init -e "$2" -f "$file" >"$tmp/out" 2>"$tmp/err" </dev/null
		ok $? "${file##*/"$1".}"
		grep '^warpscope: ' "$tmp/err" | tail -2 | sed 's/^/# /'
	done
}
runs new 'set x 1'
runs graph "$graph"
"$warpscope" -b -d cpu --no-init -e "$loom; save_design $tmp/loom.wsd" >"$tmp/out" 2>&1 </dev/null
runs changed "read_design $tmp/loom.wsd; find_paths -max_paths 100"

# Those that only ask or constrain share one process: what fails is named.
cat >"$tmp/all.tcl" <<'EOF'
source [asset loom/loom.tcl]
find_paths -max_paths 100
foreach file [lsort [glob $::env(EXAMPLES)/loom.*]] {
	if {[catch {source $file} message]} {
		puts stderr "FAILED [file extension $file] $message"
	}
	puts stderr "RAN [file extension $file]"
}
EOF
EXAMPLES=$tmp/by timeout 300 "$warpscope" -b -d cpu --no-init --ignore-unsupported -f "$tmp/all.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$? $(grep '^FAILED' "$tmp/err")" "0 " "those of the bundled design"
is "$(grep -c '^RAN' "$tmp/err")" "$(ls "$tmp/by" | grep -c '^loom')" "all of them"

# A window opens anywhere by SDL's driver that shows nothing.
SDL_VIDEODRIVER=dummy
export SDL_VIDEODRIVER
for file in "$tmp"/by/screen.*; do
	{
		printf ':source %s\n' "$file"
		printf ':wait_idle\n'
	} >"$tmp/keys"
	timeout 100 "$warpscope" -d cpu --no-init --keys "$tmp/keys" --size 80x24 -e "$graph" >"$tmp/out" 2>"$tmp/err" </dev/null
	ok $? "${file##*/screen.}"
	sed 's/^/# /' "$tmp/err" | head -3
done

# A command that a script defines
"$warpscope" -b -d cpu --no-init "$srcdir/examples/init.tcl" -e "$graph; violations 5" >"$tmp/out" 2>&1
ok "$(test $? = 0 && grep -q '^5 of 5 paths' "$tmp/out"; echo $?)" "what examples/init.tcl defines"

# A script a feature: each runs, is named in the README, and is installed.
for file in "$srcdir"/examples/*.tcl; do
	name=examples/${file##*/}
	timeout 300 "$warpscope" -b -d cpu --no-init "$file" >"$tmp/out" 2>"$tmp/err" </dev/null
	ok $? "$name"
	grep '^warpscope: ' "$tmp/err" | grep -v Elmore | sed 's/^/# /'
	grep -q "\`$name\`" "$srcdir/README.md" && grep -q "$name" "$srcdir/examples/local.mk"
	ok $? "$name is in the README and installed"
done
plan
