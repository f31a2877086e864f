#include "snap/snap.h"

#include <stdlib.h>

#include "base/grow.h"

enum status snap_new(void **out, size_t size, void (*release)(struct snap *), struct graph *graph,
		     int64_t serial)
{
	struct snap *snap;

	TRY(alloc_items(out, 1, size));
	snap = *out;
	atomic_init(&snap->refs, 1);
	snap->release = release;
	snap->graph = graph_ref(graph);
	snap->serial = serial;
	return STATUS_OK;
}

struct snap *snap_ref(struct snap *snap)
{
	atomic_fetch_add(&snap->refs, 1);
	return snap;
}

void snap_unref(struct snap *snap)
{
	if (!snap || atomic_fetch_sub(&snap->refs, 1) > 1)
		return;
	snap->release(snap);
	graph_unref(snap->graph);
	free(snap);
}

static void release_search(struct snap *snap)
{
	struct snap_search *search = (struct snap_search *)snap;

	free(search->level);
	free(search->step);
}

enum status snap_search_new(struct graph *graph, int64_t serial, struct snap_search **out)
{
	return snap_new((void **)out, sizeof **out, release_search, graph, serial);
}

static void release_rows(struct snap *snap)
{
	free(((struct snap_rows *)snap)->row);
}

enum status snap_rows_new(struct graph *graph, int64_t serial, struct snap_rows **out)
{
	return snap_new((void **)out, sizeof **out, release_rows, graph, serial);
}

static void release_path(struct snap *snap)
{
	struct snap_path *path = (struct snap_path *)snap;

	free(path->point);
	free(path->child);
}

enum status snap_path_new(struct graph *graph, int64_t serial, struct snap_path **out)
{
	return snap_new((void **)out, sizeof **out, release_path, graph, serial);
}

static void release_errors(struct snap *snap)
{
	free(((struct snap_errors *)snap)->error);
}

enum status snap_errors_new(struct graph *graph, int64_t serial, struct snap_errors **out)
{
	return snap_new((void **)out, sizeof **out, release_errors, graph, serial);
}

const char *search_state_text(enum search_state state)
{
	switch (state) {
	case SEARCH_EXACT:
		return "exact";
	case SEARCH_CAPPED:
		return "inexact (level cap)";
	case SEARCH_RUNNING:
		break;
	}
	return "incomplete";
}
