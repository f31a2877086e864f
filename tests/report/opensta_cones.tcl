# fan-in and fan-out cones
set names {}
foreach p [get_fanin -to r2/D -flat -startpoints_only] { lappend names [get_full_name $p] }
foreach p [get_fanout -from r1/Q -flat -endpoints_only] { lappend names [get_full_name $p] }
puts [lsort $names]
