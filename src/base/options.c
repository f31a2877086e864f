#include "base/options.h"

#include <string.h>

#include "base/names.h"
#include "base/text.h"

static const void *entry_at(const struct option_table *table, int i)
{
	return (const char *)table->entries + (size_t)i * table->size;
}

/* NULL behind the last. */
static const char *name_at(const struct option_table *table, int i)
{
	return table->entries ? *(const char *const *)entry_at(table, i) : NULL;
}

bool option_looks_like(const char *word)
{
	return word[0] == '-' && word[1] && !strchr("0123456789.", word[1]);
}

static enum status unknown_option(const struct option_table *table, const char *command,
				  const char *word)
{
	struct nearest nearest = nearest_to(word);
	struct text text = TEXT_INIT;
	const char *name, *join = "; known are ";

	for (int i = 0; (name = name_at(table, i)); i++)
		nearest_offer(&nearest, name, (int)strlen(name));
	nearest_write(&nearest, &text);
	for (int i = 0; !nearest.found && (name = name_at(table, i)); i++) {
		if (table->is_hidden && table->is_hidden(entry_at(table, i)))
			continue;
		text_printf(&text, "%s%s", join, name);
		join = ", ";
	}
	status_fail(STATUS_USAGE, "%s: unknown option \"%.100s\"%s", command, word,
		    text_string(&text));
	text_release(&text);
	return STATUS_USAGE;
}

enum status option_find(const struct option_table *table, const char *command, const char *word,
			int *index)
{
	size_t length = strlen(word);
	const char *name;
	int found = -1;

	for (int i = 0; (name = name_at(table, i)); i++) {
		*index = i;
		if (strcmp(name, word) == 0)
			return STATUS_OK;
	}
	for (int i = 0; (name = name_at(table, i)); i++) {
		if (strncmp(name, word, length) != 0)
			continue;
		if (found >= 0)
			return status_fail(STATUS_USAGE, "%s: \"%s\" may mean %s or %s", command,
					   word, name_at(table, found), name);
		found = i;
	}
	if (found < 0)
		return unknown_option(table, command, word);
	*index = found;
	return STATUS_OK;
}
