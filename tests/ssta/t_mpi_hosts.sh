# Processes on two hosts: network, name, shared memory and temporary files are each one's own, as far as namespaces go.
. "${srcdir:-.}/tests/lib/mpi.sh"

# as root; other users may need a namespace of users around them
spaces="--net --uts --ipc --mount"
unshare $spaces true 2>/dev/null || spaces="--user --map-root-user $spaces"
if ! unshare $spaces sh -c 'ip link add wa type veth peer name wb && command -v nsenter' >/dev/null 2>&1; then
	skip "processes on two hosts" "no namespaces (unshare, ip, nsenter)"
	plan
	exit
fi
if ! mpirun --version | grep -q 'Open MPI'; then
	skip "processes on two hosts" "mpirun isn't Open MPI's"
	plan
	exit
fi

# A command on a host, as ssh has it.
cat >agent <<'E2'
#!/bin/sh
shift
exec nsenter -t "$(cat "$OTHER")" --net --uts --ipc --mount sh -c "$*"
E2
chmod +x agent
# The second host, until the first one ends.
cat >second.sh <<'E2'
hostname second
ip link set lo up
mount -t tmpfs none /dev/shm
echo $$ >"$OTHER.new"
mv "$OTHER.new" "$OTHER"
while [ -d "/proc/$1" ]; do sleep 0.2; done
E2
cat >first.sh <<'E2'
hostname first
ip link set lo up
mount -t tmpfs none /dev/shm
unshare --net --uts --ipc --mount sh second.sh $$ &
for i in 1 2 3 4 5 6 7 8 9 10; do [ -f "$OTHER" ] || sleep 0.5; done
ip link add wa type veth peer name wb netns "$(cat "$OTHER")" &&
	ip addr add 10.83.0.1/24 dev wa && ip link set wa up &&
	./agent second "ip addr add 10.83.0.2/24 dev wb && ip link set wb up" || exit 9
"$@"
E2
OTHER=$tmp/second.pid
export OTHER
# hosts N COMMAND...: N processes on each; files out and err, and $code
hosts() {
	n=$1
	shift
	rm -f "$OTHER"
	timeout 120 unshare $spaces sh first.sh mpirun -n $((2 * n)) --host "10.83.0.1:$n,10.83.0.2:$n" --mca plm_rsh_agent "$tmp/agent" \
		--mca btl tcp,self --mca btl_tcp_if_include 10.83.0.0/24 --mca oob_tcp_if_include 10.83.0.0/24 "$@" >out 2>err </dev/null
	code=$?
}
batch="$warpscope -b -d cpu --threads 1 --no-init"

if [ -x "$ranks" ]; then
	hosts 2 "$ranks" "$tmp/rank"
	is "$code $(cat rank.* 2>/dev/null | grep number)" "7 $(for r in 0 1 2 3; do
		echo "number $r of 4, $((r % 2)) of $([ $r -lt 2 ] && echo first || echo second), sums, follows, joins"
	done)" "each has its number among those on its host"
else
	skip "each has its number among those on its host" "tests/base/t_ranks isn't built"
fi

cat >dies.tcl <<'E2'
generate_design -profile common -gates 500
set_variation 0.05
foreach options {{-n 9001 -die 0.3 -endpoints r5/D} {-precision 0.07ps} {-n 100 -slew sampled}} {
	run_ssta {*}$options
	report_ssta -endpoints 3
	catch {write_ssta -part $name.[incr number].part}
}
run_ssta -n 9000 -begin
step 2
report_ssta
set file [open host.[info hostname].[pid] w]
close $file
E2
$batch -e 'set name one' -f dies.tcl >one.out 2>/dev/null </dev/null
rm -f host.*
hosts 2 $batch -e 'set name some' -f dies.tcl
is "$code $(ls host.* | sed 's/\.[0-9]*$//' | sort | uniq -c | xargs)" "0 2 host.first 2 host.second" "four processes on two hosts"
cmp -s one.out out && cmp -s one.1.part some.1.part && cmp -s one.2.part some.2.part
ok $? "they make what one makes"

hosts 1 $batch -e 'generate_design -profile common -gates 500; set_variation 0.05' \
	-e 'if {[info hostname] eq "second"} {error "no licence"}' -e 'run_ssta -n 100; puts ran'
is "$((code != 0)) $(cat out)$(grep -c '^warpscope: process 1 on second: no licence' err)" "1 1" "what fails on the other host is named"
hosts 1 $batch -e 'generate_design -profile common -gates 500; set_variation 0.05' \
	-e 'if {[info hostname] eq "second"} {exec kill -9 [pid]}' -e 'run_ssta -n 100; puts ran'
is "$((code != 0)) $(cat out)$(grep -c 'rank 1 .*on node 10.83.0.2 exited on signal 9' err)" "1 1" "what dies there, too"
# the daemon that mpirun has started there
hosts 1 $batch -e 'generate_design -profile common -gates 500; set_variation 0.05' \
	-e 'if {[info hostname] eq "second"} {exec kill -9 [lindex [exec cat /proc/[pid]/stat] 3]}' -e 'run_ssta -n 100000000 -time 60; puts ran'
is "$((code != 0 && code != 124)) $(cat out)$(grep -c 'Remote daemon: .* on node 10.83.0.2' err)" "1 1" "what is lost with its host, too"
plan
