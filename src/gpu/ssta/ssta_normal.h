/*
 * Normal distributions in place of dies, to be compared with them: one pass over the same graph.
 *
 * Clark's first order (The Greatest of a Finite Set of Random Variables, 1961): each arrival is a normal variable
 * with a part of each shared factor; the larger of two is taken as normal with the mean and variance that it has.
 * What paths have in common besides factors is left out, as where they meet again, or where the clocks of launch
 * and capture come from.
 *
 * Quadrature (the rule of POCV): sigmas of a path add up in quadrature, and of two arrivals the one whose mean
 * and three sigma are later counts alone.
 *
 * In double precision on the host, one state after another: the same bytes whatever device and threads.
 */
#ifndef GPU_SSTA_SSTA_NORMAL_H
#define GPU_SSTA_SSTA_NORMAL_H

#include "gpu/ssta/ssta_cone.h"

enum ssta_rule { SSTA_CLARK, SSTA_QUADRATURE, N_SSTA_RULES };

struct ssta_normal {
	double mean, sigma; /* of a slack, fs */
};

struct ssta_normals {
	struct ssta_normal chip[N_SSTA_RULES];
	struct ssta_normal *end;   /* owned [N_SSTA_RULES × endpoints] */
	struct ssta_normal *group; /* owned [N_SSTA_RULES × groups]; unset where a group is empty */
};

/* `all`: the fan-in of all endpoints. To be released also after a failure. */
enum status ssta_normals_make(const struct ssta *ssta, const struct ssta_cone *all,
			      struct ssta_normals *out);
void ssta_normals_release(struct ssta_normals *normals);

#endif
