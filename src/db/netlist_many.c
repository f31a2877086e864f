/* Nets and instances that threads add to a netlist of which all names differ. */
#include <assert.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/netlist.h"

static int64_t count_parts(const struct names_part *part, int n_parts)
{
	int64_t n = 0;

	for (int p = 0; p < n_parts; p++)
		n += part[p].n;
	return n;
}

enum status netlist_add_nets(struct netlist *netlist, struct names_part *part, int n_parts,
			     int32_t *first)
{
	int64_t n = netlist->n_nets + count_parts(part, n_parts);

	assert(netlist->names_differ);
	if (n > INT32_MAX)
		return status_too_many("nets");
	*first = netlist->n_nets;
	TRY(GROW(&netlist->net_constant, &netlist->net_capacity, n));
	TRY(names_place_parts(&netlist->net_name, part, n_parts));
	memset(netlist->net_constant + *first, NET_SIGNAL, (size_t)(n - *first));
	netlist->n_nets = (int32_t)n;
	return STATUS_OK;
}

/* ---- instances ---- */

struct adding {
	struct netlist *netlist;
	netlist_master_fn *master;
	const void *context;
	int32_t first; /* of the netlist's instances */
	int64_t n;
	int parts;
	int64_t *n_pins;      /* owned [parts]: of each part, then of all before it */
	int32_t *n_instances; /* owned [parts · n_masters]: of each part by master */
};

static void choose_masters(const struct adding *a, int part)
{
	struct netlist *netlist = a->netlist;
	int32_t *count = a->n_instances + (int64_t)part * netlist->n_masters;
	int64_t pins = 0;

	OVER_PART(i, a->n, a->parts, part)
	{
		int32_t master = a->master(a->context, i);

		netlist->instance_master[a->first + i] = master;
		pins += netlist->master[master].n_pins;
		count[master]++;
	}
	a->n_pins[part] = pins;
}

static void number_pins(const struct adding *a, int part)
{
	struct netlist *netlist = a->netlist;
	int64_t pin = a->n_pins[part];
	int64_t begin = part_begin(a->n, a->parts, part),
		end = part_begin(a->n, a->parts, part + 1);
	int64_t first = pin;

	for (int64_t i = begin; i < end; i++) {
		netlist->instance_pin[a->first + i] = (int32_t)pin;
		pin += netlist->master[netlist->instance_master[a->first + i]].n_pins;
	}
	memset(netlist->pin_net + first, -1, (size_t)(pin - first) * sizeof *netlist->pin_net);
}

static enum status add_instances(struct adding *a, struct names_part *part, int n_parts)
{
	struct netlist *netlist = a->netlist;
	int64_t n = a->first + a->n, n_pins = netlist->n_pins;

	TRY(ALLOC(&a->n_pins, a->parts));
	TRY(ALLOC(&a->n_instances, (int64_t)a->parts * netlist->n_masters));
	TRY(GROW(&netlist->instance_master, &netlist->instance_capacity, n));
	TRY(GROW(&netlist->instance_pin, &netlist->instance_pin_capacity, n + 1));
	OVER_PARTS(p, a->parts)
	choose_masters(a, p);
	n_pins = parts_place(a->n_pins, a->parts, n_pins);
	if (n_pins > INT32_MAX)
		return status_too_many("pins");
	/* never NULL, not even for none */
	TRY(GROW(&netlist->pin_net, &netlist->pin_net_capacity, n_pins + 1));
	TRY(names_place_parts(&netlist->instance_name, part, n_parts));
	OVER_PARTS(p, a->parts)
	number_pins(a, p);
	netlist->instance_pin[n] = (int32_t)n_pins;
	for (int64_t i = 0; i < (int64_t)a->parts * netlist->n_masters; i++)
		netlist->master[i % netlist->n_masters].n_instances += a->n_instances[i];
	netlist->n_pins = (int32_t)n_pins;
	netlist->n_instances = (int32_t)n;
	return STATUS_OK;
}

enum status netlist_add_instances(struct netlist *netlist, struct names_part *part, int n_parts,
				  netlist_master_fn *master, const void *context, int32_t *first)
{
	int64_t n = count_parts(part, n_parts);
	struct adding adding = {.netlist = netlist,
				.master = master,
				.context = context,
				.first = netlist->n_instances,
				.n = n,
				.parts = parts_of(n)};
	enum status status;

	assert(netlist->names_differ);
	if (n > INT32_MAX - (int64_t)netlist->n_instances)
		return status_too_many("instances");
	*first = netlist->n_instances;
	status = add_instances(&adding, part, n_parts);
	FREE_ALL(adding.n_pins, adding.n_instances);
	return status;
}
