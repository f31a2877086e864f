/*
 * Argument structs of what views and reports read of a search or of timing: k_histogram.cu,
 * k_cone.cu, k_walk.cu and k_list.cu; included by kernels.h, after all that they read.
 */
#ifndef GPU_INSPECT_INSPECT_ARGS_H
#define GPU_INSPECT_INSPECT_ARGS_H

/* ---- k_histogram.cu ---- */

enum { VALUE_PICKS = 8 };

struct value_picks {
	int64_t n, n_negative; /* values, and those below 0 */
	int64_t value[VALUE_PICKS];
};

struct pick_values_args {
	const uint64_t *key; /* [n] ascending */
	int64_t n;
	int32_t permille[VALUE_PICKS]; /* of the values, from the least on: 0 is the least itself */
	struct value_picks *picks;     /* out */
};

struct value_bins_args {
	const uint64_t *key;   /* [items] */
	const int32_t *group;  /* [items], -1 = no value */
	const int32_t *series; /* [groups] */
	int64_t low, width;
	int32_t n_bins, n_series;
	/* out [items]: series · n_bins + bin; n_series · n_bins for those below all bins, one more
	 * for those above; -1 = no value */
	int32_t *bin;
};

/* ---- k_cone.cu ---- */

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

struct prefix_seeds_args {
	const int32_t *source_state;
	const void *source_weight; /* fs */
	int64_t *prefix;           /* in and out [n_states] fs */
};

struct prefix_sweep_args {
	int32_t n_states;
	const int32_t *in_row, *in_from, *in_arc;
	const void *weight; /* fs */
	int64_t *prefix;    /* in and out [n_states] fs */
};

struct suffix_sweep_args {
	const int32_t *row, *to;
	int32_t first_sink, n_sinks;
	const void *weight; /* fs */
	int64_t *suffix;    /* out [n_states] fs */
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

/* ---- k_walk.cu ---- */

/* An arc that a walk along the suffix forest passes. */
struct walk_arc {
	int64_t dist;   /* fs, of its head */
	int64_t weight; /* fs */
	int64_t delta;  /* fs: what leaving the forest by it costs */
	int32_t arc, tail, head;
	int32_t step;      /* states of the walk before its tail */
	int32_t in_forest; /* it is the arc that the walk follows */
	int32_t place;     /* among the deviations that cost less than the room, -1 = it doesn't */
};

struct walk_summary {
	int64_t dist; /* fs, of the state where it begins */
	int32_t n_states;
	int32_t n_deviations;
	int32_t n_below; /* of them, those that cost less than the room */
	int32_t wanted;  /* the place of the arc asked for, -1 = it has none */
	int32_t n_listed;
};

struct walk_suffix_args {
	struct device_graph graph;
	const void *dist; /* [n_states] fs */
	const int32_t *forest;
	int32_t state;      /* where it begins */
	int32_t max_states; /* where it ends at the latest */
	int64_t room;       /* fs; FS_NONE = all deviations are below */
	int32_t wanted;     /* an arc, -1 = none */
	int32_t all;        /* list the forest's arcs too */
	int32_t n_arcs;
	struct walk_arc *arc;         /* out [n_arcs + 1]: the first ones, and the one asked for */
	struct walk_summary *summary; /* out [items] */
};

struct find_record_args {
	const int32_t *ranking_record;
	int32_t record;
	int32_t *rank; /* out when it is there */
};

/* ---- k_list.cu ---- */

struct forest_ends_args {
	const int32_t *forest, *to;
	int32_t first_sink, n_sinks;
	int32_t *end; /* out [n_states] */
};

struct next_pins_args {
	const int32_t *forest, *to, *hops;
	const uint8_t *terms; /* [n_states] */
	uint32_t term;        /* its bit */
	int32_t *next;        /* out [n_states] */
};

/* What lists ask of a path. */
struct path_facts {
	int32_t source, sink;
	int32_t n_points, n_deviations;
};

struct path_facts_args {
	struct device_records record;
	const int32_t *source_state, *to, *tail; /* tail: [n_arcs], the state that an arc leaves */
	const int32_t *hops, *end;               /* of the forest */
	int64_t first;                           /* record of item 0 */
	struct path_facts *facts;                /* in and out, by record */
};

/* Which paths. All ranges are inclusive: of slack, credit (fs), deviations, points. */
struct device_match {
	struct device_ranking ranking; /* from rank 0 on */
	struct device_records record;
	const struct path_facts *facts; /* by record */
	int32_t only;                   /* this record and no other; -1 = as the rest says */
	const struct retimed_path *own; /* [ranks] of a ranking by own slacks; else NULL */
	int64_t low[6], high[6];
	int32_t with_credit; /* the ranges of credit, the graph's slack and pessimism matter */
	int32_t only_marked;
	const int32_t *mark; /* [n_marks] records, ascending */
	int64_t n_marks;
	/* Terms of names, a bit each: those of its source and its sink must together be all wanted
	 * but those of pins, and its way must meet each of these. */
	uint32_t wanted, of_pins;
	const uint8_t *source_terms, *sink_terms; /* NULL when all terms are of pins */
	int32_t n_states;
	/* [terms of pins * n_states] by next_pins; the rest is for them too */
	const int32_t *next_pin;
	const int32_t *source_state, *to, *tail, *hops;
};

struct match_paths_args {
	struct device_match match;
	const int32_t *order; /* [items] the rank at each place, NULL = the place */
	uint8_t *flag;        /* out [items] */
};

enum { FIND_TILE = 1024 }; /* places of one item of find_match */

/* Distance: places after the one where the search began, INT64_MAX or so = there is none. */
struct found_match {
	int64_t distance; /* in and out: the least */
	int32_t n;        /* in and out: how many, zeroed before */
};

struct find_match_args {
	struct device_match match;
	const int32_t *order; /* [n] as above */
	int64_t n;
	int64_t from; /* -1 ≤ from ≤ n */
	int32_t backward;
	struct found_match *found;
};

struct record_ranks_args {
	const int32_t *record; /* [items], of the ranking */
	int32_t *rank;         /* out, by record: those of others stay */
};

/* Of the paths flagged, the first of each bucket of sinks. */
struct least_ranks_args {
	const int32_t *record; /* of the ranking */
	const struct path_facts *facts;
	const int32_t *order;  /* [items] as above */
	const int32_t *bucket; /* by sink */
	const uint8_t *flag;   /* [items] */
	int32_t *least;        /* in and out [n_buckets], before larger than any rank */
};

struct keep_least_args {
	const int32_t *record; /* all as above … */
	const struct path_facts *facts;
	const int32_t *order;
	const int32_t *bucket;
	const int32_t *least;
	uint8_t *flag; /* in and out: those of other ranks lose theirs */
};

enum list_key {
	KEY_OF_RANK,
	KEY_OF_DEVIATIONS,
	KEY_OF_POINTS,
	KEY_OF_SOURCE,
	KEY_OF_SINK,
	KEY_OF_PARENT
};

struct list_keys_args {
	const int32_t *record; /* [items], of the ranking */
	const struct path_facts *facts;
	int32_t by;                /* enum list_key */
	const int32_t *place;      /* by source or sink: of their names in order */
	const int32_t *parent;     /* by parent: of each record, … */
	const int32_t *rank;       /* … and its rank, −1 = it isn't in the ranking */
	int32_t inverted, largest; /* no key is above it */
	uint32_t *key;             /* out */
	int32_t *index;            /* out: 0, 1, 2, … */
};

/* What is between two times of a path, or one of them. */
enum list_time { TIME_CREDIT, TIME_GRAPH_SLACK, TIME_PESSIMISM };

struct time_keys_args {
	struct device_ranking ranking; /* [items] */
	struct device_records record;
	const struct retimed_path *own; /* [items]; NULL = the graph's slack is the path's */
	int32_t by;                     /* enum list_time */
	int32_t inverted;
	void *key;      /* out, unsigned of the width of fs_t */
	int32_t *index; /* out: 0, 1, 2, … */
};

struct list_places_args {
	const int32_t *order;
	const int32_t *place; /* [items] */
	int32_t *out;         /* out: order[place[i]] */
};

#endif
