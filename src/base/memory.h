/* How much memory the machine can still give. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdint.h>

#include "base/task.h"

/* Bytes available without swapping and within the limits of the control groups (of both
 * versions) and of the address space; INT64_MAX when the system doesn't say. */
int64_t memory_available(void);
/* Compares an estimate of bytes with what is available: STATUS_NO_MEMORY beyond half of it,
 * or with task->allow_large beyond all of it. `what` begins the message. */
enum status memory_allows(const char *what, double bytes, const struct task *task);
/* What a control group leaves, bytes: pages of files (cache) are given back. They are counted after what is used, so they may
 * be more. */
int64_t memory_room(int64_t limit, int64_t used, int64_t cache);

#endif
