/*
 * The file of a snapshot:
 *
 *	header      64 bytes: signature, version, order of bytes, sizes, checksums
 *	index       what is small, number by number (coder.h)
 *	table       16 bytes a block: its length and its checksum
 *	blocks      each at a multiple of 64 bytes, zeros between
 *
 * Numbers are those of the machine, little-endian. Checksums find what a disk or a transfer has done; an attacker
 * can make them fit, so they are no reason to trust a number.
 */
#ifndef STORE_STORE_FILE_H
#define STORE_STORE_FILE_H

#include "base/task.h"
#include "store/coder.h"

enum { STORE_VERSION = 16 };

/* Write what was coded to a file, whole or not at all (base/output.h). */
enum status store_write(const char *path, struct coder *c, int n_threads, struct task *task);

struct store_source;
/* Open a snapshot, check header, index and table, and begin to take the index up: `c` is zeroed. The message has the
 * path. STATUS_IO, STATUS_BAD_INPUT, STATUS_NO_MEMORY, STATUS_CANCELLED. */
enum status store_open(const char *path, bool any_checksum, struct task *task, struct coder *c,
		       struct store_source **out);
/* Once the index is taken up: read the blocks, check all of it. */
enum status store_read(struct store_source *source, struct coder *c, int n_threads);
void store_close(struct store_source *source); /* NULL is fine */

#endif
