/* View Density: its layout, what it asks for, and the panels beside the map. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/views/view_density.h"
#include "ui/views/view_endpoints.h"
#include "ui/views/view_paths.h"

enum {
	LEAST_WIDTH = 30, /* below, a line that says so */
	LEAST_HEIGHT = 5,
	WORDS = 36,     /* columns beside the map */
	FEW_WORDS = 20, /* where there is little room */
	ROOMY = 55,
	ROOMY_HEIGHT = 14,
	PANEL_BESIDE = 76, /* from here on a panel is beside the map */
	MAP_PERCENT = 45,  /* then, of the width */
	WORDS_BELOW = 2,   /* then, rows below the map */
	WIDE_PERCENT = 76, /* … where there are columns */
	MOST_BINS = 256,   /* along the shorter axis, where they are shown as pixels */
	SHEET_ROWS = 19,   /* of a map in text: there is room for them in any sheet */
};

/* ---- what the board has ---- */

/* Another grid: the bins are taken over as its picture has them. */
static void adopt(struct density_ui *d, const struct snap_density_picture *p)
{
	d->quantity = p->quantity;
	d->columns = p->columns;
	d->rows = p->rows;
	d->left = p->window.left;
	d->bottom = p->window.bottom;
	d->column = p->column;
	d->row = p->row;
	d->exact = false;
	d->cells = (struct list){0};
}

/* The cell that was asked for, in the list of those in its bin. */
static void find_cell(struct density_ui *d, const struct snap_density_picture *p)
{
	for (int32_t i = 0; d->sought && i < p->n_listed; i++) {
		if (p->listed[i].component == d->sought - 1)
			d->cells.selected = i;
	}
	d->sought = 0;
}

static void density_refresh(struct ui *ui)
{
	const struct snap_density_picture *p = density_of(ui)->picture;

	if (p && p->columns &&
	    (p->columns != density_of(ui)->columns || p->rows != density_of(ui)->rows))
		adopt(density_of(ui), p);
	/* Of the newest map, which a flip or a script may have chosen. */
	if (p && p->columns && p->snap.serial == ui->edition + 1 && !shell_busy(ui->shell))
		density_of(ui)->quantity = p->quantity;
	if (p && p->column == density_of(ui)->column && p->row == density_of(ui)->row)
		find_cell(density_of(ui), p);
}

void density_go_to_cell(struct ui *ui, int32_t columns, int32_t rows, int32_t column, int32_t row,
			int32_t component)
{
	struct density_ui *d = density_of(ui);

	if (d->columns != columns || d->rows != rows) {
		d->columns = columns;
		d->rows = rows;
		d->zoom = d->left = d->bottom = 0;
	}
	density_go(ui, column, row);
	d->exact = true;
	d->sought = component + 1;
}

static void want_picture(struct ui *ui, int width, int height)
{
	const struct density_ui *d = density_of(ui);
	int each = density_rows_each(ui);
	struct density_request wanted = {.edition = ui->edition + 1,
					 .map = board_map_edition(ui->board)};

	if (ui->on_sheet) /* else each size that is tried would want another */
		height = SHEET_ROWS;
	wanted.query = (struct density_query){.width = width,
					      .height = height * each,
					      .tall = 3 - each,
					      .zoom = d->zoom,
					      .columns = d->columns,
					      .rows = d->rows,
					      .column = d->column,
					      .row = d->row,
					      .left = d->left,
					      .bottom = d->bottom,
					      .colours = d->colours,
					      .scale = (int32_t)d->scale,
					      .finest = ui->surface.cell_width ? MOST_BINS : 0,
					      .rank = paths_selected_rank(ui),
					      .labels = window_labels(ui),
					      .exact = d->exact};
	endpoints_mark(ui, &wanted.query.fails, &wanted.query.endpoints);
	if (wanted.query.rank >= 0) {
		wanted.query.search = ui->search->snap.serial;
		wanted.query.level = ui->level;
	}
	ui_want_density(ui, &wanted);
}

/* ---- words ---- */

static const char *stage_name(const struct snap_density_picture *p)
{
	static const char *const names[] = {"differences", "differences", "sums along rows", "",
					    "under each box, and where it grows"};

	if (p->pass.backward && p->pass.stage == PASS_COLUMNS)
		return "matrix P";
	return p->pass.backward && p->pass.stage == PASS_BEGIN ? "" : names[p->pass.stage];
}

static void draw_title(struct ui *ui, struct area area)
{
	static const char *const meaning[N_DENSITY_QUANTITIES] = {
		"share of each bin under cells",
		"share under movable cells",
		"share under fixed cells",
		"share under blocks",
		"pins in each bin",
		"um of wire for each um^2",
		"of each pin its net's rudy",
		"nets whose box covers the bin",
		"worst slack of its cells",
		"worst change of an endpoint's slack",
		"dies whose worst path passes"};
	const struct snap_density_picture *p = density_of(ui)->picture;
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	text_printf(&title, "%s: ", p->name);
	if (*stage_name(p))
		text_add(&title, stage_name(p));
	else if (strchr(p->name, ' '))
		text_add(&title, "difference");
	else
		text_add(&title, meaning[p->quantity]);
	if (p->least && p->split == EARLY)
		text_add(&title, ", hold");
	if (*p->note)
		text_printf(&title, ", %s", p->note);
	if (p->note[0] == 'b')
		text_printf(&title, " (%s: after)", ui_key_of("compute_pin_slacks"));
	if (p->is_old)
		text_add(&title, ", before the last change");
	if (density_of(ui)->zoom)
		text_printf(&title, ", x%d", 1 << density_of(ui)->zoom);
	ui_draw_header(ui, area, ui->pane == 0, text_string(&title));
}

static void write_place(const struct snap_density_picture *p, char axis, struct text *out)
{
	bool x = axis == 'x';
	double low = microns(x ? p->die.x1 : p->die.y1), high = microns(x ? p->die.x2 : p->die.y2);
	int32_t i = x ? p->column : p->row, n = x ? p->columns : p->rows;

	text_printf(out, "%c %.2f to %.2f", axis, low + (high - low) * i / n,
		    low + (high - low) * (i + 1) / n);
}

static void draw_cells(struct ui *ui, struct area area)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	struct list *list = &density_of(ui)->cells;

	list_place(list, p->n_listed, area);
	for (int y = 0; y < area.height && list->top + y < list->n; y++) {
		const struct density_listed *c = &p->listed[list->top + y];
		RELEASED_BY(text_release) struct text text = TEXT_INIT;

		text_printf(&text, "%9.3f ", p->least ? density_in_unit(p, c->amount) : c->amount);
		if (p->pass.backward)
			text_printf(&text, "%+8.3g %+8.3g ", c->right, c->up);
		text_printf(&text, "%s (%s)", placement_component_name(p->placement, c->component),
			    placement_component_macro(p->placement, c->component));
		if (ui->pane == 1)
			ui_draw_shifted(list, area, y, STYLE_NORMAL, text_string(&text));
		else
			area_text_cut(area, 0, y, STYLE_NORMAL, text_string(&text));
	}
	if (ui->pane == 1)
		list_mark(list, area, "");
}

static void write_bin(const struct snap_density_picture *p, struct text *out)
{
	text_printf(out, "bin %" PRId32 ", %" PRId32 ": ", p->column, p->row);
	density_write_value(p, p->bin_value, out);
}

static void write_scale(const struct ui *ui, struct text *out)
{
	text_printf(out, "%s%s", density_scale_name[density_of(ui)->scale],
		    density_of(ui)->picture->is_signed ? " on each side of 0" : "");
	if (terminal_has_colours(ui->terminal))
		text_printf(out, ", %s", density_of(ui)->picture->colours_name);
}

static void write_summary(const struct snap_density_picture *p, struct text *out)
{
	text_printf(out, "min %.4g, mean %.4g, max ", density_in_unit(p, p->summary.min),
		    density_in_unit(p, p->summary.mean));
	density_write_value(p, p->summary.max, out);
	if (p->summary.n_values < (int64_t)p->columns * p->rows)
		text_add(out, "; blank: no data");
}

/* One line, and empty it. */
static void say(struct area area, int *y, enum style style, struct text *text)
{
	area_text_cut(area, 0, (*y)++, style, text_string(text));
	text_clear(text);
}

/* How the map is drawn, and its extremes where there is room. */
static void draw_key(const struct ui *ui, struct area area, bool roomy, int *y)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	density_draw_scale(ui, area, (*y)++);
	write_scale(ui, &text);
	if (roomy)
		text_printf(&text, ", %" PRId32 "x%" PRId32 " bins", p->columns, p->rows);
	say(area, y, STYLE_DIM, &text);
	if (roomy) {
		write_summary(p, &text);
		say(area, y, STYLE_DIM, &text);
		++*y;
	}
}

/* "E: 21 endpoints that fail, clk_sys" */
static void write_failing(const struct ui *ui, const struct snap_density_picture *p,
			  struct text *out)
{
	const struct snap_endpoints *e = endpoints_shown(ui);
	const struct endpoint_filter *of = &p->query.endpoints;

	if (!p->query.fails)
		return;
	if (p->n_failing < 0)
		text_add(out, "E: slacks of endpoints are pending");
	else
		text_printf(out, "E: %" PRId64 " endpoints fail", p->n_failing);
	text_printf(out, ", %s", of->split == EARLY ? "hold" : "setup");
	if (of->group >= 0 && e && e->group)
		text_printf(out, ", %s", e->group);
	if (p->n_failing_marked < p->n_failing)
		text_printf(out, "; %" PRId64 " are marked", p->n_failing_marked);
}

static void draw_bin(const struct ui *ui, struct area area, bool roomy, int *y)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	write_bin(p, &text);
	say(area, y, STYLE_STRONG, &text);
	write_place(p, 'x', &text);
	if (roomy || area.width < WORDS) {
		text_add(&text, " um");
		say(area, y, STYLE_NORMAL, &text);
	} else {
		text_add(&text, ", ");
	}
	write_place(p, 'y', &text);
	text_add(&text, " um");
	say(area, y, STYLE_NORMAL, &text);
	if (p->n_marked) {
		text_printf(&text, "o: %" PRId32 " cells of path %" PRId64, p->n_marked,
			    p->query.rank + 1);
		say(area, y, STYLE_ACCENT, &text);
	}
	write_failing(ui, p, &text);
	if (text.length)
		say(area, y, STYLE_BAD, &text);
}

/* The scale, the bin, its cells. */
static void draw_words(struct ui *ui, struct area area)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	bool roomy = area.height >= ROOMY_HEIGHT;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	int y = 0;

	if (density_has_values(ui, area))
		y = density_draw_values(ui, area);
	else
		draw_key(ui, area, roomy, &y);
	draw_bin(ui, area, roomy, &y);
	y += roomy;
	text_printf(&text, "%" PRId64 " cell%s", p->n_cells, p->n_cells == 1 ? "" : "s");
	if (p->n_cells && p->least)
		text_printf(&text, ", %s (%s)", p->quantity == DENSITY_CHANGE ? "change" : "slack",
			    density_unit(p));
	else if (p->n_cells)
		text_add(&text, p->pass.backward ? ", mean d/dx d/dy" : ", um^2 of each here");
	say(area, &y, ui->pane == 1 ? STYLE_TITLE : STYLE_DIM, &text);
	draw_cells(ui, area_rows(area, y, area.height - y));
}

/* ---- layout ---- */

static bool can_be_drawn(struct ui *ui, struct area area)
{
	const struct snap_density_picture *p = density_of(ui)->picture;

	if (area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT) {
		area_text_cut(area, 1, 0, STYLE_DIM, "a map takes 30 columns and 11 rows");
		return false;
	}
	if (!p) {
		area_text(area, 1, 1, STYLE_DIM, "...");
		return false;
	}
	if (p->columns)
		return true;
	if (*p->why) {
		area_paragraph(area_columns(area, 1, area.width - 2), -1, STYLE_DIM, p->why);
		return false;
	}
	area_paragraph(area_columns(area, 1, area.width - 2), -1, STYLE_DIM,
		       "No placement is open, and a density map is of one. read_lef and read_def "
		       "read one, or read_bookshelf; place_design makes one of a netlist and LEF.");
	return false;
}

/* As pixels, or as cells; returns its rows, and its columns. */
static int draw_map(struct ui *ui, struct area area, int room, int *columns)
{
	struct density_ui *d = density_of(ui);
	int rows;

	if (density_want_pixels(ui, room, area.height, &d->frame) &&
	    density_draw_pixels(ui, area, &d->frame)) {
		*columns = d->frame.columns;
		return d->frame.rows;
	}
	d->frame.columns = 0;
	rows = density_draw_map(ui, area);
	*columns = d->picture->width;
	return rows;
}

static void draw_beside(struct ui *ui, struct area area)
{
	struct area body = area_rows(area, 1, area.height - 1), beside;
	int words = area.width >= ROOMY ? WORDS : FEW_WORDS;
	int width;

	want_picture(ui, area.width - words - 2, body.height);
	if (!can_be_drawn(ui, area))
		return;
	draw_title(ui, area);
	draw_map(ui, body, area.width - words - 2, &width);
	beside = area_columns(body, width + 2, area.width - width - 2);
	draw_words(ui, beside);
	ui->pane_area[0] = area_columns(body, 0, width);
	if (ui_panes(ui) > 2 || !ui_has_panel(ui)) /* else the second pane is the panel */
		ui->pane_area[1] = beside;
}

/* Beside a panel: the bin in lines below. */
static void draw_above(struct ui *ui, struct area area)
{
	struct area body = area_rows(area, 1, area.height - 1);
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	int y, columns;

	want_picture(ui, area.width, body.height - WORDS_BELOW);
	if (!can_be_drawn(ui, area))
		return;
	draw_title(ui, area);
	y = draw_map(ui, area_rows(body, 0, body.height - WORDS_BELOW), area.width, &columns);
	ui->pane_area[0] = area_rows(body, 0, y);
	density_draw_scale(ui, body, y++);
	write_bin(density_of(ui)->picture, &text);
	if (density_of(ui)->picture->n_listed)
		text_printf(&text, ", %s",
			    placement_component_name(density_of(ui)->picture->placement,
						     density_of(ui)->picture->listed[0].component));
	say(body, &y, STYLE_STRONG, &text);
}

static void draw_panel(struct ui *ui, struct area area)
{
	ui->pane_area[2] = area;
	ui_draw_third(ui, area);
}

static void draw(struct ui *ui, struct area area)
{
	struct density_ui *d = density_of(ui);
	int left = area.width * MAP_PERCENT / 100;

	memset(ui->pane_area, 0, sizeof ui->pane_area);
	if (ui_has_columns(ui) && ui_has_panel(ui)) {
		left = area.width * WIDE_PERCENT / 100;
		draw_beside(ui, area_columns(area, 0, left));
		draw_panel(ui, area_columns(area, left + 1, area.width - left - 1));
	} else if (ui_has_panel(ui) && area.width >= PANEL_BESIDE) {
		draw_above(ui, area_columns(area, 0, left));
		draw_panel(ui, area_columns(area, left + 1, area.width - left - 1));
	} else if (ui_in_panel(ui)) {
		want_picture(ui, area.width, area.height);
		draw_panel(ui, area);
	} else {
		draw_beside(ui, area);
	}
	list_fit(&d->bins, (int64_t)d->columns * d->rows, 1);
	d->bins.across = true;
	list_select(&d->bins, (int64_t)d->row * d->columns + d->column);
}

/* ---- the timeline ---- */

static void timeline(const struct ui *ui, struct timeline_words *words)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	const struct snap_timeline *t = ui->timeline;
	const char *place = "the map";
	char none[40];

	if (!p || !p->columns)
		return;
	if (t && ui->at < 0) {
		snprintf(none, sizeof none,
			 p->pass.backward ? "the map, before its sums" : "boxes 0 of %" PRId64,
			 p->pass.n_boxes);
		place = none;
	} else if (t && ui->at < t->n_steps - 1) {
		place = t->step[ui->at].text;
	}
	snprintf(words->place, sizeof words->place, "%.60s", place);
}

/* ---- the view ---- */

/* From the map to the cells of the bin, from one of them to the paths through it. */
static void enter(struct ui *ui)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;
	int64_t i = density_of(ui)->cells.selected;

	if (!p || !p->columns || p->n_listed == 0) {
		ui_say(ui, STYLE_ACCENT, "there are no cells in this bin");
	} else if (ui->pane == 0) {
		ui->pane = 1;
	} else if (i < p->n_listed && p->listed[i].component < p->placement->netlist->n_instances) {
		script_add(&script, "find_paths", "-max_paths", "10", "-through",
			   placement_component_name(p->placement, p->listed[i].component), NULL);
		script_fixed(&script, "view paths");
		chooser_clear_filter(ui); /* it was for other paths */
		ui_submit(ui, &script);
	} else {
		ui_say(ui, STYLE_ACCENT, "the netlist doesn't have this one, so no path has it");
	}
}

static void go_to_bin(struct ui *ui, int32_t column, int32_t row)
{
	char number[2][16];

	snprintf(number[0], sizeof number[0], "%" PRId32, column);
	snprintf(number[1], sizeof number[1], "%" PRId32, row);
	ui_call(ui, "density_cursor", number[0], number[1], NULL);
}

/* The bin in the middle of what a cell of the picture shows, of n cells. */
static int32_t bin_at(int cell, int n, int32_t first, int32_t bins)
{
	return first + (int32_t)((2 * (int64_t)cell + 1) * bins / (2 * (int64_t)n));
}

static void click(struct ui *ui, int x, int y)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	int row = y * density_rows_each(ui);
	int32_t column, line;

	if (!p || !p->columns)
		return;
	if (density_of(ui)->frame.columns) {
		density_frame_bin(ui, x, y, &column, &line);
		go_to_bin(ui, column, line);
		return;
	}
	if (x >= p->width || row >= p->height)
		return;
	go_to_bin(ui, bin_at(x, p->width, p->window.left, p->window.columns),
		  bin_at(p->height - 1 - row, p->height, p->window.bottom, p->window.rows));
}

/* The bin that is spoken of: where several share a cell it isn't always the cursor's. */
static void overlay(const struct ui *ui, struct frame_query *q)
{
	endpoints_mark(ui, &q->fails, &q->endpoints);
	const struct density_ui *d = density_of(ui);
	const struct snap_density_picture *p = d->picture;
	bool is_read = p && p->columns == d->columns && p->rows == d->rows &&
		       p->query.column == d->column && p->query.row == d->row;

	if (d->columns == 0)
		return;
	q->columns = d->columns;
	q->rows = d->rows;
	q->column = is_read ? p->column : d->column;
	q->row = is_read ? p->row : d->row;
}

static bool save_picture(struct ui *ui, const char *path)
{
	const struct snap_density_picture *p = density_of(ui)->picture;

	if (!p || !p->columns)
		return false;
	if (path)
		density_save_picture(ui, path);
	return true;
}

const struct view density_view = {
	.info = &view_info[VIEW_density],
	.state_size = sizeof(struct density_ui),
	.readings = {VIEW_READING(density, struct density_ui, picture),
		     VIEW_READING(pixels, struct density_ui, pixels)},
	.refresh = density_refresh,
	.draw = draw,
	.overlay = overlay,
	.save_picture = save_picture,
	.lists = {offsetof(struct density_ui, bins), offsetof(struct density_ui, cells)},
	.commands = density_view_commands,
	.enter = enter,
	.click = click,
	.n_panes = 2,
	.stepper = STEPPER_DENSITY,
	.timeline = timeline,
	.explain = density_explain,
};
