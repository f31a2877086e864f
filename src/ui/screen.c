/*
 * A frame: the tabs, the state of the search, the view, the timeline, and the lines at the bottom.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/widgets/key.h"
#include "ui/keymap.h"
#include "ui/panel.h"
#include "ui/ui.h"
#include "ui/views/paths.h"

enum {
	SMALLEST_WIDTH = 40, /* below, nothing is shown but that */
	SMALLEST_HEIGHT = 8,
	PANES_WIDTH = 60, /* below, one pane */
	PANES_HEIGHT = 15,
	COLUMNS_WIDTH = 150,        /* from here on, three columns */
	FIRST_COLUMNS_PERCENT = 76, /* of the width, for those before the third */
	ALL_TABS_WIDTH = 50,        /* below, tabs but the one on top are cut */
	PROGRESS_COLUMNS = 11,      /* behind the tabs, for the design or what is computed */
	PANEL_PERCENT = 34,         /* of the height, for the list above a panel */
};

/* ---- what the board has ---- */

bool ui_is_of_search(const struct ui *ui, const struct snap *snap)
{
	return snap && ui->search && snap->serial == ui->search->snap.serial;
}

void ui_forget(struct ui *ui)
{
	UI_DROP(ui->search);
	UI_DROP(ui->timeline);
	UI_DROP(ui->totals);
	views_forget(ui);
}

void ui_refresh(struct ui *ui)
{
	ui_forget(ui);
	ui->search = board_get_search(ui->board);
	ui->totals = board_get_totals(ui->board);
	ui->timeline = board_get_timeline(ui->board, ui->view->stepper, &ui->at);
	ui->cursor = board_cursor(ui->board, STEPPER_SEARCH);
	if (ui->search && ui->cursor >= ui->search->timeline->n_steps)
		ui->cursor = ui->search->timeline->n_steps - 1;
	ui->level = ui->search ? snap_timeline_level_at(ui->search->timeline, ui->cursor) : -1;
	views_refresh(ui);
}

/* False when the same was asked for last. */
static bool is_another(struct ui *ui, enum reading_kind kind, const void *wanted)
{
	union request *asked = &ui->asked[kind];

	if (ui->was_asked[kind] && memcmp(asked, wanted, request_size(kind)) == 0)
		return false;
	memcpy(asked, wanted, request_size(kind));
	ui->was_asked[kind] = true;
	ui->n_asked++;
	return true;
}

#define X(name, request, answer)                                                                   \
	void ui_want_##name(struct ui *ui, const struct request *wanted)                           \
	{                                                                                          \
		if (is_another(ui, READ_##name, wanted))                                           \
			board_want_##name(ui->board, wanted);                                      \
	}
READINGS(X)
#undef X

void ui_ask_again(struct ui *ui)
{
	memset(ui->was_asked, 0, sizeof ui->was_asked);
}

bool ui_is_under_way(const struct ui *ui)
{
	return ui->playing || (!ui->in_screen_call && shell_busy(ui->shell));
}

/* ---- small parts ---- */

static bool is_compact(const struct ui *ui)
{
	return ui->surface.width < PANES_WIDTH || ui->surface.height < PANES_HEIGHT;
}

bool ui_has_columns(const struct ui *ui)
{
	return !is_compact(ui) && ui->surface.width >= COLUMNS_WIDTH;
}

bool ui_has_panel(const struct ui *ui)
{
	return ui->explaining || ui->lesson.open;
}

/* The panel is the last pane; between list and panel there is no room for the detail unless panes
 * have columns, or all the screen. */
int ui_panes(const struct ui *ui)
{
	if (!ui_has_panel(ui))
		return ui->view->n_panes;
	return is_compact(ui) || ui_has_columns(ui) ? ui->view->n_panes + 1 : 2;
}

bool ui_in_panel(const struct ui *ui)
{
	return ui_has_panel(ui) && ui->pane == ui_panes(ui) - 1;
}

void ui_show_panel(struct ui *ui)
{
	list_select(&ui->panel, 0);
	if (is_compact(ui) && ui_has_panel(ui))
		ui->pane = ui_panes(ui) - 1;
}

struct list *ui_list(struct ui *ui)
{
	return ui->listing_keys       ? &ui->keys
	       : ui->listing_settings ? &ui->settings
	       : ui_in_panel(ui)      ? &ui->panel
				      : ui->view->list(ui);
}

uint32_t ui_line_glyph(const struct ui *ui)
{
	return ui->glyphs == GLYPHS_ASCII ? '-' : 0x2500;
}

void ui_draw_header(const struct ui *ui, struct area area, bool on, const char *title)
{
	int x;

	area_fill(area, 0, 0, on ? STYLE_TITLE : STYLE_DIM, ui_line_glyph(ui));
	x = area_text_cut(area, 3, 0, on ? STYLE_TITLE : STYLE_DIM, title);
	area_put(area, 2, 0, STYLE_DIM, ' ');
	area_put(area, x, 0, STYLE_DIM, ' ');
}

void ui_design_name(const char *path, char *out, size_t size)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	size_t n = strcspn(name, ".");

	snprintf(out, size, "%.*s", (int)n, name);
}

static void progress(struct ui *ui, char *out, size_t size)
{
	struct shell_progress p;

	shell_progress(ui->shell, &p);
	if (p.label && p.total > 0)
		snprintf(out, size, "%s %" PRId64 "%%", p.label, 100 * p.done / p.total);
	else
		snprintf(out, size, "%s", p.label ? p.label : "busy");
}

/* One without a number has its tab while it is shown: one goes into it from somewhere. */
static bool has_tab(const struct ui *ui, const struct view *view)
{
	return view == ui->view || isdigit((unsigned char)view->info->key[0]);
}

/* The columns of all tabs with their titles, each with the given blanks around it. */
static int tabs_width(const struct ui *ui, int blanks)
{
	const struct view *view;
	int width = 0;

	for (int i = 0; (view = view_at(i)); i++) {
		if (has_tab(ui, view))
			width += blanks + 1 + !isdigit((unsigned char)view->info->key[0]) +
				 text_columns(view->info->title);
	}
	return width;
}

/* What is computed stands behind the tabs: they leave room for it, by one blank less between them,
 * or else by their titles. */
int ui_tab(const struct ui *ui, const struct view *view, char *label, size_t size)
{
	bool apart = !isdigit((unsigned char)view->info->key[0]); /* a letter stands apart */
	int room = ui->surface.width - PROGRESS_COLUMNS;
	bool titled = tabs_width(ui, 1) <= room, roomy = tabs_width(ui, 2) <= room || !titled;

	label[0] = '\0';
	if (!has_tab(ui, view))
		return 0;
	snprintf(label, size, " %s%s%s%s", view->info->key, apart ? " " : "",
		 view == ui->view || titled ? view->info->title : "", roomy ? " " : "");
	return text_columns(label);
}

static void draw_tabs(struct ui *ui, struct area area)
{
	char design[256], name[128] = "warpscope", label[64], right[256];
	const struct view *view;
	int x = 0;

	for (int i = 0; (view = view_at(i)); i++) {
		ui_tab(ui, view, label, sizeof label);
		x = area_text(area, x, 0, view == ui->view ? STYLE_TAB_ON : STYLE_TAB, label);
	}
	board_get_design(ui->board, design, sizeof design);
	if (design[0])
		ui_design_name(design, name, sizeof name);
	if (ui->in_screen_call || !shell_busy(ui->shell)) {
		area_text_end(area, x, 0, STYLE_STRONG, name);
		return;
	}
	progress(ui, label, sizeof label);
	snprintf(right, sizeof right, "%s  %s", name, label);
	if (!area_text_end(area, x, 0, STYLE_ACCENT, right))
		area_text_end(area, x, 0, STYLE_ACCENT, label);
}

/* What the line at the top says of the paths listed, and of the design; what matters less comes later. */
enum { SAYS_LISTED, SAYS_DESIGN_SHORT, SAYS_DESIGN, SAYS_TNS, N_SAYS };

static void add_totals(const struct ui *ui, bool with_tns, struct text *out)
{
	const struct snap_totals *t = ui->totals;
	int split = ui->search->early ? EARLY : LATE;

	if (t->pending) {
		text_add(out, "design WNS pending");
	} else {
		text_add(out, "design WNS ");
		text_ps(out, t->of[split].wns, 0);
		if (with_tns) {
			text_add(out, " TNS ");
			text_ps(out, t->of[split].tns, 0);
		}
		text_add(out, " ps");
	}
}

/* "setup · -through a · worst listed -83.001 ps · design WNS -83.001 TNS -754.983 ps" */
static void write_listed(const struct ui *ui, const char *conditions, int says, struct text *out)
{
	const struct snap_search *s = ui->search;
	const char *between = ui->glyphs == GLYPHS_ASCII ? "; " : " · ";
	bool design = says >= SAYS_DESIGN_SHORT && ui->totals && ui->totals->timed &&
		      (ui->totals->pending || ui->totals->of[s->early ? EARLY : LATE].n_endpoints);

	if (s->snap.graph->netlist)
		text_add(out, s->early ? "hold" : "setup");
	if (conditions[0])
		text_printf(out, "%s%s", out->length ? between : "", conditions);
	if (s->has_paths) {
		text_printf(out, "%s%s", out->length ? between : "",
			    s->snap.graph->objective == OBJECTIVE_COST ? "least cost "
			    : says == SAYS_DESIGN_SHORT                ? "worst "
								       : "worst listed ");
		text_ps(out, s->worst_slack, 0);
		text_add(out, design ? "" : " ps");
	}
	if (design) {
		text_printf(out, "%s", out->length ? between : "");
		add_totals(ui, says >= SAYS_TNS, out);
	}
}

/* As much of that as a number of columns holds; conditions are cut at last, then there is the slack alone. */
static void fit_listed(const struct ui *ui, int columns, struct text *out)
{
	const char *conditions = ui->search->conditions ? ui->search->conditions : "";
	struct text cut = TEXT_INIT;

	while (*conditions == ' ')
		conditions++;
	for (int says = N_SAYS - 1; says >= 0; says--) {
		text_clear(out);
		write_listed(ui, conditions, says, out);
		if (text_columns(text_string(out)) <= columns)
			return;
	}
	for (int n = (int)strlen(conditions); n > 0; n--) {
		text_clear(&cut);
		if ((conditions[n] & 0xc0) == 0x80) /* amid a character */
			continue;
		text_append(&cut, conditions, n);
		text_add(&cut, "...");
		text_clear(out);
		write_listed(ui, text_string(&cut), SAYS_LISTED, out);
		if (text_columns(text_string(out)) <= columns)
			break;
	}
	text_release(&cut);
	if (text_columns(text_string(out)) <= columns || !ui->search->has_paths)
		return;
	text_clear(out);
	text_add(out, !ui->search->snap.graph->netlist ? "worst "
		      : ui->search->early              ? "hold "
						       : "setup ");
	text_ps(out, ui->search->worst_slack, 0);
}

/* What matters less is left out where there is no room for it. */
static void draw_state(struct ui *ui, struct area area)
{
	const struct totals_request wanted = {.edition = ui->edition};
	const struct snap_search *s = ui->search;
	struct text state = TEXT_INIT, listed = TEXT_INIT, method = TEXT_INIT;
	int x;

	if (ui_draw_loading(ui, area))
		return;
	if (ui->view->state)
		ui->view->state(ui, &state);
	if (!s) {
		area_text(area, 1, 0, STYLE_DIM,
			  state.length ? text_string(&state)
				       : "nothing found yet: find_paths -max_paths K");
		text_release(&state);
		return;
	}
	if (s->snap.graph->netlist)
		ui_want_totals(ui, &wanted);
	if (state.length == 0)
		snap_search_write_state(s, ui->level, &state);
	x = area_text(area, 1, 0, STYLE_NORMAL, text_string(&state));
	fit_listed(ui, area.width - x - 3, &listed);
	if (x + 3 + text_columns(text_string(&listed)) <= area.width)
		x = area_text(area, x + 3, 0, STYLE_NORMAL, text_string(&listed));
	text_printf(&method, "%s method ", s->method);
	area_text_end(area, x, 0, STYLE_DIM, text_string(&method));
	text_release(&state);
	text_release(&listed);
	text_release(&method);
}

/* ---- the bottom ---- */

static void draw_message(struct ui *ui, struct area area)
{
	if (ui->asking_to_quit)
		area_text(area, 0, 0, STYLE_ACCENT, "quit warpscope? y or n");
	else
		area_text_cut(area, 0, 0, ui->message_style, text_string(&ui->message));
}

/* The last command, and how long it took. */
static void draw_command(struct ui *ui, struct area area)
{
	struct text command = TEXT_INIT;
	double took = ui->view->command ? ui->view->command(ui, &command) : 0;
	char ms[32];
	int x = area_text(area, 0, 0, STYLE_DIM, "= ");

	if (command.length == 0) {
		text_add(&command, text_string(&ui->command));
		took = ui->command_ms;
	}
	snprintf(ms, sizeof ms, "%.1f ms", took);
	x = area_text_cut(area_columns(area, 0, area.width - (took > 0 ? 10 : 0)), x, 0, STYLE_DIM,
			  text_string(&command));
	if (took > 0 && !ui->replaying)
		area_text_end(area, x, 0, STYLE_DIM, ms);
	text_release(&command);
}

static int draw_status(struct ui *ui, struct area area)
{
	const struct list *list = ui_list(ui);
	int64_t at = list->n ? list_at(list) + 1 : 0;
	const char *name = ui->listing_keys       ? "keys"
			   : ui->listing_settings ? "settings"
			   : !ui_in_panel(ui)     ? ui->view->info->name
			   : ui->explaining       ? "explanation"
						  : "lesson";

	return area_printf(area, 0, 0, STYLE_STRONG, "[%s] %" PRId64 "/%" PRId64 "  %" PRId64 "%%",
			   name, at, list->n, list->n ? 100 * at / list->n : 0);
}

/* The same in the only line that there is, with the key that leads to all others. */
static void draw_short_status(struct ui *ui, struct area area)
{
	char key[32];

	keymap_key("keys", key, sizeof key - 5);
	strcat(key, " help");
	area_text_end(area, draw_status(ui, area), 0, STYLE_DIM, key);
}

/* Those of a binding's keys that do now what it says; false when none does. */
static bool bound_keys(const struct ui *ui, const struct binding *b, char *out, size_t size)
{
	size_t n = 0;

	out[0] = '\0';
	for (const char *at = b->keys; *at;) {
		const char *begin = at;

		if (ui_binding(ui, key_parse(&at)) == b && n < size) {
			bool less =
				strncmp(begin, "<lt>", 4) == 0; /* as it is written, not typed */

			n += (size_t)snprintf(out + n, size - n, "%s%.*s", n ? " " : "",
					      less ? 1 : (int)(at - begin), begin);
		}
		while (*at == ' ')
			at++;
	}
	return n > 0;
}

static void draw_hints(struct ui *ui, struct area area)
{
	const struct binding *b;
	int x = 0;

	for (int i = 0; (b = keymap_at(i)); i++) {
		char key[64];
		int end;

		if (!b->hint || !bound_keys(ui, b, key, sizeof key))
			continue;
		key[strcspn(key, " ")] = '\0';
		end = x + text_columns(key) + 1 + text_columns(b->hint);
		if (end > area.width)
			break;
		x = area_text(area, x, 0, STYLE_KEY, key);
		x = area_text(area, x + 1, 0, STYLE_DIM, b->hint) + 2;
	}
}

/* ---- the content ---- */

void ui_draw_more(const struct list *list, struct area area, bool here)
{
	if (list_at(list) < list->n - 1)
		area_text_right(area, area.width - 2, 0, STYLE_ACCENT,
				here ? " j for more " : " Tab, j for more ");
}

struct layout ui_layout(struct ui *ui, struct area area, int main_percent, int detail_percent)
{
	struct layout l = {0};
	bool panel = ui_has_panel(ui), one = ui->view->n_panes == 1;
	int main, detail;

	if (is_compact(ui)) {
		struct area *only = ui_in_panel(ui) ? &l.third : ui->pane ? &l.detail : &l.main;

		*only = area;
	} else if (ui_has_columns(ui)) {
		main = area.width * (FIRST_COLUMNS_PERCENT - (one ? 0 : detail_percent)) / 100;
		detail = one ? -1 : area.width * detail_percent / 100;
		l.main = area_columns(area, 0, main);
		l.detail = area_columns(area, main + 1, detail);
		l.third = area_columns(area, main + detail + 2, area.width);
	} else {
		main = area.height * (panel ? PANEL_PERCENT : main_percent) / 100;
		l.main = area_rows(area, 0, main);
		*(panel ? &l.third : &l.detail) = area_rows(area, main, area.height);
	}
	memcpy(ui->pane_area, (struct area[]){l.main, l.detail, l.third}, sizeof ui->pane_area);
	return l;
}

void ui_draw_shifted(struct list *list, struct area area, int y, enum style style, const char *text)
{
	int columns = text_columns(text);
	bool cut = columns - list->shift > area.width;

	list_reach(list, columns, area.width);
	area_text(cut ? area_columns(area, 0, area.width - 1) : area, -list->shift, y, style, text);
	if (cut)
		area_put(area, area.width - 1, y, STYLE_KEY, '>');
}

void ui_draw_third(struct ui *ui, struct area area)
{
	if (area.width == 0 || area.height == 0)
		return;
	if (ui_has_panel(ui))
		panel_draw(ui, area);
	else
		timeline_draw_steps(ui, area);
}

/* What the user has bound is marked, and says its command for help. */
static void draw_key(struct area area, int y, const struct binding *b, const char *keys)
{
	bool own = keymap_is_own(b);

	area_text(area, 1, y, STYLE_KEY, keys);
	area_text(area, 14, y, STYLE_ACCENT, own ? "*" : "");
	area_text_cut(area, 16, y, STYLE_NORMAL, own ? b->command : b->help);
	if (area.width >= 110 && !own)
		area_text(area, 80, y, STYLE_DIM, b->command);
}

static const char mouse_help[] = "mouse: click, wheel; Shift-drag is the terminal's own";

static void draw_keys(struct ui *ui, struct area area)
{
	const struct binding *b;
	char title[64], keys[64];
	int n = 0, row;

	for (int i = 0; (b = keymap_at(i)); i++)
		n += bound_keys(ui, b, keys, sizeof keys);
	list_fit(&ui->keys, n + 1, area.height - 1);
	snprintf(title, sizeof title, "keys in %s, Esc closes", ui->view->info->title);
	ui_draw_header(ui, area, true, title);
	ui_draw_more(&ui->keys, area, true);
	row = -(int)ui->keys.top;
	area = area_rows(area, 1, area.height - 1);
	for (int i = 0; (b = keymap_at(i)); i++) {
		if (bound_keys(ui, b, keys, sizeof keys))
			draw_key(area, row++, b, keys);
	}
	area_text_cut(area, 16, row, STYLE_DIM, mouse_help);
}

/* ---- the frame ---- */

static bool says_something(const struct ui *ui)
{
	return ui->message.length || ui->asking_to_quit;
}

/* Is a line a query, behind the command's name? */
static bool is_query(const char *line)
{
#define X(name, delay, needs_netlist)                                                              \
	if (strncmp(line, name " ", sizeof name) == 0)                                             \
		return true;
	TYPED_QUERIES(X)
#undef X
	return false;
}

/* Of a query that is being typed, what it would leave. */
static void draw_typed(struct ui *ui, struct area area)
{
	const char *line = ui->prompt.line;
	struct typed_request wanted = {.edition = ui->edition};
	struct snap_typed *typed;
	struct text words = TEXT_INIT;

	if (!is_query(line) || ui->prompt.sign != ':' || ui->prompt.searching ||
	    strlen(line) >= TYPED_LINE)
		return;
	memcpy(wanted.line, line, strlen(line));
	ui_want_typed(ui, &wanted);
	typed = board_get_typed(ui->board);
	if (typed && typed->known && memcmp(&typed->asked, &wanted, sizeof wanted) == 0) {
		text_printf(&words, "%" PRId64 " pins, %" PRId64 " ends", typed->n_pins,
			    typed->n_ends);
		if (typed->has_paths) {
			text_add(&words, typed->is_cost ? ", least " : ", worst ");
			text_ps(&words, typed->slack, 0);
		}
		area_text_end(area, 2 + text_columns(line), 0, STYLE_DIM, text_string(&words));
	}
	text_release(&words);
	snap_unref(typed ? &typed->snap : NULL);
}

/* What is typed, said, or was done; where we are; which keys matter. With room for one line only,
 * the first of them that there is. */
static void draw_bottom(struct ui *ui, struct area area)
{
	bool one = area.height == 1;

	if (ui->prompt.open) {
		prompt_draw(&ui->prompt, area, 0);
		draw_typed(ui, area);
	} else if (says_something(ui))
		draw_message(ui, area);
	else if (one)
		draw_short_status(ui, area);
	else if (ui->command.length || !chooser_is_plain(ui))
		draw_command(ui, area);
	if (one)
		return;
	draw_status(ui, area_rows(area, 1, 1));
	draw_hints(ui, area_rows(area, 2, 1));
}

static void draw_frame(struct ui *ui)
{
	struct area all = surface_area(&ui->surface);
	int h = all.height, bottom = is_compact(ui) ? 2 : 4;
	struct area content = area_rows(all, 2, h - 2 - bottom);

	if (ui->pane >= ui_panes(ui)) /* the panel is gone, or the columns are */
		ui->pane = 0;
	draw_tabs(ui, area_rows(all, 0, 1));
	draw_state(ui, area_rows(all, 1, 1));
	if (ui->listing_keys)
		draw_keys(ui, content);
	else if (ui->listing_settings)
		settings_draw(ui, content);
	else
		ui->view->draw(ui, content);
	/* What is said about the line being typed stands above it. */
	if (ui->prompt.open && says_something(ui))
		draw_message(ui, area_rows(all, h - bottom, 1));
	else
		timeline_draw(ui, area_rows(all, h - bottom, 1));
	draw_bottom(ui, area_rows(all, h - bottom + 1, bottom - 1));
}

void ui_draw_content(struct ui *ui, struct surface *surface)
{
	struct surface screen = ui->surface;
	struct area panes[3];
	char design[256], name[128] = "";
	struct area all;

	ui_refresh(ui);
	ui->surface = *surface;
	ui->on_sheet = true;
	memcpy(panes, ui->pane_area, sizeof panes);
	all = surface_area(&ui->surface);
	board_get_design(ui->board, design, sizeof design);
	ui_design_name(design, name, sizeof name);
	area_printf(all, 0, 0, STYLE_TITLE, "%s  %s", ui->view->info->title, name);
	draw_state(ui, area_rows(all, 1, 1));
	ui->view->draw(ui, area_rows(all, 2, all.height - 2));
	memcpy(ui->pane_area, panes, sizeof panes);
	ui->on_sheet = false;
	ui->surface = screen;
}

void ui_draw(struct ui *ui)
{
	int width, height;

	if (ui->waiting) /* the frame before stays: this one would ask for something else */
		return;

	terminal_size(ui->terminal, &width, &height);
	if (width != ui->surface.width || height != ui->surface.height) {
		if (surface_resize(&ui->surface, width, height) != STATUS_OK)
			return; /* the frame before stays */
	} else {
		surface_clear(&ui->surface);
	}
	ui_refresh(ui);
	if (width < SMALLEST_WIDTH || height < SMALLEST_HEIGHT)
		area_text(surface_area(&ui->surface), 0, 0, STYLE_NORMAL, "terminal too small");
	else
		draw_frame(ui);
	terminal_show(ui->terminal, &ui->surface);
}

/* What comes while it is drawn isn't in it: so nothing may be under way before, nor asked for. */
bool ui_draw_whole(struct ui *ui)
{
	bool waiting = board_waiting(ui->board);
	int64_t n = ui->n_asked;

	ui_draw(ui);
	return !waiting && ui->n_asked == n;
}
