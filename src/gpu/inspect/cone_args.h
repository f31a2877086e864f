/* Arguments of k_cone.cu: the paths through a pin. */
#ifndef GPU_INSPECT_CONE_ARGS_H
#define GPU_INSPECT_CONE_ARGS_H

#include <stdint.h>

/*
 * What lies around a state: of the timing graph with the times of its vertices in one split, or of
 * a graph with given delays. Slack is required − arrival when `late`, else the reverse.
 */
struct device_cone {
	int32_t late;
	int32_t first_sink, n_sinks; /* states that are no vertices */
	const int32_t *to;
	const int32_t *in_from, *in_arc;
	const int32_t *arc; /* the host's arc of each, NULL = not wanted */
	/* of a netlist: */
	const int64_t *arrival, *required; /* [2 n_states of the state graph] fs */
	const int64_t *pin_slack;          /* [n_states of it] fs, with credit; NULL = before it */
	const int32_t *first, *next;       /* its states of a state here, -1 = none (more) */
	const uint8_t *counts;             /* [n_states of the state graph]: enum cone_counts */
	const int32_t *delay;              /* [2 n_arcs] fs */
	const double *slew;                /* [2 n_states] ps */
	const double *load;                /* [4 nets] fF */
	const int32_t *state_vertex, *pin_net;
	/* of a graph, these instead: */
	const void *weight;             /* [n_arcs] fs, of fs_bits; NULL = it is a netlist */
	const int64_t *prefix, *suffix; /* [n_states] fs */
	int32_t fs_bits;
};

/* What a state of the state graph says about its vertex. */
enum cone_counts { COUNTS_NOTHING, COUNTS_SLACK, COUNTS_TIMES };

/* Lines around one or two states (the edges of a pin): two stretches of arcs, or states in
 * a list. */
struct cone_lines {
	int32_t fan_in; /* else fan-out */
	int32_t begin[2], n[2];
	const int32_t *list; /* states, n[0] of them; NULL = arcs */
};

struct cone_row {
	int32_t state;
	int32_t arc;                      /* the host's, or the place; -1 in a list */
	int32_t which;                    /* of the two stretches */
	int64_t delay;                    /* fs, FS_NONE_64 = nothing comes through */
	int64_t arrival, required, slack; /* fs, FS_NONE_64 = none */
	double slew;                      /* ps */
	double load;                      /* fF */
};

struct cone_keys_args {
	struct device_cone cone;
	struct cone_lines lines;
	uint64_t *key; /* out [items] */
	int32_t *line; /* out [items] */
};

struct cone_count_args {
	const uint64_t *key; /* ascending [n] */
	int64_t n;
	int64_t slack_max; /* fs, FS_NONE_64 = all */
	int64_t *count;    /* out: lines there are, lines within slack_max, largest slack
			 * or FS_NONE_64 */
};

struct cone_rows_args {
	struct device_cone cone;
	struct cone_lines lines;
	const int32_t *line;  /* which, NULL = in their order */
	struct cone_row *row; /* out [items] */
};

#endif
