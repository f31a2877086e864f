#include "read/tau.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/line.h"
#include "base/units.h"

struct arrival {
	bool given;
	double time[N_SPLITS][N_EDGES]; /* ps */
};

/* The file, and a line of it that is being taken apart. */
struct tau {
	struct line l;
	const struct netlist *netlist;
	struct constraints *constraints;    /* owned reference */
	double time_unit, capacitance_unit; /* ps, fF */
	struct arrival *arrival;            /* owned [n_ports] */
};

/* For messages: as much of a word as is shown. */
static int shown(int64_t length)
{
	return length > 200 ? 200 : (int)length;
}

static enum status unknown_port(const struct tau *tau, const char *name, int64_t length)
{
	const char *nearest = names_nearest(&tau->netlist->port_name, name, length);
	int64_t column = name - tau->l.begin + 1;

	if (netlist_find_pin(tau->netlist, name, length) >= 0 ||
	    netlist_find_net(tau->netlist, name, length) >= 0)
		return input_error(&tau->l.in, column, "\"%.*s\" isn't a port", shown(length),
				   name);
	return input_error(&tau->l.in, column, "unknown port \"%.*s\"%s%.200s%s", shown(length),
			   name, NEAREST(nearest));
}

/* A port that isn't of the direction `not`. */
static enum status take_port(struct tau *tau, enum lib_direction not, int32_t *port)
{
	const char *name;
	int64_t n;

	line_skip_blanks(&tau->l);
	name = tau->l.at;
	n = line_word(&tau->l);
	if (n == 0)
		return line_expected(&tau->l, "a port");
	*port = netlist_find_port(tau->netlist, name, n);
	if (*port < 0)
		return unknown_port(tau, name, n);
	if (tau->netlist->port_direction[*port] == not )
		return input_error(&tau->l.in, name - tau->l.begin + 1, "port \"%.*s\" isn't an %s",
				   shown(n), name, not == LIB_INPUT ? "output" : "input");
	tau->l.at += n;
	return STATUS_OK;
}

/* A number in our unit, which stays below the limit of times in files; so do capacitances. */
static enum status take_number(struct tau *tau, const char *what, double unit, double *value)
{
	char copy[64];
	const char *p = copy;
	int64_t n;
	enum decimal result;

	line_skip_blanks(&tau->l);
	n = line_word(&tau->l);
	if (n == 0 || n >= (int64_t)sizeof copy)
		return line_expected(&tau->l, what);
	/* what follows the line may be the next digits, or not ours */
	memcpy(copy, tau->l.at, (size_t)n);
	copy[n] = '\0';
	result = parse_real(&p, copy + n, value);
	if (result == DECIMAL_NOT_A_NUMBER || (result == DECIMAL_OK && p < copy + n))
		return line_expected(&tau->l, what);
	*value *= unit;
	if (result == DECIMAL_OUT_OF_RANGE || !is_in_range(*value))
		return line_error(&tau->l, "number out of range: \"%s\"", copy);
	tau->l.at += n;
	return STATUS_OK;
}

/* The same, but not negative. */
static enum status take_amount(struct tau *tau, const char *what, double unit, double *value)
{
	const char *place;

	line_skip_blanks(&tau->l);
	place = tau->l.at;
	TRY(take_number(tau, what, unit, value));
	if (*value < 0)
		return input_error(&tau->l.in, place - tau->l.begin + 1, "%s is negative", what);
	return STATUS_OK;
}

static enum status add_clock(struct tau *tau, int32_t port, double period, double fall)
{
	struct clock *clock;
	int32_t id;

	TRY(constraints_add_clock(tau->constraints, names_get(&tau->netlist->port_name, port),
				  period, 0, fall, &id));
	clock = &tau->constraints->clock[id];
	clock->propagated = true;
	clock->one_cycle = true;
	return clock_add_source(clock, port);
}

static enum status read_clock(struct tau *tau)
{
	double period, low = 50;
	const char *place;
	int32_t port;

	line_skip_blanks(&tau->l);
	place = tau->l.at;
	TRY(take_port(tau, LIB_OUTPUT, &port));
	for (int32_t i = 0; i < tau->constraints->n_clocks; i++)
		if (tau->constraints->clock[i].source[0] == port)
			return input_error(&tau->l.in, place - tau->l.begin + 1,
					   "another clock at port \"%.*s\"",
					   shown(tau->l.at - place), place);
	line_skip_blanks(&tau->l);
	place = tau->l.at;
	TRY(take_number(tau, "a period", tau->time_unit, &period));
	if (!(period > 0 && period < MOST_PERIOD))
		return input_error(&tau->l.in, place - tau->l.begin + 1,
				   "the period isn't within 0 and 1.15 s");
	line_skip_blanks(&tau->l);
	place = tau->l.at;
	if (tau->l.at < tau->l.end)
		TRY(take_number(tau, "a percentage", 1, &low));
	if (low < 0 || low > 100)
		return input_error(&tau->l.in, place - tau->l.begin + 1,
				   "the low part of the period isn't within 0 and 100 per cent");
	TRY(line_end(&tau->l));
	return add_clock(tau, port, period, period * (1 - low / 100));
}

static enum status read_times(struct tau *tau, double to[N_SPLITS][N_EDGES])
{
	static const char *const what[N_SPLITS][N_EDGES] = {
		{"a time (early rise)", "a time (early fall)"},
		{"a time (late rise)", "a time (late fall)"}};

	for (int split = 0; split < N_SPLITS; split++)
		for (int edge = 0; edge < N_EDGES; edge++)
			TRY(take_number(tau, what[split][edge], tau->time_unit, &to[split][edge]));
	return line_end(&tau->l);
}

static enum status read_arrival(struct tau *tau)
{
	int32_t port;

	TRY(take_port(tau, LIB_OUTPUT, &port));
	tau->arrival[port].given = true;
	return read_times(tau, tau->arrival[port].time);
}

static enum status read_required(struct tau *tau)
{
	int32_t port;

	TRY(take_port(tau, LIB_INPUT, &port));
	tau->constraints->port[port].has_required = true;
	return read_times(tau, tau->constraints->port[port].required);
}

static enum status read_slew(struct tau *tau)
{
	int32_t port;

	TRY(take_port(tau, LIB_OUTPUT, &port));
	for (int split = 0; split < N_SPLITS; split++)
		for (int edge = 0; edge < N_EDGES; edge++)
			TRY(take_amount(tau, "a slew", tau->time_unit,
					&tau->constraints->port[port].slew[split][edge]));
	return line_end(&tau->l);
}

static enum status read_load(struct tau *tau)
{
	int32_t port;
	double load;

	TRY(take_port(tau, LIB_INPUT, &port));
	TRY(take_amount(tau, "a load", tau->capacitance_unit, &load));
	for (int c = 0; c < N_SPLITS * N_EDGES; c++)
		tau->constraints->port[port].load[c / N_EDGES][c % N_EDGES] = load;
	return line_end(&tau->l);
}

static enum status read_line(struct tau *tau)
{
	static const struct {
		const char *keyword;
		enum status (*read)(struct tau *);
	} lines[] = {{"at", read_arrival},
		     {"slew", read_slew},
		     {"rat", read_required},
		     {"load", read_load},
		     {"clock", read_clock}};
	int64_t n = line_word(&tau->l);

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		if (!line_is(&tau->l, n, lines[i].keyword))
			continue;
		tau->l.at += n;
		return lines[i].read(tau);
	}
	return line_expected(&tau->l, "clock, at, slew, rat or load");
}

static enum status read_lines(struct tau *tau)
{
	bool more;

	for (;;) {
		TRY(line_next(&tau->l, &more));
		if (!more)
			return STATUS_OK;
		line_skip_blanks(&tau->l);
		if (tau->l.at < tau->l.end)
			TRY(read_line(tau));
	}
}

/* An arrival at the source of a clock is when its edges come; at any other port, what the first
 * clock's rising edge launched. */
static enum status add_arrivals(struct tau *tau)
{
	struct constraints *constraints = tau->constraints;

	for (int32_t c = 0; c < constraints->n_clocks; c++) {
		struct clock *clock = &constraints->clock[c];
		struct arrival *arrival = &tau->arrival[clock->source[0]];

		for (int i = 0; i < N_SPLITS * N_EDGES && arrival->given; i++)
			clock->source_latency[i / N_EDGES][i % N_EDGES] =
				arrival->time[i / N_EDGES][i % N_EDGES] - clock->time[i % N_EDGES];
		arrival->given = false;
	}
	for (int32_t p = 0; p < constraints->n_ports; p++) {
		struct external_delay delay = {
			.reference = -1,
			.pin = p,
			.clock_edge = constraints->n_clocks ? CLOCK_EDGE(0, RISE) : -1,
			.source_latency_included = true,
			.network_latency_included = true,
		};

		if (!tau->arrival[p].given)
			continue;
		memcpy(delay.delay, tau->arrival[p].time, sizeof delay.delay);
		TRY(constraints_add_external(constraints, true, &delay));
	}
	return STATUS_OK;
}

/* One line for all ports that miss something. */
static void warn_of(const struct tau *tau, struct text *warnings, int64_t n, int32_t example,
		    const char *what)
{
	if (n == 1)
		text_printf(warnings, "%s: warning: port \"%.200s\" has no %s\n", tau->l.in.path,
			    names_get(&tau->netlist->port_name, example), what);
	else if (n > 1)
		text_printf(
			warnings, "%s: warning: port \"%.200s\" and %" PRId64 " more have no %s\n",
			tau->l.in.path, names_get(&tau->netlist->port_name, example), n - 1, what);
}

static void warn_of_missing(const struct tau *tau, struct text *warnings)
{
	const struct netlist *netlist = tau->netlist;
	int64_t n_arrivals = 0, n_required = 0;
	int32_t input = -1, output = -1;

	for (int32_t p = netlist->n_ports - 1; p >= 0; p--) {
		const struct port_constraint *port = &tau->constraints->port[p];

		if (netlist->port_direction[p] == LIB_INPUT && !tau->arrival[p].given) {
			n_arrivals++;
			input = p;
		}
		if (netlist->port_direction[p] == LIB_OUTPUT && !port->has_required) {
			n_required++;
			output = p;
		}
	}
	warn_of(tau, warnings, n_arrivals, input, "arrival");
	warn_of(tau, warnings, n_required, output, "required time");
}

static void take_units(struct tau *tau)
{
	const struct netlist *netlist = tau->netlist;

	tau->time_unit = 1;
	tau->capacitance_unit = 1;
	if (netlist->n_libraries == 0)
		return;
	if (netlist->library[0]->time_unit > 0)
		tau->time_unit = netlist->library[0]->time_unit;
	if (netlist->library[0]->capacitance_unit > 0)
		tau->capacitance_unit = netlist->library[0]->capacitance_unit;
}

/* The format defines clocks at ports; those that cells make downstream aren't there. */
static enum status note_library_clocks(struct tau *tau, struct text *warnings)
{
	const char *what = "clocks that cells of the library make (generated_clock) are left out: "
			   "use constraints in SDC";

	if (!netlist_makes_clocks(tau->netlist))
		return STATUS_OK;
	text_printf(warnings, "%s: warning: %s\n", tau->l.in.path, what);
	return constraints_add_unsupported(tau->constraints, what);
}

static enum status read_all(struct tau *tau, struct text *warnings)
{
	TRY(read_lines(tau));
	warn_of_missing(tau, warnings);
	TRY(text_status(warnings));
	TRY(add_arrivals(tau));
	return note_library_clocks(tau, warnings);
}

static void release(struct tau *tau)
{
	input_close(&tau->l.in);
	free(tau->arrival);
	constraints_unref(tau->constraints);
}

enum status tau_read(const char *path, const struct netlist *netlist, struct text *warnings,
		     struct task *task, struct constraints **out)
{
	RELEASED_BY(release) struct tau tau = {.l = {.in = INPUT_INIT}, .netlist = netlist};

	TRY(constraints_new(path, netlist, &tau.constraints));
	take_units(&tau);
	TRY(ALLOC(&tau.arrival, netlist->n_ports));
	TRY(input_open(&tau.l.in, path, task));
	TRY(read_all(&tau, warnings));
	HAND_OVER(out, tau.constraints);
	return STATUS_OK;
}
