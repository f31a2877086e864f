/* Arguments of the kernels of CPPR: clock networks, slacks of endpoints and pins with credit. */
#ifndef GPU_CREDIT_CREDIT_ARGS_H
#define GPU_CREDIT_CREDIT_ARGS_H

#include <stdint.h>

#include "gpu/image/device_timing.h"

/*
 * Lists of launches, worst first, at most two of a branch. Entry e of slot s is list[e × n_slots +
 * s], so that neighbouring threads read neighbouring words. An entry is the worst path to the state
 * of those launched at one node of the clock network: an fs_t key, -arrival (late) or arrival
 * (early), the least is the worst; and the node, -1 = no propagated clock, so no credit. Sums of
 * paths fit fs_t.
 */
struct device_launches {
	int32_t most; /* entries of a list */
	int64_t n_slots;
	/* [n_states + 1]: slot of each state's list; a state has none if the next state has the
	 * same slot. NULL = the slot is the state */
	const int64_t *slot;
	uint8_t *n;                  /* [n_slots]: entries in the list */
	void *list;                  /* [most × n_slots] */
	const int32_t *branch;       /* [nodes], see launch_branches */
	const int32_t *not_monotone; /* as in launch_branches_args */
};

enum { LAUNCHES_AT_ONCE = 4 }; /* entries that are read together */

/* Bytes of an entry. */
#define LAUNCH_ENTRY_BYTES(fs_bits) ((fs_bits) / 4)

/* ---- k_launches.cu ---- */

struct launch_branches_args {
	struct device_credit credit;
	int32_t *branch; /* out [items]: the parent in the launching chain, or the node itself */
	int32_t *not_monotone; /* out: 1 = a node has less credit than its parent; zeroed before */
	int64_t *largest;      /* out, fs: upper bound of all credit; zeroed before */
};

struct launch_sources_args {
	const int32_t *source_state; /* [items] */
	int32_t *source;             /* out [n_states]: the source there; -1 before */
};

struct launch_sweep_args {
	struct device_states states;
	struct device_credit credit;
	const int32_t *source; /* [n_states], -1 = none */
	const int64_t *largest;
	int32_t split;
	struct device_launches launches;
};

struct credit_slacks_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	struct device_credit credit;
	struct device_launches launches;
	int32_t split;
	uint8_t *open;   /* in and out [n_sinks]: 1 = its slack isn't known yet */
	int64_t *slack;  /* out [n_sinks] fs, with credit; FS_NONE_64 = unconstrained */
	int64_t *n_open; /* out: sinks that stay open; zeroed before */
};

struct open_endpoints_args {
	const struct device_endpoint *endpoint;
	int32_t split;
	uint8_t *open; /* out [items] */
};

struct launch_marks_args {
	const struct device_endpoint *endpoint;
	const uint8_t *open;
	int32_t *mark; /* out [n_states]: 1 where a sink that is open begins; zeroed before */
};

struct launch_cone_args {
	struct device_states states;
	int32_t *mark; /* in and out [n_states]: extended to the fan-in cone of marked states */
};

/* ---- k_pin_slacks.cu ---- */

/* A list of captures is the backward counterpart of a list of launches: an entry is the worst
 * required time at the state of paths captured at one node, with key required time (late) or minus
 * it (early). */
struct capture_branches_args {
	struct device_credit credit;
	int32_t *branch; /* out [items]: the parent in the capturing chain, or the node itself */
};

struct capture_sweep_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	struct device_credit credit;
	const int64_t *largest;
	int32_t split;
	struct device_launches captures;
};

struct pin_slacks_args {
	struct device_credit credit;
	struct device_launches launches, captures;
	uint8_t *open; /* in and out [items]: 1 = the state's slack isn't known yet */
	int64_t *
		slack; /* out [items] fs, with credit, where no longer open; FS_NONE_64 = no path */
	int64_t *n_open; /* out: states that stay open; zeroed before */
};

struct pin_marks_args {
	const uint8_t *open;
	int32_t *mark; /* out [items] */
};

struct capture_cone_args {
	struct device_states states;
	int32_t *mark; /* in and out [n_states]: extended to the fan-out cone of marked states */
};

struct clock_slacks_args {
	struct device_credit credit;
	const int32_t *source_state; /* [items] */
	const int32_t *state;        /* [nodes]: of each node */
	int64_t *slack;              /* in and out [n_states] fs */
};

struct clock_rest_args {
	struct device_states states;
	int32_t split;
	int64_t *slack; /* in and out [items] fs */
};

/* ---- k_credit.cu ---- */

/* The nodes of clock networks: their states, with numbers of their own. */
struct clock_nodes_args {
	struct device_states states;
	const int32_t *state;        /* [items]: of each node */
	const int32_t *node;         /* [n_states]: of each state, -1 = none */
	const int32_t *pin;          /* [items] */
	const int32_t *segment;      /* [nodes] */
	int32_t *up_late, *up_early; /* out [items]: parent nodes, -1 = a root */
	int64_t *late, *early;       /* out [items] fs: arrivals; both 0 if one is missing */
	int64_t *most;               /* in and out fs: raised to the largest late − early */
};

struct common_pins_args {
	struct device_credit credit;
	const int32_t *source, *sink; /* [items]: of the searched graph */
	int32_t *pin; /* out [items]: last common pin of their clock paths, -1 = none */
};

#endif
