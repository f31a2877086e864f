/*
 * Quantities as reports of a netlist show them: in the units of its first library, with as many
 * decimals as were asked for.
 */
#ifndef REPORT_REPORT_UNITS_H
#define REPORT_REPORT_UNITS_H

#include "session/command.h"
#include "db/netlist.h"

enum { DEFAULT_DIGITS = 2 };

struct report_units {
	int digits;
	double time, capacitance, resistance; /* one of the library's in ps, fF, kΩ */
};

/* The option that every report has: a row of a table, and its fields for one of OPTION_TABLE(). */
#define DIGITS_FIELDS "-digits", OPTION_WORD, "N", "decimals of numbers (2)"
#define OPTION_DIGITS                                                                              \
	{                                                                                          \
		DIGITS_FIELDS                                                                      \
	}

struct report_units report_units_of(const struct netlist *netlist);
/* The same with the value of that option. STATUS_USAGE when it isn't a number of digits. */
enum status report_units_parse(const struct call *call, int option, const struct netlist *netlist,
			       struct report_units *units);

/* A time (fs) for the %s of a format; the string is there until the block ends. */
enum { REPORTED_SIZE = 64 };
#define REPORTED(units, fs) report_time_string((units), (fs), (char[REPORTED_SIZE]){0})
const char *report_time_string(const struct report_units *units, int64_t fs,
			       char buffer[REPORTED_SIZE]);
/* Append a time (fs), a slew (ps) or a capacitance (fF), right-aligned in `width` columns. */
void report_time(const struct report_units *units, int64_t fs, int width, struct text *out);
/* As many decimals as a width of bins (fs) has, the units' at least. */
int report_digits_of(const struct report_units *units, int64_t width);
void report_slew(const struct report_units *units, double ps, int width, struct text *out);
void report_capacitance(const struct report_units *units, double ff, int width, struct text *out);

/* All the digits that a time has, for scripts. */
void report_exact_time(const struct report_units *units, int64_t fs, struct text *out);

/* "ns", "pF", "1000ps": what a unit is called; base is "s" and exponent that of ours (-12 for ps).
 */
void report_unit_name(double unit, int exponent, const char *base, struct text *out);

/* A time in those units to fs. */
enum status report_parse_time(const struct call *call, int option, const struct report_units *units,
			      int64_t *fs);

/* '^' rises, 'v' falls. */
static inline char edge_sign(int edge)
{
	return edge == RISE ? '^' : 'v';
}

#endif
