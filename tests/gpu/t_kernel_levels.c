/*
 * What a search does with a level as a whole: lowering its bound, and a small one in one kernel, against plain loops.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "gpu/search/search_args.h"
#include "lib/kernel_reference.h"
#include "lib/tap.h"

/* ---- a small level ---- */

/* Sort records by slack, stably. */
static void sort_records(struct records *r)
{
	struct records sorted = {0};
	int32_t *order;

	NEW(order, r->n);
	NEW(sorted.slack, r->n);
	NEW(sorted.parent, r->n);
	NEW(sorted.arc, r->n);
	for (int32_t i = 0, j; i < r->n; i++) {
		for (j = i; j > 0 && r->slack[order[j - 1]] > r->slack[i]; j--)
			order[j] = order[j - 1];
		order[j] = i;
	}
	for (int64_t i = 0; i < r->n; i++) {
		sorted.slack[i] = r->slack[order[i]];
		sorted.parent[i] = r->parent[order[i]];
		sorted.arc[i] = r->arc[order[i]];
	}
	memcpy(r->slack, sorted.slack, (size_t)r->n * sizeof *r->slack);
	memcpy(r->parent, sorted.parent, (size_t)r->n * sizeof *r->parent);
	memcpy(r->arc, sorted.arc, (size_t)r->n * sizeof *r->arc);
	free(order);
	free(sorted.slack);
	free(sorted.parent);
	free(sorted.arc);
}

/* small_level; whether its children were few enough is left in `fits`. */
static bool same_small_level(struct queue *q, const struct reference *r, struct image *image,
			     const struct device_forest *f, bool from_sources, int64_t wanted,
			     int64_t bound, bool *fits)
{
	int bits = image->fs_bits;
	struct family level;
	int64_t written;
	struct batch_summary *d_summary = to_device(q, NULL, sizeof *d_summary), got;
	int64_t *d_n = to_device(q, NULL, sizeof *d_n);
	struct small_level_args args = {.graph = image->device, .forest = *f};
	bool same;

	family_new(q, bits, r, wanted, from_sources, &level);
	for (int64_t p = 0; p < level.parents.n; p++)
		level.bound[p] = bound;
	family_find(q, bits, r, from_sources, &level);
	*fits = level.children.n <= SMALL_CHILDREN;
	args.record = level.parents.device;
	args.bound = bound == NONE ? none_of(bits) : bound;
	args.first = (int32_t)level.first;
	args.from_sources = from_sources;
	args.n_parents = (int32_t)level.n;
	args.child = level.children.device;
	args.summary = d_summary;
	args.n_children = d_n;
	LAUNCH(q, small_level, bits, &args, 1);
	from_device(q, &got, d_summary, sizeof got);
	from_device(q, &written, d_n, sizeof written);
	same = got.n_candidates == level.n_candidates && got.n_children == level.children.n &&
	       written == (*fits ? level.children.n : 0);
	if (*fits) {
		sort_records(&level.children);
		same = same && records_same(q, bits, &level.children);
	}
	device_free(q, d_summary);
	device_free(q, d_n);
	family_free(q, &level);
	return same;
}

/* Of few parents up to the most, with bounds that leave few children and many. */
static bool same_small_levels(struct queue *q, const struct reference *r, struct image *image,
			      const struct device_forest *f)
{
	static const int64_t wanted[] = {0, 1, 31, 33, 700, SMALL_PARENTS},
			     bounds[] = {700, 1500, NONE};
	bool same = true, fits, any = false;

	for (int i = 0; i < 6 && same; i++) {
		for (int b = 0; b < 3 && same; b++) {
			same = same_small_level(q, r, image, f, random_below(2), wanted[i],
						bounds[b], &fits);
			any = any || fits;
		}
	}
	return same && any;
}

/* ---- lowering a bound ---- */

/* How many of n slacks are from least up to below a bound. */
static int64_t n_between(const int64_t *slack, int64_t n, int64_t least, int64_t bound)
{
	int64_t n_between = 0;

	for (int64_t i = 0; i < n; i++)
		n_between += slack[i] >= least && slack[i] < bound;
	return n_between;
}

/* The first of the bounds that has k slacks below, of the ranking and of children with credit, or the given one. */
static int64_t lowered_bound(const struct lower_bound_args *k, const int64_t *top,
			     const struct records *children)
{
	for (int64_t b = 1; b <= LOWER_BINS; b++) {
		int64_t bound = k->base + (b << k->shift);

		bound = bound < k->bound ? bound : k->bound;
		if (n_between(top, k->n_top, k->slack_min, bound) +
			    n_between(children->slack, children->n, k->slack_min,
				      bound - k->most_credit) >=
		    k->k)
			return bound;
	}
	return k->bound;
}

/* lower_bound, twice, as it leaves its bins empty */
static bool same_lower_bound(struct queue *q, const struct reference *r, struct image *image,
			     const struct device_forest *f, int64_t k, int64_t slack_min,
			     int64_t credit)
{
	enum { BOUND = 3000, BASE = -1000, N_TOP = 700 };
	int bits = image->fs_bits;
	int32_t zero[LOWER_BINS + 1] = {0};
	struct family level;
	int64_t bound, got, *top = random_times(N_TOP, 2000);
	struct batch_summary *d_summary = to_device(q, NULL, sizeof *d_summary), summary;
	struct lower_bound_args args = {.graph = image->device,
					.forest = *f,
					.bound = BOUND,
					.most_credit = credit,
					.from_sources = true,
					.n_top = N_TOP,
					.k = k,
					.slack_min = slack_min,
					.base = BASE,
					.shift = 2,
					.n_steps = INT32_MAX,
					.bin = to_device(q, zero, sizeof zero),
					.lowered = to_device(q, NULL, sizeof *args.lowered),
					.summary = d_summary};
	bool same = true;

	family_new(q, bits, r, min_i64(r->n, 3000), true, &level);
	level.first = 0;
	for (int64_t p = 0; p < level.parents.n; p++)
		level.bound[p] = BOUND - credit;
	family_find(q, bits, r, true, &level);
	args.record = level.parents.device;
	args.n_parents = level.n;
	args.top = times_to_device(q, bits, top, N_TOP);
	bound = lowered_bound(&args, top, &level.children);
	for (int run = 0; run < 2 && same; run++) {
		LAUNCH(q, lower_bound, bits, &args,
		       (level.n + LOWER_PARENTS - 1) / LOWER_PARENTS +
			       (N_TOP + LOWER_PATHS - 1) / LOWER_PATHS);
		from_device(q, &summary, d_summary, sizeof summary);
		from_device(q, &got, args.lowered, sizeof got);
		same = got == bound && summary.bound == bound &&
		       summary.n_within == n_between(top, N_TOP, slack_min, BOUND) - N_TOP +
						   n_between(level.children.slack, level.children.n,
							     slack_min, BOUND - credit);
	}
	args.n_steps = 3; /* a bound that isn't as low, but has as many below */
	LAUNCH(q, lower_bound, bits, &args,
	       (args.n_parents + LOWER_PARENTS - 1) / LOWER_PARENTS +
		       (N_TOP + LOWER_PATHS - 1) / LOWER_PATHS);
	from_device(q, &got, args.lowered, sizeof got);
	same = same && got >= bound && got <= BOUND;
	family_free(q, &level);
	device_free(q, (void *)args.top);
	device_free(q, args.bin);
	device_free(q, args.lowered);
	device_free(q, d_summary);
	free(top);
	return same;
}

/* ---- all of it ---- */

static void check_graph(struct test_device *d, int64_t size, int bits)
{
	struct queue *q = d->queue;
	struct forest_sweep_args args;
	struct graph_case c;

	graph_case_new(d, size, bits, &c);
	args = (struct forest_sweep_args){c.image->device, c.f};
	SWEEP(q, forest_sweep, bits, &args, c.image->d_part_row, c.image->n_levels);
	OK(same_lower_bound(q, &c.r, c.image, &c.f, 1, INT64_MIN, 0) &&
		   same_lower_bound(q, &c.r, c.image, &c.f, 500, INT64_MIN, 0) &&
		   same_lower_bound(q, &c.r, c.image, &c.f, 800, 100, 0) &&
		   same_lower_bound(q, &c.r, c.image, &c.f, 700, -100, 150) &&
		   same_lower_bound(q, &c.r, c.image, &c.f, 100000000, INT64_MIN, 0),
	   "%s: lower_bound", d->name);
	OK(same_small_levels(q, &c.r, c.image, &c.f), "%s: small_level", d->name);
	graph_case_free(d, &c);
}

int main(void)
{
	return run_on_devices(check_graph);
}
