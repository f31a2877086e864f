/* The kernels of lists of paths (facts, terms of pins, matches, keys) against plain loops, on each
 * device. What random paths are like is tests/search/t_lists.c's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/search/list_args.h"
#include "lib/kernel_reference.h"
#include "lib/tap.h"

enum { LEVELS = 4 }; /* of records */

static int32_t *random_items(int64_t n, int64_t below)
{
	int32_t *items;

	NEW(items, n);
	for (int64_t i = 0; i < n; i++)
		items[i] = (int32_t)random_below(below);
	return items;
}

static uint8_t *random_bytes(int64_t n, int64_t one_in)
{
	uint8_t *bytes;

	NEW(bytes, n);
	for (int64_t i = 0; i < n; i++)
		bytes[i] = random_below(one_in) == 0 ? (uint8_t)random_below(256) : 0;
	return bytes;
}

/* All that is looked at, on the host and, called d_, on the device. */
struct tables {
	int64_t n;      /* paths, and records of the search; states and arcs too */
	int64_t *slack; /* of the ranking */
	int32_t *order, *ranked, *source_state, *to, *tail, *hops, *end, *next_pin, *mark;
	uint8_t *source_terms, *sink_terms;
	struct path_facts *facts;
	struct records records;
	int64_t first[LEVELS + 1]; /* records of each level */
	int32_t *d_order, *d_mark;
	struct retimed_path *own, *d_own; /* by rank */
	struct device_match match;        /* its pointers are the device's */
};

/* Records of LEVELS levels with random parents in the level before. */
static void random_records(struct queue *q, int bits, struct tables *t)
{
	int64_t n = t->n, *slack = random_times(n, 1000);

	records_new(q, bits, n, &t->records);
	for (int l = 0; l <= LEVELS; l++)
		t->first[l] = n * l / LEVELS;
	for (int l = 0; l < LEVELS; l++) {
		for (int64_t r = t->first[l]; r < t->first[l + 1]; r++) {
			bool top = l == 0 || t->first[l - 1] == t->first[l];

			t->records.slack[r] = slack[r];
			t->records.arc[r] = (int32_t)random_below(n);
			t->records.parent[r] =
				top ? -1
				    : (int32_t)(t->first[l - 1] +
						random_below(t->first[l] - t->first[l - 1]));
		}
	}
	records_upload(q, bits, &t->records);
	free(slack);
}

/* The facts of all records; the kernel level by level. */
static bool same_facts(struct queue *q, struct tables *t)
{
	int64_t n = t->n;
	struct path_facts_args args = {
		.record = t->records.device,
		.source_state = t->match.source_state,
		.to = t->match.to,
		.tail = t->match.tail,
		.hops = t->match.hops,
		.end = to_device(q, t->end, n * 4),
		.facts = to_device(q, NULL, n * (int64_t)sizeof *t->facts),
	};
	struct path_facts *got;
	bool same;

	for (int64_t r = 0; r < n; r++) {
		int32_t parent = t->records.parent[r], arc = t->records.arc[r];
		int32_t head = parent < 0 ? t->source_state[arc] : t->to[arc];

		t->facts[r] = parent < 0 ? (struct path_facts){arc, 0, t->hops[head], 0}
					 : t->facts[parent];
		t->facts[r].sink = t->end[head];
		if (parent >= 0) {
			t->facts[r].n_deviations++;
			t->facts[r].n_points += 1 + t->hops[head] - t->hops[t->tail[arc]];
		}
	}
	for (int l = 0; l < LEVELS; l++) {
		args.first = t->first[l];
		LAUNCH(q, path_facts, 32, &args, t->first[l + 1] - t->first[l]);
	}
	NEW(got, n);
	from_device(q, got, args.facts, n * (int64_t)sizeof *got);
	same = memcmp(got, t->facts, (size_t)n * sizeof *got) == 0;
	free(got);
	device_free(q, (void *)args.end);
	t->match.facts = args.facts;
	return same;
}

static void tables_new(struct queue *q, int bits, int64_t n, struct tables *t)
{
	int64_t few = n / 50, last = 0;

	*t = (struct tables){.n = n};
	random_records(q, bits, t);
	t->slack = random_times(n, 1000);
	for (int64_t i = 0; i < n; i++) /* credit is never below 0 */
		t->slack[i] = i;
	t->ranked = random_order(n);
	for (int64_t i = 0; i < n; i++)
		t->slack[i] = t->records.slack[t->ranked[i]] + random_below(500);
	t->order = random_order(n);
	t->source_state = random_items(n, n);
	t->to = random_items(n, n);
	t->tail = random_items(n, n);
	t->hops = random_items(n, 90);
	t->end = random_items(n, n);
	t->next_pin = random_items(2 * n, 90);
	for (int64_t i = 0; i < 2 * n; i++)
		t->next_pin[i] -= 40;
	t->source_terms = random_bytes(n, 2);
	t->sink_terms = random_bytes(n, 2);
	NEW(t->mark, few);
	for (int64_t i = 0; i < few; i++)
		t->mark[i] = (int32_t)(last += 1 + random_below(60));
	NEW(t->facts, n);
	NEW(t->own, n);
	for (int64_t i = 0; i < n; i++)
		t->own[i] =
			(struct retimed_path){.graph_slack = t->slack[i] - random_below(90) + 30,
					      .credit = random_below(60)};
	t->d_own = to_device(q, t->own, n * (int64_t)sizeof *t->own);
	t->d_order = to_device(q, t->order, n * 4);
	t->d_mark = to_device(q, t->mark, few * 4);
	t->match = (struct device_match){
		.ranking = {times_to_device(q, bits, t->slack, n), to_device(q, t->ranked, n * 4)},
		.record = t->records.device,
		.mark = t->d_mark,
		.n_marks = few,
		.source_terms = to_device(q, t->source_terms, n),
		.sink_terms = to_device(q, t->sink_terms, n),
		.n_states = (int32_t)n,
		.next_pin = to_device(q, t->next_pin, 2 * n * 4),
		.source_state = to_device(q, t->source_state, n * 4),
		.to = to_device(q, t->to, n * 4),
		.tail = to_device(q, t->tail, n * 4),
		.hops = to_device(q, t->hops, n * 4),
	};
}

static void tables_free(struct queue *q, struct tables *t)
{
	const void *device[] = {t->d_order,
				t->d_mark,
				t->d_own,
				t->match.ranking.slack,
				t->match.ranking.record,
				t->match.source_terms,
				t->match.sink_terms,
				t->match.next_pin,
				t->match.source_state,
				t->match.to,
				t->match.tail,
				t->match.hops,
				t->match.facts};
	void *host[] = {t->slack,        t->order,      t->ranked, t->source_state, t->to,
			t->tail,         t->hops,       t->end,    t->next_pin,     t->mark,
			t->source_terms, t->sink_terms, t->facts,  t->own};

	for (size_t i = 0; i < sizeof device / sizeof *device; i++)
		device_free(q, (void *)device[i]);
	for (size_t i = 0; i < sizeof host / sizeof *host; i++)
		free(host[i]);
	records_free(q, &t->records);
}

/* ---- matching ---- */

static void random_match(struct tables *t)
{
	struct device_match *m = &t->match;
	bool of_pins = random_below(2);

	m->only = random_below(5) || t->n == 0 ? -1 : (int32_t)random_below(t->n);
	m->own = random_below(2) ? t->d_own : NULL;
	for (int i = 0; i < 6; i++) {
		m->low[i] = random_below(2) ? INT64_MIN : random_below(60) - 40;
		m->high[i] = random_below(2) ? INT64_MAX : random_below(900);
	}
	m->with_credit = (int32_t)random_below(2);
	m->only_marked = random_below(4) == 0;
	m->of_pins = of_pins ? 0x12 : 0;
	m->wanted = (random_below(2) ? 5u : 0) | m->of_pins;
}

/* Does a path meet a term of pins? By the list of its pieces from the source on. */
static bool naive_meets(const struct tables *t, int32_t record, const int32_t *next)
{
	int32_t chain[LEVELS], n = 0;

	for (; record >= 0; record = t->records.parent[record])
		chain[n++] = record;
	for (int i = n - 1; i >= 0; i--) {
		int32_t arc = t->records.arc[chain[i]];
		int32_t head = i == n - 1 ? t->source_state[arc] : t->to[arc];
		int32_t last = i == 0 ? 0 : t->hops[t->tail[t->records.arc[chain[i - 1]]]];

		if (next[head] >= last)
			return true;
	}
	return false;
}

static bool naive_is_match(const struct tables *t, int64_t rank)
{
	const struct device_match *m = &t->match;
	int32_t record = t->ranked[rank];
	const struct path_facts *f = &t->facts[record];
	const struct retimed_path *own = m->own ? &t->own[rank] : NULL;
	int64_t number[] = {t->slack[rank],
			    own ? own->credit : t->slack[rank] - t->records.slack[record],
			    f->n_deviations,
			    f->n_points,
			    own ? own->graph_slack : t->slack[rank],
			    own ? t->slack[rank] - own->graph_slack : 0};
	bool marked = !m->only_marked;

	if (m->only >= 0)
		return record == m->only;
	for (int i = 0; i < 6; i++) {
		if (((i != 1 && i < 4) || m->with_credit) &&
		    (number[i] < m->low[i] || number[i] > m->high[i]))
			return false;
	}
	for (int64_t low = 0, high = m->n_marks; !marked && low < high;) {
		int64_t middle = (low + high) / 2;

		marked = t->mark[middle] == record;
		if (t->mark[middle] < record)
			low = middle + 1;
		else
			high = middle;
	}
	if (!marked)
		return false;
	for (int bit = 0; bit < 8; bit++) {
		int at_ends = t->source_terms[f->source] | t->sink_terms[f->sink];

		if (m->of_pins >> bit & 1
			    ? !naive_meets(t, record, t->next_pin + (bit == 4 ? t->n : 0))
			    : m->wanted >> bit & 1 && !(at_ends >> bit & 1))
			return false;
	}
	return true;
}

/* match_paths; the flags are kept for what follows. */
static bool same_flags(struct queue *q, int bits, struct tables *t, bool ordered, uint8_t *flag)
{
	struct match_paths_args args = {t->match, ordered ? t->d_order : NULL,
					to_device(q, NULL, t->n)};
	uint8_t *got;
	bool same;

	NEW(got, t->n);
	for (int64_t i = 0; i < t->n; i++)
		flag[i] = naive_is_match(t, ordered ? t->order[i] : i);
	LAUNCH(q, match_paths, bits, &args, t->n);
	from_device(q, got, args.flag, t->n);
	same = memcmp(got, flag, (size_t)t->n) == 0;
	free(got);
	device_free(q, args.flag);
	return same;
}

/* find_match, from where there is something to go round. */
static bool same_found(struct queue *q, int bits, struct tables *t, bool ordered,
		       const uint8_t *flag)
{
	bool backward = random_below(2);
	struct find_match_args args = {.match = t->match,
				       .order = ordered ? t->d_order : NULL,
				       .n = t->n,
				       .from = random_below(t->n + 1) - !backward,
				       .backward = backward};
	struct found_match wanted = {INT64_MAX, 0}, got = wanted;
	int64_t step = backward ? -1 : 1;

	for (int64_t i = 1; i <= t->n; i++) {
		int64_t at = (args.from + i * step + t->n) % t->n;

		if (flag[at] && wanted.n++ == 0)
			wanted.distance = i - 1;
	}
	args.found = to_device(q, &got, sizeof got);
	LAUNCH(q, find_match, bits, &args, (t->n + FIND_TILE - 1) / FIND_TILE);
	from_device(q, &got, args.found, sizeof got);
	device_free(q, args.found);
	return got.distance == wanted.distance && got.n == wanted.n;
}

/* ---- keys ---- */

/* record_ranks; the ranks stay for list_keys, here and on the device. */
static bool same_ranks(struct queue *q, const struct tables *t, int32_t *rank,
		       struct list_keys_args *keys)
{
	struct record_ranks_args args = {t->match.ranking.record, to_device(q, NULL, t->n * 4)};

	for (int64_t i = 0; i < t->n; i++)
		rank[t->ranked[i]] = (int32_t)i;
	LAUNCH(q, record_ranks, 32, &args, t->n);
	keys->parent = t->match.record.parent;
	keys->rank = args.rank;
	return same_items(q, args.rank, rank, t->n);
}

/* least_ranks and keep_least: of the paths flagged the first of each bucket. */
static bool same_worst(struct queue *q, const struct tables *t, bool ordered)
{
	int64_t n_buckets = t->n / 3 + 1;
	int32_t *bucket = random_items(t->n, n_buckets), *least;
	uint8_t *flag = random_bytes(t->n, 2), *got;
	struct least_ranks_args args = {
		t->match.ranking.record,        t->match.facts, ordered ? t->d_order : NULL,
		to_device(q, bucket, t->n * 4), NULL,           to_device(q, NULL, n_buckets * 4)};
	struct keep_least_args keep = {args.record, args.facts, args.order,
				       args.bucket, args.least, NULL};
	bool same;

	NEW(least, n_buckets);
	NEW(got, t->n);
	for (int64_t i = 0; i < t->n; i++)
		flag[i] = flag[i] != 0;
	args.flag = keep.flag = to_device(q, flag, t->n);
	queue_fill(q, args.least, 0x7f, n_buckets * 4);
	LAUNCH(q, least_ranks, 32, &args, t->n);
	LAUNCH(q, keep_least, 32, &keep, t->n);
	from_device(q, got, keep.flag, t->n);
	memset(least, 0x7f, (size_t)n_buckets * 4);
	for (int pass = 0; pass < 2; pass++) {
		for (int64_t i = 0; i < t->n; i++) {
			int32_t rank = ordered ? t->order[i] : (int32_t)i;
			int32_t *first = &least[bucket[t->facts[t->ranked[rank]].sink]];

			if (pass == 1)
				flag[i] = flag[i] && *first == rank;
			else if (flag[i] && rank < *first)
				*first = rank;
		}
	}
	same = memcmp(got, flag, (size_t)t->n) == 0;
	free(bucket);
	free(least);
	free(flag);
	free(got);
	device_free(q, (void *)args.bucket);
	device_free(q, args.least);
	device_free(q, keep.flag);
	return same;
}

static bool same_list_keys(struct queue *q, struct tables *t)
{
	int32_t *place = random_items(t->n, 1000), *wanted, *iota, *rank;
	struct list_keys_args args = {
		.record = t->match.ranking.record,
		.facts = t->match.facts,
		.place = to_device(q, place, t->n * 4),
		.key = to_device(q, NULL, t->n * 4),
		.index = to_device(q, NULL, t->n * 4),
		.largest = INT32_MAX / 2,
	};
	bool same = true;

	NEW(wanted, t->n);
	NEW(iota, t->n);
	NEW(rank, t->n);
	same = same_ranks(q, t, rank, &args);
	for (int by = 0; by <= 2 * KEY_OF_PARENT + 1 && same; by++) {
		args.by = by / 2;
		args.inverted = by % 2;
		for (int64_t i = 0; i < t->n; i++) {
			const struct path_facts *f = &t->facts[t->ranked[i]];
			int32_t parent = t->records.parent[t->ranked[i]];
			int32_t key[] = {(int32_t)i,     f->n_deviations,
					 f->n_points,    place[f->source],
					 place[f->sink], parent < 0 ? 0 : rank[parent] + 1};

			wanted[i] = by % 2 ? args.largest - key[by / 2] : key[by / 2];
			iota[i] = (int32_t)i;
		}
		LAUNCH(q, list_keys, 32, &args, t->n);
		same = same_items(q, (int32_t *)args.key, wanted, t->n) &&
		       same_items(q, args.index, iota, t->n);
	}
	free(place);
	free(wanted);
	free(iota);
	free(rank);
	device_free(q, (void *)args.rank);
	device_free(q, (void *)args.place);
	device_free(q, args.key);
	device_free(q, args.index);
	return same;
}

static bool same_time_keys(struct queue *q, int bits, struct tables *t)
{
	struct time_keys_args args = {
		.ranking = t->match.ranking,
		.record = t->records.device,
		.own = random_below(2) ? t->d_own : NULL,
		.by = (int32_t)random_below(3),
		.inverted = (int32_t)random_below(2),
		.key = to_device(q, NULL, t->n * bits / 8),
		.index = to_device(q, NULL, t->n * 4),
	};
	int64_t *wanted;
	int32_t *narrow;
	bool same;

	NEW(wanted, t->n);
	NEW(narrow, t->n);
	for (int64_t i = 0; i < t->n; i++) {
		const struct retimed_path *own = args.own ? &t->own[i] : NULL;
		int64_t credit = own ? own->credit : t->slack[i] - t->records.slack[t->ranked[i]];
		int64_t graph = own ? own->graph_slack : t->slack[i];
		int64_t time = args.by == TIME_CREDIT        ? credit
			       : args.by == TIME_GRAPH_SLACK ? graph
							     : t->slack[i] - graph;

		/* negative times come first: unsigned, the sign is turned */
		wanted[i] = (int64_t)((uint64_t)time ^ (uint64_t)1 << (bits - 1));
		wanted[i] = args.inverted ? ~wanted[i] : wanted[i];
		narrow[i] = (int32_t)wanted[i];
	}
	LAUNCH(q, time_keys, bits, &args, t->n);
	same = bits == 32 ? same_items(q, args.key, narrow, t->n)
			  : same_times(q, bits, args.key, wanted, t->n);
	free(narrow);
	free(wanted);
	device_free(q, args.key);
	device_free(q, args.index);
	return same;
}

static bool same_places(struct queue *q, struct tables *t)
{
	struct list_places_args args = {t->d_order, t->match.ranking.record,
					to_device(q, NULL, t->n * 4)};
	int32_t *wanted;
	bool same;

	NEW(wanted, t->n);
	for (int64_t i = 0; i < t->n; i++)
		wanted[i] = t->order[t->ranked[i]];
	LAUNCH(q, list_places, 32, &args, t->n);
	same = same_items(q, args.out, wanted, t->n);
	free(wanted);
	device_free(q, args.out);
	return same;
}

static void check_tables(struct test_device *d, int64_t size, int bits)
{
	struct queue *q = d->queue;
	struct tables t;
	uint8_t *flag;
	bool flags = true, found = true;

	tables_new(q, bits, size, &t);
	NEW(flag, size);
	OK(same_facts(q, &t), "%s: path_facts of %lld records", d->name, (long long)size);
	for (int i = 0; i < (size > 100000 ? 4 : 40); i++) {
		bool ordered = random_below(2);

		random_match(&t);
		flags = flags && same_flags(q, bits, &t, ordered, flag);
		found = found && same_found(q, bits, &t, ordered, flag);
	}
	OK(flags, "%s: match_paths of %lld paths, %d bit", d->name, (long long)size, bits);
	OK(found, "%s: find_match", d->name);
	OK(same_worst(q, &t, false) && same_worst(q, &t, true), "%s: least_ranks, keep_least",
	   d->name);
	OK(same_list_keys(q, &t) && same_time_keys(q, bits, &t) && same_places(q, &t),
	   "%s: record_ranks, list_keys, time_keys, list_places", d->name);
	free(flag);
	tables_free(q, &t);
}

/* ---- along the forest of a graph ---- */

static bool same_next_pins(struct queue *q, const struct reference *r, const struct image *image)
{
	uint8_t *terms = random_bytes(r->n, 5);
	int32_t *wanted;
	struct next_pins_args args = {
		.forest = to_device(q, r->forest, r->n * 4),
		.to = image->device.to,
		.hops = to_device(q, r->hops, r->n * 4),
		.terms = to_device(q, terms, r->n),
		.term = 4,
		.next = to_device(q, NULL, r->n * 4),
	};
	bool same;

	NEW(wanted, r->n);
	for (int32_t v = 0; v < r->n; v++) {
		int32_t s = v;

		while (!(terms[s] & 4) && r->forest[s] >= 0)
			s = r->to[r->forest[s]];
		wanted[v] = terms[s] & 4 ? r->hops[s] : -1;
	}
	SWEEP(q, next_pins, 32, &args, image->d_level_row, image->n_levels);
	same = same_items(q, args.next, wanted, r->n);
	free(terms);
	free(wanted);
	device_free(q, (void *)args.forest);
	device_free(q, (void *)args.hops);
	device_free(q, (void *)args.terms);
	device_free(q, args.next);
	return same;
}

static bool same_ends(struct queue *q, const struct reference *r, const struct image *image)
{
	struct forest_ends_args args = {
		.forest = to_device(q, r->forest, r->n * 4),
		.to = image->device.to,
		.first_sink = image->device.first_sink,
		.n_sinks = image->device.n_sinks,
		.end = to_device(q, NULL, r->n * 4),
	};
	bool same;

	SWEEP(q, forest_ends, 32, &args, image->d_level_row, image->n_levels);
	same = same_items(q, args.end, r->end, r->n);
	device_free(q, (void *)args.forest);
	device_free(q, args.end);
	return same;
}

static void check(struct test_device *d, int64_t size, int bits)
{
	struct graph *graph = random_graph(size, bits, &d->task);
	struct reference r;
	struct image *image;

	check_tables(d, size, bits);
	reference_new(&r, graph);
	if (image_build(d->queue, graph, &image) != STATUS_OK)
		abort();
	OK(same_ends(d->queue, &r, image) && same_next_pins(d->queue, &r, image),
	   "%s: forest_ends and next_pins of %lld vertices", d->name, (long long)size);
	image_free(image);
	reference_free(&r);
	graph_unref(graph);
}

int main(void)
{
	return run_on_devices(check);
}
