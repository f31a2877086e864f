/*
 * density_printed: algorithms 2, 3 and 6 of [Density]. Write its body, then in warpscope: kernel_try density_printed THIS_FILE
 *
 * Item i: a box. Each bin (u, v) is to get the area that it has in common with the box; bin (u, v) is entry v * bins.columns + u of
 * both arrays. A box of less area than `threshold` bins adds it to `map` (A) bin by bin. A larger one adds a few numbers to
 * `difference` (D), each of which counts for all bins right of it and above it, and a few to `map`. After the kernel, algorithm 1 sums up
 * D and adds it to A; this sum is compared with ours.
 *
 *	k->bins        columns, rows, shift: a bin is 1 << shift units wide and high
 *	k->box         [boxes] struct density_box_32: x1, y1, x2, y2 in units, within the grid; none where x1 = x2 or y1 = y2
 *	k->threshold   in bins
 *	k->difference  [bins] uint64_t, sums that may wrap
 *	k->map         [bins] uint64_t, the same
 *
 * Several items add to one bin at once, so add by atomic_add_u64(&map[b], value).
 *
 * gpu/density/density_spans.h has what bins an interval covers:
 *
 *	struct span_t x = span_of(&k->bins, x1, x2);   x.first … x.last, none where x.last < x.first; x.bin is the width of a bin
 *	FS_NAME(overlap)(&x, u)                        how much of bin u it covers
 */
#include "gpu/density/density_args.h"
#include "gpu/density/density_spans.h"

KERNEL(density_printed, k, i)
{
	struct density_box_32 box = ((const struct density_box_32 *)k->box)[i];
	uint64_t *difference = (uint64_t *)k->difference, *map = (uint64_t *)k->map;

	(void)box;
	(void)difference;
	(void)map;
	/* your body */
}
