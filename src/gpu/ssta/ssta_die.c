/* One die: its increments on the host, from the keys alone, and as the timing of the design. */

#include "base/grow.h"
#include "gpu/ssta/normal_table.h"
#include "gpu/ssta/ssta_impl.h"

const struct normal_piece ssta_normal_table[NORMAL_PIECES] = {NORMAL_TABLE};

#define LOOKUP(at, fall) (uint64_t)(fall) << 34 | (uint32_t) - (at),

const uint64_t ssta_lookups[NORMAL_PIECES] = {NORMAL_LIST(LOOKUP)};

int32_t ssta_increment(const struct ssta_options *options, const struct ssta_variable *variable,
		       enum ssta_domain domain, const struct ssta_factors *factors,
		       const int32_t *shared, int64_t sample)
{
	const uint32_t key[2] = {(uint32_t)variable->key, (uint32_t)(variable->key >> 32)};
	uint32_t word, magnitude;
	bool negative;

	if (!variable->sigma[0] && !variable->sigma[1])
		return 0;
	word = ssta_word(options, domain, key, sample);
	magnitude = normal_magnitude(ssta_normal_table, word);
	negative = word >> 31;
	if (shared) {
		int32_t z = joined_z(shared[variable->region], word, magnitude, factors->own);

		negative = z < 0;
		magnitude = (uint32_t)(negative ? -z : z);
	}
	return ssta_delay(0, negative ? -variable->sigma[1] : variable->sigma[0], magnitude, 0);
}

static int32_t count_negative(const struct timing *timing, const int32_t *increment, int64_t n)
{
	int32_t n_negative = 0;

	for (int64_t i = 0; i < n; i++) {
		int32_t delay = timing->delay[N_SPLITS * i + LATE];

		n_negative += delay != DELAY_NONE && delay >= 0 && delay + increment[i] < 0;
	}
	return n_negative;
}

/* By arc and by sink, fs; arc [n_arcs], check [n_sinks]. */
static enum status make_increments(const struct ssta *ssta, int64_t sample, int32_t *arc,
				   int32_t *check)
{
	const struct ssta_options *options = &ssta->options;
	const struct ssta_factors *factors = &ssta->factors;
	const struct ssta_arcs *arcs = &ssta->arcs;
	int32_t n_sinks = ssta->timing->image->device_states.n_sinks;
	FREED int32_t *shared = NULL;

	if (factors->n_rows)
		TRY(ALLOC(&shared, factors->n_rows));
	ssta_shared_z(options, factors, sample, NULL, shared);
	for (int64_t i = 0; i < ssta->timing->image->device.n_arcs; i++)
		arc[i] = ssta_increment(options, &arcs->arc[i], SSTA_ARC, factors, shared, sample);
	for (int32_t s = 0; s < n_sinks; s++)
		check[s] = ssta_increment(options, &arcs->sink[s], SSTA_CHECK, factors, shared,
					  sample);
	return STATUS_OK;
}

/* `n_negative`: NULL = not wanted; else the timing has been read and is nominal. */
static enum status set_die(const struct ssta *ssta, int64_t sample, int32_t *n_negative)
{
	struct timing *timing = ssta->timing;
	int64_t n = timing->image->device.n_arcs;
	FREED int32_t *arc = NULL, *check = NULL;

	TRY(ALLOC(&arc, n));
	TRY(ALLOC(&check, timing->image->device_states.n_sinks));
	TRY(make_increments(ssta, sample, arc, check));
	if (n_negative)
		*n_negative = count_negative(timing, arc, n);
	timing_vary_slews(timing, ssta->options.samples_slews);
	return timing_set_increments(timing, arc, check);
}

enum status ssta_open(const struct ssta *ssta, int64_t sample, int32_t *n_negative)
{
	if (!ssta->options.samples_slews)
		TRY(ssta_need_replay(ssta));
	TRY(ssta_open_nominal(ssta));
	return set_die(ssta, sample, n_negative);
}

enum status ssta_open_next(const struct ssta *ssta, int64_t sample)
{
	timing_set_single(ssta->timing, ssta->options.single);
	return set_die(ssta, sample, NULL);
}

enum status ssta_open_nominal(const struct ssta *ssta)
{
	TRY(ssta_close(ssta->timing));
	timing_set_single(ssta->timing, ssta->options.single);
	return timing_read(ssta->timing);
}

enum status ssta_close(struct timing *timing)
{
	timing_set_single(timing, false);
	timing_vary_slews(timing, false);
	return timing_set_increments(timing, NULL, NULL);
}
