#include "db/lens.h"

#include <stdlib.h>

#include "base/grow.h"

/* Inverters of a chain that are followed toward its beginning. */
enum { MOST_INVERTERS = 64 };

static const char *const name_of[] = {
#define X(name, NAME, what) #name,
	LENSES(X)
#undef X
};

static const char *const words_of[] = {
#define X(name, NAME, what) what,
	LENSES(X)
#undef X
};

const char *lens_name(int lens)
{
	return name_of[lens];
}

const char *lens_words(int lens)
{
	return words_of[lens];
}

void lenses_write(unsigned lenses, struct text *out)
{
	const char *separator = "";

	if (!lenses)
		text_add(out, "none");
	for (int i = 0; i < N_LENSES; i++) {
		if (!(lenses & LENS_BIT(i)))
			continue;
		text_printf(out, "%s%s", separator, name_of[i]);
		separator = ", ";
	}
}

/* ---- clocks ---- */

static void idealise_clocks(struct constraints *k)
{
	for (int32_t c = 0; c < k->n_clocks; c++) {
		k->clock[c].propagated = false;
		for (int i = 0; i < N_SPLITS * N_EDGES; i++)
			k->clock[c].network_latency[i / N_EDGES][i % N_EDGES] = NOT_GIVEN;
	}
	for (int32_t p = 0; p < k->n_clock_pins; p++) {
		k->clock_pin[p].propagated = false;
		for (int i = 0; i < N_SPLITS * N_EDGES; i++)
			k->clock_pin[p].network_latency[i / N_EDGES][i % N_EDGES] = 0;
	}
}

/* ---- margins ---- */

static void drop_margins(struct constraints *k)
{
	k->n_derates = 0;
	k->n_uncertainties = 0;
	for (int32_t c = 0; c < k->n_clocks; c++)
		k->clock[c].uncertainty[EARLY] = k->clock[c].uncertainty[LATE] = 0;
	for (int32_t p = 0; p < k->n_clock_pins; p++)
		k->clock_pin[p].uncertainty[EARLY] = k->clock_pin[p].uncertainty[LATE] = NOT_GIVEN;
	for (int32_t e = 0; e < k->n_exceptions; e++) {
		if (k->exception[e].kind == EXCEPTION_MARGIN)
			k->exception[e].delay = 0;
	}
}

/* ---- buffers ---- */

/* Of a cell with one input and one output its sense; else LIB_NON_UNATE. */
static enum lib_sense sense_of(const struct netlist *netlist, int32_t master)
{
	const struct master *m = &netlist->master[master];
	const struct library *library = m->library[LATE];
	const struct lib_cell *cell = m->cell[LATE] < 0 ? NULL : &library->cell[m->cell[LATE]];
	int n[2] = {0, 0};

	if (!cell || cell->is_sequential || cell->is_clock_gate || !cell->n_arcs)
		return LIB_NON_UNATE;
	for (int32_t p = 0; p < cell->n_pins; p++) {
		enum lib_direction direction = library->pin[cell->first_pin + p].direction;

		if (direction != LIB_INPUT && direction != LIB_OUTPUT)
			return LIB_NON_UNATE;
		n[direction == LIB_OUTPUT]++;
	}
	for (int32_t a = 1; a < cell->n_arcs; a++) {
		if (library->arc[cell->first_arc + a].sense != library->arc[cell->first_arc].sense)
			return LIB_NON_UNATE;
	}
	return n[0] == 1 && n[1] == 1 ? library->arc[cell->first_arc].sense : LIB_NON_UNATE;
}

struct buffers {
	const struct netlist *netlist;
	const enum lib_sense *sense; /* [n_masters] */
};

static bool is_inverter(const struct buffers *b, int32_t instance)
{
	return instance >= 0 &&
	       b->sense[b->netlist->instance_master[instance]] == LIB_NEGATIVE_UNATE;
}

/* The net at its input, or at its output. */
static int32_t net_at(const struct buffers *b, int32_t instance, bool output)
{
	const struct netlist *netlist = b->netlist;
	int32_t net = -1;

	for (int32_t p = netlist->instance_pin[instance]; p < netlist->instance_pin[instance + 1];
	     p++) {
		if (netlist_drives(netlist, p) == output)
			net = netlist->pin_net[p];
	}
	return net;
}

/* Is all that it drives inverters? */
static bool drives_inverters(const struct buffers *b, int32_t instance)
{
	const struct netlist *netlist = b->netlist;
	int32_t net = net_at(b, instance, true), first, end;

	if (net < 0 || netlist->net_n_drivers[net] != 1)
		return false;
	first = netlist->net_pin_row[net] + 1;
	end = netlist->net_pin_row[net + 1];
	for (int32_t i = first; i < end; i++) {
		if (!is_inverter(b, netlist->pin_instance[netlist->net_pin[i]]))
			return false;
	}
	return first < end;
}

/* The inverter before it that drives nothing but inverters; -1 = there is none. */
static int32_t inverter_before(const struct buffers *b, int32_t instance)
{
	const struct netlist *netlist = b->netlist;
	int32_t net = net_at(b, instance, false), driver;

	if (net < 0 || netlist->net_n_drivers[net] != 1)
		return -1;
	driver = netlist->pin_instance[netlist->net_pin[netlist->net_pin_row[net]]];
	return is_inverter(b, driver) && drives_inverters(b, driver) ? driver : -1;
}

/* The second of a pair has a first before it; the first drives seconds alone. Pairs are counted from a chain's beginning. */
static bool is_of_pair(const struct buffers *b, int32_t instance)
{
	int32_t before = instance;
	int n = 0;

	while (n <= MOST_INVERTERS && (before = inverter_before(b, before)) >= 0)
		n++;
	return n <= MOST_INVERTERS && (n % 2 || drives_inverters(b, instance));
}

static bool is_free(const struct buffers *b, int32_t instance)
{
	int32_t master = b->netlist->instance_master[instance];

	return b->sense[master] == LIB_POSITIVE_UNATE ||
	       (b->sense[master] == LIB_NEGATIVE_UNATE && is_of_pair(b, instance));
}

static enum status add_free(struct constraints *k, int32_t instance)
{
	for (int split = 0; split < N_SPLITS; split++) {
		struct derate derate = {.instance = instance,
					.master = -1,
					.net = -1,
					.what = DERATE_CELL | DERATE_DATA,
					.split = (enum split)split,
					.factor = 0,
					.edges = EDGES_BOTH};

		TRY(APPEND(k->derate, k->n_derates, &k->derate_capacity, derate));
	}
	return STATUS_OK;
}

static enum status free_buffers(struct constraints *k, const struct netlist *netlist)
{
	FREED enum lib_sense *sense = NULL;
	struct buffers b = {.netlist = netlist};

	TRY(ALLOC(&sense, netlist->n_masters));
	for (int32_t m = 0; m < netlist->n_masters; m++)
		sense[m] = sense_of(netlist, m);
	b.sense = sense;
	for (int32_t x = 0; x < netlist->n_instances; x++) {
		if (is_free(&b, x))
			TRY(add_free(k, x));
	}
	return STATUS_OK;
}

/* ---- all of them ---- */

enum status lenses_constrain(unsigned lenses, const struct netlist *netlist,
			     struct constraints *constraints, struct constraints **out)
{
	RELEASED_BY(constraints_drop) struct constraints *copy = NULL;

	*out = NULL;
	if (!constraints)
		return STATUS_OK;
	if (!(lenses & LENSES_CONSTRAIN)) {
		*out = constraints_ref(constraints);
		return STATUS_OK;
	}
	TRY(constraints_copy(constraints, &copy));
	if (lenses & LENS_BIT(LENS_CLOCKS))
		idealise_clocks(copy);
	if (lenses & LENS_BIT(LENS_MARGINS))
		drop_margins(copy);
	if (lenses & LENS_BIT(LENS_BUFFERS))
		TRY(free_buffers(copy, netlist));
	HAND_OVER(out, copy);
	return STATUS_OK;
}
