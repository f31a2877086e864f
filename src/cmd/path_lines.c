/* Paths line by line: -format end, slack_only and summary. */
#include "cmd/path_columns.h"

static void write_rule(const struct path_report *report, int n)
{
	while (n-- > 0)
		text_append(report->out, "-", 1);
	text_add(report->out, "\n");
}

void path_write_pin(const struct path_report *report, int32_t pin, struct text *out)
{
	const struct netlist *netlist = report->netlist;
	int32_t instance = netlist->pin_instance[pin];

	netlist_write_pin(netlist, pin, '/', out);
	if (instance >= 0)
		text_printf(out, " (%s)", netlist->master[netlist->instance_master[instance]].name);
	else
		text_add(out, netlist_drives(netlist, pin) ? " (input)" : " (output)");
}

static void write_padded_pin(const struct path_report *report, int32_t pin)
{
	struct text name = TEXT_INIT;

	path_write_pin(report, pin, &name);
	text_printf(report->out, "%-*s", DESCRIPTION_WIDTH, text_string(&name));
	text_release(&name);
}

int64_t path_required(const struct path_report *report, const struct snap_row *row)
{
	return timing_sink_required(report->timing, row->sink) + path_shift(report, row) +
	       path_credit(report, row);
}

bool path_is_unconstrained(const struct path_report *report, const struct snap_row *row)
{
	return path_endpoint(report, row)->kind == ENDPOINT_UNCONSTRAINED;
}

int64_t path_arrival(const struct path_report *report, const struct snap_row *row)
{
	int64_t required = path_is_unconstrained(report, row) ? 0 : path_required(report, row);

	return report->split == LATE ? required - row->slack : required + row->slack;
}

static void write_end_head(const struct path_report *report, const char *group)
{
	int width = path_number_width(report);

	text_printf(report->out, "%s group %s\n\n",
		    report->split == LATE ? "max_delay/setup" : "min_delay/hold", group);
	text_printf(report->out, "%-*s %*s %*s\n", DESCRIPTION_WIDTH, "", width, "Required", width,
		    "Actual");
	text_printf(report->out, "%-*s %*s %*s %*s\n", DESCRIPTION_WIDTH, "Endpoint", width,
		    "Delay", width, "Delay", width, "Slack");
	write_rule(report, DESCRIPTION_WIDTH + 3 * (width + 1));
}

void path_write_head(const struct path_report *report, const char *group)
{
	int width = path_number_width(report);

	switch (report->format) {
	case PATH_END:
		write_end_head(report, group);
		break;
	case PATH_SLACK_ONLY:
		text_printf(report->out, "%-*s %*s\n", DESCRIPTION_WIDTH, "Group", width, "Slack");
		write_rule(report, DESCRIPTION_WIDTH + 1 + width);
		break;
	case PATH_SUMMARY:
		text_printf(report->out, "%-*s %-*s %*s\n", DESCRIPTION_WIDTH, "Startpoint",
			    DESCRIPTION_WIDTH, "Endpoint", width, "Slack");
		write_rule(report, 2 * DESCRIPTION_WIDTH + 1 + width);
		break;
	case PATH_FULL:
	case PATH_FULL_CLOCK:
	case PATH_FULL_CLOCK_EXPANDED:
	case PATH_SHORT:
	case PATH_JSON:
		break;
	}
}

/* A path from a register is said to begin at the output that it launches from. */
static int32_t shown_start(const struct path_report *report, const struct report_path *path)
{
	int32_t start = report_pin(report, path->state[0]);

	if (report->netlist->pin_instance[start] >= 0 && path->n > 1)
		return report_pin(report, path->state[1]);
	return start;
}

static void write_time_or_inf(const struct path_report *report, int64_t time)
{
	if (time == FS_NONE_64)
		text_printf(report->out, "%*s", path_number_width(report), "INF");
	else
		path_write_number(report, time);
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
	if (report->format == PATH_END) {
		write_time_or_inf(report, path_is_unconstrained(report, row)
						  ? FS_NONE_64
						  : path_required(report, row));
		text_add(out, " ");
		path_write_number(report, path_arrival(report, row));
		text_add(out, " ");
	}
	if (!path_is_unconstrained(report, row))
		path_write_number(report, row->slack);
	else
		write_time_or_inf(report, report->format == PATH_END ? FS_NONE_64
								     : path_arrival(report, row));
	if (report->format == PATH_END)
		text_add(out, row->slack < 0 && !path_is_unconstrained(report, row)
				      ? " (VIOLATED)"
				      : " (MET)");
	text_add(out, "\n");
}
