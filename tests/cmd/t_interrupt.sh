# One ^C ends what waits for a file, in batch and in the explorer. Waits have a deadline that is generous: a
# program that doesn't look at ^C would wait for hours.
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/terminal.sh"

mkfifo "$tmp/fifo"
mkdir "$tmp/folder"
mkfifo "$tmp/folder/design.dag"
cp "$srcdir/tests/data/small.lef" "$srcdir/tests/data/small.def" "$tmp"

# The process sleeps in poll(): it waits for the file by now. Where that can't be known, half a second.
waits() {
	n=0
	sleep 0.3
	while [ $n -lt 50 ]; do
		grep -q '^State:.*S' "/proc/$1/status" 2>/dev/null && return
		n=$((n + 1))
		sleep 0.1
	done
}

# interrupted NAME ARGUMENT...: one ^C, then it is gone within ten seconds, with the code of ^C. A shell starts what it
# puts aside with SIGINT ignored, which env takes back.
interrupted() {
	name=$1
	shift
	env --default-signal=INT "$warpscope" -d cpu "$@" >"$tmp/out" 2>"$tmp/err" <"${stdin:-/dev/null}" &
	p=$!
	waits $p
	kill -INT $p
	(n=0; while [ $n -lt 100 ]; do n=$((n + 1)); sleep 0.1; done; kill -KILL $p) 2>/dev/null &
	killer=$!
	wait $p 2>/dev/null
	is "$? $(tail -n 1 "$tmp/err")" "130 warpscope: cancelled" "$name"
	kill $killer 2>/dev/null
	wait $killer 2>/dev/null
}

if env --default-signal=INT true 2>/dev/null; then
	for command in read_graph read_liberty read_verilog read_lef read_def read_bookshelf source; do
		interrupted "$command of a FIFO without a writer" -b -e "$command $tmp/fifo"
	done
	for command in read_sdc read_spef read_timing; do
		interrupted "$command of one" -b -e "read_lef $tmp/small.lef; read_def $tmp/small.def; $command $tmp/fifo"
	done
	interrupted "a script that is one" -b -f "$tmp/fifo"
	interrupted "a file of a folder" -b "$tmp/folder"
	interrupted "a graph on the command line" -b "$tmp/folder/design.dag"
	interrupted "a file of keys" --size 80x24 --keys "$tmp/fifo"
	sleep 1000 >"$tmp/fifo" &
	writer=$!
	interrupted "a pipe whose writer is silent" -b -e "read_verilog $tmp/fifo"
	stdin=$tmp/fifo
	interrupted "the same as standard input" -b -e 'read_verilog /dev/stdin'
	interrupted "and by its number" -b -e 'read_verilog /dev/fd/0'
	interrupted "and as a script" -b -f /dev/stdin
	kill $writer
	wait $writer 2>/dev/null
	stdin=
else
	skip "^C in batch" "env can't reset signals"
fi

# A FIFO is read like a file once there is a writer.
cat "$srcdir/assets/example.dag.gz" >"$tmp/fifo" &
"$warpscope" -b -d cpu -e "read_graph $tmp/fifo; find_paths -max_paths 3; report_levels" >"$tmp/out" 2>"$tmp/err" </dev/null
code=$?
"$warpscope" -b -d cpu -e "read_graph $srcdir/assets/example.dag.gz; find_paths -max_paths 3; report_levels" >"$tmp/wanted" 2>&1
sed 's/ [0-9.]* ms//' "$tmp/out" >"$tmp/a"
sed 's/ [0-9.]* ms//' "$tmp/wanted" >"$tmp/b"
same "$(cat "$tmp/a" && echo $code)" "$(cat "$tmp/b" && echo 0)" "a graph out of a FIFO"

# So is a script, with all that Tcl says of scripts.
cat >"$tmp/script.tcl" <<'END'
set here [file tail [info script]]
proc deep {} { return -code return [file tail [info script]] }
if {$here eq "inner"} { puts "[string length é] é"; return "early $here" }
if {$here eq "deep"} { puts "$here [deep]" }
if {$here eq "break"} { break }
if {$here eq "code"} { return -code 7 -level 2 odd }
error "wrong here"
END
printf '\357\273\277puts [file tail [info script]]\r\nset x {a\r\nb}\r\nputs [string length $x]\r\n\032 nothing' >"$tmp/dos.tcl"
cat >"$tmp/try.tcl" <<'END'
proc try_one {file} {
	set ::errorInfo {}
	puts [catch {source $file} text options]:$text
	puts [dict get $options -code],[string map [list $file FILE] $::errorInfo]
	puts [file tail [info script]]
}
END
try() { # FILE TO-FIFO: what comes of it, by way of a FIFO of that name
	"$warpscope" -b -d cpu -f "$tmp/try.tcl" -e "try_one $1; try_one $1; puts [catch {source -encoding nonsense $1} x]\$x" \
		2>&1 </dev/null
}
mkdir "$tmp/plain" "$tmp/pipes"
for name in inner outer deep break code; do
	cp "$tmp/script.tcl" "$tmp/plain/$name"
	mkfifo "$tmp/pipes/$name"
done
cp "$tmp/dos.tcl" "$tmp/plain/dos"
mkfifo "$tmp/pipes/dos"
for name in inner outer deep break code dos; do
	(cat "$tmp/plain/$name" >"$tmp/pipes/$name"; sleep 0.3; cat "$tmp/plain/$name" >"$tmp/pipes/$name") 2>/dev/null &
	writer=$!
	same "$(try "$tmp/pipes/$name")" "$(try "$tmp/plain/$name")" "a script out of a FIFO does what a file does: $name"
	kill $writer 2>/dev/null
	wait $writer 2>/dev/null
done
printf 'set x 1\nset y [read_nothing]\n' >"$tmp/plain/bad"
mkfifo "$tmp/pipes/bad"
cat "$tmp/plain/bad" >"$tmp/pipes/bad" &
"$warpscope" -b -d cpu -f "$tmp/pipes/bad" >"$tmp/out" 2>&1 </dev/null
same "$(cat "$tmp/out")" "$("$warpscope" -b -d cpu -f "$tmp/plain/bad" 2>&1 | sed "s|plain/bad|pipes/bad|")" \
	"its errors have their line"

# What the screen reads after a command that was cancelled is computed. Here the command cancels itself, when it runs.
. "$srcdir/tests/lib/two_registers.sh"
cat >"$tmp/timed.keys" <<END
# record of warpscope
:read_liberty $tmp/plain.lib; read_verilog $tmp/p.v; link_design p
:create_clock -name c -period 1 [get_ports clk]; set_propagated_clock [all_clocks]; find_paths -max_paths 10
:set_clock_uncertainty 0.1 [all_clocks]; find_paths -max_paths 10; exec kill -INT [pid]; while 1 {}
:save_screen $tmp/screen.txt
END
"$warpscope" -d cpu --size 120x36 --view summary --keys "$tmp/timed.keys" >"$tmp/out" 2>&1 </dev/null
is "$? $(cat "$tmp/out") $(grep -c cancelled "$tmp/screen.txt")" "0  1" "a script that cancels itself"
is "$(grep -o 'design WNS.*ps' "$tmp/screen.txt"; grep -c 'early hold  *1  *1  *-100.000' "$tmp/screen.txt")" \
	"$(printf 'design WNS 700.000 TNS 0.000 ps\n1')" "the slacks that it changed are shown"

terminal_open "^C in the explorer"
t send-keys "'$warpscope' -d cpu -e 'read_graph $tmp/fifo'; echo rc=\$?" Enter
sees 'reading' "the explorer waits for a FIFO"
t send-keys C-c
sees 'cancelled' "one ^C ends that"
t send-keys : "read_verilog /dev/tty" Enter
sees "error: the terminal's keys are read by the screen" "its own terminal isn't read as a file"
t send-keys : "read_liberty $tmp/fifo" Enter
sees 'reading' "it waits again"
p=$(pid)
t send-keys Q
gone "$p"
ok $? "and leaves all the same"
plan
