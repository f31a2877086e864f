/* The keys: one table, from which the screen acts, help shows and --list-keys prints. */
#ifndef UI_KEYMAP_H
#define UI_KEYMAP_H

#include <stdint.h>

#include "base/text.h"

struct binding {
	const char *view; /* the view it is for; NULL = all */
	const char *keys; /* names of keys, separated by blanks */
	const char *command; /* what it does: a command and its words */
	const char *help;    /* a few words */
	const char *hint;    /* shown in the bottom line; NULL = only in help */
};

/* The binding of a key in a view (by name), or NULL. */
const struct binding *keymap_find(const char *view, int32_t key);
/* The first key that runs a command, "" when there is none. */
const char *keymap_key(const char *command, char *buffer, size_t size);
/* Entry i, NULL behind the last. */
const struct binding *keymap_at(int i);
/* All of them as text, or as a table of the manual page. */
void keymap_write(struct text *out);
void keymap_write_manual(struct text *out);

#endif
