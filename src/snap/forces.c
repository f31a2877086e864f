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
