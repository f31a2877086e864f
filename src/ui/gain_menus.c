/* Lists over the view of what slack would be, and what it gains: under each lens, and with each size of a cell. */
#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "ui/ui.h"
#include "ui/views/view_paths.h"

enum { NAME_COLUMN = 6, TIME_WIDTH = 11, SPLIT_WIDTH = 38, MOST_NAME = 32 };

/* ---- rows ---- */

struct gain_row {
	const char *name;
	bool on;
	const struct slack_totals *of, *now; /* [N_SPLITS] each; of NULL = not known */
};

/* Violated, WNS, and what WNS gains. */
static void draw_slacks(struct area area, int x, int y, const struct slack_totals *of,
			const struct slack_totals *now)
{
	if (!of->n_endpoints) {
		area_text(area, x + 7, y, STYLE_DIM, "-");
		return;
	}
	area_printf(area, x, y, of->n_violated ? STYLE_NORMAL : STYLE_DIM, "%8" PRId32,
		    of->n_violated);
	area_time(area, x + 8 + TIME_WIDTH, y, of->wns < 0 ? STYLE_BAD : STYLE_NORMAL, of->wns);
	if (of->wns != now->wns)
		area_time(area, x + 8 + 2 * TIME_WIDTH, y,
			  of->wns > now->wns ? STYLE_GOOD : STYLE_BAD, of->wns - now->wns);
}

static int split_column(int times, int split)
{
	return times + (split == LATE ? 0 : SPLIT_WIDTH);
}

static void draw_row(struct area body, int times, int y, const struct gain_row *row)
{
	area_text(body, 2, y, STYLE_NORMAL, row->on ? "[x]" : "[ ]");
	area_text_cut(area_columns(body, NAME_COLUMN, times - NAME_COLUMN), 0, y, STYLE_KEY,
		      row->name);
	for (int split = 0; split < N_SPLITS && row->of; split++)
		draw_slacks(body, split_column(times, split), y, &row->of[split], &row->now[split]);
}

static void draw_head(struct area area, int times)
{
	static const char *const name[N_SPLITS] = {"hold", "setup"};

	for (int split = 0; split < N_SPLITS; split++)
		area_printf(area, split_column(times, split), 0, STYLE_DIM, "violated %5s WNS %10s",
			    name[split], "gains");
}

/* A list of n rows with a title above, words on what is selected and what Enter does below. */
struct gain_list {
	const char *title, *words, *enter;
	struct list *list;
	int n;
	void (*row)(const struct ui *ui, int i, struct gain_row *out);
};

static void draw_list(struct ui *ui, struct area area, const struct gain_list *g)
{
	struct area body = area_rows(area, 2, area.height - 5);
	struct area below = area_rows(area, area.height - 2, 2);
	struct gain_row row;
	int width = 0;

	for (int i = 0; i < g->n; i++) {
		g->row(ui, i, &row);
		width = (int)max_i64(width, (int64_t)strlen(row.name));
	}
	width = NAME_COLUMN + 1 + (int)min_i64(width, MOST_NAME);
	ui_draw_header(ui, area, true, g->title);
	draw_head(area_rows(area, 1, 1), width);
	list_place(g->list, g->n, body);
	for (int y = 0; y < body.height && g->list->top + y < g->n; y++) {
		g->row(ui, (int)g->list->top + y, &row);
		draw_row(body, width, y, &row);
	}
	list_mark(g->list, body, ">");
	area_text_cut(below, 2, 0, STYLE_NORMAL, g->words);
	area_text_cut(below, 2, 1, STYLE_DIM, g->enter);
}

/* Of what isn't known. */
static const char *unknown(const struct ui *ui)
{
	return ui->command_ms > 0 ? "not known any more: Enter computes it; Esc closes"
				  : "computing; ^C cancels";
}

/* ---- lenses ---- */

static void lens_row(const struct ui *ui, int i, struct gain_row *out)
{
	const struct snap_totals *t = ui->totals;

	*out = (struct gain_row){.name = i < N_LENSES ? lens_name(i) : "none",
				 .on = i < N_LENSES ? t->lenses >> i & 1 : !t->lenses,
				 .of = t->under.known ? t->under.of[i] : NULL,
				 .now = t->under.of[N_LENSES]};
}

void lens_menu_draw(struct ui *ui, struct area area)
{
	int64_t selected = ui->lenses.selected;
	struct gain_list g = {.title = "lenses: the design timed as if one thing cost nothing",
			      .words = selected < N_LENSES ? lens_words((int)selected)
							   : "the design itself",
			      .list = &ui->lenses,
			      .n = N_LENSES + 1,
			      .row = lens_row};

	if (!ui->totals)
		return;
	g.enter = ui->totals->under.known
			  ? "Enter looks through it: all views are of that timing then; Esc closes"
			  : unknown(ui);
	draw_list(ui, area, &g);
}

/* False when they have to be computed first. */
static bool need_lenses(struct ui *ui)
{
	if (!ui->totals->under.known)
		ui_submit_text(ui, "report_lenses");
	return ui->totals->under.known;
}

static enum status do_lenses(struct call *call)
{
	struct ui *ui = call->screen;

	if (!ui->totals || !ui->totals->timed)
		return status_fail(STATUS_FAILED, "lenses need the timing of a netlist");
	listing_toggle(ui, LISTING_LENSES);
	if (ui->listing == LISTING_LENSES)
		need_lenses(ui);
	return STATUS_OK;
}

/* Turn the selected lens on or off; the others stay. */
static enum status do_look(struct call *call)
{
	struct ui *ui = call->screen;
	int64_t selected = ui->lenses.selected;
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;
	unsigned on = 0;

	if (ui->listing != LISTING_LENSES)
		return status_fail(STATUS_FAILED, "the lenses aren't listed; %s lists them",
				   ui_key_of("lenses"));
	if (!ui->totals || !need_lenses(ui))
		return STATUS_OK;
	if (selected < N_LENSES)
		on = ui->totals->lenses ^ LENS_BIT(selected);
	script_add(&line, "set_lens", NULL);
	for (int i = 0; i < N_LENSES; i++) {
		if (on & LENS_BIT(i))
			script_add(&line, lens_name(i), NULL);
	}
	if (!on)
		script_add(&line, "none", NULL);
	ui_submit(ui, &line);
	return STATUS_OK;
}

/* ---- sizes ---- */

/* Those of the cell that is asked for, once they are there. */
static const struct cell_sizes *sizes_of(const struct ui *ui)
{
	const struct cell_sizes *sizes = ui->totals ? &ui->totals->sizes : NULL;

	return sizes && sizes->n && sizes->instance == ui->sized ? sizes : NULL;
}

static void size_row(const struct ui *ui, int i, struct gain_row *out)
{
	const struct cell_sizes *sizes = sizes_of(ui);

	*out = (struct gain_row){.name = sizes->size[i].cell,
				 .on = i == 0,
				 .of = sizes->size[i].of,
				 .now = sizes->size[0].of};
}

void size_menu_draw(struct ui *ui, struct area area)
{
	const struct cell_sizes *sizes = sizes_of(ui);
	const struct cell_size *size;
	RELEASED_BY(text_release) struct text words = TEXT_INIT;
	struct gain_list g = {
		.title = "sizes of the cell: the design timed with each",
		.list = &ui->sizes,
		.n = sizes ? sizes->n : 0,
		.enter = sizes ? "Enter replaces the cell, u takes that back; Esc closes"
			       : unknown(ui),
		.row = size_row};

	if (sizes) {
		size = &sizes->size[min_i64(ui->sizes.selected, sizes->n - 1)];
		text_printf(&words, "area %g, slack at the cell %s %s (setup, before CPPR), TNS %s",
			    size->area,
			    size->here[LATE] != FS_NOTHING ? SHOWN_TIME(size->here[LATE]) : "",
			    time_unit(), SHOWN_TIME(size->of[LATE].tns));
	}
	g.words = text_string(&words);
	draw_list(ui, area, &g);
}

/* The instance at the selected point of a path, -1 = a port's, or there is none; *path has it. */
static int32_t cell_at_point(const struct ui *ui, const struct snap_path **path)
{
	int64_t point;

	*path = ui->view == &paths_view && paths_in_detail(ui) ? paths_selected(ui) : NULL;
	point = *path && (*path)->timed ? paths_point(ui) : -1;
	if (point < 0)
		return -1;
	return (*path)->snap.graph->netlist->pin_instance[graph_pin((*path)->snap.graph,
								    (*path)->point[point].vertex)];
}

static void find_sizes(struct ui *ui, const struct snap_path *path)
{
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;

	script_add(&line, "report_cell_sizes",
		   names_get(&path->snap.graph->netlist->instance_name, ui->sized), NULL);
	ui_submit(ui, &line);
}

static enum status do_sizes(struct call *call)
{
	struct ui *ui = call->screen;
	const struct snap_path *path;
	int32_t instance = cell_at_point(ui, &path);

	if (ui->listing == LISTING_SIZES) {
		ui->listing = LISTING_NONE;
		return STATUS_OK;
	}
	if (instance < 0)
		return call_fail(call, STATUS_FAILED,
				 "select a point of a path with a cell: view Paths, Enter");
	listing_toggle(ui, LISTING_SIZES);
	ui->sized = instance;
	list_select(&ui->sizes, 0);
	if (!sizes_of(ui))
		find_sizes(ui, path);
	return STATUS_OK;
}

static enum status do_choose(struct call *call)
{
	struct ui *ui = call->screen;
	const struct cell_sizes *sizes = sizes_of(ui);
	const struct snap_path *path = paths_selected(ui);
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;

	if (ui->listing != LISTING_SIZES || !path)
		return status_fail(STATUS_FAILED, "no sizes are listed; %s lists them",
				   ui_key_of("sizes"));
	if (!sizes) {
		find_sizes(ui, path);
		return STATUS_OK;
	}
	ui->listing = LISTING_NONE;
	if (ui->sizes.selected == 0) {
		ui_say(ui, STYLE_NORMAL, "the cell is that already");
		return STATUS_OK;
	}
	script_fixed(&line, "save_slacks before");
	script_add(&line, "replace_cell",
		   names_get(&path->snap.graph->netlist->instance_name, sizes->instance),
		   sizes->size[ui->sizes.selected].cell, NULL);
	ui_submit(ui, &line);
	return STATUS_OK;
}

const struct command gain_menu_commands[] = {
	{"lenses", do_lenses, ON_SCREEN, NULL, 0, 0, NULL,
	 "List what slack is under each lens, or stop listing it"},
	{"look_through", do_look, ON_SCREEN, NULL, 0, 0, NULL,
	 "Set the lens that is selected in the list, or take it off"},
	{"sizes", do_sizes, ON_SCREEN, NULL, 0, 0, NULL,
	 "List what slack is with each size of the cell at the selected point of a path, or stop listing it"},
	{"choose_size", do_choose, ON_SCREEN, NULL, 0, 0, NULL,
	 "Replace the cell by the size that is selected in the list"},
	{0},
};
