#include "gpu/timing/timing_edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/timing/timing_touched.h"
#include "gpu/timing/touched_args.h"

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
	TRY(APPEND(e->item, e->n, &e->capacity, item));
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
		TRY(APPEND(e->net, e->n_nets, &e->net_capacity, net));
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

enum status timing_find_loads(struct timing *timing, const int32_t *net, int32_t n)
{
	struct touched_loads_args args = {.loads = timing_loads(timing)};
	int32_t *d_list = NULL;
	enum status status = upload_list(timing, net, n, &d_list);

	args.net = d_list;
	if (status == STATUS_OK)
		LAUNCH(timing->queue, touched_loads, 32, &args, n);
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
	TRY(timing_find_loads(e->timing, e->net, e->n_nets));
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

/* ---- all that is touched ---- */

static enum status touch_all(struct editing *e)
{
	const struct state_changes *changes = e->changes;
	struct timing *timing = e->timing;

	if (changes->seeds)
		timing_free_network(timing);
	if (changes->drivers || changes->derates)
		timing_outdate(timing, TIMING_DELAYS);
	if (changes->loads)
		TRY(touch_loads(e));
	if (changes->slews)
		TRY(touch_slews(e));
	if (changes->seeds)
		TRY(touch_seeds(e));
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
	if (status == STATUS_OK && done)
		status = touch_all(e);
	if (status == STATUS_OK && done)
		*edited = EDIT_DONE;
	state_changes_release(&changes);
	free(e->item);
	free(e->net);
	return status;
}

enum status timing_edit(struct timing *timing, struct constraints *now, bool *wires,
			enum timing_edited *edited)
{
	struct constraints *before = timing->image->graph->constraints;
	struct editing editing = {.timing = timing, .before = before, .now = now};
	struct constraints_change change;
	enum status status;

	*wires = false;
	*edited = EDIT_REFUSED;
	if (!before || !now)
		return STATUS_OK;
	constraints_ref(before);
	status = constraints_compare(before, now, &change);
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
