/* Identifies a file that was read, and shows whether it was written to since. */
#ifndef BASE_FILE_STAMP_H
#define BASE_FILE_STAMP_H

#include <stdbool.h>
#include <stdint.h>

struct file_stamp {
	bool is_file; /* a regular one: it can be read again */
	uint64_t device, inode;
	int64_t size, seconds, nanoseconds; /* bytes, and when it was changed */
};

/* Of an open file; an empty stamp where fstat() fails. */
struct file_stamp file_stamp_of(int fd);
/* Is it, under this path, still what it was? */
bool file_stamp_fits(const struct file_stamp *stamp, const char *path);

#endif
