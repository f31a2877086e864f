/*
 * View Levels: a row for each deviation level, and how the search closes in: the slack of the last
 * path in the ranking, and the largest rank-wise error against the exact one (figure 11 of [CPG-J]).
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "ui/views/levels.h"

enum {
	TABLE_PERCENT = 50,
	TIMES_COLUMN = 54,        /* of the table: where bound and error are … */
	NARROW_TIMES_COLUMN = 25, /* … when only candidates and kept are before them */
	ERROR_WIDTH = NARROW_TIMES_COLUMN + 25, /* below, the error is left out too */
	NARROW = 79,
};

/* Errors are against the exact ranking, or while a search runs against the newest: then they are at
 * least so large, and that of the newest itself is unknown. */
static bool is_exact(const struct ui *ui)
{
	return levels_of(ui)->errors && levels_of(ui)->errors->exact;
}

static int64_t missing(const struct ui *ui, int64_t l)
{
	return is_exact(ui) && l < levels_of(ui)->errors->n_levels
		       ? levels_of(ui)->errors->missing[l]
		       : 0;
}

static bool knows_error(const struct ui *ui, int64_t l)
{
	return levels_of(ui)->errors && l < levels_of(ui)->errors->n_levels &&
	       (is_exact(ui) || l + 1 < ui->search->n_levels);
}

/* ---- the table ---- */

/* In 12 columns. */
static void write_error(const struct ui *ui, int32_t l, struct text *out)
{
	char words[2 + SHOWN_TIME_SIZE] = "?";

	if (is_exact(ui) || knows_error(ui, l))
		snprintf(words, sizeof words, "%s%s",
			 is_exact(ui) ? "" : ">=", SHOWN_TIME(levels_of(ui)->errors->error[l]));
	text_printf(out, "%12s", words);
}

static void draw_level(struct ui *ui, struct area area, int y, int32_t l)
{
	const struct snap_level *level = &ui->search->level[l];
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	bool narrow = area.width < NARROW;
	enum style style = l > ui->level ? STYLE_DIM : STYLE_NORMAL;

	area_printf(area, 0, y, style, " %c%3" PRId32, l == ui->level ? '*' : ' ', l);
	if (level->retimes) /* no level: the ranking by own slacks */
		area_text(area, 2, y, style, "own");
	if (narrow)
		area_printf(area, 5, y, style, " %10" PRId64 " %8" PRId64, level->n_candidates,
			    level->n_kept);
	else
		area_printf(area, 5, y, style,
			    " %8" PRId64 " %10" PRId64 " %10" PRId64 " %8" PRId64 " %8" PRId64,
			    level->n_parents, level->n_candidates,
			    level->n_candidates - level->n_kept, level->n_kept, level->n_new);
	text_printf(&text, "%13s", level->full ? SHOWN_TIME(level->bound) : "-");
	if (levels_of(ui)->errors && l < levels_of(ui)->errors->n_levels &&
	    area.width >= ERROR_WIDTH)
		write_error(ui, l, &text);
	area_text(area, narrow ? NARROW_TIMES_COLUMN : TIMES_COLUMN, y, style, text_string(&text));
}

static void draw_table(struct ui *ui, struct area area)
{
	struct area body = area_rows(area, 1, area.height - 1);

	list_place(&levels_of(ui)->list, ui->search ? ui->search->n_levels : 0, body);
	if (levels_of(ui)->level != ui->level) { /* the selection goes with the timeline */
		levels_of(ui)->level = ui->level;
		list_select(&levels_of(ui)->list, ui->level);
	}
	if (area.height == 0)
		return;
	area_printf(area, 0, 0, ui->pane == 0 ? STYLE_TITLE : STYLE_DIM,
		    area.width < ERROR_WIDTH ? "level candidates     kept     bound %s"
		    : area.width < NARROW
			    ? "level candidates     kept     bound %s    error %s"
			    : "level  parents candidates     pruned     kept      new     bound %s"
			      "    error %s",
		    time_unit(), time_unit());
	for (int y = 0; y < body.height && levels_of(ui)->list.top + y < levels_of(ui)->list.n; y++)
		draw_level(ui, body, y, (int32_t)(levels_of(ui)->list.top + y));
	list_mark(&levels_of(ui)->list, body, ">");
}

/* ---- the plots ---- */

static void want_errors(struct ui *ui)
{
	struct errors_request wanted = {0};

	if (!ui->search || ui->search->n_levels == 0 ||
	    (is_exact(ui) && levels_of(ui)->errors->n_levels == ui->search->n_levels))
		return;
	wanted.search = ui->search->snap.serial;
	wanted.n_levels = ui->search->n_levels;
	ui_want_errors(ui, &wanted);
}

/* The values of both plots for the levels before `end`; the others have none. */
static void fill_values(const struct ui *ui, int end, double *bound, double *error)
{
	for (int l = 0; l < ui->search->n_levels; l++) {
		const struct snap_level *level = &ui->search->level[l];

		bound[l] = l < end && level->full ? (double)level->bound / time_unit_fs() : NAN;
		error[l] = l < end && knows_error(ui, l)
				   ? (double)levels_of(ui)->errors->error[l] / time_unit_fs()
				   : NAN;
	}
}

static void write_curve_values(const struct ui *ui, int64_t l, struct text *title)
{
	if (ui->search->level[l].full)
		text_printf(title, ": bound %s %s", SHOWN_TIME(ui->search->level[l].bound),
			    time_unit());
	if (knows_error(ui, l)) {
		text_printf(title, ", error %s%s %s", is_exact(ui) ? "" : "at least ",
			    SHOWN_TIME(levels_of(ui)->errors->error[l]), time_unit());
		if (missing(ui, l) > 0)
			text_printf(title, ", %" PRId64 " rank%s missing", missing(ui, l),
				    missing(ui, l) == 1 ? "" : "s");
	} else if (levels_of(ui)->errors && !is_exact(ui)) {
		text_add(title, ", error unknown: levels are missing");
	}
}

static void write_level_values(struct ui *ui, int64_t l, enum plot_quantity shown,
			       struct text *title)
{
	const struct snap_level *level = &ui->search->level[l];

	if (shown == PLOT_CANDIDATES)
		text_printf(title, ": %" PRId64 " candidates, %" PRId64 " kept",
			    level->n_candidates, level->n_kept);
	else if (shown == PLOT_KEPT)
		text_printf(title, ": %" PRId64 " kept, %" PRId64 " new in the ranking",
			    level->n_kept, level->n_new);
	else if (!ui->replaying)
		text_printf(title, ": %.3f ms", level->ms);
	if (*plots_scale(ui) != SCALE_LINEAR)
		text_add(title, *plots_scale(ui) == SCALE_LOG ? " (log)" : " (all up to there)");
}

/* The values at the level that the plots mark. */
static void draw_plots_header(struct ui *ui, struct area area)
{
	enum plot_quantity shown = plots_shown(ui);
	int64_t l = levels_of(ui)->list.selected;
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	text_add(&title, shown < PLOT_CANDIDATES ? "convergence"
			 : shown == PLOT_TIME    ? "time, ms"
						 : "paths");
	if (l < levels_of(ui)->list.n) {
		text_printf(&title, " at level %" PRId64, l);
		if (shown < PLOT_CANDIDATES)
			write_curve_values(ui, l, &title);
		else
			write_level_values(ui, l, shown, &title);
	}
	ui_draw_header(ui, area, ui->pane == 1, text_string(&title));
}

/* Both plots, one above the other or side by side. */
static void draw_both(struct ui *ui, struct area area, const struct plot *kth,
		      const struct plot *converge)
{
	if (area.height >= 24) {
		plot_draw(kth, ui->glyphs, area_rows(area, 1, area.height / 2 - 1));
		plot_draw(converge, ui->glyphs, area_rows(area, area.height / 2 + 1, area.height));
		return;
	}
	area = area_rows(area, 1, area.height - 1);
	plot_draw(kth, ui->glyphs, area_columns(area, 0, area.width / 2 - 1));
	plot_draw(converge, ui->glyphs, area_columns(area, area.width / 2 + 1, area.width));
}

/* What is after the place of the timeline is dim; the level that is selected is marked. */
static void draw_curves(struct ui *ui, struct area area, enum plot_quantity shown)
{
	int n = ui->search ? ui->search->n_levels : 0;
	double *bound, *error, *all_bound, *all_error;
	bool log = *plots_scale(ui) == SCALE_LOG;
	struct plot kth = {.title = "slack of the k-th path",
			   .unit = time_unit(),
			   .x_label = "level",
			   .n_lines = 2,
			   .n_x = n,
			   .mark_x = (int)levels_of(ui)->list.selected};
	struct plot converge = {.title = "rank-wise error",
				.unit = time_unit(),
				.x_label = "level",
				.log_y = log,
				.n_lines = 2,
				.n_x = n,
				.mark_x = (int)levels_of(ui)->list.selected};

	if (ALLOC(&bound, 4 * n) != STATUS_OK)
		return;
	error = bound + n;
	all_bound = bound + 2 * n;
	all_error = bound + 3 * n;
	kth.line[0] = (struct plot_line){all_bound, n, STYLE_DIM, NULL};
	kth.line[1] = (struct plot_line){bound, n, STYLE_PLOT_1, NULL};
	converge.line[0] = (struct plot_line){all_error, n, STYLE_DIM, NULL};
	converge.line[1] = (struct plot_line){error, n, STYLE_PLOT_2, NULL};
	if (ui->search) {
		if (!is_exact(ui))
			converge.title = "error, at least";
		fill_values(ui, n, all_bound, all_error);
		fill_values(ui, ui->level + 1, bound, error);
		if (ui->search->snap.graph->objective == OBJECTIVE_COST)
			kth.title = "cost of the k-th path";
		if (ui->search->state != SEARCH_RUNNING && ui->search->n_ranked < ui->search->k)
			kth.empty = "there are fewer than k paths";
	}
	if (shown == PLOT_CONVERGENCE)
		draw_both(ui, area, &kth, &converge);
	else
		plot_draw(shown == PLOT_BOUND ? &kth : &converge, ui->glyphs,
			  area_rows(area, 1, area.height - 1));
	free(bound);
}

static void draw_plots(struct ui *ui, struct area area)
{
	enum plot_quantity shown = plots_shown(ui);
	struct area body = area_columns(area_rows(area, 1, area.height - 1), 1, area.width - 2);

	draw_plots_header(ui, area);
	if (shown < PLOT_CANDIDATES)
		draw_curves(ui, area, shown);
	else
		plots_draw_levels(ui, body, shown);
}

/* ---- the records ---- */

enum { RECORDS_AHEAD = 32, RECORDS_READ = 128, NUMBERS_WIDTH = 54, NAME_LEAST = 8 };

static void want_records(struct ui *ui)
{
	struct levels_view *v = levels_of(ui);
	struct records_request wanted = {.level = v->list.selected, .n = RECORDS_READ};

	if (!ui->search || v->list.selected >= v->list.n)
		return;
	if (v->records_of != v->list.selected) {
		v->records_of = v->list.selected;
		list_select(&v->records, 0);
	}
	wanted.search = ui->search->snap.serial;
	wanted.first = v->records.top - v->records.top % RECORDS_AHEAD;
	ui_want_records(ui, &wanted);
}

/* The names of its ends, of which the second may be an end or a beginning of paths. */
static void draw_record(struct ui *ui, struct area area, int y, const struct snap_record *r)
{
	const struct snap_records *read = levels_of(ui)->read;
	int width = (int)max_i64((area.width - NUMBERS_WIDTH) / 2 - 1, NAME_LEAST);
	int64_t at = read->asked.first + (r - read->record);
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	area_printf(area, 0, y, STYLE_NORMAL, "%7" PRId64, at);
	for (int end = 0; end < 2; end++) {
		int32_t vertex = end ? r->to : r->from;

		text_clear(&name);
		if (vertex < 0)
			text_add(&name, end ? "another end" : "-");
		else
			graph_write_name(read->snap.graph, vertex, &name);
		area_text_cut(area_columns(area, 9 + end * (width + 1), width), 0, y, STYLE_NORMAL,
			      text_string(&name));
	}
	area_printf(area, 11 + 2 * width, y, STYLE_NORMAL,
		    "%9" PRId64 "%9" PRId64 "%12" PRId64 "%13s", r->parent, r->n_children,
		    r->offset, SHOWN_TIME(r->slack));
}

static void draw_records(struct ui *ui, struct area area)
{
	struct levels_view *v = levels_of(ui);
	const struct snap_records *read = v->read;
	struct area body = area_rows(area, 2, area.height - 2);
	int width = (int)max_i64((area.width - NUMBERS_WIDTH) / 2 - 1, NAME_LEAST);
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	want_records(ui);
	if (read && read->asked.level != v->list.selected)
		read = NULL;
	text_printf(&title, "records of level %" PRId64, v->list.selected);
	if (read)
		text_printf(&title, " (table I): %" PRId64, read->n_all);
	ui_draw_header(ui, area, ui->pane == 1, text_string(&title));
	area_printf(area, 0, 1, STYLE_DIM,
		    " record  %-*s %-*s    parent children childOffset    %6s %s", width, "from",
		    width, "to",
		    ui->search && ui->search->snap.graph->objective == OBJECTIVE_COST ? "cost"
										      : "slack",
		    time_unit());
	list_place(&v->records, read ? read->n_all : 0, body);
	for (int y = 0; read && y < body.height; y++) {
		int64_t i = v->records.top + y - read->asked.first;

		if (i < 0 || i >= read->n)
			continue;
		draw_record(ui, body, y, &read->record[i]);
		if (v->records.top + y == v->records.selected && ui->pane == 1)
			area_style_row(body, y, STYLE_SELECTED);
	}
}

/* ---- the view ---- */

/* Records are wide: where panes are columns they are below the levels. */
static void put_below(struct ui *ui, struct layout *l)
{
	struct area both = l->main;

	both.width = l->detail.x + l->detail.width - l->main.x;
	l->main = area_rows(both, 0, both.height / 3);
	l->detail = area_rows(both, both.height / 3, both.height);
	ui->pane_area[0] = l->main;
	ui->pane_area[1] = l->detail;
}

static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, TABLE_PERCENT, DETAIL_PERCENT);
	bool records = plots_shown(ui) == PLOT_RECORDS;

	if (records && ui_has_columns(ui) && !ui_is_compact(ui))
		put_below(ui, &l);
	want_errors(ui);
	draw_table(ui, l.main);
	if (l.detail.height > 0 && records)
		draw_records(ui, l.detail);
	else if (l.detail.height > 0)
		draw_plots(ui, l.detail);
	ui_draw_third(ui, l.third);
}

static struct list *list(struct ui *ui, int pane)
{
	return pane == 1 && plots_shown(ui) == PLOT_RECORDS ? &levels_of(ui)->records
							    : &levels_of(ui)->list;
}

static void enter(struct ui *ui)
{
	if (!ui->search || levels_of(ui)->list.n == 0) {
		ui_say(ui, STYLE_ACCENT, "there is no level to go into; %s finds paths",
		       ui_key_of("edit_query -number"));
		return;
	}
	board_go(ui->board, STEPPER_SEARCH,
		 snap_timeline_end_of(ui->search->timeline, (int32_t)levels_of(ui)->list.selected));
	ui_show_view(ui, &paths_view);
}

static void init(struct ui *ui)
{
	levels_of(ui)->plotted = (struct plotted){PLOT_CONVERGENCE, SCALE_LOG};
}

static void overlay(const struct ui *ui, struct frame_query *query)
{
	(void)ui;
	query->flags |= FRAME_DEVIATES;
}

const struct view levels_view = {
	.info = &view_info[VIEW_levels],
	.state_size = sizeof(struct levels_view),
	.init = init,
	.readings = {VIEW_READING_OF_SEARCH(errors, struct levels_view, errors),
		     VIEW_READING_OF_SEARCH(records, struct levels_view, read)},
	.draw = draw,
	.overlay = overlay,
	.plotted = offsetof(struct levels_view, plotted),
	.list = list,
	.enter = enter,
	.n_panes = 2,
};
