/* View Compare: slacks of endpoints now against those that save_slacks has kept: which endpoints got worse, and by how
 * much, as a list, a histogram of the differences, and a scatter plot of before against now. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "snap/changes.h"
#include "ui/ui.h"
#include "ui/views/view_endpoints.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/list.h"
#include "ui/widgets/scatter.h"

enum {
	RANK_WIDTH = 8,
	SLACK_WIDTH = 12,
	GROUP_COLUMN = RANK_WIDTH + 3 * SLACK_WIDTH + 2,
	GROUP_WIDTH = 13,
	HEAD_ROWS = 3,
	BLAME_ROWS = 3,    /* below the list: why those that are worse are, and the row selected */
	GROUPS_FROM = 72,  /* columns of the list */
	AHEAD = 64,        /* rows that are read around the window */
	BESIDE_FROM = 130, /* columns from which plots are beside the list, … */
	BESIDE_PERCENT = 45, /* … with this share of them; … */
	BELOW_FROM = 16,     /* … else below it, from this many rows on */
	BOTH_FROM = 24,      /* rows of both plots; of fewer there is one */
	MOST_HISTOGRAM = 18,
	ZOOMS = 24,
	MOST_WORD = 12, /* bytes that the end of a row may leave empty */
};

enum compare_plot { COMPARE_BOTH, COMPARE_HISTOGRAM, COMPARE_SCATTER, N_COMPARE_PLOTS };

struct compare_view {
	struct snap_changes *changes; /* reference; NULL = not read yet */
	struct list list;
	enum change_list which;
	enum compare_plot plot;
	enum plot_scale scale;
	enum split split; /* if chosen; else that of the paths found last */
	bool chosen;
	int zoom;            /* the scatter plot has 2^-zoom of the range */
	int64_t least, most; /* that range, fs */
};

VIEW_STATE(compare, struct compare_view)

static enum split split_of(const struct ui *ui)
{
	const struct compare_view *view = compare_of(ui);

	if (view->chosen)
		return view->split;
	return ui->search && ui->search->early ? EARLY : LATE;
}

static int64_t timed(const struct ui *ui)
{
	return compare_of(ui)->changes ? compare_of(ui)->changes->asked.edition : 0;
}

/* What is shown; NULL while it is read. */
static const struct snap_changes *shown(const struct ui *ui)
{
	const struct snap_changes *c = compare_of(ui)->changes;

	return c && c->asked.split == split_of(ui) && c->asked.list == compare_of(ui)->which ? c
											     : NULL;
}

static const struct snap_change_row *row_at(const struct snap_changes *c, int64_t i)
{
	return c && i >= c->first && i < c->first + c->n ? &c->row[i - c->first] : NULL;
}

/* ---- where what is ---- */

struct parts {
	struct area list, histogram, scatter;
};

static void divide_plots(const struct ui *ui, struct area area, struct parts *p)
{
	enum compare_plot plot = compare_of(ui)->plot;
	int rows = area.height * 2 / 5;

	if (plot == COMPARE_BOTH && area.height >= BOTH_FROM) {
		rows = rows < MOST_HISTOGRAM ? rows : MOST_HISTOGRAM;
		p->histogram = area_rows(area, 0, rows);
		p->scatter = area_rows(area, rows, area.height - rows);
	} else if (plot == COMPARE_SCATTER) {
		p->scatter = area;
	} else {
		p->histogram = area;
	}
}

static struct parts divide(const struct ui *ui, struct area area)
{
	struct parts p = {.list = area};
	int n = area.width >= BESIDE_FROM   ? area.width * BESIDE_PERCENT / 100
		: area.height >= BELOW_FROM ? area.height / 2
					    : 0;

	if (!n)
		return p;
	if (area.width >= BESIDE_FROM) {
		p.list = area_columns(area, 0, area.width - n - 1);
		divide_plots(ui, area_columns(area, area.width - n, n), &p);
	} else {
		p.list = area_rows(area, 0, area.height - n);
		divide_plots(ui, area_rows(area, area.height - n, n), &p);
	}
	return p;
}

/* Below its header. */
static struct area plot_body(struct area area)
{
	return area_columns(area_rows(area, 1, area.height - 1), 1, area.width - 2);
}

static void want(struct ui *ui, const struct parts *p, int height)
{
	const struct compare_view *view = compare_of(ui);
	struct changes_request wanted = {.edition = ui->edition,
					 .first = view->list.top - view->list.top % AHEAD,
					 .n = height + 2 * AHEAD,
					 .selected = view->list.selected,
					 .list = view->which,
					 .split = split_of(ui)};

	if (p->histogram.height > 1)
		wanted.max_bins = bars_room(plot_body(p->histogram));
	if (p->scatter.height > 1)
		scatter_room(plot_body(p->scatter), ui->glyphs, wanted.grid_n);
	if (view->zoom && view->most > view->least) {
		wanted.low = view->least;
		wanted.high = view->least + ((view->most - view->least) >> view->zoom) + 1;
	}
	ui_want_changes(ui, &wanted);
}

/* ---- the list ---- */

static const char *arrow(const struct ui *ui)
{
	return ui->glyphs == GLYPHS_ASCII ? "->" : "\u2192";
}

/* "WNS -76.559 → -57.780", or one time where nothing has changed. */
static void add_change(const struct ui *ui, struct text *out, const char *what, const int64_t fs[2])
{
	text_printf(out, "%s %s", what, SHOWN_TIME(fs[0]));
	if (fs[1] != fs[0])
		text_printf(out, " %s %s", arrow(ui), SHOWN_TIME(fs[1]));
}

static void draw_totals(const struct ui *ui, struct area area, const struct snap_changes *c)
{
	const struct change_totals *t = &c->totals;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	int x = 1;

	text_printf(&text, "violated %" PRId64, t->n_violated[0]);
	if (t->n_violated[1] != t->n_violated[0])
		text_printf(&text, " %s %" PRId64, arrow(ui), t->n_violated[1]);
	text_add(&text, ": ");
	x = area_text(area, x, 0, STYLE_NORMAL, text_string(&text));
	x = area_printf(area, x, 0, t->n_broken ? STYLE_BAD : STYLE_NORMAL, "+%" PRId64,
			t->n_broken);
	x = area_printf(area, x, 0, t->n_mended ? STYLE_GOOD : STYLE_NORMAL, " -%" PRId64,
			t->n_mended);
	text_clear(&text);
	if (t->n[0] && t->n[1]) {
		add_change(ui, &text, "  WNS", t->wns);
		add_change(ui, &text, "  TNS", t->tns);
		text_printf(&text, " %s", time_unit());
	}
	area_text_cut(area, x, 0, STYLE_NORMAL, text_string(&text));
}

static void draw_title(struct ui *ui, struct area area)
{
	const struct snap_changes *c = shown(ui);
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	text_add(&title, split_of(ui) == LATE ? "setup" : "hold");
	if (compare_of(ui)->which != CHANGES_CHANGED)
		text_printf(&title, ", %s%s", compare_of(ui)->which == CHANGES_ALL ? "" : "only ",
			    change_list_name[compare_of(ui)->which]);
	if (c && c->name)
		text_printf(&title, " against \"%.40s\"", c->name);
	if (c && c->timed) {
		text_printf(&title, ": %" PRId64 " worse", c->totals.n_list[CHANGES_WORSE]);
		for (int l = CHANGES_WORSE + 1; l < N_CHANGE_LISTS; l++) {
			if (c->totals.n_list[l])
				text_printf(&title, ", %" PRId64 " %s", c->totals.n_list[l],
					    change_list_name[l]);
		}
		if (strcmp(c->kind[0], c->kind[1]) == 0)
			text_printf(&title, "; %s", c->kind[0]);
		else
			text_printf(&title, "; %s %s %s", c->kind[0], arrow(ui), c->kind[1]);
	}
	ui_draw_header(ui, area, true, text_string(&title));
}

static void draw_slack(struct area area, int column, int y, int64_t slack, enum style style)
{
	if (slack == CHANGE_NO_SLACK)
		area_text_right(area, column, y, STYLE_DIM, "-");
	else
		area_time(area, column, y, style, slack);
}

static enum style slack_style(int64_t slack)
{
	return slack < 0 ? STYLE_BAD : STYLE_GOOD;
}

static void draw_row(struct ui *ui, struct area area, int y, int64_t i)
{
	const struct snap_change_row *row = row_at(shown(ui), i);
	struct list *list = &compare_of(ui)->list;
	bool group = area.width >= GROUPS_FROM;
	int at = RANK_WIDTH + SLACK_WIDTH, names = GROUP_COLUMN + (group ? GROUP_WIDTH : 0);

	area_printf(area, 0, y, STYLE_NORMAL, "%c%*" PRId64, i == list->selected ? '>' : ' ',
		    RANK_WIDTH - 1, i + 1);
	if (!row)
		return;
	if (row->before >= 0 && row->now < 0) /* as "+" of the totals counts */
		area_text(area, RANK_WIDTH, y, STYLE_BAD, "+");
	if (row->before == CHANGE_NO_SLACK || row->now == CHANGE_NO_SLACK)
		area_text_right(area, at, y, STYLE_ACCENT,
				row->now == CHANGE_NO_SLACK ? "gone" : "new");
	else
		draw_slack(area, at, y, row->now - row->before,
			   row->now == row->before ? STYLE_DIM
						   : slack_style(row->now - row->before));
	draw_slack(area, at + SLACK_WIDTH, y, row->before, slack_style(row->before));
	draw_slack(area, at + 2 * SLACK_WIDTH, y, row->now, slack_style(row->now));
	if (group)
		area_text_cut(area_columns(area, GROUP_COLUMN, GROUP_WIDTH - 1), 0, y, STYLE_NORMAL,
			      row->group);
	ui_draw_shifted(list, area_columns(area, names, area.width - names), y, STYLE_NORMAL,
			row->pin);
	if (i == list->selected)
		area_style_row(area, y, STYLE_SELECTED);
}

static const char *why_empty(const struct ui *ui)
{
	const struct snap_changes *c = shown(ui);

	return !c ? "..."
	       : !c->n_saved
		       ? "nothing to compare with yet: S keeps the endpoints' slacks as they are "
			 "(save_slacks); after an edit this view shows what has changed"
	       : c->pending ? "slacks are pending: a command runs"
	       : c->why     ? c->why
	       : c->timed && compare_of(ui)->which == CHANGES_CHANGED ? "no slack has changed"
	       : c->timed                                             ? "no endpoint is here"
								      : "...";
}

/* "40 worse: cells -1.2 …", with as many digits as have room. */
static void write_blame(const struct slack_blame *blame, const char *whose, int room,
			struct text *out)
{
	int digits = shown_time.digits;

	do {
		text_clear(out);
		text_add(out, whose);
		slack_blame_write(blame, time_unit_fs(), digits, out);
	} while (out->length > room && digits-- > (shown_time.in_ns ? 2 : 0));
}

/* Of all that are worse, and of the row selected with its cells. */
static void draw_blame(struct area area, const struct snap_changes *c)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	const struct slack_blame *cells = c->one.n ? &c->one : &c->worse;
	char whose[40];
	int width = area.width - 1;

	snprintf(whose, sizeof whose, "%" PRId64 " worse: ", c->worse.n);
	write_blame(&c->worse, whose, width, &text);
	area_paragraph(area_columns(area_rows(area, 0, 1), 1, width), 0, STYLE_NORMAL,
		       text_string(&text));
	write_blame(&c->one, "selected: ", 2 * width - MOST_WORD, &text);
	if (!c->one.n) {
		text_clear(&text);
		text_add(&text, "selected: no path is on both sides");
	}
	text_add(&text, cells->cells.n ? "; " : "");
	slack_blame_write_cells(cells, area.width, &text);
	area_paragraph(area_columns(area_rows(area, 1, 2), 1, width), 0, STYLE_ACCENT,
		       text_string(&text));
}

static void draw_list(struct ui *ui, struct area area, const struct parts *p)
{
	bool has_blame = shown(ui) && shown(ui)->worse.n + shown(ui)->one.n &&
			 area.height >= 2 * BLAME_ROWS + HEAD_ROWS;
	struct area body = area_rows(area, HEAD_ROWS, area.height - HEAD_ROWS);
	struct list *list = &compare_of(ui)->list;
	const struct snap_changes *c;

	if (area.height <= HEAD_ROWS)
		return;
	if (has_blame)
		body.height -= BLAME_ROWS;
	c = shown(ui);
	list_place(list, c ? c->totals.n_list[c->asked.list] : 0, body);
	want(ui, p, body.height); /* what the window has moved to */
	draw_title(ui, area);
	if (c && c->timed) {
		draw_totals(ui, area_rows(area, 1, 1), c);
		area_printf(area, 0, 2, STYLE_DIM,
			    "    rank   change %s      before         now  group        endpoint",
			    time_unit());
	}
	if (has_blame)
		draw_blame(area_rows(area, area.height - BLAME_ROWS, BLAME_ROWS), c);
	if (list->n == 0)
		area_paragraph(area_columns(body, 1, body.width - 2), 0, STYLE_DIM, why_empty(ui));
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_row(ui, body, y, list->top + y);
}

/* ---- plots ---- */

static void draw_histogram(struct ui *ui, struct area area)
{
	const struct snap_changes *c = shown(ui);
	const struct snap_histogram *h = c ? c->histogram : NULL;
	struct bars bars = {.selected = -1,
			    .scale = compare_of(ui)->scale,
			    .signs = true,
			    .x_unit = time_unit_fs(),
			    .y_unit = 1};
	struct bars_mark mark[2];
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	if (area.height < 3)
		return;
	text_printf(&title, "endpoints by change of slack, %s; W worst, m median", time_unit());
	ui_draw_header(ui, area, false, text_string(&title));
	if (!h || !h->n)
		return;
	bars.n = h->axis.n_bins;
	bars.low = h->axis.low;
	bars.width = h->axis.width;
	bars.total = h->n;
	for (int32_t s = 0; s < h->n_series; s++)
		bars.series[bars.n_series++] =
			(struct bars_series){h->series[s].name, h->series[s].count, h->series[s].n};
	mark[0] = (struct bars_mark){'W', h->pick[PICK_LEAST]};
	mark[1] = (struct bars_mark){'m', h->pick[PICK_50]};
	bars.mark = mark;
	bars.n_marks = 2;
	bars_draw(&bars, ui->glyphs, plot_body(area));
}

static void draw_scatter(struct ui *ui, struct area area)
{
	const struct snap_changes *c = shown(ui);
	struct scatter scatter = {
		.name = {"before", "now"}, .unit_name = time_unit(), .unit = time_unit_fs()};
	const struct snap_change_row *row;
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	if (area.height < 3)
		return;
	text_add(&title, "slack now against before; below the diagonal it is worse");
	if (compare_of(ui)->zoom)
		text_printf(&title, "; %dx closer", 1 << compare_of(ui)->zoom);
	ui_draw_header(ui, area, false, text_string(&title));
	if (!c || !c->grid)
		return;
	scatter.count = c->grid;
	for (int axis = 0; axis < 2; axis++) {
		scatter.low[axis] = c->low[axis];
		scatter.width[axis] = c->width[axis];
		scatter.n[axis] = c->grid_n[axis];
	}
	row = row_at(c, compare_of(ui)->list.selected);
	if (row && row->before != CHANGE_NO_SLACK && row->now != CHANGE_NO_SLACK) {
		scatter.marked = true;
		scatter.mark[0] = row->before;
		scatter.mark[1] = row->now;
	}
	scatter_draw(&scatter, ui->glyphs, plot_body(area));
}

static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, 100, 0);
	struct parts p = divide(ui, l.main);

	ui_draw_third(ui, l.third);
	draw_list(ui, p.list, &p);
	draw_histogram(ui, p.histogram);
	draw_scatter(ui, p.scatter);
}

/* ---- moves ---- */

static void enter(struct ui *ui)
{
	const struct snap_change_row *row = row_at(shown(ui), compare_of(ui)->list.selected);

	if (!row || row->now == CHANGE_NO_SLACK) {
		ui_say(ui, STYLE_ACCENT,
		       row ? "this endpoint has no slack any more: there are no paths to it"
			   : "there is no endpoint here");
		return;
	}
	endpoints_find_paths(ui, row->pin, split_of(ui));
}

static void init(struct ui *ui)
{
	compare_of(ui)->which = CHANGES_CHANGED;
}

static void refresh(struct ui *ui)
{
	struct compare_view *view = compare_of(ui);
	const struct snap_changes *c = view->changes;

	if (!c || !c->timed || !c->totals.n[0] || !c->totals.n[1])
		return;
	view->least = c->totals.wns[0] < c->totals.wns[1] ? c->totals.wns[0] : c->totals.wns[1];
	view->most = c->totals.most[0] > c->totals.most[1] ? c->totals.most[0] : c->totals.most[1];
}

static void copy(const struct ui *ui, struct script *out)
{
	const struct snap_changes *c = shown(ui);

	if (!c || !c->name)
		return;
	script_add(out, "compare_slacks", c->name, split_of(ui) == LATE ? "-setup" : "-hold",
		   "-only", change_list_name[compare_of(ui)->which], NULL);
	script_fixed(out, "view compare");
}

/* ---- commands ---- */

static void say_plot(struct ui *ui)
{
	static const char *const names[] = {
		"the histogram and the scatter plot where there is room", "the histogram",
		"the scatter plot"};

	ui_say(ui, STYLE_NORMAL, "shown: %s", names[compare_of(ui)->plot]);
}

static enum status do_show(struct call *call)
{
	struct ui *ui = call->screen;
	struct compare_view *view = compare_of(ui);
	enum split split = split_of(ui);
	int what;

	TRY(call_choose(call, "plot|list|split|scale|" CHANGE_LISTS, &what));
	switch (what) {
	case 0:
		view->plot = (enum compare_plot)(((int)view->plot + 1) % N_COMPARE_PLOTS);
		say_plot(ui);
		break;
	case 1:
		view->which = (enum change_list)(((int)view->which + 1) % N_CHANGE_LISTS);
		break;
	case 2:
		view->chosen = true;
		view->split = split == LATE ? EARLY : LATE;
		break;
	case 3:
		view->scale = (enum plot_scale)(((int)view->scale + 1) % N_SCALES);
		break;
	default:
		view->which = (enum change_list)(what - 4);
	}
	if (what != 0 && what != 3)
		list_select(&view->list, 0);
	ui_show_view(ui, &compare_view);
	return STATUS_OK;
}

static enum status do_zoom(struct call *call)
{
	struct ui *ui = call->screen;
	struct compare_view *view = compare_of(ui);
	int way;

	TRY(call_choose(call, "in|out|fit", &way));
	if (way == 0 && view->zoom < ZOOMS && (view->most - view->least) >> (view->zoom + 1) > 0)
		view->zoom++;
	else if (way == 1 && view->zoom > 0)
		view->zoom--;
	else if (way == 2)
		view->zoom = 0;
	else
		ui_say(ui, STYLE_ACCENT, way == 0 ? "that is as close as can be" : "all is shown");
	return STATUS_OK;
}

static const struct command commands[] = {
	{"compare_show", do_show, ON_SCREEN, "plot|list|split|scale|" CHANGE_LISTS, 1, 1, NULL,
	 "In view Compare, switch to the next plot (histogram, scatter plot, or both) or list, to setup or hold, or to the next scale of bars; or show this list of endpoints"},
	{"compare_zoom", do_zoom, ON_SCREEN, "in|out|fit", 1, 1, NULL,
	 "Zoom the scatter plot of view Compare at the worst slacks, in or out"},
	{0},
};

const struct view compare_view = {
	.info = &view_info[VIEW_compare],
	.state_size = sizeof(struct compare_view),
	.init = init,
	.readings = {VIEW_READING(changes, struct compare_view, changes)},
	.refresh = refresh,
	.draw = draw,
	.timed = timed,
	.copy = copy,
	.lists = {offsetof(struct compare_view, list)},
	.enter = enter,
	.commands = commands,
	.n_panes = 1,
};
