# A netlist without places: floorplan, placement, clock trees, fillers, wires; then time it.
#	warpscope -b examples/place.tcl
set loom [file dirname [asset loom/loom.tcl]]
read_liberty -max [asset ws45/ws45_late.lib.gz]
read_liberty -min [asset ws45/ws45_early.lib.gz]
read_lef [asset ws45/ws45.lef.gz]
read_verilog $loom/loom_mapped.v.gz
link_design loom
create_clock -name clk_sys -period 1.3 [get_ports clk_sys]
create_clock -name clk_io -period 0.9 [get_ports clk_io]

place_design -utilization 0.65
build_clock_tree -nets {clk_sys clk_io}
set_propagated_clock [all_clocks]
place_fillers
estimate_parasitics
report_placement -check
report_wns
