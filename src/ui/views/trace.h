/*
 * A path line by line: first the sums of its delays, then its points (for a netlist, input pins can
 * be folded away), then the calculation of its required time (drawn by stages.h).
 */
#ifndef UI_VIEWS_TRACE_H
#define UI_VIEWS_TRACE_H

#include "snap/snap.h"
#include "ui/widgets/plot.h"

/* How a path is listed. */
struct trace {
	const struct snap_path *path; /* borrowed */
	bool folded; /* without input pins; their delays are added to the next outputs' */
	bool brief;  /* the three sums on one line */
	int names;   /* width of the longest name, by stages_names(); 0 = not drawn */
};

/* The parts of an arrival, fs: edge + start + cells + wires = the arrival at the last point. */
struct trace_sums {
	int64_t edge;         /* of the launching clock; 0 without one */
	int64_t start;        /* from it to the first point: clock network, input delay */
	int64_t cells, wires; /* in a graph without a netlist all arcs count as cells */
	int64_t total;        /* start + cells + wires */
	int64_t n_cells, n_wires;
};

enum { TRACE_SLOWEST = 3 }; /* number of largest delays named in the head */

enum trace_part { TRACE_HEAD, TRACE_POINT, TRACE_TAIL };

/* Lines of the head. */
enum trace_head { HEAD_START, HEAD_CELLS, HEAD_WIRES, HEAD_SUMS, HEAD_SLOWEST };

struct trace_line {
	enum trace_part part;
	int64_t index; /* enum trace_head, point, or the number of the line after the points */
};

struct trace_sums trace_sums_of(const struct snap_path *path);
/* The kind of its start: clock network or input delay. */
const char *trace_start_word(const struct snap_path *path);
/* The point with the rank-th largest delay (0 = the largest), of equal ones the first; −1 = no
 * positive one. */
int64_t trace_slowest(const struct snap_path *path, int rank);
/* Is the delay into point i (≥ 1) a wire's? */
bool trace_is_wire(const struct snap_path *path, int64_t i);
/* The first point of the line of point i: the line also represents the hidden points before i. */
int64_t trace_first_of(const struct trace *trace, int64_t i);
/* The delays of a line's points, fs: sum of wires, sum of cells. */
void trace_delay(const struct trace *trace, int64_t i, int64_t *wires, int64_t *cells);
/* In a re-timed path, the pessimism of graph-based analysis in the delays of one line, in all cells
 * or wires, and at the path's end; fs. */
int64_t trace_pessimism(const struct trace *trace, int64_t i);
int64_t trace_pessimism_of(const struct snap_path *path, bool wires);
int64_t trace_pessimism_at_end(const struct snap_path *path);
/* The largest delay of a line of points, fs. */
int64_t trace_largest(const struct trace *trace);

/* The number of lines, with `n_tail` after the points. */
int64_t trace_count(const struct trace *trace, int64_t n_tail);
struct trace_line trace_at(const struct trace *trace, int64_t line);
/* The point of a line, −1 = none; the point named by a line of the head. */
int64_t trace_point(const struct trace *trace, int64_t line);
int64_t trace_named(const struct trace *trace, int64_t line);
/* The line of a point; of a hidden point, that of the next output. */
int64_t trace_line_of(const struct trace *trace, int64_t point);

/* "clock 153.415 (11.7 %)  cells …  wires …", as far as it fits. */
void trace_write_sums(const struct snap_path *path, int columns, struct text *out);

/* A bar as long as its share of the largest delay: the wires' part, then the cells'. */
void trace_draw_bar(int64_t wires, int64_t cells, int64_t most, bool largest, enum glyphs glyphs,
		    struct area area, int y);
/* Draw the part of a head's row in the bar of the path's whole delay. */
void trace_draw_share(enum trace_head kind, const struct trace_sums *sums, enum glyphs glyphs,
		      struct area area, int y);

#endif
