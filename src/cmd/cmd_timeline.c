/* Moves on the timelines of steppers, whatever they do. */
#include <stdlib.h>
#include <string.h>

#include "session/command.h"
#include "session/session.h"

#define MOVE_OPTIONS(X)                                                                            \
	X(MOVE_FINE, "-fine", OPTION_FLAG, NULL,                                                   \
	  "by a kernel (count, scan, expand, compress) or a batch of boxes instead of "            \
	  "a level or a stage")                                                                    \
	X(MOVE_OF, "-of", OPTION_CHOICE, STEPPER_NAMES,                                            \
	  "which timeline; else that of the view that is shown, without a screen the one "         \
	  "that was begun or named last")

OPTION_TABLE(move_options, MOVE_OPTIONS);

static enum grain grain_of(const struct call *call)
{
	return call->option[MOVE_FINE].given ? GRAIN_FINE : GRAIN_COARSE;
}

/* The stepper that a call is about, which is there then. */
static enum status need(const struct call *call, enum stepper_kind *kind, struct stepper **stepper)
{
	struct session *session = call->session;

	*kind = call->option[MOVE_OF].given ? (enum stepper_kind)call->option[MOVE_OF].number
					    : board_stepper(session->board);
	TRY(session_need_stepper(session, *kind, stepper));
	if (!session->has_screen)
		board_set_stepper(session->board, *kind);
	return STATUS_OK;
}

static enum status parse_steps(const struct call *call, int64_t *n)
{
	char *end;

	*n = 1;
	if (call->n_arguments == 0)
		return STATUS_OK;
	*n = strtoll(call->argument[0], &end, 10);
	if (*end || *n < 1)
		return call_fail(call, STATUS_USAGE, "\"%.100s\" is not a number of steps",
				 call->argument[0]);
	return STATUS_OK;
}

/* Where cells are is part of the design: the next command finds them there. */
static enum status follow_placement(struct session *session, enum stepper_kind kind)
{
	return kind == STEPPER_CG || kind == STEPPER_PLACE ? session_follow(session, kind)
							   : STATUS_OK;
}

/* Forward by one: on the timeline, else by computing. *more is false at the end. */
static enum status step_once(struct session *session, enum stepper_kind kind, enum grain grain,
			     bool *more)
{
	struct stepper *stepper;

	*more = true;
	if (board_move(session->board, kind, grain, 1))
		return follow_placement(session, kind);
	TRY(session_need_stepper(session, kind, &stepper));
	*more = !stepper->ops->finished(stepper);
	if (!*more)
		return STATUS_OK;
	board_go(session->board, kind, INT64_MAX);
	return session_step(session, kind, grain);
}

static enum status step(struct call *call)
{
	enum stepper_kind kind;
	struct stepper *stepper;
	int64_t n;
	bool more = true;

	TRY(need(call, &kind, &stepper));
	TRY(parse_steps(call, &n));
	for (int64_t i = 0; i < n && more; i++) {
		TRY(step_once(call->session, kind, grain_of(call), &more));
		TRY(task_breathe(&call->session->task));
	}
	return STATUS_OK;
}

static enum status back(struct call *call)
{
	enum stepper_kind kind;
	struct stepper *stepper;
	int64_t n;

	TRY(need(call, &kind, &stepper));
	TRY(parse_steps(call, &n));
	while (n-- > 0 && board_move(call->session->board, kind, grain_of(call), -1))
		;
	return follow_placement(call->session, kind);
}

static enum status go(struct call *call)
{
	const char *where = call->argument[0];
	struct snap_timeline *timeline;
	enum stepper_kind kind;
	struct stepper *stepper;
	int64_t place;

	TRY(need(call, &kind, &stepper));
	TRY(stepper->ops->timeline(stepper, &timeline));
	place = snap_timeline_find(timeline, where, grain_of(call));
	snap_unref(&timeline->snap);
	if (place == NO_PLACE)
		return call_fail(call, STATUS_USAGE,
				 "\"%.100s\" is neither first nor last nor a %s so far", where,
				 stepper_info[kind].grains[grain_of(call)]);
	board_go(call->session->board, kind, strcmp(where, "last") == 0 ? INT64_MAX : place);
	return follow_placement(call->session, kind);
}

const struct command timeline_commands[] = {
	{"step", step, IN_SESSION, "?N?", 0, 1, move_options,
	 "Go N steps forward on the timeline, computing what isn't there yet"},
	{"back", back, IN_SESSION, "?N?", 0, 1, move_options, "Go N steps back on the timeline"},
	{"goto", go, IN_SESSION, "first|last|LEVEL|STAGE", 1, 1, move_options,
	 "Go to a place on the timeline"},
	{0},
};
