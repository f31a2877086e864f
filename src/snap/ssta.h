/* The dies of run_ssta up to a place on their timeline, as a snapshot: how a slack is spread, or the yield by
 * the period; and the endpoints that are the worst most often. */
#ifndef SNAP_SSTA_H
#define SNAP_SSTA_H

#include "db/timing.h"
#include "snap/histogram.h"

REQUEST_BEGIN
struct ssta_request {
	int64_t edition; /* the answer's serial */
	int64_t place;   /* on the timeline, -1 = before the first batch */
	int64_t die;     /* whose numbers at a gate are asked for, -1 = none's */
	int32_t max_bins, n_rows;
	int32_t curve; /* the yield by the period in place of the slack */
	int32_t padding;
};

/* Dies with a slack of what is shown in low … high − 1 fs, worst first. */
struct ssta_dies_request {
	int64_t edition, place, low, high;
	int64_t n_rows; /* at most */
};
REQUEST_END

enum { SSTA_PICKS = 5, SSTA_WHOLE_YIELD = 100000 };

struct snap_ssta_row {
	char *name;                 /* owned: the endpoint's pin */
	int64_t n_worst, n_failing; /* dies; the latter -1 = known of all dies alone */
	int64_t nominal;            /* fs */
	double mean, sigma;         /* fs, of all dies */
};

/* What the name of an arrival begins with: it is no slack. */
#define DIES_ARRIVAL "arrival at "

struct snap_ssta {
	struct snap snap;
	enum split split;
	uint64_t seed;
	const char *method;     /* ssta_method_short() */
	bool is_paper;          /* a method of [SSTA] */
	char *name, *over_name; /* owned: whose slack; what is laid over it, NULL = nothing */
	int64_t n, n_all;       /* dies up to the place; those that will be */
	int64_t open;           /* the die that is the design's timing, -1 = none */
	int64_t n_failing;
	int64_t nominal, pick[SSTA_PICKS];                   /* fs: 0.135, 10, 50, 90, 99.865 % */
	double mean, mean_within, sigma, sigma_within, skew; /* fs: half widths of 95 % intervals */
	/* Dies by slack; or by how much later everything is required, fs, the share of dies that work
	 * from there on, of SSTA_WHOLE_YIELD. */
	bool curve;
	struct histogram_axis axis;
	/* owned [n_bins]: the same of a normal distribution, of what is laid over it (of as many dies),
	 * and the ends of 95 % intervals */
	int32_t *count, *normal, *over, *least, *most;
	int64_t *die; /* owned [n_bins]: the first die of each bin, -1 = none */
	char *lane;   /* owned: what the die draws at a gate, lines; NULL = it wasn't asked for */
	int32_t n_rows;
	struct snap_ssta_row *row; /* owned */
};

enum status snap_ssta_new(int64_t serial, int32_t n_bins, int32_t n_rows, struct snap_ssta **out);

struct snap_ssta_die {
	int64_t die, slack; /* fs */
	char *endpoint;     /* owned; NULL = it is of one endpoint or path */
};

struct snap_ssta_dies {
	struct snap snap;
	int64_t low, high;         /* as asked */
	int64_t n;                 /* all of them */
	int32_t n_rows;            /* these */
	struct snap_ssta_die *row; /* owned */
};

enum status snap_ssta_dies_new(int64_t serial, int32_t n_rows, struct snap_ssta_dies **out);

#endif
