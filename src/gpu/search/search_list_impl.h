/* What lists of paths are made of; only search_list.c and search_names.c include this. */
#ifndef GPU_SEARCH_SEARCH_LIST_IMPL_H
#define GPU_SEARCH_SEARCH_LIST_IMPL_H

#include "gpu/search/search_impl.h"

#define LIST_MEMORY "lists" /* what report_device calls it */

/* Where the names of a search meet the terms of a pattern: bits on the device, owned. */
struct list_terms {
	char *text;                 /* owned: of the pattern, NULL = none */
	uint8_t *d_source, *d_sink; /* [n_sources], [n_sinks] */
	int32_t *d_next_pin; /* [terms of pins * n_states]; NULL when no term is about pins */
};

/* The two patterns that are kept: what a list shows, and what is looked for in it. */
enum { TERMS_OF_LIST, TERMS_OF_SOUGHT, N_TERMS };

struct path_list {
	/* Of the graph and its forest; device, owned. */
	int32_t *d_tail; /* [n_arcs]: the state that each leaves */
	int32_t *d_end;  /* [n_states]: the sink after each */
	/* Names of sources and after them of sinks, each with its NUL; owned, NULL = not made. */
	struct text names;
	int64_t *name; /* [n_sources + n_sinks]: where each begins */
	/* device, owned: their places among names in order */
	int32_t *d_source_place, *d_sink_place;
	int32_t *d_sink_bucket; /* [n_sinks]: those of an endpoint have one; device, owned */
	int64_t n_buckets;
	struct columns facts; /* struct path_facts, by record … */
	int64_t n_levels;     /* … of the first n_levels levels */
	struct list_terms terms[N_TERMS];
	/* All ranks in the order of a column; device, owned. */
	int32_t *d_sorted;
	int32_t sorted_level;
	enum path_column column;
	bool inverted;
	/* The list of a filter; device, owned. */
	int32_t *d_shown;
	int64_t n_shown;
	int32_t shown_level;
	int64_t shown_edition; /* 0 = none */
};

/* ---- search_names.c ---- */

/* Make list->names and list->name. */
enum status list_need_names(const struct search *search, struct path_list *list);
/* The places of n ends (sources, and after them sinks) among their names in order; equal names
 * have one place. Device memory for the caller. */
enum status list_upload_places(struct queue *queue, const struct path_list *list, int32_t first,
			       int32_t n, int32_t **d_place);
/* Have the terms be those of a pattern. */
enum status list_need_terms(struct search *search, struct path_list *list,
			    const struct path_pattern *pattern, struct list_terms *terms);
void list_terms_release(struct queue *queue, struct list_terms *terms);

#endif
