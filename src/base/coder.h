/*
 * Things as bytes. Each code_… function puts a number down or takes it up and checks it, so both directions are written once.
 *
 * When something is wrong, c->wrong says what, and what is coded from then on is its least value:
 * code_… functions need no status. Reading never trusts a number of the bytes.
 */
#ifndef BASE_CODER_H
#define BASE_CODER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

struct coder {
	bool saving;
	struct text index;    /* owned, of one that saves */
	const char *at, *end; /* of one that reads: what is left */
	const char *cut;      /* a string constant: what is wrong where the bytes end too early */
	const char *wrong;    /* a string constant: what was wrong first; NULL = nothing */
	enum status status;   /* memory */
	/* of a snapshot (store/coder.h) */
	struct block *block;       /* owned [n_blocks] */
	int32_t n_blocks, n_known; /* n_known: of one that reads: those the file has */
	int64_t block_capacity;
	struct late *late; /* owned */
	int32_t n_late;
	int64_t late_capacity;
};

/* The rest is not worth being taken up. */
static inline bool coder_failed(const struct coder *c)
{
	return c->wrong || c->status != STATUS_OK;
}
void code_wrong(struct coder *c, const char *what);
void code_fail(struct coder *c, enum status status);

void code_bytes(struct coder *c, void *data, int64_t n);
/* Numbers from least to most. */
void code_int(struct coder *c, int32_t *value, int64_t least, int64_t most, const char *what);
void code_long(struct coder *c, int64_t *value, int64_t least, int64_t most, const char *what);
/* An index: least … n − 1. */
void code_id(struct coder *c, int32_t *id, int32_t least, int64_t n, const char *what);
void code_bool(struct coder *c, bool *value);
/* A finite number. */
void code_real(struct coder *c, double *value);
#define CODE_ENUM(c, field, most, what)                                                            \
	do {                                                                                       \
		int32_t code_value = (int32_t)(field);                                             \
		code_int((c), &code_value, 0, (most), (what));                                     \
		if (!(c)->saving)                                                                  \
			(field) = code_value;                                                      \
	} while (0)
/* Owned by the object; may be NULL. */
void code_string(struct coder *c, char **string);
/* The same, "" when it isn't there; never NULL when it has been read. */
void code_name(struct coder *c, char **string);
/* A count of things that take at least one byte each in the index. */
void code_count(struct coder *c, int32_t *n);
/* Any bytes. Of one that reads the text is a copy. */
void code_text(struct coder *c, struct text *text);
#endif
