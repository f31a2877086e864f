#include "session/session.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/messages.h"
#include "base/print.h"
#include "db/wire_load.h"
#include "session/device_read.h"
#include "session/edits.h"
#include "session/files.h"
#include "session/search.h"
#include "session/variables.h"
#include "gpu/device/profile.h"
#include "gpu/labels/graph_paths.h"

static void serve_in_step(void *context)
{
	struct session *session = context;

	eventfd_drain(session->board->command_fd);
	session->in_step = !session->serving;
	session_serve(session);
	session->in_step = false;
}

enum status session_init(struct session *session, struct board *board)
{
	*session = (struct session){.task = TASK_INIT,
				    .board = board,
				    .cppr = CREDIT_OPENSTA,
				    .design = {.settings = {.model = DELAY_DMP, .forgives = true},
					       .leaves_unclocked = true}};
	session->task.breathe = serve_in_step;
	session->task.context = session;
	session->task.wake_fd = board->command_fd;
	TRY(session_new_data(&session->data));
	session_query(session)->filter = (struct path_filter)PATH_FILTER_INIT;
	session_variables(session)->report_digits = 2;
	return STATUS_OK;
}

enum status session_open_device(struct session *session, const struct device_config *config)
{
	struct session_devices *devices = session_devices(session);
	struct device_config one;

	devices->asked = config->kind != DEVICE_AUTO;
	device_config_of(config, 0, &one);
	TRY(device_open(&one, &devices->why, &session->device));
	TRY(queue_new(session->device, &session->task, &session->queue));
	TRY(queue_new(session->device, NULL, &session->view_queue));
	queue_unprofiled(session->view_queue, true); /* looking is no part of what is looked at */
	for (int i = 0; i < config->n_more; i++) {
		device_config_of(config, i + 1, &one);
		TRY(device_open(&one, NULL, &devices->more[i]));
		devices->n_more++;
		TRY(queue_new(devices->more[i], &session->task, &devices->more_queue[i]));
	}
	return STATUS_OK;
}

void session_close(struct session *session)
{
	struct session_devices *devices = session_devices(session);

	session->task.breathe = NULL; /* or the screen reads a design half released */
	messages_release();
	session_drop_for_edit(session);
	names_release(&session->told);
	free(session->corner);
	session_drop_parts(session, LOSS_SESSION);
	session_set_layout(session, NULL);
	design_release(&session->design);
	for (int i = 0; i < devices->n_more; i++) {
		queue_free(devices->more_queue[i]);
		device_close(devices->more[i]);
	}
	queue_free(session->view_queue);
	queue_free(session->queue);
	device_close(session->device);
	free(session->data);
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
	session_query(session)->asked = false;
	session->told_model = NULL;
	session_drop_parts(session, LOSS_DESIGN);
	session_set_cppr_lens(session, false);
	design_set_netlist(&session->design, netlist);
	if (!session_files(session)->run) /* else its placement comes next */
		session_set_layout(session, NULL);
	board_set_design(session->board, netlist->name);
}

void session_drop_results(struct session *session)
{
	session_drop_ssta(session);
	session_drop_parts(session, LOSS_PATHS);
	session_lose_search(session);
	for (int kind = 0; kind < N_STEPPERS; kind++) {
		if (kind != STEPPER_PLACE) /* it ends with the netlist */
			session_begin_stepper(session, (enum stepper_kind)kind, NULL);
	}
	RESET(graph_unref, session->graph);
	session_drop_parts(session, LOSS_GRAPH);
	if (session->parts)
		graph_paths_release(session->parts);
	RESET(free, session->parts);
	image_free(session->base);
	session->image = session->base = NULL;
	session->paths = NULL;
}

void session_drop_for_edit(struct session *session)
{
	session_edits(session)->n_edited++;
	session_drop_results(session);
}

void session_clear(struct session *session, bool keeps_libraries)
{
	session_drop_for_edit(session);
	session_query(session)->asked = false;
	session_drop_parts(session, LOSS_DESIGN);
	session_set_cppr_lens(session, false);
	design_clear(&session->design, keeps_libraries);
	session_drop_parts(session, LOSS_FILES);
	session_set_layout(session, NULL);
	board_set_design(session->board, "");
}

enum status session_set_graph(struct session *session, struct graph *graph)
{
	FREED struct graph_paths *parts = NULL;
	struct image *image;
	enum status status =
		session->await_device ? session->await_device(session->eval_context) : STATUS_OK;

	if (status == STATUS_OK)
		status = ALLOC(&parts, 1);
	task_begin(&session->task, "building the graph", 0);
	if (status == STATUS_OK)
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
	graph_paths_init(parts, image);
	HAND_OVER(&session->parts, parts);
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

bool session_is_new(struct session *session, const char *text, int64_t n)
{
	int32_t id;
	bool added = true;

	return names_add(&session->told, text, n, &id, &added) != STATUS_OK || added;
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
		session_lose_search(session);
	session_drop_parts(session, LOSS_PATHS);
	session->cppr = mode;
	design_set_latch_credit(&session->design, mode != CREDIT_NONE);
}

struct graph *session_read_graph(const struct session *session)
{
	return session->base ? session->base->graph : NULL;
}

enum status session_need_graph(const struct session *session)
{
	if (session->image || session->design.netlist)
		return STATUS_OK;
	return status_fail(STATUS_FAILED, "no graph is open; read one with read_graph FILE");
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

const struct session_part session_ssta_part = {.need_stepper[STEPPER_SSTA] =
						       session_need_ssta_stepper};
