#include "db/state/state_layers.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/fan_out.h"
#include "db/state/state_layers_impl.h"

enum {
	ALWAYS = 1000, /* states are never too many for one thread; else … */
	PART = 8,      /* … those that are no more than this part of those below */
};

/* ---- can it be ---- */

static int64_t most_of(int32_t n)
{
	return n / PART + ALWAYS;
}

enum status state_may_layer(const struct state_builder *b, bool *may)
{
	*may = b->constraints && b->exceptions.named && !b->exceptions.n_ignoring && !b->segment &&
	       !b->timing->n_latch_arcs;
	if (!*may)
		return STATUS_OK;
	/* those of one vertex are found without it only where pins have one side */
	if (b->netlist->n_all_pins > b->netlist->n_pins)
		TRY(timing_graph_need_fan_out(b->owner));
	return layer_cone_is_small(b, most_of(b->timing->graph->n_vertices), may);
}

void state_layers_free(struct state_layers *layers)
{
	if (!layers)
		return;
	layer_forget_rows(layers);
	free(layers->seed);
	free(layers->state);
	free(layers->arc);
	free(layers);
}

/* ---- what is on top ---- */

/* So that it can be as it was. */
static enum status keep_state(struct layering *l, int32_t state)
{
	struct state_layers *layers = l->layers;

	TRY(GROW(&layers->state, &layers->state_capacity, (int64_t)layers->n_states + 1));
	layers->state[layers->n_states++] =
		(struct cut_state){state, l->states->tag_of[state], l->states->flags[state]};
	return STATUS_OK;
}

static void count_arc(struct layering *l, int32_t arc, int by)
{
	int32_t place = layer_place(l, l->states->graph->arc_to[arc]);

	if (place >= 0)
		l->cone.fan_in[place] += by;
}

static enum status cut_arc(struct layering *l, int32_t arc)
{
	struct state_layers *layers = l->layers;
	uint8_t *passes = l->states->passes;
	int32_t delay = passes ? arc : *layer_delay(l->states, arc);

	if (delay < 0)
		return status_fail(STATUS_FAILED,
				   "an arc with a constant delay in layers of states");
	TRY(GROW(&layers->arc, &layers->arc_capacity, (int64_t)layers->n_arcs + 1));
	layers->arc[layers->n_arcs++] = (struct cut_arc){arc, delay};
	if (passes)
		passes[arc] = PASSES_CUT;
	else
		*layer_delay(l->states, arc) += FIRST_CUT;
	count_arc(l, arc, -1);
	return STATUS_OK;
}

static enum status get_above(struct layering *l, int32_t below, int32_t tag, int32_t *state)
{
	int32_t n = l->states->graph->n_vertices, n_below = l->layers->n_below;

	TRY(state_get(l->b, state_vertex(l->states, below), tag, state));
	if (*state < n)
		return STATUS_OK;
	TRY(GROW(&l->below, &l->below_capacity, (int64_t)*state - n_below + 1));
	l->below[*state - n_below] = below;
	return STATUS_OK;
}

/* Beside an arc below. */
static enum status add_above(struct layering *l, int32_t from, int32_t arc, int32_t tag)
{
	int32_t to;

	TRY(get_above(l, l->states->graph->arc_to[arc], tag, &to));
	TRY(state_add_arc(l->b, from, to, layer_timing_arc(l, arc), layer_timing_arc(l, arc)));
	if (to < l->layers->n_below)
		count_arc(l, l->states->graph->n_arcs - 1, 1);
	return STATUS_OK;
}

static enum status begin_seed(struct layering *l, const struct tag *tag, int32_t vertex,
			      int32_t *progress)
{
	if (!tag->progress)
		return progress_begin(l->b, tag->clock_edge, vertex, vertex, progress);
	if (progress_is_clock(l->states, tag->progress))
		return progress_begin_clock(l->b, tag->clock_edge, vertex, progress);
	return progress_begin_apart(l->b, tag->clock_edge, vertex, progress);
}

enum status layer_keep_seed(struct state_graph *states, const struct seed *seed)
{
	TRY(GROW(&states->seed, &states->seed_capacity, (int64_t)states->n_seeds + 1));
	states->seed[states->n_seeds++] = *seed;
	return STATUS_OK;
}

/* An input delay, or data without a clock, that begins exceptions. */
static enum status seed_above(struct layering *l, const struct seed *below)
{
	struct state_graph *states = l->states;
	struct tag own = states->tag[states->tag_of[below->state]];
	int32_t progress, tag;
	struct seed seed = *below;

	TRY(begin_seed(l, &own, state_vertex(states, below->state), &progress));
	if (progress == own.progress)
		return layer_keep_seed(states, below);
	TRY(keep_state(l, below->state));
	states->flags[below->state] &= (uint8_t) ~(STATE_SEEDED | STATE_START);
	if (progress == PROGRESS_FALSE)
		return STATUS_OK;
	TRY(state_find_tag(l->b, TAG_DATA, own.clock_edge, progress, &tag));
	TRY(get_above(l, below->state, tag, &seed.state));
	states->flags[seed.state] |= STATE_START;
	return state_add_seed(l->b, &seed);
}

static enum status seed_layers(struct layering *l)
{
	struct state_graph *states = l->states;
	const struct state_layers *layers = l->layers;

	free(states->seed);
	states->seed = NULL;
	states->n_seeds = 0;
	states->seed_capacity = 0;
	for (int32_t i = 0; i < layers->n_seeds; i++) {
		const struct seed *seed = &layers->seed[i];

		if (layer_kind(l, seed->state) == TAG_DATA && layer_is_named(l, seed->state))
			TRY(seed_above(l, seed));
		else
			TRY(layer_keep_seed(states, seed));
	}
	return STATUS_OK;
}

/* Where its clock is known, a register begins paths as long as it launches something. */
static enum status settle_start(struct layering *l, int32_t state)
{
	const struct graph *graph = l->states->graph;
	struct arc_list out = layer_arcs(l, state);
	/* what it launches on top has the last arcs */
	bool any = graph->n_arcs > l->layers->n_arcs_below &&
		   graph->arc_from[graph->n_arcs - 1] == state;

	for (int32_t j = 0; j < out.n && !any; j++)
		any = layer_brings_data(l, out.arc[j]) && layer_launches(l, out.arc[j]) &&
		      !layer_is_cut(l, out.arc[j]);
	if (any || layer_kind(l, state) != TAG_CLOCK)
		return STATUS_OK;
	TRY(keep_state(l, state));
	l->states->flags[state] &= (uint8_t)~STATE_START;
	return STATUS_OK;
}

/* From a state below: what comes along arcs that exceptions name an end of. */
static enum status spread_below(struct layering *l, int32_t state)
{
	struct state_graph *states = l->states;
	struct arc_list out = layer_arcs(l, state);
	bool named = layer_is_named(l, state), was_cut = false;

	for (int32_t j = 0; j < out.n; j++) {
		int32_t arc = out.arc[j], head = states->graph->arc_to[arc], tag;
		bool launching = layer_launches(l, arc);

		if (!layer_brings_data(l, arc) ||
		    !(layer_is_named(l, head) || (launching && named)))
			continue;
		if (!launching && layer_kind(l, state) != TAG_DATA) {
			l->too_much = true; /* a clock that is data from there on */
			continue;
		}
		TRY(state_tag_ahead(l->b, state, layer_timing_arc(l, arc), launching, &tag));
		if (tag == states->tag_of[head])
			continue;
		TRY(cut_arc(l, arc));
		was_cut |= launching;
		if (tag != TAG_NONE)
			TRY(add_above(l, state, arc, tag));
	}
	return was_cut ? settle_start(l, state) : STATUS_OK;
}

static void unlink_below(struct state_graph *states, int32_t state)
{
	int32_t *link;

	if (states->upper) /* they know by its tag */
		return;
	link = &states->first[state_vertex(states, state)];
	while (*link != state)
		link = &states->next[*link];
	*link = states->next[state];
	states->next[state] = -1;
}

/* Nothing leads to a state below any more. */
static enum status remove_below(struct layering *l, int32_t state)
{
	struct state_graph *states = l->states;
	struct arc_list out = layer_arcs(l, state);

	for (int32_t j = 0; j < out.n; j++) {
		if (layer_passes(l, out.arc[j]))
			TRY(cut_arc(l, out.arc[j]));
	}
	TRY(keep_state(l, state));
	states->tag_of[state] = -1;
	states->flags[state] = 0;
	unlink_below(states, state);
	return STATUS_OK;
}

static enum status spread_above(struct layering *l, int32_t state, int32_t below)
{
	struct arc_list out = layer_arcs(l, below);

	for (int32_t j = 0; j < out.n; j++) {
		int32_t arc = out.arc[j], tag;

		if (!layer_passes(l, arc))
			continue;
		TRY(state_tag_ahead(l->b, state, layer_timing_arc(l, arc), layer_launches(l, arc),
				    &tag));
		if (tag != TAG_NONE)
			TRY(add_above(l, state, arc, tag));
	}
	return STATUS_OK;
}

/* All that leads there has been spread from. */
static enum status spread_at(struct layering *l, int32_t state)
{
	struct state_graph *states = l->states;
	int32_t n_below = l->layers->n_below;

	if (l->cone.fan_in[layer_place(l, state)] > 0 || states->flags[state] & STATE_SEEDED)
		TRY(spread_below(l, state));
	else
		TRY(remove_below(l, state));
	for (int32_t s = state_first(states, state_vertex(states, state)); s >= 0;
	     s = state_next(states, s)) {
		if (s >= n_below && l->below[s - n_below] == state)
			TRY(spread_above(l, s, state));
	}
	return STATUS_OK;
}

static enum status spread_cone(struct layering *l)
{
	TRY(seed_layers(l));
	for (int32_t i = 0; i < l->cone.n_tails; i++) {
		if (layer_place(l, l->cone.tail[i]) < 0)
			TRY(spread_below(l, l->cone.tail[i]));
	}
	for (int32_t i = 0; i < l->cone.n && !l->too_much; i++) {
		TRY(spread_at(l, l->cone.state[i]));
		l->too_much |= l->states->graph->n_vertices - l->layers->n_below > l->most;
	}
	for (int32_t i = 0; i < l->layers->n_arcs; i++) {
		if (l->states->passes)
			l->states->passes[l->layers->arc[i].arc] = 0;
		else
			*layer_delay(l->states, l->layers->arc[i].arc) = ARC_BLOCKED;
	}
	return STATUS_OK;
}

static enum status add_layer(struct layering *l)
{
	struct state_reach whole = l->b->reach;
	enum status status;

	TRY(layer_find_cone(l));
	if (l->too_much)
		return STATUS_OK;
	status = layer_find_reach(l);
	if (status == STATUS_OK)
		status = spread_cone(l);
	state_reach_release(&l->b->reach);
	l->b->reach = whole;
	return status;
}

enum status layer_put(struct state_builder *b, bool *done)
{
	struct state_layers *layers = b->states->layers;
	struct layering l = {.b = b,
			     .states = b->states,
			     .timing = b->timing,
			     .layers = layers,
			     .most = most_of(layers->n_below)};
	enum status status;

	TRY(layer_need_rows(b->states));
	if (!layers->is_flat || b->timing->out_arc) {
		l.row = layers->is_flat ? b->timing->out_row : layers->row;
		l.arc = layers->is_flat ? b->timing->out_arc : layers->out_arc;
	}
	/* marks of cut arcs are no numbers of constants */
	l.too_much =
		b->states->n_inputs || layers->n_constants >= INT32_MAX - b->timing->graph->n_arcs;
	status = l.too_much ? STATUS_OK : add_layer(&l);
	if (status == STATUS_OK)
		status = l.status;
	*done = !l.too_much;
	layers->vertex_capacity = b->vertex_capacity;
	layer_leave_cone(&l);
	return status;
}

enum status state_layer(struct state_builder *b, bool tried_flat, bool *done)
{
	TRY(state_begin_layers(b, tried_flat));
	TRY(layer_put(b, done));
	layer_forget_rows(b->states->layers); /* edits make them again */
	return STATUS_OK;
}
