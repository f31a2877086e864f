/* The lines of a path in full: columns of numbers as wide as OpenSTA's, and what they are of. */
#ifndef REPORT_PATH_COLUMNS_H
#define REPORT_PATH_COLUMNS_H

#include "report/path_report.h"
#include "session/session.h"

enum { DESCRIPTION_WIDTH = 36 };

/* The columns of one line; what it doesn't have is left blank. */
struct report_line {
	int32_t fanout;           /* -1 = none */
	double capacitance, slew; /* fF, ps; -1 = none */
	int64_t delay, time;      /* fs, FS_NONE_64 = none */
	char edge;
	int64_t pessimism; /* fs, FS_NONE_64 = none */
	bool minus;        /* `time` is what is taken away: 0 is written -0.00 */
};

#define REPORT_LINE_BLANK                                                                          \
	{                                                                                          \
		-1, -1, -1, FS_NONE_64, FS_NONE_64, ' ', FS_NONE_64, false                         \
	}

/* The width of a number's column. */
static inline int path_number_width(const struct path_report *report)
{
	return report->units.digits + 5;
}

/* A time in its column. */
void path_write_number(const struct path_report *report, int64_t time);

void path_write_columns_head(const struct path_report *report);
void path_write_rule(const struct path_report *report);
/* The columns alone; the caller adds the description and the end of the line. */
void path_begin_line(const struct path_report *report, const struct report_line *line);
/* A whole line. */
void path_write_step(const struct path_report *report, int64_t delay, int64_t time, char edge,
		     const char *text);
void path_write_time(const struct path_report *report, int64_t time, const char *text);

#endif
