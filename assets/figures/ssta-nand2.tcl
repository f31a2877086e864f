# Section IV-A: the NAND2 gate between ports, a hundred dies.
read_liberty -max [asset ws45/ws45_late.lib.gz]
read_liberty -min [asset ws45/ws45_early.lib.gz]
read_verilog [asset lessons/ssta.v]
link_design nand2
create_clock -name clk -period 0.2
set_input_delay 0.05 -clock clk [get_ports a]
set_input_delay 0.0496 -clock clk [get_ports b]
set_output_delay 0.05 -clock clk [get_ports c]
set_variation 0.05
run_ssta -n 100
