/*
 * Packed bytes: gzip by zlib; bzip2, xz and zstd by their libraries, which are loaded when a file first needs one. A packed
 * file is one member after the other.
 */
#ifndef BASE_UNPACKER_H
#define BASE_UNPACKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum unpacked {
	UNPACKED_SOME,   /* or nothing yet */
	UNPACKED_MEMBER, /* to its end */
	UNPACKED_DAMAGED,
	UNPACKED_NO_MEMORY,
};

/* As zlib's: moved on by what is taken and given. */
struct unpacking {
	const unsigned char *in;
	size_t n_in;
	unsigned char *out;
	size_t room;
	const char *why; /* it is damaged: a constant, or of the library until it goes on */
};

enum { LONGEST_MAGIC = 6 };

struct packing {
	const char *name, *library;         /* that unpacks it, "" = none has to be loaded */
	unsigned char magic[LONGEST_MAGIC]; /* a member begins with this; … */
	size_t n_magic;
	/* NULL where the library isn't there (errno ENOENT), or memory (ENOMEM) */
	void *(*begin)(void);
	enum unpacked (*unpack)(void *state, struct unpacking *u);
	bool (*begin_member)(void *state); /* another one; false: no memory */
	void (*end)(void *state);
};

/* What a member that begins with these bytes is packed by; NULL = it isn't. *more: that needs more bytes than there are. */
const struct packing *packing_of(const unsigned char *bytes, int64_t n, bool *more);
/* The length of a file's name without an ending like .gz or .xz. */
size_t unpacked_length(const char *name, size_t length);

#endif
