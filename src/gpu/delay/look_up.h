/*
 * Look-ups in the tables of libraries, and the only rounding of their results; for the kernels of
 * delays and checks.
 */
#ifndef GPU_DELAY_LOOK_UP_H
#define GPU_DELAY_LOOK_UP_H

#include "gpu/image/device_timing.h"
#include "gpu/kernel/kernel.h"

enum { POINTS_AT_ONCE = 6 }; /* axes of most libraries have seven points and fewer */

/* The segment of an axis that holds x, outside of the axis the first or last one: the number of
 * inner points ≤ x. Points are read several at a time, not one after another. */
DEVICE_INLINE int32_t find_segment(const double *axis, int32_t n, double x)
{
	int32_t i = 0;

	ROLLED
	for (int32_t k = 1; k + 1 < n; k += POINTS_AT_ONCE)
		for (int32_t j = 0; j < POINTS_AT_ONCE; j++)
			i += k + j + 1 < n && x >= axis[k + j];
	return i;
}

DEVICE_INLINE double between(double a, double b, double part)
{
	return a + part * (b - a);
}

/* A position in a table: the segment of each axis, and the fraction within it. */
struct table_place {
	int32_t i, j;
	double part[2];
};

/* The position of x on an axis of several points. */
DEVICE_INLINE void find_on_axis(const double *axis, int32_t n, double x, int32_t *segment,
				double *part)
{
	int32_t i = find_segment(axis, n, x);

	*segment = i;
	*part = (x - axis[i]) / (axis[i + 1] - axis[i]);
}

/* The position for values of index_1 and index_2. */
DEVICE_INLINE struct table_place find_place_at(const struct device_tables *tables,
					       const struct device_table *t, double x, double y)
{
	const double *__restrict__ x_axis = tables->number + t->axes;
	struct table_place p = {0, 0, {0, 0}};

	if (t->n[0] > 1)
		find_on_axis(x_axis, t->n[0], x, &p.i, &p.part[0]);
	if (t->n[1] > 1)
		find_on_axis(x_axis + t->n_points[0], t->n[1], y, &p.j, &p.part[1]);
	return p;
}

DEVICE_INLINE struct table_place find_place(const struct device_tables *tables,
					    const struct device_table *t, double slew, double other)
{
	return find_place_at(tables, t, t->operand[0] ? other : slew, t->operand[1] ? other : slew);
}

/* Interpolate along index_1, at both neighbours of index_2; without index_2, out[1] isn't set. */
DEVICE_INLINE void values_at_both(const struct device_tables *tables, const struct device_table *t,
				  const struct table_place *p, double out[2])
{
	int32_t n = t->n[1], width = t->n[0] > 1 ? n : 0;
	const double *__restrict__ value = tables->number + t->values + p->i * n + p->j;

	out[0] = width ? between(value[0], value[width], p->part[0]) : value[0];
	if (n > 1)
		out[1] = width ? between(value[1], value[width + 1], p->part[0]) : value[1];
}

/* Interpolate along both; see lut_value(). */
DEVICE_INLINE double value_at(const struct device_tables *tables, const struct device_table *t,
			      const struct table_place *p)
{
	double out[2] = {0, 0};

	values_at_both(tables, t, p, out);
	return t->n[1] > 1 ? between(out[0], out[1], p->part[1]) : out[0];
}

DEVICE_INLINE double look_up(const struct device_tables *tables, int32_t id, double slew,
			     double other)
{
	struct table_place p = find_place(tables, &tables->table[id], slew, other);

	return value_at(tables, &tables->table[id], &p);
}

/* Move to another value of the operand that isn't the slew. */
DEVICE_INLINE void move_place(const struct device_tables *tables, const struct device_table *t,
			      struct table_place *p, double other)
{
	const double *__restrict__ axis = tables->number + t->axes;

	ROLLED
	for (int i = 0; i < 2; i++, axis += t->n_points[0]) {
		int32_t segment;
		double part;

		if (!t->operand[i] || t->n[i] <= 1)
			continue;
		find_on_axis(axis, t->n[i], other, &segment, &part);
		p->i = i ? p->i : segment;
		p->j = i ? segment : p->j;
		p->part[0] = i ? p->part[0] : part;
		p->part[1] = i ? part : p->part[1];
	}
}

DEVICE_CALL double look_up_apart(const struct device_tables *tables, int32_t id, double slew,
				 double other)
{
	return look_up(tables, id, slew, other);
}

/* The value of a table, given the position in another one: mostly both have the same axes, which
 * needn't be searched again. */
DEVICE_INLINE double value_beside(const struct device_tables *tables, const struct device_table *t,
				  const struct table_place *p, int32_t id, double slew,
				  double other)
{
	const struct device_table *u = &tables->table[id];

	return u->axes == t->axes ? value_at(tables, u, p) : look_up_apart(tables, id, slew, other);
}

/* The values of two tables. */
DEVICE_INLINE void look_up_both(const struct device_tables *tables, int32_t first, int32_t second,
				double slew, double other, double *a, double *b)
{
	const struct device_table *t = &tables->table[first];
	struct table_place p = find_place(tables, t, slew, other);

	*a = value_at(tables, t, &p);
	*b = value_beside(tables, t, &p, second, slew, other);
}

DEVICE_INLINE bool is_sensible(double ps)
{
	return ps > -LARGEST_DELAY_PS && ps < LARGEST_DELAY_PS;
}

/* The only rounding to fs; DELAY_NONE and counted in *n_bad if the delay or its slew isn't finite
 * or is out of range. */
DEVICE_INLINE int32_t round_delay(double ps, double slew, int32_t *n_bad)
{
	if (is_sensible(ps) && is_sensible(slew))
		return (int32_t)(ps * 1000 + (ps < 0 ? -0.5 : 0.5));
	atomic_add_i32(n_bad, 1);
	return DELAY_NONE;
}

/* The time of a check (setup, hold, …), derated and rounded, by the slews of clock and data (ps),
 * or as annotated. */
DEVICE_INLINE int32_t check_at(const struct device_states *s, const struct device_tables *tables,
			       int32_t table, int64_t sink, double clock_slew, double data_slew,
			       double derate)
{
	int32_t given = s->given_check ? s->given_check[sink] : DELAY_NONE;
	double check = given != DELAY_NONE ? given / 1000.0
					   : look_up(tables, table, clock_slew, data_slew);

	return round_delay(check * derate, 0, &s->summary->n_bad);
}

/* The reference arrival of an endpoint's check in a split: of a clock, or of a data check's
 * reference. */
DEVICE_INLINE int64_t capture_arrival(const struct device_states *s,
				      const struct device_endpoint *e, int split)
{
	return e->reference < 0 ? s->arrival[2 * (int64_t)e->clock + split]
				: s->reference[2 * (int64_t)e->reference + split];
}

#endif
