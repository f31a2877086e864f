/* The lessons that come with warpscope. */
#ifndef SESSION_LESSONS_H
#define SESSION_LESSONS_H

#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

struct lesson_entry {
	char *name;        /* owned */
	struct text title; /* owned: of the file's first lesson_title */
};

/* In the order of assets/lessons/order.txt, in which they build on each other; the first has number 1. */
struct lesson_list {
	struct lesson_entry *entry; /* owned [n] */
	int64_t n, capacity;
};

/* STATUS_IO without their folder. Release the list on failure, too. */
enum status lessons_read(struct lesson_list *out);
void lessons_release(struct lesson_list *list);
/* Append a line for each: number, name, title. */
enum status lessons_write(struct text *out);

#endif
