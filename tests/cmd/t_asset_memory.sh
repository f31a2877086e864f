# Where memory fails while a file that comes with warpscope is looked for, the message names it and says how much was
# asked for: each of the first allocations of a command that reads one fails, one a run.
. "${srcdir:-.}/tests/lib/tap.sh"

n=0
while [ $n -lt 60 ]; do
	n=$((n + 1))
	WARPSCOPE_FAULT=alloc:$n ./tests/warpscope_faults -b -d cpu -e 'generate_design -gates 500' >"$tmp/out" 2>&1 ||
		grep 'warpscope: ' "$tmp/out" >>"$tmp/messages" || echo "$n: no message" >>"$tmp/silent"
done
is "$(cat "$tmp/silent" 2>/dev/null)" '' 'each run that fails says why'
is "$(grep 'warpscope: :\|No such file' "$tmp/messages")" '' 'no message is about a file without a name'
is "$(sed -n 's/([0-9][0-9]* bytes/(N bytes/; /for its path/p' "$tmp/messages" | sort -u)" \
	'warpscope: ws45/ws45_early.lib.gz: error: out of memory (N bytes for its path)' 'the file, and how much was asked for'
# Memory may fail while commands are made: after that message they are unknown.
is "$(grep -vc 'out of memory\|unknown command "generate_design"' "$tmp/messages")" 0 'all others are about memory, too'
plan
