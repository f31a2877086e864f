/* From nets of resistors to trees: a breadth-first walk of each net from its driver. What is no tree goes to rc_network.c. */
#include "db/rc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"

enum { GUESSED = N_SPLITS };
enum { NAMED_NETS = 5 }; /* in warnings; the rest is counted */

/* What the walk over one net gives for each of its nodes, in the order in which it comes there. */
struct walked {
	int32_t node;   /* of the net */
	int32_t parent; /* place in this order, -1 = the root */
	int32_t depth;
	int32_t entry;
	union {
		double resistance; /* to the parent, of all resistors there */
		double apart;      /* of the root: fF that no resistor connects to it */
	};
	uint8_t from; /* which parasitics these are of: enum split, GUESSED + enum split */
	uint8_t flags;
};

struct rc_builder {
	const struct rc_source *source;
	const double *net_load;              /* borrowed, NULL = none */
	const struct parasitics *parasitics; /* at hand … */
	int from;                            /* … of that split, or what is guessed … */
	int splits;                          /* … and for these, a mask */
	const struct netlist *netlist;
	struct text *warnings;
	int32_t n_warned; /* of the parasitics at hand */
	struct rc_forest *rc;
	/* all nets' walks, one after another */
	struct walked *walked; /* owned */
	int64_t n_walked, walked_capacity;
	/* of one net: the resistors at each node, what was walked, the drivers */
	int32_t *row, *resistor, *place, *reached, *driver; /* owned */
	int64_t row_capacity, resistor_capacity, place_capacity, reached_capacity, driver_capacity;
	struct rc_network_maker *maker; /* owned, NULL = no net was no tree */
};

/* ---- one net ---- */

/* CSR of the resistors at the nodes of an entry. */
static enum status list_resistors(struct rc_builder *b, int32_t entry, int32_t n_nodes)
{
	const struct parasitics *p = b->parasitics;
	int64_t begin = p->resistor_row[entry], end = p->resistor_row[entry + 1];

	TRY(GROW(&b->row, &b->row_capacity, (int64_t)n_nodes + 2));
	TRY(GROW(&b->resistor, &b->resistor_capacity, 2 * (end - begin)));
	memset(b->row, 0, ((size_t)n_nodes + 2) * sizeof *b->row);
	for (int64_t r = begin; r < end; r++) {
		b->row[p->resistor_from[r] + 2]++;
		b->row[p->resistor_to[r] + 2]++;
	}
	for (int32_t n = 0; n < n_nodes; n++)
		b->row[n + 2] += b->row[n + 1];
	for (int64_t r = begin; r < end; r++) {
		b->resistor[b->row[p->resistor_from[r] + 1]++] = (int32_t)(r - begin);
		b->resistor[b->row[p->resistor_to[r] + 1]++] = (int32_t)(r - begin);
	}
	return STATUS_OK;
}

static bool is_load(const struct netlist *netlist, int32_t pin, int32_t root)
{
	return pin >= 0 && pin != root && netlist_takes_signals(netlist, pin);
}

static double in_parallel(double a, double b)
{
	return a + b > 0 ? a * b / (a + b) : 0;
}

/* Walk from the root; false when a node is reached on two ways. Resistors side by side are one, and one of a node with itself
 * carries nothing. */
static bool walk(struct rc_builder *b, int32_t entry, int32_t root, int64_t first)
{
	const struct parasitics *p = b->parasitics;
	int64_t base = p->resistor_row[entry];
	bool is_tree = true;

	b->walked[b->n_walked++] = (struct walked){.node = root, .parent = -1};
	b->place[root] = 0;
	for (int64_t at = first; at < b->n_walked; at++) {
		struct walked here = b->walked[at];

		for (int32_t j = b->row[here.node]; j < b->row[here.node + 1]; j++) {
			int64_t r = base + b->resistor[j];
			int32_t from = p->resistor_from[r], to = p->resistor_to[r];
			int32_t next = from == here.node ? to : from;
			int32_t known = b->place[next];

			if (from == to || (here.parent >= 0 && known == here.parent))
				continue;
			if (known < 0) {
				b->place[next] = (int32_t)(b->n_walked - first);
				b->walked[b->n_walked++] =
					(struct walked){.node = next,
							.parent = (int32_t)(at - first),
							.depth = here.depth + 1,
							.resistance = p->resistance[r]};
			} else if (first + b->walked[first + known].parent == at) {
				double *side = &b->walked[first + known].resistance;

				*side = in_parallel(*side, p->resistance[r]);
			} else {
				is_tree = false;
			}
		}
	}
	return is_tree;
}

/* Has every pin that takes signals of the root a node that was walked? */
static bool has_all_loads(const struct rc_builder *b, int32_t entry, int32_t root)
{
	const struct netlist *netlist = b->netlist;
	const struct parasitics *p = b->parasitics;
	int64_t base = p->node_row[entry];
	int32_t net = p->net[entry], n = 0;

	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++)
		n += is_load(netlist, netlist->net_pin[i], root);
	for (int64_t v = base; v < p->node_row[entry + 1]; v++)
		n -= b->place[v - base] >= 0 && is_load(netlist, p->node_pin[v], root);
	return n <= 0;
}

static bool is_reduced(const struct parasitics *p, int32_t entry)
{
	return p->origin[entry].includes_pins == PARASITICS_REDUCED;
}

/* A driver of a net. */
struct rooted {
	int32_t root; /* a pin */
	int32_t rank; /* of several; -1 = it is the only one */
};

/* The drivers of a net, into b->driver; their number. */
static enum status list_drivers(struct rc_builder *b, int32_t net, int32_t *n, int32_t *n_loads)
{
	const struct netlist *netlist = b->netlist;
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];

	*n = *n_loads = 0;
	TRY(GROW(&b->driver, &b->driver_capacity, end - begin));
	for (int32_t i = begin; i < end; i++) {
		if (netlist_may_drive(netlist, netlist->net_pin[i]))
			b->driver[(*n)++] = netlist->net_pin[i];
		*n_loads += netlist_takes_signals(netlist, netlist->net_pin[i]);
	}
	return STATUS_OK;
}

/* What was walked is a tree of the forest. */
static void keep_tree(struct rc_builder *b, int32_t entry, int splits, const struct rooted *tree,
		      int64_t first)
{
	const struct parasitics *p = b->parasitics;
	int pins = parasitics_has_pins(p, entry) ? RC_INCLUDES_PINS : 0;

	for (int64_t at = first; at < b->n_walked; at++) {
		int32_t pin = p->node_pin[p->node_row[entry] + b->walked[at].node];
		bool load = is_load(b->netlist, pin, tree->root);
		int own = (load ? RC_GIVES : 0) | (load && is_reduced(p, entry) ? RC_IS_DELAY : 0);
		/* OpenSTA's balanced tree charges a port's share of the resistance with its wire alone */
		int port = b->from >= GUESSED && b->walked[at].depth == 1 && pin >= 0 &&
					   pin < b->netlist->n_ports
				   ? RC_INCLUDES_PINS
				   : 0;

		b->walked[at].entry = entry;
		b->walked[at].from = (uint8_t)b->from;
		b->walked[at].flags =
			(uint8_t)(splits * (own | pins | port | (at == first ? RC_DRIVES : 0)));
	}
}

/* It is a network of its own: its nodes leave the forest. */
static enum status keep_network(struct rc_builder *b, int32_t entry, int splits,
				const struct rooted *tree, int64_t first, const char **why)
{
	const struct parasitics *p = b->parasitics;
	struct rc_network_source net = {.parasitics = p,
					.entry = entry,
					.n = (int32_t)(b->n_walked - first),
					.place = b->place,
					.row = b->row,
					.resistor = b->resistor,
					.driver = tree->root,
					.apart = b->walked[first].apart,
					.rank = tree->rank,
					.splits = splits};

	TRY(GROW(&b->reached, &b->reached_capacity, 2 * (int64_t)net.n));
	net.node = b->reached;
	net.flags = b->reached + net.n;
	for (int32_t i = 0; i < net.n; i++) {
		int32_t node = b->walked[first + i].node;
		int32_t pin = p->node_pin[p->node_row[entry] + node];

		b->reached[i] = node;
		b->reached[net.n + i] = (is_load(b->netlist, pin, tree->root) ? RC_GIVES : 0) |
					(parasitics_has_pins(p, entry) ? RC_INCLUDES_PINS : 0);
	}
	b->n_walked = first;
	if (!b->maker)
		TRY(rc_network_maker_new(b->netlist, &b->rc->networks, &b->maker));
	return rc_network_add(b->maker, &net, why);
}

/* The wire of an entry as a driver sees it; *why is set when pins go without. */
static enum status walk_from(struct rc_builder *b, int32_t entry, int splits,
			     const struct rooted *tree, const char **why)
{
	const struct parasitics *p = b->parasitics;
	int32_t root = -1;
	int64_t base = p->node_row[entry], first = b->n_walked;
	int32_t n_nodes = (int32_t)(p->node_row[entry + 1] - base);
	bool is_tree;

	for (int32_t n = 0; n < n_nodes; n++) {
		if (p->node_pin[base + n] == tree->root)
			root = n;
	}
	if (root < 0)
		*why = "its driver has no node";
	else if (is_reduced(p, entry) &&
		 (tree->rank >= 0 || p->origin[entry].block == PARASITICS_JOINED))
		*why = "it is reduced, and has several drivers or parts";
	if (*why)
		return STATUS_OK;
	TRY(list_resistors(b, entry, n_nodes));
	TRY(GROW(&b->walked, &b->walked_capacity, first + n_nodes));
	TRY(GROW(&b->place, &b->place_capacity, n_nodes));
	memset(b->place, -1, (size_t)n_nodes * sizeof *b->place);
	is_tree = walk(b, entry, root, first);
	for (int32_t n = 0; n < n_nodes; n++)
		b->walked[first].apart += b->place[n] < 0 ? p->node_capacitance[base + n] : 0;
	if (is_tree && tree->rank < 0)
		keep_tree(b, entry, splits, tree, first);
	else
		TRY(keep_network(b, entry, splits, tree, first, why));
	if (!*why && !has_all_loads(b, entry, tree->root))
		*why = "a pin is not connected to its driver";
	return STATUS_OK;
}

/* From each driver; of several, a load has a delay from each, which is no tree's. */
static enum status walk_net(struct rc_builder *b, int32_t entry, int splits, const char **why)
{
	int32_t n, n_loads;

	*why = NULL;
	TRY(list_drivers(b, b->parasitics->net[entry], &n, &n_loads));
	for (int32_t i = 0; i < n; i++) {
		struct rooted tree = {b->driver[i], n > 1 ? i : -1};
		bool drives = n_loads > netlist_takes_signals(b->netlist, tree.root);
		const char *missing = NULL;

		if (drives || n == 1)
			TRY(walk_from(b, entry, splits, &tree, &missing));
		if (drives && missing)
			*why = missing;
	}
	return STATUS_OK;
}

/* Does a set_load say what its capacitance is? */
static bool has_load(const struct rc_builder *b, int32_t net)
{
	return b->net_load && is_given(b->net_load[net]);
}

/* The splits for which an entry counts: not where something else goes before it. */
static int splits_of(const struct rc_builder *b, int32_t entry)
{
	const struct wire_models *models = b->source->models;
	int32_t net = b->parasitics->net[entry];
	int splits = b->splits;

	if (!parasitics_counts(b->parasitics, entry) || has_load(b, net))
		return 0;
	for (int split = 0; split < N_SPLITS && b->from >= GUESSED; split++) {
		const struct parasitics *known = b->source->parasitics[split];

		if (known && known->entry_of_net[net] >= 0)
			splits &= ~(1 << split);
	}
	for (int split = 0; split < N_SPLITS && models && models->load; split++) {
		if (is_given(models->load[N_SPLITS * (int64_t)net + split]))
			splits &= ~(1 << split);
	}
	return splits;
}

/* What the driver sees of a net in some splits. */
static enum status put_capacitance(struct rc_builder *b, int32_t net, int splits, double value,
				   bool with_pins)
{
	if (with_pins && !b->rc->net_flags)
		TRY(ALLOC(&b->rc->net_flags, b->netlist->n_nets));
	if (with_pins)
		b->rc->net_flags[net] |= (uint8_t)(splits * RC_WITHOUT_PINS);
	for (int split = 0; split < N_SPLITS; split++) {
		if (splits & 1 << split)
			b->rc->net_capacitance[N_SPLITS * (int64_t)net + split] = value;
	}
	return STATUS_OK;
}

/* A net without resistors has no more than its capacitance to say; else what isn't timed could make slack worse. */
static void warn_untimed(struct rc_builder *b, int32_t entry, const char *why)
{
	const struct parasitics *p = b->parasitics;
	bool lumped = p->resistor_row[entry] == p->resistor_row[entry + 1];

	if (b->from == GUESSED + EARLY && b->source->guessed[LATE])
		return; /* said of the late one */
	b->rc->n_lumped += lumped;
	b->rc->n_untimed += !lumped;
	if (b->n_warned++ < NAMED_NETS)
		text_printf(b->warnings, "%s: warning: net \"%s\" %s: %s\n", p->path,
			    names_get(&b->netlist->net_name, p->net[entry]),
			    lumped ? "is taken as one capacitance" : "lacks delays",
			    lumped ? "it has no resistors" : why);
}

static enum status walk_all(struct rc_builder *b, struct task *task)
{
	const struct parasitics *p = b->parasitics;
	const struct rc_nets *only = b->source->only;
	int32_t n_mixed = 0, n = only ? only->n : p->n_nets;

	for (int32_t i = 0; i < n; i++) {
		int32_t e = only ? p->entry_of_net[only->net[i]] : i;
		int splits = e < 0 ? 0 : splits_of(b, e);
		double sum = 0;
		const char *why;

		if (i % 4096 == 0)
			TRY(task_progress(task, i));
		if (!splits)
			continue;
		for (int64_t v = p->node_row[e]; v < p->node_row[e + 1]; v++)
			sum += p->node_capacitance[v];
		TRY(put_capacitance(b, p->net[e], splits, sum, parasitics_has_pins(p, e)));
		TRY(walk_net(b, e, splits, &why));
		if (b->n_walked > INT32_MAX)
			return status_fail(STATUS_NO_MEMORY, "more than %d nodes", INT32_MAX);
		if (why)
			warn_untimed(b, e, why);
		n_mixed += p->origin[e].includes_pins == PARASITICS_SOME_PINS;
	}
	if (b->n_warned > NAMED_NETS)
		text_printf(b->warnings,
			    "%s: warning: %" PRId32
			    " more nets are taken as one capacitance or lack delays\n",
			    p->path, b->n_warned - NAMED_NETS);
	if (n_mixed)
		text_printf(b->warnings,
			    "%s: warning: of %" PRId32
			    " nets one part has the capacitances of pins in it (-pin_cap_included) "
			    "and another hasn't; they count besides\n",
			    p->path, n_mixed);
	return STATUS_OK;
}

static enum status walk_more(struct rc_builder *b, int from, const struct parasitics *parasitics,
			     int splits, struct task *task)
{
	b->n_warned = 0;
	b->splits = splits;
	b->from = from;
	b->parasitics = parasitics;
	return walk_all(b, task);
}

/* Late, early where that differs, and what is guessed of the rest. */
static enum status walk_both(struct rc_builder *b, struct task *task)
{
	const struct parasitics *const *of = b->source->parasitics;
	const struct parasitics *const *guessed = b->source->guessed;

	b->splits = of[EARLY] == of[LATE] ? BOTH_SPLITS : 1 << LATE;
	b->from = LATE;
	b->parasitics = of[LATE];
	if (of[LATE])
		TRY(walk_all(b, task));
	if (of[EARLY] && of[EARLY] != of[LATE])
		TRY(walk_more(b, EARLY, of[EARLY], 1 << EARLY, task));
	for (int split = N_SPLITS - 1; split >= 0; split--) {
		if (guessed[split])
			TRY(walk_more(b, GUESSED + split, guessed[split], 1 << split, task));
	}
	return STATUS_OK;
}

/* What commands say of nets. */
static enum status put_given(struct rc_builder *b)
{
	const struct wire_models *models = b->source->models;

	for (int32_t n = 0; n < b->netlist->n_nets; n++) {
		if (has_load(b, n)) {
			TRY(put_capacitance(b, n, BOTH_SPLITS, b->net_load[n], false));
			continue;
		}
		for (int split = 0; split < N_SPLITS && models && models->load; split++) {
			double load = models->load[N_SPLITS * (int64_t)n + split];

			if (is_given(load))
				TRY(put_capacitance(b, n, 1 << split, load, true));
		}
	}
	b->rc->elmore = models ? models->elmore : NULL;
	return STATUS_OK;
}

/* ---- all nets together ---- */

/* The rows of the levels, and the place of each walked node: by depth, then as walked. */
static enum status place_nodes(struct rc_builder *b, int32_t *place)
{
	struct rc_forest *rc = b->rc;
	FREED int32_t *next = NULL;

	for (int64_t at = 0; at < b->n_walked; at++)
		rc->n_levels = (int32_t)max_i64(rc->n_levels, b->walked[at].depth + 1);
	TRY(ALLOC(&rc->level_row, (int64_t)rc->n_levels + 1));
	for (int64_t at = 0; at < b->n_walked; at++)
		rc->level_row[b->walked[at].depth + 1]++;
	for (int32_t l = 0; l < rc->n_levels; l++)
		rc->level_row[l + 1] += rc->level_row[l];
	TRY(ALLOC(&next, (int64_t)rc->n_levels + 1));
	memcpy(next, rc->level_row, ((size_t)rc->n_levels + 1) * sizeof *next);
	for (int64_t at = 0; at < b->n_walked; at++)
		place[at] = next[b->walked[at].depth]++;
	return STATUS_OK;
}

/* Children of a level's nodes follow each other in the next level, in the order of
 * their parents. */
static void link_children(struct rc_forest *rc)
{
	for (int32_t v = 0; v < rc->n_nodes; v++) {
		if (rc->parent[v] >= 0)
			rc->child_row[rc->parent[v] + 1]++;
	}
	if (rc->n_nodes)
		rc->child_row[0] = rc->level_row[1];
	for (int32_t v = 0; v < rc->n_nodes; v++)
		rc->child_row[v + 1] += rc->child_row[v];
}

static enum status fill_nodes(struct rc_builder *b, const int32_t *place)
{
	struct rc_forest *rc = b->rc;
	int64_t first = 0;

	TRY(ALLOC(&rc->parent, rc->n_nodes));
	TRY(ALLOC(&rc->child_row, (int64_t)rc->n_nodes + 1));
	TRY(ALLOC_ALL(rc->n_nodes, &rc->resistance, &rc->capacitance, &rc->pin, &rc->flags));
	for (int64_t at = 0; at < b->n_walked; at++) {
		const struct walked *w = &b->walked[at];
		const struct parasitics *p = w->from < GUESSED
						     ? b->source->parasitics[w->from]
						     : b->source->guessed[w->from - GUESSED];
		int64_t node = p->node_row[w->entry] + w->node;
		int32_t v = place[at];

		if (w->parent < 0)
			first = at;
		rc->parent[v] = w->parent < 0 ? -1 : place[first + w->parent];
		rc->resistance[v] = w->parent < 0 ? 0 : w->resistance;
		rc->capacitance[v] = p->node_capacitance[node] + (w->parent < 0 ? w->apart : 0);
		rc->pin[v] = p->node_pin[node] < 0 ? -1 : p->node_pin[node];
		rc->flags[v] = w->flags;
	}
	link_children(rc);
	return STATUS_OK;
}

static void number_driver(struct rc_forest *rc, int32_t pin)
{
	if (rc->pin_driver[pin] < 0)
		rc->pin_driver[pin] = rc->n_drivers++;
}

static bool has_model(const struct rc_builder *b, int32_t net, int split)
{
	return !has_load(b, net) && b->netlist->net_n_drivers[net] == 1 &&
	       is_given(b->source->models->load[N_SPLITS * (int64_t)net + split]);
}

/* What set_pi_model says, of nets that have one driver. */
static enum status add_models(struct rc_builder *b)
{
	const struct wire_models *models = b->source->models;
	struct rc_forest *rc = b->rc;

	for (int32_t net = 0; net < b->netlist->n_nets; net++) {
		if (has_model(b, net, EARLY) || has_model(b, net, LATE))
			number_driver(rc, b->netlist->net_pin[b->netlist->net_pin_row[net]]);
	}
	TRY(ALLOC(&rc->pi, N_SPLITS * (int64_t)rc->n_drivers));
	for (int64_t i = 0; i < N_SPLITS * (int64_t)b->netlist->n_nets; i++) {
		int32_t net = (int32_t)(i / N_SPLITS), pin, split = (int32_t)(i % N_SPLITS);

		if (!has_model(b, net, split))
			continue;
		pin = b->netlist->net_pin[b->netlist->net_pin_row[net]];
		rc->pi[N_SPLITS * (int64_t)rc->pin_driver[pin] + split] = (struct pi_model){
			models->load[i] - models->far[i], models->resistance[i], models->far[i]};
	}
	return STATUS_OK;
}

/* Roots of trees, drivers of networks, and those of nets with a model. */
static enum status number_drivers(struct rc_builder *b)
{
	const struct netlist *netlist = b->netlist;
	struct rc_forest *rc = b->rc;

	TRY(ALLOC(&rc->pin_driver, netlist->n_all_pins));
	memset(rc->pin_driver, -1, (size_t)netlist->n_all_pins * sizeof *rc->pin_driver);
	for (int32_t v = 0; v < rc->n_nodes && rc->parent[v] < 0; v++)
		number_driver(rc, rc->pin[v]);
	for (int32_t i = 0; i < rc->networks.n; i++)
		number_driver(rc, rc->networks.network[i].driver);
	return b->source->models && b->source->models->load ? add_models(b) : STATUS_OK;
}

static enum status build(struct rc_builder *b, struct task *task)
{
	FREED int32_t *place = NULL;

	TRY(ALLOC(&b->rc->net_capacitance, N_SPLITS * (int64_t)b->netlist->n_nets));
	TRY(put_given(b));
	TRY(walk_both(b, task));
	b->rc->n_nodes = (int32_t)b->n_walked;
	TRY(ALLOC(&place, b->n_walked));
	TRY(place_nodes(b, place));
	TRY(fill_nodes(b, place));
	if (b->maker)
		TRY(rc_network_close(b->maker));
	return number_drivers(b);
}

static void release(struct rc_builder *b)
{
	FREE_ALL(b->walked, b->row, b->resistor, b->place, b->reached, b->driver);
	rc_network_maker_free(b->maker);
	rc_forest_free(b->rc);
}

enum status rc_forest_new(const struct rc_source *source, struct text *warnings, struct task *task,
			  struct rc_forest **out)
{
	const struct parasitics *late = source->parasitics[LATE];
	RELEASED_BY(release)
	struct rc_builder b = {
		.source = source,
		.net_load = source->constraints ? source->constraints->net_load : NULL,
		.netlist = source->netlist,
		.warnings = warnings,
	};

	TRY(ALLOC(&b.rc, 1));
	DOING(task, "building the wires", late ? late->n_nets : 0);
	TRY(build(&b, task));
	HAND_OVER(out, b.rc);
	return STATUS_OK;
}

void rc_forest_free(struct rc_forest *rc)
{
	if (!rc)
		return;
	FREE_ALL(rc->level_row, rc->parent, rc->child_row, rc->resistance, rc->capacitance, rc->pin,
		 rc->flags, rc->pin_driver, rc->pi, rc->net_capacitance, rc->net_flags);
	rc_networks_release(&rc->networks);
	free(rc);
}
