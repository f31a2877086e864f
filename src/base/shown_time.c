#include "base/shown_time.h"

#include <stdio.h>
#include <string.h>

struct shown_time shown_time = {.digits = 3};

const char *time_unit(void)
{
	return shown_time.in_ns ? "ns" : "ps";
}

double time_unit_fs(void)
{
	return shown_time.in_ns ? 1e6 : 1e3;
}

void text_time(struct text *out, int64_t fs, int width)
{
	text_printf(out, "%*.*f", width, shown_time.digits, (double)fs / time_unit_fs());
}

void text_time_digits(struct text *out, int64_t fs, int most)
{
	text_printf(out, "%.*f", shown_time.digits < most ? shown_time.digits : most,
		    (double)fs / time_unit_fs());
}

void text_time_short(struct text *out, int64_t fs)
{
	text_printf(out, "%.10g", (double)fs / time_unit_fs());
}
