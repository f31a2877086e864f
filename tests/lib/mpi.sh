# mpi.sh - tests of several processes; sourced in place of tap.sh. Skips all where there is no mpirun, or the program is
# built without MPI. They run in $tmp.
#
#	several N COMMANDS...  as a batch of the program in N processes: files out and err, and $code
. "${srcdir:-.}/tests/lib/tap.sh"
here=$(pwd)
case $srcdir in /*) ;; *) srcdir=$here/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
ranks=$here/tests/base/t_ranks
WARPSCOPE_DATADIR=$srcdir/assets
device=${WARPSCOPE_SCREEN_DEVICE:-cpu}
cd "$tmp" || exit 1
# Open MPI: more processes than processors, also as root
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
export WARPSCOPE_DATADIR OMPI_MCA_rmaps_base_oversubscribe OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM \
	PRTE_MCA_rmaps_default_mapping_policy

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
