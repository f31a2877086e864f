/*
 * A constrained subgraph as a snapshot: the pins of a query with their ranks and labels, the regions
 * between them, and what each step leaves; beside it what the exact product graph has.
 */
#ifndef SNAP_LABELS_H
#define SNAP_LABELS_H

#include "db/constraints.h"
#include "snap/snap.h"

enum label_option { LABEL_FROM, LABEL_THROUGH, LABEL_TO };

/* A pin of the query, or of a list the first one. */
struct label_constraint {
	enum label_option option;
	int32_t vertex;      /* of the graph, -1 = of none */
	int32_t n_pins;      /* of the list */
	int32_t edges;       /* EDGES_ of its transitions */
	int32_t rank, label; /* label 0 = none yet */
};

/* The region between two of them: region r after constraint r, the first region (0) ahead of all, and
 * one more for what has label 0. A pin belongs to the region ahead of it, as in the paper. */
struct label_region {
	int32_t label;              /* INT32_MAX = the first, 0 = outside */
	int32_t n_vertices;         /* pins with a transition so labelled */
	int32_t rank_min, rank_max; /* of them */
	int32_t n_arcs;             /* kept arcs that lead to them */
	int32_t n_left;             /* states that paths pass by kept arcs */
	int32_t n_exact;            /* states of the exact product */
};

/* What became of an arc, as enum label_verdict of the kernels. */
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
	bool left;           /* paths pass it by kept arcs … */
	bool exact;          /* … and in the exact product */
	bool updated;        /* its rank or label changed in the last round */
	bool has_slack;
	int64_t slack; /* fs, of setup before credit; of a graph of costs the least cost through it */
};

/* A query of this session: how large a part of the graph it left, and what it took. */
struct label_run {
	bool paths;   /* find_paths found paths in it, else label_query labelled it */
	int64_t size; /* states and arcs */
	double ms;    /* from the command's begin to its end */
};

/* Is an arc on a false path, and did it admit one? */
enum label_false { LABEL_FALSE_ON = 1, LABEL_FALSE_ADMITS = 2 };

enum { LABEL_DRAWN = 60 }; /* states of a graph that is drawn */

/* An arc around the vertex asked for. */
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
	bool has_labels; /* else lists, which only the exact product can answer */
	bool conflict;   /* the ranks of the pins are out of order: nothing is kept */
	char *empty;     /* owned: why there is no path, NULL = there are paths */
	int64_t place;   /* step on the timeline */
	int32_t phase;   /* enum label_phase */
	char *query;     /* owned: the options that asked for it */
	int32_t n_constraints, n_regions;
	struct label_constraint *constraint; /* owned */
	struct label_region *region;         /* owned [n_regions], n_constraints + 2 of them */
	int32_t n_ranked, highest;           /* pins that lead to an end; the highest rank */
	int32_t n_pins, n_labelled;          /* pins; vertices with a label */
	int32_t n_arcs;                      /* that paths may take */
	int32_t n_verdict[LABEL_VERDICTS];
	int32_t left_states, left_arcs; /* after both sub-forests */
	int32_t exact_states, exact_arcs;
	int32_t n_only_labels, n_only_exact; /* arcs that only one of them leaves */
	/* of a request: */
	struct labels_request asked;
	int64_t n_listed, first_pin, n_pin_lines; /* vertices of the region; those that are here */
	struct label_pin_line *pin;               /* owned, from the highest rank down */
	int32_t vertex, n_arc_lines;
	struct label_arc_line *arc; /* owned */
	/* Of a graph of at most LABEL_DRAWN states, else NULL: owned [n_vertices]; [n_arcs], enum label_arc, LABEL_ARC_SAME
	 * where lists leave it; [n_arcs], enum label_false; a line for each false path of the worst, with the arc that
	 * admitted it: */
	struct label_pin_line *drawn;
	uint8_t *drawn_arc, *drawn_false;
	char *false_paths;
	int32_t n_false;
	int32_t *rank_pins;    /* owned [highest + 1]: pins of each rank, NULL without labels */
	int32_t n_runs;        /* of the session, in their order … */
	struct label_run *run; /* … owned; the newest of many */
};

enum { LABEL_COLOURS = 8 };

/* 0xRRGGBB that a region is drawn in over a layout; more regions than colours share them. */
uint32_t label_colour(int32_t region);

/* The region of a label; of equal ones the first. */
int32_t snap_labels_region(const struct snap_labels *labels, int32_t label);

/* "max", "-" for none, or the number; "start to 1", "1 to 2", "outside"; the pin of a vertex with its edge, the name in
 * a graph without a netlist. */
void label_write(int32_t label, struct text *out);
void label_write_region(const struct snap_labels *labels, int32_t region, struct text *out);
void label_write_vertex(const struct graph *graph, int32_t vertex, struct text *out);

enum status snap_labels_new(struct graph *graph, int64_t serial, struct snap_labels **out);

#endif
