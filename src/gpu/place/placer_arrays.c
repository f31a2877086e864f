/*
 * The arrays of a global placement: nets sorted by size, pins of cells, fillers, what is blocked.
 *
 * Fillers are charges without nets that take what room the target density leaves, so that all together is even where the cells are spread enough.
 * A cell narrower than sqrt(2) of a bin is widened to that, its charge spread over the larger area, so that its force is smooth.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/random.h"
#include "gpu/place/placer_impl.h"

enum {
	LEAST_LOG = 4,      /* 16 bins along an axis */
	FILLERS_A_CELL = 8, /* at most, and … */
	ENOUGH_FILLERS = 1 << 16,
	WEIGHT_ONE = 1 << PLACE_CHARGE_SHIFT,
};

/* ---- the grid ---- */

static int32_t log_of(double bins)
{
	int32_t log = LEAST_LOG;

	while (log < PLACE_SIDE_SHIFT && (double)(1 << log) * 1.41421356 < bins)
		log++;
	return log;
}

/* About a bin a cell, about square. */
static enum status choose_grid(struct placer *p)
{
	double width = (double)p->core.x2 - p->core.x1, height = (double)p->core.y2 - p->core.y1;
	double side = sqrt(width * height / p->n_cells);
	int32_t log[2] = {log_of(width / side), log_of(height / side)};
	double aspect;

	TRY(density_grid_of(&p->core, 1 << log[0], 1 << log[1], &p->grid));
	if (p->grid.bins.shift > 10)
		p->grid.bins.shift = 10;
	p->unit = width / (1 << log[0]);
	aspect = height / (1 << log[1]) / p->unit;
	p->full = density_full(&p->grid, DENSITY_EXACT) * WEIGHT_ONE;
	return field_open(p->queue, log, aspect, &p->field);
}

static double share_of(const struct placer_problem *problem, int32_t i)
{
	return problem->share ? (double)problem->share[i] / WEIGHT_ONE : 1;
}

static enum status put_free(struct placer *p, const struct placer_problem *problem,
			    struct density_boxes *boxes)
{
	TRY(device_put(p->queue, "placement", problem->free,
		       (int64_t)sizeof *problem->free * problem->n_free, (void **)&boxes->d_box));
	return problem->share ? DEVICE_PUT(p->queue, "placement", (int64_t **)&boxes->d_weight,
					   problem->share, problem->n_free)
			      : STATUS_OK;
}

/* What blocks each bin, as charge: the part that isn't free, at the target density. */
static enum status count_blocked(struct placer *p, const struct placer_problem *problem)
{
	int64_t bins = density_grid_bins(&p->grid);
	int64_t whole = (int64_t)WEIGHT_ONE << 2 * p->grid.bins.shift;
	double each = problem->share ? 1 : WEIGHT_ONE;
	struct density_options options = DENSITY_OPTIONS_INIT;
	struct density_boxes boxes = {.n = problem->n_free, .fit = DENSITY_AREA};
	RELEASED_BY(density_drop) struct density *density = NULL;
	FREED int64_t *map = NULL;
	DEVICE_HELD held = {p->queue, {&boxes.d_box, &boxes.d_weight}};

	TRY(ALLOC(&map, bins));
	TRY(put_free(p, problem, &boxes));
	TRY(density_new(p->queue, &p->grid, &boxes, &options, &density));
	TRY(density_run(density));
	TRY(density_read(density, DENSITY_RESULT, map));
	p->full_target = (int64_t)(problem->density * p->full);
	for (int64_t b = 0; b < bins; b++)
		map[b] = (int64_t)(problem->density *
				   fmin((double)whole,
					fmax(0, (double)whole - each * (double)map[b])));
	TRY(DEVICE_PUT(p->queue, "placement", &p->d_blocked, map, bins));
	return queue_sync(p->queue);
}

/* ---- nets and pins ---- */

/* Pins of a net; all wide ones count as equal. */
static int32_t size_of(const struct placer_problem *problem, int32_t net)
{
	int32_t n = problem->net_row[net + 1] - problem->net_row[net];

	return n > PLACE_WIDE_NET ? PLACE_WIDE_NET + 1 : n;
}

/* By their pins, so that threads side by side have as many, and those that have a block come last; equal ones in their order. */
static enum status order_nets(struct placer *p, const struct placer_problem *problem)
{
	int32_t first[PLACE_WIDE_NET + 3] = {0};

	TRY(ALLOC(&p->net_order, p->n_nets));
	for (int32_t net = 0; net < p->n_nets; net++)
		first[1 + size_of(problem, net)]++;
	for (int32_t size = 1; size <= PLACE_WIDE_NET + 2; size++)
		first[size] += first[size - 1];
	p->n_narrow = first[PLACE_WIDE_NET + 1];
	for (int32_t net = 0; net < p->n_nets; net++)
		p->net_order[first[size_of(problem, net)]++] = net;
	return STATUS_OK;
}

struct pin_arrays {
	int32_t *net_row, *cell; /* owned */
	struct place_xy *at;     /* owned */
	int64_t *pin;            /* owned: of cells */
};

static void fill_net(struct placer *p, const struct placer_problem *problem, int32_t i,
		     struct pin_arrays *a)
{
	int32_t net = p->net_order[i], first = problem->net_row[net], n = a->net_row[i];

	for (int32_t k = first; k < problem->net_row[net + 1]; k++, n++) {
		const struct place_pin *pin = &problem->pin[k];
		double x = pin->cell < 0 ? pin->dx - (double)p->core.x1 : pin->dx;
		double y = pin->cell < 0 ? pin->dy - (double)p->core.y1 : pin->dy;

		a->cell[n] = pin->cell;
		a->at[n] = (struct place_xy){(float)(x / p->unit), (float)(y / p->unit)};
		if (pin->cell >= 0)
			p->row[pin->cell + 1]++;
	}
	a->net_row[i + 1] = n;
}

/* The pins of each cell, in their order. */
static enum status list_pins(struct placer *p, struct pin_arrays *a)
{
	for (int32_t i = 0; i < p->n_cells; i++)
		p->row[i + 1] += p->row[i];
	TRY(ALLOC_ALL(p->row[p->n_cells], &a->pin, &p->pin_net));
	for (int32_t i = p->n_nets - 1; i >= 0; i--) {
		for (int32_t n = a->net_row[i + 1] - 1; n >= a->net_row[i]; n--) {
			int64_t at;

			if (a->cell[n] < 0)
				continue;
			at = --p->row[a->cell[n] + 1];
			a->pin[at] = n;
			p->pin_net[at] = i;
		}
	}
	/* each row's end came down to its begin: one place on */
	memmove(p->row, p->row + 1, (size_t)p->n_cells * sizeof *p->row);
	p->row[p->n_cells] = 0;
	for (int64_t n = 0; n < p->n_pins; n++)
		p->row[p->n_cells] += a->cell[n] >= 0;
	return STATUS_OK;
}

static enum status make_pins(struct placer *p, const struct placer_problem *problem,
			     struct pin_arrays *a)
{
	struct queue *queue = p->queue;

	p->n_pins = problem->net_row[p->n_nets];
	TRY(ALLOC(&a->net_row, p->n_nets + 1));
	TRY(ALLOC_ALL(p->n_pins, &a->cell, &a->at));
	TRY(ALLOC(&p->row, p->n_cells + 1));
	for (int32_t i = 0; i < p->n_nets; i++)
		fill_net(p, problem, i, a);
	TRY(list_pins(p, a));
	TRY(DEVICE_PUT(queue, "placement", &p->d_net_row, a->net_row, p->n_nets + 1));
	TRY(DEVICE_PUT(queue, "placement", &p->d_pin_cell, a->cell, p->n_pins));
	TRY(DEVICE_PUT(queue, "placement", &p->d_pin_at, a->at, p->n_pins));
	TRY(DEVICE_PUT(queue, "placement", &p->d_row, p->row, p->n_cells + 1));
	TRY(DEVICE_PUT(queue, "placement", &p->d_pin, a->pin, p->row[p->n_cells]));
	TRY(DEVICE_ALLOC(queue, "placement", &p->d_pin_pull, p->n_pins));
	TRY(DEVICE_ALLOC_ALL(queue, "placement", p->n_nets, &p->d_length, &p->d_net_weight));
	return queue_sync(queue);
}

static enum status fill_pins(struct placer *p, const struct placer_problem *problem)
{
	struct pin_arrays arrays = {0};
	enum status status;

	TRY(order_nets(p, problem));
	status = queue_settle(p->queue, make_pins(p, problem, &arrays));
	FREE_ALL(arrays.net_row, arrays.cell, arrays.at, arrays.pin);
	return status;
}

/* ---- cells and fillers ---- */

static double bin_height_of(const struct placer *p)
{
	return ((double)p->core.y2 - p->core.y1) / p->grid.bins.rows;
}

static double free_area(const struct placer_problem *problem)
{
	double area = 0;

	for (int32_t i = 0; i < problem->n_free; i++) {
		const struct rect *r = &problem->free[i];

		area += share_of(problem, i) * ((double)r->x2 - r->x1) * ((double)r->y2 - r->y1);
	}
	return area;
}

/* How many fillers there are and how wide they are: as cells are on the average. */
static enum status count_fillers(struct placer *p, const struct placer_problem *problem,
				 int32_t *width, int32_t *height)
{
	double room = free_area(problem) * problem->density, need = 0, sum_width = 0;

	for (int32_t i = 0; i < p->n_cells; i++) {
		need += (double)problem->width[i] * problem->height[i];
		sum_width += problem->width[i];
	}
	p->charge = need / (p->unit * bin_height_of(p));
	if (need > room * 1.0001)
		return status_fail(
			STATUS_FAILED,
			"cells need %.1f %% of the room between what is fixed, more than a density of %g has",
			100 * need / (room / problem->density), problem->density);
	*height = (int32_t)(need / sum_width);
	*width = (int32_t)(sum_width / p->n_cells);
	p->n_fillers = 0;
	if (room > need && *width > 0 && *height > 0) {
		double n = (room - need) / ((double)*width * *height);
		double most = p->n_cells * (double)FILLERS_A_CELL + ENOUGH_FILLERS;

		for (; n > most; n /= 4, *width *= 2)
			*height *= 2;
		p->n_fillers = (int32_t)n;
	}
	p->n = (int64_t)p->n_cells + p->n_fillers;
	return STATUS_OK;
}

struct item_arrays {
	int32_t *size;              /* owned */
	int64_t *weight;            /* owned */
	float *charge;              /* owned */
	struct place_xy *half, *at; /* owned */
};

static int32_t widened(double size, double bin)
{
	return (int32_t)(size < bin * 1.41421356 ? bin * 1.41421356 : size);
}

static void fill_item(const struct placer *p, struct item_arrays *a, int64_t i, int32_t width,
		      int32_t height)
{
	double bin_height = bin_height_of(p), area = (double)width * height;

	a->size[2 * i] = widened(width, p->unit);
	a->size[2 * i + 1] = widened(height, bin_height);
	a->weight[i] =
		(int64_t)(WEIGHT_ONE * area / ((double)a->size[2 * i] * a->size[2 * i + 1]) + 0.5);
	a->charge[i] = (float)(area / (p->unit * bin_height));
	a->half[i] = (struct place_xy){(float)(width / p->unit / 2), (float)(height / p->unit / 2)};
}

static double within(double at, double half, double side)
{
	at = at > side - half ? side - half : at;
	return at < half ? half : at;
}

static void put_item(const struct placer *p, struct item_arrays *a, int64_t i, double x, double y)
{
	double width = (double)p->grid.bins.columns;
	double height = ((double)p->core.y2 - p->core.y1) / p->unit;

	a->at[i] = (struct place_xy){(float)within(x, (double)a->half[i].x, width),
				     (float)within(y, (double)a->half[i].y, height)};
}

static void fill_items(struct placer *p, const struct placer_problem *problem,
		       struct item_arrays *a, int32_t width, int32_t height)
{
	double height_all = ((double)p->core.y2 - p->core.y1) / p->unit;

	for (int64_t i = 0; i < p->n; i++) {
		double r[2] = {random_unit(random_bits(problem->seed, (uint64_t)i, 0)),
			       random_unit(random_bits(problem->seed, (uint64_t)i, 1))};

		if (i < p->n_cells) {
			/* cells in one place would stay together */
			fill_item(p, a, i, problem->width[i], problem->height[i]);
			put_item(p, a, i, (problem->x[i] - p->core.x1) / p->unit + r[0] - 0.5,
				 (problem->y[i] - p->core.y1) / p->unit + r[1] - 0.5);
		} else {
			fill_item(p, a, i, width, height);
			put_item(p, a, i, r[0] * p->grid.bins.columns, r[1] * height_all);
		}
	}
}

static enum status upload_items(struct placer *p, const struct item_arrays *a)
{
	struct queue *queue = p->queue;

	TRY(DEVICE_PUT(queue, "placement", &p->d_size, a->size, 2 * p->n));
	TRY(DEVICE_PUT(queue, "placement", &p->d_weight, a->weight, p->n));
	TRY(DEVICE_PUT(queue, "placement", &p->d_charge, a->charge, p->n));
	TRY(DEVICE_PUT(queue, "placement", &p->d_half, a->half, p->n));
	queue_upload(queue, p->side[0].d_main, a->at, p->n * (int64_t)sizeof *a->at);
	queue_upload(queue, p->side[0].d_at, a->at, p->n * (int64_t)sizeof *a->at);
	return queue_sync(queue);
}

static enum status make_items(struct placer *p, const struct placer_problem *problem,
			      struct item_arrays *a)
{
	int32_t width = 0, height = 0;

	TRY(count_fillers(p, problem, &width, &height));
	TRY(ALLOC(&a->size, 2 * p->n));
	TRY(ALLOC_ALL(p->n, &a->weight, &a->charge, &a->half, &a->at));
	fill_items(p, problem, a, width, height);
	for (int s = 0; s < 2; s++)
		TRY(placer_side_new(p, &p->side[s]));
	return upload_items(p, a);
}

/* The maps of cells and of fillers, with boxes in the units of the grid. */
static enum status open_density(struct placer *p)
{
	struct density_options options = DENSITY_OPTIONS_INIT;
	struct density_boxes boxes = {.n = p->n_cells,
				      .d_box = p->d_scaled,
				      .d_weight = p->d_weight,
				      .fit = DENSITY_SCALED};

	options.batch = p->n;
	TRY(density_new(p->queue, &p->grid, &boxes, &options, &p->cells));
	if (!p->n_fillers)
		return STATUS_OK;
	options.method = DENSITY_NAIVE;
	boxes.n = p->n_fillers;
	boxes.d_box = p->d_scaled + p->n_cells;
	boxes.d_weight = p->d_weight + p->n_cells;
	return density_new(p->queue, &p->grid, &boxes, &options, &p->fillers);
}

static enum status fill_cells(struct placer *p, const struct placer_problem *problem)
{
	struct queue *queue = p->queue;
	struct item_arrays arrays = {0};
	enum status status = queue_settle(queue, make_items(p, problem, &arrays));

	FREE_ALL(arrays.size, arrays.weight, arrays.charge, arrays.half, arrays.at);
	TRY(status);
	TRY(DEVICE_ALLOC_ALL(queue, "placement", p->n, &p->d_degree, &p->d_box, &p->d_scaled));
	for (int axis = 0; axis < 2; axis++)
		TRY(DEVICE_ALLOC(queue, "placement", &p->d_under[axis], p->n));
	TRY(DEVICE_ALLOC(queue, "placement", &p->d_part, N_PLACE_SUMS * PLACE_LANES));
	TRY(DEVICE_ALLOC(queue, "placement", &p->d_total, N_PLACE_SUMS * PLACE_PARTS));
	TRY(ALLOC(&p->total, N_PLACE_SUMS * PLACE_PARTS));
	TRY(ALLOC(&p->host, p->n_cells));
	return open_density(p);
}

enum status placer_fill(struct placer *p, const struct placer_problem *problem)
{
	p->core = problem->core;
	p->n_cells = problem->n_cells;
	p->n_nets = problem->n_nets;
	TRY(choose_grid(p));
	/* after a failure nothing that was queued still reads the problem's arrays */
	TRY(queue_settle_failure(p->queue, count_blocked(p, problem)));
	TRY(fill_pins(p, problem));
	return fill_cells(p, problem);
}

/* ---- sides ---- */

static struct place_xy **array_of(struct placer_side *side, int i)
{
	struct place_xy **array[PLACER_ARRAYS] = {&side->d_main, &side->d_at, &side->d_pull,
						  &side->d_push};

	return array[i];
}

enum status placer_side_new(struct placer *placer, struct placer_side *out)
{
	*out = (struct placer_side){0};
	for (int i = 0; i < PLACER_ARRAYS; i++)
		TRY(DEVICE_ALLOC(placer->queue, "placement", array_of(out, i), placer->n));
	return STATUS_OK;
}

void placer_side_free(struct placer *placer, struct placer_side *side)
{
	DEVICE_FREE_ALL(placer->queue, &side->d_main, &side->d_at, &side->d_pull, &side->d_push);
}

void placer_side_copy(struct placer *placer, const struct placer_side *from, struct placer_side *to)
{
	struct placer_side source = *from;

	for (int i = 0; i < PLACER_ARRAYS; i++)
		queue_copy(placer->queue, *array_of(to, i), *array_of(&source, i),
			   placer->n * (int64_t)sizeof(struct place_xy));
}
