/*
 * Paths of a netlist's timing as a search found them, and as the naive reference has them, in one
 * form to be compared: all of what a report says, with the arrival at every point.
 */
#ifndef TESTS_LIB_FOUND_H
#define TESTS_LIB_FOUND_H

#include "gpu/search/search.h"
#include "gpu/timing/timing.h"
#include "naive_paths.h"

struct found_path {
	enum split split;
	enum endpoint_kind kind;
	const char *group;       /* borrowed */
	int32_t launch, capture; /* clock edges, -1 = none */
	int32_t clock;           /* of a check, a vertex; -1 = none */
	int32_t delay_exception; /* -1 = none */
	int64_t required;        /* without credit */
	int64_t slack, credit;   /* the slack is with credit */
	int32_t n;
	int32_t *vertex;  /* owned [n]: 2·pin + edge */
	int64_t *arrival; /* owned [n] */
};

struct found {
	int64_t n, capacity;
	struct found_path *path; /* owned */
};

void found_release(struct found *found);

/* One more: a row whose source and sink are those of the state graph, with its n states. */
void found_add(struct found *found, const struct timing *timing, enum split split,
	       const struct snap_row *row, const int32_t *state, const int64_t *arrival, int32_t n);
/* The same for a path of the reference. */
void found_add_naive(struct found *found, const struct naive *naive, const struct naive_path *path,
		     enum naive_cppr cppr);
/* All of a split. */
void found_naive(struct found *found, const struct naive_paths *paths, enum split split,
		 enum naive_cppr cppr);

/* What a search on a timing finds, in its order: on an image of the state graph, or of a part of it
 * (not a transposed one). Aborts when the search fails. */
void found_search(struct found *found, struct queue *queue, const struct timing *timing,
		  struct image *image, const struct path_graph *paths,
		  const struct search_options *options);

/* The order of both is lost. The first difference is printed. */
bool found_same(const char *what, struct found *ours, struct found *wanted);
/* Are all of ours among the wanted, and the slacks of ours those that the wanted begin with? */
bool found_begin(const char *what, struct found *ours, struct found *wanted);
/* Are all of ours among them? */
bool found_among(const char *what, struct found *ours, struct found *wanted);
void found_tell(const char *whose, const struct found_path *path);

#endif
