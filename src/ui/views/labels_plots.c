/*
 * What view Labels shows in place of pins and arcs: a small graph with ranks and labels at its pins,
 * histograms of ranks and of labels, and the run times of this session's queries over the size of what they
 * left (figure 13 of [CPG-J]).
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/axis.h"
#include "base/grow.h"
#include "ui/views/view_labels.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/graph_text.h"

/* ---- the graph ---- */

enum {
	PANEL_LEAST = 22,     /* columns beside the drawing */
	MOST_FALSE_LINES = 8, /* for paths below it */
};

/* "3 max": rank and label below a name; of a query by lists whether paths pass. */
static void write_note(const struct snap_labels *l, const struct label_pin_line *pin, char *out,
		       size_t size)
{
	RELEASED_BY(text_release) struct text label = TEXT_INIT;

	*out = '\0';
	if (l->has_labels && pin->rank >= 0) {
		label_write(pin->label, &label);
		snprintf(out, size, "%" PRId32 " %s", pin->rank, text_string(&label));
	}
}

static void note_vertices(const struct ui *ui, const struct snap_labels *l,
			  struct vertex_note *note)
{
	for (int32_t v = 0; v < l->snap.graph->n_vertices; v++) {
		const struct label_pin_line *pin = &l->drawn[v];
		int32_t r = pin->label ? snap_labels_region(l, pin->label) : l->n_regions - 1;

		write_note(l, pin, note[v].below, sizeof note->below);
		note[v].marked = l->has_labels ? pin->left : pin->exact;
		if (r < l->n_regions - 1 && terminal_has_colours(ui->terminal))
			note[v].colour = label_colour(r);
	}
}

static void note_arcs(const struct snap_labels *l, int32_t chosen, struct arc_note *note)
{
	const int64_t *delay = l->snap.graph->arc_delay;

	for (int32_t a = 0; a < l->snap.graph->n_arcs; a++) {
		int marks = l->drawn_false ? l->drawn_false[a] : 0;

		note[a].heavy =
			l->drawn_arc[a] == LABEL_ARC_SAME || l->drawn_arc[a] == LABEL_ARC_BOUNDARY;
		note[a].bad = marks & LABEL_FALSE_ON;
		if (a == chosen && delay)
			snprintf(note[a].mark, sizeof note->mark, "%.6g",
				 (double)delay[a] / time_unit_fs());
		else
			note[a].mark[0] = marks & LABEL_FALSE_ADMITS         ? '*'
					  : l->drawn_arc[a] == LABEL_ARC_CUT ? 'x'
									     : '\0';
	}
}

/* The regions in their colours, in a line: what a list has besides. */
static void draw_region_names(struct ui *ui, const struct snap_labels *l, struct area area)
{
	int x = 0;

	for (int32_t r = 0; r < l->n_regions - 1; r++) {
		bool here = r == labels_of(ui)->regions.selected;
		RELEASED_BY(text_release) struct text name = TEXT_INIT;
		int n;

		text_add(&name, here ? "[" : " ");
		label_write_region(l, r, &name);
		if (l->has_labels) {
			text_add(&name, ": ");
			label_write(l->region[r].label, &name);
		}
		text_add(&name, here ? "]" : " ");
		n = text_columns(text_string(&name));
		area_text_cut(area, x, 0, STYLE_NORMAL, text_string(&name));
		if (terminal_has_colours(ui->terminal))
			area_ground(area_columns(area, x, n), 0, label_colour(r));
		x += n + 1;
	}
}

/* Below the drawing, a line each: the regions, and the false paths as far as there is room. */
static void draw_below(struct ui *ui, const struct snap_labels *l, struct area area)
{
	const char *line = l->n_false ? l->false_paths : "";

	draw_region_names(ui, l, area);
	for (int y = 1; y < area.height && *line; y++) {
		int length = (int)strcspn(line, "\n");

		if (y == area.height - 1 && line[length + 1])
			area_printf(area, 0, y, STYLE_ERROR, "of %" PRId32 " false paths",
				    l->n_false);
		else
			area_printf(area, 0, y, STYLE_ERROR, "false: %.*s", length, line);
		line += length + 1;
	}
}

/* The drawing takes what the lists have, and as a column all beside a panel that is as wide as can be read. */
static struct area take_drawing(struct ui *ui, struct area area, int width, struct area *panel)
{
	struct layout l = ui_layout(ui, area, 100, DETAIL_PERCENT);
	struct area main = l.main.height > 0 && l.main.width > 0 ? l.main : l.detail;

	if (ui_is_compact(ui))
		;
	else if (ui_has_columns(ui))
		main = area_columns(area, 0, l.main.width + 1 + l.detail.width);
	else if (ui_has_panel(ui) && area.width - width - 1 >= PANEL_LEAST) {
		main = area_columns(area, 0, width);
		l.third = area_columns(area, width + 1, area.width);
	}
	*panel = l.third;
	ui->pane_area[0] = ui->pane_area[1] = area_rows(area, 0, 0);
	ui->pane_area[2] = l.third;
	return main;
}

static void draw_picture(struct ui *ui, const struct snap_labels *l, struct graph_text *picture,
			 struct area area)
{
	int below = 1 + (int)min_i64(l->n_false, MOST_FALSE_LINES), width, height;

	graph_text_size(picture, &width, &height);
	if (width > area.width || height >= area.height) {
		area_printf(area, 0, 0, STYLE_DIM, "the drawing takes %d columns and %d rows",
			    width, height + 1);
		return;
	}
	below = (int)max_i64(1, min_i64(below, area.height - height));
	if (!graph_text_grow(picture, area.width, area.height - below))
		return;
	graph_text_draw(picture, ui->glyphs, area);
	draw_below(ui, l, area_rows(area, area.height - below, below));
}

/* The graph with its notes, and what is around it. */
static void draw_noted(struct ui *ui, const struct snap_labels *l, struct graph_text *picture,
		       struct area area)
{
	int width = 0, height;
	struct area panel, main;

	if (picture)
		graph_text_size(picture, &width, &height);
	main = take_drawing(ui, area, width, &panel);
	labels_draw_state(l, area_rows(main, 0, 1));
	main = area_rows(main, 1, main.height - 1);
	ui_draw_header(ui, main, ui->pane < 2,
		       !l->has_labels ? "[on the way], arcs of it are heavy"
		       : l->n_false   ? "heavy: kept, x: cut, *: lets red paths in"
				      : "rank, label; heavy: kept, x: cut");
	main = area_rows(main, 1, main.height - 1);
	if (!l->drawn)
		area_printf(main, 0, 0, STYLE_DIM,
			    "graphs of up to %d vertices are drawn; this one has %" PRId32,
			    LABEL_DRAWN, l->snap.graph->n_vertices);
	else if (!picture)
		area_text(main, 0, 0, STYLE_DIM, "this graph is too much of a tangle to be drawn");
	else
		draw_picture(ui, l, picture, main);
	ui_draw_third(ui, panel);
}

void labels_draw_graph(struct ui *ui, struct area area)
{
	const struct snap_labels *l = labels_of(ui)->labels;
	struct graph_notes notes = {0};
	struct graph_text *picture = NULL;
	FREED struct vertex_note *vertex = NULL;
	FREED struct arc_note *arc = NULL;

	if (l->drawn && ALLOC(&vertex, l->snap.graph->n_vertices) == STATUS_OK &&
	    ALLOC(&arc, l->snap.graph->n_arcs) == STATUS_OK) {
		note_vertices(ui, l, vertex);
		note_arcs(l, ui->arc, arc);
		notes = (struct graph_notes){vertex, arc};
		picture = graph_text_noted(l->snap.graph, &notes, ui->arc);
	}
	draw_noted(ui, l, picture, area);
	graph_text_free(picture);
}

/* ---- histograms ---- */

/* Bins of one rank or of several, as there is room. */
static void draw_ranks(struct ui *ui, const struct snap_labels *l, struct area area)
{
	int32_t n_values = l->highest + 1, per_bin = 1, *count, n;
	struct bars bars = {.n_series = 1,
			    .selected = -1,
			    .scale = labels_of(ui)->plotted.scale,
			    .x_unit = 1,
			    .y_unit = 1};

	if (!l->rank_pins) {
		area_text(area, 0, 0, STYLE_DIM, "a query by lists has no ranks");
		return;
	}
	while ((n_values + per_bin - 1) / per_bin > (int32_t)max_i64(bars_room(area), 1))
		per_bin = (int32_t)axis_whole_step(per_bin, 1, 1); /* a round number */
	n = (n_values + per_bin - 1) / per_bin;
	if (ALLOC(&count, n) != STATUS_OK)
		return;
	for (int32_t r = 0; r < n_values; r++) {
		count[r / per_bin] += l->rank_pins[r];
		bars.total += l->rank_pins[r];
	}
	bars.n = n;
	bars.width = per_bin;
	bars.bins_are_values = per_bin == 1;
	bars.series[0] = (struct bars_series){NULL, count, (int64_t)bars.total};
	bars_draw(&bars, ui->glyphs, area);
	free(count);
}

enum { BAR_COLUMN = 28 }; /* where the bars of labels begin */

/* As the scale has it, a part of the whole width. */
static double share(enum plot_scale scale, int32_t n, int64_t before, int32_t most, int64_t all)
{
	if (scale == SCALE_CDF)
		return all ? (double)(before + n) / (double)all : 0;
	if (scale == SCALE_LOG)
		return most > 1 ? log1p(n) / log1p(most) : n;
	return most ? (double)n / most : 0;
}

/* A row for each region, as a label is that of one. */
static void draw_labels(struct ui *ui, const struct snap_labels *l, struct area area)
{
	uint32_t block = ui->glyphs == GLYPHS_ASCII ? '#' : 0x2588;
	int32_t most = 0;
	int64_t all = 0, before = 0;

	if (!l->has_labels) {
		area_text(area, 0, 0, STYLE_DIM, "a query by lists has no labels");
		return;
	}
	/* what is outside is most of a design, and would leave the others no length */
	for (int32_t r = 0; r < l->n_regions - 1; r++) {
		most = (int32_t)max_i64(most, l->region[r].n_vertices);
		all += l->region[r].n_vertices;
	}
	for (int32_t r = 0; r < l->n_regions && r < area.height; r++) {
		const struct label_region *region = &l->region[r];
		RELEASED_BY(text_release) struct text line = TEXT_INIT;
		int room = area.width - BAR_COLUMN;

		label_write(r == l->n_regions - 1 ? 0 : region->label, &line);
		area_printf(area, 0, r, STYLE_NORMAL, "%6s", text_string(&line));
		text_clear(&line);
		label_write_region(l, r, &line);
		area_printf(area, 8, r, STYLE_DIM, "%-9s", text_string(&line));
		area_printf(area, 17, r, STYLE_NORMAL, "%9" PRId32, region->n_vertices);
		for (int x = 0; r < l->n_regions - 1 &&
				x < (int)(share(labels_of(ui)->plotted.scale, region->n_vertices,
						before, most, all) *
						  room +
					  0.5);
		     x++)
			area_put(area, BAR_COLUMN + x, r, STYLE_PLOT_1, block);
		before += region->n_vertices;
	}
}

/* ---- run times ---- */

static double log_size(const struct label_run *run)
{
	return log((double)max_i64(run->size, 1));
}

/* The mean of the queries at each place along the logarithm of sizes; between two places a line. */
static void fill_curve(const struct snap_labels *l, bool paths, double low, double high, double *y,
		       int n)
{
	int last = -1, *count;

	if (ALLOC(&count, n) != STATUS_OK)
		return;
	for (int i = 0; i < n; i++)
		y[i] = NAN;
	for (int32_t r = 0; r < l->n_runs; r++) {
		int i = high > low
				? (int)((log_size(&l->run[r]) - low) / (high - low) * (n - 1) + 0.5)
				: 0;

		if (l->run[r].paths != paths)
			continue;
		y[i] = ((count[i] ? y[i] * count[i] : 0) + l->run[r].ms) / (count[i] + 1);
		count[i]++;
	}
	for (int i = 0; i < n; i++) {
		if (!count[i])
			continue;
		for (int j = last + 1; last >= 0 && j < i; j++)
			y[j] = y[last] + (y[i] - y[last]) * (j - last) / (i - last);
		last = i;
	}
	free(count);
}

static void draw_queries(struct ui *ui, const struct snap_labels *l, struct area area)
{
	double low = INFINITY, high = 0, *y;
	bool logs = labels_of(ui)->plotted.scale == SCALE_LOG;
	struct plot plot = {.title = logs ? "ms (log) over states and arcs (log):"
					  : "ms over states and arcs (log):",
			    .x_label = "size",
			    .log_y = logs,
			    .n_lines = 2,
			    .mark_x = -1,
			    .digits = 3};
	int n = (int)max_i64(2 * area.width, 2);

	for (int32_t r = 0; r < l->n_runs; r++) {
		low = fmin(low, log_size(&l->run[r]));
		high = fmax(high, log_size(&l->run[r]));
	}
	if (l->n_runs == 0)
		return;
	if (ui->replaying) {
		area_printf(area, 0, 0, STYLE_DIM,
			    "of %.0f to %.0f states and arcs; times are not shown in replays",
			    exp(low), exp(high));
		return;
	}
	if (ALLOC(&y, 2 * (int64_t)n) != STATUS_OK)
		return;
	if (high - low < 0.1) { /* of one size: in the middle */
		low = fmax(low - 0.5, 0);
		high += 0.5;
	}
	fill_curve(l, true, low, high, y, n);
	fill_curve(l, false, low, high, y + n, n);
	plot.log_low = low;
	plot.log_high = high;
	plot.n_x = n;
	plot.line[0] = (struct plot_line){y, n, STYLE_PLOT_1, "find_paths"};
	plot.line[1] = (struct plot_line){y + n, n, STYLE_PLOT_2, "label_query"};
	plot_draw(&plot, ui->glyphs, area);
	free(y);
}

/* ---- all of them ---- */

static void write_title(const struct ui *ui, const struct snap_labels *l, struct text *out)
{
	enum plot_quantity shown = labels_of(ui)->plotted.quantity;

	if (shown == PLOT_RANKS)
		text_printf(out, "pins by rank: %" PRId32 " lead to an end, up to rank %" PRId32,
			    l->n_ranked, l->highest);
	else if (shown == PLOT_LABELS)
		text_printf(out, "pins by label: %" PRId32 " pins and edges have one",
			    l->n_labelled);
	else
		text_printf(out, "run time over size of the subgraph: %" PRId32 " quer%s",
			    l->n_runs, l->n_runs == 1 ? "y" : "ies");
	if (shown == PLOT_RANKS || shown == PLOT_LABELS)
		text_add(out, labels_of(ui)->plotted.scale == SCALE_LOG   ? " (log)"
			      : labels_of(ui)->plotted.scale == SCALE_CDF ? " (all up to there)"
									  : "");
}

void labels_draw_plot(struct ui *ui, struct area area)
{
	const struct snap_labels *l = labels_of(ui)->labels;
	struct area body = area_rows(area, 1, area.height - 1);
	struct text title = TEXT_INIT;

	if (l)
		write_title(ui, l, &title);
	ui_draw_header(ui, area, ui->pane == 1, text_string(&title));
	text_release(&title);
	if (!l || body.height < 1)
		return;
	switch (labels_of(ui)->plotted.quantity) {
	case PLOT_RANKS:
		draw_ranks(ui, l, body);
		break;
	case PLOT_LABELS:
		draw_labels(ui, l, body);
		break;
	default:
		draw_queries(ui, l, body);
		break;
	}
}
