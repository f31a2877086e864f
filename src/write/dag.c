#include "write/dag.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/output.h"

/* ---- names ---- */

/* Are there other pins of this name? A port may be called "u1/A", and names have slashes. */
static bool is_shared(const struct netlist *netlist, int32_t pin, const char *name, int64_t length)
{
	if (pin < netlist->n_ports)
		return netlist_find_inner_pin(netlist, name, length) >= 0;
	return netlist_find_inner_pin(netlist, name, length) != pin;
}

/* Of two pins with the same name one is a port, or has a slash in the pin's own name. */
static enum status check_pins(const struct dag_names *names)
{
	const struct netlist *netlist = names->graph->netlist;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	for (int32_t pin = 0; pin < netlist->n_pins; pin++) {
		if (!strchr(netlist_pin_own_name(netlist, pin), '/'))
			continue;
		text_clear(&name);
		netlist_write_pin(netlist, pin, '/', &name);
		TRY(text_status(&name));
		if (is_shared(netlist, pin, name.data, name.length))
			TRY(output_refuse(names->out, name.data, "two pins are called so"));
	}
	return STATUS_OK;
}

enum status dag_names_init(struct dag_names *names, const struct graph *graph,
			   const struct output *out)
{
	FREED int32_t *count = NULL;

	*names = (struct dag_names){.graph = graph, .out = out};
	if (!graph->netlist)
		return STATUS_OK;
	TRY(check_pins(names));
	TRY(ALLOC(&names->ordinal, graph->n_vertices));
	TRY(ALLOC(&count, (int64_t)graph->netlist->n_pins * N_EDGES));
	for (int32_t v = 0; v < graph->n_vertices; v++)
		names->ordinal[v] = ++count[netlist_named_vertex(graph->netlist,
								 graph_netlist_vertex(graph, v))];
	return STATUS_OK;
}

void dag_names_release(struct dag_names *names)
{
	free(names->ordinal);
	*names = (struct dag_names){0};
}

static enum status write_name(const struct dag_names *names, int32_t vertex, struct text *out)
{
	int64_t begin = out->length;

	graph_write_name(names->graph, vertex, out);
	TRY(text_status(out));
	if (strpbrk(out->data + begin, "\"\n"))
		return output_refuse(names->out, out->data + begin,
				     "names of a graph have neither quotes nor ends of lines");
	if (names->ordinal && names->ordinal[vertex] > 1)
		text_printf(out, " #%" PRId32, names->ordinal[vertex]);
	return STATUS_OK;
}

enum status dag_write_vertex(const struct dag_names *names, int32_t vertex, struct text *out)
{
	text_add(out, "\"");
	TRY(write_name(names, vertex, out));
	text_add(out, "\"");
	return STATUS_OK;
}

/* ---- the graph as it is ---- */

struct writer {
	const struct dag_weights *weights; /* borrowed */
	struct dag_names names;
	struct output out;
	int64_t done;
};

static enum status write_vertices(struct writer *w)
{
	int32_t n = w->weights->graph->n_vertices;

	text_printf(&w->out.text, "%" PRId32 "\n", n);
	for (int32_t v = 0; v < n; v++) {
		TRY(dag_write_vertex(&w->names, v, &w->out.text));
		text_add(&w->out.text, ";\n");
		TRY(output_step(&w->out, w->done++));
	}
	return STATUS_OK;
}

static enum status write_time(struct writer *w, int64_t fs)
{
	text_printf(&w->out.text, ", %s;\n", PS(fs));
	return output_step(&w->out, w->done++);
}

static enum status write_arcs(struct writer *w)
{
	const struct graph *graph = w->weights->graph;

	for (int32_t a = 0; a < graph->n_arcs; a++) {
		if (w->weights->delay[a] == DAG_NOTHING)
			continue;
		TRY(dag_write_vertex(&w->names, graph->arc_from[a], &w->out.text));
		text_add(&w->out.text, " -> ");
		TRY(dag_write_vertex(&w->names, graph->arc_to[a], &w->out.text));
		TRY(write_time(w, w->weights->delay[a]));
	}
	return STATUS_OK;
}

static enum status write_ends(struct writer *w, const char *keyword, int32_t n,
			      const int32_t *vertex, const int64_t *time)
{
	bool any = false;

	for (int32_t i = 0; i < n; i++) {
		if (time[i] == DAG_NOTHING)
			continue;
		any = true;
		text_add(&w->out.text, keyword);
		TRY(dag_write_vertex(&w->names, vertex[i], &w->out.text));
		TRY(write_time(w, time[i]));
	}
	if (!any)
		return status_fail(STATUS_FAILED, "%s: nothing is constrained: there is no %s",
				   w->weights->graph->name, keyword);
	return STATUS_OK;
}

static enum status write_all(struct writer *w)
{
	const struct graph *graph = w->weights->graph;

	TRY(dag_names_init(&w->names, graph, &w->out));
	TRY(write_vertices(w));
	TRY(write_arcs(w));
	if (graph->objective == OBJECTIVE_COST)
		return STATUS_OK;
	TRY(write_ends(w, "source ", graph->n_sources, graph->source_vertex, w->weights->arrival));
	return write_ends(w, "sink ", graph->n_sinks, graph->sink_vertex, w->weights->required);
}

enum status dag_write(const char *path, const struct dag_weights *weights, struct task *task)
{
	const struct graph *graph = weights->graph;
	struct writer w = {.weights = weights};
	enum status status;
	DOING(task, "writing the graph", (int64_t)graph->n_vertices + graph->n_arcs);

	status = output_open(&w.out, path, task) ?: output_close(&w.out, write_all(&w));
	dag_names_release(&w.names);
	return status;
}
