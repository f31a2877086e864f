/* What files and commands say of wires, split by split. */
#include "db/net_wires.h"

#include "base/grow.h"

enum status net_wires_new(struct net_wires **out)
{
	return ALLOC(out, 1);
}

void net_wires_free(struct net_wires *wires)
{
	if (!wires)
		return;
	for (int split = 0; split < N_SPLITS; split++)
		parasitics_unref(wires->parasitics[split]);
	FREE_ALL(wires->models.load, wires->models.far, wires->models.resistance,
		 wires->models.elmore, wires);
}

/* ---- what files say ---- */

/* Does it say something of each net that the other is about, of the same block? A joined net is of none. */
static bool replaces(const struct parasitics *more, const struct parasitics *old)
{
	for (int32_t entry = 0; entry < old->n_nets; entry++) {
		int32_t by = more->entry_of_net[old->net[entry]];

		if (by < 0 || more->origin[by].block != old->origin[entry].block)
			return false;
	}
	return true;
}

static enum status add_to(struct parasitics **to, struct parasitics *more, bool only_adds,
			  const struct netlist *netlist)
{
	if (*to && (only_adds || !replaces(more, *to)))
		return parasitics_merge(to, more, only_adds, netlist);
	parasitics_unref(*to);
	*to = parasitics_ref(more);
	return STATUS_OK;
}

static enum status add_to_both(struct net_wires *wires, struct parasitics *more, bool only_adds,
			       const struct netlist *netlist)
{
	struct parasitics **of = wires->parasitics;
	enum status status;

	parasitics_unref(of[EARLY]);
	of[EARLY] = NULL;
	status = add_to(&of[LATE], more, only_adds, netlist);
	if (of[LATE])
		of[EARLY] = parasitics_ref(of[LATE]);
	return status;
}

enum status net_wires_add(struct net_wires *wires, struct parasitics *more, int splits,
			  bool only_adds, const struct netlist *netlist)
{
	struct parasitics **of = wires->parasitics;
	enum status status = STATUS_OK;

	if (splits == BOTH_SPLITS && of[EARLY] == of[LATE]) {
		status = add_to_both(wires, more, only_adds, netlist);
		parasitics_unref(more);
		return status;
	}
	for (int split = 0; split < N_SPLITS && status == STATUS_OK; split++) {
		if (splits & 1 << split)
			status = add_to(&of[split], more, only_adds, netlist);
	}
	parasitics_unref(more);
	return status;
}

int32_t net_wires_n_one_sided(const struct net_wires *wires, enum split without,
			      const struct netlist *netlist)
{
	int32_t n = 0;

	for (int32_t net = 0; net < netlist->n_nets; net++)
		n += net_wires_has_wire(wires, net, (enum split) !without) &&
		     !net_wires_has_wire(wires, net, without);
	return n;
}

/* ---- what commands say ---- */

static enum status need_values(double **values, int64_t n)
{
	if (*values)
		return STATUS_OK;
	TRY(ALLOC(values, N_SPLITS * n));
	for (int64_t i = 0; i < N_SPLITS * n; i++)
		(*values)[i] = NOT_GIVEN;
	return STATUS_OK;
}

static void put(double *values, int64_t i, int splits, double value)
{
	for (int split = 0; split < N_SPLITS; split++) {
		if (splits & 1 << split)
			values[N_SPLITS * i + split] = value;
	}
}

enum status net_wires_set_pi(struct net_wires *wires, const struct netlist *netlist, int32_t net,
			     int splits, const struct pi_model *pi)
{
	struct wire_models *models = &wires->models;

	TRY(need_values(&models->load, netlist->n_nets));
	TRY(need_values(&models->far, netlist->n_nets));
	TRY(need_values(&models->resistance, netlist->n_nets));
	put(models->load, net, splits, pi->near + pi->far);
	put(models->far, net, splits, pi->far);
	put(models->resistance, net, splits, pi->resistance);
	for (int32_t i = netlist->net_pin_row[net];
	     models->elmore && i < netlist->net_pin_row[net + 1]; i++)
		put(models->elmore, netlist->net_pin[i], splits, NOT_GIVEN);
	return STATUS_OK;
}

enum status net_wires_set_elmore(struct net_wires *wires, const struct netlist *netlist,
				 int32_t pin, int splits, double delay)
{
	TRY(need_values(&wires->models.elmore, netlist->n_pins));
	put(wires->models.elmore, pin, splits, delay);
	return STATUS_OK;
}

bool net_wires_has_model(const struct net_wires *wires, int32_t net, enum split split)
{
	const double *load = wires ? wires->models.load : NULL;

	return load && is_given(load[N_SPLITS * (int64_t)net + split]);
}

bool net_wires_has_wire(const struct net_wires *wires, int32_t net, enum split split)
{
	const struct parasitics *p = wires ? wires->parasitics[split] : NULL;

	return (p && p->entry_of_net[net] >= 0) || net_wires_has_model(wires, net, split);
}

/* ---- copies ---- */

static enum status tile_parasitics(const struct net_wires *from, const struct netlist *netlist,
				   const struct netlist *tiled, struct net_wires *to)
{
	if (from->parasitics[LATE])
		TRY(parasitics_tile(from->parasitics[LATE], netlist, tiled, &to->parasitics[LATE]));
	if (from->parasitics[EARLY] == from->parasitics[LATE] && to->parasitics[LATE])
		to->parasitics[EARLY] = parasitics_ref(to->parasitics[LATE]);
	else if (from->parasitics[EARLY])
		TRY(parasitics_tile(from->parasitics[EARLY], netlist, tiled,
				    &to->parasitics[EARLY]));
	return STATUS_OK;
}

/* Those of the first `n_first` come before all others of the copies. */
static enum status tile_values(const double *from, int64_t n, int64_t n_first, int32_t n_copies,
			       double **to)
{
	TRY(ALLOC(to, N_SPLITS * n * n_copies));
	for (int64_t copy = 0; copy < n_copies; copy++) {
		for (int64_t i = 0; i < N_SPLITS * n; i++) {
			bool first = i < N_SPLITS * n_first;
			int64_t before =
				first ? copy * n_first
				      : n_copies * n_first + copy * (n - n_first) - n_first;

			(*to)[N_SPLITS * before + i] = from[i];
		}
	}
	return STATUS_OK;
}

enum status net_wires_tile(const struct net_wires *wires, const struct netlist *netlist,
			   const struct netlist *tiled, struct net_wires **out)
{
	int32_t n = tiled->n_tiles / netlist->n_tiles;
	RELEASED_BY(net_wires_drop) struct net_wires *to = NULL;

	TRY(net_wires_new(&to));
	TRY(tile_parasitics(wires, netlist, tiled, to));
	if (wires->models.load)
		TRY(tile_values(wires->models.load, netlist->n_nets, 0, n, &to->models.load));
	if (wires->models.far)
		TRY(tile_values(wires->models.far, netlist->n_nets, 0, n, &to->models.far));
	if (wires->models.resistance)
		TRY(tile_values(wires->models.resistance, netlist->n_nets, 0, n,
				&to->models.resistance));
	if (wires->models.elmore)
		TRY(tile_values(wires->models.elmore, netlist->n_pins, netlist->n_ports, n,
				&to->models.elmore));
	HAND_OVER(out, to);
	return STATUS_OK;
}

static double parasitics_capacitance(const struct parasitics *p, int32_t net, bool *with_pins)
{
	int32_t entry = p ? p->entry_of_net[net] : -1;
	double sum = 0;

	if (entry < 0)
		return 0;
	*with_pins = parasitics_has_pins(p, entry);
	for (int64_t v = p->node_row[entry]; v < p->node_row[entry + 1]; v++)
		sum += p->node_capacitance[v];
	return sum;
}

double net_wires_capacitance(const struct net_wires *wires, const struct constraints *constraints,
			     int32_t net, enum split split, bool *with_pins)
{
	int64_t at = N_SPLITS * (int64_t)net + split;

	*with_pins = false;
	if (constraints && constraints->net_load && is_given(constraints->net_load[net]))
		return constraints->net_load[net];
	if (!wires)
		return 0;
	*with_pins = wires->models.load && is_given(wires->models.load[at]);
	return *with_pins ? wires->models.load[at]
			  : parasitics_capacitance(wires->parasitics[split], net, with_pins);
}
