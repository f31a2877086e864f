/*
 * Lists of a ranking's paths: filtered by pattern or mark, sorted by a column. The host matches
 * each startpoint's and endpoint's name once a pattern; paths are filtered and sorted by kernels
 * and stay on the device. Results are cached: facts of records as long as the search lives, an
 * order until another column or level is wanted, a list until another filter is.
 *
 * Like all reading functions it runs on the view queue and reads nothing that a step under way
 * writes.
 */

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/image/graph_args.h"
#include "gpu/search/list_args.h"
#include "gpu/search/search_list_impl.h"

/* ---- beginning and end ---- */

void search_list_free(struct search *search)
{
	struct queue *queue = search->view_queue;
	struct path_list *list = search->list;

	if (!list)
		return;
	DEVICE_FREE_ALL(queue, &list->d_tail, &list->d_end, &list->d_source_place,
			&list->d_sink_place, &list->d_sink_bucket, &list->d_sorted, &list->d_shown);
	columns_release(queue, &list->facts);
	for (int i = 0; i < N_TERMS; i++)
		list_terms_release(queue, &list->terms[i]);
	text_release(&list->names);
	FREE_ALL(list->name, list);
	search->list = NULL;
}

static enum status need_list(struct search *search)
{
	if (search->list)
		return STATUS_OK;
	TRY(ALLOC(&search->list, 1));
	search->list->facts = (struct columns){
		.name = LIST_MEMORY, .n = 1, .item_size = {sizeof(struct path_facts)}};
	search->list->sorted_level = search->list->shown_level = -1;
	return STATUS_OK;
}

/* ---- the facts of records ---- */

static enum status need_ends(struct search *search, struct path_list *list)
{
	struct queue *queue = search->view_queue;
	const struct image *image = search->image;
	struct row_tails_args tails = {.row = image->device.row};
	struct forest_ends_args ends = {
		.forest = search->forest.forest,
		.to = image->device.to,
		.first_sink = image->device.first_sink,
		.n_sinks = image->device.n_sinks,
	};

	if (list->d_end)
		return STATUS_OK;
	if (!list->d_tail)
		TRY(DEVICE_ALLOC(queue, LIST_MEMORY, &list->d_tail, image->device.n_arcs));
	TRY(DEVICE_ALLOC(queue, LIST_MEMORY, &list->d_end, image->device.n_states));
	tails.tail = list->d_tail;
	ends.end = list->d_end;
	LAUNCH(queue, row_tails, 32, &tails, image->device.n_states);
	SWEEP(queue, forest_ends, 32, &ends, image->d_level_row, image->n_levels);
	return STATUS_OK;
}

/* Of all levels that are complete. */
static enum status need_facts(struct search *search, struct path_list *list)
{
	const struct search_level *last = &search->levels[search->n_levels - 1];
	const struct search_level *known =
		list->n_levels > 0 ? &search->levels[list->n_levels - 1] : NULL;
	struct path_facts_args args = {
		.record = columns_records(&search->pool),
		.source_state = search->image->device.source_state,
		.to = search->image->device.to,
		.hops = search->forest.hops,
	};

	TRY(need_ends(search, list));
	TRY(columns_reserve(search->view_queue, &list->facts, last->first + last->n,
			    known ? known->first + known->n : 0));
	args.tail = list->d_tail;
	args.end = list->d_end;
	args.facts = list->facts.d[0];
	for (; list->n_levels < search->n_levels; list->n_levels++) {
		const struct search_level *level = &search->levels[list->n_levels];

		args.first = level->first;
		LAUNCH(search->view_queue, path_facts, 32, &args, level->n);
	}
	return STATUS_OK;
}

/* ---- the order of a column ---- */

/* Keys and their ranks, before they are sorted and after; device, owned. */
struct list_sort {
	void *key, *key_out;
	int32_t *index, *index_out;
	int32_t *rank; /* by record */
};

/* The ranks of records, -1 = not ranked. */
static enum status queue_ranks(struct search *search, const struct path_list *list,
			       const int32_t *d_record, int64_t n, int32_t **d_rank)
{
	const struct search_level *last = &search->levels[list->n_levels - 1];
	int64_t n_records = last->first + last->n;
	struct record_ranks_args args = {.record = d_record};

	TRY(DEVICE_ALLOC(search->view_queue, LIST_MEMORY, d_rank, n_records));
	queue_fill(search->view_queue, *d_rank, 0xff, n_records * (int64_t)sizeof **d_rank);
	args.rank = *d_rank;
	LAUNCH(search->view_queue, record_ranks, 32, &args, n);
	return STATUS_OK;
}

static enum status queue_list_keys(struct search *search, struct path_list *list,
				   const struct search_reading *reading,
				   const struct list_filter *filter, struct list_sort *sort,
				   int *n_bits)
{
	static const enum list_key by[] = {
		[COLUMN_SLACK] = KEY_OF_RANK,    [COLUMN_DEVIATIONS] = KEY_OF_DEVIATIONS,
		[COLUMN_POINTS] = KEY_OF_POINTS, [COLUMN_STARTPOINT] = KEY_OF_SOURCE,
		[COLUMN_ENDPOINT] = KEY_OF_SINK, [COLUMN_PARENT] = KEY_OF_PARENT,
	};
	const struct graph *graph = search->image->graph;
	int64_t n = reading->n - reading->n_below;
	int64_t n_keys[] = {
		[KEY_OF_RANK] = n,
		[KEY_OF_DEVIATIONS] = search->n_levels,
		[KEY_OF_POINTS] = search->image->n_levels + 1,
		[KEY_OF_SOURCE] = graph->n_sources,
		[KEY_OF_SINK] = graph->n_sinks,
		[KEY_OF_PARENT] = n + 1,
	};
	struct list_keys_args args = {
		.record = reading->ranking.record + reading->n_below,
		.facts = list->facts.d[0],
		.by = by[filter->column],
		.inverted = filter->inverted,
		.key = sort->key,
		.index = sort->index,
	};

	if (args.by == KEY_OF_SOURCE && !list->d_source_place)
		TRY(list_upload_places(search->view_queue, list, 0, graph->n_sources,
				       &list->d_source_place));
	if (args.by == KEY_OF_SINK && !list->d_sink_place)
		TRY(list_upload_places(search->view_queue, list, graph->n_sources, graph->n_sinks,
				       &list->d_sink_place));
	if (args.by == KEY_OF_PARENT)
		TRY(queue_ranks(search, list, args.record, n, &sort->rank));
	args.parent = columns_records(&search->pool).parent;
	args.rank = sort->rank;
	args.place = args.by == KEY_OF_SOURCE ? list->d_source_place : list->d_sink_place;
	args.largest = (int32_t)(n_keys[args.by] - 1);
	*n_bits = bits_for(n_keys[args.by]);
	LAUNCH(search->view_queue, list_keys, 32, &args, n);
	return STATUS_OK;
}

/* The ranking without paths below slack_min. */
static struct device_ranking ranking_of(const struct search *search,
					const struct search_reading *reading)
{
	struct device_ranking ranking = reading->ranking;

	ranking.slack = (char *)ranking.slack + reading->n_below * search_fs_size(search);
	ranking.record += reading->n_below;
	return ranking;
}

static enum status sort_ranks(struct search *search, struct path_list *list,
			      const struct search_reading *reading,
			      const struct list_filter *filter, struct list_sort *sort)
{
	struct queue *queue = search->view_queue;
	bool by_time = filter->column >= COLUMN_CREDIT;
	int key_bits = by_time ? search->image->fs_bits : 32, n_bits = key_bits;
	int64_t n = reading->n - reading->n_below;
	struct time_keys_args args = {
		.ranking = ranking_of(search, reading),
		.record = columns_records(&search->pool),
		.own = search_retimed_paths(search, reading->level),
		.by = filter->column - COLUMN_CREDIT,
		.inverted = filter->inverted,
	};

	_Static_assert(COLUMN_GRAPH == COLUMN_CREDIT + TIME_GRAPH_SLACK &&
			       COLUMN_PESSIMISM == COLUMN_CREDIT + TIME_PESSIMISM,
		       "the order of enum list_time");

	TRY(device_alloc(queue, LIST_MEMORY, n * key_bits / 8, &sort->key));
	TRY(device_alloc(queue, LIST_MEMORY, n * key_bits / 8, &sort->key_out));
	TRY(DEVICE_ALLOC_ALL(queue, LIST_MEMORY, n, &sort->index, &sort->index_out));
	args.key = sort->key;
	args.index = sort->index;
	if (by_time)
		LAUNCH(queue, time_keys, search->image->fs_bits, &args, n);
	else
		TRY(queue_list_keys(search, list, reading, filter, sort, &n_bits));
	prim_sort(queue, key_bits, n_bits, sort->key, sort->key_out, sort->index, sort->index_out,
		  n);
	return queue_sync(queue);
}

/* *d_order is NULL where that is the ranking itself. */
static enum status need_order(struct search *search, struct path_list *list,
			      const struct search_reading *reading,
			      const struct list_filter *filter, const int32_t **d_order)
{
	struct queue *queue = search->view_queue;
	struct list_sort sort = {0};
	DEVICE_HELD held = {queue,
			    {&sort.key, &sort.key_out, &sort.index, &sort.index_out, &sort.rank}};

	*d_order = NULL;
	if (filter->column == COLUMN_SLACK && !filter->inverted)
		return STATUS_OK;
	if (list->sorted_level != reading->level || list->column != filter->column ||
	    list->inverted != filter->inverted) {
		list->sorted_level = -1;
		DEVICE_FREE(queue, list->d_sorted);
		TRY(sort_ranks(search, list, reading, filter, &sort));
		HAND_OVER(&list->d_sorted, sort.index_out);
		list->sorted_level = reading->level;
		list->column = filter->column;
		list->inverted = filter->inverted;
	}
	*d_order = list->d_sorted;
	return STATUS_OK;
}

/* ---- matching ---- */

/* All paths, for which the rest is to be filled in. */
static struct device_match match_all(const struct search *search, const struct path_list *list,
				     const struct search_reading *reading)
{
	struct device_match match = {
		.ranking = ranking_of(search, reading),
		.record = columns_records(&search->pool),
		.facts = list->facts.d[0],
		.own = search_retimed_paths(search, reading->level),
		.only = -1,
		.source_state = search->image->device.source_state,
		.to = search->image->device.to,
		.tail = list->d_tail,
		.hops = search->forest.hops,
		.n_states = search->image->device.n_states,
	};

	for (int i = 0; i < N_PATH_NUMBERS; i++) {
		match.low[i] = INT64_MIN;
		match.high[i] = INT64_MAX;
	}
	return match;
}

static enum status match_pattern(struct search *search, struct path_list *list,
				 const struct path_pattern *pattern, struct list_terms *terms,
				 struct device_match *match)
{
	static const enum path_number times[] = {NUMBER_CREDIT, NUMBER_GRAPH, NUMBER_PESSIMISM};

	_Static_assert(NUMBER_SLACK == 0 && NUMBER_CREDIT == 1 && NUMBER_DEVIATIONS == 2 &&
			       NUMBER_POINTS == 3 && NUMBER_GRAPH == 4 && NUMBER_PESSIMISM == 5 &&
			       sizeof match->low / sizeof *match->low == N_PATH_NUMBERS,
		       "the order in struct device_match");
	for (int i = 0; i < N_PATH_NUMBERS; i++) {
		match->low[i] = pattern->low[i];
		match->high[i] = pattern->high[i];
	}
	for (size_t t = 0; t < sizeof times / sizeof *times; t++)
		match->with_credit |=
			pattern->low[times[t]] != INT64_MIN || pattern->high[times[t]] != INT64_MAX;
	if (pattern->n_names == 0)
		return STATUS_OK;
	TRY(list_need_terms(search, list, pattern, terms));
	match->wanted = (1u << pattern->n_names) - 1;
	match->of_pins = path_pattern_terms(pattern, NAME_ALONG);
	match->source_terms = terms->d_source;
	match->sink_terms = terms->d_sink;
	match->next_pin = terms->d_next_pin;
	return STATUS_OK;
}

/* The paths of a filter; *d_mark is for the caller to free, after a sync. */
static enum status match_filter(struct search *search, const struct search_reading *reading,
				const struct list_filter *filter, struct list_terms *terms,
				struct device_match *match, int32_t **d_mark)
{
	struct queue *queue = search->view_queue;
	struct path_list *list = search->list;

	*match = match_all(search, list, reading);
	if (filter->pattern)
		TRY(match_pattern(search, list, filter->pattern, terms, match));
	if (!filter->only_marked)
		return STATUS_OK;
	TRY(DEVICE_PUT(queue, LIST_MEMORY, d_mark, filter->mark, filter->n_marks));
	match->only_marked = 1;
	match->mark = *d_mark;
	match->n_marks = filter->n_marks;
	return STATUS_OK;
}

/* Endpoints by number: pins of a netlist, else vertices. */
static enum status need_buckets(struct search *search, struct path_list *list)
{
	const struct graph *graph = search->image->graph;
	FREED int32_t *bucket = NULL;

	if (list->d_sink_bucket)
		return STATUS_OK;
	TRY(ALLOC(&bucket, graph->n_sinks));
	list->n_buckets = 0;
	for (int32_t s = 0; s < graph->n_sinks; s++) {
		int32_t vertex = graph->sink_vertex[s];

		bucket[s] = graph->netlist ? graph_pin(graph, vertex) : vertex;
		list->n_buckets = max_i64(list->n_buckets, (int64_t)bucket[s] + 1);
	}
	TRY(DEVICE_ALLOC(search->view_queue, LIST_MEMORY, &list->d_sink_bucket, graph->n_sinks));
	queue_upload(search->view_queue, list->d_sink_bucket, bucket,
		     graph->n_sinks * (int64_t)sizeof *bucket);
	return queue_sync(search->view_queue);
}

/* Of those flagged only the worst to each endpoint. */
static enum status keep_worst(struct search *search, struct path_list *list,
			      const struct search_reading *reading, const int32_t *d_order,
			      uint8_t *d_flag)
{
	struct queue *queue = search->view_queue;
	int64_t n = reading->n - reading->n_below;
	struct least_ranks_args args = {.record = ranking_of(search, reading).record,
					.facts = list->facts.d[0],
					.order = d_order,
					.flag = d_flag};
	struct keep_least_args keep;
	DEVICE_HELD held = {queue, {&args.least}};

	TRY(need_buckets(search, list));
	args.bucket = list->d_sink_bucket;
	TRY(DEVICE_ALLOC(queue, LIST_MEMORY, &args.least, list->n_buckets));
	queue_fill(queue, args.least, 0x7f, list->n_buckets * (int64_t)sizeof *args.least);
	LAUNCH(queue, least_ranks, 32, &args, n);
	keep = (struct keep_least_args){args.record, args.facts, args.order,
					args.bucket, args.least, d_flag};
	LAUNCH(queue, keep_least, 32, &keep, n);
	return queue_sync(queue);
}

/* The places of the flagged ones, and their items in an order. */
static enum status select_shown(struct queue *queue, struct path_list *list, const int32_t *d_order,
				const uint8_t *d_flag, int64_t n)
{
	int64_t *d_n = NULL;
	struct list_places_args args = {.order = d_order};
	int32_t *d_place = NULL;
	DEVICE_HELD held = {queue, {&d_n, &d_place, &args.out}};

	TRY(DEVICE_ALLOC(queue, LIST_MEMORY, &d_n, 1));
	TRY(DEVICE_ALLOC(queue, LIST_MEMORY, &d_place, n));
	prim_select(queue, d_flag, d_place, d_n, n);
	TRY(queue_read(queue, &list->n_shown, d_n, sizeof list->n_shown));
	if (!d_order) {
		HAND_OVER(&list->d_shown, d_place);
		return STATUS_OK;
	}
	TRY(DEVICE_ALLOC(queue, LIST_MEMORY, &args.out, list->n_shown));
	args.place = d_place;
	LAUNCH(queue, list_places, 32, &args, list->n_shown);
	TRY(queue_sync(queue));
	HAND_OVER(&list->d_shown, args.out);
	return STATUS_OK;
}

static enum status make_shown(struct search *search, struct path_list *list,
			      const struct search_reading *reading,
			      const struct list_filter *filter, const int32_t *d_order)
{
	struct queue *queue = search->view_queue;
	int64_t n = reading->n - reading->n_below;
	struct match_paths_args args = {.order = d_order};
	int32_t *d_mark = NULL;
	DEVICE_HELD held = {queue, {&args.flag, &d_mark}};

	DEVICE_FREE(queue, list->d_shown);
	list->shown_edition = 0;
	TRY(DEVICE_ALLOC(queue, LIST_MEMORY, &args.flag, n));
	TRY(match_filter(search, reading, filter, &list->terms[TERMS_OF_LIST], &args.match,
			 &d_mark));
	LAUNCH(queue, match_paths, search->image->fs_bits, &args, n);
	if (filter->only_worst)
		TRY(keep_worst(search, list, reading, d_order, args.flag));
	TRY(select_shown(queue, list, d_order, args.flag, n));
	list->shown_edition = filter->edition;
	list->shown_level = reading->level;
	return STATUS_OK;
}

enum status search_list_open(struct search *search, const struct search_reading *reading,
			     const struct list_filter *filter, struct listing *out)
{
	struct path_list *list;
	const int32_t *d_order;

	*out = (struct listing){.n = reading->n - reading->n_below};
	if (list_filter_is_plain(filter) || out->n == 0)
		return STATUS_OK;
	TRY(need_list(search));
	list = search->list;
	TRY(need_facts(search, list));
	if (filter->column == COLUMN_STARTPOINT || filter->column == COLUMN_ENDPOINT)
		TRY(list_need_names(search, list));
	TRY(need_order(search, list, reading, filter, &d_order));
	if (!filter->pattern && !filter->only_marked && !filter->only_worst) {
		out->d_order = d_order;
		return STATUS_OK;
	}
	if (list->shown_edition != filter->edition || list->shown_level != reading->level)
		TRY(queue_settle(search->view_queue, /* no more reads of records */
				 make_shown(search, list, reading, filter, d_order)));
	*out = (struct listing){list->d_shown, list->n_shown};
	return STATUS_OK;
}

/* ---- looking for a path in a list ---- */

static enum status find(struct search *search, const struct device_match *match,
			const struct listing *listing, int64_t from, bool backward,
			struct found_match *found)
{
	struct queue *queue = search->view_queue;
	struct find_match_args args = {
		.match = *match,
		.order = listing->d_order,
		.n = listing->n,
		.from = from,
		.backward = backward,
	};
	DEVICE_HELD held = {queue, {&args.found}};

	*found = (struct found_match){INT64_MAX, 0};
	TRY(DEVICE_PUT(queue, LIST_MEMORY, &args.found, found, 1));
	LAUNCH(queue, find_match, search->image->fs_bits, &args,
	       (listing->n + FIND_TILE - 1) / FIND_TILE);
	return queue_read(queue, found, args.found, sizeof *found);
}

enum status search_list_place(struct search *search, const struct search_reading *reading,
			      const struct listing *listing, int32_t record, int64_t *place)
{
	struct device_match match;
	struct found_match found;

	*place = -1;
	if (listing->n == 0 || record < 0)
		return STATUS_OK;
	TRY(need_list(search));
	TRY(need_facts(search, search->list));
	match = match_all(search, search->list, reading);
	match.only = record;
	TRY(find(search, &match, listing, -1, false, &found));
	if (found.n > 0)
		*place = found.distance;
	return STATUS_OK;
}

/* The place this far after, or before, the one that the search began at. */
static void place_match(const struct found_match *found, int64_t from, bool backward,
			struct snap_match *snap)
{
	int64_t n = snap->n_listed;
	int64_t place;

	snap->n_matches = found->n;
	if (found->n == 0) /* then there is no distance either */
		return;
	place = backward ? from - 1 - found->distance : from + 1 + found->distance;
	snap->wrapped = place < 0 || place >= n;
	snap->place = (place + n) % n;
}

static enum status find_sought(struct search *search, const struct search_reading *reading,
			       const struct listing *listing, const struct path_search *sought,
			       struct snap_match *snap)
{
	bool backward = sought->backward;
	int64_t from = min_i64(max_i64(sought->from, backward ? 0 : -1),
			       backward ? listing->n : listing->n - 1);
	struct device_match match;
	struct found_match found;
	int32_t *d_mark = NULL;
	DEVICE_HELD held = {search->view_queue, {&d_mark}};

	if (listing->n == 0)
		return STATUS_OK;
	TRY(need_list(search));
	TRY(need_facts(search, search->list));
	TRY(match_filter(search, reading, sought->sought, &search->list->terms[TERMS_OF_SOUGHT],
			 &match, &d_mark));
	TRY(find(search, &match, listing, from, backward, &found));
	place_match(&found, from, backward, snap);
	return STATUS_OK;
}

enum status search_match(struct search *search, int32_t level, const struct list_filter *filter,
			 const struct path_search *sought, struct snap_match **out)
{
	struct search_reading reading;
	struct listing listing;
	SNAP_HELD struct snap_match *snap = NULL;

	TRY(search_open_reading(search, level, &reading));
	TRY(queue_settle_failure(search->view_queue, /* no more reads of records */
				 search_list_open(search, &reading, filter, &listing)));
	TRY(snap_match_new(search->image->graph, search->serial, &snap));
	snap->level = reading.level;
	snap->edition = filter ? filter->edition : 0;
	snap->place = -1;
	snap->n_listed = listing.n;
	TRY(queue_settle_failure(search->view_queue,
				 find_sought(search, &reading, &listing, sought, snap)));
	HAND_OVER(out, snap);
	return STATUS_OK;
}
