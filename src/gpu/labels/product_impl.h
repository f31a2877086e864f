/* Shared by product_space.c (data kept between queries), product.c (states and arcs of the product)
 * and product_image.c (its image). */
#ifndef GPU_LABELS_PRODUCT_IMPL_H
#define GPU_LABELS_PRODUCT_IMPL_H

#include "gpu/labels/device_labels.h"
#include "gpu/labels/product.h"

/* States that the query names, whose words or flags are set until it is done. */
struct marked {
	int32_t n;
	int32_t *state, *d_state; /* owned, host and device [n] */
	uint64_t *d_word;         /* borrowed, device; or NULL */
	uint8_t *d_flag;          /* borrowed, device */
	enum product_mark mark;   /* the flag's value; a state that has both is excluded */
};

struct making {
	struct product_space *space;
	const struct path_lists *query;
	const struct product_limits *limits; /* or NULL */
	struct queue *queue;
	struct device_product device;
	struct marked grouped, excluded;
	uint8_t *d_arc_ok; /* device, owned [n_arcs]: of the limits; NULL = the space's */
	int32_t *d_n_arc;  /* device, owned [n_states] of the product */
	int64_t *d_begin;  /* device, owned [n_states + 1] of the product */
	int32_t *part_row; /* owned, host [2 n_levels + 1]: of the base, in the product */
	int32_t n_states, n_arcs, n_sources, n_sinks;
	struct path_image *out; /* owned until it is done */
};

/* The levels that the sweeps cover, from first_back on and up to last_forward; the others' sets
 * follow from the cached cones. */
struct product_sweeps {
	int32_t first_back, last_forward;
	bool all_begin, all_end; /* all sources are allowed, all sinks */
};

/* ---- product.c ---- */

/* Set the words and flags of the query's states. Afterwards, also on failure,
 * product_making_release(). */
enum status product_begin_query(struct making *making);
/* Reset them to zero. */
void product_end_query(struct making *making);
void product_making_release(struct making *making);

/* Make d_reaches and d_reached of a space that isn't transposed, once. */
enum status product_need_cones(struct product_space *space);
struct product_sweeps product_choose_sweeps(const struct making *making);
/* The sets of levels from `first` on, in a sweep from the ends back; those of levels up to `last`,
 * in a forward sweep. */
void product_sweep_back(struct making *making, int32_t first);
void product_sweep_forward(struct making *making, int32_t last);

/* ---- product_image.c ---- */

/* Make the image's sources, levels and weights; its states and arcs are made before. */
enum status product_finish(struct making *making);

#endif
