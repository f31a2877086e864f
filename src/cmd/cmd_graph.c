/* Commands that open a design. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session/command.h"
#include "read/dag.h"
#include "session/session.h"

enum { READ_DELAY, READ_TILE };

static const struct option read_graph_options[] = {
	[READ_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min",
			"where an arc has two delays, read the largest (max, for setup; the "
			"default) or the smallest (min, for hold)"},
	[READ_TILE] = {"-tile", OPTION_COUNT, "N", "open N copies side by side, made in memory"},
	OPTION_ALLOW_LARGE,
	{0},
};

static enum status tile(struct graph **graph, int64_t n, struct task *task)
{
	struct graph *tiled;

	TRY(graph_tile(*graph, (int32_t)n, task, &tiled));
	graph_unref(*graph);
	*graph = tiled;
	return STATUS_OK;
}

static enum status read_graph(struct call *call)
{
	const struct option_value *copies = &call->option[READ_TILE];
	struct text warnings = TEXT_INIT;
	struct graph *graph;

	TRY(tell_warnings(&warnings, dag_read_split(call->argument[0],
						    call->option[READ_DELAY].number ? EARLY : LATE,
						    &warnings, &call->session->task, &graph)));
	if (copies->given && copies->number > 1) {
		enum status status = tile(&graph, copies->number, &call->session->task);

		if (status != STATUS_OK) {
			graph_unref(graph);
			return status;
		}
	}
	return session_set_graph(call->session, graph);
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
	{"read_graph", "FILE", 1, 1,
	 "Open a timing graph: weighted-DAG text, or arcs \"u v\" with or without a weight (.gz too)",
	 read_graph_options, read_graph, IN_SESSION},
	{"report_design", NULL, 0, 0, "Report what is open: vertices, arcs, sources, sinks, levels",
	 NULL, report_design, IN_SESSION},
	{0},
};
