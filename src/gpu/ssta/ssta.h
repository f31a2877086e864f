/*
 * Monte-Carlo statistical static timing analysis ([SSTA]): the slacks of a design in many dies, of
 * which each has delays of its own. Die N is a function of the seed and N alone (gpu/ssta/ssta_draw.h), so
 * any of them can be drawn again: open as the design's timing (ssta_die), or in another run.
 *
 * Slacks are before credit for common paths: the latest arrival alone doesn't say what launched it.
 * Wires, driving cells and ideal clocks stay nominal, and so do slews, unless they are sampled.
 */
#ifndef GPU_SSTA_SSTA_H
#define GPU_SSTA_SSTA_H

#include "snap/stepper.h"
#include "gpu/timing/timing.h"
#include "db/layout/placement.h"
#include "db/ssta_part.h"
#include "db/variation.h"

enum { SSTA_STEP = 4096, SSTA_LARGEST_STEP = 16384, SSTA_MOST_SERIES = 1000 };

#define SSTA_MOST_SAMPLES (INT64_C(1) << 30)

/* See gpu/ssta/ssta_sampling.h. In the order of SSTA_SAMPLINGS. */
enum ssta_sampling {
	SSTA_RANDOM,
	SSTA_ANTITHETIC, /* samples 4 … 7 of each eight are 0 … 3, negated */
	SSTA_STRATIFIED,
	SSTA_SOBOL, /* what is shared; what arcs have of their own is random */
};

/* How dies are computed, in the order of SSTA_METHODS: as here, or as [SSTA] prints it
 * (gpu/ssta/paper/ssta_paper.c). */
enum ssta_method {
	SSTA_CHAINS,
	SSTA_PAPER,          /* the gates of a level side by side */
	SSTA_PAPER_GATE,     /* gate by gate */
	SSTA_PAPER_REPAIRED, /* inputs that a gate doesn't have never count, instead of arriving at 0 */
	SSTA_PAPER_STA,      /* Algorithm 1: nominal delays in each die */
};

/* Where random numbers come from, in the order of SSTA_GENERATORS. */
enum ssta_generator {
	SSTA_PHILOX,
	SSTA_MERSENNE, /* a twister a lane, and Box and Muller's normal numbers; of the paper's methods */
};

/* How much of sigma is shared: by all of a die, by the cells of a library, and by neighbors, whose values are correlated
 * by 1 / (1 + (distance / length)²). Their squares sum up to less than 1. */
enum { SSTA_GRID = 6, SSTA_LENGTH = 100 };

struct ssta_sharing {
	double die, library, grid;
	double length;    /* µm at which correlation is a half */
	bool by_distance; /* that of gates; else that of the centers of SSTA_GRID × SSTA_GRID cells, and the length is SSTA_LENGTH */
	const struct placement *placement; /* borrowed while it is made; for the grid */
};

/* By how much the correlation of a field's values at two gates differs from the formula of their distance: the largest and
 * the root of the mean square over n pairs of gates, those of up to 400 that are spread evenly over the netlist. */
struct ssta_field_error {
	int64_t n; /* 0 = there is no field */
	double largest, rms;
};

struct ssta_options {
	enum split split; /* LATE: setup, recovery, max delays; EARLY: hold, removal, min delays */
	uint64_t seed;
	int64_t begin, end; /* samples, end ≤ SSTA_MOST_SAMPLES */
	enum ssta_sampling sampling;
	enum ssta_method method;
	enum ssta_generator generator;
	bool samples_slews; /* each die has slews of its own: see ssta_slew.c */
	bool single;        /* both splits have the late delays: timing_set_single() */
	int32_t strata;     /* of SSTA_STRATIFIED, a multiple of 4: the samples of a replicate */
	double precision;   /* fs: enough when the mean is known so well, looked at every SSTA_STEP
			   * samples; 0 = all are computed. SSTA_RANDOM only */
	int32_t step; /* samples a step at most, 0 = SSTA_STEP; what comes of them is the same */
	bool paced; /* a step at a time, which all processes of mpirun share; else each does one */
	struct ssta_sharing sharing;
	int32_t n_series;
	const int32_t *series_pin; /* borrowed while it is made: endpoints whose slacks are kept */
	const int32_t *series_end; /* the same by their numbers, when series_pin is NULL */
	/* borrowed: queues of further devices that share the samples, below MOST_DEVICES;
	 * only ssta_new() looks at them */
	struct queue *const *more;
	int32_t n_more;
};

/* The endpoints of a pin in one path group. */
struct ssta_endpoint {
	int32_t pin, group;
	int64_t nominal; /* slack without variation, before credit, fs */
	int32_t series;  /* where its slacks are, -1 = they aren't kept */
};

/* What many values are like. Sums of deviations from the nominal slack are exact. */
struct ssta_statistics {
	int64_t n, n_failing;
	double mean, sigma;    /* fs */
	double skew, kurtosis; /* the latter 0 of a normal variable; both 0 where sigma is 0 */
	double mean_error;     /* standard error, fs */
	double sigma_error;    /* the same, with the fourth moment */
	double mean_within, sigma_within; /* fs: half widths of 95 % intervals */
};

struct ssta;

/* Make what is run of a design's timing and variation; nothing is computed yet. The timing must stay
 * as it is as long as this lives. STATUS_BAD_INPUT as ssta_arcs_make(), or when no delay varies. */
enum status ssta_new(struct queue *queue, struct timing *timing, const struct variation *variation,
		     const struct ssta_options *options, struct ssta **out);
void ssta_free(struct ssta *ssta); /* NULL is fine */
RELEASER(ssta_drop, struct ssta, ssta_free)
/* Start again with other samples, another seed, sampling or step: what was made of the design stays. False
 * when the other options differ, so that a new run must be made. */
bool ssta_can_restart(const struct ssta *ssta, const struct ssta_options *options);
enum status ssta_restart(struct ssta *ssta, const struct ssta_options *options);
struct stepper *ssta_stepper(struct ssta *ssta);
const struct ssta_options *ssta_options(const struct ssta *ssta);
/* Another for each run, also of the same design. */
int64_t ssta_serial(const struct ssta *ssta);

/* Another step of options.step samples, or what is left; as many as there are processes of mpirun, and of SSTA_LARGEST_STEP or
 * by precision as there are devices, which do one each. These processes make, step and read together (base/ranks.h).
 * STATUS_BAD_INPUT when a slack deviates by more than 16.7 ns. */
enum status ssta_step(struct ssta *ssta);
bool ssta_finished(const struct ssta *ssta);
/* Those that there are are enough. */
void ssta_stop(struct ssta *ssta);

/* ---- what came of it ---- */

/* Samples so far; those up to a place on the timeline. */
int64_t ssta_n(const struct ssta *ssta);
int64_t ssta_n_at(const struct ssta *ssta, int64_t place);
int32_t ssta_n_endpoints(const struct ssta *ssta);
int32_t ssta_n_groups(const struct ssta *ssta);
void ssta_endpoint(const struct ssta *ssta, int32_t i, struct ssta_endpoint *out);

/* The worst slack of the chip (group −1) or of a group in a sample, counted from the first, fs;
 * *endpoint: whose it is, of equals the first. FS_NONE_64 where a group has none. */
int64_t ssta_worst(const struct ssta *ssta, int32_t group, int64_t sample, int32_t *endpoint);
/* The slack of an endpoint whose slacks are kept. */
int64_t ssta_series(const struct ssta *ssta, int32_t series, int64_t sample);
/* The nominal one of the chip or a group; FS_NONE_64 = it has no endpoints. */
int64_t ssta_nominal(const struct ssta *ssta, int32_t group);

/* Bring the sums to the host; then those of endpoints. */
enum status ssta_read(struct ssta *ssta);
void ssta_endpoint_statistics(const struct ssta *ssta, int32_t i, struct ssta_statistics *out);
/* Of n values, fs. */
void ssta_statistics_of(const int64_t *value, int64_t n, int64_t nominal,
			struct ssta_statistics *out);

/* ---- errors of samples that aren't independent ---- */

/* The error of an estimate: its standard error, and the half width of 95 %. */
struct ssta_error {
	double error, within;
};

enum { SSTA_REPLICATES = 16 };

/* STATUS_USAGE when options go ill together. */
enum status ssta_check_sampling(const struct ssta_options *options);
/* Of n samples from options->begin on: which of the SSTA_REPLICATES independent runs sample i (from 0) is
 * of, −1 = none: the samples are independent themselves, or its run isn't whole. */
int32_t ssta_replicate(const struct ssta_options *options, int64_t n, int64_t i);

/* Values by replicate, in the order of samples. */
struct ssta_replicates {
	int32_t n;      /* that have values */
	int64_t *value; /* owned; NULL = samples are independent */
	int64_t row[SSTA_REPLICATES + 1];
};

/* Of n values by sample. STATUS_NO_MEMORY. */
enum status ssta_replicates_new(const struct ssta_options *options, const int64_t *value, int64_t n,
				struct ssta_replicates *out);
void ssta_replicates_release(struct ssta_replicates *replicates);
/* The errors of what ssta_statistics_of() said of all, by what replicates differ by; nothing when samples
 * are independent. */
void ssta_replicate_errors(const struct ssta_replicates *replicates, int64_t nominal,
			   struct ssta_statistics *out);
/* Of the mean of n estimates by independent runs. Both are 0 for n < 2: it isn't known. */
void ssta_spread(const double *estimate, int32_t n, struct ssta_error *out);

/*
 * The mean of a slack with that of the subject's nominal worst path as a control variate (Lavenberg and
 * Welch, Management Science 1981): mean − beta·(mean of the path's slack − what it is known to be), with
 * the beta that leaves least. Of the chip (group −1) or a group.
 */
struct ssta_controlled {
	double mean; /* fs */
	struct ssta_error error;
	double beta, correlation;
	int32_t n_terms; /* arcs and checks of the path that vary */
};

enum status ssta_controlled(const struct ssta *ssta, int32_t group, struct ssta_controlled *out);

/* ---- parts of runs ---- */

/* What was kept of the samples so far; then a run that is put together of parts, without computing any:
 * its options (the parts are sorted by that), and into one that was made by them on the same design.
 * STATUS_BAD_INPUT for parts of different runs, for gaps and overlaps. What is exported is released also after a failure. */
enum status ssta_export(struct ssta *ssta, struct ssta_part *out);
enum status ssta_parts_options(struct ssta_part *part, int32_t n, struct ssta_options *out);
enum status ssta_import(struct ssta *ssta, const struct ssta_part *part, int32_t n);
/* A number of the design, its constraints and what varies. */
uint64_t ssta_digest(struct ssta *ssta);

/* Can dies be computed again, by the keys? STATUS_FAILED with the reason where they are a stream of
 * numbers, or where a paper's method has found other arrivals than the design's. */
enum status ssta_need_replay(const struct ssta *ssta);
bool ssta_can_replay(const struct ssta *ssta);
/* Of a run with sampled slews: the worst slack of the chip (group −1) or a group in a sample with nominal
 * slews. */
int64_t ssta_nominal_slews(const struct ssta *ssta, int32_t group, int64_t sample);
/* Arrivals (of a gate in a die) that the paper's padding with zeros made later. */
int64_t ssta_n_raised(const struct ssta *ssta);
/* "" for what isn't a paper's method, else what it is, with a comma in front of it. */
const char *ssta_method_label(const struct ssta_options *options);
/* What differs from the usual way, for a headline: "paper, twisters", "sampled slews"; "" = nothing. */
const char *ssta_method_short(const struct ssta_options *options);

/* Make a die the design's timing, whatever sample it is; then back to the nominal one. The timing must
 * be computed again after either. *n_negative: arcs with a delay below 0. */
enum status ssta_open(const struct ssta *ssta, int64_t sample, int32_t *n_negative);
enum status ssta_close(struct timing *timing);
/* Make the timing that the dies deviate from the design's, until ssta_close() or ssta_open(). */
enum status ssta_open_nominal(const struct ssta *ssta);

struct ssta_field_error ssta_field_error(const struct ssta *ssta);
/* How what varies an instance's delays is correlated with that of each instance, by what dies share: out[instances], 1 for itself.
 * STATUS_FAILED when nothing is shared. */
bool ssta_is_correlated(const struct ssta *ssta); /* is anything shared? */
enum status ssta_correlations(const struct ssta *ssta, int32_t instance, double *out);

/* How large what is run is, for reports and the bench. */
struct ssta_size {
	int64_t n_states, n_stored, n_draws, n_pruned, n_checks;
	int64_t n_without; /* arcs and checks that vary by tables, of which the library lacks one */
	int32_t n_levels, n_slots;
	int fs_bits;
	int64_t wave; /* samples at once */
};

void ssta_size(const struct ssta *ssta, struct ssta_size *out);

#endif
