# Pictures of a layout, drawn without a display: what the layout window (key w) would show.
#	warpscope -b examples/pictures.tcl
source [asset loom/loom.tcl]
find_paths -max_paths 1000

# All of the die, with the ten worst paths: orange where slack is negative, else blue.
density -map slack -grid 96x96
save_image -window -paths 10 slack.png

# The same place on two maps, 80 x 50 um about the end of the worst path.
set end [lindex [path_property 1 endpoint] 0]
set cell [get_cells -of_objects [get_pins $end]]
puts "the worst path ends at $end"
foreach map {cells rudy} {
	density -map $map -grid 256x256
	save_image -window -pixels 960x600 -camera {118 124 12} -paths 1 \
		-select [get_property $cell full_name] -nets near_$map.png
}

# A relief from four sides. A scale given is the same in each picture.
density -map rudy -grid 128x128
foreach turn {30 120 210 300} {
	save_image -window -pixels 960x600 -legend off -min 0 -max 8 -camera [list 0 0 0 50 $turn] relief_$turn.png
}
