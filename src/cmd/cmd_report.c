/* Reports on a search, as it is at the place of the timeline, and the properties that scripts ask
 * for. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "report/arithmetic.h"
#include "report/pba.h"
#include "session/command.h"
#include "session/exact_search.h"
#include "session/search.h"
#include "session/path_truth.h"

enum {
	ROWS_AT_ONCE = 1 << 14, /* of a list, between two flushes */
	ALL_CHILDREN = 0,
};

/* What reports begin with: the search and the level shown. The caller drops the reference. */
static enum status open_report(struct call *call, struct snap_search **search, int32_t *level)
{
	TRY(session_need_search(call->session));
	*search = session_shown_search(call->session, level);
	return STATUS_OK;
}

static const char *slack_word(const struct graph *graph)
{
	return graph->objective == OBJECTIVE_COST ? "cost" : "slack";
}

/* Of a path-based search slacks are bounds until its paths are re-timed. */
static bool are_bounds(const struct snap_search *search, int32_t level)
{
	return search->retimes && (level < 0 || !search->level[level].retimes);
}

/* ---- report_paths ---- */

enum { PATHS_COUNT, PATHS_FIRST, PATHS_FORMAT, PATHS_FILTER, PATHS_SORT, PATHS_INVERT };
enum { FORMAT_END, FORMAT_FULL, FORMAT_SLACK_ONLY };

static const struct option paths_options[] = {
	[PATHS_COUNT] = {"-count", OPTION_COUNT, "N", "how many paths (all)"},
	[PATHS_FIRST] = {"-first", OPTION_COUNT, "RANK",
			 "the first one (1); of those that are listed"},
	[PATHS_FORMAT] = {"-format", OPTION_CHOICE, "end|full|slack_only",
			  "one line a path, every point of it, or slacks only (end)"},
	[PATHS_FILTER] = {"-filter", OPTION_WORD, "PATTERN", "only those that match; see filter"},
	[PATHS_SORT] = {"-sort", OPTION_CHOICE, PATH_COLUMNS,
			"in the order of this column (slack)"},
	[PATHS_INVERT] = {"-invert", OPTION_FLAG, NULL, "from its largest down"},
	{0},
};

static void write_row(struct text *out, const struct snap_rows *rows, const struct snap_row *row)
{
	const struct graph *graph = rows->snap.graph;

	text_printf(out, "%7" PRId64 "%14s", row->rank + 1, PS(row->slack));
	if (rows->retimed)
		text_printf(out, "%14s%11s", PS(row->graph_slack),
			    PS(row->slack - row->graph_slack));
	text_printf(out, " %4" PRId32, row->n_deviations);
	if (row->parent_rank >= 0)
		text_printf(out, " %7" PRId64, row->parent_rank + 1);
	else
		text_add(out, "       -");
	text_printf(out, " %7" PRId32 "  ", row->n_points);
	graph_write_name(graph, row->startpoint, out);
	text_add(out, " -> ");
	graph_write_name(graph, row->endpoint, out);
	text_add(out, row->is_false ? "  false\n" : "\n");
}

/* A stage's delay and the time after it; of a path re-timed between them what graph-based analysis has, and what
 * that is pessimistic by. */
static void write_point(struct call *call, const struct snap_path *path, int64_t i)
{
	const struct snap_point *point = &path->point[i];

	if (i == 0)
		text_printf(call->out, "%*s", path->retimed ? 39 : 14, "");
	else
		text_printf(call->out, "%14s", PS(point->delay));
	if (i > 0 && path->retimed) {
		int64_t less = point->graph_delay - point->delay;

		text_printf(call->out, "%14s%11s", PS(point->graph_delay),
			    PS(session_query(call->session)->options.early ? -less : less));
	}
	text_printf(call->out, "%14s%s", PS(point->arrival), point->deviates ? " *" : "  ");
	graph_write_name(path->snap.graph, point->vertex, call->out);
	text_add(call->out, "\n");
}

static enum status write_full(struct call *call, int32_t level, int64_t rank, bool is_false)
{
	const struct graph *graph = call->session->graph;
	SNAP_HELD struct snap_path *path = NULL;
	int indent;

	TRY(search_path(call->session->search, level, rank, ALL_CHILDREN, &path));
	indent = path->retimed ? 39 : 14;
	text_printf(call->out, "path %" PRId64 "%s\n         delay%s          time  point\n",
		    rank + 1, is_false ? "  false" : "",
		    path->retimed ? "      by graph  pessimism" : "");
	for (int64_t i = 0; i < path->n_points; i++)
		write_point(call, path, i);
	if (graph->objective == OBJECTIVE_SLACK)
		text_printf(call->out, "%*s%14s %crequired\n", indent, "", PS(path->required),
			    path->other_sink ? '*' : ' ');
	text_printf(call->out, "%*s%14s  %s\n", indent, "", PS(path->row.slack), slack_word(graph));
	if (path->retimed)
		text_printf(call->out, "%*s%14s  slack by the graph\n", indent, "",
			    PS(path->row.graph_slack));
	if (path->row.n_cells || path->row.n_nets) {
		text_printf(call->out, "%*s", indent, "");
		snap_row_write_measures(&path->row, call->out);
		text_add(call->out, "\n");
	}
	text_add(call->out, "\n");
	return text_status(call->out);
}

static enum status write_rows(struct call *call, int64_t format, int32_t level,
			      const struct snap_rows *rows)
{
	for (int64_t i = 0; i < rows->n; i++) {
		if (format == FORMAT_END) {
			write_row(call->out, rows, &rows->row[i]);
		} else if (format == FORMAT_SLACK_ONLY) {
			text_printf(call->out, "%s\n", PS(rows->row[i].slack));
		} else {
			TRY(write_full(call, level, rows->row[i].rank, rows->row[i].is_false));
			TRY(task_breathe(&call->session->task));
		}
	}
	return STATUS_OK;
}

static enum status write_path_list(struct call *call, int32_t level,
				   const struct list_filter *filter, int64_t first, int64_t n)
{
	int64_t format = call->option[PATHS_FORMAT].number;

	for (int64_t done = 0; done < n;) {
		struct list_window window = {first + done, min_i64(n - done, ROWS_AT_ONCE), -1};
		SNAP_HELD struct snap_rows *rows = NULL;

		TRY(search_list_rows(call->session->search, level, filter, &window, &rows));
		TRY(session_mark_false_rows(call->session, level, rows));
		TRY(write_rows(call, format, level, rows));
		TRY(call_flush(call));
		TRY(task_breathe(&call->session->task));
		if (rows->n == 0)
			break;
		done += rows->n;
	}
	return STATUS_OK;
}

static void write_state_line(struct text *out, const struct snap_search *search, int32_t level)
{
	snap_search_write_state(search, level, out);
	text_add(out, "\n");
}

/* "labels: 2 of 10 paths are false, 0 of 8 are lost" */
static void write_counts(struct call *call)
{
	const struct path_truth *truth = session_truth(call->session);

	if (!truth->counts.n_found)
		return;
	text_add(call->out, "labels: ");
	label_counts_write(&truth->counts, call->out);
	text_add(call->out, "\n");
}

/* What -filter, -sort and -invert choose; the caller drops the reference. */
static enum status choose_paths(const struct call *call, struct list_filter **filter)
{
	const struct option_value *given = call->option;
	struct list_filter_parts parts = list_filter_parts(NULL);

	if (given[PATHS_FILTER].given)
		parts.pattern = given[PATHS_FILTER].word;
	parts.column = (enum path_column)given[PATHS_SORT].number;
	parts.inverted = given[PATHS_INVERT].given;
	return list_filter_new(&parts, NULL, filter);
}

/* "5 of 16 match dev=1" */
static enum status write_n_listed(struct call *call, int32_t level,
				  const struct list_filter *filter)
{
	static const struct list_window none = {0, 0, -1};
	SNAP_HELD struct snap_rows *rows = NULL;

	TRY(search_list_rows(call->session->search, level, filter, &none, &rows));
	text_printf(call->out, "%" PRId64 " of %" PRId64 " match %s\n", rows->n_shown,
		    rows->n_ranked, filter->pattern->text);
	return STATUS_OK;
}

static enum status report_paths(struct call *call)
{
	const struct option_value *given = call->option;
	int64_t format = given[PATHS_FORMAT].number;
	SNAP_HELD struct snap_search *search = NULL;
	RELEASED_BY(list_filter_drop) struct list_filter *filter = NULL;
	int64_t first = given[PATHS_FIRST].given ? given[PATHS_FIRST].number - 1 : 0;
	int64_t n = given[PATHS_COUNT].given ? given[PATHS_COUNT].number : INT64_MAX;
	int32_t level;

	TRY(choose_paths(call, &filter));
	TRY(open_report(call, &search, &level));
	n = min_i64(n, max_i64(0, snap_search_ranked(search, level) - first));
	if (format != FORMAT_SLACK_ONLY) {
		write_state_line(call->out, search, level);
		write_counts(call);
		if (filter->pattern)
			TRY(write_n_listed(call, level, filter));
	}
	if (format == FORMAT_END)
		text_printf(call->out, "   rank %13s%s  dev  parent  points  path\n",
			    are_bounds(search, level) ? "bound" : slack_word(search->snap.graph),
			    search->retimes && !are_bounds(search, level)
				    ? "      by graph  pessimism"
				    : "");
	return write_path_list(call, level, filter, first, n);
}

/* ---- report_levels ---- */

#define LEVELS_OPTIONS(X)                                                                          \
	X(LEVELS_TIMES, "-times", OPTION_FLAG, NULL, "also how long each level took")              \
	X(LEVELS_ERRORS, "-errors", OPTION_FLAG, NULL,                                             \
	  "also how far the paths found by then are from the exact ranking (which is "             \
	  "searched if it isn't there): the largest error of slack, rank by rank, "                \
	  "and how many ranks are missing")

OPTION_TABLE(levels_options, LEVELS_OPTIONS);

static void write_level(struct text *out, const struct snap_search *search, int32_t l,
			const struct snap_errors *errors, bool times)
{
	const struct snap_level *level = &search->level[l];

	text_printf(out,
		    "%5" PRId32 " %10" PRId64 " %12" PRId64 " %12" PRId64 " %10" PRId64
		    " %10" PRId64,
		    l, level->n_parents, level->n_candidates, level->n_candidates - level->n_kept,
		    level->n_kept, level->n_new);
	text_printf(out, "%14s", level->full ? PS(level->bound) : "-");
	if (errors)
		text_printf(out, "%12s %10" PRId64, PS(errors->error[l]), errors->missing[l]);
	if (times)
		text_printf(out, " %9.3f", level->ms);
	text_add(out, level->retimes ? "  re-timed\n" : "\n");
}

static enum status report_levels(struct call *call)
{
	SNAP_HELD struct snap_search *search = NULL;
	SNAP_HELD struct snap_errors *errors = NULL;
	bool times = call->option[LEVELS_TIMES].given;
	int32_t level;

	TRY(open_report(call, &search, &level));
	if (call->option[LEVELS_ERRORS].given)
		TRY(session_errors(call->session, true, &errors));
	text_printf(call->out, "method %s, ", search->method);
	write_state_line(call->out, search, level);
	if (errors && !search_is_exact(call->session->search))
		text_printf(call->out, "errors against the exact ranking of %" PRId64 " paths\n",
			    errors->n_exact);
	text_printf(call->out,
		    "level    parents   candidates       pruned       kept        new  "
		    "       bound%s%s\n",
		    errors ? "       error    missing" : "", times ? "        ms" : "");
	for (int32_t l = 0; l <= level; l++)
		write_level(call->out, search, l, errors, times);
	return STATUS_OK;
}

/* ---- properties, for scripts and lessons ---- */

static enum status no_property(const struct call *call, const char *name, const char *known)
{
	return call_fail(call, STATUS_USAGE, "unknown property \"%.100s\"; known are %s", name,
			 known);
}

static enum status search_property(struct call *call)
{
	const char *name = call->argument[0];
	SNAP_HELD struct snap_search *search = NULL;
	int32_t level;

	TRY(open_report(call, &search, &level));
	if (strcmp(name, "level") == 0)
		text_printf(call->result, "%" PRId32, level);
	else if (strcmp(name, "levels") == 0)
		text_printf(call->result, "%" PRId32, search->n_levels);
	else if (strcmp(name, "ranked") == 0)
		text_printf(call->result, "%" PRId64, snap_search_ranked(search, level));
	else if (strcmp(name, "k") == 0)
		text_printf(call->result, "%" PRId64, search->k);
	else if (strcmp(name, "method") == 0)
		text_add(call->result, search->method);
	else if (strcmp(name, "state") == 0)
		text_add(call->result, search_state_text(search->state));
	else if (strcmp(name, "graph") == 0)
		text_add(call->result, search->snap.graph->name);
	else if (strcmp(name, "serial") == 0)
		text_printf(call->result, "%" PRId64, search->snap.serial);
	else
		TRY(no_property(call, name, "level levels ranked k method state graph serial"));
	return STATUS_OK;
}

static enum status level_value(struct call *call, const struct snap_level *level, const char *name)
{
	static const char known[] = "parents|candidates|pruned|kept|new|ranked|bound";
	const int64_t value[] = {
		level->n_parents, level->n_candidates, level->n_candidates - level->n_kept,
		level->n_kept,    level->n_new,        level->n_ranked};
	int which = choice_find(known, name);

	if (which < 0)
		return no_property(call, name, "parents candidates pruned kept new ranked bound");
	if (strcmp(name, "bound") != 0)
		text_printf(call->result, "%" PRId64, value[which]);
	else if (level->full)
		text_add(call->result, PS(level->bound));
	return STATUS_OK;
}

static enum status level_property(struct call *call)
{
	SNAP_HELD struct snap_search *search = NULL;
	int32_t level;
	char *end;
	long l = strtol(call->argument[0], &end, 10);

	TRY(open_report(call, &search, &level));
	if (end == call->argument[0] || *end || l < 0 || l >= search->n_levels)
		return call_fail(call, STATUS_FAILED, "there is no level \"%.100s\"",
				 call->argument[0]);
	return level_value(call, &search->level[l], call->argument[1]);
}

static void add_points(struct text *out, const struct snap_path *path)
{
	for (int64_t i = 0; i < path->n_points; i++) {
		if (i > 0)
			text_add(out, " ");
		graph_write_name(path->snap.graph, path->point[i].vertex, out);
	}
}

/* By the slews that come along the path: its slack, or these, of each point; ps. */
static enum status own_value(struct call *call, const struct snap_path *path, bool slews)
{
	RELEASED_BY(retimed_paths_release) struct retimed_paths own = {0};

	TRY(pba_of_record(call->session, path->row.record, &own));
	if (!slews)
		text_add(call->result, PS(own.path[0].slack));
	for (int32_t p = 0; slews && p < own.path[0].n_points; p++)
		text_printf(call->result, p ? " %.3f" : "%.3f", own.point[p].slew);
	return STATUS_OK;
}

static enum status arithmetic_value(struct call *call, struct snap_path *path)
{
	TRY(arithmetic_fill(call->session, 0, INT64_MAX, path));
	text_add(call->result, text_string(&path->arithmetic));
	return STATUS_OK;
}

static enum status path_value(struct call *call, struct snap_path *path, const char *name)
{
	const struct graph *graph = path->snap.graph;

	if (strcmp(name, "slack") == 0)
		text_add(call->result, PS(path->row.slack));
	else if (strcmp(name, "credit") == 0)
		text_add(call->result, PS(path->row.credit));
	else if (strcmp(name, "deviations") == 0)
		text_printf(call->result, "%" PRId32, path->row.n_deviations);
	else if (strcmp(name, "parent") == 0)
		text_printf(call->result, "%" PRId64, path->row.parent_rank + 1);
	else if (strcmp(name, "children") == 0)
		text_printf(call->result, "%" PRId64, path->n_children);
	else if (strcmp(name, "startpoint") == 0)
		graph_write_name(graph, path->row.startpoint, call->result);
	else if (strcmp(name, "endpoint") == 0)
		graph_write_name(graph, path->row.endpoint, call->result);
	else if (strcmp(name, "points") == 0)
		add_points(call->result, path);
	else if (strcmp(name, "arithmetic") == 0 && path->timed)
		return arithmetic_value(call, path);
	else if (strcmp(name, "graph_slack") == 0 && path->retimed)
		text_add(call->result, PS(path->row.graph_slack));
	else if (strcmp(name, "pba_slack") == 0 || strcmp(name, "pba_slews") == 0)
		return own_value(call, path, strcmp(name, "pba_slews") == 0);
	else
		return no_property(
			call, name,
			"slack credit deviations parent children startpoint endpoint "
			"points arithmetic pba_slack pba_slews, and of find_paths -pba graph_slack");
	return STATUS_OK;
}

static enum status path_property(struct call *call)
{
	SNAP_HELD struct snap_search *search = NULL;
	SNAP_HELD struct snap_path *path = NULL;
	int32_t level;
	char *end;
	long long rank = strtoll(call->argument[0], &end, 10);

	TRY(open_report(call, &search, &level));
	if (end == call->argument[0] || *end)
		return call_fail(call, STATUS_USAGE, "\"%.100s\" is not a rank", call->argument[0]);
	TRY(session_path(call->session, level, rank - 1, ALL_CHILDREN, &path));
	return path_value(call, path, call->argument[1]);
}

/* "{u7/ZN u9/A 17.000 0.031 -0.112 3}": from, to ("" = another sink), delay, cost, slack, place
 * from 1 */
static void add_arcs(struct text *out, const struct snap_walk *walk)
{
	for (int64_t i = 0; i < walk->n_arc; i++) {
		const struct snap_walk_arc *arc = &walk->arc[i];

		text_add(out, i > 0 ? " {{" : "{{");
		graph_write_name(walk->snap.graph, arc->from, out);
		text_add(out, "} {");
		if (arc->to >= 0)
			graph_write_name(walk->snap.graph, arc->to, out);
		text_printf(out, "} %s %s %s %" PRId64 "}", PS(arc->delay), PS(arc->cost),
			    PS(arc->slack), arc->place + 1);
	}
}

static enum status parent_value(struct call *call, const struct snap_walk *walk, const char *name)
{
	struct text *out = call->result;

	if (strcmp(name, "rank") == 0)
		text_printf(out, "%" PRId64, walk->parent_rank + 1);
	else if (strcmp(name, "slack") == 0)
		text_add(out, PS(walk->slack));
	else if (strcmp(name, "startpoint") == 0)
		graph_write_name(walk->snap.graph, walk->startpoint, out);
	else if (strcmp(name, "head") == 0 && walk->head < 0)
		text_add(out, "");
	else if (strcmp(name, "head") == 0)
		graph_write_name(walk->snap.graph, walk->head, out);
	else if (strcmp(name, "vertices") == 0)
		text_printf(out, "%" PRId64, walk->n_vertices);
	else if (strcmp(name, "candidates") == 0)
		text_printf(out, "%" PRId64, walk->n_candidates);
	else if (strcmp(name, "children") == 0)
		text_printf(out, "%" PRId64, walk->n_children);
	else if (strcmp(name, "place") == 0)
		text_printf(out, "%" PRId64, walk->place + 1);
	else if (strcmp(name, "arcs") == 0)
		add_arcs(out, walk);
	else
		return no_property(call, name,
				   "rank slack startpoint head vertices candidates children place "
				   "arcs");
	return STATUS_OK;
}

static enum status parent_property(struct call *call)
{
	SNAP_HELD struct snap_search *search = NULL;
	SNAP_HELD struct snap_walk *walk = NULL;
	int32_t shown;
	char *end[2];
	long level = strtol(call->argument[0], &end[0], 10);
	long long parent = strtoll(call->argument[1], &end[1], 10);

	TRY(open_report(call, &search, &shown));
	if (*end[0] || *end[1] || level < 0 || level > INT32_MAX)
		return call_fail(call, STATUS_USAGE,
				 "expected the numbers of a level and a "
				 "parent");
	TRY(session_need_arcs(call->session));
	TRY(search_walk_parent(call->session->search, (int32_t)level, parent - 1, &walk));
	return parent_value(call, walk, call->argument[2]);
}

const struct command report_commands[] = {
	{"report_paths", report_paths, IN_SESSION, NULL, 0, 0, paths_options,
	 "List the paths found, as they are at the place of the timeline"},
	{"report_levels", report_levels, IN_SESSION, NULL, 0, 0, levels_options,
	 "List the deviation levels up to the place of the timeline"},
	{"search_property", search_property, IN_SESSION, "NAME", 1, 1, NULL,
	 "Return a property of the search: level, levels, ranked, k, method, state, graph, serial"},
	{"level_property", level_property, IN_SESSION, "LEVEL NAME", 2, 2, NULL,
	 "Return a number of a level: parents, candidates, pruned, kept, new, ranked, bound"},
	{"path_property", path_property, IN_SESSION, "RANK NAME", 2, 2, NULL,
	 "Return a property of a path: slack, credit, deviations, parent, children, startpoint, endpoint, points; of "
	 "a netlist arithmetic, of its delays, and pba_slack and pba_slews, with the path's own slews; of find_paths -pba graph_slack"},
	{"parent_property", parent_property, IN_SESSION, "LEVEL PARENT NAME", 3, 3, NULL,
	 "Return a property of a level's parent (from 1): rank, slack, startpoint, head, vertices, candidates, "
	 "children, place, arcs"},
	{0},
};
