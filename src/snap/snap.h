/*
 * Snapshots: results that never change once they are published. Algorithms make them, views and
 * reports read them, on any thread; the last reader frees them. They are on the host only.
 */
#ifndef SNAP_SNAP_H
#define SNAP_SNAP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "db/graph.h"
#include "db/state/state_graph.h"
#include "snap/list_filter.h"
#include "snap/request.h"

/* What every snapshot begins with. */
struct snap {
	atomic_int refs;
	void (*release)(struct snap *snap); /* frees what the rest of it owns; NULL = nothing */
	struct graph *graph; /* owned reference: names live there; NULL for a summary without one */
	int64_t serial;      /* of the search that made it; a new search has a new one */
};

/* A zeroed snapshot of `size` bytes with one reference to it and one from it to the graph,
 * which may be NULL. */
enum status snap_new(void **out, size_t size, void (*release)(struct snap *), struct graph *graph,
		     int64_t serial);
struct snap *snap_ref(struct snap *snap);
void snap_unref(struct snap *snap); /* NULL is fine */

/* ---- what a search has done so far ---- */

struct snap_timeline;

/* One deviation level. */
struct snap_level {
	int64_t n_parents;
	int64_t n_candidates; /* deviations of the parents */
	int64_t n_kept;       /* records that the level holds */
	int64_t n_new;        /* of them, in the ranking right after this level */
	int64_t n_ranked;     /* length of the ranking right after this level */
	bool full;            /* the ranking has its k paths */
	int64_t bound;        /* when full: slack of its last path, fs */
	double ms;
	bool retimes; /* no level: its parents are the paths re-timed, those kept the k worst by their own slacks */
};

enum search_state {
	SEARCH_RUNNING, /* there is more to do */
	SEARCH_EXACT,   /* no path outside can come into the ranking */
	SEARCH_CAPPED,  /* the level cap ended it: paths may be missing */
	SEARCH_LIMITED, /* … or the limit of re-timed paths was reached */
};

/* How the paths that labels leave differ from those that fulfil the query, of the k worst of either. */
struct label_counts {
	int64_t n_found, n_false; /* paths by labels; of them, that don't fulfil it */
	int64_t n_exact, n_lost;  /* paths that fulfil it; of them, that labels cut */
};

/* Of a ranking by own slacks: a rank from 0, and both slacks there, fs. */
struct snap_both {
	int64_t rank, slack, graph_slack;
};

enum { MOST_BOTH = 512 };

struct snap_search {
	struct snap snap;
	int64_t k;
	int32_t max_level; /* -1 = none */
	const char *method;
	char *query;                /* owned: the command that finds the same, NULL = not known */
	int64_t script;             /* the number of the script that has begun it */
	char *conditions;           /* owned: its options that leave paths out, NULL = not known */
	bool early;                 /* hold instead of setup */
	struct label_counts labels; /* of a search by labels, once it is done; else zeros */
	enum search_state state;
	bool cancelled;            /* the last step was cut short */
	int64_t n_ranked, n_below; /* length of the ranking; how many are below slack_min */
	bool has_paths;
	int64_t worst_slack; /* fs, when has_paths: of those in the ranking */
	int32_t n_levels;
	struct snap_level *level; /* owned */
	/* It is path-based: slacks are bounds until paths are re-timed (snap_level.retimes), and when some may be
	 * missing, these have `known` fs at least. */
	bool retimes;
	int64_t known;
	int64_t n_both; /* ≤ MOST_BOTH: of as many ranks, evenly spaced, the first and the last among them */
	struct snap_both *both;         /* owned */
	struct snap_timeline *timeline; /* owned reference: its steps */
};

enum status snap_search_new(struct graph *graph, int64_t serial, struct snap_search **out);

/* "exact", "inexact (level cap)" or "incomplete" */
const char *search_state_text(enum search_state state);

/* Length of the ranking right after a level; 0 before level 0 (−1). */
int64_t snap_search_ranked(const struct snap_search *search, int32_t level);

/* "131 of 2048 paths, exact", or the level after which it was like this. */
void snap_search_write_state(const struct snap_search *search, int32_t level, struct text *out);

/* ---- rows of the ranking ---- */

#define DISTANCE_UNKNOWN 1e300

struct snap_row {
	int64_t slack;    /* fs, with credit; a cost when the graph has no sources and sinks */
	int64_t credit;   /* fs, ≥ 0: of the clocks */
	int64_t borrowed; /* fs: by which a latch's data comes after the opening edge at no cost */
	int32_t n_deviations;
	int64_t parent_rank; /* from 0, -1 = none, or none here: with credit a parent may lack what
			      * its child has */
	int32_t startpoint, endpoint; /* vertices */
	int32_t source, sink; /* of the graph: which of the startpoint's and the endpoint's */
	int32_t n_points;
	int64_t rank;   /* from 0 */
	int32_t record; /* its number within the search, which no level changes */
	bool is_false;  /* of a search by labels: it doesn't fulfil the query */
	int32_t group; /* 1 + the path group in which it is listed; 0 = (the first of) its endpoint's */
	/* Of a path re-timed, fs: its slack by graph-based analysis, and what its required time differs by from the
	 * sink's. */
	int64_t graph_slack, margin;
	/* And with AOCV, by what it is derated: depths (0 = there are no tables), and in µm how far apart its cells
	 * are: < 0 = no table depends on it, ≥ DISTANCE_UNKNOWN. */
	int32_t n_cells, n_nets;
	double distance;
};

/* "AOCV: depth 4 (cells), 5 (nets), distance 103.250 um", of a path that AOCV derates. */
void snap_row_write_measures(const struct snap_row *row, struct text *out);

/* "2 of 10 paths are false, 0 of 8 are lost" */
void label_counts_write(const struct label_counts *counts, struct text *out);

REQUEST_BEGIN
struct rows_request {
	int64_t search;   /* its serial, as in all requests about one */
	int64_t first, n; /* places in the list */
	int64_t edition;  /* of the list */
	int32_t level;    /* the ranking after this one, as in all requests */
	int32_t follow;   /* one more than the record whose path is to be among them, 0 = none */
};
REQUEST_END

struct snap_rows {
	struct snap snap;
	int32_t level;    /* the ranking right after this level */
	int64_t n_ranked; /* its length */
	int64_t edition; /* of the filter (snap/list_filter.h) that is listed, 0 = all by slack … */
	int64_t n_shown;      /* … and how many paths that has */
	int64_t first, n;     /* the places in the list that are here, from 0 */
	struct snap_row *row; /* owned [n] */
	bool retimed;         /* they have slacks by graph-based analysis too */
	int64_t n_along;      /* none is listed, but this many match by names along the path */
	int64_t followed;     /* the place of the path that was to be found again, -1 = it
			   * isn't listed */
	double ms;            /* what making the list and reading of it took */
};

enum status snap_rows_new(struct graph *graph, int64_t serial, struct snap_rows **out);

REQUEST_BEGIN
struct match_request {
	int64_t search;
	int64_t from; /* the place before the first that is looked at */
	int64_t id;   /* another for each time */
	int32_t level;
	int32_t backward;
};
REQUEST_END

/* What a search for a pattern in a list has found. */
struct snap_match {
	struct snap snap;
	int32_t level;
	int64_t edition; /* of the filter that is listed */
	int64_t id;      /* of the asker, for its own use */
	int64_t place;   /* -1 = nothing matches */
	bool wrapped;    /* it went around the list's end */
	int64_t n_matches, n_listed;
	int64_t n_along; /* nothing matches, but this many of the ranking do by names along the path */
};

enum status snap_match_new(struct graph *graph, int64_t serial, struct snap_match **out);

/* ---- one path in full ---- */

struct snap_point {
	int32_t vertex;
	int64_t arrival; /* fs */
	int64_t delay;   /* of the arc into the point, fs; 0 at the first */
	bool deviates;   /* the arc into the point leaves the suffix forest */
	double slew;     /* ps; this and the load in a path that is timed */
	double load;     /* fF, of the net at the point */
	/* Of a path re-timed, fs: arrival and delay by graph-based analysis. */
	int64_t graph_arrival, graph_delay;
};

/* A path of the ranking that deviates from this one. */
struct snap_child {
	int64_t rank;
	int32_t point; /* index of the point it leaves; the last point for another sink there */
	int64_t cost;  /* its slack − this path's, fs */
};

REQUEST_BEGIN
struct path_request {
	int64_t search, level, rank;
	int64_t n_children; /* to be listed at most */
	/* Points whose arithmetic is wanted (last < first = none), see arithmetic_fill(). A command
	 * that runs delays the answer: another edition asks again. */
	int64_t first, last, edition;
};
REQUEST_END

struct snap_path {
	struct snap snap;
	int32_t level;
	int64_t rank;
	struct snap_row row;
	int64_t required; /* of the sink, fs, without credit */
	/* Its times and slews are those that come along it, and its slack is its own, whatever the list is by. */
	bool retimed;
	int64_t graph_required; /* then by graph-based analysis, fs */
	bool other_sink;        /* it deviates by ending in another sink than the forest's */
	int64_t n_points;
	struct snap_point *point; /* owned */
	/* It is one of a netlist; then all times are those of the edges that are compared, which
	 * may be later than the first, and: */
	bool timed;
	enum split split;                /* earliest or latest paths */
	struct constraints *constraints; /* owned reference: its clocks' names; NULL = none */
	struct endpoint endpoint;        /* what its end is checked against, … */
	struct relation relation;        /* … which edges that compares, … */
	bool at_latch;                   /* … with time that data may borrow, … */
	int32_t clock_vertex;  /* … where the clock ends, of the netlist, -1 = none, … */
	int64_t clock_arrival; /* … and when it does, fs */
	int32_t common_pin;    /* the last that launch and capture share, with credit; -1 = none */
	int64_t n_children;    /* in the ranking, all of them */
	int64_t n_child;       /* of them, listed here, by rank */
	struct snap_child *child; /* owned */
	int64_t first, last;      /* the points of … */
	struct text arithmetic;   /* … this; "" = none is there */
};

enum status snap_path_new(struct graph *graph, int64_t serial, struct snap_path **out);

/* ---- what one thread does in a step ---- */

/* An arc on its way, in the order in which it meets them. */
struct snap_walk_arc {
	int32_t from, to; /* vertices; to = -1: the path ends at another sink of `from` */
	int64_t delay;    /* fs; of a sink, its required time */
	int64_t dist;     /* least slack of the suffixes from `to`, fs */
	int64_t cost;     /* of leaving the forest by it, fs */
	int64_t slack;    /* of the child that does so, fs, without credit */
	int64_t place;    /* of the child among all that the level's parents write; -1 = it isn't
			   * written */
	bool in_forest;
};

enum { WALK_ARCS = 64, WALK_DRAWN = 60 };

REQUEST_BEGIN
struct walk_request {
	int64_t search, level, rank, step;
};
REQUEST_END

struct snap_walk {
	struct snap snap;
	int64_t step;  /* the step explained */
	int32_t shown; /* the ranking that … */
	int64_t rank;  /* … this is a rank of */
	int32_t level; /* of the step: -1 = the forest, 0 = sources, from there on parents */
	bool first;    /* no path at the rank takes part in the step: this is the first that does */
	bool credited; /* slacks in the ranking are with credit, those here before it */
	int64_t parent,
		n_parents;   /* which one it is, of how many; of level 0 and before, sources */
	int64_t parent_rank; /* in the ranking shown, from 0; -1 = not there */
	int64_t slack;       /* of the parent, without credit, or of the source's best path; fs */
	int32_t n_deviations;
	int32_t startpoint, endpoint; /* its vertices; no endpoint = -1 */
	int32_t head; /* the vertex where the walk begins, -1 = it is at the end already */
	int64_t dist; /* least slack of the suffixes from there, fs */
	int64_t n_vertices, n_candidates; /* of its walk: vertices, deviations, … */
	int64_t n_children;               /* … and those below the bound */
	bool has_bound;                   /* … which is: */
	int64_t bound;                    /* when the level was begun, fs */
	int64_t place;                    /* of its first child */
	int32_t n_batches;         /* batches in which the level's children were made so far */
	int64_t n_arc;             /* ≤ WALK_ARCS: the first of them */
	struct snap_walk_arc *arc; /* owned */
	/* The path at the rank, or else the first of the level, is a child of it: its rank (-1 =
	 * not there), which of the children, its place in the sorted level, and the arc where
	 * it leaves. */
	bool has_child;
	int64_t child_rank, child, child_sorted;
	struct snap_walk_arc child_arc;
	/* Of a graph of at most WALK_DRAWN vertices, once there is a forest; owned [n_vertices],
	 * else NULL: the arc to follow (n_arcs + s: sink s, -1: none) and the least slack of the
	 * suffixes, fs. */
	int32_t *forest;
	int64_t *dist_of;
	struct snap_path *path; /* owned reference: the path at the rank, NULL = there is none */
};

enum status snap_walk_new(struct graph *graph, int64_t serial, struct snap_walk **out);

/* ---- records ---- */

/* A deviation edge as table I of [CPG-J] has it. Of level 0 it leads from a source. */
struct snap_record {
	int32_t from,
		to; /* vertices; from = -1: it begins there, to = -1: it ends at another sink of `from` */
	int64_t parent;     /* its place in the level before; of level 0 the source */
	int64_t n_children; /* that the next level is given by it … */
	int64_t offset; /* … and the sum of these up to it: where those of the record after it begin */
	int64_t slack; /* fs, without credit */
};

REQUEST_BEGIN
struct records_request {
	int64_t search, level, first, n;
};
REQUEST_END

struct snap_records {
	struct snap snap;
	struct records_request asked;
	int64_t n_all, n;           /* of the level; those from `first` on that are here */
	struct snap_record *record; /* owned */
};

enum status snap_records_new(struct graph *graph, int64_t serial, struct snap_records **out);

/* ---- convergence ---- */

/* For each level, how far the ranking right after it is from the exact one (figure 11 of [CPG-J]):
 * the largest error of slack, rank by rank over the ranks that both have, and how many ranks are
 * missing. Where the exact one isn't known, from the newest: then it is that far at least. */
REQUEST_BEGIN
struct errors_request {
	int64_t search;
	int64_t n_levels; /* that it has by now */
};
REQUEST_END

struct snap_errors {
	struct snap snap;
	int32_t n_levels;
	bool exact;       /* against the exact ranking, not the newest */
	int64_t n_exact;  /* paths that one has */
	int64_t *error;   /* owned [n_levels], fs */
	int64_t *missing; /* owned [n_levels] */
};

enum status snap_errors_new(struct graph *graph, int64_t serial, struct snap_errors **out);

#endif
