/*
 * The explorer: what it shows, and how the main thread keeps it going. The loop (loop.c) waits for
 * keys, signals, results and output; screen.c draws a frame from what the board has; views draw
 * their part and say what they would like to read; commands.c is what keys and scripts can do to
 * it.
 *
 * Everything here runs on the main thread.
 */
#ifndef UI_UI_H
#define UI_UI_H

#include "session/lessons.h"
#include "session/script.h"
#include "session/shell.h"
#include "ui/views/view.h"
#include "ui/widgets/list.h"
#include "ui/widgets/plot.h"
#include "ui/prompt.h"
#include "ui/settings.h"
#include "ui/widgets/surface.h"
#include "ui/tui/terminal.h"
#include "ui/win/window.h"

struct ui;

struct ui_config {
	struct terminal_config terminal;
	struct shell_config shell;
	int glyphs;        /* 0 = auto, else a kind of them and 1 */
	const char *view;  /* the first one, NULL = paths */
	const char *keys;  /* a file to replay; NULL = none */
	const char *saves; /* a folder for slides, with which it ends; NULL = none */
	bool no_window, no_motion;
	bool themed; /* the theme was chosen */
	bool opens;  /* scripts open design files: Summary is shown where that finds no paths */
	const char *record; /* a file for what is done; NULL = none */
	int n_words;        /* the command line, for its head */
	char *const *words; /* borrowed */
	const char *init;   /* a script to run first, whose failure ends nothing; NULL = none */
	int n_scripts;      /* to run then */
	const char *const *scripts; /* borrowed */
};

/* Run the explorer to its end; the process' exit code. Signals are as in batch_run(). */
int ui_run(const struct ui_config *config);

/* ---- the state ---- */

/* A view that one comes back to. */
struct view_stop {
	const struct view *view;
	int pane;
	void *kept; /* owned: what its keep() gave */
};

struct console_line {
	struct text text;
	enum style style;
};

enum { CONSOLE_LINES = 5000, N_HISTORY = 8 };

struct console {
	struct console_line line[CONSOLE_LINES]; /* a ring */
	int64_t n;       /* lines ever written; the last CONSOLE_LINES are there */
	int64_t open[2]; /* the line that standard output, error goes on with; -1 = a new one */
	int fd[2];       /* pipes to read from; -1 = not captured */
	int saved[3];    /* what the descriptors 0, 1 and 2 were; -1 = nothing saved */
	struct list list;
};

/* What is listed over the view. */
enum listing {
	LISTING_NONE,
	LISTING_KEYS,
	LISTING_SETTINGS,
	LISTING_LESSONS,
	LISTING_LENSES,
	LISTING_SIZES,
	LISTING_CHOICES,
	N_LISTINGS
};

struct lesson {
	bool open;
	int step, n_steps;                 /* from 1 */
	struct text title, text, question; /* no question = "" */
	bool asks;              /* keys answer it: it is an exercise not answered yet … */
	struct text choices;    /* … by one of these, a list; "" = by a number */
	struct lesson_list all; /* those that come with warpscope, once they were listed */
	struct list menu;
};

/* A demonstration: steps of a lesson without text. Times in ms, by demo_clock(). */
struct demo {
	bool on;
	double due;          /* when the next one comes */
	double held_until;   /* when its script goes on … */
	int64_t held;        /* … from this call */
	double paused, lost; /* since when, 0 = it isn't; time that isn't counted */
};

/* What is done, in a file; see ui/record.h. */
struct record {
	int fd;           /* 0 = there is none */
	const char *path; /* borrowed */
	int64_t length;
	int column; /* where the next key goes */
	double last_ms;
	bool lost; /* it ended before the session */
};

struct ui {
	struct shell *shell;
	struct board *board; /* borrowed from the shell; NULL before it is there */
	struct terminal *terminal;
	struct surface surface;
	enum glyphs glyphs;
	int glyphs_choice; /* what was set, see ui_config */
	enum theme theme;
	bool theme_is_set; /* else it follows the terminal's background */
	enum color_mode color;
	int mouse, motion, keep_history; /* bool */
	struct shown_time shown_time;
	bool quit;
	int code;

	/* what the board has, taken again for each frame; references */
	struct snap_search *search;
	struct snap_totals *totals;      /* of a netlist's endpoints */
	int64_t edition;                 /* of the summary: another after each command … */
	int64_t n_opened;                /* … and when one has opened a part of a design */
	struct snap_timeline *timeline;  /* of the view, NULL = nothing is stepped yet; … */
	int64_t at;                      /* … and the step shown */
	int64_t cursor;                  /* step of the search */
	int32_t level;                   /* whose ranking is shown, −1 = none */
	union request asked[N_READINGS]; /* what was asked for last … */
	bool was_asked[N_READINGS];      /* … if anything was */
	int64_t n_asked;                 /* how often something was */

	/* views */
	const struct view *view;
	struct view_stop history[N_HISTORY];
	int n_history;
	int pane;    /* of the view: 0 = the list */
	int32_t arc; /* of a small graph that is drawn: the one that keys change, -1 = none */
	void *view_state[N_VIEWS]; /* owned, each of its view's own type */
	struct window_ui window;
	struct console console;

	/* panels and lines */
	struct prompt prompt;
	struct text message;
	enum style message_style;
	struct text command; /* the last one that changed something, for the echo line */
	double command_ms;   /* what it took, 0 = still running */
	bool command_failed; /* it, once it is over */
	int64_t command_id;
	double command_begin;
	const char *init;   /* borrowed: the script whose failure ends nothing, NULL = none; … */
	int64_t init_id;    /* … its id */
	bool message_stays; /* until a key comes */
	int64_t announced;  /* lines of the Console that were */
	struct demo demo;
	struct lesson lesson; /* in the panel, … */
	bool explaining;      /* … unless the step is explained there, … */
	bool unfolding;       /* … or in a path the point */
	struct list panel;
	enum listing listing;
	struct list keys;
	uint64_t terms; /* of help.c, which were on the screen below: a bit each */
	struct list settings;
	struct list lenses, sizes;
	struct {
		char **word; /* owned [n_words], each owned: what list_choices was called with */
		int n_words;
		struct list list;
		char design[128]; /* that was open then */
	} choices;
	int32_t sized;        /* the instance whose sizes are listed */
	bool on_sheet;        /* what is drawn is a sheet, for text, and not the screen */
	int64_t sheet_height; /* of the attempt before, as long as its call waits */
	int main_needs;       /* columns in which the next main pane shows all, 0 = it says none */
	struct area pane_area[3]; /* where list, detail and third column are drawn; for clicks */
	bool asking_to_quit;
	double last_key;       /* when it came */
	int interrupts;        /* ^C in a row … */
	double last_interrupt; /* … and when */

	struct shell_progress progress; /* as in the frame before */
	double progress_begin;          /* when this part of the work was first seen */
	int64_t search_serial;          /* the search seen last … */
	double search_begin;            /* … and when it was first */

	/* playing */
	bool playing;
	int speed; /* 2^speed / 8 steps a second: ui_speed() */
	double next_tick;

	/* replay */
	struct text last_words; /* for standard error, when the screen has gone */
	struct text replay;
	int64_t replay_at;
	bool replaying;
	const char *saves; /* borrowed: the folder for slides of a demonstration, NULL = none */
	bool goes_on;      /* also after commands that fail */
	struct record record;
	bool in_screen_call; /* drawing for a script: it is not "busy" then */
	bool frame_is_late;  /* the terminal hasn't taken the one before */
	bool lands; /* the scripts of the command line may still find paths: see ui_config.opens */
	bool waiting; /* for what a command of the screen has asked to be read, to go on then */
};

enum { USUAL_SPEED = 3, FASTEST_SPEED = 9 };

static inline double ui_speed(const struct ui *ui)
{
	return (1 << ui->speed) / 8.0;
}

/* A line at the bottom until the next key. */
void ui_say(struct ui *ui, enum style style, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Run commands on the command thread and echo them; the same of what the user wrote, or of what is fixed. */
void ui_submit(struct ui *ui, const struct script *script);
void ui_submit_text(struct ui *ui, const char *script);

/* ---- screen.c ---- */

/* Take what the board has. */
void ui_refresh(struct ui *ui);
/* Drop what was taken. */
void ui_forget(struct ui *ui);
void ui_draw(struct ui *ui);
/* The text of the tab of a view, "" = it has none now; its columns are returned. */
int ui_tab(const struct ui *ui, const struct view *view, char *label, size_t size);
/* The same; false when something of it isn't there yet. */
bool ui_draw_whole(struct ui *ui);
/* The view alone, under its state, on a surface of another size, which must not be a small one. */
void ui_draw_content(struct ui *ui, struct surface *surface);
/* ui_want_NAME(): ask for a reading unless the same was asked for last. */
#define X(name, request, answer) void ui_want_##name(struct ui *ui, const struct request *wanted);
READINGS(X)
#undef X
/* What could not be read may be asked for again. */
void ui_ask_again(struct ui *ui);
/* Is there so little room that there is one pane, and one row below it? */
bool ui_is_compact(const struct ui *ui);
/* Are panes side by side? */
bool ui_has_columns(const struct ui *ui);
/* Does the panel show the arithmetic of a point of the view's path? */
bool ui_unfolds(const struct ui *ui);
/* Is there a panel: an explanation or a lesson? Do moves go there? */
bool ui_has_panel(const struct ui *ui);
bool ui_in_panel(const struct ui *ui);
/* There is something new in the panel: show it from its beginning. */
void ui_show_panel(struct ui *ui);
/* The panes that one can go to. */
int ui_panes(const struct ui *ui);
/* What moves move now. */
struct list *ui_list(struct ui *ui);
/* Is something under way, so that there may be more to be seen soon? */
bool ui_is_under_way(const struct ui *ui);
/* Drop a reading, of any type that begins with a struct snap; NULL is fine. */
#define UI_DROP(reading)                                                                           \
	do {                                                                                       \
		snap_unref((reading) ? &(reading)->snap : NULL);                                   \
		(reading) = NULL;                                                                  \
	} while (0)
/* Is it of the search that is shown? NULL is not. */
bool ui_is_of_search(const struct ui *ui, const struct snap *snap);
/* How the content is divided: list, detail, third column; empty ones aren't shown. A view of one
 * pane has no detail. */
struct layout {
	struct area main, detail, third;
};
enum { DETAIL_PERCENT = 32, NARROW_PANEL = 36 /* columns: its title comes first */ };
/* The main part's share of the rows, and the detail's of the columns where panes are columns. */
struct layout ui_layout(struct ui *ui, struct area area, int main_percent, int detail_percent);
/* The panel, or else the log of steps. */
void ui_draw_third(struct ui *ui, struct area area);
/* A line that is moved sideways as its list is; ">" at its end says that there is more. */
void ui_draw_shifted(struct list *list, struct area area, int y, enum style style,
		     const char *text);
/* "graphs/wb_dma.dag.gz" is called wb_dma. */
void ui_design_name(const char *path, char *out, size_t size);
/* Where what a word may become is listed, above the prompt. */
struct area ui_completions_area(struct ui *ui);
/* What horizontal lines are drawn with. */
uint32_t ui_line_glyph(const struct ui *ui);
/* "-- title ----" */
void ui_draw_header(const struct ui *ui, struct area area, bool on, const char *title);

/* ---- screen_image.c ---- */

enum { SLIDE_CELL_WIDTH = 15, SLIDE_CELL_HEIGHT = 27 }; /* where the terminal shows text alone */
/* Write the screen as PNG. STATUS_IO. */
enum status ui_save_image(const struct ui *ui, const char *path);

/* ---- demo.c ---- */

void demo_begin(struct ui *ui);
/* Time that stands still while a demonstration is paused. */
double demo_clock(const struct ui *ui);
/* Pause it or step; any other key ends it: false, as where there is none. */
bool demo_take_key(struct ui *ui, int32_t key);
/* Is this call of `wait_idle SECONDS` to wait for longer? */
bool demo_holds(struct ui *ui, const struct call *call, int64_t id);
/* Go on to the next scene when this one has had its time; milliseconds until then, −1 = never. */
int demo_tick(struct ui *ui);
/* Write the scene into the folder for slides, and go on to the next if there is one. STATUS_IO. */
enum status demo_save(struct ui *ui, bool *goes_on);
/* The caption, in place of the lines at the bottom. */
void demo_draw(const struct ui *ui, struct area area);

/* ---- timeline.c ---- */

/* A move on it that needs no computing; false when the command thread has to do it. */
bool timeline_move(struct ui *ui, int n_words, const char *const *words);
/* Play it, from its beginning when it is at its end, or pause. */
enum status timeline_play(struct ui *ui);
/* Is it played, so that timeline_tick() is to be called? And that. */
bool timeline_may_tick(struct ui *ui);
void timeline_tick(struct ui *ui);
void timeline_draw(struct ui *ui, struct area area);
/* The log of its steps. */
void timeline_draw_steps(struct ui *ui, struct area area);
/* Of a timeline whose steps are iterations: the one that is shown, and its text. */
void timeline_write_iteration(const struct ui *ui, struct timeline_words *words);

/* ---- panel.c ---- */

/* At the right end of a header: there is more of the list below; it is `here` that moves go to. */
void ui_draw_more(const struct list *list, struct area area, bool here);

/* ---- progress.c ---- */

/* "[####......]" */
void ui_draw_bar(const struct ui *ui, struct area area, int x, int width, double share);
/* In place of the state of the search; false when nothing that counts has gone on for long enough
 * to be worth a look. */
bool ui_draw_loading(struct ui *ui, struct area area);

/* ---- console.c ---- */

/* Write text to a descriptor, but never wait for a terminal that doesn't read. */
void console_put(int fd, const char *data, int64_t length);
void console_init(struct console *console);
/* From now on what is written to standard output and error is captured, and input is empty. */
enum status console_capture(struct console *console);
/* Read what is in pipe i now: never more than the pipe holds, so that keys are not kept waiting. */
void console_read(struct console *console, int i);
/* The same for both. */
void console_read_all(struct console *console);
/* What comes from now on begins on a new line. */
void console_end_lines(struct console *console);
/* No more reading: writes fail from now on. */
void console_close(struct console *console);
/* Make standard output and error what they were. */
void console_release(struct console *console);
/* Add text, of one line or several. */
void console_add(struct console *console, enum style style, const char *text);
/* Add a command that is about to run: "% LINE", its further lines as "> LINE". */
void console_echo(struct console *console, const char *script);
/* Line i of those ever written; NULL when it is gone. */
const struct console_line *console_line(const struct console *console, int64_t i);
/* Is it of a command, and not what one says? */
bool console_is_echo(const struct console_line *line);

/* ---- commands.c ---- */

/* Those beside commands.c. */
extern const struct command ui_explain_commands[];
/* Add all tables of commands that the screen has. */
void ui_add_commands(void);
void ui_show_view(struct ui *ui, const struct view *view);
void ui_interrupt(struct ui *ui);

/* ---- commands_settings.c ---- */

extern const struct command settings_commands[];
/* A click: go to the tab, pane and line there. */
void ui_click(struct ui *ui, int x, int y);

/* ---- lesson_answer.c ---- */

/* Is there an exercise in the panel that keys answer? */
bool lesson_asks(const struct ui *ui);
/* Take a key that answers it, or begins to; false when it is another. */
bool lesson_take_key(struct ui *ui, int32_t key);

/* ---- lesson_menu.c ---- */

/* List the lessons, or stop listing them; the one that is selected, NULL = none is listed. */
enum status lesson_menu_toggle(struct ui *ui);
const char *lesson_menu_selected(const struct ui *ui);
void lesson_menu_draw(struct ui *ui, struct area area);

/* ---- gain_menus.c ---- */

extern const struct command gain_menu_commands[];
void lens_menu_draw(struct ui *ui, struct area area);
void size_menu_draw(struct ui *ui, struct area area);

/* ---- choices.c ---- */

extern const struct command choice_commands[];
void choices_draw(struct ui *ui, struct area area);
void choices_release(struct ui *ui);
/* Close the list when the design that it is of isn't open any more. */
void choices_follow(struct ui *ui);

/* ---- listing.c ---- */

/* What may be listed over a view: its name, also in the table of keys. */
struct listing_info {
	const char *name;
	size_t list; /* where its list is in struct ui */
	void (*draw)(struct ui *ui, struct area area);
};

/* What is listed now, NULL = nothing. */
const struct listing_info *ui_listing(const struct ui *ui);
/* Is it the name of one? */
bool listing_is_name(const char *name);
/* List it, or stop listing it. */
void listing_toggle(struct ui *ui, enum listing listing);

/* ---- commands_device.c ---- */

extern const struct command ui_device_commands[];
/* "warpscope-density-1.png": the first name that no file had; now an empty one has it. STATUS_IO. */
enum status ui_new_name(const char *what, const char *type, char *name, size_t size);

/* ---- run.c ---- */

/* "step" → ".": the first key that runs a command, "" = none; until the next call. */
const char *ui_key_of(const char *command);
/* Run a command by its words, closed by NULL: on the screen at once, or on the command thread. */
void ui_call(struct ui *ui, const char *word, ...) __attribute__((sentinel));
void ui_key(struct ui *ui, int32_t key);
/* The same of a line that may be a script of more than one word of ours. */
void ui_run_line(struct ui *ui, const char *line);
/* What a key does now, or NULL. */
const struct binding *ui_binding(const struct ui *ui, int32_t key);
/* Run what a script on the command thread asks of the screen. */
void ui_screen_call(struct ui *ui);
/* Nothing is computed, read or played. */
bool ui_is_idle(struct ui *ui);

#endif
