#include "gpu/image/tag_spreader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/image/tag_set_args.h"
#include "gpu/image/tag_spreader_impl.h"

static const char name[] = "tags";

enum { FIRST_REQUESTS = 1 << 6, ROOM = 256 };

static_assert((int)TAGS_FROM == (int)MARK_FROM && (int)TAGS_PASS == (int)MARK_PASS &&
		      (int)TAGS_STOP == (int)MARK_STOP,
	      "marks");
static_assert((int)TAG_IS_DATA == (int)KIND_DATA && (int)TAG_IS_CLOCK == (int)KIND_CLOCK &&
		      (int)TAG_IS_LAUNCHED == (int)KIND_LAUNCHED &&
		      (int)TAG_NEEDS_CHECKS == (int)KIND_CHECKED &&
		      (int)TAG_NEEDS_COUNT == (int)KIND_COUNTED,
	      "kinds");

/* ---- the timing graph ---- */

void tag_spreader_drop_made(struct tag_spreader *spreader)
{
	image_left_drop_arcs(spreader->queue, &spreader->arcs);
	DEVICE_FREE(spreader->queue, spreader->d_type);
	spreader->made = NULL;
}

static enum status copy_arcs(struct state_spreader *base, struct state_graph *states)
{
	struct tag_spreader *spreader = (struct tag_spreader *)base;
	struct graph *graph = states->graph;
	int32_t n = states->n_begun_arcs;
	int64_t bytes = ((int64_t)graph->n_arcs - n) * (int64_t)sizeof(int32_t);

	assert(spreader->made == states && spreader->arcs.n_arcs == graph->n_arcs);
	queue_download(spreader->queue, graph->arc_from + n, spreader->arcs.d_from + n, bytes);
	queue_download(spreader->queue, graph->arc_to + n, spreader->arcs.d_to + n, bytes);
	queue_download(spreader->queue, graph->arc_type + n, spreader->d_type + n, bytes);
	TRY(queue_sync(spreader->queue));
	tag_spreader_drop_made(spreader);
	return STATUS_OK;
}

void tag_spreader_forget(struct tag_spreader *spreader)
{
	DEVICE_FREE_ALL(spreader->queue, &spreader->row, &spreader->arc, &spreader->head,
			&spreader->order, &spreader->launches, &spreader->place);
	spreader->timing = NULL;
	tag_spreader_drop_made(spreader);
}

static enum status need_places(struct tag_spreader *s, const struct timing_graph *timing)
{
	int32_t n = timing->graph->n_vertices;

	if (s->timing == timing && s->n_placed == timing->n_placed)
		return STATUS_OK;
	tag_spreader_forget(s);
	TRY(LEND_ITEMS(s->queue, timing->place_row, (int64_t)n + 1, &s->row));
	TRY(LEND_ITEMS(s->queue, timing->place_arc, timing->place_row[n], &s->arc));
	TRY(LEND_ITEMS(s->queue, timing->place_head, timing->place_row[n], &s->head));
	TRY(LEND_ITEMS(s->queue, timing->order, n, &s->order));
	TRY(LEND_ITEMS(s->queue, timing->place_launches, n, &s->launches));
	TRY(LEND_ITEMS(s->queue, timing->place_of, n, &s->place));
	s->timing = timing;
	s->n_placed = timing->n_placed;
	return STATUS_OK;
}

/* ---- marks ---- */

/* Marks of vertices, and what lies ahead of them, by place. */
struct places_of {
	const struct timing_graph *timing;
	const uint8_t *checked,
		*counted; /* NULL = of none; the rest is asked by tags that need it */
};

static void make_marks(const void *context, int64_t begin, int64_t end, void *out)
{
	const struct places_of *p = context;
	uint8_t *mark = out;

	for (int64_t i = begin; i < end; i++) {
		int32_t vertex = p->timing->order[i];

		mark[i - begin] = (uint8_t)((p->timing->place_launches[i] ? TAGS_LAUNCH : 0) |
					    (p->checked && p->checked[vertex] ? TAGS_CHECKED : 0) |
					    (p->counted && p->counted[vertex] ? TAGS_COUNT : 0));
	}
}

/* Is there a tag that needs one of the kinds? */
static bool any_needs(const struct spreading *s, int kind)
{
	bool any = false;

	for (int32_t t = 0; t < s->of->states->n_tags && !any; t++)
		any = tag_spread_kind(s->of, t) & kind;
	return any;
}

static enum status put_marks(struct spreading *s)
{
	struct mark_tag_sets_args args = {.place = s->spreader->place, .set = s->sets.set};
	int32_t n = s->of->n_marks, *vertex, *mark = NULL, *d_vertex = NULL, *d_mark = NULL;
	enum status status;

	if (!n)
		return STATUS_OK;
	TRY(ALLOC_UNSET(&vertex, 2 * (int64_t)n));
	mark = vertex + n;
	for (int32_t i = 0; i < n; i++) {
		vertex[i] = s->of->mark[i].vertex;
		mark[i] = s->of->mark[i].mark;
	}
	status = DEVICE_PUT(s->queue, name, &d_vertex, vertex, n);
	if (status == STATUS_OK)
		status = DEVICE_PUT(s->queue, name, &d_mark, mark, n);
	args.vertex = d_vertex;
	args.mark = d_mark;
	if (status == STATUS_OK)
		LAUNCH(s->queue, mark_tag_sets, 32, &args, n);
	status = queue_settle(s->queue, status);
	device_free(s->queue, d_vertex);
	device_free(s->queue, d_mark);
	free(vertex);
	return status;
}

/* Empty sets with their marks. */
static enum status clear_sets(struct spreading *s)
{
	struct places_of places = {.timing = s->of->timing};
	struct clear_tag_sets_args args = {.set = s->sets.set};
	uint8_t *d_mark = NULL;
	enum status status = STATUS_OK;

	places.checked = any_needs(s, KIND_CHECKED) ? s->of->checked : NULL;
	places.counted = any_needs(s, KIND_COUNTED) ? s->of->counted : NULL;
	args.mark = s->spreader->launches; /* TAGS_LAUNCH is 1 */
	if (places.checked || places.counted) {
		status = DEVICE_ALLOC(s->queue, name, &d_mark, s->n_vertices);
		if (status == STATUS_OK)
			queue_make(s->queue, d_mark, s->n_vertices, 1, make_marks, &places);
		args.mark = d_mark;
	}
	if (status == STATUS_OK && s->of->n_words)
		status = LEND_ITEMS(s->queue, s->of->ahead, (int64_t)s->n_vertices * s->of->n_words,
				    &s->sets.ahead);
	s->sets.n_words = s->of->n_words;
	if (status == STATUS_OK)
		LAUNCH(s->queue, clear_tag_sets, 32, &args, s->n_vertices);
	status = queue_settle(s->queue, status);
	device_free(s->queue, d_mark);
	return status == STATUS_OK ? put_marks(s) : status;
}

/* ---- level by level ---- */

static enum status more_requests(struct spreading *s, int64_t n)
{
	if (n > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "too many exceptions meet at one level");
	device_free(s->queue, s->d_request);
	s->d_request = NULL;
	TRY(DEVICE_ALLOC(s->queue, name, &s->d_request, n));
	s->n_requests = (int32_t)n;
	return STATUS_OK;
}

/* With what it has. */
static enum status more_members(struct spreading *s, int64_t n)
{
	struct tag_member *member;

	if (n > INT32_MAX) {
		if (s->sets.capacity == INT32_MAX)
			return status_fail(STATUS_NO_MEMORY, "more than %d states", INT32_MAX);
		n = INT32_MAX;
	}
	TRY(DEVICE_ALLOC(s->queue, name, &member, n));
	if (s->sets.capacity)
		queue_copy(s->queue, member, s->sets.member,
			   s->sets.capacity * (int64_t)sizeof *member);
	device_free(s->queue, s->sets.member);
	s->sets.member = member;
	s->sets.capacity = (int32_t)n;
	return STATUS_OK;
}

/* The counters for the next launch: members that were taken stay so. */
static void put_counters(struct spreading *s)
{
	s->counters.stop = INT64_MAX;
	s->counters.n_requested = 0;
	s->counters.n_members =
		s->counters.n_members < 0 || s->counters.n_members > s->sets.capacity
			? s->sets.capacity
			: s->counters.n_members;
	queue_upload(s->queue, s->sets.counters, &s->counters, sizeof s->counters);
}

static enum status take_counters(struct spreading *s)
{
	queue_download(s->queue, &s->counters, s->sets.counters, sizeof s->counters);
	return queue_sync(s->queue);
}

/* What was lacking. */
static enum status supply(struct spreading *s)
{
	if (s->counters.n_requested < 0 || s->counters.n_requested > s->n_requests)
		return more_requests(s, s->counters.n_requested < 0
						? INT32_MAX
						: 2 * (int64_t)s->counters.n_requested);
	TRY(tag_steps_answer(s));
	if (s->counters.n_members < 0 || s->counters.n_members >= s->sets.capacity)
		TRY(more_members(s, s->sets.capacity + s->sets.capacity / 2 +
					    ROOM * (int64_t)device_width(queue_device(s->queue))));
	return STATUS_OK;
}

/* Sets with the tags of the states that are there. */
static enum status begin_sets(struct spreading *s)
{
	const struct state_graph *states = s->of->states;
	struct begin_tag_sets_args args = {.sets = s->sets, .place = s->spreader->place};
	int32_t n = states->graph->n_vertices;
	const int32_t *d_tag_of = NULL, *d_vertex_of = NULL;
	enum status status;

	put_counters(s);
	status = LEND_ITEMS(s->queue, states->tag_of, n, &d_tag_of);
	if (status == STATUS_OK && !s->sets.flat)
		status = LEND_ITEMS(s->queue, states->graph->netlist_vertex, n, &d_vertex_of);
	if (status == STATUS_OK && !s->sets.flat && !s->in_host_memory)
		status = DEVICE_ALLOC(s->queue, name, &s->new_states.first, s->n_vertices);
	args.tag_of = d_tag_of;
	args.vertex_of = d_vertex_of;
	args.first = s->new_states.first;
	if (status == STATUS_OK) {
		if (args.first)
			queue_fill(s->queue, args.first, 0x7f,
				   s->n_vertices * (int64_t)sizeof *args.first);
		LAUNCH(s->queue, begin_tag_sets, 32, &args, n);
		status = take_counters(s);
	}
	status = queue_settle(s->queue, status);
	device_free(s->queue, (void *)d_tag_of);
	device_free(s->queue, (void *)d_vertex_of);
	return status;
}

/* From a level on, as far as it goes. */
static enum status sweep(struct spreading *s, const int32_t *d_level_row, int32_t level, bool again)
{
	struct spread_tags_args args = {.first_level = level, .again = again};
	int32_t n = s->of->timing->n_levels - level;
	enum status status;

	queue_fill(s->queue, s->first_launched, 0x7f, s->n_launching * (int64_t)sizeof(int64_t));
	put_counters(s);
	status = tag_steps_lend(s);
	args.sets = s->sets;
	args.n_arcs = s->n_arcs;
	args.first_launched = s->first_launched;
	args.request = s->d_request;
	args.n_requests = s->n_requests;
	if (status == STATUS_OK) {
		SWEEP(s->queue, spread_tags, 32, &args, d_level_row + level, n);
		status = take_counters(s);
	}
	status = queue_settle(s->queue, status);
	tag_steps_return(s);
	return status;
}

static enum status sweep_levels(struct spreading *s, const int32_t *d_level_row)
{
	int32_t n_levels = s->of->timing->n_levels, level = 0;
	bool again = false;

	while (level < n_levels) {
		TRY(sweep(s, d_level_row, level, again));
		if (s->counters.conflict || s->counters.stop >= n_levels)
			break;
		level = (int32_t)s->counters.stop;
		again = true;
		TRY(supply(s));
	}
	s->of->conflict = s->counters.conflict != 0;
	return STATUS_OK;
}

static enum status spread_levels(struct spreading *s)
{
	const struct timing_graph *timing = s->of->timing;
	const int32_t *d_level_row;
	enum status status;

	TRY(LEND_ITEMS(s->queue, timing->level_row, (int64_t)timing->n_levels + 1, &d_level_row));
	status = sweep_levels(s, d_level_row);
	device_free(s->queue, (void *)d_level_row);
	return status;
}

/* ---- all of it ---- */

static enum status begin_room(struct spreading *s)
{
	const struct state_graph *states = s->of->states;
	int64_t n = s->n_vertices;
	int threads = device_width(queue_device(s->queue));

	s->sets.row = s->spreader->row;
	s->sets.arc = s->spreader->arc;
	s->sets.head = s->spreader->head;
	s->sets.order = s->spreader->order;
	s->sets.n_vertices = s->n_vertices;
	s->sets.flat = states->is_timing_graph;
	TRY(DEVICE_ALLOC(s->queue, name, &s->sets.set, n));
	TRY(DEVICE_ALLOC(s->queue, name, &s->n_arcs, n));
	TRY(DEVICE_ALLOC(s->queue, name, &s->sets.counters, 1));
	TRY(DEVICE_ALLOC(s->queue, name, &s->sets.room, threads));
	queue_fill(s->queue, s->sets.room, 0, threads * (int64_t)sizeof *s->sets.room);
	if (!s->sets.flat)
		TRY(more_members(s, states->graph->n_vertices + n / 4 + ROOM * (int64_t)threads));
	TRY(tag_steps_list(s));
	s->n_launching = s->n_tags;
	TRY(DEVICE_ALLOC(s->queue, name, &s->first_launched, s->n_launching));
	TRY(tag_steps_grow(s));
	return more_requests(s, FIRST_REQUESTS);
}

static enum status run(struct spreading *s)
{
	tag_spreader_drop_made(s->spreader);
	TRY(need_places(s->spreader, s->of->timing));
	TRY(begin_room(s));
	TRY(clear_sets(s));
	TRY(begin_sets(s));
	if (s->counters.stop < 0 && !s->counters.conflict)
		return status_fail(STATUS_NO_MEMORY, "more than %d states", INT32_MAX);
	if (!s->counters.conflict)
		TRY(spread_levels(s));
	s->of->conflict = s->counters.conflict != 0;
	return s->of->conflict ? STATUS_OK : tag_states_make(s);
}

static enum status spread(struct state_spreader *spreader, struct tag_spread *of)
{
	struct tag_spreader *own = (struct tag_spreader *)spreader;
	struct spreading s = {.spreader = own,
			      .of = of,
			      .queue = own->queue,
			      .n_vertices = of->timing->graph->n_vertices,
			      .in_host_memory = device_in_host_memory(own->queue)};
	enum status status = queue_settle(own->queue, run(&s));

	DEVICE_FREE_ALL(s.queue, &s.sets.set, &s.sets.member, &s.sets.ahead, &s.sets.counters,
			&s.sets.room, &s.n_arcs, &s.d_request, &s.first_launched, &s.n_new, &s.at);
	tag_states_close(&s);
	free(s.tag);
	free(s.need);
	free(s.slot);
	free(s.request);
	return status;
}

void tag_spreader_init(struct tag_spreader *spreader, struct queue *queue)
{
	*spreader = (struct tag_spreader){.spreader = {spread, copy_arcs}, .queue = queue};
}

enum status tag_spreader_states(struct queue *queue, struct timing_graph *timing, int options,
				struct task *task, struct state_graph **out)
{
	struct tag_spreader spreader;
	enum status status;

	tag_spreader_init(&spreader, queue);
	status = state_graph_new(timing, &spreader.spreader, options, task, NULL, out);
	tag_spreader_forget(&spreader);
	return status;
}
