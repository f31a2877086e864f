/* Paths line by line: -format end, slack_only and summary. */
#include "report/path_columns.h"

void path_write_pin(const struct path_report *report, int32_t pin, const char *input,
		    const char *output, struct text *out)
{
	const struct netlist *netlist = report->netlist;
	int32_t instance = netlist->pin_instance[pin];

	netlist_write_pin(netlist, pin, '/', out);
	if (instance >= 0)
		text_printf(out, " (%s)", netlist->master[netlist->instance_master[instance]].name);
	else if (netlist_pin_direction(netlist, pin) == LIB_INOUT)
		text_add(out, strcmp(input, "in") == 0 ? " (inout)" : " (bidirect)");
	else
		text_printf(out, " (%s)", netlist_drives(netlist, pin) ? input : output);
}

static void write_padded_pin(const struct path_report *report, int32_t pin)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	path_write_pin(report, pin, "input", "output", &name);
	text_printf(report->out, "%-*s", DESCRIPTION_WIDTH, text_string(&name));
}

int64_t path_required(const struct path_report *report, const struct snap_row *row)
{
	return timing_sink_opening(report->timing, row->sink) + row->margin + row->borrowed +
	       path_shift(report, row) + path_credit(report, row);
}

bool path_is_unconstrained(const struct path_report *report, const struct snap_row *row)
{
	return !report->without_end && path_endpoint(report, row)->kind == ENDPOINT_UNCONSTRAINED;
}

int64_t path_arrival(const struct path_report *report, const struct snap_row *row)
{
	int64_t required = path_is_unconstrained(report, row) ? path_shift(report, row)
							      : path_required(report, row);

	return report->split == LATE ? required - row->slack : required + row->slack;
}

/* The end of a line of heads and the rule below it; of paths re-timed with one more column. */
static void end_head(const struct path_report *report, int n)
{
	int width = path_number_width(report);

	if (report->path_based)
		text_printf(report->out, " %*s", width, "Graph");
	text_add(report->out, "\n");
	text_rule(report->out, n + (report->path_based ? width + 1 : 0));
}

static void write_end_head(const struct path_report *report, const char *group)
{
	int width = path_number_width(report);

	text_printf(report->out, "%s group %s\n\n",
		    report->split == LATE ? "max_delay/setup" : "min_delay/hold", group);
	text_printf(report->out, "%-*s %*s %*s\n", DESCRIPTION_WIDTH, "", width, "Required", width,
		    "Actual");
	text_printf(report->out, "%-*s %*s %*s %*s", DESCRIPTION_WIDTH, "Endpoint", width, "Delay",
		    width, "Delay", width, "Slack");
	end_head(report, DESCRIPTION_WIDTH + 3 * (width + 1));
}

void path_write_head(const struct path_report *report, const char *group)
{
	int width = path_number_width(report);

	switch (report->format) {
	case PATH_END:
		write_end_head(report, group);
		break;
	case PATH_SLACK_ONLY:
		text_printf(report->out, "%-*s %*s", DESCRIPTION_WIDTH, "Group", width, "Slack");
		end_head(report, DESCRIPTION_WIDTH + 1 + width);
		break;
	case PATH_SUMMARY:
		text_printf(report->out, "%-*s %-*s %*s", DESCRIPTION_WIDTH, "Startpoint",
			    DESCRIPTION_WIDTH, "Endpoint", width, "Slack");
		end_head(report, 2 * DESCRIPTION_WIDTH + 1 + width);
		break;
	case PATH_FULL:
	case PATH_FULL_CLOCK:
	case PATH_FULL_CLOCK_EXPANDED:
	case PATH_SHORT:
	case PATH_JSON:
		break;
	}
}

/* A path from a register is shown from the output that it launches from. */
static int32_t shown_start(const struct path_report *report, const struct report_path *path)
{
	return report_pin(report,
			  path->state[path_begins_at_register(report, path) && path->n > 1]);
}

/* Beside the slack of a path re-timed: the graph's; of one without, its arrival there. */
static void write_graph_slack(const struct path_report *report, const struct snap_row *row)
{
	bool unconstrained = path_is_unconstrained(report, row);

	if (!report->path_based)
		return;
	text_add(report->out, " ");
	if (unconstrained && report->format == PATH_END)
		text_printf(report->out, "%*s", path_number_width(report), "INF");
	else if (unconstrained)
		path_write_number(report,
				  path_arrival(report, row) +
					  (report->split == LATE ? row->slack - row->graph_slack
								 : row->graph_slack - row->slack));
	else
		path_write_number(report, row->graph_slack);
}

/* What is compared; an endpoint of which nothing is demanded has all the time there is. */
static void write_end(const struct path_report *report, const struct snap_row *row)
{
	bool unconstrained = path_is_unconstrained(report, row);
	int width = path_number_width(report);

	if (unconstrained)
		text_printf(report->out, "%*s", width, report->split == LATE ? "INF" : "-INF");
	else
		path_write_number(report, path_required(report, row));
	text_add(report->out, " ");
	path_write_number(report, path_arrival(report, row));
	text_add(report->out, " ");
	if (unconstrained)
		text_printf(report->out, "%*s", width, "INF");
	else
		path_write_number(report, row->slack);
	write_graph_slack(report, row);
	text_add(report->out, row->slack < 0 && !unconstrained ? " (VIOLATED)" : " (MET)");
}

void path_write_line(const struct path_report *report, const struct report_path *path)
{
	const struct snap_row *row = path->row;
	struct text *out = report->out;

	if (report->format == PATH_SLACK_ONLY) {
		text_printf(out, "%-*s ", DESCRIPTION_WIDTH, path_group(report, row));
	} else {
		if (report->format == PATH_SUMMARY) {
			write_padded_pin(report, shown_start(report, path));
			text_add(out, " ");
		}
		write_padded_pin(report, report_pin(report, row->endpoint));
		text_add(out, " ");
	}
	if (report->format == PATH_END)
		write_end(report, row);
	else
		path_write_number(report, path_is_unconstrained(report, row)
						  ? path_arrival(report, row)
						  : row->slack);
	if (report->format != PATH_END)
		write_graph_slack(report, row);
	text_add(out, "\n");
}
