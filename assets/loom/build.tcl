# Makes the layout of loom from its mapped netlist: warpscope -b -f build.tcl in this directory, or `make design`.
# Leaves loom.v.gz, loom.def.gz and loom.spef.gz here.
read_liberty -max ../ws45/ws45_late.lib.gz
read_liberty -min ../ws45/ws45_early.lib.gz
read_lef ../ws45/ws45.lef.gz
read_verilog [lindex [glob loom_mapped.v*] 0]
link_design loom

place_design -utilization 0.7 -density 0.86
# resets, and what is more than its driver should drive over these wires
buffer_nets -fanout 16 -load 0.75
build_clock_tree -nets {clk_sys clk_io out_clk} -fanout 16
place_fillers
if {![check_placement]} {
	error "the placement isn't legal"
}
estimate_parasitics
report_placement

write_verilog loom.v.gz
write_def loom.def.gz
write_spef loom.spef.gz
