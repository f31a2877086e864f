#include "gpu/ssta/ssta.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/ranks.h"
#include "gpu/ssta/paper/ssta_twister.h"
#include "gpu/ssta/ssta_impl.h"

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
	ssta->read_at = -1;
	ssta->sums = (struct ssta_sums){0};
	if (ssta->rank_row)
		memset(ssta->rank_row, 0, (size_t)(ranks_n() + 1) * sizeof *ssta->rank_row);
	for (int i = 0; i < 3; i++) {
		free(*arrays[i]);
		*arrays[i] = NULL;
		TRY(ALLOC_UNSET(arrays[i], n * columns[i])); /* a run may stop long before */
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
	       a->library == b->library && a->grid == b->grid && a->by_distance == b->by_distance &&
	       (a->grid == 0 || a->length == b->length);
}

/* The options name endpoints: other series than before. */
static enum status renew_series(struct ssta *ssta)
{
	TRY(choose_series(ssta));
	for (int32_t i = 0; i < ssta->n_engines; i++)
		TRY(ssta_engine_resize(ssta, &ssta->engine[i]));
	return STATUS_OK;
}

static enum status restart(struct ssta *ssta, const struct ssta_options *options)
{
	bool renews = ssta->options.n_series || options->n_series;

	ssta->options = *options;
	ssta->options.sharing.placement = NULL;
	if (renews)
		TRY(renew_series(ssta));
	return begin(ssta);
}

enum status ssta_restart(struct ssta *ssta, const struct ssta_options *options)
{
	return ssta_ranks_begin(ssta, restart(ssta, options));
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
	TRY(ssta_arcs_make(ssta->timing, variation, &ssta->factors, &ssta->arcs));
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

static enum status make_new(struct queue *queue, struct timing *timing,
			    const struct variation *variation, const struct ssta_options *options,
			    struct ssta **out)
{
	static int64_t serial;
	RELEASED_BY(ssta_drop) struct ssta *ssta = NULL;
	enum status status;

	if (timing->image->latches.n_latches)
		return status_fail(
			STATUS_FAILED,
			"%s has latches, which SSTA doesn't support: the time that data borrows there differs from die to die",
			timing->image->graph->netlist->name);
	if (timing->image->states->references.n_cones)
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
	TRY(status);
	HAND_OVER(out, ssta);
	return STATUS_OK;
}

enum status ssta_new(struct queue *queue, struct timing *timing, const struct variation *variation,
		     const struct ssta_options *options, struct ssta **out)
{
	RELEASED_BY(ssta_drop) struct ssta *ssta = NULL;
	enum status status = make_new(queue, timing, variation, options, &ssta);

	status = ssta_ranks_begin(ssta, status);
	if (status == STATUS_OK)
		HAND_OVER(out, ssta);
	return status;
}

void ssta_free(struct ssta *ssta)
{
	if (!ssta)
		return;
	for (int32_t i = 0; i < ssta->n_engines; i++)
		ssta_engine_close(&ssta->engine[i]);
	FREE_ALL(ssta->chip, ssta->group, ssta->series, ssta->moments, ssta->series_of, ssta->steps,
		 ssta->step_end, ssta->group_nominal, ssta->nominal_chip, ssta->sink_end,
		 ssta->nominal_group, ssta->rank_engine, ssta->rank_row);
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

static enum status note(struct ssta *ssta, int64_t begin, int64_t end, bool *stops)
{
	struct snap_step *step;
	struct ssta_statistics s;

	TRY(GROW_ALL(&ssta->steps_capacity, ssta->n_steps + 1, &ssta->steps, &ssta->step_end));
	ssta->step_end[ssta->n_steps] = end;
	ssta_chip_statistics(ssta, end - ssta->options.begin, &s);
	step = &ssta->steps[ssta->n_steps];
	*step = (struct snap_step){.level = ssta->n_steps, .ends_level = true, .label = "samples"};
	snprintf(step->text, sizeof step->text,
		 "samples %" PRId64 " to %" PRId64 ": worst slack %.3f ps, sigma %.3f", begin,
		 end - 1, s.mean / 1000, s.sigma / 1000);
	ssta->n_steps++;
	*stops = s.mean_within > 0 && s.mean_within <= ssta->options.precision;
	return STATUS_OK;
}

enum status ssta_note_step(struct ssta *ssta, int64_t begin, int64_t end)
{
	bool stops = false;
	enum status status = note(ssta, begin, end, &stops);

	if (ssta->options.precision > 0)
		status = ranks_follow(status, &stops);
	ssta->stopped = stops;
	return status;
}

/* What is computed at once: a step, or one for each device or process. */
static int64_t stride_end(const struct ssta *ssta, int64_t begin)
{
	const struct ssta_options *o = &ssta->options;
	bool each_device = o->step == SSTA_LARGEST_STEP || o->precision > 0;
	int64_t n = o->paced ? 1 : each_device ? ssta_ranks_engines(ssta) : ranks_n();
	int64_t end = begin;

	while (n-- > 0)
		end = step_end(ssta, end);
	return end;
}

static enum status run_own(struct ssta *ssta, int64_t begin, int64_t end)
{
	TRY(ssta_engines_run(ssta, begin, end));
	TRY(ssta_engines_read_raised(ssta));
	return ssta->options.samples_slews ? ssta_slews_run(ssta, begin, end) : STATUS_OK;
}

/* A step that failed or was cancelled may have left a part of its samples in the sums: sampling starts over. */
static enum status mend(struct ssta *ssta)
{
	if (!ssta->torn)
		return STATUS_OK;
	TRY(begin(ssta));
	ssta->torn = false;
	return STATUS_OK;
}

enum status ssta_step(struct ssta *ssta)
{
	int64_t end, own_begin, own_end;
	enum status status;

	TRY(mend(ssta));
	if (ssta_finished(ssta))
		return STATUS_OK;
	end = stride_end(ssta, ssta->at);
	ssta_ranks_share(ssta, ssta->at, end,
			 ssta->options.samples_slews ? 1 : ssta_wave_unit(ssta));
	ssta_ranks_own(ssta, &own_begin, &own_end);
	ssta->torn = true;
	status = ssta_ranks_join(ssta, run_own(ssta, own_begin, own_end));
	if (status != STATUS_OK) {
		(void)mend(ssta);
		return status;
	}
	ssta->torn = false;
	while (ssta->at < end && !ssta->stopped) {
		int64_t begin = ssta->at;

		ssta->at = step_end(ssta, begin);
		TRY(ssta_note_step(ssta, begin, ssta->at));
	}
	return ssta->at < end ? ssta_read(ssta) : STATUS_OK;
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

/* *m = all − *m; the halves of a sum depend on how samples were shared, so the low one may need a borrow. */
static void subtract(struct ssta_moments *m, const struct ssta_moments *all)
{
	for (int p = 0; p < N_SSTA_POWERS; p++) {
		int64_t low = (int64_t)(all->sum[p].low - m->sum[p].low);

		m->sum[p].low = (uint64_t)low & UINT32_MAX;
		m->sum[p].high = all->sum[p].high - m->sum[p].high + (low >> 32);
	}
	m->n_failing = all->n_failing - m->n_failing;
	m->n_large = all->n_large - m->n_large;
}

/* What was computed beyond the stop, taken off the sums by computing it once more. */
static enum status take_off(struct ssta *ssta, int64_t begin, int64_t end, int64_t *n_raised)
{
	int64_t all_raised = ssta->n_raised;
	size_t bytes = (size_t)ssta->program.n_ends * sizeof *ssta->moments;
	FREED struct ssta_moments *all = NULL;
	enum status status;

	TRY(ALLOC(&all, ssta->program.n_ends));
	memcpy(all, ssta->moments, bytes);
	memset(ssta->moments, 0, bytes);
	for (int32_t i = 0; i < ssta->n_engines; i++)
		ssta_engine_clear(ssta, &ssta->engine[i]);
	status = run_own(ssta, begin, end);
	if (status == STATUS_OK && !ssta->options.samples_slews)
		status = ssta_engines_read(ssta);
	*n_raised = ssta->n_raised;
	ssta->n_raised = all_raised;
	for (int32_t i = 0; i < ssta->program.n_ends; i++)
		subtract(&ssta->moments[i], &all[i]);
	return status;
}

/* A failure leaves no samples: it isn't known of which ones sums are. */
static enum status read_sums(struct ssta *ssta)
{
	int64_t own_begin, own_end, n_raised = 0;
	enum status status = STATUS_OK;

	if (!ssta->options.samples_slews)
		status = ssta_engines_read(ssta);
	ssta_ranks_own(ssta, &own_begin, &own_end);
	own_begin = max_i64(own_begin, ssta->at);
	if (status == STATUS_OK && own_begin < own_end) {
		status = take_off(ssta, own_begin, own_end, &n_raised);
		if (status != STATUS_OK)
			begin(ssta);
	}
	TRY(ssta_ranks_add(ssta, status));
	TRY(ranks_add(&n_raised, 1));
	ssta->n_raised -= n_raised;
	ssta->read_at = ssta->at;
	return STATUS_OK;
}

enum status ssta_read(struct ssta *ssta)
{
	int64_t n = ssta->program.n_ends;

	TRY(mend(ssta));
	if (ssta->read_at != ssta->at)
		TRY(read_sums(ssta));
	for (int64_t i = 0; i < n; i++) {
		if (ssta->moments[i].n_large)
			return status_fail(
				STATUS_BAD_INPUT,
				"slacks deviate by more than 16.7 ns from the nominal one");
	}
	return STATUS_OK;
}

struct ssta_field_error ssta_field_error(const struct ssta *ssta)
{
	return ssta->factors.error;
}

bool ssta_is_correlated(const struct ssta *ssta)
{
	return ssta->factors.n_regions > 0;
}

enum status ssta_correlations(const struct ssta *ssta, int32_t instance, double *out)
{
	const struct ssta_factors *f = &ssta->factors;
	FREED double *product = NULL;

	if (!f->n_regions)
		return status_fail(STATUS_FAILED,
				   "the dies share nothing: run_ssta -die, -library, -grid");
	TRY(ALLOC(&product, f->n_rows));
	TRY(ssta_factors_correlate(f, f->region[instance], product));
	for (int32_t x = 0; x < ssta->timing->image->graph->netlist->n_instances; x++)
		out[x] = x == instance ? 1 : product[f->region[x]];
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
