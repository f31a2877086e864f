# The rooms of the house: who may include whom (HACKING.md has the picture), and what nothing in the
# repository says.
. "${srcdir:-.}/tests/tap.sh"

# room: the rooms that its files may include, besides itself and base
rules='base:
db:
read: db
write: db
gen: db
gpu: db
snap: db
algo: db gpu snap
cmd: db read write gen gpu snap algo
ui: cmd snap db'

printf '%s\n' "$rules" | while IFS=: read -r room allowed; do
	bad=
	for file in $(find "$srcdir/src/$room" -name '*.[ch]' -o -name '*.cu'); do
		for other in $(sed -n 's|^#include "\([a-z]*\)/.*|\1|p' "$file" | sort -u); do
			case " base $room $allowed " in
			*" $other "*) ;;
			*) bad="$bad $file:$other" ;;
			esac
		done
	done
	printf '%s\t%s\n' "$room" "$bad"
done >"$tmp/rooms"
while IFS="$(printf '\t')" read -r room bad; do
	is "$bad" "" "$room includes only its own"
done <"$tmp/rooms"

is "$(grep -lE '#include <(ncurses|curses|SDL|cuda|tcl)' -r "$srcdir/src/algo")" "" \
	"algo knows no terminal, window, GPU runtime or Tcl"
is "$(grep -lE '#include <(ncurses|curses)' -r "$srcdir/src" | grep -v /ui/tui/)" "" \
	"only ui/tui knows curses"
is "$(grep -lE '#include <SDL' -r "$srcdir/src" | grep -vE '/(ui/win/[^/]*|cmd/letters)\.[ch]$')" \
	"" "only ui/win, and who writes letters, know SDL"
is "$(grep -nE '\b(stdout|stderr)\b|\b(printf|puts|perror|putchar)\(' -r "$srcdir/src" --include='*.[ch]' | grep -vE '/\*|^[^:]*:[0-9]*:	*[" ]*\*|"[^"]*\b(puts|stdout|stderr)\b')" \
	"" "what is printed goes through base/print.h"
is "$(grep -lE '#include <cuda' -r "$srcdir/src" | grep -v /gpu/)" "" "only gpu knows CUDA"
is "$(grep -lE '(\*|\() *restrict\b|_Generic' "$srcdir"/src/gpu/*.cu)" "" \
	"kernels keep to the common subset"

# Every kernel file is compiled for the CPU too.
missing=
for file in "$srcdir"/src/gpu/k_*.cu; do
	[ -f "${file%.cu}_cpu.c" ] || missing="$missing $file"
done
is "$missing" "" "each kernel file has its CPU side"

if command -v git >/dev/null && git -C "$srcdir" rev-parse >/dev/null 2>&1; then
	is "$(git -C "$srcdir" grep -nIE '/(work|farm|root|home/[a-z]+)/' -- . ':!*.gz' \
		':!tests/t_rooms.sh')" "" "no paths of a machine"
else
	skip "no paths of a machine" "not a git checkout"
fi
plan
