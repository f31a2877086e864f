/*
 * Dies with slews of their own, to show what nominal ones are off by: in each die the slew after a gate's arc deviates
 * by the same share as the arc's delay, goes on along wires, and delays, slews and checks after it are looked up with
 * it; increments are those of the nominal slews (sigmas aren't looked up again). Each die is timed as a whole, one after
 * another, by the design's own delay calculation (delay_levels in k_delay.cu, wave_levels in k_wave.cu), so only in small designs.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/ssta/ssta_program_impl.h"

enum { SLEW_MOST_ARCS = 1 << 18 }; /* of cells and wires */

static int32_t find_end(const struct ssta *ssta, int32_t sink)
{
	const struct state_graph *states = ssta->timing->image->states;
	int32_t pin = state_pin(states, states->graph->sink_vertex[sink]);
	int32_t group = ssta_sink_group(ssta->timing, sink);

	for (int32_t i = 0; i < ssta->program.n_ends; i++)
		if (ssta->program.end_pin[i] == pin && ssta->program.end_group[i] == group)
			return i;
	return -1;
}

enum status ssta_slews_make(struct ssta *ssta)
{
	int32_t n = ssta->timing->image->states->graph->n_sinks, before = -1;

	if (ssta->timing->image->device.n_arcs > SLEW_MOST_ARCS)
		return status_fail(STATUS_FAILED,
				   "-slew sampled times each die as a whole: %d arcs at most, not "
				   "%" PRId32,
				   SLEW_MOST_ARCS, ssta->timing->image->device.n_arcs);
	TRY(ALLOC(&ssta->sink_end, n));
	for (int32_t s = 0; s < n; s++) {
		bool counts = ssta_sink_counts(ssta->timing, ssta->options.split, s);
		const struct ssta_program *p = &ssta->program;
		const struct state_graph *states = ssta->timing->image->states;
		int32_t pin = state_pin(states, states->graph->sink_vertex[s]);

		/* mostly the same as the last one's */
		if (counts && (before < 0 || p->end_pin[before] != pin ||
			       p->end_group[before] != ssta_sink_group(ssta->timing, s)))
			before = find_end(ssta, s);
		ssta->sink_end[s] = counts ? before : -1;
	}
	return STATUS_OK;
}

enum status ssta_slews_begin(struct ssta *ssta)
{
	int64_t n = ssta->options.end - ssta->options.begin;

	FREE_ALL(ssta->nominal_chip, ssta->nominal_group);
	ssta->nominal_chip = ssta->nominal_group = NULL;
	TRY(ALLOC(&ssta->nominal_chip, n));
	TRY(ALLOC(&ssta->nominal_group, n * ssta->program.n_groups));
	memset(ssta->moments, 0, (size_t)ssta->program.n_ends * sizeof *ssta->moments);
	return STATUS_OK;
}

static void add_power(struct ssta_moments *m, enum ssta_power power, int64_t value)
{
	m->sum[power].low += (uint64_t)value & UINT32_MAX;
	m->sum[power].high += value >> 32;
}

/* As ssta_ends adds them up. */
static void add_slack(struct ssta_moments *m, int64_t slack, int64_t nominal)
{
	int64_t d = slack - nominal, square, h, l;

	m->n_failing += slack < 0;
	if (d >= 1 << 24 || d <= -(1 << 24)) {
		m->n_large++;
		return;
	}
	square = d * d;
	h = square >> 24;
	l = square & 0xffffff;
	add_power(m, SSTA_D, d);
	add_power(m, SSTA_H, h);
	add_power(m, SSTA_L, l);
	add_power(m, SSTA_DH, d * h);
	add_power(m, SSTA_DL, d * l);
	add_power(m, SSTA_HH, h * h);
	add_power(m, SSTA_HL, h * l);
	add_power(m, SSTA_LL, l * l);
}

/* The slacks of the timing, which is the die's, into place i of what is kept. */
static void keep_die(struct ssta *ssta, int64_t i, int64_t *slack)
{
	const struct ssta_program *p = &ssta->program;
	int64_t n = ssta->options.end - ssta->options.begin;

	for (int32_t e = 0; e < p->n_ends; e++)
		slack[e] = FS_NONE_64;
	for (int32_t s = 0; s < ssta->timing->image->states->graph->n_sinks; s++) {
		int32_t e = ssta->sink_end[s];
		int64_t here = e < 0 ? FS_NONE_64 : timing_sink_slack(ssta->timing, s);

		if (here < FS_NONE_64 && here < slack[e])
			slack[e] = here;
	}
	for (int32_t g = 0; g < p->n_groups; g++)
		ssta->group[g * n + i] = INT64_MAX;
	ssta->chip[i] = INT64_MAX;
	for (int32_t e = 0; e < p->n_ends; e++) {
		int64_t key = (int64_t)((uint64_t)slack[e] << SSTA_END_BITS) | e;
		int64_t *group = &ssta->group[p->end_group[e] * n + i];

		add_slack(&ssta->moments[e], slack[e], p->nominal[e]);
		*group = key < *group ? key : *group;
		ssta->chip[i] = key < ssta->chip[i] ? key : ssta->chip[i];
		if (ssta->series_of[e] >= 0)
			ssta->series[ssta->series_of[e] * n + i] = slack[e];
	}
}

static enum status run_dies(struct ssta *ssta, int64_t begin, int64_t end, int64_t *slack)
{
	for (int64_t sample = begin; sample < end; sample++) {
		TRY(ssta_open_next(ssta, sample));
		TRY(timing_read(ssta->timing));
		keep_die(ssta, sample - ssta->options.begin, slack);
	}
	return STATUS_OK;
}

enum status ssta_slews_run(struct ssta *ssta, int64_t begin, int64_t end)
{
	int64_t n = ssta->options.end - ssta->options.begin, from = begin - ssta->options.begin;
	size_t bytes = (size_t)(end - begin) * sizeof *ssta->chip;
	size_t sums = (size_t)ssta->program.n_ends * sizeof *ssta->moments;
	FREED struct ssta_moments *before = NULL;
	FREED int64_t *slack = NULL;
	enum status status;

	memcpy(ssta->nominal_chip + from, ssta->chip + from, bytes);
	for (int32_t g = 0; g < ssta->program.n_groups; g++)
		memcpy(ssta->nominal_group + g * n + from, ssta->group + g * n + from, bytes);
	TRY(ALLOC_ALL(ssta->program.n_ends, &slack, &before));
	memcpy(before, ssta->moments, sums);
	status = run_dies(ssta, begin, end, slack);
	if (status != STATUS_OK) { /* the step is taken again, or never */
		memcpy(ssta->moments, before, sums);
		ssta_close(ssta->timing);
		return status;
	}
	TRY(ssta_close(ssta->timing));
	return timing_read(ssta->timing);
}

int64_t ssta_nominal_slews(const struct ssta *ssta, int32_t group, int64_t sample)
{
	int64_t n = ssta->options.end - ssta->options.begin;
	int64_t key =
		group < 0 ? ssta->nominal_chip[sample] : ssta->nominal_group[group * n + sample];

	return key >> SSTA_END_BITS;
}
