# Designs that are saved and opened again.
set data [file dirname [info script]]/../data
read_liberty $data/stage.lib
read_lef $data/stage.lef
read_verilog $data/stage.v
link_design stage
read_def $data/stage.def
read_sdc $data/stage.sdc
read_spef $data/stage.spef
set_variation 0.05
read_aocv $data/stage.aocv
save_design n.wsd
read_design n.wsd
find_paths -max_paths 20
report_checks -to [get_cells state_3]
set_false_path -from [get_cells state_2]
report_checks -to [get_cells state_3]
save_design m.wsd
read_design m.wsd
set_multicycle_path 2 -from [get_cells state_1]
report_checks -to [get_cells state_3]
report_placement
read_graph $data/ladder.dag
save_design g.wsd
read_design g.wsd
find_paths -max_paths 20
report_paths -count 5
close_design
puts done
