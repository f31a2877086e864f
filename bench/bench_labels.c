/*
 * How long queries by pins take ([CPG-J], section VII-C): pins in order drawn from ranked paths, then
 * the part of the graph that passes them and its k worst paths. The graph stays on the device; of a
 * query nothing is kept. Also all of the graph as a query, and what the explorer shows of a query while it
 * is typed: pins and endpoints left, and the worst slack.
 *
 *	bench_labels [-d cpu|cuda] [-threads N] [-k K] [-queries N] [-filter exact|paper-repaired|paper]
 *		[-points] graph.dag
 *	bench_labels … -max LIB -min LIB -profile NAME[:GATES]
 *	bench_labels … -max LIB -min LIB -table [GATES]
 *
 * -points: a line for each query: pins of the subgraph and milliseconds, the axes of figure 13.
 * -table: the ten designs of table III as made by the generator (of GATES gates at most), with the
 * paper's k, its figures beside ours; then figure 13: subgraphs of more and more pins, by lists of pins that
 * paths go through.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/labels/graph_paths.h"
#include "gpu/search/search.h"
#include "gpu/timing/timing_paths.h"
#include "base/clock.h"
#include "base/grow.h"
#include "bench.h"
#include "gen/profile.h"
#include "made.h"
#include "read/dag.h"

enum {
	MOST_PINS = 4,
	WHOLE_RUNS = 5,
	LARGEST_LIST = 1 << 16, /* pins of the last point of figure 13 */
};

/* Table III: milliseconds of OpenTimer and of the paper's framework on an RTX 2080. */
static const struct paper_row {
	const char *profile;
	int64_t k;
	double opentimer, paper;
} table[] = {
	{"leon2", 10000, 2.46e6, 45839},      {"leon3mp", 10000, 2.39e6, 23498},
	{"netcard", 5000, 133e3, 31254},      {"b19_iccad", 5000, 180e3, 6993},
	{"vga_lcd", 1000, 40e3, 1997},        {"vga_lcd_iccad", 1000, 45e3, 3701},
	{"des_perf_ispd", 1000, 53e3, 2073},  {"edit_dist_ispd", 1000, 63e3, 3271},
	{"mgc_edit_dist", 1000, 104e3, 3766}, {"mgc_matric_mult", 1000, 14e3, 3311},
};

struct bench {
	struct device_config device;
	int64_t k;
	int n_queries;
	bool points, table;
	enum filter_rule rule;
	const char *path, *profile, *late, *early;
	int64_t gates; /* of -table, 0 = as many as the profile has */
	struct task task;
	struct queue *queue;
};

/* What is asked: a netlist's timing, or a graph. */
struct asked {
	struct design design;
	struct image *image; /* owned, of a graph */
	struct graph_paths parts;
	const struct label_space *space; /* what its pins are */
	bool is_netlist;
};

/* What was measured: [n] of each, owned. */
struct measured {
	int n;
	double *ms, *part_ms; /* all, and without the search */
	double *typed_ms;
	double *states, *pins, *found;
	double whole_ms; /* all of the graph, median */
};

static uint64_t state = 1;

static int64_t draw(int64_t n)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int64_t)((state >> 33) % (uint64_t)n);
}

/* ---- what is asked ---- */

static enum status open_design(struct bench *b, const char *profile, struct asked *a)
{
	struct path_image *paths;

	a->is_netlist = true;
	return made_design(profile, b->late, b->early, b->queue, &b->task, &a->design, &paths);
}

static enum status open_graph(struct bench *b, struct asked *a)
{
	struct text warnings = TEXT_INIT;
	struct graph *graph;

	TRY(dag_read(b->path, LATE, &warnings, &b->task, &graph));
	text_release(&warnings);
	TRY(image_build(b->queue, graph, &a->image));
	graph_unref(graph);
	graph_paths_init(&a->parts, a->image);
	return STATUS_OK;
}

static void close_asked(struct asked *a)
{
	if (!a->is_netlist && a->image)
		graph_paths_release(&a->parts);
	image_free(a->image);
	design_release(&a->design);
}

static enum status find_part(struct bench *b, struct asked *a, const struct path_filter *filter,
			     struct path_image **out)
{
	struct timing *timing = a->design.timing;

	if (!a->is_netlist) {
		TRY(graph_paths_need_labels(&a->parts));
		a->space = a->parts.labels;
		return graph_new_paths(&a->parts, filter, NULL, &b->task, out);
	}
	TRY(timing_bound_paths(timing));
	TRY(timing_need_labels(timing));
	a->space = timing->labels;
	TRY(timing_new_paths(timing, filter, false, NULL, &b->task, out));
	return timing_weigh_paths(timing, *out, LATE, false);
}

static enum status search(struct bench *b, struct path_image *part, int64_t k,
			  struct traces *traces, int64_t *n)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search;
	struct stepper *stepper;
	enum status status = STATUS_OK;

	options.k = k;
	TRY(search_begin(part->image, b->queue, b->queue, &options, 0, &search));
	stepper = search_stepper(search);
	while (status == STATUS_OK && !stepper->ops->finished(stepper))
		status = stepper->ops->step(stepper, GRAIN_COARSE);
	*n = search_count(search);
	if (status == STATUS_OK && traces)
		status = search_traces(search, LEVEL_NEWEST, 0, k, traces);
	stepper->ops->end(stepper);
	return status;
}

/* ---- queries ---- */

/* The pin of a vertex of a searched part; of a graph the vertex that was read. */
static int32_t pin_of(const struct asked *a, const struct path_image *part, int32_t vertex)
{
	const struct graph *graph = part->paths->graph;

	return a->is_netlist ? graph_netlist_vertex(graph, vertex) / N_EDGES
			     : graph_read_vertex(graph, vertex);
}

/* 1 to 4 pins of a path, in its order. */
static enum status draw_query(const struct bench *b, const struct asked *a,
			      const struct path_image *part, const struct traces *traces,
			      struct path_filter *filter)
{
	int64_t path = draw(traces->n_paths), at = traces->offset[path];
	int64_t n = 1 + draw(MOST_PINS), left = traces->offset[path + 1] - 1 - at;

	*filter = (struct path_filter)PATH_FILTER_INIT;
	filter->rule = b->rule;
	for (int64_t i = 0; i < n && left > 0; i++) {
		int64_t skip = draw(left / (n - i) + 1);
		struct point_list *list;

		skip = skip < left ? skip : left - 1;
		TRY(path_filter_add_through(filter, &list));
		TRY(point_list_add(list, (struct point){POINT_PIN,
							pin_of(a, part, traces->vertex[at + skip]),
							EDGES_BOTH}));
		at += skip + 1;
		left -= skip + 1;
	}
	return STATUS_OK;
}

/* Any of n pins, drawn from all. */
static enum status draw_list(const struct bench *b, const struct asked *a, int64_t n,
			     struct path_filter *filter)
{
	struct point_list *list;

	*filter = (struct path_filter)PATH_FILTER_INIT;
	filter->rule = b->rule;
	TRY(path_filter_add_through(filter, &list));
	for (int64_t i = 0; i < n; i++)
		TRY(point_list_add(list, (struct point){POINT_PIN, (int32_t)draw(a->space->n_pins),
							EDGES_BOTH}));
	return STATUS_OK;
}

/* What is shown while it is typed: of labels' part, as that has to be made. */
static enum status count_part(struct bench *b, struct asked *a, const struct path_filter *filter)
{
	struct path_image *part;
	int32_t n_pins, n_ends;
	int64_t n;
	enum status status;

	TRY(find_part(b, a, filter, &part));
	status = product_count_pins(part, a->space, &n_pins, &n_ends);
	if (status == STATUS_OK && n_pins)
		status = search(b, part, 1, NULL, &n);
	path_image_free(part);
	return status;
}

static enum status ask_typed(struct bench *b, struct asked *a, const struct path_filter *filter,
			     double *ms)
{
	struct product_counts counts;
	double begin = clock_ms();
	enum status status;

	if (b->rule != RULE_EXACT)
		status = count_part(b, a, filter);
	else if (a->is_netlist)
		status = timing_count_paths(a->design.timing, LATE, filter, &counts);
	else
		status = graph_count_paths(&a->parts, filter, &counts);
	*ms = clock_ms() - begin;
	return status;
}

/* The part's image is freed after the clock, as that of the query before would be. */
static enum status ask_one(struct bench *b, struct asked *a, const struct path_filter *filter,
			   struct measured *m)
{
	struct path_image *part;
	double begin = clock_ms();
	int32_t n_pins = 0, n_ends = 0;
	int64_t n = 0;
	enum status status;

	TRY(find_part(b, a, filter, &part));
	m->part_ms[m->n] = clock_ms() - begin;
	status = search(b, part, b->k, NULL, &n);
	m->ms[m->n] = clock_ms() - begin;
	if (status == STATUS_OK)
		status = product_count_pins(part, a->space, &n_pins, &n_ends);
	m->states[m->n] = path_image_vertices(part);
	m->pins[m->n] = n_pins;
	m->found[m->n] = (double)n;
	if (b->points)
		printf("%.0f\t%.3f\n", m->pins[m->n], m->ms[m->n]);
	path_image_free(part);
	if (status == STATUS_OK)
		status = ask_typed(b, a, filter, &m->typed_ms[m->n]);
	m->n++;
	return status;
}

static void forget(struct measured *m, bool points, struct bench *b)
{
	m->n = 0;
	b->points = points;
}

/* All of the graph, a few times. */
static enum status ask_whole(struct bench *b, struct asked *a, struct measured *m)
{
	static const struct path_filter everything = PATH_FILTER_INIT;
	double ms[WHOLE_RUNS];

	for (int i = 0; i < WHOLE_RUNS; i++) {
		forget(m, b->points, b);
		TRY(ask_one(b, a, &everything, m));
		ms[i] = m->ms[0];
	}
	m->whole_ms = bench_quantile(ms, WHOLE_RUNS, 0.5);
	return STATUS_OK;
}

static enum status alloc_measured(struct measured *m, int n)
{
	n = n < WHOLE_RUNS ? WHOLE_RUNS : n;
	TRY(ALLOC(&m->ms, n));
	TRY(ALLOC(&m->part_ms, n));
	TRY(ALLOC(&m->typed_ms, n));
	TRY(ALLOC(&m->states, n));
	TRY(ALLOC(&m->pins, n));
	return ALLOC(&m->found, n);
}

/* Queries of pins of the k worst paths. */
static enum status draw_queries(struct bench *b, struct asked *a, struct path_filter *filter)
{
	static const struct path_filter everything = PATH_FILTER_INIT;
	struct traces traces = {0};
	struct path_image *part;
	int64_t n;
	enum status status;

	TRY(find_part(b, a, &everything, &part));
	status = path_image_need_paths(part);
	if (status == STATUS_OK)
		status = search(b, part, b->k, &traces, &n);
	for (int i = 0; i < b->n_queries && status == STATUS_OK; i++)
		status = draw_query(b, a, part, &traces, &filter[i]);
	traces_release(&traces);
	path_image_free(part);
	return status;
}

static enum status ask(struct bench *b, struct asked *a, struct measured *m)
{
	struct path_filter *filter = NULL;
	bool points = b->points;
	enum status status;

	TRY(alloc_measured(m, b->n_queries));
	TRY(ALLOC(&filter, b->n_queries));
	status = draw_queries(b, a, filter);
	/* what is kept is made by one that isn't measured */
	b->points = false;
	if (status == STATUS_OK)
		status = ask_one(b, a, &filter[0], m);
	if (status == STATUS_OK && b->rule == RULE_EXACT)
		status = ask_whole(b, a, m);
	forget(m, points, b);
	for (int i = 0; i < b->n_queries && status == STATUS_OK; i++)
		status = ask_one(b, a, &filter[i], m);
	for (int i = 0; i < b->n_queries; i++)
		path_filter_release(&filter[i]);
	free(filter);
	return status;
}

static void measured_release(struct measured *m)
{
	free(m->ms);
	free(m->part_ms);
	free(m->typed_ms);
	free(m->states);
	free(m->pins);
	free(m->found);
}

/* ---- output ---- */

static void tell_figures(int argc, char **argv, const char *device, const struct measured *m)
{
	const struct figure {
		const char *name, *unit;
		double *values;
		double quantile;
	} figures[] = {
		{"queries, median", "ms", m->ms, 0.5},
		{"queries, longest", "ms", m->ms, 1},
		{"part without search, median", "ms", m->part_ms, 0.5},
		{"part without search, longest", "ms", m->part_ms, 1},
		{"typed, median", "ms", m->typed_ms, 0.5},
		{"typed, longest", "ms", m->typed_ms, 1},
		{"states left, median", "", m->states, 0.5},
		{"states left, most", "", m->states, 1},
		{"paths found, median", "", m->found, 0.5},
	};

	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		bench_figure(argc, argv, device, figures[i].name,
			     bench_quantile(figures[i].values, m->n, figures[i].quantile),
			     figures[i].unit);
	if (m->whole_ms > 0)
		bench_figure(argc, argv, device, "all of the graph, median", m->whole_ms, "ms");
}

static enum status tell_one(struct bench *b, int argc, char **argv)
{
	const char *device = device_name(queue_device(b->queue));
	struct asked a = {0};
	struct measured m = {0};
	enum status status = b->profile ? open_design(b, b->profile, &a) : open_graph(b, &a);

	if (status == STATUS_OK)
		status = ask(b, &a, &m);
	if (status == STATUS_OK && m.n)
		tell_figures(argc, argv, device, &m);
	measured_release(&m);
	close_asked(&a);
	return status;
}

/* A row of the table; the design stays for figure 13. */
static enum status tell_row(struct bench *b, const struct paper_row *row, const char *name,
			    struct asked *a)
{
	struct measured m = {0};
	enum status status;

	b->k = row->k;
	status = open_design(b, name, a);
	if (status == STATUS_OK)
		status = ask(b, a, &m);
	if (status == STATUS_OK && m.n) {
		printf("%-24s %6" PRId64 " %10.0f %8.0f %8.2f %8.2f %8.2f %8.2f %9.0f %9.0f\n",
		       name, row->k, row->opentimer, row->paper, bench_quantile(m.ms, m.n, 0.5),
		       bench_quantile(m.ms, m.n, 1), m.whole_ms, bench_quantile(m.typed_ms, m.n, 1),
		       bench_quantile(m.pins, m.n, 0.5), bench_quantile(m.pins, m.n, 1));
		fflush(stdout);
	}
	measured_release(&m);
	return status;
}

/* Subgraphs of more and more pins: through lists of four times as many. */
static enum status tell_curve(struct bench *b, struct asked *a, const char *name, struct text *out)
{
	struct measured m = {0};
	enum status status = alloc_measured(&m, 1);

	for (int64_t n = 1; n <= LARGEST_LIST && status == STATUS_OK; n *= 4) {
		struct path_filter filter;

		forget(&m, false, b);
		status = draw_list(b, a, n, &filter);
		if (status == STATUS_OK)
			status = ask_one(b, a, &filter, &m);
		if (status == STATUS_OK && m.pins[0] > 0)
			text_printf(out, "%-24s %9" PRId64 " %9.0f %9.2f\n", name, n, m.pins[0],
				    m.ms[0]);
		path_filter_release(&filter);
	}
	measured_release(&m);
	return status;
}

/* Of figure 13 the text has these; its points are only drawn. */
static const char figure_13[] =
	"\nFigure 13: pins of the constrained subgraph and run time. The paper's points are in its drawing "
	"alone; its text\nsays of them: 4.3 K to 2.3 M pins; at 2.3 M pins 4.61 (natural logarithm) "
	"ahead of OpenTimer, 100.5 times;\nfrom 5.3 K to 7.2 K pins much less; netcard, always below "
	"10 K pins, 4.24 times (table III: 31254 ms). Ours:\n\n";

/* Table III and figure 13. */
static enum status tell_table(struct bench *b)
{
	struct text curve = TEXT_INIT;
	enum status status = STATUS_OK;

	printf("%-24s %6s %10s %8s %8s %8s %8s %8s %9s %9s\n", "", "", "OpenTimer", "paper", "here",
	       "here", "whole", "typed", "pins", "pins");
	printf("%-24s %6s %10s %8s %8s %8s %8s %8s %9s %9s\n", "design", "k", "ms", "ms", "median",
	       "longest", "graph", "longest", "median", "most");
	for (size_t i = 0; i < sizeof table / sizeof *table && status == STATUS_OK; i++) {
		struct asked a = {0};
		char name[80];

		snprintf(name, sizeof name, "%s", table[i].profile);
		if (b->gates && profile_find(name)->n_gates > b->gates)
			snprintf(name, sizeof name, "%s:%" PRId64, table[i].profile, b->gates);
		status = tell_row(b, &table[i], name, &a);
		if (status == STATUS_OK)
			status = tell_curve(b, &a, name, &curve);
		close_asked(&a);
	}
	printf("%s%-24s %9s %9s %9s\n%s", figure_13, "design", "list", "pins", "ms",
	       text_string(&curve));
	text_release(&curve);
	return status;
}

/* ---- beginning ---- */

static int usage(void)
{
	fprintf(stderr, "usage: bench_labels [-d cpu|cuda] [-threads N] [-k K] [-queries N] "
			"[-filter exact|paper|paper-repaired] [-points] graph.dag\n"
			"       bench_labels ... -max LIB -min LIB -profile NAME[:GATES]\n"
			"       bench_labels ... -max LIB -min LIB -table [GATES]\n");
	return 2;
}

static bool parse_rule(const char *word, enum filter_rule *rule)
{
	static const char *const names[] = {"exact", "paper", "paper-repaired"};

	for (int i = 0; i < 3; i++) {
		if (strcmp(word, names[i]) == 0) {
			*rule = (enum filter_rule)i;
			return true;
		}
	}
	return false;
}

static bool parse(struct bench *b, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *next = i + 1 < argc ? argv[i + 1] : "";
		int used = 1;

		if (strcmp(argv[i], "-d") == 0)
			b->device.kind = strcmp(next, "cuda") == 0 ? DEVICE_CUDA : DEVICE_CPU;
		else if (strcmp(argv[i], "-threads") == 0)
			b->device.n_threads = atoi(next);
		else if (strcmp(argv[i], "-k") == 0)
			b->k = atoll(next);
		else if (strcmp(argv[i], "-queries") == 0)
			b->n_queries = atoi(next);
		else if (strcmp(argv[i], "-max") == 0)
			b->late = next;
		else if (strcmp(argv[i], "-min") == 0)
			b->early = next;
		else if (strcmp(argv[i], "-profile") == 0)
			b->profile = next;
		else if (strcmp(argv[i], "-filter") == 0 && !parse_rule(next, &b->rule))
			return false;
		else if (strcmp(argv[i], "-points") == 0)
			b->points = true, used = 0;
		else if (strcmp(argv[i], "-table") == 0)
			b->table = true, b->gates = atoll(next), used = b->gates > 0;
		else if (strcmp(argv[i], "-filter") != 0)
			b->path = argv[i], used = 0;
		i += used;
	}
	return b->k > 0 && b->n_queries > 0 && (b->path || b->profile || b->table) &&
	       (b->path || (b->late && b->early));
}

int main(int argc, char **argv)
{
	struct bench b = {
		.device = {.kind = DEVICE_CPU}, .k = 10000, .n_queries = 100, .task = TASK_INIT};
	struct device *device = NULL;
	enum status status;

	if (!parse(&b, argc, argv))
		return usage();
	status = device_open(&b.device, NULL, &device);
	if (status == STATUS_OK)
		status = queue_new(device, &b.task, &b.queue);
	if (status == STATUS_OK)
		status = b.table ? tell_table(&b) : tell_one(&b, argc, argv);
	if (status != STATUS_OK)
		fprintf(stderr, "bench_labels: %s\n", status_text(status));
	queue_free(b.queue);
	device_close(device);
	return status != STATUS_OK;
}
