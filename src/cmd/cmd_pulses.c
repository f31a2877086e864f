/* How wide the pulses of clocks are. */
#include "base/grow.h"
#include "report/clock_report.h"
#include "session/objects.h"
#include "session/session.h"

/* Only what is at some pins stays. */
static enum status keep_pins(const struct call *call, struct clock_checks *checks)
{
	RELEASED_BY(object_list_release) struct object_list list = {0};
	FREED uint8_t *wanted = NULL;

	TRY(object_list_init(&list, call->session->design.netlist, OBJECT_PIN));
	TRY(take_pins(call, call->argument[0], &list));
	TRY(ALLOC(&wanted, call->session->design.netlist->n_pins));
	for (int32_t i = 0; i < list.n; i++)
		wanted[list.id[i]] = 1;
	KEEP(checks->pulse, checks->n_pulses, wanted[checks->pulse[i].pin]);
	return STATUS_OK;
}

static enum status find_checks(struct call *call, int digits, struct clock_report *r,
			       struct clock_checks *checks)
{
	struct session *session = call->session;

	TRY(design_need_netlist(&session->design));
	TRY(report_units_parse(call, digits, session->design.netlist, &r->units));
	TRY(session_need_timing(session));
	TRY(timing_read(session->design.timing));
	clock_report_begin(r, session->design.timing, call->out);
	TRY(clock_checks_find(session->design.timing, session->cppr, checks));
	clock_checks_sort(session->design.timing, checks);
	return STATUS_OK;
}

enum { PULSE_VERBOSE, PULSE_DIGITS, PULSE_WHOLE };

static const struct option pulse_options[] = {
	[PULSE_VERBOSE] = {"-verbose", OPTION_FLAG, NULL, "how each comes about"},
	[PULSE_DIGITS] = OPTION_DIGITS,
	[PULSE_WHOLE] = {"-no_line_splits", OPTION_FLAG, NULL, "accepted; lines are never split"},
	{0},
};

static enum status report_pulse_width_checks(struct call *call)
{
	RELEASED_BY(clock_report_release) struct clock_report r = CLOCK_REPORT_INIT;
	RELEASED_BY(clock_checks_release) struct clock_checks checks = {0};

	TRY(find_checks(call, PULSE_DIGITS, &r, &checks));
	if (call->n_arguments)
		TRY(keep_pins(call, &checks));
	clock_report_pulses(&r, &checks, checks.n_pulses, call->option[PULSE_VERBOSE].given);
	return STATUS_OK;
}

const struct command pulse_commands[] = {
	{"report_pulse_width_checks", report_pulse_width_checks, IN_SESSION, "?PINS?", 0, 1,
	 pulse_options, "Report the pulse widths of clocks at the pins that demand one, by slack"},
	{0},
};
