/*
 * The layout window as the explorer sees it: a process of its own (ui/win/) that shows frames and
 * tells what the user does in it. Here are its camera and what is selected; frames are asked of the
 * command thread like all that the screen reads, one at a time, and only when something in them
 * would be different.
 */
#ifndef UI_WIN_WINDOW_H
#define UI_WIN_WINDOW_H

#include <sys/types.h>

#include "session/board.h"
#include "session/command.h"
#include "session/script.h"
#include "snap/frame.h"
#include "ui/win/protocol.h"

struct ui;

/* How many messages may come now; w->since of it in clock_ms(). */
struct window_rate {
	double left, since;
};

enum window_drag { DRAG_NONE, DRAG_PRESSED, DRAG_PAN, DRAG_BOX };

struct window_ui {
	bool is_forbidden; /* --no-window */
	int fd;            /* owned: the socket; −1 = there is no window */
	pid_t pid; /* of its process, or of one that was closed and may be there yet; 0 = none */
	bool ready;
	int32_t width, height;       /* pixels */
	struct camera camera;        /* scale 0 = all of the die */
	int32_t flags;               /* enum frame_flags: what is shown */
	double pointer_x, pointer_y; /* pixels; −1 = elsewhere */
	enum window_drag drag;
	int button;
	int n_loose;                /* motions in a row without that button */
	double from_x, from_y;      /* where it began */
	int32_t picks, taken;       /* clicks; those that were answered */
	double pick_x, pick_y;      /* lengths: where */
	int32_t component;          /* selected, −1 = none */
	int32_t panel;              /* enum frame_panel_kind, but for the hint */
	int32_t panel_row;          /* of the menu */
	int64_t stepped;            /* serial of the search whose level was shown last … */
	int32_t level;              /* … and that level */
	double lit;                 /* clock_ms() when a step brought another; 0 = none glows */
	double hint_until;          /* clock_ms(); in the past = there is no hint */
	double clip_low, clip_high; /* ends of the scale; those of the map when they are the same */
	struct frame_request asked; /* the last frame, with serial and slot 0 */
	struct window_rate messages, events;
	bool held;      /* more than that have come: they wait */
	double since;   /* clock_ms() when that was, or when the window was opened or closed */
	int64_t serial; /* of it; … */
	bool under_way; /* … the window doesn't show it yet */
	bool sent;      /* but has it */
	char title[WINDOW_TEXT];
	int64_t memory;           /* number of the memory that the window has */
	struct snap_frame *frame; /* owned reference: the last one that came, NULL = none */
};

/* Serial of the query whose regions are drawn over layouts, here and in view Density; 0 = none. */
int64_t window_labels(const struct ui *ui);
/* Another number when other paths are marked. */
int64_t window_marks(struct ui *ui);
void window_init(struct ui *ui);
/* Open it, if it isn't; it says itself when it can't be. */
enum status window_open(struct ui *ui);
/* Close it, if it is open; its process may take a moment to end. */
void window_close(struct ui *ui);
/* The same at the end of the explorer, and wait for that. */
void window_end(struct ui *ui);

/* The socket, for poll(); −1 = none, or what comes there has to wait: window_is_held(). */
int window_fd(const struct ui *ui);
/* Take what the window tells; what can't be true ends it. */
void window_take(struct ui *ui);
/* After each frame of the screen: pass on the window's, ask for another. */
void window_update(struct ui *ui);
/* One that was closed hasn't ended yet: the loop comes by again soon. */
bool window_is_ending(const struct ui *ui);
/* More comes of it than is taken: too. */
bool window_is_held(const struct ui *ui);
/* It shows something, in a replay all that there is to show, or isn't open, or hasn't answered for a
 * while: replays and scripts that look at the screen go on. */
bool window_is_settled(struct ui *ui);

/* What the camera does, from a command; nothing while there is no frame. */
void window_zoom(struct ui *ui, double factor);
void window_pan(struct ui *ui, double by_x, double by_y); /* shares of the frame */
void window_fit(struct ui *ui);
void window_tilt(struct ui *ui); /* a relief, or flat again */
void window_turn(struct ui *ui, double degrees);
/* Show its keys or the menu of maps in the window, or close that. */
void window_panel_show(struct ui *ui, enum frame_panel_kind kind);
/* When the window shows something else by itself, ms from now: a hint ends, paths fade; −1 = never. */
int window_wait(const struct ui *ui);
/* Select a component, and show it. */
void window_select(struct ui *ui, int32_t component);

/* The save_image that makes the picture that is shown, but for the file's name. STATUS_FAILED while
 * there is none. */
enum status window_write_query(const struct ui *ui, struct script *out);

extern const struct command window_commands[];

#endif
