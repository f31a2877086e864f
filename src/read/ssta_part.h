/* Reader of what write_ssta -part writes (write/ssta_part.h). */
#ifndef READ_SSTA_PART_H
#define READ_SSTA_PART_H

#include "base/task.h"
#include "db/ssta_part.h"

/* STATUS_BAD_INPUT with the line and column for what isn't one. */
enum status ssta_part_read(const char *path, struct task *task, struct ssta_part *out);

#endif
