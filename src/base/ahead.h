/*
 * Jobs that other threads do ahead of the one that needs them: parts of a file that are taken apart while
 * those before them are read, say. Jobs are numbered from 0 and begun in that order; each is done by one
 * thread, and the result must not depend on which.
 */
#ifndef BASE_AHEAD_H
#define BASE_AHEAD_H

#include <stdint.h>

#include "base/status.h"

struct ahead;

/* A job, on any thread. One that can fail says so in what it makes. */
typedef void ahead_job(void *context, int64_t number);

/*
 * Begin with threads beside the one that calls (0 = none: jobs are done when they are needed). Where no
 * more threads are available there are fewer. STATUS_NO_MEMORY.
 */
enum status ahead_new(int n_threads, ahead_job *job, void *context, struct ahead **out);
/* Wait for the jobs that were begun; others are never done. NULL is fine. */
void ahead_free(struct ahead *ahead);

/* From now on jobs below this number may be begun; never fewer than before. */
void ahead_allow(struct ahead *ahead, int64_t end);
/* Wait for all jobs below a number, which are allowed, doing those that haven't begun. */
void ahead_need(struct ahead *ahead, int64_t end);

#endif
