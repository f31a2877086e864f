/* Lists of points and the path filters made of them. */
#include "db/constraints_fields.h"

#include "base/grow.h"
#include "db/latches.h"

void point_list_release(struct point_list *list)
{
	fields_release(&point_list_schema, list);
	list->given = false;
}

enum status point_list_add(struct point_list *list, struct point point)
{
	return APPEND(list->point, list->n, &list->capacity, point);
}

enum status point_list_copy(struct point_list *to, const struct point_list *from)
{
	return fields_copy(&point_list_schema, to, from);
}

int32_t point_list_cell_at(const struct netlist *netlist, const struct point_list *list, int32_t i)
{
	int32_t pin = list->point[i].id, n = 0, instance;

	if (list->point[i].kind != POINT_PIN || pin < netlist->n_ports)
		return 0;
	instance = netlist->pin_instance[pin];
	for (pin = netlist->instance_pin[instance]; pin < netlist->instance_pin[instance + 1];
	     pin++) {
		if (netlist_pin_direction(netlist, pin) == LIB_INTERNAL)
			continue;
		if (i + n == list->n || list->point[i + n].kind != POINT_PIN ||
		    list->point[i + n].id != pin)
			return 0;
		n++;
	}
	return n > 1 ? n : 0;
}

bool path_filter_equal(const struct path_filter *a, const struct path_filter *b)
{
	return !fields_differ(&path_filter_schema, a, b);
}

void path_filter_release(struct path_filter *filter)
{
	fields_release(&path_filter_schema, filter);
	*filter = (struct path_filter)PATH_FILTER_INIT;
}

enum status path_filter_add_through(struct path_filter *filter, struct point_list **out)
{
	TRY(GROW(&filter->through, &filter->through_capacity, (int64_t)filter->n_throughs + 1));
	*out = &filter->through[filter->n_throughs++];
	**out = (struct point_list){.given = true};
	return STATUS_OK;
}

enum status path_filter_copy(struct path_filter *to, const struct path_filter *from)
{
	return fields_copy(&path_filter_schema, to, from);
}

int pin_path_ends(const struct netlist *netlist, int32_t pin)
{
	int32_t instance = netlist->pin_instance[pin];
	int32_t at = instance < 0 ? -1 : pin - netlist->instance_pin[instance];
	const struct library *library;
	const struct lib_cell *cell = netlist_lib_cell(netlist, instance, LATE, &library);
	int ends = instance < 0 ? PIN_BEGINS_PATHS | PIN_ENDS_PATHS : 0;

	for (int32_t a = 0; cell && a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];
		bool checks = arc->kind >= LIB_SETUP && arc->kind <= LIB_REMOVAL;

		if (arc->from == at &&
		    (checks || arc->kind == LIB_LAUNCH || latch_passes(library, cell, arc, NULL)))
			ends |= PIN_BEGINS_PATHS;
		if (arc->to == at && checks)
			ends |= PIN_ENDS_PATHS;
	}
	return ends;
}

const struct point *point_list_next_inner(const struct netlist *netlist,
					  const struct point_list *list, int32_t *i)
{
	for (int32_t n; *i < list->n; *i += n ? n : 1) {
		const struct point *point = &list->point[*i];

		n = point_list_cell_at(netlist, list, *i);
		if (!n && point->kind == POINT_PIN && !pin_path_ends(netlist, point->id)) {
			++*i;
			return point;
		}
	}
	return NULL;
}
