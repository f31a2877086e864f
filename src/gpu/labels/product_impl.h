/* How product_space.c, product.c and product_image.c divide the work: what is kept between queries; which
 * states and arcs are left; the image of them. */
#ifndef GPU_LABELS_PRODUCT_IMPL_H
#define GPU_LABELS_PRODUCT_IMPL_H

#include "gpu/labels/device_labels.h"
#include "gpu/labels/product.h"

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

/* What both sweeps leave to the cones that are kept: levels below first_back and above last_forward. With
 * all_begin and all_end every path counts before its first group and after its last. */
struct product_sweeps {
	int32_t first_back, last_forward;
	bool all_begin, all_end;
};

/* ---- product.c ---- */

/* What the query names is marked; then, also on failure, product_making_release(). */
enum status product_begin_query(struct making *making);
/* What the query wrote is zero again. */
void product_end_query(struct making *making);
void product_making_release(struct making *making);

/* The cones of all paths, of a space that isn't transposed; once. */
enum status product_need_cones(struct product_space *space);
struct product_sweeps product_choose_sweeps(const struct making *making);
/* Sets of numbers from the ends back, on levels from `first` on, and forward from those up to `last` on. */
void product_sweep_back(struct making *making, int32_t first);
void product_sweep_forward(struct making *making, int32_t last);

/* ---- product_image.c ---- */

/* Sources, levels and weights; states and arcs are made. */
enum status product_finish(struct making *making);

#endif
