/*
 * How the delay into a point of a path comes about, in numbers that add up to it: the square of a table and how far into it,
 * the rounds of an effective capacitance, Elmore's sum over a wire's tree, derates; and of the end its check, and CPPR.
 */
#ifndef REPORT_ARITHMETIC_H
#define REPORT_ARITHMETIC_H

#include "session/session.h"

/*
 * Fill in path->arithmetic for some of its points; n_points is its check, n_points + 1 CPPR. Of a graph, and of timing that
 * isn't up to date, there is none. In ps, fF and kΩ; the last line of each is what reports show, to the femtosecond.
 */
enum status arithmetic_fill(struct session *session, int64_t first, int64_t last,
			    struct snap_path *path);

#endif
