/* From what each lane did to what the warp did. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "gpu/device/warp_impl.h"
#include "gpu/device/warp_flow.h"
#include "gpu/device/warp_lanes.h"
#include "gpu/kernel/warp_fields.h"

/* ---- arrays ---- */

enum { MOST_PLACES = 4096 };

static int compare_arrays(const void *a, const void *b)
{
	const struct warp_array *p = a, *q = b;

	return ORDER(p->begin, q->begin) ?: strcmp(p->name, q->name);
}

static void add_array(struct warp_recording *r, const char *name, uint64_t begin)
{
	struct warp_array *array = &r->array[r->n_arrays++];

	snprintf(array->name, sizeof array->name, "%s", name);
	array->begin = begin;
}

/* Where memory of the device begins, and where arguments of the launch point to: these names come first. */
static void list_arrays(const struct warp_launch *launch, const struct memory_place *places,
			int64_t n_places, struct warp_recording *r)
{
	int32_t n = 0;

	for (size_t at = 0; at + sizeof(uint64_t) <= launch->args_size; at += sizeof(uint64_t)) {
		const char *name = warp_field(launch->kernel, at);
		uint64_t value;

		memcpy(&value, (const char *)launch->args + at, sizeof value);
		if (name && value)
			add_array(r, name, value);
	}
	for (int64_t p = 0; p < n_places; p++) {
		bool known = false;

		for (int32_t a = 0; a < r->n_arrays && !known; a++)
			known = r->array[a].begin == places[p].begin;
		if (!known)
			add_array(r, places[p].name, places[p].begin);
	}
	qsort(r->array, (size_t)r->n_arrays, sizeof *r->array, compare_arrays);
	for (int32_t a = 0; a < r->n_arrays; a++) {
		if (a == 0 || r->array[a].begin != r->array[n - 1].begin)
			r->array[n++] = r->array[a];
	}
	r->n_arrays = n;
}

/* Memory begins at the last place that isn't after an array's beginning. */
static void set_bases(const struct memory_place *places, int64_t n_places, struct warp_recording *r)
{
	for (int32_t a = 0; a < r->n_arrays; a++) {
		struct warp_array *array = &r->array[a];

		for (int64_t p = 0; p < n_places; p++) {
			if (places[p].begin <= array->begin && places[p].begin > array->base)
				array->base = places[p].begin;
		}
	}
}

static enum status make_arrays(const struct warp_launch *launch, struct warp_recording *r)
{
	FREED struct memory_place *places = NULL;
	int64_t n;

	TRY(ALLOC(&places, MOST_PLACES));
	n = device_memory_places(launch->device, places, MOST_PLACES);
	n = n < MOST_PLACES ? n : MOST_PLACES;
	TRY(ALLOC(&r->array, n + (int64_t)(launch->args_size / sizeof(uint64_t))));
	list_arrays(launch, places, n, r);
	set_bases(places, n, r);
	return STATUS_OK;
}

/* The last that begins at or before an address, -1 = none. */
static int32_t array_at(const struct warp_recording *r, uint64_t at)
{
	return FIRST_NOT(i, 0, r->n_arrays, r->array[i].begin <= at) - 1;
}

/* ---- one step ---- */

/* How many different units of memory n accesses of `bytes` touch; `at` is sorted. */
static int32_t count_units(const uint64_t *at, int n, int32_t bytes, int32_t unit)
{
	uint64_t next = 0;
	int32_t count = 0;

	for (int i = 0; i < n; i++) {
		uint64_t first = at[i] / (uint64_t)unit,
			 end = (at[i] + (uint64_t)bytes - 1) / (uint64_t)unit + 1;

		first = first < next ? next : first;
		if (end > first)
			count += (int32_t)(end - first);
		next = end > next ? end : next;
	}
	return count;
}

/* 32 banks of 4 bytes: different words of one come one after another. `at` is sorted. */
static int32_t count_ways(const uint64_t *at, int n, int32_t bytes)
{
	int32_t words[WARP_WIDTH] = {0}, most = 0;
	uint64_t next = 0;

	for (int i = 0; i < n; i++) {
		uint64_t word = at[i] / 4, end = (at[i] + (uint64_t)bytes - 1) / 4 + 1;

		for (word = word < next ? next : word; word < end; word++)
			words[word % WARP_WIDTH]++;
		next = end > next ? end : next;
	}
	for (int b = 0; b < WARP_WIDTH; b++)
		most = words[b] > most ? words[b] : most;
	return most;
}

static void measure(struct warp_recording *r, struct warp_step *step, const uint64_t at[WARP_WIDTH])
{
	uint64_t sorted[WARP_WIDTH];
	struct warp_array *array;
	int n = 0;

	for (int l = 0; l < WARP_WIDTH; l++) {
		if (step->active >> l & 1)
			sorted[n++] = at[l];
	}
	qsort(sorted, (size_t)n, sizeof *sorted, compare_uint64);
	step->wanted = count_units(sorted, n, step->bytes, 1);
	if (step->shared) {
		step->ways = count_ways(sorted, n, step->bytes);
		return;
	}
	step->array = array_at(r, sorted[0]);
	for (int i = 0; i < n && step->array >= 0; i++)
		sorted[i] -= r->array[step->array].base;
	step->sectors = count_units(sorted, n, step->bytes, WARP_SECTOR);
	step->lines = count_units(sorted, n, step->bytes, WARP_LINE);
	step->least = (step->wanted + WARP_SECTOR - 1) / WARP_SECTOR;
	if (step->what == WARP_PREFETCH)
		return;
	r->sectors += step->sectors;
	r->least += step->least;
	r->wanted += step->wanted;
	if (step->array < 0)
		return;
	array = &r->array[step->array];
	array->n_steps++;
	array->n_lanes += n;
	array->sectors += step->sectors;
	array->lines += step->lines;
	array->least += step->least;
	array->wanted += step->wanted;
}

static void set_indices(const struct warp_recording *r, struct warp_step *step,
			const uint64_t at[WARP_WIDTH])
{
	uint64_t begin = step->shared || step->array < 0 ? 0 : r->array[step->array].begin;

	for (int l = 0; l < WARP_WIDTH; l++)
		step->index[l] = step->active >> l & 1 && step->bytes
					 ? (int64_t)(at[l] - begin) / step->bytes
					 : -1;
}

/* ---- all of them ---- */

struct merge {
	const struct warp_events *events; /* [32] */
	int64_t next[WARP_WIDTH];
	struct warp_flow flow;
	struct warp_recording *r;
	int64_t most;   /* steps that there is room for */
	uint64_t *code; /* owned: of the steps */
};

/* What a lane does next; NULL at its end. */
static const struct warp_event *next_of(const struct merge *m, int l)
{
	return m->next[l] < m->events[l].n ? &m->events[l].event[m->next[l]] : NULL;
}

/* The block that a lane is at the beginning of. */
static int32_t block_of(const struct merge *m, int l)
{
	const struct warp_event *e = next_of(m, l);

	return e ? warp_flow_block(&m->flow, e->code) : m->flow.n;
}

/* The next step of these lanes within their block: that of those at the first place of all. False at its end. */
static bool take_step(struct merge *m, uint32_t lanes)
{
	struct warp_recording *r = m->r;
	struct warp_step *step = &r->step[r->n_steps];
	const struct warp_event *first = NULL;
	uint64_t at[WARP_WIDTH] = {0};

	for (int l = 0; l < WARP_WIDTH; l++) {
		const struct warp_event *e = lanes >> l & 1 ? next_of(m, l) : NULL;

		if (e && e->what != WARP_MARK && (!first || e->code < first->code))
			first = e;
	}
	if (!first || r->n_steps == m->most)
		return false;
	*step = (struct warp_step){
		.what = first->what, .shared = first->shared, .bytes = first->bytes, .array = -1};
	m->code[r->n_steps++] = first->code;
	for (int l = 0; l < WARP_WIDTH; l++) {
		const struct warp_event *e = lanes >> l & 1 ? next_of(m, l) : NULL;

		if (!e || e->code != first->code || e->bytes != first->bytes ||
		    e->shared != first->shared || e->what != first->what)
			continue;
		step->active |= 1u << l;
		at[l] = e->at;
		m->next[l]++;
		r->n_events[l]++;
		r->lane_steps++;
	}
	if (step->bytes)
		measure(r, step, at);
	set_indices(r, step, at);
	return true;
}

/* Lanes of these that are at the beginning of a block. */
static uint32_t lanes_at(const struct merge *m, uint32_t lanes, int32_t block)
{
	uint32_t there = 0;

	for (int l = 0; l < WARP_WIDTH; l++)
		there |= (uint32_t)(lanes >> l & 1 && block_of(m, l) == block) << l;
	return there;
}

/* Do a block by lanes that are at its beginning; the first of the blocks that they are at then, and whether all are. */
static int32_t do_block(struct merge *m, uint32_t lanes, bool *together)
{
	int32_t first = m->flow.n;

	for (int l = 0; l < WARP_WIDTH; l++)
		m->next[l] += lanes >> l & 1;
	while (take_step(m, lanes))
		;
	for (int l = 0; l < WARP_WIDTH; l++) {
		if (lanes >> l & 1 && block_of(m, l) < first)
			first = block_of(m, l);
	}
	*together = lanes_at(m, lanes, first) == lanes;
	return first;
}

/*
 * As a GPU does it: where lanes go different ways, each way is done by its lanes up to the block that all of them come
 * through; there they are together again.
 */
static void do_blocks(struct merge *m, uint32_t lanes, int32_t block, int32_t stop)
{
	while (lanes && block != stop && block != m->flow.n && m->r->n_steps < m->most) {
		bool together;
		int32_t next = do_block(m, lanes, &together), meet = m->flow.meet[block];

		if (together) {
			block = next;
			continue;
		}
		for (; next < m->flow.n; next++) {
			uint32_t some = next == meet ? 0 : lanes_at(m, lanes, next);

			if (some)
				do_blocks(m, some, next, meet);
		}
		lanes = lanes_at(m, lanes, meet);
		block = meet;
	}
}

/* Instructions are numbered in the order of their addresses. */
static enum status number_places(const struct merge *m)
{
	struct warp_recording *r = m->r;
	FREED uint64_t *sorted = NULL;
	int32_t n = 0;

	TRY(ALLOC(&sorted, r->n_steps));
	for (int32_t s = 0; s < r->n_steps; s++)
		sorted[s] = m->code[s];
	qsort(sorted, (size_t)r->n_steps, sizeof *sorted, compare_uint64);
	for (int32_t s = 0; s < r->n_steps; s++) {
		if (s == 0 || sorted[s] != sorted[n - 1])
			sorted[n++] = sorted[s];
	}
	for (int32_t s = 0; s < r->n_steps; s++) {
		const uint64_t *at =
			bsearch(&m->code[s], sorted, (size_t)n, sizeof *sorted, compare_uint64);

		r->step[s].place = (int32_t)(at - sorted);
	}
	r->n_places = n;
	return STATUS_OK;
}

static int compare_reached(const void *a, const void *b)
{
	const struct warp_array *p = a, *q = b;

	return ORDER(q->n_lanes, p->n_lanes) ?: strcmp(p->name, q->name);
}

/* Arrays that most lanes reach come first, those that no step reaches go. */
static enum status sort_arrays(struct warp_recording *r)
{
	int32_t n = 0;
	FREED uint64_t *begin = NULL;

	TRY(ALLOC(&begin, r->n_arrays));
	for (int32_t a = 0; a < r->n_arrays; a++)
		begin[a] = r->array[a].begin;
	qsort(r->array, (size_t)r->n_arrays, sizeof *r->array, compare_reached);
	for (int32_t s = 0; s < r->n_steps; s++) {
		for (int32_t a = 0; r->step[s].array >= 0 && a < r->n_arrays; a++) {
			if (r->array[a].begin == begin[r->step[s].array]) {
				r->step[s].array = a;
				break;
			}
		}
	}
	for (int32_t s = 0; s < r->n_steps; s++)
		n = r->step[s].array >= n ? r->step[s].array + 1 : n;
	r->n_arrays = n;
	return STATUS_OK;
}

static enum status merge_lanes(struct merge *m)
{
	int64_t most = 0;

	for (int l = 0; l < WARP_WIDTH; l++)
		most += m->events[l].n;
	m->most = most < WARP_STEPS ? most : WARP_STEPS;
	TRY(ALLOC_ALL(m->most + 1, &m->r->step, &m->code));
	TRY(warp_flow_make(m->events, &m->flow));
	for (int32_t block = 0; block < m->flow.n; block++)
		do_blocks(m, lanes_at(m, UINT32_MAX, block), block, m->flow.n);
	for (int l = 0; l < WARP_WIDTH; l++)
		m->r->cut |= m->next[l] < m->events[l].n;
	return number_places(m);
}

enum status warp_steps_make(const struct warp_launch *launch, const struct warp_events *events,
			    struct warp_recording *r)
{
	struct merge m = {.events = events, .r = r};
	enum status status;

	for (int l = 0; l < WARP_WIDTH; l++) {
		r->item[l] = events[l].item;
		r->cut |= events[l].cut;
	}
	TRY(make_arrays(launch, r));
	status = merge_lanes(&m);
	if (status == STATUS_OK)
		status = sort_arrays(r);
	warp_flow_release(&m.flow);
	free(m.code);
	return status;
}
