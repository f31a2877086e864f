/*
 * Levelization and the sweep of arrivals as a snapshot: the requested levels, the requested
 * vertices of one level, and the arcs into one vertex.
 */
#ifndef SNAP_ARRIVALS_H
#define SNAP_ARRIVALS_H

#include "snap/snap.h"

/* No arrival, no delay. As FS_NONE_64 of the kernels. */
#define ARRIVAL_NONE INT64_MAX

/* A level: the vertices whose longest path has this number of arcs from those without fan-in. */
struct arrival_level {
	int64_t n_vertices;
	int64_t n_arcs;         /* into them, all from lower levels */
	int32_t widest_fan_in;  /* arcs into one of them */
	int64_t n_arrived;      /* vertices with an arrival, once the level is swept */
	int64_t least, largest; /* of the arrivals, fs; ARRIVAL_NONE = no vertex has one */
	double level_ms, sweep_ms;
};

/* A vertex, as it is at the place. */
struct arrival_row {
	int32_t vertex;
	int32_t fan_in, left; /* arcs into it, and those that aren't counted down */
	int64_t arrival;      /* fs, ARRIVAL_NONE = none, or not swept yet */
	int32_t from;         /* the tail of the arc that decides, -1 = it begins here, or none */
	int64_t delay;        /* of that arc, fs */
};

struct arrival_arc {
	int32_t from, level; /* a vertex, and its level; -1 = not known yet */
	int64_t delay;       /* fs, ARRIVAL_NONE = nothing comes through */
	int64_t arrival;     /* of the tail, fs */
};

enum { ARRIVAL_ARCS = 16 }; /* arcs of the chosen vertex that are read at most */

REQUEST_BEGIN
struct arrivals_request {
	int64_t serial;
	int64_t place; /* on the timeline */
	int64_t first_level, n_levels;
	int64_t level;    /* whose vertices are read */
	int64_t first, n; /* vertices of the level, by number */
	int64_t chosen;   /* vertex of the level whose arcs are read, -1 = none */
};
REQUEST_END

struct snap_arrivals {
	struct snap snap;
	int64_t place;
	bool late;      /* the latest arrivals, else the earliest, or least costs */
	bool levelized; /* at the place: all levels are found */
	/* At the place: levels found, levels whose out-arcs are counted down, levels with
	 * arrivals. */
	int32_t n_found, n_counted, n_swept;
	int32_t n_all;    /* levels that were ever computed */
	int64_t n_widest; /* vertices of the widest of them */
	int64_t n_vertices, n_arcs;
	int64_t first_level, n_levels; /* of `level` */
	struct arrival_level *level;   /* owned [n_levels] */
	int64_t row_level;             /* whose vertices are here; n_in_level has all */
	int64_t n_in_level, first, n_rows;
	struct arrival_row *row; /* owned [n_rows] */
	int64_t chosen;          /* which of the level's vertices, -1 = none */
	struct arrival_row chosen_row;
	int32_t n_arcs_read; /* ≤ ARRIVAL_ARCS: the first arcs of the chosen one's fan-in */
	struct arrival_arc arc[ARRIVAL_ARCS];
};

enum status snap_arrivals_new(struct graph *graph, int64_t serial, struct snap_arrivals **out);

#endif
