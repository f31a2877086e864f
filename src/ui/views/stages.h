/* A path point by point, of a netlist as timing reports show it, in as many columns as there are. */
#ifndef UI_VIEWS_STAGES_H
#define UI_VIEWS_STAGES_H

#include "ui/views/trace.h"
#include "ui/views/view.h"
#include "ui/widgets/list.h"
#include "ui/widgets/surface.h"

/* How many lines it has. */
int64_t stages_count(const struct trace *trace);

/* Columns that the longest pin and cell of its first points take, for struct trace; 0 of a graph. */
int stages_names(const struct snap_path *path);

/* The heads of the columns in row y. */
void stages_draw_heads(const struct trace *trace, struct area area, int y);

/* A line; `note` is beside a point, and the names are moved sideways as the list is. */
void stages_draw(const struct trace *trace, int64_t line, const char *note, struct list *list,
		 enum glyphs glyphs, struct area area, int y);

/* The points that a line unfolds, as in struct path_request; none: *last < *first. */
void stages_points(const struct trace *trace, int64_t line, int64_t *first, int64_t *last);

/* "most in DFF_X1 u/Q", of the delay into a point that is the largest, or as many are larger. */
void stages_write_delay(const struct snap_path *path, int rank, int64_t i, struct text *words);

/* "  slack -12.5 ps (VIOLATED)" */
void stages_write_slack(const struct snap_path *path, struct text *out);

/* "  arrival …  required …" */
void stages_write_times(const struct snap_path *path, struct text *out);

/* ---- stages_unfold.c ---- */

/* With its sums on one line or not from now on; the point that is selected in the list stays so. */
void stages_fit(struct trace *trace, bool brief, struct list *list);
/* What the panel says of the points of a line. */
void stages_unfold(const struct trace *trace, int64_t line, struct explanation_text *out);

#endif
