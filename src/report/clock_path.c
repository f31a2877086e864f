/* How clocks reach the pins where they launch and capture, and their part in a path. */
#include <stdlib.h>

#include "gpu/timing/timing_references.h"
#include "base/grow.h"
#include "report/path_report.h"
#include "session/session.h"

enum status path_report_begin(struct session *session, struct path_report *report)
{
	TRY(session_need_timing(session));
	TRY(timing_read_values(session->design.timing));
	report->timing = session->design.timing;
	report->graph = report->timing->image->graph;
	report->states = report->timing->image->states;
	report->constraints = report->graph->constraints;
	report->netlist = report->graph->netlist;
	report->cppr = session->cppr != CREDIT_NONE;
	return STATUS_OK;
}

const struct clock *report_clock(const struct path_report *report, int32_t clock_edge)
{
	return clock_edge < 0 ? NULL : &report->constraints->clock[clock_edge / N_EDGES];
}

int64_t report_edge_time(const struct path_report *report, int32_t clock_edge)
{
	const struct clock *clock = report_clock(report, clock_edge);

	return clock ? fs_of_ps(clock->time[clock_edge % N_EDGES]) : 0;
}

void path_add_clock_name(const struct path_report *report, int32_t clock_edge, int seen,
			 struct text *out)
{
	text_printf(out, "%s%s", report_clock(report, clock_edge)->name,
		    clock_edge % N_EDGES == seen ? "" : "'");
}

/* ---- its times ---- */

const struct exception *path_exception(const struct path_report *report, const struct snap_row *row)
{
	int32_t exception = path_relation(report, row)->exception;

	return exception < 0 ? NULL : &report->constraints->exception[exception];
}

bool path_is_delay(const struct path_report *report, const struct snap_row *row)
{
	const struct exception *exception = path_exception(report, row);

	return exception && exception->kind == EXCEPTION_DELAY;
}

bool path_ignores_clocks(const struct path_report *report, const struct snap_row *row)
{
	return path_is_delay(report, row) && path_exception(report, row)->ignore_clock_latency;
}

int64_t path_launch_time(const struct path_report *report, const struct snap_row *row)
{
	return path_is_delay(report, row) ? 0 : path_relation(report, row)->launch_time;
}

int64_t path_base_time(const struct path_report *report, const struct snap_row *row)
{
	const struct relation *relation = path_relation(report, row);

	if (path_is_delay(report, row))
		return fs_of_ps(path_exception(report, row)->delay);
	return relation->capture_edge < 0 ? path_required(report, row)
					  : relation->capture_time + relation->multicycle;
}

int64_t path_capture_latency(const struct path_report *report, const struct snap_row *row,
			     const struct clock_path *capture)
{
	return capture->n ? capture->point[capture->n - 1].latency
			  : path_endpoint(report, row)->latency;
}

bool path_capture_is_propagated(const struct path_report *report, const struct snap_row *row)
{
	int32_t state = path_endpoint(report, row)->clock,
		edge = path_relation(report, row)->capture_edge;

	return state >= 0 ? state_is_propagated(report->states, state)
			  : edge >= 0 && report_clock(report, edge)->propagated;
}

bool path_captures_at_source(const struct path_report *report, const struct snap_row *row)
{
	int32_t state = path_endpoint(report, row)->clock,
		edge = path_relation(report, row)->capture_edge;

	return state >= 0 &&
	       clock_is_source_of(report_clock(report, edge), report_pin(report, state));
}

int64_t path_shift(const struct path_report *report, const struct snap_row *row)
{
	return path_launch_time(report, row) -
	       report_edge_time(report, path_relation(report, row)->launch_edge);
}

int64_t path_uncertainty(const struct path_report *report, const struct snap_row *row)
{
	int64_t uncertainty = path_relation(report, row)->uncertainty;

	return report->split == LATE ? -uncertainty : uncertainty;
}

int64_t path_margin(const struct path_report *report, const struct snap_row *row)
{
	int64_t margin = path_relation(report, row)->margin;

	return report->split == LATE ? -margin : margin;
}

int64_t path_credit(const struct path_report *report, const struct snap_row *row)
{
	return report->split == LATE ? row->credit : -row->credit;
}

int32_t path_group_number(const struct path_report *report, const struct snap_row *row)
{
	int32_t set = path_relation(report, row)->group, g = -1;
	const char *first = report->states->group[set];
	size_t length = strcspn(first, "\n");

	if (row->group)
		return row->group - 1;
	if (!first[length])
		return set;
	do
		g++;
	while (strncmp(report->states->group[g], first, length) != 0 ||
	       report->states->group[g][length]);
	return g;
}

const char *path_group(const struct path_report *report, const struct snap_row *row)
{
	return report->states->group[path_group_number(report, row)];
}

/* ---- the way of a clock ---- */

/* Is the arc by which it came there one that launches? */
static bool launches_by(const struct timing_graph *timing, int32_t arc)
{
	int32_t type = arc < 0 ? -1 : timing->graph->arc_type[arc];

	return type >= 0 && timing->type[type].launches;
}

static void reverse(struct clock_path *path)
{
	for (int32_t i = 0, j = path->n - 1; i < j; i++, j--) {
		struct clock_point point = path->point[i];

		path->point[i] = path->point[j];
		path->point[j] = point;
	}
}

/* Where a generated clock begins, time turns from the master's to its own: two states of one pin,
 * shown once, at no delay. */
static enum status trace_back(const struct path_report *report, enum split split, int32_t state,
			      struct clock_path *path)
{
	const struct state_graph *states = report->states;
	int32_t edge = state_tag(states, state)->clock_edge, from, by;
	int64_t latency =
		timing_arrival(report->timing, state, split) - report_edge_time(report, edge);
	bool of_master = false;

	TRY(APPEND(path->point, path->n, &path->capacity,
		   (struct clock_point){.state = state, .latency = latency}));
	for (;;) {
		TRY(timing_came_from(report->timing, split, state, &from, &by));
		if (from < 0)
			break;
		of_master |= tag_is_insertion(state_tag(states, from));
		if (state_vertex(states, from) != state_vertex(states, state)) {
			struct clock_point point = {.state = from, .of_master = of_master};

			latency -= timing_arrival(report->timing, state, split) -
				   timing_arrival(report->timing, from, split);
			point.latency = latency;
			point.launches = launches_by(states->timing, by);
			TRY(APPEND(path->point, path->n, &path->capacity, point));
		}
		state = from;
	}
	edge = state_tag(states, state)->clock_edge;
	if (report_clock(report, edge)) {
		double given = constraints_source_latency(report->constraints, edge / N_EDGES,
							  report_pin(report, state), split,
							  edge % N_EDGES);

		path->source_latency = is_given(given) ? fs_of_ps(given) : 0;
	}
	return STATUS_OK;
}

enum status clock_path_trace(const struct path_report *report, enum split split, int32_t state,
			     struct clock_path *out)
{
	int32_t edge = state_tag(report->states, state)->clock_edge;

	*out = (struct clock_path){
		.clock = report_clock(report, edge),
		.edge = (enum edge)(edge % N_EDGES),
		.propagated = state_is_propagated(report->states, state),
	};
	TRY(trace_back(report, split, state, out));
	reverse(out);
	return STATUS_OK;
}

/* The reference of a data check: a register's clock and what it launches, data from an input, or a
 * clock that is data itself, all of whose way is the clock's. */
static enum status fill_reference(const struct path_report *report,
				  const struct timing_trace *trace, struct clock_path *out)
{
	const struct state_graph *states = report->states;
	enum split other = report->split == LATE ? EARLY : LATE;
	int32_t start = trace->state[0], edge = state_tag(states, start)->clock_edge;
	bool is_register = !(states->flags[start] & STATE_DATA);
	bool is_clock = state_is_clock_as_data(states, start);

	if (is_register)
		TRY(clock_path_trace(report, other, start, out));
	out->clock = report_clock(report, edge);
	out->edge = (enum edge)(edge % N_EDGES);
	out->propagated = is_register ? out->propagated : out->clock->propagated;
	for (int32_t i = is_register; i < trace->n; i++) {
		struct clock_point point = {.state = trace->state[i],
					    .latency = trace->arrival[i] -
						       report_edge_time(report, edge)};

		if (is_clock)
			TRY(APPEND(out->point, out->n, &out->capacity, point));
		else
			TRY(APPEND(out->data, out->n_data, &out->data_capacity, point));
	}
	return STATUS_OK;
}

static enum status reference_trace(const struct path_report *report, int32_t sink,
				   struct clock_path *out)
{
	RELEASED_BY(timing_trace_release) struct timing_trace trace = {0};

	TRY(timing_trace_reference(report->timing, sink, &trace));
	return fill_reference(report, &trace, out);
}

enum status clock_launch_trace(const struct path_report *report, const struct report_path *path,
			       struct clock_path *launch)
{
	*launch = (struct clock_path){0};
	if (path_leaves_latch(report, path)) {
		int32_t departure = state_departure(report->states, path->state[0]);

		TRY(clock_path_trace(report, EARLY, report->states->departure[departure].opens,
				     launch));
	}
	if ((path_begins_at_register(report, path) &&
	     state_tag(report->states, path->state[0])->clock_edge >= 0) ||
	    (report->format == PATH_FULL_CLOCK_EXPANDED &&
	     state_is_clock_as_data(report->states, path->state[0])))
		TRY(clock_path_trace(report, report->split, path->state[0], launch));
	return STATUS_OK;
}

enum status clock_paths_trace(const struct path_report *report, const struct report_path *path,
			      struct clock_path *launch, struct clock_path *capture)
{
	const struct endpoint *endpoint = path_endpoint(report, path->row);

	*capture = (struct clock_path){0};
	TRY(clock_launch_trace(report, path, launch));
	if (endpoint_is_data_check(report->states, endpoint))
		return reference_trace(report, path->row->sink, capture);
	if (endpoint->clock >= 0)
		TRY(clock_path_trace(report, report->split == LATE ? EARLY : LATE, endpoint->clock,
				     capture));
	return STATUS_OK;
}

enum status path_write_with_clocks(const struct path_report *report, const struct report_path *path,
				   void (*write)(const struct path_report *report,
						 const struct report_path *path,
						 const struct clock_path *launch,
						 const struct clock_path *capture))
{
	RELEASED_BY(clock_path_release) struct clock_path launch = {0}, capture = {0};

	TRY(clock_paths_trace(report, path, &launch, &capture));
	write(report, path, &launch, &capture);
	return STATUS_OK;
}

void clock_path_release(struct clock_path *path)
{
	FREE_ALL(path->point, path->data);
	*path = (struct clock_path){0};
}
