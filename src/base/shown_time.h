/*
 * Times on the screen, in the unit and with the digits of the settings time_unit and digits. Of the thread that draws;
 * reports and files have text_ps() and the units of report_units.h.
 */
#ifndef BASE_SHOWN_TIME_H
#define BASE_SHOWN_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct shown_time {
	int in_ns; /* bool */
	int digits;
};

extern struct shown_time shown_time;

/* "ps" or "ns", and its length in fs. */
const char *time_unit(void);
double time_unit_fs(void);
/* A time at least `width` columns wide; with fewer digits; with those that it has and no more, for axes. */
void text_time(struct text *out, int64_t fs, int width);
void text_time_digits(struct text *out, int64_t fs, int most);
void text_time_short(struct text *out, int64_t fs);

#endif
