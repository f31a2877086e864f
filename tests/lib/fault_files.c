#include "fault_files.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void file_read(const char *path, struct text *out)
{
	char buffer[65536];
	size_t n;
	FILE *file = fopen(path, "re");

	while (file && (n = fread(buffer, 1, sizeof buffer, file)) > 0)
		text_append(out, buffer, (int64_t)n);
	if (file)
		fclose(file);
}

void file_write(const char *folder, const char *name, const char *text)
{
	char path[PATH_MAX];
	FILE *file;

	snprintf(path, sizeof path, "%.3000s/%.500s", folder, name);
	file = fopen(path, "we");
	if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
		printf("Bail out! %s: %s\n", path, strerror(errno));
		exit(1);
	}
}

void files_release(struct files *files)
{
	for (int i = 0; i < files->n; i++)
		free(files->file[i].bytes);
	files->n = 0;
}

void files_take(const char *folder, struct files *files)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir = opendir(folder);

	files->n = 0;
	while (dir && (entry = readdir(dir)) && files->n < MOST_FILES) {
		struct text text = TEXT_INIT;
		struct file *file = &files->file[files->n];

		if (entry->d_type != DT_REG)
			continue;
		snprintf(path, sizeof path, "%.3000s/%s", folder, entry->d_name);
		file_read(path, &text);
		snprintf(file->name, sizeof file->name, "%.63s", entry->d_name);
		file->bytes = text.data;
		file->length = text.length;
		files->n++;
	}
	if (dir)
		closedir(dir);
}

const struct file *files_find(const struct files *files, const char *name)
{
	for (int i = 0; i < files->n; i++) {
		if (strcmp(files->file[i].name, name) == 0)
			return &files->file[i];
	}
	return NULL;
}

bool file_same(const struct file *a, const struct file *b)
{
	return a->length == b->length &&
	       (a->length == 0 || memcmp(a->bytes, b->bytes, (size_t)a->length) == 0);
}

bool file_is_old(const struct file *file)
{
	return file->length == (int64_t)strlen(OLD_BYTES) &&
	       memcmp(file->bytes, OLD_BYTES, (size_t)file->length) == 0;
}

void folder_empty(const char *folder)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir = opendir(folder);

	while (dir && (entry = readdir(dir))) {
		snprintf(path, sizeof path, "%.3000s/%s", folder, entry->d_name);
		if (entry->d_type == DT_REG)
			unlink(path);
	}
	if (dir)
		closedir(dir);
}
