#include "session/messages.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/print.h"

static char **pattern; /* owned [n_patterns] */
static int32_t n_patterns;
static int64_t capacity;

enum status messages_suppress(const char *text)
{
	char *copy;

	TRY(GROW(&pattern, &capacity, (int64_t)n_patterns + 1));
	copy = copy_string(text);
	if (!copy)
		return STATUS_NO_MEMORY;
	pattern[n_patterns++] = copy;
	return STATUS_OK;
}

bool messages_unsuppress(const char *text)
{
	int32_t kept = 0, n = n_patterns;

	for (int32_t i = 0; i < n; i++) {
		if (strcmp(pattern[i], text) == 0)
			free(pattern[i]);
		else
			pattern[kept++] = pattern[i];
	}
	n_patterns = kept;
	return kept < n;
}

/* What is behind "warning: ", which may have a place before it. */
static bool is_suppressed(const char *line)
{
	static const char mark[] = "warning: ";
	const char *at = strstr(line, mark);

	for (int32_t i = 0; at && i < n_patterns; i++) {
		if (fnmatch(pattern[i], at + sizeof mark - 1, 0) == 0)
			return true;
	}
	return false;
}

void messages_print(const struct text *warnings)
{
	struct text left = TEXT_INIT, line = TEXT_INIT;

	if (!n_patterns) {
		print_error("%s", text_string(warnings));
		return;
	}
	for (const char *at = text_string(warnings); *at;) {
		size_t length = strcspn(at, "\n");

		text_clear(&line);
		text_append(&line, at, (int64_t)length);
		at += length + (at[length] == '\n');
		if (!is_suppressed(text_string(&line)))
			text_printf(&left, "%s\n", text_string(&line));
	}
	print_error("%s", text_string(&left));
	text_release(&left);
	text_release(&line);
}

void messages_release(void)
{
	while (n_patterns)
		free(pattern[--n_patterns]);
	free(pattern);
	pattern = NULL;
	capacity = 0;
}
