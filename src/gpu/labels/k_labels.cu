/*
 * Ranks, labels and the filter of [CPG-J], section V (algorithms 4 and 5), for queries by pins in
 * order. Threads are states; ranks are by pin, labels by vertex (pin and transition).
 *
 * What differs from the print: in algorithm 4 the threads of a pin's two transitions share a flag
 * that each of them clears, so the other one may miss it: here flags are only read, and the step
 * between two rounds writes them. rankCache of line 16 is the rank buffer. Algorithm 5 tests the
 * flag of the thread and clears that of the pin: likewise. Its stores of several labels race; here
 * the largest stays, whatever the order. (For pins that can follow each other no two labels meet: a
 * region's ranks are between those of its two pins.) "All the fanout pins of E (not including) get labels
 * of the rank of last through pin" has no algorithm: label_scan_forward mirrors algorithm 5.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/labels/device_labels.h"
#include "gpu/labels/label_args.h"

DEVICE_INLINE int32_t pin_of_state(const struct device_vertices *g, int32_t state)
{
	return g->vertex[state] >> g->shift;
}

DEVICE_INLINE int32_t arc_allowed(const struct device_vertices *g, int32_t arc)
{
	return !g->arc_ok || g->arc_ok[arc];
}

/* Item: sink. The pins it ends at are endpoints: rank 0. Floor: 8 bytes an arc into it. */
KERNEL(rank_seeds, k, i)
{
	int32_t sink = k->g.first_sink + (int32_t)i;

	for (int32_t j = k->g.in_row[sink]; j < k->g.in_row[sink + 1]; j++) {
		int32_t pin = pin_of_state(&k->g, k->g.in_from[j]);

		/* sinks of one pin all write the same */
		k->rank[pin] = 0;
		k->buffer[pin] = 0;
		k->updated[pin] = 1;
	}
}

/*
 * Algorithm 4, item: state. Where the pin's rank rose, its fan-in is offered one more. Several may
 * offer at once: the largest counts. Floor: a byte and 4 streamed a state in each round; of those
 * that rose 8 streamed an arc, 4 gathered.
 */
KERNEL(rank_propagate, k, v)
{
	const int32_t *__restrict__ vertex = k->g.vertex;
	int32_t pin = vertex[v] >> k->g.shift;

	if (vertex[v] < 0 || !k->updated[pin])
		return;
	for (int32_t j = k->g.in_row[v]; j < k->g.in_row[v + 1]; j++) {
		if (arc_allowed(&k->g, k->g.in_arc[j]))
			atomic_max_32(&k->buffer[pin_of_state(&k->g, k->g.in_from[j])],
				      k->rank[pin] + 1);
	}
}

/* The step between two rounds of algorithms 4 and 5, item: pin or vertex. Takes a larger offer and
 * says so. Floor: 9 bytes an item. */
KERNEL(take_offers, k, i)
{
	int32_t offer = k->buffer[i];
	uint8_t rises = offer > k->value[i];

	k->updated[i] = rises;
	if (!rises)
		return;
	k->value[i] = offer;
	atomic_add_i32(k->n_updated, 1);
}

/* Item: vertex of a constraint. The first one's label is the maximum, those of others the rank of
 * the pin before. A pin may be in several: the largest stays. */
KERNEL(label_seeds, k, i)
{
	int32_t v = k->vertex[i], before = k->previous[i];
	int32_t label = before < 0 ? LABEL_FIRST : k->rank[before];

	atomic_max_32(&k->label[v], label);
	atomic_max_32(&k->buffer[v], label);
	k->updated[v] = 1;
}

/* Algorithm 5, item: state. A label that has just come goes on to the fan-in, as long as that ranks
 * below the label. Floor: as of rank_propagate, and 8 gathered an arc. */
KERNEL(label_scan, k, v)
{
	const int32_t *__restrict__ vertex = k->g.vertex;
	int32_t at = vertex[v], label;

	if (at < 0 || !k->updated[at])
		return;
	label = k->label[at];
	for (int32_t j = k->g.in_row[v]; j < k->g.in_row[v + 1]; j++) {
		int32_t n = vertex[k->g.in_from[j]];

		if (arc_allowed(&k->g, k->g.in_arc[j]) && k->rank[n >> k->g.shift] < label)
			atomic_max_32(&k->buffer[n], label);
	}
}

/* Its mirror, item: state. Where the label of the last pin's fan-out has come, on to the fan-out,
 * whose ranks are below it. */
KERNEL(label_scan_forward, k, v)
{
	const int32_t *__restrict__ vertex = k->g.vertex;
	int32_t at = vertex[v], only = k->rank[k->last];

	if (at < 0 || !k->updated[at] || k->label[at] != only)
		return;
	for (int32_t e = k->g.row[v]; e < k->g.row[v + 1]; e++) {
		int32_t n = vertex[k->g.to[e]];

		if (n >= 0 && arc_allowed(&k->g, e) && k->rank[n >> k->g.shift] < only)
			atomic_max_32(&k->buffer[n], only);
	}
}

/* Item: state. Those of the last pin offer its rank to their fan-out. */
KERNEL(label_fan_out, k, v)
{
	const int32_t *__restrict__ vertex = k->g.vertex;
	int32_t at = vertex[v];

	if (at < 0 || (at != k->vertex[0] && at != k->vertex[1]))
		return;
	for (int32_t e = k->g.row[v]; e < k->g.row[v + 1]; e++) {
		int32_t n = vertex[k->g.to[e]];

		if (n >= 0 && arc_allowed(&k->g, e))
			atomic_max_32(&k->buffer[n], k->rank[k->last]);
	}
}

DEVICE_INLINE uint8_t label_verdict_of(int32_t rank_u, int32_t label_u, int32_t label_v)
{
	if (label_u == 0 || label_v == 0)
		return VERDICT_OUTSIDE;
	if (label_u == label_v)
		return VERDICT_SAME;
	return rank_u == label_v ? VERDICT_BOUNDARY : VERDICT_CUT;
}

/*
 * The filter, item: state u. "We can first remove vertices G and J since they do not belong to the constrained
 * subgraph": their label is 0. [CPG-J] states the two tests for the fan-in of v; from the side of u the same two
 * decide on the same arc. Arcs to sinks stay. Floor: 9 bytes streamed a state, 5 an arc, 4 gathered.
 */
KERNEL(label_filter, k, u)
{
	const int32_t *__restrict__ vertex = k->g.vertex;
	const int32_t *__restrict__ label = k->label;
	int32_t at = vertex[u], rank, own;

	if (at < 0)
		return;
	rank = k->rank[at >> k->g.shift];
	own = label[at];
	for (int32_t e = k->g.row[u]; e < k->g.row[u + 1]; e++) {
		int32_t n = vertex[k->g.to[e]];

		if (n < 0)
			k->verdict[e] = VERDICT_SAME;
		else if (!arc_allowed(&k->g, e))
			k->verdict[e] = VERDICT_NONE;
		else
			k->verdict[e] = label_verdict_of(rank, own, label[n]);
	}
}

/* ---- sub-forests on what is kept ---- */

DEVICE_INLINE int32_t is_kept(uint8_t verdict)
{
	return verdict == VERDICT_SAME || verdict == VERDICT_BOUNDARY;
}

/* Item: source, or sink, whose vertex is its only tail's. Floor: 6 bytes streamed and 8 gathered. */
KERNEL(label_ends, k, i)
{
	int32_t state = k->source_state ? k->source_state[i]
					: k->g.in_from[k->g.in_row[k->g.first_sink + i]];
	int32_t at = k->g.vertex[state], kept;

	if (at == k->last[0] || at == k->last[1])
		kept = k->last_ok >> (at == k->last[1]) & 1;
	else
		kept = k->wanted ? k->label[at] == k->wanted : k->label[at] != 0;
	k->kept[i] = (uint8_t)((!k->ok || k->ok[i]) && kept);
}

/* Item: arc. */
KERNEL(label_arcs, k, e)
{
	k->arc_ok[e] = (uint8_t)is_kept(k->verdict[e]);
}

/* Item: source or sink, where one begins. */
KERNEL(reach_seeds, k, i)
{
	int32_t state = k->source_state ? k->source_state[i] : (int32_t)(k->g.first_sink + i);

	if (k->kept[i] && (k->reach[state] & k->need) == k->need)
		k->offered[state] = 1;
}

/* Item: state. One that was just reached offers it along kept arcs. All write the same. */
KERNEL(reach_step, k, v)
{
	if (!k->updated[v])
		return;
	if (k->forward) {
		for (int32_t e = k->g.row[v]; e < k->g.row[v + 1]; e++) {
			if (is_kept(k->verdict[e]))
				k->offered[k->g.to[e]] = 1;
		}
		return;
	}
	for (int32_t j = k->g.in_row[v]; j < k->g.in_row[v + 1]; j++) {
		if (is_kept(k->verdict[k->g.in_arc[j]]))
			k->offered[k->g.in_from[j]] = 1;
	}
}

/* Item: state. */
KERNEL(reach_take, k, v)
{
	uint8_t is_new = k->offered[v] && !(k->reach[v] & k->bit) &&
			 (k->reach[v] & k->need) == k->need;

	k->offered[v] = 0;
	k->updated[v] = is_new;
	if (!is_new)
		return;
	k->reach[v] |= (uint8_t)k->bit;
	atomic_add_i32(k->n_updated, 1);
}
