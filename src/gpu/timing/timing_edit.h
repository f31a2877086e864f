/*
 * Timing by other constraints without a rebuild: where states stay as they are, only what follows from
 * what has changed is computed again. All reports are then those of a timing that is built again.
 */
#ifndef GPU_TIMING_TIMING_EDIT_H
#define GPU_TIMING_TIMING_EDIT_H

#include "gpu/timing/timing.h"

enum timing_edited {
	EDIT_DONE,
	EDIT_REFUSED, /* nothing was changed: timing_restate() may follow */
	EDIT_BROKEN,  /* as after a failure: it is of no more use but to be freed */
};

/*
 * From now on by these constraints, to which a reference is taken, instead of those it has. *wires: loads of nets, or of
 * ports with wires, are others, so the wires are to be put on it again.
 */
enum status timing_edit(struct timing *timing, struct constraints *now, bool *wires,
			enum timing_edited *edited);

#endif
