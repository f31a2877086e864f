# Figures 2 and 3: the same matrix, its sums along rows, and P; then the sum under each box (algorithms 4, 5).
read_lef [asset figures/density-2.lef]
read_def [asset figures/density-2.def]
set weights {}
for {set i 1} {$i <= 16} {incr i} {
	lappend weights a$i $i
}
density -backward -field cells -grid 4x4 -weights $weights -count 16
goto columns -of density
unset i weights
