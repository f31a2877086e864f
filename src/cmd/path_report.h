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
	PATH_FULL_CLOCK, /* with the pins that clocks pass … */
	PATH_FULL_CLOCK_EXPANDED, /* … also on the way to generated clocks */
	PATH_END,
	PATH_SLACK_ONLY,
	PATH_SUMMARY,
	PATH_JSON,
};

struct path_report {
	struct text *out;      /* borrowed */
	struct timing *timing; /* borrowed, read */
	const struct timing_graph *graph;
	const struct state_graph *states;
	const struct constraints *constraints; /* NULL = none */
	const struct netlist *netlist;
	enum split split;
	enum path_format format;
	struct report_units units;
	bool capacitance, slew, fanout, input_pin, net; /* the fields asked for */
	bool cppr; /* common path pessimism is removed: show how much */
	bool any; /* of -format json: a path was written */
};

/* One path; everything is borrowed. */
struct report_path {
	const struct snap_row *row;
	int64_t n;              /* points, from the startpoint to the endpoint */
	const int32_t *state;   /* [n] of the state graph */
	const int64_t *arrival; /* [n] fs, of the first period */
	int32_t common_pin;	/* the last that launch and capture share, with credit; -1 = none */
};

/* A pin on the way of a clock. */
struct clock_point {
	int32_t state;
	int64_t latency; /* fs: since the edge of the clock; of a generated clock, since its own */
	bool of_master;	 /* on the way from the master to a generated clock */
};

/* The way of a clock to a state in its network, along which its arrival came. */
struct clock_path {
	const struct clock *clock; /* borrowed */
	enum edge edge;
	int64_t source_latency; /* fs: before the first point, without what a driving cell adds */
	int32_t n;
	struct clock_point *point; /* owned [n], from its source on */
	int64_t capacity;
};

/* Trace back from a state of a clock. Release it also on failure. */
enum status clock_path_trace(const struct path_report *report, enum split split, int32_t state,
			     struct clock_path *out);
void clock_path_release(struct clock_path *path);

/* What is compared at the end of a path. */
static inline const struct endpoint *path_endpoint(const struct path_report *report,
						   const struct snap_row *row)
{
	return &report->states->endpoint[row->sink];
}

static inline const struct relation *path_relation(const struct path_report *report,
						   const struct snap_row *row)
{
	return &report->states->relation[path_endpoint(report, row)->relation];
}

/* The clock of an edge, NULL for -1; when the edge is in the first period, fs. */
const struct clock *report_clock(const struct path_report *report, int32_t clock_edge);
int64_t report_edge_time(const struct path_report *report, int32_t clock_edge);
/* Arrivals are those of the first period; what a report shows of a path is later by this, fs. */
int64_t path_shift(const struct path_report *report, const struct snap_row *row);
/* The name of its group. */
const char *path_group(const struct path_report *report, const struct snap_row *row);
/* The netlist's pin of a state. */
static inline int32_t report_pin(const struct path_report *report, int32_t state)
{
	return report->states->vertex[state] / N_EDGES;
}

/* Names as lists show them: "u1/a (NAND2)", "out (output)". */
void path_write_pin(const struct path_report *report, int32_t pin, struct text *out);

/* Is nothing demanded at its end? Then it has no required time. */
bool path_is_unconstrained(const struct path_report *report, const struct snap_row *row);
/* Arrival at the endpoint of a path and required time of its sink as they are shown, fs. */
int64_t path_required(const struct path_report *report, const struct snap_row *row);
int64_t path_arrival(const struct path_report *report, const struct snap_row *row);

/* One path in full, and as an element of a JSON list. */
enum status path_write_full(struct path_report *report, const struct report_path *path);
enum status path_write_json(struct path_report *report, const struct report_path *path);

/* One line of -format end, slack_only or summary; only the last needs more than the row. */
void path_write_head(const struct path_report *report, const char *group);
void path_write_line(const struct path_report *report, const struct report_path *path);

#endif
