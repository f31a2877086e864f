/* Names of the design that begin with what is typed, as a snapshot: the first of them. */
#ifndef SNAP_CANDIDATES_H
#define SNAP_CANDIDATES_H

#include "snap/snap.h"

enum { CANDIDATES_WORD = 256, CANDIDATES_LISTED = 500 };

/* Of what; bits. A graph without a netlist has vertices, which count as pins. */
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
	int64_t n_all;  /* names that begin so; a pin's is listed once its cell is complete */
	int64_t n;      /* ≤ CANDIDATES_LISTED: those here, in order */
	char **name;    /* owned [n] */
	int64_t common; /* bytes that all n_all have in common */
};

enum status snap_candidates_new(struct graph *graph, int64_t serial, struct snap_candidates **out);

#endif
