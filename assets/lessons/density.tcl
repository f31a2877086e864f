# density.tcl - density accumulation by differences and prefix sums ([Density]), on four boxes and on the
# bundled design.

lesson_title "Density: boxes of any size by sixteen additions each"

proc four {} {
	read_lef density.lef
	read_def density.def
}

set small {four -map cells -grid 8x8}

proc bin {column row} {
	return [density_property bin $column $row]
}

# The bins of a row, or of a column, from FIRST to LAST.
proc in_row {row first last} {
	set line ""
	for {set column $first} {$column <= $last} {incr column} {
		append line [format %7g [bin $column $row]]
	}
	return $line
}

proc in_column {column first last} {
	set line ""
	for {set row $first} {$row <= $last} {incr row} {
		append line [format %7g [bin $column $row]]
	}
	return $line
}

# What the box of a cell adds where, a line for each row of bins, the highest first.
proc corners {cell} {
	foreach corner [density_property corners $cell] {
		lassign $corner column row amount
		lappend rows($row) [format "%+g at %d," $amount $column]
	}
	set lines {}
	foreach row [lsort -integer -decreasing [array names rows]] {
		lappend lines "    row $row: [string trimright [join $rows($row)] ,]"
	}
	return [join $lines \n]
}

lesson_step "Boxes and bins" {
	lesson_map {*}$small
	goto -of density first
	lesson_bin 1 1
} {
	Four boxes on a die of 16 by 16 um: wide (5 by 3), square, tiny and ram, a block. The die has 8 by 8
	bins of 2 um. The density of a bin is the share of it that boxes cover; none is added yet, so all
	bins are 0.

	wide begins in the middle of bin 1 and ends with bin 3, so along x it covers 0.5, 1 and 1 of them;
	along y, from the middle of row 1, 0.5 and 1. What it covers of a bin is the product.
} {
	What is the density of bin 1, 1, where the cursor is?
} {
	[bin 1 1], as 0.5 times 0.5; of bin 2, 1 it is [bin 2 1].
} -answer {
	goto -of density last
	bin 1 1
}

lesson_step "Differences" {
	lesson_map {*}$small
	goto -of density -fine 1
	lesson_bin 1 1
} {
	Adding the box bin by bin needs 6 additions, and thousands for a large box. But look along x:

	    bin           0   1   2   3   4   5
	    covered       0  .5   1   1   0   0
	    difference    0  .5  .5   0  -1   0

	At most four entries of the last line are not 0, however long a box is: at its first bin, its last
	one, and the bin after each. The same holds along y, so the products of both are at most 16
	additions. Here is what wide, the first box, adds:

[corners wide]

	They add up to 0, as those of each axis do. The map shows exactly these numbers.
} {
	square begins and ends on borders of bins. How many additions does it need?
} {
	[llength [density_property corners square]]: two along each axis, +1 where it begins and -1
	after its end.
} -answer {llength [density_property corners square]}

lesson_step "All boxes" {
	lesson_map {*}$small
	goto -of density boxes
	lesson_bin 5 1
} {
	square, tiny and ram have added theirs, each by a thread of its own, all at once. tiny is within
	a bin, and adds:

[corners tiny]

	Where two boxes add to one entry, sums are of whole numbers (each bin is [expr {2 ** 12}] units
	wide), so their order doesn't matter: the map is the same from any number of threads, bit by bit.
} {
	Row 1 has [string trim [in_row 1 0 7]] now. What will its bin 3 be when the row has been summed?
} {
	[bin 3 1]. The sums of row 1 are [string trim [in_row 1 0 7]].
} -answer {
	goto -of density rows
	bin 3 1
}

lesson_step "Sums along rows" {
	lesson_map {*}$small
	goto -of density rows
	lesson_bin 3 1
} {
	Summed from the left, differences become coverage again. So each box has its full width along x
	now:

	    row 1 [in_row 1 1 4]

	Along y these are still differences. Column 3 from row 1 up:

	    [in_column 3 1 5]

	On a GPU a block of threads takes a row each; 256 bins are summed at once.
} {
	Bin 3, 1 is [bin 3 1] and bin 3, 2 is [bin 3 2]. Which density will bin 3, 2 have?
} {
	[bin 3 2], the sum of both.
} -answer {
	goto -of density last
	bin 3 2
}

lesson_step "Sums along columns" {
	lesson_map {*}$small
	goto -of density last
	lesson_bin 3 2
} {
	Column 3 again, summed from below:

	    [in_column 3 1 5]

	This is the map. tiny has left [bin 2 5] in its bin, and nothing beside it: empty bins are exactly 0.

	The work was the sums of 64 bins and at most 16 additions a box, whatever the size of the
	boxes. That matters, as cells differ in size, and one block can cover more bins than
	thousands of cells.
}

lesson_step "The bundled design" {
	lesson_map loom -map cells -grid 32x32
	goto -of density boxes
	lesson_bin 16 16
} {
	loom has [density_property boxes] boxes, cells and fillers and two memories, of which
	fillers aren't counted. All differences are added. They don't look like a layout yet, except
	at the corners of the memories.

	Press x to see what the largest cell of this bin has added, and x again for the lesson.
} {
	How full is the fullest bin, and where is it?
} {
	[density_property max], at bin [join [density_property top] {, }] and others: the memories cover theirs completely.
}

lesson_step "What it is for" {
	lesson_map loom -map cells -grid 32x32
	lesson_bin {*}[density_property top]
} {
	A placer makes this map, round by round, to see where cells are too dense, and the same
	method backward gives the sum under each cell: the force that moves it away (report_density -cells).

	The mean is [density_property mean]. Press v for other maps: rudy is the wire that nets will need,
	slack the worst slack of the cells in a bin. Enter lists the cells of a bin, and Enter on one
	of them finds the paths through it.
}
