/* A random design timed on a device, and copies of all that comes out. */
#ifndef TESTS_LIB_TIMED_H
#define TESTS_LIB_TIMED_H

#include "gpu/timing/timing.h"
#include "random_design.h"

/* Build the graphs and their image, with ends of which nothing is demanded if they are asked for, and put the wires on it, if
 * `wires` and there are any. */
enum status timed_new_as(struct queue *queue, struct task *task, const struct random_design *design,
			 bool wires, bool unconstrained, struct timing **out);
/* The same without ends of which nothing is demanded. */
enum status timed_new(struct queue *queue, struct task *task, const struct random_design *design,
		      bool wires, struct timing **out);
/* Has it parasitics, or loads of nets? */
bool timed_has_wires(const struct random_design *design);
enum status timed_put_wires(struct task *task, const struct random_design *design,
			    struct timing *timing);

/* What drivers see on the device, as struct naive_input has it; NULL without wires, else to be freed. */
enum status timed_take_seen(struct queue *queue, const struct timing *timing,
			    const int32_t **driver, const double **pi);

/* Everything timing_read() brings, and the weights of both splits; owned. */
struct timed_results {
	enum status status; /* of timing_read() */
	/* of the state graph; of the timing graph the next two */
	int64_t n_states, n_slews, n_arcs, n_nets;
	int64_t *arrival, *required;
	double *slew, *load;
	int32_t *delay;
	int fs_bits[N_SPLITS];
	int64_t weight_bytes[N_SPLITS];
	char *weight[N_SPLITS]; /* arcs, then sources */
};

/* Compute and copy. After a failure that isn't STATUS_BAD_INPUT it reports what is there, and
 * nothing has to be released. */
enum status timed_take(struct queue *queue, struct timing *timing, struct timed_results *out);
bool timed_same(const struct timed_results *a, const struct timed_results *b);
void timed_release(struct timed_results *results);

/* The worst slack and the sum of negative ones, worst per endpoint pin, fs; wns is FS_NONE_64 without endpoints. */
struct timing_totals {
	int64_t wns, tns;
	int32_t n_endpoints, n_violated;
};

/* By going over the slacks that timing_read() has read: of a split and an endpoint kind (N_ENDPOINT_KINDS = all). */
struct timing_totals timing_worst(const struct timing *timing, enum split split,
				  enum endpoint_kind kind);

#endif
