/*
 * Building and asking a placement.
 */
#include "db/layout/placement.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

const char *const orientation_name[8] = {"N", "W", "S", "E", "FN", "FW", "FS", "FE"};
const char *const blockage_word[N_BLOCKAGE_WORDS] = {"SLOTS",       "FILLS",   "PUSHDOWN",
						     "EXCEPTPGNET", "SPACING", "DESIGNRULEWIDTH"};

/* What reaches beyond all lengths ends there, as pins may lie outside of their component. */
static int32_t fit(int64_t length)
{
	return length > INT32_MAX ? INT32_MAX : length < INT32_MIN ? INT32_MIN : (int32_t)length;
}

int orientation_find(const char *word, int64_t length)
{
	for (int i = 0; i < 8; i++)
		if ((int64_t)strlen(orientation_name[i]) == length &&
		    !memcmp(orientation_name[i], word, (size_t)length))
			return i;
	return -1;
}

void orientation_turn(enum orientation orientation, int32_t width, int32_t height, int32_t *x,
		      int32_t *y)
{
	int64_t from_x = *x, from_y = *y;

	switch (orientation & 3) {
	case ORIENT_W:
		*x = fit(height - from_y);
		*y = (int32_t)from_x;
		break;
	case ORIENT_S:
		*x = fit(width - from_x);
		*y = fit(height - from_y);
		break;
	case ORIENT_E:
		*x = (int32_t)from_y;
		*y = fit(width - from_x);
		break;
	default:
		break;
	}
	if (orientation >= ORIENT_FN)
		*x = fit((int64_t)(orientation_swaps(orientation) ? height : width) - *x);
}

/* ---- building ---- */

/* The macro of each master, and its pins. */
static enum status look_up_masters(struct placement *placement, int32_t *macro_of)
{
	const struct netlist *netlist = placement->netlist;
	int32_t n = 0;

	TRY(ALLOC(&placement->master_row, netlist->n_masters + 1));
	for (int32_t i = 0; i < netlist->n_masters; i++)
		placement->master_row[i + 1] = n += netlist->master[i].n_pins;
	TRY(ALLOC(&placement->master_pin, n));
	for (int32_t i = 0; i < netlist->n_masters; i++) {
		const struct master *master = &netlist->master[i];
		int32_t *to = placement->master_pin + placement->master_row[i];

		macro_of[i] = technology_find_macro(placement->technology, master->name);
		if (macro_of[i] < 0)
			memset(to, -1, (size_t)master->n_pins * sizeof *to);
		else
			TRY(technology_find_pins(placement->technology, macro_of[i],
						 &netlist->pin_name, master->pin_name,
						 master->n_pins, to));
	}
	return STATUS_OK;
}

static enum status fill(struct placement *placement)
{
	const struct netlist *netlist = placement->netlist;
	FREED int32_t *macro_of = NULL;

	placement->component_capacity = netlist->n_instances;
	TRY(ALLOC(&placement->component, netlist->n_instances));
	TRY(ALLOC(&placement->port, netlist->n_ports));
	TRY(ALLOC(&macro_of, netlist->n_masters));
	TRY(look_up_masters(placement, macro_of));
	for (int32_t i = 0; i < netlist->n_instances; i++)
		placement->component[i].macro = macro_of[netlist->instance_master[i]];
	placement->n_components = netlist->n_instances;
	for (int32_t i = 0; i < netlist->n_ports; i++)
		placement->port[i].layer = -1;
	return STATUS_OK;
}

enum status placement_new(const char *path, struct netlist *netlist, struct technology *technology,
			  struct placement **out)
{
	RELEASED_BY(placement_drop) struct placement *placement = NULL;

	TRY(ALLOC(&placement, 1));
	atomic_init(&placement->refs, 1);
	placement->units = 1000;
	placement->netlist = netlist_ref(netlist);
	placement->technology = technology_ref(technology);
	placement->path = strdup(path);
	TRY(placement->path ? fill(placement) : status_fail(STATUS_NO_MEMORY, "out of memory"));
	HAND_OVER(out, placement);
	return STATUS_OK;
}

void placement_unref(struct placement *placement)
{
	if (!placement || atomic_fetch_sub(&placement->refs, 1) > 1)
		return;
	free(placement->path);
	netlist_unref(placement->netlist);
	technology_unref(placement->technology);
	FREE_ALL(placement->master_row, placement->master_pin, placement->die_point, placement->row,
		 placement->component);
	names_release(&placement->extra_name);
	FREE_ALL(placement->port, placement->port_shape, placement->blockage, placement->region,
		 placement->region_rect, placement->component_region);
	names_release(&placement->string);
	free(placement);
}

/* Room for n components in every array that has an item for each; the new ones are unplaced and in no region. */
static enum status grow_components(struct placement *placement, int64_t n)
{
	if (n > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d components", INT32_MAX);
	TRY(GROW(&placement->component, &placement->component_capacity, n));
	if (placement->component_region)
		TRY(GROW(&placement->component_region, &placement->component_region_capacity, n));
	for (int64_t i = placement->n_components; i < n; i++) {
		placement->component[i] = (struct component){.macro = -1};
		if (placement->component_region)
			placement->component_region[i] = -1;
	}
	return STATUS_OK;
}

enum status placement_add_component(struct placement *placement, const char *name, int64_t length,
				    int32_t macro, int32_t *component)
{
	int32_t id;
	bool added;

	TRY(grow_components(placement, (int64_t)placement->n_components + 1));
	TRY(names_add(&placement->extra_name, name, length, &id, &added));
	if (!added)
		return status_fail(STATUS_FAILED, "two components would be called \"%.*s\"",
				   (int)(length < 200 ? length : 200), name);
	*component = placement->n_components++;
	placement->component[*component].macro = macro;
	return STATUS_OK;
}

enum status placement_set_region(struct placement *placement, int32_t component, int32_t region)
{
	if (!placement->component_region && region >= 0) {
		TRY(GROW(&placement->component_region, &placement->component_region_capacity,
			 placement->n_components));
		for (int32_t i = 0; i < placement->n_components; i++)
			placement->component_region[i] = -1;
	}
	if (placement->component_region)
		placement->component_region[component] = region;
	return STATUS_OK;
}

int32_t placement_region(const struct placement *placement, int32_t component)
{
	if (!placement->component_region)
		return -1;
	assert(component < placement->n_components &&
	       placement->n_components <= placement->component_region_capacity);
	return placement->component_region[component];
}

enum status placement_add_row(struct placement *placement, const struct placed_row *row)
{
	return APPEND(placement->row, placement->n_rows, &placement->row_capacity, *row);
}

/* ---- asking ---- */

const char *placement_component_name(const struct placement *placement, int32_t component)
{
	int32_t n = placement->netlist->n_instances;

	return component < n ? names_get(&placement->netlist->instance_name, component)
			     : names_get(&placement->extra_name, component - n);
}

int32_t placement_find_component(const struct placement *placement, const char *name,
				 int64_t length)
{
	/* the screen asks as well */
	int32_t instance = names_find_locked(&placement->netlist->instance_name, name, length);
	int32_t extra = instance < 0 ? names_find(&placement->extra_name, name, length) : -1;

	return extra < 0 ? instance : placement->netlist->n_instances + extra;
}

const char *placement_component_macro(const struct placement *placement, int32_t component)
{
	const struct netlist *netlist = placement->netlist;
	int32_t macro = placement->component[component].macro;

	if (macro >= 0)
		return names_get(&placement->technology->macro_name, macro);
	return component < netlist->n_instances
		       ? netlist->master[netlist->instance_master[component]].name
		       : "";
}

struct rect placement_component_box(const struct placement *placement, int32_t component)
{
	const struct component *c = &placement->component[component];
	struct rect box = {c->x, c->y, c->x, c->y};

	if (c->macro >= 0) {
		const struct tech_macro *macro = &placement->technology->macro[c->macro];
		bool swaps = orientation_swaps(c->orientation);

		box.x2 += swaps ? macro->height : macro->width;
		box.y2 += swaps ? macro->width : macro->height;
	}
	return box;
}

struct rect placement_row_box(const struct placement *placement, const struct placed_row *row)
{
	const struct tech_site *site = &placement->technology->site[row->site];
	bool swaps = orientation_swaps(row->orientation);
	int64_t width = swaps ? site->height : site->width;
	int64_t height = swaps ? site->width : site->height;
	int64_t x2 = row->x + (int64_t)(row->n_x - 1) * row->step_x + (width ? width : row->step_x);
	int64_t y2 =
		row->y + (int64_t)(row->n_y - 1) * row->step_y + (height ? height : row->step_y);

	return (struct rect){row->x, row->y, fit(x2), fit(y2)};
}

static bool port_place(const struct placed_port *port, int32_t *x, int32_t *y)
{
	*x = port->x;
	*y = port->y;
	if (port->layer >= 0) {
		*x = (int32_t)(((int64_t)port->rect.x1 + port->rect.x2) / 2);
		*y = (int32_t)(((int64_t)port->rect.y1 + port->rect.y2) / 2);
	}
	return port->status != UNPLACED;
}

bool placement_pin(const struct placement *placement, int32_t pin, int32_t *x, int32_t *y)
{
	const struct netlist *netlist = placement->netlist;
	int32_t instance = netlist->pin_instance[pin], tech_pin;
	const struct component *c;
	const struct tech_macro *macro;

	pin = netlist_named_pin(netlist, pin);
	if (instance < 0)
		return port_place(&placement->port[pin], x, y);
	c = &placement->component[instance];
	*x = c->x;
	*y = c->y;
	if (c->status == UNPLACED || c->macro < 0)
		return c->status != UNPLACED;
	macro = &placement->technology->macro[c->macro];
	tech_pin = placement->master_pin[placement->master_row[netlist->instance_master[instance]] +
					 pin - netlist->instance_pin[instance]];
	*x = macro->width / 2;
	*y = macro->height / 2;
	if (tech_pin >= 0)
		technology_pin_centre(placement->technology, macro, tech_pin, x, y);
	orientation_turn(c->orientation, macro->width, macro->height, x, y);
	*x = fit((int64_t)*x + c->x);
	*y = fit((int64_t)*y + c->y);
	return true;
}
