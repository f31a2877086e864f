/* The upstream order of the clock network: segments by its clocks, and ranks by its pins within a
 * segment. */

#include "gpu/credit/timing_credit_impl.h"
#include "base/grow.h"
#include "base/keyed.h"
#include "base/parallel.h"

/* ---- segments ---- */

/* That of another clock that begins there and has the same master, or of a master that begins there itself;
 * -1 = it needs its own. */
static int32_t shared_segment(const struct constraints *constraints, const int32_t *segment,
			      int32_t c)
{
	const struct clock *clock = &constraints->clock[c];

	if (clock->n_sources == 0)
		return -1;
	if (clock->master >= 0 && clocks_share_source(clock, &constraints->clock[clock->master]))
		return segment[clock->master];
	for (int32_t other = 0; other < constraints->n_clocks; other++) {
		int32_t master = constraints->clock[other].master;

		if (segment[other] < 0 || (clock->master < 0) != (master < 0) ||
		    (master >= 0 && segment[master] != segment[clock->master]))
			continue;
		if (clocks_share_source(clock, &constraints->clock[other]))
			return segment[other];
	}
	return -1;
}

/* Of each clock, those of masters first. */
enum status credit_find_segments(const struct constraints *constraints, int32_t **segment)
{
	int32_t n = constraints ? constraints->n_clocks : 0, n_segments = 0;
	bool changed = true;

	TRY(ALLOC(segment, n));
	for (int32_t c = 0; c < n; c++)
		(*segment)[c] = -1;
	while (changed) {
		changed = false;
		for (int32_t c = 0; c < n; c++) {
			int32_t master = constraints->clock[c].master, shared;

			if ((*segment)[c] >= 0 || (master >= 0 && (*segment)[master] < 0))
				continue;
			shared = shared_segment(constraints, *segment, c);
			(*segment)[c] = shared >= 0 ? shared : n_segments++;
			changed = true;
		}
	}
	return STATUS_OK;
}

/* ---- ranks ---- */

/* The network's arcs between different pins; those to pins that none leaves only say that there is one. */
struct network {
	const struct timing_image *t;
	const struct node_lists *l;
	int32_t n_arcs, *arc;    /* owned */
	uint8_t *node_leads;     /* owned [n_states of clocks]: some arc leaves it */
	uint8_t *pin_leads;      /* owned [n_all_pins] */
	int32_t n_nodes, *node;  /* owned: those that lead */
	int32_t n_inner, *inner; /* owned: of the arcs, those whose heads lead on */
	/* owned [n_nodes + n_inner], ascending: by the place of the tail in the image, the head's pin and one more, or 0 for a
	 * node that leads */
	struct keyed *step;
	int32_t *from_pin; /* owned [n_nodes + n_inner]: where the tails of the steps are */
};

static FREES(network_release, struct network, x->arc, x->node_leads, x->pin_leads, x->node,
	     x->inner, x->step, x->from_pin);

static bool is_network_arc(const void *context, int64_t arc)
{
	const struct network *w = context;
	const struct state_graph *states = w->t->states;
	int32_t to = states->graph->arc_to[arc], from;

	if (!has_node(w->l, to))
		return false;
	from = states->graph->arc_from[arc];
	return has_node(w->l, from) && state_delay(states, (int32_t)arc) != ARC_BLOCKED &&
	       state_side(states, from) != state_side(states, to);
}

static bool node_leads(const void *context, int64_t node)
{
	return ((const struct network *)context)->node_leads[node];
}

static bool head_leads(const void *context, int64_t i)
{
	const struct network *w = context;
	const struct state_graph *states = w->t->states;

	return w->pin_leads[state_side(states, states->graph->arc_to[w->arc[i]])];
}

static enum status list_arcs(struct network *w)
{
	const struct state_graph *states = w->t->states;
	const struct graph *graph = states->graph;

	TRY(select_items(states->n_begun_arcs, is_network_arc, w, &w->arc, &w->n_arcs));
	TRY(ALLOC(&w->node_leads, w->l->n_states));
	TRY(ALLOC(&w->pin_leads, states->timing->netlist->n_all_pins));
	OVER_ITEMS(i, w->n_arcs)
	{
		int32_t from = graph->arc_from[w->arc[i]];

		__atomic_store_n(&w->node_leads[node_inside(w->l, from)], 1, __ATOMIC_RELAXED);
		__atomic_store_n(&w->pin_leads[state_side(states, from)], 1, __ATOMIC_RELAXED);
	}
	TRY(select_items(w->l->n_states, node_leads, w, &w->node, &w->n_nodes));
	return select_items(w->n_arcs, head_leads, w, &w->inner, &w->n_inner);
}

static enum status list_steps(struct network *w)
{
	const struct state_graph *states = w->t->states;
	int32_t n = w->n_nodes + w->n_inner;

	TRY(ALLOC_ALL(n, &w->step, &w->from_pin));
	OVER_ITEMS(i, w->n_nodes)
	w->step[i] = (struct keyed){w->t->state_place[w->l->of_clock[w->node[i]]], 0};
	OVER_ITEMS(i, w->n_inner)
	{
		int32_t arc = w->arc[w->inner[i]];

		w->step[w->n_nodes + i] =
			(struct keyed){w->t->state_place[states->graph->arc_from[arc]],
				       state_side(states, states->graph->arc_to[arc]) + 1};
	}
	TRY(keyed_sort(w->step, n));
	OVER_ITEMS(i, n)
	w->from_pin[i] = state_side(states, w->t->image->state_vertex[w->step[i].key]);
	return STATUS_OK;
}

/* Passes over the network after which ranks are taken as they are: pins that are downstream of each other
 * by different edges would raise each other forever. */
enum { MOST_PASSES = 64 };

static bool raise_ranks(const struct network *w, int32_t *pin_rank)
{
	bool changed = true;

	for (int pass = 0; pass < MOST_PASSES && changed; pass++) {
		changed = false;
		for (int32_t i = 0; i < w->n_nodes + w->n_inner; i++) {
			int32_t *rank = &pin_rank[w->from_pin[i]], to = w->step[i].item - 1;
			int32_t below = to < 0 ? 0 : pin_rank[to];

			if (below < *rank)
				continue;
			*rank = below + 1;
			changed = true;
		}
	}
	return !changed;
}

/*
 * A pin's rank is higher than those of all pins downstream of it, along the ways of all clocks: several
 * may leave a pin, and some begin in the midst of others. States go up from their heads, so that a
 * pass or two find it. Most arcs lead to registers, whose ranks stay 0.
 */
enum status credit_find_ranks(const struct timing_image *t, const struct node_lists *l,
			      int32_t *pin_rank, bool *settled)
{
	RELEASED_BY(network_release) struct network network = {.t = t, .l = l};

	TRY(list_arcs(&network));
	TRY(list_steps(&network));
	*settled = raise_ranks(&network, pin_rank);
	return STATUS_OK;
}
