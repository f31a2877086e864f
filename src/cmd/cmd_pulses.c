/* How wide the pulses of clocks are. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "report/clock_report.h"
#include "session/objects.h"
#include "session/session.h"

/* Only what is at some pins stays. */
static enum status keep_pins(const struct call *call, struct clock_checks *checks)
{
	struct object_list list = {0};
	uint8_t *wanted = NULL;
	int32_t n = 0;
	enum status status = object_list_init(&list, call->session->design.netlist, OBJECT_PIN);

	if (status == STATUS_OK)
		status = take_pins(call, call->argument[0], &list);
	if (status == STATUS_OK)
		status = ALLOC(&wanted, call->session->design.netlist->n_pins);
	for (int32_t i = 0; status == STATUS_OK && i < list.n; i++)
		wanted[list.id[i]] = 1;
	for (int32_t i = 0; status == STATUS_OK && i < checks->n_pulses; i++) {
		if (wanted[checks->pulse[i].pin])
			checks->pulse[n++] = checks->pulse[i];
	}
	checks->n_pulses = n;
	free(wanted);
	object_list_release(&list);
	return status;
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
	struct clock_report r = CLOCK_REPORT_INIT;
	struct clock_checks checks = {0};
	enum status status = find_checks(call, PULSE_DIGITS, &r, &checks);

	if (status == STATUS_OK && call->n_arguments)
		status = keep_pins(call, &checks);
	if (status == STATUS_OK)
		clock_report_pulses(&r, &checks, checks.n_pulses,
				    call->option[PULSE_VERBOSE].given);
	clock_checks_release(&checks);
	clock_report_release(&r);
	return status;
}

const struct command pulse_commands[] = {
	{"report_pulse_width_checks", "?PINS?", 0, 1,
	 "Report the pulse widths of clocks at the pins that demand one, by slack", pulse_options,
	 report_pulse_width_checks, IN_SESSION},
	{0},
};
