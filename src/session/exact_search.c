#include "session/exact_search.h"

#include "gpu/device/profile.h"

PART_DATA(struct search *, exact_of, exact_search_part)

void session_drop_exact(struct session *session)
{
	struct search **exact = exact_of(session);

	if (*exact)
		search_stepper(*exact)->ops->end(search_stepper(*exact));
	*exact = NULL;
}

const struct session_part exact_search_part = {.size = sizeof(struct search *),
					       .drop = session_drop_exact};

/* By the same image, whose weights are those of the search that is there; of a method that leaves
 * common path pessimism in, so does this one. */
static enum status search_exactly(struct session *session)
{
	struct search_options options = session_query(session)->options;
	struct stepper *stepper;
	enum status status = STATUS_OK;

	options.method = METHOD_BOUNDED;
	options.max_level = -1;
	options.batch = 0;
	options.task = NULL;
	TRY(search_begin(session->image, session->queue, session->view_queue, &options,
			 session_query(session)->serial, exact_of(session)));
	stepper = search_stepper(*exact_of(session));
	queue_unprofiled(session->queue, true); /* looking is no part of what is looked at */
	while (status == STATUS_OK && !stepper->ops->finished(stepper))
		status = stepper->ops->step(stepper, GRAIN_COARSE);
	queue_unprofiled(session->queue, false);
	if (status != STATUS_OK)
		session_drop_exact(session);
	return status;
}

enum status session_errors(struct session *session, bool may_search, struct snap_errors **out)
{
	if (!search_is_exact(session->search) && !*exact_of(session) && may_search)
		TRY(search_exactly(session));
	return search_errors(session->search,
			     search_is_exact(session->search) ? NULL : *exact_of(session), out);
}
