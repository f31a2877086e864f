/* The list of lenses over the view: what slack each kind of thing costs; Enter looks through one. */
#include <inttypes.h>

#include "ui/ui.h"

enum { MARK_COLUMN = 2, NAME_COLUMN = 6, TIMES_COLUMN = 19, TIME_WIDTH = 11, SPLIT_WIDTH = 38 };

static bool is_on(const struct ui *ui, int64_t lens)
{
	unsigned on = ui->totals ? ui->totals->lenses : 0;

	return lens < N_LENSES ? on >> lens & 1 : !on;
}

/* ---- commands ---- */

static enum status do_lenses(struct call *call)
{
	struct ui *ui = call->screen;

	if (!ui->totals || !ui->totals->timed)
		return status_fail(STATUS_FAILED, "lenses need the timing of a netlist");
	listing_toggle(ui, LISTING_LENSES);
	if (ui->listing == LISTING_LENSES && !ui->totals->under.known)
		ui_submit_text(ui, "report_lenses");
	return STATUS_OK;
}

/* Turn the selected lens on or off; the others stay. */
static enum status do_look(struct call *call)
{
	struct ui *ui = call->screen;
	int64_t selected = ui->lenses.selected;
	struct script line = SCRIPT_INIT;
	unsigned on = 0;

	if (ui->listing != LISTING_LENSES)
		return status_fail(STATUS_FAILED, "the lenses aren't listed; %s lists them",
				   ui_key_of("lenses"));
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
	script_release(&line);
	return STATUS_OK;
}

const struct command lens_menu_commands[] = {
	{"lenses", NULL, 0, 0, "List what slack is under each lens, or stop listing it", NULL,
	 do_lenses, ON_SCREEN},
	{"look_through", NULL, 0, 0, "Set the lens that is selected in the list, or take it off",
	 NULL, do_look, ON_SCREEN},
	{0},
};

/* ---- the list ---- */

/* Violated, WNS, and what WNS gains. */
static void draw_slacks(struct area area, int x, int y, const struct slack_totals *under,
			const struct slack_totals *without)
{
	if (!under->n_endpoints) {
		area_text(area, x + 7, y, STYLE_DIM, "-");
		return;
	}
	area_printf(area, x, y, under->n_violated ? STYLE_NORMAL : STYLE_DIM, "%8" PRId32,
		    under->n_violated);
	area_time(area, x + 8 + TIME_WIDTH, y, under->wns < 0 ? STYLE_BAD : STYLE_NORMAL,
		  under->wns);
	if (under->wns != without->wns)
		area_time(area, x + 8 + 2 * TIME_WIDTH, y,
			  under->wns > without->wns ? STYLE_GOOD : STYLE_BAD,
			  under->wns - without->wns);
}

static void draw_row(struct ui *ui, struct area body, int y, int64_t lens)
{
	const struct lens_slacks *under = &ui->totals->under;
	bool selected = lens == ui->lenses.selected;

	area_printf(body, 0, y, STYLE_NORMAL, "%c %s", selected ? '>' : ' ',
		    is_on(ui, lens) ? "[x]" : "[ ]");
	area_text(body, NAME_COLUMN, y, STYLE_KEY, lens < N_LENSES ? lens_name((int)lens) : "none");
	for (int split = 0; split < N_SPLITS && under->known; split++)
		draw_slacks(body, TIMES_COLUMN + (split == LATE ? 0 : SPLIT_WIDTH), y,
			    &under->of[lens][split], &under->of[N_LENSES][split]);
	if (selected)
		area_style_row(body, y, STYLE_SELECTED);
}

static void draw_head(struct area area)
{
	static const char *const name[N_SPLITS] = {"hold", "setup"};

	for (int split = 0; split < N_SPLITS; split++) {
		int x = TIMES_COLUMN + (split == LATE ? 0 : SPLIT_WIDTH);

		area_printf(area, x, 0, STYLE_DIM, "violated %5s WNS %10s", name[split], "gains");
	}
}

void lens_menu_draw(struct ui *ui, struct area area)
{
	struct list *list = &ui->lenses;
	struct area body = area_rows(area, 2, area.height - 5), below;
	const char *words;

	if (!ui->totals)
		return;
	ui_draw_header(ui, area, true, "lenses: the design timed as if one thing cost nothing");
	draw_head(area_rows(area, 1, 1));
	list_fit(list, N_LENSES + 1, body.height);
	list->y = body.y;
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_row(ui, body, y, list->top + y);
	below = area_rows(area, area.height - 2, 2);
	words = list->selected < N_LENSES ? lens_words((int)list->selected) : "the design itself";
	area_text_cut(below, 2, 0, STYLE_NORMAL, words);
	area_text_cut(
		below, 2, 1, STYLE_DIM,
		ui->totals->under.known
			? "Enter looks through it: all views are of that timing then; Esc closes"
			: "computing; ^C cancels");
}
