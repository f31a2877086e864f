# Reports after > and >>: nothing of what a file had is lost when the report, the disk or the program
# fails, and what isn't a plain file is written to as it is.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data
graph="read_graph $data/ladder.dag; find_paths -max_paths 100"

run() {
	timeout 60 "$warpscope" -b -d cpu --no-init "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
	sed "s|$(realpath "$tmp")|TMP|g" "$tmp/err" >"$tmp/said"
}

# holds FILE TEXT NAME: that is what it has, and nothing else is there
mkdir "$tmp/d"
keep=$tmp/d/keep.txt
holds() {
	is "$(cat "$keep" 2>&1) $(ls -A "$tmp/d" | tr '\n' ' ')" "$1 keep.txt " "$2"
}
old() {
	echo old >"$keep"
}

# ---- a report that fails ----

old
run -e "report_checks > $keep"
is "$code $(cat "$tmp/said")" "1 warpscope: no netlist is open; read_liberty, read_verilog and link_design open one" \
	"a report without a design"
holds old "leaves the file after >"
run -e "report_checks >> $keep"
holds old "and the one after >>"
rm "$keep"
run -e "report_checks > $keep"
run -e "report_checks >> $keep"
is "$(ls -A "$tmp/d")" "" "where there was no file there is none"

# ---- one that doesn't ----

old
run -e "$graph; report_paths -format slack_only -count 2 > $keep; puts a"
is "$code $(cat "$tmp/out")" "0 a" "a report to a file isn't on standard output"
paths=$(cat "$keep")
ok "$(printf '%s' "$paths" | grep -q old; test $? -eq 1; echo $?)" "it replaces what was there"
old
run -e "$graph; report_paths -format slack_only -count 2 >> $keep; report_paths -format slack_only -count 2 >> $keep"
holds "old
$paths
$paths" ">> puts it after"
run -e "$graph; report_paths -format slack_only -count 2 > $keep.gz; report_paths -format slack_only -count 2 >> $keep.gz"
is "$(gzip -dc "$keep.gz")" "$paths
$paths" "a name that ends in .gz is compressed, also when it is added to"
rm "$keep.gz"
chmod 600 "$keep"
run -e "report_device > $keep"
is "$(ls -l "$keep" | cut -c 1-10)" "-rw-------" "the mode stays"

# ---- the disk ----

# full ARGUMENT...: the first message when no file may have more than two blocks
full() {
	(
		trap '' XFSZ
		ulimit -f 2
		exec timeout 60 "$warpscope" -b -d cpu --no-init "$@" 2>&1 </dev/null
	) | sed "s|$(realpath "$tmp")|TMP|g" | head -n 1
}
old
for mark in '>' '>>'; do
	is "$(full -e "read_graph $srcdir/assets/example.dag.gz; find_paths -max_paths 1000; report_paths -format full $mark $keep")" \
		"warpscope: TMP/d/keep.txt: error: File too large" "a report that doesn't fit, after $mark"
	holds old "leaves the file"
done
if [ -w /dev/full ]; then
	for mark in '>' '>>'; do
		run -e "report_device $mark /dev/full"
		is "$code $(cat "$tmp/said")" "3 warpscope: /dev/full: error: No space left on device" "$mark /dev/full"
	done
else
	skip "> /dev/full" "no /dev/full"
	skip ">> /dev/full" "no /dev/full"
fi

# ---- links, and files that must not be written ----

old
mv "$keep" "$tmp/target"
ln -s ../target "$keep"
run -e "report_checks > $keep"
is "$(cat "$tmp/target") $(test -L "$keep"; echo $?)" "old 0" "a failure leaves a link and its target"
run -e "report_device > $keep; report_device >> $keep"
is "$(grep -c '^there is' "$tmp/target") $(test -L "$keep"; echo $?)" "2 0" "what it names is written"
rm "$keep" "$tmp/target"
if [ "$(id -u)" -eq 0 ]; then
	skip "a file that must not be written" "root may write all"
	skip "stays" "root may write all"
else
	old
	chmod 444 "$keep"
	run -e "report_device > $keep"
	is "$code $(cat "$tmp/said")" "3 warpscope: TMP/d/keep.txt: error: Permission denied" "a file that must not be written"
	holds old "stays"
	rm -f "$keep"
fi

# ---- standard output, pipes and devices ----

run -e "puts a; report_device > /dev/stdout; puts b; report_device >> /dev/fd/1; puts c; report_device > $tmp/out; puts d"
is "$code $(grep -c '^there is' "$tmp/out") $(grep -x '[abcd]' "$tmp/out" | tr -d '\n') $(head -n 1 "$tmp/out")" \
	"0 3 abcd a" "a plain file that is standard output, in order"
(echo first; exec "$warpscope" -b -d cpu --no-init -e "puts a; report_device > /dev/stdout") >"$tmp/out" 2>/dev/null
is "$(head -n 2 "$tmp/out" | tr '\n' ' ')" "first a " "what others have written there stays"
mkfifo "$tmp/d/fifo"
cat "$tmp/d/fifo" >"$tmp/through" &
reader=$!
run -e "report_device > $tmp/d/fifo"
wait "$reader"
is "$code $(grep -c '^there is' "$tmp/through") $(test -p "$tmp/d/fifo"; echo $?)" "0 1 0" "a pipe with a name"
rm "$tmp/d/fifo"
run -e "report_device > /dev/null; report_device >> /dev/null"
is "$code $(test -c /dev/null; echo $?)" "0 0" "/dev/null"

# ---- a program that is killed ----

run -e "read_graph $srcdir/assets/example.dag.gz; write_graph $keep"
cp "$keep" "$tmp/whole"
for signal in TERM KILL KILL KILL; do
	"$warpscope" -b -d cpu --no-init \
		-e "read_graph $srcdir/assets/example.dag.gz; while 1 {write_graph $keep; puts x}" >"$tmp/ticks" 2>/dev/null &
	writer=$!
	n=0
	while [ ! -s "$tmp/ticks" ] && [ $n -lt 100 ]; do
		sleep 0.1
		n=$((n + 1))
	done
	until [ "$signal" = TERM ] || ls "$tmp/d" | grep -q part || [ $n -gt 1000 ]; do
		n=$((n + 1))
	done
	kill -"$signal" "$writer" 2>/dev/null
	wait "$writer" 2>/dev/null
	cmp -s "$keep" "$tmp/whole"
	ok $? "killed by $signal while it writes: the file is whole"
	if [ $signal = TERM ]; then
		is "$(ls -A "$tmp/d")" keep.txt "and alone"
	fi
done
: >"$tmp/d/keep.txt.1-0.part"
: >"$tmp/d/keep.txt.1-0.b8b448e4.part"
run -e "report_device > $keep"
is "$code $(echo $(ls -A "$tmp/d"))" "0 keep.txt keep.txt.1-0.part" \
	"what they have left goes with the next one, not what is only called so"
plan
