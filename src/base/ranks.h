/*
 * Processes that mpirun started together (MPI), all of which run the same scripts: the first one prints and writes
 * files, the others do so to /dev/null. MPI is found at configure and loaded when mpirun started the process, so nothing else
 * pays for it. Without mpirun there is one process, and all of this does nothing.
 *
 * Functions that processes meet in are called by all of them in the same order, on one thread at a time.
 */
#ifndef BASE_RANKS_H
#define BASE_RANKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* Has mpirun started this process beside others? */
bool ranks_are_there(void);
/* Meet the others; standard output and error of all but the first go to /dev/null. STATUS_FAILED when MPI can't be
 * had. */
enum status ranks_begin(void);
/* Before the process ends, with the code that it would end with: waits for all. What it is to end with instead: where another
 * failed, with its code, after its error was printed. */
int ranks_end(int code);

int ranks_n(void);      /* 1 without mpirun */
int ranks_number(void); /* of this process, from 0 */
int ranks_local(void);  /* the same among those on its host */

/* The worst status of all. Own failures keep their text; that of another begins with its number and host. */
enum status ranks_agree(enum status status);
/* The same, and *value becomes the first process's. */
enum status ranks_follow(enum status status, bool *value);
/* value[i] becomes the sum of all processes' (modulo 2^64). STATUS_FAILED. */
enum status ranks_add(int64_t *value, int64_t n);
/* all[row[r]] … all[row[r + 1] − 1] are process r's; then all have all of them. STATUS_FAILED. */
enum status ranks_join(const int64_t *row, int64_t *all);

#endif
