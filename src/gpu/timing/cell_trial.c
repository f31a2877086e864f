#include "gpu/timing/cell_trial.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/timing/timing_touched.h"

static const char memory_name[] = "cells tried";

/* Some bytes in device memory and what was there. */
struct patch {
	char *d_at, *before; /* the second owned */
	int64_t bytes;
};

struct list {
	int32_t *item;
	int32_t n;
	int64_t capacity;
};

struct cell_trial {
	struct timing *timing;         /* borrowed */
	const struct rc_forest *wires; /* borrowed */
	int32_t instance, n_kinds;
	/* What another cell touches, owned: nets at its pins; states of all pins there; sinks at its own pins. */
	struct list net, state, sink;
	bool all; /* what drives one of these nets hands on what only a sweep over all finds */
	int32_t n_patches;
	struct patch *patch; /* owned, oldest first */
	int64_t capacity;
	/* the image's own, while it has longer ones: owned then */
	const struct device_arc_type *type;
	double *kind_capacitance;
};

/* ---- what is changed ---- */

/* Write to device memory, and note what it was once that is known: a queue forgets a failure that it has told. */
static enum status patch(struct cell_trial *t, const void *d_at, const void *bytes, int64_t n)
{
	struct queue *queue = t->timing->queue;
	struct patch p = {.d_at = (char *)d_at, .bytes = n};
	enum status status;

	TRY(GROW(&t->patch, &t->capacity, t->n_patches + 1));
	TRY(ALLOC(&p.before, n));
	queue_download(queue, p.before, d_at, n);
	status = queue_sync(queue);
	if (status != STATUS_OK) {
		free(p.before);
		return status;
	}
	t->patch[t->n_patches++] = p;
	queue_upload(queue, p.d_at, bytes, n);
	return queue_sync(queue);
}

/* A longer copy of an array: n rows and those that come after them. */
static enum status lengthen(struct queue *queue, const void *d_from, int64_t bytes,
			    const void *more, int64_t more_bytes, void **d_out)
{
	TRY(device_alloc(queue, memory_name, bytes + more_bytes, d_out));
	queue_copy(queue, *d_out, d_from, bytes);
	queue_upload(queue, (char *)*d_out + bytes, more, more_bytes);
	return queue_sync(queue);
}

static int32_t first_pin(const struct cell_trial *t)
{
	return t->timing->image->graph->netlist->instance_pin[t->instance];
}

static int32_t n_pins(const struct cell_trial *t)
{
	return t->timing->image->graph->netlist->instance_pin[t->instance + 1] - first_pin(t);
}

/* ---- arcs ---- */

static enum status lengthen_types(struct cell_trial *t, const struct cell_exchange *e)
{
	struct device_tables *tables = &t->timing->image->device.tables;
	int64_t n = t->timing->image->graph->n_types;
	struct device_arc_type *more;
	void *d_type = NULL;
	enum status status;

	TRY(ALLOC(&more, e->n_arcs));
	for (int32_t i = 0; i < e->n_arcs; i++) {
		memcpy(more[i].delay, e->arc[i].is.delay, sizeof more[i].delay);
		memcpy(more[i].slew, e->arc[i].is.slew, sizeof more[i].slew);
	}
	status = lengthen(t->timing->queue, tables->type, n * (int64_t)sizeof *more, more,
			  e->n_arcs * (int64_t)sizeof *more, &d_type);
	free(more);
	if (status != STATUS_OK) {
		device_free(t->timing->queue, d_type);
		return status;
	}
	t->type = tables->type;
	tables->type = d_type;
	return STATUS_OK;
}

static bool is_arc(const struct exchanged_arc *arc, int32_t from, int32_t to,
		   const struct arc_type *type)
{
	return arc->from == from && arc->to == to && arc->was.lib == type->lib &&
	       memcmp(arc->was.delay, type->delay, sizeof type->delay) == 0 &&
	       memcmp(arc->was.slew, type->slew, sizeof type->slew) == 0;
}

/* Which of the exchanged arcs leads from a state to a vertex of the cell; −1 = none. */
static int32_t find_arc(const struct cell_trial *t, const struct cell_exchange *e, int32_t from,
			int32_t to, int32_t type)
{
	const struct timing_image *image = t->timing->image;
	const int32_t *state = image->vertex_state + (int64_t)first_pin(t) * N_EDGES;
	int32_t found = -1;

	for (int32_t i = 0; i < e->n_arcs && found < 0; i++) {
		if (state[e->arc[i].from] == from &&
		    is_arc(&e->arc[i], e->arc[i].from, to, &image->graph->type[type]))
			found = i;
	}
	return found;
}

/* in_type of what leads to a vertex of the cell. */
static enum status patch_types(struct cell_trial *t, const struct cell_exchange *e, int32_t to,
			       bool *fits)
{
	const struct timing_image *image = t->timing->image;
	const struct device_timing *d = &image->device;
	struct queue *queue = t->timing->queue;
	int32_t v = image->vertex_state[first_pin(t) * N_EDGES + to], row[2], n, *from, *type;
	enum status status;

	queue_download(queue, row, d->in_row + v, sizeof row);
	TRY(queue_sync(queue));
	n = row[1] - row[0];
	TRY(ALLOC(&from, 2 * (int64_t)n));
	type = from + n;
	queue_download(queue, from, d->in_from + row[0], n * (int64_t)sizeof *from);
	queue_download(queue, type, d->in_type + row[0], n * (int64_t)sizeof *type);
	status = queue_sync(queue);
	for (int32_t j = 0; j < n && status == STATUS_OK && *fits; j++) {
		int32_t arc = type[j] < 0 ? -1 : find_arc(t, e, from[j], to, type[j]);

		*fits = type[j] < 0 || arc >= 0;
		type[j] = arc < 0 ? type[j] : image->graph->n_types + arc;
	}
	if (status == STATUS_OK && *fits && n)
		status = patch(t, d->in_type + row[0], type, n * (int64_t)sizeof *type);
	free(from);
	return status;
}

static enum status patch_arcs(struct cell_trial *t, const struct cell_exchange *e, bool *fits)
{
	const struct netlist *netlist = t->timing->image->graph->netlist;

	TRY(lengthen_types(t, e));
	for (int32_t p = 0; p < n_pins(t) && *fits; p++) {
		for (int edge = 0; edge < N_EDGES && netlist_drives(netlist, first_pin(t) + p);
		     edge++)
			TRY(patch_types(t, e, p * N_EDGES + edge, fits));
	}
	return STATUS_OK;
}

/* ---- checks ---- */

static int32_t find_check(const struct cell_trial *t, const struct cell_exchange *e,
			  const struct check *check)
{
	int32_t base = first_pin(t) * N_EDGES, found = -1;

	for (int32_t i = 0; i < e->n_checks && found < 0; i++) {
		const struct check *was = &e->check[i].was;

		if (was->kind == check->kind && was->split == check->split &&
		    was->clock + base == check->clock && was->data + base == check->data &&
		    was->table == check->table && was->arc == check->arc)
			found = i;
	}
	return found;
}

static enum status patch_end(struct cell_trial *t, const struct cell_exchange *e, int32_t sink,
			     bool *fits)
{
	const struct timing_image *image = t->timing->image;
	const struct endpoint *end = &image->states->endpoint[sink];
	struct device_endpoint *d_end = image->d_endpoint + sink;
	int32_t found;

	if (end->table < 0)
		return STATUS_OK;
	found = end->check < 0 ? -1 : find_check(t, e, &image->graph->check[end->check]);
	*fits = found >= 0;
	return *fits ? patch(t, &d_end->table, &e->check[found].table, sizeof d_end->table)
		     : STATUS_OK;
}

static enum status patch_ends(struct cell_trial *t, const struct cell_exchange *e, bool *fits)
{
	for (int32_t i = 0; i < t->sink.n && *fits; i++)
		TRY(patch_end(t, e, t->sink.item[i], fits));
	return STATUS_OK;
}

/* ---- pins ---- */

static void put_kinds(struct cell_trial *t, double *d_capacitance)
{
	struct timing_image *image = t->timing->image;

	image->d_kind_capacitance = d_capacitance;
	image->wires.kind_capacitance = d_capacitance;
}

static enum status lengthen_kinds(struct cell_trial *t, const struct netlist *cells)
{
	struct timing_image *image = t->timing->image;
	double(*more)[N_SPLITS][N_EDGES];
	int64_t n = n_pins(t);
	void *d_all = NULL;
	enum status status;

	TRY(ALLOC(&more, n));
	for (int32_t p = 0; p < n; p++) {
		for (int split = 0; split < N_SPLITS; split++)
			timing_image_scale_capacitances(image->graph, &cells->master[1], p,
							(enum split)split, more[p][split]);
	}
	status = lengthen(t->timing->queue, image->d_kind_capacitance,
			  t->n_kinds * (int64_t)sizeof *more, more, n * (int64_t)sizeof *more,
			  &d_all);
	free(more);
	if (status != STATUS_OK) {
		device_free(t->timing->queue, d_all);
		return status;
	}
	t->kind_capacitance = image->d_kind_capacitance;
	put_kinds(t, d_all);
	return STATUS_OK;
}

static enum status patch_pins(struct cell_trial *t, const struct netlist *cells)
{
	struct timing_image *image = t->timing->image;
	int32_t n = n_pins(t), *kind;
	uint8_t(*class)[N_SPLITS] = NULL;
	enum status status;

	TRY(lengthen_kinds(t, cells));
	TRY(ALLOC(&kind, n));
	status = ALLOC(&class, n);
	for (int32_t p = 0; p < n && status == STATUS_OK; p++) {
		kind[p] = t->n_kinds + p;
		for (int split = 0; split < N_SPLITS; split++)
			class[p][split] =
				threshold_image_class(image, cells->master[1].library[split]);
	}
	if (status == STATUS_OK)
		status =
			patch(t, image->d_pin_kind + first_pin(t), kind, n * (int64_t)sizeof *kind);
	if (status == STATUS_OK && image->device.pin_class)
		status = patch(t, image->device.pin_class + (int64_t)N_SPLITS * first_pin(t), class,
			       n * (int64_t)sizeof *class);
	free(kind);
	free(class);
	return status;
}

/* ---- what follows ---- */

/* The wires of the nets at its pins again, by the capacitances that these have now. */
static enum status sweep_wires(struct cell_trial *t)
{
	struct timing_image *image = t->timing->image;
	int32_t n = image->wires.n_nodes;
	enum status status;

	if (!t->wires)
		return STATUS_OK;
	status = timing_image_put_trees(image, t->wires);
	if (status == STATUS_OK)
		status = timing_sweep_wires(t->timing);
	status = queue_settle(t->timing->queue, status);
	timing_image_drop_trees(image);
	image->wires.n_nodes = n;
	return status;
}

static enum status touch(struct cell_trial *t)
{
	TRY(sweep_wires(t));
	if (t->all || !timing_can_touch(t->timing)) {
		timing_outdate(t->timing, TIMING_LOADS);
		return STATUS_OK;
	}
	TRY(timing_find_loads(t->timing, t->net.item, t->net.n));
	TRY(timing_touch(t->timing, TOUCH_DELAYS, t->state.item, t->state.n));
	return timing_touch(t->timing, TOUCH_ENDS, t->sink.item, t->sink.n);
}

/* ---- what is touched ---- */

static enum status add(struct list *list, int32_t item)
{
	TRY(APPEND(list->item, list->n, &list->capacity, item));
	return STATUS_OK;
}

static bool is_driven_port(const struct timing_graph *graph, int32_t pin)
{
	bool is = false;

	for (int32_t d = 0; d < graph->n_drivers && !is; d++)
		is = graph->driver[d].vertex / N_EDGES == pin;
	return is;
}

/* Do arcs of its cell lead to both edges of an output? */
static enum status find_arcs(const struct cell_trial *t, int32_t pin, bool *has)
{
	const struct timing_image *image = t->timing->image;
	struct queue *queue = t->timing->queue;

	*has = true;
	for (int edge = 0; edge < N_EDGES && *has; edge++) {
		int32_t v = image->vertex_state[pin * N_EDGES + edge], row[2], type = -1;

		queue_download(queue, row, image->device.in_row + v, sizeof row);
		TRY(queue_sync(queue));
		for (int32_t j = row[0]; j < row[1] && type < 0; j++) {
			queue_download(queue, &type, image->device.in_type + j, sizeof type);
			TRY(queue_sync(queue));
		}
		*has = type >= 0;
	}
	return STATUS_OK;
}

/* What drives a net but arcs of a cell hands on what the wire makes of its slew once, in the sweep over all; a driving cell of
 * a port adds to arrivals. */
static enum status look_at_driver(struct cell_trial *t, int32_t pin)
{
	const struct timing_graph *graph = t->timing->image->graph;
	bool has = true;

	if (pin < graph->netlist->n_ports)
		t->all |= timing_has_waves(t->timing) || is_driven_port(graph, pin);
	else if (timing_has_waves(t->timing))
		TRY(find_arcs(t, pin, &has));
	t->all |= !has;
	return STATUS_OK;
}

static enum status list_net(struct cell_trial *t, int32_t net)
{
	const struct timing_image *image = t->timing->image;
	const struct netlist *netlist = image->graph->netlist;
	bool is_new = true;

	for (int32_t i = 0; i < t->net.n && is_new; i++)
		is_new = t->net.item[i] != net;
	if (!is_new)
		return STATUS_OK;
	TRY(add(&t->net, net));
	for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1]; j++) {
		int32_t pin = netlist->net_pin[j];

		if (netlist_drives(netlist, pin))
			TRY(look_at_driver(t, pin));
		for (int edge = 0; edge < N_EDGES; edge++)
			TRY(add(&t->state, image->vertex_state[pin * N_EDGES + edge]));
	}
	return STATUS_OK;
}

static enum status list_sinks(struct cell_trial *t, int32_t pin)
{
	const struct state_graph *states = t->timing->image->states;

	for (int32_t s = states->first_sink[pin];
	     s >= 0 && s < states->graph->n_sinks &&
	     state_pin(states, states->graph->sink_vertex[s]) == pin;
	     s++)
		TRY(add(&t->sink, s));
	return STATUS_OK;
}

static enum status list_touched(struct cell_trial *t)
{
	const struct timing_image *image = t->timing->image;
	const struct netlist *netlist = image->graph->netlist;

	TRY(state_need_first_sinks(image->states));
	for (int32_t p = first_pin(t); p < first_pin(t) + n_pins(t); p++) {
		TRY(list_sinks(t, p));
		if (netlist->pin_net[p] >= 0)
			TRY(list_net(t, netlist->pin_net[p]));
		for (int edge = 0; edge < N_EDGES && netlist->pin_net[p] < 0; edge++)
			TRY(add(&t->state, image->vertex_state[p * N_EDGES + edge]));
	}
	return STATUS_OK;
}

static void free_trial(struct cell_trial *t)
{
	while (t->n_patches > 0)
		free(t->patch[--t->n_patches].before);
	free(t->net.item);
	free(t->state.item);
	free(t->sink.item);
	free(t->patch);
	free(t);
}

/* ---- all of it ---- */

static bool has_plain_pins(const struct netlist *netlist, int32_t instance)
{
	bool plain = true;

	for (int32_t p = netlist->instance_pin[instance];
	     p < netlist->instance_pin[instance + 1] && plain; p++) {
		int32_t net = netlist->pin_net[p];

		plain = !(netlist_may_drive(netlist, p) && netlist_takes_signals(netlist, p)) &&
			(net < 0 || netlist->net_n_drivers[net] <= 1);
	}
	return plain;
}

enum status cell_trial_begin(struct timing *timing, int32_t instance, const struct rc_forest *wires,
			     struct cell_trial **out)
{
	const struct netlist *netlist = timing->image->graph->netlist;
	struct cell_trial *t;
	enum status status;

	*out = NULL;
	if (timing->aocv || timing->d_arc_increment || timing->image->annotated.n_slews ||
	    netlist->n_all_pins > netlist->n_pins || (wires && wires->networks.n_places) ||
	    !has_plain_pins(netlist, instance))
		return STATUS_OK;
	TRY(ALLOC(&t, 1));
	t->timing = timing;
	t->instance = instance;
	t->wires = wires;
	t->n_kinds = netlist->n_ports;
	for (int32_t m = 0; m < netlist->n_masters; m++)
		t->n_kinds += netlist->master[m].n_pins;
	status = list_touched(t);
	if (status == STATUS_OK)
		*out = t;
	else
		free_trial(t);
	return status;
}

/* After a failure the rest is there still, to be taken back. */
static enum status take_back(struct cell_trial *t)
{
	struct timing_image *image = t->timing->image;
	struct queue *queue = t->timing->queue;

	while (t->n_patches > 0) {
		struct patch *p = &t->patch[t->n_patches - 1];

		queue_upload(queue, p->d_at, p->before, p->bytes);
		TRY(queue_sync(queue));
		free(p->before);
		t->n_patches--;
	}
	if (t->type) {
		device_free(queue, (void *)image->device.tables.type);
		image->device.tables.type = t->type;
		t->type = NULL;
	}
	if (t->kind_capacitance) {
		device_free(queue, image->d_kind_capacitance);
		put_kinds(t, t->kind_capacitance);
		t->kind_capacitance = NULL;
	}
	return STATUS_OK;
}

enum status cell_trial_put(struct cell_trial *trial, const struct early_late_cell *cell, bool *fits)
{
	struct cell_exchange exchange;
	enum status status;

	TRY(take_back(trial));
	TRY(cell_exchange_find(trial->timing->image->graph, trial->instance, cell, &exchange,
			       fits));
	if (!*fits)
		return touch(trial);
	status = patch_arcs(trial, &exchange, fits);
	if (status == STATUS_OK && *fits)
		status = patch_ends(trial, &exchange, fits);
	if (status == STATUS_OK && *fits)
		status = patch_pins(trial, exchange.cells);
	cell_exchange_release(&exchange);
	if (status == STATUS_OK && !*fits)
		status = take_back(trial);
	return status == STATUS_OK ? touch(trial) : status;
}

enum status cell_trial_end(struct cell_trial *trial)
{
	enum status status;

	if (!trial)
		return STATUS_OK;
	status = take_back(trial);
	if (status == STATUS_OK)
		status = touch(trial);
	if (status == STATUS_OK)
		status = timing_update(trial->timing);
	free_trial(trial);
	return status;
}
