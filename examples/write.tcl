# What is open, written such that it is read back the same: here a copy, and a check that it is one.
#	warpscope -b examples/write.tcl
source [asset loom/loom.tcl]
write_verilog copy.v.gz
write_sdc copy.sdc
write_spef copy.spef.gz
write_def copy.def.gz
find_paths -max_paths 1000
write_timing_paths before.tsv

# The graph that paths are found in, for programs that know shortest paths
write_graph -cost copy.dag.gz

close_design
read_liberty -max [asset ws45/ws45_late.lib.gz]
read_liberty -min [asset ws45/ws45_early.lib.gz]
read_lef [asset ws45/ws45.lef.gz]
read_verilog copy.v.gz
link_design
read_def copy.def.gz
read_sdc copy.sdc
read_spef copy.spef.gz
find_paths -max_paths 1000
write_timing_paths after.tsv

set before [open before.tsv]
set after [open after.tsv]
if {[read $before] ne [read $after]} {
	error "the copy has other paths"
}
puts "the same 1000 paths"
