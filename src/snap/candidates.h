/* Completions of a typed word as a snapshot: the first names of the design that begin with it. */
#ifndef SNAP_CANDIDATES_H
#define SNAP_CANDIDATES_H

#include "snap/snap.h"

enum { CANDIDATES_WORD = 256, CANDIDATES_LISTED = 500 };

/* Kinds of objects, bits. Vertices of a graph without a netlist count as pins. */
enum {
	CANDIDATE_CELLS = 1 << 0,
	CANDIDATE_PORTS = 1 << 1,
	CANDIDATE_NETS = 1 << 2,
	CANDIDATE_PINS = 1 << 3
};

REQUEST_BEGIN
struct candidates_request {
	int64_t edition;            /* of what is open */
	int64_t kinds;              /* bits, above */
	char word[CANDIDATES_WORD]; /* zeros after its end */
};
REQUEST_END

struct snap_candidates {
	struct snap snap;
	struct candidates_request asked;
	int64_t n_all;  /* names with this beginning; pins only after a complete cell's name */
	int64_t n;      /* ≤ CANDIDATES_LISTED: names listed, in order */
	char **name;    /* owned [n] */
	int64_t common; /* length of the longest common prefix of all n_all */
};

enum status snap_candidates_new(struct graph *graph, int64_t serial, struct snap_candidates **out);

#endif
