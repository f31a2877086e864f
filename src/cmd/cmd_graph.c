/* Commands that open a design. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/units.h"
#include "read/dag.h"
#include "session/command.h"
#include "session/labels.h"

enum { READ_DELAY, READ_TILE };

static const struct option read_graph_options[] = {
	[READ_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min",
			"where an arc has two delays, read the largest (max, for setup; the "
			"default) or the smallest (min, for hold)"},
	[READ_TILE] = {"-tile", OPTION_COUNT, "N", "open N copies side by side, made in memory"},
	OPTION_ALLOW_LARGE,
	{0},
};

static enum status read_graph(struct call *call)
{
	const struct option_value *copies = &call->option[READ_TILE];
	struct text warnings = TEXT_INIT;
	struct task *task = &call->session->task;
	RELEASED_BY(graph_drop) struct graph *graph = NULL;
	struct graph *opened;

	TRY(print_warnings(&warnings, dag_read(call->argument[0],
					       call->option[READ_DELAY].number ? EARLY : LATE,
					       &warnings, task, &graph)));
	if (copies->given && copies->number > 1)
		TRY(graph_tile(graph, (int32_t)copies->number, task, &opened));
	else
		HAND_OVER(&opened, graph);
	return session_set_graph(call->session, opened);
}

/* ---- another delay of an arc ---- */

/* The first arc from one vertex to another, by their names. */
static enum status find_arc(const struct graph *graph, const char *const *name, int32_t *arc)
{
	int32_t end[2];

	for (int i = 0; i < 2; i++) {
		end[i] = graph_find_vertex(graph, name[i]);
		if (end[i] < 0)
			return status_fail(STATUS_FAILED,
					   "set_arc_delay: there is no vertex \"%.100s\"", name[i]);
	}
	for (*arc = 0; *arc < graph->n_arcs; ++*arc) {
		if (graph->arc_from[*arc] == end[0] && graph->arc_to[*arc] == end[1])
			return STATUS_OK;
	}
	return status_fail(STATUS_FAILED, "set_arc_delay: no arc leads from %.100s to %.100s",
			   name[0], name[1]);
}

/* A copy, as snapshots have the graph as it was. */
static enum status copy_with(const struct graph *graph, int32_t arc, int64_t delay,
			     struct task *task, struct graph **out)
{
	TRY(graph_tile(graph, 1, task, out));
	(*out)->largest_sum += max_i64(0, llabs(delay) - llabs(graph->arc_delay[arc]));
	(*out)->arc_delay[arc] = delay;
	return STATUS_OK;
}

/* Paths and labels that were there are found again. */
static enum status open_changed(struct session *session, struct graph *graph)
{
	const struct label_inquiry *labels = session_inquiry(session);
	struct search_options options = session_query(session)->options;
	RELEASED_BY(path_filter_release) struct path_filter paths = PATH_FILTER_INIT;
	RELEASED_BY(path_filter_release) struct path_filter pins = PATH_FILTER_INIT;
	bool searched = session->search, labelled = labels;
	RELEASED_BY(text_release) struct text words = TEXT_INIT;
	RELEASED_BY(graph_drop) struct graph *changed = graph;
	struct graph *opened;

	TRY(path_filter_copy(&paths, &session_query(session)->filter));
	if (labelled) {
		TRY(path_filter_copy(&pins, &labels->filter));
		text_add(&words, text_string(&labels->words));
	}
	HAND_OVER(&opened, changed);
	TRY(session_set_graph(session, opened));
	if (searched) {
		TRY(session_begin_search(session, &options, &paths));
		TRY(session_run_search(session));
	}
	return labelled ? session_ask_labels(session, &pins, text_string(&words), false)
			: STATUS_OK;
}

static enum status set_arc_delay(struct call *call)
{
	const char *at = call->argument[2], *end = at + strlen(at);
	struct session *session = call->session;
	struct graph *graph = session_read_graph(session), *changed;
	int64_t delay;
	int32_t arc = 0;

	if (!graph)
		return call_fail(call, STATUS_FAILED,
				 "no graph is open that was read; those of "
				 "netlists have set_annotated_delay");
	TRY(find_arc(graph, call->argument, &arc));
	if (parse_ps(&at, end, &delay) != DECIMAL_OK || at != end || llabs(delay) >= FS_INPUT_LIMIT)
		return call_fail(call, STATUS_USAGE, "\"%.100s\" is no number of picoseconds",
				 call->argument[2]);
	TRY(copy_with(graph, arc, delay, &session->task, &changed));
	return open_changed(session, changed);
}

static void write_netlist(struct text *out, const struct netlist *netlist)
{
	text_printf(out, "design     %s\n", netlist->name);
	if (netlist->n_tiles > 1)
		text_printf(out, "copies     %" PRId32 "\n", netlist->n_tiles);
	text_printf(out, "instances  %" PRId32 "\n", netlist->n_instances);
	text_printf(out, "nets       %" PRId32 "\n", netlist->n_nets);
	text_printf(out, "ports      %" PRId32 "\n", netlist->n_ports);
	text_printf(out, "pins       %" PRId32 "\n", netlist->n_pins);
}

static void write_name(struct text *out, const struct graph *graph)
{
	text_printf(out, "design     %s\n", graph->name);
	if (graph->n_tiles > 1)
		text_printf(out, "copies     %" PRId32 "\n", graph->n_tiles);
}

static enum status report_design(struct call *call)
{
	const struct netlist *netlist = call->session->design.netlist;
	const struct image *image;
	const struct graph *graph;

	TRY(session_need_graph(call->session));
	if (netlist) {
		write_netlist(call->out, netlist);
		TRY(session_need_timing(call->session));
		image = call->session->design.timing->image->image;
		graph = image->graph;
	} else {
		image = call->session->base;
		graph = image->graph;
		write_name(call->out, graph);
	}
	text_printf(call->out, "vertices   %" PRId32 "\n", graph->n_vertices);
	text_printf(call->out, "arcs       %" PRId32 "\n", graph->n_arcs);
	if (graph->n_broken)
		text_printf(call->out, "loop arcs  %" PRId32 ", left out\n", graph->n_broken);
	text_printf(call->out, "sources    %" PRId32 "%s\n", graph->n_sources,
		    graph->objective == OBJECTIVE_COST ? ", the vertices without fan-in" : "");
	text_printf(call->out, "sinks      %" PRId32 "%s\n", graph->n_sinks,
		    graph->objective == OBJECTIVE_COST ? ", the vertices without fan-out" : "");
	text_printf(call->out, "levels     %" PRId32 "\n", image->n_levels);
	text_printf(call->out, "paths by   %s\n",
		    graph->objective == OBJECTIVE_COST ? "cost, least first"
		    : graph->early                     ? "early slack, least first"
						       : "late slack, least first");
	text_printf(call->out, "times      %d bit on the device\n", image->fs_bits);
	return STATUS_OK;
}

const struct command graph_commands[] = {
	{"read_graph", read_graph, IN_SESSION, "FILE", 1, 1, read_graph_options,
	 "Open a timing graph: weighted-DAG text, or arcs \"u v\" with or without a weight (.gz too)"},
	{"set_arc_delay", set_arc_delay, IN_SESSION, "FROM TO DELAY", 3, 3, NULL,
	 "Give an arc of a graph that was read another delay or cost, in picoseconds; paths and labels are found again"},
	{"report_design", report_design, IN_SESSION, NULL, 0, 0, NULL,
	 "Report what is open: vertices, arcs, sources, sinks, levels"},
	{0},
};
