/* What was computed, on the host: all of it, or the values that are asked for, in pages. */
#include <stdlib.h>

#include "gpu/timing/timing.h"
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
		[HOST_GRAPH_ARC] = (void **)&timing->graph_arc,
	};

	return array[which];
}

/* Where it is on the device; NULL = there is none. */
struct span {
	const void *from;
	int64_t n, size;
};

static struct span span_of(const struct timing *timing, enum timing_array which)
{
	const struct timing_image *image = timing->image;
	const struct device_timing *d = &image->device;
	const struct device_states *states = &image->device_states;
	const int64_t *window = states->borrowed ? image->latches.device.sink_window : NULL;
	int64_t n_arcs = (int64_t)d->n_arcs + image->graph->n_latch_arcs;
	const struct span span[N_TIMING_ARRAYS] = {
		[HOST_ARRIVAL] = {states->arrival, N_SPLITS * (int64_t)states->n_states, 8},
		[HOST_REQUIRED] = {states->required, N_SPLITS * (int64_t)states->n_states, 8},
		[HOST_SLEW] = {d->slew, N_SPLITS * (int64_t)d->n_states, 8},
		[HOST_DELAY] = {d->delay, N_SPLITS * n_arcs, 4},
		[HOST_CONSTANT] = {states->constant, N_SPLITS * (int64_t)image->states->n_constants,
				   8},
		[HOST_LOAD] = {d->load, 4 * (int64_t)image->graph->netlist->n_nets, 8},
		[HOST_BORROWED] = {states->borrowed, states->n_sinks, 8},
		[HOST_WINDOW] = {window, states->n_sinks, 8},
		[HOST_IN_ROW] = {states->in_row, (int64_t)states->n_states + 1, 4},
		[HOST_IN_FROM] = {states->in_from, states->n_arcs, 4},
		[HOST_IN_ARC] = {states->in_arc, states->n_arcs, 4},
		[HOST_ARC] = {states->arc, states->n_arcs, 4},
		[HOST_GRAPH_ARC] = {image->delay_image->d_arc, d->n_arcs, 4},
	};

	return span[which];
}

/* ---- all of it ---- */

/* On failure the array is NULL: what is there is whole. */
static enum status read_array(struct timing *timing, enum timing_array which)
{
	struct timing_memory *memory = timing->memory;
	struct span span = span_of(timing, which);
	int64_t bytes = span.n * span.size;
	void **out = array_of(timing, which);

	if (*out || !span.from)
		return STATUS_OK;
	if (device_in_host_memory(timing->queue)) {
		TRY(queue_sync(timing->queue));
		*out = (void *)span.from;
		return STATUS_OK;
	}
	TRY(grow_items(&memory->of[which].bytes, &memory->of[which].capacity, bytes ? bytes : 1,
		       1));
	queue_download(timing->queue, memory->of[which].bytes, span.from, bytes);
	TRY(queue_sync(timing->queue));
	*out = memory->of[which].bytes;
	return STATUS_OK;
}

void timing_drop_results(struct timing *timing)
{
	for (enum timing_array which = HOST_ARRIVAL; which <= HOST_WINDOW; which++) {
		*array_of(timing, which) = NULL;
		timing->memory->of[which].n_pages = 0;
	}
}

void timing_drop_fan_in(struct timing *timing)
{
	for (enum timing_array which = HOST_IN_ROW; which <= HOST_GRAPH_ARC; which++) {
		*array_of(timing, which) = NULL;
		timing->memory->of[which].n_pages = 0;
	}
}

/* With its memory, which goes with timing_free_memory(). */
enum status timing_alloc(struct timing **out)
{
	struct timing_memory *memory;

	TRY(ALLOC(&memory, 1));
	if (ALLOC(out, 1) != STATUS_OK) {
		free(memory);
		return STATUS_NO_MEMORY;
	}
	memory->owner = *out;
	(*out)->memory = memory;
	return STATUS_OK;
}

void timing_free_memory(struct timing *timing)
{
	for (enum timing_array which = 0; timing->memory && which < N_TIMING_ARRAYS; which++) {
		free(timing->memory->of[which].bytes);
		free(timing->memory->of[which].is_there);
	}
	free(timing->memory);
	timing->memory = NULL;
}

enum status timing_read(struct timing *timing)
{
	TRY(timing_update(timing));
	TRY(timing_need_required(timing));
	for (enum timing_array which = HOST_ARRIVAL; which <= HOST_WINDOW; which++)
		TRY(read_array(timing, which));
	return STATUS_OK;
}

enum status timing_read_fan_in(struct timing *timing)
{
	for (enum timing_array which = HOST_IN_ROW; which <= HOST_GRAPH_ARC; which++)
		TRY(read_array(timing, which));
	return STATUS_OK;
}

/* ---- values that are asked for ---- */

enum {
	PAGE = 1 << 14,  /* bytes that are copied at once */
	MOST_PAGES = 256 /* of an array; then all of it is read */
};

enum status timing_read_values(struct timing *timing)
{
	TRY(timing_update(timing));
	if (device_in_host_memory(timing->queue))
		return timing_read(timing);
	return timing_need_required(timing);
}

enum status timing_values_status(const struct timing *timing)
{
	enum status status = timing->memory->status;

	timing->memory->status = STATUS_OK;
	return status == STATUS_OK
		       ? STATUS_OK
		       : status_fail(status, "results couldn't be copied from the device");
}

/* Copy the page of a byte, if it isn't there. */
static enum status read_page(const struct timing *timing, enum timing_array which,
			     const struct span *span, int64_t byte)
{
	struct timing_memory *memory = timing->memory;
	int64_t bytes = span->n * span->size, page = byte / PAGE, n_pages = bytes / PAGE + 1;
	int64_t begin = page * PAGE, end = min_i64(begin + PAGE, bytes);

	if (!memory->of[which].n_pages) {
		TRY(grow_items(&memory->of[which].bytes, &memory->of[which].capacity, bytes, 1));
		free(memory->of[which].is_there);
		TRY(ALLOC(&memory->of[which].is_there, n_pages));
	}
	if (memory->of[which].is_there[page])
		return STATUS_OK;
	queue_download(timing->queue, (char *)memory->of[which].bytes + begin,
		       (const char *)span->from + begin, end - begin);
	TRY(queue_sync(timing->queue));
	memory->of[which].is_there[page] = 1;
	memory->of[which].n_pages++;
	return STATUS_OK;
}

/* An item of an array, 0 where it can't be copied: timing_values_status() tells. */
static const void *item_of(const struct timing *timing, enum timing_array which, int64_t i)
{
	static const int64_t zero;
	struct timing *owner = timing->memory->owner;
	struct span span = span_of(timing, which);
	void **whole = array_of(owner, which);
	enum status status = STATUS_OK;

	if (!*whole && timing->memory->of[which].n_pages >= MOST_PAGES)
		status = read_array(owner, which);
	if (*whole)
		return (const char *)*whole + i * span.size;
	if (status == STATUS_OK)
		status = read_page(timing, which, &span, i * span.size);
	if (status == STATUS_OK)
		return (const char *)timing->memory->of[which].bytes + i * span.size;
	timing->memory->status = status;
	return &zero;
}

/* One of `whole`, or (NULL) of what is copied one by one. */
static inline int64_t time_of(const struct timing *timing, const int64_t *whole,
			      enum timing_array which, int64_t i)
{
	return whole ? whole[i] : *(const int64_t *)item_of(timing, which, i);
}

static inline int32_t number_of(const struct timing *timing, const int32_t *whole,
				enum timing_array which, int64_t i)
{
	return whole ? whole[i] : *(const int32_t *)item_of(timing, which, i);
}

static inline double value_of(const struct timing *timing, const double *whole,
			      enum timing_array which, int64_t i)
{
	return whole ? whole[i] : *(const double *)item_of(timing, which, i);
}

double timing_net_load(const struct timing *timing, int32_t net, enum split split, int edge)
{
	return value_of(timing, timing->load, HOST_LOAD,
			4 * (int64_t)net + N_EDGES * (int)split + edge);
}

int64_t timing_sink_window(const struct timing *timing, int32_t sink)
{
	return time_of(timing, timing->window, HOST_WINDOW, sink);
}

int64_t timing_graph_arc_delay(const struct timing *timing, int32_t arc, enum split split)
{
	int32_t delay = number_of(timing, timing->delay, HOST_DELAY,
				  N_SPLITS * (int64_t)timing->arc_place[arc] + split);

	return delay == DELAY_NONE ? FS_NONE_64 : delay;
}

int64_t timing_delay_of_arc(const struct timing *timing, int32_t arc, enum split split)
{
	int32_t from = number_of(timing, timing->arc, HOST_ARC, arc), delay;

	if (from == ARC_NOWHERE)
		return FS_NONE_64;
	if (from < 0)
		return time_of(timing, timing->constant, HOST_CONSTANT,
			       N_SPLITS * (int64_t)~from + split);
	delay = number_of(timing, timing->delay, HOST_DELAY, N_SPLITS * (int64_t)from + split);
	return delay == DELAY_NONE ? FS_NONE_64 : delay;
}

/* The arc of the timing graph that one of the image has its delay from; -1 = it has a constant one, or is through a latch. */
static int32_t graph_arc_of(const struct timing *timing, int32_t arc)
{
	int32_t place = number_of(timing, timing->arc, HOST_ARC, arc);

	return place < 0 || place >= timing->image->device.n_arcs
		       ? -1
		       : number_of(timing, timing->graph_arc, HOST_GRAPH_ARC, place);
}

enum status timing_came_from(struct timing *timing, enum split split, int32_t state, int32_t *from,
			     int32_t *by)
{
	int32_t place = timing->image->state_place[state];
	int64_t arrival = timing_arrival(timing, state, split);

	int32_t end = number_of(timing, timing->in_row, HOST_IN_ROW, (int64_t)place + 1);

	*from = -1;
	for (int32_t j = number_of(timing, timing->in_row, HOST_IN_ROW, place); j < end; j++) {
		int32_t tail = number_of(timing, timing->in_from, HOST_IN_FROM, j);
		int64_t at = time_of(timing, timing->arrival, HOST_ARRIVAL,
				     N_SPLITS * (int64_t)tail + split);
		int32_t arc = number_of(timing, timing->in_arc, HOST_IN_ARC, j);
		int64_t delay = timing_delay_of_arc(timing, arc, split);

		if (at == FS_NONE_64 || delay == FS_NONE_64 || at + delay != arrival)
			continue;
		*from = timing->image->image->state_vertex[tail];
		if (by)
			*by = graph_arc_of(timing, arc);
		break;
	}
	return timing_values_status(timing);
}

int64_t timing_arrival(const struct timing *timing, int32_t state, enum split split)
{
	return time_of(timing, timing->arrival, HOST_ARRIVAL,
		       N_SPLITS * (int64_t)timing->image->state_place[state] + split);
}

int64_t timing_required(const struct timing *timing, int32_t state, enum split split)
{
	return time_of(timing, timing->required, HOST_REQUIRED,
		       N_SPLITS * (int64_t)timing->image->state_place[state] + split);
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
			 int64_t (*of_state)(const struct timing *, int32_t, enum split))
{
	const struct state_graph *states = timing->image->states;
	int64_t worst = FS_NONE_64;

	for (int32_t s = first_of(timing, vertex); s >= 0; s = next_of(timing, vertex, s)) {
		int64_t at = of_state(timing, s, split);

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
	return value_of(timing, timing->slew, HOST_SLEW,
			N_SPLITS * (int64_t)timing->image->vertex_state[vertex] + split);
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

	return time_of(timing, timing->required, HOST_REQUIRED,
		       N_SPLITS * ((int64_t)image->device_states.first_sink + sink) +
			       image->states->endpoint[sink].split);
}

int64_t timing_sink_opening(const struct timing *timing, int32_t sink)
{
	int64_t required = timing_sink_required(timing, sink);

	return timing->image->device_states.borrowed && required != FS_NONE_64
		       ? required - time_of(timing, timing->borrowed, HOST_BORROWED, sink)
		       : required;
}

int64_t timing_sink_slack(const struct timing *timing, int32_t sink)
{
	const struct state_graph *states = timing->image->states;
	enum split split = states->endpoint[sink].split;

	return slack_of(timing_arrival(timing, states->graph->sink_vertex[sink], split),
			timing_sink_required(timing, sink), split);
}
