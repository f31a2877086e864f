#include "naive_limits.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "devices.h"
#include "gpu/image/device_graph.h"

/* ---- clocks ---- */

enum { EARLY_SPLIT, LATE_SPLIT };

/* Both chains of a node go on in one segment: its own or, where that begins, the one before. */
static void take_segment(struct clock_network *c, int32_t n, int32_t *n_segments)
{
	int32_t late = c->up[LATE_SPLIT][n], *early = &c->up[EARLY_SPLIT][n];

	if (random_below(3) || late < 0 || *early < 0 || c->segment[late] != c->segment[*early])
		*early = late; /* mostly there is one tree */
	c->segment[n] = late < 0          ? (int32_t)random_below(5) / 4
			: random_below(9) ? c->segment[late]
					  : (*n_segments)++;
	c->place[n] = random_below(4) ? NODE_INSIDE : (uint8_t)random_below(N_NODE_PLACES);
}

void clock_random(struct clock_network *c, int64_t scale)
{
	int n_pins = 1 + (int)random_below(CLOCK_MAX_NODES / 2);
	int depth = 1 + (int)random_below(8);
	int32_t rank = 1000, n_segments = 2;

	c->n = 0;
	for (int p = 0; p < n_pins; p++) {
		/* Pins in the order of their ranks, several of them alike. */
		rank -= random_below(n_pins) < depth ? 1 + (int32_t)random_below(3) : 0;
		for (uint8_t edge = 0; edge < 2; edge++) {
			int32_t n = c->n++;
			int64_t early = scale * 1000 * random_below(6);

			c->pin[n] = p;
			c->edge[n] = edge;
			c->rank[n] = rank;
			c->arrival[EARLY_SPLIT][n] = early;
			c->arrival[LATE_SPLIT][n] = early + scale * 1000 * (random_below(6) - 1);
			for (int split = 0; split < 2; split++) {
				int32_t up = (int32_t)random_below(n + 1) - 1;

				if (up >= 0 && c->rank[up] == rank)
					up = -1;
				c->up[split][n] = up;
			}
			take_segment(c, n, &n_segments);
		}
	}
}

static int write_chain(const int32_t *up, int32_t node, int32_t *chain)
{
	int n = 0;

	for (; node >= 0; node = up[node])
		chain[n++] = node;
	return n;
}

static int64_t spread(const struct clock_network *c, int32_t node)
{
	int64_t spread = c->arrival[LATE_SPLIT][node] - c->arrival[EARLY_SPLIT][node];

	return spread < 0 ? 0 : spread;
}

/* One of them goes on inside. */
static bool may_meet(const struct clock_network *c, int32_t launch, int32_t capture)
{
	return c->place[launch] == NODE_INSIDE || c->place[capture] == NODE_INSIDE;
}

int64_t clock_credit(const struct clock_network *c, enum credit_mode mode, bool early,
		     int32_t launch, int32_t capture)
{
	int32_t a[CLOCK_MAX_NODES], b[CLOCK_MAX_NODES], last_a = -1, last_b = -1;
	int n_a = write_chain(c->up[early ? EARLY_SPLIT : LATE_SPLIT], launch, a);
	int n_b = write_chain(c->up[early ? LATE_SPLIT : EARLY_SPLIT], capture, b);

	/* from the roots on: what matches last is nearest to the ends */
	for (int i = n_a - 1; i >= 0; i--) {
		for (int j = 0; j < n_b; j++) {
			if (c->pin[a[i]] == c->pin[b[j]] && c->segment[a[i]] == c->segment[b[j]] &&
			    (mode == CREDIT_OPENSTA || c->edge[a[i]] == c->edge[b[j]])) {
				last_a = a[i];
				last_b = b[j];
			}
		}
	}
	if (last_a < 0 || !may_meet(c, launch, capture))
		return 0;
	if (mode == CREDIT_OPENSTA)
		return spread(c, last_a) < spread(c, last_b) ? spread(c, last_a)
							     : spread(c, last_b);
	if (early)
		return spread(c, last_a);
	if (spread(c, last_a) < spread(c, a[n_a - 1]))
		return 0;
	return spread(c, last_a) - spread(c, a[n_a - 1]);
}

/* ---- random limits ---- */

static int32_t *random_nodes(const struct clock_network *c, int32_t n)
{
	int32_t *node = malloc((size_t)(n + 1) * sizeof *node);

	for (int32_t i = 0; i < n; i++)
		node[i] = random_below(6) ? (int32_t)random_below(c->n) : -1;
	return node;
}

/* The clocks are of the searched graph's ends; on a transposed one, its sinks' are those that
 * launch. */
static void upload_credit(struct naive_limits *limits, struct queue *q, int32_t n_sources,
			  int32_t n_sinks)
{
	const struct clock_network *c = &limits->clock;
	const int32_t *launch = limits->transposed ? limits->sink_clock : limits->source_clock;
	const int32_t *capture = limits->transposed ? limits->source_clock : limits->sink_clock;
	int64_t n_launch = limits->transposed ? n_sinks : n_sources;
	int64_t n_capture = limits->transposed ? n_sources : n_sinks;

	limits->device = (struct device_credit){
		.mode = limits->mode,
		.early_paths = limits->early,
		.transposed = limits->transposed,
		.source_clock = to_device(q, launch, n_launch * 4),
		.sink_clock = to_device(q, capture, n_capture * 4),
		.up_late = to_device(q, c->up[LATE_SPLIT], c->n * 4),
		.up_early = to_device(q, c->up[EARLY_SPLIT], c->n * 4),
		.pin = to_device(q, c->pin, c->n * 4),
		.rank = to_device(q, c->rank, c->n * 4),
		.segment = to_device(q, c->segment, c->n * 4),
		.place = to_device(q, c->place, c->n),
		.edge = to_device(q, c->edge, c->n),
		.late = to_device(q, c->arrival[LATE_SPLIT], c->n * 8),
		.early = to_device(q, c->arrival[EARLY_SPLIT], c->n * 8),
	};
	for (int32_t n = 0; n < c->n; n++)
		limits->device.most =
			max_i64(limits->device.most,
				c->arrival[LATE_SPLIT][n] - c->arrival[EARLY_SPLIT][n]);
}

void limits_random_caps(struct naive_limits *limits, int32_t n_sources)
{
	bool everywhere = random_below(2);

	limits->n_buckets = 1 + (int32_t)random_below(n_sources + 2);
	limits->per_bucket = 1 + random_below(4);
	limits->bucket = malloc((size_t)(n_sources + 1) * sizeof *limits->bucket);
	for (int32_t s = 0; s < n_sources; s++)
		limits->bucket[s] = everywhere ? (int32_t)random_below(limits->n_buckets)
					       : (int32_t)random_below(limits->n_buckets + 1) - 1;
	limits->caps = (struct search_caps){limits->bucket, limits->n_buckets, limits->per_bucket};
}

void limits_random_credit(struct naive_limits *limits, struct queue *queue, int32_t n_sources,
			  int32_t n_sinks, int64_t scale)
{
	clock_random(&limits->clock, scale);
	limits->mode = random_below(2) ? CREDIT_OPENSTA : CREDIT_TAU;
	limits->early = random_below(2);
	limits->transposed = random_below(2);
	limits->source_clock = random_nodes(&limits->clock, n_sources);
	limits->sink_clock = random_nodes(&limits->clock, n_sinks);
	upload_credit(limits, queue, n_sources, n_sinks);
}

void limits_random(struct naive_limits *limits, struct queue *queue, const struct graph *graph,
		   int64_t scale)
{
	bool capped = random_below(3) > 0, credited = !capped || random_below(2);

	*limits = (struct naive_limits){
		.k = 1, .slack_min = INT64_MIN, .slack_max = INT64_MAX, .max_level = -1};
	if (capped)
		limits_random_caps(limits, graph->n_sources);
	if (credited)
		limits_random_credit(limits, queue, graph->n_sources, graph->n_sinks, scale);
}

void limits_release(struct naive_limits *limits, struct queue *q)
{
	struct device_credit *d = &limits->device;
	const void *arrays[] = {d->source_clock, d->sink_clock, d->up_late, d->up_early,
				d->pin,          d->rank,       d->segment, d->edge,
				d->late,         d->early,      d->place};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		device_free(q, (void *)arrays[i]);
	free(limits->bucket);
	free(limits->source_clock);
	free(limits->sink_clock);
}

struct search_options limits_options(const struct naive_limits *limits)
{
	struct search_options options = SEARCH_OPTIONS_INIT;

	options.k = limits->k;
	options.max_level = limits->max_level;
	options.slack_min = limits->slack_min;
	options.slack_max = limits->slack_max;
	options.early = limits->early;
	if (limits->bucket)
		options.caps = &limits->caps;
	if (limits->source_clock)
		options.credit = &limits->device;
	return options;
}

/* ---- the ranking ---- */

int64_t limits_credit(const struct naive_limits *limits, int32_t source, int32_t sink)
{
	int32_t launch, capture;

	if (!limits->source_clock)
		return 0;
	launch = limits->source_clock[source];
	capture = limits->sink_clock[sink];
	return limits->transposed
		       ? clock_credit(&limits->clock, limits->mode, limits->early, capture, launch)
		       : clock_credit(&limits->clock, limits->mode, limits->early, launch, capture);
}

static const struct brute *sorting;
static int64_t with_credit[BRUTE_MAX_PATHS];

/* (slack with credit, level, order within the level), which is that of slacks without. */
static int compare(const void *x, const void *y)
{
	int32_t i = *(const int32_t *)x, j = *(const int32_t *)y;
	const struct brute_path *a = &sorting->path[i], *b = &sorting->path[j];

	if (with_credit[i] != with_credit[j])
		return with_credit[i] < with_credit[j] ? -1 : 1;
	if (a->n_deviations != b->n_deviations)
		return a->n_deviations < b->n_deviations ? -1 : 1;
	return a->rank < b->rank ? -1 : a->rank > b->rank;
}

void limits_rank(const struct naive_limits *limits, const struct brute *b, int32_t level,
		 struct naive_ranking *out)
{
	static int32_t order[BRUTE_MAX_PATHS];
	int32_t n = 0, *taken = calloc((size_t)limits->n_buckets + 1, sizeof *taken);

	for (int32_t i = 0; i < b->n; i++) {
		const struct brute_path *p = &b->path[i];

		with_credit[i] = p->slack + limits_credit(limits, p->source, p->sink);
		if (p->n_deviations <= level)
			order[n++] = i;
	}
	sorting = b;
	qsort(order, (size_t)n, sizeof *order, compare);
	out->n = 0;
	for (int32_t i = 0; i < n && out->n < limits->k; i++) {
		int64_t slack = with_credit[order[i]];

		if (limits->bucket) {
			int32_t bucket = limits->bucket[b->path[order[i]].source];

			if (bucket < 0 || taken[bucket]++ >= limits->per_bucket)
				continue;
		}
		if (slack < limits->slack_min || slack > limits->slack_max)
			continue;
		out->path[out->n] = order[i];
		out->slack[out->n++] = slack;
	}
	free(taken);
}
