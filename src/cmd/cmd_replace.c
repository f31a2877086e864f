/* replace_cell. */
#include <inttypes.h>
#include <string.h>

#include "base/print.h"
#include "db/replace_cell.h"
#include "gen/place.h"
#include "session/objects.h"
#include "session/session.h"

/* The library cell "CELL" or "LIBRARY/CELL" in each split: of the last library that has it. */
static enum status find_cell(const struct design *design, const char *name,
			     struct early_late_cell *out)
{
	const char *slash = strchr(name, '/'), *cell = slash ? slash + 1 : name;

	for (int split = 0; split < N_SPLITS; split++) {
		out->cell[split] = -1;
		for (int32_t i = design->n_libraries[split] - 1; i >= 0 && out->cell[split] < 0;
		     i--) {
			struct library *library = design->library[split][i];

			/* early and late libraries may differ in their names */
			if (slash && split == LATE &&
			    (strlen(library->name) != (size_t)(slash - name) ||
			     strncmp(library->name, name, (size_t)(slash - name)) != 0))
				continue;
			out->library[split] = library;
			out->cell[split] = library_find_cell(library, cell);
		}
		if (out->cell[split] < 0)
			return status_fail(STATUS_FAILED,
					   "replace_cell: no %s library has a cell \"%.100s\"",
					   split == LATE ? "late" : "early", name);
	}
	return STATUS_OK;
}

/* Delays and checks that were another cell's. */
static void drop_annotations(const struct design *design, int32_t instance)
{
	int64_t n = 0;

	if (design->annotations)
		n = annotations_drop_cell(design->annotations, design->netlist, instance);
	if (n)
		print_error("warning: replace_cell: %" PRId64 " annotated value%s of the cell of "
			    "\"%.100s\" dropped\n",
			    n, n == 1 ? "" : "s",
			    names_get(&design->netlist->instance_name, instance));
}

/* NULL when nothing is placed. */
static enum status place(const struct design *design, struct netlist *netlist, int32_t instance,
			 struct placement **out)
{
	const char *name = netlist->master[netlist->instance_master[instance]].name;
	struct placement *placement;
	int32_t macro;

	*out = NULL;
	if (!design->placement)
		return STATUS_OK;
	macro = technology_find_macro(design->placement->technology, name);
	if (macro < 0)
		return status_fail(STATUS_FAILED, "replace_cell: LEF has no macro \"%.100s\"",
				   name);
	TRY(placement_copy(design->placement, netlist, true, &placement));
	placement->component[instance].macro = macro;
	*out = placement;
	return STATUS_OK;
}

static enum status replace(struct session *session, int32_t instance,
			   const struct early_late_cell *cell)
{
	struct placement *placement;
	struct netlist *netlist;
	enum status status;

	TRY(netlist_replace_cell(session->design.netlist, instance, cell, &session->task,
				 &netlist));
	status = place(&session->design, netlist, instance, &placement);
	if (status != STATUS_OK) {
		netlist_unref(netlist);
		return status;
	}
	session_outdate(session);
	drop_annotations(&session->design, instance);
	design_replace_netlist(&session->design, netlist);
	if (placement)
		session_set_placement(session, placement);
	return STATUS_OK;
}

static enum status replace_cell(struct call *call)
{
	struct design *design = &call->session->design;
	struct text name = TEXT_INIT;
	struct early_late_cell cell;
	enum status status;
	int32_t instance;

	TRY(design_need_netlist(design));
	TRY(need_object(call, OBJECT_CELL, call->argument[0], &instance));
	if (instance >= design->netlist->n_instances)
		return status_fail(STATUS_FAILED,
				   "replace_cell: \"%.100s\" is a block of the hierarchy",
				   call->argument[0]);
	status = one_object(call, call->argument[1], &name);
	if (status == STATUS_OK)
		status = find_cell(design, text_string(&name), &cell);
	text_release(&name);
	TRY(status);
	return replace(call->session, instance, &cell);
}

const struct command replace_commands[] = {
	{"replace_cell", "INSTANCE LIB_CELL", 2, 2,
	 "Make an instance one of another library cell with the same pins; constraints, parasitics and places stay",
	 NULL, replace_cell, IN_SESSION},
	{0},
};
