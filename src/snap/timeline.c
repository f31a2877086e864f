#include "snap/timeline.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

#define STEPPER_INFO(name, NAME, title, what, coarse, fine, play, hint)                            \
	[STEPPER_##NAME] = {#name, title, what, {coarse, fine}, play, hint}
const struct stepper_info stepper_info[N_STEPPERS] = {STEPPERS(STEPPER_INFO, STEPPER_COMMA)};

SNAP_OWNS(timeline, snap->step)

enum status snap_timeline_new(enum stepper_kind kind, int64_t serial, const struct snap_step *step,
			      int64_t n_steps, struct snap_timeline **out)
{
	SNAP_HELD struct snap_timeline *timeline = NULL;

	TRY(snap_new((void **)&timeline, sizeof *timeline, release_timeline, NULL, serial));
	timeline->kind = kind;
	timeline->n_steps = n_steps;
	TRY(ALLOC(&timeline->step, n_steps));
	if (n_steps)
		memcpy(timeline->step, step, (size_t)n_steps * sizeof *step);
	HAND_OVER(out, timeline);
	return STATUS_OK;
}

static bool is_stop(const struct snap_timeline *timeline, enum grain grain, int64_t place)
{
	return place < 0 || grain == GRAIN_FINE || timeline->step[place].ends_level;
}

int64_t snap_timeline_beside(const struct snap_timeline *timeline, int64_t place, enum grain grain,
			     int direction)
{
	int64_t to = place + direction;

	while (to >= 0 && to < timeline->n_steps && !is_stop(timeline, grain, to))
		to += direction;
	return to < -1 || to >= timeline->n_steps ? place : to;
}

int64_t snap_timeline_find(const struct snap_timeline *timeline, const char *where,
			   enum grain grain)
{
	char *end;
	long number = strtol(where, &end, 10);

	if (strcmp(where, "first") == 0)
		return -1;
	if (strcmp(where, "last") == 0)
		return timeline->n_steps - 1;
	if (end != where && !*end && grain == GRAIN_FINE)
		return number >= 0 && number <= timeline->n_steps ? number - 1 : NO_PLACE;
	for (int64_t i = 0; i < timeline->n_steps; i++) {
		const struct snap_step *step = &timeline->step[i];
		bool is_number = end != where && !*end && number == step->level;

		if (step->ends_level && (is_number || strcmp(where, step->label) == 0))
			return i;
	}
	return NO_PLACE;
}

int32_t snap_timeline_level_at(const struct snap_timeline *timeline, int64_t place)
{
	for (; place >= 0; place--) {
		if (timeline->step[place].ends_level)
			return timeline->step[place].level;
	}
	return -1;
}

int64_t snap_timeline_end_of(const struct snap_timeline *timeline, int32_t level)
{
	for (int64_t place = 0; place < timeline->n_steps; place++) {
		if (timeline->step[place].ends_level && timeline->step[place].level == level)
			return place;
	}
	return -1;
}
