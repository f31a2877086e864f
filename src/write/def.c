/*
 * DEF, section by section; each item is a line, and what is the same is written the same.
 */
#include "write/def.h"

#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "base/output.h"

enum { LONGEST_LINE = 100 };

struct writer {
	const struct placement *placement; /* borrowed */
	const struct netlist *netlist;     /* borrowed */
	struct output out;
	int32_t units;
	int64_t done;
	const char *bad_name; /* borrowed: one that DEF can't have, NULL = none so far */
};

/* ---- names and lengths ---- */

enum name_kind {
	NAME_PLAIN,     /* brackets are those of buses */
	NAME_COMPONENT, /* brackets are of the name */
};

static bool is_escaped(const char *name, const char *at, enum name_kind kind)
{
	if (strchr("\\*%;", *at))
		return true;
	if (kind == NAME_COMPONENT && (*at == '[' || *at == ']'))
		return true;
	return at == name && (strchr("#+-()\"", *at) || strcmp(name, "PIN") == 0 ||
			      strcmp(name, "MUSTJOIN") == 0);
}

/* Empty, or with a blank? */
static bool check_name(struct writer *w, const char *name)
{
	const char *p = name;

	while ((unsigned char)*p > ' ')
		p++;
	if (*p || p == name)
		w->bad_name = name;
	return !w->bad_name;
}

static void put_name(struct writer *w, const char *name, enum name_kind kind)
{
	check_name(w, name);
	for (const char *p = name; *p; p++) {
		if (is_escaped(name, p, kind))
			text_add(&w->out.text, "\\");
		text_append(&w->out.text, p, 1);
	}
}

/* Of a port, or of a net: brackets of a port that is no vector's bit are of its name, and of the net of that name. */
static void put_signal(struct writer *w, const char *name)
{
	int32_t port = netlist_find_port(w->netlist, name, (int64_t)strlen(name));

	put_name(w, name,
		 port >= 0 && !w->netlist->port_is_bit[port] ? NAME_COMPONENT : NAME_PLAIN);
}

/* Of a macro, site or layer: LEF knows no escapes, and DEF has its names as they are. */
static void put_lef_name(struct writer *w, const char *name)
{
	size_t length = strlen(name);

	if (check_name(w, name) &&
	    (strchr("#\"", *name) ||
	     (name[length - 1] == ';' && (length == 1 || name[length - 2] != '\\'))))
		w->bad_name = name;
	text_add(&w->out.text, name);
}

static int64_t in_units(const struct writer *w, int64_t length)
{
	int64_t twice = 2 * length * w->units + (length < 0 ? -1 : 1) * LENGTHS_PER_MICRON;

	return twice / (2 * LENGTHS_PER_MICRON);
}

static void put_point(struct writer *w, int64_t x, int64_t y)
{
	text_printf(&w->out.text, " ( %" PRId64 " %" PRId64 " )", in_units(w, x), in_units(w, y));
}

static void put_rect(struct writer *w, const struct rect *r)
{
	put_point(w, r->x1, r->y1);
	put_point(w, r->x2, r->y2);
}

static void put_place(struct writer *w, enum place_status status, int32_t x, int32_t y,
		      enum orientation orientation)
{
	static const char *const words[] = {
		[PLACED] = "PLACED", [FIXED] = "FIXED", [COVER] = "COVER"};

	if (status == UNPLACED)
		return;
	text_printf(&w->out.text, " + %s", words[status]);
	put_point(w, x, y);
	text_printf(&w->out.text, " %s", orientation_name[orientation]);
}

static enum status next(struct writer *w)
{
	if (w->bad_name)
		return output_refuse(&w->out, w->bad_name,
				     "names of DEF aren't empty and have no blanks, and macros, "
				     "sites and layers no escapes");
	return output_step(&w->out, w->done++);
}

static void begin_section(struct writer *w, const char *name, int64_t n)
{
	text_printf(&w->out.text, "\n%s %" PRId64 " ;\n", name, n);
}

static void end_section(struct writer *w, const char *name)
{
	text_printf(&w->out.text, "END %s\n", name);
}

/* ---- units ---- */

static int64_t common(int64_t a, int64_t b)
{
	a = a < 0 ? -a : a;
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static int64_t common_rect(const struct rect *r, int64_t step)
{
	return common(r->x1, common(r->y1, common(r->x2, common(r->y2, step))));
}

/* The largest length of which all that is written are multiples. */
static int64_t find_step(const struct placement *p)
{
	int64_t step = common_rect(&p->die, LENGTHS_PER_MICRON);

	for (int32_t i = 0; i < 2 * p->n_die_points; i++)
		step = common(p->die_point[i], step);
	for (int32_t i = 0; i < p->n_rows; i++) {
		struct rect both = {p->row[i].x, p->row[i].y, p->row[i].step_x, p->row[i].step_y};

		step = common_rect(&both, step);
	}
	for (int32_t i = 0; i < p->n_components; i++)
		step = common(p->component[i].x, common(p->component[i].y, step));
	for (int32_t i = 0; i < p->netlist->n_ports; i++) {
		step = common(p->port[i].x, common(p->port[i].y, step));
		if (p->port[i].layer >= 0)
			step = common_rect(&p->port[i].rect, step);
	}
	for (int32_t i = 0; i < p->n_port_shapes; i++)
		step = common_rect(&p->port_shape[i].rect, step);
	for (int32_t i = 0; i < p->n_blockages; i++)
		step = common_rect(&p->blockage[i].rect, common(p->blockage[i].length, step));
	for (int32_t i = 0; i < p->n_region_rects; i++)
		step = common_rect(&p->region_rect[i], step);
	return step;
}

/* Units that don't divide ours have rounded everything already. */
static int32_t choose_units(const struct placement *p)
{
	static const int32_t allowed[] = {1000, 2000, 4000, 8000, 10000, 20000};
	int64_t step = find_step(p);

	if (LENGTHS_PER_MICRON % p->units || step * p->units % LENGTHS_PER_MICRON == 0)
		return p->units;
	for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
		if (step * allowed[i] % LENGTHS_PER_MICRON == 0)
			return allowed[i];
	}
	return LENGTHS_PER_MICRON;
}

/* ---- sections ---- */

static void put_header(struct writer *w)
{
	const struct placement *p = w->placement;

	text_add(&w->out.text, "VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN ");
	put_name(w, w->netlist->name, NAME_PLAIN);
	text_printf(&w->out.text, " ;\nUNITS DISTANCE MICRONS %" PRId32 " ;\n\nDIEAREA", w->units);
	if (!p->n_die_points)
		put_rect(w, &p->die);
	for (int32_t i = 0; i < p->n_die_points; i++)
		put_point(w, p->die_point[2 * i], p->die_point[2 * i + 1]);
	text_add(&w->out.text, " ;\n\n");
}

static enum status put_rows(struct writer *w)
{
	const struct placement *p = w->placement;

	EACH_ITEM(row, p->row, p->n_rows) {
		text_add(&w->out.text, "ROW ");
		put_name(w, names_get(&p->string, row->name), NAME_PLAIN);
		text_add(&w->out.text, " ");
		put_lef_name(w, names_get(&p->technology->site_name, row->site));
		text_printf(&w->out.text,
			    " %" PRId64 " %" PRId64 " %s DO %" PRId32 " BY %" PRId32
			    " STEP %" PRId64 " %" PRId64 " ;\n",
			    in_units(w, row->x), in_units(w, row->y),
			    orientation_name[row->orientation], row->n_x, row->n_y,
			    in_units(w, row->step_x), in_units(w, row->step_y));
		TRY(next(w));
	}
	return STATUS_OK;
}

static enum status put_regions(struct writer *w)
{
	static const char *const types[] = {[REGION_INSIDE] = "",
					    [REGION_FENCE] = " + TYPE FENCE",
					    [REGION_GUIDE] = " + TYPE GUIDE"};
	const struct placement *p = w->placement;

	if (!p->n_regions)
		return STATUS_OK;
	begin_section(w, "REGIONS", p->n_regions);
	EACH_ITEM(region, p->region, p->n_regions) {
		text_add(&w->out.text, "- ");
		put_name(w, names_get(&p->string, region->name), NAME_PLAIN);
		for (int32_t r = 0; r < region->n_rects; r++)
			put_rect(w, &p->region_rect[region->first_rect + r]);
		text_printf(&w->out.text, "%s ;\n", types[region->kind]);
		TRY(next(w));
	}
	end_section(w, "REGIONS");
	return STATUS_OK;
}

static enum status put_components(struct writer *w)
{
	const struct placement *p = w->placement;

	begin_section(w, "COMPONENTS", p->n_components);
	for (int32_t i = 0; i < p->n_components; i++) {
		const struct component *c = &p->component[i];

		text_add(&w->out.text, "- ");
		put_name(w, placement_component_name(p, i), NAME_COMPONENT);
		text_add(&w->out.text, " ");
		put_lef_name(w, placement_component_macro(p, i));
		put_place(w, c->status, c->x, c->y, c->orientation);
		text_add(&w->out.text, " ;\n");
		TRY(next(w));
	}
	end_section(w, "COMPONENTS");
	return STATUS_OK;
}

/* ---- pins ---- */

/* A shape as it was before it was turned and placed. */
static void put_shape(struct writer *w, const struct placed_port *place,
		      const struct placed_shape *shape)
{
	/* mirrored ones undo themselves */
	static const enum orientation undo[] = {ORIENT_N,  ORIENT_E,  ORIENT_S,  ORIENT_W,
						ORIENT_FN, ORIENT_FW, ORIENT_FS, ORIENT_FE};
	const struct rect *rect = &shape->rect;
	enum orientation back = undo[place->orientation];
	int32_t x1 = rect->x1 - place->x, y1 = rect->y1 - place->y;
	int32_t x2 = rect->x2 - place->x, y2 = rect->y2 - place->y;
	struct rect r;

	orientation_turn(back, 0, 0, &x1, &y1);
	orientation_turn(back, 0, 0, &x2, &y2);
	r = rect_of(x1, y1, x2, y2);
	text_add(&w->out.text, "\n  + LAYER ");
	put_lef_name(w, names_get(&w->placement->technology->layer_name, shape->layer));
	put_rect(w, &r);
}

/* Can a shape be given from a place, by lengths that there are? Not all of other PORT groups can. */
static bool is_within_reach(const struct rect *r, const struct placed_port *place)
{
	return (int64_t)r->x1 - place->x >= -INT32_MAX && (int64_t)r->x2 - place->x <= INT32_MAX &&
	       (int64_t)r->y1 - place->y >= -INT32_MAX && (int64_t)r->y2 - place->y <= INT32_MAX;
}

static void put_shapes(struct writer *w, const struct placed_port *port)
{
	const struct placed_shape only = {port->layer, port->rect}, *shape = &only;
	int32_t n = port->n_shapes ? port->n_shapes : port->layer >= 0;
	struct placed_port from = *port;
	bool reached = true;

	if (port->status == UNPLACED)
		return;
	if (port->n_shapes)
		shape = w->placement->port_shape + port->first_shape;
	for (int32_t i = 0; i < n; i++)
		reached &= is_within_reach(&shape[i].rect, port);
	if (!reached) { /* a group for the place alone, and one from the origin */
		put_place(w, port->status, port->x, port->y, port->orientation);
		text_add(&w->out.text, "\n  + PORT");
		from.x = from.y = 0;
		from.orientation = ORIENT_N;
	}
	for (int32_t i = 0; i < n; i++)
		put_shape(w, &from, &shape[i]);
	if (n)
		text_add(&w->out.text, "\n ");
	put_place(w, from.status, from.x, from.y, from.orientation);
}

/* Every pin has to name a net: of one that is on none, a name that no net has. */
static void put_net_of(struct writer *w, int32_t port)
{
	const struct netlist *netlist = w->netlist;
	const char *name = names_get(&netlist->port_name, port);

	if (netlist->pin_net[port] >= 0) {
		put_signal(w, names_get(&netlist->net_name, netlist->pin_net[port]));
		return;
	}
	put_signal(w, name);
	if (names_find(&netlist->net_name, name, (int64_t)strlen(name)) >= 0)
		text_printf(&w->out.text, ".open%" PRId32, port);
}

static enum status put_pins(struct writer *w)
{
	static const char *const uses[] = {[TECH_SIGNAL] = "SIGNAL",
					   [TECH_CLOCK] = "CLOCK",
					   [TECH_POWER] = "POWER",
					   [TECH_GROUND] = "GROUND",
					   [TECH_ANALOG] = "ANALOG"};
	static const char *const directions[] = {[LIB_INPUT] = "INPUT",
						 [LIB_OUTPUT] = "OUTPUT",
						 [LIB_INOUT] = "INOUT",
						 [LIB_INTERNAL] = "INOUT"};
	const struct netlist *netlist = w->netlist;

	begin_section(w, "PINS", netlist->n_ports);
	for (int32_t i = 0; i < netlist->n_ports; i++) {
		const struct placed_port *port = &w->placement->port[i];

		text_add(&w->out.text, "- ");
		put_signal(w, names_get(&netlist->port_name, i));
		text_add(&w->out.text, " + NET ");
		put_net_of(w, i);
		text_printf(&w->out.text, " + DIRECTION %s + USE %s",
			    directions[netlist->port_direction[i]], uses[port->use]);
		put_shapes(w, port);
		text_add(&w->out.text, " ;\n");
		TRY(next(w));
	}
	end_section(w, "PINS");
	return STATUS_OK;
}

/* ---- blockages ---- */

static void put_blockage(struct writer *w, const struct blockage *blockage)
{
	const struct placement *p = w->placement;

	if (blockage->layer >= 0) {
		text_add(&w->out.text, "- LAYER ");
		put_lef_name(w, names_get(&p->technology->layer_name, blockage->layer));
	} else {
		text_add(&w->out.text, "- PLACEMENT");
		if (blockage->kind == BLOCKAGE_SOFT)
			text_add(&w->out.text, " + SOFT");
		if (blockage->kind == BLOCKAGE_PARTIAL)
			text_printf(&w->out.text, " + PARTIAL %.6g", blockage->density);
	}
	for (int i = 0; i < N_BLOCKAGE_WORDS; i++) {
		if (!(blockage->words & 1 << i))
			continue;
		text_printf(&w->out.text, " + %s", blockage_word[i]);
		if (i >= FIRST_BLOCKAGE_LENGTH)
			text_printf(&w->out.text, " %" PRId64, in_units(w, blockage->length));
	}
	if (blockage->component >= 0) {
		text_add(&w->out.text, " + COMPONENT ");
		put_name(w, placement_component_name(p, blockage->component), NAME_COMPONENT);
	}
	text_add(&w->out.text, " RECT");
	put_rect(w, &blockage->rect);
	text_add(&w->out.text, " ;\n");
}

static enum status put_blockages(struct writer *w)
{
	const struct placement *p = w->placement;

	if (!p->n_blockages)
		return STATUS_OK;
	begin_section(w, "BLOCKAGES", p->n_blockages);
	for (int32_t i = 0; i < p->n_blockages; i++) {
		put_blockage(w, &p->blockage[i]);
		TRY(next(w));
	}
	end_section(w, "BLOCKAGES");
	return STATUS_OK;
}

/* ---- nets ---- */

/* " ( component pin )"; a line that has become long goes on in the next one. */
static void put_connection(struct writer *w, int32_t pin, int64_t *line)
{
	const struct netlist *netlist = w->netlist;
	int32_t instance = netlist->pin_instance[pin];

	if (w->out.text.length - *line > LONGEST_LINE) {
		text_add(&w->out.text, "\n ");
		*line = w->out.text.length;
	}
	text_add(&w->out.text, " ( ");
	if (instance < 0) {
		text_add(&w->out.text, "PIN ");
		put_signal(w, names_get(&netlist->port_name, pin));
	} else {
		put_name(w, names_get(&netlist->instance_name, instance), NAME_COMPONENT);
		text_add(&w->out.text, " ");
		put_name(w, netlist_pin_own_name(netlist, pin), NAME_PLAIN);
	}
	text_add(&w->out.text, " )");
}

static enum status put_nets(struct writer *w)
{
	const struct netlist *netlist = w->netlist;

	begin_section(w, "NETS", netlist->n_nets);
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int64_t line = w->out.text.length;

		text_add(&w->out.text, "- ");
		put_signal(w, names_get(&netlist->net_name, net));
		for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++)
			put_connection(w, netlist->net_pin[i], &line);
		text_add(&w->out.text, " ;\n");
		TRY(next(w));
	}
	end_section(w, "NETS");
	return STATUS_OK;
}

/* ---- groups ---- */

static int64_t count_members(const struct placement *p, int32_t region)
{
	return SUM(int64_t, i, 0, p->n_components, placement_region(p, i) == region);
}

static enum status put_group(struct writer *w, int32_t region)
{
	const struct placement *p = w->placement;
	const char *name = names_get(&p->string, p->region[region].name);

	text_add(&w->out.text, "- ");
	put_name(w, name, NAME_PLAIN);
	for (int32_t i = 0; i < p->n_components; i++) {
		if (placement_region(p, i) != region)
			continue;
		text_add(&w->out.text, "\n  ");
		put_name(w, placement_component_name(p, i), NAME_COMPONENT);
		TRY(next(w));
	}
	text_add(&w->out.text, "\n  + REGION ");
	put_name(w, name, NAME_PLAIN);
	text_add(&w->out.text, " ;\n");
	return next(w);
}

static enum status put_groups(struct writer *w)
{
	const struct placement *p = w->placement;
	int64_t n;

	if (!p->component_region)
		return STATUS_OK;
	n = SUM(int64_t, r, 0, p->n_regions, count_members(p, r) > 0);
	if (!n)
		return STATUS_OK;
	begin_section(w, "GROUPS", n);
	for (int32_t r = 0; r < p->n_regions; r++) {
		if (count_members(p, r))
			TRY(put_group(w, r));
	}
	end_section(w, "GROUPS");
	return STATUS_OK;
}

/* ---- the file ---- */

static enum status put_all(struct writer *w)
{
	put_header(w);
	TRY(put_rows(w));
	TRY(put_regions(w));
	TRY(put_components(w));
	TRY(put_pins(w));
	TRY(put_blockages(w));
	TRY(put_nets(w));
	TRY(put_groups(w));
	text_add(&w->out.text, "\nEND DESIGN\n");
	return next(w);
}

enum status def_write(const char *path, const struct placement *placement, struct task *task)
{
	struct writer w = {.placement = placement,
			   .netlist = placement->netlist,
			   .units = choose_units(placement)};
	DOING(task, "writing DEF",
	      (int64_t)placement->n_components + w.netlist->n_ports + w.netlist->n_nets);

	TRY(output_open(&w.out, path, task));
	return output_close(&w.out, put_all(&w));
}
