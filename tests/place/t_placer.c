/*
 * Global placement: fields beside sums of cosines, pulls of nets beside differences of their lengths in double precision, and whole placements: they
 * spread, are the same on all devices, and go back and forth.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/place/field.h"
#include "gpu/place/placer.h"
#include "lib/devices.h"
#include "lib/tap.h"

#define PI 3.14159265358979323846

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- the field ---- */

struct grid {
	int32_t columns, rows;
	double aspect;
	const int64_t *charge;
};

/* a(u, v), with what normalises it. */
static double coefficient(const struct grid *g, int32_t u, int32_t v)
{
	double sum = 0;

	for (int32_t y = 0; y < g->rows; y++) {
		for (int32_t x = 0; x < g->columns; x++)
			sum += (double)g->charge[y * g->columns + x] *
			       cos(PI * u * (x + 0.5) / g->columns) *
			       cos(PI * v * (y + 0.5) / g->rows);
	}
	return sum * (u ? 2 : 1) * (v ? 2 : 1) / g->columns / g->rows;
}

/* Both components at each bin, [rows][columns][2], by the formula. */
static void naive_field(const struct grid *g, double *out)
{
	memset(out, 0, 2 * (size_t)g->columns * (size_t)g->rows * sizeof *out);
	for (int32_t u = 0; u < g->columns; u++) {
		for (int32_t v = u ? 0 : 1; v < g->rows; v++) {
			double w_u = PI * u / g->columns, w_v = PI * v / g->rows / g->aspect;
			double a = coefficient(g, u, v) / (w_u * w_u + w_v * w_v);

			for (int32_t i = 0; i < g->columns * g->rows; i++) {
				double x = PI * u * (i % g->columns + 0.5) / g->columns;
				double y = PI * v * (i / g->columns + 0.5) / g->rows;

				out[2 * i] += a * w_u * sin(x) * cos(y);
				out[2 * i + 1] += a * w_v * cos(x) * sin(y);
			}
		}
	}
}

static void check_field(struct test_device *d, int32_t log_x, int32_t log_y, double aspect)
{
	const int32_t log[2] = {log_x, log_y};
	int32_t n = 1 << (log_x + log_y);
	int64_t *part[3], *sum = calloc((size_t)n, 8), *field[2];
	struct grid g = {1 << log_x, 1 << log_y, aspect, sum};
	double *wanted = calloc(2 * (size_t)n, sizeof *wanted), worst = 0, most = 0;
	const int64_t *d_part[3];
	struct field f;

	for (int p = 0; p < 3; p++) {
		part[p] = calloc((size_t)n, 8);
		for (int32_t i = 0; i < n; i++)
			sum[i] += part[p][i] = p == 1 ? 0 : random_below(1 << 20);
		d_part[p] = p == 1 ? NULL : to_device(d->queue, part[p], 8 * n);
	}
	naive_field(&g, wanted);
	must(field_open(d->queue, log, aspect, &f));
	field_of(&f, d_part, 1 << 20, 1e9);
	for (int axis = 0; axis < 2; axis++) {
		field[axis] = calloc((size_t)n, 8);
		from_device(d->queue, field[axis], f.d_field[axis], 8 * n);
		for (int32_t i = 0; i < n; i++) {
			double is = wanted[2 * i + axis] / (1 << 20);

			worst = fmax(worst,
				     fabs((double)field[axis][i] / (1 << PLACE_FIELD_SHIFT) - is));
			most = fmax(most, fabs(is));
		}
		free(field[axis]);
	}
	OK(worst < 2.0 / (1 << PLACE_FIELD_SHIFT) && most > 0.05,
	   "%s: the field of %d x %d bins is what sums of cosines give (%.2g of %.2g)", d->name,
	   g.columns, g.rows, worst, most);
	field_close(&f);
	for (int p = 0; p < 3; p++) {
		device_free(d->queue, (void *)d_part[p]);
		free(part[p]);
	}
	free(sum);
	free(wanted);
}

/* ---- pulls ---- */

enum { MOST_PINS = 200 };

/* The smooth length of a net along an axis. */
static double smooth(const double *at, int32_t n, double gamma)
{
	double most = at[0], least = at[0], up = 0, up_at = 0, down = 0, down_at = 0;

	for (int32_t i = 0; i < n; i++) {
		most = fmax(most, at[i]);
		least = fmin(least, at[i]);
	}
	for (int32_t i = 0; i < n; i++) {
		double high = exp((at[i] - most) / gamma), low = exp((least - at[i]) / gamma);

		up += high;
		up_at += high * at[i];
		down += low;
		down_at += low * at[i];
	}
	return up_at / up - down_at / down;
}

/* How it grows with a pin, by a difference. */
static double growth(double *at, int32_t n, int32_t pin, double gamma)
{
	const double step = 1e-5;
	double was = at[pin], up, down;

	at[pin] = was + step;
	up = smooth(at, n, gamma);
	at[pin] = was - step;
	down = smooth(at, n, gamma);
	at[pin] = was;
	return (up - down) / (2 * step);
}

/* One net of n pins, each of a cell of its own. */
static void check_net(struct test_device *d, int32_t n, double gamma)
{
	struct place_xy at[MOST_PINS], offset[MOST_PINS], pull[MOST_PINS];
	double x[MOST_PINS], y[MOST_PINS], worst = 0, extent;
	int32_t cell[MOST_PINS], row[2] = {0, n};
	float weight = 1.5f, length;
	struct net_pulls_args args = {.per_gamma = (float)(1 / gamma)};
	void *all[7];

	for (int32_t i = 0; i < n; i++) {
		cell[i] = i % 5 ? i : -1;
		at[i] = (struct place_xy){(float)random_below(1000) / 16,
					  (float)random_below(1000) / 16};
		offset[i] = (struct place_xy){(float)random_below(64) / 16,
					      (float)random_below(64) / 16};
		x[i] = (double)offset[i].x + (cell[i] < 0 ? 0 : (double)at[i].x);
		y[i] = (double)offset[i].y + (cell[i] < 0 ? 0 : (double)at[i].y);
	}
	args.net_row = all[0] = to_device(d->queue, row, sizeof row);
	args.pin_cell = all[1] = to_device(d->queue, cell, 4 * n);
	args.pin_at = all[2] = to_device(d->queue, offset, 8 * n);
	args.at = all[3] = to_device(d->queue, at, 8 * n);
	args.weight = all[4] = to_device(d->queue, &weight, 4);
	args.pull = all[5] = to_device(d->queue, pull, 8 * n);
	args.length = all[6] = to_device(d->queue, &length, 4);
	if (n > PLACE_WIDE_NET)
		LAUNCH(d->queue, wide_net_pulls, 32, &args, 1);
	else
		LAUNCH(d->queue, net_pulls, 32, &args, 1);
	from_device(d->queue, pull, args.pull, 8 * n);
	from_device(d->queue, &length, args.length, 4);
	for (int32_t i = 0; i < n; i++) {
		worst = fmax(worst, fabs((double)pull[i].x - 1.5 * growth(x, n, i, gamma)));
		worst = fmax(worst, fabs((double)pull[i].y - 1.5 * growth(y, n, i, gamma)));
	}
	extent = smooth(x, n, 1e-3) + smooth(y, n, 1e-3);
	OK(worst < 2e-4 && fabs((double)length - extent) < 1e-3 * extent,
	   "%s: pulls of a net of %d pins are how its smooth length grows, gamma %g (%.2g)",
	   d->name, n, gamma, worst);
	for (int i = 0; i < 7; i++)
		device_free(d->queue, all[i]);
}

/* ---- placements ---- */

enum { CELLS = 600, NETS = 700, SIDE = 80000, HEIGHT = 2000 };

struct made {
	struct placer_problem problem;
	int32_t width[CELLS], height[CELLS], row[NETS + 1];
	double x[CELLS], y[CELLS];
	struct place_pin pin[NETS * 70];
	struct rect free[SIDE / HEIGHT];
};

/* A chain of cells and nets at random near each other in it; a corner of the core has no rows. */
static void make(struct made *m)
{
	int32_t n = 0;

	random_seed(7);
	for (int32_t i = 0; i < CELLS; i++) {
		m->width[i] = 1000 + 500 * (int32_t)random_below(6);
		m->height[i] = HEIGHT;
		m->x[i] = m->y[i] = SIDE / 2;
	}
	for (int32_t net = 0; net < NETS; net++) {
		int32_t pins = net == 0 ? 70 : 2 + (int32_t)random_below(3);
		int32_t first = (int32_t)random_below(CELLS - 80);

		for (int32_t i = 0; i < pins; i++)
			m->pin[n++] = (struct place_pin){
				first + (int32_t)random_below(net == 0 ? 80 : 12), 100, 0};
		if (net % 50 == 1)
			m->pin[n - 1] = (struct place_pin){-1, net % 100 == 1 ? 0 : SIDE,
							   (int32_t)random_below(SIDE)};
		m->row[net + 1] = n;
	}
	for (int32_t i = 0; i < SIDE / HEIGHT; i++)
		m->free[i] = (struct rect){i < 12 ? 24000 : 0, HEIGHT * i, SIDE, HEIGHT * (i + 1)};
	m->problem = (struct placer_problem){.core = {0, 0, SIDE, SIDE},
					     .n_cells = CELLS,
					     .n_nets = NETS,
					     .n_free = SIDE / HEIGHT,
					     .width = m->width,
					     .height = m->height,
					     .x = m->x,
					     .y = m->y,
					     .net_row = m->row,
					     .pin = m->pin,
					     .free = m->free,
					     .density = 0.8,
					     .seed = 1};
}

static double extent(const struct made *m, const double *x, const double *y)
{
	double sum = 0;

	for (int32_t net = 0; net < NETS; net++) {
		double box[4] = {1e9, 1e9, -1e9, -1e9};

		for (int32_t i = m->row[net]; i < m->row[net + 1]; i++) {
			const struct place_pin *p = &m->pin[i];
			double u = p->dx + (p->cell < 0 ? 0 : x[p->cell]),
			       v = p->dy + (p->cell < 0 ? 0 : y[p->cell]);

			box[0] = fmin(box[0], u);
			box[1] = fmin(box[1], v);
			box[2] = fmax(box[2], u);
			box[3] = fmax(box[3], v);
		}
		sum += box[2] - box[0] + box[3] - box[1];
	}
	return sum;
}

/* Cells in the corner without rows, and of areas of four cells the fullest. */
static bool is_spread(const struct made *m, const double *x, const double *y)
{
	enum { BINS = 16 };
	double area[BINS * BINS] = {0}, bin = (double)SIDE / BINS, most = 0, corner = 0;

	for (int32_t i = 0; i < CELLS; i++) {
		int32_t u = (int32_t)(x[i] / bin), v = (int32_t)(y[i] / bin);

		if (x[i] < 0 || y[i] < 0 || u >= BINS || v >= BINS)
			return false;
		area[v * BINS + u] += (double)m->width[i] * m->height[i] / bin / bin;
		corner += x[i] < 20000 && y[i] < 20000 ? m->width[i] : 0;
	}
	for (int b = 0; b < BINS * BINS; b++)
		most = fmax(most, area[b]);
	return most < 1.5 && corner < 12000;
}

/* Means of the field of each bin, and it leads away from where all cells are. */
static void check_field_means(struct test_device *d, struct placer *placer, double *first)
{
	enum { BINS = 32, ACROSS = 24, UP = 7, PARTS = ACROSS * UP };
	double *bin = calloc(2 * BINS * BINS, sizeof *bin), mean[2 * PARTS], worst = 0;
	bool away = true;

	must(placer_field(placer, BINS, BINS, bin));
	must(placer_field(placer, ACROSS, UP, mean));
	for (int32_t i = 0; i < 2 * PARTS; i++) {
		int32_t x = i % ACROSS, y = i % PARTS / ACROSS, n = 0;
		double sum = 0;

		for (int32_t b = 0; b < BINS * BINS; b++) {
			int32_t u = b % BINS, v = b / BINS;

			/* a part has each bin that it touches */
			if ((u + 1) * ACROSS <= x * BINS || u * ACROSS >= (x + 1) * BINS ||
			    (v + 1) * UP <= y * BINS || v * UP >= (y + 1) * BINS)
				continue;
			sum += bin[i / PARTS * BINS * BINS + b];
			n++;
		}
		worst = fmax(worst, fabs(sum / n - mean[i]));
	}
	for (int32_t y = 0; y < UP; y++)
		away = away && mean[y * ACROSS] < 0 && mean[y * ACROSS + ACROSS - 1] > 0;
	OK(worst < 1e-9 && away, "%s: means of the field by parts, off by %.2g at most", d->name,
	   worst);
	if (!first[0])
		memcpy(first, mean, sizeof mean);
	OK(memcmp(first, mean, sizeof mean) == 0, "%s: the same bytes as on the first device",
	   d->name);
	free(bin);
}

static void check_placement(struct test_device *d, const struct made *m, double *first)
{
	double *x = calloc(4 * CELLS, sizeof *x), *y = x + CELLS, *again = y + CELLS;
	struct placer_force force;
	struct placer *placer;
	static double first_field[2 * 24 * 7];
	int32_t n, half;
	double before, after, field[2 * 24 * 16];

	must(placer_open(d->queue, &m->problem, &placer));
	check_field_means(d, placer, first_field);
	must(placer_read(placer, x, y));
	before = placer_points(placer)[0].overflow;
	while (!placer_over(placer))
		must(placer_step(placer));
	n = placer_iterations(placer);
	must(placer_read(placer, x, y));
	after = placer_points(placer)[n].overflow;
	OK(before > 0.8 && after < 0.08 && is_spread(m, x, y),
	   "%s: cells that begin in one place spread into what is free: overflow %.3f, after %d iterations %.3f",
	   d->name, before, n, after);
	OK(extent(m, x, y) < 0.35 * NETS * SIDE / 2, "%s: and nets stay short: %.0f", d->name,
	   extent(m, x, y));
	if (!first[0])
		memcpy(first, x, 2 * CELLS * sizeof *x);
	OK(memcmp(first, x, 2 * CELLS * sizeof *x) == 0,
	   "%s: places have the same bytes as on the first device", d->name);
	half = n / 2 + 3;
	must(placer_go(placer, half));
	must(placer_read(placer, again, again + CELLS));
	OK(placer_iterations(placer) == half && memcmp(again, x, CELLS * sizeof *x) != 0,
	   "%s: it goes back", d->name);
	must(placer_field(placer, 24, 16, field));
	must(placer_go(placer, n));
	must(placer_read(placer, again, again + CELLS));
	OK(placer_iterations(placer) == n && placer_over(placer) &&
		   memcmp(again, x, 2 * CELLS * sizeof *x) == 0,
	   "%s: and forth, after the field was read too, to the same places", d->name);
	must(placer_go(placer, 0));
	must(placer_force_of(placer, 0, &force));
	OK(fabs(force.pull_x) + fabs(force.pull_y) > 0 &&
		   fabs(force.push_x) + fabs(force.push_y) > 0,
	   "%s: a cell is pulled and pushed", d->name);
	placer_close(placer);
	free(x);
}

static void check_errors(struct test_device *d, struct made *m)
{
	struct placer_problem problem = m->problem;
	struct placer *placer;

	problem.density = 0.1;
	OK(placer_open(d->queue, &problem, &placer) == STATUS_FAILED &&
		   strstr(status_text(STATUS_FAILED), "more than a density of 0.1"),
	   "%s: cells that need more than there is room for are an error", d->name);
}

int main(void)
{
	static struct made made;
	double first[2 * CELLS] = {0};

	make(&made);
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_field(&d, 4, 4, 1);
		check_field(&d, 5, 4, 1.3);
		check_field(&d, 4, 6, 0.7);
		check_net(&d, 2, 1);
		check_net(&d, 3, 10);
		check_net(&d, 17, 0.8);
		check_net(&d, 64, 4);
		check_net(&d, 65, 4);
		check_net(&d, 200, 20);
		check_placement(&d, &made, first);
		check_errors(&d, &made);
		test_device_close(&d);
	}
	return tap_done();
}
