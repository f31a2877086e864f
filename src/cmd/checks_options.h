/* The options by which report_checks and find_timing_paths choose paths, and what they share with
 * report_timing. */
#ifndef CMD_CHECKS_OPTIONS_H
#define CMD_CHECKS_OPTIONS_H

#include "cmd/filter_options.h"
#include "report/path_walk.h"

/* Their places among a command's options, which begin with them. */
enum {
	CHECKS_FILTER,
	CHECKS_DELAY = CHECKS_FILTER + N_FILTER_OPTIONS,
	CHECKS_UNCONSTRAINED,
	CHECKS_CORNER,
	CHECKS_GROUP,
	CHECKS_GROUP_PATHS,
	CHECKS_ENDPOINT,
	CHECKS_ENDPOINT_PATHS,
	CHECKS_UNIQUE,
	CHECKS_UNIQUE_EDGES,
	CHECKS_SLACK_MAX,
	CHECKS_SLACK_MIN,
	CHECKS_BY_SLACK,
	CHECKS_PATH_GROUP,
	N_CHECKS_OPTIONS
};

#define CHECKS_DELAYS "max|min|min_max|max_rise|max_fall|min_rise|min_fall"

#define CHECKS_OPTIONS                                                                              \
	FILTER_OPTIONS,                                                                             \
		{"-path_delay", OPTION_CHOICE, CHECKS_DELAYS,                                       \
		 "setup, hold, or hold and then setup (max); of data that rises or falls where it " \
		 "ends"},                                                                           \
		{"-unconstrained", OPTION_FLAG, NULL,                                               \
		 "unconstrained paths too, if there are no others"},                                \
		{"-corner", OPTION_MISSING, NULL, NULL},                                            \
		{"-group_count", OPTION_COUNT, "K",                                                 \
		 "how many paths of each group (-endpoint_count)"},                                 \
		{"-group_path_count", OPTION_COUNT, "K", "the same"},                               \
		{"-endpoint_count", OPTION_COUNT, "N",                                              \
		 "how many paths an endpoint may have in a group (1)"},                             \
		{"-endpoint_path_count", OPTION_COUNT, "N", "the same"},                            \
		{"-unique_paths_to_endpoint", OPTION_FLAG, NULL,                                    \
		 "of the paths through the same pins only the worst"},                              \
		{"-unique_edges_to_endpoint", OPTION_FLAG, NULL,                                    \
		 "of the paths through the same pins with the same edges only the worst"},          \
		{"-slack_max", OPTION_WORD, "TIME", "only paths with at most this slack"},          \
		{"-slack_min", OPTION_WORD, "TIME", "only paths with at least this slack"},         \
		{"-sort_by_slack", OPTION_FLAG, NULL,                                               \
		 "the paths of all groups together, in order of slack; K of each group"},           \
	{                                                                                           \
		"-path_group", OPTION_WORD, "NAMES", "only these path groups (all)"                 \
	}

/* Path-based analysis: their places after a command's first of the two. */
enum { CHECKS_PBA, CHECKS_PBA_LIMIT, N_PBA_OPTIONS };

#define PBA_OPTIONS                                                                                \
	{"-pba", OPTION_FLAG, NULL,                                                                \
	 "path-based analysis: the worst paths by delays with the slews of each path, beside "     \
	 "what graph-based analysis says of them"},                                                \
	{                                                                                          \
		"-pba_limit", OPTION_COUNT, "N",                                                   \
			"the most paths that -pba re-times; where that isn't enough the report "   \
			"says that it is inexact (1000000)"                                        \
	}

/* The timing that reports are of: up to date, its values read when they are asked for. With `unconstrained` its graph also has the
 * endpoints of which nothing is demanded, until checks_close(). Fills in the report's timing and what it is of. */
enum status checks_open(struct call *call, bool unconstrained, struct path_report *report);
void checks_close(struct call **call); /* RELEASED_BY() */

/* The splits of a choice of CHECKS_DELAYS, and the edges where data ends. */
void checks_take_delay(int64_t choice, struct checks_request *request);
/* The groups that a word names. */
enum status checks_take_groups(struct call *call, int option, const struct path_report *report,
			       struct checks_request *request);
/* STATUS_USAGE when the limits of -slack_min and -slack_max, as the command calls them, cross. */
enum status checks_take_slacks(struct call *call, int most, int least,
			       const struct report_units *units, struct checks_request *request);

/* What PBA_OPTIONS from `first` on ask for; STATUS_USAGE with one of the n_unique options from `unique` on. */
enum status checks_take_pba(struct call *call, int first, int unique, int n_unique,
			    struct checks_request *request);
/* Of paths found with -pba that may not be all: "inexact: …", a line. Nothing when they are. */
void checks_write_inexact(const struct path_report *report, struct text *out);

/* What CHECKS_OPTIONS of a call ask for; units and states are the report's. Release the request also on
 * failure. */
enum status checks_parse(struct call *call, const struct path_report *report,
			 struct checks_request *request);

/* How paths are reported: the choice of -format, and the columns of -fields. */
#define CHECKS_FORMATS "full|full_clock|full_clock_expanded|short|end|slack_only|summary|json"
enum path_format checks_format(int64_t choice);
enum status checks_take_fields(const struct call *call, int option, struct path_report *report);
/* Find what a request asks for and report it. */
enum status checks_report(struct call *call, struct path_report *report,
			  struct checks_request *request);

/* Of a filter by labels: how many of these paths are false and lost, on stderr. */
enum status checks_report_false(struct call *call, const struct checks_request *request);

#endif
