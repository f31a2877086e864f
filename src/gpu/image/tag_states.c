/* States and arcs of complete sets of tags: counted, numbered and written by kernels. */
#include <string.h>

#include "gpu/image/tag_set_args.h"
#include "gpu/image/tag_spreader_impl.h"

static const char name[] = "tags";

/* ---- states ---- */

/* An array of the host of which n_there items are there and the others are made: itself, or memory of the device. */
static enum status open_array(struct spreading *s, void *host, int64_t n_there, int64_t n,
			      size_t size, void *d_pointer)
{
	void *d_array = host;

	if (!s->in_host_memory) {
		TRY(device_alloc(s->queue, name, n * (int64_t)size, &d_array));
		if (n_there)
			queue_upload(s->queue, d_array, host, n_there * (int64_t)size);
	}
	memcpy(d_pointer, &d_array, sizeof d_array);
	return STATUS_OK;
}

#define OPEN_ARRAY(s, host, n_there, n, d_pointer)                                                 \
	open_array((s), (host), (n_there), (n), sizeof *(host), (d_pointer))

static void download(struct spreading *s, void *host, const void *d_array, int64_t begin, int64_t n,
		     size_t size)
{
	if (!s->in_host_memory && d_array)
		queue_download(s->queue, (char *)host + begin * (int64_t)size,
			       (const char *)d_array + begin * (int64_t)size,
			       (n - begin) * (int64_t)size);
}

#define DOWNLOAD(s, host, d_array, begin, n)                                                       \
	download((s), (host), (d_array), (begin), (n), sizeof *(host))

void tag_states_close(struct spreading *s)
{
	struct device_new_states *d = &s->new_states;

	if (!s->in_host_memory)
		DEVICE_FREE_ALL(s->queue, &d->first, &d->next, &d->tag_of, &d->vertex_of, &d->flags,
				&d->from, &d->to, &d->type, &d->passes, &d->delay);
	*d = (struct device_new_states){0};
}

/* The total of what each vertex adds. */
static enum status place_items(struct spreading *s, const int32_t *d_n, int64_t *n)
{
	if (!s->at)
		TRY(DEVICE_ALLOC(s->queue, name, &s->at, (int64_t)s->n_vertices + 1));
	prim_scan(s->queue, d_n, s->at, s->n_vertices);
	queue_download(s->queue, n, s->at + s->n_vertices, sizeof *n);
	return queue_sync(s->queue);
}

/* How many states there will be. */
static enum status count_states(struct spreading *s, int64_t *n)
{
	struct count_new_states_args args = {.sets = s->sets,
					     .first = s->new_states.first,
					     .next = s->new_states.next,
					     .tag_of = s->new_states.tag_of};

	TRY(DEVICE_ALLOC(s->queue, name, &s->n_new, s->n_vertices));
	args.n_new = s->n_new;
	LAUNCH(s->queue, count_new_states, 32, &args, s->n_vertices);
	return place_items(s, s->n_new, n);
}

static enum status open_states(struct spreading *s, int64_t n)
{
	const struct state_graph *states = s->of->states;
	struct device_new_states *d = &s->new_states;
	int32_t n_there = d->n_states;

	TRY(OPEN_ARRAY(s, states->tag_of, n_there, n, &d->tag_of));
	TRY(OPEN_ARRAY(s, states->flags, n_there, n, &d->flags));
	if (s->sets.flat)
		return STATUS_OK;
	TRY(OPEN_ARRAY(s, states->next, n_there, n, &d->next));
	return OPEN_ARRAY(s, states->graph->netlist_vertex, n_there, n, &d->vertex_of);
}

/* Room for the states that there will be, in all n. */
static enum status need_states(struct spreading *s, int64_t *n)
{
	const struct state_graph *states = s->of->states;
	struct device_new_states *d = &s->new_states;
	int64_t n_new;

	if (s->in_host_memory)
		d->first = states->first;
	TRY(OPEN_ARRAY(s, states->tag_of, *n, *n, &d->tag_of));
	TRY(OPEN_ARRAY(s, states->next, *n, *n, &d->next));
	TRY(count_states(s, &n_new));
	if (!s->in_host_memory)
		DEVICE_FREE_ALL(s->queue, &d->tag_of, &d->next); /* they grow */
	*n += n_new;
	return tag_spread_need_states(s->of, *n);
}

static enum status number_states(struct spreading *s)
{
	struct number_new_states_args args = {0};
	int64_t n = s->of->states->graph->n_vertices;

	s->new_states = (struct device_new_states){.first = s->new_states.first,
						   .n_states = (int32_t)n,
						   .n_arcs = s->of->states->graph->n_arcs,
						   .data_flag = STATE_DATA,
						   .start_flag = STATE_START};
	if (!s->sets.flat)
		TRY(need_states(s, &n));
	TRY(open_states(s, n));
	args.sets = s->sets;
	args.new_states = s->new_states;
	args.at = s->at;
	LAUNCH(s->queue, number_new_states, 32, &args, s->n_vertices);
	return STATUS_OK;
}

/* ---- arcs ---- */

/* Are they copied to the host only when it asks? */
static bool leaves_arcs(const struct spreading *s)
{
	return s->spreader->keeps_arcs && !s->in_host_memory && !s->sets.flat && !s->of->wants_arcs;
}

static enum status open_arcs(struct spreading *s)
{
	const struct state_graph *states = s->of->states;
	struct device_new_states *d = &s->new_states;
	struct graph *graph = states->graph;
	int64_t n = d->n_arcs;

	if (s->sets.flat)
		return states->arc ? OPEN_ARRAY(s, states->arc, n, n, &d->delay)
				   : OPEN_ARRAY(s, states->passes, n, n, &d->passes);
	TRY(place_items(s, s->n_arcs, &n));
	n += d->n_arcs;
	TRY(tag_spread_need_arcs(s->of, n, !leaves_arcs(s)));
	TRY(OPEN_ARRAY(s, graph->arc_from, d->n_arcs, n, &d->from));
	TRY(OPEN_ARRAY(s, graph->arc_to, d->n_arcs, n, &d->to));
	return OPEN_ARRAY(s, graph->arc_type, d->n_arcs, n, &d->type);
}

/* What the host hasn't yet; links and flags of states that were there are others, too. */
static void download_all(struct spreading *s)
{
	const struct state_graph *states = s->of->states;
	const struct graph *graph = states->graph;
	const struct device_new_states *d = &s->new_states;
	int64_t n = graph->n_vertices, n_arcs = graph->n_arcs,
		begin = s->sets.flat ? 0 : d->n_states;

	DOWNLOAD(s, states->tag_of, d->tag_of, begin, n);
	DOWNLOAD(s, states->flags, d->flags, 0, n);
	DOWNLOAD(s, states->first, d->first, 0, s->n_vertices);
	DOWNLOAD(s, states->next, d->next, 0, n);
	DOWNLOAD(s, graph->netlist_vertex, d->vertex_of, begin, n);
	DOWNLOAD(s, states->passes, d->passes, 0, n_arcs);
	DOWNLOAD(s, states->arc, d->delay, 0, n_arcs);
	if (leaves_arcs(s))
		return;
	DOWNLOAD(s, graph->arc_from, d->from, d->n_arcs, n_arcs);
	DOWNLOAD(s, graph->arc_to, d->to, d->n_arcs, n_arcs);
	DOWNLOAD(s, graph->arc_type, d->type, d->n_arcs, n_arcs);
}

/* For the image of the states. */
static void keep_arcs(struct spreading *s)
{
	struct tag_spreader *spreader = s->spreader;

	if (s->in_host_memory || s->sets.flat)
		return;
	spreader->made = s->of->states;
	if (leaves_arcs(s))
		s->of->states->away = &spreader->spreader;
	spreader->arcs.d_from = s->new_states.from;
	spreader->arcs.d_to = s->new_states.to;
	spreader->arcs.n_arcs = s->of->states->graph->n_arcs;
	spreader->d_type = s->new_states.type;
	s->new_states.from = s->new_states.to = s->new_states.type = NULL;
}

enum status tag_states_make(struct spreading *s)
{
	struct add_new_arcs_args args = {.n_arcs = s->n_arcs};
	enum status status = tag_steps_lend(s);

	if (status == STATUS_OK)
		status = number_states(s);
	if (status == STATUS_OK)
		status = open_arcs(s);
	args.sets = s->sets;
	args.new_states = s->new_states;
	args.at = s->at;
	if (status == STATUS_OK) {
		LAUNCH(s->queue, add_new_arcs, 32, &args, s->n_vertices);
		download_all(s);
	}
	status = queue_settle(s->queue, status);
	tag_steps_return(s);
	if (status == STATUS_OK)
		keep_arcs(s);
	return status;
}
