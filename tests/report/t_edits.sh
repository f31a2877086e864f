# One session that edits constraints of every kind, with reports after each, against sessions that make all edits first: the
# same bytes, whatever of the timing was kept.
. "${srcdir:-.}/tests/lib/tap.sh"

cat >"$tmp/open.tcl" <<'EOF'
read_liberty -max [asset ws45/ws45_late.lib.gz]; read_liberty -min [asset ws45/ws45_early.lib.gz]
read_lef [asset ws45/ws45.lef.gz]
generate_design -profile leon2 -gates 1200 -seed 5 -wires
set registers [get_object_name [all_registers -clock_pins]]
proc register {i} { return [lindex $::registers $i] }
proc data {i} { return [string map {/CK /D} [register $i]] }
proc output {i} { return [string map {/CK /Q} [register $i]] }
proc show {} {
	foreach delay {max min} {
		report_checks -path_delay $delay -group_count 12 -digits 6 -fields {slew cap}
		report_checks -path_delay $delay -format end -group_count 200 -digits 6
	}
	report_tns -digits 6
	report_worst_slack -min -digits 6
	find_paths -max_paths 400
	report_paths
}
EOF
# An edit a line.
cat >"$tmp/edits" <<'EOF'
set_multicycle_path 2 -hold -from [all_registers -clock_pins]
reset_path -from [all_registers -clock_pins]
set_multicycle_path 2 -from [register 3]
set_false_path -hold -from [register 31]
set_multicycle_path 3 -from [register 3] -through [output 3]
set_input_delay 0.03 -clock clk0 [get_ports in[1]]
set_multicycle_path 2 -from [get_ports in[1]]; set_false_path -setup -rise_from [register 32]
reset_path -from [register 31]
set_false_path -from [get_ports in[3]] -to [data 33]
group_path -name seven -from [register 34]
set_multicycle_path 2 -setup -from [list [register 35] [register 36] [register 37]]
set_clock_uncertainty 0.02 clk0
reset_path -from [get_ports in[1]]
set_multicycle_path 2 -to [data 38]; set_multicycle_path 2 -through [output 39] -fall_to [data 40]
reset_path -from [register 3]
set_max_delay 0.4 -to [data 5]
set_min_delay 0.2 -from [register 7] -to [data 9]
set_annotated_delay -cell -from [register 4] -to [output 4] 5
set_false_path -hold -from [register 11]
set_false_path -from [register 12]
set_annotated_check -setup -from [register 12] -to [data 12] 0.3; set_annotated_check -hold -from [register 41] -to [data 41] 0.2
set_multicycle_path 2 -from [register 42]
set_annotated_transition 0.5 [output 43]
set_false_path -hold -from [register 43]
set_multicycle_path 2 -from [register 44]; set_annotated_delay -cell -from [register 44] -to [output 44] 0.7
reset_path -from [register 42]; remove_annotations; set_annotated_transition 0.4 [output 45]
set_multicycle_path 2 -from [register 45]; remove_annotations; set_annotated_check -setup -from [register 45] -to [data 45] 0.5
set_annotated_delay -cell -increment -from [register 46] -to [output 46] 0.1
reset_path -from [register 44]
create_clock -name other -period 1.7 -add [get_ports clk0]
create_clock -name third -period 2.3 -add [get_ports clk0]; remove_annotations
set_annotated_delay -cell -from [register 4] -to [output 4] 0.4
set_false_path -from [register 13]
set_multicycle_path 3 -hold -through [output 15]
set_load 0.02 [all_outputs]
set_multicycle_path 2 -from other -to [data 16]
set_clock_groups -asynchronous -group other -group clk0
unset_clock_groups -asynchronous -all
reset_path -from [register 13]
set_timing_derate -late -clock 1.1
set_propagated_clock other
set_case_analysis 0 [get_ports in[2]]
set_false_path -through [output 17] -setup
reset_path -through [output 17] -setup
redirect_string_begin; report_checks -unconstrained; redirect_string_end
set_false_path -from [register 21] -to [data 22]
set_disable_timing -from CK -to Q [get_cells [string map {/CK {}} [register 23]]]
set_clock_uncertainty 0.1 other
set_load 0.03 [all_outputs]; set_false_path -from [register 47]; set_annotated_delay -cell -from [register 47] -to [output 47] 0.3; set_pi_model [output 48] 0.001 1 0.002
set_false_path -to [data 51]; set_false_path -setup -from clk0 -fall_to [data 52]
set_multicycle_path 2 -to [data 51]; set_false_path -hold -from [register 53] -to [data 51]
reset_path -to [data 51]; set_false_path -to [list [data 54] [get_clocks third]]
set_clock_uncertainty 0.05 clk0; set_max_delay 0.6 -to [data 54]
reset_path -to [list [data 54] [get_clocks third]]; reset_path -setup -from clk0 -fall_to [data 52]
set_pi_model [output 49] 0.002 1 0.002; set_false_path -to [data 50]; remove_annotations; set_load 0.02 [all_outputs]
EOF
sed 's/.*/&; puts "== [incr n]"; show/' "$tmp/edits" >"$tmp/each.tcl"
"$warpscope" -b -d cpu --no-init -f "$tmp/open.tcl" -e show -f "$tmp/each.tcl" >"$tmp/edited" 2>"$tmp/messages"
is $? 0 "a session of edits ends well"
n=0
changed=0
while read -r edit; do
	n=$((n + 1))
	head -$n "$tmp/edits" >"$tmp/first.tcl"
	"$warpscope" -b -d cpu --no-init -f "$tmp/open.tcl" -f "$tmp/first.tcl" -e show >"$tmp/fresh" 2>"$tmp/messages"
	sed -n "/^== $n\$/,/^== /p" "$tmp/edited" | grep -v '^== ' >"$tmp/then"
	cmp "$tmp/then" "$tmp/fresh" >"$tmp/difference" 2>&1 && [ -s "$tmp/fresh" ]
	ok $? "$edit"
	cmp -s "$tmp/then" "$tmp/before" || changed=$((changed + 1))
	mv "$tmp/then" "$tmp/before"
done <"$tmp/edits"
[ $changed -gt $((n / 2)) ]
ok $? "more than half of them change reports ($changed of $n)"

# Threads share the states of a wide level.
awk 'BEGIN {
	n = 1500
	print "module d (clk, in, out);\n input clk, in; output [" n - 1 ":0] out;\n wire [" n - 1 ":0] a, q;"
	for (i = 0; i < n; i++) {
		print "BUF_X1 a" i " (.A(in), .Z(a[" i "])); DFFQ_X1 r" i " (.D(a[" i "]), .CK(clk), .Q(q[" i "]));"
		print "BUF_X1 q" i " (.A(q[" i "]), .Z(out[" i "]));"
	}
	print "endmodule"
}' >"$tmp/wide.v"
cat >"$tmp/wide.tcl" <<EOF
read_liberty -max [asset ws45/ws45_late.lib.gz]; read_liberty -min [asset ws45/ws45_early.lib.gz]
read_verilog $tmp/wide.v; link_design d
create_clock -name clk -period 1 [get_ports clk]
set_input_delay 0.1 -clock clk [get_ports in]; set_output_delay 0.1 -clock clk [all_outputs]
proc show {} {
	report_checks -format end -group_count 4000 -digits 6
	report_checks -path_delay min -format end -group_count 4000 -digits 6
	report_slack [get_ports in]; report_slack [get_pins a7/Z]
	find_paths -max_paths 2000
	report_paths
}
EOF
wide() { "$warpscope" -b -d cpu --threads 3 --no-init -f "$tmp/wide.tcl" "$@" 2>"$tmp/messages"; }
set -- "set_input_delay 0.2 -clock clk [get_ports in]" "set_input_transition 0.3 [get_ports in]" "set_load 0.02 [all_outputs]"
wide -e show -e "$1" -e 'puts ==; show' -e "$2" -e 'puts ==; show' -e "$3" -e 'puts ==; show' >"$tmp/edited"
all="" n=0
for edit; do
	all="$all$edit; "
	n=$((n + 1))
	wide -e "$all" -e show >"$tmp/fresh"
	awk -v n=$n '/^==$/ { at++; next } at == n' "$tmp/edited" | cmp - "$tmp/fresh" >"$tmp/difference" 2>&1 &&
		[ "$(wc -l <"$tmp/fresh")" -gt 5000 ]
	ok $? "$edit, of levels of 3000 states"
done
plan
