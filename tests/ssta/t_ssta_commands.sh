# The commands about dies: what they say of wrong input, that parts of a run put together are the run, that
# threads and vectors change no byte, and that a die that is open has the slack it had among the others.
. "${srcdir:-.}/tests/lib/tap.sh"
here=$(pwd)
case $srcdir in /*) ;; *) srcdir=$here/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
device=${WARPSCOPE_SCREEN_DEVICE:-cpu}
cd "$tmp" || exit 1

run() {
	"$warpscope" -b -d "$device" --no-init "$@" >out 2>err </dev/null
	code=$?
}

loom='source [asset loom/loom.tcl]'

# ---- parts ----

cat >parts.tcl <<'E2'
set_variation 0.05
set_variation 0.03 -checks
set_variation -tables -type sequential
run_ssta -n 3000 -die 0.4 -grid 0.3 -seed 77
report_ssta > whole.txt
write_ssta -part whole.part
run_ssta -samples 0:1111 -die 0.4 -grid 0.3 -seed 77
write_ssta -part a.part.gz
run_ssta -samples 1111:1112 -die 0.4 -grid 0.3 -seed 77
write_ssta -part b.part
run_ssta -samples 1112:3000 -die 0.4 -grid 0.3 -seed 77
write_ssta -part c.part
write_ssta c.csv
E2
run -e "$loom" -f parts.tcl
is "$code" 0 "a run, and its parts"
is "$(head -1 c.csv) $(wc -l <c.csv)" \
	'die,slack_ps,endpoint,"clk_sys","asynchronous","ports","clk_io","path delay","out_clk" 1889' \
	"a table has a line a die"
is "$(sed -n 2p c.csv | cut -d, -f1,3)" "1112,\"$(sed -n 2p c.csv | cut -d'"' -f2)\"" "by its number"
cat >plain.tcl <<'E2'
set_variation 0.05
run_ssta -n 3000
report_ssta > whole.txt
write_ssta -part whole.part
run_ssta -samples 0:1111
write_ssta -part a.part.gz
run_ssta -samples 1111:1112
write_ssta -part b.part
run_ssta -samples 1112:3000
write_ssta -part c.part
merge_ssta {c.part a.part.gz b.part}
report_ssta > merged.txt
write_ssta -part merged.part
puts [catch {merge_ssta {a.part.gz c.part}} message]:$message
puts [catch {merge_ssta {a.part.gz b.part b.part}} message]:$message
set_variation 0.06
puts [catch {merge_ssta {a.part.gz b.part}} message]:$message
E2
run -e "$loom" -f plain.tcl
is "$code $(sed -n 1p out)" "0 1:dies 1111 to 1111 are missing" "a missing part is an error"
is "$(sed -n 2p out)" "1:dies 1111 to 1111 are there more than once" "and one that is there twice"
is "$(sed -n 3p out)" "1:dies 0 to 1110 are of another design, constraints or variation" "and another run's"
cmp -s whole.txt merged.txt && cmp -s whole.part merged.part
ok $? "parts put together are the run, byte for byte"
run --threads 1 -e "$loom" -e 'set_variation 0.05; run_ssta -n 3000; write_ssta -part one.part'
cmp -s whole.part one.part
ok $? "one thread makes the same dies"
for vectors in any 256; do
	WARPSCOPE_VECTORS=$vectors
	export WARPSCOPE_VECTORS
	run -e "$loom" -e 'set_variation 0.05; run_ssta -n 3000; write_ssta -part v.part'
	cmp -s whole.part v.part
	ok $? "so do vectors: $vectors"
done
unset WARPSCOPE_VECTORS

cat >kept.tcl <<'E2'
generate_design -profile common -gates 500
set_variation 0.05
set run {run_ssta -die 0.3 -library 0.2 -endpoints {r5/D r7/D}}
{*}$run -n 3000
write_ssta -part whole.kept
write_ssta whole.csv
{*}$run -samples 0:1111
write_ssta -part a.kept
{*}$run -samples 1111:3000
write_ssta -part b.kept
run_ssta -samples 1111:3000 -die 0.3 -library 0.2 -endpoints {r5/D r6/D}
write_ssta -part c.kept
puts [catch {merge_ssta {a.kept c.kept}} message]:$message
merge_ssta {b.kept a.kept}
write_ssta -part merged.kept
write_ssta merged.csv
E2
run -f kept.tcl
cmp -s whole.kept merged.kept && cmp -s whole.csv merged.csv
is "$? $(cat out)" "0 1:dies 1111 to 2999 are of another run: seed, sampling, method, shares, -hold, -die single or the endpoints kept differ" \
	"parts with endpoints that are kept and with shares, too"

# ---- several devices ----

cat >devices.tcl <<E2
generate_design -profile common -gates 500
set_variation 0.05
run_ssta -n 10
write_ssta d.csv
set pin [lindex [split [exec tail -1 d.csv] \\"] 1]
run_ssta -n 37000 -endpoints \$pin -die 0.3
write_ssta \$name.csv
write_ssta -part \$name.part
puts [report_ssta]
puts [report_yield]
puts [ssta_histogram]
run_ssta -samples 1000:1700
write_ssta -part \$name.small.part
open_sample 1234
puts [report_worst_slack -digits 6]
E2
split_run() { # NAME DEVICES
	device=$2
	run -e "set name $1" -f devices.tcl
	mv out "$1.out"
	is "$code" 0 "dies on $2"
}
one=$device
split_run one "$one"
split_run two "$one,cpu"
split_run three "$one,cpu,cpu"
device=$one
for name in two three; do
	for what in out csv part small.part; do
		cmp -s one.$what $name.$what
		ok $? "$name devices make the same $what"
	done
done
refuses() { # DEVICES MESSAGE
	"$warpscope" -b -d "$1" --no-init -e 'puts on' >out 2>err </dev/null
	is "$? $(cat out)$(sed -n 's/^warpscope: //p' err)" "$2" "--device $1"
}
refuses cuda:1,1 "2 --device names cuda:1 twice"
refuses cuda:0,cpu,cuda "2 --device names cuda:0 twice"
refuses auto,cpu "2 --device auto is one device, no list of them"
refuses cpu,7 '2 --device expects auto, cpu, cuda, cuda:N or a list as cuda:0,1, not "7"'
refuses cpu, '2 --device expects auto, cpu, cuda, cuda:N or a list as cuda:0,1, not ""'
refuses cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu,cpu "2 --device names 16 devices at most"
"$warpscope" -b -d cpu,cuda:255 --no-init -e 'puts on' >out 2>err </dev/null
is "$? $(cat out)$(grep -c 'no usable GPU 255\|built without CUDA' err)" "4 1" "a device that isn't there"
"$warpscope" -d cpu,cpu --doctor 2>&1 | grep '^computes' >out
is "$(wc -l <out) $(grep -c 'dies also on CPU' out)" "2 1" "--doctor names all devices"
"$warpscope" -b -d cpu,cpu --no-init -e report_device >out 2>&1 </dev/null
is "$(grep -c 'dies of run_ssta also on CPU' out)" 1 "report_device too"

# ---- a die ----

cat >die.tcl <<'E2'
set_variation 0.05
run_ssta -n 500
write_ssta dies.csv
set_cppr off
open_sample 123
puts [report_worst_slack -digits 6]
close_sample
puts [report_worst_slack -digits 6]
E2
run -e "$loom" -f die.tcl
wanted=$(awk -F, '$1 == 123 { printf "%.6f", $2 / 1000 }' dies.csv)
is "$code $(grep -c "worst slack max $wanted" out)" "0 1" "a die that is open has its slack ($wanted)"
run -e "$loom" -e 'set_cppr off; set_variation 0; run_ssta -n 10' -e 'report_worst_slack -digits 6; puts [ssta_property nominal]; puts [ssta_property sigma]'
is "$code $(sed -n 's/worst slack max *//p' out | awk '{ printf "%.3f", $1 * 1000 }') $(tail -1 out)" \
	"0 $(tail -2 out | head -1 | awk '{ printf "%.3f", $1 }') 0" "without variation a die is the design"

# ---- samplings ----

cat >samplings.tcl <<'E2'
set_variation 0.05
set_cppr off
foreach {sampling options} {random {} antithetic {} stratified {} sobol {-die 0.5 -grid 0.3}} {
	run_ssta -n 300 -sampling $sampling -seed 5 {*}$options
	write_ssta $sampling.csv
	foreach die 299 {
		open_sample $die
		puts "$sampling $die"
		report_worst_slack -digits 6
	}
}
E2
run -e "$loom" -f samplings.tcl
is "$code $(grep -c 'worst slack' out)" "0 4" "dies of each sampling open"
for sampling in random antithetic stratified sobol; do
	for die in 299; do
		wanted=$(awk -F, -v die=$die '$1 == die { printf "%.6f", $2 / 1000 }' $sampling.csv)
		is "$(grep -A2 "^$sampling $die\$" out | sed -n 's/worst slack max //p')" "$wanted" "die $die, $sampling, has the slack it had among the others"
	done
done
cat >parts.tcl <<'E2'
set_variation 0.05
foreach {sampling options} {antithetic {} stratified {-strata 128}} {
	run_ssta -n 600 -sampling $sampling {*}$options
	write_ssta -part whole.part
	report_ssta > whole.txt
	run_ssta -samples 0:333 -sampling $sampling {*}$options
	write_ssta -part a.part
	run_ssta -samples 333:600 -sampling $sampling {*}$options
	write_ssta -part b.part
	merge_ssta {b.part a.part}
	write_ssta -part merged.part
	report_ssta > merged.txt
	puts "$sampling [expr {[exec cat whole.part whole.txt] eq [exec cat merged.part merged.txt]}]"
}
E2
run -e "$loom" -f parts.tcl
is "$code $(echo $(cat out))" "0 antithetic 1 stratified 1" "parts of other samplings put together are the run"
precise='set_variation 0.05; run_ssta -n 200000 -precision 0.25ps; puts [ssta_property dies]; write_ssta -part'
run -e "$loom" -e "$precise precise.part"
is "$code $(tail -1 out)" "0 8192" "-precision stops at a multiple of 4096 dies"
run --threads 1 -e "$loom" -e "$precise one.part"
cmp -s precise.part one.part
ok $? "so do other numbers of threads, with the same bytes"
run -e "$loom" -e 'set_variation 0.05; run_ssta -n 1000000 -time 0.2; puts [expr {[ssta_property dies] % 4096}]'
is "$code $(tail -1 out)" "0 0" "-time stops"
# ---- replays, criticality, paths ----

cat >kept.tcl <<'E2'
set_variation 0.05
set_variation 0.04 -checks
run_ssta -n 3001 -die 0.3 -endpoints lane0_mac_acc_reg_39_/D
report_yield -endpoint lane0_mac_acc_reg_39_/D -digits 6 > kept.txt
ssta_keep first -endpoint lane0_mac_acc_reg_39_/D
run_ssta -n 3001 -die 0.3
report_yield -endpoint lane0_mac_acc_reg_39_/D -digits 6 > replayed.txt
puts [ssta_keep]
ssta_histogram -endpoint lane0_mac_acc_reg_39_/D -over first > over.txt
E2
run -e "$loom" -f kept.tcl
cmp -s kept.txt replayed.txt
ok $? "slacks that are replayed are those that a run keeps"
is "$(tail -1 out)" first "what is kept has a name"
cat >critical.tcl <<'E2'
set_variation 0.05
run_ssta -n 700 -die 0.4 -grid 0.3
find_paths -max_paths 4
report_ssta -endpoints 2 -pins 40 -paths 4 -analytic
report_correlation lane0_mac_acc_reg_39_/D lane3_mac_acc_reg_39_/D
report_dies -from -0.12 -to -0.1
report_die 17
puts "[ssta_property criticality -pin clk_sys] [ssta_property correlation -endpoint \
	lane0_mac_acc_reg_39_/D -with lane0_mac_acc_reg_39_/D]"
E2
run -e "$loom" -f critical.tcl
mv out one.txt
is "$code $(tail -1 one.txt)" "0 1 1" "the clock's port is on each worst path; an endpoint and itself"
run --threads 3 -e "$loom" -f critical.tcl
cmp -s one.txt out
ok $? "three threads count the same"
WARPSCOPE_VECTORS=any run -e "$loom" -f critical.tcl
cmp -s one.txt out
ok $? "and so do narrow vectors"
cat >table.tcl <<'E2'
set_variation 0.05
run_ssta -samples 7:308 -endpoints lane3_mac_acc_reg_39_/D
write_ssta -endpoints lane0_mac_acc_reg_39_/D dies.csv
write_ssta -endpoints lane0_mac_acc_reg_39_/D dies.npy
set_variation 0.05 -reset
run_ssta -samples 7:308 -endpoints lane0_mac_acc_reg_39_/D
write_ssta kept.csv
E2
run -e "$loom" -f table.tcl
is "$code $(head -c 8 dies.npy | od -An -tx1 | tr -d ' ') $(head -1 dies.npy | tr -d '\0' | grep -ac "'descr': '<i8', 'fortran_order': False, 'shape': (301, 10), } # die, slack in fs, clk_sys, .*, lane3_mac_acc_reg_39_/D, lane0_mac_acc_reg_39_/D *$")" \
	"0 934e554d50590100 1" "an array for NumPy: its head"
head=$(($(od -An -tu2 -j8 -N2 dies.npy) + 10))
is "$((head % 64)) $(($(wc -c <dies.npy) - head))" "0 $((301 * 10 * 8))" "it is aligned, and has all dies"
od -An -v -w80 -td8 -j"$head" dies.npy | awk '{ print $1, $2, $3, $9, $10 }' >npy.txt
awk -F, 'NR > 1 { printf "%d %.0f %.0f %.0f %.0f\n", $1, $2 * 1000, $4 * 1000, $10 * 1000, $11 * 1000 }' \
	dies.csv >csv.txt
cmp -s npy.txt csv.txt
ok $? "the same slacks as the table, in fs"
is "$(cut -d, -f11 dies.csv | tail -301 | cksum)" "$(cut -d, -f10 kept.csv | tail -301 | cksum)" \
	"endpoints that a table asks for are replayed"

cat >opened.tcl <<'E2'
set_cppr off
set_variation 0.05
run_ssta -n 500
write_ssta dies.csv
open_sample 123
find_paths -max_paths 1
report_dies -path 1 -n 500 -digits 6
report_die 123
E2
run -e "$loom" -f opened.tcl
is "$code $(awk '$1 == 123 && NF == 2 { print $2 }' out)" "0 $(awk -F, '$1 == 123 { printf "%.8f", $2 / 1000 }' dies.csv)" \
	"the first path of a die that is open has the chip's slack in it, by the keys too"
is "$(grep -c "^die 123 of seed 0: worst setup slack before credit $(awk -F, '$1 == 123 { printf "%.4f", $2 / 1000 }' dies.csv) at $(awk -F, '$1 == 123 { gsub("\"", "", $3); print $3 }' dies.csv)" out)" \
	1 "and so says the lane that is looked at"

# ---- a single die ----

cat >single.tcl <<'E2'
set_variation 0.05
set_variation 0.03 -checks
set_timing_derate -early 0.93
set_timing_derate -late 1.08
run_ssta -n 300 -die single
write_ssta late.csv
run_ssta -n 300 -die single -hold
write_ssta early.csv
puts [report_worst_slack -min -digits 6]
foreach die {5 299} {
	open_sample $die
	puts "cppr $die"
	report_worst_slack -min -digits 6
	set_cppr off
	report_worst_slack -min -digits 6
	set_cppr opensta
}
run_ssta -n 300 -die single
foreach die {5 299} {
	open_sample $die
	puts "late $die"
	report_worst_slack -digits 6
}
close_sample
report_worst_slack -min -digits 6
E2
run -e "$loom" -f single.tcl
is "$code $(grep -c 'worst slack' out)" "0 8" "single dies open"
for die in 5 299; do
	wanted=$(awk -F, -v die=$die '$1 == die { printf "%.6f", $2 / 1000 }' early.csv)
	is "$(grep -A4 "^cppr $die\$" out | sed -n 's/worst slack min //p' | tr '\n' ' ')" "$wanted $wanted " \
		"single die $die has its hold slack with and without credit"
	wanted=$(awk -F, -v die=$die '$1 == die { printf "%.6f", $2 / 1000 }' late.csv)
	is "$(grep -A2 "^late $die\$" out | sed -n 's/worst slack max //p')" "$wanted" "and its setup slack"
done
is "$(sed -n 's/worst slack min //p' out | sed -n '1p;$p' | uniq | wc -l)" 1 "then the timing is as it was"

cat >merged.tcl <<'E2'
set_variation 0.05
set_timing_derate -early 0.93
set_timing_derate -late 1.08
run_ssta -n 700 -die {single 0.3} -hold
report_ssta > whole.txt
write_ssta -part whole.part
run_ssta -samples 0:300 -die {single 0.3} -hold
write_ssta -part a.part
run_ssta -samples 300:700 -die {single 0.3} -hold
write_ssta -part b.part
run_ssta -samples 300:700 -die 0.3 -hold
write_ssta -part c.part
puts [catch {merge_ssta {a.part c.part}} message]:$message
merge_ssta {b.part a.part}
report_ssta > merged.txt
write_ssta -part merged.part
open_sample 5
report_worst_slack -min -digits 6
E2
run -e "$loom" -f merged.tcl
is "$code $(sed -n 1p out)" "0 1:dies 300 to 699 are of another run: seed, sampling, method, shares, -hold, -die single or the endpoints kept differ" \
	"parts with early delays of their own are another run than single ones"
cmp -s whole.txt merged.txt && cmp -s whole.part merged.part
ok $? "parts with single dies put together are the run, byte for byte"

# ---- [SSTA]'s methods ----

cat >paper.tcl <<'E2'
generate_design -profile common -gates 500
set_variation 0.05
set_variation 0.04 -checks
foreach {method rng} {chains philox paper philox paper-gate philox paper-repaired philox paper mersenne paper-gate mersenne} {
	run_ssta -n 5000 -method $method -rng $rng
	write_ssta $method-$rng.csv
}
report_ssta -endpoints 1
run_ssta -samples 0:4500 -method paper
write_ssta -part a.part
run_ssta -samples 4500:5000 -method paper
write_ssta -part b.part
merge_ssta {a.part b.part}
write_ssta merged.csv
puts [catch {open_sample 3} message]:$message
puts [catch {report_ssta -pins 3} message]:$message
puts [ssta_histogram]
puts [report_yield]
run_ssta -n 10 -method paper-sta
puts "[ssta_property sigma] [expr {[ssta_property mean] == [ssta_property nominal]}]"
E2
run -f paper.tcl
is "$code $(grep -c '^setup slack .* seed 0, as the SSTA paper prints it (Algorithm 2, gate by gate; Mersenne twisters), in ' out)" \
	"0 1" "results of the paper's methods say so"
is "$(grep -c 'of the chip (SSTA paper: paper, twisters) in 5000 dies' out)" 2 "histogram and yield too"
is "$(grep -c '^1:dies of -rng mersenne are a stream of numbers: none of them can be computed again; those of -rng philox can$' out) $(tail -1 out)" \
	"2 0 1" "no die of a stream opens; Algorithm 1 is the nominal timing"
for method in paper paper-gate paper-repaired; do
	cmp -s chains-philox.csv $method-philox.csv
	ok $? "with the keys' numbers $method makes the same dies"
done
cmp -s paper-mersenne.csv paper-gate-mersenne.csv && cmp -s paper-mersenne.csv merged.csv
ok $? "with twisters it's the same by level, by gate and in parts"
! cmp -s paper-mersenne.csv chains-philox.csv
ok $? "and others than with the keys"
mv paper-mersenne.csv some.csv
run --threads 3 -f paper.tcl
cmp -s paper-mersenne.csv some.csv
ok $? "three threads make the same dies"
run -e 'generate_design -profile common -gates 500; set_variation 0.02; set_input_delay -5 -clock clk0 [all_inputs -no_clocks]' \
	-e 'run_ssta -n 30 -method paper -rng philox' \
	-e 'puts [catch {open_sample 3} message]:$message'
is "$code $(grep -c '^warning: -method paper pads gates with inputs that arrive at 0, which made [0-9]* negative arrivals later; -method paper-repaired' err) $(cat out)" \
	"0 1 1:-method paper pads gates with zeros, which made arrivals later: its dies aren't the design's; those of paper-repaired are" \
	"a warning of padding that made arrivals later"

# ---- slews ----

cat >slews.tcl <<'E2'
set_variation -tables
set_variation 0.03 -checks
set_cppr off
run_ssta -n 70 -slew sampled
report_ssta -endpoints 1 > slews.txt
write_ssta slews.csv
foreach die {0 69} {
	open_sample $die
	puts "slews $die"
	report_worst_slack -digits 6
}
close_sample
puts [catch {write_ssta -part x.part} message]:$message
puts [catch {report_ssta -pins 3} message]:$message
run_ssta -n 70
puts "nominal [ssta_property mean] [ssta_property sigma]"
set_variation 0 -reset
run_ssta -n 3 -slew sampled
puts "same [expr {[ssta_property mean] == [ssta_property nominal]}] [ssta_property sigma]"
E2
run -e "$loom; set_delay_calculator elmore" -f slews.tcl
is "$code $(grep -c '^setup slack .* sampled slews, in' slews.txt) $(tail -1 out)" "0 1 same 1 0" \
	"slews that are sampled, and without variation the design"
for die in 0 69; do
	wanted=$(awk -F, -v die=$die '$1 == die { printf "%.6f", $2 / 1000 }' slews.csv)
	is "$(grep -A2 "^slews $die\$" out | sed -n 's/worst slack max //p')" "$wanted" \
		"die $die with slews of its own opens"
done
is "$(grep '^nominal' out | awk '{ printf "%.4f %.4f", $2 / 1000, $3 / 1000 }')" \
	"$(grep '^the chip' slews.txt | tail -1 | awk '{ print $3, $4 }')" "beside those of nominal slews"
is "$(grep -c '^1:parts of runs have nominal slews\|^1:dies of -slew sampled are timed as a whole' out)" 2 \
	"what can't be had of them"

cat >waves.tcl <<'E2'
set_variation 0.05
run_ssta -n 2 -slew sampled
write_ssta slews.csv
open_sample 1
report_worst_slack -digits 6
close_sample
set_variation 0 -reset
run_ssta -n 1 -slew sampled
puts "same [expr {[ssta_property mean] == [ssta_property nominal]}] [ssta_property sigma]"
E2
run -e "$loom; set_cppr off; set_delay_calculator dmp_ceff_elmore" -f waves.tcl
is "$code $(sed 1d out)" "0 worst slack max $(awk -F, '$1 == 1 { printf "%.6f", $2 / 1000 }' slews.csv)
same 1 0" "slews of dies by dmp_ceff_elmore"

# ---- wrong input ----

fails() { # COMMANDS MESSAGE
	run -e "$loom" -e "$1"
	is "$code $(sed -n 's/^warpscope: \(.*\)/\1/p' err | tail -1)" "$2" "$1"
}
fails 'run_ssta' "1 no delay varies; say by how much with set_variation"
fails 'set_variation -1' "2 set_variation: -1 is negative"
fails 'set_variation 0.1 -cells NOWHERE' '3 set_variation: there is no cell "NOWHERE"'
fails 'set_variation 0.1 -instances absent' '3 set_variation: there is no instance "absent"'
fails 'set_variation 0.1 -library none' '3 set_variation: there is no library "none"'
fails 'set_variation 0.1; run_ssta -die 1' \
	"3 shares of sigma must not be negative, and the sum of their squares must be below 1"
fails 'set_variation 0.1; run_ssta -samples 5:5' \
	'2 run_ssta: -samples expects A:B with 0 ≤ A < B ≤ 2^30, not "5:5"'
fails 'set_variation 0.1; run_ssta -sampling sobol' \
	"2 -sampling sobol is of what arcs share; it needs -die, -library or -grid"
fails 'set_variation 0.1; run_ssta -sampling stratified -strata 6' \
	"2 strata come in fours: -strata expects a multiple of 4"
fails 'set_variation 0.1; run_ssta -rng mersenne' \
	"2 twisters are of the SSTA paper's methods: -rng mersenne needs -method paper, paper-gate or paper-repaired"
fails 'set_variation 0.1; run_ssta -method paper -die 0.3' \
	"2 the SSTA paper's methods have random numbers that are independent: no -sampling, -die, -library or -grid"
fails 'set_variation 0.1; run_ssta -method paper -slew sampled' "2 the SSTA paper's methods have nominal slews"
fails 'generate_design -profile common -gates 200000; set_variation 0.1; run_ssta -slew sampled' \
	"1 -slew sampled times each die as a whole: 262144 arcs at most, not 1367650"
fails 'set_variation 0.1; run_ssta -method sideways' \
	'2 run_ssta: -method expects chains|paper|paper-gate|paper-repaired|paper-sta, not "sideways"'
fails 'set_variation 0.1; run_ssta -strata 8' "2 run_ssta: -strata is of -sampling stratified"
fails 'set_variation 0.1; run_ssta -samples 0:100 -sampling stratified' \
	"2 run_ssta: -strata says what the parts of a run have in common; -samples needs it where dies are stratified"
fails 'set_variation 0.1; run_ssta -sampling antithetic -precision 1ps' \
	"2 -precision is of independent dies: -sampling random"
fails 'set_variation 0.1; run_ssta -precision 1V' \
	'2 run_ssta: -precision expects a time above 0 like 1ps, not "1V"'
fails 'set_variation 0.1; run_ssta -time 0' "2 run_ssta: -time expects seconds above 0, without -begin"
fails 'report_ssta' "1 no dies yet; make some with run_ssta"
fails 'open_sample 3' "1 no dies yet; make some with run_ssta"
fails 'close_sample' "1 no die is open; open_sample opens one"
fails 'set_variation 0.1; run_ssta -n 10; ssta_histogram -over x' \
	'1 ssta_histogram: nothing is kept as "x"; ssta_keep does'
fails 'set_variation 0.1; run_ssta -n 10; ssta_property mean -endpoint clk_sys' \
	"1 clk_sys is no endpoint of the dies"
fails 'set_variation 0.1; run_ssta -n 10; report_ssta -paths 3' \
	"1 no paths yet; find some with find_paths -max_paths K"
fails 'set_variation 0.1; run_ssta -n 10; report_dies -group a -path 1' \
	"2 report_dies: -group, -endpoint, -path, -arrival and -kept exclude each other"
fails 'set_variation 0.1; run_ssta -n 10; ssta_property correlation' \
	"2 ssta_property: correlation needs -with PIN"
fails 'set_variation 0.1; run_ssta -n 10; set_variation 0.2; report_ssta' \
	"1 no dies yet; make some with run_ssta"
printf 'warpscope-ssta 2\nsplit 2\n' >bad.part
fails 'merge_ssta bad.part' "3 bad.part:2:8: error: the number is out of range"
head -c 3000 whole.part >short.part
run -e "$loom" -e 'set_variation 0.05; merge_ssta short.part'
is "$code $(grep -c 'short.part:.*: error: ' err)" "3 1" "a file that ends early"

# ---- libraries ----

cat >lib.awk <<'E2'
/ocv_sigma_cell_rise/ && !done { sub(/values \("0\.[0-9]*/, "values (\"-0.1"); done = 1 }
{ print }
E2
gzip -dc "$WARPSCOPE_DATADIR/ws45/ws45_late.lib.gz" | awk -f lib.awk >negative.lib
run -e 'read_liberty negative.lib'
is "$code $(grep -c '^negative.lib:75:.*error: a sigma is negative\|negative.lib:75:[0-9]*: error: a sigma is negative' err)" \
	"3 1" "a negative sigma of a table, with its line"
bad_table() { # AWK MESSAGE
	gzip -dc "$WARPSCOPE_DATADIR/ws45/ws45_late.lib.gz" | awk "$1" >bad.lib
	run -e 'read_liberty bad.lib'
	is "$code $(sed -n 's/^warpscope: \(bad.lib:.*\)/\1/p' err)" "3 $2" "a table of sigmas: $2"
}
bad_table '/ocv_sigma_cell_rise/ && !n++ { sub(/delay_X1/, "nowhere") } { print }' \
	'bad.lib:75:30: error: undefined template "nowhere"'
bad_table '/ocv_sigma_cell_rise/ && !n++ { sub(/delay_X1/, "scalar") } { print }' \
	'bad.lib:75:77: error: table of 49 values, 1 expected (1 × 1)'
bad_table '/ocv_sigma_cell_rise/ && !n++ { sub(/delay_X1/, "bare") } { print }
	/default_max_transition/ { print "lu_table_template (bare) { variable_1 : input_net_transition; }" }' \
	'bad.lib:76:9: error: table without index_1'
bad_table '/ocv_sigma_cell_rise/ && !n++ { sub(/early_and_late/, "sometimes") } { print }' \
	'bad.lib:75:55: error: sigma_type must be early, late or early_and_late, not "sometimes"'
for split in early late; do
	gzip -dc "$WARPSCOPE_DATADIR/ws45/ws45_$split.lib.gz" | grep -v ocv_sigma >plain_$split.lib
done
run -e 'read_liberty -max plain_late.lib; read_liberty -min plain_early.lib' \
	-e 'generate_design -profile common -gates 500; set_variation -tables; run_ssta -n 10; puts [ssta_property sigma]'
is "$code $(cat out) $(grep -c '^warning: [0-9]* arcs and checks are to vary by tables, but the library has no ocv_sigma table' err)" \
	"0 0 1" "a warning of libraries without such tables"
printf 'source [asset loom/loom.tcl]\n\nset_variation 0.1 -cells NOWHERE\n' >nowhere.tcl
run -f nowhere.tcl
is "$code $(grep -c 'in nowhere.tcl:3' err)" "3 1" "variation of what isn't there, with the script's line"

# Arrivals at any pin, latest and earliest: what the pin has when the die is open.
for hold in "" -hold; do
	[ -z "$hold" ] && way=max || way=min
	cat >arrival.tcl <<E2
set_variation 0.05
run_ssta -n 300 $hold
set pin lane3_mac_U310/ZN
puts [lindex [split [with_output_to_string {report_dies -arrival \$pin -n 300 -digits 3}] \n] 0]
foreach line [lrange [split [with_output_to_string {report_dies -arrival \$pin -n 3 -digits 4}] \n] 2 4] {
	lassign \$line die arrival
	open_sample \$die
	set rise [get_property [get_pins \$pin] arrival_${way}_rise]
	set fall [get_property [get_pins \$pin] arrival_${way}_fall]
	puts "same [expr {abs(${way}(\$rise, \$fall) - \$arrival) < 1.1e-6}]"
	close_sample
}
E2
	run -e "$loom" -f arrival.tcl
	is "$code $(grep -c '^same 1' out) $(grep -c "^300 dies by the .*est arrival at lane3_mac_U310/ZN, least first" out)" "0 3 1" \
		"arrivals in dies are those of the dies when they are open${hold:+, hold}"
done
run -e "$loom" -e 'set_variation 0.05; run_ssta -n 10; ssta_property -arrival nowhere/A mean'
is "$code $(grep -c 'nowhere/A' err)" "1 1" "no such pin"
plan
