/*
 * Values are written as keys with their groups, sorted for the picks, and sorted into bins once the
 * host knows from these where bins should lie. So there are two waits for the device.
 */
#include "gpu/inspect/histogram.h"

#include <string.h>

#include "base/grow.h"
#include "gpu/inspect/histogram_args.h"
#include "gpu/timing/result_args.h"
#include "gpu/inspect/histogram_impl.h"
#include "gpu/search/list_args.h"
#include "gpu/search/search_impl.h"

static const char memory_name[] = "reading";

void histogram_values_release(struct histogram_values *v)
{
	DEVICE_FREE_ALL(v->queue, &v->key, &v->sorted, &v->group, &v->sorted_group, &v->bin,
			&v->count, &v->series, &v->d_picks, &v->d_chosen);
	FREE_ALL(v->group_count, v->series_of);
}

enum status histogram_values_alloc(struct histogram_values *v)
{
	TRY(DEVICE_ALLOC_ALL(v->queue, memory_name, v->n, &v->key, &v->group, &v->bin));
	TRY(DEVICE_ALLOC(v->queue, memory_name, &v->series, v->n_groups));
	TRY(DEVICE_ALLOC(v->queue, memory_name, &v->d_picks, 1));
	return ALLOC_ALL(v->n_groups, &v->group_count, &v->series_of);
}

/* Some by rank, and how many each group has. The values have been queued; `ascending` = they are
 * sorted. */
static enum status read_picks(struct histogram_values *v, bool ascending)
{
	struct pick_values_args args = {.key = v->key, .n = v->n};
	struct queue *queue = v->queue;

	memcpy(args.permille, histogram_permille, sizeof histogram_permille);
	if (!ascending) {
		TRY(DEVICE_ALLOC_ALL(queue, memory_name, v->n, &v->sorted, &v->sorted_group));
		prim_sort(queue, 64, 64, v->key, v->sorted, v->group, v->sorted_group, v->n);
		args.key = v->sorted;
	}
	args.picks = v->d_picks;
	LAUNCH(queue, pick_values, 32, &args, N_PICKS);
	TRY(DEVICE_ALLOC(queue, memory_name, &v->count, v->n_groups));
	prim_histogram(queue, v->group, v->n, v->count, v->n_groups);
	queue_download(queue, &v->picks, v->d_picks, sizeof v->picks);
	queue_download(queue, v->group_count, v->count,
		       v->n_groups * (int64_t)sizeof *v->group_count);
	TRY(queue_sync(queue));
	DEVICE_FREE(queue, v->count);
	return STATUS_OK;
}

/* ---- series ---- */

/* The groups with the most values, of equal ones the first; fewer when no others have any. */
struct largest {
	int32_t n, group[HISTOGRAM_SERIES];
};

static void find_largest(const struct histogram_values *v, int32_t most, struct largest *largest)
{
	largest->n = 0;
	for (int32_t g = 0; g < v->n_groups; g++) {
		int32_t at = largest->n;

		while (at > 0 && v->group_count[largest->group[at - 1]] < v->group_count[g])
			at--;
		if (v->group_count[g] == 0 || at == most)
			continue;
		largest->n += largest->n < most;
		for (int32_t i = largest->n - 1; i > at; i--)
			largest->group[i] = largest->group[i - 1];
		largest->group[at] = g;
	}
}

static bool is_among(const struct largest *largest, int32_t group)
{
	int32_t i = 0;

	while (i < largest->n && largest->group[i] != group)
		i++;
	return i < largest->n;
}

static enum status add_to_series(struct histogram_series *series, const char *name, int64_t n)
{
	series->n += n;
	if (!series->name)
		series->name = state_group_label(name);
	return series->name ? STATUS_OK : status_fail(STATUS_NO_MEMORY, "out of memory");
}

/* The groups that have any, in their order; where they are more than series, the smallest share the
 * last. */
static enum status choose_series(struct histogram_values *v, struct snap_histogram *h)
{
	struct largest largest;
	int32_t n_any = 0;

	for (int32_t g = 0; g < v->n_groups; g++)
		n_any += v->group_count[g] > 0;
	find_largest(v, n_any > HISTOGRAM_SERIES ? HISTOGRAM_SERIES - 1 : HISTOGRAM_SERIES,
		     &largest);
	for (int32_t g = 0, s = 0; g < v->n_groups; g++) {
		bool own = is_among(&largest, g);

		v->series_of[g] = own ? s++ : HISTOGRAM_SERIES - 1;
		if (v->group_count[g])
			TRY(add_to_series(&h->series[v->series_of[g]],
					  !own      ? "others"
					  : v->name ? v->name[g]
						    : "paths",
					  v->group_count[g]));
	}
	h->n_series = largest.n < n_any ? HISTOGRAM_SERIES : largest.n;
	return STATUS_OK;
}

/* ---- bins ---- */

static enum status choose_axis(const struct histogram_query *query, const struct value_picks *picks,
			       struct histogram_axis *axis)
{
	bool zoomed = query->low < query->high;
	int64_t least = zoomed ? query->low : picks->value[PICK_LEAST];
	int64_t most = zoomed ? query->high - 1 : picks->value[PICK_MOST];

	if (query->width)
		return histogram_axis_of_width(least, most, query->width, axis);
	*axis = histogram_choose_axis(least, most, query->max_bins > 2 ? query->max_bins : 2);
	return STATUS_OK;
}

static enum status count_bins(struct histogram_values *v, struct snap_histogram *h)
{
	int32_t n = h->n_series * h->axis.n_bins + 2;
	struct value_bins_args args = {.key = v->key,
				       .group = v->group,
				       .series = v->series,
				       .low = h->axis.low,
				       .width = h->axis.width,
				       .n_bins = h->axis.n_bins,
				       .n_series = h->n_series,
				       .bin = v->bin};

	TRY(ALLOC(&h->count, n));
	for (int32_t s = 0; s < h->n_series; s++)
		h->series[s].count = h->count + s * h->axis.n_bins;
	queue_upload(v->queue, v->series, v->series_of,
		     v->n_groups * (int64_t)sizeof *v->series_of);
	TRY(DEVICE_ALLOC(v->queue, memory_name, &v->count, n));
	LAUNCH(v->queue, value_bins, 32, &args, v->n);
	prim_histogram(v->queue, v->bin, v->n, v->count, n);
	TRY(queue_read(v->queue, h->count, v->count, n * (int64_t)sizeof *h->count));
	h->n_below = h->count[n - 2];
	h->n_above = h->count[n - 1];
	return STATUS_OK;
}

/* From values that are queued to a snapshot. */
enum status histogram_count(struct histogram_values *v, const struct histogram_query *query,
			    bool ascending, struct snap_histogram *h)
{
	TRY(read_picks(v, ascending));
	h->query = *query;
	h->query.chosen = NULL;
	h->n = v->picks.n;
	h->n_negative = v->picks.n_negative;
	memcpy(h->pick, v->picks.value, sizeof h->pick);
	TRY(choose_series(v, h));
	TRY(choose_axis(query, &v->picks, &h->axis));
	return count_bins(v, h);
}

/* ---- endpoints ---- */

/* The groups that count, on the device; NULL stays NULL. */
static enum status upload_chosen(struct histogram_values *v, const struct histogram_query *query)
{
	return query->chosen
		       ? DEVICE_PUT(v->queue, memory_name, &v->d_chosen, query->chosen, v->n_groups)
		       : STATUS_OK;
}

struct endpoint_values_args histogram_endpoint_values(const struct timing *timing, enum split split,
						      bool before)
{
	return (struct endpoint_values_args){
		.states = timing->image->device_states,
		.endpoint = timing->image->d_endpoint,
		.split = split,
		.slack = before || !timing_has(timing, TIMING_SLACKS + split)
				 ? NULL
				 : timing->slacks.d_slack};
}

static enum status count_endpoints(struct timing *timing, struct histogram_values *v,
				   const struct histogram_query *query, struct snap_histogram *h)
{
	struct endpoint_values_args args =
		histogram_endpoint_values(timing, query->split, query->before);

	TRY(histogram_values_alloc(v));
	TRY(upload_chosen(v, query));
	args.chosen = v->d_chosen;
	args.key = v->key;
	args.group = v->group;
	LAUNCH(v->queue, endpoint_values, 32, &args, v->n);
	return histogram_count(v, query, false, h);
}

enum status timing_histogram(struct timing *timing, struct queue *queue,
			     const struct histogram_query *query, int64_t serial,
			     struct snap_histogram **out)
{
	const struct state_graph *states = timing->image->states;
	RELEASED_BY(histogram_values_release)
	struct histogram_values v = {.queue = queue,
				     .n = timing->image->device_states.n_sinks,
				     .n_groups = states->n_groups,
				     .name = states->group};
	SNAP_HELD struct snap_histogram *h = NULL;

	TRY(snap_histogram_new(states->graph, serial, &h));
	/* after a failure there are no more uses of host memory */
	TRY(queue_settle_failure(queue, count_endpoints(timing, &v, query, h)));
	HAND_OVER(out, h);
	return STATUS_OK;
}

/* ---- paths ---- */

bool search_has_groups(const struct search *search)
{
	return search->n_groups > 0;
}

enum status search_set_groups(struct search *search, int32_t n_groups, char *const *name,
			      const int32_t *sink_group)
{
	const struct graph *graph = search->image->graph;
	struct queue *queue = search->view_queue;

	TRY(DEVICE_PUT(queue, "search", &search->d_sink_group, sink_group, graph->n_sinks));
	TRY(queue_sync(queue));
	search->n_groups = n_groups;
	search->group_name = name;
	return STATUS_OK;
}

static enum status count_paths(struct search *search, struct histogram_values *v,
			       const struct device_ranking *ranking,
			       const struct histogram_query *query, struct snap_histogram *h)
{
	static const enum path_quantity quantity[N_HISTOGRAM_QUANTITIES] = {
		[HISTOGRAM_PATHS] = PATH_SLACK,
		[HISTOGRAM_DEPTH] = PATH_POINTS,
		[HISTOGRAM_DEVIATIONS] = PATH_DEVIATIONS};
	struct path_values_args args = {.graph = search->image->device,
					.forest = search->forest,
					.record = columns_records(&search->pool),
					.ranking = *ranking,
					.quantity = (int32_t)quantity[query->quantity],
					.sink_group = search->d_sink_group};

	TRY(histogram_values_alloc(v));
	TRY(upload_chosen(v, query));
	args.chosen = v->d_chosen;
	args.key = v->key;
	args.group = v->group;
	LAUNCH(v->queue, path_values, search->image->fs_bits, &args, v->n);
	return histogram_count(v, query, query->quantity == HISTOGRAM_PATHS && !query->chosen, h);
}

enum status search_histogram(struct search *search, int32_t level,
			     const struct histogram_query *query, struct snap_histogram **out)
{
	struct device_ranking ranking;
	RELEASED_BY(histogram_values_release)
	struct histogram_values v = {.queue = search->view_queue,
				     .n_groups = search->n_groups ? search->n_groups : 1,
				     .name = search->n_groups ? search->group_name : NULL};
	SNAP_HELD struct snap_histogram *h = NULL;

	TRY(search_open_ranking(search, &level, &ranking, &v.n));
	TRY(snap_histogram_new(search->image->graph, search->serial, &h));
	h->level = level;
	/* after a failure there are no more reads of the records */
	TRY(queue_settle_failure(v.queue, count_paths(search, &v, &ranking, query, h)));
	HAND_OVER(out, h);
	return STATUS_OK;
}

/* The ranking is sorted, so failing paths come first in it. */
static enum status count_failing(struct search *search, struct histogram_values *v,
				 const struct device_ranking *ranking, const int32_t *d_place,
				 int32_t *count)
{
	struct path_values_args args = {.graph = search->image->device,
					.forest = search->forest,
					.record = columns_records(&search->pool),
					.ranking = *ranking,
					.quantity = PATH_SLACK,
					.sink_group = d_place};
	struct pick_values_args pick = {.n = v->n};

	TRY(histogram_values_alloc(v));
	TRY(DEVICE_ALLOC(v->queue, memory_name, &v->count, v->n_groups));
	pick.key = args.key = v->key;
	pick.picks = v->d_picks;
	args.group = v->group;
	LAUNCH(v->queue, path_values, search->image->fs_bits, &args, v->n);
	LAUNCH(v->queue, pick_values, 32, &pick, 1);
	TRY(queue_read(v->queue, &v->picks, v->d_picks, sizeof v->picks));
	prim_histogram(v->queue, v->group, v->picks.n_negative, v->count, v->n_groups);
	return queue_read(v->queue, count, v->count, (v->n_groups - 1) * (int64_t)sizeof *count);
}

enum status search_count_failing(struct search *search, int32_t level, const int32_t *of_sink,
				 int32_t n_places, int32_t *count)
{
	RELEASED_BY(histogram_values_release)
	struct histogram_values v = {.queue = search->view_queue, .n_groups = n_places + 1};
	struct device_ranking ranking;
	int32_t *d_place = NULL;
	DEVICE_HELD held = {v.queue, {&d_place}};

	memset(count, 0, (size_t)n_places * sizeof *count);
	TRY(search_open_ranking(search, &level, &ranking, &v.n));
	if (v.n == 0 || n_places == 0)
		return STATUS_OK;
	TRY(DEVICE_PUT(v.queue, memory_name, &d_place, of_sink, search->image->graph->n_sinks));
	return queue_settle(v.queue, count_failing(search, &v, &ranking, d_place, count));
}
