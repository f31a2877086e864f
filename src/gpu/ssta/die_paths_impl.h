/* The inside of die_paths_open(): what is read of a search and of the timing, and the arrays being made. */
#ifndef GPU_SSTA_DIE_PATHS_IMPL_H
#define GPU_SSTA_DIE_PATHS_IMPL_H

#include "gpu/search/search_impl.h"
#include "gpu/ssta/die_paths.h"
#include "gpu/ssta/ssta_program_impl.h"

struct die_making {
	struct die_paths *out;
	struct search *search;
	const struct path_image *paths;
	struct timing *timing;
	const struct ssta *ssta;
	enum split split;
	/* Of the searched image, by its numbers; owned. */
	int32_t *image_row, *to, *arc_from, *source_from, *source_state, *forest;
	/* Of the image of states, by its numbers; owned. */
	int32_t *base_to, *base_source;
	int64_t *seed; /* [2 states] fs, FS_NONE_64 = none */
	/* Of the search; owned. */
	int32_t *parent, *arc, *ranked; /* [records], [records], [paths] */
	void *slack;                    /* [records] fs */
	/* Numbers of what is needed, -1 = it isn't; owned. */
	int32_t *record_number, *state_number; /* [records], [states of the searched image] */
	int32_t *arc_column, *check_column;    /* [places of delays], [sinks] */
	int32_t *node_number;                  /* [2 states] */
	int32_t *source_end, *sink_end;        /* [sources of the searched image], [sinks] */
	/* What is made; owned. Ends are columns after the others. */
	struct die_column *column;
	int64_t *column_bound, *end_bound, *node_bound; /* what each differs by at most, fs */
	struct die_node *node;
	struct die_node_arc *node_arc;
	struct die_end *end;
	struct die_record *record;
	int32_t *node_row, *state_row, *next, *next_column;
	int64_t column_capacity, end_capacity, node_arc_capacity, entry_capacity;
	int32_t n_node_arcs;
};

/* The column of an arc by the place of its delay, or of a sink's check; -1 = it doesn't vary. */
enum status die_column_of(struct die_making *m, int32_t place, bool is_check, int32_t *out);

/* die_clocks.c: the ends of the paths that go through sources and sinks that are marked in source_end and sink_end by 0 (others are -1), and
 * the states whose arrivals they depend on. What doesn't vary becomes -1. */
enum status die_clocks_make(struct die_making *m);

#endif
