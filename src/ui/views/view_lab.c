/*
 * View Lab: what there is to run, and what came of it by each method: a table with bars by time, how far each is below what memory allows,
 * and a picture of the matrix. What was measured isn't in replays, whose screens are compared.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "draw/letters.h"
#include "session/command.h"
#include "ui/views/view_lab.h"
#include "ui/widgets/chart.h"

enum {
	JOBS_PERCENT = 30,
	RESULTS_PERCENT = 54, /* of the columns, where panes are columns */
	METHOD_WIDTH = 17,
	NUMBER_WIDTH = 10,
	ROOF_WIDTH = 13,
	LEAST_BAR = 6,
	MOST_ZOOM = 24,
	PICTURE_ROWS = 4,    /* at least */
	PICTURE_WIDTH = 192, /* dots that are asked for */
	PICTURE_HEIGHT = 128,
	UPPER_HALF = 0x2580,
	LIGHT = 230,
	LEAST_CHART = 9, /* rows */
};

/* ---- what there is to run ---- */

static const struct job {
	const char *label, *script;
	enum { ANY, OF_DESIGN, OF_PATHS } needs; /* that something is open, that paths are found */
} jobs[] = {
	{"products: ecology1, a grid", "lab_spmv ecology1", ANY},
	{"products: Lin, a grid in 3D", "lab_spmv Lin", ANY},
	{"products: raefsky3, blocks", "lab_spmv raefsky3", ANY},
	{"products: ns3Da, long rows", "lab_spmv ns3Da", ANY},
	{"products: kkt_power, skewed", "lab_spmv kkt_power", ANY},
	{"products: G3_circuit", "lab_spmv G3_circuit", ANY},
	{"search: b18", "lab_bfs b18", ANY},
	{"search: b19", "lab_bfs b19", ANY},
	{"search: the graph that is open", "lab_bfs", OF_DESIGN},
	{"paths: b18_50K", "lab_sta b18_50K", ANY},
	{"paths that were found, by arcs", "lab_sta", OF_PATHS},
	{"paths that were found, by pins", "lab_sta -columns pins", OF_PATHS},
	{"solve: new_blue1", "lab_cg new_blue1", ANY},
	{"place what is open, step by step", "lab_cg -paused", OF_DESIGN},
	{"place what is open", "lab_cg", OF_DESIGN},
};

enum { N_JOBS = sizeof jobs / sizeof *jobs };

/* Those that there is something for; returns how many. */
static int list_jobs(const struct ui *ui, int out[N_JOBS])
{
	bool paths = ui->search && ui->search->has_paths, open = ui->search;
	char design[4] = "";
	int n = 0;

	board_get_design(ui->board, design, sizeof design);
	open |= design[0] != '\0';
	for (int i = 0; i < N_JOBS; i++) {
		if (jobs[i].needs == ANY || (jobs[i].needs == OF_PATHS ? paths : open))
			out[n++] = i;
	}
	return n;
}

static void draw_jobs(struct ui *ui, struct area area)
{
	struct list *list = &lab_of(ui)->jobs;
	struct area body = area_rows(area, 1, area.height - 1);
	int shown[N_JOBS];
	int n = list_jobs(ui, shown);

	list_place(list, n, body);
	if (area.height <= 0)
		return;
	ui_draw_header(ui, area, ui->pane == 0, "to run");
	for (int y = 0; y < body.height && list->top + y < n; y++) {
		const struct job *job = &jobs[shown[list->top + y]];
		int x = area_text(body, 1, y, STYLE_NORMAL, job->label);

		area_text_end(body, x + 1, y, STYLE_DIM, job->script);
	}
	list_mark(list, body, ">");
}

/* ---- the table ---- */

static int by_time(const void *a, const void *b)
{
	const struct lab_row *p = *(const struct lab_row *const *)a,
			     *q = *(const struct lab_row *const *)b;

	if (p->ms != q->ms)
		return p->ms < q->ms ? -1 : 1;
	return p < q ? -1 : p > q;
}

/* The rows as they are shown. */
static int order_rows(const struct ui *ui, const struct lab_row **order)
{
	const struct snap_lab *lab = lab_of(ui)->lab;
	int n = lab ? lab->table.n : 0;

	for (int i = 0; i < n; i++)
		order[i] = &lab->table.row[i];
	if (!ui->replaying)
		qsort(order, (size_t)n, sizeof *order, by_time);
	return n;
}

const struct lab_row *lab_selected(const struct ui *ui)
{
	const struct lab_row *order[LAB_ROWS];
	int n = order_rows(ui, order);
	int64_t at = lab_of(ui)->rows.selected;

	return at >= 0 && at < n ? order[at] : NULL;
}

/* Of the time of the fastest. */
static double share_of(const struct lab_row *row, const struct lab_row *best)
{
	return row->ms > 0 && best->ms > 0 ? best->ms / row->ms : 0;
}

/* "87% copies" */
static void draw_roof_share(struct area area, int x, int y, const struct lab_table *table,
			    const struct lab_row *row)
{
	double share;
	enum lab_roof roof = lab_roof_of(table, row, &share);
	char text[32] = "-";

	if (roof != LAB_NO_ROOF)
		snprintf(text, sizeof text, "%s%.0f%% %s", roof == LAB_ABOVE ? ">" : "",
			 roof == LAB_ABOVE ? 100 : 100 * share, lab_roof_name[roof]);
	area_text_right(area, x, y, STYLE_NORMAL, text);
}

static void draw_row(const struct ui *ui, struct area area, int y, const struct lab_row *row,
		     const struct lab_row *best)
{
	const struct lab_table *table = &lab_of(ui)->lab->table;
	char text[32];
	int x = METHOD_WIDTH;

	area_printf(area, 1, y, STYLE_NORMAL, "%s%s", row->method, row->is_chosen ? "*" : "");
	if (ui->replaying) {
		area_printf(area, x, y, STYLE_NORMAL, " %016" PRIx64, row->digest);
	} else {
		snprintf(text, sizeof text, "%.4f", row->ms);
		area_text_right(area, x += NUMBER_WIDTH, y, STYLE_NORMAL, text);
		snprintf(text, sizeof text, "%.2f", row->ms > 0 ? row->work / row->ms / 1e6 : 0);
		area_text_right(area, x += NUMBER_WIDTH, y, STYLE_NORMAL, text);
		draw_roof_share(area, x += ROOF_WIDTH, y, table, row);
		if (area.width - x - 4 >= LEAST_BAR)
			ui_draw_bar(ui, area_rows(area, y, 1), x + 2, area.width - x - 4,
				    share_of(row, best));
	}
}

static void draw_table_head(const struct ui *ui, struct area area)
{
	int x = area_printf(area, 1, 0, STYLE_DIM, "%-*s", METHOD_WIDTH - 1, "method");

	if (ui->replaying) {
		area_text(area, METHOD_WIDTH + 1, 0, STYLE_DIM, "digest of the result");
		return;
	}
	x = area_printf(area, x, 0, STYLE_DIM, "%*s%*s%*s", NUMBER_WIDTH, "ms", NUMBER_WIDTH,
			lab_of(ui)->lab->table.work, ROOF_WIDTH, "of roof");
	area_text(area, x + 2, 0, STYLE_DIM, "speed");
}

/* What memory's bandwidth allows for the method that is selected: the roof at its operations a byte. */
static void draw_roof(const struct ui *ui, struct area area, int y)
{
	const struct lab_table *table = &lab_of(ui)->lab->table;
	const struct lab_row *row = lab_selected(ui);
	enum lab_roof roof;
	double share, rate;

	if (!row)
		return;
	if (*row->note && !(ui->replaying && strstr(row->note, " ms")))
		area_text_cut(area, 1, y + 1, STYLE_DIM, row->note);
	if (ui->replaying || !row->bytes || row->ms <= 0)
		return;
	roof = lab_roof_of(table, row, &share);
	rate = roof == LAB_COPIES ? table->copy_rate : table->read_rate;
	if (roof == LAB_ABOVE)
		area_text_cut(
			area, 1, y, STYLE_DIM,
			"above the roofs of copies and reads: from caches, or too short to measure");
	else if (roof != LAB_NO_ROOF)
		area_printf(
			area, 1, y, STYLE_DIM,
			"roof of %s: %.3f a byte x %.1f GB/s = %.2f %s; it gets %.0f %% of that",
			lab_roof_name[roof], row->work / (double)row->bytes, rate / 1e6,
			row->work / (double)row->bytes * rate / 1e6, table->work, 100 * share);
}

/* Rows that it took. */
static int draw_table(struct ui *ui, struct area area)
{
	const struct lab_row *order[LAB_ROWS], *best = NULL;
	struct list *list = &lab_of(ui)->rows;
	int n = order_rows(ui, order), height = area.height - 5 < n ? area.height - 5 : n;
	struct area body = area_rows(area, 2, height);

	list_place(list, n, body);
	if (n == 0)
		return 0;
	for (int i = 0; i < n; i++)
		best = order[i]->is_best ? order[i] : best;
	area_text_cut(area, 1, 0, STYLE_STRONG, lab_of(ui)->lab->table.title);
	draw_table_head(ui, area_rows(area, 1, 1));
	for (int y = 0; y < height && list->top + y < n; y++)
		draw_row(ui, body, y, order[list->top + y], best ? best : order[0]);
	list_mark(list, area_columns(body, 0, METHOD_WIDTH), ">");
	draw_roof(ui, area, height + 2);
	return height + 4;
}

/* ---- the matrix ---- */

/* Dots of the reading are as many as the largest picture has, so that what is asked for doesn't depend on the room; here they are added up
 * to those that there is room for. */
struct picture {
	int width, height;     /* dots */
	uint32_t *count, most; /* count owned */
};

static bool scale_picture(const struct snap_lab *lab, int width, int height, struct picture *p)
{
	p->width = width < lab->width ? width : lab->width;
	p->height = height < lab->height ? height : lab->height;
	p->most = 0;
	p->count = p->width > 0 && p->height > 0
			   ? calloc((size_t)p->width * (size_t)p->height, sizeof *p->count)
			   : NULL;
	if (!p->count)
		return false;
	for (int y = 0; y < lab->height; y++) {
		uint32_t *line = p->count + (int64_t)y * p->height / lab->height * p->width;

		for (int x = 0; x < lab->width; x++)
			line[(int64_t)x * p->width / lab->width] +=
				lab->count[(int64_t)y * lab->width + x];
	}
	for (int i = 0; i < p->width * p->height; i++)
		p->most = p->count[i] > p->most ? p->count[i] : p->most;
	return true;
}

/* From 0 to 1, by the logarithm of how many entries there are. */
static double darkness(const struct picture *p, int x, int y)
{
	uint32_t n = y < p->height ? p->count[y * p->width + x] : 0;

	return n ? 0.25 + 0.75 * log2(1 + n) / log2(1 + p->most) : 0;
}

/* Towards the ink of the theme. */
static uint32_t grey(const struct ui *ui, double dark)
{
	uint32_t level = (uint32_t)(LIGHT * (ui->theme == THEME_LIGHT ? 1 - dark : dark)) + 16;

	return COLOUR_SET | level << 16 | level << 8 | level;
}

/* As many pixels a dot as there is room for, or fewer dots; false where there are no pixels. */
static bool draw_pixels(const struct ui *ui, struct area area)
{
	const struct snap_lab *lab = lab_of(ui)->lab;
	const struct surface *s = area.surface;
	int32_t across = area.width * s->cell_width, down = area.height * s->cell_height;
	int32_t size =
		down / lab->height < across / lab->width ? down / lab->height : across / lab->width;
	struct canvas c = {0};
	struct picture p;

	size = size > 1 ? size : 1;
	if (s->cell_width <= 0 ||
	    !scale_picture(lab, across < 3 * down / 2 ? across : 3 * down / 2, down, &p))
		return false;
	area = area_columns(area_rows(area, 0, (size * p.height - 1) / s->cell_height + 1), 0,
			    (size * p.width - 1) / s->cell_width + 1);
	c.width = area.width * s->cell_width;
	c.height = area.height * s->cell_height;
	c.pixel = area_canvas(area, s->paper);
	for (int32_t i = 0; i < p.width * p.height && c.pixel; i++)
		canvas_fill(&c, i % p.width * size, i / p.width * size, size, size,
			    grey(ui, darkness(&p, i % p.width, i / p.width)) & ~COLOUR_SET, 255);
	free(p.count);
	return c.pixel != NULL;
}

/* Two dots in a cell; on paper, and where there are no half-blocks, the darker of them is drawn for both. */
static void draw_picture(const struct ui *ui, struct area area)
{
	static const char shades[] = " .:-=+*%#";
	bool halves = !ui->on_sheet && !ui->replaying && ui->glyphs != GLYPHS_ASCII;
	struct picture p;

	if (draw_pixels(ui, area) ||
	    !scale_picture(lab_of(ui)->lab, area.width, 2 * area.height, &p))
		return;
	for (int y = 0; 2 * y < p.height; y++) {
		for (int x = 0; x < p.width; x++) {
			double upper = darkness(&p, x, 2 * y), lower = darkness(&p, x, 2 * y + 1);
			double most = upper > lower ? upper : lower;

			if (halves)
				area_put_colours(area, x, y, UPPER_HALF, grey(ui, upper),
						 grey(ui, lower));
			else
				area_put(area, x, y, STYLE_NORMAL,
					 (uint32_t)shades[(int)((sizeof shades - 2) * most)]);
		}
	}
	free(p.count);
}

static void draw_matrix(const struct ui *ui, struct area area)
{
	const struct snap_lab *lab = lab_of(ui)->lab;

	if (!lab->has_matrix || area.height < PICTURE_ROWS)
		return;
	area_printf(area, 1, 0, STYLE_DIM,
		    "rows %" PRId32 " to %" PRId32 " of %" PRId32 ", columns %" PRId32
		    " to %" PRId32,
		    lab->first_row + 1, lab->end_row, lab->n_rows, lab->first_column + 1,
		    lab->end_column);
	area_printf(area, 1, 1, STYLE_DIM,
		    "%.1f a row, half up to %" PRId32 ", longest %" PRId32
		    "; idle with a thread a row %.1f %%",
		    lab->mean, lab->half, lab->longest, 100 * lab->idle);
	draw_picture(ui, area_columns(area_rows(area, 2, area.height - 2), 1, area.width - 2));
}

/* A chart in place of the table, with the names of its marks where there is room. */
static void draw_chart(const struct ui *ui, struct area area)
{
	const struct snap_lab *lab = lab_of(ui)->lab;
	enum lab_chart what = (enum lab_chart)(lab_of(ui)->show - 1);
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	struct chart chart;
	bool legend;
	int y = 0;

	if (what == LAB_ROOFLINE && ui->replaying) {
		area_text_cut(area, 1, 0, STYLE_DIM,
			      "a roofline is measured, and not shown in replays");
		return;
	}
	if (lab_chart_make(what, &lab->table, lab->point, lab->n_points, &chart) != STATUS_OK) {
		area_text_cut(area, 1, 0, STYLE_DIM, status_text(STATUS_FAILED));
		return;
	}
	if (chart_plot(&chart, -1, ui->glyphs, area)) {
		chart_release(&chart);
		return;
	}
	legend = area.height - chart.n_marks >= LEAST_CHART;
	chart_write(&chart, area.width - 1, legend ? area.height - chart.n_marks : area.height,
		    legend, &text);
	for (const char *line = text_string(&text); *line && y < area.height; y++) {
		const char *end = strchr(line, '\n');

		area_printf(area, 1, y, y ? STYLE_NORMAL : STYLE_STRONG, "%.*s", (int)(end - line),
			    line);
		line = end + 1;
	}
	chart_release(&chart);
}

static void draw_wires(const struct ui *ui, struct area area)
{
	const struct snap_lab *lab = lab_of(ui)->lab;
	struct plot plot = {.title = "wire length, um",
			    .x_label = "iteration",
			    .n_lines = 1,
			    .n_x = lab->n_points,
			    .mark_x = -1,
			    .digits = 3};
	FREED double *y = malloc((size_t)lab->n_points * sizeof *y);

	if (!y)
		return;
	for (int i = 0; i < lab->n_points; i++)
		y[i] = lab->point[i].wires;
	plot.line[0] = (struct plot_line){y, lab->n_points, STYLE_PLOT_1, NULL};
	plot_draw(&plot, ui->glyphs, area);
}

/* Residual and wire length of a quadratic placement. */
static int draw_curve(const struct ui *ui, struct area area)
{
	const struct snap_lab *lab = lab_of(ui)->lab;
	struct plot plot = {.title = "residual:",
			    .x_label = "iteration",
			    .log_y = true,
			    .n_lines = 2,
			    .mark_x = -1,
			    .digits = 3};
	FREED double *y = NULL;
	int n = lab->n_points;

	if (n < 2 || area.height < 6)
		return 0;
	if (ALLOC(&y, 2 * (int64_t)n) != STATUS_OK)
		return 0;
	for (int i = 0; i < n; i++) {
		y[i] = lab->point[i].residual[0];
		y[n + i] = lab->point[i].residual[1];
	}
	plot.line[0] = (struct plot_line){y, n, STYLE_PLOT_1, "x"};
	plot.line[1] = (struct plot_line){y + n, n, STYLE_PLOT_2, "y"};
	plot.n_x = n;
	plot_draw(&plot, ui->glyphs, area_rows(area, 0, area.height - 1));
	area_printf(area, 1, area.height - 1, STYLE_DIM, "wires %.0f um, at the beginning %.0f um",
		    lab->point[n - 1].wires, lab->point[0].wires);
	return area.height;
}

/* ---- the view ---- */

static void draw_results(struct ui *ui, struct area area)
{
	const struct snap_lab *lab = lab_of(ui)->lab;
	struct area body = area_rows(area, 1, area.height - 1);
	int used;

	if (area.height <= 0) {
		list_fit(&lab_of(ui)->rows, lab ? lab->table.n : 0, 1);
		return;
	}
	ui_draw_header(ui, area, ui->pane == 1,
		       lab && lab->table.n && !lab_of(ui)->show ? "results; *: the choice"
								: "results");
	if (!lab) {
		list_fit(&lab_of(ui)->rows, 0, 1);
		return;
	}
	if (lab_of(ui)->show) {
		list_fit(&lab_of(ui)->rows, lab->table.n, 1);
		draw_chart(ui, body);
		return;
	}
	used = draw_table(ui, body);
	body = area_rows(body, used, body.height - used);
	if (used == 0 && lab->n_points < 2 && !lab->has_matrix) {
		area_text_cut(body, 1, 0, STYLE_DIM,
			      "nothing has run yet: Enter runs what is selected");
		return;
	}
	used = 0;
	if (lab->n_points >= 2)
		used = draw_curve(ui, area_rows(body, 0, body.height < 12 ? body.height : 12));
	if (used && body.height - used >= LEAST_CHART) {
		draw_wires(ui, area_rows(body, used, LEAST_CHART));
		used += LEAST_CHART;
	}
	draw_matrix(ui, area_rows(body, used, body.height - used));
}

static void want_lab(struct ui *ui)
{
	struct lab_request wanted = {.edition = ui->edition + 1,
				     .width = PICTURE_WIDTH,
				     .height = PICTURE_HEIGHT,
				     .zoom = lab_of(ui)->zoom,
				     .row = lab_of(ui)->row,
				     .wave = lab_of(ui)->wave};

	if (ui->timeline)
		wanted.moment = ui->timeline->n_steps + 1;
	ui_want_lab(ui, &wanted);
}

static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, JOBS_PERCENT, RESULTS_PERCENT);

	want_lab(ui);
	draw_jobs(ui, l.main);
	draw_results(ui, l.detail);
	ui_draw_third(ui, l.third);
}

static void enter(struct ui *ui)
{
	int shown[N_JOBS];
	int n = list_jobs(ui, shown);

	if (ui->pane == 0 && lab_of(ui)->jobs.selected < n)
		ui_submit_text(ui, jobs[shown[lab_of(ui)->jobs.selected]].script);
}

/* ---- commands ---- */

static enum status do_zoom(struct call *call)
{
	struct lab_view *v = lab_of(call->screen);
	int index;

	TRY(call_choose(call, "in|out|fit", &index));
	v->zoom = index == 2 ? 0 : v->zoom + (index == 0 ? 1 : -1);
	v->zoom = v->zoom < 0 ? 0 : v->zoom > MOST_ZOOM ? MOST_ZOOM : v->zoom;
	return STATUS_OK;
}

/* A number counted from 1, or the next or previous one of what is shown; as many as there are. */
static enum status choose(struct call *call, int32_t *at, int32_t n)
{
	const char *word = call->argument[0];
	char *end;
	long to = strtol(word, &end, 10) - 1;

	if (strcmp(word, "next") == 0)
		to = *at + 1;
	else if (strcmp(word, "previous") == 0)
		to = *at - 1;
	else if (*end || end == word)
		return call_fail(call, STATUS_USAGE,
				 "\"%.100s\" is neither a number nor next or previous", word);
	*at = to < 0 || n < 1 ? 0 : to >= n ? n - 1 : (int32_t)to;
	return STATUS_OK;
}

static enum status do_row(struct call *call)
{
	struct lab_view *v = lab_of(call->screen);

	return choose(call, &v->row, v->lab ? v->lab->n_rows : 0);
}

static enum status do_wave(struct call *call)
{
	struct lab_view *v = lab_of(call->screen);

	if (!v->lab || !v->lab->n_waves)
		return call_fail(call, STATUS_FAILED,
				 "lab_bfs in a graph of up to %d vertices has waves",
				 LAB_SMALL_ROWS);
	return choose(call, &v->wave, v->lab->n_waves);
}

static enum status do_show(struct call *call)
{
	struct lab_view *v = lab_of(call->screen);
	int index;

	TRY(call_choose(call, "table|" LAB_CHARTS "|next", &index));
	v->show = index <= 3 ? index : (v->show + 1) % 4;
	return STATUS_OK;
}

static const struct command commands[] = {
	{"lab_show", do_show, ON_SCREEN, "table|" LAB_CHARTS "|next", 1, 1, NULL,
	 "Show the lab's table, the roofline above its methods, or a placement's residuals or wire length"},
	{"lab_zoom", do_zoom, ON_SCREEN, "in|out|fit", 1, 1, NULL,
	 "Zoom the lab's matrix around the row, in or out"},
	{"lab_wave", do_wave, ON_IDLE_SCREEN, "WAVE|next|previous", 1, 1, NULL,
	 "Select a wave of a search in a small graph, counted from 1: key x explains it"},
	{"lab_row", do_row, ON_IDLE_SCREEN, "ROW|next|previous", 1, 1, NULL,
	 "Select a row of the lab's matrix, counted from 1"},
	{0},
};

const struct view lab_view = {
	.info = &view_info[VIEW_lab],
	.stepper = STEPPER_CG,
	.state_size = sizeof(struct lab_view),
	.readings = {VIEW_READING(lab, struct lab_view, lab)},
	.draw = draw,
	.timeline = timeline_write_iteration,
	.explain = lab_explain,
	.lists = {offsetof(struct lab_view, jobs), offsetof(struct lab_view, rows)},
	.enter = enter,
	.commands = commands,
	.n_panes = 2,
};
