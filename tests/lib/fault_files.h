/* The files of a folder, read whole, as t_faults compares them. */
#ifndef TESTS_LIB_FAULT_FILES_H
#define TESTS_LIB_FAULT_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { MOST_FILES = 64 };

#define OLD_BYTES "what was there before\n"

/* A file of the folder that runs write to. */
struct file {
	char name[64];
	char *bytes; /* owned */
	int64_t length;
};

struct files {
	struct file file[MOST_FILES];
	int n;
};

void file_read(const char *path, struct text *out);
void file_write(const char *folder, const char *name, const char *text);
void files_release(struct files *files);
void files_take(const char *folder, struct files *files);
const struct file *files_find(const struct files *files, const char *name);
bool file_same(const struct file *a, const struct file *b);
bool file_is_old(const struct file *file);
void folder_empty(const char *folder);

#endif
