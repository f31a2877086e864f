/* The summary of the open design, for the screen. */
#include "session/files.h"
#include "session/lens.h"

#include <string.h>

#include "gpu/checks/clock_checks.h"
#include "gpu/checks/limit_checks.h"
#include "gpu/checks/skew_checks.h"
#include "gpu/inspect/timing_read.h"
#include "gpu/credit/timing_slacks.h"
#include "base/grow.h"
#include "db/left_out.h"
#include "db/link/gates.h"
#include "session/sizes.h"
#include "session/variables.h"

/* ---- libraries ---- */

static bool has_library(const struct design *design, enum split split,
			const struct library *library)
{
	return ANY(i, 0, design->n_libraries[split], design->library[split][i] == library);
}

static enum status add_library(struct snap_summary *summary, const struct design *design,
			       const struct library *library)
{
	struct summary_library *to = &summary->library[summary->n_libraries];

	to->name = strdup(library->name ? library->name : library->path);
	if (!to->name)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	to->n_cells = library->n_cells;
	to->time_unit = library->time_unit;
	to->capacitance_unit = library->capacitance_unit;
	for (int split = 0; split < N_SPLITS; split++)
		to->in[split] = has_library(design, (enum split)split, library);
	summary->n_libraries++;
	return STATUS_OK;
}

/* Early libraries first; one that is both early and late is listed once. */
static enum status add_libraries(struct snap_summary *summary, const struct design *design)
{
	TRY(ALLOC(&summary->library,
		  (int64_t)design->n_libraries[EARLY] + design->n_libraries[LATE]));
	for (int32_t i = 0; i < design->n_libraries[EARLY]; i++)
		TRY(add_library(summary, design, design->library[EARLY][i]));
	for (int32_t i = 0; i < design->n_libraries[LATE]; i++) {
		if (!has_library(design, EARLY, design->library[LATE][i]))
			TRY(add_library(summary, design, design->library[LATE][i]));
	}
	return STATUS_OK;
}

/* ---- the netlist ---- */

/* Outputs that drive one net; pins of black boxes may be inputs too. */
static int32_t count_outputs(const struct netlist *netlist, int32_t net)
{
	int32_t first = netlist->net_pin_row[net];

	return SUM(int32_t, i, 0, netlist->net_n_drivers[net],
		   netlist_pin_direction(netlist, netlist->net_pin[first + i]) != LIB_INOUT);
}

static void count_nets(struct snap_summary *summary, const struct netlist *netlist,
		       const struct technology *technology)
{
	int64_t n_undriven = 0, n_shared = 0, n_boxes = 0;

	EACH_ITEM(master, netlist->master, netlist->n_masters) {
		if (!master->library[LATE] && !technology_is_physical(technology, master->name))
			n_boxes += master->n_instances;
	}
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int32_t n_pins = netlist->net_pin_row[net + 1] - netlist->net_pin_row[net];

		n_undriven += n_pins && !netlist->net_n_drivers[net] && !netlist->net_constant[net];
		n_shared += netlist->net_n_drivers[net] > 1 && count_outputs(netlist, net) > 1;
	}
	summary_add_count(summary, "black boxes", n_boxes);
	summary_add_count(summary, "undriven nets", n_undriven);
	summary_add_count(summary, "nets shared", n_shared);
	summary_add_bad(summary, "zero delay", gates_count(netlist));
	summary_add_bad(summary, "timed in part", netlist_left_out(netlist, NULL));
}

/* Pins at which path delays cut others. */
static int64_t count_cuts(const struct netlist *netlist, const struct constraints *constraints)
{
	int64_t n = 0;

	EACH_ITEM(x, constraints->exception, constraints->n_exceptions) {
		if (x->kind != EXCEPTION_DELAY || x->probe)
			continue;
		for (int32_t i = 0; point_list_next_inner(netlist, &x->filter.from, &i);)
			n++;
		for (int32_t i = 0; point_list_next_inner(netlist, &x->filter.to, &i);)
			n++;
	}
	return n;
}

static enum status add_clocks(struct snap_summary *summary, const struct netlist *netlist,
			      const struct constraints *constraints)
{
	summary->constrained = constraints != NULL;
	if (constraints) {
		summary_add_bad(summary, "SDC left out", constraints->n_unsupported);
		summary_add_count(summary, "pins cut paths", count_cuts(netlist, constraints));
	}
	if (!constraints || !constraints->n_clocks)
		return STATUS_OK;
	summary->n_clocks = constraints->n_clocks;
	summary->period = fs_of_ps(constraints->clock[0].period);
	summary->clock = strdup(constraints->clock[0].name);
	return summary->clock ? STATUS_OK : status_fail(STATUS_NO_MEMORY, "out of memory");
}

bool session_removes_pessimism(const struct session *session)
{
	const struct constraints *constraints = session->design.constraints;
	bool propagated = false;

	for (int32_t c = 0; constraints && c < constraints->n_clocks; c++)
		propagated |= constraints->clock[c].propagated;
	for (int32_t i = 0; constraints && i < constraints->n_clock_pins; i++)
		propagated |= constraints->clock_pin[i].propagated;
	return propagated && session->cppr != CREDIT_NONE;
}

/* Not while a command runs, which may use the same memory; until then they are pending. */
enum status session_find_slacks(struct session *session)
{
	enum status status = STATUS_OK;

	if (session->idle && session_removes_pessimism(session))
		status = timing_need_slacks(session->design.timing, session->cppr, SLACKS_OF_BOTH,
					    &session->task);
	return status == STATUS_CANCELLED ? STATUS_OK : status;
}

/* Pulses and periods of clocks that are too short; not while a command runs, as above. */
static enum status count_clock_checks(struct snap_summary *summary, struct session *session)
{
	struct timing *timing = session->design.timing;
	RELEASED_BY(clock_checks_release) struct clock_checks checks = {0};
	int32_t n_pulses, n_periods;

	if (!session->idle || !clock_checks_exist(timing))
		return STATUS_OK;
	TRY(timing_read(timing));
	TRY(clock_checks_find(timing, summary->credited ? session->cppr : CREDIT_NONE, &checks));
	n_pulses = SUM(int32_t, i, 0, checks.n_pulses, checks.pulse[i].slack < 0);
	n_periods = SUM(int32_t, i, 0, checks.n_periods, checks.period[i].slack < 0);
	summary_add_bad(summary, "short pulses", n_pulses);
	summary_add_bad(summary, "short period", n_periods);
	return STATUS_OK;
}

/* Clock pins of cells too far apart; the same. */
static enum status count_skew_checks(struct snap_summary *summary, struct session *session)
{
	struct timing *timing = session->design.timing;
	RELEASED_BY(skew_checks_release) struct skew_checks checks = {0};

	if (!session->idle || !skew_checks_demanded(timing))
		return STATUS_OK;
	TRY(timing_read(timing));
	TRY(skew_checks_find(timing, &checks));
	summary_add_bad(summary, "bad skews", FIRST(i, 0, checks.n, checks.check[i].slack >= 0));
	return STATUS_OK;
}

/* Pins beyond a limit; not while a command runs, as above. */
static enum status count_limits(struct snap_summary *summary, struct session *session)
{
	static const char *const what[N_LIMIT_KINDS] = {
		[LIMIT_SLEW] = "bad slews",
		[LIMIT_CAPACITANCE] = "bad loads",
		[LIMIT_FANOUT] = "bad fan-outs",
	};
	struct timing *timing = session->design.timing;
	RELEASED_BY(limit_finder_drop) struct limit_finder *finder = NULL;
	bool demanded[N_LIMIT_KINDS], any = false;
	enum status status;

	for (int kind = 0; kind < N_LIMIT_KINDS; kind++) {
		demanded[kind] = session->idle && limits_exist(timing, (enum limit_kind)kind);
		any |= demanded[kind];
	}
	if (!any)
		return STATUS_OK;
	status = limit_finder_new(timing, &session->task, &finder);
	for (int kind = 0; kind < N_LIMIT_KINDS && status == STATUS_OK; kind++) {
		if (demanded[kind])
			summary_add_bad(summary, what[kind],
					limit_checks_count(finder, (enum limit_kind)kind));
	}
	return status == STATUS_CANCELLED ? STATUS_OK : status;
}

static enum status add_netlist(struct snap_summary *summary, struct session *session)
{
	static const char *const of_model[] = {[DELAY_ELMORE] = "Elmore wires",
					       [DELAY_LUMPED] = "lumped wires",
					       [DELAY_DMP] = "effective capacitances"};
	struct design *design = &session->design;
	struct timing *timing = design->timing;
	int64_t n_left_out = 0;

	summary->netlist = netlist_ref(design->netlist);
	summary->delays = design->wires ? of_model[design->settings.model] : "cells only, no SPEF";
	summary->credited = session_removes_pessimism(session);
	count_nets(summary, design->netlist, design->technology);
	TRY(add_clocks(summary, design->netlist, design->constraints));
	for (uint32_t left_out = session_variables(session)->left_out; left_out;
	     left_out &= left_out - 1)
		n_left_out++;
	summary_add_bad(summary, "variables left out", n_left_out);
	if (!timing)
		return STATUS_OK;
	summary->n_levels = timing->image->image->n_levels;
	summary_add_count(summary, "lumped nets", design->n_lumped);
	if (design->settings.model != DELAY_LUMPED)
		summary_add_bad(summary, "wires cut", design->n_untimed);
	summary_add_bad(summary, "outputs alone", timing->image->n_alone);
	/* Else it is being computed just now. */
	if (!timing_has(timing, TIMING_CHECKS))
		return STATUS_OK;
	TRY(session_find_slacks(session));
	TRY(count_clock_checks(summary, session));
	TRY(count_skew_checks(summary, session));
	TRY(count_limits(summary, session));
	return timing_summarize(timing, session->view_queue,
				summary->credited ? session->cppr : CREDIT_NONE, summary);
}

/* ---- what was measured ---- */

static void add_memory(struct snap_summary *summary, struct device *device)
{
	struct device_memory rows[SUMMARY_MEMORY], total;
	int n = device_memory_table(device, rows, SUMMARY_MEMORY, &total);

	summary->device = device_name(device);
	summary->n_memory = n < SUMMARY_MEMORY ? n : SUMMARY_MEMORY;
	for (int32_t i = 0; i < summary->n_memory; i++) {
		summary->memory[i].name = rows[i].name;
		summary->memory[i].bytes = rows[i].bytes;
		summary->memory[i].peak = rows[i].peak;
	}
	summary->memory_total = total.bytes;
	summary->memory_peak = total.peak;
}

static void add_times(struct snap_summary *summary, const struct session *session)
{
	const struct design *design = &session->design;

	summary->n_times = session_files(session)->n_times;
	memcpy(summary->time, session_files(session)->time, sizeof summary->time);
	if (!design->timing)
		return;
	summary->build_ms = design->build_ms;
	summary->update_ms = design->update_ms;
}

/* ---- all of it ---- */

static enum status fill(struct snap_summary *summary, struct session *session)
{
	add_memory(summary, session->device);
	summary->n_files = session_list_files(session, summary->file);
	add_times(summary, session);
	if (session->design.netlist)
		TRY(add_netlist(summary, session));
	else if (session->base)
		summary->n_levels = session->base->n_levels;
	if (session->base)
		return STATUS_OK; /* libraries have no part in it */
	return add_libraries(summary, &session->design);
}

static enum status read_totals(struct session *session, struct snap_totals *totals)
{
	struct timing *timing = session->design.timing;
	bool before = !session_removes_pessimism(session);

	for (int split = 0; split < N_SPLITS; split++)
		TRY(timing_slack_totals(timing, session->view_queue, (enum split)split, before,
					&totals->of[split]));
	return STATUS_OK;
}

static enum status fill_totals(struct session *session, struct snap_totals *totals)
{
	struct timing *timing = session->design.timing;

	totals->timed = timing && timing_has(timing, TIMING_CHECKS);
	totals->die = session->design.n_open - 1;
	totals->lenses = session->design.lenses;
	session_read_lens_slacks(session, &totals->under);
	session_read_sizes(session, &totals->sizes);
	if (!totals->timed)
		return STATUS_OK;
	TRY(session_find_slacks(session));
	totals->pending =
		session_removes_pessimism(session) && !timing_has_slacks(timing, session->cppr);
	return totals->pending ? STATUS_OK : read_totals(session, totals);
}

static enum status answer_totals(struct session *session, const struct totals_request *wanted,
				 struct snap_totals **out)
{
	SNAP_HELD struct snap_totals *totals = NULL;

	TRY(snap_totals_new(NULL, wanted->edition, &totals));
	TRY(fill_totals(session, totals));
	HAND_OVER(out, totals);
	return STATUS_OK;
}

/* Made from results that exist; only the slacks of endpoints are computed for it. */
static enum status answer_summary(struct session *session, const struct summary_request *wanted,
				  struct snap_summary **out)
{
	struct timing *timing = session->design.timing;
	struct graph *graph = timing ? timing->image->states->graph : session_read_graph(session);
	SNAP_HELD struct snap_summary *summary = NULL;

	TRY(snap_summary_new(graph, wanted->edition, &summary));
	TRY(fill(summary, session));
	HAND_OVER(out, summary);
	return STATUS_OK;
}

ANSWER(totals, snap_totals)
ANSWER(summary, snap_summary)

const struct session_part summary_part = {.answer[READ_totals] = answer_any_totals,
					  .answer[READ_summary] = answer_any_summary};
