# Scripts that show a feature each; tests/cmd/t_examples.sh runs them.
examplesdir = $(docdir)/examples
dist_examples_DATA = \
	examples/filters.tcl \
	examples/generate.tcl \
	examples/init.tcl \
	examples/lesson.tcl \
	examples/paths.tcl \
	examples/pictures.tcl \
	examples/place.tcl \
	examples/reports.tcl \
	examples/tile.tcl \
	examples/write.tcl

# Kernels that pass kernel_try: a solution of each exercise of the lessons on kernels.
solutionsdir = $(docdir)/examples/solutions
dist_solutions_DATA = \
	examples/solutions/count_edges.cu \
	examples/solutions/density_printed.cu \
	examples/solutions/expand_edges.cu \
	examples/solutions/propagate_distance_warp.cu \
	examples/solutions/row_sums_block.cu \
	examples/solutions/spmv_rows.cu \
	examples/solutions/spmv_rows_warp.cu
