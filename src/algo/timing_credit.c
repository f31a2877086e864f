/*
 * The clock network as nodes with predecessors, for credit: one for each state of a clock, and one
 * more where a clock goes on outside of the design (struct device_credit).
 */
#include <stdlib.h>

#include "algo/timing_paths.h"
#include "base/bits.h"
#include "base/grow.h"
#include "base/keys.h"
#include "base/parallel.h"

/* ---- which states have nodes ---- */

static bool is_clock_state(const void *states, int64_t state)
{
	return state_is_of_clock(states, (int32_t)state);
}

/* The arrays of nodes on the host, side by side. */
struct node_lists {
	int32_t n;
	int32_t n_states,
		*of_clock; /* owned: the states of clocks; the node of each has its place as number */
	/* owned [n_states of the image], -1 = none: of those inside, by place */
	int32_t *node_of;
	struct keys
		others; /* owned: enum node_place and place of the others, which are few; they come after */
	int32_t *state, *pin, *rank, *segment; /* owned [n] */
	uint8_t *edge, *place;                 /* owned [n] */
};

/* Where a generated clock's edge begins: by the edge of its master that its definition names, else by the other. */
static int32_t insertion_state(const struct state_graph *states, int32_t clock_edge)
{
	const struct clock *clock = &states->timing->constraints->clock[clock_edge / N_EDGES];
	int named = clock->master_edge[clock_edge % N_EDGES];
	int32_t state = -1;

	for (int32_t i = clock_edge % N_EDGES; i < clock_n_begin_places(clock) && state < 0;
	     i += N_EDGES) {
		int32_t vertex = clock_begin_vertex(clock, states->timing->netlist, i);

		for (int e = 0; e < N_EDGES && vertex >= 0 && state < 0; e++)
			state = state_of_way(states, vertex,
					     CLOCK_EDGE(clock_edge / N_EDGES, named ^ e));
	}
	return state;
}

/*
 * Up to where a clock has a way in common with others. Ideal clocks differ by their given latencies, not
 * by pessimism: they have none, but for a generated one whose latency is that of the way to its only
 * source: up to there.
 */
static int32_t shared_state(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state < 0 ? NULL : state_tag(states, state);
	const struct clock *clock;

	if (!tag || (tag->kind != TAG_CLOCK && tag->kind != TAG_AT_ONCE))
		return -1;
	if (tag->kind == TAG_CLOCK && state_is_propagated(states, state))
		return state;
	clock = &states->timing->constraints->clock[tag->clock_edge / N_EDGES];
	for (int i = 0; i < N_SPLITS * N_EDGES; i++) {
		if (is_given(clock->source_latency[i / N_EDGES][i % N_EDGES]))
			return -1;
	}
	if (clock->master < 0 || clock->n_sources != 1)
		return -1;
	return insertion_state(states, tag->clock_edge);
}

/* The same where a clock goes on outside: of a generated one after its source. What arrives at a reference
 * pin has no credit, as in OpenSTA. */
static int32_t external_state(const struct state_graph *states, int32_t end)
{
	int32_t state = shared_state(states, end);
	const struct tag *tag = state < 0 ? NULL : state_tag(states, state);
	const struct clock *clock =
		tag ? &states->timing->constraints->clock[tag->clock_edge / N_EDGES] : NULL;

	return clock && clock->master >= 0 && clock_is_source_of(clock, state_pin(states, end))
		       ? state
		       : -1;
}

/* The state of a clock that is data from its source on. */
static int32_t clock_state_at(const struct state_graph *states, int32_t state)
{
	return state_next_of_clock(states, state_first(states, state_vertex(states, state)),
				   TAG_CLOCK, state_tag(states, state)->clock_edge);
}

/* The node of a state at its place in the image, -1 = none. */
static int32_t node_at(const struct node_lists *l, enum node_place place, int32_t at)
{
	int32_t key[2] = {(int32_t)place, at}, other;

	if (place == NODE_INSIDE)
		return l->node_of[at];
	other = l->others.n ? keys_find(&l->others, key) : -1;
	return other < 0 ? -1 : l->n_states + other;
}

static enum status number_external(const struct timing_image *t, struct node_lists *l, int32_t end,
				   enum node_place place)
{
	int32_t state = end < 0 ? -1 : external_state(t->states, end), other;
	int32_t key[2] = {(int32_t)place, state < 0 ? -1 : t->state_place[state]};

	if (state < 0)
		return STATUS_OK;
	TRY(keys_add(&l->others, key, &other, NULL));
	l->n = l->n_states + l->others.n;
	return STATUS_OK;
}

static bool is_output(const void *endpoint, int64_t sink)
{
	return ((const struct endpoint *)endpoint)[sink].kind == ENDPOINT_OUTPUT;
}

static enum status number_outputs(const struct timing_image *t, struct node_lists *l)
{
	const struct state_graph *states = t->states;
	int32_t *sink, n;
	enum status status = STATUS_OK;

	TRY(select_items(states->graph->n_sinks, is_output, states->endpoint, &sink, &n));
	for (int32_t i = 0; i < n && status == STATUS_OK; i++)
		status = number_external(t, l, states->endpoint[sink[i]].clock, NODE_OUTSIDE);
	free(sink);
	return status;
}

static bool begins_as_data(const void *context, int64_t source)
{
	const struct state_graph *states = context;

	return state_is_clock_as_data(states, states->graph->source_vertex[source]);
}

static enum status number_clocks_as_data(const struct timing_image *t, struct node_lists *l)
{
	const struct state_graph *states = t->states;
	int32_t *source, n;
	enum status status = STATUS_OK;

	TRY(select_items(states->graph->n_sources, begins_as_data, states, &source, &n));
	for (int32_t i = 0; i < n && status == STATUS_OK; i++)
		status = number_external(
			t, l, clock_state_at(states, states->graph->source_vertex[source[i]]),
			NODE_AS_DATA);
	free(source);
	return status;
}

/* In the order of states, then of what is outside. */
static enum status number_nodes(const struct timing_image *t, struct node_lists *l)
{
	const struct state_graph *states = t->states;

	l->others.width = 2 * (int32_t)sizeof(int32_t);
	TRY(ALLOC(&l->node_of, t->device_states.n_states));
	OVER_ITEMS(s, t->device_states.n_states)
	l->node_of[s] = -1;
	TRY(select_items(states->graph->n_vertices, is_clock_state, states, &l->of_clock,
			 &l->n_states));
	OVER_ITEMS(i, l->n_states)
	l->node_of[t->state_place[l->of_clock[i]]] = (int32_t)i;
	l->n = l->n_states;
	for (int32_t i = 0; i < states->n_inputs; i++)
		TRY(number_external(t, l, states->input[i].clock, NODE_OUTSIDE));
	TRY(number_clocks_as_data(t, l));
	return number_outputs(t, l);
}

/* ---- segments ---- */

static bool begin_at_one_pin(const struct clock *a, const struct clock *b)
{
	for (int32_t i = 0; i < a->n_sources; i++) {
		if (clock_is_source_of(b, a->source[i]))
			return true;
	}
	return false;
}

/* That of another clock that begins there and has the same master, or of a master that begins there itself;
 * -1 = it needs its own. */
static int32_t shared_segment(const struct constraints *constraints, const int32_t *segment,
			      int32_t c)
{
	const struct clock *clock = &constraints->clock[c];

	if (clock->master >= 0 && begin_at_one_pin(clock, &constraints->clock[clock->master]))
		return segment[clock->master];
	for (int32_t other = 0; other < constraints->n_clocks; other++) {
		int32_t master = constraints->clock[other].master;

		if (segment[other] < 0 || (clock->master < 0) != (master < 0) ||
		    (master >= 0 && segment[master] != segment[clock->master]))
			continue;
		if (begin_at_one_pin(clock, &constraints->clock[other]))
			return segment[other];
	}
	return -1;
}

/* Of each clock, those of masters first. */
static enum status find_segments(const struct constraints *constraints, int32_t **segment)
{
	int32_t n = constraints ? constraints->n_clocks : 0, n_segments = 0;
	bool changed = true;

	TRY(ALLOC(segment, n));
	for (int32_t c = 0; c < n; c++)
		(*segment)[c] = -1;
	while (changed) {
		changed = false;
		for (int32_t c = 0; c < n; c++) {
			int32_t master = constraints->clock[c].master, shared;

			if ((*segment)[c] >= 0 || (master >= 0 && (*segment)[master] < 0))
				continue;
			shared = shared_segment(constraints, *segment, c);
			(*segment)[c] = shared >= 0 ? shared : n_segments++;
			changed = true;
		}
	}
	return STATUS_OK;
}

/* Where a state's network begins: on the way to a generated clock that of its master. */
static int32_t segment_of(const struct state_graph *states, const int32_t *segment, int32_t state)
{
	const struct tag *tag = state_tag(states, state);
	int32_t clock = tag->clock_edge / N_EDGES;

	return segment[tag_is_insertion(tag) ? states->timing->constraints->clock[clock].master
					     : clock];
}

/* ---- ranks ---- */

/* The network's arcs between different pins, by the nodes of their tails. */
struct network_arcs {
	int32_t *row;    /* owned [n_states of clocks + 1] */
	int32_t *to_pin; /* owned */
	int32_t *node;   /* owned [n_states of clocks]: the nodes by the places of their states */
};

static void network_arcs_release(struct network_arcs *arcs)
{
	free(arcs->row);
	free(arcs->to_pin);
	free(arcs->node);
}

static bool is_network_arc(const void *context, int64_t arc)
{
	const struct state_graph *states = context;
	int32_t from = states->graph->arc_from[arc], to = states->graph->arc_to[arc];

	return state_is_of_clock(states, from) && state_is_of_clock(states, to) &&
	       state_delay(states, (int32_t)arc) != ARC_BLOCKED &&
	       state_side(states, from) != state_side(states, to);
}

static enum status fill_rows(const struct timing_image *t, const struct node_lists *l,
			     const int32_t *arc, int32_t n_arcs, struct network_arcs *out)
{
	const struct state_graph *states = t->states;
	int32_t *row;

	/* While it is filled, a row begins one place later. */
	TRY(ALLOC(&out->row, (int64_t)l->n_states + 2));
	TRY(ALLOC(&out->to_pin, n_arcs));
	row = out->row + 1;
	OVER_ITEMS(i, n_arcs)
	__atomic_fetch_add(&row[l->node_of[t->state_place[states->graph->arc_from[arc[i]]]] + 1], 1,
			   __ATOMIC_RELAXED);
	for (int32_t x = 0; x < l->n_states; x++)
		row[x + 1] += row[x];
	/* in any order within a row: the largest rank counts */
	OVER_ITEMS(i, n_arcs)
	{
		int32_t node = l->node_of[t->state_place[states->graph->arc_from[arc[i]]]];

		out->to_pin[__atomic_fetch_add(&row[node], 1, __ATOMIC_RELAXED)] =
			state_side(states, states->graph->arc_to[arc[i]]);
	}
	return STATUS_OK;
}

static bool has_node(const void *node_of, int64_t place)
{
	return ((const int32_t *)node_of)[place] >= 0;
}

static enum status list_arcs(const struct timing_image *t, const struct node_lists *l,
			     struct network_arcs *out)
{
	int32_t *arc, n_arcs, n;
	enum status status;

	TRY(select_items(t->states->graph->n_arcs, is_network_arc, t->states, &arc, &n_arcs));
	status = fill_rows(t, l, arc, n_arcs, out);
	free(arc);
	TRY(status);
	TRY(select_items(t->device_states.n_states, has_node, l->node_of, &out->node, &n));
	OVER_ITEMS(i, n)
	out->node[i] = l->node_of[out->node[i]];
	return STATUS_OK;
}

/* Passes over the network after which ranks are taken as they are: pins that are downstream of each other
 * by different edges would raise each other forever. */
enum { MOST_PASSES = 64 };

/*
 * A pin's rank is higher than those of all pins downstream of it, along the ways of all clocks: several
 * may leave a pin, and some begin in the midst of others. States go up from their heads, so that a
 * pass or two find it.
 */
static enum status find_ranks(const struct timing_image *t, const struct node_lists *l,
			      int32_t *pin_rank)
{
	struct network_arcs arcs = {0};
	enum status status = list_arcs(t, l, &arcs);
	bool changed = status == STATUS_OK;

	for (int pass = 0; pass < MOST_PASSES && changed; pass++) {
		changed = false;
		for (int32_t i = 0; i < l->n_states; i++) {
			int32_t node = arcs.node[i];

			for (int32_t j = arcs.row[node]; j < arcs.row[node + 1]; j++) {
				int32_t *rank = &pin_rank[l->pin[node]];

				if (pin_rank[arcs.to_pin[j]] < *rank)
					continue;
				*rank = pin_rank[arcs.to_pin[j]] + 1;
				changed = true;
			}
		}
	}
	network_arcs_release(&arcs);
	return status;
}

/* ---- nodes ---- */

static enum status alloc_lists(struct node_lists *l)
{
	TRY(ALLOC(&l->state, l->n));
	TRY(ALLOC(&l->pin, l->n));
	TRY(ALLOC(&l->rank, l->n));
	TRY(ALLOC(&l->segment, l->n));
	TRY(ALLOC(&l->place, l->n));
	return ALLOC(&l->edge, l->n);
}

static void fill_node(const struct timing_image *t, struct node_lists *l, enum node_place place,
		      int32_t state, int32_t segment)
{
	int32_t node = node_at(l, place, t->state_place[state]);

	if (node < 0)
		return;
	l->state[node] = t->state_place[state];
	l->pin[node] = state_side(t->states, state);
	l->edge[node] = (uint8_t)(state_vertex(t->states, state) % N_EDGES);
	l->segment[node] = segment;
	l->place[node] = (uint8_t)place;
}

static void fill_nodes(const struct timing_image *t, struct node_lists *l, const int32_t *segment)
{
	const struct state_graph *states = t->states;

	OVER_ITEMS(i, l->n_states)
	{
		int32_t s = l->of_clock[i];

		for (int p = 0; p < N_NODE_PLACES; p++)
			fill_node(t, l, (enum node_place)p, s, segment_of(states, segment, s));
	}
}

static enum status list_nodes(const struct timing_image *t, struct node_lists *l)
{
	int32_t *rank, *segment;
	enum status status;

	TRY(number_nodes(t, l));
	TRY(alloc_lists(l));
	TRY(find_segments(t->graph->constraints, &segment));
	fill_nodes(t, l, segment);
	free(segment);
	TRY(ALLOC(&rank, t->states->timing->netlist->n_all_pins));
	status = find_ranks(t, l, rank);
	OVER_ITEMS(i, l->n)
	l->rank[i] = rank[l->pin[i]];
	free(rank);
	return status;
}

static void release_lists(struct node_lists *l)
{
	free(l->of_clock);
	free(l->node_of);
	keys_release(&l->others);
	free(l->state);
	free(l->pin);
	free(l->rank);
	free(l->segment);
	free(l->edge);
	free(l->place);
}

/* ---- launches and captures ---- */

static int32_t node_of_end(const struct timing_image *t, const struct node_lists *l, int32_t end)
{
	int32_t state = shared_state(t->states, end);

	return state < 0 ? -1 : l->node_of[t->state_place[state]];
}

static int32_t node_at_source(const struct timing_image *t, const struct node_lists *l, int32_t end,
			      enum node_place place)
{
	int32_t state = end < 0 ? -1 : external_state(t->states, end);

	return state < 0 ? -1 : node_at(l, place, t->state_place[state]);
}

/* Of a data check: the launch of its reference, or a clock's way as far as it is one; what comes
 * from outside has no credit there. */
static int32_t node_of_reference(const struct timing_image *t, const struct node_lists *l,
				 const struct endpoint *endpoint)
{
	const struct state_graph *states = t->states;
	int32_t start, clock;

	if (endpoint->reference < 0)
		return -1;
	start = states->reference[endpoint->reference].start;
	if (state_is_clock_as_data(states, start)) {
		clock = state_next_of_clock(states, state_first(states, endpoint->clock_vertex),
					    TAG_CLOCK, state_tag(states, start)->clock_edge);
		if (clock < 0)
			clock = clock_state_at(states, start);
		return clock < 0 ? -1 : node_of_end(t, l, clock);
	}
	return node_of_end(t, l, start);
}

/* A set_max_delay or set_min_delay to an output isn't given credit, as in OpenSTA. */
static int32_t node_of_sink(const struct timing_image *t, const struct node_lists *l, int32_t sink)
{
	const struct endpoint *endpoint = &t->states->endpoint[sink];
	int32_t exception = t->states->relation[endpoint->relation].exception;

	if (endpoint_is_data_check(t->states, endpoint))
		return node_of_reference(t, l, endpoint);
	if (endpoint->kind != ENDPOINT_OUTPUT)
		return node_of_end(t, l, endpoint->clock);
	if (exception >= 0 && t->graph->constraints->exception[exception].kind == EXCEPTION_DELAY)
		return -1;
	return node_at_source(t, l, endpoint->clock, NODE_OUTSIDE);
}

/* A clock that is data has credit only if it is generated, and only where a register captures, as in OpenSTA. */
static int32_t node_of_start(const struct timing_image *t, const struct node_lists *l,
			     const int32_t *input, int32_t state)
{
	if (input && input[state])
		return node_at_source(t, l, input[state] - 1, NODE_OUTSIDE);
	return state_is_clock_as_data(t->states, state)
		       ? node_at_source(t, l, clock_state_at(t->states, state), NODE_AS_DATA)
		       : node_of_end(t, l, state);
}

static bool any_node(const int32_t *node, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (node[i] >= 0)
			return true;
	}
	return false;
}

static enum status list_sources(const struct timing_image *t, const struct node_lists *l,
				struct clock_network *network)
{
	const struct state_graph *states = t->states;
	const struct graph *graph = states->graph;
	/* of each state: where the clock of an input delay begins, and one more; 0 = none does */
	int32_t *input = NULL;

	TRY(ALLOC(&network->source_node, graph->n_sources));
	if (states->n_inputs)
		TRY(ALLOC(&input, graph->n_vertices));
	for (int32_t i = 0; i < states->n_inputs; i++)
		input[states->input[i].state] = states->input[i].clock + 1;
	OVER_ITEMS(s, graph->n_sources)
	network->source_node[s] = node_of_start(t, l, input, graph->source_vertex[s]);
	network->launches = any_node(network->source_node, graph->n_sources);
	free(input);
	return STATUS_OK;
}

static enum status list_sinks(const struct timing_image *t, const struct node_lists *l,
			      struct clock_network *network)
{
	const struct state_graph *states = t->states;
	int32_t n = states->graph->n_sinks;

	TRY(ALLOC(&network->sink_node, n));
	TRY(ALLOC(&network->close_node, n));
	OVER_ITEMS(s, n)
	{
		network->sink_node[s] = node_of_sink(t, l, (int32_t)s);
		network->close_node[s] = -1;
	}
	network->captures = any_node(network->sink_node, n);
	for (int32_t i = 0; i < states->n_latches; i++)
		network->close_node[states->latch[i].sink] =
			node_of_end(t, l, states->latch[i].closes);
	return STATUS_OK;
}

static enum status upload_network(struct timing *timing, const struct node_lists *l,
				  struct clock_network *network)
{
	struct queue *queue = timing->queue;
	struct device_credit *d = &network->device;
	const struct graph *graph = timing->image->states->graph;

	network->n = l->n;
	TRY(UPLOAD(queue, l->node_of, timing->image->device_states.n_states, &network->d_node_of));
	TRY(UPLOAD(queue, l->state, l->n, &network->d_state));
	TRY(UPLOAD(queue, l->pin, l->n, &d->pin));
	TRY(UPLOAD(queue, l->rank, l->n, &d->rank));
	TRY(UPLOAD(queue, l->segment, l->n, &d->segment));
	TRY(UPLOAD(queue, l->edge, l->n, &d->edge));
	TRY(UPLOAD(queue, l->place, l->n, &d->place));
	TRY(UPLOAD(queue, network->source_node, graph->n_sources, &d->source_clock));
	TRY(UPLOAD(queue, network->sink_node, graph->n_sinks, &d->sink_clock));
	TRY(UPLOAD(queue, network->close_node, graph->n_sinks, &d->close_clock));
	TRY(queue_sync(queue));
	TRY(DEVICE_ALLOC(queue, "clock network", (int32_t **)&d->up_late, l->n));
	TRY(DEVICE_ALLOC(queue, "clock network", (int32_t **)&d->up_early, l->n));
	TRY(DEVICE_ALLOC(queue, "clock network", (int64_t **)&d->late, l->n));
	return DEVICE_ALLOC(queue, "clock network", (int64_t **)&d->early, l->n);
}

static enum status build_network(struct timing *timing)
{
	struct clock_network *network = &timing->network;
	struct node_lists lists = {0};
	enum status status = list_nodes(timing->image, &lists);

	if (status == STATUS_OK)
		status = list_sources(timing->image, &lists, network);
	if (status == STATUS_OK)
		status = list_sinks(timing->image, &lists, network);
	if (status == STATUS_OK)
		status = upload_network(timing, &lists, network);
	if (status != STATUS_OK)
		queue_sync(timing->queue); /* what was queued still reads the lists */
	release_lists(&lists);
	if (status != STATUS_OK)
		timing_free_network(timing);
	network->built = status == STATUS_OK;
	return status;
}

static enum status trace_network(struct timing *timing)
{
	struct clock_network *network = &timing->network;
	struct device_credit *d = &network->device;
	struct clock_nodes_args args = {
		.states = timing->image->device_states,
		.state = network->d_state,
		.node = network->d_node_of,
		.pin = d->pin,
		.segment = d->segment,
		.up_late = (int32_t *)d->up_late,
		.up_early = (int32_t *)d->up_early,
		.late = (int64_t *)d->late,
		.early = (int64_t *)d->early,
	};

	if (!network->d_most)
		TRY(DEVICE_ALLOC(timing->queue, "clock network", &network->d_most, 1));
	args.most = network->d_most;
	queue_fill(timing->queue, network->d_most, 0, sizeof *network->d_most);
	LAUNCH(timing->queue, clock_nodes, 32, &args, network->n);
	queue_download(timing->queue, &d->most, network->d_most, sizeof d->most);
	network->traced = true;
	return queue_sync(timing->queue);
}

/* The same by the sources and sinks of a path graph. */
static enum status list_path_nodes(struct timing *timing, struct path_image *paths)
{
	const struct clock_network *network = &timing->network;
	int32_t n_sources = paths->image->device.n_sources, n_sinks = paths->image->device.n_sinks;
	const int32_t *of_source = paths->transposed ? network->sink_node : network->source_node;
	const int32_t *of_sink = paths->transposed ? network->source_node : network->sink_node;
	const struct path_graph *p;
	int32_t *node;
	enum status status = STATUS_OK;

	if (paths->d_source_node && paths->d_sink_node && paths->d_end_sink)
		return STATUS_OK;
	TRY(path_image_need_paths(paths));
	p = paths->paths;
	TRY(ALLOC(&node, (int64_t)n_sources + n_sinks));
	for (int32_t s = 0; s < n_sources; s++)
		node[s] = of_source[p->source[s]];
	for (int32_t s = 0; s < n_sinks; s++)
		node[n_sources + s] = of_sink[p->sink[s]];
	/* some may be there from before a failure */
	if (!paths->d_source_node)
		status = UPLOAD(timing->queue, node, n_sources, &paths->d_source_node);
	if (status == STATUS_OK && !paths->d_sink_node)
		status = UPLOAD(timing->queue, node + n_sources, n_sinks, &paths->d_sink_node);
	if (status == STATUS_OK && !paths->d_end_sink)
		status = UPLOAD(timing->queue, paths->transposed ? p->source : p->sink,
				paths->transposed ? n_sources : n_sinks, &paths->d_end_sink);
	status = queue_settle(timing->queue, status);
	free(node);
	return status;
}

bool timing_counts_credit(const struct timing *timing, enum credit_mode mode)
{
	return mode != CREDIT_NONE || timing->image->latches.n_latches;
}

enum status timing_credit(struct timing *timing, enum split split, enum credit_mode mode,
			  struct path_image *paths, struct device_credit *out)
{
	TRY(timing_update(timing));
	if (!timing->network.built)
		TRY(build_network(timing));
	if (!timing->network.traced)
		TRY(trace_network(timing));
	*out = timing->network.device;
	out->mode = mode;
	out->early_paths = split == EARLY;
	if (split == LATE && timing->image->latches.n_latches)
		out->window = timing->image->latches.device.sink_window;
	if (!paths)
		return STATUS_OK;
	TRY(list_path_nodes(timing, paths));
	out->transposed = paths->transposed;
	out->source_clock = out->transposed ? paths->d_sink_node : paths->d_source_node;
	out->sink_clock = out->transposed ? paths->d_source_node : paths->d_sink_node;
	out->end_sink = paths->d_end_sink;
	return STATUS_OK;
}

enum status timing_common_pins(struct queue *queue, const struct device_credit *credit,
			       const int32_t *source, const int32_t *sink, int64_t n, int32_t *pin)
{
	struct common_pins_args args = {.credit = *credit};
	int32_t *d_ends = NULL;
	enum status status = DEVICE_ALLOC(queue, "reading", &d_ends, 3 * n);

	if (status != STATUS_OK)
		return status;
	args.source = d_ends;
	args.sink = d_ends + n;
	args.pin = d_ends + 2 * n;
	queue_upload(queue, d_ends, source, n * (int64_t)sizeof *source);
	queue_upload(queue, d_ends + n, sink, n * (int64_t)sizeof *sink);
	LAUNCH(queue, common_pins, 32, &args, n);
	queue_download(queue, pin, args.pin, n * (int64_t)sizeof *pin);
	status = queue_sync(queue);
	device_free(queue, d_ends);
	return status;
}
