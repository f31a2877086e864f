# Which paths: from, through and to, edges, limits of slack, and constraints given at the prompt.
#	warpscope -b examples/filters.tcl
source [asset loom/loom.tcl]

# Filters are those of OpenSTA and mean the same in find_paths and in reports.
find_paths -max_paths 100 -from [get_clocks clk_sys] -through [get_nets lane3_mac_*]
report_paths -count 3
report_checks -rise_from [get_ports in_valid] -format end

# Violations alone
find_paths -max_paths 10000 -slack_max 0
puts "[search_property ranked] paths violate"

# A constraint counts at once: what starts in lane 3 gets two periods, and is no longer the worst.
report_wns
set_multicycle_path 2 -setup -from [get_cells lane3_mac_token_*]
report_wns

# False paths aren't searched at all.
set_false_path -from [get_cells lane0_mac_token_*]
report_checks -format end
