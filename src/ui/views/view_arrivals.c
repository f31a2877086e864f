/*
 * View Arrivals: the levels of a graph, counted from the vertices without fan-in, and the vertices
 * of the level that is selected, with what is left of their in-degrees and with their arrivals. The
 * selection goes with the timeline.
 */
#include "ui/views/view_arrivals.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/views/cone.h"

enum {
	TABLE_PERCENT = 50,
	NUMBER = 7, /* marks and the level */
	COUNT = 10,
	FAN_IN = 8,
	TIME = 13,
	MS = 9,
	WIDE = 79,     /* from here on there is room for arcs and fan-in */
	WITH_MS = 86,  /* … and for what levels took */
	LEAST_BAR = 4, /* else there are no bars */
	LEFT = 6,      /* columns of the lower table */
	DELAY = 11,
	NAMES = 24, /* columns for names before the delay comes in */
	WINDOW = 3, /* pages that are read */
};

/* ---- what is read ---- */

/* The windows that contain the lists, in pages, so that not every move reads again. */
static void window_of(const struct ui *ui, const struct list *list, int64_t *first, int64_t *n)
{
	int64_t page = list->height > 1 ? list->height : ui->surface.height;

	*first = list->top / page > 1 ? (list->top / page - 1) * page : 0;
	*n = WINDOW * page;
}

static void want(struct ui *ui)
{
	const struct arrivals_view *a = arrivals_of(ui);
	struct arrivals_request wanted = {.place = ui->at,
					  .level = a->levels.selected,
					  .chosen = ui->explaining ? a->vertices.selected : -1};

	if (!ui->timeline)
		return;
	wanted.serial = ui->timeline->snap.serial;
	window_of(ui, &a->levels, &wanted.first_level, &wanted.n_levels);
	window_of(ui, &a->vertices, &wanted.first, &wanted.n);
	ui_want_arrivals(ui, &wanted);
}

static void refresh(struct ui *ui)
{
	struct arrivals_view *a = arrivals_of(ui);

	if (a->snap && (ui->view != &arrivals_view || !ui->timeline ||
			a->snap->snap.serial != ui->timeline->snap.serial))
		UI_DROP(a->snap);
}

/* The level that the step at the place made or swept. */
static int64_t level_at_place(const struct snap_arrivals *snap)
{
	int64_t last = snap->n_swept ? snap->n_swept : snap->n_found;

	return last ? last - 1 : 0;
}

static void follow_place(struct ui *ui)
{
	struct arrivals_view *a = arrivals_of(ui);
	const struct snap_arrivals *snap = a->snap;

	if (snap->place != ui->at || (a->serial == snap->snap.serial && a->place == snap->place))
		return;
	a->serial = snap->snap.serial;
	a->place = snap->place;
	list_fit(&a->levels, snap->n_all, a->levels.height);
	list_select(&a->levels, level_at_place(snap));
}

/* Another level has other vertices. */
static void follow_level(struct ui *ui)
{
	struct arrivals_view *a = arrivals_of(ui);

	if (a->level == a->levels.selected)
		return;
	a->level = a->levels.selected;
	a->vertices.selected = a->vertices.top = 0;
}

/* What was read, if it is of the level that is selected. */
static const struct snap_arrivals *vertices_of(const struct ui *ui)
{
	const struct snap_arrivals *snap = arrivals_of(ui)->snap;

	return snap && snap->n_all && snap->row_level == arrivals_of(ui)->levels.selected ? snap
											  : NULL;
}

/* ---- the levels ---- */

void arrivals_write_time(int64_t fs, int width, struct text *out)
{
	text_printf(out, "%*s", width, fs == ARRIVAL_NONE ? "-" : SHOWN_TIME(fs));
}

static void write_head(struct area area, bool ms, struct text *out)
{
	text_printf(out, "%*s%*s", NUMBER, "level", COUNT, "vertices");
	if (area.width >= WIDE)
		text_printf(out, "%*s%*s", COUNT, "arcs in", FAN_IN, "fan-in");
	text_printf(out, "%*s%*s", TIME, "least", TIME, "largest");
	if (ms)
		text_printf(out, "%*s%*s", MS, "level ms", MS, "sweep ms");
}

/* What the place hasn't reached is dim, and has no arrivals yet. */
static void write_level(const struct snap_arrivals *snap, int64_t l, struct area area, bool ms,
			struct text *out)
{
	const struct arrival_level *level = &snap->level[l - snap->first_level];
	bool swept = l < snap->n_swept;

	text_printf(out, "%*" PRId64 "%*" PRId64, NUMBER - 2, l, COUNT, level->n_vertices);
	if (area.width >= WIDE)
		text_printf(out, "%*" PRId64 "%*" PRId32, COUNT, level->n_arcs, FAN_IN,
			    level->widest_fan_in);
	arrivals_write_time(swept ? level->least : ARRIVAL_NONE, TIME, out);
	arrivals_write_time(swept ? level->largest : ARRIVAL_NONE, TIME, out);
	if (ms)
		text_printf(out, "%*.3f%*.3f", MS, level->level_ms, MS, level->sweep_ms);
}

static void draw_bar(const struct ui *ui, const struct snap_arrivals *snap, int64_t l,
		     struct area area, int x, int y)
{
	int64_t n = snap->level[l - snap->first_level].n_vertices;
	int room = area.width - x - 2;
	int width = snap->n_widest ? (int)(n * room / snap->n_widest) : 0;

	if (room < LEAST_BAR)
		return;
	for (int i = 0; i < (n && width == 0 ? 1 : width); i++)
		area_put(area, x + 2 + i, y, l < snap->n_found ? STYLE_PLOT_1 : STYLE_DIM,
			 ui->glyphs == GLYPHS_ASCII ? '#' : 0x2588);
}

static void draw_level(const struct ui *ui, struct area area, int y, int64_t l, bool ms)
{
	const struct snap_arrivals *snap = arrivals_of(ui)->snap;
	bool selected = l == arrivals_of(ui)->levels.selected;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (l < snap->first_level || l >= snap->first_level + snap->n_levels) {
		area_text(area, NUMBER, y, STYLE_DIM, "...");
		return;
	}
	area_printf(area, 0, y, STYLE_NORMAL, "%c%c", selected ? '>' : ' ',
		    l == level_at_place(snap) && snap->n_found ? '*' : ' ');
	write_level(snap, l, area, ms, &text);
	area_text(area, 2, y, l < snap->n_found ? STYLE_NORMAL : STYLE_DIM, text_string(&text));
	draw_bar(ui, snap, l, area, 2 + text_columns(text_string(&text)), y);
	if (selected)
		area_style_row(area, y, STYLE_SELECTED);
}

static void draw_levels(struct ui *ui, struct area area)
{
	struct list *list = &arrivals_of(ui)->levels;
	struct area body = area_rows(area, 1, area.height - 1);
	bool ms = !ui->replaying && area.width >= WITH_MS;
	RELEASED_BY(text_release) struct text head = TEXT_INIT;

	list_place(list, arrivals_of(ui)->snap ? arrivals_of(ui)->snap->n_all : 0, body);
	if (area.height == 0)
		return;
	write_head(area, ms, &head);
	area_text(area, 0, 0, ui->pane == 0 ? STYLE_TITLE : STYLE_DIM, text_string(&head));
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_level(ui, body, y, list->top + y, ms);
}

/* ---- the vertices of a level ---- */

static void draw_vertex(struct ui *ui, struct area area, int y, int64_t i)
{
	const struct snap_arrivals *snap = arrivals_of(ui)->snap;
	struct list *list = &arrivals_of(ui)->vertices;
	const struct arrival_row *row = &snap->row[i - snap->first];
	bool delay = area.width >= 2 + 2 * LEFT + TIME + DELAY + NAMES;
	RELEASED_BY(text_release) struct text text = TEXT_INIT, names = TEXT_INIT;
	int x;

	text_printf(&text, "  %*" PRId32 "%*" PRId32, LEFT, row->fan_in, LEFT, row->left);
	arrivals_write_time(row->arrival, TIME, &text);
	if (delay)
		arrivals_write_time(row->from < 0 ? ARRIVAL_NONE : row->delay, DELAY, &text);
	x = area_text(area, 0, y, STYLE_NORMAL, text_string(&text)) + 2;
	graph_write_name(snap->snap.graph, row->vertex, &names);
	if (row->from >= 0) {
		text_add(&names, " from ");
		graph_write_name(snap->snap.graph, row->from, &names);
	}
	ui_draw_shifted(list, area_columns(area, x, area.width - x), y, STYLE_NORMAL,
			text_string(&names));
}

static void draw_vertices_head(struct ui *ui, struct area area)
{
	const struct snap_arrivals *snap = arrivals_of(ui)->snap;
	bool delay = area.width >= 2 + 2 * LEFT + TIME + DELAY + NAMES;
	bool cost = snap->snap.graph->objective == OBJECTIVE_COST;
	char title[96];

	snprintf(title, sizeof title, "level %" PRId64 ": %" PRId64 " %s%s", snap->row_level,
		 snap->n_in_level, snap->n_in_level == 1 ? "vertex" : "vertices",
		 snap->row_level >= snap->n_found                           ? ", not found yet"
		 : snap->row_level == snap->n_found - 1 && !snap->levelized ? ", the frontier"
		 : snap->row_level == snap->n_swept - 1                     ? ", just swept"
									    : "");
	ui_draw_header(ui, area, ui->pane == 1, title);
	area_printf(area, 0, 1, STYLE_DIM, "  %*s%*s%*s%*s  vertex, from", LEFT, "fan-in", LEFT,
		    "to do", TIME, cost ? "cost" : "arrival", delay ? DELAY : 0,
		    delay ? "delay" : "");
}

static void draw_vertices(struct ui *ui, struct area area)
{
	const struct snap_arrivals *snap = vertices_of(ui);
	struct list *list = &arrivals_of(ui)->vertices;
	struct area body = area_rows(area, 2, area.height - 2);

	if (!snap) {
		ui_draw_header(ui, area, ui->pane == 1, "vertices");
		return;
	}
	list_place(list, snap->n_in_level, body);
	draw_vertices_head(ui, area);
	for (int y = 0; y < body.height && list->top + y < list->n; y++) {
		int64_t i = list->top + y;

		if (i >= snap->first && i < snap->first + snap->n_rows)
			draw_vertex(ui, body, y, i);
		else
			area_text(body, 2, y, STYLE_DIM, "...");
		if (i != list->selected)
			continue;
		area_text(body, 0, y, STYLE_NORMAL, ">");
		if (ui->pane == 1)
			area_style_row(body, y, STYLE_SELECTED);
	}
}

/* ---- the view ---- */

static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, TABLE_PERCENT, DETAIL_PERCENT);

	if (!ui->timeline)
		area_printf(l.main.height ? l.main : l.detail, 1, 1, STYLE_DIM,
			    "no levels yet: %s begins, or the command levelize_graph",
			    ui_key_of("step"));
	if (arrivals_of(ui)->snap)
		follow_place(ui);
	follow_level(ui);
	if (ui->timeline)
		draw_levels(ui, l.main);
	if (ui->timeline && l.detail.height > 0)
		draw_vertices(ui, l.detail);
	want(ui);
	ui_draw_third(ui, l.third);
}

/* From a level to its vertices, from there to the surroundings of one. */
static void enter(struct ui *ui)
{
	const struct snap_arrivals *snap = vertices_of(ui);
	int64_t i = snap ? arrivals_of(ui)->vertices.selected - snap->first : -1;

	if (ui_in_panel(ui))
		return;
	if (!snap || i < 0 || i >= snap->n_rows) {
		ui_say(ui, STYLE_ACCENT, "there is no vertex to go to yet; %s goes on",
		       ui_key_of("step"));
	} else if (ui->pane == 0) {
		ui->pane = 1;
	} else {
		cone_go(ui, snap->snap.graph, snap->row[i].vertex, snap->late ? LATE : EARLY);
		ui_show_view(ui, &cone_view);
	}
}

static void state(const struct ui *ui, struct text *out)
{
	const struct snap_arrivals *snap = arrivals_of(ui)->snap;
	const char *what;

	if (!ui->timeline)
		text_add(out, "no levels yet");
	if (!snap)
		return;
	what = snap->snap.graph->objective == OBJECTIVE_COST ? "least costs"
	       : snap->late                                  ? "latest arrivals"
							     : "earliest arrivals";
	if (snap->levelized)
		text_printf(out, "%" PRId32 " level%s, %s of %" PRId32, snap->n_found,
			    snap->n_found == 1 ? "" : "s", what, snap->n_swept);
	else
		text_printf(out, "%" PRId32 " level%s so far", snap->n_found,
			    snap->n_found == 1 ? "" : "s");
	text_printf(out, "; %" PRId64 " vertices, %" PRId64 " arcs", snap->n_vertices,
		    snap->n_arcs);
}

/* The levels of the sweep are numbered on after those that were found. */
static void timeline(const struct ui *ui, struct timeline_words *words)
{
	const struct snap_timeline *t = ui->timeline;
	const struct snap_step *step = t && ui->at >= 0 ? &t->step[ui->at] : NULL;
	int32_t n = 0;

	if (!t)
		return;
	if (!step) {
		snprintf(words->place, sizeof words->place, "before level 0");
		return;
	}
	for (int64_t i = 0; i < t->n_steps; i++)
		n += t->step[i].ends_level && strcmp(t->step[i].label, "frontier") == 0;
	if (step->level < n || !step->ends_level)
		snprintf(words->place, sizeof words->place, "level %d: %s", (int)step->level,
			 step->label);
	else
		snprintf(words->place, sizeof words->place, "arrivals of level %d of %d",
			 (int)step->level - n, (int)n - 1);
	text_add(&words->more, step->text);
}

static void copy(const struct ui *ui, struct script *out)
{
	const struct snap_arrivals *snap = arrivals_of(ui)->snap;

	if (!snap)
		return;
	script_add(out, "levelize_graph", NULL);
	if (snap->snap.graph->netlist && !snap->late)
		script_add(out, "-path_delay", "min", NULL);
	out->is_next = true;
	script_option(out, "goto", "%" PRId64, ui->at + 1);
	script_add(out, "-fine", "-of", stepper_info[STEPPER_ARRIVALS].name, NULL);
	out->is_next = true;
	script_add(out, "view", ui->view->info->name, NULL);
}

const struct view arrivals_view = {
	.info = &view_info[VIEW_arrivals],
	.state_size = sizeof(struct arrivals_view),
	.stepper = STEPPER_ARRIVALS,
	.readings = {VIEW_READING(arrivals, struct arrivals_view, snap)},
	.refresh = refresh,
	.draw = draw,
	.timeline = timeline,
	.explain = arrivals_explain,
	.state = state,
	.copy = copy,
	.lists = {offsetof(struct arrivals_view, levels), offsetof(struct arrivals_view, vertices)},
	.enter = enter,
	.n_panes = 2,
};
