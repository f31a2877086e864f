# Files that come with warpscope; what makes them is in the tarball too.
assetsdir = $(pkgdatadir)
dist_assets_DATA = assets/example.dag.gz assets/lesson.tcl
lessonsdir = $(pkgdatadir)/lessons
dist_lessons_DATA = assets/lessons/levels.dag assets/lessons/levels.tcl
EXTRA_DIST += assets/make_example.tcl

# The bundled design anew: the same bytes.
.PHONY: example
example:
	tclsh $(srcdir)/assets/make_example.tcl | gzip -9n >$(srcdir)/assets/example.dag.gz

# The bundled design's layout from its mapped netlist: the same bytes, on any machine and with any number of threads.
EXTRA_DIST += assets/loom/build.tcl
.PHONY: design
design: warpscope
	cd $(srcdir)/assets/loom && $(abs_builddir)/warpscope -b -d cpu -f build.tcl </dev/null
