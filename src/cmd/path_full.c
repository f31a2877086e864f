/* A path point by point: -format full and full_clock. */
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

static void write_label(const struct path_report *report, const char *label, int32_t pin,
			const struct text *text)
{
	const struct netlist *netlist = report->netlist;
	int32_t instance = netlist->pin_instance[pin];
	const char *name = instance >= 0 ? names_get(&netlist->instance_name, instance)
					 : names_get(&netlist->port_name, pin);
	int64_t length = (int64_t)(strlen(label) + strlen(name)) + 1 + text->length;

	text_printf(report->out, "%s%s", label, name);
	if (length > LABEL_LINE)
		text_printf(report->out, "\n%*s", (int)strlen(label), "");
	else
		text_add(report->out, " ");
	text_printf(report->out, "%s\n", text_string(text));
}

static void write_startpoint(const struct path_report *report, int32_t vertex,
			     const struct clock *clock)
{
	int32_t instance = report->netlist->pin_instance[vertex / N_EDGES];
	struct text text = TEXT_INIT;

	if (instance >= 0)
		describe_register(report, instance, vertex % N_EDGES, false, &text);
	else
		text_add(&text, "(input port");
	add_clocked_by(clock, &text);
	write_label(report, "Startpoint: ", vertex / N_EDGES, &text);
	text_release(&text);
}

static void write_endpoint(const struct path_report *report, const struct snap_row *row,
			   const struct clock *clock)
{
	const struct endpoint *endpoint = &report->graph->endpoint[row->sink];
	int32_t instance = report->netlist->pin_instance[row->endpoint / N_EDGES];
	struct text text = TEXT_INIT;

	if (endpoint->kind == ENDPOINT_OUTPUT) {
		text_add(&text, "(output port");
		add_clocked_by(clock, &text);
	} else if (endpoint->kind == ENDPOINT_RECOVERY || endpoint->kind == ENDPOINT_REMOVAL) {
		text_printf(&text, "(%s check against %s-edge clock %s)",
			    endpoint->kind == ENDPOINT_RECOVERY ? "recovery" : "removal",
			    endpoint->clock % N_EDGES == RISE ? "rising" : "falling",
			    clock ? clock->name : "(none)");
	} else {
		describe_register(report, instance, endpoint->clock % N_EDGES, true, &text);
		add_clocked_by(clock, &text);
	}
	write_label(report, "Endpoint: ", row->endpoint / N_EDGES, &text);
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
	int32_t vertex = timing->image->image->state_vertex[state];
	int32_t pin = vertex / N_EDGES, net = netlist->pin_net[pin];
	bool drives = net >= 0 && netlist_drives(netlist, pin);
	struct report_line line = blank;

	line.delay = delay;
	line.time = time;
	line.edge = vertex % N_EDGES == RISE ? '^' : 'v';
	line.slew = timing->slew[N_SPLITS * (int64_t)state + split];
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

static void write_clock_edge(const struct path_report *report, const struct clock *clock,
			     enum edge edge, int64_t time)
{
	struct text text = TEXT_INIT;

	text_printf(&text, "clock %s (%s edge)", clock->name, edge == RISE ? "rise" : "fall");
	write_step(report, time, time, ' ', text_string(&text));
	text_release(&text);
}

/* The pins that the clock passes, but for the last; `offset` is added to their arrivals. Returns
 * the time at the last one shown. */
static int64_t write_clock_pins(const struct path_report *report, const struct clock_path *path,
				enum split split, int64_t offset)
{
	const struct timing *timing = report->timing;
	int64_t arrival = timing->arrival[N_SPLITS * (int64_t)path->state[path->n - 1] + split];
	int64_t shown = arrival + offset;

	write_step(report, arrival - path->edge_time, shown, ' ', "clock source latency");
	for (int32_t i = path->n - 1; i > 0; i--) {
		int32_t state = path->state[i];
		int64_t time = timing->arrival[N_SPLITS * (int64_t)state + split] + offset;

		if (!is_shown(report, timing->image->image->state_vertex[state] / N_EDGES))
			continue;
		write_point(report, split, state, time - shown, time);
		shown = time;
	}
	return shown;
}

/*
 * A clock up to the pin where it launches or captures, in one line or pin by pin. Returns the time
 * that the delay of the pin itself counts from.
 */
static int64_t write_clock(const struct path_report *report, const struct clock_path *path,
			   enum split split, int64_t relation, int64_t arrival)
{
	int64_t edge = path->edge_time + relation;

	if (path->clock)
		write_clock_edge(report, path->clock, path->edge, edge);
	if (report->format == PATH_FULL_CLOCK)
		return write_clock_pins(report, path, split, relation);
	write_step(report, arrival + relation - edge, arrival + relation, ' ',
		   "clock network delay (propagated)");
	return arrival + relation;
}

static void write_first_clock(const struct path_report *report, int64_t time)
{
	const struct constraints *constraints = report->graph->constraints;

	if (!constraints || !constraints->n_clocks)
		return;
	write_clock_edge(report, &constraints->clock[0], RISE, time);
	write_step(report, 0, time, ' ', "clock network delay (propagated)");
}

/* ---- the two halves ---- */

/* Up to the first point; returns the time that its delay counts from. */
static int64_t write_launch(const struct path_report *report, const struct report_path *path,
			    const struct clock_path *launch)
{
	int32_t vertex = path->vertex[0];
	int64_t arrival = path->arrival[0];

	if (report->netlist->pin_instance[vertex / N_EDGES] >= 0 || launch->clock)
		return write_clock(report, launch, report->split, 0, arrival);
	write_first_clock(report, 0);
	write_step(report, arrival, arrival, vertex % N_EDGES == RISE ? '^' : 'v',
		   "input external delay");
	return arrival;
}

static void write_points(const struct path_report *report, const struct report_path *path,
			 int64_t shown)
{
	for (int64_t i = 0; i < path->n; i++) {
		int32_t vertex = path->vertex[i];
		int64_t arrival = path->arrival[i];

		if (i > 0 && i + 1 < path->n && !is_shown(report, vertex / N_EDGES))
			continue;
		write_point(report, report->split, report->timing->image->vertex_state[vertex],
			    arrival - shown, arrival);
		shown = arrival;
	}
	write_time(report, path->arrival[path->n - 1], "data arrival time");
}

static void write_capture_pin(const struct path_report *report, enum split split, int32_t vertex,
			      int64_t shown, int64_t time)
{
	int32_t state = report->timing->image->vertex_state[vertex];
	struct report_line line = blank;

	if (report->format == PATH_FULL_CLOCK) {
		write_point(report, split, state, time - shown, time);
		return;
	}
	line.time = time;
	line.edge = vertex % N_EDGES == RISE ? '^' : 'v';
	begin_line(report, &line);
	describe_pin(report, vertex / N_EDGES, report->out);
	text_add(report->out, "\n");
}

static void write_check(const struct path_report *report, const struct report_path *path,
			const struct clock_path *capture)
{
	static const char *const margin[] = {
		[ENDPOINT_SETUP] = "library setup time",
		[ENDPOINT_HOLD] = "library hold time",
		[ENDPOINT_RECOVERY] = "library recovery time",
		[ENDPOINT_REMOVAL] = "library removal time",
	};
	const struct endpoint *endpoint = &report->graph->endpoint[path->row->sink];
	enum split other = endpoint->split == LATE ? EARLY : LATE;
	int32_t state = report->timing->image->vertex_state[endpoint->clock];
	int64_t arrival = report->timing->arrival[N_SPLITS * (int64_t)state + other];
	int64_t time = arrival + endpoint->constant, shown;

	shown = write_clock(report, capture, other, endpoint->constant, arrival);
	write_capture_pin(report, other, endpoint->clock, shown, time);
	write_step(report, path->required - time, path->required, ' ', margin[endpoint->kind]);
}

/* Required times at ports are told as an output delay before the clock's edge, where there is one.
 */
static void write_output(const struct path_report *report, const struct report_path *path)
{
	const struct constraints *constraints = report->graph->constraints;
	int64_t edge = 0;

	if (!constraints || !constraints->n_clocks) {
		write_step(report, path->required, path->required, ' ',
			   report->split == LATE ? "max_delay" : "min_delay");
		return;
	}
	if (report->split == LATE)
		edge = fs_of_ps(constraints->clock[0].period);
	write_first_clock(report, edge);
	write_step(report, path->required - edge, path->required, ' ', "output external delay");
}

static void write_slack(const struct path_report *report, const struct report_path *path)
{
	int64_t arrival = path->arrival[path->n - 1];

	write_time(report, path->required, "data required time");
	write_rule(report);
	write_time(report, path->required, "data required time");
	write_time(report, -arrival, "data arrival time");
	write_rule(report);
	write_time(report, path->row->slack,
		   path->row->slack < 0 ? "slack (VIOLATED)" : "slack (MET)");
	text_add(report->out, "\n\n");
}

static void write_path(const struct path_report *report, const struct report_path *path,
		       const struct clock_path *launch, const struct clock_path *capture)
{
	const struct endpoint *endpoint = &report->graph->endpoint[path->row->sink];
	const struct constraints *constraints = report->graph->constraints;
	int32_t start = path->vertex[0];
	const struct clock *first =
		constraints && constraints->n_clocks ? &constraints->clock[0] : NULL;
	bool is_port = report->netlist->pin_instance[start / N_EDGES] < 0;
	const struct clock *clock = endpoint->clock < 0 ? first : capture->clock;

	write_startpoint(report, start, is_port ? first : launch->clock);
	write_endpoint(report, path->row, clock);
	text_printf(report->out, "Path Group: %s\nPath Type: %s\n\n",
		    path_group_name(report, path->row->sink, clock),
		    report->split == LATE ? "max" : "min");
	write_header(report);
	write_points(report, path, write_launch(report, path, launch));
	text_add(report->out, "\n");
	if (endpoint->clock < 0)
		write_output(report, path);
	else
		write_check(report, path, capture);
	write_slack(report, path);
}

enum status path_write_full(struct path_report *report, const struct report_path *path)
{
	const struct endpoint *endpoint = &report->graph->endpoint[path->row->sink];
	struct clock_path launch = {0}, capture = {0};
	enum status status;

	status = clock_path_trace(report->timing, report->split, path->vertex[0], &launch);
	if (status == STATUS_OK && endpoint->clock >= 0)
		status = clock_path_trace(report->timing, endpoint->split == LATE ? EARLY : LATE,
					  endpoint->clock, &capture);
	if (status == STATUS_OK)
		write_path(report, path, &launch, &capture);
	clock_path_release(&launch);
	clock_path_release(&capture);
	return status;
}
