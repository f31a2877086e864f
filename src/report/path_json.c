/* A path as JSON, with OpenSTA's keys; numbers are in SI units, as there. */
#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "report/path_report.h"
#include "session/session.h"

/* How many bytes a character of UTF-8 takes that begins here, 0 = none does. */
static int character_length(const char *at)
{
	const char *behind = at;
	uint32_t character = utf8_take(&behind);
	char again[4];
	int n = utf8_put(character, again);

	return n == behind - at && memcmp(at, again, (size_t)n) == 0 ? n : 0;
}

/* JSON is UTF-8 throughout, names needn't be: a byte that is no part of a character becomes the
 * lone surrogate that it is in Python ("surrogateescape"), from which it can be had back. */
static void write_string(struct text *out, const char *string)
{
	text_add(out, "\"");
	while (*string) {
		unsigned char byte = (unsigned char)*string;
		int n = byte < 0x80 ? 1 : character_length(string);

		if (byte == '"' || byte == '\\')
			text_printf(out, "\\%c", *string);
		else if (byte < ' ' || byte == 0x7f)
			text_printf(out, "\\u%04x", (unsigned)byte);
		else if (n)
			text_append(out, string, n);
		else
			text_printf(out, "\\udc%02x", (unsigned)byte);
		string += n ? n : 1;
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

/* The same without a comma behind it. */
static void write_key_pin_alone(const struct path_report *report, int indent, const char *key,
				int32_t pin)
{
	struct text name = TEXT_INIT;

	netlist_write_pin(report->netlist, pin, '/', &name);
	text_printf(report->out, "%*s\"%s\": ", indent, "", key);
	write_string(report->out, text_string(&name));
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
	int32_t vertex = report->states->vertex[state], pin = vertex / N_EDGES;
	int32_t instance = netlist->pin_instance[pin], net = netlist->pin_net[pin];
	double slew = timing_vertex_slew(report->timing, vertex, split);

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

/* The edge of a clock that launches or captures. */
static void write_clock(const struct path_report *report, const char *which, int32_t clock_edge)
{
	text_printf(report->out, "  \"%s_clock\": ", which);
	write_string(report->out, report_clock(report, clock_edge)->name);
	text_printf(report->out, ",\n  \"%s_clock_edge\": \"%s\",\n", which,
		    clock_edge % N_EDGES == RISE ? "rise" : "fall");
}

static void write_clock_path(const struct path_report *report, const char *which,
			     const struct clock_path *path, enum split split, int64_t edge)
{
	text_printf(report->out, "  \"%s_clock_path\": [\n", which);
	for (int32_t i = 0; i < path->n; i++)
		write_point(report, split, path->point[i].state, edge + path->point[i].latency,
			    i + 1 == path->n);
	text_add(report->out, "  ],\n");
}

/* The data path: what begins at a register begins there with the output that it launches from. */
static void write_points(const struct path_report *report, const struct report_path *path,
			 bool from_register)
{
	int64_t shift = path_shift(report, path->row);

	text_add(report->out, "  \"source_path\": [\n");
	for (int64_t i = from_register; i < path->n; i++)
		write_point(report, report->split, path->state[i], path->arrival[i] + shift,
			    i + 1 == path->n);
	text_add(report->out, "  ],\n");
}

static const char *type_of(const struct path_report *report, const struct snap_row *row)
{
	if (path_is_unconstrained(report, row))
		return "unconstrained";
	if (path_is_delay(report, row))
		return "path_delay";
	return path_is_check(report, row) ? "check" : "output_delay";
}

/* What makes the path else than one from an edge to the next. */
static void write_exception(const struct path_report *report, const struct snap_row *row)
{
	const struct exception *exception = path_exception(report, row);

	if (!exception)
		return;
	if (exception->kind == EXCEPTION_DELAY)
		write_number(report, ",\n  \"path_delay\": ", exception->delay / 1e12);
	else
		text_printf(report->out, ",\n  \"multi_cycle_path\": %d", exception->multiplier);
	text_printf(report->out, ",\n  \"exception\": \"%s\"",
		    exception->kind == EXCEPTION_MULTICYCLE ? "set_multicycle_path"
		    : report->split == LATE                 ? "set_max_delay"
							    : "set_min_delay");
	if (exception->line > 0)
		text_printf(report->out, ",\n  \"exception_line\": %" PRId64, exception->line);
}

/* Behind the paths: what is compared. */
static void write_result(const struct path_report *report, const struct report_path *path,
			 const struct clock_path *capture)
{
	const struct snap_row *row = path->row;
	int64_t required, time;

	write_number(report, "  \"data_arrival_time\": ", seconds(path_arrival(report, row)));
	if (path_is_unconstrained(report, row)) {
		text_add(report->out, "\n}");
		return;
	}
	required = path_required(report, row);
	time = path_base_time(report, row) + path_capture_latency(report, row, capture) +
	       path_uncertainty(report, row) + path_credit(report, row);
	write_exception(report, row);
	write_number(report, ",\n  \"uncertainty\": ", seconds(path_uncertainty(report, row)));
	write_number(report, ",\n  \"crpr\": ", seconds(path_credit(report, row)));
	if (path->common_pin >= 0) {
		text_add(report->out, ",\n");
		write_key_pin_alone(report, 2, "crpr_common_pin", path->common_pin);
	}
	write_number(report, ",\n  \"margin\": ",
		     seconds(report->split == LATE ? time - required : required - time));
	write_number(report, ",\n  \"required_time\": ", seconds(required));
	write_number(report, ",\n  \"slack\": ", seconds(row->slack));
	text_add(report->out, "\n}");
}

static void write_path(const struct path_report *report, const struct report_path *path,
		       const struct clock_path *launch, const struct clock_path *capture)
{
	const struct snap_row *row = path->row;
	const struct relation *relation = path_relation(report, row);
	struct text *out = report->out;

	text_add(out, report->any ? ",\n{\n" : "{\n");
	write_key_string(out, 2, "type", type_of(report, row));
	write_key_string(out, 2, "path_group", path_group(report, row));
	write_key_string(out, 2, "path_type", report->split == LATE ? "max" : "min");
	write_key_pin(report, 2, "startpoint",
		      report_pin(report, path->state[launch->n && path->n > 1]));
	write_key_pin(report, 2, "endpoint", report_pin(report, row->endpoint));
	if (relation->launch_edge >= 0)
		write_clock(report, "source", relation->launch_edge);
	if (launch->n)
		write_clock_path(report, "source", launch, report->split,
				 path_launch_time(report, row));
	write_points(report, path, launch->n > 0);
	if (relation->capture_edge >= 0)
		write_clock(report, "target", relation->capture_edge);
	if (capture->n)
		write_clock_path(report, "target", capture, report->split == LATE ? EARLY : LATE,
				 path_base_time(report, row));
	write_result(report, path, capture);
}

enum status path_write_json(struct path_report *report, const struct report_path *path)
{
	struct clock_path launch, capture;
	enum status status = clock_paths_trace(report, path, &launch, &capture);

	if (status == STATUS_OK)
		write_path(report, path, &launch, &capture);
	clock_path_release(&launch);
	clock_path_release(&capture);
	return status;
}
