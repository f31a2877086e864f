# Opens the small netlist beside this file.
set here [file dirname [info script]]
read_liberty $here/stage.lib
read_verilog $here/stage.v
link_design stage
read_spef $here/stage.spef
read_timing $here/stage.timing
