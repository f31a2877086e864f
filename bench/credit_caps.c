#include "credit_caps.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/image/device_graph.h"

enum status transpose_graph(const struct graph *graph, struct task *task, struct graph **out)
{
	struct text name = TEXT_INIT, warnings = TEXT_INIT;
	struct graph *g;
	bool added;

	TRY(graph_new("transposed", &g));
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		text_clear(&name);
		graph_write_name(graph, v, &name);
		TRY(graph_add_vertex(g, name.data, name.length, &added));
	}
	for (int32_t a = 0; a < graph->n_arcs; a++)
		TRY(graph_add_arc(g, graph->arc_to[a], graph->arc_from[a], graph->arc_delay[a]));
	for (int32_t s = 0; s < graph->n_sinks; s++)
		TRY(graph_add_source(g, graph->sink_vertex[s], -graph->sink_required[s]));
	for (int32_t s = 0; s < graph->n_sources; s++)
		TRY(graph_add_sink(g, graph->source_vertex[s], -graph->source_arrival[s]));
	text_release(&name);
	*out = g;
	return graph_close(g, &warnings, task);
}

enum status caps_of_pins(const struct graph *graph, int64_t per_bucket, struct search_caps *out)
{
	struct text name = TEXT_INIT, before = TEXT_INIT;
	int32_t *pin, *bucket, n = 0;

	TRY(ALLOC(&pin, graph->n_vertices));
	TRY(ALLOC(&bucket, graph->n_sources));
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		text_clear(&name);
		graph_write_name(graph, v, &name);
		if (name.length == before.length &&
		    strncmp(name.data, before.data, (size_t)name.length - 1) == 0)
			n--;
		pin[v] = n++;
		text_clear(&before);
		text_add(&before, name.data);
	}
	for (int32_t s = 0; s < graph->n_sources; s++)
		bucket[s] = pin[graph->source_vertex[s]];
	*out = (struct search_caps){bucket, n, per_bucket};
	free(pin);
	text_release(&name);
	text_release(&before);
	return STATUS_OK;
}

static enum status to_device(struct queue *queue, const void *items, int64_t bytes,
			     const void **out)
{
	void *d_items;

	TRY(device_alloc(queue, "clock", bytes, &d_items));
	queue_upload(queue, d_items, items, bytes);
	*out = d_items;
	return queue_sync(queue);
}

struct tree {
	int32_t n, n_leaves, first_leaf;
	int32_t *up, *rank, *pin, *segment; /* one clock: all of segment 0 */
	int64_t *late, *early;
	uint8_t *edge, *place;
};

/* A stage downstream of the nodes begin …: buffers, all their inputs before all their outputs. */
static void add_stage(struct tree *t, int32_t begin, int32_t n_buffers, int32_t at)
{
	for (int32_t i = 0; i < n_buffers; i++) {
		int32_t from = begin + i / CLOCK_FAN_OUT, in = at + i, through = in + n_buffers;

		t->up[in] = from;
		t->up[through] = in;
		t->rank[in] = t->rank[from] - 1;
		t->rank[through] = t->rank[from] - 2;
		t->early[in] = t->early[from];
		t->early[through] = t->early[from] + 50000;
		t->late[in] = t->late[from];
		t->late[through] = t->late[from] + 53000;
	}
}

static enum status grow_tree(struct tree *t, int32_t n_wanted)
{
	int32_t n_buffers = 1, begin = 0, at = 1;

	for (t->n = t->n_leaves = 1; t->n_leaves < n_wanted; t->n += 2 * t->n_leaves)
		t->n_leaves *= CLOCK_FAN_OUT;
	TRY(ALLOC(&t->up, t->n));
	TRY(ALLOC(&t->rank, t->n));
	TRY(ALLOC(&t->pin, t->n));
	TRY(ALLOC(&t->segment, t->n));
	TRY(ALLOC(&t->place, t->n));
	TRY(ALLOC(&t->late, t->n));
	TRY(ALLOC(&t->early, t->n));
	TRY(ALLOC(&t->edge, t->n));
	t->up[0] = -1;
	t->rank[0] = t->n;
	for (; at < t->n; at = begin + n_buffers) {
		n_buffers *= CLOCK_FAN_OUT;
		add_stage(t, begin, n_buffers, at);
		begin = at + n_buffers;
	}
	t->first_leaf = begin;
	for (int32_t i = 0; i < t->n; i++)
		t->pin[i] = i;
	return STATUS_OK;
}

/* Of n launching or capturing ends. */
static enum status spread_ends(struct queue *queue, const struct tree *t, int32_t n,
			       const int32_t **out)
{
	int32_t *node;

	TRY(ALLOC(&node, n));
	for (int32_t i = 0; i < n; i++)
		node[i] = t->first_leaf + (int32_t)(INT64_C(7919) * i % t->n_leaves);
	TRY(to_device(queue, node, n * (int64_t)sizeof *node, (const void **)out));
	free(node);
	return STATUS_OK;
}

enum status make_clock_tree(const struct graph *graph, struct queue *queue, enum credit_mode mode,
			    bool transposed, struct device_credit *out)
{
	int32_t n_sources = transposed ? graph->n_sinks : graph->n_sources;
	int32_t n_sinks = transposed ? graph->n_sources : graph->n_sinks;
	struct tree t;
	int64_t bytes;

	TRY(grow_tree(&t, (int32_t)max_i64(n_sources, n_sinks)));
	bytes = t.n * (int64_t)sizeof *t.up;
	*out = (struct device_credit){.mode = mode, .transposed = transposed};
	TRY(to_device(queue, t.up, bytes, (const void **)&out->up_late));
	TRY(to_device(queue, t.up, bytes, (const void **)&out->up_early));
	TRY(to_device(queue, t.pin, bytes, (const void **)&out->pin));
	TRY(to_device(queue, t.rank, bytes, (const void **)&out->rank));
	TRY(to_device(queue, t.segment, bytes, (const void **)&out->segment));
	TRY(to_device(queue, t.place, t.n, (const void **)&out->place));
	TRY(to_device(queue, t.edge, t.n, (const void **)&out->edge));
	TRY(to_device(queue, t.late, 2 * bytes, (const void **)&out->late));
	TRY(to_device(queue, t.early, 2 * bytes, (const void **)&out->early));
	TRY(spread_ends(queue, &t, n_sources, &out->source_clock));
	TRY(spread_ends(queue, &t, n_sinks, &out->sink_clock));
	free(t.up);
	free(t.rank);
	free(t.pin);
	free(t.segment);
	free(t.place);
	free(t.late);
	free(t.early);
	free(t.edge);
	return STATUS_OK;
}

void release_credit_caps(struct queue *queue, struct search_caps *caps,
			 struct device_credit *credit)
{
	const void *arrays[] = {credit->source_clock, credit->sink_clock, credit->up_late,
				credit->up_early,     credit->pin,        credit->rank,
				credit->segment,      credit->edge,       credit->late,
				credit->early,        credit->place};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		device_free(queue, (void *)arrays[i]);
	free((void *)caps->bucket);
}
