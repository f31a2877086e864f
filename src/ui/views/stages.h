/* A path of a netlist stage by stage, as timing reports show it, in as many columns as there are.
 */
#ifndef UI_VIEWS_STAGES_H
#define UI_VIEWS_STAGES_H

#include "snap/snap.h"
#include "ui/widgets/list.h"
#include "ui/widgets/surface.h"

/* Its lines: the points, and behind them what their arrival is made of and how the required time comes
 * about. */
int64_t stages_count(const struct snap_path *path);

/* The heads of the columns in row y. */
void stages_draw_heads(struct area area, int y);

/* A line of those; `note` stands beside a point, and the names are moved sideways as the list is.
 */
void stages_draw(const struct snap_path *path, int64_t line, const char *note, struct list *list,
		 struct area area, int y);

/* "slack -12.5 (VIOLATED)  arrival …  required …" */
void stages_write_title(const struct snap_path *path, struct text *out);

#endif
