/* View Paths: the ranking as a list, and the selected path point by point. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/grow.h"
#include "ui/views/cone.h"
#include "ui/views/paths.h"
#include "ui/views/stages.h"

enum {
	LIST_PERCENT = 45,
	STAGES_PERCENT = 42,     /* of the columns, where stages are shown */
	NAME_COLUMN = 45,        /* of the list, where the names begin … */
	NARROW_NAME_COLUMN = 29, /* … when parent and points are left out */
	NARROW = 70,             /* a list below this width leaves them out */
	POINT_COLUMN = 27,       /* of the detail, likewise */
	SHORT_LEAST = 20,        /* columns for both names; below, they are cut */
	CHILDREN_READ = 400,
	NOTED = 3, /* children that are named at a point */
};

static enum style slack_style(const struct graph *graph, int64_t slack)
{
	if (graph->objective == OBJECTIVE_COST)
		return STYLE_NORMAL;
	return slack < 0 ? STYLE_BAD : STYLE_GOOD;
}

/* ---- the list ---- */

/* The window of rows with a page on either side, so that small moves need no reading. */
static void want_rows(struct ui *ui)
{
	const struct path_choice *choice = paths_of(ui)->chooser.now.choice;
	const struct snap_rows *rows = paths_of(ui)->rows;
	struct list *list = &paths_of(ui)->list;
	int64_t page = list->height, first = list->top - page;
	struct rows_request wanted = {.level = ui->level, .edition = choice ? choice->edition : 0};
	bool same = rows && rows->edition == wanted.edition;

	if (!ui->search || snap_search_ranked(ui->search, ui->level) == 0)
		return;
	if (first < 0)
		first = 0;
	if (same && rows->n_shown == list->n && rows->first <= list->top &&
	    (rows->first + rows->n >= list->top + page || rows->first + rows->n == list->n))
		return;
	wanted.search = ui->search->snap.serial;
	wanted.first = first;
	wanted.n = list->top + 2 * page - first;
	if (!same && wanted.edition != paths_of(ui)->chooser.shown_edition)
		wanted.follow = paths_of(ui)->chooser.follow;
	ui_want_rows(ui, &wanted);
}

static const struct snap_row *row_at(const struct ui *ui, int64_t place)
{
	const struct snap_rows *rows = paths_of(ui)->rows;

	if (!rows || place < rows->first || place >= rows->first + rows->n)
		return NULL;
	return &rows->row[place - rows->first];
}

/* Without the edge that a name ends in, and with "~" for its middle where it is wider than `width`. */
static void write_short(const char *name, int width, struct text *out)
{
	int n = (int)strlen(name), head, tail;

	if (n > 5 && (strcmp(name + n - 5, " rise") == 0 || strcmp(name + n - 5, " fall") == 0))
		n -= 5;
	if (n <= width) {
		text_append(out, name, (size_t)n);
		return;
	}
	head = width / 3;
	tail = width - head - 1;
	text_append(out, name, (size_t)head);
	text_add(out, "~");
	text_append(out, name + n - tail, (size_t)tail);
}

/* Both ends of a path where there is no room for their names: what is left of them by its middle. */
static void write_ends_short(const char *from, const char *to, int width, struct text *out)
{
	int half = (width - (int)sizeof " -> " + 1) / 2, from_width = half;

	if ((int)strlen(to) < half)
		from_width = 2 * half - (int)strlen(to);
	if ((int)strlen(from) < from_width)
		from_width = (int)strlen(from);
	write_short(from, from_width, out);
	text_add(out, " -> ");
	write_short(to, width - text_columns(text_string(out)), out);
}

/* "START -> END". Where that has no room both ends are shown in short, until one scrolls. */
static void draw_ends(struct ui *ui, const struct snap_row *row, struct area area, int y)
{
	struct text from = TEXT_INIT, to = TEXT_INIT, whole = TEXT_INIT;
	int columns;

	graph_write_name(ui->search->snap.graph, row->startpoint, &from);
	graph_write_name(ui->search->snap.graph, row->endpoint, &to);
	text_printf(&whole, "%s -> %s", text_string(&from), text_string(&to));
	if (row->is_false) { /* ahead of the names: it doesn't fulfil the query */
		area_text(area, 0, y, STYLE_BAD, "false");
		area = area_columns(area, area.width < 6 ? area.width : 6, area.width);
	}
	columns = text_columns(text_string(&whole));
	if (paths_of(ui)->list.shift > 0 || columns <= area.width || area.width < SHORT_LEAST ||
	    columns != (int)whole.length) { /* bytes are no columns: none is taken out */
		ui_draw_shifted(&paths_of(ui)->list, area, y, STYLE_NORMAL, text_string(&whole));
	} else {
		list_reach(&paths_of(ui)->list, columns, area.width);
		text_clear(&whole);
		write_ends_short(text_string(&from), text_string(&to), area.width - 1, &whole);
		area_text(area, 0, y, STYLE_NORMAL, text_string(&whole));
		area_put(area, area.width - 1, y, STYLE_KEY, '>');
	}
	text_release(&from);
	text_release(&to);
	text_release(&whole);
}

static void draw_row(struct ui *ui, struct area area, int y, int64_t place)
{
	const struct snap_row *row = row_at(ui, place);
	const struct graph *graph = ui->search->snap.graph;
	struct text text = TEXT_INIT;
	int name_column = NAME_COLUMN;

	if (place == paths_of(ui)->list.selected)
		area_text(area, 0, y, STYLE_NORMAL, ">");
	if (row || chooser_is_plain(ui))
		area_printf(area, 1, y, STYLE_NORMAL, "%8" PRId64, (row ? row->rank : place) + 1);
	if (row && path_choice_has_mark(paths_of(ui)->chooser.now.choice, row->record))
		area_text(area, 1, y, STYLE_ACCENT, "*");
	if (!row) {
		area_text(area, 12, y, STYLE_DIM, "...");
		return;
	}
	text_ps(&text, row->slack, 14);
	area_text(area, 9, y, slack_style(graph, row->slack), text_string(&text));
	area_printf(area, 24, y, STYLE_NORMAL, "%3" PRId32, row->n_deviations);
	if (area.width < NARROW)
		name_column = NARROW_NAME_COLUMN;
	else if (row->parent_rank >= 0)
		area_printf(area, 28, y, STYLE_NORMAL, "%8" PRId64, row->parent_rank + 1);
	else
		area_text(area, 35, y, STYLE_DIM, "-");
	if (area.width >= NARROW)
		area_printf(area, 37, y, STYLE_NORMAL, "%6" PRId32, row->n_points);
	text_release(&text);
	draw_ends(ui, row, area_columns(area, name_column, area.width), y);
	if (place == paths_of(ui)->list.selected)
		area_style_row(area, y, STYLE_SELECTED);
}

/* Which column the list is sorted by, and whether from its least or its largest; words where it has
 * no column of its own. */
static void draw_sorted(const struct ui *ui, struct area area, int end)
{
	static const int columns[N_PATH_COLUMNS] = {
		[COLUMN_SLACK] = 23, [COLUMN_DEVIATIONS] = 28, [COLUMN_POINTS] = 44};
	struct choice_parts parts = path_choice_parts(paths_of(ui)->chooser.now.choice);
	bool ascii = ui->glyphs == GLYPHS_ASCII;
	uint32_t sign = parts.inverted ? (ascii ? 'v' : 0x25bc) : ascii ? '^' : 0x25b2;
	int x = columns[parts.column];

	if (x == 0 || (parts.column == COLUMN_POINTS && area.width < NARROW))
		x = area_printf(area, end, 0, STYLE_ACCENT, "  by %s ",
				path_column_name(parts.column));
	area_put(area, x, 0, STYLE_ACCENT, sign);
}

/* Behind the titles: what labels let through or cut. */
static void draw_judged(const struct ui *ui, struct area area, int x)
{
	const struct label_counts *n = ui->search ? &ui->search->labels : NULL;
	struct text text = TEXT_INIT;

	if (!n || !n->n_found)
		return;
	text_printf(&text, "%" PRId64 " of %" PRId64 " false, %" PRId64 " of %" PRId64 " lost",
		    n->n_false, n->n_found, n->n_lost, n->n_exact);
	area_text_cut(area, x, 0, n->n_false || n->n_lost ? STYLE_BAD : STYLE_DIM,
		      text_string(&text));
	text_release(&text);
}

static void draw_list(struct ui *ui, struct area area)
{
	bool cost = ui->search && ui->search->snap.graph->objective == OBJECTIVE_COST;
	struct area body = area_rows(area, 1, area.height - 1);
	int end;

	list_fit(&paths_of(ui)->list, chooser_n_listed(ui), body.height);
	paths_of(ui)->list.y = body.y;
	if (area.height == 0)
		return;
	end = area_printf(area, 0, 0, ui->pane == 0 ? STYLE_TITLE : STYLE_DIM,
			  area.width < NARROW ? "%9s%14s %4s %.0s%.0s %s"
					      : "%9s%14s %4s %8s %6s  %s",
			  "rank", cost ? "cost" : "slack", "dev", "from", "points", "path");
	draw_sorted(ui, area, end);
	draw_judged(ui, area, end + 2);
	want_rows(ui);
	for (int y = 0; y < body.height && paths_of(ui)->list.top + y < paths_of(ui)->list.n; y++)
		draw_row(ui, body, y, paths_of(ui)->list.top + y);
	if (paths_of(ui)->list.n == 0)
		area_text(body, 3, body.height / 2, STYLE_DIM,
			  !ui->search            ? ""
			  : chooser_is_plain(ui) ? "no paths at this place of the timeline"
						 : "no path here matches; Esc lists all");
}

/* ---- the selected path ---- */

static void want_path(struct ui *ui)
{
	const struct snap_row *row = row_at(ui, paths_of(ui)->list.selected);
	struct path_request wanted = {
		.level = ui->level, .rank = row ? row->rank : 0, .n_children = CHILDREN_READ};

	if (!row || (paths_of(ui)->path && paths_of(ui)->path->rank == row->rank))
		return;
	wanted.search = ui->search->snap.serial;
	ui_want_path(ui, &wanted);
}

/* "path 7 +0.005, 12 +1.200 and 3 more" */
static void write_children(const struct snap_path *path, int64_t point, struct text *out)
{
	int n = 0;

	for (int64_t c = 0; c < path->n_child; c++) {
		const struct snap_child *child = &path->child[c];

		if (child->point != point || n++ >= NOTED)
			continue;
		text_printf(out, "%s%" PRId64 " +", n == 1 ? "path " : ", ", child->rank + 1);
		text_ps(out, child->cost, 0);
	}
	if (n > NOTED)
		text_printf(out, " and %d more", n - NOTED);
}

static void draw_point(struct ui *ui, struct area area, int y, int64_t i)
{
	const struct snap_path *path = paths_of(ui)->path;
	const struct snap_point *point = &path->point[i];
	struct area names = area_columns(area, POINT_COLUMN, area.width);
	struct text text = TEXT_INIT;
	int x;

	if (i > 0) {
		text_ps(&text, point->delay, 12);
		area_text(area, 0, y, STYLE_NORMAL, text_string(&text));
		text_clear(&text);
	}
	text_ps(&text, point->arrival, 12);
	area_text(area, 12, y, STYLE_NORMAL, text_string(&text));
	text_clear(&text);
	if (point->deviates)
		area_text(area, 25, y, STYLE_ACCENT, "*");
	graph_write_name(path->snap.graph, point->vertex, &text);
	ui_draw_shifted(&paths_of(ui)->detail, names, y,
			point->deviates ? STYLE_ACCENT : STYLE_NORMAL, text_string(&text));
	x = text_columns(text_string(&text)) - paths_of(ui)->detail.shift;
	text_clear(&text);
	write_children(path, i, &text);
	area_text_cut(names, x + 2, y, STYLE_DIM, text_string(&text));
	text_release(&text);
}

static void draw_stage(struct ui *ui, struct area area, int y, int64_t line)
{
	struct text note = TEXT_INIT;

	if (line < paths_of(ui)->path->n_points)
		write_children(paths_of(ui)->path, line, &note);
	stages_draw(paths_of(ui)->path, line, text_string(&note), &paths_of(ui)->detail, area, y);
	text_release(&note);
}

static void draw_detail_header(struct ui *ui, struct area area)
{
	const struct snap_path *path = paths_of(ui)->path;
	struct text title = TEXT_INIT;

	text_printf(&title, "path %" PRId64, path->rank + 1);
	if (path->timed) {
		text_add(&title, "  ");
		stages_write_title(path, &title);
	} else if (path->snap.graph->objective == OBJECTIVE_COST) {
		text_add(&title, "  cost ");
		text_ps(&title, path->row.slack, 0);
	} else {
		text_add(&title, "  arrival ");
		text_ps(&title, path->point[path->n_points - 1].arrival, 0);
		text_add(&title, "  required ");
		text_ps(&title, path->required, 0);
	}
	if (path->other_sink)
		text_add(&title, "  * other endpoint");
	ui_draw_header(ui, area, ui->pane == 1, text_string(&title));
	text_release(&title);
}

static void draw_detail(struct ui *ui, struct area area)
{
	const struct snap_row *row = row_at(ui, paths_of(ui)->list.selected);
	struct area body = area_rows(area, 2, area.height - 2);

	if (area.height == 0)
		return;
	want_path(ui);
	if (!paths_of(ui)->path || !row || paths_of(ui)->path->rank != row->rank) {
		ui_draw_header(ui, area, ui->pane == 1, paths_of(ui)->list.n ? "..." : "no path");
		return;
	}
	draw_detail_header(ui, area);
	if (paths_of(ui)->path->timed)
		stages_draw_heads(area, 1);
	else
		area_printf(area, 0, 1, STYLE_DIM, "%12s%12s   %s", "delay", "time",
			    "point  paths that leave there");
	if (paths_of(ui)->detail_rank != paths_of(ui)->path->rank ||
	    paths_of(ui)->detail_serial != paths_of(ui)->path->snap.serial) {
		paths_of(ui)->detail_rank = paths_of(ui)->path->rank;
		paths_of(ui)->detail_serial = paths_of(ui)->path->snap.serial;
		paths_of(ui)->detail = (struct list){0};
	}
	list_fit(&paths_of(ui)->detail,
		 paths_of(ui)->path->timed ? stages_count(paths_of(ui)->path)
					   : paths_of(ui)->path->n_points,
		 body.height);
	paths_of(ui)->detail.y = body.y;
	for (int y = 0; y < body.height && paths_of(ui)->detail.top + y < paths_of(ui)->detail.n;
	     y++) {
		if (paths_of(ui)->path->timed)
			draw_stage(ui, body, y, paths_of(ui)->detail.top + y);
		else
			draw_point(ui, body, y, paths_of(ui)->detail.top + y);
		if (ui->pane == 1 && paths_of(ui)->detail.top + y == paths_of(ui)->detail.selected)
			area_style_row(body, y, STYLE_SELECTED);
	}
}

/* ---- what the board has ---- */

static void refresh(struct ui *ui)
{
	struct paths_view *p = paths_of(ui);

	p->rows = board_get_rows(ui->board);
	p->path = board_get_path(ui->board);
	p->walk = board_get_walk(ui->board);
	/* Readings of a search that is gone, or of another level, are no use. */
	if (p->rows && (!ui_is_of_search(ui, &p->rows->snap) || p->rows->level != ui->level))
		UI_DROP(p->rows);
	if (p->path && (!ui_is_of_search(ui, &p->path->snap) || p->path->level != ui->level))
		UI_DROP(p->path);
	if (p->walk && !ui_is_of_search(ui, &p->walk->snap))
		UI_DROP(p->walk);
	chooser_look(ui);
}

static void forget(struct ui *ui)
{
	UI_DROP(paths_of(ui)->rows);
	UI_DROP(paths_of(ui)->path);
	UI_DROP(paths_of(ui)->walk);
}

static void release(struct ui *ui)
{
	chooser_release(&paths_of(ui)->chooser);
}

/* ---- what is selected ---- */

int64_t paths_selected_rank(const struct ui *ui)
{
	const struct snap_row *row = row_at(ui, paths_of(ui)->list.selected);
	int64_t place = paths_of(ui)->list.selected;

	if (!ui->search || ui->level < 0 || !ui->search->snap.graph->netlist ||
	    place >= snap_search_ranked(ui->search, ui->level))
		return -1;
	return row ? row->rank : place;
}

bool paths_in_detail(const struct ui *ui)
{
	return ui->view == &paths_view && ui->pane == 1 && !ui_in_panel(ui);
}

struct kept {
	int64_t serial; /* of the search */
	struct list list, detail;
	int64_t detail_rank;
};

static int64_t search_serial(const struct ui *ui)
{
	return ui->search ? ui->search->snap.serial : -1;
}

static void *keep(const struct ui *ui)
{
	const struct paths_view *p = paths_of(ui);
	struct kept *kept;

	if (ALLOC(&kept, 1) != STATUS_OK)
		return NULL;
	*kept = (struct kept){search_serial(ui), p->list, p->detail, p->detail_rank};
	return kept;
}

static void restore(struct ui *ui, const void *of)
{
	const struct kept *kept = of;
	struct paths_view *p = paths_of(ui);

	if (kept->serial != search_serial(ui))
		return;
	p->list = kept->list;
	p->detail = kept->detail;
	p->detail_rank = kept->detail_rank;
	p->detail_serial = kept->serial;
}

/* The pin of the point that is selected. */
static void overlay(const struct ui *ui, struct frame_query *query)
{
	const struct snap_path *path = paths_of(ui)->path;
	int64_t point = paths_of(ui)->detail.selected;

	if (!paths_in_detail(ui) || !path || !path->snap.graph->netlist ||
	    path->rank != paths_selected_rank(ui) || point >= path->n_points)
		return;
	query->pin = graph_netlist_vertex(path->snap.graph, path->point[point].vertex) / N_EDGES;
}

/* A list that leaves paths out or orders them has a command of its own. */
static double command(const struct ui *ui, struct text *out)
{
	const struct snap_rows *rows = paths_of(ui)->rows;

	if (!rows || chooser_is_plain(ui))
		return 0;
	chooser_write(ui, out);
	return rows->ms;
}

/* ---- the view ---- */

/* The detail alone is there: what is selected is read all the same. */
static void fit_unseen(struct ui *ui, int height)
{
	list_fit(&paths_of(ui)->list, chooser_n_listed(ui), height);
	want_rows(ui);
}

static void draw_all(struct ui *ui, struct area area)
{
	bool stages = ui->search && ui->search->snap.graph->netlist;
	struct layout l =
		ui_layout(ui, area, LIST_PERCENT, stages ? STAGES_PERCENT : DETAIL_PERCENT);

	if (l.main.height > 0)
		draw_list(ui, l.main);
	else
		fit_unseen(ui, area.height - 1);
	draw_detail(ui, l.detail);
	ui_draw_third(ui, l.third);
}

/*
 * While something is under way there may be fewer paths than there will be, and before the first
 * level there are none. What is selected waits for those, so that it doesn't depend on what was
 * drawn meanwhile.
 */
static void draw(struct ui *ui, struct area area)
{
	struct paths_view *p = paths_of(ui);
	const struct list list = p->list, detail = p->detail;
	int64_t rank = p->detail_rank, serial = p->detail_serial;

	draw_all(ui, area);
	if (ui->on_sheet || p->list.selected == list.selected ||
	    !(ui_is_under_way(ui) || (ui->search && p->list.n == 0)))
		return;
	p->list.selected = list.selected;
	p->list.top = list.top;
	p->detail.selected = detail.selected;
	p->detail.top = detail.top;
	p->detail_rank = rank;
	p->detail_serial = serial;
}

static struct list *list(struct ui *ui)
{
	return ui->pane == 0 ? &paths_of(ui)->list : &paths_of(ui)->detail;
}

/* Where the explanation is in the place of the path, it makes room. */
static void enter(struct ui *ui)
{
	bool in_detail = ui->pane == 1 && !ui_in_panel(ui);

	if (paths_of(ui)->list.n == 0) {
		ui_say(ui, STYLE_ACCENT, "there is no path to go into; %s finds some",
		       ui_key_of("prompt {find_paths -max_paths }"));
		return;
	}
	if (in_detail && cone_go_path(ui))
		ui_show_view(ui, &cone_view);
	else if (in_detail)
		ui_say(ui, STYLE_ACCENT, "this line is no point of the path");
	if (in_detail)
		return;
	if (ui_panes(ui) <= paths_view.n_panes)
		ui->explaining = false;
	ui->pane = 1;
}

const struct view paths_view = {
	.info = &view_info[VIEW_paths],
	.state_size = sizeof(struct paths_view),
	.release = release,
	.refresh = refresh,
	.forget = forget,
	.keep = keep,
	.restore = restore,
	.draw = draw,
	.state = chooser_write_listed,
	.command = command,
	.overlay = overlay,
	.list = list,
	.commands = ui_path_commands,
	.enter = enter,
	.back = path_go_back,
	.n_panes = 2,
};
