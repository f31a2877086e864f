/*
 * The parts of the overlay that are kept from one frame to the next, as it takes longer to be found than to
 * be drawn: the blocks of a placement, and the paths of a query.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gpu/density/density_maps.h"
#include "base/grow.h"
#include "db/layout/placement_levels.h"
#include "report/endpoint_paths.h"
#include "report/frame.h"
#include "session/endpoints.h"
#include "session/search.h"

enum {
	MOST_BLOCKS = 4000,
	MOST_MARKED = 200, /* paths drawn of those marked, … */
	START_NEW = 12,
	MOST_NEW = 64,      /* … of those that a level brought, … */
	MOST_FAILING = 200, /* … and of those to endpoints that fail */
};

enum status frame_keep_levels(struct frame_kept *kept, struct session *session,
			      struct placement **out)
{
	if (!kept->levels || kept->levels->netlist != session->design.netlist) {
		RESET(placement_unref, kept->levels);
		TRY(placement_by_levels(session->design.timing->image->graph, &session->task,
					&kept->levels));
	}
	*out = kept->levels;
	return STATUS_OK;
}

enum status frame_keep_blocks(struct frame_kept *kept, const struct placement *placement)
{
	kept->placement = placement;
	kept->n_blocks = 0;
	for (int32_t i = 0; i < placement->n_components && kept->n_blocks < MOST_BLOCKS; i++) {
		if (!density_counts(placement, i, DENSITY_MACROS))
			continue;
		TRY(APPEND(kept->block, kept->n_blocks, &kept->block_capacity, i));
	}
	return STATUS_OK;
}

/* ---- paths ---- */

void frame_forget_paths(struct frame_kept *kept)
{
	for (int64_t i = 0; i < kept->n_paths; i++)
		snap_unref(&kept->path[i].path->snap);
	kept->n_paths = 0;
	kept->has_paths = false;
}

void frame_kept_release(struct frame_kept *kept)
{
	frame_forget_paths(kept);
	FREE_ALL(kept->path, kept->block);
	placement_unref(kept->levels);
	*kept = (struct frame_kept){0};
}

static enum status keep_path(struct frame_kept *kept, struct session *session, int32_t level,
			     int64_t rank, enum path_role role)
{
	struct snap_path *path;
	int64_t from = 0;

	TRY(GROW(&kept->path, &kept->path_capacity, kept->n_paths + 1));
	TRY(search_path(session->search, level, rank, 0, &path));
	/* What the path does that its parent doesn't begins where it leaves it. */
	for (int64_t p = 1; role == PATH_NEW && p < path->n_points; p++)
		from = path->point[p].deviates ? p - 1 : from;
	kept->path[kept->n_paths++] = (struct frame_path){path, role, from};
	return STATUS_OK;
}

/* The first of a list. */
static enum status keep_listed(struct frame_kept *kept, struct session *session, int32_t level,
			       const struct list_filter_parts *parts, int64_t most,
			       enum path_role role)
{
	struct list_window window = {.n = most, .follow = -1};
	RELEASED_BY(list_filter_drop) struct list_filter *filter = NULL;
	SNAP_HELD struct snap_rows *rows = NULL;

	TRY(list_filter_new(parts, NULL, &filter));
	TRY(search_list_rows(session->search, level, filter, &window, &rows));
	for (int64_t i = 0; i < rows->n; i++) {
		TRY(keep_path(kept, session, level, rows->row[i].rank, role));
		/* A script may ask for many. */
		if (role == PATH_WORST && task_cancelled(&session->task))
			return STATUS_CANCELLED;
	}
	return STATUS_OK;
}

static enum status keep_marked(struct frame_kept *kept, struct session *session, int32_t level)
{
	RELEASED_BY(list_filter_drop)
	struct list_filter *shown = board_get_filter(session->board, LIST_SHOWN);
	struct list_filter_parts parts = list_filter_parts(shown);

	parts.pattern = "";
	parts.column = COLUMN_SLACK;
	parts.inverted = false;
	parts.only_marked = true;
	if (parts.n_marks > 0)
		TRY(keep_listed(kept, session, level, &parts, MOST_MARKED, PATH_MARKED));
	return STATUS_OK;
}

/* Those that came with the level: of this many deviations. */
static enum status keep_new(struct frame_kept *kept, struct session *session, int32_t level,
			    int64_t most)
{
	char pattern[32];
	const struct list_filter_parts parts = {.pattern = pattern};

	if (level < 1 && most == MOST_NEW) /* all are new */
		return STATUS_OK;
	snprintf(pattern, sizeof pattern, "dev=%" PRId32, level);
	return keep_listed(kept, session, level, &parts, most, PATH_NEW);
}

static enum status keep_failing(struct frame_kept *kept, struct session *session,
				const struct frame_query *q)
{
	const struct failing_pins *f;
	FREED struct snap_path **path = NULL;
	int64_t n;
	enum status status;

	TRY(session_find_failing(session, &q->endpoints, &f));
	TRY(session_worst_paths(session, &f->of, f->pin, f->n < MOST_FAILING ? f->n : MOST_FAILING,
				&path, &n));
	status = GROW(&kept->path, &kept->path_capacity, kept->n_paths + n);
	for (int64_t i = n; i-- > 0;) { /* the worst on top */
		if (status == STATUS_OK)
			kept->path[kept->n_paths++] = (struct frame_path){path[i], PATH_FAILING, 0};
		else
			snap_unref(&path[i]->snap);
	}
	return status;
}

/* Those of a netlist that is placed. */
static bool is_placed(const struct frame_kept *kept, const struct session *session)
{
	return session->design.netlist && session->design.netlist == kept->placement->netlist;
}

static enum status find_paths(struct frame_kept *kept, struct session *session,
			      const struct frame_query *q)
{
	const struct list_filter_parts all = {.pattern = ""};

	if (!session->search || q->search != session_query(session)->serial || q->level < 0)
		return STATUS_OK;
	if (q->flags & (FRAME_DEVIATES | FRAME_FADES) && !(q->flags & FRAME_START))
		TRY(keep_new(kept, session, q->level, MOST_NEW));
	if (q->flags & FRAME_MARKED)
		TRY(keep_marked(kept, session, q->level));
	if (q->worst > 0)
		TRY(keep_listed(kept, session, q->level, &all, q->worst, PATH_WORST));
	if (q->flags & FRAME_FADES && q->flags & FRAME_START) /* over those that are there */
		TRY(keep_new(kept, session, q->level, START_NEW));
	return q->rank < 0 ? STATUS_OK : keep_path(kept, session, q->level, q->rank, PATH_SELECTED);
}

static bool is_same_failing(const struct frame_kept *kept, const struct session *session,
			    const struct frame_query *q)
{
	return kept->timing == session->design.timing_edition && kept->cppr == session->cppr &&
	       memcmp(&kept->paths_of.endpoints, &q->endpoints, sizeof q->endpoints) == 0;
}

enum status frame_keep_paths(struct frame_kept *kept, struct session *session,
			     const struct frame_query *q, bool may_search)
{
	const struct frame_query *as = &kept->paths_of;
	int32_t of = FRAME_DEVIATES | FRAME_FADES | FRAME_MARKED | FRAME_START;
	bool failing = q->fails == FRAME_FAILS_PATHS;
	enum status status = STATUS_OK;

	if (kept->has_paths && as->search == q->search && as->level == q->level &&
	    as->rank == q->rank && as->edition == q->edition && as->worst == q->worst &&
	    (as->flags & of) == (q->flags & of) && kept->serial == session_query(session)->serial &&
	    failing == (as->fails == FRAME_FAILS_PATHS) &&
	    (!failing || is_same_failing(kept, session, q)))
		return STATUS_OK;
	frame_forget_paths(kept);
	kept->timing = -1;
	if (failing && may_search && is_placed(kept, session)) {
		status = keep_failing(kept, session, q);
		kept->timing = session->design.timing_edition;
		kept->cppr = session->cppr;
	}
	if (status == STATUS_OK && is_placed(kept, session))
		status = find_paths(kept, session, q);
	if (status != STATUS_OK) {
		frame_forget_paths(kept);
		return status;
	}
	kept->paths_of = *q;
	kept->serial = session_query(session)->serial;
	kept->has_paths = true;
	return STATUS_OK;
}

int frame_sealed_memory(int64_t bytes)
{
	int fd = memfd_create("warpscope frames", MFD_CLOEXEC | MFD_ALLOW_SEALING), error;

	if (fd >= 0 && ftruncate(fd, bytes) == 0 &&
	    fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
		return fd;
	error = errno;
	if (fd >= 0)
		close(fd);
	errno = error;
	return -1;
}
