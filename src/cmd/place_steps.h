/*
 * Global placement of what is open, step by step: an iteration is a fine step, a coarse one ends where overlap has fallen by a part; the last
 * brings cells onto sites. The session's placement is that of the place on the timeline.
 */
#ifndef CMD_PLACE_STEPS_H
#define CMD_PLACE_STEPS_H

#include "gen/place.h"
#include "session/session.h"

/* Begin it, as place_begin() says; nothing is moved yet. With timing, every 15 iterations the design's wires and slacks are computed from the places of its cells,
 * and nets pull by their slack (cmd/place_timing.h). */
enum status place_steps_begin(struct session *session, const struct place_options *options,
			      bool is_timed);

/* What came of it: of the iterations so far, or the end. STATUS_FAILED when none was begun. */
enum status place_steps_look(struct session *session, struct place_report *out);

/* The iteration at the place of the timeline; at the end its nets are as long as on sites. */
enum status place_steps_point(struct session *session, struct placer_point *out);
/* What acts on an instance at the place of the timeline, which is iteration *iteration. STATUS_FAILED without an iteration to look at. */
enum status place_steps_force(struct session *session, int32_t instance, int32_t *iteration,
			      struct placer_force *out);

#endif
