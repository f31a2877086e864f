#include "snap/cone.h"

#include <stdlib.h>

static void release_cone(struct snap *snap)
{
	struct snap_cone *cone = (struct snap_cone *)snap;

	free(cone->line);
	text_release(&cone->words);
}

enum status snap_cone_new(struct graph *graph, int64_t serial, struct snap_cone **out)
{
	return snap_new((void **)out, sizeof **out, release_cone, graph, serial);
}

static void release_through(struct snap *snap)
{
	struct snap_through *through = (struct snap_through *)snap;

	free(through->rank);
	free(through->row);
}

enum status snap_through_new(struct graph *graph, int64_t serial, struct snap_through **out)
{
	return snap_new((void **)out, sizeof **out, release_through, graph, serial);
}

const char *snap_cone_words(const struct snap_cone *cone, const struct cone_line *line)
{
	return line->words < 0 ? "" : text_string(&cone->words) + line->words;
}
