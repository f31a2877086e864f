#include "report/report_units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "base/units.h"
#include "session/variables.h"

enum { MAX_DIGITS = 15 };

static const double FS_PER_PS = 1000;

struct report_units report_units_of(const struct netlist *netlist)
{
	struct units units = netlist_units(netlist);

	return (struct report_units){DEFAULT_DIGITS, units.time, units.capacitance,
				     units.resistance};
}

/* Units are powers of ten times a small number: these are all the decimals of a time, or nearly so. */
static int most_digits(const struct report_units *units)
{
	int digits = (int)ceil(log10(units->time * FS_PER_PS) - 1e-9);

	return digits > 0 ? digits : 0;
}

enum status report_units_parse(const struct call *call, int option, const struct netlist *netlist,
			       struct report_units *units)
{
	const struct option_value *given = &call->option[option];
	char *end;
	long digits;

	*units = report_units_of(netlist);
	units->digits = session_variables(call->session)->report_digits;
	if (!given->given)
		return STATUS_OK;
	digits = strtol(given->word, &end, 10);
	if (end == given->word || *end || digits < 0 || digits > MAX_DIGITS)
		return call_fail(call, STATUS_USAGE,
				 "-digits expects a number from 0 to %d, not "
				 "\"%.100s\"",
				 MAX_DIGITS, given->word);
	units->digits = (int)digits;
	if (digits > most_digits(units) && session_is_new(call->session, "-digits", 7))
		print_error(
			"warning: times are whole femtoseconds, so they have %d decimals at most\n",
			most_digits(units));
	return STATUS_OK;
}

const char *report_time_string(const struct report_units *units, int64_t fs,
			       char buffer[REPORTED_SIZE])
{
	int most = most_digits(units), digits = units->digits < most ? units->digits : most;

	snprintf(buffer, REPORTED_SIZE, "%.*f", digits, (double)fs / (units->time * FS_PER_PS));
	return buffer;
}

void report_time(const struct report_units *units, int64_t fs, int width, struct text *out)
{
	text_printf(out, "%*s", width, REPORTED(units, fs));
}

int report_digits_of(const struct report_units *units, int64_t width)
{
	double value = (double)width / (units->time * FS_PER_PS);
	int digits = units->digits;

	for (double power = pow(10, digits);
	     fabs(round(value * power) - value * power) > 1e-6 && digits < 12; power *= 10)
		digits++;
	return digits;
}

void report_slew(const struct report_units *units, double ps, int width, struct text *out)
{
	text_printf(out, "%*.*f", width, units->digits, ps / units->time);
}

void report_capacitance(const struct report_units *units, double ff, int width, struct text *out)
{
	text_printf(out, "%*.*f", width, units->digits, ff / units->capacitance);
}

void report_exact_time(const struct report_units *units, int64_t fs, struct text *out)
{
	text_printf(out, "%.*f", most_digits(units), (double)fs / (units->time * FS_PER_PS));
}

/* ---- names ---- */

void report_unit_name(double unit, int exponent, const char *base, struct text *out)
{
	static const char prefix[] = "afpnum kM";
	/* the largest prefix below the unit: 1e-12 is "1p", 1e-11 "10p" */
	int power = (int)floor(log10(unit) + 1e-9) + exponent;
	int third = (power + 18 + 300) / 3 - 100;

	third = third < 0 ? 0 : third > 8 ? 8 : third;
	text_printf(out, "%g", unit * pow(10, exponent - (third * 3 - 18)));
	if (prefix[third] != ' ')
		text_append(out, prefix + third, 1);
	text_add(out, base);
}

enum status report_parse_time(const struct call *call, int option, const struct report_units *units,
			      int64_t *fs)
{
	const char *word = call->option[option].word, *at = word, *end = word + strlen(word);
	double value, limit = (double)FS_INPUT_LIMIT / 4;

	if (parse_real(&at, end, &value) != DECIMAL_OK || at != end)
		return call_fail(call, STATUS_USAGE, "%s expects a time, not \"%.100s\"",
				 call->command->options[option].name, word);
	value *= units->time * FS_PER_PS;
	if (fabs(value) > limit)
		value = value < 0 ? -limit : limit;
	*fs = (int64_t)(value + (value < 0 ? -0.5 : 0.5));
	return STATUS_OK;
}
