# What loom's surroundings promise and demand, with its clock trees in place. Times in ns.
set sys 1.15
set io 0.75

create_clock -name clk_sys -period $sys [get_ports clk_sys]
create_clock -name clk_io -period $io [get_ports clk_io]
create_generated_clock -name out_clk -source [get_ports clk_io] -divide_by 2 [get_pins out_out_clk_reg/Q]
set_propagated_clock [all_clocks]
set_clock_uncertainty -setup 0.03 [all_clocks]
set_clock_uncertainty -hold 0.01 [all_clocks]
set_timing_derate -early 0.98
set_timing_derate -late 1.02

# Ports: sender and receiver take a third of a period each
set_driving_cell -lib_cell BUF_X4 -pin Z [get_ports {in_data[*] in_valid out_ready}]
set_input_transition 0.03 [get_ports {clk_sys clk_io rst_n}]
set_input_delay -max [expr {$io / 3}] -clock clk_io [get_ports {in_data[*] in_valid}]
set_input_delay -min 0.2 -clock clk_io [get_ports {in_data[*] in_valid}]
set_input_delay -max [expr {$io / 3}] -clock out_clk [get_ports out_ready]
set_input_delay -min 0.3 -clock out_clk [get_ports out_ready]
set_output_delay -max [expr {$io / 3}] -clock clk_io [get_ports in_ready]
set_output_delay -max [expr {$io / 3}] -clock out_clk [get_ports {out_data[*] out_parity out_valid}]
set_output_delay -max [expr {$sys / 3}] -clock clk_sys [get_ports {busy overflow}]
set_output_delay -min 0 -clock clk_io [get_ports in_ready]
set_output_delay -min 0 -clock out_clk [get_ports {out_data[*] out_parity out_valid}]
set_output_delay -min 0 -clock clk_sys [get_ports {busy overflow}]
group_path -name ports -from [all_inputs]
group_path -name ports -to [all_outputs]

# Between the domains only what loom_fifo.v brings over: a Gray-coded pointer, and words that wait for it.
# Bits of a pointer may be a period apart, so they have one, whatever the phases of the clocks are.
set_max_delay $io -ignore_clock_latency -from [get_clocks clk_sys] -to [get_clocks clk_io]
set_max_delay $io -ignore_clock_latency -from [get_clocks clk_io] -to [get_clocks clk_sys]
set_false_path -hold -from [get_clocks clk_sys] -to [get_clocks clk_io]
set_false_path -hold -from [get_clocks clk_io] -to [get_clocks clk_sys]

# What clk_io hands to out_clk it hands over where that falls, and holds for both its halves
set_multicycle_path 1 -hold -start -from [get_clocks clk_io] -to [get_clocks out_clk]

# Any time is good for a reset; loom_reset releases it in step
set_false_path -from [get_ports rst_n]
# Registers of the configuration are at rest for four cycles before anything reads them
set_multicycle_path 4 -setup -from [get_cells control_cfg_*_reg*]
set_multicycle_path 3 -hold -from [get_cells control_cfg_*_reg*]
