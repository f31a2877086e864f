/*
 * Timing paths of a netlist as report_checks shows them. The layout is OpenSTA's; what a path is
 * made of comes from the search and from the timing that it was made in.
 */
#ifndef CMD_PATH_REPORT_H
#define CMD_PATH_REPORT_H

#include "cmd/report_units.h"
#include "snap/snap.h"

enum path_format {
	PATH_FULL,
	PATH_FULL_CLOCK, /* with the pins that the clock passes */
	PATH_END,
	PATH_SLACK_ONLY,
	PATH_SUMMARY,
	PATH_JSON,
};

struct path_report {
	struct text *out;      /* borrowed */
	struct timing *timing; /* borrowed, read */
	const struct timing_graph *graph;
	const struct netlist *netlist;
	enum split split;
	enum path_format format;
	struct report_units units;
	bool capacitance, slew, fanout, input_pin, net; /* the fields asked for */
	bool by_endpoint; /* one path of each endpoint, not the worst of all */
	bool any; /* of -format json: a path was written */
};

/* One path; everything is borrowed. */
struct report_path {
	const struct snap_row *row;
	int64_t n;              /* points, from the startpoint to the endpoint */
	const int32_t *vertex;  /* [n] */
	const int64_t *arrival; /* [n] fs */
	int64_t required;       /* of the sink, fs */
};

/* The way of a clock to a pin, along which its arrival came. */
struct clock_path {
	const struct clock *clock; /* borrowed; NULL = it begins at no clock */
	enum edge edge;            /* of the clock, where it begins … */
	int64_t edge_time;         /* … and when, fs */
	int32_t n;
	int32_t *state; /* owned [n], from the pin back to where it begins */
	int64_t capacity;
};

/* Trace back from a vertex. Release it also on failure. */
enum status clock_path_trace(struct timing *timing, enum split split, int32_t vertex,
			     struct clock_path *out);
void clock_path_release(struct clock_path *path);

/* The clock of a path group: of what captures, or of the constraints at a port; NULL = none. */
enum status path_capture_clock(const struct path_report *report, int32_t sink,
			       const struct clock **out);
/* What a group of paths is called, given what path_capture_clock() says. */
const char *path_group_name(const struct path_report *report, int32_t sink,
			    const struct clock *clock);

/* Names as lists show them: "u1/a (NAND2)", "out (output)". */
void path_write_pin(const struct path_report *report, int32_t pin, struct text *out);

/* Arrival at the endpoint of a path and required time of its sink, fs. */
int64_t path_required(const struct path_report *report, const struct snap_row *row);
int64_t path_arrival(const struct path_report *report, const struct snap_row *row);

/* One path in full, and as an element of a JSON list. */
enum status path_write_full(struct path_report *report, const struct report_path *path);
enum status path_write_json(struct path_report *report, const struct report_path *path,
			    const char *group);

/* One line of -format end, slack_only or summary; only the last needs more than the row. */
void path_write_head(const struct path_report *report, const char *group);
void path_write_line(const struct path_report *report, const struct report_path *path,
		     const char *group);

/* The worst path of each endpoint, worst first: rows (options->k of them, within its limits of
 * slack), and the traces of some of them, as search_traces() gives them. */
enum status endpoint_rows(const struct path_report *report, const struct search_options *options,
			  struct snap_rows **out);
enum status endpoint_traces(const struct path_report *report, const struct snap_rows *rows,
			    int64_t first, int64_t end, struct traces *out);

#endif
