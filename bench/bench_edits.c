/*
 * How long an edit of constraints takes until all delays and slacks are there again, and until the first path is found, by
 * kind of edit:
 *
 *	bench_edits [-d cpu|cuda] [-threads N] [-runs N] [-only TEXT] -max LIB -min LIB -profile NAME[:GATES]
 *
 * A made design (gen/profile.h) without wires, with one clock. Each edit is made again and again with one value and another
 * in turn. "edit" is comparing the constraints and bringing the difference to the device, "update" the computing there,
 * "path" the worst path of all, with the weights of the search. Copying the constraints, as a command does before
 * it changes them, isn't counted. The delay of one arc is annotated. -only: the kinds whose name contains that.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/search/search.h"
#include "gpu/timing/timing_annotations.h"
#include "base/clock.h"
#include "base/grow.h"
#include "bench.h"
#include "made.h"
#include "read/liberty/liberty.h"

enum step { STEP_EDIT, STEP_UPDATE, STEP_PATH, STEP_ALL, N_STEPS };

static const char *const steps[N_STEPS] = {
	[STEP_EDIT] = "edit", [STEP_UPDATE] = "update", [STEP_PATH] = "path", [STEP_ALL] = "all"};

struct bench {
	int argc;
	char **argv;
	struct device_config device;
	int runs;
	const char *profile, *late, *early, *only;
	struct task task;
	struct queue *queue;
	struct text warnings;
	struct design design;
	const char *name;
	struct annotations *annotations;
};

static int usage(void)
{
	fprintf(stderr, "usage: bench_edits [-d cpu|cuda] [-threads N] [-runs N] [-only TEXT] "
			"-max LIB -min LIB -profile NAME[:GATES]\n");
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
	else if (strcmp(name, "-only") == 0)
		b->only = value;
	else if (strcmp(name, "-runs") == 0)
		b->runs = atoi(value);
	else
		return bench_device_option(&b->device, name, value);
	return true;
}

static bool parse(struct bench *b)
{
	int i = 1;

	for (; i + 1 < b->argc && b->argv[i][0] == '-'; i += 2) {
		if (!take_option(b, b->argv[i], b->argv[i + 1]))
			return false;
	}
	return i == b->argc && b->late && b->early && b->profile && b->runs > 0;
}

/* ---- edits ---- */

/* A pin where a late path of a register ends, and of one whose slack is the worst of a few. */
static int32_t checked_pin(const struct design *design)
{
	const struct state_graph *states = design->timing->image->states;
	int32_t n = states->graph->n_sinks;

	return state_vertex(states, states->graph->sink_vertex[n / 2]) / N_EDGES;
}

static int32_t first_port(const struct design *design, enum lib_direction direction)
{
	int32_t p = 0;

	while (design->netlist->port_direction[p] != direction ||
	       (direction == LIB_INPUT && clock_is_source_of(&design->constraints->clock[0], p)))
		p++;
	return p;
}

static void set_all(double value[N_SPLITS][N_EDGES], double to)
{
	for (int c = 0; c < N_SPLITS * N_EDGES; c++)
		value[c / N_EDGES][c % N_EDGES] = to;
}

static enum status change_input(struct design *design, struct constraints *k, bool odd)
{
	(void)design;
	if (k->n_input_delays)
		set_all(k->input_delay[0].delay, odd ? 10 : 20);
	return STATUS_OK;
}

static enum status change_output(struct design *design, struct constraints *k, bool odd)
{
	(void)design;
	if (k->n_output_delays)
		set_all(k->output_delay[0].delay, odd ? 10 : 20);
	return STATUS_OK;
}

static enum status change_load(struct design *design, struct constraints *k, bool odd)
{
	set_all(k->port[first_port(design, LIB_OUTPUT)].load, odd ? 1 : 2);
	return STATUS_OK;
}

static enum status change_transition(struct design *design, struct constraints *k, bool odd)
{
	set_all(k->port[first_port(design, LIB_INPUT)].slew, odd ? 10 : 20);
	return STATUS_OK;
}

static enum status change_uncertainty(struct design *design, struct constraints *k, bool odd)
{
	(void)design;
	k->clock[0].uncertainty[LATE] = odd ? 5 : 10;
	return STATUS_OK;
}

static enum status change_period(struct design *design, struct constraints *k, bool odd)
{
	(void)design;
	k->clock[0].period *= odd ? 2 : 0.5;
	k->clock[0].time[FALL] *= odd ? 2 : 0.5;
	return STATUS_OK;
}

static enum status change_latency(struct design *design, struct constraints *k, bool odd)
{
	(void)design;
	set_all(k->clock[0].source_latency, odd ? 10 : 20);
	return STATUS_OK;
}

static enum status change_derate(struct design *design, struct constraints *k, bool odd)
{
	struct derate d = {-1,   -1,  -1,        DERATE_CELL | DERATE_CLOCK | DERATE_DATA,
			   LATE, 1.1, EDGES_BOTH};

	(void)design;
	if (!k->n_derates)
		TRY(GROW(&k->derate, &k->derate_capacity, 1));
	k->n_derates = 1;
	d.factor = odd ? 1.1 : 1.2;
	k->derate[0] = d;
	return STATUS_OK;
}

/* At one endpoint; it is there in turn. */
static enum status change_exception(struct design *design, struct constraints *k, bool odd,
				    enum exception_kind kind)
{
	struct exception x = {
		.kind = kind, .filter = PATH_FILTER_INIT, .applies = {true, true}, .multiplier = 2};

	if (!odd) {
		k->n_exceptions--;
		path_filter_release(&k->exception[k->n_exceptions].filter);
		return STATUS_OK;
	}
	x.filter.to.given = true;
	TRY(point_list_add(&x.filter.to,
			   (struct point){POINT_PIN, checked_pin(design), EDGES_BOTH}));
	return constraints_add_exception(k, &x);
}

static enum status change_false_path(struct design *design, struct constraints *k, bool odd)
{
	return change_exception(design, k, odd, EXCEPTION_FALSE);
}

static enum status change_multicycle(struct design *design, struct constraints *k, bool odd)
{
	return change_exception(design, k, odd, EXCEPTION_MULTICYCLE);
}

/* The clock pin of the register at a part of all ends. */
static int32_t clock_pin(const struct design *design, int nth, int of)
{
	const struct state_graph *states = design->timing->image->states;
	int64_t sink = (int64_t)states->graph->n_sinks * nth / of;

	while (states->endpoint[sink].clock_vertex < 0)
		sink++;
	return states->endpoint[sink].clock_vertex / N_EDGES;
}

static enum status add_from(struct constraints *k, enum exception_kind kind, bool early,
			    int32_t pin)
{
	struct exception x = {.kind = kind,
			      .filter = PATH_FILTER_INIT,
			      .applies = {true, !early},
			      .multiplier = 2};

	x.filter.from.given = true;
	TRY(point_list_add(&x.filter.from, (struct point){POINT_PIN, pin, EDGES_BOTH}));
	return constraints_add_exception(k, &x);
}

/* The only one: then states are the timing graph, and aren't, in turn. */
static enum status change_first(struct design *design, struct constraints *k, bool odd)
{
	return odd ? add_from(k, EXCEPTION_MULTICYCLE, false, clock_pin(design, 1, 2))
		   : change_exception(design, k, odd, EXCEPTION_MULTICYCLE);
}

/* Beside one that stays. */
static enum status change_another(struct design *design, struct constraints *k, bool odd)
{
	if (!k->n_exceptions)
		TRY(add_from(k, EXCEPTION_MULTICYCLE, false, clock_pin(design, 1, 2)));
	return odd ? add_from(k, EXCEPTION_MULTICYCLE, false, clock_pin(design, 1, 3))
		   : change_exception(design, k, odd, EXCEPTION_MULTICYCLE);
}

static enum status change_hold(struct design *design, struct constraints *k, bool odd)
{
	return odd ? add_from(k, EXCEPTION_FALSE, true, clock_pin(design, 1, 3))
		   : change_exception(design, k, odd, EXCEPTION_FALSE);
}

/* From a port, which then begins no path. */
static enum status change_from(struct design *design, struct constraints *k, bool odd)
{
	struct exception x = {
		.kind = EXCEPTION_FALSE, .filter = PATH_FILTER_INIT, .applies = {true, true}};

	if (!odd)
		return change_exception(design, k, odd, EXCEPTION_FALSE);
	x.filter.from.given = true;
	TRY(point_list_add(&x.filter.from,
			   (struct point){POINT_PIN, first_port(design, LIB_INPUT), EDGES_BOTH}));
	return constraints_add_exception(k, &x);
}

static const struct edit {
	const char *name;
	/* NULL = an arc's delay */
	enum status (*change)(struct design *design, struct constraints *k, bool odd);
	int most_runs; /* for those that make other states; 0 = the number asked for */
	const char *
		back; /* where taking it away is another matter: what that is; NULL = both are as one */
} edits[] = {
	{"delay of an arc", NULL, 0, NULL},
	{"set_input_delay", change_input, 0, NULL},
	{"set_output_delay", change_output, 0, NULL},
	{"set_load of a port", change_load, 0, NULL},
	{"set_input_transition", change_transition, 0, NULL},
	{"set_false_path -to an endpoint", change_false_path, 0, NULL},
	{"set_multicycle_path -to an endpoint", change_multicycle, 0, NULL},
	{"set_clock_uncertainty", change_uncertainty, 0, NULL},
	{"create_clock -period", change_period, 0, NULL},
	{"set_clock_latency -source", change_latency, 0, NULL},
	{"set_timing_derate", change_derate, 0, NULL},
	{"set_false_path -from a port", change_from, 0, NULL},
	{"set_multicycle_path -from a register, the first exception", change_first, 6,
	 "the last exception that names a register goes"},
	{"set_multicycle_path -from another register", change_another, 6, NULL},
	{"set_false_path -hold -from another register", change_hold, 6, NULL},
};

/* ---- measuring ---- */

static enum status find_path(struct bench *b)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search;
	struct stepper *stepper;
	struct image *image;
	enum status status = STATUS_OK;

	options.k = 1;
	TRY(timing_search_image(b->design.timing, LATE, &image));
	TRY(search_begin(image, b->queue, b->queue, &options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper) && status == STATUS_OK)
		status = stepper->ops->step(stepper, GRAIN_COARSE);
	stepper->ops->end(stepper);
	return status;
}

/* Of the arc in the middle. */
static enum status annotate(struct bench *b, bool odd, double *begin)
{
	const struct timing_graph *graph = b->design.timing->image->graph;
	struct annotation_key key = timing_arc_key(graph, graph->graph->n_arcs / 2);
	struct annotations *changed;
	enum status status;

	TRY(annotations_put(b->annotations, &key, LATE, odd ? 10000 : 20000, ANNOTATION_SETS));
	TRY(annotations_new(&changed));
	status = annotations_put(changed, &key, LATE, 0, ANNOTATION_SETS);
	*begin = clock_ms();
	if (status == STATUS_OK)
		status = design_annotate(&b->design, changed);
	annotations_free(changed);
	return status;
}

static enum status constrain(struct bench *b, const struct edit *edit, bool odd, double *begin)
{
	struct constraints *now;

	TRY(constraints_copy(b->design.constraints, &now));
	TRY(edit->change(&b->design, now, odd));
	*begin = clock_ms();
	design_set_constraints(&b->design, now);
	return STATUS_OK;
}

static enum status run_once(struct bench *b, const struct edit *edit, bool odd, double ms[N_STEPS])
{
	double begin, last;

	TRY(edit->change ? constrain(b, edit, odd, &begin) : annotate(b, odd, &begin));
	last = clock_ms();
	ms[STEP_EDIT] = last - begin;
	TRY(design_need_timing(&b->design, b->queue, &b->task, &b->warnings));
	ms[STEP_UPDATE] = clock_ms() - last;
	last = clock_ms();
	TRY(find_path(b));
	ms[STEP_PATH] = clock_ms() - last;
	ms[STEP_ALL] = clock_ms() - begin;
	return STATUS_OK;
}

/* Every `by`th run, from the first or second on. */
static void print_medians(const struct bench *b, const char *name, double (*ms)[N_STEPS],
			  double *column, int first, int n, int by)
{
	char figure[128];

	for (int step = 0; step < N_STEPS; step++) {
		int n_taken = 0;

		for (int i = first; i < n; i += by)
			column[n_taken++] = ms[i][step];
		snprintf(figure, sizeof figure, "%s, %s, median", name, steps[step]);
		bench_figure(b->argc, b->argv, b->name, figure,
			     bench_quantile(column, n_taken, 0.5), "ms");
	}
}

static enum status measure(struct bench *b, const struct edit *edit)
{
	int runs = edit->most_runs && edit->most_runs < b->runs ? edit->most_runs : b->runs;
	double(*ms)[N_STEPS], *column, ignored[N_STEPS];

	TRY(ALLOC(&ms, runs));
	TRY(ALLOC(&column, runs));
	for (int i = -2; i < runs; i++) /* the first two warm up */
		TRY(run_once(b, edit, i % 2 == 0, i < 0 ? ignored : ms[i]));
	if (runs % 2)
		TRY(run_once(b, edit, false, ignored));
	print_medians(b, edit->name, ms, column, 0, runs, edit->back ? 2 : 1);
	if (edit->back && runs > 1)
		print_medians(b, edit->back, ms, column, 1, runs, 2);
	free(ms);
	free(column);
	return STATUS_OK;
}

static enum status read_library(struct bench *b, const char *path, enum split split)
{
	struct library *library;

	TRY(liberty_read(path, &b->warnings, &b->task, &library));
	return design_add_library(&b->design, split, library);
}

static enum status run(struct bench *b, struct device **device)
{
	double begin;

	TRY(device_open(&b->device, NULL, device));
	b->name = device_name(*device);
	TRY(queue_new(*device, &b->task, &b->queue));
	TRY(read_library(b, b->late, LATE));
	TRY(read_library(b, b->early, EARLY));
	TRY(made_netlist(b->profile, &b->task, &b->design));
	begin = clock_ms();
	TRY(design_need_timing(&b->design, b->queue, &b->task, &b->warnings));
	bench_figure(b->argc, b->argv, b->name, "building and first update instead",
		     clock_ms() - begin, "ms");
	TRY(annotations_new(&b->annotations));
	for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
		if (!b->only || strstr(edits[i].name, b->only))
			TRY(measure(b, &edits[i]));
	}
	return STATUS_OK;
}

int main(int argc, char **argv)
{
	struct bench b = {.argc = argc,
			  .argv = argv,
			  .device = {.kind = DEVICE_CPU},
			  .runs = 20,
			  .task = TASK_INIT,
			  .warnings = TEXT_INIT};
	struct device *device = NULL;
	enum status status;

	if (!parse(&b))
		return usage();
	status = run(&b, &device);
	if (status != STATUS_OK)
		fprintf(stderr, "bench_edits: %s\n", status_text(status));
	annotations_free(b.annotations);
	design_release(&b.design);
	text_release(&b.warnings);
	queue_free(b.queue);
	device_close(device);
	return status != STATUS_OK;
}
