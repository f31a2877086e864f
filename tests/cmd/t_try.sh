# kernel_template and kernel_try: templates compile and differ, solutions pass, what is wrong is found with its first item, and nothing
# but the user's own command runs a file.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(pwd)/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
TMPDIR=$tmp/temporary
export TMPDIR
mkdir "$TMPDIR"

run() {
	(cd "$tmp" && "$warpscope" -b -d cpu -e "$1") >"$tmp/out" 2>"$tmp/err" </dev/null
	code=$?
}

kernels="spmv_rows propagate_distance count_edges expand_edges density_printed row_sums"
run "kernel_template"
is "$code $(awk '{ print $1 }' "$tmp/out" | tr '\n' ' ')" "0 $kernels " "kernel_template lists the kernels"
run "$(for kernel in $kernels; do echo "kernel_template $kernel $kernel.cu"; done)"
is "$code $(ls "$tmp"/*.cu | wc -l | tr -d ' ')" "0 6" "and writes a start of each"
echo mine >"$tmp/mine.cu"
run "kernel_template spmv_rows mine.cu"
is "$code $(cat "$tmp/mine.cu") $(grep -c 'nothing is overwritten' "$tmp/err")" "3 mine 1" "but overwrites nothing"
run "kernel_template spmv_columns"
is "$code $(grep -c 'there is no kernel "spmv_columns" to be tried' "$tmp/err")" "2 1" "an unknown kernel"
WARPSCOPE_CC=no-such-compiler
export WARPSCOPE_CC
run "kernel_try spmv_rows spmv_rows.cu"
is "$code $(cat "$tmp/err")" \
	"1 warpscope: kernel_try: there is no compiler \"no-such-compiler\": the package gcc (apt install gcc, dnf install gcc) brings one" \
	"without a compiler it says what brings one"
unset WARPSCOPE_CC

# ---- nothing opened runs a file ----

cat >"$tmp/evil.cu" <<END
#include <stdio.h>
__attribute__((constructor)) static void run(void) { fclose(fopen("$tmp/it_ran", "w")); }
#include "$tmp/spmv_rows.cu"
END
printf 'kernel_try spmv_rows %s\ncatch {kernel_run spmv_rows %s}\n' "$tmp/evil.cu" "$tmp/evil.cu" >"$tmp/evil.sdc"
run "catch {source [list "$srcdir/assets/loom/loom.tcl"]}; catch {read_sdc evil.sdc}"
printf 'lesson_title evil\nlesson_step evil {\nkernel_try spmv_rows %s\n} {text}\n' "$tmp/evil.cu" >"$tmp/evil.tcl"
run "lesson check evil.tcl"
is "$code $(grep -c 'unknown command "kernel_try" in a lesson' "$tmp/err")" "1 1" "no lesson tries a kernel"
ok "$(test ! -e "$tmp/it_ran"; echo $?)" "nor do constraints"

if ! command -v cc >/dev/null; then
	skip "kernels" "no compiler"
	plan
fi

# ---- what comes of it ----

# What templates include is installed.
for file in "$srcdir"/assets/kernels/*.cu; do
	cc -x c -MM -D_GNU_SOURCE "-I$srcdir/src" "$file"
	cc -x c -MM -D_GNU_SOURCE -DKERNEL_WARP -D__CUDACC__ "-I$srcdir/src" "$file"
done | grep -o 'src/gpu/[a-z_/]*\.[a-z]*' | sort -u >"$tmp/needed"
grep -o 'src/gpu/[a-z_/]*\.[a-z]*' "$srcdir/assets/local.mk" | sort -u >"$tmp/installed"
is "$(wc -l <"$tmp/needed" | awk '{ print ($1 > 10) }') $(comm -23 "$tmp/needed" "$tmp/installed")" "1 " "their headers are installed"

run "$(for kernel in $kernels; do echo "puts \"verdict [kernel_try $kernel $kernel.cu] [kernel_property where]\""; done)"
is "$code $(sed -n 's/^verdict //p' "$tmp/out" | sed 's/: yours.*//')" "0 differs item 0 differs: y[0]
differs item 0 differs: buffer[3]
differs item 0 differs: n_child[0]
differs item 0 differs: next[0].level
differs item 0 differs: map[1579]
differs item 0 differs: map[0]" "templates compile, and differ at the first item that has something to write"

for solution in expand_edges row_sums_block propagate_distance_warp; do
	kernel=${solution%_block}
	echo "puts \"verdict [kernel_try ${kernel%_warp} $srcdir/examples/solutions/$solution.cu]\""
done >"$tmp/solutions.tcl"
run "read_graph $srcdir/assets/example.dag.gz; source solutions.tcl"
is "$code $(grep '^verdict' "$tmp/out" | tr '\n' ' ')" "0 verdict passes verdict passes verdict passes " "solutions pass"
is "$(grep -c '^the open design, 4160 items (state): as ours' "$tmp/out")" 1 "on a copy of the open graph too"
is "$(grep -c 'time of a launch' "$tmp/out")" 3 "with their times"

# edit SCRIPT FILE: a file that is wrong
edit() {
	sed "$1" "$srcdir/examples/solutions/spmv_rows.cu" >"$tmp/$2.cu"
}
edit 's/float sum = 0/float sum = i == 37/' wrong
edit 's/value\[e\]/value[e + (i == 9) * 1000]/' beyond
edit 's/value\[e\]/value[i == 9 ? -1 : e]/' before
edit 's/k->y\[i\] = sum;/k->y[i] = sum; ((float *)k->x)[i] = 1;/' input
edit 's/k->y\[i\] = sum;/k->y[i] = sum; while (i == 12) __asm__ volatile("");/' endless
edit 's/k->y\[i\] = sum;/k->y[i] = sum; if (i == 3) abort();/' aborts
edit 's/k->y\[i\] = sum;/k->y[i] = sum; if (i == 5 \&\& !malloc((size_t)2 << 30)) abort();/' memory
edit 's/KERNEL(spmv_rows, k, i)/TEAM_KERNEL(spmv_rows, k, i, t)/; s/i\];/i] + t.lane;/; s/e++/e += t.width/' lanes
edit 's/k->y\[i\] = sum;/k->y[i] = sum; if (i + 32 < k->a.n_rows) k->y[i + 32] = 0;/' later
edit 's/= sum/= summ/' syntax
sed 's/atomic_add_u64(&map\[\(.*\)\],/map[\1] += (/' "$srcdir/examples/solutions/density_printed.cu" >"$tmp/race.cu"
sed 's/block_barrier(b);//' "$srcdir/examples/solutions/row_sums_block.cu" >"$tmp/barrier.cu"
sed 's/\tif (t.lane == 0)/\tif (t.lane)\n\t\treturn;\n\tsum = (float)team_sum_f64(t, sum);\n&/' "$srcdir/examples/solutions/spmv_rows_warp.cu" >"$tmp/alone.cu"
run "foreach file {wrong beyond before input endless aborts memory lanes later race barrier alone syntax} {
	set kernel [expr {\$file eq {race} ? {density_printed} : \$file eq {barrier} ? {row_sums} : {spmv_rows}}]
	catch {kernel_try -seconds [expr {\$file in {endless alone} ? 1 : 30}] \$kernel \$file.cu} verdict
	catch {kernel_property where} where
	puts \"verdict \$file: \$verdict, \$where\"
}"
sed -n 's/^verdict //p' "$tmp/out" >"$tmp/verdicts"
is "$(sed 's/ours [0-9]*$/ours N/; s/yours [0-9]*/yours N/; s/has [0-9]* entries/has N entries/; s/value\[1[0-9]*\]/value[1N]/
	/^[rbl]a[rct]/s/item .*/item N/' "$tmp/verdicts" |
	sed '$d')" "wrong: differs, item 37 differs: y[37]: yours N, ours N
beyond: out of bounds, item 9 reads a.value[1N] out of bounds: a.value has N entries
before: out of bounds, item 9 reads a.value[-1] out of bounds: a.value has N entries
input: out of bounds, item 0 writes x[0], which the kernel only reads
endless: endless, item 12 doesn't end within 1 s
aborts: crashes, item 3 ends by signal 6 (Aborted)
memory: crashes, item 5 ends by signal 6 (Aborted)
lanes: differs, lane by lane, as on a GPU, item 3 differs: y[3]: yours N, ours N
later: differs, lane by lane, as on a GPU, item N
race: differs, lane by lane, as on a GPU, item N
barrier: differs, lane by lane, as on a GPU, item N
alone: endless, lane by lane, as on a GPU, item 0 doesn't end: lanes wait for others, at a barrier or a sum that these don't reach" "what is wrong is found, with its first item"
is "$(tail -n 1 "$tmp/verdicts") $(grep -c "summ.* undeclared" "$tmp/out")" "syntax: kernel_try: it doesn't compile, kernel_property: the last kernel_try has no \"where\" 1" \
	"what the compiler says is shown"
is "$(ls -A "$TMPDIR")" "" "no files are left"
plan
