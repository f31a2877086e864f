# States, their order and their ends have the same numbers with any number of threads: the snapshots, which have them as
# they were built, are equal byte by byte. The designs are as large as levels must be for threads to share them.
. "${srcdir:-.}/tests/lib/tap.sh"

# built NAME THREADS CONSTRAINTS: the snapshot of a design with these, and its checksum
built() {
	rm -f "$tmp/$1.wsd"
	"$warpscope" -b -d cpu --threads "$2" -e "generate_design -profile leon2 -gates 60000 $options
		set registers [all_registers]
		set port [lindex [all_inputs] 3]
		set root [lindex [all_inputs] 0]
		$3
		save_design $tmp/$1.wsd" 2>&1 | grep -v '^warpscope: no parasitics'
	cksum <"$tmp/$1.wsd"
}

# compare WHAT CONSTRAINTS
compare() {
	wanted=$(built one 1 "$2")
	for threads in 3 16; do
		same "$(built many $threads "$2")" "$wanted" "$1, $threads threads"
	done
}

options=''
compare "one state a vertex" ''
compare "ideal clocks" 'unset_propagated_clock [all_clocks]'
compare "checks without ends" 'foreach i {3 8 20 31 440} { set_false_path -to [lindex $registers $i] }
	set_case_analysis 0 [lindex [all_inputs] 7]'
compare "a multicycle path" 'set_multicycle_path 2 -from $port'
compare "exceptions that are begun and forgotten" 'for {set i 0} {$i < 60} {incr i} {
		set_false_path -from [lindex $registers [expr {$i * 7}]] -to [lindex $registers [expr {$i * 11 + 5}]]
		set_multicycle_path 3 -from [lindex $registers [expr {$i * 13 + 2}]]
		set_false_path -through [lindex $registers [expr {$i * 17 + 3}]]/Q
	}'
compare "generated clocks" 'create_generated_clock -name half -source $root -divide_by 2 [lindex $registers 20]/Q
	create_generated_clock -name quarter -source $root -divide_by 4 [lindex $registers 40]/Q
	set_propagated_clock [get_clocks half]'
compare "path delays" 'set_max_delay 300 -from [lindex $registers 3] -to [lindex $registers 70]
	set_max_delay 300 -ignore_clock_latency -from [lindex $registers 33]
	set_min_delay 3 -from $port'
options='-clocks 3'
compare "three clocks" ''
compare "three clocks, an ideal one" 'unset_propagated_clock [lindex [all_clocks] 1]'

plan
