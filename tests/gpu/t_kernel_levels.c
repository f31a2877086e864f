/*
 * What a search does with a level as a whole: lowering its bound, and a small one in one kernel, against plain loops.
 */
#include <stdlib.h>
#include <string.h>

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
	struct records parents, out;
	int64_t first, n, total, candidates = 0, written, *bounds;
	int32_t *n_child, *n_candidate;
	struct batch_summary *d_summary = to_device(q, NULL, sizeof *d_summary), got;
	int64_t *d_n = to_device(q, NULL, sizeof *d_n);
	struct small_level_args args = {.graph = image->device, .forest = *f};
	bool same;

	random_parents(q, bits, r, r->m == 0 || r->graph->n_sources == 0 ? 0 : wanted, from_sources,
		       &parents);
	first = parents.n / 5;
	n = parents.n - first;
	NEW(bounds, parents.n);
	for (int64_t p = 0; p < parents.n; p++)
		bounds[p] = bound;
	NEW(n_child, n);
	NEW(n_candidate, n);
	total = reference_children(r, &parents, first, from_sources, bounds, n_child, n_candidate,
				   NULL);
	*fits = total <= SMALL_CHILDREN;
	records_new(q, bits, total, &out);
	reference_children(r, &parents, first, from_sources, bounds, n_child, n_candidate, &out);
	for (int64_t p = 0; p < n; p++)
		candidates += n_candidate[p];
	args.record = parents.device;
	args.bound = bound == NONE ? none_of(bits) : bound;
	args.first = (int32_t)first;
	args.from_sources = from_sources;
	args.n_parents = (int32_t)n;
	args.child = out.device;
	args.summary = d_summary;
	args.n_children = d_n;
	LAUNCH(q, small_level, bits, &args, 1);
	from_device(q, &got, d_summary, sizeof got);
	from_device(q, &written, d_n, sizeof written);
	same = got.n_candidates == candidates && got.n_children == total &&
	       written == (*fits ? total : 0);
	if (*fits) {
		sort_records(&out);
		same = same && records_same(q, bits, &out);
	}
	device_free(q, d_summary);
	device_free(q, d_n);
	records_free(q, &parents);
	records_free(q, &out);
	free(bounds);
	free(n_child);
	free(n_candidate);
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
	int64_t wanted = r->m == 0 || r->graph->n_sources == 0 ? 0 : r->n < 3000 ? r->n : 3000;
	struct records parents, out;
	int32_t *n_child, *n_candidate, zero[LOWER_BINS + 1] = {0};
	int64_t total, bound, got, *bounds, *top = random_times(N_TOP, 2000);
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

	random_parents(q, bits, r, wanted, true, &parents);
	NEW(bounds, parents.n);
	for (int64_t p = 0; p < parents.n; p++)
		bounds[p] = BOUND - credit;
	NEW(n_child, parents.n);
	NEW(n_candidate, parents.n);
	total = reference_children(r, &parents, 0, true, bounds, n_child, n_candidate, NULL);
	records_new(q, bits, total, &out);
	reference_children(r, &parents, 0, true, bounds, n_child, n_candidate, &out);
	args.record = parents.device;
	args.n_parents = parents.n;
	args.top = times_to_device(q, bits, top, N_TOP);
	bound = lowered_bound(&args, top, &out);
	for (int run = 0; run < 2 && same; run++) {
		LAUNCH(q, lower_bound, bits, &args,
		       (parents.n + LOWER_PARENTS - 1) / LOWER_PARENTS +
			       (N_TOP + LOWER_PATHS - 1) / LOWER_PATHS);
		from_device(q, &summary, d_summary, sizeof summary);
		from_device(q, &got, args.lowered, sizeof got);
		same = got == bound && summary.bound == bound &&
		       summary.n_within ==
			       n_between(top, N_TOP, slack_min, BOUND) - N_TOP +
				       n_between(out.slack, out.n, slack_min, BOUND - credit);
	}
	args.n_steps = 3; /* a bound that isn't as low, but has as many below */
	LAUNCH(q, lower_bound, bits, &args,
	       (parents.n + LOWER_PARENTS - 1) / LOWER_PARENTS +
		       (N_TOP + LOWER_PATHS - 1) / LOWER_PATHS);
	from_device(q, &got, args.lowered, sizeof got);
	same = same && got >= bound && got <= BOUND;
	records_free(q, &parents);
	records_free(q, &out);
	device_free(q, (void *)args.top);
	device_free(q, args.bin);
	device_free(q, args.lowered);
	device_free(q, d_summary);
	free(bounds);
	free(top);
	free(n_child);
	free(n_candidate);
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
