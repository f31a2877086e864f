# What loom's surroundings promise and demand. Times in ns.
create_clock -name clk_sys -period 1.1 [get_ports clk_sys]
create_clock -name clk_io -period 0.70 [get_ports clk_io]
create_generated_clock -name out_clk -source [get_ports clk_io] -divide_by 2 [get_pins out_out_clk_reg/Q]
set_propagated_clock [all_clocks]
set_clock_uncertainty -setup 0.03 [all_clocks]
set_clock_uncertainty -hold 0.01 [all_clocks]
# what crosses is in the queues' hands
set_clock_groups -asynchronous -group clk_sys -group {clk_io out_clk}
# words are handed over where out_clk falls
set_multicycle_path 1 -hold -start -from [get_clocks clk_io] -to [get_clocks out_clk]
# registers are at rest for four cycles before anything reads them
set_multicycle_path 4 -setup -from [get_cells control_cfg_*_reg*]
set_multicycle_path 3 -hold -from [get_cells control_cfg_*_reg*]
set_false_path -from [get_ports rst_n]
set_input_delay 0.25 -clock clk_io [get_ports {in_data[*] in_valid}]
set_input_delay 0.5 -clock out_clk [get_ports out_ready]
set_output_delay 0.25 -clock clk_io [get_ports in_ready]
set_output_delay 0.5 -clock out_clk [get_ports {out_data[*] out_parity out_valid}]
set_output_delay 0.25 -clock clk_sys [get_ports {busy overflow}]
set_input_transition 0.05 [get_ports {clk_sys clk_io rst_n in_data[*] in_valid out_ready}]
