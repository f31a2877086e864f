/*
 * Rent's rule of a netlist, measured on clusters: round by round each cluster is merged with the
 * one that it shares most with, and the nets that leave clusters are counted.
 *
 * A round works on lists of clusters: net by net those that it joins, each once; nets of one
 * cluster alone are gone. Lists shrink as clusters grow, so all rounds together cost a few times
 * the first.
 */
#include <string.h>

#include "base/grow.h"
#include "db/statistics.h"

enum {
	WEIGHED = 16,      /* nets of more clusters say little about which cells belong together */
	NET_WEIGHT = 5040, /* shared by the pairs of a net: divisible by most n − 1 */
};

struct rent {
	int32_t n_clusters, n_nets;
	int32_t *size;             /* owned [n_clusters]: instances */
	int64_t *net_row;          /* owned [n_nets + 1] */
	int32_t *net_cluster;      /* owned: clusters of each net */
	uint8_t *external;         /* owned [n_nets]: it also has a port */
	int64_t *cluster_row;      /* owned [n_clusters + 1]: transposed */
	int32_t *cluster_net;      /* owned */
	int32_t *partner, *next;   /* owned [n_clusters]: match, number in the next round */
	int32_t *weight, *touched; /* owned [n_clusters]: of the neighbours of one */
};

static FREES(rent_release, struct rent, x->size, x->net_row, x->net_cluster, x->external,
	     x->cluster_row, x->cluster_net, x->partner, x->next, x->weight, x->touched);

static enum status rent_allocate(struct rent *r, const struct netlist *netlist)
{
	int64_t n = netlist->n_instances;

	TRY(ALLOC(&r->size, n));
	TRY(ALLOC(&r->net_row, (int64_t)netlist->n_nets + 1));
	TRY(ALLOC(&r->net_cluster, netlist->n_pins));
	TRY(ALLOC(&r->external, netlist->n_nets));
	TRY(ALLOC(&r->cluster_row, n + 1));
	TRY(ALLOC(&r->cluster_net, netlist->n_pins));
	return ALLOC_ALL(n, &r->partner, &r->next, &r->weight, &r->touched);
}

/* Renumber clusters by `next`, each once a net (the first to come); forget nets that
 * join nothing. */
static void renumber(struct rent *r)
{
	int32_t n_nets = 0;
	int64_t n = 0, begin = 0;

	memset(r->weight, 0, (size_t)r->n_clusters * sizeof *r->weight);
	for (int32_t net = 0; net < r->n_nets; net++) {
		int64_t first = n, end = r->net_row[net + 1];

		for (int64_t i = begin; i < end; i++) {
			int32_t c = r->next[r->net_cluster[i]];

			if (r->weight[c] == net + 1)
				continue;
			r->weight[c] = net + 1;
			r->net_cluster[n++] = c;
		}
		begin = end;
		if (n - first + r->external[net] < 2) {
			n = first;
			continue;
		}
		r->external[n_nets] = r->external[net];
		r->net_row[++n_nets] = n;
	}
	r->n_nets = n_nets;
}

static bool is_connected(const struct netlist *netlist, int32_t instance)
{
	for (int32_t p = netlist->instance_pin[instance]; p < netlist->instance_pin[instance + 1];
	     p++)
		if (netlist->pin_net[p] >= 0)
			return true;
	return false;
}

/* Each instance is a cluster, but for fillers, each net its instances. */
static void first_round(struct rent *r, const struct netlist *netlist)
{
	int32_t n_connected = 0;

	r->n_clusters = netlist->n_instances;
	r->n_nets = netlist->n_nets;
	for (int32_t i = 0; i < r->n_clusters; i++) {
		r->size[i] = 1;
		r->next[i] = n_connected;
		n_connected += is_connected(netlist, i);
	}
	for (int32_t net = 0; net < r->n_nets; net++) {
		int64_t n = r->net_row[net];

		for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1];
		     i++) {
			int32_t x = netlist->pin_instance[netlist->net_pin[i]];

			if (x < 0)
				r->external[net] = 1;
			else
				r->net_cluster[n++] = x;
		}
		r->net_row[net + 1] = n;
	}
	renumber(r);
	r->n_clusters = n_connected;
}

static void transpose(struct rent *r)
{
	memset(r->cluster_row, 0, ((size_t)r->n_clusters + 1) * sizeof *r->cluster_row);
	for (int64_t i = 0; i < r->net_row[r->n_nets]; i++)
		r->cluster_row[r->net_cluster[i] + 1]++;
	for (int32_t c = 0; c < r->n_clusters; c++)
		r->cluster_row[c + 1] += r->cluster_row[c];
	for (int32_t net = 0; net < r->n_nets; net++)
		for (int64_t i = r->net_row[net]; i < r->net_row[net + 1]; i++)
			r->cluster_net[r->cluster_row[r->net_cluster[i]]++] = net;
	for (int32_t c = r->n_clusters; c > 0; c--)
		r->cluster_row[c] = r->cluster_row[c - 1];
	r->cluster_row[0] = 0;
}

/* The free neighbour of a cluster that shares most with it, small ones before large: -1 = none. */
static int32_t best_partner(struct rent *r, int32_t cluster)
{
	int32_t n_touched = 0, best = -1;

	for (int64_t i = r->cluster_row[cluster]; i < r->cluster_row[cluster + 1]; i++) {
		int32_t net = r->cluster_net[i];
		int64_t degree = r->net_row[net + 1] - r->net_row[net];

		if (degree < 2 || degree > WEIGHED)
			continue;
		for (int64_t k = r->net_row[net]; k < r->net_row[net + 1]; k++) {
			int32_t other = r->net_cluster[k];

			if (other == cluster || r->partner[other] >= 0)
				continue;
			if (!r->weight[other])
				r->touched[n_touched++] = other;
			r->weight[other] += NET_WEIGHT / (int32_t)(degree - 1);
		}
	}
	for (int32_t i = 0; i < n_touched; i++) {
		int32_t other = r->touched[i];

		if (best < 0 || (int64_t)r->weight[other] * r->size[best] >
					(int64_t)r->weight[best] * r->size[other])
			best = other;
	}
	for (int32_t i = 0; i < n_touched; i++)
		if (r->touched[i] != best)
			r->weight[r->touched[i]] = 0;
	if (best >= 0)
		r->weight[best] = 0;
	return best;
}

/* Small clusters choose first, so that sizes stay alike. Matches become `next`. */
static void match(struct rent *r, int32_t most)
{
	int32_t n = 0;

	memset(r->weight, 0, (size_t)r->n_clusters * sizeof *r->weight);
	memset(r->partner, -1, (size_t)r->n_clusters * sizeof *r->partner);
	for (int32_t c = 0; c < r->n_clusters; c++) {
		int32_t other;

		if (r->partner[c] >= 0)
			continue;
		other = r->size[c] < most ? best_partner(r, c) : -1;
		r->partner[c] = other < 0 ? c : other;
		if (other >= 0)
			r->partner[other] = c;
	}
	for (int32_t c = 0; c < r->n_clusters; c++) {
		bool first = r->partner[c] >= c;

		r->next[c] = first ? n : r->next[r->partner[c]];
		if (first) {
			r->size[n] = r->size[c] + (r->partner[c] > c ? r->size[r->partner[c]] : 0);
			n++;
		}
	}
	renumber(r);
	r->n_clusters = n;
}

/* Mean over clusters of at least half the wanted size. */
static struct rent_point measure(const struct rent *r, int32_t wanted)
{
	double size = 0, terminals = 0, n = 0;

	for (int32_t c = 0; c < r->n_clusters; c++) {
		if (r->size[c] * 2 < wanted)
			continue;
		n++;
		size += r->size[c];
		terminals += (double)(r->cluster_row[c + 1] - r->cluster_row[c]);
	}
	return n > 0 ? (struct rent_point){size / n, terminals / n} : (struct rent_point){0, 0};
}

static enum status rounds(struct rent *r, const struct netlist *netlist, struct task *task,
			  struct rent_point *point, int *n)
{
	TRY(rent_allocate(r, netlist));
	first_round(r, netlist);
	for (int32_t wanted = 1; *n < RENT_POINTS && r->n_clusters > 1; wanted *= 2) {
		int32_t before = r->n_clusters;

		TRY(task_progress(task, wanted));
		transpose(r);
		point[(*n)++] = measure(r, wanted);
		match(r, wanted * 2);
		if (r->n_clusters > before - before / 16 || wanted > netlist->n_instances / 4)
			break;
	}
	return STATUS_OK;
}

enum status rent_points(const struct netlist *netlist, struct task *task, struct rent_point *point,
			int *n)
{
	RELEASED_BY(rent_release) struct rent r = {0};

	*n = 0;
	return rounds(&r, netlist, task, point, n);
}
