/* How product_space.c, product.c and product_image.c divide the work: what is kept between queries; which
 * states and arcs are left; the image of them. */
#ifndef ALGO_PRODUCT_IMPL_H
#define ALGO_PRODUCT_IMPL_H

#include "algo/product.h"

/* States that the query names, and what they have until it is made. */
struct marked {
	int32_t n;
	int32_t *state, *d_state; /* owned, host and device [n] */
	uint64_t *d_word;         /* borrowed, device; or NULL */
	uint8_t *d_flag;          /* borrowed, device; or NULL */
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

/* Sources, levels and weights; states and arcs are made. */
enum status product_finish(struct making *making);

#endif
