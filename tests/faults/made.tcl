# Designs that are made: placed, with a clock tree, fillers and wires, generated, tiled.
set data [file dirname [info script]]/../data
read_liberty $data/stage.lib
read_lef $data/stage.lef
read_verilog $data/stage.v
link_design stage
place_design -utilization 0.6
read_timing $data/stage.timing
build_clock_tree -nets clk
report_device
place_fillers FILL
estimate_parasitics
read_timing $data/stage.timing
report_placement -check
report_design_statistics
report_tns
write_def made.def
tile_design 2
report_design
