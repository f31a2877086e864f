# A small netlist, placed and constrained: read, searched, reported, mapped, drawn, written, closed.
set data [file dirname [info script]]/../data
read_liberty $data/stage.lib
read_lef $data/stage.lef
read_verilog $data/stage.v
link_design stage
read_def $data/stage.def
read_sdc $data/stage.sdc
read_spef $data/stage.spef
find_paths -max_paths 40
report_paths -count 5
report_levels
report_wns
find_paths -max_paths 10 -from [get_cells state_3] -through [get_nets d*] -path_delay min
find_paths -max_paths 6 -pba
report_paths -sort pessimism -filter points>2 -format full -count 2
report_checks -fields {slew capacitance net} -format full_clock_expanded -group_path_count 2
report_checks -format json > checks.json
foreach path [find_timing_paths -sort_by_slack -group_count 3 -path_delay min_max] {
	get_property [lindex [get_property $path points] 0] pin
}
report_timing -to [get_cells state_3] -sort_by slack -max_paths 2
report_timing_histogram -setup
report_path_histogram
report_all_paths
report_cone state_0/D
save_slacks first
compare_slacks first -only all -max_endpoints 3
compare_slacks first -hold -format json
write_slacks first.slacks; read_slacks first.slacks second; compare_slacks second first
report_saved_slacks
explain_path -rank 1 -arithmetic
check_setup
report_net q\[0\]
set_multicycle_path 3 -setup -from [get_cells state_2]
report_worst_slack -min
set_annotated_delay -cell -from state_1/CK -to state_1/Q 0.2
set_annotated_check -setup -from state_3/CK -to state_3/D 0.1
set_multicycle_path 2 -hold -from [get_cells state_3]
report_worst_slack
set_annotated_transition 0.1 state_1/Q
set_annotated_delay -cell -increment -from state_1/CK -to state_1/Q 0.1
report_worst_slack
set_false_path -hold -from [get_cells state_1]
remove_annotations
set_delay_calculator elmore
find_paths -max_paths 20
set_variation 0.05
run_ssta -n 8
report_ssta -endpoints 2 -pins 2 -paths 2 -analytic -control
ssta_histogram
ssta_histogram -arrival state_1/Q
report_yield -curve 3
write_ssta -part dies.part
write_ssta dies.csv
merge_ssta dies.part
open_sample 3
report_wns
close_sample
set_delay_calculator elmore
find_paths -max_paths 20
run_ssta -n 2 -slew sampled
report_ssta -endpoints 1
run_ssta -n 8 -method paper
run_ssta -n 8 -sampling stratified -strata 4 -die 0.2
lab_dies -n 3 -runs 3
set_variation -reset
write_verilog n.v
write_sdc n.sdc
write_spef n.spef.gz
write_def n.def.gz
write_liberty n.lib
write_graph n.dag
write_graph -cost n.dag.gz
write_timing_paths n.tsv
write_timing_pins pins.tsv
density -map slack -grid 16x16
density -map rudy -grid 16x16
report_density -top 3
write_density map.csv
save_image map.png
save_image -window -pixels 120x80 -paths 2 -legend plain window.png
report_placement -check
close_design
puts done
