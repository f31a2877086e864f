/* Commands that make a layout: cells placed, clock trees, fillers, wires. */
#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/print.h"
#include "base/units.h"
#include "cmd/place_steps.h"
#include "session/objects.h"
#include "db/constraints.h"
#include "gen/clock_tree.h"
#include "gen/place.h"
#include "gen/wires.h"

static enum status need_technology(const struct call *call)
{
	if (call->session->design.technology)
		return STATUS_OK;
	return call_fail(call, STATUS_FAILED, "no technology is open; read_lef opens one");
}

static enum status need_placement(const struct call *call)
{
	if (call->session->design.placement)
		return STATUS_OK;
	return call_fail(call, STATUS_FAILED,
			 "the netlist isn't placed; place_design or read_def does");
}

/* A number of an option that is given as a word; else it stays what it is. */
static enum status number_option(const struct call *call, int option, double *number)
{
	const char *at = call->option[option].word, *end;

	if (!call->option[option].given)
		return STATUS_OK;
	end = at + strlen(at);
	if (parse_real(&at, end, number) != DECIMAL_OK || at != end)
		return call_fail(call, STATUS_USAGE, "\"%.100s\" after %s is not a number",
				 call->option[option].word, call->command->options[option].name);
	return STATUS_OK;
}

/* The words of an option, none when it isn't given. */
static struct words list_option(const struct call *call, int option)
{
	struct words words = {0};

	if (call->option[option].given)
		words_parse(call->option[option].word, &words);
	return words;
}

/* ---- place_design ---- */

#define PLACE_OPTIONS(X)                                                                                    \
	X(PLACE_ASPECT, "-aspect", OPTION_WORD, "F",                                                        \
	  "make a floorplan: height of the core by its width (1)")                                          \
	X(PLACE_DENSITY, "-density", OPTION_WORD, "F",                                                      \
	  "of cells in the sites that they can have, at most (halfway from their mean to 1)")               \
	X(PLACE_INIT, "-init", OPTION_CHOICE, "quadratic|centre|current",                                   \
	  "where cells begin: where quadratic wires have them (default), in the middle, or where they are") \
	X(PLACE_ITERATIONS, "-iterations", OPTION_COUNT, "N",                                               \
	  "stop after N iterations of global placement: cells overlap, as in maps of the papers")           \
	X(PLACE_PAUSED, "-paused", OPTION_FLAG, NULL,                                                       \
	  "begin, and leave the iterations to step and play")                                               \
	X(PLACE_SEED, "-seed", OPTION_COUNT, "N", "of the fillers' places (1)")                             \
	X(PLACE_TIMING, "-timing_driven", OPTION_FLAG, NULL,                                                \
	  "nets pull by their slack, with the wires of the places")                                         \
	X(PLACE_UTILIZATION, "-utilization", OPTION_WORD, "F",                                              \
	  "make a floorplan: share of its rows that cells take (0.7)")

OPTION_TABLE(place_options, PLACE_OPTIONS);

static enum status take_place_options(const struct call *call, struct place_options *options)
{
	const struct option_value *option = call->option;
	struct placement *open = call->session->design.placement;

	*options = (struct place_options){.technology = call->session->design.technology,
					  .utilization = 0.7,
					  .aspect = 1,
					  .seed = 1};
	TRY(number_option(call, PLACE_ASPECT, &options->aspect));
	TRY(number_option(call, PLACE_DENSITY, &options->density));
	TRY(number_option(call, PLACE_UTILIZATION, &options->utilization));
	if (option[PLACE_SEED].given)
		options->seed = option[PLACE_SEED].number;
	if (option[PLACE_ITERATIONS].given)
		options->iterations = (int32_t)min_i64(option[PLACE_ITERATIONS].number, INT32_MAX);
	if (option[PLACE_INIT].given)
		options->start = (enum place_start)option[PLACE_INIT].number;
	if (open && open->n_rows && !option[PLACE_ASPECT].given && !option[PLACE_UTILIZATION].given)
		options->floorplan = open;
	return STATUS_OK;
}

/* A screen shows each iteration. */
static enum status place_step_by_step(struct call *call, const struct place_options *options,
				      struct place_report *report)
{
	struct session *session = call->session;
	struct stepper *stepper = NULL;
	/* without a screen the placement is set after each phase only */
	enum grain grain = session->has_screen || options->iterations ? GRAIN_FINE : GRAIN_COARSE;

	TRY(place_steps_begin(session, options, call->option[PLACE_TIMING].given));
	TRY(session_need_stepper(session, STEPPER_PLACE, &stepper));
	for (int32_t n = 0; !call->option[PLACE_PAUSED].given && !stepper->ops->finished(stepper);
	     n++) {
		if (options->iterations && n == options->iterations)
			break;
		TRY(session_step(session, STEPPER_PLACE, grain));
		board_go(session->board, STEPPER_PLACE, INT64_MAX);
		TRY(task_breathe(&session->task));
	}
	return place_steps_look(session, report);
}

static enum status place_at_once(struct session *session, const struct place_options *options,
				 struct place_report *report)
{
	struct placement *placement;

	TRY(place_design(session->queue, session->design.netlist, options, &session->task, report,
			 &placement));
	session_set_placement(session, placement);
	return STATUS_OK;
}

static enum status run_place(struct call *call)
{
	struct session *session = call->session;
	struct place_options options;
	struct place_report report;

	TRY(design_need_netlist(&session->design));
	TRY(need_technology(call));
	TRY(take_place_options(call, &options));
	if (session->has_screen || call->option[PLACE_PAUSED].given ||
	    call->option[PLACE_TIMING].given)
		TRY(place_step_by_step(call, &options, &report));
	else
		TRY(place_at_once(session, &options, &report));
	text_printf(call->out,
		    "placed %" PRId32 " cells in %" PRId32 " rows and %" PRId32
		    " blocks; utilization %.3f; %" PRId32
		    " iterations, overflow %.3f; half perimeters %.1f um\n",
		    report.n_cells, report.n_rows, report.n_blocks, report.utilization,
		    report.n_iterations, report.overflow, report.wires);
	return STATUS_OK;
}

/* ---- report_forces ---- */

static void write_force(struct call *call, const char *name, double x, double y)
{
	text_printf(call->out, "%-28s %12.5g %12.5g\n", name, x, y);
}

static enum status find_force(const struct call *call, const char *cell, int32_t *iteration,
			      struct placer_force *out)
{
	const struct netlist *netlist = call->session->design.netlist;
	int32_t instance;

	TRY(design_need_netlist(&call->session->design));
	instance = names_find(&netlist->instance_name, cell, (int64_t)strlen(cell));
	if (instance < 0)
		return call_fail(call, STATUS_FAILED, "no cell \"%.100s\"", cell);
	return place_steps_force(call->session, instance, iteration, out);
}

static enum status run_forces(struct call *call)
{
	struct placer_force f;
	int32_t iteration = 0;

	TRY(find_force(call, call->argument[0], &iteration, &f));
	text_printf(call->out, "%s, iteration %" PRId32 "%*s %12s %12s\n", call->argument[0],
		    iteration, 1, "", "x", "y");
	write_force(call, "growth of its nets", f.pull_x, f.pull_y);
	write_force(call, "lambda x push of density", f.push_x, f.push_y);
	write_force(call, "gradient", f.pull_x - f.push_x, f.pull_y - f.push_y);
	return STATUS_OK;
}

enum { OF_WIRES, OF_OVERFLOW, OF_LAMBDA, OF_FORCE };

static enum status place_property(struct call *call)
{
	struct placer_point point;
	struct placer_force f;
	int32_t iteration;
	int which;

	TRY(call_choose(call, "wires|overflow|lambda|force", &which));
	if ((which == OF_FORCE) != (call->n_arguments == 2))
		return call_fail(call, STATUS_USAGE, "force has a cell, and nothing else");
	if (which == OF_FORCE) {
		TRY(find_force(call, call->argument[1], &iteration, &f));
		text_printf(call->result, "%.5g %.5g %.5g %.5g", f.pull_x, f.pull_y, f.push_x,
			    f.push_y);
		return STATUS_OK;
	}
	TRY(place_steps_point(call->session, &point));
	text_printf(call->result, "%.5g",
		    which == OF_WIRES    ? microns((int64_t)point.length)
		    : which == OF_LAMBDA ? point.lambda
					 : point.overflow);
	return STATUS_OK;
}

/* ---- place_fillers ---- */

static enum status run_fillers(struct call *call)
{
	struct design *design = &call->session->design;
	struct placement *placement;
	RELEASED_BY(words_free) struct words macros = {0};

	TRY(need_placement(call));
	if (call->n_arguments)
		words_parse(call->argument[0], &macros);
	TRY(place_fillers(design->placement, call->n_arguments ? macros.word : NULL, macros.n,
			  &call->session->task, &placement));
	text_printf(call->out, "placed %" PRId32 " fillers\n",
		    placement->n_components - design->placement->n_components);
	session_set_placement(call->session, placement);
	return STATUS_OK;
}

/* ---- build_clock_tree, buffer_nets ---- */

#define BUFFER_OPTIONS(X)                                                                          \
	X(TREE_BUFFERS, "-buffers", OPTION_WORD, "LIST",                                           \
	  "cells to choose of (all but those called CLKBUF*)")                                     \
	X(TREE_FANOUT, "-fanout", OPTION_COUNT, "N", "loads of a buffer, at most (24)")            \
	X(TREE_NETS, "-nets", OPTION_WORD, "LIST",                                                 \
	  "nets (all with more loads than that, but clocks)")                                      \
	X(TREE_LOAD, "-load", OPTION_WORD, "F",                                                    \
	  "also nets with more than F times the capacitance that their drivers may drive")

OPTION_TABLE(buffer_options, BUFFER_OPTIONS);

static const struct option clock_tree_options[] = {
	[TREE_BUFFERS] = {"-buffers", OPTION_WORD, "LIST",
			  "cells to choose of (those called CLKBUF*)"},
	[TREE_FANOUT] = {"-fanout", OPTION_COUNT, "N", "loads of a buffer, at most (16)"},
	[TREE_NETS] = {"-nets", OPTION_WORD, "LIST", "nets instead of those that clocks start at"},
	{0},
};

static enum status pattern_nets(const struct call *call, const char *pattern,
				struct object_list *list)
{
	const struct netlist *netlist = call->session->design.netlist;
	struct query_options options = {0};
	int32_t id = object_find(netlist, OBJECT_NET, pattern);
	RELEASED_BY(object_list_release) struct object_list found = {0};

	if (id >= 0)
		return object_list_add(list, id);
	TRY(object_list_init(&found, netlist, OBJECT_NET));
	TRY(query_objects(netlist, pattern, &options, &found));
	for (int32_t i = 0; i < found.n; i++)
		TRY(object_list_add(list, object_flat_net(netlist, found.id[i])));
	return !found.n ? need_object(call, OBJECT_NET, pattern, &id) : STATUS_OK;
}

static enum status named_nets(const struct call *call, struct object_list *list)
{
	RELEASED_BY(words_free) struct words words = {0};

	words_of(call, call->option[TREE_NETS].word, &words);
	for (int i = 0; i < words.n; i++)
		TRY(pattern_nets(call, words.word[i], list));
	return STATUS_OK;
}

/* Of the clocks of the constraints, where they are driven. */
static enum status clock_nets(const struct call *call, struct object_list *list)
{
	const struct design *design = &call->session->design;
	const struct constraints *constraints = design->constraints;

	for (int32_t i = 0; constraints && i < constraints->n_clocks; i++) {
		const struct clock *clock = &constraints->clock[i];

		for (int32_t s = 0; s < clock->n_sources; s++) {
			int32_t pin = clock->source[s], net = design->netlist->pin_net[pin];

			/* an output port may be named instead of what drives it */
			if (net >= 0 && (pin < design->netlist->n_ports ||
					 netlist_drives(design->netlist, pin)))
				TRY(object_list_add(list, net));
		}
	}
	if (list->n)
		return STATUS_OK;
	return call_fail(
		call, STATUS_FAILED,
		"no clock has a source in the netlist; read_sdc reads them, or name -nets");
}

/* Does it bring a clock to registers? */
static bool is_clock_net(const struct netlist *netlist, int32_t net)
{
	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++) {
		const struct lib_pin *pin = netlist_lib_pin(netlist, netlist->net_pin[i], LATE);

		if (pin && pin->is_clock)
			return true;
	}
	return false;
}

static enum status loaded_nets(const struct call *call, int32_t fanout, struct object_list *list)
{
	const struct netlist *netlist = call->session->design.netlist;

	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int32_t n = netlist->net_pin_row[net + 1] - netlist->net_pin_row[net];

		if (netlist->net_constant[net] == NET_SIGNAL &&
		    n - netlist->net_n_drivers[net] > fanout && !is_clock_net(netlist, net))
			TRY(object_list_add(list, net));
	}
	return STATUS_OK;
}

/* Is what a net's driver has to drive, pins and wires, more than a share of what it may? */
static bool is_overloaded(const struct netlist *netlist, int32_t net, double wire, double share)
{
	int32_t first = netlist->net_pin_row[net];
	const struct lib_pin *driver = netlist_lib_pin(netlist, netlist->net_pin[first], LATE);
	double load = wire;

	if (!driver || driver->max_capacitance < 0)
		return false;
	for (int32_t i = first + 1; i < netlist->net_pin_row[net + 1]; i++) {
		const struct lib_pin *pin = netlist_lib_pin(netlist, netlist->net_pin[i], LATE);

		load += pin ? pin->capacitance[LATE][RISE] : 0;
	}
	return load > share * driver->max_capacitance;
}

static enum status overloaded_nets(const struct call *call, double share, struct object_list *list)
{
	const struct placement *placement = call->session->design.placement;
	struct wire_unit unit;
	struct wire_report report;
	RELEASED_BY(parasitics_drop) struct parasitics *wires = NULL;

	TRY(wire_unit_of(placement->technology, NULL, 0, &unit));
	TRY(estimate_wires(placement, &unit, &call->session->task, &report, &wires));
	for (int32_t i = 0; i < wires->n_nets; i++)
		if (is_overloaded(placement->netlist, wires->net[i], wires->total[i], share) &&
		    !is_clock_net(placement->netlist, wires->net[i]))
			TRY(object_list_add(list, wires->net[i]));
	return STATUS_OK;
}

/* The design that results. */
static void open_placed(struct session *session, struct placement *placement)
{
	design_warn_dropped(&session->design);
	session_set_netlist(session, netlist_ref(placement->netlist));
	design_set_placement(&session->design, placement);
}

static enum status buffer_list(struct call *call, const struct object_list *list,
			       struct tree_options options)
{
	const struct design *design = &call->session->design;
	struct tree_report report;
	FREED struct tree_net *net = NULL;
	struct placement *placement = NULL;

	TRY(ALLOC(&net, list->n));
	for (int32_t i = 0; i < list->n; i++)
		net[i] = (struct tree_net){list->id[i], options.clock ? "clk" : "",
					   names_get(&design->netlist->net_name, list->id[i])};
	options.net = net;
	options.n_nets = list->n;
	TRY(buffer_nets(design->placement, &options, &call->session->task, &report, &placement));
	text_printf(call->out,
		    "%" PRId32 " buffers for %" PRId32 " nets, on %" PRId32 " levels at most\n",
		    report.n_buffers, report.n_nets, report.n_levels);
	open_placed(call->session, placement);
	return STATUS_OK;
}

/* The nets that the options choose. */
static enum status choose_nets(const struct call *call, const struct tree_options *options,
			       struct object_list *list)
{
	double share;

	if (call->option[TREE_NETS].given)
		TRY(named_nets(call, list));
	else if (options->clock)
		TRY(clock_nets(call, list));
	else
		TRY(loaded_nets(call, options->fanout, list));
	if (options->clock || !call->option[TREE_LOAD].given)
		return STATUS_OK;
	TRY(number_option(call, TREE_LOAD, &share));
	return overloaded_nets(call, share, list);
}

static enum status run_tree(struct call *call, bool clock, int32_t fanout)
{
	RELEASED_BY(words_free) struct words buffers = list_option(call, TREE_BUFFERS);
	struct tree_options options = {buffers.word, buffers.n, fanout, clock, NULL, 0};
	RELEASED_BY(object_list_release) struct object_list list = {0};

	TRY(object_list_init(&list, call->session->design.netlist, OBJECT_NET));
	if (call->option[TREE_FANOUT].given)
		options.fanout = (int32_t)call->option[TREE_FANOUT].number;
	if (options.fanout < 2)
		return call_fail(call, STATUS_USAGE, "-fanout must be 2 or more");
	TRY(choose_nets(call, &options, &list));
	return buffer_list(call, &list, options);
}

static enum status run_clock_tree(struct call *call)
{
	TRY(need_placement(call));
	return run_tree(call, true, 16);
}

static enum status run_buffers(struct call *call)
{
	TRY(need_placement(call));
	return run_tree(call, false, 24);
}

/* ---- estimate_parasitics ---- */

enum { WIRES_LAYERS };

static const struct option wire_options[] = {
	[WIRES_LAYERS] = {"-layer", OPTION_WORD, "LIST",
			  "routing layers that wires are on (all but the lowest)"},
	{0},
};

static enum status run_wires(struct call *call)
{
	struct design *design = &call->session->design;
	RELEASED_BY(words_free) struct words layers = list_option(call, WIRES_LAYERS);
	struct wire_unit unit;
	struct wire_report report;
	struct parasitics *parasitics;

	TRY(need_placement(call));
	TRY(wire_unit_of(design->placement->technology, layers.word, layers.n, &unit));
	TRY(estimate_wires(design->placement, &unit, &call->session->task, &report, &parasitics));
	session_drop_for_edit(call->session);
	TRY(design_set_parasitics(design, parasitics));
	text_printf(call->out, "%" PRId32 " nets, %.1f um of wire, %.1f fF\n", report.n_nets,
		    report.length, report.capacitance);
	if (report.n_unplaced)
		print_error("warning: %" PRId32 " pins aren't placed: they have no wire\n",
			    report.n_unplaced);
	return STATUS_OK;
}

const struct command place_commands[] = {
	{"place_design", run_place, IN_SESSION, NULL, 0, 0, place_options,
	 "Make a floorplan of the netlist with LEF's sites and place blocks, cells and ports"},
	{"report_forces", run_forces, IN_SESSION, "CELL", 1, 1, NULL,
	 "Report what acts on a cell at this iteration of a global placement: a step goes against the gradient"},
	{"place_property", place_property, IN_SESSION, "wires|overflow|lambda|force ?CELL?", 1, 2,
	 NULL,
	 "Return a value of a global placement at this iteration: half perimeters (um), overflow, lambda; of a cell the growth of its nets along x and y, and lambda times the push of density"},
	{"build_clock_tree", run_clock_tree, IN_SESSION, NULL, 0, 0, clock_tree_options,
	 "Insert trees of buffers into clock nets, which makes a new netlist"},
	{"buffer_nets", run_buffers, IN_SESSION, NULL, 0, 0, buffer_options,
	 "Insert trees of buffers into nets with many loads, which makes a new netlist"},
	{"place_fillers", run_fillers, IN_SESSION, "?MACROS?", 0, 1, NULL,
	 "Fill the gaps between cells with fillers"},
	{"estimate_parasitics", run_wires, IN_SESSION, NULL, 0, 0, wire_options,
	 "Make the parasitics of the placed netlist from Steiner trees"},
	{0},
};
