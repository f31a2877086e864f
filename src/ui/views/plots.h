/*
 * What views plot: a quantity of each view's own, on a scale, and of histograms as much as was
 * zoomed to. They are drawn here; the views say where.
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
	PLOT_KINDS, /* slacks of endpoints by kind, as the table above has them */
	PLOT_SETUP,
	PLOT_HOLD, /* slacks of endpoints by path group */
	PLOT_PATHS,
	PLOT_ALL, /* slacks of all paths, counted and not listed */
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
	PLOT_RETIMED, /* slacks by own slews and by the graph: figure 2 of [CPG-J] */
	N_PLOT_QUANTITIES
};

/* The words of commands, for their tables: in the order of the enums. */
#define PLOT_QUANTITIES                                                                             \
	"kinds|setup|hold|paths|all|depth|deviations|convergence|bound|error|candidates|kept|time|" \
	"records|pins|drawing|ranks|labels|queries|trace|retimed"
#define PLOT_SCALES "linear|log|cdf"

/* What a view plots, and how. */
struct plotted {
	enum plot_quantity quantity;
	enum plot_scale scale;
};

/* The histogram in Summary: where it is looked at closer, low ≥ high = not at all; and the bins, with
 * the value that stays selected when bins are others: the worst, until it was moved. */
struct plots {
	int64_t low, high;
	struct list bins;
	int64_t at;
	bool moved;
	struct histogram_axis axis;
	enum plot_quantity bins_of;
	int64_t search;    /* the bins are of paths of this one, by its serial */
	struct area drawn; /* where the bars were drawn last, for clicks; no width = nowhere */
};

/* Which view plots it. */
const struct view *plot_view(enum plot_quantity quantity);

/* What a view plots; Summary has no kinds when there are no endpoints. */
enum plot_quantity plots_shown(const struct ui *ui);
/* Choose it, and reset what belongs to it alone. */
void plots_choose(struct ui *ui, enum plot_quantity quantity);
/* The one after or before it in the same view. */
enum plot_quantity plots_next(const struct ui *ui, bool back);

/* The scale of the view now. */
enum plot_scale *plots_scale(struct ui *ui);

/* Look closer at the bin that is selected, less closely, or at all. False: there is no more that
 * way. */
bool plots_zoom(struct ui *ui, int direction);

/* Draw a histogram (PLOT_SETUP … PLOT_DEVIATIONS) with its header. */
void plots_draw_histogram(struct ui *ui, struct area area);
/* Bars of levels (PLOT_CANDIDATES … PLOT_TIME); the header is the view's. */
void plots_draw_levels(struct ui *ui, struct area area, enum plot_quantity quantity);

/* Go from the selected bar to its endpoints, or to its paths. */
void plots_enter(struct ui *ui);
/* A click on a bar does so too; false when there is none. */
bool plots_click(struct ui *ui, int x, int y);

/* "-0.5", "-123": of plots over times. */
void plots_format_time(double y, char *out, size_t size);

#endif
