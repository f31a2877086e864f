#include "snap/forces.h"

static void release(struct snap *snap)
{
	struct snap_forces *forces = (struct snap_forces *)snap;

	placement_unref(forces->of);
	placement_unref(forces->from);
}

enum status snap_forces_new(int64_t serial, struct snap_forces **out)
{
	TRY(snap_new((void **)out, sizeof **out, release, NULL, serial));
	(*out)->iteration = -1;
	return STATUS_OK;
}

struct field_part snap_forces_part(const struct snap_forces *f, int32_t i)
{
	double wide = ((double)f->core.x2 - f->core.x1) / f->columns;
	double high = ((double)f->core.y2 - f->core.y1) / f->rows;
	double most = f->strongest > 0 ? f->strongest : 1;

	return (struct field_part){f->core.x1 + (i % f->columns + 0.5) * wide,
				   f->core.y1 + (i / f->columns + 0.5) * high, f->field[i] / most,
				   f->field[f->columns * f->rows + i] / most};
}
