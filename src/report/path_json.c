/* A path as JSON, with OpenSTA's keys; numbers are in SI units, as there. */
#include <inttypes.h>

#include "report/path_report.h"
#include "report/quote.h"
#include "session/session.h"

/* A key with a string, after which comes `end`. */
static void write_string(struct text *out, int indent, const char *key, const char *value,
			 const char *end)
{
	text_printf(out, "%*s\"%s\": ", indent, "", key);
	quote_json(out, value);
	text_add(out, end);
}

static void write_key_string(struct text *out, int indent, const char *key, const char *value)
{
	write_string(out, indent, key, value, ",\n");
}

static void write_pin(const struct path_report *report, int indent, const char *key, int32_t pin,
		      const char *end)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	netlist_write_pin(report->netlist, pin, '/', &name);
	write_string(report->out, indent, key, text_string(&name), end);
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

/* With the slew of a path re-timed, NULL = the graph's. */
static void write_point(const struct path_report *report, enum split split, int32_t state,
			int64_t time, const double *own, bool last)
{
	const struct netlist *netlist = report->netlist;
	int32_t vertex = state_vertex(report->states, state), pin = vertex / N_EDGES;
	int32_t instance = netlist->pin_instance[pin], net = netlist->pin_net[pin];
	double slew = own ? *own : timing_vertex_slew(report->timing, vertex, split);
	const char *source = notes_get(&netlist->source, instance);

	text_add(report->out, "    {\n");
	write_key_string(report->out, 6, "instance",
			 instance < 0 ? "" : names_get(&netlist->instance_name, instance));
	write_key_string(report->out, 6, "cell",
			 instance < 0 ? netlist->name
				      : netlist->master[netlist->instance_master[instance]].name);
	write_key_string(report->out, 6, "verilog_src", source ? source : "");
	write_pin(report, 6, "pin", pin, ",\n");
	if (instance >= 0 && net >= 0)
		write_key_string(report->out, 6, "net", names_get(&netlist->net_name, net));
	write_number(report, "      \"arrival\": ", seconds(time));
	if (net >= 0 && netlist_side_drives(netlist, pin))
		write_number(report, ",\n      \"capacitance\": ",
			     timing_net_load(report->timing, net, split, vertex % N_EDGES) / 1e15);
	write_number(report, ",\n      \"slew\": ", slew < 0 ? 0 : slew / 1e12);
	text_printf(report->out, "\n    }%s\n", last ? "" : ",");
}

/* The edge of a clock that launches or captures. */
static void write_clock(const struct path_report *report, const char *which, int32_t clock_edge)
{
	text_printf(report->out, "  \"%s_clock\": ", which);
	quote_json(report->out, report_clock(report, clock_edge)->name);
	text_printf(report->out, ",\n  \"%s_clock_edge\": \"%s\",\n", which,
		    clock_edge % N_EDGES == RISE ? "rise" : "fall");
}

static void write_clock_path(const struct path_report *report, const char *which,
			     const struct clock_path *path, enum split split, int64_t edge)
{
	text_printf(report->out, "  \"%s_clock_path\": [\n", which);
	for (int32_t i = 0; i < path->n; i++)
		write_point(report, split, path->point[i].state, edge + path->point[i].latency,
			    NULL, i + 1 == path->n);
	text_add(report->out, "  ],\n");
}

/* The path of a data check's reference to the related pin, after its launch. */
static void write_reference(const struct path_report *report, const struct clock_path *capture)
{
	text_add(report->out, "  \"target_path\": [\n");
	for (int32_t i = 0; i < capture->n_data; i++)
		write_point(report, report->split == LATE ? EARLY : LATE, capture->data[i].state,
			    capture->data[i].latency, NULL, i + 1 == capture->n_data);
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
			    path->slew ? &path->slew[i] : NULL, i + 1 == path->n);
	text_add(report->out, "  ],\n");
}

/* How far after its opening edge data leaves a latch. */
static void write_given(const struct path_report *report, const struct report_path *path,
			const struct clock_path *launch)
{
	int64_t opens = path_launch_time(report, path->row) + launch->point[launch->n - 1].latency;

	write_number(report, "  \"time_given\": ",
		     seconds(path->arrival[0] + path_shift(report, path->row) - opens));
	text_add(report->out, ",\n");
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

/* After the paths: what is compared. */
static void write_result(const struct path_report *report, const struct report_path *path,
			 const struct clock_path *capture)
{
	const struct snap_row *row = path->row;
	int64_t required, time, latency;

	write_number(report, "  \"data_arrival_time\": ", seconds(path_arrival(report, row)));
	if (path_is_unconstrained(report, row)) {
		text_add(report->out, "\n}");
		return;
	}
	required = path_required(report, row);
	latency = capture->n_data ? capture->data[capture->n_data - 1].latency
				  : path_capture_latency(report, row, capture);
	time = path_base_time(report, row) + latency + path_uncertainty(report, row) +
	       path_margin(report, row) + path_credit(report, row);
	write_exception(report, row);
	write_number(report, ",\n  \"uncertainty\": ", seconds(path_uncertainty(report, row)));
	if (path_margin(report, row))
		write_number(report, ",\n  \"path_margin\": ", seconds(path_margin(report, row)));
	write_number(report, ",\n  \"crpr\": ", seconds(path_credit(report, row)));
	if (path->common_pin >= 0) {
		text_add(report->out, ",\n");
		write_pin(report, 2, "crpr_common_pin", path->common_pin, "");
	}
	if (path_latch(report, row))
		write_number(report, ",\n  \"time_borrowed\": ", seconds(row->borrowed));
	write_number(
		report, ",\n  \"margin\": ",
		seconds(report->split == LATE ? time + row->borrowed - required : required - time));
	write_number(report, ",\n  \"required_time\": ", seconds(required));
	write_number(report, ",\n  \"slack\": ", seconds(row->slack));
	if (report->path_based)
		write_number(report, ",\n  \"graph_slack\": ", seconds(row->graph_slack));
	if (row->n_cells || row->n_nets)
		text_printf(report->out,
			    ",\n  \"aocv_cell_depth\": %" PRId32
			    ",\n  \"aocv_net_depth\": %" PRId32,
			    row->n_cells, row->n_nets);
	if ((row->n_cells || row->n_nets) && row->distance >= 0 && row->distance < DISTANCE_UNKNOWN)
		write_number(report, ",\n  \"aocv_distance\": ", row->distance * 1e-6);
	text_add(report->out, "\n}");
}

static void write_path(const struct path_report *report, const struct report_path *path,
		       const struct clock_path *launch, const struct clock_path *capture)
{
	const struct snap_row *row = path->row;
	const struct relation *relation = path_relation(report, row);
	struct text *out = report->out;
	bool leaves = path_leaves_latch(report, path);

	text_add(out, report->any ? ",\n{\n" : "{\n");
	write_key_string(out, 2, "type", type_of(report, row));
	write_key_string(out, 2, "path_group", path_group(report, row));
	write_key_string(out, 2, "path_type", report->split == LATE ? "max" : "min");
	write_pin(report, 2, "startpoint",
		  report_pin(report, path->state[launch->n && path->n > 1 && !leaves]), ",\n");
	write_pin(report, 2, "endpoint", report_pin(report, row->endpoint), ",\n");
	if (relation->launch_edge >= 0)
		write_clock(report, "source", relation->launch_edge);
	if (launch->n)
		write_clock_path(report, "source", launch, leaves ? EARLY : report->split,
				 path_launch_time(report, row));
	if (leaves)
		write_given(report, path, launch);
	write_points(report, path, launch->n > 0 && !leaves);
	if (relation->capture_edge >= 0) {
		write_clock(report, "target", relation->capture_edge);
		write_number(report,
			     "  \"target_clock_time\": ", seconds(path_base_time(report, row)));
		text_add(out, ",\n");
	}
	if (capture->n)
		/* as in OpenSTA from the edge on, whose time is a number of its own */
		write_clock_path(report, "target", capture, report->split == LATE ? EARLY : LATE,
				 0);
	if (capture->n_data)
		write_reference(report, capture);
	write_result(report, path, capture);
}

enum status path_write_json(struct path_report *report, const struct report_path *path)
{
	return path_write_with_clocks(report, path, write_path);
}
