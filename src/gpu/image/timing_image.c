#include "gpu/image/timing_image.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/scaling.h"
#include "gpu/image/weight_args.h"

static const char name[] = "timing";

enum status timing_image_upload(struct queue *queue, const void *from, int64_t n, size_t size,
				const void *d_out)
{
	void *d_memory;

	TRY(device_alloc(queue, name, n * (int64_t)size, &d_memory));
	queue_upload(queue, d_memory, from, n * (int64_t)size);
	memcpy((void *)d_out, &d_memory, sizeof d_memory);
	return STATUS_OK;
}

enum status timing_image_upload_rows(struct queue *queue, const int32_t *row, int32_t n_levels,
				     int32_t times, int32_t **d_row, int32_t **d_mirror)
{
	int32_t *both, *mirror;
	enum status status = STATUS_OK;

	TRY(ALLOC(&both, 2 * ((int64_t)n_levels + 1)));
	mirror = both + n_levels + 1;
	for (int32_t l = 0; l <= n_levels; l++) {
		both[l] = times * row[l];
		mirror[l] = times * (row[n_levels] - row[n_levels - l]);
	}
	if (d_row)
		status = UPLOAD(queue, both, (int64_t)n_levels + 1, d_row);
	if (d_mirror && status == STATUS_OK)
		status = UPLOAD(queue, mirror, (int64_t)n_levels + 1, d_mirror);
	status = queue_settle(queue, status);
	free(both);
	return status;
}

/* ---- the graph ---- */

static enum status upload_states(struct timing_image *timing)
{
	struct image *image = timing->delay_image;
	struct device_timing *d = &timing->device;
	const struct graph *graph = timing->graph->graph;
	struct gather_types_args types = {.n_typed = graph->n_arcs};
	struct wire_arcs_args wires;
	int32_t *d_type = NULL, *d_in_type;
	uint8_t *d_is_wire;
	enum status status;

	TRY(image_need_fan_in(image));
	d->n_states = image->device.n_states;
	d->n_arcs = image->device.n_arcs;
	d->n_sinks = image->device.n_sinks;
	d->first_sink = image->device.first_sink;
	d->in_row = image->d_in_row;
	d->in_from = image->d_in_from;
	d->in_arc = image->d_in_arc;
	d->state_vertex = image->d_vertex;
	d->row = image->device.row;
	d->to = image->device.to;
	if (d->n_states > INT32_MAX / N_SPLITS)
		return status_fail(STATUS_NO_MEMORY, "more than %d states", INT32_MAX / N_SPLITS);
	TRY(timing_image_upload_rows(timing->queue, image->level_row, image->n_levels, N_SPLITS,
				     NULL, &timing->d_mirror_row));
	TRY(DEVICE_ALLOC(timing->queue, name, &d_in_type, d->n_arcs));
	d->in_type = d_in_type;
	TRY(DEVICE_ALLOC(timing->queue, name, &d_is_wire, d->n_arcs));
	d->is_wire = d_is_wire;
	TRY(UPLOAD(timing->queue, graph->arc_type, graph->n_arcs, &d_type));
	types.in_arc = image->d_in_arc;
	types.arc = image->d_arc;
	types.type = d_type;
	types.in_type = d_in_type;
	wires = (struct wire_arcs_args){types.arc, d_type, types.n_typed, d_is_wire};
	LAUNCH(timing->queue, gather_types, 32, &types, d->n_arcs);
	LAUNCH(timing->queue, wire_arcs, 32, &wires, d->n_arcs);
	status = queue_sync(timing->queue);
	device_free(timing->queue, d_type);
	return status;
}

static int64_t n_axis_points(const struct table *t)
{
	return (int64_t)t->n_points[0] + t->n_points[1];
}

static bool same_axes(const struct timing_graph *graph, const struct table *a,
		      const struct table *b)
{
	return memcmp(a->n, b->n, sizeof a->n) == 0 &&
	       memcmp(a->n_points, b->n_points, sizeof a->n_points) == 0 &&
	       memcmp(a->operand, b->operand, sizeof a->operand) == 0 &&
	       memcmp(graph->number + a->first, graph->number + b->first,
		      (size_t)n_axis_points(a) * sizeof *graph->number) == 0;
}

struct device_table timing_image_table(const struct timing_graph *graph, int32_t id)
{
	const struct table *t = &graph->table[id];

	return (struct device_table){t->first,
				     t->first + n_axis_points(t),
				     {t->n[0], t->n[1]},
				     {t->n_points[0], t->n_points[1]},
				     {t->operand[0], t->operand[1]}};
}

/* How far back axes are looked for: the tables of an arc are neighbours. */
enum { TABLES_BACK = 8 };

/* Tables as the device has them; of neighbours with the same axes all go by those of the first. */
static void fill_tables(const struct timing_graph *graph, struct device_table *out)
{
	for (int32_t i = 0; i < graph->n_tables; i++) {
		const struct table *from = &graph->table[i];

		out[i] = timing_image_table(graph, i);
		for (int32_t j = i - 1; j >= 0 && j >= i - TABLES_BACK; j--) {
			if (same_axes(graph, from, &graph->table[j])) {
				out[i].axes = out[j].axes;
				break;
			}
		}
	}
}

enum status timing_image_build_tables(struct timing_image *timing)
{
	const struct timing_graph *graph = timing->graph;
	struct device_tables *tables = &timing->device.tables;
	struct device_arc_type *type;
	struct device_table *table;
	enum status status;

	TRY(ALLOC(&type, graph->n_types));
	status = ALLOC(&table, graph->n_tables);
	for (int32_t i = 0; i < graph->n_types; i++) {
		memcpy(type[i].delay, graph->type[i].delay, sizeof type[i].delay);
		memcpy(type[i].slew, graph->type[i].slew, sizeof type[i].slew);
	}
	if (status == STATUS_OK)
		fill_tables(graph, table);
	if (status == STATUS_OK)
		status = UPLOAD(timing->queue, type, graph->n_types, &tables->type);
	if (status == STATUS_OK)
		status = UPLOAD(timing->queue, table, graph->n_tables, &tables->table);
	if (status == STATUS_OK)
		status = UPLOAD(timing->queue, graph->number, graph->n_numbers, &tables->number);
	status = queue_settle(timing->queue, status);
	free(type);
	free(table);
	return status;
}

/* ---- nets and pins ---- */

/* Of a pin of a master, fF; left as they are where it has none. */
void timing_image_scale_capacitances(const struct timing_graph *graph, const struct master *master,
				     int32_t pin, enum split split, double out[N_EDGES])
{
	const struct lib_pin *lib = master_lib_pin(master, pin, split);
	const struct library *library = master->library[split];
	double factor;

	if (!lib)
		return;
	factor = scaling_of_pin(library, &library->cell[master->cell[split]],
				scaling_conditions(graph->netlist, graph->constraints, split));
	for (int edge = 0; edge < N_EDGES; edge++)
		out[edge] = factor * lib->capacitance[split][edge];
}

/* The capacitances of ports, which are the loads outside, then of the masters' pins; by corner. */
void timing_image_fill_capacitances(const struct timing_graph *graph,
				    double (*out)[N_SPLITS][N_EDGES])
{
	const struct netlist *netlist = graph->netlist;

	for (int32_t c = 0; c < 4 * netlist->n_ports && graph->constraints; c++)
		out[c / 4][c / N_EDGES % N_SPLITS][c % N_EDGES] = port_load(
			&graph->constraints->port[c / 4], c / N_EDGES % N_SPLITS, c % N_EDGES);
	out += netlist->n_ports;
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		for (int32_t p = 0; p < netlist->master[m].n_pins; p++, out++) {
			for (int split = 0; split < N_SPLITS; split++)
				timing_image_scale_capacitances(graph, &netlist->master[m], p,
								(enum split)split, (*out)[split]);
		}
	}
}

static void fill_kinds(const struct netlist *netlist, const int32_t *first, int32_t *kind)
{
	for (int32_t p = 0; p < netlist->n_ports; p++)
		kind[p] = p;
	OVER_ITEMS(i, netlist->n_instances)
	{
		int32_t begin = netlist->instance_pin[i];

		for (int32_t p = begin; p < netlist->instance_pin[i + 1]; p++)
			kind[p] = first[netlist->instance_master[i]] + p - begin;
	}
}

static enum status upload_capacitances(struct timing_image *timing)
{
	const struct netlist *netlist = timing->graph->netlist;
	int32_t n_kinds = netlist->n_ports, *first, *kind = NULL;
	double(*capacitance)[N_SPLITS][N_EDGES] = NULL;
	enum status status;

	TRY(ALLOC(&first, netlist->n_masters));
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		first[m] = n_kinds;
		n_kinds += netlist->master[m].n_pins;
	}
	status = ALLOC(&kind, netlist->n_pins);
	if (status == STATUS_OK)
		status = ALLOC(&capacitance, n_kinds);
	if (status == STATUS_OK) {
		fill_kinds(netlist, first, kind);
		timing_image_fill_capacitances(timing->graph, capacitance);
		status = UPLOAD(timing->queue, kind, netlist->n_pins, &timing->d_pin_kind);
	}
	if (status == STATUS_OK)
		status = UPLOAD(timing->queue, &capacitance[0][0][0], (int64_t)n_kinds * 4,
				&timing->d_kind_capacitance);
	status = queue_settle(timing->queue, status);
	free(first);
	free(kind);
	free(capacitance);
	return status;
}

/* How many drivers a net has. Where ports of both directions, which are among the loads, may drive it, too: several, so that
 * each has all pins to drive. */
static enum status upload_driver_counts(struct timing_image *timing)
{
	const struct netlist *netlist = timing->graph->netlist;
	int32_t *n, n_sides = netlist->n_all_pins - netlist->n_pins;
	enum status status;

	if (n_sides == 0 || netlist->two_sided[0] >= netlist->n_ports)
		return LEND(timing->queue, netlist->net_n_drivers, netlist->n_nets,
			    &timing->d_net_n_drivers);
	TRY(ALLOC(&n, netlist->n_nets));
	memcpy(n, netlist->net_n_drivers, (size_t)netlist->n_nets * sizeof *n);
	for (int32_t i = 0; i < n_sides && netlist->two_sided[i] < netlist->n_ports; i++) {
		int32_t net = netlist->pin_net[netlist->two_sided[i]];

		if (net >= 0)
			n[net] = (int32_t)max_i64(n[net] + 1, 2);
	}
	status = UPLOAD(timing->queue, n, netlist->n_nets, &timing->d_net_n_drivers);
	status = queue_settle(timing->queue, status);
	free(n);
	return status;
}

static enum status upload_nets(struct timing_image *timing)
{
	const struct netlist *netlist = timing->graph->netlist;
	struct queue *queue = timing->queue;
	double *d_load;

	TRY(LEND(queue, netlist->net_pin_row, (int64_t)netlist->n_nets + 1,
		 &timing->d_net_pin_row));
	TRY(LEND(queue, netlist->net_pin, netlist->net_pin_row[netlist->n_nets],
		 &timing->d_net_pin));
	TRY(upload_driver_counts(timing));
	TRY(LEND(queue, netlist->pin_net, netlist->n_all_pins, &timing->device.pin_net));
	TRY(DEVICE_ALLOC(queue, name, &d_load, (int64_t)netlist->n_nets * 4));
	timing->device.load = d_load;
	return upload_capacitances(timing);
}

/* ---- what is given ---- */

static enum status fill_slews(const struct timing_image *timing, int32_t n,
			      struct device_slew **out)
{
	TRY(ALLOC(out, n));
	for (int32_t i = 0; i < n; i++) {
		const struct given_slew *from = &timing->graph->slew[i];

		(*out)[i].state = timing->vertex_state[from->vertex];
		(*out)[i].splits = 1 << EARLY | 1 << LATE;
		memcpy((*out)[i].slew, from->slew, sizeof from->slew);
	}
	return STATUS_OK;
}

enum status timing_image_put_slews(struct timing_image *timing, int32_t n)
{
	struct device_slew *slew;
	enum status status;

	TRY(fill_slews(timing, n, &slew));
	queue_upload(timing->queue, timing->d_slew, slew, n * (int64_t)sizeof *slew);
	status = queue_sync(timing->queue);
	free(slew);
	return status;
}

enum status timing_image_upload_slews(struct timing_image *timing)
{
	const struct timing_graph *graph = timing->graph;
	struct device_slew *slew;
	uint8_t *is_given = NULL;
	enum status status;

	timing->n_slews = graph->n_slews;
	TRY(fill_slews(timing, graph->n_slews, &slew));
	status = graph->n_slews ? ALLOC(&is_given, timing->device.n_states) : STATUS_OK;
	for (int32_t i = 0; i < graph->n_slews && status == STATUS_OK; i++)
		is_given[slew[i].state] = SLEW_GIVEN;
	if (status == STATUS_OK)
		status = UPLOAD(timing->queue, slew, graph->n_slews, &timing->d_slew);
	if (status == STATUS_OK && is_given)
		status = UPLOAD(timing->queue, is_given, timing->device.n_states,
				&timing->device.is_given);
	status = queue_settle(timing->queue, status);
	free(slew);
	free(is_given);
	return status;
}

static void fill_drivers(const struct timing_image *timing, struct device_driver *driver,
			 struct device_drive *drive)
{
	const struct timing_graph *graph = timing->graph;

	for (int32_t i = 0; i < graph->n_drivers; i++) {
		driver[i].state = timing->vertex_state[graph->driver[i].vertex];
		driver[i].first = graph->driver[i].first;
		driver[i].n = graph->driver[i].n;
	}
	for (int32_t i = 0; i < graph->n_drives; i++) {
		drive[i].split = graph->drive[i].split;
		drive[i].delay = graph->drive[i].delay;
		drive[i].slew = graph->drive[i].slew;
		drive[i].slew_in = graph->drive[i].slew_in;
		drive[i].thresholds = timing->library_class[graph->drive[i].library];
	}
}

enum status timing_image_upload_drivers(struct timing_image *timing)
{
	const struct timing_graph *graph = timing->graph;
	struct device_driver *driver;
	struct device_drive *drive;
	enum status status;

	timing->n_drivers = graph->n_drivers;
	TRY(DEVICE_ALLOC(timing->queue, name, &timing->d_extra, (int64_t)graph->n_drivers * 2));
	TRY(ALLOC(&driver, graph->n_drivers));
	status = ALLOC(&drive, graph->n_drives);
	if (status == STATUS_OK) {
		fill_drivers(timing, driver, drive);
		status = UPLOAD(timing->queue, driver, graph->n_drivers, &timing->d_driver);
	}
	if (status == STATUS_OK)
		status = UPLOAD(timing->queue, drive, graph->n_drives, &timing->d_drive);
	if (status == STATUS_OK)
		status = threshold_image_put_pins(timing);
	status = queue_settle(timing->queue, status);
	free(driver);
	free(drive);
	return status;
}

/* ---- all of it ---- */

static enum status alloc_results(struct timing_image *timing)
{
	struct device_timing *d = &timing->device;

	TRY(DEVICE_ALLOC(timing->queue, name, &d->slew, (int64_t)d->n_states * 2));
	TRY(DEVICE_ALLOC(timing->queue, name, &d->delay,
			 ((int64_t)d->n_arcs + timing->graph->n_latch_arcs) * 2));
	return DEVICE_ALLOC(timing->queue, name, &d->summary, 1);
}

/* A GPU peels a level in 17 µs (leon2's profile), where 16 processors take 78 ms for all. */
enum { MOST_PEELED = 2000 };

enum status timing_image_need_depths(const struct queue *queue, struct timing_graph *graph)
{
	if (!device_in_host_memory(queue) && graph->n_levels <= MOST_PEELED)
		return STATUS_OK;
	return timing_graph_find_depths(graph);
}

enum status timing_image_build_graph(struct timing_image *timing)
{
	struct image_source source = {.graph = timing->graph->graph,
				      .depth = timing->graph->depth,
				      .out_row = timing->graph->out_row,
				      .left = &timing->left_of_graph,
				      .arcs = &timing->left_of_graph,
				      .n_same = timing->left_of_graph.n_arcs};

	TRY(image_build_from(timing->queue, &source, &timing->delay_image));
	timing_graph_forget_depths(timing->graph);
	timing->vertex_state = timing->delay_image->vertex_state;
	return upload_states(timing);
}

enum status timing_image_build_given(struct timing_image *timing)
{
	TRY(derate_image_build(timing));
	TRY(timing_image_upload_slews(timing));
	TRY(timing_image_upload_drivers(timing));
	TRY(parallel_image_build(timing));
	return alloc_results(timing);
}

enum status timing_image_build_states(struct timing_image *timing)
{
	TRY(state_image_build(timing));
	image_left_release(timing->queue, &timing->left_of_graph);
	image_left_release(timing->queue, &timing->left_of_states);
	TRY(reference_image_build(timing));
	return latch_image_build(timing);
}

static enum status build(struct timing_image *timing)
{
	TRY(timing_image_build_graph(timing));
	TRY(timing_image_build_tables(timing));
	TRY(upload_nets(timing));
	TRY(threshold_image_build(timing));
	TRY(timing_image_build_given(timing));
	return timing_image_build_states(timing);
}

enum status timing_image_new(struct queue *queue, struct timing_graph *graph,
			     struct state_graph *states, struct timing_image **out)
{
	struct timing_image *timing = NULL;
	enum status status = ALLOC(&timing, 1);

	if (status != STATUS_OK) {
		state_graph_free(states);
		timing_graph_free(graph);
		return status;
	}
	timing->queue = queue;
	tag_spreader_init(&timing->spreader, queue);
	timing->spreader.keeps_arcs = true;
	timing->graph = graph;
	timing->states = states;
	status = build(timing);
	if (status != STATUS_OK) {
		queue_sync(queue); /* what was queued still reads the host's arrays */
		timing_image_free(timing);
		return status;
	}
	*out = timing;
	return STATUS_OK;
}

_Static_assert((int)WIRE_GIVES == RC_GIVES && (int)WIRE_INCLUDES_PINS == RC_INCLUDES_PINS &&
		       (int)WIRE_DRIVES == RC_DRIVES && (int)LOAD_WITHOUT_PINS == RC_WITHOUT_PINS,
	       "flags of wires");
_Static_assert((int)WIRE_IS_DELAY == RC_IS_DELAY, "flags of wires");

void timing_image_drop_trees(struct timing_image *timing)
{
	struct device_wires *w = &timing->wires;

	DEVICE_FREE_ALL(timing->queue, &w->parent, &w->child_row, &w->pin, &w->flags,
			&w->resistance, &w->capacitance, &timing->d_wire_row,
			&timing->d_wire_mirror_row);
	network_image_drop(timing);
	timing->n_wire_levels = 0;
}

static void free_wires(struct timing_image *timing)
{
	struct device_wires *w = &timing->wires;

	timing_image_drop_trees(timing);
	network_image_release(timing);
	DEVICE_FREE_ALL(timing->queue, &w->pin_delay, &w->pin_impulse, &w->pin_driver, &w->pi,
			&timing->d_net_capacitance, &timing->d_net_flags);
	*w = (struct device_wires){0};
}

void timing_image_free(struct timing_image *timing)
{
	struct device_timing *d;

	if (!timing)
		return;
	d = &timing->device;
	queue_sync(timing->queue); /* what is queued may read arrays that the host lent */
	free_wires(timing);
	DEVICE_FREE_ALL(timing->queue, &timing->d_taken, &d->pin_class, &d->thresholds, &d->pin_net,
			&d->load, &timing->d_pin_kind, &timing->d_kind_capacitance,
			&timing->d_net_pin_row, &timing->d_net_pin, &timing->d_net_n_drivers);
	timing_image_forget_states(timing);
	timing_image_forget_graph(timing);
	free(timing->library_class);
	free(timing);
}

/* What pins have before the sweeps: the delay of set_elmore, through a wire of one resistor and one capacitor, whose
 * impulse is its square; else none. */
static enum status put_elmore(struct timing_image *timing, const struct rc_forest *rc)
{
	struct device_wires *w = &timing->wires;
	const struct netlist *netlist = timing->graph->netlist;
	int64_t n = N_SPLITS * N_EDGES * ((int64_t)netlist->n_all_pins + rc->networks.n_places);
	double *delay, *impulse;
	enum status status;

	TRY(ALLOC(&delay, n));
	status = ALLOC(&impulse, n);
	for (int64_t i = 0; i < n && status == STATUS_OK; i++) {
		int64_t place = i / (N_SPLITS * N_EDGES), extra = place - netlist->n_all_pins;
		int64_t pin = extra >= 0 ? rc->networks.place_pin[extra] : place;
		double given = pin < netlist->n_pins
				       ? rc->elmore[N_SPLITS * pin + i / N_EDGES % N_SPLITS]
				       : NOT_GIVEN;

		delay[i] = is_given(given) ? given : 0;
		impulse[i] = delay[i] * delay[i];
	}
	if (status == STATUS_OK) {
		queue_upload(timing->queue, w->pin_delay, delay, n * (int64_t)sizeof *delay);
		queue_upload(timing->queue, w->pin_impulse, impulse, n * (int64_t)sizeof *impulse);
		status = queue_sync(timing->queue);
	}
	free(delay);
	free(impulse);
	return status;
}

/* What drivers of nets with a model see, at both edges, which no sweep finds. */
static enum status put_models(struct timing_image *timing, const struct rc_forest *rc)
{
	int64_t n = N_SPLITS * N_EDGES * (int64_t)rc->n_drivers;
	struct device_pi *pi;
	enum status status;

	TRY(ALLOC(&pi, n));
	for (int64_t i = 0; i < n; i++) {
		const struct pi_model *model = &rc->pi[i / N_EDGES];

		pi[i] = (struct device_pi){model->near, model->resistance, model->far};
	}
	queue_upload(timing->queue, timing->wires.pi, pi, n * (int64_t)sizeof *pi);
	status = queue_sync(timing->queue);
	free(pi);
	return status;
}

enum status timing_image_put_trees(struct timing_image *timing, const struct rc_forest *rc)
{
	struct queue *queue = timing->queue;
	struct device_wires *w = &timing->wires;
	int64_t n = rc->n_nodes;

	if (n > INT32_MAX / 4)
		return status_fail(STATUS_NO_MEMORY, "more than %d nodes of wires", INT32_MAX / 4);
	TRY(UPLOAD(queue, rc->parent, n, &w->parent));
	TRY(UPLOAD(queue, rc->child_row, n + 1, &w->child_row));
	TRY(UPLOAD(queue, rc->pin, n, &w->pin));
	TRY(UPLOAD(queue, rc->flags, n, &w->flags));
	TRY(UPLOAD(queue, rc->resistance, n, &w->resistance));
	TRY(UPLOAD(queue, rc->capacitance, n, &w->capacitance));
	TRY(timing_image_upload_rows(queue, rc->level_row, rc->n_levels, 4, &timing->d_wire_row,
				     &timing->d_wire_mirror_row));
	TRY(network_image_upload(timing, &rc->networks));
	w->n_nodes = rc->n_nodes;
	w->pin_kind = timing->d_pin_kind;
	w->kind_capacitance = timing->d_kind_capacitance;
	timing->n_wire_levels = rc->n_levels;
	return queue_sync(queue);
}

static enum status upload_wires(struct timing_image *timing, const struct rc_forest *rc)
{
	struct queue *queue = timing->queue;
	struct device_wires *w = &timing->wires;
	const struct netlist *netlist = timing->graph->netlist;
	int64_t n_pins = (int64_t)netlist->n_all_pins + rc->networks.n_places;

	TRY(timing_image_put_trees(timing, rc));
	TRY(UPLOAD(queue, rc->net_capacitance, N_SPLITS * (int64_t)netlist->n_nets,
		   &timing->d_net_capacitance));
	if (rc->net_flags)
		TRY(UPLOAD(queue, rc->net_flags, netlist->n_nets, &timing->d_net_flags));
	TRY(DEVICE_ALLOC(queue, name, &w->pin_delay, n_pins * 4));
	TRY(DEVICE_ALLOC(queue, name, &w->pin_impulse, n_pins * 4));
	queue_fill(queue, w->pin_delay, 0, n_pins * 4 * (int64_t)sizeof *w->pin_delay);
	queue_fill(queue, w->pin_impulse, 0, n_pins * 4 * (int64_t)sizeof *w->pin_impulse);
	TRY(UPLOAD(queue, rc->pin_driver, netlist->n_all_pins, &w->pin_driver));
	TRY(DEVICE_ALLOC(queue, name, &w->pi, (int64_t)rc->n_drivers * 4));
	queue_fill(queue, w->pi, 0, (int64_t)rc->n_drivers * 4 * (int64_t)sizeof *w->pi);
	if (rc->elmore)
		TRY(put_elmore(timing, rc));
	if (rc->pi)
		TRY(put_models(timing, rc));
	return queue_sync(queue);
}

enum status timing_image_set_wires(struct timing_image *timing, const struct rc_forest *rc)
{
	enum status status = STATUS_OK;

	free_wires(timing);
	if (rc)
		status = upload_wires(timing, rc);
	if (status != STATUS_OK) {
		queue_sync(timing->queue);
		free_wires(timing);
	}
	return status;
}
