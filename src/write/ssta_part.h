/*
 * A part of a run of dies as text: a head of lines "name value", a line of sums for each endpoint, a
 * line for each die, and "end". All numbers are whole, so what is read is what was written.
 */
#ifndef WRITE_SSTA_PART_H
#define WRITE_SSTA_PART_H

#include "base/output.h"
#include "base/task.h"
#include "db/ssta_part.h"

enum status ssta_part_write(const struct ssta_part *part, const char *path, struct task *task);

#endif
