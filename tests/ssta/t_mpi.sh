# Processes that mpirun starts share the dies of run_ssta: the first one reports, writes files, and does so with the bytes of
# one process; failures of any end all, with its number and host.
. "${srcdir:-.}/tests/lib/mpi.sh"

several 2 -e 'puts on'
is "$code $(cat out)" "0 on" "one of two processes prints"

cat >share.tcl <<'E2'
generate_design -profile common -gates 500
set_variation 0.05
set_variation 0.04 -checks
run_ssta -n 10001 -die 0.3 -endpoints {r5/D}
report_ssta -endpoints 5 > $name.txt
write_ssta -part $name.part
write_ssta $name.csv.gz
puts [ssta_histogram]
foreach options {{-n 5000 -method paper} {-n 3000 -sampling stratified -strata 500 -hold} {-samples 100:3500 -die single}
		{-n 1} {-n 20000 -precision 1ps} {-n 100 -slew sampled}} {
	run_ssta {*}$options
	puts [report_ssta -endpoints 2]
}
# stops within a round
foreach options {{-precision 0.07ps -endpoints r5/D} {-precision 0.05ps} {-n 22000 -precision 0.01ps} {-precision 0.1ps -method paper}
		{-n 8192 -precision 0.15ps -slew sampled}} {
	run_ssta {*}$options
	puts [report_ssta -endpoints 2]
	catch {write_ssta -part $name.[incr number].parts}
}
foreach options {{} {-slew sampled}} {
	run_ssta -n 9000 -begin {*}$options
	step
	puts [report_ssta -endpoints 2]
	step 2
	puts [report_ssta -endpoints 2]
}
puts [catch {write_ssta /nowhere/at/all.csv} message]:$message
puts [catch {merge_ssta $name.part} message]:$message
E2
"$warpscope" -b -d "$device" --no-init -e 'set name one' -f share.tcl >one.out 2>err </dev/null
is $? 0 "one process"
is "$(grep -c '^setup slack before credit of \(20480\|40960\) dies' one.out) $(ls one.*.parts | wc -l)" "2 4" "precision stops within a round"
for n in 2 3; do
	several $n -e "set name some" -f share.tcl
	mv out some.out
	is "$code $(grep -c warning err)" "0 0" "$n processes"
	for what in out txt part csv.gz 1.parts 2.parts 3.parts 4.parts; do
		cmp -s one.$what some.$what
		ok $? "$n processes make the same $what"
	done
done
is "$(ls | grep -c '\.part$\|\.csv')" 4 "others have written nothing"

# What each process computes: work of the kernel that draws, which is by blocks of dies.
cat >items.tcl <<'E2'
generate_design -profile common -gates 500
set_variation 0.05
profile on
foreach options {{-n 8192} {-n 16384 -begin} {-n 20480 -precision 0.001ps} {-n 20480 -time 1000}} {
	profile reset
	run_ssta {*}$options
	if {"-begin" in $options} {
		step 4
	}
	regexp {ssta_level +\d+ +(\d+)} [with_output_to_string {report_kernels}] all items
	lappend line $items
}
set file [open items.[pid] w]
puts $file $line
close $file
E2
rm -f items.*[0-9]
"$warpscope" -b -d cpu --threads 1 --no-init -f items.tcl 2>err </dev/null
cat items.*[0-9] >whole
rm -f items.*[0-9]
(device=cpu && several 2 -f items.tcl && exit $code)
awk 'NR == FNR { split($0, whole); next }
	{ for (i = 1; i <= NF; i++) { sum[i] += $i; if ($i > 0.61 * whole[i]) print "one has " $i " of " whole[i] } }
	END { for (i in whole) if (sum[i] != whole[i]) print i ": " sum[i] " of " whole[i]; print length(whole) " runs of " NR - 1 }' whole items.*[0-9] >shares
is "$(cat shares)" "4 runs of 2" "dies of -n, of steps, by precision and by time are shared"

# The first one's clock counts; dies that there are then are those of all.
several 3 -e 'generate_design -profile common -gates 500; set_variation 0.05; run_ssta -n 10000000 -time 0.4' \
	-e 'set file [open dies.[pid] w]; puts $file [with_output_to_string {report_ssta -endpoints 2}]; close $file; write_ssta -part time.part'
dies=$(sed -n 's/.*before credit of \([0-9]*\) dies.*/\1/p' dies.* | sort -u)
is "$code $(ls dies.* | wc -l) $(cat dies.* | sort | uniq -c | awk '$1 % 3' | wc -l) $(echo "$dies" | awk '{ print $1 % 4096 }')" "0 3 0 0" \
	"-time: all have as many dies"
"$warpscope" -b -d "$device" --no-init -e 'generate_design -profile common -gates 500; set_variation 0.05' \
	-e "run_ssta -n $(echo ${dies:-1} | cut -d' ' -f1); write_ssta -part one_time.part" 2>err </dev/null
cmp -s time.part one_time.part
ok $? "-time: the dies of as many without it"

several 2 -e 'error "no good"'
is "$code $(grep -c 'warpscope: no good' err)" "1 1" "an error ends all processes and is printed once"
several 2 -e 'generate_design -profile common -gates 500; set_variation 0.1' \
	-e 'if {$::env(OMPI_COMM_WORLD_RANK)} {error alone}' -e 'run_ssta -n 100; puts ran'
is "$((code != 0)) $(cat out)$(grep -c "^warpscope: process 1 on $(uname -n): alone" err)" "1 1" "one that fails ends the others, and is named"
several 3 -e 'if {$::env(OMPI_COMM_WORLD_RANK) == 2} {error alone}' -e 'puts ran'
is "$code $(cat out) $(grep -c "^warpscope: process 2 on $(uname -n): alone" err)" "1 ran 1" "also where they need nothing of it any more"
several 2 -e 'generate_design -profile common -gates [expr {500 + $::env(OMPI_COMM_WORLD_RANK)}]; set_variation 0.1' \
	-e 'run_ssta -n 100; puts ran'
is "$((code != 0)) $(cat out)$(grep -c "process 1 on $(uname -n): its design, .* aren't those of process 0" err)" "1 1" \
	"processes of different designs"

# One dies: what was saved stays, and merges with what is computed later.
cat >parts.tcl <<'E2'
generate_design -profile common -gates 500
set_variation 0.05
foreach range $ranges {
	run_ssta -samples $range
	if {[info exists env(DIES)] && $range eq $env(DIES) && $env(OMPI_COMM_WORLD_RANK)} {
		exec kill -9 [pid]
	}
	write_ssta -part part.[lindex [split $range :] 0]
}
E2
DIES=4000:8000
export DIES
several 3 -e 'set ranges {0:4000 4000:8000 8000:12000}' -f parts.tcl
unset DIES
is "$((code != 0)) $(grep -c "rank [12] .*on node $(uname -n) exited on signal 9" err) $(ls part.0 part.4000 2>/dev/null)" "1 1 part.0" \
	"one that dies ends mpirun, which names it and its host"
several 2 -e 'set ranges {8000:12000}' -f parts.tcl
several 2 -e 'generate_design -profile common -gates 500; set_variation 0.05; merge_ssta {part.8000 part.0}'
is "$((code != 0)) $(grep -c '^warpscope: dies 4000 to 7999 are missing' err)" "1 1" "dies that are missing are named"
several 2 -e 'set ranges {4000:8000}' -f parts.tcl
several 2 -e 'generate_design -profile common -gates 500; set_variation 0.05; merge_ssta {part.8000 part.0 part.4000}' \
	-e 'write_ssta -part merged.part'
"$warpscope" -b -d "$device" --no-init -e 'generate_design -profile common -gates 500; set_variation 0.05' \
	-e 'run_ssta -n 12000; write_ssta -part whole.part' 2>err </dev/null
cmp -s merged.part whole.part
ok $? "parts of several runs are one"

if [ -x "$ranks" ]; then
	timeout 60 mpirun -n 4 "$ranks" "$tmp/rank" >out 2>err
	is "$? $(cat rank.* | sed "s/$(uname -n)/HOST/")" "7 $(for r in 0 1 2 3; do
		echo "number $r of 4, $r of HOST, sums, follows, joins"
		case $r in 3) echo "status 4: no file 3" ;; *) echo "status 4: process 1 on HOST: no file 1" ;; esac
	done | sed '4s/.*/status 4: no file 1/')" "sums, rows, the worst status and its process"
else
	skip "sums, rows, the worst status" "tests/base/t_ranks isn't built"
fi
if [ "$(nvidia-smi -L 2>/dev/null | grep -c '^GPU')" -gt 1 ] && [ "$device" = cuda ]; then
	several 2 -e 'generate_design -profile common; set_variation 0.05; run_ssta -n 1024' \
		-e 'exec nvidia-smi --query-gpu=memory.used --format=csv,noheader,nounits > used.[pid]'
	is "$(head -2 used.* | awk '$1 > 200' | wc -l)" 4 "each has a GPU of its own"
else
	skip "each has a GPU of its own" "no two GPUs"
fi
plan
