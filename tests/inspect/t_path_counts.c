/*
 * All paths by their slack against exhaustive enumeration on small random graphs: the range is exact, the counts are where the
 * error that the result states allows, and exact where all times are multiples of the bins. And numbers of paths
 * that no 64-bit integer holds, from a formula.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/inspect/path_counts.h"
#include "lib/brute.h"
#include "lib/devices.h"
#include "lib/tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

struct totals {
	int graphs, counts, exact, windows, wrong;
};

static double true_below(const struct brute *b, int64_t slack)
{
	int32_t from = 0, to = b->n;

	while (from < to) {
		int32_t middle = (from + to) / 2;

		if (b->path[b->order[middle]].slack < slack)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* Sums, and at each edge of a bin the bounds; where there is no error the counts themselves. */
static bool same_counts(const struct path_counts *c, const struct brute *b)
{
	bool exact = c->below == 0 && c->above == 0;
	double sum = c->n_above, shown = path_counts_before(c);
	bool same = c->n == b->n && c->rounding == 0;

	for (int32_t i = 0; i <= c->n_bins && same;
	     i += 1 + (int32_t)random_below(1 + c->n_bins / 50)) {
		int64_t edge = c->low + i * c->width;
		struct path_bounds bounds = path_counts_below(c, edge);
		double n = true_below(b, edge);

		same = bounds.least <= n && n <= bounds.most &&
		       (!exact || (bounds.least == n && bounds.most == n));
	}
	for (int32_t i = 0; i < c->n_bins; i++)
		sum += c->count[i];
	for (int32_t i = 0; i <= c->axis.n_bins; i++)
		shown += path_counts_in(c, i);
	return same && sum == c->n && shown + c->n_above == c->n;
}

static bool check_counts(struct image *image, const struct brute *b, int64_t scale,
			 struct totals *t)
{
	struct path_counts_query query = {.max_bins = 2 + (int32_t)random_below(20),
					  .max_fine = 1 + (int32_t)random_below(200),
					  .low = INT64_MIN,
					  .high = INT64_MAX};
	int64_t least = b->n ? b->path[b->order[0]].slack : 0;
	int64_t most = b->n ? b->path[b->order[b->n - 1]].slack : 0;
	struct path_counts c;
	bool same;

	if (random_below(3) == 0 && (most - least) / scale < HISTOGRAM_BINS - 1) {
		query.width = scale; /* all times are multiples of it */
		query.max_fine = 1;
	}
	if (random_below(3) == 0)
		query.high = least + random_below(most - least + 2 * scale);
	must(path_counts_make(image, &query, &c));
	same = b->n ? c.least == least && c.most == most && same_counts(&c, b) : c.n == 0;
	same = same && (!query.width || !b->n || (c.width == scale && !c.below && !c.above));
	t->exact += query.width && b->n > 1;
	t->windows += c.n_above > 0;
	t->counts++;
	path_counts_release(&c);
	return same;
}

/* ---- more paths than 64 bits count ---- */

enum { RUNGS = 200, LANES = 40, STEPS = 120 };

static struct image *closed_image(struct test_device *d, struct graph *g)
{
	struct text warnings = TEXT_INIT;
	struct image *image;

	must(graph_close(g, &warnings, &d->task));
	text_release(&warnings);
	must(image_build(d->queue, g, &image));
	graph_unref(g);
	return image;
}

static void add_vertices(struct graph *g, int n)
{
	bool added;

	for (int i = 0; i < n; i++) {
		char name[16];
		int length = snprintf(name, sizeof name, "v%d", i);

		graph_add_vertex(g, name, (size_t)length, &added);
	}
}

/* From each rung two arcs lead to the next, one longer by a step: as many paths have j long ones as there are ways to choose j
 * rungs. */
static void check_ladder(struct test_device *d, int64_t scale)
{
	struct path_counts_query query = {
		.max_fine = 1, .width = scale, .low = INT64_MIN, .high = INT64_MAX};
	struct path_counts c;
	struct image *image;
	struct graph *g;
	double ways = 1; /* to choose j of the rungs: right within 2 j roundings */
	bool same;

	graph_new("ladder", &g);
	add_vertices(g, RUNGS + 1);
	graph_add_source(g, 0, 0);
	for (int i = 0; i < 2 * RUNGS; i++)
		graph_add_arc(g, i / 2, i / 2 + 1, (1 + i % 2) * scale);
	graph_add_sink(g, RUNGS, 2 * RUNGS * scale);
	image = closed_image(d, g);
	must(path_counts_make(image, &query, &c));
	same = c.n == ldexp(1, RUNGS) && c.rounding > 0 && c.rounding < 1e-12 &&
	       c.axis.n_bins == RUNGS + 1 && c.least == 0 && c.n_above == 0;
	for (int j = 0; j <= RUNGS && same; j++) {
		same = fabs(path_counts_in(&c, j) - ways) <=
		       (c.rounding + 2 * RUNGS * 0x1p-53) * ways;
		ways = ways * (RUNGS - j) / (j + 1);
	}
	OK(same, "%s: 2^%d paths", d->name, RUNGS);
	path_counts_release(&c);
	image_free(image);
}

/* Several lanes with random arcs between them: the same bytes on each device. */
static void check_tangle(struct test_device *d, int64_t scale)
{
	static struct path_counts first[2]; /* of the first device, by width of times */
	struct path_counts_query query = {.max_bins = 40,
					  .max_fine = 4000,
					  .low = INT64_MIN,
					  .high = (STEPS * 700 - 45000) * scale};
	struct path_counts *wanted = &first[scale > 1], c;
	struct image *image;
	struct graph *g;

	random_seed(7);
	graph_new("tangle", &g);
	add_vertices(g, LANES * STEPS);
	for (int i = 0; i < LANES; i++) {
		graph_add_source(g, i, random_below(1000) * scale);
		graph_add_sink(g, LANES * (STEPS - 1) + i, STEPS * 700 * scale);
	}
	for (int i = 0; i < LANES * (STEPS - 1); i++)
		for (int k = i % 97 ? 3 : 60; k > 0; k--)
			graph_add_arc(g, i, (i / LANES + 1) * LANES + (int32_t)random_below(LANES),
				      random_below(1000) * scale);
	image = closed_image(d, g);
	must(path_counts_make(image, &query, &c));
	if (!wanted->count)
		*wanted = c;
	OK(c.n > 0x1p64 && c.n_above > 0 && c.n_above < c.n && c.n == wanted->n &&
		   c.below == wanted->below && c.above == wanted->above &&
		   c.bytes_at_once < c.bytes_of_bins / 2 && c.n_bins == wanted->n_bins &&
		   memcmp(c.count, wanted->count, (size_t)c.n_bins * sizeof *c.count) == 0,
	   "%s: %.3g paths, the same bytes", d->name, c.n);
	if (wanted->count != c.count)
		path_counts_release(&c);
	image_free(image);
}

static void check_random(struct test_device *d, int n, int64_t scale)
{
	struct brute *b = calloc(1, sizeof *b);
	struct totals t = {0};

	random_seed(1);
	for (int i = 0; i < n && t.wrong < 5; i++) {
		uint64_t state = random_get_state();
		struct graph *g = brute_random_graph(12, scale, &d->task);
		struct image *image;
		bool same = true;

		must(image_build(d->queue, g, &image));
		if (brute_run(b, g)) {
			t.graphs++;
			for (int k = 0; k < 6 && same; k++)
				same = check_counts(image, b, scale, &t);
		}
		t.wrong += !same;
		if (!same)
			printf("# wrong: %s, state %llu\n", d->name, (unsigned long long)state);
		image_free(image);
		graph_unref(g);
	}
	OK(t.wrong == 0 && (n < 20 || (t.exact > 0 && t.windows > 0)),
	   "%s, %s: %d counts of %d graphs, %d of them exact, %d with paths beyond", d->name,
	   scale > 1 ? "64 bit" : "32 bit", t.counts, t.graphs, t.exact, t.windows);
	free(b);
	check_ladder(d, scale);
	check_tangle(d, scale);
}

int main(void)
{
	return test_random_graphs(1000, check_random);
}
