# demo.tcl - what there is to see, in eight scenes of about seven seconds: `warpscope --demo`.
#
# A scene is a step of a lesson without text (see lesson.tcl). Its script must reach its place from anywhere, as scenes are
# taken back too.

lesson_title "A demonstration in eight scenes"

# The bundled design with all its constraints, and its worst paths.
set worst lane3_mac_acc_reg_39_/D

proc whole {} {
	lesson_use loom -max_paths 1000
	if {[llength [find_timing_paths -to $::worst]] == 0} {
		unset_path_exceptions -to $::worst
		recompute
	}
	goto last -of search
}

lesson_step "The 1000 worst paths, exact, found level by level: those that are late flare up on the chip" {
	lesson_screen view start
	whole
	lesson_select 1
	lesson_screen view start
	lesson_wait 0
	lesson_screen replay_search
} ""

lesson_step "set_false_path -to $worst: only what follows from it is computed again, and the histogram moves" {
	whole
	lesson_screen view summary
	report_wns
	lesson_screen plot setup
	lesson_wait 3
	set_false_path -to $worst
	recompute
	report_wns
} ""

lesson_step "Which arcs are on paths through C, then E? Ranks and labels spread round by round, and cut the graph" {
	lesson_labels lessons/labels.dag -through C -through E
	lesson_screen plot drawing
	goto first -of labels
	lesson_screen speed up
	lesson_screen speed up
	lesson_screen play
} ""

lesson_step "Where wires will crowd: sixteen differences a net, summed along rows, then columns; the map, and as a relief" {
	lesson_screen view density
	lesson_screen density_scale linear
	close_design
	whole
	density -map rudy -grid 64x64
	goto -of density boxes
	lesson_wait 2
	goto -of density rows
	lesson_wait 2
	goto -of density last
	lesson_wait 2
	lesson_screen view start
	lesson_screen map_relief on
} ""

lesson_step "The placer: nets pull cells together, density pushes them apart, until they fit on rows" {
	close_design
	whole
	lesson_screen view place
	place_design
} ""

lesson_step "No two chips are alike: the slack of each of 16,384 dies, batch by batch" {
	lesson_screen view ssta
	lesson_dies 0.08 -n 16384 -die 0.5 -begin
	lesson_screen play
} ""

lesson_step "What the 32 lanes of one warp do, step by step: loads, shuffles, idle lanes and sectors of memory" {
	lesson_screen view warp
	whole
	report_warp expand_children
	lesson_wait 1
	for {set i 0} {$i < 25} {incr i} {
		lesson_wait 0.1
		lesson_screen cursor down
	}
} ""

lesson_step "And the worst path again: where it is, and why it is late" {
	whole
	lesson_screen view start
	lesson_select 1
	lesson_wait 0
	lesson_screen replay_search
} ""
