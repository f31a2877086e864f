#include "ui/views/plots.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/grow.h"
#include "snap/path_counts.h"
#include "ui/views/view_endpoints.h"
#include "ui/views/levels.h"
#include "ui/views/view_paths.h"
#include "ui/views/view_summary.h"

enum { TWO_ROWS_FROM = 16, MOST_LISTED = 1000000 };

const struct view *plot_view(enum plot_quantity quantity)
{
	return quantity >= PLOT_TRACE         ? &paths_view
	       : quantity >= PLOT_PINS        ? &labels_view
	       : quantity >= PLOT_CONVERGENCE ? &levels_view
					      : &summary_view;
}

static struct plotted *plotted_of(const struct ui *ui, const struct view *view)
{
	return (struct plotted *)((char *)view_state(ui, view) + view->plotted);
}

/* Of the view that is shown; of one that plots nothing, Summary's. */
static struct plotted *plotted(const struct ui *ui)
{
	return plotted_of(ui, ui->view->plotted ? ui->view : &summary_view);
}

/* Are there endpoints with slacks? */
static bool has_kinds(const struct ui *ui)
{
	return summary_of(ui)->summary && summary_of(ui)->summary->timed;
}

enum plot_quantity plots_shown(const struct ui *ui)
{
	enum plot_quantity quantity = plotted(ui)->quantity;

	return quantity == PLOT_KINDS && summary_of(ui)->summary && !has_kinds(ui) && ui->search
		       ? PLOT_PATHS
		       : quantity;
}

void plots_choose(struct ui *ui, enum plot_quantity quantity)
{
	struct plotted *plotted = plotted_of(ui, plot_view(quantity));

	/* numbers of all paths differ by orders of magnitude */
	if ((quantity == PLOT_ALL) != (plotted->quantity == PLOT_ALL))
		plotted->scale = quantity == PLOT_ALL ? SCALE_LOG : SCALE_LINEAR;
	plotted->quantity = quantity;
	summary_of(ui)->plots.low = summary_of(ui)->plots.high = 0;
}

enum plot_quantity plots_next(const struct ui *ui, bool back)
{
	bool graph = summary_of(ui)->summary && !summary_of(ui)->summary->netlist;
	int first = graph ? PLOT_PATHS : PLOT_KINDS, end = PLOT_CONVERGENCE, n;

	if (plotted(ui)->quantity >= PLOT_TRACE) {
		first = PLOT_TRACE;
		end = N_PLOT_QUANTITIES;
	} else if (plotted(ui)->quantity >= PLOT_PINS) {
		first = PLOT_PINS;
		end = PLOT_TRACE;
	} else if (plotted(ui)->quantity >= PLOT_CONVERGENCE) {
		first = PLOT_CONVERGENCE;
		end = PLOT_PINS;
	}
	n = end - first;

	return (enum plot_quantity)(first +
				    ((int)plots_shown(ui) - first + (back ? n - 1 : 1)) % n);
}

enum plot_scale *plots_scale(struct ui *ui)
{
	return &plotted(ui)->scale;
}

/* ---- reading ---- */

static enum histogram_quantity counted(enum plot_quantity quantity)
{
	switch (quantity) {
	case PLOT_PATHS:
		return HISTOGRAM_PATHS;
	case PLOT_ALL:
		return HISTOGRAM_ALL;
	case PLOT_DEPTH:
		return HISTOGRAM_DEPTH;
	case PLOT_DEVIATIONS:
		return HISTOGRAM_DEVIATIONS;
	default:
		return HISTOGRAM_ENDPOINTS;
	}
}

static enum split split_shown(const struct ui *ui)
{
	enum plot_quantity shown = plots_shown(ui);

	return shown == PLOT_HOLD || (shown == PLOT_ALL && ui->search && ui->search->early) ? EARLY
											    : LATE;
}

/* View Endpoints' bars are of the path group that it lists: 1 + group, 0 = all. Of all paths the search beside them. */
static int32_t group_shown(const struct ui *ui)
{
	if (plots_shown(ui) == PLOT_ALL)
		return ui->search ? (int32_t)ui->search->snap.serial : 0;
	return ui->view == &endpoints_view ? endpoints_of(ui)->group + 1 : 0;
}

/* The histogram that belongs to what is on the screen, NULL = it isn't there yet. */
static const struct snap_histogram *plots_histogram(const struct ui *ui)
{
	enum plot_quantity shown = plots_shown(ui);
	const struct snap_histogram *h = summary_of(ui)->histogram;

	if (!h || h->query.quantity != counted(shown))
		return NULL;
	if (h->query.quantity == HISTOGRAM_ALL)
		return h->query.split == split_shown(ui) && h->group == group_shown(ui) &&
				       h->snap.serial == ui->edition
			       ? h
			       : NULL;
	if (h->query.quantity == HISTOGRAM_ENDPOINTS)
		return h->query.split == split_shown(ui) && has_kinds(ui) &&
				       h->query.before == summary_of(ui)->before &&
				       h->group == group_shown(ui)
			       ? h
			       : NULL;
	return ui->search && h->snap.serial == ui->search->snap.serial && h->level == ui->level
		       ? h
		       : NULL;
}

static void want_histogram(struct ui *ui, struct area area)
{
	enum plot_quantity shown = plots_shown(ui);
	struct histogram_request wanted = {.quantity = counted(shown),
					   .split = split_shown(ui),
					   .max_bins = bars_room(area),
					   .low = summary_of(ui)->plots.low,
					   .high = summary_of(ui)->plots.high,
					   .before = summary_of(ui)->before};

	if (wanted.quantity == HISTOGRAM_ENDPOINTS || wanted.quantity == HISTOGRAM_ALL) {
		if (!has_kinds(ui) && wanted.quantity == HISTOGRAM_ENDPOINTS)
			return;
		wanted.serial = ui->edition;
		wanted.group = group_shown(ui);
		wanted.level = wanted.quantity == HISTOGRAM_ALL ? ui->level : 0;
	} else {
		if (!ui->search || ui->level < 0)
			return;
		wanted.serial = ui->search->snap.serial;
		wanted.level = ui->level;
	}
	ui_want_histogram(ui, &wanted);
}

/* ---- zooming ---- */

/* Around a value, but not beyond those that there are. */
static void zoom_to(struct plots *plots, const struct snap_histogram *h, int64_t span)
{
	int64_t low = plots->at - span / 2;

	if (low + span > h->pick[PICK_MOST] + 1)
		low = h->pick[PICK_MOST] + 1 - span;
	plots->low = low < h->pick[PICK_LEAST] ? h->pick[PICK_LEAST] : low;
	plots->high = plots->low + (span > 1 ? span : 1);
}

bool plots_zoom(struct ui *ui, int direction)
{
	const struct snap_histogram *h = plots_histogram(ui);
	struct plots *plots = &summary_of(ui)->plots;
	bool zoomed = plots->low < plots->high;
	int64_t span, all;

	if (direction == 0 || !h || h->n == 0) {
		plots->low = plots->high = 0;
		return zoomed;
	}
	span = zoomed ? plots->high - plots->low : h->axis.width * h->axis.n_bins;
	all = h->pick[PICK_MOST] - h->pick[PICK_LEAST] + 1;
	if (direction > 0 && h->axis.width == 1)
		return false;
	if (direction < 0 && !zoomed)
		return false;
	zoom_to(plots, h, direction > 0 ? span / 2 : span * 2);
	if (direction < 0 && span * 2 >= all)
		plots->low = plots->high = 0;
	return true;
}

/* ---- bins ---- */

static int32_t bin_of(const struct histogram_axis *axis, int64_t value)
{
	int64_t bin = value < axis->low ? 0 : (value - axis->low) / axis->width;

	return (int32_t)(bin < axis->n_bins ? bin : axis->n_bins - 1);
}

static bool same_axis(const struct histogram_axis *a, const struct histogram_axis *b)
{
	return a->low == b->low && a->width == b->width && a->n_bins == b->n_bins;
}

/* What is new begins at the worst; then the value at the selected bin stays selected. */
static void fit_bins(struct ui *ui, const struct snap_histogram *h)
{
	struct plots *plots = &summary_of(ui)->plots;
	enum plot_quantity shown = plots_shown(ui);
	int64_t search = h->query.quantity == HISTOGRAM_ENDPOINTS ? 0
			 : h->query.quantity == HISTOGRAM_ALL     ? h->query.split + 1
								  : h->snap.serial;

	plots->bins.across = true;
	list_fit(&plots->bins, h->axis.n_bins, 10);
	if (plots->bins_of != shown || plots->search != search) {
		plots->moved = false;
	} else if (same_axis(&plots->axis, &h->axis) &&
		   plots->bins.selected != bin_of(&h->axis, plots->at)) {
		plots->moved = true;
		plots->at = h->axis.low + plots->bins.selected * h->axis.width + h->axis.width / 2;
	}
	if (!plots->moved)
		plots->at = h->pick[PICK_LEAST];
	list_select(&plots->bins, bin_of(&h->axis, plots->at));
	plots->bins_of = shown;
	plots->search = search;
	plots->axis = h->axis;
}

/* ---- words ---- */

static bool is_time(const struct snap_histogram *h)
{
	return h->query.quantity == HISTOGRAM_ENDPOINTS || h->query.quantity == HISTOGRAM_PATHS ||
	       h->all;
}

/* "-12.5": no more decimals than it has. */
static void write_value(const struct snap_histogram *h, int64_t value, struct text *out)
{
	if (is_time(h))
		text_time_short(out, value);
	else
		text_printf(out, "%" PRId64, value);
}

static const char *scale_word(enum plot_scale scale)
{
	static const char *const words[] = {"", ", log", ", all up to there"};

	return words[scale];
}

/* Of found paths slacks may be costs. */
static const char *title_of(const struct ui *ui, enum plot_quantity quantity)
{
	bool cost = ui->search && ui->search->snap.graph->objective == OBJECTIVE_COST;

	switch (quantity) {
	case PLOT_SETUP:
		return "setup slacks";
	case PLOT_HOLD:
		return "hold slacks";
	case PLOT_PATHS:
		return cost ? "costs of paths" : "slacks of paths";
	case PLOT_ALL:
		if (!summary_of(ui)->summary || !summary_of(ui)->summary->netlist)
			return cost ? "costs of all paths" : "slacks of all paths";
		return split_shown(ui) == EARLY ? "all hold paths before CPPR"
						: "all setup paths before CPPR";
	case PLOT_DEPTH:
		return "points of paths";
	case PLOT_DEVIATIONS:
		return "deviations of paths";
	default:
		return "";
	}
}

static void write_paths(double n, struct text *out)
{
	text_printf(out, n < 1e9 ? "%.0f" : "%.4g", n);
}

static void write_bin(const struct ui *ui, const struct snap_histogram *h, struct text *out)
{
	int32_t bin = (int32_t)summary_of(ui)->plots.bins.selected;
	int64_t low = h->axis.low + bin * h->axis.width;

	text_add(out, ": ");
	write_paths(h->all ? path_counts_in(h->all, bin) : (double)histogram_sum(h, bin), out);
	text_add(out, " of ");
	write_paths(h->all ? h->all->n : (double)h->n, out);
	if (!is_time(h) && h->axis.width == 1) {
		text_printf(out, " with %" PRId64, low);
	} else {
		text_add(out, " from ");
		write_value(h, low, out);
		text_add(out, is_time(h) ? " to " : " up to ");
		write_value(h, low + h->axis.width - (is_time(h) ? 0 : 1), out);
	}
	text_printf(out, is_time(h) ? " %s" : "", time_unit());
	if (summary_of(ui)->plots.low < summary_of(ui)->plots.high && !h->all)
		text_printf(out, "; %" PRId64 " before, %" PRId64 " after", h->n_below, h->n_above);
	text_add(out, scale_word(summary_of(ui)->plotted.scale));
}

/* ---- marks ---- */

enum { N_MARKS = 4 };

static const enum histogram_pick mark_pick[N_MARKS] = {PICK_LEAST, PICK_50, PICK_90, PICK_99};

/* The least slack is the worst one. */
static char mark_letter(const struct snap_histogram *h, int mark)
{
	return mark == 0 && !is_time(h) ? 'L' : "Wm9N"[mark];
}

/* "W -11.67, 134 to 173 below 0; error -2.4 to +2.4; found to -0.3" */
static void write_all_marks(const struct snap_histogram *h, struct text *out)
{
	struct path_bounds negative = path_counts_below(h->all, 0);

	text_add(out, "W ");
	write_value(h, h->all->least, out);
	text_add(out, ", ");
	write_paths(negative.least, out);
	if (negative.most > negative.least)
		text_add(out, negative.open ? " or more" : " to ");
	if (negative.most > negative.least && !negative.open)
		write_paths(negative.most, out);
	text_add(out, " below 0; error -");
	write_value(h, h->all->below, out);
	text_add(out, " to +");
	write_value(h, h->all->above, out);
	if (h->all->rounding > 0)
		text_printf(out, ", of counts %.1e", h->all->rounding);
	if (!h->has_found || !h->series[h->n_series - 1].n)
		return;
	text_add(out, "; found to ");
	write_value(h, h->pick[PICK_99], out);
}

/* In two rows where there is room and need for them; the rows used.
 * "W -11.67, 7 below 0  m median 2.1  9 90% 7.5  N 99% 8.1" */
static int draw_marks(const struct snap_histogram *h, struct area area)
{
	static const char *const words[N_MARKS] = {"", "median ", "90% ", "99% "};
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	int rows = 1;

	if (h->all)
		write_all_marks(h, &text);
	for (int m = 0; m < N_MARKS && !h->all; m++) {
		text_printf(&text, "%s%c %s", m ? "  " : "", mark_letter(h, m), words[m]);
		write_value(h, h->pick[mark_pick[m]], &text);
		if (m == 0 && is_time(h))
			text_printf(&text, ", %" PRId64 " below 0", h->n_negative);
	}
	if (!is_time(h)) {
		text_add(&text, "  most ");
		write_value(h, h->pick[PICK_MOST], &text);
	}
	if (text_columns(text_string(&text)) > area.width && area.height >= TWO_ROWS_FROM)
		rows = area_paragraph(area_rows(area, 0, 2), 0, STYLE_NORMAL, text_string(&text));
	else
		area_text_cut(area, 0, 0, STYLE_NORMAL, text_string(&text));
	return rows;
}

/* ---- drawing ---- */

/* Over them, what is beside them. */
static void draw_all_paths(const struct ui *ui, const struct snap_histogram *h, struct bars *bars,
			   struct area area)
{
	FREED double *sums = NULL;

	if (ALLOC(&sums, h->axis.n_bins) != STATUS_OK)
		return;
	for (int32_t b = 0; b < h->axis.n_bins; b++)
		sums[b] = path_counts_in(h->all, b);
	for (int32_t s = 0; s < h->n_series && bars->scale != SCALE_CDF; s++)
		bars->points[bars->n_points++] = (struct bars_points){
			h->series[s].name, h->series[s].count, s ? '+' : 'o', s ? '+' : 'o'};
	bars->sums = sums;
	bars->n_marks = 1;
	bars->below = path_counts_before(h->all);
	bars->total = h->all->n;
	bars_draw(bars, ui->glyphs, area);
}

static void draw_bars(const struct ui *ui, const struct snap_histogram *h, struct area area)
{
	struct bars_mark mark[N_MARKS];
	struct bars bars = {.n = h->axis.n_bins,
			    .selected = (int32_t)summary_of(ui)->plots.bins.selected,
			    .low = h->axis.low,
			    .width = h->axis.width,
			    .below = (double)h->n_below,
			    .total = (double)h->n,
			    .scale = summary_of(ui)->plotted.scale,
			    .signs = is_time(h) &&
				     (!ui->search ||
				      ui->search->snap.graph->objective != OBJECTIVE_COST ||
				      h->query.quantity == HISTOGRAM_ENDPOINTS),
			    .bins_are_values = !is_time(h) && h->axis.width == 1,
			    .x_unit = is_time(h) ? time_unit_fs() : 1,
			    .y_unit = 1,
			    .mark = mark,
			    .n_marks = N_MARKS};

	for (int m = 0; m < N_MARKS; m++)
		mark[m] = (struct bars_mark){mark_letter(h, m), h->pick[mark_pick[m]]};
	for (int32_t s = 0; s < h->n_series && !h->all; s++)
		bars.series[bars.n_series++] =
			(struct bars_series){h->series[s].name, h->series[s].count, h->series[s].n};
	if (h->all)
		draw_all_paths(ui, h, &bars, area);
	else
		bars_draw(&bars, ui->glyphs, area);
}

static const char *why_empty(const struct ui *ui)
{
	enum plot_quantity shown = plots_shown(ui);

	if (shown == PLOT_ALL)
		return summary_of(ui)->summary && summary_of(ui)->summary->netlist && !has_kinds(ui)
			       ? summary_without_times(ui)
			       : "...";
	if (shown == PLOT_SETUP || shown == PLOT_HOLD)
		return summary_of(ui)->summary && !summary_of(ui)->summary->netlist &&
				       summary_of(ui)->summary->snap.graph
			       ? "a graph has no endpoints of setup and hold; plot paths"
			       : summary_without_times(ui);
	if (!ui->search)
		return "no paths yet: find_paths finds some";
	return ui->level < 0 ? "before level 0 there are no paths" : "...";
}

/* In Endpoints they may be beside the panes. */
static bool plots_have_pane(const struct ui *ui)
{
	return ui->view != &endpoints_view || endpoints_of(ui)->show == ENDPOINTS_BARS;
}

void plots_draw_histogram(struct ui *ui, struct area area)
{
	const struct snap_histogram *h;
	struct area body = area_columns(area_rows(area, 1, area.height - 1), 1, area.width - 2);
	RELEASED_BY(text_release) struct text title = TEXT_INIT;
	int rows = 0;

	want_histogram(ui, body);
	h = plots_histogram(ui);
	summary_of(ui)->plots.drawn.width = 0;
	text_add(&title, title_of(ui, plots_shown(ui)));
	if (h && h->query.quantity == HISTOGRAM_ENDPOINTS)
		text_add(&title, summary_which_slacks(ui));
	if (h && h->group && h->n_series && !h->all)
		text_printf(&title, " of group %s", h->series[0].name);
	if (h && h->n > 0) {
		fit_bins(ui, h);
		write_bin(ui, h, &title);
	} else {
		list_fit(&summary_of(ui)->plots.bins, 0, 1);
	}
	ui_draw_header(ui, area, ui->pane == 1 && plots_have_pane(ui), text_string(&title));
	if (!h) {
		area_text_cut(body, 0, 0, STYLE_DIM, why_empty(ui));
		return;
	}
	if (h->n > 0)
		rows = draw_marks(h, body);
	body = area_rows(body, rows, body.height - rows);
	draw_bars(ui, h, body);
	if (!ui->on_sheet)
		summary_of(ui)->plots.drawn = body;
}

/* ---- levels ---- */

static const char *level_names[3][2] = {{"kept", "pruned"}, {"new in the ranking", "others"}, {0}};

/* Two parts of each level: kept and pruned candidates; kept ones that are new in the ranking and
 * others. */
static void fill_levels(const struct ui *ui, enum plot_quantity quantity, int32_t *part[2],
			int64_t total[2])
{
	for (int32_t l = 0; l < ui->search->n_levels; l++) {
		const struct snap_level *level = &ui->search->level[l];
		int64_t a = quantity == PLOT_CANDIDATES ? level->n_kept
			    : quantity == PLOT_KEPT     ? level->n_new
							: (int64_t)(level->ms * 1000 + 0.5);
		int64_t b = quantity == PLOT_CANDIDATES ? level->n_candidates - level->n_kept
			    : quantity == PLOT_KEPT     ? level->n_kept - level->n_new
							: 0;

		part[0][l] = (int32_t)(a < INT32_MAX ? a : INT32_MAX);
		part[1][l] = (int32_t)(b < 0 ? 0 : b < INT32_MAX ? b : INT32_MAX);
		total[0] += part[0][l];
		total[1] += part[1][l];
	}
}

void plots_draw_levels(struct ui *ui, struct area area, enum plot_quantity quantity)
{
	int32_t n = ui->search ? ui->search->n_levels : 0, *part[2];
	int64_t total[2] = {0, 0};
	struct bars bars = {.n_series = quantity == PLOT_TIME ? 1 : 2,
			    .n = n,
			    .selected = (int32_t)levels_of(ui)->list.selected,
			    .width = 1,
			    .scale = levels_of(ui)->plotted.scale,
			    .bins_are_values = true,
			    .x_unit = 1,
			    .y_unit = quantity == PLOT_TIME ? 1000 : 1};

	if (quantity == PLOT_TIME && ui->replaying) {
		area_text(area, 0, 0, STYLE_DIM, "times are not shown in replays");
		return;
	}
	if (ALLOC(&part[0], 2 * n) != STATUS_OK)
		return;
	part[1] = part[0] + n;
	if (ui->search)
		fill_levels(ui, quantity, part, total);
	for (int s = 0; s < bars.n_series; s++)
		bars.series[s] = (struct bars_series){level_names[quantity - PLOT_CANDIDATES][s],
						      part[s], total[s]};
	bars.total = total[0] + total[1];
	bars_draw(&bars, ui->glyphs, area);
	free(part[0]);
}

/* ---- from a bar to its paths ---- */

static int64_t paths_before(const struct snap_histogram *h, int64_t bin)
{
	int64_t n = h->n_below;

	for (int32_t b = 0; b < bin; b++)
		n += histogram_sum(h, b);
	return n;
}

/* To find those up to there, if they are few enough to be listed. */
static void enter_all(struct ui *ui, const struct snap_histogram *h, int64_t bin)
{
	double n = path_counts_below(h->all, h->axis.low + (bin + 1) * h->axis.width).most;
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	text_printf(&line, "find_paths -max_paths %.0f%s", n > 1 ? n : 1,
		    h->query.split == EARLY ? " -path_delay min" : "");
	if (n <= MOST_LISTED)
		prompt_open(&ui->prompt, text_string(&line));
	else
		ui_say(ui, STYLE_ACCENT,
		       "up to there are more paths than find_paths lists (%d at most here)",
		       MOST_LISTED);
}

void plots_enter(struct ui *ui)
{
	const struct snap_histogram *h = plots_histogram(ui);
	int64_t bin = summary_of(ui)->plots.bins.selected;

	if (!h || h->n == 0)
		return;
	if (h->query.quantity == HISTOGRAM_ENDPOINTS) {
		int64_t low = h->axis.low + bin * h->axis.width;

		endpoints_list(ui, h->query.split, -1, low, low + h->axis.width);
		endpoints_of(ui)->group = h->group - 1;
	} else if (h->all) {
		enter_all(ui, h, bin);
	} else if (h->query.quantity != HISTOGRAM_PATHS) {
		ui_say(ui, STYLE_ACCENT, "paths can't be chosen by their %s",
		       h->query.quantity == HISTOGRAM_DEPTH ? "points" : "deviations");
	} else {
		/* They are listed by slack. */
		list_fit(&paths_of(ui)->list, h->n, paths_of(ui)->list.height);
		chooser_go_to(ui, paths_before(h, bin));
		ui_show_view(ui, &paths_view);
	}
}

bool plots_click(struct ui *ui, int x, int y)
{
	struct plots *plots = &summary_of(ui)->plots;
	int32_t bin;

	if (!area_contains(plots->drawn, x, y) || !plots_histogram(ui))
		return false;
	bin = bars_bin_at((int32_t)plots->bins.n, (int32_t)plots->bins.selected, plots->drawn, x);
	if (bin < 0)
		return false;
	list_select(&plots->bins, bin);
	plots_enter(ui);
	return true;
}
