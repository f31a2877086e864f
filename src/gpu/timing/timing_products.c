/* Which products of a timing are up to date. */
#include "gpu/timing/timing.h"
#include "gpu/timing/timing_touched.h"

#define OF(product) (1U << (product))

/* What each is made of, all before it; what is made of nothing here is made of what is given. */
static const unsigned inputs[N_TIMING_PRODUCTS] = {
	[TIMING_LOADS] = OF(TIMING_WIRES),
	[TIMING_DELAYS] = OF(TIMING_LOADS),
	[TIMING_ARRIVALS] = OF(TIMING_DELAYS),
	[TIMING_CHECKS] = OF(TIMING_ARRIVALS),
	[TIMING_REQUIRED] = OF(TIMING_CHECKS),
	[TIMING_BOUND] = OF(TIMING_CHECKS),
	[TIMING_CREDIT] = OF(TIMING_ARRIVALS),
	[TIMING_RETIMING] = OF(TIMING_CHECKS),
	[TIMING_WEIGHTS + EARLY] = OF(TIMING_CHECKS),
	[TIMING_WEIGHTS + LATE] = OF(TIMING_CHECKS),
	[TIMING_SLACKS + EARLY] = OF(TIMING_CHECKS),
	[TIMING_SLACKS + LATE] = OF(TIMING_CHECKS),
	[TIMING_PIN_SLACKS + EARLY] = OF(TIMING_CHECKS),
	[TIMING_PIN_SLACKS + LATE] = OF(TIMING_CHECKS),
};

bool timing_has(const struct timing *timing, int product)
{
	const int64_t *made = timing->editions.made;
	bool has = made[product] > 0;

	for (int p = 0; p < product && has; p++) {
		if (inputs[product] & OF(p))
			has = made[p] <= made[product] && timing_has(timing, p);
	}
	return has;
}

bool timing_keeps(const struct timing *timing, int product)
{
	return timing->editions.made[product] > timing->editions.made[TIMING_SWEPT];
}

void timing_made(struct timing *timing, int product)
{
	timing->editions.made[product] = ++timing->editions.last;
}

void timing_updated(struct timing *timing, int first)
{
	for (int product = first; product <= TIMING_CHECKS; product++)
		timing_made(timing, product);
}

void timing_outdate(struct timing *timing, int product)
{
	timing->editions.made[product] = 0;
	if (product <= TIMING_CHECKS)
		timing_forget_touches(timing);
}
