/* Commands about maps of a placement. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "draw/colours.h"
#include "report/density.h"
#include "session/session.h"

/* ---- density ---- */

enum {
	DENSITY_MAP,
	DENSITY_MINUS,
	DENSITY_GRID,
	DENSITY_METHOD,
	DENSITY_PRECISION,
	DENSITY_AT_ONCE,
	DENSITY_DELAY,
};

static const struct option density_command_options[] = {
	[DENSITY_MAP] =
		{"-map", OPTION_CHOICE, DENSITY_QUANTITIES,
		 "cells: the share of each bin that components cover, fillers aside (this), "
		 "movable or fixed ones, or macros; pins: how many; rudy: um of wire for "
		 "each um^2; pin_rudy: rudy of each pin's net, that of a box at least a bin wide and high; nets: how many boxes of "
		 "nets; slack: the worst of the cells there, ps, before common path "
		 "pessimism is removed; critical: in which share of run_ssta's dies the worst path "
		 "passes a cell there"},
	[DENSITY_MINUS] = {"-minus", OPTION_CHOICE, DENSITY_QUANTITIES,
			   "subtract this map, of the same unit"},
	[DENSITY_GRID] = {"-grid", OPTION_WORD, "MxN",
			  "bins along x and y, up to 8192 (16 to 1024, some eight cells a bin)"},
	[DENSITY_METHOD] =
		{"-method", OPTION_CHOICE, "prefix|naive|threads|copies",
		 "16 updates a box and prefix sums (this), a thread for each box, several, "
		 "or a map for each thread (CPU)"},
	[DENSITY_PRECISION] =
		{"-precision", OPTION_CHOICE, "exact|double",
		 "whole numbers, the same everywhere (this), or as in the paper, whose "
		 "last digits are not"},
	[DENSITY_AT_ONCE] = {"-threshold", OPTION_COUNT, "N",
			     "with prefix, boxes on so many bins go straight to them"},
	[DENSITY_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min",
			   "slacks of setup or hold (of which paths were found last, else setup)"},
	{0},
};

static enum status take_grid(struct call *call, const struct placement *placement,
			     struct density_grid *out)
{
	int32_t columns = density_usual_side(placement), rows = columns;
	const char *word = call->option[DENSITY_GRID].word;
	int used = 0;

	if (call->option[DENSITY_GRID].given &&
	    (sscanf(word, "%5" SCNd32 "x%5" SCNd32 "%n", &columns, &rows, &used) != 2 ||
	     word[used]))
		return status_fail(STATUS_USAGE,
				   "density: expected bins as in 64x64, not \"%.100s\"", word);
	return density_grid_of(&placement->die, columns, rows, out);
}

static enum status compute(struct call *call, struct density_result *result)
{
	const struct option_value *option = call->option;

	result->quantity = (enum density_quantity)option[DENSITY_MAP].number;
	result->difference = option[DENSITY_MINUS].given;
	result->minus = (enum density_quantity)option[DENSITY_MINUS].number;
	result->has_split = option[DENSITY_DELAY].given;
	result->split = option[DENSITY_DELAY].number ? EARLY : LATE;
	result->options = (struct density_options)DENSITY_OPTIONS_INIT;
	result->options.method = (enum density_method)option[DENSITY_METHOD].number;
	if (option[DENSITY_PRECISION].number)
		result->options.precision = DENSITY_DOUBLE;
	if (option[DENSITY_AT_ONCE].given)
		result->options.threshold = (int32_t)option[DENSITY_AT_ONCE].number;
	TRY(take_grid(call, result->placement, &result->grid));
	return density_make(call->session, result);
}

static enum status density(struct call *call)
{
	struct session *session = call->session;
	struct density_result *result;
	enum status status;

	if (!session->design.placement)
		return status_fail(STATUS_FAILED, "no placement is open; read_def opens one");
	TRY(ALLOC(&result, 1));
	result->placement = placement_ref(session->design.placement);
	task_begin(&session->task, "accumulating density", 0);
	status = compute(call, result);
	task_end(&session->task);
	if (status != STATUS_OK) {
		density_result_free(result);
		return status;
	}
	density_result_free(session->density_before);
	session->density_before = session->density;
	density_show(session, result);
	density_write_line(result->map, call->out);
	return STATUS_OK;
}

/* The last map, of the timing as it is. */
static enum status need_map(struct session *session)
{
	if (session->density)
		return density_renew(session, session->density);
	return status_fail(STATUS_FAILED, "there is no map; density makes one");
}

/* ---- report_density ---- */

enum { REPORT_TARGET, REPORT_TOP, REPORT_CELLS };

static const struct option report_options[] = {
	[REPORT_TARGET] = {"-target", OPTION_WORD, "VALUE", "also what is above this"},
	[REPORT_TOP] = {"-top", OPTION_COUNT, "N",
			"so many bins that stand out, with their largest cells, or those of least "
			"slack (10)"},
	[REPORT_CELLS] = {"-cells", OPTION_COUNT, "N",
			  "also the N cells where the map is highest, with its gradient for each"},
	{0},
};

static const struct density_cell *compared; /* by compare_cells(), on the command thread */

static int compare_cells(const void *a, const void *b)
{
	int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
	double x = compared[i].mean, y = compared[j].mean;

	if (x != y)
		return x > y ? -1 : 1;
	return i < j ? -1 : i > j;
}

/* The best n of the components that have a mean. */
static enum status write_cells(struct call *call, const struct placement *placement,
			       const struct density_cell *cell, int64_t n)
{
	int32_t *order, n_cells = 0;

	TRY(ALLOC(&order, placement->n_components));
	for (int32_t i = 0; i < placement->n_components; i++) {
		if (!isnan(cell[i].mean) && density_counts(placement, i, DENSITY_CELLS))
			order[n_cells++] = i;
	}
	compared = cell;
	qsort(order, (size_t)n_cells, sizeof *order, compare_cells);
	text_printf(call->out, "\n%12s %14s %14s  cell\n", "mean", "d/dx (um^2/um)",
		    "d/dy (um^2/um)");
	for (int32_t i = 0; i < n_cells && i < n; i++)
		text_printf(call->out, "%12.6g %14.6g %14.6g  %s\n", cell[order[i]].mean,
			    cell[order[i]].right, cell[order[i]].up,
			    placement_component_name(placement, order[i]));
	free(order);
	return STATUS_OK;
}

static enum status report_cells(struct call *call, const struct density_result *result, int64_t n)
{
	struct density_cell *cell;
	enum status status;

	if (result->difference || result->quantity >= DENSITY_SLACK)
		return status_fail(STATUS_FAILED,
				   "report_density: -cells is for maps that add up, not for "
				   "slacks or differences");
	TRY(ALLOC(&cell, result->placement->n_components));
	status = density_cells(call->session->queue, result->placement, &result->grid,
			       result->quantity, &result->options, cell);
	if (status == STATUS_OK)
		status = write_cells(call, result->placement, cell, n);
	free(cell);
	return status;
}

static enum status report_density(struct call *call)
{
	const struct option_value *top = &call->option[REPORT_TOP];
	const struct density_result *result = call->session->density;
	double target;

	TRY(need_map(call->session));
	TRY(density_report(result, call->out));
	if (call->option[REPORT_TARGET].given) {
		TRY(call_real(call, call->option[REPORT_TARGET].word, &target));
		density_report_overflow(result, target, call->out);
	}
	if (top->given && top->number > DENSITY_MOST_BINS)
		return status_fail(STATUS_USAGE, "report_density: -top is at most %d",
				   DENSITY_MOST_BINS);
	TRY(density_report_bins(result, top->given ? (int32_t)top->number : 10, call->out));
	if (call->option[REPORT_CELLS].given)
		return report_cells(call, result, call->option[REPORT_CELLS].number);
	return STATUS_OK;
}

/* ---- files ---- */

static enum status write_density(struct call *call)
{
	TRY(need_map(call->session));
	return density_write(call->session->density, call->argument[0], &call->session->task);
}

const struct command density_commands[] = {
	{"density", NULL, 0, 0, "Make a map of a quantity over the die of the placement",
	 density_command_options, density, IN_SESSION},
	{"report_density", NULL, 0, 0, "Extremes, quantiles, overflow and top bins of the last map",
	 report_options, report_density, IN_SESSION},
	{"write_density", "FILE", 1, 1,
	 "Write the last map as text (.csv), for NumPy (.npy) or as 16-bit grey (.pgm)", NULL,
	 write_density, IN_SESSION},
	{0},
};
