/*
 * The endpoints of a program: the sinks of a pin, one path group after another. Those of a pin follow
 * each other in the state graph, but those of its splits and groups are mixed.
 */

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/ssta/ssta_program_impl.h"

/* By sink of the state graph. */
struct sinks {
	uint8_t *counts;     /* owned: it has a slack in the split */
	uint8_t *is_first;   /* owned: of those that count at its pin in its group */
	int32_t *sink, *end; /* owned: how many count before it, and how many ends there are */
};

static int32_t pin_of(const struct making *m, int32_t s)
{
	const struct state_graph *states = m->timing->image->states;

	return state_pin(states, states->graph->sink_vertex[s]);
}

static bool is_first(const struct making *m, const struct sinks *k, int32_t s)
{
	int32_t pin = pin_of(m, s), group = ssta_sink_group(m->timing, s);

	if (!k->counts[s])
		return false;
	for (int32_t before = s - 1; before >= 0 && pin_of(m, before) == pin; before--) {
		if (k->counts[before] && ssta_sink_group(m->timing, before) == group)
			return false;
	}
	return true;
}

static int64_t nominal_slack(const struct making *m, const struct ssta_sink *sink)
{
	int64_t slack = sink->constant;

	if (sink->data >= 0)
		slack -= m->state[sink->data].nominal;
	if (sink->clock >= 0)
		slack -= m->state[sink->clock].nominal;
	return slack;
}

static const struct value *value_of(const struct making *m, int32_t state, int split)
{
	return &m->value[m->number[ssta_node_of(m->timing, state, split)]];
}

static void make_sink(struct making *m, int32_t s, struct ssta_sink *out)
{
	const struct state_graph *states = m->timing->image->states;
	int32_t clock = states->endpoint[s].clock;

	ssta_sink_make(m->timing, m->arcs, s, value_of(m, states->graph->sink_vertex[s], m->split),
		       clock >= 0 ? value_of(m, clock, 1 - m->split) : NULL, out);
}

/* The end that sink s is the first of; its sinks begin at *first. */
static void make_end(struct making *m, const struct sinks *k, int32_t s, int32_t number,
		     int32_t *first)
{
	struct ssta_program *out = m->out;
	int32_t pin = pin_of(m, s), group = ssta_sink_group(m->timing, s);
	struct ssta_end e = {.first = *first, .number = number, .group = group, .series = -1};

	for (int32_t i = s; i < m->timing->image->states->graph->n_sinks && pin_of(m, i) == pin;
	     i++) {
		int64_t slack;

		if (!k->counts[i] || ssta_sink_group(m->timing, i) != group)
			continue;
		make_sink(m, i, &out->sink[*first]);
		slack = nominal_slack(m, &out->sink[(*first)++]);
		e.nominal = e.n++ ? min_i64(e.nominal, slack) : slack;
	}
	out->end[number] = e;
	out->end_pin[number] = pin;
	out->end_group[number] = group;
	out->nominal[number] = e.nominal;
}

/* Those of the pin whose first sink is s. */
static void make_pin(struct making *m, const struct sinks *k, int32_t s)
{
	int32_t n = m->timing->image->states->graph->n_sinks, pin = pin_of(m, s);
	int32_t first = k->sink[s], number = k->end[s];

	for (; s < n && pin_of(m, s) == pin; s++)
		if (k->is_first[s])
			make_end(m, k, s, number++, &first);
}

static enum status count_sinks(struct making *m, struct sinks *k)
{
	struct ssta_program *out = m->out;
	int32_t n = m->timing->image->states->graph->n_sinks;

	TRY(ALLOC_ALL(n, &k->counts, &k->is_first, &k->sink, &k->end));
	OVER_NODES(m, s, 0, n)
	k->counts[s] = ssta_sink_counts(m->timing, m->split, s);
	OVER_NODES(m, s, 0, n)
	k->is_first[s] = is_first(m, k, s);
	for (int32_t s = 0; s < n; s++) {
		k->sink[s] = out->n_sinks;
		k->end[s] = out->n_ends;
		out->n_sinks += k->counts[s];
		out->n_ends += k->is_first[s];
	}
	if (out->n_ends > 1 << SSTA_END_BITS)
		return status_fail(STATUS_NO_MEMORY, "more than %d endpoints", 1 << SSTA_END_BITS);
	return STATUS_OK;
}

static FREES(sinks_release, struct sinks, x->counts, x->is_first, x->sink, x->end);

enum status ssta_make_ends(struct making *m)
{
	struct ssta_program *out = m->out;
	RELEASED_BY(sinks_release) struct sinks k = {0};

	out->n_groups = m->timing->image->states->n_groups;
	TRY(count_sinks(m, &k));
	TRY(ALLOC(&out->sink, out->n_sinks));
	TRY(ALLOC_ALL(out->n_ends, &out->end, &out->end_pin, &out->end_group, &out->nominal));
	OVER_NODES(m, s, 0, m->timing->image->states->graph->n_sinks)
	if (s == 0 || pin_of(m, s) != pin_of(m, s - 1))
		make_pin(m, &k, s);
	return STATUS_OK;
}
