/*
 * Options among the words of a command: their names begin with a dash, and a beginning that is unique
 * is enough. Every language of commands here (session/command.h, read/sdc, the command line) finds them by this.
 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* A table of options, whatever else its entries have. */
struct option_table {
	const void
		*entries; /* borrowed: each begins with its name, a const char *; NULL as the name
			      * ends them. NULL = there are none */
	size_t size;      /* of an entry, bytes */
	/* Entries that messages don't name; NULL = they name all. */
	bool (*is_hidden)(const void *entry);
	/* NULL = names have their dash. Else that of a program's command line: names are whole and without
	 * dashes, and messages end with this instead of a list ("; see --help"). */
	const char *see;
};

/* Whether a word is an option by its looks: a dash, and no number. */
bool option_looks_like(const char *word);

/* The index of the option of this name, or of the only one that begins with it. STATUS_USAGE, with the
 * command's name (of a command line: `command` is the word as typed), the most similar option or else all of them. */
enum status option_find(const struct option_table *table, const char *command, const char *word,
			int *index);

#endif
