/* set_lens, report_lenses: the design timed as if one kind of thing cost nothing. */
#include <inttypes.h>

#include "report/report_units.h"
#include "session/lens.h"
#include "session/session.h"

#define X(name, NAME, what) #name "|"
static const char words[] = LENSES(X) "none";
#undef X

static enum status set_lens(struct call *call)
{
	unsigned lenses = 0;

	for (int i = 0; i < call->n_arguments; i++) {
		int lens = choice_find(words, call->argument[i]);

		if (lens < 0)
			return choice_fail("set_lens", words, call->argument[i]);
		if (lens == N_LENSES && call->n_arguments > 1)
			return call_fail(call, STATUS_USAGE, "none stands alone");
		if (lens < N_LENSES)
			lenses |= LENS_BIT(lens);
	}
	if (call->n_arguments)
		TRY(session_set_lenses(call->session, lenses));
	lenses_write(call->session->design.lenses, call->result);
	return STATUS_OK;
}

/* ---- report_lenses ---- */

enum { LENSES_DIGITS };

static const struct option report_options[] = {
	[LENSES_DIGITS] = OPTION_DIGITS,
	{0},
};

static void write_totals(const struct report_units *units, const struct slack_totals *totals,
			 struct text *out)
{
	if (!totals->n_endpoints) {
		text_printf(out, "  %8s %11s %11s", "-", "-", "-");
		return;
	}
	text_printf(out, "  %8" PRId32 " %11s %11s", totals->n_violated,
		    REPORTED(units, totals->wns), REPORTED(units, totals->tns));
}

static void write_row(const struct report_units *units, const struct lens_slacks *slacks, int i,
		      struct text *out)
{
	text_printf(out, "%-13s", i < N_LENSES ? lens_name(i) : "none");
	write_totals(units, &slacks->of[i][LATE], out);
	write_totals(units, &slacks->of[i][EARLY], out);
	text_add(out, "\n");
}

static enum status report_lenses(struct call *call)
{
	struct session *session = call->session;
	const struct lens_slacks *slacks;
	struct report_units units;

	TRY(session_need_lens_slacks(session, &slacks));
	TRY(report_units_parse(call, LENSES_DIGITS, session->design.netlist, &units));
	text_printf(call->out, "%-13s  %-32s  %s\n", "", "setup", "hold");
	text_printf(call->out,
		    "%-13s  violated         WNS         TNS  violated         WNS         TNS\n",
		    "lens");
	write_row(&units, slacks, N_LENSES, call->out);
	for (int i = 0; i < N_LENSES; i++)
		write_row(&units, slacks, i, call->out);
	for (int i = 0; i < N_LENSES; i++)
		text_printf(call->out, "%s: %s\n", lens_name(i), lens_words(i));
	return STATUS_OK;
}

const struct command lens_commands[] = {
	{"set_lens", set_lens, IN_SESSION, "?LENS ...?", 0, N_LENSES, NULL,
	 "Time the design as if something cost nothing, or (none) as it is; nothing of the design changes. fastest_cells: each "
	 "instance has, of the cells of its functions and pins that aren't dont_use, the one with the least worst delay by its "
	 "late tables, at the slew and load in the middle of the tables of the cell that it is; as inputs load more then, it "
	 "is no bound: a mix of sizes may be faster"},
	{"report_lenses", report_lenses, IN_SESSION, NULL, 0, 0, report_options,
	 "Report the slacks of endpoints under each lens: which kind of thing costs how much"},
	{0},
};
