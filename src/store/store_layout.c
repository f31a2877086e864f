/* Technology and placement. */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "store/store_impl.h"

SAME_SIZE(technology, 392);
SAME_SIZE(tech_layer, 48);
SAME_SIZE(tech_site, 20);
SAME_SIZE(tech_macro, 48);
SAME_SIZE(tech_pin, 20);
SAME_SIZE(placement, 368);
SAME_SIZE(component, 16);
SAME_SIZE(placed_row, 36);
SAME_SIZE(placed_port, 48);
SAME_SIZE(blockage, 48);
SAME_SIZE(region, 16);

static bool is_rect(const struct rect *r)
{
	return r->x1 <= r->x2 && r->y1 <= r->y2;
}

static void code_rect(struct coder *c, struct rect *r)
{
	int32_t *side[] = {&r->x1, &r->y1, &r->x2, &r->y2};

	for (int i = 0; i < 4; i++)
		code_int(c, side[i], INT32_MIN, INT32_MAX, "a rectangle");
	if (!is_rect(r))
		code_wrong(c, "a rectangle");
}

/* What is turned with its macro: sums of two fit. */
enum { MOST_OF_MACRO = 1 << 30 };

static bool is_within_macro(const struct rect *r)
{
	return r->x1 >= -MOST_OF_MACRO && r->y1 >= -MOST_OF_MACRO && r->x2 <= MOST_OF_MACRO &&
	       r->y2 <= MOST_OF_MACRO;
}

static void code_length(struct coder *c, int32_t *length, const char *what)
{
	code_int(c, length, 0, INT32_MAX, what);
}

/* ---- technology ---- */

static void code_layer(struct coder *c, struct technology *t, struct tech_layer *layer)
{
	CODE_ENUM(c, layer->kind, TECH_OTHER_LAYER, "the kind of a layer");
	code_int(c, &layer->level, -1, t->n_layers, "the level of a layer");
	code_bool(c, &layer->vertical);
	code_length(c, &layer->pitch[0], "the pitch of a layer");
	code_length(c, &layer->pitch[1], "the pitch of a layer");
	code_length(c, &layer->width, "the width of a layer");
	CODE_REALS(c, &layer->resistance, &layer->area_capacitance, &layer->edge_capacitance);
}

static void code_site(struct coder *c, struct technology *t, struct tech_site *site)
{
	(void)t;
	code_bool(c, &site->described);
	code_length(c, &site->width, "the size of a site");
	code_length(c, &site->height, "the size of a site");
	code_int(c, &site->symmetry, 0, INT32_MAX, "the symmetry of a site");
	code_bool(c, &site->is_pad);
}

static void code_macro(struct coder *c, struct technology *t, struct tech_macro *macro)
{
	code_bool(c, &macro->described);
	CODE_ENUM(c, macro->class, TECH_RING, "the class of a macro");
	code_int(c, &macro->width, 0, MOST_OF_MACRO, "the size of a macro");
	code_int(c, &macro->height, 0, MOST_OF_MACRO, "the size of a macro");
	code_int(c, &macro->symmetry, 0, INT32_MAX, "the symmetry of a macro");
	code_id(c, &macro->site, -1, t->n_sites, "the site of a macro");
	code_range(c, &macro->first_pin, &macro->n_pins, t->n_pins, "the pins of a macro");
	code_range(c, &macro->first_obstruction, &macro->n_obstructions, t->n_shapes,
		   "the obstructions of a macro");
	code_long(c, &macro->line, INT64_MIN, INT64_MAX, "a line");
}

static void code_tech_pin(struct coder *c, struct technology *t, struct tech_pin *pin)
{
	code_id(c, &pin->name, 0, t->string.n, "the name of a macro's pin");
	CODE_ENUM(c, pin->direction, LIB_INTERNAL, "the direction of a macro's pin");
	CODE_ENUM(c, pin->use, TECH_ANALOG, "the use of a macro's pin");
	code_range(c, &pin->first_shape, &pin->n_shapes, t->n_shapes, "the shapes of a pin");
}

_Static_assert(sizeof(struct tech_shape) == 20 && sizeof(struct placed_shape) == 20,
	       "shapes have no padding");

/* below: layers; of: not NULL = they are of macros */
CHECK_EACH(check_shapes, struct tech_shape,
	   item->layer >= -1 && item->layer < rule->below && is_rect(&item->rect) &&
		   (!rule->of || is_within_macro(&item->rect)))

static void code_technology_body(struct coder *c, struct technology *t)
{
	code_length(c, &t->manufacturing_grid, "the manufacturing grid");
	code_length(c, &t->units, "the units of the database");
	CODE_COUNTS(c, &t->n_layers, &t->n_sites, &t->n_macros, &t->n_pins);
	code_int(c, &t->n_shapes, 0, INT32_MAX, "a number of shapes");
	code_int(c, &t->n_described_layers, 0, t->n_layers, "a number of layers");
	code_int(c, &t->n_described_macros, 0, t->n_macros, "a number of macros");
	code_names(c, &t->layer_name, t->n_layers);
	code_names(c, &t->site_name, t->n_sites);
	code_names(c, &t->macro_name, t->n_macros);
	code_names(c, &t->string, -1);
	CODE_EACH(c, t, layer, n_layers, code_layer);
	CODE_EACH(c, t, site, n_sites, code_site);
	CODE_EACH(c, t, macro, n_macros, code_macro);
	CODE_EACH(c, t, pin, n_pins, code_tech_pin);
	CODE_ITEMS(c, &t->shape, t->n_shapes, check_shapes,
		   ((struct rule){.below = t->n_layers, .of = t}), "a shape");
	if (c->saving)
		return;
	t->layer_capacity = t->n_layers;
	t->site_capacity = t->n_sites;
	t->macro_capacity = t->n_macros;
	t->pin_capacity = t->n_pins;
	t->shape_capacity = t->n_shapes;
}

void code_technology(struct coder *c, struct technology **technology)
{
	char *path = *technology ? (*technology)->path : NULL;

	if (!code_path(c, *technology, &path))
		return;
	CODE_NEW(c, path, technology_new(path, technology));
	if (!coder_failed(c))
		code_technology_body(c, *technology);
}

/* ---- placement ---- */

static void clean_component(void *to, const void *from)
{
	const struct component *component = from;
	struct component *out = to;

	out->macro = component->macro;
	out->x = component->x;
	out->y = component->y;
	out->status = component->status;
	out->orientation = component->orientation;
}

static bool fits_int(int64_t n)
{
	return n >= INT32_MIN && n <= INT32_MAX;
}

/* Its box has to be of numbers. */
static bool is_component(const struct technology *t, const struct component *k)
{
	int64_t size = 0;

	if (k->macro < -1 || k->macro >= t->n_macros || k->status > COVER ||
	    k->orientation > ORIENT_FE)
		return false;
	if (k->macro >= 0)
		size = max_i64(t->macro[k->macro].width, t->macro[k->macro].height);
	return fits_int(k->x + size) && fits_int(k->y + size);
}

/* of: the technology */
CHECK_EACH(check_components, struct component, is_component(rule->of, item))

static void code_row(struct coder *c, struct placement *p, struct placed_row *row)
{
	code_id(c, &row->name, 0, p->string.n, "the name of a row");
	code_id(c, &row->site, 0, p->technology->n_sites, "the site of a row");
	code_int(c, &row->x, INT32_MIN, INT32_MAX, "a row");
	code_int(c, &row->y, INT32_MIN, INT32_MAX, "a row");
	CODE_ENUM(c, row->orientation, ORIENT_FE, "the orientation of a row");
	code_int(c, &row->n_x, 1, INT32_MAX, "a row");
	code_int(c, &row->n_y, 1, INT32_MAX, "a row");
	code_int(c, &row->step_x, INT32_MIN, INT32_MAX, "a row");
	code_int(c, &row->step_y, INT32_MIN, INT32_MAX, "a row");
}

static void code_port(struct coder *c, struct placement *p, struct placed_port *port)
{
	CODE_ENUM(c, port->status, COVER, "the status of a port");
	CODE_ENUM(c, port->use, TECH_ANALOG, "the use of a port");
	code_int(c, &port->x, INT32_MIN, INT32_MAX, "the place of a port");
	code_int(c, &port->y, INT32_MIN, INT32_MAX, "the place of a port");
	CODE_ENUM(c, port->orientation, ORIENT_FE, "the orientation of a port");
	code_id(c, &port->layer, -1, p->technology->n_layers, "the layer of a port");
	code_rect(c, &port->rect);
	code_range(c, &port->first_shape, &port->n_shapes, p->n_port_shapes,
		   "the shapes of a port");
}

static void code_blockage(struct coder *c, struct placement *p, struct blockage *blockage)
{
	code_id(c, &blockage->layer, -1, p->technology->n_layers, "the layer of a blockage");
	code_rect(c, &blockage->rect);
	CODE_ENUM(c, blockage->kind, BLOCKAGE_PARTIAL, "the kind of a blockage");
	code_real(c, &blockage->density);
	code_id(c, &blockage->component, -1, p->n_components, "the component of a blockage");
	code_int(c, &blockage->words, 0, (1 << N_BLOCKAGE_WORDS) - 1, "what a blockage says");
	code_int(c, &blockage->length, INT32_MIN, INT32_MAX, "the spacing of a blockage");
}

static void code_region(struct coder *c, struct placement *p, struct region *region)
{
	code_id(c, &region->name, 0, p->string.n, "the name of a region");
	CODE_ENUM(c, region->kind, REGION_GUIDE, "the kind of a region");
	code_range(c, &region->first_rect, &region->n_rects, p->n_region_rects, "a region");
}

static void code_region_rect(struct coder *c, struct placement *p, struct rect *rect)
{
	(void)p;
	code_rect(c, rect);
}

/* Rows of the pins of masters; each is a pin of the macro that the master's instances are, or none. */
static const char *check_places(void *object, struct late_run *run)
{
	const struct placement *p = object;
	const struct netlist *netlist = p->netlist;

	(void)run;
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		if (p->master_row[m + 1] - p->master_row[m] != netlist->master[m].n_pins)
			return "the pins of a macro";
	}
	for (int32_t i = 0; i < netlist->n_instances; i++) {
		int32_t m = netlist->instance_master[i], macro = p->component[i].macro;
		int32_t first = macro < 0 ? 0 : p->technology->macro[macro].first_pin;
		int32_t n = macro < 0 ? INT32_MAX : p->technology->macro[macro].n_pins;

		for (int32_t k = p->master_row[m]; k < p->master_row[m + 1]; k++) {
			if (p->master_pin[k] >= 0 &&
			    (p->master_pin[k] < first || p->master_pin[k] - first >= n))
				return "the pin of a macro";
		}
	}
	return NULL;
}

static void code_placement_body(struct coder *c, struct placement *p)
{
	const struct technology *t = p->technology;
	int32_t n_masters = p->netlist->n_masters;
	int32_t n_pins = c->saving ? p->master_row[n_masters] : 0;
	bool has_regions = c->saving && p->component_region;

	code_int(c, &p->units, 1, INT32_MAX, "the units of the placement");
	code_rect(c, &p->die);
	code_int(c, &p->n_die_points, 0, INT32_MAX / 2, "the corners of the die");
	CODE_ITEMS(c, &p->die_point, 2 * (int64_t)p->n_die_points, NULL, ANY_ITEMS,
		   "the corners of the die");
	code_int(c, &n_pins, 0, INT32_MAX, "the pins of masters");
	CODE_ITEMS(c, &p->master_row, (int64_t)n_masters + 1, check_row, INDICES(0, n_pins),
		   "the pins of masters");
	CODE_INDICES(c, &p->master_pin, n_pins, -1, t->n_pins, "the pin of a macro");
	code_names(c, &p->string, -1);
	code_names(c, &p->extra_name, -1);
	code_int(c, &p->n_components, (int64_t)p->netlist->n_instances + p->extra_name.n,
		 (int64_t)p->netlist->n_instances + p->extra_name.n, "a number of components");
	CODE_PADDED(c, &p->component, p->n_components, clean_component, check_components,
		    ((struct rule){.of = t}), "a component");
	code_count(c, &p->n_rows);
	code_int(c, &p->n_port_shapes, 0, INT32_MAX, "a number of shapes");
	CODE_COUNTS(c, &p->n_blockages, &p->n_regions, &p->n_region_rects);
	CODE_EACH(c, p, row, n_rows, code_row);
	CODE_EACH(c, p, port, netlist->n_ports, code_port);
	CODE_ITEMS(c, &p->port_shape, p->n_port_shapes, check_shapes, INDICES(0, t->n_layers),
		   "a shape of a port");
	CODE_EACH(c, p, blockage, n_blockages, code_blockage);
	CODE_EACH(c, p, region, n_regions, code_region);
	CODE_EACH(c, p, region_rect, n_region_rects, code_region_rect);
	code_bool(c, &has_regions);
	if (has_regions)
		CODE_INDICES(c, &p->component_region, p->n_components, -1, p->n_regions,
			     "the region of a component");
	if (!c->saving)
		p->component_region_capacity = p->n_components;
	code_later(c, check_places, p, NULL);
}

/* Without what the netlist isn't yet: all of it is in the file. */
static enum status new_placement(const struct stored_design *design, char **path,
				 struct placement **out)
{
	struct placement *p;

	TRY(ALLOC(&p, 1));
	atomic_init(&p->refs, 1);
	p->netlist = netlist_ref(design->netlist);
	p->technology = technology_ref(design->technology);
	p->path = *path;
	*path = NULL;
	*out = p;
	return STATUS_OK;
}

void code_placement(struct coder *c, struct stored_design *design)
{
	char *path = design->placement ? design->placement->path : NULL;

	if (!code_path(c, design->placement, &path))
		return;
	if (!design->netlist || !design->technology)
		code_wrong(c, "a placement of no netlist");
	CODE_NEW(c, path, new_placement(design, &path, &design->placement));
	if (!coder_failed(c))
		code_placement_body(c, design->placement);
}
