# the period at which the design is clean
foreach period {0.45 0.65 0.85 1.05 1.25} {
  create_clock -name c -period $period clk
  set_propagated_clock c
  set_input_delay 0.1 -clock c d
  set_output_delay 0.1 -clock c q
  puts [format "%.1f %.2f %.2f" $period [worst_slack] [total_negative_slack]]
}
