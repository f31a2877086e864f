/*
 * How long dies of a made design take:
 *
 *	bench_ssta [-d cpu|cuda] [-threads N] -max LIB -min LIB [-profile NAME[:GATES]] [-samples N]
 *		[-runs N] [-hold]
 *	bench_ssta … -max LIB -min LIB -methods
 *	bench_ssta [-d cpu|cuda] -rng
 *	bench_ssta … -max LIB -min LIB -devices N -scaling
 *	bench_ssta -plain
 *
 * "make": what is made of the design once; "run": N dies (65536) of it, late or early, rise and fall,
 * all endpoints' moments, with what comes back to the host; the median of the runs; "sums": until moments are there. "read": what is
 * computed of the nominal timing, brought to the host, before that.
 * -devices: N devices share the dies; -scaling: 1, 2, 4 … of them, and how much of 1/N of one's time. mpirun's processes
 * share them too, a GPU each; the first one prints.
 * -rng: random numbers a second, the keys' and the paper's, beside what it prints of them. -methods: the dies of
 * a design by each method.
 * -plain: one core's arcs a second by a loop as one would write it, with the same generator, compiled
 * for the widest vectors here; and by the kernel.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"
#include "base/ranks.h"
#include "bench.h"
#include "gpu/ssta/normal_table.h"
#include "gpu/ssta/paper/ssta_paper_args.h"
#include "gpu/ssta/paper/twister_table.h"
#include "gpu/ssta/ssta.h"
#include "gpu/ssta/ssta_args.h"
#include "gpu/ssta/ssta_vectors.h"
#include "made.h"
#include "read/liberty/liberty.h"

enum vectors { VECTORS_ANY, VECTORS_256, VECTORS_512 };

struct bench {
	int argc;
	char **argv;
	struct device_config device;
	int runs;
	int64_t samples;
	bool hold, plain, scaling, rng, methods;
	int n_devices;
	struct device *more_device[MOST_DEVICES - 1]; /* owned, as their queues */
	struct queue *more[MOST_DEVICES - 1];
	const char *late, *early, *profile;
	struct task task;
	struct queue *queue;
	const char *name;
};

static int usage(void)
{
	fprintf(stderr, "usage: bench_ssta [-d cpu|cuda] [-threads N] -max LIB -min LIB "
			"[-profile NAME[:GATES]] [-samples N] [-runs N] [-hold]\n"
			"                  [-devices N] [-scaling] [-methods]\n"
			"       bench_ssta [-d cpu|cuda] [-threads N] -rng\n"
			"       bench_ssta -plain\n");
	return 2;
}

static bool take_option(struct bench *b, const char *name, const char *value)
{
	if (strcmp(name, "-max") == 0)
		b->late = value;
	else if (strcmp(name, "-min") == 0)
		b->early = value;
	else if (strcmp(name, "-profile") == 0)
		b->profile = value;
	else if (strcmp(name, "-samples") == 0)
		b->samples = atoll(value);
	else if (strcmp(name, "-runs") == 0)
		b->runs = atoi(value);
	else if (strcmp(name, "-devices") == 0)
		b->n_devices = atoi(value);
	else
		return bench_device_option(&b->device, name, value);
	return true;
}

static bool parse(struct bench *b)
{
	for (int i = 1; i < b->argc; i++) {
		if (strcmp(b->argv[i], "-hold") == 0)
			b->hold = true;
		else if (strcmp(b->argv[i], "-plain") == 0)
			b->plain = true;
		else if (strcmp(b->argv[i], "-scaling") == 0)
			b->scaling = true;
		else if (strcmp(b->argv[i], "-rng") == 0)
			b->rng = true;
		else if (strcmp(b->argv[i], "-methods") == 0)
			b->methods = true;
		else if (i + 1 == b->argc || !take_option(b, b->argv[i], b->argv[i + 1]))
			return false;
		else
			i++;
	}
	return b->plain || b->rng ||
	       (b->late && b->early && b->samples > 0 && b->runs > 0 && b->n_devices > 0 &&
		b->n_devices <= MOST_DEVICES);
}

/* ---- one design ---- */

/* ms: of a run, and of that until the sums are on the host. */
static enum status time_runs(struct bench *b, struct ssta *ssta, struct ssta_options *options,
			     double ms[2])
{
	double *all;
	enum status status = STATUS_OK;

	TRY(ALLOC(&all, 2 * b->runs));
	for (int i = 0; i < b->runs && status == STATUS_OK; i++) {
		double begin = clock_ms(), computed;

		status = ssta_restart(ssta, options);
		while (status == STATUS_OK && !ssta_finished(ssta))
			status = ssta_step(ssta);
		computed = clock_ms();
		if (status == STATUS_OK)
			status = ssta_read(ssta);
		all[i] = clock_ms() - begin;
		all[b->runs + i] = clock_ms() - computed;
	}
	for (int j = 0; j < 2; j++)
		ms[j] = bench_quantile(all + j * b->runs, b->runs, 0.5);
	free(all);
	return status;
}

struct figures {
	double read, make, run[2];
	struct ssta_size size;
};

static struct ssta_options options_of(const struct bench *b)
{
	return (struct ssta_options){.split = b->hold ? EARLY : LATE,
				     .end = b->samples,
				     .step = SSTA_LARGEST_STEP,
				     .more = b->more,
				     .n_more = b->n_devices - 1};
}

static enum status run_design(struct bench *b, struct design *design, struct figures *out)
{
	struct variation_rule rule = {.value = {0.05, 0.05}};
	struct ssta_options options = options_of(b);
	struct path_image *paths;
	struct ssta *ssta;
	double begin;
	enum status status;

	TRY(made_design(b->profile, b->late, b->early, b->queue, &b->task, design, &paths));
	TRY(variation_add(&design->variation, &rule));
	begin = clock_ms();
	TRY(timing_read(design->timing));
	TRY(timing_read_fan_in(design->timing));
	out->read = clock_ms() - begin;
	begin = clock_ms();
	TRY(ssta_new(b->queue, design->timing, &design->variation, &options, &ssta));
	out->make = clock_ms() - begin;
	ssta_size(ssta, &out->size);
	status = time_runs(b, ssta, &options, out->run);
	ssta_free(ssta);
	return status;
}

static enum status one_design(struct bench *b, struct figures *out)
{
	struct design design = {0};
	enum status status = run_design(b, &design, out);

	design_release(&design);
	return status;
}

static void tell(struct bench *b, const char *figure, double value, const char *unit)
{
	bench_figure(b->argc, b->argv, b->name, figure, value, unit);
}

static enum status tell_design(struct bench *b)
{
	struct figures f;

	TRY(one_design(b, &f));
	tell(b, "read", f.read, "ms");
	tell(b, "make", f.make, "ms");
	tell(b, "run", f.run[0], "ms");
	tell(b, "sums of it", f.run[1], "ms");
	tell(b, "arcs that vary", (double)f.size.n_draws, "");
	tell(b, "arcs that are the latest in no die", (double)f.size.n_pruned, "");
	tell(b, "states", (double)f.size.n_states, "");
	tell(b, "states with a slot", (double)f.size.n_stored, "");
	tell(b, "slots", (double)f.size.n_slots, "");
	tell(b, "levels", (double)f.size.n_levels, "");
	tell(b, "draws", (double)f.size.n_draws * (double)b->samples / f.run[0] / 1e6, "G/s");
	return STATUS_OK;
}

/* ---- several devices ---- */

static enum status tell_scaling(struct bench *b)
{
	int n_devices = b->n_devices;
	double alone = 0;

	for (int n = 1; n <= n_devices; n *= 2) {
		struct figures f;
		char figure[64];

		b->n_devices = n;
		TRY(one_design(b, &f));
		alone = n == 1 ? f.run[0] : alone;
		snprintf(figure, sizeof figure, "run on %d of them", n);
		tell(b, figure, f.run[0], "ms");
		snprintf(figure, sizeof figure, "sums of %d", n);
		tell(b, figure, f.run[1], "ms");
		snprintf(figure, sizeof figure, "efficiency of %d", n);
		tell(b, figure, alone / f.run[0] / n * 100, "%");
	}
	return STATUS_OK;
}

/* ---- the paper's methods ---- */

static enum status run_methods(struct bench *b, struct design *design)
{
	static const struct {
		const char *name;
		enum ssta_method method;
		enum ssta_generator generator;
	} way[] = {{"chains", SSTA_CHAINS, SSTA_PHILOX},
		   {"paper-repaired, Philox", SSTA_PAPER_REPAIRED, SSTA_PHILOX},
		   {"paper, twisters", SSTA_PAPER, SSTA_MERSENNE},
		   {"paper-gate, twisters", SSTA_PAPER_GATE, SSTA_MERSENNE},
		   {"paper-sta (Algorithm 1)", SSTA_PAPER_STA, SSTA_MERSENNE}};
	struct variation_rule rule = {.value = {0.05, 0.05}};
	struct path_image *paths;

	TRY(made_design(b->profile, b->late, b->early, b->queue, &b->task, design, &paths));
	TRY(variation_add(&design->variation, &rule));
	for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
		struct ssta_options options = options_of(b);
		struct ssta *ssta;
		enum status status;
		double ms[2];

		options.method = way[i].method;
		options.generator = way[i].generator;
		TRY(ssta_new(b->queue, design->timing, &design->variation, &options, &ssta));
		status = time_runs(b, ssta, &options, ms);
		ssta_free(ssta);
		TRY(status);
		tell(b, way[i].name, ms[0], "ms");
	}
	return STATUS_OK;
}

static enum status tell_methods(struct bench *b)
{
	struct design design = {0};
	enum status status = run_methods(b, &design);

	design_release(&design);
	return status;
}

/* ---- random numbers ---- */

static const struct normal_piece pieces[] = {NORMAL_TABLE};

enum { RNG_EACH = 1024 }; /* numbers of a lane at once */

struct rng {
	uint32_t *d_parameter, *d_state, *d_number, *d_key;
	struct normal_piece *d_table;
};

static const uint32_t twisters[] = {TWISTER_TABLE};

/* The least time of the runs for RNG_EACH numbers of all lanes: way 0 words of twisters, 1 Box and Muller's
 * numbers, 2 both, 3 the keys' normal numbers. */
static enum status time_rng(struct bench *b, const struct rng *r, int way, double *ms)
{
	struct paper_twister_args words = {.parameter = r->d_parameter,
					   .state = r->d_state,
					   .n_words = RNG_EACH,
					   .number = r->d_number};
	struct paper_box_muller_args normals = {.number = r->d_number};
	struct paper_philox_args keyed = {
		.seed = {{1, 2}}, .table = r->d_table, .key = r->d_key, .number = r->d_number};

	bool cpu = device_kind(queue_device(b->queue)) == DEVICE_CPU;
	int64_t n_items = TWISTER_LANES / (cpu ? PAPER_CPU_LANES : 1);

	*ms = 1e9;
	for (int i = 0; i <= b->runs; i++) {
		double begin = clock_ms(), took;

		if (way == 0 || way == 2)
			LAUNCH(b->queue, paper_twister, 32, &words, n_items);
		if (way == 1 || way == 2)
			LAUNCH(b->queue, paper_box_muller, 32, &normals,
			       (int64_t)RNG_EACH / 2 * TWISTER_LANES);
		if (way == 3)
			LAUNCH(b->queue, paper_philox, 32, &keyed,
			       (int64_t)RNG_EACH * (TWISTER_LANES / 4));
		TRY(queue_sync(b->queue));
		took = clock_ms() - begin;
		*ms = i > 0 && took < *ms ? took : *ms;
	}
	return STATUS_OK;
}

static enum status tell_rng(struct bench *b)
{
	static const char *const name[] = {"twisters, uniform numbers", "Box and Muller alone",
					   "twisters, then Box and Muller",
					   "Philox by keys, inverse normal"};
	struct paper_seeds_args seeds = {.seed = {{1, 2}}};
	struct rng r = {0};
	int64_t n = (int64_t)RNG_EACH * TWISTER_LANES;

	TRY(DEVICE_ALLOC(b->queue, "bench", &r.d_parameter, TWISTER_PARAMETERS));
	TRY(DEVICE_ALLOC(b->queue, "bench", &r.d_state, TWISTER_WORDS * TWISTER_LANES));
	TRY(DEVICE_ALLOC(b->queue, "bench", &r.d_number, n));
	TRY(DEVICE_ALLOC(b->queue, "bench", &r.d_key, 2 * RNG_EACH));
	TRY(DEVICE_ALLOC(b->queue, "bench", &r.d_table, NORMAL_PIECES));
	queue_upload(b->queue, r.d_parameter, twisters, sizeof twisters);
	queue_upload(b->queue, r.d_table, pieces, sizeof pieces);
	queue_fill(b->queue, r.d_key, 0x5a, 2 * RNG_EACH * (int64_t)sizeof *r.d_key);
	seeds.state = r.d_state;
	LAUNCH(b->queue, paper_seeds, 32, &seeds, TWISTER_LANES);
	printf("# the SSTA paper prints 2.33 G/s uniform numbers by twisters on an 8800 GTX, 0.0224 on one "
	       "core of 3.6 GHz\n");
	for (int way = 0; way < 4; way++) {
		double ms;

		TRY(time_rng(b, &r, way, &ms));
		tell(b, name[way], (double)n / ms / 1e6, "G/s");
	}
	device_free(b->queue, r.d_parameter);
	device_free(b->queue, r.d_state);
	device_free(b->queue, r.d_number);
	device_free(b->queue, r.d_key);
	device_free(b->queue, r.d_table);
	return STATUS_OK;
}

/* ---- a loop as one would write it ---- */

enum { PLAIN_SAMPLES = 4096, PLAIN_ARCS = 2000 };

/* One arc: at = the larger of at and from + nominal + sigma·z, in all samples. */
static inline __attribute__((always_inline)) void plain_body(int32_t *restrict at,
							     const int32_t *restrict from,
							     uint32_t key, int32_t sigma,
							     enum vectors vectors)
{
	(void)vectors;
	for (uint32_t q = 0; q < PLAIN_SAMPLES / 4; q++) {
		uint32_t c[4] = {q, 0, key, key};

		philox(c, (struct ssta_seed){{1, 2}});
		for (uint32_t j = 0; j < 4; j++) {
			int32_t s = (int32_t)c[j] < 0 ? -sigma : sigma;
			int32_t sum = from[4 * q + j] +
				      ssta_delay(1000, s, normal_magnitude(pieces, c[j]), 0);

			at[4 * q + j] = sum > at[4 * q + j] ? sum : at[4 * q + j];
		}
	}
}

SSTA_VECTORS(plain_arc, plain_body,
	     (int32_t *restrict at, const int32_t *restrict from, uint32_t key, int32_t sigma), at,
	     from, key, sigma)

/* The same by the kernel: chains of one state with two arcs, into one slot. */
static enum status time_kernel(struct bench *b, double *ms)
{
	struct ssta_op op[2] = {{.sigma = {6400, -6400}, .source = 0, .nominal = 1000},
				{.sigma = {6400, -6400}, .source = 0, .nominal = 1000, .ends = 1}};
	struct ssta_level_args args = {.samples = {.keys = philox_keys((struct ssta_seed){{0, 0}}),
						   .n_blocks = PLAIN_SAMPLES / SSTA_BLOCK}};
	int32_t *row, *slot;
	struct ssta_op *ops;
	double begin;

	TRY(ALLOC(&row, PLAIN_ARCS / 2 + 1));
	TRY(ALLOC(&slot, PLAIN_ARCS / 2));
	TRY(ALLOC(&ops, PLAIN_ARCS));
	for (int i = 0; i < PLAIN_ARCS; i++) {
		ops[i] = op[i % 2];
		ops[i].key[0] = ops[i].key[1] = (uint32_t)i;
		row[i / 2 + 1] = i / 2 * 2 + 2;
		slot[i / 2] = 1;
	}
	args.samples.table = pieces;
	args.op = ops;
	args.chain_row = row;
	args.chain_slot = slot;
	args.n_chains = PLAIN_ARCS / 2;
	args.n_items = args.n_chains * (int64_t)args.samples.n_blocks;
	TRY(alloc_items(&args.slot, 2 * PLAIN_SAMPLES, sizeof(int32_t)));
	begin = clock_ms();
	LAUNCH(b->queue, ssta_level, 32, &args, args.n_items);
	TRY(queue_sync(b->queue));
	*ms = clock_ms() - begin;
	free(args.slot);
	free(row);
	free(slot);
	free(ops);
	return STATUS_OK;
}

static enum status tell_plain(struct bench *b)
{
	double draws = (double)PLAIN_ARCS * PLAIN_SAMPLES, best[2] = {1e9, 1e9};
	int32_t *at;

	TRY(ALLOC(&at, 2 * PLAIN_SAMPLES));
	for (int i = 0; i < b->runs; i++) {
		double begin = clock_ms(), ms;

		for (uint32_t a = 0; a < PLAIN_ARCS; a++)
			plain_arc(at, at + PLAIN_SAMPLES, a, 6400);
		ms = clock_ms() - begin;
		best[0] = ms < best[0] ? ms : best[0];
		TRY(time_kernel(b, &ms));
		best[1] = ms < best[1] ? ms : best[1];
	}
	free(at);
	tell(b, "plain loop, one core", draws / best[0] / 1e6, "G draws/s");
	tell(b, "kernel, one core", draws / best[1] / 1e6, "G draws/s");
	tell(b, "times faster", best[0] / best[1], "");
	return STATUS_OK;
}

/* ---- all of it ---- */

static enum status run(struct bench *b, struct device **device)
{
	if (b->plain)
		b->device = (struct device_config){.kind = DEVICE_CPU, .n_threads = 1};
	TRY(device_open(&b->device, NULL, device));
	TRY(queue_new(*device, &b->task, &b->queue));
	b->name = device_name(*device);
	for (int i = 0; i + 1 < b->n_devices; i++) {
		struct device_config one = b->device;

		one.index += i + 1;
		TRY(device_open(&one, NULL, &b->more_device[i]));
		TRY(queue_new(b->more_device[i], &b->task, &b->more[i]));
	}
	if (b->plain)
		return tell_plain(b);
	if (b->rng)
		return tell_rng(b);
	if (b->methods)
		return tell_methods(b);
	if (b->scaling)
		return tell_scaling(b);
	return tell_design(b);
}

int main(int argc, char **argv)
{
	struct bench b = {.argc = argc,
			  .argv = argv,
			  .device = {.kind = DEVICE_CPU},
			  .runs = 5,
			  .samples = 65536,
			  .n_devices = 1,
			  .profile = "leon2",
			  .task = TASK_INIT};
	struct device *device = NULL;
	enum status status = STATUS_OK;

	if (!parse(&b))
		return usage();
	if (ranks_are_there()) {
		status = ranks_begin();
		b.device.index = -1;
	}
	if (status == STATUS_OK)
		status = run(&b, &device);
	if (status != STATUS_OK)
		fprintf(stderr, "bench_ssta: %s\n", status_text(status));
	for (int i = 0; i < MOST_DEVICES - 1; i++) {
		queue_free(b.more[i]);
		device_close(b.more_device[i]);
	}
	queue_free(b.queue);
	device_close(device);
	return ranks_end(status != STATUS_OK);
}
