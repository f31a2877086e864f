/* Names in lists of paths: their alphabetical order, and the patterns' terms that they match. On
 * the host, once a name. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"
#include "gpu/search/list_args.h"
#include "gpu/search/search_list_impl.h"

/* ---- names ---- */

static int32_t end_vertex(const struct graph *graph, int32_t i)
{
	return i < graph->n_sources ? graph->source_vertex[i]
				    : graph->sink_vertex[i - graph->n_sources];
}

enum status list_need_names(const struct search *search, struct path_list *list)
{
	const struct graph *graph = search->image->graph;
	int32_t n = graph->n_sources + graph->n_sinks;
	FREED int64_t *name = NULL;

	if (list->name)
		return STATUS_OK;
	text_release(&list->names);
	TRY(ALLOC(&name, n));
	for (int32_t i = 0; i < n; i++) {
		name[i] = list->names.length;
		/* pins have several states, and these come side by side */
		if (i > 0 && i != graph->n_sources &&
		    end_vertex(graph, i) == end_vertex(graph, i - 1)) {
			name[i] = name[i - 1];
			continue;
		}
		graph_write_name(graph, end_vertex(graph, i), &list->names);
		text_append(&list->names, "", 1);
	}
	TRY(text_status(&list->names));
	HAND_OVER(&list->name, name);
	return STATUS_OK;
}

struct named {
	const char *name;
	int32_t i;
};

/* "r2" comes before "r10". */
COMPARER(compare_names, struct named, strverscmp(x->name, y->name) ?: ORDER(x->i, y->i))

enum status list_upload_places(struct queue *queue, const struct path_list *list, int32_t first,
			       int32_t n, int32_t **d_place)
{
	FREED struct named *named = NULL;
	FREED int32_t *place = NULL;
	int32_t *d_made = NULL;
	DEVICE_HELD held = {queue, {&d_made}};

	TRY(ALLOC_ALL(n, &named, &place));
	for (int32_t i = 0; i < n; i++)
		named[i] = (struct named){list->names.data + list->name[first + i], i};
	SORT(named, n, compare_names);
	for (int32_t i = 0, at = 0; i < n; i++) {
		at += i > 0 && strcmp(named[i].name, named[i - 1].name) != 0;
		place[named[i].i] = at;
	}
	TRY(DEVICE_PUT(queue, LIST_MEMORY, &d_made, place, n));
	TRY(queue_sync(queue));
	HAND_OVER(d_place, d_made);
	return STATUS_OK;
}

/* ---- terms of patterns ---- */

/* The terms that names of sources, or of sinks, match; host, owned by the caller. */
static enum status match_ends(const struct path_list *list, const struct path_pattern *pattern,
			      int32_t first, int32_t n, int places, uint8_t **out)
{
	TRY(ALLOC(out, n));
	for (int32_t i = 0; i < n; i++) {
		int64_t at = list->name[first + i];

		(*out)[i] = i > 0 && at == list->name[first + i - 1]
				    ? (*out)[i - 1]
				    : path_pattern_match(pattern, places, list->names.data + at);
	}
	return STATUS_OK;
}

static uint8_t match_point(const struct graph *graph, int32_t vertex,
			   const struct path_pattern *pattern, struct text *name)
{
	const struct netlist *netlist = graph->netlist;
	uint8_t terms = 0;
	int32_t pin;

	if (path_pattern_terms(pattern, NAME_OF_PIN)) {
		text_clear(name);
		graph_write_name(graph, vertex, name);
		terms = path_pattern_match(pattern, NAME_OF_PIN, text_string(name));
	}
	if (!netlist)
		return terms;
	pin = graph_pin(graph, vertex);
	if (netlist->pin_instance[pin] >= 0)
		terms |= path_pattern_match(
			pattern, NAME_OF_CELL,
			names_get(&netlist->instance_name, netlist->pin_instance[pin]));
	if (netlist->pin_net[pin] >= 0)
		terms |= path_pattern_match(pattern, NAME_OF_NET,
					    names_get(&netlist->net_name, netlist->pin_net[pin]));
	return terms;
}

/* The same of all states: each vertex once, and each pin of a netlist once. */
static enum status match_states(const struct search *search, const struct path_pattern *pattern,
				uint8_t **out)
{
	const struct graph *graph = search->image->graph;
	int64_t n =
		graph->netlist ? (int64_t)graph->netlist->n_all_pins * N_EDGES : graph->n_vertices;
	int32_t n_states = search->image->device.n_states;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	FREED uint8_t *known = NULL, *terms = NULL;

	TRY(ALLOC_ALL(n, &known, &terms));
	TRY(ALLOC(out, n_states));
	for (int32_t s = 0; s < n_states; s++) {
		int32_t vertex = search->image->state_vertex[s], v;

		if (vertex >= graph->n_vertices)
			continue; /* a sink's state */
		v = graph->netlist ? graph_netlist_vertex(graph, vertex) : vertex;
		if (!known[v]) {
			terms[v] = match_point(graph, vertex, pattern, &name);
			known[v] = 1;
		}
		(*out)[s] = terms[v];
	}
	return STATUS_OK;
}

/* Along the forest, from the terms of each state. */
static enum status make_next_pins(struct search *search, const uint8_t *state, uint32_t of_pins,
				  int32_t **d_next)
{
	struct queue *queue = search->view_queue;
	const struct image *image = search->image;
	int64_t n = image->device.n_states;
	uint8_t *d_terms = NULL;
	struct next_pins_args args = {.forest = search->forest.forest,
				      .to = image->device.to,
				      .hops = search->forest.hops};
	DEVICE_HELD held = {queue, {&d_terms}};

	TRY(DEVICE_ALLOC(queue, LIST_MEMORY, d_next, count_bits(of_pins) * n));
	TRY(DEVICE_PUT(queue, LIST_MEMORY, &d_terms, state, n));
	args.terms = d_terms;
	args.next = *d_next;
	for (uint32_t left = of_pins; left; left &= left - 1) {
		args.term = left & ~(left - 1);
		SWEEP(queue, next_pins, 32, &args, image->d_level_row, image->n_levels);
		args.next += n;
	}
	return STATUS_OK;
}

static enum status make_terms(struct search *search, struct path_list *list,
			      const struct path_pattern *pattern, struct list_terms *terms)
{
	const struct graph *graph = search->image->graph;
	uint8_t along = path_pattern_terms(pattern, NAME_ALONG);
	FREED uint8_t *source = NULL, *sink = NULL, *state = NULL;
	RELEASED_BY(queue_rest) struct queue *queue = search->view_queue;

	TRY(match_ends(list, pattern, 0, graph->n_sources, NAME_OF_START, &source));
	TRY(match_ends(list, pattern, graph->n_sources, graph->n_sinks, NAME_OF_END, &sink));
	TRY(DEVICE_PUT(queue, LIST_MEMORY, &terms->d_source, source, graph->n_sources));
	TRY(DEVICE_PUT(queue, LIST_MEMORY, &terms->d_sink, sink, graph->n_sinks));
	if (along) {
		TRY(match_states(search, pattern, &state));
		TRY(make_next_pins(search, state, along, &terms->d_next_pin));
	}
	return queue_sync(queue);
}

enum status list_need_terms(struct search *search, struct path_list *list,
			    const struct path_pattern *pattern, struct list_terms *terms)
{
	enum status status;

	if (terms->text && strcmp(terms->text, pattern->text) == 0)
		return STATUS_OK;
	list_terms_release(search->view_queue, terms);
	TRY(list_need_names(search, list));
	status = make_terms(search, list, pattern, terms);
	if (status == STATUS_OK && !(terms->text = strdup(pattern->text)))
		status = STATUS_NO_MEMORY;
	if (status != STATUS_OK)
		list_terms_release(search->view_queue, terms);
	return status;
}

void list_terms_release(struct queue *queue, struct list_terms *terms)
{
	free(terms->text);
	terms->text = NULL;
	DEVICE_FREE_ALL(queue, &terms->d_source, &terms->d_sink, &terms->d_next_pin);
}
