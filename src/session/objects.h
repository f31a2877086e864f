/*
 * Objects of a netlist in scripts. Commands return lists of names as Tcl lists; an argument may be
 * a name, a pattern or a list of either.
 *
 * Names may have any characters. Values that a command returned are marked as a name or a list of
 * names (sdc_new_name()). Other text is ambiguous: it is a name if an object has this name, else a
 * list, of whose elements each is a name if an object has it, else a pattern.
 */
#ifndef SESSION_OBJECTS_H
#define SESSION_OBJECTS_H

#include "session/command.h"
#include "db/query.h"

/* Append a name as an element of a Tcl list. */
void list_add(struct text *list, const char *name);

/* Names and patterns. */
struct words {
	int n;
	const char **word; /* owned */
	bool exact;        /* all words are names */
	const char **kind; /* owned [n]: an object_kind_name() or NULL; NULL = none is known */
};

/* Split a Tcl list; text that isn't a list is one word. Free with words_free(). */
void words_parse(const char *list, struct words *out);
void words_free(struct words *words);
/* The names and patterns in a command's argument or option value. */
void words_of(const struct call *call, const char *word, struct words *out);

/* The only name in a word, which may be a list. STATUS_USAGE if there isn't exactly one. */
enum status one_object(const struct call *call, const char *word, struct text *name);

/* May word i be of this kind? */
bool words_may_be(const struct words *words, int i, enum object_kind kind);

/* An object by its exact name. STATUS_FAILED with the most similar name if there is none. */
enum status need_object(const struct call *call, enum object_kind kind, const char *word,
			int32_t *id);
/* A port or a pin of an instance, likewise. */
enum status need_pin(const struct call *call, const char *word, int32_t *pin);

/* The ports and pins that a word's names and patterns denote, each once, as pins of the netlist:
 * for a net its drivers, for a hierarchical pin the loads downstream of it. `list` is of
 * OBJECT_PIN. STATUS_FAILED with the most similar name if a name has no object. */
enum status take_pins(const struct call *call, const char *word, struct object_list *list);

/* The clock of just this name, -1 = none has it. */
int32_t find_clock(const struct call *call, const char *name);

#endif
