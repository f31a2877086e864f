/*
 * Quadratic placement of what is open by conjugate gradients, step by step: an iteration is a step, and the cells are where it has them. At
 * the beginning of the timeline they are where they were.
 */
#ifndef CMD_LAB_PLACE_H
#define CMD_LAB_PLACE_H

#include "gpu/place/cg.h"
#include "session/session.h"

/* Begin: from the places that cells have, or all from the centre. STATUS_FAILED without a placement, or as quadratic_new() says. */
enum status lab_place_begin(struct session *session, const struct cg_options *options,
			    bool from_places);

struct lab_place_state {
	int32_t n_cells, n_stars, n_held, n_rows, iterations, restarts;
	int64_t n_entries;
	double residual[2]; /* |b − A x| by |b|, of x and y, in double precision */
	double wires;       /* half perimeters, µm */
	bool solved,
		over; /* over and not solved: single precision ends above the tolerance, or iterations have */
};
/* How far it is, at its last iteration. */
enum status lab_place_read(struct session *session, struct lab_place_state *out);

#endif
