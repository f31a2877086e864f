/* Commands that say what a design is like. */
#include <inttypes.h>

#include "session/command.h"
#include "db/statistics.h"
#include "session/session.h"

enum { STATISTICS_TSV };

static const struct option statistics_options[] = {
	[STATISTICS_TSV] = {"-tsv", OPTION_FLAG, NULL, "tab-separated, to compare designs"},
	{0},
};

struct lines {
	struct text *out;
	bool tsv;
};

static void count_line(const struct lines *lines, const char *what, int64_t n)
{
	text_printf(lines->out, lines->tsv ? "%s\t%" PRId64 "\n" : "%-32s %12" PRId64 "\n", what,
		    n);
}

static void percent_line(const struct lines *lines, const char *what, double percent)
{
	text_printf(lines->out, lines->tsv ? "%s\t%.2f\n" : "%-32s %12.2f %%\n", what, percent);
}

static void share_line(const struct lines *lines, const char *what, int64_t n, int64_t all)
{
	percent_line(lines, what, all ? 100.0 * (double)n / (double)all : 0.0);
}

static void number_line(const struct lines *lines, const char *what, double x)
{
	text_printf(lines->out, lines->tsv ? "%s\t%.3f\n" : "%-32s %12.3f\n", what, x);
}

static void write_sizes(const struct lines *lines, const struct design_statistics *s)
{
	count_line(lines, "instances", s->n_instances);
	count_line(lines, "gates", s->n_gates);
	count_line(lines, "registers", s->n_registers);
	count_line(lines, "other instances", s->n_others);
	count_line(lines, "input ports", s->n_inputs);
	count_line(lines, "output ports", s->n_outputs);
	count_line(lines, "nets", s->n_nets);
	count_line(lines, "pins", s->n_pins);
	count_line(lines, "arcs of nets", s->n_net_arcs);
	count_line(lines, "arcs of cells, early and late", s->n_cell_arcs);
	count_line(lines, "checks", s->n_checks);
	count_line(lines, "arcs and checks", s->n_arcs);
}

static void write_shape(const struct lines *lines, const struct design_statistics *s)
{
	static const char *const fan_in[FAN_IN_CLASSES] = {
		"gates with 1 input",  "gates with 2 inputs", "gates with 3 inputs",
		"gates with 4 inputs", "gates with 5 inputs", "gates with 6 and more inputs"};
	static const char *const fan_out[FAN_OUT_CLASSES] = {
		"nets with no sink",          "nets with 1 sink",
		"nets with 2 sinks",          "nets with 3 sinks",
		"nets with 4 sinks",          "nets with 5 to 8 sinks",
		"nets with 9 to 16 sinks",    "nets with 17 to 64 sinks",
		"nets with 65 and more sinks"};
	int64_t n_driven = SUM(int64_t, i, 0, FAN_OUT_CLASSES, s->fan_out[i]);

	share_line(lines, "registers of gates and registers", s->n_registers,
		   s->n_registers + s->n_gates);
	for (int i = 0; i < FAN_IN_CLASSES; i++)
		share_line(lines, fan_in[i], s->fan_in[i], s->n_gates);
	number_line(lines, "inputs of a gate, mean", s->mean_fan_in);
	for (int i = 0; i < FAN_OUT_CLASSES; i++)
		share_line(lines, fan_out[i], s->fan_out[i], n_driven);
	number_line(lines, "sinks of a net, mean", s->mean_fan_out);
	count_line(lines, "sinks of a net, most", s->max_fan_out);
	count_line(lines, "logic levels", s->n_levels);
	number_line(lines, "logic levels of ends, mean", s->mean_level);
	if (s->n_looped)
		count_line(lines, "gates in or downstream of loops", s->n_looped);
	percent_line(lines, "gates that reconverge", 100 * s->reconvergence);
	number_line(lines, "Rent's exponent", s->rent_exponent);
	number_line(lines, "Rent's terminals of a gate", s->rent_terminals);
}

static enum status report_design_statistics(struct call *call)
{
	const struct design *design = &call->session->design;
	struct lines lines = {call->out, call->option[STATISTICS_TSV].given};
	struct design_statistics statistics;

	TRY(design_need_netlist(design));
	TRY(design_statistics(design->netlist, &call->session->task, &statistics));
	write_sizes(&lines, &statistics);
	write_shape(&lines, &statistics);
	return STATUS_OK;
}

const struct command statistics_commands[] = {
	{"report_design_statistics", report_design_statistics, IN_SESSION, NULL, 0, 0,
	 statistics_options,
	 "Report statistics of the netlist: size, fan-in and fan-out, levels, reconvergence, Rent's rule"},
	{0},
};
