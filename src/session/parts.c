#include "session/parts.h"

#include <assert.h>
#include <stddef.h>

#include "base/grow.h"

enum { MAX_PARTS = 48, ALIGNED = _Alignof(max_align_t) };

static const struct session_part *parts[MAX_PARTS];
static size_t offset[MAX_PARTS + 1]; /* in session->data; then its size */
static int n_parts;
static session_answer_fn *answers[N_READINGS];
static session_stepper_fn *steppers[N_STEPPERS];

void session_add_part(const struct session_part *part)
{
	assert(n_parts < MAX_PARTS);
	parts[n_parts++] = part;
	offset[n_parts] = offset[n_parts - 1] + (part->size + ALIGNED - 1) / ALIGNED * ALIGNED;
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

enum status session_new_data(char **out)
{
	return ALLOC(out, offset[n_parts]);
}

void *session_data(const struct session *session, const struct session_part *part)
{
	int i = 0;

	while (parts[i] != part)
		i++;
	return session->data + offset[i];
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
