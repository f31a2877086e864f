/* What was computed, on the host. */
#include <stdlib.h>

#include "algo/timing_pin_slacks.h"
#include "base/bits.h"
#include "base/grow.h"

static void **array_of(struct timing *timing, enum timing_array which)
{
	void **const array[N_TIMING_ARRAYS] = {
		[HOST_ARRIVAL] = (void **)&timing->arrival,
		[HOST_REQUIRED] = (void **)&timing->required,
		[HOST_SLEW] = (void **)&timing->slew,
		[HOST_DELAY] = (void **)&timing->delay,
		[HOST_CONSTANT] = (void **)&timing->constant,
		[HOST_LOAD] = (void **)&timing->load,
		[HOST_BORROWED] = (void **)&timing->borrowed,
		[HOST_WINDOW] = (void **)&timing->window,
		[HOST_IN_ROW] = (void **)&timing->in_row,
		[HOST_IN_FROM] = (void **)&timing->in_from,
		[HOST_IN_ARC] = (void **)&timing->in_arc,
		[HOST_ARC] = (void **)&timing->arc,
	};

	return array[which];
}

/* On failure the array is NULL: what is there is whole. */
static enum status read_array(struct timing *timing, enum timing_array which, const void *d_from,
			      int64_t n, size_t size)
{
	void **out = array_of(timing, which), **memory = &timing->memory.of[which].bytes;
	int64_t bytes = n * (int64_t)size;

	*out = NULL; /* read before an attempt at all of them failed */
	if (device_in_host_memory(timing->queue)) {
		TRY(queue_sync(timing->queue));
		*out = (void *)d_from;
		return STATUS_OK;
	}
	TRY(grow_items(memory, &timing->memory.of[which].capacity, bytes ? bytes : 1, 1));
	queue_download(timing->queue, *memory, d_from, bytes);
	TRY(queue_sync(timing->queue));
	*out = *memory;
	return STATUS_OK;
}

static enum status read_all(struct timing *timing)
{
	const struct device_timing *d = &timing->image->device;
	const struct device_states *states = &timing->image->device_states;
	int64_t n = (int64_t)states->n_states * N_SPLITS;

	TRY(timing_need_required(timing));
	TRY(read_array(timing, HOST_ARRIVAL, states->arrival, n, sizeof *states->arrival));
	TRY(read_array(timing, HOST_REQUIRED, states->required, n, sizeof *states->required));
	TRY(read_array(timing, HOST_SLEW, d->slew, (int64_t)d->n_states * N_SPLITS,
		       sizeof *d->slew));
	TRY(read_array(timing, HOST_DELAY, d->delay,
		       ((int64_t)d->n_arcs + timing->image->graph->n_latch_arcs) * N_SPLITS,
		       sizeof *d->delay));
	TRY(read_array(timing, HOST_CONSTANT, states->constant,
		       (int64_t)timing->image->states->n_constants * N_SPLITS,
		       sizeof *states->constant));
	if (states->borrowed) {
		TRY(read_array(timing, HOST_BORROWED, states->borrowed, states->n_sinks,
			       sizeof *states->borrowed));
		TRY(read_array(timing, HOST_WINDOW, timing->image->latches.device.sink_window,
			       states->n_sinks, sizeof *timing->window));
	}
	TRY(read_array(timing, HOST_LOAD, d->load,
		       (int64_t)timing->image->graph->netlist->n_nets * 4, sizeof *d->load));
	return STATUS_OK;
}

void timing_drop_results(struct timing *timing)
{
	for (enum timing_array which = HOST_ARRIVAL; which <= HOST_WINDOW; which++)
		*array_of(timing, which) = NULL;
}

void timing_drop_fan_in(struct timing *timing)
{
	for (enum timing_array which = HOST_IN_ROW; which <= HOST_ARC; which++)
		*array_of(timing, which) = NULL;
}

void timing_free_memory(struct timing *timing)
{
	for (enum timing_array which = 0; which < N_TIMING_ARRAYS; which++)
		free(timing->memory.of[which].bytes);
	timing->memory = (struct timing_memory){0};
}

enum status timing_read(struct timing *timing)
{
	TRY(timing_update(timing));
	return timing->load ? STATUS_OK : read_all(timing); /* the loads come last */
}

enum status timing_read_fan_in(struct timing *timing)
{
	const struct device_states *d = &timing->image->device_states;

	if (timing->in_arc)
		return STATUS_OK;
	TRY(read_array(timing, HOST_IN_ROW, d->in_row, (int64_t)d->n_states + 1,
		       sizeof *d->in_row));
	TRY(read_array(timing, HOST_IN_FROM, d->in_from, d->n_arcs, sizeof *d->in_from));
	TRY(read_array(timing, HOST_ARC, d->arc, d->n_arcs, sizeof *d->arc));
	return read_array(timing, HOST_IN_ARC, d->in_arc, d->n_arcs, sizeof *d->in_arc);
}

int64_t timing_delay_of_arc(const struct timing *timing, int32_t arc, enum split split)
{
	int32_t from = timing->arc[arc], delay;

	if (from == ARC_NOWHERE)
		return FS_NONE_64;
	if (from < 0)
		return timing->constant[N_SPLITS * (int64_t)~from + split];
	delay = timing->delay[N_SPLITS * (int64_t)from + split];
	return delay == DELAY_NONE ? FS_NONE_64 : delay;
}

enum status timing_came_from(struct timing *timing, enum split split, int32_t state, int32_t *from)
{
	int32_t place = timing->image->state_place[state];
	int64_t arrival = timing_arrival(timing, state, split);

	*from = -1;
	TRY(timing_read_fan_in(timing));
	for (int32_t j = timing->in_row[place]; j < timing->in_row[place + 1]; j++) {
		int64_t tail = N_SPLITS * (int64_t)timing->in_from[j] + split;
		int64_t delay = timing_delay_of_arc(timing, timing->in_arc[j], split);

		if (timing->arrival[tail] == FS_NONE_64 || delay == FS_NONE_64 ||
		    timing->arrival[tail] + delay != arrival)
			continue;
		*from = timing->image->image->state_vertex[timing->in_from[j]];
		break;
	}
	return STATUS_OK;
}

int64_t timing_arrival(const struct timing *timing, int32_t state, enum split split)
{
	return timing->arrival[N_SPLITS * (int64_t)timing->image->state_place[state] + split];
}

int64_t timing_required(const struct timing *timing, int32_t state, enum split split)
{
	return timing->required[N_SPLITS * (int64_t)timing->image->state_place[state] + split];
}

static int64_t slack_of(int64_t arrival, int64_t required, enum split split)
{
	if (required == FS_NONE_64 || arrival == FS_NONE_64)
		return FS_NONE_64;
	return split == LATE ? required - arrival : arrival - required;
}

/* States on the way to a generated clock are not of the vertex's own. */
static bool counts(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag && !tag_is_on_way(tag);
}

/* The states of a vertex, one after another; of a pin's that has two sides also those of its driving side. */
static int32_t first_of_driving(const struct timing *timing, int32_t vertex)
{
	int32_t side = netlist_driving_vertex(timing->image->graph->netlist, vertex);

	return side == vertex ? -1 : state_first(timing->image->states, side);
}

static int32_t first_of(const struct timing *timing, int32_t vertex)
{
	int32_t first = state_first(timing->image->states, vertex);

	return first >= 0 ? first : first_of_driving(timing, vertex);
}

static int32_t next_of(const struct timing *timing, int32_t vertex, int32_t state)
{
	const struct state_graph *states = timing->image->states;
	int32_t next = state_next(states, state);

	return next >= 0 || state_vertex(states, state) != vertex
		       ? next
		       : first_of_driving(timing, vertex);
}

/* The largest or the least time of a vertex' own states; FS_NONE_64 = none has any. */
static int64_t of_vertex(const struct timing *timing, int32_t vertex, enum split split,
			 bool largest,
			 int64_t (*time_of)(const struct timing *, int32_t, enum split))
{
	const struct state_graph *states = timing->image->states;
	int64_t worst = FS_NONE_64;

	for (int32_t s = first_of(timing, vertex); s >= 0; s = next_of(timing, vertex, s)) {
		int64_t at = time_of(timing, s, split);

		if (at == FS_NONE_64 || !counts(states, s) || state_is_without_latency(states, s))
			continue;
		if (worst == FS_NONE_64 || (largest ? at > worst : at < worst))
			worst = at;
	}
	return worst;
}

int64_t timing_vertex_arrival(const struct timing *timing, int32_t vertex, enum split split)
{
	return of_vertex(timing, vertex, split, split == LATE, timing_arrival);
}

int64_t timing_vertex_required(const struct timing *timing, int32_t vertex, enum split split)
{
	return of_vertex(timing, vertex, split, split == EARLY, timing_required);
}

int64_t timing_vertex_slack_of(const struct timing *timing, const int64_t *slack, int32_t vertex)
{
	const struct state_graph *states = timing->image->states;
	int64_t worst = FS_NONE_64;

	for (int32_t s = first_of(timing, vertex); s >= 0; s = next_of(timing, vertex, s)) {
		if (counts(states, s))
			worst = min_i64(worst, slack[timing->image->state_place[s]]);
	}
	return worst;
}

int64_t timing_vertex_slack(const struct timing *timing, int32_t vertex, enum split split)
{
	const struct state_graph *states = timing->image->states;
	int64_t worst = FS_NONE_64;

	for (int32_t s = first_of(timing, vertex); s >= 0; s = next_of(timing, vertex, s)) {
		if (counts(states, s))
			worst = min_i64(worst, slack_of(timing_arrival(timing, s, split),
							timing_required(timing, s, split), split));
	}
	return worst;
}

double timing_vertex_slew(const struct timing *timing, int32_t vertex, enum split split)
{
	return timing->slew[N_SPLITS * (int64_t)timing->image->vertex_state[vertex] + split];
}

enum status timing_read_drives(const struct timing *timing, int64_t **out)
{
	int64_t n = N_SPLITS * (int64_t)timing->image->n_drivers;

	TRY(ALLOC(out, n));
	queue_download(timing->queue, *out, timing->image->d_extra, n * (int64_t)sizeof **out);
	return queue_sync(timing->queue);
}

double timing_clock_slew(const struct timing *timing, int32_t vertex, enum split split)
{
	struct given_slew ideal;

	return timing->image->states && state_ideal_slew(timing->image->states, vertex, &ideal)
		       ? ideal.slew[split]
		       : timing_vertex_slew(timing, vertex, split);
}

int64_t timing_sink_required(const struct timing *timing, int32_t sink)
{
	const struct timing_image *image = timing->image;

	return timing->required[N_SPLITS * ((int64_t)image->device_states.first_sink + sink) +
				image->states->endpoint[sink].split];
}

int64_t timing_sink_opening(const struct timing *timing, int32_t sink)
{
	int64_t required = timing_sink_required(timing, sink);

	return timing->borrowed && required != FS_NONE_64 ? required - timing->borrowed[sink]
							  : required;
}

int64_t timing_sink_slack(const struct timing *timing, int32_t sink)
{
	const struct state_graph *states = timing->image->states;
	enum split split = states->endpoint[sink].split;

	return slack_of(timing_arrival(timing, states->graph->sink_vertex[sink], split),
			timing_sink_required(timing, sink), split);
}
