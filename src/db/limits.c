/* Design rules of constraints; see struct design_limit. */
#include "base/grow.h"
#include "db/constraints.h"

static bool same_object(const struct design_limit *a, const struct design_limit *b)
{
	return a->kind == b->kind && a->split == b->split && a->pin == b->pin &&
	       a->instance == b->instance && a->master == b->master && a->clock == b->clock;
}

enum status constraints_add_limit(struct constraints *constraints, const struct design_limit *limit)
{
	for (int32_t i = 0; i < constraints->n_limits; i++) {
		struct design_limit *old = &constraints->limit[i];

		if (!same_object(old, limit))
			continue;
		for (int v = 0; v < N_LIMIT_PLACES * N_EDGES; v++) {
			double value = limit->value[v / N_EDGES][v % N_EDGES];

			if (is_given(value))
				old->value[v / N_EDGES][v % N_EDGES] = value;
		}
		return STATUS_OK;
	}
	return APPEND(constraints->limit, constraints->n_limits, &constraints->limit_capacity,
		      *limit);
}
