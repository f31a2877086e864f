/* Arguments of k_networks.cu: wires that are no trees, see db/rc_network.h; included by timing_args.h. */
#ifndef GPU_DELAY_NETWORK_ARGS_H
#define GPU_DELAY_NETWORK_ARGS_H

struct device_network {
	int32_t first, n, driver, splits;
	double capacitance;
};

struct device_network_node {
	double ground, capacitance;
	int32_t pin, place, link, flags;
};

struct device_network_link {
	double conductance;
	int32_t node, unused;
};

struct device_networks {
	int32_t n, n_nodes, n_links;
	const struct device_network *network;
	struct device_network_node *node; /* [n_nodes + 1] */
	struct device_network_link *link; /* [n_links] */
	double *share;  /* scratch [n_links]: of a node's conductance, that to one neighbour */
	double *pivot;  /* scratch [n_nodes] 1/kΩ: all conductance of a node */
	double *moment; /* scratch [4 n_nodes]: Elmore's delay … */
	double *second; /* scratch [4 n_nodes] … and that of C∘D */
};

struct solve_networks_args {
	struct device_wires wires;
	struct device_networks networks;
};

#endif
