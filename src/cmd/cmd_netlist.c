/* Commands that read a netlist and what belongs to it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/print.h"
#include "session/command.h"
#include "db/link/link.h"
#include "read/liberty/liberty.h"
#include "read/spef/spef.h"
#include "read/tau.h"
#include "read/verilog/verilog.h"
#include "session/session.h"

/* Of the commands that have no other. */
static const struct option file_options[] = {OPTION_ALLOW_LARGE, {0}};

/* ---- libraries ---- */

enum { LIBERTY_MIN, LIBERTY_MAX, LIBERTY_DISJOINT };

static const struct option liberty_options[] = {
	[LIBERTY_MIN] = {"-min", OPTION_FLAG, NULL, "for early delays and hold checks only"},
	[LIBERTY_MAX] = {"-max", OPTION_FLAG, NULL, "for late delays and setup checks only"},
	[LIBERTY_DISJOINT] = {"-disjoint", OPTION_FLAG, NULL,
			      "fail if a cell is in a library that was read before"},
	OPTION_ALLOW_LARGE,
	{0},
};

/* A cell of both would be the first library's, without a word. */
static enum status check_disjoint(const struct design *design, enum split split,
				  const struct library *library)
{
	for (int32_t l = 0; l < design->n_libraries[split]; l++) {
		const struct library *before = design->library[split][l];

		for (int32_t c = 0; c < library->n_cells; c++) {
			const char *cell = names_get(&library->cell_name, c);

			if (library_find_cell(before, cell) >= 0)
				return status_fail(
					STATUS_BAD_INPUT,
					"%s: error: which library? Cell %.100s is in %s "
					"too; name the files to be read, or read them by "
					"read_liberty without -disjoint, where the "
					"first one has it",
					library->path, cell, before->path);
		}
	}
	return STATUS_OK;
}

static enum status read_liberty(struct call *call)
{
	struct design *design = &call->session->design;
	struct text warnings = TEXT_INIT;
	struct library *library = NULL;
	bool min = call->option[LIBERTY_MIN].given, max = call->option[LIBERTY_MAX].given;
	enum status status = STATUS_OK;

	TRY(tell_warnings(&warnings, liberty_read(call->argument[0], &warnings,
						  &call->session->task, &library)));
	for (int split = 0; split < N_SPLITS && call->option[LIBERTY_DISJOINT].given; split++) {
		if (status == STATUS_OK && (min == max || min == (split == EARLY)))
			status = check_disjoint(design, (enum split)split, library);
	}
	if (status == STATUS_OK && min == max)
		status = design_add_library(design, EARLY, library_ref(library));
	if (status != STATUS_OK) {
		library_unref(library);
		return status;
	}
	return design_add_library(design, min && !max ? EARLY : LATE, library);
}

/* ---- the netlist ---- */

static enum status read_verilog(struct call *call)
{
	struct text warnings = TEXT_INIT;

	return tell_warnings(&warnings,
			     verilog_read(call->argument[0], &call->session->design.modules,
					  &warnings, &call->session->task));
}

static void tell_placement_dropped(const struct design *design)
{
	if (design->placement)
		print_error("warning: the placement went with its netlist\n");
}

static enum status link_design(struct call *call)
{
	struct design *design = &call->session->design;
	struct text warnings = TEXT_INIT;
	struct netlist *netlist = NULL;

	TRY(tell_warnings(&warnings,
			  link_netlist(&design->modules,
				       call->n_arguments ? call->argument[0] : NULL,
				       design->library[EARLY], design->n_libraries[EARLY],
				       design->library[LATE], design->n_libraries[LATE], &warnings,
				       &call->session->task, &netlist)));
	design_tell_dropped(design);
	tell_placement_dropped(design);
	session_set_netlist(call->session, netlist);
	return STATUS_OK;
}

static enum status parse_copies(const struct call *call, int32_t *n)
{
	int length = 0;

	if (sscanf(call->argument[0], "%9" SCNd32 "%n", n, &length) != 1 ||
	    call->argument[0][length] || *n < 1)
		return status_fail(STATUS_USAGE,
				   "tile_design: \"%.100s\" is not a number of copies",
				   call->argument[0]);
	return STATUS_OK;
}

/* The places, wires and constraints of the copies, from those of the one. */
static enum status tile_rest(struct design *design, struct netlist *tiled, struct task *task,
			     struct placement **placement, struct parasitics **parasitics,
			     struct constraints **constraints)
{
	if (design->placement)
		TRY(placement_tile(design->placement, tiled, task, placement));
	if (design->parasitics)
		TRY(parasitics_tile(design->parasitics, design->netlist, tiled, parasitics));
	if (design->constraints)
		TRY(constraints_tile(design->constraints, tiled, constraints));
	return STATUS_OK;
}

static enum status tile_design(struct call *call)
{
	struct session *session = call->session;
	struct design *design = &session->design;
	struct netlist *tiled;
	struct placement *placement = NULL;
	struct parasitics *parasitics = NULL;
	struct constraints *constraints = NULL;
	int32_t n;
	enum status status;

	TRY(design_need_netlist(design));
	TRY(parse_copies(call, &n));
	TRY(netlist_tile(design->netlist, n, &session->task, &tiled));
	status = tile_rest(design, tiled, &session->task, &placement, &parasitics, &constraints);
	if (status != STATUS_OK) {
		placement_unref(placement);
		parasitics_unref(parasitics);
		netlist_unref(tiled);
		return status;
	}
	session_set_netlist(session, tiled);
	design_set_placement(design, placement);
	design_set_parasitics(design, parasitics);
	design_set_constraints(design, constraints);
	return STATUS_OK;
}

/* How timing is computed stays. */
static enum status close_design(struct call *call)
{
	struct session *session = call->session;
	struct timing_settings settings = session->design.settings;

	session_outdate(session);
	session_drop_map(session);
	design_release(&session->design);
	session->design.settings = settings;
	session->n_unread = 0;
	board_set_design(session->board, "");
	return STATUS_OK;
}

/* ---- wires and constraints ---- */

static enum status read_spef(struct call *call)
{
	struct design *design = &call->session->design;
	struct text warnings = TEXT_INIT;
	struct parasitics *parasitics = NULL;

	TRY(design_need_netlist(design));
	TRY(tell_warnings(&warnings, spef_read(call->argument[0], design->netlist, &warnings,
					       &call->session->task, &parasitics)));
	session_outdate(call->session);
	design_set_parasitics(design, parasitics);
	return STATUS_OK;
}

static enum status read_timing(struct call *call)
{
	struct design *design = &call->session->design;
	struct text warnings = TEXT_INIT;
	struct constraints *constraints = NULL;

	TRY(design_need_netlist(design));
	TRY(tell_warnings(&warnings, tau_read(call->argument[0], design->netlist, &warnings,
					      &call->session->task, &constraints)));
	session_outdate(call->session);
	design_set_constraints(design, constraints);
	return STATUS_OK;
}

const struct command netlist_commands[] = {
	{"read_liberty", "FILE", 1, 1, "Read a cell library in Liberty (.gz too)", liberty_options,
	 read_liberty, IN_SESSION},
	{"read_verilog", "FILE", 1, 1, "Read modules of a structural Verilog netlist (.gz too)",
	 file_options, read_verilog, IN_SESSION},
	{"link_design", "?TOP?", 0, 1, "Flatten the modules and link them with the libraries", NULL,
	 link_design, IN_SESSION},
	{"close_design", NULL, 0, 0,
	 "Forget all that was read: libraries, LEF, modules, the netlist and what belongs to it",
	 NULL, close_design, IN_SESSION},
	{"tile_design", "N", 1, 1, "Open N copies of the netlist side by side, made in memory",
	 NULL, tile_design, IN_SESSION},
	{"read_spef", "FILE", 1, 1, "Read the parasitics of the netlist in SPEF (.gz too)",
	 file_options, read_spef, IN_SESSION},
	{"read_timing", "FILE", 1, 1, "Read constraints in the TAU contest's .timing format",
	 file_options, read_timing, IN_SESSION},
	{0},
};
