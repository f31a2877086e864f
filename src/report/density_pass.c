/*
 * The making of a map, step by step: boxes in batches into the differences, sums along rows, sums
 * along columns (gpu/density/density.h). All boxes go to the differences here, also small ones, which
 * otherwise go straight to their bins: the map is the same, bit by bit. Going back means starting again and stopping earlier: milliseconds, and no memory.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "report/density.h"
#include "session/objects.h"

enum { BATCHES = 8 };

struct density_pass {
	struct stepper stepper;
	int64_t serial;
	struct density_source source;
	struct density *density;
	int32_t at, n_batches;    /* steps done; of batches, then 2 of sums */
	int64_t cursor;           /* where its timeline was left, while another map is shown */
	struct snap_density *map; /* as it is there; NULL = complete */
	const struct density_result *
		backward; /* borrowed: the result, of a backward pass; then neither source nor density */
};

void density_pass_free(struct density_pass *pass)
{
	if (!pass)
		return;
	density_free(pass->density);
	density_source_release(&pass->source);
	snap_drop(&pass->map);
	free(pass);
}

const struct snap_density *density_shown(const struct density_result *result)
{
	return result->pass && result->pass->map ? result->pass->map : result->map;
}

/* Backward: sums along rows, along columns, the boxes. */
static int32_t n_steps(const struct density_pass *pass)
{
	return pass->backward ? 3 : pass->n_batches + 2;
}

void density_pass_state(const struct density_result *result, struct density_pass_state *out)
{
	const struct density_pass *pass = result->pass;

	*out = (struct density_pass_state){.backward = result->under,
					   .stage = result->under ? PASS_UNDER : PASS_COLUMNS};
	if (!pass)
		return;
	out->known = true;
	out->step = pass->at;
	out->n_steps = n_steps(pass);
	out->n_batches = pass->n_batches;
	if (pass->backward) {
		out->n_boxes = result->placement->n_components;
		out->stage =
			pass->at ? (enum density_pass_stage)(PASS_BOXES + pass->at) : PASS_BEGIN;
		return;
	}
	out->n_boxes = pass->source.boxes.n;
	out->n_added = pass->at ? density_n_added(pass->density) : 0;
	out->stage = pass->at == 0                     ? PASS_BEGIN
		     : pass->at <= pass->n_batches     ? PASS_BOXES
		     : pass->at == pass->n_batches + 1 ? PASS_ROWS
						       : PASS_COLUMNS;
}

/* ---- moving ---- */

RELEASER(density_pass_drop, struct density_pass, density_pass_free)

static enum status new_pass(struct queue *queue, struct density_result *result,
			    struct density_pass **out)
{
	const struct density_layout on = density_layout_of(queue, result);
	struct density_options options = {DENSITY_PREFIX, DENSITY_EXACT, 0, 1,
					  result->options.weight};
	RELEASED_BY(density_pass_drop) struct density_pass *pass = NULL;
	int64_t n;

	if (result->under) {
		TRY(density_make_sums(queue, result));
		TRY(ALLOC(out, 1));
		(*out)->backward = result;
		return STATUS_OK;
	}
	if (result->difference || result->quantity >= DENSITY_SLACK)
		return status_fail(STATUS_FAILED,
				   "maps that add up are made in steps, not slacks or differences");
	TRY(ALLOC(&pass, 1));
	TRY(density_source_new(&on, result->quantity, &options, &pass->source));
	n = pass->source.boxes.n;
	if (n == 0)
		return status_fail(STATUS_FAILED, "the map has no boxes");
	options.batch = n > BATCHES ? (n + BATCHES - 1) / BATCHES : 1;
	pass->n_batches = (int32_t)((n + options.batch - 1) / options.batch);
	TRY(density_new(queue, &result->grid, &pass->source.boxes, &options, &pass->density));
	density_name(pass->density, pass->source.name, pass->source.unit, pass->source.factor);
	HAND_OVER(out, pass);
	return STATUS_OK;
}

/* ---- as a stepper ---- */

/* All steps are known from the beginning: they don't depend on the result. */
static enum status step(struct stepper *stepper, enum grain grain)
{
	(void)stepper, (void)grain;
	return STATUS_OK;
}

static bool finished(const struct stepper *stepper)
{
	(void)stepper;
	return true;
}

static void describe(const struct density_pass *pass, int32_t i, struct snap_step *out)
{
	static const char *const backward[] = {"rows", "columns", "under"};
	int64_t n = pass->source.boxes.n, batch = (n + BATCHES - 1) / BATCHES;
	int64_t end = (i + 1) * batch < n ? (i + 1) * batch : n;
	int32_t rows = pass->n_batches;

	if (pass->backward) {
		*out = (struct snap_step){.level = i, .ends_level = true, .label = backward[i]};
		snprintf(out->text, sizeof out->text, "%s",
			 i == 0   ? "the map summed along rows"
			 : i == 1 ? "and along columns: P"
				  : "four sums of P under each box");
		return;
	}

	*out = (struct snap_step){.level = i < rows ? 0 : i - rows + 1,
				  .ends_level = i + 1 >= rows,
				  .label = i < rows    ? "boxes"
					   : i == rows ? "rows"
						       : "columns"};
	if (i < rows)
		snprintf(out->text, sizeof out->text, "boxes %" PRId64 " of %" PRId64, end, n);
	else
		snprintf(out->text, sizeof out->text, "sums along %s", out->label);
}

static enum status timeline(struct stepper *stepper, struct snap_timeline **out)
{
	const struct density_pass *pass = (const struct density_pass *)stepper;
	struct snap_step done[BATCHES + 2];

	for (int32_t i = 0; i < n_steps(pass); i++)
		describe(pass, i, &done[i]);
	TRY(snap_timeline_new(STEPPER_DENSITY, pass->serial, done, n_steps(pass), out));
	(*out)->finished = true;
	return STATUS_OK;
}

static enum status show(struct stepper *stepper, int64_t place)
{
	struct density_pass *pass = (struct density_pass *)stepper;
	struct stepper *density = pass->backward ? NULL : density_stepper(pass->density);
	int32_t at = (int32_t)place + 1;
	struct snap *map = NULL;

	if (at == pass->at)
		return STATUS_OK;
	if (pass->backward) {
		pass->at = at;
		if (at == 1 || at == 2)
			map = snap_ref(&pass->backward->sums[at - 1]->snap);
	} else if (at < pass->at || density_stage(pass->density) == DENSITY_BOXES) {
		density_restart(pass->density);
		pass->at = 0;
	}
	while (pass->at < at) {
		TRY(density->ops->step(density, GRAIN_FINE));
		pass->at++;
	}
	if (at < n_steps(pass) && density)
		TRY(density->ops->snapshot(density, &map));
	snap_drop(&pass->map);
	pass->map = (struct snap_density *)map;
	return STATUS_OK;
}

static const struct stepper_ops pass_ops = {
	.step = step,
	.finished = finished,
	.timeline = timeline,
	.show = show,
};

void density_show(struct session *session, struct density_result *result)
{
	struct density_pass *last =
		session_maps(session)->newest ? session_maps(session)->newest->pass : NULL;
	struct density_pass *pass = result ? result->pass : NULL;
	struct snap_timeline *steps = NULL;

	if (last && last != pass)
		last->cursor = board_cursor(session->board, STEPPER_DENSITY);
	session_maps(session)->newest = result;
	if (pass && timeline(&pass->stepper, &steps) != STATUS_OK)
		steps = NULL;
	board_put_timeline(session->board, STEPPER_DENSITY, steps);
	if (steps)
		board_go(session->board, STEPPER_DENSITY, pass->cursor);
	board_note_map(session->board);
}

enum status session_need_density_stepper(struct session *session, struct stepper **out)
{
	struct density_result *result = session_maps(session)->newest;
	struct density_pass *pass = NULL;

	if (!result) {
		TRY(design_need_placement(&session->design));
		TRY(density_make_usual(session->view_queue, session->design.placement,
				       session_maps(session)->usual, DENSITY_MOST_BINS, &result));
		session_maps(session)->newest = result;
	}
	if (!result->pass) {
		TRY(new_pass(session->view_queue, result, &pass));
		pass->stepper.ops = &pass_ops;
		pass->serial = ++session->n_begun;
		pass->at = n_steps(pass);
		pass->cursor = pass->at - 1;
		result->pass = pass;
		density_show(session, result);
	}
	*out = &result->pass->stepper;
	return STATUS_OK;
}

static enum status density_flip(struct call *call)
{
	struct session *session = call->session;
	struct density_result *before = session_maps(session)->before;

	if (!before || !session_maps(session)->newest)
		return status_fail(STATUS_FAILED,
				   "there is one map only; density -map makes another");
	TRY(density_renew(session, before));
	session_maps(session)->before = session_maps(session)->newest;
	density_show(session, before);
	density_write_line(before->map, call->out);
	return STATUS_OK;
}

/* ---- the box of a component ---- */

/* Where and by how much the overlaps of low … high with bins of `bin` units change. */
static void steps_of(int32_t low, int32_t high, int32_t bin, int32_t *at, double *by)
{
	int32_t first = low / bin, last = (high - 1) / bin;
	double low_part = low - (double)first * bin, high_part = high - (double)last * bin;

	at[0] = first;
	at[1] = first + 1;
	at[2] = last;
	at[3] = last + 1;
	by[0] = (bin - low_part) / bin;
	by[1] = low_part / bin;
	by[2] = (high_part - bin) / bin;
	by[3] = -high_part / bin;
	if (first == last) {
		by[0] += by[2];
		by[1] += by[3];
		by[2] = by[3] = 0;
	}
}

enum status density_corners_of(const struct density_result *result, struct queue *queue,
			       int32_t component, struct density_corners *out)
{
	struct density_boxes one;
	int32_t bin = 1 << result->grid.bins.shift;
	struct density_box_32 box;

	out->known = false;
	if (!result->pass || result->under || result->quantity > DENSITY_MACROS)
		return STATUS_OK;
	one = result->pass->source.boxes;
	one.d_box += component;
	one.n = 1;
	TRY(density_scale_to_host(queue, &result->grid, &one, DENSITY_EXACT, &box));
	if (box.x1 >= box.x2 || box.y1 >= box.y2)
		return STATUS_OK;
	*out = (struct density_corners){.known = true,
					.x1 = (double)box.x1 / bin,
					.y1 = (double)box.y1 / bin,
					.x2 = (double)box.x2 / bin,
					.y2 = (double)box.y2 / bin};
	steps_of(box.x1, box.x2, bin, out->x, out->by_x);
	steps_of(box.y1, box.y2, bin, out->y, out->by_y);
	return STATUS_OK;
}

/* ---- properties ---- */

static enum status find_component(const struct placement *placement, const char *name, int32_t *out)
{
	for (*out = 0; *out < placement->n_components; ++*out) {
		if (strcmp(placement_component_name(placement, *out), name) == 0)
			return STATUS_OK;
	}
	return status_fail(STATUS_FAILED, "density_property: no component \"%.100s\"", name);
}

static enum status take_bin(const struct call *call, const struct snap_density *map, int64_t *bin)
{
	char *end_x, *end_y;
	long x, y;

	if (call->n_arguments < 3)
		return status_fail(STATUS_USAGE, "density_property %s expects COLUMN ROW",
				   call->argument[0]);
	x = strtol(call->argument[1], &end_x, 10);
	y = strtol(call->argument[2], &end_y, 10);
	if (*end_x || *end_y || x < 0 || y < 0 || x >= map->columns || y >= map->rows)
		return call_fail(call, STATUS_FAILED, "there is no bin %.20s %.20s",
				 call->argument[1], call->argument[2]);
	*bin = (int64_t)y * map->columns + x;
	return STATUS_OK;
}

static enum status write_corners(struct call *call, const struct density_result *result)
{
	struct density_corners c;
	int32_t component;

	if (call->n_arguments < 2)
		return status_fail(STATUS_USAGE, "density_property corners expects a CELL");
	TRY(find_component(result->placement, call->argument[1], &component));
	TRY(density_corners_of(result, call->session->queue, component, &c));
	for (int v = 0; c.known && v < 4; v++) {
		for (int u = 0; u < 4; u++) {
			if (c.by_x[u] == 0 || c.by_y[v] == 0 || c.x[u] >= result->map->columns ||
			    c.y[v] >= result->map->rows)
				continue;
			text_printf(call->result, "%s{%" PRId32 " %" PRId32 " %g}",
				    call->result->length ? " " : "", c.x[u], c.y[v],
				    c.by_x[u] * c.by_y[v]);
		}
	}
	return STATUS_OK;
}

static enum status write_cells(struct call *call, const struct density_result *result)
{
	const struct snap_density *map = density_shown(result);
	struct density_listed found[DENSITY_LISTED];
	struct rect box;
	int64_t bin;
	int32_t n;

	TRY(take_bin(call, map, &bin));
	box = snap_density_bin(map, (int32_t)(bin % map->columns), (int32_t)(bin / map->columns));
	n = density_bin_cells(result, &box, map->value[bin], found, DENSITY_LISTED);
	for (int32_t i = 0; i < n && i < DENSITY_LISTED; i++)
		list_add(call->result,
			 placement_component_name(result->placement, found[i].component));
	call->names_kind = object_kind_name(OBJECT_CELL);
	return STATUS_OK;
}

/* Counts as they are, values in six digits. */
static bool write_number(const struct density_result *result, const char *what, struct text *out)
{
	const struct snap_density *map = density_shown(result);
	struct density_summary s = snap_density_summarize(map);
	struct density_pass_state pass;

	density_pass_state(result, &pass);
	const struct {
		const char *name;
		double value;
	} numbers[] = {
		{"step", pass.step},
		{"steps", pass.n_steps},
		{"added", (double)pass.n_added},
		{"boxes", (double)pass.n_boxes},
		{"columns", map->columns},
		{"rows", map->rows},
		{"min", s.min},
		{"max", s.max},
		{"mean", s.mean},
	};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		double value = numbers[i].value;

		if (strcmp(what, numbers[i].name) != 0)
			continue;
		text_printf(out, value == floor(value) ? "%.0f" : "%g", value);
		return true;
	}
	return false;
}

static enum status write_property(struct call *call, const char *what)
{
	static const char *const stages[] = {"begin", "boxes", "rows", "done"};
	const struct density_result *result = session_maps(call->session)->newest;
	const struct snap_density *map = density_shown(result);
	struct density_pass_state pass;
	int32_t top = 0;

	if (write_number(result, what, call->result))
		return STATUS_OK;
	density_pass_state(result, &pass);
	snap_density_top(map, density_least(result), &top, 1);
	if (strcmp(what, "map") == 0)
		text_add(call->result, map->name);
	else if (strcmp(what, "stage") == 0)
		text_add(call->result, stages[pass.stage]);
	else if (strcmp(what, "top") == 0)
		text_printf(call->result, "%" PRId32 " %" PRId32, top % map->columns,
			    top / map->columns);
	else
		return call_fail(call, STATUS_USAGE,
				 "expected map, stage, step, steps, added, "
				 "boxes, columns, rows, min, max, mean, top, bin, corners or "
				 "cells, not \"%.100s\"",
				 what);
	return STATUS_OK;
}

static enum status density_property(struct call *call)
{
	struct density_result *result = session_maps(call->session)->newest;
	const char *what = call->argument[0];
	int64_t bin;

	if (!result)
		return status_fail(STATUS_FAILED, "there is no map; density makes one");
	TRY(density_renew(call->session, result));
	if (strcmp(what, "corners") == 0)
		return write_corners(call, result);
	if (strcmp(what, "cells") == 0)
		return write_cells(call, result);
	if (strcmp(what, "bin") != 0)
		return write_property(call, what);
	TRY(take_bin(call, density_shown(result), &bin));
	text_printf(call->result, "%g", density_shown(result)->value[bin]);
	return STATUS_OK;
}

const struct command density_pass_commands[] = {
	{"density_flip", density_flip, IN_SESSION, NULL, 0, 0, NULL,
	 "Switch between the last map and the one before it"},
	{"density_property", density_property, IN_SESSION, "NAME ?COLUMN ROW|CELL?", 1, 3, NULL,
	 "Return a property of the map as it is now: map, stage, step, steps, added, boxes, columns, rows, min, max, "
	 "mean, top; bin COLUMN ROW; cells COLUMN ROW; corners CELL, once it is stepped"},
	{0},
};

const struct session_part density_pass_part = {.need_stepper[STEPPER_DENSITY] =
						       session_need_density_stepper};
