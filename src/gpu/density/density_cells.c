/* Sums of a map under the cells of a placement: backward accumulation. */
#include <math.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/density/density_impl.h"

/* Halve the weights until sums over the whole die are below 2^62; returns how often. */
static int fit_weights(int64_t *weight, int64_t n, double full)
{
	double sum = 0;
	int halved = 0;

	for (int64_t b = 0; b < n; b++)
		sum += fabs((double)weight[b]);
	while (sum * full >= ldexp(1, 62)) {
		sum /= 2;
		halved++;
	}
	for (int64_t b = 0; b < n && halved; b++)
		weight[b] /= (int64_t)1 << halved;
	return halved;
}

struct under {
	struct queue *queue;
	struct density_under device;
	double *host[3]; /* owned [n]: sum, right, up; int64_t until they are scaled */
	void *box;       /* owned [n]: scaled */
};

static enum status launch_under(struct queue *queue, const struct density_grid *grid,
				const struct density_boxes *boxes,
				const struct density_options *options, const void *d_weight,
				struct under *under)
{
	void **d[3] = {&under->device.sum, &under->device.right, &under->device.up};

	for (int q = 0; q < 3; q++) {
		TRY(device_alloc(queue, "density cells", 8 * boxes->n, d[q]));
		TRY(ALLOC(&under->host[q], boxes->n));
	}
	TRY(alloc_items(&under->box, boxes->n, sizeof(struct density_box_64)));
	TRY(density_scale_to_host(queue, grid, boxes, options->precision, under->box));
	TRY(density_under(queue, grid, boxes, options, d_weight, &under->device));
	for (int q = 0; q < 3; q++)
		queue_download(queue, under->host[q], *d[q], 8 * boxes->n);
	return queue_sync(queue);
}

static void under_release(struct under *under)
{
	DEVICE_FREE_ALL(under->queue, &under->device.sum, &under->device.right, &under->device.up);
	FREE_ALL(under->host[0], under->host[1], under->host[2], under->box);
}

static double real(double item, int precision, double factor)
{
	int64_t whole;

	memcpy(&whole, &item, sizeof whole);
	return (precision == DENSITY_EXACT ? (double)whole : item) * factor;
}

/* The area of a scaled box, in units. */
static double scaled_area(const struct under *under, int precision, int32_t i)
{
	if (precision == DENSITY_EXACT) {
		const struct density_box_32 *b = (const struct density_box_32 *)under->box + i;

		return (double)((int64_t)(b->x2 - b->x1) * (b->y2 - b->y1));
	} else {
		const struct density_box_64 *b = (const struct density_box_64 *)under->box + i;

		return (b->x2 - b->x1) * (b->y2 - b->y1);
	}
}

/* From sums in units to values and µm. */
static void fill_cells(const struct density_grid *grid, int32_t n, int precision, double factor,
		       const struct under *under, struct density_cell *out)
{
	double width, height, units = sqrt(density_full(grid, precision));

	density_bin_sides(grid, &width, &height);
	for (int32_t i = 0; i < n; i++) {
		double area = scaled_area(under, precision, i);
		double sum = real(under->host[0][i], precision, factor);

		out[i].mean = area > 0 ? sum / area : (double)NAN;
		out[i].right = real(under->host[1][i], precision, factor * height / units / 2);
		out[i].up = real(under->host[2][i], precision, factor * width / units / 2);
	}
}

/* The values of a field as weights on the device: whole numbers as fine as leaves their sum over the die
 * below 2^62 (and exact where they have few digits), or in double precision; *factor makes them values. */
static enum status upload_field(struct queue *queue, const struct density_grid *grid, int precision,
				const struct snap_density *field, void *d_weight, double *factor)
{
	int64_t n = density_grid_bins(grid);
	FREED int64_t *weight = NULL;
	double *real, sum = 0, scale = ldexp(1, 40);

	for (int64_t b = 0; b < n; b++)
		sum += isnan(field->value[b]) ? 0 : fabs(field->value[b]);
	while (sum * scale * density_full(grid, DENSITY_EXACT) >= ldexp(1, 61))
		scale /= 2;
	TRY(ALLOC(&weight, n));
	real = (double *)weight;
	for (int64_t b = 0; b < n; b++) {
		double value = isnan(field->value[b]) ? 0 : field->value[b];

		if (precision == DENSITY_EXACT)
			weight[b] = (int64_t)nearbyint(value * scale);
		else
			real[b] = value;
	}
	*factor = precision == DENSITY_EXACT ? 1 / scale : 1;
	queue_upload(queue, d_weight, weight, 8 * n);
	return queue_sync(queue);
}

enum status density_field_under(const struct density_layout *on, const struct snap_density *field,
				const struct density_options *options, enum density_shape shape,
				struct density_cell *out)
{
	struct density_boxes boxes = {0};
	RELEASED_BY(under_release) struct under under = {.queue = on->queue};
	void *d_weight = NULL;
	double factor = 1;
	DEVICE_HELD held = {on->queue, {&boxes.d_box, &d_weight}};

	TRY(device_alloc(on->queue, "density", 8 * density_grid_bins(on->grid), &d_weight));
	TRY(upload_field(on->queue, on->grid, options->precision, field, d_weight, &factor));
	TRY(shape == DENSITY_UNDER_NETS
		    ? density_net_boxes(on, &boxes)
		    : density_component_boxes(on->queue, on->placement, DENSITY_CELLS, &boxes));
	TRY(launch_under(on->queue, on->grid, &boxes, options, d_weight, &under));
	fill_cells(on->grid, (int32_t)boxes.n, options->precision, factor, &under, out);
	return STATUS_OK;
}

/* The map of a quantity as weights, on the device still; *factor makes them values. */
static enum status make_weights(struct queue *queue, const struct density_grid *grid, int precision,
				struct density *density, double *factor)
{
	int64_t n_bins = density_grid_bins(grid);
	FREED int64_t *weight = NULL;

	*factor = density_factor(density);
	if (precision != DENSITY_EXACT)
		return STATUS_OK;
	TRY(ALLOC(&weight, n_bins));
	TRY(density_read(density, DENSITY_RESULT, weight));
	*factor *= ldexp(1, fit_weights(weight, n_bins, density_full(grid, DENSITY_EXACT)));
	queue_upload(queue, density_device_map(density), weight, 8 * n_bins);
	return queue_sync(queue);
}

enum status density_cells(const struct density_layout *on, enum density_quantity quantity,
			  const struct density_options *options, struct density_cell *out)
{
	struct density_boxes boxes = {0};
	struct density_options under_options = *options;
	RELEASED_BY(density_drop) struct density *density = NULL;
	RELEASED_BY(under_release) struct under under = {.queue = on->queue};
	double factor = 1;
	DEVICE_HELD held = {on->queue, {&boxes.d_box}};

	TRY(density_run_quantity(on, quantity, options, &density));
	TRY(make_weights(on->queue, on->grid, options->precision, density, &factor));
	TRY(density_component_boxes(on->queue, on->placement, DENSITY_CELLS, &boxes));
	if (under_options.method == DENSITY_COPIES) /* forward only */
		under_options.method = DENSITY_NAIVE;
	TRY(launch_under(on->queue, on->grid, &boxes, &under_options, density_device_map(density),
			 &under));
	fill_cells(on->grid, on->placement->n_components, options->precision, factor, &under, out);
	return STATUS_OK;
}

enum status density_prefix_sums(const struct density_layout *on, const struct snap_density *field,
				bool columns, struct snap_density **out)
{
	int64_t n = density_grid_bins(on->grid);
	SNAP_HELD struct snap_density *sums = NULL;
	double factor;
	void *d_map = NULL;
	DEVICE_HELD held = {on->queue, {&d_map}};

	TRY(snap_density_new(on->grid->bins.columns, on->grid->bins.rows, &field->die, &sums));
	sums->name = columns ? "P" : "rows";
	sums->unit = field->unit;
	TRY(device_alloc(on->queue, "density", 8 * n, &d_map));
	TRY(upload_field(on->queue, on->grid, DENSITY_EXACT, field, d_map, &factor));
	density_sum_as_printed(on->queue, &on->grid->bins, DENSITY_EXACT, d_map, columns);
	TRY(queue_read(on->queue, sums->value, d_map, 8 * n));
	for (int64_t b = 0; b < n; b++)
		sums->value[b] = real(sums->value[b], DENSITY_EXACT, factor);
	HAND_OVER(out, sums);
	return STATUS_OK;
}
