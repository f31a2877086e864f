/*
 * The terminal, by ncurses: shows a surface, gives keys. It draws on its own copy of the terminal's
 * descriptor, so standard output can be captured meanwhile, and takes no signals: those come
 * through the main loop. Whatever ends the process puts the terminal back as it was.
 */
#ifndef UI_TUI_TERMINAL_H
#define UI_TUI_TERMINAL_H

#include <stdbool.h>

#include "ui/tui/graphics.h"
#include "ui/widgets/surface.h"

enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
enum theme { THEME_DARK, THEME_LIGHT, THEME_MONO };

struct terminal;

struct terminal_config {
	bool headless;     /* draw into nothing, no keys: for replays without a terminal */
	int width, height; /* of a headless one */
	enum color_mode color;
	enum theme theme;
	enum graphics_choice graphics;
	bool mouse;
};

/* STATUS_NO_TERMINAL when there is none, or $TERM can't show a picture. One that isn't known is taken for another. */
enum status terminal_open(const struct terminal_config *config, struct terminal **out);
void terminal_close(struct terminal *terminal); /* NULL is fine */
/* That $TERM isn't known here and what it is taken for; "" = it is known. */
const char *terminal_note(const struct terminal *terminal);

/* To be polled for keys; -1 for a headless one. */
int terminal_fd(const struct terminal *terminal);
/* … and for what: it may not have taken all of the last frame yet. */
short terminal_events(const struct terminal *terminal);
/* Milliseconds after which keys may be there though nothing comes; -1 = none. */
int terminal_wait(const struct terminal *terminal);
/* The next key of those that wait (key.h), UI_KEY_NONE when there is none. *gone is set when the
 * terminal is no longer there. */
int terminal_key(struct terminal *terminal, bool *gone);
/* Drop what waits of an unwanted paste, as byte by byte is too slow for a large one; true
 * when it has reached its end. */
bool terminal_skip_paste(struct terminal *terminal);
void terminal_size(const struct terminal *terminal, int *width, int *height);
/* Are there colours enough for cells that have their own? */
bool terminal_has_colours(const struct terminal *terminal);
/* By what it has answered, else by COLORFGBG. */
enum background terminal_background(const struct terminal *terminal);
/* Pixels of a cell, where it shows pictures; false = it doesn't, or hasn't answered yet. */
bool terminal_cell(const struct terminal *terminal, int *width, int *height);
/* What pixels are drawn with so that they go with the text: a colour of each style, and the background. */
void terminal_inks(const struct terminal *terminal, uint32_t ink[N_STYLES], uint32_t *paper);
/* The terminal has another size now. */
void terminal_resized(struct terminal *terminal);
/* Never waits: what the terminal doesn't take now goes with terminal_show() when it is writable,
 * and frames that come meanwhile are left out. */
void terminal_show(struct terminal *terminal, const struct surface *surface);
/* Has it taken the last frame, so that terminal_show() shows this one? */
bool terminal_takes_frame(struct terminal *terminal);
/* Write more of the last frame; true when all of it is written, and pictures are to follow with the next. */
bool terminal_writes_on(struct terminal *terminal);
/* From now on it is shown in these colours, and clicks come or don't. */
void terminal_set_colors(struct terminal *terminal, enum color_mode mode, enum theme theme);
void terminal_set_mouse(struct terminal *terminal, bool on);
/* What is known of the terminal, "name value" a line, and whether it would do; for --doctor. It is
 * asked, and waited for a second at most. */
bool terminal_describe(enum graphics_choice choice, struct text *out);
/* The name and version of the library. */
const char *terminal_library(void);
/* The next frame begins with a blank screen, on which no picture is left. */
void terminal_redraw(struct terminal *terminal);
/* Put text into the clipboard that the terminal has, by OSC 52; false where that isn't known to
 * work: no terminal, Linux's console, or too much text. Whether it took it, no terminal says. */
bool terminal_copy(struct terminal *terminal, const char *text);
/* When the process crashes, what waits in this pipe (the words of an assertion, say) is shown. */
void terminal_show_on_crash(int fd);
/* And this, of which a short copy is made; "" = nothing. */
void terminal_say_on_crash(const char *words);
/* Give the terminal back and stop the job; returns when it goes on. In the background the terminal
 * stays the shell's until terminal_resumed(). */
void terminal_suspend(struct terminal *terminal);
/* Is the job in the foreground? Always when there is no screen. */
bool terminal_is_ours(const struct terminal *terminal);
/* The process goes on: SIGCONT came. In the background it stops again. */
void terminal_resumed(struct terminal *terminal);

#endif
