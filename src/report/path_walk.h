/*
 * The worst paths of a netlist, one after another: split by split and group by group, or all by their
 * slack. report_checks, report_timing and find_timing_paths go through them.
 */
#ifndef REPORT_PATH_WALK_H
#define REPORT_PATH_WALK_H

#include "report/path_find.h"
#include "report/path_report.h"

struct checks_request {
	struct path_query_options query;
	bool split[N_SPLITS];
	bool unconstrained; /* when there are no others, those of which nothing is demanded */
	bool by_slack;      /* the paths of all groups and splits in order of slack */
	bool points;        /* else rows alone; by slack paths always have points */
	bool common_pins;   /* with the last pin that the clocks of each share */
};

#define CHECKS_REQUEST_INIT                                                                        \
	{                                                                                          \
		.query = {                                                                         \
			.filter = PATH_FILTER_INIT,                                                \
			.k = 1,                                                                    \
			.per_endpoint = 1,                                                         \
			.slack_min = INT64_MIN,                                                    \
			.slack_max = INT64_MAX                                                     \
		}                                                                                  \
	}

void checks_request_release(struct checks_request *request);

/* What becomes of the paths. `to` is whatever they share; the split is the report's. */
struct path_visitor {
	void *to;
	/* Before the first path of a group, and after its last; NULL = nothing. */
	enum status (*begin)(void *to, struct path_report *report, int32_t group);
	enum status (*end)(void *to, struct path_report *report, int32_t group);
	enum status (*take)(void *to, struct path_report *report, const struct report_path *path);
	/* Now and then, for what may be sent on its way; NULL = nothing. */
	enum status (*pause)(void *to);
};

/* Go through them; report->any says whether there was one. Sets report->split. Warnings about the
 * query go to stderr, once. */
enum status path_walk(struct session *session, struct path_report *report,
		      const struct checks_request *request, const struct path_visitor *visitor);

#endif
