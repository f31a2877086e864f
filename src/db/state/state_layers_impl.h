/* What is on top of the states below: the files state_layers*.c. */
#ifndef DB_STATE_STATE_LAYERS_IMPL_H
#define DB_STATE_STATE_LAYERS_IMPL_H

#include "base/keys.h"
#include "db/fan_out.h"
#include "db/state/state_impl.h"
#include "db/state/state_layers.h"

enum {
	/* As long as there is one: of an arc below that is cut, less its delay; a state on top may have another along it. */
	FIRST_CUT = ARC_BLOCKED + 1,
};

/* States below from which exceptions are carried along, and all that these lead to. */
struct cone {
	int32_t n, n_roots, n_tails;
	int32_t *state; /* owned: so that arcs lead to later ones; at first the roots, each once */
	int32_t *tail;  /* owned: outside, from where arcs lead in that exceptions name an end of */
	/* Places: the states as they were found, and where these aren't the vertices, the vertices. */
	struct keys place, vertex_place;
	/* Owned [n], by place: of the arcs that lead there from within, those that aren't counted yet; arcs that lead
	 * there and pass, from anywhere. */
	int32_t *before, *fan_in;
	int64_t capacity, tail_capacity;
};

struct layering {
	struct state_builder *b;
	struct state_graph *states;
	const struct timing_graph *timing;
	struct state_layers *layers;
	const int32_t *row,
		*arc; /* the fan-out of the states below; NULL = it is found for those looked at: */
	struct keys found;  /* these … */
	int32_t *found_row; /* … owned [found.n + 1]: where the arcs of each begin */
	struct arcs_found found_arcs;
	int64_t found_capacity;
	enum status status; /* of finding them */
	struct cone cone;
	int32_t *below; /* owned: of each state on top, what it would be without exceptions */
	int64_t below_capacity;
	int64_t most; /* states of the cone, and on top */
	bool too_much;
};

/* Arcs of the graph, in their order. */
struct arc_list {
	const int32_t *arc; /* borrowed */
	int32_t n;
};

/* Where the vertices are the states. */
struct arc_list layer_find_arcs(struct layering *l, int32_t state);

/* Those that leave a state below, until those of another one are asked for. */
static inline struct arc_list layer_arcs(struct layering *l, int32_t state)
{
	if (!l->row)
		return layer_find_arcs(l, state);
	return (struct arc_list){l->arc + l->row[state], l->row[state + 1] - l->row[state]};
}

/* -1 = it isn't in the cone. */
static inline int32_t layer_place(const struct layering *l, int32_t state)
{
	return keys_find(&l->cone.place, &state);
}

/* Delays of arcs below; with `passes` these are their own, and cut ones have PASSES_CUT there as long as there is a layering. */
enum { PASSES_CUT = 2 };

static inline int32_t *layer_delay(const struct state_graph *states, int32_t arc)
{
	return states->arc ? &states->arc[arc] : &states->graph->arc_type[arc];
}

/* Does anything come along an arc, if no exception is looked at? */
static inline bool layer_passes(const struct layering *l, int32_t arc)
{
	return l->states->passes ? l->states->passes[arc] != 0
				 : *layer_delay(l->states, arc) != ARC_BLOCKED;
}

static inline bool layer_is_cut(const struct layering *l, int32_t arc)
{
	if (l->states->passes)
		return l->states->passes[arc] == PASSES_CUT;
	return layer_passes(l, arc) && *layer_delay(l->states, arc) < -l->states->n_constants;
}

/* Of the timing graph, cut or not; below 0 = it has a constant delay. */
static inline int32_t layer_timing_arc(const struct layering *l, int32_t arc)
{
	int32_t type = l->states->passes ? arc : *layer_delay(l->states, arc);

	return !l->states->passes && layer_is_cut(l, arc) ? type - FIRST_CUT : type;
}

static inline bool layer_launches(const struct layering *l, int32_t arc)
{
	int32_t of = layer_timing_arc(l, arc);

	return of >= 0 && state_launches(l->b, of);
}

static inline enum tag_kind layer_kind(const struct layering *l, int32_t state)
{
	return l->states->tag[l->states->tag_of[state]].kind;
}

/* Does data come along an arc? Else clocks do, or what is on the way to them. */
static inline bool layer_brings_data(const struct layering *l, int32_t arc)
{
	return layer_passes(l, arc) && layer_kind(l, l->states->graph->arc_to[arc]) == TAG_DATA;
}

static inline bool layer_is_named(const struct layering *l, int32_t state)
{
	return l->b->exceptions.named[state_vertex(l->states, state) / N_EDGES];
}

/* ---- state_layers.c ---- */

/* Put what exceptions begin on top of what is below, where nothing is on top. *done = false: it is too much. */
enum status layer_put(struct state_builder *b, bool *done);
enum status layer_keep_seed(struct state_graph *states, const struct seed *seed);

/* ---- state_layers_below.c ---- */

/* A graph of its own, with the delays that arcs have as states. */
enum status layer_own_graph(struct state_graph *states);
/* Of layers whose states below are vertices, once nothing is on top: they are as if there had been none. */
enum status layer_flatten(struct state_builder *b);
/* Take away what is on top, and undo what it has changed. */
void layer_undo(struct state_graph *states);
/* The fan-out of the states below, if that isn't the timing graph's. */
enum status layer_need_rows(const struct state_graph *states);
void layer_forget_rows(struct state_layers *layers);

/* ---- state_layers_ends.c ---- */

/* Do only exceptions differ that paths carry along to their ends, so that all ends stay where states do? */
bool layer_ends_may_stay(const struct state_builder *b, const struct constraints *before);
/* Vertices are in order, each once, here and below. Sinks of what is on top there have ~vertex from now on: the states are about to
 * go. *stay = false: other ends than those by checks and output delays may be there, and all ends have to be met. */
enum status layer_keep_ends(struct state_builder *b, const int32_t *vertex, int32_t n, bool *stay);
/* Meet again the ends of the pins of n vertices; *done = false: all ends have to be met, and there are none. */
enum status layer_meet_again(struct state_builder *b, const struct constraints *before,
			     const int32_t *vertex, int32_t n, bool *done);
/* Are all ends where those of a pin are looked for? *in_place. */
enum status layer_are_ends_in_place(struct state_builder *b, bool *in_place);

/* ---- state_layers_read.c ---- */

/* Of states that were read: may beginnings be looked for as those of built ones? *fit. And ends, which else can't *stay? */
enum status layer_fit_ends(struct state_builder *b, bool *stay, bool *fit);
/* And is what is below, with nothing on top, as it is in built ones? */
enum status layer_fit_below(const struct state_graph *states, bool *fit);

/* ---- state_layers_cone.c ---- */

/* Do the pins that exceptions are carried along from lead to no more vertices than these? *small. */
enum status layer_cone_is_small(const struct state_builder *b, int64_t most, bool *small);
/* The cone of what exceptions name, in order; l->too_much: it is larger than l->most. */
enum status layer_find_cone(struct layering *l);
void layer_leave_cone(struct layering *l);
/* Which lists of exceptions lie ahead of the vertices of the cone, along what is below: in l->b->reach. */
enum status layer_find_reach(struct layering *l);

#endif
