/* A timing on a device against the naive reference, to the last bit; the first difference is printed.
 */
#ifndef TESTS_LIB_SAME_TIMING_H
#define TESTS_LIB_SAME_TIMING_H

#include "gpu/timing/timing.h"
#include "naive_paths.h"

/* After timing_read(). Delays of all arcs, those that constants make impossible too; slews of all
 * vertices and loads of all nets. */
bool same_delays(struct queue *queue, const struct timing *timing, const struct naive *naive);

/* Arrivals of clock edges in their networks, and the worst of what each edge (and none) launched,
 * at each vertex. */
bool same_arrivals(const struct timing *timing, const struct naive *naive);

/* For the message; false. */
bool differs(const char *what, int64_t where, int64_t ours, int64_t wanted);

/* Lists are sorted and compared; both are freed. The last number of an item is what it has. */
struct item {
	int64_t key[6];
};
bool same_lists(const char *what, struct item *ours, int64_t n_ours, struct item *wanted,
		int64_t n_wanted);

#endif
