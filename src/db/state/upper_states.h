/*
 * States on top of others where each vertex has one below at most, whose number is the vertex' (state_layers.h): which a
 * vertex has, in memory for these alone.
 */
#ifndef DB_STATE_UPPER_STATES_H
#define DB_STATE_UPPER_STATES_H

#include "base/keys.h"

struct upper_states {
	int32_t n_arcs_below;
	int32_t n_below;    /* vertices, and the number of the first state on top */
	uint64_t *any;      /* owned: bits of vertices with some */
	struct keys vertex; /* owned: these, numbered … */
	int32_t *first;     /* … owned: the first of each */
	int32_t *next;      /* owned: of each state on top the next of its vertex, -1 = none */
	int64_t first_capacity, next_capacity;
};

enum status upper_states_new(int32_t n_below, struct upper_states **out);
void upper_states_free(struct upper_states *upper); /* NULL is fine */
/* The first on top of a vertex, and the one after any state; -1 = none. */
int32_t upper_states_first(const struct upper_states *upper, int32_t vertex);
int32_t upper_states_next(const struct upper_states *upper, int32_t state);
/* Link a new state of a vertex after the last that is there, or as its first on top (last below n_below). STATUS_NO_MEMORY. */
enum status upper_states_add(struct upper_states *upper, int32_t vertex, int32_t last,
			     int32_t state);
/* Without any. */
void upper_states_clear(struct upper_states *upper);

#endif
