/*
 * Dies against a naive reference: on random designs every endpoint's slack in every die is what
 * relaxing the state graph gives with delays that are computed one by one from the definition. And
 * without variation dies are the design; parts of a run are the run; what is added up of slacks is
 * what comes of adding them up.
 *
 * `t_ssta STATE GATES [odd|even [SCALE [any]]]` runs one design.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/ssta/normal_table.h"
#include "gpu/ssta/ssta.h"
#include "gpu/ssta/ssta_draw.h"
#include "lib/devices.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"

static const struct normal_piece table[] = {NORMAL_TABLE};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- the definition ---- */

struct die {
	struct timing *timing;
	const struct variation *variation;
	const struct ssta_options *options;
	int32_t *place;   /* of each arc of the timing graph in the delay image */
	int64_t *arrival; /* [2 states] */
	int64_t *seed;
};

/* The words of samples 4·quad … 4·quad + 3 by where a permutation of its replicate has them. */
static void stratify(const struct ssta_options *options, int64_t quad, uint32_t domain,
		     uint64_t key, uint32_t word[4])
{
	uint32_t n = (uint32_t)options->strata, bits = 0;
	uint32_t p[4] = {(uint32_t)(4 * quad / n), domain + 256, (uint32_t)key,
			 (uint32_t)(key >> 32)};

	philox(p, (struct ssta_seed){{(uint32_t)options->seed, (uint32_t)(options->seed >> 32)}});
	while ((UINT32_C(1) << bits) < n)
		bits++;
	for (uint32_t j = 0; j < 4; j++) {
		uint64_t at = (uint64_t)(4 * quad + j) % n, begin, width;

		do {
			for (int round = 0; round < 6; round++) {
				uint32_t by = p[round % 4] >> (round < 4 ? 0 : 7);
				uint32_t more = p[(round + 1) % 4] >> (round < 4 ? 3 : 8);

				at = (at * (2 * (uint64_t)by + 1) + more) % (UINT64_C(1) << bits);
				at ^= at >> (bits + 1) / 2;
			}
			at = (at + p[3]) % (UINT64_C(1) << bits);
		} while (at >= n);
		begin = at * ((UINT64_C(1) << 62) / n) >> 30;
		width = ((at + 1) * ((UINT64_C(1) << 62) / n) >> 30) - begin;
		word[j] = (uint32_t)(begin + (width * word[j] >> 32));
	}
}

/* sigma·z, fs, of what has this key. */
static int64_t increment(const struct die *d, uint64_t key, uint32_t domain, double late,
			 double early, int64_t sample)
{
	int64_t quad = sample / 4;
	bool negated = d->options->sampling == SSTA_ANTITHETIC && quad % 2;
	uint32_t c[4] = {(uint32_t)(negated ? quad - 1 : quad), domain, (uint32_t)key,
			 (uint32_t)(key >> 32)};
	uint64_t seed = d->options->seed;
	double z, sigma;

	philox(c, (struct ssta_seed){{(uint32_t)seed, (uint32_t)(seed >> 32)}});
	if (d->options->sampling == SSTA_STRATIFIED)
		stratify(d->options, quad, domain, key, c);
	z = ldexp(normal_magnitude(table, c[sample % 4]), -Z_SHIFT);
	if ((c[sample % 4] >> 31) ^ negated)
		z = -z;
	sigma = floor((z >= 0 ? late : early) * 64 + 0.5) / 64;
	return (int64_t)floor(sigma * z + 0.5);
}

static const struct variation_rule *rule_of(const struct die *d, int32_t x, bool checks)
{
	struct variation_map map;
	const struct variation_rule *rule;

	must(variation_map_make(d->variation, d->timing->image->graph->netlist, &map));
	rule = variation_of(d->variation, &map, d->timing->image->graph->netlist, x, checks);
	variation_map_release(&map);
	return rule;
}

static int64_t arc_increment(const struct die *d, int32_t a, int64_t sample)
{
	const struct timing_graph *graph = d->timing->image->graph;
	int64_t place = d->place[a];
	int32_t delay = d->timing->delay[2 * place + LATE], to = graph->graph->arc_to[a];
	const struct variation_rule *rule;
	double by;

	if (graph->graph->arc_type[a] < 0)
		return 0;
	if (delay == DELAY_NONE)
		delay = d->timing->delay[2 * place + EARLY];
	rule = rule_of(d, graph->netlist->pin_instance[to / 2], false);
	if (!rule || delay == DELAY_NONE)
		return 0;
	by = rule->kind == VARIES_BY_SIGMA ? 1000 : fabs((double)delay);
	return increment(d, variation_key(graph->netlist, graph->graph->arc_from[a], to, 0),
			 SSTA_ARC, rule->value[0] * by, rule->value[1] * by, sample);
}

static int64_t check_increment(const struct die *d, int32_t s, int64_t sample)
{
	static const char kinds[] = {[ENDPOINT_SETUP] = 's',
				     [ENDPOINT_HOLD] = 'h',
				     [ENDPOINT_RECOVERY] = 'c',
				     [ENDPOINT_REMOVAL] = 'm'};
	const struct state_graph *states = d->timing->image->states;
	const struct netlist *netlist = d->timing->image->graph->netlist;
	const struct endpoint *e = &states->endpoint[s];
	int32_t vertex = state_vertex(states, states->graph->sink_vertex[s]);
	const struct variation_rule *rule;
	double by;

	if (e->table < 0)
		return 0;
	rule = rule_of(d, netlist->pin_instance[vertex / 2], true);
	if (!rule)
		return 0;
	by = (double)timing_sink_required(d->timing, s) -
	     (double)e->constant; /* of false ends both may be none */
	if (e->clock >= 0)
		by -= (double)timing_arrival(d->timing, e->clock, e->split == LATE ? EARLY : LATE);
	by = rule->kind == VARIES_BY_SIGMA ? 1000 : fabs(by);
	return increment(d, variation_key(netlist, e->clock_vertex, vertex, kinds[e->kind]),
			 SSTA_CHECK, rule->value[0] * by, rule->value[1] * by, sample);
}

/* Until nothing changes. */
static void relax(const struct die *d, int64_t sample)
{
	const struct timing *t = d->timing;
	const struct state_graph *states = t->image->states;
	const struct graph *g = states->graph;
	bool changed = true;

	memcpy(d->arrival, d->seed, 2 * (size_t)g->n_vertices * sizeof *d->seed);
	while (changed) {
		changed = false;
		for (int32_t a = 0; a < g->n_arcs; a++) {
			int32_t arc = state_delay(states, a);

			for (int split = 0; split < 2; split++) {
				int64_t at = d->arrival[2 * g->arc_from[a] + split], delay;
				int64_t *to = &d->arrival[2 * g->arc_to[a] + split];

				if (at == FS_NONE_64 || arc == ARC_BLOCKED)
					continue;
				if (arc < 0) {
					delay = t->constant[2 * ~arc + split];
				} else {
					delay = t->delay[2 * (int64_t)d->place[arc] + split];
					delay = delay == DELAY_NONE ? FS_NONE_64 : delay;
				}
				if (delay == FS_NONE_64)
					continue;
				at += delay + (arc < 0 ? 0 : arc_increment(d, arc, sample));
				if (*to == FS_NONE_64 || (split == LATE ? at > *to : at < *to)) {
					*to = at;
					changed = true;
				}
			}
		}
	}
}

static int64_t sink_slack(const struct die *d, int32_t s, int64_t sample)
{
	const struct timing *t = d->timing;
	const struct state_graph *states = t->image->states;
	const struct endpoint *e = &states->endpoint[s];
	int64_t required = timing_sink_required(t, s);
	int64_t at = d->arrival[2 * states->graph->sink_vertex[s] + e->split];
	int64_t check = check_increment(d, s, sample);
	int other = 1 - e->split;

	if (timing_sink_slack(t, s) == FS_NONE_64)
		return FS_NONE_64;
	if (e->clock >= 0)
		required += d->arrival[2 * e->clock + other] -
			    timing_arrival(t, e->clock, (enum split)other);
	return e->split == LATE ? required - check - at : at - required - check;
}

static void open_die(struct die *d, struct test_device *device)
{
	const struct image *image = d->timing->image->delay_image;
	const struct state_graph *states = d->timing->image->states;
	int32_t n = image->device.n_arcs, *arc, n_drivers = d->timing->image->n_drivers;
	int64_t *extra;

	must(timing_read(d->timing));
	must(timing_read_fan_in(d->timing));
	must(ALLOC(&arc, n));
	must(ALLOC(&d->place, n));
	from_device(device->queue, arc, image->d_arc, n * (int64_t)sizeof *arc);
	for (int32_t i = 0; i < n; i++)
		d->place[arc[i]] = i;
	free(arc);
	must(ALLOC(&extra, 2 * n_drivers));
	from_device(device->queue, extra, d->timing->image->d_extra,
		    2 * n_drivers * (int64_t)sizeof *extra);
	must(ALLOC(&d->arrival, 2 * (int64_t)states->graph->n_vertices));
	must(ALLOC(&d->seed, 2 * (int64_t)states->graph->n_vertices));
	for (int64_t i = 0; i < 2 * (int64_t)states->graph->n_vertices; i++)
		d->seed[i] = FS_NONE_64;
	for (int32_t i = 0; i < 2 * states->n_seeds; i++) {
		const struct seed *s = &states->seed[i / 2];
		int64_t at = s->arrival[i % 2];

		if (at != FS_NOTHING && s->driver >= 0)
			at += extra[2 * s->driver + i % 2];
		d->seed[2 * s->state + i % 2] = at;
	}
	free(extra);
}

static void close_die(struct die *d)
{
	free(d->place);
	free(d->arrival);
	free(d->seed);
}

/* ---- comparisons ---- */

struct totals {
	int designs, empty, wrong, shared, wide, cancelled;
	int64_t slacks, pruned;
};

/* The slack of an endpoint of the run, by the naive reference's arrivals. */
static int64_t endpoint_slack(const struct die *d, const struct ssta_endpoint *e, int64_t sample)
{
	const struct state_graph *states = d->timing->image->states;
	int64_t worst = FS_NONE_64;

	for (int32_t s = 0; s < states->graph->n_sinks; s++) {
		const struct endpoint *sink = &states->endpoint[s];
		int64_t slack;

		if (sink->split != d->options->split ||
		    state_vertex(states, states->graph->sink_vertex[s]) / 2 != e->pin ||
		    states->relation[sink->relation].group != e->group)
			continue;
		slack = sink_slack(d, s, sample);
		worst = slack < worst ? slack : worst;
	}
	return worst;
}

static bool same_die(const struct die *d, const struct ssta *ssta, int64_t sample, int64_t at,
		     struct totals *totals)
{
	int64_t worst = FS_NONE_64;
	int32_t whose = -1, told;

	relax(d, sample);
	for (int32_t i = 0; i < ssta_n_endpoints(ssta); i++) {
		struct ssta_endpoint e;
		int64_t slack;

		ssta_endpoint(ssta, i, &e);
		slack = endpoint_slack(d, &e, sample);
		totals->slacks++;
		if (e.series < 0 || ssta_series(ssta, e.series, at) != slack) {
			printf("# sample %lld, endpoint %d: %lld, not %lld\n", (long long)sample, i,
			       (long long)(e.series < 0 ? 0 : ssta_series(ssta, e.series, at)),
			       (long long)slack);
			return false;
		}
		if (slack < worst) {
			worst = slack;
			whose = i;
		}
	}
	return ssta_worst(ssta, -1, at, &told) == worst && told == whose;
}

/* The pins of all endpoints. */
static int32_t list_pins(const struct timing *t, int32_t **out)
{
	const struct state_graph *states = t->image->states;
	int32_t n = 0;

	must(ALLOC(out, states->graph->n_sinks));
	for (int32_t s = 0; s < states->graph->n_sinks && n < 200; s++) {
		int32_t pin = state_vertex(states, states->graph->sink_vertex[s]) / 2;

		if (n == 0 || (*out)[n - 1] != pin)
			(*out)[n++] = pin;
	}
	return n;
}

/* Exact sums are what the values kept add up to. */
static bool same_statistics(struct ssta *ssta)
{
	must(ssta_read(ssta));
	for (int32_t i = 0; i < ssta_n_endpoints(ssta); i++) {
		struct ssta_statistics a, b;
		struct ssta_endpoint e;
		int64_t n = ssta_n(ssta), *value;

		ssta_endpoint(ssta, i, &e);
		must(ALLOC(&value, n));
		for (int64_t s = 0; s < n; s++)
			value[s] = ssta_series(ssta, e.series, s);
		ssta_statistics_of(value, n, e.nominal, &b);
		free(value);
		ssta_endpoint_statistics(ssta, i, &a);
		if (memcmp(&a, &b, sizeof a) != 0 || a.n != n)
			return false;
	}
	return true;
}

/* Dies in parts, cut anywhere, are the dies of the whole. */
static bool same_parts(struct test_device *device, const struct die *d, const struct ssta *whole)
{
	struct ssta_options options = *d->options;
	int64_t n = ssta_n(whole), at = 0;
	struct ssta *ssta = NULL;
	bool same = true;

	options.n_series = 0;
	while (at < n && same) {
		int64_t part = 1 + random_below(n - at);

		options.begin = d->options->begin + at;
		options.end = options.begin + part;
		options.step = random_one_in(2) ? 0 : 1 + (int32_t)random_below(1000);
		if (ssta && random_one_in(2)) {
			ssta_free(ssta);
			ssta = NULL;
		}
		if (ssta)
			same = ssta_can_restart(ssta, &options) &&
			       ssta_restart(ssta, &options) == STATUS_OK;
		else
			must(ssta_new(device->queue, d->timing, d->variation, &options, &ssta));
		while (same && !ssta_finished(ssta))
			must(ssta_step(ssta));
		for (int64_t s = 0; s < part && same; s++) {
			int32_t a, b;

			same = ssta_worst(ssta, -1, s, &a) == ssta_worst(whole, -1, at + s, &b) &&
			       a == b;
		}
		at += part;
	}
	ssta_free(ssta);
	return same;
}

/* A die that is open as the design's timing has the slacks that it had among the others. */
static bool same_open(const struct die *d, const struct ssta *ssta, int64_t at)
{
	const struct timing *t = d->timing;
	const struct state_graph *states = t->image->states;
	int32_t n_negative;
	bool same = true;

	must(ssta_open(ssta, d->options->begin + at, &n_negative));
	must(timing_read(d->timing));
	for (int32_t i = 0; i < ssta_n_endpoints(ssta); i++) {
		int64_t worst = FS_NONE_64;
		struct ssta_endpoint e;

		ssta_endpoint(ssta, i, &e);
		for (int32_t s = 0; s < states->graph->n_sinks; s++) {
			const struct endpoint *sink = &states->endpoint[s];

			if (sink->split == d->options->split &&
			    state_vertex(states, states->graph->sink_vertex[s]) / 2 == e.pin &&
			    states->relation[sink->relation].group == e.group &&
			    timing_sink_slack(t, s) < worst)
				worst = timing_sink_slack(t, s);
		}
		same &= worst == ssta_series(ssta, e.series, at);
	}
	must(ssta_close(d->timing));
	must(timing_read(d->timing));
	return same;
}

/* Without variation every die is the design. */
static bool same_nominal(struct test_device *device, const struct die *d)
{
	struct variation none = {0};
	struct ssta_options options = *d->options;
	const struct timing *t = d->timing;
	const struct state_graph *states = t->image->states;
	struct ssta *ssta;
	bool same = true;

	options.begin = 0;
	options.single = false;
	options.end = 5;
	options.n_series = 0;
	must(ssta_new(device->queue, d->timing, &none, &options, &ssta));
	must(ssta_step(ssta));
	must(ssta_read(ssta));
	for (int32_t i = 0; i < ssta_n_endpoints(ssta); i++) {
		int64_t worst = FS_NONE_64;
		struct ssta_statistics statistics;
		struct ssta_endpoint e;

		ssta_endpoint(ssta, i, &e);
		ssta_endpoint_statistics(ssta, i, &statistics);
		for (int32_t s = 0; s < states->graph->n_sinks; s++) {
			const struct endpoint *sink = &states->endpoint[s];

			if (sink->split == options.split &&
			    state_vertex(states, states->graph->sink_vertex[s]) / 2 == e.pin &&
			    states->relation[sink->relation].group == e.group &&
			    timing_sink_slack(t, s) < worst)
				worst = timing_sink_slack(t, s);
		}
		same &= e.nominal == worst && statistics.mean == (double)worst &&
			statistics.sigma == 0 && statistics.n == 5;
	}
	ssta_free(ssta);
	return same;
}

/* `scale`: of the times in tables, so that sigmas are some picoseconds whatever it is. */
static void vary(const struct netlist *netlist, double scale, struct variation *variation)
{
	int n = 1 + (int)random_below(4);

	for (int i = 0; i < n; i++) {
		struct variation_rule rule = {.kind = random_one_in(3) ? VARIES_BY_SIGMA
								       : VARIES_BY_FRACTION};

		rule.checks = random_one_in(3);
		rule.scope = (enum variation_scope)random_below(N_VARIATION_SCOPES);
		rule.type = (int)random_below(2);
		if (rule.scope == VARIES_LIBRARY)
			rule.name = netlist->library[0]->name;
		if (rule.scope == VARIES_CELL)
			rule.name = netlist->master[random_below(netlist->n_masters)].name;
		if (rule.scope == VARIES_INSTANCE)
			rule.name = (char *)names_get(&netlist->instance_name,
						      (int32_t)random_below(netlist->n_instances));
		rule.value[0] = random_real(0, 0.3) * (random_one_in(10) ? 10 : 1);
		rule.value[1] = random_one_in(2) ? rule.value[0] : random_real(0, 0.3);
		if (rule.kind == VARIES_BY_FRACTION) {
			rule.value[0] /= scale;
			rule.value[1] /= scale;
		}
		must(variation_add(variation, &rule));
	}
}

/* Waits for the device until ^C; 0 = no ^C. */
static int64_t waits_to_cancel;

static void press(void *task)
{
	if (waits_to_cancel > 0 && --waits_to_cancel == 0)
		atomic_store(&((struct task *)task)->cancel, true);
}

/* Whatever of a step is there, it doesn't count twice. */
static void cancelled_step(struct test_device *device, struct ssta *ssta, struct totals *totals)
{
	enum status status;

	if (!device->task.breathe)
		test_task_breathes(&device->task, press, &device->task);
	waits_to_cancel = 1 + random_below(6);
	status = ssta_step(ssta);
	waits_to_cancel = 0;
	atomic_store(&device->task.cancel, false);
	totals->cancelled += status == STATUS_CANCELLED;
	if (status != STATUS_OK && status != STATUS_CANCELLED)
		abort();
}

/* All of a die have one factor in common, those of a library another. */
static bool same_correlations(const struct die *d, const struct ssta *ssta,
			      const struct ssta_options *options)
{
	const struct netlist *netlist = d->timing->image->graph->netlist;
	int32_t n = netlist->n_instances, x = (int32_t)random_below(n);
	double die = options->sharing.die, library = options->sharing.library;
	double *found = calloc((size_t)n, sizeof *found);
	bool same = true;

	if (die == 0 && library == 0) {
		same = ssta_correlations(ssta, x, found) == STATUS_FAILED;
		free(found);
		return same;
	}
	must(ssta_correlations(ssta, x, found));
	for (int32_t i = 0; i < n && same; i++) {
		bool alike = netlist->master[netlist->instance_master[i]].library[LATE] ==
			     netlist->master[netlist->instance_master[x]].library[LATE];
		double wanted = i == x ? 1 : die * die + (alike ? library * library : 0);

		same = fabs(found[i] - wanted) < 1e-8;
	}
	free(found);
	return same;
}

static bool run(struct test_device *device, struct die *d, struct totals *totals)
{
	struct ssta_options options = {.split = d->options->split,
				       .seed = random_next() >> (random_one_in(2) ? 0 : 62),
				       .sampling = (enum ssta_sampling)random_below(3),
				       .begin = random_one_in(2) ? 0 : random_below(20000)};
	int64_t n = random_one_in(20) ? 4200 : 1 + random_below(300);
	bool single = options.single = random_one_in(4);
	struct ssta *ssta;
	struct ssta_size size;
	int32_t *pins;
	enum status status;
	bool same = true;

	if (random_one_in(3)) {
		options.sharing.die = random_real(0, 0.7);
		options.sharing.library = random_one_in(2) ? 0 : random_real(0, 0.7);
		if (random_one_in(3))
			options.sampling = SSTA_SOBOL;
	}
	if (options.sampling == SSTA_STRATIFIED)
		options.strata = 4 * (1 + (int32_t)random_below(random_one_in(2) ? 5 : 2000));
	options.end = options.begin + n;
	options.n_series = list_pins(d->timing, &pins);
	options.series_pin = pins;
	d->options = &options;
	status = ssta_new(device->queue, d->timing, d->variation, &options, &ssta);
	free(pins);
	if (status != STATUS_OK) {
		if (status != STATUS_FAILED)
			printf("# %s\n", status_text(status));
		totals->empty++;
		return status == STATUS_FAILED;
	}
	while (!ssta_finished(ssta)) {
		if (random_one_in(2))
			cancelled_step(device, ssta, totals);
		must(ssta_step(ssta));
	}
	ssta_size(ssta, &size);
	totals->pruned += size.n_pruned;
	totals->wide += size.fs_bits == 64;
	/* what is shared, only same_open() compares */
	totals->shared += options.sharing.die > 0;
	/* and what has early delays of its own */
	for (int i = 0; i < 6 && same && options.sharing.die == 0 && !single; i++) {
		int64_t at = random_below(n);

		same = same_die(d, ssta, options.begin + at, at, totals);
	}
	if (same && !same_correlations(d, ssta, &options)) {
		printf("# correlations differ\n");
		same = false;
	}
	if (same && !same_statistics(ssta)) {
		printf("# statistics differ\n");
		same = false;
	}
	if (same && !same_parts(device, d, ssta)) {
		printf("# parts differ\n");
		same = false;
	}
	for (int i = 0; i < 3 && same; i++) {
		same = same_open(d, ssta, random_below(n));
		if (!same)
			printf("# an open die differs\n");
	}
	if (same && !same_nominal(device, d)) {
		printf("# the nominal slacks differ\n");
		same = false;
	}
	ssta_free(ssta);
	return same;
}

static bool check_state(struct test_device *device, uint64_t state,
			const struct random_options *options, struct totals *totals)
{
	struct random_design design;
	struct variation variation = {0};
	struct die d = {.variation = &variation};
	bool same = true;

	random_seed(state);
	random_design(options, &design);
	vary(design.netlist, options->scale, &variation);
	totals->designs++;
	if (timed_new(device->queue, &device->task, &design, true, &d.timing) != STATUS_OK)
		abort();
	if (timing_update(d.timing) == STATUS_OK) {
		open_die(&d, device);
		for (int split = 0; split < N_SPLITS && same; split++) {
			struct ssta_options wanted = {.split = (enum split)split};

			d.options = &wanted;
			same = run(device, &d, totals);
		}
		close_die(&d);
	} else {
		totals->empty++;
	}
	timing_free(d.timing);
	variation_release(&variation);
	random_design_release(&design);
	return same;
}

static void check_random(struct test_device *device, int n)
{
	struct totals t = {0};

	random_seed(20);
	for (int i = 0; i < n && t.wrong == 0; i++) {
		uint64_t state = random_next();
		struct random_options options = {
			.n_instances = 1 + (int32_t)random_below(i % 10 ? 40 : 150),
			.scale = i % 7 ? 1 : 50000,
			.odd = i % 2,
			.constrained = i % 3 != 0};

		if (!check_state(device, state, &options, &t)) {
			printf("# t_ssta %llu %d %s %g%s\n", (unsigned long long)state,
			       options.n_instances, options.odd ? "odd" : "even", options.scale,
			       options.constrained ? "" : " any");
			t.wrong++;
		}
		random_seed(state + 1);
	}
	OK(t.wrong == 0 && t.slacks > 10 * n,
	   "%s: %d random designs, %d without dies, %lld slacks, %lld arcs pruned, %d with 64 bits, %d "
	   "with shared factors, %d steps cancelled",
	   device->name, t.designs, t.empty, (long long)t.slacks, (long long)t.pruned, t.wide,
	   t.shared, t.cancelled);
}

static bool check_one(struct test_device *d, uint64_t state, const struct random_options *options)
{
	struct totals t = {0};

	return check_state(d, state, options, &t);
}

/* Of slacks whose deviations have powers beyond 128 bits: half are d below the nominal one, half d above. */
static void check_large(void)
{
	const int64_t d = INT64_C(1) << 60, value[] = {-d, d, d, -d};
	struct ssta_statistics s;

	ssta_statistics_of(value, 4, 0, &s);
	OK(s.mean == 0 && fabs(s.sigma / (double)d - sqrt(4.0 / 3)) < 1e-6 &&
		   fabs(s.kurtosis + 2) < 1e-6 && s.n_failing == 2,
	   "slacks years from the nominal one: sigma %g", s.sigma);
}

int main(int argc, char **argv)
{
	check_large();
	return test_random_designs(argc, argv,
				   &(struct random_test){200, 4, check_random, check_one});
}
