# What is no netlist: a graph searched by all methods, a design of a contest, a placement alone.
set data [file dirname [info script]]/../data
read_graph $data/ladder.dag
find_paths -max_paths 20 -paused
step
step
report_levels -errors
find_paths -max_paths 20
report_paths -count 20
level_property 0 kept
find_paths -max_paths 20 -method paper
find_paths -max_paths 20 -method paper-fused
find_paths -max_paths 20 -method paper-dynamic
find_paths -max_paths 20 -method paper-dynamic -paused
step -fine 2
find_paths -max_paths 20 -method paper-host -mdl 1
report_levels -errors
if {[catch {report_warp count_children -steps 3 -of {find_paths -max_paths 20}} why] && ![string match "*record*warps*" $why]} {
	error $why
}
levelize_graph -paused
step 2
levelize_graph
report_levelization
report_design
write_graph ladder.dag
label_query -through m -through o -filter paper
report_labels -paths 20
set_arc_delay m o 12
report_paths -count 3
read_bookshelf $data/shelf.aux
report_placement
density -map pins -grid 8x8
close_design
read_lef $data/small.lef
read_def $data/small.def
density -map cells -grid 8x8
goto -of density boxes
step
density -map pins -grid 8x8
density_flip
density -backward -field cells -grid 8x8 -count 2
goto rows -of density
write_def small.def
