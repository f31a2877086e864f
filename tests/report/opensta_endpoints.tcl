# the worst path of each endpoint, as a table
foreach path [find_timing_paths -group_count 20 -endpoint_count 1] {
  set slack [get_property $path slack]
  puts [format "%-8s %-8s %.3f" [get_full_name [get_property $path startpoint]] [get_full_name [get_property $path endpoint]] $slack]
}
