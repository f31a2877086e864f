# Sizes of a cell: what each gives is what replacing the cell gives, and the design stays what it is.
. "${srcdir:-.}/tests/lib/tap.sh"
case $srcdir in /*) ;; *) srcdir=$(cd "$srcdir" && pwd) ;; esac
case $warpscope in /*) ;; *) warpscope=$(pwd)/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
export WARPSCOPE_DATADIR
cd "$tmp" || exit 1

cat >run.tcl <<'E2'
source [asset loom/loom.tcl]
set_annotated_delay -cell 0.01 -from lane3_mac_U2/A -to lane3_mac_U2/ZN
find_paths -max_paths 5
report_paths > paths0
report_cell_sizes lane3_mac_U2 -digits 3 > sizes
report_paths > paths1
puts "now [worst_slack -max]"
foreach cell {INV_X1 INV_X2 INV_X8} {
	replace_cell lane3_mac_U2 $cell
	save_slacks $cell
}
report_saved_slacks > saved
E2
"$warpscope" -d cpu -b run.tcl >out 2>&1
is "$? $(cmp paths0 paths1 2>&1)" "0 " "report_cell_sizes runs and leaves the search"
# the annotated delay is the present cell's
is "$(awk '$1 == "INV_X1" || $1 == "INV_X2" || $1 == "INV_X8" {print $1, $3, $4, $6, $7}' sizes)" \
	"$(awk '/^INV/ {cell = $1; sub(":", "", cell)}
		cell && /setup:|hold:/ {gsub(",", ""); for (i = 1; i < NF; i++) {
			if ($i == "WNS") w = sprintf("%.3f", $(i + 1) / 1000)
			if ($i == "TNS") t = sprintf("%.3f", $(i + 1) / 1000) }
			line = line " " w " " t; if (/hold:/) { print cell line; line = "" } }' saved)" \
	"slacks with each size are those after replace_cell"
is "$(awk '/INV/ {print ($1 == "*" ? "*" $2 : $1)}' sizes | tr '\n' ' ')" \
	"*INV_X4 INV_X1 INV_X2 INV_X8 " "all sizes, first the one that it has"
is "$(awk '$1 == "*" {print $4}' sizes)" "$(awk '/^now/ {printf "%.3f", $2}' out)" "the first is the design as it is"
is "$(grep -c 'annotated value' out)" 1 "the annotated delay goes with the cell"

# tried in the design's timing, where nothing is annotated: a register and a gate, each against replace_cell
cat >run.tcl <<'E2'
source [asset loom/loom.tcl]
find_paths -max_paths 20
report_paths > paths0
proc slacks {} {
	set all {}
	foreach delay {-max -min} {
		foreach report {worst_slack total_negative_slack} {lappend all [format %.6f [$report $delay]]}
	}
	return $all
}
set before [slacks]
foreach cell {out_data_reg_4_ in_fifo_U413} {
	set of($cell) [with_output_to_string {report_cell_sizes $cell -digits 6}]
}
report_paths > paths1
puts "same [expr {$before eq [slacks]}]"
foreach cell [array names of] {
	foreach line [split $of($cell) \n] {
		set words [regexp -all -inline {[^ *]+} $line]
		if {[llength $words] != 8 || ![string is double [lindex $words 1]]} continue
		replace_cell $cell [lindex $words 0]
		puts "row [expr {[slacks] eq [list {*}[lrange $words 2 3] {*}[lrange $words 5 6]]}]"
	}
	replace_cell $cell [lindex [regexp -inline {\* (\S+)} $of($cell)] 1]
}
E2
"$warpscope" -d cpu -b run.tcl >out 2>&1
is "$? $(cmp paths0 paths1 2>&1)" "0 " "cells are tried; the search stays"
is "$(grep '^same' out)" "same 1" "and all slacks of the design"
is "$(grep -c '^row 1' out) $(grep -c '^row 0' out)" "4 0" "each with the slacks after replace_cell"

# the best of a path's, and what was kept
cat >run.tcl <<'E2'
source [asset loom/loom.tcl]
set best [lindex [split [with_output_to_string {report_best_changes -cells 2}] \n] 2]
replace_cell [lindex $best 0] [lindex $best 1]
puts "best [expr {[lindex $best 2] == [worst_slack -max]}] [expr {[lindex $best 3] > 0}]"
source [asset loom/loom.tcl]
replace_cell lane3_mac_U2 INV_X8
replace_cell lane3_mac_U1 BUF_X8
replace_cell lane3_mac_U2 INV_X2
write_changes changes.tcl
save_slacks replaced
source [asset loom/loom.tcl]
source changes.tcl
save_slacks again
compare_slacks -only all replaced again > compared
E2
"$warpscope" -d cpu -b run.tcl >out 2>&1
is "$? $(tr '\n' ';' <changes.tcl)" "0 replace_cell lane3_mac_U2 INV_X2;replace_cell lane3_mac_U1 BUF_X8;" "what was replaced, as commands"
is "$(grep -c '^worse 0, better 0, new 0, gone 0' compared)" 1 "which make the same design again"
is "$(grep '^best' out)" "best 1 1" "the best change of a path gives what it says"

fails() {
	printf 'source [asset loom/loom.tcl]\n%s\n' "$1" >run.tcl
	"$warpscope" -d cpu -b run.tcl >out 2>&1
	[ $? -ne 0 ]
	ok $? "fails: $1"
	grep -qF -- "$2" out
	ok $? "  $2"
}
fails 'report_cell_sizes nothing' 'nothing'
fails 'set_lens no_cppr; report_cell_sizes lane3_mac_U2' "design's own timing"
plan
