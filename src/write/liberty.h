/* A library as Liberty. */
#ifndef WRITE_LIBERTY_H
#define WRITE_LIBERTY_H

#include "base/task.h"
#include "db/library.h"

/*
 * What the structure holds: read back it is the same, cell by cell. Left out are powers, noise,
 * variation and voltages, which aren't kept; of a statetable its rows, of a clock gate its kind, of
 * a supply its type.
 */
enum status liberty_write(const char *path, const struct library *library, struct task *task);

/* Append a Boolean function of a cell (its place in library->expression) as text. */
enum status liberty_write_function(const struct library *library, const struct lib_cell *cell,
				   int32_t place, struct text *out);

#endif
