/*
 * View Endpoints: the endpoints of a netlist, not those of the listed paths alone, by their slack after CPPR, or
 * before, with where the worst path to each begins; beside it that path, the paths found and all slacks as bars.
 */
#include <inttypes.h>
#include <string.h>

#include "ui/views/view_endpoints.h"
#include "ui/views/view_paths.h"
#include "ui/views/view_summary.h"

enum {
	LIST_PERCENT = 60,
	DETAIL_COLUMNS = 36, /* percent, where panes are columns */
	RANK_WIDTH = 8,
	SLACK_WIDTH = 12,
	FAILING_WIDTH = 9,
	CHANGE_WIDTH = 12,
	GROUP_WIDTH = 13,
	CLOCK_WIDTH = 14,
	FAILING_FROM = 60, /* columns from which there are failing paths, … */
	GROUP_FROM = 78,   /* … groups … */
	CLOCK_FROM = 110,  /* … and clocks */
	CHANGE_FROM = 50,  /* and, when slacks are saved, changes */
	AHEAD = 64,        /* rows that are read around the window */
};

/* ---- which are listed ---- */

static int64_t search_serial(const struct ui *ui)
{
	return ui->search ? ui->search->snap.serial : 0;
}

enum split endpoints_split(const struct ui *ui)
{
	const struct endpoints_view *v = endpoints_of(ui);

	if (v->split_search == search_serial(ui))
		return v->split;
	return ui->search && ui->search->early ? EARLY : LATE;
}

struct endpoint_filter endpoints_filter(const struct ui *ui)
{
	const struct endpoints_view *v = endpoints_of(ui);

	return (struct endpoint_filter){.low = v->low,
					.high = v->high,
					.split = endpoints_split(ui),
					.before = summary_of(ui)->before,
					.kind = v->kind,
					.group = v->group};
}

void endpoints_list(struct ui *ui, enum split split, int32_t kind, int64_t low, int64_t high)
{
	struct endpoints_view *v = endpoints_of(ui);

	v->low = low;
	v->high = high;
	v->kind = kind;
	v->group = -1;
	v->split = split;
	v->split_search = search_serial(ui);
	list_select(&v->list, 0);
	ui_show_view(ui, &endpoints_view);
	ui->pane = 0;
}

/* All of them again; false when all are listed. */
static bool endpoints_list_all(struct ui *ui)
{
	struct endpoints_view *v = endpoints_of(ui);

	if (v->low >= v->high && v->kind < 0 && v->group < 0)
		return false;
	v->low = v->high = 0;
	v->kind = v->group = -1;
	return true;
}

void endpoints_mark(const struct ui *ui, int64_t *fails, struct endpoint_filter *filter)
{
	*fails = endpoints_of(ui)->marked;
	if (*fails)
		*filter = endpoints_filter(ui);
}

/* ---- reading ---- */

static void want(struct ui *ui, int height)
{
	const struct list *list = &endpoints_of(ui)->list;
	struct endpoints_request rows = {.edition = ui->edition,
					 .first = list->top - list->top % AHEAD,
					 .n = height + 2 * AHEAD};
	struct endpoint_starts_request starts = {.edition = ui->edition,
						 .first = list->top - list->top % height,
						 .n = 2 * (int64_t)height,
						 .search = search_serial(ui),
						 .level = ui->level};

	rows.of = starts.of = endpoints_filter(ui);
	ui_want_endpoints(ui, &rows);
	ui_want_endpoint_starts(ui, &starts);
}

const struct snap_endpoints *endpoints_shown(const struct ui *ui)
{
	const struct snap_endpoints *e = endpoints_of(ui)->endpoints;
	struct endpoint_filter filter = endpoints_filter(ui);

	return e && memcmp(&e->asked.of, &filter, sizeof filter) == 0 ? e : NULL;
}

const struct endpoint_row *endpoints_row(const struct ui *ui, int64_t i)
{
	const struct snap_endpoints *e = endpoints_shown(ui);

	return e && i >= e->first && i < e->first + e->n ? &e->row[i - e->first] : NULL;
}

/* Of the same list as is shown; NULL while it is read. */
static const struct endpoint_start *start_at(const struct ui *ui, int64_t i)
{
	const struct snap_endpoint_starts *s = endpoints_of(ui)->starts;
	const struct snap_endpoints *e = endpoints_shown(ui);

	return s && e && memcmp(&s->asked.of, &e->asked.of, sizeof s->asked.of) == 0 &&
			       s->asked.edition == e->asked.edition && i >= s->first &&
			       i < s->first + s->n
		       ? &s->row[i - s->first]
		       : NULL;
}

/* ---- the list ---- */

/* Were all failing paths of the design found? Then none below 0 is missing. */
static bool all_are_found(const struct ui *ui)
{
	const struct snap_search *s = ui->search;
	const struct snap_level *last = s->n_levels ? &s->level[s->n_levels - 1] : NULL;

	return s->state == SEARCH_EXACT && !(s->conditions && s->conditions[0]) && last &&
	       ui->level + 1 == s->n_levels && (!last->full || last->bound >= 0);
}

/* "≥ 12" of those found so far, "12" when these are all, "-" for none yet. */
static void draw_failing(struct ui *ui, struct area area, int end, int y,
			 const struct endpoint_row *row, int64_t i)
{
	const struct endpoint_start *start = start_at(ui, i);
	char text[32];

	if (row->slack >= 0 || !ui->search || ui->search->early != (endpoints_split(ui) == EARLY))
		return;
	if (!start || endpoints_of(ui)->starts->asked.search != search_serial(ui) ||
	    endpoints_of(ui)->starts->asked.level != ui->level)
		snprintf(text, sizeof text, "...");
	else if (start->n_failing == 0)
		snprintf(text, sizeof text, "-");
	else
		snprintf(text, sizeof text, "%s%" PRId64,
			 all_are_found(ui)            ? ""
			 : ui->glyphs == GLYPHS_ASCII ? ">= "
						      : "\u2265 ",
			 start->n_failing);
	area_text_right(area, end, y, STYLE_NORMAL, text);
}

static bool has_changes(const struct ui *ui, struct area area)
{
	const struct snap_endpoints *e = endpoints_shown(ui);

	return area.width >= CHANGE_FROM && e && e->saved;
}

/* Is there a column that ends there? From a width on, but not where the names are whole without it alone. */
static bool has_column(const struct ui *ui, struct area area, int from, int end, int width)
{
	int room = area.width - end - endpoints_of(ui)->names;

	return area.width >= from && (room >= 0 || room + width < 0);
}

static int names_width(const struct ui *ui)
{
	const struct snap_endpoints *e = endpoints_shown(ui);
	int most = 0;

	for (int64_t i = 0; e && i < e->n; i++) {
		const struct endpoint_start *start = start_at(ui, e->first + i);
		int columns = text_columns(start && start->pin ? start->pin : "...");

		columns += text_columns(e->row[i].pin) + 4; /* and the arrow */
		most = columns > most ? columns : most;
	}
	return most;
}

/* Since slacks were saved. */
static void draw_change(struct area area, int end, int y, const struct endpoint_row *row)
{
	char words[1 + SHOWN_TIME_SIZE];

	if (row->is_new) {
		area_text_right(area, end, y, STYLE_DIM, "new");
		return;
	}
	snprintf(words, sizeof words, "%s%s", row->change > 0 ? "+" : "", SHOWN_TIME(row->change));
	area_text_right(area, end, y,
			row->change < 0   ? STYLE_BAD
			: row->change > 0 ? STYLE_GOOD
					  : STYLE_DIM,
			words);
}

static void draw_row(struct ui *ui, struct area area, int y, int64_t i)
{
	const struct endpoint_row *row = endpoints_row(ui, i);
	struct list *list = &endpoints_of(ui)->list;
	const struct endpoint_start *start = start_at(ui, i);
	bool selected = i == list->selected;
	int x = RANK_WIDTH + SLACK_WIDTH;

	area_printf(area, 0, y, STYLE_NORMAL, "%c%*" PRId64, selected ? '>' : ' ', RANK_WIDTH - 1,
		    i + 1);
	if (!row)
		return;
	area_time(area, x, y, row->slack < 0 ? STYLE_BAD : STYLE_GOOD, row->slack);
	if (has_changes(ui, area))
		draw_change(area, x += CHANGE_WIDTH, y, row);
	if (area.width >= FAILING_FROM)
		draw_failing(ui, area, x += FAILING_WIDTH, y, row, i);
	x += 2;
	if (has_column(ui, area, GROUP_FROM, x + GROUP_WIDTH, GROUP_WIDTH)) {
		area_text_cut(area_columns(area, x, GROUP_WIDTH - 1), 0, y, STYLE_NORMAL,
			      row->group);
		x += GROUP_WIDTH;
	}
	if (has_column(ui, area, CLOCK_FROM, x + CLOCK_WIDTH, CLOCK_WIDTH)) {
		area_text_cut(area_columns(area, x, CLOCK_WIDTH - 1), 0, y, STYLE_NORMAL,
			      row->clock);
		x += CLOCK_WIDTH;
	}
	paths_draw_ends(list, row->pin, " <- ", start && start->pin ? start->pin : "...",
			area_columns(area, x, area.width - x), y);
	if (selected)
		area_style_row(area, y, STYLE_SELECTED);
}

static void draw_heads(const struct ui *ui, struct area area)
{
	int x = RANK_WIDTH + SLACK_WIDTH;

	area_text_right(area, RANK_WIDTH, 1, STYLE_DIM, "rank");
	area_printf(area, x - (int)strlen("slack ps"), 1, STYLE_DIM, "slack %s", time_unit());
	if (has_changes(ui, area))
		area_text_right(area, x += CHANGE_WIDTH, 1, STYLE_DIM, "change");
	if (area.width >= FAILING_FROM)
		area_text_right(area, x += FAILING_WIDTH, 1, STYLE_DIM, "failing");
	x += 2;
	if (has_column(ui, area, GROUP_FROM, x + GROUP_WIDTH, GROUP_WIDTH)) {
		area_text(area, x, 1, STYLE_DIM, "group");
		x += GROUP_WIDTH;
	}
	if (has_column(ui, area, CLOCK_FROM, x + CLOCK_WIDTH, CLOCK_WIDTH)) {
		area_text(area, x, 1, STYLE_DIM, "clock");
		x += CLOCK_WIDTH;
	}
	area_text_cut(area, x, 1, STYLE_DIM, "endpoint <- where its worst path begins");
}

/* "from -100 to -50 ps" */
static void write_limits(const struct endpoints_view *v, struct text *out)
{
	if (v->low > INT64_MIN)
		text_printf(out, ", from %s", SHOWN_TIME(v->low));
	if (v->high < INT64_MAX)
		text_printf(out, "%s to %s", v->low > INT64_MIN ? "" : ", up", SHOWN_TIME(v->high));
	text_printf(out, " %s", time_unit());
}

static void draw_title(struct ui *ui, struct area area)
{
	const struct snap_endpoints *e = endpoints_shown(ui);
	const struct endpoints_view *v = endpoints_of(ui);
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	text_add(&title, endpoints_split(ui) == LATE ? "setup" : "hold");
	if (e && e->timed && !e->pending)
		text_printf(&title, ": %" PRId64 " of %" PRId64 " violated", e->n_violated,
			    e->n_all);
	if (v->kind >= 0)
		text_printf(&title, ", kind %s", summary_kind_name(v->kind));
	if (e && e->group)
		text_printf(&title, ", group %s", e->group);
	if (v->low < v->high)
		write_limits(v, &title);
	if (!e || !e->timed || e->credited)
		text_printf(&title, ", %s CPPR", summary_of(ui)->before ? "before" : "after");
	if (has_changes(ui, area))
		text_printf(&title, ", changes since \"%s\" was saved", e->saved);
	ui_draw_header(ui, area, ui->pane == 0, text_string(&title));
}

static const char *why_empty(const struct ui *ui)
{
	const struct snap_endpoints *e = endpoints_shown(ui);
	const struct endpoints_view *v = endpoints_of(ui);

	const struct snap_summary *s = summary_of(ui)->summary;

	return s && !s->netlist && s->snap.graph ? "a graph has no endpoints of setup and hold"
	       : !e                              ? "..."
	       : !e->timed                       ? summary_without_times(ui)
	       : e->pending                      ? "slacks after CPPR are pending: a command runs"
	       : e->n_all > 0                    ? ""
	       : v->low < v->high || v->kind >= 0 || v->group >= 0 ? "none is left; Esc lists all"
								   : "no endpoint is constrained";
}

static void draw_list(struct ui *ui, struct area area)
{
	struct list *list = &endpoints_of(ui)->list;
	struct area body = area_rows(area, 2, area.height - 2);
	const struct snap_endpoints *e;

	if (area.height <= 2)
		return;
	e = endpoints_shown(ui);
	list_place(list, e ? e->n_all : 0, body);
	want(ui, body.height); /* what the window has moved to */
	draw_title(ui, area);
	draw_heads(ui, area);
	if (list->n == 0)
		area_text_cut(body, 1, 0, STYLE_DIM, why_empty(ui));
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_row(ui, body, y, list->top + y);
}

/* ---- the view ---- */

/* Histograms are of the split that is listed, and need to know that there are times. */
static void prepare_bars(struct ui *ui)
{
	const struct summary_request wanted = {.edition = ui->edition};

	endpoints_of(ui)->plotted.quantity = endpoints_split(ui) == EARLY ? PLOT_HOLD : PLOT_SETUP;
	if (!summary_of(ui)->summary || summary_of(ui)->summary->snap.serial != ui->edition)
		ui_want_summary(ui, &wanted);
}

/* Beside the other panes: what the second one doesn't show. */
static void draw_beside(struct ui *ui, struct area area)
{
	enum endpoints_show show = endpoints_of(ui)->show;
	int half = area.height / 2;

	endpoints_draw_detail(ui, area_rows(area, 0, half - 1),
			      show == ENDPOINTS_FOUND ? ENDPOINTS_WORST : ENDPOINTS_FOUND);
	endpoints_draw_detail(ui, area_rows(area, half, area.height - half),
			      show == ENDPOINTS_BARS ? ENDPOINTS_WORST : ENDPOINTS_BARS);
}

static void draw(struct ui *ui, struct area area)
{
	struct layout l;

	ui->main_needs = RANK_WIDTH + SLACK_WIDTH + FAILING_WIDTH + 2 + endpoints_of(ui)->names;
	l = ui_layout(ui, area, LIST_PERCENT, DETAIL_COLUMNS);
	prepare_bars(ui);
	if (l.main.height > 0)
		draw_list(ui, l.main);
	else
		want(ui, area.height); /* the detail alone is there */
	endpoints_draw_detail(ui, l.detail, endpoints_of(ui)->show);
	if (l.third.width > 0 && !ui_has_panel(ui))
		draw_beside(ui, l.third);
	else
		ui_draw_third(ui, l.third);
}

void endpoints_find_paths(struct ui *ui, const char *pin, enum split split)
{
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	script_add(&script, "find_paths", "-max_paths", "100", "-to", pin,
		   split == EARLY ? "-path_delay" : NULL, "min", NULL);
	script_fixed(&script, "view paths");
	ui_submit(ui, &script);
}

static void enter(struct ui *ui)
{
	const struct endpoint_row *row = endpoints_row(ui, endpoints_of(ui)->list.selected);

	if (ui->pane == 1 && !ui_in_panel(ui)) {
		endpoints_enter_detail(ui);
		return;
	}
	if (!row) {
		ui_say(ui, STYLE_ACCENT, "there is no endpoint here");
		return;
	}
	endpoints_find_paths(ui, row->pin, endpoints_split(ui));
}

static enum status except(struct ui *ui, struct script *words)
{
	const struct endpoint_row *row = endpoints_row(ui, endpoints_of(ui)->list.selected);

	if (!row)
		return status_fail(STATUS_FAILED, "edit_exception: there is no endpoint here");
	script_add(words, "-to", row->pin, NULL);
	return STATUS_OK;
}

static struct list *list(struct ui *ui, int pane)
{
	return pane == 0 ? &endpoints_of(ui)->list : endpoints_detail_list(ui);
}

static void init(struct ui *ui)
{
	struct endpoints_view *v = endpoints_of(ui);

	v->kind = v->group = -1;
	v->split_search = v->go_to = v->trace_pin = -1;
}

static void refresh(struct ui *ui)
{
	endpoints_of(ui)->names = names_width(ui);
}

/* What is selected in the list, for the layout window. */
static void overlay(const struct ui *ui, struct frame_query *query)
{
	const struct endpoint_row *row = endpoints_row(ui, endpoints_of(ui)->list.selected);

	if (row)
		query->pin = row->number;
	endpoints_mark(ui, &query->fails, &query->endpoints);
}

const struct view endpoints_view = {
	.info = &view_info[VIEW_endpoints],
	.state_size = sizeof(struct endpoints_view),
	.init = init,
	.readings = {VIEW_READING(endpoints, struct endpoints_view, endpoints),
		     VIEW_READING(endpoint_starts, struct endpoints_view, starts),
		     VIEW_READING(endpoint_path, struct endpoints_view, path),
		     VIEW_READING(through, struct endpoints_view, through)},
	.refresh = refresh,
	.draw = draw,
	.unfold = endpoints_unfold,
	.except = except,
	.overlay = overlay,
	.list = list,
	.commands = ui_endpoint_commands,
	.enter = enter,
	.clear = endpoints_list_all,
	.click_at = plots_click,
	.plotted = offsetof(struct endpoints_view, plotted),
	.n_panes = 2,
};
