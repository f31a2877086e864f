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

#include "base/grow.h"
#include "base/status.h"
#include "base/text.h"
#include "db/graph.h"
#include "db/state/state_graph.h"
#include "snap/list_filter.h"
#include "snap/request.h"

/* The first member of every snapshot. */
struct snap {
	atomic_int refs;
	void (*release)(
		struct snap *snap); /* frees the rest of its contents; NULL = nothing to free */
	struct graph *graph;        /* owned reference: of vertices and names; NULL = none */
	int64_t serial;             /* of the search, stepper or edition that it is of */
};

/* A zeroed snapshot of `size` bytes, owned by the caller; it takes a reference to the graph, which
 * may be NULL. */
enum status snap_new(void **out, size_t size, void (*release)(struct snap *), struct graph *graph,
		     int64_t serial);
/* Defines snap_NAME_new(graph, serial, out), which makes such a snapshot of struct snap_NAME. */
#define SNAP_MAKER(name, release)                                                                  \
	enum status snap_##name##_new(struct graph *graph, int64_t serial,                         \
				      struct snap_##name **out)                                    \
	{                                                                                          \
		return snap_new((void **)out, sizeof **out, release, graph, serial);               \
	}

/* Defines release_NAME() for them: frees the arrays that a `snap` of struct snap_NAME owns. */
#define SNAP_OWNS(name, ...)                                                                       \
	static void release_##name(struct snap *of)                                                \
	{                                                                                          \
		struct snap_##name *snap = (struct snap_##name *)of;                               \
                                                                                                   \
		FREE_ALL(__VA_ARGS__);                                                             \
	}

struct snap *snap_ref(struct snap *snap);
void snap_unref(struct snap *snap); /* NULL is fine */
/* For a pointer to a snapshot of any kind that is unreferenced when its block is left (RELEASED_BY()). */
#define SNAP_HELD RELEASED_BY(snap_drop)
void snap_drop(void *pointer); /* a struct snap_NAME ** */

/* ---- progress of a search ---- */

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
	bool retimes; /* re-timing, not a level: of n_parents paths the n_kept worst */
};

enum search_state {
	SEARCH_RUNNING, /* there is more to do */
	SEARCH_EXACT,   /* no other path can come into the ranking */
	SEARCH_CAPPED,  /* ended by the level cap: paths may be missing */
	SEARCH_LIMITED, /* ended by the limit of re-timed paths: paths may be missing */
};

/* The k worst paths by labels compared with the k worst that fulfil the query. */
struct label_counts {
	int64_t n_found, n_false; /* paths by labels; those of them that don't fulfil the query */
	int64_t n_exact, n_lost;  /* paths that fulfil the query; those of them that labels cut */
};

/* A path of a re-timed ranking: its rank from 0 and both slacks, fs. */
struct snap_slack_pair {
	int64_t rank, slack, graph_slack;
};

enum { MOST_SLACK_PAIRS = 512 };

struct snap_search {
	struct snap snap;
	int64_t k;
	int32_t max_level; /* -1 = none */
	const char *method;
	char *query;                /* owned: the command that repeats it, NULL = not known */
	int64_t script;             /* number of the script that has begun it */
	char *conditions;           /* owned: its filtering options, NULL = not known */
	bool early;                 /* hold instead of setup */
	struct label_counts labels; /* of a search by labels, once it is done; else zeros */
	enum search_state state;
	bool cancelled;            /* the last step was cancelled */
	int64_t n_ranked, n_below; /* paths in the ranking; those below slack_min */
	bool has_paths;
	int64_t worst_slack; /* fs, of the ranking, if has_paths */
	int32_t n_levels;
	struct snap_level *level; /* owned */
	/* Path-based: slacks are lower bounds until paths are re-timed (snap_level.retimes);
	 * missing paths have a slack of at least `known` fs. */
	bool retimes;
	int64_t known;
	int64_t n_pairs;              /* ≤ MOST_SLACK_PAIRS */
	struct snap_slack_pair *pair; /* owned: evenly spaced ranks, with the first and the last */
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
	int64_t borrowed; /* fs, by a latch's data after the opening edge */
	int32_t n_deviations;
	int64_t parent_rank;          /* from 0; -1 = no parent, or it isn't in the ranking */
	int32_t startpoint, endpoint; /* vertices */
	int32_t source, sink;         /* of the graph, at these vertices */
	int32_t n_points;
	int64_t rank;   /* from 0 */
	int32_t record; /* number of its record in the search, fixed */
	bool is_false;  /* found by labels but doesn't fulfil the query */
	int32_t group;  /* 1 + path group that it is listed in; 0 = the endpoint's first one */
	/* Of a re-timed path, fs: its slack by graph-based analysis, and the difference of its
	 * required time from the sink's. */
	int64_t graph_slack, margin;
	/* With AOCV: depths (0 = no tables) and distance in µm (< 0 = no table depends on it, ≥
	 * DISTANCE_UNKNOWN = a cell isn't placed). */
	int32_t n_cells, n_nets;
	double distance;
};

/* Append "AOCV: depth 4 (cells), 5 (nets), distance 103.250 um" for a path derated by AOCV. */
void snap_row_write_measures(const struct snap_row *row, struct text *out);

/* "2 of 10 paths are false, 0 of 8 are lost" */
void label_counts_write(const struct label_counts *counts, struct text *out);

REQUEST_BEGIN
struct rows_request {
	int64_t search;   /* serial of the search, as in all such requests */
	int64_t first, n; /* places in the list */
	int64_t edition;  /* of the list */
	int32_t level;    /* the ranking after this level, as in all such requests */
	int32_t follow;   /* 1 + record whose path the rows are placed around, 0 = none */
};
REQUEST_END

struct snap_rows {
	struct snap snap;
	int32_t level;        /* the ranking right after this level */
	int64_t n_ranked;     /* its length */
	int64_t edition;      /* of the list's filter (snap/list_filter.h), 0 = all by slack */
	int64_t n_shown;      /* paths in the list */
	int64_t first, n;     /* places in the list, from 0, of `row` */
	struct snap_row *row; /* owned [n] */
	bool retimed;         /* rows have graph-based slacks, too */
	int64_t n_along;      /* if the list is empty: paths that match by names along the path */
	int64_t followed;     /* place of the path to follow, -1 = it isn't listed */
	double ms;            /* duration of making and reading the list */
};

enum status snap_rows_new(struct graph *graph, int64_t serial, struct snap_rows **out);

REQUEST_BEGIN
struct match_request {
	int64_t search;
	int64_t from; /* the search starts after this place (before it, if backward) */
	int64_t id;   /* a new number requests a new search */
	int32_t level;
	int32_t backward;
};
REQUEST_END

/* The result of searching a pattern in a list. */
struct snap_match {
	struct snap snap;
	int32_t level;
	int64_t edition; /* of the list's filter */
	int64_t id;      /* of the request */
	int64_t place;   /* of the match, -1 = none */
	bool wrapped;    /* the search went around the list's end */
	int64_t n_matches, n_listed;
	int64_t n_along; /* without a match: paths that match by names along the path */
};

enum status snap_match_new(struct graph *graph, int64_t serial, struct snap_match **out);

/* ---- one path in full ---- */

struct snap_point {
	int32_t vertex;
	int64_t arrival; /* fs */
	int64_t delay;   /* of the arc into the point, fs; 0 at the first */
	bool deviates;   /* the arc into the point leaves the suffix forest */
	double slew;     /* ps; slew and load only in a timed path */
	double load;     /* fF, of the net at the point */
	/* Of a re-timed path, fs: arrival and delay by graph-based analysis. */
	int64_t graph_arrival, graph_delay;
};

/* A path of the ranking that deviates from this one. */
struct snap_child {
	int64_t rank;
	int32_t point; /* index of the point where it deviates; the last point = to another sink */
	int64_t cost;  /* its slack minus this path's, fs */
};

REQUEST_BEGIN
struct path_request {
	int64_t search, level, rank;
	int64_t n_children; /* children listed at most */
	/* Points whose arithmetic is wanted (last < first = none), see arithmetic_fill(). A running
	 * command delays it: a new edition requests it again. */
	int64_t first, last, edition;
};
REQUEST_END

struct snap_path {
	struct snap snap;
	int32_t level;
	int64_t rank;
	struct snap_row row;
	int64_t required; /* of the sink, fs, without credit */
	/* Its times, slews and slack are re-timed, even if the list is by graph-based slack. */
	bool retimed;
	int64_t graph_required; /* of a re-timed path by graph-based analysis, fs */
	bool other_sink;        /* its last deviation is to another sink than the forest's */
	int64_t n_points;
	struct snap_point *point; /* owned */
	/* The path is of a netlist. Then its times are those of the compared clock edges, which may
	 * be in later periods, and the following are set: */
	bool timed;
	enum split split;
	struct constraints *constraints; /* owned reference: for names of clocks; NULL = none */
	struct endpoint endpoint;        /* the check at its end */
	struct relation relation;        /* the compared clock edges */
	bool at_latch;                   /* the data may borrow time */
	int32_t clock_vertex;  /* of the netlist: end of the capturing clock path, -1 = none */
	int64_t clock_arrival; /* there, fs */
	int32_t common_pin;    /* last common pin of launch and capture, with credit; -1 = none */
	int64_t n_children;    /* all children in the ranking */
	int64_t n_child;       /* those listed in `child`, by rank */
	struct snap_child *child; /* owned */
	int64_t first, last;      /* points of `arithmetic` */
	struct text arithmetic;   /* "" = none */
};

enum status snap_path_new(struct graph *graph, int64_t serial, struct snap_path **out);

/* ---- the work of one thread in a step ---- */

/* An arc on the thread's walk, in the order of the walk. */
struct snap_walk_arc {
	int32_t from, to; /* vertices; to = -1: the path ends at another sink of `from` */
	int64_t delay;    /* fs; of a sink, its required time */
	int64_t dist;     /* least slack of the suffixes from `to`, fs */
	int64_t cost;     /* of leaving the forest by the arc, fs */
	int64_t slack;    /* of the child that deviates by it, fs, without credit */
	int64_t place; /* of the child among all children written in the level; -1 = not written */
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
	int32_t shown; /* the ranking right after this level */
	int64_t rank;  /* in that ranking */
	int32_t level; /* of the step: -1 = the forest; up to level 0, parents are sources */
	bool first;    /* the step's first thread, as the path at the rank has no part in it */
	bool credited; /* slacks in the ranking include credit, those here don't */
	int64_t parent, n_parents; /* the thread's parent, of how many; up to level 0 a source */
	int64_t parent_rank;       /* in the ranking shown, from 0; -1 = not there */
	int64_t slack; /* of the parent, without credit, or of the source's best path; fs */
	int32_t n_deviations;
	int32_t startpoint, endpoint; /* its vertices; no endpoint = -1 */
	int32_t head; /* the vertex where the walk begins, -1 = it is at the end already */
	int64_t dist; /* least slack of the suffixes from there, fs */
	int64_t n_vertices, n_candidates; /* vertices and deviations of the walk */
	int64_t n_children;               /* deviations below the bound */
	bool has_bound;
	int64_t bound;             /* at the level's start, fs */
	int64_t place;             /* of the first child */
	int32_t n_batches;         /* batches of the level so far */
	int64_t n_arc;             /* ≤ WALK_ARCS: the walk's first arcs */
	struct snap_walk_arc *arc; /* owned */
	/* Whether the path at the rank, or else the first of the level, is a child of the parent;
	 * then its rank (-1 = not in the ranking), its number among the children, its place in the
	 * sorted level, and its deviation arc. */
	bool has_child;
	int64_t child_rank, child, child_sorted;
	struct snap_walk_arc child_arc;
	/* Of a graph with at most WALK_DRAWN vertices, once the forest is made, else NULL; owned
	 * [n_vertices]: the forest's arc (n_arcs + s: sink s, -1: none) and the least slack of the
	 * suffixes, fs. */
	int32_t *forest;
	int64_t *dist_of;
	struct snap_path *path; /* owned reference: the path at the rank, NULL = there is none */
};

enum status snap_walk_new(struct graph *graph, int64_t serial, struct snap_walk **out);

/* ---- records ---- */

/* A deviation edge as in table I of [CPG-J]. In level 0 it leads from a source. */
struct snap_record {
	/* vertices; from = -1: the path begins at `to`, to = -1: it ends at another sink of
	 * `from` */
	int32_t from, to;
	int64_t parent;     /* place in the level before; in level 0 the source */
	int64_t n_children; /* in the next level */
	int64_t offset; /* inclusive sum of n_children: where the next record's children begin */
	int64_t slack;  /* fs, without credit */
};

REQUEST_BEGIN
struct records_request {
	int64_t search, level, first, n;
};
REQUEST_END

struct snap_records {
	struct snap snap;
	struct records_request asked;
	int64_t n_all, n; /* records of the level; those from asked.first on in `record` */
	struct snap_record *record; /* owned */
};

enum status snap_records_new(struct graph *graph, int64_t serial, struct snap_records **out);

/* ---- convergence ---- */

/* For each level, the error of the ranking right after it (figure 11 of [CPG-J]): the largest
 * difference of slack from the exact ranking, rank by rank over the ranks that both have, and the
 * number of missing ranks. If the exact ranking isn't known, from the newest one: then the errors
 * are lower bounds. */
REQUEST_BEGIN
struct errors_request {
	int64_t search;
	int64_t n_levels; /* of the search so far */
};
REQUEST_END

struct snap_errors {
	struct snap snap;
	int32_t n_levels;
	bool exact;       /* compared with the exact ranking, not the newest one */
	int64_t n_exact;  /* paths in that ranking */
	int64_t *error;   /* owned [n_levels], fs */
	int64_t *missing; /* owned [n_levels] */
};

enum status snap_errors_new(struct graph *graph, int64_t serial, struct snap_errors **out);

#endif
