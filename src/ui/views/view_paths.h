/* View Paths: which of the ranking is listed, what is selected, and the path that is shown. */
#ifndef UI_VIEWS_VIEW_PATHS_H
#define UI_VIEWS_VIEW_PATHS_H

#include "snap/snap.h"
#include "ui/ui.h"
#include "ui/views/chooser.h"
#include "ui/views/plots.h"
#include "ui/views/trace.h"
#include "ui/widgets/list.h"

/* A path that the user has left for its parent or child. */
struct path_stop {
	int64_t serial;   /* of the search */
	int64_t rank, to; /* of the path left, of the path reached */
	int64_t place;    /* in the list, of the path left */
	bool relisted;    /* the list was replaced by all paths by slack */
	int64_t edition;  /* of that list */
	struct list detail;
	int pane;
};

enum { N_PATH_STOPS = 16 };

struct paths_view {
	/* references to the board's snapshots for the shown search and level, or NULL */
	struct snap_rows *rows;
	struct snap_path *path;
	struct snap_walk *walk; /* of the search; drawn until that of a new step is read */

	struct chooser chooser; /* filter and order of the list */
	struct list list, detail;
	int names;   /* width of the longest "A -> B" read so far */
	bool folded; /* the detail hides input pins */
	bool brief;  /* the detail has its sums on one line, for lack of room */
	int64_t detail_rank, detail_serial;  /* path and search that `detail` is of */
	int64_t go_to;                       /* point to select once the path is read, -1 = none */
	struct path_stop back[N_PATH_STOPS]; /* the newest last */
	int n_back;
	struct plotted plotted; /* PLOT_TRACE or PLOT_RETIMED, in the place of the path */
};

VIEW_STATE(paths, struct paths_view)

/* Draw "A -> B". If it doesn't fit, both names are shortened, unless the list is scrolled
 * sideways. */
void paths_draw_ends(struct list *list, const char *a, const char *arrow, const char *b,
		     struct area area, int y);
/* ---- paths_list.c ---- */

/* Request the rows around the visible ones; the row at a place of the list, NULL while it isn't
 * read. */
void paths_want_rows(struct ui *ui);
const struct snap_row *paths_row_at(const struct ui *ui, int64_t place);
void paths_draw_list(struct ui *ui, struct area area);
/* The width in which rows are complete. */
int paths_list_width(const struct ui *ui);
/* Handle a click on the column heads: sort by the column, or reverse the order. */
void paths_click_heads(struct ui *ui, int x);

/* ---- paths_plot.c ---- */

/* Plot re-timed and graph-based slacks of a path-based search over the rank, with the selected path
 * marked. */
void paths_draw_retimed(struct ui *ui, struct area area);

/* ---- view_paths.c ---- */

/* Request the selected path. */
void paths_want_path(struct ui *ui);
/* The selected path, NULL while it isn't read. */
const struct snap_path *paths_selected(const struct ui *ui);
/* Its rank; while its row isn't read, its place in the list. */
int64_t paths_rank(const struct ui *ui);
/* The rank of the selected path of a netlist; −1 = none. */
int64_t paths_selected_rank(const struct ui *ui);
/* Do cursor keys move in the detail, from point to point? */
bool paths_in_detail(const struct ui *ui);

/* The path's layout in lines; trace.path is NULL without a path. */
struct trace paths_trace(const struct ui *ui);
/* The selected point, -1 = the selected line has none. */
int64_t paths_point(const struct ui *ui);
/* Hide input pins or show them; the point stays selected. */
void paths_fold(struct ui *ui, bool folded);

/* ---- from path to path ---- */

/* Go to the path that deviates at the selected point of the shown one; to the path that the shown
 * one deviates from. */
void path_go_child(struct ui *ui);
void path_go_parent(struct ui *ui);
/* Go back to the path before; false if the user has gone elsewhere since. */
bool path_go_back(struct ui *ui);

extern const struct command ui_path_commands[];

#endif
