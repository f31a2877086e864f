# A design that is made in memory, of any size and after a benchmark of the papers, with clocks and wires.
#	warpscope -b examples/generate.tcl
generate_design -profile leon2 -gates 20000 -clocks 2 -seed 3 -wires

# What it is like: real designs have the same lines (-tsv sets them side by side).
report_design_statistics
report_wns
find_paths -max_paths 100000
report_levels -times
