/*
 * Undo of edits: earlier sets of constraints and replaced cells, kept whole and numbered; a set is
 * immutable once it is the design's. All edits of a script are one edit. Edits of wires,
 * annotations and other inputs of timing are numbered but not undone. Kept only with a screen,
 * until the netlist changes.
 */
#ifndef SESSION_EDITS_H
#define SESSION_EDITS_H

#include "session/cells.h"
#include "session/parts.h"
#include "db/constraints.h"

struct call;

enum { MOST_KEPT_SETS = 32 };

struct kept_set {
	int64_t number;
	struct constraints *constraints; /* owned reference, NULL = there were none */
	struct replaced_cells *cells;    /* the same */
};

struct edit_history {
	int64_t n_edited;      /* counts calls of session_drop_for_edit() */
	int64_t number;        /* of the design's current set */
	int64_t first, newest; /* numbers of this netlist's sets */
	int n;
	struct kept_set kept[MOST_KEPT_SETS]; /* the oldest first */
	struct replaced_cells *cells;         /* owned reference: the design's current ones */
	bool lasts; /* the running command has removed something that an undo can't restore */
	/* of the running script: */
	int64_t n_scripts;                  /* its number: scripts begun so far */
	int64_t begun_number;               /* number of the set at its start */
	struct constraints *begun;          /* owned reference: the set at its start */
	struct replaced_cells *begun_cells; /* likewise */
	const void *seen, *seen_cells;      /* sets after its last edit, only for comparison */
	struct text words;                  /* its first editing command; "" = none yet */
	/* editing commands; those of them that an undo can't take back */
	int n_edits, n_lasting;
};

PART_DATA(struct edit_history, session_edits, edits_part)

/* To be called when a script begins, after a command of it that changed the timing
 * (n_edited), when it ends. */
void session_begin_edits(struct session *session);
void session_note_edit(struct session *session, const struct call *call);
void session_end_edits(struct session *session);
/* Restore the set of this number. STATUS_FAILED if it is no longer kept. */
enum status session_restore_constraints(struct session *session, int64_t number);

#endif
