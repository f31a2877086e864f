/* View Endpoints: which endpoints are listed, and what is shown of the one that is selected. */
#ifndef UI_VIEWS_VIEW_ENDPOINTS_H
#define UI_VIEWS_VIEW_ENDPOINTS_H

#include "snap/cone.h"
#include "snap/endpoints.h"
#include "ui/ui.h"
#include "ui/views/plots.h"
#include "ui/widgets/list.h"

/* What the second pane shows. */
enum endpoints_show {
	ENDPOINTS_WORST, /* the worst path to the endpoint that is selected */
	ENDPOINTS_FOUND, /* the paths to it that the search has found */
	ENDPOINTS_BARS,  /* how the slacks of all are spread, by path group */
	N_ENDPOINTS_SHOWS
};

struct endpoints_view {
	/* what the board has, references; NULL = not read yet */
	struct snap_endpoints *endpoints;
	struct snap_endpoint_starts *starts;
	struct snap_endpoint_path *path;
	struct snap_through *through;
	struct list list, trace, found;
	int names; /* columns of the longest "endpoint <- startpoint" that is read */
	/* of the path that the moves in the trace were for */
	int64_t trace_pin, trace_edition;
	int64_t go_to;  /* the point to be selected in it, -1 = it stays as it is */
	bool brief;     /* its sums are on one line */
	int64_t marked; /* enum frame_fails: what layouts show of those listed that fail */
	enum endpoints_show show;
	struct plotted plotted; /* by the split */
	/* Which are listed: slack from low up to high (low ≥ high = any), of a kind, of a group; -1 = all */
	int64_t low, high;
	int32_t kind, group;
	/* A split that was asked for while this search was shown: its serial, -1 = none was. */
	enum split split;
	int64_t split_search;
};

static inline struct endpoints_view *endpoints_of(const struct ui *ui)
{
	return ui->view_state[VIEW_endpoints];
}

/* As the paths that were found last, setup when none were, unless another split was asked for. */
enum split endpoints_split(const struct ui *ui);
struct endpoint_filter endpoints_filter(const struct ui *ui);
/* The list as it is shown, NULL while it is read; its row at a place, NULL = it isn't there. */
const struct snap_endpoints *endpoints_shown(const struct ui *ui);
const struct endpoint_row *endpoints_row(const struct ui *ui, int64_t i);

/* List those of a split and kind (-1 = all) with a slack from low up to, but without high, fs. */
void endpoints_list(struct ui *ui, enum split split, int32_t kind, int64_t low, int64_t high);
/* What layouts mark: nothing, or those of the list that fail. */
void endpoints_mark(const struct ui *ui, int64_t *fails, struct endpoint_filter *filter);

/* ---- endpoints_detail.c ---- */

void endpoints_draw_detail(struct ui *ui, struct area area, enum endpoints_show show);
/* What moves move there. */
struct list *endpoints_detail_list(struct ui *ui);
void endpoints_unfold(struct ui *ui, struct explanation_text *out);
/* Into what is selected there. */
void endpoints_enter_detail(struct ui *ui);
/* Find and show the paths to one. */
void endpoints_find_paths(struct ui *ui, const char *pin, enum split split);

extern const struct command ui_endpoint_commands[];

#endif
