# Figures 2 and 3: the matrix of 1 to 16 as a map of 4 x 4 bins; row 1 of the print is the lowest here.
read_lef [asset figures/density-2.lef]
read_def [asset figures/density-2.def]
set weights {}
for {set i 1} {$i <= 16} {incr i} {
	lappend weights a$i $i
}
density -map cells -grid 4x4 -weights $weights
unset i weights
