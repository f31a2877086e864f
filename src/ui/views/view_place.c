/* View Place: cells while they are placed, and the curves of the iterations. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "session/command.h"
#include "ui/views/pixel_map.h"
#include "ui/views/view.h"

enum { LEAST_CURVES = 36, LEAST_CURVE = 5, LEAST_MAP = 16 }; /* columns, rows */

struct place_view {
	struct snap_pixels *pixels; /* what the board has, a reference; or NULL */
	struct list iterations; /* for the status: moves go along the timeline by its own keys */
};

static struct place_view *place_of(const struct ui *ui)
{
	return ui->view_state[VIEW_place];
}

/* ---- the map ---- */

static void draw_map(struct ui *ui, struct area area)
{
	const struct snap_pixels *p = place_of(ui)->pixels;
	struct frame_query q = FRAME_QUERY_INIT;
	struct area body = area_rows(area, 1, area.height - 1);

	ui_draw_header(ui, area, false, "cells by type");
	if (body.height < 1 || body.width < 1)
		return;
	q.flags = FRAME_BY_TYPE;
	pixel_map_want(ui, &q, body.width, body.height);
	if (p && p->pixel)
		pixel_map_draw(ui, p, body);
	else if (!ui->timeline)
		area_text_cut(body, 1, 0, STYLE_DIM,
			      "Enter places the design; then , and . step, Space replays");
}

/* ---- the curves ---- */

static void format_number(double value, char *out, size_t size)
{
	snprintf(out, size, "%.4g", value);
}

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
			    .format = format_number};
	double *y;

	if (ALLOC(&y, t->n_steps) != STATUS_OK)
		return;
	if (is_time(curve))
		plot.unit = time_unit();
	for (int64_t i = 0; i < t->n_steps; i++)
		y[i] = t->step[i].value[curve] / (is_time(curve) ? time_unit_fs() : 1);
	plot.line[0] = (struct plot_line){y, plot.n_x, STYLE_PLOT_1, NULL};
	plot_draw(&plot, ui->glyphs, area);
	free(y);
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

static struct list *list(struct ui *ui)
{
	struct list *iterations = &place_of(ui)->iterations;

	iterations->n = ui->timeline ? ui->timeline->n_steps : 0;
	iterations->selected = ui->timeline && ui->at > 0 ? ui->at : 0;
	return iterations;
}

static void refresh(struct ui *ui)
{
	place_of(ui)->pixels = board_get_pixels(ui->board);
}

static void forget(struct ui *ui)
{
	UI_DROP(place_of(ui)->pixels);
}

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
	.refresh = refresh,
	.forget = forget,
	.draw = draw,
	.timeline = timeline,
	.explain = explain,
	.state = state,
	.copy = copy,
	.list = list,
	.enter = enter,
	.save_picture = save_picture,
};
