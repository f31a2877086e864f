/* The paths of a ranking through a pin: a kernel walks all paths and flags them, then rows are
 * read. */

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/search/list_args.h"
#include "gpu/search/search_impl.h"

static const char memory_name[] = "reading";

/* Device memory of that reading, owned. */
struct through_reading {
	uint8_t *wanted;
	struct chosen_ranks ranks;
};

/* The states of a vertex, or of both edges of its pin, as flags on the device. */
static enum status flag_states(struct search *search, int32_t vertex, uint8_t **out)
{
	const struct image *image = search->image;
	const struct graph *graph = image->graph;
	struct queue *queue = search->view_queue;
	static const uint8_t one = 1;

	TRY(DEVICE_ALLOC(queue, memory_name, out, image->device.n_states));
	queue_fill(queue, *out, 0, image->device.n_states);
	for (int32_t s = 0; s < image->device.n_states; s++) {
		int32_t v = image->state_vertex[s];

		if (v >= graph->n_vertices)
			continue; /* a sink */
		if (graph->netlist ? graph_pin(graph, v) ==
					     netlist_named_pin(graph->netlist, vertex / N_EDGES)
				   : graph_read_vertex(graph, v) == vertex)
			queue_upload(queue, *out + s, &one, 1);
	}
	return STATUS_OK;
}

/* The ranks that pass these states, and how many. */
static enum status find_through(struct search *search, const struct search_reading *reading,
				struct through_reading *t, int64_t *n)
{
	struct flag_through_args args = {
		.graph = search->image->device,
		.forest = search->forest,
		.record = columns_records(&search->pool),
		.ranking_record = reading->ranking.record + reading->n_below,
		.wanted = t->wanted,
	};

	TRY(search_alloc_ranks(search, reading, &t->ranks));
	args.flag = t->ranks.flag;
	LAUNCH(search->view_queue, flag_through, 32, &args, reading->n - reading->n_below);
	return search_choose_ranks(search, reading, &t->ranks, n);
}

/* The rows of the ranks [snap->n] from snap->first on. */
static enum status fill_through(struct search *search, const struct search_reading *reading,
				const int32_t *d_rank, struct snap_through *snap)
{
	struct listing listing = {d_rank, snap->n};

	TRY(ALLOC_ALL(snap->n_rows, &snap->rank, &snap->row));
	TRY(search_read_rows(search, reading, &listing, snap->first, snap->n_rows, snap->row));
	for (int64_t i = 0; i < snap->n_rows; i++)
		snap->rank[i] = snap->row[i].rank;
	return STATUS_OK;
}

static enum status read_through(struct search *search, const struct search_reading *reading,
				int64_t first, int64_t n, struct snap_through *snap)
{
	struct through_reading t = {0};
	DEVICE_HELD held = {search->view_queue,
			    {&t.wanted, &t.ranks.flag, &t.ranks.rank, &t.ranks.n_rank}};

	TRY(flag_states(search, snap->vertex, &t.wanted));
	TRY(find_through(search, reading, &t, &snap->n));
	snap->first = min_i64(max_i64(first, 0), snap->n);
	snap->n_rows = min_i64(max_i64(n, 0), snap->n - snap->first);
	return fill_through(search, reading, t.ranks.rank, snap);
}

enum status search_through(struct search *search, int32_t level, int32_t vertex, int64_t first,
			   int64_t n, struct snap_through **out)
{
	struct search_reading reading;
	SNAP_HELD struct snap_through *snap = NULL;

	TRY(search_open_reading(search, level, &reading));
	TRY(snap_through_new(search->image->graph, search->serial, &snap));
	snap->level = reading.level;
	snap->vertex = vertex;
	if (reading.n >
	    reading.n_below) /* after a failure there are no more reads of the records */
		TRY(queue_settle_failure(search->view_queue,
					 read_through(search, &reading, first, n, snap)));
	HAND_OVER(out, snap);
	return STATUS_OK;
}
