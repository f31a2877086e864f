#include "session/board.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/lock.h"

enum status board_new(struct board **out)
{
	struct board *board;
	enum status status;

	TRY(ALLOC(&board, 1));
	for (int k = 0; k < N_STEPPERS; k++)
		board->timeline[k] = (struct board_timeline){NULL, -1, true};
	pthread_mutex_init(&board->lock, NULL);
	board->main_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	board->command_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (board->main_fd < 0 || board->command_fd < 0) {
		status = status_fail(STATUS_FAILED, "no eventfd: %s", strerror(errno));
		board_free(board);
		return status;
	}
	*out = board;
	return STATUS_OK;
}

void board_free(struct board *board)
{
	if (!board)
		return;
	snap_unref(board->search);
	for (int k = 0; k < N_STEPPERS; k++)
		snap_unref(board->timeline[k].snap);
	for (int k = 0; k < N_READINGS; k++)
		snap_unref(board->reading[k]);
	for (int c = 0; c < N_BOARD_LISTS; c++)
		list_filter_unref(board->filter[c]);
	if (board->main_fd >= 0)
		close(board->main_fd);
	if (board->command_fd >= 0)
		close(board->command_fd);
	pthread_mutex_destroy(&board->lock);
	free(board);
}

void eventfd_wake(int fd)
{
	uint64_t one = 1;

	while (write(fd, &one, sizeof one) < 0 && errno == EINTR)
		;
}

void eventfd_drain(int fd)
{
	uint64_t count;

	while (read(fd, &count, sizeof count) < 0 && errno == EINTR)
		;
}

/* ---- the lock ---- */

static void wake_main(struct board **board)
{
	eventfd_wake((*board)->main_fd);
}

/* HOLDS() of its lock; the main thread is woken after that. */
#define POSTS(board)                                                                               \
	RELEASED_BY(wake_main) struct board *posted = (board);                                     \
	HOLDS(&(board)->lock)

/* ---- the newest search ---- */

/* Locked; the one before it, for the caller to drop. */
static struct snap *set_timeline(struct board_timeline *t, struct snap *snap)
{
	const struct snap_timeline *timeline = (const struct snap_timeline *)snap;
	struct snap *old = t->snap;

	t->snap = snap;
	if (!snap || !old || old->serial != snap->serial)
		t->following = true;
	if (t->following || t->cursor >= timeline->n_steps)
		t->cursor = timeline ? timeline->n_steps - 1 : -1;
	return old;
}

void board_put_search(struct board *board, struct snap_search *search)
{
	SNAP_HELD struct snap *timeline = search ? snap_ref(&search->timeline->snap) : NULL;
	SNAP_HELD struct snap *old = NULL;
	POSTS(board);

	old = board->search;
	board->search = search ? &search->snap : NULL;
	timeline = set_timeline(&board->timeline[STEPPER_SEARCH], timeline);
}

static struct snap *get(struct board *board, struct snap *const *slot)
{
	HOLDS(&board->lock);

	return *slot ? snap_ref(*slot) : NULL;
}

struct snap_search *board_get_search(struct board *board)
{
	return (struct snap_search *)get(board, &board->search);
}

void board_set_design(struct board *board, const char *name)
{
	POSTS(board);

	snprintf(board->design, sizeof board->design, "%s", name);
}

void board_get_design(struct board *board, char *name, size_t size)
{
	HOLDS(&board->lock);

	snprintf(name, size, "%s", board->design);
}

void board_put_cone(struct board *board, struct cone_place place)
{
	POSTS(board);

	place.serial = board->cone.serial + 1;
	board->cone = place;
}

struct cone_place board_get_cone(struct board *board)
{
	HOLDS(&board->lock);

	return board->cone;
}

void board_put_edit(struct board *board, const struct board_edit *edit)
{
	POSTS(board);

	board->edit = *edit;
}

struct board_edit board_get_edit(struct board *board)
{
	HOLDS(&board->lock);

	return board->edit;
}

/* ---- readings ---- */

void board_set_filter(struct board *board, enum board_list which, struct list_filter *filter)
{
	RELEASED_BY(list_filter_drop) struct list_filter *old = NULL;
	HOLDS(&board->lock);

	old = board->filter[which];
	board->filter[which] = filter;
}

struct list_filter *board_get_filter(struct board *board, enum board_list which)
{
	HOLDS(&board->lock);

	return list_filter_ref(board->filter[which]);
}

static void want(struct board *board, enum reading_kind kind, const void *request)
{
	pthread_mutex_lock(&board->lock);
	memcpy(&board->request[kind], request, request_size(kind));
	board->wanted[kind] = true;
	pthread_mutex_unlock(&board->lock);
	eventfd_wake(board->command_fd);
}

bool board_waiting(struct board *board)
{
	bool waiting = false;
	HOLDS(&board->lock);

	for (int k = 0; k < N_READINGS; k++)
		waiting = waiting || board->wanted[k] || board->being_read[k];
	return waiting;
}

static bool waits_for_step(int kind)
{
	return kind == READ_ssta || kind == READ_ssta_dies;
}

bool board_take_request(struct board *board, bool in_step, enum reading_kind *kind,
			union request *request)
{
	int k = 0;
	HOLDS(&board->lock);

	while (k < N_READINGS && (!board->wanted[k] || (in_step && waits_for_step(k))))
		k++;
	if (k == N_READINGS)
		return false;
	*kind = (enum reading_kind)k;
	*request = board->request[k];
	board->wanted[k] = false;
	board->being_read[k] = true;
	return true;
}

void board_put_reading(struct board *board, enum reading_kind kind, struct snap *snap)
{
	SNAP_HELD struct snap *old = NULL;
	POSTS(board);

	if (snap) {
		old = board->reading[kind];
		board->reading[kind] = snap;
	}
	board->being_read[kind] = false;
}

struct snap *board_get_reading(struct board *board, enum reading_kind kind)
{
	return get(board, &board->reading[kind]);
}

/* board_want_rows(), board_get_rows(), board_want_frame() and so on, of each row of READINGS. */
#define X(name, request, answer)                                                                   \
	void board_want_##name(struct board *board, const struct request *wanted)                  \
	{                                                                                          \
		want(board, READ_##name, wanted);                                                  \
	}                                                                                          \
	struct answer *board_get_##name(struct board *board)                                       \
	{                                                                                          \
		return (struct answer *)board_get_reading(board, READ_##name);                     \
	}
READINGS(X)
#undef X

void board_fail_reading(struct board *board, enum status status)
{
	POSTS(board);

	board->failure = status;
	snprintf(board->why, sizeof board->why, "%s", status_text(status));
}

enum status board_take_failure(struct board *board, char *why, size_t size)
{
	enum status status;
	HOLDS(&board->lock);

	status = board->failure;
	snprintf(why, size, "%s", board->why);
	board->failure = STATUS_OK;
	return status;
}

void board_note_map(struct board *board)
{
	POSTS(board);

	board->map_edition++;
}

void board_note_opened(struct board *board)
{
	POSTS(board);

	board->n_opened++;
}

int64_t board_n_opened(struct board *board)
{
	HOLDS(&board->lock);

	return board->n_opened;
}

int64_t board_map_edition(struct board *board)
{
	HOLDS(&board->lock);

	return (board->map_edition << 32) + board->timeline[STEPPER_DENSITY].cursor +
	       65536 * (board->timeline[STEPPER_CG].cursor + board->timeline[STEPPER_PLACE].cursor);
}

/* ---- timelines ---- */

void board_put_timeline(struct board *board, enum stepper_kind kind, struct snap_timeline *timeline)
{
	SNAP_HELD struct snap *old = NULL;
	POSTS(board);

	old = set_timeline(&board->timeline[kind], timeline ? &timeline->snap : NULL);
}

struct snap_timeline *board_get_timeline(struct board *board, enum stepper_kind kind,
					 int64_t *cursor)
{
	struct snap *snap;
	HOLDS(&board->lock);

	snap = board->timeline[kind].snap;
	*cursor = board->timeline[kind].cursor;
	return (struct snap_timeline *)(snap ? snap_ref(snap) : NULL);
}

int64_t board_cursor(struct board *board, enum stepper_kind kind)
{
	HOLDS(&board->lock);

	return board->timeline[kind].cursor;
}

bool board_move(struct board *board, enum stepper_kind kind, enum grain grain, int direction)
{
	struct board_timeline *t = &board->timeline[kind];
	const struct snap_timeline *timeline;
	int64_t to;
	POSTS(board);

	timeline = (const struct snap_timeline *)t->snap;
	to = timeline ? snap_timeline_beside(timeline, t->cursor, grain, direction) : t->cursor;
	if (to == t->cursor)
		return false;
	t->cursor = to;
	t->following = to == timeline->n_steps - 1;
	return true;
}

void board_go(struct board *board, enum stepper_kind kind, int64_t step)
{
	struct board_timeline *t = &board->timeline[kind];
	int64_t last;
	POSTS(board);

	last = t->snap ? ((const struct snap_timeline *)t->snap)->n_steps - 1 : -1;
	t->cursor = step > last ? last : step < -1 ? -1 : step;
	t->following = t->cursor == last;
}

void board_set_stepper(struct board *board, enum stepper_kind kind)
{
	HOLDS(&board->lock);

	board->stepper = kind;
}

enum stepper_kind board_stepper(struct board *board)
{
	HOLDS(&board->lock);

	return board->stepper;
}
