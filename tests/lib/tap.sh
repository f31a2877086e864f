# tap.sh - the Test Anything Protocol for shell tests; sourced.
#
#	ok STATUS NAME      one check: STATUS 0 passed
#	is GOT WANTED NAME  two texts that should be the same
#	same GOT WANTED NAME  the same of two outputs of the program: not empty, and neither that of files that are gone
#	skip NAME WHY
#	plan                at the end

tap_n=0
tap_failed=0
srcdir=${srcdir:-.}
warpscope=${WARPSCOPE:-./warpscope}
tmp=$(mktemp -d) || exit 1
# At the end; other files have more to clean up.
clean_up() {
	rm -rf "$tmp"
}
# In bash, a command in the background has the trap too until it begins, and a signal may end it before.
is_main() {
	[ "$(exec sh -c 'echo $PPID')" = $$ ]
}
trap 'is_main && clean_up' EXIT
LC_ALL=C.UTF-8
TERM=${TERM:-xterm-256color}
XDG_CONFIG_HOME=$tmp/config # not the user's
XDG_STATE_HOME=$tmp/state
export LC_ALL TERM WARPSCOPE_DATADIR XDG_CONFIG_HOME XDG_STATE_HOME
WARPSCOPE_DATADIR=$srcdir/assets
unset NO_COLOR COLORTERM

ok() {
	tap_n=$((tap_n + 1))
	if [ "$1" -eq 0 ]; then
		printf 'ok %d - %s\n' "$tap_n" "$2"
	else
		printf 'not ok %d - %s\n' "$tap_n" "$2"
		tap_failed=1
	fi
}

is() {
	if [ "$1" = "$2" ]; then
		ok 0 "$3"
	else
		ok 1 "$3"
		printf '%s\n' "$2" | sed 's/^/# wanted: /'
		printf '%s\n' "$1" | sed 's/^/# got:    /'
	fi
}

same() {
	case $2 in
	'' | *"couldn't read file"* | *'No such file or directory'*)
		ok 1 "$3"
		printf '%s\n' "$2" | sed 's/^/# no text to compare with: /'
		;;
	*) is "$1" "$2" "$3" ;;
	esac
}

skip() {
	tap_n=$((tap_n + 1))
	printf 'ok %d - %s # SKIP %s\n' "$tap_n" "$1" "$2"
}

plan() {
	printf '1..%d\n' "$tap_n"
	exit "$tap_failed"
}
