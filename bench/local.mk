# Benchmarks: built by `make bench`, run by hand. Each prints lines of RESULTS.tsv.
BENCHMARKS = bench/bench_search bench/bench_keys bench/bench_timing bench/bench_density \
	bench/bench_edits bench/bench_frame bench/bench_lab bench/bench_labels bench/bench_snapshot \
	bench/bench_copies bench/bench_ssta
EXTRA_PROGRAMS += $(BENCHMARKS)
CLEANFILES += $(BENCHMARKS)
EXTRA_DIST += bench/RESULTS.tsv bench/all.sh bench/curves.sh bench/edits.sh bench/idle.sh bench/open.sh bench/peers.sh bench/pictures.sh bench/placements.sh bench/placements.tcl bench/samplings.sh bench/screen.sh bench/slack_differences.sh bench/snapshot.sh bench/statistics.sh \
	bench/window.sh

bench_bench_search_SOURCES = bench/bench_search.c bench/credit_caps.c bench/credit_caps.h \
	bench/lists.c bench/lists.h bench/made.c bench/made.h bench/kernels.c bench/kernels.h \
	bench/bench.c bench/bench.h
bench_bench_search_LDADD = $(WARPSCOPE_LIBS)
bench_bench_keys_SOURCES = bench/bench_keys.c bench/bench.c bench/bench.h
bench_bench_keys_LDADD = -lutil

bench_bench_timing_SOURCES = bench/bench_timing.c bench/made.c bench/made.h \
	bench/kernels.c bench/kernels.h bench/bench.c bench/bench.h
bench_bench_timing_LDADD = $(WARPSCOPE_LIBS)

bench_bench_edits_SOURCES = bench/bench_edits.c bench/made.c bench/made.h bench/bench.c bench/bench.h
bench_bench_edits_LDADD = $(WARPSCOPE_LIBS)

bench_bench_copies_SOURCES = bench/bench_copies.c bench/bench.c bench/bench.h
bench_bench_copies_LDADD = $(WARPSCOPE_LIBS)

bench_bench_density_SOURCES = bench/bench_density.c bench/bench.c bench/bench.h
bench_bench_density_LDADD = $(WARPSCOPE_LIBS)

bench_bench_frame_SOURCES = bench/bench_frame.c bench/bench.c bench/bench.h
bench_bench_frame_LDADD = $(WARPSCOPE_LIBS)

bench_bench_labels_SOURCES = bench/bench_labels.c bench/made.c bench/made.h bench/bench.c bench/bench.h
bench_bench_labels_LDADD = $(WARPSCOPE_LIBS)

bench_bench_lab_SOURCES = bench/bench_lab.c bench/lab.h bench/lab_designs.c bench/lab_products.c bench/lab_ranked.c \
	bench/lab_sizes.c bench/lab_solve.c \
	bench/cusparse.c bench/cusparse.h bench/bench.c bench/bench.h
bench_bench_lab_LDADD = $(WARPSCOPE_LIBS)
bench_bench_snapshot_SOURCES = bench/bench_snapshot.c bench/made.c bench/made.h bench/bench.c bench/bench.h
bench_bench_snapshot_LDADD = $(WARPSCOPE_LIBS)
bench_bench_ssta_SOURCES = bench/bench_ssta.c bench/made.c bench/made.h bench/bench.c bench/bench.h
bench_bench_ssta_LDADD = $(WARPSCOPE_LIBS)

.PHONY: bench
bench: $(BENCHMARKS)
