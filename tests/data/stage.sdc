# Constraints of every kind for the netlist in stage.v.
set period 150
create_clock -name clk -period $period -waveform {0 75} [get_ports clk]
create_generated_clock -name half -source [get_ports clk] -divide_by 2 [get_pins clock_right/Z]
set_propagated_clock [all_clocks]
set_clock_uncertainty -setup 3 [get_clocks clk]
set_input_delay 20 -clock clk [get_ports {in[*] enable}]
set_input_transition 12 [get_ports in*]
set_output_delay 10 -clock clk [get_ports out*]
set_load 4 [get_ports {out[*] carry}]
set_case_analysis 1 [get_ports reset_n]
set_multicycle_path 2 -setup -from [get_cells state_0] -to [get_cells state_1]
set_false_path -from [get_ports enable] -through [get_pins mix_3/A]
set_max_delay 120 -to [get_ports carry]
set_timing_derate -early 0.95
group_path -name outputs -to [all_outputs]
puts "$period ps"
