#include "gpu/timing/timing_references.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"

/* A cone on the host, in the order of the image's places: heads before tails. */
struct cone {
	struct timing *timing;
	enum split split;
	int32_t vertex, n;
	int32_t *place; /* owned [n] */
	int32_t *next;  /* owned [n]: towards the related pin, -1 = it is there */
	int64_t *
		onward; /* owned [n] fs: worst delay up to there, FS_NONE_64 = no way leads there */
};

void timing_trace_release(struct timing_trace *trace)
{
	free(trace->state);
	free(trace->arrival);
	*trace = (struct timing_trace){0};
}

static enum status add_step(struct timing_trace *trace, int32_t state, int64_t arrival)
{
	TRY(GROW(&trace->state, &trace->state_capacity, (int64_t)trace->n + 1));
	TRY(GROW(&trace->arrival, &trace->arrival_capacity, (int64_t)trace->n + 1));
	trace->state[trace->n] = state;
	trace->arrival[trace->n++] = arrival;
	return STATUS_OK;
}

static int32_t state_at(const struct cone *c, int32_t i)
{
	return c->timing->image->image->state_vertex[c->place[i]];
}

/* Ways from the tails of a state's arcs lead through it where that is worse. */
static void pass_back(struct cone *c, int32_t i)
{
	const struct timing *t = c->timing;

	for (int32_t j = t->in_row[c->place[i]]; j < t->in_row[c->place[i] + 1]; j++) {
		int64_t delay = timing_delay_of_arc(t, t->in_arc[j], c->split), onward;
		int32_t tail = find_sorted(c->place, sizeof *c->place, c->n, t->in_from[j]);

		if (tail < 0 || delay == FS_NONE_64)
			continue;
		onward = c->onward[i] + delay;
		if (c->onward[tail] != FS_NONE_64 &&
		    (c->split == LATE ? onward <= c->onward[tail] : onward >= c->onward[tail]))
			continue;
		c->onward[tail] = onward;
		c->next[tail] = i;
	}
}

static void find_ways(struct cone *c)
{
	const struct state_graph *states = c->timing->image->states;

	for (int32_t i = 0; i < c->n; i++) {
		c->onward[i] = state_vertex(states, state_at(c, i)) == c->vertex ? 0 : FS_NONE_64;
		c->next[i] = -1;
	}
	for (int32_t i = 0; i < c->n; i++) {
		if (c->onward[i] != FS_NONE_64 && !(states->flags[state_at(c, i)] & STATE_START))
			pass_back(c, i);
	}
}

/* Where the worst of a reference's ways begins, -1 = nothing arrives. */
static int32_t worst_start(const struct cone *c, const struct reference_cone *of, int32_t reference)
{
	const struct timing *t = c->timing;
	const struct state_graph *states = t->image->states;
	int64_t worst = FS_NONE_64;
	int32_t start = -1;

	for (int32_t i = of->first; i < of->first + of->n; i++) {
		int32_t state = states->references.state[i], at;
		int64_t arrival = timing_arrival(t, state, c->split);

		if (states->references.of_state[i] != reference || arrival == FS_NONE_64)
			continue;
		at = find_sorted(c->place, sizeof *c->place, c->n, t->image->state_place[state]);
		if (c->onward[at] == FS_NONE_64)
			continue;
		arrival += c->onward[at];
		if (worst != FS_NONE_64 && (c->split == LATE ? arrival <= worst : arrival >= worst))
			continue;
		worst = arrival;
		start = at;
	}
	return start;
}

static enum status follow(struct cone *c, const struct reference_cone *of, int32_t reference,
			  struct timing_trace *out)
{
	int32_t i;
	int64_t at;

	for (i = 0; i < c->n; i++)
		c->place[i] = c->timing->image->state_place[c->timing->image->states->references
								    .state[of->first + i]];
	if (c->n)
		qsort(c->place, (size_t)c->n, sizeof *c->place, compare_int32);
	find_ways(c);
	i = worst_start(c, of, reference);
	at = i < 0 ? 0 : timing_arrival(c->timing, state_at(c, i), c->split) + c->onward[i];
	for (; i >= 0; i = c->next[i])
		TRY(add_step(out, state_at(c, i), at - c->onward[i]));
	return STATUS_OK;
}

static enum status trace_cone(struct timing *timing, enum split split, int32_t reference,
			      struct timing_trace *out)
{
	const struct state_graph *states = timing->image->states;
	const struct reference_cone *of =
		&states->references.cone[states->references.reference[reference].cone];
	struct cone c = {.timing = timing, .split = split, .vertex = of->vertex, .n = of->n};
	enum status status = ALLOC(&c.place, c.n);

	if (status == STATUS_OK)
		status = ALLOC(&c.next, c.n);
	if (status == STATUS_OK)
		status = ALLOC(&c.onward, c.n);
	if (status == STATUS_OK)
		status = follow(&c, of, reference, out);
	free(c.place);
	free(c.next);
	free(c.onward);
	return status;
}

/* Back from the related pin by the worst arrivals, then turned round. */
static enum status trace_state(struct timing *timing, enum split split, int32_t state,
			       struct timing_trace *out)
{
	const struct state_graph *states = timing->image->states;

	while (state >= 0) {
		TRY(add_step(out, state, timing_arrival(timing, state, split)));
		if (states->flags[state] & STATE_START)
			break;
		TRY(timing_came_from(timing, split, state, &state, NULL));
	}
	for (int32_t i = 0, j = out->n - 1; i < j; i++, j--) {
		int32_t s = out->state[i];
		int64_t at = out->arrival[i];

		out->state[i] = out->state[j];
		out->arrival[i] = out->arrival[j];
		out->state[j] = s;
		out->arrival[j] = at;
	}
	return STATUS_OK;
}

enum status timing_trace_reference(struct timing *timing, int32_t sink, struct timing_trace *out)
{
	const struct endpoint *endpoint = &timing->image->states->endpoint[sink];
	enum split other = endpoint->split == LATE ? EARLY : LATE;

	*out = (struct timing_trace){0};
	TRY(timing_read_fan_in(timing));
	return endpoint->reference < 0 ? trace_state(timing, other, endpoint->clock, out)
				       : trace_cone(timing, other, endpoint->reference, out);
}
