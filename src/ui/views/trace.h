/*
 * A path line by line: at the top where its time goes, then its points, of a netlist without the input
 * pins when these are folded away, then how its required time comes about (stages.h draws that part).
 */
#ifndef UI_VIEWS_TRACE_H
#define UI_VIEWS_TRACE_H

#include "snap/snap.h"
#include "ui/widgets/plot.h"

/* How a path is listed. */
struct trace {
	const struct snap_path *path; /* borrowed */
	bool folded; /* without input pins; their delays are those of the outputs after them */
	bool brief;  /* the three sums on one line */
	int names;   /* columns of the longest name, by stages_names(); 0 = it isn't drawn */
};

/* What an arrival is made of, fs: edge + start + cells + wires = the arrival at the last point. */
struct trace_sums {
	int64_t edge;         /* of the launching clock; 0 without one */
	int64_t start;        /* from it to the first point: clock network, input delay */
	int64_t cells, wires; /* of a graph without a netlist all arcs are cells */
	int64_t total;        /* of these three */
	int64_t n_cells, n_wires;
};

enum { TRACE_SLOWEST = 3 }; /* delays that are named as the largest */

enum trace_part { TRACE_HEAD, TRACE_POINT, TRACE_TAIL };

/* Lines of the head. */
enum trace_head { HEAD_START, HEAD_CELLS, HEAD_WIRES, HEAD_SUMS, HEAD_SLOWEST };

struct trace_line {
	enum trace_part part;
	int64_t index; /* enum trace_head, point, or the number of the line after the points */
};

struct trace_sums trace_sums_of(const struct snap_path *path);
/* What its start is: the clock's way, or an input delay. */
const char *trace_start_word(const struct snap_path *path);
/* The point with the delay that this many are larger than, of equal ones the first; −1 = none above 0. */
int64_t trace_slowest(const struct snap_path *path, int rank);
/* Is the delay into point i (≥ 1) a wire's? */
bool trace_is_wire(const struct snap_path *path, int64_t i);
/* The first of the points that a line represents: hidden ones, and then point i. */
int64_t trace_first_of(const struct trace *trace, int64_t i);
/* What the points of one line add to the arrival: of its wires and of its cells, fs. */
void trace_delay(const struct trace *trace, int64_t i, int64_t *wires, int64_t *cells);
/* The pessimism of graph-based analysis in what one line shows, of a path re-timed; fs. Of the whole path: in
 * its cells or wires, and at its end. */
int64_t trace_pessimism(const struct trace *trace, int64_t i);
int64_t trace_pessimism_of(const struct snap_path *path, bool wires);
int64_t trace_pessimism_at_end(const struct snap_path *path);
/* The largest delay of a line of points, fs. */
int64_t trace_largest(const struct trace *trace);

/* How many lines there are, `n_tail` of them after the points. */
int64_t trace_count(const struct trace *trace, int64_t n_tail);
struct trace_line trace_at(const struct trace *trace, int64_t line);
/* The point of a line, −1 = it has none; and that which a line of the head names. */
int64_t trace_point(const struct trace *trace, int64_t line);
int64_t trace_named(const struct trace *trace, int64_t line);
/* The line of a point; of a hidden one that of the output after it. */
int64_t trace_line_of(const struct trace *trace, int64_t point);

/* "clock 153.415 (11.7 %)  cells …  wires …", as much as there is room for. */
void trace_write_sums(const struct snap_path *path, int columns, struct text *out);

/* A bar as long as its share of the largest delay: the wires' part, then the cells'. */
void trace_draw_bar(int64_t wires, int64_t cells, int64_t most, bool largest, enum glyphs glyphs,
		    struct area area, int y);
/* A part of one bar of all times, as the rows of the head have them. */
void trace_draw_share(enum trace_head kind, const struct trace_sums *sums, enum glyphs glyphs,
		      struct area area, int y);

#endif
