/* The parts of Monte-Carlo SSTA: what varies (ssta_arcs.c), what is computed of it in which order
 * (ssta_program.c), and the running of that (ssta.c). */
#ifndef GPU_SSTA_SSTA_IMPL_H
#define GPU_SSTA_SSTA_IMPL_H

#include "gpu/ssta/device_ssta.h"
#include "gpu/ssta/ssta.h"

struct ssta_engine;

/* What arcs of regions share: rows of factors. Those of the regions come first; of a field the knots and the components
 * that they are made of follow, so that rows are summed from the last one on. */
struct ssta_factors {
	int32_t n_regions, n_rows, n_factors; /* 0 = nothing is shared */
	int32_t first_component;              /* a row of a field: knots begin at n_regions */
	int32_t n_dimensions;                 /* different ones that are drawn */
	int32_t *row;                         /* owned [n_rows + 1] */
	int32_t *region;                      /* owned [instances] */
	struct ssta_factor *factor;           /* owned [n_factors] */
	int64_t capacity;
	int32_t limit; /* |z| that is shared at most, 2^-26 */
	uint32_t own;  /* what arcs have of their own, 2^-32 */
	int64_t bound; /* |z| at most, 2^-26 */
	struct ssta_field_error error;
};

/* Of a field's z: 8 sigma, which one of 10^15 passes. */
enum { FIELD_LARGEST = 8 << Z_SHIFT };

/* To be released also after a failure; the same of arcs and programs. */
enum status ssta_factors_make(const struct netlist *netlist, const struct ssta_sharing *sharing,
			      struct ssta_factors *out);
void ssta_factors_release(struct ssta_factors *factors);
/* The covariance of what rows are with what one of them is, each of variance 1 at most: product[n_rows]. */
enum status ssta_factors_correlate(const struct ssta_factors *factors, int32_t row,
				   double *product);
bool ssta_is_shared(const struct ssta_sharing *sharing);
/* Another factor of the row that is made. */
enum status ssta_add_factor(struct ssta_factors *factors, enum ssta_domain domain, uint64_t key,
			    double weight);
/* The number of an instance's library. */
int32_t ssta_library_of(const struct netlist *netlist, int32_t instance);
/* Regions and rows of a field whose correlation is that of the distance (ssta_field.c). STATUS_FAILED where the length
 * is too short for the die. */
enum status ssta_field_make(const struct netlist *netlist, const struct ssta_sharing *sharing,
			    struct ssta_factors *out);
/* The shared part of z in a sample by row, 2^-26; of is_used[rows] alone, unless it is NULL. Used are regions and, when they
 * are marked, what they are made of. */
void ssta_shared_z(const struct ssta_options *options, const struct ssta_factors *factors,
		   int64_t sample, const bool *is_used, int32_t *shared);
void ssta_mark_used(const struct ssta_factors *factors, bool *is_used);

/* One arc, or one check. */
struct ssta_variable {
	uint64_t key;
	/* 2^-6 fs: where z is positive, and where it is negative; 0 = no variation */
	int32_t sigma[2];
	int32_t region;
	bool lacks_table; /* of sigmas, which set_variation asks for */
};

struct ssta_arcs {
	struct ssta_variable *arc;  /* owned [arcs of the delay image], by place */
	struct ssta_variable *sink; /* owned [sinks] */
	int64_t n_varied, n_checks; /* of them */
	int64_t n_without; /* arcs and checks that lack a table of sigmas that is asked for */
};

/* By the design's timing, which has been read. STATUS_BAD_INPUT for a sigma beyond SIGMA_LARGEST and
 * for rules about what isn't there. */
enum status ssta_arcs_make(struct timing *timing, const struct variation *variation,
			   const struct ssta_factors *factors, struct ssta_arcs *out);
void ssta_arcs_release(struct ssta_arcs *arcs);

extern const struct normal_piece ssta_normal_table[NORMAL_PIECES];

struct ssta;

/* Sobol's direction numbers, [SOBOL_DIMENSIONS × SOBOL_BITS]. On the command thread alone. */
const uint32_t *ssta_sobol_directions(void);
/* What all kernels know of the samples, but for those that arcs share; and these, on a queue of the engine's device, in
 * samples->shared [rows × samples->n_blocks × SSTA_BLOCK]. */
struct ssta_samples ssta_samples_of(const struct ssta *ssta, const struct ssta_engine *engine);
void ssta_launch_shared(const struct ssta *ssta, const struct ssta_engine *engine,
			struct queue *queue, int32_t *d_shared, struct ssta_samples *samples);
void ssta_strata(const struct ssta_options *options, struct ssta_strata *out);
/* The word of a sample that z is made of, by what it is of; the same of a factor. */
uint32_t ssta_word(const struct ssta_options *options, uint32_t domain, const uint32_t key[2],
		   int64_t sample);
uint32_t ssta_factor_word(const struct ssta_options *options, const struct ssta_factor *factor,
			  int64_t sample);

/* What a variable differs by from its nominal value in a sample, fs; `shared` is NULL or the shared part
 * of z by region. */
int32_t ssta_increment(const struct ssta_options *options, const struct ssta_variable *variable,
		       enum ssta_domain domain, const struct ssta_factors *factors,
		       const int32_t *shared, int64_t sample);

/* What kernels run: chains of states by level, and the ends. */
struct ssta_program {
	int32_t n_levels, n_chains, n_ops, n_slots, n_ends, n_sinks, n_groups;
	int32_t *level_row;     /* owned [n_levels + 1]: chains of each level */
	int32_t *end_row;       /* owned [n_levels + 1]: ends that are done after each level */
	int32_t *chain_row;     /* owned [n_chains + 1]: ops */
	int32_t *chain_slot;    /* owned [n_chains] */
	struct ssta_op *op;     /* owned [n_ops] */
	struct ssta_sink *sink; /* owned [n_sinks] */
	struct ssta_end *end;   /* owned [n_ends], by level; their numbers are in them */
	int32_t *end_pin;       /* owned [n_ends], by number */
	int64_t *nominal;       /* owned [n_ends] fs, by number */
	int32_t *end_group;     /* owned [n_ends], by number */
	int64_t largest;        /* no sum in any die passes it, fs */
	int64_t n_states, n_stored, n_draws, n_pruned; /* states that vary, those with a slot; arcs
							* that vary, and those that never count */
	int64_t bound;                                 /* |z| at most, 2^-26 */
};

/* How a program is made. */
struct ssta_shape {
	enum split split;
	int64_t bound;         /* |z| at most, 2^-26 */
	int32_t ends_together; /* as many are done at once at least, but for the last */
	bool is_plain;         /* each state is a chain of its own, and no arc is left out */
};

enum status ssta_program_make(struct timing *timing, const struct ssta_arcs *arcs,
			      const struct ssta_shape *shape, struct ssta_program *out);
void ssta_program_release(struct ssta_program *program);

/* What varies of a nominal worst path. */
struct ssta_term {
	int32_t number; /* of the arc, or of the sink */
	int32_t times;  /* how often the slack has it; negative: a longer delay makes it worse */
	bool is_check;
};

struct ssta_paths {
	int32_t *row;           /* owned [path groups + 1] */
	struct ssta_term *term; /* owned */
	int64_t capacity;
};

/* ssta->paths, of the groups of its program; the timing is read and nominal. */
enum status ssta_paths_make(struct ssta *ssta);
void ssta_paths_release(struct ssta_paths *paths);

/* A plain program as gates of four inputs, by level; each level in parts, of which later ones go on with
 * states that have more arcs. */
struct ssta_paper {
	int32_t n_gates, n_parts;
	int32_t *level_part;       /* owned [n_levels + 1] */
	int32_t *part_row;         /* owned [n_parts + 1]: gates */
	struct paper_gate *gate;   /* owned [n_gates] */
	int64_t *mean;             /* owned [4 n_gates] fs; 0 where there is no input */
	struct paper_sigma *sigma; /* owned [4 n_gates] */
	uint32_t *key;             /* owned [8 n_gates] */
};

/* The same on a device, and room for some gates at once. */
struct ssta_paper_engine {
	int32_t n_together;
	/* device, owned */
	uint32_t *d_parameter, *d_state, *d_number, *d_key;
	struct paper_gate *d_gate;
	int64_t *d_mean, *d_raised;
	struct paper_sigma *d_sigma;
	void *d_data;
};

/* A device that computes dies: what is run of the design, and the slots of a wave. */
struct ssta_engine {
	struct queue *queue; /* borrowed */
	int32_t n_blocks;    /* of a wave */
	/* device, owned */
	struct normal_piece *d_table;
	struct ssta_op *d_op;
	struct ssta_sink *d_sink;
	struct ssta_end *d_end;
	int32_t *d_chain_row, *d_chain_slot;
	int32_t *d_factor_row, *d_shared;
	struct ssta_factor *d_factor;
	uint32_t *d_sobol; /* NULL = nothing is shared */
	void *d_slot;
	struct ssta_moments *d_moments;
	int64_t *d_group, *d_series;
	int64_t *wave; /* owned, host: what comes from the device */
	struct ssta_paper_engine paper;
};

__extension__ typedef __int128 ssta_wide;

/* Powers of the deviations of n values from a nominal one, in units of 2^shift fs; exact. */
struct ssta_sums {
	ssta_wide power[5]; /* [1 … 4] */
	int64_t n, n_failing;
	int shift; /* the least that leaves deviations below 2^24, so that their powers fit */
};

struct ssta {
	struct stepper stepper;
	struct queue *queue;   /* borrowed: the first engine's */
	struct timing *timing; /* borrowed */
	struct ssta_options options;
	struct ssta_factors factors;
	struct ssta_arcs arcs;
	struct ssta_program program;
	struct ssta_paths paths;
	struct ssta_paper paper; /* of the paper's methods */
	int64_t n_raised;
	/* Of sampled slews, owned: the chip's and the groups' worst slacks with nominal ones, as `chip` and
	 * `group`; which end a sink of the state graph is of, −1 = none. */
	int64_t *nominal_chip, *nominal_group;
	int32_t *sink_end;
	int fs_bits;
	int32_t n_engines;
	struct ssta_engine engine[MOST_DEVICES];
	/* owned, host: by sample from the first one; of groups and series [i × capacity + sample] */
	int64_t *chip, *group, *series;
	int64_t *group_nominal;       /* [n_groups], FS_NONE_64 = none */
	struct ssta_moments *moments; /* by endpoint, as of the last ssta_read() */
	int32_t *series_of;           /* by endpoint, -1 = none */
	int64_t at;                   /* the next sample */
	bool stopped;                 /* before options.end */
	bool torn;                    /* a part of a step may be in the sums */
	int64_t read_at;              /* `moments` are of all samples before; -1 = they are old */
	uint64_t digest;              /* ssta_digest() */
	/* Of the processes of mpirun, owned [ranks_n() + 1]: the devices of each, one after another's; whose the samples of
	 * the last step are, from the first. */
	int64_t *rank_engine, *rank_row;
	struct ssta_sums sums; /* of the chip's slacks up to the last step that was noted */
	int32_t n_steps;
	struct snap_step *steps; /* owned */
	int64_t *step_end;       /* owned [n_steps]: the first sample after each */
	int64_t steps_capacity;
	int64_t serial;
};

/* Of the chip's slacks in the first n samples; ssta->sums has what was added up before. */
void ssta_chip_statistics(struct ssta *ssta, int64_t n, struct ssta_statistics *out);

/* ---- ssta_ranks.c ---- */

/* When samples are to begin, after what went as `status` says here: is the same to be done everywhere? STATUS_BAD_INPUT. */
enum status ssta_ranks_begin(struct ssta *ssta, enum status status);
/* Devices of all processes. */
int64_t ssta_ranks_engines(const struct ssta *ssta);
/* Share samples begin … end − 1, in whole units; then those of this process. */
void ssta_ranks_share(struct ssta *ssta, int64_t begin, int64_t end, int64_t unit);
void ssta_ranks_own(const struct ssta *ssta, int64_t *begin, int64_t *end);
/* When they are computed: all have the slacks of all. Then their sums. */
enum status ssta_ranks_join(struct ssta *ssta, enum status status);
enum status ssta_ranks_add(struct ssta *ssta, enum status status);

/* ---- ssta_engine.c ---- */

/* Upload the program, and make room for as many samples at once as are good, and fit. Errors name the
 * device when there are several. */
enum status ssta_engine_open(struct ssta *ssta, struct ssta_engine *engine);
void ssta_engine_close(struct ssta_engine *engine);
/* Room for the series of the options, in place of what was there. */
enum status ssta_engine_resize(struct ssta *ssta, struct ssta_engine *engine);
/* Forget the moments. */
void ssta_engine_clear(const struct ssta *ssta, struct ssta_engine *engine);
/* Waves begin at a multiple of this number of samples. */
int64_t ssta_wave_unit(const struct ssta *ssta);
/* Samples begin … end − 1, shared among all engines; those that an engine gets don't change a byte. */
enum status ssta_engines_run(struct ssta *ssta, int64_t begin, int64_t end);
/* The sums of all engines into ssta->moments. */
enum status ssta_engines_read(struct ssta *ssta);
/* How many arrivals all engines have raised, into ssta->n_raised; what was imported stays on the first. */
enum status ssta_engines_read_raised(struct ssta *ssta);

/* ---- ssta_paper.c ---- */

static inline bool ssta_is_paper(const struct ssta *ssta)
{
	return ssta->options.method != SSTA_CHAINS;
}

/* Of the program; then on a device; STATUS_NO_MEMORY or STATUS_DEVICE_MEMORY. */
enum status ssta_paper_make(const struct ssta_program *program, struct ssta_paper *out);
void ssta_paper_release(struct ssta_paper *paper);
enum status ssta_paper_open(const struct ssta *ssta, struct ssta_engine *engine);
void ssta_paper_close(struct ssta_engine *engine);
/* Launch what comes before the first level of a wave, which begins with a multiple of TWISTER_LANES; then a
 * level, of which samples begin … end − 1 count. */
void ssta_paper_begin(const struct ssta *ssta, const struct ssta_engine *engine,
		      const struct ssta_samples *samples);
void ssta_paper_level(const struct ssta *ssta, const struct ssta_engine *engine,
		      const struct ssta_samples *samples, int32_t level, int64_t begin,
		      int64_t end);

/* ssta_open() whatever die is open now, without a look at the nominal timing. */
enum status ssta_open_next(const struct ssta *ssta, int64_t sample);

/* ---- ssta_slew.c ---- */

/* STATUS_FAILED for a design that is too large. */
enum status ssta_slews_make(struct ssta *ssta);
/* Room for the samples of the options. */
enum status ssta_slews_begin(struct ssta *ssta);
/* Samples begin … end − 1, which have been computed with nominal slews, once more. */
enum status ssta_slews_run(struct ssta *ssta, int64_t begin, int64_t end);

/* A step on the timeline: samples begin … end − 1 have been computed. */
enum status ssta_note_step(struct ssta *ssta, int64_t begin, int64_t end);

#endif
