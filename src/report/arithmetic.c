/* What is shown is made again from what is on the device, by the functions of the kernels. */
#include "report/arithmetic.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/derate_table.h"
#include "base/grow.h"
#include "gpu/delay/timing_aocv.h"

#include "gpu/delay/arc_delay.h"
#include "gpu/delay/wave.h"
#include "session/search.h"

struct arithmetic {
	struct session *session;
	const struct timing_image *image;
	const struct device_timing *d; /* of the image */
	const struct netlist *netlist;
	struct snap_path *path;
	struct text *out;   /* of the path */
	enum status status; /* of what was read so far */
	int split;
};

/* An arc into a state of the timing graph's image. */
struct arc {
	int32_t from, to; /* vertices of the netlist */
	int32_t tail, head, place, type, delay;
	double slew; /* by the graph */
};

static void get(struct arithmetic *a, const void *d_from, void *out, size_t size)
{
	memset(out, 0, size);
	if (a->status != STATUS_OK)
		return;
	queue_download(a->session->view_queue, out, d_from, (int64_t)size);
	a->status = queue_sync(a->session->view_queue);
}

/* What the device has at a place, 0 after a failure. */
#define GET(a, d_array, at, out) get((a), (d_array) + (at), (out), sizeof *(out))

static void put_time(struct arithmetic *a, const char *name, int64_t fs, const char *end)
{
	text_printf(a->out, "%s%s%s", name, PS(fs), end);
}

/* "u1/A ^" */
static void put_vertex(struct arithmetic *a, int32_t vertex, const char *end)
{
	vertex = netlist_named_vertex(a->netlist, vertex);
	netlist_write_pin(a->netlist, vertex / N_EDGES, '/', a->out);
	text_printf(a->out, " %c%s", vertex % N_EDGES == RISE ? '^' : 'v', end);
}

static int64_t corner_at(const struct arithmetic *a, int64_t number, int32_t vertex)
{
	return 4 * number + N_EDGES * a->split + vertex % N_EDGES;
}

static struct device_thresholds thresholds_of(struct arithmetic *a, int32_t vertex)
{
	struct device_thresholds out = {0};

	if (a->status == STATUS_OK)
		a->status = timing_read_thresholds(a->session->view_queue, a->d, vertex, a->split,
						   &out);
	return out;
}

/* The j-th arc through a latch into arc->head: they come after those that the sweeps know. */
static bool find_latch_arc(const struct arithmetic *a, int32_t j, struct arc *arc)
{
	const struct graph *graph = a->image->graph->graph;

	for (int32_t i = 0; i < a->image->graph->n_latch_arcs; i++) {
		int32_t id = graph->n_arcs + i;

		if (a->image->vertex_state[graph->arc_to[id]] != arc->head || j-- > 0)
			continue;
		arc->tail = a->image->vertex_state[graph->arc_from[id]];
		arc->place = a->d->n_arcs + i;
		arc->type = graph->arc_type[id];
		return true;
	}
	return false;
}

/* The j-th arc into arc->head; false after the last. */
static bool read_arc(struct arithmetic *a, int32_t j, struct arc *arc)
{
	int32_t first, end;

	GET(a, a->d->in_row, arc->head, &first);
	GET(a, a->d->in_row, arc->head + 1, &end);
	j += first;
	if (a->status != STATUS_OK || (j >= end && !find_latch_arc(a, j - end, arc)))
		return false;
	if (j < end) {
		GET(a, a->d->in_from, j, &arc->tail);
		GET(a, a->d->in_arc, j, &arc->place);
		GET(a, a->d->in_type, j, &arc->type);
	}
	GET(a, a->d->state_vertex, arc->tail, &arc->from);
	GET(a, a->d->slew, N_SPLITS * (int64_t)arc->tail + a->split, &arc->slew);
	GET(a, a->d->delay, N_SPLITS * (int64_t)arc->place + a->split, &arc->delay);
	return a->status == STATUS_OK;
}

/* ---- tables ---- */

static struct device_table table_of(const struct arithmetic *a, int32_t id)
{
	return timing_image_table(a->image->graph, id);
}

/* The square around two operands, and what is in it there. */
static double put_table(struct arithmetic *a, int32_t id, const char *const name[2],
			const double at[2])
{
	const double *number = a->image->graph->number;
	const struct device_table t = table_of(a, id);
	const struct device_tables tables = {NULL, &t, number};
	const struct table_place p = find_place(&tables, &t, at[0], at[1]);
	const double *x = number + t.axes + p.i, *y = number + t.axes + t.n_points[0] + p.j;
	const double *value = number + t.values + p.i * t.n[1] + p.j;
	bool wide = t.n[1] > 1, high = t.n[0] > 1;

	if (wide)
		text_printf(a->out, "%-21s%12.6f%12.6f\n", name[t.operand[1]], y[0], y[1]);
	for (int i = 0; i <= high; i++) {
		const double *row = value + i * t.n[1];

		text_printf(a->out, "%-10s%11.4f%12.6f", high ? name[t.operand[0]] : "any",
			    high ? x[i] : 0, row[0]);
		text_printf(a->out, wide ? "%12.6f\n" : "\n", row[wide]);
	}
	if (high) {
		text_printf(a->out, "%s %.6f, %.6f of the way down: %.6f", name[t.operand[0]],
			    at[t.operand[0]], p.part[0],
			    between(value[0], value[t.n[1]], p.part[0]));
		text_printf(a->out, wide ? ", %.6f\n" : "\n",
			    between(value[wide], value[t.n[1] + wide], p.part[0]));
	}
	if (wide)
		text_printf(a->out, "%s %.6f, %.6f of the way across: %.6f\n", name[t.operand[1]],
			    at[t.operand[1]], p.part[1], value_at(&tables, &t, &p));
	return value_at(&tables, &t, &p);
}

/* ---- cells ---- */

/* What a driver sees, as wire_at() of hand_on.h. */
static struct device_pi pi_of(struct arithmetic *a, int32_t vertex)
{
	int32_t driver = -1, net = a->netlist->pin_net[vertex / N_EDGES];
	struct device_pi pi = {0, 0, 0};
	double load = 0;

	if (a->d->pin_driver && a->d->hand && !a->d->lumps)
		GET(a, a->d->pin_driver, vertex / N_EDGES, &driver);
	if (driver >= 0)
		GET(a, a->d->pi, corner_at(a, driver, vertex), &pi);
	if (net >= 0)
		GET(a, a->d->load, corner_at(a, net, vertex), &load);
	return pi_with_load(pi, load);
}

/* By the graph's slew. */
static struct device_wave put_wave(struct arithmetic *a, const struct arc *arc,
				   const struct device_pi *pi)
{
	const struct arc_type *type = &a->image->graph->type[arc->type];
	const struct device_thresholds at = thresholds_of(a, arc->to);
	struct wave_rounds rounds;
	struct device_wave wave = timing_find_wave(
		a->image->graph, &(struct wave_asked){type, a->split, arc->slew, &at, pi}, &rounds);

	text_printf(a->out, "pi: C2 %.6f at the driver, R %.6f, C1 %.6f; all %.6f\n", pi->c2, pi->r,
		    pi->c1, pi->c1 + pi->c2);
	if (rounds.n)
		text_printf(a->out, "driver's resistance %.6f\nround%12s%12s%12s\n",
			    rounds.at[0].rd, "t0", "dt", "Ceff");
	for (int i = 0; i < rounds.n; i++)
		text_printf(a->out, "%5d%12.4f%12.4f%12.6f%s\n", i, rounds.at[i].t0,
			    rounds.at[i].dt, rounds.at[i].ceff,
			    i && rounds.at[i].ceff == pi->c2 ? " again, from C2" : "");
	text_printf(a->out, wave.rd > 0 ? "Ceff %.6f\n" : "no wave fits: Ceff %.6f\n", wave.ceff);
	return wave;
}

/* Its delay before derates; by `slew`, which is the path's own or the graph's. */
static double put_gate(struct arithmetic *a, const struct arc *arc, double slew)
{
	static const char *const name[] = {"slew", "load"};
	const struct timing_graph *graph = a->image->graph;
	int32_t id = graph->type[arc->type].delay[a->split];
	struct device_pi pi = pi_of(a, arc->to);
	struct device_wave wave = {.ceff = pi.c1 + pi.c2};
	const struct device_table table = table_of(a, id);
	const struct device_tables tables = {NULL, &table, graph->number};
	double delay, more;

	if (a->d->hand && !a->d->lumps)
		wave = put_wave(a, arc, &pi);
	if (slew != arc->slew)
		text_printf(a->out, "the path's own slew %.6f; the graph's %.6f\n", slew,
			    arc->slew);
	delay = put_table(a, id, name, (double[]){slew, wave.ceff});
	if (!(wave.rd > 0) || !is_far(&pi))
		return delay;
	more = delay - look_up(&tables, 0, arc->slew, wave.ceff);
	text_printf(a->out, "next to no C2: the wave crosses the threshold at %.6f %+.6f\n",
		    wave.crossing, more);
	return wave.crossing + more;
}

/* ---- wires ---- */

/* What is downstream each node of a net's wires, fF; as wire_capacitance of k_delay.cu. */
static void add_up(struct arithmetic *a, const struct rc_forest *rc, int32_t to, double *downstream)
{
	for (int32_t v = rc->n_nodes - 1; v >= 0; v--) {
		double own = rc->capacitance[v], of_pin = 0, sum = 0;
		int32_t kind;

		if (rc->pin[v] >= 0 && rc->parent[v] >= 0 &&
		    !(rc->flags[v] & RC_INCLUDES_PINS << a->split)) {
			GET(a, a->image->d_pin_kind, rc->pin[v], &kind);
			GET(a, a->image->d_kind_capacitance, corner_at(a, kind, to), &of_pin);
			own += of_pin;
		}
		for (int32_t child = rc->child_row[v]; child < rc->child_row[v + 1]; child++)
			sum += downstream[child];
		downstream[v] = own + sum;
	}
}

/* From the driver on to a node. `way` has room for all nodes. */
static void put_way(struct arithmetic *a, const struct rc_forest *rc, int32_t v,
		    const double *downstream, int32_t *way)
{
	double sum = 0;
	int32_t n = 0;

	for (; rc->parent[v] >= 0; v = rc->parent[v])
		way[n++] = v;
	while (n-- > 0) {
		double part = rc->resistance[way[n]] * downstream[way[n]];

		sum += part;
		text_printf(a->out, "%9.6f%12.6f%11.6f%11.6f  ", rc->resistance[way[n]],
			    downstream[way[n]], part, sum);
		if (rc->pin[way[n]] >= 0)
			netlist_write_pin(a->netlist,
					  netlist_named_pin(a->netlist, rc->pin[way[n]]), '/',
					  a->out);
		text_add(a->out, "\n");
	}
}

/* Elmore's sum in the tree of the driver and the split; or how the net is solved. */
static void put_wires(struct arithmetic *a, const struct rc_forest *rc, const struct arc *arc,
		      const double moment[2], double *downstream, int32_t *way)
{
	const struct rc_network *network = rc->networks.network;
	int32_t v = 0, i = 0;

	while (v < rc->n_nodes && (rc->pin[v] != arc->to / N_EDGES || rc->parent[v] < 0 ||
				   !(rc->flags[v] & RC_GIVES << a->split)))
		v++;
	while (i < rc->networks.n &&
	       (network[i].driver != arc->from / N_EDGES || !(network[i].splits & 1 << a->split)))
		i++;
	if (v < rc->n_nodes && !(rc->flags[v] & RC_IS_DELAY << a->split)) {
		add_up(a, rc, arc->to, downstream);
		text_printf(a->out, "%9s%12s%11s%11s  Elmore's sum, from the driver\n", "R",
			    "C after", "R x C", "sum");
		put_way(a, rc, v, downstream, way);
	} else if (i < rc->networks.n) {
		text_printf(a->out,
			    "no tree: its %" PRId32 " nodes are solved together; moments:\n"
			    "  first %.6f (Elmore), second %.6f\n",
			    network[i].n, moment[0], (moment[1] + moment[0] * moment[0]) / 2);
	} else {
		text_printf(a->out, "Elmore's delay is given: %.6f\n", moment[0]);
	}
}

static enum status put_elmore(struct arithmetic *a, const struct arc *arc, double *elmore)
{
	int32_t place = 0, rank = 0, pin = arc->to / N_EDGES, net = a->netlist->pin_net[pin];
	double moment[2] = {0, 0};
	FREED double *downstream = NULL;
	FREED int32_t *way = NULL;
	RELEASED_BY(rc_forest_drop) struct rc_forest *rc = NULL;
	RELEASED_BY(text_release) struct text said = TEXT_INIT;
	bool guesses;

	*elmore = 0;
	if (!a->d->pin_delay)
		return STATUS_OK;
	if (a->d->pin_place)
		GET(a, a->d->pin_place, pin, &place);
	if (place)
		GET(a, a->d->pin_place, arc->from / N_EDGES, &rank);
	pin = place ? place + rank : pin;
	GET(a, a->d->pin_delay, corner_at(a, pin, arc->to), &moment[0]);
	GET(a, a->image->wires.pin_impulse, corner_at(a, pin, arc->to), &moment[1]);
	*elmore = moment[0];
	TRY(design_make_wires(&a->session->design, &(struct rc_nets){1, &net}, &said,
			      &a->session->task, &guesses, &rc));
	if (!rc)
		return a->status;
	TRY(ALLOC_ALL(rc->n_nodes, &downstream, &way));
	put_wires(a, rc, arc, moment, downstream, way);
	return a->status; /* of what is read above */
}

/* What the waves of the driver's arcs are at the load, by its thresholds. False where none comes. */
static bool put_waves(struct arithmetic *a, const struct arc *arc, double elmore)
{
	struct device_thresholds at = thresholds_of(a, arc->from), load = thresholds_of(a, arc->to);
	struct device_pi pi = pi_of(a, arc->from);
	struct arc in = {.head = arc->tail};
	bool any = false;

	for (int32_t j = 0; read_arc(a, j, &in); j++) {
		union device_hand hand;
		double delay = elmore, slew;

		if (in.type < 0 || in.delay == DELAY_NONE)
			continue;
		any = true;
		GET(a, a->d->hand, N_SPLITS * (int64_t)in.place + a->split, &hand);
		slew = hand.gate.slew;
		if (!a->d->lumps)
			wave_at_load(&hand.gate, &pi, &at, elmore, &delay, &slew);
		put_vertex(a, in.from, ": ");
		if (hand.gate.rd > 0)
			text_printf(a->out,
				    "load at %.6f - driver at %.6f = ", hand.gate.crossing + delay,
				    hand.gate.crossing);
		text_printf(a->out, "%.6f", delay);
		if (memcmp(&at, &load, sizeof at) != 0) {
			convert_to_load(&at, &load, arc->to % N_EDGES, &delay, &slew);
			text_printf(a->out, ", by the load's thresholds %.6f", delay);
		}
		text_add(a->out, "\n");
	}
	return any;
}

/* Into a port: what a driving cell's arcs are there, or else a step. */
static void put_port(struct arithmetic *a, const struct arc *arc, double elmore)
{
	const struct timing_graph *graph = a->image->graph;
	const struct device_thresholds at = thresholds_of(a, arc->from);
	const struct device_pi pi = pi_of(a, arc->from);
	const struct driver *driver = graph->driver, *end = driver + graph->n_drivers;

	while (driver < end && driver->vertex != arc->from)
		driver++;
	if (driver == end && elmore > 0 && !a->d->lumps)
		text_printf(a->out, "a step, with -ln(1 - %.2f): %.6f x %.6f = %.6f\n", at.out,
			    elmore, -at.log_rest, elmore * -at.log_rest);
	for (int32_t i = 0; driver < end && i < driver->n; i++) {
		const struct drive_arc *d = &graph->drive[driver->first + i];
		const struct device_table table[2] = {table_of(a, d->delay < 0 ? 0 : d->delay),
						      table_of(a, d->slew < 0 ? 0 : d->slew)};
		const struct device_tables tables = {NULL, table, graph->number};
		const struct gate gate = {&tables, 0, d->slew < 0 ? -1 : 1, d->slew_in, &at};
		struct device_wave wave;
		double delay, wire = elmore, slew;

		if ((int)d->split != a->split || d->delay < 0)
			continue;
		drive_wire(&gate, &pi, a->d->lumps, &wave, &delay);
		if (!a->d->lumps)
			wave_at_load(&wave, &pi, &at, elmore, &wire, &slew);
		delay -= gate_delay(&gate, 0);
		text_printf(a->out, "the driving cell, by its load: %.6f; the wire %.6f: %.6f\n",
			    delay, wire, delay + wire);
	}
}

static double put_wire(struct arithmetic *a, const struct arc *arc)
{
	double elmore;
	union device_hand hand;

	if (a->status == STATUS_OK)
		a->status = put_elmore(a, arc, &elmore);
	if (a->status != STATUS_OK)
		return 0;
	if (!a->d->hand)
		return elmore;
	GET(a, a->d->hand, N_SPLITS * (int64_t)arc->place + a->split, &hand);
	if (!put_waves(a, arc, elmore))
		put_port(a, arc, elmore);
	text_printf(a->out, "the %s: %.6f\n", a->split == LATE ? "largest" : "least",
		    hand.load.delay);
	return hand.load.delay;
}

/* ---- from a delay to what is reported ---- */

static double put_factor(struct arithmetic *a, const char *what, double factor, double delay)
{
	if (factor != 1)
		text_printf(a->out, "%s: %.6f x %.6f = %.6f\n", what, delay, factor,
			    delay * factor);
	return delay * factor;
}

/* A point of an axis of AOCV and the next, as far as there are any, and where between them x is. */
static void put_axis(struct arithmetic *a, const char *name, const double *axis, int32_t n,
		     double x)
{
	double part;
	int32_t i = derate_point(axis, n, x, &part);

	if (n == 0)
		return;
	text_printf(a->out, ", %s %.6f: %.6f", name, x, axis[i]);
	if (part > 0)
		text_printf(a->out, " to %.6f, %.6f of the way", axis[i + 1], part);
}

/* The factor of a table's numbers by the path's depth and distance, and what it is between. */
static double put_aocv(struct arithmetic *a, const struct device_aocv_table *t,
		       const double *number, double depth, bool larger)
{
	const double *distances = number + t->n_depths, *value = distances + t->n_distances;
	double distance = a->path->row.distance, across, along;
	int32_t i = derate_point(number, t->n_depths, depth, &across), j;

	put_axis(a, "depth", number, t->n_depths, depth);
	if (distance >= DISTANCE_UNKNOWN) {
		text_add(a->out, t->n_distances ? ", the worst of all distances\n" : "\n");
		return derate_factor_anywhere(number, t->n_depths, t->n_distances, depth, larger);
	}
	put_axis(a, "distance (um)", distances, t->n_distances, distance);
	j = derate_point(distances, t->n_distances, distance, &along);
	value += (int64_t)j * (t->n_depths ? t->n_depths : 1) + i;
	for (int k = 0; k <= (along > 0); k++, value += t->n_depths ? t->n_depths : 1) {
		text_printf(a->out, "\n%.6f", value[0]);
		if (across > 0)
			text_printf(a->out, " %.6f", value[1]);
	}
	text_add(a->out, "\n");
	return derate_factor(number, t->n_depths, t->n_distances, depth, distance);
}

/* The same of a table on the device. */
static double put_aocv_table(struct arithmetic *a, const struct device_aocv *aocv, int32_t id,
			     const struct arc *arc, bool larger)
{
	const struct snap_row *row = &a->path->row;
	struct device_aocv_table t = {0};
	FREED double *number = NULL;
	int64_t n;

	GET(a, aocv->table, id, &t);
	n = t.n_depths + t.n_distances +
	    (int64_t)(t.n_depths ? t.n_depths : 1) * (t.n_distances ? t.n_distances : 1);
	if (a->status == STATUS_OK)
		a->status = ALLOC(&number, n);
	if (a->status == STATUS_OK)
		get(a, aocv->number + t.first, number, (size_t)n * sizeof *number);
	if (a->status != STATUS_OK)
		return 1;
	text_add(a->out, arc->type < 0 ? "AOCV of nets" : "AOCV of cells");
	return put_aocv(a, &t, number, arc->type < 0 ? row->n_nets : row->n_cells, larger);
}

/* Does a table derate the delay of an arc, as aocv_derated() of aocv.h? */
static bool find_aocv(struct arithmetic *a, const struct arc *arc, double delay, double *factor)
{
	const struct timing *timing = a->session->design.timing;
	int32_t which = 2 * (arc->type < 0) + a->split, class = -1, table = -1;

	if (!a->path->retimed || !timing->aocv || !a->d->derate_class)
		return false;
	GET(a, a->d->derate_class, arc->head, &class);
	if (class >= 0)
		GET(a, timing->aocv->device.table_of, 4 * (int64_t) class + which, &table);
	if (table >= 0)
		*factor = put_aocv_table(a, &timing->aocv->device, table, arc,
					 (a->split == LATE) == (delay >= 0));
	return table >= 0;
}

/* What is annotated, and derates; by AOCV a path has factors of its own. */
static double settle(struct arithmetic *a, const struct arc *arc, double delay)
{
	const struct timing *timing = a->session->design.timing;
	int64_t at = N_SPLITS * (int64_t)arc->place + a->split;
	int32_t given = DELAY_NONE, added = 0, class = -1;
	double factor = 1, reduction = 0;

	if (a->d->given_delay)
		GET(a, a->d->given_delay, at, &given);
	if (a->d->added_delay && given == DELAY_NONE)
		GET(a, a->d->added_delay, at, &added);
	if (a->d->reduction && given == DELAY_NONE)
		GET(a, a->d->reduction, at, &reduction);
	if (reduction != 0)
		text_printf(a->out, "the net's other outputs drive as well: %.6f %+.6f = %.6f\n",
			    delay, reduction, delay + reduction);
	delay = given != DELAY_NONE ? given / 1000.0 : delay + reduction + added / 1000.0;
	if (given != DELAY_NONE || added)
		text_printf(a->out, "with what is annotated: %.6f\n", delay);
	if (find_aocv(a, arc, delay, &factor))
		return put_factor(a, "the path's AOCV", factor, delay);
	if (a->d->derate_class && !timing->single && !timing->underated)
		GET(a, a->d->derate_class, arc->head, &class);
	at = 8 * (int64_t) class + 4 * (delay < 0) + 2 * (arc->type < 0) + a->split;
	if (class >= 0)
		GET(a, a->d->derate, at, &factor);
	return put_factor(a, "derate", factor, delay);
}

static const char *cell_of(const struct netlist *n, int32_t vertex)
{
	int32_t pin = netlist_named_vertex(n, vertex) / N_EDGES;

	return n->master[n->instance_master[n->pin_instance[pin]]].name;
}

/* Into a point, by the first of the arcs that has the delay of the path. */
static void put_arc(struct arithmetic *a, int64_t i)
{
	static const char *const model[] = {"elmore", "lumped_cap", "dmp_ceff_elmore"};
	const struct snap_point *from = &a->path->point[i - 1], *to = &a->path->point[i];
	int64_t by_graph = a->path->retimed ? to->graph_delay : to->delay, more;
	int32_t tail, vertex = graph_netlist_vertex(a->path->snap.graph, to->vertex), j = 0;
	struct arc arc = {.to = vertex, .head = a->image->vertex_state[vertex]};
	double delay = (double)to->delay / 1000;
	bool found;

	tail = a->image->vertex_state[graph_netlist_vertex(a->path->snap.graph, from->vertex)];
	do
		found = read_arc(a, j++, &arc);
	while (found && (arc.tail != tail || arc.delay != by_graph));
	if (found) {
		put_vertex(a, arc.from, " -> ");
		put_vertex(a, vertex, "");
		text_printf(a->out, " (%s), %s, by %s\n",
			    arc.type < 0 ? "wire" : cell_of(a->netlist, vertex),
			    a->path->split == LATE ? "late" : "early",
			    model[a->session->design.timing->settings.model]);
		delay = arc.type < 0 ? put_wire(a, &arc)
				     : put_gate(a, &arc, a->path->retimed ? from->slew : arc.slew);
		delay = settle(a, &arc, delay);
	} else {
		put_vertex(a, vertex, ": as constraints say\n");
	}
	more = to->delay - fs_of_ps(delay);
	if (more)
		put_time(a,
			 a->session->design.timing->d_arc_increment ? "the die's share "
								    : "not unfolded ",
			 more, "\n");
	put_time(a, "delay ", to->delay, "\n");
}

/* ---- the end ---- */

static void put_check(struct arithmetic *a, int32_t sink)
{
	static const char *const name[] = {"clock slew", "data slew"};
	const struct snap_point *end = &a->path->point[a->path->n_points - 1];
	struct device_endpoint e;
	double at[2], check;

	GET(a, a->image->d_endpoint, sink, &e);
	if (a->status != STATUS_OK || e.table < 0) {
		text_add(a->out, "no table says what the end demands\n");
		return;
	}
	GET(a, a->d->slew, N_SPLITS * (int64_t)e.clock_slew + 1 - e.split, &at[0]);
	GET(a, a->d->slew, N_SPLITS * (int64_t)e.data_slew + e.split, &at[1]);
	at[1] = a->path->retimed ? end->slew : at[1];
	text_add(a->out, "check at ");
	put_vertex(a, graph_netlist_vertex(a->path->snap.graph, end->vertex), "\n");
	check = put_factor(a, "derate", e.derate, put_table(a, e.table, name, at));
	put_time(a, e.split == LATE ? "check -" : "check ", fs_of_ps(check), "\n");
}

/* How far apart late and early clocks are where launch and capture are still one. */
static void put_credit(struct arithmetic *a)
{
	const struct state_graph *states = a->image->states;
	int32_t vertex = a->path->common_pin * N_EDGES, end = vertex + N_EDGES;

	if (vertex < 0 || !a->path->row.credit) {
		text_add(a->out, "launch and capture share no clock pins whose times differ\n");
		return;
	}
	text_add(a->out, "late and early clock at the last pin of launch and capture\n");
	for (; vertex < end; vertex++) {
		for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
			int64_t at = N_SPLITS * (int64_t)a->image->state_place[s], early, late;

			GET(a, a->image->device_states.arrival, at + EARLY, &early);
			GET(a, a->image->device_states.arrival, at + LATE, &late);
			if (early == FS_NONE_64 || late == FS_NONE_64)
				continue;
			put_vertex(a, vertex, ": ");
			text_printf(a->out, "%s - %s = %s\n", PS(late), PS(early),
				    PS(late - early));
		}
	}
	put_time(a, "pessimism removed ", a->path->row.credit, "\n");
}

static enum status put_point(struct session *session, struct snap_path *path, int64_t point)
{
	const struct timing *timing = session->design.timing;
	const struct path_graph *paths = session->paths ? session->paths->paths : NULL;
	struct arithmetic a = {.session = session,
			       .image = timing->image,
			       .d = &timing->image->device,
			       .netlist = timing->image->graph->netlist,
			       .path = path,
			       .out = &path->arithmetic,
			       .split = timing->single ? LATE : (int)path->split};
	bool is_part = paths && path->snap.graph != timing->image->states->graph;

	if (point > path->n_points)
		put_credit(&a);
	else if (point == path->n_points)
		put_check(&a, is_part ? paths->sink[path->row.sink] : path->row.sink);
	else if (point > 0)
		put_arc(&a, point);
	else
		put_time(&a, "the path begins\narrival ", path->point[0].arrival, "\n");
	return a.status;
}

enum status arithmetic_fill(struct session *session, int64_t first, int64_t last,
			    struct snap_path *path)
{
	if (!path->timed || !timing_has(session->design.timing, TIMING_CHECKS))
		return STATUS_OK;
	path->first = first;
	path->last = last;
	for (int64_t i = first; i >= 0 && i <= last && i < path->n_points + 2; i++) {
		text_add(&path->arithmetic, i > first ? "\n" : "");
		TRY(put_point(session, path, i));
	}
	return STATUS_OK;
}

static enum status answer_path(struct session *session, const struct path_request *wanted,
			       struct snap_path **out)
{
	SNAP_HELD struct snap_path *path = NULL;

	if (!session->search || wanted->search != session_query(session)->serial)
		return STATUS_FAILED;
	TRY(session_path(session, (int32_t)wanted->level, wanted->rank, wanted->n_children, &path));
	if (session->idle)
		TRY(arithmetic_fill(session, wanted->first, wanted->last, path));
	HAND_OVER(out, path);
	return STATUS_OK;
}

ANSWER(path, snap_path)

const struct session_part arithmetic_part = {.answer[READ_path] = answer_any_path};
