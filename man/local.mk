# Their tables come from the program, so that they say what it does; a tarball has them.
dist_man_MANS = man/warpscope.1 man/warpscope-tcl.n
EXTRA_DIST += man/head.roff man/tail.roff man/tcl-head.roff man/tcl-tail.roff
DISTCLEANFILES = $(dist_man_MANS)

man/warpscope.1: warpscope$(EXEEXT) man/head.roff man/tail.roff
	@$(MKDIR_P) man
	$(AM_V_GEN)(cat $(srcdir)/man/head.roff && ./warpscope --manual-tables && cat $(srcdir)/man/tail.roff) >$@.new
	@mv $@.new $@

man/warpscope-tcl.n: warpscope$(EXEEXT) man/tcl-head.roff man/tcl-tail.roff assets/examples.tcl
	@$(MKDIR_P) man
	$(AM_V_GEN)(cat $(srcdir)/man/tcl-head.roff && WARPSCOPE_DATADIR=$(srcdir)/assets ./warpscope --command-tables && \
		cat $(srcdir)/man/tcl-tail.roff) >$@.new
	@mv $@.new $@

# doc/opensta.md is read where there is no program, so it is kept in the tree; a test compares.
.PHONY: manual
manual: warpscope$(EXEEXT)
	./warpscope --opensta-tables >$(srcdir)/doc/opensta.md
