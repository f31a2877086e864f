/*
 * Conjugate gradients on a device for a symmetric positive definite matrix and one or two right sides: see gpu/place/k_cg.cu. Nothing
 * waits for the host until its state is asked for.
 */
#ifndef GPU_PLACE_CG_H
#define GPU_PLACE_CG_H

#include "db/sparse.h"
#include "gpu/device/device.h"
#include "gpu/place/cg_args.h"

/* One or two systems with the same matrix. */
struct cg_system {
	const struct sparse *a; /* borrowed, symmetric */
	int32_t n_systems;      /* 1 or 2 */
	const float *b,
		*start; /* borrowed, [rows][systems]: the right sides, where to begin; NULL = at 0 */
};

struct cg_options {
	enum cg_preconditioner preconditioner;
	double tolerance; /* of |b − A x| by |b|; 0 = it never ends, to be measured */
	int32_t most;     /* iterations */
};

struct cg {
	struct queue *queue; /* borrowed */
	struct cg_args args; /* owned arrays */
	int32_t queued;      /* iterations */
};

/* STATUS_FAILED when the matrix isn't square or a diagonal isn't above 0; STATUS_DEVICE_MEMORY,
 * STATUS_NO_MEMORY. */
enum status cg_open(struct queue *queue, const struct cg_system *system,
		    const struct cg_options *options, struct cg *out);
void cg_close(struct cg *cg); /* all zero is fine */
/* Start again from x0, [rows][systems] on the device or NULL = 0: queued. */
void cg_begin(struct cg *cg, const float *d_x0);
/* So many iterations, queued; those after the end do nothing. */
void cg_iterate(struct cg *cg, int32_t n);
/* Where it is; STATUS_FAILED when p · A p isn't above 0, or r · z of the polynomial isn't. `residual` (may be NULL) gets r · r of
 * each system: the one it began with and after each iteration, at most `most` + 1. */
enum status cg_read(struct cg *cg, struct cg_state *state, double *residual);
/* The solution so far: [rows][systems]. */
enum status cg_solution(struct cg *cg, float *x);
/* Iterations of a state; it counts its beginning too. */
static inline int32_t cg_iterations(const struct cg_state *state)
{
	return state->iterations - 1;
}

/* |b − A x| / |b| of a system in double precision, on the host. */
double cg_true_residual(const struct sparse *a, int32_t n_systems, int32_t system, const float *b,
			const float *x);

/* Bytes that an iteration has to move, as the kernels' comments say. */
int64_t cg_bytes(const struct sparse *a, int32_t n_systems, enum cg_preconditioner preconditioner);
/* Operations of an iteration as [SpMV] counts them: products and additions of the matrix and of five vector operations. */
double cg_operations(const struct sparse *a, int32_t n_systems);

#endif
