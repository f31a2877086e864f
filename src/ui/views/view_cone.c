/*
 * View Cone: a pin in the middle, what leads to it above, what it leads to below, by slack; or the
 * pins of its cell and net, or the paths of the ranking through it. Enter makes another pin the
 * middle.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "ui/views/cone.h"
#include "ui/views/view_paths.h"

enum {
	MARKS = 2, /* what is selected, and what decides */
	DELAY = 9,
	TIME = 11,
	SLACK = 11,
	SLEW = 8,
	NAMES = 26,      /* columns for names before another number comes in */
	MIDDLE_ROWS = 3, /* the header and both edges */
	BOTH_ROWS = 12,  /* from here on there is room for two lists */
	TIMES_ROWS = 7,  /* … and from here on for the times of the middle */
	RANK = 9,
	DEVIATIONS = 5,
};

/* ---- columns ---- */

struct columns {
	bool delay, arrival, required, slew;
	int names; /* where they begin */
};

/* What matters least is left out first. */
static struct columns choose(const struct ui *ui, int width, bool netlist)
{
	struct columns c = {.names = MARKS + SLACK + 1};
	bool arcs = cone_of(ui)->here.show == SHOW_ARCS;
	struct {
		bool *on;
		int width;
		bool wanted;
	} order[] = {{&c.delay, DELAY, arcs},
		     {&c.arrival, TIME, true},
		     {&c.required, TIME, true},
		     {&c.slew, SLEW, netlist}};

	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		if (!order[i].wanted)
			continue;
		if (width < c.names + order[i].width + NAMES)
			break;
		*order[i].on = true;
		c.names += order[i].width;
	}
	return c;
}

static bool is_cost(const struct snap_cone *cone)
{
	return cone->snap.graph->objective == OBJECTIVE_COST;
}

static void draw_heads(const struct snap_cone *cone, const struct columns *c, struct area area)
{
	char line[128];

	snprintf(line, sizeof line, "%*s%*s%*s%*s%*s%*s", MARKS, "", c->delay ? DELAY : 0,
		 c->delay ? "delay" : "", c->arrival ? TIME : 0,
		 !c->arrival     ? ""
		 : is_cost(cone) ? "cost"
				 : "arrival",
		 c->required ? TIME : 0,
		 !c->required    ? ""
		 : is_cost(cone) ? "to end"
				 : "required",
		 SLACK, is_cost(cone) ? "least" : "slack", c->slew ? SLEW : 0,
		 c->slew ? "slew" : "");
	area_text_cut(area, 0, 0, STYLE_DIM, line);
	if (cone->snap.graph->netlist) {
		const char *brief = cone->credited ? "after CPPR" : "before CPPR";
		char words[64];

		if (cone->credited)
			snprintf(words, sizeof words, "slacks after CPPR%s",
				 cone->n_bounds ? ", some at least" : "");
		else
			snprintf(words, sizeof words, "slacks before CPPR, %s after",
				 ui_key_of("compute_pin_slacks"));
		area_text_cut(area, c->names, 0, STYLE_DIM,
			      text_columns(words) <= area.width - c->names ? words : brief);
	}
}

/* ---- a line ---- */

static enum style slack_style(const struct snap_cone *cone, int64_t slack)
{
	if (slack == CONE_NOTHING)
		return STYLE_DIM;
	return is_cost(cone) ? STYLE_NORMAL : slack < 0 ? STYLE_BAD : STYLE_GOOD;
}

static int draw_time(struct area area, int x, int y, int width, enum style style, int64_t fs)
{
	area_printf(area, x, y, style, "%*s", width, fs == CONE_NOTHING ? "-" : SHOWN_TIME(fs));
	return x + width;
}

static void draw_numbers(const struct snap_cone *cone, const struct columns *c, struct area area,
			 int y, const struct cone_line *line)
{
	const struct cone_point *p = &line->point;
	int64_t required = p->required;
	int x = MARKS;

	if (is_cost(cone) && required != CONE_NOTHING)
		required = -required; /* what is left to the end */
	if (c->delay)
		x = draw_time(area, x, y, DELAY, STYLE_NORMAL, line->delay);
	if (c->arrival)
		x = draw_time(area, x, y, TIME, STYLE_NORMAL, p->arrival);
	if (c->required)
		x = draw_time(area, x, y, TIME, STYLE_NORMAL, required);
	x = draw_time(area, x, y, SLACK, slack_style(cone, p->slack), p->slack);
	if (c->slew)
		draw_time(area, x, y, SLEW, STYLE_NORMAL, llround(p->slew * 1000));
}

static char edge_sign(int32_t vertex)
{
	return vertex % N_EDGES == RISE ? '^' : 'v';
}

static const char *master_of(const struct netlist *netlist, int32_t pin)
{
	int32_t instance = netlist->pin_instance[pin];

	return instance < 0 ? "port" : netlist->master[netlist->instance_master[instance]].name;
}

/* "^>v u7/A -unate (NAND2)": the edges as the signal goes. */
static void write_words(const struct snap_cone *cone, const struct cone_line *line,
			struct text *out)
{
	const struct graph *graph = cone->snap.graph;
	int32_t vertex = line->point.vertex, middle = cone->point[line->of].vertex;

	if (!graph->netlist) {
		graph_write_name(graph, vertex, out);
		return;
	}
	if (cone->side == CONE_FANIN)
		text_printf(out, "%c>%c ", edge_sign(vertex), edge_sign(middle));
	else if (cone->side == CONE_FANOUT)
		text_printf(out, "%c>%c ", edge_sign(middle), edge_sign(vertex));
	else
		text_printf(out, "%c ", edge_sign(vertex));
	netlist_write_pin(graph->netlist, vertex / N_EDGES, '/', out);
	text_printf(out, " %s%s(%s)", snap_cone_words(cone, line), line->words < 0 ? "" : " ",
		    master_of(graph->netlist, vertex / N_EDGES));
}

static void draw_line(struct list *list, const struct snap_cone *cone, const struct columns *c,
		      struct area area, int y, int64_t i)
{
	const struct cone_line *line;
	RELEASED_BY(text_release) struct text words = TEXT_INIT;

	if (i < cone->first || i >= cone->first + cone->n_lines) {
		area_text(area, MARKS, y, STYLE_DIM, "...");
		return;
	}
	line = &cone->line[i - cone->first];
	if (line->decides)
		area_text(area, 1, y, STYLE_ACCENT, "*");
	draw_numbers(cone, c, area, y, line);
	write_words(cone, line, &words);
	ui_draw_shifted(list, area_columns(area, c->names, area.width), y, STYLE_NORMAL,
			text_string(&words));
}

/* ---- a list ---- */

static void want_side(struct ui *ui, int i)
{
	const struct cone_browser *c = cone_of(ui);
	const struct snap_cone *snap = c->side[i];
	const struct list *list = &c->here.list[i];
	int64_t page = list->height > 1 ? list->height : ui->surface.height;
	int64_t first = list->top > page ? list->top - page : 0;
	const struct cone_request wanted = {.edition = ui->edition,
					    .first = first,
					    .n = list->top + 2 * page - first,
					    .vertex = c->here.vertex,
					    .side = cone_side(c, i),
					    .split = c->here.split,
					    .slack_max =
						    c->has_limit ? c->slack_max : CONE_NOTHING};

	if (snap && snap->snap.serial == ui->edition && snap->first <= list->top &&
	    (snap->first + snap->n_lines >= list->top + list->height ||
	     snap->first + snap->n_lines == snap->n))
		return;
	if (i)
		ui_want_cone_below(ui, &wanted);
	else
		ui_want_cone_above(ui, &wanted);
}

static void write_list_title(const struct snap_cone *cone, struct text *out)
{
	static const char *const names[] = {[CONE_FANIN] = "fan-in",
					    [CONE_FANOUT] = "fan-out",
					    [CONE_CELL] = "other pins of the cell",
					    [CONE_NET] = "other pins of the net"};

	text_printf(out, "%s: ", names[cone->side]);
	if (cone->slack_max == CONE_NOTHING) {
		text_printf(out, "%" PRId64, cone->n);
		return;
	}
	text_printf(out, "%" PRId64 " of %" PRId64 " up to %s", cone->n, cone->n_all,
		    SHOWN_TIME(cone->slack_max));
}

static void draw_list(struct ui *ui, struct area area, int i)
{
	struct list *list = &cone_of(ui)->here.list[i];
	const struct snap_cone *cone = cone_of(ui)->side[i];
	struct area body = area_rows(area, 2, area.height - 2);
	bool on = ui->pane == i;
	RELEASED_BY(text_release) struct text title = TEXT_INIT;
	struct columns c;

	want_side(ui, i);
	if (!cone) {
		ui_draw_header(ui, area, on, "...");
		return;
	}
	list_place(list, cone->n, body);
	want_side(ui, i); /* what the window has moved to */
	write_list_title(cone, &title);
	ui_draw_header(ui, area, on, text_string(&title));
	c = choose(ui, area.width, cone->snap.graph->netlist != NULL);
	draw_heads(cone, &c, area_rows(area, 1, 1));
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_line(list, cone, &c, body, y, list->top + y);
	if (on)
		list_mark(list, body, ">");
	if (cone->n == 0)
		area_text(body, MARKS, 0, STYLE_DIM, cone->n_all ? "all have more slack" : "none");
}

/* ---- the middle ---- */

static void write_middle(const struct snap_cone *cone, struct text *out)
{
	const struct netlist *netlist = cone->snap.graph->netlist;
	int32_t pin = cone->point[0].vertex / N_EDGES, net = netlist ? netlist->pin_net[pin] : -1;

	cone_write_name(cone->snap.graph, cone->point[0].vertex, out);
	if (!netlist)
		return;
	text_printf(out, " (%s) %s", master_of(netlist, pin),
		    cone->split == LATE ? "late" : "early");
	if (net >= 0)
		text_printf(out, "  net %s, fan-out %" PRId32 ", load %.2f fF",
			    names_get(&netlist->net_name, net),
			    netlist->net_pin_row[net + 1] - netlist->net_pin_row[net] -
				    netlist->net_n_drivers[net],
			    cone->point[0].load > cone->point[1].load ? cone->point[0].load
								      : cone->point[1].load);
}

static void draw_middle(struct ui *ui, struct area area)
{
	const struct snap_cone *cone =
		cone_of(ui)->side[0] ? cone_of(ui)->side[0] : cone_of(ui)->side[1];
	RELEASED_BY(text_release) struct text title = TEXT_INIT;
	struct columns c;

	if (!cone) {
		ui_draw_header(ui, area, false, "...");
		return;
	}
	if (cone->n_points)
		write_middle(cone, &title);
	ui_draw_header(ui, area, false, text_string(&title));
	c = choose(ui, area.width, cone->snap.graph->netlist != NULL);
	for (int p = 0; p < cone->n_points && p + 1 < area.height; p++) {
		const struct cone_line line = {.point = cone->point[p], .delay = CONE_NOTHING};
		struct columns numbers = c;

		numbers.delay = false;
		draw_numbers(cone, &numbers, area_columns(area, c.delay ? DELAY : 0, area.width),
			     p + 1, &line);
		area_text(area, c.names, p + 1, STYLE_STRONG,
			  !cone->snap.graph->netlist ? ""
			  : p == RISE                ? "^ rises"
						     : "v falls");
	}
}

/* ---- the paths ---- */

static void want_through(struct ui *ui)
{
	const struct cone_browser *c = cone_of(ui);
	const struct list *list = &c->here.list[0];
	int64_t page = list->height > 1 ? list->height : ui->surface.height;
	int64_t first = list->top > page ? list->top - page : 0;
	struct through_request wanted = {.level = ui->level,
					 .vertex = c->here.vertex,
					 .first = first,
					 .n = list->top + 2 * page - first};

	if (!ui->search || (c->through && c->through->first <= list->top &&
			    (c->through->first + c->through->n_rows >= list->top + list->height ||
			     c->through->first + c->through->n_rows == c->through->n)))
		return;
	wanted.search = ui->search->snap.serial;
	ui_want_through(ui, &wanted);
}

static void draw_path(struct ui *ui, struct area area, int y, int64_t i)
{
	const struct snap_through *t = cone_of(ui)->through;
	const struct graph *graph = t->snap.graph;
	const struct snap_row *row;
	RELEASED_BY(text_release) struct text names = TEXT_INIT;
	enum style style;

	if (i < t->first || i >= t->first + t->n_rows) {
		area_text(area, MARKS, y, STYLE_DIM, "...");
		return;
	}
	row = &t->row[i - t->first];
	style = graph->objective == OBJECTIVE_COST ? STYLE_NORMAL
		: row->slack < 0                   ? STYLE_BAD
						   : STYLE_GOOD;
	area_printf(area, MARKS, y, STYLE_NORMAL, "%*" PRId64, RANK, t->rank[i - t->first] + 1);
	draw_time(area, MARKS + RANK, y, SLACK + 2, style, row->slack);
	area_printf(area, MARKS + RANK + SLACK + 2, y, STYLE_NORMAL, "%*" PRId32, DEVIATIONS,
		    row->n_deviations);
	graph_write_name(graph, row->startpoint, &names);
	text_add(&names, " -> ");
	graph_write_name(graph, row->endpoint, &names);
	ui_draw_shifted(&cone_of(ui)->here.list[0],
			area_columns(area, MARKS + RANK + SLACK + DEVIATIONS + 4, area.width), y,
			STYLE_NORMAL, text_string(&names));
}

static void draw_paths(struct ui *ui, struct area area)
{
	struct list *list = &cone_of(ui)->here.list[0];
	struct area body = area_rows(area, 2, area.height - 2);
	char title[96];

	want_side(ui, 0); /* for the middle */
	want_through(ui);
	if (!cone_of(ui)->through) {
		ui_draw_header(ui, area, true, ui->search ? "..." : "no paths yet");
		return;
	}
	list_place(list, cone_of(ui)->through->n, body);
	want_through(ui);
	snprintf(title, sizeof title, "%" PRId64 " of the %" PRId64 " paths found pass it", list->n,
		 snap_search_ranked(ui->search, ui->level));
	ui_draw_header(ui, area, true, title);
	area_printf(area, MARKS, 1, STYLE_DIM, "%*s%*s%*s  %s", RANK, "rank", SLACK + 2,
		    ui->search->snap.graph->objective == OBJECTIVE_COST ? "cost" : "slack",
		    DEVIATIONS, "dev", "path");
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_path(ui, body, y, list->top + y);
	list_mark(list, body, ">");
}

/* ---- the view ---- */

static void draw_hint(struct area area)
{
	area_text_cut(area, 1, 1, STYLE_DIM,
		      "no pin here yet: Enter on a point of a path, or the command cone PIN");
}

/* Is there such a pin in what is open? */
static bool is_missing(const struct ui *ui)
{
	const struct snap_cone *cone = cone_of(ui)->side[0];

	return cone && cone->n_points == 0 && cone->snap.serial == ui->edition;
}

/* Where the panes are isn't what ui_layout() has said: they share the main part. */
static void draw_lists(struct ui *ui, struct area area)
{
	int both = area.height - MIDDLE_ROWS, above = (both + 1) / 2;
	struct area *pane = ui->pane_area;

	pane[0] = pane[1] = area_rows(area, 0, 0);
	if (cone_of(ui)->here.show == SHOW_PATHS) {
		pane[0] = area_rows(area, MIDDLE_ROWS, both);
		draw_paths(ui, pane[0]);
		draw_middle(ui, area_rows(area, 0, MIDDLE_ROWS));
	} else if (area.height >= BOTH_ROWS) {
		pane[0] = area_rows(area, 0, above);
		pane[1] = area_rows(area, above + MIDDLE_ROWS, both - above);
		draw_list(ui, pane[0], 0);
		draw_middle(ui, area_rows(area, above, MIDDLE_ROWS));
		draw_list(ui, pane[1], 1);
	} else {
		int rows = area.height >= TIMES_ROWS ? MIDDLE_ROWS : 1;
		int shown = !ui_in_panel(ui) && ui->pane == 1;

		pane[shown] = area_rows(area, rows, area.height - rows);
		draw_middle(ui, area_rows(area, 0, rows));
		draw_list(ui, pane[shown], shown);
	}
}

static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, 100, 0);
	struct area body = l.main.height > 0 ? l.main : l.detail;

	if (cone_of(ui)->here.show == SHOW_PATHS && ui->pane == 1 && !ui_in_panel(ui))
		ui->pane = 0; /* there is one list */
	if (!cone_of(ui)->chosen && !cone_go_path(ui)) {
		draw_hint(body);
	} else if (body.height > 0) {
		draw_lists(ui, body);
		if (is_missing(ui))
			draw_hint(body);
	}
	ui_draw_third(ui, l.third);
}

static void enter_path(struct ui *ui)
{
	const struct snap_through *t = cone_of(ui)->through;
	int64_t i = t ? cone_of(ui)->here.list[0].selected - t->first : -1;

	if (i < 0 || i >= t->n_rows)
		return;
	chooser_go_to(ui, t->rank[i]);
	ui_show_view(ui, &paths_view);
}

static void enter(struct ui *ui)
{
	const struct snap_cone *cone = cone_of(ui)->side[ui->pane == 1];
	int64_t i = cone ? cone_of(ui)->here.list[ui->pane == 1].selected - cone->first : -1;

	if (ui_in_panel(ui))
		return;
	if (cone_of(ui)->here.show == SHOW_PATHS)
		enter_path(ui);
	else if (i >= 0 && i < cone->n_lines)
		cone_go(ui, cone->snap.graph, cone->line[i].point.vertex, cone->split);
	else
		ui_say(ui, STYLE_ACCENT, "there is no pin here to go to");
}

/* Of the point that is selected in a path. */
static void open(struct ui *ui)
{
	if (paths_in_detail(ui))
		cone_go_path(ui);
}

static void overlay(const struct ui *ui, struct frame_query *query)
{
	if (!cone_of(ui)->chosen)
		return;
	query->pin = cone_of(ui)->here.vertex / N_EDGES;
	query->cone = ui->pane == 0 ? -1 : 1;
}

const struct view cone_view = {
	.info = &view_info[VIEW_cone],
	.state_size = sizeof(struct cone_browser),
	.readings = {VIEW_READING(cone_above, struct cone_browser, side[0]),
		     VIEW_READING(cone_below, struct cone_browser, side[1]),
		     VIEW_READING_OF_SEARCH(through, struct cone_browser, through)},
	.refresh = cone_refresh,
	.draw = draw,
	.overlay = overlay,
	.open = open,
	.selected = cone_write_selected,
	.lists = {offsetof(struct cone_browser, here.list[0]),
		  offsetof(struct cone_browser, here.list[1])},
	.commands = ui_cone_commands,
	.enter = enter,
	.back = cone_back,
	.pane_stays = true,
	.n_panes = 2,
};
