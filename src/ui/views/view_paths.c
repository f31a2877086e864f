/* View Paths: the ranking as a list, and the selected path point by point. */
#include <inttypes.h>

#include "base/grow.h"
#include "ui/views/cone.h"
#include "ui/views/view_paths.h"
#include "ui/views/stages.h"

enum {
	LIST_PERCENT = 45,
	STAGES_PERCENT = 42, /* of the columns, where stages are shown */
	CHILDREN_READ = 400,
	KEYS_FROM = 100, /* columns of a trace whose title says a key */
	NOTED = 3,       /* children that are named at a point */
};

/* ---- the selected path ---- */

void paths_want_path(struct ui *ui)
{
	const struct snap_row *row = paths_row_at(ui, paths_of(ui)->list.selected);
	const struct snap_path *path = paths_of(ui)->path;
	const struct trace trace = paths_trace(ui);
	struct path_request wanted = {.level = ui->level,
				      .rank = row ? row->rank : 0,
				      .n_children = CHILDREN_READ,
				      .last = -1};
	bool there = row && path && path->rank == row->rank;

	if (there && ui_unfolds(ui) && path->timed)
		stages_points(&trace, paths_of(ui)->detail.selected, &wanted.first, &wanted.last);
	if (wanted.last >= wanted.first)
		wanted.edition = ui->edition;
	if (!row || (there && (wanted.last < wanted.first ||
			       (path->first == wanted.first && path->last == wanted.last))))
		return;
	wanted.search = ui->search->snap.serial;
	ui_want_path(ui, &wanted);
}

/* "path 7 +0.005, 12 +1.200 and 3 more", of those that leave at the points from `first` to `last`. */
static void write_children(const struct snap_path *path, int64_t first, int64_t last,
			   struct text *out)
{
	int n = 0;

	EACH_ITEM(child, path->child, path->n_child) {
		if (child->point < first || child->point > last || n++ >= NOTED)
			continue;
		text_printf(out, "%s%" PRId64 " %s%s", n == 1 ? "path " : ", ", child->rank + 1,
			    child->cost < 0 ? "" : "+", SHOWN_TIME(child->cost));
	}
	if (n > NOTED)
		text_printf(out, " and %d more", n - NOTED);
}

static void draw_line(struct ui *ui, const struct trace *trace, struct area area, int y,
		      int64_t line)
{
	int64_t point = trace_point(trace, line);
	RELEASED_BY(text_release) struct text note = TEXT_INIT;

	if (point >= 0)
		write_children(trace->path, trace_first_of(trace, point), point, &note);
	stages_draw(trace, line, text_string(&note), &paths_of(ui)->detail, ui->glyphs, area, y);
}

struct trace paths_trace(const struct ui *ui)
{
	const struct paths_view *p = paths_of(ui);

	return (struct trace){p->path, p->folded, p->brief, 0};
}

int64_t paths_point(const struct ui *ui)
{
	const struct trace trace = paths_trace(ui);

	return paths_of(ui)->path ? trace_point(&trace, paths_of(ui)->detail.selected) : -1;
}

static void draw_detail_header(struct ui *ui, struct area area)
{
	const struct snap_path *path = paths_of(ui)->path;
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	text_printf(&title, "path %" PRId64, path->rank + 1);
	if (path->timed) {
		stages_write_title(path, area.width, &title);
	} else if (path->snap.graph->objective == OBJECTIVE_COST) {
		text_printf(&title, "  cost %s", SHOWN_TIME(path->row.slack));
	} else {
		text_printf(&title, "  arrival %s  required %s",
			    SHOWN_TIME(path->point[path->n_points - 1].arrival),
			    SHOWN_TIME(path->required));
	}
	if (path->other_sink)
		text_add(&title, "  * other endpoint");
	if (path->snap.graph->netlist && area.width >= KEYS_FROM)
		text_printf(&title, "  %s %s input pins", ui_key_of("fold flip"),
			    paths_of(ui)->folded ? "unfolds" : "folds");
	ui_draw_header(ui, area, ui->pane == 1, text_string(&title));
}

/* A path that is shown for the first time begins at its first point, or where a command goes to. */
static struct area begin_detail(struct ui *ui, struct trace *trace, struct area area)
{
	struct paths_view *p = paths_of(ui);
	bool another = p->detail_rank != p->path->rank || p->detail_serial != p->path->snap.serial;

	p->detail_rank = p->path->rank;
	p->detail_serial = p->path->snap.serial;
	area = stages_begin(trace, &p->detail, another, &p->go_to, area);
	p->brief = trace->brief;
	return area;
}

static void draw_detail(struct ui *ui, struct area area)
{
	struct list *list = &paths_of(ui)->detail;
	struct trace trace;
	struct area body;

	if (area.height == 0)
		return;
	paths_want_path(ui);
	if (!paths_selected(ui)) {
		ui_draw_header(ui, area, ui->pane == 1, paths_of(ui)->list.n ? "..." : "no path");
		return;
	}
	draw_detail_header(ui, area);
	trace = paths_trace(ui);
	body = begin_detail(ui, &trace, area);
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_line(ui, &trace, body, y, list->top + y);
	if (ui->pane == 1)
		list_mark(list, body, "");
}

/* ---- what the board has ---- */

static int names_width(const struct graph *graph, const struct snap_rows *rows)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	int most = 0, columns;

	for (int64_t i = 0; rows && i < rows->n; i++) {
		text_clear(&text);
		graph_write_name(graph, rows->row[i].startpoint, &text);
		text_add(&text, " -> ");
		graph_write_name(graph, rows->row[i].endpoint, &text);
		columns = text_columns(text_string(&text));
		most = columns > most ? columns : most;
	}
	return most;
}

static void refresh(struct ui *ui)
{
	struct paths_view *p = paths_of(ui);

	/* Readings of another level are no use. */
	if (p->rows && p->rows->level != ui->level)
		UI_DROP(p->rows);
	if (p->path && p->path->level != ui->level)
		UI_DROP(p->path);
	p->names = names_width(ui->search ? ui->search->snap.graph : NULL, p->rows);
	chooser_refresh(ui);
}

static void init(struct ui *ui)
{
	paths_of(ui)->go_to = -1;
	paths_of(ui)->plotted = (struct plotted){PLOT_TRACE, SCALE_LINEAR};
}

static void release(struct ui *ui)
{
	chooser_release(&paths_of(ui)->chooser);
}

/* ---- what is selected ---- */

const struct snap_path *paths_selected(const struct ui *ui)
{
	const struct snap_row *row = paths_row_at(ui, paths_of(ui)->list.selected);
	const struct snap_path *path = paths_of(ui)->path;

	return row && path && path->rank == row->rank ? path : NULL;
}

int64_t paths_rank(const struct ui *ui)
{
	const struct snap_row *row = paths_row_at(ui, paths_of(ui)->list.selected);

	return row ? row->rank : paths_of(ui)->list.selected;
}

int64_t paths_selected_rank(const struct ui *ui)
{
	int64_t place = paths_of(ui)->list.selected;

	if (!ui->search || ui->level < 0 || !ui->search->snap.graph->netlist ||
	    place >= snap_search_ranked(ui->search, ui->level))
		return -1;
	return paths_rank(ui);
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
	int64_t point = paths_point(ui);

	if (!paths_in_detail(ui) || !path || !path->snap.graph->netlist ||
	    path->rank != paths_selected_rank(ui) || point < 0)
		return;
	query->pin = graph_pin(path->snap.graph, path->point[point].vertex);
}

/* A list that leaves paths out or orders them has a command of its own. */
static double command(const struct ui *ui, struct text *out)
{
	const struct snap_rows *rows = paths_of(ui)->rows;
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	if (!rows || chooser_is_plain(ui))
		return 0;
	chooser_write(ui, &script);
	text_add(out, script_string(&script));
	return rows->ms;
}

/* ---- the view ---- */

/* The detail alone is there: what is selected is read all the same. */
static void fit_unseen(struct ui *ui, int height)
{
	list_fit(&paths_of(ui)->list, chooser_n_listed(ui), height);
	paths_want_rows(ui);
}

static void draw_all(struct ui *ui, struct area area)
{
	bool stages = ui->search && ui->search->snap.graph->netlist;
	struct layout l;

	ui->main_needs = paths_list_width(ui);
	l = ui_layout(ui, area, LIST_PERCENT, stages ? STAGES_PERCENT : DETAIL_PERCENT);

	if (l.main.height > 0)
		paths_draw_list(ui, l.main);
	else
		fit_unseen(ui, area.height - 1);
	if (paths_of(ui)->plotted.quantity == PLOT_RETIMED)
		paths_draw_retimed(ui, l.detail);
	else
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
	int64_t rank = p->detail_rank, serial = p->detail_serial, go_to = p->go_to;

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
	p->go_to = go_to;
}

/* From a line at the top that names a delay to its point. */
static bool go_to_named(struct ui *ui)
{
	const struct trace trace = paths_trace(ui);
	int64_t point = trace.path ? trace_named(&trace, paths_of(ui)->detail.selected) : -1;

	if (point < 0)
		return false;
	list_select(&paths_of(ui)->detail, trace_line_of(&trace, point));
	return true;
}

void paths_fold(struct ui *ui, bool folded)
{
	struct paths_view *p = paths_of(ui);
	int64_t point = paths_point(ui);

	p->folded = folded;
	p->go_to = point;
}

static void unfold(struct ui *ui, struct explanation_text *out)
{
	const struct trace trace = paths_trace(ui);

	paths_want_path(ui);
	stages_unfold(&trace, paths_of(ui)->detail.selected, out);
}

/* Where the explanation is in the place of the path, it makes room. */
static void enter(struct ui *ui)
{
	bool in_detail = ui->pane == 1 && !ui_in_panel(ui);

	if (paths_of(ui)->list.n == 0 && chooser_go_along(ui))
		return;
	if (paths_of(ui)->list.n == 0) {
		ui_say(ui, STYLE_ACCENT, "there is no path to go into; %s finds some",
		       ui_key_of("edit_query -number"));
		return;
	}
	if (in_detail && go_to_named(ui))
		return;
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

/* ---- exceptions ---- */

static void except_point(const struct snap_path *path, int64_t point, struct script *words)
{
	RELEASED_BY(text_release) struct text pin = TEXT_INIT;

	netlist_write_pin(path->snap.graph->netlist,
			  graph_pin(path->snap.graph, path->point[point].vertex), '/', &pin);
	script_add(words,
		   point == 0                   ? "-from"
		   : point < path->n_points - 1 ? "-through"
						: "-to",
		   text_string(&pin), NULL);
}

static enum status except(struct ui *ui, struct script *words)
{
	const struct snap_path *path = paths_selected(ui);
	int64_t point = paths_in_detail(ui) ? paths_point(ui) : -1;

	if (!path)
		return status_fail(STATUS_FAILED, "edit_exception: there is no path");
	if (!path->timed)
		return status_fail(STATUS_FAILED,
				   "edit_exception: a graph that was read has no constraints");
	except_point(path, point < 0 ? 0 : point, words);
	if (point < 0)
		except_point(path, path->n_points - 1, words);
	return STATUS_OK;
}

const struct view paths_view = {
	.info = &view_info[VIEW_paths],
	.state_size = sizeof(struct paths_view),
	.init = init,
	.release = release,
	.readings = {VIEW_READING_OF_SEARCH(rows, struct paths_view, rows),
		     VIEW_READING_OF_SEARCH(path, struct paths_view, path),
		     VIEW_READING_OF_SEARCH(walk, struct paths_view, walk)},
	.refresh = refresh,
	.keep = keep,
	.restore = restore,
	.draw = draw,
	.unfold = unfold,
	.except = except,
	.state = chooser_write_listed,
	.command = command,
	.overlay = overlay,
	.plotted = offsetof(struct paths_view, plotted),
	.lists = {offsetof(struct paths_view, list), offsetof(struct paths_view, detail)},
	.click_heads = paths_click_heads,
	.commands = ui_path_commands,
	.enter = enter,
	.back = path_go_back,
	.n_panes = 2,
};
