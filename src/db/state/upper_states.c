#include "db/state/upper_states.h"

#include <stdlib.h>

#include "base/grow.h"

enum { BITS = 64 };

enum status upper_states_new(int32_t n_below, struct upper_states **out)
{
	enum status status;

	TRY(ALLOC(out, 1));
	(*out)->n_below = n_below;
	(*out)->vertex.width = sizeof(int32_t);
	status = ALLOC(&(*out)->any, n_below / BITS + 1);
	if (status != STATUS_OK) {
		upper_states_free(*out);
		*out = NULL;
	}
	return status;
}

void upper_states_free(struct upper_states *upper)
{
	if (!upper)
		return;
	free(upper->any);
	keys_release(&upper->vertex);
	free(upper->first);
	free(upper->next);
	free(upper);
}

static uint64_t bit_of(int32_t vertex)
{
	return UINT64_C(1) << vertex % BITS;
}

int32_t upper_states_first(const struct upper_states *upper, int32_t vertex)
{
	if (!(upper->any[vertex / BITS] & bit_of(vertex)))
		return -1;
	return upper->first[keys_find(&upper->vertex, &vertex)];
}

int32_t upper_states_next(const struct upper_states *upper, int32_t state)
{
	return state < upper->n_below ? upper_states_first(upper, state)
				      : upper->next[state - upper->n_below];
}

enum status upper_states_add(struct upper_states *upper, int32_t vertex, int32_t last,
			     int32_t state)
{
	int64_t place = (int64_t)state - upper->n_below;
	int32_t id;

	TRY(GROW(&upper->next, &upper->next_capacity, place + 1));
	if (last < upper->n_below) {
		TRY(GROW(&upper->first, &upper->first_capacity, (int64_t)upper->vertex.n + 1));
		TRY(keys_add(&upper->vertex, &vertex, &id, NULL));
		upper->first[id] = state;
		upper->any[vertex / BITS] |= bit_of(vertex);
	} else {
		upper->next[last - upper->n_below] = state;
	}
	upper->next[place] = -1;
	return STATUS_OK;
}

void upper_states_clear(struct upper_states *upper)
{
	const int32_t *vertex = (const int32_t *)upper->vertex.data;

	for (int32_t i = 0; i < upper->vertex.n; i++)
		upper->any[vertex[i] / BITS] &= ~bit_of(vertex[i]);
	keys_clear(&upper->vertex);
}
