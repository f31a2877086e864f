/*
 * View Warp: the warp that report_warp has recorded, time going down and lanes across: what each lane does in each
 * step, how many take part, and how many sectors of memory that touches.
 */
#include <inttypes.h>

#include "snap/warp.h"
#include "ui/ui.h"
#include "ui/widgets/list.h"

enum {
	AHEAD = 64,       /* rows that are read around the window */
	PLACE_WIDTH = 11, /* of the step and the instruction */
	COUNTS_WIDTH = 20,
	LANES_WIDTH = SNAP_WARP_WIDTH,
	WHAT_LEAST = 10,
	WHAT_MOST = 32,
	FACTS_FROM = 12, /* rows, below which there is only the first fact */
	LEGEND_FROM = 16,
};

struct warp_view {
	struct snap_warp *warp; /* reference; NULL = not read yet */
	struct list list;
};

VIEW_STATE(warp, struct warp_view)

/* ---- columns ---- */

struct columns {
	bool place, counts; /* is there room for them? */
	int what;           /* width */
	int lanes;          /* where they begin */
};

/* The lanes first, then what they do, the numbers, and the step. */
static struct columns columns_of(struct area area)
{
	int room = area.width - LANES_WIDTH - 2;
	struct columns c = {.counts = room >= COUNTS_WIDTH + WHAT_LEAST};

	room -= c.counts ? COUNTS_WIDTH : 0;
	c.place = room >= PLACE_WIDTH + WHAT_LEAST;
	room -= c.place ? PLACE_WIDTH : 0;
	c.what = room > WHAT_MOST ? WHAT_MOST : room > 0 ? room : 0;
	c.lanes = 1 + (c.place ? PLACE_WIDTH : 0) + c.what + (c.counts ? COUNTS_WIDTH : 0);
	return c;
}

static enum style style_of(char lane)
{
	switch (lane) {
	case 'L':
		return STYLE_GOOD;
	case 'W':
		return STYLE_ACCENT;
	case 'A':
		return STYLE_BAD;
	case 's':
	case '|':
		return STYLE_TITLE;
	default:
		return STYLE_DIM;
	}
}

static void draw_heads(struct area area, const struct columns *c)
{
	int x = 1;

	if (c->place)
		x = area_printf(area, x, 0, STYLE_TITLE, "%5s %4s ", "step", "code");
	x = area_printf(area, x, 0, STYLE_TITLE, "%-*.*s", c->what, c->what, "what");
	if (c->counts)
		area_printf(area, x, 0, STYLE_TITLE, "%5s%8s%6s ", "lanes", "sectors", "least");
	area_text(area, c->lanes, 0, STYLE_TITLE, "0       8       16      24     31");
}

static void draw_row(struct area area, int y, const struct columns *c, int32_t s,
		     const struct snap_warp_row *row, bool selected)
{
	int x = 1;

	if (c->place)
		x = area_printf(area, x, y, STYLE_DIM, "%5" PRId32 " %4" PRId32 " ", s, row->place);
	x = area_printf(area, x, y, STYLE_NORMAL, "%-*.*s", c->what, c->what, row->what);
	if (c->counts && row->in_memory)
		area_printf(area, x, y, row->sectors > 2 * row->least ? STYLE_BAD : STYLE_NORMAL,
			    "%5" PRId32 "%8" PRId32 "%6" PRId32, row->n_lanes, row->sectors,
			    row->least);
	else if (c->counts && row->ways)
		area_printf(area, x, y, STYLE_NORMAL, "%5" PRId32 "%7" PRId32 "x", row->n_lanes,
			    row->ways);
	else if (c->counts)
		area_printf(area, x, y, STYLE_NORMAL, "%5" PRId32, row->n_lanes);
	if (selected)
		area_style_row(area_columns(area, 0, c->lanes), y, STYLE_SELECTED);
	for (int l = 0; l < LANES_WIDTH && c->lanes + l < area.width; l++)
		area_put(area, c->lanes + l, y, style_of(row->lanes[l]), (uint32_t)row->lanes[l]);
}

/* ---- the whole ---- */

static void want(struct ui *ui)
{
	const struct list *list = &warp_of(ui)->list;
	int64_t first = list->top - list->top % AHEAD - AHEAD;

	ui_want_warp(ui, &(struct warp_request){.edition = ui->edition,
						.first = first > 0 ? (int32_t)first : 0});
}

static int draw_facts(const struct snap_warp *warp, struct area area)
{
	int y = 0;

	for (int f = 0; f < (area.height < FACTS_FROM ? 1 : SNAP_WARP_FACTS) && warp->fact[f][0];
	     f++)
		area_text_cut(area, 1, y++, STYLE_NORMAL, warp->fact[f]);
	if (area.height >= LEGEND_FROM)
		area_text_cut(
			area, 1, y++, STYLE_DIM,
			"L loads, W writes, A atomic, p asks for, s shuffles, | barrier, . idle, - no item");
	return y;
}

static void draw_steps(struct ui *ui, const struct snap_warp *warp, struct area area)
{
	struct columns c = columns_of(area);
	struct area body = area_rows(area, 1, area.height - 1);
	struct list *list = &warp_of(ui)->list;

	list_place(list, warp->n_steps, body);
	if (area.height <= 0)
		return;
	draw_heads(area, &c);
	for (int y = 0; y < body.height; y++) {
		int64_t s = list->top + y;

		if (s >= warp->first && s < warp->first + warp->n)
			draw_row(body, y, &c, (int32_t)s, &warp->row[s - warp->first],
				 s == list->selected);
	}
}

static void draw(struct ui *ui, struct area area)
{
	const struct snap_warp *warp = warp_of(ui)->warp;
	int rows = 1;

	want(ui);
	ui_draw_header(ui, area, true, "warp");
	if (!warp || !warp->n_steps) {
		list_fit(&warp_of(ui)->list, 0, 1);
		if (warp)
			area_paragraph(
				area_rows(area, 2, area.height - 2), 0, STYLE_DIM,
				"No warp is recorded yet. Enter on a kernel of view Device records one, or "
				":report_warp KERNEL; report_warp -list names kernels.");
		return;
	}
	rows += draw_facts(warp, area_rows(area, 1, area.height - 1));
	draw_steps(ui, warp, area_rows(area, rows, area.height - rows));
}

static void copy(const struct ui *ui, struct script *out)
{
	if (warp_of(ui)->warp && warp_of(ui)->warp->n_steps)
		script_fixed(out, "report_warp; view warp");
}

const struct view warp_view = {
	.info = &view_info[VIEW_warp],
	.state_size = sizeof(struct warp_view),
	.readings = {VIEW_READING(warp, struct warp_view, warp)},
	.draw = draw,
	.copy = copy,
	.lists = {offsetof(struct warp_view, list)},
	.n_panes = 1,
};
