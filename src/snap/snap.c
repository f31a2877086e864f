#include "snap/timeline.h"

#include <inttypes.h>
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
	snap->graph = graph ? graph_ref(graph) : NULL;
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
	if (snap->release)
		snap->release(snap);
	graph_unref(snap->graph);
	free(snap);
}

void snap_drop(void *pointer)
{
	snap_unref(*(void **)pointer);
}

static void release_search(struct snap *snap)
{
	struct snap_search *search = (struct snap_search *)snap;

	FREE_ALL(search->query, search->conditions, search->level, search->pair);
	snap_drop(&search->timeline);
}

SNAP_MAKER(search, release_search)

SNAP_OWNS(rows, snap->row)

SNAP_MAKER(rows, release_rows)

SNAP_MAKER(match, NULL)

static void release_path(struct snap *snap)
{
	struct snap_path *path = (struct snap_path *)snap;

	constraints_unref(path->constraints);
	FREE_ALL(path->point, path->child);
	text_release(&path->arithmetic);
}

SNAP_MAKER(path, release_path)

static void release_walk(struct snap *snap)
{
	struct snap_walk *walk = (struct snap_walk *)snap;

	FREE_ALL(walk->arc, walk->forest, walk->dist_of);
	snap_drop(&walk->path);
}

SNAP_MAKER(walk, release_walk)

SNAP_OWNS(records, snap->record)

SNAP_MAKER(records, release_records)

SNAP_OWNS(errors, snap->error, snap->missing)

SNAP_MAKER(errors, release_errors)

const char *search_state_text(enum search_state state)
{
	switch (state) {
	case SEARCH_EXACT:
		return "exact";
	case SEARCH_LIMITED:
		return "inexact (-pba_limit)";
	case SEARCH_CAPPED:
		return "inexact (level cap)";
	case SEARCH_RUNNING:
		break;
	}
	return "incomplete";
}

int64_t snap_search_ranked(const struct snap_search *search, int32_t level)
{
	return level < 0 ? 0 : search->level[level].n_ranked;
}

void label_counts_write(const struct label_counts *counts, struct text *out)
{
	text_printf(out,
		    "%" PRId64 " of %" PRId64 " paths are false, %" PRId64 " of %" PRId64
		    " are lost",
		    counts->n_false, counts->n_found, counts->n_lost, counts->n_exact);
}

void snap_search_write_state(const struct snap_search *search, int32_t level, struct text *out)
{
	bool newest = level + 1 == search->n_levels;
	bool bounds = search->retimes && (level < 0 || !search->level[level].retimes);

	if (bounds)
		text_printf(out, "%" PRId64 " paths by bounds, ",
			    snap_search_ranked(search, level));
	else
		text_printf(out, "%" PRId64 " of %" PRId64 " paths%s, ",
			    snap_search_ranked(search, level), search->k,
			    search->retimes ? " by own slews" : "");
	if (newest && search->state == SEARCH_EXACT && search->n_ranked < search->k)
		text_add(out, "all there are, exact");
	else if (newest && search->state != SEARCH_RUNNING)
		text_add(out, search_state_text(search->state));
	else if (level < 0)
		text_add(out, "before level 0");
	else
		text_printf(out, "after level %" PRId32 "%s", level,
			    newest ? ", not finished" : "");
}

void snap_row_write_measures(const struct snap_row *row, struct text *out)
{
	text_printf(out, "AOCV: depth %" PRId32 " (cells), %" PRId32 " (nets)", row->n_cells,
		    row->n_nets);
	if (row->distance >= DISTANCE_UNKNOWN)
		text_add(out, ", distance not known");
	else if (row->distance >= 0)
		text_printf(out, ", distance %.3f um", row->distance);
}
