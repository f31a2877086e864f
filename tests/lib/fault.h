/*
 * What tests/tree/t_faults.c, which has calls fail, and tests/lib/fault_calls.c, by which they do, share:
 * a file that is mapped by every process of a run, so that one count goes through all of them.
 */
#ifndef TESTS_LIB_FAULT_H
#define TESTS_LIB_FAULT_H

#include <stdatomic.h>
#include <stdint.h>

/* name, what fails in it */
#define FAULT_KINDS(X)                                                                             \
	X(ALLOC, "alloc")           /* malloc() and others that need memory */                     \
	X(OPEN, "open")             /* open(), fopen() */                                          \
	X(READ, "read")             /* read(), fread(), gzread(), recv() */                        \
	X(WRITE, "write")           /* write(), fputs(), gzwrite(), rename(), fclose() */          \
	X(PROCESS, "process")       /* fork(), posix_spawn() */                                    \
	X(THREAD, "thread")         /* pthread_create() */                                         \
	X(DESCRIPTOR, "descriptor") /* mmap(), memfd_create(), eventfd(), pipe(), socketpair() */  \
	X(DEVICE, "device")         /* what gpu/device/device.h declares */

enum fault_kind {
#define X(name, text) FAULT_##name,
	FAULT_KINDS(X)
#undef X
		N_FAULT_KINDS
};

enum {
	FAULT_CALLS = 1 << 20, /* of each kind, whose places are kept */
	FAULT_FRAMES = 16,
};

/*
 * The environment says which call fails: WARPSCOPE_FAULT=KIND:N, once, or KIND:N+, that and all
 * after it; without it none does. WARPSCOPE_FAULT_PAGE names the file of this.
 */
struct fault_page {
	_Atomic int64_t count[N_FAULT_KINDS]; /* calls so far */
	_Atomic int32_t fired;                /* calls that failed */
	int32_t n_frames;                     /* of the first of them: offsets in the program */
	uint64_t frame[FAULT_FRAMES];
	_Atomic uint32_t place[N_FAULT_KINDS][FAULT_CALLS]; /* hash of the calls on the stack */
};

#endif
