#include "session/search.h"

#include <inttypes.h>

#include "base/grow.h"
#include "base/print.h"
#include "gpu/delay/timing_retime.h"
#include "gpu/timing/timing_paths.h"
#include "session/edits.h"
#include "session/exact_search.h"
#include "session/path_truth.h"
#include "gpu/labels/graph_paths.h"

static void end_search(struct session *session)
{
	session_drop_exact(session);
	if (session->search)
		search_stepper(session->search)->ops->end(search_stepper(session->search));
	session->search = NULL;
	session_drop_truth(session);
	board_put_search(session->board, NULL);
}

void session_lose_search(struct session *session)
{
	if (session->search)
		session_query(session)->tried_edition = -1;
	end_search(session);
}

bool session_lost_search(const struct session *session)
{
	return session_query(session)->asked && !session->search &&
	       session_query(session)->tried_edition != session->design.timing_edition;
}

/* A part of the paths has a graph of its own. */
static enum status prepare_paths(struct session *session, enum split split)
{
	struct text warnings = TEXT_INIT;

	TRY(print_warnings(
		&warnings,
		timing_path_image(session->design.timing,
				  &(struct timing_query){.split = split,
							 .filter = &session_query(session)->filter},
				  &warnings, &session->task, &session->paths)));
	TRY(path_image_need_paths(session->paths));
	session->image = session->paths->image;
	graph_unref(session->graph);
	session->graph = graph_ref(session->paths->paths->graph);
	return STATUS_OK;
}

static enum status prepare_part(struct session *session)
{
	struct text warnings = TEXT_INIT;

	TRY(print_warnings(&warnings,
			   graph_path_image(session->parts, &session_query(session)->filter,
					    &warnings, &session->task, &session->paths)));
	TRY(path_image_need_paths(session->paths));
	session->image = session->paths->image;
	return STATUS_OK;
}

/* Of a graph that was read: all of it, or a part. */
static enum status prepare_read_graph(struct session *session)
{
	static const struct path_filter everything = PATH_FILTER_INIT;

	TRY(session_need_graph(session));
	session->paths = NULL;
	session->image = session->base;
	if (!path_filter_equal(&session_query(session)->filter, &everything))
		TRY(prepare_part(session));
	graph_unref(session->graph);
	session->graph = graph_ref(session->image->graph);
	return STATUS_OK;
}

enum status session_need_arcs(const struct session *session)
{
	return session->design.timing ? state_graph_need_arcs(session->design.timing->image->states)
				      : STATUS_OK;
}

/* The graph that paths are searched in: of a netlist, with the weights of the split asked for. */
static enum status prepare_graph(struct session *session, const struct search_options *options)
{
	static const struct path_filter everything = PATH_FILTER_INIT;
	struct timing *timing;
	struct graph *graph;

	if (!session->design.netlist)
		return prepare_read_graph(session);
	TRY(session_need_timing(session));
	timing = session->design.timing;
	graph = timing->image->states->graph;
	if (!graph->n_sources || !state_graph_has_ends(timing->image->states))
		return status_fail(
			STATUS_FAILED, "%s: nothing is constrained: there are no %s; %s",
			graph->name, graph->n_sources ? "endpoints" : "startpoints",
			session->design.leaves_unclocked &&
					constraints_any_unclocked(session->design.constraints)
				? "inputs have delays without a clock, whose paths "
				  "check_unclocked_paths 1 checks"
				: "read constraints");
	/* bounds are no weights of the whole graph, which others read */
	if (!path_filter_equal(&session_query(session)->filter, &everything) || options->retiming)
		return prepare_paths(session, options->early ? EARLY : LATE);
	TRY(timing_search_image(timing, options->early ? EARLY : LATE, &session->image));
	if (session->has_screen) /* which draws small graphs */
		TRY(session_need_arcs(session));
	session->paths = NULL;
	graph_unref(session->graph);
	session->graph = graph_ref(graph);
	return STATUS_OK;
}

/* What paths get back of common pessimism; the papers' pipelines know nothing of it. */
static enum status prepare_credit(struct session *session, struct search_options *options)
{
	options->credit = NULL;
	if (!session->design.netlist ||
	    !timing_counts_credit(session->design.timing, session->cppr))
		return STATUS_OK;
	if (options->method != METHOD_BOUNDED) {
		print_error("warning: -method %s leaves common path pessimism in\n",
			    search_method_name(options->method));
		return STATUS_OK;
	}
	TRY((options->retiming ? timing_bound_credit : timing_credit)(
		session->design.timing, options->early ? EARLY : LATE, session->cppr,
		session->paths, &session_query(session)->credit));
	options->credit = &session_query(session)->credit;
	return STATUS_OK;
}

/* Path-based analysis: what paths are re-timed with, and bounds to search by. */
static enum status prepare_retiming(struct session *session, struct search_options *options)
{
	enum split split = options->early ? EARLY : LATE;

	if (!options->retiming)
		return STATUS_OK;
	TRY(timing_retiming(session->design.timing, split, session->cppr,
			    &session_query(session)->retiming));
	TRY(timing_weigh_bounds(session->design.timing, session->paths, split, false));
	options->retiming = &session_query(session)->retiming;
	options->retimed_in = session->paths;
	return STATUS_OK;
}

int32_t session_state(const struct session *session, int32_t vertex)
{
	return session->paths ? session->paths->paths->vertex[vertex] : vertex;
}

int32_t session_sink(const struct session *session, int32_t sink)
{
	return session->paths ? session->paths->paths->sink[sink] : sink;
}

/* ---- the search ---- */

static void write_limits(const struct session *session, struct script *out)
{
	const struct search_options *o = &session_query(session)->options;
	char digits[PS_TEXT_SIZE];

	if (o->slack_max != INT64_MAX) {
		format_ps(digits, o->slack_max);
		script_add(out, "-slack_max", digits, NULL);
	}
	if (o->slack_min != INT64_MIN) {
		format_ps(digits, o->slack_min);
		script_add(out, "-slack_min", digits, NULL);
	}
}

void session_write_query(const struct session *session, struct script *out)
{
	const struct search_options *o = &session_query(session)->options;

	script_add(out, "find_paths", NULL);
	script_add_list(out, text_string(&session_query(session)->words));
	script_option(out, "-max_paths", "%" PRId64, o->k);
	if (o->max_level >= 0)
		script_option(out, "-mdl", "%" PRId32, o->max_level);
	if (o->method != METHOD_BOUNDED)
		script_add(out, "-method", search_method_name(o->method), NULL);
	if (o->scan == SCAN_KOGGE_STONE)
		script_add(out, "-scan", "kogge-stone", NULL);
	write_limits(session, out);
	if (o->early)
		script_add(out, "-path_delay", "min", NULL);
	if (o->retiming)
		script_add(out, "-pba", NULL);
	if (o->retiming && o->retime_limit != RETIME_LIMIT)
		script_option(out, "-pba_limit", "%" PRId64, o->retime_limit);
}

/* The worst of those that are listed, not of those below -slack_min. */
static enum status find_worst_listed(struct session *session, struct snap_search *snap)
{
	SNAP_HELD struct snap_rows *rows = NULL;

	snap->has_paths = snap->n_ranked > 0;
	if (!snap->has_paths || !snap->n_below)
		return STATUS_OK;
	TRY(search_rows(session->search, LEVEL_NEWEST, 0, 1, &rows));
	snap->worst_slack = rows->row[0].slack;
	return STATUS_OK;
}

static enum status describe_search(struct session *session, struct snap_search *snap)
{
	RELEASED_BY(script_release) struct script query = SCRIPT_INIT, conditions = SCRIPT_INIT;

	session_write_query(session, &query);
	script_add_list(&conditions, text_string(&session_query(session)->words));
	write_limits(session, &conditions);
	snap->query = copy_string(script_string(&query));
	snap->conditions = copy_string(script_string(&conditions));
	snap->early = session_query(session)->options.early;
	snap->script = session_edits(session)->n_scripts;
	snap->labels = session_truth(session)->counts;
	if (!snap->query || !snap->conditions)
		return STATUS_NO_MEMORY;
	return find_worst_listed(session, snap);
}

enum status session_put_search(struct session *session)
{
	struct stepper *stepper = search_stepper(session->search);
	SNAP_HELD struct snap *snap = NULL;

	TRY(stepper->ops->snapshot(stepper, &snap));
	TRY(describe_search(session, (struct snap_search *)snap));
	board_put_search(session->board, (struct snap_search *)snap_ref(snap));
	return STATUS_OK;
}

static enum status keep_filter(struct session *session, const struct path_filter *filter)
{
	struct path_filter copy = PATH_FILTER_INIT;

	/* the one that is there may be asked for again */
	if (filter)
		TRY(path_filter_copy(&copy, filter));
	path_filter_release(&session_query(session)->filter);
	session_query(session)->filter = copy;
	return STATUS_OK;
}

enum status session_check_split(const struct session *session, bool early)
{
	if (session->design.netlist || !early || !session->base || session->base->graph->early)
		return STATUS_OK;
	return status_fail(STATUS_USAGE, "-path_delay min: the graph is open for latest paths; "
					 "read_graph -path_delay min opens it for earliest ones");
}

static enum status begin_search(struct session *session)
{
	struct search_options *options = &session_query(session)->options;

	TRY(prepare_graph(session, options));
	TRY(prepare_credit(session, options));
	TRY(prepare_retiming(session, options));
	session_query(session)->serial++;
	if (!session->has_screen)
		board_set_stepper(session->board, STEPPER_SEARCH);
	TRY(search_begin(session->image, session->queue, session->view_queue, options,
			 session_query(session)->serial, &session->search));
	TRY(session_make_truth(session));
	return session_put_search(session);
}

enum status session_begin_search(struct session *session, const struct search_options *options,
				 const struct path_filter *filter)
{
	enum status status;

	TRY(session_check_split(session, options->early));
	end_search(session);
	session_query(session)->options = *options;
	session_query(session)->options.task = &session->task;
	TRY(keep_filter(session, filter));
	session_query(session)->asked = true;
	status = begin_search(session);
	session_query(session)->tried_edition = session->design.timing_edition;
	return status;
}

enum status session_run_search(struct session *session)
{
	struct stepper *stepper;

	TRY(session_need_search(session));
	stepper = search_stepper(session->search);
	while (!stepper->ops->finished(stepper)) {
		TRY(session_step(session, STEPPER_SEARCH, GRAIN_COARSE));
		TRY(task_breathe(&session->task));
	}
	return STATUS_OK;
}

enum status session_need_search(const struct session *session)
{
	TRY(session_need_graph(session));
	if (session->search)
		return STATUS_OK;
	return status_fail(STATUS_FAILED,
			   session_query(session)->asked
				   ? "the paths went with an edit; recompute finds them again"
				   : "no paths yet; find some with find_paths -max_paths K");
}

enum status session_need_graph_search(const struct session *session, const char *command)
{
	TRY(session_need_search(session));
	if (!search_path_based(session->search)->wanted)
		return STATUS_OK;
	return status_fail(
		STATUS_FAILED,
		"%s: delays of paths found by find_paths -pba aren't those of arcs; find "
		"them without -pba",
		command);
}

struct snap_search *session_shown_search(struct session *session, int32_t *level)
{
	struct snap_search *search = board_get_search(session->board);

	*level = search ? snap_timeline_level_at(search->timeline,
						 board_cursor(session->board, STEPPER_SEARCH))
			: -1;
	return search;
}

enum status session_need_search_stepper(struct session *session, struct stepper **out)
{
	TRY(session_need_search(session));
	*out = search_stepper(session->search);
	return STATUS_OK;
}

static void drop_query(struct session *session)
{
	path_filter_release(&session_query(session)->filter);
	text_release(&session_query(session)->words);
}

const struct session_part search_part = {.need_stepper[STEPPER_SEARCH] =
						 session_need_search_stepper,
					 .size = sizeof(struct search_query),
					 .drop = drop_query};
