/*
 * The constrained subgraph that was asked for last (label_query): labels of its pins as a stepper,
 * and beside it the exact product.
 */
#ifndef SESSION_LABELS_H
#define SESSION_LABELS_H

#include "gpu/labels/labels.h"
#include "session/session.h"
#include "db/state/filters.h"
#include "snap/labels.h"

struct label_inquiry {
	struct stepper stepper;
	int64_t serial;
	struct graph *graph;       /* owned reference: of the states */
	struct label_space *space; /* borrowed: the design's */
	struct path_filter filter; /* its rule is the labels' */
	struct text words;         /* the options that asked */
	struct label_query asked;
	struct filter_query query; /* the same exactly */
	uint8_t *data_arc;         /* owned [n_arcs of the graph]: of a netlist; NULL = all */
	struct path_graph *exact;  /* owned */
	struct labels *labels;     /* owned; NULL = there are lists */
	struct labels *shown;      /* owned: as they were at an earlier place; NULL = as they are */
	int64_t place;             /* that they are shown at */
	struct label_paths
		*paths; /* owned: the worst, see session_need_false_paths(); NULL = not yet */
};

void label_inquiry_free(struct label_inquiry *inquiry); /* NULL is fine */

/* Ask: the session's inquiry takes the place of the one before. The filter is copied. With `paused`
 * no step is done yet. */
enum status session_ask_labels(struct session *session, const struct path_filter *filter,
			       const char *words, bool paused);
/* The stepper of the last one; STATUS_FAILED with a hint when there is none. */
enum status session_need_labels_stepper(struct session *session, struct stepper **out);
/* Its numbers at the place that is shown. The caller drops the reference. */
enum status session_read_labels(struct session *session, struct snap_labels **out);

/* Regions of the states of the exact product, [its n_vertices]. A state at a pin of a list belongs to the
 * region ahead, as pins do with labels; so does one where a path of -from begins. */
void label_state_regions(const struct label_inquiry *inquiry, int32_t *region);
/* The first region that each pin of a netlist is in, [n_all_pins], -1 = no path of the query passes it. */
enum status label_pin_regions(const struct label_inquiry *inquiry, int32_t *region);

/* Keep what a query took, for the curve of figure 13; `began` by clock_ms(). */
enum status session_note_run(struct session *session, bool paths, int64_t size, double began);

/* The vertex of a state: pin and transition, or itself. */
int32_t label_vertex(const struct label_inquiry *inquiry, int32_t state);
/* What is there at the place shown. labels_state_release() it. STATUS_FAILED without labels. */
enum status label_state(struct label_inquiry *inquiry, struct labels_state *out);

/* The k worst paths that labels leave beside the k worst that fulfil the query. */
struct label_paths {
	struct label_counts counts;
	uint8_t *is_false, *is_lost; /* owned, by rank */
	int32_t *
		admitted; /* owned, by rank: of a false path the point from which the arc leads that admitted it */
	struct traces found, exact; /* owned; vertices are states */
};

enum status session_compare_label_paths(struct session *session, int64_t k, bool early,
					struct label_paths *out);
/* Of the k = MOST_FALSE worst, once for each query; NULL where the rule leaves no false paths, or labels aren't done. */
enum { MOST_FALSE = 64 };
enum status session_need_false_paths(struct session *session, const struct label_paths **out);
void label_paths_release(struct label_paths *paths);
/* Names of n states, blanks between them. */
void label_write_path(const struct label_inquiry *inquiry, const int32_t *state, int64_t n,
		      struct text *out);

/* The worst path that fulfils a filter, without credit; its rows and traces are of the whole graph (whose
 * states are vertices). Both to be released; no row when there is none. */
enum status session_find_worst(struct session *session, const struct path_filter *filter,
			       bool early, struct snap_rows **rows, struct traces *traces);

/* Where the labels of a query cut a path of n states that it fulfils. */
struct label_cut {
	bool cut;         /* else labels leave it */
	bool conflict;    /* the ranks of the query's pins don't fall: everything is cut */
	int32_t from, to; /* states: the first arc that is cut; -1 = no arc, but its start or end */
	int32_t rank;     /* of `from` */
	int32_t label[2]; /* of both */
};

/* Of the inquiry; STATUS_FAILED without labels. */
enum status label_find_cut(struct label_inquiry *inquiry, const int32_t *state, int64_t n,
			   struct label_cut *out);

/* Does a path pass the groups of a query as path_graph.h says? `row` and its n vertices are of the whole
 * graph. */
bool path_fulfils(const struct path_query *query, const struct snap_row *row, const int32_t *vertex,
		  int64_t n);

#endif
