/* A path point by point, for a netlist like in timing reports, in the available columns. */
#ifndef UI_VIEWS_STAGES_H
#define UI_VIEWS_STAGES_H

#include "ui/views/trace.h"
#include "ui/views/view.h"
#include "ui/widgets/list.h"
#include "ui/widgets/surface.h"

/* The number of lines. */
int64_t stages_count(const struct trace *trace);

/* The width of the longest pin and cell name of the first points, for struct trace; 0 for a
 * graph. */
int stages_names(const struct snap_path *path);

/* The heads of the columns, in the second row. */
void stages_draw_heads(const struct trace *trace, struct area area);

/* Draw a line, with `note` beside its point; names are scrolled sideways with the list. */
void stages_draw(const struct trace *trace, int64_t line, const char *note, struct list *list,
		 enum glyphs glyphs, struct area area, int y);

/* The points whose arithmetic a line shows, as in struct path_request; none: *last < *first. */
void stages_points(const struct trace *trace, int64_t line, int64_t *first, int64_t *last);

/* "most in DFF_X1 u/Q" for the delay into point i, which is the rank-th largest (0 = the
 * largest). */
void stages_write_delay(const struct snap_path *path, int rank, int64_t i, struct text *words);

/* "  slack -12.5 ps (VIOLATED)" */
void stages_write_slack(const struct snap_path *path, struct text *out);

/* The same, and in a title with room for it "  arrival …  required …". */
void stages_write_title(const struct snap_path *path, int columns, struct text *out);

/* ---- stages_unfold.c ---- */

/* Begin to draw a path below a title: set trace->brief and trace->names, draw the heads and place
 * the list of its lines; returns where they are. Another path than before begins at its first
 * point, or at *go_to if that isn't -1, as it is after this. */
struct area stages_begin(struct trace *trace, struct list *list, bool another, int64_t *go_to,
			 struct area area);
/* The panel's text on the points of a line. */
void stages_unfold(const struct trace *trace, int64_t line, struct explanation_text *out);

#endif
