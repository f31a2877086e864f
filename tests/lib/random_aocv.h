/* Random AOCV tables and places for the cells of a random design. */
#ifndef TESTS_LIB_RANDOM_AOCV_H
#define TESTS_LIB_RANDOM_AOCV_H

#include "db/aocv.h"
#include "db/layout/placement.h"

/* Some tables, owned by the caller, for the design, its masters or its instances, rising and falling along depths (whole
 * numbers) and distances. */
struct aocv *random_aocv(const struct netlist *netlist);

/* Cells and ports at random places, now and then one of them nowhere. */
struct placement *random_places(struct netlist *netlist);
/* The same as the reference has it: [pins] µm, owned by the caller. */
double (*random_places_list(const struct placement *placement))[2];

#endif
