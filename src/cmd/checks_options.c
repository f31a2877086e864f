#include "cmd/checks_options.h"

enum status checks_open(struct call *call, bool unconstrained, struct path_report *report)
{
	struct session *session = call->session;

	TRY(design_need_netlist(&session->design));
	if (unconstrained)
		TRY(design_show_unconstrained(&session->design));
	return path_report_begin(session, report);
}

void checks_close(struct call **call)
{
	design_hide_unconstrained(&(*call)->session->design);
}

void checks_take_delay(int64_t choice, struct checks_request *request)
{
	/* in the order of the choices */
	static const struct {
		bool split[N_SPLITS];
		int to_edges;
	} delays[] = {
		{{[LATE] = true}, EDGES_BOTH},
		{{[EARLY] = true}, EDGES_BOTH},
		{{[EARLY] = true, [LATE] = true}, EDGES_BOTH},
		{{[LATE] = true}, EDGES_RISE},
		{{[LATE] = true}, EDGES_FALL},
		{{[EARLY] = true}, EDGES_RISE},
		{{[EARLY] = true}, EDGES_FALL},
	};

	for (int split = 0; split < N_SPLITS; split++)
		request->split[split] = delays[choice].split[split];
	request->query.filter.to_edges = delays[choice].to_edges;
}

enum status checks_take_groups(struct call *call, int option, const struct path_report *report,
			       struct checks_request *request)
{
	if (!call->option[option].given)
		return STATUS_OK;
	return path_groups_choose(call->command->name, report->states, call->option[option].word,
				  &request->query.group_chosen);
}

enum status checks_take_slacks(struct call *call, int most, int least,
			       const struct report_units *units, struct checks_request *request)
{
	struct path_query_options *query = &request->query;

	if (call->option[most].given)
		TRY(report_parse_time(call, most, units, &query->slack_max));
	if (call->option[least].given)
		TRY(report_parse_time(call, least, units, &query->slack_min));
	if (query->slack_min > query->slack_max)
		return call_fail(call, STATUS_USAGE, "%s is above %s",
				 call->command->options[least].name,
				 call->command->options[most].name);
	return STATUS_OK;
}

/* By either name of a count. */
static int64_t given_count(const struct call *call, int option, int other, int64_t otherwise)
{
	const struct option_value *given = call->option;

	if (given[other].given)
		return given[other].number;
	return given[option].given ? given[option].number : otherwise;
}

enum status checks_parse(struct call *call, const struct path_report *report,
			 struct checks_request *request)
{
	const struct option_value *given = call->option;
	struct path_query_options *query = &request->query;

	query->per_endpoint = given_count(call, CHECKS_ENDPOINT, CHECKS_ENDPOINT_PATHS, 1);
	query->k = given_count(call, CHECKS_GROUP, CHECKS_GROUP_PATHS, query->per_endpoint);
	TRY(call_exclusive(call, CHECKS_UNIQUE, CHECKS_UNIQUE_EDGES));
	query->unique = given[CHECKS_UNIQUE].given         ? PATH_UNIQUE_PINS
			: given[CHECKS_UNIQUE_EDGES].given ? PATH_UNIQUE_EDGES
							   : PATH_EACH;
	request->unconstrained = given[CHECKS_UNCONSTRAINED].given;
	request->by_slack = given[CHECKS_BY_SLACK].given;
	TRY(checks_take_slacks(call, CHECKS_SLACK_MAX, CHECKS_SLACK_MIN, &report->units, request));
	TRY(checks_take_groups(call, CHECKS_PATH_GROUP, report, request));
	TRY(filter_parse(call, CHECKS_FILTER, &query->filter));
	checks_take_delay(given[CHECKS_DELAY].number, request);
	return STATUS_OK;
}

enum status checks_take_pba(struct call *call, int first, int unique, int n_unique,
			    struct checks_request *request)
{
	const struct option_value *given = call->option;
	const struct option_value *limit = &given[first + CHECKS_PBA_LIMIT];
	bool path_based = given[first + CHECKS_PBA].given;

	request->query.path_based = path_based;
	request->query.pba_limit = limit->given ? limit->number : RETIME_LIMIT;
	if (limit->given && !path_based)
		return call_fail(call, STATUS_USAGE, "-pba_limit goes with -pba");
	for (int i = unique; i < unique + n_unique; i++)
		TRY(call_exclusive(call, first + CHECKS_PBA, i));
	return STATUS_OK;
}

void checks_write_inexact(const struct path_report *report, struct text *out)
{
	if (report->inexact)
		text_printf(out,
			    "inexact: paths with a slack from %s on may be missing, up to %s below "
			    "the last one listed; -pba_limit N looks at more\n",
			    REPORTED(&report->units, report->known),
			    REPORTED(&report->units, report->gap));
}

enum status checks_report_false(struct call *call, const struct checks_request *request)
{
	struct label_counts counts;

	for (int split = 0; split < N_SPLITS; split++) {
		if (request->split[split])
			TRY(filter_report_false(call, &request->query.filter, request->query.k,
						split == EARLY, &counts));
	}
	return STATUS_OK;
}
