#include "ui/views/stages.h"

#include <inttypes.h>
#include <stdio.h>

#include "ui/ui.h"

/* Columns, from the right one that is left out last. */
enum {
	TIME = 10,
	DELAY = 9,
	SLEW = 8,
	LOAD = 8,
	FANOUT = 4,
	MARKS = 5,       /* "*" where it deviates, then the edge */
	NAMES = 28,      /* columns for names before another number comes in */
	NET_FROM = 56,   /* names so wide have a column for nets, … */
	NET_COLUMN = 32, /* … here */
};

struct columns {
	bool fanout, slew;
	int numbers; /* width of all numbers */
};

static struct columns choose(int width)
{
	struct columns c = {.numbers = DELAY + TIME};

	if (width >= c.numbers + SLEW + MARKS + NAMES - 1) {
		c.slew = true;
		c.numbers += SLEW;
	}
	if (width >= c.numbers + LOAD + FANOUT + MARKS + NAMES) {
		c.fanout = true;
		c.numbers += LOAD + FANOUT;
	}
	return c;
}

/* ---- the slowest points ---- */

/* Of two delays the larger is slower, of equal ones the first. */
static bool is_slower(const struct snap_path *path, int64_t i, int64_t than)
{
	int64_t a = path->point[i].delay, b = path->point[than].delay;

	return a > b || (a == b && i < than);
}

/* The point with so many slower ones. */
static int64_t slowest_point(const struct snap_path *path, int rank)
{
	int64_t found = -1;

	for (int r = 0; r <= rank; r++) {
		int64_t before = found;

		found = -1;
		for (int64_t i = 1; i < path->n_points; i++)
			if ((before < 0 || is_slower(path, before, i)) && i != before &&
			    (found < 0 || is_slower(path, i, found)))
				found = i;
	}
	return found;
}

/* ---- the lines behind the points ---- */

enum { N_SLOWEST = 3 }; /* points that are named as the slowest */

enum tail_line {
	TAIL_START, /* what the arrival is made of: when it begins, … */
	TAIL_CELLS,
	TAIL_WIRES,
	TAIL_SLOWEST, /* … and what takes most of it */
	TAIL_ARRIVAL = TAIL_SLOWEST + N_SLOWEST,
	TAIL_EDGE,  /* of the capturing clock, or a path delay */
	TAIL_CLOCK, /* its way to the check, or to an output's clock */
	TAIL_UNCERTAINTY,
	TAIL_CHECK,
	TAIL_REQUIRED, /* and what it is with pessimism removed */
	TAIL_BEFORE,
	TAIL_CREDIT,
	TAIL_SLACK,
	N_TAIL_LINES
};

static bool has_clock(const struct snap_path *path)
{
	return path->relation.capture_edge >= 0;
}

static bool has_line(const struct snap_path *path, int line)
{
	if (line >= TAIL_SLOWEST && line < TAIL_ARRIVAL) {
		int64_t i = slowest_point(path, line - TAIL_SLOWEST);

		return i >= 0 && path->point[i].delay > 0;
	}
	switch (line) {
	case TAIL_EDGE:
	case TAIL_CLOCK:
		return has_clock(path);
	case TAIL_UNCERTAINTY:
		return path->relation.uncertainty != 0;
	case TAIL_CHECK:
		return has_clock(path) || path->relation.exception >= 0;
	case TAIL_BEFORE:
	case TAIL_CREDIT:
		return path->row.credit != 0;
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

int64_t stages_count(const struct snap_path *path)
{
	int64_t n = path->n_points;

	for (int line = 0; line < N_TAIL_LINES; line++)
		n += has_line(path, line);
	return n;
}

static const char *check_name(enum endpoint_kind kind)
{
	static const char *const names[] = {[ENDPOINT_SETUP] = "library setup time",
					    [ENDPOINT_HOLD] = "library hold time",
					    [ENDPOINT_RECOVERY] = "library recovery time",
					    [ENDPOINT_REMOVAL] = "library removal time",
					    [ENDPOINT_GATING_SETUP] = "clock gating setup",
					    [ENDPOINT_GATING_HOLD] = "clock gating hold",
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

/* ---- what the arrival is made of ---- */

static int32_t point_pin(const struct snap_path *path, int64_t i)
{
	return graph_netlist_vertex(path->snap.graph, path->point[i].vertex) / N_EDGES;
}

/* The delays that lead to outputs of cells, or those that lead over wires. */
static struct tail sum_delays(const struct snap_path *path, bool of_cells, struct text *words)
{
	struct tail tail = {.has_delay = true};
	int64_t n = 0;

	for (int64_t i = 1; i < path->n_points; i++) {
		if (netlist_drives(path->snap.graph->netlist, point_pin(path, i)) != of_cells)
			continue;
		tail.delay += path->point[i].delay;
		n++;
	}
	text_printf(words, "in %" PRId64 " %s%s", n, of_cells ? "cell" : "wire", n == 1 ? "" : "s");
	return tail;
}

static void write_start(const struct snap_path *path, struct text *out)
{
	int32_t edge = path->relation.launch_edge;

	text_add(out, "at its start");
	if (edge < 0 || !path->constraints)
		return;
	text_printf(out, ": %s %s at ", path->constraints->clock[edge / N_EDGES].name,
		    edge % N_EDGES == RISE ? "rise" : "fall");
	text_ps(out, path->relation.launch_time, 0);
}

static struct tail make_start(const struct snap_path *path, struct text *words)
{
	write_start(path, words);
	return (struct tail){true, path->point[0].arrival, 0};
}

static struct tail make_slowest(const struct snap_path *path, int rank, struct text *words)
{
	const struct netlist *netlist = path->snap.graph->netlist;
	int64_t i = slowest_point(path, rank);
	int32_t pin = point_pin(path, i), instance = netlist->pin_instance[pin];

	text_printf(words, "%s %s ", rank == 0 ? "most" : "then",
		    netlist_drives(netlist, pin) ? "in" : "on the wire to");
	if (instance >= 0) /* first, as names may be cut */
		text_printf(words, "%s ", netlist->master[netlist->instance_master[instance]].name);
	netlist_write_pin(netlist, pin, '/', words);
	return (struct tail){true, path->point[i].delay, 0};
}

/* ---- the clock, the check and the slack ---- */

/* Of the capturing clock: when its edge is, and when that comes to the check. */
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
	write_edge(path->clock_vertex, out);
	netlist_write_pin(path->snap.graph->netlist, path->clock_vertex / N_EDGES, '/', out);
	text_printf(out, ", %s clock", path->split == LATE ? "early" : "late");
}

/* What the required time gets back. */
static int64_t signed_credit(const struct snap_path *path)
{
	return path->split == LATE ? path->row.credit : -path->row.credit;
}

static struct tail make_tail(const struct snap_path *path, int line, struct text *words)
{
	int64_t credit = signed_credit(path);

	if (line >= TAIL_SLOWEST && line < TAIL_ARRIVAL)
		return make_slowest(path, line - TAIL_SLOWEST, words);
	switch (line) {
	case TAIL_START:
		return make_start(path, words);
	case TAIL_CELLS:
	case TAIL_WIRES:
		return sum_delays(path, line == TAIL_CELLS, words);
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
	case TAIL_CHECK:
		text_add(words, check_name(path->endpoint.kind));
		return (struct tail){true, path->required - uncertain_time(path), path->required};
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
	default:
		text_printf(words, "slack (%s)", verdict(path));
		return (struct tail){false, 0, path->row.slack};
	}
}

static enum style tail_style(const struct snap_path *path, int line)
{
	if (line == TAIL_SLACK)
		return path->row.slack < 0 ? STYLE_BAD : STYLE_GOOD;
	return line == TAIL_ARRIVAL || line == TAIL_REQUIRED ? STYLE_STRONG : STYLE_NORMAL;
}

/* ---- drawing ---- */

/* A time that ends in a column. */
static void draw_ps(struct area area, int end, int y, enum style style, int64_t fs)
{
	struct text text = TEXT_INIT;

	text_ps(&text, fs, 0);
	area_text_right(area, end, y, style, text_string(&text));
	text_release(&text);
}

static void draw_real(struct area area, int end, int y, double value)
{
	char text[32];

	snprintf(text, sizeof text, "%.3f", value);
	area_text_right(area, end, y, STYLE_NORMAL, text);
}

static void draw_tail(const struct snap_path *path, int line, struct area area, int y)
{
	struct columns c = choose(area.width);
	enum style style = tail_style(path, line);
	struct text words = TEXT_INIT;
	struct tail tail = make_tail(path, line, &words);

	if (tail.has_delay)
		draw_ps(area, c.numbers - TIME, y, style, tail.delay);
	if (line >= TAIL_ARRIVAL)
		draw_ps(area, c.numbers, y, style, tail.time);
	area_text_cut(area, c.numbers + MARKS - 2, y, style, text_string(&words));
	text_release(&words);
}

static void draw_numbers(const struct snap_path *path, int64_t i, const struct columns *c,
			 struct area area, int y)
{
	const struct netlist *netlist = path->snap.graph->netlist;
	const struct snap_point *point = &path->point[i];
	int32_t pin = graph_netlist_vertex(path->snap.graph, point->vertex) / N_EDGES,
		net = netlist->pin_net[pin];
	int x = 0;

	if (c->fanout) {
		if (net >= 0 && netlist_drives(netlist, pin)) {
			int32_t n_pins = netlist->net_pin_row[net + 1] - netlist->net_pin_row[net];

			area_printf(area, 0, y, STYLE_NORMAL, "%4" PRId32,
				    n_pins - netlist->net_n_drivers[net]);
			draw_real(area, FANOUT + LOAD, y, point->load);
		}
		x = FANOUT + LOAD;
	}
	if (c->slew) {
		x += SLEW;
		draw_real(area, x, y, point->slew);
	}
	if (i > 0)
		draw_ps(area, x + DELAY, y, STYLE_NORMAL, point->delay);
	draw_ps(area, x + DELAY + TIME, y, STYLE_NORMAL, point->arrival);
}

/* "u7/ZN (NAND2)  n12  note"; where there is a column for nets, notes stand behind it. */
static void write_names(const struct snap_path *path, int64_t i, const char *note, bool wide,
			struct text *out)
{
	const struct netlist *netlist = path->snap.graph->netlist;
	int32_t pin = graph_netlist_vertex(path->snap.graph, path->point[i].vertex) / N_EDGES,
		net = netlist->pin_net[pin];
	int32_t instance = netlist->pin_instance[pin];
	bool drives = net >= 0 && netlist_drives(netlist, pin);
	const char *name = drives ? names_get(&netlist->net_name, net) : "";

	netlist_write_pin(netlist, pin, '/', out);
	text_printf(out, " (%s)",
		    instance >= 0 ? netlist->master[netlist->instance_master[instance]].name
		    : drives      ? "in"
				  : "out");
	if (wide) {
		for (int at = text_columns(text_string(out)); at < NET_COLUMN - 2; at++)
			text_add(out, " ");
		text_printf(out, "  %s%s%s", name, *name && *note ? "  " : "", note);
	} else {
		text_printf(out, "%s%s%s%s", *note ? "  " : "", note, *name ? "  " : "", name);
	}
}

static void draw_point(const struct snap_path *path, int64_t i, const char *note, struct list *list,
		       struct area area, int y)
{
	struct columns c = choose(area.width);
	struct area names = area_columns(area, c.numbers + MARKS, area.width - c.numbers - MARKS);
	const struct snap_point *point = &path->point[i];
	enum style style = point->deviates ? STYLE_ACCENT : STYLE_NORMAL;
	struct text text = TEXT_INIT;

	draw_numbers(path, i, &c, area, y);
	if (point->deviates)
		area_text(area, c.numbers + 1, y, STYLE_ACCENT, "*");
	write_edge(graph_netlist_vertex(path->snap.graph, point->vertex), &text);
	area_text(area, c.numbers + MARKS - 2, y, style, text_string(&text));
	text_clear(&text);
	write_names(path, i, note, names.width >= NET_FROM, &text);
	ui_draw_shifted(list, names, y, style, text_string(&text));
	text_release(&text);
}

void stages_draw(const struct snap_path *path, int64_t line, const char *note, struct list *list,
		 struct area area, int y)
{
	if (line < path->n_points)
		draw_point(path, line, note, list, area, y);
	else
		draw_tail(path, tail_line(path, line - path->n_points), area, y);
}

void stages_draw_heads(struct area area, int y)
{
	struct columns c = choose(area.width);
	int x = c.numbers + MARKS;

	if (c.fanout)
		area_text(area, 0, y, STYLE_DIM, " fan    load");
	if (c.slew)
		area_text_right(area, c.numbers - TIME - DELAY, y, STYLE_DIM, "slew");
	area_text_right(area, c.numbers - TIME, y, STYLE_DIM, "delay");
	area_text_right(area, c.numbers, y, STYLE_DIM, "time");
	if (area.width - x >= NET_FROM) {
		area_text(area, x, y, STYLE_DIM, "pin (cell)");
		area_text(area, x + NET_COLUMN, y, STYLE_DIM, "net  paths that leave there");
	} else {
		area_text_cut(area, x, y, STYLE_DIM, "pin (cell)  paths that leave  net");
	}
}

void stages_write_title(const struct snap_path *path, struct text *out)
{
	text_add(out, "slack ");
	text_ps(out, path->row.slack, 0);
	text_printf(out, " (%s)  arrival ", verdict(path));
	text_ps(out, path->point[path->n_points - 1].arrival, 0);
	text_add(out, "  required ");
	text_ps(out, path->required + signed_credit(path), 0);
}
