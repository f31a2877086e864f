#include "gen/clock_tree.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/keyed.h"
#include "base/order.h"
#include "gen/clock_tree_impl.h"
#include "gen/place.h"
#include "gen/wires.h"

enum {
	MOST_LEVELS = 32,
	HEADROOM = 3, /* of what a buffer may drive at most, for quick edges */
};

/* What a level's buffers drive, or the leaves. */
struct node {
	int32_t pin; /* of the new netlist */
	int32_t x, y;
	double capacitance; /* fF */
};

struct builder {
	const struct placement *placement;  /* borrowed: the old one */
	const struct tree_options *options; /* borrowed */
	const struct tree_net *net;         /* borrowed: at work on */
	struct netlist *netlist;            /* owned until it is handed out: being made */
	struct buffers buffers;
	double unit;       /* fF of a µm of wire */
	struct node *node; /* owned: of the level */
	int32_t n;         /* nodes of the level */
	/* Owned: group g, driven by a buffer, is order[group_row[g] … group_row[g + 1] − 1]. */
	int32_t *group_row, *order;
	struct rect *spot; /* owned: where new instances go: x1, y1 */
	int64_t node_capacity, group_row_capacity, order_capacity, spot_capacity;
	struct text name;
	struct tree_report *report; /* borrowed */
};

/* ---- clusters ---- */

static struct rect box_of(const struct builder *b, const int32_t *order, int32_t n)
{
	struct rect box = RECT_NONE;

	for (int32_t i = 0; i < n; i++)
		rect_add(&box, b->node[order[i]].x, b->node[order[i]].y);
	return box;
}

struct along {
	int32_t at, node;
};

/* Order some nodes along the axis in which they reach further. */
static void sort_nodes(const struct builder *b, int32_t *order, int32_t n, struct along *along)
{
	struct rect box = box_of(b, order, n);
	bool vertical = (int64_t)box.y2 - box.y1 > (int64_t)box.x2 - box.x1;

	for (int32_t i = 0; i < n; i++) {
		const struct node *node = &b->node[order[i]];

		along[i] = (struct along){vertical ? node->y : node->x, order[i]};
	}
	SORT(along, n, compare_int32_pair);
	for (int32_t i = 0; i < n; i++)
		order[i] = along[i].node;
}

/* Nodes of the order into groups first … first + k − 1, halving them by means of their median. */
static void cluster(struct builder *b, int32_t *order, int32_t n, int32_t first, int32_t k,
		    struct along *along)
{
	int32_t half = k / 2, left;

	if (k == 1) {
		b->group_row[first] = (int32_t)(order - b->order);
		return;
	}
	sort_nodes(b, order, n, along);
	left = (int32_t)((int64_t)n * half / k);
	cluster(b, order, left, first, half, along);
	cluster(b, order + left, n - left, first + half, k - half, along);
}

static enum status cluster_level(struct builder *b, int32_t k)
{
	FREED struct along *along = NULL;

	TRY(GROW(&b->group_row, &b->group_row_capacity, (int64_t)k + 1));
	TRY(GROW(&b->order, &b->order_capacity, b->n));
	TRY(ALLOC(&along, b->n));
	for (int32_t i = 0; i < b->n; i++)
		b->order[i] = i;
	cluster(b, b->order, b->n, 0, k, along);
	b->group_row[k] = b->n;
	return STATUS_OK;
}

/* ---- levels ---- */

static double pin_capacitance(const struct netlist *netlist, int32_t pin)
{
	const struct lib_pin *p = netlist_lib_pin(netlist, pin, LATE);

	return p ? p->capacitance[LATE][RISE] : 0;
}

/* The loads of the net, but ports; they leave it. */
static enum status take_loads(struct builder *b)
{
	const struct netlist *old = b->placement->netlist;
	int32_t net = b->net->net, first = old->net_pin_row[net], end = old->net_pin_row[net + 1];

	b->n = 0;
	TRY(GROW(&b->node, &b->node_capacity, end - first));
	if (!old->net_n_drivers[net])
		return STATUS_OK;
	for (int32_t i = first + old->net_n_drivers[net]; i < end; i++) {
		int32_t pin = old->net_pin[i];
		struct node node = {.pin = pin};

		if (old->pin_instance[pin] < 0 ||
		    !placement_pin(b->placement, pin, &node.x, &node.y))
			continue;
		node.capacitance = pin_capacitance(old, pin);
		b->node[b->n++] = node;
	}
	return STATUS_OK;
}

/* What the buffer of a group will drive: pins, and wires as for places spread over the box. */
static double load_of(const struct builder *b, int32_t group)
{
	int32_t first = b->group_row[group], n = b->group_row[group + 1] - first;
	struct rect box = box_of(b, b->order + first, n);
	double extent = microns(rect_half_perimeter(&box)), sum = 0;

	for (int32_t i = 0; i < n; i++)
		sum += b->node[b->order[first + i]].capacitance;
	return sum + extent * sqrt(n) * b->unit;
}

static double largest_load(const struct builder *b, int32_t k)
{
	double most = 0;

	for (int32_t g = 0; g < k; g++) {
		double load = load_of(b, g);

		most = load > most ? load : most;
	}
	return most;
}

/* In a name that needs no escapes. */
static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static void write_name(struct builder *b, const char *what, int level, int32_t i)
{
	text_clear(&b->name);
	text_printf(&b->name, "%s%s_", b->net->prefix, what);
	for (const char *c = b->net->name; *c; c++)
		text_append(&b->name, is_plain(*c) ? c : "_", 1);
	text_printf(&b->name, "_%d_%" PRId32, level, i);
}

/* A name that isn't there: underscores are added until it is so. */
static enum status free_name(struct builder *b, const struct names *taken)
{
	while (text_status(&b->name) == STATUS_OK &&
	       names_find(taken, text_string(&b->name), b->name.length) >= 0)
		text_add(&b->name, "_");
	return text_status(&b->name);
}

/* A buffer and the net that it drives. */
static enum status add_buffer(struct builder *b, const struct buffer *buffer, int level, int32_t i,
			      int32_t *instance, int32_t *net)
{
	write_name(b, "buf", level, i);
	TRY(free_name(b, &b->netlist->instance_name));
	TRY(netlist_add_instance(b->netlist, text_string(&b->name), buffer->master, instance));
	write_name(b, "net", level, i);
	TRY(free_name(b, &b->netlist->net_name));
	TRY(netlist_add_net(b->netlist, text_string(&b->name), NET_SIGNAL, net));
	netlist_connect(b->netlist, b->netlist->instance_pin[*instance] + buffer->output, *net);
	b->report->n_buffers++;
	return STATUS_OK;
}

/* The middle of some nodes. */
static void find_middle(const struct builder *b, const int32_t *order, int32_t n, int32_t *x,
			int32_t *y)
{
	int64_t sum_x = 0, sum_y = 0;

	for (int32_t i = 0; i < n; i++) {
		sum_x += b->node[order[i]].x;
		sum_y += b->node[order[i]].y;
	}
	*x = (int32_t)(sum_x / n);
	*y = (int32_t)(sum_y / n);
}

static enum status add_spot(struct builder *b, int32_t instance, int32_t x, int32_t y)
{
	int32_t i = instance - b->placement->netlist->n_instances;

	TRY(GROW(&b->spot, &b->spot_capacity, (int64_t)i + 1));
	b->spot[i] = (struct rect){x, y, x, y};
	return STATUS_OK;
}

/* Buffers before the groups; they are the nodes of the next level. */
static enum status put_level(struct builder *b, const struct buffer *buffer, int level, int32_t k,
			     struct node *next)
{
	for (int32_t g = 0; g < k; g++) {
		const int32_t *order = b->order + b->group_row[g];
		int32_t n = b->group_row[g + 1] - b->group_row[g], instance, net;

		TRY(add_buffer(b, buffer, level, g, &instance, &net));
		find_middle(b, order, n, &next[g].x, &next[g].y);
		TRY(add_spot(b, instance, next[g].x, next[g].y));
		for (int32_t i = 0; i < n; i++)
			netlist_connect(b->netlist, b->node[order[i]].pin, net);
		next[g].pin = b->netlist->instance_pin[instance] + buffer->input;
		next[g].capacitance = buffer->capacitance;
	}
	return STATUS_OK;
}

static enum status build_level(struct builder *b, int level, int32_t k)
{
	FREED struct node *next = NULL;

	TRY(cluster_level(b, k));
	TRY(ALLOC(&next, k));
	TRY(put_level(b, buffers_choose(&b->buffers, HEADROOM * largest_load(b, k)), level, k,
		      next));
	COPY(b->node, next, k);
	b->n = k;
	return STATUS_OK;
}

static enum status build_tree(struct builder *b)
{
	int32_t size[MOST_LEVELS], fanout = b->options->fanout, n;
	int levels = 0;

	TRY(take_loads(b));
	if (!b->n)
		return STATUS_OK;
	n = b->n;
	do {
		n = (int32_t)(((int64_t)n + fanout - 1) / fanout);
		size[levels++] = n;
	} while (n > 1);
	for (int i = 0; i < levels; i++)
		TRY(build_level(b, levels - 1 - i, size[i]));
	netlist_connect(b->netlist, b->node[0].pin, b->net->net);
	b->report->n_nets++;
	if (levels > b->report->n_levels)
		b->report->n_levels = levels;
	return STATUS_OK;
}

/* ---- the placement ---- */

static enum status place_buffers(struct builder *b, struct placement *to, struct task *task)
{
	int32_t n = b->placement->netlist->n_instances;

	for (int32_t i = n; i < b->netlist->n_instances; i++) {
		struct component *c = &to->component[i];
		const struct tech_macro *macro;

		if (c->macro < 0)
			return status_fail(STATUS_FAILED, "no macro in LEF for buffer \"%.100s\"",
					   b->netlist->master[b->netlist->instance_master[i]].name);
		macro = &to->technology->macro[c->macro];
		c->x = b->spot[i - n].x1 - macro->width / 2;
		c->y = b->spot[i - n].y1 - macro->height / 2;
		c->status = PLACED;
	}
	return legalise(to, task);
}

static enum status build(struct builder *b, struct task *task, struct placement **out)
{
	RELEASED_BY(placement_drop) struct placement *to = NULL;

	TRY(netlist_copy_open(b->placement->netlist, task, &b->netlist));
	TRY(buffers_find(&b->buffers, b->netlist, b->options));
	for (int32_t i = 0; i < b->options->n_nets; i++) {
		TRY(task_progress(task, i));
		b->net = &b->options->net[i];
		TRY(build_tree(b));
	}
	TRY(netlist_close(b->netlist));
	TRY(placement_copy(b->placement, b->netlist, false, &to));
	TRY(place_buffers(b, to, task));
	HAND_OVER(out, to);
	return STATUS_OK;
}

static void release(struct builder *b)
{
	netlist_unref(b->netlist);
	buffers_release(&b->buffers);
	FREE_ALL(b->node, b->group_row, b->order, b->spot);
	text_release(&b->name);
}

enum status buffer_nets(const struct placement *placement, const struct tree_options *options,
			struct task *task, struct tree_report *report, struct placement **out)
{
	RELEASED_BY(release)
	struct builder b = {
		.placement = placement, .options = options, .name = TEXT_INIT, .report = report};
	struct wire_unit unit = {{0, 0}, {0, 0}};

	*report = (struct tree_report){0};
	/* without wires pins alone count */
	if (wire_unit_of(placement->technology, NULL, 0, &unit) == STATUS_OK)
		b.unit = 0.5 * (unit.capacitance[0] + unit.capacitance[1]);
	DOING(task, "buffering", options->n_nets);
	return build(&b, task, out);
}
