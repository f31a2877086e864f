#include "algo/ssta.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/ssta_impl.h"
#include "base/bits.h"
#include "base/grow.h"

enum { GPU_ENDS = 8192 }; /* ends that a GPU does together, after a level */

/* ---- making it ---- */

static bool is_chosen(const struct ssta *ssta, int32_t series, int32_t end)
{
	const struct ssta_options *options = &ssta->options;

	if (options->series_pin)
		return options->series_pin[series] == ssta->program.end_pin[end];
	return options->series_end[series] == end;
}

/* The endpoints of chosen pins, in each of their groups. */
static enum status choose_series(struct ssta *ssta)
{
	struct ssta_program *p = &ssta->program;
	int32_t n = 0;

	free(ssta->series_of);
	TRY(ALLOC(&ssta->series_of, p->n_ends));
	for (int32_t i = 0; i < p->n_ends; i++) {
		ssta->series_of[i] = -1;
		for (int32_t j = 0; j < ssta->options.n_series && ssta->series_of[i] < 0; j++) {
			if (is_chosen(ssta, j, i))
				ssta->series_of[i] = n++;
		}
	}
	if (n > SSTA_MOST_SERIES)
		return status_fail(STATUS_USAGE, "slacks of %d endpoints at most are kept, not %d",
				   SSTA_MOST_SERIES, n);
	ssta->options.n_series = n;
	ssta->options.series_pin = ssta->options.series_end = NULL;
	for (int32_t i = 0; i < p->n_ends; i++)
		p->end[i].series = ssta->series_of[p->end[i].number];
	return STATUS_OK;
}

static enum status note_groups(struct ssta *ssta)
{
	const struct ssta_program *p = &ssta->program;

	TRY(ALLOC(&ssta->group_nominal, p->n_groups));
	for (int32_t g = 0; g < p->n_groups; g++)
		ssta->group_nominal[g] = FS_NONE_64;
	for (int32_t i = 0; i < p->n_ends; i++) {
		int64_t *nominal = &ssta->group_nominal[p->end_group[i]];

		*nominal = min_i64(*nominal, p->nominal[i]);
	}
	return STATUS_OK;
}

/* Room for the samples of the options, and none of them yet. */
static enum status begin(struct ssta *ssta)
{
	const struct ssta_program *p = &ssta->program;
	int64_t n = ssta->options.end - ssta->options.begin;
	int64_t **const arrays[] = {&ssta->chip, &ssta->group, &ssta->series};
	const int64_t columns[] = {1, p->n_groups, ssta->options.n_series};

	ssta->at = ssta->options.begin;
	ssta->n_steps = 0;
	ssta->serial++;
	ssta->n_raised = 0;
	ssta->stopped = false;
	for (int i = 0; i < 3; i++) {
		free(*arrays[i]);
		*arrays[i] = NULL;
		TRY(ALLOC(arrays[i], n * columns[i]));
	}
	if (ssta->options.samples_slews)
		TRY(ssta_slews_begin(ssta));
	for (int32_t i = 0; i < ssta->n_engines; i++)
		ssta_engine_clear(ssta, &ssta->engine[i]);
	return queue_sync(ssta->queue);
}

bool ssta_can_restart(const struct ssta *ssta, const struct ssta_options *options)
{
	const struct ssta_sharing *a = &ssta->options.sharing, *b = &options->sharing;

	return options->split == ssta->options.split && options->single == ssta->options.single &&
	       options->method == ssta->options.method &&
	       options->generator == ssta->options.generator &&
	       options->samples_slews == ssta->options.samples_slews && a->die == b->die &&
	       a->library == b->library && a->grid == b->grid &&
	       (a->grid == 0 || a->length == b->length);
}

/* The options name endpoints: other series than before. */
static enum status renew_series(struct ssta *ssta)
{
	enum status status;

	TRY(choose_series(ssta));
	ssta_paths_release(&ssta->paths);
	status = ssta_open_nominal(ssta);
	if (status == STATUS_OK)
		status = ssta_paths_make(ssta);
	TRY(ssta_close(ssta->timing));
	TRY(status);
	TRY(timing_read(ssta->timing));
	for (int32_t i = 0; i < ssta->n_engines; i++)
		TRY(ssta_engine_resize(ssta, &ssta->engine[i]));
	return STATUS_OK;
}

enum status ssta_restart(struct ssta *ssta, const struct ssta_options *options)
{
	bool renews = ssta->options.n_series || options->n_series;

	TRY(ssta_check_dimensions(options, &ssta->factors));
	ssta->options = *options;
	ssta->options.sharing.placement = NULL;
	if (renews)
		TRY(renew_series(ssta));
	return begin(ssta);
}

static bool is_on_cpu(const struct ssta *ssta)
{
	for (int32_t i = 0; i < ssta->n_engines; i++)
		if (device_kind(queue_device(ssta->engine[i].queue)) != DEVICE_CPU)
			return false;
	return true;
}

static enum status make(struct ssta *ssta, const struct variation *variation)
{
	struct ssta_program *p = &ssta->program;
	struct ssta_shape shape = {.split = ssta->options.split,
				   .ends_together = is_on_cpu(ssta) ? 1 : GPU_ENDS,
				   .is_plain = ssta_is_paper(ssta)};
	int64_t largest = 0;

	timing_set_single(ssta->timing, ssta->options.single);
	TRY(timing_read(ssta->timing));
	TRY(ssta_factors_make(ssta->timing->image->graph->netlist, &ssta->options.sharing,
			      &ssta->factors));
	TRY(ssta_check_dimensions(&ssta->options, &ssta->factors));
	TRY(ssta_arcs_make(ssta->timing, variation, &ssta->factors, &ssta->options.sharing,
			   &ssta->arcs));
	ssta->options.sharing.placement = NULL;
	shape.bound =
		ssta->options.generator == SSTA_MERSENNE ? TWISTER_Z_LARGEST : ssta->factors.bound;
	TRY(ssta_program_make(ssta->timing, &ssta->arcs, &shape, p));
	for (int32_t i = 0; i < p->n_sinks && ssta->options.method == SSTA_PAPER_STA; i++)
		p->sink[i].sigma[0] = p->sink[i].sigma[1] = 0;
	if (ssta_is_paper(ssta))
		TRY(ssta_paper_make(p, &ssta->paper));
	if (p->n_ends == 0)
		return status_fail(STATUS_FAILED, "no endpoint has a slack");
	for (int32_t i = 0; i < p->n_ends; i++)
		largest = max_i64(largest, llabs(p->nominal[i]));
	if (largest >= INT64_C(1) << (62 - SSTA_END_BITS))
		return status_fail(STATUS_BAD_INPUT, "a slack is beyond 274 us");
	ssta->fs_bits = p->largest < LARGEST_SUM_32 * 2 ? 32 : 64;
	TRY(choose_series(ssta));
	TRY(note_groups(ssta));
	TRY(ssta_paths_make(ssta));
	for (int32_t i = 0; i < ssta->n_engines; i++)
		TRY(ssta_engine_open(ssta, &ssta->engine[i]));
	TRY(ALLOC(&ssta->moments, p->n_ends));
	if (ssta->options.samples_slews)
		TRY(ssta_slews_make(ssta));
	return begin(ssta);
}

static const struct stepper_ops ops;

enum status ssta_new(struct queue *queue, struct timing *timing, const struct variation *variation,
		     const struct ssta_options *options, struct ssta **out)
{
	static int64_t serial;
	struct ssta *ssta;
	enum status status;

	if (timing->image->latches.n_latches)
		return status_fail(
			STATUS_FAILED,
			"%s has latches, which SSTA doesn't support: the time that data borrows there differs from die to die",
			timing->image->graph->netlist->name);
	if (timing->image->states->n_reference_cones)
		return status_fail(
			STATUS_FAILED,
			"%s: the reference arrivals of data checks differ from die to die, which SSTA "
			"doesn't support",
			timing->image->graph->netlist->name);
	TRY(ALLOC(&ssta, 1));
	ssta->stepper.ops = &ops;
	ssta->queue = queue;
	ssta->engine[ssta->n_engines++].queue = queue;
	for (int32_t i = 0; i < options->n_more; i++)
		ssta->engine[ssta->n_engines++].queue = options->more[i];
	ssta->timing = timing;
	ssta->options = *options;
	ssta->serial = serial += 1 << 20; /* room for restarts of each */
	status = queue_settle(queue, make(ssta, variation));
	timing_set_single(timing, false);
	if (status == STATUS_OK)
		status = timing_read(timing);
	if (status != STATUS_OK) {
		ssta_free(ssta);
		return status;
	}
	*out = ssta;
	return STATUS_OK;
}

void ssta_free(struct ssta *ssta)
{
	if (!ssta)
		return;
	void *arrays[] = {ssta->chip,     ssta->group,         ssta->series,
			  ssta->moments,  ssta->series_of,     ssta->steps,
			  ssta->step_end, ssta->group_nominal, ssta->nominal_chip,
			  ssta->sink_end, ssta->nominal_group};

	for (int32_t i = 0; i < ssta->n_engines; i++)
		ssta_engine_close(&ssta->engine[i]);
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		free(arrays[i]);
	ssta_factors_release(&ssta->factors);
	ssta_arcs_release(&ssta->arcs);
	ssta_program_release(&ssta->program);
	ssta_paper_release(&ssta->paper);
	ssta_paths_release(&ssta->paths);
	free(ssta);
}

struct stepper *ssta_stepper(struct ssta *ssta)
{
	return &ssta->stepper;
}

const struct ssta_options *ssta_options(const struct ssta *ssta)
{
	return &ssta->options;
}

int64_t ssta_serial(const struct ssta *ssta)
{
	return ssta->serial;
}

/* ---- running it ---- */

/* Steps end at multiples of their length, whatever the first sample is. */
static int64_t step_end(const struct ssta *ssta, int64_t begin)
{
	bool by_precision = ssta->options.precision > 0;
	int64_t step = ssta->options.step && !by_precision ? ssta->options.step : SSTA_STEP;

	return min_i64(ssta->options.end, (begin / step + 1) * step);
}

enum status ssta_note_step(struct ssta *ssta, int64_t begin, int64_t end)
{
	struct snap_step *step;
	struct ssta_statistics s;

	TRY(GROW(&ssta->steps, &ssta->steps_capacity, ssta->n_steps + 1));
	TRY(GROW(&ssta->step_end, &ssta->ends_capacity, ssta->n_steps + 1));
	ssta->step_end[ssta->n_steps] = end;
	TRY(ssta_group_statistics(ssta, -1, end - ssta->options.begin, &s));
	step = &ssta->steps[ssta->n_steps];
	*step = (struct snap_step){.level = ssta->n_steps, .ends_level = true, .label = "samples"};
	snprintf(step->text, sizeof step->text,
		 "samples %" PRId64 " to %" PRId64 ": worst slack %.3f ps, sigma %.3f", begin,
		 end - 1, s.mean / 1000, s.sigma / 1000);
	ssta->n_steps++;
	ssta->stopped = s.mean_within > 0 && s.mean_within <= ssta->options.precision;
	return STATUS_OK;
}

/* What is computed at once: a step, or where steps are the largest one for each device. */
static int64_t stride_end(const struct ssta *ssta, int64_t begin)
{
	bool is_large = ssta->options.step == SSTA_LARGEST_STEP && ssta->options.precision <= 0;
	int64_t end = step_end(ssta, begin);

	for (int32_t i = 1; i < ssta->n_engines && is_large; i++)
		end = step_end(ssta, end);
	return end;
}

enum status ssta_step(struct ssta *ssta)
{
	int64_t end = stride_end(ssta, ssta->at);

	if (ssta_finished(ssta))
		return STATUS_OK;
	TRY(ssta_engines_run(ssta, ssta->at, end));
	TRY(ssta_engines_read_raised(ssta));
	if (ssta->options.samples_slews)
		TRY(ssta_slews_run(ssta, ssta->at, end));
	while (ssta->at < end) {
		int64_t begin = ssta->at;

		ssta->at = step_end(ssta, begin);
		TRY(ssta_note_step(ssta, begin, ssta->at));
	}
	return STATUS_OK;
}

bool ssta_finished(const struct ssta *ssta)
{
	return ssta->stopped || ssta->at >= ssta->options.end;
}

void ssta_stop(struct ssta *ssta)
{
	ssta->stopped = true;
}

/* ---- as a stepper ---- */

static enum status step(struct stepper *stepper, enum grain grain)
{
	(void)grain;
	return ssta_step((struct ssta *)stepper);
}

static bool finished(const struct stepper *stepper)
{
	return ssta_finished((const struct ssta *)stepper);
}

static enum status timeline(struct stepper *stepper, struct snap_timeline **out)
{
	const struct ssta *ssta = (const struct ssta *)stepper;

	TRY(snap_timeline_new(STEPPER_SSTA, ssta->serial, ssta->steps, ssta->n_steps, out));
	(*out)->finished = ssta_finished(ssta);
	return STATUS_OK;
}

static const struct stepper_ops ops = {
	.step = step,
	.finished = finished,
	.timeline = timeline,
};

/* ---- what came of it ---- */

int64_t ssta_n(const struct ssta *ssta)
{
	return ssta->at - ssta->options.begin;
}

int64_t ssta_n_at(const struct ssta *ssta, int64_t place)
{
	if (place >= ssta->n_steps)
		return ssta_n(ssta);
	return place < 0 ? 0 : ssta->step_end[place] - ssta->options.begin;
}

int32_t ssta_n_endpoints(const struct ssta *ssta)
{
	return ssta->program.n_ends;
}

int32_t ssta_n_groups(const struct ssta *ssta)
{
	return ssta->program.n_groups;
}

void ssta_endpoint(const struct ssta *ssta, int32_t i, struct ssta_endpoint *out)
{
	const struct ssta_program *p = &ssta->program;

	*out = (struct ssta_endpoint){p->end_pin[i], p->end_group[i], p->nominal[i],
				      ssta->series_of[i]};
}

int64_t ssta_nominal(const struct ssta *ssta, int32_t group)
{
	int64_t nominal = FS_NONE_64;

	if (group >= 0)
		return ssta->group_nominal[group];
	for (int32_t g = 0; g < ssta->program.n_groups; g++)
		nominal = min_i64(nominal, ssta->group_nominal[g]);
	return nominal;
}

int64_t ssta_worst(const struct ssta *ssta, int32_t group, int64_t sample, int32_t *endpoint)
{
	int64_t n = ssta->options.end - ssta->options.begin;
	int64_t key = group < 0 ? ssta->chip[sample] : ssta->group[group * n + sample];

	if (group >= 0 && ssta->group_nominal[group] == FS_NONE_64)
		return FS_NONE_64;
	if (endpoint)
		*endpoint = (int32_t)(key & ((1 << SSTA_END_BITS) - 1));
	return key >> SSTA_END_BITS;
}

int64_t ssta_series(const struct ssta *ssta, int32_t series, int64_t sample)
{
	return ssta->series[series * (ssta->options.end - ssta->options.begin) + sample];
}

enum status ssta_read(struct ssta *ssta)
{
	int64_t n = ssta->program.n_ends;

	if (!ssta->options.samples_slews)
		TRY(ssta_engines_read(ssta));
	for (int64_t i = 0; i < n; i++) {
		if (ssta->moments[i].n_large)
			return status_fail(
				STATUS_BAD_INPUT,
				"slacks deviate by more than 16.7 ns from the nominal one");
	}
	return STATUS_OK;
}

void ssta_size(const struct ssta *ssta, struct ssta_size *out)
{
	const struct ssta_program *p = &ssta->program;

	*out = (struct ssta_size){.n_states = p->n_states,
				  .n_stored = p->n_stored,
				  .n_draws = p->n_draws,
				  .n_pruned = p->n_pruned,
				  .n_checks = ssta->arcs.n_checks,
				  .n_without = ssta->arcs.n_without,
				  .n_levels = p->n_levels,
				  .n_slots = p->n_slots,
				  .fs_bits = ssta->fs_bits,
				  .wave = (int64_t)ssta->engine[0].n_blocks * SSTA_BLOCK};
}

/* ---- statistics ---- */

__extension__ typedef __int128 wide;

/* Σd, Σd², Σd³, Σd⁴ */
struct sums {
	wide power[5];
};

/* Central moments of the deviations (in `unit` fs), in double from exact sums: one rounding each. */
static void statistics_of(const struct sums *s, int64_t n, int64_t nominal, double unit,
			  struct ssta_statistics *out)
{
	double size = (double)n, mean, m2, m3, m4;

	*out = (struct ssta_statistics){.n = n};
	if (n == 0)
		return;
	mean = (double)s->power[1] / size;
	out->mean = (double)nominal + unit * mean;
	/* n·Σd² − (Σd)² is exact in 128 bits: |d| < 2^24, n ≤ 2^30 */
	m2 = (double)((wide)n * s->power[2] - s->power[1] * s->power[1]) / size / size;
	m3 = (double)s->power[3] / size - 3 * mean * ((double)s->power[2] / size) +
	     2 * mean * mean * mean;
	m4 = (double)s->power[4] / size - 4 * mean * ((double)s->power[3] / size) +
	     6 * mean * mean * ((double)s->power[2] / size) - 3 * mean * mean * mean * mean;
	if (m2 <= 0)
		return;
	out->sigma = unit * sqrt(n > 1 ? m2 * size / (size - 1) : m2);
	out->skew = m3 / (m2 * sqrt(m2));
	out->kurtosis = m4 / (m2 * m2) - 3;
	out->mean_error = out->sigma / sqrt(size);
	out->sigma_error = unit * sqrt(m4 - m2 * m2 > 0 ? m4 - m2 * m2 : 0) / (2 * sqrt(m2 * size));
	out->mean_within = 1.96 * out->mean_error;
	out->sigma_within = 1.96 * out->sigma_error;
}

static wide wide_of(const struct ssta_sum *sum)
{
	return (wide)sum->high * ((wide)1 << 32) + sum->low;
}

void ssta_endpoint_statistics(const struct ssta *ssta, int32_t i, struct ssta_statistics *out)
{
	const struct ssta_moments *m = &ssta->moments[i];
	wide p[N_SSTA_POWERS];
	struct sums sums;

	for (int j = 0; j < N_SSTA_POWERS; j++)
		p[j] = wide_of(&m->sum[j]);
	sums.power[1] = p[SSTA_D];
	sums.power[2] = p[SSTA_H] * (1 << 24) + p[SSTA_L];
	sums.power[3] = p[SSTA_DH] * (1 << 24) + p[SSTA_DL];
	sums.power[4] = p[SSTA_HH] * ((wide)1 << 48) + p[SSTA_HL] * (1 << 25) + p[SSTA_LL];
	statistics_of(&sums, ssta_n(ssta), ssta->program.nominal[i], 1, out);
	out->n_failing = m->n_failing;
}

void ssta_statistics_of(const int64_t *value, int64_t n, int64_t nominal,
			struct ssta_statistics *out)
{
	struct sums sums = {{0}};
	int64_t n_failing = 0;
	int shift = 0; /* the least that leaves deviations below 2^24, so that their powers fit */

	for (int64_t i = 0; i < n; i++) {
		wide d = (wide)value[i] - nominal;

		while ((d < 0 ? -d : d) >> shift >= 1 << 24)
			shift++;
	}
	for (int64_t i = 0; i < n; i++) {
		wide d = ((wide)value[i] - nominal) / ((wide)1 << shift), power = 1;

		for (int p = 1; p <= 4; p++)
			sums.power[p] += power *= d;
		n_failing += value[i] < 0;
	}
	statistics_of(&sums, n, nominal, ldexp(1, shift), out);
	out->n_failing = n_failing;
}

enum status ssta_group_statistics(const struct ssta *ssta, int32_t group, int64_t n,
				  struct ssta_statistics *out)
{
	struct ssta_replicates replicates;
	int64_t *value;
	enum status status;

	TRY(ALLOC(&value, n));
	for (int64_t i = 0; i < n; i++)
		value[i] = ssta_worst(ssta, group, i, NULL);
	ssta_statistics_of(value, n, ssta_nominal(ssta, group), out);
	status = ssta_replicates_new(&ssta->options, value, n, &replicates);
	if (status == STATUS_OK)
		ssta_replicate_errors(&replicates, ssta_nominal(ssta, group), out);
	ssta_replicates_release(&replicates);
	free(value);
	return status;
}
