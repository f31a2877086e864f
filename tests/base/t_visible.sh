# What terminals get: nothing of any file, name or script steers them; files and pipes get the bytes as
# they are. What can't be written is an error.
. "${srcdir:-.}/tests/lib/tap.sh"
data=$srcdir/tests/data
esc=$(printf '\033')
evil=$(printf 'a\033]0;title\007b')
seen='a\x1b]0;title\x07b'

# on ARGUMENT...: what a terminal gets
on() {
	timeout 60 ./tests/on_terminal "$warpscope" -d cpu --no-init "$@" >"$tmp/got"
	code=$?
}

# Without what --doctor asks the terminal before its first line: from saving the cursor to the terminal's kind.
unasked() {
	e=$(printf '\033')
	sed "1s/^${e}7.*${e}\[c//" "$tmp/got" >"$tmp/asked" && mv "$tmp/asked" "$tmp/got"
}

# shows TEXT NAME: that is in it, and no byte that steers
shows() {
	! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$tmp/got" && grep -qF -e "$1" "$tmp/got"
	ok $? "$2"
}

if ! ./tests/on_terminal true; then
	skip "what a terminal gets" "none is available"
	plan
fi

# ---- names in files ----

printf '2\n"%s";\n"c\302\233d\342\200\256e\377f\\\\x1b";\n"%s" -> "c\302\233d\342\200\256e\377f\\\\x1b", 1;\n' \
	"$evil" "$evil" >"$tmp/evil.dag"
printf '2\n"%s";\n"%s";\n' "$evil" "$evil" >"$tmp/bad.dag"
report="read_graph $tmp/evil.dag; find_paths -max_paths 1; report_paths"
on -b -e "$report"
shows "$seen -> c\\u009bd\\u202ee\\xfff" "the name of a vertex in a report"
on -b -e "$report > /dev/stdout; report_paths >> /dev/tty; report_paths > /dev/stderr"
shows "$seen" "also after > /dev/stdout and >> /dev/tty"
is "$(grep -cF "$seen" "$tmp/got")" 3 "and none is lost"
on -b "$tmp/bad.dag"
shows "error: vertex \"$seen\" named twice" "an error in the file"
sed "s|^library.*(.*) *{|library(\"$evil\") {|" "$data/duo.lib" >"$tmp/evil.lib"
on -b -e "read_liberty $tmp/evil.lib; report_libraries"
shows "$seen" "the name of a library"
on -b "$tmp/no$evil"
shows "no$seen: error: No such file" "the name of a file in an error"
mkdir "$tmp/$evil"
on -b "$tmp/$evil"
shows "$seen" "the name of a folder"
cp "$tmp/evil.dag" "$tmp/$evil/$evil.dag"
on -b "$tmp/$evil"
shows "warpscope: read_graph" "what is done with it"
on --"$evil"
shows "unknown option \"--$seen\"" "an option"
on -b -e "$(printf 'no\033such')"
shows 'unknown command "no\x1bsuch"' "a command"
on -b -e "find_paths {-$evil} 1"
shows "unknown option \"-$seen\"" "an option of a command"
on --times -b -e "rename report_device {$evil}; {$evil}"
shows "device" "what takes long"

# ---- scripts ----

on -b -e "puts {$evil}; puts stderr {$evil}; puts done"
is "$code $(grep -cF "$seen" "$tmp/got")" "0 2" "puts, on standard output and standard error"
shows done "nothing else"
is "$(tail -n 1 "$tmp/got")" done "lines end as they should"
on -b -e 'fconfigure stdout -translation binary -buffering none
	foreach byte {\xe2 \x82 \xac \xe2 \x80 \xae \x9b} { puts -nonewline $byte }
	puts end; puts -nonewline \xe2\x82'
is "$(cat "$tmp/got")" '€\u202e\x9bend
\xe2\x82' "characters that come byte by byte"
on -b -e 'fconfigure stdout -encoding utf-8; puts [string repeat x\u20ac 5000]'
awk 'BEGIN {for (i = 0; i < 5000; i++) printf "x€"; print ""}' | cmp -s - "$tmp/got"
ok $? "long lines of them"
on -b -e 'puts [fconfigure stdout -encoding]; puts [chan names stdout]; flush stdout; close stdout; puts stderr closed'
shows closed "the channel is one as any other"
cat >"$tmp/evil.sdc" <<END
puts "\\u009b31m $evil \\u202e"
set_input_delay 1 [get_ports {x$evil}]
END
on -b -e "read_liberty $data/duo.lib; read_verilog $data/duo.v; link_design; read_sdc $tmp/evil.sdc"
shows 'u202e' "what SDC puts"
! LC_ALL=C grep -q "$(printf '[\200-\237]')" "$tmp/got"
ok $? "no C1 either"

# ---- what the program says itself ----

for option in --help --version --list-keys --lesson --doctor --manual-tables --command-tables "--completion bash"; do
	on $option
	"$warpscope" -d cpu --no-init $option >"$tmp/plain" 2>/dev/null
	grep -v '^[a-z ]*size\|terminal\|GiB' "$tmp/plain" >"$tmp/plain.same"
	unasked
	grep -v '^[a-z ]*size\|terminal\|GiB' "$tmp/got" | cmp -s - "$tmp/plain.same"
	ok $? "$option is the same on a terminal"
done
printf 'quit\n' >"$tmp/keys"
TERM=xterm-256color on --keys "$tmp/keys" -e "puts {$evil}; error {$evil}"
LC_ALL=C grep -q "$(printf '\033]0;title')" "$tmp/got"
is $? 1 "nor does the explorer let it through"
grep -qF "$seen" "$tmp/got"
ok $? "its last words are visible"
XDG_CONFIG_HOME=$tmp/$evil on --doctor
unasked
shows "$seen/warpscope/init.tcl" "nor --doctor"

# ---- files and pipes ----

"$warpscope" -b -d cpu --no-init -e "$report; report_paths > $tmp/file; puts {$evil}; puts stderr {$evil}" 2>"$tmp/err" | cat >"$tmp/pipe"
"$warpscope" -b -d cpu --no-init -e "$report; puts {$evil}" >"$tmp/out" 2>/dev/null
ok "$(grep -qF "$evil -> c$(printf '\302\233d\342\200\256e\377f')" "$tmp/file"; echo $?)" "a file gets the bytes as they are"
(cat "$tmp/file"; printf '%s\n' "$evil") >"$tmp/wanted"
cmp -s "$tmp/pipe" "$tmp/wanted"
ok $? "so does a pipe"
cmp -s "$tmp/out" "$tmp/wanted"
ok $? "and a file that is standard output"
grep -qxF "$evil" "$tmp/err"
ok $? "and standard error"
! "$warpscope" -b -d cpu "$tmp/no$evil" 2>"$tmp/err"
grep -qF "no$evil: error" "$tmp/err"
ok $? "also in messages"

# ---- standard output that is full or closed ----

if [ -w /dev/full ]; then
	for option in --help --version --list-keys --lesson --doctor --manual-tables --command-tables \
		"--completion bash" "--completion zsh" "-b -e report_device"; do
		"$warpscope" -d cpu --no-init $option >/dev/full 2>"$tmp/err"
		is "$? $(cat "$tmp/err")" "3 warpscope: standard output: error: No space left on device" "$option, and no room"
	done
	"$warpscope" -b -d cpu --no-init -e 'puts x' >/dev/full 2>"$tmp/err"
	ok "$(test $? -ne 0 && grep -q 'no space left' "$tmp/err"; echo $?)" "puts, and no room"
else
	skip "no room on standard output" "no /dev/full"
fi
(
	trap '' XFSZ
	ulimit -f 0
	exec "$warpscope" -b -d cpu --no-init -e 'fconfigure stdout -buffering full; puts x' >"$tmp/none"
) 2>&1 | cat >"$tmp/err"
is "$(cat "$tmp/err")" "warpscope: standard output: error: File too large" "also when it comes last"
"$warpscope" --help 2>"$tmp/err" >&-
is "$? $(cat "$tmp/err")" "3 warpscope: standard output: error: Bad file descriptor" "a closed one"
plan
