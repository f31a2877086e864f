/* Arguments of k_networks.cu: RC networks that aren't trees. */
#ifndef GPU_DELAY_NETWORK_ARGS_H
#define GPU_DELAY_NETWORK_ARGS_H

#include "gpu/image/device_timing.h"

struct solve_networks_args {
	struct device_wires wires;
	struct device_networks networks;
};

#endif
