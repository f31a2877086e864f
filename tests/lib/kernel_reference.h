/*
 * What the tests of kernels compare with: times on their way to and from a device, a random graph
 * with all that is to be known about it by plain loops, and records.
 */
#ifndef TESTS_LIB_KERNEL_REFERENCE_H
#define TESTS_LIB_KERNEL_REFERENCE_H

#include "devices.h"
#include "gpu/image/image.h"

/* Zeroed items, also for none. */
#define NEW(pointer, count) ((pointer) = calloc((size_t)(count) + 1, sizeof *(pointer)))

#define NONE INT64_MAX /* "no time" in the references */

struct reference {
	struct graph *graph;
	int32_t n, m; /* states and arcs, sinks' included */
	int32_t n_levels;
	int32_t *level;    /* [n] by vertex, sinks last */
	int32_t *vertex;   /* [n]: state to vertex */
	int32_t *state;    /* [n]: vertex to state */
	int32_t *row, *to; /* by state */
	int64_t *weight;
	int64_t *dist, *delta, *ahead;
	int32_t *forest, *hops, *n_deviations, *after, *end;
};

/* A random graph with all that is known about it, on the device, and room for its forest there. */
struct graph_case {
	struct reference r;
	struct image *image;
	struct device_forest f;
};

/* Records on host and device; none has a source. */
struct records {
	int64_t n;
	int64_t *slack;
	int32_t *parent, *arc;
	struct device_records device;
};

/* The whole of a test program: a check at sizes around nothing, a warp, a block and a few million,
 * for 32-bit times, and at a tenth of these for 64-bit ones, on each device. Its exit code. */
int run_on_devices(void (*check)(struct test_device *d, int64_t size, int bits));

int compare_times(const void *a, const void *b); /* for qsort() */
int64_t none_of(int bits);
void *times_to_device(struct queue *q, int bits, const int64_t *times, int64_t n);
int64_t *times_from_device(struct queue *q, int bits, const void *d, int64_t n);
bool same_times(struct queue *q, int bits, const void *d, const int64_t *times, int64_t n);
bool same_items(struct queue *q, const int32_t *d, const int32_t *items, int64_t n);
int64_t *random_times(int64_t n, int64_t below);
int64_t *sorted_times(int64_t n, int64_t below);
int32_t *random_order(int64_t n);
struct graph *random_graph(int64_t n, int bits, struct task *task);
void reference_new(struct reference *r, struct graph *graph);
void reference_free(struct reference *r);
void alloc_forest(struct queue *q, int bits, const struct reference *r, struct device_forest *f);
void free_forest(struct queue *q, struct device_forest *f);
void graph_case_new(struct test_device *d, int64_t size, int bits, struct graph_case *out);
void graph_case_free(struct test_device *d, struct graph_case *c);
void records_new(struct queue *q, int bits, int64_t n, struct records *r);
void records_free(struct queue *q, struct records *r);
void records_upload(struct queue *q, int bits, struct records *r);
bool records_same(struct queue *q, int bits, const struct records *r);

/* Parents of a level, on the device, too, and what comes of those from `first` on by walking the reference's forest. */
struct family {
	struct records parents, children;
	int64_t first, n;               /* parents from `first` on */
	int64_t *bound;                 /* [parents.n]: children are below it */
	int32_t *n_child, *n_candidate; /* [n] */
	int64_t n_candidates;
};

/* Random parents whose suffixes reach an end, up to n and none where there are no paths: of level 0, or of a later one.
 * The first fifth is before `first`, and no child is above a bound: a test may change both. */
void family_new(struct queue *q, int bits, const struct reference *r, int64_t n, bool from_sources,
		struct family *out);
/* Find the children, in their order; on the device there is room for them. */
void family_find(struct queue *q, int bits, const struct reference *r, bool from_sources,
		 struct family *f);
void family_free(struct queue *q, struct family *f);

#endif
