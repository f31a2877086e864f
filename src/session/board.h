/*
 * The board between the command thread and the main thread: the command thread posts results here,
 * the main thread requests readings, and both share the place on each timeline. All functions lock;
 * either thread may call any of them.
 */
#ifndef SESSION_BOARD_H
#define SESSION_BOARD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "snap/readings.h"
#include "snap/timeline.h"

/* The filters of lists: which paths are listed, and the pattern searched for in the list. */
enum board_list { LIST_SHOWN, LIST_SOUGHT, N_BOARD_LISTS };

/* The pin that the cone browser is to show. */
struct cone_place {
	int64_t serial; /* number of the choice, changes with each; 0 = no pin chosen yet */
	int32_t vertex, split, side;
};

/* What undo does to an edit: all of it, its constraints only, or nothing (wires, annotations,
 * …). */
enum edit_undone { EDIT_UNDONE, EDIT_IN_PART, EDIT_STAYS };

/* The design's current set of constraints (session/edits.h), and the edit that made it. */
struct board_edit {
	int64_t number; /* of the set */
	int64_t first;  /* number of this netlist's first set */
	enum edit_undone undone;
	char words[256]; /* the edit's command, "" = no edit made this set */
};

/* A timeline and the step of it that is shown. */
struct board_timeline {
	struct snap *snap; /* owned reference: a snap_timeline, NULL = none has begun */
	int64_t cursor;    /* index of the step shown, -1 = before the first */
	bool following;    /* the cursor moves on to each new step */
};

/* A file descriptor for each side to wait on: eventfds. */
struct board {
	pthread_mutex_t lock;
	int main_fd;         /* owned: readable when something was posted for the main thread */
	int command_fd;      /* owned: readable when the command thread has requests */
	char design[256];    /* title of the open design, "" = none */
	struct snap *search; /* owned reference: a snap_search, NULL = none */
	struct board_timeline timeline[N_STEPPERS];
	enum stepper_kind stepper;        /* the one that moves without a name apply to */
	struct snap *reading[N_READINGS]; /* owned references */
	union request request[N_READINGS];
	/* owned references; NULL: LIST_SHOWN lists all paths by slack, LIST_SOUGHT finds none */
	struct list_filter *filter[N_BOARD_LISTS];
	bool wanted[N_READINGS];     /* requested, not taken yet */
	bool being_read[N_READINGS]; /* taken by the command thread, not answered yet */
	enum status failure;         /* of the last reading that failed, until taken */
	char why[256];               /* its message */
	struct cone_place cone;
	struct board_edit edit;
	int64_t map_edition; /* of the density map, counts its changes */
	int64_t n_opened; /* counts the parts of designs that commands still running have opened */
};

/* A board and its descriptors; board_free() also takes NULL. */
enum status board_new(struct board **out);
void board_free(struct board *board);

/* Wake the thread that polls an eventfd; reset the eventfd after waking up. */
void eventfd_wake(int fd);
void eventfd_drain(int fd);

/* ---- the newest search ---- */

/* Post a snapshot of a search and its timeline (takes the reference; NULL clears) and wake the main
 * thread. */
void board_put_search(struct board *board, struct snap_search *search);
/* A reference for the caller, or NULL. */
struct snap_search *board_get_search(struct board *board);

/* The title of the open design. */
void board_set_design(struct board *board, const char *name);
void board_get_design(struct board *board, char *name, size_t size);

/* Choose a pin for the cone browser; place.serial is ignored, the board sets it. */
void board_put_cone(struct board *board, struct cone_place place);
struct cone_place board_get_cone(struct board *board);

/* ---- constraints ---- */

void board_put_edit(struct board *board, const struct board_edit *edit);
struct board_edit board_get_edit(struct board *board);

/* ---- readings ---- */

/* Set a filter for later readings of rows and matches; takes the reference. */
void board_set_filter(struct board *board, enum board_list which, struct list_filter *filter);
/* A reference for the caller, or NULL. */
struct list_filter *board_get_filter(struct board *board, enum board_list which);

/*
 * board_want_NAME(): request a reading, which the command thread will post. board_get_NAME(): the
 * newest one posted, a reference for the caller, or NULL.
 */
#define X(name, request, answer)                                                                   \
	void board_want_##name(struct board *board, const struct request *wanted);                 \
	struct answer *board_get_##name(struct board *board);
READINGS(X)
#undef X
/* The same of a kind that isn't known before. */
struct snap *board_get_reading(struct board *board, enum reading_kind kind);
/* Is a request not answered yet? */
bool board_waiting(struct board *board);
/* The command thread's side: take one request; post its answer (takes the reference; NULL =
 * no answer). Within a step, requests about dies stay queued, since the step has changed their data
 * in part. */
bool board_take_request(struct board *board, bool in_step, enum reading_kind *kind,
			union request *request);
void board_put_reading(struct board *board, enum reading_kind kind, struct snap *snap);
/* Post that a reading failed (no memory, device), with this thread's message for the status. */
void board_fail_reading(struct board *board, enum status status);
/* Take the last such failure; STATUS_OK = none. */
enum status board_take_failure(struct board *board, char *why, size_t size);

/* A running command has opened a part of the design, which can be shown already; the number of such
 * calls. */
void board_note_opened(struct board *board);
int64_t board_n_opened(struct board *board);

/* The density map has changed; its edition, which also changes with the step that its timeline
 * shows. */
void board_note_map(struct board *board);
int64_t board_map_edition(struct board *board);

/* ---- timelines ---- */

/* Post a timeline (takes the reference; NULL clears). With a new serial the cursor goes to its
 * end. */
void board_put_timeline(struct board *board, enum stepper_kind kind,
			struct snap_timeline *timeline);
/* A reference for the caller, or NULL; and its cursor. */
struct snap_timeline *board_get_timeline(struct board *board, enum stepper_kind kind,
					 int64_t *cursor);
int64_t board_cursor(struct board *board, enum stepper_kind kind);

/* Move the cursor by one step of the grain, back (-1) or forward (+1). False if there is no such
 * step; forward, it has to be computed then. */
bool board_move(struct board *board, enum stepper_kind kind, enum grain grain, int direction);
/* Move the cursor to this step, or the nearest; INT64_MAX = the newest, and follow. */
void board_go(struct board *board, enum stepper_kind kind, int64_t step);

/* The stepper that moves without a name apply to: that of the view shown; in a batch the one that
 * was begun or named last. */
void board_set_stepper(struct board *board, enum stepper_kind kind);
enum stepper_kind board_stepper(struct board *board);

#endif
