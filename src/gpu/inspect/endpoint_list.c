#include "gpu/inspect/endpoint_list.h"

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/inspect/histogram_impl.h"
#include "gpu/timing/result_args.h"

static const char memory_name[] = "reading";

/* Device memory, owned. */
struct sorting {
	struct queue *queue;
	uint64_t *key, *sorted;
	int32_t *group, *sink, *sorted_sink;
	uint8_t *kind, *chosen;
	struct value_picks *picks;
};

static void release(struct sorting *s)
{
	DEVICE_FREE_ALL(s->queue, &s->key, &s->sorted, &s->group, &s->sink, &s->sorted_sink,
			&s->kind, &s->chosen, &s->picks);
}

/* Arrays say what a filter leaves out: kinds of sinks, and groups. */
static enum status upload_filter(const struct state_graph *states,
				 const struct endpoint_filter *filter, struct sorting *s)
{
	int64_t n_sinks = states->graph->n_sinks, n_groups = states->n_groups;
	FREED uint8_t *host = NULL;

	if (filter->kind < 0 && filter->group < 0)
		return STATUS_OK;
	TRY(ALLOC(&host, n_sinks + n_groups));
	for (int64_t i = 0; i < n_sinks; i++)
		host[i] = (uint8_t)states->endpoint[i].kind;
	for (int64_t g = 0; g < n_groups; g++)
		host[n_sinks + g] =
			filter->group < 0 || state_group_has(states, (int32_t)g, filter->group);
	TRY(DEVICE_ALLOC(s->queue, memory_name, &s->kind, n_sinks));
	TRY(DEVICE_ALLOC(s->queue, memory_name, &s->chosen, n_groups));
	queue_upload(s->queue, s->kind, host, n_sinks);
	queue_upload(s->queue, s->chosen, host + n_sinks, n_groups);
	return queue_sync(s->queue);
}

static enum status queue_values(struct timing *timing, const struct endpoint_filter *filter,
				struct sorting *s)
{
	int64_t n = timing->image->device_states.n_sinks;
	struct endpoint_values_args values =
		histogram_endpoint_values(timing, filter->split, filter->before);

	values.low = filter->low;
	values.high = filter->high;
	values.of_kind = filter->kind;
	TRY(DEVICE_ALLOC_ALL(s->queue, memory_name, n, &s->key, &s->group, &s->sink));
	TRY(upload_filter(timing->image->states, filter, s));
	values.kind = filter->kind < 0 ? NULL : s->kind;
	values.chosen = s->chosen;
	values.key = s->key;
	values.group = s->group;
	values.sink = s->sink;
	LAUNCH(s->queue, endpoint_values, 32, &values, n);
	return STATUS_OK;
}

static enum status sort_pins(struct timing *timing, const struct endpoint_filter *filter,
			     struct sorting *s, struct value_picks *picks)
{
	int64_t n = timing->image->device_states.n_sinks;
	struct pick_values_args pick = {.n = n}; /* item 0 counts; what it picks doesn't matter */

	TRY(queue_values(timing, filter, s));
	TRY(DEVICE_ALLOC_ALL(s->queue, memory_name, n, &s->sorted, &s->sorted_sink));
	TRY(DEVICE_ALLOC(s->queue, memory_name, &s->picks, 1));
	prim_sort(s->queue, 64, 64, s->key, s->sorted, s->sink, s->sorted_sink, n);
	pick.key = s->sorted;
	pick.picks = s->picks;
	LAUNCH(s->queue, pick_values, 32, &pick, 1);
	return queue_read(s->queue, picks, s->picks, sizeof *picks);
}

/* Keys become slacks. */
static enum status read_window(const struct sorting *s, int64_t first, struct endpoint_list *out)
{
	TRY(ALLOC_ALL(out->n, &out->slack, &out->sink));
	queue_download(s->queue, out->slack, s->sorted + first,
		       out->n * (int64_t)sizeof *out->slack);
	queue_download(s->queue, out->sink, s->sorted_sink + first,
		       out->n * (int64_t)sizeof *out->sink);
	TRY(queue_sync(s->queue));
	for (int64_t i = 0; i < out->n; i++)
		out->slack[i] = (int64_t)((uint64_t)out->slack[i] ^ VALUE_SIGN);
	return STATUS_OK;
}

enum status endpoint_list_read(struct timing *timing, struct queue *queue,
			       const struct endpoint_filter *filter, int64_t first, int64_t n,
			       struct endpoint_list *out)
{
	RELEASED_BY(release) struct sorting s = {.queue = queue};
	struct value_picks picks = {0};

	*out = (struct endpoint_list){0};
	/* after a failure nothing reads the timing any more */
	TRY(queue_settle_failure(queue, sort_pins(timing, filter, &s, &picks)));
	out->n_all = picks.n;
	out->n_violated = picks.n_negative;
	out->n = max_i64(0, min_i64(n, picks.n - first));
	return read_window(&s, first, out);
}

enum status endpoint_values_read(struct timing *timing, struct queue *queue, enum split split,
				 bool before, int64_t *slack, int32_t *group)
{
	int64_t n = timing->image->device_states.n_sinks;
	const struct endpoint_filter all = {
		.split = split, .before = before, .kind = -1, .group = -1};
	RELEASED_BY(release) struct sorting s = {.queue = queue};

	TRY(queue_values(timing, &all, &s));
	queue_download(queue, slack, s.key, n * (int64_t)sizeof *slack);
	if (group)
		queue_download(queue, group, s.group, n * (int64_t)sizeof *group);
	TRY(queue_sync(queue));
	for (int64_t i = 0; i < n; i++)
		slack[i] = (int64_t)((uint64_t)slack[i] ^ VALUE_SIGN);
	return STATUS_OK;
}

FREES(endpoint_list_release, struct endpoint_list, x->slack, x->sink);
