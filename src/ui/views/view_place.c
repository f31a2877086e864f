/* View Place: cells while they are placed, and the curves of the iterations. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/grow.h"
#include "session/command.h"
#include "ui/views/pixel_map.h"
#include "ui/views/view.h"

enum { LEAST_CURVES = 36, LEAST_CURVE = 5, LEAST_MAP = 16, LEGEND_FROM = 8 }; /* columns, rows */

/* The cell that is selected is that of the layout window. */
struct place_view {
	struct snap_pixels *pixels; /* what the board has, a reference; or NULL */
	int by;                     /* enum frame_by less 1 */
	bool field;                 /* as arrows */
	bool picks;                 /* what is at a cell of the map's area: */
	int pick_x, pick_y;
	struct area body;              /* of the map */
	const struct netlist *netlist; /* whose cell is selected, only compared */
	struct list iterations; /* for the status: moves go along the timeline by its own keys */
};

VIEW_STATE(place, struct place_view)

/* ---- the map ---- */

/* Arrows of pixels have an eighth of an inch or so, those of letters every fourth column and every second row. */
static void want_map(struct ui *ui, struct area body)
{
	const struct place_view *v = place_of(ui);
	struct frame_query q = FRAME_QUERY_INIT;
	bool pixels = ui->surface.cell_width > 0;
	int width, height;

	pixel_map_cell(ui, &width, &height);
	q.flags = FRAME_BY * (1 + v->by) | (pixels ? FRAME_NAMES : 0) |
		  (v->field && pixels ? FRAME_FIELD : 0);
	q.component = ui->window.component;
	if (v->field) {
		q.field_rows = (int32_t)fmin(FORCES_ROWS, fmax(1, body.height / 2.0));
		q.field_columns = (int32_t)fmin(q.field_rows, fmax(1, body.width / 4.0));
	}
	if (v->picks) {
		q.pointer_x = (v->pick_x + 0.5) * width;
		q.pointer_y = (v->pick_y + 0.5) * height;
	}
	pixel_map_want(ui, &q, body.width, body.height);
}

/* In letters, where the map has no pixels: the weaker the darker. */
static void draw_field(const struct ui *ui, const struct snap_pixels *p, struct area body)
{
	static const uint32_t arrows[] = {0x2192, 0x2197, 0x2191, 0x2196,
					  0x2190, 0x2199, 0x2193, 0x2198};
	static const char plain[] = ">/^\\</v\\";
	const struct snap_forces *f = p->forces;
	struct camera_view view = camera_view_of(&p->camera, p->query.width, p->query.height);
	int width, height;

	pixel_map_cell(ui, &width, &height);
	for (int32_t i = 0; i < f->columns * f->rows; i++) {
		struct field_part part = snap_forces_part(f, i);
		double share = hypot(part.share_x, part.share_y), x, y;
		int way = (int)lround(atan2(part.share_y, part.share_x) / atan(1) + 8) % 8;
		int grey = (int)(80 + 175 * share);
		struct map_glyph g = {.colour = (uint32_t)(grey << 16 | grey << 8 | grey)};

		camera_project(&view, part.x, part.y, 0, &x, &y);
		g.x = (int)floor(x / width);
		g.y = (int)floor(y / height);
		g.glyph = ui->glyphs == GLYPHS_ASCII ? (uint32_t)plain[way] : arrows[way];
		if (share > 0.02)
			pixel_map_glyph(ui, p, body, &g);
	}
}

/* Swatches with what they mean, in as many rows as there are. */
static void draw_legend(const struct ui *ui, const struct pixels_legend *l, struct area area)
{
	bool is_time = strcmp(l->unit, "ps") == 0;
	int x = 0, y = 0;

	for (int i = 0; i < l->n; i++) {
		bool value = l->has_values && i < PIXELS_VALUES;
		char text[64];
		int columns;

		snprintf(text, sizeof text, "%s", l->key[i].text);
		if (value)
			snprintf(text, sizeof text, "%.3g%s%s",
				 is_time ? l->key[i].value * 1000 / time_unit_fs()
					 : l->key[i].value,
				 i == PIXELS_VALUES - 1 ? " " : "",
				 i < PIXELS_VALUES - 1 ? ""
				 : is_time             ? time_unit()
						       : l->unit);
		columns = text_columns(text) + 2;
		if (x > 0 && x + columns > area.width) {
			x = 0;
			y++;
		}
		if (y >= area.height)
			return;
		pixel_map_swatch(ui, area, x, y, l->key[i].colour);
		area_text_cut(area, x + 2, y, STYLE_DIM, text);
		x += columns + 2;
	}
}

static void draw_map(struct ui *ui, struct area area)
{
	struct place_view *v = place_of(ui);
	const struct snap_pixels *p = v->pixels;
	int rows = area.height - 1, legend = rows >= 2 * LEGEND_FROM ? 3 : rows >= LEGEND_FROM;

	v->body = area_rows(area, 1, rows - legend);
	ui_draw_header(ui, area, false, p && p->legend.n ? p->legend.title : "cells");
	if (v->body.height < 1 || v->body.width < 1)
		return;
	want_map(ui, v->body);
	if (p && p->pixel) {
		pixel_map_draw(ui, p, v->body);
		draw_legend(ui, &p->legend, area_rows(area, 1 + rows - legend, legend));
		if (!ui->surface.cell_width && v->field && p->forces &&
		    pixel_map_fits(ui, p, v->body))
			draw_field(ui, p, v->body);
	} else if (!ui->timeline) {
		area_text_cut(v->body, 1, 0, STYLE_DIM,
			      "Enter places the design; then , and . step, Space replays");
	}
}

/* ---- the curves ---- */

static bool is_time(enum place_curve curve)
{
	return curve == PLACE_CURVE_WNS || curve == PLACE_CURVE_TNS;
}

static bool has_values(const struct snap_timeline *t, enum place_curve curve)
{
	return !isnan(t->step[t->n_steps - 1].value[curve]) || !isnan(t->step[0].value[curve]);
}

static void draw_curve(const struct ui *ui, enum place_curve curve, struct area area)
{
	static const struct {
		const char *title, *unit;
		bool log;
	} curves[N_STEP_VALUES] = {
		[PLACE_CURVE_WIRES] = {"half perimeters", "um", false},
		[PLACE_CURVE_OVERFLOW] = {"overflow", NULL, false},
		[PLACE_CURVE_WNS] = {"setup WNS", NULL, false},
		[PLACE_CURVE_TNS] = {"TNS", NULL, false},
		[PLACE_CURVE_LAMBDA] = {"lambda", NULL, true},
	};
	const struct snap_timeline *t = ui->timeline;
	struct plot plot = {.title = curves[curve].title,
			    .unit = curves[curve].unit,
			    .x_label = "iteration",
			    .log_y = curves[curve].log,
			    .n_lines = 1,
			    .n_x = (int)t->n_steps,
			    .mark_x = (int)ui->at,
			    .digits = 4};
	FREED double *y = NULL;

	if (ALLOC(&y, t->n_steps) != STATUS_OK)
		return;
	if (is_time(curve))
		plot.unit = time_unit();
	for (int64_t i = 0; i < t->n_steps; i++)
		y[i] = t->step[i].value[curve] / (is_time(curve) ? time_unit_fs() : 1);
	plot.line[0] = (struct plot_line){y, plot.n_x, STYLE_PLOT_1, NULL};
	plot_draw(&plot, ui->glyphs, area);
}

static void draw_curves(struct ui *ui, struct area area)
{
	struct area body = area_rows(area, 1, area.height - 1);
	int most = body.height / LEAST_CURVE, n = 0, each;
	enum place_curve shown[N_STEP_VALUES];

	if (area.height < 1)
		return;
	ui_draw_header(ui, area, false, "iterations");
	if (!ui->timeline || ui->timeline->n_steps < 2 || most < 1) {
		area_text_cut(body, 1, 0, STYLE_DIM, "curves begin with the second iteration");
		return;
	}
	for (int c = 0; c < N_STEP_VALUES && n < most; c++) {
		if (has_values(ui->timeline, (enum place_curve)c))
			shown[n++] = (enum place_curve)c;
	}
	each = n ? body.height / n : 0;
	for (int c = 0; c < n; c++)
		draw_curve(ui, shown[c], area_rows(body, c * each, each));
}

/* ---- the view ---- */

/* The map is about as wide as high; curves have the rest. */
static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, 100, 0);
	struct area all = l.main, map = all, curves;
	int columns = 2 * (all.height - 1), most = all.width - LEAST_CURVES - 1;

	if (all.width >= 2 * LEAST_CURVES) {
		columns = columns < most ? columns : most;
		map = area_columns(all, 0, columns);
		curves = area_columns(all, columns + 1, all.width - columns - 1);
	} else {
		map = area_rows(all, 0, all.height < LEAST_MAP ? all.height : all.height * 3 / 5);
		curves = area_rows(all, map.height, all.height - map.height);
	}
	draw_map(ui, map);
	draw_curves(ui, curves);
	ui_draw_third(ui, l.third);
}

static void timeline(const struct ui *ui, struct timeline_words *words)
{
	const struct snap_timeline *t = ui->timeline;

	timeline_write_iteration(ui, words);
	if (t && t->finished && ui->at == t->n_steps - 1)
		snprintf(words->place, sizeof words->place, "on sites");
}

/* Of the selected cell. */
static void write_forces(const struct ui *ui, struct text *out)
{
	const struct snap_pixels *p = place_of(ui)->pixels;
	const struct snap_forces *f = p ? p->forces : NULL;

	if (!f || !f->has_force || p->query.component >= p->netlist->n_instances)
		return;
	text_printf(out, "%s\n", names_get(&p->netlist->instance_name, p->query.component));
	text_printf(out, "%-15s %9s %9s\n", "", "x", "y");
	text_printf(out, "%-15s %9.3g %9.3g\n", "nets pull", -f->force.pull_x, -f->force.pull_y);
	text_printf(out, "%-15s %9.3g %9.3g\n", "density pushes", f->force.push_x, f->force.push_y);
	text_printf(out, "%-15s %9.3g %9.3g\n", "together", f->force.push_x - f->force.pull_x,
		    f->force.push_y - f->force.pull_y);
}

static void explain(struct ui *ui, struct explanation_text *out)
{
	const struct snap_timeline *t = ui->timeline;

	text_add(&out->title, "two forces");
	text_add(
		&out->words,
		"Nets pull cells together: each as a smooth length grows when a pin moves. Density pushes them apart as charges: where more "
		"is than the target, its field leads away. lambda weighs the two, and grows; a step goes down the sum, on from where the "
		"last ones led (Nesterov). When little overlaps, cells go onto sites.");
	out->code = " density = sum of charges in bins\n"
		    " field   = cosine transforms of it\n"
		    " push    = field under the cell\n"
		    " pull    = growth of nets' lengths\n"
		    "> g = (pull - lambda push) / second\n"
		    "> u' = v - alpha g\n"
		    "> v' = u' + (a - 1) / a' (u' - u)\n";
	if (t && ui->at >= 0)
		text_printf(&out->numbers, "%s\n", t->step[ui->at].text);
	write_forces(ui, &out->numbers);
}

static void state(const struct ui *ui, struct text *out)
{
	text_add(out, !ui->timeline            ? "Enter places the design"
		      : ui->timeline->finished ? "placed"
					       : "placing");
}

static void copy(const struct ui *ui, struct script *out)
{
	if (ui->timeline)
		script_add(out, "place_design", NULL);
}

static void enter(struct ui *ui)
{
	ui_call(ui, "place_design", NULL);
}

static struct list *list(struct ui *ui, int pane)
{
	struct list *iterations = &place_of(ui)->iterations;

	(void)pane;
	iterations->n = ui->timeline ? ui->timeline->n_steps : 0;
	iterations->selected = ui->timeline && ui->at > 0 ? ui->at : 0;
	return iterations;
}

/* A cell of another netlist isn't selected; a click's frame says what was there. */
static void refresh(struct ui *ui)
{
	struct place_view *v = place_of(ui);
	const struct snap_pixels *p = v->pixels;

	if (!p || !p->netlist)
		return;
	if (v->netlist && v->netlist != p->netlist)
		ui->window.component = -1;
	v->netlist = p->netlist;
	if (!v->picks || p->query.pointer_x < 0)
		return;
	v->picks = false;
	ui->window.component = p->picked;
	if (p->picked < 0)
		ui_say(ui, STYLE_NORMAL, "no cell is there");
	else if (p->picked < p->netlist->n_instances)
		ui_say(ui, STYLE_NORMAL, "%s selected; %s explains what moves it",
		       names_get(&p->netlist->instance_name, p->picked), ui_key_of("explain"));
}

static void click(struct ui *ui, int x, int y)
{
	struct place_view *v = place_of(ui);

	v->pick_x = x + ui->pane_area[0].x - v->body.x;
	v->pick_y = y + ui->pane_area[0].y - v->body.y;
	v->picks = v->pick_x >= 0 && v->pick_y >= 0 && v->pick_x < v->body.width &&
		   v->pick_y < v->body.height;
}

static bool clear(struct ui *ui)
{
	bool any = ui->window.component >= 0;

	ui->window.component = -1;
	return any;
}

static enum status do_show(struct call *call)
{
	struct ui *ui = call->screen;
	struct place_view *v = place_of(ui);
	int what;

	TRY(call_choose(call, FRAME_BY_WORDS "|next|field", &what));
	if (what < N_FRAME_BY - 1)
		v->by = what;
	else if (what == N_FRAME_BY - 1)
		v->by = v->by + 1 < FRAME_BY_MOVES ? v->by + 1 : 0;
	else
		v->field = !v->field;
	return STATUS_OK;
}

static enum status do_select(struct call *call)
{
	struct ui *ui = call->screen;
	const struct snap_pixels *p = place_of(ui)->pixels;
	int32_t component = -1;

	if (call->n_arguments && p && p->netlist)
		component = names_find(&p->netlist->instance_name, call->argument[0],
				       (int64_t)strlen(call->argument[0]));
	if (call->n_arguments && component < 0)
		return call_fail(call, STATUS_FAILED, "there is no instance \"%.100s\"",
				 call->argument[0]);
	ui->window.component = component;
	return STATUS_OK;
}

static const struct command place_view_commands[] = {
	{"place_show", do_show, ON_SCREEN, FRAME_BY_WORDS "|next|field", 1, 1, NULL,
	 "Colour cells in view Place by type, by their worst setup slack, by how far they have moved (next: each of these in turn) or by their correlation with the selected one in dies, or show the field of density as arrows, or no longer"},
	{"place_select", do_select, ON_IDLE_SCREEN, "?INSTANCE?", 0, 1, NULL,
	 "Select an instance in view Place, which shows what moves it as arrows; without one, none"},
	{0},
};

/* With the map in it the screen is the picture. */
static bool save_picture(struct ui *ui, const char *path)
{
	if (path)
		ui_call(ui, "save_screen", path, NULL);
	return true;
}

const struct view place_view = {
	.info = &view_info[VIEW_place],
	.n_panes = 1,
	.stepper = STEPPER_PLACE,
	.state_size = sizeof(struct place_view),
	.readings = {VIEW_READING(pixels, struct place_view, pixels)},
	.refresh = refresh,
	.draw = draw,
	.timeline = timeline,
	.explain = explain,
	.state = state,
	.copy = copy,
	.list = list,
	.enter = enter,
	.click = click,
	.clear = clear,
	.commands = place_view_commands,
	.save_picture = save_picture,
};
