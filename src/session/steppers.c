/* Steppers of all kinds: computing a step, and following the step that the timeline shows. */
#include "session/search.h"

enum status session_begin_stepper(struct session *session, enum stepper_kind kind,
				  struct stepper *stepper)
{
	struct stepper *last = session->stepper[kind];
	struct snap_timeline *timeline = NULL;
	enum status status = STATUS_OK;

	if (!last && !stepper)
		return STATUS_OK;
	session->stepper[kind] = stepper;
	if (last)
		last->ops->end(last);
	if (stepper && !session->has_screen)
		board_set_stepper(session->board, kind);
	if (stepper)
		status = stepper->ops->timeline(stepper, &timeline);
	board_put_timeline(session->board, kind, timeline);
	return status;
}

enum status session_put_stepper(struct session *session, enum stepper_kind kind)
{
	struct snap_timeline *timeline;
	struct stepper *stepper;

	if (kind == STEPPER_SEARCH) /* its paths and levels too */
		return session_put_search(session);
	TRY(session_need_stepper(session, kind, &stepper));
	TRY(stepper->ops->timeline(stepper, &timeline));
	board_put_timeline(session->board, kind, timeline);
	return STATUS_OK;
}

enum status session_step_one(struct session *session, enum stepper_kind kind, enum grain grain)
{
	struct stepper *stepper;
	enum status status, pinned;

	TRY(session_need_stepper(session, kind, &stepper));
	status = stepper->ops->step(stepper, grain);
	pinned = session_put_stepper(session, kind);
	return status != STATUS_OK ? status : pinned;
}

enum status session_step(struct session *session, enum stepper_kind kind, enum grain grain)
{
	DOING(&session->task, stepper_info[kind].title, 0);

	return session_step_one(session, kind, grain);
}

enum status session_follow(struct session *session, enum stepper_kind kind)
{
	struct snap_timeline *timeline;
	struct stepper *stepper;
	enum status status;
	int64_t cursor;

	timeline = board_get_timeline(session->board, kind, &cursor);
	if (!timeline)
		return STATUS_OK; /* not shown */
	snap_unref(&timeline->snap);
	status = session_need_stepper(session, kind, &stepper);
	if (status == STATUS_FAILED)
		return STATUS_OK; /* what it was of is gone */
	TRY(status);
	return stepper->ops->show ? stepper->ops->show(stepper, cursor) : STATUS_OK;
}

enum status session_follow_placement(struct session *session)
{
	TRY(session_follow(session, STEPPER_CG));
	return session_follow(session, STEPPER_PLACE);
}
