/*
 * Kernels that the reader writes: kernel_template and kernel_try are a script of assets/, which compiles them and
 * starts this program once more; kernel_run is what that process does.
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/random.h"
#include "db/layout/placement.h"
#include "gpu/device/device.h"
#include "gpu/try/try.h"
#include "session/command.h"
#include "session/session.h"

enum { RUN_WARPS, RUN_RANDOM, RUN_LAUNCH, RUN_SECONDS, RUN_MEMORY };
enum { BINS = 512, SHIFT = 8, SMALL_BINS = 300, SMALL_ROWS = 6, SMALL_SHIFT = 4, RUNS = 7 };
enum { YOURS, OURS, BOTH };

static const struct option run_options[] = {
	[RUN_WARPS] = {"-warps", OPTION_WORD, "FILE",
		       "the same for warps: it is checked so too, lane by lane, or recorded"},
	[RUN_RANDOM] = {"-random", OPTION_COUNT, "N",
			"what is open is random: so are N boxes, and some arcs aren't there"},
	[RUN_LAUNCH] =
		{"-launch", OPTION_CHOICE, "yours|ours|both",
		 "on the device; default: on the CPU, in processes whose arrays are guarded"},
	[RUN_SECONDS] = {"-seconds", OPTION_COUNT, "S", "how long one launch may take (5)"},
	[RUN_MEMORY] = {"-memory", OPTION_COUNT, "MIB", "how much memory beside its arrays (1024)"},
	{0},
};

static const struct option try_options[] = {
	{"-seconds", OPTION_COUNT, "S", "how long one launch may take (5)"},
	{"-memory", OPTION_COUNT, "MIB", "how much memory it may take beside its arrays (1024)"},
	{"-gpu", OPTION_WORD, "N",
	 "also on GPU N, by nvcc; default: the first, where the device is a GPU"},
	{0},
};

/* ---- a copy of what is open ---- */

/* Of a random one every 16th arc isn't there, as files can't say that. */
static enum status copy_graph(const struct image *image, struct queue *queue, bool is_random,
			      struct try_source *out)
{
	const struct device_graph *g = &image->device;
	int64_t size = image_fs_size(image);
	char *weight;

	out->n = g->n_states;
	out->n_arcs = g->n_arcs;
	out->first_sink = g->first_sink;
	out->n_sinks = g->n_sinks;
	TRY(ALLOC(&out->row, (int64_t)g->n_states + 1));
	TRY(ALLOC_ALL(g->n_arcs, &out->to, &out->weight));
	weight = (char *)out->weight + (8 - size) * g->n_arcs; /* to be widened from there */
	queue_download(queue, out->row, g->row, 4 * ((int64_t)g->n_states + 1));
	queue_download(queue, out->to, g->to, 4 * (int64_t)g->n_arcs);
	queue_download(queue, weight, g->weight, size * g->n_arcs);
	TRY(queue_sync(queue));
	for (int32_t e = 0; size == 4 && e < g->n_arcs; e++) {
		int32_t narrow;

		memcpy(&narrow, weight + 4 * (int64_t)e, sizeof narrow);
		out->weight[e] = narrow == FS_NONE_32 ? FS_NONE_64 : narrow;
	}
	for (int32_t e = 15; is_random && e < g->n_arcs; e += 16)
		out->weight[e] = FS_NONE_64;
	return STATUS_OK;
}

/* A place on the die in units. */
static int32_t unit_of(double at, double length)
{
	double unit = length > 0 ? at / length * (BINS << SHIFT) : 0;

	return unit < 0 ? 0 : unit > BINS << SHIFT ? BINS << SHIFT : (int32_t)unit;
}

static enum status copy_boxes(const struct placement *p, struct try_source *out)
{
	double x = p->die.x1, y = p->die.y1, width = p->die.x2 - x, height = p->die.y2 - y;

	out->bins = (struct density_bins){BINS, BINS, SHIFT};
	TRY(ALLOC(&out->box, p->n_components));
	for (int32_t i = 0; i < p->n_components; i++) {
		struct rect b = placement_component_box(p, i);

		if (p->component[i].status != UNPLACED)
			out->box[out->n_boxes++] = (struct density_box_32){
				unit_of(b.x1 - x, width), unit_of(b.y1 - y, height),
				unit_of(b.x2 - x, width), unit_of(b.y2 - y, height)};
	}
	return STATUS_OK;
}

/* From nothing to half of the grid wide, and to its edges. */
static enum status random_boxes(int64_t n, struct try_source *out)
{
	const int64_t most[2] = {SMALL_BINS << SMALL_SHIFT, SMALL_ROWS << SMALL_SHIFT};

	out->bins = (struct density_bins){SMALL_BINS, SMALL_ROWS, SMALL_SHIFT};
	out->n_boxes = (int32_t)n;
	TRY(ALLOC(&out->box, n));
	for (int64_t i = 0; i < n; i++) {
		int32_t at[4];

		for (int j = 0; j < 4; j++) {
			int64_t below = j < 2 ? most[j] : i % 3 ? 40 : most[j - 2] / 2;
			uint64_t bits = random_bits((uint64_t)n, (uint64_t)i, (uint64_t)j);

			at[j] = (int32_t)random_below(bits, below);
		}
		out->box[i] = (struct density_box_32){at[0], at[1],
						      (int32_t)min_i64(at[0] + at[2], most[0]),
						      (int32_t)min_i64(at[1] + at[3], most[1])};
	}
	return STATUS_OK;
}

static enum status source_of(struct call *call, struct try_source *out)
{
	struct session *session = call->session;

	bool is_random = call->option[RUN_RANDOM].given;

	if (session->image)
		TRY(queue_settle(session->queue,
				 copy_graph(session->image, session->queue, is_random, out)));
	if (is_random)
		return random_boxes(call->option[RUN_RANDOM].number, out);
	return session->design.placement ? copy_boxes(session->design.placement, out) : STATUS_OK;
}

/* ---- on the device: results, time, a warp ---- */

struct desk {
	const struct try_case *c;
	struct device *device; /* borrowed, as the queue */
	struct queue *queue;
	struct stand_in yours;
	void *d_array[TRY_ARRAYS]; /* device, owned */
	_Alignas(16) unsigned char args[TRY_ARGS];
	void *result[2][TRY_ARRAYS]; /* owned */
};

static enum status desk_make(struct desk *d)
{
	memcpy(d->args, d->c->args, TRY_ARGS);
	for (int a = 0; a < d->c->n_arrays; a++) {
		const struct try_array *array = &d->c->array[a];

		TRY(device_alloc(d->queue, array->name, array->bytes, &d->d_array[a]));
		queue_upload(d->queue, d->d_array[a], array->data, array->bytes);
		memcpy(d->args + array->at, &d->d_array[a], sizeof d->d_array[a]);
		for (int whose = 0; whose < 2 && array->out; whose++)
			TRY(alloc_items(&d->result[whose][a], array->bytes, 1));
	}
	return queue_sync(d->queue);
}

/* On what is there before, not on what a launch has left. */
static enum status launch(struct desk *d, int whose)
{
	const struct try_kernel *kernel = d->c->kernel;

	device_stand_in(d->device, whose == YOURS ? &d->yours : NULL);
	for (int a = 0; a < d->c->n_arrays; a++) {
		if (d->c->array[a].out)
			queue_upload(d->queue, d->d_array[a], d->c->array[a].data,
				     d->c->array[a].bytes);
	}
	queue_launch(d->queue, kernel->id, kernel->fs_bits, d->args, NULL, d->c->n);
	for (int a = 0; a < d->c->n_arrays; a++) {
		if (d->c->array[a].out)
			queue_download(d->queue, d->result[whose][a], d->d_array[a],
				       d->c->array[a].bytes);
	}
	return queue_sync(d->queue);
}

/* With all threads, or on the GPU: one, for its accounts or a recording, or both, to be compared. */
static enum status launch_for(struct desk *d, int64_t whose, const char **verdict,
			      struct text *where)
{
	TRY(desk_make(d));
	if (whose != OURS)
		TRY(launch(d, YOURS));
	if (whose != YOURS)
		TRY(launch(d, OURS));
	if (whose == BOTH && !try_same(d->c, d->result[YOURS], d->result[OURS], where))
		*verdict = "differs";
	return STATUS_OK;
}

static void desk_release(struct desk *d)
{
	device_stand_in(d->device, NULL);
	for (int a = 0; a < TRY_ARRAYS; a++) {
		device_free(d->queue, d->d_array[a]);
		FREE_ALL(d->result[YOURS][a], d->result[OURS][a]);
	}
}

/* ---- the command ---- */

static enum status load(const char *file, const struct try_kernel *kernel, const char *kind,
			void **out)
{
	char symbol[128];
	void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);

	snprintf(symbol, sizeof symbol, "%s_%s_%d", kernel->name, kind, kernel->fs_bits);
	*out = handle ? dlsym(handle, symbol) : NULL;
	if (*out)
		return STATUS_OK;
	return status_fail(
		STATUS_BAD_INPUT, "%s: error: %s", file,
		handle ? "the kernel isn't in it; does its body begin by KERNEL(NAME, k, i)?"
		       : dlerror());
}

static enum status check(const struct call *call, const struct try_case *c,
			 const struct stand_in *yours, const char **verdict, struct text *where)
{
	struct try_code code = {.cpu = (cpu_kernel *)yours->entry, .seconds = 5, .memory = 1024};

	if (call->option[RUN_SECONDS].given)
		code.seconds = (int)call->option[RUN_SECONDS].number;
	if (call->option[RUN_MEMORY].given)
		code.memory = call->option[RUN_MEMORY].number;
	code.memory <<= 20;
	TRY(try_check(c, &code, verdict, where));
	if (strcmp(*verdict, "passes") != 0 || !yours->warp)
		return STATUS_OK;
	code.warp = yours->warp;
	text_add(where, "lane by lane, as on a GPU, ");
	TRY(try_check(c, &code, verdict, where));
	if (strcmp(*verdict, "passes") == 0)
		text_clear(where);
	return STATUS_OK;
}

static enum status run_case(struct call *call, const struct try_case *c,
			    const struct stand_in *yours)
{
	struct desk desk = {.c = c,
			    .device = call->session->device,
			    .queue = call->session->queue,
			    .yours = *yours};
	RELEASED_BY(text_release) struct text where = TEXT_INIT;
	const char *verdict = "passes";
	enum status status = STATUS_OK;

	if (!call->option[RUN_LAUNCH].given) {
		status = check(call, c, yours, &verdict, &where);
	} else {
		status = launch_for(&desk, call->option[RUN_LAUNCH].number, &verdict, &where);
		status = queue_settle(desk.queue, status);
		desk_release(&desk);
	}
	text_printf(call->result, "n %" PRId64 "\nitem %s\nverdict %s\nwhere %s", c->n,
		    c->kernel->item, verdict, text_string(&where));
	return status;
}

static const struct try_kernel *find(const char *name)
{
	const struct try_kernel *kernel = try_kernels;

	while (kernel->name && strcmp(kernel->name, name) != 0)
		kernel++;
	return kernel->name ? kernel : NULL;
}

static enum status kernel_run(struct call *call)
{
	bool on_cpu = device_kind(call->session->device) == DEVICE_CPU;
	const struct try_kernel *kernel = call->n_arguments ? find(call->argument[0]) : NULL;
	struct try_source source = {0};
	struct try_case c = {0};
	struct stand_in yours = {0};
	enum status status;
	void *warp = NULL;

	for (const struct try_kernel *k = try_kernels; !call->n_arguments && k->name; k++)
		text_printf(call->out, "%-20s %-12s %s\n", k->name, k->item, k->about);
	if (!call->n_arguments)
		return STATUS_OK;
	if (!kernel)
		return call_fail(
			call, STATUS_USAGE,
			"there is no kernel \"%s\" to be tried; kernel_template lists them",
			call->argument[0]);
	if (call->n_arguments == 1)
		return STATUS_OK;
	if (!on_cpu && !call->option[RUN_LAUNCH].given)
		return call_fail(call, STATUS_USAGE, "on a GPU it needs -launch");
	TRY(load(call->argument[1], kernel, on_cpu ? "cpu" : "cuda", &yours.entry));
	if (call->option[RUN_WARPS].given)
		TRY(load(call->option[RUN_WARPS].word, kernel, "warp", &warp));
	yours.kernel = kernel->id;
	yours.warp = warp;
	status = source_of(call, &source) ?: try_case_make(kernel, &source, &c);
	if (status == STATUS_OK && c.n > 0)
		status = run_case(call, &c, &yours);
	else if (status == STATUS_OK)
		text_add(call->result, "n 0");
	try_case_free(&c);
	FREE_ALL(source.row, source.to, source.weight, source.box);
	return status;
}

const struct command try_commands[] = {
	{"kernel_property", NULL, IN_ASSET,
	 "verdict|where|kernel|item|n|ms|bytes|items|steps|used|slots|sectors|least|wanted|moved|sectors:ARRAY|least:ARRAY",
	 1, 1, NULL, "The verdict of the last kernel_try, or a number of your kernel and its warp"},
	{"kernel_run", kernel_run, IN_SESSION, "?NAME? ?FILE?", 0, 2, run_options,
	 "List the kernels that can be tried; in the process of kernel_try: run one of a shared library on what is open and compare with ours"},
	{"kernel_template", NULL, IN_ASSET, "?NAME? ?FILE?", 0, 2, NULL,
	 "List the kernels of which you can write your own body, print a commented start of one, or write it into a new file"},
	{"kernel_try", NULL, IN_ASSET, "NAME FILE", 2, 2, try_options,
	 "Compile your own body of a kernel, run it in a process of its own and compare with ours: results, time, a warp"},
	{0},
};
