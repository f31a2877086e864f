#include "session/edits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session/command.h"

static struct constraints *ref(struct constraints *constraints)
{
	return constraints ? constraints_ref(constraints) : NULL;
}

static struct kept_set *find(struct edit_history *h, int64_t number)
{
	int found = FIRST(i, 0, h->n, h->kept[i].number == number);

	return found < h->n ? &h->kept[found] : NULL;
}

/* The oldest makes room. */
static void keep(struct edit_history *h, int64_t number, struct constraints *constraints,
		 struct replaced_cells *cells)
{
	if (find(h, number))
		return;
	if (h->n == MOST_KEPT_SETS) {
		constraints_unref(h->kept[0].constraints);
		replaced_cells_unref(h->kept[0].cells);
		memmove(h->kept, h->kept + 1, (MOST_KEPT_SETS - 1) * sizeof *h->kept);
		h->n--;
	}
	h->kept[h->n++] = (struct kept_set){number, ref(constraints), replaced_cells_ref(cells)};
}

static void forget_begun(struct edit_history *h)
{
	constraints_unref(h->begun);
	replaced_cells_unref(h->begun_cells);
	h->begun = NULL;
	h->begun_cells = NULL;
}

void session_begin_edits(struct session *session)
{
	struct edit_history *h = session_edits(session);

	h->n_scripts++;
	if (!session->has_screen)
		return;
	forget_begun(h);
	h->begun = ref(session->design.constraints);
	h->begun_cells = replaced_cells_ref(h->cells);
	h->begun_number = h->number;
	h->seen = h->begun;
	h->seen_cells = h->cells;
	h->n_edits = h->n_lasting = 0;
	text_clear(&h->words);
}

void session_note_edit(struct session *session, const struct call *call)
{
	struct edit_history *h = session_edits(session);
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	h->n_lasting +=
		h->lasts || (h->seen == session->design.constraints && h->seen_cells == h->cells);
	h->lasts = false;
	h->seen = session->design.constraints;
	h->seen_cells = h->cells;
	if (h->n_edits++ > 0 || !session->has_screen)
		return;
	script_add(&script, call->command->name, NULL);
	for (int i = 0; i < call->n_words; i++)
		script_add(&script, call->word[i], NULL);
	text_add(&h->words, script_string(&script));
}

/* Of another netlist, or where an edit was undone, there is no edit to undo. */
void session_end_edits(struct session *session)
{
	struct edit_history *h = session_edits(session);
	struct board_edit edit;

	if (session->has_screen && h->n_edits > 0 && h->number == h->begun_number) {
		keep(h, h->number, h->begun, h->begun_cells);
		h->number = ++h->newest;
		if (h->n_edits > 1)
			text_printf(&h->words, " and %d more", h->n_edits - 1);
		edit = (struct board_edit){.number = h->number,
					   .first = h->first,
					   .undone = h->n_lasting == h->n_edits ? EDIT_STAYS
						     : h->n_lasting             ? EDIT_IN_PART
										: EDIT_UNDONE};
		snprintf(edit.words, sizeof edit.words, "%s", text_string(&h->words));
		board_put_edit(session->board, &edit);
	}
	forget_begun(h);
}

enum status session_restore_constraints(struct session *session, int64_t number)
{
	struct edit_history *h = session_edits(session);
	const struct kept_set *set = find(h, number);
	RELEASED_BY(constraints_drop) struct constraints *constraints = NULL;
	RELEASED_BY(replaced_cells_drop) struct replaced_cells *cells = NULL;

	if (number == h->number)
		return STATUS_OK;
	if (!set)
		return status_fail(STATUS_FAILED,
				   "restore_constraints: set %" PRId64
				   " isn't kept; the last %d are, until the netlist changes",
				   number, MOST_KEPT_SETS);
	constraints = ref(set->constraints);
	cells = replaced_cells_ref(set->cells);
	keep(h, h->number, session->design.constraints, h->cells);
	TRY(session_restore_cells(session, cells));
	if (constraints != session->design.constraints) {
		session_drop_results(session);
		design_set_constraints(&session->design, ref(constraints));
	}
	h->number = h->begun_number = number;
	forget_begun(h);
	h->seen = constraints;
	h->seen_cells = cells;
	HAND_OVER(&h->begun, constraints);
	HAND_OVER(&h->begun_cells, cells);
	board_put_edit(session->board, &(struct board_edit){.number = number, .first = h->first});
	return STATUS_OK;
}

/* All sets, before the netlist is dropped. */
static void drop_edits(struct session *session)
{
	struct edit_history *h = session_edits(session);

	while (h->n > 0) {
		constraints_unref(h->kept[--h->n].constraints);
		replaced_cells_unref(h->kept[h->n].cells);
	}
	RESET(replaced_cells_unref, h->cells);
	forget_begun(h);
	h->first = h->number = ++h->newest;
	text_release(&h->words);
	board_put_edit(session->board,
		       &(struct board_edit){.number = h->number, .first = h->first});
}

const struct session_part edits_part = {
	.size = sizeof(struct edit_history), .drop = drop_edits, .drops_at = LOSS_DESIGN};
