/* Commands about clocks, and what is common to their paths. */
#include <string.h>

#include "cmd/filter_options.h"
#include "report/report_units.h"
#include "session/objects.h"
#include "session/session.h"

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
	bool found = call->n_arguments == 0;

	for (int i = 0; i < call->n_arguments; i++) {
		RELEASED_BY(words_free) struct words words = {0};

		words_of(call, call->argument[i], &words);
		for (int w = 0; w < words.n; w++)
			found |= clock_matches(call, clock, words.word[w]);
	}
	return found;
}

/* As OpenSTA writes it. */
static void write_properties(struct clock_report *r, const struct clock *clock)
{
	text_printf(r->out, "%-20s %9s   %9s %9s%s\n", clock->name,
		    REPORTED(&r->units, fs_of_ps(clock->period)),
		    REPORTED(&r->units, fs_of_ps(clock->time[RISE])),
		    REPORTED(&r->units, fs_of_ps(clock->time[FALL])),
		    clock->master >= 0 ? " (generated)" : "");
}

/* ---- report_clocks ---- */

static void write_value(struct clock_report *r, const char *what, double ps)
{
	text_printf(r->out, "  %s: %s\n", what, REPORTED(&r->units, fs_of_ps(ps)));
}

/* "early rise 0.10, early fall 0.10, …", of what was given; or one number. */
static void write_corners(struct clock_report *r, const char *what,
			  const double value[N_SPLITS][N_EDGES])
{
	static const char *const name[] = {"early rise", "early fall", "late rise", "late fall"};
	bool any = false, all = true;

	for (int c = 0; c < N_SPLITS * N_EDGES; c++)
		all &= value[c / N_EDGES][c % N_EDGES] == value[EARLY][RISE];
	if (all && is_given(value[EARLY][RISE])) {
		write_value(r, what, value[EARLY][RISE]);
		return;
	}
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

/* How many entries from one on say the same of all edges of two clocks, 1 = it isn't so. */
static int32_t count_alike(const struct constraints *constraints, int32_t first)
{
	enum { ALL = N_EDGES * N_EDGES };
	const struct clock_uncertainty *u = &constraints->uncertainty[first];

	if (first + ALL > constraints->n_uncertainties)
		return 1;
	return ANY(i, 1, ALL,
		   u[i].from / N_EDGES != u->from / N_EDGES ||
			   u[i].to / N_EDGES != u->to / N_EDGES ||
			   memcmp(u[i].uncertainty, u->uncertainty, sizeof u->uncertainty) != 0)
		       ? 1
		       : ALL;
}

static void write_pair(struct clock_report *r, const struct clock_uncertainty *u, bool by_edges)
{
	static const char *const edge[] = {"rise ", "fall "}, *const check[] = {" hold", " setup"};
	const char *from = r->constraints->clock[u->from / N_EDGES].name;
	RELEASED_BY(text_release) struct text what = TEXT_INIT;

	for (int split = N_SPLITS - 1; split >= 0; split--) {
		bool both = u->uncertainty[EARLY] == u->uncertainty[LATE];

		if (!is_given(u->uncertainty[split]) || (both && split == EARLY))
			continue;
		text_clear(&what);
		text_printf(&what, "uncertainty%s from %s%s%s%s", both ? "" : check[split], from,
			    by_edges ? " " : "", by_edges ? edge[u->from % N_EDGES] : "",
			    !by_edges         ? ""
			    : u->to % N_EDGES ? "to fall"
					      : "to rise");
		write_value(r, text_string(&what), u->uncertainty[split]);
	}
}

static void write_uncertainties(struct clock_report *r, int32_t c)
{
	const struct constraints *constraints = r->constraints;
	const double *own = constraints->clock[c].uncertainty;
	bool both = own[EARLY] == own[LATE];

	if (is_given(own[LATE]))
		write_value(r, both ? "uncertainty" : "uncertainty setup", own[LATE]);
	if (is_given(own[EARLY]) && !both)
		write_value(r, "uncertainty hold", own[EARLY]);
	for (int32_t i = 0; i < constraints->n_uncertainties;) {
		int32_t n = count_alike(constraints, i);

		if (constraints->uncertainty[i].to / N_EDGES == c)
			write_pair(r, &constraints->uncertainty[i], n == 1);
		i += n;
	}
}

static void write_clock(struct clock_report *r, int32_t c)
{
	const struct clock *clock = &r->constraints->clock[c];

	text_printf(r->out, "%s: period %s, rises at %s, falls at %s, %s\n", clock->name,
		    REPORTED(&r->units, fs_of_ps(clock->period)),
		    REPORTED(&r->units, fs_of_ps(clock->time[RISE])),
		    REPORTED(&r->units, fs_of_ps(clock->time[FALL])),
		    clock->propagated ? "propagated" : "ideal");
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
		return call_fail(call, STATUS_FAILED,
				 "there are no clocks; create_clock or read_sdc defines them");
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
		return call_fail(call, STATUS_USAGE, "expected off, tau or opensta, not \"%.100s\"",
				 call->argument[0]);
	session_set_cppr(call->session, mode[choice]);
	return STATUS_OK;
}

const struct command clock_commands[] = {
	{"report_clocks", report_clocks, IN_SESSION, "?CLOCKS?", 0, 1, clocks_options,
	 "Report the clocks: waveforms, sources, latencies, transitions and uncertainties"},
	{"report_clock_properties", report_clock_properties, IN_SESSION, "?CLOCKS?", 0, 1,
	 clocks_options, "Report periods and waveforms of the clocks"},
	{"set_cppr", set_cppr, IN_SESSION, "off|tau|opensta", 1, 1, NULL,
	 "Choose the credit for the clock path that launch and capture share: none (off); the late minus the early arrival at the last common pin and transition, less that at the root (tau); or the smaller such difference of both transitions at the last common pin (opensta, the default)"},
	{0},
};
