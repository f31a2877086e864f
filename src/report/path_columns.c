#include "report/path_columns.h"

#include <inttypes.h>
#include <string.h>

enum {
	FANOUT_WIDTH = 6,
	SOURCE_WIDTH = 40, /* of a rule: places in the RTL are as long as they are */
	RULE_MORE = 6,     /* of a rule after its columns */
};

static void write_blank(struct text *out, int width)
{
	text_printf(out, "%*s", width, "");
}

/* A time that rounds to nothing has no sign, as in OpenSTA. */
static void write_number(const struct path_report *report, int64_t time, bool minus)
{
	RELEASED_BY(text_release) struct text number = TEXT_INIT;
	const char *string;

	text_add(&number, "-");
	report_time(&report->units, time, 0, &number);
	if (text_status(&number) != STATUS_OK)
		return; /* memory_ran_short() */
	string = text_string(&number) + 1;
	string += string[0] == '-' && !string[strspn(string, "-0.")];
	string -= minus && !string[strspn(string, "0.")] && string[-1] == '-';
	text_printf(report->out, "%*s", path_number_width(report), string);
}

void path_write_number(const struct path_report *report, int64_t time)
{
	write_number(report, time, false);
}

static void write_times(const struct path_report *report, const struct report_line *line)
{
	const int64_t time[2] = {line->delay, line->time};
	int width = path_number_width(report);

	for (int t = 0; t < 2; t++) {
		if (time[t] != FS_NONE_64)
			write_number(report, time[t], t && line->minus);
		write_blank(report->out, time[t] != FS_NONE_64 ? 1 : width + 1);
	}
}

void path_begin_line(const struct path_report *report, const struct report_line *line)
{
	struct text *out = report->out;
	int width = path_number_width(report);

	if (report->fanout) {
		if (line->fanout >= 0)
			text_printf(out, "%*" PRId32 " ", FANOUT_WIDTH, line->fanout);
		else
			write_blank(out, FANOUT_WIDTH + 1);
	}
	if (report->capacitance) {
		if (line->capacitance >= 0)
			report_capacitance(&report->units, line->capacitance, width, out);
		write_blank(out, line->capacitance >= 0 ? 1 : width + 1);
	}
	if (report->slew) {
		if (line->slew >= 0)
			report_slew(&report->units, line->slew, width, out);
		write_blank(out, line->slew >= 0 ? 1 : width + 1);
	}
	if (report->path_based) {
		if (line->pessimism != FS_NONE_64)
			path_write_number(report, line->pessimism);
		write_blank(out, line->pessimism != FS_NONE_64 ? 1 : width + 1);
	}
	write_times(report, line);
	text_printf(out, "%c ", line->edge);
}

void path_write_step(const struct path_report *report, int64_t delay, int64_t time, char edge,
		     const char *text)
{
	struct report_line line = REPORT_LINE_BLANK;

	line.delay = delay;
	line.time = time;
	line.edge = edge;
	path_begin_line(report, &line);
	text_printf(report->out, "%s\n", text);
}

void path_write_time(const struct path_report *report, int64_t time, const char *text)
{
	path_write_step(report, FS_NONE_64, time, ' ', text);
}

void path_write_rule(const struct path_report *report)
{
	int width = path_number_width(report);
	int n = 2 * width + 1 + DESCRIPTION_WIDTH + RULE_MORE + (report->capacitance ? width : 0) +
		(report->slew ? width : 0) + (report->path_based ? width + 1 : 0) +
		(report->fanout ? FANOUT_WIDTH : 0) + (report->src_attr ? SOURCE_WIDTH : 0);

	text_rule(report->out, n);
}

void path_write_columns_head(const struct path_report *report)
{
	struct text *out = report->out;
	int width = path_number_width(report);

	if (report->fanout)
		text_printf(out, "%*s ", FANOUT_WIDTH, "Fanout");
	if (report->capacitance)
		text_printf(out, "%*s ", width, "Cap");
	if (report->slew)
		text_printf(out, "%*s ", width, "Slew");
	if (report->path_based)
		text_printf(out, "%*s ", width, "Pess");
	text_printf(out, "%*s %*s   ", width, "Delay", width, "Time");
	if (report->src_attr)
		text_printf(out, "%-*s Src Attr\n", DESCRIPTION_WIDTH, "Description");
	else
		text_add(out, "Description\n");
	path_write_rule(report);
}
