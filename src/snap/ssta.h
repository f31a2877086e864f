/* The dies of run_ssta up to a place on their timeline, as a snapshot: the distribution of a slack,
 * or the yield over the period; and the endpoints that are the worst in most dies. */
#ifndef SNAP_SSTA_H
#define SNAP_SSTA_H

#include "db/timing.h"
#include "snap/histogram.h"

REQUEST_BEGIN
struct ssta_request {
	int64_t edition; /* the answer's serial */
	int64_t place;   /* on the timeline, -1 = before the first batch */
	int64_t die;     /* the die whose sampled numbers at a gate are wanted, -1 = none */
	int32_t max_bins, n_rows;
	int32_t curve; /* 1 = the yield over the period instead of the slack */
	int32_t padding;
};

/* Dies whose shown slack is low … high − 1 fs, worst first. */
struct ssta_dies_request {
	int64_t edition, place, low, high;
	int64_t n_rows; /* at most */
};
REQUEST_END

enum { SSTA_PICKS = 5, SSTA_WHOLE_YIELD = 100000 };

struct snap_ssta_row {
	char *name; /* owned: the endpoint's pin */
	int64_t n_worst,
		n_failing;  /* dies where it is the worst, fails; -1 = known only for all dies */
	int64_t nominal;    /* fs */
	double mean, sigma; /* fs, of all dies */
};

/* Prefix of snap_ssta.name for an arrival instead of a slack. */
#define DIES_ARRIVAL "arrival at "

struct snap_ssta {
	struct snap snap;
	enum split split;
	uint64_t seed;
	const char *method;     /* ssta_method_short() */
	bool is_paper;          /* a method of [SSTA] */
	char *name, *over_name; /* owned: whose slack; what is drawn over it, NULL = nothing */
	int64_t n, n_all;       /* dies up to the place; of the whole run */
	int64_t open;           /* the die open as the design's timing, -1 = none */
	int64_t n_failing;
	int64_t nominal, pick[SSTA_PICKS]; /* fs: 0.135, 10, 50, 90, 99.865 % */
	double mean, mean_within, sigma, sigma_within,
		skew; /* fs; …_within: half of the 95 % interval */
	/* false: dies by slack; true: the yield over the increase of the period, fs, in parts of
	 * SSTA_WHOLE_YIELD. */
	bool curve;
	struct histogram_axis axis;
	/* owned [n_bins]: dies in each bin; of a normal distribution; of what is drawn over it (for
	 * as many dies); ends of 95 % intervals */
	int32_t *count, *normal, *over, *least, *most;
	int64_t *die; /* owned [n_bins]: the first die of each bin, -1 = none */
	char *lane;   /* owned: lines on the die's random numbers at a gate; NULL = not requested */
	int32_t n_rows;
	struct snap_ssta_row *row; /* owned */
};

enum status snap_ssta_new(int64_t serial, int32_t n_bins, int32_t n_rows, struct snap_ssta **out);

struct snap_ssta_die {
	int64_t die, slack; /* fs */
	char *endpoint;     /* owned: the worst one; NULL = the slack is of one endpoint or path */
};

struct snap_ssta_dies {
	struct snap snap;
	int64_t low, high;         /* of the request */
	int64_t n;                 /* all such dies */
	int32_t n_rows;            /* dies in `row` */
	struct snap_ssta_die *row; /* owned */
};

enum status snap_ssta_dies_new(int64_t serial, int32_t n_rows, struct snap_ssta_dies **out);

#endif
