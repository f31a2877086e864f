# what is missing in the constraints, and errors that a script catches
puts [check_setup]
check_setup -verbose -no_output_delay -unconstrained_endpoints
puts [catch {get_cells -of_objects} message]
puts [catch {error mine} message]$message
puts [expr {[worst_slack] > 0}]
