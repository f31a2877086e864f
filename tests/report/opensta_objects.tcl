# objects and their properties
foreach c [get_cells *] { lappend rows "[get_property $c full_name] [get_property $c ref_name]" }
puts [join [lsort $rows] "\n"]
foreach p [get_ports *] { lappend ports "[get_property $p full_name] [get_property $p direction]" }
puts [join [lsort $ports] "\n"]
foreach n [get_nets *] { lappend nets [get_full_name $n] }
puts [lsort $nets]
