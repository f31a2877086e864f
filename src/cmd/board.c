#include "cmd/board.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum status board_init(struct board *board)
{
	*board = (struct board){.cursor = -1, .following = true};
	pthread_mutex_init(&board->lock, NULL);
	board->main_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	board->command_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (board->main_fd < 0 || board->command_fd < 0)
		return status_fail(STATUS_FAILED, "no eventfd: %s", strerror(errno));
	return STATUS_OK;
}

void board_release(struct board *board)
{
	snap_unref(board->search);
	for (int k = 0; k < N_READINGS; k++)
		snap_unref(board->reading[k]);
	for (int c = 0; c < N_LIST_CHOICES; c++)
		path_choice_unref(board->choice[c]);
	if (board->main_fd >= 0)
		close(board->main_fd);
	if (board->command_fd >= 0)
		close(board->command_fd);
	pthread_mutex_destroy(&board->lock);
}

void board_set_knock(struct board *board, void (*knock)(void *), void *context)
{
	pthread_mutex_lock(&board->lock);
	board->knock = knock;
	board->knock_context = context;
	pthread_mutex_unlock(&board->lock);
}

void board_wake(int fd)
{
	uint64_t one = 1;

	while (write(fd, &one, sizeof one) < 0 && errno == EINTR)
		;
}

void board_take_wake(int fd)
{
	uint64_t count;

	while (read(fd, &count, sizeof count) < 0 && errno == EINTR)
		;
}

/* ---- the newest search ---- */

void board_put_search(struct board *board, struct snap_search *search)
{
	struct snap *old;

	pthread_mutex_lock(&board->lock);
	old = board->search;
	board->search = search ? &search->snap : NULL;
	if (!search || !old || old->serial != search->snap.serial)
		board->following = true;
	if (board->following)
		board->cursor = search ? search->n_steps - 1 : -1;
	else if (board->cursor >= search->n_steps)
		board->cursor = search->n_steps - 1;
	pthread_mutex_unlock(&board->lock);
	snap_unref(old);
	board_wake(board->main_fd);
}

static struct snap *get(struct board *board, struct snap *const *slot)
{
	struct snap *snap;

	pthread_mutex_lock(&board->lock);
	snap = *slot ? snap_ref(*slot) : NULL;
	pthread_mutex_unlock(&board->lock);
	return snap;
}

struct snap_search *board_get_search(struct board *board)
{
	return (struct snap_search *)get(board, &board->search);
}

void board_set_design(struct board *board, const char *name)
{
	pthread_mutex_lock(&board->lock);
	snprintf(board->design, sizeof board->design, "%s", name);
	pthread_mutex_unlock(&board->lock);
	board_wake(board->main_fd);
}

void board_get_design(struct board *board, char *name, size_t size)
{
	pthread_mutex_lock(&board->lock);
	snprintf(name, size, "%s", board->design);
	pthread_mutex_unlock(&board->lock);
}

void board_put_cone(struct board *board, struct cone_place place)
{
	pthread_mutex_lock(&board->lock);
	place.serial = board->cone.serial + 1;
	board->cone = place;
	pthread_mutex_unlock(&board->lock);
	board_wake(board->main_fd);
}

struct cone_place board_get_cone(struct board *board)
{
	struct cone_place place;

	pthread_mutex_lock(&board->lock);
	place = board->cone;
	pthread_mutex_unlock(&board->lock);
	return place;
}

/* ---- readings ---- */

void board_choose(struct board *board, enum list_choice which, struct path_choice *choice)
{
	struct path_choice *old;

	pthread_mutex_lock(&board->lock);
	old = board->choice[which];
	board->choice[which] = choice;
	pthread_mutex_unlock(&board->lock);
	path_choice_unref(old);
}

struct path_choice *board_get_choice(struct board *board, enum list_choice which)
{
	struct path_choice *choice;

	pthread_mutex_lock(&board->lock);
	choice = path_choice_ref(board->choice[which]);
	pthread_mutex_unlock(&board->lock);
	return choice;
}

static void want(struct board *board, enum reading_kind kind, const void *request)
{
	void (*knock_now)(void *);
	void *context;

	pthread_mutex_lock(&board->lock);
	memcpy(&board->request[kind], request, request_size(kind));
	board->wanted[kind] = true;
	knock_now = board->knock;
	context = board->knock_context;
	pthread_mutex_unlock(&board->lock);
	board_wake(board->command_fd);
	if (knock_now)
		knock_now(context);
}

bool board_waiting(struct board *board)
{
	bool waiting = false;

	pthread_mutex_lock(&board->lock);
	for (int k = 0; k < N_READINGS; k++)
		waiting = waiting || board->wanted[k] || board->being_read[k];
	pthread_mutex_unlock(&board->lock);
	return waiting;
}

bool board_take_request(struct board *board, enum reading_kind *kind, union request *request)
{
	int k = 0;

	pthread_mutex_lock(&board->lock);
	while (k < N_READINGS && !board->wanted[k])
		k++;
	if (k < N_READINGS) {
		*kind = (enum reading_kind)k;
		*request = board->request[k];
		board->wanted[k] = false;
		board->being_read[k] = true;
	}
	pthread_mutex_unlock(&board->lock);
	return k < N_READINGS;
}

void board_put_reading(struct board *board, enum reading_kind kind, struct snap *snap)
{
	struct snap *old = NULL;

	pthread_mutex_lock(&board->lock);
	if (snap) {
		old = board->reading[kind];
		board->reading[kind] = snap;
	}
	board->being_read[kind] = false;
	pthread_mutex_unlock(&board->lock);
	snap_unref(old);
	board_wake(board->main_fd);
}

#define X(name, request, answer)                                                                   \
	void board_want_##name(struct board *board, const struct request *wanted)                  \
	{                                                                                          \
		want(board, READ_##name, wanted);                                                  \
	}                                                                                          \
	struct answer *board_get_##name(struct board *board)                                       \
	{                                                                                          \
		return (struct answer *)get(board, &board->reading[READ_##name]);                  \
	}
READINGS(X)
#undef X

void board_fail_reading(struct board *board, enum status status)
{
	pthread_mutex_lock(&board->lock);
	board->failure = status;
	snprintf(board->why, sizeof board->why, "%s", status_text(status));
	pthread_mutex_unlock(&board->lock);
	board_wake(board->main_fd);
}

enum status board_take_failure(struct board *board, char *why, size_t size)
{
	enum status status;

	pthread_mutex_lock(&board->lock);
	status = board->failure;
	snprintf(why, size, "%s", board->why);
	board->failure = STATUS_OK;
	pthread_mutex_unlock(&board->lock);
	return status;
}

void board_note_map(struct board *board)
{
	pthread_mutex_lock(&board->lock);
	board->map_edition++;
	pthread_mutex_unlock(&board->lock);
	board_wake(board->main_fd);
}

int64_t board_map_edition(struct board *board)
{
	int64_t edition;

	pthread_mutex_lock(&board->lock);
	edition = board->map_edition;
	pthread_mutex_unlock(&board->lock);
	return edition;
}

/* ---- the timeline ---- */

static bool ends_step(const struct snap_search *search, enum grain grain, int64_t step)
{
	return step < 0 || grain == GRAIN_FINE || search->step[step].ends_level;
}

bool board_move(struct board *board, enum grain grain, int direction)
{
	struct snap_search *search;
	int64_t step;
	bool moved = false;

	pthread_mutex_lock(&board->lock);
	search = (struct snap_search *)board->search;
	step = board->cursor + direction;
	while (search && step >= 0 && step < search->n_steps && !ends_step(search, grain, step))
		step += direction;
	if (search && step >= -1 && step < search->n_steps && step != board->cursor) {
		board->cursor = step;
		board->following = step == search->n_steps - 1;
		moved = true;
	}
	pthread_mutex_unlock(&board->lock);
	board_wake(board->main_fd);
	return moved;
}

void board_go(struct board *board, int64_t step)
{
	const struct snap_search *search;
	int64_t last;

	pthread_mutex_lock(&board->lock);
	search = (struct snap_search *)board->search;
	last = search ? search->n_steps - 1 : -1;
	if (step > last)
		step = last;
	board->cursor = step < -1 ? -1 : step;
	board->following = board->cursor == last;
	pthread_mutex_unlock(&board->lock);
	board_wake(board->main_fd);
}

int64_t board_cursor(struct board *board)
{
	int64_t cursor;

	pthread_mutex_lock(&board->lock);
	cursor = board->cursor;
	pthread_mutex_unlock(&board->lock);
	return cursor;
}

int32_t search_level_at(const struct snap_search *search, int64_t step)
{
	for (; step >= 0; step--) {
		if (search->step[step].ends_level)
			return search->step[step].level;
	}
	return -1;
}

int64_t search_step_of_level(const struct snap_search *search, int32_t level)
{
	for (int64_t step = 0; step < search->n_steps; step++) {
		if (search->step[step].ends_level && search->step[step].level == level)
			return step;
	}
	return -1;
}
