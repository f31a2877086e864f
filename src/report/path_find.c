#include "report/path_find.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "session/objects.h"
#include "session/search.h"

/* ---- groups ---- */

struct group_key {
	int class;
	const char *name; /* borrowed */
	int32_t group;
};

/* group_path's first, then those that have no clock, then the clocks; each by name, as
 * in OpenSTA. */
static int group_class(const struct state_graph *states, const char *name)
{
	const struct constraints *constraints = states->timing->constraints;

	if (constraints && constraints_find_clock(constraints, name) >= 0)
		return 4;
	if (strcmp(name, "asynchronous") == 0)
		return 1;
	if (strcmp(name, "gated clock") == 0)
		return 2;
	return strcmp(name, "path delay") == 0 ? 3 : 0;
}

static int compare_groups(const void *a, const void *b)
{
	const struct group_key *x = a, *y = b;

	return x->class != y->class ? x->class - y->class : strcmp(x->name, y->name);
}

enum status path_group_order(const struct state_graph *states, int32_t **order, int32_t *n)
{
	FREED struct group_key *key = NULL;

	*n = 0;
	TRY(ALLOC(order, states->n_groups));
	TRY(ALLOC(&key, states->n_groups));
	for (int32_t g = 0; g < states->n_groups; g++) {
		if (!state_group_is_set(states, g))
			key[(*n)++] = (struct group_key){group_class(states, states->group[g]),
							 states->group[g], g};
	}
	qsort(key, (size_t)*n, sizeof *key, compare_groups);
	for (int32_t g = 0; g < *n; g++)
		(*order)[g] = key[g].group;
	return STATUS_OK;
}

static bool mark_group(const struct state_graph *states, const char *name, uint8_t *chosen)
{
	for (int32_t g = 0; g < states->n_groups; g++) {
		if (strcmp(states->group[g], name) != 0)
			continue;
		chosen[g] = 1;
		return true;
	}
	return false;
}

/* The group of just this name, else those that a pattern matches. */
static bool mark_groups(const struct state_graph *states, const char *pattern, uint8_t *chosen)
{
	bool exact = mark_group(states, pattern, chosen), found = exact;

	for (int32_t g = 0; g < states->n_groups && !exact; g++) {
		if (!glob_match(pattern, states->group[g], false, false))
			continue;
		chosen[g] = 1;
		found = true;
	}
	return found;
}

/* Is there a group of this name, or that a pattern matches, that has no paths now? Those of clocks, of
 * group_path, and what paths of other sorts are in. */
static bool may_have_paths(const struct state_graph *states, const char *pattern)
{
	static const char *const others[] = {"asynchronous", "path delay", "gated clock",
					     "unconstrained", "**default**"};
	const struct constraints *k = states->timing->constraints;
	bool found = false;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		found |= glob_match(pattern, others[i], false, false);
	for (int32_t c = 0; k && c < k->n_clocks && !found; c++)
		found = strcmp(pattern, k->clock[c].name) == 0 ||
			glob_match(pattern, k->clock[c].name, false, false);
	for (int32_t e = 0; k && e < k->n_exceptions && !found; e++) {
		const struct exception *exception = &k->exception[e];

		found = exception->kind == EXCEPTION_GROUP &&
			(strcmp(pattern, exception->name) == 0 ||
			 glob_match(pattern, exception->name, false, false));
	}
	return found;
}

enum status path_groups_choose(const char *command, const struct state_graph *states,
			       const char *word, uint8_t **chosen)
{
	RELEASED_BY(words_free) struct words words = {0};

	TRY(ALLOC(chosen, states->n_groups));
	if (mark_groups(states, word, *chosen) || may_have_paths(states, word))
		return STATUS_OK;
	words_parse(word, &words);
	for (int i = 0; i < words.n; i++) {
		if (!mark_groups(states, words.word[i], *chosen) &&
		    !may_have_paths(states, words.word[i]))
			return status_fail(STATUS_FAILED, "%s: there is no path group \"%.100s\"",
					   command, words.word[i]);
	}
	return STATUS_OK;
}

/* ---- the search of a group ---- */

/* Which groups and sets of them are searched, when a group or ALL_GROUPS is asked for. */
static void mark_asked(struct path_finder *finder, int32_t asked)
{
	const struct state_graph *states = finder->timing->image->states;
	const uint8_t *chosen = finder->options->group_chosen;

	memset(finder->in_group, asked == ALL_GROUPS && !chosen, (size_t)states->n_groups);
	if (asked == ALL_GROUPS && chosen)
		memcpy(finder->in_group, chosen, (size_t)states->n_groups);
	else if (asked != ALL_GROUPS)
		finder->in_group[asked] = 1;
	for (int32_t i = 0; i < finder->n_sets; i++) {
		int32_t set = finder->set[i], member = set;

		for (int m = 0; member >= 0 && !finder->in_group[set]; m++) {
			member = state_group_member(states, &finder->group_name, set, m);
			finder->in_group[set] = member >= 0 && finder->in_group[member];
		}
	}
	finder->group = asked;
}

static enum credit_mode credit_mode(const struct path_finder *finder)
{
	return finder->options->before_credit ? CREDIT_NONE : finder->session->cppr;
}

static enum status list_sets(struct path_finder *finder)
{
	const struct state_graph *states = finder->timing->image->states;

	TRY(ALLOC(&finder->in_group, states->n_groups));
	TRY(ALLOC(&finder->set, states->n_groups));
	for (int32_t g = 0; g < states->n_groups; g++) {
		if (state_group_is_set(states, g))
			finder->set[finder->n_sets++] = g;
	}
	return finder->n_sets ? state_group_names(states, &finder->group_name) : STATUS_OK;
}

void path_query_release(struct path_query_options *options)
{
	path_filter_release(&options->filter);
	free(options->group_chosen);
	options->group_chosen = NULL;
}

enum status path_finder_begin(struct path_finder *finder, struct session *session,
			      const struct path_query_options *options, enum split split,
			      struct text *warnings)
{
	*finder = (struct path_finder){
		.session = session,
		.timing = session->design.timing,
		.options = options,
		.split = split,
		.known = INT64_MAX,
	};
	TRY(timing_path_image(finder->timing,
			      &(struct timing_query){
				      .split = split, .backward = true, .filter = &options->filter},
			      warnings, &session->task, &finder->image));
	TRY(path_image_need_ends(finder->image));
	if (finder->timing->n_endless)
		text_printf(warnings,
			    "warning: loops of latches gain time each round: %" PRId32
			    " inputs are taken to borrow all they may\n",
			    finder->timing->n_endless);
	if (timing_counts_credit(finder->timing, credit_mode(finder)))
		TRY(timing_credit(finder->timing, split, credit_mode(finder), finder->image,
				  &finder->credit));
	TRY(ALLOC(&finder->bucket, finder->image->image->device.n_sources));
	return list_sets(finder);
}

static void end_search(struct path_finder *finder)
{
	if (finder->search)
		search_stepper(finder->search)->ops->end(search_stepper(finder->search));
	finder->search = NULL;
	free(finder->kept);
	finder->kept = NULL;
}

void path_finder_end(struct path_finder *finder)
{
	end_search(finder);
	bucket_paths_release(&finder->path_based);
	FREE_ALL(finder->bucket, finder->in_group, finder->set);
	names_release(&finder->group_name);
}

static bool has_kind(const struct path_finder *finder, enum endpoint_kind kind)
{
	uint32_t kinds = finder->options->kinds[finder->split];

	return !kinds || kinds & 1U << kind;
}

/* Is the endpoint of a source among those that are asked for? */
static bool is_asked(const struct path_finder *finder, int64_t source)
{
	const struct state_graph *states = finder->timing->image->states;
	int32_t sink = finder->image->source[source];
	const struct endpoint *endpoint = &states->endpoint[sink];

	return endpoint->split == finder->split && !endpoint_is_false(states, endpoint) &&
	       has_kind(finder, endpoint->kind) &&
	       (!finder->options->sink_chosen || finder->options->sink_chosen[sink]) &&
	       finder->in_group[states->relation[endpoint->relation].group];
}

static int32_t pin_of_source(const struct path_finder *finder, int64_t source)
{
	const struct state_graph *states = finder->timing->image->states;

	return state_pin(states, states->graph->sink_vertex[finder->image->source[source]]);
}

/* The number of a source's pin and one more, negative where its endpoint isn't asked for. */
static int32_t asked_pin(const struct path_finder *finder, int64_t source)
{
	int32_t number = pin_of_source(finder, source) + 1;

	return is_asked(finder, source) ? number : -number;
}

/* Of the endpoints that are asked for and have its pin, which follow each other, is it the first? */
static bool is_first_asked(const int32_t *pin, int64_t source)
{
	int64_t before = source - 1;

	while (before >= 0 && pin[before] == -pin[source])
		before--;
	return pin[source] > 0 && (before < 0 || pin[before] != pin[source]);
}

/* A bucket for each endpoint's pin that is in the group; how many there are. pin: asked_pin() of each; first: [parts]. */
static int32_t number_pins(int32_t *bucket, int64_t n, const int32_t *pin, int64_t *first,
			   int parts)
{
	int64_t n_pins;

	OVER_PARTS(p, parts)
	{
		for (int64_t s = part_begin(n, parts, p); s < part_begin(n, parts, p + 1); s++)
			first[p] += is_first_asked(pin, s);
	}
	n_pins = parts_place(first, parts, 0);
	OVER_PARTS(p, parts)
	{
		int64_t at = first[p];

		for (int64_t s = part_begin(n, parts, p); s < part_begin(n, parts, p + 1); s++) {
			at += is_first_asked(pin, s);
			bucket[s] = pin[s] > 0 ? (int32_t)at - 1 : -1;
		}
	}
	return (int32_t)n_pins;
}

static enum status fill_buckets(struct path_finder *finder, int32_t group, int32_t *n_buckets)
{
	int64_t n = finder->image->image->device.n_sources;
	int parts = parts_of(n);
	FREED int64_t *first = NULL;
	FREED int32_t *pin = NULL;

	mark_asked(finder, group);
	TRY(ALLOC(&first, parts));
	TRY(ALLOC_UNSET(&pin, n));
	OVER_ITEMS(s, n)
	pin[s] = asked_pin(finder, s);
	*n_buckets = number_pins(finder->bucket, n, pin, first, parts);
	return STATUS_OK;
}

static enum status run(struct path_finder *finder, int32_t n_buckets, int64_t k,
		       int64_t per_endpoint, int64_t *n)
{
	struct session *session = finder->session;
	struct search_caps caps = {finder->bucket, n_buckets, per_endpoint};
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct stepper *stepper;
	enum status status;

	/* paths below slack_min count for their endpoint, but not for the group */
	if (finder->unconstrained || finder->options->slack_min == INT64_MIN)
		caps.per_bucket = min_i64(per_endpoint, k);
	options.k = k;
	options.early = finder->split == EARLY;
	options.caps = &caps;
	if (!finder->unconstrained) {
		options.slack_min = finder->options->slack_min;
		options.slack_max = finder->options->slack_max;
		options.credit = timing_counts_credit(finder->timing, credit_mode(finder))
					 ? &finder->credit
					 : NULL;
	}
	TRY(search_begin(finder->image->image, session->queue, session->view_queue, &options, 0,
			 &finder->search));
	stepper = search_stepper(finder->search);
	task_begin(&session->task, stepper_info[STEPPER_SEARCH].title, 0);
	status = STATUS_OK;
	while (status == STATUS_OK && !stepper->ops->finished(stepper))
		status = stepper->ops->step(stepper, GRAIN_COARSE);
	task_end(&session->task);
	*n = search_count(finder->search);
	return status;
}

/* ---- one path of those that are alike ---- */

static uint64_t hash_path(const struct traces *traces, const struct path_finder *finder, int64_t i)
{
	const struct state_graph *states = finder->timing->image->states;
	int distinguished = finder->options->unique == PATH_UNIQUE_EDGES ? 1 : N_EDGES;
	uint64_t hash = 0;

	for (int64_t p = traces->offset[i]; p < traces->offset[i + 1] - 1; p++)
		hash = hash_number(
			hash, (uint64_t)(state_vertex(states, traces->vertex[p]) / distinguished));
	return hash;
}

static bool is_alike(const struct traces *traces, const struct path_finder *finder, int64_t i,
		     int64_t j)
{
	const struct state_graph *states = finder->timing->image->states;
	int distinguished = finder->options->unique == PATH_UNIQUE_EDGES ? 1 : N_EDGES;
	int64_t n = traces->offset[i + 1] - traces->offset[i] - 1;

	if (n != traces->offset[j + 1] - traces->offset[j] - 1)
		return false;
	for (int64_t p = 0; p < n; p++) {
		if (state_vertex(states, traces->vertex[traces->offset[i] + p]) / distinguished !=
		    state_vertex(states, traces->vertex[traces->offset[j] + p]) / distinguished)
			return false;
	}
	return true;
}

/* A table of what was seen: the rank + 1, by hash; and how many each endpoint has. */
struct unique {
	int64_t *slot; /* owned [n_slots], a power of two */
	int64_t n_slots;
	int64_t *count, *found; /* owned [n_buckets]: those that count, and all of them */
};

static void unique_release(struct unique *u)
{
	FREE_ALL(u->slot, u->count, u->found);
}

static bool is_new(struct unique *u, const struct path_finder *finder, const struct traces *traces,
		   int64_t i)
{
	uint64_t at = hash_path(traces, finder, i);

	for (;; at++) {
		int64_t *slot = &u->slot[at & (uint64_t)(u->n_slots - 1)];

		if (!*slot) {
			*slot = i + 1;
			return true;
		}
		if (is_alike(traces, finder, *slot - 1, i))
			return false;
	}
}

static int32_t bucket_of(const struct path_finder *finder, const struct snap_row *row)
{
	const struct path_image *paths = finder->image;

	return finder->bucket[find_sorted(paths->source, sizeof *paths->source,
					  paths->image->device.n_sources, row->sink)];
}

static enum status choose_unique(struct path_finder *finder, struct unique *u, int64_t n)
{
	RELEASED_BY(traces_release) struct traces traces = {0};
	SNAP_HELD struct snap_rows *rows = NULL;
	enum status status;

	finder->n_kept = 0;
	if (!n)
		return STATUS_OK;
	while (u->n_slots < 2 * n)
		u->n_slots = u->n_slots ? 2 * u->n_slots : 64;
	TRY(ALLOC(&u->slot, u->n_slots));
	TRY(ALLOC(&finder->kept, n));
	finder->n_kept = n; /* all, while they are read */
	for (int64_t i = 0; i < n; i++)
		finder->kept[i] = i;
	status = path_finder_read(finder, 0, n, &rows, &traces);
	finder->n_kept = 0;
	for (int64_t i = 0; i < n && status == STATUS_OK; i++) {
		int32_t bucket = bucket_of(finder, &rows->row[i]);
		int64_t *count = &u->count[bucket];

		u->found[bucket]++;
		if (*count >= finder->options->per_endpoint || !is_new(u, finder, &traces, i))
			continue;
		++*count;
		if (finder->n_kept < finder->options->k)
			finder->kept[finder->n_kept++] = i;
	}
	return status;
}

/* Search more and more until what is left of them is enough, or all there are. */
static enum status run_unique(struct path_finder *finder, int32_t n_buckets, int64_t *n)
{
	int64_t k = finder->options->k, per_endpoint = finder->options->per_endpoint, n_found;

	for (;; k *= 2, per_endpoint *= 2) {
		RELEASED_BY(unique_release) struct unique u = {0};
		bool cut = false;

		end_search(finder);
		TRY(run(finder, n_buckets, k, per_endpoint, &n_found));
		TRY(ALLOC(&u.count, n_buckets));
		TRY(ALLOC(&u.found, n_buckets));
		TRY(choose_unique(finder, &u, n_found));
		for (int32_t i = 0; i < n_buckets; i++)
			cut |= u.found[i] >= per_endpoint &&
			       u.count[i] < finder->options->per_endpoint;
		*n = finder->n_kept;
		/* enough, or nothing was cut off, neither at the end nor of an endpoint */
		if (*n >= finder->options->k || k >= INT32_MAX / 4 || (n_found < k && !cut))
			return STATUS_OK;
	}
}

enum status path_finder_search(struct path_finder *finder, int32_t group, int64_t *n)
{
	int32_t n_buckets;

	*n = 0;
	end_search(finder);
	TRY(fill_buckets(finder, group, &n_buckets));
	if (!n_buckets)
		return STATUS_OK;
	if (finder->options->path_based)
		return path_pba_search(finder, n_buckets, n);
	if (finder->options->unique)
		return run_unique(finder, n_buckets, n);
	return run(finder, n_buckets, finder->options->k, finder->options->per_endpoint, n);
}

/* ---- reading ---- */

/* From the graph that was searched, which runs backward, to the state graph. */
static void turn_row(const struct path_finder *finder, struct snap_row *row)
{
	const struct graph *graph = finder->timing->image->states->graph;
	const struct path_image *paths = finder->image;
	int32_t sink = paths->source[row->source], source = paths->sink[row->sink];

	row->sink = sink;
	row->source = source;
	row->endpoint = graph->sink_vertex[sink];
	row->startpoint = graph->source_vertex[source];
	row->group = finder->group == ALL_GROUPS ? 0 : finder->group + 1;
}

/* Arrivals of a trace are sums from the endpoint on, which begin with minus its required time: so
 * at any point that and the arrival there make the path's slack (see device_graph for
 * the signs). */
static void turn_trace(const struct path_finder *finder, const struct snap_row *row, int64_t i,
		       struct traces *traces)
{
	int64_t first = traces->offset[i], end = traces->offset[i + 1] - 1;
	int64_t slack = row->slack - row->credit - row->borrowed;

	for (int64_t p = first; p < end; p++)
		traces->arrival[p] = (finder->split == LATE ? -slack : slack) - traces->arrival[p];
	for (int64_t p = first, q = end - 1; p < q; p++, q--) {
		int32_t vertex = traces->vertex[p];
		int64_t arrival = traces->arrival[p];

		traces->vertex[p] = traces->vertex[q];
		traces->arrival[p] = traces->arrival[q];
		traces->vertex[q] = vertex;
		traces->arrival[q] = arrival;
	}
	traces->vertex[end] = finder->timing->image->states->graph->n_vertices + row->sink;
	if (finder->unconstrained)
		traces->arrival[end] = timing_sink_required(finder->timing, row->sink);
	else if (end > first)
		traces->arrival[end] = traces->arrival[end - 1] +
				       (finder->split == LATE ? slack : -slack) + row->borrowed;
}

/* n paths in a row of the search, from one that counts on. */
static enum status read_run(struct path_finder *finder, int64_t first, int64_t n,
			    struct snap_rows **rows, struct traces *traces)
{
	TRY(search_rows(finder->search, LEVEL_NEWEST, first, n, rows));
	if (!traces)
		return STATUS_OK;
	TRY(search_traces(finder->search, LEVEL_NEWEST, first, n, traces));
	return path_image_base_vertices(finder->image, traces->vertex,
					traces->offset[traces->n_paths]);
}

/* Leave those out that don't count; `first` is the rank of the first one read. */
static void keep_some(const struct path_finder *finder, int64_t kept, int64_t n, int64_t first,
		      struct snap_rows *rows, struct traces *traces)
{
	int64_t at = 0;

	for (int64_t i = 0; i < n; i++) {
		int64_t from = finder->kept[kept + i] - first;
		int64_t n_points = traces ? traces->offset[from + 1] - traces->offset[from] : 0;

		rows->row[i] = rows->row[from];
		if (!traces)
			continue;
		memmove(traces->vertex + at, traces->vertex + traces->offset[from],
			(size_t)n_points * sizeof *traces->vertex);
		memmove(traces->arrival + at, traces->arrival + traces->offset[from],
			(size_t)n_points * sizeof *traces->arrival);
		traces->slack[i] = traces->slack[from];
		traces->offset[i] = at;
		at += n_points;
	}
	rows->n = n;
	if (traces) {
		traces->offset[n] = at;
		traces->n_paths = n;
	}
}

enum status path_finder_read(struct path_finder *finder, int64_t first, int64_t n,
			     struct snap_rows **rows, struct traces *traces)
{
	int64_t from = first, n_read = n;

	if (finder->options->path_based)
		return path_pba_read(finder, first, n, rows, traces);
	if (finder->kept) {
		from = finder->kept[first];
		n_read = finder->kept[first + n - 1] - from + 1;
	}
	TRY(read_run(finder, from, n_read, rows, traces));
	if (finder->kept)
		keep_some(finder, first, n, from, *rows, traces);
	for (int64_t i = 0; i < (*rows)->n; i++) {
		turn_row(finder, &(*rows)->row[i]);
		if (traces)
			turn_trace(finder, &(*rows)->row[i], i, traces);
	}
	return STATUS_OK;
}

enum status path_finder_common_pin(struct path_finder *finder, const struct snap_row *row,
				   int32_t *pin)
{
	struct device_credit credit;

	*pin = -1;
	if (finder->session->cppr == CREDIT_NONE || !row->credit)
		return STATUS_OK;
	TRY(timing_credit(finder->timing, finder->split, finder->session->cppr, NULL, &credit));
	return timing_common_pins(finder->session->view_queue, &credit, &row->source, &row->sink, 1,
				  pin);
}
