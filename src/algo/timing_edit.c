#include "algo/timing_edit.h"

#include <stdlib.h>
#include <string.h>

#include "algo/timing_paths.h"
#include "algo/timing_retime.h"
#include "algo/timing_touched.h"
#include "base/grow.h"
#include "db/state/state_cuts.h"

static const char memory_name[] = "edits";

struct editing {
	struct timing *timing;
	const struct constraints *before, *now;
	const struct state_changes *changes;
	/* Places in the delay image, and nets: owned */
	int32_t n, n_nets;
	int32_t *item, *net;
	int64_t capacity, net_capacity;
	bool wires; /* have to be put on it again */
};

/* ---- lists ---- */

static enum status add_item(struct editing *e, int32_t item)
{
	TRY(GROW(&e->item, &e->capacity, (int64_t)e->n + 1));
	e->item[e->n++] = item;
	return STATUS_OK;
}

/* Run a kernel of lists; *d_list is where the list is. */
static enum status upload_list(struct timing *timing, const int32_t *list, int32_t n,
			       int32_t **d_list)
{
	TRY(DEVICE_ALLOC(timing->queue, memory_name, d_list, n));
	queue_upload(timing->queue, *d_list, list, n * (int64_t)sizeof *list);
	return STATUS_OK;
}

/* ---- slews at ports ---- */

static double slew_at(const struct constraints *k, int32_t port, int split, int edge)
{
	double slew = k->port[port].slew[split][edge];

	return is_given(slew) && slew > 0 ? slew : 0;
}

/* As in the timing graph: a slew that isn't above 0 in one split is 0 where the other's is. */
static bool has_other_slew(const struct editing *e, int32_t port, int edge)
{
	bool other = false;

	for (int split = 0; split < N_SPLITS; split++)
		other |=
			slew_at(e->before, port, split, edge) != slew_at(e->now, port, split, edge);
	return other;
}

static enum status list_port_slews(struct editing *e)
{
	e->n = 0;
	for (int32_t p = 0; p < e->now->n_ports; p++) {
		for (int edge = 0; edge < N_EDGES; edge++) {
			if (has_other_slew(e, p, edge))
				TRY(add_item(e,
					     e->timing->image->vertex_state[netlist_driving_vertex(
						     e->timing->image->graph->netlist,
						     p * N_EDGES + edge)]));
		}
	}
	return STATUS_OK;
}

/* Those that aren't given any more are 0. */
static enum status give_slews(struct editing *e)
{
	struct timing *timing = e->timing;
	struct touched_slews_args args = {.slew = timing->image->device.slew};
	int32_t *d_list = NULL;
	enum status status = upload_list(timing, e->item, e->n, &d_list);

	args.state = d_list;
	if (status == STATUS_OK) {
		LAUNCH(timing->queue, touched_slews, 32, &args, e->n);
		timing_give_slews(timing);
	}
	status = queue_settle(timing->queue, status);
	device_free(timing->queue, d_list);
	return status;
}

static enum status touch_slews(struct editing *e)
{
	if (e->changes->clock_slews || !timing_can_touch(e->timing)) {
		timing_outdate(e->timing, TIMING_DELAYS);
		return STATUS_OK;
	}
	TRY(list_port_slews(e));
	if (!e->n)
		return STATUS_OK;
	TRY(give_slews(e));
	TRY(timing_touch(e->timing, TOUCH_DELAYS, e->item, e->n));
	return timing_touch(e->timing, TOUCH_BEHIND_SLEW, e->item, e->n);
}

/* ---- loads ---- */

/* Is what drives a net a port whose driving cell depends on the load? */
static bool is_driven_port(const struct editing *e, int32_t pin)
{
	return pin < e->now->n_ports && e->now->port[pin].n_driving_arcs > 0;
}

static enum status add_states(struct editing *e, int32_t side)
{
	for (int edge = 0; edge < N_EDGES; edge++)
		TRY(add_item(e, e->timing->image->vertex_state[side * N_EDGES + edge]));
	return STATUS_OK;
}

static enum status list_loads(struct editing *e, bool *ports_alone)
{
	const struct netlist *netlist = e->timing->image->graph->netlist;

	e->n = 0;
	*ports_alone = true;
	for (int32_t p = 0; p < e->now->n_ports; p++) {
		int32_t net = netlist->pin_net[p];

		if (net < 0 || constraints_same_loads(&e->before->port[p], &e->now->port[p]))
			continue;
		TRY(GROW(&e->net, &e->net_capacity, (int64_t)e->n_nets + 1));
		e->net[e->n_nets++] = net;
		for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1];
		     j++) {
			int32_t pin = netlist->net_pin[j];

			if (!netlist_may_drive(netlist, pin))
				continue;
			*ports_alone &= !is_driven_port(e, pin);
			TRY(add_states(e, netlist_driving_side(netlist, pin)));
		}
	}
	return STATUS_OK;
}

static enum status find_loads(struct editing *e)
{
	struct timing *timing = e->timing;
	struct touched_loads_args args = {.loads = timing_loads(timing)};
	int32_t *d_list = NULL;
	enum status status = upload_list(timing, e->net, e->n_nets, &d_list);

	args.net = d_list;
	if (status == STATUS_OK)
		LAUNCH(timing->queue, touched_loads, 32, &args, e->n_nets);
	status = queue_settle(timing->queue, status);
	device_free(timing->queue, d_list);
	return status;
}

/* With wires the moments of their trees have the pins' capacitances; the trees are gone. */
static enum status touch_loads(struct editing *e)
{
	bool is_local;

	e->wires |= e->timing->image->wires.n_nodes > 0;
	if (e->timing->image->wires.n_nodes || !timing_can_touch(e->timing)) {
		timing_outdate(e->timing, TIMING_WIRES);
		return STATUS_OK;
	}
	TRY(list_loads(e, &is_local));
	if (!is_local) {
		timing_outdate(e->timing, TIMING_LOADS);
		return STATUS_OK;
	}
	TRY(find_loads(e));
	return timing_touch(e->timing, TOUCH_DELAYS, e->item, e->n);
}

/* ---- arrivals and ends ---- */

static enum status touch_seeds(struct editing *e)
{
	const struct state_changes *changes = e->changes;

	if (changes->clock_seeds) {
		timing_outdate(e->timing, TIMING_ARRIVALS);
		return STATUS_OK;
	}
	e->n = 0;
	for (int32_t i = 0; i < changes->n_seeded; i++)
		TRY(add_item(e, e->timing->image->state_place[changes->seeded[i]]));
	return timing_touch(e->timing, TOUCH_ARRIVALS, e->item, e->n);
}

static enum status touch_ends(struct editing *e)
{
	const struct state_changes *changes = e->changes;

	if (changes->all_ends) {
		timing_outdate(e->timing, TIMING_CHECKS);
		return STATUS_OK;
	}
	return timing_touch(e->timing, TOUCH_ENDS, changes->sink, changes->n_sinks);
}

/* ---- arcs and states that are cut ---- */

/* Places of arcs in the image, and where their delays come from now; flags of states. Owned. */
struct cut_places {
	int32_t *arc, *delay, *state, *d_arc, *d_delay, *d_state;
	uint8_t *flags, *d_flags;
};

static void release_places(struct timing *timing, struct cut_places *p)
{
	free(p->arc);
	free(p->delay);
	free(p->state);
	free(p->flags);
	device_free(timing->queue, p->d_arc);
	device_free(timing->queue, p->d_delay);
	device_free(timing->queue, p->d_state);
	device_free(timing->queue, p->d_flags);
}

static enum status list_places(struct editing *e, struct cut_places *p)
{
	const struct state_changes *changes = e->changes;
	struct timing *timing = e->timing;
	const struct state_graph *states = timing->image->states;

	TRY(timing_read_arc_places(timing));
	TRY(ALLOC(&p->arc, changes->n_cut_arcs));
	TRY(ALLOC(&p->delay, changes->n_cut_arcs));
	TRY(ALLOC(&p->state, changes->n_cut_states));
	TRY(ALLOC(&p->flags, changes->n_cut_states));
	for (int32_t i = 0; i < changes->n_cut_arcs; i++) {
		int32_t from = state_delay(states, changes->cut_arc[i]);

		p->arc[i] = timing->arc_place[changes->cut_arc[i]];
		p->delay[i] = from >= 0 ? timing->arc_place[from] : from;
		if (timing->arc && !device_in_host_memory(timing->queue))
			timing->arc[p->arc[i]] = p->delay[i];
	}
	for (int32_t i = 0; i < changes->n_cut_states; i++) {
		p->state[i] = timing->image->state_place[changes->cut_state[i]];
		p->flags[i] = states->flags[changes->cut_state[i]];
	}
	return STATUS_OK;
}

static enum status put_places(struct editing *e, struct cut_places *p)
{
	struct timing *timing = e->timing;
	struct queue *queue = timing->queue;
	struct put_arcs_args arcs = {.arc = (int32_t *)timing->image->device_states.arc};
	struct put_flags_args flags = {.flags = (uint8_t *)timing->image->device_states.flags};
	int32_t n_arcs = e->changes->n_cut_arcs, n_states = e->changes->n_cut_states;

	TRY(UPLOAD(queue, p->arc, n_arcs, &p->d_arc));
	TRY(UPLOAD(queue, p->delay, n_arcs, &p->d_delay));
	TRY(UPLOAD(queue, p->state, n_states, &p->d_state));
	TRY(UPLOAD(queue, p->flags, n_states, &p->d_flags));
	arcs.place = p->d_arc;
	arcs.value = p->d_delay;
	flags.state = p->d_state;
	flags.value = p->d_flags;
	LAUNCH(queue, put_arcs, 32, &arcs, n_arcs);
	LAUNCH(queue, put_flags, 32, &flags, n_states);
	return STATUS_OK;
}

static enum status upload_sources(struct timing *timing, int32_t **d_state)
{
	const struct image *image = timing->image->image;
	const struct graph *graph = timing->image->states->graph;
	int32_t *place;
	enum status status;

	TRY(ALLOC(&place, graph->n_sources));
	for (int32_t s = 0; s < graph->n_sources; s++)
		place[s] = image->vertex_state[graph->source_vertex[s]];
	status = UPLOAD(timing->queue, place, graph->n_sources, d_state);
	status = queue_settle(timing->queue, status);
	free(place);
	return status;
}

/* From those that were built, which the first such edit copies before it changes them. */
static enum status copy_sources(struct timing *timing, const struct state_changes *changes,
				int32_t **d_state)
{
	const struct device_graph *device = &timing->image->image->device;
	int32_t n_all = timing->image->states->cuts->n_sources, from = 0, n = 0;

	if (!timing->d_all_sources) {
		TRY(DEVICE_ALLOC(timing->queue, memory_name, &timing->d_all_sources, n_all));
		queue_copy(timing->queue, timing->d_all_sources, device->source_state,
			   n_all * (int64_t)sizeof **d_state);
	}
	TRY(DEVICE_ALLOC(timing->queue, "graph sources", d_state,
			 timing->image->states->graph->n_sources));
	for (int32_t i = 0; i <= changes->n_gone_sources; i++) {
		int32_t end = i < changes->n_gone_sources ? changes->gone_source[i] : n_all;

		if (end > from)
			queue_copy(timing->queue, *d_state + n, timing->d_all_sources + from,
				   (end - from) * (int64_t)sizeof **d_state);
		n += end - from;
		from = end + 1;
	}
	return STATUS_OK;
}

/* Fewer or more of those that there were, in their order. Their weights are made again with those of what is touched;
 * there is room for long ones. */
static enum status put_sources(struct timing *timing, const struct state_changes *changes)
{
	struct image *image = timing->image->image;
	const struct graph *graph = timing->image->states->graph;
	int32_t n_all = timing->image->states->cuts->n_sources, *d_state = NULL;
	int64_t *d_weight = NULL;
	bool few = changes->n_gone_sources >= 0 &&
		   (timing->d_all_sources || image->device.n_sources == n_all);
	enum status status =
		few ? copy_sources(timing, changes, &d_state) : upload_sources(timing, &d_state);

	if (status == STATUS_OK)
		status = DEVICE_ALLOC(timing->queue, "graph sources", &d_weight, graph->n_sources);
	if (status != STATUS_OK) {
		device_free(timing->queue, d_state);
		return status;
	}
	device_free(timing->queue, (void *)image->device.source_state);
	device_free(timing->queue, (void *)image->device.source_weight);
	image->device.source_state = d_state;
	image->device.source_weight = d_weight;
	image->device.n_sources = graph->n_sources;
	return STATUS_OK;
}

static enum status put_cuts(struct editing *e)
{
	struct cut_places places = {0};
	enum status status = list_places(e, &places);

	if (status == STATUS_OK)
		status = put_places(e, &places);
	status = queue_settle(e->timing->queue, status);
	release_places(e->timing, &places);
	/* else they are those that were there, with their weights */
	return status == STATUS_OK && e->changes->sources ? put_sources(e->timing, e->changes)
							  : status;
}

/* Where the arcs lead to and where they come from. */
static enum status touch_cuts(struct editing *e)
{
	const struct state_changes *changes = e->changes;
	struct timing *timing = e->timing;
	const struct graph *graph = timing->image->states->graph;
	const int32_t *place = timing->image->state_place;

	e->n = 0;
	for (int32_t i = 0; i < changes->n_cut_arcs; i++)
		TRY(add_item(e, place[graph->arc_to[changes->cut_arc[i]]]));
	for (int32_t i = 0; i < changes->n_cut_states; i++)
		TRY(add_item(e, place[changes->cut_state[i]]));
	TRY(timing_touch(timing, TOUCH_ARRIVALS, e->item, e->n));
	e->n = 0;
	for (int32_t i = 0; i < changes->n_cut_arcs; i++)
		TRY(add_item(e, place[graph->arc_from[changes->cut_arc[i]]]));
	TRY(timing_touch(timing, TOUCH_LEAVING, e->item, e->n));
	if (changes->arcs_came && timing->bounds_part)
		timing_forget_bound(timing);
	return STATUS_OK;
}

/* What was made of which states and beginnings there are. */
static void forget_states(struct timing *timing)
{
	label_space_free(timing->labels);
	timing->labels = NULL;
	for (int i = 0; i < 2; i++) {
		product_space_free(timing->product[i]);
		timing->product[i] = NULL;
	}
	retime_image_free(timing->queue, timing->retime);
	timing->retime = NULL;
	DEVICE_FREE(timing->queue, timing->vertex_states.d_first);
	DEVICE_FREE(timing->queue, timing->vertex_states.d_next);
	DEVICE_FREE(timing->queue, timing->vertex_states.d_counts);
}

/* ---- all that is touched ---- */

/* What was made of which ends there are. */
static void forget_ends(struct timing *timing)
{
	filter_index_free(timing->filters);
	timing->filters = NULL;
	for (int i = 0; i < 2; i++) {
		path_image_free(timing->paths[i].image);
		timing->paths[i].image = NULL;
		path_filter_release(&timing->paths[i].filter);
	}
}

static enum status touch_all(struct editing *e)
{
	const struct state_changes *changes = e->changes;
	struct timing *timing = e->timing;

	if (changes->seeds || changes->ends_went || changes->cuts)
		timing_free_network(timing);
	if (changes->cuts)
		forget_states(timing);
	if (changes->ends_went || changes->cuts) {
		forget_ends(timing);
		timing->n_live_levels = 0;
	}
	if (changes->drivers || changes->derates)
		timing_outdate(timing, TIMING_DELAYS);
	if (changes->loads)
		TRY(touch_loads(e));
	if (changes->slews)
		TRY(touch_slews(e));
	if (changes->seeds)
		TRY(touch_seeds(e));
	if (changes->cuts)
		TRY(touch_cuts(e));
	return touch_ends(e);
}

/* ---- all of it ---- */

static enum status edit(struct editing *e, const struct constraints_change *change,
			struct constraints *now, enum timing_edited *edited)
{
	struct timing_image *image = e->timing->image;
	struct state_changes changes;
	bool done;
	enum status status =
		state_graph_edit(image->states, image->graph, change, now, &changes, &done);

	e->changes = &changes;
	*edited = changes.begun ? EDIT_BROKEN : EDIT_REFUSED;
	if (status == STATUS_OK && done)
		status = timing_image_put(image, &changes);
	if (status == STATUS_OK && done && changes.cuts)
		status = put_cuts(e);
	if (status == STATUS_OK && done)
		status = touch_all(e);
	if (status == STATUS_OK && done)
		*edited = EDIT_DONE;
	state_changes_release(&changes);
	free(e->item);
	free(e->net);
	return status;
}

enum status timing_edit(struct timing *timing, const struct constraints *base,
			struct constraints *now, bool *wires, enum timing_edited *edited)
{
	struct constraints *before = timing->image->graph->constraints;
	struct editing editing = {.timing = timing, .before = before, .now = now};
	struct constraints_change change;
	enum status status;

	*wires = false;
	*edited = EDIT_REFUSED;
	if (!base || !before || !now)
		return STATUS_OK;
	constraints_ref(before);
	status = constraints_compare(base, before, now, &change);
	editing.wires = change.net_loads;
	/* annotated slews are kept with those that are given */
	change.structure |= change.port_slews && timing->image->annotated.n_slews;
	/* the depths of paths may be others */
	change.structure |= timing->aocv != NULL;
	if (status == STATUS_OK && !change.structure)
		status = edit(&editing, &change, now, edited);
	*wires = editing.wires;
	constraints_change_release(&change);
	constraints_unref(before);
	return status;
}
