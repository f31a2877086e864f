/* What delays are derated by, on the device. */
#include <stdlib.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/image/timing_image.h"

enum derate_domain timing_domain(const struct state_graph *states, int32_t vertex)
{
	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		if (state_tag(states, s)->kind != TAG_DATA)
			return DOMAIN_CLOCK;
	}
	return DOMAIN_DATA;
}

void derate_rows_release(struct derate_rows *rows)
{
	free(rows->state_class);
	free(rows->factor);
	*rows = (struct derate_rows){0};
}

/* The same for either sign. */
static void fill_factors(const struct delay_derate *from, enum derate_domain domain, double *out)
{
	for (int what = 0; what < N_DERATED_DELAYS; what++) {
		for (int split = 0; split < N_SPLITS; split++) {
			double factor = from->factor[what][domain][split];

			out[N_SPLITS * what + split] = factor;
			out[DERATE_FACTORS / 2 + N_SPLITS * what + split] = factor;
		}
	}
}

/* Those of set_timing_derate; each class twice: in clock networks, and outside them. */
static enum status fill_rows(const struct timing_image *timing, struct derate_rows *out)
{
	const struct derates *derates = &timing->graph->derates;
	int32_t n = timing->device.n_states;

	TRY(ALLOC(&out->state_class, n));
	TRY(ALLOC(&out->factor, (int64_t)derates->n_classes * N_DOMAINS));
	out->n_classes = derates->n_classes * N_DOMAINS;
	OVER_ITEMS(s, n)
	{
		int32_t vertex = timing->delay_image->state_vertex[s];

		if (vertex < timing->graph->graph->n_vertices)
			out->state_class[s] = N_DOMAINS * derates->vertex_class[vertex] +
					      (int32_t)timing_domain(timing->states, vertex);
	}
	for (int32_t c = 0; c < out->n_classes; c++)
		fill_factors(&derates->delay[c / N_DOMAINS], (enum derate_domain)(c % N_DOMAINS),
			     out->factor[c]);
	return STATUS_OK;
}

static enum status upload_rows(struct timing_image *timing, const struct derate_rows *rows)
{
	struct device_timing *d = &timing->device;
	enum status status =
		UPLOAD(timing->queue, rows->state_class, d->n_states, &d->derate_class);

	if (status == STATUS_OK)
		status = timing_image_upload(timing->queue, rows->factor, rows->n_classes,
					     sizeof *rows->factor, (const void *)&d->derate);
	return queue_settle(timing->queue, status);
}

static void drop_rows(struct timing_image *timing)
{
	struct device_timing *d = &timing->device;

	device_free(timing->queue, (void *)d->derate_class);
	device_free(timing->queue, (void *)d->derate);
	d->derate_class = NULL;
	d->derate = NULL;
}

enum status timing_image_derate(struct timing_image *timing, const struct derate_rows *rows)
{
	drop_rows(timing);
	return rows ? upload_rows(timing, rows) : derate_image_build(timing);
}

enum status derate_image_build(struct timing_image *timing)
{
	struct derate_rows rows = {0};
	enum status status;

	if (!timing->graph->derates.vertex_class)
		return STATUS_OK;
	status = fill_rows(timing, &rows);
	if (status == STATUS_OK)
		status = upload_rows(timing, &rows);
	derate_rows_release(&rows);
	return status;
}
