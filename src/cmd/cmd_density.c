/* Commands about maps of a placement. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "report/density.h"
#include "session/objects.h"

enum { MOST_WEIGHT = 1000000 };

/* ---- options of density ---- */

#define DENSITY_COMMAND_OPTIONS(X)                                                                                                                                         \
	X(DENSITY_MAP, "-map", OPTION_CHOICE, DENSITY_QUANTITIES,                                                                                                          \
	  "cells: the share of each bin that components cover, fillers aside (default), "                                                                                  \
	  "movable or fixed ones, or macros; pins: how many; rudy: um of wire for "                                                                                        \
	  "each um^2; pin_rudy: rudy of each pin's net, that of a box at least a bin wide and high; nets: how many boxes of "                                              \
	  "nets; slack: the worst of the cells there, ps, before common path "                                                                                             \
	  "pessimism is removed; change: the worst change of an endpoint's slack there since save_slacks, ps; critical: in which share of run_ssta's dies the worst path " \
	  "passes a cell there")                                                                                                                                           \
	X(DENSITY_MINUS, "-minus", OPTION_CHOICE, DENSITY_QUANTITIES,                                                                                                      \
	  "subtract this map, of the same unit")                                                                                                                           \
	X(DENSITY_GRID, "-grid", OPTION_WORD, "MxN",                                                                                                                       \
	  "bins along x and y, up to 8192 (16 to 1024, some eight cells a bin)")                                                                                           \
	X(DENSITY_METHOD, "-method", OPTION_CHOICE, "prefix|naive|threads|warp|copies|printed",                                                                            \
	  "16 updates a box and prefix sums (default); of those that the paper compares: a thread "                                                                        \
	  "for each box, four threads, a warp, or a map for each thread (CPU, forward only); "                                                                             \
	  "printed is the paper's own method as printed, algorithms 1 to 6")                                                                                               \
	X(DENSITY_PRECISION, "-precision", OPTION_CHOICE, "exact|double",                                                                                                  \
	  "whole numbers, the same everywhere (default), or double precision as in the paper, "                                                                            \
	  "whose last digits vary")                                                                                                                                        \
	X(DENSITY_AT_ONCE, "-threshold", OPTION_COUNT, "N",                                                                                                                \
	  "with prefix, boxes of up to this many bins are added to the bins directly; with "                                                                               \
	  "printed, boxes of less area than N bins (4)")                                                                                                                   \
	X(DENSITY_DELAY, "-path_delay", OPTION_CHOICE, "max|min",                                                                                                          \
	  "slacks of setup or hold (of which paths were found last, else setup)")                                                                                          \
	X(DENSITY_WEIGHTS, "-weights", OPTION_WORD, "LIST",                                                                                                                \
	  "weights of cells in maps of cells, as in {u1 2 u2 0.5}, in thousandths; "                                                                                       \
	  "others weigh 1")                                                                                                                                                \
	X(DENSITY_BACKWARD, "-backward", OPTION_FLAG, NULL,                                                                                                                \
	  "instead of a map: for each cell the mean of a field under it, and the "                                                                                         \
	  "gradient for a move of the cell")                                                                                                                               \
	X(DENSITY_FIELD, "-field", OPTION_CHOICE, DENSITY_QUANTITIES,                                                                                                      \
	  "with -backward, the map that is the field (cells)")                                                                                                             \
	X(DENSITY_UNDER, "-under", OPTION_CHOICE, "cells|nets",                                                                                                            \
	  "with -backward, whose means and gradients: of cells (this), or of the boxes of nets")                                                                           \
	X(DENSITY_CELL_COUNT, "-count", OPTION_COUNT, "N",                                                                                                                 \
	  "with -backward, how many are listed, the largest means "                                                                                                        \
	  "first, of slacks the least (10)")

OPTION_TABLE(density_command_options, DENSITY_COMMAND_OPTIONS);

static enum status take_grid(struct call *call, const struct placement *placement,
			     struct density_grid *out)
{
	int32_t columns = density_usual_side(placement), rows = columns;
	const char *word = call->option[DENSITY_GRID].word;
	int used = 0;

	if (call->option[DENSITY_GRID].given &&
	    (sscanf(word, "%5" SCNd32 "x%5" SCNd32 "%n", &columns, &rows, &used) != 2 ||
	     word[used]))
		return call_fail(call, STATUS_USAGE, "expected bins as in 64x64, not \"%.100s\"",
				 word);
	return density_grid_of(&placement->die, columns, rows, out);
}

/* ---- weights of cells ---- */

static enum status take_weight(struct call *call, const struct placement *placement,
			       const char *name, const char *word, int64_t *weight)
{
	int32_t component = placement_find_component(placement, name, (int64_t)strlen(name));
	double value;

	if (component < 0)
		return call_fail(call, STATUS_FAILED, "-weights: no cell is called \"%.100s\"",
				 name);
	TRY(call_real(call, word, &value));
	if (fabs(value) > MOST_WEIGHT)
		return call_fail(call, STATUS_USAGE,
				 "-weights: a weight must be at most %d, not \"%.100s\"",
				 MOST_WEIGHT, word);
	weight[component] = (int64_t)nearbyint(value * DENSITY_WEIGHT_UNITS);
	return STATUS_OK;
}

static enum status take_weights(struct call *call, struct density_result *result)
{
	RELEASED_BY(words_free) struct words words = {0};

	if (result->quantity >= DENSITY_PINS)
		return call_fail(call, STATUS_USAGE, "-weights is for maps of cells");
	TRY(ALLOC(&result->weight, result->placement->n_components));
	for (int32_t i = 0; i < result->placement->n_components; i++)
		result->weight[i] = DENSITY_WEIGHT_UNITS;
	words_parse(call->option[DENSITY_WEIGHTS].word, &words);
	if (words.n % 2)
		return call_fail(call, STATUS_USAGE,
				 "-weights expects pairs of a cell and its weight");
	for (int i = 0; i < words.n; i += 2)
		TRY(take_weight(call, result->placement, words.word[i], words.word[i + 1],
				result->weight));
	result->options.weight = result->weight;
	return STATUS_OK;
}

/* ---- density ---- */

static enum status compute(struct call *call, struct density_result *result,
			   enum density_quantity quantity)
{
	const struct option_value *option = call->option;

	result->quantity = quantity;
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
	if (option[DENSITY_WEIGHTS].given)
		TRY(take_weights(call, result));
	return density_make(call->session, result);
}

/* ---- cells ---- */

/* By compare_cells(), on the command thread. */
static const struct density_cell *compared;
static bool least_first;

static int compare_cells(const void *a, const void *b)
{
	int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
	double x = compared[i].mean, y = compared[j].mean;

	if (x != y)
		return (x > y) != least_first ? -1 : 1;
	return i < j ? -1 : i > j;
}

/* Is there something to list of this component, or of the net? */
static bool is_listed(const struct placement *placement, enum density_shape shape, int32_t i)
{
	return shape == DENSITY_UNDER_NETS || density_counts(placement, i, DENSITY_CELLS);
}

static const char *name_of(const struct placement *placement, enum density_shape shape, int32_t i)
{
	return shape == DENSITY_UNDER_NETS ? names_get(&placement->netlist->net_name, i)
					   : placement_component_name(placement, i);
}

static int32_t count_of(const struct placement *placement, enum density_shape shape)
{
	return shape == DENSITY_UNDER_NETS ? placement->netlist->n_nets : placement->n_components;
}

/* The best n of the components, or nets, that have a mean. */
static enum status write_cells(struct call *call, const struct placement *placement,
			       enum density_shape shape, const struct density_cell *cell,
			       bool least, int64_t n)
{
	int32_t n_cells = 0, n_all = count_of(placement, shape);
	FREED int32_t *order = NULL;

	TRY(ALLOC(&order, n_all));
	for (int32_t i = 0; i < n_all; i++) {
		if (!isnan(cell[i].mean) && is_listed(placement, shape, i))
			order[n_cells++] = i;
	}
	compared = cell;
	least_first = least;
	qsort(order, (size_t)n_cells, sizeof *order, compare_cells);
	text_add(
		call->out,
		"\nmeans are of the part of a box that is on the die, by its area; equation (3) of the density "
		"paper divides by the whole box's\n");
	text_printf(call->out, "%12s %14s %14s  %s\n", "mean", "d/dx (um^2/um)", "d/dy (um^2/um)",
		    shape == DENSITY_UNDER_NETS ? "net" : "cell");
	for (int32_t i = 0; i < n_cells && i < n; i++)
		text_printf(call->out, "%12.6g %14.6g %14.6g  %s\n", cell[order[i]].mean,
			    cell[order[i]].right, cell[order[i]].up,
			    name_of(placement, shape, order[i]));
	return STATUS_OK;
}

/* ---- backward ---- */

static enum status write_backward(struct call *call, const struct density_result *field,
				  enum density_shape shape, const struct density_cell *cell)
{
	const struct option_value *count = &call->option[DENSITY_CELL_COUNT];

	text_printf(call->out, "backward by %s, %s: ", density_method_name[field->options.method],
		    field->options.precision == DENSITY_EXACT ? "exact" : "double precision");
	density_write_line(field->map, call->out);
	return write_cells(call, field->placement, shape, cell, density_least(field),
			   count->given ? count->number : 10);
}

/* Under nets the result is only written. */
static enum status backward_nets(struct call *call, const struct density_result *field)
{
	const struct density_layout on = density_layout_of(call->session->queue, field);
	FREED struct density_cell *cell = NULL;

	TRY(ALLOC(&cell, field->placement->netlist->n_nets));
	TRY(density_field_under(&on, field->map, &field->options, DENSITY_UNDER_NETS, cell));
	return write_backward(call, field, DENSITY_UNDER_NETS, cell);
}

static enum status check_backward(const struct call *call)
{
	if (call->option[DENSITY_MAP].given || call->option[DENSITY_MINUS].given)
		return call_fail(call, STATUS_USAGE, "with -backward the map is named by -field");
	if (call->option[DENSITY_METHOD].number == DENSITY_COPIES)
		return call_fail(call, STATUS_USAGE,
				 "-method copies is for maps only: backward, "
				 "no box writes to another's result");
	return STATUS_OK;
}

static enum status density(struct call *call)
{
	bool backward = call->option[DENSITY_BACKWARD].given;
	bool nets = call->option[DENSITY_UNDER].number == DENSITY_UNDER_NETS;
	struct session *session = call->session;
	struct density_result *result;
	enum status status;

	TRY(design_need_placement(&session->design));
	if (backward)
		TRY(check_backward(call));
	else if (call->option[DENSITY_FIELD].given || call->option[DENSITY_CELL_COUNT].given ||
		 call->option[DENSITY_UNDER].given)
		return call_fail(call, STATUS_USAGE, "-field, -under and -count need -backward");
	TRY(ALLOC(&result, 1));
	result->placement = placement_ref(session->design.placement);
	task_begin(&session->task, "accumulating density", 0);
	status = compute(
		call, result,
		(enum density_quantity)call->option[backward ? DENSITY_FIELD : DENSITY_MAP].number);
	if (status == STATUS_OK && backward)
		status = nets ? backward_nets(call, result) : density_make_under(session, result);
	task_end(&session->task);
	if (status != STATUS_OK || (backward && nets)) {
		density_result_free(result);
		return status;
	}
	density_result_free(session_maps(session)->before);
	session_maps(session)->before = session_maps(session)->newest;
	density_show(session, result);
	if (backward)
		return write_backward(call, result, DENSITY_UNDER_CELLS, result->under);
	density_write_line(result->map, call->out);
	return STATUS_OK;
}

/* The last map, of the timing as it is. */
static enum status need_map(struct session *session)
{
	if (session_maps(session)->newest)
		return density_renew(session, session_maps(session)->newest);
	return status_fail(STATUS_FAILED, "there is no map; density makes one");
}

/* ---- report_density ---- */

#define REPORT_OPTIONS(X)                                                                          \
	X(REPORT_TARGET, "-target", OPTION_WORD, "VALUE", "also what is above this")               \
	X(REPORT_TOP, "-top", OPTION_COUNT, "N",                                                   \
	  "the N extreme bins, each with its largest cells, or those of least slack (10)")         \
	X(REPORT_CELLS, "-cells", OPTION_COUNT, "N",                                               \
	  "also the N cells where the map is highest, with its gradient for each")

OPTION_TABLE(report_options, REPORT_OPTIONS);

static enum status report_cells(struct call *call, const struct density_result *result, int64_t n)
{
	const struct density_layout on = density_layout_of(call->session->queue, result);
	FREED struct density_cell *cell = NULL;

	if (result->difference || result->quantity >= DENSITY_SLACK)
		return call_fail(call, STATUS_FAILED,
				 "-cells is for maps that add up, not for "
				 "slacks or differences");
	TRY(ALLOC(&cell, result->placement->n_components));
	TRY(density_cells(&on, result->quantity, &result->options, cell));
	return write_cells(call, result->placement, DENSITY_UNDER_CELLS, cell, false, n);
}

static enum status report_density(struct call *call)
{
	const struct option_value *top = &call->option[REPORT_TOP];
	const struct density_result *result = session_maps(call->session)->newest;
	double target;

	TRY(need_map(call->session));
	TRY(density_report(result, call->out));
	if (call->option[REPORT_TARGET].given) {
		TRY(call_real(call, call->option[REPORT_TARGET].word, &target));
		density_report_overflow(result, target, call->out);
	}
	if (top->given && top->number > DENSITY_MOST_BINS)
		return call_fail(call, STATUS_USAGE, "-top must be at most %d", DENSITY_MOST_BINS);
	TRY(density_report_bins(result, top->given ? (int32_t)top->number : 10, call->out));
	if (call->option[REPORT_CELLS].given)
		return report_cells(call, result, call->option[REPORT_CELLS].number);
	return STATUS_OK;
}

/* ---- files ---- */

static enum status write_density(struct call *call)
{
	TRY(need_map(call->session));
	return density_write(session_maps(call->session)->newest, call->argument[0],
			     &call->session->task);
}

const struct command density_commands[] = {
	{"density", density, IN_SESSION, NULL, 0, 0, density_command_options,
	 "Make a map of a quantity over the die of the placement"},
	{"report_density", report_density, IN_SESSION, NULL, 0, 0, report_options,
	 "Report extremes, quantiles, overflow and top bins of the last map"},
	{"write_density", write_density, IN_SESSION, "FILE", 1, 1, NULL,
	 "Write the last map as text (.csv), for NumPy (.npy) or as 16-bit grey (.pgm)"},
	{0},
};
