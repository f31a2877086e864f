/* View Paths: which of the ranking is listed, what is selected, and the path that is shown. */
#ifndef UI_VIEWS_PATHS_H
#define UI_VIEWS_PATHS_H

#include "snap/snap.h"
#include "ui/ui.h"
#include "ui/views/chooser.h"
#include "ui/widgets/list.h"

/* A path that one has left for a relative of it. */
struct path_stop {
	int64_t serial;   /* of the search */
	int64_t rank, to; /* from where, to where */
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
	int64_t detail_rank,
		detail_serial; /* path and search that the moves in the detail were for */
	struct path_stop back[N_PATH_STOPS]; /* the last is the newest */
	int n_back;
};

static inline struct paths_view *paths_of(const struct ui *ui)
{
	return ui->view_state[VIEW_paths];
}

/* The place of the selected path in the ranking, of a netlist; −1 = none. */
int64_t paths_selected_rank(const struct ui *ui);
/* Is a point of the path what moves move? */
bool paths_in_detail(const struct ui *ui);

/* ---- from path to path ---- */

/* To the path that deviates at the selected point of the one shown, or the one that this deviates
 * from. */
void path_go_child(struct ui *ui);
void path_go_parent(struct ui *ui);
/* Back to where one came from; false when one has gone elsewhere since. */
bool path_go_back(struct ui *ui);

extern const struct command ui_path_commands[];

#endif
