# A session is recorded on a real terminal, killed, and done again by replaying the record: the same
# screens. Waits poll for text with a deadline.
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/terminal.sh"

# ---- without a terminal ----

printf 'read_graph [asset example.dag.gz]\nfind_paths -max_paths 1000\n' >"$tmp/example.tcl"
cd "$tmp" || exit 1

# play KEYS OPTIONS...: what would be on the screen is in play.txt
play() {
	keys=$1
	shift
	cp "$keys" play.keys
	printf '\n:save_screen play.txt\n' >>play.keys
	timeout 60 "$warpscope" -d cpu --keys play.keys --size 80x24 -f example.tcl "$@" </dev/null >out 2>err
}

cat >first.keys <<'KEYS'
jj<Down><Tab>jjj
:
find_paths<Space>-max_paths<Space>50<Enter>
3:
error<Space>"<lt>oops>"<Enter>
# nothing
2:
#<Space>-m:<lt><Esc>
kG:
find_p<Tab>-max_p<Tab>70<Enter>
P
KEYS
# the error ends this one: it is no record
"$warpscope" -d cpu --keys first.keys --size 80x24 -f example.tcl </dev/null >out 2>err
is "$? $(cat err)" "1 warpscope: <oops>" "a failing command ends a replay"
printf '# record of warpscope\n' | cat - first.keys >lenient.keys
play lenient.keys --record first.rec
is "$? $(cat err)" "0 " "but not that of a record"
mv play.txt first.txt
grep -q 'Paths saved as warpscope-paths-1.txt' first.txt
ok $? "it went to its end"
rm -f warpscope-paths-1.txt
is "$(sed -n 1p first.rec)" \
	"# record of warpscope, 80x24: -d cpu --keys play.keys --size 80x24 -f example.tcl --record first.rec" \
	"a record begins with the command line"
grep -q '^:$' first.rec && grep -q '^find_p<C-e><C-u>find_paths' first.rec
ok $? "a line of its own for the prompt, and what Tab completed"
play first.rec
cmp -s play.txt first.txt
ok $? "a record of a replay replays the same"
rm -f warpscope-paths-1.txt

# A name that the program chooses is never where something is, or a link leads.
ln -s planted warpscope-paths-1.txt
ln -s first.keys warpscope-paths-2.txt
mkfifo warpscope-paths-3.txt
mkdir warpscope-paths-4.txt
cp first.keys kept.keys
printf 'P' >save.keys
play save.keys
is "$? $(ls -d planted warpscope-paths-5.txt 2>/dev/null)" "0 warpscope-paths-5.txt" "a view gets a name of its own"
cmp -s first.keys kept.keys && grep -q Paths play.txt && [ -s warpscope-paths-5.txt ]
ok $? "what links lead to is as it was"
rm -r warpscope-paths-?.txt

# What comes out of the history is recorded as what it is, and clicks as where they were.
cat >second.keys <<'KEYS'
<Click-20-0>:
find_paths<Space>-max_paths<Space>60<Enter>
:
search_property<Space>k<Enter>
:
<Up><Up><Backspace>1<Enter>
:
<C-r>prox<Backspace>p<C-r><Esc><C-u>find_paths<Space>-max_paths<Space>62<Enter>
:
<C-r>max<Enter>
2<Click-30-6>
KEYS
printf '# record of warpscope\n' | cat - second.keys >history.keys
play history.keys --record second.rec
is "$? $(cat err)" "0 " "lines out of the history"
mv play.txt second.txt
grep -q '\[paths\] 4/62' second.txt
ok $? "they were run"
grep -q '<Up>\|<C-r>\|<Esc>' second.rec
is "$?" 1 "a record has no key that looks into it"
grep -q '^<Click-20-0>' second.rec && grep -q '^2<Click-30-6>' second.rec
ok $? "clicks are recorded"
play second.rec
cmp -s play.txt second.txt
ok $? "to the same screen"

printf 'something\n' >kept.rec
play lenient.keys --record kept.rec
is "$(cat kept.rec~)" something "what was in the file is kept"
play lenient.keys --record kept.rec
is "$? $(cat kept.rec~) $(cat err)" \
	"3 something warpscope: kept.rec~: error: it is no record, so it isn't replaced" \
	"but not in the place of what is no record"
printf '# record of warpscope\n:while 1 {}\n<Break>9\n' >break.keys
play break.keys
is "$? $(grep -c cancelled play.txt)" "0 1" "<Break> cancels what would run forever"
printf '2\n<Break><Break><Break><Break>3\n' >break.keys
play break.keys
is "$? $(grep -c '\[levels\]' play.txt)" "0 1" "and is nothing where nothing runs"
"$warpscope" -d cpu --keys first.keys --record /nonexistent/x </dev/null >out 2>err
is "$? $(cat err)" "3 warpscope: /nonexistent/x: error: No such file or directory" \
	"a record that can't be written is refused at once"
"$warpscope" -b --record x -e 'puts 1' >out 2>err
is "$?" 2 "a batch has no keys to record"

# ---- on one ----

# What is measured isn't in replays.
masked() {
	sed 's/  *[0-9.]* ms$//; s/ *$//' "$1" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

# What is typed before it has ended would get lost.
quits() {
	p=$(pid)
	t send-keys Q
	gone "$p"
}

start() {
	t send-keys "clear; '$warpscope' -d cpu -f example.tcl $1" Enter
	sees '\[[a-z]*\] 1/[1-9]' "it opens"
}

terminal_open "a session killed"
start "--record live.rec"
t send-keys j j Down j
sees '\[paths\] 5/1000' "keys"
t send-keys 3 '{'
sees 'before level 0' "to the beginning"
t send-keys . . ,
sees 'after level 0' "and on"
t send-keys 2 : ; t send-keys -l 'error "an error"' ; t send-keys Enter
sees '^an error' "an error"
t send-keys :
t send-keys -l 'while 1 {}'
t send-keys Enter
sees 'busy' "an endless script"
t send-keys C-c
sees 'cancelled' "is cancelled"
t send-keys :
t send-keys -l 'find_paths -max_p'
t send-keys Tab 2 0 0 Enter
sees '200 of 200 paths, exact' "other paths"
t send-keys '{' '[' '[' Space
sees 'playing' "play"
sees ' level 1 of' "a little"
t send-keys Space
sees 'paused' "and pause"
t send-keys Tab j j
sees '^>* *$\|^── path' "into the path"
sleep 0.5
t capture-pane -p >live.txt
p=$(pid)
kill -9 "$p"
sleep 0.2
play live.rec
is "$? $(cat err)" "0 " "the record of a session that was killed can be replayed"
masked live.txt >live.masked
masked play.txt >play.masked
diff live.masked play.masked >differ
is "$?" 0 "to the same screen"
sed 's/^/# /' differ
t respawn-pane -k "$terminal_shell"

start "--record crash.rec"
t send-keys 3
sees '\[levels\]' "another session"
p=$(pid)
kill -SEGV "$p"
sees '^warpscope: recorded in crash.rec; --keys crash.rec does it again' \
	"a crash says where the record is"
is "$(sed 1d crash.rec)" 3 "and all of it is there"
t send-keys clear Enter
if [ -w /dev/full ]; then
	start "--record /dev/full"
	t send-keys 9
	sees '/dev/full: the record ends here: No space left' "a full disk is reported"
	t send-keys 2 j
	sees '\[paths\] 2/1000' "and the session goes on"
	quits
else
	skip "a full disk is reported" "no /dev/full"
	skip "and the session goes on" "no /dev/full"
fi

# What replays don't show: the device, with what was measured there.
start "--view device"
t send-keys R
sees '^ device *CPU, [0-9]* thread' "which device"
sees 'a large copy reads and writes [0-9.]* GB/s' "how fast its memory is"
# Whichever kernel has a rate: they are listed by their times.
sees '^[ >][a-z_]*  .* [0-9.]* *[0-9.]* \[█*\.*\] *[0-9.]*%' "a kernel's time, rate and share"
t send-keys Tab
sees '^>.* [0-9.kMG]* *[0-9.kMG]*$' "an array's bytes and their peak"
t send-keys Q
plan
