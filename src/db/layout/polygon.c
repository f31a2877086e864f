/*
 * Cutting polygons into rectangles: between two neighbouring heights of corners the inside is what
 * is between the first and second vertical edge, the third and fourth and so on; of strips one
 * above the other those with the same sides are one rectangle.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/layout/rect.h"

struct cut {
	const int32_t *point;
	int32_t n;
	int32_t *y, n_y;   /* owned: heights of corners, ascending */
	int32_t *x;        /* owned scratch [n]: where edges cross a strip */
	struct rect *rect; /* owned */
	int32_t n_rects;
	int64_t capacity;
	int32_t *last, *now; /* owned [n]: rectangles that end at the strip's bottom, at its top */
	int32_t n_last, n_now;
};

static void sort_heights(struct cut *cut)
{
	for (int32_t i = 0; i < cut->n; i++)
		cut->y[i] = cut->point[2 * i + 1];
	SORT(cut->y, cut->n, compare_int32);
	for (int32_t i = 0; i < cut->n; i++) {
		if (cut->n_y == 0 || cut->y[i] != cut->y[cut->n_y - 1])
			cut->y[cut->n_y++] = cut->y[i];
	}
}

/* What crosses the strip between two heights, from the left; the number of edges. */
static int32_t cross(struct cut *cut, int32_t low, int32_t high)
{
	int32_t n = 0;

	for (int32_t i = 0; i < cut->n; i++) {
		const int32_t *a = cut->point + 2 * i;
		const int32_t *b = cut->point + 2 * ((i + 1) % cut->n);
		int32_t bottom = a[1] < b[1] ? a[1] : b[1], top = a[1] < b[1] ? b[1] : a[1];

		if (bottom <= low && top >= high)
			cut->x[n++] = a[0];
	}
	SORT(cut->x, n, compare_int32);
	return n;
}

/* One more piece: the one below grows when it has the same sides. */
static enum status add(struct cut *cut, int32_t x1, int32_t x2, int32_t low, int32_t high)
{
	for (int32_t i = 0; i < cut->n_last; i++) {
		struct rect *below = &cut->rect[cut->last[i]];

		if (below->x1 == x1 && below->x2 == x2 && below->y2 == low) {
			below->y2 = high;
			cut->now[cut->n_now++] = cut->last[i];
			return STATUS_OK;
		}
	}
	TRY(GROW(&cut->rect, &cut->capacity, cut->n_rects + 1));
	cut->now[cut->n_now++] = cut->n_rects;
	cut->rect[cut->n_rects++] = (struct rect){x1, low, x2, high};
	return STATUS_OK;
}

static enum status cut_strips(struct cut *cut)
{
	sort_heights(cut);
	for (int32_t i = 0; i + 1 < cut->n_y; i++) {
		int32_t n = cross(cut, cut->y[i], cut->y[i + 1]), *swap;

		cut->n_now = 0;
		for (int32_t j = 0; j + 1 < n; j += 2) {
			if (cut->x[j] < cut->x[j + 1])
				TRY(add(cut, cut->x[j], cut->x[j + 1], cut->y[i], cut->y[i + 1]));
		}
		swap = cut->last;
		cut->last = cut->now;
		cut->n_last = cut->n_now;
		cut->now = swap;
	}
	return STATUS_OK;
}

static bool is_rectilinear(const int32_t *point, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		const int32_t *a = point + 2 * i, *b = point + 2 * ((i + 1) % n);

		if (a[0] != b[0] && a[1] != b[1])
			return false;
	}
	return true;
}

static struct rect bounding_box(const int32_t *point, int32_t n)
{
	struct rect box = {point[0], point[1], point[0], point[1]};

	for (int32_t i = 1; i < n; i++) {
		struct rect p = {point[2 * i], point[2 * i + 1], point[2 * i], point[2 * i + 1]};

		box = rect_join(&box, &p);
	}
	return box;
}

static enum status cut_all(struct cut *cut)
{
	TRY(ALLOC_ALL(cut->n, &cut->y, &cut->x, &cut->last, &cut->now));
	return cut_strips(cut);
}

static FREES(cut_release, struct cut, x->y, x->x, x->last, x->now, x->rect);

enum status polygon_cut(const int32_t *point, int32_t n, struct rect **out, int32_t *n_out,
			bool *exact)
{
	RELEASED_BY(cut_release) struct cut cut = {.point = point, .n = n};

	*exact = n <= POLYGON_MOST_POINTS && is_rectilinear(point, n);
	if (*exact)
		TRY(cut_all(&cut));
	if (cut.n_rects == 0)
		TRY(APPEND(cut.rect, cut.n_rects, &cut.capacity, bounding_box(point, n)));
	*n_out = cut.n_rects;
	HAND_OVER(out, cut.rect);
	return STATUS_OK;
}
