# The rooms of the house: which may include which (HACKING.md has the picture), and what nothing in the
# repository says.
. "${srcdir:-.}/tests/lib/tap.sh"

# room: the rooms, or single headers, that its files may include besides their own room and base.
# What a header includes counts as included by every file that includes it.
# Features on the GPU. Each includes those before it, and the single headers of later ones that its line names.
features='gpu/kernel
gpu/device
gpu/image gpu/delay/delay_args.h gpu/delay/network_args.h gpu/timing/timing_args.h gpu/timing/touched_args.h
gpu/labels gpu/timing/timing_args.h
gpu/delay gpu/timing/timing.h gpu/timing/timing_paths.h
gpu/timing
gpu/search gpu/search/paper/paper_args.h
gpu/search/paper
gpu/credit
gpu/ssta gpu/ssta/paper/ssta_twister.h
gpu/ssta/paper
gpu/density
gpu/spmv
gpu/place
gpu/frame
gpu/checks
gpu/inspect
gpu/try'
feature_rules=$(printf '%s\n' "$features" | awk '{
	print $1 ": db db/layout db/state snap" before, substr($0, length($1) + 1)
	before = before " " $1
}')
features=$(printf '%s\n' "$features" | awk '{ printf "%s ", $1 }')
rules="base:
db:
db/layout: db
db/link: db
db/state: db
read: db
read/layout: db db/layout
read/liberty: db
read/sdc: db
read/sdf: db
read/spef: db
read/verilog: db db/link
store: db db/layout db/state read/sdc/sdc_code.h
write: db db/layout
gen: db db/layout snap gpu/kernel gpu/device gpu/density gpu/spmv gpu/place
snap: db db/layout db/state
draw:
session: db db/layout db/link db/state read/sdc read/dag.h write $features snap
report: db db/layout db/link db/state write $features snap draw session
cmd: db db/layout db/link db/state read read/layout read/liberty read/sdc read/sdf read/spef read/verilog store write
cmd: gen $features snap draw session report
ui/widgets: db db/state snap draw
ui/tui: ui/widgets
ui: ui/views ui/widgets ui/tui ui/win draw write/png.h session gpu/device/device_config.h snap db db/layout db/state
ui/views: ui ui/widgets ui/tui ui/win draw session gpu/device/device_config.h snap db db/layout db/state
ui/win: ui ui/views ui/widgets ui/tui session gpu/device/device_config.h snap db db/layout db/state
$feature_rules"

# FILE HEADER: each header that a file reaches, "src/" left out
(cd "$srcdir/src" && grep -rE '^#[ 	]*include "' --include='*.[ch]' --include='*.cu' --include='*.def' .) |
	sed 's|^\./\([^:]*\):.*include "\([^"]*\)".*|\1 \2|' >"$tmp/includes"
awk '
{ direct[$1] = direct[$1] " " $2 }
END {
	for (file in direct) {
		n = split(direct[file], queue, " ")
		split("", seen)
		if (file == "gpu/kernel/kernels.h")
			continue # the table of all arguments
		for (i = 1; i <= n; i++) {
			if (queue[i] in seen)
				continue
			seen[queue[i]] = 1
			print file, queue[i]
			if (queue[i] == "gpu/kernel/kernels.h")
				continue
			m = split(direct[queue[i]], more, " ")
			for (k = 1; k <= m; k++)
				queue[++n] = more[k]
		}
	}
}' "$tmp/includes" | sort >"$tmp/reached"

printf '%s\n' "$rules" >"$tmp/rules"
awk '
function room(path) { sub(/\/?[^\/]*$/, "", path); return path }
NR == FNR {
	name = $1; sub(/:$/, "", name); ruled[name] = 1
	may[name, "base"] = may[name, name] = 1
	for (i = 2; i <= NF; i++)
		may[name, $i] = 1
	next
}
room($1) == "" { next }
!(room($1) in ruled) { print room($1) "\thas no rule"; next }
!((room($1), room($2)) in may) && !((room($1), $2) in may) { print room($1) "\t" $1 ":" $2 }
' "$tmp/rules" "$tmp/reached" | sort -u >"$tmp/bad"
is "$(grep 'has no rule' "$tmp/bad")" "" "each folder has a rule"
for room in $(sed 's/:.*//' "$tmp/rules" | sort -u); do
	is "$(sed -n "s|^$room	||p" "$tmp/bad" | head -20)" "" "$room reaches only what it may"
done
is "$(grep -c ' base/' "$tmp/reached" | awk '{ print ($1 > 1000) }')" 1 "includes were found"
is "$(grep -E '^ui/.* session/session\.h$' "$tmp/reached")" "" "the screen sees the board, not the session"
is "$(grep -E '^ui/win/(frames|peer|protocol|sdl|sdl_keys|window_process)\.[ch] ui/ui\.h$' "$tmp/reached")" \
	"" "the process of the window knows no explorer"

is "$(grep -lE '#include <(ncurses|curses|SDL|cuda|tcl)' -r "$srcdir/src/gpu" | grep -vE '/gpu/(device|kernel)/')" "" \
	"algorithms know no terminal, window, GPU runtime or Tcl"
is "$(grep -lE '#include <(ncurses|curses)' -r "$srcdir/src" | grep -v /ui/tui/)" "" \
	"only ui/tui knows curses"
is "$(grep -lE '#include <SDL' -r "$srcdir/src" | grep -vE '/(ui/win/[^/]*|draw/letters)\.[ch]$')" \
	"" "only ui/win, and what draws letters, know SDL"
is "$(grep -nE '\b(stdout|stderr)\b|\b(printf|puts|perror|putchar)\(' -r "$srcdir/src" --include='*.[ch]' | grep -vE '/\*|^[^:]*:[0-9]*:	*[" ]*\*|"[^"]*\b(puts|stdout|stderr)\b')" \
	"" "what is printed goes through base/print.h"
is "$(grep -lE '#include <cuda' -r "$srcdir/src" | grep -v /gpu/)" "" "only gpu knows CUDA"
is "$(grep -lE '(\*|\() *restrict\b|_Generic' $(find "$srcdir/src/gpu" -name "*.cu"))" "" \
	"kernels keep to the common subset"

is "$(grep -lE '"gpu/kernel/kernels\.h"' -r "$srcdir/src" | sed 's,.*/src/,,' | sort | tr '\n' ' ')" \
	"gpu/device/dev_cpu.c gpu/device/dev_cuda.c gpu/device/warp.c gpu/kernel/cost_by_args.h gpu/kernel/kernel_cost.c gpu/kernel/warp_fields.c " \
	"arguments of kernels are seen by their feature and by tables of all kernels"

is "$(grep -lE '"session/opensta\.h"' -r "$srcdir/src" --include='*.[ch]' | sed 's,.*/src/,,' | sort | tr '\n' ' ')" \
	"cmd/cmd_session.c main.c session/command.c session/opensta.c session/opensta_internals.c session/shell_tcl.c " \
	"what OpenSTA's commands are called is known to help, the shell and the table of commands alone"

# Logs are named without the end .sh, so of two tests with one name only one would run.
is "$(cd "$srcdir/tests" && printf '%s\n' */t_*.c */t_*.sh | sed 's,.*/,,; s/\.[a-z]*$//' | sort | uniq -d)" "" \
	"each test has a name of its own"

if command -v git >/dev/null && git -C "$srcdir" rev-parse >/dev/null 2>&1; then
	is "$(git -C "$srcdir" grep -nIE '/(work|farm|root|home/[a-z]+)/' -- . ':!*.gz' \
		':!tests/tree/t_rooms.sh')" "" "no paths of a machine"
	# What the makefile finds is compiled, and comes into the tarball.
	is "$(MAKEFLAGS= make -s --eval 'list: ; @printf "%s\n" $(call sources,*.c *.h *.cu *.def)' list)" \
		"$(git -C "$srcdir" ls-files src | grep -E '\.(c|h|cu|def)$' | LC_ALL=C sort)" "the makefile finds each source, and nothing else"
else
	skip "the makefile finds each source, and nothing else" "not a git checkout"
	skip "no paths of a machine" "not a git checkout"
fi
plan
