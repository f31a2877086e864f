/* Arguments of the kernels that read paths: traces, the walk along a suffix, lists and searches in
 * lists. */
#ifndef GPU_SEARCH_LIST_ARGS_H
#define GPU_SEARCH_LIST_ARGS_H

#include <stdint.h>

#include "gpu/delay/device_retiming.h"

struct path_row {
	int64_t slack;    /* fs, with credit */
	int64_t credit;   /* fs, of clocks */
	int64_t borrowed; /* fs, by a latch's data */
	int32_t record;
	int32_t n_deviations;
	int32_t parent_rank; /* rank of the parent in this ranking from 0, -1 = not in it */
	int32_t source, sink;
	int32_t n_points;    /* vertices of the path */
	int32_t rank;        /* in this ranking, from 0 */
	int64_t graph_slack; /* fs, by graph-based analysis, of a re-timed path; else 0 */
};

/* ---- k_trace.cu ---- */

struct path_rows_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	struct device_ranking ranking;
	int64_t n_ranking;
	int64_t first;        /* rank of item 0 */
	struct path_row *row; /* out [items] */
	struct device_credit credit;
	const int32_t *order; /* [items]: ranks from `first` on, NULL = 0, 1, 2, … */
	/* Of a ranking by re-timed slacks, else NULL: */
	const struct retimed_path *own; /* [ranks] */
	const int32_t *rank_of;         /* [records], -1 = not in the ranking */
};

enum path_quantity { PATH_SLACK, PATH_POINTS, PATH_DEVIATIONS };

struct path_values_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	struct device_ranking ranking; /* from item 0 on */
	int32_t quantity;              /* enum path_quantity */
	const int32_t *sink_group;     /* [n_sinks]; NULL = all paths are in group 0 */
	const uint8_t *chosen;         /* [groups]: 1 = counts; NULL = all do */
	uint64_t *key;                 /* out [items]: the quantity */
	int32_t *group;                /* out [items], -1 = the path doesn't count */
};

struct trace_lengths_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	const int32_t *path; /* [items] records */
	int32_t *length;     /* out [items]: points of the path with that of the sink's state */
};

struct trace_points_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	const int32_t *path;
	const int64_t *offset; /* exclusive sum of length */
	int32_t late;          /* weights are negated delays */
	/* out [points of all paths]; NULL = not wanted: state with deviates, arrival */
	int32_t *state;
	int32_t *arc;      /* the arc into the point; at the first point the source */
	uint8_t *deviates; /* that arc is a deviation */
	int64_t *arrival;  /* fs; at the sink's state its required time */
};

struct flag_through_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	const int32_t *ranking_record; /* [items] */
	const uint8_t *wanted;         /* [n_states] */
	uint8_t *flag;                 /* out [items] */
};

struct flag_children_args {
	struct device_records record;
	const int32_t *ranking_record;
	int32_t parent;
	uint8_t *flag; /* out [items] */
};

struct child_row {
	int64_t slack; /* fs */
	int32_t rank;
	int32_t tail; /* the state where the child leaves its parent */
};

struct child_rows_args {
	struct device_graph graph;
	struct device_records record;
	const int32_t *ranking_record;
	const int32_t *rank;       /* [items] */
	struct child_row *row;     /* out [items] */
	const void *ranking_slack; /* fs; NULL = the records' */
};

/* An arc out of a state on a walk along the suffix forest. */
struct walk_arc {
	int64_t dist;   /* fs, from its head to the sink */
	int64_t weight; /* fs */
	int64_t delta;  /* fs: cost of leaving the forest by it */
	int32_t arc, tail, head;
	int32_t step;      /* states of the walk before its tail */
	int32_t in_forest; /* the walk goes on by it */
	int32_t place;     /* among the deviations that cost less than the room, -1 = costs more */
};

struct walk_summary {
	int64_t dist; /* fs, from its first state to the sink */
	int32_t n_states;
	int32_t n_deviations;
	int32_t n_below;  /* deviations that cost less than the room */
	int32_t wanted;   /* walk_arc.place of the wanted arc, -1 = none */
	int32_t n_listed; /* arcs written */
};

/* ---- k_walk.cu ---- */

struct walk_suffix_args {
	struct device_graph graph;
	const void *dist; /* [n_states] fs */
	const int32_t *forest;
	int32_t state;      /* where the walk begins */
	int32_t max_states; /* states that it visits at most */
	int64_t room;       /* fs: what a deviation may cost; FS_NONE = any cost */
	int32_t wanted;     /* an arc, -1 = none */
	int32_t all;        /* list the forest's arcs too */
	int32_t n_arcs;
	struct walk_arc *arc;         /* out [n_arcs + 1]: the first n_arcs, then the wanted one */
	struct walk_summary *summary; /* out [items] */
};

struct find_record_args {
	const int32_t *ranking_record;
	int32_t record;
	int32_t *rank; /* out, written only if the ranking has the record */
};

/* ---- k_list.cu ---- */

struct forest_ends_args {
	const int32_t *forest, *to;
	int32_t first_sink, n_sinks;
	int32_t *end; /* out [n_states]: sink of the state's suffix, -1 = none */
};

struct next_pins_args {
	const int32_t *forest, *to, *hops;
	const uint8_t *terms; /* [n_states]: bits of the pattern's terms that its pin matches */
	uint32_t term;        /* bit of the term */
	int32_t *next;        /* out [n_states]: hops of its suffix's first match, -1 = none */
};

/* The columns of a list that a path has whatever the ranking: computed once a record. */
struct path_facts {
	int32_t source, sink;
	int32_t n_points, n_deviations;
};

struct path_facts_args {
	struct device_records record;
	const int32_t *source_state, *to, *tail; /* tail: [n_arcs], the state that an arc leaves */
	const int32_t *hops, *end;               /* [n_states]: arcs to the sink; the sink */
	int64_t first;                           /* record of item 0 */
	struct path_facts *facts;                /* in and out, by record */
};

/* A compiled path pattern. Ranges (enum path_number) are inclusive; times in fs. */
struct device_match {
	struct device_ranking ranking; /* from rank 0 on */
	struct device_records record;
	const struct path_facts *facts; /* by record */
	int32_t only;                   /* match this record alone; -1 = use the conditions below */
	const struct retimed_path *own; /* [ranks] of a ranking by re-timed slacks; else NULL */
	int64_t low[6], high[6];
	int32_t with_credit; /* ranges of credit, graph-based slack or pessimism are limited */
	int32_t only_marked;
	const int32_t *mark; /* [n_marks] records, ascending */
	int64_t n_marks;
	/* Terms on names, a bit each: the path's source and sink together must match all wanted
	 * ones that aren't of_pins, and for each of of_pins some pin of the path must match. */
	uint32_t wanted, of_pins;
	const uint8_t *source_terms, *sink_terms; /* NULL if all terms are of pins */
	/* for terms of pins: */
	int32_t n_states;
	const int32_t *next_pin; /* [terms of pins * n_states], by next_pins */
	const int32_t *source_state, *to, *tail, *hops;
};

struct match_paths_args {
	struct device_match match;
	const int32_t *order; /* [items]: rank at each place of the list, NULL = the place */
	uint8_t *flag;        /* out [items] */
};

enum { FIND_TILE = 1024 }; /* places of one item of find_match */

struct found_match {
	int64_t distance; /* in and out: least number of places between `from` and a match */
	int32_t n;        /* in and out: matches in the list, zeroed before */
};

struct find_match_args {
	struct device_match match;
	const int32_t *order; /* [n] as above */
	int64_t n;
	int64_t from; /* -1 … n: the search starts after this place (before it, if backward) */
	int32_t backward;
	struct found_match *found;
};

struct record_ranks_args {
	const int32_t *record; /* [items], of the ranking */
	int32_t *rank;         /* out, by record; of records not in the ranking unchanged */
};

/* The least rank of the flagged paths of each bucket of sinks. */
struct least_ranks_args {
	const int32_t *record; /* of the ranking */
	const struct path_facts *facts;
	const int32_t *order;  /* [items] as above */
	const int32_t *bucket; /* by sink */
	const uint8_t *flag;   /* [items] */
	int32_t *least;        /* in and out [n_buckets], set to INT32_MAX or so before */
};

struct keep_least_args {
	const int32_t *record; /* these five as in least_ranks_args */
	const struct path_facts *facts;
	const int32_t *order;
	const int32_t *bucket;
	const int32_t *least;
	uint8_t *flag; /* in and out [items]: cleared where the rank isn't its bucket's least */
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
	int32_t by;            /* enum list_key */
	const int32_t *place;  /* by source or sink: places of their names in alphabetical order */
	const int32_t *parent; /* by parent: the parent of each record */
	const int32_t *rank;   /* by parent: the rank of each record, −1 = not in the ranking */
	int32_t inverted,
		largest; /* descending: the key is `largest`, an upper bound, minus itself */
	uint32_t *key;   /* out */
	int32_t *index;  /* out: 0, 1, 2, … */
};

/* Times to sort by; pessimism is the re-timed slack minus the graph-based one. */
enum list_time { TIME_CREDIT, TIME_GRAPH_SLACK, TIME_PESSIMISM };

struct time_keys_args {
	struct device_ranking ranking; /* [items] */
	struct device_records record;
	const struct retimed_path *own; /* [items]; NULL = slacks are graph-based */
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
