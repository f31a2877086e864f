/* The netlist with what belongs to it: names of its hierarchy, constraints. */
#include <stdlib.h>

#include "base/grow.h"
#include "db/hierarchy.h"
#include "db/supplies.h"
#include "read/sdc/sdc_code.h"
#include "store/store_impl.h"

SAME_SIZE(netlist, 832);
SAME_SIZE(master, 80);
SAME_SIZE(hierarchy, 376);
SAME_SIZE(variation_rule, 40);

/* ---- masters ---- */

static void code_half(struct coder *c, const struct library_set *set, struct master *master,
		      int split)
{
	int32_t library = library_set_find(set, master->library[split]);
	int32_t n_cells;

	code_id(c, &library, -1, set->n, "the library of a master");
	if (!c->saving)
		master->library[split] = library < 0 ? NULL : set->library[library];
	n_cells = library < 0 ? 0 : set->library[library]->n_cells;
	code_id(c, &master->cell[split], library < 0 ? -1 : 0, n_cells, "the cell of a master");
}

static void code_master(struct coder *c, const struct library_set *set, struct netlist *netlist,
			struct master *master)
{
	code_name(c, &master->name);
	for (int split = 0; split < N_SPLITS; split++)
		code_half(c, set, master, split);
	if (!master->library[EARLY] != !master->library[LATE])
		code_wrong(c, "the libraries of a master");
	code_count(c, &master->n_pins);
	CODE_ROOM(c, &master->pin_name, master->n_pins);
	CODE_ROOM(c, &master->early_pin, master->n_pins);
	CODE_ROOM(c, &master->direction, master->n_pins);
	CODE_ROOM(c, &master->is_bit, master->n_pins);
	for (int32_t p = 0; p < master->n_pins && !coder_failed(c); p++) {
		code_id(c, &master->pin_name[p], 0, netlist->pin_name.n, "the name of a pin");
		code_int(c, &master->early_pin[p], -1, INT32_MAX, "an early pin");
		CODE_ENUM(c, master->direction[p], LIB_INTERNAL, "the direction of a pin");
		code_bool(c, &master->is_bit[p]);
	}
}

/* Its pins are those of the late cell, and each has one of the early cell or none. */
static bool is_master(const struct master *master)
{
	int32_t n_early = 0;

	if (master->library[LATE]) {
		if (master->n_pins != master->library[LATE]->cell[master->cell[LATE]].n_pins)
			return false;
		n_early = master->library[EARLY]->cell[master->cell[EARLY]].n_pins;
	}
	for (int32_t p = 0; p < master->n_pins; p++) {
		if (master->early_pin[p] >= n_early)
			return false;
	}
	return true;
}

static void code_masters(struct coder *c, const struct library_set *set, struct netlist *netlist)
{
	code_count(c, &netlist->n_masters);
	code_names(c, &netlist->master_name, netlist->n_masters);
	code_names(c, &netlist->pin_name, -1);
	CODE_ROOM(c, &netlist->master, netlist->n_masters);
	if (coder_failed(c))
		netlist->n_masters = c->saving ? netlist->n_masters : 0;
	netlist->master_capacity = c->saving ? netlist->master_capacity : netlist->n_masters;
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		code_master(c, set, netlist, &netlist->master[m]);
		if (!coder_failed(c) && !is_master(&netlist->master[m]))
			code_wrong(c, "the pins of a master");
	}
}

/* ---- pins ---- */

static enum status number_pins(struct netlist *netlist, int n_threads, bool *fits)
{
	int64_t n = netlist->n_ports;

	TRY(ALLOC(&netlist->instance_pin, (int64_t)netlist->n_instances + 1));
	TRY(ALLOC(&netlist->pin_instance, netlist->n_all_pins));
	netlist->instance_pin_capacity = (int64_t)netlist->n_instances + 1;
	for (int32_t x = 0; x < netlist->n_instances && n <= netlist->n_pins; x++) {
		struct master *master = &netlist->master[netlist->instance_master[x]];

		netlist->instance_pin[x] = (int32_t)n;
		n += master->n_pins;
		master->n_instances++;
	}
	*fits = n == netlist->n_pins;
	if (!*fits)
		return STATUS_OK;
	netlist->instance_pin[netlist->n_instances] = netlist->n_pins;
	for (int32_t p = 0; p < netlist->n_ports; p++)
		netlist->pin_instance[p] = -1;
#pragma omp parallel for schedule(static) num_threads(n_threads)
	for (int32_t x = 0; x < netlist->n_instances; x++) {
		for (int32_t p = netlist->instance_pin[x]; p < netlist->instance_pin[x + 1]; p++)
			netlist->pin_instance[p] = x;
	}
	for (int32_t p = netlist->n_pins; p < netlist->n_all_pins; p++)
		netlist->pin_instance[p] = netlist->pin_instance[netlist_named_pin(netlist, p)];
	return STATUS_OK;
}

/* As netlist_close() sorts the pins of a net: sure drivers, possible ones, loads. */
static int pin_rank(const struct netlist *netlist, int32_t pin)
{
	if (!netlist_drives(netlist, pin))
		return 2;
	return netlist_pin_direction(netlist, pin) == LIB_INOUT;
}

/* Are these just the pins of a net, each once and in their order? There are as many as pins have nets. */
static bool is_net(const struct netlist *netlist, int32_t net)
{
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];
	int32_t last = -1, drivers = 0;
	int rank = 0;

	for (int32_t i = begin; i < end; i++) {
		int32_t pin = netlist->net_pin[i];
		int own = pin_rank(netlist, pin);

		if (netlist->pin_net[pin] != net || own < rank || (own == rank && pin <= last))
			return false;
		drivers += own < 2;
		last = pin;
		rank = own;
	}
	return drivers == netlist->net_n_drivers[net];
}

static bool are_nets(const struct netlist *netlist, int n_threads)
{
	int64_t n_wrong = 0, n_connected = 0;

#pragma omp parallel for schedule(dynamic, 4096) num_threads(n_threads) reduction(+ : n_wrong)
	for (int32_t net = 0; net < netlist->n_nets; net++)
		n_wrong += !is_net(netlist, net);
#pragma omp parallel for schedule(static) num_threads(n_threads) reduction(+ : n_connected)
	for (int32_t p = 0; p < netlist->n_pins; p++)
		n_connected += netlist->pin_net[p] >= 0;
	return n_wrong == 0 && n_connected == netlist->net_pin_row[netlist->n_nets];
}

static const char *check_netlist(void *object, struct late_run *run)
{
	struct netlist *netlist = object;
	bool fits = false;

	run->status = number_pins(netlist, run->n_threads, &fits);
	if (run->status != STATUS_OK)
		return NULL;
	if (!fits)
		return "the number of pins";
	if (!are_nets(netlist, run->n_threads))
		return "the pins of a net";
	run->status = netlist_check_sides(netlist, &fits);
	return fits ? NULL : "the pins of both directions";
}

/* ---- the hierarchy ---- */

static const char *check_hierarchy(void *object, struct late_run *run)
{
	const struct hierarchy *h = object;

	(void)run;
	/* Blocks come from the top down, and their pins block by block. */
	for (int32_t b = 0; b < h->block_name.n; b++) {
		if (h->parent[b] >= b)
			return "a block within itself";
		for (int32_t p = h->first_pin[b]; p < h->first_pin[b + 1]; p++) {
			if (h->block_of[p] != b)
				return "the pins of a block";
		}
	}
	return NULL;
}

static void code_hierarchy(struct coder *c, struct netlist *netlist)
{
	struct hierarchy *h;
	int64_t n;

	if (!code_is_there(c, netlist->hierarchy) || coder_failed(c))
		return;
	if (!c->saving && hierarchy_new(&netlist->hierarchy) != STATUS_OK) {
		code_fail(c, STATUS_NO_MEMORY);
		return;
	}
	h = netlist->hierarchy;
	code_names(c, &h->block_name, -1);
	code_names(c, &h->module_name, -1);
	code_names(c, &h->pin_name, -1);
	code_names(c, &h->net_name, -1);
	code_int(c, &h->n_pins, 0, INT32_MAX, "pins of blocks");
	code_int(c, &h->n_instances, 0, netlist->n_instances, "instances of blocks");
	n = h->block_name.n;
	CODE_INDICES(c, &h->parent, n, -1, n, "the parent of a block");
	CODE_INDICES(c, &h->module, n, 0, h->module_name.n, "a module");
	/* without blocks there is no row */
	if (n)
		CODE_ITEMS(c, &h->first_pin, n + 1, check_row, INDICES(0, h->n_pins),
			   "the pins of blocks");
	CODE_INDICES(c, &h->name_of, h->n_pins, 0, h->pin_name.n, "the name of a block's pin");
	CODE_INDICES(c, &h->net_of, h->n_pins, -1, netlist->n_nets, "the net of a block's pin");
	CODE_INDICES(c, &h->block_of, h->n_pins, 0, n, "the block of a pin");
	CODE_ITEMS(c, &h->direction, h->n_pins, check_bytes, INDICES(0, LIB_INTERNAL + 1),
		   "the direction of a block's pin");
	CODE_INDICES(c, &h->net, h->net_name.n, 0, netlist->n_nets, "a net inside");
	CODE_INDICES(c, &h->instance_block, h->n_instances, -1, n, "the block of an instance");
	code_later(c, check_hierarchy, h, NULL);
}

/* ---- all of it ---- */

/* The libraries that it was linked with, in their order: units come from the first. */
static void code_links(struct coder *c, const struct library_set *set, struct netlist *netlist)
{
	int32_t n = netlist->n_libraries;

	code_count(c, &n);
	CODE_ROOM(c, &netlist->library, n);
	for (int32_t i = 0; i < n && !coder_failed(c); i++) {
		int32_t which = c->saving ? library_set_find(set, netlist->library[i]) : 0;

		code_id(c, &which, 0, set->n, "a library of the netlist");
		if (c->saving || coder_failed(c))
			continue;
		netlist->library[i] = library_ref(set->library[which]);
		netlist->n_libraries = i + 1;
	}
}

/* Are the libraries of its masters among those it was linked with? Their tables are its. */
static bool has_libraries(const struct netlist *netlist)
{
	const struct library_set set = {.n = netlist->n_libraries, .library = netlist->library};

	for (int32_t m = 0; m < netlist->n_masters; m++) {
		for (int split = 0; split < N_SPLITS; split++) {
			const struct library *library = netlist->master[m].library[split];

			if (library && library_set_find(&set, library) < 0)
				return false;
		}
	}
	return true;
}

static void code_connections(struct coder *c, struct netlist *n)
{
	int64_t n_connected = c->saving ? n->net_pin_row[n->n_nets] : 0;

	CODE_INDICES(c, &n->instance_master, n->n_instances, 0, n->n_masters,
		     "the master of an instance");
	CODE_ITEMS(c, &n->net_constant, n->n_nets, check_bytes, INDICES(0, NET_ONE + 1),
		   "the constant of a net");
	CODE_INDICES(c, &n->alias_net, n->alias_name.n, 0, n->n_nets, "the net of a name");
	CODE_INDICES(c, &n->pin_net, n->n_all_pins, -1, n->n_nets, "the net of a pin");
	CODE_INDICES(c, &n->two_sided, n->n_all_pins - n->n_pins, 0, n->n_pins,
		     "a pin of both directions");
	code_long(c, &n_connected, 0, n->n_pins, "a number of pins");
	CODE_ITEMS(c, &n->net_pin_row, (int64_t)n->n_nets + 1, check_row, INDICES(0, n_connected),
		   "the pins of nets");
	CODE_INDICES(c, &n->net_pin, n_connected, 0, n->n_pins, "a pin of a net");
	CODE_ITEMS(c, &n->net_n_drivers, n->n_nets, NULL, ANY_ITEMS, "the drivers of nets");
}

/* Those that were set; 0 = a library's. */
static void code_units(struct coder *c, struct units *units)
{
	double *unit[] = {&units->time, &units->capacitance, &units->resistance};

	for (int i = 0; i < 3; i++) {
		code_real(c, unit[i]);
		if (!(*unit[i] >= 0))
			code_wrong(c, "a unit");
	}
}

static const char *check_supplies(void *object, struct late_run *run)
{
	const struct netlist *netlist = object;

	(void)run;
	for (int32_t i = 0; i < netlist->supply.text.n; i++) {
		const char *at = names_get(&netlist->supply.text, i);
		struct supply supply;

		while (supplies_next(&at, &supply)) {
			if (supply.net >= netlist->n_nets || supply.net == -1)
				return "the net of a supply";
		}
		if (*at)
			return "the supplies of an instance";
	}
	return NULL;
}

static void code_notes(struct coder *c, const struct netlist *netlist, struct notes *notes)
{
	code_names(c, &notes->text, -1);
	code_int(c, &notes->n, 0, netlist->n_instances, "the instances with a note");
	CODE_INDICES(c, &notes->of, notes->n, -1, notes->text.n, "notes of instances");
	notes->capacity = c->saving ? notes->capacity : notes->n;
}

static void code_body(struct coder *c, const struct library_set *set, struct netlist *netlist)
{
	code_int(c, &netlist->n_tiles, 1, INT32_MAX, "a number of copies");
	code_units(c, &netlist->units);
	code_links(c, set, netlist);
	code_masters(c, set, netlist);
	if (!coder_failed(c) && !has_libraries(netlist))
		code_wrong(c, "the library of a master");
	code_int(c, &netlist->n_ports, 0, INT32_MAX, "a number of ports");
	code_int(c, &netlist->n_instances, 0, INT32_MAX - 1, "a number of instances");
	code_int(c, &netlist->n_nets, 0, INT32_MAX - 1, "a number of nets");
	code_int(c, &netlist->n_pins, 0, INT32_MAX, "a number of pins");
	code_int(c, &netlist->n_all_pins, netlist->n_pins, INT32_MAX, "a number of pins");
	code_names(c, &netlist->port_name, netlist->n_ports);
	code_names(c, &netlist->instance_name, netlist->n_instances);
	code_names(c, &netlist->net_name, netlist->n_nets);
	code_names(c, &netlist->alias_name, -1);
	CODE_ROOM(c, &netlist->port_direction, c->wrong ? 0 : netlist->n_ports);
	CODE_ROOM(c, &netlist->port_is_bit, c->wrong ? 0 : netlist->n_ports);
	for (int32_t p = 0; p < netlist->n_ports && !coder_failed(c); p++) {
		CODE_ENUM(c, netlist->port_direction[p], LIB_INTERNAL, "the direction of a port");
		code_bool(c, &netlist->port_is_bit[p]);
	}
	code_connections(c, netlist);
	code_notes(c, netlist, &netlist->source);
	code_notes(c, netlist, &netlist->supply);
	code_later(c, check_supplies, netlist, NULL);
	code_hierarchy(c, netlist);
	code_later(c, check_netlist, netlist, NULL);
}

void code_netlist(struct coder *c, const struct library_set *set, struct netlist **netlist)
{
	char *name = *netlist ? (*netlist)->name : NULL;

	if (!code_path(c, *netlist, &name))
		return;
	CODE_NEW(c, name, netlist_new(name, netlist));
	if (*netlist)
		code_body(c, set, *netlist);
}

bool code_path(struct coder *c, bool there, char **path)
{
	if (!code_is_there(c, there) || coder_failed(c))
		return false;
	code_name(c, path);
	return true;
}

/* ---- constraints ---- */

static void take_constraints(struct coder *c, const struct text *text,
			     const struct netlist *netlist, struct constraints *constraints)
{
	const char *wrong =
		sdc_take_constraints(text_string(text), text->length, netlist, constraints);

	if (wrong)
		code_wrong(c, "constraints");
}

void code_constraints(struct coder *c, const struct netlist *netlist,
		      struct constraints **constraints)
{
	char *path = *constraints ? (*constraints)->path : NULL;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (!code_path(c, *constraints, &path))
		return;
	if (!netlist)
		code_wrong(c, "constraints of no netlist");
	if (c->saving && !coder_failed(c))
		code_fail(c, sdc_put_constraints(netlist, *constraints, &text));
	code_text(c, &text);
	CODE_NEW(c, path, constraints_new(path, netlist, constraints));
	if (!c->saving && *constraints && !coder_failed(c))
		take_constraints(c, &text, netlist, *constraints);
}

/* ---- annotations ---- */

_Static_assert(sizeof(struct annotation_key) == 16 && sizeof(struct annotation) == 16,
	       "annotations have no padding");

/* below: vertices */
CHECK_EACH(check_annotation_keys, struct annotation_key, annotation_key_fits(item, rule->below))
CHECK_EACH(check_annotation_values, struct annotation, annotation_fits(item))

/* Say them one by one, which makes the table of keys. */
static const char *say_annotations(void *object, struct late_run *run)
{
	struct annotations *coded = object, *said, before;

	run->status = annotations_new(&said);
	if (run->status != STATUS_OK)
		return NULL;
	run->status = annotations_merge(said, coded);
	before = *coded;
	*coded = *said;
	*said = before;
	annotations_free(said);
	if (run->status != STATUS_BAD_INPUT)
		return NULL;
	run->status = STATUS_OK;
	return "annotations";
}

void code_annotations(struct coder *c, const struct netlist *netlist,
		      struct annotations **annotations)
{
	struct annotations *a;
	int32_t n;

	if (!code_is_there(c, *annotations) || coder_failed(c))
		return;
	if (!netlist) {
		code_wrong(c, "annotations of no netlist");
		return;
	}
	if (!c->saving)
		code_fail(c, annotations_new(annotations));
	if (coder_failed(c))
		return;
	a = *annotations;
	n = a->keys.n;
	code_int(c, &n, 0, INT32_MAX, "a number of annotations");
	a->keys.n = n;
	code_items(c, (void **)&a->keys.data, n, sizeof(struct annotation_key),
		   check_annotation_keys, INDICES(0, (int64_t)netlist->n_pins * N_EDGES),
		   "what is annotated");
	CODE_ITEMS(c, &a->item, n, check_annotation_values, ANY_ITEMS, "an annotation");
	if (!c->saving)
		code_later(c, say_annotations, a, NULL);
}

/* ---- how delays vary ---- */

static void code_variation_rule(struct coder *c, struct variation_rule *rule)
{
	CODE_ENUM(c, rule->scope, VARIES_INSTANCE, "a rule of variation");
	CODE_ENUM(c, rule->kind, VARIES_BY_TABLE, "a rule of variation");
	CODE_ENUM(c, rule->type, TYPE_MACRO, "a rule of variation");
	code_string(c, &rule->name);
	code_bool(c, &rule->checks);
	for (int i = 0; i < 2; i++)
		code_real(c, &rule->value[i]);
	if (!rule->name && rule->scope != VARIES_ALL && rule->scope != VARIES_TYPE)
		code_wrong(c, "a rule of variation");
}

void code_variation(struct coder *c, struct variation *variation)
{
	int32_t n = variation->n_rules;

	code_count(c, &n);
	for (int32_t i = 0; i < n && !coder_failed(c); i++) {
		struct variation_rule rule = {0};

		if (c->saving)
			rule = variation->rule[i];
		code_variation_rule(c, &rule);
		if (c->saving)
			continue;
		if (!coder_failed(c)) {
			enum status status = variation_add(variation, &rule);

			if (status == STATUS_BAD_INPUT)
				code_wrong(c, "a sigma");
			else
				code_fail(c, status);
		}
		free(rule.name);
	}
}
