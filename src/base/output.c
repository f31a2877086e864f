#include "base/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/grow.h"
#include "base/print.h"
#include "base/ranks.h"

enum {
	SEND_FROM = 1 << 16, /* bytes */
	MOST_NAMES = 100,    /* that are tried for the file beside */
	MOST_LINKS = 40,     /* that are followed */
	LONGEST_SUFFIX = 48, /* of ".PID-N.SUM.part" */
};

static enum status cannot(const struct output *out, int error)
{
	return status_fail(STATUS_IO, "%s: error: %s", out->path,
			   error ? strerror(error) : "cannot be written");
}

static bool ends_in_gz(const char *path)
{
	size_t n = strlen(path);

	return n > 3 && strcmp(path + n - 3, ".gz") == 0;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* ---- names ---- */

/* The length of the directory's part, with its slash; 0 = none. */
static int directory_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (int)(slash + 1 - path) : 0;
}

static int open_directory(const char *path)
{
	FREED char *name = strndup(path, (size_t)directory_length(path));

	return name ? open(*name ? name : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
}

/* Of the file's name, as much as leaves room for what is put after it. */
static int kept_length(const char *path)
{
	int n = (int)strlen(path + directory_length(path));

	return n < NAME_MAX - LONGEST_SUFFIX ? n : NAME_MAX - LONGEST_SUFFIX;
}

/* Where a link leads, also when there is nothing yet. */
static char *follow_links(const char *path)
{
	char *at = strdup(path);

	for (int i = 0; at && i < MOST_LINKS; i++) {
		char target[PATH_MAX], *next;
		ssize_t n = readlink(at, target, sizeof target - 1);
		int keep = n > 0 && target[0] != '/' ? directory_length(at) : 0;

		if (n <= 0)
			break;
		target[n] = '\0';
		next = malloc((size_t)keep + (size_t)n + 1);
		if (next)
			snprintf(next, (size_t)keep + (size_t)n + 1, "%.*s%s", keep, at, target);
		free(at);
		at = next;
	}
	return at;
}

static enum status find_path(struct output *out, const char *path, bool follow)
{
	char *target = follow ? realpath(path, NULL) : NULL;

	if (!target)
		target = follow ? follow_links(path) : strdup(path);
	out->path = target;
	return target ? STATUS_OK : status_fail(STATUS_NO_MEMORY, "out of memory");
}

/* "NAME.PID-N.SUM.part", where SUM is that of what precedes: no name that users choose is like that. */
static void name_beside(char *out, size_t size, const char *name, int length, long pid, int number)
{
	int n = snprintf(out, size, "%.*s.%ld-%d", length, name, pid, number);

	snprintf(out + n, size - (size_t)n, ".%08lx.part",
		 crc32(0, (const unsigned char *)out, (unsigned)n));
}

int output_make(const char *path, int flags, mode_t mode)
{
	return open(path, flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

/* ---- what killed writers have left ---- */

static bool is_beside(const char *entry, const char *name, int length)
{
	char expected[NAME_MAX + 1];
	long pid;
	int number;

	if (strncmp(entry, name, (size_t)length) != 0 ||
	    sscanf(entry + length, ".%18ld-%9d", &pid, &number) != 2)
		return false;
	name_beside(expected, sizeof expected, name, length, pid, number);
	return strcmp(entry, expected) == 0;
}

/* A plain file of this user under one name, that no process writes any more. Process ids don't tell
 * that: another process may have got it, or it is one on another machine or in another container. */
static void remove_if_left(int directory, const char *name)
{
	struct stat st, now;
	int fd;

	if (fstatat(directory, name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode) ||
	    st.st_uid != geteuid() || st.st_nlink != 1)
		return;
	fd = openat(directory, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &now) == 0 && is_same(&st, &now) &&
	    fstatat(directory, name, &now, AT_SYMLINK_NOFOLLOW) == 0 && is_same(&st, &now))
		unlinkat(directory, name, 0);
	close(fd);
}

static void remove_left(const char *path)
{
	int fd = open_directory(path);
	DIR *directory = fd < 0 ? NULL : fdopendir(fd);
	const char *name = path + directory_length(path);
	struct dirent *entry;

	if (!directory) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(directory))) {
		if (is_beside(entry->d_name, name, kept_length(path)))
			remove_if_left(fd, entry->d_name);
	}
	closedir(directory);
}

/* ---- opening ---- */

/* A writer that removes leftovers may have taken the new file for one before it was locked: then
 * there is no name any more. Where there are no locks nothing is removed. */
static bool is_kept(int fd)
{
	struct stat st;

	if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		return false;
	return fstat(fd, &st) == 0 && st.st_nlink > 0;
}

static int make_beside(struct output *out, size_t size)
{
	int n = directory_length(out->path);

	memcpy(out->beside, out->path, (size_t)n);
	for (int i = 0; i < MOST_NAMES; i++) {
		int fd;

		name_beside(out->beside + n, size - (size_t)n, out->path + n,
			    kept_length(out->path), (long)getpid(), i);
		fd = output_make(out->beside, O_WRONLY, 0666);
		if (fd < 0 && errno != EEXIST)
			return -1;
		if (fd >= 0 && is_kept(fd))
			return fd;
		if (fd >= 0) {
			unlink(out->beside);
			close(fd);
		}
	}
	errno = EEXIST;
	return -1;
}

/* A new file beside; owner and mode are those of the one that it will replace, as far as that is
 * allowed. */
static int open_beside(struct output *out, const struct stat *old)
{
	size_t size = strlen(out->path) + LONGEST_SUFFIX;
	int fd;

	if (!out->path[directory_length(out->path)]) {
		errno = *out->path ? EISDIR : ENOENT;
		return -1;
	}
	out->beside = malloc(size);
	if (!out->beside) {
		errno = ENOMEM;
		return -1;
	}
	remove_left(out->path);
	fd = make_beside(out, size);
	if (fd < 0) { /* nothing was made */
		RESET(free, out->beside);
		return -1;
	}
	if (old && fchown(fd, old->st_uid, old->st_gid) != 0)
		errno = 0; /* then it is ours … */
	if (old && fchmod(fd, old->st_mode & 0777) != 0)
		errno = 0; /* … and has the mode of a new file */
	return fd;
}

/* The descriptor that is meant by a path: standard output or error, by whatever name, or the one of
 * that number. -1 = none. It is written to where it stands: opened again it would be at its
 * beginning. */
static int find_descriptor(const char *path, const struct stat *file)
{
	struct stat st;
	int fd, n = 0;

	for (fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fstat(fd, &st) == 0 && is_same(&st, file) &&
		    (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY)
			return fd;
	}
	if ((sscanf(path, "/dev/fd/%9d%n", &fd, &n) == 1 ||
	     sscanf(path, "/proc/self/fd/%9d%n", &fd, &n) == 1) &&
	    !path[n])
		return fd;
	return -1;
}

static int open_plain(struct output *out, const struct stat *old, bool append)
{
	int fd;

	if (old && access(out->path, W_OK) != 0) /* read-only is meant to stay */
		return -1;
	if (!append)
		return open_beside(out, old);
	fd = open(out->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (fd >= 0)
		out->cut_to = lseek(fd, 0, SEEK_END);
	out->is_new = !old;
	return fd;
}

static enum status open_file(struct output *out, const char *path, bool append)
{
	struct stat old;
	bool exists = stat(path, &old) == 0;
	int error = exists || errno == ENOENT ? 0 : errno;
	int descriptor = exists ? find_descriptor(path, &old) : -1;
	bool as_it_is = exists && (descriptor >= 0 || !S_ISREG(old.st_mode));

	TRY(find_path(out, path, !as_it_is && !error));
	if (error)
		return cannot(out, error);
	if (descriptor >= 0)
		out->fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
	else if (as_it_is)
		out->fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
	else
		out->fd = open_plain(out, exists ? &old : NULL, append);
	return out->fd >= 0 ? STATUS_OK : cannot(out, errno);
}

static enum status close_own(struct output *out, enum status status);

static enum status open_gz(struct output *out)
{
	int fd = fcntl(out->fd, F_DUPFD_CLOEXEC, 3); /* out->fd is needed when gz is closed */

	if (fd >= 0)
		out->gz = gzdopen(fd, "wb6");
	if (out->gz)
		return STATUS_OK;
	if (fd >= 0)
		close(fd);
	return status_fail(STATUS_NO_MEMORY, "out of memory");
}

static enum status open_either(struct output *out, const char *path, bool append, struct task *task)
{
	enum status status, agreed;

	*out = (struct output){.text = TEXT_INIT, .fd = -1, .cut_to = -1, .task = task};
	status = open_file(out, ranks_number() > 0 ? "/dev/null" : path, append);
	if (status == STATUS_OK && ends_in_gz(path))
		status = open_gz(out);
	agreed = ranks_agree(status);
	return agreed == STATUS_OK ? STATUS_OK : close_own(out, agreed);
}

enum status output_open(struct output *out, const char *path, struct task *task)
{
	return open_either(out, path, false, task);
}

enum status output_append(struct output *out, const char *path, struct task *task)
{
	return open_either(out, path, true, task);
}

enum status output_compress(struct output *out)
{
	return out->gz ? STATUS_OK : open_gz(out);
}

/* ---- writing ---- */

/* No other process has appended after our bytes: then ours may be taken back. */
static void watch_others(struct output *out)
{
	struct stat st;

	if (out->cut_to >= 0 &&
	    (fstat(out->fd, &st) != 0 || st.st_size != lseek(out->fd, 0, SEEK_CUR)))
		out->cut_to = -1;
}

static enum status send_gz(struct output *out)
{
	const char *at = text_string(&out->text);

	for (int64_t left = out->text.length; left > 0;) {
		unsigned n = left > INT_MAX ? INT_MAX : (unsigned)left;

		errno = 0;
		if (gzwrite(out->gz, at, n) != (int)n)
			return cannot(out, errno);
		at += n;
		left -= n;
	}
	return STATUS_OK;
}

bool output_is_plain(const struct output *out)
{
	return out->beside || out->cut_to >= 0;
}

enum status output_send(struct output *out)
{
	TRY(text_status(&out->text));
	watch_others(out);
	if (out->gz) {
		TRY(send_gz(out));
	} else {
		int error = print_bytes(out->fd, text_string(&out->text), out->text.length);

		if (error)
			return cannot(out, error);
	}
	text_clear(&out->text);
	return STATUS_OK;
}

enum status output_step(struct output *out, int64_t done)
{
	if (out->text.length >= SEND_FROM)
		TRY(output_send(out));
	TRY(text_status(&out->text));
	if (out->task)
		TRY(task_progress(out->task, done));
	return STATUS_OK;
}

/* ---- closing ---- */

/* On the disk; a file system that can't say so is trusted. */
static enum status sync_file(struct output *out)
{
	if (fsync(out->fd) == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP)
		return STATUS_OK;
	return cannot(out, errno);
}

/* The name too is on the disk then; the file is there already, so nothing fails. */
static void sync_directory(const char *path)
{
	int fd = open_directory(path);

	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
}

static enum status rename_file(struct output *out)
{
	if (rename(out->beside, out->path) != 0)
		return cannot(out, errno);
	RESET(free, out->beside);
	sync_directory(out->path);
	return STATUS_OK;
}

static enum status finish(struct output *out)
{
	TRY(output_send(out));
	if (out->gz) {
		int closed;

		errno = 0;
		closed = gzclose(out->gz);
		out->gz = NULL;
		if (closed != Z_OK)
			return cannot(out, errno);
	}
	if (out->beside || out->cut_to >= 0)
		TRY(sync_file(out));
	return out->beside ? rename_file(out) : STATUS_OK;
}

/* The file that was appended to becomes what it was. */
static void cut_back(struct output *out)
{
	struct stat ours, there;

	watch_others(out);
	if (out->cut_to < 0 || ftruncate(out->fd, out->cut_to) != 0 || !out->is_new)
		return;
	if (fstat(out->fd, &ours) == 0 && lstat(out->path, &there) == 0 && is_same(&ours, &there) &&
	    there.st_size == 0)
		unlink(out->path);
}

/* Nothing that is still in zlib's buffer must come after the cut. */
static void undo(struct output *out)
{
	if (out->gz)
		gzclose(out->gz);
	out->gz = NULL;
	if (out->cut_to >= 0)
		cut_back(out);
	if (out->beside)
		unlink(out->beside);
}

enum status output_refuse(const struct output *out, const char *name, const char *because)
{
	return status_fail(STATUS_FAILED, "%s: error: \"%.200s\" can't be written: %s", out->path,
			   name, because);
}

static enum status close_own(struct output *out, enum status status)
{
	if (status == STATUS_OK)
		status = memory_ran_short() ? status_fail(STATUS_NO_MEMORY,
							  "%s: error: out of memory", out->path)
					    : finish(out);
	if (status != STATUS_OK)
		undo(out);
	if (out->fd >= 0)
		close(out->fd);
	FREE_ALL(out->path, out->beside);
	text_release(&out->text);
	*out = (struct output){.text = TEXT_INIT, .fd = -1, .cut_to = -1};
	return status;
}

/* So that all processes of a run see the file whole. */
enum status output_close(struct output *out, enum status status)
{
	return ranks_agree(close_own(out, status));
}
