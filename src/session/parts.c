#include "session/parts.h"

#include <assert.h>

enum { MAX_PARTS = 32 };

static const struct session_part *parts[MAX_PARTS];
static int n_parts;
static session_answer_fn *answers[N_READINGS];
static session_stepper_fn *steppers[N_STEPPERS];

void session_add_part(const struct session_part *part)
{
	assert(n_parts < MAX_PARTS);
	parts[n_parts++] = part;
	for (int kind = 0; kind < N_READINGS; kind++) {
		assert(!part->answer[kind] || !answers[kind]);
		if (part->answer[kind])
			answers[kind] = part->answer[kind];
	}
	for (int kind = 0; kind < N_STEPPERS; kind++) {
		assert(!part->need_stepper[kind] || !steppers[kind]);
		if (part->need_stepper[kind])
			steppers[kind] = part->need_stepper[kind];
	}
}

enum status session_answer(struct session *session, enum reading_kind kind,
			   const union request *wanted, struct snap **out)
{
	return answers[kind] ? answers[kind](session, wanted, out) : STATUS_FAILED;
}

enum status session_need_stepper(struct session *session, enum stepper_kind kind,
				 struct stepper **out)
{
	return steppers[kind] ? steppers[kind](session, out) : STATUS_FAILED;
}

void session_drop_parts(struct session *session, int losses)
{
	for (int i = 0; i < n_parts; i++) {
		if (parts[i]->drop && (parts[i]->drops_at | LOSS_SESSION) & losses)
			parts[i]->drop(session);
	}
}
