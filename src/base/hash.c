#include "base/hash.h"

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

uint64_t hash_key[N_HASH_KEYS];

/* Where the kernel gives nothing: what differs from one process to the next. */
static void draw_otherwise(void)
{
	struct timespec now = {0, 0};

	clock_gettime(CLOCK_REALTIME, &now);
	for (int i = 0; i < N_HASH_KEYS; i++) {
		uint64_t a = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30;
		uint64_t b = (uint64_t)getpid() << 32 ^ (uint64_t)(uintptr_t)&now;

		hash_key[i] = hash_fold(a ^ UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(i + 1),
					b ^ UINT64_C(0xff51afd7ed558ccd));
	}
}

__attribute__((constructor)) static void draw_keys(void)
{
	if (getrandom(hash_key, sizeof hash_key, GRND_NONBLOCK) != (ssize_t)sizeof hash_key)
		draw_otherwise();
}
