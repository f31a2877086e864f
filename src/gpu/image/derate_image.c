/* What delays are derated by, on the device. */
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/image/timing_image.h"

enum delay_domain timing_domain(const struct state_graph *states, int32_t vertex)
{
	if (state_is_shared(states, vertex))
		return DELAYS_OF_BOTH;
	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		if (state_is_of_clock(states, s))
			return DELAYS_OF_CLOCK;
	}
	return DELAYS_OF_DATA;
}

void derate_rows_release(struct derate_rows *rows)
{
	free(rows->state_class);
	free(rows->factor);
	*rows = (struct derate_rows){0};
}

/* Of both domains the factor that makes slack worse. */
static double factor_of(const struct delay_derate *from, int what, enum delay_domain domain,
			int split)
{
	double clock = from->factor[what][DOMAIN_CLOCK][split],
	       data = from->factor[what][DOMAIN_DATA][split];

	if (domain == DELAYS_OF_BOTH)
		return split == LATE ? fmax(clock, data) : fmin(clock, data);
	return domain == DELAYS_OF_CLOCK ? clock : data;
}

/* The same for either sign. */
static void fill_factors(const struct delay_derate *from, enum delay_domain domain, double *out)
{
	for (int i = 0; i < DERATE_FACTORS / 2; i++) {
		out[i] = factor_of(from, i / N_SPLITS, domain, i % N_SPLITS);
		out[DERATE_FACTORS / 2 + i] = out[i];
	}
}

/* Those of set_timing_derate; each class three times: in clock networks, outside them, and where there is both. */
static enum status fill_classes(const struct derates *derates, struct derate_rows *out)
{
	TRY(ALLOC(&out->factor, (int64_t)derates->n_classes * N_DELAY_DOMAINS));
	out->n_classes = derates->n_classes * N_DELAY_DOMAINS;
	for (int32_t c = 0; c < out->n_classes; c++)
		fill_factors(&derates->delay[c / N_DELAY_DOMAINS],
			     (enum delay_domain)(c % N_DELAY_DOMAINS), out->factor[c]);
	return STATUS_OK;
}

/* The class of each state of the delay image; of those of sinks it doesn't matter. */
static void make_classes(const void *context, int64_t begin, int64_t end, void *out)
{
	const struct timing_image *timing = context;
	const int32_t *vertex_class = timing->graph->derates.vertex_class;
	int32_t n = timing->graph->graph->n_vertices, *state_class = out;

	for (int64_t s = begin; s < end; s++) {
		int32_t vertex = timing->delay_image->state_vertex[s];

		state_class[s - begin] =
			vertex < n ? N_DELAY_DOMAINS * vertex_class[vertex] +
					     (int32_t)timing_domain(timing->states, vertex)
				   : 0;
	}
}

static enum status upload_factors(struct timing_image *timing, const struct derate_rows *rows)
{
	return timing_image_upload(timing->queue, rows->factor, rows->n_classes,
				   sizeof *rows->factor, (const void *)&timing->device.derate);
}

static enum status upload_rows(struct timing_image *timing, const struct derate_rows *rows)
{
	struct device_timing *d = &timing->device;
	enum status status =
		UPLOAD(timing->queue, rows->state_class, d->n_states, &d->derate_class);

	if (status == STATUS_OK)
		status = upload_factors(timing, rows);
	return queue_settle(timing->queue, status);
}

enum status timing_image_derate(struct timing_image *timing, const struct derate_rows *rows)
{
	DEVICE_FREE_ALL(timing->queue, &timing->device.derate_class, &timing->device.derate);
	return rows ? upload_rows(timing, rows) : derate_image_build(timing);
}

static enum status upload_classes(struct timing_image *timing)
{
	int32_t n = timing->device.n_states, *d_class;

	TRY(DEVICE_ALLOC(timing->queue, "timing", &d_class, n));
	timing->device.derate_class = d_class;
	queue_make(timing->queue, d_class, n, sizeof *d_class, make_classes, timing);
	return STATUS_OK;
}

enum status derate_image_build(struct timing_image *timing)
{
	struct derate_rows rows = {0};
	enum status status;

	if (!timing->graph->derates.vertex_class)
		return STATUS_OK;
	status = fill_classes(&timing->graph->derates, &rows);
	if (status == STATUS_OK)
		status = upload_classes(timing);
	if (status == STATUS_OK)
		status = upload_factors(timing, &rows);
	status = queue_settle(timing->queue, status);
	derate_rows_release(&rows);
	return status;
}

enum status derate_image_put(struct timing_image *timing)
{
	struct derate_rows rows = {0};
	enum status status;

	if (!timing->device.derate)
		return STATUS_OK;
	status = fill_classes(&timing->graph->derates, &rows);
	if (status == STATUS_OK) {
		queue_upload(timing->queue, (void *)timing->device.derate, rows.factor,
			     rows.n_classes * (int64_t)sizeof *rows.factor);
		status = queue_sync(timing->queue);
	}
	derate_rows_release(&rows);
	return status;
}
