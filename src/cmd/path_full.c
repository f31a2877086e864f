/* A path point by point: -format full, full_clock and full_clock_expanded. */
#include <inttypes.h>
#include <string.h>

#include "cmd/path_report.h"

enum {
	FANOUT_WIDTH = 6,
	DESCRIPTION_WIDTH = 36,
	RULE_MORE = 6,   /* of a rule behind its columns */
	LABEL_LINE = 80, /* "Startpoint: …" is broken beyond it */
	NUMBER_MORE = 5, /* columns of a number beyond its decimals */
};

/* The columns of one line; what it doesn't have is left blank. */
struct report_line {
	int32_t fanout;           /* -1 = none */
	double capacitance, slew; /* fF, ps; -1 = none */
	int64_t delay, time;      /* fs, FS_NONE_64 = none */
	char edge;
};

static const struct report_line blank = {-1, -1, -1, FS_NONE_64, FS_NONE_64, ' '};

static int number_width(const struct path_report *report)
{
	return report->units.digits + NUMBER_MORE;
}

static void write_blank(struct text *out, int width)
{
	text_printf(out, "%*s", width, "");
}

/* The columns; the caller adds the description and the end of the line. */
static void begin_line(const struct path_report *report, const struct report_line *line)
{
	struct text *out = report->out;
	const int64_t time[2] = {line->delay, line->time};
	int width = number_width(report);

	if (report->fanout) {
		if (line->fanout >= 0)
			text_printf(out, "%*" PRId32 " ", FANOUT_WIDTH, line->fanout);
		else
			write_blank(out, FANOUT_WIDTH + 1);
	}
	if (report->capacitance) {
		if (line->capacitance >= 0)
			report_capacitance(&report->units, line->capacitance, width, out);
		write_blank(out, line->capacitance >= 0 ? 1 : width + 1);
	}
	if (report->slew) {
		if (line->slew >= 0)
			report_slew(&report->units, line->slew, width, out);
		write_blank(out, line->slew >= 0 ? 1 : width + 1);
	}
	for (int t = 0; t < 2; t++) {
		if (time[t] != FS_NONE_64)
			report_time(&report->units, time[t], width, out);
		write_blank(out, time[t] != FS_NONE_64 ? 1 : width + 1);
	}
	text_printf(out, "%c ", line->edge);
}

static void write_line(const struct path_report *report, const struct report_line *line,
		       const char *text)
{
	begin_line(report, line);
	text_printf(report->out, "%s\n", text);
}

/* A line of a delay that leads to a time. */
static void write_step(const struct path_report *report, int64_t delay, int64_t time, char edge,
		       const char *text)
{
	struct report_line line = blank;

	line.delay = delay;
	line.time = time;
	line.edge = edge;
	write_line(report, &line, text);
}

static void write_time(const struct path_report *report, int64_t time, const char *text)
{
	write_step(report, FS_NONE_64, time, ' ', text);
}

static void write_rule(const struct path_report *report)
{
	int width = number_width(report);
	int n = 2 * width + 1 + DESCRIPTION_WIDTH + RULE_MORE + (report->capacitance ? width : 0) +
		(report->slew ? width : 0) + (report->fanout ? FANOUT_WIDTH : 0);

	while (n-- > 0)
		text_append(report->out, "-", 1);
	text_add(report->out, "\n");
}

static void write_header(const struct path_report *report)
{
	struct text *out = report->out;
	int width = number_width(report);

	if (report->fanout)
		text_printf(out, "%*s ", FANOUT_WIDTH, "Fanout");
	if (report->capacitance)
		text_printf(out, "%*s ", width, "Cap");
	if (report->slew)
		text_printf(out, "%*s ", width, "Slew");
	text_printf(out, "%*s %*s   Description\n", width, "Delay", width, "Time");
	write_rule(report);
}

/* ---- where a path begins and ends ---- */

static bool has_latch(const struct netlist *netlist, int32_t instance)
{
	const struct master *master = &netlist->master[netlist->instance_master[instance]];
	const struct library *library = master->library[LATE];
	const struct lib_cell *cell = library ? &library->cell[master->cell[LATE]] : NULL;

	for (int32_t s = 0; cell && s < cell->n_states; s++) {
		if (library->state[cell->first_state + s].kind == LIB_LATCH)
			return true;
	}
	return false;
}

static void add_clocked_by(const struct clock *clock, struct text *out)
{
	if (clock)
		text_printf(out, " clocked by %s", clock->name);
	text_add(out, ")");
}

/* What kind of register it is, by the clock edge at which it launches or captures. */
static void describe_register(const struct path_report *report, int32_t instance, int edge,
			      bool captures, struct text *out)
{
	if (has_latch(report->netlist, instance))
		text_printf(out, "(%s level-sensitive latch",
			    (edge == RISE) != captures ? "positive" : "negative");
	else
		text_printf(out, "(%s edge-triggered flip-flop",
			    edge == RISE ? "rising" : "falling");
}

/* Registers are named by their instance, other pins by themselves. */
static void write_label(const struct path_report *report, const char *label, int32_t pin,
			bool whole_pin, const struct text *text)
{
	const struct netlist *netlist = report->netlist;
	int32_t instance = netlist->pin_instance[pin];
	struct text name = TEXT_INIT;
	int64_t length;

	if (instance < 0 || whole_pin)
		netlist_write_pin(netlist, pin, '/', &name);
	else
		text_add(&name, names_get(&netlist->instance_name, instance));
	length = (int64_t)strlen(label) + name.length + 1 + text->length;
	text_printf(report->out, "%s%s", label, text_string(&name));
	if (length > LABEL_LINE)
		text_printf(report->out, "\n%*s", (int)strlen(label), "");
	else
		text_add(report->out, " ");
	text_printf(report->out, "%s\n", text_string(text));
	text_release(&name);
}

static bool begins_at_register(const struct path_report *report, const struct report_path *path)
{
	return state_tag(report->states, path->state[0])->kind == TAG_CLOCK;
}

static void write_startpoint(const struct path_report *report, const struct report_path *path)
{
	int32_t vertex = report->states->vertex[path->state[0]];
	int32_t instance = report->netlist->pin_instance[vertex / N_EDGES];
	int32_t edge = path_relation(report, path->row)->launch_edge;
	struct text text = TEXT_INIT;

	if (begins_at_register(report, path))
		describe_register(report, instance, vertex % N_EDGES, false, &text);
	else
		text_add(&text, instance < 0 ? "(input port" : "(internal pin");
	add_clocked_by(report_clock(report, edge), &text);
	write_label(report, "Startpoint: ", vertex / N_EDGES, !begins_at_register(report, path),
		    &text);
	text_release(&text);
}

static bool is_check(const struct endpoint *endpoint)
{
	return endpoint->table >= 0;
}

static void describe_end(const struct path_report *report, const struct report_path *path,
			 struct text *text)
{
	const struct endpoint *endpoint = path_endpoint(report, path->row);
	int32_t pin = report_pin(report, path->row->endpoint);
	const struct clock *clock =
		report_clock(report, path_relation(report, path->row)->capture_edge);
	int edge = is_check(endpoint) ? report->states->vertex[endpoint->clock] % N_EDGES : RISE;

	if (endpoint->kind == ENDPOINT_RECOVERY || endpoint->kind == ENDPOINT_REMOVAL) {
		text_printf(text, "(%s check against %s-edge clock %s)",
			    endpoint->kind == ENDPOINT_RECOVERY ? "recovery" : "removal",
			    edge == RISE ? "rising" : "falling", clock ? clock->name : "(none)");
		return;
	}
	if (is_check(endpoint))
		describe_register(report, report->netlist->pin_instance[pin], edge, true, text);
	else if (report->netlist->pin_instance[pin] < 0)
		text_add(text, "(output port");
	else
		text_add(text, "(internal path endpoint");
	add_clocked_by(clock, text);
}

static void write_endpoint(const struct path_report *report, const struct report_path *path)
{
	struct text text = TEXT_INIT;

	describe_end(report, path, &text);
	write_label(report, "Endpoint: ", report_pin(report, path->row->endpoint),
		    !is_check(path_endpoint(report, path->row)), &text);
	text_release(&text);
}

/* ---- points ---- */

static void describe_pin(const struct path_report *report, int32_t pin, struct text *out)
{
	const struct netlist *netlist = report->netlist;
	int32_t instance = netlist->pin_instance[pin];

	netlist_write_pin(netlist, pin, '/', out);
	if (instance >= 0)
		text_printf(out, " (%s)", netlist->master[netlist->instance_master[instance]].name);
	else
		text_add(out, netlist_drives(netlist, pin) ? " (in)" : " (out)");
}

static void write_net(const struct path_report *report, int32_t net)
{
	begin_line(report, &blank);
	text_printf(report->out, "%s (net)\n", names_get(&report->netlist->net_name, net));
}

/* A pin of the path. A driver has what its net weighs too. */
static void write_point(const struct path_report *report, enum split split, int32_t state,
			int64_t delay, int64_t time)
{
	const struct timing *timing = report->timing;
	const struct netlist *netlist = report->netlist;
	int32_t vertex = report->states->vertex[state];
	int32_t pin = vertex / N_EDGES, net = netlist->pin_net[pin];
	bool drives = net >= 0 && netlist_drives(netlist, pin);
	struct report_line line = blank;

	line.delay = delay;
	line.time = time;
	line.edge = vertex % N_EDGES == RISE ? '^' : 'v';
	line.slew = timing_vertex_slew(timing, vertex, split);
	if (drives) {
		line.fanout = netlist->net_pin_row[net + 1] - netlist->net_pin_row[net] -
			      netlist->net_n_drivers[net];
		line.capacitance =
			timing->load[4 * (int64_t)net + N_EDGES * split + vertex % N_EDGES];
	}
	begin_line(report, &line);
	describe_pin(report, pin, report->out);
	text_add(report->out, "\n");
	if (drives && report->net)
		write_net(report, net);
}

/* Inputs of gates on the way are shown only when asked for; their delay counts with the gate's. */
static bool is_shown(const struct path_report *report, int32_t pin)
{
	return report->input_pin || netlist_drives(report->netlist, pin);
}

/* ---- clocks ---- */

static void write_clock_edge(const struct path_report *report, int32_t clock_edge, int64_t time)
{
	struct text text = TEXT_INIT;

	text_printf(&text, "clock %s (%s edge)", report_clock(report, clock_edge)->name,
		    clock_edge % N_EDGES == RISE ? "rise" : "fall");
	write_step(report, time, time, ' ', text_string(&text));
	text_release(&text);
}

static void write_network(const struct path_report *report, const struct clock *clock,
			  int64_t latency, int64_t time)
{
	write_step(report, latency, time, ' ',
		   clock->propagated ? "clock network delay (propagated)"
				     : "clock network delay (ideal)");
}

/* Does the report show the pins that a clock passes? */
static bool shows_clock_pins(const struct path_report *report, const struct clock *clock)
{
	return clock->propagated && (report->format == PATH_FULL_CLOCK ||
				     report->format == PATH_FULL_CLOCK_EXPANDED);
}

/*
 * The pins from the clock's source on, but for the last; `edge` is when its edge is. The way to a
 * generated clock is shown when expanded, else it is latency of the source. Returns the time at the
 * last pin shown.
 */
static int64_t write_clock_pins(const struct path_report *report, const struct clock_path *path,
				enum split split, int64_t edge, bool with_last)
{
	bool expanded = report->format == PATH_FULL_CLOCK_EXPANDED;
	int64_t shown = edge + path->source_latency;
	int32_t first = 0, end = with_last ? path->n : path->n - 1;

	while (!expanded && first + 1 < path->n && path->point[first].of_master)
		first++;
	if (first > 0)
		shown = edge + path->point[first].latency;
	write_step(report, shown - edge, shown, ' ', "clock source latency");
	for (int32_t i = first; i < end; i++) {
		int64_t time = edge + path->point[i].latency;

		if (!is_shown(report, report_pin(report, path->point[i].state)) &&
		    i + 1 < path->n)
			continue;
		write_point(report, split, path->point[i].state, time - shown, time);
		shown = time;
	}
	return shown;
}

/*
 * A clock up to the pin where it launches or captures, in one line or pin by pin. Returns the time
 * that the delay of the pin itself counts from.
 */
static int64_t write_clock(const struct path_report *report, const struct clock_path *path,
			   enum split split, int64_t edge)
{
	int64_t latency = path->point[path->n - 1].latency;

	write_clock_edge(report,
			 CLOCK_EDGE((int32_t)(path->clock - report->constraints->clock),
				    path->edge),
			 edge);
	if (shows_clock_pins(report, path->clock))
		return write_clock_pins(report, path, split, edge, false);
	write_network(report, path->clock, latency, edge + latency);
	return edge + latency;
}

/* ---- the two halves ---- */

/* The input delay of a startpoint, fs, and the latency of its clock that arrivals include. */
static int64_t input_delay_of(const struct path_report *report, const struct report_path *path,
			      int64_t *latency)
{
	const struct constraints *constraints = report->constraints;
	int32_t vertex = report->states->vertex[path->state[0]];
	int32_t edge = state_tag(report->states, path->state[0])->clock_edge, from;
	const struct external_delay *found = NULL;

	*latency = 0;
	for (int32_t i = 0; constraints && i < constraints->n_input_delays; i++) {
		const struct external_delay *given = &constraints->input_delay[i];

		if (given->pin == vertex / N_EDGES && given->clock_edge == edge &&
		    is_given(given->delay[report->split][vertex % N_EDGES]))
			found = given;
	}
	if (!found)
		return 0;
	if (edge >= 0 && timing_came_from(report->timing, report->split, path->state[0], &from) ==
				 STATUS_OK &&
	    from >= 0)
		*latency = timing_arrival(report->timing, from, report->split) -
			   report_edge_time(report, edge);
	else if (edge >= 0)
		*latency = clock_latency(report_clock(report, edge), report->split,
					 edge % N_EDGES, !found->source_latency_included,
					 !found->network_latency_included);
	return fs_of_ps(found->delay[report->split][vertex % N_EDGES]);
}

/* What comes to a port from outside; returns the time that its own delay counts from. */
static int64_t write_input(const struct path_report *report, const struct report_path *path)
{
	const struct relation *relation = path_relation(report, path->row);
	int32_t vertex = report->states->vertex[path->state[0]];
	int64_t latency, delay = input_delay_of(report, path, &latency);
	int64_t time = relation->launch_edge < 0 ? 0 : relation->launch_time;

	if (relation->launch_edge >= 0) {
		write_clock_edge(report, relation->launch_edge, time);
		time += latency;
		write_network(report, report_clock(report, relation->launch_edge), latency, time);
	}
	time += delay;
	write_step(report, delay, time, vertex % N_EDGES == RISE ? '^' : 'v',
		   "input external delay");
	return time;
}

static void write_points(const struct path_report *report, const struct report_path *path,
			 int64_t shown)
{
	int64_t shift = path_shift(report, path->row);

	for (int64_t i = 0; i < path->n; i++) {
		int64_t arrival = path->arrival[i] + shift;

		if (i > 0 && i + 1 < path->n &&
		    !is_shown(report, report_pin(report, path->state[i])))
			continue;
		write_point(report, report->split, path->state[i], arrival - shown, arrival);
		shown = arrival;
	}
	write_time(report, path_arrival(report, path->row), "data arrival time");
}

static void write_capture_pin(const struct path_report *report, enum split split, int32_t state,
			      bool with_pins, int64_t shown, int64_t time)
{
	int32_t vertex = report->states->vertex[state];
	struct report_line line = blank;

	if (with_pins) {
		write_point(report, split, state, time - shown, time);
		return;
	}
	line.time = time;
	line.edge = vertex % N_EDGES == RISE ? '^' : 'v';
	begin_line(report, &line);
	describe_pin(report, vertex / N_EDGES, report->out);
	text_add(report->out, "\n");
}

/* What lies between a clock edge and a requirement; returns the time behind it. */
static int64_t write_uncertainty(const struct path_report *report, const struct report_path *path,
				 int64_t time)
{
	const struct relation *relation = path_relation(report, path->row);
	int64_t uncertainty =
		report->split == LATE ? -relation->uncertainty : relation->uncertainty;

	if (uncertainty) {
		time += uncertainty;
		write_step(report, uncertainty, time, ' ',
			   relation->between_clocks ? "inter-clock uncertainty"
						    : "clock uncertainty");
	}
	if (report->cppr) {
		int64_t credit = report->split == LATE ? path->row->credit : -path->row->credit;

		time += credit;
		write_step(report, credit, time, ' ', "clock reconvergence pessimism");
	}
	return time;
}

/* The time of the capturing edge, multicycles included; a path delay has none. */
static int64_t capture_time(const struct path_report *report, const struct snap_row *row)
{
	const struct relation *relation = path_relation(report, row);

	return relation->capture_time + relation->multicycle;
}

static bool is_path_delay(const struct path_report *report, const struct snap_row *row)
{
	int32_t exception = path_relation(report, row)->exception;

	return exception >= 0 &&
	       report->constraints->exception[exception].kind == EXCEPTION_DELAY;
}

/* The line of set_max_delay or set_min_delay; returns the time that it gives. */
static int64_t write_path_delay(const struct path_report *report, const struct report_path *path)
{
	const struct relation *relation = path_relation(report, path->row);
	int64_t delay = fs_of_ps(report->constraints->exception[relation->exception].delay);

	write_step(report, delay, delay, ' ', report->split == LATE ? "max_delay" : "min_delay");
	return delay + relation->launch_time;
}

static const char *check_name(enum endpoint_kind kind)
{
	static const char *const name[] = {
		[ENDPOINT_SETUP] = "library setup time",
		[ENDPOINT_HOLD] = "library hold time",
		[ENDPOINT_RECOVERY] = "library recovery time",
		[ENDPOINT_REMOVAL] = "library removal time",
	};

	return name[kind];
}

static void write_check(const struct path_report *report, const struct report_path *path,
			const struct clock_path *capture)
{
	const struct endpoint *endpoint = path_endpoint(report, path->row);
	enum split other = report->split == LATE ? EARLY : LATE;
	int64_t required = path_required(report, path->row);
	bool with_pins = shows_clock_pins(report, capture->clock);
	int64_t latency = capture->point[capture->n - 1].latency, time, shown;

	if (is_path_delay(report, path->row)) {
		time = write_path_delay(report, path) + latency;
		write_network(report, capture->clock, latency, time);
		with_pins = false;
	} else {
		time = capture_time(report, path->row);
		shown = write_clock(report, capture, other, time);
		time += latency;
		if (with_pins)
			write_capture_pin(report, other, endpoint->clock, true, shown, time);
	}
	time = write_uncertainty(report, path, time);
	if (!with_pins)
		write_capture_pin(report, other, endpoint->clock, false, time, time);
	write_step(report, required - time, required, ' ', check_name(endpoint->kind));
}

/* An output: the clock that captures outside, if there is one, and the delay outside. */
static void write_output(const struct path_report *report, const struct report_path *path,
			 const struct clock_path *capture)
{
	const struct endpoint *endpoint = path_endpoint(report, path->row);
	const struct relation *relation = path_relation(report, path->row);
	enum split other = report->split == LATE ? EARLY : LATE;
	const struct clock *clock = report_clock(report, relation->capture_edge);
	int64_t time;

	if (is_path_delay(report, path->row)) {
		time = write_path_delay(report, path);
		if (clock)
			write_network(report, clock, endpoint->latency, time += endpoint->latency);
	} else if (clock && capture->n && shows_clock_pins(report, clock)) {
		time = capture_time(report, path->row);
		write_clock_edge(report, relation->capture_edge, time);
		time = write_clock_pins(report, capture, other, time, true);
	} else if (clock) {
		int64_t latency = capture->n ? capture->point[capture->n - 1].latency
					     : endpoint->latency;

		time = capture_time(report, path->row);
		write_clock_edge(report, relation->capture_edge, time);
		write_network(report, clock, latency, time += latency);
	} else {
		time = path_required(report, path->row);
		write_step(report, time, time, ' ',
			   report->split == LATE ? "max_delay" : "min_delay");
		return;
	}
	time = write_uncertainty(report, path, time);
	if (report->netlist->pin_instance[report_pin(report, path->row->endpoint)] < 0)
		write_step(report, -endpoint->external, time - endpoint->external, ' ',
			   "output external delay");
}

static void write_slack(const struct path_report *report, const struct report_path *path)
{
	int64_t arrival = path_arrival(report, path->row);
	int64_t required = path_required(report, path->row);

	write_time(report, required, "data required time");
	write_rule(report);
	write_time(report, required, "data required time");
	write_time(report, -arrival, "data arrival time");
	write_rule(report);
	write_time(report, path->row->slack,
		   path->row->slack < 0 ? "slack (VIOLATED)" : "slack (MET)");
	text_add(report->out, "\n\n");
}

static void write_path(const struct path_report *report, const struct report_path *path,
		       const struct clock_path *launch, const struct clock_path *capture)
{
	int64_t shown;

	write_startpoint(report, path);
	write_endpoint(report, path);
	text_printf(report->out, "Path Group: %s\nPath Type: %s\n\n",
		    path_group(report, path->row), report->split == LATE ? "max" : "min");
	write_header(report);
	shown = launch->n ? write_clock(report, launch, report->split,
					path_relation(report, path->row)->launch_time)
			  : write_input(report, path);
	write_points(report, path, shown);
	if (path_is_unconstrained(report, path->row)) {
		write_rule(report);
		text_add(report->out, "(Path is unconstrained)\n\n\n");
		return;
	}
	text_add(report->out, "\n");
	if (is_check(path_endpoint(report, path->row)))
		write_check(report, path, capture);
	else
		write_output(report, path, capture);
	write_slack(report, path);
}

enum status path_write_full(struct path_report *report, const struct report_path *path)
{
	const struct endpoint *endpoint = path_endpoint(report, path->row);
	struct clock_path launch = {0}, capture = {0};
	enum status status = STATUS_OK;

	if (begins_at_register(report, path))
		status = clock_path_trace(report, report->split, path->state[0], &launch);
	if (status == STATUS_OK && endpoint->clock >= 0)
		status = clock_path_trace(report, report->split == LATE ? EARLY : LATE,
					  endpoint->clock, &capture);
	if (status == STATUS_OK)
		write_path(report, path, &launch, &capture);
	clock_path_release(&launch);
	clock_path_release(&capture);
	return status;
}
