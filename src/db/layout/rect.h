/*
 * Lengths, rectangles and polygons of a layout.
 *
 * Lengths are whole numbers of 1/40000 µm: nearly all units that LEF and DEF allow divide it, so
 * nothing is rounded, and 32 bits reach 53 mm.
 */
#ifndef DB_LAYOUT_RECT_H
#define DB_LAYOUT_RECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum { LENGTHS_PER_MICRON = 40000 };

static inline double microns(int64_t length)
{
	return (double)length / LENGTHS_PER_MICRON;
}

struct rect {
	int32_t x1, y1, x2, y2; /* x1 ≤ x2, y1 ≤ y2 */
};

/* The one with these corners, whichever they are. */
static inline struct rect rect_of(int32_t x1, int32_t y1, int32_t x2, int32_t y2)
{
	return (struct rect){x1 < x2 ? x1 : x2, y1 < y2 ? y1 : y2, x1 < x2 ? x2 : x1,
			     y1 < y2 ? y2 : y1};
}

/* Do they have area in common? */
static inline bool rect_overlaps(const struct rect *a, const struct rect *b)
{
	return a->x1 < b->x2 && b->x1 < a->x2 && a->y1 < b->y2 && b->y1 < a->y2;
}

static inline bool rect_contains(const struct rect *outer, const struct rect *inner)
{
	return inner->x1 >= outer->x1 && inner->y1 >= outer->y1 && inner->x2 <= outer->x2 &&
	       inner->y2 <= outer->y2;
}

static inline double rect_area(const struct rect *r) /* µm² */
{
	return microns((int64_t)r->x2 - r->x1) * microns((int64_t)r->y2 - r->y1);
}

/* The area in common, µm². */
static inline double rect_common_area(const struct rect *a, const struct rect *b)
{
	struct rect c = {a->x1 > b->x1 ? a->x1 : b->x1, a->y1 > b->y1 ? a->y1 : b->y1,
			 a->x2 < b->x2 ? a->x2 : b->x2, a->y2 < b->y2 ? a->y2 : b->y2};

	return c.x1 < c.x2 && c.y1 < c.y2 ? rect_area(&c) : 0;
}

/* The smallest that has both. */
static inline struct rect rect_join(const struct rect *a, const struct rect *b)
{
	return (struct rect){a->x1 < b->x1 ? a->x1 : b->x1, a->y1 < b->y1 ? a->y1 : b->y1,
			     a->x2 > b->x2 ? a->x2 : b->x2, a->y2 > b->y2 ? a->y2 : b->y2};
}

/* Where the joining of points begins: no point is in it, and x1 > x2. */
#define RECT_NONE ((struct rect){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN})

static inline void rect_add(struct rect *box, int32_t x, int32_t y)
{
	*box = rect_join(box, &(struct rect){x, y, x, y});
}

/* Half the perimeter; 0 of RECT_NONE. */
static inline int64_t rect_half_perimeter(const struct rect *r)
{
	return r->x1 <= r->x2 ? (int64_t)r->x2 - r->x1 + r->y2 - r->y1 : 0;
}

/* Make a rectangle cover another one, too; *any: it covers something already. */
static inline void rect_cover(struct rect *r, const struct rect *other, bool *any)
{
	*r = *any ? rect_join(r, other) : *other;
	*any = true;
}

/*
 * Cut a polygon of n points (x, y, x, y, …; the last edge leads back to the first) into rectangles
 * that don't overlap. *exact is false, and the bounding box the only one, when an edge is slanted
 * or it has more than POLYGON_MOST_POINTS. At least one rectangle; *out is the caller's to free.
 */
enum { POLYGON_MOST_POINTS = 1024 };
enum status polygon_cut(const int32_t *point, int32_t n, struct rect **out, int32_t *n_out,
			bool *exact);

#endif
