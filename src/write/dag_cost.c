/*
 * A graph of costs that are not negative. With weights w of which a path's slack is the sum, and
 * dist(v) the least sum of any suffix from v, an arc (u, v) costs w + dist(v) − dist(u) ≥ 0, and
 * the arc in front of a source s costs w(s) + dist(v) − c ≥ 0, c being the least slack: along a
 * path all but −c cancels out.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/output.h"
#include "write/dag.h"

struct costs {
	const struct dag_weights *weights; /* borrowed */
	struct dag_names names;
	struct output out;
	struct task *task;          /* borrowed */
	int32_t *row, *arc, *order; /* owned: fan-out; vertices in topological order */
	int64_t *dist; /* owned [n_vertices]: least sum of a suffix, DAG_NOTHING = no end reached */
	bool *reached; /* owned [n_vertices]: by a source */
	int64_t constant;
	struct text source, sink; /* owned: what names of these begin with */
	int64_t done;
};

/* ---- potentials ---- */

static enum status sort(struct costs *c)
{
	const struct graph *graph = c->weights->graph;
	FREED int32_t *n_in = NULL;
	int32_t n = 0;

	TRY(graph_fan_out(graph, &c->row, &c->arc));
	TRY(ALLOC_ALL(graph->n_vertices, &c->order, &n_in));
	for (int32_t a = 0; a < graph->n_arcs; a++)
		n_in[graph->arc_to[a]]++;
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		if (!n_in[v])
			c->order[n++] = v;
	}
	for (int32_t i = 0; i < n && !task_cancelled(c->task); i++) {
		for (int32_t j = c->row[c->order[i]]; j < c->row[c->order[i] + 1]; j++) {
			int32_t to = graph->arc_to[c->arc[j]];

			if (--n_in[to] == 0)
				c->order[n++] = to;
		}
	}
	return task_cancelled(c->task) ? STATUS_CANCELLED : STATUS_OK;
}

static bool is_cost(const struct costs *c)
{
	return c->weights->graph->objective == OBJECTIVE_COST;
}

/* The weights of which a slack or cost is the sum; DAG_NOTHING stays. */
static int64_t weight_of_arc(const struct costs *c, int32_t arc)
{
	int64_t delay = c->weights->delay[arc];

	return is_cost(c) || delay == DAG_NOTHING ? delay : -delay;
}

static int64_t weight_of_source(const struct costs *c, int32_t source)
{
	int64_t arrival = c->weights->arrival[source];

	return arrival == DAG_NOTHING ? arrival : -arrival;
}

static int64_t weight_of_sink(const struct costs *c, int32_t sink)
{
	return c->weights->required[sink];
}

static void lower(int64_t *least, int64_t weight, int64_t rest)
{
	if (weight != DAG_NOTHING && rest != DAG_NOTHING && weight + rest < *least)
		*least = weight + rest;
}

static enum status find_distances(struct costs *c)
{
	const struct graph *graph = c->weights->graph;

	TRY(ALLOC(&c->dist, graph->n_vertices));
	for (int32_t v = 0; v < graph->n_vertices; v++)
		c->dist[v] = DAG_NOTHING;
	for (int32_t s = 0; s < graph->n_sinks; s++)
		lower(&c->dist[graph->sink_vertex[s]], weight_of_sink(c, s), 0);
	for (int32_t i = graph->n_vertices - 1; i >= 0; i--) {
		int32_t v = c->order[i];

		for (int32_t j = c->row[v]; j < c->row[v + 1]; j++)
			lower(&c->dist[v], weight_of_arc(c, c->arc[j]),
			      c->dist[graph->arc_to[c->arc[j]]]);
		TRY(task_progress(c->task, 0));
	}
	c->constant = DAG_NOTHING;
	for (int32_t s = 0; s < graph->n_sources; s++)
		lower(&c->constant, weight_of_source(c, s), c->dist[graph->source_vertex[s]]);
	return c->constant == DAG_NOTHING
		       ? status_fail(STATUS_FAILED, "%s: there is no path", graph->name)
		       : STATUS_OK;
}

static enum status find_reached(struct costs *c)
{
	const struct graph *graph = c->weights->graph;

	TRY(ALLOC(&c->reached, graph->n_vertices));
	for (int32_t s = 0; s < graph->n_sources; s++)
		c->reached[graph->source_vertex[s]] |= weight_of_source(c, s) != DAG_NOTHING;
	for (int32_t i = 0; i < graph->n_vertices; i++) {
		int32_t v = c->order[i];

		for (int32_t j = c->row[v]; j < c->row[v + 1]; j++)
			c->reached[graph->arc_to[c->arc[j]]] |=
				c->reached[v] && weight_of_arc(c, c->arc[j]) != DAG_NOTHING;
		TRY(task_progress(c->task, 0));
	}
	return STATUS_OK;
}

/* Is it on a path? */
static bool is_on(const struct costs *c, int32_t vertex)
{
	return c->reached[vertex] && c->dist[vertex] != DAG_NOTHING;
}

/* ---- names ---- */

/* A beginning that no vertex' name has. */
static enum status choose_name(const struct graph *graph, const char *word, struct text *name)
{
	bool taken = true;

	text_add(name, word);
	while (taken && text_status(name) == STATUS_OK) {
		taken = false;
		text_append(name, " ", 1);
		for (int32_t i = 0; i < graph->names.n && !taken; i++)
			taken = strncmp(names_get(&graph->names, i), text_string(name),
					(size_t)name->length) == 0;
		if (!taken)
			break;
		name->length--;
		text_append(name, "_", 1);
	}
	return text_status(name);
}

/* ---- the file ---- */

static void write_end(struct costs *c, const struct text *word, int32_t number)
{
	text_printf(&c->out.text, "\"%s%" PRId32 "\"", text_string(word), number + 1);
}

static bool source_is_on(const struct costs *c, int32_t source)
{
	return weight_of_source(c, source) != DAG_NOTHING &&
	       is_on(c, c->weights->graph->source_vertex[source]);
}

static bool sink_is_on(const struct costs *c, int32_t sink)
{
	return weight_of_sink(c, sink) != DAG_NOTHING &&
	       is_on(c, c->weights->graph->sink_vertex[sink]);
}

static enum status end_line(struct costs *c)
{
	text_add(&c->out.text, ";\n");
	return output_step(&c->out, c->done++);
}

static enum status write_vertices(struct costs *c)
{
	const struct graph *graph = c->weights->graph;
	int64_t n = SUM(int64_t, v, 0, graph->n_vertices, is_on(c, v));

	for (int32_t s = 0; s < graph->n_sources; s++)
		n += source_is_on(c, s);
	for (int32_t s = 0; s < graph->n_sinks; s++)
		n += sink_is_on(c, s);
	text_printf(&c->out.text, "%" PRId64 "\n", n);
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		if (!is_on(c, v))
			continue;
		TRY(dag_write_vertex(&c->names, v, &c->out.text));
		TRY(end_line(c));
	}
	for (int32_t s = 0; s < graph->n_sources; s++) {
		if (!source_is_on(c, s))
			continue;
		write_end(c, &c->source, s);
		TRY(end_line(c));
	}
	for (int32_t s = 0; s < graph->n_sinks; s++) {
		if (!sink_is_on(c, s))
			continue;
		write_end(c, &c->sink, s);
		TRY(end_line(c));
	}
	return STATUS_OK;
}

static enum status end_arc(struct costs *c, int64_t cost)
{
	text_printf(&c->out.text, ", %s", PS(cost));
	return end_line(c);
}

/* Arcs of sinks come last at their vertices. */
static enum status write_arcs(struct costs *c)
{
	const struct graph *graph = c->weights->graph;

	for (int32_t s = 0; s < graph->n_sources; s++) {
		int32_t to = graph->source_vertex[s];

		if (!source_is_on(c, s))
			continue;
		write_end(c, &c->source, s);
		text_add(&c->out.text, " -> ");
		TRY(dag_write_vertex(&c->names, to, &c->out.text));
		TRY(end_arc(c, weight_of_source(c, s) + c->dist[to] - c->constant));
	}
	for (int32_t a = 0; a < graph->n_arcs; a++) {
		int32_t from = graph->arc_from[a], to = graph->arc_to[a];
		int64_t weight = weight_of_arc(c, a);

		if (weight == DAG_NOTHING || !is_on(c, from) || !is_on(c, to))
			continue;
		TRY(dag_write_vertex(&c->names, from, &c->out.text));
		text_add(&c->out.text, " -> ");
		TRY(dag_write_vertex(&c->names, to, &c->out.text));
		TRY(end_arc(c, weight + c->dist[to] - c->dist[from]));
	}
	for (int32_t s = 0; s < graph->n_sinks; s++) {
		int32_t from = graph->sink_vertex[s];

		if (!sink_is_on(c, s))
			continue;
		TRY(dag_write_vertex(&c->names, from, &c->out.text));
		text_add(&c->out.text, " -> ");
		write_end(c, &c->sink, s);
		TRY(end_arc(c, weight_of_sink(c, s) - c->dist[from]));
	}
	return STATUS_OK;
}

static enum status prepare(struct costs *c)
{
	const struct graph *graph = c->weights->graph;

	TRY(dag_names_init(&c->names, graph, &c->out));
	TRY(choose_name(graph, "source", &c->source));
	TRY(choose_name(graph, "sink", &c->sink));
	TRY(sort(c));
	TRY(find_distances(c));
	return find_reached(c);
}

static enum status write_all(struct costs *c, bool comment)
{
	TRY(prepare(c));
	if (comment)
		text_printf(&c->out.text,
			    "# %s of a path = its cost here + constant; \"%s…\" are the sources, "
			    "\"%s…\" the sinks\n# constant %s\n",
			    is_cost(c) ? "cost" : "slack", text_string(&c->source),
			    text_string(&c->sink), PS(c->constant));
	TRY(write_vertices(c));
	return write_arcs(c);
}

enum status dag_write_costs(const char *path, const struct dag_weights *weights, bool comment,
			    struct task *task, int64_t *constant)
{
	const struct graph *graph = weights->graph;
	struct costs c = {.weights = weights, .task = task, .source = TEXT_INIT, .sink = TEXT_INIT};
	enum status status;
	DOING(task, "writing the graph", (int64_t)graph->n_vertices + graph->n_arcs);

	status = output_open(&c.out, path, task) ?: output_close(&c.out, write_all(&c, comment));
	*constant = c.constant;
	dag_names_release(&c.names);
	text_release(&c.source);
	text_release(&c.sink);
	FREE_ALL(c.row, c.arc, c.order, c.dist, c.reached);
	return status;
}
