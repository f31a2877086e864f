/*
 * What a long computation shares with the threads that watch it: a flag that asks it to stop, and
 * how far it has come. Every long loop looks at the flag each millisecond or so.
 */
#ifndef BASE_TASK_H
#define BASE_TASK_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct task {
	atomic_bool cancel;
	_Atomic(const char *) label; /* a string constant, NULL when nothing runs */
	_Atomic int64_t done;
	_Atomic int64_t total; /* in the same unit as done; 0 = unknown */
	atomic_bool in_bytes;  /* that unit */
	/* Called (when not NULL) on the computing thread, between two parts of a computation and
	 * while it waits for a device and wake_fd is readable: serves what the screen asks for. */
	void (*breathe)(void *context);
	void *context; /* borrowed */
	int wake_fd;   /* borrowed eventfd, read by breathe(); -1 = none */
	/* Of the computing thread alone, for the files that it reads (base/input.h): */
	const char *command; /* borrowed: the command that reads, for messages; NULL = none */
	bool allow_large;    /* its -allow_large */
};

#define TASK_INIT                                                                                  \
	{                                                                                          \
		.wake_fd = -1                                                                      \
	}

static inline void task_begin(struct task *task, const char *label, int64_t total)
{
	atomic_store(&task->done, 0);
	atomic_store(&task->total, total);
	atomic_store(&task->in_bytes, false);
	atomic_store(&task->label, label);
}

/* The same for what goes through the bytes of a file. */
static inline void task_begin_bytes(struct task *task, const char *label, int64_t total)
{
	task_begin(task, label, total);
	atomic_store(&task->in_bytes, true);
}

static inline void task_end(struct task *task)
{
	atomic_store(&task->label, NULL);
}

/* A declaration: the task does this until the block is left, as task_begin() tells. */
#define TASK_RUNS(of, label, total)                                                                \
	RELEASED_BY(task_left) struct task *running = (of);                                        \
	task_begin(running, (label), (total))
RELEASER(task_left, struct task, task_end)

static inline bool task_cancelled(struct task *task)
{
	return atomic_load_explicit(&task->cancel, memory_order_relaxed);
}

/* Tell how far it is; STATUS_CANCELLED when asked to stop. */
static inline enum status task_progress(struct task *task, int64_t done)
{
	atomic_store_explicit(&task->done, done, memory_order_relaxed);
	return task_cancelled(task) ? STATUS_CANCELLED : STATUS_OK;
}

/* Between two parts of a computation: serve what waits, then see whether to stop. */
static inline enum status task_breathe(struct task *task)
{
	if (task->breathe)
		task->breathe(task->context);
	return task_cancelled(task) ? STATUS_CANCELLED : STATUS_OK;
}

#endif
