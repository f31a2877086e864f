/*
 * The board between the command thread and the main thread: what was found is pinned up here, what
 * the screen would like to see is asked for here, and the place on the timeline is kept here. All
 * functions lock; either thread may call any of them.
 */
#ifndef SESSION_BOARD_H
#define SESSION_BOARD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "snap/readings.h"
#include "snap/timeline.h"

/* What lists go by: what is shown, and a pattern that is looked for in that. */
enum board_list { LIST_SHOWN, LIST_SOUGHT, N_BOARD_LISTS };

/* The pin that the cone browser shall show. */
struct cone_place {
	int64_t serial; /* another for each time that one was chosen; 0 = none was */
	int32_t vertex, split, side;
};

/* What going back to the set of constraints before an edit does to it. */
enum edit_undone { EDIT_UNDONE, EDIT_IN_PART, EDIT_STAYS };

/* The set of constraints that the design has (session/edits.h), and the edit that has just made it; "" = none has. */
struct board_edit {
	int64_t number;
	int64_t first; /* of the sets of this netlist */
	enum edit_undone undone;
	char words[256];
};

/* A timeline and what is shown of it. */
struct board_timeline {
	struct snap *snap; /* owned reference: a snap_timeline, NULL = none has begun */
	int64_t cursor;    /* index of the step shown, -1 = before the first */
	bool following;    /* the cursor goes with the newest step */
};

/* A file descriptor for each side to wait on: eventfds. */
struct board {
	pthread_mutex_t lock;
	int main_fd;      /* owned: readable when there is something new for the main thread */
	int command_fd;   /* owned: readable when there is something to do for the command thread */
	char design[256]; /* what is open, "" = nothing */
	struct snap *search; /* owned reference: a snap_search, NULL = none */
	struct board_timeline timeline[N_STEPPERS];
	enum stepper_kind stepper;        /* that moves are about when they don't say */
	struct snap *reading[N_READINGS]; /* owned references */
	union request request[N_READINGS];
	/* owned references, NULL = all by slack, none */
	struct list_filter *filter[N_BOARD_LISTS];
	bool wanted[N_READINGS];     /* asked for … */
	bool being_read[N_READINGS]; /* … and taken, but not there yet */
	enum status failure;         /* of the last reading that couldn't be made, until taken */
	char why[256];               /* … in words */
	struct cone_place cone;
	struct board_edit edit;
	int64_t map_edition; /* of the density map: another with each change */
	int64_t n_opened;    /* parts of a design that a command has opened amid it */
};

/* A board and its descriptors; board_free() also takes NULL. */
enum status board_new(struct board **out);
void board_free(struct board *board);

/* Wake the thread that polls this descriptor; and take all wake-ups of it. */
void eventfd_wake(int fd);
void eventfd_drain(int fd);

/* ---- the newest search ---- */

/* Pin up a snapshot of a search and its timeline (takes the reference; NULL clears) and wake the main
 * thread. */
void board_put_search(struct board *board, struct snap_search *search);
/* A reference for the caller, or NULL. */
struct snap_search *board_get_search(struct board *board);

/* What is open, for the title. */
void board_set_design(struct board *board, const char *name);
void board_get_design(struct board *board, char *name, size_t size);

/* Choose a pin for the cone browser: its serial is set here. */
void board_put_cone(struct board *board, struct cone_place place);
struct cone_place board_get_cone(struct board *board);

/* ---- constraints ---- */

void board_put_edit(struct board *board, const struct board_edit *edit);
struct board_edit board_get_edit(struct board *board);

/* ---- readings ---- */

/* What rows and matches are read by from now on; takes the reference. */
void board_set_filter(struct board *board, enum board_list which, struct list_filter *filter);
/* A reference for the caller, or NULL. */
struct list_filter *board_get_filter(struct board *board, enum board_list which);

/*
 * board_want_NAME(): ask for a reading; the command thread will pin it up. board_get_NAME(): what was
 * pinned up last, a reference for the caller, or NULL.
 */
#define X(name, request, answer)                                                                   \
	void board_want_##name(struct board *board, const struct request *wanted);                 \
	struct answer *board_get_##name(struct board *board);
READINGS(X)
#undef X
/* Is anything asked for and not there yet? */
bool board_waiting(struct board *board);
/* The command thread's side: take one request, pin up its answer (takes the reference; NULL when it
 * could not be had). In a step those of dies stay, as what it computes would be in them half: they are answered after it. */
bool board_take_request(struct board *board, bool in_step, enum reading_kind *kind,
			union request *request);
void board_put_reading(struct board *board, enum reading_kind kind, struct snap *snap);
/* A reading couldn't be made for lack of memory or since the device failed: tell the main thread, in
 * this thread's words for that status. */
void board_fail_reading(struct board *board, enum status status);
/* The last such failure, once; STATUS_OK when there is none. */
enum status board_take_failure(struct board *board, char *why, size_t size);

/* A command that goes on has opened a part of the design, so there is more to be shown; and how often
 * message. */
void board_note_opened(struct board *board);
int64_t board_n_opened(struct board *board);

/* The density map is another now; its edition, which the step of its making is part of. */
void board_note_map(struct board *board);
int64_t board_map_edition(struct board *board);

/* ---- timelines ---- */

/* Pin one up (takes the reference; NULL clears). With a new serial the cursor is at its end. */
void board_put_timeline(struct board *board, enum stepper_kind kind,
			struct snap_timeline *timeline);
/* A reference for the caller, or NULL; and where its cursor is. */
struct snap_timeline *board_get_timeline(struct board *board, enum stepper_kind kind,
					 int64_t *cursor);
int64_t board_cursor(struct board *board, enum stepper_kind kind);

/* Move by one step of the grain, back (-1) or forward (+1). False when there is none that way: then
 * forward means that a step has to be computed. */
bool board_move(struct board *board, enum stepper_kind kind, enum grain grain, int direction);
/* To the step of this index, or the nearest; INT64_MAX = the newest, and follow. */
void board_go(struct board *board, enum stepper_kind kind, int64_t step);

/* Which stepper moves are about that don't name one: that of the view that is shown; in a batch the
 * one that was begun or named last. */
void board_set_stepper(struct board *board, enum stepper_kind kind);
enum stepper_kind board_stepper(struct board *board);

#endif
