/* Parts of the graph in dies: on the device, and one die on the host. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/ssta/ssta_cone.h"
#include "gpu/ssta/ssta_cone_args.h"
#include "gpu/ssta/ssta_impl.h"

static const char name[] = "ssta parts";

enum { MOST_WAVE = 1 << 16 }; /* samples at once: a multiple of SSTA_BLOCK, … */

#define SHARED_BYTES  (INT64_C(1) << 28) /* … and fewer, where what is shared would take more */
#define AT_ONCE_BYTES (INT64_C(1) << 30) /* of arrivals on a GPU */

struct runner {
	const struct ssta *ssta;
	struct queue *queue;
	struct ssta_cone *const *cone;
	int32_t n_cones;
	struct ssta_cone_args args; /* device pointers, owned */
	int64_t n_ops, n_sinks, n_nodes, most_nodes, at_once, wave;
	/* host, owned */
	struct ssta_cone_part *part;
	struct ssta_op *op;
	struct ssta_sink *sink;
	int32_t *node_row;
	struct ssta_cone_work *work;
	uint32_t *quad;
	uint8_t *counted;
	/* device, owned */
	struct ssta_cone_work *d_work;
	uint32_t *d_quad;
	uint8_t *d_counted;
	int32_t *d_shared;
};

static void release(struct runner *r)
{
	DEVICE_FREE_ALL(r->queue, &r->args.part, &r->args.op, &r->args.node_row, &r->args.sink,
			&r->args.at, &r->args.slack, &r->args.passed, &r->d_work, &r->d_quad,
			&r->d_counted, &r->d_shared);
	FREE_ALL(r->part, r->op, r->sink, r->node_row, r->work, r->quad, r->counted);
}

/* ---- putting parts side by side ---- */

static void count(struct runner *r)
{
	int64_t bytes = 4 * (int64_t)r->ssta->factors.n_rows;

	for (r->wave = MOST_WAVE; r->wave > SSTA_STEP && r->wave * bytes > SHARED_BYTES;)
		r->wave /= 2;
	for (int32_t i = 0; i < r->n_cones; i++) {
		r->n_ops += r->cone[i]->n_ops;
		r->n_sinks += r->cone[i]->n_sinks;
		r->n_nodes += r->cone[i]->n_nodes;
		r->most_nodes = max_i64(r->most_nodes, r->cone[i]->n_nodes);
	}
}

static void add_part(struct runner *r, int32_t i, struct ssta_cone_part *at)
{
	const struct ssta_cone *c = r->cone[i];

	COPY(r->op + at->first_op, c->op, c->n_ops);
	COPY(r->sink + at->first_sink, c->sink, c->n_sinks);
	for (int32_t x = 0; x <= c->n_nodes; x++)
		r->node_row[at->first_node + x] = at->first_op + c->node_row[x];
	at->end_op = at->first_op + c->n_ops;
	at->end_sink = at->first_sink + c->n_sinks;
	r->part[i] = *at;
	at->first_op = at->end_op;
	at->first_sink = at->end_sink;
	at->first_node += c->n_nodes + 1;
}

static enum status upload_parts(struct runner *r)
{
	int64_t n_rows = r->n_nodes + r->n_cones;
	struct ssta_cone_part at = {0};

	if (r->n_ops > INT32_MAX || n_rows > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d arcs in dies", INT32_MAX);
	TRY(ALLOC(&r->part, r->n_cones));
	TRY(ALLOC(&r->op, r->n_ops));
	TRY(ALLOC(&r->sink, r->n_sinks));
	TRY(ALLOC(&r->node_row, n_rows));
	for (int32_t i = 0; i < r->n_cones; i++)
		add_part(r, i, &at);
	TRY(UPLOAD(r->queue, r->part, r->n_cones, &r->args.part));
	TRY(UPLOAD(r->queue, r->op, r->n_ops, &r->args.op));
	TRY(UPLOAD(r->queue, r->sink, r->n_sinks, &r->args.sink));
	return UPLOAD(r->queue, r->node_row, n_rows, &r->args.node_row);
}

/* Arrivals of as many items at once as there is room for; on the CPU of each thread. */
static enum status alloc_times(struct runner *r, int64_t n_items)
{
	struct device *device = queue_device(r->queue);
	int64_t bytes;

	r->args.stride = max_i64(r->most_nodes, 1) * 4 * SSTA_CONE_QUADS;
	bytes = r->args.stride * (int64_t)sizeof *r->args.at;
	r->at_once = n_items;
	if (device_kind(device) == DEVICE_CPU)
		return device_alloc(r->queue, name, bytes * device_width(device),
				    (void **)&r->args.at);
	r->at_once = min_i64(n_items, max_i64(1, AT_ONCE_BYTES / bytes));
	return device_alloc(r->queue, name, bytes * r->at_once, (void **)&r->args.at);
}

static enum status prepare(struct runner *r, int64_t n_items, int64_t n_quads, bool counted)
{
	const struct ssta *ssta = r->ssta;
	const struct ssta_factors *f = &ssta->factors;

	r->args.n_ops = r->n_ops;
	r->args.samples = ssta_samples_of(ssta, &ssta->engine[0]);
	TRY(upload_parts(r));
	TRY(alloc_times(r, n_items));
	TRY(ALLOC(&r->work, n_items));
	TRY(ALLOC(&r->quad, n_quads));
	TRY(DEVICE_ALLOC(r->queue, name, &r->d_work, n_items));
	TRY(DEVICE_ALLOC(r->queue, name, &r->d_quad, n_quads));
	if (counted) {
		TRY(ALLOC(&r->counted, n_quads));
		TRY(DEVICE_ALLOC(r->queue, name, &r->d_counted, n_quads));
	}
	if (f->n_regions)
		TRY(DEVICE_ALLOC(r->queue, name, &r->d_shared, r->wave * f->n_rows));
	return queue_sync(r->queue);
}

/* ---- samples ---- */

/* What arcs share in the samples of a wave. */
static void launch_shared(struct runner *r, int64_t first, int64_t end)
{
	const struct ssta *ssta = r->ssta;

	r->args.samples.first = first;
	r->args.samples.n_blocks = (int32_t)((end - first + SSTA_BLOCK - 1) / SSTA_BLOCK);
	if (!ssta->factors.n_regions)
		return;
	ssta_launch_shared(ssta, &ssta->engine[0], r->queue, r->d_shared, &r->args.samples);
}

/* The quads of a wave in each part: work, and where slacks go. */
static int64_t divide(struct runner *r, int64_t n_quads)
{
	int64_t n = 0;

	for (int32_t p = 0; p < r->n_cones; p++) {
		for (int64_t q = 0; q < n_quads; q += SSTA_CONE_QUADS, n++) {
			int32_t some = (int32_t)min_i64(SSTA_CONE_QUADS, n_quads - q);

			r->work[n] = (struct ssta_cone_work){q, 4 * (p * n_quads + q), p, some};
		}
	}
	return n;
}

static enum status run_wave(struct runner *r, int64_t first, int64_t end, int64_t n_quads)
{
	int64_t n = divide(r, n_quads);
	struct ssta_cone_args args;

	launch_shared(r, first, end);
	queue_upload(r->queue, r->d_work, r->work, n * (int64_t)sizeof *r->work);
	queue_upload(r->queue, r->d_quad, r->quad, n_quads * (int64_t)sizeof *r->quad);
	if (r->counted)
		queue_upload(r->queue, r->d_counted, r->counted, n_quads);
	args = r->args;
	args.quad = r->d_quad;
	args.counted = r->d_counted;
	for (int64_t i = 0; i < n; i += r->at_once) {
		args.work = r->d_work + i;
		LAUNCH(r->queue, ssta_cone, 32, &args, min_i64(r->at_once, n - i));
	}
	return queue_sync(r->queue);
}

static enum status run_all(struct runner *r, int64_t begin, int64_t end, int64_t *out)
{
	int64_t n_items = (int64_t)r->n_cones * (r->wave / 4 / SSTA_CONE_QUADS);
	int64_t most = (int64_t)r->n_cones * r->wave;
	FREED int64_t *slack = NULL;

	TRY(prepare(r, n_items, r->wave / 4, false));
	TRY(DEVICE_ALLOC(r->queue, name, &r->args.slack, most));
	TRY(ALLOC(&slack, most));
	for (int64_t first = begin / r->wave * r->wave; first < end; first += r->wave) {
		int64_t from = max_i64(begin, first), to = min_i64(end, first + r->wave);
		int64_t q = from / 4, n_quads = (to + 3) / 4 - q;

		for (int64_t i = 0; i < n_quads; i++)
			r->quad[i] = (uint32_t)(q + i);
		TRY(run_wave(r, first, to, n_quads));
		TRY(queue_read(r->queue, slack, r->args.slack,
			       4 * n_quads * r->n_cones * (int64_t)sizeof *slack));
		for (int32_t p = 0; p < r->n_cones; p++)
			COPY(out + p * (end - begin) + (from - begin),
			     slack + 4 * p * n_quads + (from - 4 * q), to - from);
	}
	return STATUS_OK;
}

enum status ssta_cones_run(const struct ssta *ssta, struct ssta_cone *const *cone, int32_t n,
			   int64_t begin, int64_t end, int64_t *slack)
{
	RELEASED_BY(release)
	struct runner r = {.ssta = ssta, .queue = ssta->queue, .cone = cone, .n_cones = n};

	TRY(ssta_need_replay(ssta));
	count(&r);
	return queue_settle(r.queue, run_all(&r, begin, end, slack));
}

/* ---- worst paths ---- */

/* The samples of a wave as quads; *at goes on after them. */
static int64_t take_quads(struct runner *r, const int64_t *sample, int64_t n, int64_t *at,
			  int64_t end)
{
	int64_t n_quads = 0;

	for (; *at < n && sample[*at] < end; ++*at) {
		uint32_t quad = (uint32_t)(sample[*at] / 4);

		if (n_quads == 0 || r->quad[n_quads - 1] != quad) {
			r->quad[n_quads] = quad;
			r->counted[n_quads++] = 0;
		}
		r->counted[n_quads - 1] |= (uint8_t)(1 << sample[*at] % 4);
	}
	return n_quads;
}

static enum status trace_all(struct runner *r, const int64_t *sample, int64_t n, int64_t *passed)
{
	int64_t n_hops = r->n_ops + r->n_sinks, at = 0;
	FREED int64_t *counted = NULL;

	TRY(prepare(r, r->wave / 4 / SSTA_CONE_QUADS, r->wave / 4, true));
	TRY(DEVICE_ALLOC(r->queue, name, &r->args.passed, n_hops));
	queue_fill(r->queue, r->args.passed, 0, n_hops * (int64_t)sizeof *passed);
	while (at < n) {
		int64_t first = sample[at] / r->wave * r->wave;
		int64_t n_quads = take_quads(r, sample, n, &at, first + r->wave);

		TRY(run_wave(r, first, sample[at - 1] + 1, n_quads));
	}
	TRY(ALLOC(&counted, n_hops));
	queue_download(r->queue, counted, r->args.passed, n_hops * (int64_t)sizeof *counted);
	TRY(queue_sync(r->queue));
	for (int64_t i = 0; i < n_hops; i++)
		passed[i] += counted[i];
	return STATUS_OK;
}

enum status ssta_cone_trace(const struct ssta *ssta, const struct ssta_cone *cone,
			    const int64_t *sample, int64_t n, int64_t *passed)
{
	struct ssta_cone *cones[] = {(struct ssta_cone *)cone};
	RELEASED_BY(release)
	struct runner r = {.ssta = ssta, .queue = ssta->queue, .cone = cones, .n_cones = 1};

	if (n == 0)
		return STATUS_OK;
	TRY(ssta_need_replay(ssta));
	count(&r);
	return queue_settle(r.queue, trace_all(&r, sample, n, passed));
}

/* ---- one die on the host ---- */

static int32_t op_increment(const struct ssta *ssta, const struct ssta_op *op,
			    const int32_t *shared, int64_t sample)
{
	/* as struct ssta_variable has them; early ones are negated once more */
	int32_t sign = op->early ? -1 : 1;
	struct ssta_variable v = {.key = (uint64_t)op->key[1] << 32 | op->key[0],
				  .sigma = {sign * op->sigma[0], -sign * op->sigma[1]},
				  .region = op->region};

	return sign * ssta_increment(&ssta->options, &v, SSTA_ARC, &ssta->factors, shared, sample);
}

enum status ssta_die_shared(const struct ssta *ssta, int64_t sample, int32_t **out)
{
	*out = NULL;
	if (!ssta->factors.n_regions)
		return STATUS_OK;
	TRY(ALLOC(out, ssta->factors.n_rows));
	ssta_shared_z(&ssta->options, &ssta->factors, sample, NULL, *out);
	return STATUS_OK;
}

void ssta_cone_lane(const struct ssta_cone_sample *in, int32_t o, struct ssta_lane *out)
{
	const struct ssta_op *op = &in->cone->op[o];
	int64_t sign = op->early ? -1 : 1;

	*out = (struct ssta_lane){.op = o,
				  .nominal = sign * (op->nominal - in->cone->op_before[o])};
	out->source = sign * (in->cone->op_before[o] + (op->source < 0 ? 0 : in->at[op->source]));
	out->increment = sign * op_increment(in->ssta, op, in->shared, in->sample);
	out->delay = out->nominal + out->increment;
	out->sum = out->source + out->delay;
}

/* z is what a sigma of 1 ns differs by. */
double ssta_cone_z(const struct ssta *ssta, const struct ssta_op *op, const int32_t *shared,
		   int64_t sample)
{
	struct ssta_op one = *op;

	one.early = 0;
	one.sigma[0] = 1 << 29;
	one.sigma[1] = -(1 << 29);
	return (double)op_increment(ssta, &one, shared, sample) / (double)(1 << 23);
}

enum status ssta_cone_die(const struct ssta *ssta, const struct ssta_cone *cone, int64_t sample,
			  int64_t *at, int32_t *sink, int64_t *slack)
{
	FREED int32_t *shared = NULL;

	TRY(ssta_need_replay(ssta));
	TRY(ssta_die_shared(ssta, sample, &shared));
	for (int32_t x = 0; x < cone->n_nodes; x++) {
		for (int32_t o = cone->node_row[x]; o < cone->node_row[x + 1]; o++) {
			const struct ssta_op *op = &cone->op[o];
			int64_t sum = op->nominal + op_increment(ssta, op, shared, sample);

			if (op->source >= 0)
				sum += at[op->source];
			if (o == cone->node_row[x] || sum > at[x])
				at[x] = sum;
		}
	}
	*sink = -1;
	for (int32_t i = 0; i < cone->n_sinks; i++) {
		const struct ssta_sink *s = &cone->sink[i];
		struct ssta_variable v = {.key = (uint64_t)s->key[1] << 32 | s->key[0],
					  .sigma = {s->sigma[0], -s->sigma[1]},
					  .region = s->region};
		int64_t value = s->constant - ssta_increment(&ssta->options, &v, SSTA_CHECK,
							     &ssta->factors, shared, sample);

		if (s->data >= 0)
			value -= at[s->data];
		if (s->clock >= 0)
			value -= at[s->clock];
		if (*sink < 0 || value < *slack) {
			*sink = i;
			*slack = value;
		}
	}
	return STATUS_OK;
}
