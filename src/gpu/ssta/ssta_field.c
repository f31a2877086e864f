/*
 * A field over the die: of each sample a value at each gate, normal, and any two correlated by
 * 1 / (1 + (d / length)²), d being their distance.
 *
 * Values at the knots of a lattice, a third of the length apart, are sums of independent components: the columns of a Cholesky
 * factor with pivots (Harbrecht, Peters and Schneider, Applied Numerical Mathematics 2012), until no knot lacks more than
 * RESIDUAL of its variance. A region's value is interpolated from the 16 knots around it by Catmull and Rom's cubics
 * and scaled to a variance of 1. A region is the gates of a cell of at most length / 64, or what a larger cell has when there
 * are too many of those; its place is the mean of theirs.
 *
 * What is left of the formula is measured, not estimated: ssta_field_error.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/keys.h"
#include "base/parallel.h"
#include "gpu/ssta/ssta_impl.h"

enum {
	KNOTS_IN_LENGTH = 3,
	CELLS_IN_LENGTH = 64, /* at most */
	MOST_KNOTS = 3000,
	MOST_CELLS = 16384,
	AROUND = 4, /* knots around a place, along an axis */
	PIVOTS =
		16, /* whose columns are made together, each pass over the others being bound by memory; at most as many as knots */
	MOST_GATES = 400, /* between which the error is measured */
};

#define RESIDUAL 0.005

/* Lengths are in units of the length of correlation, from the die's lower left corner. */
struct field {
	const struct netlist *netlist;
	const struct ssta_sharing *sharing;
	struct ssta_factors *out;
	double width, height;
	int32_t n_x, n_y, n_knots, n_components;
	double *component; /* owned [n_components × n_knots] */
	int64_t capacity;
	double *residual;            /* owned [n_knots] */
	double *place;               /* owned [2 × regions]: x, y */
	int32_t *library, *n_inside; /* owned [regions]; gates of each */
	double *value;               /* owned [n_components]: of a region */
};

static FREES(release, struct field, x->component, x->residual, x->place, x->library, x->n_inside,
	     x->value);

static double correlation(double x, double y)
{
	return 1 / (1 + x * x + y * y);
}

/* ---- regions ---- */

static void gate_place(const struct field *f, int32_t x, double place[2])
{
	const struct placement *p = f->sharing->placement;
	bool is_placed = x < p->n_components;
	double at[2] = {0, 0}, most[2] = {f->width, f->height};

	if (is_placed) {
		at[0] = microns((int64_t)p->component[x].x - p->die.x1) / f->sharing->length;
		at[1] = microns((int64_t)p->component[x].y - p->die.y1) / f->sharing->length;
	}
	for (int i = 0; i < 2; i++)
		place[i] = at[i] < 0 ? 0 : at[i] > most[i] ? most[i] : at[i];
}

struct cell {
	int32_t library, x, y;
};

/* Number the cells that have gates, `in_length` of them a length wide; more than MOST_CELLS: *fits is false. */
static enum status number_cells(const struct field *f, double in_length, struct keys *keys,
				bool *fits)
{
	*fits = true;
	keys_clear(keys);
	for (int32_t x = 0; x < f->netlist->n_instances && *fits; x++) {
		struct cell cell = {0};
		double place[2];

		gate_place(f, x, place);
		cell.x = (int32_t)(place[0] * in_length);
		cell.y = (int32_t)(place[1] * in_length);
		if (f->sharing->library != 0)
			cell.library = ssta_library_of(f->netlist, x);
		TRY(keys_add(keys, &cell, &f->out->region[x], NULL));
		*fits = keys->n <= MOST_CELLS;
	}
	return STATUS_OK;
}

static enum status find_regions(struct field *f)
{
	struct keys keys = {.width = sizeof(struct cell)};
	enum status status = STATUS_OK;
	bool fits = false;

	for (double n = CELLS_IN_LENGTH; !fits && status == STATUS_OK; n /= 2)
		status = number_cells(f, n, &keys, &fits);
	f->out->n_regions = keys.n;
	keys_release(&keys);
	TRY(status);
	TRY(ALLOC(&f->place, 2 * (int64_t)f->out->n_regions));
	TRY(ALLOC_ALL(f->out->n_regions, &f->library, &f->n_inside));
	for (int32_t x = 0; x < f->netlist->n_instances; x++) {
		int32_t r = f->out->region[x];
		double place[2];

		gate_place(f, x, place);
		f->place[2 * r] += place[0];
		f->place[2 * r + 1] += place[1];
		f->n_inside[r]++;
		f->library[r] = ssta_library_of(f->netlist, x);
	}
	for (int64_t i = 0; i < 2 * (int64_t)f->out->n_regions; i++)
		f->place[i] /= f->n_inside[i / 2];
	return STATUS_OK;
}

/* ---- knots ---- */

/* Knots along a side: those between 0 and the one beyond its end, and one more on either side. */
static int64_t knots_along(double side)
{
	return max_i64((int64_t)ceil(side * KNOTS_IN_LENGTH), 1) + AROUND - 1;
}

static enum status find_lattice(struct field *f)
{
	const struct rect *die = &f->sharing->placement->die;
	double width = microns((int64_t)die->x2 - die->x1);
	double height = microns((int64_t)die->y2 - die->y1), least = f->sharing->length;
	double most = least * MOST_KNOTS;

	f->width = width / least;
	f->height = height / least;
	if (width < most && height < most &&
	    knots_along(f->width) * knots_along(f->height) <= MOST_KNOTS) {
		f->n_x = (int32_t)knots_along(f->width);
		f->n_y = (int32_t)knots_along(f->height);
		f->n_knots = f->n_x * f->n_y;
		return STATUS_OK;
	}
	least = fmax(least, fmax(width, height) / MOST_KNOTS);
	while (knots_along(width / least) * knots_along(height / least) > MOST_KNOTS)
		least *= 1.01;
	return status_fail(
		STATUS_FAILED,
		"-length %g is too short for a die of %.0f x %.0f um, where it takes more "
		"than %d places to draw values at; -length %.0f is long enough",
		f->sharing->length, width, height, MOST_KNOTS, ceil(least));
}

/* What is left of the covariance of all knots with some, a column each, when the components so far are taken off: one pass
 * over these. */
static void take_off(const struct field *f, const int32_t pivot[PIVOTS], double *column)
{
	int32_t n = f->n_knots;
	int n_parts = parts_of((int64_t)n * f->n_components * PIVOTS);

	OVER_PARTS(part, n_parts)
	{
		OVER_PART(i, n, n_parts, part)
		{
			for (int p = 0; p < PIVOTS; p++) {
				double x = (double)(i % f->n_x - pivot[p] % f->n_x);
				double y = (double)(i / f->n_x - pivot[p] / f->n_x);

				column[p * (int64_t)n + i] =
					correlation(x / KNOTS_IN_LENGTH, y / KNOTS_IN_LENGTH);
			}
		}
		for (int32_t k = 0; k < f->n_components; k++) {
			const double *before = f->component + (int64_t)k * n;

			for (int p = 0; p < PIVOTS; p++) {
				double *to = column + p * (int64_t)n, by = before[pivot[p]];

				OVER_PART(i, n, n_parts, part)
				to[i] -= by * before[i];
			}
		}
	}
}

/* Components of the pivots whose residual is still at least `least`, one after another. */
static enum status add_components(struct field *f, const int32_t pivot[PIVOTS], double least,
				  double *column)
{
	int32_t n = f->n_knots;

	for (int p = 0; p < PIVOTS; p++) {
		double *own = column + p * (int64_t)n, root = sqrt(f->residual[pivot[p]]);

		if (f->residual[pivot[p]] < least)
			continue;
		for (int32_t i = 0; i < n; i++) {
			own[i] = f->residual[i] > 0 ? own[i] / root : 0;
			f->residual[i] = fmax(f->residual[i] - own[i] * own[i], 0);
		}
		f->residual[pivot[p]] = 0;
		TRY(GROW(&f->component, &f->capacity, (int64_t)(f->n_components + 1) * n));
		COPY(f->component + (int64_t)f->n_components * n, own, n);
		f->n_components++;
		for (int q = p + 1; q < PIVOTS; q++) {
			double *to = column + q * (int64_t)n, by = own[pivot[q]];

			for (int32_t i = 0; i < n; i++)
				to[i] -= by * own[i];
		}
	}
	return STATUS_OK;
}

/* Pivots are taken PIVOTS at a time: of each part of the knots the one with the largest residual, if it still has at least half
 * of the largest of all. */
static enum status find_components(struct field *f)
{
	int32_t n = f->n_knots, pivot[PIVOTS];
	double largest = 1;
	FREED double *column = NULL;

	TRY(ALLOC(&f->residual, n));
	TRY(ALLOC(&column, PIVOTS * (int64_t)n));
	for (int32_t i = 0; i < n; i++)
		f->residual[i] = 1;
	while (largest >= RESIDUAL) {
		largest = 0;
		for (int p = 0; p < PIVOTS; p++) {
			pivot[p] = (int32_t)part_begin(n, PIVOTS, p);
			OVER_PART(i, n, PIVOTS, p)
			{
				if (f->residual[i] > f->residual[pivot[p]])
					pivot[p] = (int32_t)i;
			}
			largest = fmax(largest, f->residual[pivot[p]]);
		}
		if (largest < RESIDUAL)
			break;
		take_off(f, pivot, column);
		TRY(add_components(f, pivot, fmax(largest / 2, RESIDUAL), column));
	}
	return STATUS_OK;
}

/* ---- values of regions ---- */

static void cubics(double t, double weight[AROUND])
{
	weight[0] = (-t + 2 * t * t - t * t * t) / 2;
	weight[1] = (2 - 5 * t * t + 3 * t * t * t) / 2;
	weight[2] = (t + 4 * t * t - 3 * t * t * t) / 2;
	weight[3] = (t * t * t - t * t) / 2;
}

/* The knots around a place and their weights; f->value: the components of the sum, whose squares add up to 1. */
static void interpolate(struct field *f, const double place[2], int32_t knot[AROUND * AROUND],
			double weight[AROUND * AROUND])
{
	double along[2][AROUND], square = 0;
	int32_t first[2];

	for (int i = 0; i < 2; i++) {
		double at = place[i] * KNOTS_IN_LENGTH;
		int32_t last = (i == 0 ? f->n_x : f->n_y) - AROUND;

		first[i] = (int32_t)at < last ? (int32_t)at : last;
		cubics(at - first[i], along[i]);
	}
	for (int i = 0; i < AROUND * AROUND; i++) {
		knot[i] = (first[1] + i / AROUND) * f->n_x + first[0] + i % AROUND;
		weight[i] = along[1][i / AROUND] * along[0][i % AROUND];
	}
	for (int32_t c = 0; c < f->n_components; c++) {
		const double *column = f->component + (int64_t)c * f->n_knots;

		f->value[c] = 0;
		for (int i = 0; i < AROUND * AROUND; i++)
			f->value[c] += weight[i] * column[knot[i]];
		square += f->value[c] * f->value[c];
	}
	for (int32_t c = 0; c < f->n_components; c++)
		f->value[c] /= sqrt(square);
	for (int i = 0; i < AROUND * AROUND; i++)
		weight[i] /= sqrt(square);
}

static enum status add_regions(struct field *f, bool *is_used)
{
	struct ssta_factors *out = f->out;
	const struct ssta_sharing *s = f->sharing;

	for (int32_t r = 0; r < out->n_regions; r++) {
		int32_t knot[AROUND * AROUND];
		double weight[AROUND * AROUND];

		TRY(ssta_add_factor(out, SSTA_DIE, 0, s->die));
		TRY(ssta_add_factor(out, SSTA_LIBRARY,
				    variation_name_key(f->netlist->library[f->library[r]]->name),
				    s->library));
		interpolate(f, &f->place[2 * r], knot, weight);
		for (int i = 0; i < AROUND * AROUND; i++) {
			is_used[knot[i]] = true;
			TRY(ssta_add_factor(out, SSTA_ROW, (uint64_t)(out->n_regions + knot[i]),
					    s->grid * weight[i]));
		}
		out->row[r + 1] = out->n_factors;
	}
	return STATUS_OK;
}

/* Rows of the regions, of the knots that they are made of, of the components of these. */
static enum status add_rows(struct field *f)
{
	struct ssta_factors *out = f->out;
	FREED bool *is_used = NULL;
	int32_t row;

	out->first_component = out->n_regions + f->n_knots;
	out->n_rows = out->first_component + f->n_components;
	TRY(ALLOC(&out->row, (int64_t)out->n_rows + 1));
	TRY(ALLOC(&is_used, f->n_knots));
	TRY(add_regions(f, is_used));
	row = out->n_regions;
	for (int32_t i = 0; i < f->n_knots; i++) {
		for (int32_t c = 0; c < f->n_components && is_used[i]; c++)
			TRY(ssta_add_factor(out, SSTA_ROW, (uint64_t)(out->first_component + c),
					    f->component[(int64_t)c * f->n_knots + i]));
		out->row[++row] = out->n_factors;
	}
	for (int32_t c = 0; c < f->n_components; c++) {
		TRY(ssta_add_factor(out, SSTA_GRID_CELL, (uint64_t)c, 1));
		out->row[++row] = out->n_factors;
	}
	return STATUS_OK;
}

/* ---- its error ---- */

static enum status measure_error(struct field *f)
{
	int32_t n = f->netlist->n_instances < MOST_GATES ? f->netlist->n_instances : MOST_GATES;
	struct ssta_field_error *e = &f->out->error;
	FREED double *value = NULL;
	double square = 0;

	TRY(ALLOC(&value, (int64_t)n * f->n_components));
	for (int32_t i = 0; i < n; i++) {
		int32_t x = (int32_t)((int64_t)i * f->netlist->n_instances / n);
		int32_t knot[AROUND * AROUND];
		double weight[AROUND * AROUND];

		interpolate(f, &f->place[2 * f->out->region[x]], knot, weight);
		COPY(value + (int64_t)i * f->n_components, f->value, f->n_components);
	}
	for (int32_t i = 0; i < n; i++) {
		for (int32_t j = 0; j < i; j++) {
			double a[2], b[2], sum = 0;

			gate_place(f, (int32_t)((int64_t)i * f->netlist->n_instances / n), a);
			gate_place(f, (int32_t)((int64_t)j * f->netlist->n_instances / n), b);
			for (int32_t c = 0; c < f->n_components; c++)
				sum += value[(int64_t)i * f->n_components + c] *
				       value[(int64_t)j * f->n_components + c];
			sum = fabs(sum - correlation(a[0] - b[0], a[1] - b[1]));
			square += sum * sum;
			e->largest = fmax(e->largest, sum);
			e->n++;
		}
	}
	e->rms = e->n ? sqrt(square / (double)e->n) : 0;
	return STATUS_OK;
}

static enum status make(struct field *f)
{
	TRY(find_lattice(f));
	TRY(find_regions(f));
	TRY(find_components(f));
	TRY(ALLOC(&f->value, f->n_components));
	TRY(add_rows(f));
	return measure_error(f);
}

enum status ssta_field_make(const struct netlist *netlist, const struct ssta_sharing *sharing,
			    struct ssta_factors *out)
{
	RELEASED_BY(release) struct field f = {.netlist = netlist, .sharing = sharing, .out = out};

	return make(&f);
}
