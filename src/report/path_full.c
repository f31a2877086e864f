/* A path point by point: -format full, full_clock and full_clock_expanded. */
#include "base/grow.h"
#include "gpu/timing/timing_references.h"
#include "report/path_points.h"

/* ---- where data begins ---- */

/* Does a generated clock come by the way of a propagated master, as no latency of its source is given? */
static bool follows_master(const struct path_report *report, int32_t clock_edge, int32_t source)
{
	const struct clock *clock = report_clock(report, clock_edge);

	return clock->master >= 0 && report->constraints->clock[clock->master].propagated &&
	       !is_given(constraints_source_latency(report->constraints, clock_edge / N_EDGES,
						    report_pin(report, source), report->split,
						    clock_edge % N_EDGES));
}

/* A register's clock, in one line or pin by pin; returns the time that the delay to its first pin
 * counts from. A path delay counts without the edge; of what nothing is demanded of, the clock
 * isn't shown. */
static int64_t write_register(const struct path_report *report, const struct report_path *path,
			      const struct clock_path *launch)
{
	int32_t clock_edge = path_relation(report, path->row)->launch_edge;
	int seen = state_vertex(report->states, path->state[0]) % N_EDGES;
	const struct shown_edge launching = {clock_edge, seen, launch->propagated, report->split};
	int64_t edge = path_launch_time(report, path->row);
	int64_t latency = launch->point[launch->n - 1].latency;
	bool has_pins = path_shows_clock_pins(report, launch->propagated);
	bool is_delay = path_is_delay(report, path->row);
	/* an ideal clock's way is shown up to its source */
	bool of_master = report->format == PATH_FULL_CLOCK_EXPANDED && !launch->propagated &&
			 launch->n > 1 && launch->point[0].of_master;

	if (path_is_unconstrained(report, path->row) || path_ignores_clocks(report, path->row))
		return edge + latency;
	if (has_pins || of_master || !is_delay)
		path_write_clock_edge(report, launching, 0, edge);
	if (has_pins)
		return path_write_clock_pins(report, launch, report->split, edge, false);
	if (of_master)
		path_write_network(
			report, false, 0,
			path_write_clock_pins(report, launch, report->split, edge, false));
	else if (!is_delay || latency > 0)
		path_write_network(report, launch->propagated, latency, edge + latency);
	return edge + latency;
}

struct arriving {
	bool given, propagated; /* propagated: its clock */
	int64_t delay, latency; /* fs: set_input_delay, and of its clock */
};

/* May a path from an input begin with an edge by this delay? At a reference pin the clock may come inverted; a
 * delay by the edge itself goes first. */
static bool is_of_edge(const struct external_delay *given, int32_t edge,
		       const struct external_delay *found)
{
	if (given->clock_edge == edge)
		return true;
	return given->reference >= 0 && edge >= 0 && given->clock_edge >= 0 &&
	       given->clock_edge / N_EDGES == edge / N_EDGES &&
	       (!found || found->clock_edge != edge);
}

/* The constraints of a startpoint that isn't a register. */
static struct arriving find_arriving(const struct path_report *report,
				     const struct report_path *path)
{
	const struct constraints *constraints = report->constraints;
	int32_t vertex = state_vertex(report->states, path->state[0]);
	int32_t edge = state_tag(report->states, path->state[0])->clock_edge, from;
	const struct external_delay *found = NULL;
	struct arriving arriving = {.propagated =
					    edge >= 0 && report_clock(report, edge)->propagated};

	for (int32_t i = 0; constraints && i < constraints->n_input_delays; i++) {
		const struct external_delay *given = &constraints->input_delay[i];

		if (given->pin == report_pin(report, path->state[0]) &&
		    is_of_edge(given, edge, found) &&
		    is_given(given->delay[report->split][vertex % N_EDGES]))
			found = given;
	}
	if (!found)
		return arriving;
	arriving.given = true;
	arriving.delay = fs_of_ps(found->delay[report->split][vertex % N_EDGES]);
	if (edge >= 0 &&
	    timing_came_from(report->timing, report->split, path->state[0], &from, NULL) ==
		    STATUS_OK &&
	    from >= 0) {
		arriving.propagated = state_is_propagated(report->states, from);
		arriving.latency = timing_arrival(report->timing, from, report->split) -
				   report_edge_time(report, edge);
	} else if (edge >= 0) {
		arriving.latency = clock_latency(report_clock(report, edge), report->split,
						 edge % N_EDGES, !found->source_latency_included,
						 !found->network_latency_included);
	}
	return arriving;
}

int64_t path_launch_latency(const struct path_report *report, const struct report_path *path,
			    const struct clock_path *launch)
{
	if (launch->n)
		return launch->point[launch->n - 1].latency;
	if (state_is_clock_as_data(report->states, path->state[0]))
		return path->arrival[0] + path_shift(report, path->row) -
		       path_launch_time(report, path->row);
	return find_arriving(report, path).latency;
}

/* Data that leaves a latch: from the edge that opens it, seen early, and after it by what was borrowed. */
static int64_t write_latch(const struct path_report *report, const struct report_path *path,
			   const struct clock_path *launch)
{
	int32_t clock_edge = path_relation(report, path->row)->launch_edge;
	int seen = state_vertex(report->states, launch->point[launch->n - 1].state) % N_EDGES;
	const struct shown_edge opening = {clock_edge, seen, launch->propagated, EARLY};
	int64_t edge = path_launch_time(report, path->row), shown = edge;
	int64_t arrival = path->arrival[0] + path_shift(report, path->row);
	int64_t latency = launch->point[launch->n - 1].latency;
	bool has_pins = path_shows_clock_pins(report, launch->propagated);

	if (path_is_unconstrained(report, path->row))
		return arrival;
	if (has_pins || !path_is_delay(report, path->row))
		path_write_clock_edge(report, opening, 0, edge);
	if (!path_ignores_clocks(report, path->row)) {
		if (has_pins)
			path_write_clock_pins(report, launch, EARLY, edge, true);
		else if (!path_is_delay(report, path->row) || latency > 0)
			path_write_network(report, launch->propagated, latency, edge + latency);
		shown += latency;
	}
	path_write_step(report, arrival - shown, arrival, ' ', "time given to startpoint");
	return arrival;
}

/* The same for an input, or a pin in between where a constraint makes paths begin. */
static int64_t write_input(const struct path_report *report, const struct report_path *path)
{
	int32_t clock_edge = path_relation(report, path->row)->launch_edge;
	int32_t vertex = state_vertex(report->states, path->state[0]);
	struct arriving arriving = find_arriving(report, path);
	const struct shown_edge launching = {clock_edge, clock_edge % N_EDGES, arriving.propagated,
					     report->split};
	int64_t time = path_launch_time(report, path->row);
	bool is_delay = path_is_delay(report, path->row);
	bool has_clock = clock_edge >= 0 && !path_is_unconstrained(report, path->row) &&
			 !path_ignores_clocks(report, path->row);

	if (has_clock && !is_delay)
		path_write_clock_edge(report, launching, 0, time);
	time += arriving.latency;
	if (has_clock && (!is_delay || arriving.latency > 0))
		path_write_network(report, arriving.propagated, arriving.latency, time);
	time += arriving.delay;
	if (arriving.given || report->netlist->pin_instance[vertex / N_EDGES] < 0)
		path_write_step(report, arriving.delay, time, edge_sign(vertex % N_EDGES),
				"input external delay");
	return time;
}

/* A clock as data, from its source on. */
static int64_t write_clock_source(const struct path_report *report, const struct report_path *path,
				  const struct clock_path *launch, int64_t *first)
{
	int32_t clock_edge = path_relation(report, path->row)->launch_edge;
	int64_t time = path_launch_time(report, path->row), last;
	int64_t arrival = path->arrival[0] + path_shift(report, path->row);
	bool propagated = report_clock(report, clock_edge)->propagated;
	bool of_master = follows_master(report, clock_edge, path->state[0]);
	bool has_pins = of_master || path_shows_clock_pins(report, true);
	const struct shown_edge launching = {clock_edge, clock_edge % N_EDGES, propagated,
					     report->split};

	if (path_is_unconstrained(report, path->row))
		return arrival;
	path_write_clock_edge(report, launching, 0, time);
	if (launch->n > 1) {
		arrival = path_write_clock_pins(report, launch, report->split, time, !propagated);
		if (!propagated)
			path_write_network(report, false, 0, arrival);
		*first = !propagated;
		return arrival;
	}
	if ((propagated && has_pins) || (!of_master && arrival > time))
		path_write_step(report, arrival - time, arrival, ' ', "clock source latency");
	if (!has_pins) {
		last = path->arrival[path->n - 1] + path_shift(report, path->row);
		path_write_step(report, last - arrival, last, ' ', "clock network delay");
		path_write_arriving(report, path->state[path->n - 1], last);
		*first = path->n;
	}
	return arrival;
}

/* Returns the time that the delay to the first pin counts from; *first: which pin of the path that is. */
static int64_t write_start(const struct path_report *report, const struct report_path *path,
			   const struct clock_path *launch, int64_t *first)
{
	*first = 0;
	if (state_is_clock_as_data(report->states, path->state[0]))
		return write_clock_source(report, path, launch, first);
	if (path_leaves_latch(report, path))
		return write_latch(report, path, launch);
	return launch->n ? write_register(report, path, launch) : write_input(report, path);
}

/* ---- the whole ---- */

/* By how much better the arrival at a point is than the graph's along the path, fs. */
static int64_t path_pessimism(const struct path_report *report, const struct report_path *path,
			      int64_t i)
{
	if (!path->graph)
		return 0;
	return report->split == LATE ? path->graph[i] - path->arrival[i]
				     : path->arrival[i] - path->graph[i];
}

static void write_points(const struct path_report *report, const struct report_path *path,
			 const struct clock_path *launch)
{
	int64_t shift = path_shift(report, path->row), before = 0, first;
	int64_t shown = write_start(report, path, launch, &first);

	for (int64_t i = first; i < path->n; i++) {
		int64_t arrival = path->arrival[i] + shift;
		int64_t pessimism = path_pessimism(report, path, i);

		if (i > 0 && i + 1 < path->n && !path_shows_pin(report, path->state[i]))
			continue;
		path_write_point(report, report->split,
				 &(struct path_point){.state = path->state[i],
						      .delay = arrival - shown,
						      .time = arrival,
						      .slew = path->slew ? &path->slew[i] : NULL,
						      .pessimism = path->graph ? pessimism - before
									       : FS_NONE_64});
		shown = arrival;
		before = pessimism;
	}
}

static void write_slack(const struct path_report *report, const struct report_path *path)
{
	int64_t arrival = path_arrival(report, path->row);
	int64_t required = path_required(report, path->row);
	struct report_line taken = REPORT_LINE_BLANK;

	path_write_time(report, required, "data required time");
	path_write_rule(report);
	path_write_time(report, required, "data required time");
	taken.time = -arrival;
	taken.minus = true;
	path_begin_line(report, &taken);
	text_add(report->out, "data arrival time\n");
	path_write_rule(report);
	path_write_time(report, path->row->slack,
			path->row->slack < 0 ? "slack (VIOLATED)" : "slack (MET)");
	if (report->path_based)
		path_write_time(report, path->row->graph_slack, "slack, graph-based");
}

static void write_path(const struct path_report *report, const struct report_path *path,
		       const struct clock_path *launch, const struct clock_path *capture)
{
	path_write_labels(report, path);
	text_add(report->out, "\n");
	path_write_columns_head(report);
	write_points(report, path, launch);
	path_write_time(report, path_arrival(report, path->row), "data arrival time");
	if (path_is_unconstrained(report, path->row)) {
		path_write_rule(report);
		text_add(report->out, "(Path is unconstrained)\n\n\n");
		return;
	}
	text_add(report->out, "\n");
	path_write_required(report, path, capture);
	write_slack(report, path);
	text_add(report->out, "\n");
	path_write_borrowing(report, path, capture);
	text_add(report->out, "\n");
}

enum status path_write_full(struct path_report *report, const struct report_path *path)
{
	return path_write_with_clocks(report, path, write_path);
}

/* ---- an arrival alone ---- */

/* The worst of all sorts that count the latency of clocks, -1 = nothing arrives. */
static int32_t worst_state(const struct path_report *report, int32_t vertex)
{
	int64_t worst = FS_NONE_64;
	int32_t found = -1;

	for (int32_t s = state_first(report->states, vertex); s >= 0;
	     s = state_next(report->states, s)) {
		const struct tag *tag = state_tag(report->states, s);
		int64_t arrival = timing_arrival(report->timing, s, report->split);

		if (!tag || (tag->kind != TAG_DATA && tag->kind != TAG_CLOCK) ||
		    arrival == FS_NONE_64 || state_is_without_latency(report->states, s))
			continue;
		if (found < 0 || (report->split == LATE ? arrival > worst : arrival < worst)) {
			worst = arrival;
			found = s;
		}
	}
	return found;
}

static bool launches_to(const struct path_report *report, int32_t from, int32_t to)
{
	const struct netlist *netlist = report->netlist;
	int32_t instance = netlist->pin_instance[report_pin(report, from)];

	return instance >= 0 && instance == netlist->pin_instance[report_pin(report, to)];
}

/* Data back to its startpoint or a register's clock: the states, the last first. */
static enum status trace_back(const struct path_report *report, int32_t state,
			      struct timing_trace *trace)
{
	for (int32_t from = state; from >= 0;) {
		bool launched = state_tag(report->states, from)->kind != TAG_DATA;

		if (launched && !launches_to(report, from, state))
			break;
		TRY(APPEND(trace->state, trace->n, &trace->state_capacity, state = from));
		if (launched || state_leaves_latch(report->states, state))
			break;
		TRY(timing_came_from(report->timing, report->split, state, &from, NULL));
	}
	return STATUS_OK;
}

static enum status turn(const struct path_report *report, struct timing_trace *trace)
{
	TRY(ALLOC(&trace->arrival, trace->n));
	for (int32_t i = 0, j = trace->n - 1; i < j; i++, j--) {
		int32_t state = trace->state[i];

		trace->state[i] = trace->state[j];
		trace->state[j] = state;
	}
	for (int32_t i = 0; i < trace->n; i++)
		trace->arrival[i] = timing_arrival(report->timing, trace->state[i], report->split);
	return STATUS_OK;
}

static enum status write_data(struct path_report *report, const struct timing_trace *trace)
{
	struct snap_row row = {.sink = -1};
	struct report_path path = {.row = &row,
				   .n = trace->n,
				   .state = trace->state,
				   .arrival = trace->arrival,
				   .common_pin = -1};
	RELEASED_BY(clock_path_release) struct clock_path launch = {0};

	TRY(clock_launch_trace(report, &path, &launch));
	path_write_columns_head(report);
	write_points(report, &path, &launch);
	return STATUS_OK;
}

static enum status write_data_arrival(struct path_report *report, int32_t state)
{
	RELEASED_BY(timing_trace_release) struct timing_trace trace = {0};

	TRY(trace_back(report, state, &trace));
	TRY(turn(report, &trace));
	return write_data(report, &trace);
}

/* A clock's own way, from the edge at its source on. */
static enum status write_clock_arrival(struct path_report *report, int32_t state)
{
	int32_t edge = report->without_end->launch_edge;
	const struct shown_edge first = {edge, edge % N_EDGES, true, report->split};
	int64_t time = report->without_end->launch_time;
	RELEASED_BY(clock_path_release) struct clock_path clock = {0};

	TRY(clock_path_trace(report, report->split, state, &clock));
	path_write_columns_head(report);
	path_write_clock_edge(report, first, 0, time);
	path_write_clock_pins(report, &clock, report->split, time, true);
	return STATUS_OK;
}

/* The first of an edge of a clock; one that falls does so after its first rise, as in OpenSTA. */
static int64_t first_time(const struct path_report *report, int32_t clock_edge)
{
	const struct clock *clock = report_clock(report, clock_edge);
	int64_t time = report_edge_time(report, clock_edge);
	bool wraps = clock && clock_edge % N_EDGES == FALL && clock->time[FALL] < clock->time[RISE];

	return wraps ? time + fs_of_ps(clock->period) : time;
}

enum status path_write_arrival(struct path_report *report, int32_t vertex)
{
	int32_t state = worst_state(report, vertex);
	struct relation relation = {.capture_edge = -1, .exception = -1};
	const struct tag *tag;
	enum status status;

	if (state < 0)
		return STATUS_OK;
	tag = state_tag(report->states, state);
	relation.launch_edge = tag->clock_edge;
	relation.launch_time = first_time(report, relation.launch_edge);
	report->without_end = &relation;
	status = tag->kind == TAG_DATA ? write_data_arrival(report, state)
				       : write_clock_arrival(report, state);
	report->without_end = NULL;
	return status;
}
