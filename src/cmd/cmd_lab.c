/* Commands of the lab: [SpMV]'s kernels beside each other. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/random.h"
#include "cmd/lab_place.h"
#include "gen/matrices.h"
#include "gpu/ssta/device_ssta.h"
#include "read/matrix_market.h"
#include "report/lab.h"
#include "session/search.h"

/* ---- matrices ---- */

static enum status read_matrix(struct session *session, const char *path, struct sparse **out)
{
	struct text warnings = TEXT_INIT;
	DOING(&session->task, "reading a matrix", 0);

	return print_warnings(&warnings, matrix_market_read(path, &warnings, &session->task, out));
}

/* The matrix that a word means: a file (its name has a '.' or a '/'), one that is made by its name, or the one that is there ("made"). */
static enum status open_matrix(struct session *session, const char *word, struct lab **out)
{
	const struct made_matrix *made = made_matrix_find(word);
	struct sparse *matrix;

	TRY(lab_need(session, out));
	if (strcmp(word, "made") == 0 && (*out)->matrix)
		return STATUS_OK;
	if ((*out)->is_made && (*out)->matrix && strcmp((*out)->matrix->name, word) == 0)
		return STATUS_OK;
	if (!made && !strpbrk(word, "./"))
		return status_fail(
			STATUS_USAGE,
			"no matrix is called \"%.100s\"; nearest \"%s\"; a file's name has a '.' or a '/'",
			word, made_matrix_nearest(word));
	if (!made) {
		TRY(read_matrix(session, word, &matrix));
	} else {
		DOING(&session->task, "making a matrix", 0);

		TRY(made_matrix_make(made, &session->task, &matrix));
	}
	TRY(lab_set_matrix(session, matrix, out));
	(*out)->is_made = made != NULL;
	return STATUS_OK;
}

/* ---- lab_spmv ---- */

enum { SPMV_METHOD, SPMV_RUNS, SPMV_VECTOR, SPMV_LARGE };

static const struct option spmv_options[] = {
	[SPMV_METHOD] =
		{"-method", OPTION_CHOICE,
		 "all|auto|serial|thread|warp|product|product-expanded|warped|warped-expanded|merge|fused|fused-expanded",
		 "all of them (default); the one that the rows' statistics choose; on one thread of the processor; a thread or a warp "
		 "for each row; product + summation, with x gathered or expanded before; product + warped summation; merge path; "
		 "product and summation in one kernel, with x gathered or expanded"},
	[SPMV_RUNS] = {"-runs", OPTION_COUNT, "N",
		       "number of products to measure (as many as take 0.1 s)"},
	[SPMV_VECTOR] = {"-vector", OPTION_CHOICE, "random|ones",
			 "what is multiplied: from -1 to 1 (default), or 1 everywhere"},
	[SPMV_LARGE] = OPTION_ALLOW_LARGE,
	{0},
};

static enum status spmv(struct call *call)
{
	const struct option_value *option = call->option;
	struct lab_spmv options = {.method = (int)option[SPMV_METHOD].number - 2,
				   .runs = (int32_t)option[SPMV_RUNS].number,
				   .ones = option[SPMV_VECTOR].number == 1};
	struct lab *lab;

	if (options.method < 0)
		options.method = option[SPMV_METHOD].number == 1 ? LAB_AUTO : LAB_ALL;
	TRY(open_matrix(call->session, call->argument[0], &lab));
	TRY(lab_run_spmv(call->session, lab, &options));
	lab_write_results(lab, call->out);
	return STATUS_OK;
}

/* ---- lab_bfs ---- */

enum { BFS_METHOD, BFS_FROM, BFS_RUNS, BFS_LARGE };

static const struct option bfs_options[] = {
	[BFS_METHOD] =
		{"-method", OPTION_WORD, "METHOD",
		 "all (default); distances: queue on the host, printed as in the paper, product repaired, frontiers top-down, "
		 "bottom-up or switching; levels-queue, levels-product, levels-frontier; shortest-heap, shortest-product"},
	[BFS_FROM] =
		{"-from", OPTION_COUNT, "ROW",
		 "begin at this row's vertex only, counted from 1, not at all without arcs into them"},
	[BFS_RUNS] = {"-runs", OPTION_COUNT, "N",
		      "number of searches to measure (as many as take 0.1 s)"},
	[BFS_LARGE] = OPTION_ALLOW_LARGE,
	{0},
};

/* The arcs of what is open; weights are given delays in ps, 1 where they are computed. */
static enum status matrix_of_graph(struct session *session, struct sparse **out)
{
	const struct graph *graph;
	RELEASED_BY(triplets_release) struct triplets t = {0};

	TRY(session_need_graph(session));
	if (session->design.netlist)
		TRY(session_need_timing(session));
	TRY(session_need_arcs(session));
	graph = session->design.netlist ? session->design.timing->image->states->graph
					: session->graph;
	t.n_rows = t.n_columns = graph->n_vertices;
	for (int32_t e = 0; e < graph->n_arcs; e++)
		TRY(triplets_add(&t, graph->arc_from[e], graph->arc_to[e],
				 graph->arc_type ? 1
						 : (float)((double)graph->arc_delay[e] / 1000)));
	return sparse_of_triplets(graph->name, &t, &session->task, out);
}

static enum status take_bfs_method(const struct call *call, int *method)
{
	static const char choices[] =
		"all|queue|printed|product|top-down|bottom-up|switching|levels-queue|levels-product|"
		"levels-frontier|shortest-heap|shortest-product";
	const char *word = call->option[BFS_METHOD].word;

	*method = call->option[BFS_METHOD].given ? choice_find(choices, word) : 0;
	if (*method < 0)
		return choice_fail("lab_bfs: -method", choices, word);
	*method -= 1;
	return STATUS_OK;
}

static enum status bfs(struct call *call)
{
	const struct option_value *option = call->option;
	struct lab_bfs options = {
		.method = LAB_ALL,
		.runs = (int32_t)option[BFS_RUNS].number,
		.from = option[BFS_FROM].given ? (int32_t)option[BFS_FROM].number - 1 : -1};
	struct sparse *matrix;
	struct lab *lab;

	TRY(take_bfs_method(call, &options.method));
	if (call->n_arguments) {
		TRY(open_matrix(call->session, call->argument[0], &lab));
	} else {
		TRY(matrix_of_graph(call->session, &matrix));
		TRY(lab_set_matrix(call->session, matrix, &lab));
	}
	if (options.from >= lab->matrix->n_rows)
		return call_fail(call, STATUS_USAGE, "-from expects a row from 1 to %d",
				 lab->matrix->n_rows);
	TRY(lab_run_bfs(call->session, lab, &options));
	lab_write_results(lab, call->out);
	return STATUS_OK;
}

/* ---- lab_sta ---- */

enum { STA_COLUMNS, STA_PATHS, STA_RUNS, STA_LARGE };

static const struct option sta_options[] = {
	[STA_COLUMNS] =
		{"-columns", OPTION_CHOICE, "arcs|pins",
		 "what has a delay: each arc, so that sums are exact (default), or each pin, as in the SpMV paper: its largest delay"},
	[STA_PATHS] = {"-max_paths", OPTION_COUNT, "K",
		       "the first K of the paths that were found (all of them)"},
	[STA_RUNS] = {"-runs", OPTION_COUNT, "N",
		      "number of products to measure (as many as take 0.1 s)"},
	[STA_LARGE] = OPTION_ALLOW_LARGE,
	{0},
};

/* Vertices of a netlist's graph are pins with a transition. */
static enum status find_pins(const struct graph *graph, int32_t **out)
{
	TRY(ALLOC(out, graph->n_vertices));
	for (int32_t v = 0; v < graph->n_vertices; v++)
		(*out)[v] = graph->netlist ? graph_pin(graph, v) : v;
	return STATUS_OK;
}

static enum status take_paths(struct call *call, struct sta *out)
{
	struct session *session = call->session;
	const struct option_value *option = call->option;
	struct graph *graph = session->image->graph;
	RELEASED_BY(traces_release) struct traces traces = {0};
	int64_t most = option[STA_PATHS].given ? option[STA_PATHS].number : INT64_MAX,
		n = search_count(session->search);
	FREED int32_t *pin = NULL;

	TRY(find_pins(graph, &pin));
	TRY(search_traces(session->search, LEVEL_NEWEST, 0, n < most ? n : most, &traces));
	return sta_of_traces(&traces, (enum sta_columns)option[STA_COLUMNS].number, pin,
			     session->image->late, &session->task, out);
}

/* The lab's own matrix, if it is of ones, with random delays; else of the paths that were found. */
static enum status make_sta(struct call *call, struct sta *out)
{
	struct sparse *rows;
	struct lab *lab;

	if (!call->n_arguments) {
		TRY(session_need_graph_search(call->session, "lab_sta"));
		return take_paths(call, out);
	}
	TRY(open_matrix(call->session, call->argument[0], &lab));
	rows = lab->matrix;
	if (!rows->is_pattern)
		return call_fail(call, STATUS_FAILED, "%s isn't a pattern: rows of ones are paths",
				 rows->name);
	lab->matrix = NULL;
	lab->is_made = false;
	return sta_of_matrix(rows, &call->session->task, out);
}

static void write_results_and_notes(const struct lab *lab, struct text *out)
{
	lab_write_results(lab, out);
	for (int32_t i = 0; i < lab->table.n; i++)
		text_printf(out, "%s: %s\n", lab->table.row[i].method, lab->table.row[i].note);
}

static enum status sta(struct call *call)
{
	struct session *session = call->session;
	RELEASED_BY(sta_release) struct sta sta = {0};
	struct lab *lab;
	enum status status;

	TRY(make_sta(call, &sta));
	status = lab_set_matrix(session, sta.rows, &lab)
			 ?: (lab_run_sta(session, lab, &sta,
					 call->n_arguments ? NULL : session->search,
					 call->n_arguments                  ? lab->matrix->name
					 : call->option[STA_COLUMNS].number ? "pins"
									    : "arcs",
					 (int32_t)call->option[STA_RUNS].number));
	sta.rows = NULL; /* the lab's */
	TRY(status);
	write_results_and_notes(lab, call->out);
	return STATUS_OK;
}

/* ---- lab_dies ---- */

enum { DIES_N, DIES_BEGIN, DIES_PATHS, DIES_RUNS };

static const struct option dies_options[] = {
	[DIES_N] = {"-n", OPTION_COUNT, "N", "dies (64)"},
	[DIES_BEGIN] = {"-first", OPTION_WORD, "DIE", "the first one (0)"},
	[DIES_PATHS] = {"-max_paths", OPTION_COUNT, "K",
			"the first K of the paths that were found (all of them)"},
	[DIES_RUNS] = {"-runs", OPTION_COUNT, "N",
		       "number of runs of 64 dies to measure (as many as take 0.1 s)"},
	{0},
};

static enum status dies(struct call *call)
{
	const struct option_value *option = call->option;
	struct session *session = call->session;
	struct lab_dies options = {.most = option[DIES_PATHS].given ? option[DIES_PATHS].number
								    : INT32_MAX,
				   .n = option[DIES_N].given ? option[DIES_N].number : DIES,
				   .runs = (int32_t)option[DIES_RUNS].number};
	char *end;

	TRY(session_need_graph_search(session, "lab_dies"));
	TRY(session_need_ssta(session));
	if (option[DIES_BEGIN].given) {
		options.begin = strtoll(option[DIES_BEGIN].word, &end, 10);
		if (*end || end == option[DIES_BEGIN].word || options.begin < 0)
			return call_fail(call, STATUS_USAGE, "-first expects a die, not \"%.100s\"",
					 option[DIES_BEGIN].word);
	}
	if (options.begin > SSTA_MOST_SAMPLES - options.n)
		return call_fail(call, STATUS_USAGE, "dies have numbers below 2^30");
	if (session->design.n_open)
		return status_fail(STATUS_FAILED,
				   "a die is open; close_sample goes back to the nominal timing");
	return lab_run_dies(session, &options, call->out);
}

/* ---- lab_cg ---- */

enum { CG_WITH, CG_TOLERANCE, CG_MOST, CG_RHS, CG_FROM, CG_PAUSED, CG_RUNS, CG_LARGE };

static const struct option cg_command_options[] = {
	[CG_WITH] =
		{"-preconditioner", OPTION_CHOICE, "none|jacobi|polynomial",
		 "none; the diagonal (jacobi, without the option); or one step of a Neumann series, which is a product more"},
	[CG_TOLERANCE] = {"-tolerance", OPTION_WORD, "SHARE",
			  "solved when |b - A x| is this share of |b| (1e-5)"},
	[CG_MOST] = {"-iterations", OPTION_COUNT, "N", "iterations at most (2000)"},
	[CG_RHS] =
		{"-rhs", OPTION_WORD, "FILE",
		 "right-hand sides: an array in the Matrix Market format with one column or two (random ones)"},
	[CG_FROM] = {"-from", OPTION_CHOICE, "centre|places",
		     "initial places of cells: all in the centre (default), or their current ones"},
	[CG_PAUSED] = {"-paused", OPTION_FLAG, NULL,
		       "begin a placement, and leave the iterations to step and play"},
	[CG_RUNS] = {"-runs", OPTION_COUNT, "N",
		     "number of runs of 20 iterations to measure (as many as take 0.1 s)"},
	[CG_LARGE] = OPTION_ALLOW_LARGE,
	{0},
};

static enum status take_options(const struct call *call, struct cg_options *out)
{
	const struct option_value *option = call->option;

	*out = (struct cg_options){
		option[CG_WITH].given ? (enum cg_preconditioner)option[CG_WITH].number : CG_JACOBI,
		1e-5, 2000};
	if (option[CG_TOLERANCE].given)
		TRY(call_real(call, option[CG_TOLERANCE].word, &out->tolerance));
	if (!(out->tolerance > 0 && out->tolerance < 1))
		return call_fail(call, STATUS_USAGE, "-tolerance must be above 0 and below 1");
	if (option[CG_MOST].given)
		out->most = option[CG_MOST].number > 1000000 ? 1000000
							     : (int32_t)option[CG_MOST].number;
	return STATUS_OK;
}

/* Of random right sides one system and two at once; of given ones those that there are. */
static enum status solve_systems(struct session *session, struct lab *lab,
				 const struct cg_options *options, const struct dense *b,
				 int32_t runs)
{
	struct cg_system system = {lab->matrix, b->n_columns, b->value, NULL};

	if (!b->is_given) {
		system.n_systems = 1;
		TRY(lab_run_cg(session, lab, &system, options, runs));
		system.n_systems = 2;
	}
	TRY(lab_run_cg(session, lab, &system, options, runs));
	lab_finish(lab, NULL);
	return STATUS_OK;
}

static enum status read_right_sides(struct session *session, const char *path, int32_t n_rows,
				    struct dense *out)
{
	DOING(&session->task, "reading a right-hand side", 0);

	TRY(matrix_market_read_array(path, &session->task, n_rows, CG_SYSTEMS, out));
	out->is_given = true;
	return STATUS_OK;
}

/* Those of a file; else random ones. */
static enum status take_right_sides(const struct call *call, int32_t n_rows, struct dense *out)
{
	int64_t n = 2 * (int64_t)n_rows;

	*out = (struct dense){.n_rows = n_rows, .n_columns = 2};
	if (call->option[CG_RHS].given)
		return read_right_sides(call->session, call->option[CG_RHS].word, n_rows, out);
	TRY(ALLOC(&out->value, n));
	for (int64_t i = 0; i < n; i++)
		out->value[i] = (float)(random_mix((uint64_t)i) >> 40) * 0x1p-23F - 1;
	return STATUS_OK;
}

/* Conjugate gradients of any other matrix don't converge to a solution. */
static enum status check_symmetric(const struct sparse *a, struct task *task)
{
	RELEASED_BY(sparse_drop) struct sparse *turned = NULL;
	int32_t row = -1;

	if (a->n_rows != a->n_columns)
		return status_fail(STATUS_FAILED, "lab_cg: %s isn't square", a->name);
	TRY(sparse_transpose(a, task, &turned));
	for (int32_t r = 0; r < a->n_rows && row < 0; r++) {
		size_t n = (size_t)(a->row[r + 1] - a->row[r]);
		const int32_t *column = turned->column + turned->row[r];

		if (turned->row[r + 1] - turned->row[r] != (int32_t)n ||
		    memcmp(a->column + a->row[r], column, n * sizeof *column) != 0 ||
		    memcmp(a->value + a->row[r], turned->value + turned->row[r],
			   n * sizeof *a->value) != 0)
			row = r;
	}
	if (row < 0)
		return STATUS_OK;
	return status_fail(STATUS_FAILED,
			   "lab_cg: %s isn't symmetric: row %" PRId32
			   " differs from column %" PRId32,
			   a->name, row + 1, row + 1);
}

static enum status solve_matrix(struct call *call, const struct cg_options *options)
{
	struct session *session = call->session;
	char title[LAB_TITLE];
	struct lab *lab;
	struct dense b;
	enum status status;

	TRY(open_matrix(session, call->argument[0], &lab));
	TRY(check_symmetric(lab->matrix, &session->task));
	TRY(take_right_sides(call, lab->matrix->n_rows, &b));
	snprintf(title, sizeof title, "%.100s: %d rows, %" PRId64 " nonzeros, tolerance %g",
		 lab->matrix->name, lab->matrix->n_rows, lab->statistics.n, options->tolerance);
	DOING(&session->task, "solving", CG_SOLVED);
	status = lab_begin(session, lab, "cg", "GFLOP/s", title)
			 ?: solve_systems(session, lab, options, &b,
					  (int32_t)call->option[CG_RUNS].number);
	free(b.value);
	if (status != STATUS_OK) {
		lab->table.n = 0;
		return status;
	}
	write_results_and_notes(lab, call->out);
	return STATUS_OK;
}

static enum status place(struct call *call, const struct cg_options *options)
{
	struct session *session = call->session;
	struct lab_place_state state;
	struct stepper *stepper;

	TRY(lab_place_begin(session, options, call->option[CG_FROM].number == 1));
	TRY(session_need_cg_stepper(session, &stepper));
	while (!call->option[CG_PAUSED].given && !stepper->ops->finished(stepper)) {
		TRY(session_step(session, STEPPER_CG, GRAIN_COARSE));
		board_go(session->board, STEPPER_CG, INT64_MAX);
		TRY(task_breathe(&session->task));
	}
	TRY(lab_place_read(session, &state));
	text_printf(
		call->out,
		"%d cells and %d stars: %d rows, %" PRId64
		" nonzeros; %d cells that nothing fixed holds\n"
		"%d iterations, restarts: %d, residual in double precision x %.3g, y %.3g%s; wires %.0f um\n",
		state.n_cells, state.n_stars, state.n_rows, state.n_entries, state.n_held,
		state.iterations, state.restarts, state.residual[0], state.residual[1],
		state.solved ? ""
		: state.over ? ", not solved"
			     : ", not solved yet",
		state.wires);
	return STATUS_OK;
}

static enum status cg(struct call *call)
{
	struct cg_options options;

	TRY(take_options(call, &options));
	if (!call->n_arguments && call->option[CG_RHS].given)
		return call_fail(call, STATUS_USAGE,
				 "-rhs is of a matrix; a placement has its own");
	return call->n_arguments ? solve_matrix(call, &options) : place(call, &options);
}

/* ---- report_lab ---- */

#define REPORT_OPTIONS(X)                                                                                                \
	X(REPORT_CHART, "-chart", OPTION_CHOICE, LAB_CHARTS,                                                             \
	  "draw it instead: what memory and arithmetic allow each method, or residuals or wire length of a placement, "  \
	  "iteration by iteration")                                                                                      \
	X(REPORT_MATRIX, "-matrix", OPTION_FLAG, NULL,                                                                   \
	  "what the rows of the matrix are like instead")                                                                \
	X(REPORT_VECTOR, "-vector", OPTION_COUNT, "N",                                                                   \
	  "the first N values of the last result instead: products, steps or lengths to vertices, sums of paths in ps, " \
	  "solutions, slacks of dies")

OPTION_TABLE(report_options, REPORT_OPTIONS);

/* A lab with results, or with a matrix. */
static enum status need_lab(const struct call *call, bool matrix, const struct lab **out)
{
	if (!matrix || !session_lab(call->session))
		return lab_need_table(call->session, out);
	*out = session_lab(call->session);
	return (*out)->matrix ? STATUS_OK : status_fail(STATUS_FAILED, "the lab has no matrix");
}

enum { CHART_WIDTH = 79, CHART_HEIGHT = 23 };

static enum status report(struct call *call)
{
	const struct lab *lab;
	RELEASED_BY(chart_release) struct chart chart = {0};

	if (call->option[REPORT_CHART].given) {
		TRY(lab_chart_of(call->session, (enum lab_chart)call->option[REPORT_CHART].number,
				 &chart));
		chart_write(&chart, CHART_WIDTH, CHART_HEIGHT, true, call->out);
		return STATUS_OK;
	}
	TRY(need_lab(call, call->option[REPORT_MATRIX].given, &lab));
	if (call->option[REPORT_VECTOR].given)
		return lab_write_vector(lab, call->option[REPORT_VECTOR].number, call->out);
	if (call->option[REPORT_MATRIX].given)
		lab_write_matrix(lab, call->out);
	else
		lab_write_report(lab, call->out);
	return STATUS_OK;
}

/* ---- write_lab ---- */

enum { WRITE_OF };

static const struct option write_options[] = {
	[WRITE_OF] =
		{"-of", OPTION_CHOICE, "table|matrix|vector",
		 "the measurements as CSV (default), the matrix or the last result in the Matrix Market format"},
	{0},
};

static enum status write(struct call *call)
{
	const struct lab *lab;

	TRY(need_lab(call, call->option[WRITE_OF].number == LAB_FILE_MATRIX, &lab));
	return lab_write_file(lab, (enum lab_file)call->option[WRITE_OF].number, call->argument[0],
			      &call->session->task);
}

const struct command lab_commands[] = {
	{"lab_bfs", bfs, IN_SESSION, "?MATRIX?", 0, 1, bfs_options,
	 "Search the graph of a matrix's entries, or the open one, by products and frontiers"},
	{"lab_cg", cg, IN_SESSION, "?MATRIX?", 0, 1, cg_command_options,
	 "Solve a linear system by conjugate gradients: of a matrix, or the quadratic placement of what is open, step by step"},
	{"lab_dies", dies, IN_SESSION, NULL, 0, 0, dies_options,
	 "Time the paths found in dies of run_ssta, by a product and by the suffix forest"},
	{"lab_spmv", spmv, IN_SESSION, "MATRIX", 1, 1, spmv_options,
	 "Multiply a sparse matrix, from a Matrix Market file or made by its name in the SpMV paper, with a vector"},
	{"lab_sta", sta, IN_SESSION, "?MATRIX?", 0, 1, sta_options,
	 "Time the paths found by products of a matrix of ones, and in other ways"},
	{"report_lab", report, IN_SESSION, NULL, 0, 0, report_options,
	 "Report time, traffic and idle lanes of the lab's methods"},
	{"write_lab", write, IN_SESSION, "FILE", 1, 1, write_options,
	 "Write what the lab has measured, its matrix or its result"},
	{0},
};
