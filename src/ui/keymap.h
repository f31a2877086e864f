/* The keys: one table, from which the screen acts, help shows and --list-keys prints, and what the
 * user has bound on top of it. Of the main thread. */
#ifndef UI_KEYMAP_H
#define UI_KEYMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct binding {
	const char *view;    /* the view it is for; NULL = all */
	const char *keys;    /* names of keys, separated by blanks */
	const char *command; /* what it does: a command and its words */
	const char *help;    /* a few words */
	const char *hint;    /* shown in the bottom line; NULL = only in help */
};

/* The binding of a key in a view (by name), or NULL. */
const struct binding *keymap_find(const char *view, int32_t key);
/* The first key that runs a command, "" when there is none. */
const char *keymap_key(const char *command, char *buffer, size_t size);
/* Entry i, those of the user first; NULL after the last. */
const struct binding *keymap_at(int i);
/* Of a binding's keys those that lead to it in its view (else in the one given). */
void keymap_keys(const struct binding *binding, const char *view, char *out, size_t size);
bool keymap_is_own(const struct binding *binding);

/* Bind a key for a view (NULL = all); what the user bound it to before is replaced.
 * STATUS_NO_MEMORY. What keymap_find() and keymap_at() gave before may be gone. */
enum status keymap_bind(const char *view, int32_t key, const char *command);
/* Give a key back what it was before that; what it is from the beginning is taken away.
 * STATUS_FAILED when it is nothing. */
enum status keymap_unbind(const char *view, int32_t key);
void keymap_release(void);

/* All of them as text, or as a table of the manual page. */
void keymap_write(struct text *out);
void keymap_write_manual(struct text *out);

#endif
