/* Checks of clocks as OpenSTA writes them: in lists, and each in full. */
#include "report/clock_report.h"

enum { DESCRIPTION = 36 }; /* columns, as in OpenSTA */

void clock_report_begin(struct clock_report *r, const struct timing *timing, struct text *out)
{
	r->out = out;
	r->timing = timing;
	r->states = timing->image->states;
	r->netlist = timing->image->graph->netlist;
	r->constraints = timing->image->graph->constraints;
	r->width = r->units.digits + 6;
}

void clock_report_release(struct clock_report *r)
{
	text_release(&r->text);
}

static const char *pin_name(struct clock_report *r, int32_t pin)
{
	text_clear(&r->text);
	netlist_write_pin(r->netlist, pin, '/', &r->text);
	return text_string(&r->text);
}

static const char *verdict(int64_t slack)
{
	return slack < 0 ? "VIOLATED" : "MET";
}

/* ---- lists ---- */

static void write_row(struct clock_report *r, const int64_t number[3])
{
	text_printf(r->out, "%-*s", DESCRIPTION, text_string(&r->text));
	for (int i = 0; i < 3; i++)
		report_time(&r->units, number[i], r->width, r->out);
	text_printf(r->out, " (%s)\n", verdict(number[2]));
}

/* Of the columns that `write_row` fills: what each of the first two is called above the word for both. */
static void write_head(const struct clock_report *r, const char *left, const char *right, int trail,
		       const char *what)
{
	text_printf(r->out, "%*s%*s%*s%*s\n", DESCRIPTION + 1, "", r->width - 1, left, r->width,
		    right, trail, "");
	text_printf(r->out, "%-*s%*s%*s%*s\n", DESCRIPTION, "Pin", r->width, what, r->width, what,
		    r->width, "Slack");
	text_rule(r->out, DESCRIPTION + 3 * r->width);
}

static void pulse_row(struct clock_report *r, const struct pulse_check *c)
{
	const int64_t number[] = {c->required, c->width, c->slack};

	pin_name(r, c->pin);
	text_add(&r->text, c->pulse == RISE ? " (high)" : " (low)");
	write_row(r, number);
}

static void period_row(struct clock_report *r, const struct period_check *c)
{
	const int64_t number[] = {c->period, c->required, c->slack};

	pin_name(r, c->pin);
	write_row(r, number);
}

static char sign_at(const struct clock_report *r, int32_t state)
{
	return edge_sign(state_vertex(r->states, state) % N_EDGES);
}

static void skew_row(struct clock_report *r, const struct skew_check *c)
{
	const int64_t number[] = {c->allowed, c->skew, c->slack};

	pin_name(r, state_pin(r->states, c->clock));
	text_printf(&r->text, " (%c->%c)", sign_at(r, c->reference), sign_at(r, c->clock));
	write_row(r, number);
}

/* ---- each in full ---- */

/* A line with a time alone, in the column of arrivals. */
static void total(const struct clock_report *r, int64_t time, const char *what)
{
	text_printf(r->out, "%*s   %s\n", 2 * r->width - 1, REPORTED(&r->units, time), what);
}

static void slack_line(const struct clock_report *r, int64_t slack)
{
	text_rule(r->out, 2 * r->width + 41);
	text_printf(r->out, "%*s   slack (%s)\n\n", 2 * r->width - 1, REPORTED(&r->units, slack),
		    verdict(slack));
}

static void step(struct clock_report *r, int64_t delay, int64_t *time, const char *what)
{
	*time += delay;
	report_time(&r->units, delay, r->width - 1, r->out);
	report_time(&r->units, *time, r->width, r->out);
	text_printf(r->out, "   %s\n", what);
}

/* The edge, and the network; *time is where it began, and becomes the arrival. */
static void write_network(struct clock_report *r, int32_t state, int64_t arrives, int64_t *time)
{
	int32_t edge = state_tag(r->states, state)->clock_edge;

	text_clear(&r->text);
	text_printf(&r->text, "clock %s (%s edge)", r->constraints->clock[edge / N_EDGES].name,
		    edge % N_EDGES == RISE ? "rise" : "fall");
	report_time(&r->units, *time, r->width - 1, r->out);
	report_time(&r->units, *time, r->width, r->out);
	text_printf(r->out, "   %s\n", text_string(&r->text));
	step(r, arrives - *time, time,
	     state_is_propagated(r->states, state) ? "clock network delay (propagated)"
						   : "clock network delay (ideal)");
}

/* How an edge of the clock reaches the pin. */
static void write_edge(struct clock_report *r, int32_t state, int64_t begins, int64_t arrives)
{
	int64_t time = begins;

	write_network(r, state, arrives, &time);
	step(r, 0, &time, pin_name(r, state_pin(r->states, state)));
}

static int64_t edge_begins(const struct clock_report *r, int32_t state)
{
	int32_t edge = state_tag(r->states, state)->clock_edge;

	return fs_of_ps(r->constraints->clock[edge / N_EDGES].time[edge % N_EDGES]);
}

static void write_pulse(struct clock_report *r, const struct pulse_check *c)
{
	int32_t clock = state_tag(r->states, c->open)->clock_edge / N_EDGES;
	int64_t opens = edge_begins(r, c->open), closes = edge_begins(r, c->close),
		time = c->closes;

	if (opens > closes)
		closes += fs_of_ps(r->constraints->clock[clock].period);
	text_printf(r->out, "Pin: %s\nCheck: sequential_clock_pulse_width\n\n",
		    pin_name(r, c->pin));
	text_printf(r->out, "%*s%*s   Description\n", r->width - 1, "Delay", r->width, "Time");
	text_rule(r->out, 2 * r->width + 41);
	write_edge(r, c->open, opens, c->opens);
	total(r, c->opens, "open edge arrival time");
	text_add(r->out, "\n");
	write_edge(r, c->close, closes, c->closes);
	step(r, c->credit, &time, "clock reconvergence pessimism");
	total(r, time, "close edge arrival time");
	text_rule(r->out, 2 * r->width + 41);
	total(r, c->required,
	      c->pulse == RISE ? "required pulse width (high)" : "required pulse width (low)");
	total(r, c->width, "actual pulse width");
	slack_line(r, c->slack);
}

static void write_skew_edge(struct clock_report *r, int32_t state, enum split split,
			    const char *what)
{
	int64_t arrives = timing_arrival(r->timing, state, split), time = edge_begins(r, state);
	int32_t pin = state_pin(r->states, state), instance = r->netlist->pin_instance[pin];

	write_network(r, state, arrives, &time);
	report_time(&r->units, arrives, 2 * r->width - 1, r->out);
	text_printf(r->out, " %c %s (%s)\n", sign_at(r, state), pin_name(r, pin),
		    r->netlist->master[r->netlist->instance_master[instance]].name);
	total(r, arrives, what);
	text_add(r->out, "\n");
}

static void write_skew(struct clock_report *r, const struct skew_check *c)
{
	text_printf(r->out, "Constrained Pin: %s\n", pin_name(r, state_pin(r->states, c->clock)));
	text_printf(r->out, "Reference   Pin: %s\n",
		    pin_name(r, state_pin(r->states, c->reference)));
	text_add(r->out, "Check: max_skew\n\n");
	text_printf(r->out, "%*s%*s   Description\n", r->width - 1, "Delay", r->width, "Time");
	text_rule(r->out, 2 * r->width + 41);
	write_skew_edge(r, c->reference, EARLY, "reference pin arrival time");
	write_skew_edge(r, c->clock, LATE, "constrained pin arrival time");
	text_rule(r->out, 2 * r->width + 41);
	total(r, c->allowed, "allowable skew");
	total(r, c->skew, "actual skew");
	slack_line(r, c->slack);
}

static void write_period(struct clock_report *r, const struct period_check *c)
{
	text_printf(r->out, "Pin: %s\n", pin_name(r, c->pin));
	total(r, c->period, "Period");
	total(r, -c->required, "min_period");
	slack_line(r, c->slack);
}

void clock_report_pulses(struct clock_report *r, const struct clock_checks *checks, int32_t n,
			 bool verbose)
{
	if (n && !verbose)
		write_head(r, "Required", "Actual", 0, "Width");
	for (int32_t i = 0; i < n; i++)
		(verbose ? write_pulse : pulse_row)(r, &checks->pulse[i]);
	if (n)
		text_add(r->out, "\n");
}

void clock_report_periods(struct clock_report *r, const struct clock_checks *checks, int32_t n,
			  bool verbose)
{
	if (n && !verbose)
		write_head(r, "", "Min", r->width, "Period");
	for (int32_t i = 0; i < n; i++)
		(verbose ? write_period : period_row)(r, &checks->period[i]);
	if (n)
		text_add(r->out, "\n");
}

void clock_report_skews(struct clock_report *r, const struct skew_checks *checks, int32_t n,
			bool verbose)
{
	if (n && !verbose)
		write_head(r, "Required", "Actual", r->width, "Skew");
	for (int32_t i = 0; i < n; i++)
		(verbose ? write_skew : skew_row)(r, &checks->check[i]);
	if (n)
		text_add(r->out, "\n");
}
