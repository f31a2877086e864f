/* report_path: how the worst arrival at a pin came about. */
#include <string.h>

#include "cmd/checks_options.h"
#include "session/objects.h"

enum { PATH_MIN, PATH_MAX, PATH_OPTION_FORMAT, PATH_FIELDS, PATH_DIGITS, PATH_WHOLE };

static const struct option path_options[] = {
	[PATH_MIN] = {"-min", OPTION_FLAG, NULL, "the earliest arrival"},
	[PATH_MAX] = {"-max", OPTION_FLAG, NULL, "the latest arrival (default)"},
	[PATH_OPTION_FORMAT] = {"-format", OPTION_CHOICE, CHECKS_FORMATS,
				"report_checks -format; what has no points is full (full)"},
	[PATH_FIELDS] = {"-fields", OPTION_WORD, "FIELDS", "report_checks -fields"},
	[PATH_DIGITS] = OPTION_DIGITS,
	[PATH_WHOLE] = {"-no_line_splits", OPTION_FLAG, NULL, "leave long lines whole"},
	{0},
};

static enum status parse_edge(const struct call *call, const char *word, int *edge)
{
	static const char *const words[N_EDGES][3] = {
		[RISE] = {"r", "rise", "^"}, [FALL] = {"f", "fall", "v"}};

	for (*edge = 0; *edge < N_EDGES; (*edge)++) {
		for (int i = 0; i < 3; i++) {
			if (strcmp(words[*edge][i], word) == 0)
				return STATUS_OK;
		}
	}
	return call_fail(call, STATUS_USAGE, "the edge is rise or fall, not \"%.100s\"", word);
}

static enum status report_path(struct call *call)
{
	const struct option_value *given = call->option;
	struct path_report report = {.out = call->out};
	int32_t pin;
	int edge;

	TRY(call_exclusive(call, PATH_MIN, PATH_MAX));
	TRY(design_need_netlist(&call->session->design));
	TRY(need_pin(call, call->argument[0], &pin));
	TRY(parse_edge(call, call->argument[1], &edge));
	TRY(checks_open(call, false, &report));
	TRY(report_units_parse(call, PATH_DIGITS, report.netlist, &report.units));
	TRY(checks_take_fields(call, PATH_FIELDS, &report));
	report.format = checks_format(given[PATH_OPTION_FORMAT].number);
	report.split = given[PATH_MIN].given ? EARLY : LATE;
	report.whole_lines = given[PATH_WHOLE].given;
	return path_write_arrival(&report, pin * N_EDGES + edge);
}

const struct command path_arrival_commands[] = {
	{"report_path", report_path, IN_SESSION, "PIN EDGE", 2, 2, path_options,
	 "Report the path of the latest arrival of an edge (rise or fall) at a pin or port"},
	{0},
};
