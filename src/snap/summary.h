/*
 * The summary of the open design as a snapshot: its files, histograms of its slacks, counts of
 * problems, and its cost in device memory and time.
 */
#ifndef SNAP_SUMMARY_H
#define SNAP_SUMMARY_H

#include "db/lens.h"
#include "db/state/state_graph.h"
#include "db/slack_totals.h"
#include "snap/histogram.h"

enum {
	SUMMARY_BINS = 64,
	SUMMARY_COUNTS = 15,
	SUMMARY_MEMORY = 24,
	SUMMARY_TIMES = 12,
	SUMMARY_CHOICES = 128,
	SUMMARY_OFFER = 1024,
	SUMMARY_ALL = N_ENDPOINT_KINDS, /* the group of all endpoints of a split */
};

/* Worst slacks of endpoint pins, of one split and kind of endpoint. */
struct summary_group {
	int32_t n_endpoints, n_violated;
	int64_t wns, tns; /* fs; the least slack, of any sign, and the sum of negative ones */
	int32_t bin[SUMMARY_BINS];
};

/* The slacks of all endpoints. */
struct summary_slacks {
	bool there;
	struct histogram_axis axis[N_SPLITS];
	struct summary_group group[N_SPLITS][N_ENDPOINT_KINDS + 1];
};

/* Slacks after and before credit (CPPR). */
enum { SLACKS_WITH, SLACKS_BEFORE, N_SLACKS };

struct summary_library {
	char *name; /* owned */
	int32_t n_cells;
	bool in[N_SPLITS];                  /* it is used for this split */
	double time_unit, capacitance_unit; /* of the file, in ps and fF */
};

struct summary_count {
	const char *what; /* a string constant */
	int64_t n;
	bool bad; /* a cause of optimistic slack */
};

struct summary_time {
	const char *what; /* a string constant */
	double ms;
};

enum summary_file_kind {
	FILES_LIBERTY,
	FILES_LEF,
	FILES_VERILOG,
	FILES_SDC, /* TAU's .timing too */
	FILES_SPEF,
	FILES_DEF,
	FILES_GRAPH,
	FILES_BOOKSHELF,
	FILES_AOCV,
	FILES_SNAPSHOT,
	N_SUMMARY_FILES,
};

/* A kind of files that the design is made of. */
struct summary_file {
	const char *name; /* a string constant */
	enum summary_file_kind kind;
	bool is_there;                 /* the design has their contents */
	int32_t n_failed;              /* files that couldn't be read; of the first one: */
	char place[128];               /* "6_final.sdc:351", or its name */
	char why[512];                 /* the error, without the place */
	char choices[SUMMARY_CHOICES]; /* choices for the user, "*_FF_* or *_TT_*"; "" = none */
	char offer[SUMMARY_OFFER];     /* a command line that would help, "" = none */
};

REQUEST_BEGIN
struct summary_request {
	int64_t edition; /* another after each command: the answer's serial */
};
REQUEST_END

struct snap_summary {
	struct snap snap;        /* its graph is NULL while there is no timing */
	struct netlist *netlist; /* owned reference; NULL = a graph is open, or nothing */
	int32_t n_libraries;
	struct summary_library *library; /* owned */
	int32_t n_levels;                /* of the graph */
	int32_t n_clocks;
	char *clock;        /* owned: name of the first, NULL = none */
	int64_t period;     /* fs */
	bool constrained;   /* constraints were read */
	const char *delays; /* a string constant: the delay calculator, NULL without a netlist */
	bool credited;      /* paths get credit; false = both slacks are the same */
	bool timed;         /* slacks before CPPR are known, and those after it if not pending */
	struct summary_slacks slacks[N_SLACKS];
	int32_t n_files; /* kinds of files read or failed */
	struct summary_file file[N_SUMMARY_FILES];
	int32_t n_counts; /* problems and remarks whose count isn't 0 */
	struct summary_count count[SUMMARY_COUNTS];
	/* measurements: for the screen, never for reports */
	const char *device; /* lives as long as the session */
	int32_t n_memory;
	int64_t memory_total, memory_peak;
	struct {
		const char *name; /* a string constant */
		int64_t bytes, peak;
	} memory[SUMMARY_MEMORY];
	int32_t n_times;
	struct summary_time time[SUMMARY_TIMES]; /* durations of read_… and link_… commands */
	double build_ms, update_ms;              /* of the timing, 0 = not done yet */
};

REQUEST_BEGIN
struct totals_request {
	int64_t edition; /* as in struct summary_request */
	int64_t timed;   /* changes when a reading has updated the timing */
};
REQUEST_END

/* Slacks of endpoints under each single lens, and (N_LENSES) without lenses. */
struct lens_slacks {
	bool known;
	int64_t given; /* edition of the timing's inputs that they are of: session/lens.c */
	struct slack_totals of[N_LENSES + 1][N_SPLITS];
};

enum { MOST_SIZES = 32 };

/* An instance's cell, or one that can replace it, and the slacks with this cell, fs. */
struct cell_size {
	char cell[64];
	double area; /* by its library */
	struct slack_totals of[N_SPLITS];
	/* the worst at the instance's outputs, before CPPR; FS_NONE_64 = none */
	int64_t here[N_SPLITS];
};

struct cell_sizes {
	int32_t instance;
	int64_t given;  /* edition of the timing's inputs that they are of: session/sizes.c */
	int n;          /* 0 = not known; the first one is the instance's own cell */
	int n_left_out; /* cells beyond MOST_SIZES, or that replace_cell doesn't find */
	struct cell_size size[MOST_SIZES];
};

/* The worst slacks of a netlist's endpoints, after CPPR, for the line at the top. */
struct snap_totals {
	struct snap snap;
	bool timed;               /* false = there are no slacks */
	bool pending;             /* slacks aren't computed yet */
	int64_t die;              /* the open die, -1 = nominal timing */
	unsigned lenses;          /* of the timing (db/lens.h) */
	struct lens_slacks under; /* each lens, if known */
	struct cell_sizes sizes;  /* of the instance queried last */
	struct slack_totals of[N_SPLITS];
};

enum status snap_totals_new(struct graph *graph, int64_t serial, struct snap_totals **out);

enum status snap_summary_new(struct graph *graph, int64_t serial, struct snap_summary **out);

/* "✓" of a kind of files that is there, "✗" of one of which some failed, "–" of one that isn't there; in ASCII
 * "+", "!" and "-". */
const char *summary_file_mark(const struct summary_file *file, bool ascii);

/* Add a count; ignored if n is 0. */
void summary_add_count(struct snap_summary *summary, const char *what, int64_t n);
/* Add the count of a cause of optimistic slack; these are listed first. */
void summary_add_bad(struct snap_summary *summary, const char *what, int64_t n);

/*
 * Fill groups and histograms from the slacks of sinks, each in the split of its endpoint,
 * FS_NONE_64 (INT64_MAX) = unconstrained. The sinks of a pin and split follow each other; a pin
 * counts once, with its worst slack. Returns the number of late endpoint pins without a slack.
 */
int32_t summary_fill_slacks(struct summary_slacks *slacks, const struct state_graph *states,
			    const int64_t *slack);

#endif
