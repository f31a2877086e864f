/* A mutex that is held until a block is left. */
#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#include <pthread.h>

#include "base/status.h"

static inline pthread_mutex_t *lock_mutex(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	return mutex;
}

RELEASER(unlock_mutex, pthread_mutex_t, pthread_mutex_unlock)

/* A declaration: the mutex is held from here to the end of the block, also by return. */
#define HOLDS(mutex) RELEASED_BY(unlock_mutex) pthread_mutex_t *held = lock_mutex(mutex)

#endif
