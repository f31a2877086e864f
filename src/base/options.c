#include "base/options.h"

#include <string.h>

#include "base/names.h"
#include "base/text.h"

static const void *entry_at(const struct option_table *table, int i)
{
	return (const char *)table->entries + (size_t)i * table->size;
}

/* NULL after the last. */
static const char *name_at(const struct option_table *table, int i)
{
	return table->entries ? *(const char *const *)entry_at(table, i) : NULL;
}

bool option_looks_like(const char *word)
{
	return word[0] == '-' && word[1] && !strchr("0123456789.", word[1]);
}

static void list_known(const struct option_table *table, struct text *out)
{
	const char *name, *join = "; known are ";

	for (int i = 0; (name = name_at(table, i)); i++) {
		if (table->is_hidden && table->is_hidden(entry_at(table, i)))
			continue;
		text_printf(out, "%s%s", join, name);
		join = ", ";
	}
}

static enum status unknown_option(const struct option_table *table, const char *command,
				  const char *word)
{
	struct nearest nearest = nearest_to(word);
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	const char *name, *dashes = table->see ? "--" : "";

	for (int i = 0; (name = name_at(table, i)); i++) {
		if (!table->see || !table->is_hidden(entry_at(table, i)))
			nearest_offer(&nearest, name, (int)strlen(name));
	}
	if (nearest.found)
		text_printf(&text, "; nearest \"%s%s\"", dashes, nearest.found);
	else if (!table->see)
		list_known(table, &text);
	text_add(&text, table->see ? table->see : "");
	if (table->see)
		status_fail(STATUS_USAGE, "unknown option \"%.100s\"%s", command,
			    text_string(&text));
	else
		status_fail(STATUS_USAGE, "%s: unknown option \"%.100s\"%s", command, word,
			    text_string(&text));
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
	for (int i = 0; !table->see && (name = name_at(table, i)); i++) {
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
