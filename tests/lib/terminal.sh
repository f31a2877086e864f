# terminal.sh - a real terminal by tmux, for shell tests; sourced after tap.sh.
#
#	terminal_open WHAT      a shell on a terminal of 80x24; without tmux the test ends here, WHAT skipped
#	t COMMAND...            tmux's
#	sees PATTERN NAME       a check: it is on the screen within ten seconds
#	pid                     the process that the shell has started
#	gone PID                waits until it is, for ten seconds; fails if it isn't

here=$(pwd)
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
case $WARPSCOPE_DATADIR in /*) ;; *) WARPSCOPE_DATADIR=$here/$WARPSCOPE_DATADIR ;; esac
# No prompt: it would precede the output when keys come before the shell is ready for them.
terminal_shell="exec env PS1= TERM=screen-256color LC_ALL=C.UTF-8 WARPSCOPE_DATADIR='$WARPSCOPE_DATADIR' sh"

t() {
	tmux -S "$tmp/tmux" -f /dev/null "$@"
}

clean_up() {
	t kill-server 2>/dev/null
	rm -rf "$tmp"
}

terminal_open() {
	if ! command -v tmux >/dev/null 2>&1 || ! command -v pgrep >/dev/null 2>&1; then
		skip "$1" "no tmux or no pgrep"
		plan
	fi
	if ! t new-session -d -x 80 -y 24 "$terminal_shell" 2>/dev/null; then
		skip "$1" "tmux gets no terminal here"
		plan
	fi
}

sees() {
	n=0
	while [ $n -lt 100 ]; do
		if t capture-pane -p 2>/dev/null | grep -q -e "$1"; then
			ok 0 "$2"
			return
		fi
		n=$((n + 1))
		sleep 0.1
	done
	ok 1 "$2"
	t capture-pane -p 2>/dev/null | sed 's/^/# /'
}

pid() {
	n=0
	while [ $n -lt 100 ]; do
		p=$(pgrep -P "$(t display-message -p '#{pane_pid}')") && break
		n=$((n + 1))
		sleep 0.1
	done
	printf '%s' "$p"
}

# A zombie has ended: when the shell asks for its exit code is the shell's business.
running() {
	case $(ps -o stat= -p "$1" 2>/dev/null) in
	'' | Z*) return 1 ;;
	esac
}

gone() {
	n=0
	while [ $n -lt 100 ] && running "$1"; do
		n=$((n + 1))
		sleep 0.1
	done
	running "$1" || return 0
	ps -o pid,ppid,stat,lstart,args -p "$1" | sed 's/^/# /'
	return 1
}
