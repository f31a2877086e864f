#include "base/messages.h"
#include "session/session.h"

#include <inttypes.h>
#include <stdlib.h>

#include "gpu/delay/timing_retime.h"
#include "base/grow.h"
#include "base/print.h"
#include "db/wire_load.h"
#include "session/exact_search.h"
#include "session/labels.h"
#include "session/path_truth.h"
#include "gpu/device/profile.h"
#include "gpu/device/warp.h"
#include "session/parts.h"

static void serve_in_step(void *context)
{
	struct session *session = context;

	eventfd_drain(session->board->command_fd);
	session->in_step = !session->serving;
	session_serve(session);
	session->in_step = false;
}

void session_init(struct session *session, struct board *board)
{
	*session = (struct session){.task = TASK_INIT,
				    .board = board,
				    .why_device = TEXT_INIT,
				    .device_list = TEXT_INIT,
				    .filter = PATH_FILTER_INIT,
				    .filter_words = TEXT_INIT,
				    .cppr = CREDIT_OPENSTA,
				    .report_digits = 2,
				    .design = {.settings = {.model = DELAY_DMP, .forgives = true},
					       .leaves_unclocked = true}};
	session->task.breathe = serve_in_step;
	session->task.context = session;
	session->task.wake_fd = board->command_fd;
}

enum status session_open_device(struct session *session, const struct device_config *config)
{
	struct device_config one;

	session->device_asked = config->kind != DEVICE_AUTO;
	device_config_of(config, 0, &one);
	TRY(device_open(&one, &session->why_device, &session->device));
	TRY(queue_new(session->device, &session->task, &session->queue));
	TRY(queue_new(session->device, NULL, &session->view_queue));
	queue_unprofiled(session->view_queue, true); /* looking is no part of what is looked at */
	for (int i = 0; i < config->n_more; i++) {
		device_config_of(config, i + 1, &one);
		TRY(device_open(&one, NULL, &session->more_device[i]));
		session->n_more++;
		TRY(queue_new(session->more_device[i], &session->task, &session->more_queue[i]));
	}
	return STATUS_OK;
}

static void end_search(struct session *session)
{
	session_drop_exact(session);
	if (session->search)
		search_stepper(session->search)->ops->end(search_stepper(session->search));
	session->search = NULL;
	path_truth_free(session->truth);
	session->truth = NULL;
	board_put_search(session->board, NULL);
}

/* What was asked for is known still. */
static void lose_search(struct session *session)
{
	if (session->search)
		session->tried_edition = -1;
	end_search(session);
}

bool session_lost_search(const struct session *session)
{
	return session->asked && !session->search &&
	       session->tried_edition != session->design.timing_edition;
}

void session_close(struct session *session)
{
	session->task.breathe = NULL; /* or the screen reads a design half released */
	messages_release();
	session_drop_for_edit(session);
	path_filter_release(&session->filter);
	text_release(&session->filter_words);
	free(session->link_path);
	names_release(&session->printed);
	free(session->corner);
	free(session->run);
	session_drop_parts(session, LOSS_SESSION);
	session_drop_saved(session);
	session_drop_edits(session);
	free(session->failing.pin);
	free(session->found);
	session_set_layout(session, NULL);
	session_forget_files(session);
	text_release(&session->files.paths);
	design_release(&session->design);
	for (int i = 0; i < session->n_more; i++) {
		queue_free(session->more_queue[i]);
		device_close(session->more_device[i]);
	}
	queue_free(session->view_queue);
	queue_free(session->queue);
	warp_recording_free(session->warp);
	device_close(session->device);
	text_release(&session->why_device);
	text_release(&session->device_list);
}

void session_name_die(struct session *session)
{
	FREED char *title = design_title(&session->design);

	if (title && title[0])
		board_set_design(session->board, title);
}

void session_drop_ssta(struct session *session)
{
	if (!session->design.ssta)
		return;
	design_drop_ssta(&session->design);
	session_name_die(session);
	board_put_timeline(session->board, STEPPER_SSTA, NULL);
}

void session_set_placement(struct session *session, struct placement *placement)
{
	session_drop_parts(session, LOSS_PLACEMENT);
	design_set_placement(&session->design, placement);
	session_set_layout(session, NULL);
}

void session_set_layout(struct session *session, struct placement *layout)
{
	if (session->layout == layout)
		return;
	placement_unref(session->layout);
	session->layout = layout;
	board_note_map(session->board);
}

struct placement *session_shown_placement(const struct session *session)
{
	return session->design.placement ? session->design.placement : session->layout;
}

void session_set_netlist(struct session *session, struct netlist *netlist)
{
	session_drop_for_edit(session);
	session->asked = false;
	session->told_model = NULL;
	session_drop_parts(session, LOSS_DESIGN);
	session_drop_edits(session);
	session_set_cppr_lens(session, false);
	design_set_netlist(&session->design, netlist);
	if (!session->files.run) /* else its placement comes next */
		session_set_layout(session, NULL);
	board_set_design(session->board, netlist->name);
}

static void session_drop_labels(struct session *session)
{
	label_inquiry_free(session->inquiry);
	session->inquiry = NULL;
	board_put_timeline(session->board, STEPPER_LABELS, NULL);
}

static void drop_typed_lists(struct session *session)
{
	for (int i = 0; i < TYPED_LISTS; i++) {
		free(session->typed[i].names);
		point_list_release(&session->typed[i].list);
		session->typed[i] = (struct typed_list){0};
	}
}

void session_drop_results(struct session *session)
{
	drop_typed_lists(session);
	session_drop_ssta(session);
	session_drop_parts(session, LOSS_PATHS);
	lose_search(session);
	for (int kind = 0; kind < N_STEPPERS; kind++) {
		if (kind != STEPPER_PLACE) /* it ends with the netlist */
			session_begin_stepper(session, (enum stepper_kind)kind, NULL);
	}
	graph_times_free(session->times_of_graph);
	session->times_of_graph = NULL;
	graph_unref(session->graph);
	session->graph = NULL;
	session_drop_labels(session);
	graph_paths_release(&session->parts);
	image_free(session->base);
	session->image = session->base = NULL;
	session->paths = NULL;
}

void session_drop_for_edit(struct session *session)
{
	session->n_edited++;
	session_drop_results(session);
}

void session_clear(struct session *session, bool keeps_libraries)
{
	session_drop_for_edit(session);
	session->asked = false;
	session->n_spent = 0;
	session_drop_parts(session, LOSS_DESIGN);
	session->usual_map = 0;
	session_drop_edits(session);
	session_set_cppr_lens(session, false);
	design_clear(&session->design, keeps_libraries);
	session_forget_files(session);
	session_set_layout(session, NULL);
	board_set_design(session->board, "");
}

void session_note_time(struct session *session, const char *command, double ms)
{
	int32_t i = 0;

	if (strncmp(command, "read_", 5) != 0 && strncmp(command, "link_", 5) != 0)
		return;
	while (i < session->n_spent && session->spent[i].what != command)
		i++;
	if (i == SUMMARY_TIMES)
		return;
	if (i == session->n_spent)
		session->spent[session->n_spent++] = (struct summary_time){command, 0};
	session->spent[i].ms += ms;
}

enum status session_set_graph(struct session *session, struct graph *graph)
{
	struct image *image;
	enum status status;

	task_begin(&session->task, "building the graph", 0);
	status = image_build(session->queue, graph, &image);
	graph_forget_depths(graph);
	task_end(&session->task);
	if (status != STATUS_OK) {
		graph_unref(graph);
		return status;
	}
	session_clear(session, false);
	session->graph = graph;
	session->image = session->base = image;
	graph_paths_init(&session->parts, image);
	board_set_design(session->board, graph->name);
	return STATUS_OK;
}

void session_set_timing_settings(struct session *session, const struct timing_settings *settings)
{
	const struct timing_settings *old = &session->design.settings;

	if (old->model == settings->model &&
	    old->load_includes_driver_pin == settings->load_includes_driver_pin)
		return;
	if (session->design.netlist)
		session_drop_for_edit(session);
	design_set_timing_settings(&session->design, settings);
}

/* Timers differ most in what they make of wires, so numbers come with a word on that, once while it stays so. */
static void tell_model(struct session *session)
{
	const struct design *design = &session->design;
	const struct library *library;
	const struct lib_wire_load *load =
		design->guesses_wires
			? wire_load_used(design->netlist, design->constraints, LATE, &library)
			: NULL;
	const char *words = NULL; /* by dmp_ceff_elmore they are as OpenSTA's */

	if (load)
		words = design->wires ? "not all nets have parasitics" : "no parasitics";
	else if (!design->wires)
		words = "no parasitics: wires have no delay";
	else if (design->settings.model == DELAY_LUMPED)
		words = "wires are lumped: a capacitance without delay";
	else if (design->settings.model == DELAY_ELMORE)
		words = "wire delays are Elmore's (OpenSTA's default is dmp_ceff)";
	if (session->told_model == words)
		return;
	session->told_model = words;
	if (!words || (session->has_screen && !load)) /* Summary has it */
		return;
	if (load)
		print_error("warpscope: %s: wires are guessed by wire load \"%s\" of library "
			    "\"%s\"\n",
			    words, names_get(&library->string, load->name), library->name);
	else
		print_error("warpscope: %s\n", words);
}

enum status print_warnings(struct text *warnings, enum status status)
{
	print_error("%s", text_string(warnings));
	text_release(warnings);
	return status;
}

enum status session_need_timing(struct session *session)
{
	struct design *design = &session->design;
	struct text warnings = TEXT_INIT;
	bool is_new = !design->timing;
	enum status status = design_need_timing(design, session->queue, &session->task, &warnings);

	if (design->unconstrained && design->other->timing) /* it told them */
		text_clear(&warnings);
	TRY(print_warnings(&warnings, status));
	if (is_new)
		tell_model(session);
	return STATUS_OK;
}

const char *session_corner(const struct session *session)
{
	return session && session->corner ? session->corner : "default";
}

void session_use_cppr(struct session *session, enum credit_mode mode)
{
	if (mode == session->cppr)
		return;
	if (session->design.netlist)
		lose_search(session);
	session_drop_parts(session, LOSS_PATHS);
	session->cppr = mode;
	design_set_latch_credit(&session->design, mode != CREDIT_NONE);
}

/* A part of the paths has a graph of its own. */
static enum status prepare_paths(struct session *session, enum split split)
{
	struct text warnings = TEXT_INIT;

	TRY(print_warnings(&warnings,
			   timing_path_image(session->design.timing,
					     &(struct timing_query){.split = split,
								    .filter = &session->filter},
					     &warnings, &session->task, &session->paths)));
	TRY(path_image_need_paths(session->paths));
	session->image = session->paths->image;
	graph_unref(session->graph);
	session->graph = graph_ref(session->paths->paths->graph);
	return STATUS_OK;
}

struct graph *session_read_graph(const struct session *session)
{
	return session->base ? session->base->graph : NULL;
}

static enum status prepare_part(struct session *session)
{
	struct text warnings = TEXT_INIT;

	TRY(print_warnings(&warnings, graph_path_image(&session->parts, &session->filter, &warnings,
						       &session->task, &session->paths)));
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
	if (!path_filter_equal(&session->filter, &everything))
		TRY(prepare_part(session));
	graph_unref(session->graph);
	session->graph = graph_ref(session->image->graph);
	return STATUS_OK;
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
	if (!path_filter_equal(&session->filter, &everything) || options->retiming)
		return prepare_paths(session, options->early ? EARLY : LATE);
	TRY(timing_search_image(timing, options->early ? EARLY : LATE, &session->image));
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
		session->paths, &session->credit));
	options->credit = &session->credit;
	return STATUS_OK;
}

/* Path-based analysis: what paths are re-timed with, and bounds to search by. */
static enum status prepare_retiming(struct session *session, struct search_options *options)
{
	enum split split = options->early ? EARLY : LATE;

	if (!options->retiming)
		return STATUS_OK;
	TRY(timing_retiming(session->design.timing, split, session->cppr, &session->retiming));
	TRY(timing_weigh_bounds(session->design.timing, session->paths, split, false));
	options->retiming = &session->retiming;
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
	const struct search_options *o = &session->options;
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
	const struct search_options *o = &session->options;

	script_add(out, "find_paths", NULL);
	script_add_list(out, text_string(&session->filter_words));
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
	struct script query = SCRIPT_INIT, conditions = SCRIPT_INIT;

	session_write_query(session, &query);
	script_add_list(&conditions, text_string(&session->filter_words));
	write_limits(session, &conditions);
	snap->query = copy_string(script_string(&query));
	snap->conditions = copy_string(script_string(&conditions));
	snap->early = session->options.early;
	snap->script = session->edits.n_scripts;
	script_release(&query);
	script_release(&conditions);
	if (session->truth)
		snap->labels = session->truth->counts;
	if (!snap->query || !snap->conditions)
		return STATUS_NO_MEMORY;
	return find_worst_listed(session, snap);
}

enum status session_put_search(struct session *session)
{
	struct stepper *stepper = search_stepper(session->search);
	struct snap *snap;
	enum status status;

	TRY(stepper->ops->snapshot(stepper, &snap));
	status = describe_search(session, (struct snap_search *)snap);
	if (status != STATUS_OK) {
		snap_unref(snap);
		return status;
	}
	board_put_search(session->board, (struct snap_search *)snap);
	return STATUS_OK;
}

static enum status keep_filter(struct session *session, const struct path_filter *filter)
{
	struct path_filter copy = PATH_FILTER_INIT;

	/* the one that is there may be asked for again */
	if (filter)
		TRY(path_filter_copy(&copy, filter));
	path_filter_release(&session->filter);
	session->filter = copy;
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
	struct search_options *options = &session->options;

	TRY(prepare_graph(session, options));
	TRY(prepare_credit(session, options));
	TRY(prepare_retiming(session, options));
	session->serial++;
	if (!session->has_screen)
		board_set_stepper(session->board, STEPPER_SEARCH);
	TRY(search_begin(session->image, session->queue, session->view_queue, options,
			 session->serial, &session->search));
	TRY(session_make_truth(session));
	return session_put_search(session);
}

enum status session_begin_search(struct session *session, const struct search_options *options,
				 const struct path_filter *filter)
{
	enum status status;

	TRY(session_check_split(session, options->early));
	end_search(session);
	session->options = *options;
	session->options.task = &session->task;
	TRY(keep_filter(session, filter));
	session->asked = true;
	status = begin_search(session);
	session->tried_edition = session->design.timing_edition;
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

enum status session_need_graph(const struct session *session)
{
	if (session->image || session->design.netlist)
		return STATUS_OK;
	return status_fail(STATUS_FAILED, "no graph is open; read one with read_graph FILE");
}

enum status session_need_search(const struct session *session)
{
	TRY(session_need_graph(session));
	if (session->search)
		return STATUS_OK;
	return status_fail(STATUS_FAILED,
			   session->asked
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

enum status session_need_ssta(const struct session *session)
{
	if (session->design.ssta)
		return STATUS_OK;
	return status_fail(STATUS_FAILED, "no dies yet; make some with run_ssta");
}

enum status session_need_ssta_stepper(struct session *session, struct stepper **out)
{
	*out = session->design.ssta ? ssta_stepper(session->design.ssta) : NULL;
	return session_need_ssta(session);
}

struct snap_search *session_shown_search(struct session *session, int32_t *level)
{
	struct snap_search *search = board_get_search(session->board);

	*level = search ? snap_timeline_level_at(search->timeline,
						 board_cursor(session->board, STEPPER_SEARCH))
			: -1;
	return search;
}

const struct session_part session_ssta_part = {.need_stepper[STEPPER_SSTA] =
						       session_need_ssta_stepper};
