/* View Summary: groups of endpoints, and the histogram of one of them or of paths. */
#ifndef UI_VIEWS_VIEW_SUMMARY_H
#define UI_VIEWS_VIEW_SUMMARY_H

#include "snap/histogram.h"
#include "snap/summary.h"
#include "ui/ui.h"
#include "ui/views/plots.h"
#include "ui/widgets/list.h"

/* A histogram of a row of the table as it was drawn, for clicks. */
struct summary_chart {
	struct area area;
	int group;
	int32_t n; /* bins */
};

enum { SUMMARY_CHARTS = N_SPLITS * (N_ENDPOINT_KINDS + 1) };

struct summary_view {
	/* references to the board's snapshots; NULL = not read yet */
	struct snap_summary *summary;
	struct snap_histogram *histogram;
	struct list groups, bins;
	int64_t search;               /* the search whose split was last selected */
	bool before;                  /* slacks before CPPR are shown */
	int64_t bins_group, bins_low; /* group and range of the selected bin; −1 = none */
	struct plotted plotted;
	struct plots plots;
	struct summary_chart chart[SUMMARY_CHARTS];
	int n_charts;
};

VIEW_STATE(summary, struct summary_view)

/* " before CPPR" if these slacks are shown instead of those after CPPR, else "". */
static inline const char *summary_which_slacks(const struct ui *ui)
{
	const struct summary_view *view = summary_of(ui);

	return view->before && view->summary && view->summary->credited ? " before CPPR" : "";
}

/* A row of the table: endpoints of a kind, or all, of a split. */
struct summary_row {
	int split, kind;
};

/* List the table's rows; `groups` has room for N_SPLITS * (N_ENDPOINT_KINDS + 1). Returns their
 * number. */
int summary_list_groups(const struct ui *ui, struct summary_row *groups);
const char *summary_kind_name(int kind);
const char *summary_split_name(int split); /* "late", "early" */
/* The shown slacks: after CPPR, or before it by the switch. `there` is false while they are
 * pending. */
const struct summary_slacks *summary_shown_slacks(const struct ui *ui);

/* summary_bins.c: draw the histogram of the selected group, or of all groups if they fit. */
void summary_draw_histograms(struct ui *ui, struct area area);
/* List the endpoints of the selected bar, or of the clicked one; false if there is none. */
void summary_enter_bar(struct ui *ui);
/* List the endpoints of the selected row with low ≤ slack < high (low ≥ high = all); false = there
 * are no rows. */
bool summary_list_selected(struct ui *ui, int64_t low, int64_t high);
bool summary_click_bar(struct ui *ui, int x, int y);

/* Why the netlist has no timing. */
const char *summary_without_times(const struct ui *ui);

extern const struct command plot_commands[];

#endif
