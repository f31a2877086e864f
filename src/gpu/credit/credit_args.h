/* Arguments of the kernels of CPPR: clock networks, slacks of endpoints and pins with credit. */
#ifndef GPU_CREDIT_CREDIT_ARGS_H
#define GPU_CREDIT_CREDIT_ARGS_H

#include <stdint.h>

#include "gpu/image/device_timing.h"

/*
 * Lists of launches, worst first; of each branch two at most. Entry e of slot s is list[e × n_slots + s], so that
 * neighbours read side by side. An entry is the worst path to the state among those launched at one node of the
 * clock network: fs_t key, minus the arrival (late) or the arrival, of which the least is the worst; and the node,
 * -1 = no clock is propagated there: no credit. Sums of paths fit fs_t.
 */
struct device_launches {
	int32_t most; /* entries of a list */
	int64_t n_slots;
	/* [n_states + 1]: the list of each state is that of its slot; where the next state has the
	 * same one, it has none. NULL = slots are states */
	const int64_t *slot;
	uint8_t *n;            /* [n_slots]: entries there are */
	void *list;            /* [most × n_slots] */
	const int32_t *branch; /* [nodes], see launch_branches */
	const int32_t *not_monotone;
};

/* Bytes of an entry. */
#define LAUNCH_ENTRY_BYTES(fs_bits) ((fs_bits) / 4)

/* ---- k_launches.cu ---- */

struct launch_branches_args {
	struct device_credit credit;
	int32_t *
		branch; /* out [items]: the node above in the launching chain, or the node itself */
	int32_t *not_monotone; /* out: 1 when credit may be less further down; zeroed before */
	int64_t *largest;      /* out: no credit is larger, fs; zeroed before */
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
	uint8_t *open;   /* in and out [n_sinks]: its slack isn't known yet */
	int64_t *slack;  /* out [n_sinks] fs, with credit; FS_NONE_64 = unconstrained */
	int64_t *n_open; /* out: of those that were and still are; zeroed before */
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
	int32_t *mark; /* in and out [n_states]: 1 for all that leads there */
};

/* ---- k_pin_slacks.cu ---- */

/* Lists of captures are lists of launches the other way: the worst required time to the state among those captured
 * at one node, key the required time (late) or minus it. */
struct capture_branches_args {
	struct device_credit credit;
	int32_t *
		branch; /* out [items]: the node above in the capturing chain, or the node itself */
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
	uint8_t *open; /* in and out [items]: the state's slack isn't known yet */
	int64_t *
		slack; /* out [items] fs, with credit, of those that aren't open any more; FS_NONE_64 = no path */
	int64_t *n_open; /* out: of those that were and still are; zeroed before */
};

struct pin_marks_args {
	const uint8_t *open;
	int32_t *mark; /* out [items] */
};

struct capture_cone_args {
	struct device_states states;
	int32_t *mark; /* in and out [n_states]: 1 for all that is reached from there */
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

/* The states of clock networks, numbered for themselves as nodes. */
struct clock_nodes_args {
	struct device_states states;
	const int32_t *state;        /* [items]: of each node */
	const int32_t *node;         /* [n_states]: of each state, -1 = none */
	const int32_t *pin;          /* [items] */
	const int32_t *segment;      /* [nodes] */
	int32_t *up_late, *up_early; /* out [items] nodes, -1 = a root */
	int64_t *late, *early;       /* out [items] fs; both 0 where either is missing */
	int64_t *most;               /* out fs, at least what is there: late − early */
};

struct common_pins_args {
	struct device_credit credit;
	const int32_t *source, *sink; /* [items]: of the searched graph */
	int32_t *pin;                 /* out [items]: where they meet last, -1 = nowhere */
};

#endif
