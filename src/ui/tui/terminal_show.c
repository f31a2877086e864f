/* Frames: what has changed goes to curses, and its bytes and pictures to the terminal. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "base/clock.h"
#include "ui/tui/pairs.h"
#include "ui/tui/terminal_impl.h"
#include "ui/tui/themes.h"
#include "ui/tui/type.h"

void terminal_size(const struct terminal *terminal, int *width, int *height)
{
	*width = terminal->width;
	*height = terminal->height;
}

bool terminal_has_colours(const struct terminal *terminal)
{
	return terminal->has_colours;
}

void terminal_resized(struct terminal *terminal)
{
	struct winsize size;

	if (terminal->headless || ioctl(terminal->fd, TIOCGWINSZ, &size) != 0 || !size.ws_row ||
	    !size.ws_col)
		return;
	resize_term(size.ws_row, size.ws_col); /* resizeterm() would send a key about it */
	getmaxyx(stdscr, terminal->height, terminal->width);
	graphics_hide(terminal->graphics, &terminal->out);
	graphics_resized(terminal->graphics, &size, clock_ms(), &terminal->out);
	terminal_forget_shown(terminal);
	terminal_redraw(terminal);
}

static bool is_shown(const struct terminal *terminal, const struct surface *surface, int y)
{
	const struct surface *shown = &terminal->shown;

	return shown->width == surface->width && shown->height == surface->height &&
	       memcmp(surface->cell + y * surface->width, shown->cell + y * shown->width,
		      (size_t)shown->width * sizeof *shown->cell) == 0;
}

/* Without memory all is written each time. */
static void keep_shown(struct terminal *terminal, const struct surface *surface)
{
	struct surface *shown = &terminal->shown;
	size_t n = (size_t)surface->width * (size_t)surface->height;

	if ((shown->width != surface->width || shown->height != surface->height) &&
	    surface_resize(shown, surface->width, surface->height) != STATUS_OK) {
		terminal_forget_shown(terminal);
		return;
	}
	memcpy(shown->cell, surface->cell, n * sizeof *shown->cell);
}

/* Cells that look alike but for their glyphs. */
static void show_run(const struct terminal *terminal, int y, int x, const struct cell *cell, int n)
{
	cchar_t text[256], look;
	int length = 0, pair;

	if (cell->fore || cell->back) {
		pair = pairs_of(cell->fore, cell->back);
		setcchar(&look, L" ", A_NORMAL, 0, &pair);
	} else {
		pair = terminal->pair[cell->style];
		setcchar(&look, L" ", terminal->attribute[cell->style], 0, &pair);
	}
	for (int i = 0; i < n; i++) {
		if (!cell[i].glyph)
			continue;
		text[length] = look;
		text[length++].chars[0] = (wchar_t)cell[i].glyph;
	}
	mvadd_wchnstr(y, x, text, length);
}

static void show_row(const struct terminal *terminal, int y, const struct cell *row, int width)
{
	for (int x = 0; x < width;) {
		int n = 1;

		while (x + n < width && n < 256 && row[x + n].style == row[x].style &&
		       row[x + n].fore == row[x].fore && row[x + n].back == row[x].back)
			n++;
		show_run(terminal, y, x, row + x, n);
		x += n;
	}
}

/* What has changed. */
static void show_rows(struct terminal *terminal, const struct surface *surface)
{
	int width = surface->width < terminal->width ? surface->width : terminal->width;

	for (int y = 0; y < surface->height && y < terminal->height; y++) {
		if (!is_shown(terminal, surface, y))
			show_row(terminal, y, surface->cell + y * surface->width, width);
	}
}

/* The pairs of earlier frames are given up, and those of styles are made again. */
static void begin_pairs(struct terminal *terminal)
{
	pairs_forget();
	reset_color_pairs();
	terminal_set_colors(terminal, terminal->color, terminal->theme);
}

/* The terminal has said that it has 24 bits of colour: curses begins again with a description that does. */
static void take_colours(struct terminal *terminal)
{
	SCREEN *before = terminal->screen, *screen;

	if (terminal->headless || terminal->is_direct || terminal->knows_colours ||
	    !graphics_found_colours(terminal->graphics))
		return;
	terminal->knows_colours = true;
	screen = type_open_own(terminal->fd, true, terminal->sheet, terminal->in);
	if (!screen) {
		set_term(before);
		return;
	}
	terminal->screen = screen;
	terminal->is_direct = terminal->names_pairs = true;
	terminal->first = before;
	terminal_set_up_screen(terminal);
	fflush(terminal->sheet);
	if (ftruncate(fileno(terminal->sheet), 0) != 0) /* it is on the alternate screen already */
		terminal_redraw(terminal);
	lseek(fileno(terminal->sheet), 0, SEEK_SET);
	resize_term(terminal->height, terminal->width);
	terminal_forget_shown(terminal);
	terminal_redraw(terminal);
}

bool terminal_cell(const struct terminal *terminal, int *width, int *height)
{
	bool shows = !terminal->headless && terminal->asks_graphics &&
		     graphics_cell(terminal->graphics, width, height);

	if (!shows)
		*width = *height = 0;
	return shows;
}

enum background terminal_background(const struct terminal *terminal)
{
	enum background answered =
		terminal->graphics ? graphics_background(terminal->graphics) : BACKGROUND_UNKNOWN;
	const char *said = getenv("COLORFGBG"), *back = said ? strrchr(said, ';') : NULL;

	if (answered != BACKGROUND_UNKNOWN || !back)
		return answered;
	return strcmp(back, ";7") == 0 || strcmp(back, ";15") == 0 ? BACKGROUND_LIGHT
								   : BACKGROUND_DARK;
}

void terminal_inks(const struct terminal *terminal, uint32_t ink[N_STYLES], uint32_t *paper)
{
	bool is_light = terminal->theme == THEME_LIGHT;

	*paper = is_light ? 0xf7f7f7 : 0x15171c;
	for (int s = 0; s < N_STYLES; s++) {
		int number = theme_look(terminal->theme, (enum style)s).color_256;

		ink[s] = number >= 0 ? (uint32_t)theme_rgb(number) : is_light ? 0x202020 : 0xe6e6e6;
	}
}

bool terminal_writes_on(struct terminal *terminal)
{
	return !terminal->left && terminal_flush(terminal) &&
	       graphics_is_due(terminal->graphics, clock_ms());
}

bool terminal_takes_frame(struct terminal *terminal)
{
	return !terminal->left && terminal_flush(terminal);
}

void terminal_show(struct terminal *terminal, const struct surface *surface)
{
	if (!terminal_takes_frame(terminal))
		return; /* the next frame will do */
	take_colours(terminal);
	if (graphics_must_clear(terminal->graphics, surface))
		terminal_redraw(terminal);
	show_rows(terminal, surface);
	if (pairs_ran_out()) {
		begin_pairs(terminal);
		show_rows(terminal, surface);
	}
	keep_shown(terminal, surface);
	if (surface->cursor_x >= 0) {
		move(surface->cursor_y, surface->cursor_x);
		curs_set(1);
	} else {
		curs_set(0);
	}
	wnoutrefresh(stdscr);
	doupdate();
	terminal_write_mode(terminal, "\033[?2026h");
	terminal_collect(terminal);
	if (!terminal->headless)
		graphics_show(terminal->graphics, surface, clock_ms(), &terminal->out);
	terminal_write_mode(terminal, "\033[?2026l");
	terminal_flush(terminal);
}
