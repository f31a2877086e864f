/* From the parts that files have of nets to nets. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/hierarchy.h"
#include "db/parasitics.h"

struct merger {
	struct parasitics *to;
	const struct parasitics *from;
	const struct netlist *netlist;
	int32_t *part; /* owned: the entries of the net at hand, that they are joined of */
	int32_t n_parts;
	int64_t part_capacity;
	int32_t *node_of; /* owned: a part's nodes in the net */
	int64_t node_capacity;
	/* owned [pins, then those of blocks]: the node of each, in net in_net − 1 */
	int32_t *pin_node, *in_net;
};

/* The parts of an entry, the first one first. */
static enum status list_parts(struct merger *m, const struct parasitics *p, int32_t entry)
{
	int32_t n = 0, part;

	m->n_parts = 0;
	if (entry < 0)
		return STATUS_OK;
	part = p->origin[entry].block == PARASITICS_JOINED ? p->origin[entry].next : entry;
	for (int32_t at = part; at >= 0; at = p->origin[at].next)
		n++;
	TRY(GROW(&m->part, &m->part_capacity, (int64_t)n + 1));
	m->n_parts = n;
	for (; part >= 0; part = p->origin[part].next)
		m->part[--n] = part;
	return STATUS_OK;
}

/* Where a node's pin is in the tables; -1 = it has none. */
static int64_t place_of(const struct merger *m, int32_t pin)
{
	if (pin == -1)
		return -1;
	return pin >= 0 ? pin : (int64_t)m->netlist->n_pins + PARASITICS_BLOCK_PIN(pin);
}

/* The node of the net that is being added, which several parts may have. */
static enum status join_node(struct merger *m, int32_t pin, int32_t *node)
{
	int32_t net = m->to->net[m->to->n_nets - 1];
	int64_t place = place_of(m, pin);

	if (place >= 0 && m->in_net[place] == net + 1) {
		*node = m->pin_node[place];
		return STATUS_OK;
	}
	TRY(parasitics_add_node(m->to, pin, node));
	if (place >= 0) {
		m->pin_node[place] = *node;
		m->in_net[place] = net + 1;
	}
	return STATUS_OK;
}

/* An entry becomes part of the one that is being added; `from` may be m->to itself, which moves. */
static enum status join_part(struct merger *m, const struct parasitics *from, int32_t entry)
{
	struct parasitics *to = m->to;
	int64_t first = from->node_row[entry], n = from->node_row[entry + 1] - first;

	TRY(GROW(&m->node_of, &m->node_capacity, n));
	for (int64_t i = 0; i < n; i++) {
		double capacitance = from->node_capacitance[first + i];

		TRY(join_node(m, from->node_pin[first + i], &m->node_of[i]));
		to->node_capacitance[to->node_row[to->n_nets - 1] + m->node_of[i]] += capacitance;
	}
	for (int64_t r = from->resistor_row[entry]; r < from->resistor_row[entry + 1]; r++)
		TRY(parasitics_add_resistor(to, m->node_of[from->resistor_from[r]],
					    m->node_of[from->resistor_to[r]], from->resistance[r]));
	return STATUS_OK;
}

/* As it is; nodes may have one pin twice. */
static enum status copy_entry(struct merger *m, const struct parasitics *from, int32_t entry)
{
	struct parasitics *to = m->to;
	int32_t node;

	TRY(parasitics_add_net(to, from->net[entry], from->total[entry]));
	to->origin[to->n_nets - 1] = from->origin[entry];
	for (int64_t i = from->node_row[entry]; i < from->node_row[entry + 1]; i++) {
		TRY(parasitics_add_node(to, from->node_pin[i], &node));
		to->node_capacitance[to->node_row[to->n_nets] - 1] = from->node_capacitance[i];
	}
	for (int64_t r = from->resistor_row[entry]; r < from->resistor_row[entry + 1]; r++)
		TRY(parasitics_add_resistor(to, from->resistor_from[r], from->resistor_to[r],
					    from->resistance[r]));
	return STATUS_OK;
}

/* After its parts, which are in the list. */
static enum status add_joined(struct merger *m, int32_t net)
{
	struct parasitics *to = m->to;
	int32_t last = m->part[m->n_parts - 1], includes = to->origin[last].includes_pins;
	double total = 0;

	for (int32_t i = 0; i < m->n_parts; i++) {
		total += to->total[m->part[i]];
		if (to->origin[m->part[i]].includes_pins == PARASITICS_REDUCED)
			includes = PARASITICS_REDUCED;
		else if (to->origin[m->part[i]].includes_pins != includes)
			includes = PARASITICS_SOME_PINS;
	}
	TRY(parasitics_add_net(to, net, total));
	to->origin[to->n_nets - 1] = (struct parasitics_origin){PARASITICS_JOINED, last, includes};
	for (int32_t i = 0; i < m->n_parts; i++)
		TRY(join_part(m, to, m->part[i]));
	return STATUS_OK;
}

/* The list's parts, from the first one on, refer to those before them. */
static void link_parts(struct merger *m)
{
	for (int32_t i = 0; i < m->n_parts; i++)
		m->to->origin[m->part[i]].next = i ? m->part[i - 1] : -1;
}

/* A part of `from` beside those of the list, which are in m->to. */
static enum status add_part(struct merger *m, int32_t entry)
{
	int32_t net = m->from->net[entry], added = m->to->n_nets;

	TRY(copy_entry(m, m->from, entry));
	m->part[m->n_parts++] = added;
	link_parts(m);
	if (m->n_parts > 1)
		TRY(add_joined(m, net));
	m->to->entry_of_net[net] = m->to->n_nets - 1;
	return STATUS_OK;
}

/* The parts of the net that an entry of `from` goes beside; false when it isn't wanted. */
static enum status others(struct merger *m, const struct parasitics *to, int32_t entry,
			  bool only_adds, bool *wanted)
{
	int32_t old = to->entry_of_net[m->from->net[entry]], n = 0;

	*wanted = parasitics_counts(m->from, entry) && !(only_adds && old >= 0);
	if (!*wanted)
		return STATUS_OK;
	TRY(GROW(&m->part, &m->part_capacity, 1));
	TRY(list_parts(m, to, old));
	for (int32_t i = 0; i < m->n_parts; i++) {
		m->part[n] = m->part[i];
		n += to->origin[m->part[i]].block != m->from->origin[entry].block;
	}
	m->n_parts = n;
	return STATUS_OK;
}

static enum status merge(struct merger *m, bool only_adds)
{
	for (int32_t entry = 0; entry < m->from->n_nets; entry++) {
		bool wanted;

		TRY(others(m, m->to, entry, only_adds, &wanted));
		if (wanted)
			TRY(add_part(m, entry));
	}
	return STATUS_OK;
}

/* What counts of `from`, with the parts of it. */
static enum status copy_counting(struct merger *m, const struct parasitics *from)
{
	for (int32_t entry = 0; entry < from->n_nets; entry++) {
		if (!parasitics_counts(from, entry))
			continue;
		TRY(list_parts(m, from, entry));
		for (int32_t i = 0; i < m->n_parts; i++) {
			TRY(copy_entry(m, from, m->part[i]));
			m->part[i] = m->to->n_nets - 1;
		}
		link_parts(m);
		if (m->n_parts < 2)
			continue;
		TRY(copy_entry(m, from, entry));
		m->to->origin[m->to->n_nets - 1].next = m->part[m->n_parts - 1];
	}
	return parasitics_close(m->to, m->netlist);
}

/* Are more nodes out of use than others? */
static bool is_wasteful(const struct parasitics *p)
{
	int64_t n = 0;

	for (int32_t entry = 0; entry < p->n_nets; entry++) {
		if (parasitics_counts(p, entry))
			n += p->node_row[entry + 1] - p->node_row[entry];
	}
	return 3 * n < p->node_row[p->n_nets];
}

/* Messages about nets name the file, when there is one. */
static enum status set_path(struct parasitics *p, const char *path)
{
	char *several;

	if (strcmp(p->path, path) == 0)
		return STATUS_OK;
	TRY(duplicate_string("read_spef", &several));
	free(p->path);
	p->path = several;
	return STATUS_OK;
}

static enum status merge_all(struct merger *m, const struct parasitics *old, bool copies,
			     bool only_adds)
{
	int64_t n_pins = (int64_t)m->netlist->n_pins + netlist_n_block_pins(m->netlist);

	TRY(ALLOC_ALL(n_pins, &m->pin_node, &m->in_net));
	if (copies)
		TRY(copy_counting(m, old));
	TRY(merge(m, only_adds));
	return set_path(m->to, m->from->path);
}

enum status parasitics_merge(struct parasitics **parasitics, const struct parasitics *more,
			     bool only_adds, const struct netlist *netlist)
{
	struct parasitics *old = *parasitics;
	struct merger m = {.to = old, .from = more, .netlist = netlist};
	bool copies = atomic_load(&old->refs) > 1 || is_wasteful(old);
	enum status status;

	if (copies)
		TRY(parasitics_new(old->path, &m.to));
	status = merge_all(&m, old, copies, only_adds);
	FREE_ALL(m.part, m.node_of, m.pin_node, m.in_net);
	if (copies && status == STATUS_OK)
		*parasitics = m.to;
	if (copies)
		parasitics_unref(status == STATUS_OK ? old : m.to);
	return status;
}
