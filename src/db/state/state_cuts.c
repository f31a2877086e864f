#include "db/state/state_cuts.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/fan_out.h"
#include "db/state/state_impl.h"

struct cutter {
	struct state_builder *b;
	struct state_graph *states;
	const struct timing_graph *timing;
	struct state_cuts *cuts;
	struct state_changes *out;
};

/* More lists of exceptions than state_find_reach() has bits for in any design: then another list may change what is
 * carried along. */
static bool may_share_bits(const struct constraints *constraints)
{
	int64_t n_lists = 0;
	bool passes_any = false;

	for (int32_t e = 0; e < constraints->n_exceptions; e++) {
		const struct exception *x = &constraints->exception[e];

		n_lists += x->filter.n_throughs + (x->filter.to.n > 0);
		passes_any |= exception_cuts(x) && x->filter.n_throughs;
	}
	return passes_any && n_lists > 64;
}

bool state_can_cut(const struct state_builder *b)
{
	if (b->states->cuts && b->states->cuts->old_seeds && b->states->cuts->n_seeds)
		return false;
	return !may_share_bits(b->constraints) && b->states->is_timing_graph && !b->unconstrained &&
	       b->netlist->n_all_pins == b->netlist->n_pins && !b->exceptions.has_delays &&
	       /* no edit of states that stay adds one */
	       (b->states->cuts || !state_has_data_checks(b)) && !state_has_required(b) &&
	       !derates_tell_domains(b->constraints) && !b->states->n_inputs;
}

void state_cuts_free(struct state_cuts *cuts)
{
	if (!cuts)
		return;
	free(cuts->fan_in);
	free(cuts->source);
	free(cuts->state);
	free(cuts->arc);
	free(cuts->seed);
	free(cuts);
}

static bool is_cut_seed(const struct state_cuts *cuts, int32_t seed)
{
	bool is_cut = false;

	for (int32_t i = 0; i < cuts->n_seeds && !is_cut; i++)
		is_cut = cuts->seed[i].seed == seed;
	return is_cut;
}

enum status state_merge_cut_seeds(struct state_graph *states, const struct seed *old, int32_t n_old,
				  bool *fits)
{
	struct seed *now = states->seed, *all;
	int32_t n_now = states->n_seeds, n = 0;

	*fits = n_now == n_old - (states->cuts ? states->cuts->n_seeds : 0);
	if (!*fits || n_now == n_old)
		return STATUS_OK;
	TRY(ALLOC(&all, n_old));
	for (int32_t i = 0; i < n_old; i++)
		all[i] = is_cut_seed(states->cuts, i) ? old[i] : now[n++];
	free(now);
	states->seed = all;
	states->n_seeds = states->seed_capacity = n_old;
	states->cuts->old_seeds = true;
	return STATUS_OK;
}

/* ---- beginning ---- */

static bool passes(const struct state_graph *states, int32_t arc)
{
	return state_delay(states, arc) != ARC_BLOCKED;
}

static void let_pass(struct state_graph *states, int32_t arc, int32_t delay)
{
	if (states->arc)
		states->arc[arc] = delay;
	else
		states->passes[arc] = delay != ARC_BLOCKED;
}

static void count_fan_in(const struct state_graph *states, int32_t *fan_in)
{
	const struct graph *graph = states->graph;

	OVER_ITEMS(a, graph->n_arcs)
	{
		if (passes(states, (int32_t)a))
			__atomic_fetch_add(&fan_in[graph->arc_to[a]], 1, __ATOMIC_RELAXED);
	}
}

static enum status need_cuts(struct state_graph *states)
{
	const struct graph *graph = states->graph;
	struct state_cuts *cuts;
	enum status status;

	if (states->cuts)
		return STATUS_OK;
	TRY(ALLOC(&cuts, 1));
	status = ALLOC(&cuts->fan_in, graph->n_vertices);
	if (status == STATUS_OK)
		status = ALLOC(&cuts->source, graph->n_sources);
	if (status != STATUS_OK) {
		state_cuts_free(cuts);
		return status;
	}
	count_fan_in(states, cuts->fan_in);
	cuts->n_sources = graph->n_sources;
	if (graph->n_sources)
		memcpy(cuts->source, graph->source_vertex,
		       (size_t)graph->n_sources * sizeof *cuts->source);
	states->cuts = cuts;
	return STATUS_OK;
}

/* ---- what has changed ---- */

static enum status note_state(struct state_changes *out, int32_t state)
{
	TRY(GROW(&out->cut_state, &out->cut_state_capacity, (int64_t)out->n_cut_states + 1));
	out->cut_state[out->n_cut_states++] = state;
	return STATUS_OK;
}

static enum status note_arc(struct state_changes *out, int32_t arc)
{
	TRY(GROW(&out->cut_arc, &out->cut_arc_capacity, (int64_t)out->n_cut_arcs + 1));
	out->cut_arc[out->n_cut_arcs++] = arc;
	return STATUS_OK;
}

/* ---- undoing ---- */

/* From the last on, as one state may be noted twice. */
static enum status undo(struct cutter *c)
{
	struct state_cuts *cuts = c->cuts;

	for (; cuts->n_arcs > 0; cuts->n_arcs--) {
		const struct cut_arc *a = &cuts->arc[cuts->n_arcs - 1];

		TRY(note_arc(c->out, a->arc));
		let_pass(c->states, a->arc, a->delay);
		cuts->fan_in[c->timing->graph->arc_to[a->arc]]++;
		c->out->arcs_came = true;
	}
	for (; cuts->n_states > 0; cuts->n_states--) {
		const struct cut_state *s = &cuts->state[cuts->n_states - 1];

		TRY(note_state(c->out, s->vertex));
		c->states->tag_of[s->vertex] = s->tag;
		c->states->flags[s->vertex] = s->flags;
	}
	for (; cuts->n_seeds > 0; cuts->n_seeds--) {
		const struct cut_seed *s = &cuts->seed[cuts->n_seeds - 1];

		memcpy(c->states->seed[s->seed].arrival, s->arrival, sizeof s->arrival);
		c->out->seeds = true;
	}
	return STATUS_OK;
}

/* ---- cutting ---- */

static enum status keep_state(struct cutter *c, int32_t vertex)
{
	struct state_cuts *cuts = c->cuts;

	TRY(GROW(&cuts->state, &cuts->state_capacity, (int64_t)cuts->n_states + 1));
	TRY(note_state(c->out, vertex));
	cuts->state[cuts->n_states++] =
		(struct cut_state){vertex, c->states->tag_of[vertex], c->states->flags[vertex]};
	return STATUS_OK;
}

/* If nothing leads there and nothing begins there; its arcs are cut later. */
static enum status remove_lost(struct cutter *c, int32_t vertex)
{
	if (c->cuts->fan_in[vertex] > 0 || c->states->flags[vertex] & STATE_SEEDED ||
	    c->states->tag_of[vertex] < 0)
		return STATUS_OK;
	TRY(keep_state(c, vertex));
	c->states->tag_of[vertex] = -1;
	c->states->flags[vertex] = 0;
	return STATUS_OK;
}

static enum status cut_arc(struct cutter *c, int32_t arc)
{
	struct state_cuts *cuts = c->cuts;
	int32_t head = c->timing->graph->arc_to[arc];

	if (!passes(c->states, arc))
		return STATUS_OK;
	TRY(GROW(&cuts->arc, &cuts->arc_capacity, (int64_t)cuts->n_arcs + 1));
	TRY(note_arc(c->out, arc));
	cuts->arc[cuts->n_arcs++] = (struct cut_arc){arc, state_delay(c->states, arc)};
	let_pass(c->states, arc, ARC_BLOCKED);
	cuts->fan_in[head]--;
	return remove_lost(c, head);
}

static enum status cut_seed(struct cutter *c, int32_t vertex)
{
	struct state_cuts *cuts = c->cuts;
	struct seed *seed = c->states->seed, *end = seed + c->states->n_seeds;

	if (!(c->states->flags[vertex] & STATE_SEEDED))
		return STATUS_OK;
	while (seed < end && seed->state != vertex)
		seed++;
	if (seed == end) /* a snapshot may say anything */
		return STATUS_OK;
	TRY(GROW(&cuts->seed, &cuts->seed_capacity, (int64_t)cuts->n_seeds + 1));
	TRY(keep_state(c, vertex));
	cuts->seed[cuts->n_seeds] = (struct cut_seed){.seed = (int32_t)(seed - c->states->seed)};
	memcpy(cuts->seed[cuts->n_seeds++].arrival, seed->arrival, sizeof seed->arrival);
	seed->arrival[EARLY] = seed->arrival[LATE] = FS_NOTHING;
	c->states->flags[vertex] &= (uint8_t) ~(STATE_SEEDED | STATE_START);
	c->out->seeds = true;
	return remove_lost(c, vertex);
}

/* Where its clock is known, a register begins paths as long as it launches something. */
static enum status settle_start(struct cutter *c, int32_t vertex)
{
	const struct timing_graph *timing = c->timing;
	const struct tag *tag = state_tag(c->states, vertex);
	bool any = false;

	if (!tag || tag->kind != TAG_CLOCK || !(c->states->flags[vertex] & STATE_START))
		return STATUS_OK;
	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1] && !any; j++)
		any = state_launches(c->b, timing->out_arc[j]) &&
		      passes(c->states, timing->out_arc[j]);
	if (any)
		return STATUS_OK;
	TRY(keep_state(c, vertex));
	c->states->flags[vertex] &= (uint8_t)~STATE_START;
	return STATUS_OK;
}

static enum status cut_launches(struct cutter *c, int32_t vertex)
{
	const struct timing_graph *timing = c->timing;

	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		if (state_launches(c->b, timing->out_arc[j]))
			TRY(cut_arc(c, timing->out_arc[j]));
	}
	return settle_start(c, vertex);
}

static enum status cut_arcs_from_to(void *cutter, int32_t pin, int32_t head)
{
	struct cutter *c = cutter;
	const struct timing_graph *timing = c->timing;

	for (int32_t j = timing->out_row[pin * N_EDGES]; j < timing->out_row[(pin + 1) * N_EDGES];
	     j++) {
		int32_t arc = timing->out_arc[j];

		if (timing->graph->arc_to[arc] != head || !passes(c->states, arc))
			continue;
		TRY(cut_arc(c, arc));
		/* the last that a register launched */
		TRY(settle_start(c, timing->graph->arc_from[arc]));
	}
	return STATUS_OK;
}

/* Whatever begins there. */
static enum status cut_from(struct cutter *c, int32_t vertex)
{
	const struct tag *tag = state_tag(c->states, vertex);

	if (!tag)
		return STATUS_OK;
	return tag->kind == TAG_DATA ? cut_seed(c, vertex) : cut_launches(c, vertex);
}

/* Also what comes through, if these clocks launched it. */
static enum status cut_through(struct cutter *c, int32_t vertex, const struct point_list *clocks)
{
	const struct tag *tag = state_tag(c->states, vertex);

	if (!tag || (clocks->given && !point_list_has_clock(clocks, tag->clock_edge)))
		return STATUS_OK;
	TRY(cut_from(c, vertex));
	return tag->kind == TAG_DATA ? state_each_tail(c->b->netlist, vertex, cut_arcs_from_to, c)
				     : STATUS_OK;
}

static enum status cut_points(struct cutter *c, const struct path_filter *filter)
{
	const struct point_list *list = filter->n_throughs ? &filter->through[0] : &filter->from;

	for (int32_t i = 0; i < list->n; i++) {
		for (int edge = 0; edge < N_EDGES; edge++) {
			int32_t vertex = list->point[i].id * N_EDGES + edge;

			if (!(list->point[i].edges >> edge & 1))
				continue;
			TRY(filter->n_throughs ? cut_through(c, vertex, &filter->from)
					       : cut_from(c, vertex));
		}
	}
	return STATUS_OK;
}

/* States that are removed meanwhile come at the end of the list. */
static enum status cut_behind(struct cutter *c)
{
	const struct timing_graph *timing = c->timing;

	for (int32_t i = 0; i < c->cuts->n_states; i++) {
		int32_t v = c->cuts->state[i].vertex;

		for (int32_t j = timing->out_row[v];
		     c->states->tag_of[v] < 0 && j < timing->out_row[v + 1]; j++)
			TRY(cut_arc(c, timing->out_arc[j]));
	}
	return STATUS_OK;
}

/* ---- where paths begin ---- */

static void list_all_sources(struct state_graph *states)
{
	const struct state_cuts *cuts = states->cuts;
	int32_t n = 0;

	for (int32_t i = 0; i < cuts->n_sources; i++) {
		if (states->flags[cuts->source[i]] & STATE_START)
			states->graph->source_vertex[n++] = cuts->source[i];
	}
	states->graph->n_sources = n;
}

/* -1 = none of them: a snapshot may say anything. */
static int32_t source_place(const struct state_cuts *cuts, int32_t vertex)
{
	for (int32_t i = 0; i < cuts->n_sources; i++) {
		if (cuts->source[i] == vertex)
			return i;
	}
	return -1;
}

/* Few are at most this part of all. */
enum { FEW_OF = 4 };

/* The places of those that are gone, if they are few; how many, -1 = more. A state may be noted twice. */
static int32_t find_gone(const struct state_graph *states, int32_t *gone)
{
	const struct state_cuts *cuts = states->cuts;
	int32_t n = 0, kept = 0;

	for (int32_t i = 0; i < cuts->n_states; i++) {
		const struct cut_state *s = &cuts->state[i];

		if (!(s->flags & STATE_START) || states->flags[s->vertex] & STATE_START)
			continue;
		if (n == MOST_GONE_SOURCES || FEW_OF * (n + 1) > cuts->n_sources)
			return -1;
		gone[n] = source_place(cuts, s->vertex);
		if (gone[n++] < 0)
			return -1;
	}
	if (n)
		qsort(gone, (size_t)n, sizeof *gone, compare_int32);
	for (int32_t i = 0; i < n; i++) {
		if (!kept || gone[kept - 1] != gone[i])
			gone[kept++] = gone[i];
	}
	return kept;
}

/* All but those, which are listed. */
static void list_other_sources(struct state_graph *states, const int32_t *gone, int32_t n_gone)
{
	const struct state_cuts *cuts = states->cuts;
	int32_t *out = states->graph->source_vertex, from = 0, n = 0;

	for (int32_t i = 0; i <= n_gone; i++) {
		int32_t end = i < n_gone ? gone[i] : cuts->n_sources;

		if (end > from)
			memcpy(out + n, cuts->source + from, (size_t)(end - from) * sizeof *out);
		n += end - from;
		from = end + 1;
	}
	states->graph->n_sources = n;
}

/* Of those that there were, in their order. */
static void list_sources(struct state_graph *states, struct state_changes *out)
{
	struct state_cuts *cuts = states->cuts;
	int32_t n = find_gone(states, out->gone_source);
	size_t size = sizeof *cuts->gone * (size_t)(n > 0 ? n : 0);

	out->n_gone_sources = n;
	out->sources =
		n < 0 || n != cuts->n_gone || memcmp(cuts->gone, out->gone_source, size) != 0;
	if (n < 0)
		list_all_sources(states);
	else if (out->sources)
		list_other_sources(states, out->gone_source, n);
	cuts->n_gone = n;
	memcpy(cuts->gone, out->gone_source, size);
}

enum status state_cut_again(struct state_builder *b, struct state_changes *out)
{
	struct cutter c = {b, b->states, b->timing, NULL, out};

	TRY(timing_graph_need_fan_out(b->owner));
	TRY(need_cuts(b->states));
	c.cuts = b->states->cuts;
	out->cuts = true;
	TRY(undo(&c));
	for (int32_t e = 0; e < b->constraints->n_exceptions; e++) {
		if (exception_cuts(&b->constraints->exception[e]))
			TRY(cut_points(&c, &b->constraints->exception[e].filter));
	}
	TRY(cut_behind(&c));
	list_sources(b->states, out);
	return STATUS_OK;
}
