/* All endpoint pins of a netlist in a split by their slack, as a snapshot: the rows of a window. */
#ifndef SNAP_ENDPOINTS_H
#define SNAP_ENDPOINTS_H

#include "db/state/state_graph.h"
#include "snap/snap.h"

REQUEST_BEGIN
struct endpoints_request {
	int64_t edition;  /* another after each command: the answer's serial */
	int64_t first, n; /* rows */
	enum split split;
	int32_t before; /* by the slacks before CPPR */
};
REQUEST_END

struct endpoint_row {
	int64_t slack; /* fs, of the list's kind */
	char *pin, *group,
		*clock; /* owned: its name, the path group and the capturing clock's edge ("" = none) */
};

struct snap_endpoints {
	struct snap snap;
	struct endpoints_request asked;
	bool timed, pending; /* there are slacks; those after CPPR aren't computed yet */
	int64_t n_all, n_violated;
	int64_t first, n;
	struct endpoint_row *row; /* owned [n] */
};

enum status snap_endpoints_new(struct graph *graph, int64_t serial, struct snap_endpoints **out);

#endif
