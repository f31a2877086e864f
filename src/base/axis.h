/* Axes: where ticks stand, and what is written at them. */
#ifndef BASE_AXIS_H
#define BASE_AXIS_H

#include <stddef.h>
#include <stdint.h>

/* A round step (1, 2 or 5 times a power of ten) that goes into `span` at most `most` times, ≥ 1. */
double axis_step(double span, int most);

/* The same of whole numbers, a multiple of `unit`. */
int64_t axis_whole_step(int64_t span, int64_t unit, int most);

/* "0.5", "12", "3.5k", "2M": with as many digits as a step apart need, and in the same thousands as
 * the largest value of the axis; at most 8 columns for sane numbers. */
void axis_write(double value, double step, double largest, char *out, size_t size);

#endif
