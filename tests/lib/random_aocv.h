/* Random AOCV tables and places for the cells of a random design. */
#ifndef TESTS_LIB_RANDOM_AOCV_H
#define TESTS_LIB_RANDOM_AOCV_H

#include "gpu/delay/timing_aocv.h"
#include "naive_paths.h"

/* Some tables, owned by the caller, for the design, its masters or its instances, rising and falling along depths (whole
 * numbers) and distances. */
struct aocv *random_aocv(const struct netlist *netlist);

/* Cells and ports at random places, now and then one of them nowhere. */
struct placement *random_places(struct netlist *netlist);

/* What a timing is derated by, and the same for the reference. */
struct random_derating {
	struct aocv *aocv;           /* owned, NULL = no tables */
	struct placement *placement; /* owned, NULL = none */
	struct aocv_depths depths;   /* owned */
	struct naive_aocv naive;     /* its places owned */
};

/* Half of the time none. */
void random_derating(struct netlist *netlist, struct timing *timing, struct random_derating *out);
/* No path has fewer cells or nets than the depths say; *points: of paths with cells, *tight: where one has as few. */
bool random_derating_holds(const struct random_derating *derating, const struct naive_paths *paths,
			   int64_t *points, int64_t *tight);
void random_derating_release(struct random_derating *derating);

#endif
