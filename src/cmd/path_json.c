/* A path as JSON, with OpenSTA's keys; numbers are in SI units, as there. */
#include "cmd/path_report.h"

static void write_string(struct text *out, const char *string)
{
	text_add(out, "\"");
	for (; *string; string++) {
		if (*string == '"' || *string == '\\')
			text_printf(out, "\\%c", *string);
		else if ((unsigned char)*string < ' ')
			text_printf(out, "\\u%04x", (unsigned)(unsigned char)*string);
		else
			text_append(out, string, 1);
	}
	text_add(out, "\"");
}

static void write_key_string(struct text *out, int indent, const char *key, const char *value)
{
	text_printf(out, "%*s\"%s\": ", indent, "", key);
	write_string(out, value);
	text_add(out, ",\n");
}

static void write_key_pin(const struct path_report *report, int indent, const char *key,
			  int32_t pin)
{
	struct text name = TEXT_INIT;

	netlist_write_pin(report->netlist, pin, '/', &name);
	write_key_string(report->out, indent, key, text_string(&name));
	text_release(&name);
}

static void write_number(const struct path_report *report, const char *before, double value)
{
	/* The default of other formats would be too few digits for a mantissa. */
	int digits = report->units.digits > DEFAULT_DIGITS ? report->units.digits : 3;

	text_printf(report->out, "%s%.*e", before, digits, value);
}

static double seconds(int64_t fs)
{
	return (double)fs / 1e15;
}

static void write_point(const struct path_report *report, enum split split, int32_t state,
			int64_t time, bool last)
{
	const struct netlist *netlist = report->netlist;
	int32_t vertex = report->timing->image->image->state_vertex[state], pin = vertex / N_EDGES;
	int32_t instance = netlist->pin_instance[pin], net = netlist->pin_net[pin];
	double slew = report->timing->slew[N_SPLITS * (int64_t)state + split];

	text_add(report->out, "    {\n");
	write_key_string(report->out, 6, "instance",
			 instance < 0 ? "" : names_get(&netlist->instance_name, instance));
	write_key_string(report->out, 6, "cell",
			 instance < 0 ? netlist->name
				      : netlist->master[netlist->instance_master[instance]].name);
	write_key_pin(report, 6, "pin", pin);
	if (instance >= 0 && net >= 0)
		write_key_string(report->out, 6, "net", names_get(&netlist->net_name, net));
	write_number(report, "      \"arrival\": ", seconds(time));
	if (net >= 0 && netlist_drives(netlist, pin))
		write_number(report, ",\n      \"capacitance\": ",
			     report->timing->load[4 * (int64_t)net + N_EDGES * split +
						  vertex % N_EDGES] /
				     1e15);
	write_number(report, ",\n      \"slew\": ", slew < 0 ? 0 : slew / 1e12);
	text_printf(report->out, "\n    }%s\n", last ? "" : ",");
}

static void write_clock(const struct path_report *report, const char *which,
			const struct clock_path *path, enum split split, int64_t offset)
{
	struct text *out = report->out;

	if (path->clock) {
		text_printf(out, "  \"%s_clock\": ", which);
		write_string(out, path->clock->name);
		text_printf(out, ",\n  \"%s_clock_edge\": \"%s\",\n", which,
			    path->edge == RISE ? "rise" : "fall");
	}
	text_printf(out, "  \"%s_clock_path\": [\n", which);
	for (int32_t i = path->n - 1; i >= 0; i--) {
		int32_t state = path->state[i];

		write_point(report, split, state,
			    report->timing->arrival[N_SPLITS * (int64_t)state + split] + offset,
			    i == 0);
	}
	text_add(out, "  ],\n");
}

/* The data path: what begins at a register begins there with the output that it launches from. */
static void write_points(const struct path_report *report, const struct report_path *path)
{
	bool from_register = report->netlist->pin_instance[path->vertex[0] / N_EDGES] >= 0;

	text_add(report->out, "  \"source_path\": [\n");
	for (int64_t i = from_register; i < path->n; i++)
		write_point(report, report->split,
			    report->timing->image->vertex_state[path->vertex[i]], path->arrival[i],
			    i + 1 == path->n);
	text_add(report->out, "  ],\n");
}

static void write_path(const struct path_report *report, const struct report_path *path,
		       const char *group, const struct clock_path *launch,
		       const struct clock_path *capture)
{
	const struct endpoint *endpoint = &report->graph->endpoint[path->row->sink];
	enum split other = endpoint->split == LATE ? EARLY : LATE;
	int32_t start = path->vertex[0] / N_EDGES;
	struct text *out = report->out;
	int64_t time = 0;

	text_add(out, report->any ? ",\n{\n" : "{\n");
	write_key_string(out, 2, "type", endpoint->clock < 0 ? "output_delay" : "check");
	write_key_string(out, 2, "path_group", group);
	write_key_string(out, 2, "path_type", report->split == LATE ? "max" : "min");
	write_key_pin(report, 2, "startpoint",
		      launch->n && path->n > 1 ? path->vertex[1] / N_EDGES : start);
	write_key_pin(report, 2, "endpoint", path->row->endpoint / N_EDGES);
	if (launch->n)
		write_clock(report, "source", launch, report->split, 0);
	write_points(report, path);
	if (endpoint->clock >= 0) {
		int32_t state = report->timing->image->vertex_state[endpoint->clock];

		time = report->timing->arrival[N_SPLITS * (int64_t)state + other] +
		       endpoint->constant;
		write_clock(report, "target", capture, other, endpoint->constant);
	}
	write_number(report, "  \"data_arrival_time\": ", seconds(path->arrival[path->n - 1]));
	if (endpoint->clock >= 0)
		write_number(report, ",\n  \"margin\": ",
			     seconds(report->split == LATE ? time - path->required
							   : path->required - time));
	write_number(report, ",\n  \"required_time\": ", seconds(path->required));
	write_number(report, ",\n  \"slack\": ", seconds(path->row->slack));
	text_add(out, "\n}");
}

enum status path_write_json(struct path_report *report, const struct report_path *path,
			    const char *group)
{
	const struct endpoint *endpoint = &report->graph->endpoint[path->row->sink];
	struct clock_path launch = {0}, capture = {0};
	int32_t start = path->vertex[0];
	enum status status = STATUS_OK;

	if (report->netlist->pin_instance[start / N_EDGES] >= 0)
		status = clock_path_trace(report->timing, report->split, start, &launch);
	if (status == STATUS_OK && endpoint->clock >= 0)
		status = clock_path_trace(report->timing, endpoint->split == LATE ? EARLY : LATE,
					  endpoint->clock, &capture);
	if (status == STATUS_OK)
		write_path(report, path, group, &launch, &capture);
	report->any = true;
	clock_path_release(&launch);
	clock_path_release(&capture);
	return status;
}
