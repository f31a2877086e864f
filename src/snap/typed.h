/* What a query that is being typed would leave, as a snapshot: before it is asked. */
#ifndef SNAP_TYPED_H
#define SNAP_TYPED_H

#include "snap/snap.h"

enum { TYPED_LINE = 512 };

/* The commands whose lines are such queries: their names, their options for setup or hold, and whether
 * they are for netlists alone. */
#define TYPED_QUERIES(X)                                                                           \
	X("find_paths", "-path_delay", false)                                                      \
	X("find_timing_paths", "-path_delay", true)                                                \
	X("label_query", "-path_delay", false)                                                     \
	X("report_checks", "-path_delay", true)                                                    \
	X("report_timing", "-delay_type", true)

REQUEST_BEGIN
struct typed_request {
	int64_t edition;       /* of what is open */
	char line[TYPED_LINE]; /* zeros after its end */
};
REQUEST_END

struct snap_typed {
	struct snap snap;
	struct typed_request asked;
	bool known;     /* else it can't be said: the line isn't complete, or names nothing */
	int64_t n_pins; /* on the way */
	int64_t n_ends; /* endpoints */
	bool has_paths;
	bool is_cost;     /* of a graph of costs */
	bool is_credited; /* slacks have credit elsewhere */
	int64_t slack;    /* fs, the worst, before credit; or the least cost */
};

enum status snap_typed_new(struct graph *graph, int64_t serial, struct snap_typed **out);

#endif
