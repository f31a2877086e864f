/*
 * From Bookshelf's nodes, nets and rows to a netlist of black boxes and its placement. Nodes of the
 * same size, kind and pins share a master.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "read/layout/bookshelf_impl.h"

/* A pin of a node, in lengths. */
struct node_pin {
	int32_t dx, dy, direction, net;
};

struct build {
	struct bookshelf *bs;
	double length;          /* of a unit, in those of db/layout/rect.h */
	double tallest_row;     /* units; INFINITY without rows */
	int64_t *row;           /* owned [nodes + 1]: their pins */
	struct node_pin *pin;   /* owned [n_pins], by node, sorted */
	struct names signature; /* of masters: what is the same in all its nodes */
	int32_t *master;        /* owned [nodes] */
	struct names pin_name;  /* p0, p1, … */
	struct netlist *netlist;
	struct technology *technology;
	struct placement *placement;
};

/* ---- lengths ---- */

static void see(double *largest, double a)
{
	*largest = fmax(*largest, fabs(a));
}

/* The largest power of ten of a µm that keeps all below 26 mm. */
static void choose_unit(struct build *b)
{
	const struct bookshelf *bs = b->bs;
	double largest = 0;

	for (int32_t i = 0; i < bs->node_name.n; i++) {
		const struct bs_node *n = &bs->node[i];
		double longer = fmax(n->width, n->height);

		see(&largest, fabs(n->x) + longer);
		see(&largest, fabs(n->y) + longer);
	}
	for (int64_t i = 0; i < bs->n_pins; i++) {
		see(&largest, 2 * bs->pin[i].dx);
		see(&largest, 2 * bs->pin[i].dy);
	}
	b->tallest_row = bs->n_rows ? 0 : (double)INFINITY;
	for (int64_t i = 0; i < bs->n_rows; i++) {
		const struct bs_row *r = &bs->row[i];

		see(&largest, fabs(r->x) + r->n_sites * r->spacing + r->width);
		see(&largest, fabs(r->y) + r->height);
		b->tallest_row = fmax(b->tallest_row, r->height);
	}
	b->length = LENGTHS_PER_MICRON;
	while (largest * b->length > 1 << 30)
		b->length /= 10;
}

static int32_t to_length(const struct build *b, double units)
{
	return (int32_t)lrint(units * b->length);
}

/* ---- masters ---- */

static int compare_pins(const void *a, const void *b)
{
	const struct node_pin *x = a, *y = b;
	const int32_t *i = &x->dx, *j = &y->dx;

	for (int k = 0; k < 4; k++) {
		if (i[k] != j[k])
			return i[k] < j[k] ? -1 : 1;
	}
	return 0;
}

static enum status sort_pins(struct build *b)
{
	const struct bookshelf *bs = b->bs;
	FREED int64_t *next = NULL;
	int32_t n = bs->node_name.n;

	TRY(ALLOC(&b->row, (int64_t)n + 1));
	TRY(ALLOC(&b->pin, bs->n_pins));
	TRY(ALLOC(&next, n));
	for (int64_t i = 0; i < bs->n_pins; i++)
		b->row[bs->pin[i].node + 1]++;
	for (int32_t i = 0; i < n; i++) {
		b->row[i + 1] += b->row[i];
		next[i] = b->row[i];
	}
	for (int64_t i = 0; i < bs->n_pins; i++) {
		const struct bs_pin *p = &bs->pin[i];

		b->pin[next[p->node]++] = (struct node_pin){
			to_length(b, p->dx), to_length(b, p->dy), (int32_t)p->direction, p->net};
	}
	for (int32_t i = 0; i < n; i++)
		SORT(b->pin + b->row[i], b->row[i + 1] - b->row[i], compare_pins);
	return STATUS_OK;
}

static enum tech_class class_of(const struct build *b, const struct bs_node *node)
{
	if (node->kind == BS_TERMINAL_NI)
		return TECH_COVER;
	if (node->height > b->tallest_row)
		return TECH_BLOCK;
	return node->kind == BS_TERMINAL ? TECH_PAD : TECH_CORE;
}

/* A name for each pin of a node; pointers into b->pin_name. */
static enum status pin_names(struct build *b, int64_t n, const char **names)
{
	for (int64_t i = b->pin_name.n; i < n; i++) {
		char name[24];
		int32_t id;

		TRY(names_add(&b->pin_name, name, snprintf(name, sizeof name, "p%" PRId64, i), &id,
			      NULL));
	}
	for (int64_t i = 0; i < n; i++)
		names[i] = names_get(&b->pin_name, (int32_t)i);
	return STATUS_OK;
}

static enum status add_macro_pins(struct build *b, int32_t node, const char *const *names,
				  struct tech_macro *macro)
{
	struct technology *t = b->technology;
	int64_t first = b->row[node];

	macro->n_pins = (int32_t)(b->row[node + 1] - first);
	macro->first_obstruction = t->n_shapes + macro->n_pins; /* there are none */
	for (int32_t i = 0; i < macro->n_pins; i++) {
		const struct node_pin *p = &b->pin[first + i];
		int32_t x = macro->width / 2 + p->dx, y = macro->height / 2 + p->dy, name, pin;
		struct tech_shape shape = {-1, {x, y, x, y}};

		TRY(names_add(&t->string, names[i], (int64_t)strlen(names[i]), &name, NULL));
		TRY(technology_add_pin(t, name, &pin));
		t->pin[pin].direction = (enum lib_direction)p->direction;
		TRY(technology_add_shape(t, &shape));
		t->pin[pin].n_shapes = 1;
	}
	return STATUS_OK;
}

/* The master that a node is the first of. */
static enum status add_master(struct build *b, int32_t node, const char **names)
{
	const struct bs_node *from = &b->bs->node[node];
	enum tech_class class = class_of(b, from);
	int32_t n = (int32_t)(b->row[node + 1] - b->row[node]), macro, master;
	struct tech_macro *m;
	char name[32];
	int length = snprintf(name, sizeof name, "%s%" PRId32,
			      class == TECH_BLOCK  ? "block"
			      : class == TECH_PAD  ? "pad"
			      : class == TECH_CORE ? "cell"
						   : "cover",
			      b->netlist->n_masters);

	TRY(pin_names(b, n, names));
	TRY(netlist_add_black_box(b->netlist, name, n, names, &master));
	for (int32_t i = 0; i < n; i++)
		b->netlist->master[master].direction[i] =
			(enum lib_direction)b->pin[b->row[node] + i].direction;
	TRY(technology_add_macro(b->technology, name, length, &macro));
	m = &b->technology->macro[macro];
	m->class = class;
	m->width = to_length(b, from->width);
	m->height = to_length(b, from->height);
	m->symmetry = SYMMETRY_X | SYMMETRY_Y;
	for (int32_t s = 0; s < b->technology->n_sites && class == TECH_CORE && m->site < 0; s++) {
		if (b->technology->site[s].height == m->height)
			m->site = s;
	}
	return add_macro_pins(b, node, names, m);
}

/* The bytes that nodes of one master share; `key` has room for the most pins. */
static int64_t signature_of(const struct build *b, int32_t node, int32_t *key)
{
	const struct bs_node *from = &b->bs->node[node];
	int64_t n = 0;

	key[n++] = to_length(b, from->width);
	key[n++] = to_length(b, from->height);
	key[n++] = (int32_t)class_of(b, from);
	for (int64_t i = b->row[node]; i < b->row[node + 1]; i++) {
		key[n++] = b->pin[i].dx;
		key[n++] = b->pin[i].dy;
		key[n++] = b->pin[i].direction;
	}
	return n * (int64_t)sizeof *key;
}

static enum status find_masters(struct build *b, int32_t *key, const char **names)
{
	for (int32_t i = 0; i < b->bs->node_name.n; i++) {
		bool added;

		TRY(names_add(&b->signature, (const char *)key, signature_of(b, i, key),
			      &b->master[i], &added));
		if (added)
			TRY(add_master(b, i, names));
	}
	return STATUS_OK;
}

static enum status make_masters(struct build *b)
{
	int64_t most = 0;
	FREED int32_t *key = NULL;
	FREED const char **names = NULL;

	for (int32_t i = 0; i < b->bs->node_name.n; i++) {
		if (b->row[i + 1] - b->row[i] > most)
			most = b->row[i + 1] - b->row[i];
	}
	TRY(ALLOC(&b->master, b->bs->node_name.n));
	TRY(ALLOC(&key, 3 + 3 * most));
	TRY(ALLOC(&names, most));
	return find_masters(b, key, names);
}

/* ---- netlist ---- */

static enum status make_netlist(struct build *b)
{
	const struct bookshelf *bs = b->bs;
	int32_t id;

	for (int32_t i = 0; i < bs->net_name.n; i++)
		TRY(netlist_add_net(b->netlist, names_get(&bs->net_name, i), NET_SIGNAL, &id));
	for (int32_t i = 0; i < bs->node_name.n; i++) {
		TRY(netlist_add_instance(b->netlist, names_get(&bs->node_name, i), b->master[i],
					 &id));
		for (int64_t p = b->row[i]; p < b->row[i + 1]; p++)
			netlist_connect(b->netlist,
					b->netlist->instance_pin[i] + (int32_t)(p - b->row[i]),
					b->pin[p].net);
	}
	return netlist_close(b->netlist);
}

/* ---- rows ---- */

static enum status find_site(struct build *b, const struct bs_row *row, int32_t *site)
{
	struct technology *t = b->technology;
	int32_t width = to_length(b, row->width), height = to_length(b, row->height);
	char name[24];

	for (*site = 0; *site < t->n_sites; ++*site) {
		if (t->site[*site].width == width && t->site[*site].height == height)
			return STATUS_OK;
	}
	TRY(technology_add_site(t, name, snprintf(name, sizeof name, "site%" PRId32, t->n_sites),
				site));
	t->site[*site].width = width;
	t->site[*site].height = height;
	t->site[*site].symmetry = SYMMETRY_X | SYMMETRY_Y;
	return STATUS_OK;
}

static enum status make_sites(struct build *b)
{
	int32_t site;

	for (int64_t i = 0; i < b->bs->n_rows; i++)
		TRY(find_site(b, &b->bs->row[i], &site));
	return STATUS_OK;
}

static enum status make_rows(struct build *b)
{
	for (int64_t i = 0; i < b->bs->n_rows; i++) {
		const struct bs_row *from = &b->bs->row[i];
		struct placed_row row = {.x = to_length(b, from->x),
					 .y = to_length(b, from->y),
					 .orientation = from->orientation,
					 .n_x = from->n_sites,
					 .n_y = 1,
					 .step_x = to_length(b, from->spacing)};
		char name[24];

		TRY(find_site(b, from, &row.site));
		TRY(names_add(&b->placement->string, name,
			      snprintf(name, sizeof name, "row%" PRId64, i), &row.name, NULL));
		TRY(placement_add_row(b->placement, &row));
	}
	return STATUS_OK;
}

/* ---- places ---- */

static void make_die(struct placement *p)
{
	bool any = false;

	for (int32_t i = 0; i < p->n_rows; i++) {
		struct rect box = placement_row_box(p, &p->row[i]);

		rect_cover(&p->die, &box, &any);
	}
	for (int32_t i = 0; i < p->n_components; i++) {
		struct rect box = placement_component_box(p, i);
		int status = p->component[i].status;

		if (status == FIXED || status == COVER || (status == PLACED && p->n_rows == 0))
			rect_cover(&p->die, &box, &any);
	}
}

static void place(struct build *b)
{
	for (int32_t i = 0; i < b->bs->node_name.n; i++) {
		const struct bs_node *from = &b->bs->node[i];
		struct component *c = &b->placement->component[i];

		c->status = from->status;
		if (from->status == UNPLACED)
			continue;
		c->x = to_length(b, from->x);
		c->y = to_length(b, from->y);
		c->orientation = from->orientation;
	}
	make_die(b->placement);
}

static enum status build(struct build *b, const char *path, const char *name)
{
	choose_unit(b);
	TRY(netlist_new(name, &b->netlist));
	TRY(technology_new(path, &b->technology));
	TRY(make_sites(b));
	TRY(sort_pins(b));
	TRY(make_masters(b));
	TRY(technology_close(b->technology));
	TRY(make_netlist(b));
	TRY(placement_new(path, b->netlist, b->technology, &b->placement));
	TRY(make_rows(b));
	place(b);
	return STATUS_OK;
}

static void release(struct build *b)
{
	names_release(&b->signature);
	names_release(&b->pin_name);
	FREE_ALL(b->row, b->pin, b->master);
	netlist_unref(b->netlist);
	technology_unref(b->technology);
	placement_unref(b->placement);
}

enum status bs_build(struct bookshelf *bs, const char *path, const char *name,
		     struct placement **out)
{
	RELEASED_BY(release) struct build b = {.bs = bs};

	TRY(build(&b, path, name));
	HAND_OVER(out, b.placement);
	return STATUS_OK;
}
