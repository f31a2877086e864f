# The same command gives the same bytes on every device, with any number of threads, by each method.
. "${srcdir:-.}/tests/lib/tap.sh"
graphs="$srcdir/assets/example.dag.gz $srcdir/tests/data/ladder.dag"
if [ -n "$WARPSCOPE_REFERENCE" ] && [ -d "$WARPSCOPE_REFERENCE/data/dag" ]; then
	graphs="$graphs $(ls "$WARPSCOPE_REFERENCE"/data/dag/*.dag.gz | grep -v aes_core)" # wb_dma has the same shapes
fi

# outputs NAME OPTIONS...: all reports of one run
outputs() {
	name=$1
	shift
	"$warpscope" -b "$@" -e "read_graph $graph
		foreach k {1 77 $most} {
			find_paths -max_paths \$k -method $method
			write_timing_paths $tmp/$name.\$k.tsv
			report_levels -errors > $tmp/$name.\$k.levels
			report_paths > $tmp/$name.\$k.paths
			back 2
			report_paths >> $tmp/$name.\$k.paths
		}
		levelize_graph
		report_all_paths > $tmp/$name.all
		report_levelization > $tmp/$name.levelization" 2>"$tmp/err" || return
	cat "$tmp/$name".* | cksum
	rm -f "$tmp/$name".*
}

# what "$@" -d cuda gives, or a skip
is_on_gpu() {
	wanted=$1 name=$2
	shift 2
	got=$("$@" gpu -d cuda)
	if grep -q "no usable GPU\|built without CUDA" "$tmp/err"; then
		skip "$name, GPU" "no GPU"
	else
		is "$got" "$wanted" "$name, GPU"
	fi
}

for graph in $graphs; do
	design=$(basename "$graph" .gz)
	for method in bounded paper paper-fused paper-dynamic paper-host; do
		most=2000 # of each level
		[ $method = bounded ] && most=20000
		wanted=$(outputs one -d cpu --threads 1)
		[ -n "$wanted" ] || wanted="an output"
		for n in $([ $method = bounded ] && echo 2 3 16 || echo 3); do
			is "$(outputs many -d cpu --threads $n)" "$wanted" "$design, $method, $n threads"
		done
		is_on_gpu "$wanted" "$design, $method" outputs
	done
	# all methods find the same paths
	for method in bounded paper paper-fused paper-dynamic paper-host; do
		"$warpscope" -b -d cpu -e "read_graph $graph; find_paths -max_paths 5000 -method $method
			write_timing_paths $tmp/$method.tsv"
	done
	cmp -s "$tmp/bounded.tsv" "$tmp/paper.tsv" && cmp -s "$tmp/paper.tsv" "$tmp/paper-fused.tsv" &&
		cmp -s "$tmp/paper.tsv" "$tmp/paper-dynamic.tsv" && cmp -s "$tmp/paper.tsv" "$tmp/paper-host.tsv"
	ok $? "$design: all methods find the same"
done
tables=$srcdir/assets/loom/loom.aocv
# timed NAME OPTIONS...: the timing of a netlist
timed() {
	name=$1
	shift
	"$warpscope" -b "$@" -e "$open
		write_timing_pins $tmp/$name.pins
		save_slacks now > /dev/null; write_slacks $tmp/$name.slacks
		foreach way {max min max} {
			find_paths -max_paths 5000 -path_delay \$way
			write_timing_paths $tmp/$name.\$way
			levelize_graph -path_delay \$way
			report_levelization > $tmp/$name.\$way.levelization
			report_all_paths > $tmp/$name.\$way.all
			find_paths -max_paths 500 -path_delay \$way -pba
			write_timing_paths $tmp/$name.\$way.own
			report_paths -sort pessimism -invert > $tmp/$name.\$way.pessimism
		}
		read_aocv $tables
		foreach way {max min} {
			find_paths -max_paths 500 -path_delay \$way -pba
			write_timing_paths $tmp/$name.\$way.aocv
			report_checks -pba -path_delay \$way -group_count 50 -digits 6 > $tmp/$name.\$way.aocv_checks
		}
		write_timing_pins $tmp/$name.aocv
		remove_aocv
		set to [lindex [all_registers -data_pins] 0]
		set from [lindex [all_registers -clock_pins] 0]
		if {\$to ne {}} {
			find_paths -max_paths 500 -to \$to
			write_timing_paths $tmp/$name.to
			find_paths -max_paths 500 -from \$from
			write_timing_paths $tmp/$name.from
			report_timing -from \$from -max_paths 100 -nworst 5 -sort_by slack > $tmp/$name.report
		}
		set_delay_calculator dmp_ceff_elmore
		write_timing_pins $tmp/$name.dmp
		foreach way {max min} {
			find_paths -max_paths 300 -path_delay \$way -pba
			write_timing_paths $tmp/$name.\$way.dmp_pba
			if {[search_property ranked]} { explain_path -rank 1 -arithmetic > $tmp/$name.\$way.arithmetic }
		}
		set_delay_calculator lumped_cap
		write_timing_pins $tmp/$name.lumped
		find_paths -max_paths 100 -path_delay min -method paper
		write_timing_paths $tmp/$name.paper" 2>"$tmp/err" || return
	cat "$tmp/$name".* | cksum
	rm -f "$tmp/$name".*
}

identical() {
	wanted=$(timed one -d cpu --threads 1)
	[ -n "$wanted" ]
	ok $? "$1 can be timed"
	is "$(timed many -d cpu --threads 3)" "$wanted" "$1, 3 threads"
	is_on_gpu "$wanted" "$1" timed
}

data=$srcdir/tests/data
early=$data/hand_Early.lib late=$data/hand_Late.lib verilog=$data/hand.v timing=$data/hand.timing
spef="read_spef $data/hand.spef"
open="generate_design -gates 20000 -clocks 2"
identical "a made design"
open_read() {
	open="read_liberty -min $early; read_liberty -max $late
		read_verilog $verilog; link_design; read_timing $timing; $spef"
}
open_read
identical hand
if [ -n "$WARPSCOPE_REFERENCE" ] && [ -d "$WARPSCOPE_REFERENCE/data/tau15" ]; then
	tau=$WARPSCOPE_REFERENCE/data/tau15
	early=$tau/_lib/tau15_Early.lib.gz late=$tau/_lib/tau15_Late.lib.gz
	for design in c432 s1494 wb_dma; do
		verilog=$(ls "$tau/$design/$design".v*) timing=$tau/$design/$design.timing spef=
		for file in "$tau/$design/$design".spef*; do
			[ -r "$file" ] && spef="read_spef $file"
		done
		open_read
		identical "$design"
	done
else
	skip "netlists" "no WARPSCOPE_REFERENCE"
fi
# laboratory NAME OPTIONS...: what the lab computes
laboratory() {
	name=$1
	shift
	"$warpscope" -b "$@" -e "lab_spmv Lin -runs 3; lab_bfs b18_1 -method top-down -runs 1; lab_bfs b18_1 -method levels-frontier -runs 1
		source [asset loom/loom.tcl]; find_paths -max_paths 2000; lab_sta -runs 3; set_variation 0.05
		run_ssta -n 64 -die 0.3; lab_dies -n 130 -runs 3; lab_cg -iterations 20" >"$tmp/$name.lab" 2>"$tmp/err" || return
	cksum <"$tmp/$name.lab"
}

wanted=$(laboratory one -d cpu --threads 1)
[ -n "$wanted" ]
ok $? "the lab runs"
is "$(laboratory many -d cpu --threads 3)" "$wanted" "the lab, 3 threads"
is_on_gpu "$wanted" "the lab" laboratory

# dies NAME OPTIONS...: every sampling, method and report
dies() {
	name=$1
	shift
	"$warpscope" -b "$@" -e "source [asset loom/loom.tcl]; set_variation 0.05; set_variation 0.04 -checks; find_paths -max_paths 3
		foreach options {{} {-hold} {-sampling antithetic -die single} {-sampling stratified -strata 32 -die 0.3}
				{-sampling sobol -grid 0.4} {-grid 0.9 -length 60} {-sampling sobol -grid 0.6 -length 100}} {
			run_ssta -n 600 {*}\$options
			puts [report_ssta -endpoints 5 -pins 5 -control]
			puts [report_yield]
			puts [ssta_histogram]
			puts [ssta_histogram -arrival lane3_mac_U310/ZN]
		}
		puts [report_ssta -paths 3 -analytic]
		foreach {calculator n} {elmore 40 dmp_ceff_elmore 4} {
			set_delay_calculator \$calculator
			run_ssta -n \$n -slew sampled
			puts [report_ssta]
		}
		generate_design -profile common -gates 500; set_variation 0.05
		foreach {method n} {paper 5000 paper-gate 600 paper-repaired 600 paper-sta 600} {
			run_ssta -n \$n -method \$method
			puts [report_ssta]
		}" \
		>"$tmp/$name.dies" 2>"$tmp/err" || return
	cksum <"$tmp/$name.dies"
}

wanted=$(dies one -d cpu --threads 1)
[ -n "$wanted" ]
ok $? "dies are computed"
is "$(dies many -d cpu --threads 3)" "$wanted" "dies, 3 threads"
is_on_gpu "$wanted" "dies" dies
plan
