# The manual pages and doc/opensta.md: their tables come from the program, so that they say what it does. They
# are kept in the tree, and a test compares.
dist_man_MANS = man/warpscope.1 man/warpscope-tcl.n
EXTRA_DIST += man/head.roff man/tail.roff man/tcl-head.roff man/tcl-tail.roff

.PHONY: manual
manual: warpscope
	{ cat $(srcdir)/man/head.roff && ./warpscope --manual-tables && \
		cat $(srcdir)/man/tail.roff; } >$(srcdir)/man/warpscope.1
	{ cat $(srcdir)/man/tcl-head.roff && \
		WARPSCOPE_DATADIR=$(srcdir)/assets ./warpscope --command-tables && \
		cat $(srcdir)/man/tcl-tail.roff; } >$(srcdir)/man/warpscope-tcl.n
	./warpscope --opensta-tables >$(srcdir)/doc/opensta.md
