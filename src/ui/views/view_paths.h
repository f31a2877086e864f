/* View Paths: which of the ranking is listed, what is selected, and the path that is shown. */
#ifndef UI_VIEWS_VIEW_PATHS_H
#define UI_VIEWS_VIEW_PATHS_H

#include "snap/snap.h"
#include "ui/ui.h"
#include "ui/views/chooser.h"
#include "ui/views/plots.h"
#include "ui/views/trace.h"
#include "ui/widgets/list.h"

/* A path that one has left for a relative of it. */
struct path_stop {
	int64_t serial;   /* of the search */
	int64_t rank, to; /* from where, to where, in the ranking */
	int64_t place;    /* in the list, from where */
	bool relisted;    /* another list than all by slack was left for it … */
	int64_t edition;  /* … and this is the one that took its place */
	struct list detail;
	int pane;
};

enum { N_PATH_STOPS = 16 };

struct paths_view {
	/* what the board has, references; of the search and level that are shown, or NULL */
	struct snap_rows *rows;
	struct snap_path *path;
	struct snap_walk
		*walk; /* of the search; of another step it says what is drawn until then */

	struct chooser chooser; /* what is listed */
	struct list list, detail;
	int names;   /* columns of the longest "A -> B" that is read */
	bool folded; /* the detail leaves input pins out */
	bool brief;  /* … and has its sums on one line, as there is little room */
	int64_t detail_rank,
		detail_serial; /* path and search that the moves in the detail were for */
	int64_t go_to; /* the point to be selected once the path is there, -1 = it stays as it is */
	struct path_stop back[N_PATH_STOPS]; /* the last is the newest */
	int n_back;
	struct plotted plotted; /* PLOT_TRACE or PLOT_RETIMED, in the place of the path */
};

static inline struct paths_view *paths_of(const struct ui *ui)
{
	return ui->view_state[VIEW_paths];
}

/* "A -> B". Where that has no room both names are shown in short, until one scrolls the list. */
void paths_draw_ends(struct list *list, const char *a, const char *arrow, const char *b,
		     struct area area, int y);
/* ---- paths_list.c ---- */

/* Ask for the rows around what is seen; the one at a place of the list, NULL while it isn't read. */
void paths_want_rows(struct ui *ui);
const struct snap_row *paths_row_at(const struct ui *ui, int64_t place);
void paths_draw_list(struct ui *ui, struct area area);
/* Columns in which it has all there is. */
int paths_list_width(const struct ui *ui);
/* A click into the heads: by that column, or the other way round. */
void paths_click_heads(struct ui *ui, int x);

/* ---- paths_plot.c ---- */

/* Of a search by own slacks: these and the graph's over the rank, the selected one marked. */
void paths_draw_retimed(struct ui *ui, struct area area);

/* ---- view_paths.c ---- */

/* Ask for the path that is selected. */
void paths_want_path(struct ui *ui);
/* The path that is selected, NULL while it isn't read. */
const struct snap_path *paths_selected(const struct ui *ui);
/* Its place in the ranking; while its row isn't read that in the list. */
int64_t paths_rank(const struct ui *ui);
/* The place of the selected path in the ranking, of a netlist; −1 = none. */
int64_t paths_selected_rank(const struct ui *ui);
/* Is a point of the path what moves move? */
bool paths_in_detail(const struct ui *ui);

/* How it is listed; of no path when none is there. */
struct trace paths_trace(const struct ui *ui);
/* The point that is selected in it, -1 = the line isn't one. */
int64_t paths_point(const struct ui *ui);
/* With input pins or without; the point stays selected. */
void paths_fold(struct ui *ui, bool folded);

/* ---- from path to path ---- */

/* To the path that deviates at the selected point of the one shown, or the one that this deviates
 * from. */
void path_go_child(struct ui *ui);
void path_go_parent(struct ui *ui);
/* Back to where one came from; false when one has gone elsewhere since. */
bool path_go_back(struct ui *ui);

extern const struct command ui_path_commands[];

#endif
