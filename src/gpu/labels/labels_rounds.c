/* The launches of each phase of labels: seeds, then rounds until nothing changes. */
#include "base/grow.h"
#include "gpu/labels/device_labels.h"
#include "gpu/labels/label_args.h"
#include "gpu/labels/labels_impl.h"

static const char memory_name[] = "labels";

/* ---- the space as kernels see it ---- */

static struct device_vertices vertices_of(const struct label_space *space)
{
	const struct image *image = space->image;

	return (struct device_vertices){
		.shift = space->n_edges == 1 ? 0 : 1,
		.vertex = space->d_vertex,
		.row = image->device.row,
		.to = image->device.to,
		.in_row = image->d_in_row,
		.in_from = image->d_in_from,
		.in_arc = image->d_in_arc,
		.arc_ok = space->d_arc_ok,
		.first_sink = image->device.first_sink,
	};
}

static const struct label_pin *last_pin(const struct labels *l)
{
	return &l->query.pin[l->query.n - 1];
}

static bool has_edge(const struct labels *l, const struct label_pin *pin, int32_t edge)
{
	return l->space->n_edges == 1 || pin->edges >> edge & 1;
}

/* ---- beginning ---- */

static void begin_ranks(struct labels *l)
{
	struct rank_seeds_args seeds = {vertices_of(l->space), l->d_rank, l->d_rank_buffer,
					l->d_pin_updated};
	int64_t n = l->space->n_pins;

	queue_fill(l->queue, l->d_rank, 0xff, n * (int64_t)sizeof *l->d_rank);
	queue_fill(l->queue, l->d_rank_buffer, 0xff, n * (int64_t)sizeof *l->d_rank);
	queue_fill(l->queue, l->d_pin_updated, 0, n);
	LAUNCH(l->queue, rank_seeds, 32, &seeds, l->space->image->device.n_sinks);
}

/* The vertices of the constraints and what precedes them. */
static enum status begin_scan(struct labels *l)
{
	int32_t vertex[N_EDGES * PATH_GROUPS_MAX], before[N_EDGES * PATH_GROUPS_MAX], n = 0;
	struct label_seeds_args args = {.rank = l->d_rank,
					.label = l->d_label,
					.buffer = l->d_buffer,
					.updated = l->d_updated};
	int32_t *d_vertex = NULL, *d_before = NULL;
	DEVICE_HELD held = {l->queue, {&d_vertex, &d_before}};

	for (int32_t i = 0; i < l->query.n; i++) {
		for (int32_t edge = 0; edge < l->space->n_edges; edge++) {
			if (!has_edge(l, &l->query.pin[i], edge))
				continue;
			vertex[n] = l->query.pin[i].pin * l->space->n_edges + edge;
			before[n++] = i ? l->query.pin[i - 1].pin : -1;
		}
	}
	TRY(DEVICE_ALLOC_ALL(l->queue, memory_name, n, &d_vertex, &d_before));
	queue_upload(l->queue, d_vertex, vertex, n * (int64_t)sizeof *vertex);
	queue_upload(l->queue, d_before, before, n * (int64_t)sizeof *before);
	args.vertex = d_vertex;
	args.previous = d_before;
	LAUNCH(l->queue, label_seeds, 32, &args, n);
	return queue_sync(l->queue);
}

/* Are the ranks of the pins in order? Else the method confuses their regions as printed. */
static enum status check_order(struct labels *l)
{
	int32_t rank[PATH_GROUPS_MAX];

	l->conflict = -1;
	for (int32_t i = 0; i < l->query.n; i++)
		queue_download(l->queue, &rank[i], l->d_rank + l->query.pin[i].pin, sizeof *rank);
	TRY(queue_sync(l->queue));
	l->last_rank = rank[l->query.n - 1];
	for (int32_t i = 0; i < l->query.n && l->query.rule == RULE_REPAIRED; i++) {
		bool passes = (!i || rank[i - 1] > rank[i]) && rank[i] != RANK_NONE &&
			      (l->space->n_edges == 1 || l->query.pin[i].edges);

		if (!passes && l->conflict < 0)
			l->conflict = i;
	}
	return STATUS_OK;
}

static void begin_fan_out(struct labels *l)
{
	const struct label_pin *last = last_pin(l);
	struct label_fan_out_args args = {.g = vertices_of(l->space),
					  .vertex = {-1, -1},
					  .last = last->pin,
					  .rank = l->d_rank,
					  .buffer = l->d_buffer};
	struct take_offers_args take = {l->d_buffer, l->d_label, l->d_updated, l->d_count};

	/* What follows the pin of -to isn't in the subgraph: paths end there. */
	if (l->query.to)
		return;
	for (int32_t edge = 0; edge < l->space->n_edges; edge++) {
		if (has_edge(l, last, edge))
			args.vertex[edge] = last->pin * l->space->n_edges + edge;
	}
	LAUNCH(l->queue, label_fan_out, 32, &args, l->space->image->device.n_states);
	LAUNCH(l->queue, take_offers, 32, &take, label_vertices(l->space));
}

/* May a path begin (end) at each source (sink), as far as labels and what was asked tell? As printed, where any
 * label is. Repaired, it begins in the first region and ends at the last pin or after it (others are left only
 * where endpoints lead on), and nowhere if the pins are out of order. */
void labels_find_ends(struct labels *l)
{
	const struct label_pin *last = last_pin(l);
	int32_t other = l->query.rule == RULE_REPAIRED ? -1 : 0; /* no label at all, or any */
	bool ordered = other && l->conflict < 0;
	struct label_ends_args args = {
		.g = vertices_of(l->space),
		.label = l->d_label,
		.source_state = l->space->image->device.source_state,
		.wanted = ordered ? LABEL_FIRST : other,
		.last = {-1, -1},
		.ok = l->d_source_ok,
		.kept = l->d_source_kept,
	};

	LAUNCH(l->queue, label_ends, 32, &args, l->space->image->device.n_sources);
	for (int32_t edge = 0; edge < l->space->n_edges && other; edge++) {
		args.last[edge] = last->pin * l->space->n_edges + edge;
		args.last_ok |= (ordered && has_edge(l, last, edge)) << edge;
	}
	args.source_state = NULL;
	args.wanted = ordered && l->last_rank > 0 ? l->last_rank : other;
	args.ok = l->d_sink_ok;
	args.kept = l->d_sink_kept;
	LAUNCH(l->queue, label_ends, 32, &args, l->space->image->device.n_sinks);
}

enum status labels_list_ends(struct labels *l, uint8_t **source_ok, uint8_t **sink_ok)
{
	const struct graph *graph = l->space->image->graph;

	TRY(ALLOC(source_ok, graph->n_sources));
	TRY(ALLOC(sink_ok, graph->n_sinks));
	labels_find_ends(l);
	queue_download(l->queue, *source_ok, l->d_source_kept, graph->n_sources);
	queue_download(l->queue, *sink_ok, l->d_sink_kept, graph->n_sinks);
	return queue_sync(l->queue);
}

static void take_reached(struct labels *l, int32_t *d_count)
{
	bool forward = l->phase == LABEL_PREFIX;
	struct reach_take_args take = {.bit = forward ? REACH_PREFIX : REACH_SUFFIX,
				       .need = forward ? REACH_SUFFIX : 0,
				       .offered = l->d_offered,
				       .reach = l->d_reach,
				       .updated = l->d_reached,
				       .n_updated = d_count};

	LAUNCH(l->queue, reach_take, 32, &take, l->space->image->device.n_states);
}

/* Sub-forests begin at sinks that count, or at sources. */
static void begin_reach(struct labels *l)
{
	const struct device_graph *g = &l->space->image->device;
	bool forward = l->phase == LABEL_PREFIX;
	struct reach_seeds_args seeds = {.g = vertices_of(l->space),
					 .kept = forward ? l->d_source_kept : l->d_sink_kept,
					 .source_state = forward ? g->source_state : NULL,
					 .need = forward ? REACH_SUFFIX : 0,
					 .reach = l->d_reach,
					 .offered = l->d_offered};

	labels_find_ends(l);
	LAUNCH(l->queue, reach_seeds, 32, &seeds, forward ? g->n_sources : g->n_sinks);
	take_reached(l, l->d_count);
}

enum status labels_begin_phase(struct labels *l)
{
	switch (l->phase) {
	case LABEL_RANKS:
		begin_ranks(l);
		return STATUS_OK;
	case LABEL_SCAN:
		TRY(check_order(l));
		return begin_scan(l);
	case LABEL_FAN_OUT:
		begin_fan_out(l);
		return STATUS_OK;
	case LABEL_SUFFIX:
	case LABEL_PREFIX:
		begin_reach(l);
		return STATUS_OK;
	case LABEL_FILTER:
	case LABEL_DONE:
		break;
	}
	return STATUS_OK;
}

/* ---- rounds ---- */

static void rank_round(struct labels *l, int32_t *d_count)
{
	struct rank_propagate_args propagate = {vertices_of(l->space), l->d_rank, l->d_pin_updated,
						l->d_rank_buffer};
	struct take_offers_args take = {l->d_rank_buffer, l->d_rank, l->d_pin_updated, d_count};

	LAUNCH(l->queue, rank_propagate, 32, &propagate, l->space->image->device.n_states);
	LAUNCH(l->queue, take_offers, 32, &take, l->space->n_pins);
}

static void scan_round(struct labels *l, int32_t *d_count)
{
	int64_t n = l->space->image->device.n_states;
	struct label_scan_args back = {vertices_of(l->space), l->d_rank, l->d_label, l->d_updated,
				       l->d_buffer};
	struct label_scan_forward_args forward = {.g = back.g,
						  .rank = l->d_rank,
						  .label = l->d_label,
						  .updated = l->d_updated,
						  .buffer = l->d_buffer,
						  .last = last_pin(l)->pin};
	struct take_offers_args take = {l->d_buffer, l->d_label, l->d_updated, d_count};

	if (l->phase == LABEL_SCAN)
		LAUNCH(l->queue, label_scan, 32, &back, n);
	else
		LAUNCH(l->queue, label_scan_forward, 32, &forward, n);
	LAUNCH(l->queue, take_offers, 32, &take, label_vertices(l->space));
}

static void filter_round(struct labels *l, int32_t *d_count)
{
	struct label_filter_args args = {vertices_of(l->space), l->d_rank, l->d_label,
					 l->d_verdict};

	(void)d_count;
	LAUNCH(l->queue, label_filter, 32, &args, l->space->image->device.n_states);
}

static void reach_round(struct labels *l, int32_t *d_count)
{
	bool forward = l->phase == LABEL_PREFIX;
	struct reach_step_args step = {.g = vertices_of(l->space),
				       .verdict = l->d_verdict,
				       .forward = forward,
				       .updated = l->d_reached,
				       .offered = l->d_offered};

	LAUNCH(l->queue, reach_step, 32, &step, l->space->image->device.n_states);
	take_reached(l, d_count);
}

void labels_launch_round(struct labels *l, int32_t *d_count)
{
	static void (*const round[LABEL_DONE])(struct labels * l, int32_t * d_count) = {
		[LABEL_RANKS] = rank_round,   [LABEL_SCAN] = scan_round,
		[LABEL_FAN_OUT] = scan_round, [LABEL_FILTER] = filter_round,
		[LABEL_SUFFIX] = reach_round, [LABEL_PREFIX] = reach_round,
	};

	round[l->phase](l, d_count);
}
