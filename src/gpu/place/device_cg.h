/* Systems that conjugate gradients solve, in device memory. */
#ifndef GPU_PLACE_DEVICE_CG_H
#define GPU_PLACE_DEVICE_CG_H

#include <stdint.h>

enum {
	CG_SYSTEMS = 2,  /* at most, of one matrix: x and y */
	CG_LANES = 256,  /* partial sums of a chunk, of a tile, of all of them */
	CG_FOUR = 4,     /* entries of a vector that are read at once */
	CG_CHUNK = 1024, /* entries of a vector that a block takes */
	CG_TILE_ENTRIES = 2048,
	CG_TILE_ROWS = 512, /* at most; a tile is rows whose entries fit, or a longer row alone */
};

enum cg_preconditioner { CG_NONE, CG_JACOBI, CG_POLYNOMIAL, N_CG_PRECONDITIONERS };

/* What isn't positive definite. */
enum cg_broken { CG_NOT_BROKEN, CG_MATRIX_BROKEN, CG_PRECONDITIONER_BROKEN };

/* Where it is; on the device, so that nothing waits for the host. */
struct cg_state {
	double rz[CG_SYSTEMS]; /* r · z, z = M⁻¹ r */
	double alpha[CG_SYSTEMS], beta[CG_SYSTEMS];
	double size[CG_SYSTEMS]; /* b · b */
	double stop[CG_SYSTEMS]; /* r · r at which it is solved */
	double rr[CG_SYSTEMS];   /* r · r */
	int32_t solved[CG_SYSTEMS];
	int32_t broken; /* enum cg_broken: p · A p, or r · z, isn't above 0 */
	int32_t iterations;
	int32_t n_through[2]; /* blocks that have reached the end of a kernel */
	int32_t over;         /* all are solved, or it is broken: what is queued does nothing */
};

#endif
