/* What paths begin and end with in dies: arrivals in clock networks, and checks. */
#include <string.h>

#include "base/grow.h"
#include "gpu/ssta/die_paths_impl.h"

static int64_t at_of(int32_t place, enum split split)
{
	return N_SPLITS * (int64_t)place + split;
}

static int32_t clock_place(const struct die_making *m, int32_t sink)
{
	int32_t clock = m->timing->image->states->endpoint[sink].clock;

	return clock < 0 ? -1 : m->timing->image->state_place[clock];
}

/* ---- states ---- */

/* Marked by 0: the states that ends name, and all that leads to them. Heads have lower numbers. */
static void mark_nodes(struct die_making *m)
{
	const struct timing *t = m->timing;
	int32_t n_states = t->image->device_states.n_states;

	for (int32_t s = 0; s < m->search->image->device.n_sources; s++) {
		if (m->source_end[s] >= 0)
			m->node_number[at_of(m->base_source[~m->source_from[s]], m->split)] = 0;
	}
	for (int32_t s = 0; s < t->image->device_states.n_sinks; s++) {
		if (m->sink_end[s] >= 0 && clock_place(m, s) >= 0)
			m->node_number[at_of(clock_place(m, s), (enum split)(1 - m->split))] = 0;
	}
	for (int32_t v = 0; v < n_states; v++) {
		for (int split = 0; split < N_SPLITS; split++) {
			if (m->node_number[at_of(v, (enum split)split)] < 0)
				continue;
			for (int32_t j = t->in_row[v]; j < t->in_row[v + 1]; j++)
				m->node_number[at_of(t->in_from[j], (enum split)split)] = 0;
		}
	}
}

/* Nodes by level: each after all that lead to it. */
static enum status number_nodes(struct die_making *m, int32_t *level)
{
	const struct timing *t = m->timing;
	int64_t n = N_SPLITS * (int64_t)t->image->device_states.n_states;
	int32_t n_levels = 0, *row;

	for (int64_t at = n - 1; at >= 0; at--) {
		int64_t v = at / N_SPLITS;

		if (m->node_number[at] < 0)
			continue;
		for (int32_t j = t->in_row[v]; j < t->in_row[v + 1]; j++) {
			int32_t before =
				level[at_of(t->in_from[j], (enum split)(at % N_SPLITS))] + 1;

			level[at] = before > level[at] ? before : level[at];
		}
		n_levels = level[at] >= n_levels ? level[at] + 1 : n_levels;
		m->out->n_nodes++;
	}
	m->out->n_node_levels = n_levels;
	/* rows of a sweep by teams: all of a level's items are large */
	TRY(ALLOC(&m->node_row, 2 * (int64_t)n_levels + 3));
	row = m->node_row;
	for (int64_t at = 0; at < n; at++) {
		if (m->node_number[at] >= 0)
			row[2 * level[at] + 1]++;
	}
	for (int32_t l = 0; l < n_levels; l++) {
		row[2 * l + 1] += row[2 * l];
		row[2 * l + 2] = row[2 * l + 1];
	}
	TRY(ALLOC_ALL(m->out->n_nodes, &m->node, &m->node_bound));
	for (int64_t at = n - 1, place; at >= 0; at--) {
		if (m->node_number[at] < 0)
			continue;
		place = --row[2 * level[at] + 1];
		m->node_number[at] = (int32_t)place;
	}
	for (int32_t l = 0; l < n_levels; l++)
		row[2 * l + 1] = row[2 * l + 2];
	return STATUS_OK;
}

/* An arc into a state in a split; nothing where nothing comes through. */
static enum status add_node_arc(struct die_making *m, int32_t j, enum split split,
				struct die_node *node, int64_t *bound)
{
	const struct timing *t = m->timing;
	int32_t arc = t->arc[t->in_arc[j]], from = m->node_number[at_of(t->in_from[j], split)];
	int32_t column = -1;
	int64_t delay, differs;

	if (arc == ARC_NOWHERE)
		return STATUS_OK;
	delay = arc < 0 ? t->constant[N_SPLITS * (int64_t)~arc + split]
			: t->delay[N_SPLITS * (int64_t)arc + split];
	if (arc < 0 ? delay == FS_NONE_64 : delay == DELAY_NONE)
		return STATUS_OK;
	if (arc >= 0)
		TRY(die_column_of(m, arc, false, &column));
	TRY(APPEND(m->node_arc, m->n_node_arcs, &m->node_arc_capacity,
		   (struct die_node_arc){from, column, delay}));
	node->n++;
	differs = m->node_bound[from] + (column < 0 ? 0 : m->column_bound[column]);
	*bound = differs > *bound ? differs : *bound;
	return STATUS_OK;
}

static enum status fill_nodes(struct die_making *m)
{
	const struct timing *t = m->timing;

	for (int64_t at = N_SPLITS * (int64_t)t->image->device_states.n_states - 1; at >= 0; at--) {
		int32_t number = m->node_number[at];
		int64_t v = at / N_SPLITS;
		struct die_node *node;

		if (number < 0)
			continue;
		node = &m->node[number];
		*node = (struct die_node){.seed = m->seed[at],
					  .first = m->n_node_arcs,
					  .is_early = at % N_SPLITS == EARLY};
		for (int32_t j = t->in_row[v]; j < t->in_row[v + 1]; j++)
			TRY(add_node_arc(m, j, (enum split)(at % N_SPLITS), node,
					 &m->node_bound[number]));
	}
	return STATUS_OK;
}

/* ---- ends ---- */

/* The arrival of a state by its place. */
static int64_t nominal_at(const struct die_making *m, int64_t at)
{
	return m->timing->arrival[at];
}

/* An end, if it varies. */
static enum status add_end(struct die_making *m, int64_t at, int sign, int32_t check,
			   int check_sign, int32_t *number)
{
	struct die_end end = {.node = -1, .check = check, .check_sign = check_sign};
	int64_t bound = check < 0 ? 0 : m->column_bound[check];

	if (at >= 0 && m->node_bound[m->node_number[at]] > 0) {
		end.node = m->node_number[at];
		end.node_sign = sign;
		end.nominal = nominal_at(m, at);
		bound += m->node_bound[end.node];
	}
	*number = -1;
	if (end.node < 0 && check < 0)
		return STATUS_OK;
	TRY(GROW_ALL(&m->end_capacity, m->out->n_ends + 1, &m->end, &m->end_bound));
	m->end_bound[m->out->n_ends] = bound;
	m->end[m->out->n_ends] = end;
	*number = m->out->n_ends++;
	return STATUS_OK;
}

/* Late paths have what is demanded less what they add up to: -(arrival + delays) + required; early ones the other way round. */
static enum status make_ends(struct die_making *m)
{
	for (int32_t s = 0; s < m->search->image->device.n_sources; s++) {
		if (m->source_end[s] >= 0)
			TRY(add_end(m, at_of(m->base_source[~m->source_from[s]], m->split), 1, -1,
				    0, &m->source_end[s]));
	}
	for (int32_t s = 0; s < m->timing->image->device_states.n_sinks; s++) {
		int32_t place = m->sink_end[s] < 0 ? -1 : clock_place(m, s), check;

		if (m->sink_end[s] < 0)
			continue;
		TRY(die_column_of(m, s, true, &check));
		TRY(add_end(m, place < 0 ? -1 : at_of(place, (enum split)(1 - m->split)), -1, check,
			    m->split == LATE ? 1 : -1, &m->sink_end[s]));
	}
	return STATUS_OK;
}

enum status die_clocks_make(struct die_making *m)
{
	int64_t n = N_SPLITS * (int64_t)m->timing->image->device_states.n_states;
	FREED int32_t *level = NULL;

	TRY(ALLOC(&m->node_number, n));
	memset(m->node_number, -1, (size_t)n * sizeof *m->node_number);
	mark_nodes(m);
	TRY(ALLOC(&level, n));
	TRY(number_nodes(m, level));
	TRY(fill_nodes(m));
	return make_ends(m);
}
