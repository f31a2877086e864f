/*
 * False paths that begin at pins, or pass some, without another condition: nothing follows such a beginning. Where states
 * are the vertices of the timing graph they only take arcs and states away, so that an edit can do it, and undo it, on
 * the states that are there. A state goes when no arc that passes leads to it any more and nothing begins there: arcs are
 * counted by their heads.
 */
#ifndef DB_STATE_STATE_CUTS_H
#define DB_STATE_STATE_CUTS_H

#include "db/state/state_edit.h"

struct state_builder;

/* What a state was before. */
struct cut_state {
	int32_t vertex, tag;
	uint8_t flags;
};

struct cut_arc {
	int32_t arc, delay; /* as state_delay() was */
};

struct cut_seed {
	int32_t seed;
	int64_t arrival[N_SPLITS];
};

/* What is cut, in the order in which it was. */
struct state_cuts {
	int32_t *fan_in; /* owned [n_vertices]: arcs that pass and lead there */
	int32_t n_sources;
	int32_t *source; /* owned [n_sources]: where paths began as all was built */
	/* Places there of those where none begin now, ascending; -1 = they are more than are listed. */
	int32_t n_gone, gone[MOST_GONE_SOURCES];
	int32_t n_states, n_arcs, n_seeds;
	struct cut_state *state; /* owned; of a state that is there, what it had as a beginning */
	struct cut_arc *arc;     /* owned */
	struct cut_seed *seed;   /* owned */
	bool old_seeds; /* their arrivals are of other clocks or input delays, so they can't come back */
	int64_t state_capacity, arc_capacity, seed_capacity;
};

static inline bool state_has_cuts(const struct state_graph *states)
{
	return states->cuts && (states->cuts->n_arcs || states->cuts->n_states);
}

/* Can such exceptions be put on states by an edit, and taken away? */
bool state_can_cut(const struct state_builder *b);
/*
 * Undo what is cut, and cut what the builder's constraints say. The states, arcs and seeds concerned are noted in
 * `out`; ends at states that are gone are left to the caller. STATUS_NO_MEMORY.
 */
enum status state_cut_again(struct state_builder *b, struct state_changes *out);
/* Put those that are cut back among the seeds that there are without them; `old`: all as they were. *fits = false:
 * they are others. STATUS_NO_MEMORY. */
enum status state_merge_cut_seeds(struct state_graph *states, const struct seed *old, int32_t n_old,
				  bool *fits);
void state_cuts_free(struct state_cuts *cuts); /* NULL is fine */

#endif
