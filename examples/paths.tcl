# The worst paths of a graph, exactly, and how the search finds them level by level.
#	warpscope -b examples/paths.tcl
read_graph [asset example.dag.gz]
find_paths -max_paths 1000
report_paths -count 5

# A level is a number of deviations from the suffix forest. The bound is the slack of the 1000th path so
# far: what can't get below it is pruned.
report_levels -errors

# The timeline: only begin, then go on by steps. What the ranking is in between can be asked.
find_paths -max_paths 1000 -paused
while {[search_property state] eq "incomplete"} {
	step
	puts "level [search_property level]: [search_property ranked] paths, the worst ends at [path_property 1 endpoint]"
}
puts "[search_property state] after [search_property levels] levels"

# The paper's pipeline, capped at two levels, may miss some: then it says inexact.
find_paths -max_paths 1000 -method paper -mdl 2
report_paths -count 1
