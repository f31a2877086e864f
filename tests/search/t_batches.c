/*
 * Levels with more children than fit one batch: made in batches of parents by the bounded method
 * and the fused one of the papers, against those of the papers, which make them at once.
 */
#include <stdlib.h>
#include <string.h>

#include "gpu/search/search.h"
#include "lib/devices.h"
#include "lib/tap.h"

enum { FAN = 70000 }; /* choices at a vertex: more than a batch holds */

/* `n_ends` sources, each before a vertex with FAN arcs to one sink; costs are given in fs. */
static struct graph *wide_graph(int n_ends, int64_t (*cost)(int end, int choice), struct task *task)
{
	struct graph *g;
	struct text warnings = TEXT_INIT;
	bool added;

	graph_new("wide", &g);
	graph_add_vertex(g, "z", 1, &added);
	for (int e = 0; e < n_ends; e++) {
		char name[2] = {(char)('a' + e), '\0'};

		graph_add_vertex(g, name, 1, &added);
		graph_add_source(g, 1 + e, 0);
		for (int c = 0; c < FAN; c++)
			graph_add_arc(g, 1 + e, 0, -cost(e, c));
	}
	graph_add_sink(g, 0, 0);
	if (graph_close(g, &warnings, task) != STATUS_OK)
		abort();
	text_release(&warnings);
	return g;
}

/* The k-th path after the first batch costs 2^8 more than the best: one bit more than 2^8 − 1. */
static int64_t power_of_two(int end, int choice)
{
	if (choice == 0)
		return end;
	return end == 0 ? 255 + (choice < 9 ? 1 : choice)
			: 128 + (choice < 3 ? choice : 1000 + choice);
}

static int64_t random_cost(int end, int choice)
{
	return end * 3 + (choice ? random_below(100000) : 0);
}

static int64_t few_costs(int end, int choice)
{
	return end + (choice ? random_below(3) : 0);
}

static struct search *run(struct test_device *d, struct image *image, enum search_method method,
			  int64_t k, int64_t batch)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search;
	struct stepper *stepper;

	options.k = k;
	options.method = method;
	options.batch = batch;
	if (search_begin(image, d->queue, d->queue, &options, 1, &search) != STATUS_OK)
		abort();
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper)) {
		if (stepper->ops->step(stepper, GRAIN_COARSE) != STATUS_OK)
			abort();
	}
	return search;
}

static bool same(struct search *a, struct search *b, int64_t k)
{
	struct snap_rows *x, *y;
	bool equal;

	if (search_rows(a, LEVEL_NEWEST, 0, k, &x) != STATUS_OK ||
	    search_rows(b, LEVEL_NEWEST, 0, k, &y) != STATUS_OK)
		abort();
	equal = x->n == y->n;
	for (int64_t r = 0; r < x->n && equal; r++)
		equal = x->row[r].slack == y->row[r].slack &&
			x->row[r].parent_rank == y->row[r].parent_rank &&
			x->row[r].startpoint == y->row[r].startpoint;
	snap_unref(&x->snap);
	snap_unref(&y->snap);
	return equal;
}

static void check(struct test_device *d, const char *what, int n_ends, int64_t (*cost)(int, int),
		  int64_t k)
{
	struct graph *g = wide_graph(n_ends, cost, &d->task);
	struct image *image;
	struct search *paper, *others[7];
	bool equal = true;

	if (image_build(d->queue, g, &image) != STATUS_OK)
		abort();
	paper = run(d, image, METHOD_PAPER, k, 0);
	others[0] = run(d, image, METHOD_BOUNDED, k, 2 * k + (1 << 16));
	others[1] = run(d, image, METHOD_PAPER_FUSED, k, 2 * k + (1 << 16));
	others[2] = run(d, image, METHOD_PAPER_FUSED, k, 0);
	others[3] = run(d, image, METHOD_PAPER_HOST, k, 2 * k + (1 << 16));
	others[4] = run(d, image, METHOD_PAPER_HOST, k, 0);
	others[5] = run(d, image, METHOD_PAPER_DYNAMIC, k, 2 * k + (1 << 16));
	others[6] = run(d, image, METHOD_PAPER_DYNAMIC, k, 0);
	for (int i = 0; i < 7; i++) {
		equal = equal && same(paper, others[i], k);
		search_stepper(others[i])->ops->end(search_stepper(others[i]));
	}
	search_stepper(paper)->ops->end(search_stepper(paper));
	OK(equal, "%s: %s, k = %lld", d->name, what, (long long)k);
	image_free(image);
	graph_unref(g);
}

int main(void)
{
	random_seed(1);
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check(&d, "bound − base a power of two", 2, power_of_two, 8);
		check(&d, "random costs", 4, random_cost, 1000);
		check(&d, "random costs", 4, random_cost, 100000);
		check(&d, "many ties", 4, few_costs, 50000);
		check(&d, "many ties", 4, few_costs, 1);
		test_device_close(&d);
	}
	return tap_done();
}
