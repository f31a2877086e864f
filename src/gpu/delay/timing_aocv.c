#include "gpu/delay/timing_aocv.h"

#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/keys.h"
#include "base/parallel.h"
#include "db/fan_out.h"

enum { FAR = INT32_MAX / 2 };

void aocv_image_free(struct queue *queue, struct aocv_image *image)
{
	struct device_aocv *d;

	if (!image)
		return;
	d = &image->device;
	DEVICE_FREE_ALL(queue, &d->table, &d->number, &d->table_of, &d->pin, &d->drives);
	free(image);
}

/* ---- depths ---- */

/* Of cells or nets: the arcs that count. */
static bool counts(const struct graph *graph, int32_t arc, bool nets)
{
	return (graph->arc_type[arc] < 0) == nets;
}

/* Where paths may begin and end: at sources and sinks, and in clock networks. */
static enum status find_ends(const struct timing_graph *timing, const struct state_graph *states,
			     uint8_t **begins, uint8_t **ends)
{
	int32_t n = timing->graph->n_vertices;

	TRY(ALLOC_ALL(n, begins, ends));
	OVER_ITEMS(v, n)
	{
		(*begins)[v] = (*ends)[v] = timing_domain(states, (int32_t)v) != DELAYS_OF_DATA;
	}
	for (int32_t s = 0; s < states->graph->n_sources; s++)
		(*begins)[state_vertex(states, states->graph->source_vertex[s])] = 1;
	for (int32_t s = 0; s < states->graph->n_sinks; s++)
		(*ends)[state_vertex(states, states->graph->sink_vertex[s])] = 1;
	return STATUS_OK;
}

/* The least number of arcs that count on the way to each vertex, its own included, and from it on; into->out. */
static void sweep(const struct timing_graph *timing, const uint8_t *begins, const uint8_t *ends,
		  bool nets, int32_t *into, int32_t *onward)
{
	const struct graph *graph = timing->graph;
	int32_t n = graph->n_vertices;

	for (int32_t v = 0; v < n; v++) {
		into[v] = FAR;
		onward[v] = ends[v] ? 0 : FAR;
	}
	for (int32_t i = 0; i < n; i++) {
		int32_t v = timing->order[i], at = begins[v] ? 0 : into[v];

		for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1] && at < FAR; j++) {
			int32_t arc = timing->out_arc[j], to = graph->arc_to[arc];

			into[to] = (int32_t)min_i64(into[to], at + counts(graph, arc, nets));
		}
	}
	for (int32_t i = n - 1; i >= 0; i--) {
		int32_t v = timing->order[i];

		for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1]; j++) {
			int32_t arc = timing->out_arc[j], to = graph->arc_to[arc];

			if (onward[to] < FAR)
				onward[v] = (int32_t)min_i64(onward[v],
							     onward[to] + counts(graph, arc, nets));
		}
	}
}

/* Of a vertex that no path passes nothing is known: 1 is the worst. */
static void add_up(int32_t n, int32_t *into, const int32_t *onward)
{
	for (int32_t v = 0; v < n; v++) {
		bool known = into[v] < FAR && onward[v] < FAR;

		into[v] = known ? (int32_t)max_i64(into[v] + onward[v], 1) : 1;
	}
}

static enum status find_depths(const struct timing_graph *timing, const uint8_t *begins,
			       const uint8_t *ends, struct aocv_depths *out)
{
	int32_t n = timing->graph->n_vertices, *onward;

	TRY(ALLOC_ALL(n, &out->cells, &out->nets, &onward));
	sweep(timing, begins, ends, false, out->cells, onward);
	add_up(n, out->cells, onward);
	sweep(timing, begins, ends, true, out->nets, onward);
	add_up(n, out->nets, onward);
	free(onward);
	return STATUS_OK;
}

enum status aocv_depths_find(struct timing_graph *timing, const struct state_graph *states,
			     struct aocv_depths *out)
{
	FREED uint8_t *begins = NULL, *ends = NULL;
	bool keeps = timing->out_arc;
	enum status status;

	*out = (struct aocv_depths){0};
	status = timing_graph_need_order(timing) ?: find_ends(timing, states, &begins, &ends)
		 ?: find_depths(timing, begins, ends, out);
	if (!keeps)
		timing_graph_forget_places(timing);
	return status;
}

FREES(aocv_depths_release, struct aocv_depths, x->cells, x->nets);

/* ---- places ---- */

/* Where the pins of a placement are, and what is farthest apart, µm; AOCV_ANY_DISTANCE when something isn't placed. */
struct places {
	struct aocv_pin *pin; /* owned [n_pins]; NULL = none is placed */
	double farthest;
};

static struct aocv_pin place_of(const struct placement *placement, int32_t pin)
{
	int32_t instance = placement->netlist->pin_instance[pin];
	struct aocv_pin at = {0, 0, AOCV_PIN_PLACED};

	if (instance < 0) {
		if (!placement_pin(placement, pin, &at.x, &at.y))
			at.flags = 0;
	} else if (placement->component[instance].status == UNPLACED) {
		at.flags = 0;
	} else {
		struct rect box = placement_component_box(placement, instance);

		at.x = (int32_t)(((int64_t)box.x1 + box.x2) / 2);
		at.y = (int32_t)(((int64_t)box.y1 + box.y2) / 2);
	}
	return at;
}

static enum status find_places(const struct placement *placement, struct places *out)
{
	int32_t n = placement->netlist->n_all_pins;
	double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
	bool all = true;

	TRY(ALLOC(&out->pin, n));
	for (int32_t p = 0; p < n; p++) {
		struct aocv_pin at = out->pin[p] = place_of(placement, p);

		all &= at.flags != 0;
		if (!at.flags)
			continue;
		low_x = fmin(low_x, at.x);
		low_y = fmin(low_y, at.y);
		high_x = fmax(high_x, at.x);
		high_y = fmax(high_y, at.y);
	}
	if (all && n)
		out->farthest = sqrt((high_x - low_x) * (high_x - low_x) +
				     (high_y - low_y) * (high_y - low_y)) /
				LENGTHS_PER_MICRON;
	return STATUS_OK;
}

/* ---- classes ---- */

/* What the factors of a delay follow from. */
struct class_key {
	int32_t choice, derates; /* the latter's class, -1 = none */
	int32_t domain;          /* enum delay_domain */
	int32_t cells, nets;     /* depths, not beyond the last point of all tables */
};

struct maker {
	struct timing *timing;
	const struct aocv *aocv;
	struct aocv_map map;
	struct aocv_depths depths;
	struct places places;
	int32_t deepest;
	struct keys keys;
	struct derate_rows rows;
	int32_t *table_of; /* owned [4 classes] */
	int64_t capacity;
};

static int32_t deepest_point(const struct aocv *aocv)
{
	double most = 1;

	for (int32_t i = 0; i < aocv->n_tables; i++) {
		const struct aocv_table *t = &aocv->table[i];

		if (t->n_depths)
			most = fmax(most, aocv->number[t->first + t->n_depths - 1]);
	}
	return (int32_t)ceil(most);
}

/* The factors of delays of 0 or more and of others in one domain. The worst at the least
 * depth or beyond: late the largest of delays of 0 or more, the least of others; early the reverse. */
static void find_factors(const struct maker *m, const struct class_key *key, int i,
			 enum derate_domain domain, double out[2])
{
	const struct derates *derates = &m->timing->image->graph->derates;
	int what = i / N_SPLITS, split = i % N_SPLITS;
	int32_t table = m->map.choice[key->choice].table[what][domain][split];
	double least, most;

	out[0] = out[1] =
		key->derates < 0 ? 1 : derates->delay[key->derates].factor[what][domain][split];
	if (table < 0)
		return;
	aocv_factor_range(m->aocv, table, what == DERATED_NET ? key->nets : key->cells,
			  m->places.farthest, &least, &most);
	out[0] = split == LATE ? most : least;
	out[1] = split == LATE ? least : most;
}

/* Where there are both clocks and data the worse of both; paths that are re-timed have these then, too. */
static void fill_class(struct maker *m, const struct class_key *key, double *factor,
		       int32_t *table_of)
{
	for (int i = 0; i < DERATE_FACTORS / 2; i++) {
		int what = i / N_SPLITS, split = i % N_SPLITS;
		enum derate_domain domain =
			key->domain == DELAYS_OF_DATA ? DOMAIN_DATA : DOMAIN_CLOCK;
		double of[2], other[2];

		find_factors(m, key, i, domain, of);
		table_of[i] = m->map.choice[key->choice].table[what][domain][split];
		if (key->domain == DELAYS_OF_BOTH) {
			find_factors(m, key, i, DOMAIN_DATA, other);
			of[0] = split == LATE ? fmax(of[0], other[0]) : fmin(of[0], other[0]);
			of[1] = split == LATE ? fmin(of[1], other[1]) : fmax(of[1], other[1]);
			table_of[i] = -1;
		}
		factor[i] = of[0];
		factor[DERATE_FACTORS / 2 + i] = of[1];
	}
}

static enum status add_class(struct maker *m, const struct class_key *key)
{
	struct derate_rows *rows = &m->rows;

	TRY(GROW(&rows->factor, &rows->capacity, rows->n_classes + 1));
	TRY(GROW(&m->table_of, &m->capacity, 4 * ((int64_t)rows->n_classes + 1)));
	fill_class(m, key, rows->factor[rows->n_classes],
		   m->table_of + 4 * (int64_t)rows->n_classes);
	rows->n_classes++;
	return STATUS_OK;
}

static enum status classify(struct maker *m, int32_t vertex, int32_t *class)
{
	const struct timing_image *image = m->timing->image;
	const struct derates *derates = &image->graph->derates;
	enum delay_domain domain = timing_domain(image->states, vertex);
	bool data = domain == DELAYS_OF_DATA;
	struct class_key key = {
		.choice = m->map.vertex_choice[vertex],
		.derates = derates->vertex_class ? derates->vertex_class[vertex] : -1,
		.domain = (int32_t)domain,
		.cells = data ? (int32_t)min_i64(m->depths.cells[vertex], m->deepest) : 1,
		.nets = data ? (int32_t)min_i64(m->depths.nets[vertex], m->deepest) : 1,
	};
	bool added;

	TRY(keys_add(&m->keys, &key, class, &added));
	return added ? add_class(m, &key) : STATUS_OK;
}

static enum status classify_all(struct maker *m)
{
	const struct timing_image *image = m->timing->image;
	int32_t n = image->device.n_states, n_vertices = image->graph->graph->n_vertices;

	TRY(ALLOC(&m->rows.state_class, n));
	for (int32_t s = 0; s < n; s++) {
		int32_t vertex = image->delay_image->state_vertex[s];

		if (vertex < n_vertices)
			TRY(classify(m, vertex, &m->rows.state_class[s]));
	}
	return STATUS_OK;
}

static enum status make_classes(struct maker *m, const struct placement *placement)
{
	const struct timing_image *image = m->timing->image;

	m->places.farthest = AOCV_ANY_DISTANCE;
	m->deepest = deepest_point(m->aocv);
	TRY(aocv_map_make(m->aocv, image->graph->netlist, &m->map));
	if (placement && m->map.has_distance)
		TRY(find_places(placement, &m->places));
	TRY(aocv_depths_find(image->graph, image->states, &m->depths));
	return classify_all(m);
}

/* ---- on the device ---- */

static enum status upload_tables(struct maker *m, struct aocv_image *out)
{
	struct queue *queue = m->timing->queue;
	FREED struct device_aocv_table *table = NULL;
	enum status status;

	TRY(ALLOC(&table, m->aocv->n_tables));
	for (int32_t i = 0; i < m->aocv->n_tables; i++) {
		const struct aocv_table *t = &m->aocv->table[i];

		table[i] = (struct device_aocv_table){t->first, t->n_depths, t->n_distances};
	}
	status = UPLOAD(queue, table, m->aocv->n_tables, &out->device.table)
			 ?: UPLOAD(queue, m->aocv->number, m->aocv->n_numbers, &out->device.number);
	return queue_settle(queue, status);
}

static enum status upload_pins(struct maker *m, struct aocv_image *out)
{
	const struct netlist *netlist = m->timing->image->graph->netlist;
	struct queue *queue = m->timing->queue;
	FREED uint8_t *drives = NULL;
	enum status status;

	TRY(ALLOC(&drives, netlist->n_all_pins));
	for (int32_t p = 0; p < netlist->n_all_pins; p++)
		drives[p] = netlist->pin_instance[p] >= 0 && netlist_side_drives(netlist, p);
	status = UPLOAD(queue, drives, netlist->n_all_pins, &out->device.drives);
	if (status == STATUS_OK && m->places.pin)
		status = UPLOAD(queue, m->places.pin, netlist->n_all_pins, &out->device.pin);
	return queue_settle(queue, status);
}

static enum status upload(struct maker *m, struct aocv_image **out)
{
	struct queue *queue = m->timing->queue;

	TRY(ALLOC(out, 1));
	(*out)->device.unit = 1.0 / LENGTHS_PER_MICRON;
	(*out)->device.by_distance = m->map.has_distance;
	TRY(upload_tables(m, *out));
	TRY(upload_pins(m, *out));
	TRY(queue_settle(queue, UPLOAD(queue, m->table_of, 4 * (int64_t)m->rows.n_classes,
				       &(*out)->device.table_of)));
	return timing_image_derate(m->timing->image, &m->rows);
}

static void release(struct maker *m)
{
	aocv_map_release(&m->map);
	aocv_depths_release(&m->depths);
	free(m->places.pin);
	keys_release(&m->keys);
	derate_rows_release(&m->rows);
	free(m->table_of);
}

enum status timing_set_aocv(struct timing *timing, const struct aocv *aocv,
			    const struct placement *placement)
{
	struct maker m = {
		.timing = timing, .aocv = aocv, .keys.width = (int32_t)sizeof(struct class_key)};
	struct aocv_image *image = NULL;
	enum status status = STATUS_OK;

	if (!aocv && !timing->aocv)
		return STATUS_OK;
	timing_outdate(timing, TIMING_DELAYS);
	aocv_image_free(timing->queue, timing->aocv);
	timing->aocv = NULL;
	if (!aocv)
		return timing_image_derate(timing->image, NULL);
	status = make_classes(&m, placement) ?: upload(&m, &image);
	release(&m);
	if (status != STATUS_OK) {
		aocv_image_free(timing->queue, image);
		return status;
	}
	timing->aocv = image;
	return STATUS_OK;
}
