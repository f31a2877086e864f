/*
 * The clock network as nodes with predecessors, for credit: one for each state of a clock, and one
 * more where a clock goes on outside of the design (struct device_credit).
 */
#include <stdlib.h>

#include "algo/timing_credit_impl.h"
#include "base/grow.h"
#include "base/keyed.h"
#include "base/parallel.h"

/* ---- which states have nodes ---- */

/* Most are of data by their flags. */
static bool is_clock_state(const void *context, int64_t state)
{
	const struct state_graph *states = context;

	return !(states->flags[state] & STATE_DATA) && state_is_of_clock(states, (int32_t)state);
}

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

/* The node of a state in a place, -1 = none. */
static int32_t node_at(const struct node_lists *l, enum node_place place, int32_t state)
{
	struct other_node key = {(int32_t)place, state};
	int32_t other;

	if (place == NODE_INSIDE)
		return node_inside(l, state);
	other = l->others.n ? keys_find(&l->others, &key) : -1;
	return other < 0 ? -1 : l->n_states + other;
}

static enum status number_external(const struct timing_image *t, struct node_lists *l, int32_t end,
				   enum node_place place)
{
	int32_t state = end < 0 ? -1 : external_state(t->states, end), other;
	struct other_node key = {(int32_t)place, state};

	if (state < 0)
		return STATUS_OK;
	TRY(keys_add(&l->others, &key, &other, NULL));
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

static enum status number_inside(const struct state_graph *states, struct node_lists *l)
{
	int64_t n_words = (states->graph->n_vertices + CLOCK_WORD - 1) / CLOCK_WORD;

	TRY(select_items(states->graph->n_vertices, is_clock_state, states, &l->of_clock,
			 &l->n_states));
	TRY(ALLOC(&l->is_clock, n_words));
	TRY(ALLOC(&l->before, n_words));
	OVER_ITEMS(i, l->n_states)
	{
		int32_t state = l->of_clock[i], word = state / CLOCK_WORD;

		__atomic_fetch_or(&l->is_clock[word], UINT64_C(1) << state % CLOCK_WORD,
				  __ATOMIC_RELAXED);
		if (i == 0 || l->of_clock[i - 1] / CLOCK_WORD != word)
			l->before[word] = (int32_t)i;
	}
	l->n = l->n_states;
	return STATUS_OK;
}

/* In the order of states, then of what is outside. */
static enum status number_nodes(const struct timing_image *t, struct node_lists *l)
{
	const struct state_graph *states = t->states;

	l->others.width = (int32_t)sizeof(struct other_node);
	TRY(number_inside(states, l));
	for (int32_t i = 0; i < states->n_inputs; i++)
		TRY(number_external(t, l, states->input[i].clock, NODE_OUTSIDE));
	TRY(number_clocks_as_data(t, l));
	return number_outputs(t, l);
}

/* ---- nodes ---- */

/* Where a state's network begins: on the way to a generated clock that of its master. */
static int32_t segment_of(const struct state_graph *states, const int32_t *segment, int32_t state)
{
	const struct tag *tag = state_tag(states, state);
	int32_t clock = tag->clock_edge / N_EDGES;

	return segment[tag_is_insertion(tag) ? states->timing->constraints->clock[clock].master
					     : clock];
}

static enum status alloc_lists(struct node_lists *l)
{
	TRY(ALLOC(&l->state, l->n));
	TRY(ALLOC(&l->pin, l->n));
	TRY(ALLOC(&l->rank, l->n));
	TRY(ALLOC(&l->segment, l->n));
	TRY(ALLOC(&l->place, l->n));
	return ALLOC(&l->edge, l->n);
}

static void fill_node(const struct timing_image *t, struct node_lists *l, int32_t node,
		      struct other_node of, const int32_t *segment)
{
	l->state[node] = t->state_place[of.state];
	l->pin[node] = state_side(t->states, of.state);
	l->edge[node] = (uint8_t)(state_vertex(t->states, of.state) % N_EDGES);
	l->segment[node] = segment_of(t->states, segment, of.state);
	l->place[node] = (uint8_t)of.place;
}

static void fill_nodes(const struct timing_image *t, struct node_lists *l, const int32_t *segment)
{
	const struct other_node *other = (const void *)l->others.data;

	OVER_ITEMS(i, l->n_states)
	fill_node(t, l, (int32_t)i, (struct other_node){NODE_INSIDE, l->of_clock[i]}, segment);
	for (int32_t i = 0; i < l->others.n; i++)
		fill_node(t, l, l->n_states + i, other[i], segment);
}

static enum status list_nodes(const struct timing_image *t, struct node_lists *l)
{
	int32_t *rank, *segment;
	enum status status;

	TRY(number_nodes(t, l));
	TRY(alloc_lists(l));
	TRY(credit_find_segments(t->graph->constraints, &segment));
	fill_nodes(t, l, segment);
	free(segment);
	TRY(ALLOC(&rank, t->states->timing->netlist->n_all_pins));
	status = credit_find_ranks(t, l, rank);
	OVER_ITEMS(i, l->n)
	l->rank[i] = rank[l->pin[i]];
	free(rank);
	return status;
}

static void release_lists(struct node_lists *l)
{
	free(l->of_clock);
	free(l->is_clock);
	free(l->before);
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

	return state < 0 ? -1 : node_inside(l, state);
}

static int32_t node_at_source(const struct timing_image *t, const struct node_lists *l, int32_t end,
			      enum node_place place)
{
	int32_t state = end < 0 ? -1 : external_state(t->states, end);

	return state < 0 ? -1 : node_at(l, place, state);
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
			     const struct keyed *input, int32_t state)
{
	int32_t begin, end, clock;

	keyed_find(input, t->states->n_inputs, state, &begin, &end);
	clock = begin < end ? t->states->input[input[end - 1].item].clock : -1;
	if (clock >= 0)
		return node_at_source(t, l, clock, NODE_OUTSIDE);
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

/* The inputs by their states: in each the last one counts. */
static enum status list_inputs(const struct state_graph *states, struct keyed **out)
{
	TRY(ALLOC(out, states->n_inputs));
	OVER_ITEMS(i, states->n_inputs)
	(*out)[i] = (struct keyed){states->input[i].state, (int32_t)i};
	return keyed_sort(*out, states->n_inputs);
}

static enum status list_sources(const struct timing_image *t, const struct node_lists *l,
				struct clock_network *network)
{
	const struct graph *graph = t->states->graph;
	struct keyed *input = NULL;
	enum status status = ALLOC(&network->source_node, graph->n_sources);

	if (status == STATUS_OK)
		status = list_inputs(t->states, &input);
	if (status == STATUS_OK) {
		OVER_ITEMS(s, graph->n_sources)
		network->source_node[s] = node_of_start(t, l, input, graph->source_vertex[s]);
		network->launches = any_node(network->source_node, graph->n_sources);
	}
	free(input);
	return status;
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

/* The nodes of states by place, which is where those inside are: the device makes them. */
static enum status number_places(struct timing *timing, int32_t n)
{
	struct clock_network *network = &timing->network;
	int32_t n_places = timing->image->device_states.n_states;
	struct invert_order_args invert = {.order = network->d_state};

	TRY(DEVICE_ALLOC(timing->queue, "clock network", &network->d_node_of, n_places));
	invert.place = network->d_node_of;
	queue_fill(timing->queue, network->d_node_of, 0xff,
		   n_places * (int64_t)sizeof *network->d_node_of); /* -1 = none */
	LAUNCH(timing->queue, invert_order, 32, &invert, n);
	return STATUS_OK;
}

static enum status upload_network(struct timing *timing, const struct node_lists *l,
				  struct clock_network *network)
{
	struct queue *queue = timing->queue;
	struct device_credit *d = &network->device;
	const struct graph *graph = timing->image->states->graph;

	network->n = l->n;
	TRY(UPLOAD(queue, l->state, l->n, &network->d_state));
	TRY(number_places(timing, l->n_states));
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
