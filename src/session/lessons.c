#include "session/lessons.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/assets.h"
#include "base/grow.h"

/* The text in quotes or braces after a file's first lesson_title. */
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

static enum status add(struct lesson_list *list, const char *folder, const char *name)
{
	struct lesson_entry *entry;
	RELEASED_BY(text_release) struct text path = TEXT_INIT;

	TRY(GROW(&list->entry, &list->capacity, list->n + 1));
	entry = &list->entry[list->n];
	*entry = (struct lesson_entry){strdup(name), TEXT_INIT};
	if (!entry->name)
		return STATUS_NO_MEMORY;
	list->n++;
	text_printf(&path, "%s/%s.tcl", folder, name);
	write_title(text_string(&path), &entry->title);
	return STATUS_OK;
}

/* A name a line. */
static enum status read_order(const char *folder, struct lesson_list *out)
{
	RELEASED_BY(text_release) struct text path = TEXT_INIT;
	enum status status = STATUS_OK;
	char line[128];
	FILE *file;

	text_printf(&path, "%s/order.txt", folder);
	file = text_status(&path) == STATUS_OK ? fopen(text_string(&path), "re") : NULL;
	if (text_status(&path) != STATUS_OK)
		status = status_fail(STATUS_NO_MEMORY,
				     "%s/order.txt: error: out of memory (%zu bytes for its path)",
				     folder, strlen(folder) + sizeof "/order.txt");
	else if (!file)
		status = status_fail(STATUS_IO, "%s: error: %s", text_string(&path),
				     strerror(errno));
	while (status == STATUS_OK && fgets(line, sizeof line, file)) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0])
			status = add(out, folder, line);
	}
	if (file)
		fclose(file);
	return status;
}

enum status lessons_read(struct lesson_list *out)
{
	RELEASED_BY(text_release) struct text folder = TEXT_INIT;

	*out = (struct lesson_list){0};
	TRY(asset_path("lessons", &folder));
	return read_order(text_string(&folder), out);
}

void lessons_release(struct lesson_list *list)
{
	for (int64_t i = 0; i < list->n; i++) {
		free(list->entry[i].name);
		text_release(&list->entry[i].title);
	}
	free(list->entry);
	*list = (struct lesson_list){0};
}

enum status lessons_write(struct text *out)
{
	RELEASED_BY(lessons_release) struct lesson_list list = {0};

	TRY(lessons_read(&list));
	for (int64_t i = 0; i < list.n; i++)
		text_printf(out, "%2" PRId64 " %-12s %s\n", i + 1, list.entry[i].name,
			    text_string(&list.entry[i].title));
	return STATUS_OK;
}
