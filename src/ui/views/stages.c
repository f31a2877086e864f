#include "ui/views/stages.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/ui.h"

/* Columns, from the right one that is left out last. */
enum {
	TIME = 10,    /* at least, … */
	DELAY = 9,    /* … as this */
	LESS = 9,     /* of a path re-timed: what the graph is pessimistic by, … */
	BY_GRAPH = 9, /* … and its delay */
	SLEW = 8,
	LOAD = 8,
	FANOUT = 4,
	MARKS = 5,        /* "*" where it deviates, then the edge */
	TIMES_FROM = 70,  /* columns of a title with arrival and required time */
	BAR_FROM = 59,    /* a line so wide has bars of … */
	BAR = 6,          /* … columns, … */
	WIDE_BAR = 12,    /* … of this many from … */
	WIDE_FROM = 110,  /* … here on, and a blank on either side */
	NAMES = 28,       /* columns for names before slews come in, … */
	MORE_NAMES = 32,  /* … and before loads do */
	NET_FROM = 56,    /* names so wide have a column for nets, … */
	NET_COLUMN = 32,  /* … here, or after the longest name, … */
	NET_LEAST = 20,   /* … which leaves nets this many; … */
	NAMES_READ = 512, /* … of the first points */
};

struct columns {
	bool fanout, slew, less, by_graph;
	int time, delay; /* widths */
	int numbers;     /* of all numbers */
	int bar;         /* of bars, 0 = there are none */
	int marks;       /* where the marks begin, after them */
};

/* Of the largest time there is, with a blank. */
static int time_width(const struct snap_path *path)
{
	int64_t arrival = path->point[path->n_points - 1].arrival;

	return 1 + (int)strlen(SHOWN_TIME(llabs(arrival) > llabs(path->required) ? arrival
										 : path->required));
}

static struct columns choose(int width, const struct snap_path *path)
{
	int least = time_width(path), time = least > TIME ? least : TIME;
	int delay = least > DELAY ? least : DELAY;
	struct columns c = {
		.time = time, .delay = delay, .numbers = delay + time, .less = path->retimed};
	bool timed = path->timed;
	int bars;

	c.numbers += c.less ? LESS : 0;
	if (width >= BAR_FROM)
		c.bar = width < WIDE_FROM ? BAR : WIDE_BAR;
	bars = c.bar ? c.bar + 1 : 0;
	if (c.less && width >= c.numbers + BY_GRAPH + bars + MARKS + NAMES - 1) {
		c.by_graph = true;
		c.numbers += BY_GRAPH;
	}
	if (timed && width >= c.numbers + SLEW + bars + MARKS + NAMES - 1) {
		c.slew = true;
		c.numbers += SLEW;
	}
	if (timed && width >= c.numbers + LOAD + FANOUT + bars + MARKS + MORE_NAMES) {
		c.fanout = true;
		c.numbers += LOAD + FANOUT;
	}
	c.marks = c.numbers + bars;
	return c;
}

/* ---- the lines after the points ---- */

enum tail_line {
	TAIL_ARRIVAL,
	TAIL_EDGE,  /* of the capturing clock, or a path delay */
	TAIL_CLOCK, /* its way to the check, or to an output's clock */
	TAIL_UNCERTAINTY,
	TAIL_MARGIN,
	TAIL_CHECK,
	TAIL_REQUIRED, /* and what it is with pessimism removed */
	TAIL_BEFORE,
	TAIL_CREDIT,
	TAIL_SLACK,
	TAIL_GRAPH, /* by graph-based analysis */
	N_TAIL_LINES
};

static bool has_clock(const struct snap_path *path)
{
	return path->relation.capture_edge >= 0;
}

static bool has_line(const struct snap_path *path, int line)
{
	switch (line) {
	case TAIL_EDGE:
	case TAIL_CLOCK:
		return has_clock(path);
	case TAIL_UNCERTAINTY:
		return path->relation.uncertainty != 0;
	case TAIL_MARGIN:
		return path->relation.margin != 0;
	case TAIL_CHECK:
		return has_clock(path) || path->relation.exception >= 0;
	case TAIL_BEFORE:
	case TAIL_CREDIT:
		return path->row.credit != 0;
	case TAIL_GRAPH:
		return path->retimed;
	default:
		return true;
	}
}

static int tail_line(const struct snap_path *path, int64_t i)
{
	int line = 0;

	while (!has_line(path, line) || i-- > 0)
		line++;
	return line;
}

int64_t stages_count(const struct trace *trace)
{
	int64_t n = 0;

	for (int line = 0; trace->path->timed && line < N_TAIL_LINES; line++)
		n += has_line(trace->path, line);
	return trace_count(trace, n);
}

static const char *check_name(enum endpoint_kind kind)
{
	static const char *const names[] = {
		[ENDPOINT_SETUP] = "library setup time",
		[ENDPOINT_HOLD] = "library hold time",
		[ENDPOINT_RECOVERY] = "library recovery time",
		[ENDPOINT_REMOVAL] = "library removal time",
		[ENDPOINT_GATING_SETUP] = "clock gating setup",
		[ENDPOINT_GATING_HOLD] = "clock gating hold",
		[ENDPOINT_DATA_SETUP] = "data check setup time",
		[ENDPOINT_DATA_HOLD] = "data check hold time",
		[ENDPOINT_NONSEQ_SETUP] = "library non-sequential setup time",
		[ENDPOINT_NONSEQ_HOLD] = "library non-sequential hold time",
		[ENDPOINT_OUTPUT] = "output delay",
		[ENDPOINT_DELAY] = "path delay"};

	return names[kind];
}

static void write_edge(int32_t vertex, struct text *out)
{
	text_add(out, vertex % N_EDGES == RISE ? "^ " : "v ");
}

static const char *verdict(const struct snap_path *path)
{
	return path->row.slack < 0 ? "VIOLATED" : "MET";
}

/* What a line adds, where that leads to from the arrival on, and its words. */
struct tail {
	bool has_delay;
	int64_t delay, time;
};

/* ---- the clock, the check and the slack ---- */

/* Of the capturing clock: when its edge is, and when it reaches the check. */
static int64_t edge_time(const struct snap_path *path)
{
	return path->relation.capture_time + path->relation.multicycle;
}

static int64_t clock_time(const struct snap_path *path)
{
	const struct relation *relation = &path->relation;
	const struct clock *clock = &path->constraints->clock[relation->capture_edge / N_EDGES];

	if (path->endpoint.clock < 0)
		return edge_time(path) + path->endpoint.latency;
	return edge_time(path) + path->clock_arrival -
	       fs_of_ps(clock->time[relation->capture_edge % N_EDGES]);
}

static int64_t uncertain_time(const struct snap_path *path)
{
	int64_t by = path->relation.uncertainty;

	return (has_clock(path) ? clock_time(path) : 0) + (path->split == LATE ? -by : by);
}

static int64_t signed_margin(const struct snap_path *path)
{
	return path->split == LATE ? -path->relation.margin : path->relation.margin;
}

static int64_t margin_time(const struct snap_path *path)
{
	return uncertain_time(path) + signed_margin(path);
}

static void write_clock_edge(const struct snap_path *path, struct text *out)
{
	int32_t edge = path->relation.capture_edge;

	text_printf(out, "clock %s (%s edge)", path->constraints->clock[edge / N_EDGES].name,
		    edge % N_EDGES == RISE ? "rise" : "fall");
}

static void write_clock_pin(const struct snap_path *path, struct text *out)
{
	if (path->clock_vertex < 0) {
		text_add(out, "latency of the clock");
		return;
	}
	bool is_data = path->endpoint.reference >= 0;

	write_edge(path->clock_vertex, out);
	netlist_write_pin(path->snap.graph->netlist, path->clock_vertex / N_EDGES, '/', out);
	text_printf(out, ", %s %s", path->split == LATE ? "early" : "late",
		    is_data ? "data" : "clock");
}

/* What the required time gets back. */
static int64_t signed_credit(const struct snap_path *path)
{
	return path->split == LATE ? path->row.credit : -path->row.credit;
}

static struct tail make_tail(const struct snap_path *path, int line, struct text *words)
{
	int64_t credit = signed_credit(path);

	switch (line) {
	case TAIL_ARRIVAL:
		text_add(words, "data arrival time");
		return (struct tail){false, 0, path->point[path->n_points - 1].arrival};
	case TAIL_EDGE:
		write_clock_edge(path, words);
		return (struct tail){true, edge_time(path), edge_time(path)};
	case TAIL_CLOCK:
		write_clock_pin(path, words);
		return (struct tail){true, clock_time(path) - edge_time(path), clock_time(path)};
	case TAIL_UNCERTAINTY:
		text_add(words, path->relation.between_clocks ? "inter-clock uncertainty"
							      : "clock uncertainty");
		return (struct tail){true,
				     path->split == LATE ? -path->relation.uncertainty
							 : path->relation.uncertainty,
				     uncertain_time(path)};
	case TAIL_MARGIN:
		text_add(words, "path margin");
		return (struct tail){true, signed_margin(path), margin_time(path)};
	case TAIL_CHECK:
		text_add(words, path->at_latch ? "time borrowed from endpoint"
					       : check_name(path->endpoint.kind));
		return (struct tail){true, path->required - margin_time(path), path->required};
	case TAIL_REQUIRED:
		text_add(words, "data required time");
		return (struct tail){false, 0, path->required};
	case TAIL_BEFORE:
		text_add(words, "slack with common path pessimism");
		return (struct tail){false, 0, path->row.slack - path->row.credit};
	case TAIL_CREDIT:
		text_add(words, "pessimism removed, common up to ");
		netlist_write_pin(path->snap.graph->netlist, path->common_pin, '/', words);
		return (struct tail){true, credit, path->required + credit};
	case TAIL_GRAPH:
		text_add(words, "slack by graph-based analysis");
		return (struct tail){false, 0, path->row.graph_slack};
	default:
		text_printf(words, "slack (%s)", verdict(path));
		return (struct tail){false, 0, path->row.slack};
	}
}

static enum style tail_style(const struct snap_path *path, int line)
{
	if (line == TAIL_SLACK || line == TAIL_GRAPH)
		return (line == TAIL_SLACK ? path->row.slack : path->row.graph_slack) < 0
			       ? STYLE_BAD
			       : STYLE_GOOD;
	return line == TAIL_ARRIVAL || line == TAIL_REQUIRED ? STYLE_STRONG : STYLE_NORMAL;
}

/* ---- drawing ---- */

static void draw_real(struct area area, int end, int y, double value)
{
	char text[32];

	snprintf(text, sizeof text, "%.3f", value);
	area_text_right(area, end, y, STYLE_NORMAL, text);
}

static void draw_tail(const struct trace *trace, int64_t i, struct area area, int y)
{
	const struct snap_path *path = trace->path;
	struct columns c = choose(area.width, path);
	int line = tail_line(path, i);
	enum style style = tail_style(path, line);
	RELEASED_BY(text_release) struct text words = TEXT_INIT;
	struct tail tail = make_tail(path, line, &words);

	if (tail.has_delay)
		area_time(area, c.numbers - c.time, y, style, tail.delay);
	if (c.less && line == TAIL_CHECK)
		area_time(area, c.numbers - c.time - c.delay, y, style,
			  trace_pessimism_at_end(path));
	if (c.less && line == TAIL_GRAPH)
		area_time(area, c.numbers - c.time - c.delay, y, style,
			  path->row.slack - path->row.graph_slack);
	area_time(area, c.numbers, y, style, tail.time);
	area_text_cut(area, c.marks + MARKS - 2, y, style, text_string(&words));
}

/* Fan-out, load and slew, as far as there is room. */
static void draw_net(const struct snap_path *path, int64_t i, const struct columns *c,
		     struct area area, int y)
{
	const struct netlist *netlist = path->snap.graph->netlist;
	const struct snap_point *point = &path->point[i];
	int32_t pin = graph_side(path->snap.graph, point->vertex), net = netlist->pin_net[pin];
	int x = 0;

	if (c->fanout) {
		if (net >= 0 && netlist_side_drives(netlist, pin)) {
			area_printf(area, 0, y, STYLE_NORMAL, "%4" PRId32,
				    netlist_fanout(netlist, pin));
			draw_real(area, FANOUT + LOAD, y, point->load);
		}
		x = FANOUT + LOAD;
	}
	if (c->slew) {
		x += SLEW;
		area_time(area, x, y, STYLE_NORMAL, llround(point->slew * 1000));
	}
}

/* Of a path re-timed: the delay that the graph has, and what that is pessimistic by. */
static void draw_pessimism(const struct trace *trace, int64_t i, const struct columns *c,
			   int64_t delay, struct area area, int y)
{
	int64_t less = trace_pessimism(trace, i);
	int end = c->numbers - c->time - c->delay;

	if (c->by_graph)
		area_time(area, end - LESS, y, STYLE_DIM,
			  delay + (trace->path->split == LATE ? less : -less));
	if (c->less)
		area_time(area, end, y, less ? STYLE_NORMAL : STYLE_DIM, less);
}

static void draw_numbers(const struct trace *trace, int64_t i, const struct columns *c,
			 enum glyphs glyphs, struct area area, int y)
{
	const struct snap_path *path = trace->path;
	int64_t most = trace_largest(trace), wires, cells;
	bool largest;

	if (path->timed)
		draw_net(path, i, c, area, y);
	trace_delay(trace, i, &wires, &cells);
	largest = i > 0 && most > 0 && wires + cells == most;
	if (i > 0) {
		draw_pessimism(trace, i, c, wires + cells, area, y);
		area_time(area, c->numbers - c->time, y, largest ? STYLE_ACCENT : STYLE_NORMAL,
			  wires + cells);
	}
	area_time(area, c->numbers, y, STYLE_NORMAL, path->point[i].arrival);
	trace_draw_bar(wires, cells, most, largest, glyphs,
		       area_columns(area, c->numbers + 1, c->bar), y);
}

/* "u7/ZN (NAND2)" */
static void write_pin(const struct netlist *netlist, int32_t pin, struct text *out)
{
	int32_t instance = netlist->pin_instance[pin], net = netlist->pin_net[pin];

	netlist_write_pin(netlist, pin, '/', out);
	text_printf(out, " (%s)",
		    instance >= 0 ? netlist->master[netlist->instance_master[instance]].name
		    : netlist_pin_direction(netlist, pin) == LIB_INOUT ? "inout"
		    : net >= 0 && netlist_drives(netlist, pin)         ? "in"
								       : "out");
}

static int32_t pin_at(const struct snap_path *path, int64_t i)
{
	return graph_side(path->snap.graph, path->point[i].vertex);
}

int stages_names(const struct snap_path *path)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	int most = 0;

	for (int64_t i = 0; path->timed && i < path->n_points && i < NAMES_READ; i++) {
		int columns;

		text_clear(&name);
		write_pin(path->snap.graph->netlist, pin_at(path, i), &name);
		columns = text_columns(text_string(&name));
		most = columns > most ? columns : most;
	}
	return most;
}

/* The column of nets for a number of columns, 0 = nets have none of their own. */
static int net_column(const struct trace *trace, int width)
{
	int column = trace->names + 2;

	if (width < NET_FROM)
		return 0;
	if (column > width - NET_LEAST)
		column = width - NET_LEAST;
	return column > NET_COLUMN ? column : NET_COLUMN;
}

/* "u7/ZN (NAND2)  n12  note"; where there is a column for nets, notes follow it. */
static void write_names(const struct snap_path *path, int64_t i, const char *note, int column,
			struct text *out)
{
	const struct netlist *netlist = path->snap.graph->netlist;
	int32_t pin = pin_at(path, i), net = netlist->pin_net[pin];
	bool drives = net >= 0 && netlist_side_drives(netlist, pin);
	const char *name = drives ? names_get(&netlist->net_name, net) : "";

	write_pin(netlist, pin, out);
	if (column) {
		for (int at = text_columns(text_string(out)); at < column - 2; at++)
			text_add(out, " ");
		text_printf(out, "  %s%s%s", name, *name && *note ? "  " : "", note);
	} else {
		text_printf(out, "%s%s%s%s", *note ? "  " : "", note, *name ? "  " : "", name);
	}
}

/* "u7/ZN rise  note" */
static void write_vertex(const struct snap_path *path, int64_t i, const char *note,
			 struct text *out)
{
	graph_write_name(path->snap.graph, path->point[i].vertex, out);
	text_printf(out, "%s%s", *note ? "  " : "", note);
}

static void draw_point(const struct trace *trace, int64_t i, const char *note, struct list *list,
		       enum glyphs glyphs, struct area area, int y)
{
	const struct snap_path *path = trace->path;
	struct columns c = choose(area.width, path);
	struct area names = area_columns(area, c.marks + MARKS, area.width - c.marks - MARKS);
	bool deviates = false;
	enum style style;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	for (int64_t p = trace_first_of(trace, i); p <= i; p++)
		deviates |= path->point[p].deviates;
	style = deviates ? STYLE_ACCENT : STYLE_NORMAL;
	draw_numbers(trace, i, &c, glyphs, area, y);
	if (deviates)
		area_text(area, c.marks + 1, y, STYLE_ACCENT, "*");
	if (path->timed) {
		write_edge(graph_netlist_vertex(path->snap.graph, path->point[i].vertex), &text);
		area_text(area, c.marks + MARKS - 2, y, style, text_string(&text));
		text_clear(&text);
		write_names(path, i, note, net_column(trace, names.width), &text);
	} else {
		names = area_columns(area, c.marks + 3, area.width - c.marks - 3);
		write_vertex(path, i, note, &text);
	}
	ui_draw_shifted(list, names, y, style, text_string(&text));
}

/* ---- where the time goes ---- */

/* "clk_sys rise at 0.000 and its network, to lane3_reg/CK" */
static void write_start(const struct snap_path *path, struct text *out)
{
	int32_t edge = path->timed ? path->relation.launch_edge : -1;

	if (edge < 0 || !path->constraints) {
		text_add(out, "at its start");
		return;
	}
	text_printf(out, "from %s %s at %s to ", path->constraints->clock[edge / N_EDGES].name,
		    edge % N_EDGES == RISE ? "rise" : "fall",
		    SHOWN_TIME(path->relation.launch_time));
	netlist_write_pin(path->snap.graph->netlist,
			  graph_pin(path->snap.graph, path->point[0].vertex), '/', out);
}

static void write_count(int64_t n, const char *what, struct text *out)
{
	text_printf(out, "in %" PRId64 " %s%s", n, what, n == 1 ? "" : "s");
}

/* The text beside the numbers; released. */
static void draw_words(struct list *list, struct area area, const struct columns *c, int y,
		       enum style style, struct text *words)
{
	int x = c->marks + MARKS - 2;

	ui_draw_shifted(list, area_columns(area, x, area.width - x), y, style, text_string(words));
	text_release(words);
}

/* "cells 83.9 %  in 35 cells" with a bar; the times add up to the arrival. */
static void draw_sum(const struct trace *trace, enum trace_head kind, struct list *list,
		     enum glyphs glyphs, struct area area, int y)
{
	struct trace_sums sums = trace_sums_of(trace->path);
	struct columns c = choose(area.width, trace->path);
	bool timed = trace->path->timed;
	int64_t part = kind == HEAD_START   ? sums.start
		       : kind == HEAD_CELLS ? sums.cells
					    : sums.wires;
	int64_t time = sums.edge + sums.start + (kind != HEAD_START ? sums.cells : 0) +
		       (kind == HEAD_WIRES ? sums.wires : 0);
	struct text words = TEXT_INIT;

	if (c.less && kind != HEAD_START)
		area_time(area, c.numbers - c.time - c.delay, y, STYLE_STRONG,
			  trace_pessimism_of(trace->path, kind == HEAD_WIRES));
	area_time(area, c.numbers - c.time, y, STYLE_STRONG, part);
	area_time(area, c.numbers, y, STYLE_STRONG, time);
	trace_draw_share(kind, &sums, glyphs, area_columns(area, c.numbers + 1, c.bar), y);
	text_printf(&words, "%s ",
		    kind == HEAD_WIRES   ? "wires"
		    : kind == HEAD_START ? trace_start_word(trace->path)
		    : timed              ? "cells"
					 : "arcs ");
	if (sums.total > 0)
		text_printf(&words, "%5.1f %%  ", 100.0 * (double)part / (double)sums.total);
	if (kind == HEAD_START)
		write_start(trace->path, &words);
	else if (kind == HEAD_CELLS)
		write_count(sums.n_cells, timed ? "cell" : "arc", &words);
	else
		write_count(sums.n_wires, "wire", &words);
	draw_words(list, area, &c, y, STYLE_STRONG, &words);
}

void stages_write_delay(const struct snap_path *path, int rank, int64_t i, struct text *words)
{
	const struct netlist *netlist = path->snap.graph->netlist;
	int32_t pin, instance;

	text_printf(words, "%s ", rank == 0 ? "most" : "then");
	if (!netlist) {
		text_add(words, "to ");
		graph_write_name(path->snap.graph, path->point[i].vertex, words);
		return;
	}
	pin = graph_pin(path->snap.graph, path->point[i].vertex);
	instance = netlist->pin_instance[pin];
	text_add(words, trace_is_wire(path, i) ? "on the wire to " : "in ");
	if (instance >= 0) /* first, as names may be cut */
		text_printf(words, "%s ", netlist->master[netlist->instance_master[instance]].name);
	netlist_write_pin(netlist, pin, '/', words);
}

static void draw_slowest(const struct trace *trace, int rank, struct list *list, enum glyphs glyphs,
			 struct area area, int y)
{
	const struct snap_path *path = trace->path;
	struct columns c = choose(area.width, path);
	int64_t i = trace_slowest(path, rank), delay = path->point[i].delay;
	enum style style = rank == 0 ? STYLE_ACCENT : STYLE_NORMAL;
	bool wire = trace_is_wire(path, i);
	struct text words = TEXT_INIT;

	area_time(area, c.numbers - c.time, y, style, delay);
	trace_draw_bar(wire ? delay : 0, wire ? 0 : delay, trace_sums_of(path).total, rank == 0,
		       glyphs, area_columns(area, c.numbers + 1, c.bar), y);
	stages_write_delay(path, rank, i, &words);
	draw_words(list, area, &c, y, style, &words);
}

static void draw_head(const struct trace *trace, int64_t line, struct list *list,
		      enum glyphs glyphs, struct area area, int y)
{
	RELEASED_BY(text_release) struct text words = TEXT_INIT;

	if (line >= HEAD_SLOWEST) {
		draw_slowest(trace, (int)(line - HEAD_SLOWEST), list, glyphs, area, y);
	} else if (line == HEAD_SUMS) {
		trace_write_sums(trace->path, area.width - 1, &words);
		area_text_cut(area, 1, y, STYLE_STRONG, text_string(&words));
	} else {
		draw_sum(trace, (enum trace_head)line, list, glyphs, area, y);
	}
}

void stages_draw(const struct trace *trace, int64_t line, const char *note, struct list *list,
		 enum glyphs glyphs, struct area area, int y)
{
	struct trace_line at = trace_at(trace, line);

	if (at.part == TRACE_HEAD)
		draw_head(trace, at.index, list, glyphs, area, y);
	else if (at.part == TRACE_POINT)
		draw_point(trace, at.index, note, list, glyphs, area, y);
	else
		draw_tail(trace, at.index, area, y);
}

void stages_draw_heads(const struct trace *trace, struct area area)
{
	bool timed = trace->path->timed;
	struct columns c = choose(area.width, trace->path);
	int x = timed ? c.marks + MARKS : c.marks + 3;

	if (c.fanout)
		area_text(area, 0, 1, STYLE_DIM, " fan load fF");
	if (c.slew)
		area_text_right(area, (c.fanout ? FANOUT + LOAD : 0) + SLEW, 1, STYLE_DIM, "slew");
	if (c.by_graph)
		area_text_right(area, c.numbers - c.time - c.delay - LESS, 1, STYLE_DIM,
				"by graph");
	if (c.less)
		area_text_right(area, c.numbers - c.time - c.delay, 1, STYLE_DIM, "pess");
	area_text_right(area, c.numbers - c.time, 1, STYLE_DIM, "delay");
	area_text_right(area, c.numbers, 1, STYLE_DIM, "time");
	if (!timed) {
		area_text_cut(area, x, 1, STYLE_DIM, "point  paths that leave there");
	} else if (net_column(trace, area.width - x)) {
		area_text(area, x, 1, STYLE_DIM, "pin (cell)");
		area_text_cut(area, x + net_column(trace, area.width - x), 1, STYLE_DIM,
			      "net  leaving paths");
	} else {
		area_text_cut(area, x, 1, STYLE_DIM, "pin (cell)  paths that leave  net");
	}
}

void stages_points(const struct trace *trace, int64_t line, int64_t *first, int64_t *last)
{
	struct trace_line at = trace_at(trace, line);
	int64_t n = trace->path->n_points;
	int tail = at.part == TRACE_TAIL ? tail_line(trace->path, at.index) : -1;

	*first = 0;
	*last = -1;
	if (at.part == TRACE_POINT) {
		*first = trace_first_of(trace, at.index);
		*last = at.index;
	} else if (tail == TAIL_CHECK || tail == TAIL_CREDIT) {
		*first = *last = tail == TAIL_CHECK ? n : n + 1;
	}
}

void stages_write_slack(const struct snap_path *path, struct text *out)
{
	text_printf(out, "  slack %s %s (%s)", SHOWN_TIME(path->row.slack), time_unit(),
		    verdict(path));
}

void stages_write_title(const struct snap_path *path, int columns, struct text *out)
{
	stages_write_slack(path, out);
	if (columns < TIMES_FROM)
		return;
	text_printf(out, "  arrival %s  required %s",
		    SHOWN_TIME(path->point[path->n_points - 1].arrival),
		    SHOWN_TIME(path->required + signed_credit(path)));
	if (path->retimed)
		text_printf(out, "  by graph %s", SHOWN_TIME(path->row.graph_slack));
}
