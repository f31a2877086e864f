#include "session/exact_search.h"

#include "gpu/device/profile.h"

void session_drop_exact(struct session *session)
{
	if (session->exact)
		search_stepper(session->exact)->ops->end(search_stepper(session->exact));
	session->exact = NULL;
}

/* By the same image, whose weights are those of the search that is there; of a method that leaves
 * common path pessimism in, so does this one. */
static enum status search_exactly(struct session *session)
{
	struct search_options options = session->options;
	struct stepper *stepper;
	enum status status = STATUS_OK;

	options.method = METHOD_BOUNDED;
	options.max_level = -1;
	options.batch = 0;
	options.task = NULL;
	TRY(search_begin(session->image, session->queue, session->view_queue, &options,
			 session->serial, &session->exact));
	stepper = search_stepper(session->exact);
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
	if (!search_is_exact(session->search) && !session->exact && may_search)
		TRY(search_exactly(session));
	return search_errors(session->search,
			     search_is_exact(session->search) ? NULL : session->exact, out);
}
