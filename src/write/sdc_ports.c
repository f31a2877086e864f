/* What is outside: delays of inputs and outputs, slews, loads. */
#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "db/constraints_change.h"
#include "write/sdc_impl.h"

/* ---- input and output delays ---- */

static bool same_corners(double a[N_SPLITS][N_EDGES], double b[N_SPLITS][N_EDGES])
{
	return !ANY(i, 0, N_SPLITS * N_EDGES,
		    a[i / N_EDGES][i % N_EDGES] != b[i / N_EDGES][i % N_EDGES]);
}

static bool same_delay(struct external_delay *a, struct external_delay *b)
{
	return a->clock_edge == b->clock_edge && a->reference == b->reference &&
	       a->source_latency_included == b->source_latency_included &&
	       a->network_latency_included == b->network_latency_included &&
	       same_corners(a->delay, b->delay);
}

/* -add_delay always: what else a pin has stays. */
static enum status write_delay(struct sdc_writer *w, bool input, struct external_delay *delay,
			       const int32_t *pin, int32_t n)
{
	struct sdc_corners corners[N_SPLITS * N_EDGES];
	int n_corners = sdc_list_corners(delay->delay, corners);

	for (int i = 0; i < n_corners; i++) {
		sdc_begin(w, input ? "set_input_delay" : "set_output_delay");
		sdc_add_corners(w, &corners[i], "-min", "-max");
		if (delay->clock_edge >= 0) {
			sdc_add(w, " -clock");
			sdc_add_clock(w, delay->clock_edge / N_EDGES);
			sdc_add(w, delay->clock_edge % N_EDGES == FALL ? " -clock_fall" : "");
		}
		if (delay->reference >= 0) {
			sdc_add(w, " -reference_pin");
			sdc_add_pins(w, &delay->reference, 1);
		}
		sdc_add(w, delay->source_latency_included ? " -source_latency_included" : "");
		sdc_add(w, delay->network_latency_included ? " -network_latency_included" : "");
		sdc_add(w, " -add_delay");
		sdc_add_time(w, corners[i].value);
		sdc_add_pins(w, pin, n);
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

/* Runs of the same delay at several pins are one. `pin` is work space. */
static enum status write_delays(struct sdc_writer *w, bool input, struct external_delay *delay,
				int32_t n, int32_t *pin)
{
	int32_t end;

	for (int32_t i = 0; i < n; i = end) {
		for (end = i; end < n && same_delay(&delay[i], &delay[end]); end++)
			pin[end - i] = delay[end].pin;
		TRY(write_delay(w, input, &delay[i], pin, end - i));
	}
	return STATUS_OK;
}

/* ---- required times ---- */

static int32_t next_required(const struct constraints *k, int32_t port)
{
	return FIRST(p, port, k->n_ports, k->port[p].has_required);
}

/* What an output delay of the only clock is when it demands the same: late, the capturing edge
 * comes a period after the one that launches, early with it. In whole fs, so that nothing is
 * rounded. */
static struct external_delay delay_of(const struct constraints *k, int32_t port)
{
	struct external_delay delay = {.reference = -1,
				       .pin = port,
				       .clock_edge = CLOCK_EDGE(0, RISE),
				       .source_latency_included = true,
				       .network_latency_included = true};

	for (int i = 0; i < N_SPLITS * N_EDGES; i++) {
		int64_t required = fs_of_ps(k->port[port].required[i / N_EDGES][i % N_EDGES]);
		int64_t edge = i / N_EDGES == LATE ? fs_of_ps(k->clock[0].period) : 0;

		delay.delay[i / N_EDGES][i % N_EDGES] = (double)(edge - required) / 1000;
	}
	return delay;
}

/* After the output delays there are; *n counts both. */
static enum status add_required(struct sdc_writer *w, struct external_delay *delay, int32_t *n)
{
	const struct constraints *k = w->constraints;

	for (int32_t p = next_required(k, 0); p < k->n_ports; p = next_required(k, p + 1)) {
		if (k->n_clocks == 0)
			return STATUS_OK;
		if (k->n_clocks > 1 || k->clock[0].time[RISE] != 0)
			return status_fail(STATUS_FAILED,
					   "port \"%.200s\" has a required time, which SDC can't "
					   "say with %s",
					   names_get(&w->netlist->port_name, p),
					   k->n_clocks > 1 ? "several clocks"
							   : "a clock that doesn't rise at 0");
		delay[(*n)++] = delay_of(k, p);
	}
	return STATUS_OK;
}

static enum status write_output_delays(struct sdc_writer *w, int32_t *pin)
{
	const struct constraints *k = w->constraints;
	FREED struct external_delay *delay = NULL;
	int32_t n = k->n_output_delays;

	TRY(ALLOC(&delay, (int64_t)n + k->n_ports));
	if (n)
		memcpy(delay, k->output_delay, (size_t)n * sizeof *delay);
	TRY(add_required(w, delay, &n));
	return write_delays(w, false, delay, n, pin);
}

enum status sdc_write_external_delays(struct sdc_writer *w)
{
	const struct constraints *k = w->constraints;
	FREED int32_t *pin = NULL;

	TRY(ALLOC(&pin, (int64_t)k->n_input_delays + k->n_output_delays + k->n_ports));
	TRY(write_delays(w, true, k->input_delay, k->n_input_delays, pin));
	return write_output_delays(w, pin);
}

/* Without a clock they are path delays. */
enum status sdc_write_required_paths(struct sdc_writer *w)
{
	const struct constraints *k = w->constraints;

	if (k->n_clocks > 0)
		return STATUS_OK;
	for (int32_t p = next_required(k, 0); p < k->n_ports; p = next_required(k, p + 1)) {
		struct sdc_corners corners[N_SPLITS * N_EDGES];
		int n = sdc_list_corners(k->port[p].required, corners);

		for (int i = 0; i < n * N_SPLITS; i++) {
			const struct sdc_corners *c = &corners[i / N_SPLITS];

			if (!(c->splits & 1 << i % N_SPLITS))
				continue;
			sdc_begin(w, i % N_SPLITS == EARLY ? "set_min_delay" : "set_max_delay");
			sdc_add_time(w, c->value);
			sdc_add(w, c->edges == SDC_ALL    ? " -to"
				   : c->edges & 1 << RISE ? " -rise_to"
							  : " -fall_to");
			sdc_add_pins(w, &p, 1);
			TRY(sdc_end(w));
		}
	}
	return STATUS_OK;
}

/* ---- slews and loads ---- */

static enum status write_corners(struct sdc_writer *w, const char *command,
				 void (*add)(struct sdc_writer *w, double value),
				 double value[N_SPLITS][N_EDGES], const int32_t *port, int32_t n)
{
	struct sdc_corners corners[N_SPLITS * N_EDGES];
	int n_corners = sdc_list_corners(value, corners);

	for (int i = 0; i < n_corners; i++) {
		if (add != sdc_add_time && corners[i].value == 0)
			continue;
		sdc_begin(w, command);
		sdc_add_corners(w, &corners[i], "-min", "-max");
		add(w, corners[i].value);
		sdc_add_pins(w, port, n);
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

static bool same_slews(const struct constraints *k, int32_t a, int32_t b)
{
	return same_corners(k->port[a].slew, k->port[b].slew);
}

static bool same_loads(const struct constraints *k, int32_t a, int32_t b)
{
	return same_corners(k->port[a].load, k->port[b].load) &&
	       same_corners(k->port[a].wire_load, k->port[b].wire_load) &&
	       same_corners(k->port[a].fan_out, k->port[b].fan_out);
}

static bool same_drivers(const struct constraints *k, int32_t a, int32_t b)
{
	return constraints_same_drivers(k, a, k, b);
}

static enum status write_slews(struct sdc_writer *w, const int32_t *port, int32_t n)
{
	return write_corners(w, "set_input_transition", sdc_add_time,
			     w->constraints->port[*port].slew, port, n);
}

static enum status write_loads(struct sdc_writer *w, const int32_t *port, int32_t n)
{
	struct port_constraint *k = &w->constraints->port[*port];

	TRY(write_corners(w, "set_load -pin_load", sdc_add_load, k->load, port, n));
	TRY(write_corners(w, "set_load -wire_load", sdc_add_load, k->wire_load, port, n));
	return write_corners(w, "set_port_fanout_number", sdc_add_number, k->fan_out, port, n);
}

/* Runs of ports with the same settings, by one of the three. */
static enum status write_runs(struct sdc_writer *w, int32_t *port,
			      bool (*same)(const struct constraints *k, int32_t a, int32_t b),
			      enum status (*write)(struct sdc_writer *w, const int32_t *port,
						   int32_t n))
{
	const struct constraints *k = w->constraints;
	int32_t end;

	for (int32_t p = 0; p < k->n_ports; p = end) {
		for (end = p; end < k->n_ports && same(k, p, end); end++)
			port[end - p] = end;
		TRY(write(w, port, end - p));
	}
	return STATUS_OK;
}

static enum status write_net_loads(struct sdc_writer *w)
{
	const struct constraints *k = w->constraints;

	for (int32_t n = 0; k->net_load && n < k->n_nets; n++) {
		if (!is_given(k->net_load[n]))
			continue;
		sdc_begin(w, "set_load");
		sdc_add_load(w, k->net_load[n]);
		sdc_add_net(w, n);
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

static enum status write_model(struct sdc_writer *w, const struct wire_model *model,
			       const char *option)
{
	const struct library *library;

	if (model->library < 0 || model->load < 0)
		return STATUS_OK;
	library = w->netlist->library[model->library];
	sdc_begin(w, "set_wire_load_model -name");
	sdc_add_word(w, names_get(&library->string, library->wire_load[model->load].name));
	sdc_add(w, " -library");
	sdc_add_word(w, library->name);
	sdc_add(w, option);
	return sdc_end(w);
}

static enum status write_wire_load(struct sdc_writer *w)
{
	const struct wire_model *early = &w->constraints->wire_model[EARLY],
				*late = &w->constraints->wire_model[LATE];

	if (early->library == late->library && early->load == late->load)
		return write_model(w, late, "");
	TRY(write_model(w, early, " -min"));
	return write_model(w, late, " -max");
}

static void add_conditions(struct sdc_writer *w, enum split split, const char *option,
			   const char *of_library)
{
	struct operating_conditions k = w->constraints->conditions[split];
	const struct library *library = w->netlist->library[k.library];

	sdc_add(w, option);
	sdc_add_word(w, names_get(&library->string, library->conditions[k.conditions].name));
	sdc_add(w, of_library);
	sdc_add_word(w, library->name);
}

static enum status write_conditions(struct sdc_writer *w)
{
	const struct operating_conditions *early = &w->constraints->conditions[EARLY],
					  *late = &w->constraints->conditions[LATE];

	if (early->library < 0 && late->library < 0)
		return STATUS_OK;
	sdc_begin(w, "set_operating_conditions");
	if (w->constraints->is_single)
		sdc_add(w, " -analysis_type single");
	if (early->library == late->library && early->conditions == late->conditions) {
		add_conditions(w, LATE, "", " -library");
		return sdc_end(w);
	}
	if (early->library >= 0)
		add_conditions(w, EARLY, " -min", " -min_library");
	if (late->library >= 0)
		add_conditions(w, LATE, " -max", " -max_library");
	return sdc_end(w);
}

enum status sdc_write_ports(struct sdc_writer *w)
{
	FREED int32_t *port = NULL;

	TRY(ALLOC(&port, w->constraints->n_ports));
	TRY(write_runs(w, port, same_drivers, sdc_write_drivers));
	TRY(write_runs(w, port, same_slews, write_slews));
	TRY(write_runs(w, port, same_loads, write_loads));
	TRY(write_net_loads(w));
	TRY(write_wire_load(w));
	return write_conditions(w);
}
