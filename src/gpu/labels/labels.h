/*
 * The constrained subgraph of [CPG-J], section V: ranks of pins (algorithm 4), labels of vertices
 * (algorithm 5 and its mirror), the filter of arcs, and the states that paths can use. RULE_PAPER
 * is as printed; RULE_REPAIRED also limits where paths begin and end, and finds no paths for pins
 * in an impossible order. A stepper, round by round. Queries are ordered pins; other queries need
 * the exact product graph (db/path_graph.h).
 */
#ifndef GPU_LABELS_LABELS_H
#define GPU_LABELS_LABELS_H

#include "snap/stepper.h"
#include "db/constraints.h"
#include "db/path_graph.h"
#include "gpu/image/image.h"

/*
 * A state graph that ranks and labels are computed for, with the data kept between queries. Its
 * states have vertices, n_edges for each pin (1 in a graph without a netlist).
 */
struct label_space {
	struct image *image; /* borrowed */
	struct queue *queue; /* borrowed */
	int32_t n_pins, n_edges;
	int32_t *vertex; /* owned, host [n_states] by place: n_edges·pin + edge, -1 = a sink */
	int32_t *arc;    /* owned, host [n_arcs] by place: arc of the graph; arcs to sinks last */
	int32_t *d_vertex, *d_rank; /* device, owned: [n_states], [n_pins] */
	const uint8_t *d_arc_ok;    /* device, borrowed [n_arcs] by place; NULL = all */
	int32_t n_rounds;           /* rounds for the ranks; 0 = not made yet */
	int32_t *n_risen;           /* owned, host [n_rounds]: pins whose rank rose in the round */
	int64_t risen_capacity;
};

/*
 * vertex_of: host [n_vertices of the image's graph], n_edges·pin + edge; NULL = identity.
 * d_arc_ok: device [n_arcs of the image] by place, borrowed, arcs that paths may take; NULL = all.
 */
enum status label_space_new(struct image *image, const int32_t *vertex_of, int32_t n_pins,
			    int32_t n_edges, const uint8_t *d_arc_ok, struct label_space **out);
void label_space_free(struct label_space *space); /* NULL is fine */
RELEASER(label_space_drop, struct label_space, label_space_free)
/* STATUS_FAILED if pins form a loop that is broken only between transitions: ranks would rise
 * forever. */
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

/* A filter as a query of labels. STATUS_USAGE if it isn't ordered pins. */
enum status label_query_of(const struct path_filter *filter, struct label_query *out);

enum label_phase {
	LABEL_RANKS,   /* rounds of algorithm 4 */
	LABEL_SCAN,    /* of algorithm 5 */
	LABEL_FAN_OUT, /* of its mirror, after the last pin */
	LABEL_FILTER,
	LABEL_SUFFIX, /* states from which kept arcs lead to an end */
	LABEL_PREFIX, /* of these, states that paths reach */
	LABEL_DONE,
};

struct labels;

struct label_ends {
	const uint8_t *source_ok; /* borrowed [n_sources]: paths may begin; NULL = at all */
	const uint8_t *sink_ok;   /* borrowed [n_sinks]: paths may end; NULL = at all */
};

/* With fresh_ranks the ranks are computed again, to be watched; else the space's are used, computed
 * if they aren't yet. */
enum status labels_begin(struct label_space *space, const struct label_query *query,
			 struct label_ends ends, bool fresh_ranks, int64_t serial,
			 struct labels **out);
void labels_free(struct labels *labels); /* NULL is fine */
RELEASER(labels_drop, struct labels, labels_free)
struct stepper *labels_stepper(struct labels *labels);
/* Steps until it is done. STATUS_FAILED for pins of a loop. */
enum status labels_run(struct labels *labels);

/* The current state on the host; owned by the caller, freed by labels_state_release(). */
struct labels_state {
	enum label_phase phase; /* the one under way */
	int32_t *rank;          /* [n_pins], RANK_NONE = reaches no endpoint */
	int32_t *label;         /* [n_pins · n_edges], 0 = none */
	uint8_t *verdict;       /* [n_arcs of the graph]: enum label_verdict */
	uint8_t *reach;         /* [n_vertices of the graph]: REACH_SUFFIX, REACH_PREFIX */
	/* [n_pins · n_edges], [n_vertices]: changed in the last round, the frontier of the next */
	uint8_t *updated, *reached;
};

enum status labels_read(struct labels *labels, struct labels_state *out);
void labels_state_release(struct labels_state *state);

/*
 * The arcs, sources and sinks that the rule keeps: [n_arcs, n_sources, n_sinks of the graph], owned
 * by the caller. The stepper must be finished.
 */
struct label_result {
	uint8_t *arc_ok, *source_ok, *sink_ok;
};

enum status labels_result(struct labels *labels, struct label_result *out);
void label_result_release(struct label_result *result);

/* The index in the query of a pin that can't follow the one before it, by their ranks; -1 = none.
 * Only with RULE_REPAIRED, after LABEL_RANKS; then no path is kept. */
int32_t labels_conflict(const struct labels *labels);

/* Labels of a filter, run up to LABEL_FILTER; `lists` has the sources and sinks of the exact query.
 * Then the part of the graph that these labels keep, made with the graph's product space. */
enum status labels_filter(struct label_space *space, const struct path_filter *filter,
			  const struct path_lists *lists, struct labels **out);
struct product_space;
struct path_image;
enum status labels_product(struct labels *labels, struct product_space *space, struct task *task,
			   struct path_image **out);

/* The timeline of all steps done; see stepper_ops.timeline. */
enum status labels_timeline(struct labels *labels, struct snap_timeline **out);

#endif
