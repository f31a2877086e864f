/* Commands about placements: LEF, DEF, areas and counts, and whether a placement is legal. */
#include <inttypes.h>

#include "session/command.h"
#include "db/layout/placement_check.h"
#include "gen/place.h"
#include "read/layout/bookshelf.h"
#include "read/layout/def.h"
#include "read/layout/lef.h"
#include "session/session.h"
#include "write/def.h"

/* ---- reading and writing ---- */

static const struct option file_options[] = {OPTION_ALLOW_LARGE, {0}};

/* A placement that is open keeps the macros that there were: they don't change under it. */
static enum status read_lef(struct call *call)
{
	struct design *design = &call->session->design;
	struct text warnings = TEXT_INIT;
	struct technology *technology = NULL;

	TRY(print_warnings(&warnings, lef_read(call->argument[0], design->technology, &warnings,
					       &call->session->task, &technology)));
	design_set_technology(design, technology);
	return STATUS_OK;
}

enum { DEF_LAYOUT };

static const struct option def_options[] = {
	[DEF_LAYOUT] = {"-layout", OPTION_FLAG, NULL,
			"only to be shown, while the design has no placement of its own"},
	OPTION_ALLOW_LARGE,
	{0},
};

/* It will be read again, so its warnings are left out. */
static enum status read_layout(struct call *call)
{
	struct session *session = call->session;
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT;
	struct placement *layout = NULL;

	TRY(def_read(call->argument[0], NULL, session->design.technology, &warnings, &session->task,
		     &layout));
	session_set_layout(session, layout);
	return STATUS_OK;
}

/* Without a netlist the one that DEF makes is the design's. */
static enum status read_def(struct call *call)
{
	struct session *session = call->session;
	struct design *design = &session->design;
	struct text warnings = TEXT_INIT;
	struct placement *placement = NULL;

	if (call->option[DEF_LAYOUT].given)
		return read_layout(call);
	TRY(print_warnings(&warnings,
			   def_read(call->argument[0], design->netlist, design->technology,
				    &warnings, &session->task, &placement)));
	if (!design->netlist)
		session_set_netlist(session, netlist_ref(placement->netlist));
	design_set_technology(design, technology_ref(placement->technology));
	session_set_placement(session, placement);
	return STATUS_OK;
}

enum { BOOKSHELF_PL };

static const struct option bookshelf_options[] = {
	[BOOKSHELF_PL] = {"-pl", OPTION_WORD, "FILE", "places from here (the .pl file it names)"},
	OPTION_ALLOW_LARGE,
	{0},
};

/* A design of its own: its netlist is the design's. */
static enum status read_bookshelf(struct call *call)
{
	struct session *session = call->session;
	struct text warnings = TEXT_INIT;
	struct placement *placement = NULL;

	TRY(print_warnings(&warnings,
			   bookshelf_read(call->argument[0], call->option[BOOKSHELF_PL].word,
					  &warnings, &session->task, &placement)));
	session_clear(session, false);
	session_set_netlist(session, netlist_ref(placement->netlist));
	design_set_technology(&session->design, technology_ref(placement->technology));
	design_set_placement(&session->design, placement);
	return STATUS_OK;
}

static enum status write_def(struct call *call)
{
	TRY(design_need_placement(&call->session->design));
	return def_write(call->argument[0], call->session->design.placement, &call->session->task);
}

/* ---- report_placement ---- */

static void write_rect(const struct rect *r, struct text *out)
{
	text_printf(out, "%.3f x %.3f um, (%.3f %.3f) to (%.3f %.3f)\n",
		    microns((int64_t)r->x2 - r->x1), microns((int64_t)r->y2 - r->y1),
		    microns(r->x1), microns(r->y1), microns(r->x2), microns(r->y2));
}

static void write_areas(const struct placement *placement, const struct placement_summary *summary,
			struct text *out)
{
	text_printf(out, "%-12s ", "die");
	write_rect(&placement->die, out);
	if (placement->n_die_points)
		text_printf(out, "%-12s %" PRId32 " corners, %.3f um^2\n", "die area",
			    placement->n_die_points, summary->die_area);
	if (!placement->n_rows) {
		text_printf(out, "%-12s none\n", "rows");
		return;
	}
	text_printf(out, "%-12s ", "core");
	write_rect(&summary->core, out);
	text_printf(out, "%-12s %" PRId32 ", %" PRId64 " sites\n", "rows", placement->n_rows,
		    summary->n_sites);
	if (summary->row_area > 0)
		text_printf(out, "%-12s %.2f %% of %.3f um^2 of rows\n", "utilization",
			    100 * summary->utilization, summary->row_area);
	text_printf(out, "%-12s %.1f um of half perimeters\n", "nets",
		    microns(half_perimeters(placement)));
}

static void write_counts(const char *name, const int64_t *n, struct text *out)
{
	text_printf(out, "%-12s %10" PRId64 " %10" PRId64 " %10" PRId64 " %10" PRId64, name,
		    n[UNPLACED] + n[PLACED] + n[FIXED] + n[COVER], n[PLACED], n[FIXED] + n[COVER],
		    n[UNPLACED]);
}

static void write_components(const struct placement_summary *summary, struct text *out)
{
	static const char *const names[N_KINDS] = {
		[KIND_CELL] = "cells",     [KIND_TIE] = "ties",         [KIND_TAP] = "taps",
		[KIND_FILLER] = "fillers", [KIND_ANTENNA] = "antennas", [KIND_ENDCAP] = "endcaps",
		[KIND_BLOCK] = "blocks",   [KIND_PAD] = "pads",         [KIND_COVER] = "covers",
		[KIND_UNKNOWN] = "unknown"};
	int64_t sum[COVER + 1] = {0};

	text_printf(out, "\n%-12s %10s %10s %10s %10s %16s\n", "", "total", "placed", "fixed",
		    "unplaced", "area (um^2)");
	for (int kind = 0; kind < N_KINDS; kind++) {
		const int64_t *n = summary->n[kind];

		for (int s = 0; s <= COVER; s++)
			sum[s] += n[s];
		if (n[UNPLACED] + n[PLACED] + n[FIXED] + n[COVER] == 0)
			continue;
		write_counts(names[kind], n, out);
		text_printf(out, " %16.3f\n", summary->area[kind]);
	}
	write_counts("components", sum, out);
	text_add(out, "\n");
	write_counts("ports", summary->n_ports, out);
	text_add(out, "\n");
}

static enum status write_check(struct call *call, bool verbose);

/* A line for each: name, macro, status, orientation and bounding box. */
static enum status write_each(struct call *call, const struct placement *placement)
{
	static const char *const words[] = {
		[UNPLACED] = "unplaced", [PLACED] = "placed", [FIXED] = "fixed", [COVER] = "cover"};

	for (int32_t i = 0; i < placement->n_components; i++) {
		const struct component *c = &placement->component[i];
		struct rect box = placement_component_box(placement, i);

		text_printf(call->out, "%s %s %s %s %.3f %.3f %.3f %.3f\n",
			    placement_component_name(placement, i),
			    placement_component_macro(placement, i), words[c->status],
			    orientation_name[c->orientation], microns(box.x1), microns(box.y1),
			    microns(box.x2), microns(box.y2));
		if (call->out->length > 1 << 16)
			TRY(call_flush(call));
	}
	return STATUS_OK;
}

#define REPORT_OPTIONS(X)                                                                          \
	X(REPORT_COMPONENTS, "-components", OPTION_FLAG, NULL,                                     \
	  "instead a line for each component: name, macro, status, orientation, box")              \
	X(REPORT_CHECK, "-check", OPTION_FLAG, NULL, "also whether it is legal, as check_placement")

OPTION_TABLE(report_options, REPORT_OPTIONS);

static enum status report_placement(struct call *call)
{
	const struct placement *placement = call->session->design.placement;
	struct placement_summary summary;
	struct text *out = call->out;

	TRY(design_need_placement(&call->session->design));
	if (call->option[REPORT_COMPONENTS].given)
		return write_each(call, placement);
	TRY(placement_summarize(placement, &summary));
	text_printf(out, "%-12s %s\n", "design", placement->netlist->name);
	write_areas(placement, &summary, out);
	write_components(&summary, out);
	text_printf(out, "\n%-12s %10" PRId64 "\n", "off the die", summary.n_outside);
	text_printf(out, "%-12s %10" PRId32 "\n", "blockages", placement->n_blockages);
	text_printf(out, "%-12s %10" PRId32 "\n", "regions", placement->n_regions);
	if (!call->option[REPORT_CHECK].given)
		return STATUS_OK;
	text_add(out, "\n");
	return write_check(call, false);
}

/* ---- check_placement ---- */

static const char *const fault_names[N_FAULTS] = {
	[FAULT_OUTSIDE] = "off the die",     [FAULT_OVERLAP] = "overlapping",
	[FAULT_ROW] = "off the rows",        [FAULT_SITE] = "off the sites",
	[FAULT_ORIENTATION] = "upside down", [FAULT_BLOCKAGE] = "in a blockage",
};

/* A line for each component with a fault: its name, macro, place, and what is wrong. */
static enum status write_faults(struct call *call, const struct placement *placement,
				const struct placement_check *check)
{
	for (int32_t i = 0; i < placement->n_components; i++) {
		const struct component *c = &placement->component[i];
		const char *join = ": ";

		if (!check->fault[i])
			continue;
		text_printf(call->out, "  %s (%s) at %.3f %.3f %s",
			    placement_component_name(placement, i),
			    placement_component_macro(placement, i), microns(c->x), microns(c->y),
			    orientation_name[c->orientation]);
		for (int fault = 0; fault < N_FAULTS; fault++) {
			if (!(check->fault[i] & 1 << fault))
				continue;
			text_printf(call->out, "%s%s", join, fault_names[fault]);
			join = ", ";
		}
		text_add(call->out, "\n");
		if (call->out->length > 1 << 16)
			TRY(call_flush(call));
	}
	return STATUS_OK;
}

static enum status write_check(struct call *call, bool verbose)
{
	const struct placement *placement = call->session->design.placement;
	RELEASED_BY(placement_check_drop) struct placement_check *check = NULL;
	int64_t sum = 0;

	TRY(placement_check_new(placement, &call->session->task, &check));
	text_printf(call->out, "%-14s %10" PRId32 "\n", "checked", check->n_checked);
	for (int fault = 0; fault < N_FAULTS; fault++) {
		bool of_rows =
			fault == FAULT_ROW || fault == FAULT_SITE || fault == FAULT_ORIENTATION;

		sum += check->n[fault];
		if (of_rows && !check->has_rows)
			text_printf(call->out, "%-14s %10s\n", fault_names[fault], "no rows");
		else
			text_printf(call->out, "%-14s %10" PRId64 "\n", fault_names[fault],
				    check->n[fault]);
	}
	if (verbose)
		TRY(write_faults(call, placement, check));
	text_add(call->result, sum ? "0" : "1");
	return STATUS_OK;
}

enum { CHECK_VERBOSE };

static const struct option check_options[] = {
	[CHECK_VERBOSE] = {"-verbose", OPTION_FLAG, NULL, "also a line for each component"},
	{0},
};

static enum status check_placement(struct call *call)
{
	TRY(design_need_placement(&call->session->design));
	return write_check(call, call->option[CHECK_VERBOSE].given);
}

const struct command layout_commands[] = {
	{"read_lef", read_lef, IN_SESSION, "FILE", 1, 1, file_options,
	 "Read layers, sites and macros in LEF, on top of those read before"},
	{"read_def", read_def, IN_SESSION, "FILE", 1, 1, def_options,
	 "Read a placement in DEF; without a netlist its nets and black boxes are the netlist"},
	{"read_bookshelf", read_bookshelf, IN_SESSION, "FILE.aux", 1, 1, bookshelf_options,
	 "Read a design of a placement contest: nodes, nets, places and rows"},
	{"write_def", write_def, IN_SESSION, "FILE", 1, 1, NULL,
	 "Write the placement and its netlist in DEF (.gz too)"},
	{"report_placement", report_placement, IN_SESSION, NULL, 0, 0, report_options,
	 "Report die, rows, utilization, components by kind and status"},
	{"check_placement", check_placement, IN_SESSION, NULL, 0, 0, check_options,
	 "Check that every component is on the die, on a site of a row and without overlaps; returns 1 if legal"},
	{0},
};
