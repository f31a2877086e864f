#include "ui/views/trace.h"

#include <inttypes.h>

#include "ui/settings.h"

enum { EIGHTHS = 8, LEFT_EIGHTHS = 0x2590 /* less n: a block of n eighths */ };

/* ---- points ---- */

bool trace_is_wire(const struct snap_path *path, int64_t i)
{
	const struct graph *graph = path->snap.graph;

	return graph->netlist &&
	       !netlist_side_drives(graph->netlist, graph_side(graph, path->point[i].vertex));
}

/* Its first and last points are always there. */
static bool hides(const struct trace *trace, int64_t i)
{
	return trace->folded && i > 0 && i + 1 < trace->path->n_points &&
	       trace_is_wire(trace->path, i);
}

int64_t trace_first_of(const struct trace *trace, int64_t i)
{
	while (i > 0 && hides(trace, i - 1))
		i--;
	return i;
}

void trace_delay(const struct trace *trace, int64_t i, int64_t *wires, int64_t *cells)
{
	*wires = *cells = 0;
	for (int64_t p = trace_first_of(trace, i); p <= i; p++) {
		if (p > 0)
			*(trace_is_wire(trace->path, p) ? wires : cells) +=
				trace->path->point[p].delay;
	}
}

static int64_t pessimism_at(const struct snap_path *path, int64_t i)
{
	int64_t more = path->point[i].graph_delay - path->point[i].delay;

	return path->split == LATE ? more : -more;
}

int64_t trace_pessimism(const struct trace *trace, int64_t i)
{
	return SUM(int64_t, p, trace_first_of(trace, i), i + 1,
		   p > 0 ? pessimism_at(trace->path, p) : 0);
}

int64_t trace_pessimism_of(const struct snap_path *path, bool wires)
{
	return SUM(int64_t, i, 1, path->n_points,
		   trace_is_wire(path, i) == wires ? pessimism_at(path, i) : 0);
}

int64_t trace_pessimism_at_end(const struct snap_path *path)
{
	int64_t more = path->required - path->graph_required;

	return path->split == LATE ? more : -more;
}

int64_t trace_largest(const struct trace *trace)
{
	int64_t largest = 0, wires, cells;

	for (int64_t i = 1; i < trace->path->n_points; i++) {
		if (hides(trace, i))
			continue;
		trace_delay(trace, i, &wires, &cells);
		if (wires + cells > largest)
			largest = wires + cells;
	}
	return largest;
}

/* ---- where the time goes ---- */

struct trace_sums trace_sums_of(const struct snap_path *path)
{
	struct trace_sums sums = {0};

	if (path->timed && path->relation.launch_edge >= 0)
		sums.edge = path->relation.launch_time;
	sums.start = path->point[0].arrival - sums.edge;
	for (int64_t i = 1; i < path->n_points; i++) {
		bool wire = trace_is_wire(path, i);

		*(wire ? &sums.wires : &sums.cells) += path->point[i].delay;
		++*(wire ? &sums.n_wires : &sums.n_cells);
	}
	sums.total = sums.start + sums.cells + sums.wires;
	return sums;
}

/* Of two delays the larger is slower, of equal ones the first. */
static bool is_slower(const struct snap_path *path, int64_t i, int64_t than)
{
	int64_t a = path->point[i].delay, b = path->point[than].delay;

	return a > b || (a == b && i < than);
}

int64_t trace_slowest(const struct snap_path *path, int rank)
{
	int64_t found = -1;

	for (int r = 0; r <= rank; r++) {
		int64_t before = found;

		found = -1;
		for (int64_t i = 1; i < path->n_points; i++)
			if ((before < 0 || is_slower(path, before, i)) && i != before &&
			    (found < 0 || is_slower(path, i, found)))
				found = i;
		if (found < 0)
			break;
	}
	return found >= 0 && path->point[found].delay > 0 ? found : -1;
}

/* ---- lines ---- */

static int n_sums(const struct trace *trace)
{
	return trace->brief ? 1 : trace->path->snap.graph->netlist ? HEAD_SUMS : HEAD_WIRES;
}

static int64_t n_head(const struct trace *trace)
{
	int64_t n = n_sums(trace);

	for (int r = 0; r < TRACE_SLOWEST; r++)
		n += trace_slowest(trace->path, r) >= 0;
	return n;
}

static int64_t n_points(const struct trace *trace)
{
	return SUM(int64_t, i, 0, trace->path->n_points, !hides(trace, i));
}

int64_t trace_count(const struct trace *trace, int64_t n_tail)
{
	return n_head(trace) + n_points(trace) + n_tail;
}

struct trace_line trace_at(const struct trace *trace, int64_t line)
{
	int64_t head = n_head(trace), i = 0;

	if (line < head) {
		int64_t sums = n_sums(trace);

		if (line < sums)
			return (struct trace_line){TRACE_HEAD, trace->brief ? HEAD_SUMS : line};
		return (struct trace_line){TRACE_HEAD, HEAD_SLOWEST + line - sums};
	}
	line -= head;
	for (; i < trace->path->n_points; i++) {
		if (!hides(trace, i) && line-- == 0)
			return (struct trace_line){TRACE_POINT, i};
	}
	return (struct trace_line){TRACE_TAIL, line};
}

int64_t trace_point(const struct trace *trace, int64_t line)
{
	struct trace_line at = trace_at(trace, line);

	return at.part == TRACE_POINT ? at.index : -1;
}

int64_t trace_named(const struct trace *trace, int64_t line)
{
	struct trace_line at = trace_at(trace, line);

	return at.part == TRACE_HEAD && at.index >= HEAD_SLOWEST
		       ? trace_slowest(trace->path, (int)(at.index - HEAD_SLOWEST))
		       : -1;
}

int64_t trace_line_of(const struct trace *trace, int64_t point)
{
	int64_t line = n_head(trace);

	for (int64_t i = 0; i < point; i++)
		line += !hides(trace, i);
	return line;
}

/* ---- words ---- */

static void add_share(const char *what, int64_t part, const struct trace_sums *sums, bool shares,
		      struct text *out)
{
	text_printf(out, "%s%s %s", out->length ? shares ? "  " : " + " : "", what,
		    SHOWN_TIME(part));
	if (shares && sums->total > 0)
		text_printf(out, " (%.1f %%)", 100.0 * (double)part / (double)sums->total);
}

const char *trace_start_word(const struct snap_path *path)
{
	const struct netlist *netlist = path->snap.graph->netlist;

	if (!path->timed || path->relation.launch_edge < 0)
		return "start";
	return netlist->pin_instance[graph_side(path->snap.graph, path->point[0].vertex)] < 0
		       ? "input delay"
		       : "clock";
}

static void write_sums(const struct snap_path *path, bool shares, struct text *out)
{
	struct trace_sums sums = trace_sums_of(path);

	text_clear(out);
	if (sums.edge)
		text_printf(out, "edge %s", SHOWN_TIME(sums.edge));
	add_share(trace_start_word(path), sums.start, &sums, shares, out);
	add_share(path->timed ? "cells" : "arcs", sums.cells, &sums, shares, out);
	if (path->timed)
		add_share("wires", sums.wires, &sums, shares, out);
}

void trace_write_sums(const struct snap_path *path, int columns, struct text *out)
{
	write_sums(path, true, out);
	if (text_columns(text_string(out)) > columns)
		write_sums(path, false, out);
}

/* ---- bars ---- */

/* What is above 0 is seen, however short. */
static int in_eighths(int64_t value, int64_t most, int width)
{
	int eighths;

	if (value <= 0 || most <= 0)
		return 0;
	eighths = (int)((double)value / (double)most * width * EIGHTHS + 0.5);
	return eighths < 1 ? 1 : eighths > width * EIGHTHS ? width * EIGHTHS : eighths;
}

/* Blocks from column x on, the last as narrow as its eighths say; the next column. */
static int put_blocks(struct area area, int x, int y, int eighths, enum style style,
		      enum glyphs glyphs)
{
	for (; eighths > 0; eighths -= EIGHTHS, x++) {
		int part = eighths < EIGHTHS ? eighths : EIGHTHS;

		area_put(area, x, y, style,
			 glyphs != GLYPHS_ASCII ? (uint32_t)(LEFT_EIGHTHS - part)
			 : part >= EIGHTHS / 2  ? '#'
						: '.');
	}
	return x;
}

/* Of shades there are no parts: whole columns, or a dot for less than half of one. */
static int put_shades(struct area area, int y, int eighths, enum style style, uint32_t glyph,
		      enum glyphs glyphs)
{
	int n = (eighths + EIGHTHS / 2) / EIGHTHS;

	if (n == 0 && eighths > 0)
		area_put(area, 0, y, style, glyphs == GLYPHS_ASCII ? '.' : 0xb7);
	for (int x = 0; x < n; x++)
		area_put(area, x, y, style, glyph);
	return n;
}

static int put_wires(struct area area, int y, int eighths, enum style style, enum glyphs glyphs)
{
	return put_shades(area, y, eighths, style, glyphs == GLYPHS_ASCII ? '-' : 0x2592, glyphs);
}

void trace_draw_bar(int64_t wires, int64_t cells, int64_t most, bool largest, enum glyphs glyphs,
		    struct area area, int y)
{
	int all = in_eighths(wires + cells, most, area.width), x = 0;
	int of_wires = cells > 0 ? in_eighths(wires, most, area.width) : all;

	/* a wire that takes less than half a column isn't seen beside its cell */
	if (cells <= 0 || of_wires >= EIGHTHS / 2)
		x = put_wires(area, y, of_wires, largest ? STYLE_ACCENT : STYLE_PLOT_2, glyphs);
	if (cells > 0)
		put_blocks(area, x, y, all - x * EIGHTHS, largest ? STYLE_ACCENT : STYLE_PLOT_1,
			   glyphs);
}

void trace_draw_share(enum trace_head kind, const struct trace_sums *sums, enum glyphs glyphs,
		      struct area area, int y)
{
	const int64_t part[] = {sums->start, sums->cells, sums->wires};
	int eighths = in_eighths(part[kind], sums->total, area.width), begin;
	int64_t from = (kind > HEAD_START ? part[0] : 0) + (kind > HEAD_CELLS ? part[1] : 0);

	begin = (in_eighths(from, sums->total, area.width) + EIGHTHS / 2) / EIGHTHS;
	begin = begin < area.width ? begin : area.width - 1; /* what is last is seen */
	area = area_columns(area, begin, area.width - begin);
	if (kind == HEAD_CELLS)
		put_blocks(area, 0, y, eighths, STYLE_PLOT_1, glyphs);
	else if (kind == HEAD_WIRES)
		put_wires(area, y, eighths, STYLE_PLOT_2, glyphs);
	else
		put_shades(area, y, eighths, STYLE_DIM, glyphs == GLYPHS_ASCII ? ':' : 0x2591,
			   glyphs);
}
