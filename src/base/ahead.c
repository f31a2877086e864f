#include "base/ahead.h"

#include <pthread.h>
#include <stdbool.h>

#include "base/grow.h"
#include "base/lock.h"

enum { NOTHING = -1 };

struct ahead {
	ahead_job *job;
	void *context; /* borrowed */
	pthread_mutex_t lock;
	pthread_cond_t allowed, done; /* there is something to begin; a job was done */
	int64_t next, end;            /* the job to be begun next; those from `end` on may not be */
	bool ends;                    /* threads leave */
	int n_threads;
	pthread_t *thread; /* owned [n_threads] */
	int64_t *busy;     /* owned [n_threads + 1]: the job of each thread and of the caller */
	int n_started;     /* threads that have taken their place in busy */
};

/* Do the next job; with the lock, which is let go meanwhile. */
static void do_next(struct ahead *a, int thread)
{
	int64_t number = a->next++;

	a->busy[thread] = number;
	pthread_mutex_unlock(&a->lock);
	a->job(a->context, number);
	pthread_mutex_lock(&a->lock);
	a->busy[thread] = NOTHING;
	pthread_cond_broadcast(&a->done);
}

static void *run(void *context)
{
	struct ahead *a = context;
	int thread;

	pthread_mutex_lock(&a->lock);
	thread = ++a->n_started;
	while (!a->ends) {
		if (a->next < a->end)
			do_next(a, thread);
		else
			pthread_cond_wait(&a->allowed, &a->lock);
	}
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

enum status ahead_new(int n_threads, ahead_job *job, void *context, struct ahead **out)
{
	struct ahead *a;

	TRY(ALLOC(&a, 1));
	a->job = job;
	a->context = context;
	if (ALLOC(&a->thread, n_threads) != STATUS_OK ||
	    ALLOC(&a->busy, (int64_t)n_threads + 1) != STATUS_OK) {
		FREE_ALL(a->thread, a);
		return STATUS_NO_MEMORY;
	}
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->allowed, NULL);
	pthread_cond_init(&a->done, NULL);
	for (int i = 0; i <= n_threads; i++)
		a->busy[i] = NOTHING;
	while (a->n_threads < n_threads &&
	       pthread_create(&a->thread[a->n_threads], NULL, run, a) == 0)
		a->n_threads++;
	*out = a;
	return STATUS_OK;
}

void ahead_free(struct ahead *a)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->ends = true;
	pthread_cond_broadcast(&a->allowed);
	pthread_mutex_unlock(&a->lock);
	for (int i = 0; i < a->n_threads; i++)
		pthread_join(a->thread[i], NULL);
	pthread_cond_destroy(&a->done);
	pthread_cond_destroy(&a->allowed);
	pthread_mutex_destroy(&a->lock);
	FREE_ALL(a->thread, a->busy, a);
}

void ahead_allow(struct ahead *a, int64_t end)
{
	HOLDS(&a->lock);

	if (end > a->end) {
		a->end = end;
		pthread_cond_broadcast(&a->allowed);
	}
}

static bool is_busy_below(const struct ahead *a, int64_t end)
{
	return ANY(i, 1, a->n_threads + 1, a->busy[i] != NOTHING && a->busy[i] < end);
}

void ahead_need(struct ahead *a, int64_t end)
{
	HOLDS(&a->lock);

	while (a->next < end)
		do_next(a, 0);
	while (is_busy_below(a, end))
		pthread_cond_wait(&a->done, &a->lock);
}
