/* How clocks come to where they launch and capture, and what a path has to do with them. */
#include <stdlib.h>

#include "base/grow.h"
#include "cmd/path_report.h"

const struct clock *report_clock(const struct path_report *report, int32_t clock_edge)
{
	return clock_edge < 0 ? NULL : &report->constraints->clock[clock_edge / N_EDGES];
}

int64_t report_edge_time(const struct path_report *report, int32_t clock_edge)
{
	const struct clock *clock = report_clock(report, clock_edge);

	return clock ? fs_of_ps(clock->time[clock_edge % N_EDGES]) : 0;
}

int64_t path_shift(const struct path_report *report, const struct snap_row *row)
{
	const struct relation *relation = path_relation(report, row);

	return relation->launch_time - report_edge_time(report, relation->launch_edge);
}

const char *path_group(const struct path_report *report, const struct snap_row *row)
{
	return report->states->group[path_relation(report, row)->group];
}

/* ---- the way of a clock ---- */

static enum status add_point(struct clock_path *path, int32_t state, int64_t latency,
			     bool of_master)
{
	TRY(GROW(&path->point, &path->capacity, (int64_t)path->n + 1));
	path->point[path->n++] = (struct clock_point){state, latency, of_master};
	return STATUS_OK;
}

static void reverse(struct clock_path *path)
{
	for (int32_t i = 0, j = path->n - 1; i < j; i++, j--) {
		struct clock_point point = path->point[i];

		path->point[i] = path->point[j];
		path->point[j] = point;
	}
}

/* Where a generated clock begins, time turns from the master's to its own: two states of one pin, shown
 * once, at no delay. */
static enum status trace_back(const struct path_report *report, enum split split, int32_t state,
			      struct clock_path *path)
{
	const struct state_graph *states = report->states;
	int32_t edge = state_tag(states, state)->clock_edge, from;
	int64_t latency = timing_arrival(report->timing, state, split) -
			  report_edge_time(report, edge);
	bool of_master = false;

	TRY(add_point(path, state, latency, false));
	for (;;) {
		TRY(timing_came_from(report->timing, split, state, &from));
		if (from < 0)
			break;
		of_master |= state_tag(states, from)->kind == TAG_INSERTION;
		if (states->vertex[from] != states->vertex[state]) {
			latency -= timing_arrival(report->timing, state, split) -
				   timing_arrival(report->timing, from, split);
			TRY(add_point(path, from, latency, of_master));
		}
		state = from;
	}
	edge = state_tag(states, state)->clock_edge;
	if (report_clock(report, edge)) {
		double given = report_clock(report, edge)->source_latency[split][edge % N_EDGES];

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
	};
	TRY(trace_back(report, split, state, out));
	reverse(out);
	return STATUS_OK;
}

void clock_path_release(struct clock_path *path)
{
	free(path->point);
	*path = (struct clock_path){0};
}
