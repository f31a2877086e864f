/* The pins of a path in full, of its data and of the clocks. */
#ifndef REPORT_PATH_POINTS_H
#define REPORT_PATH_POINTS_H

#include "report/path_columns.h"

/* Inputs of gates on the way are shown only when asked for; their delay counts with the gate's. */
bool path_shows_pin(const struct path_report *report, int32_t state);
/* A pin of the path; times in fs. */
struct path_point {
	int32_t state;
	int64_t delay, time;
	const double *slew; /* ps; NULL = the graph's */
	int64_t pessimism;  /* of the graph's delay, FS_NONE_64 = not known */
};

/* Its line; of a driver also what its net weighs. */
void path_write_point(const struct path_report *report, enum split split,
		      const struct path_point *point);

/* An edge of a clock that launches or captures. */
struct shown_edge {
	int32_t clock_edge;
	int seen; /* RISE, FALL: how it arrives there */
	bool propagated;
	enum split split; /* of the slew there that an ideal clock has */
};

/* The edge at `time`, when the line before is at `before`. */
void path_write_clock_edge(const struct path_report *report, struct shown_edge edge, int64_t before,
			   int64_t time);
void path_write_network(const struct path_report *report, bool propagated, int64_t latency,
			int64_t time);
/* Does the report show the pins that a clock passes? */
bool path_shows_clock_pins(const struct path_report *report, bool propagated);
/* The pin alone, when something is at it. */
void path_write_arriving(const struct path_report *report, int32_t state, int64_t time);
/*
 * These pins, with or without the last; `edge` is when the clock's is. The way to a generated clock
 * is shown when expanded, else it is latency of the source. Returns the time at the last pin shown.
 */
int64_t path_write_clock_pins(const struct path_report *report, const struct clock_path *path,
			      enum split split, int64_t edge, bool with_last);

/* The second half of a path: what its arrival is compared with. */
void path_write_required(const struct path_report *report, const struct report_path *path,
			 const struct clock_path *capture);

#endif
