# exceptions one after the other
set_multicycle_path 2 -setup -to r2/D
report_checks -to r2/D -format full_clock_expanded
set_false_path -from d
report_checks -from d
set_max_delay 0.35 -from r1/CK -to r2/D
report_checks -to r2/D -format full_clock -digits 3
unset_path_exceptions -from d
report_checks -from d -fields {slew capacitance input_pin}
