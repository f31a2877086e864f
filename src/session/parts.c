#include "session/parts.h"

#include <assert.h>

enum { MAX_PARTS = 32 };

static const struct session_part *parts[MAX_PARTS];
static int n_parts;

void session_add_part(const struct session_part *part)
{
	assert(n_parts < MAX_PARTS);
	parts[n_parts++] = part;
}

enum status session_answer(struct session *session, enum reading_kind kind,
			   const union request *wanted, struct snap **out)
{
	for (int i = 0; i < n_parts; i++) {
		if (parts[i]->answer[kind])
			return parts[i]->answer[kind](session, wanted, out);
	}
	return STATUS_FAILED;
}

enum status session_need_stepper(struct session *session, enum stepper_kind kind,
				 struct stepper **out)
{
	for (int i = 0; i < n_parts; i++) {
		if (parts[i]->need_stepper[kind])
			return parts[i]->need_stepper[kind](session, out);
	}
	return STATUS_FAILED;
}

void session_drop_parts(struct session *session, int losses)
{
	for (int i = 0; i < n_parts; i++) {
		if (parts[i]->drop && (losses == LOSS_ALL || parts[i]->drops_at & losses))
			parts[i]->drop(session);
	}
}
