/*
 * The constrained subgraph of [CPG-J], section V: ranks of pins (algorithm 4), labels of vertices
 * (algorithm 5 and its mirror), the filter of arcs, and what is left for paths. RULE_PAPER is as
 * printed; RULE_REPAIRED adds where paths may begin and end, and that pins out of order have none.
 * A stepper, round by round. Queries are pins in order; others only the exact product graph can
 * answer (db/path_graph.h).
 */
#ifndef GPU_LABELS_LABELS_H
#define GPU_LABELS_LABELS_H

#include "snap/stepper.h"
#include "db/constraints.h"
#include "db/path_graph.h"
#include "gpu/image/image.h"

/*
 * What ranks and labels are of, with what is kept between queries: a state graph whose states are
 * vertices, n_edges transitions of a pin (1: of a graph without a netlist).
 */
struct label_space {
	struct image *image; /* borrowed */
	struct queue *queue; /* borrowed */
	int32_t n_pins, n_edges;
	int32_t *vertex; /* owned, host [n_states] by place: n_edges·pin + edge, -1 = a sink */
	int32_t *arc;    /* owned, host [n_arcs] by place: the graph's; those to sinks last */
	int32_t *d_vertex, *d_rank; /* device, owned: [n_states], [n_pins] */
	uint8_t *d_arc_ok;          /* device, owned [n_arcs] by place; NULL = all */
	int32_t n_rounds;           /* that the ranks took; 0 = they aren't made yet */
	int32_t *n_risen;           /* owned, host [n_rounds]: pins that rose in each */
	int64_t risen_capacity;
};

/*
 * vertex_of: host [n_vertices of the image's graph], n_edges·pin + edge; NULL = themselves.
 * arc_ok: host [n_arcs of the graph], arcs that paths may take; NULL = all.
 */
enum status label_space_new(struct image *image, const int32_t *vertex_of, int32_t n_pins,
			    int32_t n_edges, const uint8_t *arc_ok, struct label_space **out);
void label_space_free(struct label_space *space); /* NULL is fine */
/* STATUS_FAILED with a sentence when pins form a loop, of which only transitions are broken: ranks
 * would rise forever. */
enum status label_space_check_loops(const struct label_space *space);

struct label_pin {
	int32_t pin;
	int32_t edges; /* EDGES_ of its transitions; EDGES_BOTH where it has none */
};

struct label_query {
	enum filter_rule rule; /* not RULE_EXACT */
	bool from, to;         /* the first is where paths begin, the last where they end */
	int32_t n;
	struct label_pin pin[PATH_GROUPS_MAX];
};

/* A filter as such a query. STATUS_USAGE with a sentence for what isn't pins in order. */
enum status label_query_of(const struct path_filter *filter, struct label_query *out);

enum label_phase {
	LABEL_RANKS,   /* rounds of algorithm 4 */
	LABEL_SCAN,    /* of algorithm 5 */
	LABEL_FAN_OUT, /* of its mirror, after the last pin */
	LABEL_FILTER,
	LABEL_SUFFIX, /* what leads to an end by the arcs kept */
	LABEL_PREFIX, /* and lengths of paths */
	LABEL_DONE,
};

struct labels;

struct label_ends {
	const uint8_t
		*source_ok;     /* borrowed, [n_sources]: where paths may begin; NULL = anywhere */
	const uint8_t *sink_ok; /* borrowed, [n_sinks]: where they may end */
};

/* With fresh_ranks these are made again, so that it can be watched; else those of the space serve,
 * and are made if need be. */
enum status labels_begin(struct label_space *space, const struct label_query *query,
			 struct label_ends ends, bool fresh_ranks, int64_t serial,
			 struct labels **out);
void labels_free(struct labels *labels); /* NULL is fine */
struct stepper *labels_stepper(struct labels *labels);
/* Steps until it is done. STATUS_FAILED for pins of a loop. */
enum status labels_run(struct labels *labels);

/* How far it is, on the host; owned by the caller, freed by labels_state_release(). */
struct labels_state {
	enum label_phase phase; /* the one under way */
	int32_t *rank;          /* [n_pins], RANK_NONE = leads to no endpoint */
	int32_t *label;         /* [n_pins · n_edges], 0 = none */
	uint8_t *verdict;       /* [n_arcs of the graph]: enum label_verdict */
	uint8_t *reach;         /* [n_vertices of the graph]: REACH_SUFFIX, REACH_PREFIX */
	/* [n_pins · n_edges], [n_vertices]: set in the last round, the frontier of the next */
	uint8_t *updated, *reached;
};

enum status labels_read(struct labels *labels, struct labels_state *out);
void labels_state_release(struct labels_state *state);

/*
 * What the rule makes of a path query without groups: which arcs, sources and sinks are kept. All
 * three [n of the graph] and owned by the caller. It must be done.
 */
struct label_result {
	uint8_t *arc_ok, *source_ok, *sink_ok;
};

enum status labels_result(struct labels *labels, struct label_result *out);
void label_result_release(struct label_result *result);

/* Two pins of the query of which the second can't follow the first, as their ranks say: place of
 * the second, -1 = none. Only of RULE_REPAIRED, after LABEL_RANKS; then nothing is kept. */
int32_t labels_conflict(const struct labels *labels);

/* Labels of a filter, up to which arcs are kept; the lists say where the exact query would begin and end.
 * Then the part of the graph that they leave, whose product space is given. */
enum status labels_filter(struct label_space *space, const struct path_filter *filter,
			  const struct path_lists *lists, struct labels **out);
struct product_space;
struct path_image;
enum status labels_product(struct labels *labels, struct product_space *space, struct task *task,
			   struct path_image **out);

/* All steps done; see stepper_ops.timeline. */
enum status labels_timeline(struct labels *labels, struct snap_timeline **out);

#endif
