#include "session/arrivals.h"
#include "session/search.h"

struct arrivals *session_arrivals(const struct session *session)
{
	return (struct arrivals *)session->stepper[STEPPER_ARRIVALS];
}

/* Arrivals use the timing's image, which has the weights of one split at a time: they copy them,
 * and a search that continues gets its own weights back. */
static enum status begin_of_netlist(struct session *session, enum split split,
				    struct arrivals **out)
{
	bool in_use = session->search && !session->paths;
	bool other = in_use && session_search_split(session) != split;
	struct image *image;
	enum status status, restored = STATUS_OK;

	TRY(session_need_timing(session));
	TRY(timing_search_image(session->design.timing, split, &image));
	status =
		arrivals_begin(image, session->queue, session->view_queue, ++session->n_begun, out);
	if (other)
		restored = timing_search_image(session->design.timing,
					       split == EARLY ? LATE : EARLY, &image);
	if (status == STATUS_OK && restored != STATUS_OK)
		arrivals_stepper(*out)->ops->end(arrivals_stepper(*out));
	return status == STATUS_OK ? restored : status;
}

enum status session_begin_arrivals(struct session *session, bool early)
{
	struct arrivals *arrivals;

	TRY(session_need_graph(session));
	TRY(session_check_split(session, early));
	TRY(session_begin_stepper(session, STEPPER_ARRIVALS, NULL));
	if (session->design.netlist)
		TRY(begin_of_netlist(session, early ? EARLY : LATE, &arrivals));
	else
		TRY(arrivals_begin(session->image, session->queue, session->view_queue,
				   ++session->n_begun, &arrivals));
	return session_begin_stepper(session, STEPPER_ARRIVALS, arrivals_stepper(arrivals));
}

/* The first move begins it, with the latest arrivals. */
enum status session_need_arrivals_stepper(struct session *session, struct stepper **out)
{
	if (!session_arrivals(session))
		TRY(session_begin_arrivals(session, false));
	*out = session->stepper[STEPPER_ARRIVALS];
	return STATUS_OK;
}

static enum status answer_arrivals(struct session *session, const struct arrivals_request *wanted,
				   struct snap_arrivals **out)
{
	struct arrivals *arrivals = session_arrivals(session);

	if (!arrivals || wanted->serial != arrivals_serial(arrivals))
		return STATUS_FAILED;
	return arrivals_read(arrivals, wanted, out);
}

ANSWER(arrivals, snap_arrivals)

const struct session_part arrivals_part = {.answer[READ_arrivals] = answer_any_arrivals,
					   .need_stepper[STEPPER_ARRIVALS] =
						   session_need_arrivals_stepper};
