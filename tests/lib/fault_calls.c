/*
 * Calls that fail on demand: linked with --wrap into a copy of the program
 * (tests/warpscope_faults), they come before those of the libraries and of gpu/device/device.c. Only what
 * our own objects call goes through here; Tcl, which ends the process when it gets no memory, and
 * all other libraries are as they always are.
 *
 * A failure is one that really happens: what waits for an eventfd is interrupted, as nothing else
 * can go wrong with it, and of standard error nothing fails, since messages are looked at there.
 */
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <glob.h>
#include <png.h>
#include <regex.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <tcl.h>
#include <unistd.h>
#include <zlib.h>

#include "fault.h"
#include "gpu/device/device.h"

extern const char __executable_start, etext;

static struct fault_page *page; /* NULL = nothing is counted, nothing fails */
static int chosen_kind = -1;
static int64_t chosen;
static bool all_behind, keeps_places;

static const char *const kind_names[] = {
#define X(name, text) text,
	FAULT_KINDS(X)
#undef X
};

static const int errors[] = {
	[FAULT_ALLOC] = ENOMEM,      [FAULT_OPEN] = EMFILE,    [FAULT_READ] = EIO,
	[FAULT_WRITE] = ENOSPC,      [FAULT_PROCESS] = EAGAIN, [FAULT_THREAD] = EAGAIN,
	[FAULT_DESCRIPTOR] = EMFILE, [FAULT_DEVICE] = EIO,
};

/* ---- which call fails ---- */

__attribute__((constructor)) static void read_environment(void)
{
	const char *spec = getenv("WARPSCOPE_FAULT"), *path = getenv("WARPSCOPE_FAULT_PAGE");
	char kind[16], plus = '\0';
	long long n;
	int fd;

	if (spec && sscanf(spec, "%15[a-z]:%lld%c", kind, &n, &plus) >= 2) {
		for (int k = 0; k < N_FAULT_KINDS; k++) {
			if (strcmp(kind, kind_names[k]) == 0)
				chosen_kind = k;
		}
		chosen = n;
		all_behind = plus == '+';
	}
	if (!spec && !path)
		return;
	fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE,
		    MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS | MAP_NORESERVE : 0), fd, 0);
	if (fd >= 0)
		close(fd);
	if (page == MAP_FAILED || (spec && chosen_kind < 0)) {
		fputs("warpscope_faults: WARPSCOPE_FAULT or WARPSCOPE_FAULT_PAGE is wrong\n",
		      stderr);
		_exit(99);
	}
	keeps_places = !spec;
}

/* What of the stack is in the program itself, as offsets. */
static int take_frames(uint64_t *out)
{
	void *frame[4 * FAULT_FRAMES];
	int n = backtrace(frame, 4 * FAULT_FRAMES), taken = 0;

	for (int i = 2; i < n && taken < FAULT_FRAMES; i++) {
		const char *at = frame[i];

		if (at >= &__executable_start && at < &etext)
			out[taken++] = (uint64_t)(at - &__executable_start);
	}
	return taken;
}

static void keep_place(int kind, int64_t n)
{
	uint64_t frame[FAULT_FRAMES];
	int n_frames = take_frames(frame);
	uint32_t hash = 2166136261u;

	for (int i = 0; i < n_frames; i++)
		hash = (hash ^ (uint32_t)frame[i]) * 16777619u;
	page->place[kind][n - 1] = hash;
}

/* A place for a debugger to stop at. */
__attribute__((noinline)) static void fire(int kind)
{
	if (atomic_fetch_add(&page->fired, 1) == 0)
		page->n_frames = take_frames(page->frame);
	errno = errors[kind];
}

static bool fails(int kind)
{
	int64_t n;

	if (!page)
		return false;
	n = atomic_fetch_add(&page->count[kind], 1) + 1;
	if (keeps_places && n <= FAULT_CALLS)
		keep_place(kind, n);
	if (kind != chosen_kind || (n != chosen && !(all_behind && n > chosen)))
		return false;
	fire(kind);
	return true;
}

/* ---- memory, files, processes ---- */

/* A call that returns `failure`, with errno set, instead of what it does. */
#define CALL(type, name, parameters, arguments, kind, failure)                                     \
	type __real_##name parameters;                                                             \
	type __wrap_##name parameters;                                                             \
	type __wrap_##name parameters                                                              \
	{                                                                                          \
		return fails(FAULT_##kind) ? (failure) : __real_##name arguments;                  \
	}

/* A call that is done, and then said to have failed. */
#define CLOSING(type, name, parameters, arguments, failure)                                        \
	type __real_##name parameters;                                                             \
	type __wrap_##name parameters;                                                             \
	type __wrap_##name parameters                                                              \
	{                                                                                          \
		bool failed = fails(FAULT_WRITE);                                                  \
		type result = __real_##name arguments;                                             \
                                                                                                   \
		if (failed)                                                                        \
			errno = ENOSPC;                                                            \
		return failed ? (failure) : result;                                                \
	}

CALL(void *, malloc, (size_t size), (size), ALLOC, NULL)
CALL(void *, calloc, (size_t n, size_t size), (n, size), ALLOC, NULL)
CALL(void *, realloc, (void *memory, size_t size), (memory, size), ALLOC, NULL)
CALL(void *, aligned_alloc, (size_t line, size_t size), (line, size), ALLOC, NULL)
CALL(char *, strdup, (const char *s), (s), ALLOC, NULL)
CALL(char *, strndup, (const char *s, size_t n), (s, n), ALLOC, NULL)
CALL(char *, realpath, (const char *path, char *out), (path, out), ALLOC, NULL)
CALL(int, regcomp, (regex_t * regex, const char *text, int flags), (regex, text, flags), ALLOC,
     REG_ESPACE)
CALL(png_structp, png_create_write_struct,
     (png_const_charp version, png_voidp p, png_error_ptr fail, png_error_ptr warn),
     (version, p, fail, warn), ALLOC, NULL)
CALL(png_infop, png_create_info_struct, (png_const_structrp png), (png), ALLOC, NULL)
CALL(int, glob, (const char *pattern, int flags, int (*error)(const char *, int), glob_t *found),
     (pattern, flags, error, found), ALLOC, GLOB_NOSPACE)

CALL(FILE *, fopen, (const char *path, const char *mode), (path, mode), OPEN, NULL)
CALL(FILE *, fdopen, (int fd, const char *mode), (fd, mode), OPEN, NULL)
CALL(gzFile, gzdopen, (int fd, const char *mode), (fd, mode), OPEN, NULL)

CALL(size_t, fread, (void *to, size_t size, size_t n, FILE *file), (to, size, n, file), READ, 0)
CALL(char *, fgets, (char *to, int size, FILE *file), (to, size, file), READ, NULL)
CALL(int, gzread, (gzFile gz, voidp to, unsigned n), (gz, to, n), READ, -1)
CALL(ssize_t, recv, (int fd, void *to, size_t n, int flags), (fd, to, n, flags), READ, -1)
CALL(ssize_t, recvmsg, (int fd, struct msghdr *to, int flags), (fd, to, flags), READ, -1)

CALL(int, gzwrite, (gzFile gz, voidpc from, unsigned n), (gz, from, n), WRITE, 0)
CALL(int, rename, (const char *from, const char *to), (from, to), WRITE, -1)
CALL(int, ftruncate, (int fd, off_t size), (fd, size), WRITE, -1)
CALL(int, fsync, (int fd), (fd), WRITE, -1)
CALL(int, fchmod, (int fd, mode_t mode), (fd, mode), WRITE, -1)
CALL(ssize_t, send, (int fd, const void *from, size_t n, int flags), (fd, from, n, flags), WRITE,
     -1)
CALL(ssize_t, sendmsg, (int fd, const struct msghdr *from, int flags), (fd, from, flags), WRITE, -1)
CLOSING(int, fclose, (FILE * file), (file), EOF)
CLOSING(int, gzclose, (gzFile gz), (gz), Z_ERRNO)

CALL(pid_t, fork, (void), (), PROCESS, -1)
CALL(int, posix_spawn,
     (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *attributes, char *const *words, char *const *environment),
     (pid, path, actions, attributes, words, environment), PROCESS, EAGAIN)
CALL(int, pthread_create,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *context),
     (thread, attributes, run, context), THREAD, EAGAIN)

CALL(void *, mmap, (void *at, size_t size, int protection, int flags, int fd, off_t offset),
     (at, size, protection, flags, fd, offset), DESCRIPTOR, MAP_FAILED)
CALL(int, memfd_create, (const char *name, unsigned flags), (name, flags), DESCRIPTOR, -1)
CALL(int, eventfd, (unsigned value, int flags), (value, flags), DESCRIPTOR, -1)
CALL(int, pipe, (int *ends), (ends), DESCRIPTOR, -1)
CALL(int, pipe2, (int *ends, int flags), (ends, flags), DESCRIPTOR, -1)
CALL(int, socketpair, (int domain, int type, int protocol, int *ends),
     (domain, type, protocol, ends), DESCRIPTOR, -1)
CALL(int, dup2, (int from, int to), (from, to), DESCRIPTOR, -1)

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
	va_list args;
	int mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, int) : 0;
	va_end(args);
	return fails(FAULT_OPEN) ? -1 : __real_open(path, flags, mode);
}

int __real_fcntl(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, ...)
{
	va_list args;
	long argument;

	va_start(args, command);
	argument = va_arg(args, long);
	va_end(args);
	if (command == F_DUPFD_CLOEXEC && fails(FAULT_DESCRIPTOR))
		return -1;
	return __real_fcntl(fd, command, argument);
}

/* An eventfd is no file of any kind. */
static void interrupt_eventfd(int fd)
{
	int error = errno;
	struct stat st;

	errno = fstat(fd, &st) == 0 && (st.st_mode & S_IFMT) == 0 ? EINTR : error;
}

ssize_t __real_read(int fd, void *to, size_t n);
ssize_t __wrap_read(int fd, void *to, size_t n);
ssize_t __wrap_read(int fd, void *to, size_t n)
{
	if (!fails(FAULT_READ))
		return __real_read(fd, to, n);
	interrupt_eventfd(fd);
	return -1;
}

ssize_t __real_pread(int fd, void *to, size_t n, off_t offset);
ssize_t __wrap_pread(int fd, void *to, size_t n, off_t offset);
ssize_t __wrap_pread(int fd, void *to, size_t n, off_t offset)
{
	if (!fails(FAULT_READ))
		return __real_pread(fd, to, n, offset);
	errno = EIO;
	return -1;
}

ssize_t __real_write(int fd, const void *from, size_t n);
ssize_t __wrap_write(int fd, const void *from, size_t n);
ssize_t __wrap_write(int fd, const void *from, size_t n)
{
	if (fd == STDERR_FILENO || !fails(FAULT_WRITE))
		return __real_write(fd, from, n);
	interrupt_eventfd(fd);
	return -1;
}

size_t __real_fwrite(const void *from, size_t size, size_t n, FILE *file);
size_t __wrap_fwrite(const void *from, size_t size, size_t n, FILE *file);
size_t __wrap_fwrite(const void *from, size_t size, size_t n, FILE *file)
{
	return file != stderr && fails(FAULT_WRITE) ? 0 : __real_fwrite(from, size, n, file);
}

int __real_fputs(const char *text, FILE *file);
int __wrap_fputs(const char *text, FILE *file);
int __wrap_fputs(const char *text, FILE *file)
{
	return file != stderr && fails(FAULT_WRITE) ? EOF : __real_fputs(text, file);
}

int __real_fflush(FILE *file);
int __wrap_fflush(FILE *file);
int __wrap_fflush(FILE *file)
{
	return file == stdout && fails(FAULT_WRITE) ? EOF : __real_fflush(file);
}

int __real_Tcl_WriteRaw(Tcl_Channel channel, const char *from, int n);
int __wrap_Tcl_WriteRaw(Tcl_Channel channel, const char *from, int n);
int __wrap_Tcl_WriteRaw(Tcl_Channel channel, const char *from, int n)
{
	if (!fails(FAULT_WRITE))
		return __real_Tcl_WriteRaw(channel, from, n);
	Tcl_SetErrno(ENOSPC);
	return -1;
}

/* ---- devices ---- */

enum { MOST_QUEUES = 64 };

/* Queues of which an operation has failed: all after it does nothing, and the next wait tells. */
static _Atomic(struct queue *) failed[MOST_QUEUES];

static bool has_failed(const struct queue *queue)
{
	for (int i = 0; i < MOST_QUEUES; i++) {
		if (atomic_load(&failed[i]) == queue)
			return true;
	}
	return false;
}

static void set_failed(struct queue *queue)
{
	for (int i = 0; i < MOST_QUEUES; i++) {
		struct queue *none = NULL;

		if (atomic_compare_exchange_strong(&failed[i], &none, queue))
			return;
	}
}

static bool forget_failed(struct queue *queue)
{
	bool found = false;

	for (int i = 0; i < MOST_QUEUES; i++) {
		struct queue *expected = queue;

		if (atomic_compare_exchange_strong(&failed[i], &expected, NULL))
			found = true;
	}
	return found;
}

static bool drops(struct queue *queue)
{
	if (has_failed(queue))
		return true;
	if (!fails(FAULT_DEVICE))
		return false;
	set_failed(queue);
	return true;
}

static enum status after_wait(struct queue *queue, enum status status)
{
	if (!forget_failed(queue) || status != STATUS_OK)
		return status;
	return status_fail(STATUS_DEVICE, "the device failed: as asked for");
}

#define OPERATION(name, parameters, arguments)                                                     \
	void __real_##name parameters;                                                             \
	void __wrap_##name parameters;                                                             \
	void __wrap_##name parameters                                                              \
	{                                                                                          \
		if (!drops(queue))                                                                 \
			__real_##name arguments;                                                   \
	}

CALL(enum status, device_open,
     (const struct device_config *config, struct text *why, struct device **out),
     (config, why, out), DEVICE, status_fail(STATUS_NO_DEVICE, "no device: as asked for"))
CALL(enum status, queue_new, (struct device * device, struct task *task, struct queue **out),
     (device, task, out), DEVICE, status_fail(STATUS_DEVICE, "no queue: as asked for"))
CALL(enum status, device_alloc,
     (struct queue * queue, const char *name, int64_t bytes, void **d_out),
     (queue, name, bytes, d_out), DEVICE,
     status_fail(STATUS_DEVICE_MEMORY, "out of device memory: as asked for"))
OPERATION(queue_upload, (struct queue * queue, void *d_to, const void *from, int64_t bytes),
	  (queue, d_to, from, bytes))
OPERATION(queue_make,
	  (struct queue * queue, void *d_to, int64_t n, size_t item_size, make_fn *make,
	   const void *context),
	  (queue, d_to, n, item_size, make, context))
OPERATION(queue_download, (struct queue * queue, void *to, const void *d_from, int64_t bytes),
	  (queue, to, d_from, bytes))
OPERATION(queue_copy, (struct queue * queue, void *d_to, const void *d_from, int64_t bytes),
	  (queue, d_to, d_from, bytes))
OPERATION(queue_fill, (struct queue * queue, void *d_to, int byte, int64_t bytes),
	  (queue, d_to, byte, bytes))
OPERATION(queue_launch,
	  (struct queue * queue, enum kernel_id kernel, int fs_bits, const void *args,
	   const int32_t *d_level_row, int64_t n),
	  (queue, kernel, fs_bits, args, d_level_row, n))
OPERATION(prim_scan, (struct queue * queue, const int32_t *d_in, int64_t *d_out, int64_t n),
	  (queue, d_in, d_out, n))
OPERATION(prim_sum, (struct queue * queue, const int32_t *d_in, int64_t *d_out, int64_t n),
	  (queue, d_in, d_out, n))
OPERATION(prim_max, (struct queue * queue, const int32_t *d_in, int32_t *d_out, int64_t n),
	  (queue, d_in, d_out, n))
OPERATION(prim_select,
	  (struct queue * queue, const uint8_t *d_flag, int32_t *d_out, int64_t *d_n_out,
	   int64_t n),
	  (queue, d_flag, d_out, d_n_out, n))
OPERATION(prim_histogram,
	  (struct queue * queue, const int32_t *d_bin, int64_t n, int32_t *d_count, int32_t n_bins),
	  (queue, d_bin, n, d_count, n_bins))
OPERATION(prim_sort,
	  (struct queue * queue, int key_bits, int n_bits, const void *d_keys, void *d_keys_out,
	   const int32_t *d_values, int32_t *d_values_out, int64_t n),
	  (queue, key_bits, n_bits, d_keys, d_keys_out, d_values, d_values_out, n))
OPERATION(prim_rows,
	  (struct queue * queue, const int32_t *d_key, int64_t n, int32_t n_rows, int32_t *d_row,
	   int32_t *d_order),
	  (queue, d_key, n, n_rows, d_row, d_order))

enum status __real_queue_sync(struct queue *queue);
enum status __wrap_queue_sync(struct queue *queue);
enum status __wrap_queue_sync(struct queue *queue)
{
	enum status status = __real_queue_sync(queue);

	return after_wait(queue, status);
}

enum status __real_queue_settle(struct queue *queue, enum status status);
enum status __wrap_queue_settle(struct queue *queue, enum status status);
enum status __wrap_queue_settle(struct queue *queue, enum status status)
{
	enum status of_wait = __real_queue_settle(queue, status);

	return after_wait(queue, of_wait);
}

void __real_queue_free(struct queue *queue);
void __wrap_queue_free(struct queue *queue);
void __wrap_queue_free(struct queue *queue)
{
	__real_queue_free(queue);
	forget_failed(queue);
}
