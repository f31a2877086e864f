/* A preview of a query while it is typed, as a snapshot: the number of its pins and endpoints, and
 * its worst path. */
#ifndef SNAP_TYPED_H
#define SNAP_TYPED_H

#include "snap/snap.h"

enum { TYPED_LINE = 512 };

/* The commands that are previewed: name, option for setup or hold, whether only for netlists. */
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
	bool known;     /* false = no preview: the line is incomplete, or a name unknown */
	int64_t n_pins; /* on paths of the query */
	int64_t n_ends; /* endpoints */
	bool has_paths;
	bool is_cost;     /* the graph has costs instead of delays */
	bool is_credited; /* other slacks are after credit, this one isn't */
	int64_t slack;    /* fs, the worst, before credit; or the least cost */
};

enum status snap_typed_new(struct graph *graph, int64_t serial, struct snap_typed **out);

#endif
