#include "base/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/parallel.h"
#include "base/unpacker.h"

enum {
	READ_AT_ONCE = 1 << 20, /* between two looks at whether to stop */
	PIECE = 1 << 18,        /* what one of several threads reads at once … */
	PIECES = 256,           /* … and how many of these they share, … */
	WORTH_SHARING = 8,      /* … from this many on */
	PACKED_AT_ONCE = 1 << 17,
	LOOK_MS = 20, /* the same while there is nothing to read */
};

struct unpacker {
	const struct packing *by;
	void *state; /* owned by that */
	struct unpacking z;
	bool in_member;
	bool at_end; /* after the last member */
	unsigned char packed[PACKED_AT_ONCE];
};

static enum status fail(const struct stream *s, const char *why)
{
	return status_fail(STATUS_IO, "%s: error: %s", s->path, why);
}

/* ---- the file ---- */

/* Not blocking: opening a FIFO would wait for a writer. Files under a lease are
 * the only ones that have to be tried again. */
static enum status open_file(struct stream *s)
{
	for (;;) {
		s->fd = open(s->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
		if (s->fd >= 0)
			return STATUS_OK;
		if (errno != EINTR && errno != EWOULDBLOCK)
			return fail(s, strerror(errno));
		if (errno == EWOULDBLOCK)
			poll(NULL, 0, LOOK_MS);
		TRY(task_breathe(s->task));
	}
}

static bool is_raw_terminal(int fd)
{
	struct termios settings;

	return tcgetattr(fd, &settings) == 0 && !(settings.c_lflag & ICANON);
}

enum status stream_open(struct stream *s, const char *path, struct task *task)
{
	enum status status;
	struct stat st;

	*s = (struct stream){.path = path, .task = task, .fd = -1};
	TRY(open_file(s));
	if (fstat(s->fd, &st) != 0)
		status = fail(s, strerror(errno));
	else if (S_ISDIR(st.st_mode))
		status = fail(s, strerror(EISDIR));
	else if (!S_ISREG(st.st_mode) && is_raw_terminal(s->fd))
		status = fail(s, "the terminal's keys are read by the screen");
	else
		status = STATUS_OK;
	if (status != STATUS_OK) {
		close(s->fd);
		s->fd = -1;
		return status;
	}
	s->may_wait = !S_ISREG(st.st_mode);
	s->size = s->may_wait ? 0 : st.st_size;
	task_begin_bytes(task, "reading", s->size);
	return STATUS_OK;
}

void stream_close(struct stream *s)
{
	if (s->fd < 0)
		return;
	if (s->unpacker)
		s->unpacker->by->end(s->unpacker->state);
	free(s->unpacker);
	close(s->fd);
	task_end(s->task);
	*s = (struct stream){.fd = -1};
}

/* A FIFO that no process has opened for writing yet isn't at its end: poll() knows, read() doesn't. */
static enum status wait_for_bytes(const struct stream *s)
{
	struct task *task = s->task;
	struct pollfd fds[2] = {
		{.fd = s->fd, .events = POLLIN},
		{.fd = task->breathe ? task->wake_fd : -1, .events = POLLIN},
	};

	for (;;) {
		int n = poll(fds, 2, LOOK_MS);

		if (n > 0 && fds[1].revents)
			task->breathe(task->context);
		if (task_cancelled(task))
			return STATUS_CANCELLED;
		if (n > 0 && fds[0].revents)
			return STATUS_OK;
	}
}

/* A regular file is always readable: what the screen asks for meanwhile is served between two reads. */
static void serve_between(const struct stream *s)
{
	struct task *task = s->task;
	struct pollfd wake = {.fd = task->breathe ? task->wake_fd : -1, .events = POLLIN};

	if (wake.fd >= 0 && poll(&wake, 1, 0) > 0)
		task->breathe(task->context);
}

static enum status read_file(struct stream *s, void *to, int64_t room, int64_t *got)
{
	ssize_t n;

	do {
		if (s->may_wait)
			TRY(wait_for_bytes(s));
		else
			serve_between(s);
		n = read(s->fd, to, room < READ_AT_ONCE ? (size_t)room : READ_AT_ONCE);
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return fail(s, strerror(errno));
		TRY(task_progress(s->task, s->n_read + (n > 0 ? n : 0)));
	} while (n < 0);
	s->at_end = n == 0;
	s->n_read += n;
	*got = n;
	return STATUS_OK;
}

/*
 * Pieces of a regular file, which threads read side by side: memory that is touched for the first time takes
 * longer than reading. What comes out are the bytes up to the first that is missing; reading goes on there, and
 * says what is wrong.
 */
static enum status read_pieces(struct stream *s, char *to, int64_t room, int64_t *got)
{
	ssize_t length[PIECES] = {0};
	int64_t n = min_i64(PIECES, min_i64(room, s->size - s->n_read) / PIECE);

	serve_between(s);
	OVER_JOBS(i, (int)n)
	{
		if (!task_cancelled(s->task))
			length[i] = pread(s->fd, to + (int64_t)i * PIECE, PIECE,
					  s->n_read + (int64_t)i * PIECE);
	}
	*got = 0;
	for (int64_t i = 0; i < n && length[i] > 0; i++) {
		*got += length[i];
		if (length[i] < PIECE)
			break;
	}
	s->n_read += *got;
	if (*got > 0 && lseek(s->fd, s->n_read, SEEK_SET) < 0)
		return fail(s, strerror(errno));
	return task_progress(s->task, s->n_read);
}

static enum status read_plain(struct stream *s, char *to, int64_t room, int64_t *got)
{
	*got = 0;
	if (!s->may_wait && min_i64(room, s->size - s->n_read) >= WORTH_SHARING * PIECE &&
	    host_threads() > 1)
		TRY(read_pieces(s, to, room, got));
	return *got > 0 ? STATUS_OK : read_file(s, to, room, got);
}

/* ---- packed ---- */

/* With the bytes of the file that were read, which are fewer than PACKED_AT_ONCE. */
static enum status begin_unpacking(struct stream *s, const struct packing *by, const char *bytes,
				   int64_t n)
{
	struct unpacker *u = calloc(1, sizeof *u);
	bool is_missing;

	errno = ENOMEM;
	if (u)
		u->state = by->begin();
	is_missing = errno == ENOENT;
	if (!u || !u->state) {
		free(u);
		return is_missing
			       ? status_fail(STATUS_IO,
					     "%s: error: it is packed by %s, and %s, which "
					     "unpacks that, can't be loaded",
					     s->path, by->name, by->library)
			       : status_fail(STATUS_NO_MEMORY, "%s: error: out of memory", s->path);
	}
	u->by = by;
	memcpy(u->packed, bytes, (size_t)n);
	u->z.in = u->packed;
	u->z.n_in = (size_t)n;
	u->in_member = true;
	s->unpacker = u;
	return STATUS_OK;
}

/* More of the file after what isn't unpacked yet, which is less than a member's first bytes. */
static enum status refill(struct stream *s)
{
	struct unpacker *u = s->unpacker;
	int64_t got;

	memmove(u->packed, u->z.in, u->z.n_in);
	u->z.in = u->packed;
	TRY(read_file(s, u->packed + u->z.n_in, PACKED_AT_ONCE - (int64_t)u->z.n_in, &got));
	u->z.n_in += (size_t)got;
	return STATUS_OK;
}

static enum status next_member(struct stream *s)
{
	struct unpacker *u = s->unpacker;
	bool more;

	while (u->z.n_in < LONGEST_MAGIC && !s->at_end)
		TRY(refill(s));
	u->in_member = packing_of(u->z.in, (int64_t)u->z.n_in, &more) == u->by;
	u->at_end = !u->in_member;
	if (u->in_member && !u->by->begin_member(u->state))
		return status_fail(STATUS_NO_MEMORY, "%s: error: out of memory", s->path);
	return STATUS_OK;
}

static enum status unpack_some(struct stream *s)
{
	struct unpacker *u = s->unpacker;
	size_t room = u->z.room;

	if (!u->z.n_in && !s->at_end)
		TRY(refill(s));
	switch (u->by->unpack(u->state, &u->z)) {
	case UNPACKED_SOME:
		if (u->z.room == room && !u->z.n_in && s->at_end)
			return fail(s, "compressed data ends too early");
		return STATUS_OK;
	case UNPACKED_MEMBER:
		u->in_member = false;
		return STATUS_OK;
	case UNPACKED_NO_MEMORY:
		return status_fail(STATUS_NO_MEMORY, "%s: error: out of memory", s->path);
	case UNPACKED_DAMAGED:
		break;
	}
	return status_fail(STATUS_IO, "%s: error: compressed data is damaged: %s", s->path,
			   u->z.why);
}

/* The length of a regular file counts as a whole, so that it doesn't matter where in it text is
 * that packs well. */
static enum status check_ratio(const struct stream *s)
{
	int64_t packed = s->size > s->n_read ? s->size : s->n_read;
	char how[256];

	if (s->n_given <= STREAM_ANY_RATIO || s->n_given / STREAM_MOST_RATIO < packed ||
	    s->task->allow_large)
		return STATUS_OK;
	stream_how_large(s, how, sizeof how);
	return status_fail(STATUS_BAD_INPUT,
			   "%s: error: %.3g MB unpack to more than %.3g GB, %d times as much, and "
			   "are taken for a decompression bomb; %s",
			   s->path, (double)packed * 1e-6, (double)s->n_given * 1e-9,
			   STREAM_MOST_RATIO, how);
}

static enum status unpack(struct stream *s, char *to, int64_t room, int64_t *got)
{
	struct unpacker *u = s->unpacker;
	size_t most = room < READ_AT_ONCE ? (size_t)room : READ_AT_ONCE;

	u->z.out = (unsigned char *)to;
	u->z.room = most;
	while (u->z.room == most && !u->at_end)
		TRY(u->in_member ? unpack_some(s) : next_member(s));
	*got = (int64_t)(most - u->z.room);
	s->n_given += *got;
	TRY(check_ratio(s));
	return task_progress(s->task, s->n_read);
}

/* ---- both ---- */

/* The first bytes say whether it is packed; in a pipe they may come one by one. */
static enum status begin(struct stream *s, char *to, int64_t *got)
{
	const struct packing *by;
	bool more;
	int64_t n;

	*got = 0;
	do {
		TRY(read_file(s, to + *got, PACKED_AT_ONCE - *got, &n));
		*got += n;
		by = packing_of((const unsigned char *)to, *got, &more);
	} while (more && !s->at_end);
	s->begun = true;
	return by ? begin_unpacking(s, by, to, *got) : STATUS_OK;
}

enum status stream_read(struct stream *s, char *to, int64_t room, int64_t *got)
{
	if (!s->begun) {
		TRY(begin(s, to, got));
		if (!s->unpacker)
			return STATUS_OK;
	}
	if (s->unpacker)
		return unpack(s, to, room, got);
	*got = 0;
	return s->at_end ? STATUS_OK : read_plain(s, to, room, got);
}

void stream_how_large(const struct stream *s, char *out, int64_t size)
{
	const char *command = s->task->command;

	if (command && strncmp(command, "read_", strlen("read_")) == 0)
		snprintf(out, (size_t)size, "%s -allow_large FILE reads it all the same", command);
	else
		snprintf(out, (size_t)size, "-allow_large of its read command takes it");
}
