/*
 * The bytes of a file, read as they are or unpacked when they are gzip, bzip2, xz or zstd (base/unpacker.h): one member
 * after the other; trailing bytes that are not a member are ignored, as gzip does.
 *
 * Reading can be cancelled: where a file makes its reader wait (a FIFO that no process has opened
 * for writing, a silent pipe, a terminal), the task breathes and its cancel flag is looked at. A
 * regular file never waits; the task breathes between two reads when something is asked for. A terminal in raw mode is refused: the program that set it reads
 * its keys.
 *
 * deflate packs 1032:1 at best, and real files that are large and repeat themselves (tiled designs)
 * come close. So a ratio says nothing of a small file; one that unpacks to more than
 * STREAM_ANY_RATIO bytes and more than STREAM_MOST_RATIO times its length is taken for a bomb,
 * unless task->allow_large. What a text may take of the memory is in input.h.
 */
#ifndef BASE_STREAM_H
#define BASE_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/task.h"

#define STREAM_ANY_RATIO (INT64_C(1) << 30) /* bytes */
enum { STREAM_MOST_RATIO = 1000 };

struct unpacker;

struct stream {
	const char *path;          /* borrowed: for messages */
	struct task *task;         /* borrowed */
	int fd;                    /* owned; -1 = closed */
	bool may_wait;             /* it is no regular file */
	bool begun;                /* its first bytes have said what it is */
	bool at_end;               /* of the file, which may be ahead of what was unpacked */
	int64_t size;              /* of a regular file, else 0 */
	int64_t n_read;            /* bytes of the file so far … */
	int64_t n_given;           /* … and what they unpacked to */
	struct unpacker *unpacker; /* owned; NULL = the bytes are given as they are */
};

/* Open a file; its length becomes the task's total. STATUS_IO with the path. */
enum status stream_open(struct stream *stream, const char *path, struct task *task);
void stream_close(struct stream *stream);

/*
 * Some of the next bytes, at most `room`, which is 131072 at the least for the first; *got is 0 at
 * the end alone. The task's progress is in bytes of the file. STATUS_CANCELLED, STATUS_IO,
 * STATUS_BAD_INPUT (a bomb).
 */
enum status stream_read(struct stream *stream, char *to, int64_t room, int64_t *got);

/* Append how a file that was refused for its size is read all the same, as a part of a sentence:
 * "read_def -allow_large FILE …". */
void stream_how_large(const struct stream *stream, char *out, int64_t size);

#endif
