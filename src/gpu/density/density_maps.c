#include "gpu/density/density_args.h"
#include "gpu/density/density_impl.h"

#include <math.h>
#include <string.h>

#include "base/grow.h"
#include "db/layout/placement_check.h"

static const struct density_box_32 no_box = {0, 0, -1, -1};

/* ---- components ---- */

bool density_counts(const struct placement *placement, int32_t i, enum density_quantity quantity)
{
	const struct component *c = &placement->component[i];
	enum placement_kind kind = placement_kind(placement, i);

	if (c->status == UNPLACED || c->status == COVER || kind == KIND_FILLER ||
	    kind == KIND_COVER)
		return false;
	switch (quantity) {
	case DENSITY_MOVABLE:
		return c->status == PLACED;
	case DENSITY_FIXED_CELLS:
		return c->status == FIXED;
	case DENSITY_MACROS:
		return kind == KIND_BLOCK;
	default:
		return true;
	}
}

enum status density_component_boxes(struct queue *queue, const struct placement *placement,
				    enum density_quantity quantity, struct density_boxes *out)
{
	FREED struct density_box_32 *box = NULL;

	out->n = placement->n_components;
	out->fit = DENSITY_AREA;
	TRY(ALLOC(&box, out->n));
	for (int32_t i = 0; i < out->n; i++) {
		struct rect r = placement_component_box(placement, i);

		box[i] = no_box;
		if (density_counts(placement, i, quantity))
			box[i] = (struct density_box_32){r.x1, r.y1, r.x2, r.y2};
	}
	TRY(DEVICE_PUT(queue, "density boxes", &out->d_box, box, out->n));
	return queue_sync(queue);
}

/* ---- pins ---- */

static enum status pin_boxes(struct queue *queue, const struct placement *placement,
			     struct density_boxes *out)
{
	const struct netlist *netlist = placement->netlist;
	FREED struct density_box_32 *box = NULL;

	out->n = netlist->n_pins;
	out->fit = DENSITY_POINT;
	TRY(ALLOC(&box, out->n));
	for (int32_t p = 0; p < out->n; p++) {
		int32_t x, y;

		box[p] = no_box;
		if (netlist->pin_net[p] >= 0 && placement_pin(placement, p, &x, &y))
			box[p] = (struct density_box_32){x, y, x, y};
	}
	TRY(DEVICE_PUT(queue, "density boxes", &out->d_box, box, out->n));
	return queue_sync(queue);
}

/* ---- nets ---- */

static enum status launch_net_boxes(struct queue *queue, const struct placement *placement,
				    const int32_t *xy, struct net_boxes_args *args)
{
	const struct netlist *netlist = placement->netlist;
	int64_t n_pins = netlist->n_pins, n_nets = netlist->n_nets;

	TRY(DEVICE_PUT(queue, "density nets", &args->net_pin_row, netlist->net_pin_row,
		       n_nets + 1));
	TRY(DEVICE_PUT(queue, "density nets", &args->net_pin, netlist->net_pin,
		       netlist->net_pin_row[n_nets]));
	TRY(DEVICE_PUT(queue, "density nets", &args->pin_x, xy, n_pins));
	TRY(DEVICE_PUT(queue, "density nets", &args->pin_y, xy + n_pins, n_pins));
	LAUNCH(queue, net_boxes, 32, args, n_nets);
	return queue_sync(queue);
}

/* Around the placed pins of each net. */
static enum status net_boxes(struct queue *queue, const struct placement *placement,
			     struct density_box_32 *d_box)
{
	int64_t n_pins = placement->netlist->n_pins;
	struct net_boxes_args args = {.box = d_box};
	FREED int32_t *xy = NULL; /* all x, then all y */
	DEVICE_HELD held = {queue, {&args.net_pin_row, &args.net_pin, &args.pin_x, &args.pin_y}};

	TRY(ALLOC(&xy, 2 * n_pins));
	for (int32_t p = 0; p < n_pins; p++) {
		if (!placement_pin(placement, p, &xy[p], &xy[n_pins + p]))
			xy[p] = DENSITY_NOWHERE;
	}
	/* after a failure no upload still reads them */
	return queue_settle_failure(queue, launch_net_boxes(queue, placement, xy, &args));
}

/* The sides of a bin, µm. */
void density_bin_sides(const struct density_grid *grid, double *width, double *height)
{
	*width = microns((int64_t)grid->die.x2 - grid->die.x1) / grid->bins.columns;
	*height = microns((int64_t)grid->die.y2 - grid->die.y1) / grid->bins.rows;
}

/*
 * The power of two that weights are multiplied by to be whole: as large as leaves sums below 2^62.
 * All nets may have their pins in one bin; in it a net has no more wire than the bin is wide and
 * high, times four at most where rounding widened its box.
 */
static double rudy_scale(const struct density_layout *on, bool of_pins)
{
	double width, height, most,
		unit = of_pins ? 1 : (double)((int64_t)1 << on->grid->bins.shift);
	int k = 40;

	density_bin_sides(on->grid, &width, &height);
	most = (1 / width + 1 / height) * unit; /* the largest weight, of a net that is a line */
	most *= of_pins ? on->placement->netlist->n_pins + 1.0
			: 4 * unit * (on->placement->netlist->n_nets + 1.0);
	while (ldexp(most, k) >= ldexp(1, 62))
		k--;
	return ldexp(1, k);
}

/* Boxes count as at least so large a part of a bin wide and high: a sub-bin where the weight is spread over
 * the box, a bin where each pin has it at its own place, as a net of two neighbours is no crowd. */
static enum status net_weights(const struct density_layout *on, const struct density_box_32 *d_box,
			       double scale, bool of_pins, int precision, void **d_weight)
{
	const struct density_grid *grid = on->grid;
	int64_t n = on->placement->netlist->n_nets;
	struct net_weights_args args = {.box = d_box, .micron = LENGTHS_PER_MICRON, .scale = scale};
	double width, height, units = of_pins ? 1 : (double)((int64_t)1 << grid->bins.shift);

	density_bin_sides(grid, &width, &height);
	args.thinnest_x = width / units;
	args.thinnest_y = height / units;
	TRY(device_alloc(on->queue, "density nets", 8 * n, d_weight));
	args.weight = *d_weight;
	LAUNCH(on->queue, net_weights, precision, &args, n);
	return STATUS_OK;
}

enum status density_net_boxes(const struct density_layout *on, struct density_boxes *out)
{
	out->n = on->placement->netlist->n_nets;
	out->fit = DENSITY_AT_LEAST_A_UNIT;
	TRY(DEVICE_ALLOC(on->queue, "density boxes", (struct density_box_32 **)&out->d_box,
			 out->n));
	return net_boxes(on->queue, on->placement, (struct density_box_32 *)out->d_box);
}

static enum status net_source(const struct density_layout *on, bool rudy, int precision,
			      struct density_source *out)
{
	struct density_boxes *boxes = &out->boxes;
	double scale = precision == DENSITY_EXACT ? rudy_scale(on, false) : 1;

	out->factor = 1 / density_full(on->grid, precision);
	TRY(density_net_boxes(on, boxes));
	if (!rudy)
		return STATUS_OK;
	out->factor /= scale;
	return net_weights(on, boxes->d_box, scale, false, precision, (void **)&boxes->d_weight);
}

static enum status give_pins_weights(const struct density_layout *on, struct density_box_32 *d_net,
				     double scale, int precision, struct density_boxes *boxes)
{
	struct queue *queue = on->queue;
	const struct netlist *netlist = on->placement->netlist;
	struct pin_weights_args args = {0};
	void *d_weight = NULL;
	DEVICE_HELD held = {queue, {&d_weight, &args.pin_net}};

	TRY(net_boxes(queue, on->placement, d_net));
	TRY(net_weights(on, d_net, scale, true, precision, &d_weight));
	TRY(DEVICE_PUT(queue, "density nets", &args.pin_net, netlist->pin_net, netlist->n_pins));
	TRY(device_alloc(queue, "density boxes", 8 * (int64_t)netlist->n_pins,
			 (void **)&boxes->d_weight));
	args.net_weight = d_weight;
	args.weight = (void *)boxes->d_weight;
	LAUNCH(queue, pin_weights, precision, &args, netlist->n_pins);
	return queue_sync(queue);
}

static enum status pin_source(const struct density_layout *on, bool rudy, int precision,
			      struct density_source *out)
{
	double scale = precision == DENSITY_EXACT ? rudy_scale(on, true) : 1;
	struct density_box_32 *d_net = NULL;
	DEVICE_HELD held = {on->queue, {&d_net}};

	/* A pin is a unit; in double precision that is a small part of a bin. */
	out->factor = precision == DENSITY_EXACT ? 1 : density_full(on->grid, DENSITY_EXACT);
	TRY(pin_boxes(on->queue, on->placement, &out->boxes));
	if (!rudy)
		return STATUS_OK;
	out->factor /= scale;
	TRY(DEVICE_ALLOC(on->queue, "density nets", &d_net, on->placement->netlist->n_nets));
	return give_pins_weights(on, d_net, scale, precision, &out->boxes);
}

/* ---- maps ---- */

/* What each component weighs; a bin's sum must fit, wherever they lie. */
static enum status weigh_components(struct queue *queue, const struct density_grid *grid,
				    const struct density_options *options,
				    struct density_source *out)
{
	bool exact = options->precision == DENSITY_EXACT;
	int64_t n = out->boxes.n;
	FREED int64_t *weight = NULL;
	double *real, sum = 0;

	for (int64_t i = 0; i < n; i++)
		sum += fabs((double)options->weight[i]);
	if (sum * density_full(grid, DENSITY_EXACT) >= ldexp(1, 62))
		return status_fail(STATUS_FAILED,
				   "the weights of all cells add up to %g, more than "
				   "the sum of a bin can hold",
				   sum / DENSITY_WEIGHT_UNITS);
	TRY(DEVICE_ALLOC(queue, "density boxes", (int64_t **)&out->boxes.d_weight, n));
	TRY(ALLOC(&weight, n));
	real = (double *)weight;
	for (int64_t i = 0; i < n; i++) {
		if (exact)
			weight[i] = options->weight[i];
		else
			real[i] = (double)options->weight[i] / DENSITY_WEIGHT_UNITS;
	}
	if (exact)
		out->factor /= DENSITY_WEIGHT_UNITS;
	queue_upload(queue, (void *)out->boxes.d_weight, weight, 8 * n);
	return queue_sync(queue);
}

static enum status make_source(const struct density_layout *on, enum density_quantity quantity,
			       const struct density_options *options, struct density_source *out)
{
	int precision = options->precision;

	out->queue = on->queue;
	out->name = density_quantity_name[quantity];
	out->unit = "1";
	switch (quantity) {
	case DENSITY_PINS:
		out->unit = "pins";
		return pin_source(on, false, precision, out);
	case DENSITY_PIN_RUDY:
		out->unit = "1/um";
		return pin_source(on, true, precision, out);
	case DENSITY_NETS:
		out->unit = "nets";
		return net_source(on, false, precision, out);
	case DENSITY_RUDY:
		out->unit = "um/um^2";
		return net_source(on, true, precision, out);
	default:
		out->factor = 1 / density_full(on->grid, precision);
		TRY(density_component_boxes(on->queue, on->placement, quantity, &out->boxes));
		return options->weight ? weigh_components(on->queue, on->grid, options, out)
				       : STATUS_OK;
	}
}

enum status density_source_new(const struct density_layout *on, enum density_quantity quantity,
			       const struct density_options *options, struct density_source *out)
{
	enum status status;

	memset(out, 0, sizeof *out);
	status = make_source(on, quantity, options, out);
	if (status != STATUS_OK)
		density_source_release(out);
	return status;
}

void density_source_release(struct density_source *source)
{
	if (!source->queue) /* it was never made, or released */
		return;
	DEVICE_FREE_ALL(source->queue, &source->boxes.d_box, &source->boxes.d_weight);
	memset(source, 0, sizeof *source);
}

/* The map itself, still on the device. */
enum status density_run_quantity(const struct density_layout *on, enum density_quantity quantity,
				 const struct density_options *options, struct density **out)
{
	RELEASED_BY(density_source_release) struct density_source source = {0};
	RELEASED_BY(density_drop) struct density *density = NULL;

	TRY(density_source_new(on, quantity, options, &source));
	TRY(density_new(on->queue, on->grid, &source.boxes, options, &density));
	density_name(density, source.name, source.unit, source.factor);
	TRY(density_run(density));
	HAND_OVER(out, density);
	return STATUS_OK;
}

enum status density_map_of(const struct density_layout *on, enum density_quantity quantity,
			   const struct density_options *options, struct snap_density **out)
{
	RELEASED_BY(density_drop) struct density *density = NULL;
	struct stepper *stepper;

	TRY(density_run_quantity(on, quantity, options, &density));
	stepper = density_stepper(density);
	return stepper->ops->snapshot(stepper, (struct snap **)out);
}

/* ---- slacks ---- */

int64_t density_component_slack(const struct placement *placement, const struct timing *timing,
				enum split split, const int64_t *of_state, int32_t instance)
{
	const struct netlist *netlist = placement->netlist;
	int64_t worst = FS_NONE_64;

	if (instance >= netlist->n_instances)
		return worst;
	for (int32_t p = netlist->instance_pin[instance]; p < netlist->instance_pin[instance + 1];
	     p++) {
		for (int edge = 0; edge < N_EDGES; edge++) {
			int32_t vertex = p * N_EDGES + edge;
			int64_t slack = of_state ? timing_vertex_slack_of(timing, of_state, vertex)
						 : timing_vertex_slack(timing, vertex, split);

			worst = slack < worst ? slack : worst;
		}
	}
	return worst;
}

static enum status launch_minima(struct queue *queue, const struct density_grid *grid,
				 const struct density_boxes *boxes, const int64_t *slack,
				 struct bin_minima_args *args, int64_t *map)
{
	int64_t n_bins = density_grid_bins(grid);
	struct density_boxes widened = *boxes;

	widened.fit = DENSITY_AT_LEAST_A_UNIT;
	TRY(device_alloc(queue, "density boxes", boxes->n * (int64_t)sizeof *args->box,
			 (void **)&args->box));
	TRY(device_alloc(queue, "density boxes", 8 * boxes->n, (void **)&args->value));
	TRY(device_alloc(queue, "density", 8 * n_bins, (void **)&args->map));
	density_scale(queue, grid, &widened, DENSITY_EXACT, (void *)args->box);
	queue_upload(queue, (void *)args->value, slack, 8 * boxes->n);
	for (int64_t b = 0; b < n_bins; b++)
		map[b] = FS_NONE_64;
	queue_upload(queue, args->map, map, 8 * n_bins);
	LAUNCH(queue, bin_minima, 32, args, boxes->n);
	queue_download(queue, map, args->map, 8 * n_bins);
	return queue_sync(queue);
}

/* The least value of the components that touch each bin, FS_NONE_64 where none has one. */
static enum status bin_least(struct queue *queue, const struct density_grid *grid,
			     const struct density_boxes *boxes, const int64_t *value, int64_t *map)
{
	struct bin_minima_args args = {.bins = grid->bins};
	DEVICE_HELD held = {queue, {&args.box, &args.value, &args.map}};

	/* after a failure no upload still reads them */
	return queue_settle_failure(queue, launch_minima(queue, grid, boxes, value, &args, map));
}

/* A map of these, times `factor`. */
static enum status least_map(const struct density_layout *on, const int64_t *value,
			     enum density_quantity quantity, const char *unit, double factor,
			     struct snap_density **out)
{
	const struct density_grid *grid = on->grid;
	struct density_boxes boxes = {0};
	FREED int64_t *map = NULL;
	int64_t n_bins = density_grid_bins(grid);
	DEVICE_HELD held = {on->queue, {&boxes.d_box}};

	TRY(density_component_boxes(on->queue, on->placement, DENSITY_CELLS, &boxes));
	TRY(ALLOC(&map, n_bins));
	TRY(bin_least(on->queue, grid, &boxes, value, map));
	TRY(snap_density_new(grid->bins.columns, grid->bins.rows, &grid->die, out));
	for (int64_t b = 0; b < n_bins; b++)
		(*out)->value[b] = map[b] == FS_NONE_64 ? (double)NAN : (double)map[b] * factor;
	(*out)->name = density_quantity_name[quantity];
	(*out)->unit = unit;
	(*out)->precision = "exact";
	(*out)->complete = true;
	(*out)->n_boxes = (*out)->n_added = boxes.n;
	return STATUS_OK;
}

enum status density_slacks(const struct density_layout *on, const struct timing *timing,
			   enum split split, const int64_t *of_state, int64_t *slack,
			   struct snap_density **out)
{
	for (int32_t i = 0; i < on->placement->n_components; i++)
		slack[i] = density_component_slack(on->placement, timing, split, of_state, i);
	return least_map(on, slack, DENSITY_SLACK, "ps", 0.001, out);
}

/* Of the values of each component's pins the least, or the largest. */
static int64_t value_of_pins(const struct placement *placement, const int64_t *of_pin,
			     int32_t component, bool largest)
{
	const struct netlist *netlist = placement->netlist;
	int64_t value = largest ? 0 : FS_NONE_64;

	if (component >= netlist->n_instances)
		return value;
	for (int32_t p = netlist->instance_pin[component]; p < netlist->instance_pin[component + 1];
	     p++) {
		if (largest ? of_pin[p] > value : of_pin[p] < value)
			value = of_pin[p];
	}
	return value;
}

enum status density_changes(const struct density_layout *on, const int64_t *change, int64_t *value,
			    struct snap_density **out)
{
	for (int32_t i = 0; i < on->placement->n_components; i++)
		value[i] = value_of_pins(on->placement, change, i, false);
	return least_map(on, value, DENSITY_CHANGE, "ps", 0.001, out);
}

enum status density_critical(const struct density_layout *on, const int64_t *passed, int64_t n,
			     int64_t *value, struct snap_density **out)
{
	for (int32_t i = 0; i < on->placement->n_components; i++) {
		int64_t most = value_of_pins(on->placement, passed, i, true);

		value[i] = most ? -most : FS_NONE_64;
	}
	return least_map(on, value, DENSITY_CRITICAL, "%", -100.0 / (double)n, out);
}
