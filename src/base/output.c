#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/grow.h"

enum {
	SEND_FROM = 1 << 16, /* bytes */
	MOST_NAMES = 100,    /* that are tried for the file beside */
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

/* A new file beside; the mode is that of the one that it will replace. */
static int open_beside(struct output *out, const struct stat *old)
{
	size_t size = strlen(out->path) + 32;
	int fd = -1;

	out->beside = malloc(size);
	if (!out->beside) {
		errno = ENOMEM;
		return -1;
	}
	for (int i = 0; i < MOST_NAMES; i++) {
		snprintf(out->beside, size, "%s.%ld-%d.part", out->path, (long)getpid(), i);
		fd = open(out->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	if (fd >= 0 && old && fchmod(fd, old->st_mode & 0777) != 0)
		errno = 0; /* then it has the mode of a new file */
	return fd;
}

static enum status find_path(struct output *out, const char *path)
{
	char *target = realpath(path, NULL);

	out->path = target ? target : strdup(path);
	return out->path ? STATUS_OK : status_fail(STATUS_NO_MEMORY, "out of memory");
}

static void forget(struct output *out)
{
	if (out->beside)
		unlink(out->beside);
	free(out->path);
	free(out->beside);
	text_release(&out->text);
	*out = (struct output){.text = TEXT_INIT};
}

enum status output_open(struct output *out, const char *path, struct task *task)
{
	struct stat old;
	bool exists = stat(path, &old) == 0;
	enum status status = STATUS_OK;
	int fd;

	*out = (struct output){.text = TEXT_INIT, .task = task};
	TRY(find_path(out, path));
	if (exists && access(out->path, W_OK) != 0) /* read-only is meant to stay */
		fd = -1;
	else if (exists && !S_ISREG(old.st_mode))
		fd = open(out->path, O_WRONLY | O_CLOEXEC);
	else
		fd = open_beside(out, exists ? &old : NULL);
	if (fd < 0) {
		status = cannot(out, errno);
		free(out->beside); /* nothing was made */
		out->beside = NULL;
	} else {
		out->gz = gzdopen(fd, ends_in_gz(path) ? "wb6" : "wbT");
		if (!out->gz) {
			close(fd);
			status = status_fail(STATUS_NO_MEMORY, "out of memory");
		}
	}
	if (status != STATUS_OK)
		forget(out);
	return status;
}

static enum status send(struct output *out)
{
	const char *at = text_string(&out->text);

	TRY(text_status(&out->text));
	for (int64_t left = out->text.length; left > 0;) {
		unsigned n = left > INT_MAX ? INT_MAX : (unsigned)left;

		errno = 0;
		if (gzwrite(out->gz, at, n) != (int)n)
			return cannot(out, errno);
		at += n;
		left -= n;
	}
	text_clear(&out->text);
	return STATUS_OK;
}

enum status output_step(struct output *out, int64_t done)
{
	enum status status = STATUS_OK;

	if (out->text.length >= SEND_FROM)
		status = send(out);
	if (status == STATUS_OK)
		status = text_status(&out->text);
	return status == STATUS_OK ? task_progress(out->task, done) : status;
}

enum status output_close(struct output *out, enum status status)
{
	int closed;

	if (status == STATUS_OK)
		status = send(out);
	if (status == STATUS_OK && memory_ran_short())
		status = status_fail(STATUS_NO_MEMORY, "%s: error: out of memory", out->path);
	errno = 0;
	closed = gzclose(out->gz);
	if (status == STATUS_OK && closed != Z_OK)
		status = cannot(out, errno);
	if (status == STATUS_OK && out->beside) {
		if (rename(out->beside, out->path) != 0) {
			status = cannot(out, errno);
		} else {
			free(out->beside);
			out->beside = NULL;
		}
	}
	forget(out);
	return status;
}
