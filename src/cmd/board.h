/*
 * The board between the command thread and the main thread: what was found is pinned up here, what
 * the screen would like to see is asked for here, and the place on the timeline is kept here. All
 * functions lock; either thread may call any of them.
 */
#ifndef CMD_BOARD_H
#define CMD_BOARD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "algo/stepper.h"
#include "snap/density_picture.h"
#include "snap/frame.h"
#include "snap/histogram.h"

/* What the screen asks for; one of each kind at a time, the newest wins. */
enum reading_kind {
	READ_ROWS,
	READ_PATH,
	READ_ERRORS,
	READ_SUMMARY,
	READ_WALK,
	READ_HISTOGRAM,
	READ_MATCH,
	READ_DEVICE,
	READ_CONE_ABOVE,
	READ_CONE_BELOW,
	READ_THROUGH,
	READ_DENSITY,
	READ_FRAME,
	N_READINGS
};

/* What lists go by: what is shown, and a pattern that is looked for in that. */
enum list_choice { LIST_SHOWN, LIST_SOUGHT, N_LIST_CHOICES };

/* All of it is compared to tell one want from another, so zero what isn't needed. */
struct want {
	int64_t serial; /* of the search it is about; summary, endpoints, device, cone: the answer's
			 * serial */
	int32_t level; /* rows, path, walk, through: the ranking after this level; device: 1 = it is
			* shown */
	int64_t first; /* rows, cone, through: the first place in the list; path, walk: its rank;
			* match: the place before; device: another for another answer */
	int64_t n; /* rows, cone, through: how many; path: how many children; walk: the step; match:
		    * below 0 = backward; device: 1 = measure bandwidth */
	int64_t id;     /* rows: the edition of the list; match: of this */
	int32_t follow; /* rows: one more than the record whose path is to be among them, 0
			 * = none */
	struct histogram_query histogram;
	struct density_query density;
	struct frame_query frame;
	/* cone, through: the vertex; cone: see struct cone_query */
	int32_t vertex, side, split;
	int64_t slack_max;
};

/* The pin that the cone browser shall show. */
struct cone_place {
	int64_t serial; /* another for each time that one was chosen; 0 = none was */
	int32_t vertex, split, side;
};

/* A file descriptor each, for those who wait: eventfds. */
struct board {
	pthread_mutex_t lock;
	int main_fd;      /* owned: readable when there is something new for the main thread */
	int command_fd;   /* owned: readable when there is something to do for the command thread */
	char design[256]; /* what is open, "" = nothing */
	struct snap *search;              /* owned reference: a snap_search, NULL = none */
	struct snap *reading[N_READINGS]; /* owned references */
	struct want want[N_READINGS];
	/* owned references, NULL = all by slack, none */
	struct path_choice *choice[N_LIST_CHOICES];
	bool wanted[N_READINGS];     /* asked for … */
	bool being_read[N_READINGS]; /* … and taken, but not there yet */
	struct cone_place cone;
	int64_t map_edition;          /* of the density map: another with each change */
	int64_t cursor;               /* index of the step shown, -1 = before the first */
	bool following;               /* the cursor goes with the newest step */
	void (*knock)(void *context); /* makes the command thread look while it runs a script */
	void *knock_context;          /* borrowed */
};

/* A board and its descriptors; board_free() also takes NULL. */
enum status board_new(struct board **out);
void board_free(struct board *board);

/* Have board_want() knock too; NULL ends it. */
void board_set_knock(struct board *board, void (*knock)(void *), void *context);

/* Wake the thread that polls this descriptor; and take all wake-ups of it. */
void board_wake(int fd);
void board_take_wake(int fd);

/* ---- the newest search ---- */

/* Pin up a snapshot of a search (takes the reference; NULL clears) and wake the main thread. A new
 * serial puts the cursor at its end. */
void board_put_search(struct board *board, struct snap_search *search);
/* A reference for the caller, or NULL. */
struct snap_search *board_get_search(struct board *board);

/* What is open, for the title. */
void board_set_design(struct board *board, const char *name);
void board_get_design(struct board *board, char *name, size_t size);

/* Choose a pin for the cone browser: its serial is set here. */
void board_put_cone(struct board *board, struct cone_place place);
struct cone_place board_get_cone(struct board *board);

/* ---- readings ---- */

/* What rows and matches are read by from now on; takes the reference. */
void board_choose(struct board *board, enum list_choice which, struct path_choice *choice);
/* A reference for the caller, or NULL. */
struct path_choice *board_get_choice(struct board *board, enum list_choice which);

/* Ask for a reading; the command thread will pin it up. */
void board_want(struct board *board, enum reading_kind kind, const struct want *want);
/* Is anything asked for and not there yet? */
bool board_waiting(struct board *board);
/* The command thread's side: take one request, pin up its answer (takes the reference; NULL when it
 * could not be had). */
bool board_take_want(struct board *board, enum reading_kind *kind, struct want *want);
void board_put_reading(struct board *board, enum reading_kind kind, struct snap *snap);
/* A reference for the caller, or NULL. */
struct snap *board_get_reading(struct board *board, enum reading_kind kind);

/* The density map, or the step of its making, is another now. */
void board_note_map(struct board *board);
int64_t board_map_edition(struct board *board);

/* ---- the timeline ---- */

/* Move by one step of the grain, back (-1) or forward (+1). False when there is none that way: then
 * forward means that a step has to be computed. */
bool board_move(struct board *board, enum grain grain, int direction);
/* To the step of this index, or the nearest; INT64_MAX = the newest, and follow. */
void board_go(struct board *board, int64_t step);
int64_t board_cursor(struct board *board);

/* The level whose ranking is shown at a step of a search: the last one complete by then, or -1. */
int32_t search_level_at(const struct snap_search *search, int64_t step);
/* The step that ended a level; -1 for level -1. */
int64_t search_step_of_level(const struct snap_search *search, int32_t level);

#endif
