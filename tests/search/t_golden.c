/*
 * The paths of real designs against another timer's: slacks rank by rank, traces as sets among
 * equals, and how many there are. The reference data is found through $WARPSCOPE_REFERENCE and
 * isn't needed: without it these tests are skipped by name, and a table made by hand always runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu/search/search.h"
#include "base/grow.h"
#include "base/input.h"
#include "lib/devices.h"
#include "read/dag.h"
#include "lib/tap.h"

enum { TOLERANCE = 10 }; /* fs: 0.01 ps; rounding to fs alone costs up to 0.006 */

struct path {
	double slack;   /* ps */
	uint64_t trace; /* hash of its points' names; 0 = not known */
};

struct path_list {
	struct path *path; /* owned */
	int64_t n, capacity;
};

static uint64_t hash_more(uint64_t h, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
	return (h ^ ' ') * UINT64_C(0x100000001b3);
}

#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* The names of "a@1 b@2 c@3". */
static uint64_t hash_trace(const char *at, const char *end)
{
	uint64_t h = HASH_BEGIN;

	while (at < end) {
		const char *mark = memchr(at, '@', (size_t)(end - at));
		const char *blank = memchr(at, ' ', (size_t)(end - at));

		h = hash_more(h, at, (size_t)((mark ? mark : end) - at));
		at = blank ? blank + 1 : end;
	}
	return h;
}

static void add(struct path_list *list, double slack, uint64_t trace)
{
	if (GROW(&list->path, &list->capacity, list->n + 1) != STATUS_OK)
		abort();
	list->path[list->n++] = (struct path){slack, trace};
}

/* Column c of a line of tab-separated text, from 0; -1 = the last. */
static const char *column(const char *begin, const char *end, int c, const char **column_end)
{
	if (c < 0) {
		const char *tab = memrchr(begin, '\t', (size_t)(end - begin));

		*column_end = end;
		return tab ? tab + 1 : begin;
	}
	for (; c > 0; c--) {
		begin = memchr(begin, '\t', (size_t)(end - begin));
		if (!begin)
			abort();
		begin++;
	}
	*column_end = memchr(begin, '\t', (size_t)(end - begin));
	if (!*column_end)
		*column_end = end;
	return begin;
}

/* A table with slacks in a column and traces in the last, or a list of slacks alone (column −1). */
static bool read_list(const char *path, int slack_column, struct path_list *list)
{
	struct task task = TASK_INIT;
	struct input in;
	const char *begin, *end, *to;
	bool more;

	if (input_open(&in, path, &task) != STATUS_OK)
		return false;
	while (input_line(&in, &begin, &end, &more) == STATUS_OK && more) {
		uint64_t trace = 0;
		double slack;

		if (begin == end || *begin == '#')
			continue;
		slack = strtod(slack_column < 0 ? begin : column(begin, end, slack_column, &to),
			       NULL);
		if (slack_column >= 0) {
			const char *from = column(begin, end, -1, &to);

			trace = hash_trace(from, to);
		}
		add(list, slack, trace);
	}
	input_close(&in);
	return true;
}

static int compare_slack(const void *a, const void *b)
{
	const struct path *x = a, *y = b;

	return x->slack < y->slack ? -1 : x->slack > y->slack;
}

static int compare_trace(const void *a, const void *b)
{
	const struct path *x = a, *y = b;

	return x->trace < y->trace ? -1 : x->trace > y->trace;
}

/* ---- ours ---- */

static enum status find(struct image *image, struct queue *queue, int64_t k, struct search **out)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct stepper *stepper;

	options.k = k;
	TRY(search_begin(image, queue, queue, &options, 1, out));
	stepper = search_stepper(*out);
	while (!stepper->ops->finished(stepper))
		TRY(stepper->ops->step(stepper, GRAIN_COARSE));
	return STATUS_OK;
}

static void gather(struct search *search, const struct graph *graph, struct path_list *list)
{
	struct traces t = {0};
	struct text name = TEXT_INIT;

	do {
		if (search_traces(search, LEVEL_NEWEST, list->n, 10000, &t) != STATUS_OK)
			abort();
		for (int64_t i = 0; i < t.n_paths; i++) {
			uint64_t h = HASH_BEGIN;

			for (int64_t p = t.offset[i]; p < t.offset[i + 1] - 1; p++) {
				text_clear(&name);
				graph_write_name(graph, t.vertex[p], &name);
				h = hash_more(h, text_string(&name), (size_t)name.length);
			}
			add(list, (double)t.slack[i] / 1000, h);
		}
	} while (t.n_paths > 0);
	traces_release(&t);
	text_release(&name);
}

/* ---- comparing ---- */

static bool same_slacks(struct path_list *reference, struct path_list *ours)
{
	int64_t n = reference->n < ours->n ? reference->n : ours->n, beyond = 0;
	double worst = 0;

	qsort(reference->path, (size_t)reference->n, sizeof *reference->path, compare_slack);
	qsort(ours->path, (size_t)ours->n, sizeof *ours->path, compare_slack);
	for (int64_t i = 0; i < n; i++) {
		double error = reference->path[i].slack - ours->path[i].slack;

		error = error < 0 ? -error : error;
		worst = error > worst ? error : worst;
		beyond += error * 1000 > TOLERANCE;
	}
	printf("# %lld ranks, worst %.6f ps\n", (long long)n, worst);
	return beyond == 0 && n > 0;
}

/* Traces as multisets. When not all paths are there (`cut`), the last stretch within the tolerance
 * is left out: it may be cut elsewhere. */
static bool same_traces(struct path_list *reference, struct path_list *ours, bool cut)
{
	int64_t n = reference->n, i = 0, j = 0, missing = 0;
	double last = reference->path[n - 1].slack + (cut ? 0 : 1);
	struct path_list a = {0}, b = {0};

	for (int64_t r = 0; r < n; r++) {
		if (reference->path[r].slack < last - 0.02)
			add(&a, 0, reference->path[r].trace);
	}
	for (int64_t r = 0; r < ours->n; r++)
		add(&b, 0, ours->path[r].trace);
	qsort(a.path, (size_t)a.n, sizeof *a.path, compare_trace);
	qsort(b.path, (size_t)b.n, sizeof *b.path, compare_trace);
	while (i < a.n) {
		if (j < b.n && b.path[j].trace < a.path[i].trace) {
			j++;
		} else if (j < b.n && b.path[j].trace == a.path[i].trace) {
			i++;
			j++;
		} else {
			missing++;
			i++;
		}
	}
	printf("# %lld traces looked for, %lld missing\n", (long long)a.n, (long long)missing);
	free(a.path);
	free(b.path);
	return missing == 0;
}

/* What a design is compared with. */
struct golden {
	const char *design;
	const char *file;
	int slack_column; /* -1 = a list of slacks alone */
	int64_t k;        /* 0 = as many as the file has */
	int64_t n_paths;  /* how many there are in all; 0 = not known */
};

static const struct golden goldens[] = {
	{"c17", "c17.paths.tsv.gz", 2, 100000, 22},
	{"c432", "c432.paths.tsv.gz", 2, 0, 0},
	{"c7552", "c7552.paths.tsv.gz", 2, 0, 0},
	{"s27", "s27.paths.tsv.gz", 2, 100000, 56},
	{"s1494", "s1494.paths.tsv.gz", 2, 100000, 2028},
	{"wb_dma", "wb_dma.paths.tsv.gz", 2, 0, 0},
	{"wb_dma", "wb_dma.allpaths.tsv.gz", 2, 1000000, 45616},
	{"aes_core_nospef", "aes_core_nospef.paths.tsv.gz", 2, 0, 0},
	{"aes_core_nospef", "aes_core_nospef.k100000.slacks.txt.gz", -1, 0, 0},
};

static void compare(struct test_device *d, const struct golden *golden, const char *graph_path,
		    const char *file)
{
	struct text warnings = TEXT_INIT;
	struct path_list reference = {0}, ours = {0};
	struct graph *graph = NULL;
	struct image *image = NULL;
	struct search *search = NULL;

	if (read_list(file, golden->slack_column, &reference) &&
	    dag_read(graph_path, LATE, &warnings, &d->task, &graph) == STATUS_OK &&
	    image_build(d->queue, graph, &image) == STATUS_OK &&
	    find(image, d->queue, golden->k ? golden->k : reference.n, &search) == STATUS_OK) {
		gather(search, graph, &ours);
		OK(same_slacks(&reference, &ours), "%s: slacks of %s", d->name, golden->file);
		if (golden->slack_column >= 0)
			OK(same_traces(&reference, &ours, golden->n_paths != reference.n),
			   "%s: traces of %s", d->name, golden->file);
		if (golden->n_paths)
			OK(ours.n == golden->n_paths, "%s: %s has %lld paths", d->name,
			   golden->design, (long long)golden->n_paths);
	} else {
		OK(false, "%s: %s could be read and searched: %s", d->name, golden->design,
		   status_text(STATUS_IO));
	}
	if (search)
		search_stepper(search)->ops->end(search_stepper(search));
	image_free(image);
	graph_unref(graph);
	text_release(&warnings);
	free(reference.path);
	free(ours.path);
}

static void check_goldens(struct test_device *d, const char *reference)
{
	for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
		const struct golden *golden = &goldens[i];
		char graph[512], file[512];

		if (!reference) {
			tap_skip(golden->file, "no WARPSCOPE_REFERENCE");
			continue;
		}
		snprintf(graph, sizeof graph, "%s/data/dag/%s.dag.gz", reference, golden->design);
		snprintf(file, sizeof file, "%s/golden/opentimer/%s", reference, golden->file);
		if (access(graph, R_OK) != 0 || access(file, R_OK) != 0)
			tap_skip(golden->file, "not among the reference data");
		else
			compare(d, golden, graph, file);
	}
}

int main(void)
{
	static const struct golden by_hand = {"ladder", "ladder.paths.tsv", 1, 100, 16};
	const char *srcdir = getenv("srcdir"), *reference = getenv("WARPSCOPE_REFERENCE");
	char graph[512], file[512];

	if (!srcdir)
		srcdir = ".";
	snprintf(graph, sizeof graph, "%s/tests/data/ladder.dag", srcdir);
	snprintf(file, sizeof file, "%s/tests/data/ladder.paths.tsv", srcdir);
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		compare(&d, &by_hand, graph, file);
		check_goldens(&d, reference && *reference ? reference : NULL);
		test_device_close(&d);
	}
	return tap_done();
}
