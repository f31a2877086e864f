/*
 * Files that are written whole or not at all: under another name beside, which is renamed at the
 * end, so that a full disk or ^C leaves what was there before. What isn't a plain file (/dev/null,
 * a pipe) is written as it is. A name that ends in .gz is compressed, without a time in its header,
 * so that the same text makes the same file.
 */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include "base/status.h"
#include "base/task.h"
#include "base/text.h"

struct output {
	struct text text; /* owned: what is written next; the caller appends to it */
	char *path;   /* owned: for messages, and what the file is renamed to; a link's target */
	char *beside; /* owned: the name it has until then, NULL = it is written as it is */
	void *gz;     /* owned: gzFile */
	struct task *task; /* borrowed */
};

/* STATUS_IO with the path when it can't be made; then there is nothing to be closed. */
enum status output_open(struct output *out, const char *path, struct task *task);
/*
 * Between two things that are written, `done` of them behind: send the text on when it has become
 * long. STATUS_CANCELLED when asked to stop, STATUS_IO, STATUS_NO_MEMORY.
 */
enum status output_step(struct output *out, int64_t done);
/* STATUS_FAILED: the file can't have a name, because. */
enum status output_refuse(const struct output *out, const char *name, const char *because)
	__attribute__((cold));
/* Send the rest and rename the file; with a status other than OK, or when that fails, there is no
 * file. Returns the first thing that went wrong. */
enum status output_close(struct output *out, enum status status);

#endif
