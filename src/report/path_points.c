#include "report/path_points.h"

#include <inttypes.h>

/* The end of a line of a pin: its description, and where the RTL has its instance. */
static void end_line(const struct path_report *report, int32_t pin, const struct text *description)
{
	const struct netlist *netlist = report->netlist;
	const char *source = notes_get(&netlist->source, netlist->pin_instance[pin]);

	if (report->src_attr && source)
		text_printf(report->out, "%-*s %s\n", DESCRIPTION_WIDTH, text_string(description),
			    source);
	else
		text_printf(report->out, "%s\n", text_string(description));
}

static void write_net(const struct path_report *report, int32_t pin, struct text *description)
{
	const struct netlist *netlist = report->netlist;
	const struct report_line blank = REPORT_LINE_BLANK;

	path_begin_line(report, &blank);
	text_clear(description);
	text_printf(description, "%s (net)", names_get(&netlist->net_name, netlist->pin_net[pin]));
	end_line(report, pin, description);
}

void path_write_point(const struct path_report *report, enum split split,
		      const struct path_point *point)
{
	const struct timing *timing = report->timing;
	const struct netlist *netlist = report->netlist;
	int32_t vertex = state_vertex(report->states, point->state);
	int32_t pin = vertex / N_EDGES, net = netlist->pin_net[pin];
	bool drives = net >= 0 && netlist_side_drives(netlist, pin);
	struct report_line line = REPORT_LINE_BLANK;
	RELEASED_BY(text_release) struct text description = TEXT_INIT;

	line.delay = point->delay;
	line.time = point->time;
	line.edge = edge_sign(vertex % N_EDGES);
	/* on a GPU each value is a copy of its own */
	if (report->slew)
		line.slew = point->slew ? *point->slew : timing_vertex_slew(timing, vertex, split);
	line.pessimism = point->pessimism;
	if (drives) {
		line.fanout = netlist_fanout(netlist, pin);
		if (report->capacitance)
			line.capacitance = timing_net_load(timing, net, split, vertex % N_EDGES);
	} else if (net < 0 && netlist_side_drives(netlist, pin)) {
		line.fanout = 0;
		line.capacitance = 0;
	}
	path_begin_line(report, &line);
	path_write_pin(report, pin, "in", "out", &description);
	end_line(report, pin, &description);
	if (drives && report->net)
		write_net(report, pin, &description);
}

bool path_shows_pin(const struct path_report *report, int32_t state)
{
	return report->input_pin ||
	       netlist_side_drives(report->netlist, state_side(report->states, state));
}

void path_write_arriving(const struct path_report *report, int32_t state, int64_t time)
{
	int32_t vertex = state_vertex(report->states, state);
	struct report_line line = REPORT_LINE_BLANK;

	line.time = time;
	line.edge = edge_sign(vertex % N_EDGES);
	path_begin_line(report, &line);
	path_write_pin(report, vertex / N_EDGES, "in", "out", report->out);
	text_add(report->out, "\n");
}

/* ---- clocks ---- */

void path_write_clock_edge(const struct path_report *report, struct shown_edge edge, int64_t before,
			   int64_t time)
{
	const struct clock *clock = report_clock(report, edge.clock_edge);
	double slew = clock->transition[edge.split][edge.seen];
	struct report_line line = REPORT_LINE_BLANK;

	line.delay = time - before;
	line.time = time;
	if (!edge.propagated)
		line.slew = is_given(slew) ? slew : 0;
	path_begin_line(report, &line);
	text_add(report->out, "clock ");
	path_add_clock_name(report, edge.clock_edge, edge.seen, report->out);
	text_printf(report->out, " (%s edge)\n", edge.seen == RISE ? "rise" : "fall");
}

void path_write_network(const struct path_report *report, bool propagated, int64_t latency,
			int64_t time)
{
	path_write_step(report, latency, time, ' ',
			propagated ? "clock network delay (propagated)"
				   : "clock network delay (ideal)");
}

bool path_shows_clock_pins(const struct path_report *report, bool propagated)
{
	return propagated &&
	       (report->format == PATH_FULL_CLOCK || report->format == PATH_FULL_CLOCK_EXPANDED);
}

int64_t path_write_clock_pins(const struct path_report *report, const struct clock_path *path,
			      enum split split, int64_t edge, bool with_last)
{
	bool expanded = report->format == PATH_FULL_CLOCK_EXPANDED;
	int64_t shown = edge + path->source_latency;
	int32_t first = 0, end = with_last ? path->n : path->n - 1, own = 0;
	/* an ideal clock's own latency is after its source */
	int64_t later = path->propagated ? 0 : path->point[0].latency - path->source_latency;

	while (path->point[own].of_master)
		own++;
	if (!path->propagated && end > own + 1) /* of an ideal one the way to its source */
		end = own + 1;
	while (!expanded && first + 1 < path->n && path->point[first].of_master)
		first++;
	if (first > 0)
		shown = edge + path->point[first].latency;
	/* of an arrival without its clock's pins OpenSTA leaves the line out */
	if (path_shows_clock_pins(report, true) || path->clock->master >= 0)
		path_write_step(report, shown - edge, shown, ' ', "clock source latency");
	for (int32_t i = first; i < end; i++) {
		const struct clock_point *point = &path->point[i];
		int64_t time = edge + point->latency - later;

		if (!path_shows_pin(report, point->state) && !point->launches && i + 1 < path->n)
			continue;
		path_write_point(report, split,
				 &(struct path_point){.state = point->state,
						      .delay = time - shown,
						      .time = time,
						      .pessimism = FS_NONE_64});
		shown = time;
	}
	return shown;
}
