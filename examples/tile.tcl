# The same design many times side by side, made in memory: how times grow with size.
#	warpscope -b -times examples/tile.tcl
source [asset loom/loom.tcl]
tile_design 4
report_design
report_wns

# A graph too
foreach copies {1 4 16} {
	read_graph -tile $copies [asset example.dag.gz]
	find_paths -max_paths 1000
	puts "$copies copies: [search_property ranked] paths in [search_property levels] levels"
}
