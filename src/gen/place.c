/*
 * Placing a design, step by step.
 */
#include "gen/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gen/place_impl.h"
#include "gen/random.h"

enum {
	FREE_ROUNDS = 6,   /* wires alone, from random places */
	BOUND_ROUNDS = 60, /* and bound to where spreading had them */
	DETAIL_ROUNDS = 3,
};

/* ---- global placement ---- */

static void scatter(struct place *place)
{
	uint64_t seed = (uint64_t)place->options->seed;
	const struct rect *core = &place->core;

	for (int32_t i = 0; i < place->n; i++) {
		place->x[i] = core->x1 + random_unit(random_bits(seed, (uint64_t)i, 0)) *
						 (core->x2 - core->x1);
		place->y[i] = core->y1 + random_unit(random_bits(seed, (uint64_t)i, 1)) *
						 (core->y2 - core->y1);
	}
}

/* Wires pull together, targets apart, these more and more; what is spread last counts. */
static enum status settle(struct place *place, struct spreader *spreader, double *x, double *y)
{
	size_t size = (size_t)place->n * sizeof *x;
	int last = place->options->rounds;

	for (int round = 0; round < FREE_ROUNDS + BOUND_ROUNDS; round++) {
		bool bound = round >= FREE_ROUNDS;
		double weight = 0.015 * (round - FREE_ROUNDS + 1);

		TRY(task_progress(place->task, round));
		TRY(task_breathe(place->task));
		TRY(place_solve(place, false, bound ? x : NULL, weight));
		TRY(place_solve(place, true, bound ? y : NULL, weight));
		if (round + 1 == last)
			return STATUS_OK;
		if (round < FREE_ROUNDS - 1)
			continue;
		memcpy(x, place->x, size);
		memcpy(y, place->y, size);
		spreader_run(spreader, x, y);
	}
	memcpy(place->x, x, size);
	memcpy(place->y, y, size);
	return STATUS_OK;
}

enum status place_global(struct place *place)
{
	struct spreader *spreader;
	double *x = NULL, *y = NULL;
	enum status status;

	scatter(place);
	TRY(spreader_new(place, &spreader));
	task_begin(place->task, "placing", FREE_ROUNDS + BOUND_ROUNDS);
	status = ALLOC(&x, place->n);
	if (status == STATUS_OK)
		status = ALLOC(&y, place->n);
	if (status == STATUS_OK)
		status = settle(place, spreader, x, y);
	task_end(place->task);
	free(x);
	free(y);
	spreader_free(spreader);
	return status;
}

/* ---- all of it ---- */

static int32_t rounded(double at)
{
	return (int32_t)(at + 0.5);
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

static enum status run(struct place *place, int32_t n)
{
	TRY(ALLOC(&place->component, n));
	TRY(ALLOC(&place->cell_of, n));
	TRY(ALLOC(&place->width, n));
	TRY(ALLOC(&place->x, n));
	TRY(ALLOC(&place->y, n));
	TRY(place_floor(place));
	TRY(place_nets(place));
	TRY(place_global(place));
	put_cells(place);
	if (place->options->rounds > 0)
		return STATUS_OK;
	TRY(legalise(place->placement, place->task));
	return place_detail(place, DETAIL_ROUNDS);
}

static void fill_report(const struct place *place, struct place_report *report)
{
	int64_t used = 0, free = 0;

	for (int32_t i = 0; i < place->n; i++)
		used += place->width[i];
	for (int32_t i = 0; i < place->rows.n_segments; i++)
		free += place->rows.segment[i].x2 - place->rows.segment[i].x1;
	*report = (struct place_report){
		.n_cells = place->n,
		.n_blocks = place->placement->netlist->n_instances - place->n,
		.n_rows = place->rows.n_lines,
		.wires = microns(half_perimeters(place->placement)),
		.utilization = (double)used / (double)free,
	};
}

static enum status check_options(struct place_options *options)
{
	if (!(options->utilization > 0 && options->utilization <= 1))
		return status_fail(STATUS_FAILED, "a utilization of %g isn't above 0 and at most 1",
				   options->utilization);
	if (!(options->aspect >= 0.01 && options->aspect <= 100))
		return status_fail(STATUS_FAILED,
				   "an aspect ratio of %g isn't between 0.01 and 100",
				   options->aspect);
	if (options->density <= 0 && options->density >= 0)
		options->density = (1 + options->utilization) / 2;
	if (!(options->density >= options->utilization && options->density <= 1))
		return status_fail(STATUS_FAILED,
				   "a density of %g isn't between the utilization, %g, and 1",
				   options->density, options->utilization);
	return STATUS_OK;
}

static void release(struct place *place)
{
	placement_unref(place->placement);
	rows_release(&place->rows);
	free(place->component);
	free(place->cell_of);
	free(place->width);
	free(place->x);
	free(place->y);
	free(place->net_row);
	free(place->pin);
}

enum status place_design(struct netlist *netlist, struct technology *technology,
			 const struct place_options *options, struct task *task,
			 struct place_report *report, struct placement **out)
{
	struct place_options chosen = *options;
	struct place place = {.options = &chosen, .task = task};
	enum status status = check_options(&chosen);

	TRY(status);
	TRY(placement_new("", netlist, technology, &place.placement));
	status = run(&place, netlist->n_instances);
	if (status == STATUS_OK) {
		fill_report(&place, report);
		*out = placement_ref(place.placement);
	}
	release(&place);
	return status;
}
