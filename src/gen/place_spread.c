/*
 * Spreading: from overlapping cells to densities that rows can hold.
 *
 * The core is halved again and again, cells with it. A half that would be fuller than the limit
 * gives those next to the cut to the other, and both are stretched to fill; where both fit, nothing
 * moves. So what was dense stays as dense as is allowed, and the limit is higher where windows are
 * small.
 */
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gen/place_impl.h"

enum { BIN_ROWS = 2 };

struct spreader {
	const struct place *place; /* borrowed */
	double density, even;      /* limit in the smallest windows, and of all together */
	int32_t bin;               /* edge of a bin, a length */
	int32_t n[2];              /* bins along x and y */
	double *free;   /* owned [(n[0] + 1) × (n[1] + 1)]: room left of and below a corner */
	int run;        /* counts */
	int32_t *order; /* owned [place->n] */
	double *at[2];  /* borrowed while it runs: centres */
};

/* Bins first … end − 1 of each axis, and cells of the order. */
struct window {
	int32_t first[2], end[2];
	int32_t begin, n;
};

/* ---- room ---- */

static double *corner(const struct spreader *spreader, int32_t x, int32_t y)
{
	return &spreader->free[(int64_t)y * (spreader->n[0] + 1) + x];
}

static double room(const struct spreader *s, const struct window *w)
{
	return *corner(s, w->end[0], w->end[1]) - *corner(s, w->first[0], w->end[1]) -
	       *corner(s, w->end[0], w->first[1]) + *corner(s, w->first[0], w->first[1]);
}

static void add_segment(struct spreader *spreader, const struct segment *segment)
{
	const struct place *place = spreader->place;
	int32_t y = (segment->y - place->core.y1) / spreader->bin;

	for (int32_t x = (segment->x1 - place->core.x1) / spreader->bin; x < spreader->n[0]; x++) {
		int64_t low = place->core.x1 + (int64_t)x * spreader->bin;
		int64_t high = low + spreader->bin;

		if (low >= segment->x2)
			return;
		low = low > segment->x1 ? low : segment->x1;
		high = high < segment->x2 ? high : segment->x2;
		*corner(spreader, x + 1, y + 1) += (double)(high - low) * place->rows.height;
	}
}

static void add_up(struct spreader *spreader)
{
	for (int32_t y = 1; y <= spreader->n[1]; y++)
		for (int32_t x = 1; x <= spreader->n[0]; x++)
			*corner(spreader, x, y) += *corner(spreader, x - 1, y) +
						   *corner(spreader, x, y - 1) -
						   *corner(spreader, x - 1, y - 1);
}

static double area_of(const struct spreader *spreader, int32_t cell)
{
	return (double)spreader->place->width[cell] * spreader->place->rows.height;
}

static enum status prepare(struct spreader *spreader)
{
	const struct place *place = spreader->place;

	spreader->bin = BIN_ROWS * place->rows.height;
	spreader->n[0] = (place->core.x2 - place->core.x1 + spreader->bin - 1) / spreader->bin;
	spreader->n[1] = (place->core.y2 - place->core.y1 + spreader->bin - 1) / spreader->bin;
	TRY(ALLOC(&spreader->order, place->n));
	TRY(ALLOC(&spreader->free, ((int64_t)spreader->n[0] + 1) * (spreader->n[1] + 1)));
	for (int32_t i = 0; i < place->rows.n_segments; i++)
		add_segment(spreader, &place->rows.segment[i]);
	add_up(spreader);
	for (int32_t i = 0; i < place->n; i++)
		spreader->even += area_of(spreader, i);
	spreader->even /= *corner(spreader, spreader->n[0], spreader->n[1]);
	return STATUS_OK;
}

enum status spreader_new(const struct place *place, struct spreader **out)
{
	struct spreader *spreader;
	enum status status;

	TRY(ALLOC(&spreader, 1));
	spreader->place = place;
	spreader->density = place->options->density;
	status = prepare(spreader);
	if (status != STATUS_OK) {
		spreader_free(spreader);
		return status;
	}
	*out = spreader;
	return STATUS_OK;
}

void spreader_free(struct spreader *spreader)
{
	if (!spreader)
		return;
	free(spreader->free);
	free(spreader->order);
	free(spreader);
}

/* ---- cutting ---- */

/* The order along an axis; cells at one place by number. */
static bool before(const double *at, int32_t a, int32_t b)
{
	return at[a] < at[b] || (at[a] == at[b] && a < b);
}

/* Not the first of them; n > 1. */
static int32_t choose_pivot(const double *at, const int32_t *order, int32_t n)
{
	int32_t a = order[0], b = order[n / 2], c = order[n - 1];

	if (n == 2)
		return before(at, a, b) ? b : a;
	if (before(at, a, b))
		return before(at, b, c) ? b : before(at, a, c) ? c : a;
	return before(at, a, c) ? a : before(at, b, c) ? c : b;
}

/* Those before a place to the front; how many they are. */
static int32_t part(const double *at, int32_t *order, int32_t n, int32_t pivot)
{
	int32_t k = 0;

	for (int32_t i = 0; i < n; i++) {
		int32_t cell = order[i];

		if (before(at, cell, pivot)) {
			order[i] = order[k];
			order[k++] = cell;
		}
	}
	return k;
}

/* The first cells along an axis to the front, until their area reaches `area`. */
static int32_t take_area(const struct spreader *spreader, int axis, int32_t *order, int32_t n,
			 double area)
{
	const double *at = spreader->at[axis];
	int32_t done = 0;

	while (n > 1) {
		int32_t pivot = choose_pivot(at, order + done, n);
		int32_t k = part(at, order + done, n, pivot);
		double left = 0;

		for (int32_t i = 0; i < k; i++)
			left += area_of(spreader, order[done + i]);
		if (left >= area) {
			n = k;
		} else {
			done += k;
			n -= k;
			area -= left;
		}
	}
	return n && area > 0.5 * area_of(spreader, order[done]) ? done + 1 : done;
}

/* Those left of the cut to the front, and their area. */
static int32_t take_left(const struct spreader *spreader, int axis, int32_t *order, int32_t n,
			 double cut, double *area, double *all)
{
	int32_t k = 0;

	*area = *all = 0;
	for (int32_t i = 0; i < n; i++) {
		int32_t cell = order[i];
		double a = area_of(spreader, cell);

		*all += a;
		if (spreader->at[axis][cell] < cut) {
			*area += a;
			order[i] = order[k];
			order[k++] = cell;
		}
	}
	return k;
}

/* From between two places to between two others. */
static void stretch(double *at, const int32_t *order, int32_t n, double from, double from_end,
		    double to, double to_end)
{
	double scale = from_end > from ? (to_end - to) / (from_end - from) : 0;

	for (int32_t i = 0; i < n; i++) {
		double *x = &at[order[i]];

		*x = scale > 0 ? to + (*x - from) * scale : (to + to_end) * 0.5;
		*x = *x < to ? to : *x > to_end ? to_end : *x;
	}
}

/* The larger a window, the nearer it is to what all have: hot spots are small. */
static double limit_of(const struct spreader *spreader, const struct window *w)
{
	double part = (double)(w->end[0] - w->first[0]) * (w->end[1] - w->first[1]);
	double all = (double)spreader->n[0] * spreader->n[1];

	return spreader->density - (spreader->density - spreader->even) * sqrt(sqrt(part / all));
}

/* What the left half should hold: what it does, or as little more or less as the limit allows. */
static double share(double limit, double left, double all, double room_left, double room_right)
{
	double most = room_left * limit;
	double least = all - room_right * limit;

	if (least > most) /* too full as a whole */
		return all * room_left / (room_left + room_right);
	return left > most ? most : left < least ? least : left;
}

static double last_of(const double *at, const int32_t *order, int32_t n, double edge)
{
	for (int32_t i = 0; i < n; i++)
		edge = at[order[i]] > edge || i == 0 ? at[order[i]] : edge;
	return edge;
}

/* Where bins begin, as a place of the core. */
static double edge_of(const struct spreader *spreader, int axis, int32_t bin)
{
	const struct rect *core = &spreader->place->core;
	int64_t low = axis ? core->y1 : core->x1, high = axis ? core->y2 : core->x2;
	int64_t at = low + (int64_t)bin * spreader->bin;

	return (double)(at < high ? at : high);
}

/* Cells of a window into its halves; how many come into the first. */
static int32_t cut_window(struct spreader *spreader, const struct window *w, int axis,
			  const struct window half[2])
{
	double *at = spreader->at[axis];
	int32_t *order = spreader->order + w->begin;
	double low = edge_of(spreader, axis, w->first[axis]);
	double cut = edge_of(spreader, axis, half[0].end[axis]);
	double high = edge_of(spreader, axis, w->end[axis]), area, all, want, bound;
	double room_left = room(spreader, &half[0]), room_right = room(spreader, &half[1]);
	int32_t k = take_left(spreader, axis, order, w->n, cut, &area, &all);

	if (room_left + room_right <= 0)
		return k;
	want = share(limit_of(spreader, &half[0]), area, all, room_left, room_right);
	if (want >= area && want <= area)
		return k;
	k = take_area(spreader, axis, order, w->n, want);
	bound = last_of(at, order, k, low);
	stretch(at, order, k, low, bound, low, cut);
	stretch(at, order + k, w->n - k, bound, high, cut, high);
	return k;
}

/* Near the middle: not always at the same place, so that cuts leave no traces. */
static int32_t choose_cut(const struct spreader *spreader, const struct window *w, int axis)
{
	static const int32_t twentieths[] = {10, 8, 12, 9, 11};
	int32_t n = w->end[axis] - w->first[axis];

	if (n < 4)
		return w->first[axis] + n / 2;
	return w->first[axis] + (int32_t)((int64_t)n * twentieths[spreader->run % 5] / 20);
}

static void spread_window(struct spreader *spreader, const struct window *w)
{
	struct window half[2] = {*w, *w};
	int32_t n_x = w->end[0] - w->first[0], n_y = w->end[1] - w->first[1];
	int axis = n_y > n_x;

	if (w->n == 0 || (n_x <= 1 && n_y <= 1))
		return;
	half[0].end[axis] = half[1].first[axis] = choose_cut(spreader, w, axis);
	half[0].n = cut_window(spreader, w, axis, half);
	half[1].begin += half[0].n;
	half[1].n -= half[0].n;
	spread_window(spreader, &half[0]);
	spread_window(spreader, &half[1]);
}

void spreader_run(struct spreader *spreader, double *x, double *y)
{
	struct window all = {{0, 0}, {spreader->n[0], spreader->n[1]}, 0, spreader->place->n};

	spreader->at[0] = x;
	spreader->at[1] = y;
	for (int32_t i = 0; i < all.n; i++)
		spreader->order[i] = i;
	spread_window(spreader, &all);
	spreader->run++;
}
