# An example of each command: `help COMMAND` and the manual page warpscope-tcl(n) show them, and
# tests/cmd/t_examples.sh runs them all. A line of
#
#	## COMMAND WHERE
#
# begins one, up to the next such line. WHERE says what is open: `loom` is the bundled design, `graph` the
# example graph with the hundred worst paths found, `new` nothing, `screen` is the explorer with that
# graph. What changes the netlist is `changed`: loom too, but for this example alone.

## add_to_collection loom
set clocked [add_to_collection [all_inputs] [all_registers -data_pins]]
puts "[sizeof_collection $clocked] pins and ports"

## all_clocks loom
set_propagated_clock [all_clocks]

## all_inputs loom
puts "[llength [all_inputs]] inputs"

## all_outputs loom
report_checks -to [all_outputs] -format end

## all_registers loom
puts "[llength [all_registers]] registers, clocked at [lindex [all_registers -clock_pins] 0] and others"

## append_to_collection loom
append_to_collection watched [all_inputs]
append_to_collection watched [all_registers -data_pins]
puts "[sizeof_collection $watched] pins and ports"

## asset new
read_graph [asset example.dag.gz]

## back graph
goto last
back 2
puts "at level [search_property level]"

## best_changes screen
# a path of a graph has no cells
catch {best_changes}

## bind screen
bind X {find_paths -max_paths 500; view levels}
bind levels <F7> {goto first; play}

## buffer_nets changed
buffer_nets -fanout 12 -nets in_rst_n
report_placement

## build_clock_tree changed
build_clock_tree -nets clk_io -fanout 8

## cancel screen
bind K cancel

## change_arc screen
read_graph [asset lessons/levels.dag]
find_paths -max_paths 3
change_arc next

## check_placement loom
puts [expr {[check_placement] ? "legal" : "not legal"}]

## check_setup loom
check_setup

## choose_size screen
catch {choose_size}

## close_design loom
close_design
source [asset loom/loom.tcl]

## close_panel screen
keys
close_panel

## close_sample loom
set_variation 0.05
run_ssta -n 1000
open_sample 7
report_worst_slack
close_sample
report_worst_slack

## compare_show screen
view compare
compare_show worse

## compare_slacks loom
save_slacks before
set_clock_uncertainty 0.05 [get_clocks clk_io]
compare_slacks before -max_endpoints 5

## compare_zoom screen
view compare
compare_zoom in

## compute_pin_slacks loom
compute_pin_slacks -path_delay both
report_cone -after_cppr -fanin in_push_reg/D

## cone screen
cone p_reg_30/D/F
cone b_reg_1/Q/R -from

## cone_cutoff screen
cone p_reg_30/D/F
cone_cutoff -400
cone_cutoff none

## cone_find screen
source [asset loom/loom.tcl]
cone in_push_reg/D
wait_idle
cone_find

## cone_show screen
cone p_reg_30/D/F
cone_show paths

## copy screen
filter dev>=2
copy

## create_clock loom
create_clock -name fast -period 0.6 [get_ports clk_io]
create_clock -name outside -period 2

## create_generated_clock loom
create_generated_clock -name half -source [get_ports clk_sys] -divide_by 2 [get_pins io_reset_released_reg/Q]

## create_voltage_area loom
create_voltage_area -name low -coordinate {0 0 10 10}

## current_design loom
puts [current_design]

## current_instance loom
current_instance

## cursor screen
cursor last
cursor up 10

## define_corners loom
define_corners typical
report_checks -corner typical -format end

## delete_clock loom
create_clock -name outside -period 2
delete_clock [get_clocks outside]

## delete_generated_clock changed
delete_generated_clock [get_clocks out_clk]

## delete_slacks loom
save_slacks before
delete_slacks before

## density loom
density -map rudy -grid 64x64
report_density -top 3
density -backward -field rudy -grid 64x64 -count 3

## density_colours screen
source [asset loom/loom.tcl]
density -map rudy
view density
density_colours inferno

## density_cursor screen
source [asset loom/loom.tcl]
density -map pins
view density
density_cursor first

## density_flip loom
density -map cells -grid 64x64
density -map rudy -grid 64x64
density_flip
puts [density_property map]

## density_property loom
density -map cells -grid 64x64
puts "mean [density_property mean], most in bin [density_property top]"

## density_scale screen
source [asset loom/loom.tcl]
density -map nets
view density
density_scale log

## density_view screen
source [asset loom/loom.tcl]
density_view -map rudy

## density_zoom screen
source [asset loom/loom.tcl]
density -map cells
view density
density_zoom in

## drill screen
view levels
drill in

## echo_command screen
echo_command "report_wns  # as it would be typed"
view console
expect {% report_wns}

## edit_exception screen
bind f edit_exception

## edit_query screen
bind E edit_query

## elapsed_run_time new
puts "after [elapsed_run_time] s"

## endpoints_group screen
view endpoints
endpoints_group next

## endpoints_layout screen
view endpoints
endpoints_layout on

## endpoints_list screen
endpoints_list -slack_max 0

## endpoints_show screen
endpoints_show bars
endpoints_show worst

## estimate_parasitics changed
estimate_parasitics
report_wns

## expect screen
view paths
expect {[paths] 1/100}
expect -not {no paths}

## explain screen
goto 2
explain

## explain_path loom
find_paths -max_paths 100
explain_path -rank 3
explain_path lane3_mac_U1/Z

## explain_selected screen
cursor down 2
explain_selected

## filter screen
filter {dev>=2 start:p_reg*}
filter ""

## filter_collection loom
puts "[llength [filter_collection [get_cells *] {is_sequential}]] registers"

## find_paths loom
find_paths -max_paths 1000 -through [get_nets lane0_*] -slack_max 0
report_paths -count 3
find_paths -max_paths 200 -pba -pba_chart -
report_paths -sort pessimism -invert -count 3

## find_timing_paths loom
foreach path [find_timing_paths -path_group clk_sys -group_count 3] {
	puts "[get_property $path slack] [get_property $path startpoint] -> [get_property $path endpoint]"
}
foreach point [get_property $path points] {
	puts "[get_property $point arrival] [get_property $point pin]"
}

## fold screen
view paths
fold on

## foreach_in_collection loom
foreach_in_collection clock [get_clocks] {
	puts "[get_name $clock]: [get_property $clock period]"
}

## generate_design new
generate_design -profile leon2 -gates 5000 -seed 7 -wires
report_wns

## get_cell loom
report_instance [lindex [get_cell lane3_mac_U1*] 0]

## get_cells loom
puts "[llength [get_cells lane3_*]] cells of lane 3"

## get_clock loom
report_clocks [get_clock clk_io]

## get_clocks loom
report_checks -from [get_clocks clk_sys] -to [get_clocks clk_io] -format end

## get_die_arcs loom
set_variation 0.05
run_ssta -n 1000
foreach arc [get_die_arcs 45] { puts $arc }

## get_fanin loom
set register [lindex [all_registers -data_pins] 0]
puts "[llength [get_fanin -to $register -startpoints_only]] startpoints"
puts "[llength [get_fanin -to $register -only_cells]] cells"

## get_fanout loom
set output [lindex [all_registers -output_pins] 0]
foreach end [get_fanout -from $output -endpoints_only] {puts [get_full_name $end]}

## get_full_name loom
foreach port [all_inputs] {puts [get_full_name $port]}

## get_lib loom
puts [get_lib *]

## get_lib_cell loom
set_dont_use [get_lib_cell ws45_late/BUF_X1]

## get_lib_cells loom
puts [get_lib_cells */NAND2_X*]

## get_lib_pin loom
set_disable_timing [get_lib_pin */MUX2_X1/S]

## get_lib_pins loom
puts [get_lib_pins */DFFRQ_X1/*]

## get_libs loom
puts [get_libs *]

## get_name loom
set pin [lindex [all_registers -data_pins] 0]
puts "[get_name $pin] of [get_full_name [get_cells -of_objects $pin]]"

## get_net loom
report_net [get_net in_ready]

## get_nets loom
puts "[llength [get_nets lane0_*]] nets of lane 0"

## get_object_name loom
puts [get_object_name [get_clocks]]

## get_pin loom
report_slack [get_pin in_push_reg/D]

## get_pins loom
report_checks -through [get_pins lane3_mac_U1/Z] -format end

## get_port loom
set_load 0.02 [get_port busy]

## get_ports loom
puts [get_ports in_data*]

## get_property loom
foreach pin {in_push_reg/D in_push_reg/Q} {
	puts "$pin [get_property [get_pins $pin] slack_max_rise]"
}

## get_timing_edges loom
foreach edge [get_timing_edges -of_objects [lindex [all_registers] 0]] {
	puts "[get_property $edge full_name]: [get_property $edge role], rise [get_property $edge delay_max_rise]"
}

## goto graph
goto first
goto 1
report_paths -count 3

## group_path loom
group_path -name lane0 -to [get_cells lane0_*]
report_checks -path_group lane0 -format end

## help new
help report_checks

## include loom
include -echo [asset loom/loom.tcl] > constraints.log

## index_collection loom
puts [get_full_name [index_collection [all_outputs] 0]]

## kernel_property new
kernel_template spmv_rows rows.cu
kernel_try spmv_rows rows.cu
puts [kernel_property where]

## kernel_run new
kernel_run

## kernel_template new
kernel_template
kernel_template row_sums sums.cu

## kernel_try graph
kernel_template count_edges count.cu
puts "with an empty body it [kernel_try count_edges count.cu]"

## keys screen
keys

## lab_bfs loom
lab_bfs -runs 3
report_lab

## lab_cg loom
lab_cg -paused -preconditioner polynomial
step 10
goto first

## lab_dies loom
set_variation 0.05
find_paths -max_paths 200
run_ssta -n 64
lab_dies -runs 3

## lab_matrix new
lab_matrix 100000 700000 -lengths power -near 0.8
lab_spmv made -runs 3

## lab_property new
lab_spmv Lin -runs 3
puts "[lab_property idle warp] of the lanes wait"

## lab_row screen
view lab
lab_row 1000

## lab_show screen
view lab
lab_show roofline

## lab_spmv new
lab_spmv Lin -method fused -runs 3

## lab_sta loom
find_paths -max_paths 1000
lab_sta -columns pins -runs 3
report_lab

## lab_wave screen
lab_bfs -runs 1 [asset lessons/bfs.mtx]
view lab
lab_wave next

## lab_zoom screen
view lab
lab_zoom in

## label_property loom
label_query -through lane3_mac_U1/Z
puts "rank [label_property rank lane3_mac_U1/Z], [label_property left] states left"

## label_query loom
label_query -through lane3_mac_U1/Z -to lane3_mac_acc_reg_39_/D
report_labels

## leave screen
view levels
leave

## lenses screen
# the example graph has no constraints, so there is nothing to look at
catch {lenses}

## lesson screen
source [asset lesson.tcl]
lesson_open levels
lesson next
lesson answer 7
lesson score
lesson score csv

## lessons screen
lessons
expect {forest}

## level_property graph
for {set level 0} {$level < [search_property levels]} {incr level} {
	puts "$level [level_property $level kept] of [level_property $level candidates]"
}

## levelize_graph graph
levelize_graph
report_levelization

## link_design new
set loom [file dirname [asset loom/loom.tcl]]
read_liberty [asset ws45/ws45_late.lib.gz]
read_verilog $loom/loom.v.gz
link_design loom

## list_choices screen
list_choices "the worst paths" "paths" ten {find_paths -max_paths 10} twenty {find_paths -max_paths 20}

## log_begin loom
log_begin timing.log
report_wns
log_end

## log_end loom
log_begin timing.log
report_tns
log_end

## look_through screen
catch {look_through}

## map_relief screen
view start
map_relief on

## mark screen
mark toggle
cursor down 2
mark toggle
mark next

## merge_ssta loom
set_variation 0.05
run_ssta -samples 0:600
write_ssta -part first.part
run_ssta -samples 600:1000
write_ssta -part second.part
merge_ssta {first.part second.part}
report_ssta -endpoints 3

## only_worst screen
only_worst on

## open_design new
open_design [asset ws45/ws45_late.lib.gz] [file dirname [asset loom/loom.tcl]]/loom.v.gz
puts [llength [get_cells *]]

## open_figure new
open_figure cpg-5
report_paths

## open_sample loom
set_variation 0.05
run_ssta -n 1000
open_sample 7
report_checks -group_count 3 -format end
close_sample

## overlay screen
mark toggle
overlay

## pane screen
pane next

## parent_property graph
puts "parent 1 has [parent_property 1 1 children] children from place [parent_property 1 1 place] on"

## paste screen
copy {find_paths -max_paths 500}
bind W paste

## path screen
cursor down
path parent

## path_group_names loom
foreach group [path_group_names] {report_checks -path_group $group -format end}

## path_property graph
puts "the worst path ends at [path_property 1 endpoint], [path_property 1 slack] ps"

## pause screen
goto first
pause 1

## place_design changed
place_design -utilization 0.6
report_placement -check

## place_fillers changed
place_fillers
report_placement

## place_property changed
place_design -paused
step -of place 1
puts "overflow [place_property overflow], [place_property wires] um"

## place_select screen
read_lef [asset lessons/forces.lef]
read_def [asset lessons/forces.def]
view place
place_design -paused -density 1
wait_idle 0
place_select b

## place_show screen
view place
place_show moves
place_show field

## play screen
goto first
play

## plot screen
view levels
plot bound

## plot_scale screen
view levels
plot candidates
plot_scale log

## plot_slacks screen
view summary
plot_slacks before

## plot_zoom screen
view summary
plot depth
plot_zoom in
plot_zoom fit

## profile graph
profile on
recompute
report_kernels

## prompt screen
prompt {find_paths -max_paths }

## quit screen
quit

## read_aocv changed
read_aocv -distance_unit nm [asset loom/loom.aocv]
report_checks -pba -path_group clk_sys -digits 4
report_aocv

## read_bookshelf new
foreach {name text} {
	a.aux "RowBasedPlacement : a.nodes a.nets a.wts a.pl a.scl"
	a.nodes "UCLA nodes 1.0\nNumNodes : 2\nNumTerminals : 0\no0 4 12\no1 6 12"
	a.nets "UCLA nets 1.0\nNumNets : 1\nNumPins : 2\nNetDegree : 2 n0\no0 O : 0 0\no1 I : 0 0"
	a.wts "UCLA wts 1.0"
	a.pl "UCLA pl 1.0\no0 0 0 : N\no1 10 0 : N"
	a.scl "UCLA scl 1.0\nNumRows : 1\nCoreRow Horizontal\n Coordinate : 0\n Height : 12\n Sitewidth : 1\n Sitespacing : 1\n Siteorient : 1\n Sitesymmetry : 1\n SubrowOrigin : 0 NumSites : 40\nEnd"
} {
	set file [open $name w]
	puts $file $text
	close $file
}
read_bookshelf a.aux
report_placement

## read_def new
read_lef [asset ws45/ws45.lef.gz]
read_def [file dirname [asset loom/loom.tcl]]/loom.def.gz
report_placement

## read_design new
source [asset loom/loom.tcl]
save_design loom.wsd
close_design
read_design loom.wsd
find_paths -max_paths 10

## read_graph new
read_graph -tile 4 [asset example.dag.gz]
find_paths -max_paths 1000

## read_lef new
read_lef [asset ws45/ws45.lef.gz]

## read_liberty new
read_liberty -max [asset ws45/ws45_late.lib.gz]
read_liberty -min [asset ws45/ws45_early.lib.gz]
report_libraries

## read_parasitics changed
read_parasitics -increment -quiet [file dirname [asset loom/loom.tcl]]/loom.spef.gz

## read_sdc loom
read_sdc [file dirname [asset loom/loom.tcl]]/loom.sdc

## read_sdf changed
write_sdf loom.sdf
read_sdf loom.sdf
report_annotated_delay

## read_slacks loom
save_slacks before
write_slacks run1.slacks
set_clock_uncertainty 0.05 [get_clocks clk_io]
read_slacks run1.slacks run1
compare_slacks run1 -max_endpoints 2

## read_spef loom
read_spef [file dirname [asset loom/loom.tcl]]/loom.spef.gz

## read_timing new
set f [open late.timing w]
puts $f "clock clk 500\nat a 0 0 0 0"
close $f
set f [open late.v w]
puts $f "module late (clk, a, q); input clk, a; output q; DFFQ_X1 r (.CK(clk), .D(a), .Q(q)); endmodule"
close $f
read_liberty [asset ws45/ws45_late.lib.gz]
read_verilog late.v
link_design
read_timing late.timing

## read_verilog new
read_verilog [file dirname [asset loom/loom.tcl]]/loom.v.gz

## recompute graph
recompute

## redirect_file_append_begin loom
redirect_file_append_begin all.rpt
report_wns
redirect_file_end

## redirect_file_begin loom
redirect_file_begin worst.rpt
report_checks
report_wns
redirect_file_end

## redirect_file_end loom
redirect_file_begin worst.rpt
report_worst_slack
redirect_file_end

## redirect_string_begin loom
redirect_string_begin
report_worst_slack
set worst [redirect_string_end]
puts [lindex $worst end]

## redirect_string_end loom
redirect_string_begin
report_units
puts "units: [redirect_string_end]"

## redo screen
filter dev>=2
undo
redo

## redraw screen
redraw

## reload_design changed
replace_cell round_U21 OAI21_X2
reload_design

## remove_annotations changed
set_assigned_delay -cell 0.1 -from in_U1/A1 -to in_U1/ZN
remove_annotations -delays

## remove_aocv changed
read_aocv -distance_unit nm [asset loom/loom.aocv]
report_worst_slack
remove_aocv
report_worst_slack

## remove_from_collection loom
puts "[sizeof_collection [remove_from_collection [all_inputs] [all_inputs -no_clocks]]] clock ports"

## replace_cell changed
replace_cell lane3_mac_U1 BUF_X2
report_checks -to lane3_mac_acc_reg_39_/D

## replay_search screen
view start
replay_search

## report_all_paths loom
find_paths -max_paths 100
report_all_paths -slack_lesser_than 0
report_all_paths -hold -num_bins 10 > hold.txt

## report_annotated_check changed
set_assigned_check -setup 0.08 -from out_out_clk_reg/CK -to out_out_clk_reg/D
report_annotated_check -setup -list_annotated

## report_annotated_delay changed
set_assigned_delay -cell 0.1 -from in_U1/A1 -to in_U1/ZN
report_annotated_delay -list_annotated

## report_aocv changed
read_aocv -distance_unit nm [asset loom/loom.aocv]
report_aocv

## report_arrival loom
report_arrival [get_ports clk_io]

## report_arrivals loom
report_arrivals [lindex [all_registers -data_pins] 0] -digits 3

## report_best_changes loom
report_best_changes -cells 1

## report_cell loom
report_cell in_push_reg

## report_cell_sizes loom
report_cell_sizes lane3_mac_U2 -digits 3

## report_check_types loom
set_max_transition 0.3 [current_design]
set_max_fanout 20 [current_design]
report_check_types -violators
report_check_types -max_slew -max_capacitance -verbose -digits 3

## report_checks loom
report_checks -path_delay min_max -fields {slew capacitance fanout} -digits 3
report_checks -group_count 5 -format summary -slack_max 0
report_checks -pba -path_group clk_sys -group_count 3 -endpoint_count 3 -format end -digits 4

## report_clock_latency loom
report_clock_latency -clocks clk_io -digits 3

## report_clock_min_period loom
report_clock_min_period
report_clock_min_period -clocks clk_io -include_port_paths

## report_clock_properties loom
report_clock_properties

## report_clock_skew loom
report_clock_skew
report_clock_skew -hold -clocks clk_io -digits 3

## report_clocks loom
report_clocks

## report_cone loom
report_cone lane3_mac_U1/Z
report_cone in_push_reg/D -fanin -depth 3

## report_constant loom
set_case_analysis 0 [get_pins in_push_reg/D]
report_constant in_push_reg
unset_case_analysis in_push_reg/D

## report_correlation loom
set_variation 0.05
run_ssta -n 1000
report_correlation lane0_mac_acc_reg_39_/D lane3_mac_acc_reg_39_/D

## report_dcalc loom
report_dcalc -to lane3_mac_U1/Z -digits 4
set found [find_timing_paths]
set pins [get_property [lindex $found 0] points]
report_dcalc -from [get_property [lindex $pins 1] pin] -to [get_property [lindex $pins 2] pin]

## report_density loom
density -map pins -grid 32x32
report_density -target 40 -top 5

## report_design loom
report_design

## report_design_statistics loom
report_design_statistics

## report_device new
report_device

## report_die loom
set_variation 0.05
run_ssta -n 1000
report_die 45

## report_dies loom
set_variation 0.05
run_ssta -n 1000
report_dies -to -0.12 -n 5

## report_disabled_edges loom
set_disable_timing [get_pins lane3_mac_U1/Z]
report_disabled_edges
unset_disable_timing [get_pins lane3_mac_U1/Z]

## report_edges loom
report_edges -to lane3_mac_U1/Z

## report_failing_endpoints loom
report_failing_endpoints -by modules

## report_forces changed
place_design -paused
step -of place 1
report_forces [get_object_name [lindex [get_cells *] 0]]

## report_instance loom
report_instance in_push_reg

## report_kernels graph
profile on
find_paths -max_paths 1000
report_kernels -times

## report_lab new
lab_spmv Lin -method fused -runs 3
report_lab

## report_labels loom
label_query -through lane3_mac_U1/Z
report_labels -arcs lane3_mac_U1/Z

## report_lenses loom
report_lenses -digits 3

## report_levelization graph
levelize_graph -paused
step 3 -of arrivals
report_levelization

## report_levels graph
report_levels -errors

## report_lib_cell new
read_liberty [asset ws45/ws45_late.lib.gz]
report_lib_cell [lindex [get_lib_cells -filter is_inverter] 0]

## report_libraries loom
report_libraries

## report_memory loom
report_memory

## report_messages loom
report_messages
suppress_msg 366
get_ports no_such_port
report_messages
unsuppress_msg 366

## report_net loom
report_net in_ready -digits 4

## report_object_full_names loom
report_object_full_names [all_inputs]

## report_object_names loom
report_object_names [get_lib_cells -filter is_buffer]

## report_parasitic_annotation loom
report_parasitic_annotation -report_unannotated

## report_path loom
report_path lane3_mac_U1/Z r
report_path -min -format full_clock_expanded in_push_reg/D f

## report_path_histogram graph
report_path_histogram -quantity deviations

## report_paths graph
report_paths -count 10
report_paths -format full -count 1 > worst.txt

## report_pin loom
report_pin lane3_mac_U1/Z

## report_placement loom
report_placement

## report_pulse_width_checks loom
set_min_pulse_width -low 0.2 [get_clocks clk_io]
report_pulse_width_checks [lindex [all_registers -clock_pins] 0]

## report_required loom
report_required [lindex [all_registers -data_pins] 0]

## report_saved_slacks loom
save_slacks before
report_saved_slacks

## report_slack loom
report_slack in_push_reg/D

## report_slacks loom
report_slacks [lindex [all_registers -data_pins] 0]

## report_slews loom
report_slews [lindex [all_registers -data_pins] 0]

## report_ssta loom
set_variation -tables
run_ssta -n 1000
report_ssta -endpoints 5

## report_timing loom
report_timing -delay_type max -max_paths 3 -nworst 2 -path_type end
report_timing -through lane3_mac_U1/Z -transition_time -nets -significant_digits 3

## report_timing_histogram loom
report_timing_histogram -setup -num_bins 20

## report_tns loom
report_tns

## report_units loom
report_units

## report_warp loom
report_warp count_children -steps 12
report_warp -lanes
report_warp spmv_rows -warp 3 -of {lab_spmv Lin -method thread -runs 1}

## report_wns loom
report_wns

## report_worst_slack loom
report_worst_slack -min

## report_yield loom
set_variation 0.05
run_ssta -n 1000
report_yield -at {0.08 0.1 0.12}

## reset_path loom
set_false_path -from [get_ports rst_n]
reset_path -from [get_ports rst_n]

## restore_constraints loom
set before [restore_constraints]
puts "set $before of constraints"
restore_constraints $before

## run_ssta loom
set_variation 0.05
run_ssta -n 2000 -die 0.6 -grid 0.5 -length 80
report_ssta -endpoints 3
run_ssta -n 2000 -die 0.6 -grid 0.5 -length 80 -sampling sobol
report_ssta -endpoints 1 -control
run_ssta -n 20000 -precision 0.8ps
puts "[ssta_property dies] dies are enough"

## save_design loom
save_design loom.wsd

## save_image loom
density -map cells -grid 128x128
save_image -colours cividis cells.png
find_paths -max_paths 3
save_image -window -paths 3 layout.png
save_image -window -camera {0 0 0 50 30} relief.png

## save_screen screen
view levels
save_screen levels.txt

## save_slacks loom
save_slacks before

## save_ssta loom
set_variation 0.05
run_ssta -n 1000
save_ssta -curve yield.png

## save_view screen
view levels
save_view levels.txt

## save_window screen
source [asset loom/loom.tcl]
window open
catch {save_window loom.png}

## search screen
search p_reg_3
search -next

## search_property graph
puts "[search_property ranked] of [search_property k] paths, [search_property state]"

## select_path screen
select_path 5

## set_annotated_check changed
set_annotated_check -setup 0.1 -from in_push_reg/CK -to in_push_reg/D

## set_annotated_delay changed
set_annotated_delay -cell -from in_U1/A1 -to in_U1/ZN 0.1

## set_annotated_transition changed
set_annotated_transition 0.1 in_U1/ZN

## set_aocv_table_group changed
read_aocv -distance_unit nm [asset loom/loom.aocv]
set_aocv_table_group

## set_arc_delay new
read_graph [asset lessons/levels.dag]
find_paths -max_paths 3
set_arc_delay a c 4
report_paths -count 3

## set_assigned_check changed
set_assigned_check -hold 0.05 -from in_push_reg/CK -to in_push_reg/D

## set_assigned_delay changed
set_assigned_delay -net 0.01 -from in_U1/ZN -to [get_pins -of_objects [get_nets -of_objects in_U1/ZN] -filter direction==input]

## set_assigned_transition changed
set_assigned_transition -rise 0.1 in_U1/ZN
report_slews in_U1/ZN

## set_case_analysis changed
set_case_analysis 1 [get_ports rst_n]
report_wns

## set_clock_exclusivity loom
set_clock_exclusivity -type mux -output [get_pins in_U1/ZN]

## set_clock_gating_check loom
set_clock_gating_check -setup 0.05 -hold 0.02

## set_clock_groups changed
set_clock_groups -asynchronous -group {clk_sys} -group {clk_io out_clk}

## set_clock_jitter loom
set_clock_jitter 0.01 [get_clocks clk_sys]

## set_clock_latency changed
unset_propagated_clock [get_clocks clk_sys]
set_clock_latency 0.15 [get_clocks clk_sys]
set_clock_latency -source -late 0.05 [get_clocks clk_sys]

## set_clock_sense loom
set_clock_sense -positive [get_pins out_out_clk_reg/CK]

## set_clock_transition changed
unset_propagated_clock [get_clocks clk_sys]
set_clock_transition 0.04 [get_clocks clk_sys]

## set_clock_uncertainty loom
set_clock_uncertainty -setup 0.05 [get_clocks clk_sys]
set_clock_uncertainty -from [get_clocks clk_io] -to [get_clocks out_clk] 0.04

## set_cmd_units loom
set_cmd_units -time ps
report_worst_slack
set_cmd_units -time ns

## set_cppr loom
set_cppr off
report_wns
set_cppr opensta

## set_data_check loom
set_data_check -from in_U1/A1 -to in_U20/A1 -setup 0.1
report_checks -to in_U20/A1
unset_data_check -from in_U1/A1 -to in_U20/A1

## set_delay_calculator changed
set_delay_calculator dmp_ceff_elmore
report_wns

## set_delay_model changed
set_delay_model lumped
report_wns

## set_disable_clock_gating_check loom
set_disable_clock_gating_check [get_cells in_U1]

## set_disable_inferred_clock_gating loom
set_disable_inferred_clock_gating [get_lib_cells */AND2*]

## set_disable_timing loom
set_disable_timing -from A1 -to Z [get_cells in_U20]

## set_dont_touch loom
set_dont_touch [get_cells in_*]

## set_dont_touch_network loom
set_dont_touch_network [get_clocks clk_sys]

## set_dont_use loom
set_dont_use [get_lib_cells */*_X1]

## set_drive loom
set_drive 2 [get_ports rst_n]

## set_driving_cell loom
set_driving_cell -lib_cell BUF_X2 -pin Z [get_ports rst_n]

## set_elmore changed
set_pi_model rst_n 10 0.5 25
set_elmore rst_n sys_reset_meta_reg/RN 0.012
set_elmore rst_n sys_reset_released_reg/RN 0.014

## set_false_path loom
set_false_path -from [get_ports rst_n]
set_false_path -hold -from [get_clocks clk_io] -to [get_clocks clk_sys]

## set_fanout_load loom
set_fanout_load 4 [get_ports busy]

## set_fix_multiple_port_nets loom
set_fix_multiple_port_nets -all

## set_hierarchy_separator loom
set_hierarchy_separator /

## set_ideal_latency loom
set_ideal_latency 0.1 [get_pins in_U1/ZN]

## set_ideal_net loom
set_ideal_net [get_nets in_ready]

## set_ideal_network loom
set_ideal_network [get_ports rst_n]

## set_ideal_transition loom
set_ideal_transition 0.1 [get_pins in_U1/ZN]

## set_input_delay loom
set_input_delay -max 0.25 -clock clk_io [get_ports {in_data[*] in_valid}]
set_input_delay -min 0.2 -clock clk_io [get_ports {in_data[*] in_valid}]

## set_input_transition loom
set_input_transition 0.03 [all_inputs]

## set_lens changed
set_lens ideal_wires no_buffers
compare_slacks without_lens
set_lens none

## set_level_shifter_strategy loom
set_level_shifter_strategy -rule all

## set_level_shifter_threshold loom
set_level_shifter_threshold -voltage 0.1

## set_load loom
set_load -pin_load 0.02 [all_outputs]

## set_logic_dc loom
set_logic_dc [get_ports rst_n]

## set_logic_one changed
set_logic_one [get_ports rst_n]

## set_logic_zero changed
set_logic_zero [get_ports out_ready]

## set_max_area loom
set_max_area 0

## set_max_capacitance loom
set_max_capacitance 0.1 [current_design]

## set_max_delay loom
set_max_delay 0.5 -from [get_ports in_valid] -to [get_cells in_push_reg]

## set_max_dynamic_power loom
set_max_dynamic_power 10

## set_max_fanout loom
set_max_fanout 16 [current_design]

## set_max_leakage_power loom
set_max_leakage_power 1

## set_max_time_borrow loom
set_max_time_borrow 0.2 [get_clocks clk_sys]

## set_max_transition loom
set_max_transition 0.2 [current_design]

## set_min_capacitance loom
set_min_capacitance 0.001 [current_design]

## set_min_delay loom
set_min_delay 0.05 -from [get_ports in_valid] -to [get_cells in_push_reg]

## set_min_fanout loom
set_min_fanout 1 [current_design]

## set_min_period loom
set_min_period 0.5 [get_clocks clk_io]

## set_min_porosity loom
set_min_porosity 20 [current_design]

## set_min_pulse_width loom
set_min_pulse_width 0.1 [get_clocks clk_io]

## set_min_transition loom
set_min_transition 0.001 [current_design]

## set_multicycle_path loom
set_multicycle_path 2 -setup -from [get_cells lane0_mac_token_*] -to [get_cells lane0_mac_acc_*]
set_multicycle_path 1 -hold -from [get_cells lane0_mac_token_*] -to [get_cells lane0_mac_acc_*]

## set_operating_conditions loom
set_operating_conditions typical

## set_output_delay loom
set_output_delay -max 0.25 -clock clk_io [get_ports in_ready]

## set_path_margin loom
set_path_margin 0.05 -from [get_clocks clk_sys] -to [get_clocks clk_io]

## set_pi_model changed
set_pi_model rst_n 10 0.5 25

## set_port_fanout_number loom
set_port_fanout_number 2 [get_ports busy]

## set_propagated_clock loom
set_propagated_clock [get_clocks clk_sys]

## set_resistance loom
set_resistance 0.5 [get_nets in_ready]

## set_sense loom
set_sense -positive [get_pins out_out_clk_reg/CK]

## set_size_only loom
set_size_only [get_cells in_*]

## set_timing_derate loom
set_timing_derate -late 1.05 -cell_delay
set_timing_derate -early 0.95 -net_delay

## set_units loom
set_units -time ns -capacitance pF

## set_variation loom
set_variation 0.05
set_variation 0.02 -checks
set_variation 0.08 -cells {INV_X1 INV_X2}
set_variation -tables -type sequential

## set_voltage loom
set_voltage 1.1

## set_wire_load_min_block_size loom
set_wire_load_min_block_size 100

## set_wire_load_mode loom
set_wire_load_mode top

## set_wire_load_model new
set f [open wires.lib w]
puts $f {library (wires) { wire_load (small) { resistance : 0.01; capacitance : 0.0002; slope : 8; fanout_length (1, 10); } }}
close $f
set f [open pair.v w]
puts $f "module pair (a, y); input a; output y; INV_X1 u (.A(a), .Y(y)); endmodule"
close $f
read_liberty [asset ws45/ws45_late.lib.gz]
read_liberty wires.lib
read_verilog pair.v
link_design
set_wire_load_model -name small

## set_wire_load_selection_group loom
set_wire_load_selection_group default

## setting screen
setting theme light
set glyphs ascii
puts "theme $theme, glyphs $glyphs"

## settings screen
settings

## show_lesson screen
show_lesson 1 2 {A step} {What is to be seen in it.}

## sizeof_collection loom
puts "[sizeof_collection [get_cells -filter is_sequential]] registers"

## sizes screen
# a path of a graph has no cells
catch {sizes}

## sort screen
sort points -invert

## speed screen
speed up

## ssta_histogram loom
set_variation 0.05
run_ssta -n 1000
ssta_histogram -num_bins 12

## ssta_keep loom
set_variation 0.05
run_ssta -n 1000
ssta_keep independent
run_ssta -n 1000 -die 0.7
ssta_histogram -num_bins 12 -over independent

## ssta_plot screen
view ssta
ssta_plot yield

## ssta_property loom
set_variation 0.05
run_ssta -n 1000
puts "the chip's slack: [ssta_property mean] ps, sigma [ssta_property sigma]"

## ssta_show loom
set_variation 0.05
run_ssta -n 1000
ssta_show -endpoint lane0_mac_acc_reg_39_/D
save_ssta dies.png

## state_file new
puts [state_file history]

## step graph
goto first
step
step -fine
step 100

## suppress_msg new
suppress_msg {black box *} {*has no driver}
read_liberty [asset ws45/ws45_late.lib.gz]

## suspend screen
bind S suspend

## take_choice screen
catch {take_choice}

## tile_design changed
tile_design 4
report_design

## total_negative_slack loom
puts "setup [total_negative_slack], hold [total_negative_slack -min]"

## turn_setting screen
settings
turn_setting next

## unbind screen
unbind q
unbind paths .

## undo screen
sort points
undo

## unset_case_analysis loom
set_case_analysis 0 [get_ports out_ready]
unset_case_analysis [get_ports out_ready]

## unset_clock_groups changed
set_clock_groups -name apart -asynchronous -group clk_sys -group clk_io
unset_clock_groups -asynchronous -name apart

## unset_clock_latency changed
unset_propagated_clock [get_clocks clk_sys]
set_clock_latency 0.15 [get_clocks clk_sys]
unset_clock_latency [get_clocks clk_sys]

## unset_clock_sense loom
unset_clock_sense [get_pins out_out_clk_reg/CK]

## unset_clock_transition changed
unset_propagated_clock [get_clocks clk_sys]
set_clock_transition 0.04 [get_clocks clk_sys]
unset_clock_transition [get_clocks clk_sys]

## unset_clock_uncertainty changed
unset_clock_uncertainty [all_clocks]

## unset_data_check loom
set_data_check -from in_U1/A1 -to in_U20/A1 -setup 0.1
unset_data_check -from in_U1/A1 -to in_U20/A1

## unset_disable_clock_gating_check loom
set_disable_clock_gating_check [get_cells in_U1]
unset_disable_clock_gating_check [get_cells in_U1]

## unset_disable_inferred_clock_gating loom
set_disable_inferred_clock_gating [get_cells in_U1]
unset_disable_inferred_clock_gating [get_cells in_U1]

## unset_disable_timing loom
set_disable_timing -from A1 -to Z [get_cells in_U20]
unset_disable_timing -from A1 -to Z [get_cells in_U20]

## unset_input_delay changed
unset_input_delay -clock clk_io [get_ports in_valid]

## unset_output_delay changed
unset_output_delay -clock clk_io [get_ports in_ready]

## unset_path_exceptions loom
set_false_path -from [get_ports rst_n]
unset_path_exceptions -from [get_ports rst_n]

## unset_propagated_clock changed
unset_propagated_clock [all_clocks]

## unset_timing_derate changed
unset_timing_derate

## unsuppress_msg new
suppress_msg {black box *}
unsuppress_msg {black box *}

## user_run_time new
puts "[user_run_time] s of processors"

## view screen
view levels

## wait_idle screen
goto first
play
wait_idle
puts "played to level [search_property level]"

## warp_property loom
report_warp count_children -steps 1
puts "[expr {100.0 * [warp_property used] / [warp_property slots]}] % of the lane-steps are used"
puts "forest.slot: [warp_property sectors forest.slot] sectors, [warp_property least forest.slot] would do"

## window screen
source [asset loom/loom.tcl]
density -map rudy
window open

## window_clip screen
source [asset loom/loom.tcl]
window open
window_clip 0 0.8
window_clip off

## window_pan screen
source [asset loom/loom.tcl]
window open
window_zoom in
window_pan left

## window_panel screen
window open
window_panel maps
window_panel close

## window_relief screen
source [asset loom/loom.tcl]
density -map rudy
window open
window_relief
window_relief left

## window_select screen
source [asset loom/loom.tcl]
window open
window_select

## window_show screen
window_show legend
window_show cells

## window_zoom screen
source [asset loom/loom.tcl]
window open
window_zoom in
window_zoom fit

## with_output_to_string loom
set worst [with_output_to_string {report_worst_slack}]
puts [lindex $worst end]

## with_output_to_variable loom
with_output_to_variable report {report_checks -format end}
puts "[llength [split $report \n]] lines"

## worst_negative_slack loom
puts "setup [worst_negative_slack], hold [worst_negative_slack -min]"

## worst_slack loom
if {[worst_slack -max] < 0} {report_checks -format end}

## write_changes changed
replace_cell lane3_mac_U2 INV_X8
write_changes changes.tcl

## write_def loom
write_def loom.def.gz

## write_density loom
density -map nets -grid 32x32
write_density nets.csv

## write_graph loom
write_graph -cost loom.dag.gz

## write_lab new
lab_spmv Lin -method fused -runs 3
write_lab lab.csv

## write_liberty loom
write_liberty -library ws45_late library.lib.gz

## write_report loom
write_report timing.html -paths 5 -lenses

## write_script new
source [asset loom/loom.tcl]
report_checks -format end
write_script session.tcl

## write_sdc loom
write_sdc loom.sdc

## write_sdf loom
write_sdf -digits 4 loom.sdf.gz

## write_slacks loom
save_slacks before -paths 100
write_slacks before.slacks.gz

## write_spef loom
write_spef loom.spef.gz

## write_ssta loom
set_variation 0.05
run_ssta -n 100 -endpoints lane3_mac_acc_reg_39_/D
write_ssta dies.csv

## write_timing_paths graph
write_timing_paths paths.tsv

## write_timing_pins loom
write_timing_pins pins.tsv

## write_verilog loom
write_verilog loom.v
