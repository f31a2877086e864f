/* What varies, and by how much: sigmas are looked up once an arc, on the host. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "db/scaling.h"
#include "gpu/ssta/ssta_impl.h"

struct making {
	struct timing *timing;
	const struct variation *variation;
	struct variation_map map;
	const struct ssta_factors *factors;
	struct ssta_arcs *out;
	int32_t *graph_arc; /* of each arc of the delay image */
};

FREES(ssta_arcs_release, struct ssta_arcs, x->arc, x->sink);

/* A sigma in fs as the kernels have it. */
static enum status to_units(const struct making *m, int32_t vertex, double sigma, int32_t *out)
{
	const struct netlist *netlist = m->timing->image->graph->netlist;
	double units = sigma * (1 << SIGMA_SHIFT) + 0.5;
	RELEASED_BY(text_release) struct text pin = TEXT_INIT;

	if (units >= 0 && units < (double)SIGMA_LARGEST) {
		*out = (int32_t)units;
		return STATUS_OK;
	}
	netlist_write_pin(netlist, vertex / N_EDGES, '/', &pin);
	status_fail(STATUS_BAD_INPUT, "the sigma at %s is %g ps: negative, or beyond 16777 ps",
		    text_string(&pin), sigma / 1000);
	return STATUS_BAD_INPUT;
}

/* An arc of a library, and what its tables are asked with, ps and fF. */
struct asked {
	const struct library *library; /* borrowed */
	const struct lib_arc *arc;     /* borrowed */
	double slew, load;             /* of an arc */
	double related, constrained;   /* slews of a check */
};

static double operand(enum lut_variable variable, const struct asked *asked)
{
	switch (variable) {
	case LUT_SLEW:
		return asked->slew;
	case LUT_LOAD:
		return asked->load;
	case LUT_RELATED_SLEW:
		return asked->related;
	case LUT_CONSTRAINED_SLEW:
		return asked->constrained;
	case LUT_NONE:
		break;
	}
	return 0;
}

/* By the library's tables of an arc that ends in an edge; 0 where it has none, or where one that is
 * extrapolated goes below 0. */
static enum status look_up_sigma(const struct making *m, const struct variation_rule *rule,
				 int32_t vertex, const struct asked *asked,
				 struct ssta_variable *out)
{
	const struct library *library = asked->library;
	const struct timing_graph *graph = m->timing->image->graph;

	for (int i = 0; i < 2; i++) {
		int32_t id = asked->arc->sigma[i ? EARLY : LATE][vertex % N_EDGES] - 1;
		const struct lut *lut = &library->lut[id < 0 ? 0 : id];
		double ps;

		if (id < 0) {
			out->lacks_table = true;
			continue;
		}
		ps = scaled_value(library, lut, operand(lut->variable[0], asked),
				  operand(lut->variable[1], asked),
				  scaling_conditions(graph->netlist, graph->constraints, LATE));
		TRY(to_units(m, vertex, rule->value[i] * (ps > 0 ? ps * 1000 : 0), &out->sigma[i]));
	}
	return STATUS_OK;
}

static enum status set_sigma(const struct making *m, const struct variation_rule *rule,
			     int32_t vertex, double nominal, struct ssta_variable *out)
{
	for (int i = 0; i < 2; i++) {
		double by = rule->kind == VARIES_BY_SIGMA ? 1000 : fabs(nominal);

		TRY(to_units(m, vertex, rule->value[i] * by, &out->sigma[i]));
	}
	return STATUS_OK;
}

static bool varies(const struct ssta_variable *v)
{
	return v->sigma[0] || v->sigma[1];
}

/* ---- arcs ---- */

static enum status read_graph_arcs(struct making *m)
{
	const struct image *image = m->timing->image->delay_image;
	int64_t n = image->device.n_arcs;

	TRY(ALLOC(&m->graph_arc, n));
	queue_download(m->timing->queue, m->graph_arc, image->d_arc, n * (int64_t)sizeof(int32_t));
	return queue_sync(m->timing->queue);
}

/* The nominal late delay, or where only early has one that. */
static int32_t nominal_delay(const struct timing *timing, int64_t place)
{
	int32_t late = timing->delay[N_SPLITS * place + LATE];

	return late != DELAY_NONE ? late : timing->delay[N_SPLITS * place + EARLY];
}

static enum status arc_sigma(const struct making *m, const struct variation_rule *rule, int32_t a,
			     struct ssta_variable *out)
{
	const struct timing_graph *graph = m->timing->image->graph;
	const struct arc_type *type = &graph->type[graph->graph->arc_type[a]];
	int32_t to = graph->graph->arc_to[a], net = graph->netlist->pin_net[to / N_EDGES];
	struct asked asked = {
		.library = type->library,
		.arc = type->lib,
		.slew = timing_vertex_slew(m->timing, graph->graph->arc_from[a], LATE)};

	if (net >= 0)
		asked.load = m->timing->load[4 * (int64_t)net + 2 * LATE + to % N_EDGES];
	return look_up_sigma(m, rule, to, &asked, out);
}

static enum status make_arc(struct making *m, int64_t place)
{
	const struct timing_graph *graph = m->timing->image->graph;
	struct ssta_variable *out = &m->out->arc[place];
	int32_t a = m->graph_arc[place], delay = nominal_delay(m->timing, place), to, x;
	const struct variation_rule *rule;

	if (a >= graph->graph->n_arcs || graph->graph->arc_type[a] < 0 || delay == DELAY_NONE)
		return STATUS_OK;
	to = graph->graph->arc_to[a];
	x = graph->netlist->pin_instance[to / N_EDGES];
	rule = x < 0 ? NULL : variation_of(m->variation, &m->map, graph->netlist, x, false);
	if (!rule)
		return STATUS_OK;
	if (rule->kind == VARIES_BY_TABLE)
		TRY(arc_sigma(m, rule, a, out));
	else
		TRY(set_sigma(m, rule, to, delay, out));
	if (!varies(out))
		return STATUS_OK;
	out->key = variation_key(graph->netlist, graph->graph->arc_from[a], to, 0);
	out->region = m->factors->n_regions ? m->factors->region[x] : 0;
	return STATUS_OK;
}

/* ---- checks ---- */

static char kind_of(enum endpoint_kind kind)
{
	return kind == ENDPOINT_SETUP      ? 's'
	       : kind == ENDPOINT_HOLD     ? 'h'
	       : kind == ENDPOINT_RECOVERY ? 'c'
					   : 'm';
}

/* What the check itself demands, fs. */
static int64_t nominal_check(const struct timing *timing, int32_t s)
{
	const struct endpoint *e = &timing->image->states->endpoint[s];
	int64_t required = timing_sink_required(timing, s);
	enum split other = e->split == LATE ? EARLY : LATE;
	int64_t at = e->clock < 0 ? 0 : timing_arrival(timing, e->clock, other);

	if (required == FS_NONE_64 || at == FS_NONE_64)
		return 0;
	return required - at - e->constant;
}

/* The arc of the library that says what a check demands; of several (with conditions) the first. */
static const struct lib_arc *find_check(const struct netlist *netlist, int32_t x, int32_t from,
					int32_t to, enum lib_arc_kind kind,
					const struct library **library)
{
	const struct lib_cell *cell = netlist_lib_cell(netlist, x, LATE, library);

	for (int32_t a = 0; cell && a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &(*library)->arc[cell->first_arc + a];

		if (arc->kind == kind && arc->from == from / N_EDGES - netlist->instance_pin[x] &&
		    arc->to == to / N_EDGES - netlist->instance_pin[x] &&
		    arc->from_edge[from % N_EDGES])
			return arc;
	}
	return NULL;
}

static enum status check_sigma(const struct making *m, const struct variation_rule *rule, int32_t s,
			       struct ssta_variable *out)
{
	static const enum lib_arc_kind kinds[] = {[ENDPOINT_SETUP] = LIB_SETUP,
						  [ENDPOINT_HOLD] = LIB_HOLD,
						  [ENDPOINT_RECOVERY] = LIB_RECOVERY,
						  [ENDPOINT_REMOVAL] = LIB_REMOVAL};
	const struct state_graph *states = m->timing->image->states;
	const struct netlist *netlist = m->timing->image->graph->netlist;
	const struct endpoint *e = &states->endpoint[s];
	int32_t vertex = state_vertex(states, states->graph->sink_vertex[s]);
	struct asked asked = {.related = timing_vertex_slew(m->timing, e->clock_vertex,
							    e->split == LATE ? EARLY : LATE),
			      .constrained = timing_vertex_slew(m->timing, vertex, e->split)};

	if (e->kind > ENDPOINT_REMOVAL)
		return STATUS_OK;
	asked.arc = find_check(netlist, netlist->pin_instance[vertex / N_EDGES], e->clock_vertex,
			       vertex, kinds[e->kind], &asked.library);
	return asked.arc ? look_up_sigma(m, rule, vertex, &asked, out) : STATUS_OK;
}

static enum status make_check(struct making *m, int64_t s)
{
	const struct state_graph *states = m->timing->image->states;
	const struct netlist *netlist = m->timing->image->graph->netlist;
	const struct endpoint *e = &states->endpoint[s];
	struct ssta_variable *out = &m->out->sink[s];
	int32_t vertex = state_vertex(states, states->graph->sink_vertex[s]);
	int32_t x = netlist->pin_instance[vertex / N_EDGES];
	const struct variation_rule *rule;

	if (e->table < 0 || e->clock_vertex < 0 || x < 0)
		return STATUS_OK;
	rule = variation_of(m->variation, &m->map, netlist, x, true);
	if (!rule)
		return STATUS_OK;
	if (rule->kind == VARIES_BY_TABLE)
		TRY(check_sigma(m, rule, s, out));
	else
		TRY(set_sigma(m, rule, vertex, (double)nominal_check(m->timing, s), out));
	if (!varies(out))
		return STATUS_OK;
	out->key = variation_key(netlist, e->clock_vertex, vertex, kind_of(e->kind));
	out->region = m->factors->n_regions ? m->factors->region[x] : 0;
	return STATUS_OK;
}

/* Of all items, by threads; what the first that fails says is what one thread would say. */
static enum status make_items(struct making *m, enum status (*make)(struct making *m, int64_t i),
			      const struct ssta_variable *variable, int64_t n, int64_t *n_vary)
{
	int n_threads = device_host_threads(queue_device(m->timing->queue));
	int64_t count = 0, n_without = 0, failed = n;

#pragma omp parallel for schedule(dynamic, 1024) num_threads(n_threads)                            \
	reduction(+ : count, n_without) reduction(min : failed)
	for (int64_t i = 0; i < n; i++) {
		if (make(m, i) != STATUS_OK)
			failed = i < failed ? i : failed;
		count += varies(&variable[i]);
		n_without += variable[i].lacks_table;
	}
	*n_vary = count;
	m->out->n_without += n_without;
	return failed < n ? make(m, failed) : STATUS_OK;
}

static void making_release(struct making *m)
{
	free(m->graph_arc);
	variation_map_release(&m->map);
}

enum status ssta_arcs_make(struct timing *timing, const struct variation *variation,
			   const struct ssta_factors *factors, struct ssta_arcs *out)
{
	int64_t n_arcs = timing->image->delay_image->device.n_arcs;
	int32_t n_sinks = timing->image->states->graph->n_sinks;
	RELEASED_BY(making_release)
	struct making m = {
		.timing = timing, .variation = variation, .factors = factors, .out = out};

	*out = (struct ssta_arcs){0};
	TRY(variation_map_make(variation, timing->image->graph->netlist, &m.map));
	TRY(read_graph_arcs(&m));
	TRY(ALLOC(&out->arc, n_arcs));
	TRY(ALLOC(&out->sink, n_sinks));
	TRY(make_items(&m, make_arc, out->arc, n_arcs, &out->n_varied));
	return make_items(&m, make_check, out->sink, n_sinks, &out->n_checks);
}
