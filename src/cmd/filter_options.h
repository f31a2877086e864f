/* -from, -through and -to, as the commands that look for paths have them. */
#ifndef CMD_FILTER_OPTIONS_H
#define CMD_FILTER_OPTIONS_H

#include "session/command.h"
#include "db/constraints.h"
#include "snap/snap.h"

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
	FILTER_EXCLUDE,
	FILTER_RULE,
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
		{"-fall_to", OPTION_LIST, "OBJECTS", "the same, with a falling edge"},              \
		{"-exclude", OPTION_LIST, "OBJECTS",                                                \
		 "only paths that pass none of these: pins, ports, nets or cells"},                 \
	{                                                                                           \
		"-filter", OPTION_CHOICE, FILTER_RULE_NAMES,                                        \
			"how these leave paths out: exact; by ranks and labels as in the paper, "   \
			"so that paths may begin in the midst; or by these with starts and order "  \
			"checked, for single pins in order (exact; of label_query paper-repaired)"  \
	}

/* What these options of a call say; `first` is the place of -from. The filter's rule is that of -filter,
 * else the one that it has. Release it also on failure. STATUS_FAILED when a name means nothing, STATUS_USAGE for what the
 * rule can't decide. */
enum status filter_parse(const struct call *call, int first, struct path_filter *filter);

/* Append these options as they were given, as words of a list: "-from {a b}", so that it may be said again. */
void filter_write_words(const struct call *call, struct text *out);

/* Say how many of the k worst paths that labels leave are false, and how many true ones are lost; what was
 * asked is there for view Labels then. Nothing of an exact filter. */
enum status filter_report_false(struct call *call, const struct path_filter *filter, int64_t k,
				bool early, struct label_counts *out);

/* A pin or port by name, or a vertex of a graph. */
enum status filter_pin(const struct call *call, const char *word, int32_t *pin);

/* Does a pattern mean a clock: one of just this name where there is one, else as SDC's get_clocks? */
bool clock_matches(const struct call *call, const struct clock *clock, const char *pattern);

#endif
