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
