/*
 * The newest constrained subgraph (label_query): the stepper of its labels, and for comparison the
 * exact product graph.
 */
#ifndef SESSION_LABELS_H
#define SESSION_LABELS_H

#include "gpu/labels/labels.h"
#include "session/search.h"
#include "db/state/filters.h"
#include "snap/labels.h"

struct label_inquiry {
	struct stepper stepper;
	int64_t serial;
	struct graph *graph;       /* owned reference: of the states */
	struct label_space *space; /* borrowed: the design's */
	struct path_filter filter; /* with the labels' rule */
	struct text words;         /* the command's options */
	struct label_query asked;
	struct filter_query query; /* the filter without the labels' approximation */
	uint8_t *data_arc;         /* owned [n_arcs of the graph]: of a netlist; NULL = all */
	struct path_graph *exact;  /* owned */
	struct labels *labels; /* owned; NULL = the filter has lists, which labels don't support */
	struct labels *shown;  /* owned: the labels at an earlier place; NULL = the newest */
	int64_t place;         /* of the timeline, shown */
	struct label_paths *paths; /* owned, by session_need_false_paths(); NULL = not made yet */
};

struct label_inquiry *session_inquiry(const struct session *session); /* NULL = none */

/* Begin an inquiry in place of the session's earlier one. The filter is copied. With `paused` no
 * step is done yet. */
enum status session_ask_labels(struct session *session, const struct path_filter *filter,
			       const char *words, bool paused);
/* The stepper of the inquiry; STATUS_FAILED with a hint without one. */
enum status session_need_labels_stepper(struct session *session, struct stepper **out);
/* The labels' counts at the shown place. The caller drops the reference. */
enum status session_read_labels(struct session *session, struct snap_labels **out);

/* The region of each state of the exact product, [its n_vertices]. A state at a pin of a list
 * belongs to the region after the list, like its pin with labels; so does a state where a path of
 * -from begins. */
void label_state_regions(const struct label_inquiry *inquiry, int32_t *region);
/* The first region that each pin of a netlist is in, [n_all_pins], -1 = on no path of the query. */
enum status label_pin_regions(const struct label_inquiry *inquiry, int32_t *region);

/* Record the duration of a query, for the curve of figure 13; `began` by clock_ms(). */
void session_note_run(struct session *session, bool paths, int64_t size, double began);

/* The vertex of a state: of a netlist pin and edge, of a graph the state itself. */
int32_t label_vertex(const struct label_inquiry *inquiry, int32_t state);
/* The labels at the shown place; release by labels_state_release(). STATUS_FAILED without
 * labels. */
enum status label_state(struct label_inquiry *inquiry, struct labels_state *out);

/* The k worst paths in the subgraph by labels (found), and the k worst that fulfil the query
 * (exact). */
struct label_paths {
	struct label_counts counts;
	uint8_t *is_false, *is_lost; /* owned, by rank in `found`, in `exact` */
	int32_t *admitted; /* owned, by rank: in a false path, the tail of the arc that admits it */
	struct traces found, exact; /* owned; vertices are states */
};

enum status session_compare_label_paths(struct session *session, int64_t k, bool early,
					struct label_paths *out);
/* The comparison for k = MOST_FALSE, made once a query; NULL if the rule is exact or the labels
 * aren't finished. */
enum { MOST_FALSE = 64 };
enum status session_need_false_paths(struct session *session, const struct label_paths **out);
void label_paths_release(struct label_paths *paths);
/* Append the names of n states, separated by blanks. */
void label_write_path(const struct label_inquiry *inquiry, const int32_t *state, int64_t n,
		      struct text *out);

/* The worst path that fulfils a filter, without credit. Its row and trace refer to the whole graph,
 * whose states are its vertices. The caller releases both; no row if there is no such path. */
enum status session_find_worst(struct session *session, const struct path_filter *filter,
			       bool early, struct snap_rows **rows, struct traces *traces);

/* Where a query's labels cut a path that fulfils the query. */
struct label_cut {
	bool cut;      /* false = the path is in the labels' subgraph */
	bool conflict; /* the ranks of the query's pins aren't descending: all paths are cut */
	int32_t from,
		to; /* states: the first arc that is cut; one is -1 if the path's start or end is */
	int32_t rank;     /* of `from` */
	int32_t label[2]; /* of both */
};

/* The cut of a path of n states; STATUS_FAILED without labels. */
enum status label_find_cut(struct label_inquiry *inquiry, const int32_t *state, int64_t n,
			   struct label_cut *out);

/* Does a path pass the query's groups (path_graph.h)? `row` and its n vertices are of the whole
 * graph. */
bool path_fulfils(const struct path_query *query, const struct snap_row *row, const int32_t *vertex,
		  int64_t n);

#endif
