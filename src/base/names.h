/*
 * A set of names numbered from 0 in the order in which they were added, found again by a hash.
 */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/status.h"
#include "base/text.h"

/* Together, because each is a line of memory far away, and threads exchange both at once. */
struct names_slot {
	int32_t id_above; /* the id and one more, 0 = free */
	uint32_t hash;    /* spares the comparison of most unequal names */
} __attribute__((aligned(8)));

struct names {
	int32_t n;
	char *data; /* owned: all names, each with its NUL */
	int64_t data_length, data_capacity;
	int64_t *start; /* owned: start[id] = offset in data */
	int64_t start_capacity;
	/* Owned: open addressing; n_slots is a power of two. NULL with names = not made yet: of names that
	 * weren't added but read all at once it is made when one is first looked for. */
	struct names_slot *slot;
	int64_t n_slots;
};

void names_release(struct names *names);

/* Add a name of the given length. *added tells whether it was new (may be NULL); *id is its number either way. */
enum status names_add(struct names *names, const char *name, int64_t length, int32_t *id,
		      bool *added);

/* Add a name that isn't there, as the caller knows: no table is made for it, only kept. */
enum status names_append(struct names *names, const char *name, int64_t length, int32_t *id);

/* What tables keep of a name's hash. */
static inline uint32_t names_hash(const char *name, int64_t length)
{
	return (uint32_t)hash_bytes(name, length);
}

/* ---- names_many.c ---- */

/* A name of a text that stays until it is added. */
struct names_item {
	const char *text;
	int32_t length;
	uint32_t hash; /* names_hash() */
};

struct names_list {
	const struct names_item *item; /* borrowed [n] */
	int32_t *id;                   /* borrowed [n]: what comes out */
	int32_t n;
	int32_t n_new; /* comes out: how many of them weren't there before */
	int64_t n_before; /* what is before this list: items, then new names, then bytes of these … */
	int64_t new_before, bytes, bytes_before;
};

/*
 * Add the names of lists, one list after the other: ids are those that names_add() would give one by
 * one. Threads share the lists, so each should be long, and the lists many. STATUS_NO_MEMORY: none was
 * added.
 */
enum status names_add_lists(struct names *names, struct names_list *list, int n_lists);

/* A table with room for this many names in all, before they are added bit by bit. */
enum status names_reserve(struct names *names, int64_t n);

/* The ids of the names of lists, -1 of those that aren't there. STATUS_NO_MEMORY for a table. */
enum status names_find_lists(const struct names *names, struct names_list *list, int n_lists);

/*
 * What a thread adds of names that aren't there, as the caller knows. Each of several parts is counted first,
 * the parts get their places by names_place_parts(), then each is written by the same calls.
 */
struct names_part {
	struct names *names; /* NULL while it is counted */
	int64_t n, bytes;    /* counted: names, and bytes of them, with their NULs */
	int64_t id, at;      /* the next name's number, and where it begins */
};

/* The next name of a part, of this length: where its bytes go, NULL while it is counted. */
static inline char *names_next(struct names_part *part, int64_t length)
{
	char *to;

	if (!part->names) {
		part->n++;
		part->bytes += length + 1;
		return NULL;
	}
	to = part->names->data + part->at;
	part->names->start[part->id++] = part->at;
	part->at += length + 1;
	to[length] = '\0';
	return to;
}

/* Room for the names of counted parts, one part after the other; then they must be written. A table is
 * dropped, to be made when a name is looked for. STATUS_NO_MEMORY: none was added. */
enum status names_place_parts(struct names *names, struct names_part *part, int n_parts);

/* Make the table of names that have none, when they are looked for anyway. */
enum status names_need_slots(const struct names *names);
/* Give the memory of the table back until a name is looked for. Not while another thread may look, but for
 * names_find_locked(). */
void names_drop_slots(const struct names *names);
/* For names.c and names_many.c: another number of slots, a power of two, … */
enum status names_resize(struct names *names, int64_t n_slots);
/* … put all names into slots that are free; of equal ones the first. */
void names_fill_slots(const struct names *names, struct names_slot *slot, int64_t n_slots);
/* … and the same out of another table. */
void names_move_slots(const struct names_slot *from, int64_t n_from, struct names_slot *slot,
		      int64_t n_slots);

/* ---- names.c ---- */

/* Make `start` of n names that are in `data` already, one after the other. *fits: there are as many, and nothing
 * after the last. Equal ones are found by the first. STATUS_NO_MEMORY. */
enum status names_find_starts(struct names *names, int n_threads, bool *fits);

/* The number of a name, -1 when it isn't there. On any thread. */
int32_t names_find(const struct names *names, const char *name, int64_t length);
/* The same while another thread may drop the table, for the screen. */
int32_t names_find_locked(const struct names *names, const char *name, int64_t length);

const char *names_get(const struct names *names, int32_t id);
/* Bytes of it, without the NUL after it. */
int64_t names_length(const struct names *names, int32_t id);

/* Take away the names from number n on. */
void names_cut(struct names *names, int32_t n);

/* The name most like this one (least edit distance, at most a third of its length), NULL if none
 * is like it. For error messages; looks at every name. */
const char *names_nearest(const struct names *names, const char *name, int64_t length);

/* The arguments of "%s%s%s" at the end of a message: such a name, if there is one (neither NULL nor ""). */
#define NEAREST(name)                                                                              \
	((name) && *(name) ? "; nearest \"" : ""), ((name) ? (name) : ""),                         \
		((name) && *(name) ? "\"" : "")

/* The candidate most like a word, among those that are offered one after another; the same rule. */
struct nearest {
	const char *word; /* borrowed */
	int64_t length;
	int best;          /* the first distance that is too far */
	const char *found; /* borrowed, NULL = none is like it; … */
	int found_length;  /* … this many bytes of it */
};

struct nearest nearest_to(const char *word);
void nearest_offer(struct nearest *nearest, const char *candidate, int length);
/* `; nearest "NAME"`, or nothing. */
void nearest_write(const struct nearest *nearest, struct text *out);

/* Edit distance with insertions, deletions, substitutions and exchanges of two neighbours, or limit
 * + 1 when it is larger. */
int edit_distance(const char *a, int64_t n_a, const char *b, int64_t n_b, int limit);

/* Of name_distance(): they aren't alike. */
enum { NAMES_APART = 1000 };
/* How far apart two names of words joined by underscores are. They are alike when each word is:
 * report_power and report_cone aren't. Where an underscore is missing or too many, no other letter may
 * differ. NAMES_APART or more when they aren't alike. */
int name_distance(const char *name, const char *other);

#endif
