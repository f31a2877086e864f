/* Maps of a placement against what the placement says, bin by bin in double precision; statistics.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/layout/placement_check.h"
#include "gpu/density/density_maps.h"
#include "lib/devices.h"
#include "lib/tap.h"
#include "read/layout/def.h"
#include "read/layout/lef.h"

static struct placement *open_loom(void)
{
	const char *srcdir = getenv("srcdir");
	struct text warnings = TEXT_INIT, path = TEXT_INIT;
	struct task task = TASK_INIT;
	struct technology *technology;
	struct placement *placement;

	text_printf(&path, "%s/assets/ws45/ws45.lef.gz", srcdir ? srcdir : ".");
	if (lef_read(text_string(&path), NULL, &warnings, &task, &technology) != STATUS_OK)
		abort();
	text_clear(&path);
	text_printf(&path, "%s/assets/loom/loom.def.gz", srcdir ? srcdir : ".");
	if (def_read(text_string(&path), NULL, technology, &warnings, &task, &placement) !=
	    STATUS_OK)
		abort();
	technology_unref(technology);
	text_release(&warnings);
	text_release(&path);
	return placement;
}

/* A map by hand. */
struct naive {
	const struct density_grid *grid;
	double *value, width, height; /* of a bin, µm */
};

static void naive_new(struct naive *naive, const struct density_grid *grid)
{
	naive->grid = grid;
	naive->value = calloc((size_t)density_grid_bins(grid), sizeof *naive->value);
	naive->width = microns((int64_t)grid->die.x2 - grid->die.x1) / grid->bins.columns;
	naive->height = microns((int64_t)grid->die.y2 - grid->die.y1) / grid->bins.rows;
}

static double common(double a1, double a2, double b1, double b2)
{
	double length = fmin(a2, b2) - fmax(a1, b1);

	return length > 0 ? length : 0;
}

/* weight × the share of each bin; coordinates in µm from the die's corner. */
static void naive_add(struct naive *naive, double x1, double y1, double x2, double y2,
		      double weight)
{
	const struct density_bins *bins = &naive->grid->bins;
	double w = naive->width, h = naive->height;

	for (int32_t v = (int32_t)fmax(0, y1 / h - 1); v < bins->rows && v * h <= y2; v++) {
		for (int32_t u = (int32_t)fmax(0, x1 / w - 1); u < bins->columns && u * w <= x2;
		     u++)
			naive->value[(int64_t)v * bins->columns + u] +=
				weight * common(x1, x2, u * w, (u + 1) * w) *
				common(y1, y2, v * h, (v + 1) * h) / (w * h);
	}
}

static void naive_cells(struct naive *naive, const struct placement *placement,
			enum density_quantity quantity)
{
	for (int32_t i = 0; i < placement->n_components; i++) {
		struct rect b = placement_component_box(placement, i);
		enum placement_kind kind = placement_kind(placement, i);
		int status = placement->component[i].status;
		bool wanted = status != UNPLACED && kind != KIND_FILLER;

		if (quantity == DENSITY_MOVABLE)
			wanted = wanted && status == PLACED;
		if (quantity == DENSITY_FIXED_CELLS)
			wanted = wanted && status == FIXED;
		if (quantity == DENSITY_MACROS)
			wanted = wanted && kind == KIND_BLOCK;
		if (wanted)
			naive_add(naive, microns(b.x1 - placement->die.x1),
				  microns(b.y1 - placement->die.y1),
				  microns(b.x2 - placement->die.x1),
				  microns(b.y2 - placement->die.y1), 1);
	}
}

struct net_box {
	int32_t n; /* pins */
	double x1, y1, x2, y2;
};

static struct net_box net_box_of(const struct placement *placement, int32_t net)
{
	const struct netlist *netlist = placement->netlist;
	struct net_box box = {0, INFINITY, INFINITY, -INFINITY, -INFINITY};

	for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1]; j++) {
		int32_t x, y;

		if (!placement_pin(placement, netlist->net_pin[j], &x, &y))
			continue;
		box.n++;
		box.x1 = fmin(box.x1, microns(x - placement->die.x1));
		box.y1 = fmin(box.y1, microns(y - placement->die.y1));
		box.x2 = fmax(box.x2, microns(x - placement->die.x1));
		box.y2 = fmax(box.y2, microns(y - placement->die.y1));
	}
	return box;
}

/* Wire for each area of its box, which counts as a unit wide and high at least, for its pins as a
 * bin. */
static double rudy_of(const struct naive *naive, const struct net_box *box, bool of_pins)
{
	double units = of_pins ? 1 : 1 << naive->grid->bins.shift;
	double w = box->x2 - box->x1, h = box->y2 - box->y1;

	return box->n ? (w + h) / (fmax(w, naive->width / units) * fmax(h, naive->height / units))
		      : 0;
}

static void naive_nets(struct naive *naive, const struct placement *placement, bool rudy)
{
	double units = 1 << naive->grid->bins.shift;
	double unit_x = naive->width / units, unit_y = naive->height / units;

	for (int32_t n = 0; n < placement->netlist->n_nets; n++) {
		struct net_box b = net_box_of(placement, n);

		if (b.n)
			naive_add(naive, b.x1, b.y1, fmax(b.x2, b.x1 + unit_x),
				  fmax(b.y2, b.y1 + unit_y), rudy ? rudy_of(naive, &b, false) : 1);
	}
}

/* By the bin that it is in. */
static void naive_pins(struct naive *naive, const struct placement *placement, bool rudy)
{
	const struct netlist *netlist = placement->netlist;
	const struct density_bins *bins = &naive->grid->bins;
	const struct rect *die = &placement->die;

	for (int32_t p = 0; p < netlist->n_pins; p++) {
		int32_t x, y;
		int64_t u, v;
		struct net_box box;

		if (netlist->pin_net[p] < 0 || !placement_pin(placement, p, &x, &y))
			continue;
		u = ((int64_t)x - die->x1) * bins->columns / (die->x2 - die->x1);
		v = ((int64_t)y - die->y1) * bins->rows / (die->y2 - die->y1);
		u = u == bins->columns ? u - 1 : u;
		v = v == bins->rows ? v - 1 : v;
		box = net_box_of(placement, netlist->pin_net[p]);
		naive->value[v * bins->columns + u] += rudy ? rudy_of(naive, &box, true) : 1;
	}
}

static void naive_map(struct naive *naive, const struct placement *placement,
		      enum density_quantity quantity)
{
	switch (quantity) {
	case DENSITY_PINS:
	case DENSITY_PIN_RUDY:
		naive_pins(naive, placement, quantity == DENSITY_PIN_RUDY);
		return;
	case DENSITY_NETS:
	case DENSITY_RUDY:
		naive_nets(naive, placement, quantity == DENSITY_RUDY);
		return;
	default:
		naive_cells(naive, placement, quantity);
	}
}

/* How far two maps are apart, as a share of the larger's largest value. */
static double distance(const double *a, const double *b, int64_t n)
{
	double worst = 0, most = 1e-9;

	for (int64_t i = 0; i < n; i++) {
		worst = fmax(worst, fabs(a[i] - b[i]));
		most = fmax(most, fabs(b[i]));
	}
	return worst / most;
}

static void check_quantity(struct test_device *d, const struct placement *placement,
			   const struct density_grid *grid, enum density_quantity quantity)
{
	const struct density_layout on = {d->queue, placement, grid};
	struct density_options options = DENSITY_OPTIONS_INIT;
	struct snap_density *map[2];
	struct naive naive;
	int64_t n = density_grid_bins(grid);
	double error;

	naive_new(&naive, grid);
	naive_map(&naive, placement, quantity);
	for (int i = 0; i < 2; i++) {
		options.precision = i ? DENSITY_DOUBLE : DENSITY_EXACT;
		options.method = i ? DENSITY_NAIVE : DENSITY_PREFIX;
		if (density_map_of(&on, quantity, &options, &map[i]) != STATUS_OK)
			abort();
	}
	error = distance(map[0]->value, naive.value, n);
	/* a sub-bin is 1/4096; lines one wide may move by half of one */
	OK(error < (quantity == DENSITY_PINS ? 1e-12 : 0.004), "%s: map of %s (off by %.2g)",
	   d->name, map[0]->name, error);
	error = distance(map[1]->value, naive.value, n);
	OK(error < (quantity == DENSITY_NETS || quantity == DENSITY_RUDY ? 1e-4 : 1e-9),
	   "%s: in double precision (off by %.2g)", d->name, error);
	snap_unref(&map[0]->snap);
	snap_unref(&map[1]->snap);
	free(naive.value);
}

/* The sum under cells: the mean of the map over each. */
static void check_cells(struct test_device *d, const struct placement *placement,
			const struct density_grid *grid)
{
	const struct density_layout on = {d->queue, placement, grid};
	struct density_options options = DENSITY_OPTIONS_INIT;
	struct density_cell *cell = calloc((size_t)placement->n_components, sizeof *cell);
	struct snap_density *map;
	double worst = 0;
	int32_t n = 0;

	if (density_cells(&on, DENSITY_PINS, &options, cell) != STATUS_OK ||
	    density_map_of(&on, DENSITY_PINS, &options, &map) != STATUS_OK)
		abort();
	for (int32_t i = 0; i < placement->n_components; i++) {
		struct rect box = placement_component_box(placement, i);
		double sum = 0, area = 0;

		if (isnan(cell[i].mean))
			continue;
		for (int64_t b = 0; b < density_grid_bins(grid); b++) {
			struct rect bin = snap_density_bin(map, (int32_t)(b % map->columns),
							   (int32_t)(b / map->columns));
			double part = rect_common_area(&box, &bin);

			sum += map->value[b] * part;
			area += part;
		}
		worst = fmax(worst, fabs(cell[i].mean - sum / area));
		n++;
	}
	OK(n > 12000 && worst < 0.5, "%s: pins under each of %d cells (off by %.2g)", d->name, n,
	   worst);
	snap_unref(&map->snap);
	free(cell);
}

/* ---- statistics and pictures ---- */

static void check_statistics(void)
{
	static const double p[] = {0, 0.5, 1};
	const struct rect die = {0, 0, 4 * LENGTHS_PER_MICRON, 2 * LENGTHS_PER_MICRON};
	struct snap_density *map, *difference;
	struct density_summary s;
	struct density_overflow over;
	double quantile[3], picture[8];
	int32_t bin[3];

	if (snap_density_new(4, 2, &die, &map) != STATUS_OK)
		abort();
	for (int i = 0; i < 8; i++)
		map->value[i] = i % 3;
	map->value[7] = (double)NAN;
	s = snap_density_summarize(map); /* 0 1 2 0, 1 2 0 - */
	OK(s.n_values == 7 && s.n_empty == 3 && s.min == 0 && s.max == 2 && s.sum == 6 &&
		   s.least == 0 && s.most == 2,
	   "extremes, the first bins of them, and sum");
	OK(snap_density_quantiles(map, p, 3, quantile) == STATUS_OK && quantile[0] == 0 &&
		   quantile[1] == 1 && quantile[2] == 2,
	   "quantiles");
	over = snap_density_overflow(map, 0.5);
	OK(over.n_bins == 4 && over.sum == 4 && fabs(over.share - 4.0 / 6) < 1e-12, "overflow");
	OK(snap_density_top(map, false, bin, 3) == 3 && bin[0] == 2 && bin[1] == 5 && bin[2] == 1 &&
		   snap_density_top(map, true, bin, 3) == 3 && bin[0] == 0 && bin[1] == 3 &&
		   bin[2] == 6,
	   "top bins, the first of equals first");
	snap_density_picture(map, false, 2, 1, picture);
	OK(picture[0] == 2 && picture[1] == 2, "a picture shows what stands out");
	snap_density_picture(map, true, 4, 2, picture);
	OK(picture[0] == 1 && isnan(picture[3]) && picture[4] == 0 && picture[6] == 2,
	   "top row first");
	OK(snap_density_subtract(map, map, &difference) == STATUS_OK && difference->value[2] == 0 &&
		   isnan(difference->value[7]),
	   "a difference");
	snap_unref(&difference->snap);
	snap_unref(&map->snap);
}

int main(void)
{
	struct placement *placement = open_loom();
	struct density_grid grid, coarse;

	if (density_grid_of(&placement->die, 60, 48, &grid) != STATUS_OK ||
	    density_grid_of(&placement->die, 16, 16, &coarse) != STATUS_OK)
		abort();
	check_statistics();
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		for (int q = 0; q < DENSITY_SLACK; q++)
			check_quantity(&d, placement, &grid, (enum density_quantity)q);
		check_cells(&d, placement, &coarse);
		test_device_close(&d);
	}
	placement_unref(placement);
	return tap_done();
}
