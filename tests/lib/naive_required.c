/* Worst required times of the naive reference, from the ends back. */
#include <stdlib.h>

#include "base/grow.h"
#include "naive_paths.h"

struct requirer {
	const struct naive *naive;
	enum split split;
	int32_t launch;
	const int64_t *arrival;
	int64_t *data, *clock;
	bool *done, *clock_done; /* owned [n_vertices] */
	int64_t at_ends;         /* the worst of the ends at one vertex */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static void merge(const struct requirer *r, int64_t time, int64_t *into)
{
	if (*into == NAIVE_NONE || (r->split == LATE ? time < *into : time > *into))
		*into = time;
}

static void add_end(void *context, const struct naive_path *path)
{
	struct requirer *r = context;

	if (path->required != NAIVE_NONE)
		merge(r, path->required, &r->at_ends);
}

static int64_t require(struct requirer *r, int32_t v)
{
	const struct naive *n = r->naive;
	struct naive_path end = {.split = r->split,
				 .launch = r->launch,
				 .arrival = r->arrival[v],
				 .n_vertices = 1,
				 .vertex = &v};

	if (r->done[v])
		return r->data[v];
	r->done[v] = true;
	r->at_ends = NAIVE_NONE;
	if (r->arrival[v] != NAIVE_NONE)
		naive_ends(n, &end, add_end, r);
	r->data[v] = r->at_ends;
	for (int64_t j = n->out_row[v]; j < n->out_row[v + 1]; j++) {
		const struct naive_arc *arc = &n->arc[n->out_arc[j]];
		int64_t time;

		if (arc->split != r->split || arc->kind == NAIVE_LAUNCH ||
		    arc->delay == NAIVE_NONE || naive_is_source(n, arc->to / 2))
			continue;
		time = require(r, arc->to);
		if (time != NAIVE_NONE)
			merge(r, time - arc->delay, &r->data[v]);
	}
	return r->data[v];
}

static int64_t require_clock(struct requirer *r, int32_t v)
{
	const struct naive *n = r->naive;
	bool propagated = n->in.constraints->clock[r->launch / 2].propagated;

	if (r->clock_done[v])
		return r->clock[v];
	r->clock_done[v] = true;
	for (int64_t j = n->out_row[v]; j < n->out_row[v + 1]; j++) {
		const struct naive_arc *arc = &n->arc[n->out_arc[j]];
		int64_t delay = arc->delay, time = NAIVE_NONE;

		if (delay == NAIVE_NONE)
			continue;
		if (naive_carries(n, arc, r->launch, r->split)) {
			time = require_clock(r, arc->to);
			delay = propagated ? delay : 0;
		} else if (arc->kind == NAIVE_LAUNCH && arc->split == r->split &&
			   !naive_is_source(n, arc->to / 2)) {
			time = require(r, arc->to);
		}
		if (time != NAIVE_NONE)
			merge(r, time - delay, &r->clock[v]);
	}
	return r->clock[v];
}

void naive_required(const struct naive *n, enum split split, int32_t launch, const int64_t *arrival,
		    int64_t *data, int64_t *clock)
{
	struct requirer r = {.naive = n,
			     .split = split,
			     .launch = launch,
			     .arrival = arrival,
			     .data = data,
			     .clock = clock};

	must(ALLOC(&r.done, n->n_vertices));
	must(ALLOC(&r.clock_done, n->n_vertices));
	for (int32_t v = 0; v < n->n_vertices; v++)
		clock[v] = NAIVE_NONE;
	for (int32_t v = 0; v < n->n_vertices; v++) {
		require(&r, v);
		if (launch >= 0)
			require_clock(&r, v);
	}
	free(r.done);
	free(r.clock_done);
}
