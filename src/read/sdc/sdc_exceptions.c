/* Exceptions: what paths are false, have a delay or cycles of their own, or form a group. */
#include <string.h>

#include "read/sdc/sdc_impl.h"

/* The options of all of them stand first, in the same places. */
enum {
	PATH_FROM,
	PATH_RISE_FROM,
	PATH_FALL_FROM,
	PATH_THROUGH,
	PATH_RISE_THROUGH,
	PATH_FALL_THROUGH,
	PATH_TO,
	PATH_RISE_TO,
	PATH_FALL_TO,
	PATH_COMMENT,
	PATH_RISE,
	PATH_FALL,
	PATH_RESET,
	PATH_SETUP,
	PATH_HOLD,
	N_PATH_OPTIONS
};

#define PATH_POINTS                                                                                \
	[PATH_FROM] = {"-from", SDC_WORD, "OBJECTS", "paths that start at these"},                 \
	[PATH_RISE_FROM] = {"-rise_from", SDC_WORD, "OBJECTS", "the same, with a rising edge"},    \
	[PATH_FALL_FROM] = {"-fall_from", SDC_WORD, "OBJECTS", "the same, with a falling edge"},   \
	[PATH_THROUGH] = {"-through", SDC_WORD, "OBJECTS",                                         \
			  "and go through one of these; several in their order"},                  \
	[PATH_RISE_THROUGH] = {"-rise_through", SDC_WORD, "OBJECTS",                               \
			       "the same, with a rising edge"},                                    \
	[PATH_FALL_THROUGH] = {"-fall_through", SDC_WORD, "OBJECTS",                               \
			       "the same, with a falling edge"},                                   \
	[PATH_TO] = {"-to", SDC_WORD, "OBJECTS", "and end at these"},                              \
	[PATH_RISE_TO] = {"-rise_to", SDC_WORD, "OBJECTS", "the same, with a rising edge"},        \
	[PATH_FALL_TO] = {"-fall_to", SDC_WORD, "OBJECTS", "the same, with a falling edge"},       \
	[PATH_COMMENT] = {"-comment", SDC_WORD, "TEXT", "ignored"}

#define PATH_EDGES                                                                                 \
	[PATH_RISE] = {"-rise", SDC_FLAG, NULL, "only rising edges at their ends"},                \
	[PATH_FALL] = {"-fall", SDC_FLAG, NULL, "only falling edges at their ends"},               \
	[PATH_RESET] = {"-reset_path", SDC_FLAG, NULL, "earlier exceptions of these paths go"}

#define PATH_CHECKS                                                                                \
	[PATH_SETUP] = {"-setup", SDC_FLAG, NULL, "for setup only"}, [PATH_HOLD] = {               \
									     "-hold", SDC_FLAG,    \
									     NULL,                 \
									     "for hold only"}

/* ---- points ---- */

static enum status add_pin(struct point_list *list, int32_t pin, int edges)
{
	return point_list_add(list, (struct point){POINT_PIN, pin, edges});
}

/* Pins of a cell; those that go out are what a path comes through. */
static enum status add_cell(const struct netlist *netlist, int32_t cell, int edges, bool through,
			    struct point_list *list)
{
	for (int32_t p = netlist->instance_pin[cell]; p < netlist->instance_pin[cell + 1]; p++) {
		enum lib_direction direction = netlist_pin_direction(netlist, p);

		if (direction != LIB_INTERNAL &&
		    (!through || direction == LIB_OUTPUT || direction == LIB_INOUT))
			TRY(add_pin(list, p, edges));
	}
	return STATUS_OK;
}

static enum status add_net(const struct netlist *netlist, int32_t net, int edges,
			   struct point_list *list)
{
	for (int32_t i = 0; i < netlist->net_n_drivers[net]; i++)
		TRY(add_pin(list, netlist->net_pin[netlist->net_pin_row[net] + i], edges));
	return STATUS_OK;
}

static enum status add_points(const struct netlist *netlist, const struct sdc_objects *objects,
			      int edges, bool through, struct point_list *list)
{
	for (int32_t i = 0; i < objects->n; i++) {
		struct sdc_object object = objects->item[i];

		if (object.kind == SDC_CLOCK)
			TRY(point_list_add(list, (struct point){POINT_CLOCK, object.id, edges}));
		else if (object.kind == SDC_CELL)
			TRY(add_cell(netlist, object.id, edges, through, list));
		else if (object.kind == SDC_NET)
			TRY(add_net(netlist, object.id, edges, list));
		else
			TRY(add_pin(list, object.id, edges));
	}
	return STATUS_OK;
}

static enum status note_ends(struct sdc *s, const struct sdc_call *call, bool from,
			     const struct sdc_objects *objects)
{
	for (int32_t i = 0; i < objects->n; i++) {
		if (objects->item[i].kind == SDC_PIN || objects->item[i].kind == SDC_PORT)
			TRY(sdc_note_end(s, call, objects->item[i].id, from));
	}
	return STATUS_OK;
}

/* *empty: none of the objects is there. */
static enum status take_points(struct sdc *s, const struct sdc_call *call,
			       const struct sdc_given *given, int edges, struct point_list *list,
			       bool *empty)
{
	bool through = given->option >= PATH_THROUGH && given->option <= PATH_FALL_THROUGH;
	int mask = SDC_MASK(SDC_CELL) | SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN) |
		   SDC_MASK(through ? SDC_NET : SDC_CLOCK);
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(sdc_take_points(s, call, given->value, mask, through, &objects));
	list->given = true;
	TRY(add_points(s->netlist, &objects, edges, through, list));
	if (!through)
		TRY(note_ends(s, call, given->option < PATH_THROUGH, &objects));
	*empty |= list->n == 0;
	return STATUS_OK;
}

/* An option of a triple -x, -rise_x, -fall_x. */
static int edges_of(int option)
{
	static const int edges[] = {EDGES_BOTH, EDGES_RISE, EDGES_FALL};

	return edges[option % 3];
}

/* -from and -to once each; -through's in their order. */
static enum status take_option(struct sdc *s, const struct sdc_call *call,
			       const struct sdc_given *given, struct path_filter *filter,
			       bool *empty)
{
	struct point_list *list;

	if (given->option > PATH_FALL_TO)
		return STATUS_OK;
	if (given->option >= PATH_THROUGH && given->option <= PATH_FALL_THROUGH)
		TRY(path_filter_add_through(filter, &list));
	else
		list = given->option < PATH_THROUGH ? &filter->from : &filter->to;
	if (list->given && list->n > 0)
		return sdc_fail(call, "%s is given twice",
				call->command->options[given->option].name);
	return take_points(s, call, given, edges_of(given->option), list, empty);
}

static enum status take_filter(struct sdc *s, const struct sdc_call *call, bool has_edges,
			       struct path_filter *filter, bool *empty)
{
	*filter = (struct path_filter)PATH_FILTER_INIT;
	*empty = false;
	if (has_edges)
		filter->to_edges = sdc_edges(call, PATH_RISE, PATH_FALL);
	for (int i = 0; i < call->n_given; i++)
		TRY(take_option(s, call, &call->given[i], filter, empty));
	return STATUS_OK;
}

static bool is_anything(const struct path_filter *filter)
{
	return !filter->from.given && !filter->to.given && !filter->n_throughs &&
	       filter->to_edges == EDGES_BOTH;
}

/* The same; without objects the command is skipped, with a warning. */
static enum status need_filter(struct sdc *s, const struct sdc_call *call, bool has_edges,
			       bool may_be_all, struct path_filter *filter, bool *skip)
{
	TRY(take_filter(s, call, has_edges, filter, skip));
	if (*skip)
		sdc_skip(s, call->command->name, "none of its objects exists");
	return !*skip && !may_be_all && is_anything(filter)
		       ? sdc_fail(call, "-from, -through or -to is needed")
		       : STATUS_OK;
}

/* ---- reset_path ---- */

/* Is each point of a list in another? A list that isn't given holds them all. */
static bool is_within(const struct point_list *inner, const struct point_list *outer)
{
	if (!outer->given)
		return true;
	for (int32_t i = 0; i < inner->n; i++) {
		bool found = false;

		for (int32_t j = 0; j < outer->n && !found; j++)
			found = inner->point[i].kind == outer->point[j].kind &&
				inner->point[i].id == outer->point[j].id &&
				(inner->point[i].edges & ~outer->point[j].edges) == 0;
		if (!found)
			return false;
	}
	return inner->given;
}

static bool filter_is_within(const struct path_filter *inner, const struct path_filter *outer)
{
	if (!is_within(&inner->from, &outer->from) || !is_within(&inner->to, &outer->to) ||
	    (outer->n_throughs && outer->n_throughs != inner->n_throughs))
		return false;
	for (int32_t i = 0; i < outer->n_throughs; i++) {
		if (!is_within(&inner->through[i], &outer->through[i]))
			return false;
	}
	return true;
}

/* Exceptions that are about no other paths than these go; groups stay. */
static void reset(struct sdc *s, const struct path_filter *filter, int splits)
{
	struct constraints *k = s->constraints;

	for (int32_t i = 0; i < k->n_exceptions; i++) {
		struct exception *exception = &k->exception[i];

		if (exception->kind == EXCEPTION_GROUP ||
		    !filter_is_within(&exception->filter, filter))
			continue;
		for (int split = 0; split < N_SPLITS; split++)
			exception->applies[split] &= !(splits & 1 << split);
		if (!exception->applies[EARLY] && !exception->applies[LATE])
			sdc_drop_exception(exception);
	}
	sdc_close_gaps(k);
}

/* ---- adding ---- */

/* Takes the filter. `splits`: which checks. */
static enum status add_exception(struct sdc *s, struct exception exception, int splits,
				 struct path_filter *filter)
{
	for (int split = 0; split < N_SPLITS; split++)
		exception.applies[split] = splits & 1 << split;
	exception.filter = *filter;
	exception.line = sdc_line(s);
	*filter = (struct path_filter)PATH_FILTER_INIT;
	return constraints_add_exception(s->constraints, &exception);
}

/* The filter of a command that may be skipped: then *skip. `splits`: whose exceptions -reset_path removes;
 * 0 = the command has neither that option nor edges. */
static enum status begin(struct sdc *s, const struct sdc_call *call, int splits, bool may_be_all,
			 struct path_filter *filter, bool *skip)
{
	TRY(need_filter(s, call, splits != 0, may_be_all, filter, skip));
	if (!*skip && splits && sdc_has(call, PATH_RESET))
		reset(s, filter, splits);
	return STATUS_OK;
}

/* ---- set_false_path ---- */

static const struct sdc_option false_options[] = {
	PATH_POINTS,
	PATH_EDGES,
	PATH_CHECKS,
	{0},
};

static enum status set_false_path(struct sdc *s, const struct sdc_call *call)
{
	int splits = sdc_splits(call, PATH_HOLD, PATH_SETUP);
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	bool skip;

	TRY(begin(s, call, splits, false, &filter, &skip));
	if (skip)
		return STATUS_OK;
	return add_exception(s, (struct exception){.kind = EXCEPTION_FALSE}, splits, &filter);
}

/* ---- set_max_delay, set_min_delay ---- */

enum { DELAY_IGNORE = PATH_RESET + 1, DELAY_PROBE };

static const struct sdc_option path_delay_options[] = {
	PATH_POINTS,
	PATH_EDGES,
	[DELAY_IGNORE] = {"-ignore_clock_latency", SDC_FLAG, NULL,
			  "clocks reach their registers at their edges"},
	[DELAY_PROBE] = {"-probe", SDC_FLAG, NULL,
			 "other paths go on through internal pins of -from and -to"},
	{0},
};

static enum status set_path_delay(struct sdc *s, const struct sdc_call *call)
{
	enum split split = sdc_is_called(call, "set_max_delay") ? LATE : EARLY;
	struct exception exception = {.kind = EXCEPTION_DELAY,
				      .ignore_clock_latency = sdc_has(call, DELAY_IGNORE),
				      .probe = sdc_has(call, DELAY_PROBE)};
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	bool skip;

	TRY(sdc_number_of(call, call->argument[0], "the delay", &exception.delay));
	exception.delay *= s->time_unit;
	TRY(begin(s, call, EDGES_BOTH, true, &filter, &skip));
	if (skip)
		return STATUS_OK;
	TRY(add_exception(s, exception, 1 << split, &filter));
	sdc_tell_cuts(s, call, &s->constraints->exception[s->constraints->n_exceptions - 1]);
	return STATUS_OK;
}

/* ---- set_multicycle_path ---- */

enum { CYCLES_START = N_PATH_OPTIONS, CYCLES_END };

static const struct sdc_option cycles_options[] = {
	PATH_POINTS,
	PATH_EDGES,
	PATH_CHECKS,
	[CYCLES_START] = {"-start", SDC_FLAG, NULL, "cycles of the clock that launches"},
	[CYCLES_END] = {"-end", SDC_FLAG, NULL, "cycles of the clock that captures"},
	{0},
};

/* Neither -setup nor -hold: the cycles are for setup, hold doesn't move. */
static enum status add_cycles(struct sdc *s, const struct sdc_call *call, int multiplier,
			      struct path_filter *filter)
{
	int splits = sdc_splits(call, PATH_HOLD, PATH_SETUP);
	struct exception exception = {.kind = EXCEPTION_MULTICYCLE, .multiplier = multiplier};
	RELEASED_BY(path_filter_release) struct path_filter copy = PATH_FILTER_INIT;

	exception.of_start = splits == 1 << EARLY;
	if (sdc_has(call, CYCLES_START))
		exception.of_start = true;
	if (sdc_has(call, CYCLES_END))
		exception.of_start = false;
	if (splits != EDGES_BOTH)
		return add_exception(s, exception, splits, filter);
	TRY(path_filter_copy(&copy, filter));
	TRY(add_exception(s, exception, 1 << LATE, filter));
	exception.multiplier = 0;
	return add_exception(s, exception, 1 << EARLY, &copy);
}

static enum status set_multicycle_path(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	int multiplier;
	bool skip;

	if (Tcl_GetIntFromObj(NULL, call->argument[0], &multiplier) != TCL_OK)
		return sdc_fail(call, "\"%.100s\" is not a whole number",
				tcl_text(call->argument[0]));
	if (multiplier > 1000000 || multiplier < -1000000)
		return sdc_fail(call, "%d is out of range", multiplier);
	if (sdc_has(call, CYCLES_START) && sdc_has(call, CYCLES_END))
		return sdc_fail(call, "-start and -end exclude each other");
	TRY(begin(s, call, sdc_splits(call, PATH_HOLD, PATH_SETUP), true, &filter, &skip));
	return skip ? STATUS_OK : add_cycles(s, call, multiplier, &filter);
}

/* ---- set_path_margin ---- */

static const struct sdc_option margin_options[] = {PATH_POINTS, PATH_EDGES, PATH_CHECKS, {0}};

static enum status set_path_margin(struct sdc *s, const struct sdc_call *call)
{
	struct exception exception = {.kind = EXCEPTION_MARGIN};
	int splits = sdc_splits(call, PATH_HOLD, PATH_SETUP);
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	double margin;
	bool skip;

	TRY(sdc_number_of(call, call->argument[0], "the margin", &margin));
	exception.delay = margin * s->time_unit;
	TRY(begin(s, call, splits, true, &filter, &skip));
	return skip ? STATUS_OK : add_exception(s, exception, splits, &filter);
}

/* ---- group_path ---- */

enum { GROUP_NAME = PATH_COMMENT + 1, GROUP_DEFAULT, GROUP_WEIGHT, GROUP_RANGE, GROUP_PRIORITY };

static const struct sdc_option group_options[] = {
	PATH_POINTS,
	[GROUP_NAME] = {"-name", SDC_WORD, "NAME", "the group"},
	[GROUP_DEFAULT] = {"-default", SDC_FLAG, NULL, "the group of paths that have no other"},
	[GROUP_WEIGHT] = {"-weight", SDC_NUMBER, "WEIGHT", "ignored"},
	[GROUP_RANGE] = {"-critical_range", SDC_NUMBER, "TIME", "ignored"},
	[GROUP_PRIORITY] = {"-priority", SDC_NUMBER, "PRIORITY", "ignored"},
	{0},
};

static enum status group_path(struct sdc *s, const struct sdc_call *call)
{
	struct exception exception = {.kind = EXCEPTION_GROUP};
	const char *name = "**default**";
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	bool skip;

	if (sdc_has(call, GROUP_NAME) == sdc_has(call, GROUP_DEFAULT))
		return sdc_fail(call, "one of -name and -default is needed");
	if (sdc_has(call, GROUP_NAME))
		name = tcl_text(sdc_value(call, GROUP_NAME));
	TRY(sdc_check_name(call, name));
	TRY(begin(s, call, 0, false, &filter, &skip));
	if (skip)
		return STATUS_OK;
	exception.name = strdup(name);
	if (!exception.name)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	return add_exception(s, exception, EDGES_BOTH, &filter);
}

/* ---- reset_path ---- */

enum { RESET_SETUP = PATH_FALL + 1, RESET_HOLD };

static const struct sdc_option reset_options[] = {
	PATH_POINTS,
	[PATH_RISE] = {"-rise", SDC_FLAG, NULL, "those about rising edges at their ends"},
	[PATH_FALL] = {"-fall", SDC_FLAG, NULL, "those about falling edges at their ends"},
	[RESET_SETUP] = {"-setup", SDC_FLAG, NULL, "for setup only"},
	[RESET_HOLD] = {"-hold", SDC_FLAG, NULL, "for hold only"},
	{0},
};

static enum status reset_filter(struct sdc *s, const struct sdc_call *call)
{
	int splits = sdc_splits(call, RESET_HOLD, RESET_SETUP);
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	int32_t n = 0;
	bool skip;

	TRY(need_filter(s, call, true, false, &filter, &skip));
	if (skip)
		return STATUS_OK;
	if (sdc_is_called(call, "reset_path")) {
		reset(s, &filter, splits);
		return STATUS_OK;
	}
	TRY(sdc_unset_exceptions(s, &filter, splits, &n));
	if (!n)
		sdc_warn(s, "%s: no exception has these points of -from, -through and -to",
			 call->command->name);
	return STATUS_OK;
}

const struct sdc_command sdc_exception_commands[] = {
	{"set_false_path", NULL, 0, 0, "Exclude paths from timing", false_options, set_false_path,
	 SDC_DONE},
	{"set_max_delay", "TIME", 1, 1, "Set the longest delay of paths", path_delay_options,
	 set_path_delay, SDC_DONE},
	{"set_min_delay", "TIME", 1, 1, "Set the shortest delay of paths", path_delay_options,
	 set_path_delay, SDC_DONE},
	{"set_multicycle_path", "N", 1, 1, "Set the number of cycles of paths", cycles_options,
	 set_multicycle_path, SDC_DONE},
	{"set_path_margin", "MARGIN", 1, 1,
	 "Add a margin to the checks of paths; a negative one relaxes them", margin_options,
	 set_path_margin, SDC_DONE},
	{"group_path", NULL, 0, 0, "Make a path group of its own in reports", group_options,
	 group_path, SDC_DONE},
	{"reset_path", NULL, 0, 0, "Remove path exceptions", reset_options, reset_filter, SDC_DONE},
	{"unset_path_exceptions", NULL, 0, 0,
	 "Remove exceptions at these points, whatever else they name; other points of theirs stay",
	 reset_options, reset_filter, SDC_DONE},
	{0},
};
