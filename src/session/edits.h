/*
 * Constraints as they were before edits, to go back to: whole sets by numbers, as no set changes once it is the design's.
 * What a script edits is one edit. With a screen alone, and as long as the netlist stays.
 */
#ifndef SESSION_EDITS_H
#define SESSION_EDITS_H

#include "base/text.h"
#include "db/constraints.h"

struct session;
struct call;

enum { MOST_KEPT_SETS = 32 };

struct kept_set {
	int64_t number;
	struct constraints *constraints; /* owned reference, NULL = there were none */
};

struct edit_history {
	int64_t number;        /* of the set that the design has */
	int64_t first, newest; /* of those of this netlist */
	int n;
	struct kept_set kept[MOST_KEPT_SETS]; /* the oldest first */
	/* of the script that runs */
	int64_t begun_number;
	struct constraints *begun; /* owned reference: the set that it began with */
	struct text words;         /* its first edit; "" = none yet */
	int n_edits;
};

/* A script begins, a command of it has edited constraints, it has ended. */
void session_begin_edits(struct session *session);
void session_note_edit(struct session *session, const struct call *call);
void session_end_edits(struct session *session);
/* Have the constraints of a number again. STATUS_FAILED when they are no longer kept. */
enum status session_restore_constraints(struct session *session, int64_t number);
/* Forget all sets: the netlist is going, and the session may. */
void session_drop_edits(struct session *session);

#endif
