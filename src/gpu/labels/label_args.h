/*
 * Arguments of k_labels.cu: ranks, labels and the filter of [CPG-J], section V.
 */
#ifndef GPU_LABELS_LABEL_ARGS_H
#define GPU_LABELS_LABEL_ARGS_H

#include <stdint.h>

/*
 * A state graph as the paper's graph of vertices: vertex 2·pin + transition, or the pin itself if
 * pins have no transitions (shift 0). Several states may have the same vertex; sinks' states have
 * none (-1).
 */
struct device_vertices {
	int32_t shift;           /* pin = vertex >> shift */
	const int32_t *vertex;   /* [n_states] */
	const int32_t *row, *to; /* fan-out */
	const int32_t *in_row;   /* fan-in */
	const int32_t *in_from;  /* [n_arcs] */
	const int32_t *in_arc;   /* [n_arcs]: place in `to` */
	const uint8_t *arc_ok;   /* [n_arcs] by place in `to`: paths may take it; NULL = all */
	int32_t first_sink;      /* the state of sink 0 */
};

struct rank_seeds_args {
	struct device_vertices g;
	int32_t *rank, *buffer; /* out [pins]: 0 at endpoints, set to RANK_NONE before */
	uint8_t *updated;       /* out [pins], zeroed before */
};

struct rank_propagate_args {
	struct device_vertices g;
	const int32_t *rank;    /* [pins] */
	const uint8_t *updated; /* [pins]: rank rose in the round before */
	int32_t *buffer;        /* [pins] */
};

/* The step between two rounds, of ranks by pin and of labels by vertex. */
struct take_offers_args {
	const int32_t *buffer;
	int32_t *value;     /* [items] */
	uint8_t *updated;   /* out [items] */
	int32_t *n_updated; /* counter, zeroed before */
};

struct label_seeds_args {
	const int32_t *vertex;   /* [items]: of the constraints' pins, by constraint */
	const int32_t *previous; /* [items]: the constraint's pin before, -1 = it is the first */
	const int32_t *rank;
	int32_t *label, *buffer; /* out [vertices], only at the items; zeroed before */
	uint8_t *updated;        /* likewise */
};

struct label_scan_args {
	struct device_vertices g;
	const int32_t *rank;  /* [pins] */
	const int32_t *label; /* [vertices] */
	const uint8_t *updated;
	int32_t *buffer; /* [vertices] */
};

struct label_scan_forward_args {
	struct device_vertices g;
	const int32_t *rank;  /* [pins] */
	const int32_t *label; /* [vertices] */
	const uint8_t *updated;
	int32_t *buffer; /* [vertices] */
	int32_t last;    /* the last pin, whose rank is the label propagated */
};

struct label_fan_out_args {
	struct device_vertices g;
	int32_t vertex[2]; /* of the last pin by transition, -1 = not in the query */
	int32_t last;      /* the last pin */
	const int32_t *rank;
	int32_t *buffer; /* [vertices] */
};

struct label_filter_args {
	struct device_vertices g;
	const int32_t *rank, *label;
	uint8_t *verdict; /* out [n_arcs] by place in `to`: enum label_verdict */
};

/* The sources (sinks) at which paths may begin (end) by labels. */
struct label_ends_args {
	struct device_vertices g;
	const int32_t *label;        /* [vertices] */
	const int32_t *source_state; /* [items]; NULL = items are sinks */
	int32_t wanted;              /* the label to have; 0 = any but 0, -1 = no end is kept */
	int32_t last[2];             /* vertices of the last pin, kept with any label; -1 = none */
	int32_t last_ok;             /* bit e: paths may end at last[e] */
	const uint8_t *ok;           /* [items]: allowed by the caller; NULL = all */
	uint8_t *kept;               /* out [items] */
};

struct label_arcs_args {
	const uint8_t *verdict; /* [items] */
	uint8_t *arc_ok;        /* out [items] */
};

struct reach_seeds_args {
	struct device_vertices g;
	const uint8_t *kept;         /* [items]: 1 = the sweep starts there */
	const int32_t *source_state; /* [items]; NULL = items are sinks */
	int32_t bit, need;           /* REACH_ bit to set, in states that have all bits of `need` */
	uint8_t *reach;              /* [n_states] */
	uint8_t *offered;            /* [n_states] */
	int32_t *n_updated;
};

struct reach_step_args {
	struct device_vertices g;
	const uint8_t *verdict;
	int32_t bit, need;
	int32_t forward;
	const uint8_t *updated; /* [n_states]: reached in the round before */
	uint8_t *offered;       /* out [n_states] */
};

struct reach_take_args {
	int32_t bit, need;
	uint8_t *offered; /* [n_states], zeroed again */
	uint8_t *reach, *updated;
	int32_t *n_updated;
};

#endif
