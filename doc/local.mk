# README.md and what it links to, by the same relative paths.
dist_doc_DATA = README.md NEWS
docdocdir = $(docdir)/doc
dist_docdoc_DATA = doc/aocv.md doc/features.md doc/opensta.md doc/papers.md doc/semantics.md doc/teaching.md doc/tour.md \
	doc/explorer.png doc/placing.png doc/slack_differences.svg doc/window.png doc/density.png doc/relief.png
EXTRA_DIST += doc/inside/explorer.md doc/inside/lab.md doc/inside/layout.md doc/inside/memory.md doc/inside/ssta.md \
	doc/monospace.conf doc/pictures.keys
