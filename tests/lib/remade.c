#include "lib/remade.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/credit/timing_pin_slacks.h"
#include "gpu/credit/timing_slacks.h"
#include "gpu/delay/timing_retime.h"

enum { MOST_SPANS = 4 };

/* Device memory of a product, and a copy. */
struct span {
	const void *at;
	int64_t bytes;
	void *copy; /* owned */
};

struct product {
	bool there;
	struct span span[MOST_SPANS];
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

#define SPAN(d_array, n)                                                                           \
	((struct span){(d_array), (d_array) ? (int64_t)(n) * (int64_t)sizeof *(d_array) : 0, NULL})

/* Where delays, slews and times are. */
static void find_times(const struct timing *timing, int product, struct span span[MOST_SPANS])
{
	const struct timing_image *image = timing->image;
	const struct device_timing *d = &image->device;
	const struct device_states *s = &image->device_states;

	if (product == TIMING_LOADS)
		span[0] = SPAN(d->load, 4 * (int64_t)image->graph->netlist->n_nets);
	if (product == TIMING_DELAYS) {
		span[0] = SPAN(d->delay, 2 * ((int64_t)d->n_arcs + image->graph->n_latch_arcs));
		span[1] = SPAN(d->slew, 2 * (int64_t)d->n_states);
	}
	if (product == TIMING_ARRIVALS) {
		span[0] = SPAN(s->arrival, 2 * (int64_t)s->n_states);
		span[1] = SPAN(s->constant, 2 * (int64_t)image->states->n_constants);
	}
	if (product == TIMING_CHECKS)
		span[0] = SPAN(s->required + 2 * (int64_t)s->first_sink, 2 * (int64_t)s->n_sinks);
	if (product == TIMING_REQUIRED)
		span[0] = SPAN(s->required, 2 * (int64_t)s->n_states);
}

static void find_credit(const struct timing *timing, struct span span[MOST_SPANS])
{
	const struct clock_network *network = &timing->network;
	const struct device_credit *d = &network->device;

	span[0] = SPAN(d->late, network->n);
	span[1] = SPAN(d->early, network->n);
	span[2] = SPAN(d->up_late, network->n);
	span[3] = SPAN(d->up_early, network->n);
}

static void find_bounds(const struct timing *timing, struct span span[MOST_SPANS])
{
	const struct device_timing *d = &timing->image->device;
	const struct retime_image *image = timing->retime;

	span[0] = SPAN(image->d_range, 2 * (int64_t)d->n_states);
	span[1] =
		SPAN(image->d_delay, 2 * ((int64_t)d->n_arcs + timing->image->graph->n_latch_arcs));
	span[2] = SPAN(image->d_required, 2 * (int64_t)timing->image->device_states.n_states);
}

static void find_weights(const struct timing *timing, struct span span[MOST_SPANS])
{
	const struct image *image = timing->image->image;
	const struct device_graph *g = &image->device;

	span[0] = (struct span){g->weight, (int64_t)g->n_arcs * image->fs_bits / 8, NULL};
	span[1] = (struct span){g->source_weight, (int64_t)g->n_sources * image->fs_bits / 8, NULL};
}

static void find(const struct timing *timing, int product, struct span span[MOST_SPANS])
{
	int64_t n_states = timing->image->device_states.n_states;

	memset(span, 0, MOST_SPANS * sizeof *span);
	find_times(timing, product, span);
	if (product == TIMING_CREDIT)
		find_credit(timing, span);
	if (product == TIMING_RETIMING)
		find_bounds(timing, span);
	for (int split = 0; split < N_SPLITS; split++) {
		if (product == TIMING_WEIGHTS + split)
			find_weights(timing, span);
		/* both splits are in one array */
		if (product == TIMING_SLACKS + split && timing_has(timing, TIMING_SLACKS + !split))
			span[0] =
				SPAN(timing->slacks.d_slack, timing->image->device_states.n_sinks);
		if (product == TIMING_PIN_SLACKS + split)
			span[0] = SPAN(timing->pin_slacks.d_slack[split], n_states);
	}
}

static void make(struct test_device *d, struct timing *timing, int product)
{
	struct device_credit credit;
	struct image *image;
	enum split split = (enum split)((product - TIMING_WEIGHTS) % N_SPLITS);

	if (product <= TIMING_CHECKS)
		must(timing_update(timing));
	else if (product == TIMING_REQUIRED)
		must(timing_need_required(timing));
	else if (product == TIMING_BOUND)
		must(timing_bound_paths(timing));
	else if (product == TIMING_CREDIT)
		must(timing_credit(timing, LATE, CREDIT_OPENSTA, NULL, &credit));
	else if (product == TIMING_RETIMING)
		must(timing_bound_credit(timing, LATE, CREDIT_OPENSTA, NULL, &credit));
	else if (product >= TIMING_PIN_SLACKS)
		must(timing_need_pin_slacks(timing, timing->pin_slacks.mode, split));
	else if (product >= TIMING_SLACKS)
		must(timing_need_slacks(timing, timing->slacks.mode,
					split == LATE ? SLACKS_OF_LATE : SLACKS_OF_EARLY,
					&d->task));
	else if (product >= TIMING_WEIGHTS)
		must(timing_search_image(timing, split, &image));
}

static void *copy(struct test_device *d, const struct span *span)
{
	void *items = malloc((size_t)span->bytes + 1);

	if (!items)
		abort();
	from_device(d->queue, items, span->at, span->bytes);
	return items;
}

/* Wires are put on a timing to be made again, so they stay. */
static void take(struct test_device *d, struct timing *timing,
		 struct product all[N_TIMING_PRODUCTS], int *n)
{
	*n = 0;
	for (int p = TIMING_LOADS; p < N_TIMING_PRODUCTS; p++) {
		all[p].there = p != TIMING_SWEPT && timing_has(timing, p);
		if (!all[p].there)
			continue;
		++*n;
		find(timing, p, all[p].span);
		for (int i = 0; i < MOST_SPANS; i++)
			all[p].span[i].copy = copy(d, &all[p].span[i]);
	}
	for (int p = TIMING_LOADS; p < N_TIMING_PRODUCTS; p++)
		timing_outdate(timing, p);
}

static bool same(struct test_device *d, struct timing *timing, int product,
		 const struct span before[MOST_SPANS])
{
	struct span now[MOST_SPANS];
	bool alike = true;

	find(timing, product, now);
	for (int i = 0; i < MOST_SPANS; i++) {
		void *items = copy(d, &now[i]);

		alike &= now[i].bytes == before[i].bytes &&
			 memcmp(items, before[i].copy, (size_t)now[i].bytes) == 0;
		free(items);
	}
	if (!alike)
		printf("# product %d is another when it is made again\n", product);
	return alike;
}

bool remade_alike(struct test_device *d, struct timing *timing, int *n)
{
	struct product all[N_TIMING_PRODUCTS] = {0};
	int64_t largest = timing->largest, sum;
	bool alike = true;

	take(d, timing, all, n);
	for (int p = TIMING_LOADS; p < N_TIMING_PRODUCTS; p++) {
		if (all[p].there)
			make(d, timing, p);
	}
	for (int p = TIMING_LOADS; p < N_TIMING_PRODUCTS; p++) {
		if (all[p].there)
			alike &= same(d, timing, p, all[p].span);
		for (int i = 0; i < MOST_SPANS; i++)
			free(all[p].span[i].copy);
	}
	/* of bounds one may be tighter than another */
	must(timing_sum_paths(timing, &timing->image->device_states, &sum));
	if (all[TIMING_BOUND].there && sum > largest) {
		printf("# paths are bounded by too little\n");
		alike = false;
	}
	return alike;
}
