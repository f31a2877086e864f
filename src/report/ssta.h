/*
 * What is asked of the dies of run_ssta beyond what the run keeps: slacks of any endpoint or path, replayed from
 * the keys; through which pins the worst paths run; and slacks that were kept by a name, to be compared with
 * those of other runs. What was replayed stays until there are other dies.
 */
#ifndef REPORT_SSTA_H
#define REPORT_SSTA_H

#include "gpu/ssta/ssta_cone.h"
#include "base/text.h"
#include "session/session.h"

enum die_subject_kind {
	DIES_OF_CHIP,
	DIES_OF_GROUP,
	DIES_OF_ENDPOINT, /* a pin, in all its groups */
	DIES_OF_PATH,     /* of the ranking of find_paths */
	DIES_KEPT,        /* by ssta_keep */
	DIES_OF_ARRIVAL,  /* at a pin, in place of a slack: the latest, of hold the earliest */
};

/* Whose slack. */
struct die_subject {
	enum die_subject_kind kind;
	int32_t index; /* group, pin, rank from 0, number of what is kept */
};

/* Slacks by die. */
struct die_values {
	enum split split;
	int64_t begin, n; /* dies */
	enum ssta_sampling sampling;
	int32_t strata;
	int64_t nominal; /* fs */
	int64_t *slack;  /* owned [n] fs */
};

/* The slacks of a subject in the first n dies of the run (what is kept: in all its dies); out->slack is owned by
 * the caller, and NULL on failure. STATUS_FAILED when the subject isn't there. */
enum status dies_values(struct session *session, const struct die_subject *subject, int64_t n,
			struct die_values *out);
void die_values_release(struct die_values *values);
/* The words before its name: "setup slack before credit of ", "latest ". */
const char *dies_of(const struct die_subject *subject, enum split split);
void dies_write_name(const struct session *session, const struct die_subject *subject,
		     struct text *out);

/* " (SSTA paper: paper, twisters)", where the run isn't the usual one; nothing of what is kept. */
void dies_write_method(const struct session *session, const struct die_subject *subject,
		       struct text *out);

/* The pin of an endpoint of the run as a subject. STATUS_FAILED where it isn't one. */
enum status dies_find_endpoint(const struct session *session, int32_t pin, struct die_subject *out);

/* ---- what is kept ---- */

enum { DIES_MOST_KEPT = 16 };

/* Keep values by a name, in place of what had it; takes over the slacks. */
enum status dies_keep(struct session *session, const char *name, struct die_values *values);
bool dies_drop(struct session *session, const char *name);
int32_t dies_n_kept(const struct session *session);
const char *dies_kept(const struct session *session, int32_t i, const struct die_values **values);
/* −1 = nothing has the name. */
int32_t dies_find_kept(const struct session *session, const char *name);

/* ---- what view SSTA shows ---- */

struct dies_shown {
	struct die_subject subject;
	bool has_over; /* another one beside it */
	struct die_subject over;
	int64_t edition; /* another for each change */
};

enum status dies_show(struct session *session, const struct die_subject *subject,
		      const struct die_subject *over);
struct dies_shown dies_shown(const struct session *session);

/* ---- criticality ---- */

enum { DIES_MOST_PATHS = 1000 };

struct die_rank {
	int64_t n_worst; /* in how many dies it is the worst of the chip */
	int64_t nominal;
	int32_t endpoint;
};

/* The endpoints, those that are the worst most often first; of the first n dies. Owned by the caller. */
enum status dies_rank(const struct ssta *ssta, int64_t n, struct die_rank **out);

/* In how many dies the worst path of the chip passes each pin: [n_pins], borrowed until there are other or
 * more dies. Pins of the clock that launches are among them, those of the one that captures aren't. */
enum status dies_criticality(struct session *session, const int64_t **out);

/* The fan-in of an endpoint, or the path; borrowed likewise. */
enum status dies_cone(struct session *session, int32_t endpoint, const struct ssta_cone **out);

/* ---- single dies ---- */

struct die_item {
	int64_t die, slack; /* fs */
	int32_t endpoint;   /* whose slack is the worst, -1 = it is of one endpoint or path */
};

struct die_list {
	struct die_item *item; /* owned by the caller, [n] */
	int64_t n;
};

/* The dies among the first n in which the slack of a subject is in low … high − 1, worst first, of equals the
 * first. */
enum status dies_list(struct session *session, const struct die_subject *subject, int64_t n,
		      int64_t low, int64_t high, struct die_list *out);

enum { DIE_GATE_ARCS = 16 };

/* An arc into a gate's output in one die. */
struct die_gate_arc {
	int32_t from;                                   /* vertex, -1 = its arrival is given */
	double z, sigma;                                /* fs; 0 = it doesn't vary */
	int64_t source, nominal, increment, delay, sum; /* fs */
	bool counts;                                    /* its sum is the arrival */
};

/* What one lane does at one state: the largest of sums (hold: the least). */
struct die_gate {
	int64_t die, slack, arrival; /* fs: of the endpoint, at the gate */
	int32_t endpoint, vertex;
	enum split split;
	int32_t n_arcs; /* ≤ DIE_GATE_ARCS: the first of them */
	struct die_gate_arc arc[DIE_GATE_ARCS];
};

/* In a die, at the pin (-1: the last state with several arcs before the end of the worst path) on the way to the
 * chip's worst endpoint. STATUS_FAILED where no arc at the pin counts in any die. */
enum status dies_gate(struct session *session, int64_t die, int32_t pin, struct die_gate *out);

/* What a chart is made of: a subject's slacks so far, least first, and what is laid over it. */
struct die_chart {
	struct die_values v, over; /* slacks owned; over.n 0 = nothing */
	struct ssta_replicates replicates;
	struct ssta_statistics s;
	bool curve; /* the yield by the period */
	struct histogram_axis axis;
};

/* Of the first n dies, in at most max_bins bins; to be released, after an error, too. */
enum status dies_chart_make(struct session *session, const struct dies_shown *shown, int64_t n,
			    bool curve, int32_t max_bins, struct die_chart *out);
void dies_chart_release(struct die_chart *chart);

/* A bin: dies in it; of a curve the share of those that work (1 = all) when all is required later by its
 * beginning. The same of a normal distribution, and of the overlay, as of as many dies; and the ends of
 * the 95 % interval. */
struct die_bin {
	double count, normal, over, least, most;
};

void dies_chart_bin(const struct die_chart *chart, int32_t bin, struct die_bin *out);

/* A picture of it, PNG. */
enum status dies_save_image(struct session *session, const struct dies_shown *shown, bool curve,
			    const char *path);

/* ---- numbers ---- */

/* The place of a quantile in n sorted values, `sigmas` (1.96 = 95 %) above it: how many values are below a
 * quantile is binomial. */
int64_t dies_quantile(int64_t n, double percent, double sigmas);
/* Values (by die) by replicate, each least first. STATUS_NO_MEMORY. */
enum status dies_replicates(const struct die_values *values, struct ssta_replicates *out);
/* The 95 % interval of a quantile of n sorted values, fs: what replicates differ by, or where dies are
 * independent by how many are below. */
void dies_quantile_interval(const int64_t *value, int64_t n, const struct ssta_replicates *r,
			    double percent, double *low, double *high);
/* The same of the share of values that are at least `limit`. */
void dies_share_interval(const int64_t *value, int64_t n, const struct ssta_replicates *r,
			 int64_t limit, double *low, double *high);
/* What 95 % of the counts of values in low … high − 1 are off by at most: by what replicates differ by, or
 * binomial where dies are independent, or where no replicate differs from another. */
double dies_count_within(const int64_t *value, int64_t n, const struct ssta_replicates *r,
			 int64_t low, int64_t high);
/* The probability that a normal variable is in low … high. */
double dies_normal_share(double mean, double sigma, double low, double high);
/* Pearson's correlation of n pairs, and its 95 % interval by Fisher's z; 0 where one of them is the same in all
 * dies. Sums are exact, so it is the same everywhere. */
double dies_correlation(const int64_t *a, const int64_t *b, int64_t n, double *low, double *high);

#endif
