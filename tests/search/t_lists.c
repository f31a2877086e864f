/*
 * Lists of paths (filters, marks, orders, searches in them) of random graphs, with credit and caps
 * and after every level, against sorting and looking through what exhaustive enumeration has; on
 * each device.
 *
 * $WARPSCOPE_TEST_GRAPHS sets the number of graphs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/search/search.h"
#include "lib/brute.h"
#include "lib/devices.h"
#include "gpu/image/image.h"
#include "lib/naive_limits.h"
#include "lib/tap.h"

enum { MOST_VERTICES = 16, LISTS = 6 };

/* A search that is finished, and what its rankings are. */
struct trial {
	const struct brute *brute;
	struct naive_limits limits;
	struct naive_ranking ranking; /* after `level` */
	struct search *search;
	int32_t level;
	struct snap_rows *rows; /* the same as it was read: points, records */
};

/* ---- what a filter lists, by looking at each path ---- */

static uint8_t terms_at(const struct trial *t, const struct path_pattern *pattern, int places,
			int32_t vertex)
{
	struct text name = TEXT_INIT;
	uint8_t terms;

	graph_write_name(t->brute->graph, vertex, &name);
	terms = path_pattern_match(pattern, places, text_string(&name));
	text_release(&name);
	return terms;
}

static bool is_within(const struct path_pattern *pattern, const struct snap_row *row)
{
	const int64_t number[] = {
		[NUMBER_SLACK] = row->slack,
		[NUMBER_CREDIT] = row->credit,
		[NUMBER_DEVIATIONS] = row->n_deviations,
		[NUMBER_POINTS] = row->n_points,
		[NUMBER_GRAPH] = row->slack, /* of a path that isn't re-timed it is the same */
		[NUMBER_PESSIMISM] = 0,
	};

	for (int i = 0; i < N_PATH_NUMBERS; i++) {
		if (number[i] < pattern->low[i] || number[i] > pattern->high[i])
			return false;
	}
	return true;
}

static bool is_listed(const struct trial *t, const struct list_filter *filter, int32_t rank)
{
	const struct brute_path *p = &t->brute->path[t->ranking.path[rank]];
	const struct snap_row *row = &t->rows->row[rank];
	const struct path_pattern *pattern = filter->pattern;
	bool marked = !filter->only_marked;
	uint8_t terms;

	for (int64_t m = 0; m < filter->n_marks; m++)
		marked = marked || filter->mark[m] == row->record;
	if (!marked || !pattern)
		return marked;
	terms = terms_at(t, pattern, NAME_OF_START | NAME_OF_PIN, row->startpoint) |
		terms_at(t, pattern, NAME_OF_END | NAME_OF_PIN, row->endpoint);
	for (int32_t a = 0; a < p->n_arcs; a++)
		terms |= terms_at(t, pattern, NAME_OF_PIN, t->brute->graph->arc_to[p->arc[a]]);
	return is_within(pattern, row) && terms == (1u << pattern->n_names) - 1;
}

/* Below 0 when the first comes first in the column. */
static int64_t compare(const struct trial *t, enum path_column column, int32_t a, int32_t b)
{
	const struct snap_row *x = &t->rows->row[a], *y = &t->rows->row[b];
	int32_t vertex[2] = {x->startpoint, y->startpoint};
	struct text name[2] = {TEXT_INIT, TEXT_INIT};
	int64_t order;

	switch (column) {
	case COLUMN_SLACK:
		return a - b;
	case COLUMN_DEVIATIONS:
		return x->n_deviations - y->n_deviations;
	case COLUMN_POINTS:
		return x->n_points - y->n_points;
	case COLUMN_PARENT:
		return x->parent_rank - y->parent_rank;
	case COLUMN_CREDIT:
		return x->credit - y->credit;
	case COLUMN_GRAPH:
		return x->slack - y->slack;
	case COLUMN_PESSIMISM:
		return 0;
	case COLUMN_ENDPOINT:
		vertex[0] = x->endpoint;
		vertex[1] = y->endpoint;
		break;
	case COLUMN_STARTPOINT:
	case N_PATH_COLUMNS:
		break;
	}
	for (int i = 0; i < 2; i++)
		graph_write_name(t->brute->graph, vertex[i], &name[i]);
	order = strverscmp(text_string(&name[0]), text_string(&name[1]));
	text_release(&name[0]);
	text_release(&name[1]);
	return order;
}

/* Is there no path listed to the same endpoint before this rank? */
static bool is_worst(const struct trial *t, const struct list_filter *filter, int32_t rank)
{
	for (int32_t r = 0; r < rank; r++) {
		if (t->rows->row[r].endpoint == t->rows->row[rank].endpoint &&
		    is_listed(t, filter, r))
			return false;
	}
	return true;
}

/* The ranks that are listed, in their order: equal ones by rank. By insertion. */
static int32_t naive_list(const struct trial *t, const struct list_filter *filter, int32_t *list)
{
	int32_t n = 0;

	for (int32_t rank = 0; rank < t->ranking.n; rank++) {
		int32_t at = n;

		if (!is_listed(t, filter, rank) ||
		    (filter->only_worst && !is_worst(t, filter, rank)))
			continue;
		for (; at > 0; at--) {
			int64_t order = compare(t, filter->column, list[at - 1], rank);

			if ((filter->inverted ? -order : order) <= 0)
				break;
			list[at] = list[at - 1];
		}
		list[at] = rank;
		n++;
	}
	return n;
}

/* ---- random filters ---- */

static void random_pattern(char *out, size_t size)
{
	static const char *const forms[] = {
		"v%d",         "v*%d",           "v[0-%d]*",    "/^v%d$/",  "start:v%d",
		"end:v%d",     "pin:v%d",        "pin:/v1?%d/", "dev>=%d",  "points<%d",
		"slack<0.0%d", "credit>=0.00%d", "dev=%d",      "points>%d"};
	size_t used = 0;

	out[0] = '\0';
	for (int64_t n = random_below(4); n > 0 && used + 16 < size; n--) {
		const char *form = forms[random_below(sizeof forms / sizeof *forms)];

		used += (size_t)snprintf(out + used, size - used, form, (int)random_below(8));
		out[used++] = ' ';
		out[used] = '\0';
	}
}

static int compare_records(const void *a, const void *b)
{
	return *(const int32_t *)a - *(const int32_t *)b;
}

static struct list_filter *random_filter(const struct trial *t)
{
	char pattern[256];
	int32_t mark[4];
	struct list_filter_parts parts = {
		.pattern = pattern,
		.column = (enum path_column)random_below(N_PATH_COLUMNS),
		.inverted = random_below(2),
		.only_marked = random_below(6) == 0,
		.only_worst = random_below(4) == 0,
		.mark = mark,
	};
	struct list_filter *filter;

	random_pattern(pattern, sizeof pattern);
	for (int64_t n = random_below(4); n > 0 && t->ranking.n > 0; n--)
		mark[parts.n_marks++] = t->rows->row[random_below(t->ranking.n)].record;
	qsort(mark, (size_t)parts.n_marks, sizeof *mark, compare_records);
	if (list_filter_new(&parts, NULL, &filter) != STATUS_OK)
		abort();
	return filter;
}

/* ---- comparing ---- */

static bool same_window(const struct trial *t, const struct list_filter *filter,
			const int32_t *list, int32_t n)
{
	struct list_window window = {random_below(n + 2), random_below(n + 3), -1};
	struct snap_rows *rows;
	int64_t followed = -1;
	bool same;

	if (t->ranking.n > 0 && random_below(2)) {
		int32_t rank = (int32_t)random_below(t->ranking.n);

		window.follow = t->rows->row[rank].record;
		for (int32_t i = 0; i < n; i++)
			followed = list[i] == rank ? i : followed;
	}
	if (search_list_rows(t->search, t->level, filter, &window, &rows) != STATUS_OK)
		return false;
	same = rows->n_shown == n && rows->n_ranked == t->ranking.n && rows->level == t->level &&
	       rows->edition == filter->edition && rows->followed == followed &&
	       rows->first + rows->n <= n &&
	       (followed < 0 || window.n == 0 ||
		(rows->first <= followed && followed < rows->first + rows->n));
	if (followed < 0)
		same = same && rows->first == (window.first < n ? window.first : n) &&
		       rows->n == (n - rows->first < window.n ? n - rows->first : window.n);
	for (int64_t i = 0; i < rows->n && same; i++) {
		const struct snap_row *got = &rows->row[i],
				      *row = &t->rows->row[list[rows->first + i]];

		same = got->rank == list[rows->first + i] && got->record == row->record &&
		       got->slack == row->slack && got->parent_rank == row->parent_rank &&
		       got->source == row->source && got->sink == row->sink;
	}
	snap_unref(&rows->snap);
	return same;
}

static bool same_match(const struct trial *t, const struct list_filter *filter, const int32_t *list,
		       int32_t n)
{
	struct list_filter *sought = random_filter(t);
	bool backward = random_below(2);
	struct path_search search = {sought, random_below(n + 1) - !backward, backward};
	int64_t step = backward ? -1 : 1, place = -1, n_matches = 0;
	struct snap_match *match;
	bool wrapped = false, same;

	for (int32_t i = 0; i < n; i++)
		n_matches += is_listed(t, sought, list[i]);
	for (int64_t i = 1; i <= n && place < 0; i++) {
		int64_t at = search.from + i * step;

		if (is_listed(t, sought, list[(at + n) % n])) {
			place = (at + n) % n;
			wrapped = at < 0 || at >= n;
		}
	}
	same = search_match(t->search, t->level, filter, &search, &match) == STATUS_OK;
	if (same) {
		same = match->place == place && match->n_matches == n_matches &&
		       match->n_listed == n && match->wrapped == wrapped;
		snap_unref(&match->snap);
	}
	list_filter_unref(sought);
	return same;
}

static bool same_lists(struct trial *t)
{
	static int32_t list[BRUTE_MAX_PATHS];
	bool same = true;

	for (int i = 0; i < LISTS && same; i++) {
		struct list_filter *filter = random_filter(t);
		int32_t n = naive_list(t, filter, list);

		same = same_window(t, filter, list, n) && same_match(t, filter, list, n) &&
		       same_window(t, filter, list, n);
		if (!same)
			printf("# \"%s\" by %s%s, marked %d, level %d: %d of %d paths\n",
			       list_filter_parts(filter).pattern, path_column_name(filter->column),
			       filter->inverted ? " inverted" : "", filter->only_marked,
			       (int)t->level, (int)n, (int)t->ranking.n);
		list_filter_unref(filter);
	}
	return same;
}

/* Read as it was after a level, then list what is there. */
static bool same_level(struct trial *t, int32_t level)
{
	bool same;

	t->level = level;
	limits_rank(&t->limits, t->brute, level, &t->ranking);
	if (t->ranking.n > t->limits.k)
		t->ranking.n = (int32_t)t->limits.k;
	if (search_rows(t->search, level, 0, t->ranking.n, &t->rows) != STATUS_OK)
		return false;
	same = t->rows->n == t->ranking.n && same_lists(t);
	snap_unref(&t->rows->snap);
	return same;
}

/* Lists after a random level of those that there are. */
static bool same_some_level(struct trial *t)
{
	struct stepper *stepper = search_stepper(t->search);
	struct snap *snap;
	int32_t n_levels;

	if (stepper->ops->snapshot(stepper, &snap) != STATUS_OK)
		return false;
	n_levels = ((struct snap_search *)snap)->n_levels;
	snap_unref(snap);
	return n_levels == 0 || same_level(t, (int32_t)random_below(n_levels));
}

/* Step by step, with lists between: facts of records come level by level. */
static bool same_search(struct trial *t, struct image *image, struct queue *queue)
{
	struct search_options options = limits_options(&t->limits);
	struct stepper *stepper;
	bool same = true;

	options.batch = random_below(2) ? 0 : 1 + random_below(12);
	if (search_begin(image, queue, queue, &options, 1, &t->search) != STATUS_OK)
		return false;
	stepper = search_stepper(t->search);
	while (same && !stepper->ops->finished(stepper))
		same = stepper->ops->step(stepper, GRAIN_COARSE) == STATUS_OK &&
		       (random_below(2) || same_some_level(t));
	same = same && same_some_level(t) && same_some_level(t);
	stepper->ops->end(stepper);
	return same;
}

static bool check_graph(struct test_device *d, int64_t scale)
{
	static struct brute brute;
	struct trial t = {.brute = &brute};
	struct graph *graph = brute_random_graph(MOST_VERTICES, scale, &d->task);
	struct image *image;
	bool same = true;

	if (brute_run(&brute, graph) && image_build(d->queue, graph, &image) == STATUS_OK) {
		/* credit fits the image's times, as that of a design does */
		if (image->fs_bits == 32)
			scale = 1;
		limits_random(&t.limits, d->queue, graph, scale);
		t.limits.k = 1 + random_below(60);
		if (random_below(4) == 0) /* ranks don't begin with the ranking then */
			t.limits.slack_min = scale * (random_below(20) - 15);
		same = same_search(&t, image, d->queue);
		limits_release(&t.limits, d->queue);
		image_free(image);
	}
	graph_unref(graph);
	return same;
}

static void check_random(struct test_device *d, int n, int64_t scale)
{
	int wrong = 0;

	random_seed(11);
	for (int i = 0; i < n; i++) {
		bool same = check_graph(d, scale);

		if (!same && wrong++ == 2)
			break;
	}
	OK(wrong == 0, "%s: lists of %d random graphs, times of %lld fs", d->name, n,
	   (long long)scale);
}

int main(void)
{
	return test_random_graphs(3000, check_random);
}
