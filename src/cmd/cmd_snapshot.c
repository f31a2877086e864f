/* The design as it stands, in one file that is read in a fraction of the time. */
#include <string.h>

#include "base/parallel.h"
#include "session/command.h"
#include "session/variables.h"
#include "store/store.h"

static bool has_link_path(const struct session *session)
{
	return session_variables(session)->link_path &&
	       strcmp(session_variables(session)->link_path, "*") != 0;
}

static void fill_settings(const struct session *session, struct stored_settings *settings)
{
	const struct timing_settings *timing = &session->design.settings;

	*settings = (struct stored_settings){
		.model = timing->model,
		.cppr = session->cppr,
		.load_includes_driver_pin = timing->load_includes_driver_pin,
		.forgives = timing->forgives,
		.leaves_unclocked = session->design.leaves_unclocked,
		.link_path = has_link_path(session) ? session_variables(session)->link_path : NULL,
	};
}

/* The timing is made if it isn't there, as it is what takes longest to be made again. */
static enum status need_timing(struct session *session)
{
	if (!session->design.netlist || !session->design.constraints)
		return STATUS_OK;
	return session_need_timing(session);
}

static enum status save_design(struct call *call)
{
	struct session *session = call->session;
	const struct design *design = &session->design;
	struct stored_design stored = {.netlist = design->netlist,
				       .wires = design->wires,
				       .constraints = design->constraints,
				       .annotations = design->annotations,
				       .aocv = design->aocv,
				       .technology = design->technology,
				       .placement = design->placement,
				       .variation = design->variation,
				       .graph = session_read_graph(session)};

	if (!design->netlist && !stored.graph)
		return status_fail(STATUS_FAILED,
				   "nothing is open that could be saved; read a design or a graph");
	TRY(need_timing(session));
	for (int split = 0; split < N_SPLITS; split++) {
		stored.library[split] = design->library[split];
		stored.n_libraries[split] = design->n_libraries[split];
	}
	if (design->timing) {
		stored.timing = design->timing->image->graph;
		stored.states = design->timing->image->states;
		TRY(state_graph_need_arcs(design->timing->image->states));
	}
	fill_settings(session, &stored.settings);
	return design_save(call->argument[0], &stored, device_host_threads(session->device),
			   &session->task);
}

/* Before the design is there, so that they outdate nothing. */
static enum status take_settings(struct session *session, const struct stored_settings *stored)
{
	struct timing_settings settings = session->design.settings;

	TRY(session_call(session, "set", "load_includes_driver_pin",
			 stored->load_includes_driver_pin ? "1" : "0", NULL));
	TRY(session_call(session, "set", "check_unclocked_paths",
			 stored->leaves_unclocked ? "0" : "1", NULL));
	TRY(session_call(session, "set", "sta_crpr_enabled",
			 stored->cppr != CREDIT_NONE ? "1" : "0", NULL));
	TRY(session_call(session, "set", "link_path", stored->link_path ? stored->link_path : "*",
			 NULL));
	session_set_cppr(session, (enum credit_mode)stored->cppr);
	settings = session->design.settings;
	settings.model = (enum delay_model)stored->model;
	settings.forgives = stored->forgives;
	design_set_timing_settings(&session->design, &settings);
	return STATUS_OK;
}

/* What was open goes; all of the stored one is taken. */
static enum status take_design(struct session *session, struct stored_design *stored)
{
	struct design *design = &session->design;

	session_clear(session, false);
	TRY(take_settings(session, &stored->settings));
	design->units = stored->netlist->units;
	for (int split = 0; split < N_SPLITS; split++) {
		design->library[split] = stored->library[split];
		design->n_libraries[split] = stored->n_libraries[split];
		design->library_capacity[split] = stored->n_libraries[split];
		stored->library[split] = NULL;
		stored->n_libraries[split] = 0;
	}
	session_set_netlist(session, stored->netlist);
	design_set_wires(design, stored->wires);
	design_set_constraints(design, stored->constraints);
	design_set_technology(design, stored->technology);
	design_set_placement(design, stored->placement);
	design->variation = stored->variation;
	design->annotations = stored->annotations;
	design->aocv = stored->aocv;
	stored->netlist = NULL;
	stored->annotations = NULL;
	stored->aocv = NULL;
	stored->wires = NULL;
	stored->constraints = NULL;
	stored->technology = NULL;
	stored->placement = NULL;
	stored->variation = (struct variation){0};
	if (!stored->states || stored->states->made_by != 1 + design_states_options(design))
		return STATUS_OK; /* none, or forged: not what these settings make */
	design_keep_timing(design, stored->timing, stored->states);
	stored->timing = NULL;
	stored->states = NULL;
	return STATUS_OK;
}

static enum status take_graph(struct session *session, struct stored_design *stored)
{
	struct graph *graph = stored->graph;

	stored->graph = NULL;
	return session_set_graph(session, graph);
}

static enum status read_design(struct call *call)
{
	struct session *session = call->session;
	struct load_options options = {.n_threads = host_threads()};
	RELEASED_BY(stored_design_release) struct stored_design stored = {0};

	TRY(design_load(call->argument[0], &options, &session->task, &stored));
	return stored.graph ? take_graph(session, &stored) : take_design(session, &stored);
}

static const struct option read_options[] = {
	OPTION_ALLOW_LARGE,
	{0},
};

const struct command snapshot_commands[] = {
	{"save_design", "FILE", 1, 1,
	 "Save the design as it stands (netlist, libraries, constraints, wires, placement, the timing as it "
	 "was built) as a snapshot, which is opened much faster than the files that it was read from",
	 NULL, save_design, IN_SESSION},
	{"read_design", "FILE", 1, 1,
	 "Open a snapshot (.wsd) in place of what is open; reports are those of the saved design",
	 read_options, read_design, IN_SESSION},
	{0},
};
