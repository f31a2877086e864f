# Benchmarks: built by `make bench`, run by hand. Each prints lines of RESULTS.tsv.
BENCHMARKS = bench/bench_search bench/bench_keys
EXTRA_PROGRAMS += $(BENCHMARKS)
CLEANFILES += $(BENCHMARKS)
EXTRA_DIST += bench/RESULTS.tsv bench/idle.sh

bench_bench_search_SOURCES = bench/bench_search.c bench/bench.c bench/bench.h
bench_bench_search_LDADD = $(WARPSCOPE_LIBS)
bench_bench_keys_SOURCES = bench/bench_keys.c bench/bench.c bench/bench.h
bench_bench_keys_LDADD = -lutil

.PHONY: bench
bench: $(BENCHMARKS)
