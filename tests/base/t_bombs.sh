# What unpacks to more than there is room for: the messages, and -allow_large.
. "${srcdir:-.}/tests/lib/tap.sh"

run() {
	"$warpscope" -b -d cpu "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

# 64 MiB of blanks, 17 times.
awk 'BEGIN { for (line = " "; length(line) < 1048575; ) line = line line; line = substr(line, 2)
	for (i = 0; i < 64; i++) print line }' | gzip -9 >"$tmp/part"
mkdir "$tmp/folder"
gzip -c "$srcdir/tests/data/ladder.dag" >"$tmp/folder/x.dag.gz"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do cat "$tmp/part"; done >>"$tmp/folder/x.dag.gz"
bomb=$tmp/folder/x.dag.gz
size=$(wc -c <"$bomb")
wanted="warpscope: $bomb: error: $(awk "BEGIN { printf \"%.3g\", $size / 1e6 }") MB unpack to more than"

run -e "read_graph $bomb"
is "$code $(sed 's/ than .*/ than/' "$tmp/err")" "3 $wanted" "a bomb is refused, with its name and sizes"
ok "$(grep -q 'bomb; read_graph -allow_large FILE reads it all the same$' "$tmp/err"; echo $?)" "and how it is read all the same"
run "$tmp/folder"
is "$code $(sed -n '/unpack/s/ than .*/ than/p' "$tmp/err")" "3 $wanted" "in a folder too"
ok "$(grep -q 'read_graph -allow_large FILE' "$tmp/err"; echo $?)" "and how"
run -e "read_graph -allow_large $bomb; report_design"
is "$code $(grep -c '^vertices' "$tmp/out")" "0 1" "with -allow_large it is read"
run -e "read_graph -allow_large $bomb" -e "read_graph $bomb"
is "$code" 3 "which holds for that command alone"

# Readers of whole texts stop at half of the memory.
for command in liberty verilog lef def; do
	if (ulimit -v 1000000 && "$warpscope" -b -d cpu -e "set x 1") >/dev/null 2>&1; then
		(ulimit -v 1000000; "$warpscope" -b -d cpu -e "read_$command $bomb" >"$tmp/out" 2>"$tmp/err" </dev/null)
		ok "$(grep -q "^warpscope: $bomb: error: a text of at least .* GB takes more than half of the .* GB of memory that are available; read_$command -allow_large FILE reads it all the same$" "$tmp/err"; echo $?)" "read_$command stops at half of the memory"
	else
		skip "read_$command stops at half of the memory" "doesn't run with so little memory (sanitizers)"
	fi
done
for command in graph liberty verilog lef def bookshelf sdc spef timing; do
	run -e "read_lef $srcdir/tests/data/small.lef; read_def $srcdir/tests/data/small.def; read_$command -allow_large $tmp/none"
	is "$code $(tail -n 1 "$tmp/err")" "3 warpscope: $tmp/none: error: No such file or directory" "read_$command has -allow_large"
done

# Damaged files are called by their names.
printf 'module a; endmodule\n' | gzip >"$tmp/a.v.gz"
head -c 20 "$tmp/a.v.gz" >"$tmp/cut.v.gz"
run -e "read_verilog $tmp/cut.v.gz"
is "$code $(cat "$tmp/err")" "3 warpscope: $tmp/cut.v.gz: error: compressed data ends too early" "a file cut off"
printf 'garbage that is long enough to be wrong' | cat "$tmp/cut.v.gz" - >"$tmp/bad.v.gz"
run -e "read_verilog $tmp/bad.v.gz"
ok "$(grep -q "^warpscope: $tmp/bad.v.gz: error: compressed data is damaged: " "$tmp/err"; echo $?)" "a damaged file"

: >"$tmp/none.v"
run -e "read_verilog $tmp/none.v; link_design"
is "$code $(cat "$tmp/err")" "3 warpscope: $tmp/none.v: error: no modules were read" "a netlist without modules is named"
printf 'module a; endmodule\nmodule b; endmodule\n' >"$tmp/two.v"
run -e "read_verilog $tmp/two.v; link_design"
is "$code $(cat "$tmp/err")" "3 warpscope: $tmp/two.v:1:8: error: 2 modules may be the top, one must be named: \"a\", \"b\" ($tmp/two.v:2:8)" \
	"one with two tops too"
# ---- packed otherwise: the same graph by bzip2, in two members, xz and zstd ----

bz2=QlpoOTFBWSZTWZGLGqcAAFNZgAAQUAd+qQormgAgAJKEqn6aoDTIBoAkQqGg/Um0TJozBWwNtG02Gp2AyQuC891xEFVTpzEkTNVE2WxgxjTTGNjeSFAG2I6a8lp0moGJRzdFgpNStJD46dVScFEyM4VQPTwvFosKEjlNEn4gWEbn8XckU4UJCRixqnA=
xz=/Td6WFoAAATm1rRGAgAhAQwAAACPmEGc4AD4AHJdABuCgGrepYlguM9LuV+RblMuXIq3VZDFAJV1iUJdWNi5DDgY6rc8/mH8jzG5ItYNvasf7y4C5dwE/+z9PKdI4sp0/lT+D1TtaF0cknQb/Yddnwnc5N6d/nvB1Rctw/hU4CrulkudATs2nngaPKYKNL0JAAAAABqxqrzPQswhAAGOAfkBAADfuyMgscRn+wIAAAAABFla
zst=KLUv/ST5JQQAYoURFqAnbQAQou2TVUUO2SRiv5MiBqlfK2Bk8FxXO3JQwyDmchYQibNk8Aa6fgHXLdEErp9BcV2PmOvFTQD4tplHi9uTue2pBBoAgASEkynMwOSKijYq2BkbGS+smVZCD8yhEawQFFSQyMJ1ZUqdkQDwPZo7qGoU3PlsBlbAHsqyrGUOMfEslA==
printf '%s' $bz2 | base64 -d >"$tmp/l.dag.bz2"
printf '%s' $xz | base64 -d >"$tmp/l.dag.xz"
printf '%s' $zst | base64 -d >"$tmp/l.dag.zst"
paths='find_paths -max_paths 5; report_paths'
wanted=$("$warpscope" -b -d cpu "$srcdir/tests/data/ladder.dag" -e "$paths")
for kind in bz2 xz zst; do
	run "$tmp/l.dag.$kind" -e "$paths"
	if grep -q "can't be loaded" "$tmp/err"; then
		skip ".$kind" "its library isn't there"
		continue
	fi
	is "$(cat "$tmp/err" "$tmp/out")" "$wanted" "a graph in .$kind"
	is "$(cat "$tmp/l.dag.$kind" | "$warpscope" -b -d cpu -e "read_graph /dev/stdin; $paths" 2>&1)" "$wanted" "… whatever it is called"
	head -c 100 "$tmp/l.dag.$kind" >"$tmp/cut.dag.$kind"
	run "$tmp/cut.dag.$kind"
	is "$code $(cat "$tmp/err")" "3 warpscope: $tmp/cut.dag.$kind: error: compressed data ends too early" "one that is cut off"
	(head -c 70 "$tmp/l.dag.$kind"; printf 'damaged'; tail -c +78 "$tmp/l.dag.$kind") >"$tmp/bad.dag.$kind"
	run "$tmp/bad.dag.$kind"
	is "$code $(grep -c 'bad.dag.* error: ' "$tmp/err")" "3 1" "one that is damaged"
done
cat "$tmp/l.dag.bz2" "$tmp/l.dag.bz2" >"$tmp/two.dag.bz2"
cat "$srcdir/tests/data/ladder.dag" "$srcdir/tests/data/ladder.dag" >"$tmp/two.dag"
run "$tmp/two.dag"
cp "$tmp/err" "$tmp/wanted"
run "$tmp/two.dag.bz2"
is "$code $(sed 's/two.dag.bz2/two.dag/' "$tmp/err")" "$code $(cat "$tmp/wanted")" "two members are one text"
plan
