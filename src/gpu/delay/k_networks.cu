/*
 * Moments of RC networks that aren't trees: meshes, several drivers.
 *
 * Elimination only adds conductances, never subtracts: eliminating a node puts a conductance
 * between each pair of its neighbours, and its pivot is the sum of its own conductances (W.
 * Grassmann, M. Taksar, D. Heyman, "Regenerative analysis and steady state distributions for Markov
 * chains", Operations Research 1985). This is the LDLᵀ factorisation of G without a stored
 * diagonal; as nothing cancels, delays have the precision of double for any ratio of resistances.
 */
#include "gpu/delay/arc_delay.h"
#include "gpu/delay/network_args.h"

/* Of a pin that nothing but resistors of 0 connects to its driver, which rc_network.c makes larger. */
#define NO_IMPULSE 1e-24

/* Its conductances go to each pair of its neighbours, a neighbour a thread: the row of each is one thread's. */
DEVICE_INLINE void eliminate_node(const struct device_networks *k, int64_t v, struct block b)
{
	struct device_network_node *node = &k->node[v];
	int32_t begin = node->link, end = k->node[v + 1].link;
	double pivot = node->ground;

	for (int32_t i = begin; i < end; i++)
		pivot += k->link[i].conductance;
	if (b.thread == 0)
		k->pivot[v] = pivot;
	for (int32_t i = begin + b.thread; i < end; i += b.width) {
		struct device_network_node *to = &k->node[k->link[i].node];
		double share = k->link[i].conductance / pivot;
		int32_t at = to->link;

		k->share[i] = share;
		to->ground += share * node->ground;
		for (int32_t j = i + 1; j < end; j++, at++) {
			while (k->link[at].node != k->link[j].node)
				at++;
			k->link[at].conductance += share * k->link[j].conductance;
		}
	}
}

/* x of G·x = b, in the place of b, of one corner. */
DEVICE_INLINE void solve_corner(const struct device_networks *k, const struct device_network *net,
				int corner, double *x)
{
	int64_t first = net->first, last = first + net->n - 1;

	for (int64_t v = first; v <= last; v++) {
		double flow = x[CORNERS * v + corner];

		for (int32_t i = k->node[v].link; i < k->node[v + 1].link; i++)
			x[CORNERS * (int64_t)k->link[i].node + corner] += k->share[i] * flow;
	}
	for (int64_t v = last; v >= first; v--) {
		double sum = x[CORNERS * v + corner] / k->pivot[v];

		for (int32_t i = k->node[v].link; i < k->node[v + 1].link; i++)
			sum += k->share[i] * x[CORNERS * (int64_t)k->link[i].node + corner];
		x[CORNERS * v + corner] = sum;
	}
}

DEVICE_INLINE double node_capacitance(const struct device_wires *w, const struct device_network_node *node,
				      int corner)
{
	if (node->pin < 0 || node->flags & WIRE_INCLUDES_PINS << corner / 2)
		return node->capacitance;
	return node->capacitance +
	       w->kind_capacitance[CORNERS * (int64_t)w->pin_kind[node->pin] + corner];
}

DEVICE_INLINE void network_moments(const struct device_wires *w, const struct device_networks *k,
				   int64_t i, int corner)
{
	const struct device_network *net = &k->network[i];
	int64_t first = net->first, end = first + net->n;
	double sum[3] = {net->capacitance, 0, 0};

	for (int64_t v = first; v < end; v++) {
		double c = node_capacitance(w, &k->node[v], corner);

		k->moment[CORNERS * v + corner] = c;
		sum[0] += c;
	}
	solve_corner(k, net, corner, k->moment);
	for (int64_t v = first; v < end; v++) {
		double cd = node_capacitance(w, &k->node[v], corner) *
			    k->moment[CORNERS * v + corner];

		k->second[CORNERS * v + corner] = cd;
		sum[1] -= cd;
	}
	solve_corner(k, net, corner, k->second);
	for (int64_t v = first; v < end; v++) {
		const struct device_network_node *node = &k->node[v];
		double d = k->moment[CORNERS * v + corner];
		double beta = k->second[CORNERS * v + corner], impulse = 2 * beta - d * d;

		sum[2] += node_capacitance(w, node, corner) * beta;
		if (!(node->flags & WIRE_GIVES << corner / 2))
			continue;
		w->pin_delay[CORNERS * (int64_t)node->place + corner] = d;
		w->pin_impulse[CORNERS * (int64_t)node->place + corner] =
			impulse > NO_IMPULSE ? impulse : 0;
	}
	w->pi[CORNERS * (int64_t)w->pin_driver[net->driver] + corner] =
		reduce_to_pi(sum[0], sum[1], sum[2]);
}

struct FS_NAME(solve_networks_shared) {
	int unused;
};

/*
 * Item: network, a net as one of its drivers sees it. Factors it, by as many threads as a node has neighbours, and solves it
 * twice for each corner, by a thread: the delays and impulses of its pins, and what its driver drives. Writes what is of this
 * network alone. Sums are in the order of the elimination, on both devices.
 *
 * Floor: of a node 64 bytes read and 8 written, and of each corner 16 written and 5 × 8 read; of a link 24 written, 6 × 16 read.
 * One thread's way through its network is what takes the time.
 */
BLOCK_KERNEL(solve_networks, k, i, b, shared)
{
	const struct device_network *net = &k->networks.network[i];

	(void)shared;
	for (int64_t v = net->first; v < net->first + (int64_t)net->n; v++) {
		eliminate_node(&k->networks, v, b);
		block_barrier(b);
	}
	for (int corner = b.thread; corner < CORNERS; corner += b.width) {
		if (net->splits & 1 << corner / 2)
			network_moments(&k->wires, &k->networks, i, corner);
	}
}
