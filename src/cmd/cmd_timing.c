/* Commands about the timing of a netlist: how it is computed, what comes out. */
#include <inttypes.h>
#include <math.h>

#include "db/fan_out.h"
#include "db/scaling.h"
#include "report/report_units.h"
#include "report/sdf.h"
#include "session/session.h"

enum { SPLITS_AND_EDGES = 4 };

/* Times are kept in fs and files of the reference layout speak ps with six decimals. */
static void write_fs(struct text *out, int64_t fs)
{
	if (fs == FS_NONE_64)
		text_add(out, "\tnan");
	else
		text_printf(out, "\t%s%" PRId64 ".%03d000", fs < 0 ? "-" : "",
			    (fs < 0 ? -fs : fs) / 1000, (int)((fs < 0 ? -fs : fs) % 1000));
}

static void write_real(struct text *out, double value)
{
	if (isnan(value))
		text_add(out, "\tnan");
	else
		text_printf(out, "\t%.6f", value);
}

/* ---- write_timing_pins ---- */

static double capacitance_of(const struct timing *timing, int32_t pin, int c)
{
	const struct timing_graph *graph = timing->image->graph;
	enum split split = (enum split)(c / N_EDGES);

	if (netlist_lib_pin(graph->netlist, pin, split))
		return scaled_capacitance(graph->netlist, graph->constraints, pin, split,
					  (enum edge)(c % N_EDGES));
	return pin < graph->netlist->n_ports && graph->constraints
		       ? port_load(&graph->constraints->port[pin], c / N_EDGES, c % N_EDGES)
		       : 0;
}

static double slew_where_reached(const struct timing *timing, int32_t vertex, enum split split)
{
	if (timing_vertex_arrival(timing, vertex, split) == FS_NONE_64)
		return (double)NAN;
	return timing_vertex_slew(timing, vertex, split);
}

static void write_pin(struct text *out, const struct timing *timing, int32_t pin)
{
	const struct netlist *netlist = timing->image->graph->netlist;
	int32_t instance = netlist->pin_instance[pin], net = netlist->pin_net[pin];
	bool drives = netlist_drives(netlist, pin);

	netlist_write_pin(netlist, pin, ':', out);
	text_printf(out, "\t%s",
		    instance >= 0 ? netlist->master[netlist->instance_master[instance]].name
		    : drives      ? "<PI>"
				  : "<PO>");
	for (int c = 0; c < SPLITS_AND_EDGES; c++)
		write_fs(out, timing_vertex_arrival(timing, pin * N_EDGES + c % N_EDGES,
						    (enum split)(c / N_EDGES)));
	for (int c = 0; c < SPLITS_AND_EDGES; c++)
		write_real(out, slew_where_reached(timing, pin * N_EDGES + c % N_EDGES,
						   (enum split)(c / N_EDGES)));
	for (int c = 0; c < SPLITS_AND_EDGES; c++)
		write_fs(out, timing_vertex_required(timing, pin * N_EDGES + c % N_EDGES,
						     (enum split)(c / N_EDGES)));
	for (int c = 0; c < SPLITS_AND_EDGES; c++)
		write_fs(out, timing_vertex_slack(timing, pin * N_EDGES + c % N_EDGES,
						  (enum split)(c / N_EDGES)));
	for (int c = 0; c < SPLITS_AND_EDGES; c++)
		write_real(out, capacitance_of(timing, pin, c));
	for (int c = 0; c < SPLITS_AND_EDGES; c++)
		write_real(out, drives && net >= 0
					? timing->load[SPLITS_AND_EDGES * (int64_t)net + c]
					: (double)NAN);
	text_add(out, "\n");
}

static enum status write_timing_pins(struct call *call)
{
	struct session *session = call->session;
	const struct timing *timing;

	TRY(session_need_timing(session));
	timing = session->design.timing;
	TRY(timing_read(session->design.timing));
	TRY(call_open_file(call, call->argument[0], "w"));
	text_add(call->out, "#pin\tcell");
	for (int q = 0; q < 6; q++) {
		static const char *const quantity[] = {"at",    "slew", "rat",
						       "slack", "cap",  "netload"};

		for (int c = 0; c < SPLITS_AND_EDGES; c++)
			text_printf(call->out, "\t%s_%c%c", quantity[q], "EL"[c / N_EDGES],
				    "RF"[c % N_EDGES]);
	}
	text_add(call->out, "\n");
	for (int32_t p = 0; p < timing->image->graph->netlist->n_pins; p++) {
		write_pin(call->out, timing, p);
		if (p % 1024 == 0)
			TRY(call_flush(call));
		TRY(task_breathe(&session->task));
	}
	return STATUS_OK;
}

/* ---- write_sdf ---- */

enum { SDF_DIVIDER, SDF_TYPICAL, SDF_DIGITS, SDF_GZIP, SDF_NO_TIMESTAMP, SDF_NO_VERSION };

static const struct option sdf_options[] = {
	[SDF_DIVIDER] = {"-divider", OPTION_CHOICE, "/|.", "between levels of the hierarchy (/)"},
	[SDF_TYPICAL] = {"-include_typ", OPTION_FLAG, NULL,
			 "the mean of minimum and maximum between them"},
	[SDF_DIGITS] = {"-digits", OPTION_WORD, "N", "decimals of times (down to a femtosecond)"},
	[SDF_GZIP] = {"-gzip", OPTION_FLAG, NULL, "compress, whatever the file is called"},
	[SDF_NO_TIMESTAMP] = {"-no_timestamp", OPTION_FLAG, NULL, "there is none anyway"},
	[SDF_NO_VERSION] = {"-no_version", OPTION_FLAG, NULL, "leave the program's version out"},
	{"-corner", OPTION_MISSING, NULL, NULL},
	{"-scene", OPTION_MISSING, NULL, NULL},
	{0},
};

/* Readers multiply what they read by derates again, so the file has delays without. */
static enum status write_underated(struct session *session, const char *path,
				   const struct sdf_options *options)
{
	struct timing *timing = session->design.timing;
	enum status status;

	timing_set_underated(timing, timing->image->device.derate_class != NULL);
	status = timing_read(timing) ?: sdf_write(path, timing, options, &session->task);
	timing_set_underated(timing, false);
	return status;
}

static enum status write_sdf(struct call *call)
{
	struct session *session = call->session;
	struct sdf_options options = {.divider = call->option[SDF_DIVIDER].given &&
								 call->option[SDF_DIVIDER].number
							 ? '.'
							 : '/',
				      .digits = -1,
				      .typical = call->option[SDF_TYPICAL].given,
				      .gzip = call->option[SDF_GZIP].given,
				      .has_version = !call->option[SDF_NO_VERSION].given};
	struct report_units units;
	struct timing *timing;

	TRY(session_need_timing(session));
	timing = session->design.timing;
	if (call->option[SDF_DIGITS].given) {
		TRY(report_units_parse(call, SDF_DIGITS, session->design.netlist, &units));
		options.digits = units.digits;
	}
	options.annotations = session->design.annotations;
	TRY(timing_graph_need_fan_out(timing->image->graph));
	TRY(timing_read_arc_places(timing));
	return write_underated(session, call->argument[0], &options);
}

/* ---- the model ---- */

/* In the order of enum delay_model. */
#define CALCULATORS "elmore|lumped_cap|dmp_ceff_elmore"

/* `hint`: after what was expected and what was found. */
static enum status set_model(struct call *call, const char *models, const char *expected,
			     const char *hint)
{
	struct timing_settings settings = call->session->design.settings;
	int model = choice_find(models, call->argument[0]);

	if (model < 0)
		return call_fail(call, STATUS_USAGE, "expected %s, not \"%.100s\"%s", expected,
				 call->argument[0], hint);
	settings.model = (enum delay_model)model;
	session_set_timing_settings(call->session, &settings);
	return STATUS_OK;
}

static enum status set_delay_calculator(struct call *call)
{
	return set_model(call, CALCULATORS, "dmp_ceff_elmore, lumped_cap or elmore", "");
}

/* The name that it had. */
static enum status set_delay_model(struct call *call)
{
	return set_model(call, "elmore|lumped", "elmore or lumped",
			 "; set_delay_calculator has others");
}

const struct command timing_commands[] = {
	{"set_delay_calculator", set_delay_calculator, IN_SESSION, CALCULATORS, 1, 1, NULL,
	 "Choose how gates and wires delay: by effective capacitances, with wires as lumped "
	 "capacitances, or by Elmore with PERI slews"},
	{"set_delay_model", set_delay_model, IN_SESSION, "elmore|lumped", 1, 1, NULL,
	 "Choose how wires delay, as set_delay_calculator does"},
	{"write_sdf", write_sdf, IN_SESSION, "FILE", 1, 1, sdf_options,
	 "Write delays and checks in SDF 3.0 (.gz too), early and late as minimum and maximum"},
	{"write_timing_pins", write_timing_pins, IN_SESSION, "FILE", 1, 1, NULL,
	 "Write arrival, slew, required time, slack and load of all pins as tab-separated text"},
	{0},
};
