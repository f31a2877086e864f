/* Arguments of the kernels of delays and slews: RC trees, loads, cells, outputs in parallel. */
#ifndef GPU_DELAY_DELAY_ARGS_H
#define GPU_DELAY_DELAY_ARGS_H

#include <stdint.h>

#include "gpu/image/device_timing.h"

/* ---- k_delay.cu ---- */

struct wire_capacitance_args {
	struct device_wires wires;
};

struct wire_delay_args {
	struct device_wires wires;
};

struct wire_moment_args {
	struct device_wires wires;
};

struct wire_impulse_args {
	struct device_wires wires;
};

struct net_loads_args {
	const int32_t *net_pin_row, *net_pin; /* drivers first */
	const int32_t *net_n_drivers;
	const double *net_capacitance;  /* [2 nets] fF by split, NULL = none */
	const uint8_t *net_flags;       /* [nets]: LOAD_WITHOUT_PINS, NULL = all 0 */
	const int32_t *pin_kind;        /* [n_pins] */
	const double *kind_capacitance; /* [4 n_kinds] fF */
	int32_t with_drivers;
	double *load; /* out [4 nets] fF */
};

struct set_slews_args {
	const struct device_slew *given;
	double *slew;
};

struct drive_ports_args {
	struct device_timing timing;
	const struct device_driver *driver;
	const struct device_drive *drive;
	int64_t *extra; /* out [2 items] fs: increase of the driving cell's delay by the load */
};

struct delay_sweep_args {
	struct device_timing timing;
	int64_t n_levels;
};

struct delay_levels_args {
	struct delay_sweep_args sweep;
	const int32_t *increment; /* [arcs] fs */
};

struct latch_delays_args {
	struct device_timing timing;
	const struct latch_output *output;
	const struct latch_input *input;
	uint8_t *is_given;  /* in and out [n_states]: SLEW_ bits */
	int32_t *n_changed; /* in and out: slews that changed are added */
};

/* ---- k_wave.cu ---- */

struct wave_sweep_args {
	struct delay_sweep_args sweep;
	int32_t *taken; /* scratch [1] */
};

struct wave_levels_args {
	struct delay_sweep_args sweep;
	const int32_t *increment; /* [arcs] fs, as of delay_levels */
};

/* ---- k_parallel.cu ---- */

/* Nets driven by outputs in parallel. */
struct parallel_delays_args {
	struct device_timing timing;
	const int32_t *load; /* [items / 2]: the state of one load of the net, at an edge */
};

struct parallel_slews_args {
	struct device_timing timing;
	const int32_t *load;
};

#endif
