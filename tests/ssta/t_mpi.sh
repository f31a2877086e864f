# Processes that mpirun starts share the dies of run_ssta: the first one reports, writes files, and does so with the bytes of
# one process; failures of any end all.
. "${srcdir:-.}/tests/lib/tap.sh"
here=$(pwd)
case $srcdir in /*) ;; *) srcdir=$here/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
device=${WARPSCOPE_SCREEN_DEVICE:-cpu}
cd "$tmp" || exit 1
# Open MPI: more processes than processors, also as root
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
export WARPSCOPE_DATADIR OMPI_MCA_rmaps_base_oversubscribe OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM \
	PRTE_MCA_rmaps_default_mapping_policy

# several N COMMANDS...
several() {
	n=$1
	shift
	timeout 300 mpirun -n "$n" "$warpscope" -b -d "$device" --threads 1 --no-init "$@" >out 2>err </dev/null
	code=$?
}

if ! command -v mpirun >/dev/null; then
	skip "dies shared by processes" "no mpirun"
	plan
	exit
fi
several 2 -e 'puts on'
if grep -q 'built without MPI' err; then
	skip "dies shared by processes" "built without MPI"
	plan
	exit
fi
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
		{-n 1} {-n 20000 -precision 1ps} {-n 10 -slew sampled}} {
	run_ssta {*}$options
	puts [report_ssta -endpoints 2]
}
puts [catch {write_ssta /nowhere/at/all.csv} message]:$message
puts [catch {merge_ssta $name.part} message]:$message
E2
"$warpscope" -b -d "$device" --no-init -e 'set name one' -f share.tcl >one.out 2>err </dev/null
is $? 0 "one process"
for n in 2 3; do
	several $n -e "set name some" -f share.tcl
	mv out some.out
	is "$code $(grep -c warning err)" "0 0" "$n processes"
	for what in out txt part csv.gz; do
		cmp -s one.$what some.$what
		ok $? "$n processes make the same $what"
	done
done
is "$(ls | grep -c '\.part$\|\.csv')" 4 "others have written nothing"

several 2 -e 'error "no good"'
is "$code $(grep -c 'warpscope: no good' err)" "1 1" "an error ends all processes and is printed once"
several 2 -e 'generate_design -profile common -gates 500; set_variation 0.1' \
	-e 'if {$::env(OMPI_COMM_WORLD_RANK)} {error alone}' -e 'run_ssta -n 100; puts ran'
is "$((code != 0)) $(cat out)$(grep -c 'another of the 2 processes failed' err)" "1 1" "one that fails ends the others"
plan
