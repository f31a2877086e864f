/* What keys and scripts do to view Density; its maps and steps are commands of cmd/. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/colours.h"
#include "snap/density.h"
#include "session/objects.h"
#include "ui/views/view_density.h"

enum { MOST_ZOOM = 13 };

/* Word i of a choice. */
static void word_at(const char *words, int i, char *out, size_t size)
{
	size_t length = 0;

	for (; i > 0; words++)
		i -= *words == '|';
	while (words[length] && words[length] != '|')
		length++;
	snprintf(out, size, "%.*s", (int)length, words);
}

#define VIEW_OPTIONS(X)                                                                            \
	X(VIEW_MAP, "-map", OPTION_CHOICE, DENSITY_QUANTITIES "|next|previous",                    \
	  "make this map, as density does")                                                        \
	X(VIEW_MINUS, "-minus", OPTION_CHOICE, DENSITY_QUANTITIES, "less this one")                \
	X(VIEW_STAY, "-stay", OPTION_FLAG, NULL, "in the view that is shown, for the layout window")

OPTION_TABLE(view_options, VIEW_OPTIONS);

bool density_can_show(const struct ui *ui, int quantity)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	int64_t at;
	SNAP_HELD struct snap_timeline *dies = board_get_timeline(ui->board, STEPPER_SSTA, &at);
	bool has_dies = dies && dies->n_steps > 0;

	return (quantity != DENSITY_CRITICAL || has_dies) &&
	       (quantity != DENSITY_CHANGE || (p && p->has_saved));
}

/* The map after the last one made, or before it. */
static int beside(struct ui *ui, int step)
{
	int map = density_of(ui)->quantity;

	do
		map = (map + step) % N_DENSITY_QUANTITIES;
	while (!density_can_show(ui, map));
	return map;
}

static enum status do_density_view(struct call *call)
{
	enum { N = N_DENSITY_QUANTITIES };
	struct ui *ui = call->screen;
	int map = (int)call->option[VIEW_MAP].number;
	char name[16], minus[16];
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	if (!call->option[VIEW_STAY].given)
		ui_show_view(ui, &density_view);
	if (!call->option[VIEW_MAP].given)
		return STATUS_OK;
	if (map >= N)
		map = beside(ui, map == N ? 1 : N - 1);
	density_of(ui)->quantity = map;
	ui->window.flags &= ~FRAME_BYS;
	word_at(DENSITY_QUANTITIES, map, name, sizeof name);
	script_add(&script, "density", "-map", name, NULL);
	if (call->option[VIEW_MINUS].given) {
		word_at(DENSITY_QUANTITIES, (int)call->option[VIEW_MINUS].number, minus,
			sizeof minus);
		script_add(&script, "-minus", minus, NULL);
	}
	if (density_of(ui)->columns) /* the bins stay, so that maps can be compared */
		script_option(&script, "-grid", "%dx%d", (int)density_of(ui)->columns,
			      (int)density_of(ui)->rows);
	ui_submit(ui, &script);
	return STATUS_OK;
}

/* ---- the cursor ---- */

static int32_t between(int32_t x, int32_t n)
{
	return x < 0 ? 0 : x < n ? x : n - 1;
}

/* The window goes along where the cursor would leave it. */
void density_go(struct ui *ui, int32_t column, int32_t row)
{
	struct density_ui *d = density_of(ui);
	struct density_query query = {.zoom = d->zoom, .left = d->left, .bottom = d->bottom};
	struct density_window w;

	query.column = column < 0 ? 0 : column;
	query.row = row < 0 ? 0 : row;
	w = density_window_of(&query, d->columns, d->rows, &d->column, &d->row);
	d->left = w.left;
	d->bottom = w.bottom;
	d->exact = false;
	d->sought = 0;
	d->cells = (struct list){0};
}

/* A cell of the picture may be several bins wide. */
static int32_t bins_each(int32_t bins, int32_t cells)
{
	return bins > cells && cells > 0 ? (bins + cells / 2) / cells : 1;
}

static void move_cursor(struct ui *ui, int where)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	int32_t by_x = bins_each(p->window.columns, p->width);
	int32_t by_y = bins_each(p->window.rows, p->height), window = p->window.rows;
	struct density_ui *d = density_of(ui);

	if (where == MOVE_FIRST || where == MOVE_LAST) {
		int32_t bin = where == MOVE_FIRST ? p->most : p->least_bin;

		density_go(ui, bin % p->columns, bin / p->columns);
		return;
	}
	if (where == MOVE_PAGE_UP || where == MOVE_PAGE_DOWN)
		by_y = window;
	else if (where == MOVE_HALF_UP || where == MOVE_HALF_DOWN)
		by_y = (window + 1) / 2;
	if (where > MOVE_LAST)
		density_go(ui, d->column + (where == MOVE_LAST + 1 ? -by_x : by_x), d->row);
	else if (where == MOVE_UP || where == MOVE_PAGE_UP || where == MOVE_HALF_UP)
		density_go(ui, d->column, between(d->row + by_y, d->rows));
	else
		density_go(ui, d->column, between(d->row - by_y, d->rows));
}

/* A bin; with the name of an instance, even an empty one, it is that very bin, also where the cursor's
 * cell represents others. */
static enum status go_to_words(struct call *call)
{
	struct ui *ui = call->screen;
	char *end_x, *end_y;
	long column = strtol(call->argument[0], &end_x, 10);
	long row = strtol(call->argument[1], &end_y, 10);
	const char *name = call->argument[2];
	const struct netlist *netlist;
	int32_t component;

	if (*end_x || *end_y || column < 0 || row < 0 || column >= density_of(ui)->columns ||
	    row >= density_of(ui)->rows)
		return call_fail(call, STATUS_USAGE, "there is no bin %.20s %.20s",
				 call->argument[0], call->argument[1]);
	if (call->n_arguments == 2) {
		density_go(ui, (int32_t)column, (int32_t)row);
		return STATUS_OK;
	}
	netlist = density_of(ui)->picture->placement->netlist;
	component = names_find_locked(&netlist->instance_name, name, (int64_t)strlen(name));
	if (component < 0 && *name)
		return call_fail(call, STATUS_FAILED, "there is no instance \"%.100s\"", name);
	density_go_to_cell(ui, density_of(ui)->columns, density_of(ui)->rows, (int32_t)column,
			   (int32_t)row, component);
	return STATUS_OK;
}

static enum status do_density_cursor(struct call *call)
{
	static const char words[] = "up|down|pageup|pagedown|halfup|halfdown|first|last|left|right";
	struct ui *ui = call->screen;
	int where;

	if (ui->view != &density_view || !density_of(ui)->picture ||
	    !density_of(ui)->picture->columns)
		return call_fail(call, STATUS_FAILED, "no map is on the screen");
	if (call->n_arguments >= 2)
		return go_to_words(call);
	TRY(call_choose(call, words, &where));
	/* In a list moves are those of lists. */
	if (ui->pane == 0 && ui->listing != LISTING_KEYS)
		move_cursor(ui, where);
	else if (where <= MOVE_LAST)
		list_move(ui_list(ui), (enum list_move)where, 1);
	else
		list_shift(ui_list(ui), where == MOVE_LAST + 1 ? -8 : 8);
	return STATUS_OK;
}

/* ---- as a file ---- */

void density_write_colours(const struct ui *ui, struct script *out)
{
	char colours[16];

	if (density_of(ui)->colours == 0)
		return;
	word_at(COLOUR_MAPS, density_of(ui)->colours - 1, colours, sizeof colours);
	script_add(out, "-colours", colours, NULL);
}

void density_save_picture(struct ui *ui, const char *path)
{
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	script_add(&script, "save_image", NULL);
	density_write_colours(ui, &script);
	script_add(&script, path, NULL);
	ui_submit(ui, &script);
}

/* ---- how it is shown ---- */

static enum status do_density_zoom(struct call *call)
{
	struct ui *ui = call->screen;
	struct density_ui *d = density_of(ui);
	int index;
	int32_t zoom;

	TRY(call_choose(call, "in|out|fit", &index));
	if (d->columns == 0 && index == 2)
		return STATUS_OK; /* as it will be */
	if (d->columns == 0)
		return call_fail(call, STATUS_FAILED, "no map is on the screen");
	zoom = index == 0 ? d->zoom + 1 : index == 1 ? d->zoom - 1 : 0;
	if (zoom < 0 || zoom > MOST_ZOOM ||
	    (index == 0 && d->columns >> zoom < 4 && d->rows >> zoom < 4)) {
		ui_say(ui, STYLE_ACCENT,
		       index == 0 ? "this is as close as it gets" : "all is shown");
		return STATUS_OK;
	}
	d->zoom = zoom;
	d->left = d->column - (d->columns >> zoom) / 2;
	d->bottom = d->row - (d->rows >> zoom) / 2;
	density_go(ui, d->column, d->row);
	return STATUS_OK;
}

static enum status do_density_scale(struct call *call)
{
	struct density_ui *d = density_of(call->screen);
	int index;

	TRY(call_choose(call, DENSITY_SCALES "|next", &index));
	d->scale = (enum density_scale)(
		index < (int)N_DENSITY_SCALES ? index : ((int)d->scale + 1) % N_DENSITY_SCALES);
	ui_say(call->screen, STYLE_NORMAL, "scale: %s", density_scale_name[d->scale]);
	return STATUS_OK;
}

static enum status do_density_colours(struct call *call)
{
	static const char words[] = "usual|" COLOUR_MAPS;
	struct ui *ui = call->screen;
	char name[16];
	int index, n = 1;

	TRY(call_choose(call, "usual|" COLOUR_MAPS "|next", &index));
	for (const char *c = words; *c; c++)
		n += *c == '|';
	density_of(ui)->colours = index < n ? index : (density_of(ui)->colours + 1) % n;
	word_at(words, density_of(ui)->colours, name, sizeof name);
	if (terminal_has_colours(ui->terminal))
		ui_say(ui, STYLE_NORMAL, "colours: %s", name);
	else
		ui_say(ui, STYLE_ACCENT, "colours: %s, but this terminal shows shades", name);
	return STATUS_OK;
}

const struct command density_view_commands[] = {
	{"density_view", do_density_view, ON_SCREEN, NULL, 0, 0, view_options,
	 "Show view Density, with another map"},
	{"density_cursor", do_density_cursor, ON_IDLE_SCREEN, "WHERE|COLUMN ROW ?INSTANCE?", 1, 3,
	 NULL,
	 "Go to another bin: up down left right pageup pagedown halfup halfdown, first (the most prominent), last (the least), or one by its numbers, and to an instance in its list"},
	{"density_zoom", do_density_zoom, ON_IDLE_SCREEN, "in|out|fit", 1, 1, NULL,
	 "Zoom the map in or out"},
	{"density_scale", do_density_scale, ON_SCREEN, DENSITY_SCALES "|next", 1, 1, NULL,
	 "Choose the scale of the map"},
	{"density_colours", do_density_colours, ON_SCREEN, "usual|MAP|next", 1, 1, NULL,
	 "Choose the colours of the map: viridis cividis inferno grey turbo blue_orange"},
	{0},
};
