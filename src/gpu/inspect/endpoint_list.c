#include "gpu/inspect/endpoint_list.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/inspect/histogram_args.h"
#include "gpu/timing/result_args.h"

static const char memory_name[] = "reading";

/* Device memory, owned. */
struct sorting {
	uint64_t *key, *sorted;
	int32_t *group, *sink, *sorted_sink;
	uint8_t *kind, *chosen;
	struct value_picks *picks;
};

static enum status release(struct queue *queue, struct sorting *s, enum status status)
{
	status = queue_settle(queue, status);
	DEVICE_FREE_ALL(queue, &s->key, &s->sorted, &s->group, &s->sink, &s->sorted_sink, &s->kind,
			&s->chosen, &s->picks);
	return status;
}

/* Arrays say what a filter leaves out: kinds of sinks, and groups. */
static enum status upload_filter(const struct state_graph *states, struct queue *queue,
				 const struct endpoint_filter *filter, struct sorting *s)
{
	int64_t n_sinks = states->graph->n_sinks, n_groups = states->n_groups;
	FREED uint8_t *host = NULL;
	enum status status;

	if (filter->kind < 0 && filter->group < 0)
		return STATUS_OK;
	TRY(ALLOC(&host, n_sinks + n_groups));
	for (int64_t i = 0; i < n_sinks; i++)
		host[i] = (uint8_t)states->endpoint[i].kind;
	for (int64_t g = 0; g < n_groups; g++)
		host[n_sinks + g] =
			filter->group < 0 || state_group_has(states, (int32_t)g, filter->group);
	status = DEVICE_ALLOC(queue, memory_name, &s->kind, n_sinks);
	if (status == STATUS_OK)
		status = DEVICE_ALLOC(queue, memory_name, &s->chosen, n_groups);
	if (status == STATUS_OK) {
		queue_upload(queue, s->kind, host, n_sinks);
		queue_upload(queue, s->chosen, host + n_sinks, n_groups);
	}
	return queue_settle(queue, status);
}

static enum status queue_values(struct timing *timing, struct queue *queue,
				const struct endpoint_filter *filter, struct sorting *s)
{
	int64_t n = timing->image->device_states.n_sinks;
	struct endpoint_values_args values = {
		.states = timing->image->device_states,
		.endpoint = timing->image->d_endpoint,
		.split = filter->split,
		.low = filter->low,
		.high = filter->high,
		.of_kind = filter->kind,
		.slack = filter->before || !timing_has(timing, TIMING_SLACKS + filter->split)
				 ? NULL
				 : timing->slacks.d_slack};

	TRY(DEVICE_ALLOC(queue, memory_name, &s->key, n));
	TRY(DEVICE_ALLOC(queue, memory_name, &s->group, n));
	TRY(DEVICE_ALLOC(queue, memory_name, &s->sink, n));
	TRY(upload_filter(timing->image->states, queue, filter, s));
	values.kind = filter->kind < 0 ? NULL : s->kind;
	values.chosen = s->chosen;
	values.key = s->key;
	values.group = s->group;
	values.sink = s->sink;
	LAUNCH(queue, endpoint_values, 32, &values, n);
	return STATUS_OK;
}

static enum status sort_pins(struct timing *timing, struct queue *queue,
			     const struct endpoint_filter *filter, struct sorting *s,
			     struct value_picks *picks)
{
	int64_t n = timing->image->device_states.n_sinks;
	struct pick_values_args pick = {.n = n}; /* item 0 counts; what it picks doesn't matter */

	TRY(queue_values(timing, queue, filter, s));
	TRY(DEVICE_ALLOC(queue, memory_name, &s->sorted, n));
	TRY(DEVICE_ALLOC(queue, memory_name, &s->sorted_sink, n));
	TRY(DEVICE_ALLOC(queue, memory_name, &s->picks, 1));
	prim_sort(queue, 64, 64, s->key, s->sorted, s->sink, s->sorted_sink, n);
	pick.key = s->sorted;
	pick.picks = s->picks;
	LAUNCH(queue, pick_values, 32, &pick, 1);
	return queue_read(queue, picks, s->picks, sizeof *picks);
}

/* Keys become slacks. */
static enum status read_window(struct queue *queue, const struct sorting *s, int64_t first,
			       struct endpoint_list *out)
{
	TRY(ALLOC(&out->slack, out->n));
	TRY(ALLOC(&out->sink, out->n));
	queue_download(queue, out->slack, s->sorted + first, out->n * (int64_t)sizeof *out->slack);
	queue_download(queue, out->sink, s->sorted_sink + first,
		       out->n * (int64_t)sizeof *out->sink);
	TRY(queue_sync(queue));
	for (int64_t i = 0; i < out->n; i++)
		out->slack[i] = (int64_t)((uint64_t)out->slack[i] ^ VALUE_SIGN);
	return STATUS_OK;
}

enum status endpoint_list_read(struct timing *timing, struct queue *queue,
			       const struct endpoint_filter *filter, int64_t first, int64_t n,
			       struct endpoint_list *out)
{
	struct sorting s = {0};
	struct value_picks picks = {0};
	enum status status;

	*out = (struct endpoint_list){0};
	status = sort_pins(timing, queue, filter, &s, &picks);
	if (status == STATUS_OK) {
		out->n_all = picks.n;
		out->n_violated = picks.n_negative;
		out->n = max_i64(0, min_i64(n, picks.n - first));
		status = read_window(queue, &s, first, out);
	}
	return release(queue, &s, status);
}

enum status endpoint_values_read(struct timing *timing, struct queue *queue, enum split split,
				 bool before, int64_t *slack, int32_t *group)
{
	int64_t n = timing->image->device_states.n_sinks;
	const struct endpoint_filter all = {
		.split = split, .before = before, .kind = -1, .group = -1};
	struct sorting s = {0};
	enum status status = queue_values(timing, queue, &all, &s);

	if (status == STATUS_OK) {
		queue_download(queue, slack, s.key, n * (int64_t)sizeof *slack);
		if (group)
			queue_download(queue, group, s.group, n * (int64_t)sizeof *group);
	}
	status = release(queue, &s, status);
	for (int64_t i = 0; i < n && status == STATUS_OK; i++)
		slack[i] = (int64_t)((uint64_t)slack[i] ^ VALUE_SIGN);
	return status;
}

void endpoint_list_release(struct endpoint_list *list)
{
	free(list->slack);
	free(list->sink);
}
