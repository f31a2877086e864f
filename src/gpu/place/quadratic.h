/*
 * Quadratic placement as two linear systems with one matrix ([SpMV], section 4.2): cells are masses, nets are springs, what is fixed holds
 * them. Nets are modelled as in FastPlace (Viswanathan & Chu, TCAD 2005): with k pins up to 3 a clique of springs of 1/(k − 1), above that a
 * star, whose centre is a row of its own, of springs of k/(k − 1). In the minimum both pull alike.
 */
#ifndef GPU_PLACE_QUADRATIC_H
#define GPU_PLACE_QUADRATIC_H

#include "db/layout/placement.h"
#include "db/sparse.h"

struct quadratic {
	struct sparse *matrix; /* owned: cells, then stars */
	int32_t n_cells, n_stars;
	int32_t *component; /* owned [n_cells] */
	float *b; /* owned [rows][2]: x and y, in halves of the die's longer side from its centre */
	float *start; /* owned [rows][2]: where they are; what isn't placed, and stars, in the centre */
	double unit, centre[2]; /* lengths of db/layout/rect.h */
	int32_t n_held; /* cells without a way to anything fixed: a weak spring holds them to the centre */
};

/*
 * Of a placement whose ports and fixed components have places; what isn't fixed moves, as far as nets are on it. Two pins of a cell don't
 * pull at each other. STATUS_FAILED when nothing moves or nothing holds; STATUS_NO_MEMORY.
 */
enum status quadratic_new(const struct placement *placement, struct task *task,
			  struct quadratic *out);
void quadratic_release(struct quadratic *quadratic);
/* Put cells where a solution has them: [rows][2]; within the die, as lengths. */
void quadratic_apply(const struct quadratic *quadratic, const float *solution,
		     struct placement *placement);

#endif
