/* Data of lists of paths; only search_list.c and search_names.c include this. */
#ifndef GPU_SEARCH_SEARCH_LIST_IMPL_H
#define GPU_SEARCH_SEARCH_LIST_IMPL_H

#include "gpu/search/search_impl.h"

#define LIST_MEMORY "lists" /* its name in report_device */

/* A pattern's terms matched against the names of a search. */
struct list_terms {
	char *text; /* owned: the pattern, NULL = none */
	uint8_t *d_source,
		*d_sink;     /* device, owned [n_sources], [n_sinks]: bits of matching terms */
	int32_t *d_next_pin; /* device, owned, by next_pins; NULL = no term is about pins */
};

/* The two patterns that are cached: the list's filter, and the one searched for in it. */
enum { TERMS_OF_LIST, TERMS_OF_SOUGHT, N_TERMS };

struct path_list {
	/* Of the graph and its forest; device, owned. */
	int32_t *d_tail; /* [n_arcs]: the state that the arc leaves */
	int32_t *d_end;  /* [n_states]: the sink of the state's suffix */
	/* Names of sources, then of sinks, each with its NUL; owned, NULL = not made. */
	struct text names;
	int64_t *name; /* [n_sources + n_sinks]: where each begins */
	/* device, owned: places of the names in alphabetical order */
	int32_t *d_source_place, *d_sink_place;
	int32_t *d_sink_bucket; /* [n_sinks]: one bucket per endpoint; device, owned */
	int64_t n_buckets;
	struct columns facts; /* struct path_facts, by record */
	int64_t n_levels;     /* whose records have facts */
	struct list_terms terms[N_TERMS];
	/* All ranks sorted by a column; device, owned. */
	int32_t *d_sorted;
	int32_t sorted_level;
	enum path_column column;
	bool inverted;
	/* Ranks that pass the filter of edition shown_edition; device, owned. */
	int32_t *d_shown;
	int64_t n_shown;
	int32_t shown_level;
	int64_t shown_edition; /* 0 = none */
};

/* ---- search_names.c ---- */

/* Make list->names and list->name. */
enum status list_need_names(const struct search *search, struct path_list *list);
/* The places of n ends (numbered as list->name) in the alphabetical order of their names; equal
 * names share a place. The caller owns the device memory. */
enum status list_upload_places(struct queue *queue, const struct path_list *list, int32_t first,
			       int32_t n, int32_t **d_place);
/* Make `terms` those of the pattern, if they aren't yet. */
enum status list_need_terms(struct search *search, struct path_list *list,
			    const struct path_pattern *pattern, struct list_terms *terms);
void list_terms_release(struct queue *queue, struct list_terms *terms);

#endif
