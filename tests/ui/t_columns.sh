# Columns by content: names keep what tells them apart, the log of steps goes first, and large times stand apart.
. "${srcdir:-.}/tests/lib/tap.sh"
here=$(pwd)
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
case $WARPSCOPE_DATADIR in /*) ;; *) WARPSCOPE_DATADIR=$here/$WARPSCOPE_DATADIR ;; esac
cd "$tmp" || exit 1

# show SIZE GRAPH: view Paths of it in screen.txt
show() {
	timeout 60 "$warpscope" -d cpu --no-init --keys keys --size "$1" \
		-e "read_graph {$2}; find_paths -max_paths 12" </dev/null >out 2>err
}
echo ':save_screen screen.txt' >keys

# Twelve registers of a file, whose names differ in their indices alone
awk 'BEGIN {
	print 24
	for (i = 0; i < 12; i++)
		printf "\"dp.rf.read_port.rf[%d][%d]$_DFFE_PP_/Q\";\n\"dp.rf.write_port.rf[%d][%d]$_DFFE_PP_/D\";\n", i, 31 - i, i, 31 - i
	for (i = 0; i < 12; i++)
		printf "\"dp.rf.read_port.rf[%d][%d]$_DFFE_PP_/Q\" -> \"dp.rf.write_port.rf[%d][%d]$_DFFE_PP_/D\", %d;\n", i, 31 - i, i, 31 - i, 10 + i
}' >indices.dag
for size in 59x24 70x24 80x24 120x36 200x55; do
	show $size indices.dag
	is "$? $(sed -n '4,19s/^[> ] *[0-9]*  [^[]*\(\[[0-9]*\]\[[0-9]*\]\).*/\1/p' screen.txt | sort -u | wc -l)" \
		"0 $(sed -n '4,19p' screen.txt | grep -c '^[> ] *[0-9][0-9]*  ')" "$size: rows have their indices"
done
grep -q 'dp.rf.read_port.rf\[11\]\[20\]$_DFFE_PP_/Q -> dp.rf.write_port.rf\[11\]\[20\]$_DFFE_PP_/D' screen.txt
ok $? "whole names at 200x55"

# 120 ns and more
cat >long.dag <<'DAG'
4
"a";
"b";
"c";
"d";
"a" -> "b", 120000;
"b" -> "c", 10500;
"c" -> "d", 100;
DAG
for size in 80x24 200x55; do
	show $size long.dag
	is "$? $(grep -c '120000\.000  *120000\.000 ' screen.txt)" "0 1" "$size: delay and time stand apart"
done
plan
