/* What leads to a state: delays, what varies them, and what is given; for programs and cones. */
#include "base/bits.h"
#include "base/grow.h"
#include "gpu/ssta/ssta_program_impl.h"

int64_t ssta_node_of(const struct timing *timing, int32_t state, int split)
{
	return N_SPLITS * (int64_t)timing->image->state_place[state] + split;
}

enum status ssta_each_seed(const struct timing *timing,
			   void (*give)(void *context, int64_t node, int64_t arrival),
			   void *context)
{
	const struct timing_image *image = timing->image;
	const struct state_graph *states = image->states;
	FREED int64_t *extra = NULL;

	TRY(timing_read_drives(timing, &extra));
	for (int32_t i = 0; i < states->n_seeds; i++) {
		const struct seed *s = &states->seed[i];

		for (int split = 0; split < N_SPLITS; split++) {
			int64_t at = s->arrival[split];

			if (at != FS_NOTHING && s->driver >= 0)
				at += extra[N_SPLITS * (int64_t)s->driver + split];
			give(context, ssta_node_of(timing, s->state, split), at);
		}
	}
	return STATUS_OK;
}

static void keep_seed(void *context, int64_t node, int64_t arrival)
{
	((int64_t *)context)[node] = arrival;
}

enum status ssta_read_seeds(const struct timing *timing, int64_t **out)
{
	int64_t n = N_SPLITS * (int64_t)timing->image->device_states.n_states;

	TRY(ALLOC(out, n));
	for (int64_t i = 0; i < n; i++)
		(*out)[i] = FS_NONE_64;
	return ssta_each_seed(timing, keep_seed, *out);
}

bool ssta_sink_counts(const struct timing *timing, enum split split, int32_t sink)
{
	return timing->image->states->endpoint[sink].split == split &&
	       timing_sink_slack(timing, sink) != FS_NONE_64;
}

int32_t ssta_sink_group(const struct timing *timing, int32_t sink)
{
	const struct state_graph *states = timing->image->states;

	return states->relation[states->endpoint[sink].relation].group;
}

bool ssta_delay_of(const struct timing *t, const struct ssta_arcs *arcs, int32_t arc, int split,
		   int64_t *delay, const struct ssta_variable **variable)
{
	int32_t from = t->arc[arc];

	*variable = NULL;
	if (from == ARC_NOWHERE)
		return false;
	if (from < 0) {
		*delay = t->constant[N_SPLITS * (int64_t)~from + split];
		return *delay != FS_NONE_64;
	}
	*delay = t->delay[N_SPLITS * (int64_t)from + split];
	*variable = &arcs->arc[from];
	return *delay != DELAY_NONE;
}

void ssta_op_make(struct ssta_op *op, const struct value *tail, int64_t delay,
		  const struct ssta_variable *variable, bool early)
{
	*op = (struct ssta_op){.source = tail->base >= 0 ? tail->base : SSTA_CONSTANT,
			       .early = early,
			       .nominal = tail->offset + delay};
	if (variable && (variable->sigma[0] || variable->sigma[1])) {
		op->region = (uint16_t)variable->region;
		op->key[0] = (uint32_t)variable->key;
		op->key[1] = (uint32_t)(variable->key >> 32);
		op->sigma[0] = early ? -variable->sigma[0] : variable->sigma[0];
		op->sigma[1] = early ? variable->sigma[1] : -variable->sigma[1];
	}
}

static int64_t deviation(int32_t sigma, int64_t bound)
{
	int64_t product = (sigma < 0 ? -(int64_t)sigma : sigma) * bound;

	return (product >> (Z_SHIFT + SIGMA_SHIFT)) + 1;
}

void ssta_op_bounds(const struct ssta_op *op, int64_t bound, int64_t *least, int64_t *largest)
{
	int64_t low = 0, high = 0;

	for (int i = 0; i < 2; i++) {
		if (op->sigma[i] < 0)
			low = max_i64(low, deviation(op->sigma[i], bound));
		if (op->sigma[i] > 0)
			high = max_i64(high, deviation(op->sigma[i], bound));
	}
	*least = op->nominal - low;
	*largest = op->nominal + high;
}

void ssta_sink_make(const struct timing *t, const struct ssta_arcs *arcs, int32_t s,
		    const struct value *data, const struct value *clock, struct ssta_sink *sink)
{
	const struct endpoint *e = &t->image->states->endpoint[s];
	const struct ssta_variable *check = &arcs->sink[s];
	int64_t sign = e->split == EARLY ? -1 : 1, at = 0;

	*sink = (struct ssta_sink){.data = data->base >= 0 ? data->base : SSTA_CONSTANT,
				   .clock = SSTA_CONSTANT};
	if (clock) {
		at = timing_arrival(t, e->clock, e->split == LATE ? EARLY : LATE);
		sink->constant -= clock->offset;
		if (clock->base >= 0)
			sink->clock = clock->base;
	}
	sink->constant += sign * (timing_sink_required(t, s) - at) - data->offset;
	sink->region = check->region;
	sink->key[0] = (uint32_t)check->key;
	sink->key[1] = (uint32_t)(check->key >> 32);
	sink->sigma[0] = check->sigma[0];
	sink->sigma[1] = -check->sigma[1];
}
