/*
 * Growable arrays: a pointer, a count and a capacity that the owner keeps, and one function that
 * makes room. Also the allocation helpers that turn "no memory" into a status.
 */
#ifndef BASE_GROW_H
#define BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/status.h"

/*
 * Has memory been short on this thread since it was last asked for? Code that goes on without an array or
 * a text that couldn't grow leaves something out of what is made of it; so code that is about to say
 * that all is well asks, and says STATUS_NO_MEMORY instead.
 */
bool memory_ran_short(void);
/* For code that goes on without memory that it didn't get from here. */
void memory_note_short(void);

/* Before the first large array: those from 4 MiB on go back to the system by themselves when they are freed. The
 * C library would keep arrays of up to 32 MiB in its heap, between others that stay. 64 MiB of smaller ones stay for the next. */
void memory_begin(void);

/* Give the pages of what was freed back to the system: after much was, in small pieces and by several threads, each of
 * which would else keep what it freed. */
void memory_trim(void);

/* A copy of a string, owned by the caller; NULL for NULL, and when memory is short (noted). */
char *copy_string(const char *string);
/* The same as a status: STATUS_NO_MEMORY. */
enum status duplicate_string(const char *string, char **out);

/* n zeroed items of the given size; n may be 0 (the result is still a pointer to be freed). NULL
 * on failure. */
enum status alloc_items(void **out, int64_t n, size_t item_size);

/* alloc_items() with the type taken from the pointer that is set. */
#define ALLOC(pointer, n) alloc_items((void **)(pointer), (n), sizeof **(pointer))

/* ALLOC() of several arrays of one length: ALLOC_ALL(n, &row, &column). */
#define ALLOC_OF(n, pointer) ALLOC(pointer, n)
#define ALLOC_ALL(n, ...)    EACH(ALLOC_OF, n, __VA_ARGS__)

/* The same without zeros, for what writes all of it: no page of a large array is there before it is written. */
enum status alloc_unset(void **out, int64_t n, size_t item_size);
#define ALLOC_UNSET(pointer, n) alloc_unset((void **)(pointer), (n), sizeof **(pointer))

/* free() of each. */
#define FREE_ALL(...)                                                                              \
	free_all((void *const[]){__VA_ARGS__}, sizeof(void *const[]){__VA_ARGS__} / sizeof(void *))
void free_all(void *const *pointer, size_t n);

/* A function that frees arrays of a struct and leaves it empty: FREES(list_release, struct list, x->item, x->index); */
#define FREES(name, type, ...)                                                                     \
	void name(type *x)                                                                         \
	{                                                                                          \
		FREE_ALL(__VA_ARGS__);                                                             \
		*x = (type){0};                                                                    \
	}                                                                                          \
	_Static_assert(1, "")

/* For a pointer to memory that is freed when its block is left (RELEASED_BY()). */
#define FREED RELEASED_BY(free_pointer)
void free_pointer(void *pointer); /* a void ** */

/*
 * Make room for `need` items in an array of which *capacity fit now, growing by half. The pointer
 * stays valid and unchanged on failure.
 */
enum status grow_items(void **items, int64_t *capacity, int64_t need, size_t item_size);

/* Bytes that are zero, or that one thread is about to fill: the system clears a page when it is first written. A page that is
 * read first is cleared all the same, after a fault more. */
void touch_bytes(void *items, int64_t begin, int64_t end);
/* The same by all threads, if there are many: those that fill a few pages at a time would wait for each other. */
void touch_together(void *items, int64_t bytes);

/* n items of the type of `to` from one array to another; NULL is fine if there are none. */
#define COPY(to, from, n)                                                                          \
	((n) > 0 ? (void)memcpy((to), (from), (size_t)(n) * sizeof *(to)) : (void)0)

/* The items of an array that a test of `i` keeps, in their order; n becomes their number. */
#define KEEP(array, n, keeps)                                                                      \
	do {                                                                                       \
		__typeof__((n) + 0) kept = 0;                                                      \
		for (__typeof__((n) + 0) i = 0; i < (n); i++) {                                    \
			if (keeps)                                                                 \
				(array)[kept++] = (array)[i];                                      \
		}                                                                                  \
		(n) = kept;                                                                        \
	} while (0)
/* for each of the n items of an array, which may be NULL where there are none: `item` points to it. */
#define EACH_ITEM(item, array, n)                                                                  \
	for (__typeof__(&*(array)) item = (array), end_of_##item = (n) > 0 ? item + (n) : item;    \
	     item < end_of_##item; item++)
/* The first i of `from` … `to` − 1 of which a test, an expression in i, is true, `to` if there is none. */
#define FIRST(i, from, to, test)                                                                   \
	__extension__({                                                                            \
		__typeof__((to) + 0) i = (from), end_##i = (to);                                   \
                                                                                                   \
		while (i < end_##i && !(test))                                                     \
			i++;                                                                       \
		i < end_##i ? i : end_##i;                                                         \
	})
/* Is it true of any of them? */
#define ANY(i, from, to, test)                                                                     \
	__extension__({                                                                            \
		__typeof__((to) + 0) i = (from), end_##i = (to);                                   \
                                                                                                   \
		while (i < end_##i && !(test))                                                     \
			i++;                                                                       \
		i < end_##i;                                                                       \
	})
/* The sum of a term, an expression in i, over from … to − 1; of a test, how often it is true. */
#define SUM(type, i, from, to, term)                                                               \
	__extension__({                                                                            \
		type sum_##i = 0;                                                                  \
                                                                                                   \
		for (__typeof__((to) + 0) i = (from); i < (to); i++)                               \
			sum_##i += (term);                                                         \
		sum_##i;                                                                           \
	})
#define GROW(pointer, capacity, need)                                                              \
	grow_items((void **)(pointer), (capacity), (need), sizeof **(pointer))

/* GROW() of several arrays of one length, which share a capacity: GROW_ALL(&capacity, need, &row, &column). Where it fails,
 * those that had grown have more room than the capacity says. */
struct growing {
	int64_t before, need, after;
};
#define GROW_OF(all, pointer)                                                                      \
	((all).after = (all).before,                                                               \
	 grow_items((void **)(pointer), &(all).after, (all).need, sizeof **(pointer)))
#define GROW_ALL(capacity, needed, ...)                                                            \
	__extension__({                                                                            \
		struct growing growing = {*(capacity), (needed), 0};                               \
		enum status grown = EACH(GROW_OF, growing, __VA_ARGS__);                           \
                                                                                                   \
		if (grown == STATUS_OK)                                                            \
			*(capacity) = growing.after;                                               \
		grown;                                                                             \
	})

/* array[n++] = value, with room for it: APPEND(array, n, &capacity, value). STATUS_NO_MEMORY. */
#define APPEND(array, n, capacity, ...)                                                            \
	(GROW(&(array), (capacity), (int64_t)(n) + 1) == STATUS_OK                                 \
		 ? ((array)[(n)++] = (__VA_ARGS__), STATUS_OK)                                     \
		 : STATUS_NO_MEMORY)

#endif
