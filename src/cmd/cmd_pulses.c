/* Checks of clocks: report_pulse_width_checks, and report_check_types for pulses and periods. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "algo/clock_checks.h"
#include "report/report_units.h"
#include "session/objects.h"
#include "session/session.h"

enum { DESCRIPTION = 36 }; /* columns, as in OpenSTA */

struct pulse_report {
	struct text *out;
	const struct timing *timing;
	const struct state_graph *states;
	const struct constraints *constraints;
	const struct netlist *netlist;
	struct report_units units;
	struct text text; /* owned */
	int width;        /* of a number with the blank before it */
};

static void start(struct call *call, struct pulse_report *r)
{
	r->out = call->out;
	r->timing = call->session->design.timing;
	r->states = r->timing->image->states;
	r->netlist = r->timing->image->graph->netlist;
	r->constraints = r->timing->image->graph->constraints;
	r->width = r->units.digits + 6;
}

static const char *pin_name(struct pulse_report *r, int32_t pin)
{
	text_clear(&r->text);
	netlist_write_pin(r->netlist, pin, '/', &r->text);
	return text_string(&r->text);
}

static void rule_off(const struct pulse_report *r, int n)
{
	for (int i = 0; i < n; i++)
		text_add(r->out, "-");
	text_add(r->out, "\n");
}

static const char *verdict(int64_t slack)
{
	return slack < 0 ? "VIOLATED" : "MET";
}

/* ---- lists ---- */

static void write_row(struct pulse_report *r, const int64_t number[3])
{
	text_printf(r->out, "%-*s", DESCRIPTION, text_string(&r->text));
	for (int i = 0; i < 3; i++)
		report_time(&r->units, number[i], r->width, r->out);
	text_printf(r->out, " (%s)\n", verdict(number[2]));
}

static void pulse_head(const struct pulse_report *r)
{
	text_printf(r->out, "%*s%*s%*s\n", DESCRIPTION + 1, "", r->width - 1, "Required", r->width,
		    "Actual");
	text_printf(r->out, "%-*s%*s%*s%*s\n", DESCRIPTION, "Pin", r->width, "Width", r->width,
		    "Width", r->width, "Slack");
	rule_off(r, DESCRIPTION + 3 * r->width);
}

static void pulse_row(struct pulse_report *r, const struct pulse_check *c)
{
	const int64_t number[] = {c->required, c->width, c->slack};

	pin_name(r, c->pin);
	text_add(&r->text, c->pulse == RISE ? " (high)" : " (low)");
	write_row(r, number);
}

static void period_head(const struct pulse_report *r)
{
	text_printf(r->out, "%*s%*s%*s\n", DESCRIPTION + r->width, "", r->width, "Min", r->width,
		    "");
	text_printf(r->out, "%-*s%*s%*s%*s\n", DESCRIPTION, "Pin", r->width, "Period", r->width,
		    "Period", r->width, "Slack");
	rule_off(r, DESCRIPTION + 3 * r->width);
}

static void period_row(struct pulse_report *r, const struct period_check *c)
{
	const int64_t number[] = {c->period, c->required, c->slack};

	pin_name(r, c->pin);
	write_row(r, number);
}

/* ---- each in full ---- */

/* A line with a time alone, in the column of arrivals. */
static void total(const struct pulse_report *r, int64_t time, const char *what)
{
	report_time(&r->units, time, 2 * r->width - 1, r->out);
	text_printf(r->out, "   %s\n", what);
}

static void slack_line(const struct pulse_report *r, int64_t slack)
{
	rule_off(r, 2 * r->width + 41);
	report_time(&r->units, slack, 2 * r->width - 1, r->out);
	text_printf(r->out, "   slack (%s)\n\n", verdict(slack));
}

static void step(struct pulse_report *r, int64_t delay, int64_t *time, const char *what)
{
	*time += delay;
	report_time(&r->units, delay, r->width - 1, r->out);
	report_time(&r->units, *time, r->width, r->out);
	text_printf(r->out, "   %s\n", what);
}

/* How an edge of the clock reaches the pin; *time is where it began, and becomes the arrival. */
static void write_edge(struct pulse_report *r, int32_t state, int64_t begins, int64_t arrives)
{
	int32_t edge = state_tag(r->states, state)->clock_edge;
	int64_t time = begins;

	text_clear(&r->text);
	text_printf(&r->text, "clock %s (%s edge)", r->constraints->clock[edge / N_EDGES].name,
		    edge % N_EDGES == RISE ? "rise" : "fall");
	report_time(&r->units, begins, r->width - 1, r->out);
	report_time(&r->units, begins, r->width, r->out);
	text_printf(r->out, "   %s\n", text_string(&r->text));
	step(r, arrives - begins, &time,
	     state_is_propagated(r->states, state) ? "clock network delay (propagated)"
						   : "clock network delay (ideal)");
	step(r, 0, &time, pin_name(r, state_vertex(r->states, state) / N_EDGES));
}

static int64_t edge_begins(const struct pulse_report *r, int32_t state)
{
	int32_t edge = state_tag(r->states, state)->clock_edge;

	return fs_of_ps(r->constraints->clock[edge / N_EDGES].time[edge % N_EDGES]);
}

static void write_pulse(struct pulse_report *r, const struct pulse_check *c)
{
	int32_t clock = state_tag(r->states, c->open)->clock_edge / N_EDGES;
	int64_t opens = edge_begins(r, c->open), closes = edge_begins(r, c->close),
		time = c->closes;

	if (opens > closes)
		closes += fs_of_ps(r->constraints->clock[clock].period);
	text_printf(r->out, "Pin: %s\nCheck: sequential_clock_pulse_width\n\n",
		    pin_name(r, c->pin));
	text_printf(r->out, "%*s%*s   Description\n", r->width - 1, "Delay", r->width, "Time");
	rule_off(r, 2 * r->width + 41);
	write_edge(r, c->open, opens, c->opens);
	total(r, c->opens, "open edge arrival time");
	text_add(r->out, "\n");
	write_edge(r, c->close, closes, c->closes);
	step(r, c->credit, &time, "clock reconvergence pessimism");
	total(r, time, "close edge arrival time");
	rule_off(r, 2 * r->width + 41);
	total(r, c->required,
	      c->pulse == RISE ? "required pulse width (high)" : "required pulse width (low)");
	total(r, c->width, "actual pulse width");
	slack_line(r, c->slack);
}

static void write_period(struct pulse_report *r, const struct period_check *c)
{
	text_printf(r->out, "Pin: %s\n", pin_name(r, c->pin));
	total(r, c->period, "Period");
	total(r, -c->required, "min_period");
	slack_line(r, c->slack);
}

/* ---- commands ---- */

/* Those at pins that `chosen` has (NULL = all). */
static void report_pulses(struct pulse_report *r, const struct clock_checks *checks, int32_t n,
			  bool verbose)
{
	for (int32_t i = 0; i < n; i++) {
		if (verbose) {
			write_pulse(r, &checks->pulse[i]);
			continue;
		}
		if (i == 0)
			pulse_head(r);
		pulse_row(r, &checks->pulse[i]);
	}
	if (n)
		text_add(r->out, "\n");
}

static void report_periods(struct pulse_report *r, const struct clock_checks *checks, int32_t n,
			   bool verbose)
{
	for (int32_t i = 0; i < n; i++) {
		if (verbose) {
			write_period(r, &checks->period[i]);
			continue;
		}
		if (i == 0)
			period_head(r);
		period_row(r, &checks->period[i]);
	}
	if (n)
		text_add(r->out, "\n");
}

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

static enum status find_checks(struct call *call, int digits, struct pulse_report *r,
			       struct clock_checks *checks)
{
	struct session *session = call->session;

	TRY(design_need_netlist(&session->design));
	TRY(report_units_parse(call, digits, session->design.netlist, &r->units));
	TRY(session_need_timing(session));
	TRY(timing_read(session->design.timing));
	start(call, r);
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
	struct pulse_report r = {.text = TEXT_INIT};
	struct clock_checks checks = {0};
	enum status status = find_checks(call, PULSE_DIGITS, &r, &checks);

	if (status == STATUS_OK && call->n_arguments)
		status = keep_pins(call, &checks);
	if (status == STATUS_OK)
		report_pulses(&r, &checks, checks.n_pulses, call->option[PULSE_VERBOSE].given);
	clock_checks_release(&checks);
	text_release(&r.text);
	return status;
}

enum {
	TYPE_WIDTH,
	TYPE_PERIOD,
	TYPE_VIOLATORS,
	TYPE_ALL_VIOLATORS,
	TYPE_VERBOSE,
	TYPE_DIGITS,
	TYPE_WHOLE
};

static const struct option type_options[] = {
	[TYPE_WIDTH] = {"-min_pulse_width", OPTION_FLAG, NULL, "widths of clocks' pulses"},
	[TYPE_PERIOD] = {"-min_period", OPTION_FLAG, NULL, "periods of clocks"},
	[TYPE_VIOLATORS] = {"-violators", OPTION_FLAG, NULL,
			    "all that are violated, not the worst alone"},
	[TYPE_ALL_VIOLATORS] = {"-all_violators", OPTION_FLAG, NULL, "the same"},
	[TYPE_VERBOSE] = {"-verbose", OPTION_FLAG, NULL, "how each comes about"},
	[TYPE_DIGITS] = OPTION_DIGITS,
	[TYPE_WHOLE] = {"-no_line_splits", OPTION_FLAG, NULL, "accepted; lines are never split"},
	{0},
};

static enum status report_check_types(struct call *call)
{
	struct pulse_report r = {.text = TEXT_INIT};
	struct clock_checks checks = {0};
	bool verbose = call->option[TYPE_VERBOSE].given;
	bool violators =
		call->option[TYPE_VIOLATORS].given || call->option[TYPE_ALL_VIOLATORS].given;
	int32_t n_pulses = 0, n_periods = 0;
	enum status status;

	if (!call->option[TYPE_WIDTH].given && !call->option[TYPE_PERIOD].given)
		return status_fail(
			STATUS_USAGE,
			"report_check_types: only -min_pulse_width and "
			"-min_period are here; report_checks has the other checks of paths");
	status = find_checks(call, TYPE_DIGITS, &r, &checks);
	while (n_pulses < checks.n_pulses &&
	       (violators ? checks.pulse[n_pulses].slack < 0 : n_pulses == 0))
		n_pulses++;
	while (n_periods < checks.n_periods &&
	       (violators ? checks.period[n_periods].slack < 0 : n_periods == 0))
		n_periods++;
	if (status == STATUS_OK && call->option[TYPE_WIDTH].given)
		report_pulses(&r, &checks, n_pulses, verbose);
	if (status == STATUS_OK && call->option[TYPE_PERIOD].given)
		report_periods(&r, &checks, n_periods, verbose);
	clock_checks_release(&checks);
	text_release(&r.text);
	return status;
}

const struct command pulse_commands[] = {
	{"report_pulse_width_checks", "?PINS?", 0, 1,
	 "Report the pulse widths of clocks at the pins that demand one, by slack", pulse_options,
	 report_pulse_width_checks, IN_SESSION},
	{"report_check_types", NULL, 0, 0,
	 "Report the worst pulse width and period of clocks, or all violations", type_options,
	 report_check_types, IN_SESSION},
	{0},
};
