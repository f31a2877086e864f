/*
 * Constraints and replaced cells as they were before edits, to go back to: whole sets by numbers, as no set changes once it is
 * the design's.
 * What a script edits is one edit. What else changes timing, as wires and annotations, has a number too but isn't undone.
 * With a screen alone, and as long as the netlist stays.
 */
#ifndef SESSION_EDITS_H
#define SESSION_EDITS_H

#include "base/text.h"
#include "session/cells.h"
#include "db/constraints.h"

struct session;
struct call;

enum { MOST_KEPT_SETS = 32 };

struct kept_set {
	int64_t number;
	struct constraints *constraints; /* owned reference, NULL = there were none */
	struct replaced_cells *cells;    /* the same */
};

struct edit_history {
	int64_t number;        /* of the set that the design has */
	int64_t first, newest; /* of those of this netlist */
	int n;
	struct kept_set kept[MOST_KEPT_SETS]; /* the oldest first */
	struct replaced_cells *cells;         /* owned reference: that the design has */
	bool lasts; /* the command that runs has taken away what an undo can't bring back */
	/* of the script that runs */
	int64_t n_scripts; /* its number: how many have begun */
	int64_t begun_number;
	struct constraints *begun;          /* owned reference: the set that it began with */
	struct replaced_cells *begun_cells; /* the same */
	const void *seen, *seen_cells;      /* the sets after its last edit, not to be used */
	struct text words;                  /* its first edit; "" = none yet */
	int n_edits,
		n_lasting; /* commands: all, and those that edit something else than constraints */
};

/* A script begins, a command of it has changed timing (session->n_edited), it has ended. */
void session_begin_edits(struct session *session);
void session_note_edit(struct session *session, const struct call *call);
void session_end_edits(struct session *session);
/* Have the constraints of a number again. STATUS_FAILED when they are no longer kept. */
enum status session_restore_constraints(struct session *session, int64_t number);
/* Forget all sets: the netlist is going, and the session may. */
void session_drop_edits(struct session *session);

#endif
