/* write_timing_paths: all paths with all their points, as a table for other programs. */
#include <inttypes.h>
#include <string.h>

#include "session/command.h"
#include "session/search.h"

enum { TRACES_AT_ONCE = 1 << 12 }; /* between two flushes */

/* Points are separated by blanks and cut at '@': a name that has these gets backslashes. */
static void escape_name(struct text *out, int64_t begin)
{
	int64_t end = out->length;

	if (!out->data || !strpbrk(out->data + begin, " \t@\\"))
		return;
	for (int64_t i = begin; i < end; i++) {
		char c = out->data[i];

		if (strchr(" \t@\\", c))
			text_append(out, "\\", 1);
		text_append(out, &c, 1);
	}
	memmove(out->data + begin, out->data + end, (size_t)(out->length - end + 1));
	out->length -= end - begin;
}

/* ---- of a graph ---- */

static void write_point_name(struct text *out, const struct graph *graph, int32_t vertex)
{
	int64_t begin = out->length;

	graph_write_name(graph, vertex, out);
	escape_name(out, begin);
}

static void write_graph_trace(struct text *out, const struct graph *graph,
			      const struct traces *traces, int64_t path, int64_t rank)
{
	int64_t begin = traces->offset[path], end = traces->offset[path + 1] - 1;

	text_printf(out, "%" PRId64 "\t%s\t", rank + 1, PS(traces->slack[path]));
	write_point_name(out, graph, traces->vertex[end - 1]);
	text_printf(out, "\t%" PRId64 "\t", end - begin);
	for (int64_t i = begin; i < end; i++) {
		if (i > begin)
			text_add(out, " ");
		write_point_name(out, graph, traces->vertex[i]);
		text_printf(out, "@%s", PS(traces->arrival[i]));
	}
	text_add(out, "\n");
}

/* ---- of a netlist: the columns of the reference tables ---- */

/* Picoseconds with six decimals, of which the last three are noughts: a path is whole fs. */
static void write_ps(struct text *out, int64_t fs)
{
	text_printf(out, "%s000", PS(fs));
}

static void write_pin_edge(struct text *out, const struct graph *graph, int32_t vertex)
{
	int64_t begin = out->length;

	netlist_write_pin(graph->netlist, vertex / N_EDGES, ':', out);
	escape_name(out, begin);
	text_append(out, vertex % N_EDGES == RISE ? "/R" : "/F", 2);
}

static void write_netlist_trace(struct text *out, const struct session *session,
				const struct traces *traces, int64_t path, int64_t rank)
{
	static const char *const kind[N_ENDPOINT_KINDS] = {
		[ENDPOINT_SETUP] = "setup",         [ENDPOINT_HOLD] = "hold",
		[ENDPOINT_RECOVERY] = "recovery",   [ENDPOINT_REMOVAL] = "removal",
		[ENDPOINT_GATING_SETUP] = "gating", [ENDPOINT_GATING_HOLD] = "gating",
		[ENDPOINT_DATA_SETUP] = "data",     [ENDPOINT_DATA_HOLD] = "data",
		[ENDPOINT_NONSEQ_SETUP] = "nonseq", [ENDPOINT_NONSEQ_HOLD] = "nonseq",
		[ENDPOINT_OUTPUT] = "PO",           [ENDPOINT_DELAY] = "delay",
	};
	const struct state_graph *states = session->design.timing->image->states;
	const struct graph *graph = session->graph;
	int64_t begin = traces->offset[path], end = traces->offset[path + 1] - 1;
	int32_t sink = traces->vertex[end] - graph->n_vertices;

	if (session->paths)
		sink = session->paths->paths->sink[sink];

	text_printf(out, "%" PRId64 "\t", rank + 1);
	write_ps(out, traces->slack[path]);
	text_printf(out, "\t%s\t%c\t", kind[states->endpoint[sink].kind],
		    "RF"[graph_netlist_vertex(graph, traces->vertex[end - 1]) % N_EDGES]);
	write_ps(out, traces->arrival[begin]);
	text_add(out, "\t");
	write_ps(out, traces->arrival[end]);
	text_printf(out, "\t%" PRId64 "\t", end - begin);
	for (int64_t i = begin; i < end; i++) {
		if (i > begin)
			text_add(out, " ");
		write_pin_edge(out, graph, graph_netlist_vertex(graph, traces->vertex[i]));
		text_add(out, "@");
		write_ps(out, traces->arrival[i]);
	}
	text_add(out, "\n");
}

/* ---- the command ---- */

static void write_trace(struct call *call, const struct traces *traces, int64_t path, int64_t rank)
{
	if (call->session->design.netlist)
		write_netlist_trace(call->out, call->session, traces, path, rank);
	else
		write_graph_trace(call->out, call->session->graph, traces, path, rank);
}

static enum status write_traces(struct call *call, int32_t level)
{
	RELEASED_BY(traces_release) struct traces traces = {0};
	int64_t rank = 0;

	do {
		TRY(search_traces(call->session->search, level, rank, TRACES_AT_ONCE, &traces));
		for (int64_t i = 0; i < traces.n_paths; i++)
			write_trace(call, &traces, i, rank + i);
		TRY(call_flush(call));
		TRY(task_breathe(&call->session->task));
		rank += traces.n_paths;
	} while (traces.n_paths > 0);
	return STATUS_OK;
}

static enum status write_timing_paths(struct call *call)
{
	struct session *session = call->session;
	struct snap_search *search;
	int32_t level;

	TRY(session_need_search(session));
	search = session_shown_search(session, &level);
	snap_unref(&search->snap);
	TRY(call_open_file(call, call->argument[0], "w"));
	if (session->design.netlist)
		text_add(call->out,
			 "#rank\tslack\tendpoint_kind\tendpoint_rf\tsrc_at\trat\tnpoints\t"
			 "trace(pin/rf@at ...)\n");
	else
		text_printf(call->out, "#rank\t%s\tendpoint\tnpoints\ttrace(vertex@arrival ...)\n",
			    session->graph->objective == OBJECTIVE_COST ? "cost" : "slack");
	return write_traces(call, level);
}

const struct command trace_commands[] = {
	{"write_timing_paths", write_timing_paths, IN_SESSION, "FILE", 1, 1, NULL,
	 "Write all paths with their traces as tab-separated text"},
	{0},
};
