/*
 * From a netlist and a technology to a legal placement: a floorplan, or one that is there; a global placement on the device (gpu/place/placer.h);
 * cells brought onto sites; a pass that improves them there.
 */
#ifndef GEN_PLACE_H
#define GEN_PLACE_H

#include "base/task.h"
#include "db/layout/placement.h"
#include "gpu/place/placer.h"

/* Where cells are at the beginning of global placement. */
enum place_start {
	/* Where quadratic wires would have them (gpu/place/quadratic.h); without a port or a fixed cell on their nets in the middle. */
	PLACE_QUADRATIC,
	PLACE_CENTRE,  /* all in the middle of the core */
	PLACE_CURRENT, /* where they are; what isn't placed in the middle */
};

struct place_options {
	struct technology *technology; /* borrowed; its own where a floorplan is kept */
	/* Keep its die, rows, ports, blocks and fixed cells, borrowed; fillers go. NULL = make a floorplan. */
	const struct placement *floorplan;
	double utilization; /* of the rows by cells, above 0 and at most 1; of a new floorplan */
	double aspect;      /* height of the core by its width; the same */
	/* Target density of the sites between what is fixed, at most 1. 0 = halfway from the cells' share to 1. */
	double density;
	int64_t seed; /* of the fillers' places, and of what is in one place at first */
	enum place_start start;
	/* Stop after this number of iterations of global placement: cells overlap then, and
	 * nothing is legal. 0 = go to the end. */
	int32_t iterations;
};

/* What becomes of it. */
struct place_report {
	int32_t n_cells, n_blocks, n_rows;
	int32_t n_iterations;
	double overflow;    /* after global placement */
	double wires;       /* half perimeters of all nets, µm */
	double utilization; /* that came of it */
};

/*
 * A placement that is being made. STATUS_FAILED when options can't be met or an instance can't be
 * placed: it has no macro, this has no site or isn't a row high, is wider than a row; there is
 * no room; the floorplan has no rows, a block without a place, a region that cells must be inside of. Of soft blockages global placement has
 * nothing, of partial ones the area that their density leaves; legalising may use both (DEF 5.8: they bind initial placement). The result depends neither on the
 * device nor on the number of threads.
 */
struct place;
enum status place_begin(struct queue *queue, struct netlist *netlist,
			const struct place_options *options, struct task *task, struct place **out);
void place_free(struct place *place); /* NULL is fine */
/* Its global placement, to be stepped; borrowed. */
struct placer *place_placer(struct place *place);
/* How hard nets pull, by the netlist's numbers: from the next iteration on. */
enum status place_set_weights(struct place *place, const float *weight);
/* Is an instance one of the cells that are placed? */
bool place_moves(const struct place *place, int32_t instance);
/* What acts on one; STATUS_FAILED when it isn't one of the cells that are placed. */
enum status place_force_of(struct place *place, int32_t instance, struct placer_force *out);
/* Cells where global placement has them: a copy. */
enum status place_look(struct place *place, struct placement **out);
/* What there is of it, with cells as they were looked at last. */
void place_describe(const struct place *place, struct place_report *report);
/* Cells from there onto sites, and improved: a copy. `report` may be NULL. */
enum status place_finish(struct place *place, struct place_report *report, struct placement **out);

/* All of it. */
enum status place_design(struct queue *queue, struct netlist *netlist,
			 const struct place_options *options, struct task *task,
			 struct place_report *report, struct placement **out);

/*
 * A copy with the gaps in its rows filled by cells of CLASS CORE SPACER (FILLER_0, …), the widest
 * that fits first. The names of the macros to use may be given, else all of the technology are.
 * STATUS_FAILED when there are none.
 */
enum status place_fillers(const struct placement *placement, const char *const *macro,
			  int32_t n_macros, struct task *task, struct placement **out);

/* Of all nets, in lengths; pins that aren't placed are left out. */
int64_t half_perimeters(const struct placement *placement);

/*
 * Bring placed components onto sites of the rows without overlaps, each near to where it was.
 * Regions are not looked at. STATUS_FAILED when there is no room.
 */
enum status legalise(struct placement *placement, struct task *task);

#endif
