/*
 * Files that are written whole or not at all: under another name beside, which is renamed at the
 * end, so that a full disk, ^C or a crash leaves what was there before. It is on the disk before it
 * has its name. A file that is appended to is written in place and cut back when that fails. What
 * isn't a plain file (a device, a pipe), and standard output or error, is written
 * as it is. A name that ends in .gz is compressed, without a time in its header, so that the same
 * text makes the same file.
 *
 * The name beside is PATH.PID-N.SUM.part, with a checksum of the name before it, locked by flock() as long as
 * it is being written: what a writer that was killed has left has no lock, and goes when the same file is
 * written again.
 */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/status.h"
#include "base/task.h"
#include "base/text.h"

struct output {
	struct text text; /* owned: what is written next; the caller appends to it */
	char *path;   /* owned: for messages, and what the file is renamed to; a link's target */
	char *beside; /* owned: the name it has until then, NULL = it is written as it is */
	int fd;
	void *gz;          /* owned: gzFile; NULL = not compressed */
	int64_t cut_to;    /* the length of a plain file that is appended to; -1 = another one */
	bool is_new;       /* it is appended to, and wasn't there before */
	struct task *task; /* borrowed; NULL = no progress is reported */
};

/* STATUS_IO with the path when it can't be made; then there is nothing to be closed. */
enum status output_open(struct output *out, const char *path, struct task *task);
/* The same after what the file has; of a compressed one that is another member. */
enum status output_append(struct output *out, const char *path, struct task *task);
/* Compress it although its name doesn't end in .gz; before anything is written. STATUS_NO_MEMORY. */
enum status output_compress(struct output *out);
/*
 * Between two items of a text, of which `done` are written: send the text on when it has become
 * long. STATUS_CANCELLED when asked to stop, STATUS_IO, STATUS_NO_MEMORY.
 */
enum status output_step(struct output *out, int64_t done);
/* STATUS_FAILED: the file can't have a name, because. */
enum status output_refuse(const struct output *out, const char *name, const char *because)
	__attribute__((cold));
/* Is it a plain file, and no device or pipe? */
bool output_is_plain(const struct output *out);
/* A file whose name the program chooses: a descriptor, open by these flags of open(). It is never one that is
 * there, nor where a link leads, even to nothing; -1 and errno (EEXIST). */
int output_make(const char *path, int flags, mode_t mode);
/* Send the text on now. */
enum status output_send(struct output *out);
/* Send the rest and rename the file. With a status other than OK, or when that fails, there is none
 * beside and the one of that name is as it was: unless another process has appended to it meanwhile,
 * then nothing is taken back. Returns the first thing that went wrong. */
enum status output_close(struct output *out, enum status status);

#endif
