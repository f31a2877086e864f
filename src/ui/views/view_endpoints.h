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
	ENDPOINTS_WORST, /* the worst path to the selected endpoint */
	ENDPOINTS_FOUND, /* the search's paths to it */
	ENDPOINTS_BARS,  /* the histogram of all slacks, by path group */
	N_ENDPOINTS_SHOWS
};

struct endpoints_view {
	/* references to the board's snapshots; NULL = not read yet */
	struct snap_endpoints *endpoints;
	struct snap_endpoint_starts *starts;
	struct snap_endpoint_path *path;
	struct snap_through *through;
	struct list list, trace, found;
	int names; /* width of the longest "endpoint <- startpoint" read so far */
	/* endpoint and edition of the path that `trace` is of */
	int64_t trace_pin, trace_edition;
	int64_t go_to;  /* point to select in the path, -1 = none */
	bool brief;     /* the path's sums are on one line */
	int64_t marked; /* enum frame_fails: how layouts show failing endpoints of the list */
	enum endpoints_show show;
	struct plotted plotted; /* by the split */
	/* Filter of the list: low ≤ slack < high (low ≥ high = any), kind and group (-1 = all) */
	int64_t low, high;
	int32_t kind, group;
	/* The split chosen by the user, and the serial of the search shown then, -1 = not
	 * chosen. */
	enum split split;
	int64_t split_search;
};

VIEW_STATE(endpoints, struct endpoints_view)

/* The split of the newest search, or setup without one, unless the user has chosen another one. */
enum split endpoints_split(const struct ui *ui);
struct endpoint_filter endpoints_filter(const struct ui *ui);
/* The list, NULL while it isn't read; its row at a place, NULL = not read. */
const struct snap_endpoints *endpoints_shown(const struct ui *ui);
const struct endpoint_row *endpoints_row(const struct ui *ui, int64_t i);

/* List the endpoints of a split and kind (-1 = all) with low ≤ slack < high, fs. */
void endpoints_list(struct ui *ui, enum split split, int32_t kind, int64_t low, int64_t high);
/* Set the marks of layouts: none, or the failing endpoints of the list. */
void endpoints_mark(const struct ui *ui, int64_t *fails, struct endpoint_filter *filter);

/* ---- endpoints_detail.c ---- */

void endpoints_draw_detail(struct ui *ui, struct area area, enum endpoints_show show);
/* The list of the second pane. */
struct list *endpoints_detail_list(struct ui *ui);
void endpoints_unfold(struct ui *ui, struct explanation_text *out);
/* Open the item selected there. */
void endpoints_enter_detail(struct ui *ui);
/* Find the paths to an endpoint and show them. */
void endpoints_find_paths(struct ui *ui, const char *pin, enum split split);

extern const struct command ui_endpoint_commands[];

#endif
