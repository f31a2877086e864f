#!/bin/sh
# idle.sh - system calls of an idle explorer in ten seconds, by strace: there should be none.
#
#	bench/idle.sh ./warpscope [ARGUMENTS]
command -v strace >/dev/null && command -v tmux >/dev/null || { echo "needs strace and tmux" >&2; exit 1; }
tmp=$(mktemp -d) || exit 1
trap 'tmux -S "$tmp/tmux" kill-server 2>/dev/null; rm -rf "$tmp"' EXIT
tmux -S "$tmp/tmux" -f /dev/null new-session -d -x 80 -y 24 "exec $*"
sleep 3
pid=$(tmux -S "$tmp/tmux" display-message -p '#{pane_pid}')
timeout 10 strace -f -p "$pid" -o "$tmp/calls" 2>/dev/null
# what strace shows when it comes are the calls that wait, and when it goes that they still do
calls=$(grep -cvE 'resumed|restart_syscall|detached|<unfinished|strace' "$tmp/calls")
printf '%s\t%s\t%s\t%s\t%s\t%s\n' "${BENCH_COMMIT:--}" \
	"$(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)" \
	"bench/idle.sh $*" "idle, system calls in 10 s" "$calls" ""
