/* View Arrivals: levels, and the vertices of one. */
#ifndef UI_VIEWS_VIEW_ARRIVALS_H
#define UI_VIEWS_VIEW_ARRIVALS_H

#include "snap/arrivals.h"
#include "ui/ui.h"

struct arrivals_view {
	struct snap_arrivals *snap; /* reference: of the timeline that is shown, or NULL */
	struct list levels, vertices;
	int64_t serial, place; /* that the selection of levels went along with … */
	int64_t level;         /* … and that of vertices */
};

VIEW_STATE(arrivals, struct arrivals_view)

/* A time in the given columns, "-" for none. */
void arrivals_write_time(int64_t fs, int width, struct text *out);

/* Explain the step, with the numbers of the selected vertex. */
void arrivals_explain(struct ui *ui, struct explanation_text *out);

#endif
