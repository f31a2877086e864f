/* Answers to the screen's requests, on the command thread. */
#include "gpu/credit/timing_pin_slacks.h"
#include "gpu/inspect/timing_read.h"
#include "gpu/timing/timing_paths.h"
#include "base/grow.h"
#include "session/cone.h"
#include "session/device_read.h"
#include "session/exact_search.h"
#include "session/path_truth.h"

enum status session_path(struct session *session, int32_t level, int64_t rank, int64_t max_child,
			 struct snap_path **out)
{
	struct timing *timing = session->design.timing;
	SNAP_HELD struct snap_path *path = NULL;

	TRY(search_path(session->search, level, rank, max_child, &path));
	path->common_pin = -1;
	if (session_query(session)->options.credit)
		TRY(timing_common_pins(session->view_queue, &session_query(session)->credit,
				       &path->row.source, &path->row.sink, 1, &path->common_pin));
	if (timing)
		TRY(timing_fill_path(timing, session->view_queue, session_search_split(session),
				     session->paths ? session->paths->paths : NULL, path));
	HAND_OVER(out, path);
	return STATUS_OK;
}

/* About a search that is gone: not needed. */
static bool is_gone(const struct session *session, int64_t serial)
{
	return !session->search || serial != session_query(session)->serial;
}

/* How many of the ranking a pattern would match by names of pins between the ends. */
static enum status count_along(struct session *session, int32_t level,
			       const struct path_pattern *pattern, int64_t *n)
{
	struct list_filter_parts parts = {.pattern = ""};
	RELEASED_BY(list_filter_drop) struct list_filter *along = NULL;
	SNAP_HELD struct snap_match *match = NULL;
	struct path_search search = {.from = -1};
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	path_pattern_write_along(pattern, &text);
	parts.pattern = text_string(&text);
	if (text.length > 0 && text.length < PATTERN_LENGTH)
		TRY(list_filter_new(&parts, NULL, &along));
	if (!along || !along->pattern)
		return STATUS_OK;
	search.sought = along;
	TRY(search_match(session->search, level, NULL, &search, &match));
	*n = match->n_matches;
	return STATUS_OK;
}

static enum status answer_rows(struct session *session, const struct rows_request *wanted,
			       struct snap_rows **out)
{
	struct list_window window = {wanted->first, wanted->n, wanted->follow - 1};
	RELEASED_BY(list_filter_drop) struct list_filter *filter = NULL;
	SNAP_HELD struct snap_rows *rows = NULL;

	if (is_gone(session, wanted->search))
		return STATUS_FAILED;
	filter = board_get_filter(session->board, LIST_SHOWN);
	TRY(search_list_rows(session->search, wanted->level, filter, &window, &rows));
	if (filter && filter->pattern && rows->n_shown == 0 && rows->n_ranked > 0)
		TRY(count_along(session, wanted->level, filter->pattern, &rows->n_along));
	TRY(session_mark_false_rows(session, wanted->level, rows));
	HAND_OVER(out, rows);
	return STATUS_OK;
}

static enum status answer_match(struct session *session, const struct match_request *wanted,
				struct snap_match **out)
{
	RELEASED_BY(list_filter_drop) struct list_filter *sought = NULL;
	RELEASED_BY(list_filter_drop) struct list_filter *shown = NULL;
	SNAP_HELD struct snap_match *match = NULL;
	struct path_search search;

	if (is_gone(session, wanted->search))
		return STATUS_FAILED;
	shown = board_get_filter(session->board, LIST_SHOWN);
	sought = board_get_filter(session->board, LIST_SOUGHT);
	if (!sought)
		return STATUS_FAILED;
	search = (struct path_search){sought, wanted->from, wanted->backward};
	TRY(search_match(session->search, wanted->level, shown, &search, &match));
	if (sought->pattern && match->place < 0)
		TRY(count_along(session, wanted->level, sought->pattern, &match->n_along));
	match->id = wanted->id;
	HAND_OVER(out, match);
	return STATUS_OK;
}

static enum status answer_errors(struct session *session, const struct errors_request *wanted,
				 struct snap_errors **out)
{
	struct stepper *stepper;

	if (is_gone(session, wanted->search))
		return STATUS_FAILED;
	stepper = search_stepper(session->search);
	return session_errors(session, session->idle && stepper->ops->finished(stepper), out);
}

static enum status answer_walk(struct session *session, const struct walk_request *wanted,
			       struct snap_walk **out)
{
	if (is_gone(session, wanted->search))
		return STATUS_FAILED;
	TRY(session_need_arcs(session));
	return search_walk(session->search, wanted->step, (int32_t)wanted->level, wanted->rank,
			   out);
}

static enum status answer_records(struct session *session, const struct records_request *wanted,
				  struct snap_records **out)
{
	if (is_gone(session, wanted->search))
		return STATUS_FAILED;
	TRY(session_need_arcs(session));
	return search_records(session->search, wanted, out);
}

static enum status answer_through(struct session *session, const struct through_request *wanted,
				  struct snap_through **out)
{
	if (is_gone(session, wanted->search))
		return STATUS_FAILED;
	return search_through(session->search, (int32_t)wanted->level, (int32_t)wanted->vertex,
			      wanted->first, wanted->n, out);
}

static enum status answer_cone(struct session *session, const struct cone_request *wanted,
			       struct snap_cone **out)
{
	const struct timing *timing = session->design.timing;
	const struct cone_query query = {
		.credited = timing && session_removes_pessimism(session) &&
			    timing_has_pin_slacks(timing, session->cppr, wanted->split),
		.vertex = (int32_t)wanted->vertex,
		.side = wanted->side,
		.split = wanted->split,
		.slack_max = wanted->slack_max,
		.first = wanted->first,
		.n = wanted->n};

	return session_read_cone(session, wanted->edition, &query, out);
}

static enum status answer_cone_above(struct session *session, const struct cone_request *wanted,
				     struct snap_cone **out)
{
	return answer_cone(session, wanted, out);
}

static enum status answer_cone_below(struct session *session, const struct cone_request *wanted,
				     struct snap_cone **out)
{
	return answer_cone(session, wanted, out);
}

static enum status answer_device(struct session *session, const struct device_request *wanted,
				 struct snap_device **out)
{
	session_keep_accounts(session, session_devices(session)->accounts_asked, wanted->shown);
	return session_read_device(session, wanted->edition, wanted->measure, out);
}

/* A reading without an answer is no message; a lack of memory and a device that fails are. */
static struct snap *answer_or_tell(struct session *session, enum reading_kind kind,
				   const union request *wanted)
{
	bool before =
		memory_ran_short(); /* of the command that is served amid, as its sentence is */
	struct status_sentence sentence;
	struct snap *snap = NULL;
	enum status status;

	status_keep_sentence(&sentence);
	status = session_answer(session, kind, wanted, &snap);

	if (memory_ran_short() && status == STATUS_OK) {
		snap_unref(snap);
		status = STATUS_NO_MEMORY;
	}
	if (before)
		memory_note_short();
	if (status_is_trouble(status))
		board_fail_reading(session->board, status);
	status_put_back(&sentence);
	return status == STATUS_OK ? snap : NULL;
}

void session_serve(struct session *session)
{
	enum reading_kind kind;
	union request wanted;

	if (session->serving || session->design.unconstrained)
		return; /* the outer call goes on until nothing is asked for; this isn't the screen's timing */
	session->serving = true;
	while (board_take_request(session->board, session->in_step, &kind, &wanted))
		board_put_reading(session->board, kind, answer_or_tell(session, kind, &wanted));
	session->serving = false;
}

ANSWER(rows, snap_rows)
ANSWER(match, snap_match)
ANSWER(errors, snap_errors)
ANSWER(walk, snap_walk)
ANSWER(records, snap_records)
ANSWER(through, snap_through)
ANSWER(cone_above, snap_cone)
ANSWER(cone_below, snap_cone)
ANSWER(device, snap_device)

const struct session_part readings_part = {.answer[READ_rows] = answer_any_rows,
					   .answer[READ_match] = answer_any_match,
					   .answer[READ_errors] = answer_any_errors,
					   .answer[READ_walk] = answer_any_walk,
					   .answer[READ_records] = answer_any_records,
					   .answer[READ_through] = answer_any_through,
					   .answer[READ_cone_above] = answer_any_cone_above,
					   .answer[READ_cone_below] = answer_any_cone_below,
					   .answer[READ_device] = answer_any_device};
