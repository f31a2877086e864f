/* Commands about clocks, and what is common to their paths. */
#include <string.h>

#include "cmd/filter_options.h"
#include "cmd/objects.h"
#include "cmd/report_units.h"

/* ---- report_clock_properties ---- */

enum { CLOCKS_DIGITS };

static const struct option clocks_options[] = {
	[CLOCKS_DIGITS] = OPTION_DIGITS,
	{0},
};

struct clock_report {
	struct text *out; /* borrowed */
	const struct netlist *netlist;
	const struct constraints *constraints;
	struct report_units units;
};

static bool is_asked_for(const struct call *call, const struct clock *clock)
{
	struct words words;
	bool found = call->n_arguments == 0;

	for (int i = 0; i < call->n_arguments; i++) {
		words_split(call->argument[i], &words);
		for (int w = 0; w < words.n; w++)
			found |= clock_matches(clock, words.word[w]);
		words_free(&words);
	}
	return found;
}

/* As OpenSTA writes it. */
static void write_properties(struct clock_report *r, const struct clock *clock)
{
	text_printf(r->out, "%-20s ", clock->name);
	report_time(&r->units, fs_of_ps(clock->period), 9, r->out);
	text_add(r->out, "   ");
	report_time(&r->units, fs_of_ps(clock->time[RISE]), 9, r->out);
	text_add(r->out, " ");
	report_time(&r->units, fs_of_ps(clock->time[FALL]), 9, r->out);
	text_add(r->out, clock->master >= 0 ? " (generated)\n" : "\n");
}

/* ---- report_clocks ---- */

/* "early rise 0.10 fall 0.10 late …", of what was given. */
static void write_corners(struct clock_report *r, const char *what,
			  const double value[N_SPLITS][N_EDGES])
{
	static const char *const name[] = {"early rise", "early fall", "late rise", "late fall"};
	bool any = false;

	for (int c = 0; c < N_SPLITS * N_EDGES; c++) {
		double ps = value[c / N_EDGES][c % N_EDGES];

		if (!is_given(ps))
			continue;
		text_printf(r->out, any ? ", %s " : "  %s: %s ", any ? name[c] : what, name[c]);
		report_time(&r->units, fs_of_ps(ps), 0, r->out);
		any = true;
	}
	if (any)
		text_add(r->out, "\n");
}

static void write_sources(struct clock_report *r, const struct clock *clock)
{
	text_add(r->out, clock->n_sources ? "  sources:" : "  sources: none (virtual)");
	for (int32_t i = 0; i < clock->n_sources; i++) {
		text_add(r->out, " ");
		netlist_write_pin(r->netlist, clock->source[i], '/', r->out);
	}
	text_add(r->out, "\n");
}

static void write_master(struct clock_report *r, const struct clock *clock)
{
	if (clock->master < 0)
		return;
	text_printf(r->out, "  generated from: %s", r->constraints->clock[clock->master].name);
	if (clock->master_pin >= 0) {
		text_add(r->out, " at ");
		netlist_write_pin(r->netlist, clock->master_pin, '/', r->out);
	}
	text_add(r->out, "\n");
}

static void write_uncertainties(struct clock_report *r, int32_t c)
{
	static const char *const edge[] = {"rise", "fall"};
	static const char *const check[] = {"hold", "setup"};
	const struct constraints *constraints = r->constraints;

	for (int split = N_SPLITS - 1; split >= 0; split--) {
		double own = constraints->clock[c].uncertainty[split];

		if (is_given(own)) {
			text_printf(r->out, "  uncertainty %s: ", check[split]);
			report_time(&r->units, fs_of_ps(own), 0, r->out);
			text_add(r->out, "\n");
		}
	}
	for (int32_t i = 0; i < constraints->n_uncertainties; i++) {
		const struct clock_uncertainty *u = &constraints->uncertainty[i];

		for (int split = N_SPLITS - 1; split >= 0 && u->to / N_EDGES == c; split--) {
			if (!is_given(u->uncertainty[split]))
				continue;
			text_printf(r->out, "  uncertainty %s from %s %s to %s: ", check[split],
				    constraints->clock[u->from / N_EDGES].name,
				    edge[u->from % N_EDGES], edge[u->to % N_EDGES]);
			report_time(&r->units, fs_of_ps(u->uncertainty[split]), 0, r->out);
			text_add(r->out, "\n");
		}
	}
}

static void write_clock(struct clock_report *r, int32_t c)
{
	const struct clock *clock = &r->constraints->clock[c];

	text_printf(r->out, "%s: period ", clock->name);
	report_time(&r->units, fs_of_ps(clock->period), 0, r->out);
	text_add(r->out, ", rises at ");
	report_time(&r->units, fs_of_ps(clock->time[RISE]), 0, r->out);
	text_add(r->out, ", falls at ");
	report_time(&r->units, fs_of_ps(clock->time[FALL]), 0, r->out);
	text_add(r->out, clock->propagated ? ", propagated\n" : ", ideal\n");
	write_sources(r, clock);
	write_master(r, clock);
	write_corners(r, "source latency", clock->source_latency);
	if (!clock->propagated) {
		write_corners(r, "network latency", clock->network_latency);
		write_corners(r, "transition", clock->transition);
	}
	write_uncertainties(r, c);
}

static enum status report_all(struct call *call, bool properties)
{
	const struct design *design = &call->session->design;
	struct clock_report r = {
		.out = call->out, .netlist = design->netlist, .constraints = design->constraints};

	TRY(design_need_netlist(design));
	TRY(report_units_parse(call, CLOCKS_DIGITS, r.netlist, &r.units));
	if (!r.constraints || !r.constraints->n_clocks)
		return status_fail(STATUS_FAILED, "%s: there are no clocks", call->command->name);
	if (properties)
		text_add(r.out, "Clock                   Period          Waveform\n"
				"----------------------------------------------------\n");
	for (int32_t c = 0; c < r.constraints->n_clocks; c++) {
		if (!is_asked_for(call, &r.constraints->clock[c]))
			continue;
		if (properties)
			write_properties(&r, &r.constraints->clock[c]);
		else
			write_clock(&r, c);
	}
	return STATUS_OK;
}

static enum status report_clock_properties(struct call *call)
{
	return report_all(call, true);
}

static enum status report_clocks(struct call *call)
{
	return report_all(call, false);
}

/* ---- common path pessimism ---- */

static enum status set_cppr(struct call *call)
{
	static const enum credit_mode mode[] = {CREDIT_NONE, CREDIT_TAU, CREDIT_OPENSTA};
	int choice = choice_find("off|tau|opensta", call->argument[0]);

	if (choice < 0)
		return status_fail(STATUS_USAGE,
				   "set_cppr: expected off, tau or opensta, not \"%.100s\"",
				   call->argument[0]);
	session_set_cppr(call->session, mode[choice]);
	return STATUS_OK;
}

const struct command clock_commands[] = {
	{"report_clocks", "?CLOCKS?", 0, 1,
	 "The clocks: waveforms, sources, latencies, transitions and uncertainties", clocks_options,
	 report_clocks, IN_SESSION},
	{"report_clock_properties", "?CLOCKS?", 0, 1, "Periods and waveforms of the clocks",
	 clocks_options, report_clock_properties, IN_SESSION},
	{"set_cppr", "off|tau|opensta", 1, 1,
	 "What paths get back where launch and capture share a part of the clock network: nothing, "
	 "the late minus the early arrival at the last pin and transition they share less that at "
	 "the root, or the lesser such difference at the last pin they share (this)",
	 NULL, set_cppr, IN_SESSION},
	{0},
};
