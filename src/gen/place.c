/*
 * Placing a design, step by step.
 */
#include "gen/place.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gen/place_impl.h"
#include "gpu/place/cg.h"
#include "gpu/place/device_place.h"
#include "gpu/place/quadratic.h"

enum {
	DETAIL_ROUNDS = 3,
	CG_MOST = 300, /* iterations of the quadratic placement */
};

/* ---- where cells begin ---- */

static void start_in_centre(struct place *place)
{
	const struct rect *core = &place->core;

	for (int32_t i = 0; i < place->n; i++) {
		place->x[i] = core->x1 + ((double)core->x2 - core->x1) / 2;
		place->y[i] = core->y1 + ((double)core->y2 - core->y1) / 2;
	}
}

static void start_where_placed(struct place *place, const struct placement *from)
{
	for (int32_t i = 0; i < place->n; i++) {
		const struct component *c = &from->component[place->component[i]];

		if (c->status == UNPLACED)
			continue;
		place->x[i] = c->x + place->width[i] * 0.5;
		place->y[i] = c->y + place->rows.height * 0.5;
	}
}

/* As far as single precision leads: what comes after it isn't quadratic. */
static enum status solve(struct place *place, const struct quadratic *q, struct placement *out)
{
	struct cg_system system = {q->matrix, 2, q->b, NULL};
	struct cg_options options = {CG_JACOBI, 1e-4, CG_MOST};
	RELEASED_BY(cg_close) struct cg cg = {0};
	struct cg_state state;
	FREED float *solution = NULL;

	TRY(ALLOC(&solution, 2 * (int64_t)q->matrix->n_rows));
	TRY(cg_open(place->queue, &system, &options, &cg));
	cg_iterate(&cg, CG_MOST);
	TRY(cg_read(&cg, &state, NULL));
	TRY(cg_solution(&cg, solution));
	quadratic_apply(q, solution, out);
	return STATUS_OK;
}

/* Of a copy, in which blocks stay. */
static enum status start_quadratic(struct place *place)
{
	struct quadratic quadratic;
	RELEASED_BY(placement_drop) struct placement *copy = NULL;
	enum status status;

	TRY(placement_copy(place->placement, place->placement->netlist, true, &copy));
	for (int32_t x = 0; x < copy->netlist->n_instances; x++) {
		if (place->cell_of[x] < 0 && copy->component[x].status == PLACED)
			copy->component[x].status = FIXED;
	}
	status = quadratic_new(copy, place->task, &quadratic);
	if (status == STATUS_OK) {
		status = solve(place, &quadratic, copy);
		quadratic_release(&quadratic);
		if (status == STATUS_OK)
			start_where_placed(place, copy);
	} else if (status == STATUS_FAILED) {
		status = STATUS_OK; /* nothing holds the cells: they begin in the centre */
	}
	return status;
}

/* ---- global placement ---- */

static enum status add_room(struct place *place, struct rect rect, double share)
{
	TRY(GROW_ALL(&place->free_capacity, (int64_t)place->n_free + 1, &place->share,
		     &place->free));
	place->share[place->n_free] = (int64_t)(share * (1 << PLACE_CHARGE_SHIFT));
	place->free[place->n_free++] = rect;
	return STATUS_OK;
}

/* A blockage that leaves a share of its place to global placement; legalising may use all. */
struct sharing {
	struct rect rect;
	double left;
};

static enum status list_sharing(const struct placement *p, struct sharing **out, int32_t *n)
{
	*n = 0;
	TRY(ALLOC(out, p->n_blockages));
	for (int32_t i = 0; i < p->n_blockages; i++) {
		const struct blockage *b = &p->blockage[i];
		double left = b->kind == BLOCKAGE_SOFT ? 0 : fmin(1, fmax(0, b->density / 100));

		if (b->layer < 0 && b->kind != BLOCKAGE_HARD && left < 1)
			(*out)[(*n)++] = (struct sharing){b->rect, left};
	}
	return STATUS_OK;
}

static bool covers(const struct rect *a, const struct rect *b)
{
	return a->x1 < b->x2 && a->x2 > b->x1 && a->y1 < b->y2 && a->y2 > b->y1;
}

/* Where one of them begins or ends within a rectangle, along x or y: the first place beyond `at`. */
static int32_t next_edge(const struct sharing *all, int32_t n, const struct rect *within,
			 bool along_x, int32_t at)
{
	int32_t next = along_x ? within->x2 : within->y2;

	for (int32_t i = 0; i < n; i++) {
		const struct rect *r = &all[i].rect;
		int32_t edge[2] = {along_x ? r->x1 : r->y1, along_x ? r->x2 : r->y2};

		for (int e = 0; e < 2 && covers(r, within); e++)
			next = edge[e] > at && edge[e] < next ? edge[e] : next;
	}
	return next;
}

/* Of those that overlap the one that leaves least counts. */
static enum status add_piece(struct place *place, const struct sharing *all, int32_t n,
			     const struct rect *piece)
{
	double left = 1;

	for (int32_t i = 0; i < n; i++) {
		if (covers(&all[i].rect, piece))
			left = fmin(left, all[i].left);
	}
	return left > 0 ? add_room(place, *piece, left) : STATUS_OK;
}

/* In pieces each of which has one share. */
static enum status add_segment(struct place *place, const struct sharing *all, int32_t n,
			       const struct rect *segment)
{
	struct rect piece;

	for (piece.y1 = segment->y1; piece.y1 < segment->y2; piece.y1 = piece.y2) {
		piece.y2 = next_edge(all, n, segment, false, piece.y1);
		for (piece.x1 = segment->x1; piece.x1 < segment->x2; piece.x1 = piece.x2) {
			piece.x2 = next_edge(all, n, segment, true, piece.x1);
			TRY(add_piece(place, all, n, &piece));
		}
	}
	return STATUS_OK;
}

/* Where cells may be: rows between what is fixed, with the shares that blockages leave. */
static enum status find_room(struct place *place)
{
	const struct rows *rows = &place->rows;
	FREED struct sharing *all = NULL;
	int32_t n;

	TRY(list_sharing(place->placement, &all, &n));
	for (int32_t i = 0; i < rows->n_segments; i++) {
		const struct segment *s = &rows->segment[i];

		TRY(add_segment(place, all, n,
				&(struct rect){s->x1, s->y, s->x2, s->y + rows->height}));
	}
	return STATUS_OK;
}

static enum status open_placer(struct place *place)
{
	struct placer_problem problem = {
		.core = place->core,
		.n_cells = place->n,
		.n_nets = place->n_nets,
		.n_free = place->n_free,
		.free = place->free,
		.share = place->share,
		.width = place->width,
		.x = place->x,
		.y = place->y,
		.net_row = place->net_row,
		.pin = place->pin,
		.density = place->options.density,
		.seed = (uint64_t)place->options.seed,
	};
	FREED int32_t *height = NULL;

	TRY(ALLOC(&height, place->n));
	for (int32_t i = 0; i < place->n; i++)
		height[i] = place->rows.height;
	problem.height = height;
	return placer_open(place->queue, &problem, &place->placer);
}

struct placer *place_placer(struct place *place)
{
	return place->placer;
}

/* ---- all of it ---- */

static int32_t rounded(double at)
{
	return (int32_t)floor(at + 0.5);
}

static void put_cells(struct place *place)
{
	for (int32_t i = 0; i < place->n; i++) {
		struct component *c = &place->placement->component[place->component[i]];

		c->x = rounded(place->x[i] - place->width[i] * 0.5);
		c->y = rounded(place->y[i] - place->rows.height * 0.5);
		c->status = PLACED;
	}
}

enum status place_set_weights(struct place *place, const float *weight)
{
	FREED float *own = NULL;

	TRY(ALLOC(&own, place->n_nets));
	for (int32_t net = 0; net < place->n_nets; net++)
		own[net] = weight[place->net[net]];
	return placer_set_weights(place->placer, own);
}

bool place_moves(const struct place *place, int32_t instance)
{
	return place->cell_of[instance] >= 0;
}

enum status place_force_of(struct place *place, int32_t instance, struct placer_force *out)
{
	int32_t cell = place->cell_of[instance];

	if (cell < 0)
		return status_fail(STATUS_FAILED, "\"%.200s\" is fixed",
				   names_get(&place->placement->netlist->instance_name, instance));
	return placer_force_of(place->placer, cell, out);
}

static enum status take_global(struct place *place)
{
	TRY(placer_read(place->placer, place->x, place->y));
	put_cells(place);
	return STATUS_OK;
}

enum status place_look(struct place *place, struct placement **out)
{
	TRY(take_global(place));
	return placement_copy(place->placement, place->placement->netlist, true, out);
}

/* What cells take of the room that there is. */
static double use_of(const struct place *place)
{
	double used = 0, free = 0;

	for (int32_t i = 0; i < place->n; i++)
		used += place->width[i];
	for (int32_t i = 0; i < place->n_free; i++) {
		const struct rect *r = &place->free[i];

		free += (double)place->share[i] / (1 << PLACE_CHARGE_SHIFT) *
			((double)r->x2 - r->x1) * ((double)r->y2 - r->y1) / place->rows.height;
	}
	return free > 0 ? used / free : HUGE_VAL;
}

static int32_t count_blocks(const struct placement *p)
{
	int32_t n = 0;

	for (int32_t x = 0; x < p->netlist->n_instances; x++) {
		enum tech_class class = p->technology->macro[p->component[x].macro].class;

		n += class == TECH_BLOCK || class == TECH_RING;
	}
	return n;
}

void place_describe(const struct place *place, struct place_report *report)
{
	int32_t n = placer_iterations(place->placer);

	*report = (struct place_report){
		.n_cells = place->n,
		.n_blocks = count_blocks(place->placement),
		.n_rows = place->rows.n_lines,
		.n_iterations = n,
		.overflow = placer_points(place->placer)[n].overflow,
		.wires = microns(half_perimeters(place->placement)),
		.utilization = use_of(place),
	};
}

static enum status check_options(const struct place_options *options)
{
	if (!(options->utilization > 0 && options->utilization <= 1))
		return status_fail(STATUS_FAILED, "a utilization of %g isn't above 0 and at most 1",
				   options->utilization);
	if (!(options->aspect >= 0.01 && options->aspect <= 100))
		return status_fail(STATUS_FAILED,
				   "an aspect ratio of %g isn't between 0.01 and 100",
				   options->aspect);
	if (options->start == PLACE_CURRENT && !options->floorplan)
		return status_fail(STATUS_FAILED,
				   "cells have no places to begin with in a new floorplan");
	if (!(options->density >= 0 && options->density <= 1))
		return status_fail(STATUS_FAILED, "a density of %g isn't above 0 and at most 1",
				   options->density);
	if (!options->floorplan && options->density > 0 && options->density < options->utilization)
		return status_fail(STATUS_FAILED,
				   "a density of %g isn't between the utilization, %g, and 1",
				   options->density, options->utilization);
	return STATUS_OK;
}

/* Has each cell a row that is as wide? */
static enum status check_widths(const struct place *place)
{
	int32_t widest = 0;

	for (int32_t i = 0; i < place->rows.n_segments; i++) {
		const struct segment *s = &place->rows.segment[i];

		widest = s->x2 - s->x1 > widest ? s->x2 - s->x1 : widest;
	}
	for (int32_t i = 0; i < place->n; i++) {
		if (place->width[i] > widest)
			return status_fail(
				STATUS_FAILED, "no row is as wide as \"%.200s\"",
				placement_component_name(place->placement, place->component[i]));
	}
	return STATUS_OK;
}

static enum status check_density(struct place *place)
{
	double use = use_of(place);

	if (isinf(use))
		return status_fail(STATUS_FAILED,
				   "blockages leave global placement no room in the rows");
	if (use > 1)
		return status_fail(
			STATUS_FAILED,
			"cells need %.1f %% of the sites between what is fixed or blocked",
			100 * use);
	if (place->options.density > 0 && place->options.density < use)
		return status_fail(STATUS_FAILED,
				   "a density of %g isn't between the utilization, %.3f, and 1",
				   place->options.density, use);
	if (!(place->options.density > 0))
		place->options.density = (1 + use) / 2;
	return STATUS_OK;
}

static enum status start(struct place *place)
{
	const struct placement *floorplan = place->options.floorplan;

	start_in_centre(place);
	if (place->options.start == PLACE_CURRENT)
		start_where_placed(place, floorplan);
	return place->options.start == PLACE_QUADRATIC ? start_quadratic(place) : STATUS_OK;
}

static enum status open_place(struct place *place, struct netlist *netlist)
{
	const struct placement *floorplan = place->options.floorplan;
	int32_t n = netlist->n_instances;

	if (floorplan)
		TRY(placement_copy(floorplan, netlist, false, &place->placement));
	else
		TRY(placement_new("", netlist, place->options.technology, &place->placement));
	TRY(ALLOC_ALL(n, &place->component, &place->cell_of, &place->width, &place->x, &place->y));
	TRY(floorplan ? place_floor_open(place) : place_floor(place));
	TRY(find_room(place));
	TRY(check_density(place));
	TRY(check_widths(place));
	TRY(place_nets(place));
	TRY(start(place));
	return open_placer(place);
}

RELEASER(place_drop, struct place, place_free)

enum status place_begin(struct queue *queue, struct netlist *netlist,
			const struct place_options *options, struct task *task, struct place **out)
{
	RELEASED_BY(place_drop) struct place *place = NULL;

	TRY(check_options(options));
	TRY(ALLOC(&place, 1));
	place->queue = queue;
	place->options = *options;
	place->task = task;
	TRY(open_place(place, netlist));
	HAND_OVER(out, place);
	return STATUS_OK;
}

void place_free(struct place *place)
{
	if (!place)
		return;
	placer_close(place->placer);
	placement_unref(place->placement);
	rows_release(&place->rows);
	FREE_ALL(place->component, place->cell_of, place->width, place->free, place->share,
		 place->x, place->y, place->net, place->net_row, place->pin, place);
}

enum status place_finish(struct place *place, struct place_report *report, struct placement **out)
{
	TRY(placer_go(place->placer, placer_best(place->placer)));
	TRY(take_global(place));
	TRY(legalise(place->placement, place->task));
	TRY(place_detail(place, DETAIL_ROUNDS));
	if (report)
		place_describe(place, report);
	return placement_copy(place->placement, place->placement->netlist, true, out);
}

/* ---- all at once ---- */

static enum status run(struct place *place)
{
	int32_t last = place->options.iterations;

	DOING(place->task, "placing", 0);
	while (!placer_over(place->placer)) {
		int32_t n = placer_iterations(place->placer);

		if (last && n >= last)
			break;
		TRY(task_progress(place->task, n));
		TRY(task_breathe(place->task));
		TRY(placer_step(place->placer));
	}
	return STATUS_OK;
}

enum status place_design(struct queue *queue, struct netlist *netlist,
			 const struct place_options *options, struct task *task,
			 struct place_report *report, struct placement **out)
{
	RELEASED_BY(place_drop) struct place *place = NULL;

	TRY(place_begin(queue, netlist, options, task, &place));
	TRY(run(place));
	if (options->iterations <= 0)
		return place_finish(place, report, out);
	TRY(place_look(place, out));
	place_describe(place, report);
	return STATUS_OK;
}
