/* Commands of levelization and the sweep of arrivals. */
#include <inttypes.h>

#include "session/arrivals.h"
#include "session/command.h"

enum { LEVELIZE_DELAY, LEVELIZE_PAUSED };

static const struct option levelize_options[] = {
	[LEVELIZE_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min",
			    "of a netlist: latest or earliest arrivals (max)"},
	[LEVELIZE_PAUSED] = {"-paused", OPTION_FLAG, NULL, "only begin; step goes on"},
	{0},
};

/* A timeline is copied when it is pinned up: of a deep graph not at each step. */
enum { STEPS_AT_ONCE = 64 };

/* To the end. What was complete stays and is pinned up, whatever happens. */
static enum status run(struct session *session, struct stepper *stepper)
{
	enum status status = STATUS_OK, pinned = STATUS_OK;

	while (!stepper->ops->finished(stepper) && status == STATUS_OK && pinned == STATUS_OK) {
		task_begin(&session->task, stepper_info[STEPPER_ARRIVALS].title, 0);
		for (int i = 0; i < STEPS_AT_ONCE && status == STATUS_OK; i++)
			status = stepper->ops->step(stepper, GRAIN_COARSE);
		task_end(&session->task);
		pinned = session_put_stepper(session, STEPPER_ARRIVALS);
		if (status == STATUS_OK && pinned == STATUS_OK)
			status = task_breathe(&session->task);
	}
	return status != STATUS_OK ? status : pinned;
}

static enum status levelize(struct call *call)
{
	struct session *session = call->session;
	struct stepper *stepper;

	TRY(session_begin_arrivals(session, call->option[LEVELIZE_DELAY].number == 1));
	if (call->option[LEVELIZE_PAUSED].given)
		return STATUS_OK;
	TRY(session_need_stepper(session, STEPPER_ARRIVALS, &stepper));
	return run(session, stepper);
}

/* ---- the report ---- */

enum { REPORT_TIMES };

static const struct option report_options[] = {
	[REPORT_TIMES] = {"-times", OPTION_FLAG, NULL, "also what each level took, in ms"},
	{0},
};

static void write_level(const struct arrival_level *level, int32_t number, bool times,
			struct text *out)
{
	text_printf(out, "%5" PRId32 " %9" PRId64 " %9" PRId64 " %7" PRId32 "%13s%13s", number,
		    level->n_vertices, level->n_arcs, level->widest_fan_in,
		    level->least == ARRIVAL_NONE ? "-" : PS(level->least),
		    level->largest == ARRIVAL_NONE ? "-" : PS(level->largest));
	if (times)
		text_printf(out, " %10.3f %10.3f", level->level_ms, level->sweep_ms);
	text_add(out, "\n");
}

static void write_sums(const struct arrivals *arrivals, const struct arrival_level *level,
		       int32_t n, int32_t n_swept, struct text *out)
{
	const struct graph *graph = arrivals_graph(arrivals);
	int64_t n_vertices = 0, n_arcs = 0, n_arrived = 0;
	int32_t widest = 0;

	for (int32_t l = 0; l < n; l++) {
		n_vertices += level[l].n_vertices;
		n_arcs += level[l].n_arcs;
		n_arrived += level[l].n_arrived;
		widest = level[l].n_vertices > level[widest].n_vertices ? l : widest;
	}
	text_printf(out,
		    "%" PRId32 " levels, %" PRId64 " of %" PRId32 " vertices, %" PRId64
		    " of %" PRId32 " arcs\n",
		    n, n_vertices, graph->n_vertices, n_arcs, graph->n_arcs);
	if (n)
		text_printf(out, "widest: level %" PRId32 " with %" PRId64 " vertices\n", widest,
			    level[widest].n_vertices);
	text_printf(out, "swept: %" PRId32 " levels, %" PRId64 " vertices with %s\n", n_swept,
		    n_arrived,
		    graph->objective == OBJECTIVE_COST ? "a least cost"
		    : arrivals_late(arrivals)          ? "a latest arrival"
						       : "an earliest arrival");
}

static enum status report(struct call *call)
{
	struct arrivals *arrivals = session_arrivals(call->session);
	bool times = call->option[REPORT_TIMES].given;
	const struct arrival_level *level;
	int32_t n, n_swept;

	if (!arrivals)
		return status_fail(STATUS_FAILED, "there are no levels yet; levelize_graph makes "
						  "them");
	n = arrivals_levels(arrivals, &level, &n_swept);
	text_printf(call->out, "level  vertices      arcs  fan-in        least      largest%s\n",
		    times ? "   level ms   sweep ms" : "");
	for (int32_t l = 0; l < n; l++) {
		write_level(&level[l], l, times, call->out);
		if (l % 1000 == 999)
			TRY(call_flush(call));
	}
	write_sums(arrivals, level, n, n_swept, call->out);
	return STATUS_OK;
}

const struct command arrival_commands[] = {
	{"levelize_graph", levelize, IN_SESSION, NULL, 0, 0, levelize_options,
	 "Levelize the timing graph and sweep arrivals over its levels"},
	{"report_levelization", report, IN_SESSION, NULL, 0, 0, report_options,
	 "Report the levels of levelize_graph: vertices, arcs into them, the widest fan-in, arrivals"},
	{0},
};
