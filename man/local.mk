# The manual page: its tables come from the program, so that they say what it does. It is kept in the
# tree, and a test compares.
dist_man_MANS = man/warpscope.1
EXTRA_DIST += man/head.roff man/tail.roff

.PHONY: manual
manual: warpscope
	{ cat $(srcdir)/man/head.roff && ./warpscope --manual-tables && \
		cat $(srcdir)/man/tail.roff; } >$(srcdir)/man/warpscope.1
