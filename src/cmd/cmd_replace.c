/* replace_cell, report_cell_sizes. */
#include "report/report_units.h"
#include "session/edits.h"
#include "session/sizes.h"
#include "session/objects.h"

static enum status need_cell(struct call *call, int32_t *instance)
{
	struct design *design = &call->session->design;

	TRY(design_need_netlist(design));
	TRY(need_object(call, OBJECT_CELL, call->argument[0], instance));
	if (*instance >= design->netlist->n_instances)
		return call_fail(call, STATUS_FAILED, "\"%.100s\" is a block of the hierarchy",
				 call->argument[0]);
	return STATUS_OK;
}

static enum status replace_cell(struct call *call)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	struct cell_replacement by;

	TRY(need_cell(call, &by.instance));
	TRY(one_object(call, call->argument[1], &name));
	TRY(design_find_cell(&call->session->design, text_string(&name), &by.cell));
	return session_replace_cells(call->session, &by, 1);
}

/* ---- report_cell_sizes ---- */

enum { SIZES_DIGITS };

static const struct option size_options[] = {
	[SIZES_DIGITS] = OPTION_DIGITS,
	{0},
};

enum { CELL_WIDTH = 24, TIME_WIDTH = 10 };

static void write_time(const struct report_units *units, int64_t fs, bool any, struct text *out)
{
	/* columns that are too narrow stay apart */
	text_printf(out, " %*s", TIME_WIDTH, any ? REPORTED(units, fs) : "-");
}

static void write_size(const struct report_units *units, const struct cell_size *size, bool now,
		       struct text *out)
{
	text_printf(out, "%c %-*s %9.3f", now ? '*' : ' ', CELL_WIDTH, size->cell, size->area);
	for (int split = N_SPLITS - 1; split >= 0; split--) {
		const struct slack_totals *of = &size->of[split];

		write_time(units, of->wns, of->n_endpoints > 0, out);
		write_time(units, of->tns, of->n_endpoints > 0, out);
		write_time(units, size->here[split], size->here[split] != FS_NONE_64, out);
	}
	text_add(out, "\n");
}

static enum status report_cell_sizes(struct call *call)
{
	struct session *session = call->session;
	const struct cell_sizes *sizes;
	struct report_units units;
	int32_t instance;

	TRY(need_cell(call, &instance));
	TRY(session_need_sizes(session, instance, &sizes));
	TRY(report_units_parse(call, SIZES_DIGITS, session->design.netlist, &units));
	text_printf(call->out, "  %-*s %9s %-33s  %s\n", CELL_WIDTH, "", "", "      setup",
		    "      hold");
	text_printf(call->out, "  %-*s %9s", CELL_WIDTH, "cell", "area");
	for (int split = 0; split < N_SPLITS; split++)
		text_printf(call->out, " %*s %*s %*s", TIME_WIDTH, "WNS", TIME_WIDTH, "TNS",
			    TIME_WIDTH, "here");
	text_add(call->out, "\n");
	for (int i = 0; i < sizes->n; i++)
		write_size(&units, &sizes->size[i], i == 0, call->out);
	if (sizes->n_left_out)
		text_printf(call->out, "%d more are left out\n", sizes->n_left_out);
	return STATUS_OK;
}

/* ---- write_changes ---- */

static enum status write_changes(struct call *call)
{
	const struct session *session = call->session;
	const struct replaced_cells *cells = session_edits(session)->cells;
	const struct netlist *netlist = session->design.netlist;

	TRY(design_need_netlist(&session->design));
	TRY(call_open_file(call, call->argument[0], "w"));
	for (int i = 0; cells && i < cells->n; i++) {
		const struct early_late_cell *cell = &cells->cell[i].is;
		RELEASED_BY(script_release) struct script line = SCRIPT_INIT;

		script_add(&line, "replace_cell",
			   names_get(&netlist->instance_name, cells->cell[i].instance),
			   names_get(&cell->library[LATE]->cell_name, cell->cell[LATE]), NULL);
		text_add(call->out, script_string(&line));
		text_add(call->out, "\n");
	}
	return STATUS_OK;
}

const struct command replace_commands[] = {
	{"replace_cell", replace_cell, IN_SESSION, "INSTANCE LIB_CELL", 2, 2, NULL,
	 "Make an instance one of another library cell with the same pins; constraints, parasitics and places stay"},
	{"report_cell_sizes", report_cell_sizes, IN_SESSION, "INSTANCE", 1, 1, size_options,
	 "Report the slacks with each library cell that can take the place of an instance's (* = it has that), by timing "
	 "the design with it; `here` is the worst slack at its outputs, before CPPR"},
	{"write_changes", write_changes, IN_SESSION, "FILE", 1, 1, NULL,
	 "Write the cells that were replaced as commands, which OpenSTA runs too; constraints: write_sdc"},
	{0},
};
