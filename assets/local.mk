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
