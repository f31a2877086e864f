/*
 * The plots of views: each view plots one of its quantities, on a scale; histograms can be zoomed.
 * The views give the place.
 */
#ifndef UI_VIEWS_PLOTS_H
#define UI_VIEWS_PLOTS_H

#include "snap/histogram.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/list.h"

struct ui;
struct view;

enum plot_quantity {
	/* of Summary */
	PLOT_KINDS, /* slacks of endpoints by kind, as in the table above */
	PLOT_SETUP,
	PLOT_HOLD, /* slacks of endpoints by path group */
	PLOT_PATHS,
	PLOT_ALL, /* slacks of all paths, counted without listing them */
	PLOT_DEPTH,
	PLOT_DEVIATIONS,
	/* of Levels */
	PLOT_CONVERGENCE, /* bound and error */
	PLOT_BOUND,
	PLOT_ERROR,
	PLOT_CANDIDATES,
	PLOT_KEPT,
	PLOT_TIME,
	PLOT_RECORDS, /* nothing: the records of a level as a table */
	/* of Labels */
	PLOT_PINS,    /* nothing: the pins and arcs as lists */
	PLOT_DRAWING, /* a small graph with ranks and labels */
	PLOT_RANKS,
	PLOT_LABELS,
	PLOT_QUERIES, /* run time over size of the subgraph: figure 13 of [CPG-J] */
	/* of Paths */
	PLOT_TRACE,   /* nothing: the path point by point */
	PLOT_RETIMED, /* re-timed and graph-based slacks: figure 2 of [CPG-J] */
	N_PLOT_QUANTITIES
};

/* The words of commands, for their tables: in the order of the enums. */
#define PLOT_QUANTITIES                                                                             \
	"kinds|setup|hold|paths|all|depth|deviations|convergence|bound|error|candidates|kept|time|" \
	"records|pins|drawing|ranks|labels|queries|trace|retimed"
#define PLOT_SCALES "linear|log|cdf"

/* The plot of a view. */
struct plotted {
	enum plot_quantity quantity;
	enum plot_scale scale;
};

/* The histogram in Summary: the zoomed range, low ≥ high = not zoomed; and its bins, with the value
 * that stays selected when the bins change: the worst one, until the selection is moved. */
struct plots {
	int64_t low, high;
	struct list bins;
	int64_t at;
	bool moved;
	struct histogram_axis axis;
	enum plot_quantity bins_of;
	int64_t search;    /* serial of the search whose paths the bins count */
	struct area drawn; /* area of the bars, for clicks; width 0 = not drawn */
};

/* The view that plots a quantity. */
const struct view *plot_view(enum plot_quantity quantity);

/* The quantity that is plotted; without endpoints Summary doesn't plot kinds. */
enum plot_quantity plots_shown(const struct ui *ui);
/* Choose a quantity, and reset zoom and selection. */
void plots_choose(struct ui *ui, enum plot_quantity quantity);
/* The next or previous quantity of the view. */
enum plot_quantity plots_next(const struct ui *ui, bool back);

/* The scale of the view now. */
enum plot_scale *plots_scale(struct ui *ui);

/* Zoom into the selected bin (1), out (-1), or to the whole range (0). False = no further. */
bool plots_zoom(struct ui *ui, int direction);

/* Draw a histogram (PLOT_SETUP … PLOT_DEVIATIONS) with its header. */
void plots_draw_histogram(struct ui *ui, struct area area);
/* Bars of levels (PLOT_CANDIDATES … PLOT_TIME); the header is the view's. */
void plots_draw_levels(struct ui *ui, struct area area, enum plot_quantity quantity);

/* Go from the selected bar to its endpoints, or to its paths. */
void plots_enter(struct ui *ui);
/* Likewise for a click on a bar; false = there is no bar. */
bool plots_click(struct ui *ui, int x, int y);

#endif
