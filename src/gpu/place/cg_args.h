/* Arguments of k_cg.cu: conjugate gradients. */
#ifndef GPU_PLACE_CG_ARGS_H
#define GPU_PLACE_CG_ARGS_H

#include <stdint.h>

#include "gpu/place/device_cg.h"
#include "gpu/spmv/device_matrix.h"

/* r · r below which |r| is 0, as far as single precision goes. */
#define CG_LEAST 1e-70

struct cg_two {
	float of[2];
} __attribute__((aligned(8)));

struct cg_four {
	float of[CG_FOUR];
} __attribute__((aligned(16)));

/* Vectors have the entries of all systems side by side: [rows][systems], and zeros after them up to n_chunks × CG_CHUNK. */
struct cg_args {
	struct lab_csr a; /* without its diagonal */
	int32_t n_systems, n_tiles, n_chunks;
	int32_t preconditioner;      /* enum cg_preconditioner */
	const struct lab_tile *tile; /* [tiles + 1] */
	const float *diagonal;       /* [rows], and ones after it as vectors have zeros */
	float *x, *s, *p, *q, *z; /* s = M⁻¹ r, M the diagonal or 1; z of CG_POLYNOMIAL alone */
	const float *b;
	double *partial; /* [2 systems][the larger number of tiles or chunks] */
	struct cg_state *state;
	double *residual; /* out [most][systems]: r · r after each iteration */
	int32_t most;
	double tolerance; /* of |r| by |b|; 0 = it never ends */
};

/* Which vectors a product is of, and what is summed beside it. */
enum cg_product { CG_PRODUCT_BEGIN, CG_PRODUCT_DIRECTION, CG_PRODUCT_POLYNOMIAL };

struct cg_multiply_args {
	struct cg_args cg;
	int32_t what; /* enum cg_product */
};

#define cg_multiply_pair_args cg_multiply_args

struct cg_update_args {
	struct cg_args cg;
	int32_t begins; /* no step: only sums */
};

struct cg_direct_args {
	struct cg_args cg;
	int32_t begins; /* p = z */
};

#endif
