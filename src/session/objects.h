/*
 * Objects of a netlist in scripts: a list of names is a Tcl list, and what is read from one may be
 * a name, a pattern or a list of either.
 *
 * Names have any characters. What a command gave is known to be a name, or a list of names
 * (sdc_new_name()). Text is ambiguous: it is a name where something has just this name, else a
 * list, whose elements are names where something has them, else patterns.
 */
#ifndef SESSION_OBJECTS_H
#define SESSION_OBJECTS_H

#include "session/command.h"
#include "db/query.h"

/* Append a name as an element of a Tcl list. */
void list_add(struct text *list, const char *name);

/* Split a Tcl list; a word that isn't one is its only item. Free with words_free(). */
struct words {
	int n;
	const char **word; /* owned */
	bool exact;        /* these are names and no patterns */
	const char **kind; /* owned: of each, an object_kind_name() or NULL; NULL = of none known */
};

void words_parse(const char *list, struct words *out);
void words_free(struct words *words);
/* The names and patterns of a word of a command (an argument, or an option's value). */
void words_of(const struct call *call, const char *word, struct words *out);

/* The one name in a word that may be a list of one. STATUS_USAGE when there are more or none. */
enum status one_object(const struct call *call, const char *word, struct text *name);

/* May word i be of this kind? */
bool words_may_be(const struct words *words, int i, enum object_kind kind);

/* An object by its exact name. STATUS_FAILED when it isn't there, with the nearest. */
enum status need_object(const struct call *call, enum object_kind kind, const char *word,
			int32_t *id);
/* A port, or a pin of an instance, alike. */
enum status need_pin(const struct call *call, const char *word, int32_t *pin);

/* The ports and pins that a word means, each once, as pins of the netlist: of exact names and of
 * patterns; of a net its drivers, of a block's pin the loads downstream of it. `list` is of OBJECT_PIN.
 * STATUS_FAILED with the nearest for what isn't there. */
enum status take_pins(const struct call *call, const char *word, struct object_list *list);

/* The clock of just this name, -1 = none has it. */
int32_t find_clock(const struct call *call, const char *name);

#endif
