#!/bin/sh
# window.sh - the layout window at 1280x800 on an X server of its own: from a motion of the pointer to the frame that
# answers it, what a drag takes, memory, and the system calls of both processes when nothing happens.
#
#	bench/window.sh ./warpscope [ARGUMENTS]
#
# The window's process is traced, the explorer not: from its POINTER or WHEEL to its SHOWN, which it sends when it has
# taken the frame's pixels. A tick of CPU time is taken for 10 ms. ARGUMENTS end with a search: "exact" is waited for.
for program in strace tmux Xvfb xdotool; do
	command -v $program >/dev/null || { echo "needs $program" >&2; exit 1; }
done
tmp=$(mktemp -d) || exit 1
trap 'tmux -S "$tmp/tmux" kill-server 2>/dev/null; kill "$server" 2>/dev/null; rm -rf "$tmp"' EXIT
mkfifo "$tmp/number"
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp -noreset 3>"$tmp/number" >/dev/null 2>&1 </dev/null &
server=$!
read -r number <"$tmp/number"
export DISPLAY=:"$number"
tmux -S "$tmp/tmux" -f /dev/null new-session -d -x 80 -y 24 "exec $(printf "'%s' " "$@")"
main=$(tmux -S "$tmp/tmux" display-message -p '#{pane_pid}')

row() { # WHAT VALUE UNIT
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' "${BENCH_COMMIT:--}" \
		"$(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)" "bench/window.sh $arguments" "$@"
}
arguments=$*
wait_for() { # COMMAND...: a minute
	for try in $(seq 600); do
		"$@" && return
		sleep 0.1
	done
	echo "nothing came: $*" >&2
	exit 1
}
is_open() {
	xdotool search --name ' - warpscope' >/dev/null 2>&1
}
has_paths() {
	tmux -S "$tmp/tmux" capture-pane -p | grep -q 'exact'
}
wait_for has_paths
tmux -S "$tmp/tmux" send-keys w
wait_for is_open
xdotool mousemove 500 400
sleep 3
helper=$(pgrep -P "$main")

idle() {
	for pid in "$main" "$helper"; do
		timeout 5 strace -f -p "$pid" -o "$tmp/calls.$pid" 2>/dev/null &
	done
	sleep 6
	row "idle, system calls in 5 s" "$(cat "$tmp"/calls.* |
		grep -cvE 'resumed|restart_syscall|detached|<unfinished|strace')" ""
}

# The kinds are those of ui/win/protocol.h: 4 is SHOWN, 6 POINTER, 8 WHEEL.
latency() { # WHAT KIND
	kill -INT "$tracer"
	wait "$tracer" 2>/dev/null
	sed -n 's/^[0-9]* *\([0-9.]*\) sendto(3, "\\x0\([0-9]\)\\x00.*/\1 \2/p' "$tmp/trace" |
		awk -v kind="$2" '$2 == kind && !at { at = $1 } $2 == 4 && at { print 1000 * ($1 - at); at = 0 }' |
		sort -n >"$tmp/ms"
	n=$(wc -l <"$tmp/ms")
	[ "$n" -gt 10 ] || { echo "$1: $n frames only" >&2; exit 1; }
	row "$1, p50" "$(sed -n "$((n / 2 + 1))p" "$tmp/ms")" ms
	row "$1, p99" "$(sed -n "$((n * 99 / 100 + 1))p" "$tmp/ms")" ms
	row "$1, frames" "$n" ""
}
trace() {
	strace -f -p "$helper" -e trace=sendto -xx -s 4 -ttt -o "$tmp/trace" 2>/dev/null &
	tracer=$!
	sleep 1
}
ticks() {
	cut -d ' ' -f 14,15 "/proc/$1/stat" | awk '{ print $1 + $2 }'
}

idle
trace
for i in $(seq 200); do
	xdotool mousemove $((500 + i)) $((400 + i % 7))
	sleep 0.08
done
latency "hover to frame" 6
trace
for i in $(seq 60); do
	xdotool click $((4 + i % 2))
	sleep 0.15
done
latency "wheel to frame" 8
row "memory of the window's process" "$(($(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$helper/status") / 1024))" MiB

# As fast as xdotool is started.
xdotool mousemove 700 500 mousedown 1
before_main=$(ticks "$main") before_helper=$(ticks "$helper")
begin=$(date +%s%N)
trace
for i in $(seq 400); do
	xdotool mousemove $((700 + i % 100)) $((500 + i % 60))
done
ns=$(($(date +%s%N) - begin))
row "a drag, CPU of the explorer" "$((($(ticks "$main") - before_main) * 1000000000 / ns))" %
row "a drag, CPU of the window's process" "$((($(ticks "$helper") - before_helper) * 1000000000 / ns))" %
row "a drag, motions a second" "$((400 * 1000000000 / ns))" 1/s
xdotool mouseup 1
latency "a drag to frame" 6
