/* The devices that tests run on: the CPU with one and with three threads, and a GPU if there is
 * one. */
#ifndef TESTS_LIB_DEVICES_H
#define TESTS_LIB_DEVICES_H

#include "gpu/device/device.h"

enum { N_TEST_DEVICES = 3 };

struct test_device {
	const char *name;
	struct device *device; /* NULL: not here */
	struct queue *queue;
	struct task task;
};

/* Open device i; false (with a line "# SKIP" printed) when it isn't there, or
 * $WARPSCOPE_TEST_DEVICE is set and isn't the beginning of its name. */
bool test_device_open(int i, struct test_device *out);
void test_device_close(struct test_device *device);
/* Have a task's breathe() called at every wait, as if the screen always asked for something. Its
 * wake_fd is the caller's to close. */
void test_task_breathes(struct task *task, void (*breathe)(void *context), void *context);
/* One part of N in PART, at least 1: a test that runs nothing asserts nothing. */
int test_part(int n, int part);

/* A test of random graphs, all of it: n of them, or $WARPSCOPE_TEST_GRAPHS, on the first device,
 * fewer on the others; of times in steps of `scale`, 2^32 for a tenth of them. main()'s result. */
int test_random_graphs(int n, void (*check)(struct test_device *d, int n, int64_t scale));
/* Sizes above $WARPSCOPE_TEST_LARGEST are left out (for tools that make everything slow), by default large ones where
 * several threads compute. */
bool test_size_wanted(int64_t n);

/* splitmix64, one stream a test program */
uint64_t random_next(void);
void random_seed(uint64_t seed);
uint64_t random_get_state(void);
static inline int64_t random_below(int64_t n)
{
	return (int64_t)(random_next() % (uint64_t)n);
}

/* Device memory with a copy of host items; aborts when it can't be had. */
void *to_device(struct queue *queue, const void *items, int64_t bytes);
/* Copy back into items and wait. */
void from_device(struct queue *queue, void *items, const void *d_items, int64_t bytes);

#endif
