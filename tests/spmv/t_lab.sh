# The lab's commands: what is computed is the same on any number of threads, what is wrong is named.
. "${srcdir:-.}/tests/lib/tap.sh"

run() {
	timeout 100 "$warpscope" -b -d cpu "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

# same NAME SCRIPT: on one thread and on three
same() {
	for threads in 1 3; do
		OMP_NUM_THREADS=$threads timeout 100 "$warpscope" -b -d cpu -e "$2" >"$tmp/$threads.out" 2>"$tmp/err" </dev/null
		is "$?" 0 "$1, $threads threads"
	done
	is "$(cmp "$tmp/1.out" "$tmp/3.out" 2>&1)" "" "$1: the same on one thread and on three"
}

cat >"$tmp/small.mtx" <<'END'
%%MatrixMarket matrix coordinate real general
3 4 5
1 1 2
1 4 1
3 2 -1
3 2 4
3 3 0.5
END
same "products of a file" "lab_spmv $tmp/small.mtx -runs 3"
is "$(cut -c 1-18 "$tmp/1.out" | sed 1,2d | tr -s '\n ' '  ')" \
	"serial thread warp product product-expanded warped warped-expanded merge fused fused-expanded " "all methods"
is "$(sed 1,2d "$tmp/1.out" | awk '{print $2}' | sort -u | wc -l)" 1 "whose sums are exact here, and the same"
same "products of a made matrix" "lab_spmv Lin -runs 3"
for matrix in raefsky3 "made; lab_matrix 3000 90000 -lengths power; lab_spmv made" ns3Da; do
	for vectors in any 256 512; do
		WARPSCOPE_VECTORS=$vectors run -e "lab_matrix 1000 5000; lab_spmv $matrix -runs 3"
		cp "$tmp/out" "$tmp/$vectors.out"
		is "$code" 0 "products with vectors $vectors"
	done
	is "$(cmp "$tmp/any.out" "$tmp/256.out" 2>&1)$(cmp "$tmp/any.out" "$tmp/512.out" 2>&1)" "" "the same with vectors and without"
done
run -e "lab_spmv $tmp/small.mtx -vector ones -method merge; write_lab -of vector $tmp/y.mtx; write_lab -of matrix $tmp/a.mtx; \
	write_lab $tmp/table.csv; report_lab -matrix"
is "$code $(tr '\n' ' ' <"$tmp/y.mtx")" "0 %%MatrixMarket matrix array real general % y of each row 3 1 3 0 3.5 " "a vector is written"
is "$(sort "$tmp/a.mtx" | tr '\n' ' ')" "$(sort "$tmp/small.mtx" | tr '\n' ' ')" "the matrix too"
is "$(cut -d, -f1 "$tmp/table.csv" | tr '\n' ' ')" "method merge " "and the table"
is "$(sed -n 's/^nonzeros *//p; s/^empty *//p; s/^duplicates *//p' "$tmp/out" | tr '\n' ' ')" "5 1 rows 1 " "what the rows are like"

same "quadratic placement" "source [asset loom/loom.tcl]; lab_cg -iterations 20; density; report_density -top 3"
run -e "source [asset loom/loom.tcl]; write_def $tmp/before.def; lab_cg -paused; step 5; write_def $tmp/5.def; step 3
	goto 4; write_def $tmp/again.def; goto first; write_def $tmp/after.def"
is "$code $(cmp "$tmp/before.def" "$tmp/after.def") $(cmp "$tmp/5.def" "$tmp/again.def")" "0  " "back to where cells were before"
ok "$(cmp -s "$tmp/before.def" "$tmp/5.def"; [ $? = 1 ]; echo $?)" "they do move"
same "a made design" "generate_design -profile leon2 -gates 4000 -seed 3; lab_cg"
is "$(sed -n 's/^\([0-9]*\) cells and .* \([0-9]*\) cells that nothing fixed holds$/\1 \2/p; s/^[0-9]* iterations, restarts: [0-9]*, residual in double precision x [^ ]*, y [^ ]*; wires .* um$/solved/p' "$tmp/1.out" | tr '\n' ' ')" \
	"4000 0 solved " "all its cells are held, and it is solved"
adaptec=$WARPSCOPE_REFERENCE/data/rosettastone/adaptec1_sky130hd/adaptec1
if [ -n "$WARPSCOPE_REFERENCE" ] && [ -f "$adaptec.def.gz" ]; then
	run -e "read_lef ${adaptec}_macro.lef.gz; read_def $adaptec.def.gz; lab_cg"
	is "$code $(sed -n 's/^\(201172 cells .*\)$/\1/p; s/^[0-9]* iterations, restarts: [0-9]*, residual in double precision x [0-9.]*e-06, y [0-9.]*e-06; wires .*/solved/p' "$tmp/out" | tr '\n' ' ')" \
		"0 201172 cells and 47010 stars: 248182 rows, 1488862 nonzeros; 93 cells that nothing fixed holds solved " "adaptec1 is solved"
else
	skip "adaptec1 is solved" "no WARPSCOPE_REFERENCE with it"
fi
same "searches" "lab_bfs b18 -runs 1"
is "$(sed -n '3,7p' "$tmp/1.out" | awk '{print $2}' | sort -u | wc -l)" 1 "the same distances by all methods"
same "paths" "source [asset loom/loom.tcl]; find_paths -max_paths 5000; lab_sta -runs 3"
is "$(grep -e '^serial:' -e '^deltas:' -e '^forest:' "$tmp/1.out" | sed 's/[0-9]* paths from/paths from/' | tr '\n' ' ')" \
	"serial: all arrivals to the femtosecond deltas: all arrivals to the femtosecond forest: slacks of paths from their parents', 0 wrong " \
	"what the paths themselves say"
is "$(awk '/^sweep / || /^min-plus / { print $2 }' "$tmp/1.out" | sort -u | wc -l)" 1 "arrivals by a sweep and by products"
dies="source [asset loom/loom.tcl]; set_variation 0.05; find_paths -max_paths 500; run_ssta -n 128"
same "paths in dies" "$dies; lab_dies -n 100 -first 20 -runs 3; write_lab -of vector $tmp/worst.mtx"
is "$(awk '/^(serial|product|forest) / { print $2 }' "$tmp/1.out" | sort -u | wc -l)" 1 "the same slacks by all ways"
is "$(grep -c '^of 100 dies that run_ssta has computed 100 have' "$tmp/1.out")" 1 "and run_ssta's worst"
is "$(sed -n '/^[0-9-]/p' "$tmp/worst.mtx" | wc -l)" 101 "the worst slack of each die is written"
run -e "$dies; report_worst_slack; lab_dies -n 1 -first 77 -runs 1; open_sample 77; find_paths -max_paths 1; report_paths"
is "$code" 0 "a die"
run -e "$dies -hold; lab_dies"
is "$code $(grep -v Elmore "$tmp/err")" "1 warpscope: the dies are of hold, the paths of setup; run_ssta makes others" "dies of the other split"
run -e "source [asset loom/loom.tcl]; find_paths -max_paths 5; lab_dies"
is "$code $(grep -v Elmore "$tmp/err")" "1 warpscope: no dies yet; make some with run_ssta" "no dies"
run -e "$dies; lab_dies -first x"
is "$code $(grep -v Elmore "$tmp/err")" '2 warpscope: lab_dies: -first expects a die, not "x"' "a die that is invalid"
run -e "lab_sta"
is "$code $(cat "$tmp/err")" "1 warpscope: no graph is open; read one with read_graph FILE" "no paths"
run -e "lab_bfs $tmp/small.mtx"
is "$code $(cat "$tmp/err")" "1 warpscope: a graph has as many rows as columns; $tmp/small.mtx hasn't" "a graph that is invalid"
run -e "lab_cg $tmp/small.mtx"
is "$code $(cat "$tmp/err")" "1 warpscope: lab_cg: $tmp/small.mtx isn't square" "a system that is invalid"
printf '%%%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n2 2 1\n1 2 1\n' >"$tmp/lean.mtx"
run -e "lab_cg $tmp/lean.mtx"
is "$code $(cat "$tmp/err")" "1 warpscope: lab_cg: $tmp/lean.mtx isn't symmetric: row 1 differs from column 1" "one that isn't symmetric"
run -e "lab_cg"
is "$code $(cat "$tmp/err")" "1 warpscope: no placement is open; read_def, read_bookshelf or place_design open one" "no placement"
run -e "source [asset loom/loom.tcl]; lab_cg -iterations 30; report_lab -chart residual; report_lab -chart wires
	save_image -lab wires -legend plain -pixels 400x300 $tmp/wires.png; density; save_image -window -lab residual -legend plain $tmp/frame.png"
is "$code $(grep -c '^ *iteration$' "$tmp/out")" "0 2" "curves of a placement"
is "$(od -An -tx1 -N 8 "$tmp/wires.png" | tr -d ' \n')$(od -An -tx1 -j 16 -N 8 "$tmp/wires.png" | tr -d ' \n')" \
	"89504e470d0a1a0a000001900000012c" "as a picture of 400 by 300"
run -e "lab_spmv $tmp/small.mtx -runs 3; report_lab -chart roofline; save_image -lab roofline $tmp/roof.png"
is "$code $(grep -cE ' roof(, from caches)?$' "$tmp/out")" "0 10" "a roofline has a mark a method"
run -e "report_lab -chart roofline"
is "$code $(cat "$tmp/err")" "1 warpscope: the lab has done nothing yet; lab_spmv, lab_bfs, lab_cg and lab_sta do" "no roofline yet"
run -e "lab_spmv $tmp/small.mtx -runs 3; save_image -lab wires $tmp/none.png"
is "$code $(cat "$tmp/err")" "1 warpscope: no placement has been solved; lab_cg does so" "no curve yet"
same "a matrix by its numbers" "lab_matrix 20000 100000 -lengths power -near 0.5 -seed 3; lab_spmv made -runs 3"
is "$(sed -n 's/^nonzeros *//p; s/^rows *//p' "$tmp/1.out" | tr '\n' ' ')" "20000 100000 " "has them"
run -e "lab_matrix 1000 6000 -seed 1; write_lab -of matrix $tmp/m1.mtx; lab_matrix 1000 6000 -seed 2; write_lab -of matrix $tmp/m2.mtx
	lab_matrix 1000 6000; write_lab -of matrix $tmp/m3.mtx"
is "$code $(cmp -s "$tmp/m1.mtx" "$tmp/m2.mtx"; echo $?) $(cmp "$tmp/m1.mtx" "$tmp/m3.mtx")" "0 1 " "another seed is another matrix"
same "a symmetric one" "lab_matrix 5000 25000 -symmetric; lab_cg made -runs 3"
is "$(grep -c ' iterations; residual in double precision [0-9.]*e-0[56]$' "$tmp/1.out")" 2 "can be solved"
awk 'BEGIN { n = 400; print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, 2 * n - 1
	for (i = 1; i <= n; i++) { print i, i, 2; if (i < n) print i + 1, i, -1 } }' >"$tmp/chain.mtx"
run -e "lab_cg -runs 1 -tolerance 1e-5 $tmp/chain.mtx"
is "$code $(grep -c 'not solved; residual in double precision 0.00[0-9]*$' "$tmp/out")" "0 2" \
	"where single precision ends above the tolerance a system isn't solved"
run -e "lab_matrix 10 101"
is "$code $(cat "$tmp/err")" "2 warpscope: lab_matrix: there are no more places than rows x columns" "too many nonzeros"
run -e "lab_matrix x 10"
is "$code $(cat "$tmp/err")" '2 warpscope: lab_matrix: "x" isn'"'"'t a number of rows' "no number"
run -e "lab_spmv ecologie1"
is "$code $(cat "$tmp/err")" "2 warpscope: no matrix is called \"ecologie1\"; nearest \"ecology1\"; a file's name has a '.' or a '/'" \
	"a name that is invalid"
run -e "lab_spmv ./none.mtx"
is "$code $(cat "$tmp/err")" "3 warpscope: ./none.mtx: error: No such file or directory" "a file that isn't there"
run -e "report_lab"
is "$code $(cat "$tmp/err")" "1 warpscope: the lab has done nothing yet; lab_spmv, lab_bfs, lab_cg and lab_sta do" "nothing yet"
run -e "lab_spmv $tmp/small.mtx -method thread -runs 3; puts [lab_property nonzeros]/[lab_property length 3]/[lab_property bytes thread]; lab_property idle warp"
is "$code $(tail -n 1 "$tmp/out") $(cat "$tmp/err")" "2 5/3/80 warpscope: lab_property idle: the lab has no method \"warp\"" "properties"
# ---- results ----

# 4 equations by hand: 2 on the diagonal, -1 beside it; b = (1, 0, 0, 1) is x = (1, 1, 1, 1), b = (0, 0, 0, 5) is (1, 2, 3, 4).
printf '%%%%MatrixMarket matrix coordinate real symmetric\n4 4 7\n1 1 2\n2 1 -1\n2 2 2\n3 2 -1\n3 3 2\n4 3 -1\n4 4 2\n' >"$tmp/four.mtx"
printf '%%%%MatrixMarket matrix array real general\n%% b\n4 2\n1\n0\n0\n1\n0\n0\n0\n5\n' >"$tmp/b.mtx"
run -e "lab_cg $tmp/four.mtx -rhs $tmp/b.mtx -runs 3; write_lab -of vector $tmp/x.mtx; report_lab -vector 2"
is "$code $(awk '!/^%/ && n++ { printf "%s%.3f", (n > 2 ? " " : ""), $1 }' "$tmp/x.mtx")" "0 1.000 1.000 1.000 1.000 1.000 2.000 3.000 4.000" \
	"a system with given right-hand sides"
is "$(grep -c '^jacobi' "$tmp/out") $(tail -n 3 "$tmp/out" | awk 'NR == 1 { print } NR > 1 { printf "%d %.3f %.3f\n", $1, $2, $3 }')" \
	"2        row  x
1 1.000 1.000
2 1.000 2.000" "both at once, listed"
wrong_rhs() { # FILE'S TEXT, MESSAGE, NAME
	printf "$1" >"$tmp/rhs.mtx"
	run -e "lab_cg $tmp/four.mtx -rhs $tmp/rhs.mtx"
	is "$code $(cat "$tmp/err")" "3 warpscope: $tmp/rhs.mtx:$2" "$3"
}
wrong_rhs '%%%%MatrixMarket matrix coordinate real general\n4 1 0\n' \
	'1:23: error: a sparse matrix; right-hand sides are an "array"' "a sparse right-hand side"
wrong_rhs '%%%%MatrixMarket matrix array real general\n5 1\n' '2:1: error: 5 rows; the matrix has 4' "other rows"
wrong_rhs '%%%%MatrixMarket matrix array real general\n4 3\n' '2:3: error: expected a number of columns from 1 to 2' "columns"
wrong_rhs '%%%%MatrixMarket matrix array real general\n4 1\n1\n2\nx\n' \
	"5:1: error: expected a value, found \"x\"" "no value"
wrong_rhs '%%%%MatrixMarket matrix array real general\n4 1\n1\n2\n3\n4\n5\n' '7:1: error: 4 values are announced, and there are more' \
	"too many values"
wrong_rhs '%%%%MatrixMarket matrix array real general\n4 1\n1\n2\n' '4: error: 4 values are announced, and there are 2' "too few"
wrong_rhs '%%%%MatrixMarket matrix array real symmetric\n4 1\n1\n2\n' '1:34: error: right-hand sides are "general"' "a triangle"
run -e "lab_cg -rhs $tmp/b.mtx"
is "$code $(cat "$tmp/err")" "2 warpscope: lab_cg: -rhs is of a matrix; a placement has its own" "a placement has its own"
run -e "read_graph ${srcdir:-.}/tests/data/ladder.dag; find_paths -max_paths 5; lab_sta -runs 3; report_lab -vector 5; write_lab -of vector $tmp/sums.mtx
	foreach method {queue levels-product shortest-heap} { lab_bfs -method \$method -runs 3; report_lab -vector 3 }"
is "$code $(grep -c 'path  arrival, ps' "$tmp/out") $(grep -cE '^ *(vertex  steps|vertex  level|vertex  length)$' "$tmp/out")" "0 1 3" "sums of paths and what is known of vertices are listed"
is "$(awk '!/^%/ && n++ { print $1 }' "$tmp/sums.mtx" | wc -l)" 5 "and written"
printf '4\n"s";\n"a";\n"b";\n"lone";\n"s" -> "a", 20;\n"a" -> "b", 30;\n' >"$tmp/lone.dag"
run -e "read_graph $tmp/lone.dag; find_paths -max_paths 9; report_paths; lab_sta -runs 3; report_lab -vector 9"
is "$code $(sed -n 's/ of 9 paths.*//p' "$tmp/out") $(tail -n 1 "$tmp/out" | tr -s ' ')" "0 1  1 50" "a vertex without arcs is no path"
run -e "read_graph $tmp/lone.dag; find_paths -max_paths 9 -method paper-host; lab_sta -runs 3"
is "$code $(grep -c '^forest' "$tmp/out") $(grep -c '^sweep' "$tmp/out")" "0 0 2" "without the costs of the papers' methods no slacks of the forest are found again"
run -e "lab_bfs $tmp/four.mtx -from 5"
is "$code $(cat "$tmp/err")" "2 warpscope: lab_bfs: -from expects a row from 1 to 4" "a row that isn't there"
run -e "lab_spmv $tmp/four.mtx -runs 3; lab_property length 0"
is "$code $(cat "$tmp/err")" "2 warpscope: lab_property length expects a row from 1 to 4" "rows count from 1"

printf '%%%%MatrixMarket matrix coordinate real general\n1 1 1\n1 2 1\n' >"$tmp/bad.mtx"
run -e "lab_spmv $tmp/bad.mtx"
is "$code $(cat "$tmp/err")" "3 warpscope: $tmp/bad.mtx:3:3: error: expected a column from 1 to 1" "a file that is wrong"
plan
