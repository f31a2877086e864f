/*
 * The slack along the nominal worst path as a control variate: it is a sum of deviations whose mean is
 * known, and follows the worst slack as far as the nominal worst path stays the worst one.
 */
#include <math.h>

#include "base/grow.h"
#include "gpu/ssta/ssta_impl.h"

/* ---- paths ---- */

struct tracer {
	struct timing *timing;
	const struct ssta_arcs *arcs;
	struct ssta_paths *out;
	enum split split;
	int32_t n_terms;
};

static bool varies(const struct ssta_variable *v)
{
	return v->sigma[0] || v->sigma[1];
}

static enum status add_term(struct tracer *t, int32_t number, bool is_check, int32_t times,
			    int32_t first)
{
	struct ssta_paths *out = t->out;

	/* what launch and capture have in common counts for nothing */
	for (int32_t i = first; i < t->n_terms; i++) {
		if (out->term[i].number == number && out->term[i].is_check == is_check) {
			out->term[i].times += times;
			return STATUS_OK;
		}
	}
	return APPEND(out->term, t->n_terms, &out->capacity,
		      (struct ssta_term){number, times, is_check});
}

/* The place from which the arrival at one comes, and the arc's; −1 = it was given. */
static int32_t came_from(const struct tracer *t, int32_t place, enum split split, int32_t *arc)
{
	const struct timing *timing = t->timing;
	int64_t at = timing->arrival[N_SPLITS * (int64_t)place + split];

	for (int32_t j = timing->in_row[place]; j < timing->in_row[place + 1]; j++) {
		int64_t tail = N_SPLITS * (int64_t)timing->in_from[j] + split, delay;

		*arc = timing->arc[timing->in_arc[j]];
		if (*arc == ARC_NOWHERE || timing->arrival[tail] == FS_NONE_64)
			continue;
		if (*arc < 0)
			delay = timing->constant[N_SPLITS * (int64_t) ~*arc + split];
		else
			delay = timing->delay[N_SPLITS * (int64_t)*arc + split];
		if (*arc < 0 ? delay == FS_NONE_64 : delay == DELAY_NONE)
			continue;
		if (timing->arrival[tail] + delay == at)
			return timing->in_from[j];
	}
	return -1;
}

static enum status trace(struct tracer *t, int32_t state, enum split split, int32_t times,
			 int32_t first)
{
	int32_t place = t->timing->image->state_place[state], arc;

	while ((place = came_from(t, place, split, &arc)) >= 0) {
		if (arc >= 0 && varies(&t->arcs->arc[arc]))
			TRY(add_term(t, arc, false, times, first));
	}
	return STATUS_OK;
}

/* Of late slacks the data's delays count negative, the clock's positive; of early ones the other way. */
static enum status trace_sink(struct tracer *t, int32_t s)
{
	const struct state_graph *states = t->timing->image->states;
	const struct endpoint *e = &states->endpoint[s];
	int32_t sign = t->split == LATE ? -1 : 1, first = t->n_terms;

	TRY(trace(t, states->graph->sink_vertex[s], t->split, sign, first));
	if (e->clock >= 0)
		TRY(trace(t, e->clock, 1 - t->split, -sign, first));
	return varies(&t->arcs->sink[s]) ? add_term(t, s, true, -1, first) : STATUS_OK;
}

/* The worst sink of each group. */
static void find_sinks(const struct tracer *t, int32_t *sink)
{
	const struct state_graph *states = t->timing->image->states;

	for (int32_t s = 0; s < states->graph->n_sinks; s++) {
		const struct endpoint *e = &states->endpoint[s];
		int32_t group = states->relation[e->relation].group;
		int64_t slack = timing_sink_slack(t->timing, s);

		if (e->split != t->split || slack == FS_NONE_64)
			continue;
		if (sink[group] < 0 || slack < timing_sink_slack(t->timing, sink[group]))
			sink[group] = s;
	}
}

enum status ssta_paths_make(struct ssta *ssta)
{
	struct ssta_paths *out = &ssta->paths;
	struct tracer t = {.timing = ssta->timing,
			   .arcs = &ssta->arcs,
			   .out = out,
			   .split = ssta->options.split};
	int32_t n = ssta->program.n_groups;
	FREED int32_t *sink = NULL;

	TRY(timing_read_fan_in(ssta->timing));
	TRY(ALLOC(&out->row, n + 1));
	TRY(ALLOC(&sink, n));
	for (int32_t i = 0; i < n; i++)
		sink[i] = -1;
	find_sinks(&t, sink);
	for (int32_t i = 0; i < n; i++) {
		if (sink[i] >= 0)
			TRY(trace_sink(&t, sink[i]));
		out->row[i + 1] = t.n_terms;
	}
	return STATUS_OK;
}

FREES(ssta_paths_release, struct ssta_paths, x->row, x->term);

/* ---- deviations along one ---- */

struct along {
	const struct ssta *ssta;
	const struct ssta_term *term;
	int32_t n;
	int32_t *shared; /* owned [rows]; NULL = nothing is shared */
	bool *is_used;   /* owned [rows] */
};

static const struct ssta_variable *variable_of(const struct along *a, int32_t i)
{
	const struct ssta_arcs *arcs = &a->ssta->arcs;

	return a->term[i].is_check ? &arcs->sink[a->term[i].number] : &arcs->arc[a->term[i].number];
}

static enum status along_open(const struct ssta *ssta, int32_t group, struct along *out)
{
	const struct ssta_paths *paths = &ssta->paths;
	int32_t n_rows = ssta->factors.n_rows;

	*out = (struct along){.ssta = ssta,
			      .term = paths->term + paths->row[group],
			      .n = paths->row[group + 1] - paths->row[group]};
	if (!n_rows)
		return STATUS_OK;
	TRY(ALLOC_ALL(n_rows, &out->shared, &out->is_used));
	for (int32_t i = 0; i < out->n; i++)
		out->is_used[variable_of(out, i)->region] = true;
	ssta_mark_used(&ssta->factors, out->is_used);
	return STATUS_OK;
}

static FREES(along_close, struct along, x->shared, x->is_used);

/* What its slack deviates by in a sample, fs. */
static int64_t deviation(const struct along *a, int64_t sample)
{
	const struct ssta_options *options = &a->ssta->options;
	const struct ssta_factors *factors = &a->ssta->factors;
	int64_t sum = 0;

	if (a->shared)
		ssta_shared_z(options, factors, sample, a->is_used, a->shared);
	for (int32_t i = 0; i < a->n; i++)
		sum += (int64_t)a->term[i].times *
		       ssta_increment(options, variable_of(a, i),
				      a->term[i].is_check ? SSTA_CHECK : SSTA_ARC, factors,
				      a->shared, sample);
	return sum;
}

/* What it deviates by in the mean: half of all z are positive, and E|z| = √(2/π). */
static double expected(const struct along *a)
{
	double sum = 0;

	for (int32_t i = 0; i < a->n; i++) {
		const struct ssta_variable *v = variable_of(a, i);

		sum += a->term[i].times * (double)(v->sigma[0] - v->sigma[1]) / (1 << SIGMA_SHIFT);
	}
	return sum * 0.3989422804014327;
}

/* ---- the estimate ---- */

struct pair {
	double slack, path;
};

/* The error of the mean of slack − beta·path. */
static void find_error(const struct ssta_options *options, const struct pair *pair, int64_t n,
		       struct ssta_controlled *out)
{
	double sum[SSTA_REPLICATES] = {0}, all = 0, square = 0;
	int64_t size[SSTA_REPLICATES] = {0};
	int32_t n_replicates = 0;

	for (int64_t i = 0; i < n; i++) {
		double value = pair[i].slack - out->beta * pair[i].path;
		int32_t r = ssta_replicate(options, n, i);

		all += value;
		if (r >= 0) {
			sum[r] += value;
			size[r]++;
		}
	}
	for (int32_t r = 0; r < SSTA_REPLICATES; r++) {
		if (size[r])
			sum[n_replicates++] = sum[r] / (double)size[r];
	}
	if (n_replicates > 1) {
		ssta_spread(sum, n_replicates, &out->error);
		return;
	}
	all /= (double)n;
	for (int64_t i = 0; i < n; i++) {
		double value = pair[i].slack - out->beta * pair[i].path - all;

		square += value * value;
	}
	out->error.error = n > 2 ? sqrt(square / (double)(n - 2) / (double)n) : 0;
	out->error.within = 1.96 * out->error.error;
}

static void estimate(const struct ssta_options *options, const struct pair *pair, int64_t n,
		     double nominal, double known, struct ssta_controlled *out)
{
	double slack = 0, path = 0, ss = 0, pp = 0, sp = 0;

	for (int64_t i = 0; i < n; i++) {
		slack += pair[i].slack / (double)n;
		path += pair[i].path / (double)n;
	}
	for (int64_t i = 0; i < n; i++) {
		double s = pair[i].slack - slack, p = pair[i].path - path;

		ss += s * s;
		pp += p * p;
		sp += s * p;
	}
	out->beta = pp > 0 ? sp / pp : 0;
	out->correlation = pp > 0 && ss > 0 ? sp / sqrt(pp * ss) : 0;
	out->mean = nominal + slack - out->beta * (path - known);
	find_error(options, pair, n, out);
}

/* The group that the chip's worst nominal slack is in. */
static int32_t worst_group(const struct ssta *ssta)
{
	int32_t worst = 0;

	for (int32_t g = 1; g < ssta->program.n_groups; g++) {
		if (ssta->group_nominal[g] < ssta->group_nominal[worst])
			worst = g;
	}
	return worst;
}

enum status ssta_controlled(const struct ssta *ssta, int32_t group, struct ssta_controlled *out)
{
	int64_t n = ssta_n(ssta), nominal = ssta_nominal(ssta, group);
	FREED struct pair *pair = NULL;
	RELEASED_BY(along_close) struct along along = {0};

	TRY(ssta_need_replay(ssta));
	TRY(along_open(ssta, group < 0 ? worst_group(ssta) : group, &along));
	*out = (struct ssta_controlled){.n_terms = along.n};
	TRY(ALLOC(&pair, n));
	for (int64_t i = 0; i < n; i++) {
		pair[i].slack = (double)(ssta_worst(ssta, group, i, NULL) - nominal);
		pair[i].path = (double)deviation(&along, ssta->options.begin + i);
	}
	estimate(&ssta->options, pair, n, (double)nominal, expected(&along), out);
	return STATUS_OK;
}
