#include "snap/cone.h"

#include <stdlib.h>

static void release_cone(struct snap *snap)
{
	struct snap_cone *cone = (struct snap_cone *)snap;

	free(cone->line);
	text_release(&cone->words);
}

SNAP_MAKER(cone, release_cone)

SNAP_OWNS(through, snap->rank, snap->row)

SNAP_MAKER(through, release_through)

const char *snap_cone_words(const struct snap_cone *cone, const struct cone_line *line)
{
	return line->words < 0 ? "" : text_string(&cone->words) + line->words;
}
