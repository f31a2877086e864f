# Reports, to the screen and into files: OpenSTA's text, JSON, and what only the numbers need.
#	warpscope -b examples/reports.tcl
source [asset loom/loom.tcl]
report_units
report_checks -path_delay max -format full_clock_expanded -fields {slew capacitance fanout net}
report_checks -path_delay min -format short
report_checks -group_count 3 -endpoint_count 2 -format summary

# After > and >> is a file.
report_checks -group_count 100 -format json > checks.json
foreach port [get_ports out_*] {
	report_slack $port >> slacks.txt
}

# Of one pin, net, cell
report_net in_ready
report_instance in_push_reg
puts "slack at in_push_reg/D: [get_property [get_pins in_push_reg/D] slack_max_rise]"
check_setup
