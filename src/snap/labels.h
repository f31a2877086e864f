/*
 * A constrained subgraph as a snapshot: the pins of a query with their ranks and labels, the
 * regions between them, the arcs and states kept after each step, and those of the exact product
 * graph.
 */
#ifndef SNAP_LABELS_H
#define SNAP_LABELS_H

#include "db/constraints.h"
#include "snap/snap.h"

enum label_option { LABEL_FROM, LABEL_THROUGH, LABEL_TO };

/* A pin of the query, or the first one of a list. */
struct label_constraint {
	enum label_option option;
	int32_t vertex;      /* of the graph, -1 = of none */
	int32_t n_pins;      /* of the list */
	int32_t edges;       /* EDGES_ of its transitions */
	int32_t rank, label; /* label 0 = none yet */
};

/* The region between two constraints: region 0 is before the first constraint, region r after
 * constraint r, the last one has the vertices with label 0. A pin belongs to the region before it,
 * as in the paper. */
struct label_region {
	int32_t label;              /* INT32_MAX = the first, 0 = outside */
	int32_t n_vertices;         /* vertices with this label */
	int32_t rank_min, rank_max; /* of their pins */
	int32_t n_arcs;             /* kept arcs into them */
	int32_t n_left;             /* states on paths of kept arcs */
	int32_t n_exact;            /* states of the exact product */
};

/* Whether labels keep an arc; as enum label_verdict of the kernels. */
enum label_arc {
	LABEL_ARC_UNKNOWN,
	LABEL_ARC_SAME,
	LABEL_ARC_BOUNDARY,
	LABEL_ARC_CUT,
	LABEL_ARC_OUTSIDE,
	LABEL_VERDICTS
};

/* A vertex of the region that is listed. */
struct label_pin_line {
	int32_t vertex;      /* of the graph: 2·pin + edge of a netlist */
	int32_t rank, label; /* -1, 0 = none */
	bool left;           /* on a path of kept arcs */
	bool exact;          /* on a path of the exact product */
	bool updated;        /* its rank or label changed in the last round */
	bool has_slack;
	int64_t slack; /* fs, setup, before credit; in a graph of costs the least cost through it */
};

/* A query of this session: the size of its subgraph, and its duration. */
struct label_run {
	bool paths;   /* find_paths found paths in it, else label_query labelled it */
	int64_t size; /* states and arcs */
	double ms;    /* from the command's begin to its end */
};

/* Is an arc on a false path, and did it admit one? */
enum label_false { LABEL_FALSE_ON = 1, LABEL_FALSE_ADMITS = 2 };

enum { LABEL_DRAWN = 60 }; /* states of a graph that is drawn */

/* An arc at the requested vertex. */
struct label_arc_line {
	int32_t from, to; /* vertices */
	int32_t rank;     /* of its tail */
	int32_t label[2]; /* of both ends */
	int32_t verdict;  /* enum label_arc */
	bool exact;
};

/* Regions are from 0; n pins from `first` on; the arcs around a vertex, -1 = the first pin's. */
REQUEST_BEGIN
struct labels_request {
	int64_t serial, place, region, first, n, vertex;
};
REQUEST_END

struct snap_labels {
	struct snap snap; /* its graph is that of the states */
	enum filter_rule rule;
	bool has_labels; /* false = the query has lists, which labels don't support */
	bool conflict;   /* the pins' ranks aren't descending: no path is kept */
	char *empty;     /* owned: why there is no path, NULL = there are paths */
	int64_t place;   /* step on the timeline */
	int32_t phase;   /* enum label_phase */
	char *query;     /* owned: the command's options */
	int32_t n_constraints, n_regions;
	struct label_constraint *constraint; /* owned */
	struct label_region *region;         /* owned [n_regions], n_constraints + 2 of them */
	int32_t n_ranked, highest;           /* pins that reach an end; the highest rank */
	int32_t n_pins, n_labelled;          /* pins; vertices with a label */
	int32_t n_arcs;                      /* arcs that paths may take */
	int32_t n_verdict[LABEL_VERDICTS];
	int32_t left_states, left_arcs; /* after both sub-forests */
	int32_t exact_states, exact_arcs;
	int32_t n_only_labels, n_only_exact; /* arcs in only one of the two subgraphs */
	/* of a request: */
	struct labels_request asked;
	int64_t n_listed, first_pin, n_pin_lines; /* vertices of the region; those in `pin` */
	struct label_pin_line *pin;               /* owned, from the highest rank down */
	int32_t vertex, n_arc_lines;
	struct label_arc_line *arc; /* owned */
	/* Owned, of a graph with at most LABEL_DRAWN states, else NULL: vertices [n_vertices]; enum
	 * label_arc [n_arcs], with lists LABEL_ARC_SAME for kept arcs; enum label_false [n_arcs]; a
	 * line for each false one of the worst paths, with the arc that admits it: */
	struct label_pin_line *drawn;
	uint8_t *drawn_arc, *drawn_false;
	char *false_paths;
	int32_t n_false;
	int32_t *rank_pins; /* owned [highest + 1]: pins of each rank, NULL without labels */
	int32_t n_runs;
	struct label_run *run; /* owned: the session's newest queries, in their order */
};

enum { LABEL_COLOURS = 8 };

/* A region's colour over a layout, 0xRRGGBB; colours repeat after LABEL_COLOURS regions. */
uint32_t label_colour(int32_t region);

/* The region of a label; the first one if several have it. */
int32_t snap_labels_region(const struct snap_labels *labels, int32_t label);

/* "max", "-" for none, or the number; "start to 1", "1 to 2", "outside"; the pin of a vertex with its edge, the name in
 * a graph without a netlist. */
void label_write(int32_t label, struct text *out);
void label_write_region(const struct snap_labels *labels, int32_t region, struct text *out);
void label_write_vertex(const struct graph *graph, int32_t vertex, struct text *out);

enum status snap_labels_new(struct graph *graph, int64_t serial, struct snap_labels **out);

#endif
