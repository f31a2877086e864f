/* What belongs to what: the pins of a cell, the cells of a net; each object once. */
#include "db/hierarchy.h"
#include "read/sdc/sdc_impl.h"

static uint8_t *mark_of(struct sdc *s, struct sdc_object object)
{
	static const enum object_kind kinds[N_SDC_KINDS] = {[SDC_CELL] = OBJECT_CELL,
							    [SDC_PORT] = OBJECT_PORT,
							    [SDC_PIN] = OBJECT_PIN,
							    [SDC_NET] = OBJECT_NET};

	if (object.kind != SDC_CELL && object.kind != SDC_PORT && object.kind != SDC_PIN &&
	    object.kind != SDC_NET)
		return NULL;
	return &s->found[kinds[object.kind]].seen[object.id];
}

enum status sdc_once_begin(struct sdc_once *once, struct sdc *s, struct sdc_objects *out)
{
	*once = (struct sdc_once){.s = s, .out = out, .from = out->n};
	for (int kind = 0; kind < N_OBJECT_KINDS; kind++) {
		if (!s->found[kind].seen)
			TRY(object_list_init(&s->found[kind], s->netlist, (enum object_kind)kind));
	}
	return STATUS_OK;
}

bool sdc_once_has(const struct sdc_once *once, struct sdc_object object)
{
	const uint8_t *mark = mark_of(once->s, object);

	for (int32_t i = once->from; !mark && i < once->out->n; i++) {
		const struct sdc_object *other = &once->out->item[i];

		if (other->kind == object.kind && other->id == object.id &&
		    other->library == object.library)
			return true;
	}
	return mark && *mark;
}

enum status sdc_once_add(struct sdc_once *once, struct sdc_object object)
{
	uint8_t *mark = mark_of(once->s, object);

	if (sdc_once_has(once, object))
		return STATUS_OK;
	TRY(sdc_objects_add(once->out, object));
	if (mark)
		*mark = 1;
	return STATUS_OK;
}

void sdc_once_end(struct sdc_once *once)
{
	for (int32_t i = once->from; i < once->out->n; i++) {
		uint8_t *mark = mark_of(once->s, once->out->item[i]);

		if (mark)
			*mark = 0;
	}
	net_levels_release(&once->levels);
}

/* ---- nets and their levels ---- */

static enum status need_levels(struct sdc_once *once)
{
	return once->levels.netlist ? STATUS_OK : net_levels_make(&once->levels, once->s->netlist);
}

/* What a pin's net is called on the pin's level. */
static enum status add_net_of(struct sdc_once *once, int32_t pin)
{
	const struct netlist *netlist = once->s->netlist;
	struct sdc_object object = {.kind = SDC_NET};

	object.id = pin < netlist->n_pins ? netlist->pin_net[pin]
					  : netlist->hierarchy->net_of[pin - netlist->n_pins];
	if (object.id >= 0 && netlist_n_blocks(netlist)) {
		TRY(need_levels(once));
		object.id = net_on_level(&once->levels, object.id, pin_level(netlist, pin));
	}
	return object.id < 0 ? STATUS_OK : sdc_once_add(once, object);
}

/* What a pin means as one of another kind. */
static enum status add_of_pin(struct sdc_once *once, int32_t pin, enum sdc_kind kind)
{
	struct sdc *s = once->s;
	int32_t instance = s->netlist->pin_instance[pin];
	struct sdc_object object = {.kind = kind, .id = pin};

	switch (kind) {
	case SDC_PIN:
		return instance < 0 ? STATUS_OK : sdc_once_add(once, object);
	case SDC_PORT:
		return instance < 0 ? sdc_once_add(once, object) : STATUS_OK;
	case SDC_CELL:
		object.id = instance;
		return instance < 0 ? STATUS_OK : sdc_once_add(once, object);
	case SDC_NET:
		return add_net_of(once, pin);
	case SDC_CLOCK:
		for (object.id = 0; object.id < s->constraints->n_clocks; object.id++) {
			const struct clock *clock = &s->constraints->clock[object.id];

			for (int32_t i = 0; i < clock->n_sources; i++) {
				if (clock->source[i] == pin && !s->clock[object.id].removed)
					TRY(sdc_once_add(once, object));
			}
		}
		return STATUS_OK;
	default:
		return STATUS_OK;
	}
}

static enum status add_of_cell(struct sdc_once *once, int32_t cell, enum sdc_kind kind)
{
	struct sdc *s = once->s;
	const struct netlist *netlist = s->netlist;
	const struct master *master = &netlist->master[netlist->instance_master[cell]];
	struct sdc_object object = {.kind = kind, .id = master->cell[LATE]};

	if (kind != SDC_LIB_CELL) {
		for (int32_t p = netlist->instance_pin[cell]; p < netlist->instance_pin[cell + 1];
		     p++)
			TRY(add_of_pin(once, p, kind));
		return STATUS_OK;
	}
	for (int32_t i = 0; i < netlist->n_libraries; i++) {
		object.library = i;
		if (netlist->library[i] == master->library[LATE])
			return sdc_once_add(once, object);
	}
	return STATUS_OK;
}

/* The instances of a library cell. */
static enum status add_instances(struct sdc_once *once, struct sdc_object cell)
{
	const struct netlist *netlist = once->s->netlist;

	for (int32_t i = 0; i < netlist->n_instances; i++) {
		if (sdc_is_master(once->s, netlist->instance_master[i], cell))
			TRY(sdc_once_add(once, (struct sdc_object){.kind = SDC_CELL, .id = i}));
	}
	return STATUS_OK;
}

/* Cells of a library, its instances, pins of a library cell, and the cell of a library pin. */
static enum status add_of_library(struct sdc_once *once, struct sdc_object of, enum sdc_kind kind)
{
	struct sdc *s = once->s;
	const struct library *library = s->netlist->library[of.library];
	struct sdc_object object = {.kind = kind, .library = of.library};
	const struct lib_cell *cell = of.kind == SDC_LIB_PIN ? sdc_cell_of_lib_pin(library, of.id)
							     : &library->cell[of.id];

	if (kind == SDC_LIB)
		return sdc_once_add(once, object);
	if (kind == SDC_CELL && of.kind == SDC_LIB_CELL)
		return add_instances(once, of);
	if (kind == SDC_LIB_CELL && of.kind == SDC_LIB) {
		for (object.id = 0; object.id < library->n_cells; object.id++)
			TRY(sdc_once_add(once, object));
	} else if (kind == SDC_LIB_CELL) {
		object.id = (int32_t)(cell - library->cell);
		return sdc_once_add(once, object);
	} else if (kind == SDC_LIB_PIN && of.kind == SDC_LIB_CELL) {
		for (int32_t p = 0; p < cell->n_pins; p++) {
			object.id = cell->first_pin + p;
			TRY(sdc_once_add(once, object));
		}
	}
	return STATUS_OK;
}

/* The pins of a block, its cells further down, the nets at either. */
static enum status add_of_block(struct sdc_once *once, struct sdc_object of, enum sdc_kind kind)
{
	const struct netlist *netlist = once->s->netlist;
	const struct hierarchy *h = netlist->hierarchy;
	int32_t pin = of.id - netlist->n_pins, block = of.id - netlist->n_instances;
	int32_t first = of.kind == SDC_PIN ? pin : h->first_pin[block];
	int32_t end = of.kind == SDC_PIN ? pin + 1 : h->first_pin[block + 1];

	if (of.kind == SDC_PIN && kind == SDC_CELL)
		return sdc_once_add(
			once, (struct sdc_object){.kind = kind,
						  .id = netlist->n_instances + h->block_of[pin]});
	for (int32_t p = first; p < end; p++) {
		struct sdc_object object = {.kind = kind, .id = netlist->n_pins + p};

		if (kind == SDC_NET)
			TRY(add_net_of(once, object.id));
		else if (kind == SDC_PIN)
			TRY(sdc_once_add(once, object));
	}
	return STATUS_OK;
}

/* The pins and ports of a flat net, on any level. */
static enum status add_of_flat_net(struct sdc_once *once, int32_t net, enum sdc_kind kind)
{
	const struct netlist *netlist = once->s->netlist;

	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++)
		TRY(add_of_pin(once, netlist->net_pin[i], kind));
	return STATUS_OK;
}

/* Those of a net on its level: of instances and blocks. */
static enum status add_of_net(struct sdc_once *once, int32_t net, enum sdc_kind kind)
{
	const struct netlist *netlist = once->s->netlist;
	int32_t flat = object_flat_net(netlist, net), level;

	if (!netlist_n_blocks(netlist))
		return add_of_flat_net(once, net, kind);
	TRY(need_levels(once));
	level = net_level(&once->levels, net);
	for (int32_t i = netlist->net_pin_row[flat]; i < netlist->net_pin_row[flat + 1]; i++) {
		if (pin_level(netlist, netlist->net_pin[i]) == level)
			TRY(add_of_pin(once, netlist->net_pin[i], kind));
	}
	for (int32_t i = once->levels.pin_row[flat]; i < once->levels.pin_row[flat + 1]; i++) {
		int32_t pin = netlist->n_pins + once->levels.pin[i];

		if (pin_level(netlist, pin) == level)
			TRY(add_of_block(once, (struct sdc_object){.kind = SDC_PIN, .id = pin},
					 kind));
	}
	return STATUS_OK;
}

static enum status add_of(struct sdc_once *once, struct sdc_object of, enum sdc_kind kind,
			  bool leaf)
{
	struct sdc *s = once->s;

	if (of.kind == SDC_NET)
		return leaf ? add_of_flat_net(once, object_flat_net(s->netlist, of.id), kind)
			    : add_of_net(once, of.id, kind);
	if (sdc_is_hierarchical(s, of))
		return add_of_block(once, of, kind);
	switch (of.kind) {
	case SDC_CELL:
		return add_of_cell(once, of.id, kind);
	case SDC_PIN:
	case SDC_PORT:
		return add_of_pin(once, of.id, kind);
	case SDC_CLOCK:
		for (int32_t i = 0; i < s->constraints->clock[of.id].n_sources; i++)
			TRY(add_of_pin(once, s->constraints->clock[of.id].source[i], kind));
		return STATUS_OK;
	case SDC_LIB:
	case SDC_LIB_CELL:
	case SDC_LIB_PIN:
		return add_of_library(once, of, kind);
	default:
		return STATUS_OK;
	}
}

enum status sdc_find_of(struct sdc *s, const struct sdc_call *call, enum sdc_kind kind, Tcl_Obj *of,
			bool leaf, struct sdc_objects *out)
{
	int mask = SDC_MASK(N_SDC_KINDS) - 1;
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};
	RELEASED_BY(sdc_once_end) struct sdc_once once = {.s = s, .out = out};

	TRY(sdc_once_begin(&once, s, out));
	TRY(sdc_take_whole(s, call, of, mask, &objects));
	for (int32_t i = 0; i < objects.n; i++)
		TRY(add_of(&once, objects.item[i], kind, leaf));
	return STATUS_OK;
}
