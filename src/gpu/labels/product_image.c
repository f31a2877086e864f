/* The image of a product: levels, sources and weights. */
#include "base/grow.h"
#include "gpu/image/graph_args.h"
#include "gpu/labels/product_args.h"
#include "gpu/labels/product_impl.h"

static const char graph_name[] = "path graph";

/* Levels of the base that have states left. */
static enum status make_levels(struct making *m)
{
	struct image *image = m->out->image;
	int32_t n_base = m->space->image->n_levels, n = 0;

	TRY(ALLOC(&image->level_row, (int64_t)n_base + 1));
	TRY(ALLOC(&image->part_row, 2 * (int64_t)n_base + 1));
	for (int32_t l = 0; l < n_base; l++) {
		if (m->part_row[2 * l] == m->part_row[2 * l + 2])
			continue;
		image->level_row[n] = image->part_row[2 * n] = m->part_row[2 * l];
		image->part_row[2 * n + 1] = m->part_row[2 * l + 1];
		n++;
	}
	image->level_row[n] = image->part_row[2 * n] = m->n_states;
	image->n_levels = n;
	TRY(DEVICE_ALLOC(m->queue, graph_name, &image->d_level_row, (int64_t)n + 1));
	TRY(DEVICE_ALLOC(m->queue, graph_name, &image->d_part_row, 2 * (int64_t)n + 1));
	queue_upload(m->queue, image->d_level_row, image->level_row,
		     ((int64_t)n + 1) * (int64_t)sizeof *image->level_row);
	queue_upload(m->queue, image->d_part_row, image->part_row,
		     (2 * (int64_t)n + 1) * (int64_t)sizeof *image->part_row);
	return STATUS_OK;
}

/* Items of the base in the order of the product's. */
static void gather(struct making *m, const int32_t *d_order, int32_t n, const int32_t *d_from,
		   int32_t *d_out)
{
	struct gather_arcs_args args = {.order = d_order, .from = d_from, .from_out = d_out};

	LAUNCH(m->queue, gather_arcs, 32, &args, n);
}

static enum status make_sources(struct making *m)
{
	struct product_space *space = m->space;
	struct product_complement_args complement = {.from = m->out->d_source};
	int32_t *d_state;

	TRY(DEVICE_ALLOC(m->queue, graph_name, &d_state, m->n_sources));
	m->out->image->device.source_state = d_state;
	TRY(DEVICE_ALLOC(m->queue, graph_name, &m->out->d_source_from, m->n_sources));
	gather(m, m->out->d_source, m->n_sources, space->d_source_state, d_state);
	if (space->transposed) {
		gather(m, m->out->d_source, m->n_sources, space->d_source_from,
		       m->out->d_source_from);
		return STATUS_OK;
	}
	complement.out = m->out->d_source_from;
	LAUNCH(m->queue, product_complement, 32, &complement, m->n_sources);
	return STATUS_OK;
}

/* Those of the base, arc by arc and source by source. */
static enum status copy_weights(struct making *m)
{
	const struct image *base = m->space->image;
	struct image *image = m->out->image;
	struct gather_arcs_args arcs = {.order = m->out->d_place, .weight = base->device.weight};
	struct gather_arcs_args sources = {.order = m->out->d_source,
					   .weight = base->device.source_weight};
	void *weight;

	TRY(device_alloc(m->queue, graph_name, m->n_arcs * image_fs_size(base), &weight));
	image->device.weight = arcs.weight_out = weight;
	TRY(device_alloc(m->queue, graph_name, m->n_sources * image_fs_size(base), &weight));
	image->device.source_weight = sources.weight_out = weight;
	LAUNCH(m->queue, gather_arcs, base->fs_bits, &arcs, m->n_arcs);
	LAUNCH(m->queue, gather_arcs, base->fs_bits, &sources, m->n_sources);
	return STATUS_OK;
}

enum status product_finish(struct making *m)
{
	struct image *image = m->out->image;

	TRY(make_sources(m));
	TRY(copy_weights(m));
	image->device.n_states = m->n_states;
	image->device.n_arcs = m->n_arcs;
	image->device.n_sources = m->n_sources;
	image->device.n_sinks = m->n_sinks;
	image->device.first_sink = 0;
	return make_levels(m);
}

/* ---- how much is left ---- */

static enum status count_pins(const struct path_image *p, const struct label_space *space,
			      int32_t *d_seen, int32_t *d_count, int32_t *count)
{
	struct product_pins_args args = {.base = p->d_base,
					 .n_sinks = p->image->device.n_sinks,
					 .in_row = p->base->d_in_row,
					 .in_from = p->base->d_in_from,
					 .vertex = space->d_vertex,
					 .shift = space->n_edges == 1 ? 0 : 1,
					 .seen = d_seen,
					 .seen_end = d_seen + space->n_pins,
					 .count = d_count};

	queue_fill(p->queue, d_seen, 0, 2 * (int64_t)space->n_pins * (int64_t)sizeof *d_seen);
	queue_fill(p->queue, d_count, 0, 2 * sizeof *d_count);
	LAUNCH(p->queue, product_pins, 32, &args, p->image->device.n_states);
	queue_download(p->queue, count, d_count, 2 * sizeof *d_count);
	return queue_sync(p->queue);
}

enum status product_count_pins(const struct path_image *p, const struct label_space *space,
			       int32_t *n_pins, int32_t *n_ends)
{
	int32_t *d_seen = NULL, *d_count = NULL, count[2] = {0, 0};
	DEVICE_HELD held = {p->queue, {&d_seen, &d_count}};

	TRY(DEVICE_ALLOC(p->queue, graph_name, &d_seen, 2 * (int64_t)space->n_pins));
	TRY(DEVICE_ALLOC(p->queue, graph_name, &d_count, 2));
	TRY(count_pins(p, space, d_seen, d_count, count));
	*n_pins = count[0];
	*n_ends = count[1];
	return STATUS_OK;
}
