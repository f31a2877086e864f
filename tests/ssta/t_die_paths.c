/*
 * Paths in dies against searches of those dies: on random designs, what a product and the forest give for all paths of the nominal search are
 * the slacks of all paths that are found when the die is the design's timing; the least of them is what Monte-Carlo SSTA says.
 *
 * `t_die_paths STATE GATES [odd|even [SCALE [any]]]` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/ssta/die_paths.h"
#include "gpu/timing/timing_paths.h"
#include "lib/devices.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { MOST = 3000 };

struct totals {
	int designs, empty, runs, complete, shared;
	int64_t slacks;
};

struct checked {
	struct test_device *device;
	struct timing *timing;
	enum split split;
	bool parts; /* search a graph made of the paths, not that of all states */
	struct path_image *paths;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* All paths as the timing is, at most MOST. */
static struct search *begin_search(struct checked *c)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct text warnings = TEXT_INIT;
	struct stepper *stepper;
	struct search *search;
	struct image *image;

	c->paths = NULL;
	if (c->parts) {
		must(timing_path_image(c->timing, &(struct timing_query){.split = c->split},
				       &warnings, &c->device->task, &c->paths));
		must(path_image_need_paths(c->paths));
		image = c->paths->image;
	} else {
		must(timing_search_image(c->timing, c->split, &image));
	}
	text_release(&warnings);
	options.k = MOST;
	options.early = c->split == EARLY;
	must(search_begin(image, c->device->queue, c->device->queue, &options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper))
		must(stepper->ops->step(stepper, GRAIN_COARSE));
	return search;
}

static void end_search(struct search *search)
{
	struct stepper *stepper = search_stepper(search);

	stepper->ops->end(stepper);
}

static int ascending(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

/* The slacks of the paths of a die, from the search of it. */
static bool same_as_search(struct checked *c, const struct ssta *ssta, int64_t die,
			   const int64_t *slack, int32_t n)
{
	int64_t *mine = malloc(((size_t)n + 1) * sizeof *mine);
	struct traces traces = {0};
	struct search *search;
	int32_t n_negative;
	bool same;

	for (int32_t p = 0; p < n; p++)
		mine[p] = slack[(int64_t)p * DIES + die % DIES];
	qsort(mine, (size_t)n, sizeof *mine, ascending);
	must(ssta_open(ssta, die, &n_negative));
	search = begin_search(c);
	must(search_traces(search, LEVEL_NEWEST, 0, MOST, &traces));
	same = traces.n_paths == n &&
	       (n == 0 || memcmp(traces.slack, mine, (size_t)n * sizeof *mine) == 0);
	for (int32_t p = 0; p < n && !same && p < traces.n_paths; p++) {
		if (traces.slack[p] == mine[p])
			continue;
		printf("# die %lld, path %d of %d: %lld, not %lld\n", (long long)die, p, n,
		       (long long)mine[p], (long long)traces.slack[p]);
		break;
	}
	traces_release(&traces);
	end_search(search);
	must(ssta_close(c->timing));
	must(timing_update(c->timing));
	free(mine);
	return same;
}

/* By the product, the forest and on the host. */
static bool same_ways(struct die_paths *p, int64_t first, int64_t *slack)
{
	size_t size = (size_t)p->n_paths * DIES * sizeof *slack;
	int64_t *other = malloc(size + 1);
	bool same;

	must(die_paths_draw(p, first));
	die_paths_multiply(p);
	die_paths_follow(p);
	must(die_paths_serial(p, slack));
	must(die_paths_read(p, false, other));
	same = size == 0 || memcmp(slack, other, size) == 0;
	if (!same)
		printf("# the product differs\n");
	must(die_paths_read(p, true, other));
	if (same && size && memcmp(slack, other, size) != 0) {
		printf("# the forest differs\n");
		same = false;
	}
	free(other);
	return same;
}

/* The run's worst of each die is the least of all paths, and never above the least of some. */
static bool same_worst(const struct ssta *ssta, const struct die_paths *p, int64_t first,
		       const int64_t *slack, bool complete)
{
	const struct ssta_options *options = ssta_options(ssta);

	for (int64_t die = first; die < first + DIES; die++) {
		int64_t worst = FS_NONE_64, of_all;

		if (die < options->begin || die >= options->end)
			continue;
		for (int32_t i = 0; i < p->n_paths; i++) {
			int64_t at = slack[(int64_t)i * DIES + die - first];

			worst = at < worst ? at : worst;
		}
		of_all = ssta_worst(ssta, -1, die - options->begin, NULL);
		if (complete ? worst != of_all : worst < of_all) {
			printf("# die %lld: %lld, not %lld\n", (long long)die, (long long)worst,
			       (long long)of_all);
			return false;
		}
	}
	return true;
}

static bool check_dies(struct checked *c, const struct ssta *ssta, struct totals *t)
{
	int64_t first = ssta_options(ssta)->begin / DIES * DIES, *slack;
	struct search *search = begin_search(c);
	bool complete = search_count(search) < MOST, same;
	struct die_paths p;

	must(die_paths_open(search, c->paths, ssta, MOST, &p));
	end_search(search);
	slack = malloc(((size_t)p.n_paths * DIES + 1) * sizeof *slack);
	same = same_ways(&p, first + DIES, slack) && same_ways(&p, first, slack) &&
	       same_worst(ssta, &p, first, slack, complete);
	t->runs++;
	t->complete += complete;
	t->slacks += (int64_t)p.n_paths * DIES;
	for (int i = 0; i < 3 && same && complete; i++)
		same = same_as_search(c, ssta, first + random_below(DIES), slack, p.n_paths);
	die_paths_close(&p);
	free(slack);
	return same;
}

static bool check_split(struct checked *c, const struct variation *variation, struct totals *t)
{
	struct ssta_options options = {.split = c->split,
				       .seed = random_next(),
				       .sampling = (enum ssta_sampling)random_below(2),
				       .begin = random_one_in(2) ? 0 : random_below(20000)};
	struct ssta *ssta;
	enum status status;
	bool same;

	if (random_one_in(3)) {
		options.sharing.die = random_real(0, 0.7);
		options.sharing.library = random_one_in(2) ? 0 : random_real(0, 0.7);
	}
	options.end = options.begin + 100;
	status = ssta_new(c->device->queue, c->timing, variation, &options, &ssta);
	if (status != STATUS_OK) {
		t->empty++;
		return status == STATUS_FAILED;
	}
	while (!ssta_finished(ssta))
		must(ssta_step(ssta));
	t->shared += options.sharing.die > 0;
	c->parts = random_one_in(2);
	same = check_dies(c, ssta, t);
	ssta_free(ssta);
	return same;
}

static void vary(double scale, struct variation *variation)
{
	for (int i = 0; i < 2; i++) {
		struct variation_rule rule = {.kind = VARIES_BY_FRACTION, .checks = i};

		rule.value[0] = random_real(0, 0.3) / scale;
		rule.value[1] = random_one_in(2) ? rule.value[0] : random_real(0, 0.3) / scale;
		if (i == 0 || random_one_in(2))
			must(variation_add(variation, &rule));
	}
}

static bool check_state(struct test_device *device, uint64_t state,
			const struct random_options *options, struct totals *t)
{
	struct checked c = {.device = device};
	struct variation variation = {0};
	struct random_design design;
	bool same = true;

	random_seed(state);
	random_design(options, &design);
	vary(options->scale, &variation);
	t->designs++;
	must(timed_new(device->queue, &device->task, &design, true, &c.timing));
	if (timing_update(c.timing) == STATUS_OK) {
		for (int split = 0; split < N_SPLITS && same; split++) {
			c.split = (enum split)split;
			same = check_split(&c, &variation, t);
		}
	} else {
		t->empty++;
	}
	timing_free(c.timing);
	variation_release(&variation);
	random_design_release(&design);
	return same;
}

static void check_random(struct test_device *device, int n)
{
	struct totals t = {0};
	bool good = true;

	random_seed(21);
	for (int i = 0; i < n && good; i++) {
		uint64_t state = random_next();
		struct random_options options = {
			.n_instances = 1 + (int32_t)random_below(i % 10 ? 40 : 150),
			.scale = i % 7 ? 1 : 50000,
			.odd = i % 2,
			.constrained = i % 3 != 0};

		good = check_state(device, state, &options, &t);
		if (!good)
			printf("# t_die_paths %llu %d %s\n", (unsigned long long)state,
			       options.n_instances, options.odd ? "odd" : "even");
		random_seed(state + 1);
	}
	OK(good && t.complete > n / 2 && t.slacks > 100 * n,
	   "%s: %d random designs, %d without dies, %d runs, %d of them with all paths, %lld slacks, %d with shared factors",
	   device->name, t.designs, t.empty, t.runs, t.complete, (long long)t.slacks, t.shared);
}

static bool check_one(struct test_device *d, uint64_t state, const struct random_options *options)
{
	struct totals t = {0};

	return check_state(d, state, options, &t);
}

int main(int argc, char **argv)
{
	return test_random_designs(argc, argv,
				   &(struct random_test){100, 4, check_random, check_one});
}
