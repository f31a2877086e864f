/*
 * Designs as bytes. What is small goes through the index, number by number (base/coder.h); arrays are
 * blocks, which store_file.c writes and reads as they are in memory, in parallel. An array is there
 * (allocated, zero) when its block is coded, but has its content only when all of the index has been
 * taken up: so what a block must be is a check that runs later, piece by piece on all processors.
 */
#ifndef STORE_CODER_H
#define STORE_CODER_H

#include "base/coder.h"
#include "base/names.h"

/* What items of a block are checked against. */
struct rule {
	int64_t n;            /* items of the block */
	int64_t least, below; /* of indices: least … below − 1; of a row: below is its last entry */
	const void *of;       /* borrowed: what they refer to */
};

/* Are items begin … end − 1 what they must be? Other blocks may not be valid yet: only what the index
 * says of them is. */
typedef bool block_check(const void *items, int64_t begin, int64_t end, const struct rule *rule);
/* block_check NAME of items of a type: whether all of them meet a condition about `item` and `rule`. */
#define CHECK_EACH(name, type, condition)                                                          \
	static block_check name;                                                                   \
	CHECK_ALL(name, type, condition)
/* The same of one that is declared in a header. */
#define CHECK_ALL(name, type, condition)                                                           \
	bool name(const void *items, int64_t begin, int64_t end, const struct rule *rule)          \
	{                                                                                          \
		const type *item = (const type *)items + begin;                                    \
		bool fits = true;                                                                  \
                                                                                                   \
		(void)rule;                                                                        \
		for (int64_t i = begin; i < end; i++, item++)                                      \
			fits &= (condition);                                                       \
		return fits;                                                                       \
	}

/* Once all blocks are valid by themselves: make what follows from them, and look at what they must be together.
 * NULL = it is fine, else what is wrong. */
struct late_run {
	const void *of; /* as it was given to code_later() */
	int n_threads;
	enum status status; /* memory; to be set */
};
typedef const char *late_check(void *object, struct late_run *run);

struct block {
	void *items; /* of the object; of a cleaned copy owned */
	bool owned;
	int64_t n;
	size_t size;
	block_check *check; /* NULL = any content will do */
	struct rule rule;
	const char *what;
	/* in the file */
	int64_t bytes;
	uint64_t checksum;
};

struct late {
	late_check *check;
	void *object;
	const void *of;
};

void coder_release(struct coder *c);

/* All names of a set, of which there must be n (-1 = any number). */
void code_names(struct coder *c, struct names *names, int64_t n);

/*
 * An array of plain numbers, or of structs without padding. *items is the object's array, allocated when
 * it is read. n is what the index has said.
 */
void code_items(struct coder *c, void **items, int64_t n, size_t size, block_check *check,
		struct rule rule, const char *what);
#define CODE_ITEMS(c, pointer, n, check, rule, what)                                               \
	code_items((c), (void **)(pointer), (n), sizeof **(pointer), (check), (rule), (what))
/* Of int32_t from least to below − 1. */
#define CODE_INDICES(c, pointer, n, least_, below_, what)                                          \
	CODE_ITEMS(c, pointer, n, check_indices,                                                   \
		   ((struct rule){.least = (least_), .below = (below_)}), what)
/* The same of an array that is the coder's from now on when it saves. */
void code_given(struct coder *c, void **items, int64_t n, size_t size, block_check *check,
		struct rule rule, const char *what);
#define CODE_GIVEN(c, pointer, n, check, rule, what)                                               \
	code_given((c), (void **)(pointer), (n), sizeof **(pointer), (check), (rule), (what))
/* The same of structs with padding, which is written as zeros: `clean` copies an item field by field into
 * zeroed memory. */
typedef void clean_item(void *to, const void *from);
void code_padded(struct coder *c, void **items, int64_t n, size_t size, clean_item *clean,
		 block_check *check, struct rule rule, const char *what);
#define CODE_PADDED(c, pointer, n, clean, check, rule, what)                                       \
	code_padded((c), (void **)(pointer), (n), sizeof **(pointer), (clean), (check), (rule),    \
		    (what))

/* When it reads: look at an object, and what it refers to, once the blocks are there. In the order of these calls. */
void code_later(struct coder *c, late_check *check, void *object, const void *of);

/* Room for n items when it reads, zeroed; they are coded one by one then. */
void code_room(struct coder *c, void **items, int64_t n, size_t size);
#define CODE_ROOM(c, pointer, n) code_room((c), (void **)(pointer), (n), sizeof **(pointer))

/* object->array[object->n], one by one: code(c, object, &item). */
#define CODE_EACH(c, object, array, n, code)                                                       \
	do {                                                                                       \
		CODE_ROOM(c, &(object)->array, (object)->n);                                       \
		for (int32_t code_i = 0; code_i < (object)->n && !coder_failed(c); code_i++)       \
			code((c), (object), &(object)->array[code_i]);                             \
	} while (0)

/* Several numbers, counts or flags in a row: pointers to each. */
#define CODE_REALS(c, ...)                                                                         \
	code_reals((c), (double *const[]){__VA_ARGS__},                                            \
		   sizeof(double *const[]){__VA_ARGS__} / sizeof(double *))
#define CODE_COUNTS(c, ...)                                                                        \
	code_counts((c), (int32_t *const[]){__VA_ARGS__},                                          \
		    sizeof(int32_t *const[]){__VA_ARGS__} / sizeof(int32_t *))
#define CODE_BOOLS(c, ...)                                                                         \
	code_bools((c), (bool *const[]){__VA_ARGS__},                                              \
		   sizeof(bool *const[]){__VA_ARGS__} / sizeof(bool *))
void code_reals(struct coder *c, double *const *value, size_t n);
void code_counts(struct coder *c, int32_t *const *value, size_t n);
void code_bools(struct coder *c, bool *const *value, size_t n);
/* The first and the number of things among `total` ones. */
void code_range(struct coder *c, int32_t *first, int32_t *n, int32_t total, const char *what);

/* ---- what blocks are ---- */

#define ANY_ITEMS           ((struct rule){0})
#define INDICES(least_, n_) ((struct rule){.least = (least_), .below = (n_)})
/* int32_t, uint8_t from least to below − 1 */
block_check check_indices, check_bytes;
/* int32_t, int64_t: from 0, never falling, to `below` */
block_check check_row, check_long_row;
/* double: finite */
block_check check_reals;

#endif
