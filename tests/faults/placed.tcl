# What the explorer's replay opens.
set data [file dirname [info script]]/../data
read_liberty $data/stage.lib
read_lef $data/stage.lef
read_verilog $data/stage.v
link_design stage
read_def $data/stage.def
read_spef $data/stage.spef
read_timing $data/stage.timing
find_paths -max_paths 20
read_aocv $data/stage.aocv
find_paths -max_paths 5 -pba
set_aocv_table_group slow
report_aocv
report_checks -pba
remove_aocv
find_paths -max_paths 20
