/*
 * Timing paths of a netlist as report_checks shows them. The layout is OpenSTA's; what a path is
 * made of comes from the search and from the timing that it was made in.
 */
#ifndef REPORT_PATH_REPORT_H
#define REPORT_PATH_REPORT_H

#include "report/report_units.h"
#include "snap/snap.h"

enum path_format {
	PATH_FULL,
	PATH_FULL_CLOCK,          /* with the pins that clocks pass … */
	PATH_FULL_CLOCK_EXPANDED, /* … also on the way to generated clocks */
	PATH_SHORT,               /* only where it begins and ends */
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
	bool capacitance, slew, fanout, input_pin, net, src_attr; /* the fields asked for */
	bool whole_lines;                                         /* long ones aren't broken */
	bool cppr; /* common path pessimism is removed: show how much */
	bool any;  /* a path was written */
	/* Of an arrival alone, without an end: how it was launched, group and split; else NULL. Borrowed. */
	const struct relation *without_end;
	bool path_based; /* paths are re-timed: show also what graph-based analysis has */
	bool inexact;    /* then: see struct path_finder, of all that was found */
	int64_t known, gap;
};

/* One path; everything is borrowed. */
struct report_path {
	const struct snap_row *row;
	int64_t n;              /* points, from the startpoint to the endpoint */
	const int32_t *state;   /* [n] of the state graph */
	const int64_t *arrival; /* [n] fs, of the first period */
	int32_t common_pin;     /* the last that launch and capture share, with credit; -1 = none */
	/* Of a path re-timed, else NULL: [n] its slews, ps, and arrivals by graph-based analysis, fs. */
	const double *slew;
	const int64_t *graph;
};

/* A pin on the way of a clock. */
struct clock_point {
	int32_t state;
	int64_t latency; /* fs: since the edge of the clock; of a generated clock, since its own */
	bool of_master;  /* on the way from the master to a generated clock */
	bool launches;   /* the clock of a register that it goes on from, as one that is
			* divided does */
};

/* The way of a clock to a state in its network, along which its arrival came. */
struct clock_path {
	const struct clock *clock; /* borrowed */
	enum edge edge;
	bool propagated;        /* where it launches or captures */
	int64_t source_latency; /* fs: before the first point, without what a driving cell adds */
	int32_t n;
	struct clock_point *point; /* owned [n], from its source on */
	int64_t capacity;
	/* Of a data check: how what it launches reaches the related pin, after the launch; of data
	 * from an input from there on, and then there is no way of a clock. */
	int32_t n_data;
	struct clock_point *data; /* owned */
	int64_t data_capacity;
};

/* Trace them for a function that writes the path. */
enum status path_write_with_clocks(const struct path_report *report, const struct report_path *path,
				   void (*write)(const struct path_report *report,
						 const struct report_path *path,
						 const struct clock_path *launch,
						 const struct clock_path *capture));
/* From a clock's source to a state of it. Release it, also on failure. */
enum status clock_path_trace(const struct path_report *report, enum split split, int32_t state,
			     struct clock_path *out);
/* That of the launch alone. Release it, also on failure. */
enum status clock_launch_trace(const struct path_report *report, const struct report_path *path,
			       struct clock_path *launch);
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
	return report->without_end
		       ? report->without_end
		       : &report->states->relation[path_endpoint(report, row)->relation];
}

/* Does it end at a check, else at an output or where a path delay ends? */
static inline bool path_is_check(const struct path_report *report, const struct snap_row *row)
{
	return path_endpoint(report, row)->clock_vertex >= 0;
}

static inline bool path_begins_at_register(const struct path_report *report,
					   const struct report_path *path)
{
	return state_tag(report->states, path->state[0])->kind != TAG_DATA;
}

/* Does it begin where data leaves a latch, at the latch's input? */
static inline bool path_leaves_latch(const struct path_report *report,
				     const struct report_path *path)
{
	return state_leaves_latch(report->states, path->state[0]);
}

/* The latch whose data it is the worst of, or might be; NULL = it ends at none. */
const struct latch *path_latch(const struct path_report *report, const struct snap_row *row);

/* What moves its edges or stands instead of them: a multicycle or a path delay, NULL = none. */
const struct exception *path_exception(const struct path_report *report,
				       const struct snap_row *row);
bool path_is_delay(const struct path_report *report, const struct snap_row *row);
/* A path delay that ignores the latency of clocks. */
bool path_ignores_clocks(const struct path_report *report, const struct snap_row *row);

/* The clock of an edge, NULL for -1; when the edge is in the first period, fs. */
const struct clock *report_clock(const struct path_report *report, int32_t clock_edge);
int64_t report_edge_time(const struct path_report *report, int32_t clock_edge);
/* Append its name; with a ' when the edge is seen inverted where it launches or captures. */
void path_add_clock_name(const struct path_report *report, int32_t clock_edge, int seen,
			 struct text *out);

/*
 * Times of a report, fs. The launching edge is at the time of the relation, for a path delay at 0.
 * What the required time begins with is the capturing edge, multicycles included, or the path
 * delay. Arrivals are those of the first period: what is shown of them is later by the shift.
 */
int64_t path_launch_time(const struct path_report *report, const struct snap_row *row);
int64_t path_base_time(const struct path_report *report, const struct snap_row *row);
int64_t path_capture_latency(const struct path_report *report, const struct snap_row *row,
			     const struct clock_path *capture);
/* Is the capturing clock propagated where it captures? */
bool path_capture_is_propagated(const struct path_report *report, const struct snap_row *row);
/* Of an output: does its clock go on outside from the clock's own source, not from a reference pin? */
bool path_captures_at_source(const struct path_report *report, const struct snap_row *row);
int64_t path_shift(const struct path_report *report, const struct snap_row *row);
/* What they add to the required time: negative late, positive early; the credit the other way. */
int64_t path_uncertainty(const struct path_report *report, const struct snap_row *row);
int64_t path_margin(const struct path_report *report, const struct snap_row *row);
int64_t path_credit(const struct path_report *report, const struct snap_row *row);
/* The group in which it is listed, and its name. */
int32_t path_group_number(const struct path_report *report, const struct snap_row *row);
const char *path_group(const struct path_report *report, const struct snap_row *row);
/* The netlist's pin of a state. */
static inline int32_t report_pin(const struct path_report *report, int32_t state)
{
	return state_pin(report->states, state);
}

/* "u1/a (NAND2)"; a port with the word for its direction, as in "out (output)". */
void path_write_pin(const struct path_report *report, int32_t pin, const char *input,
		    const char *output, struct text *out);

/* Is nothing demanded at its end? Then it has no required time. */
bool path_is_unconstrained(const struct path_report *report, const struct snap_row *row);
/* Arrival at the endpoint of a path and required time of its sink as they are shown, fs. */
int64_t path_required(const struct path_report *report, const struct snap_row *row);
int64_t path_arrival(const struct path_report *report, const struct snap_row *row);

/* After a path to a latch: how much its data may borrow, and does. */
void path_write_borrowing(const struct path_report *report, const struct report_path *path,
			  const struct clock_path *capture);

/* Where a path begins and ends, its group and type: all there is of -format short. */
void path_write_labels(const struct path_report *report, const struct report_path *path);
/* The worst arrival at a vertex and how it came about, as the launching half of a path in full; nothing where nothing
 * arrives. */
enum status path_write_arrival(struct path_report *report, int32_t vertex);
/* One path in full, and as an element of a JSON list. */
enum status path_write_full(struct path_report *report, const struct report_path *path);
enum status path_write_json(struct path_report *report, const struct report_path *path);

/* One line of -format end, slack_only or summary; only the last needs more than the row. */
void path_write_head(const struct path_report *report, const char *group);
void path_write_line(const struct path_report *report, const struct report_path *path);

#endif
