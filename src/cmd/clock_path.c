/* Where the clock of a register comes from, and what path groups are called after. */
#include <stdlib.h>

#include "base/grow.h"
#include "cmd/path_report.h"

static const struct clock *clock_at(const struct constraints *constraints, int32_t pin)
{
	for (int32_t c = 0; constraints && c < constraints->n_clocks; c++) {
		if (constraints->clock[c].port == pin)
			return &constraints->clock[c];
	}
	return NULL;
}

enum status clock_path_trace(struct timing *timing, enum split split, int32_t vertex,
			     struct clock_path *out)
{
	const struct timing_image *image = timing->image;
	int32_t state = image->vertex_state[vertex], first;

	*out = (struct clock_path){0};
	while (state >= 0) {
		TRY(GROW(&out->state, &out->capacity, out->n + 1));
		out->state[out->n++] = state;
		TRY(timing_came_from(timing, split, state, &state));
	}
	first = image->image->state_vertex[out->state[out->n - 1]];
	out->edge = (enum edge)(first % N_EDGES);
	out->clock = clock_at(image->graph->constraints, first / N_EDGES);
	if (out->clock && out->edge == FALL)
		out->edge_time = fs_of_ps(out->clock->fall);
	return STATUS_OK;
}

void clock_path_release(struct clock_path *path)
{
	free(path->state);
	*path = (struct clock_path){0};
}

enum status path_capture_clock(const struct path_report *report, int32_t sink,
			       const struct clock **out)
{
	const struct constraints *constraints = report->graph->constraints;
	const struct endpoint *endpoint = &report->graph->endpoint[sink];
	struct clock_path path = {0};
	enum status status;

	*out = constraints && constraints->n_clocks ? &constraints->clock[0] : NULL;
	/* Required times at ports are counted from the first clock. Where there is no other,
	 * registers have no choice either, unless something else comes to their clock pin. */
	if (endpoint->clock < 0 || !*out)
		return STATUS_OK;
	status = clock_path_trace(report->timing, endpoint->split == LATE ? EARLY : LATE,
				  endpoint->clock, &path);
	*out = path.clock;
	clock_path_release(&path);
	return status;
}

const char *path_group_name(const struct path_report *report, int32_t sink,
			    const struct clock *clock)
{
	enum endpoint_kind kind = report->graph->endpoint[sink].kind;

	if (kind == ENDPOINT_RECOVERY || kind == ENDPOINT_REMOVAL)
		return "asynchronous";
	return clock ? clock->name : kind == ENDPOINT_OUTPUT ? "path delay" : "unconstrained";
}
