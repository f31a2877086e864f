/*
 * Objects of a netlist in scripts: a list of names is a Tcl list, and what is read from one may be
 * a name, a pattern or a list of either.
 */
#ifndef CMD_OBJECTS_H
#define CMD_OBJECTS_H

#include "cmd/command.h"
#include "db/query.h"

/* Append a name as an element of a Tcl list. */
void list_add(struct text *list, const char *name);

/* Split a Tcl list; a word that is none stands for itself. Free with words_free(). */
struct words {
	int n;
	const char **word; /* owned */
};

void words_split(const char *list, struct words *out);
void words_free(struct words *words);

/* The one name in a word that may be a list of one. STATUS_USAGE when there are more or none. */
enum status one_object(const struct call *call, const char *word, struct text *name);

/* An object by its exact name. STATUS_FAILED when it isn't there, with the nearest. */
enum status need_object(const struct call *call, enum object_kind kind, const char *word,
			int32_t *id);

#endif
