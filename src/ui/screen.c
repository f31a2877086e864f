/*
 * A frame: the tabs, the state of the search, the view, the timeline; footer.c has the lines at the bottom.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/footer.h"
#include "ui/panel.h"
#include "ui/ui.h"
#include "ui/views/view_endpoints.h"
#include "ui/views/view_paths.h"

enum {
	SMALLEST_WIDTH = 40, /* below, nothing is shown but that */
	SMALLEST_HEIGHT = 8,
	PANES_WIDTH = 60, /* below, one pane */
	PANES_HEIGHT = 15,
	COLUMNS_WIDTH = 150,         /* from here on, three columns */
	FIRST_COLUMNS_PERCENT = 76,  /* of the width, for those before the third … */
	LESSON_COLUMNS_PERCENT = 60, /* … where that has a lesson */
	ENDPOINTS_TAB_FROM = 110,
	PLACE_TAB_FROM = 130,
	LONGEST_TITLE = 12,
	SHORTEST_TITLE = 4,
	PROGRESS_COLUMNS = 11, /* after the tabs, for the design or what is computed */
	PANEL_PERCENT = 34,    /* of the height, for the list above a panel */
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

/* ui_want_rows(), ui_want_path(), ui_want_frame() and so on, of each row of READINGS. */
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

bool ui_is_compact(const struct ui *ui)
{
	return ui->surface.width < PANES_WIDTH || ui->surface.height < PANES_HEIGHT;
}

bool ui_has_columns(const struct ui *ui)
{
	return !ui_is_compact(ui) && ui->surface.width >= COLUMNS_WIDTH;
}

bool ui_unfolds(const struct ui *ui)
{
	return ui->explaining && ui->unfolding && ui->view->unfold;
}

bool ui_has_panel(const struct ui *ui)
{
	return ui->explaining || ui->lesson.open;
}

/* The panel is the last pane; between list and panel there is no room for the detail unless panes
 * have columns, or all the screen, or it takes the list's place. */
int ui_panes(const struct ui *ui)
{
	if (!ui_has_panel(ui))
		return ui->view->n_panes;
	return ui_is_compact(ui) || ui_has_columns(ui) || ui_unfolds(ui) ? ui->view->n_panes + 1
									 : 2;
}

bool ui_in_panel(const struct ui *ui)
{
	return ui_has_panel(ui) && ui->pane == ui_panes(ui) - 1;
}

void ui_show_panel(struct ui *ui)
{
	list_select(&ui->panel, 0);
	if (ui->view == &start_view && ui_has_panel(ui)) /* it has no room for one */
		ui_show_view(ui, &paths_view);
	if (ui_is_compact(ui) && ui_has_panel(ui))
		ui->pane = ui_panes(ui) - 1;
}

struct list *ui_list(struct ui *ui)
{
	if (ui_listing(ui))
		return (struct list *)((char *)ui + ui_listing(ui)->list);
	return ui_in_panel(ui) ? &ui->panel : view_list(ui, ui->pane);
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

/* One without a number has its tab while it is shown: one goes into it from somewhere. What fails is what a design
 * is opened for, so Endpoints has one wherever there is room; Place has one where there is still more. */
static bool has_tab(const struct ui *ui, const struct view *view)
{
	int from = view == &place_view ? PLACE_TAB_FROM : ENDPOINTS_TAB_FROM;

	if (view == ui->view || (view != &place_view && view != &endpoints_view))
		return view == ui->view || isdigit((unsigned char)view->info->key[0]);
	return ui->surface.width >= from && ui->search && ui->search->snap.graph->netlist;
}

/* How much of its title a tab has: all if it is on top. */
static int tab_letters(const struct ui *ui, const struct view *view, int letters)
{
	int all = (int)strlen(view->info->title);

	return view == ui->view || all < letters ? all : letters;
}

/* The columns of all tabs, each with the given blanks around it and this many letters at most. */
static int tabs_width(const struct ui *ui, int blanks, int letters)
{
	const struct view *view;
	int width = 0;

	for (int i = 0; (view = view_at(i)); i++) {
		if (has_tab(ui, view))
			width += blanks + 1 + !isdigit((unsigned char)view->info->key[0]) +
				 tab_letters(ui, view, letters);
	}
	return width;
}

/* What is computed follows the tabs: they leave room for it, by one blank less between them, shorter titles, or
 * else none. */
int ui_tab(const struct ui *ui, const struct view *view, char *label, size_t size)
{
	bool apart = !isdigit((unsigned char)view->info->key[0]); /* a letter stands apart */
	int room = ui->surface.width - PROGRESS_COLUMNS, letters = LONGEST_TITLE;

	while (letters && tabs_width(ui, 1, letters) > room)
		letters = letters > SHORTEST_TITLE ? letters - 1 : 0;
	label[0] = '\0';
	if (!has_tab(ui, view))
		return 0;
	snprintf(label, size, " %s%s%.*s%s", view->info->key, apart ? " " : "",
		 tab_letters(ui, view, letters), view->info->title,
		 tabs_width(ui, 2, letters) <= room || !letters ? " " : "");
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
	if (ui->in_screen_call || ui->demo.on || !shell_busy(ui->shell)) {
		area_text_end(area, x, 0, STYLE_STRONG, name);
		return;
	}
	progress(ui, label, sizeof label);
	snprintf(right, sizeof right, "%s  %s", name, label);
	if (!area_text_end(area, x, 0, STYLE_ACCENT, right))
		area_text_end(area, x, 0, STYLE_ACCENT, label);
}

/* What the line at the top says of the paths listed, and of the design; what matters less comes later. */
enum { SAYS_LISTED, SAYS_BARE, SAYS_WNS, SAYS_DESIGN_SHORT, SAYS_DESIGN, SAYS_TNS, N_SAYS };

/* What is left of conditions and of a view's words before the design's slack is left out. */
enum { LEAST_CONDITIONS = 8, LEAST_STATE = 16 };

static void add_totals(const struct ui *ui, enum split split, int says, struct text *out)
{
	const struct snap_totals *t = ui->totals;

	if (t->die >= 0)
		text_printf(out, "die %" PRId64 " WNS ", t->die);
	else if (t->lenses)
		text_add(out, "lens WNS ");
	else
		text_add(out, says <= SAYS_WNS ? "WNS " : "design WNS ");
	if (t->pending) {
		text_add(out, "pending");
	} else {
		text_add(out, SHOWN_TIME(t->of[split].wns));
		if (says >= SAYS_TNS)
			text_printf(out, " TNS %s", SHOWN_TIME(t->of[split].tns));
		if (t->lenses && t->under.known)
			text_printf(out, " (without %s)",
				    SHOWN_TIME(t->under.of[N_LENSES][split].wns));
		text_printf(out, " %s", time_unit());
	}
}

/* Is the list without paths that the search found: those of later levels, or those that a filter leaves out? */
static bool lists_part(const struct ui *ui)
{
	return chooser_leaves_out(ui) || ui->level + 1 < ui->search->n_levels;
}

/* Has the design slacks of the split that was searched? */
static bool has_totals(const struct ui *ui)
{
	const struct snap_totals *t = ui->totals;

	return t && t->timed && (t->pending || t->of[ui->search->early ? EARLY : LATE].n_endpoints);
}

static const char *word_of_listed(const struct ui *ui, int says)
{
	if (ui->search->snap.graph->objective == OBJECTIVE_COST)
		return "least cost ";
	if (lists_part(ui))
		return says == SAYS_WNS ? "found " : "worst found ";
	return says == SAYS_WNS || says == SAYS_DESIGN_SHORT ? "worst " : "worst listed ";
}

/* "setup · -through a · worst listed -83.001 ps · design WNS -83.001 TNS -754.983 ps" */
static void write_listed(const struct ui *ui, const char *conditions, int says, struct text *out)
{
	const struct snap_search *s = ui->search;
	const char *between = ui->glyphs == GLYPHS_ASCII ? "; " : " · ";
	bool design = says >= SAYS_BARE && has_totals(ui);

	text_clear(out);
	if (s->snap.graph->netlist)
		text_add(out, s->early ? "hold" : "setup");
	if (conditions[0])
		text_printf(out, "%s%s", out->length ? between : "", conditions);
	if (s->has_paths) {
		text_add(out, says == SAYS_BARE && !conditions[0] ? " "
			      : out->length                       ? between
								  : "");
		text_printf(out, "%s%s", says == SAYS_BARE ? "" : word_of_listed(ui, says),
			    SHOWN_TIME(s->worst_slack));
		text_printf(out, design ? "" : " %s", time_unit());
	}
	if (design) {
		text_printf(out, "%s", out->length ? between : "");
		add_totals(ui, s->early ? EARLY : LATE, says, out);
	}
}

/* The same with conditions cut to what a number of columns holds, if that leaves enough of them. */
static bool fit_conditions(const struct ui *ui, const char *conditions, int says, int columns,
			   struct text *out)
{
	RELEASED_BY(text_release) struct text cut = TEXT_INIT;
	int least = says > SAYS_LISTED ? LEAST_CONDITIONS : 1;
	bool fits = false;

	for (int n = (int)strlen(conditions); n >= least && !fits; n--) {
		text_clear(&cut);
		if ((conditions[n] & 0xc0) == 0x80) /* amid a character */
			continue;
		text_append(&cut, conditions, n);
		text_add(&cut, "...");
		write_listed(ui, text_string(&cut), says, out);
		fits = text_columns(text_string(out)) <= columns;
	}
	return fits;
}

static const char *conditions_of(const struct ui *ui)
{
	const char *conditions = ui->search->conditions ? ui->search->conditions : "";

	return conditions + strspn(conditions, " ");
}

/* As much of that as a number of columns holds; the design's slack is left out after conditions are cut, and at last there is
 * the slack of the list alone. */
static void fit_listed(const struct ui *ui, int columns, struct text *out)
{
	const char *conditions = conditions_of(ui);

	for (int says = has_totals(ui) ? N_SAYS - 1 : SAYS_LISTED; says >= 0; says--) {
		write_listed(ui, conditions, says, out);
		if (text_columns(text_string(out)) <= columns)
			return;
		if (says <= SAYS_WNS && fit_conditions(ui, conditions, says, columns, out))
			return;
	}
	if (!ui->search->has_paths)
		return;
	text_clear(out);
	text_add(out, !ui->search->snap.graph->netlist ? "worst "
		      : ui->search->early              ? "hold "
						       : "setup ");
	text_printf(out, "%s%s", lists_part(ui) ? "found " : "",
		    SHOWN_TIME(ui->search->worst_slack));
}

/* The columns that a view's words get: as many as they need, or what the design's slack leaves. */
static int columns_of_state(const struct ui *ui, const struct text *state, int width)
{
	RELEASED_BY(text_release) struct text listed = TEXT_INIT;
	int columns = text_columns(text_string(state)), left;

	if (has_totals(ui)) {
		const char *conditions = conditions_of(ui);

		write_listed(ui, conditions[0] ? "-through..." : "", SAYS_BARE, &listed);
		left = width - 4 - text_columns(text_string(&listed));
		columns = left >= LEAST_STATE && left < columns ? left : columns;
	}
	return columns;
}

/* Without a search: what a view says, and how the design is. */
static void draw_state_unsearched(struct ui *ui, struct area area, const char *state)
{
	const struct snap_totals *t = ui->totals;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	int x = area_text_cut(area, 1, 0, STYLE_DIM,
			      *state ? state : "nothing found yet: find_paths -max_paths K");

	for (int tns = 1; t && t->timed && tns >= 0; tns--) {
		text_clear(&text);
		if (t->of[LATE].n_endpoints || t->pending) {
			text_add(&text, ui->glyphs == GLYPHS_ASCII ? "setup; " : "setup · ");
			add_totals(ui, LATE, tns ? SAYS_TNS : SAYS_DESIGN, &text);
		}
		if (x + 3 + text_columns(text_string(&text)) <= area.width) {
			area_text(area, x + 3, 0, STYLE_NORMAL, text_string(&text));
			break;
		}
	}
}

/* What matters less is left out where there is no room for it. */
static void draw_state(struct ui *ui, struct area area)
{
	const struct totals_request wanted = {.edition = ui->edition,
					      .timed = ui->view->timed ? ui->view->timed(ui) : 0};
	const struct snap_search *s = ui->search;
	RELEASED_BY(text_release) struct text state = TEXT_INIT, listed = TEXT_INIT;
	RELEASED_BY(text_release) struct text method = TEXT_INIT;
	int x;

	if (!ui->demo.on && ui_draw_loading(ui, area))
		return;
	if (ui->view->state)
		ui->view->state(ui, &state);
	ui_want_totals(ui, &wanted);
	if (!s) {
		draw_state_unsearched(ui, area, text_string(&state));
		return;
	}
	if (state.length == 0)
		snap_search_write_state(s, ui->level, &state);
	/* no result above the question of a lesson */
	x = area_text_cut(area_columns(area, 0, 1 + columns_of_state(ui, &state, area.width)), 1, 0,
			  STYLE_NORMAL, text_string(&state));
	if (!lesson_asks(ui))
		fit_listed(ui, area.width - x - 3, &listed);
	if (x + 3 + text_columns(text_string(&listed)) <= area.width)
		x = area_text(area, x + 3, 0, STYLE_NORMAL, text_string(&listed));
	text_printf(&method, "%s method ", s->method);
	area_text_end(area, x, 0, STYLE_DIM, text_string(&method));
}

/* ---- the content ---- */

struct layout ui_layout(struct ui *ui, struct area area, int main_percent, int detail_percent)
{
	struct layout l = {0};
	bool panel = ui_has_panel(ui), one = ui->view->n_panes == 1;
	int main, detail, most, first = FIRST_COLUMNS_PERCENT;

	if (ui_is_compact(ui)) {
		struct area *only = ui_in_panel(ui) ? &l.third : ui->pane ? &l.detail : &l.main;

		*only = area;
	} else if (ui_has_columns(ui)) {
		if (ui->lesson.open && !ui->explaining)
			first = LESSON_COLUMNS_PERCENT;
		main = area.width * (first - (one ? 0 : detail_percent)) / 100;
		detail = one ? -1 : area.width * detail_percent / 100;
		most = area.width - detail - 1;
		if (ui->main_needs > main && !panel) { /* the steps go for it */
			main = ui->main_needs < most ? ui->main_needs : most;
			detail = one ? -1 : most - main + detail;
		}
		l.main = area_columns(area, 0, main);
		l.detail = area_columns(area, main + 1, detail);
		l.third = area_columns(area, main + detail + 2, area.width);
	} else {
		main = area.height * (panel ? PANEL_PERCENT : main_percent) / 100;
		*(ui_unfolds(ui) && ui->pane ? &l.detail : &l.main) = area_rows(area, 0, main);
		*(panel ? &l.third : &l.detail) = area_rows(area, main, area.height);
	}
	ui->main_needs = 0;
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

/* Where there is no text. */
static void put_mark(struct ui *ui, int x, int y, uint32_t mark)
{
	uint32_t glyph = ui->surface.cell[y * ui->surface.width + x].glyph;

	if (glyph == ' ' || glyph == ui_line_glyph(ui))
		area_put(surface_area(&ui->surface), x, y, STYLE_ACCENT, mark);
}

/* In the head of each list of the view: does it go on above, or below? */
static void draw_scroll_marks(struct ui *ui)
{
	bool ascii = ui->glyphs == GLYPHS_ASCII;

	for (int p = 0; p < ui->view->n_panes; p++) {
		struct area area = ui->pane_area[p];
		int right = area.x + area.width - 1;
		const struct list *list = view_list(ui, p);

		if (list->across || list->is_text || area.width < 2 || list->y <= area.y ||
		    list->y >= area.y + area.height)
			continue;
		if (list->top > 0)
			put_mark(ui, right - 1, list->y - 1, ascii ? '^' : 0x25b2);
		if (list->top + list->height < list->n)
			put_mark(ui, right, list->y - 1, ascii ? 'v' : 0x25bc);
	}
}

/* ---- the frame ---- */

struct area ui_completions_area(struct ui *ui)
{
	struct area all = surface_area(&ui->surface);
	int bottom = ui_is_compact(ui) ? 2 : 4;

	return area_rows(all, 2, all.height - 1 - bottom - footer_has_message(ui));
}

static void draw_frame(struct ui *ui)
{
	struct area all = surface_area(&ui->surface);
	int h = all.height, bottom = ui_is_compact(ui) ? 2 : 4;
	struct area content = area_rows(all, 2, h - 2 - bottom);

	if (ui->pane >= ui_panes(ui)) /* the panel is gone, or the columns are */
		ui->pane = 0;
	draw_tabs(ui, area_rows(all, 0, 1));
	draw_state(ui, area_rows(all, 1, 1));
	if (ui_listing(ui)) {
		ui_listing(ui)->draw(ui, content);
	} else {
		ui->view->draw(ui, content);
		draw_scroll_marks(ui);
	}
	/* Hints about the line being typed are above it. */
	if (ui->prompt.open && footer_has_message(ui))
		footer_draw_message(ui, area_rows(all, h - bottom, 1));
	else
		timeline_draw(ui, area_rows(all, h - bottom, 1));
	if (ui->prompt.open)
		completions_draw(&ui->prompt.completions, ui_completions_area(ui),
				 ui_line_glyph(ui));
	footer_draw(ui, area_rows(all, h - bottom + 1, bottom - 1));
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

/* Names of the design that a word of the prompt may become are read; then the prompt has them. */
static void complete_names(struct ui *ui)
{
	const struct completions *asked = &ui->prompt.completions;
	struct candidates_request wanted = {.edition = ui->edition, .kinds = asked->kinds};
	SNAP_HELD struct snap_candidates *names = NULL;
	RELEASED_BY(text_release) struct text hint = TEXT_INIT;

	if (!ui->prompt.open || !asked->kinds)
		return;
	memcpy(wanted.word, asked->word, sizeof wanted.word);
	ui_want_candidates(ui, &wanted);
	names = board_get_candidates(ui->board);
	if (names && memcmp(&names->asked, &wanted, sizeof wanted) == 0)
		prompt_take_names(&ui->prompt, names, &hint);
	if (hint.length)
		ui_say(ui, STYLE_NORMAL, "%s", text_string(&hint));
}

/* Pictures go while something is typed, or covers them. Of a scene that is saved only its end is seen. */
static void set_cells(struct ui *ui)
{
	struct surface *s = &ui->surface;

	terminal_cell(ui->terminal, &s->cell_width, &s->cell_height);
	terminal_inks(ui->terminal, s->ink, &s->paper);
	if (ui->saves && !shell_busy(ui->shell)) {
		s->cell_width = SLIDE_CELL_WIDTH;
		s->cell_height = SLIDE_CELL_HEIGHT;
	}
	if (ui->prompt.open || ui->listing || ui->asking_to_quit)
		s->cell_width = s->cell_height = 0;
}

/* Unless a theme was chosen. */
static void follow_background(struct ui *ui)
{
	enum background background = ui->theme_is_set || ui->replaying
					     ? BACKGROUND_UNKNOWN
					     : terminal_background(ui->terminal);
	enum theme theme = background == BACKGROUND_LIGHT ? THEME_LIGHT : THEME_DARK;

	if (background == BACKGROUND_UNKNOWN || theme == ui->theme)
		return;
	ui->theme = theme;
	terminal_set_colors(ui->terminal, ui->color, theme);
}

void ui_draw(struct ui *ui)
{
	int width, height;

	if (ui->waiting) /* the frame before stays: this one would ask for something else */
		return;
	ui->frame_is_late = !ui->replaying && !terminal_takes_frame(ui->terminal);
	if (ui->frame_is_late && !ui->in_screen_call) /* a script sees it, taken or not */
		return;

	terminal_size(ui->terminal, &width, &height);
	if (width != ui->surface.width || height != ui->surface.height) {
		if (surface_resize(&ui->surface, width, height) != STATUS_OK)
			return; /* the frame before stays */
	} else {
		surface_clear(&ui->surface);
	}
	follow_background(ui);
	set_cells(ui);
	ui_refresh(ui);
	complete_names(ui);
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
