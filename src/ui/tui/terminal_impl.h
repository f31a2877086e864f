/* The terminal as terminal.c (opening, keys, closing) and terminal_show.c (frames) share it. */
#ifndef UI_TUI_TERMINAL_IMPL_H
#define UI_TUI_TERMINAL_IMPL_H

#include <ncurses.h>
#include <stdio.h>
#include <termios.h>

#include "base/text.h"
#include "ui/tui/replies.h"
#include "ui/tui/terminal.h"

struct terminal {
	SCREEN *screen;
	SCREEN *first; /* before the terminal said what it has; when it is deleted curses reads no keys */
	FILE *in;         /* owned: what curses reads: a pipe of what is typed, or /dev/null */
	int typed;        /* owned: its other end; -1 = none */
	struct text keys; /* that it hasn't taken yet */
	struct replies replies;
	struct text note;          /* what its user should know of it */
	struct graphics *graphics; /* owned */
	bool asks_graphics;        /* they may be shown, by colours and --graphics */
	bool is_direct;            /* curses writes 24 bits of colour */
	bool names_pairs;          /* … and colours by their pair */
	bool knows_colours;        /* the terminal's answer about that has been taken */
	FILE *sheet; /* owned: what curses writes on: a file in memory, which never makes it wait */
	struct text collected; /* from it, of one frame */
	struct text out;       /* what was on it, and was written besides, and … */
	int64_t sent;          /* … how much of that the terminal has taken */
	int fd;                /* owned: of the terminal, non-blocking; -1 = headless */
	bool headless;
	bool left;           /* given back, until the process goes on */
	struct termios mode; /* to be put back */
	int width, height;
	struct surface shown; /* owned: what was given to curses last; of another size = nothing */
	int paste_matched;    /* bytes of the end of a paste that is skipped */
	attr_t attribute[N_STYLES];
	short pair[N_STYLES];
	bool has_colours; /* its own, not only those of styles */
	enum color_mode color;
	enum theme theme;
	bool mouse;
	enum graphics_choice choice;
};

/* What curses has shown isn't known any more: the next frame draws every cell. */
void terminal_forget_shown(struct terminal *terminal);
/* Modes of a screen that curses has just opened. */
void terminal_set_up_screen(struct terminal *terminal);
/* Append a mode's sequence to what the terminal gets; not without one. */
void terminal_write_mode(struct terminal *terminal, const char *text);
/* Move what curses has written to what the terminal gets. */
void terminal_collect(struct terminal *terminal);
/* Write what the terminal takes without waiting; true when nothing is left. */
bool terminal_flush(struct terminal *terminal);

#endif
