#include "base/file_stamp.h"

#include <sys/stat.h>

static struct file_stamp stamp_of(const struct stat *st)
{
	return (struct file_stamp){.is_file = S_ISREG(st->st_mode),
				   .device = (uint64_t)st->st_dev,
				   .inode = (uint64_t)st->st_ino,
				   .size = st->st_size,
				   .seconds = st->st_mtim.tv_sec,
				   .nanoseconds = st->st_mtim.tv_nsec};
}

struct file_stamp file_stamp_of(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 ? stamp_of(&st) : (struct file_stamp){0};
}

bool file_stamp_fits(const struct file_stamp *stamp, const char *path)
{
	struct file_stamp now;
	struct stat st;

	if (!stamp->is_file || stat(path, &st) != 0)
		return false;
	now = stamp_of(&st);
	return now.is_file && now.device == stamp->device && now.inode == stamp->inode &&
	       now.size == stamp->size && now.seconds == stamp->seconds &&
	       now.nanoseconds == stamp->nanoseconds;
}
