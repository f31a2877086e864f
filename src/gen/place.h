/*
 * From a netlist and a technology to a legal placement: a floorplan, a global placement by
 * quadratic wires with spreading, cells brought onto sites, a pass that improves them there.
 */
#ifndef GEN_PLACE_H
#define GEN_PLACE_H

#include "base/task.h"
#include "db/layout/placement.h"

struct place_options {
	double utilization; /* of the rows by cells, above 0 and at most 1 */
	double aspect;      /* height of the core by its width */
	/* Of the rows within the smallest windows, at most, large ones are nearer to the
	 * utilization; between that and 1. What is left above it is where hot spots come from. 0 =
	 * halfway to 1. */
	double density;
	int64_t seed; /* of the places that all begins with */
	/* Stop after this number of rounds of global placement, before cells are spread: they overlap then, and
	 * nothing is legal. 0 = go to the end. */
	int32_t rounds;
};

/* What becomes of it. */
struct place_report {
	int32_t n_cells, n_blocks, n_rows;
	double wires;       /* half perimeters of all nets, µm */
	double utilization; /* that came of it */
};

/*
 * Place all instances and ports. STATUS_FAILED when options can't be met or an instance can't be
 * placed: it has no macro, this has no site or isn't a row high, is wider than a row; or there is
 * no room. The result doesn't depend on the machine.
 */
enum status place_design(struct netlist *netlist, struct technology *technology,
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

/* A copy for a netlist that has the same ports and begins with the same instances; further ones are
 * unplaced. Of the components beyond the netlist fillers stay only if asked for. */
enum status placement_copy(const struct placement *from, struct netlist *netlist, bool fillers,
			   struct placement **out);

/*
 * Bring placed components onto sites of the rows without overlaps, each near to where it was.
 * Regions are not looked at. STATUS_FAILED when there is no room.
 */
enum status legalise(struct placement *placement, struct task *task);

#endif
