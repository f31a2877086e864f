/* Panels in the layout window: its keys, the menu of maps, a hint when it has just opened. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "ui/keymap.h"
#include "ui/record.h"
#include "ui/views/view_density.h"
#include "ui/widgets/key.h"
#include "ui/win/window_impl.h"

enum { HINT_MS = 7000 };

/* ---- the keys ---- */

static void add_line(struct frame_query *q, const char *key, const char *words)
{
	size_t n = strlen(q->panel_text), room = sizeof q->panel_text - n;
	int length = snprintf(NULL, 0, "%s\t%s\n", key, words);

	if ((size_t)length < room)
		snprintf(q->panel_text + n, room, "%s\t%s\n", key, words);
}

/* "<lt>" is for files; on the keyboard it is "<". */
static const char *key_name(const char *keys)
{
	return strcmp(keys, "<lt>") == 0 ? "<" : keys;
}

static void fill_help(struct frame_query *q)
{
	const struct binding *b;
	char keys[64];

	add_line(q, "", "keys and mouse in the layout window");
	for (int i = 0; (b = keymap_at(i)); i++) {
		if (!b->view || strcmp(b->view, "window") != 0)
			continue;
		keymap_keys(b, "window", keys, sizeof keys);
		if (keys[0])
			add_line(q, key_name(keys), b->help);
	}
	add_line(q, "drag", "moves the map");
	add_line(q, "wheel", "closer or less closely, at the pointer");
	add_line(q, "right drag", "looks into a box");
	add_line(q, "right click", "the menu of maps");
	add_line(q, "click", "selects a cell");
	add_line(q, "other keys", "do what they do in the terminal");
}

/* ---- the menu ---- */

/* What a map shows; its name is that of `density -map`. */
static const char *const quantity_words[N_DENSITY_QUANTITIES] = {
	[DENSITY_CELLS] = "area of cells",
	[DENSITY_MOVABLE] = "area of cells that may move",
	[DENSITY_FIXED_CELLS] = "area of fixed cells",
	[DENSITY_MACROS] = "area of blocks",
	[DENSITY_PINS] = "pins of cells and ports",
	[DENSITY_RUDY] = "wires, estimated (RUDY)",
	[DENSITY_PIN_RUDY] = "wires at their pins",
	[DENSITY_NETS] = "boxes of nets",
	[DENSITY_SLACK] = "worst slack",
	[DENSITY_CHANGE] = "worst change of slack since save_slacks",
	[DENSITY_CRITICAL] = "on the worst path of how many dies",
};

enum { NO_MAP = -1, MOST_ROWS = 1 + N_DENSITY_QUANTITIES };

/* The meaning of the rows: no map, then the quantities that can be shown. Returns how many. */
static int list_rows(const struct ui *ui, int row[MOST_ROWS])
{
	int n = 0;

	row[n++] = NO_MAP;
	for (int i = 0; i < N_DENSITY_QUANTITIES; i++) {
		if (density_can_show(ui, i))
			row[n++] = i;
	}
	return n;
}

static int row_shown(const struct ui *ui)
{
	int row[MOST_ROWS], n = list_rows(ui, row), shown = density_of(ui)->quantity;

	if (frame_by(ui->window.flags))
		shown = frame_by(ui->window.flags) == FRAME_BY_TYPE ? NO_MAP : -1;
	while (n-- > 0 && row[n] != shown)
		;
	return n;
}

static void fill_menu(const struct ui *ui, struct frame_query *q)
{
	int row[MOST_ROWS], n = list_rows(ui, row), shown = row_shown(ui);

	add_line(q, "", "maps: Enter or a click shows one");
	for (int i = 0; i < n; i++) {
		char key[8], words[96];

		snprintf(key, sizeof key, i < 10 ? "%d" : " ", i);
		snprintf(words, sizeof words, "%s%s%s%s",
			 row[i] == NO_MAP ? "no map: cells by type" : density_quantity_name[row[i]],
			 row[i] == NO_MAP ? "" : " - ",
			 row[i] == NO_MAP ? "" : quantity_words[row[i]],
			 i == shown ? "  (shown)" : "");
		add_line(q, key, words);
	}
}

static void choose(struct ui *ui, int chosen)
{
	int row[MOST_ROWS], n = list_rows(ui, row);
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;

	if (chosen < 0 || chosen >= n)
		return;
	ui->window.panel = PANEL_NONE;
	if (row[chosen] != NO_MAP)
		script_add(&line, "density_view", "-stay", "-map",
			   density_quantity_name[row[chosen]], NULL);
	else if (frame_by(ui->window.flags) != FRAME_BY_TYPE)
		script_add(&line, "window_show", "types", NULL);
	if (script_string(&line)[0]) {
		record_command(ui, script_string(&line));
		ui_run_line(ui, script_string(&line));
	}
}

/* ---- all of them ---- */

void window_panel_fill(const struct ui *ui, struct frame_query *q)
{
	const struct window_ui *w = &ui->window;
	char help[32], menu[32];

	q->panel = w->panel;
	if (w->panel == PANEL_NONE && w->hint_until > clock_ms())
		q->panel = PANEL_HINT;
	if (q->panel == PANEL_LIST)
		fill_help(q);
	else if (q->panel == PANEL_MENU)
		fill_menu(ui, q);
	else if (q->panel == PANEL_HINT)
		snprintf(q->panel_text, sizeof q->panel_text,
			 "%s keys   %s maps   drag moves   wheel zooms   click selects",
			 keymap_key("window_panel keys", help, sizeof help),
			 keymap_key("window_panel maps", menu, sizeof menu));
	q->panel_row = q->panel == PANEL_MENU ? w->panel_row : 0;
}

void window_panel_opened(struct ui *ui)
{
	ui->window.panel = PANEL_NONE;
	ui->window.hint_until = ui->replaying ? 0 : clock_ms() + HINT_MS;
}

double window_panel_ms(const struct ui *ui)
{
	double left = ui->window.hint_until - clock_ms();

	return left > 0 ? left + 1 : 0;
}

void window_panel_show(struct ui *ui, enum frame_panel_kind kind)
{
	struct window_ui *w = &ui->window;

	w->hint_until = 0;
	w->panel = w->panel == (int32_t)kind ? PANEL_NONE : (int32_t)kind;
	w->panel_row = row_shown(ui);
}

static void move(struct ui *ui, int by)
{
	int row[MOST_ROWS], n = list_rows(ui, row);

	ui->window.panel_row = (ui->window.panel_row + by + n) % n;
}

static bool take_menu_key(struct ui *ui, int32_t key)
{
	const struct binding *b = keymap_find("window", key);
	const char *command = b ? b->command : "";

	if (key >= '0' && key <= '9')
		choose(ui, key - '0');
	else if (key == UI_KEY_ENTER || key == ' ')
		choose(ui, ui->window.panel_row);
	else if (strcmp(command, "window_pan down") == 0)
		move(ui, 1);
	else if (strcmp(command, "window_pan up") == 0)
		move(ui, -1);
	else
		return false;
	return true;
}

bool window_panel_key(struct ui *ui, int32_t key)
{
	const struct binding *b = keymap_find("window", key);
	struct window_ui *w = &ui->window;

	w->hint_until = 0;
	if (w->panel == PANEL_NONE)
		return false;
	if (w->panel == PANEL_MENU && take_menu_key(ui, key))
		return true;
	if (b && strncmp(b->command, "window_panel", 12) == 0)
		return false; /* which goes to the other, or closes it */
	w->panel = PANEL_NONE;
	/* Esc and q only close it; what else is typed is done, too */
	return key == UI_KEY_ESC || key == UI_KEY_ENTER ||
	       (b && strcmp(b->command, "window close") == 0);
}

/* The line of the menu there, −1 = none. */
static int row_at(const struct window_ui *w, double x, double y)
{
	const struct frame_menu_place *m = w->frame ? &w->frame->menu : NULL;

	if (!m || m->n == 0 || x < m->x || x >= m->x + m->width || y < m->y ||
	    y >= m->y + m->n * m->row_height)
		return -1;
	return (int)((y - m->y) / m->row_height);
}

void window_panel_pointer(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	int row = w->panel == PANEL_MENU ? row_at(w, w->pointer_x, w->pointer_y) : -1;

	if (row >= 0)
		w->panel_row = row;
}

bool window_panel_press(struct ui *ui, double x, double y)
{
	struct window_ui *w = &ui->window;
	int row = w->panel == PANEL_MENU ? row_at(w, x, y) : -1;

	w->hint_until = 0;
	if (w->panel == PANEL_NONE)
		return false;
	w->panel = PANEL_NONE;
	if (row >= 0)
		choose(ui, row);
	return true;
}
