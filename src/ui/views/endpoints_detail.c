/* View Endpoints' second pane: the worst path to the endpoint that is selected, the paths to it that were found, or
 * how the slacks of all are spread. */
#include <inttypes.h>

#include "ui/views/cone.h"
#include "ui/views/view_endpoints.h"
#include "ui/views/view_paths.h"
#include "ui/views/stages.h"
#include "ui/views/view_summary.h"

enum {
	RANK = 8,
	SLACK = 12,
	DEVIATIONS = 5,
	PAGE = 64, /* paths that are read around the window */
};

static const struct endpoint_row *selected(const struct ui *ui)
{
	return endpoints_row(ui, endpoints_of(ui)->list.selected);
}

/* ---- the worst path ---- */

/* Of the endpoint that is selected, as it is listed; NULL while it is read. */
static const struct snap_endpoint_path *shown_path(const struct ui *ui)
{
	const struct snap_endpoint_path *path = endpoints_of(ui)->path;
	const struct endpoint_row *row = selected(ui);
	struct endpoint_filter filter = endpoints_filter(ui);

	return path && row && path->asked.pin == row->number &&
			       path->asked.of.split == filter.split &&
			       path->asked.of.before == filter.before &&
			       path->asked.of.group == filter.group &&
			       path->asked.edition == endpoints_of(ui)->endpoints->asked.edition
		       ? path
		       : NULL;
}

static struct trace trace_of(const struct ui *ui, const struct snap_path *path)
{
	return (struct trace){path, paths_of(ui)->folded, endpoints_of(ui)->brief, 0};
}

static void want_path(struct ui *ui, const struct endpoint_row *row)
{
	struct endpoint_path_request wanted = {.edition = ui->edition, .pin = row->number};

	wanted.of = endpoints_filter(ui);
	wanted.of.low = wanted.of.high = 0;
	wanted.of.kind = -1;
	wanted.last = -1;
	if (ui_unfolds(ui) && shown_path(ui) && shown_path(ui)->path) {
		const struct trace trace = trace_of(ui, shown_path(ui)->path);

		stages_points(&trace, endpoints_of(ui)->trace.selected, &wanted.first,
			      &wanted.last);
	}
	ui_want_endpoint_path(ui, &wanted);
}

void endpoints_unfold(struct ui *ui, struct explanation_text *out)
{
	const struct snap_endpoint_path *path = shown_path(ui);
	const struct trace trace = trace_of(ui, path ? path->path : NULL);

	if (selected(ui))
		want_path(ui, selected(ui));
	stages_unfold(&trace, endpoints_of(ui)->trace.selected, out);
}

/* Another path begins at its first point. */
static struct area begin_trace(struct ui *ui, struct trace *trace, struct area area)
{
	struct endpoints_view *v = endpoints_of(ui);
	bool another =
		v->trace_pin != v->path->asked.pin || v->trace_edition != v->path->asked.edition;

	v->trace_pin = v->path->asked.pin;
	v->trace_edition = v->path->asked.edition;
	area = stages_begin(trace, &v->trace, another, &v->go_to, area);
	v->brief = trace->brief;
	return area;
}

static void draw_trace(struct ui *ui, const struct snap_path *path, struct area area)
{
	struct list *list = &endpoints_of(ui)->trace;
	bool here = ui->pane == 1 && endpoints_of(ui)->show == ENDPOINTS_WORST;
	RELEASED_BY(text_release) struct text title = TEXT_INIT;
	struct trace trace = trace_of(ui, path);
	struct area body;

	text_add(&title, "worst path");
	stages_write_title(path, area.width, &title);
	ui_draw_header(ui, area, here, text_string(&title));
	body = begin_trace(ui, &trace, area);
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		stages_draw(&trace, list->top + y, "", list, ui->glyphs, body, y);
	if (here)
		list_mark(list, body, "");
}

static void draw_worst(struct ui *ui, struct area area)
{
	const struct endpoint_row *row = selected(ui);
	const struct snap_endpoint_path *path;

	if (row)
		want_path(ui, row);
	path = shown_path(ui);
	if (path && path->path) {
		draw_trace(ui, path->path, area);
		return;
	}
	ui_draw_header(ui, area, ui->pane == 1,
		       !row            ? "worst path"
		       : !path         ? "worst path ..."
		       : path->pending ? "worst path: pending, a command runs"
				       : "worst path: none is constrained");
}

/* ---- the paths found ---- */

static const char *why_none(const struct ui *ui)
{
	bool early = endpoints_split(ui) == EARLY;

	return !ui->search || ui->level < 0 ? "no paths are found yet"
	       : ui->search->early != early
		       ? early ? "the paths found are of setup" : "the paths found are of hold"
		       : NULL;
}

static void want_found(struct ui *ui, const struct endpoint_row *row)
{
	const struct list *list = &endpoints_of(ui)->found;
	struct through_request wanted = {.search = ui->search->snap.serial,
					 .level = ui->level,
					 .vertex = (int64_t)row->number * N_EDGES,
					 .first = list->top - list->top % PAGE,
					 .n = 3 * PAGE};

	ui_want_through(ui, &wanted);
}

static const struct snap_through *shown_found(const struct ui *ui)
{
	const struct snap_through *t = endpoints_of(ui)->through;
	const struct endpoint_row *row = selected(ui);

	return t && row && ui_is_of_search(ui, &t->snap) && t->level == ui->level &&
			       t->vertex / N_EDGES == row->number
		       ? t
		       : NULL;
}

static void draw_found_row(struct ui *ui, const struct snap_through *t, int64_t i, struct area area,
			   int y)
{
	struct list *list = &endpoints_of(ui)->found;
	const struct snap_row *row;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (i < t->first || i >= t->first + t->n_rows)
		return;
	row = &t->row[i - t->first];
	area_printf(area, 0, y, STYLE_NORMAL, "%*" PRId64, RANK, t->rank[i - t->first] + 1);
	area_time(area, RANK + SLACK, y, row->slack < 0 ? STYLE_BAD : STYLE_GOOD, row->slack);
	area_printf(area, RANK + SLACK, y, STYLE_NORMAL, "%*" PRId32, DEVIATIONS,
		    row->n_deviations);
	graph_write_name(t->snap.graph, row->startpoint, &text);
	ui_draw_shifted(list,
			area_columns(area, RANK + SLACK + DEVIATIONS + 2,
				     area.width - RANK - SLACK - DEVIATIONS - 2),
			y, STYLE_NORMAL, text_string(&text));
}

static void draw_found(struct ui *ui, struct area area)
{
	struct area body = area_rows(area, 2, area.height - 2);
	struct list *list = &endpoints_of(ui)->found;
	const struct endpoint_row *row = selected(ui);
	const char *why = why_none(ui);
	bool here = ui->pane == 1 && endpoints_of(ui)->show == ENDPOINTS_FOUND;
	const struct snap_through *t;
	char title[96] = "paths found ...";

	if (row && !why)
		want_found(ui, row);
	t = why ? NULL : shown_found(ui);
	if (t)
		snprintf(title, sizeof title, "paths found that pass it: %" PRId64, t->n);
	ui_draw_header(ui, area, here, why ? why : title);
	list_place(list, t ? t->n : 0, body);
	if (!t)
		return;
	area_printf(area, 0, 1, STYLE_DIM, "%*s%*s%*s  startpoint", RANK, "rank", SLACK, "slack",
		    DEVIATIONS, "dev");
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_found_row(ui, t, list->top + y, body, y);
	if (here)
		list_mark(list, body, "");
}

/* ---- all of them ---- */

void endpoints_draw_detail(struct ui *ui, struct area area, enum endpoints_show show)
{
	if (area.height <= 2 || area.width <= 0)
		return;
	if (show == ENDPOINTS_WORST)
		draw_worst(ui, area);
	else if (show == ENDPOINTS_FOUND)
		draw_found(ui, area);
	else
		plots_draw_histogram(ui, area);
}

struct list *endpoints_detail_list(struct ui *ui)
{
	struct endpoints_view *v = endpoints_of(ui);

	return v->show == ENDPOINTS_WORST   ? &v->trace
	       : v->show == ENDPOINTS_FOUND ? &v->found
					    : &summary_of(ui)->plots.bins;
}

/* A delay that is named leads to its point, a point to what lies around it. */
static void enter_worst(struct ui *ui)
{
	const struct snap_endpoint_path *path = shown_path(ui);
	struct list *list = &endpoints_of(ui)->trace;
	struct trace trace;
	int64_t point;

	if (!path || !path->path) {
		ui_say(ui, STYLE_ACCENT, "there is no path to go into");
		return;
	}
	trace = trace_of(ui, path->path);
	point = trace_named(&trace, list->selected);
	if (point >= 0) {
		list_select(list, trace_line_of(&trace, point));
		return;
	}
	point = trace_point(&trace, list->selected);
	if (point < 0) {
		ui_say(ui, STYLE_ACCENT, "this line is no point of the path");
		return;
	}
	cone_of(ui)->n_back = 0;
	cone_of(ui)->chosen = false;
	cone_go(ui, path->path->snap.graph, path->path->point[point].vertex, path->path->split);
	ui_show_view(ui, &cone_view);
}

static void enter_found(struct ui *ui)
{
	const struct snap_through *t = shown_found(ui);
	int64_t i = t ? endpoints_of(ui)->found.selected - t->first : -1;

	if (i < 0 || i >= t->n_rows) {
		ui_say(ui, STYLE_ACCENT, "no path to it is found yet; %s in the list finds some",
		       ui_key_of("drill in"));
		return;
	}
	chooser_go_to(ui, t->rank[i]);
	ui_show_view(ui, &paths_view);
}

void endpoints_enter_detail(struct ui *ui)
{
	if (endpoints_of(ui)->show == ENDPOINTS_WORST)
		enter_worst(ui);
	else if (endpoints_of(ui)->show == ENDPOINTS_FOUND)
		enter_found(ui);
	else
		plots_enter(ui);
}
