/* View Endpoints: all endpoints of a netlist, not those of the listed paths alone, by their slack after
 * CPPR, or before; Enter finds the paths to one. */
#include <inttypes.h>
#include <string.h>

#include "base/units.h"
#include "snap/endpoints.h"
#include "ui/ui.h"
#include "ui/views/summary.h"
#include "ui/widgets/list.h"

enum {
	RANK_WIDTH = 9,
	SLACK_WIDTH = 13,
	GROUP_COLUMN = RANK_WIDTH + SLACK_WIDTH + 2,
	GROUP_WIDTH = 16,
	CLOCK_WIDTH = 16,
	AHEAD = 64, /* rows that are read around the window */
};

struct endpoints_view {
	struct snap_endpoints *endpoints; /* reference; NULL = not read yet */
	struct list list;
};

static struct endpoints_view *endpoints_of(const struct ui *ui)
{
	return ui->view_state[VIEW_endpoints];
}

/* As the paths that were found last; setup when none were. */
static enum split split_of(const struct ui *ui)
{
	return ui->search && ui->search->early ? EARLY : LATE;
}

static void want(struct ui *ui, int height)
{
	const struct list *list = &endpoints_of(ui)->list;
	struct endpoints_request wanted = {.edition = ui->edition,
					   .first = list->top - list->top % AHEAD,
					   .n = height + 2 * AHEAD,
					   .split = split_of(ui),
					   .before = summary_of(ui)->before};

	ui_want_endpoints(ui, &wanted);
}

/* What is shown of them; NULL while it is read. */
static const struct snap_endpoints *shown(const struct ui *ui)
{
	const struct snap_endpoints *e = endpoints_of(ui)->endpoints;

	return e && e->asked.split == split_of(ui) &&
			       e->asked.before == (int32_t)summary_of(ui)->before
		       ? e
		       : NULL;
}

static const struct endpoint_row *row_at(const struct snap_endpoints *e, int64_t i)
{
	return e && i >= e->first && i < e->first + e->n ? &e->row[i - e->first] : NULL;
}

static void draw_title(struct ui *ui, struct area area)
{
	const struct snap_endpoints *e = shown(ui);
	struct text title = TEXT_INIT;

	text_add(&title, split_of(ui) == LATE ? "setup" : "hold");
	if (e && e->timed && !e->pending)
		text_printf(&title, ": %" PRId64 " of %" PRId64 " violated", e->n_violated,
			    e->n_all);
	text_printf(&title, ", %s CPPR", summary_of(ui)->before ? "before" : "after");
	ui_draw_header(ui, area, true, text_string(&title));
	text_release(&title);
}

static void draw_row(struct ui *ui, struct area area, int y, int64_t i)
{
	const struct endpoint_row *row = row_at(shown(ui), i);
	struct list *list = &endpoints_of(ui)->list;
	bool clock = area.width >= 100, selected = i == list->selected;
	int names = GROUP_COLUMN + GROUP_WIDTH + (clock ? CLOCK_WIDTH : 0);
	struct text slack = TEXT_INIT;

	area_printf(area, 0, y, STYLE_NORMAL, "%c%*" PRId64, selected ? '>' : ' ', RANK_WIDTH - 1,
		    i + 1);
	if (!row)
		return;
	text_ps(&slack, row->slack, 0);
	area_text_right(area, RANK_WIDTH + SLACK_WIDTH, y, row->slack < 0 ? STYLE_BAD : STYLE_GOOD,
			text_string(&slack));
	text_release(&slack);
	area_text_cut(area_columns(area, GROUP_COLUMN, GROUP_WIDTH - 1), 0, y, STYLE_NORMAL,
		      row->group);
	if (clock)
		area_text_cut(area_columns(area, GROUP_COLUMN + GROUP_WIDTH, CLOCK_WIDTH - 1), 0, y,
			      STYLE_NORMAL, row->clock);
	ui_draw_shifted(list, area_columns(area, names, area.width - names), y, STYLE_NORMAL,
			row->pin);
	if (selected)
		area_style_row(area, y, STYLE_SELECTED);
}

static const char *why_empty(const struct ui *ui)
{
	const struct snap_endpoints *e = shown(ui);

	return !e             ? "..."
	       : !e->timed    ? "no times yet: finding paths computes them"
	       : e->pending   ? "slacks after CPPR are pending: a command runs"
	       : e->n_all > 0 ? ""
			      : "no endpoint is constrained";
}

static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, 100, 0);
	struct list *list = &endpoints_of(ui)->list;
	struct area body = area_rows(l.main, 2, l.main.height - 2);
	const struct snap_endpoints *e;

	ui_draw_third(ui, l.third);
	if (l.main.height <= 2)
		return;
	want(ui, body.height);
	e = shown(ui);
	list_fit(list, e ? e->n_all : 0, body.height);
	list->y = body.y;
	want(ui, body.height); /* what the window has moved to */
	draw_title(ui, l.main);
	area_text_cut(l.main, 0, 1, STYLE_DIM,
		      l.main.width >= 100
			      ? "     rank     slack ps  group           clock           endpoint"
			      : "     rank     slack ps  group           endpoint");
	if (list->n == 0)
		area_text_cut(body, 1, 0, STYLE_DIM, why_empty(ui));
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_row(ui, body, y, list->top + y);
}

static void enter(struct ui *ui)
{
	const struct endpoint_row *row = row_at(shown(ui), endpoints_of(ui)->list.selected);
	struct text script = TEXT_INIT;

	if (!row) {
		ui_say(ui, STYLE_ACCENT, "there is no endpoint here");
		return;
	}
	text_printf(&script, "find_paths -max_paths 100 -to {%s}%s; view paths", row->pin,
		    split_of(ui) == EARLY ? " -path_delay min" : "");
	ui_submit(ui, text_string(&script));
	text_release(&script);
}

static struct list *list(struct ui *ui)
{
	return &endpoints_of(ui)->list;
}

static void refresh(struct ui *ui)
{
	endpoints_of(ui)->endpoints = board_get_endpoints(ui->board);
}

static void forget(struct ui *ui)
{
	UI_DROP(endpoints_of(ui)->endpoints);
}

const struct view endpoints_view = {
	.info = &view_info[VIEW_endpoints],
	.state_size = sizeof(struct endpoints_view),
	.refresh = refresh,
	.forget = forget,
	.draw = draw,
	.list = list,
	.enter = enter,
	.n_panes = 1,
};
