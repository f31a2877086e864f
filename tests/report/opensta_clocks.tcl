# clocks, skew by hand, checks of pulses
foreach pin {r1/CK r2/CK} { puts $pin; report_arrival $pin; report_required $pin }
report_clock_properties
report_check_types -min_pulse_width -min_period -all_violators
report_pulse_width_checks -verbose [get_pins r1/CK]
