# Real keys on a real terminal, by tmux: what replays can't show. Waits poll for text with a deadline.
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/terminal.sh"

# Gone within ten seconds.
ends() {
	gone "$1"
	ok $? "$2"
}

# Typed line by line, so that a shell can suspend it.
start() {
	t send-keys "clear; stty -g >'$tmp/before'" Enter "'$warpscope' -d cpu $1" Enter
}

# A graph that opens at once
printf 'read_graph [asset example.dag.gz]\nfind_paths -max_paths 1000\n' >"$tmp/example.tcl"
example="-f $tmp/example.tcl"

# The shell is back, with the exit code given and the terminal as it was.
is_back() {
	t send-keys "echo rc=\$?; stty -g >'$tmp/after'; echo end" Enter
	sees "^rc=$1" "$2"
	sees '^end' "the shell is back"
	cmp -s "$tmp/before" "$tmp/after"
	ok $? "the terminal is as it was"
}

# Q, and keys for the shell only when it has been taken.
quits() {
	p=$(pid)
	t send-keys Q
	ends "$p" "$1"
	is_back 0 "$1"
}

terminal_open "real keys"
start
sees '\[start\] 1/1000' "the bundled design opens"
sees '^.*replayed' "its search is replayed"
t send-keys j j Down
sees '\[start\] 4/1000' "a key ends that and acts; arrows move"
t send-keys 2 3 '{'
sees 'before level 0' "to before the first step"
t send-keys . . . ,
sees 'after level 1 ' "three steps and one back"
t send-keys Space
sees 'playing' "play"
t send-keys Space
sees 'paused' "and pause"
t send-keys 2 '}' Escape
sees '1000 of 1000 paths, exact' "to the end"

t resize-window -x 120 -y 40
sees 'x explain .*q back' "a larger window"
t resize-window -x 30 -y 5
sees 'terminal too small' "a tiny window"
t resize-window -x 80 -y 24
sees '\[paths\] ' "and back"

t send-keys :
t send-keys -l 'puts "hello [search_property k]"'
t send-keys Enter 9
sees 'hello 1000' "a command is typed and its output shown"
t send-keys : 
t send-keys -l 'report_wn'
t send-keys Tab
sees ':report_wns' "Tab completes"
t send-keys C-u
t send-keys -l 'back'
t send-keys C-a C-k
t send-keys -l 'while 1 {}'
t send-keys Enter
sees 'busy' "an endless script runs"
t send-keys 2 j
sees '\[paths\] ' "keys answer meanwhile"
t send-keys -N 1100 R
sees '^1000 commands wait for one that runs; <C-c> drops them' "what they ask for waits, but not without end"
t send-keys C-c
sees 'cancelled' "^C cancels it"
awk 'BEGIN {
	print "module large (a); input a;"
	for (i = 0; i < 2000000; i++)
		print "INV instance_" i " (.A(net_" i "), .Z(net_" i + 1 "));"
	print "endmodule"
}' >"$tmp/large.v"
t send-keys :
t send-keys -l "read_verilog $tmp/large.v"
t send-keys Enter
sees '^ [a-z]* \[[█.]*\] [0-9.]* of [0-9.]* MB  [0-9]*%  ' "a large file: bytes and percent"
t send-keys C-c
sees 'cancelled' "^C cancels that too"
rm "$tmp/large.v"
sees '1000 of 1000 paths, exact' "and what was open stays"
t send-keys :
t send-keys -l 'error "an error\nof three\nlines"'
t send-keys Enter
sees '^3 lines in the Console (key 9): an error' "an error of several lines is announced"
t send-keys 9
sees '^lines' "and whole in the Console"
t send-keys 2

t set-buffer "$(printf 'exit 9\nexit 9\n')"
t paste-buffer -p
sees ':exit 9⏎exit 9' "a paste opens the command line and runs nothing"
t send-keys Escape
sees '\[paths\] ' "Esc leaves it"
for end in '' '1b 5b 32' '03'; do # a paste whose end is lost, or comes in pieces, or ^C
	t send-keys -H 1b 5b 32 30 30 7e 61 62 63
	sees ':abc' "a paste"
	[ -z "$end" ] || t send-keys -H $end
	sleep 0.1
	[ "$end" != '1b 5b 32' ] || t send-keys -H 30 31 7e
	sleep 0.6
	[ "$end" = 03 ] || t send-keys C-u Escape
	t send-keys 3
	sees '\[levels\] ' "it ends (${end:-silence})"
	t send-keys 2
done

t send-keys C-z
sees 'Stopped\|SIGSTOP\|suspended' "^Z suspends"
t send-keys fg Enter
sees '\[paths\] ' "and fg goes on"

p=$(pid)
t send-keys Q
ends "$p" "Q quits"
is_back 0 "with exit code 0"

t send-keys clear Enter "sleep 1000 | '$warpscope' -d cpu" Enter
sees '\[start\] 1/1000' "after a pipe"
sleeper=$(pgrep -x -P "$(t display-message -p '#{pane_pid}')" sleep)
t send-keys C-z
sees 'Stopped\|SIGSTOP\|suspended' "^Z suspends"
is "$(ps -o stat= -p "$sleeper" | cut -c 1)" T "all of the pipeline"
t send-keys fg Enter
sees '\[start\] ' "and fg goes on"
kill "$sleeper"
p=$(pgrep -x -P "$(t display-message -p '#{pane_pid}')" warpscope)
t send-keys Q
gone "$p" # else it takes the keys that start the next one

start "--view levels $example"
sees '\[levels\] 10/10' "a script will read what it must not"
p=$(pid)
t send-keys : ; t send-keys -l 'list input <[gets stdin]>' ; t send-keys Enter
sees '^input <>' "there is no input for scripts"
t send-keys : ; t send-keys -l 'goto first; speed up; speed up; speed up; play; wait_idle; list at [search_property level]'
t send-keys Enter
sees '^at 9' "a script waits for the end of what it plays"
t send-keys : ; t send-keys -l 'exec sleep 9' ; t send-keys Enter
sees 'busy' "a program runs"
t send-keys : quit Enter
ends "$p" ":quit doesn't wait for it"
is_back 0 "and it was no error"

start "$example"
sees '\[paths\] 1/1000' "a script will close its output"
p=$(pid)
t send-keys :
t send-keys -l 'chan close stdout; chan close stderr; expr 6 * 7'
t send-keys Enter
sees '^42' "it has"
before=$(cut -d ' ' -f 14 "/proc/$p/stat")
sleep 0.5
after=$(cut -d ' ' -f 14 "/proc/$p/stat")
[ $((after - before)) -lt 20 ]
ok $? "nothing spins on it"
t send-keys Q
gone "$p"

mkdir "$tmp/unread"
cp "$srcdir/tests/data/stage.v" "$srcdir/tests/data/stage.lib" "$srcdir/tests/data/stage.spef" "$tmp/unread"
echo create_clokk >"$tmp/unread/stage.sdc"
start "--view summary $tmp/unread"
sees '✗ sdc stage.sdc:1' "a folder with a file that can't be read opens all the same"
p=$(pid)
t send-keys 9
sees 'stage.sdc:1: error: unknown command' "the error"
t send-keys Q
gone "$p"

start "$example"
sees '\[paths\] 1/1000' "a terminal that will stop reading"
p=$(pid)
t send-keys 9 :
t send-keys -l 'while 1 {puts [clock clicks]}'
t send-keys Enter
sees 'busy' "many frames"
server=$(t display-message -p '#{pid}')
kill -STOP "$server"
sleep 0.5
kill "$p"
ends "$p" "it ends by TERM"
kill -CONT "$server"
t send-keys C-u "stty -g >'$tmp/after'; clear; echo e''nd" Enter
sees '^end' "the shell is back"
cmp -s "$tmp/before" "$tmp/after"
ok $? "the terminal's modes are as they were"

t send-keys "TERM=dumb '$warpscope' -d cpu; echo rc=\$?" Enter
sees '^rc=5' "a terminal that can't show a picture is refused"
sees 'the terminal "dumb"' "by name"
t send-keys "clear; TERM=nonsense '$warpscope' -d cpu $example" Enter
sees '^the terminal "nonsense" is not known here: it is taken for xterm-256color' "one that isn't known answers as others do"
sees '\[paths\] 1/1000' "and shows what they show"
quits "the end"

# The screen that was there is there again, and the terminal as a shell wants it.
is_given_back() { # NAME
	sees '^what was there' "$1: the screen is the shell's"
	is "$(t display-message -p '#{alternate_on}#{mouse_any_flag}#{cursor_flag}#{keypad_flag}')" 0010 \
		"$1: no other screen, no mouse, a cursor, plain keys"
	t set-buffer "echo past''ed"
	t paste-buffer -p
	t send-keys Enter
	sees '^pasted' "$1: a paste is as it is"
}

# What didn't reach the terminal that had stopped reading
t send-keys "tput rmcup; tput cnorm; printf '\\033[?1000l\\033[?2004l'" Enter

# Every signal that ends a process, and what a crash raises
for signal in HUP:1 QUIT:3 ILL:4 TRAP:5 ABRT:6 BUS:7 FPE:8 USR1:10 SEGV:11 USR2:12 ALRM:14 TERM:15 \
	STKFLT:16 XCPU:24 VTALRM:26 PROF:27 IO:29 PWR:30 SYS:31 RTMIN:34 a_real-time_one:50 RTMAX:64; do
	name=${signal%:*} number=${signal#*:}
	t send-keys "clear; ulimit -c 0; echo 'what was there'" Enter
	sees '^what was there' "$name: a shell"
	t send-keys "stty -g >'$tmp/before'; '$warpscope' -d cpu --view levels $example" Enter
	sees '\[levels\] 10/10' "$name: the explorer"
	p=$(pid)
	kill -$number "$p"
	ends "$p" "$name ends it"
	is_back $((128 + number)) "$name: the exit code"
	is_given_back "$name"
done

start "$example"
sees '\[paths\] 1/1000' "signals that end nothing"
p=$(pid)
kill -PIPE "$p"
kill -XFSZ "$p"
kill -INT "$p"
t send-keys 3
sees '\[levels\] ' "it goes on"
t send-keys C-z
sees 'Stopped\|SIGSTOP\|suspended' "suspended"
t send-keys "clear; bg; stty -g >'$tmp/before'; echo contin''ued" Enter
sees '^continued' "in the background"
sleep 0.3
is "$(ps -o stat= -p "$p" | cut -c 1)" T "it stops again"
kill "$p"
kill -CONT "$p" # as a shell does after it
sleep 0.5
t send-keys "stty -g >'$tmp/after'; clear; echo e''nd" Enter
sees '^end' "the shell is there"
ends "$p" "kill has ended it"
cmp -s "$tmp/before" "$tmp/after"
ok $? "and it has left the terminal alone"

start "--view levels $example"
sees '\[levels\] 10/10' "a terminal that shrinks to nothing"
for size in '1 1' '2 1' '1 30' '300 1' '80 24'; do
	t resize-window -x "${size% *}" -y "${size#* }"
	t send-keys j k :
	sleep 0.1
	t send-keys Escape
done
sees '\[levels\] ' "and grows again"
head -c 10000000 /dev/zero | tr '\0' 'x' >"$tmp/paste"
t load-buffer "$tmp/paste"
t paste-buffer -p
sees '^a paste of more than 64 KiB is refused: put it into a file' "10 MB pasted: a clear line"
t send-keys 2
sees '\[paths\] 1/1000' "and it is alive"
{ printf 'set length [string length {'; head -c 60000 "$tmp/paste"; printf '}]'; } >"$tmp/short"
t load-buffer "$tmp/short"
t paste-buffer -p
sees 'xx}\]' "60 KB are not too much"
t send-keys Enter
sees '^60000' "and are run as they are"

# The mouse: as this terminal tells it, then as others do.
is "$(t display-message -p '#{mouse_any_flag}')" 1 "clicks are asked for"
click() { # X Y: from 0
	x=$(printf %x $(($1 + 33)))
	y=$(printf %x $(($2 + 33)))
	t send-keys -H 1b 5b 4d 20 "$x" "$y" 1b 5b 4d 23 "$x" "$y"
}
click 20 0
sees '\[levels\] ' "a click on a tab"
click 11 0
sees '\[paths\] ' "and on another"
click 30 8
sees '\[paths\] 6/1000' "on a line"
t send-keys -H 1b 5b 4d 61 3e 2a
sees '\[paths\] 9/1000' "the wheel"
click 30 14
sees '\[paths\] [0-9]*/69' "on a pane"
t send-keys : ; t send-keys -l 'set mouse off' ; t send-keys Enter
sees '^off' "set mouse off"
is "$(t display-message -p '#{mouse_any_flag}')" 0 "leaves it to the terminal"
t send-keys : ; t send-keys -l 'set mouse on' ; t send-keys Enter
sees '^on' "set mouse on"
is "$(t display-message -p '#{mouse_any_flag}')" 1 "takes it again"
t send-keys C-z
sees 'Stopped\|SIGSTOP\|suspended' "suspended"
is "$(t display-message -p '#{mouse_any_flag}')" 0 "it is the shell's"
t send-keys fg Enter
sees '\[paths\] ' "and back"
is "$(t display-message -p '#{mouse_any_flag}')" 1 "ours again"
quits "and at the end"
is "$(t display-message -p '#{mouse_any_flag}')" 0 "it is given back"
t send-keys "clear; TERM=xterm-256color '$warpscope' -d cpu $example" Enter
sees '\[paths\] 1/1000' "a terminal with other reports"
t send-keys -H 1b 5b 3c 30 3b 32 31 3b 31 4d 1b 5b 3c 30 3b 32 31 3b 31 6d
sees '\[levels\] ' "a click there"
quits "the end there"
t send-keys "clear; '$warpscope' -d cpu --no-mouse $example" Enter
sees '\[paths\] 1/1000' "--no-mouse"
is "$(t display-message -p '#{mouse_any_flag}')" 0 "leaves it alone"
quits "its end"
start "$example"
sees '\[paths\] 1/1000' "a session"

# The history of a session is there in the next.
t send-keys :
t send-keys -l 'list first one'
t send-keys Enter
sees '^first one' "a command"
t send-keys : ; t send-keys -l 'set history off' ; t send-keys Enter
t send-keys : ; t send-keys -l 'list not kept' ; t send-keys Enter
sees '^not kept' "another"
quits "and the end"
start "$example"
sees '\[paths\] 1/1000' "the next session"
t send-keys : C-r
t send-keys -l 'st one'
sees '(search "st one"):list first one' "finds it"
t send-keys Enter
sees '^first one' "and runs it"
t send-keys : C-r
t send-keys -l 'not kept'
sees 'no "not kept" in the history' "what wasn't to be kept isn't there"
t send-keys Escape Escape
quits "the end"
is "$(grep -c 'first one' "$XDG_STATE_HOME/warpscope/history") $(stat -c %a "$XDG_STATE_HOME/warpscope/history")" \
	"2 600" "the file is the user's alone"
i=0
while [ $i -lt 2100 ]; do
	echo "list line $i"
	i=$((i + 1))
done >"$XDG_STATE_HOME/warpscope/history"
ln -s "$tmp/planted" "$XDG_STATE_HOME/warpscope/history.new"
start "$example"
sees '\[paths\] 1/1000' "a long history"
is "$(wc -l <"$XDG_STATE_HOME/warpscope/history" | tr -d ' ')" 1000 "is cut"
rm "$XDG_STATE_HOME/warpscope/history.new"
t send-keys : Up
sees ':list line 2099' "from its beginning"
t send-keys Escape
ln -sf "$tmp/planted" "$XDG_STATE_HOME/warpscope/history"
t send-keys : ; t send-keys -l 'list kept nowhere' ; t send-keys Enter
sees '^kept nowhere' "a history that leads to nothing"
quits "the end of that"
[ ! -e "$tmp/planted" ]
ok $? "nothing was written through a link"
rm "$XDG_STATE_HOME/warpscope/history"

# A line of init.tcl that fails
mkdir -p "$XDG_CONFIG_HOME/warpscope"
printf 'bind X {puts mine}\nfind_path\n' >"$XDG_CONFIG_HOME/warpscope/init.tcl"
start "$example"
sees 'init.tcl:2: error: unknown command "find_path"; nearest "find_paths"' "init.tcl: a failure is reported"
t send-keys X
sees '^mine' "and what came before is there"
quits "and it was no error"
rm "$XDG_CONFIG_HOME/warpscope/init.tcl"

# Colours, as the terminal gets them: of slacks, which are negative
slack_is() { # ENVIRONMENT COLOUR NAME
	t send-keys "clear; $1 '$warpscope' -d cpu $example" Enter
	sees '\[paths\] 1/1000' "$3"
	sees ' -495[.]600' "$3: with its rows"
	is "$(t capture-pane -p -e | sed -n "s/.*$(printf '\033')\\[\([0-9;]*\)m *-495.600.*/\1/p")" "$2" "$3: the colour"
	quits "$3: the end"
}
slack_is "TERM=screen-256color" "38;5;208" "256 colours"
slack_is "TERM=screen" 33 "8 colours"
slack_is "TERM=screen-256color NO_COLOR=1" "" "NO_COLOR"
slack_is "TERM=screen-256color NO_COLOR=" "38;5;208" "an empty NO_COLOR"
t send-keys "clear; '$warpscope' -d cpu --theme light $example" Enter
sees ' -495[.]600' "on a light background"
is "$(t capture-pane -p -e | grep -c '38;5;130')" "$(t capture-pane -p | grep -c '^ .* -49[0-9][.].*b_reg')" "other colours"
t send-keys : ; t send-keys -l 'set theme mono' ; t send-keys Enter
sees '^mono' "set theme mono"
is "$(t capture-pane -p -e | grep -c '38;5')" 0 "none"
quits "the end"
if command -v tic >/dev/null 2>&1 && printf '%s\n' 'screen-direct|all colours,' \
	'	RGB, colors#0x1000000, pairs#0x10000,' \
	'	setaf=\E[%?%p1%{8}%<%t3%p1%d%e38\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,' \
	'	use=screen-256color,' | tic -x -o "$tmp/terminfo" - 2>/dev/null; then
	slack_is "TERMINFO='$tmp/terminfo' TERM=screen-256color COLORTERM=truecolor" "38;2;255;135;0" "24 bits"
else
	skip "24 bits" "no tic"
fi

start "--view levels $example"
sees '\[levels\] 10/10' "and again"
p=$(pid)
t kill-server
ends "$p" "it ends with its terminal"
plan
