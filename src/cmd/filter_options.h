/* -from, -through and -to, as the commands that look for paths have them. */
#ifndef CMD_FILTER_OPTIONS_H
#define CMD_FILTER_OPTIONS_H

#include "cmd/command.h"
#include "db/constraints.h"

/* Their places among a command's options, from the first of them on. */
enum {
	FILTER_FROM,
	FILTER_RISE_FROM,
	FILTER_FALL_FROM,
	FILTER_THROUGH,
	FILTER_RISE_THROUGH,
	FILTER_FALL_THROUGH,
	FILTER_TO,
	FILTER_RISE_TO,
	FILTER_FALL_TO,
	N_FILTER_OPTIONS
};

#define FILTER_OPTIONS                                                                              \
	{"-from", OPTION_LIST, "OBJECTS",                                                           \
	 "only paths that begin at these: clocks, ports, pins, or cells (registers)"},              \
		{"-rise_from", OPTION_LIST, "OBJECTS", "the same, with a rising edge"},             \
		{"-fall_from", OPTION_LIST, "OBJECTS", "the same, with a falling edge"},            \
		{"-through", OPTION_LIST, "OBJECTS",                                                \
		 "only paths through one of these: pins, ports, nets or cells; several are passed " \
		 "in their order"},                                                                 \
		{"-rise_through", OPTION_LIST, "OBJECTS", "the same, with a rising edge"},          \
		{"-fall_through", OPTION_LIST, "OBJECTS", "the same, with a falling edge"},         \
		{"-to", OPTION_LIST, "OBJECTS",                                                     \
		 "only paths that end at these: clocks, ports, pins, or cells (registers)"},        \
		{"-rise_to", OPTION_LIST, "OBJECTS", "the same, with a rising edge"},               \
	{                                                                                           \
		"-fall_to", OPTION_LIST, "OBJECTS", "the same, with a falling edge"                 \
	}

/* What these options of a call say; `first` is the place of -from. Release the filter also on
 * failure. STATUS_FAILED when a name means nothing. */
enum status filter_parse(const struct call *call, int first, struct path_filter *filter);

/* Does a pattern mean a clock: one of just this name where there is one, else as SDC's get_clocks? */
bool clock_matches(const struct call *call, const struct clock *clock, const char *pattern);

#endif
