/* The references of data checks, on the device: cones of related pins, by places of the image. */
#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/image/timing_image.h"

static const char name[] = "data checks";

static_assert(FS_NONE_64 == FS_NOTHING, "no time");

/* An entry of a cone. */
struct entry {
	int32_t place, state, start;
};

/* Arrays on the host; all owned. */
struct cone_lists {
	struct entry *entry;
	int32_t *row, *place, *start;
	uint8_t *is_end;
};

static void release(struct cone_lists *l)
{
	free(l->entry);
	free(l->row);
	free(l->place);
	free(l->start);
	free(l->is_end);
}

static enum status alloc_lists(const struct state_graph *states, struct cone_lists *l)
{
	TRY(ALLOC(&l->entry, states->references.n_states));
	TRY(ALLOC(&l->row, (int64_t)states->references.n_cones + 1));
	TRY(ALLOC(&l->place, states->references.n_states));
	TRY(ALLOC(&l->start, states->references.n_states));
	return ALLOC(&l->is_end, states->references.n_states);
}

/* The image counts states from the ends, so in the order of places heads come first. */
static void fill_lists(const struct timing_image *t, struct cone_lists *l)
{
	const struct state_graph *states = t->states;

	for (int32_t c = 0; c < states->references.n_cones; c++) {
		const struct reference_cone *cone = &states->references.cone[c];

		l->row[c] = cone->first;
		for (int32_t i = cone->first; i < cone->first + cone->n; i++) {
			int32_t state = states->references.state[i];

			l->entry[i] = (struct entry){t->state_place[state], state,
						     states->references.of_state[i]};
		}
		if (cone->n)
			qsort(l->entry + cone->first, (size_t)cone->n, sizeof *l->entry,
			      compare_int32);
		for (int32_t i = cone->first; i < cone->first + cone->n; i++) {
			l->place[i] = l->entry[i].place;
			l->start[i] = l->entry[i].start;
			l->is_end[i] = state_vertex(states, l->entry[i].state) == cone->vertex;
		}
	}
	l->row[states->references.n_cones] = states->references.n_states;
}

static enum status upload(struct timing_image *t, const struct cone_lists *l)
{
	const struct state_graph *states = t->states;
	struct device_references *d = &t->references;
	int64_t n = states->references.n_states;

	d->n_cones = states->references.n_cones;
	TRY(UPLOAD(t->queue, l->row, (int64_t)d->n_cones + 1, &d->row));
	TRY(UPLOAD(t->queue, l->place, n, &d->state));
	TRY(UPLOAD(t->queue, l->start, n, &d->start));
	TRY(UPLOAD(t->queue, l->is_end, n, &d->is_end));
	TRY(DEVICE_ALLOC(t->queue, name, &d->onward, N_SPLITS * n));
	TRY(DEVICE_ALLOC(t->queue, name, &d->arrival, N_SPLITS * (int64_t)states->references.n));
	t->device_states.reference = d->arrival;
	return STATUS_OK;
}

enum status reference_image_build(struct timing_image *t)
{
	struct cone_lists lists = {0};
	enum status status;

	if (!t->states->references.n)
		return STATUS_OK;
	status = alloc_lists(t->states, &lists);
	if (status == STATUS_OK) {
		fill_lists(t, &lists);
		status = upload(t, &lists);
	}
	status = queue_settle(t->queue, status);
	release(&lists);
	return status;
}

void reference_image_release(struct timing_image *t)
{
	struct device_references *d = &t->references;

	DEVICE_FREE_ALL(t->queue, &d->row, &d->state, &d->start, &d->is_end, &d->onward,
			&d->arrival);
	*d = (struct device_references){0};
}
