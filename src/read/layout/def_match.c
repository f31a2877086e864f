/*
 * A placement of what DEF says: matched with a netlist, or with the one made of it.
 */
#include <inttypes.h>

#include "base/grow.h"
#include "read/layout/def_impl.h"

struct match {
	struct def *def;
	struct placement *placement; /* owned reference */
	const struct netlist *netlist;
	int32_t *component; /* owned [component_name.n]: of the placement */
	int32_t *port;      /* owned [port_name.n]: of the netlist, -1 = none */
};

/* ---- components ---- */

/* Cells that no netlist needs to have. */
static bool is_physical(const struct tech_macro *macro)
{
	switch (macro->class) {
	case TECH_CORE_SPACER:
	case TECH_CORE_TAP:
	case TECH_CORE_ANTENNA:
	case TECH_ENDCAP:
	case TECH_COVER:
		return true;
	default:
		return false;
	}
}

/* A component that is something else in the netlist is what the netlist says, and has to be within range as that. */
static enum status check_master(struct match *m, int32_t from, int32_t instance)
{
	struct def *def = m->def;
	struct def_component as = def->component[from];
	const struct netlist *netlist = m->netlist;
	const char *macro = names_get(&def->technology->macro_name, def->component[from].macro);
	const char *master = netlist->master[netlist->instance_master[instance]].name;

	if (strcmp(macro, master) == 0)
		return STATUS_OK;
	walk_warn(&def->lex, DEF_MASTER, NULL,
		  "component \"%s\" is a %s here and a %s in the netlist, which counts",
		  names_get(&def->component_name, from), macro, master);
	as.macro = m->placement->component[instance].macro;
	return as.macro < 0 ? STATUS_OK : def_check_box(def, &as, def->lex.end);
}

static enum status match_component(struct match *m, int32_t i, int64_t *n_extra)
{
	struct def *def = m->def;
	const char *name = names_get(&def->component_name, i);
	int64_t length = (int64_t)strlen(name);
	int32_t macro = def->component[i].macro;

	m->component[i] = netlist_find_instance(m->netlist, name, length);
	if (m->component[i] >= 0)
		return check_master(m, i, m->component[i]);
	if (!is_physical(&def->technology->macro[macro]) && (*n_extra)++ == 0)
		text_printf(def->lex.warnings.text,
			    "%s: warning: component \"%s\" (%s) isn't in the netlist\n",
			    def->lex.in->path, name,
			    names_get(&def->technology->macro_name, macro));
	return placement_add_component(m->placement, name, length, macro, &m->component[i]);
}

static void put_component(const struct match *m, int32_t i)
{
	const struct def_component *from = &m->def->component[i];
	struct component *to = &m->placement->component[m->component[i]];

	to->x = from->x;
	to->y = from->y;
	to->status = from->status;
	to->orientation = from->orientation;
}

static enum status match_components(struct match *m)
{
	struct def *def = m->def;
	int32_t n = def->component_name.n, n_missing = m->netlist->n_instances;
	int64_t n_extra = 0;

	TRY(ALLOC(&m->component, n));
	for (int32_t i = 0; i < n; i++) {
		TRY(match_component(m, i, &n_extra));
		put_component(m, i);
		n_missing -= m->component[i] < m->netlist->n_instances;
		if (i % 4096 == 0)
			TRY(task_progress(def->lex.in->task, def->lex.in->end));
	}
	if (n && n_missing && n_missing == m->netlist->n_instances && n_extra)
		return input_error_at(def->lex.in, def->lex.end,
				      "no component is in the netlist \"%s\": this is of \"%s\"",
				      m->netlist->name, def->design ? def->design : "");
	if (n_extra > 1)
		text_printf(def->lex.warnings.text,
			    "%s: warning: … and %" PRId64 " more that aren't fillers or taps\n",
			    def->lex.in->path, n_extra - 1);
	if (n_missing)
		text_printf(def->lex.warnings.text,
			    "%s: warning: %d of %d instances aren't here and stay unplaced\n",
			    def->lex.in->path, n_missing, m->netlist->n_instances);
	for (int32_t i = 0; i < n; i++)
		TRY(placement_set_region(m->placement, m->component[i], def->component[i].region));
	return STATUS_OK;
}

/* ---- ports ---- */

static enum status match_ports(struct match *m)
{
	struct def *def = m->def;

	TRY(ALLOC(&m->port, def->port_name.n));
	for (int32_t i = 0; i < def->port_name.n; i++) {
		const char *name = names_get(&def->port_name, i);
		const struct def_port *from = &def->port[i];

		m->port[i] = netlist_find_port(m->netlist, name, (int64_t)strlen(name));
		if (m->port[i] >= 0)
			m->placement->port[m->port[i]] = from->placed;
		else if (from->placed.use != TECH_POWER && from->placed.use != TECH_GROUND)
			walk_warn(&def->lex, DEF_PORT, NULL, "pin \"%s\" isn't in the netlist",
				  name);
	}
	return STATUS_OK;
}

/* ---- nets ---- */

/* The pin of the netlist that a connection is of, -1 when there is none. */
static int32_t find_pin(const struct match *m, const struct def_connection *c)
{
	const struct netlist *netlist = m->netlist;
	const char *name;
	int32_t instance;

	if (c->component < 0)
		return m->port[c->pin];
	instance = m->component[c->component];
	if (instance >= netlist->n_instances)
		return -1;
	name = names_get(&m->def->pin_name, c->pin);
	return netlist_find_instance_pin(netlist, instance, name, (int64_t)strlen(name));
}

static void compare_connection(struct match *m, const struct def_connection *c, int32_t net)
{
	struct def *def = m->def;
	int32_t pin = find_pin(m, c);

	if (pin < 0 && c->component >= 0)
		walk_warn(&def->lex, DEF_PIN, NULL, "pin \"%s\" of \"%s\" isn't in the netlist",
			  names_get(&def->pin_name, c->pin),
			  names_get(&def->component_name, c->component));
	else if (pin >= 0 && m->netlist->pin_net[pin] != net)
		walk_warn(&def->lex, DEF_ELSEWHERE, NULL,
			  "net \"%s\" has pin \"%s%s%s\", which is elsewhere in the netlist",
			  names_get(&def->net_name, c->net),
			  c->component < 0 ? "" : names_get(&def->component_name, c->component),
			  c->component < 0 ? "" : "/",
			  c->component < 0 ? names_get(&def->port_name, c->pin)
					   : names_get(&def->pin_name, c->pin));
}

/* Nets of the netlist by the names here. */
static void look_up(struct match *m, int32_t *net)
{
	struct def *def = m->def;

	for (int32_t i = 0; i < def->net_name.n; i++) {
		const char *name = names_get(&def->net_name, i);

		net[i] = netlist_find_net(m->netlist, name, (int64_t)strlen(name));
		if (net[i] < 0)
			walk_warn(&def->lex, DEF_NET, NULL, "net \"%s\" isn't in the netlist",
				  name);
	}
}

static enum status compare_nets(struct match *m)
{
	const struct def *def = m->def;
	FREED int32_t *net = NULL;

	TRY(ALLOC(&net, def->net_name.n));
	look_up(m, net);
	for (int64_t i = 0; i < def->n_connections; i++) {
		if (net[def->connection[i].net] >= 0)
			compare_connection(m, &def->connection[i], net[def->connection[i].net]);
		if (i % 4096 == 0)
			TRY(task_progress(def->lex.in->task, def->lex.in->end));
	}
	return STATUS_OK;
}

/* ---- the die ---- */

/* What is placed has to lie somewhere. */
static void make_up_die(struct match *m)
{
	struct placement *p = m->placement;
	struct rect die = {0};
	bool any = false;

	for (int32_t i = 0; i < p->n_rows; i++) {
		struct rect box = placement_row_box(p, &p->row[i]);

		rect_cover(&die, &box, &any);
	}
	for (int32_t i = 0; i < p->n_components; i++) {
		struct rect box = placement_component_box(p, i);

		if (p->component[i].status != UNPLACED)
			rect_cover(&die, &box, &any);
	}
	for (int32_t i = 0; i < p->n_blockages; i++)
		rect_cover(&die, &p->blockage[i].rect, &any);
	p->die = die;
	text_printf(m->def->lex.warnings.text,
		    "%s: warning: no die with an area: the die is what rows and placed components "
		    "cover\n",
		    m->def->lex.in->path);
}

static void put_die(struct match *m)
{
	struct def *def = m->def;
	struct placement *p = m->placement;

	for (int64_t i = 0; i < def->n_die_points; i++) {
		const int32_t *a = def->die_point + 2 * i;
		struct rect r = {a[0], a[1], a[0], a[1]};

		p->die = i ? rect_join(&p->die, &r) : r;
	}
	if (p->die.x1 == p->die.x2 || p->die.y1 == p->die.y2) {
		make_up_die(m);
	} else if (def->n_die_points > 2) {
		p->n_die_points = (int32_t)def->n_die_points;
		p->die_point = def->die_point;
		p->die_point_capacity = def->die_point_capacity;
		def->die_point = NULL;
	}
}

/* ---- all of it ---- */

#define MOVE(what)                                                                                 \
	do {                                                                                       \
		p->what = def->what;                                                               \
		p->what##_capacity = def->what##_capacity;                                         \
		p->n_##what##s = (int32_t)def->n_##what##s;                                        \
		def->what = NULL;                                                                  \
	} while (0)

/* What was read becomes a placement. */
static void move_areas(struct match *m)
{
	struct def *def = m->def;
	struct placement *p = m->placement;

	MOVE(row);
	MOVE(port_shape);
	MOVE(blockage);
	MOVE(region_rect);
	p->region = def->region;
	p->region_capacity = def->region_capacity;
	p->n_regions = def->region_name.n;
	def->region = NULL;
	p->string = def->string;
	def->string = (struct names){0};
	for (int32_t i = 0; i < p->n_blockages; i++) {
		int32_t *component = &p->blockage[i].component;

		*component = *component < 0 ? -1 : m->component[*component];
	}
	p->units = def->units ? def->units : 1000;
}

static enum status fill(struct match *m)
{
	TRY(match_components(m));
	TRY(match_ports(m));
	if (m->def->linked)
		TRY(compare_nets(m));
	move_areas(m);
	put_die(m);
	return STATUS_OK;
}

static void release(struct match *m)
{
	FREE_ALL(m->component, m->port);
	placement_unref(m->placement);
}

enum status def_make_placement(struct def *def, struct netlist *linked, struct placement **out)
{
	RELEASED_BY(netlist_drop) struct netlist *netlist = NULL;
	RELEASED_BY(release) struct match m = {.def = def};

	if (!def->technology->n_described_macros)
		text_printf(def->lex.warnings.text,
			    "%s: warning: no LEF has been read: components are points\n",
			    def->lex.in->path);
	if (linked)
		netlist = netlist_ref(linked);
	else
		TRY(def_make_netlist(def, &netlist));
	m.netlist = netlist;
	TRY(placement_new(def->lex.in->path, netlist, def->technology, &m.placement));
	TRY(fill(&m));
	HAND_OVER(out, m.placement);
	return STATUS_OK;
}
