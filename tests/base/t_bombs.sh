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
plan
