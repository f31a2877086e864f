/*
 * Endpoint pins of a netlist in a split by slack, as snapshots: the rows of a window; the
 * startpoint of each endpoint's worst path and the number of failing paths in the search; and that
 * worst path in full.
 */
#ifndef SNAP_ENDPOINTS_H
#define SNAP_ENDPOINTS_H

#include "db/state/state_graph.h"
#include "snap/snap.h"

REQUEST_BEGIN
struct endpoint_filter {
	int64_t low, high; /* fs, low ≤ slack < high; low ≥ high = any */
	enum split split;
	int32_t before; /* by the slacks before CPPR */
	int32_t kind;   /* only checks of this enum endpoint_kind; -1 = all */
	int32_t group;  /* path group of the state graph, from 0; -1 = all */
};

struct endpoints_request {
	int64_t edition;  /* another after each command: the answer's serial */
	int64_t first, n; /* rows */
	struct endpoint_filter of;
};

struct endpoint_starts_request {
	int64_t edition, first, n; /* likewise */
	int64_t search, level;     /* whose ranking's paths are counted; serial 0 = of none */
	struct endpoint_filter of;
};

struct endpoint_path_request {
	int64_t edition;
	struct endpoint_filter of; /* kind and limits don't matter */
	int64_t pin;               /* of the netlist */
	int64_t first, last;       /* as in struct path_request */
};
REQUEST_END

struct endpoint_row {
	int64_t slack;             /* fs, of the list's kind */
	int64_t change;            /* fs, since slacks were saved … */
	bool is_new;               /* … in which it has none */
	int32_t number;            /* of the pin in the netlist */
	char *pin, *group, *clock; /* owned: pin, path group, capturing clock's edge ("" = none) */
};

struct snap_endpoints {
	struct snap snap;
	struct endpoints_request asked;
	bool timed, pending;       /* there are slacks; those after CPPR aren't computed yet */
	bool credited;             /* false = slacks are the same before and after CPPR */
	int64_t n_all, n_violated; /* endpoints that pass the filter */
	int32_t n_groups;
	char *group; /* owned: name of the group chosen, NULL = all */
	char *saved; /* owned: name of the saved slacks compared with; NULL = none */
	int64_t first, n;
	struct endpoint_row *row; /* owned [n] */
};

enum status snap_endpoints_new(struct graph *graph, int64_t serial, struct snap_endpoints **out);

struct endpoint_start {
	char *pin; /* owned: where the worst path begins; NULL = not known */
	/* paths to the pin in the ranking with a negative slack, after credit if there is any */
	int64_t n_failing;
};

struct snap_endpoint_starts {
	struct snap snap;
	struct endpoint_starts_request asked;
	bool pending; /* a command runs: there are no startpoints yet */
	int64_t first, n;
	struct endpoint_start *row; /* owned [n] */
};

enum status snap_endpoint_starts_new(struct graph *graph, int64_t serial,
				     struct snap_endpoint_starts **out);

struct snap_endpoint_path {
	struct snap snap;
	struct endpoint_path_request asked;
	bool pending;           /* a command runs */
	struct snap_path *path; /* owned reference: of the state graph; NULL = there is none */
};

enum status snap_endpoint_path_new(struct graph *graph, int64_t serial,
				   struct snap_endpoint_path **out);

#endif
