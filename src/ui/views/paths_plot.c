/* What view Paths plots: the slacks of all its paths by own slews and by the graph (figure 2 of [CPG-J]). */
#include "ui/views/view_paths.h"

#include <inttypes.h>

#include "base/grow.h"

/* The lines about the selected path. */
static void draw_header(struct ui *ui, struct area area)
{
	const struct snap_rows *rows = paths_of(ui)->rows;
	const struct snap_row *row = paths_row_at(ui, paths_of(ui)->list.selected);
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	text_add(&title, "slacks by own slews and by the graph");
	if (row && rows->retimed)
		text_printf(&title, ": path %" PRId64 " %s and %s, pessimism %s", row->rank + 1,
			    SHOWN_TIME(row->slack), SHOWN_TIME(row->graph_slack),
			    SHOWN_TIME(row->slack - row->graph_slack));
	ui_draw_header(ui, area, ui->pane == 1, text_string(&title));
}

/* Why there is nothing, and what to do. */
static const char *why_empty(const struct ui *ui)
{
	if (!ui->search)
		return "no paths yet: find_paths finds some";
	if (!ui->search->retimes)
		return "paths are ranked by the graph's slacks: find_paths -pba re-times them";
	return "they are re-timed in the last step; here are bounds";
}

/* The point nearest to the selected rank, -1 = none. */
static int selected_point(const struct ui *ui, const struct snap_slack_pair *pair, int64_t n)
{
	int64_t rank = paths_rank(ui), last = pair[n - 1].rank;

	return last > 0 && rank >= 0 && rank <= last ? (int)((rank * (n - 1) + last / 2) / last)
						     : -1;
}

static void draw_curves(struct ui *ui, const struct snap_slack_pair *pair, int64_t n,
			struct area area)
{
	struct plot plot = {.title = "slack",
			    .unit = time_unit(),
			    .x_label = "rank",
			    .n_lines = 2,
			    .n_x = (int)n,
			    .x_low = (double)pair[0].rank + 1,
			    .x_high = (double)pair[n - 1].rank + 1,
			    .mark_x = selected_point(ui, pair, n)};
	FREED double *y = NULL;

	if (ALLOC(&y, 2 * n) != STATUS_OK)
		return;
	for (int64_t i = 0; i < n; i++) {
		y[i] = (double)pair[i].slack / time_unit_fs();
		y[n + i] = (double)pair[i].graph_slack / time_unit_fs();
	}
	plot.line[0] = (struct plot_line){y, (int)n, STYLE_PLOT_1, "by own slews"};
	plot.line[1] = (struct plot_line){y + n, (int)n, STYLE_PLOT_2, "by the graph"};
	plot_draw(&plot, ui->glyphs, area);
}

void paths_draw_retimed(struct ui *ui, struct area area)
{
	const struct snap_search *search = ui->search;
	bool there = search && search->retimes && ui->level >= 0 &&
		     search->level[ui->level].retimes && search->n_pairs > 0;

	if (area.height == 0)
		return;
	draw_header(ui, area);
	if (!there) {
		area_text_cut(area, 1, 1, STYLE_DIM, why_empty(ui));
		return;
	}
	draw_curves(ui, search->pair, search->n_pairs, area_rows(area, 1, area.height - 1));
}
