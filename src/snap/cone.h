/*
 * The surroundings of a pin as a snapshot: its fan-in or fan-out, or the pins of its cell or net,
 * by slack; only the requested lines.
 */
#ifndef SNAP_CONE_H
#define SNAP_CONE_H

#include "snap/snap.h"

enum cone_side {
	CONE_FANIN,
	CONE_FANOUT,
	CONE_CELL, /* the other pins of its cell */
	CONE_NET,  /* the other pins of its net */
	N_CONE_SIDES
};

/* No slack, no time, no limit. As FS_NONE_64 of the kernels. */
#define CONE_NOTHING INT64_MAX

/* A vertex and its worst times (fs), and with a netlist slew (ps) and load (fF). */
struct cone_point {
	int32_t vertex; /* of the graph: 2·pin + edge of a netlist */
	int64_t arrival, required, slack;
	double slew, load;
};

struct cone_line {
	struct cone_point point;
	int32_t of;    /* index of the middle's point that the arc leads to, or comes from */
	int32_t arc;   /* of the graph, -1 = none */
	int64_t delay; /* fs, CONE_NOTHING = the arc has none */
	bool decides;  /* the arc gives the middle's arrival (fan-in) or required time (fan-out) */
	int64_t words; /* offset of the arc's text in snap_cone.words; -1 = none */
};

REQUEST_BEGIN
struct cone_request {
	int64_t edition;                     /* the answer's serial */
	int64_t slack_max, first, n, vertex; /* as in struct cone_query */
	enum cone_side side;
	enum split split;
};
REQUEST_END

struct snap_cone {
	struct snap snap; /* its graph is that of the vertices */
	int32_t vertex;   /* of the request, like the next three */
	enum cone_side side;
	enum split split;
	int64_t slack_max; /* fs */
	bool credited;     /* slacks are after CPPR */
	int64_t n_bounds;  /* states whose slack after CPPR is only a lower bound */
	int32_t n_points;  /* of the middle: both edges of a pin, or one vertex; 0 = no such pin */
	struct cone_point point[2];
	int64_t n_all, n;       /* lines; those within slack_max */
	int64_t largest;        /* largest slack of all lines */
	int64_t first, n_lines; /* of `line` */
	struct cone_line *line; /* owned [n_lines] */
	struct text words;      /* kinds of arcs: "wire", "-unate when A&!B", each with a NUL */
};

/* Paths of the ranking through a pin. */
REQUEST_BEGIN
struct through_request {
	int64_t search, level, vertex;
	int64_t first, n; /* places in the list */
};
REQUEST_END

struct snap_through {
	struct snap snap;
	int32_t level;         /* the ranking right after this level */
	int32_t vertex;        /* of the request */
	int64_t n;             /* paths through it */
	int64_t first, n_rows; /* of `rank` and `row` */
	int64_t *rank;         /* owned [n_rows], from 0 */
	struct snap_row *row;  /* owned [n_rows] */
};

enum status snap_through_new(struct graph *graph, int64_t serial, struct snap_through **out);

enum status snap_cone_new(struct graph *graph, int64_t serial, struct snap_cone **out);

/* The kind of a line's arc, "" = unknown. */
const char *snap_cone_words(const struct snap_cone *cone, const struct cone_line *line);

#endif
