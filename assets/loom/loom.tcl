# Opens loom, the design that comes with warpscope.
close_design
set here [file dirname [asset loom/loom.tcl]]
read_liberty -max [asset ws45/ws45_late.lib.gz]
read_liberty -min [asset ws45/ws45_early.lib.gz]
read_lef [asset ws45/ws45.lef.gz]
read_verilog $here/loom.v.gz
link_design loom
read_def $here/loom.def.gz
read_sdc $here/loom.sdc
read_spef $here/loom.spef.gz
unset here
