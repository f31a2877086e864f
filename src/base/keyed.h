/* Items under numbers, in arrays that ascend by both. */
#ifndef BASE_KEYED_H
#define BASE_KEYED_H

#include <stdint.h>

#include "base/status.h"

struct keyed {
	int32_t key, item;
};

/* Their order, for qsort(): that of any items which begin with two int32_t. */
int compare_int32_pair(const void *a, const void *b);

/* The entries of a key: from *begin to *end. */
void keyed_find(const struct keyed *list, int32_t n, int32_t key, int32_t *begin, int32_t *end);

/* Sort n entries by (key, item), by all threads: time linear in n where they ascend, and n log r for r
 * ascending runs. STATUS_NO_MEMORY. */
enum status keyed_sort(struct keyed *list, int32_t n);

#endif
