#include "session/lessons.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/assets.h"

/* What stands between the quotes or braces of the first lesson_title of a file. */
static void write_title(const char *path, struct text *out)
{
	static const char command[] = "lesson_title ";
	char line[512];
	FILE *file = fopen(path, "re");

	while (file && fgets(line, sizeof line, file)) {
		const char *at = line + strlen(command);

		if (strncmp(line, command, strlen(command)) != 0)
			continue;
		at += strspn(at, "\"{ ");
		text_append(out, at, (int64_t)strcspn(at, "\"}\n"));
		break;
	}
	if (file)
		fclose(file);
}

static int is_lesson(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return entry->d_name[0] != '.' && dot && strcmp(dot, ".tcl") == 0;
}

enum status lessons_write(struct text *out)
{
	struct text folder = TEXT_INIT;
	struct dirent **list;
	int n;

	TRY(asset_path("lessons", &folder));
	n = scandir(text_string(&folder), &list, is_lesson, alphasort);
	if (n < 0) {
		status_fail(STATUS_IO, "%s: error: %s", text_string(&folder), strerror(errno));
		text_release(&folder);
		return STATUS_IO;
	}
	for (int i = 0; i < n; i++) {
		struct text path = TEXT_INIT;

		text_printf(&path, "%s/%s", text_string(&folder), list[i]->d_name);
		text_printf(out, "%-12.*s ", (int)strlen(list[i]->d_name) - 4, list[i]->d_name);
		write_title(text_string(&path), out);
		text_append(out, "\n", 1);
		text_release(&path);
		free(list[i]);
	}
	free(list);
	text_release(&folder);
	return STATUS_OK;
}
