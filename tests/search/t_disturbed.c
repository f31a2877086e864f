/*
 * Searches that are cancelled and run out of device memory at random places, go on, and are read
 * while they compute: what every level ends with is still what exhaustive enumeration says.
 *
 * $WARPSCOPE_TEST_GRAPHS sets the number of graphs; `t_disturbed SEED` runs one of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu/search/search.h"
#include "lib/brute.h"
#include "lib/devices.h"
#include "lib/naive_limits.h"
#include "lib/tap.h"

enum {
	MEMORY = 1 << 20,  /* of the device */
	MOST_TRIES = 1000, /* of one search: then it will never end */
};

/* One search and what happens to it. */
struct disturbed {
	struct queue *queue, *view_queue;
	struct device *device;
	struct task task;
	const struct brute *brute;
	struct naive_limits limits; /* credit, caps, limits */
	struct search_options options;
	struct search *search;
	int waits_to_cancel; /* waits for the device until ^C is pressed */
	bool reading;        /* waits are used to read the ranking */
	bool squeezed;       /* memory is short, so readings may fail */
	bool immediate;      /* then there are no waits: the cancellation comes before a step */
	int n_cancelled, n_squeezed, n_read;
	const char *wrong; /* the first thing that was wrong */
	void *ballast;
};

/* ---- what should be there ---- */

/* The ranking after a level. */
static bool same_rows(const struct disturbed *d, const struct snap_rows *rows)
{
	static struct naive_ranking r;
	const struct brute *b = d->brute;

	limits_rank(&d->limits, b, rows->level, &r);
	for (int64_t rank = rows->first; rank < r.n && rank < rows->first + rows->n; rank++) {
		const struct brute_path *p = &b->path[r.path[rank]];
		const struct snap_row *row = &rows->row[rank - rows->first];

		if (row->slack != r.slack[rank] || row->n_deviations != p->n_deviations ||
		    row->source != p->source || row->sink != p->sink ||
		    row->n_points != p->n_arcs + 1)
			return false;
	}
	return rows->n_ranked == r.n;
}

static bool same_traces(const struct disturbed *d, int32_t level, const struct traces *t)
{
	static struct naive_ranking r;
	const struct brute *b = d->brute;

	limits_rank(&d->limits, b, level, &r);
	if (t->n_paths != r.n)
		return false;
	for (int64_t rank = 0; rank < r.n; rank++) {
		const struct brute_path *p = &b->path[r.path[rank]];
		int64_t at = t->offset[rank];

		if (t->slack[rank] != r.slack[rank] || t->offset[rank + 1] - at != p->n_arcs + 2)
			return false;
		for (int32_t a = 0; a < p->n_arcs; a++) {
			if (t->vertex[at + a + 1] != b->graph->arc_to[p->arc[a]])
				return false;
		}
	}
	return true;
}

/* Does any path beyond the level belong to the k first? */
static bool cap_hurts(const struct disturbed *d, int32_t level)
{
	static struct naive_ranking r;

	limits_rank(&d->limits, d->brute, INT32_MAX, &r);
	for (int32_t i = 0; i < r.n; i++) {
		if (d->brute->path[r.path[i]].n_deviations > level)
			return true;
	}
	return false;
}

/* ---- what happens ---- */

static void is_right(struct disturbed *d, bool right, const char *what)
{
	if (!right && !d->wrong)
		d->wrong = what;
}

static void read_some(struct disturbed *d)
{
	struct snap_search *info;
	struct snap_rows *rows;
	struct snap_path *path;
	struct snap_errors *errors;
	struct traces traces = {0};
	int32_t level;
	enum status status;

	if (search_stepper(d->search)->ops->snapshot(search_stepper(d->search),
						     (struct snap **)&info) != STATUS_OK)
		abort();
	level = (int32_t)random_below(info->n_levels + 1) - 1;
	if (random_below(2)) {
		status = search_errors(d->search, NULL, &errors);
		is_right(d, status == STATUS_OK || d->squeezed, "convergence can't be read");
		if (status == STATUS_OK)
			snap_unref(&errors->snap);
	}
	status = search_rows(d->search, level, 0, 1 + random_below(100), &rows);
	is_right(d, status == STATUS_OK || d->squeezed, "rows can't be read");
	if (status == STATUS_OK) {
		is_right(d, same_rows(d, rows), "rows read meanwhile");
		if (rows->n > 0) {
			status = search_path(d->search, level, random_below(rows->n), 10, &path);
			is_right(d, status == STATUS_OK || d->squeezed, "a path can't be read");
			if (status == STATUS_OK)
				snap_unref(&path->snap);
		}
		snap_unref(&rows->snap);
	}
	status = search_traces(d->search, level, 0, d->options.k, &traces);
	is_right(d, status == STATUS_OK || d->squeezed, "traces can't be read");
	is_right(d, status != STATUS_OK || same_traces(d, level, &traces), "traces read meanwhile");
	traces_release(&traces);
	snap_unref(&info->snap);
	d->n_read++;
}

static void breathe(void *context)
{
	struct disturbed *d = context;

	if (d->waits_to_cancel > 0 && --d->waits_to_cancel == 0)
		atomic_store(&d->task.cancel, true);
	if (d->reading && d->search && random_below(4) == 0)
		read_some(d);
}

/* Leave little memory: about as much as one or two buffers of such a small graph. */
static void squeeze(struct disturbed *d)
{
	struct device_memory total;

	device_memory_table(d->device, NULL, 0, &total);
	d->squeezed =
		device_alloc(d->queue, "ballast",
			     MEMORY - total.bytes - random_below(random_below(2) ? 200 : 2000),
			     &d->ballast) == STATUS_OK;
}

static void relax(struct disturbed *d)
{
	if (d->squeezed)
		device_free(d->queue, d->ballast);
	d->squeezed = false;
}

static void disturb_and_step(struct disturbed *d)
{
	struct stepper *stepper = search_stepper(d->search);
	int64_t what = random_below(4);
	enum status status;

	d->waits_to_cancel = 0;
	if (what == 0)
		squeeze(d);
	else if (what == 1 && d->immediate)
		atomic_store(&d->task.cancel, true);
	else if (what == 1)
		d->waits_to_cancel = 1 + (int)random_below(8);
	status = stepper->ops->step(stepper, random_below(2) ? GRAIN_FINE : GRAIN_COARSE);
	if (status == STATUS_CANCELLED) {
		d->n_cancelled++;
		is_right(d, atomic_load(&d->task.cancel), "cancelled without a request");
	} else if (status == STATUS_DEVICE_MEMORY) {
		d->n_squeezed++;
		is_right(d, d->squeezed, "out of memory, and it wasn't short");
	} else {
		is_right(d, status == STATUS_OK, "a step failed");
	}
	d->waits_to_cancel = 0;
	atomic_store(&d->task.cancel, false);
	relax(d);
	if (random_below(3) == 0)
		read_some(d);
}

static void check_end(struct disturbed *d)
{
	struct snap_search *info;
	struct snap_rows *rows;
	int32_t cap = d->options.max_level;

	if (search_stepper(d->search)->ops->snapshot(search_stepper(d->search),
						     (struct snap **)&info) != STATUS_OK ||
	    search_rows(d->search, LEVEL_NEWEST, 0, d->options.k, &rows) != STATUS_OK)
		abort();
	is_right(d, cap < 0 || info->n_levels <= cap + 1, "levels beyond the cap");
	rows->level = cap < 0 ? INT32_MAX : cap;
	is_right(d, same_rows(d, rows), "the ranking at the end");
	if (info->state == SEARCH_EXACT)
		is_right(d, cap < 0 || !cap_hurts(d, cap), "called exact");
	else if (d->options.method == METHOD_BOUNDED && d->options.slack_min == INT64_MIN &&
		 !d->limits.source_clock) /* what is below before credit may turn out not to be */
		is_right(d, cap >= 0 && cap_hurts(d, cap), "called inexact");
	for (int64_t s = 0, ends = 0; s < info->timeline->n_steps; s++) {
		ends += info->timeline->step[s].ends_level;
		if (s + 1 == info->timeline->n_steps)
			is_right(d, ends == info->n_levels, "the log of steps");
	}
	snap_unref(&rows->snap);
	snap_unref(&info->snap);
}

/* The slack of some path. */
static int64_t random_slack(const struct disturbed *d)
{
	const struct brute_path *p = &d->brute->path[random_below(d->brute->n)];

	return p->slack + limits_credit(&d->limits, p->source, p->sink);
}

static void random_options(struct disturbed *d, const struct graph *g)
{
	struct naive_limits *c = &d->limits;
	enum search_method method = (enum search_method)random_below(N_METHODS);
	bool paper = method != METHOD_BOUNDED;

	*c = (struct naive_limits){.slack_min = INT64_MIN, .slack_max = INT64_MAX};
	if (!paper && random_below(2))
		limits_random(c, d->queue, g, 1);
	c->k = 1 + random_below(d->brute->n + 1);
	c->max_level = random_below(3) == 0 ? (int32_t)random_below(4) : -1;
	if (!paper && d->brute->n && random_below(3) == 0)
		c->slack_max = random_slack(d);
	if (!paper && d->brute->n && random_below(3) == 0)
		c->slack_min = random_slack(d);
	d->options = limits_options(c);
	d->options.method = method;
}

static void run_disturbed(struct disturbed *d, struct image *image)
{
	int tries = 0;

	random_options(d, image->graph);
	if (search_begin(image, d->queue, d->view_queue, &d->options, 1, &d->search) != STATUS_OK)
		abort();
	d->reading = random_below(2);
	while (!search_stepper(d->search)->ops->finished(search_stepper(d->search)) &&
	       tries++ < MOST_TRIES && !d->wrong)
		disturb_and_step(d);
	is_right(d, tries < MOST_TRIES, "it doesn't end");
	if (!d->wrong)
		check_end(d);
	search_stepper(d->search)->ops->end(search_stepper(d->search));
	d->search = NULL;
	limits_release(&d->limits, d->queue);
}

/* An image that was cancelled or had too little memory can be built again. */
static struct image *build_disturbed(struct disturbed *d, struct graph *g)
{
	struct image *image;
	enum status status = STATUS_OK;

	for (int tries = 0; tries < MOST_TRIES; tries++) {
		bool asked = random_below(4) == 0;

		d->waits_to_cancel = asked && !d->immediate ? 1 + (int)random_below(12) : 0;
		atomic_store(&d->task.cancel, asked && d->immediate);
		if (!asked && random_below(2))
			squeeze(d);
		status = image_build(d->queue, g, &image);
		if (status == STATUS_CANCELLED)
			is_right(d, atomic_load(&d->task.cancel), "image cancelled, unasked");
		else if (status == STATUS_DEVICE_MEMORY)
			is_right(d, d->squeezed, "image out of memory, unasked");
		d->waits_to_cancel = 0;
		atomic_store(&d->task.cancel, false);
		relax(d);
		if (status == STATUS_OK)
			return image;
	}
	abort();
}

static bool check_graph(struct disturbed *d, uint64_t seed)
{
	static struct brute b;
	struct graph *g;
	struct image *image;
	struct device_memory total;

	random_seed(seed);
	g = brute_random_graph(10, 1, &d->task);
	d->wrong = NULL;
	if (brute_run(&b, g)) {
		d->brute = &b;
		image = build_disturbed(d, g);
		run_disturbed(d, image);
		image_free(image);
		device_memory_table(d->device, NULL, 0, &total);
		is_right(d, total.bytes == 0, "memory leaks");
	}
	graph_unref(g);
	if (d->wrong)
		printf("# wrong: %s, seed %llu\n", d->wrong, (unsigned long long)seed);
	return !d->wrong;
}

static void check_device(const char *name, const struct device_config *config, int n_graphs,
			 const char *one)
{
	struct disturbed d = {.task = TASK_INIT, .immediate = config->immediate};
	int n_wrong = 0;

	if (device_open(config, NULL, &d.device) != STATUS_OK) {
		tap_skip(name, "no GPU");
		return;
	}
	test_task_breathes(&d.task, breathe, &d);
	if (queue_new(d.device, &d.task, &d.queue) != STATUS_OK ||
	    queue_new(d.device, NULL, &d.view_queue) != STATUS_OK)
		abort();
	for (int i = 0; i < n_graphs && n_wrong < 5; i++)
		n_wrong += !check_graph(&d, one ? strtoull(one, NULL, 10) : (uint64_t)i);
	OK(n_wrong == 0, "%s: %d searches, %d times cancelled, %d times out of memory, %d readings",
	   name, n_graphs, d.n_cancelled, d.n_squeezed, d.n_read);
	queue_free(d.view_queue);
	queue_free(d.queue);
	device_close(d.device);
	close(d.task.wake_fd);
}

int main(int argc, char **argv)
{
	static const struct device_config configs[] = {
		{.kind = DEVICE_CPU, .n_threads = 1, .immediate = true, .memory_limit = MEMORY},
		{.kind = DEVICE_CPU, .n_threads = 2, .memory_limit = MEMORY},
		{.kind = DEVICE_CUDA, .memory_limit = MEMORY},
	};
	static const char *const names[] = {"CPU", "CPU, 2 threads", "GPU"};
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int n = all ? atoi(all) : 5000;

	for (int i = 0; i < 3; i++)
		check_device(names[i], &configs[i],
			     argc > 1 ? 1
			     : i == 0 ? n
				      : n / 10,
			     argc > 1 ? argv[1] : NULL);
	return tap_done();
}
