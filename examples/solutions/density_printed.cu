/* Differences twice along each axis, of the four corners as printed. */
#include "gpu/density/density_args.h"
#include "gpu/density/density_spans.h"

/* w more in all bins right of x and above y. */
DEVICE_INLINE void add_corner(const struct density_printed_args *k, int32_t x, int32_t y, uint64_t w)
{
	int32_t unit = 1 << k->bins.shift, u = (x + unit - 1) / unit, v = (y + unit - 1) / unit, columns = k->bins.columns;
	uint64_t *d = (uint64_t *)k->difference, *a = (uint64_t *)k->map, bin = (uint64_t)unit;
	uint64_t px = (uint64_t)(u * unit - x), py = (uint64_t)(v * unit - y);
	int64_t at = (int64_t)v * columns + u;

	if (u < columns && py)
		atomic_add_u64(&d[at - columns], py * bin * w);
	if (v < k->bins.rows && px)
		atomic_add_u64(&d[at - 1], px * bin * w);
	if (u < columns && v < k->bins.rows)
		atomic_add_u64(&d[at], (bin - px - py) * bin * w);
	if (px && py)
		atomic_add_u64(&a[at - columns - 1], px * py * w);
}

KERNEL(density_printed, k, i)
{
	struct density_box_32 box = ((const struct density_box_32 *)k->box)[i];
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	uint64_t *map = (uint64_t *)k->map;

	if (!FS_NAME(is_large)(&x, &y, k->threshold)) {
		for (int32_t v = y.first; v <= y.last; v++) {
			for (int32_t u = x.first; u <= x.last; u++)
				atomic_add_u64(&map[(int64_t)v * k->bins.columns + u],
					       FS_NAME(overlap)(&x, u) * FS_NAME(overlap)(&y, v));
		}
		return;
	}
	add_corner(k, box.x1, box.y1, 1);
	add_corner(k, box.x1, box.y2, (uint64_t)-1);
	add_corner(k, box.x2, box.y1, (uint64_t)-1);
	add_corner(k, box.x2, box.y2, 1);
}
